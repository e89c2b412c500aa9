//! The derivative of any function of model and state along a direction: by a difference of order 4 in the state, whose step is shortened until two of them agree, and by the members of a family.

use super::bend::{ACROSS, BENT, CORNER, Function, NOTHING, ROUNDING, is_bent};
use super::near::{Near, Slope};
use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};

/// The longest step, as a part of what is moved, and how often it may be quartered.
const LONGEST: f64 = 2e-3;
const SHORTENINGS: usize = 10;
/// By how much two differences of order 2 may disagree, the error of the result being an eighth of its square.
const GOOD: f64 = 3e-5;

/// The places in the list of numbers that have a corner: just there, and within the longest step of a difference.
#[derive(Copy, Clone, Debug, Default)]
pub(in crate::simulate) struct Corners {
    pub(in crate::simulate) here: Option<usize>,
    pub(in crate::simulate) near_by: Option<usize>,
}

/// A direction of states: by how much t changes, and q, v and variables, and works where they are followed, one after the other.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Along<'a> {
    pub(crate) t: f64,
    pub(crate) parts: &'a [f64],
}

/// By how much members near the model count, and these.
type Members<'a, 'm> = &'a mut dyn Iterator<Item = (f64, &'m Near)>;

/// df along a direction, at a state. What is moved has no works unless they are followed, and what reads them is no number then.
pub(crate) fn derivative<'m, E>(
    model: &Model,
    state: &State,
    along: Along<'_>,
    members: impl Iterator<Item = (f64, &'m Near)>,
    mut f: impl FnMut(&Model, &State) -> Result<Vec<f64>, E>,
) -> Result<Vec<f64>, E> {
    Ok(derivative_or_corner(model, state, (along, 0.0), members, |model, state, _| f(model, state))?.0)
}

/// The same, and its corners. The direction is at least so large, and the function is told as well by how much of it the state was moved.
pub(in crate::simulate) fn derivative_or_corner<'m, E>(
    model: &Model,
    state: &State,
    (along, least): (Along<'_>, f64),
    mut members: impl Iterator<Item = (f64, &'m Near)>,
    mut f: impl FnMut(&Model, &State, f64) -> Result<Vec<f64>, E>,
) -> Result<(Vec<f64>, Corners), E> {
    let (members, f): (Members<'_, 'm>, Function<'_, E>) = (&mut members, &mut f);
    let motion = state.q.len() + state.v.len() + state.variables.len();
    let Along { t, parts } = along;
    if parts.len() <= motion {
        return at_one_size(model, state, (along, least), members, f);
    }
    // Works are of any size beside what moves, and have a step of their own.
    let [mut moves, mut works] = [parts.to_vec(), parts.to_vec()];
    moves[motion..].fill(0.0);
    works[..motion].fill(0.0);
    let (mut sum, corners) = at_one_size(model, state, (Along { t, parts: &moves }, least), members, f)?;
    let works = Along { t: 0.0, parts: &works };
    add(&mut sum, 1.0, &at_one_size(model, state, (works, 0.0), &mut std::iter::empty(), f)?.0);
    Ok((sum, corners))
}

/// The same, with one step for all that is moved.
fn at_one_size<'m, E>(
    model: &Model,
    state: &State,
    (along, least): (Along<'_>, f64),
    members: Members<'_, 'm>,
    f: Function<'_, E>,
) -> Result<(Vec<f64>, Corners), E> {
    let here = f(model, state, 0.0)?;
    let mut sum = vec![0.0; here.len()];
    let (mut corners, mut asked) = (Corners::default(), Vec::new());
    for (part, near) in members {
        let Slope { values, corner, .. } = near.slope(&|_| (state.clone(), 0.0), &here, f)?;
        add(&mut sum, part, &values);
        corners = Corners { here: corners.here.or(corner), near_by: corners.near_by.or(corner) };
        asked.push((part, near));
    }
    let numbers = || state.q.iter().chain(&state.v).chain(&state.variables).chain(&state.works);
    let size =
        numbers().zip(along.parts).fold(least.max(along.t.abs()), |most, (x, d)| most.max(d.abs() / x.abs().max(1.0)));
    if size == 0.0 {
        return Ok((sum, corners));
    }
    let largest = max_abs_skip_nan(&here);
    let (mut part, mut last, mut best, mut across) = (LONGEST, f64::INFINITY, None, false);
    let besides = corners.here;
    for round in 0..SHORTENINGS {
        let h = part / size;
        let mut at = |h: f64| slope(model, state, along, h, &here, f);
        let both = at(h).and_then(|near| Ok([near, at(2.0 * h)?]));
        part *= 0.25;
        let [(near, bend), (far, bend_far)] = match both {
            Ok(both) => both,
            // It may not be defined so far away.
            Err(error) if round + 1 == SHORTENINGS && best.is_none() => return Err(error),
            Err(_) => continue,
        };
        let apart = near.iter().zip(&far).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        let slope = max_abs_skip_nan(&near);
        let off = apart / (GOOD * slope + ROUNDING * largest / h).max(f64::MIN_POSITIVE);
        let rounding = (ROUNDING * largest + NOTHING) / h;
        let least = CORNER * slope + rounding;
        let bent = is_bent(&bend, &bend_far, least);
        corners.near_by = corners.near_by.or(bent);
        // Both differences may agree in the mean of both sides.
        across |= is_bent(&bend, &bend_far, BENT * slope + rounding).is_some();
        let mut settled = off <= 1.0;
        if off > last || across {
            // Rounding is what is left. But beside a corner that is nearer than the step both differences lie across that, until the step is shorter: then they agree, and nothing bends.
            across |= bend.iter().any(|bend| *bend > ACROSS * slope + least);
            settled = apart <= GOOD * slope && bend.iter().all(|bend| *bend <= BENT * slope + rounding);
            if !across {
                break;
            }
        }
        // Where it never settles the corner is here.
        if settled || best.is_none() || off <= last {
            last = off;
            corners.here = besides.or(bent);
            best = Some(near.iter().zip(far).map(|(near, far)| (4.0 * near - far) / 3.0).collect::<Vec<f64>>());
        }
        if settled {
            break;
        }
    }
    add(&mut sum, 1.0, &best.unwrap_or_default());
    // What is held at a corner, as a contact that stays closed in a blow, may be so by state and parameter together.
    if let (Some(_), [(1.0, near)]) = (corners.here, &asked[..])
        && near.is_on_both_sides()
        && let Ok(Slope { values, settled: true, .. }) =
            near.slope(&|by| (moved(model, state, along, by), by), &here, f)
    {
        (sum, corners.here) = (values, None);
    }
    Ok((sum, corners))
}

fn add(sum: &mut [f64], times: f64, values: &[f64]) {
    sum.iter_mut().zip(values).for_each(|(sum, x)| *sum += times * x);
}

/// The central difference over ±h, and c of `bend.rs`.
fn slope<E>(
    model: &Model,
    state: &State,
    along: Along<'_>,
    h: f64,
    here: &[f64],
    f: Function<'_, E>,
) -> Result<(Vec<f64>, Vec<f64>), E> {
    let mut at = |by: f64| f(model, &moved(model, state, along, by), by);
    let (up, down) = (at(h)?, at(-h)?);
    let both = || up.iter().zip(&down);
    let bend = both().zip(here).map(|((up, down), here)| (up + down - 2.0 * here).abs() / h);
    Ok((both().map(|(up, down)| (up - down) / (2.0 * h)).collect(), bend.collect()))
}

/// The state moved along a direction.
fn moved(model: &Model, state: &State, along: Along<'_>, by: f64) -> State {
    let mut moved = state.clone();
    moved.t += by * along.t;
    let followed = along.parts.len() > moved.q.len() + moved.v.len() + moved.variables.len();
    let numbers = moved.q.iter_mut().chain(&mut moved.v).chain(&mut moved.variables).chain(&mut moved.works);
    numbers.zip(along.parts).for_each(|(x, d)| *x += by * d);
    model.inner.layout.kinematics.normalize(&mut moved.q);
    if !followed {
        moved.works.fill(f64::NAN);
    }
    moved
}
