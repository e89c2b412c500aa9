"""Derivatives of runs, parameters from measurements, and branches of orbits, against closed forms."""

from math import cos, tau

import numpy as np
import pytest

import chetaev as ct


def slider(p):
    """A block of 2 kg that slides to rest under a load of 20 N."""
    builder = ct.ModelBuilder()
    block = builder.body("block", ct.Particle(2.0, moving=[p["speed"], 0.0]))
    guide = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("guide", ct.Slot(guide, block.origin()))
    builder.friction("rub", ct.FrictionPoint.along(ct.Travel.along(guide, block.origin()), 20.0), ct.Coulomb(p["mu"]))
    model = builder.build()
    return model, model.placed()


def test_derivatives_of_a_run_and_of_instants():
    family = ct.Family({"mu": 0.4, "speed": 1.0}, slider)
    run = ct.simulate(family.model, family.start, 0.3, every=0.03, tolerance=1e-11, sensitivities=family)
    slide = np.minimum(run.t, 0.25)
    mu, speed = run.sensitivity("mu"), run.sensitivity("speed")
    # v = v0 − 10 μ t until it stands at v0/(10 μ); x there is v0²/(20 μ).
    np.testing.assert_allclose(mu["block.x"], np.where(run.t < 0.25, -5.0 * slide**2, -1.0 / (20.0 * 0.16)), atol=1e-12)
    np.testing.assert_allclose(speed.column(lambda at: at["block.x"]), np.where(run.t < 0.25, slide, 0.25), atol=1e-12)
    stop = run.transitions()[-1]
    assert stop.to == "stick" and mu.instant(stop.t) == pytest.approx(-1.0 / 1.6, rel=1e-10)
    assert speed.at_end("2*block.x") == pytest.approx(0.5, rel=1e-10) and speed.instant(0.1) is None
    assert mu.q.shape == (11, len(family.model.coordinate_names)) and not mu.v[-1].any() and run.flags() == []
    with pytest.raises(ct.SensitivityError, match="`mass`.*`mu`, `speed`"):
        run.sensitivity("mass")


def test_derivatives_by_the_start():
    builder = ct.ModelBuilder()
    mass = builder.body("mass", ct.Particle(1.0, at=[0.3, 0.0]))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("line", ct.Slot(line, mass.origin()))
    builder.force("spring", ct.SpringDamper.along(ct.Travel.along(line, mass.origin()), 4.0))
    model = builder.build()
    starts = ct.Sensitivities(starts=["mass.x", "mass.vx"], strict=True)
    run = ct.simulate(model, model.start(), 2.0, every=0.1, tolerance=1e-11, sensitivities=starts)
    np.testing.assert_allclose(run.sensitivity("mass.x")["mass.x"], np.cos(2.0 * run.t), atol=1e-9)
    np.testing.assert_allclose(run.sensitivity("mass.vx")["mass.x"], 0.5 * np.sin(2.0 * run.t), atol=1e-9)


def test_derivatives_of_works():
    family = ct.Family({"mu": 0.4, "speed": 1.0}, slider)
    plain = ct.simulate(family.model, family.start, 0.3, tolerance=1e-11, sensitivities=family)
    assert np.isnan(plain.sensitivity("speed")["work.rub"][-1])
    run = ct.simulate(family.model, family.start, 0.3, tolerance=1e-11, sensitivities=ct.Sensitivities(family, works=True))
    # All of m v0²/2 is lost, whatever the coefficient.
    assert run.sensitivity("speed")["work.rub"][-1] == pytest.approx(-2.0, rel=1e-9)
    assert run.sensitivity("mu")["work.rub"][-1] == pytest.approx(0.0, abs=1e-9)


def test_a_family_says_what_is_wrong_with_it():
    family = ct.Family({"mu": 0.4, "speed": 1.0}, slider, sizes={"mu": 0.1})
    assert family.names == ["mu", "speed"] and family.at({"mu": 0.2}).values == [0.2, 1.0]
    with pytest.raises(KeyError, match="mass"):
        family.at({"mass": 1.0})
    with pytest.raises(ct.FamilyError, match="ZeroDivisionError: .*zero") as raised:
        ct.Family({"mu": 0.0}, lambda p: (1.0 / p["mu"], None))
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    with pytest.raises(ct.FamilyError, match="model, start"):
        ct.Family({"mu": 0.4, "speed": 1.0}, lambda p: slider(p)[0])
    kept = []

    def keeps(p):
        kept.append(slider({"mu": p["mu"], "speed": 1.0}))
        return kept[-1]

    family = ct.Family({"mu": 0.4}, keeps)
    with pytest.raises(ct.FamilyError, match="keeps a clone"):
        family.at({"mu": 0.3})


def test_friction_and_speed_from_readings():
    t = 0.03 * np.arange(11)
    places = np.where(t < 0.25, t - 2.0 * t**2, 0.125)
    family = ct.Family({"mu": 0.5, "speed": 1.1}, slider)
    plan = ct.Simulation(family.model, every=0.03)
    stops = [(lambda run: [it.t for it in run.transitions()], [0.25], 1e-3)]
    fit = ct.Identification(family, plan, 0.3, measured=[("block.x", places, 1e-3)], instants=stops, within={"mu": (0.0, 1.0)}).run()
    assert abs(fit["mu"] - 0.4) < 1e-9 and abs(fit["speed"] - 1.0) < 1e-9
    assert [it.name for it in fit.fitted()] == ["mu", "speed"] and not fit.fitted()[0].bound
    assert fit.covariance.shape == (2, 2) and abs(fit.correlation("mu", "speed")) < 1.0 and "mu = 0.4" in str(fit)
    with pytest.raises(KeyError, match="mass"):
        fit["mass"]
    broken = ct.Identification(family, plan, 0.3, instants=[(lambda run: run.nothing, [0.25, 0.3], 1e-3)])
    with pytest.raises(AttributeError):
        broken.run()


def test_a_fit_of_noisy_readings_tells_how_well_it_knows():
    rng = np.random.default_rng(7)
    t = 0.01 * np.arange(31)
    places = np.where(t < 0.25, t - 2.0 * t**2, 0.125) + 1e-3 * rng.standard_normal(len(t))
    family = ct.Family({"mu": 0.5, "speed": 1.1}, slider)
    fit = ct.Identification(family, ct.Simulation(family.model, every=0.01), 0.3, measured=[("block.x", places, 1e-3)]).run()
    assert abs(fit["mu"] - 0.4) < 4.0 * fit.deviation("mu") < 0.02 and 0.6 < fit.scale < 1.5


def shaken(e, omega, phase, radius):
    def build(p):
        builder = ct.ModelBuilder()
        ball = builder.body("ball", ct.RigidBody.disk(1.0, radius, at=[0.0, radius + 0.1, 0.0]))
        builder.constraint("guide", ct.Prismatic(ct.GROUND.axis([0.0, 0.0], tau / 4.0), ball.axis([0.0, 0.0], tau / 4.0)))
        shake = ct.Signal.constant(-9.81).sine(p["amplitude"] * omega**2, omega, phase)
        builder.force("weight", ct.Applied(ball.origin(), force=[0.0, shake]))
        table = ct.EllipseOnLine(ct.GROUND.axis([0.0, 0.0], 0.0), radius, radius)
        builder.contact("table", ct.Contact.between(ct.GROUND, ball, table), ct.Rigid.smooth(bouncing=e))
        model = builder.build()
        return model, model.placed()

    return build


def test_a_ball_on_a_shaking_table_doubles_its_period():
    """Where 1 + tr M + e² = 0: A ω² = √(w² ω² + q²), w the table's speed at the impact, q = 2 g (1 + e²)/(1 + e)² (tests/analysis/branch.rs)."""
    g, e, omega, phase, radius = 9.81, 0.5, 50.0, 1.0, 0.05
    period = tau / omega
    up = 0.5 * g * period
    table = up * (1.0 - e) / (1.0 + e)
    fold, doubling = table / omega, np.hypot(table / omega, 2.0 * g * (1.0 + e * e) / (1.0 + e) ** 2 / omega**2)
    amplitude = 0.5 * (fold + doubling)
    hit = np.arccos(table / (amplitude * omega))
    since = period - ((hit - phase) % tau) / omega
    z, v = amplitude * np.sin(hit) + up * since - 0.5 * g * since**2, up - g * since
    start = {"ball.y": radius + z - amplitude * np.sin(phase), "ball.vy": v - amplitude * omega * cos(phase)}
    family = ct.Family({"amplitude": amplitude}, shaken(e, omega, phase, radius))
    plan, shooting = ct.Simulation(family.model, tolerance=1e-12), ct.Shooting.driven(period, tolerance=1e-11)
    orbits = ct.Continuation(family, "amplitude", plan, shooting, within=(0.5 * fold, 1.2 * doubling), to=1.2 * doubling)
    branch = orbits.run(family.model.start(start))
    (turn,) = branch.turns
    assert branch.end == "range" and turn.kind == "doubling" and turn.unstable == [0, 1] and abs(turn.value - doubling) < 1e-10
    assert branch.points[0].changes == ["table: blow"] and branch.points[0].unstable == 0 and "twice the period" in str(turn)
    assert abs(turn.orbit().multipliers[0] + 1.0) < 1e-6
    twice = ct.Continuation(family, "amplitude", plan, shooting, to=1.2 * doubling, most=2).doubled(turn)
    assert twice.end == "most" and twice.points[-1].changes == ["table: blow"] * 2 and twice.points[-1].orbit.period == pytest.approx(2.0 * period)
    with pytest.raises(ct.ContinuationError, match="amplitude"):
        ct.Continuation(family, "height", plan, shooting, to=1.0).run(family.start)


def test_the_period_of_van_der_pol():
    def build(p):
        builder = ct.ModelBuilder()
        mass = builder.body("mass", ct.Particle(1.0, at=[2.0, 0.0]))
        rail = ct.GROUND.axis([0.0, 0.0], 0.0)
        builder.constraint("rail", ct.Slot(rail, mass.origin()))
        mu = p["mu"]
        builder.force("push", ct.AppliedAlong(ct.Travel.along(rail, mass.origin()), ct.Formula(lambda x, v: mu * (1.0 - x**2) * v - x)))
        model = builder.build()
        return model, model.placed()

    family = ct.Family({"mu": 0.2}, build)
    orbits = ct.Continuation(family, "mu", ct.Simulation(family.model, tolerance=1e-12), ct.Shooting.free(6.3, tolerance=1e-11), to=1.0)
    branch = orbits.run(family.start)
    last = branch.points[-1]
    assert branch.turns == [] and last.value == 1.0 and abs(last.orbit.period - 6.663286859323130) < 1e-9
    assert abs(last.orbit.multipliers[0] - 1.0) < 1e-7 and last.orbit.flags == [] and last.orbit.differences is None


def test_a_pendulum_with_friction_in_its_pin():
    """The example of docs/derivatives.md: more friction, a slower fall."""

    def build(p):
        builder = ct.ModelBuilder(gravity=[0.0, -9.81])
        half = 0.5 * p["length"]
        rod = builder.body("rod", ct.RigidBody.rod(1.0, p["length"], at=[half, 0.0, 0.0]))
        pin = builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-half, 0.0)))
        builder.friction("rub", ct.FrictionPoint.in_pin(pin, 0.05), ct.Coulomb(p["mu"]))
        model = builder.build()
        return model, model.start(hold=["rod.theta"])

    family = ct.Family({"mu": 0.3, "length": 1.0}, build)
    both = ct.Sensitivities(family, starts=["rod.theta"])
    run = ct.simulate(family.model, family.start, 0.5, every=0.1, tolerance=1e-11, sensitivities=both)
    found = run.sensitivity("mu")["rod.theta"]
    step = 1e-5
    sides = [ct.simulate(it.model, it.start, 0.5, every=0.1, tolerance=1e-12)["rod.theta"] for it in (family.at({"mu": 0.3 + s}) for s in (-step, step))]
    np.testing.assert_allclose(found, (sides[1] - sides[0]) / (2.0 * step), atol=1e-7)
    assert found[0] == 0.0 and found[-1] > 0.0 and run.sensitivity("rod.theta")["rod.theta"][0] == pytest.approx(1.0)


def pushed(p):
    """A block of 2 kg that rubs, pushed along a guide."""
    builder = ct.ModelBuilder()
    block = builder.body("block", ct.Particle(2.0))
    guide = ct.GROUND.axis([0.0, 0.0], 0.0)
    builder.constraint("guide", ct.Slot(guide, block.origin()))
    along = ct.Travel.along(guide, block.origin())
    builder.force("push", ct.AppliedAlong(along, p["push"]))
    builder.friction("rub", ct.FrictionPoint.along(along, 10.0), ct.Coulomb(p["mu"]))
    model = builder.build()
    return model, model.placed()


def test_knots_of_a_signal_are_parameters():
    times = np.linspace(0.0, 1.0, 201)
    family = ct.Family({"push": ct.Knots(times, np.full(201, 8.0)), "mu": 0.2}, pushed)
    assert len(family.values) == 202 and family.names[3] == "push[3]" and family.names[-1] == "mu"
    run = ct.simulate(family.model, family.start, 1.0, every=0.5, tolerance=1e-11, sensitivities=family)
    # x(1) = ∫ (1 − t) (u − μ N)/m dt.
    width = np.full(201, 0.005)
    slopes = run.gradient("block.x")
    np.testing.assert_allclose(slopes[1:200], (width * (1.0 - times) / 2.0)[1:200], atol=1e-12)
    assert slopes[-1] == pytest.approx(-10.0 / 4.0, rel=1e-11)
    rows = run.gradients(lambda at: at["block.x"])
    assert rows.shape == (3, 202) and (rows[-1] == slopes).all() and not rows[0].any()
    assert run.sensitivity("push[7]").at_end("block.x") == pytest.approx(slopes[7], rel=1e-9)
    other = family.at({"push": np.linspace(8.0, 9.0, 201), "mu": 0.3})
    assert other.values[200] == 9.0 and other.at({"push[200]": 7.0}).values[200] == 7.0 and other.values[-1] == 0.3
    with pytest.raises(ValueError, match="`push` has 201 knots, and 1 values"):
        family.at({"push": [1.0]})
    with pytest.raises(KeyError, match="pull"):
        family.at({"pull": [1.0]})
    with pytest.raises(ct.FamilyError, match="times: 3, values: 2"):
        ct.Family({"push": ct.Knots([0.0, 1.0, 2.0], [1.0, 2.0]), "mu": 0.2}, pushed)


def test_a_fit_in_pieces_is_that_of_the_whole():
    times = np.linspace(0.0, 1.0, 6)
    known = ct.Family({"push": ct.Knots(times, 8.0 + np.sin(6.0 * times))}, lambda p: pushed({**p, "mu": 0.2}))
    places = ct.simulate(known.model, known.start, 1.0, every=0.02)["block.x"]
    family = known.at({"push": np.full(6, 7.0)})
    plan, bounds = ct.Simulation(family.model, every=0.02), {"push": (0.0, 20.0)}
    measured = [("block.x", places, 1e-4)]
    whole, cut = (ct.Identification(family, plan, 1.0, measured=measured, within=bounds, cut_at=at).run() for at in ([], [0.33, 0.7]))
    np.testing.assert_allclose(whole.family.values, known.values, atol=1e-5)
    np.testing.assert_allclose(cut.family.values, whole.family.values, atol=1e-5)
    assert whole.starts == [] and [start.t for start in cut.starts] == [0.33, 0.7]
    with pytest.raises(ct.IdentifyError, match="must rise"):
        ct.Identification(family, plan, 1.0, measured=measured, cut_at=[0.5, 0.2]).run()
