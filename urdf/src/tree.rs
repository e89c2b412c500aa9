//! The tree of bodies, and where they are for given angles and travels.

use crate::error::UrdfError;
use crate::file::Kind;
use chetaev::element::Spatial;
use chetaev::model::State;
use chetaev::nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use chetaev::prelude::{BodyId, Model};
use std::f64::consts::FRAC_PI_2;

/// Angles of less than this in all (rad) are within half a turn, whatever is rounded.
const NEARLY_HALF: f64 = 3.0;
/// Ten thousand turns (rad): each takes four steps to count.
const MOST_TURNED: f64 = 63_000.0;

/// Links that fixed joints make one body.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The group of the parent, and where the joint is in the axes of the parent's first link.
    pub(crate) parent: Option<(usize, Isometry3<f64>)>,
    pub(crate) kind: Kind,
    pub(crate) joint: String,
    pub(crate) axis: Vector3<f64>,
    pub(crate) body: BodyId<Spatial>,
    /// The center of mass in the axes of the first link.
    pub(crate) center: Vector3<f64>,
}

/// The tree of a robot: where everything is for given angles and travels of its joints.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Parents before their children.
    pub(crate) groups: Vec<Group>,
}

/// Place and velocity of the axes of a group's first link, in world axes.
#[derive(Copy, Clone, Debug)]
struct Moving {
    place: Isometry3<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Moving {
    /// Velocity of a point, which is given from the origin of the axes in world axes.
    fn of(&self, arm: Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.spin.cross(&arm)
    }
}

impl Tree {
    /// Names of the joints that have a single angle or travel, in the order in which [`state`](Self::state) takes their values.
    pub fn joint_names(&self) -> Vec<&str> {
        self.joints().map(|group| group.joint.as_str()).collect()
    }

    fn joints(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.has_coordinate())
    }

    /// The state in which the joints have these values and rates (rad, m): to start from with [`Model::start_from`](chetaev::model::Model::start_from) where loops are to be closed, or to be read as it is. A root
    /// that floats, and what hangs on it by joints of several motions, is where the file has it, and at rest.
    ///
    /// Whole turns are counted: at 4 rad a spring of stiffness k pulls with −4 k, and a gear has turned so far.
    pub fn state(&self, model: &Model, values: &[f64], rates: &[f64]) -> Result<State, UrdfError> {
        let expected = self.joints().count();
        for found in [values.len(), rates.len()] {
            if found != expected {
                return Err(UrdfError::Size { found, expected });
            }
        }
        let mut state = model.placed();
        // Positions do not tell whole turns: they are those of the way there from zero, in steps that are shorter than half a turn.
        let turned = if state.memory.is_empty() { 0.0 } else { self.turned(values)? };
        let rest = vec![0.0; rates.len()];
        let steps = if turned > NEARLY_HALF { (turned / FRAC_PI_2).ceil() } else { 0.0 };
        for step in 1..=steps as u32 {
            let there: Vec<f64> = values.iter().map(|value| value * (f64::from(step) / steps)).collect();
            self.place(model, &mut state, &there, &rest);
            model.remember(&mut state)?;
        }
        self.place(model, &mut state, values, rates);
        Ok(state)
    }

    /// The sum of all angles, each without its sign: no angle between two bodies is larger.
    fn turned(&self, values: &[f64]) -> Result<f64, UrdfError> {
        let angles = || self.joints().zip(values).filter(|(joint, _)| joint.kind != Kind::Prismatic);
        let sum = angles().map(|(_, value)| value.abs()).sum();
        let largest = angles().max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
        match largest.filter(|_| sum > MOST_TURNED) {
            Some((joint, &value)) => Err(UrdfError::Far { joint: joint.joint.clone(), value }),
            None => Ok(sum),
        }
    }

    /// Puts the bodies where they are for these values, with the velocities of these rates.
    fn place(&self, model: &Model, state: &mut State, values: &[f64], rates: &[f64]) {
        let mut numbers = values.iter().zip(rates);
        let mut moving: Vec<Moving> = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            let (value, rate) = match group.has_coordinate() {
                true => numbers.next().map_or((0.0, 0.0), |(value, rate)| (*value, *rate)),
                false => (0.0, 0.0),
            };
            let here = match group.parent {
                None => Moving { place: Isometry3::identity(), velocity: Vector3::zeros(), spin: Vector3::zeros() },
                Some((parent, origin)) => group.moved(&moving[parent], &origin, value, rate),
            };
            moving.push(here);
            if group.body == chetaev::prelude::WORLD {
                continue;
            }
            let arm = here.place.rotation * group.center;
            state.set_position(model, group.body, here.place.translation.vector + arm);
            state.set_attitude(model, group.body, here.place.rotation);
            state.set_velocity(model, group.body, here.of(arm));
            state.set_spin(model, group.body, here.spin);
        }
    }
}

impl Group {
    fn has_coordinate(&self) -> bool {
        self.parent.is_some() && matches!(self.kind, Kind::Revolute | Kind::Continuous | Kind::Prismatic)
    }

    /// Where this group is when its parent is there and its joint has this value and rate.
    fn moved(&self, parent: &Moving, origin: &Isometry3<f64>, value: f64, rate: f64) -> Moving {
        let joint = parent.place * origin;
        let axis = joint.rotation * self.axis;
        let carried = |place: &Isometry3<f64>| parent.of(place.translation.vector - parent.place.translation.vector);
        if self.kind == Kind::Prismatic {
            let place =
                Isometry3::from_parts(Translation3::from(joint.translation.vector + value * axis), joint.rotation);
            return Moving { velocity: carried(&place) + rate * axis, spin: parent.spin, place };
        }
        let turn = UnitQuaternion::from_scaled_axis(value * self.axis);
        let place = Isometry3::from_parts(joint.translation, joint.rotation * turn);
        Moving { velocity: carried(&place), spin: parent.spin + rate * axis, place }
    }
}
