//! A good mechanism under absurd settings, from states that were tampered with, with events that fail: an error in words or numbers, in bounded time.

use crate::checks;
use crate::clock::bounded_by;
use crate::dice::Dice;
use crate::hostile::number;
use crate::report::Report;
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;

const STEPS: u64 = 2_000;
const SECONDS: f64 = 2.0;

/// What is usual as often as not.
fn maybe(dice: &mut Dice, usual: f64) -> f64 {
    if dice.chance(50.0) { usual } else { number(dice) }
}

fn tamper(dice: &mut Dice, state: &mut State) {
    if dice.chance(30.0) {
        state.t = maybe(dice, 1e9);
    }
    let (q, v) = (dice.below(state.q.len()), dice.below(state.v.len()));
    if dice.chance(10.0) {
        state.q[q] = number(dice);
    }
    if dice.chance(10.0) {
        state.v[v] = number(dice);
    }
    if dice.chance(5.0) {
        state.q.pop();
    }
    if dice.chance(5.0) {
        state.signs.fill(f64::NAN);
    }
    if dice.chance(5.0) {
        state.works.fill(f64::NAN);
    }
    if dice.chance(10.0) {
        let which = dice.below(state.modes.len());
        state.modes[which] = dice.pick(&[Mode::Released, Mode::Forward, Mode::Backward, Mode::Undecided, Mode::Open]);
    }
}

fn set<'m>(dice: &mut Dice, mut simulation: Simulation<'m>) -> Simulation<'m> {
    if dice.chance(30.0) {
        simulation = simulation.tolerance(dice.pick(&[0.0, f64::NAN, 1e300, -1.0, f64::INFINITY, 1e-300, 1e-18, 1.0]));
    }
    if dice.chance(20.0) {
        let mut tolerance = Tolerance::relative(maybe(dice, 1e-6));
        (tolerance.length, tolerance.angle) = (maybe(dice, 1e-9), maybe(dice, 1e-9));
        (tolerance.velocity, tolerance.spin) = (maybe(dice, 1e-9), maybe(dice, 1e-9));
        tolerance.work = dice.chance(50.0).then(|| maybe(dice, 1e-6));
        simulation = simulation.tolerance(tolerance);
    }
    if dice.chance(30.0) {
        simulation = simulation.method(dice.pick(&Method::ALL));
    }
    if dice.chance(20.0) {
        simulation = simulation.fixed_step(maybe(dice, 1e-3));
    }
    if dice.chance(20.0) {
        simulation = simulation.max_step(maybe(dice, 1e-2));
    }
    if dice.chance(20.0) {
        simulation = simulation.start_tolerance(maybe(dice, 1e-6));
    }
    if dice.chance(20.0) {
        simulation = simulation.guard_checks(dice.pick(&[0, 1, 2, 1000]));
    }
    if dice.chance(20.0) {
        simulation = simulation.zeno(dice.pick(&[0, 1, 100, usize::MAX]), maybe(dice, 1e-6));
    }
    if dice.chance(30.0) {
        simulation = match dice.below(4) {
            0 => simulation.stabilization(Stabilization::None),
            1 => simulation.stabilization(Stabilization::Auto),
            2 => simulation.stabilization(Baumgarte::critical(maybe(dice, 0.01))),
            _ => simulation.stabilization(Baumgarte::new(maybe(dice, 1.0), maybe(dice, 1.0), maybe(dice, 1.0))),
        };
    }
    if dice.chance(40.0) {
        simulation = simulation.output(match dice.below(4) {
            // A sample every so little would fill the memory.
            0 => Output::Every(dice.pick(&[1e-3, 1e-4, 0.0, -1.0, f64::NAN, f64::INFINITY, 1e300])),
            1 => Output::Times((0..dice.below(5)).map(|_| maybe(dice, 0.01)).collect()),
            2 => Output::Ends,
            _ => Output::Steps,
        });
    }
    if dice.chance(30.0) { simulation.keep_dense() } else { simulation }
}

fn event<'m>(dice: &mut Dice, bead: BodyId) -> Event<'m> {
    let name = dice.pick(&["", "a", "</script>", "\n", "日本語"]);
    let kind = dice.below(9);
    let event = match dice.below(6) {
        0 => Event::every(name, maybe(dice, 1e-2)),
        1 => Event::at(name, [maybe(dice, 0.0), maybe(dice, 1e-3)]),
        _ => Event::new(name, move |at| match kind {
            0 => f64::NAN,
            1 => panic!("{}", crate::driver::OURS),
            2 => 0.0,
            3 => (1e4 * at.t()).sin(),
            4 => at.t() - 1e-3,
            5 => at.body(bead).origin.y,
            6 if at.t() > 0.01 => -1.0,
            6 => 1.0,
            _ => at.v()[2],
        }),
    };
    match dice.below(8) {
        0 => event.stop(),
        1 => event.change(|state| state.v.iter_mut().for_each(|v| *v *= -0.9)),
        2 => event.change(|state| state.v.fill(f64::NAN)),
        3 => event.change(|state| state.q.clear()),
        4 => event.change(|state| state.t += 1.0),
        5 => event.change(|state| state.q[0] += 0.3),
        6 => event.change_with(|_, _| Err("it says no".into())),
        _ => event,
    }
}

pub fn far(dice: &mut Dice, report: &mut Report) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let bead = builder.body("bead", Particle::new(0.5).at(0.7, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let slot = builder.constraint("slot", Slot::new(rod.axis([0.0, 0.0], 0.0), bead.origin()));
    if dice.chance(50.0) {
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.3));
    }
    let Ok(model) = builder.build() else { return report.fault("a bead on a rod is refused") };
    let mut state = model.placed();
    tamper(dice, &mut state);
    let from = state.t;
    let span = dice.pick(&[0.0, 1e-300, 1e-3, 0.3, -1.0, f64::NAN, f64::INFINITY, 1e300, 5e-324]);
    let mut simulation = set(dice, Simulation::new(&model));
    if dice.chance(50.0) {
        simulation = simulation.event(event(dice, bead));
    }
    match bounded_by(simulation, STEPS, SECONDS).run(state, from + span) {
        Ok(run) => {
            report.count("runs");
            checks::motion(&run, report);
            let most = run.largest(|at| at.q().iter().chain(at.v()).fold(0.0, |most: f64, x| most.max(x.abs())));
            if most < 1e100 {
                checks::numbers(&run, report);
            }
            for t in [f64::NAN, -1.0, from, from + 0.5 * span, 1e300, f64::INFINITY] {
                match run.state_at(t) {
                    Ok(state) => _ = run.read(&state).balance(),
                    Err(error) => checks::words(&error.to_string(), report),
                }
            }
        }
        Err(error) => {
            checks::words(&error.to_string(), report);
            report.count(&format!("stopped: {}", checks::word(&error.failure)));
        }
    }
}
