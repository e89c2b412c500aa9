//! What every evaluation solves of friction and contacts: the guards are made of it.

use crate::dynamics::Workspace;
use crate::math::length;
use crate::math::small::dot;
use crate::model::{LoadRows, Model};

/// What is solved for a friction point at one instant.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Solved {
    /// Load, of one component or more.
    pub(super) load: [f64; 3],
    /// Tangential force on the second body, of two components in space, or three.
    pub(super) force: [f64; 3],
    /// Slip, in space along the direction at the beginning of the step.
    pub(super) slip: f64,
    /// Its size.
    pub(super) speed: f64,
}

impl Solved {
    /// The first component of its load, and the first ones of its force.
    #[inline(always)]
    pub(super) fn both<const K: usize>(&self) -> [f64; K] {
        let ([load, ..], [x, y, z]) = (self.load, self.force);
        let all = [load, x, y, z];
        std::array::from_fn(|k| all[k])
    }
}

/// What is solved for the friction points and contacts at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::simulate) struct Numbers {
    pub(super) points: Vec<Solved>,
    /// N of each contact without friction; that of others is the load of their point.
    contacts: Vec<f64>,
    /// The modes that they belong to, by number.
    of_modes: u64,
    /// det (1 − C S) of the contacts that slide; 1 if none does.
    pole: f64,
    /// The largest of all forces, to which the rounding of a load that is zero is relative, and the largest slip speed.
    largest: [f64; 2],
}

impl Numbers {
    pub(in crate::simulate) fn of(model: &Model) -> Self {
        let (points, contacts) = (model.inner.frictions.len(), model.inner.contacts.len());
        Self {
            points: vec![Solved::default(); points],
            contacts: vec![0.0; contacts],
            of_modes: 0,
            pole: 1.0,
            largest: [0.0; 2],
        }
    }

    /// Copies the numbers of another.
    pub(in crate::simulate) fn copy_from(&mut self, other: &Self) {
        self.points.copy_from_slice(&other.points);
        self.contacts.copy_from_slice(&other.contacts);
        (self.of_modes, self.pole, self.largest) = (other.of_modes, other.pole, other.largest);
    }

    /// Reads the numbers of the last evaluation.
    pub(in crate::simulate) fn read(&mut self, model: &Model, ws: &Workspace) {
        let greater = |most: f64, x: f64| if x > most { x } else { most };
        let mut speed_most = 0.0;
        if self.of_modes != ws.modes_number() {
            // Open contacts have none.
            self.points.fill(Solved::default());
            self.contacts.fill(0.0);
            self.of_modes = ws.modes_number();
        }
        let (plain, held, various) = ws.live_points();
        for &[point, load, row] in plain {
            let (load, slip) = (ws.multipliers[load], ws.rate[row]);
            speed_most = greater(speed_most, slip.abs());
            self.points[point] =
                Solved { load: [load, 0.0, 0.0], force: [ws.multipliers[row], 0.0, 0.0], slip, speed: slip.abs() };
        }
        for at in held {
            let load = ws.multipliers[at.load];
            let (slip, force) = (at.of(&ws.rate), at.of(&ws.multipliers));
            // What is left of it: a plain root will do.
            let speed = dot(&slip, &slip).sqrt();
            speed_most = greater(speed_most, speed);
            self.points[at.point] = Solved { load: [load, 0.0, 0.0], force, slip: speed, speed };
        }
        for &point in various {
            let (numbers, friction) = (&mut self.points[point], &model.inner.frictions[point]);
            let load = match (friction.contact, &friction.load) {
                (Some(contact), _) => [ws.multipliers[model.inner.contacts[contact].row], 0.0, 0.0],
                (None, LoadRows::Given) => [ws.friction.normal[point], 0.0, 0.0],
                (None, load) => load.of(&ws.multipliers),
            };
            let speed = friction.size_of(&ws.rate);
            let slip = match &friction.slide {
                Some(slide) if ws.friction.sigma[point] != 0.0 => ws.friction.slides[slide.index].ahead,
                Some(_) => speed,
                None => ws.rate[friction.row],
            };
            let force = friction.parts(&ws.multipliers);
            speed_most = greater(speed_most, speed);
            *numbers = Solved { load, force, slip, speed };
        }
        self.largest = [ws.forces_at_work(model), speed_most];
        self.pole = ws.friction.pole();
        for &[contact, row] in ws.live_smooth() {
            self.contacts[contact] = ws.multipliers[row];
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
        length(&self.points[point].load)
    }

    /// The angle of a pin's load.
    pub(in crate::simulate) fn angle(&self, point: usize) -> f64 {
        let [a, b, _] = self.points[point].load;
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

    /// N of a contact, whose friction acts at this point.
    #[inline]
    pub(in crate::simulate) fn normal(&self, contact: usize, point: Option<usize>) -> f64 {
        point.map_or_else(|| self.contacts[contact], |point| self.points[point].load[0])
    }

    /// The load with the sign of its reaction, where that has one.
    pub(in crate::simulate) fn signed_load(&self, point: usize) -> f64 {
        self.points[point].load[0]
    }

    /// The largest force and the largest slip speed.
    pub(super) fn largest(&self) -> [f64; 2] {
        self.largest
    }
}
