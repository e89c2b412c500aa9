//! Whole runs with friction: order, crowding, ambiguity, symmetry, resuming, and what smoothing the friction away does instead.

use crate::page::{ACCURACY, claim_count};
use crate::support::disk_slider::{DiskSliderCase, disk_slider};
use crate::support::single_point::Rod;
use chetaev::error::EvalError;
use chetaev::force::SmoothedFriction;
use chetaev::prelude::*;
use chetaev::simulate::{RunError, RunFailure};

/// A unit mass on a spring of stiffness 1 that slides along a level line; the builder, the mass and its travel.
fn oscillator(start: [f64; 2]) -> (ModelBuilder, BodyId, Travel) {
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let mass = builder.body("mass", Particle::new(1.0).at(start[0], 0.0).moving(start[1], 0.0));
    builder.constraint("line", Slot::new(line, mass.origin()));
    let travel = Travel::along(line, mass.origin());
    builder.force("spring", SpringDamper::along(travel, 1.0));
    (builder, mass, travel)
}

/// x and v after 6 s, four reversals: |x| falls by 2 with every half swing.
fn exact(t: f64) -> [f64; 2] {
    let half = (t / std::f64::consts::PI).floor();
    let sign = if half as i64 % 2 == 0 { 1.0 } else { -1.0 };
    let (amplitude, phase) = (10.5 - 2.0 * half - 1.0, t - half * std::f64::consts::PI);
    [sign * (1.0 + amplitude * phase.cos()), -sign * amplitude * phase.sin()]
}

fn error_at(model: &Model, mass: BodyId, steps: usize) -> f64 {
    let t = 11.0;
    let run = Simulation::new(model).method(Method::Dopri5).fixed_step(t / steps as f64).output(Output::Ends);
    let run = run.run(model.start().project().unwrap(), t).unwrap();
    let at = run.last().unwrap().body(mass);
    (at.origin.x - exact(t)[0]).hypot(at.velocity.x - exact(t)[1])
}

#[test]
fn order_across_reversals_with_and_without_locating_them() {
    let (mut builder, mass, travel) = oscillator([10.5, 0.0]);
    builder.friction("rub", FrictionPoint::along(travel, 1.0), Coulomb::new(1.0));
    let located = builder.build().unwrap();
    // The same force as a function of the velocity, its jumps unknown to the method.
    let (mut builder, blind_mass, travel) = oscillator([10.5, 0.0]);
    builder.force("rub", AppliedAlong::new(travel, |_, u: &chetaev::measure::Reading| -u.rate.signum()));
    let blind = builder.build().unwrap();
    let order = |coarse: f64, fine: f64, ratio: f64| (coarse / fine).ln() / ratio.ln();
    let with = order(error_at(&located, mass, 40), error_at(&located, mass, 160), 4.0);
    // Where the jumps fall in their steps is chance: an average over many numbers of steps.
    let mean = |from: usize| {
        let errors = (0..40).map(|k| error_at(&blind, blind_mass, from + k).ln());
        (errors.sum::<f64>() / 40.0).exp()
    };
    let without = order(mean(200), mean(3200), 16.0);
    println!("order across reversals: {with:.2} located, {without:.2} not");
    claim_count(ACCURACY, "order of Dormand-Prince across four reversals", "4.94", with);
    claim_count(ACCURACY, "order of Dormand-Prince across four reversals", "1.27", without);
}

#[test]
fn analytic_smoothed_friction_creeps() {
    let (mut builder, mass, travel) = oscillator([0.5, 0.0]);
    builder.force("rub", SmoothedFriction::along(travel, 1.0, 1.0, 1e-3));
    let smoothed = builder.build().unwrap();
    let run = Simulation::new(&smoothed).run(smoothed.start().project().unwrap(), 10.0).unwrap();
    let crept = 0.5 - run.last().unwrap().body(mass).origin.x;
    // Where it should hold still, s = −s₀ artanh(F/(μ N)): x' = −s₀ artanh x.
    let mut x = 0.5_f64;
    for _ in 0..10_000 {
        let middle = x - 0.5e-6 * x.atanh();
        x -= 1e-6 * middle.atanh();
    }
    assert!((crept - (0.5 - x)).abs() < 1e-6 && crept > 1e-3, "{crept} {}", 0.5 - x);
    let (mut builder, mass, travel) = oscillator([0.5, 0.0]);
    builder.friction("rub", FrictionPoint::along(travel, 1.0), Coulomb::new(1.0));
    let exact = builder.build().unwrap();
    let run = Simulation::new(&exact).run(exact.start().project().unwrap(), 10.0).unwrap();
    assert_eq!(run.last().unwrap().body(mass).origin.x, 0.5);
    assert!(run.counters().steps < 20);
}

fn failure(outcome: Result<Trajectory, RunError>) -> (RunFailure, f64) {
    let error = outcome.err().unwrap();
    println!("{error}");
    let end = error.partial.end().t;
    (error.failure, end)
}

#[test]
fn refusal_crowding_transitions_are_an_error_that_names_the_point() {
    let m = disk_slider(&DiskSliderCase::CASE_1).unwrap();
    let outcome = Simulation::new(&m.model).zeno(5, 1.0).run(m.start().unwrap(), 10.0);
    let (failure, end) = failure(outcome);
    assert!(matches!(failure, RunFailure::Zeno { ref event, .. } if event.starts_with("rub")), "{failure}");
    assert!(end > 0.3 && end < 1.1);
}

/// The count is multiplied where changes of which nothing comes are counted: that overflowed. Held since 9d21512.
#[test]
fn regress_a_limit_of_crowding_may_be_as_large_as_can_be() {
    let m = disk_slider(&DiskSliderCase::CASE_1).unwrap();
    let known = Simulation::new(&m.model).run(m.start().unwrap(), 3.0).unwrap();
    let run = Simulation::new(&m.model).zeno(usize::MAX, 1.0).run(m.start().unwrap(), 3.0).unwrap();
    assert!(!run.transitions().is_empty(), "moot");
    assert_eq!(run.last().unwrap().q(), known.last().unwrap().q());
}

/// A rod that swings into a position where the motion is not unique.
fn to_ambiguity(several: Several) -> Result<Trajectory, RunError> {
    let m = Rod::JAM.build().unwrap();
    Simulation::new(&m.model).several(several).run(m.start().unwrap(), 0.45)
}

#[test]
fn refusal_several_motions_are_told_or_counted() {
    let (failure, end) = failure(to_ambiguity(Several::Stop));
    let RunFailure::Several { points, motions, bound, .. } = failure else { panic!("{failure}") };
    assert!(points == ["rub"] && motions.len() == 2 && bound >= 1.0 && end > 0.4);
    assert_ne!(motions[0].acceleration, motions[1].acceleration);
    let run = to_ambiguity(Several::Keep).unwrap();
    assert!(run.counters().ambiguous > 0 && run.largest_coupling() > 1.0);
    assert!(run.energy_error() < 1e-6);
}

#[test]
fn refusal_a_state_without_motion_is_told_before_anything_moves() {
    let rod = Rod { masses: [0.05, 0.5], mu: 2.0, mu_static: 2.0, start: [0.0, 2.6, -1.0, 0.0], ..Rod::STICKSLIP };
    let m = rod.build().unwrap();
    let (failure, end) = failure(Simulation::new(&m.model).run(m.start().unwrap(), 1.0));
    assert!(matches!(failure, RunFailure::Eval(EvalError::NoSigns { .. })), "{failure}");
    assert_eq!(end, 0.0);
}

#[test]
fn invariant_a_mirrored_mechanism_moves_as_its_mirror_image() {
    let run = |side: f64| {
        let rod = Rod { start: [side * 0.05, side * 0.8, 0.0, 0.0], force: [side * 12.0, 3.0], ..Rod::STICKSLIP };
        let m = rod.build().unwrap();
        let run = Simulation::new(&m.model).every(0.1).run(m.start().unwrap(), 5.0).unwrap();
        let changes: Vec<f64> = run.transitions().iter().map(|c| c.t).collect();
        (run.column(|at| m.angle(at)[0]), changes)
    };
    let ((right, times), (left, mirrored)) = (run(1.0), run(-1.0));
    assert_eq!(times.len(), mirrored.len());
    assert!(times.len() > 5 && times.iter().zip(&mirrored).all(|(a, b)| (a - b).abs() < 1e-9));
    assert!(right.iter().zip(&left).all(|(a, b)| (a + b).abs() < 1e-8));
}

#[test]
fn identity_a_run_resumed_while_sliding_or_sticking_goes_on_as_it_would() {
    let m = Rod::STICKSLIP.build().unwrap();
    let plan = || Simulation::new(&m.model).tolerance(1e-12).output(Output::Ends);
    let whole = plan().run(m.start().unwrap(), 3.0).unwrap();
    for middle in [0.5, 0.9, 1.9] {
        let first = plan().run(m.start().unwrap(), middle).unwrap();
        let second = plan().run(first.end().clone(), 3.0).unwrap();
        let off = |k: usize| (second.end().q[k] - whole.end().q[k]).abs();
        assert!((0..whole.end().q.len()).all(|k| off(k) < 1e-10), "at {middle}");
    }
}

#[test]
fn identity_every_method_and_stabilization_meets_the_same_changes() {
    let m = Rod::STICKSLIP.build().unwrap();
    let changes = |plan: Simulation<'_>| -> Vec<(String, f64)> {
        let run = plan.run(m.start().unwrap(), 5.0).unwrap();
        run.transitions().iter().map(|c| (format!("{:?}", c.to), c.t)).collect()
    };
    let best = changes(Simulation::new(&m.model).tolerance(1e-12));
    assert!(best.len() > 8);
    let plans = [
        Simulation::new(&m.model).method(Method::Tsit5).tolerance(1e-9),
        Simulation::new(&m.model).method(Method::Dopri5).tolerance(1e-9).stabilization(Stabilization::Auto),
        Simulation::new(&m.model).tolerance(1e-10).stabilization(Stabilization::None),
        Simulation::new(&m.model).method(Method::Rk4).fixed_step(5e-4),
        Simulation::new(&m.model).method(Method::Bs23).tolerance(1e-8),
    ];
    for plan in plans {
        let other = changes(plan);
        assert_eq!(other.len(), best.len());
        for ((a, s), (b, t)) in best.iter().zip(&other) {
            assert!(a == b && (s - t).abs() < 1e-5, "{a} {b} {s} {t}");
        }
    }
}

/// Mended by d782450.
#[test]
fn regress_an_exhaustive_search_that_would_never_end_is_refused() {
    let star = crate::support::star::Star::build(&crate::support::star::Star::even(24, 0.3), 0.4, 2.0).unwrap();
    let outcome = Simulation::new(&star.model).search(Search::Exhaustive).run(star.start().unwrap(), 0.1);
    let (failure, _) = failure(outcome);
    assert!(failure.to_string().contains("24 sliding"), "{failure}");
    // Any other search goes on.
    let run = Simulation::new(&star.model).run(star.start().unwrap(), 0.1).unwrap();
    assert!(run.counters().trials.trials > 0);
}

/// Mended by e81986e.
#[test]
fn regress_a_driver_that_dwells_and_moves_on_tears_its_slider_loose() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(1.0).at(-1.0, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let id = builder.constraint("floor", Slot::new(line, block.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(id), Coulomb::new(0.4));
    // On the way until 1, at rest until 2, then on again.
    let law = |t: Jet| {
        let from = if t.value < 1.0 { 1.0 } else { 2.0 };
        if (1.0..2.0).contains(&t.value) { 0.0.into() } else { (t - from).powi(3) }
    };
    let motor = builder.constraint("motor", Driver::new(Travel::along(line, block.origin()), law));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 3.0).unwrap();
    let at = run.last().unwrap();
    println!("{:?}", run.transitions());
    assert_eq!(at.friction(rub).unwrap().mode, Mode::Forward);
    assert!((at.multipliers(motor)[0] - (6.0 + 0.4 * 9.81)).abs() < 1e-9);
    assert!((at.work_of_friction(rub) + 0.4 * 9.81 * 2.0).abs() < 1e-3);
}

/// With drift, two sliders that reverse together used to do so one after the other, and gains that followed the short steps between threw
/// the mechanism about.
/// Mended by cc7f5f3.
#[test]
fn regress_points_that_stop_together_do_so_at_loose_tolerances_whatever_holds_the_constraints() {
    let m = disk_slider(&DiskSliderCase::CASE_1).unwrap();
    let run = |tolerance: f64, hold: Stabilization| {
        Simulation::new(&m.model).tolerance(tolerance).stabilization(hold).run(m.start().unwrap(), 10.0).unwrap()
    };
    let changes = |run: &Trajectory| -> Vec<String> {
        // Strong gains move loads through zero and back.
        let turned = run.transitions().iter().filter(|c| c.from != c.to);
        turned.map(|c| format!("{} {:?} {:?}", c.name, c.from, c.to)).collect()
    };
    let best = run(1e-12, Stabilization::Projection);
    let (expected, angle) = (changes(&best), |run: &Trajectory| run.last().unwrap().body(m.disk).angle);
    assert!(expected.len() > 30, "moot: {}", expected.len());
    for tolerance in [1e-3, 1e-4, 1e-5] {
        for hold in [Stabilization::None, Stabilization::Auto, Baumgarte::critical(0.02).into()] {
            let loose = run(tolerance, hold);
            let mut found = changes(&loose);
            // Both reverse at one instant: their order is chance.
            let mut wanted = expected.clone();
            found.sort();
            wanted.sort();
            let apart = (angle(&loose) - angle(&best)).abs();
            println!("{tolerance:.0e} {hold:?}: angle {apart:.1e}, {} steps", loose.counters().steps);
            assert_eq!(found, wanted, "{tolerance:e} {hold:?}");
            assert!(apart < tolerance && loose.counters().steps < 400, "{tolerance:e} {hold:?}: {apart:e}");
        }
    }
}

/// A block that slows down and stays: its speed comes to zero exactly, from either side of rounding.
#[test]
fn property_an_event_on_a_speed_that_friction_stops_fires_once() {
    for speed in [1.0, -1.0, 0.7, -0.3, 2.3, 1.0 / 3.0] {
        let (mut builder, mass, travel) = oscillator([0.0, speed]);
        builder.friction("rub", FrictionPoint::along(travel, 4.0), Coulomb::new(1.0));
        let model = builder.build().unwrap();
        let at_rest = |direction: fn(Event<'static>) -> Event<'static>| {
            let event = direction(Event::new("at rest", move |at: &Snapshot<'_>| at.body(mass).velocity.x));
            let run = Simulation::new(&model).event(event).run(model.placed(), 3.0).unwrap();
            run.events().iter().map(|event| event.t).collect::<Vec<f64>>()
        };
        // x'' + x = -4 sign x': at rest when tan t = |v|/4.
        let both = at_rest(|event| event);
        assert_eq!(both.len(), 1, "{speed}: {both:?}");
        assert!((both[0] - (speed.abs() / 4.0).atan()).abs() < 1e-9, "{speed}: {both:?}");
        let stopped = at_rest(Event::stop);
        assert_eq!(stopped, both, "{speed}");
    }
}

/// Two blocks on a rough floor stop at almost the same time; the dense output carries the free one exactly, the one on a spring not. When the one
/// stops the other may have turned already, by what the dense output had wrong: it stops all the same.
#[test]
fn invariant_a_block_that_turned_when_another_stopped_holds() {
    let (w, amplitude) = (2.0_f64, 0.3);
    let run = |late: f64| {
        let mut builder = ModelBuilder::new();
        let (sin, cos) = (w * (1.0 + late)).sin_cos();
        let free = builder.body("free", Particle::new(1.0).moving(1.0, 0.0));
        let held = Particle::new(1.0).at(amplitude * cos - 1.0 / (w * w), 1.0).moving(amplitude * w * sin, 0.0);
        let held = builder.body("held", held);
        for (k, body) in [free, held].into_iter().enumerate() {
            let line = GROUND.axis([0.0, k as f64], 0.0);
            builder.constraint(format!("rail {k}"), Slot::new(line, body.origin()));
            let travel = Travel::along(line, body.origin());
            builder.friction(format!("rub {k}"), FrictionPoint::along(travel, 1.0), Coulomb::new(1.0));
            if k == 1 {
                builder.force("spring", SpringDamper::along(travel, w * w));
            }
        }
        let model = builder.build().unwrap();
        Simulation::new(&model).method(Method::Bs23).tolerance(1e-5).run(model.start().project().unwrap(), 2.0).unwrap()
    };
    // Where both stop together, as this method has it.
    let [mut low, mut high] = [-1e-3, 1e-3];
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if run(middle).transitions()[0].name == "rub 1" { low = middle } else { high = middle }
    }
    for k in 0..120 {
        let off = (0.5 - f64::from(k % 2)) * 10_f64.powf(-4.0 - 0.1 * f64::from(k));
        let run = run(high + off);
        let (changes, end) = (run.transitions(), run.end());
        let [free, held] =
            ["free", "held"].map(|name| run.model().read(end).body(run.model().body::<Planar>(name).unwrap()));
        assert!(free.velocity.x.abs() < 1e-9 && held.velocity.x.abs() < 1e-9, "{off:e}: {changes:?}");
        assert!((held.origin.x - amplitude + 1.0 / (w * w)).abs() < 1e-3, "{off:e}: {}", held.origin.x);
        // Each stops where it stands, the free one at 1 s.
        assert!(changes.len() == 2 && changes.iter().all(|c| c.slip.abs() < 1e-8), "{off:e}: {changes:?}");
        assert!(changes.iter().all(|c| c.name == "rub 1" || (c.t - 1.0).abs() < 1e-8), "{off:e}: {changes:?}");
    }
}

/// Gains that follow steps of 1e-8 s multiply what rounding leaves of a residual by 6/h²: here to 1 m/s², and by far more near a wedge, where a random model was given energy by its friction.
/// Held since 31a34166.
#[test]
fn regress_gains_of_shortest_steps_do_not_act_on_rounding() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.3, -0.4, (-0.4_f64).atan2(0.3)));
    builder.constraint("pin", Revolute::new(GROUND.point(0.1, 0.2), rod.point(-0.5, 0.0)));
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap().state;
    let run = |hold| {
        let plan = Simulation::new(&model).fixed_step(1e-8).stabilization(hold).output(Output::Steps);
        plan.run(start.clone(), 1e-6).unwrap().column(|at| at.v()[0])
    };
    let (auto, free) = (run(Stabilization::Auto), run(Stabilization::None));
    let changes = |v: &[f64]| v.windows(2).map(|v| v[1] - v[0]).collect::<Vec<_>>();
    let off = changes(&auto).iter().zip(changes(&free)).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    println!("accelerations differ by {:.1e} m/s²", off / 1e-8);
    assert!(off / 1e-8 < 1e-6, "{off:e}");
}
