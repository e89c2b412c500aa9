"""Errors speak of calls as Python has them: no message of the library is told with a call of Rust's."""

import inspect
import re
from pathlib import Path

import pytest

import chetaev as ct

ROOT = Path(__file__).parents[2]
TEXT = r'"((?:[^"\\]|\\.)*)"'
# What Python cannot meet: its elements are not the user's own, a study is Python's, and what does nothing until it is given away is given away at once.
NEVER_MET = {
    "`Results::merge`",
    "`Simulation::event`",
    "`Simulation::sensitivities`",
    "`p.signal(\"{name}\")`",
    "`model.body(\"name\")`",
    "`model.{kind}(\"…\")`",
}
# Python has the same, and so have formulas.
ALIKE = {"`model.placed()`", "`if(x < 0, 1, 2)`"}
# Names that are no calls by their look, but of Rust all the same.
PLAIN = {"`allow_redundant`", "`unchecked`", "`sized`", "`max_steps`", "`rtol`", "`atol`", "`on_belt_signal`", "`velocity_range`"}
FOUND_BY_LOOK = re.compile(r"`[^`\s]*(?:::|\(|&mut|\?)[^`]*`")


def plain(text):
    """What stands in a Rust source, as it is told."""
    return re.sub(r"\\\n\s*", "", text).replace('\\"', '"').replace("\\n", "\n")


def table():
    source = (ROOT / "python" / "src" / "words.rs").read_text(encoding="utf-8")
    pairs = re.findall(r"\(\s*" + TEXT + r",\s*" + TEXT + r",?\s*\)", source)
    assert len(pairs) > 40
    return [(plain(rust), plain(python)) for rust, python in pairs]


def in_python(message):
    for rust, python in table():
        message = message.replace(rust, python)
    return message


def messages():
    """All texts of the library and of the export of units; comments and tests are none."""
    for folder in ["src", "fmu/src"]:
        for file in sorted((ROOT / folder).rglob("*.rs")):
            if "tests" in file.parts or file.name == "tests.rs" or "player" in file.parts and file.name == "compact.rs":
                continue
            code = "\n".join("" if line.lstrip().startswith("//") else line for line in file.read_text(encoding="utf-8").split("\n"))
            for found in re.finditer(TEXT, code, re.S):
                yield file.relative_to(ROOT), plain(found[1])


def calls_of_rust(message):
    found = {it[0] for it in FOUND_BY_LOOK.finditer(message) if not re.fullmatch(r"`\{[^}]*\}`", it[0])}
    return found | {name for name in PLAIN if name in message}


def test_no_message_names_a_call_of_rusts():
    seen, left = 0, []
    for file, message in messages():
        seen += len(calls_of_rust(message))
        told = in_python(message)
        # What Python's own words contain is checked below.
        for _, python in sorted(table(), key=lambda it: -len(it[1])):
            told = told.replace(python, "") if python else told
        left += [(str(file), call) for call in calls_of_rust(told) - NEVER_MET - ALIKE]
    assert seen > 50 and left == []


def test_every_word_of_the_table_is_needed():
    everything = [message for _, message in messages()]
    unused = [rust for rust, _ in table() if not any(rust in message for message in everything)]
    assert unused == []


def test_python_has_what_the_table_names():
    def keywords(it):
        try:
            return set(inspect.signature(it).parameters)
        except (TypeError, ValueError):
            return set()

    known = set()
    for it in vars(ct).values():
        known |= keywords(it)
        if isinstance(it, type):
            for one in vars(it).values():
                known |= keywords(getattr(one, "__func__", one))
    owners = {"model": ct.Model, "state": ct.State, "family": ct.Family, "run": ct.Trajectory, "unit": ct.Fmu}
    checked = 0
    for _, python in table():
        for owner, member in re.findall(r"\b(\w+)\.([a-z]\w*)", python):
            if owner == "body":  # a column
                continue
            assert hasattr(owners.get(owner) or getattr(ct, owner), member), python
            checked += 1
        for keyword in re.findall(r"\b(\w+)=", python):
            assert keyword in known, python
            checked += 1
    assert checked > 30
    for kind in ["body", "constraint", "force", "friction", "contact", "variable"]:
        assert callable(getattr(ct.Model, kind))


def block(**keywords):
    builder = ct.ModelBuilder(gravity=[0.0, -9.81], **keywords)
    body = builder.body("block", ct.Particle(2.0, at=[0.1, 0.0]))
    floor = builder.constraint("floor", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), body.origin()))
    return builder, body, floor


def test_what_a_message_proposes_works():
    builder, body, floor = block()
    builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(0.3))
    model = builder.build()
    state = model.placed()
    with pytest.raises(ct.LinearError, match=r"`rub`.*`model.decide_friction\(state\)`"):
        ct.Linearization.about(model, state)
    model.decide_friction(state)
    assert state.modes[-1] == "stick" and ct.Linearization.about(model, state).freedoms == (1, 0)

    state["block.y"] = 0.5
    with pytest.raises(ct.RunError, match=r"consistent with `model.start\(guess=state\)`"):
        ct.simulate(model, state, 0.1)
    assert abs(model.start(guess=state)["block.y"]) < 1e-12

    builder, body, floor = block()
    builder.constraint("again", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), body.origin()))
    with pytest.raises(ct.StartError, match=r"make the builder by `ModelBuilder\(allow_redundant=True\)` to run"):
        builder.build().start()
    builder, body, floor = block(allow_redundant=True)
    builder.constraint("again", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), body.origin()))
    builder.build().start()

    builder, body, floor = block()
    model = builder.build()
    with pytest.raises(ct.EvalError, match="run it with `keep_dense=True`"):
        ct.simulate(model, model.start(), 0.1).state_at(0.05)
    ct.simulate(model, model.start(), 0.1, keep_dense=True).state_at(0.05)

    builder = ct.ModelBuilder()
    wheel = builder.body("wheel", ct.Solid.principal(1.0, [1.0, 1.0, 1.0]))
    hinge = builder.constraint("hinge", ct.Joint.revolute(ct.WORLD.mark(0.0, 0.0, 0.0), wheel.mark(0.0, 0.0, 0.0)))
    builder.friction("rub", ct.FrictionPoint.in_hinge(hinge, 0.1), ct.Coulomb(0.3))
    with pytest.raises(ct.BuildError, match=r"by `Joint.revolute\(…, in_axes_of_a=True\)`"):
        builder.build()


def test_friction_is_set_by_words():
    builder, body, floor = block()
    rub = builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(0.3))
    model = builder.build()
    state = model.placed()
    state.set_friction(rub, "backward")
    assert model.read(state).mode(rub) == "backward" and state.modes == ["holding", "backward"]
    with pytest.raises(ValueError, match='no mode of friction "sticks"; there are: stick, forward'):
        state.set_friction("rub", "sticks")
