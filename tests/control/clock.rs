//! Events by the clock: when they happen, what they cost, and a sampled controller against its own recurrence.

use super::{Cart, MASS, cart};
use chetaev::ode::Method;
use chetaev::prelude::*;

const K: [f64; 2] = [40.0, 18.0];

fn controller<'a>(cart: &'a Cart, interval: f64) -> Event<'a> {
    Event::every("control", interval).quiet().change_with(move |at, state| {
        let now = at.body(cart.body);
        state.set_variable(cart.push, -K[0] * now.origin.x - K[1] * now.velocity.x);
        Ok(())
    })
}

/// Every instant is k/n to the bit, the first one counts, the last belongs to the run that goes on, and a run in pieces has those of the whole.
#[test]
fn identity_instants_are_exact_and_pieces_have_those_of_the_whole() {
    let cart = cart(1.0, None);
    let ticks = |pieces: &[f64]| {
        let (mut ticks, mut state) = (Vec::new(), cart.model.placed());
        for &end in pieces {
            let tick = Event::every("tick", 0.01).change_with(|at, _| {
                ticks.push(at.t());
                Ok(())
            });
            let bell = Event::at("bell", [0.7, 0.123, 0.123, 9.0]);
            let run = Simulation::new(&cart.model).event(tick).event(bell).run(state, end).unwrap();
            let bells = run.events().iter().filter(|it| it.name == "bell").map(|it| it.t);
            let expected = [0.123, 0.7].into_iter().filter(|t| (run.times()[0]..end).contains(t));
            assert!(bells.eq(expected));
            state = run.end().clone();
        }
        ticks
    };
    let whole = ticks(&[1.0]);
    assert!(whole.iter().copied().eq((0..100).map(|k| f64::from(k) / 100.0)));
    assert_eq!(whole, ticks(&[0.3, 0.3, 0.305, 0.31, 1.0]));
    // From any time on, in either direction of zero.
    let late = Simulation::new(&cart.model).event(Event::every("tick", 0.1));
    let late = late.run(cart.model.placed().at(-0.25), 0.11).unwrap();
    assert_eq!(late.events().iter().map(|it| it.t).collect::<Vec<_>>(), [-0.2, -0.1, 0.0, 0.1]);
}

/// Between two instants the force is constant: x_{k+1} = x + h v + h² u/2m, v_{k+1} = v + h u/m, exactly.
#[test]
fn analytic_a_sampled_controller_follows_its_recurrence() {
    let h = 1e-3;
    for method in [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23] {
        let cart = cart(1.0, None);
        let run =
            Simulation::new(&cart.model).method(method).event(controller(&cart, h)).run(cart.model.placed(), 10.0);
        let run = run.unwrap();
        let (mut x, mut v, mut worst) = (1.0, 0.0, 0.0_f64);
        for k in 0..10_000 {
            if k % 1000 == 500 {
                let at = run.samples().find(|at| at.t() == f64::from(k) / 1000.0).expect("a sample at each instant");
                worst = worst.max((at.body(cart.body).origin.x - x).abs());
            }
            let u = -K[0] * x - K[1] * v;
            (x, v) = (x + h * v + 0.5 * h * h * u / MASS, v + h * u / MASS);
        }
        println!(
            "{method:?}: {worst:.1e} m, {} steps, {} evaluations",
            run.counters().steps,
            run.counters().evaluations
        );
        // A few more at the beginning, which is careful.
        assert!(worst < 3e-13 && run.counters().steps < 10_020);
    }
}

/// 10 s at 1 kHz against 10 000 runs of a millisecond each.
#[test]
fn invariant_a_clock_costs_less_than_pieces_by_hand() {
    for friction in [None, Some(0.02)] {
        let cart = cart(1.0, friction);
        let run = Simulation::new(&cart.model).event(controller(&cart, 1e-3)).run(cart.model.placed(), 10.0).unwrap();
        let (mut state, mut by_hand) = (cart.model.placed(), 0);
        for k in 1..=10_000 {
            let now = cart.model.read(&state).body(cart.body);
            let push = -K[0] * now.origin.x - K[1] * now.velocity.x;
            state.set_variable(cart.push, push);
            let piece = Simulation::new(&cart.model).run(state, f64::from(k) / 1000.0).unwrap();
            by_hand += piece.counters().evaluations;
            state = piece.end().clone();
        }
        let ends = [&state, run.end()].map(|state| cart.model.read(state).body(cart.body).origin.x);
        let part = run.counters().evaluations as f64 / by_hand as f64;
        println!("{friction:?}: {part:.3} of the evaluations by hand, ends {:.1e} apart", ends[0] - ends[1]);
        assert!(part < 1.0 && (ends[0] - ends[1]).abs() < 1e-11);
    }
}

/// A state that was written and read back in the middle goes on to the same bits.
#[cfg(feature = "serde")]
#[test]
fn identity_resumed_to_the_bit() {
    let cart = cart(1.0, Some(0.1));
    let go = |state: State, end: f64| {
        Simulation::new(&cart.model).event(controller(&cart, 0.02)).run(state, end).unwrap().end().clone()
    };
    let middle = go(cart.model.placed(), 0.7131);
    let read: State = serde_json::from_str(&serde_json::to_string(&middle).unwrap()).unwrap();
    assert_eq!(go(read, 3.0), go(middle, 3.0));
}

/// An input that rises past the limit of friction sets the cart in motion at that very instant; one that falls lets it stop.
#[test]
fn analytic_friction_is_decided_at_the_instant() {
    let cart = cart(0.0, Some(0.25));
    // μ m g = 5 N.
    let pushes = [(0.5, 4.9), (1.0, 7.0), (2.0, 0.0)];
    let step = Event::at("push", pushes.map(|(t, _)| t)).change_with(|at, state| {
        let now = pushes.iter().find(|(t, _)| *t == at.t()).expect("one of these");
        state.set_variable(cart.push, now.1);
        Ok(())
    });
    let run = Simulation::new(&cart.model).event(step).run(cart.model.placed(), 5.0).unwrap();
    let changes: Vec<(f64, Mode)> = run.transitions().iter().map(|it| (it.t, it.to)).collect();
    // 1 m/s² for a second, then −2.5 m/s².
    assert!(
        matches!(changes[..], [(a, Mode::Forward), (b, Mode::Stick)] if a == 1.0 && (b - 2.4).abs() < 1e-13),
        "{changes:?}"
    );
    let x = run.last().unwrap().body(cart.body).origin.x;
    println!("comes to rest at {x}, {:.1e} off", x - 0.7);
    assert!((x - 0.7).abs() < 1e-13);
}

/// A clock that stops, changes velocities, or fails, and one beside a guard.
#[test]
fn refusal_what_a_clock_may_do() {
    let cart = cart(0.0, None);
    let kick = Event::at("kick", [0.25]).change(|state| state.v[0] = 2.0);
    let gate = Event::new("gate", |at| at.body(cart.body).origin.x - 1.0);
    let end = Event::at("end", [1.5]).stop();
    let run = Simulation::new(&cart.model).event(kick).event(gate).event(end).run(cart.model.placed(), 9.0).unwrap();
    let told: Vec<(&str, f64)> = run.events().iter().map(|it| (it.name.as_str(), it.t)).collect();
    assert!(matches!(told[..], [("kick", 0.25), ("gate", t), ("end", 1.5)] if (t - 0.75).abs() < 1e-15), "{told:?}");
    assert_eq!(run.end().t, 1.5);
    let fails = |event: Event<'_>| {
        Simulation::new(&cart.model).event(event).run(cart.model.placed(), 1.0).unwrap_err().to_string()
    };
    assert!(fails(Event::every("tick", 0.0)).contains("`tick`: its interval of 0 s"));
    assert!(fails(Event::every("tick", 1e-300)).contains("below the resolution"));
    assert!(fails(Event::at("bell", [f64::NAN])).contains("not a number"));
    assert!(
        fails(Event::at("bell", [0.5]).change_with(|_, _| Err("no".into())))
            .contains("`bell` could not change the state: no")
    );
}

/// A controller that divides by zero: what is not finite is named, and not counted.
#[test]
fn refusal_names_the_input_that_is_no_number() {
    let cart = cart(1.0, None);
    let breaks = Event::at("breaks", [0.5]).change(|state| state.set_variable(cart.push, f64::NAN));
    let error = Simulation::new(&cart.model).event(breaks).run(cart.model.placed(), 1.0).unwrap_err();
    println!("{error}");
    assert!(error.to_string().contains("`push`"), "{error}");
}
