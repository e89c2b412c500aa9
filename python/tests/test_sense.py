"""What makes no sense is refused where it would do something else in silence; what has one name is one number; what is equal is found equal."""

import math
import pickle
from collections.abc import Mapping

import numpy as np
import pandas
import pytest

import chetaev as ct

G, W = ct.GROUND, ct.WORLD
LINE = G.axis([0.0, 0.0], 0.0)


def plane(add):
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0, at=[0.5, 2.0, 0.0]))
    add(builder, rod)
    return builder.build()


def law(it):
    return plane(lambda b, rod: b.friction("it", ct.FrictionPoint.along(ct.Travel.along(LINE, rod.origin()), 1.0), it))


def in_pin(radius):
    def add(b, rod):
        b.friction("it", ct.FrictionPoint.in_pin(b.constraint("pin", ct.Revolute(G.point(0.0, 2.0), rod.point(-0.5, 0.0))), radius), ct.Coulomb(0.1))

    return plane(add)


def in_hinge(radius, point=ct.FrictionPoint.in_hinge):
    builder = ct.ModelBuilder()
    it = builder.body("solid", ct.Solid.principal(1.0, [1.0, 1.0, 1.0]))
    hinge = builder.constraint("hinge", ct.Joint.revolute(W.mark(0.0, 0.0, 0.0), it.mark(0.0, 0.0, 0.0), in_axes_of_a=True))
    builder.friction("it", point(hinge, radius), ct.Coulomb(0.1))
    return builder.build()


def creeps(coefficients=(1.0, 1.0, 1.0, 1.0), **more):
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    ball, pair = builder.body("ball", ct.Solid.principal(1.0, [1.0, 1.0, 1.0], at=[0.0, 0.0, 1.0])), ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], 1.0))
    load = builder.constraint("rail", ct.Contact.sliding(W, ball, pair))
    builder.force("it", ct.Creep(W, ball, pair, load, list(coefficients), **{"along": [1.0, 0.0, 0.0], **more}))
    return builder.build()


def belt(x):
    builder = ct.ModelBuilder()
    ball, pair = builder.body("ball", ct.Solid.principal(1.0, [1.0, 1.0, 1.0])), ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], 1.0))
    builder.contact("it", ct.Contact.between(W, ball, pair, on_belt=1.0, belt_along=[x, 0.0, 0.0]), ct.Rigid.rough(ct.Coulomb(0.1)))
    return builder.build()


def ran(**settings):
    model = plane(lambda b, rod: None)
    return ct.simulate(model, model.start(), 0.01, **settings)


def body(it):
    builder = ct.ModelBuilder()
    builder.body("it", it)
    return builder.build()


STEP = [0.0, 1.0]
# What is given, which of the numbers are bad, one that is good, and how it is refused.
NUMBERS = {
    "pin": (in_pin, [-0.1, 0.0, math.nan, math.inf], 0.1, ct.BuildError, "`it`: the radius at which it rubs"),
    "hinge": (in_hinge, [-0.1, 0.0], 0.1, ct.BuildError, "`it`: the radius"),
    "shoulder": (lambda x: in_hinge(x, ct.FrictionPoint.on_shoulder), [-0.1, 0.0], 0.1, ct.BuildError, "`it`: the radius"),
    "viscous": (lambda x: law(ct.Coulomb(0.1, viscous=x)), [-1.0, math.nan], 0.0, ct.BuildError, "`it`: the viscous part"),
    "Stribeck's speed": (lambda x: law(ct.Stribeck(0.1, 0.3, x)), [-0.1, 0.0, math.inf], 0.1, ct.BuildError, "`it`: the slip speed"),
    "Stribeck's fast": (lambda x: law(ct.Stribeck(x, 0.3, 0.1)), [-0.1, math.nan], 0.1, ct.BuildError, "`it`: its coefficient of fast sliding"),
    "Stribeck's viscous": (lambda x: law(ct.Stribeck(0.1, 0.3, 0.1, viscous=x)), [-1.0], 1.0, ct.BuildError, "`it`: the viscous part"),
    "slip curve": (lambda x: law(ct.SlipCurve.table(ct.LookupTable.linear([[0.0, 0.2], [1.0, x]]), 0.2)), [-0.1], 0.0, ct.BuildError, "`it`: its table"),
    "smoothed": (lambda x: plane(lambda b, rod: b.force("it", ct.SmoothedFriction.along(ct.Angle.between(G, rod), 0.1, 1.0, x))), [-0.1, math.inf], 0.1, ct.BuildError, "`it`.* its width"),
    "creep": (lambda x: creeps((x, 1.0, 1.0, 1.0)), [-1.0, math.nan], 0.0, ct.BuildError, "`it`: of its coefficients"),
    "creep's load": (lambda x: creeps(at_load=x), [-1.0, 0.0], 1.0, ct.BuildError, "the load at which they hold"),
    "creep's way": (lambda x: creeps(along=[x, 0.0, 0.0]), [0.0, math.nan], 1.0, ct.BuildError, "direction of rolling"),
    "rod between": (lambda x: plane(lambda b, rod: b.constraint("it", ct.Distance(G.origin(), rod.origin(), x))), [-1.0, 0.0], 2.0, ct.BuildError, "`it`: its length must be positive"),
    "rod": (lambda x: body(ct.RigidBody.rod(1.0, x)), [-1.0, 0.0, math.nan], 1.0, ct.BuildError, "`it`"),
    "disk": (lambda x: body(ct.RigidBody.disk(1.0, x)), [-1.0], 1.0, ct.BuildError, "`it`"),
    "rectangle": (lambda x: body(ct.RigidBody.rectangle(1.0, x, 1.0)), [-1.0], 1.0, ct.BuildError, "`it`"),
    "nowhere between": (lambda x: body(ct.RigidBody.rod(1.0, 1.0, between=[[0.0, 0.0], [x, 0.0]])), [0.0], 1.0, ct.BuildError, "`it`"),
    "nowhere in space": (lambda x: body(ct.Solid.principal(1.0, [1.0, 1.0, 1.0], between=[[0.0, 0.0, 0.0], [x, 0.0, 0.0]])), [0.0], 1.0, ct.BuildError, "`it`"),
    "circle": (lambda x: ct.Circle([0.0, 0.0], x), [-1.0, math.nan, math.inf], 0.0, ValueError, "the radius of a circle is"),
    "circles": (lambda x: ct.Circles.inside(([0.0, 0.0], 1.0), ([0.0, 0.0], x)), [-1.0], 0.0, ValueError, "the radius of a circle is -1"),
    "ellipse": (lambda x: ct.Ellipse(1.0, x), [-1.0, 0.0], 1.0, ValueError, "a semi-axis is"),
    "ellipse on a line": (lambda x: ct.EllipseOnLine(LINE, x, 1.0), [-1.0, 0.0], 1.0, ValueError, "a semi-axis is"),
    "cycloid": (ct.Cycloid, [-1.0, 0.0], 1.0, ValueError, "the rolling circle"),
    "sphere": (lambda x: ct.Sphere([0.0, 0.0, 0.0], x), [-1.0, 0.0], 1.0, ValueError, "the radius of a sphere"),
    "cylinder": (ct.Cylinder, [-1.0, 0.0], 1.0, ValueError, "the radius of a cylinder"),
    "cone": (ct.Cone, [-0.1, 0.0, 2.0], 0.3, ValueError, "the half angle"),
    "torus": (lambda x: ct.Torus(1.0, x), [-1.0], 0.1, ValueError, "tube"),
    "ellipsoid": (lambda x: ct.Ellipsoid(1.0, 1.0, x), [-1.0], 1.0, ValueError, "a semi-axis"),
    "rim": (ct.Rim, [-1.0, 0.0], 1.0, ValueError, "the radius of a rim"),
    "rim's axis": (lambda x: ct.Rim.around([0.0, 0.0, 0.0], [0.0, x, 0.0], 1.0), [0.0, math.nan], 1.0, ValueError, "the axis of a rim"),
    "normal": (lambda x: ct.Plane([0.0, 0.0, 0.0], [0.0, 0.0, x]), [0.0], -1.0, ValueError, "a normal"),
    "belt": (belt, [0.0, math.nan], 1.0, ValueError, "the direction of a belt"),
    "play": (lambda x: ct.Play.between(LINE, x), [-1.0], 0.0, ValueError, "the width of a slot"),
    "ramp": (lambda x: ct.Signal.ramp([0.0, x], STEP), [-1.0, math.nan], 0.0, ValueError, "back in time"),
    "smooth step": (lambda x: ct.Signal.smooth_step([0.0, x], STEP), [-1.0, math.inf], 1.0, ValueError, "back in time"),
    "trapezoid": (lambda x: ct.Signal.trapezoid([0.0, 1.0, x, 2.0], 1.0), [0.5, 3.0], 1.0, ValueError, "back in time"),
    "values": (lambda x: ct.Signal.ramp(STEP, [0.0, x]), [math.nan], -1.0, ValueError, "not finite"),
    "knots": (lambda x: ct.Knots([0.0, x], STEP), [-1.0, 0.0, math.nan], 1.0, ValueError, "rise"),
    "rest": (lambda x: ran(rest=x), [-1.0, math.nan], math.inf, ct.RunError, "`rest` of a run cannot be"),
    "zeno": (lambda x: ran(zeno=(10, x)), [-1.0, 0.0, math.nan], 1.0, ct.RunError, "`zeno` of a run cannot be"),
    "no zeno": (lambda x: ran(zeno=(int(x), 1e-6)), [0.0], 1.0, ct.RunError, "`zeno` of a run cannot be 0"),
    "mends": (lambda x: ran(mend_at_most=x), [-1.0, math.nan], 0.0, ct.RunError, "`mend_at_most` of a run"),
    "start": (lambda x: ran(start_tolerance=x), [-1.0, math.nan], 0.0, ct.RunError, "`start_tolerance` of a run"),
    "work": (lambda x: ran(tolerance={"relative": 1e-9, "work": x}), [-1.0, math.nan], 1.0, ct.RunError, "tolerances"),
    "study": (lambda x: ct.Study(int(x), ["a"], lambda k: [1.0]), [-1.0], 0.0, ct.StudyError, "-1 points"),
}


@pytest.mark.parametrize("case", NUMBERS)
def test_numbers_that_make_no_sense_are_refused(case):
    make, bad, good, error, says = NUMBERS[case]
    for x in bad:
        with pytest.raises(error, match=says):
            make(x)
    make(good)


def test_what_is_told_twice_is_refused():
    two = [[0.0, 0.0], [1.0, 0.0]]
    with pytest.raises(ValueError, match="not by both"):
        ct.RigidBody.rod(1.0, 1.0, at=[0.0, 0.0, 0.0], between=two)
    for more in ({"at": [0.0, 0.0, 0.0]}, {"turned": [1.0, 0.0, 0.0, 0.0]}):
        with pytest.raises(ValueError, match="not by both"):
            ct.Solid.principal(1.0, [1.0, 1.0, 1.0], between=[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]], **more)
    with pytest.raises(ValueError, match="not both"):
        ct.Rigid.smooth(bouncing=0.3, bouncing_by="0.1*speed")
    with pytest.raises(ct.StudyError, match="none of them twice"):
        ct.Study(1, ["a", "a"], lambda k: [1.0, 2.0])


def test_contacts_are_added_as_what_they_are():
    pair = ct.EllipseOnLine(LINE, 0.1, 0.1)
    with pytest.raises(ValueError, match="`it` is to roll, and its law is smooth"):
        plane(lambda b, rod: b.contact("it", ct.Contact.rolling(G, rod, pair), ct.Rigid.smooth()))
    with pytest.raises(TypeError, match="`it` is a contact that opens: add it by `builder.contact`"):
        plane(lambda b, rod: b.constraint("it", ct.Contact.between(G, rod, pair)))
    plane(lambda b, rod: b.contact("it", ct.Contact.rolling(G, rod, pair), ct.Rigid.rough(ct.Coulomb(0.1))))


def test_a_contact_that_resists_pivoting_runs_on_its_belt():
    """It was left out in silence: a ball on a belt of 1 m/s is taken along, μ g t while it slips."""

    def end(**more):
        builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
        ball = builder.body("ball", ct.Solid.from_inertia(ct.Inertia.sphere(1.0, 0.1), at=[0.0, 0.0, 0.1]))
        pair = ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], 0.1))
        builder.contact("floor", ct.Contact.between(W, ball, pair, on_belt=1.0, belt_along=[1.0, 0.0, 0.0], **more), ct.Rigid.rough(ct.Coulomb(0.1)))
        model = builder.build()
        return ct.simulate(model, model.start(), 0.1)["ball.vx"][-1]

    assert end() == pytest.approx(0.0981, rel=1e-9) and end(pivoting=0.01) == pytest.approx(0.0981, rel=1e-9)


@pytest.mark.parametrize("name", ["rod.theta", "rod.omega", "acc.rod.vx", "t", "kinetic", "reaction.pin.fx", "along.pin.value", "friction.rub.slip", "floor.gap"])
def test_a_column_has_its_name_for_itself(name):
    def add(b, rod):
        pin = b.constraint("pin", ct.Revolute(G.point(0.0, 2.0), rod.point(-0.5, 0.0)))
        b.friction("rub", ct.FrictionPoint.in_pin(pin, 0.1), ct.Coulomb(0.1))
        b.contact("floor", ct.Contact.between(G, rod, ct.CornerOnLine(LINE, [0.5, 0.0])), ct.Rigid.smooth())
        b.input(name, 1.0)

    with pytest.raises(ct.BuildError, match=f"two columns of a run would be named `{name}`"):
        plane(add)


def test_friction_has_rows_of_its_own_under_the_name_of_its_joint():
    builder = ct.ModelBuilder(gravity=[0.0, -10.0])
    it = builder.body("block", ct.Particle(2.0, moving=[1.0, 0.0]))
    builder.friction("guide", ct.FrictionPoint.in_slot(builder.constraint("guide", ct.Slot(LINE, it.origin()))), ct.Coulomb(0.1))
    model = builder.build()
    run = ct.simulate(model, model.start(), 0.1)
    assert len({*run.keys()}) == len(run)
    np.testing.assert_allclose(run["lambda.guide"], 20.0)
    np.testing.assert_allclose(abs(run["lambda.guide.slip"]), 2.0)


def test_a_run_is_a_mapping():
    run = ran(every=0.001)
    assert isinstance(run, Mapping) and len(run) == len(run.keys()) == len([*run]) and len(run.t) == 11
    assert all(np.array_equal(run[name], column) for name, column in run.items()) and len(run.values()) == len(run)
    assert "rod.x" in run and "rod.z" not in run and 3 not in run
    assert run.get("rod.z") is None and run.get("rod.z", 1.0) == 1.0 and np.array_equal(run.get("rod.x"), run["rod.x"])
    frame = pandas.DataFrame(dict(run))
    assert [*frame.columns] == run.keys() and len(frame) == 11
    with pytest.raises(TypeError, match=r"`run.to_pandas\(\)`, or `pandas.DataFrame\(dict\(run\)\)`"):
        pandas.DataFrame(run)


def test_handles_are_equal_that_are_of_one_place_in_one_model():
    def add(b, rod):
        b.constraint("pin", ct.Revolute(G.point(0.0, 2.0), rod.point(-0.5, 0.0)))
        b.force("spring", ct.SpringDamper.torsional(G, rod, 1.0))
        b.input("u", 0.0)
        b.body("other", ct.Particle(1.0))

    one, two = plane(add), plane(add)
    for of in (lambda m: m.body("rod"), lambda m: m.constraint("pin"), lambda m: m.force("spring"), lambda m: m.variable("u")):
        assert of(one) == of(one) and hash(of(one)) == hash(of(one)) and len({of(one), of(one)}) == 1
        assert of(one) != of(two) and of(one) != "rod" and of(one) is not None
    assert one.body("rod") != one.body("other") and G == ct.GROUND and G != one.body("rod") and one.constraint("pin") != one.force("spring")
    builder = ct.ModelBuilder()
    made = builder.body("a", ct.Particle(1.0))
    assert builder.build().body("a") == made


def sensed():
    def build(p):
        builder = ct.ModelBuilder(gravity=[0.0, -p["g"]])
        builder.body("stone", ct.Particle(1.0))
        model = builder.build()
        return model, model.start()

    family = ct.Family({"g": 9.81}, build)
    return ct.simulate(family.model, family.start, 1.0, output="ends", sensitivities=family)


def test_derivatives_that_were_not_saved_are_not_told():
    run = sensed()
    assert run.gradient("stone.y") == pytest.approx([-0.5])
    again = pickle.loads(pickle.dumps(run))
    assert np.array_equal(again["stone.y"], run["stone.y"])
    for it in (again, pickle.loads(pickle.dumps(again)), ct.Trajectory.from_json(run.to_json(), run.model)):
        for ask in (lambda: it.gradient("stone.y"), lambda: it.gradients("stone.y"), lambda: it.sensitivity("g")):
            with pytest.raises(ct.SensitivityError, match="its derivatives were not saved.*`sensitivities=…`"):
                ask()
    plain = ran()
    for it in (plain, pickle.loads(pickle.dumps(plain))):
        with pytest.raises(ct.SensitivityError, match="carries no derivatives"):
            it.gradient("rod.x")


def test_a_drive_has_its_own_period():
    builder = ct.ModelBuilder()
    mass = builder.body("mass", ct.Particle(2.0, at=[0.3, 0.0]))
    builder.constraint("guide", ct.Slot(LINE, mass.origin()))
    builder.force("spring", ct.SpringDamper.guided(LINE, mass.origin(), 50.0, damping=1.2))
    builder.force("drive", ct.Applied(mass.origin(), force=[lambda t: 3.0 * np.sin(4.0 * t), 0.0]))
    model = builder.build()
    plan, start, period = ct.Simulation(model, tolerance=1e-11), model.start(), 2.0 * np.pi / 4.0
    orbit = ct.Shooting.driven(period).run(plan, start)
    assert orbit.state["mass.x"] == pytest.approx(-3.6 / 86.76, abs=1e-9)
    assert ct.Shooting.driven(2.0 * period).run(plan, start).state["mass.x"] == pytest.approx(-3.6 / 86.76, abs=1e-9)
    for wrong in (1.5, 0.5 * period, 1.5708):
        with pytest.raises(ct.OrbitError, match="does not repeat itself after .* of `mass.vx` is .* the period of the drive"):
            ct.Shooting.driven(wrong).run(plan, start)
    for settings in ({"tolerance": math.inf}, {"tolerance": 0.0}, {"step": -1.0}):
        with pytest.raises(ct.OrbitError, match=f"the {[*settings][0]} of a search for an orbit cannot be"):
            ct.Shooting.driven(period, **settings).run(plan, start)


def test_what_a_start_has_moved_is_all_told():
    builder = ct.ModelBuilder()
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0, at=[0.6, 0.1, 0.0]))
    builder.constraint("pin", ct.Revolute(G.origin(), rod.point(-0.5, 0.0)))
    model = builder.build()
    start = model.start({"rod.theta": 0.2, "rod.omega": 2.0}, hold=["rod.theta"])
    asked = {**dict(zip(model.coordinate_names, model.placed().q)), **dict.fromkeys(model.velocity_names, 0.0), "rod.theta": 0.2, "rod.omega": 2.0}
    told = {name: (before, after) for name, before, after in start.changed}
    assert set(told) == {"rod.x", "rod.y", "rod.vx", "rod.vy"}
    for name in asked:
        assert told.get(name, (asked[name], start[name])) == (asked[name], start[name])


def test_names_in_messages_are_those_that_would_do():
    model = plane(lambda b, rod: (b.input("u", 0.0), b.body("ball", ct.Solid.principal(1.0, [1.0, 1.0, 1.0]))))
    run = ct.simulate(model, model.start(), 0.0)
    for ask in (lambda: run.rotation("rod"), lambda: model.start().set_attitude("rod", [1.0, 0.0, 0.0, 0.0])):
        with pytest.raises(KeyError, match="`rod` is a body of the plane; this is for bodies in space"):
            ask()
    with pytest.raises(KeyError, match="there is no body in space `bal`; there are: ball'"):
        run.rotation("bal")
    with pytest.raises(KeyError, match="`ball` is a body in space; this is for bodies of the plane"):
        model.start().set_angle("ball", 1.0)
    with pytest.raises(ct.StartError, match="`rod.omga` cannot be given here; those that can be are `rod.x`.*`rod.omega`"):
        model.start({"rod.omga": 1.0})
    with pytest.raises(ct.StartError, match="an input is set in the state"):
        model.start({"u": 1.0})
    with pytest.raises(KeyError, match="there is no column `b`; there are: a"):
        ct.Study(1, ["a"], lambda k: [1.0]).run().column("b")


@pytest.mark.parametrize("company", [False, True])
def test_two_drivers_of_one_angle_are_told_as_such(company):
    def add(b, rod):
        b.constraint("pin", ct.Revolute(G.point(0.0, 2.0), rod.point(-0.5, 0.0)))
        for name in ("first", "second"):
            b.constraint(name, ct.Driver(ct.Angle.between(G, rod), lambda t: 2.0 * t))
        if company:
            b.body("stone", ct.Particle(1.0, at=[3.0, 3.0]))

    with pytest.raises(ct.StartError, match="these constraints are redundant: {`first`, `second`}"):
        plane(add).start()


def test_a_coefficient_at_rest_is_that_of_sliding_but_for_rounding():
    assert 0.1 + 0.2 > 0.3
    law(ct.SlipCurve.formula("0.1 + 0.2*exp(-v)", 0.3))
    with pytest.raises(ct.BuildError, match="smaller than that of sliding"):
        law(ct.SlipCurve.formula("0.1 + 0.2*exp(-v)", 0.2999))


def test_clocks_leave_the_end_to_the_run_that_goes_on():
    builder = ct.ModelBuilder()
    builder.body("stone", ct.Particle(1.0, moving=[1.0, 0.0]))
    builder.input("count", 0.0)
    model = builder.build()

    def up(at, state):
        state["count"] = at["count"] + 1.0

    events = [ct.Event.every("tick", 0.25, change=up), ct.Event("gate", "stone.x - 1.0")]
    first = ct.simulate(model, model.start(), 1.0, events=events)
    assert [it.t for it in first.events()] == pytest.approx([0.0, 0.25, 0.5, 0.75, 1.0]) and first.events()[-1].name == "gate" and first.end["count"] == 4.0
    second = ct.simulate(model, first.end, 1.3, events=events)
    assert [(it.t, it.name) for it in second.events()] == [(1.0, "tick"), (1.25, "tick")]
    stopped = ct.simulate(model, model.start(), math.inf, events=[ct.Event("far", "stone.x - 3.0", stop=True)], every=0.7)
    assert stopped.end.t == pytest.approx(3.0) and stopped.t[1] == 0.7
