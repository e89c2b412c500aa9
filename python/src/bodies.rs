//! Bodies: what they are made of, and where they stand at first.

use crate::errors::Raise;
use crate::handles::{BodyId, SpatialBodyId, attitude};
use crate::records::Array;
use chetaev::element::Spatial;
use chetaev::nalgebra::{Matrix3, Point2, Vector2, Vector3};
use chetaev::prelude as c;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

const TWICE: &str = "where a body stands is told by `at` (in space with `turned`), or by the two places that it lies `between`, not by both";

/// Where a solid stands and moves, as `Solid` tells it.
struct Placing {
    at: Option<[f64; 3]>,
    between: Option<[[f64; 3]; 2]>,
    turned: Option<[f64; 4]>,
    moving: Option<[f64; 3]>,
    spinning: Option<[f64; 3]>,
}

/// A mass at a point, at rest at the origin of the plane if nothing else is told; with three coordinates in space.
#[pyclass(frozen, module = "chetaev")]
pub struct Particle {
    mass: f64,
    at: Vec<f64>,
    moving: Vec<f64>,
}

#[pymethods]
impl Particle {
    #[new]
    #[pyo3(signature = (mass, *, at=None, moving=None))]
    fn new(mass: f64, at: Option<Vec<f64>>, moving: Option<Vec<f64>>) -> PyResult<Self> {
        // What is not told is zero, in as many directions as the other has.
        let like = |other: &Option<Vec<f64>>| vec![0.0; other.as_ref().map_or(2, Vec::len)];
        let [at, moving] = [at.clone().unwrap_or_else(|| like(&moving)), moving.unwrap_or_else(|| like(&at))];
        match (at.len(), moving.len()) {
            (2, 2) | (3, 3) => Ok(Self { mass, at, moving }),
            _ => Err(PyTypeError::new_err("`at` and `moving` have two numbers in the plane, three in space")),
        }
    }
    /// A mass at a point in space.
    #[staticmethod]
    #[pyo3(signature = (mass, *, at=None, moving=None))]
    fn in_space(mass: f64, at: Option<[f64; 3]>, moving: Option<[f64; 3]>) -> Self {
        Self { mass, at: at.unwrap_or_default().into(), moving: moving.unwrap_or_default().into() }
    }
}

/// Mass, center and moment of inertia of a shape in the plane.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct MassProperties {
    shape: c::MassProperties,
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) => $make:expr;)*) => {
        #[pymethods]
        impl MassProperties {
            $($(#[$doc])*
            #[staticmethod]
            fn $name($($arg: $type),*) -> PyResult<Self> {
                Ok(Self { shape: $make.raise()? })
            })*
            /// The same shape elsewhere.
            fn shifted(&self, by: [f64; 2]) -> PyResult<Self> {
                Ok(Self { shape: self.shape.clone().shifted(Vector2::from(by)).raise()? })
            }
            /// Its mass (kg).
            #[getter]
            fn mass(&self) -> f64 {
                self.shape.mass
            }
            /// Its moment of inertia about its center of mass (kg m²).
            #[getter]
            fn inertia(&self) -> f64 {
                self.shape.inertia
            }
            /// Its center of mass.
            #[getter]
            fn center(&self) -> (f64, f64) {
                (self.shape.center.x, self.shape.center.y)
            }
        }
    };
}
shapes! {
    /// A mass at a point.
    point(mass: f64) => c::MassProperties::point(mass);
    /// A thin rod along its x axis.
    rod(mass: f64, length: f64) => c::MassProperties::rod(mass, length);
    /// A disk.
    disk(mass: f64, radius: f64) => c::MassProperties::disk(mass, radius);
    /// A thin ring.
    ring(mass: f64, radius: f64) => c::MassProperties::ring(mass, radius);
    /// A rectangle.
    rectangle(mass: f64, width: f64, height: f64) => c::MassProperties::rectangle(mass, width, height);
    /// An ellipse with these semi-axes.
    ellipse(mass: f64, a: f64, b: f64) => c::MassProperties::ellipse(mass, a, b);
    /// A polygon of a mass per area.
    polygon(vertices: Vec<[f64; 2]>, density_per_area: f64) => c::MassProperties::polygon(&vertices.into_iter().map(Point2::from).collect::<Vec<_>>(), density_per_area);
    /// Several shapes as one.
    combine(parts: Vec<MassProperties>) => c::MassProperties::combine(&parts.into_iter().map(|part| part.shape).collect::<Vec<_>>());
}

/// A rigid body in the plane.
///
/// `at` is (x, y, angle), `moving` (vx, vy, spin); what is not told is zero. `between` two points instead lays its x axis along them, its center half way.
#[pyclass(frozen, module = "chetaev")]
pub struct RigidBody {
    body: c::RigidBody,
}

impl RigidBody {
    fn placed(
        body: c::RigidBody,
        at: Option<[f64; 3]>,
        moving: Option<[f64; 3]>,
        between: Option<[[f64; 2]; 2]>,
    ) -> PyResult<Self> {
        if at.is_some() && between.is_some() {
            return Err(PyValueError::new_err(TWICE));
        }
        let [at, moving] = [at, moving].map(Option::unwrap_or_default);
        let body = body.at(at[0], at[1], at[2]).moving(moving[0], moving[1], moving[2]);
        Ok(Self { body: between.map_or_else(|| body.clone(), |[from, to]| body.clone().between(from, to)) })
    }
}

macro_rules! rigid {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) => $make:expr;)*) => {
        #[pymethods]
        impl RigidBody {
            #[new]
            #[pyo3(signature = (mass, inertia, *, at=None, moving=None, between=None))]
            fn new(mass: f64, inertia: f64, at: Option<[f64; 3]>, moving: Option<[f64; 3]>, between: Option<[[f64; 2]; 2]>) -> PyResult<Self> {
                Self::placed(c::RigidBody::new(mass, inertia), at, moving, between)
            }
            $($(#[$doc])*
            #[staticmethod]
            #[pyo3(signature = ($($arg,)* *, at=None, moving=None, between=None))]
            fn $name($($arg: $type,)* at: Option<[f64; 3]>, moving: Option<[f64; 3]>, between: Option<[[f64; 2]; 2]>) -> PyResult<Self> {
                Self::placed($make, at, moving, between)
            })*
        }
    };
}
rigid! {
    /// A thin rod along its x axis.
    rod(mass: f64, length: f64) => c::RigidBody::rod(mass, length);
    /// A disk.
    disk(mass: f64, radius: f64) => c::RigidBody::disk(mass, radius);
    /// An ellipse with these semi-axes.
    ellipse(mass: f64, a: f64, b: f64) => c::RigidBody::ellipse(mass, a, b);
    /// A rectangle.
    rectangle(mass: f64, width: f64, height: f64) => c::RigidBody::rectangle(mass, width, height);
    /// Of a shape's mass and moment of inertia, about its center of mass.
    from_shape(shape: MassProperties) => c::RigidBody::from_shape(shape.shape);
}

/// Mass, center and moments of inertia of a shape in space.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Inertia {
    inertia: c::Inertia,
}

macro_rules! inertias {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) => $make:expr;)*) => {
        #[pymethods]
        impl Inertia {
            $($(#[$doc])*
            #[staticmethod]
            fn $name($($arg: $type),*) -> PyResult<Self> {
                Ok(Self { inertia: $make.raise()? })
            })*
            /// The same shape, moved along its axes.
            fn moved(&self, x: f64, y: f64, z: f64) -> Self {
                Self { inertia: self.inertia.clone().moved(x, y, z) }
            }
            /// The same shape, turned by a quaternion (w, x, y, z) about the origin of its axes.
            fn turned(&self, quaternion: [f64; 4]) -> Self {
                Self { inertia: self.inertia.clone().turned(attitude(quaternion)) }
            }
            /// Its mass (kg).
            #[getter]
            fn mass(&self) -> f64 {
                self.inertia.mass()
            }
            /// Its center of mass, in the axes in which it was described.
            #[getter]
            fn center(&self) -> [f64; 3] {
                three(self.inertia.center())
            }
            /// Its tensor of inertia about the center of mass (kg m²).
            #[getter]
            fn tensor<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
                Array::rectangle(py, self.inertia.tensor().transpose().as_slice().to_vec(), 3, 3)
            }
        }
    };
}
inertias! {
    /// A mass at a point.
    point(mass: f64) => c::Inertia::point(mass);
    /// A thin rod along its z axis, its middle at the origin: a part of a body, for nothing of it resists a turn about z.
    rod(mass: f64, length: f64) => c::Inertia::rod(mass, length);
    /// A thin disk, normal to z.
    disk(mass: f64, radius: f64) => c::Inertia::disk(mass, radius);
    /// A ring about z, of this radius to the middle of its wire; with a wire of radius 0 a hoop.
    ring(mass: f64, radius: f64, wire: f64) => c::Inertia::ring(mass, radius, wire);
    /// A cylinder, its axis along z.
    cylinder(mass: f64, radius: f64, length: f64) => c::Inertia::cylinder(mass, radius, length);
    /// A cone along z, its tip above; the origin is its center of mass, a quarter of the height above the base.
    cone(mass: f64, radius: f64, height: f64) => c::Inertia::cone(mass, radius, height);
    /// A block with these edges along x, y, z.
    cuboid(mass: f64, edges: [f64; 3]) => c::Inertia::cuboid(mass, edges);
    /// A ball.
    sphere(mass: f64, radius: f64) => c::Inertia::sphere(mass, radius);
    /// A thin spherical shell.
    hollow_sphere(mass: f64, radius: f64) => c::Inertia::hollow_sphere(mass, radius);
    /// An ellipsoid with these semi-axes along x, y, z.
    ellipsoid(mass: f64, half_axes: [f64; 3]) => c::Inertia::ellipsoid(mass, half_axes);
    /// Several shapes as one.
    compose(parts: Vec<Inertia>) => c::Inertia::compose(&parts.into_iter().map(|part| part.inertia).collect::<Vec<_>>());
}

/// A rigid body in space.
///
/// `at` is its center of mass, `turned` its attitude as a quaternion (w, x, y, z), `moving` its velocity, `spinning` its spin in its own axes; at first it stands at the origin, unturned and
/// at rest. `between` two points instead lays its z axis along them, its center half way: as rods, cylinders and disks have theirs.
#[pyclass(frozen, module = "chetaev")]
pub struct Solid {
    body: c::Solid,
}

impl Solid {
    fn placed(mut body: c::Solid, to: Placing) -> PyResult<Self> {
        if to.between.is_some() && (to.at.is_some() || to.turned.is_some()) {
            return Err(PyValueError::new_err(TWICE));
        }
        if let Some([from, end]) = to.between {
            body = body.between(from, end);
        }
        if let Some([x, y, z]) = to.at {
            body = body.at(x, y, z);
        }
        if let Some(turned) = to.turned {
            body = body.turned(attitude(turned));
        }
        let [[vx, vy, vz], [wx, wy, wz]] = [to.moving, to.spinning].map(Option::unwrap_or_default);
        Ok(Self { body: body.moving(vx, vy, vz).spinning(wx, wy, wz) })
    }
}

macro_rules! solids {
    ($($(#[$doc:meta])* $name:ident $([$new:meta])? ($($arg:ident: $type:ty),*) => $make:expr;)*) => {
        #[pymethods]
        impl Solid {
            $($(#[$doc])*
            #[pyo3(signature = ($($arg,)* *, at=None, between=None, turned=None, moving=None, spinning=None))]
            #[allow(clippy::too_many_arguments)]
            fn $name($($arg: $type,)* at: Option<[f64; 3]>, between: Option<[[f64; 3]; 2]>, turned: Option<[f64; 4]>, moving: Option<[f64; 3]>, spinning: Option<[f64; 3]>) -> PyResult<Self> {
                Self::placed($make.raise()?, Placing { at, between, turned, moving, spinning })
            })*
        }
    };
}
solids! {
    /// By the tensor of inertia about its center of mass, in its own axes (kg m²).
    #[new]
    new(mass: f64, inertia: [[f64; 3]; 3]) => c::Solid::new(mass, Matrix3::from_fn(|i, j| inertia[i][j]));
    /// By its principal moments of inertia, about its own axes.
    #[staticmethod]
    principal(mass: f64, moments: [f64; 3]) => c::Solid::principal(mass, moments);
    /// Of a shape: its frame is at the shape's center of mass, its axes are the shape's.
    #[staticmethod]
    from_inertia(inertia: Inertia) => c::Solid::from_inertia(inertia.inertia);
}

/// Adds a body of any kind, and gives its handle.
pub fn add<'py>(builder: &mut c::ModelBuilder, name: &str, body: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, named) = (body.py(), name.to_owned());
    let planar = |id| Ok(Bound::new(py, BodyId { id, name: named.clone() })?.into_any());
    let spatial = |id| Ok(Bound::new(py, SpatialBodyId { id, name: named.clone() })?.into_any());
    if let Ok(body) = body.cast::<RigidBody>() {
        return planar(builder.body(name, body.get().body.clone()));
    }
    if let Ok(body) = body.cast::<Solid>() {
        return spatial(builder.body(name, body.get().body.clone()));
    }
    if let Ok(body) = body.cast::<Particle>() {
        let Particle { mass, at, moving } = body.get();
        return match (&at[..], &moving[..]) {
            (&[x, y, z], &[vx, vy, vz]) => {
                spatial(builder.body(name, c::Particle::<Spatial>::in_space(*mass).at(x, y, z).moving(vx, vy, vz)))
            }
            _ => planar(builder.body(name, c::Particle::new(*mass).at(at[0], at[1]).moving(moving[0], moving[1]))),
        };
    }
    Err(PyTypeError::new_err(format!("`{name}` is no body: use RigidBody, Solid or Particle")))
}

/// A vector of the library as three numbers.
pub fn three(v: Vector3<f64>) -> [f64; 3] {
    v.into()
}
