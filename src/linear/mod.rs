//! Linear algebra: the augmented system of constrained mechanics on a fixed pattern, and small dense systems.
//!
//! This room knows no mechanics. "Body" here means a diagonal block of M, "group" a few rows of J that are written
//! together.
//!
//! # The augmented system
//!
//! | symbol | meaning |
//! |---|---|
//! | M | block diagonal, one symmetric positive definite block M_b per body |
//! | J | rows of constraints; group g holds blocks J_gb for a few bodies b |
//! | D | diagonal, D ≥ 0, on the rows; normally 0, and 1 for a row that is switched off (its J is 0 then) |
//! | h, γ | right-hand sides: forces, and the prescribed J v' |
//! | v', λ | unknowns: accelerations and multipliers |
//!
//! ```text
//! M v' = h + Jᵀ λ,    J v' + D λ = γ                                                                  (A1)
//! K x = b,   K = [M Jᵀ; J −D],   x = (v', −λ),   b = (h, γ)                                           (A2)
//! ```
//!
//! Bodies are eliminated first. With M_b = L_b W_b⁻¹ L_bᵀ (L_b = 1 when M_b is diagonal; W_b holds inverse pivots) and
//! Z_b = J_b L_b⁻ᵀ,
//!
//! ```text
//! S = Σ_b Z_b W_b Z_bᵀ + D,     S λ = γ − Σ_b Z_b W_b L_b⁻¹ h_b                                       (A3)
//! ```
//!
//! and S = L W⁻¹ Lᵀ is factored in turn, in columns of 1 to 3 rows. Y = L W⁻¹ is stored, which saves divisions. A column j
//! receives from the columns k before it the same products as a row from its bodies, with the other sign:
//!
//! ```text
//! T_ij = S_ij − Σ_k Y_ik W_k Y_jkᵀ,    T_jj = L_jj W_j⁻¹ L_jjᵀ,    Y_ij = T_ij L_jj⁻ᵀ                 (A4)
//! ```
//!
//! which has the form of (A3): both are parts of one factorization of K, with the bodies before the rows that hold them.
//!
//! # Dependent rows
//!
//! Without D the pivot of row r is 1/w_r = min ‖j_r − Σ c_k j_k‖² over the rows k kept before it, in the norm ‖j‖² = j M⁻¹ jᵀ:
//! the *square* of the distance from row r to the span of the others; S_rr = ‖j_r‖² is the square of its own length. So
//!
//! ```text
//! 1/w_r ≤ 1e-12 S_rr   ⇔   sin(angle between row r and the rows before it) ≤ 1e-6                     (A5)
//! ```
//!
//! counts as zero. At this angle multipliers have lost six digits to cancellation and the next six to the
//! errors of the geometry. It is far above the rounding of the pivot, which is about 1e-16 S_rr as long as the rows kept are
//! clearly independent. Where they are not, small pivots are computed again without subtraction (the file `dependent.rs`).
//!
//! The pivot of a row that is dropped ([`Dependent::Drop`]) is set to infinity, w_r = 0: its multiplier is 0 and its equation is
//! not enforced. If γ is consistent (zᵀγ = 0 for each z of (A6)), the equation holds nevertheless; otherwise the rows kept hold exactly and the dropped
//! one is violated (this is not a least-squares solution).
//! For a dropped row r and the kept rows R before it the Schur complement S_rr − S_rR S_RR⁻¹ S_Rr vanishes; it equals zᵀSz for
//!
//! ```text
//! Lᵀ z = e_r   (columns of dropped rows being those of the unit matrix),   hence   Jᵀ z = 0,  D z = 0  (A6)
//! ```
//!
//! because S is a sum of squares. These z are a basis Z of the undetermined directions: λ + Z c gives the same motion for
//! every c. The multipliers of least norm are
//!
//! ```text
//! λ − Z (ZᵀZ)⁻¹ Zᵀ λ                                                                                 (A7)
//! ```
//!
//! and row r is undetermined when it takes part in some z.
//!
//! Of rows that depend on each other, another one than the last can be left out: see `exchange.rs`, (A14) and (A15).
//!
//! # Cost
//!
//! Chains and trees of bodies have no fill, and cost is linear in their length. A body of high degree is different: the N groups
//! on one disk are all neighbors once the disk is gone, so S would hold N²/2 blocks for them (and N³/6 products). Such a
//! body is split into welded pieces (the file `split.rs`), which is not visible from outside.
//!
//! The factors L_b, W_b are kept, and computed again only if the masses have changed.
//!
//! # Two more uses of the same pattern
//!
//! The influence of a few forces on a few multipliers (A9) is in the file `influence.rs`, the unsymmetric system of forces that
//! multipliers cause (A10) to (A12) in `unsymmetric.rs` and `factor_unsymmetric.rs`.

pub(crate) mod absolute;
mod augmented;
mod below;
mod columns;
pub(crate) mod complementarity;
pub(crate) mod cones;
mod conic;
pub(crate) mod coupled;
pub(crate) mod dense;
mod dependent;
pub(crate) mod dictionary;
pub(crate) mod eigenvalues;
mod error;
mod exchange;
mod factor;
mod factor_unsymmetric;
mod influence;
mod kernel;
mod layout;
pub(crate) mod lengths;
mod mass;
mod null;
mod numbers;
mod order;
mod pattern;
pub(crate) mod patterns;
pub(crate) mod polytope;
mod program;
mod reach;
mod schur;
mod solve;
mod split;
pub(crate) mod svd;
pub(crate) mod symmetric;
mod system;
#[cfg(test)]
mod tests;
mod unsymmetric;
mod weak;

pub(crate) use augmented::Unsymmetric;
pub use augmented::{Augmented, Numeric};
pub use dependent::Dependent;
pub use error::FactorError;
pub(crate) use influence::{Influence, Probe};
pub use layout::Group;
pub(crate) use numbers::Sides;
pub use program::MassMatrix;
pub(crate) use reach::Reached;
