//! The library's words in Python's: its messages name calls of Rust, which are called otherwise here. `tests/test_words.py` looks through all messages of the library for such calls.

/// What stands in a message of the library, and what stands for it here.
const WORDS: &[(&str, &str)] = &[
    ("call `allow_redundant` on the builder", "make the builder by `ModelBuilder(allow_redundant=True)`"),
    ("call `keep_dense()` on the simulation", "run it with `keep_dense=True`"),
    ("a `Signal` (`Driver::signal`, `Applied::signal`, `on_belt_signal` and so on take one)", "a `Signal`"),
    ("or solve the linearized equations by `ode::Linearized`", "or divide the model"),
    ("say so with `until`", "give `until`"),
    ("with `sized` over what changes", "with `Family(…, sizes={…})` over what changes"),
    ("keep its rows with `unchecked`", "keep its rows with `checked=False`"),
    ("check `Body::mass`, or choose", "check its mass and inertia, or choose"),
    (
        "read `load(force, body)` of a force, `reaction(joint)` of a constraint",
        "read `reaction(constraint)` of a constraint",
    ),
    (
        "find its numbers by `model.coordinate_range(body)` and `velocity_range`",
        "set its numbers by name, `state[\"body.x\"]`",
    ),
    (
        "raise `max_steps`, loosen the tolerances, or take `Method::Radau5`",
        "loosen the tolerances, or take `method=\"radau5\"`",
    ),
    ("use `Method::Radau5` if it is damped, or raise `max_steps`", "use `method=\"radau5\"` if it is damped"),
    ("raise `max_steps`, loosen the tolerances, or damp", "loosen the tolerances, or damp"),
    ("loosen `rtol` and `atol`", "loosen `tolerance`"),
    ("it has none; add one with `ModelBuilder::input`", "it has none; add one with `ModelBuilder.input`"),
    (
        "give the state to `Fmu::start`, or make the coordinate a parameter by `Fmu::initial`",
        "give the state as `Fmu(…, start=state)`, or make the coordinate a parameter by `Fmu.initial`",
    ),
    ("name it with `Fmu::library`", "name it with `unit.write(path, library=…)`"),
    ("`Contact::between(…).pivoting(radius)`", "`Contact.between(…, pivoting=radius)`"),
    ("`Contact::between`", "`Contact.between`"),
    ("say another one with `Creep::along`", "say another one with `Creep(…, along=…)`"),
    ("take a turn of the kind `Doubling`", "take a turn of the kind \"doubling\""),
    ("`Impacts::at_once`", "`impacts=\"at_once\"`"),
    ("`Inverse::at`", "`Inverse.at`"),
    ("`Inverted::least`", "`Inverted.least`"),
    ("`Joint::cylindrical`", "`Joint.cylindrical`"),
    ("`Joint::prismatic`", "`Joint.prismatic`"),
    ("`Joint::revolute(…).in_axes_of_a()`", "`Joint.revolute(…, in_axes_of_a=True)`"),
    ("`Joint::spherical`", "`Joint.spherical`"),
    ("`LookupTable::periodic`", "`LookupTable.periodic`"),
    ("`ModelBuilder::input`", "`ModelBuilder.input`"),
    ("`Rest::Center` or `Rest::Edge`", "`rest=\"center\"` or `rest={\"rub\": 1.0}`"),
    ("`Search::Exhaustive`", "`search=\"exhaustive\"`"),
    ("`Simulation::mend_at_most`", "`mend_at_most=…`"),
    ("run it again with `Simulation::sensitivities`", "run it again with `sensitivities=…`"),
    ("(`Simulation::output`)", "(`every=…` or `times=…` of the plan)"),
    ("`Stabilization::Projection`", "`stabilization=\"projection\"`"),
    ("`State::close`", "`State.close`"),
    ("`State::hold`", "`State.hold`"),
    ("`State::open`", "`State.open`"),
    ("`State::release`", "`State.release`"),
    ("`State::set_friction`", "`State.set_friction`"),
    (": see `Trajectory::columns`", ""),
    ("take `family.model()` for both", "take `family.model` for both"),
    ("`family.start()`", "`family.start`"),
    ("`model.coordinate_names()`", "`model.coordinate_names`"),
    ("`model.decide_friction(&mut state)`", "`model.decide_friction(state)`"),
    ("`model.decide_friction` and `model.evaluate`", "`model.decide_friction(state)` and `model.read(state)`"),
    ("`model.start().project()?.state`", "`model.start()`"),
    ("`model.start().project()`", "`model.start(guess=state)`"),
    ("`run.player().write(\"run.html\")`", "`run.player(\"run.html\")`"),
    ("`several(Several::Keep)`", "`several=\"keep\"`"),
    ("write it as a function in Rust", "call it with `derivatives=\"dual\"`, if it is a constraint's"),
];

/// A message in Python's words.
pub fn in_python(message: &str) -> String {
    WORDS.iter().fold(message.to_owned(), |told, (rust, python)| told.replace(rust, python))
}
