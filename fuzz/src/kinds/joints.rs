//! Chains of solids in space with every joint, and friction along and about them.

use super::rough::told;
use crate::checks::{self, Law};
use crate::clock::bounded;
use crate::dice::Dice;
use crate::random::Settings;
use crate::recipe::Rough;
use crate::report::Report;
use chetaev::constraint::{Slide, Turn};
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

type Place = (Vector3<f64>, UnitQuaternion<f64>);

fn vector(dice: &mut Dice, size: f64) -> Vector3<f64> {
    Vector3::new(dice.about(size), dice.about(size), dice.about(size))
}

fn turn(dice: &mut Dice) -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(vector(dice, 3.0))
}

/// One frame of the world, as marks of two bodies.
fn marks(dice: &mut Dice, [(one, a), (other, b)]: [(BodyId<Spatial>, Place); 2]) -> [Mark; 2] {
    let (place, axes) = (b.0 + vector(dice, 0.7), turn(dice));
    [(one, a), (other, b)].map(|(body, (at, turned))| {
        let local = turned.inverse() * (place - at);
        body.mark(local.x, local.y, local.z).turned(turned.inverse() * axes)
    })
}

struct Chain {
    builder: ModelBuilder,
    /// The law of each friction point with one row, by name.
    rough: Vec<(String, Rough)>,
}

impl Chain {
    fn rub<F: chetaev::friction::FrictionPlan>(&mut self, name: &str, plan: F, rough: Rough, told: bool) {
        self.builder.friction(name, plan, Coulomb::new(rough.mu).holding(rough.mu + rough.more));
        if told {
            self.rough.push((name.to_owned(), rough));
        }
    }

    /// A joint, and friction in it.
    fn join(&mut self, dice: &mut Dice, k: usize, [a, b]: [Mark; 2]) {
        let kind = dice.below(9);
        let joint = match kind {
            0 => Joint::revolute(a, b).in_axes_of_a(),
            1 => Joint::prismatic(a, b),
            2 => Joint::cylindrical(a, b),
            3 => Joint::planar(a, b),
            4 => Joint::spherical(a.point(), b.point()),
            5 => Joint::point_on_line(a, b.point()),
            6 => Joint::point_on_plane(a, b.point()),
            7 => Joint::parallel(a, b),
            _ => Joint::new(a, b, Slide::Free, Turn::Fixed),
        };
        let id = self.builder.constraint(format!("joint {k}"), joint);
        let mu = dice.pick(&[0.1, 0.4, 1.0, 5.0]) * dice.part();
        let more = if dice.chance(50.0) { 0.0 } else { mu * dice.part() };
        let rough = Rough { mu, more, stribeck: 0.0, viscous: 0.0, size: 1.0 };
        let (name, radius) = (format!("rub {k}"), dice.between(0.01, 0.3));
        // Of a radius of its own, or in several directions at once: no law of one row is held against those.
        match kind {
            0 if dice.chance(50.0) => {
                self.rub(&name, FrictionPoint::in_hinge(id, radius), rough, false);
                if dice.chance(50.0) {
                    self.rub(&format!("shoulder {k}"), FrictionPoint::on_shoulder(id, radius), rough, false);
                }
            }
            0 => {
                let load = Load::Pair { constraint: id.into(), rows: [0, 1] };
                self.rub(&name, FrictionPoint::loaded(AxialAngle::about(a, b), load), rough, true);
            }
            2 if dice.chance(50.0) => self.rub(&name, FrictionPoint::in_cylinder(id, radius), rough, false),
            4 if dice.chance(80.0) => self.rub(&name, FrictionPoint::in_ball(id, radius), rough, false),
            1 | 2 | 5 => {
                let load = Load::row(id, dice.below(2));
                self.rub(&name, FrictionPoint::loaded(AxialTravel::along(a, b.point()), load), rough, true);
            }
            3 | 6 => {
                let quarter = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), 0.25 * std::f64::consts::TAU);
                let along = AxialTravel::along(a.turned(quarter), b.point());
                self.rub(&name, FrictionPoint::loaded(along, Load::row(id, 0)), rough, true);
            }
            _ => {}
        }
    }
}

pub fn joints(dice: &mut Dice, report: &mut Report) {
    let mut chain = Chain { builder: ModelBuilder::new(), rough: Vec::new() };
    chain.builder.gravity([dice.about(1.0), dice.about(1.0), -9.81 * dice.part()]);
    let moving = dice.pick(&[0.0, 1.0, 4.0]);
    let mut bodies: Vec<(BodyId<Spatial>, Place)> = vec![(WORLD, (Vector3::zeros(), UnitQuaternion::identity()))];
    for k in 0..1 + dice.below(4) {
        let sides = [(); 3].map(|()| dice.between(0.1, 0.6));
        let solid = Inertia::cuboid(dice.between(0.3, 3.0), sides).and_then(Solid::from_inertia);
        let Ok(solid) = solid else { return report.fault("a cuboid is refused") };
        let (at, turned) = (vector(dice, 2.0), turn(dice));
        let (v, w) = (vector(dice, moving), vector(dice, moving));
        let solid = solid.at(at.x, at.y, at.z).turned(turned).moving(v.x, v.y, v.z).spinning(w.x, w.y, w.z);
        let body = (chain.builder.body(format!("body {k}"), solid), (at, turned));
        let parent = bodies[dice.below(bodies.len())];
        let marks = marks(dice, [parent, body]);
        chain.join(dice, k, marks);
        bodies.push(body);
    }
    let Chain { builder, rough } = chain;
    let model = match builder.build() {
        Ok(model) => model,
        Err(error) => return report.fault(format!("a consistent model in space is refused: {error}")),
    };
    let start = match model.start().project() {
        Ok(start) => start,
        Err(error) => return report.fault(format!("a consistent model in space does not start: {error}")),
    };
    report.demand(start.moved < 1e-9, || format!("a consistent start in space was moved by {:.1e}", start.moved));
    let span = dice.between(0.1, 1.0);
    let settings = Settings::random(dice, span);
    report.note(&settings);
    let several = dice.pick(&[Several::Stop, Several::Keep]);
    let state = start.state;
    let simulation = |settings: &Settings| bounded(settings.simulation(&model)).several(several);
    let again = |settings: &Settings| simulation(settings).run(state.clone(), span).ok();
    let outcome = simulation(&settings).run(state.clone(), span);
    if let Ok(run) = &outcome {
        checks::balance(run, &settings, again, report);
    }
    let run = told(outcome, report);
    for (name, rough) in rough {
        let Some(id) = model.friction(&name) else { continue };
        checks::by_law((id, &name), &Law::new(rough), &run, &settings, report);
    }
    checks::transitions(&run, 0.0, report);
}
