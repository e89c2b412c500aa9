//! Parameters that do nothing where a run starts, or other things later; changes that only seem to have a derivative.

use super::common::{Member, followed};
use chetaev::analysis::{EquilibriumSlopes, Identification, Rest, Shooting};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::error::EvalError;
use chetaev::prelude::*;
use chetaev::simulate::{Flag, Parameter};

/// A particle of 1 kg on a guide along x, with a force along it.
fn on_a_guide(push: Signal) -> Member {
    let mut builder = ModelBuilder::new();
    let (mass, guide) = (builder.body("m", Particle::new(1.0)), GROUND.axis([0.0, 0.0], 0.0));
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    builder.force("push", AppliedAlong::signal(Travel::along(guide, mass.origin()), push));
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// x and v of a particle, and their derivatives by one parameter, at the end of a run.
fn slopes(family: &Family, name: &str, until: f64) -> [f64; 2] {
    let mass = family.model().body::<Planar>("m").unwrap();
    let run = followed(family, 1e-11, until);
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let by = run.sensitivity(name).unwrap();
    [by.at_end(|at| at.body(mass).origin.x), by.at_end(|at| at.body(mass).velocity.x)]
}

/// x'' = sin ωt: at the start all frequencies do the same, and after many turns the widest difference that fits there is none.
#[test]
fn analytic_the_frequency_of_a_drive() {
    let omega = std::f64::consts::TAU;
    let family = Family::new([("omega", omega)], |p| on_a_guide(Signal::constant(0.0).sine(1.0, p["omega"], 0.0)));
    let family = family.unwrap();
    for (until, bound) in [(1.0, 5e-11), (4.0, 5e-10), (8.0, 2e-9), (100.0, 2.5e-7)] {
        let (sin, cos) = (omega * until).sin_cos();
        let known = [
            -until / omega.powi(2) - until * cos / omega.powi(2) + 2.0 * sin / omega.powi(3),
            until * sin / omega - (1.0 - cos) / omega.powi(2),
        ];
        let found = slopes(&family, "omega", until);
        let off = [found[0] - known[0], found[1] - known[1]].map(|off| off.abs() / (until / omega.powi(2)));
        println!("frequency, {until} s: off by {off:?}");
        assert!(off.iter().all(|off| *off < bound), "{until}: {found:?}, {known:?}");
    }
}

/// It meets a bumper of 100 N/m at L and comes back: x = 2 L − t + π/10.
#[test]
fn analytic_the_place_of_a_bumper() {
    let family = Family::new([("L", 1.0)], |p| {
        let mut builder = ModelBuilder::new();
        let (mass, guide) = (builder.body("m", Particle::new(1.0).moving(1.0, 0.0)), GROUND.axis([0.0, 0.0], 0.0));
        builder.constraint("guide", Slot::new(guide, mass.origin()));
        let bumper = Formula::parse(&format!("-1e2*max(x-{:?},0)", p["L"]), ["x"])?;
        builder.force("bumper", AppliedAlong::formula(Travel::along(guide, mass.origin()), bumper)?);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let family = family.unwrap();
    let mass = family.model().body::<Planar>("m").unwrap();
    let plan = Simulation::new(family.model()).tolerance(1e-11).max_step(0.05);
    let run = plan.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 2.2).unwrap();
    let by = run.sensitivity("L").unwrap();
    let [x, v] = [by.at_end(|at| at.body(mass).origin.x), by.at_end(|at| at.body(mass).velocity.x)];
    println!("bumper: dx/dL off by {:.1e}, dv/dL {v:.1e}, flags {:?}", x - 2.0, run.flags());
    // The kink lies between members while the bumper is met: they are asked aside of it.
    assert!((x - 2.0).abs() < 1e-9 && v.abs() < 1e-9 && run.flags().is_empty(), "{x} {v} {:?}", run.flags());
}

/// A load that sets in at t₀ and grows: v = ½ (t − t₀)².
#[test]
fn analytic_the_time_at_which_a_load_sets_in() {
    let family =
        Family::new([("since", 1.0)], |p| on_a_guide(Signal::ramp([p["since"], p["since"] + 10.0], [0.0, 10.0])));
    let family = family.unwrap();
    for until in [1.1, 1.3, 3.0] {
        let [x, v] = slopes(&family, "since", until);
        let off = [x + 0.5 * (until - 1.0_f64).powi(2), v + (until - 1.0)];
        println!("load since 1 s, at {until} s: off by {off:?}");
        assert!(off.iter().all(|off| off.abs() < 1e-8), "{off:?}");
    }
}

/// The semi-axis of an ellipse that drops and rolls on, whose shape does nothing until then: against differences of runs.
#[test]
fn agreement_the_shape_of_a_contact_that_is_open_at_first() {
    let build = |a: f64| -> Member {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let inertia = 0.25 * (a * a + 0.04);
        let egg = builder.body("m", RigidBody::new(1.0, inertia).at(0.0, 0.3, 0.3));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), a, 0.2);
        builder.contact("floor", Contact::between(GROUND, egg, pair), Rigid::rough(Coulomb::new(0.8)));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    };
    let read = |a: f64| {
        let (model, start) = build(a).unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(start, 0.6).unwrap();
        run.end().q[2]
    };
    let known = derivative_of(read, 0.3, 1e-4);
    let family = Family::new([("a", 0.3)], move |p| build(p["a"])).unwrap();
    let egg = family.model().body::<Planar>("m").unwrap();
    let run = followed(&family, 1e-12, 0.6);
    let found = run.sensitivity("a").unwrap().at_end(|at| at.body(egg).angle);
    println!("dθ/da of an ellipse that drops: {found}, off by {:.1e} of differences", found - known);
    assert!((found - known).abs() < 1e-7 * known.abs(), "{found} {known}");
}

fn derivative_of(f: impl Fn(f64) -> f64, at: f64, h: f64) -> f64 {
    let d = |h: f64| (f(at + h) - f(at - h)) / (2.0 * h);
    (4.0 * d(h) - d(2.0 * h)) / 3.0
}

/// A rest beside a soft wall, nearer than the steps of differences: x = 1e-4 is on the wall's side, where it is a spring of 1 N/m.
#[test]
fn analytic_a_wall_that_is_nearer_than_a_difference() {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("m", Particle::new(1.0).at(1e-4, 1.0));
    let guide = GROUND.axis([0.0, 1.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    let push =
        AppliedAlong::formula(Travel::along(guide, mass.origin()), Formula::parse("1e-4 - max(x,0)", ["x"]).unwrap())
            .unwrap();
    builder.force("push", push);
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).sensitivities(Sensitivities::to_start("m.x"));
    let run = run.run(model.placed(), 3.0).unwrap();
    let found = run.sensitivity("m.x").unwrap().at_end(|at| at.body(mass).origin.x);
    println!("beside a wall: {found}, off by {:.1e}", found - 3.0_f64.cos());
    assert!((found - 3.0_f64.cos()).abs() < 1e-8, "{found}");
}

/// A run that an event ends, ends at another time for another height: the ball is on the floor there, with another speed.
#[test]
fn analytic_the_end_of_a_run_that_an_event_ends() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
    let model = builder.build().unwrap();
    let floor = Event::new("floor", move |at: &Snapshot<'_>| at.body(ball).origin.y).stop();
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).event(floor);
    let run = run.sensitivities(Sensitivities::to_start("ball.y")).run(model.placed(), 1.0).unwrap();
    let by = run.sensitivity("ball.y").unwrap();
    let known = -(9.81_f64 / 2.0).sqrt();
    let ends =
        [by.at_end(|at| at.body(ball).origin.y), by.at_end(|at| at.body(ball).velocity.y), by.at_end(|at| at.t())];
    let last = by.column(|at| at.body(ball).velocity.y);
    println!("ended by the floor: y {:.1e}, v off by {:.1e}", ends[0], ends[1] - known);
    assert!(ends[0].abs() < 1e-9 && (ends[1] - known).abs() < 1e-9);
    assert!((ends[2] + known / 9.81).abs() < 1e-9 && (last[last.len() - 1] - known).abs() < 1e-9);
    assert_eq!(run.gradient(|at| at.body(ball).velocity.y), [ends[1]]);
    // The sample before it is at a fixed time.
    assert!(last[last.len() - 2].abs() < 1e-12);
}

#[test]
fn property_a_guard_that_jumps_is_refused() {
    let mut builder = ModelBuilder::new();
    let stone = builder.body("stone", Particle::new(1.0).moving(0.5, 0.0));
    let model = builder.build().unwrap();
    let gate = Event::new("gate", move |at: &Snapshot<'_>| if at.body(stone).origin.x > 1.0 { 1.0 } else { -1.0 });
    let run = Simulation::new(&model).event(gate).sensitivities(Sensitivities::to_start("stone.vx"));
    let error = run.run(model.placed(), 3.0).unwrap_err();
    assert!(error.to_string().contains("`gate`, whose guard jumps over zero at t = 2"), "{error}");
}

/// Two contacts that close at one instant, of which a parameter moves one; a box that falls flat on both of its corners.
#[test]
fn property_contacts_that_close_together_are_flagged() {
    let family = Family::new([("height", 1.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        for (name, x, y) in [("a", 0.0, p["height"]), ("b", 1.0, 1.0)] {
            let ball = builder.body(name, RigidBody::disk(1.0, 0.1).at(x, y + 0.1, 0.0));
            let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
            builder.contact(name, Contact::between(GROUND, ball, pair), Rigid::smooth().bouncing(0.5));
        }
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let run = followed(&family.unwrap(), 1e-11, 0.6);
    let flagged = |flag: &Flag| matches!(flag, Flag::Simultaneous { names, .. } if names.len() == 2);
    let together = run.impacts().windows(2).any(|pair| pair[0].t == pair[1].t) || run.impacts()[0].blows.len() > 1;
    // What falls by rounding apart is two changes, each with its own instant.
    println!("{} impacts, at one instant: {together}, flags {:?}", run.impacts().len(), run.flags());
    assert!(!together || run.flags().iter().any(flagged), "{:?}", run.flags());

    let family = Family::new([("tilt", 0.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("box", RigidBody::rectangle(1.0, 0.4, 0.2).at(0.0, 1.0, p["tilt"]));
        let corners = CornerOnLine::each(GROUND.axis([0.0, 0.0], 0.0), [[-0.2, -0.1], [0.2, -0.1]]);
        for (k, corner) in corners.into_iter().enumerate() {
            builder.contact(
                format!("foot {k}"),
                Contact::between(GROUND, block, corner),
                Rigid::smooth().bouncing(0.5),
            );
        }
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let run = followed(&family.unwrap(), 1e-11, 0.6);
    assert!(run.flags().iter().any(flagged), "{:?}", run.flags());
}

/// A signal that is read half a second late, in which the start shows nothing of it.
#[test]
fn property_a_signal_that_is_read_late_is_refused() {
    let times: Vec<f64> = (0..31).map(|k| 0.1 * f64::from(k)).collect();
    let values = times.iter().map(|t| t.sin()).collect::<Vec<_>>();
    let family = Family::new([Parameter::knots("u", &times, &values)], |p| {
        let signal = p.signal("u");
        let mut builder = ModelBuilder::new();
        let mass = builder.body("m", Particle::new(1.0));
        builder.force("push", Applied::new(mass.origin(), move |t: f64, _: &_| ([signal.value(t - 0.5), 0.0], 0.0)));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let family = family.unwrap();
    let run = Simulation::new(family.model()).sensitivities(Sensitivities::to(&family));
    let error = run.run(family.start().clone(), 3.0).unwrap_err();
    assert!(error.to_string().contains("at another time"), "{error}");
}

/// A point on a circle of 5 mm: dy/dx = −x/y to rounding, in a mechanism however small.
#[test]
fn analytic_the_start_of_a_small_mechanism() {
    for size in [5e-3, 5e-5, 1.0, 50.0] {
        let mut builder = ModelBuilder::new();
        let (x, y) = (0.4 * size, -(1.0_f64 - 0.16).sqrt() * size);
        let bob = builder.body("bob", Particle::new(1.0).at(x, y));
        builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), size));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).sensitivities(Sensitivities::to_start("bob.x"));
        let run = run.run(model.placed(), 1e-3).unwrap();
        let found = run.sensitivity("bob.x").unwrap().column(|at| at.body(bob).origin.y)[0];
        println!("a circle of {size} m: dy/dx off by {:.1e}", found + x / y);
        assert!((found + x / y).abs() < 1e-9, "{found} {}", -x / y);
    }
}

/// The load of a bob on a spring is an input that the family sets: x = p/k.
#[test]
fn analytic_an_input_of_the_family_moves_the_equilibrium() {
    let family = Family::new([("push", 2.0)], |p| {
        let mut builder = ModelBuilder::new();
        let (mass, guide) = (builder.body("m", Particle::new(1.0)), GROUND.axis([0.0, 0.0], 0.0));
        builder.constraint("guide", Slot::new(guide, mass.origin()));
        builder.force("spring", SpringDamper::guided(guide, mass.origin(), 50.0));
        let push = builder.input("push", p["push"]);
        builder.force("push", AppliedAlong::signal(Travel::along(guide, mass.origin()), Signal::input(push)));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let family = family.unwrap();
    let mass = family.model().body::<Planar>("m").unwrap();
    let found = EquilibriumSlopes::of(&family, &Rest::Nearest).unwrap();
    let slope = found.reading(|at| at.body(mass).origin.x).unwrap()[0];
    assert!((slope - 0.02).abs() < 1e-12 && (found.displacement(0)[0] - 0.02).abs() < 1e-12, "{slope}");
}

/// A controller that sets an input by the clock is part of the state of an orbit, which takes positions and velocities alone.
#[test]
fn property_an_orbit_under_inputs_that_events_set_is_refused() {
    let mut builder = ModelBuilder::new();
    let (mass, guide) = (builder.body("m", Particle::new(1.0)), GROUND.axis([0.0, 0.0], 0.0));
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    let push = builder.input("push", 0.1);
    builder.force("push", AppliedAlong::signal(Travel::along(guide, mass.origin()), Signal::input(push)));
    let model = builder.build().unwrap();
    let plan = || {
        let control = Event::every("control", 1.0).change_with(move |at, state| {
            state.set_variable(push, -at.body(mass).origin.x);
            Ok(())
        });
        Simulation::new(&model).event(control)
    };
    let mut start = model.placed();
    start.t = 0.5;
    let error = Shooting::driven(1.0).run(&model, &plan, &start).unwrap_err();
    assert!(error.to_string().contains("input `push` is set by events of the run"), "{error}");
    // A state of no model is told, and no end of the program.
    assert!(Shooting::driven(1.0).run(&model, &plan, &State::default()).is_err());
    let eval = EvalError::SetByEvents { name: "push".into(), analysis: "a closed orbit" };
    assert!(error.to_string().contains(&eval.to_string()));
}

/// What a fit's deviations are made of is flagged as the run's derivatives are.
#[test]
fn property_a_fit_tells_where_its_derivatives_are_one_sided() {
    let family = |first: f64| {
        Family::new([("first", first)], |p| {
            let mut builder = ModelBuilder::new();
            for (name, height, mu) in [("a", 0.0, p["first"]), ("b", 1.0, 0.4)] {
                let block = builder.body(name, Particle::new(2.0).at(0.0, height).moving(1.0, 0.0));
                let guide = GROUND.axis([0.0, height], 0.0);
                builder.constraint(format!("guide {name}"), Slot::new(guide, block.origin()));
                let point = FrictionPoint::along(Travel::along(guide, block.origin()), 20.0);
                builder.friction(format!("rub {name}"), point, Coulomb::new(mu));
            }
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        })
        .unwrap()
    };
    let begin = family(0.4);
    let block = begin.model().body::<Planar>("a").unwrap();
    let data: Vec<f64> = (0..=10)
        .map(|k| {
            let t = 0.1 * f64::from(k).min(2.5);
            t - 2.0 * t * t
        })
        .collect();
    let fit = Identification::new(&begin, |model| Simulation::new(model).tolerance(1e-10).every(0.1)).until(1.0);
    let fit = fit.measured(move |at| at.body(block).origin.x, &data, 1e-3).run().unwrap();
    assert!((fit.value("first").unwrap() - 0.4).abs() < 1e-9, "{fit}");
    assert!(fit.flags.iter().any(|flag| matches!(flag, Flag::Simultaneous { .. })), "{:?}", fit.flags);
}
