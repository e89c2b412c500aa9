//! What every evaluation solves of friction and contacts: the guards are made of it.

use crate::dynamics::Workspace;
use crate::math::max_abs_skip_nan;
use crate::model::{LoadRows, Model};

/// What is solved for a friction point at one instant.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Solved {
    /// Load, of one component or two.
    pub(super) load: [f64; 2],
    /// Tangential force on the second body, of two components in space, or three.
    pub(super) force: [f64; 3],
    /// Slip, in space along the direction at the beginning of the step.
    pub(super) slip: f64,
    /// Its size.
    pub(super) speed: f64,
}

/// What is solved for the friction points and contacts at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::simulate) struct Numbers {
    pub(super) points: Vec<Solved>,
    /// N of each contact.
    pub(super) contacts: Vec<f64>,
    /// det (1 − C S) of the contacts that slide; 1 if none does.
    pole: f64,
    /// The largest of all reactions: the rounding of a load that is zero is relative to it.
    largest: f64,
}

impl Numbers {
    pub(in crate::simulate) fn of(model: &Model) -> Self {
        let (points, contacts) = (model.inner.frictions.len(), model.inner.contacts.len());
        Self { points: vec![Solved::default(); points], contacts: vec![0.0; contacts], pole: 1.0, largest: 0.0 }
    }

    /// Copies the numbers of another.
    pub(in crate::simulate) fn copy_from(&mut self, other: &Self) {
        self.points.copy_from_slice(&other.points);
        self.contacts.copy_from_slice(&other.contacts);
        (self.pole, self.largest) = (other.pole, other.largest);
    }

    /// Reads the numbers of the last evaluation.
    pub(in crate::simulate) fn read(&mut self, model: &Model, ws: &Workspace) {
        self.largest = max_abs_skip_nan(&ws.multipliers);
        for (numbers, (point, friction)) in self.points.iter_mut().zip(model.inner.frictions.iter().enumerate()) {
            let load = match friction.load {
                LoadRows::Given => [ws.friction.normal[point], 0.0],
                _ => friction.load.of(&ws.multipliers),
            };
            let slip = match &friction.slide {
                Some(slide) => ws.friction.slides[slide.index].ahead,
                None => ws.rate[friction.row],
            };
            let force = friction.parts(&ws.multipliers);
            *numbers = Solved { load, force, slip, speed: friction.size_of(&ws.rate) };
        }
        self.pole = ws.friction.pole();
        for (normal, contact) in self.contacts.iter_mut().zip(&model.inner.contacts) {
            *normal = ws.multipliers[contact.row];
        }
    }

    pub(in crate::simulate) fn slip(&self, point: usize) -> f64 {
        self.points[point].slip
    }

    /// Slip speed, without a sign.
    pub(in crate::simulate) fn speed(&self, point: usize) -> f64 {
        self.points[point].speed
    }

    /// Tangential force on the second body; in space of two components, or three.
    pub(in crate::simulate) fn force(&self, point: usize) -> [f64; 3] {
        self.points[point].force
    }

    /// Load N.
    pub(in crate::simulate) fn load(&self, point: usize) -> f64 {
        let [a, b] = self.points[point].load;
        a.hypot(b)
    }

    /// The angle of a pin's load.
    pub(in crate::simulate) fn angle(&self, point: usize) -> f64 {
        let [a, b] = self.points[point].load;
        b.atan2(a)
    }

    /// The largest load.
    pub(in crate::simulate) fn largest_load(&self) -> f64 {
        (0..self.points.len()).fold(0.0, |most, point| most.max(self.load(point)))
    }

    /// det (1 − C S) of the contacts that slide.
    pub(in crate::simulate) fn pole(&self) -> f64 {
        self.pole
    }

    /// N of a contact.
    pub(in crate::simulate) fn normal(&self, contact: usize) -> f64 {
        self.contacts[contact]
    }

    /// The load with the sign of its reaction, where that has one.
    pub(in crate::simulate) fn signed_load(&self, point: usize) -> f64 {
        self.points[point].load[0]
    }

    /// The largest force and the largest slip speed.
    pub(super) fn largest(&self) -> [f64; 2] {
        self.points.iter().fold([self.largest, 0.0], |[force, slip], point| {
            let most = point.load.iter().chain(&point.force).fold(force, |most, x| most.max(x.abs()));
            [most, slip.max(point.speed)]
        })
    }
}
