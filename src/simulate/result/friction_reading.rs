//! Reading friction: slip, load and force of each point at an instant.

use super::Snapshot;
use crate::dynamics::{Limits, Mode, Signs};
use crate::element::{BodyId, Ctx, FrictionId, Space, Wrench};
use crate::error::{ElementError, EvalError};
use crate::friction::Search;
use crate::math::length;
use crate::model::LoadRows;

/// By how much of a cluster's forces a split may be beyond the limits: rounding.
const AT_LIMIT: f64 = 1e-9;

/// A friction point at an instant.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FrictionReading {
    /// Sticks (`Stick`), or slides forward or backward.
    pub mode: Mode,
    /// Slip speed along the tangent.
    pub slip: f64,
    /// Its derivative.
    pub slip_acceleration: f64,
    /// The load, with its sign where it has one: a slot's reaction can push from either side.
    pub load: f64,
    /// Friction force along the tangent, on the second body of the two that rub; the first receives the opposite.
    pub force: f64,
    /// Do rigid bodies determine load and force? Not while the point sticks together with others that hold the same freedom, nor while
    /// what loads it is released.
    pub determined: bool,
}

impl Snapshot<'_> {
    /// Slip, load and force of a friction point.
    ///
    /// While points hold one freedom together, rigid bodies do not determine the split of their forces: of all
    /// that are within every limit, the one with the most room is given, and [`friction_range`](Self::friction_range) has the others.
    #[track_caller]
    pub fn friction(&self, friction: FrictionId) -> Result<FrictionReading, ElementError> {
        let entry = self.model.friction_entry(friction);
        let solution = self.solution();
        let load = match entry.load {
            LoadRows::Rows(_) => entry.load.of(&solution.multipliers)[0],
            LoadRows::Length(_) => length(&entry.load.of(&solution.multipliers)),
            LoadRows::Given => {
                let tangent = &self.model.inner.constraints[entry.entry];
                let frames = self.frames();
                let memory = &self.memory[tangent.memory.clone()];
                let at = Ctx::new(self.now(), &frames, &tangent.slots, memory);
                entry.element.as_ref().map_or(Ok(0.0), |it| it.given(at))?
            }
        };
        let (slip, force) = (entry.read(&solution.rate), entry.read(&solution.multipliers));
        Ok(FrictionReading {
            mode: self.decided()[entry.entry],
            slip,
            slip_acceleration: entry.rate_of_size(&solution.rate, &solution.second),
            load,
            force,
            determined: self.decided()[entry.entry] != Mode::Released
                && !solution.shared.get(friction.index as usize).is_some_and(|shared| *shared),
        })
    }

    /// The least and the largest force that a friction point can have at this instant, the others sharing the rest: the same number twice
    /// unless it sticks together with others. Infinite where it is wedged, so that no limit binds it.
    ///
    /// # Errors
    /// No split of the forces is within all limits; the point is a contact in space that sticks together with others; what an evaluation can fail with.
    #[track_caller]
    pub fn friction_range(&self, friction: FrictionId) -> Result<[f64; 2], EvalError> {
        let (point, entry) = (friction.index as usize, self.model.friction_entry(friction));
        let mut ws = self.model.workspace();
        let (modes, signs) = self.settled()?;
        let signs = Signs::Search { from: &signs, by: Search::default() };
        ws.evaluate(self.model, &self.query().with_modes(&modes).with_signs(signs))?;
        let force = entry.read(ws.multipliers());
        let clusters = ws.shared_clusters(self.model, &modes);
        let Some(cluster) = clusters.iter().find(|cluster| cluster.points.contains(&point)) else {
            return Ok([force; 2]);
        };
        let (name, t) = (|&point: &usize| self.model.inner.frictions[point].name.clone(), self.t);
        if !cluster.contacts.is_empty() {
            let what = "it sticks together with other contacts in space, between which forces this one's may be is not worked out; of all that are within the cones the least are told";
            let source = ElementError::Singular { what };
            return Err(EvalError::Element { kind: "friction", name: name(&point), t, source });
        }
        let mut split = ws.split(self.model, cluster, Limits::Law);
        match split.range(point) {
            Some(range) => Ok(range),
            // At the very limit, but for rounding.
            None if split.excess() <= AT_LIMIT => Ok([force; 2]),
            None => Err(EvalError::undecided(cluster.points.iter().map(name).collect(), t)),
        }
    }

    /// The friction force on one of the bodies that rub.
    #[track_caller]
    pub fn friction_on<S: Space>(&self, friction: FrictionId, body: BodyId<S>) -> Wrench<S> {
        let entry = self.model.friction_entry(friction);
        self.wrench_on(&self.model.inner.constraints[entry.entry], body)
    }

    /// Work that a friction point has done on its bodies since the start of the run.
    #[track_caller]
    pub fn work_of_friction(&self, friction: FrictionId) -> f64 {
        self.works[self.model.friction_entry(friction).work]
    }

    /// Does any friction point stick?
    pub fn sticks(&self) -> bool {
        self.decided()[self.model.constraint_count()..].contains(&Mode::Stick)
    }
}
