//! Curves, bodies and solids of any numbers.

use super::Wild;
use crate::checks;
use crate::report::Report;
use chetaev::contact::curve::{Circle, Curve, Cycloid, Ellipse, Line, Polynomial, Spline, Support};
use chetaev::nalgebra::{Matrix3, Point2, Vector3};
use chetaev::prelude::*;

impl Wild<'_> {
    pub fn curve(&mut self) -> Box<dyn Curve> {
        let usual = || Box::new(Ellipse::new(1.0, 0.5));
        match self.below(7) {
            0 => Box::new(Circle::new(self.list(), self.positive())),
            1 => Box::new(Ellipse::new(self.positive(), self.positive())),
            2 => Box::new(Line::new(self.list(), self.any())),
            3 => Box::new(Polynomial::new(self.list::<3>()).between(self.any(), self.positive())),
            4 => Box::new(Cycloid::new(self.positive())),
            5 => {
                let usual_points = self.numbers == 0.0;
                let point = |wild: &mut Self, k: usize| {
                    if usual_points { [(k as f64).cos(), (k as f64).sin()] } else { wild.list() }
                };
                let points: Vec<[f64; 2]> = (0..self.below(7)).map(|k| point(self, k)).collect();
                Spline::closed(&points).map_or_else(|_| usual() as Box<dyn Curve>, |spline| Box::new(spline))
            }
            _ => {
                let harmonics = [[0.1 * self.any(), 0.0], [0.05 * self.any(), 0.0]];
                let oval = Support::fourier(self.positive(), harmonics);
                oval.map_or_else(|_| usual() as Box<dyn Curve>, |oval| Box::new(oval))
            }
        }
    }

    pub fn flat(&mut self, report: &mut Report) -> RigidBody {
        let body = match self.below(7) {
            0 => RigidBody::new(self.positive(), self.positive()),
            1 => RigidBody::rod(self.positive(), self.positive()),
            2 => RigidBody::disk(self.positive(), self.positive()),
            3 => RigidBody::ellipse(self.positive(), self.positive(), self.positive()),
            4 => RigidBody::rectangle(self.positive(), self.positive(), self.positive()),
            5 => {
                let corners: Vec<Point2<f64>> = (0..self.below(6)).map(|_| self.list().into()).collect();
                match MassProperties::polygon(&corners, self.positive()) {
                    Ok(shape) => RigidBody::from_shape(shape),
                    Err(error) => {
                        checks::words(&error.to_string(), report);
                        RigidBody::new(1.0, 1.0)
                    }
                }
            }
            _ => RigidBody::new(1.0, 1.0),
        };
        let [x, y, angle] = self.list();
        let body = body.at(x, y, angle);
        let [vx, vy, spin] = self.list();
        if self.chance(50.0) { body.moving(vx, vy, spin) } else { body }
    }

    /// A solid; a ball where its inertia is refused.
    pub fn solid(&mut self, report: &mut Report) -> Option<Solid> {
        let m = self.positive();
        let inertia = match self.below(9) {
            0 => {
                let [a, b, c] = [(); 3].map(|()| self.positive());
                let tensor = Matrix3::new(a, self.any(), 0.0, 0.0, b, 0.0, 0.0, 0.0, c);
                Inertia::new(m, Vector3::new(self.any(), 0.0, 0.0), tensor)
            }
            1 => Inertia::sphere(m, self.positive()),
            2 => Inertia::cuboid(m, [(); 3].map(|()| self.positive())),
            3 => Inertia::cylinder(m, self.positive(), self.positive()),
            4 => Inertia::rod(m, self.positive()),
            5 => Inertia::ring(m, self.positive(), self.positive()),
            6 => {
                let points = [(m, Vector3::from(self.list())), (self.positive(), Vector3::from(self.list()))];
                Inertia::of_points(&points)
            }
            7 => Inertia::compose(&[]),
            _ => Inertia::ellipsoid(m, [(); 3].map(|()| self.positive())),
        };
        match inertia.and_then(Solid::from_inertia) {
            Ok(solid) => Some(solid),
            Err(error) => {
                checks::words(&error.to_string(), report);
                Solid::principal(1.0, [1.0; 3]).ok()
            }
        }
    }
}
