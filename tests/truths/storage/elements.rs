//! Bodies, joints, drivers, couplers, forces and friction, each saved.

use super::{Bench, Saved, save, signal};
use chetaev::constraint::Screw;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::force::{Applied, Bushing, Creep, Elastic, Kalker};
use chetaev::force::{NonlinearSpring, SmoothedFriction, SpringToPath};
use chetaev::friction::SlipCurve;
use chetaev::hybrid::Stop;
use chetaev::math::Signal;
use chetaev::prelude::*;

/// Everything that takes a measure, with this one.
fn measured<M: Measure + Clone + 'static>(saved: &mut Saved, name: &str, of: impl Fn(&Bench) -> M) {
    let check = |saved: &mut Saved, what: &str, add: &dyn Fn(&mut Bench, M)| {
        saved.check(&format!("{what} {name}"), |m| {
            let measure = of(m);
            add(m, measure);
        });
    };
    check(saved, "Driver", &|m, u| _ = m.builder.constraint("it", Driver::signal(u, signal())));
    check(saved, "Stop", &|m, u| _ = m.builder.constraint("it", Stop::below(u, 3.0)));
    check(saved, "SpringDamper", &|m, u| {
        _ = m.builder.force("it", SpringDamper::along(u, 3.0).rest(0.2).damping(0.3));
    });
    check(saved, "AppliedAlong", &|m, u| _ = m.builder.force("it", AppliedAlong::signal(u, signal())));
    check(saved, "AppliedAlong formula", &|m, u| {
        let formula = Formula::parse("-3*x - 0.1*x^3 - 0.2*v + sin(t)", ["t", "x", "v"]).unwrap();
        _ = m.builder.force("it", AppliedAlong::formula(u, formula).unwrap());
    });
    check(saved, "NonlinearSpring", &|m, u| {
        let [pull, drag] = [3.0, 0.3].map(|k| LookupTable::cubic(&[[-9.0, -k], [0.5, 0.0], [9.0, 2.0 * k]]).unwrap());
        _ = m.builder.force("it", NonlinearSpring::table(u, pull).damper(drag));
    });
    check(saved, "SmoothedFriction", &|m, u| _ = m.builder.force("it", SmoothedFriction::along(u, 0.2, 3.0, 0.1)));
    check(saved, "FrictionPoint Coulomb", &|m, u| {
        let rub = FrictionPoint::along_under_signal(u, Signal::constant(3.0)).on_belt_signal(signal());
        m.builder.friction("it", rub, Coulomb::new(0.2).holding(0.3).viscous(0.1));
    });
    check(saved, "FrictionPoint SlipCurve", &|m, u| {
        let curve = Formula::parse("0.1 + 0.1*exp(-v)", ["v"]).unwrap();
        _ = m.builder.friction("it", FrictionPoint::along(u, 2.0), SlipCurve::formula(curve, 0.2).unwrap());
    });
    check(saved, "FrictionPoint Stribeck", &|m, u| {
        _ = m.builder.friction("it", FrictionPoint::along(u, 2.0), Stribeck::new(0.1, 0.2, 0.3).viscous(0.1));
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

pub fn all(saved: &mut Saved) {
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
    saved.check("Sleeve", |m| {
        let along = [0.1, 0.0, 1.0];
        let shaft = Joint::cylindrical(m.space[0].axis([0.0; 3], along), m.space[1].axis([0.0; 3], along));
        let shaft = m.builder.constraint("shaft", shaft);
        m.builder.friction("it", FrictionPoint::in_cylinder(shaft, 0.2), Coulomb::new(0.2));
    });
    saved.check("Socket", |m| {
        let ball = Joint::spherical(m.space[0].origin(), m.space[1].point(0.1, 0.0, 0.0));
        let ball = m.builder.constraint("ball", ball);
        m.builder.friction("it", FrictionPoint::in_ball(ball, 0.2), Stribeck::new(0.1, 0.2, 0.3));
    });
    save!(saved, m, body, Particle::new(1.0).at(0.1, 0.2));
    save!(saved, m, body, Particle::in_space(1.0).at(0.1, 0.2, 0.3));
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
    save!(saved, m, force, {
        let stiffness = [[3.0, 0.1], [0.1, 2.0]];
        let it: Elastic = Elastic::new(m.plane[0], [0, 2], stiffness).damped(0.1).rest([0.01, -0.02]);
        it
    });
    save!(saved, m, force, Elastic::new(m.space[1], [2], [[3.0]]).damped(0.2));
    let formula = |text: &str, names: &[&str]| Formula::parse(text, names.iter().copied()).unwrap();
    save!(saved, m, constraint, {
        let row = formula("d = x2 - x1; y2 - y1 - 0.3*d*d - sin(angle1 + t)", &["t", "x1", "y1", "angle1", "x2", "y2"]);
        Equation::holonomic(m.plane, [row]).unwrap()
    });
    save!(saved, m, constraint, {
        let rows = ["vx1*qw2 - wz2^2 + 1e-3*t", "vy2 + hypot(x1, 1)*wx1"];
        Equation::nonholonomic(m.space, rows.map(|row| formula(row, &["t", "x1", "vx1", "wx1", "qw2", "vy2", "wz2"])))
            .unwrap()
    });
    save!(saved, m, force, {
        let [x, y, moment] = ["cos(t) - 0.3*vx", "if(y > 0, 0.2, 1/3)*sin(angle)", "-0.1*spin"]
            .map(|text| formula(text, &["t", "vx", "y", "angle", "spin"]));
        Applied::formula(m.plane[0].point(0.1, 0.2), [x, y], [moment]).unwrap()
    });
    save!(saved, m, force, {
        let one = || formula("qw*vx - 0.1*wz^3", &["qw", "vx", "wz"]);
        Applied::formula(m.space[0].point(0.1, 0.2, 0.3), [one(), one(), one()], [one(), one(), one()]).unwrap()
    });
    save!(saved, m, force, {
        let path = [signal(), Signal::constant(5.0)];
        SpringToPath::new(path, m.plane[0].point(0.1, 0.2), 20.0).rest(0.3).damping(0.4)
    });
    save!(saved, m, force, {
        let path = [signal(), Signal::constant(5.0)];
        let table = |k: f64| chetaev::math::LookupTable::linear(&[[-9.0, -k], [0.5, 0.1], [9.0, k]]).unwrap();
        SpringToPath::new(path, m.plane[0].point(0.1, 0.2), 20.0).table(table(3.0)).damper(table(2.0))
    });
    save!(saved, m, force, {
        let path = [signal(), Signal::constant(5.0), signal()];
        SpringToPath::in_space(path, m.space[0].point(0.1, 0.2, 0.3), 20.0).rest(0.3).damping(0.4)
    });
    saved.check("Creep Kalker", |m| {
        let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.1, 0.0, 0.0], 0.9));
        let floor = m.builder.constraint("floor", Contact::sliding(m.space[0], m.space[1], pair.clone()));
        let law = Kalker::new(5e2, 4e2, 2.0, 0.3).at_load(10.0).limited(0.3);
        m.builder.force("it", Creep::new(m.space[0], m.space[1], pair, floor, law).along([1.0, 0.2, 0.0]));
    });
    save!(saved, m, force, Applied::force(m.plane[0].point(0.1, 0.2), [3.0, 4.0]));
    save!(saved, m, force, Applied::signal(m.plane[0].point(0.1, 0.2), [signal(), Signal::constant(1.0)], signal()));
    save!(saved, m, force, Applied::moment(m.plane[0], 0.7));
    save!(saved, m, force, Applied::moment(m.space[0], [0.3, 0.4, 0.5]));
    save!(saved, m, force, Applied::force(m.space[0].point(0.1, 0.2, 0.3), [3.0, 4.0, 5.0]));
    save!(
        saved,
        m,
        force,
        Applied::signal(
            m.space[0].point(0.1, 0.2, 0.3),
            [signal(), signal(), signal()],
            [signal(), Signal::constant(1.0), signal()]
        )
    );
}
