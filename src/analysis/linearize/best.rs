//! Derivatives along a number of any kind and size, an input or a coordinate: of each number that is read by the step that tells it best.
//!
//! What an input does knows no length of the mechanism. So steps are tried in the input's own size. What they leave poor is tried over others: over shorter ones where the formulas differ by more than rounding, over longer ones where
//! that is all they differ by. (Where something saturates, formulas agree the better the longer the step is, and on what is wrong: so longer ones serve rounding alone.)

use super::small::{POOR, STEPS};
use crate::analysis::difference::both;

const SHORTER: [f64; 7] = [1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11];
const LONGER: [f64; 3] = [1.0, 1e2, 1e4];
/// Rounding of what is read, as a part of it; of what is nearly nothing, as it stands.
const ROUNDED: f64 = 1e-14;

/// A derivative over a step, and the largest number that was read for it.
#[derive(Copy, Clone, Debug)]
struct Slope {
    value: f64,
    error: f64,
    step: f64,
    most: f64,
}

impl Slope {
    /// Is it more than rounding, and not known well?
    fn poor(&self) -> bool {
        let shows = self.value.abs() * self.step > ROUNDED * self.most;
        shows && self.error > POOR * self.value.abs()
    }

    /// Do formulas differ by rounding alone?
    fn rounded(&self) -> bool {
        self.error * self.step <= ROUNDED * self.most
    }

    fn or(self, other: Self) -> Self {
        if other.error < self.error { other } else { self }
    }
}

/// f'(0) and its errors, f being of a number of this size.
pub(super) fn best<E>(size: f64, mut f: impl FnMut(f64) -> Result<Vec<f64>, E>) -> Result<(Vec<f64>, Vec<f64>), E> {
    let mut over = |step: f64| over(&mut f, step * size);
    let all = STEPS.map(&mut over);
    let values = |all: &Vec<Slope>| all.iter().map(|one| one.value).collect::<Vec<f64>>();
    let tried: Vec<Vec<f64>> = all.iter().flatten().map(values).collect();
    let joined = |found: Result<Vec<Slope>, E>, next: Result<Vec<Slope>, E>| match (found, next) {
        (Ok(found), Ok(next)) => Ok(found.into_iter().zip(next).map(|(one, next)| one.or(next)).collect()),
        (Ok(found), Err(_)) => Ok(found),
        (Err(_), next) => next,
    };
    let mut found = all.into_iter().reduce(joined).unwrap_or_else(|| Ok(Vec::new()));
    // Each of them may leave what the constraints allow.
    for step in SHORTER {
        found = found.or_else(|_| over(step));
    }
    let mut found = found?;
    for (steps, rounded) in [(&SHORTER[..], false), (&LONGER[..], true)] {
        let wanting = |one: &Slope| one.poor() && one.rounded() == rounded;
        for step in steps {
            if found.iter().any(wanting)
                && let Ok(next) = over(*step)
            {
                let pairs = found.iter_mut().zip(next).filter(|(one, _)| wanting(one));
                pairs.for_each(|(one, next)| *one = one.or(next));
            }
        }
    }
    // What no step tells well is known to what steps differ by.
    let apart = |k: usize, one: &Slope| tried.iter().map(|other| (other[k] - one.value).abs()).fold(0.0, f64::max);
    let error = |(k, one): (usize, &Slope)| if one.poor() { one.error.max(apart(k, one)) } else { one.error };
    let errors = found.iter().enumerate().map(error).collect();
    Ok((found.iter().map(|one| one.value).collect(), errors))
}

fn over<E>(f: &mut impl FnMut(f64) -> Result<Vec<f64>, E>, step: f64) -> Result<Vec<Slope>, E> {
    let mut most = Vec::new();
    let read = |x: f64| {
        let values = f(x)?;
        most.resize(values.len(), 1.0_f64);
        most.iter_mut().zip(&values).for_each(|(most, value)| *most = most.max(value.abs()));
        Ok(values)
    };
    let (fine, coarse) = both(read, step)?;
    let all = fine.into_iter().zip(coarse).zip(most);
    Ok(all.map(|((value, coarse), most)| Slope { value, error: (value - coarse).abs(), step, most }).collect())
}
