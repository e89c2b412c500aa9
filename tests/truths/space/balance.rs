//! Mechanisms in space against what a second person knew of them: one free mechanism with every kind of joint, laws of balance for each of its
//! bodies, other observers, whole turns, planar loops in space.

use super::joints::solid;
use chetaev::constraint::{Coupler, Distance, Driver};
use chetaev::constraint::{Screw, Slide, Turn};
use chetaev::force::{Applied, Bushing};
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const ZERO: Vector3<f64> = Vector3::new(0.0, 0.0, 0.0);

fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

/// A free mechanism, and what moves and holds it.
struct Machine {
    builder: ModelBuilder,
    bodies: Vec<(BodyId<Spatial>, Solid)>,
    constraints: Vec<ConstraintRef>,
    forces: Vec<ForceId>,
}

/// Who looks at it: x = turn · x' + shift + boost t.
#[derive(Copy, Clone)]
struct Observer {
    turn: UnitQuaternion<f64>,
    shift: Vector3<f64>,
    boost: Vector3<f64>,
}

/// A hub that carries something on each kind of joint; gears, a rod, a motor, a spring, a bushing, an actuator.
fn machine(by: Observer) -> Machine {
    let mut builder = ModelBuilder::new();
    let mut bodies = Vec::new();
    let mut add = |name: &str, mass: f64, [place, velocity, spin]: [Vector3<f64>; 3]| {
        let (at, velocity) = (by.turn * place + by.shift, by.turn * velocity + by.boost);
        let body = solid(mass).at(at.x, at.y, at.z).turned(by.turn);
        let body = body.moving(velocity.x, velocity.y, velocity.z).spinning(spin.x, spin.y, spin.z);
        bodies.push((builder.body(name, body.clone()), body));
        bodies[bodies.len() - 1].0
    };
    let hub = add("hub", 3.0, [ZERO, v(0.1, 0.2, 0.0), v(0.4, -0.3, 0.8)]);
    let wheel = add("wheel", 1.0, [v(1.5, 0.0, 0.0), ZERO, v(0.4, -0.3, 6.0)]);
    let nut = add("nut", 0.7, [v(0.0, 1.5, 0.0), ZERO, v(0.0, 0.0, 1.0)]);
    let slider = add("slider", 0.8, [v(-1.5, 0.0, 0.0), v(0.0, 0.0, 0.7), ZERO]);
    let arm = add("arm", 1.1, [v(0.0, -1.5, 0.0), ZERO, v(0.0, 0.7, 0.0)]);
    let cross = add("cross", 0.9, [v(0.0, 0.0, 1.5), ZERO, v(0.3, 0.0, 0.0)]);
    let ball = add("ball", 0.6, [v(3.0, 0.3, 0.2), v(0.0, 0.4, 0.0), v(0.0, 0.3, 0.3)]);
    let plate = add("plate", 0.5, [v(0.3, 0.2, -1.5), ZERO, v(0.0, 0.0, 1.3)]);
    let middle = |body: BodyId<Spatial>| body.mark(0.0, 0.0, 0.0);
    let (oblique, table) = ([0.0, 1.0, 0.3], hub.mark(0.0, 0.0, -1.5));
    let (shaft, sleeve) = (hub.axis([0.0, -1.5, 0.0], oblique), arm.axis([0.0; 3], oblique));
    let axle = hub.mark(1.5, 0.0, 0.0);
    let cross_at = cross.axis([0.0, 0.0, -0.5], [0.0, 1.0, 0.0]);
    let gear = Coupler::new(AxialAngle::about(axle, middle(wheel)), -1.7, AxialAngle::about(table, middle(plate)));
    let motor = Driver::new(AxialTravel::along(shaft, arm.origin()), |t| (t * 2.0).sin() * 0.3);
    let length = (v(-1.4, 0.2, 0.3) - v(0.1, 0.0, 1.8)).norm();
    let constraints = vec![
        builder.constraint("hinge", Joint::revolute(axle, middle(wheel))).into(),
        builder.constraint("screw", Screw::new(hub.mark(0.0, 1.5, 0.0), middle(nut), 0.3)).into(),
        builder.constraint("guide", Joint::prismatic(hub.mark(-1.5, 0.0, 0.0), middle(slider))).into(),
        builder.constraint("sleeve", Joint::cylindrical(shaft, sleeve)).into(),
        builder.constraint("cross", Joint::universal(hub.axis([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]), cross_at)).into(),
        builder.constraint("ball", Joint::spherical(wheel.point(0.7, 0.3, 0.2), ball.point(-0.8, 0.0, 0.0))).into(),
        builder.constraint("table", Joint::planar(table, middle(plate))).into(),
        builder
            .constraint("rod", Distance::new(slider.point(0.1, 0.2, 0.3), cross.point(0.1, 0.0, 0.3), length))
            .into(),
        builder.constraint("gear", gear).into(),
        builder.constraint("motor", motor).into(),
    ];
    let spring = SpringDamper::between(ball.origin(), hub.point(0.0, 0.0, 1.0), 5.0).rest(1.0).damping(0.2);
    let bushing = Bushing::new(middle(nut), slider.mark(0.1, 0.1, 0.0), [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
    let law = |t: f64, _: &chetaev::measure::Reading<Spatial>| (3.0 * t).cos();
    let forces = vec![
        builder.force("spring", spring),
        builder.force("bushing", bushing.damping([0.1, 0.2, 0.3], [0.03, 0.02, 0.01])),
        builder.force("actuator", AppliedAlong::new(AxialAngle::about(shaft, sleeve), law)),
    ];
    Machine { builder, bodies, constraints, forces }
}

const AT_REST: Observer = Observer {
    turn: UnitQuaternion::new_unchecked(chetaev::nalgebra::Quaternion::new(1.0, 0.0, 0.0, 0.0)),
    shift: ZERO,
    boost: ZERO,
};

/// Nothing acts from outside: both momenta stay, whatever motors, springs and dampers do. For each body the reactions and loads make up m a and
/// the rate of the angular momentum, and each constraint's wrenches on all bodies are none together.
#[test]
fn invariant_a_free_machine_keeps_its_momenta_and_each_body_obeys_newton_and_euler() {
    let Machine { builder, bodies, constraints, forces } = machine(AT_REST);
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    assert!(start.moved < 1e-12);
    let run = Simulation::new(&model).tolerance(1e-12).every(0.1).run(start, 3.0).unwrap();
    let momenta = |at: &Snapshot<'_>| {
        let of = |(id, body): &(BodyId<Spatial>, Solid)| {
            let f = at.body(*id);
            let p = f.velocity * body.mass();
            [p, f.origin.cross(&p) + f.turn(body.inertia() * f.turn_back(f.spin))]
        };
        bodies.iter().map(of).fold([ZERO; 2], |[p, l], [dp, dl]| [p + dp, l + dl])
    };
    let [p0, l0] = momenta(&run.first().unwrap());
    let (mut change, mut unbalanced, mut unpaired, mut largest) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for at in run.samples() {
        let [p, l] = momenta(&at);
        change = change.max((p - p0).amax()).max((l - l0).amax());
        for (id, body) in &bodies {
            let (f, a) = (at.body(*id), at.body_acceleration(*id));
            let (own, turning) = (f.turn_back(f.spin), v(a[3], a[4], a[5]));
            let mut force = v(a[0], a[1], a[2]) * -body.mass();
            let mut moment = -f.turn(body.inertia() * turning + own.cross(&(body.inertia() * own)));
            let reactions = constraints.iter().map(|c| at.reaction_on(*c, *id));
            for wrench in reactions.chain(forces.iter().map(|c| at.load(*c, *id).unwrap())) {
                let here = wrench.about(f.origin);
                (force, moment) = (force + here.force, moment + here.moment);
                largest = largest.max(here.force.amax());
            }
            unbalanced = unbalanced.max(force.amax()).max(moment.amax());
        }
        for c in &constraints {
            let about = |id: BodyId<Spatial>| at.reaction_on(*c, id).about(v(3.0, -2.0, 1.0));
            let [force, moment] =
                bodies.iter().map(|(id, _)| about(*id)).fold([ZERO; 2], |[f, m], w| [f + w.force, m + w.moment]);
            unpaired = unpaired.max(force.amax()).max(moment.amax());
        }
    }
    println!("momenta {change:.1e}, balance {unbalanced:.1e}, pairs {unpaired:.1e}, energy {:.1e}", run.energy_error());
    // The force of a ball joint acts at its point, where it has no moment; a guide does not push along itself.
    let [wheel, slider] = [1, 3].map(|i: usize| bodies[i].0);
    for at in run.samples() {
        let [ball, guide] = [constraints[5], constraints[2]].map(|c| at.reaction_in::<Spatial>(c));
        assert!((ball.point - at.position(wheel.point(0.7, 0.3, 0.2))).amax() < 1e-12 && ball.moment.amax() < 1e-11);
        assert!((guide.point - at.position(slider.origin())).amax() < 1e-12);
        assert!(guide.force.dot(&at.body(slider).turn(Vector3::z())).abs() < 1e-11);
    }
    let motor = run.column(|at| at.work_of_constraint(constraints[9]).unwrap().abs());
    assert!(largest > 5.0 && motor.into_iter().fold(0.0, f64::max) > 0.01, "moot");
    assert!(change < 1e-10 && unbalanced < 1e-11 && unpaired < 1e-11 && run.energy_error() < 1e-9);
}

/// The same machine turned, shifted and moving on, with every quaternion elsewhere: the same motion and the same reactions.
#[test]
fn identity_every_observer_sees_the_same_machine() {
    let seen = |by: Observer| {
        let Machine { builder, bodies, constraints, .. } = machine(by);
        let model = builder.build().unwrap();
        let plan = Simulation::new(&model).tolerance(1e-12).every(0.5);
        let run = plan.run(model.start().project().unwrap(), 2.0).unwrap();
        let mut all = Vec::new();
        for at in run.samples() {
            for (id, _) in &bodies {
                let f = at.body(*id);
                all.extend([f.origin - by.shift - by.boost * at.t(), f.velocity - by.boost, f.spin]);
            }
            for c in &constraints {
                let wrench = at.reaction_in::<Spatial>(*c);
                all.extend([wrench.force, wrench.moment]);
            }
        }
        all.into_iter().map(|x| by.turn.inverse() * x).collect::<Vec<_>>()
    };
    let here = seen(AT_REST);
    assert!(here.iter().any(|x| x.amax() > 5.0), "moot");
    for (turn, shift, boost) in [
        (v(0.3, 2.0, -1.0), v(5.0, -3.0, 2.0), v(1.0, 2.0, -3.0)),
        (v(PI, 0.0, 0.0), ZERO, ZERO),
        (v(0.0, 0.0, PI - 1e-9), ZERO, v(0.0, 0.0, 30.0)),
    ] {
        let there = seen(Observer { turn: UnitQuaternion::from_scaled_axis(turn), shift, boost });
        let apart = here.iter().zip(&there).fold(0.0, |most: f64, (a, b)| most.max((a - b).amax()));
        println!("apart {apart:.1e}");
        assert!(apart < 1e-9, "{apart:e}");
    }
}

/// Cardan's shaft: two shafts at the angle β, the pin of the first along x, of the second along y of its own: tan(out) = cos β tan(in) by the
/// cross, here over two turns.
#[test]
fn analytic_cardan_shaft() {
    let bend: f64 = 0.6;
    let mut builder = ModelBuilder::new();
    let disk = || Solid::principal(1.0, [0.2, 0.2, 0.3]).unwrap();
    let tilt = UnitQuaternion::from_scaled_axis(Vector3::x() * bend);
    let [driving, driven] = [builder.body("in", disk()), builder.body("out", disk().turned(tilt))];
    let [first, second] = [WORLD.mark(0.0, 0.0, 0.0), WORLD.mark(0.0, 0.0, 0.0).turned(tilt)];
    let middle = |body: BodyId<Spatial>| body.mark(0.0, 0.0, 0.0);
    builder.constraint("bearing", Joint::revolute(first, middle(driving)));
    builder.constraint("other", Joint::revolute(second, middle(driven)));
    let pins = [driving.axis([0.0; 3], [1.0, 0.0, 0.0]), driven.axis([0.0; 3], [0.0, 1.0, 0.0])];
    builder.constraint("cross", Joint::new(pins[0], pins[1], Slide::Free, Turn::Cross));
    builder.constraint("motor", Driver::new(AxialAngle::about(first, middle(driving)), |t| t * 3.0));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).run(model.start().project().unwrap(), 4.5).unwrap();
    let mut uneven = 0.0_f64;
    for at in run.samples() {
        let (sin, cos) = (3.0 * at.t()).sin_cos();
        let out = at.measure(&AxialAngle::about(second, middle(driven))).unwrap();
        let off = out.value - (sin * bend.cos()).atan2(cos);
        assert!((off - TAU * (off / TAU).round()).abs() < 1e-12, "{off:e} at {}", at.t());
        uneven = uneven.max((out.rate - 3.0).abs());
        let rate = 3.0 * bend.cos() / (cos * cos + (sin * bend.cos()).powi(2));
        assert!((out.rate - rate).abs() < 1e-11);
    }
    assert!(uneven > 0.5, "moot");
}

/// A torsional spring winds up over whole turns: u = rest + A cos ωt about an axle, with A = 9 rad. As a law of one's own it does the same, and a run
/// that goes on from another's end goes on winding.
#[test]
fn analytic_torsional_spring_over_whole_turns() {
    let (stiffness, moment, rest) = (1.2, 0.3, -1.0);
    let rate = f64::sqrt(stiffness / moment);
    for own in [false, true] {
        let mut builder = ModelBuilder::new();
        let wheel = Solid::principal(1.0, [0.2, 0.2, moment]).unwrap().spinning(0.0, 0.0, 18.0);
        let wheel = builder.body("wheel", wheel);
        let [axle, hub] = [WORLD.mark(0.0, 0.0, 0.0), wheel.mark(0.0, 0.0, 0.0)];
        builder.constraint("axle", Joint::revolute(axle, hub));
        let angle = AxialAngle::about(axle, hub);
        if own {
            let law = move |_: f64, u: &chetaev::measure::Reading<Spatial>| -stiffness * (u.value - rest);
            builder.force("spring", AppliedAlong::new(angle, law));
        } else {
            builder.force("spring", SpringDamper::along(angle, stiffness).rest(rest));
        }
        let model = builder.build().unwrap();
        let plan = || Simulation::new(&model).tolerance(1e-12).every(0.1);
        let half = plan().run(model.start().project().unwrap(), 0.9).unwrap();
        let whole = plan().run(half.end().clone(), 5.0).unwrap();
        let mut widest = 0.0_f64;
        for at in half.samples().chain(whole.samples()) {
            let (sin, cos) = (rate * at.t()).sin_cos();
            let stretch = -rest * cos + 18.0 / rate * sin;
            assert!((at.body(wheel).spin.z - (rest * rate * sin + 18.0 * cos)).abs() < 1e-9);
            let energy = 0.5 * moment * at.body(wheel).spin.z.powi(2) + 0.5 * stiffness * stretch * stretch;
            if !own {
                assert!((at.energy() - energy).abs() < 1e-8, "{} {energy}", at.energy());
                let load = at.load(model.force("spring").unwrap(), wheel).unwrap();
                assert!((load.moment.z + stiffness * stretch).abs() < 1e-8);
            }
            widest = widest.max(stretch.abs());
        }
        assert!(widest > TAU, "moot: less than one turn");
        assert!(half.energy_error() < 1e-9 && whole.energy_error() < 1e-9);
    }
}

/// A body that a damped bushing carries around stands off by K d = m ω² (R + d) and is not dragged back: the damping is that of the motion as
/// seen from the carrier at the place of the body, not at the mark.
#[test]
fn analytic_damped_bushing_on_a_turntable() {
    let (stiffness, mass, radius, rate) = (90.0, 2.0, 0.7, 3.0_f64);
    let load = mass * rate * rate;
    let off = load * radius / (stiffness - load);
    let mut builder = ModelBuilder::new();
    let table = builder.body("table", Solid::principal(5.0, [1.0, 1.0, 2.0]).unwrap().spinning(0.0, 0.0, rate));
    let place = radius + off;
    let rider = Solid::principal(mass, [0.1, 0.2, 0.25]).unwrap().at(place, 0.0, 0.0);
    let rider = builder.body("rider", rider.moving(0.0, rate * place, 0.0).spinning(0.0, 0.0, rate));
    let [axle, hub] = [WORLD.mark(0.0, 0.0, 0.0), table.mark(0.0, 0.0, 0.0)];
    builder.constraint("axle", Joint::revolute(axle, hub));
    builder.constraint("motor", Driver::new(AxialAngle::about(axle, hub), move |t| t * rate));
    let bushing = Bushing::new(table.mark(radius, 0.0, 0.0), rider.mark(0.0, 0.0, 0.0), [stiffness; 3], [5.0; 3]);
    let bushing = builder.force("bushing", bushing.damping([4.0; 3], [0.3; 3]));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).run(model.start().project().unwrap(), 4.0).unwrap();
    assert!(off > 0.1, "moot");
    for at in run.samples() {
        let f = at.body(rider);
        assert!((f.origin.norm() - place).abs() < 1e-9);
        let seen = f.turn_back(at.load(bushing, rider).unwrap().about(f.origin).force);
        assert!((seen - v(-stiffness * off, 0.0, 0.0)).amax() < 1e-8, "{seen}");
    }
    assert!(run.last().unwrap().work(bushing).unwrap().abs() < 1e-8);
}

/// A planar four-bar of revolutes in space: three rows are superfluous, and named; allowed, it moves as in the plane, with the same forces in the
/// plane and none across.
#[test]
fn identity_planar_loop_in_space() {
    let lengths @ [crank, coupler, rocker, ground] = [0.6, 2.0, 1.5, 1.8];
    let places = [[0.0, 0.3, FRAC_PI_2], [1.0, 0.8, 0.4], [1.8, 0.75, -FRAC_PI_2]];
    let around = |l: f64| l * l / 12.0 + 0.01;
    let deep = |redundant: bool| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81, 0.0]);
        let bars = [0, 1, 2].map(|i: usize| {
            let ([x, y, angle], about) = (places[i], around(lengths[i]));
            let bar = Solid::principal(1.0, [0.01, about, about]).unwrap().at(x, y, 0.0);
            builder.body(format!("{i}"), bar.turned(UnitQuaternion::from_scaled_axis(Vector3::z() * angle)))
        });
        let end = |i: usize, sign: f64| bars[i].mark(0.5 * sign * lengths[i], 0.0, 0.0);
        let [a, d] = [0.0, ground].map(|x| WORLD.mark(x, 0.0, 0.0));
        let pairs = [(a, end(0, -1.0)), (end(0, 1.0), end(1, -1.0)), (end(1, 1.0), end(2, -1.0)), (d, end(2, 1.0))];
        let hinges = pairs.map(|(a, b)| builder.constraint(format!("{:?}", b.local), Joint::revolute(a, b)));
        if redundant {
            builder.allow_redundant();
        }
        (builder.build().unwrap(), bars, hinges)
    };
    let told = deep(false).0.start().project().unwrap_err();
    assert!(matches!(&told, chetaev::error::StartError::Redundant { sets } if sets.len() == 3), "{told}");
    let (model, bars, hinges) = deep(true);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let flat = [0, 1, 2].map(|i: usize| {
        let [x, y, angle] = places[i];
        builder.body(format!("{i}"), RigidBody::new(1.0, around(lengths[i])).at(x, y, angle))
    });
    let end = |i: usize, sign: f64| flat[i].point(0.5 * sign * [crank, coupler, rocker][i], 0.0);
    let (a, d) = (GROUND.origin(), GROUND.point(ground, 0.0));
    let pairs = [(a, end(0, -1.0)), (end(0, 1.0), end(1, -1.0)), (end(1, 1.0), end(2, -1.0)), (d, end(2, 1.0))];
    let pins = pairs.map(|(a, b)| builder.constraint(format!("{:?}", b.local), Revolute::new(a, b)));
    let plane = builder.build().unwrap();
    let run = |model: &Model| {
        Simulation::new(model).tolerance(1e-11).every(0.1).run(model.start().project().unwrap(), 2.0).unwrap()
    };
    let (there, here) = (run(&model), run(&plane));
    for (space, plane) in there.samples().zip(here.samples()) {
        for (bar, rod) in bars.iter().zip(flat) {
            let (bar, rod) = (space.body(*bar), plane.body(rod));
            assert!((bar.origin.xy() - rod.origin).amax() < 1e-9 && (bar.spin.z - rod.spin).abs() < 1e-8);
        }
        for (hinge, pin) in hinges.iter().zip(pins) {
            let (wrench, force) = (space.reaction(*hinge), plane.reaction(pin).force);
            assert!((wrench.force.xy() - force).amax() < 1e-7);
            assert!(wrench.force.z.abs().max(wrench.moment.amax()) < 1e-12);
            assert!(!space.is_determined(*hinge).unwrap());
        }
    }
    assert!(
        (there.last().unwrap().body(bars[1]).origin - there.first().unwrap().body(bars[1]).origin).amax() > 0.1,
        "moot"
    );
}

/// Guesses that are no numbers, or no attitude, are refused where they are given.
#[test]
fn property_guesses_that_are_no_numbers_are_refused() {
    let mut builder = ModelBuilder::new();
    let body = builder.body("free", solid(1.0));
    builder.force("push", Applied::force(body.origin(), [1.0, 0.0, 0.0]));
    let model = builder.build().unwrap();
    let spoiled: [fn(&mut State); 5] = [
        |s| s.q[3..7].fill(0.0),
        |s| s.q[0] = f64::NAN,
        |s| s.q[5] = f64::INFINITY,
        |s| s.v[4] = f64::NAN,
        |s| s.t = f64::NAN,
    ];
    for (i, spoil) in spoiled.into_iter().enumerate() {
        let mut state = model.placed();
        spoil(&mut state);
        let told = model.start_from(state.clone()).project().unwrap_err().to_string();
        assert!(told.contains("not finite") && told.contains(if i == 4 { "time" } else { "`free`" }), "{told}");
        assert!(Simulation::new(&model).run(state, 1.0).is_err());
    }
    let mut long = model.placed();
    long.q[3..7].iter_mut().for_each(|x| *x *= -3.0);
    let start = model.start_from(long).project().unwrap();
    assert_eq!(start.state.q[3..], [-1.0, 0.0, 0.0, 0.0], "a quaternion of any length and sign is an attitude");
}
