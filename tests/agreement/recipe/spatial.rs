//! The same recipe in space: every body is kept in the plane z = 0, so that joints need only the rows that they have in the plane.
//!
//! A pin's radius r is not a lever there: a moment takes its place, r μ N against r times the speed, with the same motion.

use super::{Held, Link, Recipe, Rough, Spot, Spring, Stage};
use chetaev::error::BuildError;
use chetaev::math::Signal;
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

pub(super) struct Room {
    builder: ModelBuilder,
    bodies: Vec<BodyId<Spatial>>,
    refused: bool,
}

const UP: [f64; 3] = [0.0, 0.0, 1.0];

impl Room {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let mut builder = ModelBuilder::new();
        builder.gravity([recipe.gravity[0], recipe.gravity[1]]);
        Self { builder, bodies: vec![WORLD; recipe.links.len()], refused: false }
    }

    fn on(&self, spot: Spot) -> BodyId<Spatial> {
        spot.body.map_or(WORLD, |body| self.bodies[body])
    }

    fn point(&self, spot: Spot) -> chetaev::element::Point<Spatial> {
        self.on(spot).point(spot.local[0], spot.local[1], 0.0)
    }

    /// With z along the line.
    fn along(&self, spot: Spot) -> Mark {
        let (sin, cos) = spot.line.sin_cos();
        self.on(spot).axis([spot.local[0], spot.local[1], 0.0], [cos, sin, 0.0])
    }

    fn upright(&self, spot: Spot) -> Mark {
        self.on(spot).mark(spot.local[0], spot.local[1], 0.0)
    }

    fn angle(&self, [a, b]: [Spot; 2]) -> AxialAngle {
        AxialAngle::about(self.upright(a), self.upright(b))
    }

    fn law<F: Friction + 'static>(&mut self, name: String, rub: F, rough: &Rough, lever: f64) {
        let [slow, rest] = [rough.mu, rough.mu + rough.more].map(|mu| lever * mu);
        let viscous = lever * lever * rough.viscous;
        if rough.stribeck > 0.0 {
            self.builder.friction(name, rub, Stribeck::new(slow, rest, rough.stribeck / lever).viscous(viscous));
        } else {
            self.builder.friction(name, rub, Coulomb::new(slow).holding(rest).viscous(viscous));
        }
    }
}

impl Stage for Room {
    fn body(&mut self, index: usize, link: &Link) {
        let ([x, y, angle], [vx, vy, spin]) = (link.place, link.velocity);
        let name = format!("body {index}");
        if link.particle {
            let body = self.builder.body(name, Particle::in_space(link.mass).at(x, y, 0.0).moving(vx, vy, 0.0));
            let plane = Joint::point_on_plane(WORLD.mark(0.0, 0.0, 0.0), body.origin());
            self.builder.constraint(format!("plane {index}"), plane);
            self.bodies[index] = body;
            return;
        }
        let Ok(solid) = Solid::principal(link.mass, [link.inertia; 3]) else {
            self.refused = true;
            return;
        };
        let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
        let solid = solid.at(x, y, 0.0).turned(turned).moving(vx, vy, 0.0).spinning(0.0, 0.0, spin);
        let body = self.builder.body(name, solid);
        let plane = Joint::planar(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0));
        self.builder.constraint(format!("plane {index}"), plane);
        self.bodies[index] = body;
    }

    fn hold(&mut self, name: String, held: Held, [a, b]: [Spot; 2], length: f64) -> Option<ConstraintRef> {
        let (p, q) = (self.point(a), self.point(b));
        let (sin, cos) = a.line.sin_cos();
        let across = self.on(a).axis([a.local[0], a.local[1], 0.0], [-sin, cos, 0.0]);
        let upright = self.on(a).axis([a.local[0], a.local[1], 0.0], UP);
        Some(match held {
            Held::Pin => self.builder.constraint(name, Joint::point_on_line(upright, q)).into(),
            Held::Slot => self.builder.constraint(name, Joint::point_on_plane(across, q)).into(),
            Held::Rod if length > 0.0 => self.builder.constraint(name, Distance::new(p, q, length)).into(),
            Held::Free | Held::Guide | Held::Rod => return None,
        })
    }

    fn drive(&mut self, name: String, held: Held, ends: [Spot; 2], law: Signal) {
        if held == Held::Pin {
            let angle = self.angle(ends);
            self.builder.constraint(name, Driver::signal(angle, law));
        } else {
            let travel = AxialTravel::along(self.along(ends[0]), self.point(ends[1]));
            self.builder.constraint(name, Driver::signal(travel, law));
        }
    }

    fn rub(&mut self, name: String, held: Held, id: ConstraintRef, ends: [Spot; 2], rough: &Rough) {
        match held {
            Held::Pin => {
                let load = Load::Pair { constraint: id, rows: [0, 1] };
                let angle = self.angle(ends);
                self.law(name, FrictionPoint::loaded(angle, load), rough, rough.size);
            }
            Held::Slot => {
                let travel = AxialTravel::along(self.along(ends[0]), self.point(ends[1]));
                self.law(name, FrictionPoint::loaded(travel, Load::row(id, 0)), rough, 1.0);
            }
            Held::Free | Held::Guide | Held::Rod => {}
        }
    }

    fn brake(&mut self, name: String, held: Held, ends: [Spot; 2], [load, belt]: [Signal; 2], rough: &Rough) {
        if held == Held::Pin {
            let angle = self.angle(ends);
            self.law(name, FrictionPoint::along_under_signal(angle, load).on_belt_signal(belt), rough, 1.0);
        } else {
            let travel = AxialTravel::along(self.along(ends[0]), self.point(ends[1]));
            self.law(name, FrictionPoint::along_under_signal(travel, load).on_belt_signal(belt), rough, 1.0);
        }
    }

    fn push(&mut self, name: String, at: Spot, [fx, fy]: [Signal; 2], moment: Signal) {
        let nothing = || Signal::constant(0.0);
        let wrench = ([fx, fy, nothing()], [nothing(), nothing(), moment]);
        let point = self.point(at);
        self.builder.force(name, Applied::signal(point, wrench.0, wrench.1));
    }

    fn spring(&mut self, name: String, [a, b]: [Spot; 2], spring: &Spring, angle: f64) {
        let turn = self.angle([a, b]);
        // An angle in space begins between −π and π.
        let rest = angle.sin().atan2(angle.cos());
        let straight = SpringDamper::between(self.point(a), self.point(b), spring.stiffness);
        self.builder.force(format!("{name} straight"), straight.rest(spring.rest).damping(spring.damping));
        if spring.torsion != 0.0 {
            self.builder.force(format!("{name} torsional"), SpringDamper::along(turn, spring.torsion).rest(rest));
        }
    }

    fn finish(self) -> Result<Model, BuildError> {
        if self.refused {
            return Err(BuildError::Empty);
        }
        self.builder.build()
    }
}
