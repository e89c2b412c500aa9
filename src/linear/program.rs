//! What the program of a factorization is made of.
//!
//! The factor is one vector of values, column after column in the order of elimination. A column of m rows holds
//!
//! ```text
//! m inverse pivots | m(m−1)/2 entries of L_jj below its diagonal, row by row | Y_ij, (rows below) × m, row-major
//! ```
//!
//! Every column says which items of each list are its own; they follow each other in the order of elimination.

/// How a body writes its mass block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MassMatrix {
    /// The n entries of a diagonal.
    Diagonal,
    /// All n × n entries, row-major, symmetric; the lower triangle is read.
    Dense,
}

/// Width of a block over a body: its number of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Two,
    Three,
    Six,
    /// None of these.
    Wide(u32),
}

/// What is known of a column before its numbers are read: a constant of the code that is made for it.
///
/// The columns of chains, and of loops of pins, are *plain*: all blocks are of one width, all columns that meet there have as many rows, and no body is held twice.
pub(super) struct Known;

impl Known {
    pub const ANY: usize = 0;
    /// All blocks are two or three wide.
    pub const LIGHT: usize = 1;
    /// A plain column of this width.
    pub const THREE: usize = 3;
    pub const SIX: usize = 6;

    /// How many rows there are below or before a column of M rows.
    #[inline(always)]
    pub const fn rows<const M: usize, const KNOWN: usize>(rows: u32) -> usize {
        if Self::plain(KNOWN) { M } else { rows as usize }
    }

    pub const fn plain(known: usize) -> bool {
        matches!(known, Self::THREE | Self::SIX)
    }

    /// Of a column with these widths, that is plain but for them.
    pub fn of(widths: impl Iterator<Item = Width> + Clone, plain: bool) -> usize {
        let all = |set: &[Width]| widths.clone().all(|width| set.contains(&width));
        if plain && all(&[Width::Three]) {
            Self::THREE
        } else if plain && all(&[Width::Six]) {
            Self::SIX
        } else if all(&[Width::Two, Width::Three]) {
            Self::LIGHT
        } else {
            Self::ANY
        }
    }
}

impl Width {
    /// Number of coordinates.
    pub fn len(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Six => 6,
            Self::Wide(n) => n as usize,
        }
    }
}

/// T += A W Bᵀ over one body: where A, B and W begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub a: u32,
    pub b: u32,
    pub w: u32,
    pub width: Width,
}

/// A block of J in a column: where it begins, and where its body's coordinates begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub jac: u32,
    pub dof: u32,
    pub width: Width,
}

/// Where a column's items are in a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    at: u32,
    len: u32,
}

impl Span {
    /// The items of `list` from `at` on.
    pub fn since<T>(list: &[T], at: usize) -> Self {
        Self { at: small(at), len: small(list.len() - at) }
    }

    pub fn len(self) -> usize {
        self.len as usize
    }

    #[inline(always)]
    pub fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.at as usize..self.at as usize + self.len as usize]
    }
}

/// What column j takes from an earlier column: T −= Y_k W_k Y_jkᵀ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Update {
    /// The earlier column, its first row, in the order of declaration, and how many it has.
    pub column: u32,
    pub row: u32,
    pub rows: u32,
    /// Where its inverse pivots begin.
    pub w: u32,
    /// Where Y_jk begins.
    pub y: u32,
    /// Where it meets rows below j.
    pub runs: Span,
}

/// Rows of an earlier column's Y that meet consecutive rows of this one's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Where they begin in the values, and in the Y of this column.
    pub from: u32,
    pub to: u32,
    pub rows: u32,
}

/// A block below the diagonal of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// First row, in the order of declaration.
    pub row: u32,
    pub rows: u32,
    /// Terms from bodies: none where there is only fill.
    pub terms: Span,
}

/// One column of the factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// First row, in the order of declaration.
    pub row: u32,
    pub rows: u32,
    /// First value.
    pub start: u32,
    /// Rows below the diagonal block.
    pub below: u32,
    pub touches: Span,
    /// Terms between two blocks of the column itself, if its group holds a body twice.
    pub crossed: Span,
    pub updates: Span,
    pub blocks: Span,
    /// Whether any update reaches below the diagonal block.
    pub filled: bool,
    /// See [`Known`].
    pub known: usize,
}

impl Column {
    /// Has it M rows, and is this known of it?
    #[inline(always)]
    pub fn is<const M: usize, const KNOWN: usize>(&self) -> bool {
        (self.rows as usize, self.known) == (M, KNOWN)
    }
}

/// A block of J: where it begins, its first row and first coordinate, and its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub jac: u32,
    pub row: u32,
    pub count: u32,
    pub dof: u32,
    pub width: u32,
}

impl Held {
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.row as usize..(self.row + self.count) as usize
    }
}

/// A dense block of J, rewritten as Z = J L⁻ᵀ: where it begins and its size, and its body with the place of that body's mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct DenseBlock {
    pub jac: u32,
    pub rows: u32,
    pub width: u32,
    pub body: u32,
    pub mass: u32,
}

/// A body with a dense mass, or a run of bodies with diagonal ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct MassBlock {
    pub mass: u32,
    pub dof: u32,
    pub len: u32,
    pub body: u32,
    pub shape: MassMatrix,
}

/// Does one thing or another by a width, as far as that is not [known](Known): `N` is its constant, where it has one.
macro_rules! by_width {
    ($width:expr, $known:ident, $n:ident => $same:expr, $len:ident => $wide:expr) => {
        match $width {
            _ if $known == Known::THREE => {
                const $n: usize = 3;
                $same
            }
            _ if $known == Known::SIX => {
                const $n: usize = 6;
                $same
            }
            Width::Three => {
                const $n: usize = 3;
                $same
            }
            Width::Two => {
                const $n: usize = 2;
                $same
            }
            _ if $known == Known::LIGHT => {}
            Width::Six => {
                const $n: usize = 6;
                $same
            }
            Width::Wide($len) => {
                let $len = $len as usize;
                $wide
            }
        }
    };
}
pub(super) use by_width;

/// Calls a method whose constants are a column's rows, and what is known of it.
macro_rules! sized {
    ($column:expr, $on:ident.$call:ident($($argument:expr),*)) => {
        match ($column.rows, $column.known) {
            (1, Known::THREE) => $on.$call::<1, { Known::THREE }>($($argument),*),
            (2, Known::THREE) => $on.$call::<2, { Known::THREE }>($($argument),*),
            (_, Known::THREE) => $on.$call::<3, { Known::THREE }>($($argument),*),
            (1, Known::SIX) => $on.$call::<1, { Known::SIX }>($($argument),*),
            (2, Known::SIX) => $on.$call::<2, { Known::SIX }>($($argument),*),
            (_, Known::SIX) => $on.$call::<3, { Known::SIX }>($($argument),*),
            (1, Known::LIGHT) => $on.$call::<1, { Known::LIGHT }>($($argument),*),
            (2, Known::LIGHT) => $on.$call::<2, { Known::LIGHT }>($($argument),*),
            (_, Known::LIGHT) => $on.$call::<3, { Known::LIGHT }>($($argument),*),
            (1, _) => $on.$call::<1, { Known::ANY }>($($argument),*),
            (2, _) => $on.$call::<2, { Known::ANY }>($($argument),*),
            _ => $on.$call::<3, { Known::ANY }>($($argument),*),
        }
    };
}
pub(super) use sized;

/// Values of a column before its Y.
pub(super) const fn y_offset(rows: usize) -> usize {
    rows + rows * (rows - 1) / 2
}

/// Offsets are kept in 32 bits: half the memory that a program streams.
pub(super) fn small(n: usize) -> u32 {
    assert!(u32::try_from(n).is_ok(), "a system of more than 2^32 values");
    n as u32
}
