//! Members of a family on both sides of it, over steps of which one fits.
//!
//! Masses, stiffnesses, coefficients, loads enter the equations of motion as polynomials of low degree: a difference of order 4 of those is exact *whatever its step*, and has the less rounding the wider
//! it is. Others are smooth functions of a length, say. So the step is found from what it gives: with D_k the difference of order 4 over h_k = 2ᵏ h₀, h₀ a 512th of the parameter,
//!
//! ```text
//! (1)  the k with the least ‖D_k − D_(k+1)‖, the wider of two that are equal          rounding falls with h, and truncation grows with h⁴
//! ```
//!
//! of forces, of rows, of φ, of φ' and of what holds at rest, each measured by the largest of its kind (`tables.rs`): by forces alone a length that is a cube would be taken for what its mass is. It is looked at
//! at the start, with the bodies in other motions, and at other times of the run (`probes.rs`). Where even the shortest of these steps is too long, as of the frequency of a drive that goes round
//! many times, h₀ is made shorter. Of most parameters it is a polynomial of degree two at most, of which, there and with the bodies elsewhere,
//!
//! ```text
//! (2)  (R(p + 2h) − R(p − 2h))/4h = (R(p + h) − R(p − h))/2h          but for rounding: one of the two is its derivative
//! ```
//!
//! so that two members are enough. A kink that moves with the parameter, as the place of a soft stop or the time at which a load sets in, lies between the members while a motion passes it: then h₀ is
//! short from the beginning ([`NARROW`]). Where nothing that is tried tells anything the step is a 256th of the parameter, as for what is no polynomial: a load under its own friction, and with it a guard.
//! It is a quarter of the parameter at most (signs, roots), and narrower where the members beyond cannot be built. At the end of what a parameter can be, as a coefficient of friction at zero, there are
//! members on one side only: the run's own model takes the place of the others,
//!
//! ```text
//! (3)  2 (R(p + h) − R(p))/h − (R(p + 2h) − R(p))/2h        of order 2, exact of polynomials of degree two
//! ```
//!
//! and in (2) stands the half of it.

use super::family::{Family, FamilyError};
use super::parameter::Shift;
use super::probes::{Probes, flat};
use super::refusal::SensitivityError;
use super::tables::{Part, Tables};
use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};
use std::ops::Range;

/// h₀ of (1), and shorter ones where that is too long; how many steps are tried from each.
const LEAST: f64 = 1.0 / 512.0;
const SHORTER: [f64; 2] = [LEAST / 256.0, LEAST / 65_536.0];
const TRIED: usize = 8;
/// h₀ beside a kink that moves.
const NARROW: f64 = LEAST / 4096.0;
/// By which part of itself (1) may be off before h₀ is made shorter.
const CLOSE: f64 = 1e-9;
/// What rounding is, at the most.
const ROUNDING: f64 = 1e-12;
/// By how much better a shorter one is, if it is.
const SHARPER: f64 = 1e-2;
/// What R between two members over h and over 2h counts in it, and over 2h alone in (2): with members on both sides, and on one.
pub(super) type Weights = ([f64; 2], f64);
pub(super) const BOTH: Weights = ([2.0 / 3.0, -1.0 / 12.0], 0.25);
const ONE: Weights = ([2.0, -0.5], 0.5);
/// The k of a step that is narrow enough for what is rational in a parameter: a 256th of it.
pub(super) const NEAR: usize = 1;
/// Part by which the start's derivatives from one side may differ over h and 2h.
const ALIKE: f64 = 1e-2;
/// Members on both sides of a family, over 2ᵏ h₀ each.
type Pairs = Vec<[(Model, State); 2]>;

/// h₀, and how differences over 2ᵏ h₀ count.
#[derive(Debug)]
pub(super) struct Steps {
    least: f64,
    pub(super) weights: Weights,
}

/// The members over 2ᵏ h₀.
#[derive(Debug)]
pub(super) struct Ladder {
    pub(super) steps: Steps,
    pub(super) pairs: Pairs,
}

/// A ladder that fits, what its members leave where they were tried, and which step of it is taken.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) ladder: Ladder,
    pub(super) tables: Tables,
    pub(super) k: usize,
}

impl Steps {
    /// With values on both sides.
    pub(super) fn on_both_sides(least: f64) -> Self {
        Self { least, weights: BOTH }
    }

    /// How long the k-th step is.
    pub(super) fn step(&self, k: usize) -> f64 {
        self.least * 2.0_f64.powi(k as i32)
    }

    /// D_k of what members on both sides give.
    pub(super) fn order_4(&self, values: &[[Vec<f64>; 2]], k: usize) -> Vec<f64> {
        let ((weights, _), h) = (self.weights, self.step(k));
        let [near, far] = [&values[k], &values[k + 1]];
        let apart = |[up, down]: &[Vec<f64>; 2], i: usize| up[i] - down[i];
        (0..near[0].len()).map(|i| (weights[0] * apart(near, i) + weights[1] * apart(far, i)) / h).collect()
    }

    /// The k of (1) of numbers of one kind.
    pub(super) fn best_of(&self, values: &[[Vec<f64>; 2]]) -> usize {
        let whole = Part { range: 0..values[0][0].len(), size: 0.0 };
        self.best(values.len(), [values].into_iter(), (&[whole], 1.0)).0
    }

    /// The k of (1), and how far off D_k is, as a part of itself, for a parameter of this size. Where nothing differs, as yet, a step that is narrow enough for most.
    pub(super) fn best<'t>(
        &self,
        count: usize,
        tables: impl Iterator<Item = &'t [[Vec<f64>; 2]]>,
        (parts, size): (&[Part], f64),
    ) -> (usize, f64) {
        let steps = count - 1;
        let all: Vec<Vec<Vec<f64>>> =
            tables.map(|table| (0..steps).map(|k| self.order_4(table, k)).collect()).collect();
        // One measure for all of a kind: where a parameter does next to nothing, what is left is rounding.
        let largest = |part: &Part| {
            let of = |d: &Vec<f64>| max_abs_skip_nan(&d[part.range.clone()]);
            all.iter().flatten().map(of).fold(0.0, f64::max)
        };
        let measured: Vec<(Range<usize>, f64)> = parts
            .iter()
            .map(|part| (part, largest(part)))
            .filter(|(_, most)| *most > 0.0)
            .map(|(part, most)| (part.range.clone(), most.max(part.size / size)))
            .collect();
        if measured.is_empty() {
            return (NEAR.min(steps - 1), 0.0);
        }
        let difference = |k: usize| {
            let of = |(range, most): &(Range<usize>, f64)| {
                let apart = |d: &Vec<Vec<f64>>| largest_apart(&d[k][range.clone()], &d[k + 1][range.clone()]);
                all.iter().map(apart).fold(0.0, f64::max) / most
            };
            measured.iter().map(of).fold(0.0, f64::max)
        };
        let differences: Vec<f64> = (0..steps.saturating_sub(1)).map(difference).collect();
        let least = differences.iter().copied().fold(f64::INFINITY, f64::min);
        // Of those that differ by rounding alone the widest, which has the least of it.
        let k = differences.iter().rposition(|d| *d <= least.max(ROUNDING));
        (k.map_or(0, |k| if least == 0.0 { k + 1 } else { k }), if least.is_finite() { least } else { 0.0 })
    }
}

impl Ladder {
    /// Steps that fit, in parts of a size.
    pub(super) fn choose(
        family: &Family,
        size: f64,
        shift: &impl Fn(f64) -> Shift,
        probes: &Probes<'_>,
    ) -> Result<Chosen, SensitivityError> {
        let tried = |part: f64| -> Result<(Chosen, f64), SensitivityError> {
            let ladder = Self::new(family, part * size, TRIED, shift)?;
            let tables = probes.residuals(&ladder.pairs)?;
            let (k, off) = ladder.steps.best(ladder.pairs.len(), tables.list(), (&tables.parts, size));
            Ok((Chosen { ladder, tables, k }, off))
        };
        let (mut chosen, mut least) = tried(LEAST)?;
        if probes.moves_kinks(&chosen.ladder.pairs[0]) {
            let (narrow, _) = tried(NARROW)?;
            return Ok(Chosen { k: 0, ..narrow });
        }
        for part in SHORTER {
            if least <= CLOSE {
                break;
            }
            let (shorter, off) = tried(part)?;
            // What is only rounding falls by chance.
            if off < SHARPER * least {
                (chosen, least) = (shorter, off);
            }
        }
        Ok(chosen)
    }

    /// How the start moves with the parameter.
    pub(super) fn of_start(
        &self,
        family: &Family,
        shift: &impl Fn(f64) -> Shift,
    ) -> Result<Vec<f64>, SensitivityError> {
        let starts: Vec<[Vec<f64>; 2]> =
            self.pairs.iter().map(|pair| pair.each_ref().map(|(_, start)| flat(start, 0))).collect();
        // Where no start is beyond, because nothing can be assembled there, it may go like a root.
        if self.steps.weights.1 == ONE.1 {
            let [near, far] = [0, 1].map(|k| self.steps.order_4(&starts, k));
            if largest_apart(&near, &far) > ALIKE * max_abs_skip_nan(&near) {
                [self.steps.least, -self.steps.least]
                    .into_iter()
                    .try_for_each(|by| family.beside(shift(by)).map(drop))?;
            }
        }
        Ok(self.steps.order_4(&starts, self.steps.best_of(&starts)))
    }

    /// Over h₀ and 2h₀ alone.
    pub(super) fn of_two(family: &Family, least: f64, shift: &impl Fn(f64) -> Shift) -> Result<Self, SensitivityError> {
        Self::new(family, least, 2, shift)
    }

    /// The members at ±2ᵏ h₀ as far as they can be built, or those of one side and the family's own, and what they count.
    fn new(family: &Family, least: f64, count: usize, shift: &impl Fn(f64) -> Shift) -> Result<Self, SensitivityError> {
        let own = || Ok((family.model().clone(), family.start().clone()));
        let two = || [least, -least].map(|by| family.beside(shift(by)));
        let (sides, weights) = match two() {
            [Ok(_), Ok(_)] => ([1.0, -1.0], BOTH),
            // Where it jumps there is no derivative.
            [Ok(_), Err(FamilyError::Unbuilt { .. })] => ([1.0, 0.0], ONE),
            [Err(FamilyError::Unbuilt { .. }), Ok(_)] => ([0.0, -1.0], ONE),
            [_, Err(error)] | [Err(error), _] => return Err(error.into()),
        };
        let mut pairs = Pairs::new();
        for k in 0..count {
            let by = least * 2.0_f64.powi(k as i32);
            let member = |side: f64| if side == 0.0 { own() } else { family.beside(shift(side * by)) };
            match sides.map(member) {
                [Ok(up), Ok(down)] => pairs.push([up, down]),
                // Two steps make a difference of order 4, and three tell how good it is.
                _ if pairs.len() >= 2 => break,
                [up, down] => {
                    up?;
                    down?;
                }
            }
        }
        Ok(Self { steps: Steps { least, weights }, pairs })
    }
}

/// The largest difference between the numbers of two lists.
fn largest_apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
}
