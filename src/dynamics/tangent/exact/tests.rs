use super::super::known::block_with_pendulum;
use super::super::{Direction, Residual, Variation};
use crate::constraint::{Auto, Driver, Holonomic, LinearVelocity, Nonholonomic, PointDriver, Pose, Slide, Turn, Twist};
use crate::contact::curve::Ellipse;
use crate::contact::spatial::OnPlane;
use crate::contact::surface::{Plane, Sphere};
use crate::dynamics::{Baumgarte, Mode, Query, Signs, State, StateRef};
use crate::element::{BodyId, Numbers, PlanarFrame, Spatial, SpatialFrame};
use crate::force::{Bushing, NonlinearSpring, SmoothedFriction, SpringToPath};
use crate::friction::FrictionLaw;
use crate::math::{LookupTable, Signal};
use crate::measure::Measure;
use crate::measure::Reading;
use crate::prelude::*;
use nalgebra::{Matrix3, RealField, UnitQuaternion};
use std::collections::BTreeSet;

/// A law that is not known.
#[derive(Debug)]
struct Fading;

impl FrictionLaw for Fading {
    fn sliding(&self, speed: f64) -> f64 {
        0.2 + 0.1 / (1.0 + speed * speed)
    }

    fn holding(&self) -> f64 {
        0.35
    }

    fn viscous(&self, speed: f64) -> f64 {
        0.1 * speed * speed
    }
}

/// A cubic over all that these motions do: differences know nothing of knots.
fn cubic() -> LookupTable {
    LookupTable::clamped(&[[-60.0, -40.0], [60.0, 50.0]], [3.0, 5.0]).unwrap()
}

/// Springs and dampers of any characteristic, and forces in formulas, along two measures.
fn add_formulas<M: Measure + Copy + 'static>(builder: &mut ModelBuilder, what: &str, along: [M; 2]) {
    let parse =
        |text: &str| Formula::parse(text, ["x", "v", "t"].into_iter().filter(|name| text.contains(name))).unwrap();
    for (k, measure) in along.into_iter().enumerate() {
        let spring = NonlinearSpring::table(measure, cubic()).damper_formula(parse("3*v + v^3/20")).unwrap();
        builder.force(format!("{what} table {k}"), spring);
        let spring = NonlinearSpring::energy(measure, parse("20*cos(x) + x^4/4")).unwrap().damper(cubic());
        builder.force(format!("{what} energy {k}"), spring);
        let law = AppliedAlong::formula(measure, parse("sin(t + 2*x)*v - x^2")).unwrap();
        builder.force(format!("{what} formula {k}"), law);
    }
}

/// Constraints of the user's own, of positions and of velocities.
#[derive(Debug)]
struct Own;

impl Holonomic<2, 2> for Own {
    fn phi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T>; 2]) -> [T; 2] {
        let (p, q) = (a.point(0.1, 0.3), b.point(-0.2, 0.1));
        [(p - q).norm_squared() * t.sin(), p.x * q.y.cos() + (a.attitude * b.attitude).sin()]
    }

    fn depends_on_time(&self) -> bool {
        true
    }
}

impl Nonholonomic<2, 1> for Own {
    fn psi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T>; 2], [v, w]: [Twist<T>; 2]) -> [T; 1] {
        [v.velocity.dot(&b.turn(0.3, 0.8)) * w.spin + a.position.x * v.spin * v.spin + w.velocity.y * t.cos()]
    }
}

impl Holonomic<2, 2, Spatial> for Own {
    fn phi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T, Spatial>; 2]) -> [T; 2] {
        let (p, q) = (a.point(0.1, 0.3, -0.2), b.point(-0.2, 0.1, 0.4));
        let [e, f] = [a.turn(0.0, 0.6, 0.8), b.turn(0.6, 0.0, 0.8)];
        [(p - q).norm_squared() * t.sin(), p.x * q.y.cos() + e.dot(&f).sin() + e.cross(&p).z]
    }

    fn depends_on_time(&self) -> bool {
        true
    }
}

impl Nonholonomic<2, 1, Spatial> for Own {
    fn psi<T: RealField + Copy>(&self, t: T, at: [Pose<T, Spatial>; 2], moving: [Twist<T, Spatial>; 2]) -> [T; 1] {
        let ([a, b], [v, w]) = (at, moving);
        let spin = b.attitude * w.spin;
        [v.velocity.dot(&spin)
            + a.position.x * v.spin.norm_squared()
            + w.velocity.y * t.cos() * a.turn(0.0, 1.0, 0.0).x]
    }
}

/// A path in signals, and a spring to it.
fn path() -> [Signal; 3] {
    [0.3, 0.7, -0.4].map(|x| Signal::constant(x).sine(2.0 + x, 0.3, 0.1))
}

/// Every element that knows how it changes, twice where both of its bodies can move; and some that do not.
fn elements(others: bool) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let place = |k: f64| RigidBody::new(1.0 + k, 0.3 + 0.1 * k).at(k, 0.3 * k, 0.2 + 0.4 * k);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| {
        let k = f64::from(name.as_bytes()[0] - b'a');
        builder.body(name, place(k).moving(0.3 - k, 0.2 * k, 1.0 + 0.5 * k))
    });
    let e = builder.body("e", Particle::new(0.7).at(0.4, -1.1).moving(0.3, 0.9));
    let law = || Coulomb::new(0.2).viscous(0.7);
    let pin = builder.constraint("pin", Revolute::new(a.point(0.3, 0.1), b.point(-0.2, 0.2)));
    let slot = builder.constraint("slot", Slot::new(b.axis([0.1, 0.2], 0.7), e.origin()));
    let guide = builder.constraint("guide", Prismatic::new(a.axis([0.2, 0.1], 0.3), c.axis([0.1, 0.0], 0.1)));
    builder.constraint("weld", Weld::new(c.axis([0.2, 0.1], 0.3), d.axis([0.1, 0.0], 0.1)));
    builder.constraint("rod", Distance::new(GROUND.point(0.2, 1.0), e.origin(), 2.0));
    builder.constraint("drive", Driver::new(Angle::between(GROUND, a), |t| 0.4 + (3.0 * t).sin()));
    let along = |line, point| SpringDamper::guided(line, point, 70.0).rest(0.1).damping(3.0);
    builder.constraint("gear", Coupler::new(Angle::between(a, b), 2.0, Angle::between(b, d)));
    builder.constraint("edge", KnifeEdge::new(a, d.axis([0.1, 0.2], 0.4)));
    builder.force("guided", along(a.axis([0.1, 0.0], 0.4), d.point(0.1, 0.3)));
    builder.force("between", SpringDamper::between(a.point(0.1, 0.3), d.point(0.2, 0.1), 50.0).damping(2.0));
    builder.force("torsional", SpringDamper::torsional(b, d, 20.0).damping(1.0));
    builder.force("pull", Applied::force(b.point(0.3, -0.2), [3.0, 1.0]));
    builder.force("turn", Applied::moment(b, 0.4));
    let inside = Separation::between(b.point(0.2, 0.0), c.point(0.0, 0.3));
    builder.force("inside", AppliedAlong::signal(inside, Signal::constant(30.0)));
    let shut = builder.constraint("shut", Revolute::new(GROUND.point(0.3, 0.1), d.point(0.2, 0.2)));
    builder.friction("in what is shut", FrictionPoint::in_pin(shut, 0.1), law());
    let [x, y, turn] = [1.0, 2.0, 3.0].map(|w| Signal::constant(w).sine(w, 2.0, 0.1));
    builder.force("push", Applied::signal(c.point(0.2, 0.4), [x, y], turn));
    let led = builder.body("led", RigidBody::new(0.8, 0.2).at(0.6, 0.4, 0.3).moving(0.2, 0.1, 1.4));
    let rider = builder.body("rider", RigidBody::new(0.5, 0.1).at(2.9, 1.8, 0.1).moving(-0.3, 0.5, 0.9));
    let [x, y, _] = path();
    builder.constraint("hand", PointDriver::signal(led.point(0.2, -0.1), [x, y]));
    let pull = LinearVelocity::equal_to(|t| t * 0.3).term(b, [0.3, 1.0, 0.2]);
    builder.constraint("pull together", pull.term_of_time(led, |t| [t.sin(), t * 0.0 + 0.4, t * t]));
    builder.constraint("own", Auto::holonomic([led, a], Own));
    builder.constraint("own of velocities", Auto::nonholonomic([rider, led], Own));
    builder.constraint("wire", PointOnCurve::new(c, Ellipse::new(1.2, 0.7), rider.point(0.1, 0.2)));
    add_formulas(&mut builder, "length", [Separation::between(a.point(0.1, 0.3), led.point(0.2, 0.1)), inside]);
    add_formulas(&mut builder, "angle", [Angle::between(rider, led), Angle::between(a, rider)]);
    let [x, y, _] = path();
    let rope = SpringToPath::new([x, y], rider.point(0.1, 0.3), 20.0).rest(0.3).damping(2.0);
    builder.force("rope", rope.table(cubic()).damper(cubic()));
    let [x, y, turn] = ["3*cos(angle) - vx*y", "x*vy*spin", "sin(t)*spin*angle + x^2"]
        .map(|text| Formula::parse(text, Planar::NAMES.iter().copied().chain(["t"])).unwrap());
    builder.force("propeller", Applied::formula(c.point(0.3, 0.1), [x, y], [turn]).unwrap());
    let motor = Signal::constant(2.0);
    builder.force("motor", AppliedAlong::signal(Travel::along(a.axis([0.0, 0.0], 0.2), b.origin()), motor));
    builder.friction("in the slot", FrictionPoint::in_slot(slot), law());
    let [left, _] = FrictionPoint::in_guide(guide, [-0.2, 0.3]);
    builder.friction("in the guide", left, Stribeck::new(0.1, 0.25, 0.6).viscous(0.3));
    builder.friction("in the pin", FrictionPoint::in_pin(pin, 0.05), law());
    if others {
        let cubic = |_: f64, at: &Reading| -5.0 * at.value.powi(3) - at.rate;
        builder.force("cubic", AppliedAlong::new(Travel::along(b.axis([0.1, 0.0], 0.3), c.origin()), cubic));
        let drag = |_: f64, frame: &PlanarFrame| (-0.3 * frame.velocity * frame.velocity.norm(), frame.angle.sin());
        builder.force("drag", Applied::new(e.origin(), drag));
        let rim = FrictionPoint::along(Travel::along(a.axis([0.0, 0.1], 0.2), d.origin()), 6.0);
        builder.friction("rim", rim, Fading);
    }
    let belt = FrictionPoint::along(Travel::along(d.axis([0.0, 0.1], 0.2), e.origin()), 4.0);
    builder.friction("belt", belt.on_belt(|t| 0.3 * t), law());
    builder.build().unwrap()
}

fn gap(a: &[f64], b: &[f64]) -> f64 {
    let most = b.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    a.iter().zip(b).fold(0.0, |gap: f64, (a, b)| gap.max((a - b).abs())) / most
}

/// The same in space: every way to slide and to turn, between bodies that both move.
fn elements_in_space(others: bool) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.3, -1.0, -9.81]);
    let tensor = |k: f64| Matrix3::new(0.5 + k, 0.03, 0.02, 0.03, 0.6, -0.04 * k, 0.02, -0.04 * k, 0.7 + 0.5 * k);
    let mut count = 0.0_f64;
    let mut body = |builder: &mut ModelBuilder, name: &str| {
        let k = 0.1 * count;
        count += 1.0;
        let turn = UnitQuaternion::from_euler_angles(0.3 - k, 0.2 + 0.5 * k, 0.7 * k - 0.1);
        let solid = Solid::new(1.0 + k, tensor(k)).unwrap().at(5.0 * k, 1.0 - k, 2.0 * k).turned(turn);
        builder.body(name, solid.moving(0.3 - k, 0.2 * k, 0.4).spinning(0.5, 1.0 - k, 0.3 + k))
    };
    let mut last = body(&mut builder, "first");
    let first = last;
    builder.constraint("foot", Joint::point_on_plane(WORLD.axis([0.1, 0.0, 0.2], [0.1, 0.2, 1.0]), first.origin()));
    let ways = [
        (Slide::Fixed, Turn::Free),
        (Slide::Seat, Turn::Axis),
        (Slide::Line, Turn::Fixed),
        (Slide::Fixed, Turn::Cross),
        (Slide::Line, Turn::Axis),
        (Slide::Plane, Turn::Free),
        (Slide::Free, Turn::Axis),
        (Slide::Fixed, Turn::Fixed),
    ];
    let axis = |body: BodyId<Spatial>, k: f64| body.axis([0.1 + k, -0.2, 0.3 * k], [0.2, 0.1 - k, 1.0]);
    let mut joints = Vec::new();
    for (k, (slide, turn)) in ways.into_iter().enumerate() {
        let (next, k) = (body(&mut builder, &format!("{slide:?} {turn:?}")), k as f64 * 0.1);
        let joint = Joint::new(axis(last, k), axis(next, 0.2 - k), slide, turn);
        joints.push((builder.constraint(format!("joint {k}"), joint), axis(last, k), axis(next, 0.2 - k)));
        last = next;
    }
    let nut = body(&mut builder, "nut");
    builder.constraint("screw", Screw::new(axis(first, 0.1), axis(nut, 0.2), 0.3));
    let bob = builder.body("bob", Particle::in_space(0.7).at(0.4, -1.1, 0.6).moving(0.3, 0.9, -0.2));
    builder.constraint("rod", Distance::new(nut.point(0.2, 1.0, 0.1), bob.origin(), 2.0));
    let (hinge, from, to) = joints[1];
    let turn = AxialAngle::about(from, to);
    let slide = AxialTravel::along(joints[4].1, joints[4].2.point());
    builder.constraint("drive", Driver::new(turn, |t| 0.4 + (3.0 * t).sin()));
    builder.constraint("own", Auto::holonomic([nut, last], Own));
    builder.constraint("own of velocities", Auto::nonholonomic([first, nut], Own));
    builder.constraint("rack", Coupler::new(slide, 0.3, AxialAngle::about(joints[4].1, joints[4].2)));
    builder.force("torsional", SpringDamper::along(turn, 20.0).rest(0.3).damping(1.0));
    builder
        .force("guided", SpringDamper::along(AxialTravel::along(joints[2].1, joints[2].2.point()), 30.0).damping(2.0));
    let between = SpringDamper::between(first.point(0.1, 0.3, 0.2), bob.origin(), 50.0);
    builder.force("between", between.rest(0.4).damping(2.0));
    builder.force("pull", Applied::force(first.point(0.3, -0.2, 0.1), [3.0, 1.0, -2.0]));
    builder.force("turn", Applied::moment(nut, [0.4, -0.3, 0.2]));
    let some = |w: f64| [1.0, 2.0, 3.0].map(|x| Signal::constant(x).sine(x * w, 2.0, 0.1));
    builder.force("push", Applied::signal(last.point(0.2, 0.4, 0.1), some(1.0), some(0.3)));
    builder.force("motor", AppliedAlong::signal(turn, Signal::constant(2.0)));
    let mount = Bushing::new(axis(first, 0.3), axis(nut, -0.2), [30.0, 50.0, 20.0], [4.0, 7.0, 9.0]);
    builder.force("mount", mount.damping([1.0, 2.0, 1.5], [0.1, 0.2, 0.3]));
    add_formulas(&mut builder, "angle", [turn, AxialAngle::about(joints[4].1, joints[4].2)]);
    let rope = SpringToPath::in_space(path(), nut.point(0.1, 0.3, -0.2), 20.0).rest(0.3).damping(2.0);
    builder.force("rope", rope.table(cubic()).damper(cubic()));
    let texts = ["3*qx*qy - vx*y", "x*vy*wz", "qw*qz + z*wx", "sin(t)*wy - qz*vz", "qx*qw*x", "qy + qz*qw*vy"];
    let [x, y, z, a, b, c] =
        texts.map(|text| Formula::parse(text, Spatial::NAMES.iter().copied().chain(["t"])).unwrap());
    builder.force("propeller", Applied::formula(last.point(0.3, 0.1, 0.2), [x, y, z], [a, b, c]).unwrap());
    builder.friction("in the socket", FrictionPoint::in_ball(joints[0].0, 0.1), Coulomb::new(0.2).viscous(0.3));
    builder.friction("on the shaft", FrictionPoint::in_cylinder(joints[4].0, 0.2), Stribeck::new(0.1, 0.25, 0.6));
    add_formulas(&mut builder, "travel", [slide, AxialTravel::along(joints[2].1, joints[2].2.point())]);
    builder.force("brake", SmoothedFriction::along(turn, 0.3, 5.0, 0.7));
    builder.friction("in the hinge", FrictionPoint::in_hinge(hinge, 0.05), Coulomb::new(0.2).viscous(0.7));
    builder.friction("on its shoulder", FrictionPoint::on_shoulder(hinge, 0.07), Stribeck::new(0.1, 0.25, 0.6));
    let pads = FrictionPoint::on_rails(joints[2].0, [-0.2, 0.3], 0.4);
    for (k, pad) in pads.into_iter().enumerate() {
        builder.friction(format!("pad {k}"), pad, Coulomb::new(0.1 + 0.01 * k as f64));
    }
    if others {
        let cubic = |_: f64, at: &Reading<Spatial>| -5.0 * at.value.powi(3) - at.rate;
        builder.force("cubic", AppliedAlong::new(slide, cubic));
        let drag = |_: f64, frame: &SpatialFrame| (-0.3 * frame.velocity * frame.velocity.norm(), 0.2 * frame.spin);
        builder.force("drag", Applied::new(bob.origin(), drag));
        let rim = FrictionPoint::along(slide, 6.0);
        builder.friction("rim", rim, Fading);
    }
    let belt = FrictionPoint::along(slide, 4.0);
    builder.friction("belt", belt.on_belt(|t| 0.3 * t), Coulomb::new(0.2).viscous(0.7));
    builder.build().unwrap()
}

/// By how much the elements' own equations differ from differences of what they write, along a direction; `all` know them.
fn off(model: &Model, state: &State, gains: Baumgarte, k: i32, all: bool) -> f64 {
    let query = Query::new(StateRef::of(state), &state.modes, Signs::Held(&state.signs)).with_gains(gains);
    let some = |i: usize| (1.7 * i as f64 + 2.9 * f64::from(k)).sin();
    let [q, v] = [(state.q.len(), 11), (state.v.len(), 23)].map(|(n, by)| (0..n).map(|i| some(i + by)).collect());
    let (q, v): (Vec<f64>, Vec<f64>) = (q, v);
    let direction = Direction { t: 0.0, q: &q, v: &v, variables: &[] };
    let told = [true, false].map(|exact| {
        let mut variation = Variation::of(model).unwrap();
        variation.hold(model, &query, &[]).unwrap();
        assert!(matches!(variation.exact, Some(Some(_))));
        variation.exact = variation.exact.filter(|_| exact);
        let (mut residual, mut step) = (Residual::of(model), 0.0);
        // All elements are asked before: nothing of that may stay.
        let first = Direction { t: 1.0, ..direction };
        variation.along(model, &query, first, &mut 0.0, &mut residual).unwrap();
        variation.along(model, &query, direction, &mut step, &mut residual).unwrap();
        assert_eq!(exact && all, step == 0.0);
        residual
    });
    let [own, other] = told.each_ref().map(|it| [&it.force, &it.rows, &it.phi, &it.rate]);
    own.into_iter().zip(other).fold(0.0, |worst, (own, other)| worst.max(gap(own, other)))
}

fn gains() -> [Baumgarte; 2] {
    [Baumgarte::OFF, Baumgarte::new(3.0, 20.0, 2.0)]
}

/// The largest of them anywhere, on the constraints or not.
fn worst_of(elements: fn(bool) -> Model, released: Option<&str>) -> f64 {
    let mut worst = 0.0_f64;
    for (k, others) in (0..80).map(|k| (k / 2, k % 2 == 1)) {
        let model = elements(others);
        let some = |i: usize, scale: f64| scale * (1.7 * i as f64 + 2.9 * f64::from(k)).sin();
        let mut state: State = model.placed();
        state.t = some(3, 1.0);
        state.q.iter_mut().enumerate().for_each(|(i, q)| *q += some(i, 0.1));
        state.v.iter_mut().enumerate().for_each(|(i, v)| *v += some(i + 7, 1.0));
        let sides = if k % 2 == 0 { Mode::Forward } else { Mode::Backward };
        state.modes[model.constraint_count()..].fill(sides);
        let places = model.constraint_count()..;
        for (place, _) in places.zip(&model.inner.frictions).filter(|(_, it)| it.slide.is_some()) {
            // In several directions it slides forward, whichever way.
            state.modes[place] = if k % 5 == place as i32 % 5 { Mode::Stick } else { Mode::Forward };
        }
        if let Some(shut) = released.and_then(|name| model.constraint(name)) {
            state.modes[shut.index as usize] = Mode::Released;
        }
        if k % 4 > 1 {
            let last = state.modes.len() - 1 - (k % 3) as usize;
            state.modes[last] = Mode::Stick;
        }
        worst = worst.max(off(&model, &state, gains()[usize::from(k % 3 > 0)], k, !others));
    }
    println!("elements' own derivatives: {worst:.1e}");
    worst
}

#[test]
fn oracle_differences_of_all_elements() {
    // 4.7e-10 without Stribeck's law, whose bend is what differences of order 4 miss.
    let worst = worst_of(elements, Some("shut"));
    assert!(worst < 2e-8, "{worst:e}");
}

#[test]
fn oracle_differences_of_all_elements_in_space() {
    let worst = worst_of(elements_in_space, None);
    assert!(worst < 2e-8, "{worst:e}");
}

/// A ball that slides on a table, with a bob on a ball joint.
fn ball_with_bob() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let ball = Solid::principal(1.0, [0.004; 3]).unwrap().at(0.0, 0.0, 0.12).moving(1.5, 0.2, 0.0);
    let ball = builder.body("ball", ball.spinning(1.0, 3.0, 2.0));
    let bob = Solid::principal(0.2, [1e-3, 2e-3, 2e-3]).unwrap().at(0.05, 0.0, 0.13).spinning(5.0, 1.0, 2.0);
    let bob = builder.body("bob", bob.moving(1.5, 0.2, 0.0));
    builder.constraint("joint", Joint::spherical(ball.point(0.05, 0.0, 0.01), bob.origin()));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.1));
    builder.contact("table", Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(0.2)));
    builder.force("pulls", SpringDamper::between(WORLD.point(0.5, 0.0, 0.3), bob.point(0.0, 0.1, 0.0), 10.0));
    builder.build().unwrap()
}

/// With contacts that are open, slide or stick: differences of these beside the equations of all others.
#[test]
fn oracle_differences_beside_contacts() {
    for (what, model) in [("block", block_with_pendulum([0.1, 0.0, 0.0, 10.0, 1.0])), ("ball", ball_with_bob())] {
        let run = Simulation::new(&model).tolerance(1e-9).keep_dense();
        let run = run.run(model.start().project().unwrap(), 2.0).unwrap();
        let (mut worst, mut kinds) = (0.0_f64, BTreeSet::new());
        for k in 0..60 {
            let state = run.state_at(2.0 * (f64::from(k) + 0.37) / 60.0).unwrap();
            kinds.insert(format!("{:?}", &state.modes[model.constraint_count()..]));
            gains().into_iter().for_each(|gains| worst = worst.max(off(&model, &state, gains, k, false)));
        }
        println!("{what}: own derivatives beside contacts {worst:.1e}; {} combinations of modes", kinds.len());
        assert!(worst < 2e-8 && kinds.len() > 2, "{what}: {worst:e} {kinds:?}");
    }
}
