//! The numbers of a factorization, symmetric or not.

use super::program::Column;

/// The numbers of a factorization, and room to work in. Made once; nothing here grows afterwards, except for null
/// vectors when rows are dropped.
// One list for each part of the factorization, and one for each buffer: a few words each, made together.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// The masses that were factored: those that stay as they are, are not factored again.
    pub mass: Vec<f64>,
    /// Are they masses that never change? See [`Sides::lasting`].
    pub lasting: bool,
    /// Inverse pivots of all masses.
    pub inverse: Vec<f64>,
    /// Unit lower factors of dense masses.
    pub lower: Vec<f64>,
    /// For each body from which row on L is other than 1.
    pub first: Vec<usize>,
    /// Z = J L⁻ᵀ, where any mass is dense; otherwise Z is J, and nothing is kept.
    pub z: Vec<f64>,
    /// The columns of the factor.
    pub values: Vec<f64>,
    /// Largest S_rr/pivot of the rows kept: one over the square of the smallest sine of (A5).
    pub closeness: f64,
    /// Part of S_rr at which a pivot counts as zero: (A5).
    pub zero: f64,
    pub found: Found,
    /// Rows of columns that are switched off (A17): nothing in them but a diagonal.
    pub idle: Vec<bool>,
    /// If there are any: the columns that work, in the order of elimination, and of the others each row with the place of its pivot.
    pub working: Vec<Column>,
    pub alone: Vec<[u32; 2]>,
    /// Are their zeros in `values`?
    pub settled: bool,
    /// The caller's number for what is switched off: see [`Sides::switched`].
    pub switched: u64,
    /// If there are columns of which no row is kept (A18): those that solves pass through, and the rows of the others.
    pub kept: Vec<Column>,
    pub left_out: Vec<u32>,
    /// Room over velocities and rows.
    pub force: Vec<f64>,
    pub gamma: Vec<f64>,
    /// A right-hand side of zeros, for a factorization alone.
    pub aside: [Vec<f64>; 2],
}

/// What a factorization finds of the rows.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// S_rr of each row.
    pub scale: Vec<f64>,
    /// Rows left out, in the order in which they were found.
    pub dropped: Vec<usize>,
    /// Null vectors, each over all rows, once they were asked for.
    pub null: Vec<f64>,
}

impl Found {
    pub fn new(rows: usize) -> Self {
        Self { scale: vec![0.0; rows], dropped: Vec::with_capacity(rows), null: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.dropped.clear();
        self.null.clear();
    }
}

/// What a solve reads.
pub(super) struct View<'a> {
    /// Z.
    pub side: &'a [f64],
    pub inverse: &'a [f64],
    pub values: &'a [f64],
}

impl<'a> View<'a> {
    pub fn new(jac: &'a [f64], num: &'a Numbers) -> Self {
        Self { side: side(jac, &num.z), inverse: &num.inverse, values: &num.values }
    }
}

/// Z, or J itself where nothing is kept of Z.
pub(super) fn side<'a>(jac: &'a [f64], z: &'a [f64]) -> &'a [f64] {
    if z.is_empty() { jac } else { z }
}

/// The numbers of an unsymmetric factorization.
#[derive(Clone, Debug)]
pub(super) struct UnsymmetricNumbers {
    /// Masses, Z, and the blocks below the diagonal.
    pub base: Numbers,
    /// Q.
    pub q: Vec<f64>,
    /// The blocks right of the diagonal, transposed.
    pub right: Vec<f64>,
    /// V of each column, row-major from 9 times its index on.
    pub inverses: Vec<f64>,
    /// The smallest pivot, as a part of its scale, of the last factorization.
    pub least: f64,
    /// For refinement: the right-hand side.
    pub force: Vec<f64>,
    pub gamma: Vec<f64>,
}

/// Everything that a system is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    /// M, as for [`Augmented::factor`](super::Augmented::factor).
    pub mass: &'a [f64],
    /// J, which says what multipliers enforce.
    pub jac: &'a [f64],
    /// P, which says where multipliers push; laid out like J.
    pub push: &'a [f64],
    /// D over rows.
    pub diag: &'a [f64],
    /// A number for the choice of rows that are switched off (zeros in J, and what D is there), or 0. With the same number as at the last factorization
    /// they are the same, and nobody looks.
    pub switched: u64,
    /// Is M one that never changes, the same at all factorizations for which this is said? Then nobody compares it with the last one.
    pub lasting: bool,
}

impl<'a> Sides<'a> {
    /// P = J.
    pub fn symmetric(mass: &'a [f64], jac: &'a [f64], diag: &'a [f64]) -> Self {
        Self { mass, jac, push: jac, diag, switched: 0, lasting: false }
    }
}
