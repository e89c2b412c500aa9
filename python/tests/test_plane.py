"""The plane: what the README's mechanism does, and the words of its errors."""

import csv
import pickle
import threading
from math import isclose, pi, sqrt
from pathlib import Path

import numpy as np
import pytest

import chetaev as ct
from disk_slider import disk_slider

DATA = Path(__file__).parents[2] / "tests/data"


def reference(name):
    """A table of tests/data by its columns."""
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return dict(zip(lines[0].split(","), np.loadtxt(lines[1:], delimiter=",", unpack=True)))


@pytest.fixture(scope="module")
def case2():
    model = disk_slider()
    return ct.simulate(model, model.start(hold=["disk.theta"]), 20.0, every=0.01, tolerance=1e-12)


def test_angles_of_the_reference(case2):
    table = reference("disk_slider_case2.csv")
    at = np.searchsorted(case2.t, table["t"] - 1e-9)
    assert len(at) > 20 and np.abs(case2["disk.theta"][at] - table["theta1"]).max() < 1e-7


def test_columns_are_arrays(case2):
    theta = case2["disk.theta"]
    assert theta.dtype == np.float64 and theta.shape == (2001,) and case2.q.shape == (2001, 13)
    np.testing.assert_array_equal(theta, case2.q[:, case2.model.coordinate_names.index("disk.theta")])
    assert set(case2) == set(case2.keys()) and "disk.theta" in case2


def test_sliding_friction_is_mu_times_the_slot_s_reaction(case2):
    normal = np.hypot(*case2.reaction("slot B").force[:, :2].T)
    rub = case2.friction("rub B")
    np.testing.assert_allclose(normal, np.abs(rub.load), atol=1e-9)
    sliding = np.array([mode != "stick" for mode in rub.mode])
    np.testing.assert_allclose(np.abs(rub.force[sliding]), 0.2 * normal[sliding], atol=1e-9)
    np.testing.assert_array_equal(case2["friction.rub B.force"], rub.force)
    on_rod = case2.reaction("B", on=ct.GROUND).force
    assert np.all(on_rod == 0.0)


def test_sticking_of_the_reference(case2):
    with open(DATA / "disk_slider_case2_events.csv") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    known = [[float(row["t"]), float(row["until"])] for row in rows if row["kind"] == "stick begins" and float(row["t"]) < 20.0]
    begins = [it.t for it in case2.transitions() if it.to == "stick"]
    ends = [it.t for it in case2.transitions() if it.from_ == "stick"]
    # The disk sticks while both sliders do.
    for begin, end in known:
        assert min(abs(t - begin) for t in begins) < 1e-7 and min(abs(t - end) for t in ends) < 1e-7
    assert len(known) == 2


def test_transitions(case2):
    transitions = case2.transitions()
    assert len(transitions) == 159 and {it.to for it in transitions} == {"stick", "forward", "backward"}
    frame = __import__("pandas").DataFrame(transitions)
    assert list(frame.columns) == ["t", "name", "from_", "to", "slip", "load", "cause"] and frame.t.is_monotonic_increasing
    summary = case2.friction_summary("rub B")
    assert 0.0 < summary.stuck_fraction < 1.0 and case2.largest_coupling < 1.0
    assert case2.energy_error < 1e-8 and case2.largest_phi < 1e-12 and case2.counters["steps"] > 1000
    assert list(case2.to_pandas("disk.theta", "t").columns) == ["disk.theta"]


def test_a_pendulum_by_hand():
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    rod = builder.body("rod", ct.RigidBody.rod(2.0, 1.0, at=[0.0, -0.5, -pi / 2]))
    builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-0.5, 0.0)))
    model = builder.build()
    run = ct.simulate(model, model.start(), 1.0)
    assert abs(run.last()["reaction.pin.fy"] - 2.0 * 9.81) < 1e-9
    # Small swings: ω² = 3 g/(2 l), to the second order of the amplitude.
    run = ct.simulate(model, model.start({"rod.theta": -pi / 2 + 1e-4}, hold=["rod.theta"]), 1.0, every=0.1)
    omega = sqrt(1.5 * 9.81)
    np.testing.assert_allclose(run["rod.theta"] + pi / 2, 1e-4 * np.cos(omega * run.t), atol=1e-10)


def test_double_pendulum_of_the_reference():
    table = reference("double_pendulum_seed.csv")
    builder = ct.ModelBuilder(gravity=[0.0, -9.807])
    upper = builder.body("upper", ct.RigidBody.rod(1.0, 1.0, at=[0.5, 0.0, 0.0]))
    lower = builder.body("lower", ct.RigidBody.rod(1.0, 1.0, at=[1.5, 0.0, 0.0]))
    builder.constraint("A", ct.Revolute(ct.GROUND.origin(), upper.point(-0.5, 0.0)))
    builder.constraint("B", ct.Revolute(upper.point(0.5, 0.0), lower.point(-0.5, 0.0)))
    model = builder.build()
    until = table["t"] <= 3.0
    run = ct.simulate(model, model.start(), 3.0, times=table["t"][until], tolerance=1e-13)
    for column, known in [("upper.theta", "phi1"), ("lower.theta", "phi2"), ("lower.x", "x2"), ("lower.omega", "w2")]:
        np.testing.assert_allclose(run[column], table[known][until], atol=1e-8)
    # The reference tells the force on the ground.
    np.testing.assert_allclose(run.reaction("A", on=ct.GROUND).force[:, 0], table["R1x"][until], atol=1e-6)


def every_element(builder, disk, rod, cart):
    """One of each constraint, force, law and signal of the plane."""
    ground = ct.GROUND
    line = ground.axis([0.0, 0.0], 0.0)
    angle, travel = ct.Angle.between(ground, disk), ct.Travel.along(line, cart.origin())
    separation = ct.Separation.between(disk.point(0.1, 0.0), cart.origin())
    current = builder.input("current", 0.5)
    laws = [0.1, ct.Signal.polynomial([0.1, 0.2]), ct.Signal.ramp([0.0, 1.0], [0.0, 0.1]), ct.Signal.smooth_step([0.0, 1.0], [0.0, 0.1]),
            ct.Signal.trapezoid([0.0, 0.1, 0.2, 0.3], 1.0), ct.Signal.table(ct.LookupTable.linear([[0.0, 0.0], [9.0, 1.0]])), current, "0.1*sin(t)", lambda t: 0.1 * np.sin(t),
            ct.Formula("k*t", k=current)]  # fmt: skip
    for k, law in enumerate(laws):
        builder.force(f"along {k}", ct.AppliedAlong(travel, law))
    builder.force("along of motion", ct.AppliedAlong(separation, lambda x, v: -0.1 * x - 0.2 * v))
    builder.force("given", ct.AppliedAlong(travel, ct.Formula("-k*x", k=current)))
    builder.force("applied", ct.Applied(disk.origin(), force=[0.0, "0.1*cos(angle)"], moment=lambda spin: -0.1 * spin))
    builder.force("constant", ct.Applied(rod.point(0.1, 0.0), force=[0.1, 0.2]))
    builder.force("torque", ct.Applied.torque(rod, "0.1*t"))
    builder.force("spring", ct.SpringDamper.along(separation, 10.0, rest=0.5, damping=0.1))
    builder.force("between", ct.SpringDamper.between(rod.origin(), cart.origin(), 10.0))
    builder.force("torsional", ct.SpringDamper.torsional(ground, disk, 1.0))
    builder.force("energy", ct.NonlinearSpring.energy(travel, "x^4", damper=lambda v: 0.1 * v))
    builder.force("pull", ct.NonlinearSpring.table(travel, ct.LookupTable.cubic([[-9.0, -1.0], [0.0, 0.0], [9.0, 1.0]])))
    builder.force("damper", ct.NonlinearSpring.none(angle, damper=ct.LookupTable.linear([[-99.0, -1.0], [99.0, 1.0]])))
    builder.force("to path", ct.SpringToPath(["0.1*t", 0.2], rod.origin(), 5.0, damping=0.1))
    builder.force("elastic", ct.Elastic(rod, [0, 1], [[2.0, 0.1], [0.1, 2.0]], damped=0.01))
    builder.force("smooth", ct.SmoothedFriction.along(travel, 0.1, 1.0, 0.01))
    builder.constraint("axle", ct.Revolute(ground.origin(), disk.origin()))
    slot = builder.constraint("slot", ct.Slot(line, cart.origin()))
    builder.constraint("gear", ct.Coupler(travel, 0.1, angle, formula=lambda x: 0.01 * (1 - np.cos(x))))
    builder.constraint("rod", ct.Equation.holonomic([rod], ["y - 0.5 - 0.1*x^2"]))
    builder.friction("coulomb", ct.FrictionPoint.in_slot(slot, on_belt=0.1), ct.Coulomb(0.2, holding=0.3, viscous=0.01))
    builder.friction("stribeck", ct.FrictionPoint.along(angle, 1.0), ct.Stribeck(0.1, 0.2, 0.05, viscous=0.01))
    builder.friction("curve", ct.FrictionPoint.along(angle, (slot, [0])), ct.SlipCurve.formula(lambda v: 0.1 + 0.1 * np.exp(-v), 0.2))


def test_every_element_of_the_plane_is_built_runs_and_is_saved():
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    disk = builder.body("disk", ct.RigidBody.disk(1.0, 0.1))
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 0.5, at=[0.0, 0.5, 0.1]))
    cart = builder.body("cart", ct.Particle(1.0, at=[0.5, 0.0], moving=[0.1, 0.0]))
    every_element(builder, disk, rod, cart)
    model = builder.build()
    assert model.constraint_names == ["axle", "slot", "gear", "rod"] and len(model.force_names) == 24
    run = ct.simulate(model, model.start(), 0.5, every=0.1)
    assert run.energy_error < 1e-6 and run.largest_phi < 1e-10
    again = ct.Model.from_json(model.to_json())
    assert ct.simulate(again, again.start(), 0.5, every=0.1).end == run.end


def test_joints_of_the_plane():
    """Each joint leaves as many freedoms as it should."""
    body = lambda b, name: b.body(name, ct.RigidBody(1.0, 0.1, at=[0.1, 0.2, 0.3]))
    line = lambda of: of.axis([0.0, 0.0], 0.0)
    joints = {
        1: [lambda a: ct.Revolute(ct.GROUND.origin(), a.origin()), lambda a: ct.Prismatic(line(ct.GROUND), line(a)), lambda a: ct.PointDriver(a.origin(), ["t", lambda t: 0.1 * t])],
        0: [lambda a: ct.Weld(line(ct.GROUND), line(a))],
        2: [
            lambda a: ct.Slot(line(ct.GROUND), a.origin()), lambda a: ct.Distance(ct.GROUND.origin(), a.origin(), 0.3), lambda a: ct.KnifeEdge(ct.GROUND, line(a)),
            lambda a: ct.LinearVelocity([(a, [1.0, "t", 0.0])], equal_to=0.1), lambda a: ct.Driver(ct.Angle.between(ct.GROUND, a), lambda t: 3 * t + 0.3),
            lambda a: ct.PointOnCurve(ct.GROUND, ct.Ellipse(0.3, 0.2), a.origin()), lambda a: ct.Equation.nonholonomic([a], ["vx - y*spin"]),
            lambda a: ct.Stop.above(ct.Travel.across(line(ct.GROUND), a.origin()), 0.2), lambda a: ct.Coupler(ct.Angle.between(ct.GROUND, a), 2.0, ct.Travel.along(line(ct.GROUND), a.origin())),
        ],
    }  # fmt: skip
    for freedoms, makers in joints.items():
        for make in makers:
            builder = ct.ModelBuilder()
            builder.constraint("joint", make(body(builder, "body")))
            model = builder.build()
            assert model.freedoms(model.start()).freedoms == freedoms
            model.to_json()


def test_saved_and_pickled_models_run_bit_for_bit(case2, tmp_path):
    case2.model.save(tmp_path / "model.json")
    for model in [ct.Model.load(tmp_path / "model.json"), pickle.loads(pickle.dumps(case2.model))]:
        start = pickle.loads(pickle.dumps(model.start(hold=["disk.theta"])))
        again = ct.simulate(model, start, 20.0, every=0.01, tolerance=1e-12)
        np.testing.assert_array_equal(again["disk.theta"], case2["disk.theta"])
    back = pickle.loads(pickle.dumps(case2))
    assert np.array_equal(back["kinetic"], case2["kinetic"]) and back.transitions() == case2.transitions()


def test_errors_say_the_library_s_words():
    builder = ct.ModelBuilder()
    for _ in range(2):
        builder.body("a", ct.Particle(1.0))
    with pytest.raises(ct.BuildError, match="more than one body is named `a`: give each a name of its own, because results are read by name"):
        builder.build()
    with pytest.raises(RuntimeError, match="has built its model"):
        builder.build()
    model = disk_slider()
    with pytest.raises(ct.StartError, match="`x` cannot be given here; those that can be are `disk.x`, `disk.y`, `disk.theta`, .*`D.y`, `disk.vx`"):
        model.start({"x": 1.0})
    with pytest.raises(KeyError, match="there is no constraint `slot`; there are: O, A, B, slot B, C, D, slot D"):
        ct.simulate(model, model.placed(), 0.0, output="ends", start_tolerance=1.0).reaction("slot")
    with pytest.raises(TypeError, match="Point"):
        ct.Revolute(ct.WORLD.origin(), ct.GROUND.origin())
    with pytest.raises(ct.FormulaError, match="column 5 of the formula"):
        ct.Formula("y - * x")
    with pytest.raises(ct.FormulaError, match="angl"):
        ct.Equation.holonomic([ct.GROUND], ["y - angl"])
    builder = ct.ModelBuilder()
    bead = builder.body("bead", ct.Particle(1.0))
    pin = builder.constraint("pin", ct.Distance(ct.GROUND.point(1.0, 0.0), bead.origin(), 1.0))
    with pytest.raises(TypeError, match="`pin` is no slot of this model"):
        builder.friction("rub", ct.FrictionPoint.in_slot(pin), ct.Coulomb(0.1))
    with pytest.raises(ct.ChetaevError):
        builder.friction("rub", ct.FrictionPoint.along(ct.Angle.between(ct.GROUND, ct.GROUND), 1.0), ct.Coulomb(-0.1))
        builder.build()


def test_a_failed_run_keeps_what_it_had():
    builder = ct.ModelBuilder()
    bead = builder.body("bead", ct.Particle(1.0, moving=[1.0, 0.0]))
    builder.force("wall", ct.Applied(bead.origin(), force=[lambda x: np.sqrt(0.5 - x), 0.0]))
    model = builder.build()
    with pytest.raises(ct.RunError) as failed:
        ct.simulate(model, model.start(), 1.0)
    assert failed.value.kind == "Step" and 0.3 < failed.value.t < 0.5 and len(failed.value.partial) > 3
    assert failed.value.partial.last()["bead.x"] <= 0.5


def test_the_interpreter_is_free_while_it_runs():
    model = disk_slider()
    state, ticks = model.start(hold=["disk.theta"]), 0
    thread = threading.Thread(target=lambda: ct.simulate(model, state, 100.0, output="ends", tolerance=1e-12))
    thread.start()
    while thread.is_alive():
        ticks += 1
        thread.join(0.002)
    assert ticks > 5


def test_ctrl_c_ends_a_run():
    import signal

    model = disk_slider()
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(KeyboardInterrupt) as ended:
        ct.simulate(model, model.start(hold=["disk.theta"]), 1e5, every=0.1)
    assert len(ended.value.partial) > 10


def test_progress_and_its_end():
    model, told = disk_slider(), []
    with pytest.raises(ct.RunError) as ended:
        ct.simulate(model, model.start(hold=["disk.theta"]), 1e5, output="ends", progress=lambda t, t_end, steps: told.append(t) or len(told) < 3)
    assert ended.value.kind == "Cancelled" and len(told) == 3


def test_pages_and_files(case2, tmp_path):
    shown = case2._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "<script src=" not in shown
    case2.player(tmp_path / "run.html", title="disk")
    assert "disk" in (tmp_path / "run.html").read_text()
    case2.write_csv(tmp_path / "run.csv")
    assert (tmp_path / "run.csv").read_text() == case2.to_csv()
    case2.write_npz(tmp_path / "run.npz")
    case2.animation(tmp_path / "run.svg")
    axes = case2.plot("disk.theta")
    assert axes.get_xlabel() == "t (s)"


def test_events_and_a_controller():
    builder = ct.ModelBuilder()
    cart = builder.body("cart", ct.Particle(2.0, at=[1.0, 0.0]))
    guide = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("guide", ct.Slot(guide, cart.origin()))
    push = builder.input("push", 0.0)
    builder.force("motor", ct.AppliedAlong(ct.Travel.along(guide, cart.origin()), push))
    model = builder.build()

    def control(at, state):
        state["push"] = -8.0 * at["cart.x"] - 8.0 * at["cart.vx"]

    clock = ct.Event.every("control", 0.01, change=control, quiet=True)
    half = ct.Event("half", "cart.x - 0.5", direction="falling")
    run = ct.simulate(model, model.placed(), 10.0, events=[clock, half])
    assert abs(run.end["cart.x"]) < 1e-6 and abs(run.end["push"]) < 1e-5
    assert [event.name for event in run.events()] == ["half"] and abs(run.events()[0].state["cart.x"] - 0.5) < 1e-9
    with pytest.raises(ZeroDivisionError) as raised:
        ct.simulate(model, model.placed(), 1.0, events=[ct.Event.at("bad", [0.5], change=lambda at, state: 1 / 0)])
    assert raised.value.partial.end.t == 0.5
    with pytest.raises(ValueError, match="the event `both` can do one thing"):
        ct.Event("both", "cart.x", stop=True, corner=True)
    with pytest.raises(KeyError, match="there is no column `cart.z`"):
        ct.simulate(model, model.placed(), 1.0, events=[ct.Event("bad", lambda at: at["cart.z"])])


def test_a_stone_s_flight_by_events():
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    builder.body("stone", ct.Particle(1.0, at=[0.0, 1.0]))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 5.0, events=[ct.Event("floor", lambda at: at["stone.y"], direction="falling", stop=True)])
    assert abs(run.end.t - sqrt(2.0 / 9.81)) < 1e-12


def test_a_start_is_read_with_its_friction():
    """Friction of a start is decided where it is read; a cam lies on the outside of its roller because that was said."""
    builder = ct.ModelBuilder(gravity=[9.81 * np.sin(0.2), -9.81 * np.cos(0.2)])
    block = builder.body("block", ct.Particle(1.0))
    floor = builder.constraint("floor", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), block.origin()))
    rub = builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(0.5))
    cam = builder.body("cam", ct.RigidBody.disk(1.0, 0.05, at=[3.0, 0.0, 0.0]))
    roller = builder.body("roller", ct.RigidBody.disk(1.0, 0.05, at=[3.0, 0.2, 0.0]))
    circle = ct.Circle([0.0, 0.0], 0.05)
    pair = ct.CurvePair.outside(circle, circle, near=[0.5 * np.pi, -0.5 * np.pi])
    touch = builder.contact("touch", ct.Contact.between(cam, roller, pair), ct.Rigid.smooth())
    model = builder.build()
    at = model.read(model.start({"block.vx": 1.0}))
    assert at.friction(rub).mode == "forward" and isclose(at.acceleration[0], 9.81 * (np.sin(0.2) - 0.5 * np.cos(0.2)), rel_tol=1e-12)
    assert model.read(model.start()).friction(rub).mode == "stick" and isclose(at.contact(touch).gap, 0.1, rel_tol=1e-12)


def test_what_is_read_beside_the_columns():
    # The middle of a block falls on a floor at 4 m/s.
    builder = ct.ModelBuilder(gravity=[0.0, -10.0])
    block = builder.body("block", ct.RigidBody(2.0, 1.0, at=[0.0, 0.8, 0.0], moving=[1.0, 0.0, 0.0]))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.contact("floor", ct.Contact.between(ct.GROUND, block, ct.CornerOnLine(line, [0.0, 0.0])), ct.Rigid.rough(ct.Coulomb(0.4)))
    model = builder.build()
    run = ct.simulate(model, model.start(), 0.6, keep_dense=True)
    struck = run.impacts()[0].t
    assert struck == pytest.approx(0.4, abs=1e-9)
    assert model.read(run.before(struck))["block.vy"] == pytest.approx(-4.0, abs=1e-8)
    assert model.read(run.state_at(struck))["block.vy"] == pytest.approx(0.0, abs=1e-8)
    height = ct.Travel.across(line, block.origin())
    assert run.sample(0).second_rate(height) == pytest.approx(-10.0, rel=1e-12)


def test_friction_that_two_points_share():
    builder = ct.ModelBuilder()
    block = builder.body("block", ct.Particle(2.0))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    travel = ct.Travel.along(line, block.origin())
    builder.constraint("guide", ct.Slot(line, block.origin()))
    builder.force("push", ct.AppliedAlong(travel, 5.0))
    for name, load in [("a", 10.0), ("b", 20.0)]:
        builder.friction(name, ct.FrictionPoint.along(travel, load), ct.Coulomb(0.3))
    model = builder.build()
    at = model.read(model.start())
    # Of 5 N the one can hold up to 3, and the other up to 6, so that at least −1 and 2 are left for them.
    assert sorted(abs(end) for end in at.friction_range("b")) == pytest.approx([2.0, 6.0], rel=1e-9)
    held = [at.friction_on(name, "block").force[0] for name in "ab"]
    assert sum(held) == pytest.approx(-5.0, rel=1e-12) and held == pytest.approx([at.friction(name).force for name in "ab"])
