//! Where the solution that belongs to an instant comes from: it was kept, or it is computed when something asks for it.

use crate::dynamics::{Baumgarte, Mode, Near, Query, Signs, Workspace};
use crate::error::EvalError;
use crate::friction::Search;
use crate::model::Model;
use std::cell::{Ref, RefCell};
use std::ops::Deref;
use std::rc::Rc;

/// Accelerations, multipliers and residuals that belong to a state.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(crate) struct Solution {
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) acceleration: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) multipliers: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) phi: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) rate: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) second: Vec<f64>,
    /// Friction points whose force is not determined.
    pub(crate) shared: Vec<bool>,
}

/// Where the solution that belongs to an instant is.
#[derive(Clone, Debug)]
pub(in crate::simulate) enum Solved<'a> {
    /// It was kept: of samples, which threads may share.
    Kept(&'a Solution),
    /// It is computed when something asks for it.
    OnDemand(&'a RefCell<Solver>),
    /// Computed on demand, for a single instant.
    Alone(Rc<RefCell<Solver>>),
}

/// A solution to read, or its modes, from either of them.
pub(in crate::simulate) enum Known<'a, T: ?Sized> {
    Kept(&'a T),
    Made(Ref<'a, T>),
}

impl<T: ?Sized> Deref for Known<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Kept(known) => known,
            Self::Made(known) => known,
        }
    }
}

/// Computes solutions on demand, at most once per instant.
#[derive(Debug)]
pub(in crate::simulate) struct Solver {
    /// Made when something asks.
    ws: Option<Workspace>,
    pub(in crate::simulate) gains: Baumgarte,
    /// A state that a run has not seen may leave open whether friction sticks, and whether what touches is closed.
    pub(super) decides: bool,
    pub(super) solution: Solution,
    /// What holds, sticks and slides in it; and the signs of the loads, if they were decided as well.
    pub(super) modes: Vec<Mode>,
    pub(super) signs: Vec<f64>,
    pub(in crate::simulate) ready: bool,
    pub(in crate::simulate) failure: Option<EvalError>,
}

impl Solver {
    pub(in crate::simulate) fn new(gains: Baumgarte) -> Self {
        let (solution, modes) = (Solution::default(), Vec::new());
        Self { ws: None, gains, decides: false, solution, modes, signs: Vec::new(), ready: false, failure: None }
    }

    /// Of a state of which nothing is known: what it leaves open is decided.
    pub(super) fn that_decides() -> Self {
        Self { decides: true, ..Self::new(Baumgarte::OFF) }
    }

    pub(super) fn solve(&mut self, model: &Model, query: &Query<'_>) {
        self.ready = true;
        let (n, m) = (model.velocities(), model.rows());
        let ws = self.ws.get_or_insert_with(|| model.workspace());
        let query = query.with_gains(self.gains);
        let settled = if self.decides { settle(ws, model, &query) } else { Ok(None) };
        let solved = settled.and_then(|settled| {
            let query = match &settled {
                Some((modes, signs)) => {
                    query.with_modes(modes).with_signs(Signs::Search { from: signs, by: Search::default() })
                }
                None => query,
            };
            ws.evaluate(model, &query)?;
            self.solution.take(ws, model, query.modes);
            Ok(settled)
        });
        // Where nothing is found it stays as the state says.
        let settled = solved.unwrap_or_else(|error| {
            self.failure.get_or_insert(error);
            self.solution.fill(n, m, f64::NAN);
            None
        });
        if self.decides {
            (self.modes, self.signs) = settled.unwrap_or_else(|| (query.modes.to_vec(), Vec::new()));
        }
    }
}

/// Modes, and the signs of the loads.
type Settled = (Vec<Mode>, Vec<f64>);

/// Modes and signs of what a state leaves open, decided: friction, also that whose load was switched on again, and where nothing rubs contacts that touch. `None` if it leaves
/// nothing open: where friction is decided a run has decided of all that touches with it.
fn settle(ws: &mut Workspace, model: &Model, query: &Query<'_>) -> Result<Option<Settled>, EvalError> {
    let (mut modes, mut loaded) = (query.modes.to_vec(), query.modes.to_vec());
    model.release_unloaded(&mut loaded);
    let frictions = || model.inner.frictions.iter().map(|point| point.entry);
    frictions().filter(|&entry| loaded[entry] == Mode::Undecided).for_each(|entry| modes[entry] = Mode::Undecided);
    let open = if model.inner.frictions.is_empty() {
        let touching = ws.touching(model, query.at, &modes, Near::Start)?;
        touching.iter().zip(&model.inner.contacts).any(|(touches, it)| *touches && modes[it.entry] == Mode::Open)
    } else {
        frictions().any(|entry| modes[entry] == Mode::Undecided)
    };
    if !open {
        return Ok(None);
    }
    ws.decide_from_nothing(model, query, &mut modes)?;
    let signs = ws.found_signs().to_vec();
    Ok(Some((modes, signs)))
}

impl Solution {
    /// What was evaluated last.
    pub(crate) fn of_last(ws: &mut Workspace, model: &Model, modes: &[Mode]) -> Self {
        let mut solution = Self::default();
        solution.take(ws, model, modes);
        solution
    }

    /// Takes over what was evaluated; what sticks together shares its forces as `Workspace::share_forces` has it.
    pub(in crate::simulate) fn take(&mut self, ws: &mut Workspace, model: &Model, modes: &[Mode]) {
        ws.share_forces(model, modes, &mut self.shared);
        let pairs = [
            (&mut self.acceleration, &ws.acceleration),
            (&mut self.multipliers, &ws.multipliers),
            (&mut self.phi, &ws.phi),
            (&mut self.rate, &ws.rate),
        ];
        for (to, from) in pairs {
            to.clear();
            to.extend_from_slice(from);
        }
        self.second.clear();
        self.second.extend((0..model.rows()).map(|row| ws.second_rate(model, row)));
    }

    fn fill(&mut self, velocities: usize, rows: usize, value: f64) {
        self.acceleration = vec![value; velocities];
        for part in [&mut self.multipliers, &mut self.phi, &mut self.rate, &mut self.second] {
            *part = vec![value; rows];
        }
    }
}
