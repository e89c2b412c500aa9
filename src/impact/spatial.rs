//! A slip that turns, or whose friction depends on its speed: (H9) integrated with another clock.
//!
//! In p the direction d = s/‖s‖ is singular where the slip ends. With
//!
//! ```text
//! (1)  dp = ‖s‖ dσ:      dγ/dσ = ‖s‖ (G_NN + G_NT τ),   ds/dσ = ‖s‖ (G_TN + G_TT τ),   ‖s‖ τ = −μ(‖s‖) s
//! ```
//!
//! the right-hand side is smooth up to the end of the slip, which is approached like exp(−cσ): σ is never at an end of its own. Below
//! [`TINY`] the direction is kept and the rest of the slip, its impulse and its work follow from (H9) as a straight piece. What is left out there is of the size of
//! TINY², since d turns by an angle of order one while p grows by TINY. A direction that has settled before (`routh.rs`) ends it too: the rest is one piece.

use super::law::ImpactError;
use super::process::Process;
use crate::math::small::{dot, norm, plus};
use crate::ode::{Control, Method, Rhs, StepError, Stepper, find_root};
use std::array::from_fn;
use std::convert::Infallible;

/// Slip at which the straight piece begins, in the unit of the process.
const TINY: f64 = 1e-13;
const RTOL: f64 = 1e-13;
const ATOL: f64 = 1e-16;
/// Steps of one slide; a hundred is much.
const MOST_STEPS: u64 = 20_000;

/// y = (γ, p, ∫γ dp, s, T).
struct Slide<'p, 'a, const K: usize>(&'p Process<'a, K>);

const FIXED: usize = 3;

impl<const K: usize> Rhs for Slide<'_, '_, K> {
    type Error = Infallible;

    fn rhs(&mut self, _: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        let slip = slip_of::<K>(y);
        let speed = norm(&slip);
        let mu = self.0.friction.sliding(self.0.unit * speed);
        let d = if speed > 0.0 { slip.map(|s| s / speed) } else { slip };
        let (normal, slope) = self.0.response.slopes(mu, &d);
        dy[..FIXED].copy_from_slice(&[speed * normal, speed, speed * y[0]]);
        for i in 0..K {
            dy[FIXED + i] = speed * slope[i];
            dy[FIXED + K + i] = -mu * slip[i];
        }
        Ok(())
    }
}

fn slip_of<const K: usize>(y: &[f64]) -> [f64; K] {
    from_fn(|i| y[FIXED + i])
}

/// Slides to the end of the slip or of a phase, or until its direction lasts. Is the impact over?
pub(super) fn slide<const K: usize>(process: &mut Process<'_, K>) -> Result<bool, ImpactError> {
    let failed = |error: String| ImpactError::Unsolved { contact: 0, reason: error };
    // What a run would be told to change is not at hand here.
    let unsolved = |_: StepError<Infallible>| failed(format!("it turns or fades without end ({MOST_STEPS} steps)"));
    let mut control = Control::adaptive(RTOL, ATOL);
    control.max_steps = MOST_STEPS;
    let mut start = vec![0.0; FIXED + 2 * K];
    start[0] = process.rates.gap;
    start[FIXED..FIXED + K].copy_from_slice(&process.rates.slip);

    let mut rhs = Slide(process);
    let mut stepper = Stepper::new(Method::Dop853, start.len(), control).map_err(|error| failed(error.to_string()))?;
    stepper.start(&mut rhs, 0.0, &start).map_err(unsolved)?;
    let progress = &process.progress;
    let past = |y: &[f64]| progress.past(y[0], y[1], y[2]);
    // Compression that begins at γ = 0 and is not driven in ends at once.
    if progress.compressing && start[0] == 0.0 && stepper.slope()[0] > 0.0 {
        return Ok(process.turn(true, false));
    }
    let (mut ended, mut again, mut stopped, mut settled) = (false, false, false, false);
    while !(ended || again || stopped || settled) {
        stepper.step(&mut rhs, f64::INFINITY).map_err(unsolved)?;
        again = !progress.compressing && stepper.y()[0] < 0.0;
        if again {
            retake(&mut stepper, &mut rhs, |y| -y[0]).map_err(unsolved)?;
        }
        if past(stepper.y()) >= 0.0 {
            retake(&mut stepper, &mut rhs, past).map_err(unsolved)?;
            (ended, again) = (true, false);
        }
        let (slip, change) = (slip_of::<K>(stepper.y()), slip_of::<K>(stepper.slope()));
        stopped = norm(&slip) <= TINY && dot(&slip, &change) < 0.0;
        settled = process.is_straight(norm(&slip), &slip.map(|s| s / norm(&slip)));
    }

    let y = stepper.y();
    let (work, slip) = ([y[1], y[2]], slip_of::<K>(y));
    process.rates.gap = y[0];
    process.rates.slip = slip;
    let mean = from_fn(|i| y[FIXED + K + i] / y[1]);
    process.advance(work[0], work[1], &mean);
    let over = process.turn(ended, again);
    if stopped && !ended && !again {
        finish(process, &slip);
    }
    Ok(over)
}

/// The rest of a tiny slip, if it ends.
fn finish<const K: usize>(process: &mut Process<'_, K>, slip: &[f64; K]) {
    let speed = norm(slip);
    let d = slip.map(|s| s / speed);
    let mu = process.friction.sliding(process.unit * speed);
    let (normal, slope) = process.response.slopes(mu, &d);
    let along = dot(&slope, &d);
    if along < 0.0 {
        let x = -speed / along;
        let gamma = process.rates.gap;
        process.advance(x, x * (gamma + 0.5 * normal * x), &d.map(|d| -mu * d));
        process.rates.gap = gamma + normal * x;
        process.rates.slip = plus(slip, -speed, &d).map(|_| 0.0);
    }
}

/// Ends the last step where `past`, positive at its end, vanishes.
fn retake<R: Rhs<Error = Infallible>>(
    stepper: &mut Stepper,
    rhs: &mut R,
    past: impl Fn(&[f64]) -> f64,
) -> Result<(), StepError<Infallible>> {
    let (from, to) = (stepper.t_prev(), stepper.t());
    let last = past(stepper.y());
    stepper.prepare_dense(rhs)?;
    let mut y = vec![0.0; stepper.dim()];
    let mut at = |t: f64| {
        stepper.interpolate(t, &mut y);
        Ok::<_, Infallible>(past(&y))
    };
    // A phase that begins at zero leaves it first.
    let (mut begin, mut first) = (from, past(stepper.y_prev()));
    let mut part = 1.0;
    while first >= 0.0 && part > f64::EPSILON {
        part *= 0.5;
        begin = from + part * (to - from);
        let Ok(value) = at(begin);
        first = value;
    }
    if first >= 0.0 || last == 0.0 {
        return Ok(());
    }
    let Ok(root) = find_root(at, begin, first, to, last, 0.0);
    let root = root.nearest();
    if root > from { stepper.retake(rhs, root) } else { Ok(()) }
}
