//! What a change does to S: the instant moves with the parameters, and the motion before it, and after it, is not the same.
//!
//! Let the change be where g(t, z, p) passes zero, with the motion z' = f⁻ before and f⁺ after it, and R what it makes of the state (z itself, where only the motion changes; then the projection onto the constraints).
//!
//! ```text
//! (Y9)   δτ = −(g_z S⁻ + g_p)/ġ,   ġ = g_t + g_z f⁻                                with the modes and signs before it
//! (Y10)  S* = R_z (S⁻ + f⁻ δτ) + R_t δτ + R_p,     S⁺ = S* − f⁺ δτ
//! (Y11)  then (Y6) and (Y7) with the rows that hold now; what is frozen has S_v = 0 exactly
//! (Y12)  of a value at the event: S⁻ + f⁻ δτ before it, S* after it
//! ```
//!
//! Where a slip stops, s_z S⁻ + s_p = −ṡ⁻ δτ, so that of S⁺ it is −ṡ⁺ δτ = 0: the direction in which it slid is lost, one rank for each freedom that stops. Where it only turns nothing is lost. Where a load changes its sign
//! f is continuous, and so is S.
//!
//! S* is the derivative of the state at the event, wherever that is in time: rows that move with time hold for it with φ_t δτ.
//!
//! **Where it is singular.** ġ = 0 is a guard that grazes: a flag, where what is left of ġ in a step is nothing beside what g was in it. Several guards at one instant must agree in δτ, as two sliders of one freedom do;
//! else p separates them, and what the derivative is depends on its sign: a flag.

use super::Flag;
use super::core::Core;
use super::derivative::{Along, derivative_or_corner};
use super::follow::{Follower, Jump};
use super::instant::Moves;
use super::own::rates;
use super::refusal::SensitivityError;
use super::start::{Begun, evaluated};
use crate::dynamics::{Beginning, Query, Rest, StateRef, Way as Slides, Ways};
use crate::error::EvalError;
use crate::model::{Model, State};
use crate::simulate::drive::Drive;
use crate::simulate::failure::RunFailure;

/// By how much instants that are one may seem to move apart, and in how many tolerances of the run.
const APART: f64 = 1e-6;
const TOLERANCES: f64 = 1e3;
/// ġ of a step, beside what the guard was in it, below which it grazes.
const GRAZES: f64 = 1e-6;
/// The same, below which it counts how far it goes beyond zero: (ġ h)²/4g, as it turns back.
const SLOWED: f64 = 0.1;
/// How near a corner of a law is at it: what locates changes is not finer.
const AT_CORNER: f64 = 1e-12;

/// Whence the instant of a change is known.
#[derive(Clone, Debug)]
pub(in crate::simulate) enum Whence {
    /// Guards that have passed zero there, the one that decides it first.
    Guards(Vec<Moves>),
    /// A clock: it does not move.
    Clock,
}

impl Follower {
    /// Leaves the motion before a change: S* of a change of the motion alone.
    pub(in crate::simulate) fn leave(
        &mut self,
        drive: &Drive<'_>,
        whence: &Whence,
        rtol: f64,
    ) -> Result<(), RunFailure> {
        let Some(shifts) = self.shifts_at(drive, whence, rtol)? else { return Ok(()) };
        let t = drive.t();
        self.y.copy_from_slice(self.stepper.y());
        let query = drive.motion.query(t, drive.y());
        self.core.stands = true;
        self.core.hold(drive.model, &query, &drive.motion.ws.spare)?;
        self.add_slope(drive, &query, &shifts, 1.0)?;
        self.jump = Some(Jump { t, shifts, changed: false });
        Ok(())
    }

    /// δτ of a change where the run stands, of which note is taken; none where nothing decides it.
    pub(super) fn shifts_at(
        &mut self,
        drive: &Drive<'_>,
        whence: &Whence,
        rtol: f64,
    ) -> Result<Option<Vec<f64>>, RunFailure> {
        let t = drive.t();
        let shifts = match (&self.last, whence) {
            (_, Whence::Clock) => vec![0.0; self.core.ways.len()],
            // What follows at once from a change has its instant.
            (Some((last, shifts)), _) if *last == t => return Ok(Some(shifts.clone())),
            (_, Whence::Guards(guards)) => {
                let Some(first) = guards.first() else { return Ok(None) };
                self.compare(guards, t, rtol)?;
                let shifts = first.shifts();
                self.check_corner_of_law(drive, &first.name, &shifts)?;
                self.instants.push((t, self.book.all(&shifts, 1)));
                shifts
            }
        };
        self.last = Some((t, shifts.clone()));
        Ok(Some(shifts))
    }

    /// S⁻ + f⁻ δτ where the run ends by an event.
    pub(super) fn stop(&mut self, drive: &Drive<'_>, shifts: Vec<f64>) -> Result<(), RunFailure> {
        self.y.copy_from_slice(self.stepper.y());
        let query = drive.motion.query(drive.t(), drive.y());
        self.core.hold(drive.model, &query, &drive.motion.ws.spare)?;
        self.add_slope(drive, &query, &shifts, 1.0)?;
        self.stopped = Some((drive.t(), self.y[self.core.base..].to_vec(), shifts));
        Ok(())
    }

    /// What changes just where a law in time has a corner may be what the corner does: its instant then moves to one side alone, or not at all.
    fn check_corner_of_law(&mut self, drive: &Drive<'_>, name: &str, shifts: &[f64]) -> Result<(), RunFailure> {
        let t = drive.t();
        if drive.stepper.jump().is_none_or(|corner| (corner - t).abs() > AT_CORNER * (1.0 + t.abs())) {
            return Ok(());
        }
        let Some((k, most)) = shifts.iter().enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) else {
            return Ok(());
        };
        let (names, by) = (vec![name.to_owned(), "a law in time".to_owned()], self.core.ways[k].name.clone());
        if *most == 0.0 { Ok(()) } else { self.raise(Flag::Simultaneous { names, t, apart: 1.0, by }) }
    }

    /// Takes note of how an instant moves at which nothing changes.
    pub(in crate::simulate) fn note(&mut self, t: f64, moves: &Moves) -> Result<(), RunFailure> {
        if moves.in_step <= GRAZES * moves.range {
            self.raise(Flag::Grazing { name: moves.name.clone(), t })?;
        }
        self.instants.push((t, self.book.all(&moves.shifts(), 1)));
        Ok(())
    }

    /// S ± f δτ, f being that of the state that is held, and asked for.
    pub(super) fn add_slope(
        &mut self,
        drive: &Drive<'_>,
        query: &Query<'_>,
        shifts: &[f64],
        side: f64,
    ) -> Result<(), RunFailure> {
        let (base, part) = (self.core.base, self.core.part());
        let slope = self.slope(drive, query, &self.y[..base])?;
        for (tail, shift) in self.y[base..].chunks_exact_mut(part).zip(shifts) {
            tail.iter_mut().zip(&slope).for_each(|(s, f)| *s += side * shift * f);
        }
        Ok(())
    }

    /// f of a state that is held: of q, v, variables and the works that are followed.
    pub(super) fn slope(&self, drive: &Drive<'_>, query: &Query<'_>, state: &[f64]) -> Result<Vec<f64>, RunFailure> {
        let ([n, m, _, tracked], model) = (self.core.sizes, drive.model);
        let own = rates(model, query, &drive.motion.ws.spare, drive.motion.split(state).works, tracked)?;
        let mut slope = vec![0.0; n];
        model.inner.layout.kinematics.rates(&state[..n], &state[n..n + m], &mut slope);
        slope.extend(self.core.variation.solution()[0].iter().chain(&own));
        Ok(slope)
    }

    /// Do guards that fire together move together, and does none of them graze?
    fn compare(&mut self, guards: &[Moves], t: f64, rtol: f64) -> Result<(), RunFailure> {
        for guard in guards {
            // It has slowed down on the way, and goes beyond zero by less than what the run is wrong by.
            let beyond = 0.25 * guard.in_step * guard.in_step;
            let hardly = guard.in_step < SLOWED * guard.range && beyond <= TOLERANCES * rtol * guard.range;
            if hardly || guard.in_step <= GRAZES * guard.range {
                self.raise(Flag::Grazing { name: guard.name.clone(), t })?;
            }
        }
        let allowed = APART.max(TOLERANCES * rtol);
        let all: Vec<Vec<f64>> = guards.iter().map(Moves::shifts).collect();
        for k in 0..self.core.ways.len() {
            let most = all.iter().fold(0.0, |most: f64, shifts| most.max(shifts[k].abs()));
            let apart = all.iter().fold(0.0, |apart: f64, shifts| apart.max((shifts[k] - all[0][k]).abs()));
            if apart > allowed * most + 1e-9 * (1.0 + most) {
                let names = guards.iter().map(|guard| guard.name.clone()).collect();
                let by = self.core.ways[k].name.clone();
                self.raise(Flag::Simultaneous { names, t, apart: apart / most, by })?;
                break;
            }
        }
        Ok(())
    }

    /// (Y10) of a change of the state: `change` gives positions, velocities, variables and the works that are followed after it.
    pub(in crate::simulate) fn change(
        &mut self,
        model: &Model,
        before: &State,
        name: &str,
        mut change: impl FnMut(&Model, &State) -> Result<Vec<f64>, RunFailure>,
    ) -> Result<(), RunFailure> {
        let Some(jump) = &mut self.jump else { return Ok(()) };
        let (base, part, mut bent) = (self.core.base, self.core.part(), false);
        for (k, tail) in self.y[base..].chunks_exact_mut(part).enumerate() {
            let along = Along { t: jump.shifts[k], parts: tail };
            let models = self.core.models(k, before.t);
            let change = |model: &Model, state: &State, _: f64| change(model, state);
            let (after, corners) = derivative_or_corner(model, before, (along, 0.0), models, change)?;
            tail.copy_from_slice(&after);
            bent |= corners.here.is_some();
        }
        jump.changed = true;
        if bent { self.raise(Flag::Bent { name: name.to_owned(), t: before.t }) } else { Ok(()) }
    }

    /// Enters the motion after a change, where the run stands now; without a change under way it only begins anew.
    pub(in crate::simulate) fn enter(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        let Some(jump) = self.jump.take() else {
            self.y.copy_from_slice(self.stepper.y());
            return self.stand(drive);
        };
        if jump.t != drive.t() {
            return Err(SensitivityError::Lost { t: jump.t, what: "its time" }.into());
        }
        let base = self.core.base;
        if jump.changed {
            self.settle(drive, Some(&jump.shifts))?;
        }
        self.y[..base].copy_from_slice(drive.y());
        self.note_starts(drive, &jump.shifts)?;
        let query = drive.motion.query(drive.t(), drive.y()).with_rest(Rest::Free);
        self.core.hold(drive.model, &query, &drive.motion.ws.spare)?;
        self.add_slope(drive, &query, &jump.shifts, -1.0)?;
        self.core.stands = true;
        self.settle(drive, None)?;
        self.stand(drive)
    }

    /// (Y14) of what starts where the run stands; S* stands in the follower.
    pub(super) fn note_starts(&mut self, drive: &Drive<'_>, shifts: &[f64]) -> Result<(), RunFailure> {
        let (t, ways) = (drive.t(), &drive.motion.ways);
        let now = |way: &Slides| way.start.is_some_and(|start| start.t == t);
        if !ways.iter().any(now) {
            return Ok(());
        }
        let (query, state) = (drive.motion.query(t, drive.y()), drive.state(t, drive.y()));
        let part = self.core.part();
        let Core { ways: directions, near, begun, base, .. } = &mut self.core;
        for (k, parts) in self.y[*base..].chunks_exact(part).enumerate() {
            let along = Along { t: shifts[k], parts };
            let (found, _) = derivative_or_corner(
                drive.model,
                &state,
                (along, 0.0),
                directions[k].models(near, t),
                |model, state, _| {
                    let mut moved = ways.clone();
                    for way in moved.iter_mut().filter(|way| now(way)) {
                        way.start = way.start.map(|start| Beginning { t: state.t, ..start });
                    }
                    let query = Query { at: StateRef::of(state), ..query }.with_ways(Ways::Near(&moved));
                    let ws = evaluated(model, &query, &drive.motion.ws.spare)?;
                    Ok::<_, EvalError>(ws.directions().flatten().collect())
                },
            )?;
            for (begun, (way, d)) in begun[k].iter_mut().zip(ways.iter().zip(found.as_chunks::<3>().0)) {
                if now(way) {
                    *begun = Begun { t: shifts[k], d: *d };
                }
            }
        }
        Ok(())
    }
}
