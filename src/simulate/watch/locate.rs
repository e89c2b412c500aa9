//! The locator: it finds where guards pass zero within a step, those of friction and those of the user's events.
//!
//! All guards are evaluated together, at Chebyshev-Lobatto places x_k between just after the beginning of the step and its end. The sets of 5, 9, 17 and 33 places are
//! nested, so that nothing is evaluated twice. Let p be the interpolant through the present places, and e the largest error with which the coarser interpolant
//! predicted the values at the new ones:
//!
//! 1. a guard is clear if p stays on its side by more than 8 e;
//! 2. it is resolved if e is below a thousandth of its size, or if p passes monotonically through the band of ± 8 e in less than a tenth of the step. Then its
//!    first change of side is located by a root finder. Where p turns back within the band, the minimum of the guard itself is computed, so that a dip to the
//!    other side and back is found, however short it is;
//!    A guard that takes loads by their size has a kink where one of them changes its sign: it may dip there between the places, with no sign of it at any. So it
//!    tells the signs with its value, and where they differ between two places, the kink is sought;
//! 3. if 33 places do not resolve a guard, the step is too long, and the caller takes it again at half its length. A guard that is not smooth (a
//!    user's guard may jump) is taken as its values show it.
//!
//! A guard may be zero at the beginning, because it has just fired or by chance. After it has left zero, g/θ is used in place of g, which has no zero at θ = 0 (G6).

use super::between::{dive, kink};
use super::dip::{Place, minima};
use super::fit::{lobatto, through};
use super::sought::{AtStart, Sought, Span, Value, Zero};
use crate::ode::find_root;

/// Zeros closer than this (relative to 1 + |t|) are one instant.
pub(in crate::simulate) const SAME: f64 = 1e-12;
/// Numbers of places of the coarsest and of the finest level, less one.
const COARSEST: usize = 4;
const FINEST: usize = 32;
/// Bound of a finer interpolant's error, in errors of the coarser one.
const SAFETY: f64 = 8.0;
/// A guard is resolved if the error is below this, relative to its size.
const FINE: f64 = 1e-3;
/// A passage through the band of the error within this part of the step is real, whatever comes after it: p falls there by more than ripples of the error's
/// size between the places could rise.
const STRAIGHT: f64 = 0.1;
/// A smooth guard is unresolved if the error is above this part of its size.
const OPEN: f64 = 0.05;
/// How far on the wrong side a guard whose sign was changed early may be at the end of the step, relative to its size (for a load: to the largest).
pub(in crate::simulate) const WRONG_SIDE: f64 = 1e-6;

/// The result of a search in a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::simulate) enum Looked {
    /// All guards are resolved: the zeros are in [`Locator::zeros`].
    Resolved,
    /// 33 places do not resolve a smooth guard.
    Unresolved,
}

/// Buffers of the search in a step.
#[derive(Debug)]
pub(in crate::simulate) struct Locator<K> {
    /// Zeros found, in no order.
    pub(in crate::simulate) zeros: Vec<Zero<K>>,
    /// The last side of each guard, in the order of the search; 0 where it is not known.
    pub(in crate::simulate) sides: Vec<f64>,
    values: Vec<Value>,
    open: Vec<usize>,
    row: Vec<f64>,
    curve: Vec<f64>,
    /// e, and the half width of the band of 8 e about zero, of the last guard that was judged.
    error: f64,
    band: f64,
    places: Vec<(f64, Place)>,
}

impl<K> Default for Locator<K> {
    fn default() -> Self {
        Self {
            zeros: Vec::new(),
            sides: Vec::new(),
            values: Vec::new(),
            open: Vec::new(),
            row: Vec::new(),
            curve: Vec::new(),
            error: 0.0,
            band: 0.0,
            places: Vec::new(),
        }
    }
}

impl<K: Copy> Locator<K> {
    /// Searches the first zero of each guard in (from, to], with at least `least` places besides the first, and locates it to within the time `exact`.
    ///
    /// `value` is called for all guards at one time before the next, so that the caller can keep what they share.
    pub(in crate::simulate) fn look<E>(
        &mut self,
        sought: &[Sought<K>],
        [from, to]: [f64; 2],
        least: usize,
        exact: f64,
        mut value: impl FnMut(K, f64) -> Result<Value, E>,
    ) -> Result<Looked, E> {
        let span = Span::new(from, to);
        self.zeros.clear();
        self.sides.clear();
        self.sides.extend(sought.iter().map(|s| s.side()));
        self.open.clear();
        self.values.clear();
        self.values.resize(sought.len() * (FINEST + 1), Value::default());
        for (i, one) in sought.iter().enumerate() {
            let after = value(one.guard, span.opened)?;
            *self.slot(i, 0) = after;
            match self.open_up(i, one, &span, after, &mut value)? {
                Some(zero) => self.zeros.push(zero),
                None => self.open.push(i),
            }
        }
        let mut level = least.next_power_of_two().clamp(COARSEST, FINEST);
        let mut new = 1;
        let mut looked = Looked::Resolved;
        while !self.open.is_empty() {
            let stride = FINEST / level;
            for k in (1..=level).filter(|k| level == new || new == 1 || k % 2 == 1) {
                let t = span.time(lobatto(k, level));
                for n in 0..self.open.len() {
                    let i = self.open[n];
                    *self.slot(i, k * stride) = value(sought[i].guard, t)?;
                }
            }
            let mut kept = 0;
            for n in 0..self.open.len() {
                let i = self.open[n];
                match self.judge(i, &sought[i], &span, level) {
                    Verdict::Clear => {}
                    Verdict::Finer if level < FINEST => {
                        self.open[kept] = i;
                        kept += 1;
                    }
                    Verdict::Finer if sought[i].smooth => looked = Looked::Unresolved,
                    Verdict::Finer | Verdict::Resolved => self.walk(i, &sought[i], &span, exact, &mut value)?,
                }
            }
            self.open.truncate(kept);
            (new, level) = (level, 2 * level);
        }
        if exact > 0.0 {
            self.tell_apart(exact, &mut value)?;
        }
        Ok(looked)
    }

    /// Locates the earliest zeros more closely, until it is known which of them is the first.
    fn tell_apart<E>(&mut self, exact: f64, value: &mut impl FnMut(K, f64) -> Result<Value, E>) -> Result<(), E> {
        let Some((first, _)) = self.first() else { return Ok(()) };
        let near = |zero: &Zero<K>| zero.t - first <= exact;
        let same = |zero: &Zero<K>| zero.t - first <= SAME * (1.0 + first.abs());
        if self.zeros.iter().all(|zero| same(zero) || !near(zero)) {
            return Ok(());
        }
        for zero in self.zeros.iter_mut().filter(|zero| near(zero)) {
            let mut g = |t: f64| value(zero.guard, t).map(|v| v.g);
            let ends = [g(zero.after)?, g(zero.t)?];
            if ends[0] * zero.side < 0.0 && ends[1] * zero.side >= 0.0 {
                zero.t = find_root(g, zero.after, ends[0], zero.t, ends[1], 0.0)?.hi;
            }
        }
        Ok(())
    }

    /// The earliest zero, and all others at that very instant.
    pub(in crate::simulate) fn first(&self) -> Option<(f64, impl Iterator<Item = &Zero<K>>)> {
        let first = self.zeros.iter().map(|zero| zero.t).min_by(f64::total_cmp)?;
        Some((first, self.zeros.iter().filter(move |zero| zero.t - first <= SAME * (1.0 + first.abs()))))
    }

    fn slot(&mut self, i: usize, k: usize) -> &mut Value {
        &mut self.values[i * (FINEST + 1) + k]
    }

    /// Did the guard pass zero before the first place? From there on its side is known, or it waits.
    fn open_up<E>(
        &mut self,
        i: usize,
        one: &Sought<K>,
        span: &Span,
        after: Value,
        value: &mut impl FnMut(K, f64) -> Result<Value, E>,
    ) -> Result<Option<Zero<K>>, E> {
        let side = self.sides[i];
        if !one.passes(side, after) {
            self.sides[i] = one.go_on(side, after);
            return Ok(None);
        }
        let zero = |t: f64| Zero { t, after: t, guard: one.guard, side: -side, at_once: true };
        match one.at_start {
            AtStart::Off(before) => {
                let root =
                    find_root(|t| value(one.guard, t).map(|v| v.g), span.from, before, span.opened, after.g, 0.0)?;
                Ok(Some(zero(root.hi)))
            }
            AtStart::Zero => Ok(Some(zero(span.from))),
            AtStart::Fired | AtStart::EitherSide => Ok(Some(zero(span.opened))),
            AtStart::Early => {
                let end = value(one.guard, span.to)?;
                if side * end.g < -WRONG_SIDE * end.size {
                    return Ok(Some(zero(span.opened)));
                }
                self.sides[i] = 0.0;
                Ok(None)
            }
        }
    }

    /// Judges a guard by the values at this level.
    fn judge(&mut self, i: usize, one: &Sought<K>, span: &Span, level: usize) -> Verdict {
        let stride = FINEST / level;
        let begin = i * (FINEST + 1);
        let divided = !matches!(one.at_start, AtStart::Off(_));
        self.row.clear();
        let (mut size, mut floor): (f64, f64) = (0.0, 0.0);
        let mut kinked = false;
        for k in 0..=level {
            let v = self.values[begin + k * stride];
            kinked |= v.pattern != self.values[begin].pattern;
            let scale = if divided { span.part(lobatto(k, level)) } else { 1.0 };
            self.row.push(v.g / scale);
            size = size.max(v.size);
            floor = floor.max(v.floor);
        }
        if divided {
            // Division by θ magnifies rounding here; the next places show the side better.
            self.row[0] = 2.0 * self.row[1] - self.row[2];
        }
        let error = (1..level)
            .step_by(2)
            .map(|k| (through(&self.row, 2, lobatto(k, level)) - self.row[k]).abs())
            .fold(0.0, f64::max);
        // One side all along?
        let side = if self.sides[i] == 0.0 { self.row.iter().sum::<f64>().signum() } else { self.sides[i] };
        self.curve.clear();
        self.curve.extend((0..=8 * level).map(|k| through(&self.row, 1, k as f64 / (8 * level) as f64)));
        let mut lowest = self.curve.iter().fold(f64::INFINITY, |lowest, p| lowest.min(side * p));
        if lowest > 0.0 {
            lowest = minima(&self.curve, side, |x| through(&self.row, 1, x)).fold(lowest, |least, (_, p)| least.min(p));
        }
        if size <= floor || (!kinked && lowest - SAFETY * error > -floor) {
            if self.sides[i] == 0.0 && size > floor {
                self.sides[i] = side;
            }
            return Verdict::Clear;
        }
        self.error = error;
        self.band = SAFETY * error + floor;
        let straight = one.counts(side) && self.leads_straight(side);
        if straight
            || (kinked && level > COARSEST)
            || error <= FINE * size
            || (level == FINEST && error <= OPEN * size)
            || (level == FINEST && !one.smooth)
        {
            Verdict::Resolved
        } else {
            Verdict::Finer
        }
    }

    /// Does the curve come from `side` and pass monotonically through the band about zero within a tenth of the step?
    fn leads_straight(&self, side: f64) -> bool {
        let band = self.band;
        let inside = |p: &f64| side * p <= band;
        let Some(first) = self.curve.iter().position(inside).filter(|first| *first > 0) else { return false };
        let band_on = &self.curve[first - 1..];
        let Some(length) = band_on.iter().position(|p| side * p < -band) else { return false };
        length as f64 <= STRAIGHT * self.curve.len() as f64
            && band_on[..=length].windows(2).all(|w| side * (w[1] - w[0]) < 0.0)
    }

    /// Follows the places at which the guard is known, and those where its interpolant comes near zero, to its first change of side.
    fn walk<E>(
        &mut self,
        i: usize,
        one: &Sought<K>,
        span: &Span,
        exact: f64,
        value: &mut impl FnMut(K, f64) -> Result<Value, E>,
    ) -> Result<(), E> {
        let level = self.row.len() - 1;
        let stride = FINEST / level;
        let mut side = self.sides[i];
        self.note_places(level);
        let mut left = (0.0, self.values[i * (FINEST + 1)]);
        // Where the guard came to its side. What is before that place tells nothing of a passage from this side: a guard that jumps is beyond zero there.
        let mut since = left;
        for n in 0..self.places.len() {
            let (mut x, place) = self.places[n];
            let mut at = match place {
                Place::Known(k) => self.values[i * (FINEST + 1) + k * stride],
                Place::Beyond | Place::Close => value(one.guard, span.time(x))?,
            };
            if place == Place::Close && !one.passes(side, at) && one.counts(side) {
                (x, at) = dive(one, span, side, [since.0, 1.0], (x, at), value)?;
                if x < left.0 {
                    left = self.last_known(i, level, since, x);
                }
            }
            if left.1.pattern != at.pattern && !one.passes(side, at) && one.counts(side) {
                (x, at) = kink(one, span, side, [left, (x, at)], value)?;
            }
            if one.passes(side, at) {
                // At the beginning rounding may have put the value on the other side: the known side counts.
                let before = if side * left.1.g > 0.0 { left.1.g } else { side * f64::MIN_POSITIVE };
                let [after, t] = self.close_in(one, span, exact, [(left.0, before), (x, at.g)], value)?;
                self.zeros.push(Zero { t, after, guard: one.guard, side: -side, at_once: left.0 == 0.0 });
                return Ok(());
            }
            left = (x, at);
            let next = one.go_on(side, at);
            if next != side {
                (side, since) = (next, left);
            }
        }
        self.sides[i] = side;
        Ok(())
    }

    /// The last place of a level before `x`, if it is after `since`.
    fn last_known(&self, i: usize, level: usize, since: (f64, Value), x: f64) -> (f64, Value) {
        let places = (0..=level).rev().map(|k| (lobatto(k, level), k));
        let mut between = places.filter(|(at, _)| *at < x && *at > since.0);
        between.next().map_or(since, |(at, k)| (at, self.values[i * (FINEST + 1) + k * (FINEST / level)]))
    }

    /// The places of a level, and between them those where the curve turns back about zero or beyond it, or is on the other side.
    fn note_places(&mut self, level: usize) {
        let Self { places, curve, row, band, .. } = self;
        places.clear();
        places.extend((1..=level).map(|k| (lobatto(k, level), Place::Known(k))));
        for side in [1.0, -1.0] {
            let near = minima(curve, side, |x| through(row, 1, x)).filter(|(_, p)| p <= band);
            places.extend(near.map(|(x, p)| (x, if p >= -*band { Place::Close } else { Place::Beyond })));
        }
        let n = (curve.len() - 1) as f64;
        let beyond = curve.windows(2).enumerate().filter(|(_, w)| w[0] * w[1] < 0.0);
        places.extend(beyond.map(|(k, _)| ((k as f64 + 1.0) / n, Place::Beyond)));
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// The instant of a change of side between two places. The search starts at the root of the interpolant, with a bracket of its error.
    fn close_in<E>(
        &self,
        one: &Sought<K>,
        span: &Span,
        exact: f64,
        [mut left, mut right]: [(f64, f64); 2],
        value: &mut impl FnMut(K, f64) -> Result<Value, E>,
    ) -> Result<[f64; 2], E> {
        let smooth = |x: f64| {
            let p = through(&self.row, 1, x);
            if matches!(one.at_start, AtStart::Off(_)) { p } else { p * span.part(x) }
        };
        if one.smooth && smooth(left.0) * smooth(right.0) < 0.0 {
            let closed = find_root(
                |x| Ok::<_, E>(smooth(x)),
                left.0,
                smooth(left.0),
                right.0,
                smooth(right.0),
                1e-9 * (right.0 - left.0),
            )?;
            // The bracket is as wide as the interpolant's error.
            let width = (right.0 - left.0) * (0.01 * self.error / (left.1 - right.1).abs()).clamp(1e-4, 0.1);
            for x in [closed.lo - width, closed.hi + width] {
                if x > left.0 && x < right.0 {
                    let g = value(one.guard, span.time(x))?.g;
                    if g * left.1 > 0.0 { left = (x, g) } else { right = (x, g) }
                }
            }
        }
        let root = find_root(
            |t| value(one.guard, t).map(|v| v.g),
            span.time(left.0),
            left.1,
            span.time(right.0),
            right.1,
            exact,
        )?;
        let chord = root.f_lo / (root.f_lo - root.f_hi);
        let within = exact > 0.0 && chord > 0.0 && chord < 1.0;
        Ok([root.lo, if within { root.lo + chord * (root.hi - root.lo) } else { root.hi }])
    }
}

enum Verdict {
    Clear,
    Finer,
    Resolved,
}
