//! Runs and samples at the edges of what can be asked for.

use crate::mechanisms::{ball, double_pendulum};
use chetaev::prelude::*;
use chetaev::simulate::{NoState, RunFailure};

/// Mended by b9516f3.
#[test]
fn regress_a_run_that_cannot_end_is_refused() {
    let (model, _) = ball();
    for t_end in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let plan = Simulation::new(&model).control(|control| control.max_steps = 1000);
        let outcome = plan.run(model.placed(), t_end);
        assert!(outcome.is_err(), "t_end = {t_end}: {:?}", outcome.map(|run| run.times().len()));
    }
    // Without an end it is refused before the first step; where an event ends it there is nothing to refuse.
    let endless =
        Simulation::new(&model).event(Event::new("low", |at| at.t() - 1.0)).run(model.placed(), f64::INFINITY);
    let refused = endless.unwrap_err();
    assert!(matches!(refused.failure, RunFailure::Setting { setting: "t_end", .. }), "{refused}");
    let stop = Event::new("low", |at: &Snapshot<'_>| at.t() - 1.0).stop();
    let run = Simulation::new(&model).event(stop).run(model.placed(), f64::INFINITY).unwrap();
    assert!((run.end().t - 1.0).abs() < 1e-12);
    // A run of no length has its start as its only sample.
    let none = Simulation::new(&model).every(0.1).run(model.placed(), 0.0).unwrap();
    assert_eq!((none.times(), none.end().t), (vec![0.0], 0.0));
}

/// Mended by b9516f3.
#[test]
fn regress_times_that_are_none_are_refused() {
    let (model, _) = ball();
    let nowhere = [vec![-1.0], vec![2.0], vec![0.5, f64::INFINITY]];
    let disordered = [vec![f64::NAN], vec![0.1, f64::NAN], vec![f64::NAN, 0.1], vec![0.2, 0.2], vec![0.3, 0.1]];
    for times in nowhere.into_iter().chain(disordered) {
        let outcome = Simulation::new(&model).output(Output::Times(times.clone())).run(model.placed(), 1.0);
        assert!(outcome.is_err(), "{times:?}");
    }
    let run = Simulation::new(&model).output(Output::Times(vec![])).run(model.placed(), 1.0).unwrap();
    assert!(run.is_empty() && run.end().t == 1.0);
    for interval in [f64::NAN, 0.0, f64::INFINITY, 1e-12] {
        assert!(Simulation::new(&model).every(interval).run(model.placed(), 1.0).is_err());
    }
}

/// Mended by b9516f3.
#[test]
fn regress_samples_far_from_zero_time_are_all_there() {
    let (model, _) = ball();
    for t0 in [0.0, -3.0, 1e3, 1e6, 1e9] {
        let start = model.placed().at(t0);
        for (dt, n) in [(0.1, 10), (1e-3, 1000), (1e-4, 10_000)] {
            let run = Simulation::new(&model).every(dt).run(start.clone(), t0 + 1.0).unwrap();
            assert_eq!(run.len(), n + 1, "start {t0}, every {dt}");
            for (k, t) in run.times().into_iter().enumerate() {
                assert!((t - t0 - dt * k as f64).abs() < 1e-15 + 4e-16 * t0.abs(), "{t0} {dt} {k}");
            }
        }
        let times: Vec<f64> = (0..=1000).map(|k| t0 + 1.0 - 1e-12 * t0.abs() * f64::from(1000 - k) / 1000.0).collect();
        let mut times: Vec<f64> = times.into_iter().filter(|t| *t >= t0).collect();
        times.dedup();
        let run = Simulation::new(&model).output(Output::Times(times.clone())).run(start, t0 + 1.0).unwrap();
        assert_eq!(run.times(), times, "from {t0}");
    }
    // An interval that time cannot resolve is refused; it is no run without samples.
    let start = model.placed().at(1e9);
    assert!(Simulation::new(&model).every(1e-9).run(start, 1e9 + 1.0).is_err());
}

#[test]
fn property_tenths_are_counted_exactly() {
    let (model, _) = ball();
    for k in 1..200 {
        let t_end = 0.1 * f64::from(k);
        let run = Simulation::new(&model).every(0.1).run(model.placed(), t_end).unwrap();
        assert_eq!(run.len(), k as usize + 1, "{k}");
        assert_eq!(run.last().unwrap().t(), t_end);
        let sum = (0..k).fold(0.0, |sum, _| sum + 0.1);
        let run = Simulation::new(&model).every(0.1).run(model.placed(), sum).unwrap();
        assert_eq!((run.len(), run.last().unwrap().t()), (k as usize + 1, sum), "{k}");
    }
}

#[test]
fn identity_the_dense_solution_meets_the_samples_and_ends_with_the_run() {
    let pendulum = double_pendulum();
    let start: State = pendulum.model.start().project().unwrap().into();
    for method in Method::ALL {
        let mut plan = Simulation::new(&pendulum.model).method(method).keep_dense().tolerance(1e-8);
        if matches!(method, Method::Euler | Method::Rk4) {
            plan = plan.fixed_step(0.01);
        }
        let run = plan.run(start.clone(), 1.0).unwrap();
        for at in run.samples() {
            let state = run.state_at(at.t()).unwrap();
            let off = crate::mechanisms::apart(&state.q, at.q()).max(crate::mechanisms::apart(&state.v, at.v()));
            assert!(off < 1e-14, "{method}: {off:e}");
            let again = run.read(&state).reaction(pendulum.hinges[0]).force;
            assert!((again - at.reaction(pendulum.hinges[0]).force).norm() < 1e-10);
        }
        for t in [-1e-9, 1.0 + 1e-9, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let told = run.state_at(t).unwrap_err();
            assert!(matches!(told, NoState::Outside { from: 0.0, to: 1.0, .. }), "{told}");
        }
    }
}

#[test]
fn property_strange_tolerances_end_in_a_run_or_an_error() {
    let pendulum = double_pendulum();
    let start: State = pendulum.model.start().project().unwrap().into();
    for tolerance in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-16, 1e-18, 1.0, 1e3] {
        let plan = Simulation::new(&pendulum.model).tolerance(tolerance).control(|c| c.max_steps = 20_000);
        match plan.run(start.clone(), 0.5) {
            Ok(run) => println!("{tolerance:e}: {} steps, energy {:.1e}", run.counters().steps, run.energy_error()),
            Err(failed) => println!("{tolerance:e}: {failed}"),
        }
    }
}

const HOLDS: [Stabilization; 4] = [
    Stabilization::None,
    Stabilization::Baumgarte(Baumgarte { alpha: 20.0, beta: 100.0, gamma: 10.0 }),
    Stabilization::Auto,
    Stabilization::Projection,
];

#[test]
fn identity_looking_at_a_run_does_not_change_its_last_bit() {
    let pendulum = double_pendulum();
    let start: State = pendulum.model.start().project().unwrap().into();
    let (one, hinge) = (pendulum.rods[0], pendulum.hinges[0]);
    for method in [Method::Dop853, Method::Dopri5, Method::Rk4, Method::Euler] {
        for hold in HOLDS {
            let plan = || {
                let plan = Simulation::new(&pendulum.model).method(method).stabilization(hold).tolerance(1e-7);
                if method.is_adaptive() { plan } else { plan.fixed_step(1e-3) }
            };
            let bare = plan().output(Output::Ends).run(start.clone(), 2.0).unwrap();
            let pull = move |at: &Snapshot<'_>| at.reaction(hinge).force.y - 15.0;
            let low = move |at: &Snapshot<'_>| at.body(one).angle + 1.0;
            let looked = [
                plan().run(start.clone(), 2.0),
                plan().every(0.003).run(start.clone(), 2.0),
                plan().output(Output::Times(vec![0.1, 0.7, 1.9])).keep_dense().run(start.clone(), 2.0),
                plan().event(Event::new("low", low)).event(Event::new("pull", pull)).run(start.clone(), 2.0),
                plan().event(Event::new("low", low)).keep_dense().every(0.1).guard_checks(13).run(start.clone(), 2.0),
            ];
            for (k, run) in looked.into_iter().enumerate() {
                let run = run.unwrap();
                assert_eq!(run.end(), bare.end(), "{method} {hold:?}: {k}");
                assert_eq!(run.counters().steps, bare.counters().steps);
                assert!(k < 3 || !run.events().is_empty());
            }
        }
    }
}

#[test]
fn identity_a_change_of_nothing_is_a_new_start() {
    let pendulum = double_pendulum();
    let start: State = pendulum.model.start().project().unwrap().into();
    for hold in HOLDS {
        let plan = || Simulation::new(&pendulum.model).stabilization(hold).tolerance(1e-7);
        let clock = Event::new("clock", |at: &Snapshot<'_>| at.t() - 0.75).change(|_| {});
        let whole = plan().event(clock).every(0.25).run(start.clone(), 1.5).unwrap();
        assert_eq!(whole.events().len(), 1);
        assert_eq!(whole.times(), [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5], "one sample at the event");
        let at = &whole.events()[0].state;
        assert_eq!((at.t, &at.q[..]), (0.75, whole.sample(3).unwrap().q()));
        let half = plan().run(start.clone(), 0.75).unwrap();
        // Other steps lead there, so the end differs by the tolerance; from the same state on the two are one.
        assert!(crate::mechanisms::apart(&half.end().q, &at.q) < 1e-6);
        if hold == Stabilization::Projection {
            let again = plan().run(at.clone(), 1.5).unwrap();
            let off = crate::mechanisms::apart(&again.end().q, &whole.end().q);
            assert!(off < 1e-12, "only the last bits of the projection differ: {off:e}");
        }
    }
}

/// A plate on three parallel bars, one too many, one of them driven if asked for; and a skate that is pulled.
fn redundant(driven: bool) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]).allow_redundant();
    let rise = 3.0_f64.sqrt() / 2.0;
    let plate = builder.body("plate", RigidBody::rod(2.0, 2.0).at(1.5, rise, 0.0));
    for i in 0..3 {
        let x = f64::from(i);
        let bar = builder
            .body(format!("bar {i}"), RigidBody::rod(1.0, 1.0).at(x + 0.25, 0.5 * rise, std::f64::consts::FRAC_PI_3));
        builder.constraint(format!("foot {i}"), Revolute::new(GROUND.point(x, 0.0), bar.point(-0.5, 0.0)));
        builder.constraint(format!("head {i}"), Revolute::new(bar.point(0.5, 0.0), plate.point(x - 1.0, 0.0)));
        if driven && i == 0 {
            let law = |t: Jet| -(t * 2.0) * 0.25 + t * t * 0.1 + std::f64::consts::FRAC_PI_3;
            builder.constraint("motor", Driver::new(Angle::between(GROUND, bar), law));
        }
    }
    let skate = builder.body("skate", RigidBody::rod(1.0, 1.0).at(5.0, 0.0, 0.3).moving(1.0, 0.3_f64.tan(), 1.0));
    builder.constraint("edge", KnifeEdge::new(GROUND, skate.axis([0.1, 0.0], 0.0)));
    builder.force("damper", SpringDamper::between(GROUND.point(5.0, 1.0), skate.origin(), 3.0).damping(0.5));
    builder.build().unwrap()
}

#[test]
fn invariant_drift_and_energy_of_redundant_driven_and_nonholonomic_rows() {
    for driven in [false, true] {
        let model = redundant(driven);
        let start: State = model.start().project().unwrap().into();
        for (hold, bound) in HOLDS.into_iter().zip([1e-5, 1e-6, 1e-7, 1e-13]) {
            for method in [Method::Dop853, Method::Dopri5] {
                let plan = Simulation::new(&model).method(method).stabilization(hold).tolerance(1e-8).every(0.01);
                // Until the bars come near to lying flat, which is singular.
                let run = plan.run(start.clone(), 0.35).unwrap();
                let (phi, psi) = (run.drift().largest_phi(), run.drift().largest_psi());
                println!("{driven} {hold:?} {method}: φ {phi:.1e}, ψ {psi:.1e}, energy {:.1e}", run.energy_error());
                assert!(phi < bound && psi < bound && run.energy_error() < 1e-5, "{driven} {hold:?} {method}");
            }
        }
    }
}

/// Mended by ef13f9d.
#[test]
fn regress_steps_shrink_before_they_fail() {
    // Where the error grows slowly the controller foresees it. It did not where rounding had made a step's end come a little early: that
    // was taken for a step cut short, after which the next one never shrinks, and fails.
    let pendulum = double_pendulum();
    let start: State = pendulum.model.start().project().unwrap().into();
    let plan = Simulation::new(&pendulum.model).method(Method::Dopri5).tolerance(1e-9).output(Output::Ends);
    let done = plan.run(start, 5.0).unwrap().counters();
    assert!(done.steps > 500 && 20 * done.rejected < done.steps, "{} of {} rejected", done.rejected, done.steps);
}
