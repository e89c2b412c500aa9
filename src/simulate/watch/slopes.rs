//! How a guard of friction changes with what it is made of: its derivative along a direction, from those of the reactions and slips.

use super::numbers::{Numbers, Solved};
use super::smooth::{Kind, Smooth};
use crate::dynamics::Residual;
use crate::math::small::{dot, unit};
use crate::model::Model;

impl Smooth {
    /// δg, from δλ and δs and from the change of the point's limit μ'; of a slip in space along the direction in which it ends, `timely` being what changes in time. None of what is not made of them.
    pub(in crate::simulate) fn change(
        &self,
        model: &Model,
        numbers: &Numbers,
        [along, timely]: [&Residual; 2],
        holding: impl Fn(usize) -> f64,
    ) -> Option<f64> {
        let friction = |point: usize| &model.inner.frictions[point];
        let load = |point: usize| match (friction(point).contact, &friction(point).load) {
            (Some(contact), _) => [along.rows[model.inner.contacts[contact].row], 0.0, 0.0],
            // Of one that is given no row is asked.
            (None, load) => {
                let [z, others @ ..] = load.of(&along.rows);
                [z + along.given[point], others[0], others[1]]
            }
        };
        let force = |point: usize| friction(point).parts(&along.rows);
        Some(match self.kind {
            Kind::Slip { point, direction } => match friction(point).slide {
                None => direction * along.rate[friction(point).row],
                Some(_) => {
                    let [change, ending] = [along, timely].map(|of| friction(point).parts(&of.rate));
                    -dot(&unit(&ending), &change)
                }
            },
            Kind::Load { point, sign } => sign * load(point)[0],
            Kind::Limit { point, mu, sign, side } => {
                let z = numbers.points[point].load[0];
                mu * sign * load(point)[0] + holding(point) * sign * z - side * force(point)[0]
            }
            Kind::Cone { point, mu, .. } => {
                let Solved { load: z, force: tau, .. } = numbers.points[point];
                2.0 * (mu * mu * dot(&z, &load(point)) + mu * holding(point) * dot(&z, &z) - dot(&tau, &force(point)))
            }
            Kind::Lift { contact, .. } => along.rows[model.inner.contacts[contact].row],
            Kind::Pole { .. } | Kind::Turn { .. } | Kind::Other => return None,
        })
    }
}

impl super::FrictionGuards {
    /// Of the guards of one kind the lowest.
    pub(in crate::simulate) fn lowest_of(&self, watched: super::Watched, numbers: &Numbers) -> Option<Smooth> {
        let same = self.list.iter().filter(|smooth| smooth.watched == watched);
        same.min_by(|a, b| a.value(numbers).g.total_cmp(&b.value(numbers).g)).copied()
    }
}
