//! Whatever is refused is refused by the name of what is at fault.

use crate::common::Random;
use chetaev::body::{Particle, RigidBody, Solid};
use chetaev::constraint::{
    Constraint, ConstraintShape, Coupler, Distance, Driver, KnifeEdge, Level, LinearVelocity, Prismatic, Revolute,
    Slot, Weld,
};
use chetaev::dynamics::Baumgarte;
use chetaev::element::{BodyId, BodyRef, Ctx, GROUND, Planar, Rows, WORLD};
use chetaev::error::{BuildError, ElementError, EvalError, StartError};
use chetaev::force::{Applied, SpringDamper};
use chetaev::measure::Angle;
use chetaev::model::{Model, ModelBuilder};
use chetaev::nalgebra::Vector2;

/// A constraint of two rows that leaves out one of the things that it must write.
#[derive(Debug)]
struct Forgetful {
    bodies: [BodyRef; 2],
    forgets: Forgets,
}

#[derive(Copy, Clone, Debug, PartialEq)]
enum Forgets {
    Nothing,
    Row,
    Columns,
    OneRowOfColumns,
}

impl Constraint for Forgetful {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 2, self.bodies)
    }

    fn eval(&self, _at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        out.position(0, 0.0, 0.0, 0.0);
        if self.forgets != Forgets::Row {
            out.position(1, 0.0, 0.0, 0.0);
        }
        out.jacobian_rows(0, 0, [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]);
        match self.forgets {
            Forgets::Columns => {}
            Forgets::OneRowOfColumns => out.jacobian(0, 1, [1.0, 0.0, 0.0]),
            _ => out.jacobian_rows(0, 1, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        }
        Ok(())
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        at.body(k).origin
    }
}

fn with_forgetful(forgets: Forgets) -> Result<(), EvalError> {
    let mut builder = ModelBuilder::new();
    let a = builder.body("a", RigidBody::new(1.0, 1.0));
    // The particle's columns pass through a scratch place: there too nothing may be left from before.
    let b = builder.body("b", Particle::new(1.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), a.origin()));
    builder.constraint("absent-minded", Forgetful { bodies: [a.into(), b.into()], forgets });
    let model = builder.build().unwrap();
    model.evaluate(&mut model.workspace(), &model.placed(), Baumgarte::OFF)
}

#[test]
fn property_the_body_that_is_nowhere_is_named() {
    for spatial in [false, true] {
        let mut builder = ModelBuilder::new();
        for name in ["first", "second"] {
            if spatial {
                let body = builder.body(name, Solid::principal(1.0, [1.0; 3]).unwrap());
                builder.force(
                    format!("spring of {name}"),
                    SpringDamper::between(WORLD.point(9.0, 0.0, 0.0), body.origin(), 1.0),
                );
            } else {
                let body = builder.body(name, RigidBody::new(1.0, 1.0));
                builder.force(
                    format!("spring of {name}"),
                    SpringDamper::between(GROUND.point(9.0, 0.0), body.origin(), 1.0),
                );
            }
        }
        let model = builder.build().unwrap();
        for (body, name) in ["first", "second"].into_iter().enumerate() {
            let mut state = model.placed();
            let place = body * state.q.len() / 2;
            state.q[place] = f64::NAN;
            match model.evaluate(&mut model.workspace(), &state, Baumgarte::OFF) {
                Err(EvalError::NotFinite { kind: "body", name: found, .. }) => assert_eq!(found, name),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "rows are prefilled and checked in debug builds only")]
fn property_a_forgotten_row_is_named() {
    assert_eq!(with_forgetful(Forgets::Nothing), Ok(()), "moot: it fails even when complete");
    for (forgets, part) in [
        (Forgets::Row, "φ of row 1"),
        (Forgets::Columns, "row 0 of the Jacobian for its body 1"),
        (Forgets::OneRowOfColumns, "row 1 of the Jacobian for its body 1"),
    ] {
        match with_forgetful(forgets) {
            Err(EvalError::Unwritten { name, what }) => {
                assert_eq!(name, "absent-minded");
                assert_eq!(what, part);
            }
            other => panic!("{forgets:?}: {other:?}"),
        }
    }
}

/// A model of two bodies with something added to it.
fn build(add: impl FnOnce(&mut ModelBuilder, BodyId, BodyId)) -> Result<Model, BuildError> {
    let mut builder = ModelBuilder::new();
    let a = builder.body("a", RigidBody::new(1.0, 1.0));
    let b = builder.body("b", RigidBody::new(1.0, 1.0).at(1.0, 0.5, 0.0));
    add(&mut builder, a, b);
    builder.build()
}

/// Who is named as not finite.
fn culprit(add: impl FnOnce(&mut ModelBuilder, BodyId, BodyId)) -> (&'static str, String) {
    match build(add) {
        Err(BuildError::NotFinite { kind, name, .. }) => (kind, name),
        other => panic!("{other:?}"),
    }
}

#[test]
fn property_a_nan_parameter_is_named_at_build() {
    const NAN: f64 = f64::NAN;
    let constraint = ("constraint", "bad".to_owned());
    let force = ("force", "bad".to_owned());
    assert!(
        build(|m, a, b| {
            m.constraint("good", Revolute::new(a.point(1.0, 0.0), b.origin()));
        })
        .is_ok()
    );
    let culprits = [
        culprit(|m, a, b| {
            m.constraint("bad", Revolute::new(a.point(NAN, 0.0), b.origin()));
        }),
        culprit(|m, a, b| {
            m.constraint("bad", Slot::new(a.axis([0.0, 0.0], NAN), b.origin()));
        }),
        culprit(|m, a, b| {
            m.constraint("bad", Distance::new(a.origin(), b.origin(), NAN));
        }),
        culprit(|m, a, b| {
            m.constraint("bad", Weld::new(a.axis([0.0, 0.0], 0.0), b.axis([0.0, f64::INFINITY], 0.0)));
        }),
        culprit(|m, a, b| {
            let angles = [Angle::between(GROUND, a), Angle::between(GROUND, b)];
            m.constraint("bad", Coupler::new(angles[0], NAN, angles[1]));
        }),
        culprit(|m, a, _| {
            m.constraint("bad", Driver::new(Angle::between(GROUND, a), |t| (t * 0.0 - 1.0).ln()));
        }),
        culprit(|m, a, _| {
            m.constraint("bad", LinearVelocity::homogeneous().term(a, [1.0, NAN, 0.0]));
        }),
    ];
    for named in culprits {
        assert_eq!(named, constraint);
    }
    // Beside sound constraints of the same bodies, which stand first and share the ground with it.
    let beside = |add: fn(&mut ModelBuilder, BodyId, BodyId)| {
        let named = culprit(|m, a, b| {
            m.constraint("pin", Revolute::new(GROUND.origin(), a.origin()));
            m.constraint("other pin", Revolute::new(GROUND.point(1.0, 0.0), b.origin()));
            add(m, a, b);
        });
        assert_eq!(named, constraint);
    };
    beside(|m, a, _| _ = m.constraint("bad", Slot::new(GROUND.axis([0.0, 0.0], NAN), a.point(1.0, 0.0))));
    beside(|m, a, _| _ = m.constraint("bad", Slot::new(GROUND.axis([NAN, 0.0], 0.0), a.point(1.0, 0.0))));
    beside(|m, a, _| _ = m.constraint("bad", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), a.axis([0.0, 0.0], NAN))));
    beside(|m, a, _| _ = m.constraint("bad", KnifeEdge::new(GROUND, a.axis([0.0, 0.0], NAN))));
    beside(|m, a, _| _ = m.constraint("bad", Distance::new(GROUND.point(NAN, 0.0), a.origin(), 1.0)));
    beside(|m, a, _| _ = m.constraint("bad", LinearVelocity::homogeneous().term(a, [NAN, 0.0, 1.0])));
    for ratio in [NAN, f64::INFINITY] {
        let named = culprit(|m, a, b| {
            m.constraint("pin", Revolute::new(GROUND.origin(), a.origin()));
            m.constraint("other pin", Revolute::new(GROUND.point(1.0, 0.0), b.origin()));
            m.constraint("bad", Coupler::new(Angle::between(GROUND, a), ratio, Angle::between(GROUND, b)));
        });
        assert_eq!(named, constraint);
    }
    let culprits = [
        culprit(|m, a, b| {
            m.force("bad", SpringDamper::between(a.origin(), b.origin(), NAN));
        }),
        culprit(|m, a, _| {
            m.force("bad", Applied::force(a.origin(), [0.0, NAN]));
        }),
    ];
    for named in culprits {
        assert_eq!(named, force);
    }
    assert_eq!(
        culprit(|m, _, _| {
            m.gravity([0.0, NAN]);
        })
        .1,
        "gravity"
    );
    assert_eq!(
        culprit(|m, _, _| {
            m.body("bad", RigidBody::new(1.0, 1.0).at(0.0, NAN, 0.0));
        }),
        ("body", "bad".to_owned())
    );
    for body in [RigidBody::new(NAN, 1.0), RigidBody::new(1.0, 0.0), RigidBody::new(-1.0, 1.0)] {
        match build(|m, _, _| {
            m.body("bad", body);
        }) {
            Err(BuildError::BadMass { name, .. }) => assert_eq!(name, "bad"),
            other => panic!("{other:?}"),
        }
    }
}

/// A parallelogram on the ground; with a third parallel bar one of its rows is superfluous.
fn parallelogram(third: bool, allowed: bool) -> Model {
    let mut builder = ModelBuilder::new();
    if allowed {
        builder.allow_redundant();
    }
    let coupler = builder.body("coupler", RigidBody::rod(1.0, 2.0).at(1.0 + 0.6, 0.8, 0.0));
    for (i, x) in [0.0, 1.0, 2.0].into_iter().enumerate().filter(|(i, _)| third || *i != 1) {
        let bar = builder.body(format!("bar {i}"), RigidBody::rod(1.0, 1.0).at(x + 0.3, 0.4, 0.8f64.atan2(0.6)));
        builder.constraint(format!("foot {i}"), Revolute::new(GROUND.point(x, 0.0), bar.point(-0.5, 0.0)));
        builder.constraint(format!("head {i}"), Revolute::new(bar.point(0.5, 0.0), coupler.point(x - 1.0, 0.0)));
    }
    // Far from the rest, and so not to be named.
    let bob = builder.body("bob", RigidBody::new(1.0, 1.0));
    builder.constraint("bystander", Revolute::new(GROUND.point(5.0, 0.0), bob.point(5.0, 0.0)));
    builder.build().unwrap()
}

#[test]
fn property_redundant_rows_are_named_at_start() {
    assert!(parallelogram(false, false).start().project().is_ok(), "moot: it fails without the third bar");
    assert!(parallelogram(true, true).start().project().is_ok());
    let model = parallelogram(true, false);
    let Err(StartError::Redundant { sets }) = model.start().project() else {
        panic!("the third bar was accepted");
    };
    assert_eq!(sets.len(), 1);
    assert!(!sets[0].contains(&"bystander".to_owned()), "{sets:?}");
    let bars = ["foot 0", "foot 1", "foot 2", "head 0", "head 1", "head 2"];
    assert_eq!(sets[0], bars, "all the pins of the three bars, and no other");
    let freedoms = model.freedoms(&model.placed()).unwrap();
    assert_eq!((freedoms.freedoms, freedoms.rows - freedoms.rank), (2, 1));
}

#[test]
fn property_dependent_rows_are_named_at_evaluation() {
    let model = build(|m, a, b| {
        m.constraint("pin", Revolute::new(a.point(0.5, 0.2), b.point(-0.5, -0.3)));
        m.constraint("other", Distance::new(GROUND.point(-3.0, -2.0), b.origin(), 1.0));
        m.constraint("again", Slot::new(a.axis([0.5, 0.2], 0.6), b.point(-0.5, -0.3)));
    })
    .unwrap();
    // Where the pin is closed, the slot through it is a combination of the pin's rows.
    let started = model.start().project();
    assert!(matches!(started, Err(StartError::Redundant { .. })), "{started:?}");
    let state = model.placed();
    let mut ws = model.workspace();
    match model.evaluate(&mut ws, &state, Baumgarte::OFF) {
        Err(EvalError::Dependent { name, involved, pivot, scale, .. }) => {
            assert!(name == "pin" || name == "again", "{name}");
            assert_eq!(involved, ["again", "pin"]);
            assert!(pivot.abs() < 1e-10 * scale);
        }
        other => panic!("{other:?}"),
    }
    // Elsewhere the pin is open, and the rows are independent.
    let state = Random::new(3).state(&model);
    assert_eq!(model.evaluate(&mut ws, &state, Baumgarte::OFF), Ok(()));
}

#[test]
fn property_a_refusing_constraint_is_named() {
    let model = build(|m, a, b| {
        m.constraint("rod", Distance::new(a.origin(), b.origin(), 1.0));
    })
    .unwrap();
    let mut state = model.placed();
    state.q.fill(0.0);
    match model.evaluate(&mut model.workspace(), &state, Baumgarte::OFF) {
        Err(EvalError::Element { kind, name, source: ElementError::Singular { .. }, .. }) => {
            assert_eq!((kind, name.as_str()), ("constraint", "rod"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn property_a_state_of_another_model_is_refused() {
    let (small, large) = (parallelogram(false, false), parallelogram(true, true));
    let refused = small.evaluate(&mut small.workspace(), &large.placed(), Baumgarte::OFF);
    assert!(matches!(refused, Err(EvalError::WrongState { what: "q", got: 15, needs: 12 })), "{refused:?}");
}

/// Numbers under which an element would do something else than it says, and in silence: each is refused by the name of its element when the model is built, and its neighbor that makes sense is not.
#[test]
fn refusal_numbers_that_make_no_sense_are_refused_by_name() {
    use chetaev::constraint::{Joint, Screw};
    use chetaev::element::Mark;
    use chetaev::friction::{FrictionPoint, SlipCurve};
    use chetaev::math::{LookupTable, Signal};
    use chetaev::prelude::{AppliedAlong, Coulomb, Stribeck, Travel};
    type Add<'a> = Box<dyn Fn(&mut ModelBuilder, BodyId, f64) + 'a>;
    let rubs = |law: fn(&mut ModelBuilder, FrictionPoint<Travel>, f64)| -> Add<'static> {
        Box::new(move |m, rod, x| {
            law(m, FrictionPoint::along(Travel::along(GROUND.axis([0.0; 2], 0.0), rod.origin()), 1.0), x)
        })
    };
    let pushes = |law: fn(f64) -> Signal| -> Add<'static> {
        Box::new(move |m, rod, x| _ = m.force("it", AppliedAlong::signal(Angle::between(GROUND, rod), law(x))))
    };
    let in_space = |add: fn(&mut ModelBuilder, [Mark; 2], f64)| -> Add<'static> {
        Box::new(move |m, _, x| {
            let solid = m.body("solid", Solid::principal(1.0, [0.1; 3]).unwrap());
            let along = [1.0, 0.0, 0.0];
            add(m, [WORLD.axis([0.0; 3], along), solid.axis([0.0; 3], along)], x);
        })
    };
    let cases: Vec<(&str, &str, f64, f64, Add<'_>)> = vec![
        ("viscous", "viscous part", -1.0, 1.0, rubs(|m, at, x| _ = m.friction("it", at, Coulomb::new(0.1).viscous(x)))),
        (
            "Stribeck's speed",
            "slip speed",
            -0.1,
            0.1,
            rubs(|m, at, x| _ = m.friction("it", at, Stribeck::new(0.1, 0.3, x))),
        ),
        (
            "Stribeck's end",
            "fast sliding",
            -0.1,
            0.1,
            rubs(|m, at, x| _ = m.friction("it", at, Stribeck::new(x, 0.3, 0.1))),
        ),
        (
            "Stribeck's viscous",
            "viscous part",
            -1.0,
            1.0,
            rubs(|m, at, x| _ = m.friction("it", at, Stribeck::new(0.1, 0.3, 0.1).viscous(x))),
        ),
        (
            "curve",
            "below zero",
            -0.1,
            0.1,
            rubs(|m, at, x| {
                _ = m.friction("it", at, SlipCurve::table(LookupTable::linear(&[[0.0, 0.3], [1.0, x]]).unwrap(), 0.3))
            }),
        ),
        (
            "pin",
            "radius at which it rubs",
            -0.1,
            0.1,
            Box::new(|m, rod, x| {
                let pin = m.constraint("pin", Revolute::new(GROUND.origin(), rod.origin()));
                m.friction("it", FrictionPoint::in_pin(pin, x), Coulomb::new(0.1));
            }),
        ),
        (
            "guide",
            "both ends of its guide",
            -0.2,
            0.2,
            Box::new(|m, rod, x| {
                let guide = Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), rod.axis([0.0, 0.0], 0.0));
                let guide = m.constraint("guide", guide);
                let [left, right] = FrictionPoint::in_guide(guide, [-0.2, x]);
                m.friction("it", left, Coulomb::new(0.1));
                m.friction("other", right, Coulomb::new(0.1));
            }),
        ),
        (
            "no end",
            "both ends of its guide",
            f64::NAN,
            0.2,
            Box::new(|m, rod, x| {
                let guide = Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), rod.axis([0.0, 0.0], 0.0));
                let guide = m.constraint("guide", guide);
                let [left, _] = FrictionPoint::in_guide(guide, [-0.2, x]);
                m.friction("it", left, Coulomb::new(0.1));
            }),
        ),
        (
            "shaft",
            "radius at which it rubs",
            0.0,
            0.1,
            in_space(|m, [a, b], x| {
                let sleeve = m.constraint("sleeve", Joint::cylindrical(a, b));
                m.friction("it", FrictionPoint::in_cylinder(sleeve, x), Coulomb::new(0.1));
            }),
        ),
        (
            "ball",
            "radius at which it rubs",
            f64::NAN,
            0.1,
            in_space(|m, [a, b], x| {
                let socket = m.constraint("socket", Joint::spherical(a.point(), b.point()));
                m.friction("it", FrictionPoint::in_ball(socket, x), Coulomb::new(0.1));
            }),
        ),
        (
            "gauge",
            "gauge of its two rails",
            -0.1,
            0.1,
            in_space(|m, [a, b], x| {
                let guide = m.constraint("guide", Joint::prismatic(a, b));
                let [pad, ..] = FrictionPoint::on_rails(guide, [-0.2, 0.2], x);
                m.friction("it", pad, Coulomb::new(0.1));
            }),
        ),
        (
            "rails",
            "both ends of its guide",
            -0.2,
            0.2,
            in_space(|m, [a, b], x| {
                let guide = m.constraint("guide", Joint::prismatic(a, b));
                let [pad, ..] = FrictionPoint::on_rails(guide, [-0.2, x], 0.3);
                m.friction("it", pad, Coulomb::new(0.1));
            }),
        ),
        (
            "axis",
            "its axis has no length",
            0.0,
            1.0,
            in_space(|m, [a, b], x| {
                let a = WORLD.axis(a.local, [x, 0.0, 0.0]);
                m.constraint("it", Joint::cylindrical(a, b));
            }),
        ),
        (
            "axis of a screw",
            "its axis has no length",
            0.0,
            1.0,
            in_space(|m, [a, b], x| {
                let a = WORLD.axis(a.local, [x, 0.0, 0.0]);
                m.constraint("it", Screw::new(a, b, 0.01));
            }),
        ),
        (
            "itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let a = if x == 0.0 { rod.origin() } else { GROUND.origin() };
                m.constraint("it", Revolute::new(a, rod.point(0.1, 0.0)));
            }),
        ),
        (
            "a rod to itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let a = if x == 0.0 { rod.origin() } else { GROUND.origin() };
                m.constraint("it", Distance::new(a, rod.point(0.1, 0.0), 0.1));
            }),
        ),
        (
            "a slot of itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let a = if x == 0.0 { rod } else { GROUND };
                m.constraint("it", Slot::new(a.axis([0.0, 0.0], 0.0), rod.point(0.1, 0.0)));
            }),
        ),
        (
            "a joint of itself",
            "a body with itself",
            0.0,
            1.0,
            in_space(|m, [a, b], x| {
                m.constraint("it", Joint::revolute(if x == 0.0 { b } else { a }, b));
            }),
        ),
        (
            "a spring to itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let a = if x == 0.0 { rod.origin() } else { GROUND.point(1.0, 0.0) };
                m.force("it", SpringDamper::between(a, rod.point(0.1, 0.0), 10.0));
            }),
        ),
        (
            "a driver of itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let turn = Angle::between(if x == 0.0 { rod } else { GROUND }, rod);
                m.constraint("it", Driver::new(turn, |t| t * t));
            }),
        ),
        (
            "a gear of itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let turn = Angle::between(if x == 0.0 { rod } else { GROUND }, rod);
                m.constraint("it", Coupler::new(turn, 2.0, Angle::between(GROUND, rod)));
            }),
        ),
        (
            "a motor of itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let turn = Angle::between(if x == 0.0 { rod } else { GROUND }, rod);
                m.force("it", AppliedAlong::signal(turn, Signal::constant(1.0)));
            }),
        ),
        (
            "a pull of itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let turn = Angle::between(if x == 0.0 { rod } else { GROUND }, rod);
                m.force("it", chetaev::force::NonlinearSpring::none(turn));
            }),
        ),
        (
            "a drag of itself",
            "a body with itself",
            0.0,
            1.0,
            Box::new(|m, rod, x| {
                let turn = Angle::between(if x == 0.0 { rod } else { GROUND }, rod);
                m.force("it", chetaev::force::SmoothedFriction::along(turn, 0.1, 1.0, 0.01));
            }),
        ),
        ("ramp", "back in time", -1.0, 1.0, pushes(|x| Signal::ramp([0.0, x], [0.0, 1.0]))),
        (
            "step",
            "back in time",
            -1.0,
            0.0,
            pushes(|x| Signal::constant(1.0) * Signal::smooth_step([0.0, x], [0.0, 1.0])),
        ),
        ("trapezoid", "back in time", 0.5, 1.0, pushes(|x| Signal::trapezoid([0.0, 1.0, x, 2.0], 1.0))),
        ("value", "not finite", f64::NAN, 1.0, pushes(|x| Signal::ramp([1.0, 2.0], [0.0, x]))),
        (
            "length",
            "its length",
            -1.0,
            1.0,
            Box::new(|m, rod, x| _ = m.constraint("it", Distance::new(GROUND.point(0.0, 1.0), rod.origin(), x))),
        ),
        (
            "no length",
            "its length",
            0.0,
            1.0,
            Box::new(|m, rod, x| _ = m.constraint("it", Distance::new(GROUND.point(0.0, 1.0), rod.origin(), x))),
        ),
        (
            "smoothed",
            "its coefficient times its load",
            -0.1,
            0.1,
            Box::new(|m, rod, x| {
                m.force("it", chetaev::force::SmoothedFriction::along(Angle::between(GROUND, rod), x, 1.0, 0.1));
            }),
        ),
        (
            "width",
            "its width",
            -0.1,
            0.1,
            Box::new(|m, rod, x| {
                m.force("it", chetaev::force::SmoothedFriction::along(Angle::between(GROUND, rod), 0.1, 1.0, x));
            }),
        ),
        ("rod", "entry 2", -1.0, 1.0, Box::new(|m, _, x| _ = m.body("it", RigidBody::rod(1.0, x)))),
        ("disk", "entry 2", -1.0, 1.0, Box::new(|m, _, x| _ = m.body("it", RigidBody::disk(1.0, x)))),
        (
            "between",
            "theta",
            0.0,
            1.0,
            Box::new(|m, _, x| _ = m.body("it", RigidBody::rod(1.0, 1.0).between([0.0, 0.0], [x, 0.0]))),
        ),
        (
            "between in space",
            "`x`",
            0.0,
            1.0,
            Box::new(|m, _, x| {
                m.body("it", Solid::principal(1.0, [1.0; 3]).unwrap().between([0.0; 3], [x, 0.0, 0.0]));
            }),
        ),
    ];
    for (case, says, bad, good, add) in &cases {
        let built = |x: f64| {
            let mut builder = ModelBuilder::new();
            let rod = builder.body("rod", RigidBody::new(1.0, 1.0));
            add(&mut builder, rod, x);
            builder.build().map(drop)
        };
        let refused = built(*bad).unwrap_err().to_string();
        assert!(refused.contains("`it`") && refused.contains(says), "{case}: {refused}");
        assert_eq!(built(*good), Ok(()), "{case}");
    }
}

/// A name that two columns have is refused, whichever columns they are.
#[test]
fn refusal_names_of_columns_are_their_own() {
    let shared = |add: &dyn Fn(&mut ModelBuilder, BodyId)| {
        let mut builder = ModelBuilder::new();
        let rod = builder.body("rod", RigidBody::new(1.0, 1.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.origin()));
        add(&mut builder, rod);
        match builder.build() {
            Err(BuildError::SharedColumn { name }) => Some(name),
            other => other.map(|_| None).unwrap(),
        }
    };
    for name in ["rod.theta", "rod.omega", "acc.rod.vx", "t", "kinetic", "lambda.pin[0]", "reaction.pin.fx"] {
        assert_eq!(shared(&|m, _| _ = m.input(name, 0.0)).as_deref(), Some(name));
    }
    for name in ["theta", "rod", "reaction.pin", "reaction.bolt.fx", "friction.mu", "rod.theta "] {
        assert_eq!(shared(&|m, _| _ = m.input(name, 0.0)), None, "{name}");
    }
    // The velocity of one body is the acceleration of another.
    assert_eq!(shared(&|m, _| _ = m.body("acc.rod", RigidBody::new(1.0, 1.0))).as_deref(), Some("acc.rod.vx"));
}

/// A function of time that says it is none: the work of its force would be missing in silence.
#[test]
fn refusal_of_a_constraint_that_hides_its_time() {
    use chetaev::constraint::{Auto, Holonomic, Pose};
    use chetaev::nalgebra::RealField;
    /// x follows a function of time, by one of several ways in which time enters.
    #[derive(Debug)]
    struct Follows(u8, bool);
    impl Holonomic<1, 1> for Follows {
        fn phi<T: RealField + Copy>(&self, t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
            let moves = match self.0 {
                0 => (t + t).sin(),
                1 => t * t,
                // Where the bead is placed it vanishes at all times.
                2 => bead.position.y * t,
                _ => t - t + bead.position.y,
            };
            [bead.position.x - moves]
        }
        fn depends_on_time(&self) -> bool {
            self.1
        }
    }
    let built =
        |way: u8, says: bool| build(|m, a, _| _ = m.constraint("cam", Auto::holonomic([a], Follows(way, says))));
    for way in 0..3 {
        match built(way, false) {
            Err(BuildError::BadShape { kind: "constraint", name, what }) => {
                assert!(name == "cam" && what.contains("`depends_on_time`"), "{way}: {what}");
            }
            other => panic!("{way}: {other:?}"),
        }
        assert!(built(way, true).is_ok(), "{way}");
    }
    assert!(built(3, false).is_ok(), "moot: what is none of time is refused as well");
}

/// What a contact is at fault for is said of a contact, and two kinds with one name are told as two kinds.
#[test]
fn refusal_of_contacts_names_contacts() {
    use chetaev::contact::CornerOnLine;
    use chetaev::prelude::{Contact, Coulomb, Rigid};
    let touches = |m: &mut ModelBuilder, a: BodyId, mu: f64| {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.5, 0.0]);
        m.contact("floor", Contact::between(GROUND, a, pair), Rigid::rough(Coulomb::new(mu)));
    };
    let told = |add: &dyn Fn(&mut ModelBuilder, BodyId)| build(|m, a, _| add(m, a)).unwrap_err().to_string();
    let negative = told(&|m, a| touches(m, a, -0.2));
    assert!(negative.starts_with("contact `floor`: its coefficients"), "{negative}");
    let pin = |m: &mut ModelBuilder, a: BodyId| _ = m.constraint("floor", Revolute::new(GROUND.origin(), a.origin()));
    let mixed = told(&|m, a| {
        touches(m, a, 0.2);
        pin(m, a);
    });
    assert!(mixed.starts_with("more than one constraint or contact is named `floor`"), "{mixed}");
    let contacts = told(&|m, a| {
        touches(m, a, 0.2);
        touches(m, a, 0.3);
    });
    assert!(contacts.starts_with("more than one contact is named `floor`"), "{contacts}");
    let constraints = told(&|m, a| {
        pin(m, a);
        pin(m, a);
    });
    assert!(constraints.starts_with("more than one constraint is named `floor`"), "{constraints}");
}

/// A column by the name of its element and part alone: the whole name is told, and nothing else.
#[test]
fn refusal_of_a_column_tells_its_whole_name() {
    use chetaev::friction::FrictionPoint;
    use chetaev::prelude::Coulomb;
    let model = build(|m, a, _| {
        let pin = m.constraint("pin", Revolute::new(GROUND.origin(), a.origin()));
        m.friction("rub", FrictionPoint::in_pin(pin, 0.1), Coulomb::new(0.1));
        m.force("spring", SpringDamper::between(GROUND.origin(), a.point(0.1, 0.0), 1.0));
    })
    .unwrap();
    for (name, whole) in
        [("rub.force", "friction.rub.force"), ("pin.fx", "reaction.pin.fx"), ("spring.force", "along.spring.force")]
    {
        assert!(model.column(whole).is_ok(), "moot: {whole}");
        let told = model.column(name).unwrap_err().to_string();
        assert_eq!(told, format!("there is no column `{name}`: it is named `{whole}`"));
    }
    let told = model.column("rub.nothing").unwrap_err().to_string();
    assert!(told.contains("there are t, "), "{told}");
}
