//! Friction points and their laws, and the laws of contacts that open.

use crate::class::elements;
use crate::errors::Raise;
use crate::handles::{ConstraintId, OfBuilder, needed};
use crate::math::{FormulaLike, LookupTable, SignalLike};
use crate::measures::{Measure, along};
use chetaev::friction::{FrictionPlan, Load, SlipCurve as CoreSlipCurve};
use chetaev::prelude as c;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// How the friction between two surfaces depends on their slip.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct FrictionLaw {
    pub law: LawOf,
}

#[derive(Clone)]
pub enum LawOf {
    Coulomb(c::Coulomb),
    Stribeck(c::Stribeck),
    SlipCurve(CoreSlipCurve),
}

/// Does the same with whichever law there is.
macro_rules! by_law {
    ($law:expr, $l:ident => $do:expr) => {
        match $law.clone() {
            LawOf::Coulomb($l) => $do,
            LawOf::Stribeck($l) => $do,
            LawOf::SlipCurve($l) => $do,
        }
    };
}

fn law(law: LawOf) -> FrictionLaw {
    FrictionLaw { law }
}

elements! {
    /// Coulomb's law with a coefficient of sliding and one of holding (the same if it is not told), and with viscous friction (N s/m) beside it.
    Coulomb: FrictionLaw {
        + (mu: f64; holding: Option<f64> = None, viscous: f64 = 0.0) => law(LawOf::Coulomb(c::Coulomb::new(mu).holding(holding.unwrap_or(mu)).viscous(viscous)));
    }
    /// Stribeck's law: at the slip speed u the coefficient is `fast` + (`rest` − `fast`) exp(−(u/`speed`)²), so that at u = `speed` 37 % of the difference are left; `rest` is that of holding too.
    ///
    /// `viscous` (N s/m) times u is added to the force, whatever the load.
    Stribeck: FrictionLaw {
        + (fast: f64, rest: f64, speed: f64; viscous: f64 = 0.0) => law(LawOf::Stribeck(c::Stribeck::new(fast, rest, speed).viscous(viscous)));
    }
    /// A coefficient as a table, or a formula of `v`, over the slip speed.
    SlipCurve: FrictionLaw {
        /// By a formula of the slip speed `v`.
        formula(sliding: FormulaLike, holding: f64; viscous: f64 = 0.0) => law(LawOf::SlipCurve(CoreSlipCurve::formula(sliding.0.alone()?, holding).raise()?.viscous(viscous)));
        /// By a table over the slip speed.
        table(sliding: LookupTable, holding: f64; viscous: f64 = 0.0) => law(LawOf::SlipCurve(CoreSlipCurve::table(sliding.table, holding).viscous(viscous)));
    }
}

/// The law of a contact that opens: smooth or rough, plastic or bouncing.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Rigid {
    friction: Option<LawOf>,
    bouncing: f64,
    by: Option<c::Formula>,
}

#[pymethods]
impl Rigid {
    /// Without friction. `bouncing` is the coefficient of restitution, `bouncing_by` a formula for it of the closing speed `speed`.
    #[staticmethod]
    #[pyo3(signature = (*, bouncing=0.0, bouncing_by=None))]
    fn smooth(bouncing: f64, bouncing_by: Option<FormulaLike>) -> PyResult<Self> {
        if bouncing != 0.0 && bouncing_by.is_some() {
            return Err(PyValueError::new_err(
                "a coefficient of restitution is a number, `bouncing`, or a formula, `bouncing_by`, not both",
            ));
        }
        let by = bouncing_by.map(|it| it.0.alone()).transpose()?;
        match by.as_ref().map(|formula| formula.arguments().collect::<Vec<_>>()) {
            None => {}
            Some(arguments) if arguments == ["speed"] => {}
            Some(arguments) => {
                return Err(PyValueError::new_err(format!(
                    "`bouncing_by` is a formula of `speed`, not of {arguments:?}"
                )));
            }
        }
        Ok(Self { friction: None, bouncing, by })
    }
    /// With friction.
    #[staticmethod]
    #[pyo3(signature = (law, *, bouncing=0.0, bouncing_by=None))]
    fn rough(law: PyRef<'_, FrictionLaw>, bouncing: f64, bouncing_by: Option<FormulaLike>) -> PyResult<Self> {
        Ok(Self { friction: Some(law.law.clone()), ..Self::smooth(bouncing, bouncing_by)? })
    }
}

impl Rigid {
    pub fn is_smooth(&self) -> bool {
        self.friction.is_none()
    }

    pub fn law(&self) -> c::Rigid {
        let law = match &self.friction {
            None => c::Rigid::smooth(),
            Some(friction) => by_law!(friction, l => c::Rigid::rough(l)),
        };
        match self.by.clone() {
            None => law.bouncing(self.bouncing),
            Some(formula) => law.bouncing_by(move |speed| formula.at(&[speed])),
        }
    }
}

type Add = Arc<dyn Fn(&mut c::ModelBuilder, &str, &LawOf) -> PyResult<c::FrictionId> + Send + Sync>;

/// A place where two bodies rub: in a joint of the model, loaded by its reaction, or along a measure. `on_belt` is the speed with which its surface runs.
#[pyclass(frozen, module = "chetaev")]
pub struct FrictionPoint {
    pub add: Add,
}

fn rub(builder: &mut c::ModelBuilder, name: &str, plan: impl FrictionPlan, law: &LawOf) -> c::FrictionId {
    by_law!(law, l => builder.friction(name, plan, l))
}

/// The typed handle of a joint of this builder.
fn joint<C: chetaev::constraint::Constraint + 'static>(
    builder: &c::ModelBuilder,
    at: &ConstraintId,
    what: &str,
) -> PyResult<c::ConstraintId<C>> {
    builder.typed::<C>(at.id).ok_or_else(|| {
        PyTypeError::new_err(format!("`{}` is no {what} of this model, and has no friction of this kind", at.name))
    })
}

macro_rules! in_joints {
    ($($(#[$doc:meta])* $name:ident($joint:ident: $type:ty, $what:literal $(, $arg:ident: $arg_type:ty)*) => $plan:expr;)*) => {
        #[pymethods]
        impl FrictionPoint {
            $($(#[$doc])*
            #[staticmethod]
            #[pyo3(signature = ($joint, $($arg,)* *, on_belt=None))]
            fn $name($joint: OfBuilder, $($arg: $arg_type,)* on_belt: Option<SignalLike>) -> Self {
                let $joint = $joint.0;
                Self::by(move |builder, name, law| {
                    let $joint = joint::<$type>(builder, &$joint, $what)?;
                    let plan = $plan;
                    Ok(match &on_belt {
                        None => rub(builder, name, plan, law),
                        Some(speed) => rub(builder, name, plan.on_belt_signal(speed.0.clone()), law),
                    })
                })
            })*
            /// In a sleeve in space, a cylindrical joint, of the given radius.
            #[staticmethod]
            fn in_cylinder(sleeve: OfBuilder, radius: f64) -> Self {
                Self::by(move |builder, name, law| {
                    let sleeve = joint::<c::Joint>(builder, &sleeve.0, "joint in space")?;
                    Ok(rub(builder, name, c::FrictionPoint::in_cylinder(sleeve, radius), law))
                })
            }
            /// In a ball joint in space, of the given radius.
            #[staticmethod]
            fn in_ball(socket: OfBuilder, radius: f64) -> Self {
                Self::by(move |builder, name, law| {
                    let socket = joint::<c::Joint>(builder, &socket.0, "joint in space")?;
                    Ok(rub(builder, name, c::FrictionPoint::in_ball(socket, radius), law))
                })
            }
            /// The two ends of a guide of finite length, by their abscissas.
            #[staticmethod]
            fn in_guide(guide: OfBuilder, ends: [f64; 2]) -> PyResult<(Self, Self)> {
                apart(ends)?;
                let guide = guide.0;
                let end = |k: usize| {
                    let guide = guide.clone();
                    Self::by(move |builder, name, law| {
                        let guide = joint::<c::Prismatic>(builder, &guide, "prismatic joint")?;
                        let [first, second] = c::FrictionPoint::in_guide(guide, ends);
                        Ok(rub(builder, name, if k == 0 { first } else { second }, law))
                    })
                };
                Ok((end(0), end(1)))
            }
            /// The six pads of a carriage on two rails, a prismatic joint in space.
            #[staticmethod]
            fn on_rails(guide: OfBuilder, ends: [f64; 2], gauge: f64) -> PyResult<Vec<Self>> {
                apart(ends)?;
                let guide = guide.0;
                if !(gauge > 0.0 && gauge.is_finite()) {
                    return Err(PyValueError::new_err(format!("the gauge of the two rails is {gauge}: give a positive one")));
                }
                Ok((0..6).map(|k| {
                    let guide = guide.clone();
                    Self::by(move |builder, name, law| {
                        let guide = joint::<c::Joint>(builder, &guide, "joint in space")?;
                        let pads: Vec<_> = c::FrictionPoint::on_rails(guide, ends, gauge).into();
                        // There are six.
                        let pad = pads.into_iter().nth(k).ok_or_else(|| PyValueError::new_err("no such pad"))?;
                        Ok(rub(builder, name, pad, law))
                    })
                }).collect())
            }
            /// Along a measure under a given load: a number, a function of time, or rows of a constraint, the root of whose squares it is.
            ///
            /// Along an angle the slip is an angular velocity (rad/s) and friction a moment (N m), so that the load, of which the coefficient is taken, is the normal force
            /// times the radius at which it rubs (N m). Along a travel or a distance slip is in m/s, load and friction in N.
            #[staticmethod]
            #[pyo3(signature = (measure, normal, *, on_belt=None))]
            fn along(measure: PyRef<'_, Measure>, normal: LoadLike, on_belt: Option<SignalLike>) -> PyResult<Self> {
                Ok(along!(measure.kind.clone(), m => {
                    let point = match normal {
                        LoadLike::Given(normal) => c::FrictionPoint::along_under_signal(m, normal.0),
                        LoadLike::Rows(joint, rows) => c::FrictionPoint::loaded(m, load(&joint, &rows)?),
                    };
                    let point = if let Some(speed) = on_belt { point.on_belt_signal(speed.0) } else { point };
                    Self::by(move |builder, name, law| Ok(rub(builder, name, point.clone(), law)))
                }))
            }
        }
    };
}

fn apart(ends: [f64; 2]) -> PyResult<()> {
    match ends[0] != ends[1] {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!("both ends stand at {}: give two different ones", ends[0]))),
    }
}

/// What loads a friction point along a measure.
pub enum LoadLike {
    Given(SignalLike),
    Rows(ConstraintId, Vec<usize>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for LoadLike {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Load");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match from.cast::<PyTuple>() {
            Ok(_) => (from.extract().map(|(joint, rows)| Self::Rows(joint, rows)))
                .map_err(|_| needed("a load by a constraint, (its handle, [which of its rows]),", from)),
            Err(_) => from.extract().map(Self::Given),
        }
    }
}

fn load(joint: &ConstraintId, rows: &[usize]) -> PyResult<Load> {
    match *rows {
        [row] => Ok(Load::row(joint.id, row)),
        [a, b] => Ok(Load::pair(joint.id, [a, b])),
        [a, b, c] => Ok(Load::triple(joint.id, [a, b, c])),
        _ => Err(PyValueError::new_err(format!(
            "a load is of one, two or three rows of `{}`, not of {}",
            joint.name,
            rows.len()
        ))),
    }
}

impl FrictionPoint {
    fn by(add: impl Fn(&mut c::ModelBuilder, &str, &LawOf) -> PyResult<c::FrictionId> + Send + Sync + 'static) -> Self {
        Self { add: Arc::new(add) }
    }
}

in_joints! {
    /// The pin of a slot, loaded by the slot's reaction.
    in_slot(slot: c::Slot, "slot") => c::FrictionPoint::in_slot(slot);
    /// A pin of the given radius, loaded by the force in the joint. It rubs on its circumference: slip (m/s), load and friction (N) are told there, and the moment about the pin is friction times radius.
    in_pin(pin: c::Revolute, "revolute joint of the plane", radius: f64) => c::FrictionPoint::in_pin(pin, radius);
    /// The circumference of a hinge in space, made with `in_axes_of_a=True`, under what it carries across its axis; slip (m/s) and friction (N) are those on the circumference.
    in_hinge(hinge: c::Joint, "joint in space", radius: f64) => c::FrictionPoint::in_hinge(hinge, radius);
    /// The shoulder of a hinge in space, made with `in_axes_of_a=True`, under what it carries along its axis; slip (m/s) and friction (N) are those at this radius.
    on_shoulder(hinge: c::Joint, "joint in space", radius: f64) => c::FrictionPoint::on_shoulder(hinge, radius);
}
