//! Normal and bending of a surface given by two parameters.
//!
//! x(u, v) is differentiated twice, automatically. With the dual basis eⁱ (eⁱ·x_j = δ_ij, eⁱ·n = 0):
//!
//! ```text
//! (1)  N = x_u × x_v       n = N/|N|        e¹ = x_v × N/|N|²       e² = N × x_u/|N|²
//! (2)  L_ij = n·x_ij       W = −Σ L_ij eⁱ eʲᵀ
//! (3)  du = e¹·dp          dv = e²·dp
//! ```
//!
//! (2) because n_i·x_j = −n·x_ij. Singular where x_u and x_v are parallel or zero: the parameters have a pole there.

use crate::error::ElementError;
use nalgebra::{Matrix3, U1, U2, Vector3};
use num_dual::Dual2SVec64;

/// A number that carries its first and second derivatives by two parameters.
pub(super) type Number = Dual2SVec64<2>;

/// The parameter `index` with value `at`.
#[inline]
pub(super) fn parameter(at: f64, index: usize) -> Number {
    Number::from_re(at).derivative(index)
}

/// A point of a surface and its derivatives by two parameters.
pub(super) struct Jet {
    pub(super) position: Vector3<f64>,
    /// x_u, x_v.
    pub(super) first: [Vector3<f64>; 2],
    /// x_uu, x_uv, x_vv.
    pub(super) second: [Vector3<f64>; 3],
}

/// What (1) to (3) make of it.
pub(super) struct Form {
    pub(super) normal: Vector3<f64>,
    pub(super) bend: Matrix3<f64>,
    /// e¹, e².
    pub(super) dual: [Vector3<f64>; 2],
}

impl Jet {
    #[inline]
    pub(super) fn of(x: Vector3<Number>) -> Self {
        let first = x.map(|c| c.v1.unwrap_generic(U1, U2));
        let second = x.map(|c| c.v2.unwrap_generic(U2, U2));
        let slope = |j: usize| first.map(|row| row[j]);
        let curve = |i: usize, j: usize| second.map(|h| h[(i, j)]);
        Self { position: x.map(|c| c.re), first: [slope(0), slope(1)], second: [curve(0, 0), curve(0, 1), curve(1, 1)] }
    }

    #[inline]
    pub(super) fn form(&self) -> Result<Form, ElementError> {
        let [xu, xv] = &self.first;
        let cross = xu.cross(xv);
        let square = cross.norm_squared();
        // Parallel, or one of them nothing beside the other.
        let longer = xu.norm_squared().max(xv.norm_squared());
        if square <= 1e-20 * longer * longer {
            return Err(ElementError::Singular {
                what: "the parameters of a surface have a pole there: use other parameters, or give a closed surface by its directions (`Closed`)",
            });
        }
        let normal = cross / square.sqrt();
        let dual = [xv.cross(&cross) / square, cross.cross(xu) / square];
        let [l, m, n] = [0, 1, 2].map(|i: usize| -normal.dot(&self.second[i]));
        let (a, b) = (dual[0] * l + dual[1] * m, dual[0] * m + dual[1] * n);
        Ok(Form { normal, bend: a * dual[0].transpose() + b * dual[1].transpose(), dual })
    }
}

/// Values spread evenly over a domain; between −8 and 8 where it has no end.
pub(super) fn spread(domain: crate::contact::curve::Domain, count: u32) -> impl Iterator<Item = f64> + Clone {
    use crate::contact::curve::Domain;
    let (from, to) = match domain {
        Domain::Closed { period } => (0.0, period),
        Domain::Open { from, to } => (from, to),
        Domain::Unbounded => (-8.0, 8.0),
    };
    (0..count).map(move |i| from + (to - from) * (f64::from(i) + 0.5) / f64::from(count))
}

/// Is the value not outside of the domain?
pub(super) fn within(domain: crate::contact::curve::Domain, value: f64) -> bool {
    match domain {
        crate::contact::curve::Domain::Open { from, to } => (from..=to).contains(&value),
        _ => true,
    }
}
