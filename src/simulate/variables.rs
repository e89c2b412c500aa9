//! Variables of the user's own that change by themselves: z' = g(t, q, v, λ, z), integrated beside the motion.
//!
//! A rate is evaluated when accelerations and reactions are known, and reads them as any other reader does, from a [`Snapshot`]. Forces that read z see
//! that of the same stage, so that mechanism and variables are one system of differential equations, which is integrated with one order and held to one tolerance.

use super::result::{Snapshot, Solution, Solved};
use crate::dynamics::{Mode, State, StateRef, Workspace};
use crate::element::VariableId;
use crate::error::EvalError;
use crate::model::{Model, ModelBuilder, VariableEntry};
use std::sync::Arc;

type Law = dyn Fn(&Snapshot<'_>, f64) -> f64 + Send + Sync;

/// How fast a variable changes, as the model keeps it.
struct Rate(Box<Law>);

impl ModelBuilder {
    /// Adds a variable z that changes with the given rate, `rate`(instant, z): a current, a temperature, the depth of wear, what a controller integrates. It is integrated with the motion, and read
    /// by forces as an [input](ModelBuilder::input) is.
    ///
    /// The rate may read all that a [`Snapshot`] tells, reactions and friction included. What it reads must be smooth: where it jumps, an [`Event`](super::Event) belongs.
    /// Its tolerance is [`Tolerance::variable`](super::Tolerance::variable).
    ///
    /// ```
    /// use chetaev::math::Signal;
    /// use chetaev::prelude::*;
    /// // A motor at 12 V turns a wheel: L i' = U − R i − k ω, and its torque is k i.
    /// let (inductance, resistance, k, voltage) = (0.01, 1.0, 0.5, 12.0);
    /// let mut builder = ModelBuilder::new();
    /// let wheel = builder.body("wheel", RigidBody::new(1.0, 0.02));
    /// builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    /// let current = builder.variable("current", 0.0, move |at, i| {
    ///     (voltage - resistance * i - k * at.body(wheel).spin) / inductance
    /// });
    /// builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, wheel), Signal::input(current) * k));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 5.0)?;
    /// // In the end the wheel runs so fast that no current flows.
    /// let end = run.last().ok_or("no sample")?;
    /// assert!((end.body(wheel).spin - voltage / k).abs() < 1e-6 && end.variable(current).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        value: f64,
        rate: impl Fn(&Snapshot<'_>, f64) -> f64 + Send + Sync + 'static,
    ) -> VariableId {
        let rate = Rate(Box::new(rate));
        self.add_variable(VariableEntry { name: name.into(), value, rate: Some(Arc::new(rate)) })
    }
}

/// The rates of those variables that have one, at a state that the workspace has just solved.
pub(crate) fn rates_of_variables(model: &Model, ws: &mut Workspace, at: &State) -> Result<Vec<f64>, EvalError> {
    let variables = &model.inner.variables;
    let mut rates = vec![0.0; variables.len()];
    Rates::default().write(model, ws, (StateRef::of(at), &at.works), (&at.modes, &at.signs), &mut rates)?;
    let own = rates.into_iter().zip(variables).filter(|(_, variable)| variable.rate.is_some());
    Ok(own.map(|(rate, _)| rate).collect())
}

/// Evaluates the rates of all variables.
#[derive(Debug, Default)]
pub(super) struct Rates {
    solution: Solution,
}

impl Rates {
    /// z' at a place where the workspace has just solved.
    pub(super) fn write(
        &mut self,
        model: &Model,
        ws: &mut Workspace,
        (at, works): (StateRef<'_>, &[f64]),
        (modes, signs): (&[Mode], &[f64]),
        rates: &mut [f64],
    ) -> Result<(), EvalError> {
        let variables = &model.inner.variables;
        if variables.iter().any(|variable| variable.rate.is_some()) {
            self.solution.take(ws, model, modes);
        }
        let StateRef { t, q, v, memory, variables: values } = at;
        for ((rate, variable), value) in rates.iter_mut().zip(variables).zip(values) {
            let law = variable.rate.as_ref().and_then(|law| law.downcast_ref::<Rate>());
            let Some(Rate(law)) = law else {
                *rate = 0.0;
                continue;
            };
            let solved = Solved::Kept(&self.solution);
            let at = Snapshot { model, t, q, v, works, variables: values, memory, modes, signs, solved };
            *rate = law(&at, *value);
            if !rate.is_finite() {
                let (name, what) = (variable.name.clone(), "its rate".into());
                return Err(EvalError::NotFinite { kind: "variable", name, what, t });
            }
        }
        Ok(())
    }
}
