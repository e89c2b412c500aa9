//! Mass, center of mass and inertia tensor of bodies in space, from their shapes.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | m | mass | kg |
//! | c | center of mass, in the axes in which the shape was described | m |
//! | I | inertia tensor about c: ∫ (\|s\|² 1 − s sᵀ) dm, s = r − c | kg m² |
//! | P | second moments: ∫ s sᵀ dm; I = tr P · 1 − P, and P = ½ tr I · 1 − I | kg m² |
//!
//! A tensor is one of a body if and only if P has no negative eigenvalue: P = ∫ s sᵀ dm is a sum of squares, and three pairs of points on
//! its axes have any such P. In principal moments A ≤ B ≤ C the eigenvalues of P are ½ (A + B + C) less each of them, so that this is the
//! triangle inequality A + B ≥ C (which makes A ≥ 0 too). A = 0 is a rod without thickness, or a point: a sound part of a body, but no
//! rigid body by itself, since nothing resists its turns; the body refuses it, not this file.
//!
//! Every shape of one piece is uniform. Its P is diagonal in its own axes:
//!
//! | shape, center of mass at the origin | P_x, P_y, P_z | why |
//! |---|---|---|
//! | ellipsoid of half-axes a, b, c | m a²/5, m b²/5, m c²/5 | the ball stretched; in the ball ∫ x² dm = ⅓ ∫ r² dm = m r²/5 |
//! | box a × b × c (full edges) | m a²/12, m b²/12, m c²/12 | ∫ s² ds over −a/2..a/2, divided by a |
//! | cylinder of radius r, length l along z | m r²/4, m r²/4, m l²/12 | disk and rod |
//! | cone of radius r, height h, apex up z | 3 m r²/20, 3 m r²/20, 3 m h²/80 | slices: ∫ z² dm about the center, h/4 above the base |
//! | ring of radius R and wire radius r, axis z | m (R²/2 + 3 r²/8), the same, m r²/4 | torus; r = 0 is a hoop |
//! | hollow ball of radius r, thin | m r²/3 each | ∫ x² dm = ⅓ m r² |
//! | rod of length l along z | 0, 0, m l²/12 | |
//! | point | 0 | |
//!
//! Parts (m_k, c_k, P_k) make (P about the common center, because ∫ s dm = 0 in each part):
//!
//! ```text
//! m = Σ m_k        c = Σ m_k c_k / m        P = Σ (P_k + m_k (c_k − c)(c_k − c)ᵀ)        and I likewise
//! ```

use crate::math::Brief;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use thiserror::Error;

/// Relative size of what counts as rounding in a tensor: its asymmetry, or how far it may miss the triangle inequality.
pub(super) const TIE: f64 = 1e-12;

/// Mass, center of mass and inertia tensor of a body in space.
///
/// ```
/// use chetaev::nalgebra::Vector3;
/// use chetaev::prelude::*;
/// // A hammer: a steel head on the end of a handle.
/// let (head, handle) = (Inertia::cuboid(0.5, [0.03, 0.1, 0.03])?, Inertia::cylinder(0.2, 0.012, 0.3)?);
/// let hammer = Inertia::compose(&[head.moved(0.0, 0.0, 0.15), handle])?;
/// assert!((hammer.mass() - 0.7).abs() < 1e-15);
/// assert!((hammer.center() - Vector3::new(0.0, 0.0, 0.5 * 0.15 / 0.7)).norm() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Inertia {
    mass: f64,
    center: Vector3<f64>,
    tensor: Matrix3<f64>,
}

/// Why there is no body with these mass properties.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InertiaError {
    /// A mass or a length is zero, negative, infinite or not a number.
    #[error("the {quantity} is {value}: give a positive, finite number in SI units (kg, m)")]
    NotPositive {
        /// What was given.
        quantity: &'static str,
        /// Its value.
        value: f64,
    },
    /// A center of mass or an entry of the tensor is infinite or not a number.
    #[error("entry {entry} of the {quantity} is {value}: it must be finite; look for a NaN or a division by zero")]
    NotFinite {
        /// What was given.
        quantity: &'static str,
        /// Which of its entries, by rows.
        entry: usize,
        /// Its value.
        value: f64,
    },
    /// A tensor that is not symmetric.
    #[error(
        "the inertia tensor is not symmetric: entry ({row}, {column}) is {value}, its mirror image {mirror}; products of inertia \
         appear on both sides of the diagonal, with a minus sign: I_xy = −∫ x y dm"
    )]
    NotSymmetric {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        column: usize,
        /// Its value.
        value: f64,
        /// The value on the other side.
        mirror: f64,
    },
    /// Principal moments that no body has.
    #[error(
        "no body has the principal moments {}, {}, {} kg m²: none may exceed the sum of the others; is the tensor about the \
         center of mass, and are the signs of its products of inertia right (I_xy = −∫ x y dm)?",
        Brief(moments[0]), Brief(moments[1]), Brief(moments[2])
    )]
    NoBody {
        /// The principal moments, rising.
        moments: [f64; 3],
    },
    /// All mass on one line: nothing resists a turn about it.
    #[error(
        "all mass lies on one line (principal moments {}, {}, {} kg m²): nothing resists a turn about it; give it a thickness, \
         or use a `Particle`",
        Brief(moments[0]), Brief(moments[1]), Brief(moments[2])
    )]
    OnOneLine {
        /// The principal moments, rising.
        moments: [f64; 3],
    },
    /// There is nothing to compose.
    #[error("a composition of 0 parts has no mass: give at least one part")]
    NoParts,
}

impl Inertia {
    /// Known properties: `mass`, `center` of mass, and the inertia tensor about it.
    pub fn new(mass: f64, center: Vector3<f64>, tensor: Matrix3<f64>) -> Result<Self, InertiaError> {
        positive("mass", mass)?;
        finite("center of mass", center.as_slice())?;
        finite("inertia tensor", tensor.transpose().as_slice())?;
        let size = tensor.abs().max();
        for (row, column) in [(0, 1), (0, 2), (1, 2)] {
            let (value, mirror) = (tensor[(row, column)], tensor[(column, row)]);
            if (value - mirror).abs() > TIE * size {
                return Err(InertiaError::NotSymmetric { row, column, value, mirror });
            }
        }
        let tensor = 0.5 * (tensor + tensor.transpose());
        let moments = moments_of(&tensor);
        let [a, b, c] = moments;
        if a < -TIE * c || c < 0.0 || c > a + b + TIE * c {
            return Err(InertiaError::NoBody { moments });
        }
        Ok(Self { mass, center, tensor })
    }

    /// Mass properties with the tensor about the origin of the axes instead of the center of mass.
    pub fn about_origin(mass: f64, center: Vector3<f64>, tensor: Matrix3<f64>) -> Result<Self, InertiaError> {
        Self::new(mass, center, tensor - to_tensor(mass * center * center.transpose()))
    }

    /// A point at the origin: a part of a body, not a body that turns.
    pub fn point(mass: f64) -> Result<Self, InertiaError> {
        Self::of_moments(mass, [0.0; 3])
    }

    /// A slender uniform rod along z, its middle at the origin: a part of a body, not a body that turns about z.
    pub fn rod(mass: f64, length: f64) -> Result<Self, InertiaError> {
        let l = positive("length of the rod", length)?;
        Self::of_moments(mass, [0.0, 0.0, l * l / 12.0])
    }

    /// A uniform ball: I = 2 m r²/5.
    pub fn sphere(mass: f64, radius: f64) -> Result<Self, InertiaError> {
        Self::ellipsoid(mass, [positive("radius of the ball", radius)?; 3])
    }

    /// A thin hollow ball: I = 2 m r²/3.
    pub fn hollow_sphere(mass: f64, radius: f64) -> Result<Self, InertiaError> {
        let r = positive("radius of the sphere", radius)?;
        Self::of_moments(mass, [r * r / 3.0; 3])
    }

    /// A uniform ellipsoid with these half-axes along x, y, z.
    pub fn ellipsoid(mass: f64, half_axes: [f64; 3]) -> Result<Self, InertiaError> {
        let [a, b, c] = lengths("half-axis of the ellipsoid", half_axes)?;
        Self::of_moments(mass, [a * a / 5.0, b * b / 5.0, c * c / 5.0])
    }

    /// A uniform box with these edges along x, y, z.
    pub fn cuboid(mass: f64, edges: [f64; 3]) -> Result<Self, InertiaError> {
        let [a, b, c] = lengths("edge of the box", edges)?;
        Self::of_moments(mass, [a * a / 12.0, b * b / 12.0, c * c / 12.0])
    }

    /// A uniform cylinder along z. With a small length it is a disk.
    pub fn cylinder(mass: f64, radius: f64, length: f64) -> Result<Self, InertiaError> {
        let [r, l] = [positive("radius of the cylinder", radius)?, positive("length of the cylinder", length)?];
        Self::of_moments(mass, [r * r / 4.0, r * r / 4.0, l * l / 12.0])
    }

    /// A thin uniform disk normal to z.
    pub fn disk(mass: f64, radius: f64) -> Result<Self, InertiaError> {
        let r = positive("radius of the disk", radius)?;
        Self::of_moments(mass, [r * r / 4.0, r * r / 4.0, 0.0])
    }

    /// A uniform cone along z, its base below and its apex above; the origin is its center of mass, a quarter of the height above the base.
    pub fn cone(mass: f64, radius: f64, height: f64) -> Result<Self, InertiaError> {
        let [r, h] = [positive("radius of the cone", radius)?, positive("height of the cone", height)?];
        Self::of_moments(mass, [0.15 * r * r, 0.15 * r * r, 0.0375 * h * h])
    }

    /// A uniform ring (torus) around z, of the given radius to the middle of its wire; a wire of radius 0 is a hoop.
    pub fn ring(mass: f64, radius: f64, wire: f64) -> Result<Self, InertiaError> {
        let big = positive("radius of the ring", radius)?;
        if !(0.0..=big).contains(&wire) {
            return Err(InertiaError::NotPositive { quantity: "radius of the ring's wire", value: wire });
        }
        let aside = 0.5 * big * big + 0.375 * wire * wire;
        Self::of_moments(mass, [aside, aside, 0.25 * wire * wire])
    }

    /// Points with masses. A body that turns needs three that are not on one line.
    pub fn of_points(points: &[(f64, Vector3<f64>)]) -> Result<Self, InertiaError> {
        let part = |&(mass, center): &(f64, Vector3<f64>)| Ok(Self { center, ..Self::point(mass)? });
        Self::compose(&points.iter().map(part).collect::<Result<Vec<_>, _>>()?)
    }

    /// Several parts as one body.
    pub fn compose(parts: &[Self]) -> Result<Self, InertiaError> {
        if parts.is_empty() {
            return Err(InertiaError::NoParts);
        }
        let mass: f64 = parts.iter().map(|p| p.mass).sum();
        let center = parts.iter().map(|p| p.mass * p.center).sum::<Vector3<f64>>() / mass;
        let away = |p: &Self| p.mass * (p.center - center) * (p.center - center).transpose();
        Self::new(mass, center, parts.iter().map(|p| p.tensor + to_tensor(away(p))).sum())
    }

    /// P of a shape, divided by its mass, in its own axes.
    fn of_moments(mass: f64, moments: [f64; 3]) -> Result<Self, InertiaError> {
        let mass = positive("mass", mass)?;
        Self::new(mass, Vector3::zeros(), to_tensor(mass * Matrix3::from_diagonal(&moments.into())))
    }

    /// This shape, turned about the origin of its axes.
    pub fn turned(self, by: UnitQuaternion<f64>) -> Self {
        let r = by.to_rotation_matrix().into_inner();
        let tensor = r * self.tensor * r.transpose();
        Self { center: r * self.center, tensor: 0.5 * (tensor + tensor.transpose()), ..self }
    }

    /// This shape, moved (m).
    pub fn moved(self, x: f64, y: f64, z: f64) -> Self {
        Self { center: self.center + Vector3::new(x, y, z), ..self }
    }

    /// Mass, kg.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Center of mass, in the axes in which the shape was described.
    pub fn center(&self) -> Vector3<f64> {
        self.center
    }

    /// Inertia tensor about the center of mass, kg m².
    pub fn tensor(&self) -> Matrix3<f64> {
        self.tensor
    }

    /// Principal moments, rising, and the principal axes as columns: a right-handed rotation from these axes to the shape's.
    pub fn principal(&self) -> ([f64; 3], Matrix3<f64>) {
        let eigen = self.tensor.symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
        let columns = order.map(|i| eigen.eigenvectors.column(i).into_owned());
        let third = columns[0].cross(&columns[1]);
        (order.map(|i| eigen.eigenvalues[i]), Matrix3::from_columns(&[columns[0], columns[1], third]))
    }
}

/// The principal moments of a symmetric tensor, rising.
pub(super) fn moments_of(tensor: &Matrix3<f64>) -> [f64; 3] {
    let mut moments: [f64; 3] = tensor.symmetric_eigenvalues().into();
    moments.sort_by(f64::total_cmp);
    moments
}

/// I of P.
fn to_tensor(moments: Matrix3<f64>) -> Matrix3<f64> {
    Matrix3::from_diagonal_element(moments.trace()) - moments
}

fn positive(quantity: &'static str, value: f64) -> Result<f64, InertiaError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(InertiaError::NotPositive { quantity, value }) }
}

fn lengths(quantity: &'static str, values: [f64; 3]) -> Result<[f64; 3], InertiaError> {
    values.iter().try_for_each(|&value| positive(quantity, value).map(|_| ()))?;
    Ok(values)
}

fn finite(quantity: &'static str, values: &[f64]) -> Result<(), InertiaError> {
    match values.iter().position(|x| !x.is_finite()) {
        Some(entry) => Err(InertiaError::NotFinite { quantity, entry, value: values[entry] }),
        None => Ok(()),
    }
}
