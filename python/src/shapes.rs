//! Curves, surfaces, pairs of them, and the contacts that they make.

use crate::class::elements;
use crate::constraints::Constraint;
use crate::errors::Raise;
use crate::handles::{AnyBody, Axis, BodyId, Local, SpatialBodyId, attitude, either, mixed};
use crate::math::SignalLike;
use crate::sizes::{direction, half_angle, length, positive};
use chetaev::contact::spatial;
use chetaev::contact::{self as flat, curve, surface};
use chetaev::hybrid;
use chetaev::nalgebra::Rotation3;
use chetaev::prelude as c;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// A curve in the axes of a body of the plane.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct Curve {
    pub make: Arc<dyn Fn() -> Box<dyn curve::Curve> + Send + Sync>,
}

/// A surface in the axes of a body in space.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct Surface {
    surface: AnySurface,
}

/// Two of them are asked for by their own types.
#[derive(Clone)]
enum AnySurface {
    Plane(surface::Plane),
    Sphere(surface::Sphere),
    Other(Arc<dyn surface::Surface>),
}

impl Surface {
    fn any(&self) -> Arc<dyn surface::Surface> {
        match self.surface.clone() {
            AnySurface::Plane(plane) => Arc::new(plane),
            AnySurface::Sphere(sphere) => Arc::new(sphere),
            AnySurface::Other(surface) => surface,
        }
    }

    fn of(surface: impl surface::Surface + 'static) -> Self {
        Self { surface: AnySurface::Other(Arc::new(surface)) }
    }

    fn plane(&self) -> PyResult<surface::Plane> {
        match self.surface {
            AnySurface::Plane(plane) => Ok(plane),
            _ => Err(PyTypeError::new_err("a `Plane` is needed here")),
        }
    }

    fn sphere(&self) -> PyResult<surface::Sphere> {
        match self.surface {
            AnySurface::Sphere(sphere) => Ok(sphere),
            _ => Err(PyTypeError::new_err("a `Sphere` is needed here")),
        }
    }
}

impl Curve {
    fn of(curve: impl curve::Curve + Clone + 'static) -> Self {
        Self { make: Arc::new(move || Box::new(curve.clone())) }
    }
}

/// A round edge of a body in space.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Rim {
    rim: surface::Rim,
}

#[pymethods]
impl Rim {
    /// About the z axis, in the plane z = 0.
    #[new]
    fn new(radius: f64) -> PyResult<Self> {
        Ok(Self { rim: surface::Rim::new(positive("the radius of a rim", radius)?) })
    }
    /// About an axis through a center.
    #[staticmethod]
    fn around(center: [f64; 3], axis: [f64; 3], radius: f64) -> PyResult<Self> {
        let (axis, radius) = (direction("the axis of a rim", axis)?, positive("the radius of a rim", radius)?);
        Ok(Self { rim: surface::Rim::around(center, axis, radius) })
    }
}

/// Shapes of two bodies of the plane that touch.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct Pair {
    pair: Arc<dyn flat::Pair>,
}

/// Shapes of two bodies in space that touch.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct SpatialPair {
    pub pair: Arc<dyn spatial::SpatialPair>,
}

fn pair(pair: impl flat::Pair + 'static) -> Pair {
    Pair { pair: Arc::new(pair) }
}

fn near_these<A: curve::Curve + 'static, B: curve::Curve + 'static>(
    curves: flat::CurvePair<A, B>,
    near: Option<[f64; 2]>,
) -> Pair {
    match near {
        Some([alpha, beta]) => pair(curves.near(alpha, beta)),
        None => pair(curves),
    }
}

fn circle((center, radius): (Local<2>, f64)) -> PyResult<([f64; 2], f64)> {
    Ok((center.0, length("the radius of a circle", radius)?))
}

fn spatial_pair(pair: impl spatial::SpatialPair + 'static) -> SpatialPair {
    SpatialPair { pair: Arc::new(pair) }
}

elements! {
    /// A straight line through a point at an angle, its material on the right.
    Line: Curve { + (through: [f64; 2], angle: f64) => Curve::of(curve::Line::new(through, angle)); }
    /// A circle.
    Circle: Curve { + (center: [f64; 2], radius: f64) => Curve::of(curve::Circle::new(center, length("the radius of a circle", radius)?)); }
    /// An ellipse about the origin.
    Ellipse: Curve { + (a: f64, b: f64) => Curve::of(curve::Ellipse::new(positive("a semi-axis", a)?, positive("a semi-axis", b)?)); }
    /// A cycloid of a rolling circle.
    Cycloid: Curve { + (radius: f64) => Curve::of(curve::Cycloid::new(positive("the radius of the rolling circle", radius)?)); }
    /// y = c₀ + c₁ x + c₂ x² + …, all of it or `between` two abscissas.
    Polynomial: Curve {
        + (coefficients: Vec<f64>; between: Option<[f64; 2]> = None) => {
            let curve = curve::Polynomial::new(coefficients);
            Curve::of(if let Some([from, to]) = between { curve.between(from, to) } else { curve })
        };
    }
    /// A smooth curve through points.
    Spline: Curve {
        /// Closed.
        closed(points: Vec<[f64; 2]>) => Curve::of(curve::Spline::closed(&points).raise()?);
        /// From the first to the last one.
        open(points: Vec<[f64; 2]>) => Curve::of(curve::Spline::open(&points).raise()?);
        /// The same, in these directions at its ends.
        between(points: Vec<[f64; 2]>, directions: [[f64; 2]; 2]) => Curve::of(curve::Spline::between(&points, directions).raise()?);
    }
    /// A closed convex curve by the distance of its tangents from the origin.
    Support: Curve {
        /// A mean, and cosine and sine of each harmonic.
        fourier(mean: f64, harmonics: Vec<[f64; 2]>) => Curve::of(curve::Support::fourier(mean, harmonics).raise()?);
    }
    /// A curve elsewhere in its body (in Rust `contact::curve::Placed`).
    PlacedCurve: Curve {
        + (curve: PyRef<'_, Curve>, origin: [f64; 2], angle: f64) => {
            let make = curve.make.clone();
            Curve { make: Arc::new(move || Box::new(curve::Placed::new(make(), origin, angle))) }
        };
    }

    /// A plane through a point, with its normal outward.
    Plane: Surface {
        + (point: [f64; 3], normal: [f64; 3]) => Surface { surface: AnySurface::Plane(surface::Plane::new(point, direction("a normal", normal)?)) };
        /// z = 0.
        horizontal() => Surface { surface: AnySurface::Plane(surface::Plane::horizontal()) };
    }
    /// A sphere.
    Sphere: Surface { + (center: [f64; 3], radius: f64) => Surface { surface: AnySurface::Sphere(surface::Sphere::new(center, positive("the radius of a sphere", radius)?)) }; }
    /// An ellipsoid about the origin.
    Ellipsoid: Surface { + (a: f64, b: f64, c: f64) => Surface::of(surface::Ellipsoid::new(positive("a semi-axis", a)?, positive("a semi-axis", b)?, positive("a semi-axis", c)?)); }
    /// A cylinder about the z axis.
    Cylinder: Surface { + (radius: f64) => Surface::of(surface::Cylinder::new(positive("the radius of a cylinder", radius)?)); }
    /// A cone about the z axis, its tip at the origin.
    Cone: Surface { + (half_angle: f64) => Surface::of(surface::Cone::new(self::half_angle(half_angle)?)); }
    /// A torus about the z axis.
    Torus: Surface { + (ring: f64, tube: f64) => Surface::of(surface::Torus::new(positive("the radius of a ring", ring)?, positive("the radius of its tube", tube)?)); }
    /// The inside of a surface.
    Hollow: Surface { + (surface: PyRef<'_, Surface>) => Surface::of(surface::Hollow(surface.any())); }
    /// A surface elsewhere in its body, `turned` by a quaternion (w, x, y, z) (in Rust `contact::surface::Placed`).
    PlacedSurface: Surface {
        + (surface: PyRef<'_, Surface>, center: [f64; 3]; turned: Option<[f64; 4]> = None) => {
            let placed = surface::Placed::new(surface.any(), center);
            Surface::of(if let Some(turned) = turned { placed.turned(Rotation3::from(attitude(turned))) } else { placed })
        };
    }

    /// An ellipse of b, about its origin, on a line of a.
    EllipseOnLine: Pair { + (line: Axis, a: f64, b: f64) => pair(flat::EllipseOnLine::new(line.line, positive("a semi-axis", a)?, positive("a semi-axis", b)?)); }
    /// Two circles, each `([x, y], radius)`, with its center in the axes of its body.
    Circles: Pair {
        /// b inside a.
        inside(a: (Local<2>, f64), b: (Local<2>, f64)) => pair(flat::Circles::inside(circle(a)?, circle(b)?));
        /// b outside of a.
        outside(a: (Local<2>, f64), b: (Local<2>, f64)) => pair(flat::Circles::outside(circle(a)?, circle(b)?));
    }
    /// Any two curves, near these parameters at first.
    CurvePair: Pair {
        /// b on the left of a: inside an anticlockwise closed curve, above a line that runs to the right.
        inside(a: PyRef<'_, Curve>, b: PyRef<'_, Curve>; near: Option<[f64; 2]> = None) => {
            near_these(flat::CurvePair::inside((a.make)(), (b.make)()), near)
        };
        /// b on the right of a: outside of an anticlockwise closed curve, a cam and its roller.
        outside(a: PyRef<'_, Curve>, b: PyRef<'_, Curve>; near: Option<[f64; 2]> = None) => {
            near_these(flat::CurvePair::outside((a.make)(), (b.make)()), near)
        };
    }
    /// A corner of b, `[x, y]` in the axes of b from its center of mass, on a line of a; `reversed`, on its other side.
    CornerOnLine: Pair {
        + (line: Axis, corner: Local<2>; reversed: bool = false) => {
            let corner = flat::CornerOnLine::new(line.line, corner.0);
            pair(if reversed { corner.reversed() } else { corner })
        };
    }
    /// A corner of b, `[x, y]` in the axes of b from its center of mass, on a curve of a.
    CornerOnCurve: Pair {
        /// On the left of the curve: inside an anticlockwise closed one, above a graph.
        inside(curve: PyRef<'_, Curve>, corner: Local<2>) => pair(flat::CornerOnCurve::inside((curve.make)(), corner.0));
        /// On its right: outside of an anticlockwise closed one.
        outside(curve: PyRef<'_, Curve>, corner: Local<2>) => pair(flat::CornerOnCurve::outside((curve.make)(), corner.0));
    }

    /// Two spheres.
    Spheres: SpatialPair {
        /// b inside a.
        inside(a: PyRef<'_, Surface>, b: PyRef<'_, Surface>) => spatial_pair(spatial::Spheres::inside(a.sphere()?, b.sphere()?));
        /// b outside of a.
        outside(a: PyRef<'_, Surface>, b: PyRef<'_, Surface>) => spatial_pair(spatial::Spheres::outside(a.sphere()?, b.sphere()?));
    }
    /// A round edge of b on a plane of a.
    RimOnPlane: SpatialPair { + (plane: PyRef<'_, Surface>, rim: Rim) => spatial_pair(spatial::RimOnPlane::new(plane.plane()?, rim.rim)); }
    /// A surface of b on a plane of a.
    OnPlane: SpatialPair { + (plane: PyRef<'_, Surface>, surface: PyRef<'_, Surface>) => spatial_pair(spatial::OnPlane::new(plane.plane()?, surface.any())); }
    /// Any two surfaces, b on the outside of a, near these points of both at first.
    Surfaces: SpatialPair {
        + (a: PyRef<'_, Surface>, b: PyRef<'_, Surface>; near: Option<[[f64; 3]; 2]> = None) => {
            let surfaces = spatial::Surfaces::new(a.any(), b.any());
            spatial_pair(if let Some([on_a, on_b]) = near { surfaces.near(on_a, on_b) } else { surfaces })
        };
    }
    /// A round edge of b on a surface of a, near a point of the surface and an angle of the edge at first.
    EdgeOn: SpatialPair {
        + (surface: PyRef<'_, Surface>, rim: Rim; near: Option<([f64; 3], f64)> = None) => {
            let edge = spatial::EdgeOn::new(surface.any(), rim.rim);
            spatial_pair(if let Some((on_surface, on_edge)) = near { edge.near(on_surface, on_edge) } else { edge })
        };
    }
    /// A point of b, `[x, y, z]` in the axes of b from its center of mass, on a surface of a.
    PointOn: SpatialPair { + (surface: PyRef<'_, Surface>, point: Local<3>) => spatial_pair(spatial::PointOn::new(surface.any(), point.0)); }
}

/// Two bodies and a pair of one space.
enum Touching {
    Planar(BodyId, BodyId, Arc<dyn flat::Pair>),
    Spatial(SpatialBodyId, SpatialBodyId, Arc<dyn spatial::SpatialPair>),
}

impl Touching {
    fn of(a: AnyBody, b: AnyBody, pair: &AnyPair<'_>) -> PyResult<Self> {
        match (a, b, pair) {
            (AnyBody::Planar(a), AnyBody::Planar(b), AnyPair::Planar(pair)) => {
                Ok(Self::Planar(a, b, pair.pair.clone()))
            }
            (AnyBody::Spatial(a), AnyBody::Spatial(b), AnyPair::Spatial(pair)) => {
                Ok(Self::Spatial(a, b, pair.pair.clone()))
            }
            _ => Err(mixed()),
        }
    }
}

either! {
    /// A pair of either space.
    AnyPair<'py> "AnyPair" "a pair of shapes, such as `Circles.outside(…)` or `RimOnPlane(…)`," { Planar(PyRef<'py, Pair>), Spatial(PyRef<'py, SpatialPair>) }
}

/// A contact that is made the same way in both spaces, on a belt or not.
macro_rules! contact {
    ($make:ident, $a:expr, $b:expr, $pair:expr, $on_belt:expr, $along:expr, $add:path) => {
        match (Touching::of($a, $b, &$pair)?, $on_belt, $along) {
            (Touching::Planar(a, b, pair), None, None) => $add(c::Contact::$make(a.id, b.id, pair)),
            (Touching::Planar(a, b, pair), Some(speed), None) => {
                $add(c::Contact::$make(a.id, b.id, pair).on_belt_signal(speed.0))
            }
            (Touching::Spatial(a, b, pair), None, None) => $add(c::Contact::$make(a.id, b.id, pair)),
            (Touching::Spatial(a, b, pair), Some(speed), Some(along)) => $add(
                c::Contact::$make(a.id, b.id, pair)
                    .on_belt_signal_along(direction("the direction of a belt", along)?, speed.0),
            ),
            _ => {
                return Err(PyValueError::new_err(
                    "a belt has a speed, `on_belt`, and in space a direction, `belt_along`, too",
                ))
            }
        }
    };
}

elements! {
    /// Two shapes that touch. `on_belt` is the speed with which the surface of a runs, in space along `belt_along`.
    ///
    /// `sliding` and `rolling` are held, as constraints; what opens and closes is `between`.
    Contact: Constraint {
        /// Without friction.
        sliding(a: AnyBody, b: AnyBody, pair: AnyPair<'_>; on_belt: Option<SignalLike> = None, belt_along: Option<[f64; 3]> = None) => contact!(sliding, a, b, pair, on_belt, belt_along, Constraint::gap);
        /// Without slip; in space they may pivot. Added as a contact that opens it is as `between`, and its law must be rough.
        rolling(a: AnyBody, b: AnyBody, pair: AnyPair<'_>; on_belt: Option<SignalLike> = None, belt_along: Option<[f64; 3]> = None) => contact!(rolling, a, b, pair, on_belt, belt_along, Constraint::rolling);
        /// Opens and closes: for `ModelBuilder.contact`. In space `pivoting` is the radius with which its friction resists pivoting.
        between(a: AnyBody, b: AnyBody, pair: AnyPair<'_>; on_belt: Option<SignalLike> = None, belt_along: Option<[f64; 3]> = None, pivoting: Option<f64> = None) => match pivoting {
            None => contact!(between, a, b, pair, on_belt, belt_along, Constraint::opening),
            Some(radius) => match (Touching::of(a, b, &pair)?, on_belt, belt_along) {
                (Touching::Spatial(a, b, pair), None, None) => Constraint::opening(c::Contact::between(a.id, b.id, pair).pivoting(radius)),
                (Touching::Spatial(a, b, pair), Some(speed), Some(along)) => {
                    let contact = c::Contact::between(a.id, b.id, pair).pivoting(radius);
                    Constraint::opening(contact.on_belt_signal_along(direction("the direction of a belt", along)?, speed.0))
                }
                (Touching::Spatial(..), ..) => return Err(PyValueError::new_err("a belt in space has a speed, `on_belt`, and a direction, `belt_along`")),
                (Touching::Planar(..), ..) => return Err(PyValueError::new_err("in the plane nothing pivots: leave `pivoting` out")),
            },
        };
        /// Without slip, by equal arc lengths, in the plane.
        rolling_by_arcs(a: BodyId, b: BodyId, pair: PyRef<'_, Pair>) => Constraint::own(c::Contact::rolling_by_arcs(a.id, b.id, pair.pair.clone()));
        /// Without slip and without pivoting, in space.
        without_pivoting(a: SpatialBodyId, b: SpatialBodyId, pair: PyRef<'_, SpatialPair>) => Constraint::own(c::Contact::without_pivoting(a.id, b.id, pair.pair.clone()));
    }
}

/// Named gaps that belong together, for `ModelBuilder.contacts`.
type Parts = Vec<(String, Constraint)>;

fn parts<const N: usize>(parts: [(&'static str, c::Contact<flat::CornerOnLine>); N]) -> Parts {
    parts.into_iter().map(|(name, gap)| (name.to_owned(), Constraint::opening(gap))).collect()
}

fn block([long, high]: [f64; 2]) -> PyResult<[f64; 2]> {
    Ok([length("the length of a block", long)?, length("the height of a block", high)?])
}

/// A slot of a width: what moves in it has play.
#[pyclass(frozen, module = "chetaev")]
pub struct Play {
    play: hybrid::Play,
}

#[pymethods]
impl Play {
    /// Between two lines along an axis.
    #[staticmethod]
    fn between(axis: Axis, width: f64) -> PyResult<Self> {
        Ok(Self { play: hybrid::Play::between(axis.line, length("the width of a slot", width)?) })
    }
    /// A point of b, `[x, y]` in its axes: `left`, `right`.
    fn point(&self, b: BodyId, point: Local<2>) -> Parts {
        parts(self.play.point(b.id, point.0))
    }
    /// A block of b, by length and height: `left.back`, `left.front`, `right.back`, `right.front`.
    fn block(&self, b: BodyId, size: [f64; 2]) -> PyResult<Parts> {
        Ok(parts(self.play.block(b.id, block(size)?)))
    }
}

/// A guide with one side.
#[pyclass(frozen, module = "chetaev")]
pub struct Runner {
    runner: hybrid::Runner,
}

#[pymethods]
impl Runner {
    /// On the left of an axis.
    #[staticmethod]
    fn along(axis: Axis) -> Self {
        Self { runner: hybrid::Runner::along(axis.line) }
    }
    /// A block of b, by length and height: `back`, `front`.
    fn block(&self, b: BodyId, size: [f64; 2]) -> PyResult<Parts> {
        Ok(parts(self.runner.block(b.id, block(size)?)))
    }
}
