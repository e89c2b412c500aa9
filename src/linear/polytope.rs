//! Small sets of inequalities A c ≤ b, c free: the least violation if they contradict each other, and the range of a linear function on them.
//!
//! The method is the simplex method on a dictionary, with Bland's rule, so that it cannot cycle. With slacks w ≥ 0 and c = c⁺ − c⁻:
//!
//! ```text
//! (P1)  w = b + t u − A c          least t ≥ t₀ with w ≥ 0: the violation that is needed, in units of u > 0
//! (P2)  y ≥ 0,  yᵀA = 0,  yᵀu = 1,  −yᵀb = t   at the optimum
//! ```
//!
//! (P2) are the coefficients of the slacks in the last dictionary: the combination of inequalities that cannot hold together. If
//! A c ≤ b says that forces stay below their limits, y is the motion that starts.

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

/// Rounding of a coefficient of order 1.
const ROUNDING: f64 = 1e-12;
/// Rounding of an inequality, in units.
const MET: f64 = 1e-11;

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
        dictionary.set(self, unit, -unit);
        dictionary.admit()?;
        found.size = dictionary.value - 1.0;
        found.combination.clear();
        found.combination.extend((0..dictionary.slacks).map(|i| -dictionary.coefficient(i)));
        found.point.clear();
        found.point.extend((0..self.unknowns).map(|k| dictionary.unknown(k, self.unknowns)));
        Some(())
    }

    /// Least and largest value of `along`·c; infinite where there is no bound, None if the inequalities do not hold together.
    pub fn range(&self, along: &[f64], unit: f64) -> Option<[f64; 2]> {
        let mut start = Dictionary::default();
        start.set(self, unit, 0.0);
        start.admit()?;
        if start.value > ROUNDING.sqrt() || !start.fix_violation() {
            return None;
        }
        let mut ends = [0.0; 2];
        for (end, side) in ends.iter_mut().zip([-1.0, 1.0]) {
            let mut dictionary = start.clone();
            dictionary.set_objective(along, side);
            *end = side * if dictionary.maximize()? { dictionary.value } else { f64::INFINITY };
        }
        Some(ends)
    }

    /// The largest value of `along`·c, and a c that has it; infinite, at any of them, where there is no bound. None if the inequalities do not hold together.
    pub fn most(&self, along: &[f64], unit: f64) -> Option<(f64, Vec<f64>)> {
        let mut dictionary = Dictionary::default();
        dictionary.set(self, unit, 0.0);
        dictionary.admit()?;
        if dictionary.value > MET || !dictionary.fix_violation() {
            return None;
        }
        dictionary.set_objective(along, 1.0);
        let value = if dictionary.maximize()? { dictionary.value } else { f64::INFINITY };
        let unknowns = self.unknowns;
        Some((value, (0..unknowns).map(|k| dictionary.unknown(k, unknowns)).collect()))
    }
}

/// x_basic = constant + Σ coefficients · x_free, all x ≥ 0, and an objective of the same form.
///
/// Names: slacks 0.., then c⁺, c⁻, and last t.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    slacks: usize,
    basic: Vec<usize>,
    free: Vec<usize>,
    /// Rows of the basic ones, each its constant and then its coefficients.
    rows: Vec<f64>,
    objective: Vec<f64>,
    value: f64,
    /// The row of a pivot, solved for what enters.
    solved: Vec<f64>,
}

impl Dictionary {
    fn set(&mut self, set: &Polytope, unit: f64, shift: f64) {
        let (n, width) = (set.unknowns, set.unknowns + 1);
        self.slacks = set.rows.len() / width;
        self.rows.clear();
        for row in set.rows.chunks_exact(width) {
            self.rows.push(row[n] + shift);
            self.rows.extend(row[..n].iter().map(|a| -a));
            self.rows.extend_from_slice(&row[..n]);
            self.rows.push(unit);
        }
        self.objective.clear();
        self.objective.resize(2 * n, 0.0);
        self.objective.push(-1.0);
        self.basic.clear();
        self.basic.extend(0..self.slacks);
        self.free.clear();
        self.free.extend(self.slacks..self.slacks + 2 * n + 1);
        self.value = 0.0;
    }

    fn width(&self) -> usize {
        self.free.len() + 1
    }

    fn t(&self) -> usize {
        self.slacks + self.width() - 2
    }

    fn constant(&self, i: usize) -> f64 {
        self.rows[i * self.width()]
    }

    /// Makes t as small as it can be; `value` is t then.
    fn admit(&mut self) -> Option<()> {
        let worst = (0..self.basic.len()).min_by(|&a, &b| self.constant(a).total_cmp(&self.constant(b)))?;
        if self.constant(worst) < 0.0 {
            self.pivot(worst, self.free.len() - 1);
            // t is bounded from below: it always comes to an end.
            self.maximize()?;
        }
        self.value = -self.value;
        Some(())
    }

    /// Takes t = 0 out of the dictionary.
    fn fix_violation(&mut self) -> bool {
        let t = self.t();
        if let Some(row) = self.basic.iter().position(|&x| x == t) {
            let width = self.width();
            let coefficients = &self.rows[row * width + 1..(row + 1) * width];
            let Some(column) = (0..width - 1).find(|&j| coefficients[j].abs() > ROUNDING) else { return false };
            self.pivot(row, column);
        }
        let Some(column) = self.free.iter().position(|&x| x == t) else { return false };
        // Held at zero: no row may use it again.
        let width = self.width();
        self.rows.chunks_exact_mut(width).for_each(|row| row[column + 1] = 0.0);
        true
    }

    /// Sets side · along·c as the objective.
    fn set_objective(&mut self, along: &[f64], side: f64) {
        let n = along.len();
        let width = self.width();
        self.objective.fill(0.0);
        self.value = 0.0;
        for (k, factor) in along.iter().enumerate().flat_map(|(k, a)| [(k, side * a), (k + n, -side * a)]) {
            let name = self.slacks + k;
            if let Some(column) = self.free.iter().position(|&x| x == name) {
                self.objective[column] += factor;
            } else if let Some(row) = self.basic.iter().position(|&x| x == name) {
                let row = &self.rows[row * width..(row + 1) * width];
                self.value += factor * row[0];
                self.objective.iter_mut().zip(&row[1..]).for_each(|(o, r)| *o += factor * r);
            }
        }
    }

    /// Improves until nothing improves (true) or nothing limits it (false). None: no end in sight, which only rounding can cause.
    fn maximize(&mut self) -> Option<bool> {
        let width = self.width();
        let scale = self.objective.iter().fold(1.0, |most: f64, o| most.max(o.abs()));
        for _ in 0..200 * (self.basic.len() + width) {
            let rises = |j: &usize| self.objective[*j] > ROUNDING * scale;
            let Some(entering) = (0..width - 1).filter(rises).min_by_key(|&j| self.free[j]) else {
                return Some(true);
            };
            let mut leaving: Option<(usize, f64)> = None;
            for (i, row) in self.rows.chunks_exact(width).enumerate() {
                let slope = row[entering + 1];
                if slope >= -ROUNDING {
                    continue;
                }
                let reach = row[0].max(0.0) / -slope;
                let first = leaving.is_none_or(|(other, least)| {
                    reach < least || (reach == least && self.basic[i] < self.basic[other])
                });
                if first {
                    leaving = Some((i, reach));
                }
            }
            let Some((leaving, _)) = leaving else { return Some(false) };
            self.pivot(leaving, entering);
        }
        None
    }

    /// Exchanges a basic and a free unknown.
    fn pivot(&mut self, leaving: usize, entering: usize) {
        let width = self.width();
        let pivot = self.rows[leaving * width + entering + 1];
        let mut solved = std::mem::take(&mut self.solved);
        solved.clear();
        solved.extend(self.rows[leaving * width..(leaving + 1) * width].iter().map(|x| -x / pivot));
        solved[entering + 1] = 1.0 / pivot;
        let replace = |constant: &mut f64, coefficients: &mut [f64]| {
            let factor = std::mem::replace(&mut coefficients[entering], 0.0);
            *constant += factor * solved[0];
            coefficients.iter_mut().zip(&solved[1..]).for_each(|(c, s)| *c += factor * s);
        };
        for (i, row) in self.rows.chunks_exact_mut(width).enumerate() {
            if let (true, [constant, coefficients @ ..]) = (i != leaving, row) {
                replace(constant, coefficients);
            }
        }
        replace(&mut self.value, &mut self.objective);
        self.rows[leaving * width..(leaving + 1) * width].copy_from_slice(&solved);
        self.solved = solved;
        std::mem::swap(&mut self.basic[leaving], &mut self.free[entering]);
    }

    fn coefficient(&self, name: usize) -> f64 {
        self.free.iter().position(|&x| x == name).map_or(0.0, |column| self.objective[column])
    }

    /// c_k = c⁺ − c⁻ of the k-th of the unknowns.
    fn unknown(&self, k: usize, unknowns: usize) -> f64 {
        let of = |name: usize| self.basic.iter().position(|&x| x == name).map_or(0.0, |row| self.constant(row));
        of(self.slacks + k) - of(self.slacks + k + unknowns)
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
