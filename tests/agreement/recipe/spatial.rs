//! The same recipe in space: every body is kept in the plane z = 0, so that joints need only the rows that they have in the plane.
//!
//! A pin's radius r is not a lever there: a moment takes its place, r μ N against r times the speed, with the same motion.

use super::{Frame, Held, Link, Recipe, Rough, Spot, Spring, Stage};
use chetaev::error::BuildError;
use chetaev::math::Signal;
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

pub(super) struct Room {
    builder: ModelBuilder,
    bodies: Vec<BodyId<Spatial>>,
    angles: Vec<f64>,
    /// A particle has the axes of the world.
    turns: Vec<bool>,
    /// How the plane stands in space.
    frame: Frame,
    refused: bool,
}

const UP: [f64; 3] = [0.0, 0.0, 1.0];

impl Room {
    pub(super) fn new(recipe: &Recipe, frame: &Frame) -> Self {
        let mut builder = ModelBuilder::new();
        let gravity = frame.tilted(Vector3::new(recipe.gravity[0], recipe.gravity[1], 0.0));
        builder.gravity([gravity.x, gravity.y, gravity.z]);
        let angles = recipe.links.iter().map(|link| link.place[2]).collect();
        let turns = recipe.links.iter().map(|link| !link.particle).collect();
        Self { builder, bodies: vec![WORLD; recipe.links.len()], angles, turns, frame: *frame, refused: false }
    }

    /// Has a spot's body axes that are tilted with the plane?
    fn turns(&self, spot: Spot) -> bool {
        spot.body.is_some_and(|body| self.turns[body])
    }

    /// A vector of the plane in the axes of a spot's body.
    fn seen(&self, spot: Spot, v: [f64; 3]) -> [f64; 3] {
        if self.turns(spot) { v } else { self.frame.tilted(v.into()).into() }
    }

    fn place(&self, spot: Spot) -> [f64; 3] {
        self.seen(spot, [spot.local[0], spot.local[1], 0.0])
    }

    fn plane(&self) -> Mark {
        WORLD.mark(0.0, 0.0, 0.0).turned(self.frame.attitude())
    }

    fn on(&self, spot: Spot) -> BodyId<Spatial> {
        spot.body.map_or(WORLD, |body| self.bodies[body])
    }

    fn point(&self, spot: Spot) -> chetaev::element::Point<Spatial> {
        let [x, y, z] = self.place(spot);
        self.on(spot).point(x, y, z)
    }

    /// With z along the line.
    fn along(&self, spot: Spot) -> Mark {
        let (sin, cos) = spot.line.sin_cos();
        self.on(spot).axis(self.place(spot), self.seen(spot, [cos, sin, 0.0]))
    }

    fn upright(&self, spot: Spot) -> Mark {
        let [x, y, z] = self.place(spot);
        let mark = self.on(spot).mark(x, y, z);
        if self.turns(spot) { mark } else { mark.turned(self.frame.attitude()) }
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

/// An angle in space begins between −π and π.
fn whole(angle: f64) -> f64 {
    angle.sin().atan2(angle.cos())
}

impl Stage for Room {
    fn body(&mut self, index: usize, link: &Link) {
        let ([x, y, angle], [vx, vy, spin]) = (link.place, link.velocity);
        let name = format!("body {index}");
        let [at, velocity] = [[x, y], [vx, vy]].map(|[x, y]| self.frame.tilted(Vector3::new(x, y, 0.0)));
        if link.particle {
            let particle = Particle::in_space(link.mass).at(at.x, at.y, at.z);
            let body = self.builder.body(name, particle.moving(velocity.x, velocity.y, velocity.z));
            let plane = Joint::point_on_plane(self.plane(), body.origin());
            self.builder.constraint(format!("plane {index}"), plane);
            self.bodies[index] = body;
            return;
        }
        let Ok(solid) = Solid::principal(link.mass, [link.inertia; 3]) else {
            self.refused = true;
            return;
        };
        let turned = self.frame.attitude() * UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
        let solid = solid.at(at.x, at.y, at.z).turned(turned).moving(velocity.x, velocity.y, velocity.z);
        let body = self.builder.body(name, solid.spinning(0.0, 0.0, spin));
        let plane = Joint::planar(self.plane(), body.mark(0.0, 0.0, 0.0));
        self.builder.constraint(format!("plane {index}"), plane);
        self.bodies[index] = body;
    }

    fn hold(&mut self, name: String, held: Held, [a, b]: [Spot; 2], size: f64) -> Option<ConstraintRef> {
        let (p, q) = (self.point(a), self.point(b));
        let (sin, cos) = a.line.sin_cos();
        let across = self.on(a).axis(self.place(a), self.seen(a, [-sin, cos, 0.0]));
        let upright = self.on(a).axis(self.place(a), self.seen(a, UP));
        Some(match held {
            Held::Pin => self.builder.constraint(name, Joint::point_on_line(upright, q)).into(),
            Held::Slot => self.builder.constraint(name, Joint::point_on_plane(across, q)).into(),
            Held::Rod if size > 0.0 => self.builder.constraint(name, Distance::new(p, q, size)).into(),
            Held::Gear => {
                let ground = Spot { body: None, local: [0.0; 2], line: 0.0 };
                let [one, other] = [a, b].map(|end| self.angle([ground, Spot { local: [0.0; 2], ..end }]));
                let [first, second] = [a, b].map(|end| whole(end.body.map_or(0.0, |body| self.angles[body])));
                self.builder.constraint(name, Coupler::new(one, size, other).offset(first - size * second)).into()
            }
            Held::Free | Held::Guide | Held::Rod | Held::Weld | Held::Blade => return None,
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
            Held::Free | Held::Guide | Held::Rod | Held::Weld | Held::Gear | Held::Blade => {}
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
        // A force along each axis of the plane, and a moment across it.
        let [x, y, z] = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| self.frame.tilted(axis));
        let times = |signal: &Signal, part: f64| if part == 1.0 { signal.clone() } else { signal.clone() * part };
        let part = |k: usize| match [x[k], y[k]] {
            [0.0, 0.0] => Signal::constant(0.0),
            [part, 0.0] => times(&fx, part),
            [0.0, part] => times(&fy, part),
            [one, other] => times(&fx, one) + times(&fy, other),
        };
        let about = |k: usize| if z[k] == 0.0 { Signal::constant(0.0) } else { times(&moment, z[k]) };
        let point = self.point(at);
        self.builder.force(name, Applied::signal(point, [0, 1, 2].map(part), [0, 1, 2].map(about)));
    }

    fn spring(&mut self, name: String, [a, b]: [Spot; 2], spring: &Spring, angle: f64) {
        let turn = self.angle([a, b]);
        let rest = whole(angle);
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
