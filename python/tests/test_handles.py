"""Handles: of another model they are refused, though the names agree; by name there are those of a model that was read; and what is no handle is told in words."""

import numpy as np
import pytest

import chetaev as ct


def drawer(mass=1.0):
    """With one of each kind, and always the same names."""
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    block = builder.body("block", ct.RigidBody(mass, 0.1))
    ball = builder.body("ball", ct.RigidBody.disk(mass, 0.1, at=[0.0, 1.0, 0.0]))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    guide = builder.constraint("guide", ct.Prismatic(line, block.axis([0.0, 0.0], 0.0)))
    push = builder.input("push", 2.0)
    force = builder.force("pull", ct.Applied(block.origin(), force=[push, 0.0]))
    along = ct.FrictionPoint.along(ct.Travel.along(line, block.origin()), 1.0)
    rub = builder.friction("rub", along, ct.Coulomb(0.2))
    floor = builder.contact("floor", ct.Contact.between(ct.GROUND, ball, ct.EllipseOnLine(line, 0.1, 0.1)), ct.Rigid.smooth())
    return builder.build(), {"block": block, "guide": guide, "push": push, "pull": force, "rub": rub, "floor": floor}


def top(name="top"):
    builder = ct.ModelBuilder()
    body = builder.body(name, ct.Solid.principal(1.0, [1.0, 2.0, 3.0], spinning=[0.0, 0.0, 2.0]))
    return builder.build(), body


ASKS = {
    "run.reaction": (lambda model, run, at, state, it: run.reaction(it["guide"]), "constraint"),
    "run.reaction on": (lambda model, run, at, state, it: run.reaction("guide", on=it["block"]), "body"),
    "run.multipliers": (lambda model, run, at, state, it: run.multipliers(it["guide"]), "constraint"),
    "run.drift_of": (lambda model, run, at, state, it: run.drift_of(it["guide"]), "constraint"),
    "run.friction": (lambda model, run, at, state, it: run.friction(it["rub"]), "friction"),
    "run.friction_summary": (lambda model, run, at, state, it: run.friction_summary(it["rub"]), "friction"),
    "run.contact": (lambda model, run, at, state, it: run.contact(it["floor"]), "constraint"),
    "at.reaction": (lambda model, run, at, state, it: at.reaction(it["guide"]), "constraint"),
    "at.reaction on": (lambda model, run, at, state, it: at.reaction("guide", on=it["block"]), "body"),
    "at.multipliers": (lambda model, run, at, state, it: at.multipliers(it["guide"]), "constraint"),
    "at.friction": (lambda model, run, at, state, it: at.friction(it["rub"]), "friction"),
    "at.contact": (lambda model, run, at, state, it: at.contact(it["floor"]), "constraint"),
    "at.mode": (lambda model, run, at, state, it: at.mode(it["guide"]), "constraint"),
    "at.mode of friction": (lambda model, run, at, state, it: at.mode(it["rub"]), "friction"),
    "at.along": (lambda model, run, at, state, it: at.along(it["guide"]), "constraint"),
    "at.work": (lambda model, run, at, state, it: at.work(it["pull"]), "force"),
    "at.body": (lambda model, run, at, state, it: at.body(it["block"]), "body"),
    "state.hold": (lambda model, run, at, state, it: state.hold(it["guide"]), "constraint"),
    "state.release": (lambda model, run, at, state, it: state.release(it["guide"]), "constraint"),
    "state.open": (lambda model, run, at, state, it: state.open(it["floor"]), "constraint"),
    "state.close": (lambda model, run, at, state, it: state.close(it["floor"]), "constraint"),
    "state.set_variable": (lambda model, run, at, state, it: state.set_variable(it["push"], 1.0), "variable"),
    "state.set_friction": (lambda model, run, at, state, it: state.set_friction(it["rub"], "stick"), "friction"),
    "state.set_angle": (lambda model, run, at, state, it: state.set_angle(it["block"], 0.0), "body"),
    "state.set_position": (lambda model, run, at, state, it: state.set_position(it["block"], [0.0, 0.0]), "body"),
    "state.set_velocity": (lambda model, run, at, state, it: state.set_velocity(it["block"], [0.0, 0.0]), "body"),
    "equilibrium": (lambda model, run, at, state, it: ct.equilibrium(model, state, rest={it["rub"]: 1.0}), "friction"),
    "response": (lambda model, run, at, state, it: ct.Linearization.about(model, run.end).response([1.0], it["block"], [1.0, 0.0, 0.0]), "body"),
    "system": (lambda model, run, at, state, it: ct.Linearization.about(model, run.end).system([it["push"]], ["block.x"]), "variable"),
}


@pytest.fixture(scope="module")
def mine():
    model, own = drawer()
    return model, own, ct.simulate(model, model.start(), 1.0, every=0.5)


@pytest.mark.parametrize("ask", ASKS)
def test_a_handle_of_another_model_is_refused(ask, mine):
    model, own, run = mine
    (_, foreign), (does, kind) = drawer(2.0), ASKS[ask]
    with pytest.raises(ValueError, match=rf"the {kind} handle belongs to another model: .*`model.{kind}\("):
        does(model, run, run.last(), model.placed(), foreign)
    # Its own it knows, by handle and by name; an equilibrium where the block is about to slide there is none.
    if ask != "equilibrium":
        does(model, run, run.last(), model.placed(), own)
        does(model, run, run.last(), model.placed(), {name: name for name in own})


def test_a_handle_of_the_wrong_kind_is_none_of_the_names(mine):
    model, own, run = mine
    with pytest.raises(KeyError, match="there is no friction point `guide`; there are: rub"):
        run.friction(own["guide"])
    with pytest.raises(TypeError, match=r"a name or a handle is needed here, and not 3 \(int\)"):
        run.reaction(3)


def test_a_model_in_the_making_refuses_them():
    _, foreign = drawer()
    builder = ct.ModelBuilder()
    body = builder.body("b", ct.Particle(1.0))
    with pytest.raises(TypeError, match="`guide` is no prismatic joint of this model"):
        builder.friction("rub", ct.FrictionPoint.in_guide(foreign["guide"], [0.0, 1.0])[0], ct.Coulomb(0.1))
    builder.force("push", ct.Applied(body.origin(), force=[foreign["push"], 0.0]))
    with pytest.raises(ct.BuildError, match="another model"):
        builder.build()


def test_handles_of_a_family_are_those_of_its_members():
    handles = []

    def build(p):
        model, own = drawer(p["mass"])
        handles.append(own)
        return model, model.start()

    family = ct.Family({"mass": 1.0}, build)
    run = ct.simulate(family.model, family.start, 0.5, sensitivities=family)
    member = family.at({"mass": 3.0})
    other = ct.simulate(member.model, member.start, 0.5)
    for guide in (handles[0]["guide"], family.model.constraint("guide")):
        for it in (run, other):
            assert it.reaction(guide).force.shape == (len(it.t), 3)


def test_a_model_that_was_read_has_handles_by_name(mine):
    model, own, run = mine
    again = ct.Model.from_json(model.to_json())
    at = again.read(again.start())
    # Those of the builder are none of it; it gives its own.
    for name, kind in {"block": "body", "guide": "constraint", "pull": "force", "rub": "friction", "floor": "contact", "push": "variable"}.items():
        handle = getattr(again, kind)(name)
        assert type(handle) is type(own[name]) and handle.name == name
        with pytest.raises(KeyError, match=r"`nothing`; there are: \w"):
            getattr(again, kind)("nothing")
    with pytest.raises(ValueError, match=r"`model.body\(\"…\"\)`"):
        at.position(own["block"].origin())
    assert at.position(again.body("block").point(0.5, 0.0)) == [0.5, 0.0]
    assert at.friction(again.friction("rub")).load == 1.0 and at.work(again.force("pull")) == 0.0
    np.testing.assert_array_equal(ct.simulate(again, again.start(), 1.0, every=0.5).reaction(again.constraint("guide")).force, run.reaction("guide").force)
    # With it elements can be made that are measured.
    travel = ct.Travel.along(ct.GROUND.axis([0.0, 0.0], 0.0), again.body("block").origin())
    assert again.start(measures=[(travel, 0.3)])["block.x"] == pytest.approx(0.3, abs=1e-12)
    model, body = top()
    again = ct.Model.from_json(model.to_json())
    assert type(again.body("top")) is ct.SpatialBodyId and again.read(again.placed()).position(again.body("top").point(1.0, 2.0, 3.0)) == [1.0, 2.0, 3.0]


def test_what_is_read_at_an_instant(mine):
    model, own, run = mine
    at = run.last()
    block = at.body("block")
    assert block == ct.PlanarFrame((at["block.x"], at["block.y"]), at["block.theta"], (at["block.vx"], at["block.vy"]), at["block.omega"])
    assert at.body("ground").spin == 0.0 and at.body(ct.GROUND).origin == (0.0, 0.0)
    # It slides under 2 N against 0.2 N, and a guide leaves its travel free.
    assert at.along("guide").value == pytest.approx(0.9, abs=1e-9) and at.along(own["guide"]).rate == pytest.approx(1.8, abs=1e-9)
    assert at.work("pull") == pytest.approx(1.8, abs=1e-9) and at.mode("rub") == "forward"
    with pytest.raises(ct.EvalError, match=r"force `pull` acts along no measure.*read `reaction\(constraint\)`"):
        at.along("pull")
    assert [it.t for it in run.samples()] == list(run.t)


def test_a_body_may_be_called_ground():
    builder = ct.ModelBuilder()
    own = builder.body("ground", ct.Particle(1.0, at=[1.0, 2.0]))
    model = builder.build()
    at = model.read(model.placed())
    assert at.body("ground").origin == at.body(own).origin == (1.0, 2.0) and at.body(ct.GROUND).origin == (0.0, 0.0)


WORDS = {
    "a corner": (lambda line, body, it: ct.CornerOnLine(line, body.origin()), r"\[x, y\] in the axes of its body, from its center of mass, is needed here, and not a Point"),
    "a center": (lambda line, body, it: ct.Circles.outside(([0.0, 0.0], 1.0), (body.origin(), 1.0)), r"\[x, y\] in the axes of its body"),
    "on": (lambda line, body, it: it["run"].reaction("guide", on="blok"), "there is no body `blok`; there are: block, ball"),
    "a body": (lambda line, body, it: ct.Contact.between("floor", body, ct.EllipseOnLine(line, 1.0, 1.0)), r"a body, the handle that `builder.body` gave, .* is needed here, and not 'floor' \(str\)"),
    "a pair": (lambda line, body, it: ct.Contact.between(ct.GROUND, body, ct.Circle([0.0, 0.0], 1.0)), "a pair of shapes, .* is needed here, and not a Circle"),
    "a point": (lambda line, body, it: ct.Distance(body, [0.0, 1.0], 1.0), r"a point of a body, such as `body.origin\(\)` .*, is needed here, and not BodyId"),
    "a joint": (lambda line, body, it: ct.FrictionPoint.in_slot("guide"), r"the handle of the constraint, which `builder.constraint` gave .* is needed here, and not 'guide'"),
    "a load": (lambda line, body, it: ct.FrictionPoint.along(ct.Travel.along(line, body.origin()), ("guide", [0])), r"a load by a constraint, \(its handle, \[which of its rows\]\)"),
}


@pytest.mark.parametrize("what", WORDS)
def test_what_is_needed_is_told_in_words(what, mine):
    model, own, run = mine
    does, words = WORDS[what]
    with pytest.raises((TypeError, KeyError), match=words):
        does(ct.GROUND.axis([0.0, 0.0], 0.0), own["block"], {"run": run})
