//! Friction at every sample: within its limit while it sticks, on its law while it slides, and against the slip.

use crate::recipe::{Built, Held, Recipe, Rough};
use crate::report::Report;
use chetaev::prelude::*;

/// The law of a friction point, by its name in a recipe.
pub struct Law {
    rough: Rough,
    /// A pin in space has its radius in the law.
    lever: f64,
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
        Some(Self { rough, lever })
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

/// Checks every friction point at every sample.
pub fn friction(recipe: &Recipe, built: &Built, run: &Trajectory, tolerance: f64, report: &mut Report) {
    let model = &built.model;
    for name in model.friction_names() {
        let (Some(id), Some(law)) = (model.friction(name), Law::of(recipe, built, name)) else {
            report.fault(format!("no law of `{name}`"));
            continue;
        };
        let read = || run.samples().filter_map(|at| Some((at.t(), at.friction(id).ok()?)));
        let size = read().fold(1e-3_f64, |most, (_, r)| most.max(r.load.abs()).max(r.force.abs()));
        let fast = read().fold(1e-3_f64, |most, (_, r)| most.max(r.slip.abs()));
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
                // Without any stabilization what sticks drifts, as all constraints do.
                Mode::Stick if r.slip.abs() > (1e-7 + 10.0 * tolerance) * fast.max(0.1) => {
                    report.fault(format!("`{name}` sticks at t = {t} and slips at {} m/s", r.slip));
                }
                Mode::Forward | Mode::Backward => {
                    let off = (r.force + sigma * law.sliding(sigma * r.slip, load)).abs();
                    if off > 1e-8 * size {
                        report.fault(format!(
                            "`{name}` slides at t = {t} with a force {off:.2e} N off its law{told}: {r:?}"
                        ));
                    } else if sigma * r.slip < -(1e-7 + 10.0 * tolerance) * fast {
                        report.fault(format!("`{name}` slides {:?} at t = {t} with slip {} m/s", r.mode, r.slip));
                    } else {
                        continue;
                    }
                }
                _ => continue,
            }
            break;
        }
    }
}
