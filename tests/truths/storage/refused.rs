//! What holds a function of the user's own cannot be written, and says so by its name.

use super::{Bench, bench};
use chetaev::contact::CurvePair;
use chetaev::contact::curve::*;
use chetaev::contact::spatial::Surfaces;
use chetaev::contact::surface::{Height, HeightField, Sphere};
use chetaev::force::Applied;
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;
use chetaev::store::StoreError;

#[test]
fn refusal_functions_of_ones_own_are_refused_by_name() {
    type Add = fn(&mut Bench);
    let cases: [(&str, Add); 9] = [
        ("constraint", |m| _ = m.builder.constraint("it", PointDriver::new(m.plane[0].origin(), |t| [t, t]))),
        ("constraint", |m| {
            _ = m.builder.constraint("it", LinearVelocity::equal_to(|t| t).term(m.plane[0], [1.0, 0.0, 0.0]))
        }),
        ("constraint", |m| {
            _ = m.builder.constraint("it", LinearVelocity::homogeneous().term_of_time(m.plane[0], |t| [t, t, t]));
        }),
        ("force", |m| _ = m.builder.force("it", Applied::new(m.plane[0].origin(), |t, _| ([t, 0.0], 0.0)))),
        ("force", |m| _ = m.builder.force("it", Applied::torque(m.space[0], |t| [t, 0.0, 0.0]))),
        ("force", |m| {
            let turn = Angle::between(m.plane[0], m.plane[1]);
            m.builder.force("it", AppliedAlong::new(turn, |t, _| t));
        }),
        ("friction", |m| {
            let turn = Angle::between(m.plane[0], m.plane[1]);
            m.builder.friction("it", FrictionPoint::along_under(turn, |t| t), Coulomb::new(0.1));
        }),
        ("constraint", |m| {
            let wave = HeightField(Wave);
            let [a, b] = m.space;
            let pair = Surfaces::new(wave, Sphere::new([0.0; 3], 0.1));
            m.builder.constraint("it", Contact::rolling(a, b, pair));
        }),
        ("constraint", |m| {
            let [a, b] = m.plane;
            m.builder
                .constraint("it", Contact::rolling(a, b, CurvePair::inside(Smooth(Wave), Circle::new([0.0; 2], 0.1))));
        }),
    ];
    for (n, (kind, add)) in cases.into_iter().enumerate() {
        let mut bench = bench();
        add(&mut bench);
        let refused = bench.builder.build().unwrap().saved().err();
        assert_eq!(refused, Some(StoreError::NotPlain { kind, name: "it".into() }), "case {n}");
    }
}

#[derive(Clone, Debug)]
struct Wave;

impl Height for Wave {
    fn at<T: RealField + Copy>(&self, x: T, y: T) -> T {
        (x + y).sin()
    }
}

impl PlaneCurve for Wave {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        Vector2::new(s, s.sin())
    }

    fn domain(&self) -> Domain {
        Domain::Unbounded
    }
}
