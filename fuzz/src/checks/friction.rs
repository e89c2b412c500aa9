//! Friction at every sample: within its limit while it sticks, on its law while it slides, and against the slip.

use crate::agree::Ran;
use crate::random::Settings;
use crate::recipe::{Built, Held, Recipe, Rough};
use crate::report::Report;
use chetaev::prelude::*;

/// The law of a friction point, by its name in a recipe.
pub struct Law {
    rough: Rough,
    /// A pin in space has its radius in the law.
    lever: f64,
    /// A belt gives energy.
    belt: bool,
}

impl Law {
    pub fn of(recipe: &Recipe, built: &Built, name: &str) -> Option<Self> {
        let number = |text: &str| text.trim_end_matches(['a', 'b']).parse::<usize>().ok();
        let (rough, held) = if let Some(k) = name.strip_prefix("brake ") {
            (recipe.brakes.get(number(k)?)?.rough, Held::Free)
        } else if let Some(k) = name.strip_prefix("rub closer ") {
            let closer = recipe.closers.get(number(k)?)?;
            (closer.rough?, closer.held)
        } else {
            let link = recipe.links.get(number(name.strip_prefix("rub ")?)?)?;
            (link.rough?, link.held)
        };
        let lever = if built.way.space && held == Held::Pin { rough.size } else { 1.0 };
        Some(Self { rough, lever, belt: name.starts_with("brake ") })
    }

    /// Of a point that stands in no recipe.
    pub fn new(rough: Rough) -> Self {
        Self { rough, lever: 1.0, belt: false }
    }

    fn holding(&self) -> f64 {
        self.lever * (self.rough.mu + self.rough.more)
    }

    fn sliding(&self, speed: f64, load: f64) -> f64 {
        let Rough { mu, more, stribeck, viscous, .. } = self.rough;
        let u = self.lever * speed / stribeck;
        let mu = if stribeck > 0.0 { mu + more * (-u * u).exp() } else { mu };
        self.lever * (mu * load + self.lever * viscous * speed)
    }
}

/// Checks every friction point of a recipe at every sample.
pub fn friction(recipe: &Recipe, built: &Built, run: &Trajectory, settings: &Settings, report: &mut Report) {
    let model = &built.model;
    for name in model.friction_names() {
        match (model.friction(name), Law::of(recipe, built, name)) {
            (Some(id), Some(law)) => by_law((id, name), &law, run, settings, report),
            _ => report.fault(format!("no law of `{name}`")),
        }
    }
}

/// Checks one friction point at every sample.
///
/// What sticks is a constraint on velocities. Where the ends of steps are projected it has no slip but for rounding. Otherwise it drifts as every constraint does: a step of error ε (1 + ‖v‖), which is what the
/// control of the step admits (ε is the relative tolerance and the absolute one), moves each velocity by as much, and so the slip between two of them, whatever its own size is; gains take it back within a few
/// steps, and until then the errors of these add up. Ten of them are admitted.
pub fn by_law((id, name): (FrictionId, &str), law: &Law, run: &Trajectory, settings: &Settings, report: &mut Report) {
    let tolerance = settings.tolerance;
    let read = || run.samples().filter_map(|at| Some((at.t(), at.friction(id).ok()?)));
    let size = read().fold(1e-3_f64, |most, (_, r)| most.max(r.load.abs()).max(r.force.abs()));
    let fast = read().fold(1e-3_f64, |most, (_, r)| most.max(r.slip.abs()));
    // A slip between bodies that fly at 1e7 m/s is known by its differences: of what part of their speeds it is nothing.
    let flying = run.samples().flat_map(|at| at.v().to_vec()).fold(fast, |most, v| most.max(v.abs()));
    let drifts = settings.stabilization != Stabilization::Projection;
    let held = if drifts { 1.0 + flying } else { fast.max(0.1) };
    for (t, r) in read() {
        let (sigma, load) = (r.mode.direction(), r.load.abs());
        let limit = law.holding() * load;
        let beyond = r.force.abs() - limit;
        let told = if r.determined { "" } else { " (not determined)" };
        match r.mode {
            Mode::Stick if beyond > (1e-8 + 10.0 * tolerance) * size => report.fault(format!(
                "`{name}` sticks at t = {t} with {} N beyond its limit of {limit} N{told}",
                r.force.abs()
            )),
            Mode::Stick if r.slip.abs() > (1e-7 + 10.0 * tolerance) * held => {
                report.fault(format!("`{name}` sticks at t = {t} and slips at {} m/s", r.slip));
            }
            Mode::Forward | Mode::Backward => {
                let off = (r.force + sigma * law.sliding(sigma * r.slip, load)).abs();
                if off > 1e-8 * size {
                    report
                        .fault(format!("`{name}` slides at t = {t} with a force {off:.2e} N off its law{told}: {r:?}"));
                } else if sigma * r.slip < -(1e-7 * flying + 10.0 * tolerance * fast) {
                    report.fault(format!("`{name}` slides {:?} at t = {t} with slip {} m/s", r.mode, r.slip));
                } else {
                    continue;
                }
            }
            _ => continue,
        }
        return;
    }
    if !law.belt {
        takes((id, name), run, tolerance, report);
    }
}

/// Friction between what is not driven takes energy, and gives none.
fn takes((id, name): (FrictionId, &str), run: &Trajectory, tolerance: f64, report: &mut Report) {
    let size = 1.0 + run.largest(|at| at.kinetic().abs() + at.potential().abs());
    let mut last: Option<(f64, f64)> = None;
    for at in run.samples() {
        let (t, work) = (at.t(), at.work_of_friction(id));
        if let Some((before, had)) = last
            && work > had + (1e-9 + 100.0 * tolerance) * size
        {
            return report.fault(format!("`{name}` gives {:.2e} J between t = {before} and {t}", work - had));
        }
        last = Some((t, work));
    }
}

/// A load, a slip and its rate of rounding (N, m/s, m/s²).
const IDLE: f64 = 1e-14;

/// Two runs of one recipe in the plane and in space end with the same friction, where it is determined.
pub fn same_friction(recipe: &Recipe, both: &[Ran; 2], report: &mut Report) {
    let [a, b] = both;
    let (Some(here), Some(there)) = (a.run.last(), b.run.last()) else { return };
    for name in a.built.model.friction_names() {
        let law = |ran: &Ran| Some((ran.built.model.friction(name)?, Law::of(recipe, &ran.built, name)?.lever));
        let (Some((id, lever)), Some((other, arm))) = (law(a), law(b)) else {
            report.fault(format!("`{name}` is in one of them only"));
            continue;
        };
        let (Ok(x), Ok(y)) = (here.friction(id), there.friction(other)) else { continue };
        let off = (x.load.abs() - y.load.abs()).abs() + (x.force / lever - y.force / arm).abs();
        // What nothing loads and nothing moves is told by rounding to stick or to slide.
        let idle = [x, y].iter().all(|it| it.load.abs().max(it.slip.abs()).max(it.slip_acceleration.abs()) < IDLE);
        if x.mode != y.mode && !idle {
            report.fault(format!(
                "`{name}` ends with {x:?} at {} in the one and {y:?} at {} in the other; changes there {:?} and {:?}",
                here.t(),
                there.t(),
                latest(a),
                latest(b)
            ));
        } else if !idle && x.determined && y.determined && off > 1e-4 * (1.0 + x.load.abs()) {
            report.fault(format!("`{name}` ends with {x:?} in the one and {y:?} in the other"));
        }
    }
}

/// The last changes of a run, to be told.
fn latest(ran: &Ran) -> Vec<(f64, &str, Mode, Mode)> {
    ran.run.transitions().iter().rev().take(4).map(|it| (it.t, it.name.as_str(), it.from, it.to)).collect()
}
