//! Does a state fit the model? What does not is told by its name.

use super::{Mode, State};
use crate::error::EvalError;
use crate::model::{Model, Part};

impl Model {
    pub(crate) fn check_state(&self, state: &State) -> Result<(), EvalError> {
        self.check_sizes(state)?;
        self.check_modes(&state.modes)
    }

    /// Has it as many numbers as the model asks for, under the same names?
    pub(super) fn check_sizes(&self, state: &State) -> Result<(), EvalError> {
        let sizes = self.sizes(state);
        if sizes.iter().all(|(_, got, needs)| got == needs)
            && state.impacts.contact_beyond(self.inner.contacts.len()).is_none()
            && state.names.fit(self.inner.layout.names)
        {
            return Ok(());
        }
        Err(self.wrong_size(state))
    }

    /// Ends the program, as a handle of another model does, at a state of another model.
    #[track_caller]
    pub(crate) fn expect_own(&self, state: &State) {
        if let Err(error) = self.check_sizes(state) {
            panic!("{error}");
        }
    }

    /// Of each list of a state its name, its length and what that is to be.
    #[inline(always)]
    fn sizes(&self, state: &State) -> [(&'static str, usize, usize); 7] {
        let (inner, layout) = (&*self.inner, &self.inner.layout);
        let State { q, v, works, variables, memory, modes, signs, .. } = state;
        [
            ("q", q.len(), layout.coordinates),
            ("v", v.len(), layout.velocities),
            ("works", works.len(), layout.works),
            ("variables", variables.len(), layout.variables),
            ("memory", memory.len(), layout.memory),
            ("modes", modes.len(), inner.constraints.len()),
            ("signs", signs.len(), inner.frictions.len()),
        ]
    }

    #[cold]
    fn wrong_size(&self, state: &State) -> EvalError {
        let contacts = self.inner.contacts.len();
        let wrong = self.sizes(state).into_iter().find(|(_, got, needs)| got != needs);
        let beyond = || Some(("impacts (contacts)", state.impacts.contact_beyond(contacts)? + 1, contacts));
        match wrong.or_else(beyond) {
            Some((what, got, needs)) => EvalError::WrongState { what, got, needs },
            None => EvalError::OtherModel,
        }
    }

    /// Is each mode one that its element can have?
    pub(super) fn check_modes(&self, modes: &[Mode]) -> Result<(), EvalError> {
        let inner = &*self.inner;
        let constraints = self.constraint_count();
        let fits = |(index, mode): (usize, &Mode)| match mode {
            Mode::Released => true,
            Mode::Holding => index < constraints,
            Mode::Open => matches!(inner.constraints[index].part, Part::Gap { .. }),
            Mode::Stick | Mode::Forward | Mode::Backward | Mode::Undecided => index >= constraints,
        };
        match modes.iter().enumerate().position(|at| !fits(at)) {
            Some(index) => {
                let (name, mode) = (inner.constraints[index].name.clone(), format!("{:?}", modes[index]));
                Err(EvalError::WrongMode { name, mode })
            }
            None => Ok(()),
        }
    }

    pub(crate) fn check_decided(&self, modes: &[Mode]) -> Result<(), EvalError> {
        let undecided = modes[self.constraint_count()..].iter().position(|mode| *mode == Mode::Undecided);
        match undecided {
            Some(point) => Err(EvalError::Undecided { name: self.inner.frictions[point].name.clone() }),
            None => Ok(()),
        }
    }
}
