//! What happens between two orbits of a branch: (O13), located on the arc.

use super::found::{Tangent, Turn, TurnKind};
use super::walk::{Here, Walk};
use crate::linear::svd::Svd;
use nalgebra::{Complex, DMatrix, DVector};

/// Trials to locate a place.
const TRIALS: usize = 30;
/// A place is known when the arc is, to this part of the step.
const NARROW: f64 = 1e-7;
/// Of a test that jumps over zero more than this part of it is left.
const JUMPS: f64 = 0.05;

/// What is watched at an orbit.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    /// In the order of (O13).
    tests: [f64; 4],
    pub(super) unstable: usize,
    changes: Vec<String>,
}

/// Names of the tests: in the order of their readings.
const KINDS: [TurnKind; 4] = [TurnKind::Fold, TurnKind::Doubling, TurnKind::Torus, TurnKind::Crossing];

impl Readings {
    pub(super) fn of(here: &Here, t: &DVector<f64>) -> Self {
        let mut multipliers = here.multipliers.clone();
        for _ in 0..here.ones() {
            let nearest = (0..multipliers.len()).min_by(|&i, &j| off(multipliers[i]).total_cmp(&off(multipliers[j])));
            nearest.map(|one| multipliers.remove(one));
        }
        let product = |shift: f64| multipliers.iter().map(|m| m + shift).product::<Complex<f64>>().re;
        let mut pairs = Complex::new(1.0, 0.0);
        for (i, first) in multipliers.iter().enumerate() {
            for second in &multipliers[i + 1..] {
                pairs *= first * second - 1.0;
            }
        }
        let unstable = multipliers.iter().filter(|m| m.norm() > 1.0).count();
        let changes = here.slopes.changes.clone();
        Self { tests: [t[t.len() - 1], product(1.0), pairs.re, product(-1.0)], unstable, changes }
    }
}

fn off(m: Complex<f64>) -> f64 {
    (m - 1.0).norm()
}

impl Walk<'_, '_> {
    /// What happens on the way, in its order.
    pub(super) fn turns(
        &self,
        (here, t, before): (&Here, &DVector<f64>, &Readings),
        (h, after): (f64, &Readings),
        at: usize,
    ) -> Vec<Turn> {
        let mut found: Vec<(f64, Turn)> = Vec::new();
        let turn = |kind, here: &Here, direction| Turn {
            kind,
            value: here.place.value,
            orbit: here.orbit(),
            after: at,
            unstable: [before.unstable, after.unstable],
            direction,
        };
        let folded = before.tests[0] * after.tests[0] < 0.0;
        for (index, kind) in KINDS.into_iter().enumerate() {
            let [from, to] = [before.tests[index], after.tests[index]];
            if from * to >= 0.0 || (kind == TurnKind::Crossing && folded) {
                continue;
            }
            let Some((arc, place, left)) = self.locate(here, t, [from, to], h, index) else { continue };
            // A pair of real ones whose product is one is nothing, and a jump is told by the change that makes it.
            let complex = place.multipliers.iter().any(|m| m.im != 0.0 && (m.norm() - 1.0).abs() < 1e-2);
            if left > JUMPS * from.abs().max(to.abs()) || (kind == TurnKind::Torus && !complex) {
                continue;
            }
            let direction = match kind {
                TurnKind::Doubling => turning_over(&place),
                _ => Tangent::default(),
            };
            found.push((arc, turn(kind, &place, direction)));
        }
        if !same_round(&before.changes, &after.changes)
            && let Some((arc, place)) = self.parting(here, t, h, &before.changes)
        {
            let kind = TurnKind::Path { before: before.changes.clone(), after: after.changes.clone() };
            found.push((arc, turn(kind, &place, Tangent::default())));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, turn)| turn).collect()
    }

    /// Where a test is zero between two orbits, and what is left of it: by chords, of which one end is weighed down while it stays (Dowell and Jarratt 1971).
    fn locate(
        &self,
        here: &Here,
        t: &DVector<f64>,
        [from, to]: [f64; 2],
        h: f64,
        index: usize,
    ) -> Option<(f64, Here, f64)> {
        let ([mut a, mut b], [mut fa, mut fb]) = ([0.0, h], [from, to]);
        let mut best: Option<(f64, Here, f64)> = None;
        for trial in 0..TRIALS {
            let chord = b - fb * (b - a) / (fb - fa);
            let arc = if trial < TRIALS / 2 && chord > a.min(b) && chord < a.max(b) { chord } else { 0.5 * (a + b) };
            let (place, next) = self.step(here, t, arc).ok()?;
            let value = Readings::of(&place, &next).tests[index];
            if best.as_ref().is_none_or(|(_, _, left)| value.abs() < *left) {
                best = Some((arc, place, value.abs()));
            }
            if value == 0.0 || (b - a).abs() < NARROW * h || value.abs() < NARROW * from.abs().max(to.abs()) {
                break;
            }
            if value * fb < 0.0 {
                (a, fa) = (b, fb);
            } else {
                fa *= fb / (fb + value);
            }
            (b, fb) = (arc, value);
        }
        best
    }

    /// Where the changes on the way become others.
    fn parting(&self, here: &Here, t: &DVector<f64>, h: f64, before: &[String]) -> Option<(f64, Here)> {
        let [mut a, mut b] = [0.0, h];
        let mut found = None;
        for _ in 0..TRIALS {
            if b - a < NARROW.sqrt() * h {
                break;
            }
            let middle = 0.5 * (a + b);
            let (place, _) = self.step(here, t, middle).ok()?;
            if same_round(&place.slopes.changes, before) {
                a = middle;
            } else {
                b = middle;
            }
            found = Some((middle, place));
        }
        found
    }
}

/// The same changes in the same order, wherever on the way the orbit begins.
fn same_round(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && (a == b || (1..a.len()).any(|k| a[k..] == b[..a.len() - k] && a[..k] == b[a.len() - k..]))
}

/// The direction that a period turns into its opposite: (M + 1) z = 0.
fn turning_over(here: &Here) -> Tangent {
    let size = here.map.nrows();
    let svd = Svd::of(&here.map + DMatrix::identity(size, size));
    here.along(&svd.v.column(size - 1).into_owned())
}
