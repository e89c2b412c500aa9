//! A model with an element of every kind that can be saved. Each constraint has a body of its own, so that none depends on another; forces act on one body of the plane and one in space.

use chetaev::constraint::{PointDriver, Screw};
use chetaev::contact::curve::*;
use chetaev::contact::spatial::*;
use chetaev::contact::surface::{self, Cone, Cylinder, Ellipsoid, Hollow, Plane, Rim, Sphere, Torus};
use chetaev::contact::{Circles, CornerOnCurve, CornerOnLine, CurvePair, EllipseOnLine};
use chetaev::element::Spatial;
use chetaev::force::{Applied, Bushing, Creep, Elastic, Kalker, NonlinearSpring, SmoothedFriction, SpringToPath};
use chetaev::friction::SlipCurve;
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

/// A builder, and how many bodies there are so far: each stands a step further to the right.
struct Yard {
    builder: ModelBuilder,
    count: u32,
}

impl Yard {
    /// Where the next body stands.
    fn place(&mut self) -> f64 {
        self.count += 1;
        f64::from(self.count)
    }

    /// A disk in the plane whose center is at (x, y), turned by an angle.
    fn disk(&mut self, y: f64, angle: f64) -> (BodyId, f64) {
        let x = self.place();
        (self.builder.body(format!("disk {x}"), RigidBody::new(1.0, 0.02).at(x, y, angle)), x)
    }

    /// A solid with its center at (x, 0, z).
    fn solid(&mut self, z: f64) -> (BodyId<Spatial>, f64) {
        let x = self.place();
        let solid = Solid::principal(1.0, [0.02, 0.03, 0.04]).unwrap().at(x, 0.0, z);
        (self.builder.body(format!("solid {x}"), solid), x)
    }
}

fn up(x: f64) -> Mark {
    WORLD.axis([x, 0.0, 0.0], [0.0, 0.0, 1.0])
}

fn formula(text: &str, arguments: &[&str]) -> Formula {
    Formula::parse(text, arguments.iter().copied()).unwrap()
}

/// Everything that takes a measure does so with each: `Angle` to `SpatialSeparation`.
trait Add {
    fn with<M: Measure + Clone + 'static>(&mut self, yard: &mut Yard, name: &str, measure: M, value: f64);
}

/// The measures of a body at (x, y), turned by 0.2, against the ground.
fn planar(yard: &mut Yard, add: &mut impl Add) {
    for name in ["Angle", "Travel", "Separation"] {
        let (body, x) = yard.disk(0.5, 0.2);
        match name {
            "Angle" => add.with(yard, name, Angle::between(GROUND, body), 0.2),
            "Travel" => add.with(yard, name, Travel::along(GROUND.axis([x, 0.0], 1.5), body.point(0.1, 0.0)), 0.5),
            _ => add.with(yard, name, Separation::between(GROUND.point(x, -0.5), body.origin()), 1.0),
        }
    }
}

fn spatial(yard: &mut Yard, add: &mut impl Add) {
    for name in ["AxialAngle", "AxialTravel", "SpatialSeparation"] {
        let (body, x) = yard.solid(0.5);
        match name {
            "AxialAngle" => {
                let axis = body.axis([0.0; 3], [0.0, 0.0, 1.0]);
                let held = Joint::revolute(WORLD.axis([x, 0.0, 0.5], [0.0, 0.0, 1.0]), axis);
                yard.builder.constraint(format!("axle {x}"), held);
                add.with(yard, name, AxialAngle::about(up(x), axis), 0.0);
            }
            "AxialTravel" => add.with(yard, name, AxialTravel::along(up(x), body.origin()), 0.5),
            _ => add.with(yard, name, Separation::between(WORLD.point(x, 0.0, -0.5), body.origin()), 1.0),
        }
    }
}

struct Driven;

impl Add for Driven {
    fn with<M: Measure + Clone + 'static>(&mut self, yard: &mut Yard, name: &str, measure: M, value: f64) {
        let law = Signal::constant(value).sine(0.1, 3.0, 0.0);
        yard.builder.constraint(format!("driver {name}"), Driver::signal(measure, law));
    }
}

struct Limited;

impl Add for Limited {
    fn with<M: Measure + Clone + 'static>(&mut self, yard: &mut Yard, name: &str, measure: M, value: f64) {
        yard.builder.constraint(format!("held at {name}"), Stop::below(measure, value));
    }
}

/// Limits that open: above what is there now.
struct Stopped(u32);

impl Add for Stopped {
    fn with<M: Measure + Clone + 'static>(&mut self, yard: &mut Yard, name: &str, measure: M, value: f64) {
        self.0 += 1;
        let law = match self.0 % 4 {
            0 => Rigid::smooth(),
            1 => Rigid::smooth().bouncing(0.5),
            2 => Rigid::smooth().bouncing(0.25),
            _ => Rigid::smooth(),
        };
        yard.builder.contact(format!("stop {name}"), Stop::above(measure, value - 0.125), law);
    }
}

/// Another measure follows each: of a body of its own.
struct Coupled;

impl Add for Coupled {
    fn with<M: Measure + Clone + 'static>(&mut self, yard: &mut Yard, name: &str, measure: M, value: f64) {
        let (body, x) = yard.disk(0.25, 0.1);
        let called = format!("coupler {name}");
        let line = GROUND.axis([x, 0.0], 1.5);
        match name {
            "Angle" => {
                let rise = formula("0.05*sin(x)", &["x"]);
                let second = Travel::along(line, body.origin());
                let coupler = Coupler::new(second, 0.5, measure).offset(0.15).formula(rise).unwrap();
                yard.builder.constraint(called, coupler);
            }
            "Travel" => {
                let turn = LookupTable::periodic(&[[0.0, 0.0], [2.0, 0.02], [4.0, 0.0]]).unwrap();
                let coupler = Coupler::new(measure, 0.5, Angle::between(GROUND, body)).offset(value).table(turn);
                yard.builder.constraint(called, coupler.unwrap());
            }
            "Separation" => {
                // The angle first: 0.1 = 0.5 · value + offset.
                let coupler = Coupler::new(Angle::between(GROUND, body), 0.5, measure).offset(0.1 - 0.5 * value);
                yard.builder.constraint(called.as_str(), coupler);
                let apart = Separation::between(GROUND.point(x, -0.75), body.origin());
                let (other, _) = yard.disk(0.25, 0.1);
                let coupler = Coupler::new(apart, 0.5, Angle::between(GROUND, other)).offset(0.95);
                yard.builder.constraint(format!("{called}, first"), coupler);
            }
            _ => {
                let coupler = Coupler::new(measure, 0.5, Angle::between(GROUND, body)).offset(value - 0.05);
                yard.builder.constraint(called, coupler);
            }
        }
    }
}

struct Pushed;

impl Add for Pushed {
    fn with<M: Measure + Clone + 'static>(&mut self, yard: &mut Yard, name: &str, measure: M, value: f64) {
        let builder = &mut yard.builder;
        builder.force(
            format!("spring {name}"),
            SpringDamper::along(measure.clone(), 3.0).rest(0.75 * value).damping(0.25),
        );
        let [pull, drag] = [3.0, 0.5].map(|k| LookupTable::cubic(&[[-9.0, -k], [0.5, 0.0], [9.0, 2.0 * k]]).unwrap());
        builder.force(format!("table {name}"), NonlinearSpring::table(measure.clone(), pull).damper(drag));
        let motor = Signal::polynomial([0.25, 0.5]) + Signal::ramp([0.0, 1.0], [0.0, 0.5]);
        builder.force(format!("motor {name}"), AppliedAlong::signal(measure.clone(), motor));
        let law = formula("-3*x - 0.1*x^3 - 0.2*v + sin(t)", &["t", "x", "v"]);
        builder.force(format!("formula {name}"), AppliedAlong::formula(measure.clone(), law).unwrap());
        let rub = SmoothedFriction::along(measure.clone(), 0.25, 3.0, 0.125);
        builder.force(format!("smoothed {name}"), rub);
        // Friction under a load of its own, on a belt that runs away.
        let load = Signal::constant(2.0).sine(0.5, 2.0, 0.25);
        let point = FrictionPoint::along_under_signal(measure, load).on_belt_signal(Signal::constant(3.0));
        builder.friction(format!("rub {name}"), point, Coulomb::new(0.25).holding(0.5).viscous(0.125));
    }
}

pub fn model() -> Model {
    let mut yard = Yard { builder: ModelBuilder::new(), count: 0 };
    yard.builder.gravity([0.0, -4.0, -9.75]);
    let push = yard.builder.input("push", 0.75);
    yard.builder.body("Particle", Particle::new(0.5).at(-1.0, 0.0).moving(0.25, 0.5));
    let free = Particle::in_space(0.5).at(-1.0, 0.5, 0.0).moving(0.25, 0.5, 0.125);
    yard.builder.body("SpatialParticle", free);
    joints(&mut yard);
    curves(&mut yard);
    surfaces(&mut yard);
    planar(&mut yard, &mut Driven);
    spatial(&mut yard, &mut Driven);
    planar(&mut yard, &mut Limited);
    spatial(&mut yard, &mut Limited);
    planar(&mut yard, &mut Coupled);
    spatial(&mut yard, &mut Coupled);
    planar(&mut yard, &mut Pushed);
    spatial(&mut yard, &mut Pushed);
    planar(&mut yard, &mut Stopped(0));
    spatial(&mut yard, &mut Stopped(3));
    forces(&mut yard, push);
    contacts(&mut yard);
    yard.builder.build().unwrap()
}

fn joints(yard: &mut Yard) {
    let (body, x) = yard.disk(0.0, 0.0);
    let pin = Revolute::new(GROUND.point(x - 0.5, 0.0), body.point(-0.5, 0.0));
    let pin = yard.builder.constraint("Revolute", pin);
    yard.builder.friction("in pin", FrictionPoint::in_pin(pin, 0.05), Stribeck::new(0.125, 0.25, 0.05).viscous(0.1));
    let (body, x) = yard.disk(0.0, 0.25);
    let guide = Prismatic::new(GROUND.axis([x, 0.0], 0.25), body.axis([0.0, 0.0], 0.0));
    let guide = yard.builder.constraint("Prismatic", guide);
    for (k, end) in FrictionPoint::in_guide(guide, [-0.25, 0.25]).into_iter().enumerate() {
        yard.builder.friction(format!("end {k}"), end, Coulomb::new(0.125));
    }
    let (body, x) = yard.disk(0.0, 0.0);
    yard.builder.constraint("Weld", Weld::new(GROUND.axis([x, 0.0], 0.5), body.axis([0.0, 0.0], 0.5)));
    let (body, x) = yard.disk(0.0, 0.0);
    let slot = yard.builder.constraint("Slot", Slot::new(GROUND.axis([x, 0.0], 0.5), body.origin()));
    let curve = SlipCurve::formula(formula("0.1 + 0.1*exp(-v)", &["v"]), 0.25).unwrap();
    yard.builder.friction("in slot", FrictionPoint::in_slot(slot), curve);
    let falling = LookupTable::cubic(&[[0.0, 0.25], [1.0, 0.125], [4.0, 0.125]]).unwrap();
    let pressed = FrictionPoint::along(Travel::along(GROUND.axis([x, 0.0], 0.5), body.origin()), 2.0);
    yard.builder.friction("pressed", pressed, SlipCurve::table(falling, 0.25));
    let (body, x) = yard.disk(0.0, 0.0);
    yard.builder.constraint("Distance", Distance::new(GROUND.point(x, 1.0), body.origin(), 1.0));
    let (body, x) = yard.solid(0.0);
    yard.builder.constraint("SpatialDistance", Distance::new(WORLD.point(x, 1.0, 0.0), body.origin(), 1.0));
    let (body, x) = yard.solid(0.0);
    let universal = Joint::universal(WORLD.axis([x, 0.0, 0.0], [1.0, 0.0, 0.0]), body.axis([0.0; 3], [0.0, 1.0, 0.0]));
    yard.builder.constraint("Joint, universal", universal);
    let (body, x) = yard.solid(0.0);
    let shaft = Joint::cylindrical(up(x), body.axis([0.0; 3], [0.0, 0.0, 1.0]));
    let shaft = yard.builder.constraint("Joint, cylindrical", shaft);
    yard.builder.friction("in cylinder", FrictionPoint::in_cylinder(shaft, 0.125), Coulomb::new(0.125));
    let (body, x) = yard.solid(0.0);
    let ball = Joint::spherical(WORLD.point(x, 0.25, 0.0), body.point(0.0, 0.25, 0.0));
    let ball = yard.builder.constraint("Joint, spherical", ball);
    yard.builder.friction("in ball", FrictionPoint::in_ball(ball, 0.125), Stribeck::new(0.125, 0.25, 0.5));
    let (body, x) = yard.solid(0.0);
    let lies = Joint::planar(up(x), body.axis([0.0; 3], [0.0, 0.0, 1.0]));
    yard.builder.constraint("Joint, planar", lies);
    let (body, x) = yard.solid(0.0);
    let weld = Joint::weld(up(x), body.axis([0.0; 3], [0.0, 0.0, 1.0])).in_axes_of_a();
    yard.builder.constraint("Joint, weld", weld);
    let (body, x) = yard.solid(0.0);
    let thread = Screw::new(up(x), body.axis([0.0; 3], [0.0, 0.0, 1.0]), 0.25);
    yard.builder.constraint("Screw", thread);
    let (body, _) = yard.disk(0.0, 0.0);
    yard.builder.constraint("KnifeEdge", KnifeEdge::new(GROUND, body.axis([0.125, 0.0], 0.0)));
    let (body, _) = yard.disk(0.0, 0.0);
    let tied = LinearVelocity::equal_to_signal(Signal::default().sine(0.25, 2.0, 0.0)).term(body, [1.0, 0.25, 0.5]);
    yard.builder.constraint("LinearVelocity", tied);
    let (body, x) = yard.disk(0.0, 0.0);
    let row = formula("y - 0.25*(x - x0)^2".replace("x0", &x.to_string()).as_str(), &["x", "y"]);
    yard.builder.constraint("Equation", Equation::holonomic([body], [row]).unwrap());
    let (body, _) = yard.solid(0.0);
    let row = formula("vx*qw - wz^2 + 1e-3*t", &["t", "vx", "qw", "wz"]);
    yard.builder.constraint("SpatialEquation", Equation::nonholonomic([body], [row]).unwrap());
    let (body, x) = yard.disk(0.0, 0.0);
    let path = [Signal::constant(x).sine(0.125, 2.0, 0.0), Signal::smooth_step([0.0, 1.0], [0.0, 0.25])];
    yard.builder.constraint("PointDriver", PointDriver::signal(body.origin(), path));
}

fn curves(yard: &mut Yard) {
    fn one<C: Curve + 'static>(yard: &mut Yard, name: &str, curve: C, near: f64) {
        let (body, x) = yard.disk(0.25, 0.0);
        let rail = PointOnCurve::new(GROUND, Placed::new(curve, [x, 0.0], 0.125), body.origin()).near(near);
        yard.builder.constraint(format!("OnCurve, {name}"), rail);
    }
    one(yard, "Line", Line::new([0.0, 0.0], 0.25), 0.0);
    one(yard, "Circle", Circle::new([0.0, 0.0], 0.5), 0.5);
    one(yard, "Ellipse", Ellipse::new(0.75, 0.5), 1.0);
    one(yard, "Cycloid", Cycloid::new(0.25), 3.0);
    one(yard, "Polynomial", Polynomial::new([0.0, 0.125, 0.25]).between(-3.0, 3.0), 0.0);
    one(yard, "Polynomial without ends", Polynomial::new([0.0, 0.125]), 0.0);
    let corners = [[0.75, 0.0], [0.0, 0.5], [-0.75, 0.0], [0.0, -0.5]];
    one(yard, "Spline", Spline::closed(&corners).unwrap(), 1.0);
    one(yard, "Support", Support::fourier(0.5, [[0.0, 0.0], [0.125, 0.0625]]).unwrap(), 1.0);

    // A wheel on a line, inside and outside of a circle, an ellipse on a circle, two corners.
    let (body, x) = yard.disk(0.5, 0.0);
    let wheel = EllipseOnLine::new(GROUND.axis([x, 0.0], 0.0), 0.5, 0.5);
    yard.builder.constraint("Contact, EllipseOnLine", Contact::rolling(GROUND, body, wheel));
    let (body, x) = yard.disk(0.75, 0.0);
    let pair = Circles::outside(([x, 0.0], 0.5), ([0.0; 2], 0.25));
    yard.builder.constraint("Contact, Circles", Contact::sliding(GROUND, body, pair));
    let (body, x) = yard.disk(0.75, 0.0);
    let pair = CurvePair::outside(Circle::new([x, 0.0], 0.25), Ellipse::new(0.75, 0.5)).near(1.5, 4.5);
    yard.builder.constraint("Contact, Curves", Contact::rolling_by_arcs(GROUND, body, pair));
    let (body, x) = yard.disk(0.25, 0.0);
    let pair = CornerOnLine::new(GROUND.axis([x, 0.0], 0.0), [0.125, -0.25]);
    let belt = Contact::rolling(GROUND, body, pair).on_belt_signal(Signal::constant(0.25));
    yard.builder.constraint("Contact, CornerOnLine", belt);
    let (body, x) = yard.disk(0.75, 0.0);
    let pair = CornerOnCurve::outside(Circle::new([x, 0.0], 0.5), [0.0, -0.25]);
    yard.builder.constraint("Contact, CornerOnCurve", Contact::sliding(GROUND, body, pair));
}

/// Adds what touches with a body of that name, which stands at x.
type Touching<'a> = &'a dyn Fn(&mut ModelBuilder, String, BodyId<Spatial>, f64);

fn surfaces(yard: &mut Yard) {
    let ball = || Sphere::new([0.0; 3], 0.25);
    let mut one = |name: &str, z: f64, add: Touching<'_>| {
        let (body, x) = yard.solid(z);
        add(&mut yard.builder, format!("SpatialContact, {name}"), body, x);
    };
    one("Spheres", 0.75, &|builder, name, body, x| {
        let pair = Spheres::outside(Sphere::new([x, 0.0, 0.0], 0.5), ball());
        builder.constraint(name, Contact::rolling(WORLD, body, pair));
    });
    one("RimOnPlane", 0.25, &|builder, name, body, _| {
        let pair = RimOnPlane::new(Plane::horizontal(), Rim::around([0.0; 3], [1.0, 0.0, 0.0], 0.25));
        builder.constraint(name, Contact::rolling(WORLD, body, pair));
    });
    one("OnPlane, Torus", 0.625, &|builder, name, body, _| {
        let lying = surface::Placed::new(Torus::new(0.5, 0.125), [0.0; 3]);
        let lying = lying.turned(chetaev::nalgebra::Rotation3::from_euler_angles(1.5, 0.0, 0.0));
        builder.constraint(name, Contact::rolling(WORLD, body, OnPlane::new(Plane::horizontal(), lying)));
    });
    one("Surfaces, Ellipsoid", 0.75, &|builder, name, body, x| {
        let egg = surface::Placed::new(Ellipsoid::new(0.75, 0.625, 0.5), [x, 0.0, 0.0]);
        let pair = Surfaces::new(egg, ball()).near([x, 0.0, 0.5], [0.0, 0.0, -0.25]);
        builder.constraint(name, Contact::without_pivoting(WORLD, body, pair));
    });
    one("Surfaces, Hollow", -0.25, &|builder, name, body, x| {
        let bowl = surface::Placed::new(Hollow(Ellipsoid::new(0.75, 0.625, 0.5)), [x, 0.0, 0.0]);
        let pair = Surfaces::new(bowl, ball()).near([x, 0.0, -0.5], [0.0, 0.0, -0.25]);
        builder.constraint(name, Contact::sliding(WORLD, body, pair));
    });
    one("EdgeOn, Cylinder", 0.5, &|builder, name, body, x| {
        let lying = surface::Placed::new(Cylinder::new(0.25), [x, 0.0, 0.0]);
        let lying = lying.turned(chetaev::nalgebra::Rotation3::from_euler_angles(0.0, 1.5, 0.0));
        let rim = Rim::around([0.0; 3], [0.25, 1.0, 0.0], 0.25);
        let pair = EdgeOn::new(lying, rim).near([x, 0.0, 0.25], 4.0);
        builder.constraint(name, Contact::sliding(WORLD, body, pair));
    });
    one("PointOn, Cone", 0.5, &|builder, name, body, x| {
        let cone = surface::Placed::new(Cone::new(0.5), [x, 0.0, -0.5]);
        builder.constraint(name, Contact::sliding(WORLD, body, PointOn::new(cone, [0.5, 0.0, 0.0])));
    });
    one("PointOn, Plane", 0.25, &|builder, name, body, _| {
        let pair = PointOn::new(Plane::horizontal(), [0.0, 0.0, -0.25]);
        builder.constraint(name, Contact::rolling(WORLD, body, pair));
    });
    // A wheel that rolls, and creeps: at rest there is no creepage.
    let x = yard.place();
    let wheel =
        Solid::principal(2.0, [0.05; 3]).unwrap().at(x, 0.0, 0.25).moving(1.0, 0.0, 0.0).spinning(0.0, 4.0, 0.0);
    let wheel = yard.builder.body("wheel", wheel);
    let pair = OnPlane::new(Plane::horizontal(), ball());
    let floor = yard.builder.constraint("SpatialContact, OnPlane", Contact::sliding(WORLD, wheel, pair.clone()));
    let law = Kalker::new(512.0, 384.0, 2.0, 0.25).at_load(10.0).limited(0.25);
    yard.builder.force("Creep", Creep::new(WORLD, wheel, pair, floor, law).along([1.0, 0.0, 0.0]));
}

fn forces(yard: &mut Yard, push: VariableId) {
    let (disk, x) = yard.disk(1.0, 0.25);
    let (solid, _) = yard.solid(1.0);
    let signal = || Signal::polynomial([0.25, 0.5]).sine(0.75, 3.0, 0.5);
    let builder = &mut yard.builder;
    builder.force("Constant", Applied::force(disk.point(0.125, 0.25), [3.0, 4.0]));
    builder.force("SpatialConstant", Applied::force(solid.point(0.125, 0.25, 0.0), [3.0, 4.0, 5.0]));
    builder.force("Moment", Applied::moment(disk, 0.5));
    builder.force("SpatialMoment", Applied::moment(solid, [0.125, 0.25, 0.5]));
    let pushed = Signal::input(push) * 2.0 + Signal::formula(formula("exp(-t)", &["t"])).unwrap();
    let faded = signal() * Signal::smooth_step([0.0, 1.0], [1.0, 0.0]);
    builder.force("Applied", Applied::signal(disk.origin(), [pushed, faded], Signal::constant(0.125)));
    let table = Signal::table(LookupTable::linear(&[[0.0, 1.0], [2.0, 5.0]]).unwrap());
    let over = Signal::table(LookupTable::linear_periodic(&[[0.0, 1.0], [1.0, 2.0], [2.0, 1.0]]).unwrap());
    let clamped = Signal::table(LookupTable::clamped(&[[0.0, 1.0], [2.0, 5.0]], [0.5, 0.25]).unwrap());
    let all = [over, table, clamped];
    builder.force("SpatialApplied", Applied::signal(solid.origin(), all.clone(), all));
    let part = |text: &str| formula(text, &["t", "vx", "y", "angle", "spin"]);
    let [a, b, c] = ["cos(t) - 0.25*vx", "if(y > 0, 0.25, 0.5)*sin(angle)", "-0.125*spin"].map(part);
    builder.force("AppliedFormula", Applied::formula(disk.origin(), [a, b], [c]).unwrap());
    let one = || formula("qw*vx - 0.125*wz^3", &["qw", "vx", "wz"]);
    let drag = Applied::formula(solid.origin(), [one(), one(), one()], [one(), one(), one()]);
    builder.force("SpatialAppliedFormula", drag.unwrap());
    let path = [Signal::constant(x).sine(0.25, 2.0, 0.0), Signal::constant(3.0)];
    let pulled = SpringToPath::new(path, disk.point(0.125, 0.25), 16.0).rest(0.25).damping(0.5);
    builder.force("SpringToPath", pulled);
    let path = [signal(), Signal::constant(5.0), signal()];
    let pulled = SpringToPath::in_space(path, solid.point(0.125, 0.25, 0.0), 16.0).rest(0.25).damping(0.5);
    builder.force("SpatialSpringToPath", pulled);
    let [fixed, moving] = [WORLD.mark(x + 1.0, 0.0, 1.0), solid.mark(0.0, 0.0, 0.0)];
    builder.force("Bushing", Bushing::new(fixed, moving, [1.0, 2.0, 3.0], [0.125, 0.25, 0.5]));
    let soft = Elastic::new(disk, [0, 2], [[3.0, 0.125], [0.125, 2.0]]).damped(0.125).rest([x, 0.25]);
    builder.force("Elastic", soft);
    builder.force("SpatialElastic", Elastic::new(solid, [2], [[3.0]]).damped(0.25));
    let energy = formula("2*x^2 + 0.125*x^4", &["x"]);
    let turn = NonlinearSpring::energy(Angle::between(GROUND, disk), energy).unwrap();
    builder.force("energy", turn.damper_formula(formula("0.5*v + 0.125*v^3", &["v"])).unwrap());
}

fn contacts(yard: &mut Yard) {
    let (body, x) = yard.disk(0.625, 0.0);
    let wheel = Contact::between(GROUND, body, EllipseOnLine::new(GROUND.axis([x, 0.0], 0.0), 0.5, 0.5));
    let rubber = Rigid::rough(Coulomb::new(0.25).holding(0.5)).bouncing(0.5);
    yard.builder.contact("floor", wheel, rubber);
    let (body, _) = yard.solid(0.375);
    let ball = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.25));
    let law = Rigid::rough(Stribeck::new(0.125, 0.25, 0.5));
    yard.builder.contact("table", Contact::between(WORLD, body, ball).pivoting(0.0625), law.bouncing(0.25));
}
