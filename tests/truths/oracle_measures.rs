//! Every measure against its definition as a generic function: read through a driver at rest, which shows value, rate, bias
//! (as −γ) and gradient; then driven, held and coupled.

use crate::common::compare;
use chetaev::constraint::{Auto, Coupler, Distance, Driver, Holonomic, Pose};
use chetaev::element::{BodyId, BodyRef, Ctx, Planar};
use chetaev::error::ElementError;
use chetaev::measure::{Angle, Measure, Reading, Separation, Travel};
use chetaev::nalgebra::{RealField, convert};

const P: [f64; 2] = [0.6, -0.2];
const Q: [f64; 2] = [-0.5, 0.8];
const DELTA: f64 = 0.9;

#[derive(Copy, Clone, Debug)]
enum Kind {
    Angle,
    Along,
    Across,
    Separation,
}

const KINDS: [Kind; 4] = [Kind::Angle, Kind::Along, Kind::Across, Kind::Separation];

impl Kind {
    /// Its definition.
    fn value<T: RealField + Copy>(self, a: &Pose<T>, b: &Pose<T>) -> T {
        let d = b.point(Q[0], Q[1]) - a.point(P[0], P[1]);
        let line = a.turn(DELTA.cos(), DELTA.sin());
        match self {
            Kind::Angle => b.attitude - a.attitude,
            Kind::Along => line.dot(&d),
            Kind::Across => line.perp(&d),
            Kind::Separation => d.norm(),
        }
    }

    fn built_in(self, a: BodyId, b: BodyId) -> Any {
        let (line, p, q) = (a.axis(P, DELTA), a.point(P[0], P[1]), b.point(Q[0], Q[1]));
        Any(match self {
            Kind::Angle => Box::new(Angle::between(a, b)),
            Kind::Along => Box::new(Travel::along(line, q)),
            Kind::Across => Box::new(Travel::across(line, q)),
            Kind::Separation => Box::new(Separation::between(p, q)),
        })
    }
}

/// A measure of any kind.
#[derive(Debug)]
struct Any(Box<dyn Measure<Space = Planar>>);

impl Measure for Any {
    type Space = Planar;

    fn bodies(&self) -> [BodyRef; 2] {
        self.0.bodies()
    }
    fn read(&self, at: Ctx<'_>) -> Result<Reading, ElementError> {
        self.0.read(at)
    }
}

fn law<T: RealField + Copy>(t: T) -> T {
    (t * convert(1.3)).sin() + t * t * convert(0.4)
}

/// A measure that follows the law, or that is zero.
#[derive(Debug)]
struct Driven {
    kind: Kind,
    at_rest: bool,
}

impl Holonomic<2, 1> for Driven {
    fn phi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let value = self.kind.value(&a, &b);
        [if self.at_rest { value } else { value - law(t) }]
    }
    fn depends_on_time(&self) -> bool {
        !self.at_rest
    }
}

#[test]
fn oracle_measures_and_drivers() {
    for kind in KINDS {
        let seen = compare(
            |[a, b]| Driver::new(kind.built_in(a, b), |t| t * 0.0),
            |bodies| Auto::holonomic(bodies, Driven { kind, at_rest: true }),
        );
        let what = format!("measure {kind:?}");
        // The angle alone is linear: it has no bias.
        if matches!(kind, Kind::Angle) {
            seen.assert_agrees(&what)
        } else {
            seen.assert_agrees_and_curves(&what)
        }
        let seen = compare(
            |[a, b]| Driver::new(kind.built_in(a, b), |t| (1.3 * t).sin() + 0.4 * t * t),
            |bodies| Auto::holonomic(bodies, Driven { kind, at_rest: false }),
        );
        seen.assert_agrees(&format!("driver on {kind:?}"));
        assert!(seen.gamma > 0.5);
    }
}

const LENGTH: f64 = 1.7;

#[derive(Debug)]
struct Rod;
impl Holonomic<2, 1> for Rod {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        [Kind::Separation.value(&a, &b) - convert(LENGTH)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_distance() {
    let seen = compare(
        |[a, b]| Distance::new(a.point(P[0], P[1]), b.point(Q[0], Q[1]), LENGTH),
        |bodies| Auto::holonomic(bodies, Rod),
    );
    seen.assert_agrees_and_curves("distance");
}

const RATIO: f64 = -1.6;
const OFFSET: f64 = 0.35;

#[derive(Debug)]
struct Coupled(Kind, Kind);

impl Holonomic<4, 1> for Coupled {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b, c, d]: [Pose<T>; 4]) -> [T; 1] {
        [self.0.value(&a, &b) - self.1.value(&c, &d) * convert(RATIO) - convert(OFFSET)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_couplers_of_all_pairs() {
    for first in KINDS {
        for second in KINDS {
            let seen = compare(
                |[a, b, c, d]| Coupler::new(first.built_in(a, b), RATIO, second.built_in(c, d)).offset(OFFSET),
                |bodies| Auto::holonomic(bodies, Coupled(first, second)),
            );
            seen.assert_agrees(&format!("coupler {first:?}-{second:?}"));
        }
    }
}

/// The carrier of a planetary gear takes part in both measures: its two slots are added up.
#[derive(Debug)]
struct Planetary(Kind, Kind);

impl Holonomic<3, 1> for Planetary {
    fn phi<T: RealField + Copy>(&self, t: T, [carrier, sun, planet]: [Pose<T>; 3]) -> [T; 1] {
        Coupled(self.0, self.1).phi(t, [carrier, sun, carrier, planet])
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_couplers_with_a_common_body() {
    for first in KINDS {
        for second in KINDS {
            let seen = compare(
                |[carrier, sun, planet]| {
                    Coupler::new(first.built_in(carrier, sun), RATIO, second.built_in(carrier, planet)).offset(OFFSET)
                },
                |bodies| Auto::holonomic(bodies, Planetary(first, second)),
            );
            seen.assert_agrees(&format!("planetary coupler {first:?}-{second:?}"));
        }
    }
}
