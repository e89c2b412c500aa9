//! Sensitivities S = dz/dp of a run, z = (q, v, variables): they follow the run, and it does not know of them.
//!
//! A step of the run that is complete is taken once more, from its beginning to its end with the same method, of z and of all S together:
//!
//! ```text
//! (Y4)  δq' = δ(kinematics),   δv' = δa of (Y2)
//! (Y5)  y = (z, S₁ … S_m)          the stages of the method act on S as they do on z: what is found is the derivative of the computed numbers, at steps that are as they are
//! ```
//!
//! Then z is put where the run is, and S onto the constraints (Y6, Y7). Attempts that were refused, and steps that were taken again up to a change, cost nothing more; dense output, samples included, is the
//! method's own. Changes are in `jump.rs`. Nothing that the run reads is written here: with S and without, it has the same bits and the same counters.

use super::book::Book;
use super::coarse::{Coarse, Worst};
use super::core::{Core, Step};
use super::members::{Way, ways_of};
use super::parameter::twice;
use super::refusal::SensitivityError;
use super::stage::{Stage, control};
use super::{Flag, Sensitivities};
use crate::dynamics::{Rest, Stabilization, State};
use crate::friction::Search;
use crate::math::Brief;
use crate::model::FirstOrder;
use crate::ode::{Method, Stepper};
use crate::simulate::drive::Drive;
use crate::simulate::failure::RunFailure;
use crate::simulate::simulation::Simulation;

/// The part of a step after a start at which its first slope is taken.
const SOON: f64 = 1e-3;

/// A change under way: S* stands in the follower.
#[derive(Debug)]
pub(super) struct Jump {
    pub(super) t: f64,
    /// δτ along each direction.
    pub(super) shifts: Vec<f64>,
    /// Was the state changed?
    pub(super) changed: bool,
}

/// What carries S along a run.
// What carries S, what is under way, and what was found: the trajectory takes over the last.
#[derive(Debug)]
pub(in crate::simulate) struct Follower {
    pub(super) core: Core,
    pub(super) book: Book,
    pub(super) stepper: Stepper,
    /// The parts of the step before the last one, if S was taken over it in several.
    pub(super) parts: Vec<Stepper>,
    /// The ends of parts that are to be reached, and the errors of those that were taken.
    pub(super) ends: Vec<(f64, usize)>,
    pub(super) errors: Vec<(f64, Worst)>,
    /// By how much time went along with each direction in it, if it did.
    pub(super) along: Option<Vec<f64>>,
    /// z and all S.
    pub(super) y: Vec<f64>,
    pub(super) jump: Option<Jump>,
    /// The last instant at which something changed.
    pub(super) last: Option<(f64, Vec<f64>)>,
    /// Recorded events of the step, to be read once it is complete.
    pub(in crate::simulate) passed: Vec<(f64, usize)>,
    /// Kinks that were gone over last, and until when they are not passed anew.
    pub(super) over: (f64, Vec<usize>),
    /// S at each sample, and derivatives of instants.
    pub(super) samples: Vec<Vec<f64>>,
    pub(super) instants: Vec<(f64, Vec<f64>)>,
    /// Where an event has ended the run: when, S as it goes along with that instant, and by how much it moves.
    pub(super) stopped: Option<(f64, Vec<f64>, Vec<f64>)>,
    pub(super) flags: Vec<Flag>,
    pub(super) strict: bool,
    pub(super) coarse: Coarse,
}

/// Is everything of the run known to derivatives?
fn check(plan: &Simulation<'_>) -> Result<(), SensitivityError> {
    if plan.search == Search::Exhaustive {
        return Err(SensitivityError::unsupported("the exhaustive search for the signs of loads does not hold them"));
    }
    if plan.model.rows() > 0 && plan.stabilization != Stabilization::Projection {
        return Err(SensitivityError::unsupported("a run that holds its constraints by gains"));
    }
    if plan.method.is_implicit()
        && let Some(variable) = plan.model.inner.variables.iter().find(|variable| variable.rate.is_some())
    {
        let what = format!("variable `{}` has a rate of its own, in a run by an implicit method", variable.name);
        return Err(SensitivityError::unsupported(what));
    }
    Ok(())
}

fn stepper_of(method: Method, size: usize) -> Result<Stepper, SensitivityError> {
    let refused = |error| SensitivityError::unsupported(format!("the method ({error})"));
    let mut stepper = Stepper::new(method, size, control()).map_err(refused)?;
    stepper.leave_end_open(true);
    Ok(stepper)
}

impl Follower {
    /// For a run that has just begun, and ends at `until`.
    pub(in crate::simulate) fn new(
        plan: &Simulation<'_>,
        asked: &Sensitivities,
        start: &State,
        (drive, until): (&Drive<'_>, f64),
    ) -> Result<Self, SensitivityError> {
        let (model, modes) = (plan.model, &drive.motion.modes);
        check(plan)?;
        if asked.works && plan.method.is_implicit() {
            return Err(SensitivityError::unsupported("works in a run by an implicit method"));
        }
        let (mut ways, mut sources) = (Vec::new(), Vec::new());
        if let Some(family) = &asked.family {
            if !family.model().inner.tag.admits(model.inner.tag) {
                return Err(SensitivityError::OtherModel);
            }
            if (&start.q, &start.v) != (&family.start().q, &family.start().v) {
                return Err(SensitivityError::OtherStart);
            }
            (ways, sources) = ways_of(family, modes, until)?;
        }
        for name in &asked.starts {
            ways.push(Way::of_start(model, start, name)?);
        }
        ways.extend(asked.along.iter().map(|(name, start)| Way::along(name, start)));
        if ways.is_empty() {
            return Err(SensitivityError::None);
        }
        if let Some(name) = twice(ways.iter().map(|way| &*way.name)) {
            return Err(SensitivityError::Twice { name });
        }
        let FirstOrder { q, v, variables, works } = drive.motion.split(drive.y());
        let sizes = [q.len(), v.len(), variables.len(), if asked.works { works.len() } else { 0 }];
        let (base, part) = (drive.y().len(), sizes.iter().sum::<usize>());
        let book = Book::new(ways, start.t);
        let core = Core::new(model, (book.first(), sources), (base, sizes), plan.method.is_implicit())?;
        let count = core.ways.len();
        let noise = core.ways.iter().map(|way| way.noise).collect();
        let y = vec![0.0; base + count * part];
        let stepper = stepper_of(plan.method, y.len())?;
        Ok(Self {
            core,
            book,
            stepper,
            parts: Vec::new(),
            ends: Vec::new(),
            errors: Vec::new(),
            along: None,
            y,
            jump: None,
            last: None,
            passed: Vec::new(),
            over: (f64::NEG_INFINITY, Vec::new()),
            samples: Vec::new(),
            instants: Vec::new(),
            stopped: None,
            flags: Vec::new(),
            strict: asked.strict,
            coarse: Coarse::new(plan.fixed_step.is_none().then_some(plan.tolerance.relative), start.t, noise),
        })
    }

    /// Stands where the run starts, with S of the start.
    pub(in crate::simulate) fn start(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        let (base, part) = (self.core.base, self.core.part());
        for (tail, way) in self.y[base..].chunks_exact_mut(part).zip(&self.core.ways) {
            tail[..way.start.len()].copy_from_slice(&way.start);
        }
        // A start that follows the rate of a signal moves with a hat that begins there.
        self.begin_hats(drive.t(), drive.t().next_up());
        self.settle(drive, None)?;
        self.note_starts(drive, &vec![0.0; self.core.ways.len()])?;
        self.stand(drive)
    }

    /// Begins to step anew where the run stands.
    pub(super) fn stand(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.y[..self.core.base].copy_from_slice(drive.y());
        self.core.soon = SOON * drive.stepper.next_step();
        self.step_from(drive, drive.t())
    }

    /// Begins to step from y, which may have more columns than there were.
    pub(super) fn step_from(&mut self, drive: &Drive<'_>, t: f64) -> Result<(), RunFailure> {
        if self.stepper.y().len() != self.y.len() {
            self.stepper = stepper_of(self.stepper.method(), self.y.len())?;
        }
        let mut stage = Stage { core: &mut self.core, motion: &drive.motion };
        Ok(self.stepper.start(&mut stage, t, &self.y)?)
    }

    /// Puts S onto the constraints where the run stands, what friction holds at rest being free to move as its rows let it; then that has no velocity.
    pub(super) fn settle(&mut self, drive: &Drive<'_>, shifts: Option<&[f64]>) -> Result<(), RunFailure> {
        let (model, motion) = (drive.model, &drive.motion);
        let query = motion.query(drive.t(), drive.y()).with_rest(Rest::Free);
        self.core.project(model, &query, &motion.ws.spare, &mut self.y, shifts)?;
        let ([n, m, ..], base, part) = (self.core.sizes, self.core.base, self.core.part());
        for tail in self.y[base..].chunks_exact_mut(part) {
            let v = tail[n..n + m].iter_mut().zip(&motion.frozen);
            v.filter(|(_, frozen)| **frozen).for_each(|(v, _)| *v = 0.0);
        }
        Ok(())
    }

    /// Takes the step once more that the run has just completed, unless that is done.
    pub(in crate::simulate) fn advance(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        if drive.t() <= self.stepper.t() {
            return Ok(());
        }
        self.turn_over(drive, [self.stepper.t(), drive.t()])?;
        self.stepper.jumps_at(drive.stepper.jump());
        self.check_track(drive)?;
        let (model, motion) = (drive.model, &drive.motion);
        if motion.passage.is_beside_one() {
            let what = format!("the run passes a singular position at t = {}", Brief(drive.t()));
            return Err(SensitivityError::unsupported(what).into());
        }
        if let Some(implicit) = &mut self.core.implicit {
            implicit.t = 0.5 * (self.stepper.t() + drive.t());
            let ends = self.stepper.y().iter().zip(drive.y());
            implicit.middle.iter_mut().zip(ends).for_each(|(middle, (a, b))| *middle = 0.5 * (a + b));
        }
        self.go_along(drive)?;
        let ends = [(self.stepper.t(), drive.stepper.y_prev()), (drive.t(), drive.y())];
        let ends = ends.map(|(t, y)| motion.query(t, y));
        self.core.look_for_kinks(model, ends.each_ref(), self.stepper.y());
        let taken = self.take_parts(drive);
        self.core.step = Step::AHEAD;
        taken?;
        self.check_corner(drive)?;
        self.y.copy_from_slice(self.stepper.y());
        self.y[..self.core.base].copy_from_slice(drive.y());
        self.come_back(drive)?;
        if drive.projects {
            let query = motion.query(drive.t(), drive.y());
            self.core.project(model, &query, &motion.ws.spare, &mut self.y, None)?;
            self.core.stands = true;
        }
        // Where hats end, the next step begins with other columns.
        let turns_over = !self.book.ended(drive.t()).is_empty();
        let mut stage = Stage { core: &mut self.core, motion };
        let replaced = match turns_over {
            true => self.stepper.replace_end(&mut stage, &self.y),
            false => self.stepper.replace_state(&mut stage, &self.y),
        };
        self.core.stands = false;
        Ok(replaced?)
    }

    /// Has the rate of a variable, or the power of a work, a corner on the way?
    fn check_corner(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        let Some((which, t)) = self.core.corner.take() else { return Ok(()) };
        let inner = &drive.model.inner;
        let variable = inner.variables.get(which).map(|variable| &*variable.name);
        let name = variable.or_else(|| inner.worker(which - inner.variables.len())).unwrap_or_default().to_owned();
        let told = |flag: &Flag| matches!(flag, Flag::Corner { name: own, .. } if *own == name);
        if self.flags.iter().any(told) { Ok(()) } else { self.raise(Flag::Corner { name, t }) }
    }

    /// Is the step one from where S stands?
    fn check_track(&self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        let [own, run] = [self.stepper.y(), drive.stepper.y_prev()].map(|y| drive.motion.split(&y[..self.core.base]));
        let what = match () {
            () if self.stepper.t() != drive.stepper.t_prev() => "its time",
            () if own.q != run.q => "its positions",
            () if own.v != run.v => "its velocities",
            () if own.variables != run.variables => "its variables",
            () => return Ok(()),
        };
        Err(SensitivityError::Lost { t: drive.stepper.t_prev(), what }.into())
    }

    /// Keeps S at a sample; `y` is the state there.
    pub(in crate::simulate) fn sample(&mut self, drive: &Drive<'_>, t: f64, y: &[f64]) -> Result<(), RunFailure> {
        let tails = self.at(drive, t, Some(y))?;
        self.samples.push(self.book.all(&tails, self.core.part()));
        Ok(())
    }

    /// S within the step, or at its end; z there, which stands in `y` then, is the state that is given, or as it was followed.
    pub(super) fn at(&mut self, drive: &Drive<'_>, t: f64, state: Option<&[f64]>) -> Result<Vec<f64>, RunFailure> {
        self.advance(drive)?;
        let base = self.core.base;
        if t >= self.stepper.t() {
            self.y.copy_from_slice(self.stepper.y());
            return Ok(self.y[base..].to_vec());
        }
        let motion = &drive.motion;
        let mut stage = Stage { core: &mut self.core, motion };
        let stepper = self.parts.iter_mut().find(|part| t < part.t()).unwrap_or(&mut self.stepper);
        if let Some(shifts) = &self.along {
            stage.core.shifts.copy_from_slice(shifts);
        }
        let prepared = stepper.prepare_dense(&mut stage);
        stage.core.shifts.fill(0.0);
        prepared?;
        stepper.interpolate(t, &mut self.y);
        if let Some(state) = state {
            self.y[..base].copy_from_slice(state);
        }
        self.stop_time(drive, t)?;
        if drive.projects {
            let state = self.y[..base].to_vec();
            let query = motion.query(t, &state);
            self.core.project(drive.model, &query, &motion.ws.spare, &mut self.y, None)?;
        }
        Ok(self.y[base..].to_vec())
    }

    /// Raises a flag; of a run that is to be strict, an error.
    pub(super) fn raise(&mut self, flag: Flag) -> Result<(), RunFailure> {
        if self.strict {
            return Err(SensitivityError::Flagged(flag).into());
        }
        if !self.flags.contains(&flag) {
            self.flags.push(flag);
        }
        Ok(())
    }
}
