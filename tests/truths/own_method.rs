//! Methods of the user's own, entered as tableaux.

use crate::support::single_point::Crank;
use chetaev::ode::{Control, Rhs, Stepper, Tableau};
use chetaev::prelude::*;
use std::convert::Infallible;

/// Heun's method of order 3, which the library has not.
pub fn heun() -> Method {
    const THIRD: f64 = 1.0 / 3.0;
    static HEUN: Tableau = Tableau::new(
        "Heun 3",
        3,
        &[&[], &[THIRD], &[0.0, 2.0 * THIRD]],
        &[0.25, 0.0, 0.75],
        &[0.0, THIRD, 2.0 * THIRD],
    );
    Method::own(&HEUN).unwrap()
}

/// Bogacki and Shampine's pair, which it has.
fn bs23() -> Method {
    static BS23: Tableau =
        Tableau::new("mine", 3, &[&[], &[0.5], &[0.0, 0.75]], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0], &[0.0, 0.5, 0.75])
            .embedded(2, &[-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0]);
    Method::own(&BS23).unwrap()
}

#[test]
fn identity_a_method_entered_by_hand_runs_bit_for_bit_like_the_built_in_one() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let model = builder.build().unwrap();
    let run = |method| {
        let lowest = Event::new("lowest", move |at| at.body(rod).angle + std::f64::consts::FRAC_PI_2).falling();
        let plan = Simulation::new(&model).method(method).tolerance(1e-6).every(0.1).keep_dense();
        plan.event(lowest.change(|state| state.v.iter_mut().for_each(|v| *v *= 0.9))).run(model.placed(), 3.0).unwrap()
    };
    let (own, built_in) = (run(bs23()), run(Method::Bs23));
    assert!(built_in.events().len() > 1, "moot");
    assert_eq!(own.end(), built_in.end());
    assert_eq!((own.events(), own.counters()), (built_in.events(), built_in.counters()));
    assert_eq!(own.state_at(1.234).unwrap(), built_in.state_at(1.234).unwrap());
}

#[test]
fn identity_stick_and_slip_are_located_with_any_method() {
    let crank = Crank::STICKSLIP.build().unwrap();
    let start = crank.start().unwrap();
    let run = |method| {
        let plan = Simulation::new(&crank.model).method(method).tolerance(1e-8).output(Output::Ends);
        plan.run(start.clone(), 8.0).unwrap()
    };
    let (own, built_in) = (run(bs23()), run(Method::Dop853));
    assert!(built_in.transitions().len() > 3, "moot: {}", built_in.transitions().len());
    let story = |run: &Trajectory| run.transitions().iter().map(|change| (change.from, change.to)).collect::<Vec<_>>();
    assert_eq!(story(&own), story(&built_in));
    for (a, b) in own.transitions().iter().zip(built_in.transitions()) {
        assert!((a.t - b.t).abs() < 1e-5, "{} {}", a.t, b.t);
    }
}

/// y' = −y.
struct Decay;

impl Rhs for Decay {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        dy[0] = -y[0];
        Ok(())
    }
}

#[test]
fn analytic_rows_of_any_length() {
    // Fourteen steps of Euler's as one method of fourteen stages.
    const N: usize = 14;
    const ROW: &[f64] = &[1.0 / N as f64; N];
    const fn row(stage: usize) -> &'static [f64] {
        ROW.split_at(stage).0
    }
    macro_rules! method {
        ($($stage:literal)*) => {
            Tableau::new("fourteen steps", 1, &[$(row($stage)),*], ROW, &[$($stage as f64 / N as f64),*])
        };
    }
    static FOURTEEN: Tableau = method!(0 1 2 3 4 5 6 7 8 9 10 11 12 13);
    let mut stepper = Stepper::new(Method::own(&FOURTEEN).unwrap(), 1, Control::fixed(1.0)).unwrap();
    stepper.start(&mut Decay, 0.0, &[1.0]).unwrap();
    stepper.step(&mut Decay, 1.0).unwrap();
    assert!((stepper.y()[0] - (1.0 - 1.0 / N as f64).powi(N as i32)).abs() < 1e-15);
}
