//! What every evaluation solves of friction and contacts: the guards are made of it.

use crate::dynamics::Workspace;
use crate::math::max_abs_skip_nan;
use crate::model::{LoadRows, Model};

/// What is solved for the friction points at one instant: load (two components), tangential force, slip speed of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::simulate) struct Numbers {
    pub(super) points: Vec<[f64; 4]>,
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
        Self { points: vec![[0.0; 4]; points], contacts: vec![0.0; contacts], pole: 1.0, largest: 0.0 }
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
            let [a, b] = match friction.load {
                LoadRows::Given => [ws.friction.normal[point], 0.0],
                _ => friction.load.of(&ws.multipliers),
            };
            *numbers = [a, b, ws.multipliers[friction.row], ws.rate[friction.row]];
        }
        self.pole = ws.friction.pole();
        for (normal, contact) in self.contacts.iter_mut().zip(&model.inner.contacts) {
            *normal = ws.multipliers[contact.row];
        }
    }

    pub(in crate::simulate) fn slip(&self, point: usize) -> f64 {
        self.points[point][3]
    }

    /// Tangential force on the second body.
    pub(in crate::simulate) fn force(&self, point: usize) -> f64 {
        self.points[point][2]
    }

    /// Load N.
    pub(in crate::simulate) fn load(&self, point: usize) -> f64 {
        let [a, b, ..] = self.points[point];
        a.hypot(b)
    }

    /// The angle of a pin's load.
    pub(in crate::simulate) fn angle(&self, point: usize) -> f64 {
        let [a, b, ..] = self.points[point];
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
        self.points[point][0]
    }

    /// The largest force and the largest slip speed.
    pub(super) fn largest(&self) -> [f64; 2] {
        self.points.iter().fold([self.largest, 0.0], |[force, slip], [a, b, tau, s]| {
            [force.max(a.abs()).max(b.abs()).max(tau.abs()), slip.max(s.abs())]
        })
    }
}
