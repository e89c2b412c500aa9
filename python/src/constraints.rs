//! Constraints.

use crate::called::Called;
use crate::class::{elements, given};
use crate::errors::Raise;
use crate::events::words;
use crate::handles::{AnyBody, AnyPoint, Axis, BodyId, Mark, Point, Points, SpatialPoint, mixed};
use crate::math::{FormulaLike, LookupTable, SignalLike};
use crate::measures::{Measure, along};
use crate::shapes::Curve;
use chetaev::constraint;
use chetaev::hybrid;
use chetaev::prelude as c;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

type Add = Arc<dyn Fn(&mut c::ModelBuilder, &str) -> c::ConstraintRef + Send + Sync>;
type AddGap = Arc<dyn Fn(&mut c::ModelBuilder, &str, c::Rigid) -> c::ContactId + Send + Sync>;

/// What holds bodies together. A `Contact` or a `Stop` can also be added as a contact that opens.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct Constraint {
    pub add: Add,
    /// How it is added as a contact, if it has a gap.
    pub open: Option<AddGap>,
    pub as_what: As,
}

/// What an element may be added as.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum As {
    /// A constraint, or, if it has a gap, a contact as well.
    Either,
    /// A contact that opens, and no constraint.
    Contact,
    /// A constraint without slip, or a contact that is rough.
    Rolling,
}

impl Constraint {
    /// Of a type that the library knows: it is compiled there, and not once more here.
    pub fn of<C: Clone + Send + Sync + 'static>(element: C) -> Self {
        Self::by(move |builder, name| known(builder.built_in_constraint(name, &element)))
    }

    /// Of a type that is made here.
    pub fn own<C: constraint::Constraint + Clone + 'static>(element: C) -> Self {
        Self::by(move |builder, name| builder.constraint(name, element.clone()).into())
    }

    pub fn by(add: impl Fn(&mut c::ModelBuilder, &str) -> c::ConstraintRef + Send + Sync + 'static) -> Self {
        Self { add: Arc::new(add), open: None, as_what: As::Either }
    }

    pub fn gap<G: c::Gap + Clone + 'static>(element: G) -> Self {
        let gap = element.clone();
        Self {
            open: Some(Arc::new(move |builder, name, law| builder.contact(name, gap.clone(), law))),
            ..Self::own(element)
        }
    }

    pub fn opening<G: c::Gap + Clone + 'static>(element: G) -> Self {
        Self { as_what: As::Contact, ..Self::gap(element) }
    }

    pub fn rolling<G: c::Gap + Clone + 'static>(element: G) -> Self {
        Self { as_what: As::Rolling, ..Self::gap(element) }
    }

    fn stop<G: Clone + Send + Sync + 'static>(element: G) -> Self {
        let gap = element.clone();
        Self {
            open: Some(Arc::new(move |builder, name, law| known(builder.built_in_contact(name, &gap, law)))),
            ..Self::of(element)
        }
    }
}

/// The handle of an element of a type that the library knows.
pub fn known<T>(added: Option<T>) -> T {
    added.unwrap_or_else(|| unreachable!("it is in the tables of what can be saved"))
}

/// Formulas on several bodies: their number is part of a type in Rust.
macro_rules! on_bodies {
    ($make:ident($bodies:expr, $rows:expr); $($count:literal)*) => {
        match $bodies.len() {
            $($count => {
                let bodies: [_; $count] = $bodies.try_into().unwrap_or_else(|_| unreachable!("they were counted"));
                Constraint::of(constraint::Equation::$make(bodies, $rows).raise()?)
            })*
            n => return Err(PyValueError::new_err(format!("an equation is on 1 to 6 bodies, not {n}"))),
        }
    };
}

/// The same in the plane and in space, positions or velocities.
macro_rules! equation {
    ($make:ident, $bodies:expr, $rows:expr, $derivatives:expr) => {{
        let planar: Vec<_> = $bodies.iter().filter_map(|body| if let AnyBody::Planar(body) = body { Some(body.id) } else { None }).collect();
        let spatial: Vec<_> = $bodies.iter().filter_map(|body| if let AnyBody::Spatial(body) = body { Some(body.id) } else { None }).collect();
        if !(planar.is_empty() || spatial.is_empty()) {
            return Err(mixed());
        }
        let holonomic = stringify!($make) == "holonomic";
        let called = words!("way of derivatives", $derivatives; "traced" => false, "dual" => true);
        match (called, spatial.is_empty()) {
            (true, true) => Constraint::own(Python::attach(|py| Called::new(py, planar, unread($rows), holonomic))?),
            (true, false) => Constraint::own(Python::attach(|py| Called::new(py, spatial, unread($rows), holonomic))?),
            (false, true) => on_bodies!($make(planar, traced($rows)?); 1 2 3 4 5 6),
            (false, false) => on_bodies!($make(spatial, traced($rows)?); 1 2 3 4 5 6),
        }
    }};
}

/// A row of an equation, before it is known whether it is to be traced.
pub struct Row(Py<PyAny>);

impl<'a, 'py> FromPyObject<'a, 'py> for Row {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "FormulaLike");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(from.to_owned().unbind()))
    }
}

fn unread(rows: Vec<Row>) -> Vec<Py<PyAny>> {
    rows.into_iter().map(|row| row.0).collect()
}

fn traced(rows: Vec<Row>) -> PyResult<Vec<c::Formula>> {
    Python::attach(|py| rows.iter().map(|row| row.0.bind(py).extract::<FormulaLike>()?.0.alone()).collect())
}

macro_rules! joints {
    ($joint:expr, $in_axes_of_a:expr) => {
        Constraint::of(if $in_axes_of_a { $joint.in_axes_of_a() } else { $joint })
    };
}

elements! {
    /// A point of b on a point of a. λ is the force on b in world axes.
    Revolute: Constraint {
        + (a: Point, b: Point) => Constraint::of(c::Revolute::new(a.at, b.at));
    }
    /// b on a line of a, unturned: the line of b lies on that of a.
    Prismatic: Constraint {
        + (a: Axis, b: Axis) => Constraint::of(c::Prismatic::new(a.line, b.line));
    }
    /// b fixed to a: the line of b lies on that of a, point on point.
    Weld: Constraint {
        + (a: Axis, b: Axis) => Constraint::of(c::Weld::new(a.line, b.line));
    }
    /// A point of b on a line of a.
    Slot: Constraint {
        + (line: Axis, pin: Point) => Constraint::of(c::Slot::new(line.line, pin.at));
    }
    /// Two points at a distance, in the plane or in space.
    Distance: Constraint {
        + (a: AnyPoint, b: AnyPoint, length: f64) => match Points::of(a, b)? {
            Points::Planar(a, b) => Constraint::of(c::Distance::new(a, b, length)),
            Points::Spatial(a, b) => Constraint::of(c::Distance::new(a, b, length)),
        };
    }
    /// The point of an edge moves on a body along its direction only, not across it: a skate, a wheel that does not skid.
    KnifeEdge: Constraint {
        + (on: BodyId, edge: Axis) => Constraint::of(c::KnifeEdge::new(on.id, edge.line));
    }
    /// A sum of coefficients times (vx, vy, spin) of bodies of the plane; zero, or `equal_to` a function of time.
    LinearVelocity: Constraint {
        + (terms: Vec<(BodyId, [SignalLike; 3])>; equal_to: Option<SignalLike> = None) => {
            let right = equal_to.map_or_else(|| c::Signal::constant(0.0), |it| it.0);
            let sum = terms.into_iter().fold(c::LinearVelocity::equal_to_signal(right), |sum, (body, term)| sum.term_signal(body.id, term.map(|it| it.0)));
            Constraint::of(sum)
        };
    }
    /// A measure as a given function of time; its multiplier is the force or the torque that this needs.
    Driver: Constraint {
        + (measure: PyRef<'_, Measure>, law: SignalLike) => along!(measure.kind.clone(), m => Constraint::of(c::Driver::signal(m, law.0)));
    }
    /// A point of the plane along a given path.
    PointDriver: Constraint {
        + (point: Point, path: [SignalLike; 2]) => Constraint::of(c::PointDriver::signal(point.at, path.map(|it| it.0)));
    }
    /// A point on a curve of a body, near the parameter `near` at first.
    PointOnCurve: Constraint {
        + (body: BodyId, curve: PyRef<'_, Curve>, point: Point; near: Option<f64> = None) => {
            let make = curve.make.clone();
            Constraint::by(move |builder, name| {
                builder.constraint(name, given!(c::PointOnCurve::new(body.id, make(), point.at); near: near)).into()
            })
        };
    }
    /// One measure in a fixed ratio to another: first = ratio · second + offset. A `formula` of x, or a `table`, of the second one is added.
    Coupler: Constraint {
        + (first: PyRef<'_, Measure>, ratio: f64, second: PyRef<'_, Measure>; offset: f64 = 0.0, formula: Option<FormulaLike> = None, table: Option<LookupTable> = None) => {
            let formula = formula.map(|it| it.0.alone()).transpose()?;
            along!(first.kind.clone(), a => along!(second.kind.clone(), b => {
                let mut coupler = c::Coupler::new(a, ratio, b).offset(offset);
                if let Some(formula) = formula {
                    coupler = coupler.formula(formula).raise()?;
                }
                if let Some(table) = table {
                    coupler = coupler.table(table.table).raise()?;
                }
                Constraint::of(coupler)
            }))
        };
    }
    /// Formulas that are zero, one for each row, of the poses or of the velocities of bodies.
    ///
    /// Their arguments are `t` and `x`, `y`, `angle`, `vx`, `vy`, `spin` of one body of the plane; of several `x1`, `y1`, …, `x2`, …; in space `x`, `y`, `z`, `qw`, `qx`, `qy`, `qz`,
    /// `vx`, `vy`, `vz` (in world axes), `wx`, `wy`, `wz` (the spin, in the body's own axes). A function that cannot be traced, for it asks which number is larger or looks something up, is called at every evaluation under
    /// `derivatives="dual"`, with numbers that carry derivatives: slower, and such a model cannot be saved.
    Equation: Constraint {
        /// On positions.
        holonomic(bodies: Vec<AnyBody>, rows: Vec<Row>; derivatives: &str = "traced") => equation!(holonomic, bodies, rows, derivatives);
        /// On velocities, linear in them or not.
        nonholonomic(bodies: Vec<AnyBody>, rows: Vec<Row>; derivatives: &str = "traced") => equation!(nonholonomic, bodies, rows, derivatives);
    }
    /// Joints in space, between marks. With `in_axes_of_a` reactions are told in the axes of the mark on a.
    Joint: Constraint {
        /// A point on a point.
        spherical(a: SpatialPoint, b: SpatialPoint) => Constraint::of(c::Joint::spherical(a.at, b.at));
        /// A hinge about the z axes.
        revolute(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::revolute(a.mark, b.mark), in_axes_of_a);
        /// A guide along the z axes.
        prismatic(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::prismatic(a.mark, b.mark), in_axes_of_a);
        /// A shaft in a sleeve: it turns about the z axis and slides along it.
        cylindrical(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::cylindrical(a.mark, b.mark), in_axes_of_a);
        /// A cross: the z axes meet at a right angle.
        universal(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::universal(a.mark, b.mark), in_axes_of_a);
        /// A plate on a plane, whose normal is the z axis.
        planar(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::planar(a.mark, b.mark), in_axes_of_a);
        /// Fixed.
        weld(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::weld(a.mark, b.mark), in_axes_of_a);
        /// A point on the z axis of a mark.
        point_on_line(line: Mark, point: SpatialPoint; in_axes_of_a: bool = false) => joints!(c::Joint::point_on_line(line.mark, point.at), in_axes_of_a);
        /// A point on the plane of a mark, whose normal is its z axis.
        point_on_plane(plane: Mark, point: SpatialPoint; in_axes_of_a: bool = false) => joints!(c::Joint::point_on_plane(plane.mark, point.at), in_axes_of_a);
        /// The z axes parallel.
        parallel(a: Mark, b: Mark; in_axes_of_a: bool = false) => joints!(c::Joint::parallel(a.mark, b.mark), in_axes_of_a);
    }
    /// A screw along the z axes, which advances by `pitch` with each turn.
    Screw: Constraint {
        + (a: Mark, b: Mark, pitch: f64; offset: f64 = 0.0) => Constraint::of(c::Screw::new(a.mark, b.mark, pitch).offset(offset));
    }
    /// A limit of a measure: a contact that opens, or a constraint that holds the measure there.
    Stop: Constraint {
        /// The measure stays above.
        above(measure: PyRef<'_, Measure>, least: f64) => along!(measure.kind.clone(), m => Constraint::stop(hybrid::Stop::above(m, least)));
        /// The measure stays below.
        below(measure: PyRef<'_, Measure>, most: f64) => along!(measure.kind.clone(), m => Constraint::stop(hybrid::Stop::below(m, most)));
    }
}
