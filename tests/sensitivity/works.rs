//! Works, where they are asked for.

use super::common::{apart, difference};
use chetaev::prelude::*;

/// A block in a rough slot that a spring pulls and a motor pushes: it slides to and fro, and sticks. It strikes nothing.
fn worker() -> Family {
    Family::new([("mu", 0.2), ("mass", 1.5), ("drag", 0.3), ("stiffness", 20.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", Particle::new(p["mass"]).at(0.8, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        let slot = builder.constraint("guide", Slot::new(guide, block.origin()));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(p["mu"]));
        builder.force("spring", SpringDamper::guided(guide, block.origin(), p["stiffness"]).damping(p["drag"]));
        builder.force("push", Applied::new(block.origin(), |t: f64, _: &_| ([6.0 * (3.0 * t).sin(), 0.0], 0.0)));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

/// Of friction, and of the push.
fn works(model: &Model, at: &Snapshot<'_>) -> Vec<f64> {
    let [rub, push] =
        [at.work_of_friction(model.friction("rub").unwrap()), at.work(model.force("push").unwrap()).unwrap()];
    vec![rub, push]
}

fn plan(model: &Model) -> Simulation<'_> {
    Simulation::new(model).tolerance(1e-12).every(0.5)
}

#[test]
fn oracle_works_of_a_block_that_sticks_and_slips() {
    let family = worker();
    let asked = Sensitivities::to(&family).and_works();
    let run = plan(family.model()).sensitivities(asked).run(family.start().clone(), 2.5).unwrap();
    assert!(run.transitions().len() >= 3, "moot: {:?}", run.transitions());
    let plain = plan(family.model()).run(family.start().clone(), 2.5).unwrap();
    assert!(plain.end() == run.end(), "derivatives change the run");
    for (k, name) in family.names().iter().enumerate() {
        let known = difference(&family, k, 1e-3 * family.values()[k], |member| {
            let run = plan(member.model()).run(member.start().clone(), 2.5).unwrap();
            works(member.model(), &run.last().unwrap())
        });
        let slope = run.sensitivity(name).unwrap();
        let found: Vec<f64> = (0..2).map(|i| slope.at_end(|at| works(family.model(), at)[i])).collect();
        println!("works by {name}: {found:?}, off by {:.1e}", apart(&found, &known));
        assert!(apart(&found, &known) < 2.8e-9, "{name}: {found:?} {known:?}");
        // The energy less all works stays as it was at the start, whatever the parameter does.
        let energies = slope.column(|at| at.balance());
        let off = energies.iter().fold(0.0, |most: f64, e| most.max((e - energies[0]).abs()));
        println!("balance by {name}: {:.1e} of {:.1e}", off, energies[0]);
        assert!(off < 1e-8, "{name}: {energies:?}");
    }
    let implicit = plan(family.model()).method(Method::Radau5).sensitivities(Sensitivities::to(&family).and_works());
    let refused = implicit.run(family.start().clone(), 0.5).unwrap_err().failure.to_string();
    assert!(refused.starts_with("works in a run by an implicit method"), "{refused}");
    // Unasked, a work has no derivative.
    let run = plan(family.model()).sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 0.5).unwrap();
    assert!(run.sensitivity("mu").unwrap().at_end(|at| works(family.model(), at)[1]).is_nan());
}

/// A rate may read a work that is followed: of a constant drag F it is −F(v₀ t − F t²/(2 m)), and the integral of that moves by −F T²/2 with v₀.
#[test]
fn analytic_a_rate_that_reads_a_work() {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(1.0).moving(3.0, 0.0));
    let drag = builder.force("drag", Applied::new(block.origin(), |_: f64, _: &_| ([-1.0, 0.0], 0.0)));
    builder.variable("lost", 0.0, move |at, _| at.work(drag).unwrap_or(0.0));
    let model = builder.build().unwrap();
    let asked = Sensitivities::to_start("block.vx").and_works();
    let run = Simulation::new(&model).sensitivities(asked).run(model.placed(), 2.0).unwrap();
    let slope = run.sensitivity("block.vx").unwrap();
    let [lost, work] = [slope.end().variables[0], slope.at_end(|at| at.work(drag).unwrap())];
    println!("integral of a work {:.1e}, the work {:.1e}", lost + 2.0, work + 2.0);
    assert!((lost + 2.0).abs() < 1e-10 && (work + 2.0).abs() < 1e-10, "{lost} {work}");
}
