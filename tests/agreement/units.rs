//! The unit of force is nobody's business.

use super::judge::{Manner, Ran, Verdict, for_all};
use super::recipe::Recipe;
use chetaev::prelude::*;

/// The same mechanism with all masses, forces and loads times `factor`: it moves in the same way.
fn heavier(recipe: &Recipe, factor: f64) -> Recipe {
    let mut other = recipe.clone();
    let rough = other.links.iter_mut().filter_map(|link| link.rough.as_mut());
    let rough = rough.chain(other.closers.iter_mut().filter_map(|closer| closer.rough.as_mut()));
    rough.chain(other.brakes.iter_mut().map(|brake| &mut brake.rough)).for_each(|rough| rough.viscous *= factor);
    for link in &mut other.links {
        link.mass *= factor;
        link.inertia *= factor;
    }
    let loads = other.brakes.iter_mut().map(|brake| &mut brake.load);
    let forces = other.pushes.iter_mut().flat_map(|push| push.force.iter_mut().chain([&mut push.moment]));
    for wave in loads.chain(forces) {
        wave[0] *= factor;
        wave[1] *= factor;
    }
    for spring in &mut other.springs {
        spring.stiffness *= factor;
        spring.damping *= factor;
        spring.torsion *= factor;
    }
    other
}

/// All masses, forces and loads 2¹⁰ or 2⁻²⁰ times as large: every number of the motion is the same, to the last bit.
#[test]
fn identity_the_unit_of_force_changes_nothing() {
    for factor in [2_f64.powi(10), 2_f64.powi(-20)] {
        for_all("unit of force", |recipe| {
            let [here, there] = [1.0, factor].map(|factor| Manner::default().run(&heavier(recipe, factor)));
            match (here, there) {
                (Some(Ok(a)), Some(Ok(b))) if told(&a) == told(&b) => Verdict::Agree,
                (Some(Ok(a)), Some(Ok(b))) => Verdict::Differ(format!("{:?} {:?}", told(&a), told(&b))),
                (None, None) => Verdict::Excluded("no start"),
                (Some(Err(_)), Some(Err(_))) => Verdict::Excluded("both stop"),
                _ => Verdict::Differ("only one stops".to_owned()),
            }
        });
    }
}

type Told = (Vec<f64>, Vec<f64>, u64, Vec<(usize, Mode, Mode, f64)>);

fn told(ran: &Ran) -> Told {
    let changes = ran.changes.iter().map(|c| (c.index, c.from, c.to, c.t)).collect();
    (ran.run.end().q.clone(), ran.run.end().v.clone(), ran.run.counters().steps, changes)
}
