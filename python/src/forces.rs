//! Forces.

use crate::class::{elements, given};
use crate::constraints::known;
use crate::errors::Raise;
use crate::handles::{AnyBody, AnyPoint, Axis, BodyId, Mark, OfBuilder, Point, SpatialBodyId};
use crate::math::{Formula, FormulaLike, LookupTable, Signal, SignalLike};
use crate::measures::{Measure, MeasureOf, along};
use crate::shapes::SpatialPair;
use chetaev::force;
use chetaev::math::Given;
use chetaev::prelude as c;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::sync::Arc;

type Add = Arc<dyn Fn(&mut c::ModelBuilder, &str) -> c::ForceId + Send + Sync>;

/// A force.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct Force {
    pub add: Add,
}

impl Force {
    /// Of a type that the library knows: it is compiled there, and not once more here.
    fn of<F: Clone + Send + Sync + 'static>(element: F) -> Self {
        Self { add: Arc::new(move |builder, name| known(builder.built_in_force(name, &element))) }
    }

    /// Of a type that is made here.
    fn own<F: force::Force + Clone + 'static>(element: F) -> Self {
        Self { add: Arc::new(move |builder, name| builder.force(name, element.clone())) }
    }
}

/// A component of a force: what depends on time alone, or on the motion as well.
pub enum Component {
    OfTime(SignalLike),
    Formula(Formula),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Component {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "SignalLike");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let formula = match from.cast::<PyString>().is_ok() || (from.is_callable() && from.cast::<Signal>().is_err()) {
            true => from.extract::<Formula>().or_else(|_| Formula::of(&from, None))?,
            false => return from.extract().map(Self::OfTime),
        };
        match formula.arguments().iter().any(|argument| argument != "t") {
            true => Ok(Self::Formula(formula)),
            false => Ok(Self::OfTime(SignalLike(c::Signal::formula(formula.given()).raise()?))),
        }
    }
}

impl Component {
    fn given(self) -> PyResult<Given<c::Signal>> {
        Ok(match self {
            Self::OfTime(law) => c::Formula::parse("given", ["given"]).raise()?.given("given", law.0),
            Self::Formula(formula) => formula.given(),
        })
    }

    fn of_time(&self) -> Option<c::Signal> {
        match self {
            Self::OfTime(law) => Some(law.0.clone()),
            Self::Formula(_) => None,
        }
    }
}

/// A force and a moment: by signals if they are all functions of time, else by formulas.
macro_rules! applied {
    ($point:expr, $force:expr, $moment:expr, $single:expr; $n:literal $k:literal) => {{
        let (force, moment): (Vec<Component>, Vec<Component>) = ($force, $moment);
        let shape =
            format!("a force has {} components here and a moment {}, not {} and {}", $n, $k, force.len(), moment.len());
        let signals = |parts: &[Component]| parts.iter().map(Component::of_time).collect::<Option<Vec<_>>>();
        let wrong = |_| PyValueError::new_err(shape.clone());
        match (signals(&force), signals(&moment)) {
            (Some(force), Some(moment)) => {
                let (force, moment): ([c::Signal; $n], [c::Signal; $k]) =
                    (force.try_into().map_err(|_| wrong(()))?, moment.try_into().map_err(|_| wrong(()))?);
                Force::of(c::Applied::signal($point, force, $single(moment)))
            }
            _ => {
                let formulas =
                    |parts: Vec<Component>| parts.into_iter().map(Component::given).collect::<PyResult<Vec<_>>>();
                let (force, moment): ([_; $n], [_; $k]) = (
                    formulas(force)?.try_into().map_err(|_| wrong(()))?,
                    formulas(moment)?.try_into().map_err(|_| wrong(()))?,
                );
                Force::of(c::Applied::formula($point, force, moment).raise()?)
            }
        }
    }};
}

/// One component, or several.
pub enum Moment {
    One(Component),
    Several(Vec<Component>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Moment {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Moment");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match from.cast::<PyList>().is_ok() || from.cast::<PyTuple>().is_ok() {
            true => from.extract().map(Self::Several),
            false => from.extract().map(Self::One),
        }
    }
}

fn applied(point: AnyPoint, force: Option<Vec<Component>>, moment: Option<Moment>) -> PyResult<Force> {
    let none = |n: usize| (0..n).map(|_| Component::OfTime(SignalLike(c::Signal::constant(0.0)))).collect::<Vec<_>>();
    let n = if matches!(point, AnyPoint::Planar(_)) { [2, 1] } else { [3, 3] };
    let force = force.unwrap_or_else(|| none(n[0]));
    let moment = match moment {
        None => none(n[1]),
        Some(Moment::One(one)) => vec![one],
        Some(Moment::Several(several)) => several,
    };
    Ok(match point {
        AnyPoint::Planar(point) => applied!(point.at, force, moment, |[moment]: [c::Signal; 1]| moment; 2 1),
        AnyPoint::Spatial(point) => applied!(point.at, force, moment, |moment: [c::Signal; 3]| moment; 3 3),
    })
}

/// The resistance of a damper.
pub enum Damper {
    Table(LookupTable),
    Formula(FormulaLike),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Damper {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Damper");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        from.extract().map(Self::Table).or_else(|_| from.extract().map(Self::Formula))
    }
}

/// With its damper, for both springs that may have one.
macro_rules! damped {
    ($spring:expr, $damper:expr) => {
        match $damper {
            None => $spring,
            Some(Damper::Table(table)) => $spring.damper(table.table),
            Some(Damper::Formula(formula)) => $spring.damper_formula(formula.0.alone()?).raise()?,
        }
    };
}

fn spring(along: MeasureOf, stiffness: f64, rest: f64, damping: f64) -> Force {
    along!(along, m => Force::of(c::SpringDamper::along(m, stiffness).rest(rest).damping(damping)))
}

/// Stiffness between as many coordinates of a body: their number is part of a type in Rust.
macro_rules! elastic {
    ($body:expr, $coordinates:expr, $stiffness:expr, $rest:expr, $damped:expr; $($count:literal)*) => {
        match $coordinates.len() {
            $($count if $stiffness.iter().all(|row| row.len() == $count) && $stiffness.len() == $count => {
                let elastic = force::Elastic::new($body, std::array::from_fn::<_, $count, _>(|k| $coordinates[k]), std::array::from_fn(|i| std::array::from_fn(|j| $stiffness[i][j])));
                let elastic = elastic.rest($rest.unwrap_or_else(|| vec![0.0; $count]));
                Force::of(given!(elastic; damped: $damped))
            })*
            n => return Err(PyValueError::new_err(format!("the stiffness between {n} coordinates is a square of so many rows, and there are 1 to 6 of them"))),
        }
    };
}

elements! {
    /// A force at a point and a moment about it, in world axes: numbers, functions of time, or formulas of `t`, `x`, `y`, `angle`, `vx`, `vy`, `spin` of its body
    /// (in space `x`, `y`, `z`, `qw`, `qx`, `qy`, `qz`, `vx`, `vy`, `vz`, `wx`, `wy`, `wz`, the last three in the body's own axes).
    Applied: Force {
        + (point: AnyPoint; force: Option<Vec<Component>> = None, moment: Option<Moment> = None) => applied(point, force, moment)?;
        /// A moment on a body of the plane.
        torque(body: BodyId, torque: Component) => applied(AnyPoint::Planar(Point { at: body.id.origin() }), None, Some(Moment::One(torque)))?;
    }
    /// A force or a torque along a measure: a number, a function of time, or a formula of `t`, the value `x` and the rate `v`.
    AppliedAlong: Force {
        + (measure: PyRef<'_, Measure>, law: Component) => along!(measure.kind.clone(), m => match law {
            Component::OfTime(law) => Force::of(c::AppliedAlong::signal(m, law.0)),
            Component::Formula(formula) => Force::of(c::AppliedAlong::formula(m, formula.given()).raise()?),
        });
    }
    /// A spring with a damper.
    SpringDamper: Force {
        /// Along a measure.
        along(measure: PyRef<'_, Measure>, stiffness: f64; rest: f64 = 0.0, damping: f64 = 0.0) => spring(measure.kind.clone(), stiffness, rest, damping);
        /// Between two points, in the plane or in space.
        between(a: AnyPoint, b: AnyPoint, stiffness: f64; rest: f64 = 0.0, damping: f64 = 0.0) => spring(MeasureOf::separation(a, b)?, stiffness, rest, damping);
        /// Along a line, on a point that moves on it.
        guided(line: Axis, point: Point, stiffness: f64; rest: f64 = 0.0, damping: f64 = 0.0) => spring(MeasureOf::Travel(c::Travel::along(line.line, point.at)), stiffness, rest, damping);
        /// On the angle between two bodies of the plane.
        torsional(a: BodyId, b: BodyId, stiffness: f64; rest: f64 = 0.0, damping: f64 = 0.0) => spring(MeasureOf::Angle(c::Angle::between(a.id, b.id)), stiffness, rest, damping);
    }
    /// A spring along a measure whose force is no straight line, with a damper of its own: a table or a formula of the rate `v`.
    NonlinearSpring: Force {
        /// By its energy, a formula of the value `x`.
        energy(measure: PyRef<'_, Measure>, energy: FormulaLike; damper: Option<Damper> = None) => along!(measure.kind.clone(), m => Force::of(damped!(force::NonlinearSpring::energy(m, energy.0.alone()?).raise()?, damper)));
        /// By a table of its pull over the value.
        table(measure: PyRef<'_, Measure>, pull: LookupTable; damper: Option<Damper> = None) => along!(measure.kind.clone(), m => Force::of(damped!(force::NonlinearSpring::table(m, pull.table), damper)));
        /// No spring: a damper alone.
        none(measure: PyRef<'_, Measure>; damper: Option<Damper> = None) => along!(measure.kind.clone(), m => Force::of(damped!(force::NonlinearSpring::none(m), damper)));
    }
    /// A spring from a point to a place that moves on a given path. Its pull may be a `table`, or the slope of an `energy`, of the length.
    SpringToPath: Force {
        + (path: Vec<SignalLike>, point: AnyPoint, stiffness: f64; rest: f64 = 0.0, damping: f64 = 0.0, energy: Option<FormulaLike> = None, table: Option<LookupTable> = None, damper: Option<Damper> = None) => {
            macro_rules! to_path {
                ($spring:expr) => {{
                    let mut spring = $spring.rest(rest).damping(damping);
                    if let Some(energy) = energy { spring = spring.energy(energy.0.alone()?).raise()?; }
                    if let Some(table) = table { spring = spring.table(table.table); }
                    Force::of(damped!(spring, damper))
                }};
            }
            let path: Vec<c::Signal> = path.into_iter().map(|it| it.0).collect();
            let wrong = |_| PyValueError::new_err("the path has a component for each coordinate of the point: two in the plane, three in space");
            match point {
                AnyPoint::Planar(point) => to_path!(force::SpringToPath::new(path.try_into().map_err(wrong)?, point.at, stiffness)),
                AnyPoint::Spatial(point) => to_path!(force::SpringToPath::in_space(path.try_into().map_err(wrong)?, point.at, stiffness)),
            }
        };
    }
    /// A rubber joint between marks in space: stiffness, and `damping` (none if it is not told), along the axes of a and about them, three numbers each.
    Bushing: Force {
        + (a: Mark, b: Mark, along: [f64; 3], about: [f64; 3]; damping: Option<[[f64; 3]; 2]> = None) => {
            let [slow, turn] = damping.unwrap_or_default();
            Force::of(c::Bushing::new(a.mark, b.mark, along, about).damping(slow, turn))
        };
    }
    /// Stiffness between coordinates of a body, by their numbers in it; `damped` is its damping as a time.
    Elastic: Force {
        + (body: AnyBody, coordinates: Vec<usize>, stiffness: Vec<Vec<f64>>; rest: Option<Vec<f64>> = None, damped: Option<f64> = None) => match body {
            AnyBody::Planar(body) => elastic!(body.id, coordinates, stiffness, rest, damped; 1 2 3),
            AnyBody::Spatial(body) => elastic!(body.id, coordinates, stiffness, rest, damped; 1 2 3 4 5 6),
        };
    }
    /// Friction as a smooth function of the slip speed, which creeps instead of sticking: for comparison.
    SmoothedFriction: Force {
        /// Along a measure, under a given load.
        along(measure: PyRef<'_, Measure>, mu: f64, normal: f64, width: f64) => along!(measure.kind.clone(), m => Force::of(force::SmoothedFriction::along(m, mu, normal, width)));
    }
    /// A wheel on a rail that creeps by Kalker's law with these coefficients, under the load of a constraint. `along` is the direction of rolling in the axes of a.
    Creep: Force {
        + (a: SpatialBodyId, b: SpatialBodyId, pair: PyRef<'_, SpatialPair>, load: OfBuilder, coefficients: [f64; 4]; along: Option<[f64; 3]> = None, at_load: Option<f64> = None, limited: Option<f64> = None) => {
            let [f11, f22, f23, f33] = coefficients;
            let law = given!(force::Kalker::new(f11, f22, f23, f33); at_load: at_load, limited: limited);
            Force::own(given!(force::Creep::new(a.id, b.id, pair.pair.clone(), load.0.id, law); along: along))
        };
    }
}
