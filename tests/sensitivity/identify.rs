//! Parameters from measurements.

use chetaev::analysis::{Identification, IdentifyError};
use chetaev::prelude::*;

/// A block on a spring that friction brings to rest.
fn family(mu: f64, damping: f64) -> Family {
    Family::new([("mu", mu), ("damping", damping)], |p| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(1.0).at(0.3, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, block.origin()));
        builder.force("spring", SpringDamper::guided(guide, block.origin(), 100.0).damping(p["damping"]));
        let point = FrictionPoint::along(Travel::along(guide, block.origin()), 10.0);
        builder.friction("rub", point, Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

fn plan(model: &Model) -> Simulation<'_> {
    Simulation::new(model).tolerance(1e-10).every(0.02)
}

fn places(family: &Family) -> Vec<f64> {
    let block = family.model().body::<Planar>("block").unwrap();
    plan(family.model()).run(family.start().clone(), 1.0).unwrap().column(|at| at.body(block).origin.x)
}

#[test]
fn analytic_data_without_noise_give_the_parameters_back() {
    let data = places(&family(0.13, 0.9));
    let begin = family(0.3, 0.2);
    let block = begin.model().body::<Planar>("block").unwrap();
    let fit = Identification::new(&begin, plan).until(1.0).measured(move |at| at.body(block).origin.x, &data, 1e-3);
    let fit = fit.within("mu", 0.0..1.0).within("damping", 0.0..10.0).run().unwrap();
    println!("{fit}");
    let off = [fit.value("mu").unwrap() - 0.13, fit.value("damping").unwrap() - 0.9];
    assert!(off[0].abs() < 1e-9 && off[1].abs() < 1e-8, "{off:?}");
    assert!(fit.runs[0] <= 12, "{:?}", fit.runs);
    // By an implicit method as well.
    let fit = Identification::new(&begin, |model| plan(model).method(Method::Radau5)).until(1.0);
    let fit = fit.measured(move |at| at.body(block).origin.x, &data, 1e-3).run().unwrap();
    let off = [fit.value("mu").unwrap() - 0.13, fit.value("damping").unwrap() - 0.9];
    println!("by Radau IIA off by {off:?}");
    assert!(off[0].abs() < 6e-11 && off[1].abs() < 4e-10, "{off:?}");
}

/// Friction and viscous damping do alike, but not the same; held by a bound, one takes what it may, and has no deviation.
#[test]
fn property_a_bound_holds() {
    let data = places(&family(0.13, 0.9));
    let begin = family(0.3, 0.2);
    let block = begin.model().body::<Planar>("block").unwrap();
    let fit = Identification::new(&begin, plan).until(1.0).measured(move |at| at.body(block).origin.x, &data, 1e-3);
    let fit = fit.within("mu", 0.2..1.0).within("damping", 0.0..10.0).run().unwrap();
    println!("{fit}");
    assert!(fit.value("mu").unwrap() == 0.2 && fit.fitted[0].bound && fit.fitted[0].deviation == 0.0);
    assert!(!fit.fitted[1].bound && fit.value("damping").unwrap() < 0.9 && fit.fitted[1].deviation > 0.0);
}

#[test]
fn refusal_of_what_cannot_be_identified() {
    let begin = family(0.3, 0.2);
    let block = begin.model().body::<Planar>("block").unwrap();
    let data = places(&begin);
    let read = move |at: &Snapshot<'_>| at.body(block).origin.x;
    let ask = || Identification::new(&begin, plan).until(1.0);
    let told = |identification: Identification<'_>| identification.run().unwrap_err().to_string();
    assert_eq!(
        told(ask().measured(read, &data[..1], 1e-3)),
        "readings: 1, parameters to be found: 2; measure more, or ask for fewer"
    );
    assert_eq!(
        told(ask().measured(read, &data, 0.0)),
        "the standard deviation of readings must be positive and finite; it is 0"
    );
    assert!(told(ask().measured(read, &data[..20], 1e-3)).starts_with("samples of the run: 51, measured: 20; "));
    assert_eq!(
        told(ask().measured(read, &data, 1e-3).within("mu", 0.5..1.0)),
        "`mu` is to be between 0.5 and 1, and begins at 0.3: begin within the bounds"
    );
    // The mass and the spring of what swings freely are known by their ratio alone.
    let open = Family::new([("mass", 1.0), ("spring", 100.0)], |p| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(p["mass"]).at(0.3, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, block.origin()));
        builder.force("spring", SpringDamper::guided(guide, block.origin(), p["spring"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let block = open.model().body::<Planar>("block").unwrap();
    let data = plan(open.model()).run(open.start().clone(), 1.0).unwrap().column(|at| at.body(block).origin.x);
    let fit = Identification::new(&open, plan).until(1.0).measured(move |at| at.body(block).origin.x, &data, 1e-3);
    let error = fit.run().unwrap_err();
    let IdentifyError::Undetermined { combination } = &error else { panic!("{error}") };
    assert!(combination.contains("`mass`") && combination.contains("`spring`"), "{error}");
}

/// Measured without friction: the best coefficient is the end of its bounds, beyond which no model can be built. Held since 15e22429.
#[test]
fn regress_a_fit_goes_to_the_end_of_its_bounds() {
    let family = Family::new([("mu", 0.02), ("stiffness", 90.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", Particle::new(2.0).at(0.2, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let track = builder.constraint("track", Slot::new(line, block.origin()));
        builder.force("spring", SpringDamper::along(Travel::along(line, block.origin()), p["stiffness"]));
        builder.friction("rub", FrictionPoint::in_slot(track), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let omega = 50.0_f64.sqrt();
    let data: Vec<f64> = (0..=40).map(|k| 0.2 * (omega * 0.025 * f64::from(k)).cos()).collect();
    let block = family.model().body::<Planar>("block").unwrap();
    let fit = Identification::new(&family, |model| Simulation::new(model).tolerance(1e-10).every(0.025))
        .until(1.0)
        .measured(move |at| at.body(block).origin.x, &data, 1e-4);
    let fit = fit.within("mu", 0.0..1.0).run().unwrap();
    println!("{fit}");
    assert!(fit.value("mu").unwrap() < 1e-6 && (fit.value("stiffness").unwrap() - 100.0).abs() < 1e-3, "{fit}");
}
