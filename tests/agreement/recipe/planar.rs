//! A recipe in the plane.

use super::{Held, Link, Recipe, Rough, Spot, Spring, Stage};
use chetaev::error::BuildError;
use chetaev::friction::FrictionPlan;
use chetaev::math::Signal;
use chetaev::prelude::*;

pub(super) struct Plane {
    builder: ModelBuilder,
    bodies: Vec<BodyId>,
    angles: Vec<f64>,
}

impl Plane {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let mut builder = ModelBuilder::new();
        builder.gravity([recipe.gravity[0], recipe.gravity[1]]);
        let angles = recipe.links.iter().map(|link| link.place[2]).collect();
        Self { builder, bodies: vec![GROUND; recipe.links.len()], angles }
    }

    fn on(&self, spot: Spot) -> BodyId {
        spot.body.map_or(GROUND, |body| self.bodies[body])
    }

    fn point(&self, spot: Spot) -> chetaev::element::Point {
        self.on(spot).point(spot.local[0], spot.local[1])
    }

    fn axis(&self, spot: Spot) -> chetaev::element::Axis {
        self.on(spot).axis(spot.local, spot.line)
    }

    fn law(&mut self, name: String, rub: impl FrictionPlan, rough: &Rough) {
        if rough.stribeck > 0.0 {
            let law = Stribeck::new(rough.mu, rough.mu + rough.more, rough.stribeck);
            self.builder.friction(name, rub, law.viscous(rough.viscous));
        } else {
            let law = Coulomb::new(rough.mu).holding(rough.mu + rough.more);
            self.builder.friction(name, rub, law.viscous(rough.viscous));
        }
    }
}

impl Stage for Plane {
    fn body(&mut self, index: usize, link: &Link) {
        let ([x, y, angle], [vx, vy, spin]) = (link.place, link.velocity);
        let name = format!("body {index}");
        self.bodies[index] = if link.particle {
            self.builder.body(name, Particle::new(link.mass).at(x, y).moving(vx, vy))
        } else {
            self.builder.body(name, RigidBody::new(link.mass, link.inertia).at(x, y, angle).moving(vx, vy, spin))
        };
    }

    fn hold(&mut self, name: String, held: Held, [a, b]: [Spot; 2], size: f64) -> Option<ConstraintRef> {
        let (p, q, line) = (self.point(a), self.point(b), self.axis(a));
        let slider = self.axis(b);
        Some(match held {
            Held::Free => return None,
            Held::Pin => self.builder.constraint(name, Revolute::new(p, q)).into(),
            Held::Slot => self.builder.constraint(name, Slot::new(line, q)).into(),
            Held::Guide => self.builder.constraint(name, Prismatic::new(line, slider)).into(),
            Held::Rod if size > 0.0 => self.builder.constraint(name, Distance::new(p, q, size)).into(),
            Held::Rod => return None,
            Held::Weld => self.builder.constraint(name, Weld::new(line, slider)).into(),
            Held::Blade => self.builder.constraint(name, KnifeEdge::new(self.on(a), slider)).into(),
            Held::Gear => {
                let [one, other] = [a, b].map(|end| Angle::between(GROUND, self.on(end)));
                let [first, second] = [a, b].map(|end| end.body.map_or(0.0, |body| self.angles[body]));
                self.builder.constraint(name, Coupler::new(one, size, other).offset(first - size * second)).into()
            }
        })
    }

    fn drive(&mut self, name: String, held: Held, [a, b]: [Spot; 2], law: Signal) {
        if held == Held::Pin {
            let angle = Angle::between(self.on(a), self.on(b));
            self.builder.constraint(name, Driver::signal(angle, law));
        } else {
            let travel = Travel::along(self.axis(a), self.point(b));
            self.builder.constraint(name, Driver::signal(travel, law));
        }
    }

    #[allow(clippy::unwrap_used)] // a recipe knows what it has built
    fn rub(&mut self, name: String, held: Held, id: ConstraintRef, _ends: [Spot; 2], rough: &Rough) {
        match held {
            Held::Pin => self.law(name, FrictionPoint::in_pin(self.builder.typed(id).unwrap(), rough.size), rough),
            Held::Slot => self.law(name, FrictionPoint::in_slot(self.builder.typed(id).unwrap()), rough),
            Held::Guide => {
                let guide = self.builder.typed(id).unwrap();
                for (end, rub) in ["a", "b"].into_iter().zip(FrictionPoint::in_guide(guide, [-rough.size, rough.size]))
                {
                    self.law(format!("{name}{end}"), rub, rough);
                }
            }
            Held::Free | Held::Rod | Held::Weld | Held::Gear | Held::Blade => {}
        }
    }

    fn brake(&mut self, name: String, held: Held, [a, b]: [Spot; 2], [load, belt]: [Signal; 2], rough: &Rough) {
        if held == Held::Pin {
            let angle = Angle::between(self.on(a), self.on(b));
            self.law(name, FrictionPoint::along_under_signal(angle, load).on_belt_signal(belt), rough);
        } else {
            let travel = Travel::along(self.axis(a), self.point(b));
            self.law(name, FrictionPoint::along_under_signal(travel, load).on_belt_signal(belt), rough);
        }
    }

    fn push(&mut self, name: String, at: Spot, force: [Signal; 2], moment: Signal) {
        let point = self.point(at);
        self.builder.force(name, Applied::signal(point, force, moment));
    }

    fn spring(&mut self, name: String, [a, b]: [Spot; 2], spring: &Spring, angle: f64) {
        let torsional = SpringDamper::torsional(self.on(a), self.on(b), spring.torsion);
        let straight = SpringDamper::between(self.point(a), self.point(b), spring.stiffness);
        self.builder.force(format!("{name} straight"), straight.rest(spring.rest).damping(spring.damping));
        if spring.torsion != 0.0 {
            self.builder.force(format!("{name} torsional"), torsional.rest(angle));
        }
    }

    fn finish(self) -> Result<Model, BuildError> {
        self.builder.build()
    }
}
