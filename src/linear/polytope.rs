//! Small sets of inequalities A c ≤ b, c free: the least violation if they contradict each other, and the range of a linear function on them.
//!
//! The method is the simplex method (`dictionary.rs`) with Bland's rule, so that it cannot cycle. With slacks w ≥ 0 and c = c⁺ − c⁻:
//!
//! ```text
//! (P1)  w = b + t u − A c          least t ≥ t₀ with w ≥ 0: the violation that is needed, in units of u > 0
//! (P2)  y ≥ 0,  yᵀA = 0,  yᵀu = 1,  −yᵀb = t   at the optimum
//! ```
//!
//! (P2) are the coefficients of the slacks in the last dictionary: the combination of inequalities that cannot hold together. If
//! A c ≤ b says that forces stay below their limits, y is the motion that starts. What is told of t is what the point c has, whatever rounding has left of the way there.

use super::dictionary::{Dictionary, ROUNDING, WEDGED};
use super::kernel::dot;

/// Inequalities in a few unknowns.
#[derive(Clone, Debug, Default)]
pub struct Polytope {
    unknowns: usize,
    /// Rows (A, b).
    rows: Vec<f64>,
}

/// How far inequalities are from holding together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Violation {
    /// t of (P1): negative if there is room, never below −1.
    pub size: f64,
    /// y of (P2).
    pub combination: Vec<f64>,
    /// A point c where no more than t is violated.
    pub point: Vec<f64>,
}

/// Rounding of an inequality, in units, where a search begins and where it ends.
const MET: f64 = 1e-11;
const OFF: f64 = 1e-9;
/// Slopes below which they may be rounding.
const SLOPES: [f64; 3] = [ROUNDING, 1e2 * ROUNDING, 1e4 * ROUNDING];

impl Polytope {
    /// No inequality yet.
    pub fn new(unknowns: usize) -> Self {
        Self { unknowns, rows: Vec::new() }
    }

    /// No inequality any more, in so many unknowns.
    pub fn reset(&mut self, unknowns: usize) {
        self.unknowns = unknowns;
        self.rows.clear();
    }

    /// Adds a·c ≤ b.
    pub fn below(&mut self, a: &[f64], b: f64) {
        self.rows.extend_from_slice(&a[..self.unknowns]);
        self.rows.push(b);
    }

    /// The least violation, counted in `unit` > 0 for every inequality. None if rounding ruins the search.
    pub fn violation(&self, unit: f64) -> Option<Violation> {
        let mut found = Violation::default();
        self.violation_in(unit, &mut Dictionary::default(), &mut found).map(|()| found)
    }

    /// The same in buffers of the caller's.
    pub fn violation_in(&self, unit: f64, dictionary: &mut Dictionary, found: &mut Violation) -> Option<()> {
        dictionary.set((&self.rows, self.unknowns), unit, -1.0, WEDGED);
        dictionary.admit()?;
        found.combination.clear();
        found.combination.extend(dictionary.combination());
        found.point.clear();
        found.point.extend(dictionary.point());
        found.size = self.size_at(&found.point, unit);
        found.size.is_finite().then_some(())
    }

    /// t of (P1) at this point.
    fn size_at(&self, point: &[f64], unit: f64) -> f64 {
        let width = self.unknowns + 1;
        let over = |row: &[f64]| (dot(&row[..self.unknowns], point) - row[self.unknowns]) / unit;
        // Not f64::max, which would lose a NaN.
        let larger = |most: f64, over: f64| if over <= most || most.is_nan() { most } else { over };
        self.rows.chunks_exact(width).map(over).fold(-1.0, larger)
    }

    /// Where the inequalities hold together, up to `met` units, slopes below `least` being none.
    fn start(&self, unit: f64, met: f64, least: f64) -> Option<Dictionary> {
        let mut start = Dictionary::default();
        start.set((&self.rows, self.unknowns), unit, 0.0, least);
        start.admit()?;
        (start.value <= met && start.fix_violation()).then_some(start)
    }

    /// Least and largest value of `along`·c; infinite where there is no bound, None if the inequalities do not hold together.
    pub fn range(&self, along: &[f64], unit: f64) -> Option<[f64; 2]> {
        let start = self.start(unit, ROUNDING.sqrt(), ROUNDING)?;
        let most = |side: f64| start.clone().most(along, side);
        Some([-most(-1.0)?, most(1.0)?])
    }

    /// The largest value of `along`·c, and a c that has it; infinite, at any of them, where there is no bound. None if the inequalities do not hold together.
    ///
    /// Which slopes are rounding is not known. Taken for slopes they end the search too soon, or throw its point off; so it is asked with several, and of the points that meet the inequalities the best one counts. It may be no more than that.
    pub fn most(&self, along: &[f64], unit: f64) -> Option<(f64, Vec<f64>)> {
        let by = |least: f64| {
            let mut dictionary = self.start(unit, MET, least)?;
            let value = dictionary.most(along, 1.0)?;
            Some((value, dictionary.point().collect::<Vec<f64>>()))
        };
        let mut all: Vec<(f64, Vec<f64>)> = SLOPES.into_iter().filter_map(by).collect();
        let met = all.iter().enumerate().filter(|(_, (value, c))| value.is_finite() && self.size_at(c, unit) <= OFF);
        let best = met.max_by(|(_, (a, _)), (_, (b, _))| a.total_cmp(b)).map_or(0, |(k, _)| k);
        (best < all.len()).then(|| all.swap_remove(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(rows: &[[f64; 3]]) -> Polytope {
        let mut set = Polytope::new(2);
        rows.iter().for_each(|r| set.below(&r[..2], r[2]));
        set
    }

    /// The triangle x, y ≥ 0, x + 2 y ≤ 2.
    fn triangle() -> Polytope {
        set(&[[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [1.0, 2.0, 2.0]])
    }

    #[test]
    fn analytic_range_over_a_triangle() {
        let range = |a: [f64; 2]| triangle().range(&a, 1.0).unwrap();
        assert_eq!([range([1.0, 0.0]), range([0.0, 1.0]), range([1.0, 1.0])], [[0.0, 2.0], [0.0, 1.0], [0.0, 2.0]]);
        // The same, and where: the largest value is that at the point which is told.
        for (a, at) in [([1.0, 0.0], [2.0, 0.0]), ([0.0, 1.0], [0.0, 1.0]), ([-1.0, -1.0], [0.0, 0.0])] {
            let (value, point) = triangle().most(&a, 1.0).unwrap();
            assert_eq!((value, point), (a[0] * at[0] + a[1] * at[1], at.to_vec()));
        }
        // Without the third side nothing bounds it.
        let open = set(&[[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]);
        assert_eq!(open.range(&[1.0, 0.0], 1.0), Some([0.0, f64::INFINITY]));
    }

    #[test]
    fn analytic_violation_of_contradicting_sides() {
        // x ≤ −3 and x ≥ 1 (in units of 2): each has to give way by 2, that is by one unit.
        let found = set(&[[1.0, 0.0, -3.0], [-1.0, 0.0, -1.0]]).violation(2.0).unwrap();
        assert!((found.size - 1.0).abs() < 1e-12 && (found.point[0] + 1.0).abs() < 1e-12);
        assert!(found.combination.iter().all(|y| (y - 0.25).abs() < 1e-12));
        assert!(set(&[[1.0, 0.0, -3.0], [-1.0, 0.0, -1.0]]).range(&[1.0, 0.0], 2.0).is_none());
        // Room on all sides: the triangle's inscribed measure, with every side moved in by the same amount.
        let room = triangle().violation(1.0).unwrap();
        assert!((room.size + 0.5).abs() < 1e-12, "{room:?}");
    }

    /// Two columns that rounding alone distinguishes are one: no corner is made of their difference, in whatever unit forces are counted.
    #[test]
    fn property_columns_that_are_nearly_parallel_are_one() {
        let mut next = 0.5;
        let mut random = || {
            next = f64::fract(next * 997.13 + 0.237);
            2.0 * next - 1.0
        };
        for _ in 0..200 {
            let rows: Vec<[f64; 3]> = (0..6).map(|_| [1e3 * random(), 1e-9 * random(), random()]).collect();
            for force in [1e-10, 1.0, 1e10] {
                let (mut one, mut two) = (Polytope::new(1), Polytope::new(2));
                for [a, off, b] in rows.iter().copied() {
                    one.below(&[a], force * b);
                    two.below(&[a, a * (1.0 + 1e-13) + off], force * b);
                }
                let (one, two) = (one.violation(force).unwrap(), two.violation(force).unwrap());
                assert!((one.size - two.size).abs() < 1e-9, "{} and {} at {force} N", one.size, two.size);
                assert!(two.point.iter().all(|c| c.abs() < 1e3 * force), "{:?} at {force} N", two.point);
            }
        }
    }

    #[test]
    fn property_random_sets_against_vertices() {
        use proptest::prelude::*;
        use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(Config { cases: 300, ..Config::default() }, rng);
        let row = prop::array::uniform3(-1.0..1.0_f64);
        let empty = std::cell::Cell::new(0);
        runner
            .run(&prop::collection::vec(row, 3..8), |rows| {
                // A box around everything keeps the set bounded: its vertices are the intersections of pairs of sides.
                let mut rows = rows;
                rows.extend([[1.0, 0.0, 3.0], [-1.0, 0.0, 3.0], [0.0, 1.0, 3.0], [0.0, -1.0, 3.0]]);
                let inside = |x: f64, y: f64| rows.iter().all(|r| r[0] * x + r[1] * y <= r[2] + 1e-9);
                let mut ends: Option<[f64; 2]> = None;
                for (k, a) in rows.iter().enumerate() {
                    for b in &rows[..k] {
                        let det = a[0] * b[1] - a[1] * b[0];
                        let (x, y) = ((a[2] * b[1] - a[1] * b[2]) / det, (a[0] * b[2] - a[2] * b[0]) / det);
                        if det.abs() > 1e-9 && inside(x, y) {
                            let f = 0.6 * x - 0.8 * y;
                            ends = Some(ends.map_or([f, f], |[lo, hi]| [lo.min(f), hi.max(f)]));
                        }
                    }
                }
                let found = set(&rows).range(&[0.6, -0.8], 1.0);
                empty.set(empty.get() + usize::from(found.is_none()));
                match (found, ends) {
                    (Some([a, b]), Some([c, d])) => prop_assert!((a - c).abs() < 1e-6 && (b - d).abs() < 1e-6),
                    (None, None) => {}
                    // A set so thin that the two judge it differently.
                    _ => prop_assert!(set(&rows).violation(1.0).is_some_and(|v| v.size.abs() < 1e-6)),
                }
                Ok(())
            })
            .unwrap();
        assert!(empty.get() > 5, "too few empty sets: {}", empty.get());
    }
}
