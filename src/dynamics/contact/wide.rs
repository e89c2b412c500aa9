//! Rows of an island side by side, over the velocities of its bodies alone.

const NONE: usize = usize::MAX;

/// Buffers that are made once: rows J over the velocities of some bodies, and J M⁻¹ beside them.
#[derive(Clone, Debug, Default)]
pub(super) struct Wide {
    /// Where the velocities of each body begin, if it is one of them.
    first: Vec<usize>,
    bodies: Vec<usize>,
    masses: Vec<f64>,
    rows: Vec<f64>,
    scaled: Vec<f64>,
}

impl Wide {
    /// Without bodies and rows, of a model with so many bodies.
    pub(super) fn begin(&mut self, bodies: usize) {
        self.first.resize(bodies, NONE);
        self.bodies.drain(..).for_each(|body| self.first[body] = NONE);
        self.masses.clear();
        self.rows.clear();
        self.scaled.clear();
    }

    /// Adds a body with these masses; all of them come before the rows.
    pub(super) fn take<'m>(&mut self, body: usize, masses: impl Iterator<Item = &'m f64>) {
        if self.first[body] == NONE {
            self.first[body] = self.masses.len();
            self.bodies.push(body);
            self.masses.extend(masses);
        }
    }

    /// Adds a row from what it has on each of its bodies.
    pub(super) fn push<'r>(&mut self, parts: impl Iterator<Item = (usize, &'r [f64])>) {
        let (start, width) = (self.rows.len(), self.masses.len());
        self.rows.resize(start + width, 0.0);
        for (body, part) in parts {
            self.rows[start + self.first[body]..][..part.len()].copy_from_slice(part);
        }
        self.scaled.extend(self.rows[start..].iter().zip(&self.masses).map(|(j, mass)| j / mass));
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len() / self.masses.len().max(1)
    }

    pub(super) fn row(&self, i: usize) -> &[f64] {
        let width = self.masses.len();
        &self.rows[i * width..][..width]
    }

    /// J M⁻¹ of a row.
    pub(super) fn scaled(&self, i: usize) -> &[f64] {
        let width = self.masses.len();
        &self.scaled[i * width..][..width]
    }

    /// The product of two rows; those of one body in space are the most.
    pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
        let of = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
        match (<&[f64; 6]>::try_from(a), <&[f64; 6]>::try_from(b)) {
            (Ok(a), Ok(b)) => of(a, b),
            _ => of(a, b),
        }
    }
}
