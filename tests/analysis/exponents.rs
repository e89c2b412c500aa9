//! What is made of exponents and sections once they are there.

use crate::disk_slider::{DiskSliderCase, disk_slider};
use crate::neighbors::Neighbors;
use chetaev::analysis::{Equations, Exponents, Lyapunov, Mechanism, period};
use chetaev::ode::{Control, Method, Rhs};
use chetaev::prelude::*;
use std::convert::Infallible;

#[test]
fn analytic_kaplan_yorke_dimension() {
    let of = |values: &[f64]| {
        let (values, errors) = (values.to_vec(), vec![0.0; values.len()]);
        let dimension = values.len();
        Exponents { values, errors, growths: Vec::new(), stretch: 1.0, dimension, by_neighbors: 0 }.kaplan_yorke()
    };
    // Of Lorenz's attractor: 2 + 0.9056/14.5723.
    let lorenz = of(&[0.9056, 0.0, -14.5723]).unwrap();
    assert!((lorenz - (2.0 + 0.9056 / 14.5723)).abs() < 1e-12, "{lorenz}");
    assert_eq!(of(&[-1.0, -2.0]), Some(0.0));
    assert_eq!(of(&[1.0, -0.5]), None);
    assert_eq!(of(&[0.0, f64::NEG_INFINITY]), Some(1.0));
}

/// y' = (0.3 + sin t) y.
struct Breathing;

impl Rhs for Breathing {
    type Error = Infallible;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        dy[0] = (0.3 + t.sin()) * y[0];
        Ok(())
    }
}

#[test]
fn analytic_errors_from_two_blocks() {
    let mut flow = Equations::new(Breathing, 1, Method::Dop853, Control::adaptive(1e-12, 1e-12)).unwrap();
    let found = Lyapunov::new(0.5, 8).transient(0).blocks(2).run(&mut flow, &(0.0, vec![1.0])).unwrap();
    // The mean rate until t is 0.3 + (1 - cos t)/t; two blocks differ from their mean by half their difference, which is the error.
    let rise = |from: f64, to: f64| 0.3 + (from.cos() - to.cos()) / (to - from);
    let (first, second) = (rise(0.0, 2.0), rise(2.0, 4.0));
    assert!((found.values[0] - rise(0.0, 4.0)).abs() < 1e-5, "{found:?}");
    assert!((found.errors[0] - 0.5 * (first - second).abs()).abs() < 1e-5, "{found:?}");
}

#[test]
fn property_a_reading_of_zero_repeats_to_the_rounding() {
    let readings: Vec<Vec<f64>> = [1e-12, -1e-12, 2e-12, 0.0].map(|x| vec![x, 3.0]).to_vec();
    assert_eq!(period(&readings, 1e-9), Some(1));
    assert_eq!(period(&readings, 1e-13), None);
}

#[test]
fn property_derivatives_and_neighbors_grow_alike() {
    // Chaotic, and at the end of many of its stretches both sliders rest: some begin to slide together, some because no forces are within both limits.
    let mechanism = disk_slider(&DiskSliderCase::CASE_3B).unwrap();
    let plan = || Simulation::new(&mechanism.model).tolerance(1e-10).output(Output::Ends);
    let start = plan().run(mechanism.start().unwrap(), 50.0).unwrap().end().clone();
    let lyapunov = Lyapunov::new(1.0, 60).transient(2);
    let own = lyapunov.run(&mut Mechanism::new(&mechanism.model, plan), &start).unwrap();
    let other = lyapunov.run(&mut Neighbors(Mechanism::new(&mechanism.model, plan)), &start).unwrap();
    assert_eq!((own.by_neighbors, other.by_neighbors), (0, 60));
    let mut off: Vec<f64> = own.growths[0].iter().zip(&other.growths[0]).map(|(a, b)| (a - b).abs()).collect();
    off.sort_by(f64::total_cmp);
    println!("growths of 60 stretches: half of them to {:.0e}, all to {:.0e}", off[30], off[59]);
    assert!(off[30] < 1e-5 && off[59] < 1e-2, "{off:?}");
}

/// What the growths of every stretch make together.
fn sums(model: &Model, start: State, (stretch, count): (f64, usize)) -> Vec<f64> {
    let plan = || Simulation::new(model).tolerance(1e-11);
    let lyapunov = Lyapunov::new(stretch, 40).exponents(count);
    let found = lyapunov.run(&mut Mechanism::new(model, plan), &start).unwrap();
    assert_eq!((found.dimension, found.by_neighbors), (count, 0));
    (0..40).map(|stretch| found.growths.iter().map(|growths| growths[stretch]).sum()).collect()
}

/// On pins through their origins, where a difference has the same length in all coordinates as in angles alone.
#[test]
fn analytic_sums_of_all_exponents() {
    // J ϑ'' = −c ϑ' + M(ϑ, t): the area between two differences shrinks by e^(−c T/J) in a stretch, whatever they do.
    let (damping, inertia, stretch) = (0.4, 0.3, 0.7);
    let mut builder = ModelBuilder::new();
    let disk = builder.body("disk", RigidBody::new(1.5, inertia));
    builder.constraint("pin", Revolute::new(GROUND.origin(), disk.origin()));
    builder.force("damper", SpringDamper::torsional(GROUND, disk, 0.0).damping(damping));
    builder.force("spring", SpringDamper::between(GROUND.point(1.0, 0.5), disk.point(0.4, 0.0), 30.0).rest(0.5));
    builder.force("motor", Applied::signal(disk.origin(), Default::default(), Signal::default().sine(8.0, 3.0, 0.0)));
    let model = builder.build().unwrap();
    let worst = |sums: Vec<f64>, known: f64| sums.iter().fold(0.0, |most: f64, sum| most.max((sum - known).abs()));
    let known = -damping * stretch / inertia;
    let plane = worst(sums(&model, model.placed(), (stretch, 2)), known);

    // A gyroscope on springs keeps the volume between six differences.
    let mut builder = ModelBuilder::new();
    let body = Solid::principal(0.8, [0.002, 0.0025, 0.003]).unwrap().spinning(1.0, 2.0, 30.0);
    let body = builder.body("rotor", body);
    builder.constraint("point", Joint::spherical(WORLD.origin(), body.origin()));
    let spring = SpringDamper::between(WORLD.point(0.1, 0.2, 0.3), body.point(0.05, 0.02, 0.1), 20.0);
    builder.force("spring", spring.rest(0.1));
    let model = builder.build().unwrap();
    let space = worst(sums(&model, model.start().project().unwrap().into(), (0.1, 6)), 0.0);
    println!("sums of growths off by {plane:.0e} (of {known:.3}) in the plane, by {space:.0e} in space");
    assert!(plane < 3e-10 && space < 3e-9, "{plane} {space}");
}
