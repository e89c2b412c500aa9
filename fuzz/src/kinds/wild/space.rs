//! Anything in space.

use super::Wild;
use crate::dice::Dice;
use crate::report::Report;
use chetaev::constraint::{Slide, Turn};
use chetaev::contact::spatial::{OnPlane, RimOnPlane, Spheres, Surfaces};
use chetaev::contact::surface::{Cylinder, Ellipsoid, Plane, Rim, Sphere, Torus};
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

struct Stock<'w, 'd> {
    wild: &'w mut Wild<'d>,
    builder: ModelBuilder,
    bodies: Vec<BodyId<Spatial>>,
    joints: Vec<(ConstraintId<Joint>, [Mark; 2])>,
}

impl Stock<'_, '_> {
    fn body(&mut self) -> BodyId<Spatial> {
        self.wild.pick(&self.bodies)
    }

    fn mark(&mut self) -> Mark {
        let mark = self.body().axis(self.wild.list(), self.wild.list());
        if self.wild.chance(30.0) { mark.with_x(self.wild.list()) } else { mark }
    }

    fn law(&mut self, name: String) {
        let [a, b] = [self.mark(), self.mark()];
        match self.wild.below(12) {
            0..=6 => {
                let slide = self.wild.pick(&[Slide::Fixed, Slide::Line, Slide::Plane, Slide::Free]);
                let turn = self.wild.pick(&[Turn::Free, Turn::Cross, Turn::Axis, Turn::Fixed]);
                self.joints.push((self.builder.constraint(name, Joint::new(a, b, slide, turn)), [a, b]));
            }
            7 => {
                let screw = Screw::new(a, b, self.wild.any()).offset(self.wild.any());
                self.builder.constraint(name, screw);
            }
            8 => {
                self.builder.constraint(name, Distance::new(a.point(), b.point(), self.wild.positive()));
            }
            9 => {
                self.builder.constraint(name, Driver::signal(AxialAngle::about(a, b), self.wild.signal()));
            }
            10 => {
                let travel = AxialTravel::along(self.mark(), self.mark().point());
                let rack = Coupler::new(AxialAngle::about(a, b), self.wild.any(), travel);
                self.builder.constraint(name, rack);
            }
            _ => self.rolling(name),
        }
    }

    fn rolling(&mut self, name: String) {
        let (a, b) = (self.body(), self.body());
        let [x, y, z] = [(); 3].map(|()| self.wild.positive());
        let plane =
            if self.wild.chance(50.0) { Plane::horizontal() } else { Plane::new(self.wild.list(), self.wild.list()) };
        let builder = &mut self.builder;
        match self.wild.below(6) {
            0 => {
                let pair = OnPlane::new(plane, Sphere::new([0.0; 3], x));
                builder.constraint(name, Contact::rolling(a, b, pair));
            }
            1 => {
                let pair = OnPlane::new(plane, Ellipsoid::new(x, y, z));
                builder.constraint(name, Contact::without_pivoting(a, b, pair));
            }
            2 => {
                builder.constraint(name, Contact::rolling(a, b, RimOnPlane::new(plane, Rim::new(x))));
            }
            3 => {
                builder.constraint(name, Contact::sliding(a, b, OnPlane::new(plane, Cylinder::new(x))));
            }
            4 => {
                let pair = Surfaces::new(Ellipsoid::new(x, y, z), Torus::new(self.wild.positive(), x));
                builder.constraint(name, Contact::rolling(a, b, pair));
            }
            _ => {
                let [one, other] = [x, y].map(|radius| Sphere::new(self.wild.list(), radius));
                let inside = self.wild.chance(50.0);
                let pair = if inside { Spheres::inside(one, other) } else { Spheres::outside(one, other) };
                builder.constraint(name, Contact::rolling(a, b, pair));
            }
        }
    }

    fn force(&mut self, name: String) {
        let [a, b] = [self.mark(), self.mark()];
        match self.wild.below(4) {
            0 => {
                let spring = SpringDamper::between(a.point(), b.point(), self.wild.positive());
                self.builder.force(name, spring.rest(self.wild.any()));
            }
            1 => {
                let [slide, turn] = [(); 2].map(|()| [self.wild.positive(); 3]);
                let bushing = Bushing::new(a, b, slide, turn);
                let [slide, turn] = [(); 2].map(|()| [self.wild.any(); 3]);
                self.builder.force(name, bushing.damping(slide, turn));
            }
            2 => {
                self.builder.force(name, Applied::force(a.point(), self.wild.list::<3>()));
            }
            _ => {
                let spring = SpringDamper::along(AxialAngle::about(a, b), self.wild.positive());
                self.builder.force(name, spring);
            }
        }
    }

    fn friction(&mut self, name: String) {
        let law = self.wild.law();
        if self.joints.is_empty() || self.wild.chance(20.0) {
            let apart = Separation::between(self.mark().point(), self.mark().point());
            self.builder.friction(name, FrictionPoint::along(apart, self.wild.any()), law);
            return;
        }
        let (id, [a, b]) = self.wild.pick(&self.joints);
        let (row, other) = (self.wild.below(4), self.wild.below(4));
        let load = match self.wild.below(3) {
            0 => Load::row(id, row),
            1 => {
                let factors = vec![(row, self.wild.any()), (other, self.wild.any())];
                Load::Rows { constraint: id.into(), factors }
            }
            _ => Load::Pair { constraint: id.into(), rows: [row, other] },
        };
        match self.wild.below(5) {
            0 => {
                self.builder.friction(name, FrictionPoint::in_hinge(id, self.wild.positive()), law);
            }
            1 | 2 => {
                self.builder.friction(name, FrictionPoint::loaded(AxialTravel::along(a, b.point()), load), law);
            }
            _ => {
                self.builder.friction(name, FrictionPoint::loaded(AxialAngle::about(a, b), load), law);
            }
        }
    }
}

pub fn space(dice: &mut Dice, report: &mut Report) {
    let wild = &mut Wild::new(dice);
    let mut builder = ModelBuilder::new();
    builder.gravity([wild.any(), wild.any(), -9.81]);
    if wild.chance(30.0) {
        builder.allow_redundant();
    }
    let mut bodies = vec![WORLD];
    let n = wild.below(6);
    for k in 0..n {
        let name = wild.name(k);
        let ([x, y, z], [vx, vy, vz]) = (wild.list(), wild.list());
        if wild.chance(20.0) {
            let particle = Particle::in_space(wild.positive()).at(x, y, z).moving(vx, 0.0, 0.0);
            bodies.push(builder.body(name, particle));
            continue;
        }
        let Some(solid) = wild.solid(report) else { return report.fault("a ball is refused") };
        let turned = UnitQuaternion::from_scaled_axis(Vector3::from(wild.list()));
        let [wx, wy, wz] = wild.list();
        let solid = solid.at(x, y, z).turned(turned).moving(vx, vy, vz).spinning(wx, wy, wz);
        bodies.push(builder.body(name, solid));
    }
    let mut stock = Stock { wild, builder, bodies, joints: Vec::new() };
    for k in 0..stock.wild.below(n + 3) {
        let name = stock.wild.name(k);
        stock.law(name);
    }
    for k in 0..stock.wild.below(3) {
        let name = stock.wild.name(k);
        stock.force(name);
    }
    for k in 0..stock.wild.below(3) {
        let name = stock.wild.name(k);
        stock.friction(name);
    }
    let Stock { wild, builder, .. } = stock;
    wild.go(builder, report);
}
