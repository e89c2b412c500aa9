//! Anything in the plane.

use super::Wild;
use crate::dice::Dice;
use crate::report::Report;
use chetaev::contact::{Circles, CurvePair, EllipseOnLine};
use chetaev::element::{Axis, Point};
use chetaev::prelude::*;

/// The bodies there are, and the joints in which there can be friction.
struct Stock<'w, 'd> {
    wild: &'w mut Wild<'d>,
    builder: ModelBuilder,
    bodies: Vec<BodyId>,
    pins: Vec<ConstraintId<Revolute>>,
    slots: Vec<ConstraintId<Slot>>,
    guides: Vec<ConstraintId<Prismatic>>,
}

impl Stock<'_, '_> {
    fn body(&mut self) -> BodyId {
        self.wild.pick(&self.bodies)
    }

    fn point(&mut self) -> Point {
        let [x, y] = self.wild.list();
        self.body().point(x, y)
    }

    fn axis(&mut self) -> Axis {
        let (through, angle) = (self.wild.list(), self.wild.any());
        self.body().axis(through, angle)
    }

    fn travel(&mut self) -> Travel {
        let (axis, point) = (self.axis(), self.point());
        if self.wild.chance(50.0) { Travel::along(axis, point) } else { Travel::across(axis, point) }
    }

    fn angle(&mut self) -> Angle {
        Angle::between(self.body(), self.body())
    }

    fn joint(&mut self, name: String) {
        match self.wild.below(9) {
            0..=4 => {
                let pin = Revolute::new(self.point(), self.point());
                self.pins.push(self.builder.constraint(name, pin));
            }
            5 | 6 => {
                let slot = Slot::new(self.axis(), self.point());
                self.slots.push(self.builder.constraint(name, slot));
            }
            7 => {
                let guide = Prismatic::new(self.axis(), self.axis());
                self.guides.push(self.builder.constraint(name, guide));
            }
            _ => {
                let weld = Weld::new(self.axis(), self.axis());
                self.builder.constraint(name, weld);
            }
        }
    }

    fn law(&mut self, name: String) {
        match self.wild.below(8) {
            0 => {
                let rod = Distance::new(self.point(), self.point(), self.wild.positive());
                self.builder.constraint(name, rod);
            }
            1 => {
                let gear = Coupler::new(self.angle(), self.wild.any(), self.angle()).offset(self.wild.any());
                self.builder.constraint(name, gear);
            }
            2 => {
                let rack = Coupler::new(self.travel(), self.wild.any(), self.angle());
                self.builder.constraint(name, rack);
            }
            3 => {
                let motor = Driver::signal(self.angle(), self.wild.signal());
                self.builder.constraint(name, motor);
            }
            4 => {
                let law = self.wild.function();
                let motor = Driver::new(self.travel(), move |t: Jet| t * law(t.value));
                self.builder.constraint(name, motor);
            }
            5 => {
                let driver = PointDriver::signal(self.point(), [self.wild.signal(), self.wild.signal()]);
                self.builder.constraint(name, driver);
            }
            6 => {
                let edge = KnifeEdge::new(self.body(), self.axis());
                self.builder.constraint(name, edge);
            }
            _ => {
                let mut row = LinearVelocity::equal_to_signal(self.wild.signal());
                for _ in 0..1 + self.wild.below(2) {
                    row = row.term(self.body(), self.wild.list());
                }
                self.builder.constraint(name, row);
            }
        }
    }

    fn rolling(&mut self, name: String) {
        let (one, other) = (self.body(), self.body());
        match self.wild.below(4) {
            0 => {
                let wire = PointOnCurve::new(one, self.wild.curve(), self.point()).near(self.wild.any());
                self.builder.constraint(name, wire);
            }
            1 => {
                let (a, b) = (self.wild.curve(), self.wild.curve());
                let pair = if self.wild.chance(50.0) { CurvePair::outside(a, b) } else { CurvePair::inside(a, b) };
                let contact = match self.wild.below(3) {
                    0 => Contact::sliding(one, other, pair),
                    1 => Contact::rolling(one, other, pair),
                    _ => Contact::rolling_by_arcs(one, other, pair),
                };
                self.builder.constraint(name, contact);
            }
            2 => {
                let pair = EllipseOnLine::new(self.axis(), self.wild.positive(), self.wild.positive());
                self.builder.constraint(name, Contact::rolling(one, other, pair));
            }
            _ => {
                let circles = [(); 2].map(|()| (self.wild.list(), self.wild.positive()));
                let [a, b] = circles;
                let pair = if self.wild.chance(50.0) { Circles::inside(a, b) } else { Circles::outside(a, b) };
                self.builder.constraint(name, Contact::rolling(one, other, pair));
            }
        }
    }

    fn force(&mut self, name: String) {
        let stiffness = if self.wild.chance(10.0) { 1e15 } else { 10.0 * self.wild.positive() };
        match self.wild.below(7) {
            0 => {
                let spring = SpringDamper::between(self.point(), self.point(), stiffness);
                self.builder.force(name, spring.rest(self.wild.any()).damping(self.wild.any()));
            }
            1 => {
                let spring = SpringDamper::torsional(self.body(), self.body(), stiffness);
                self.builder.force(name, spring);
            }
            2 => {
                let spring = SpringDamper::guided(self.axis(), self.point(), stiffness);
                self.builder.force(name, spring);
            }
            3 => {
                let force = [self.wild.signal(), self.wild.signal()];
                let push = Applied::signal(self.point(), force, self.wild.signal());
                self.builder.force(name, push);
            }
            4 => {
                let law = self.wild.function();
                let push = Applied::new(self.point(), move |t, _| ([law(t), 0.0], 0.0));
                self.builder.force(name, push);
            }
            5 => {
                let push = AppliedAlong::signal(self.travel(), self.wild.signal());
                self.builder.force(name, push);
            }
            _ => {
                let law = self.wild.function();
                let apart = Separation::between(self.point(), self.point());
                self.builder.force(name, AppliedAlong::new(apart, move |t, _| law(t)));
            }
        }
    }

    fn friction(&mut self, name: String) {
        let law = self.wild.law();
        match self.wild.below(8) {
            0..=2 if !self.slots.is_empty() => {
                let slot = self.wild.pick(&self.slots);
                self.builder.friction(name, FrictionPoint::in_slot(slot), law);
            }
            3 if !self.pins.is_empty() => {
                let pin = self.wild.pick(&self.pins);
                self.builder.friction(name, FrictionPoint::in_pin(pin, self.wild.positive()), law);
            }
            4 if !self.guides.is_empty() => {
                let (guide, low) = (self.wild.pick(&self.guides), self.wild.any());
                // Two equal ends are refused by a panic that is documented.
                let ends = [low, if low == 2.0 { 1.0 } else { 2.0 }];
                for (k, rub) in FrictionPoint::in_guide(guide, ends).into_iter().enumerate() {
                    self.builder.friction(format!("{name}{k}"), rub, law);
                }
            }
            5 => {
                let rub = FrictionPoint::along(self.travel(), self.wild.positive());
                self.builder.friction(name, rub.on_belt_signal(self.wild.signal()), law);
            }
            6 => {
                let load = self.wild.function();
                let rub = FrictionPoint::along_under(self.angle(), load);
                let [slow, rest] = [(); 2].map(|()| self.wild.positive());
                self.builder.friction(name, rub, Stribeck::new(slow, rest, self.wild.any()));
            }
            _ => {
                let apart = Separation::between(self.point(), self.point());
                self.builder.friction(name, FrictionPoint::along(apart, self.wild.any()), law);
            }
        }
    }
}

pub fn plane(dice: &mut Dice, report: &mut Report) {
    let wild = &mut Wild::new(dice);
    let mut builder = ModelBuilder::new();
    if wild.chance(80.0) {
        builder.gravity([wild.any(), -9.81]);
    }
    if wild.chance(30.0) {
        builder.allow_redundant();
    }
    let mut bodies = vec![GROUND];
    let n = if wild.chance(2.0) { wild.below(31) } else { wild.below(6) };
    for k in 0..n {
        let name = wild.name(k);
        bodies.push(if wild.chance(20.0) {
            let ([x, y], [vx, vy]) = (wild.list(), wild.list());
            builder.body(name, Particle::new(wild.positive()).at(x, y).moving(vx, vy))
        } else {
            builder.body(name, wild.flat(report))
        });
    }
    let mut stock = Stock { wild, builder, bodies, pins: Vec::new(), slots: Vec::new(), guides: Vec::new() };
    // A body and a slot of another model, which a program with two may mix up.
    let mut other = ModelBuilder::new();
    let foreign = other.body("foreign", RigidBody::new(1.0, 1.0));
    let slot = other.constraint("slot", Slot::new(GROUND.axis([0.0; 2], 0.0), foreign.origin()));
    if stock.wild.chance(1.0) {
        stock.bodies.push(foreign);
    }
    if stock.wild.chance(1.0) {
        stock.slots.push(slot);
    }
    for k in 0..stock.wild.below(n + 3) {
        let name = stock.wild.name(k);
        match stock.wild.below(20) {
            0..=8 => stock.joint(name),
            9..=16 => stock.law(name),
            _ => stock.rolling(name),
        }
    }
    for k in 0..stock.wild.below(4) {
        let name = stock.wild.name(k);
        stock.force(name);
    }
    for k in 0..stock.wild.below(4) {
        let name = stock.wild.name(k);
        stock.friction(name);
    }
    let Stock { wild, builder, .. } = stock;
    wild.go(builder, report);
}
