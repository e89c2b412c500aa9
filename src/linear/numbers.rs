//! The numbers of a factorization, symmetric or not, and, where a body is split, those behind them.

/// The numbers of a factorization, and room to work in. Made once; nothing here grows afterwards, except for null
/// vectors when rows are dropped.
#[derive(Clone, Debug)]
pub struct Numeric {
    /// The masses that were factored: those that stay as they are, are not factored again.
    pub(super) mass: Vec<f64>,
    /// Inverse pivots of all masses.
    pub(super) inverse: Vec<f64>,
    /// Unit lower factors of dense masses.
    pub(super) lower: Vec<f64>,
    /// Z = J L⁻ᵀ for dense masses.
    pub(super) z: Vec<f64>,
    /// The columns of the factor.
    pub(super) values: Vec<f64>,
    /// S_rr of each row.
    pub(super) scale: Vec<f64>,
    pub(super) dropped: Vec<usize>,
    /// Largest S_rr/pivot of the rows kept: one over the square of the smallest sine of (A5).
    pub(super) closeness: f64,
    /// Part of S_rr at which a pivot counts as zero: (A5).
    pub(super) zero: f64,
    /// For refinement: residuals over velocities and rows.
    pub(super) force: Vec<f64>,
    pub(super) gamma: Vec<f64>,
    /// Null vectors, each over all rows.
    pub(super) null: Vec<f64>,
    /// The numbers themselves where a body is split.
    pub(super) inside: Option<Box<Inside>>,
}

impl Numeric {
    /// j M⁻¹ jᵀ of a row: the acceleration along it per unit of its multiplier alone.
    pub fn scale(&self, row: usize) -> f64 {
        self.scale[row]
    }

    /// Rows left out of the last factorization, in the order in which they were found.
    pub fn dropped(&self) -> &[usize] {
        &self.dropped
    }
}

/// Blocks of a Jacobian, and those over dense masses multiplied by L⁻ᵀ.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub jac: &'a [f64],
    pub z: &'a [f64],
}

/// What a solve reads.
pub(super) struct View<'a> {
    pub side: Side<'a>,
    pub inverse: &'a [f64],
    pub values: &'a [f64],
}

/// The numbers of an unsymmetric factorization, made once.
#[derive(Clone, Debug)]
pub struct Unsymmetric {
    /// Masses, Z, and the blocks below the diagonal.
    pub(super) base: Numeric,
    /// Q.
    pub(super) q: Vec<f64>,
    /// The blocks right of the diagonal, transposed.
    pub(super) right: Vec<f64>,
    /// V of each column, row-major from 9 times its index on.
    pub(super) inverses: Vec<f64>,
    pub(super) least: f64,
    /// For refinement: the right-hand side.
    pub(super) force: Vec<f64>,
    pub(super) gamma: Vec<f64>,
    /// The numbers themselves where a body is split.
    pub(super) inside: Option<Box<InsideUnsymmetric>>,
}

impl Unsymmetric {
    /// The smallest pivot, as a part of its scale, of the last factorization.
    pub fn least_pivot(&self) -> f64 {
        self.least
    }
}

/// Everything that an unsymmetric system is made of.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// M, as for [`Augmented::factor`](super::Augmented::factor).
    pub mass: &'a [f64],
    /// J, which says what multipliers enforce.
    pub jac: &'a [f64],
    /// P, which says where multipliers push; laid out like J.
    pub push: &'a [f64],
    /// D over rows.
    pub diag: &'a [f64],
}

/// Everything of a system with its welds.
#[derive(Clone, Debug)]
pub(super) struct Extended {
    pub(super) mass: Vec<f64>,
    pub(super) jac: Vec<f64>,
    pub(super) push: Vec<f64>,
    pub(super) diag: Vec<f64>,
    pub(super) force: Vec<f64>,
    pub(super) rows: Vec<f64>,
}

/// Numbers behind those that the caller sees.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    pub numeric: Numeric,
    pub(super) extended: Extended,
    /// Rows dropped in the place of welds, and their null vectors over the caller's rows.
    pub(super) forced: Vec<usize>,
    pub(super) null: Vec<f64>,
}

/// Unsymmetric numbers behind those that the caller sees.
#[derive(Clone, Debug)]
pub(super) struct InsideUnsymmetric {
    pub(super) numbers: Unsymmetric,
    pub(super) extended: Extended,
}
