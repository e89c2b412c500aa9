"""Functions that are called at every evaluation, variables with a rate of their own, refusals of the library, and Ctrl-C in whatever may take long."""

import pickle
import signal
from math import sqrt, tau

import numpy as np
import pytest

import chetaev as ct


def bead(row, derivatives="traced", at=(0.7, 0.49), mass=1.3):
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    it = builder.body("bead", ct.Particle(mass, at=list(at)))
    builder.constraint("wire", ct.Equation.holonomic([it], [row], derivatives=derivatives))
    return builder.build()


@pytest.mark.parametrize(
    "row",
    [
        lambda x, y: y - x**2,
        lambda x, y, t: y - 0.49 * np.cosh(x - 0.7) + 0.1 * np.sin(t) * np.tanh(x - 0.7),
        lambda x, y: np.hypot(x, y - 1.0) - np.hypot(0.7, 0.51) + np.arctan2(y, x) - np.arctan2(0.49, 0.7),
        lambda x, y: np.exp(x - 0.7) / (1.0 + y) - np.log(1.49 + y - 0.49) + np.log(1.49) - 1.0 / 1.49 - np.sqrt(x + 1.0) + np.sqrt(1.7),
        lambda x, y: np.sin(x) * np.cos(y) - np.tan(0.3 * x) + np.arcsin(0.5 * y) - np.arccos(0.3 * x) + np.arctan(x) - np.sinh(y) - C,
        lambda x, y: (1.0 + y) ** 1.5 - 2.0**x + (-x) / 3.0 - K,
    ],
)
def test_called_and_traced_functions_move_alike(row):
    traced, called = bead(row), bead(row, "dual")
    start = {"bead.x": 0.7, "bead.vx": 0.4}
    one, other = (ct.simulate(it, it.start(start, hold=["bead.x"]), 0.5, every=0.1, tolerance=1e-11) for it in (traced, called))
    np.testing.assert_allclose(other.q, one.q, atol=1e-10)
    np.testing.assert_allclose(other.multipliers("wire"), one.multipliers("wire"), rtol=1e-8, atol=1e-8)


C = np.sin(0.7) * np.cos(0.49) - np.tan(0.21) + np.arcsin(0.245) - np.arccos(0.21) + np.arctan(0.7) - np.sinh(0.49)
K = 1.49**1.5 - 2.0**0.7 - 0.7 / 3.0


def test_a_function_may_ask_which_number_is_larger():
    """A wire that is straight, then a circle of radius 1: the pull of the wire is m (g cos α + v²/R) of the circle, with v² = v0² − 2 g h."""

    def row(x, y):
        return y if x < 0.0 else (1.0 - np.sqrt(1.0 - x * x)) - y

    with pytest.raises(TypeError, match="where"):
        bead(row)
    model = bead(row, "dual", at=(-0.5, 0.0), mass=2.0)
    run = ct.simulate(model, model.start({"bead.vx": 3.0}), 0.35, every=0.01, tolerance=1e-10, max_step=0.01)
    end = run.last()
    rise = end["bead.y"]
    assert 0.05 < rise < 0.5 and abs(run.energy_error) < 1e-6
    force = np.linalg.norm(end.reaction("wire").force)
    assert force == pytest.approx(2.0 * (9.81 * (1.0 - rise) + 9.0 - 2.0 * 9.81 * rise), rel=1e-6)


def test_a_table_of_the_users_own_and_bodies_in_space():
    heights = np.array([0.0, 0.1, 0.4, 0.9, 1.6])

    def row(z, x):
        k = min(max(int(x.value // 0.1), 0), 3)
        return z - heights[k] - (heights[k + 1] - heights[k]) * (x - 0.1 * k) / 0.1

    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    it = builder.body("ball", ct.Particle.in_space(1.0, at=[0.05, 0.0, 0.05]))
    builder.constraint("slope", ct.Equation.holonomic([it], [row], derivatives="dual"))
    model = builder.build()
    # On the first piece, a slope of 45°.
    assert model.read(model.start())["ball.x"] == pytest.approx(0.05) and model.read(model.start()).acceleration[0] == pytest.approx(-0.5 * 9.81)


def test_velocities_and_several_bodies():
    """A skate (vx sin θ = vy cos θ) whose function is called, beside the traced one; and two beads whose functions read both."""

    def skate(derivatives):
        builder = ct.ModelBuilder(gravity=[0.0, -1.0])
        body = builder.body("skate", ct.RigidBody(1.0, 0.2, at=[0.0, 0.0, 0.3], moving=[np.cos(0.3), np.sin(0.3), 0.5]))
        row = lambda angle, vx, vy: vx * np.sin(angle) - vy * np.cos(angle)  # noqa: E731
        builder.constraint("blade", ct.Equation.nonholonomic([body], [row], derivatives=derivatives))
        return builder.build()

    runs = [ct.simulate(it, it.start(), 2.0, every=0.1, tolerance=1e-11) for it in (skate("traced"), skate("dual"))]
    np.testing.assert_allclose(runs[1].q, runs[0].q, atol=1e-10)

    def pair(derivatives):
        builder = ct.ModelBuilder(gravity=[0.0, -9.81])
        a, b = (builder.body(name, ct.Particle(1.0, at=[x, 0.0])) for name, x in (("a", 0.0), ("b", 1.0)))
        row = lambda x1, y1, x2, y2: (x2 - x1) ** 2 + (y2 - y1) ** 2 - 1.0  # noqa: E731
        builder.constraint("rod", ct.Equation.holonomic([a, b], [row], derivatives=derivatives))
        builder.constraint("pin", ct.Equation.holonomic([a], ["x", "y"]))
        return builder.build()

    runs = [ct.simulate(it, it.start(), 1.0, every=0.1, tolerance=1e-11) for it in (pair("traced"), pair("dual"))]
    np.testing.assert_allclose(runs[1].q, runs[0].q, atol=1e-9)


def test_what_a_called_function_does_wrong_is_told():
    def row(x, y):
        if x < 0.5:
            raise ArithmeticError("no wire here")
        return y - x**2

    model = bead(row, "dual")
    with pytest.raises(ct.RunError, match="`wire`.*ArithmeticError: no wire here") as ended:
        ct.simulate(model, model.start(), 2.0, every=0.01)
    assert len(ended.value.partial) > 3 and ended.value.partial["bead.x"][-1] == pytest.approx(0.5, abs=0.05)
    with pytest.raises(ct.StartError, match="TypeError.*numpy.sin"):
        import math

        wrong = bead(lambda x, y: y - math.sin(x), "dual")
        wrong.start({"bead.x": 0.6}, hold=["bead.x"])
    with pytest.raises(ValueError, match="`z`.*t, x, y, angle"):
        bead(lambda z: z, "dual")
    with pytest.raises(ValueError, match="differences.*traced, dual"):
        bead(lambda x: x, "differences")
    with pytest.raises(ct.ChetaevError, match="wire"):
        pickle.dumps(model)


def test_a_variable_with_a_rate_of_its_own():
    """A capacitor: i' = −i/τ, and the heat of a damper: E' = c v², which with the energy of the mass stays what it was."""

    def build(p):
        builder = ct.ModelBuilder()
        mass = builder.body("mass", ct.Particle(2.0, moving=[3.0, 0.0]))
        line = ct.GROUND.axis([0.0, 0.0], 0.0)
        builder.constraint("line", ct.Slot(line, mass.origin()))
        c = p["c"]
        builder.force("damper", ct.SpringDamper.guided(line, mass.origin(), 0.0, damping=c))
        builder.variable("current", 1.0, "-current/0.5")
        builder.variable("heat", 0.0, lambda at: c * at["mass.vx"] ** 2)
        model = builder.build()
        return model, model.start()

    family = ct.Family({"c": 0.5}, build).at({"c": 0.8})
    run = ct.simulate(family.model, family.start, 1.0, every=0.1, tolerance=1e-11)
    np.testing.assert_allclose(run["current"], np.exp(-2.0 * run.t), atol=1e-9)
    np.testing.assert_allclose(run["heat"] + run["mass.vx"] ** 2, 9.0, atol=1e-8)
    np.testing.assert_allclose(run["mass.vx"], 3.0 * np.exp(-0.4 * run.t), atol=1e-8)
    # By the damping: v_c = −t v/2, and of the heat −2 v v_c.
    run = ct.simulate(family.model, family.start, 1.0, every=0.1, tolerance=1e-11, sensitivities=family)
    by, v = run.sensitivity("c"), run["mass.vx"]
    np.testing.assert_allclose(by["mass.vx"], -0.5 * run.t * v, atol=1e-8)
    np.testing.assert_allclose(by["heat"], run.t * v**2, atol=1e-7)
    with pytest.raises(ct.RunError, match="`current` has a rate of its own, in a run by an implicit method"):
        ct.simulate(family.model, family.start, 1.0, method="radau5", sensitivities=family)
    builder = ct.ModelBuilder()
    builder.body("mass", ct.Particle(1.0))
    builder.variable("heat", 0.0, lambda at: at["mass.speed"])
    with pytest.raises(KeyError, match="mass.speed"):
        builder.build()


def friction_of(joint, point):
    """Friction in a joint in space, of which one number makes no sense."""
    builder = ct.ModelBuilder()
    body = builder.body("body", ct.Solid.from_inertia(ct.Inertia.sphere(1.0, 0.1)))
    marks = [it.mark(0.0, 0.0, 0.0) for it in (ct.WORLD, body)]
    held = builder.constraint("joint", joint(*marks))
    builder.friction("rub", point(held), ct.Coulomb(0.3))
    builder.build()


def in_guide():
    builder = ct.ModelBuilder()
    body = builder.body("body", ct.RigidBody.rod(1.0, 1.0))
    guide = builder.constraint("guide", ct.Prismatic(ct.GROUND.axis([0.0, 0.0], 0.0), body.axis([0.0, 0.0], 0.0)))
    ct.FrictionPoint.in_guide(guide, [0.1, 0.1])


def body_of_another_model():
    other = ct.ModelBuilder()
    return [other.body(f"body{k}", ct.Particle(1.0)) for k in range(4)][3]


def elastic(stiffness, rest=None):
    return ct.Elastic(body_of_another_model(), [0, 1], stiffness, rest=rest)


# What the library's documentation says to panic ("# Panics"), or what it refuses where the model is built, and words of the exception.
WRONG = {
    "radius of a sleeve": ("radius", lambda: friction_of(ct.Joint.cylindrical, lambda c: ct.FrictionPoint.in_cylinder(c, 0.0))),
    "radius of a ball joint": ("radius", lambda: friction_of(lambda a, b: ct.Joint.spherical(a.point(), b.point()), lambda c: ct.FrictionPoint.in_ball(c, -1.0))),
    "ends of a guide": ("two different", in_guide),
    "ends of rails": ("two different", lambda: friction_of(ct.Joint.prismatic, lambda c: ct.FrictionPoint.on_rails(c, [0.1, 0.1], 0.2)[0])),
    "gauge of rails": ("gauge", lambda: friction_of(ct.Joint.prismatic, lambda c: ct.FrictionPoint.on_rails(c, [0.0, 0.1], 0.0)[0])),
    "stiffness that is not symmetric": ("symmetric", lambda: elastic([[1.0, 2.0], [3.0, 1.0]])),
    "rest of too many coordinates": ("rest|coordinates", lambda: elastic([[1.0, 2.0], [2.0, 1.0]], rest=[0.0, 0.0, 0.0])),
    "numbers of a formula": ("2 arguments, not 1", lambda: ct.Formula("x + y")(1.0)),
    "a parameter that a family has not": ("nu", lambda: ct.Family({"mu": 0.3}, lambda p: p["nu"])),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_panics_in_rust_is_an_exception(what, capfd):
    words, wrong = WRONG[what]
    # pyo3_runtime.PanicException is none of these.
    with pytest.raises((ValueError, TypeError, ct.ChetaevError), match=words):
        wrong()
    assert "panicked" not in capfd.readouterr().err


def test_handles_of_another_model_are_exceptions():
    builder = ct.ModelBuilder()
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0))
    model = builder.build()
    foreign = body_of_another_model()
    measure = ct.Separation.between(ct.GROUND.origin(), foreign.origin())
    at = model.read(model.placed())
    asks = [
        lambda: model.start(measures=[(measure, 1.0)]),
        lambda: at.position(foreign.origin()),
        lambda: at.measure(measure),
        lambda: ct.Inverse(model, {"push": measure}).at(model.placed()),
        lambda: ct.Sweep(model, measure).through(model.placed(), [1.0]),
        lambda: ct.Linearization.about(model, model.placed()).response([1.0], foreign, [0.0, 0.0, 1.0]),
    ]
    for ask in asks:
        with pytest.raises((ValueError, KeyError, ct.ChetaevError), match="another model|there is no"):
            ask()
    assert at.position(rod.origin()) == [0.0, 0.0]


def pendulum(mass=1.0):
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    rod = builder.body("rod", ct.RigidBody.rod(mass, 1.0, at=[0.5, 0.0, 0.0]))
    builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-0.5, 0.0)))
    return builder.build()


def pendulums():
    return ct.Family({"mass": 1.0}, lambda p: (lambda model: (model, model.placed()))(pendulum(p["mass"])))


def forever(what):
    model, family = pendulum(), pendulums()
    plan = ct.Simulation(model, tolerance=1e-10)
    of_family = ct.Simulation(family.model, tolerance=1e-10, every=1.0)
    many = 10**7
    return {
        "section": lambda: ct.Section.strobed(0.01, take=many).run(plan, model.placed()),
        "surface": lambda: ct.Section.rising("rod.theta", take=many).run(plan, model.placed()),
        "shooting": lambda: ct.Shooting.driven(1e5).run(plan, model.placed()),
        "lyapunov": lambda: ct.lyapunov(plan, model.placed(), 0.01, many),
        "identification": lambda: ct.Identification(family, of_family, 1e5, measured=[("rod.theta", np.zeros(10**5 + 1), 1.0)]).run(),
        "continuation": lambda: ct.Continuation(family, "mass", of_family, ct.Shooting.driven(1e4), to=2.0).run(model.placed()),
        "family": lambda: ct.Family({"mass": 1.0}, lambda p: [None for _ in iter(int, 1)]),
    }[what]


@pytest.mark.parametrize("what", ["section", "surface", "shooting", "lyapunov", "identification", "continuation", "family", "called"])
def test_ctrl_c_ends_what_may_take_long(what):
    if what == "called":
        model = bead(lambda x, y: y - x**2, "dual")
        ask = lambda: ct.simulate(model, model.start(), 1e5, output="ends")  # noqa: E731
    else:
        ask = forever(what)
    ctrl_c_ends(ask)


@pytest.mark.parametrize("what", ["inverse", "sweep"])
def test_ctrl_c_ends_long_lists(what):
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0, at=[0.5, 0.0, 0.0]))
    builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-0.5, 0.0)))
    model, angle = builder.build(), ct.Angle.between(ct.GROUND, rod)
    values = np.linspace(0.0, 1e3, 10**6)
    if what == "inverse":
        ctrl_c_ends(lambda: ct.Inverse(model, {"motor": angle}, [(angle, lambda t: t)]).over(model.placed(), values))
    else:
        ctrl_c_ends(lambda: ct.Sweep(model, angle).through(model.placed(), values))


def ctrl_c_ends(ask):
    # A shell in the background has its children ignore SIGINT: not so here. Of timers there is one that sends SIGALRM.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            ask()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGINT, before)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0


def test_forces_that_make_a_motion():
    """A rod on a pin, turned by θ = ½ α t²: M = J α + ½ m g l cos θ, J = ⅓; and what holds a block on a rough floor."""
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0, at=[0.5, 0.0, 0.0]))
    builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-0.5, 0.0)))
    model, angle = builder.build(), ct.Angle.between(ct.GROUND, rod)
    inverse = ct.Inverse(model, {"motor": angle}, [(angle, lambda t: 0.5 * 3.0 * t**2)])
    for it in inverse.over(model.placed(), np.linspace(0.0, 1.0, 11)):
        theta, omega = 1.5 * it.t**2, 3.0 * it.t
        assert it.is_determined and it.force("motor") == pytest.approx(1.0 + 0.5 * 9.81 * np.cos(theta), abs=1e-10)
        # Weight and inertia at the center of mass, under the motor: more than `model.read` knows.
        pull = it.read().reaction("pin").force
        ax, ay = -0.5 * 3.0 * np.sin(theta) - 0.5 * omega**2 * np.cos(theta), 0.5 * 3.0 * np.cos(theta) - 0.5 * omega**2 * np.sin(theta)
        assert pull[0] == pytest.approx(ax, abs=1e-9) and pull[1] == pytest.approx(ay + 9.81, abs=1e-9)
        assert it.state["rod.theta"] == pytest.approx(theta) and it.reach == pytest.approx(1.0)
    with pytest.raises(ct.InverseError, match="crane"):
        it.force("crane")
    given = inverse.accelerated(model.placed(), model.read(model.placed()).acceleration)
    assert given.force("motor") == pytest.approx(0.0, abs=1e-10)

    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    block = builder.body("block", ct.Particle(1.0))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    floor = builder.constraint("floor", ct.Slot(line, block.origin()))
    builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(0.2))
    model, way = builder.build(), ct.Travel.along(line, block.origin())
    held = ct.Inverse(model, {"push": way}, [(way, 0.0)]).at(model.placed())
    assert held.range("push") == pytest.approx([-0.2 * 9.81, 0.2 * 9.81]) and held.least("push") == pytest.approx(0.0, abs=1e-12)
    assert not held.is_determined
    with pytest.raises(ct.InverseError):
        held.force("push")
    limited = ct.Inverse(model, {"push": way}, [(way, 0.0)], limits={"push": (1.0, 5.0)}, weights={"push": 2.0}).at(model.placed())
    assert limited.least("push") == pytest.approx(1.0)


def test_a_slider_crank_through_its_turn():
    """x = r cos θ + √(l² − r² sin² θ) with its derivatives; it turns back at l ± r (tests/analysis/sweep.rs)."""
    r, length = 0.1, 0.25
    builder = ct.ModelBuilder()
    crank = builder.body("crank", ct.RigidBody.rod(1.0, r, at=[0.5 * r, 0.0, 0.0]))
    rod = builder.body("rod", ct.RigidBody.rod(1.0, length, at=[r + 0.5 * length, 0.0, 0.0]))
    slider = builder.body("slider", ct.Particle(1.0, at=[r + length, 0.0]))
    builder.constraint("shaft", ct.Revolute(ct.GROUND.origin(), crank.point(-0.5 * r, 0.0)))
    builder.constraint("A", ct.Revolute(crank.point(0.5 * r, 0.0), rod.point(-0.5 * length, 0.0)))
    builder.constraint("B", ct.Revolute(rod.point(0.5 * length, 0.0), slider.origin()))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("guide", ct.Slot(line, slider.origin()))
    model, travel = builder.build(), ct.Travel.along(line, slider.origin())
    sweep = ct.Sweep(model, ct.Angle.between(ct.GROUND, crank))
    for it in sweep.through(model.placed(), np.arange(0.1, 7.0, 0.2)):
        s, c = np.sin(it.value), np.cos(it.value)
        w = sqrt(length**2 - (r * s) ** 2)
        second = -r * c - r * r * ((c * c - s * s) / w + (r * s * c) ** 2 / w**3)
        assert it.ratio(travel) == pytest.approx([r * c + w, -r * s - r * r * s * c / w, second], abs=1e-12)
        assert it.state["slider.x"] == pytest.approx(r * c + w)
    dead = sweep.dead_centers(model.start({"crank.theta": 1.0}), travel, 0.05)
    assert sorted(it.value for it in dead) == pytest.approx([length - r, length + r])
    assert all(abs(np.sin(it.driver)) < 1e-9 for it in dead)
    with pytest.raises(ct.InverseError, match="slider"):
        ct.Sweep(model, travel).through(model.start({"crank.theta": 1.0}), [0.3, 0.36])


def test_a_linear_system_with_inputs_and_a_response():
    """m x'' + c x' + k x = u: A, B, C, D, the response to a force, and steps with the input held."""
    m, c, k = 2.0, 0.6, 50.0
    builder = ct.ModelBuilder()
    cart = builder.body("cart", ct.Particle(m))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("rail", ct.Slot(line, cart.origin()))
    builder.force("spring", ct.SpringDamper.guided(line, cart.origin(), k, damping=c))
    push = builder.input("push", 0.0)
    builder.force("motor", ct.AppliedAlong(ct.Travel.along(line, cart.origin()), push))
    model = builder.build()
    linear = ct.Linearization.about(model, model.placed())
    system = linear.system(["push"], ["cart.x", lambda at: 2.0 * at["cart.vx"] + at["push"]])
    np.testing.assert_allclose(system.a, [[0.0, 1.0], [-k / m, -c / m]], atol=1e-9)
    np.testing.assert_allclose(system.b, [[0.0], [1.0 / m]], atol=1e-9)
    np.testing.assert_allclose(system.c, [[1.0, 0.0], [0.0, 2.0]], atol=1e-9)
    np.testing.assert_allclose(system.d, [[0.0], [1.0]], atol=1e-9)
    assert list(system.outputs) == [0.0, 0.0]
    omegas = [0.5, 5.0, 20.0]
    found = linear.response(omegas, cart, [1.0, 0.0, 0.0])[:, 0]
    expected = [1.0 / (k - m * w * w + 1j * c * w) for w in omegas]
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    # From x' = A x + B u to the outputs: C (iω − A)⁻¹ B + D.
    transfer = [(system.c @ np.linalg.solve(1j * w * np.eye(2) - system.a, system.b) + system.d)[0, 0] for w in omegas]
    np.testing.assert_allclose(transfer, [1.0 / (k - m * w * w + 1j * c * w) for w in omegas], rtol=1e-9)
    a, b = system.held(1e-4)
    np.testing.assert_allclose(a, np.eye(2) + 1e-4 * system.a + 0.5e-8 * system.a @ system.a, atol=1e-11)
    assert a.shape == (2, 2) and b.shape == (2, 1)
    (swing,) = linear.oscillations()
    assert swing.damping_ratio == pytest.approx(c / (2.0 * sqrt(k * m))) and tau / swing.angular_frequency < 1.3
    assert linear.residual == 0.0 and linear.error < 1e-8 and len(linear.errors()) == len(linear.conditions()) == 2 and swing.residual < 1e-9
    moved = linear.system(["push"], ["cart.x", lambda at: 2.0 * at["cart.vx"]]).in_outputs()
    np.testing.assert_allclose(moved.a, [[0.0, 0.5], [-2.0 * k / m, -c / m]], atol=1e-9)


def test_a_plain_number_may_stand_first():
    """NumPy asks the second number, and arrays of them, too: as the traced function does."""
    rows = {
        "hypot": lambda x, y: np.hypot(1.0, x) - np.hypot(1.0, 0.7) + y - 0.49,
        "arctan2": lambda x, y: np.arctan2(1.0, x) - np.arctan2(1.0, 0.7) + y - 0.49,
        "float64": lambda x, y: np.float64(2.0) * x - np.float64(1.4) + y - np.float64(0.49) + np.power(np.float64(2.0), x) - 2.0**0.7,
        "square": lambda x, y: np.square(x) - np.square(0.7) + np.reciprocal(x) - 1.0 / 0.7 + np.negative(y) + 0.49,
    }
    for row in rows.values():
        traced, called = bead(row), bead(row, "dual")
        start = {"bead.x": 0.7, "bead.vx": 0.4}
        one, other = (ct.simulate(it, it.start(start, hold=["bead.x"]), 0.3, every=0.1, tolerance=1e-11) for it in (traced, called))
        np.testing.assert_allclose(other.q, one.q, atol=1e-10)
        np.testing.assert_allclose(other.multipliers("wire"), one.multipliers("wire"), rtol=1e-8, atol=1e-8)

    # What has a kink is no formula of positions, and called where it has none.
    bent = bead(lambda x, y: np.minimum(9.0, x) - 0.7 + np.maximum(y, -9.0) - 0.49 + np.abs(x) - 0.7, "dual")
    straight = bead(lambda x, y: 2.0 * x + y - 1.89)
    run, known = (ct.simulate(it, it.start(), 0.2, output="ends") for it in (bent, straight))
    np.testing.assert_allclose(run.q, known.q, atol=1e-10)

    def array(x, y):
        return np.sum(np.array([1.0, 2.0]) * x) + np.hypot(np.array([3.0, 0.0]), y)[1] - 2.1 - 0.49

    bead(array, "dual").start()
    with pytest.raises(ct.StartError, match="numpy.log10 is not known of numbers with derivatives"):
        bead(lambda x, y: np.log10(x) + y, "dual").start()
