//! Every built-in element can be written, and what is read back is the same to the last bit.
//!
//! The list of built-in elements is read from the sources, so that a new one cannot be forgotten: it is saved here, or excused.

use super::common::{Random, evaluate};
use super::support::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::constraint::{LinearVelocity, PointDriver, PointOnCurve, *};
use chetaev::contact::curve::*;
use chetaev::contact::spatial::*;
use chetaev::contact::surface::{
    self, Cone, Cylinder, Ellipsoid, HeightField, Hollow, Plane, Rim, Sphere, Surface, Torus,
};
use chetaev::contact::{Circles, CurvePair, EllipseOnLine};
use chetaev::element::Spatial;
use chetaev::force::{Applied, SmoothedFriction};
use chetaev::math::Signal;
use chetaev::measure::{Angle, Measure, Separation, Travel};
use chetaev::model::PlainModel;
use chetaev::nalgebra::{Rotation3, Vector3};
use chetaev::prelude::*;
use chetaev::simulate::Record;
use chetaev::space::*;
use chetaev::store::StoreError;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// Two bodies in the plane and two in space, to which an element is added.
struct Bench {
    builder: ModelBuilder,
    plane: [BodyId; 2],
    space: [BodyId<Spatial>; 2],
}

fn bench() -> Bench {
    let mut builder = ModelBuilder::new();
    let plane =
        [builder.body("a", RigidBody::new(1.0, 0.3)), builder.body("b", RigidBody::disk(2.0, 0.4).at(0.3, 1.1, 0.2))];
    let space = [
        builder.body("A", Solid::principal(1.0, [0.2, 0.3, 0.4]).unwrap()),
        builder.body("B", Solid::principal(2.0, [0.1, 0.2, 0.2]).unwrap().at(0.1, 0.2, 1.3)),
    ];
    Bench { builder, plane, space }
}

fn signal() -> Signal {
    Signal::polynomial([0.3, 0.1, -0.2]).sine(0.7, 3.0, 0.4)
}

/// All that a model says at a state, as bits; what cannot be evaluated says why.
fn said(model: &Model, state: &State) -> (Vec<u64>, String) {
    let mut ws = model.workspace();
    let mut state = state.clone();
    let _ = model.settle(&mut state);
    let state = &state;
    let outcome = model.evaluate(&mut ws, state, chetaev::dynamics::Baumgarte::OFF);
    let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
    match outcome {
        Ok(()) => {
            evaluate(model, &mut ws, state);
            let all = [ws.phi(), ws.rate(), ws.gamma(), ws.acceleration(), ws.multipliers()];
            ([all.map(bits).concat(), bits(ws.jacobian(model).as_slice())].concat(), String::new())
        }
        Err(error) => (Vec::new(), error.to_string()),
    }
}

/// What was saved so far, by the names of the types; and how many states said anything.
#[derive(Default)]
struct Saved {
    types: BTreeSet<String>,
}

impl Saved {
    fn check(&mut self, what: &str, build: impl FnOnce(&mut Bench)) {
        let mut bench = bench();
        build(&mut bench);
        let model = bench.builder.build().unwrap_or_else(|e| panic!("{what}: {e}"));
        let plain = model.plain().unwrap_or_else(|e| panic!("{what}: {e}"));
        let back = again::<PlainModel>(&plain).build().unwrap();
        assert_eq!(
            serde_json::to_string(&back.plain().unwrap()).unwrap(),
            serde_json::to_string(&plain).unwrap(),
            "{what}: written a second time it is another"
        );
        let mut random = Random::new(7);
        let mut numbers = 0;
        for _ in 0..20 {
            let mut state = random.state(&model);
            // Attitudes of length one, near to the start so that shapes still touch.
            let placed = model.placed();
            state.q.iter_mut().zip(&placed.q).for_each(|(q, p)| *q = p + 0.02 * *q);
            let ours = said(&model, &state);
            assert_eq!(ours, said(&back, &state), "{what}");
            numbers += ours.0.len();
        }
        assert!(numbers > 0, "moot: {what} could not be evaluated anywhere: {}", said(&model, &model.placed()).1);
        let names = what.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty());
        self.types.extend(names.map(str::to_owned));
    }
}

/// A constraint, a force or a body; the text names all types of which it is made.
macro_rules! save {
    ($saved:ident, $bench:ident, $add:ident, $element:expr) => {
        $saved.check(stringify!($element), |$bench| {
            let element = $element;
            $bench.builder.$add("it", element);
        })
    };
}

fn curves(saved: &mut Saved) {
    fn one<C: Curve + Clone + 'static>(saved: &mut Saved, what: &str, curve: C) {
        let [a, b] = bench().plane;
        let _ = (a, b);
        saved.check(&format!("PointOnCurve {what}"), |m| {
            let [a, b] = m.plane;
            m.builder.constraint("it", PointOnCurve::new(a, curve.clone(), b.point(0.1, 0.0)).near(0.3));
        });
        saved.check(&format!("PointOnCurve Placed {what}"), |m| {
            let [a, b] = m.plane;
            let placed = Placed::new(curve.clone(), [0.1, -0.2], 0.3);
            m.builder.constraint("it", PointOnCurve::new(a, placed, b.point(0.1, 0.0)).near(0.3));
        });
        saved.check(&format!("Contact CurvePair {what}"), |m| {
            let [a, b] = m.plane;
            let pair = CurvePair::new(curve.clone(), Placed::new(Circle::new([0.0, 0.0], 0.2), [0.1, 0.0], 0.2));
            m.builder.constraint("it", Contact::rolling_by_arcs(a, b, pair));
        });
    }
    one(saved, "Line", Line::new([0.0, 0.0], 0.2));
    one(saved, "Circle", Circle::new([0.0, 0.0], 3.0));
    one(saved, "Ellipse", Ellipse::new(3.0, 2.0));
    one(saved, "Cycloid", Cycloid::new(2.0));
    one(saved, "Polynomial", Polynomial::new([0.0, 0.1, 0.3]).between(-3.0, 3.0));
    let corners = [[3.0, 0.0], [2.0, 2.5], [-2.5, 2.0], [-2.0, -2.0], [1.0, -2.5]];
    one(saved, "Spline", Spline::closed(&corners).unwrap());
    one(saved, "Support", Support::fourier(2.0, [[0.0, 0.0], [0.1, 0.05]]).unwrap());
    let boxed: fn() -> Box<dyn Curve> = || Box::new(Ellipse::new(3.0, 2.0));
    saved.check("a curve behind a pointer", |m| {
        let [a, b] = m.plane;
        m.builder.constraint("it", PointOnCurve::new(a, boxed(), b.origin()).near(0.3));
    });
    save!(
        saved,
        m,
        constraint,
        Contact::sliding(
            m.plane[0],
            m.plane[1],
            CurvePair::new(
                Line::new([0.0, 0.0], 0.0),
                Spline::closed(&[[0.5, 0.0], [0.0, 0.5], [-0.5, 0.0], [0.0, -0.5]]).unwrap()
            )
        )
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(m.plane[0], m.plane[1], EllipseOnLine::new(m.plane[0].axis([0.0, 0.0], 0.1), 0.4, 0.3))
    );
    save!(
        saved,
        m,
        constraint,
        Contact::rolling(m.plane[0], m.plane[1], Circles::outside(([0.0; 2], 0.5), ([0.0; 2], 0.6)))
    );
}

fn surfaces(saved: &mut Saved) {
    let down = [0.0, 0.0, -0.1];
    /// `low`: the point of the ball next to the surface.
    fn one<S: Surface + Clone + 'static>(saved: &mut Saved, what: &str, shape: S, low: [f64; 3]) {
        saved.check(&format!("SpatialContact Surfaces Sphere Placed {what}"), |m| {
            let moved = surface::Placed::new(shape.clone(), [0.05, 0.0, 0.0]);
            let moved = moved.turned(Rotation3::new(Vector3::new(0.1, 0.0, 0.2)));
            let pair = Surfaces::new(moved, Sphere::new([0.0; 3], 0.1)).near([0.1, 0.2, 1.3], low);
            m.builder.constraint("it", SpatialContact::rolling(m.space[0], m.space[1], pair));
        });
        saved.check(&format!("SpatialContact EdgeOn Rim {what}"), |m| {
            let rim = Rim::around([0.0; 3], [1.0, 0.2, 0.0], 0.1);
            m.builder.constraint(
                "it",
                SpatialContact::without_pivoting(m.space[0], m.space[1], EdgeOn::new(shape.clone(), rim)),
            );
        });
    }
    saved.check("a surface behind a pointer", |m| {
        let shared: Arc<dyn Surface> = Arc::new(Ellipsoid::new(1.0, 1.1, 1.2));
        let pair = Surfaces::new(shared, Sphere::new([0.0; 3], 0.1));
        m.builder.constraint("it", SpatialContact::sliding(m.space[0], m.space[1], pair));
    });
    one(saved, "Plane", Plane::new([0.0; 3], [0.1, 0.0, 1.0]), down);
    one(saved, "Sphere", Sphere::new([0.0; 3], 1.1), down);
    one(saved, "Ellipsoid", Ellipsoid::new(1.0, 1.1, 1.2), down);
    one(saved, "Cylinder", Cylinder::new(0.2), [-0.045, -0.09, 0.0]);
    one(saved, "Torus", Torus::new(1.0, 0.3), down);
    one(saved, "Hollow Ellipsoid", Hollow(Ellipsoid::new(2.0, 2.1, 2.2)), [0.0, 0.0, 0.1]);
    one(saved, "Cone", Cone::new(0.3), [-0.04, -0.085, 0.03]);
    save!(
        saved,
        m,
        constraint,
        SpatialContact::rolling(m.space[0], m.space[1], OnPlane::new(Plane::horizontal(), Torus::new(0.5, 0.2)))
    );
    save!(
        saved,
        m,
        constraint,
        SpatialContact::rolling(
            m.space[0],
            m.space[1],
            RimOnPlane::new(Plane::horizontal(), Rim::around([0.0; 3], [1.0, 0.2, 0.1], 0.3))
        )
    );
    save!(
        saved,
        m,
        constraint,
        SpatialContact::rolling(
            m.space[0],
            m.space[1],
            Spheres::outside(Sphere::new([0.0; 3], 0.5), Sphere::new([0.0; 3], 0.6))
        )
    );
}

/// Everything that takes a measure, with this one.
fn measured<M: Measure + Clone + 'static>(saved: &mut Saved, name: &str, of: impl Fn(&Bench) -> M) {
    let check = |saved: &mut Saved, what: &str, add: &dyn Fn(&mut Bench, M)| {
        saved.check(&format!("{what} {name}"), |m| {
            let measure = of(m);
            add(m, measure);
        });
    };
    check(saved, "Driver", &|m, u| _ = m.builder.constraint("it", Driver::signal(u, signal())));
    check(saved, "SpringDamper", &|m, u| {
        _ = m.builder.force("it", SpringDamper::along(u, 3.0).rest(0.2).damping(0.3));
    });
    check(saved, "AppliedAlong", &|m, u| _ = m.builder.force("it", AppliedAlong::signal(u, signal())));
    check(saved, "SmoothedFriction", &|m, u| _ = m.builder.force("it", SmoothedFriction::along(u, 0.2, 3.0, 0.1)));
    check(saved, "Rub Coulomb", &|m, u| {
        let rub = Rub::along_under_signal(u, Signal::constant(3.0)).on_belt_signal(signal());
        m.builder.friction("it", rub, Coulomb::new(0.2).holding(0.3).viscous(0.1));
    });
    check(saved, "Rub Stribeck", &|m, u| {
        _ = m.builder.friction("it", Rub::along(u, 2.0), Stribeck::new(0.1, 0.2, 0.3).viscous(0.1));
    });
    // Couplers: with each measure as the second.
    let ratio = 0.5;
    check(saved, "Coupler Angle", &|m, u| {
        let second = Angle::between(m.plane[0], m.plane[1]);
        m.builder.constraint("it", Coupler::new(u, ratio, second).offset(0.1));
    });
    check(saved, "Coupler Travel", &|m, u| {
        let second = Travel::along(m.plane[0].axis([0.1, 0.0], 0.5), m.plane[1].origin());
        m.builder.constraint("it", Coupler::new(u, ratio, second));
    });
    check(saved, "Coupler Separation", &|m, u| {
        let second = Separation::between(m.plane[0].point(-3.0, 0.0), m.plane[1].origin());
        m.builder.constraint("it", Coupler::new(u, ratio, second));
    });
    check(saved, "Coupler AxialAngle", &|m, u| {
        _ = m.builder.constraint("it", Coupler::new(u, ratio, axial(m)));
    });
    check(saved, "Coupler AxialTravel", &|m, u| {
        let second = AxialTravel::along(m.space[0].axis([0.1, 0.0, 0.0], [0.1, 1.0, 0.0]), m.space[1].origin());
        m.builder.constraint("it", Coupler::new(u, ratio, second));
    });
    check(saved, "Coupler Separation Spatial", &|m, u| {
        let second = Separation::between(m.space[0].point(-3.0, 0.0, 0.0), m.space[1].origin());
        m.builder.constraint("it", Coupler::new(u, ratio, second));
    });
}

fn axial(m: &Bench) -> AxialAngle {
    AxialAngle::about(m.space[0].axis([0.0; 3], [0.0, 0.3, 1.0]), m.space[1].axis([0.0; 3], [0.0, 0.3, 1.0]))
}

fn everything() -> BTreeSet<String> {
    let mut all = Saved::default();
    let saved = &mut all;
    measured(saved, "Angle", |m| Angle::between(m.plane[0], m.plane[1]));
    measured(saved, "Travel", |m| Travel::along(m.plane[0].axis([0.1, 0.2], 0.3), m.plane[1].point(0.1, 0.0)));
    measured(saved, "Separation", |m| Separation::between(m.plane[0].origin(), m.plane[1].point(0.1, 0.0)));
    measured(saved, "AxialAngle", axial);
    measured(saved, "AxialTravel", |m| {
        AxialTravel::along(m.space[0].axis([0.1, 0.0, 0.0], [0.0, 0.1, 1.0]), m.space[1].origin())
    });
    measured(saved, "Separation Spatial", |m| {
        Separation::between(m.space[0].origin(), m.space[1].point(0.1, 0.0, 0.0))
    });
    curves(saved);
    surfaces(saved);
    save!(saved, m, body, Particle::new(1.0).at(0.1, 0.2));
    save!(saved, m, body, PointMass::new(1.0).at(0.1, 0.2, 0.3));
    save!(saved, m, body, RigidBody::rod(1.0, 0.4));
    save!(saved, m, body, Solid::from_inertia(Inertia::ellipsoid(1.0, [0.5, 0.4, 0.3]).unwrap()).unwrap());
    save!(saved, m, constraint, Revolute::new(m.plane[0].origin(), m.plane[1].point(0.1, 0.2)));
    save!(saved, m, constraint, Prismatic::new(m.plane[0].axis([0.1, 0.0], 0.3), m.plane[1].axis([0.0, 0.1], 0.2)));
    save!(saved, m, constraint, Weld::new(m.plane[0].axis([0.1, 0.0], 0.3), m.plane[1].axis([0.0, 0.1], 0.2)));
    save!(saved, m, constraint, Slot::new(m.plane[0].axis([0.1, 0.0], 0.3), m.plane[1].point(0.1, 0.2)));
    save!(saved, m, constraint, KnifeEdge::new(m.plane[0], m.plane[1].axis([0.1, 0.0], 0.3)));
    save!(saved, m, constraint, Distance::new(m.plane[0].origin(), m.plane[1].point(0.1, 0.2), 1.0));
    save!(saved, m, constraint, Distance::new(m.space[0].origin(), m.space[1].point(0.1, 0.2, 0.0), 1.0));
    save!(saved, m, constraint, PointDriver::signal(m.plane[1].point(0.1, 0.0), [signal(), Signal::constant(0.2)]));
    let terms = |m: &Bench| LinearVelocity::equal_to_signal(signal()).term(m.plane[0], [1.0, 0.2, 0.3]);
    save!(saved, m, constraint, {
        let it: LinearVelocity = terms(m);
        it.term_signal(m.plane[1], [signal(), signal(), signal()])
    });
    save!(saved, m, constraint, LinearVelocity::homogeneous().term(m.plane[0], [1.0, 0.2, 0.3]));
    let [p, q] = [bench().space[0], bench().space[1]];
    let _ = (p, q);
    save!(
        saved,
        m,
        constraint,
        Joint::universal(m.space[0].axis([0.0; 3], [1.0, 0.0, 0.0]), m.space[1].axis([0.0; 3], [0.0, 1.0, 0.2]))
    );
    save!(
        saved,
        m,
        constraint,
        Screw::new(m.space[0].mark(0.0, 0.0, 0.0), m.space[1].mark(0.0, 0.0, 0.0), 0.1).offset(0.2)
    );
    save!(
        saved,
        m,
        force,
        Bushing::new(m.space[0].mark(0.0, 0.0, 0.0), m.space[1].mark(0.0, 0.0, 0.0), [1.0, 2.0, 3.0], [0.1, 0.2, 0.3])
    );
    save!(saved, m, force, Applied::force(m.plane[0].point(0.1, 0.2), [3.0, 4.0]));
    save!(saved, m, force, Applied::signal(m.plane[0].point(0.1, 0.2), [signal(), Signal::constant(1.0)], signal()));
    save!(saved, m, force, SpatialApplied::force(m.space[0].point(0.1, 0.2, 0.3), [3.0, 4.0, 5.0]));
    save!(
        saved,
        m,
        force,
        SpatialApplied::signal(
            m.space[0].point(0.1, 0.2, 0.3),
            [signal(), signal(), signal()],
            [signal(), Signal::constant(1.0), signal()]
        )
    );
    all.types
}

/// Types of the library that hold a function of the user's own, and nothing else.
const OWN: [&str; 10] =
    ["Auto", "Smooth", "Parametric", "Closed", "HeightField", "Revolution", "PointOnSpaceCurve", "F", "P", "C"];

/// `Revolute` and so on: what one of the traits of elements is implemented for.
fn built_in(folder: &Path, found: &mut BTreeSet<String>) {
    const TRAITS: [&str; 11] = [
        "Body",
        "Constraint",
        "Force",
        "Friction",
        "FrictionLaw",
        "Curve",
        "Curve<3>",
        "Surface",
        "Edge",
        "Pair",
        "SpatialPair",
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            built_in(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.starts_with("impl")) {
            let Some((before, after)) = line.split_once(" for ") else { continue };
            let name = before.rsplit(' ').next().unwrap_or_default().trim_start_matches("impl");
            if TRAITS.contains(&name) || name == "Measure" {
                found.insert(after.chars().take_while(|c| c.is_alphanumeric()).collect());
            }
        }
    }
}

#[test]
fn property_every_built_in_element_can_be_saved() {
    let saved = everything();
    let mut all = BTreeSet::new();
    built_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut all);
    assert!(all.contains("Revolute") && all.contains("Torus") && all.len() > 50, "moot: {all:?}");
    // Pointers to shapes, and the types that stand for any built-in shape in a file.
    let other =
        |name: &&String| OWN.contains(&name.as_str()) || name.starts_with("Plain") || *name == "Arc" || *name == "Box";
    let missing: Vec<&String> = all.iter().filter(|name| !saved.contains(*name) && !other(name)).collect();
    assert!(missing.is_empty(), "neither saved nor excused: {missing:?}");
}

#[test]
fn regress_functions_of_ones_own_are_refused_by_name() {
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
        ("force", |m| _ = m.builder.force("it", SpatialApplied::torque(m.space[0], |t| [t, 0.0, 0.0]))),
        ("force", |m| {
            let turn = Angle::between(m.plane[0], m.plane[1]);
            m.builder.force("it", AppliedAlong::new(turn, |t, _| t));
        }),
        ("friction", |m| {
            let turn = Angle::between(m.plane[0], m.plane[1]);
            m.builder.friction("it", Rub::along_under(turn, |t| t), Coulomb::new(0.1));
        }),
        ("constraint", |m| {
            let wave = HeightField(Wave);
            let [a, b] = m.space;
            let pair = Surfaces::new(wave, Sphere::new([0.0; 3], 0.1));
            m.builder.constraint("it", SpatialContact::rolling(a, b, pair));
        }),
        ("constraint", |m| {
            let [a, b] = m.plane;
            m.builder
                .constraint("it", Contact::rolling(a, b, CurvePair::new(Smooth(Wave), Circle::new([0.0; 2], 0.1))));
        }),
    ];
    for (n, (kind, add)) in cases.into_iter().enumerate() {
        let mut bench = bench();
        add(&mut bench);
        let refused = bench.builder.build().unwrap().plain().err();
        assert_eq!(refused, Some(StoreError::NotPlain { kind, name: "it".into() }), "case {n}");
    }
}

/// A run stopped at `split`, its state and its model read back, and gone on with, against one that just goes on.
fn resumed(model: &Model, start: State, split: f64, end: f64) -> Trajectory {
    let stop = || Event::new("middle", move |at| at.t() - split).rising();
    let half = Simulation::new(model).event(stop().stop()).run(start, end).unwrap();
    assert!((half.end().t - split).abs() < 1e-9, "moot: it ended at {}", half.end().t);
    let back = again(&model.plain().unwrap()).build().unwrap();
    let on = Simulation::new(model).event(stop()).every(0.01).run(half.end().clone(), end).unwrap();
    let read = Simulation::new(&back).event(stop()).every(0.01).run(again(half.end()), end).unwrap();
    let bits = |run: &Trajectory| -> Vec<u64> {
        run.samples().flat_map(|at| [at.q(), at.v()].concat()).map(f64::to_bits).collect()
    };
    assert_eq!(bits(&on), bits(&read));
    assert_eq!((on.transitions(), on.events(), on.counters()), (read.transitions(), read.events(), read.counters()));
    let record: Record = again(&read.record());
    assert_eq!(bits(&on), bits(&record.of(&back).unwrap()));
    on
}

#[test]
fn identity_a_run_goes_on_in_the_middle_of_sticking_and_of_chaos() {
    let mechanism = disk_slider(&DiskSliderCase::CASE_3B).unwrap();
    let model = &mechanism.model;
    let whole = Simulation::new(model).run(mechanism.start().unwrap(), 12.0).unwrap();
    let rub = mechanism.rubs.unwrap()[0];
    let sticks = whole
        .samples()
        .filter(|at| at.friction(rub).unwrap().mode == Mode::Holding)
        .map(|at| at.t())
        .find(|t| *t > 5.0);
    let middle = sticks.expect("moot: it never sticks") + 1e-3;
    let on = resumed(model, mechanism.start().unwrap(), middle, middle + 3.0);
    assert!(on.first().unwrap().friction(rub).unwrap().mode == Mode::Holding, "moot");
    assert!(on.transitions().len() > 10, "moot");
    // While it slides, in chaos without sticking.
    let chaos = disk_slider(&DiskSliderCase::CASE_3A).unwrap();
    let on = resumed(&chaos.model, chaos.start().unwrap(), 7.3, 10.0);
    assert!(on.transitions().len() > 4, "moot");
}

#[derive(Clone, Debug)]
struct Wave;

impl surface::Height for Wave {
    fn at<T: chetaev::nalgebra::RealField + Copy>(&self, x: T, y: T) -> T {
        (x + y).sin()
    }
}

impl PlaneCurve for Wave {
    fn at<T: chetaev::nalgebra::RealField + Copy>(&self, s: T) -> chetaev::nalgebra::Vector2<T> {
        chetaev::nalgebra::Vector2::new(s, s.sin())
    }

    fn domain(&self) -> Domain {
        Domain::Unbounded
    }
}
