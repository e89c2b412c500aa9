//! The state between samples, from the dense solution.

use super::Trajectory;
use super::trajectory::Step;
use crate::math::Brief;
use crate::model::{FirstOrder, State, Succession};
use crate::ode::DenseStep;
use thiserror::Error;

/// A run does not know the state at a time.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NoState {
    /// Only samples were kept.
    #[error("the run kept samples only, and knows no state between them: call `keep_dense()` on the simulation")]
    NotKept,
    /// The time is not within the run.
    #[error("the run knows no state at t = {}: it goes from {} s to {} s", Brief(*t), Brief(*from), Brief(*to))]
    Outside {
        /// The time.
        t: f64,
        /// The first instant that it knows.
        from: f64,
        /// The last one.
        to: f64,
    },
}

impl Trajectory {
    /// The state at a time inside the run, from the dense solution.
    ///
    /// At an impact, or at an event that changes the state, there are two: this is the one after it, with which the run goes on; the one
    /// [before](Self::before) it is that of a sample there. (At the end of the run it is [`end`](Self::end).)
    ///
    /// Between two steps it is as accurate as the method's dense output; it is not projected.
    ///
    /// ```
    /// use chetaev::hybrid::Stop;
    /// use chetaev::prelude::*;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -9.81]);
    /// let arm = builder.body("arm", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    /// builder.constraint("pin", Revolute::new(GROUND.origin(), arm.point(-0.5, 0.0)));
    /// builder.contact("stop", Stop::above(Angle::between(GROUND, arm), -0.5), Rigid::smooth().bouncing(0.6));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).keep_dense().run(model.start().project()?, 1.0)?;
    /// let t = run.impacts()[0].t;
    /// let [before, after] = [run.before(t)?, run.state_at(t)?];
    /// let [before, after] = [before, after].map(|state| run.read(&state).body(arm).spin);
    /// assert!(before < 0.0 && (after + 0.6 * before).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`NoState`]: `t` is outside the run, or the run did not [keep](crate::simulate::Simulation::keep_dense) its dense solution.
    pub fn state_at(&self, t: f64) -> Result<State, NoState> {
        if t == self.last.t && !self.steps.is_empty() {
            return Ok(self.last.clone());
        }
        let before = self.steps[..self.steps.partition_point(|step| step.t0 <= t)].last();
        self.of(before, t)
    }

    /// The state at a time inside the run as it is reached: at an impact, or at an event that changes the state, the one before it. Elsewhere, and in all
    /// else, it is that of [`state_at`](Self::state_at).
    ///
    /// # Errors
    /// As [`state_at`](Self::state_at).
    pub fn before(&self, t: f64) -> Result<State, NoState> {
        self.of(self.steps[self.steps.partition_point(|step| step.t1 < t)..].first(), t)
    }

    fn of(&self, step: Option<&Step>, t: f64) -> Result<State, NoState> {
        let [Some(first), Some(last)] = [self.steps.first(), self.steps.last()] else { return Err(NoState::NotKept) };
        // Also refuses a NaN.
        match step.filter(|step| step.t0 <= t && t <= step.t1) {
            Some(step) => Ok(self.within(step, t)),
            None => Err(NoState::Outside { t, from: first.t0, to: last.t1 }),
        }
    }

    fn within(&self, step: &Step, t: f64) -> State {
        let n = self.model.coordinates();
        let layout = &self.model.inner.layout;
        let last = &self.last;
        let mut y = vec![0.0; [&last.q, &last.v, &last.works, &last.variables, &last.signs].map(Vec::len).iter().sum()];
        DenseStep::new(step.t0, step.h, y.len(), &step.coefficients).value(t, &mut y);
        layout.kinematics.normalize(&mut y[..n]);
        let FirstOrder { q, v, works, variables } = layout.split(&y);
        State {
            t,
            q: q.to_vec(),
            v: v.to_vec(),
            works: works.to_vec(),
            variables: variables.to_vec(),
            modes: step.modes.clone(),
            signs: step.signs.clone(),
            memory: step.memory.clone(),
            // A run from here counts impacts anew.
            impacts: Succession::default(),
            names: layout.names,
        }
    }
}
