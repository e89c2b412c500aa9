//! The consistent start: from a rough guess to positions and velocities that satisfy every constraint.
//! Positions first, then velocities: see `assemble`. Coordinates can be held fixed at their guess, which also chooses between assembly modes, and measures can be
//! given values and rates. What cannot be met is an error that names the worst constraint, the loop that it belongs to, and what was held: each of these
//! is let go in turn, so that the one that stands in the way is told. Rows that depend on each other are named as sets.

use super::aim::Aim;
use super::assemble::{Assembly, Unsolved};
use super::coordinate::{Coordinate, Named};
use super::started::{Changed, Started};
use super::want::{Goal, Want};
use super::{Mode, State, StateRef};
use crate::constraint::Constraint;
use crate::element::ConstraintId;
use crate::error::{EvalError, StartError};
use crate::math::{Now, max_abs};
use crate::measure::Measure;
use crate::model::{FrictionEntry, Model, Spelled, Succession};
use std::ops::Range;

/// A guess of where the mechanism starts, to be made consistent by [`project`](Start::project).
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.6, 0.1, 0.0)); // roughly there
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// let model = builder.build()?;
/// let start = model.start().set("rod.theta", 0.2).hold("rod.theta").project()?;
/// assert!(start.phi < 1e-12);
/// assert!(start.moved > 0.1); // a start that moves far should be looked at
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a start does nothing until `project` is called"]
pub struct Start<'m> {
    model: &'m Model,
    guess: State,
    holds: Vec<Hold>,
    wants: Vec<Want>,
    /// The first thing that was asked for and is not there.
    refused: Option<StartError>,
}

/// Coordinates that are held, by their velocities, or velocities alone.
#[derive(Clone, Debug)]
struct Hold {
    name: String,
    dofs: Range<usize>,
    /// Positions too?
    still: bool,
}

/// A velocity that changes by more than this part of itself is told.
const TOLD: f64 = 0.1;

impl Model {
    /// The state in which the bodies were placed, as it is: no constraint is looked at.
    pub fn placed(&self) -> State {
        let inner = &*self.inner;
        let mut state = State {
            t: 0.0,
            q: vec![0.0; self.coordinates()],
            v: vec![0.0; self.velocities()],
            works: vec![0.0; inner.layout.works],
            variables: inner.variables.iter().map(|variable| variable.value).collect(),
            modes: vec![Mode::Holding; inner.constraints.len()],
            signs: inner.frictions.iter().map(FrictionEntry::first_sign).collect(),
            memory: Vec::with_capacity(inner.layout.memory),
            impacts: Succession::default(),
            names: inner.layout.names,
        };
        for entry in &inner.bodies {
            entry.body.placement(&mut state.q[entry.coordinates.clone()], &mut state.v[entry.dofs.clone()]);
        }
        inner.contacts.iter().for_each(|contact| state.modes[contact.entry] = Mode::Open);
        state.modes[self.constraint_count()..].fill(Mode::Undecided);
        for entry in &inner.constraints {
            state.memory.extend_from_slice(&entry.shape.memory);
        }
        for entry in &inner.forces {
            state.memory.extend(entry.element.memory());
        }
        state
    }

    /// A start from where the bodies were placed.
    pub fn start(&self) -> Start<'_> {
        self.start_from(self.placed())
    }

    /// A start from a guess of one's own.
    pub fn start_from(&self, guess: State) -> Start<'_> {
        Start { model: self, guess, holds: Vec::new(), wants: Vec::new(), refused: None }
    }
}

impl Start<'_> {
    /// Begins at another time.
    pub fn time(mut self, t: f64) -> Self {
        self.guess.t = t;
        self
    }

    /// Sets a coordinate of the guess, by name: `rod.theta`.
    pub fn set(mut self, coordinate: &str, value: f64) -> Self {
        if let Some(i) = self.coordinate(coordinate) {
            self.guess.q[i] = value;
        }
        self
    }

    /// Sets a velocity of the guess, by name: `rod.omega`.
    pub fn set_velocity(mut self, velocity: &str, value: f64) -> Self {
        if let Some(i) = self.velocity(velocity) {
            self.guess.v[i] = value;
        }
        self
    }

    /// Holds a coordinate, and its velocity, at the guess while the others are adapted.
    /// An attitude is held as a whole by any coordinate of its quaternion.
    pub fn hold(mut self, coordinate: &str) -> Self {
        if let Some(i) = self.coordinate(coordinate) {
            let dofs = self.model.inner.layout.kinematics.velocities_of(i);
            self.holds.push(Hold { name: coordinate.to_owned(), dofs, still: true });
        }
        self
    }

    /// Keeps a velocity at the guess while the others are adapted; its coordinate may change.
    /// Without this the smallest change of all velocities together, in the metric of the masses, makes them consistent, and no velocity of the guess is sure to
    /// stay: those that change by more than a tenth are in [`Started::changed`].
    /// ```
    /// use chetaev::contact::EllipseOnLine;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0).moving(0.0, 0.0, -30.0));
    /// builder.constraint("road", Contact::rolling(GROUND, disk, EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1)));
    /// let model = builder.build()?;
    /// let share = model.start().project()?;
    /// assert_eq!(share.changed[0].name, "disk.omega"); // −30 rad/s became −10
    /// let rolls = model.start().keep("disk.omega").project()?;
    /// let disk = model.read(&rolls.state).body(disk);
    /// assert!(disk.spin == -30.0 && (disk.velocity.x - 3.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(mut self, velocity: &str) -> Self {
        if let Some(i) = self.velocity(velocity) {
            self.holds.push(Hold { name: velocity.to_owned(), dofs: i..i + 1, still: false });
        }
        self
    }

    /// Gives the angle of a joint: b as seen from a, exactly; in space from a's x axis to b's, about the z axis of a, so that where a body is placed it need not be zero
    /// ([`Mark::with_x`](crate::element::Mark::with_x), [`Snapshot::along`](crate::simulate::Snapshot::along) reads it), and up to whole turns, which follow from the guess
    /// ([`Model::remember`]).
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let arm = builder.body("arm", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    /// let hand = builder.body("hand", RigidBody::rod(1.0, 1.0).at(1.5, 0.0, 0.0));
    /// let shoulder = builder.constraint("shoulder", Revolute::new(GROUND.origin(), arm.point(-0.5, 0.0)));
    /// let elbow = builder.constraint("elbow", Revolute::new(arm.point(0.5, 0.0), hand.point(-0.5, 0.0)));
    /// let model = builder.build()?;
    /// let start = model.start().angle(shoulder, 0.3).angle(elbow, -1.2).rate(elbow, 2.0).project()?;
    /// let at = model.read(&start.state);
    /// assert!((at.body(hand).angle + 0.9).abs() < 1e-13);
    /// assert!((at.body(hand).spin - at.body(arm).spin - 2.0).abs() < 1e-13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn angle<C: Constraint + 'static>(self, joint: ConstraintId<C>, value: f64) -> Self {
        let named = Named::angle(self.model, joint);
        self.want(named, Goal::Given(value), Goal::Any)
    }

    /// Gives the travel of a joint that slides, exactly.
    #[track_caller]
    pub fn travel<C: Constraint + 'static>(self, joint: ConstraintId<C>, value: f64) -> Self {
        let named = Named::travel(self.model, joint);
        self.want(named, Goal::Given(value), Goal::Any)
    }

    /// Gives any measure between any bodies a value, exactly: an angle, a travel, a distance ([`Separation`](crate::measure::Separation)).
    #[track_caller]
    pub fn measure(self, measure: impl Measure + 'static, value: f64) -> Self {
        let named = Coordinate::named(measure, self.model);
        self.want(named, Goal::Given(value), Goal::Any)
    }

    /// Gives the rate of a measure, exactly, or that of a joint which turns or slides.
    #[track_caller]
    pub fn rate(self, coordinate: impl Coordinate, rate: f64) -> Self {
        let named = coordinate.named(self.model);
        self.want(named, Goal::Any, Goal::Given(rate))
    }

    /// Holds a measure, or a joint's angle or travel, and its rate at what they are in the guess; what is given besides, a value or a [`rate`](Self::rate), is not held.
    #[track_caller]
    pub fn hold_measure(self, coordinate: impl Coordinate) -> Self {
        let named = coordinate.named(self.model);
        self.want(named, Goal::Guessed, Goal::Guessed)
    }

    /// Gives a measure both, a value and a rate.
    pub(crate) fn led(self, of: &Named, value: f64, rate: f64) -> Self {
        self.want(Ok(of.clone()), Goal::Given(value), Goal::Given(rate))
    }

    fn want(mut self, named: Result<Named, StartError>, value: Goal, rate: Goal) -> Self {
        match named {
            Ok(of) => Want { of, value, rate }.join(&mut self.wants),
            Err(error) => _ = self.refused.get_or_insert(error),
        }
        self
    }

    fn coordinate(&mut self, wanted: &str) -> Option<usize> {
        let found = self.model.spelled_coordinates().position(|name| name.is(wanted));
        self.found(found, wanted, Model::coordinate_names)
    }

    fn velocity(&mut self, wanted: &str) -> Option<usize> {
        let found = self.model.spelled_velocities().position(|name| name.is(wanted));
        self.found(found, wanted, Model::velocity_names)
    }

    fn found(&mut self, found: Option<usize>, wanted: &str, known: fn(&Model) -> Vec<String>) -> Option<usize> {
        if found.is_none() {
            let (name, known) = (wanted.to_owned(), known(self.model));
            self.refused.get_or_insert(StartError::UnknownCoordinate { name, known });
        }
        found
    }

    /// Makes the guess consistent.
    pub fn project(self) -> Result<Started, StartError> {
        if let Some(error) = self.refused {
            return Err(error);
        }
        self.model.check_state(&self.guess)?;
        let mut ws = self.model.workspace();
        let mut state = self.guess.clone();
        self.check_guess()?;
        // From far away squares overflow, and the last step of Newton's method may end nowhere.
        let arrived = "its position or velocity, as far as the start has come,";
        let whole = self.assembly(None)?;
        let iterations = whole.assemble(&mut ws, &mut state).map_err(|why| self.cannot_assemble(why))?;
        self.check_finite(&state, arrived)?;
        // A contradiction is told before a redundancy: what contradicts itself cannot be allowed.
        let most = whole.aims[1].iter().fold(max_abs(&self.guess.v), |most, aim| most.max(aim.goal.abs()));
        let there = state.clone();
        let moves = whole.set_in_motion(&mut ws, &mut state, most);
        moves.map_err(|why| self.cannot_move(why, &there, most))?;
        self.check_finite(&state, arrived)?;
        ws.refuse_dependent(self.model, &state)?;
        let (moved, moved_most) = most_changed(&self.guess.q, &state.q, self.model.spelled_coordinates());
        let (sped, sped_most) = most_changed(&self.guess.v, &state.v, self.model.spelled_velocities());
        if !(moved + sped).is_finite() {
            return Err(broken("the way from the guess to the start", state.t).into());
        }
        ws.read(self.model, StateRef::of(&state), &state.modes)?;
        state.memory.copy_from_slice(&ws.memory);
        // What is released is not left over: it may be anything, or not defined at all.
        let left = |residuals: &[f64]| {
            let holding = residuals.iter().zip(&ws.released).filter(|(_, released)| !**released);
            holding.fold(0.0, |most: f64, (r, _)| most.max(r.abs()))
        };
        let (phi, rate) = (left(&ws.phi), left(&ws.rate));
        let (changed, displaced) = (self.changed(&state.v), self.displaced(&state));
        let (sine, leaning) = ws.leaning(self.model, &state)?;
        Ok(Started {
            moved,
            moved_most,
            sped,
            sped_most,
            sine,
            leaning,
            changed,
            displaced,
            iterations,
            phi,
            rate,
            state,
        })
    }

    /// What is to be satisfied, one thing that is held or given left out.
    fn assembly(&self, without: Option<usize>) -> Result<Assembly<'_>, EvalError> {
        let State { t, q, v, variables, .. } = &self.guess;
        let (now, frames) = (Now::new(*t, variables), self.model.frames(q, v));
        let mut whole = Assembly::of(self.model);
        for hold in self.holds.iter().enumerate().filter(|(i, _)| without != Some(*i)).map(|(_, hold)| hold) {
            whole.held[1][hold.dofs.clone()].fill(true);
            if hold.still {
                whole.held[0][hold.dofs.clone()].fill(true);
            }
        }
        for (i, want) in self.wants.iter().enumerate() {
            if without == Some(self.holds.len() + i) {
                continue;
            }
            let told = want.of.tell(self.model, now, &frames)?;
            for (level, goal) in [want.value.number(told.value), want.rate.number(told.rate)].into_iter().enumerate() {
                whole.aims[level].extend(goal.map(|goal| Aim { of: want.of.clone(), goal }));
            }
        }
        Ok(whole)
    }

    /// The names of all that is held or given, and of those that alone stand in the way.
    fn in_the_way(&self, goes: impl Fn(Assembly<'_>) -> bool) -> [Vec<String>; 2] {
        let names = self.holds.iter().map(|hold| &hold.name).chain(self.wants.iter().map(|want| &want.of.name));
        let names: Vec<String> = names.cloned().collect();
        let alone = |(i, _): &(usize, &String)| self.assembly(Some(*i)).is_ok_and(&goes);
        let alone = names.iter().enumerate().filter(alone).map(|(_, name)| name.clone()).collect();
        [names, alone]
    }

    fn cannot_assemble(&self, why: Unsolved) -> StartError {
        let (worst, residual, involved, iterations) = match why {
            Unsolved::Left { worst, residual, loops, iterations } => (worst, residual, loops, iterations),
            Unsolved::Eval(error) => return error.into(),
        };
        let goes = |with: Assembly<'_>| with.assemble(&mut self.model.workspace(), &mut self.guess.clone()).is_ok();
        let [held, alone] = self.in_the_way(goes);
        StartError::CannotAssemble { worst, residual, iterations, involved, held, alone }
    }

    fn cannot_move(&self, why: Unsolved, at: &State, most: f64) -> StartError {
        let (worst, residual, involved) = match why {
            Unsolved::Left { worst, residual, loops, .. } => (worst, residual, loops),
            Unsolved::Eval(error) => return error.into(),
        };
        // Rates that contradict each other here alone do not contradict each other: the position is at fault.
        let bare = Assembly::of(self.model).set_in_motion(&mut self.model.workspace(), &mut at.clone(), most);
        if bare.is_err()
            && let Ok(Some((drivers, free))) = self.model.workspace().singular_here(self.model, at)
        {
            return StartError::Singular { drivers, free };
        }
        let goes = |with: Assembly<'_>| with.set_in_motion(&mut self.model.workspace(), &mut at.clone(), most).is_ok();
        let [held, alone] = self.in_the_way(goes);
        StartError::CannotMove { worst, residual, involved, held, alone }
    }

    fn changed(&self, v: &[f64]) -> Vec<Changed> {
        let each = self.guess.v.iter().zip(v).zip(self.model.spelled_velocities());
        let told = each.filter(|((from, to), _)| (*to - *from).abs() > TOLD * from.abs() && **from != 0.0);
        told.map(|((from, to), name)| Changed { name: name.to_string(), from: *from, to: *to }).collect()
    }

    fn displaced(&self, state: &State) -> Vec<Changed> {
        let q = Changed::each([&self.guess.q, &state.q], self.model.spelled_coordinates());
        q.chain(Changed::each([&self.guess.v, &state.v], self.model.spelled_velocities())).collect()
    }

    /// A guess with a number that is none, or with an attitude that is none, is nowhere near a start.
    fn check_guess(&self) -> Result<(), EvalError> {
        let mut guess = self.guess.clone();
        self.check_finite(&guess, "the guess of its position or velocity")?;
        self.model.inner.layout.kinematics.normalize(&mut guess.q);
        self.check_finite(&guess, "the guess of its attitude, a quaternion whose length is zero or too large,")?;
        let State { t, signs, works, .. } = &guess;
        if !t.is_finite() {
            Err(broken("the time at which it starts", *t))
        } else if !finite(signs) || !finite(works) {
            Err(broken("a work done so far, or a sign of a load,", *t))
        } else {
            Ok(())
        }
    }

    fn check_finite(&self, State { t, q, v, .. }: &State, what: &str) -> Result<(), EvalError> {
        for entry in &self.model.inner.bodies {
            if !finite(&q[entry.coordinates.clone()]) || !finite(&v[entry.dofs.clone()]) {
                let (kind, name, what) = ("body", entry.name.clone(), what.to_owned());
                return Err(EvalError::NotFinite { kind, name, what, t: *t });
            }
        }
        Ok(())
    }
}

fn broken(what: &str, t: f64) -> EvalError {
    EvalError::NotFinite { kind: "model", name: "as a whole".into(), what: what.into(), t }
}

fn finite(numbers: &[f64]) -> bool {
    numbers.iter().all(|x| x.is_finite())
}

pub(crate) fn most_changed<'m>(
    before: &[f64],
    after: &[f64],
    names: impl Iterator<Item = Spelled<'m>>,
) -> (f64, String) {
    let changes = before.iter().zip(after).map(|(a, b)| (b - a).abs());
    let most = changes.zip(names).max_by(|a, b| a.0.total_cmp(&b.0));
    most.map(|(by, name)| (by, name.to_string())).unwrap_or_default()
}
