//! Is there exactly one motion? The certificate of a state, and its use in a run.
//!
//! A run decides friction, and then checks whether another decision was possible. The certificate (`mod.rs`) answers for all forces at once and costs little. Where it
//! gives no answer, the motions are enumerated if they are few enough.

use super::{Judged, Theorem};
use crate::dynamics::{Branch, Limits, Mode, Query, Signs, State, Workspace};
use crate::error::EvalError;
use crate::friction::Search;
use crate::math::{Brief, max_abs_skip_nan};
use crate::model::{BodyEntry, Model};
use std::fmt;

/// Whether friction leaves exactly one motion at a state, and how that was proved: see [`Model::certificate`].
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let line = GROUND.axis([0.0, 0.0], 0.3);
/// let block = builder.body("block", Particle::new(2.0));
/// builder.constraint("slope", Slot::new(line, block.origin()));
/// builder.friction("rub", FrictionPoint::along(Travel::along(line, block.origin()), 20.0), Coulomb::new(0.5));
/// let model = builder.build()?;
/// let mut state = model.placed();
/// model.decide_friction(&mut state)?;
/// let certificate = model.certificate(&state)?;
/// assert!(certificate.is_certain() && certificate.bound < 1.0);
/// assert_eq!(certificate.components[0].points, ["rub"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Certificate {
    /// The largest bound of all components: 0 without friction, below 1 if every component was proved to have one motion, infinite if one of them was not.
    pub bound: f64,
    /// The friction points in groups that depend on each other. Between two groups there is a dependence in one direction at most.
    pub components: Vec<Component>,
    /// Points at rest, `Undecided`, whose friction force is or may be between μ N and μ' N: they stick if they stuck before, and the state does not say whether they did.
    pub history: Vec<String>,
}

/// Friction points that depend on each other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Component {
    /// Their names.
    pub points: Vec<String>,
    /// Below 1 if they have one motion, whatever the forces are; infinite if that could not be proved.
    pub bound: f64,
    /// How it was proved.
    pub theorem: Option<Theorem>,
}

impl Certificate {
    /// Is it certain that there is exactly one motion? If not, there may still be only one: [`Model::branches`] lists them.
    pub fn is_certain(&self) -> bool {
        self.bound < 1.0 && self.history.is_empty()
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", if self.is_certain() { "exactly one motion" } else { "no certificate of a single motion" })?;
        for Component { points, bound, theorem } in &self.components {
            let how = match theorem {
                Some(Theorem::Scaling) => "one scaling of the forces (F5)",
                Some(Theorem::OneFreedom) => "one freedom (F6)",
                Some(Theorem::Determinants) => "determinants (F4)",
                None => "not proved",
            };
            writeln!(f, "  {}: {how}, bound {}", points.join(", "), Brief(*bound))?;
        }
        match &self.history[..] {
            [] => Ok(()),
            points => writeln!(f, "  between sliding and static friction, history unknown: {}", points.join(", ")),
        }
    }
}

/// What is known of the motions at a place.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// There is one: certified, or found by enumeration.
    One,
    /// Several motions that differ; those of the law's hysteresis are left out.
    Several(Vec<Branch>),
    /// Not certified, and too many to be listed, or none was found.
    Unknown,
}

/// The certificate's number and the verdict.
#[derive(Clone, Debug)]
pub(crate) struct Judgment {
    /// Below 1 if and only if it is certain that there is one motion; exactly 1 if the certificate depends on what the state does not say.
    pub(crate) number: f64,
    pub(crate) verdict: Verdict,
}

/// Largest number of patterns for an enumeration: at the start or at a decision, and after each step.
pub(crate) const LISTED_ONCE: usize = 20_000;
pub(crate) const LISTED_OFTEN: usize = 300;
/// So many in all: a run that has many changes, of each of which tens of thousands of patterns would have to be listed, leaves the later ones unproved, and counts them
/// (`Counters::uncertain`), instead of taking minutes.
const LISTED_IN_ALL: usize = 400_000;
/// What a path costs (`linear/lengths.rs`), in patterns without one.
const PATH: usize = 8;
/// Accelerations of a body that differ by less than this part of what is at work in it are the same motion.
const SAME: f64 = 1e-6;
/// Rounding of any body's accelerations, as a part of what is at work anywhere.
const ROUNDING: f64 = 1e-11;
/// A slip acceleration above this part of the accelerations at work is not rounding.
const GIVEN: f64 = 1e-8;

impl Model {
    /// Is it certain that friction leaves exactly one motion at a state: one combination of sticking, starting, directions and loads?
    ///
    /// The answer does not depend on the forces but only on position, modes and coefficients: it holds for all forces. Points that move slide as they move;
    /// those at rest are free to stick or to start, with their static limits. Points that are `Stick` have stuck before and go on sticking up to the limit; of those that are
    /// [`Undecided`](Mode::Undecided) this is unknown. If their force is between sliding and static friction, the motion depends on it, and they are listed as
    /// [`history`](Certificate::history).
    ///
    /// "Certain" is a proof (F1 to F8 in `docs/equations.md`), up to rounding. "Not certain" proves nothing: friction may still leave exactly one motion.
    pub fn certificate(&self, state: &State) -> Result<Certificate, EvalError> {
        self.check_state(state)?;
        let mut ws = self.workspace();
        let query = Query::of(state, Search::default());
        let mut modes = ws.open(self, &query.with_modes(&state.modes))?;
        ws.certify(self, query.at, &modes)?;
        let mut history = Vec::new();
        if !ws.immovable().is_empty() || ws.forgets(self, &modes) {
            // Only for these points does the proof need a decision.
            let decided = ws.decide_all(self, &query)?;
            let signs = ws.found_signs().to_vec();
            let query = query.with_modes(&modes).with_signs(Signs::Held(&signs));
            history = ws.history(self, &query, &decided, LISTED_ONCE)?;
            if let Some(passing) = ws.pass_by(self, &query, &decided)? {
                modes = passing;
            }
        }
        let name = |point: usize| self.inner.frictions[point].name.clone();
        let (bound, parts) = ws.certify_parts(self, query.at, &modes)?;
        let component = |(points, judged): (Vec<usize>, Judged)| {
            let points = points.into_iter().map(name).collect();
            Component { points, bound: judged.number, theorem: judged.theorem }
        };
        let components = parts.into_iter().map(component).collect();
        // It knows no forces that read reactions, nor reactions that are not determined.
        let free = self.inner.redundant && ws.decide_all(self, &query).is_ok() && ws.moves_by_free_loads(self);
        let bound = if self.reacts() || free { f64::INFINITY } else { bound };
        Ok(Certificate { bound, components, history: history.into_iter().map(name).collect() })
    }
}

impl Workspace {
    /// All that rubs in joints, without contacts.
    pub(super) fn judge_joints(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        decided: &[Mode],
        most: usize,
    ) -> Result<Judgment, EvalError> {
        let mut number = self.certify(model, query.at, query.modes)?;
        if number >= 1.0
            && let Some(modes) = self.pass_by(model, query, decided)?
        {
            number = self.certify(model, query.at, &modes)?;
        }
        if number < 1.0 && self.forgets(model, query.modes) && !self.history(model, query, decided, most)?.is_empty() {
            number = 1.0;
        }
        if number <= 1.0 {
            return Ok(Judgment { number, verdict: Verdict::One });
        }
        Ok(Judgment { number, verdict: self.compare_few(model, query, decided, most)? })
    }

    /// The list, if it is not of too many.
    pub(super) fn compare_few(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        decided: &[Mode],
        most: usize,
    ) -> Result<Verdict, EvalError> {
        let tried = self.tried(model, query.modes);
        let left = LISTED_IN_ALL.saturating_sub(self.listed).max(LISTED_OFTEN);
        if tried > most.min(left) {
            return Ok(Verdict::Unknown);
        }
        let pins = model.inner.frictions.iter().filter(|friction| friction.load.is_length()).count();
        self.listed += if tried > LISTED_OFTEN { tried * if pins > 1 { PATH } else { 1 } } else { 0 };
        self.compare(model, query, decided)
    }

    /// The modes from which friction is decided: points that move get their direction, all others are free.
    pub(crate) fn open(&mut self, model: &Model, query: &Query<'_>) -> Result<Vec<Mode>, EvalError> {
        let mut modes = query.modes.to_vec();
        self.resting(model, query, &mut modes)?;
        Ok(modes)
    }

    /// These modes, with the decided direction for each point at rest that can only pass through zero (at a dead center): friction cannot change its slip acceleration,
    /// so that it slides in that direction. None if there is no such point.
    fn pass_by(&mut self, model: &Model, query: &Query<'_>, decided: &[Mode]) -> Result<Option<Vec<Mode>>, EvalError> {
        let entry = |point: &usize| model.inner.frictions[*point].entry;
        let mut points = self.immovable().to_vec();
        points.retain(|point| decided[entry(point)].direction() != 0.0);
        if points.is_empty() {
            return Ok(None);
        }
        self.evaluate(model, &query.with_modes(decided))?;
        let mut modes = query.modes.to_vec();
        for point in &points {
            let friction = &model.inner.frictions[*point];
            let bound = GIVEN * self.slip_terms(model, *point);
            if decided[friction.entry].direction() * self.slip_acceleration(model, friction) > bound {
                modes[friction.entry] = decided[friction.entry];
            }
        }
        Ok(Some(modes))
    }

    /// The number of patterns of an enumeration.
    pub(super) fn tried(&self, model: &Model, modes: &[Mode]) -> usize {
        let closed = model.inner.contacts.iter().filter(|c| modes[c.entry] == Mode::Holding).count();
        let rough = modes[model.constraint_count()..].iter().zip(&model.inner.frictions);
        rough.fold(1_usize << closed.min(20), |count, (mode, friction)| {
            count.saturating_mul(match mode {
                // In space the direction of a start is searched for.
                Mode::Stick | Mode::Undecided if friction.slide.is_some() => 25,
                Mode::Holding | Mode::Stick | Mode::Undecided => 5,
                Mode::Forward | Mode::Backward => 2,
                Mode::Released | Mode::Open => 1,
            })
        })
    }

    /// The list of motions, without those that start below a limit, and without those that differ only at a dead center: a point that no friction can
    /// move there may be listed as sticking or as sliding, and the next instant decides.
    ///
    /// Where a point breaks loose it can still stick, exactly at its limit, or slide. These are one motion: with the static limit, which (F1) uses for both,
    /// the accelerations are the same, and the fall from μ' to μ is the law's hysteresis.
    ///
    /// A contact that could be open and goes on touching leaves its load to others that depend on it: how they share is told elsewhere not to be determined.
    fn compare(&mut self, model: &Model, query: &Query<'_>, decided: &[Mode]) -> Result<Verdict, EvalError> {
        let immovable = self.immovable().to_vec();
        let as_decided = |branch: &Branch| {
            let alike = |&point: &usize| branch.mode_of(point) == decided[model.inner.frictions[point].entry];
            immovable.iter().all(alike)
        };
        let mut list = self.list_open(model, query)?;
        list.retain(|branch| !branch.starts_below_limit() && !branch.grazes() && as_decided(branch));
        let apart = self.tell_apart(model, query, &list, |branch| &branch.at_limit)?;
        Ok(match apart.len() {
            0 => Verdict::Unknown,
            1 => Verdict::One,
            _ => Verdict::Several(apart.into_iter().map(|k| list[k].clone()).collect()),
        })
    }

    /// Every motion, where the points that stick or are undecided are free to start.
    fn list_open(&mut self, model: &Model, query: &Query<'_>) -> Result<Vec<Branch>, EvalError> {
        let open = |mode: &Mode| matches!(mode, Mode::Stick | Mode::Undecided);
        let resting: Vec<bool> = query.modes[model.constraint_count()..].iter().map(open).collect();
        let from = query.signs.given().to_vec();
        let query = query.with_signs(Signs::Search { from: &from, by: Search::default() });
        self.list_branches(model, &query, &resting, usize::MAX)
    }

    /// Is there a point of which it is not known whether it stuck before, and for which this can matter?
    fn forgets(&self, model: &Model, modes: &[Mode]) -> bool {
        model.inner.frictions.iter().any(|f| modes[f.entry] == Mode::Undecided && f.has_hysteresis())
    }

    /// The points for which it matters whether they stuck before.
    ///
    /// If each of them sticks within μ N, this motion fits every choice of coefficients between μ and μ'. For each choice it is the only one, so that
    /// no other motion fits. Otherwise the motions are enumerated, if up to `most` patterns are enough.
    fn history(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        decided: &[Mode],
        most: usize,
    ) -> Result<Vec<usize>, EvalError> {
        let found = self.between_limits(model, query, decided)?;
        if found.is_empty() || self.tried(model, query.modes) > most {
            return Ok(found);
        }
        let list = self.list_open(model, query)?;
        let apart = self.tell_apart(model, query, &list, |branch| &branch.acceleration)?;
        Ok(if apart.len() > 1 { found } else { Vec::new() })
    }

    /// The points that start, or stick beyond μ N, or may do so.
    fn between_limits(&mut self, model: &Model, query: &Query<'_>, decided: &[Mode]) -> Result<Vec<usize>, EvalError> {
        let frictions = &model.inner.frictions;
        // A point that slides keeps its mode. The decision may reverse it where it is at rest and accelerated backwards, which is a different case.
        let asked = |(asked, decided): (&Mode, &Mode)| if asked.direction() == 0.0 { *decided } else { *asked };
        let decided: Vec<Mode> = query.modes.iter().zip(decided).map(asked).collect();
        self.evaluate(model, &query.with_modes(&decided))?;
        let clusters = self.clusters(model, &decided);
        let at_work = self.forces_at_work(model);
        let (mut found, mut least) = (Vec::new(), 1.0_f64);
        for (point, friction) in frictions.iter().enumerate() {
            if query.modes[friction.entry] != Mode::Undecided || !friction.has_hysteresis() {
                continue;
            }
            let part = friction.law.sliding(0.0) / friction.law.holding();
            if clusters.iter().any(|cluster| cluster.points.contains(&point)) {
                least = least.min(part);
                continue;
            }
            let limits = Limits::AtRest { points: &[], limit_factor: part };
            if decided[friction.entry] != Mode::Stick || self.excess(friction, point, limits, at_work).0 > 0.0 {
                found.push(point);
            }
        }
        for cluster in clusters.iter().filter(|_| least < 1.0) {
            let excess = self.split(model, cluster, Limits::AtRest { points: &[], limit_factor: least }).excess();
            if excess > 0.0 {
                found.extend(&cluster.points);
            }
        }
        Ok(found)
    }

    /// One each of the motions whose accelerations differ. Each body is asked in the metric of its masses: against its accelerations and those that the forces on
    /// it alone would cause, so that the answer does not depend on units.
    fn tell_apart(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        list: &[Branch],
        of: impl Fn(&Branch) -> &[f64],
    ) -> Result<Vec<usize>, EvalError> {
        self.read(model, query.at, query.modes)?;
        self.load(model, query.at, query.probe)?;
        let bodies = &model.inner.bodies;
        let norm = |entry: &BodyEntry, square: &dyn Fn(usize, f64) -> f64| {
            entry.dofs.clone().zip(entry.diagonal(&self.mass)).map(|(dof, &m)| square(dof, m)).sum::<f64>().sqrt()
        };
        let at_work: Vec<f64> = bodies
            .iter()
            .map(|entry| {
                let forces = norm(entry, &|dof, m| self.acceleration[dof].powi(2) / m);
                list.iter().map(|branch| norm(entry, &|dof, m| m * of(branch)[dof].powi(2))).fold(forces, f64::max)
            })
            .collect();
        let rounding = ROUNDING * max_abs_skip_nan(&at_work);
        let differ = |one: &Branch, other: &Branch| {
            bodies.iter().zip(&at_work).any(|(entry, size)| {
                let apart = norm(entry, &|dof, m| m * (of(one)[dof] - of(other)[dof]).powi(2));
                apart > SAME * size + rounding
            })
        };
        let mut apart: Vec<usize> = Vec::new();
        for (k, branch) in list.iter().enumerate() {
            if apart.iter().all(|&other| differ(&list[other], branch)) {
                apart.push(k);
            }
        }
        Ok(apart)
    }
}
