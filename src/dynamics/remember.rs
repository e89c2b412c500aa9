//! What elements keep of a state that no run has come to.

use super::{State, StateRef};
use crate::error::EvalError;
use crate::model::Model;

impl Model {
    /// Lets elements that go on from where they were, such as springs and gears that count whole turns of an angle in space, go on from this state. A state that is turned on by less
    /// than half a turn from one that was remembered is so far in all, and not only up to whole turns.
    ///
    /// ```
    /// use chetaev::nalgebra::{UnitQuaternion, Vector3};
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let wheel = builder.body("wheel", Solid::principal(1.0, [1.0, 1.0, 2.0])?);
    /// let (bearing, hub) = (WORLD.axis([0.0; 3], [0.0, 0.0, 1.0]), wheel.axis([0.0; 3], [0.0, 0.0, 1.0]));
    /// builder.constraint("bearing", Joint::revolute(bearing, hub));
    /// let spring = builder.force("spring", SpringDamper::along(AxialAngle::about(bearing, hub), 3.0));
    /// let model = builder.build()?;
    /// let mut state = model.placed();
    /// for angle in [2.0, 4.0] {
    ///     state.set_attitude(&model, wheel, UnitQuaternion::from_scaled_axis(Vector3::z() * angle));
    ///     model.remember(&mut state)?;
    /// }
    /// assert!((model.read(&state).along(spring)?.force + 3.0 * 4.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remember(&self, state: &mut State) -> Result<(), EvalError> {
        self.check_state(state)?;
        let (mut ws, at) = (self.workspace(), StateRef::of(state));
        ws.read(self, at, &state.modes)?;
        ws.load(self, at, None)?;
        ws.count_open(self, at);
        state.memory.copy_from_slice(&ws.memory);
        Ok(())
    }
}
