"""Mechanisms as a user writes them, each against a closed form or a balance."""

from math import cos, pi, sin, sqrt, tau

import numpy as np
import pytest

import chetaev as ct

G = 9.81


def rod_between(mass, a, b):
    """A thin rod between two points of the plane, and its length."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    length = float(np.linalg.norm(b - a))
    return ct.RigidBody.rod(mass, length, at=[*(0.5 * (a + b)), float(np.arctan2(*(b - a)[::-1]))]), length


def test_four_bar_with_a_spring():
    """A parallelogram: the coupler only translates, so that one freedom θ has ½ J θ'² with J = 2 m l²/3 + M l², and the spring its own energy."""
    length, m, big, k = 0.5, 1.0, 2.0, 40.0
    builder = ct.ModelBuilder(gravity=[0.0, -G])
    at = lambda x, angle: [x + length * cos(angle), length * sin(angle)]  # noqa: E731
    pins, angle = [[0.0, 0.0], [1.0, 0.0]], 1.0
    crank, rocker = (builder.body(name, rod_between(m, pin, at(pin[0], angle))[0]) for name, pin in zip(("crank", "rocker"), pins))
    coupler = builder.body("coupler", rod_between(big, at(0.0, angle), at(1.0, angle))[0])
    h = 0.5 * length
    builder.constraint("O", ct.Revolute(ct.GROUND.origin(), crank.point(-h, 0.0)))
    builder.constraint("A", ct.Revolute(crank.point(h, 0.0), coupler.point(-0.5, 0.0)))
    builder.constraint("B", ct.Revolute(coupler.point(0.5, 0.0), rocker.point(h, 0.0)))
    builder.constraint("C", ct.Revolute(ct.GROUND.point(1.0, 0.0), rocker.point(-h, 0.0)))
    builder.force("spring", ct.SpringDamper.torsional(ct.GROUND, crank, k, rest=pi / 2))
    model = builder.build()
    run = ct.simulate(model, model.start(), 2.0, every=0.01, tolerance=1e-11)
    theta, omega = run["crank.theta"], run["crank.omega"]
    inertia = 2.0 * m * length**2 / 3.0 + big * length**2
    energy = 0.5 * inertia * omega**2 + (m + big) * G * length * np.sin(theta) + 0.5 * k * (theta - pi / 2) ** 2
    np.testing.assert_allclose(energy, energy[0], rtol=1e-9)
    np.testing.assert_allclose(run["coupler.theta"], 0.0, atol=1e-10)
    assert np.ptp(theta) > 0.5


def test_slider_crank_with_friction():
    """What the motor gives is kinetic energy and the heat of the slider's friction, ∫ μ |N| |v| dt; turned evenly, once around."""
    r, l, mu = 0.1, 0.3, 0.2
    builder = ct.ModelBuilder(gravity=[0.0, -G])
    crank = builder.body("crank", rod_between(1.0, [0.0, 0.0], [r, 0.0])[0])
    rod = builder.body("rod", rod_between(1.0, [r, 0.0], [r + l, 0.0])[0])
    slider = builder.body("slider", ct.Particle(2.0, at=[r + l, 0.0]))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("O", ct.Revolute(ct.GROUND.origin(), crank.point(-r / 2, 0.0)))
    builder.constraint("A", ct.Revolute(crank.point(r / 2, 0.0), rod.point(-l / 2, 0.0)))
    builder.constraint("B", ct.Revolute(rod.point(l / 2, 0.0), slider.origin()))
    slot = builder.constraint("slot", ct.Slot(line, slider.origin()))
    builder.friction("rub", ct.FrictionPoint.in_slot(slot), ct.Coulomb(mu))
    drive = builder.constraint("motor", ct.Driver(ct.Angle.between(ct.GROUND, crank), lambda t: 10.0 * t))
    model = builder.build()
    run = ct.simulate(model, model.start(), tau / 10.0, every=1e-4, tolerance=1e-10)
    torque, rub = run.multipliers(drive)[:, 0], run.friction("rub")
    normal = np.abs(run.reaction("slot").force[:, 1])
    np.testing.assert_allclose(np.abs(rub.force), mu * normal, atol=1e-8)
    over = lambda y: float(np.sum(0.5 * (y[1:] + y[:-1]) * np.diff(run.t)))  # noqa: E731
    heat, work = over(mu * normal * np.abs(run["slider.vx"])), 10.0 * over(torque)
    # Around once all energies are what they were.
    assert heat > 0.1 and abs(work) == pytest.approx(heat, rel=1e-4)


def test_double_pendulum():
    """Two rods that start hanging and are struck lightly: the frequencies of small swings, of |K − ω² M| = 0 for rods of one mass and length."""
    builder = ct.ModelBuilder(gravity=[0.0, -G])
    a, b = (builder.body(name, ct.RigidBody.rod(1.0, 1.0, at=[0.0, y, -pi / 2])) for name, y in (("a", -0.5), ("b", -1.5)))
    builder.constraint("O", ct.Revolute(ct.GROUND.origin(), a.point(-0.5, 0.0)))
    builder.constraint("A", ct.Revolute(a.point(0.5, 0.0), b.point(-0.5, 0.0)))
    model = builder.build()
    found = [it.angular_frequency for it in ct.Linearization.about(model, model.start()).oscillations()]
    mass, stiff = np.array([[4.0 / 3.0, 0.5], [0.5, 1.0 / 3.0]]), np.diag([1.5 * G, 0.5 * G])
    np.testing.assert_allclose(sorted(found), np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(mass, stiff)).real)), rtol=1e-9)
    run = ct.simulate(model, model.start({"a.theta": 1.0, "b.theta": 0.0}, hold=["a.theta", "b.theta"]), 5.0, tolerance=1e-11)
    assert abs(run.energy_error) < 1e-7 and run.largest_phi < 1e-10


def test_geneva_drive():
    """A pin on the crank drives the wheel while it is in its slot: tan ψ = r sin θ/(d − r cos θ), a quarter of a turn for each turn."""
    d = 1.0
    r = d * sin(pi / 4)
    theta0 = -pi / 4 + 0.01
    psi0 = np.arctan2(r * sin(theta0), d - r * cos(theta0))
    builder = ct.ModelBuilder()
    crank = builder.body("crank", ct.RigidBody(1.0, 0.1, at=[0.0, 0.0, theta0]))
    wheel = builder.body("wheel", ct.RigidBody(1.0, 0.2, at=[d, 0.0, -psi0]))
    builder.constraint("O", ct.Revolute(ct.GROUND.origin(), crank.origin()))
    builder.constraint("W", ct.Revolute(ct.GROUND.point(d, 0.0), wheel.origin()))
    builder.constraint("pin", ct.Slot(wheel.axis([0.0, 0.0], pi), crank.point(r, 0.0)))
    builder.constraint("motor", ct.Driver(ct.Angle.between(ct.GROUND, crank), lambda t: theta0 + t))
    model = builder.build()
    leaves = ct.Event("the pin leaves the slot", f"crank.theta - {pi / 4 - 0.01}", direction="rising", stop=True)
    run = ct.simulate(model, model.start(), 3.0, every=0.01, tolerance=1e-11, events=[leaves])
    theta = run["crank.theta"]
    np.testing.assert_allclose(run["wheel.theta"], -np.arctan2(r * np.sin(theta), d - r * np.cos(theta)), atol=1e-9)
    assert run.events()[0].t == pytest.approx(pi / 2 - 0.02, rel=1e-9) and abs(np.ptp(run["wheel.theta"])) == pytest.approx(pi / 2, abs=0.03)


def test_stewart_platform():
    """A plate on six legs that stands level: they carry its weight together, and by symmetry each the same, m g/(6 sin of its slope)."""
    mass, high = 12.0, 0.8
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -G])
    plate = builder.body("plate", ct.Solid.from_inertia(ct.Inertia.cylinder(mass, 0.4, 0.05), at=[0.0, 0.0, high]))
    legs = {}
    for k in range(6):
        low, up = tau * (k // 2) / 3 + (-1) ** k * 0.2, tau * (k // 2) / 3 + (-1) ** k * 0.8
        foot, top = ct.WORLD.point(0.7 * cos(low), 0.7 * sin(low), 0.0), plate.point(0.4 * cos(up), 0.4 * sin(up), 0.0)
        legs[f"leg {k}"] = ct.Separation.between(foot, top)
    model = builder.build()
    state = model.placed()
    held = ct.Inverse(model, legs).accelerated(state, [0.0] * 6)
    length = model.read(state).measure(legs["leg 0"])[0]
    for name in legs:
        assert held.force(name) == pytest.approx(mass * G / 6.0 * length / high, rel=1e-9)


def test_rolling_coin():
    """A coin that rolls upright, turning: it stays upright only without turning, and then goes straight on; leaned it keeps its energy while it wobbles (three rows: no slip, no lift)."""
    r, m, speed = 0.3, 0.5, 2.0
    # Its axis along y: z of the coin is turned there about x.
    upright = {"at": [0.0, 0.0, r], "turned": [sqrt(0.5), -sqrt(0.5), 0.0, 0.0], "moving": [speed, 0.0, 0.0], "spinning": [0.0, 0.0, speed / r]}

    def roll(lean):
        builder = ct.ModelBuilder(gravity=[0.0, 0.0, -G])
        coin = builder.body("coin", ct.Solid.from_inertia(ct.Inertia.disk(m, r), **upright))
        builder.constraint("floor", ct.Contact.rolling(ct.WORLD, coin, ct.RimOnPlane(ct.Plane.horizontal(), ct.Rim(r))))
        model = builder.build()
        return ct.simulate(model, model.start({"coin.wx": lean}, keep=["coin.wx", "coin.wz"]), 2.0, every=0.1, tolerance=1e-11)

    straight, wobbling = roll(0.0), roll(0.5)
    np.testing.assert_allclose(straight["coin.x"], speed * straight.t, atol=1e-8)
    np.testing.assert_allclose(straight.reaction("floor").force[:, 2], m * G, rtol=1e-8)
    assert abs(straight.energy_error) < 1e-9 and abs(wobbling.energy_error) < 1e-8
    # Fast enough to stand: v² > g r/3 for a thin disk (Routh), and so it stays near upright.
    assert speed**2 > G * r / 3.0 and np.max(np.abs(wobbling["coin.z"] - r)) < 0.05 * r and np.ptp(wobbling["coin.y"]) > 1e-3


def test_bouncing_ball():
    """Impacts at t₁ and then after 2 v eⁿ/g each; it rests at t₁ (1 + e)/(1 − e)."""
    e, high = 0.6, 1.0
    builder = ct.ModelBuilder(gravity=[0.0, -G])
    ball = builder.body("ball", ct.RigidBody.disk(1.0, 0.1, at=[0.0, 0.1 + high, 0.0]))
    builder.contact("floor", ct.Contact.between(ct.GROUND, ball, ct.EllipseOnLine(ct.GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1)), ct.Rigid.smooth(bouncing=e))
    model = builder.build()
    run = ct.simulate(model, model.start(), 3.0, tolerance=1e-11)
    first = sqrt(2.0 * high / G)
    times = [it.t for it in run.impacts()]
    np.testing.assert_allclose(times[:4], first * (1.0 + 2.0 * np.cumsum([0.0, e, e**2, e**3])), rtol=1e-9)
    rest = [it.t for it in run.transitions() if it.cause.startswith("Rested")]
    # What is still to bounce when it is laid to rest is of the size of the last flights.
    assert 0.0 <= first * (1.0 + e) / (1.0 - e) - rest[0] < 1e-4


def test_rocking_block():
    """Housner's block that tips from rest: θ'² = 2 p² ((1 − cos(α − θ)) − (1 − cos(α − θ₀))), p² = 3 g/(4 R); each impact leaves 1 − 1.5 sin² α of the speed."""
    w, h, theta0 = 0.2, 0.6, 0.1
    big, alpha = 0.5 * np.hypot(w, h), np.arctan2(w, h)
    builder = ct.ModelBuilder(gravity=[0.0, -G])
    # On its right corner, turned by −θ₀.
    place = [0.5 * w - big * sin(alpha - theta0), big * cos(alpha - theta0), -theta0]
    block = builder.body("block", ct.RigidBody.rectangle(1.0, w, h, at=place))
    line, law = ct.GROUND.axis([0.0, 0.0], 0.0), ct.Rigid.rough(ct.Coulomb(1.5))
    for name, x in (("left", -0.5 * w), ("right", 0.5 * w)):
        builder.contact(name, ct.Contact.between(ct.GROUND, block, ct.CornerOnLine(line, [x, -0.5 * h])), law)
    model = builder.build()
    run = ct.simulate(model, model.start(), 1.0, tolerance=1e-11, keep_dense=True)
    hit = run.impacts()[0]
    fast = sqrt(1.5 * G / big * (cos(alpha - theta0) - cos(alpha))) if cos(alpha - theta0) > cos(alpha) else 0.0
    before, after = (abs(run.state_at(hit.t + s)["block.omega"]) for s in (-1e-9, 1e-9))
    assert before == pytest.approx(fast, rel=1e-5) and after == pytest.approx(fast * (1.0 - 1.5 * sin(alpha) ** 2), rel=1e-5)


def test_wishbone():
    """A wheel carrier on two arms of one length and slope: it moves on a circle without tilting; at rest the spring carries what the wheel's load does along the arms' motion."""
    arm, load, k = 0.35, 3000.0, 50000.0
    builder = ct.ModelBuilder()
    upper, lower = (builder.body(name, rod_between(2.0, [0.0, y], [arm, y])[0]) for name, y in (("upper", 0.5), ("lower", 0.2)))
    carrier = builder.body("carrier", ct.RigidBody(20.0, 0.5, at=[arm, 0.35, 0.0]))
    for name, body, y in (("upper", upper, 0.5), ("lower", lower, 0.2)):
        builder.constraint(f"{name} bush", ct.Revolute(ct.GROUND.point(0.0, y), body.point(-arm / 2, 0.0)))
        builder.constraint(f"{name} ball", ct.Revolute(body.point(arm / 2, 0.0), carrier.point(0.0, y - 0.35)))
    builder.force("spring", ct.SpringDamper.torsional(ct.GROUND, lower, k * arm**2, damping=200.0))
    builder.force("road", ct.Applied(carrier.origin(), force=[0.0, load]))
    model = builder.build()
    rest = ct.equilibrium(model, model.start())
    angle = rest.state["lower.theta"]
    assert rest.state["carrier.theta"] == pytest.approx(0.0, abs=1e-10) and k * arm**2 * angle == pytest.approx(load * arm * cos(angle), rel=1e-9)
    (bounce,) = ct.Linearization.about(model, rest.state).oscillations()
    inertia = 2.0 * 2.0 * arm**2 / 3.0 + 20.0 * arm**2
    stiff = k * arm**2 + load * arm * sin(angle)
    assert abs(bounce.eigenvalue) == pytest.approx(sqrt(stiff / inertia), rel=1e-7)


def test_gyroscope_in_gimbals():
    """A fast top in two rings without mass: small nutations of the frequency J₃ Ω/J₁, and no precession without a moment."""
    j1, j3, spin = 0.02, 0.03, 50.0
    builder = ct.ModelBuilder()
    rotor = builder.body("rotor", ct.Solid.principal(1.0, [j1, j1, j3], spinning=[0.01, 0.0, spin]))
    builder.constraint("gimbals", ct.Joint.spherical(ct.WORLD.origin(), rotor.origin()))
    model = builder.build()
    run = ct.simulate(model, model.start(keep=["rotor.wx", "rotor.wy", "rotor.wz"]), 0.2, every=0.001, tolerance=1e-11)
    # In the axes of the rotor: ωx = 0.01 cos λt, ωy = 0.01 sin λt, λ = (J₃ − J₁) Ω/J₁.
    rate = (j3 - j1) * spin / j1
    np.testing.assert_allclose(run["rotor.wx"], 0.01 * np.cos(rate * run.t), atol=1e-9)
    np.testing.assert_allclose(run["rotor.wy"], 0.01 * np.sin(rate * run.t), atol=1e-9)


def test_controlled_cart_pole():
    """A pole that a feedback of the linearized model holds up: the eigenvalues that were asked for, and from 0.1 rad back to rest."""
    builder = ct.ModelBuilder(gravity=[0.0, -G])
    cart = builder.body("cart", ct.Particle(1.0))
    pole = builder.body("pole", ct.RigidBody.rod(0.2, 1.0, at=[0.0, 0.5, pi / 2]))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("rail", ct.Slot(line, cart.origin()))
    builder.constraint("pin", ct.Revolute(cart.origin(), pole.point(-0.5, 0.0)))
    push = builder.input("push", 0.0)
    builder.force("motor", ct.Applied(cart.origin(), force=[push, 0.0]))
    model = builder.build()
    up = model.placed()
    reads = ["cart.x", lambda at: at["pole.theta"] - pi / 2, "cart.vx", "pole.omega"]
    system = ct.Linearization.about(model, up).system([push], reads).in_outputs()
    a, b = system.held(0.02)
    poles = np.exp(0.02 * np.array([-2.0, -2.5, -3.0, -3.5]))
    # Ackermann's formula.
    reach = np.hstack([np.linalg.matrix_power(a, k) @ b for k in range(4)])
    wanted = np.linalg.multi_dot([a - p * np.eye(4) for p in poles])
    gains = np.linalg.solve(reach.T, np.eye(4)[3]) @ wanted

    def control(at, state):
        state["push"] = -gains @ [at["cart.x"], at["pole.theta"] - pi / 2, at["cart.vx"], at["pole.omega"]]

    start = model.start({"pole.theta": pi / 2 + 0.1}, hold=["pole.theta", "cart.x"])
    run = ct.simulate(model, start, 6.0, every=0.02, events=[ct.Event.every("control", 0.02, change=control, quiet=True)])
    assert abs(run["pole.theta"][-1] - pi / 2) < 1e-4 and abs(run["cart.x"][-1]) < 1e-3 and np.max(np.abs(run["cart.x"])) > 0.01


def test_stick_slip_on_a_belt_and_a_fit_of_it():
    """Friction of a block on a belt from noisy readings of its place: within four of the standard deviations that the fit tells."""

    def build(p):
        builder = ct.ModelBuilder(gravity=[0.0, -G])
        block = builder.body("block", ct.Particle(1.0))
        line = ct.GROUND.axis([0.0, 0.0], 0.0)
        floor = builder.constraint("floor", ct.Slot(line, block.origin()))
        builder.force("spring", ct.SpringDamper.guided(line, block.origin(), 10.0))
        builder.friction("belt", ct.FrictionPoint.in_slot(floor, on_belt=0.2), ct.Coulomb(p["sliding"], holding=p["holding"]))
        model = builder.build()
        return model, model.start({"block.vx": 0.2})

    truth = {"sliding": 0.2, "holding": 0.3}
    member = ct.Family(truth, build)
    run = ct.simulate(member.model, member.start, 8.0, every=0.05)
    assert run.transitions()[0].t == pytest.approx(0.3 * G / (10.0 * 0.2), rel=1e-9)
    data = run["block.x"] + 1e-3 * np.random.default_rng(1).standard_normal(len(run.t))
    family = member.at({"sliding": 0.21, "holding": 0.29})
    plan = ct.Simulation(family.model, every=0.05)
    fit = ct.Identification(family, plan, 8.0, measured=[("block.x", data, 1e-3)]).run()
    for name, value in truth.items():
        assert abs(fit[name] - value) < 4.0 * fit.deviation(name) < 0.01, str(fit)
