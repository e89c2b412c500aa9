//! An ellipse on a floor that only pushes: it rolls as far as friction allows, slides, lifts, lands.

use crate::page::{ACCURACY, claim};
use chetaev::contact::EllipseOnLine;
use chetaev::ode::{Control, Rhs, Stepper};
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::convert::Infallible;

const A: f64 = 1.5;
const B: f64 = 1.0;
const G: f64 = 9.8;

/// Force and torque, and θ' at the start, on the short axis.
#[derive(Copy, Clone, PartialEq)]
struct Case {
    load: [f64; 2],
    rate: f64,
}

const FORCE: Case = Case { load: [3.0, 0.0], rate: 2.3 };
const TORQUE: Case = Case { load: [0.0, 5.0], rate: 0.0 };

struct Disk {
    model: Model,
    disk: BodyId,
    floor: ContactId,
}

fn build(case: Case, mu: f64, e: f64) -> Disk {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let disk = RigidBody::ellipse(1.0, A, B).at(0.0, B, 0.0).moving(-B * case.rate, 0.0, case.rate);
    let disk = builder.body("disk", disk);
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), A, B);
    let law = Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let floor = builder.contact("floor", Contact::between(GROUND, disk, pair), law);
    let [force, torque] = case.load;
    builder.force("load", Applied::new(disk.origin(), move |_, _: &_| ([force, 0.0], torque)));
    Disk { model: builder.build().unwrap(), disk, floor }
}

fn run(disk: &Disk, tolerance: f64, until: f64) -> Trajectory {
    Simulation::new(&disk.model).tolerance(tolerance).run(disk.model.placed(), until).unwrap()
}

/// y = (x, θ, θ') of ideal rolling.
struct Rolling(Case);

impl Rolling {
    /// θ'', N and T.
    fn forces(&self, theta: f64, rate: f64) -> [f64; 3] {
        let ((sin, cos), d, [force, torque]) = (theta.sin_cos(), A * A - B * B, self.0.load);
        let h = (A * A * sin * sin + B * B * cos * cos).sqrt();
        let h1 = d * sin * cos / h;
        let h2 = (d * (cos * cos - sin * sin) - h1 * h1) / h;
        let inertia = 0.25 * (A * A + B * B) + h * h + h1 * h1;
        let turning = (torque - G * h1 - force * h - (h * h1 + h1 * h2) * rate * rate) / inertia;
        [turning, G + h1 * turning + h2 * rate * rate, -h * turning - h1 * rate * rate - force]
    }

    /// μ N − |T| after a time.
    fn margin(&mut self, mu: f64, t: f64) -> f64 {
        let mut stepper = Stepper::new(Method::Dop853, 2, Control::adaptive(1e-14, 1e-14)).unwrap();
        stepper.start(self, 0.0, &[0.0, self.0.rate]).unwrap();
        while stepper.t() < t {
            stepper.step(self, t).unwrap();
        }
        let [_, normal, tangential] = self.forces(stepper.y()[0], stepper.y()[1]);
        mu * normal - tangential.abs()
    }
}

impl Rhs for Rolling {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        dy.copy_from_slice(&[y[1], self.forces(y[0], y[1])[0]]);
        Ok(())
    }
}

/// It rolls until the friction that rolling needs is no longer there: by the equation in θ alone. It never lifts before it has slipped.
#[test]
fn analytic_the_first_slip_of_an_ellipse() {
    for (case, mu) in [(FORCE, 0.8), (TORQUE, 0.8), (FORCE, 500.0), (TORQUE, 1.5)] {
        let disk = build(case, mu, 0.0);
        let run = run(&disk, 1e-13, 6.0);
        let slip = run.transitions().iter().find(|change| change.t > 0.0).unwrap();
        assert_eq!((slip.from, slip.cause), (Mode::Stick, Cause::Started));
        let mut rolling = Rolling(case);
        let [mut a, mut b] = [slip.t - 1e-3, slip.t + 1e-3];
        assert!(rolling.margin(mu, a) > 0.0 && rolling.margin(mu, b) < 0.0);
        for _ in 0..40 {
            let middle = 0.5 * (a + b);
            if rolling.margin(mu, middle) > 0.0 {
                a = middle;
            } else {
                b = middle;
            }
        }
        println!("μ = {mu}: slips at {}, {:.1e} s off; energy {:.1e} J", slip.t, slip.t - a, run.energy_error());
        claim(ACCURACY, "| ellipse, its first slip", "1.2e-14", (slip.t - a).abs());
        assert!(run.energy_error() < 1e-11);
        let lifts = || run.transitions().iter().filter(|change| change.cause == Cause::Opened);
        assert!(lifts().count() > 2);
        assert!(lifts().all(|change| change.from.direction() != 0.0));
    }
}

/// Modes and instants of all changes.
fn changes(run: &Trajectory) -> (Vec<[Mode; 2]>, Vec<f64>) {
    let changes = run.transitions().iter();
    changes.map(|change| ([change.from, change.to], change.t)).unzip()
}

/// With restitution it bounces after its first lift; the gap never shows a hole, the balance of energy closes.
#[test]
fn property_changes_of_an_ellipse_do_not_depend_on_the_tolerance() {
    for (case, e) in [(FORCE, 0.0), (TORQUE, 0.0), (FORCE, 0.5), (TORQUE, 0.5)] {
        let disk = build(case, 0.8, e);
        let [coarse, fine] = [1e-10, 1e-12].map(|tolerance| run(&disk, tolerance, 6.0));
        let ((modes, times), (same, exact)) = (changes(&coarse), changes(&fine));
        assert_eq!(modes, same);
        assert!(modes.len() + fine.impacts().len() >= 8, "{modes:?}");
        assert_eq!(coarse.impacts().len(), fine.impacts().len());
        let apart = times.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let deepest = fine.smallest(|at| at.contact(disk.floor).gap);
        println!(
            "e = {e}: {} changes, {} impacts, {apart:.1e} s apart, gap {deepest:.1e} m, energy {:.1e} J",
            modes.len(),
            fine.impacts().len(),
            fine.energy_error()
        );
        assert!(apart < 1e-9 && deepest > -1e-12 && fine.energy_error() < 1e-10);
    }
}

/// The error across slip, lift and landing falls with the tolerance.
#[test]
fn order_across_changes() {
    for (case, until) in [(FORCE, 5.0), (TORQUE, 6.0)] {
        let disk = build(case, 0.8, 0.0);
        let end = |tolerance: f64| {
            let run = run(&disk, tolerance, until);
            let at = run.last().unwrap().body(disk.disk);
            ([at.origin.x, at.angle], run.transitions().len(), run.counters().evaluations)
        };
        let (best, changes, _) = end(1e-14);
        for (tolerance, most) in [(1e-6, 1e-5), (1e-8, 1e-7), (1e-10, 1e-9), (1e-12, 1e-11)] {
            let (at, count, evaluations) = end(tolerance);
            assert_eq!(count, changes);
            let error = at.iter().zip(best).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            println!("{count} changes at {tolerance:e}: {error:.1e}, {evaluations} evaluations");
            assert!(error < most, "{tolerance:e}: {error:e}");
            if case == FORCE && tolerance == 1e-6 {
                claim(ACCURACY, "| ellipse, eleven changes", "4.1e-8", error);
            } else if case == FORCE && tolerance == 1e-12 {
                claim(ACCURACY, "| ellipse, eleven changes", "4.3e-14", error);
            }
        }
    }
}
