//! Orders of convergence, of sequences whose order is known, and of a method on a mechanism.

use chetaev::analysis::{Convergence, extrapolated};
use chetaev::prelude::*;
use std::convert::Infallible;

const STEPS: [f64; 4] = [0.4, 0.2, 0.1, 0.05];

/// 3 + 2 h^2.5 and −1 + h^2.5.
fn known(h: f64) -> Result<Vec<f64>, Infallible> {
    Ok(vec![3.0 + 2.0 * h.powf(2.5), h.powf(2.5) - 1.0])
}

#[test]
fn analytic_order_of_a_known_sequence() {
    let against = Convergence::against(&[3.0, -1.0], &STEPS, known).unwrap();
    let itself = Convergence::of_itself(&STEPS, known).unwrap();
    assert_eq!((against.errors.len(), itself.errors.len()), (4, 3));
    for found in [against, itself] {
        assert!((found.order() - 2.5).abs() < 1e-12, "{}", found.order());
        assert!(found.orders().iter().all(|order| (order - 2.5).abs() < 1e-12), "{:?}", found.orders());
    }
}

#[test]
fn analytic_extrapolation_is_exact_for_one_power() {
    let [coarse, fine] = [0.2, 0.1].map(|h| known(h).unwrap());
    let (better, error) = extrapolated(&coarse, &fine, 2.0, 2.5);
    assert!((better[0] - 3.0).abs() < 1e-14 && (better[1] + 1.0).abs() < 1e-14, "{better:?}");
    assert!((error - 2.0 * 0.1_f64.powf(2.5)).abs() < 1e-14);
}

#[test]
fn order_of_a_method_without_knowing_the_solution() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let model = builder.build().unwrap();
    let solve = |step: f64| {
        let plan = Simulation::new(&model).method(Method::Rk4).fixed_step(step).output(Output::Ends);
        plan.run(model.placed(), 0.72).map(|run| run.end().q.clone())
    };
    let found = Convergence::of_itself(&[0.02, 0.01, 0.005, 0.0025], solve).unwrap();
    assert!((found.order() - 4.0).abs() < 0.2, "{:?}", found.orders());
}
