//! Starts from guesses that are so far away that squares of them overflow.

use chetaev::nalgebra::UnitQuaternion;
use chetaev::prelude::*;

/// A model of many kinds of constraints, in the plane and in space.
fn models() -> Vec<(&'static str, Model)> {
    type Add = fn(&mut ModelBuilder, [BodyId; 2], [BodyId<Spatial>; 2]);
    let kinds: [(&str, Add); 14] = [
        ("nothing", |_, _, _| {}),
        ("pin", |m, [a, _], _| _ = m.constraint("it", Revolute::new(GROUND.origin(), a.point(0.3, 0.0)))),
        ("pin between", |m, [a, b], _| _ = m.constraint("it", Revolute::new(a.point(1.0, 0.0), b.point(0.3, 0.0)))),
        ("rod", |m, [a, _], _| _ = m.constraint("it", Distance::new(GROUND.origin(), a.point(0.1, 0.0), 1.0))),
        ("rod between", |m, [a, b], _| _ = m.constraint("it", Distance::new(a.origin(), b.point(0.1, 0.0), 1.0))),
        ("slot", |m, [a, b], _| _ = m.constraint("it", Slot::new(a.axis([0.0, 0.1], 0.3), b.origin()))),
        ("weld", |m, [a, b], _| _ = m.constraint("it", Weld::new(a.axis([0.1, 0.0], 0.2), b.axis([0.0, 0.0], 0.3)))),
        ("slide", |m, [a, b], _| {
            m.constraint("it", Prismatic::new(a.axis([0.0, 0.1], 0.3), b.axis([0.0, 0.0], 0.1)));
        }),
        ("knife", |m, [a, _], _| _ = m.constraint("it", KnifeEdge::new(GROUND, a.axis([0.1, 0.0], 0.3)))),
        ("motor", |m, [a, b], _| _ = m.constraint("it", Driver::new(Angle::between(a, b), |t| t))),
        ("gear", |m, [a, b], _| {
            m.constraint("it", Coupler::new(Angle::between(GROUND, a), 2.0, Angle::between(GROUND, b)));
        }),
        ("ball joint", |m, _, [a, b]| {
            m.constraint("it", Joint::spherical(a.point(0.1, 0.2, 0.0), b.point(0.0, 0.3, 0.1)));
        }),
        ("hinge", |m, _, [a, b]| {
            let [x, y] = [a.axis([0.1, 0.0, 0.0], [0.0, 1.0, 0.2]), b.axis([0.0; 3], [0.0, 1.0, 1.0])];
            m.constraint("it", Joint::revolute(x, y));
        }),
        ("rod in space", |m, _, [a, b]| {
            m.constraint("it", Distance::new(a.point(0.1, 0.0, 0.0), b.point(0.0, 0.2, 0.0), 1.0));
        }),
    ];
    let model = |(name, add): (&'static str, Add)| {
        let mut builder = ModelBuilder::new();
        let [a, b] =
            [("a", 0.1), ("b", 1.3)].map(|(name, x)| builder.body(name, RigidBody::rod(1.0, 1.0).at(x, 0.2, 0.1)));
        let turn = UnitQuaternion::from_euler_angles(0.3, 0.4, 0.5);
        let [c, d] = [("c", 0.1), ("d", 0.8)].map(|(name, x)| {
            builder.body(name, Solid::principal(1.0, [0.2, 0.3, 0.4]).unwrap().at(x, 0.1, 0.2).turned(turn))
        });
        add(&mut builder, [a, b], [c, d]);
        (name, builder.build().unwrap())
    };
    kinds.into_iter().map(model).collect()
}

#[test]
fn regress_a_start_is_of_numbers_or_an_error_however_far_the_guess() {
    let mut started = 0;
    for (what, model) in models() {
        let names = model.coordinate_names();
        let places = [None].into_iter().chain((0..names.len()).map(Some));
        for place in places {
            for size in [1e20, 1e80, 1e153, 1e154, 1e155, 1e200, 1e300, f64::MAX, 1e-155, 1e-200, 5e-324] {
                for (of_velocities, sign) in [(false, 1.0), (false, -1.0), (true, 1.0)] {
                    let mut guess = model.placed();
                    let numbers = if of_velocities { &mut guess.v } else { &mut guess.q };
                    match place {
                        Some(i) => numbers.iter_mut().skip(i).take(1).for_each(|x| *x = sign * size),
                        None => numbers.iter_mut().for_each(|x| *x = sign * size),
                    }
                    let which = place.map_or("all", |i| names[i].as_str());
                    let case = format!("{what}, {which} {} {size:e}", if of_velocities { "velocity" } else { "at" });
                    let Ok(start) = model.start_from(guess).project() else { continue };
                    started += 1;
                    let State { q, v, .. } = &start.state;
                    assert!(q.iter().chain(v).all(|x| x.is_finite()), "{case}: {start:?}");
                    let told = [start.moved, start.sped, start.phi, start.rate];
                    assert!(told.iter().all(|x| x.is_finite()), "{case}: {told:?}");
                    let attitudes = names.iter().enumerate().filter(|(_, name)| name.ends_with(".qw"));
                    for (at, name) in attitudes {
                        let norm = q[at..at + 4].iter().map(|x| x * x).sum::<f64>();
                        assert!((norm - 1.0).abs() < 1e-12, "{case}: {name} has length² {norm}");
                    }
                }
            }
        }
    }
    assert!(started > 1000, "moot: {started}");
}
