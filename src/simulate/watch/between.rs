//! Between the places at which a guard is known: where it may dip to the other side and back.

use super::dip::Dip;
use super::sought::{Sought, Span, Value};

/// The minimum of a guard is computed from the interpolant's and from two places beside it, at this part of the step.
const BESIDE: f64 = 1.0 / 32.0;
/// Halvings until a kink is found.
const HALVINGS: usize = 30;

/// Looks for the guard's own minimum about a place at which its interpolant has one, between two others, until it is past zero or will not come there.
pub(super) fn dive<K: Copy, E>(
    one: &Sought<K>,
    span: &Span,
    side: f64,
    [first, last]: [f64; 2],
    (x, at): (f64, Value),
    value: &mut impl FnMut(K, f64) -> Result<Value, E>,
) -> Result<(f64, Value), E> {
    let mut look = |x: f64| value(one.guard, span.time(x));
    let (a, c) = ((x - BESIDE).max(first), (x + BESIDE).min(last));
    let [before, after] = [look(a)?, look(c)?];
    let mut dip = Dip::about([(a, side * before.g), (x, side * at.g), (c, side * after.g)]);
    for (x, at) in [(a, before), (c, after)] {
        if one.passes(side, at) {
            return Ok((x, at));
        }
    }
    while let Some(x) = dip.next(-at.floor).filter(|x| (first..=last).contains(x)) {
        let at = look(x)?;
        if one.passes(side, at) {
            return Ok((x, at));
        }
        dip.add((x, side * at.g));
    }
    Ok((x, at))
}

/// Looks for the kink between two places with different signs of loads, on whose right side the guard is not past zero; returns the first place found that is
/// past it, or else the right one.
pub(super) fn kink<K: Copy, E>(
    one: &Sought<K>,
    span: &Span,
    side: f64,
    [left, right]: [(f64, Value); 2],
    value: &mut impl FnMut(K, f64) -> Result<Value, E>,
) -> Result<(f64, Value), E> {
    let (mut before, mut after) = (left.0, right.0);
    for _ in 0..HALVINGS {
        let x = 0.5 * (before + after);
        let at = value(one.guard, span.time(x))?;
        if one.passes(side, at) {
            return Ok((x, at));
        }
        *(if at.pattern == left.1.pattern { &mut before } else { &mut after }) = x;
    }
    Ok(right)
}
