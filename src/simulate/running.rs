//! What a run holds while it goes on. What it does stands beside: the loop in `run.rs`, and `find`, `turn`, `fire`, `sample`.

use super::clocks::Clocks;
use super::contacts::ContactWatch;
use super::drive::Drive;
use super::event::{Action, Change, Event};
use super::failure::RunFailure;
use super::look::Look;
use super::onsets::Onsets;
use super::result::Trajectory;
use super::sensitivity::Follower;
use super::settings::check_output;
use super::simulation::Simulation;
use super::watch::{FrictionGuards, Locator, Numbers, Smooth, UserGuards};
use crate::dynamics::State;
use crate::error::EvalError;
use crate::ode::StepError;

/// A run under way: the plan, what is in motion, who watches it, and what has been recorded.
// The parts of a run, most of them structs of their own: this is where they meet.
pub(super) struct Run<'r, 'a> {
    pub(super) plan: &'r Simulation<'a>,
    pub(super) drive: Drive<'a>,
    pub(super) look: Look,
    pub(super) friction: FrictionGuards,
    pub(super) contacts: ContactWatch,
    pub(super) locator: Locator<Smooth>,
    /// What friction solved at places beyond the stages.
    pub(super) further: Vec<Numbers>,
    /// The fastest sine of all signals, rad/s.
    pub(super) fastest: f64,
    pub(super) user: UserGuards<'r, 'a>,
    pub(super) clocks: Clocks<'r, 'a>,
    /// When what is given as a function of time begins.
    pub(super) onsets: Onsets,
    /// The first jump of a closure that prescribes a motion: the run does not go on there.
    pub(super) jump: Option<(f64, EvalError)>,
    /// When guards of the user's have passed zero, the quiet ones too, and which.
    pub(super) passed: Vec<(f64, usize)>,
    /// What the events that change the state do.
    pub(super) changes: Vec<Option<Change<'a>>>,
    pub(super) trajectory: Trajectory,
    pub(super) t_end: f64,
    /// When a change was last found to be too early.
    pub(super) waited: Option<f64>,
    /// Since when changes of friction come within one window of `zeno`, and how many. And how often nothing came of them at the time of the last one, which found so many transitions.
    pub(super) crowd: (f64, usize),
    pub(super) nowhere: (f64, usize, usize),
    /// Since when shortest steps over kinks come in a row, and how many.
    pub(super) over: (f64, u32),
    /// The guards of kinks at the end of the last step; since which step kinks are passed that were not located, and how often.
    pub(super) sides: Vec<f64>,
    pub(super) unseen: Vec<(u64, u32)>,
    /// What carries derivatives along, if the run has some.
    pub(super) follower: Option<Box<Follower>>,
    /// How many outputs have been made.
    pub(super) outputs: usize,
}

/// No run has more steps than this.
const MOST_STEPS: f64 = 1e11;

/// Numbers of a run that would do something else than they say, or nothing. (A comparison with NaN is false.)
fn check_settings(plan: &Simulation<'_>, [t, t_end]: [f64; 2]) -> Result<(), RunFailure> {
    const TOLERANCE: &str = "give one that is not negative";
    const STEP: &str = "so short a step gets nowhere: more than 1e11 of them are needed, or the time does not resolve them; give a longer one";
    let (events, within) = plan.zeno;
    // What is not positive is refused by name where steps are taken.
    let gets_on = |step: f64| {
        let resolved = [t, t_end].iter().all(|t| !t.is_finite() || t.abs() + step > t.abs());
        step.is_nan() || step <= 0.0 || (resolved && (!t_end.is_finite() || (t_end - t) / step <= MOST_STEPS))
    };
    let fixed = plan.fixed_step.unwrap_or(f64::INFINITY);
    let settings = [
        ("max_step", plan.max_step, gets_on(plan.max_step), STEP),
        ("fixed_step", fixed, gets_on(fixed), STEP),
        ("rest", plan.rest, plan.rest >= 0.0, TOLERANCE),
        ("start_tolerance", plan.start_tolerance, plan.start_tolerance >= 0.0, TOLERANCE),
        ("mend_at_most", plan.mends, plan.mends >= 0.0, "give a length or an angle that is not negative"),
        ("zeno", events as f64, events > 0, "the number of events that is too many is one or more"),
        ("zeno", within, within > 0.0, "the time within which events are counted is above zero"),
    ];
    match settings.into_iter().find(|(_, _, good, _)| !good) {
        None => Ok(()),
        Some((setting, value, _, needs)) => Err(RunFailure::Setting { setting, value, needs }),
    }
}

impl<'r, 'a> Run<'r, 'a> {
    pub(super) fn make(
        plan: &'r Simulation<'a>,
        changes: Vec<Option<Change<'a>>>,
        start: &mut State,
        t_end: f64,
    ) -> Result<Self, RunFailure> {
        let model = plan.model;
        model.check_state(start)?;
        // Derivatives of attitudes are those of unit quaternions.
        model.inner.layout.kinematics.normalize(&mut start.q);
        check_settings(plan, [start.t, t_end])?;
        check_output(&plan.output, start.t, t_end)?;
        if plan.fixed_step.is_none() {
            plan.tolerance.check()?;
        }
        // A run may have no length, and no end if an event stops it.
        if t_end < start.t || t_end.is_nan() {
            return Err(StepError::BadTime { t: start.t, target: t_end }.into());
        }
        let stops = |event: &Event<'_>| matches!(event.action, Action::Stop);
        if t_end == f64::INFINITY && !plan.events.iter().any(stops) {
            const NEEDS: &str = "no event ends this run; give it a time at which it ends, or an event with `stop`";
            return Err(RunFailure::Setting { setting: "t_end", value: t_end, needs: NEEDS });
        }
        model.check_rates([start.t, t_end.min(start.t + 1.0)])?;
        let drive = Drive::new(plan, start)?;
        let friction = FrictionGuards::new(model, plan.method);
        let events: &'r [Event<'a>] = &plan.events;
        let guards = events.iter().filter(|event| event.clock().is_none()).count();
        Ok(Self {
            plan,
            look: Look::new(&drive),
            contacts: ContactWatch::new(model, drive.y()),
            further: vec![Numbers::of(model); friction.more().len()],
            friction,
            fastest: model.fastest(),
            locator: Locator::default(),
            clocks: Clocks::new(model, events, [start.t, t_end])?,
            onsets: Onsets::of(plan, start, t_end),
            jump: model.first_jump([start.t, if t_end.is_finite() { t_end } else { start.t + 1.0 }], plan.parts()),
            user: UserGuards::new(events, plan.guard_checks, &drive.motion, drive.y().len()),
            changes,
            passed: Vec::new(),
            trajectory: Trajectory::new(model, start.clone()),
            t_end,
            waited: None,
            crowd: (f64::NEG_INFINITY, 0),
            nowhere: (f64::NEG_INFINITY, 0, 0),
            over: (f64::NEG_INFINITY, 0),
            sides: vec![f64::NAN; guards],
            unseen: vec![(0, 0); guards],
            outputs: 0,
            follower: None,
            drive,
        })
    }
}
