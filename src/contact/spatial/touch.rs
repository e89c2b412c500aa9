//! Where two surfaces touch, how the contact moves along them, and its rows.
//!
//! Surface A is fixed in body a, surface B, or an edge, in body b. Let p and q be their points in the world, ρ_a, ρ_b the arms
//! from the frames' origins, n the outer normal of A, P = 1 − n nᵀ, W_a and W_b how the surfaces bend (1 of
//! [`surface`](crate::contact::surface)), d = q − p. The points are found from
//!
//! ```text
//! (C1)  P d = 0: the gap vector is normal         (C2)  n_b = −n: the surfaces are tangent (edge: t·n = 0)
//! ```
//!
//! which make sense for a gap φ = n·d of either sign: the surfaces touch where φ = 0. With the velocities v_p, v_q of the material
//! points, w = v_q − v_p, Δω = ω_b − ω_a, and the velocities S_a, S_b of the contact along the two surfaces, the rates of (C1) and (C2) are
//!
//! ```text
//! (1)  W_a S_a + W_b S_b = Δω×n                   edge, with c its curvature vector:  t·W_a S_a + (n·c) t·S_b = t·(Δω×n)
//! (2)  S_a − S_b         = P w − φ n'             n' = ω_a×n + W_a S_a
//! ```
//!
//! In (1) an edge is a surface of which one equation is missing, because S_b is along t. Both are N (Δω×n − W_a S_a) = D S_b, with
//! N = 1, D = W_b for a surface, N = t tᵀ, D = (n·c) t tᵀ + |c| u uᵀ, u = n×t, for an edge (the last term says u·S_b = 0). So
//!
//! ```text
//! (3)  [N W_a + D (1 + φ W_a)] S_a = N (Δω×n) + D (P w − φ ω_a×n)
//! ```
//!
//! A point does not move over its own body, S_b = 0, and (2) alone says (1 + φ W_a) S_a = P w − φ ω_a×n.
//!
//! The bracket is the relative curvature, W_a + W_b where two surfaces touch. Where it is singular the surfaces osculate, or touch along a
//! line, and the contact has no definite place: an error. Because d ∥ n, the moving contact points drop out of φ', and the rows are those of
//! the material points. For the unit vectors e = n (contact) and e = t₁, t₂ across it (rolling), and for the spin about n (no pivoting):
//!
//! ```text
//! (4)  φ' = n·w    ψ_i = t_i·w        J_b = [e, ρ_b × e]   J_a = −[e, ρ_a × e]
//! (5)  ψ₃ = n·Δω                      J_b = [0, n]         J_a = −[0, n]
//! ```
//!
//! Their rates follow with ρ_a' = ω_a×ρ_a + S_a and ρ_b' = ω_b×ρ_b + S_b; g is the part of w' that no acceleration enters:
//!
//! ```text
//! (6)  g = ω_b×(ω_b×ρ_b + S_b) − ω_a×(ω_a×ρ_a + S_a)
//! (7)  γ = −e·g − e'·w          γ₃ = −n'·Δω
//! ```
//!
//! **Tangents.** t₁ is an axis x of body a projected onto the tangent plane, t₂ = n×t₁. The other axis y takes its place where n is
//! nearly along x: no basis is smooth over a whole sphere, but nothing depends on it. The rows of two bases span the same, and the force
//! T₁ t₁ + T₂ t₂ is the same vector. With δ = W_a S_a, the turn of n over body a:
//!
//! ```text
//! (8)  t₁' = ω_a×t₁ − (t₁·δ) n − (n·x)(t₂·δ)/|P x| t₂        t₂' = n'×t₁ + n×t₁'
//! ```
//!
//! While P w = 0 and φ = 0, (2) says S_a = S_b: the traces on both surfaces have a common tangent and equal arc lengths.

use crate::contact::surface::{Place, across, principal, tangent_invariants, tangent_solve};
use crate::element::SpatialFrame;
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};

/// A relative curvature below this part of the curvatures themselves is none.
pub(super) const FLAT: f64 = 1e-12;

/// What B is at the contact, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Follower {
    /// A surface, with its W_b.
    Surface(Matrix3<f64>),
    /// An edge.
    Edge {
        /// Its unit tangent t.
        tangent: Vector3<f64>,
        /// Its curvature vector c.
        curvature: Vector3<f64>,
    },
    /// A point.
    Point,
}

/// Two surfaces at the place where they touch, or come closest, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SpatialTouch {
    /// ρ_a and ρ_b: arms from the frames' origins to the two points.
    pub arms: [Vector3<f64>; 2],
    /// n, from A to B.
    pub normal: Vector3<f64>,
    /// φ = n·d, positive where B is off A.
    pub gap: f64,
    /// W_a.
    pub bend: Matrix3<f64>,
    /// B.
    pub follower: Follower,
    /// Where on A and on B.
    pub places: [Place; 2],
}

/// How the contact moves, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpatialRoll {
    /// w = v_q − v_p: velocity of B's material point over A's.
    pub slide: Vector3<f64>,
    /// S_a and S_b: velocities of the contact along the surfaces.
    pub paths: [Vector3<f64>; 2],
    /// W_a S_a: the turn of the normal over body a.
    pub lean: Vector3<f64>,
    /// n'.
    pub normal_rate: Vector3<f64>,
    /// n·Δω: the spin about the normal, pivoting.
    pub pivot: f64,
    /// g: the part of w' that no acceleration enters.
    pub bias: Vector3<f64>,
    /// Do A and B face each other: are both relative curvatures positive, so that they do not overlap next to the contact?
    pub faces: bool,
}

/// One row: its value, its rate, γ of J v' = γ, and what multiplies the velocities (v, Ω) of both bodies.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpatialRow {
    /// φ; zero for velocity rows.
    pub phi: f64,
    /// φ' or ψ.
    pub rate: f64,
    /// γ.
    pub gamma: f64,
    /// J for body a and for body b.
    pub jacobian: [[f64; 6]; 2],
}

impl SpatialRow {
    /// The same row in another unit.
    pub(crate) fn times(self, unit: f64) -> Self {
        let jacobian = self.jacobian.map(|row| row.map(|j| unit * j));
        Self { phi: unit * self.phi, rate: unit * self.rate, gamma: unit * self.gamma, jacobian }
    }
}

/// Up to this |n·x| the axis x gives the first tangent.
const STEEP: f64 = 0.8;

impl SpatialTouch {
    /// The bracket of (3), from its D.
    #[inline]
    fn relative(&self, stiffness: &Matrix3<f64>) -> Matrix3<f64> {
        let bent = stiffness + stiffness * self.bend * self.gap;
        match &self.follower {
            Follower::Surface(_) => bent + self.bend,
            Follower::Edge { tangent, .. } => bent + tangent * (self.bend * tangent).transpose(),
            Follower::Point => self.across() + self.bend * self.gap,
        }
    }

    /// D of (3).
    #[inline]
    fn stiffness(&self) -> Matrix3<f64> {
        match &self.follower {
            Follower::Surface(other) => *other,
            Follower::Edge { tangent, curvature } => {
                let u = self.normal.cross(tangent);
                tangent * tangent.transpose() * self.normal.dot(curvature) + u * u.transpose() * curvature.norm()
            }
            Follower::Point => Matrix3::zeros(),
        }
    }

    /// The principal curvatures of A and B relative to each other, the smaller one first; of an edge, those of (3); of a point, those of 1 + φ W_a.
    ///
    /// Where one is negative, the bodies overlap next to the contact.
    pub fn relative_curvatures(&self) -> [f64; 2] {
        principal(&self.relative(&self.stiffness()))
    }

    /// Solves (1) and (2).
    #[inline]
    pub fn roll(&self, a: &SpatialFrame, b: &SpatialFrame) -> Result<SpatialRoll, ElementError> {
        let n = self.normal;
        let slide = b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0]);
        let spin = b.spin - a.spin;
        let turning = spin.cross(&n);
        let carried = a.spin.cross(&n);
        let across = slide - n * n.dot(&slide);
        let stiffness = self.stiffness();
        let relative = self.relative(&stiffness);
        let (sum, product) = tangent_invariants(&relative);
        let point = self.follower == Follower::Point;
        let scale = if point { 1.0 } else { self.bend.norm_squared() + stiffness.norm_squared() };
        if product.abs() <= FLAT * scale {
            return Err(ElementError::AmbiguousSurfaces { relative: principal(&relative) });
        }
        let driven = match &self.follower {
            Follower::Surface(_) => turning,
            Follower::Edge { tangent, .. } => tangent * tangent.dot(&turning),
            Follower::Point => across - carried * self.gap,
        };
        let sa = tangent_solve(&relative, &(driven + stiffness * (across - carried * self.gap)));
        let lean = self.bend * sa;
        let normal_rate = carried + lean;
        let sb = sa - across + normal_rate * self.gap;
        let part =
            |f: &SpatialFrame, arm: &Vector3<f64>, path: &Vector3<f64>| f.spin.cross(&(f.spin.cross(arm) + path));
        let bias = part(b, &self.arms[1], &sb) - part(a, &self.arms[0], &sa);
        let faces = sum > 0.0 && product > 0.0;
        Ok(SpatialRoll { slide, paths: [sa, sb], lean, normal_rate, pivot: n.dot(&spin), bias, faces })
    }

    /// t₁ and t₂.
    #[inline]
    pub fn tangents(&self, a: &SpatialFrame) -> [Vector3<f64>; 2] {
        let n = self.normal;
        let x = self.reference(a);
        let t = (x - n * n.dot(&x)).normalize();
        [t, n.cross(&t)]
    }

    /// The axis of body a that gives the first tangent.
    #[inline]
    fn reference(&self, a: &SpatialFrame) -> Vector3<f64> {
        let axis = |i: usize| Vector3::from(a.rotation.column(i));
        let x = axis(0);
        if self.normal.dot(&x).abs() <= STEEP { x } else { axis(1) }
    }

    /// t₁' and t₂' of (8).
    #[inline]
    pub(crate) fn tangent_rates(&self, a: &SpatialFrame, roll: &SpatialRoll) -> [Vector3<f64>; 2] {
        let [t1, t2] = self.tangents(a);
        let n = self.normal;
        let x = self.reference(a);
        let about = n.dot(&x) * t2.dot(&roll.lean) / t1.dot(&x);
        let first = a.spin.cross(&t1) - n * t1.dot(&roll.lean) - t2 * about;
        [first, roll.normal_rate.cross(&t1) + n.cross(&first)]
    }

    /// The row of the gap, (4) with e = n.
    #[inline]
    pub fn normal_row(&self, a: &SpatialFrame, b: &SpatialFrame, roll: &SpatialRoll) -> SpatialRow {
        let gamma = -self.normal.dot(&roll.bias) - roll.normal_rate.dot(&roll.slide);
        self.row(a, b, self.normal, self.gap, roll.slide, gamma)
    }

    /// The two rows of rolling, (4) with e = t₁, t₂.
    #[inline]
    pub fn tangent_rows(&self, a: &SpatialFrame, b: &SpatialFrame, roll: &SpatialRoll) -> [SpatialRow; 2] {
        let tangents = self.tangents(a);
        let rates = self.tangent_rates(a, roll);
        [0, 1].map(|i: usize| {
            let gamma = -tangents[i].dot(&roll.bias) - rates[i].dot(&roll.slide);
            self.row(a, b, tangents[i], 0.0, roll.slide, gamma)
        })
    }

    /// The row of no pivoting (5).
    #[inline]
    pub fn pivot_row(&self, a: &SpatialFrame, b: &SpatialFrame, roll: &SpatialRoll) -> SpatialRow {
        let n = self.normal;
        let gamma = -roll.normal_rate.dot(&(b.spin - a.spin));
        SpatialRow { phi: 0.0, rate: roll.pivot, gamma, jacobian: [a.about(-n), b.about(n)] }
    }

    #[inline]
    fn row(
        &self,
        a: &SpatialFrame,
        b: &SpatialFrame,
        e: Vector3<f64>,
        phi: f64,
        slide: Vector3<f64>,
        gamma: f64,
    ) -> SpatialRow {
        let jacobian = [a.along(self.arms[0], -e), b.along(self.arms[1], e)];
        SpatialRow { phi, rate: e.dot(&slide), gamma, jacobian }
    }

    /// P.
    pub fn across(&self) -> Matrix3<f64> {
        across(&self.normal)
    }
}
