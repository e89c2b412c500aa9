//! Handles. The space in the type of a Rust handle is a class of its own here: handles of the plane and of space do not mix.

use chetaev::element::{self, BodyRef, Placed, Planar, Spatial};
use chetaev::nalgebra::{Quaternion, UnitQuaternion};
use chetaev::prelude as c;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident { $id:ident: $type:ty })*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, from_py_object, module = "chetaev")]
        #[derive(Clone)]
        pub struct $name {
            pub $id: $type,
            /// Its name in the model.
            #[pyo3(get)]
            pub name: String,
        }
    )*};
}

handles! {
    /// A body of the plane, or `GROUND`.
    BodyId { id: c::BodyId<Planar> }
    /// A body in space, or `WORLD`.
    SpatialBodyId { id: c::BodyId<Spatial> }
    /// A constraint.
    ConstraintId { id: c::ConstraintRef }
    /// A force.
    ForceId { id: c::ForceId }
    /// A friction point.
    FrictionId { id: c::FrictionId }
    /// A contact that opens.
    ContactId { id: c::ContactId }
    /// An input, or another variable of the model.
    VariableId { id: c::VariableId }
}

/// Handles are the same that have one place in one model.
macro_rules! repr {
    ($($name:ident: $ref:ty { $($more:tt)* })*) => {$(
        impl $name {
            fn place(&self) -> [u32; 2] {
                <$ref>::from(self.id).place()
            }
        }

        #[pymethods]
        impl $name {
            $($more)*
            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<Self>().is_ok_and(|other| other.get().place() == self.place())
            }
            fn __hash__(&self) -> u64 {
                let [model, place] = self.place().map(u64::from);
                model << 32 | place
            }
            fn __repr__(&self) -> String {
                format!("{}({:?})", stringify!($name), self.name)
            }
        }
    )*};
}

/// A point fixed in a body of the plane.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Point {
    pub at: element::Point<Planar>,
}

/// A point fixed in a body in space.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct SpatialPoint {
    pub at: element::Point<Spatial>,
}

/// A directed line fixed in a body of the plane.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Axis {
    pub line: element::Axis,
}

#[pymethods]
impl Axis {
    /// The point at this abscissa.
    fn at(&self, abscissa: f64) -> Point {
        Point { at: self.line.at(abscissa) }
    }
}

/// A point with axes fixed in a body in space.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Mark {
    pub mark: element::Mark,
}

#[pymethods]
impl Mark {
    /// The same axes elsewhere, moved along themselves.
    fn moved(&self, x: f64, y: f64, z: f64) -> Self {
        Self { mark: self.mark.moved(x, y, z) }
    }
    /// Its axes turned by a quaternion (w, x, y, z) about themselves.
    fn turned(&self, quaternion: [f64; 4]) -> Self {
        Self { mark: self.mark.turned(attitude(quaternion)) }
    }
    /// Its x axis as near to this direction of the body as its z axis allows.
    fn with_x(&self, direction: [f64; 3]) -> Self {
        Self { mark: self.mark.with_x(direction) }
    }
    /// Its point.
    fn point(&self) -> SpatialPoint {
        SpatialPoint { at: self.mark.point() }
    }
}

/// A quaternion of any length as an attitude.
pub fn attitude([w, x, y, z]: [f64; 4]) -> UnitQuaternion<f64> {
    UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z))
}

repr! {
    BodyId: BodyRef {
        /// The point with these coordinates in the body's axes, from its center of mass.
        fn point(&self, x: f64, y: f64) -> Point {
            Point { at: self.id.point(x, y) }
        }
        /// The center of mass.
        fn origin(&self) -> Point {
            Point { at: self.id.origin() }
        }
        /// The directed line through a point, at an angle from the body's x axis.
        fn axis(&self, through: [f64; 2], angle: f64) -> Axis {
            Axis { line: self.id.axis(through, angle) }
        }
    }
    SpatialBodyId: BodyRef {
        /// The point with these coordinates in the body's axes, from its center of mass.
        fn point(&self, x: f64, y: f64, z: f64) -> SpatialPoint {
            SpatialPoint { at: self.id.point(x, y, z) }
        }
        /// The center of mass.
        fn origin(&self) -> SpatialPoint {
            SpatialPoint { at: self.id.origin() }
        }
        /// A point with axes, whose z axis has this direction in the body's axes.
        fn axis(&self, through: [f64; 3], direction: [f64; 3]) -> Mark {
            Mark { mark: self.id.axis(through, direction) }
        }
        /// A point with the axes of the body.
        fn mark(&self, x: f64, y: f64, z: f64) -> Mark {
            Mark { mark: self.id.mark(x, y, z) }
        }
    }
    ConstraintId: c::ConstraintRef {}
    ForceId: c::ForceId {}
    FrictionId: c::FrictionId {}
    ContactId: c::ContactId {}
    VariableId: c::VariableId {}
}

/// One of several things, with words for what is none of them: `$types` is what stubs call them.
macro_rules! either {
    ($($(#[$doc:meta])* $name:ident $(<$life:lifetime>)? $types:literal $needed:literal { $($kind:ident($type:ty)),* })*) => {$(
        $(#[$doc])*
        pub enum $name $(<$life>)? {
            $($kind($type)),*
        }

        impl<'a, 'py> pyo3::FromPyObject<'a, 'py> for $name $(<$life>)? {
            type Error = pyo3::PyErr;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", $types);

            fn extract(from: pyo3::Borrowed<'a, 'py, pyo3::PyAny>) -> pyo3::PyResult<Self> {
                $(if let Ok(it) = from.extract() {
                    return Ok(Self::$kind(it));
                })*
                Err($crate::handles::needed($needed, from))
            }
        }
    )*};
}
pub(crate) use either;

/// What is needed in the place of something else.
pub fn needed(what: &str, got: Borrowed<'_, '_, PyAny>) -> PyErr {
    let kind = got.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    let shown = got.repr().map(|it| it.to_string()).ok().filter(|it| it.len() <= 40 && !it.starts_with('<'));
    PyTypeError::new_err(match shown {
        Some(shown) => format!("{what} is needed here, and not {shown} ({kind})"),
        None => format!("{what} is needed here, and not a {kind}"),
    })
}

either! {
    /// A point of either space.
    AnyPoint "AnyPoint" "a point of a body, such as `body.origin()` or `GROUND.point(x, y)`," { Planar(Point), Spatial(SpatialPoint) }
    /// A body of either space.
    AnyBody "AnyBody" "a body, the handle that `builder.body` gave, `GROUND` or `WORLD`," { Planar(BodyId), Spatial(SpatialBodyId) }
    /// A handle of any kind.
    Handle "Named" "a name or a handle" {
        Planar(BodyId), Spatial(SpatialBodyId), Constraint(ConstraintId), Force(ForceId), Friction(FrictionId), Contact(ContactId), Variable(VariableId)
    }
}

/// A constraint of the model in the making, by its handle.
pub struct OfBuilder(pub ConstraintId);

impl<'a, 'py> FromPyObject<'a, 'py> for OfBuilder {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "OfBuilder");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let told = |_| {
            needed(
                "the handle of the constraint, which `builder.constraint` gave (its name is enough in results only),",
                from,
            )
        };
        from.extract().map(Self).map_err(told)
    }
}

/// Coordinates in the axes of a body that is told elsewhere.
pub struct Local<const N: usize>(pub [f64; N]);

impl<'a, 'py, const N: usize> FromPyObject<'a, 'py> for Local<N> {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = <[f64; N]>::INPUT_TYPE;

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let numbers = if N == 2 { "[x, y]" } else { "[x, y, z]" };
        let what = format!("{numbers} in the axes of its body, from its center of mass,");
        from.extract().map(Self).map_err(|_| needed(&what, from))
    }
}

/// Two points of one space.
pub enum Points {
    Planar(element::Point<Planar>, element::Point<Planar>),
    Spatial(element::Point<Spatial>, element::Point<Spatial>),
}

impl Points {
    pub fn of(a: AnyPoint, b: AnyPoint) -> PyResult<Self> {
        match (a, b) {
            (AnyPoint::Planar(a), AnyPoint::Planar(b)) => Ok(Self::Planar(a.at, b.at)),
            (AnyPoint::Spatial(a), AnyPoint::Spatial(b)) => Ok(Self::Spatial(a.at, b.at)),
            _ => Err(mixed()),
        }
    }
}

pub fn mixed() -> PyErr {
    PyTypeError::new_err(
        "one of them is in the plane and the other in space: `GROUND` and `BodyId` are of the plane, `WORLD` and `SpatialBodyId` of space",
    )
}

/// A handle, or a name. Results are read by name as well: those of a model that was read from a file had no other until it was asked for handles.
pub struct Name {
    pub name: String,
    /// Where it was a handle: it must be one of the model.
    pub handle: Option<Handle>,
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), handle: None }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Name {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Named");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = from.extract() {
            return Ok(Self { name, handle: None });
        }
        let handle = from.extract()?;
        Ok(Self { name: from.getattr("name")?.extract()?, handle: Some(handle) })
    }
}

pub fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("GROUND", BodyId { id: c::GROUND, name: "ground".into() })?;
    m.add("WORLD", SpatialBodyId { id: c::WORLD, name: "world".into() })
}
