"""What `help` says: defaults as they are, and the words that stumbling users looked for."""

import inspect

import numpy as np
import pytest

import chetaev as ct


def members():
    for name, it in vars(ct).items():
        if isinstance(it, type) and not name.startswith("_"):
            yield name, it
            yield from ((f"{name}.{key}", getattr(one, "__func__", one)) for key, one in vars(it).items() if not key.startswith("_"))
        elif callable(it):
            yield name, it


def test_defaults_are_shown():
    shown = {name: it.__text_signature__ for name, it in members() if getattr(it, "__text_signature__", None)}
    assert len(shown) > 300 and [name for name, signature in shown.items() if "..." in signature] == []
    assert shown["Joint.revolute"] == "(a, b, *, in_axes_of_a=False)" and shown["CurvePair.outside"] == "(a, b, *, near=None)"
    assert shown["SpringDamper.along"] == "(measure, stiffness, *, rest=0.0, damping=0.0)"
    assert inspect.signature(ct.RigidBody.rod).parameters["at"].default is None


def test_what_is_not_told_is_as_before():
    builder = ct.ModelBuilder()
    for name, body in {"disk": ct.RigidBody.disk(1.0, 1.0), "bead": ct.Particle(1.0), "place": ct.Particle(1.0, at=[1.0, 2.0, 3.0])}.items():
        builder.body(name, body)
    builder.body("ball", ct.Solid.principal(1.0, [1.0, 1.0, 1.0]))
    builder.body("dust", ct.Particle.in_space(1.0))
    placed = builder.build().placed()
    assert list(placed.q) == [0.0] * 5 + [1.0, 2.0, 3.0] + [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0] + [0.0] * 3 and not placed.v.any()


@pytest.mark.parametrize(
    "of, said",
    [
        (ct.CornerOnLine, "`[x, y]` in the axes of b from its center of mass"),
        (ct.FrictionPoint.along, "a moment (N m)"),
        (ct.FrictionPoint.in_pin, "on its circumference"),
        (ct.State.hold, "examples/geneva.py"),
        (ct.Fit.deviation, "times `scale`"),
        (ct.Identification, "an array of deviations is not taken"),
        (ct.Applied, "the last three in the body's own axes"),
        (ct.Equation, "(the spin, in the body's own axes)"),
        (ct.Snapshot.acceleration, "in the body's own axes"),
    ],
)
def test_help_says(of, said):
    assert said in " ".join(of.__doc__.split())


def test_where_and_clip_are_numpys_too():
    """Written with NumPy's names or the library's, of which the formulas are the same."""
    x = np.linspace(-2.0, 2.0, 41)
    step = ct.Formula(lambda x: np.where(x > 0.5, 1.0, 0.0))
    assert str(step) == str(ct.Formula(lambda x: ct.where(x > 0.5, 1.0, 0.0)))
    clipped = [ct.Formula(lambda x: np.clip(x, -1.0, 1.5)), ct.Formula(lambda x: np.clip(x, a_min=-1.0, a_max=1.5))]
    for formula in clipped:
        np.testing.assert_array_equal([formula(at) for at in x], np.clip(x, -1.0, 1.5))
    least = ct.Formula(lambda x: np.clip(x, 0.25, None))
    np.testing.assert_array_equal([least(at) for at in x], np.clip(x, 0.25, None))
    np.testing.assert_array_equal([step(at) for at in x], np.where(x > 0.5, 1.0, 0.0))
    with pytest.raises(TypeError, match=r"numpy.round cannot be traced; there are .*clip, .*minimum.*chetaev.where\(x > 0.0, yes, no\)"):
        ct.Formula(lambda x: np.round(x))
    with pytest.raises(TypeError, match=r"chetaev.where, numpy.minimum, numpy.maximum, numpy.clip"):
        ct.Formula(lambda x: x if x > 0.0 else 0.0)


def test_a_guard_that_asks_for_more_than_columns_is_told_the_way():
    with pytest.raises(AttributeError, match=r"no `at.position`: it reads columns, at\[\"rod.x\"\].*AppliedAlong\(measure, 0.0\)"):
        ct.Event("low", lambda at: at.position(None)[1])
    # The way works.
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    stone = builder.body("stone", ct.Particle(1.0, at=[3.0, 5.0]))
    far = ct.Separation.between(ct.GROUND.origin(), stone.origin())
    builder.force("far", ct.AppliedAlong(far, 0.0))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 2.0, events=[ct.Event("near", lambda at: at["along.far.value"] - 5.0, direction="falling", stop=True)])
    assert run.end["stone.y"] == pytest.approx(4.0, abs=1e-12)


def test_works_and_the_balance():
    """What the README says of them: a damped spring is in `work.spring` as a whole, and in `potential` with its energy; one without damping in `potential` alone."""
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    mass = builder.body("mass", ct.Particle(2.0, at=[0.0, -1.3]))
    builder.force("damped", ct.SpringDamper.between(ct.GROUND.origin(), mass.origin(), 50.0, rest=1.0, damping=3.0))
    builder.force("free", ct.SpringDamper.between(ct.GROUND.origin(), mass.origin(), 20.0, rest=1.0))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 2.0, every=0.05)
    assert [name for name in run.keys() if name.startswith("work.")] == ["work.damped"]
    elastic = [0.5 * k * (-run["mass.y"] - 1.0) ** 2 for k in (50.0, 20.0)]
    weight = 2.0 * 9.81 * run["mass.y"]
    np.testing.assert_allclose(run.potential, weight + elastic[0] + elastic[1], atol=1e-12)
    np.testing.assert_allclose(run["balance"], run.kinetic + weight + elastic[1] - run["work.damped"], atol=1e-12)
    assert run.energy_error == pytest.approx(np.max(np.abs(run["balance"] - run["balance"][0])), abs=1e-15) and run.energy_error < 1e-8
    # Of the spring the work is what its energy lost; what is left is the damper's.
    energy, damper = run.kinetic + run.potential, run["work.damped"] - (elastic[0][0] - elastic[0])
    np.testing.assert_allclose(damper, energy - energy[0], atol=1e-8)
    assert np.all(np.diff(damper) < 0.0) and damper[-1] < -0.01


def test_deviations_as_found_and_as_said():
    """Readings that scatter twice as much as was said: the deviations that are told are those of the scatter."""
    rng = np.random.default_rng(7)
    times = np.arange(0.0, 1.0001, 0.01)
    readings = 0.7 * times + 2e-3 * rng.standard_normal(len(times))

    def build(p):
        builder = ct.ModelBuilder()
        builder.body("cart", ct.Particle(1.0, moving=[p["speed"], 0.0]))
        model = builder.build()
        return model, model.placed()

    family = ct.Family({"speed": 0.5}, build)
    plan = ct.Simulation(family.model, every=0.01)
    fit = ct.Identification(family, plan, 1.0, measured=[("cart.x", readings, 1e-3)]).run()
    said = 1e-3 / np.sqrt(np.sum(times**2))
    assert fit.scale == pytest.approx(2.0, rel=0.15)
    np.testing.assert_allclose(np.sqrt(fit.covariance_as_said), said, rtol=1e-6)
    np.testing.assert_allclose(fit.covariance, fit.covariance_as_said * fit.scale**2, rtol=1e-12)
    assert fit.deviation("speed") == pytest.approx(said * fit.scale, rel=1e-6)
    # One reading: nothing scatters.
    alone = ct.Identification(family, ct.Simulation(family.model, times=[1.0]), 1.0, measured=[("cart.x", [0.7], 1e-3)]).run()
    assert np.isnan(alone.scale) and alone.deviation("speed") == pytest.approx(1e-3, rel=1e-6)
    np.testing.assert_allclose(alone.covariance_as_said, 1e-6, rtol=1e-6)
    # Deviations that vary with time, as the help has it.
    growing = ct.Identification(family, plan, 1.0, measured=[(lambda at: at["cart.x"] / (1 + at["t"]), readings / (1 + times), 1e-3)]).run()
    np.testing.assert_allclose(np.sqrt(growing.covariance_as_said), 1e-3 / np.sqrt(np.sum((times / (1 + times)) ** 2)), rtol=1e-6)
