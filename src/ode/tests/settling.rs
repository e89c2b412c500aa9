//! Ends that are put where they belong, and attempts that are judged.

use super::*;
use crate::ode::{Attempt, Norm, Verdict};
use std::convert::Infallible;

/// y' = 1 in x, and a y that belongs at 0: settling puts it there.
struct Groove {
    drift: f64,
    restricts: Option<f64>,
}

impl Rhs for Groove {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, _y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        dy.copy_from_slice(&[1.0, self.drift]);
        Ok(())
    }

    fn settle(&mut self, _t: f64, y: &mut [f64]) -> Result<bool, Infallible> {
        y[1] = 0.0;
        Ok(true)
    }

    fn restricts(&self) -> Option<f64> {
        self.restricts
    }
}

#[test]
fn property_what_settling_moves_is_an_error_of_the_step() {
    // No estimate sees a drift that is constant. Settled away it counts: a step may be as long as it makes of it ten tolerances.
    let (drift, tolerance) = (1e-3, 1e-6);
    let longest = |restricts| {
        let mut control = Control::adaptive(0.0, tolerance);
        control.norm = Norm::Max;
        let mut stepper = Stepper::new(Method::Dopri5, 2, control).unwrap();
        let mut rhs = Groove { drift, restricts };
        stepper.start(&mut rhs, 0.0, &[0.0, 0.0]).unwrap();
        let mut longest: f64 = 0.0;
        while stepper.t() < 1.0 {
            stepper.step(&mut rhs, 1.0).unwrap();
            assert_eq!(stepper.y()[1], 0.0);
            longest = longest.max(stepper.t() - stepper.t_prev());
        }
        assert!((stepper.y()[0] - 1.0).abs() < 1e-12);
        longest
    };
    let (whole, square) = (longest(None), longest(Some(1e-4)));
    assert!(whole <= 10.0 * tolerance / drift && whole > 3.0 * tolerance / drift, "{whole}");
    // 1e-4 m² ≤ 1: a hundred tolerances.
    assert!(square <= 100.0 * tolerance / drift && square > 30.0 * tolerance / drift, "{square}");
}

/// y' = 1, with wishes and a judge.
struct Judged {
    wish: Option<f64>,
    refuse: u32,
    stop: bool,
    asked: u32,
}

impl Rhs for Judged {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, _y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        dy[0] = 1.0;
        Ok(())
    }

    fn wish(&mut self, _t: f64, _wanted: f64, _t_max: f64) -> Option<f64> {
        self.wish
    }

    fn judge(&mut self, attempt: &Attempt<'_>) -> Verdict {
        self.asked += 1;
        assert!((attempt.start[0] + attempt.h - attempt.end[0]).abs() < 1e-15);
        match self.asked {
            _ if self.stop => Verdict::Stop,
            n if n <= self.refuse => Verdict::Again(0.5 * attempt.h),
            _ => Verdict::Usual,
        }
    }
}

#[test]
fn property_a_judge_refuses_attempts_and_wishes_are_met_exactly() {
    let made = |wish, refuse, stop| {
        let mut stepper = Stepper::new(Method::Dopri5, 1, Control::default()).unwrap();
        let mut rhs = Judged { wish, refuse, stop, asked: 0 };
        stepper.start(&mut rhs, 0.0, &[0.0]).unwrap();
        stepper.set_next_step(0.5);
        let outcome = stepper.step(&mut rhs, 0.6).map(|()| stepper.t());
        (outcome, stepper.counters().rejected)
    };
    // Of 0.6, 0.5 leaves too little for another step: without a wish it would be halved.
    assert_eq!(made(None, 0, false), (Ok(0.3), 0));
    assert_eq!(made(Some(0.5), 0, false), (Ok(0.5), 0));
    assert_eq!(made(Some(7.0), 0, false), (Ok(0.6), 0));
    assert_eq!(made(None, 2, false), (Ok(0.075), 2));
    let (outcome, rejected) = made(None, 0, true);
    assert!(matches!(outcome, Err(StepError::StepTooSmall { t: 0.0, .. })), "{outcome:?}");
    assert_eq!(rejected, 1);
}
