//! Controllers by the clock, which hold inputs between their instants, beside variables with rates of their own: against the same control by hand, and against what is known of the variables.

use super::rough::told;
use super::same::continued;
use crate::clock::bounded;
use crate::dice::Dice;
use crate::random::Settings;
use crate::report::Report;
use chetaev::math::Signal;
use chetaev::prelude::*;
use std::cell::Cell;

/// A controller: the torque k₁ (r − angle) − k₂ spin of a joint, renewed at each of its instants.
struct Controller {
    /// Of the rod, and of the input: names, which a model that was read back has too.
    rod: usize,
    interval: f64,
    gains: [f64; 3],
}

impl Controller {
    /// So weak that the clock is fast beside what it controls, a rod of this moment of inertia.
    fn draw(dice: &mut Dice, rod: usize, interval: f64, inertia: f64) -> Self {
        let k = dice.between(0.0, 0.1 * inertia / (interval * interval)).min(20.0);
        Self { rod, interval, gains: [dice.about(1.0), k, dice.between(0.0, 0.1 * inertia / interval).min(1.0)] }
    }

    fn input(&self, model: &Model) -> Option<VariableId> {
        model.variable(&format!("torque {}", self.rod))
    }

    fn torque(&self, at: &Snapshot<'_>) -> f64 {
        let Some(rod) = at.model().body::<Planar>(&format!("rod {}", self.rod)) else { return f64::NAN };
        let (frame, [aim, k, d]) = (at.body(rod), self.gains);
        k * (aim - frame.angle) - d * frame.spin
    }

    fn event<'a>(&'a self, count: &'a Cell<u64>) -> Event<'a> {
        Event::every("clock", self.interval).change_with(move |at, state| {
            count.set(count.get() + 1);
            let input = self.input(at.model()).ok_or("the model has no such input")?;
            state.set_variable(input, self.torque(at));
            Ok(())
        })
    }
}

struct Plant {
    model: Model,
    controllers: Vec<Controller>,
    /// z' = the spin of the first body.
    turned: VariableId,
    /// z' = −z/T from 1, and T.
    fading: (VariableId, f64),
    first: BodyId,
}

/// A chain of rods, some of whose joints are controlled, and rub or are damped.
fn plant(dice: &mut Dice) -> Option<Plant> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let (mut controllers, mut tip, mut behind) = (Vec::new(), [0.0; 2], GROUND.origin());
    let mut first = None;
    // The clocks have one tick, so that instants meet.
    let tick = 10_f64.powf(-dice.between(1.2, 2.5));
    for k in 0..1 + dice.below(3) {
        let (length, angle) = (dice.between(0.3, 1.0), dice.about(1.0));
        let (sin, cos) = angle.sin_cos();
        let center = [tip[0] + 0.5 * length * cos, tip[1] + 0.5 * length * sin];
        let mass = dice.between(0.3, 2.0);
        let rod = RigidBody::rod(mass, length).at(center[0], center[1], angle);
        let rod = builder.body(format!("rod {k}"), rod);
        let pin = builder.constraint(format!("pin {k}"), Revolute::new(behind, rod.point(-0.5 * length, 0.0)));
        if dice.chance(30.0) {
            builder.friction(format!("rub {k}"), FrictionPoint::in_pin(pin, 0.02), Coulomb::new(0.2));
        }
        let turn = Angle::between(GROUND, rod);
        if k == 0 || dice.chance(50.0) {
            let input = builder.input(format!("torque {k}"), 0.0);
            builder.force(format!("motor {k}"), AppliedAlong::signal(turn, Signal::input(input)));
            let interval = tick * [1.0, 1.0, 2.0, 3.0, 7.3][dice.below(5)];
            controllers.push(Controller::draw(dice, k, interval, mass * length * length / 12.0));
        } else {
            builder.force(format!("damper {k}"), SpringDamper::along(turn, dice.between(0.0, 5.0)).damping(0.1));
        }
        first.get_or_insert(rod);
        behind = rod.point(0.5 * length, 0.0);
        tip = [tip[0] + length * cos, tip[1] + length * sin];
    }
    let first = first?;
    let turned = builder.variable("turned", 0.0, move |at, _| at.body(first).spin);
    let lasts = dice.between(0.1, 2.0);
    let fading = builder.variable("fading", 1.0, move |_, z| -z / lasts);
    Some(Plant { model: builder.build().ok()?, controllers, turned, fading: (fading, lasts), first })
}

/// All instants of the controllers before the end, in order, each once.
fn instants(plant: &Plant, end: f64) -> Vec<f64> {
    let of = |clock: &Controller| {
        let interval = clock.interval;
        (0_u32..).map(move |k| f64::from(k) * interval).take_while(move |t| *t < end)
    };
    let mut all: Vec<f64> = plant.controllers.iter().flat_map(of).collect();
    all.sort_by(f64::total_cmp);
    // Instants that differ by rounding are one.
    all.dedup_by(|later, earlier| *later - *earlier < 1e-12 * end);
    all
}

/// The same by hand: a run from each instant to the next, inputs set in between.
fn by_hand(plant: &Plant, settings: &Settings, start: &State, end: f64) -> Option<State> {
    let instants = instants(plant, end);
    let mut state = start.clone();
    for (k, &now) in instants.iter().enumerate() {
        let next = instants.get(k + 1).copied().unwrap_or(end);
        let at = plant.model.read(&state);
        let due = |clock: &&Controller| {
            let ticks = now / clock.interval;
            (ticks - ticks.round()).abs() < 1e-9 * (1.0 + ticks)
        };
        let set: Vec<(VariableId, f64)> = plant
            .controllers
            .iter()
            .filter(due)
            .map(|clock| Some((clock.input(&plant.model)?, clock.torque(&at))))
            .collect::<Option<_>>()?;
        set.into_iter().for_each(|(input, torque)| state.set_variable(input, torque));
        state = bounded(settings.simulation(&plant.model)).run(state, next).ok()?.end().clone();
    }
    Some(state)
}

pub fn clocks(dice: &mut Dice, report: &mut Report) {
    let Some(plant) = plant(dice) else { return report.fault("a chain of rods is refused") };
    let settings = Settings::plain(dice.pick(&[1e-6, 1e-8, 1e-10]));
    // Between two instants: whether the last one is before the end is a question of no rounding. Rods go their own ways after a few seconds.
    let interval = plant.controllers[0].interval;
    let ticks = f64::from(10 + dice.below(60) as u32).min((2.0 / interval).floor().max(1.0));
    let end = interval * (ticks + 0.37);
    report.note((&settings, end, plant.controllers.iter().map(|clock| clock.interval).collect::<Vec<_>>()));
    let start = plant.model.placed();
    let counts: Vec<Cell<u64>> = plant.controllers.iter().map(|_| Cell::new(0)).collect();
    let simulation = || {
        let clocks = plant.controllers.iter().zip(&counts).map(|(clock, count)| clock.event(count));
        clocks.fold(bounded(settings.simulation(&plant.model)), Simulation::event)
    };
    let run = told(simulation().run(start.clone(), end), report);
    for (clock, count) in plant.controllers.iter().zip(&counts) {
        let due = (end / clock.interval).ceil() as u64;
        report.demand(count.get() == due, || {
            format!("a clock of {} s told {} of {due} times", clock.interval, count.get())
        });
    }
    let Some(at) = run.last() else { return };
    let (_, lasts) = plant.fading;
    let off = [
        (
            "what is summed of a spin",
            at.variable(plant.turned) - at.body(plant.first).angle
                + run.first().map_or(0.0, |first| first.body(plant.first).angle),
        ),
        ("what fades", at.variable(plant.fading.0) - (-end / lasts).exp()),
    ];
    let room = 1e3 * settings.tolerance * (1.0 + run.counters().steps as f64);
    for (what, off) in off {
        report.demand(off.abs() <= room, || format!("{what} is off by {off:.1e} at {:.0e}", settings.tolerance));
    }
    // In two pieces: the instants of the whole, each once.
    let before: u64 = counts.iter().map(Cell::get).sum();
    let middle = if dice.chance(50.0) && ticks > 5.0 { interval * 5.0 } else { end * dice.between(0.2, 0.8) };
    let pieces = simulation().run(start.clone(), middle).and_then(|half| simulation().run(half.end().clone(), end));
    let Ok(pieces) = pieces else { return report.fault("in two pieces it stops") };
    let again = counts.iter().map(Cell::get).sum::<u64>() - before;
    report
        .demand(again == before, || format!("in pieces up to {middle} its clocks told {again} times, in one {before}"));
    let Some(hand) = by_hand(&plant, &settings, &start, end) else { return report.fault("by hand it stops") };
    for (what, other) in [("in pieces", pieces.end()), ("by hand", &hand)] {
        let pairs = run.end().q.iter().chain(&run.end().v).zip(other.q.iter().chain(&other.v));
        let apart = pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs() / (1.0 + a.abs())));
        report
            .demand(apart <= 10.0 * room, || format!("{what} it ends {apart:.1e} apart at {:.0e}", settings.tolerance));
    }
}

/// Saved and read back in the middle; rates are closures, which no file has, so that the variables here are inputs.
pub fn clocks_resumed(dice: &mut Dice, report: &mut Report) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let length = dice.between(0.4, 1.0);
    let rod = builder.body("rod 0", RigidBody::rod(1.0, length).moving(0.0, 0.0, dice.about(3.0)));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.origin()));
    builder.friction("rub", FrictionPoint::in_pin(pin, 0.03), Coulomb::new(dice.between(0.0, 0.5)));
    let input = builder.input("torque 0", 0.0);
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, rod), Signal::input(input)));
    let Ok(model) = builder.build() else { return report.fault("a rod is refused") };
    let interval = dice.between(0.01, 0.2);
    let clock = Controller::draw(dice, 0, interval, length * length / 12.0);
    let tolerance = 10_f64.powf(-dice.between(3.0, 10.0));
    let count = Cell::new(0);
    let run = |model: &Model, from: State, end: f64| {
        bounded(Simulation::new(model).tolerance(tolerance)).event(clock.event(&count)).run(from, end)
    };
    continued(&model, &run, model.placed(), [dice.between(0.3, 0.9), 1.5], report);
}
