//! The simplex method on a dictionary: what [`Polytope`](super::polytope::Polytope) asks for is found here.
//!
//! ```text
//! (P3)  x_basic = constant + Σ coefficients · x_free,  all x ≥ 0,  and an objective of the same form
//! ```
//!
//! Numbers are counted so that those given are of order 1: rows in a power of two near the unit, and each unknown so that its largest coefficient is between 1 and 2. Powers of two round nothing.
//!
//! After exchanges a coefficient that is zero is what rounding left of larger ones. Taken for a slope it leads without end, or to a corner as far away as that rounding is small:
//! columns that are nearly parallel, as of loads that are wedged, make such corners. So slopes below `least_slope` limit nothing and rise nowhere.

/// Slopes of a search for room: two nearly parallel columns leave rounding of 1e-11 and more.
pub(crate) const WEDGED: f64 = 1e-9;
/// Rounding of a coefficient of order 1, where sets may be thin.
pub(super) const ROUNDING: f64 = 1e-12;

/// (P3). Names: slacks 0.., then c⁺, c⁻, and last t.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    slacks: usize,
    basic: Vec<usize>,
    free: Vec<usize>,
    /// Rows of the basic ones, each its constant and then its coefficients.
    rows: Vec<f64>,
    objective: Vec<f64>,
    pub(super) value: f64,
    /// The row of a pivot, solved for what enters.
    solved: Vec<f64>,
    least_slope: f64,
    /// What one of the given numbers is here, and a unit of each unknown there.
    force: f64,
    units: Vec<f64>,
}

impl Dictionary {
    /// Rows (a, b) of so many unknowns, w = b + shift · unit + t · unit − a c.
    pub(super) fn set(&mut self, (rows, n): (&[f64], usize), unit: f64, shift: f64, least_slope: f64) {
        let width = n + 1;
        self.least_slope = least_slope;
        self.force = 1.0 / power_below(unit);
        let most = |k: usize| rows.chunks_exact(width).fold(0.0, |most: f64, row| most.max(row[k].abs()));
        let size = |most: f64| if most > 0.0 { power_below(most) } else { 1.0 };
        self.units.clear();
        self.units.extend((0..n).map(|k| size(most(k)).recip() / self.force));
        self.slacks = rows.len() / width;
        self.rows.clear();
        let unit = unit * self.force;
        for row in rows.chunks_exact(width) {
            let scaled = || row.iter().zip(&self.units).map(|(a, c)| a * c * self.force);
            self.rows.push(row[n] * self.force + shift * unit);
            self.rows.extend(scaled().map(|a| -a));
            self.rows.extend(scaled());
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
    pub(super) fn admit(&mut self) -> Option<()> {
        let worst = (0..self.basic.len()).min_by(|&a, &b| self.constant(a).total_cmp(&self.constant(b)))?;
        if self.constant(worst) < 0.0 {
            self.pivot(worst, self.free.len() - 1);
            // t is bounded from below: what nothing limits leads nowhere, and has risen by rounding. Of that there is no more than there are columns.
            let mut columns = 0..=self.free.len();
            while let Some(nowhere) = self.maximize()? {
                columns.next()?;
                self.objective[nowhere] = 0.0;
            }
        }
        self.value = -self.value;
        Some(())
    }

    /// Takes t = 0 out of the dictionary.
    pub(super) fn fix_violation(&mut self) -> bool {
        let t = self.t();
        if let Some(row) = self.basic.iter().position(|&x| x == t) {
            let width = self.width();
            let coefficients = &self.rows[row * width + 1..(row + 1) * width];
            // The largest: what is nearly nothing throws the point off by as much.
            let largest = (0..width - 1).max_by(|&i, &j| coefficients[i].abs().total_cmp(&coefficients[j].abs()));
            let Some(column) = largest.filter(|&j| coefficients[j].abs() > ROUNDING) else { return false };
            self.pivot(row, column);
        }
        let Some(column) = self.free.iter().position(|&x| x == t) else { return false };
        // Held at zero: no row may use it again.
        let width = self.width();
        self.rows.chunks_exact_mut(width).for_each(|row| row[column + 1] = 0.0);
        true
    }

    /// The largest value of side · along·c from here, in the numbers that were given.
    pub(super) fn most(&mut self, along: &[f64], side: f64) -> Option<f64> {
        let n = along.len();
        let width = self.width();
        self.objective.fill(0.0);
        self.value = 0.0;
        let scaled = along.iter().zip(&self.units).map(|(a, c)| side * a * c * self.force).enumerate();
        for (k, factor) in scaled.flat_map(|(k, a)| [(k, a), (k + n, -a)]) {
            let name = self.slacks + k;
            if let Some(column) = self.free.iter().position(|&x| x == name) {
                self.objective[column] += factor;
            } else if let Some(row) = self.basic.iter().position(|&x| x == name) {
                let row = &self.rows[row * width..(row + 1) * width];
                self.value += factor * row[0];
                self.objective.iter_mut().zip(&row[1..]).for_each(|(o, r)| *o += factor * r);
            }
        }
        Some(self.maximize()?.map_or(self.value / self.force, |_| f64::INFINITY))
    }

    /// Improves until nothing improves, or until nothing limits what does: tells that column. Outside, `None` is no end in sight, which only rounding can cause.
    fn maximize(&mut self) -> Option<Option<usize>> {
        let width = self.width();
        let scale = self.objective.iter().fold(1.0, |most: f64, o| most.max(o.abs()));
        for _ in 0..200 * (self.basic.len() + width) {
            let rises = |j: &usize| self.objective[*j] > self.least_slope * scale;
            let Some(entering) = (0..width - 1).filter(rises).min_by_key(|&j| self.free[j]) else {
                return Some(None);
            };
            let mut leaving: Option<(usize, f64)> = None;
            for (i, row) in self.rows.chunks_exact(width).enumerate() {
                let slope = row[entering + 1];
                if slope >= -self.least_slope {
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
            let Some((leaving, _)) = leaving else { return Some(Some(entering)) };
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

    /// y of (P2), to [`WEDGED`] of its largest: slopes below that are left as they are, of either sign.
    pub(super) fn combination(&self) -> impl Iterator<Item = f64> + '_ {
        let place = |slack: usize| self.free.iter().position(|&x| x == slack);
        (0..self.slacks)
            .map(move |slack| place(slack).map_or(0.0, |column| (-self.objective[column] * self.force).max(0.0)))
    }

    /// c = c⁺ − c⁻.
    pub(super) fn point(&self) -> impl Iterator<Item = f64> + '_ {
        let of = |name: usize| self.basic.iter().position(|&x| x == name).map_or(0.0, |row| self.constant(row));
        let first = self.slacks;
        let each = self.units.iter().enumerate();
        each.map(move |(k, unit)| (of(first + k) - of(first + k + self.units.len())) * unit)
    }
}

/// The power of two at or below x > 0.
fn power_below(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (0x7ff << 52)).max(f64::MIN_POSITIVE)
}
