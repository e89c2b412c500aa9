"""Equilibria, modes, sections and orbits, against what is known in closed form."""

from math import pi, sqrt, tau

import numpy as np
import pytest

import chetaev as ct


def pendulum(damping=0.0, drive=None):
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0, at=[0.3, -0.4, -1.0]))
    builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-0.5, 0.0)))
    builder.force("bearing", ct.AppliedAlong(ct.Angle.between(ct.GROUND, rod), ct.Formula(lambda v: -damping * v)))
    if drive is not None:
        builder.force("motor", ct.Applied.torque(rod, drive))
    return builder.build()


def test_equilibrium_and_modes():
    model = pendulum(damping=0.1)
    rest = ct.equilibrium(model, model.start({"rod.theta": -1.2}, hold=["rod.theta"]))
    assert abs(rest.state["rod.theta"] + pi / 2) < 1e-10 and rest.residual < 1e-9
    linear = ct.Linearization.about(model, rest.state)
    # J θ'' + d θ' + ½ m g l θ = 0 with J = ⅓.
    decay, omega = 0.5 * 0.1 * 3.0, sqrt(1.5 * 9.81)
    swing = complex(-decay, sqrt(omega**2 - decay**2))
    assert linear.freedoms == (1, 1) and linear.matrix.shape == (2, 2)
    assert abs(linear.eigenvalues[0] - swing) < 1e-9 and abs(linear.modes()[0].damping_ratio - decay / omega) < 1e-9


def test_equilibrium_in_friction():
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    block = builder.body("block", ct.Particle(1.0, at=[0.0, 0.0]))
    floor = builder.constraint("floor", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), block.origin()))
    builder.force("pull", ct.Applied(block.origin(), force=[1.0, 0.0]))
    builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(0.2))
    model = builder.build()
    rest = ct.equilibrium(model, model.start())
    assert rest.margin == pytest.approx(1.0 - 1.0 / (0.2 * 9.81), abs=1e-9)
    assert model.branches(rest.state)[0].modes == {"rub": "stick"} and model.certificate(rest.state)[0] < 1.0


def test_sections():
    model = pendulum()
    plan = ct.Simulation(model, tolerance=1e-11)
    start = model.start({"rod.theta": -pi / 2 + 0.1}, hold=["rod.theta"])
    states = ct.Section.rising(lambda at: at["rod.theta"] + pi / 2, take=3).run(plan, start)
    period = tau / sqrt(1.5 * 9.81) * (1.0 + 0.1**2 / 16.0 + 11.0 * 0.1**4 / 3072.0)
    np.testing.assert_allclose(np.diff([state.t for state in states]), period, atol=1e-8)
    strobed = ct.Section.strobed(0.5, take=4).run(plan, start)
    np.testing.assert_allclose([state.t for state in strobed], [0.5, 1.0, 1.5, 2.0], atol=1e-12)
    with pytest.raises(ct.SectionError):
        ct.Section.rising("rod.theta - 3", take=3, within=2.0).run(plan, start)


def test_a_driven_orbit():
    """Small swings under a torque M sin ωt: θ = A sin(ωt − φ)."""
    omega, moment, damping = 3.0, 1e-3, 0.5
    model = pendulum(damping=damping, drive=ct.Signal.constant(0.0).sine(moment, omega, 0.0))
    guess = model.start({"rod.theta": -pi / 2}, hold=["rod.theta"])
    orbit = ct.Shooting.driven(tau / omega).run(ct.Simulation(model, tolerance=1e-11), guess)
    stiff = 0.5 * 9.81 - omega**2 / 3.0
    amplitude = moment / np.hypot(stiff, damping * omega)
    phase = np.arctan2(damping * omega, stiff)
    assert abs(orbit.state["rod.theta"] + pi / 2 + amplitude * np.sin(phase)) < 1e-8
    assert np.all(np.abs(orbit.multipliers) < 1.0) and orbit.period == pytest.approx(tau / omega)


def test_exponents_of_a_pendulum_are_zero_and_what_a_function_raises_is_told():
    model = pendulum()
    plan = ct.Simulation(model, tolerance=1e-10)
    found = ct.lyapunov(plan, model.start(), 1.0, 200)
    assert found.dimension == 2 and abs(found.values[0]) < 0.1
    broken = ct.Simulation(model, events=[ct.Event.at("broken", [0.5], change=lambda at, state: 1 / 0)])
    with pytest.raises(ZeroDivisionError):
        ct.Section.strobed(1.0, take=2).run(broken, model.start())


def test_how_an_equilibrium_moves():
    """A mass hangs on a spring: y = -m g / k, and swings with the root of k / m."""

    def build(p):
        builder = ct.ModelBuilder(gravity=[0.0, -10.0])
        bob = builder.body("bob", ct.Particle(p["m"], at=[0.0, -0.1]))
        line = ct.GROUND.axis([0.0, 0.0], pi / 2)
        builder.constraint("guide", ct.Slot(line, bob.origin()))
        builder.force("spring", ct.SpringDamper.along(ct.Travel.along(line, bob.origin()), p["k"]))
        model = builder.build()
        return model, model.start()

    slopes = ct.EquilibriumSlopes(ct.Family({"m": 2.0, "k": 50.0}, build))
    assert slopes.names == ["m", "k"] and slopes.equilibrium().state["bob.y"] == pytest.approx(-0.4)
    assert slopes.reading("bob.y") == pytest.approx([-10.0 / 50.0, 20.0 / 2500.0], rel=1e-9)
    assert slopes.displacement("k")[1] == pytest.approx(20.0 / 2500.0, rel=1e-9)
    values, moved = slopes.eigenvalues()
    assert values[0] == pytest.approx(5j) and moved[0, 1].imag == pytest.approx(5.0 / 100.0, rel=1e-7)
    with pytest.raises(KeyError, match="mu"):
        slopes.displacement("mu")
    # One freedom has one shape, whatever the parameters.
    modes, shapes = slopes.modes()
    assert modes[0].q[1] == pytest.approx(1.0) and shapes.shape == (2, 2, 2) and np.abs(shapes).max() < 1e-12


def test_rest_on_the_edge_of_slipping():
    """A block on a rough slope under a spring: k y = m g (sin a + mu cos a) up the slope."""

    def build(p):
        builder = ct.ModelBuilder(gravity=[0.0, -10.0])
        block = builder.body("block", ct.Particle(2.0))
        line = ct.GROUND.axis([0.0, 0.0], 0.3)
        slope = builder.constraint("slope", ct.Slot(line, block.origin()))
        builder.force("spring", ct.SpringDamper.along(ct.Travel.along(line, block.origin()), 100.0))
        builder.friction("rub", ct.FrictionPoint.in_slot(slope), ct.Coulomb(p["mu"]))
        model = builder.build()
        return model, model.start()

    family = ct.Family({"mu": 0.2}, build)
    for direction in (1.0, -1.0):
        rest = {"rub": direction}
        found = ct.equilibrium(family.model, family.start, rest=rest)
        along = -0.2 * (np.sin(0.3) + direction * 0.2 * np.cos(0.3))
        assert found.state["block.x"] == pytest.approx(along * np.cos(0.3)) and found.margin == pytest.approx(0.0, abs=1e-9)
        slopes = ct.EquilibriumSlopes(family, rest=rest)
        assert slopes.reading("block.x") == pytest.approx([-0.2 * direction * np.cos(0.3) ** 2], rel=1e-8)
    with pytest.raises(KeyError, match="rob"):
        ct.equilibrium(family.model, family.start, rest={"rob": 1.0})
    with pytest.raises(ValueError, match="nearest, center"):
        ct.equilibrium(family.model, family.start, rest="edge")
