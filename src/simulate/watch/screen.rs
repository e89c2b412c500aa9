//! Screening the guards of friction with the numbers at the stages of a step: most of them are nowhere near zero, and that must cost little.

use super::fit::{Course, Fit};
use super::friction::FrictionGuards;
use super::numbers::Numbers;
use super::smooth::Kind;
use super::sought::{AtStart, Sought};
use crate::dynamics::FORCE_ROUNDING;
use crate::simulate::event::Direction;

/// A guard this far above zero, relative to its size, does not shorten the next step.
const ROOM: f64 = 1e-3;

/// The result of screening the guards with the numbers at the stages of a step.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(in crate::simulate) enum Screening {
    /// All guards stay positive; the next step may be this long.
    Clear { next: f64 },
    /// The stages alone do not decide: screen again with the further places.
    Unsure,
    /// The suspects have to be searched by the locator.
    Suspects,
}

/// μ N − Σ |τ_k| along lines of N and all τ_k, each with how far the values are from it.
#[inline(always)]
fn above<const K: usize>([mu, sign]: [f64; 2], lines: [[f64; 3]; K]) -> Course {
    let [first, last, off] = lines[0];
    let load = Course { lowest: mu * (sign * first).min(sign * last), residual: mu * off };
    lines[1..].iter().fold(load, |Course { lowest, residual }, [one, other, off]| Course {
        lowest: lowest - one.abs().max(other.abs()),
        residual: residual + off,
    })
}

impl FrictionGuards {
    /// Passes by the points that stick far from their limits: there (G7), of N and of τ, clears all guards of a point at once. Of several components μ N > Σ |τ_k| is enough.
    fn pass_limits(&mut self, nodes: &[&Numbers], more: bool, force: f64, enough: f64) {
        let fit = &self.fits[usize::from(more)][0];
        let kappa = if more { self.nodes.all } else { self.nodes.stages };
        if !kappa.is_finite() {
            return;
        }
        for smooth in &self.list {
            let (point, mu, sign) = match smooth.kind {
                Kind::Limit { point, mu, sign, side } if side > 0.0 => (point, mu, sign),
                Kind::Cone { point, mu, of_contact: true } => (point, mu, 1.0),
                _ => continue,
            };
            if mu <= 0.0 || self.fired.contains(&smooth.watched) {
                continue;
            }
            let bound = fit.below(match smooth.kind {
                Kind::Limit { .. } => above([mu, sign], fit.lines(nodes, |numbers| numbers.points[point].both::<2>())),
                _ => above([mu, sign], fit.lines(nodes, |numbers| numbers.points[point].both::<4>())),
            });
            let far = bound.lowest > 4.0 * self.nodes.all * bound.residual * enough;
            if far && bound.lowest - kappa * bound.residual > FORCE_ROUNDING * force {
                self.clear[point] = 2;
            }
        }
    }

    /// Screens every guard with the numbers at the nodes: beginning, inner stages, end, and the further places if they are given. The next step is to be `wanted` long if nothing
    /// is against it.
    pub(in crate::simulate) fn screen(&mut self, nodes: &[&Numbers], h: f64, wanted: f64) -> Screening {
        self.suspects.clear();
        let more = nodes.len() > self.fits[0][0].nodes().len();
        let fits = &self.fits[usize::from(more)];
        let kappa = if more { self.nodes.all } else { self.nodes.stages };
        let [force, slip] = nodes.iter().fold([0.0_f64; 2], |[f, s], n| {
            let [force, slip] = n.largest();
            [f.max(force), s.max(slip)]
        });
        let slip = self.peak.iter().fold(slip, |most, p| most.max(*p));
        // For each fit the least room beside a residual, by which the next step is limited.
        let mut room = [f64::INFINITY; 2];
        let enough = (wanted / h).powi(fits[0].terms() as i32);
        self.clear.fill(0);
        self.pass_limits(nodes, more, force, enough);
        let fits = &self.fits[usize::from(more)];
        self.values.resize(nodes.len(), 0.0);
        for smooth in &self.list {
            if let Kind::Lift { point: Some(point), .. } | Kind::Limit { point, .. } | Kind::Cone { point, .. } =
                smooth.kind
                && self.clear[point] == 2
            {
                continue;
            }
            let floor = smooth.floor(force, slip);
            let size = smooth.kind.values(nodes, &mut self.values);
            if size <= floor || smooth.is_large(nodes, size) {
                continue;
            }
            let at_start = self.at_start(smooth.watched, self.values[0], floor);
            let divided = !matches!(at_start, AtStart::Off(_));
            let fit = &fits[usize::from(divided)];
            if divided {
                self.values[1..].iter_mut().zip(fit.nodes()).for_each(|(g, x)| *g /= x);
            }
            // With an infinite κ more places are needed, whatever the residual is.
            let clears = |course: Course| kappa.is_finite() && course.lowest - kappa * course.residual > -floor;
            let beside = |course: Course| match smooth.rests() {
                true => {
                    course.lowest.max(ROOM * size) / (4.0 * self.nodes.all * course.residual).max(f64::MIN_POSITIVE)
                }
                false => f64::INFINITY,
            };
            let plain = |bound: &Course| clears(*bound) && beside(*bound) > enough;
            let is_plain = !divided && plain(&fit.roughly(&self.values));
            let is_clear = is_plain || {
                let course = fit.course(&self.values[usize::from(divided)..]);
                room[usize::from(divided)] = room[usize::from(divided)].min(beside(course));
                clears(course)
            };
            if is_clear {
                if let Kind::Limit { point, mu, .. } = smooth.kind
                    && mu > 0.0
                {
                    self.clear[point] += 1;
                }
                continue;
            }
            self.suspects.push(Sought {
                guard: *smooth,
                direction: Direction::Falling,
                at_start,
                touches: false,
                smooth: true,
            });
        }
        match self.suspects.is_empty() {
            true => {
                let next = |(fit, room): (&Fit, f64)| h * room.powf(1.0 / fit.terms() as f64);
                Screening::Clear { next: fits.iter().zip(room).map(next).fold(f64::INFINITY, f64::min) }
            }
            false if more || self.nodes.more.is_empty() => Screening::Suspects,
            false => Screening::Unsure,
        }
    }
}
