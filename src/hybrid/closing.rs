//! The first closing of a gap within a step, by (H15).
//!
//! From an instant t at which the gap is φ, opening at the rate φ', nothing closes before the zero of the parabola below it,
//!
//! ```text
//! (1)  x = 2 φ/(√(φ'² + 2 A φ) − φ')        φ' < 0
//! (2)  x = (φ' + √(φ'² + 2 A φ))/A          φ' ≥ 0
//! (3)  x ≥ φ/V
//! ```
//!
//! (1) and (2) are the same number; (2) cancels where φ' < 0 and A is small. So the search goes on to t + x, and again, and never past a zero. Far
//! from one that dismisses a step by one value; near one, where A φ ≪ φ'², (1) is Newton's step from the open side: the error is squared each time.
//! It ends at the first place where the gap is not positive, or by one last step of Newton's where it is rounding.
//!
//! A contact that has just opened or bounced *leaves*: its gap is still rounding around zero. It is armed once φ exceeds the resolution ϱ, and only then
//! can close at zero. Before that it closes where it has come from, φ₀ or zero, whichever is lower: no hop ends lower than it began, however low it is, or what it falls deeper would keep it
//! going, and deeper each time. What does not clearly rise, φ'² ≤ 4 · 1e-3 ϱ A, has room for rounding: down to −ϱ, or 1e-3 ϱ below φ₀ if that is deeper. If it rises it is above φ₀ for sure
//! at the top of the parabola, x = φ'/A; to go there first clears it of the zero from which it starts.
//!
//! Only a gap that falls closes. One that touches zero and rises again grazes, and leaves.

use super::Bound;
use crate::ode::find_root;

/// Where a closing is sought.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Search {
    /// The beginning and the end of the time.
    pub(crate) window: [f64; 2],
    /// ϱ: gaps below it cannot be told from zero.
    pub(crate) resolution: f64,
    /// Has it just opened, and not yet been above the resolution?
    pub(crate) leaving: bool,
    /// How many equidistant places are looked at where there is no bound.
    pub(crate) looks: usize,
}

/// An instant at which a gap closes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Closing {
    pub(crate) t: f64,
    /// φ there: zero but for rounding, of either sign.
    pub(crate) gap: f64,
    /// φ' < 0.
    pub(crate) rate: f64,
}

/// What a search has found.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) closing: Option<Closing>,
    /// Does it still leave at the end of the window, if nothing closed?
    pub(crate) leaving: bool,
    /// Is it certain that nothing closed before?
    pub(crate) proved: bool,
    /// How often the gap was evaluated.
    pub(crate) evaluations: u32,
}

/// A gap below this part of the resolution is rounding; so is a rise that ends there.
const ROUNDING: f64 = 1e-3;
/// Advances at most. A search that needs more goes along zero, and looks at the rest.
const MOST: u32 = 1000;
/// Places at which a contact that leaves is looked at without a bound, each twice as far from the beginning as the one before.
const DOUBLINGS: u32 = 30;

/// The first closing of a gap with the values `gap`(t) = [φ, φ'].
pub(crate) fn first_closing<E>(
    gap: impl FnMut(f64) -> Result<[f64; 2], E>,
    bound: Bound,
    search: Search,
) -> Result<Found, E> {
    let found = Found { closing: None, leaving: search.leaving, proved: true, evaluations: 0 };
    let mut way = Way { gap, bound, search, found, ground: None };
    let from = search.window[0];
    let rest = if bound.rate.is_finite() || bound.bend.is_finite() { way.advance()? } else { Some(from) };
    if let Some(t) = rest {
        way.found.proved = false;
        way.look(t)?;
    }
    Ok(way.found)
}

/// How far a gap that is so high above where it closes does not: the x of (1) to (3).
fn clear([above, rate]: [f64; 2], bound: Bound) -> f64 {
    let Bound { rate: most, bend, hollow } = bound;
    let (psi, slope) = (above - 0.5 * hollow * above * above, rate * (1.0 - hollow * above));
    let root = (slope * slope + 2.0 * bend * psi).sqrt();
    let parabola = if slope < 0.0 { 2.0 * psi / (root - slope) } else { (slope + root) / bend };
    // The larger one, or the one that is a number; (2) is 0/0 for what stands still.
    let still = slope == 0.0 && bend == 0.0;
    if still { f64::INFINITY } else { parabola.max(above / most) }
}

/// Does nothing close in a time so long, by one look at its beginning?
pub(crate) fn passes([gap, rate]: [f64; 2], bound: Bound, time: f64, resolution: f64) -> bool {
    gap > resolution && clear([gap, rate], bound) > time
}

struct Way<G> {
    gap: G,
    bound: Bound,
    search: Search,
    found: Found,
    /// Where a contact that leaves closes: known once it was looked at.
    ground: Option<f64>,
}

impl<E, G: FnMut(f64) -> Result<[f64; 2], E>> Way<G> {
    fn value(&mut self, t: f64) -> Result<[f64; 2], E> {
        self.found.evaluations += 1;
        (self.gap)(t)
    }

    /// Arms a contact that has left, and lets one leave that grazes; says whether it closes here.
    fn closes(&mut self, [gap, rate]: [f64; 2]) -> bool {
        let resolution = self.search.resolution;
        let floor = if self.found.leaving { self.ground([gap, rate]) } else { ROUNDING * resolution };
        let closes = gap <= floor && rate < 0.0;
        self.found.leaving = if self.found.leaving { gap <= resolution } else { gap <= floor };
        closes
    }

    /// Where it closes while it leaves; the first place that is asked for is that from which it does.
    fn ground(&mut self, [gap, rate]: [f64; 2]) -> f64 {
        let (resolution, rises) = (self.search.resolution, self.rises(rate));
        let (least, from) = (ROUNDING * resolution, gap.min(0.0));
        let ground = if rises { from + least } else { (-resolution).min(from - least) };
        *self.ground.get_or_insert(ground)
    }

    /// Is the top of the parabola higher than rounding?
    fn rises(&self, rate: f64) -> bool {
        rate > 0.0 && rate * rate > 4.0 * ROUNDING * self.search.resolution * self.bound.bend
    }

    /// How far nothing closes.
    fn free(&mut self, [gap, rate]: [f64; 2]) -> f64 {
        if !self.found.leaving {
            return clear([gap, rate], self.bound);
        }
        let ground = self.ground([gap, rate]);
        if gap <= ground && self.rises(rate) {
            return rate / self.bound.bend;
        }
        clear([(gap - ground).max(ROUNDING * self.search.resolution), rate], self.bound)
    }

    /// Goes on by steps in which nothing closes; returns the place where it gives up.
    fn advance(&mut self) -> Result<Option<f64>, E> {
        let [mut t, to] = self.search.window;
        for _ in 0..MOST {
            let here = self.value(t)?;
            if self.closes(here) {
                self.finish(t, here)?;
                return Ok(None);
            }
            let next = t + self.free(here);
            if next.is_nan() {
                break;
            }
            if t >= to || next > to {
                return Ok(None);
            }
            t = next.max(t + f64::EPSILON * t.abs()).max(t.next_up()).min(to);
        }
        Ok(Some(t))
    }

    /// Takes down a closing here, or after one step of Newton's.
    fn finish(&mut self, t: f64, [gap, rate]: [f64; 2]) -> Result<(), E> {
        let mut closing = Closing { t, gap, rate };
        let next = (t - gap / rate).min(self.search.window[1]);
        if gap > 0.0 && next > t {
            let [gap, rate] = self.value(next)?;
            if gap.abs() < closing.gap.abs() && rate < 0.0 {
                closing = Closing { t: next, gap, rate };
            }
        }
        self.found.closing = Some(closing);
        Ok(())
    }

    /// Looks at places from `from` on.
    fn look(&mut self, from: f64) -> Result<(), E> {
        let length = self.search.window[1] - from;
        let looks = self.search.looks.max(1);
        let first = length / looks as f64;
        let doublings = if self.found.leaving { DOUBLINGS } else { 0 };
        let near = (1..=doublings).rev().map(|k| first * 0.5_f64.powi(k as i32));
        let places = std::iter::once(0.0).chain(near).chain((1..=looks).map(|k| first * k as f64));
        let mut before = from;
        let mut last = f64::NAN;
        for place in places {
            let t = (from + place).min(self.search.window[1]);
            let armed = !self.found.leaving;
            let here = self.value(t)?;
            let fallen = armed && last > 0.0 && here[0] <= 0.0;
            if self.closes(here) || fallen {
                return if fallen { self.bracket([before, t], [last, here[0]]) } else { self.finish(t, here) };
            }
            (before, last) = (t, here[0]);
        }
        Ok(())
    }

    /// A closing between two places.
    fn bracket(&mut self, [a, b]: [f64; 2], [fa, fb]: [f64; 2]) -> Result<(), E> {
        let root = find_root(|t| self.value(t).map(|v| v[0]), a, fa, b, fb, 0.0)?;
        let [gap, rate] = self.value(root.hi)?;
        self.found.closing = Some(Closing { t: root.hi, gap, rate });
        Ok(())
    }
}
