//! Mass, center of mass and moment of inertia of planar bodies, from their shapes.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | m | mass | kg |
//! | c | center of mass, in the frame in which the shape was described | m |
//! | I | moment of inertia about the axis through c, normal to the plane: ∫ \|r − c\|² dm | kg m² |
//!
//! Every shape of one piece is uniform and is described with its center at the origin, so that c =
//! 0:
//!
//! | shape | I | why |
//! |---|---|---|
//! | point | 0 | |
//! | slender rod of length l | m l²/12 | ∫ s² ds over −l/2..l/2, divided by l |
//! | ring (thin hoop) of radius r | m r² | all mass at the distance r |
//! | disk of radius r | m r²/2 | rings: ∫ ρ²·2ρ dρ / r² |
//! | ellipse with half-axes a, b | m (a² + b²)/4 | the disk stretched: ∫ x² dm = m a²/4, ∫ y² dm = m b²/4 |
//! | rectangle w × h | m (w² + h²)/12 | ∫ x² dm = m w²/12, ∫ y² dm = m h²/12 |
//! | polygon | | see the file on polygons |
//!
//! With r − p = (r − c) + (c − p) and ∫ (r − c) dm = 0, the parallel-axis theorem gives the moment
//! of inertia about any other point p, and from it the composition of parts (m_k, c_k, I_k):
//!
//! 1. I_p = I + m |c − p|²
//! 2. m = Σ m_k,   c = Σ m_k c_k / m,   I = Σ (I_k + m_k |c_k − c|²)
//!
//! Singular case: a point has I = 0, and so has every composition of coincident points. That is a
//! sound shape but not a rigid body, whose angle would have no equation of motion; the body refuses
//! it, not this file.

use nalgebra::{Point2, Vector2};
use thiserror::Error;

/// Mass, center of mass and moment of inertia of a planar body.
///
/// ```
/// use chetaev::body::MassProperties;
/// use chetaev::nalgebra::Vector2;
/// // A hammer: a rod, and a head at its end.
/// let head = MassProperties::rectangle(0.5, 0.03, 0.1)?.shifted(Vector2::new(0.15, 0.0))?;
/// let hammer = MassProperties::combine(&[MassProperties::rod(0.1, 0.3)?, head])?;
/// assert!((hammer.mass - 0.6).abs() < 1e-15 && (hammer.center.x - 0.125).abs() < 1e-15);
/// # Ok::<(), chetaev::body::MassError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct MassProperties {
    /// Mass in kg.
    pub mass: f64,
    /// Center of mass in m, in the frame in which the shape was described.
    pub center: Point2<f64>,
    /// Moment of inertia about the center of mass, normal to the plane, in kg m².
    pub inertia: f64,
}

/// Why a shape has no mass properties.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MassError {
    /// A mass, a density or a length is zero, negative, infinite or not a number.
    #[error("the {quantity} is {value}: give a positive, finite number in SI units (kg, m)")]
    NotPositive {
        /// What was given.
        quantity: &'static str,
        /// Its value.
        value: f64,
    },
    /// A coordinate is infinite or not a number.
    #[error("the {quantity} is ({x}, {y}): give finite coordinates in m")]
    NotFinite {
        /// What was given.
        quantity: &'static str,
        /// Its first coordinate.
        x: f64,
        /// Its second coordinate.
        y: f64,
    },
    /// A moment of inertia about the center of mass is negative, infinite or not a number.
    #[error("the moment of inertia about the center of mass is {value} kg m²: it must be finite and not negative")]
    BadInertia {
        /// The moment of inertia.
        value: f64,
    },
    /// A moment of inertia about a point is smaller than any body of this mass can have there.
    #[error(
        "the moment of inertia about the point is {inertia} kg m², but the mass times the squared distance of the \
         center of mass is already {least} kg m²: check the point, or give the inertia about the center of mass"
    )]
    InertiaTooSmall {
        /// The moment of inertia that was given.
        inertia: f64,
        /// The smallest that is possible: m |c − p|².
        least: f64,
    },
    /// A polygon has fewer than three vertices.
    #[error("a polygon of {count} vertices has no area: give at least 3, or use a rod or points")]
    TooFewVertices {
        /// How many were given.
        count: usize,
    },
    /// All vertices of a polygon lie on one line, to the rounding of their coordinates.
    #[error("the {count} vertices of the polygon lie on one line: use a rod, or a rectangle with its true width")]
    NoArea {
        /// How many were given.
        count: usize,
    },
    /// A vertex of a polygon is the same point as the next one.
    #[error(
        "vertex {index} of the polygon (from 0) is the same point as the next: list every corner \
         once; the outline closes itself, without the first again at the end"
    )]
    RepeatedVertex {
        /// The first of the two.
        index: usize,
    },
    /// The outline of a polygon is not simple.
    #[error(
        "the outline meets itself: its edges {first} and {second} (each named by the vertex where \
         it begins, from 0) cross, touch or fold back; list the corners in order around it"
    )]
    OutlineMeetsItself {
        /// One edge, by the index of its first vertex.
        first: usize,
        /// The other edge.
        second: usize,
    },
    /// There is nothing to compose.
    #[error("a composition of 0 parts has no mass: give at least one part")]
    NoParts,
}

impl MassProperties {
    /// Known properties: `mass`, `center` of mass, and `inertia` about it (zero is allowed: a
    /// point).
    pub fn new(mass: f64, center: Point2<f64>, inertia: f64) -> Result<Self, MassError> {
        positive("mass", mass)?;
        finite("center of mass", center)?;
        if !inertia.is_finite() || inertia < 0.0 {
            return Err(MassError::BadInertia { value: inertia });
        }
        Ok(Self { mass, center, inertia })
    }

    /// A body whose moment of inertia was measured or tabulated about `point` instead of its
    /// `center` of mass, as that of a pendulum about its pivot.
    pub fn about_point(
        mass: f64,
        center: Point2<f64>,
        point: Point2<f64>,
        inertia_about_point: f64,
    ) -> Result<Self, MassError> {
        let least = Self::new(mass, center, 0.0)?.inertia_about(finite("point", point)?);
        if inertia_about_point < least {
            return Err(MassError::InertiaTooSmall { inertia: inertia_about_point, least });
        }
        Self::new(mass, center, inertia_about_point - least)
    }

    /// A point mass at the origin.
    pub fn point(mass: f64) -> Result<Self, MassError> {
        Self::new(mass, Point2::origin(), 0.0)
    }

    /// A slender uniform rod, its middle at the origin.
    pub fn rod(mass: f64, length: f64) -> Result<Self, MassError> {
        let length = positive("length of the rod", length)?;
        Self::new(mass, Point2::origin(), mass * length * length / 12.0)
    }

    /// A uniform disk around the origin.
    pub fn disk(mass: f64, radius: f64) -> Result<Self, MassError> {
        let radius = positive("radius of the disk", radius)?;
        Self::new(mass, Point2::origin(), mass * radius * radius / 2.0)
    }

    /// A thin uniform hoop around the origin.
    pub fn ring(mass: f64, radius: f64) -> Result<Self, MassError> {
        let radius = positive("radius of the ring", radius)?;
        Self::new(mass, Point2::origin(), mass * radius * radius)
    }

    /// A uniform elliptic disk around the origin, with the half-axes `a` and `b`.
    pub fn ellipse(mass: f64, a: f64, b: f64) -> Result<Self, MassError> {
        let a = positive("half-axis a of the ellipse", a)?;
        let b = positive("half-axis b of the ellipse", b)?;
        Self::new(mass, Point2::origin(), mass * (a * a + b * b) / 4.0)
    }

    /// A uniform rectangle, its middle at the origin.
    pub fn rectangle(mass: f64, width: f64, height: f64) -> Result<Self, MassError> {
        let width = positive("width of the rectangle", width)?;
        let height = positive("height of the rectangle", height)?;
        Self::new(mass, Point2::origin(), mass * (width * width + height * height) / 12.0)
    }

    /// The parts welded together (2). Bring each to its place with [`shifted`](Self::shifted)
    /// first.
    pub fn combine(parts: &[Self]) -> Result<Self, MassError> {
        let origin = parts.first().ok_or(MassError::NoParts)?.center;
        let mut mass = 0.0;
        let mut moment = Vector2::zeros();
        for part in parts {
            let part = Self::new(part.mass, part.center, part.inertia)?;
            mass += part.mass;
            moment += part.mass * (part.center - origin);
        }
        let center = origin + moment / mass;
        Self::new(mass, center, parts.iter().map(|part| part.inertia_about(center)).sum())
    }

    /// This body moved by `by`, in m.
    pub fn shifted(self, by: Vector2<f64>) -> Result<Self, MassError> {
        Self::new(self.mass, self.center + by, self.inertia)
    }

    /// The moment of inertia about `point` (1), in kg m².
    pub fn inertia_about(&self, point: Point2<f64>) -> f64 {
        self.inertia + self.mass * (self.center - point).norm_squared()
    }
}

/// `value`, if it is positive and finite.
pub(super) fn positive(quantity: &'static str, value: f64) -> Result<f64, MassError> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err(MassError::NotPositive { quantity, value }) }
}

/// `point`, if both its coordinates are finite.
pub(super) fn finite(quantity: &'static str, point: Point2<f64>) -> Result<Point2<f64>, MassError> {
    let (x, y) = (point.x, point.y);
    if x.is_finite() && y.is_finite() { Ok(point) } else { Err(MassError::NotFinite { quantity, x, y }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    type Outcome = Result<(), MassError>;

    /// ∫ |r|² dm by the midpoint rule over a grid of cells, `inside` deciding which count.
    fn summed(mass: f64, half_width: f64, half_height: f64, inside: impl Fn(f64, f64) -> bool) -> f64 {
        let n = 800;
        let at = |k: usize, half: f64| half * ((2 * k + 1) as f64 / n as f64 - 1.0);
        let (mut count, mut sum) = (0.0, 0.0);
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let (x, y) = (at(i, half_width), at(j, half_height));
            if inside(x, y) {
                count += 1.0;
                sum += x * x + y * y;
            }
        }
        mass * sum / count
    }

    #[test]
    fn analytic_moments_agree_with_sums_over_cells() -> Outcome {
        let ellipse = |x: f64, y: f64| (x / 0.7).powi(2) + (y / 0.2).powi(2) <= 1.0;
        let cases = [
            (MassProperties::rectangle(3.0, 1.4, 0.4)?, summed(3.0, 0.7, 0.2, |_, _| true)),
            (MassProperties::ellipse(3.0, 0.7, 0.2)?, summed(3.0, 0.7, 0.2, ellipse)),
            (MassProperties::disk(3.0, 0.7)?, summed(3.0, 0.7, 0.7, |x, y| x.hypot(y) <= 0.7)),
            (MassProperties::ring(3.0, 0.7)?, summed(3.0, 0.7, 0.7, |x, y| (x.hypot(y) - 0.7).abs() < 2e-3)),
            (MassProperties::rod(3.0, 1.4)?, summed(3.0, 0.7, 1e-6, |_, _| true)),
        ];
        for (shape, sum) in cases {
            assert_relative_eq!(shape.inertia, sum, max_relative = 2e-4);
            assert_eq!((shape.mass, shape.center), (3.0, Point2::origin()));
        }
        Ok(())
    }

    #[test]
    fn identity_shapes_contain_each_other() -> Outcome {
        assert_eq!(MassProperties::ellipse(2.0, 0.3, 0.3)?, MassProperties::disk(2.0, 0.3)?);
        let thin = MassProperties::rectangle(2.0, 0.3, 1e-9)?;
        assert_relative_eq!(thin.inertia, MassProperties::rod(2.0, 0.3)?.inertia, max_relative = 1e-15);
        Ok(())
    }

    #[test]
    fn identity_composition_of_parts() -> Outcome {
        // Two half rods end to end are the whole rod.
        let half = MassProperties::rod(1.0, 0.5)?;
        let rod = MassProperties::combine(&[half, half.shifted(Vector2::new(0.5, 0.0))?])?;
        let whole = MassProperties::rod(2.0, 1.0)?.shifted(Vector2::new(0.25, 0.0))?;
        assert_relative_eq!(rod.inertia, whole.inertia, max_relative = 1e-15);
        assert_eq!((rod.mass, rod.center), (whole.mass, whole.center));

        // A dumbbell: reduced mass times squared distance.
        let (a, b) = (MassProperties::point(2.0)?, MassProperties::point(6.0)?);
        let dumbbell = MassProperties::combine(&[a, b.shifted(Vector2::new(3.0, 4.0))?])?;
        assert_relative_eq!(dumbbell.inertia, 2.0 * 6.0 / 8.0 * 25.0, max_relative = 1e-15);
        assert_relative_eq!(dumbbell.center, Point2::new(2.25, 3.0), max_relative = 1e-15);
        Ok(())
    }

    #[test]
    fn identity_inertia_about_a_point_goes_both_ways() -> Outcome {
        let pivot = Point2::new(-0.5, 2.0);
        let body = MassProperties::rod(1.5, 0.8)?.shifted(Vector2::new(1.0, -1.0))?;
        let about_pivot = body.inertia_about(pivot);
        assert!(about_pivot > 10.0 * body.inertia); // the shift matters here
        let again = MassProperties::about_point(body.mass, body.center, pivot, about_pivot)?;
        assert_relative_eq!(again.inertia, body.inertia, max_relative = 1e-13);
        Ok(())
    }

    #[test]
    fn identity_refusals_say_what_is_wrong() -> Outcome {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let refused = [
                MassProperties::point(bad),
                MassProperties::rod(bad, 1.0),
                MassProperties::rod(1.0, bad),
                MassProperties::disk(1.0, bad),
                MassProperties::ring(1.0, bad),
                MassProperties::ellipse(1.0, bad, 1.0),
                MassProperties::ellipse(1.0, 1.0, bad),
                MassProperties::rectangle(1.0, bad, 1.0),
                MassProperties::rectangle(1.0, 1.0, bad),
            ];
            for result in refused {
                assert!(matches!(result, Err(MassError::NotPositive { .. })), "{bad}: {result:?}");
            }
        }
        let origin = Point2::origin();
        let far = Point2::new(2.0, 0.0);
        let body = MassProperties::point(1.0)?;
        let fragment = |result: Result<MassProperties, MassError>| result.err().map(|e| e.to_string());
        for (result, words) in [
            (MassProperties::rod(1.0, -2.0), "the length of the rod is -2"),
            (MassProperties::rod(1.0, 1e200), "inf kg m²"),
            (MassProperties::new(1.0, origin, -3.0), "is -3 kg m²"),
            (MassProperties::new(1.0, origin, f64::NAN), "is NaN kg m²"),
            (MassProperties::about_point(1.0, origin, far, 3.0), "is 3 kg m², but"),
            (MassProperties::about_point(1.0, origin, far, f64::NAN), "is NaN kg m²"),
            (body.shifted(Vector2::new(f64::NAN, 1.0)), "(NaN, 1)"),
            (MassProperties::combine(&[]), "at least one part"),
            (MassProperties::combine(&[body, MassProperties { mass: -0.5, ..body }]), "the mass is -0.5"),
        ] {
            let message = fragment(result).unwrap_or_default();
            assert!(message.contains(words), "`{message}` lacks `{words}`");
        }
        Ok(())
    }
}
