//! The laws of motion know no place, no direction and no steady velocity: a scene may stand anywhere.

use super::{Recipe, long};
use chetaev::math::Signal;
use chetaev::nalgebra::{UnitQuaternion, Vector3};

/// Where a scene stands: turned in its plane, shifted, carried along at a steady velocity; in space, with its plane tilted.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub turn: f64,
    pub shift: [f64; 2],
    /// For scenes that are [afloat](Recipe::afloat): the ground does not move.
    pub speed: [f64; 2],
    /// The axis times the angle.
    pub tilt: [f64; 3],
}

impl Frame {
    pub(super) fn vector(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        // Of infinite numbers, which are tried too, a turn by nothing would make others.
        if self.turn == 0.0 {
            return [x, y];
        }
        let (sin, cos) = self.turn.sin_cos();
        [cos * x - sin * y, sin * x + cos * y]
    }

    fn point(&self, place: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.vector(place);
        [x + self.shift[0], y + self.shift[1]]
    }

    /// A force by signals; what is not turned keeps its own.
    pub(super) fn turned(&self, [x, y]: [Signal; 2]) -> [Signal; 2] {
        if self.turn == 0.0 {
            return [x, y];
        }
        let (sin, cos) = self.turn.sin_cos();
        [x.clone() * cos + y.clone() * -sin, x * sin + y * cos]
    }

    pub(super) fn attitude(&self) -> UnitQuaternion<f64> {
        UnitQuaternion::from_scaled_axis(Vector3::from(self.tilt))
    }

    pub(super) fn tilted(&self, v: Vector3<f64>) -> Vector3<f64> {
        if self.tilt == [0.0; 3] { v } else { self.attitude() * v }
    }

    pub(super) fn upright(&self, v: Vector3<f64>) -> Vector3<f64> {
        if self.tilt == [0.0; 3] { v } else { self.attitude().inverse() * v }
    }

    /// A place, a direction and a velocity as the recipe has them.
    pub(super) fn from(&self, t: f64, [place, along, velocity]: [[f64; 2]; 3]) -> [[f64; 2]; 3] {
        let (back, [ux, uy]) = (Self { turn: -self.turn, ..Self::default() }, self.speed);
        let place = [place[0] - self.shift[0] - ux * t, place[1] - self.shift[1] - uy * t];
        [place, along, [velocity[0] - ux, velocity[1] - uy]].map(|v| back.vector(v))
    }
}

impl Recipe {
    /// All of its numbers in the frame, but the forces, which are signals.
    pub(super) fn placed(&self, frame: &Frame) -> Self {
        let mut there = self.clone();
        there.gravity = frame.vector(self.gravity);
        for link in &mut there.links {
            let ([x, y, angle], [vx, vy, spin]) = (link.place, link.velocity);
            let ([x, y], [vx, vy]) = (frame.point([x, y]), frame.vector([vx, vy]));
            link.place = [x, y, angle + frame.turn];
            link.velocity = [vx + frame.speed[0], vy + frame.speed[1], spin];
            link.at = frame.vector(link.at);
            link.line += frame.turn;
        }
        for closer in &mut there.closers {
            let from = &self.links[self.pair(closer.ends)[1].unwrap_or(0)];
            if closer.held == super::Held::Rod {
                closer.reach = frame.vector(long(closer.reach, from));
            }
            closer.at = frame.vector(closer.at);
            closer.line += frame.turn;
        }
        there.brakes.iter_mut().for_each(|brake| brake.line += frame.turn);
        there.pushes.iter_mut().for_each(|push| push.at = frame.vector(push.at));
        there.springs.iter_mut().for_each(|spring| spring.at = spring.at.map(|at| frame.vector(at)));
        there
    }
}
