//! Friction in joints in space: against the same in the plane, and against closed forms.

use crate::common::Random;
use chetaev::element::Point;
use chetaev::error::BuildError;
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

const G: f64 = 9.81;

/// A turn that is in no way special.
fn tilted() -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(Vector3::new(0.4, -1.1, 0.7))
}

/// A rod in a rough hinge, in a scene that is turned, is the rod of the plane in a rough pin; the hinge may stand on a body that is carried along.
#[test]
fn identity_pendulum_on_a_rough_hinge_is_that_in_a_pin() {
    let (m, half, r, law) = (1.0, 0.4, 0.05, Coulomb::new(0.3).holding(0.35));
    let inertia = m * half * half / 3.0;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let rod = builder.body("rod", RigidBody::rod(m, 2.0 * half).at(half, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-half, 0.0)));
    let rub = builder.friction("rub", FrictionPoint::in_pin(pin, r), law);
    let planar = builder.build().unwrap();
    let run = |model: &Model| {
        Simulation::new(model).tolerance(1e-12).every(0.05).run(model.start().project().unwrap(), 12.0).unwrap()
    };
    let flat = run(&planar);
    let turn = tilted();
    for carried in [false, true] {
        let mut builder = ModelBuilder::new();
        builder.gravity(<[f64; 3]>::from(turn * Vector3::new(0.0, -G, 0.0)));
        let to = |x: f64, y: f64, z: f64| turn * Vector3::new(x, y, z);
        let place = to(half, 0.0, 0.0);
        let bar = Solid::principal(m, [0.01, inertia, inertia]).unwrap().at(place.x, place.y, place.z).turned(turn);
        let bar = builder.body("bar", bar);
        let axis = to(0.0, 0.0, 1.0);
        let mut seat = WORLD.axis([0.0; 3], axis);
        if carried {
            // A frame that is welded to the world, and stands askew.
            let frame = Solid::principal(3.0, [1.0; 3]).unwrap().turned(turn.inverse());
            let frame = builder.body("frame", frame);
            let there = |x: Vector3<f64>| -> [f64; 3] { (turn * x).into() };
            let own = frame.axis([0.0; 3], there(axis));
            builder.constraint(
                "weld",
                Joint::weld(WORLD.axis([0.0; 3], axis).with_x(to(1.0, 0.0, 0.0)), own.with_x(there(to(1.0, 0.0, 0.0)))),
            );
            seat = own;
        }
        let hinge = Joint::revolute(seat, bar.axis([-half, 0.0, 0.0], [0.0, 0.0, 1.0])).in_axes_of_a();
        let hinge = builder.constraint("hinge", hinge);
        let spatial_rub = builder.friction("rub", FrictionPoint::in_hinge(hinge, r), law);
        let model = builder.build().unwrap();
        let deep = run(&model);
        let (mut worst, mut slid) = ([0.0_f64; 3], 0);
        for (a, b) in flat.samples().zip(deep.samples()) {
            let (x, y) = (a.body(rod).origin, turn.inverse_transform_vector(&b.body(bar).origin));
            worst[0] = worst[0].max((y - Vector3::new(x.x, x.y, 0.0)).amax());
            let [here, there] = [a.friction(rub).unwrap(), b.friction(spatial_rub).unwrap()];
            assert_eq!(here.mode, there.mode);
            worst[1] = worst[1].max((here.load - there.load).abs()).max((here.force - there.force).abs());
            slid += usize::from(here.mode != Mode::Stick);
        }
        let changes = [flat.transitions(), deep.transitions()];
        assert_eq!(changes[0].len(), changes[1].len());
        for (a, b) in changes[0].iter().zip(changes[1]) {
            assert_eq!((a.from, a.to), (b.from, b.to));
            worst[2] = worst[2].max((a.t - b.t).abs());
        }
        println!(
            "carried {carried}: place {:.1e}, forces {:.1e}, {} changes {:.1e} s",
            worst[0],
            worst[1],
            changes[0].len(),
            worst[2]
        );
        assert!(slid > 50 && changes[0].len() > 4, "moot: {slid} {}", changes[0].len());
        assert!(worst[0] < 1e-10 && worst[1] < 1e-9 && worst[2] < 1e-10, "{worst:?}");
        assert!(deep.energy_error() < 1e-9 && deep.last().unwrap().sticks());
    }
}

/// A shaft with a pin and a shoulder, inclined at random, under a moment about its axis: it starts beyond what both hold, and turns with what is left over.
#[test]
fn analytic_shaft_on_its_shoulder() {
    let (m, j, r, shoulder, mu) = (2.0, 0.1, 0.02, 0.03, 0.2);
    for (cosine, part) in [(0.8, 0.999), (0.8, 1.001), (-0.3, 0.999), (-0.3, 1.001), (0.0, 1.5), (1.0, 1.5)] {
        let sine = f64::sqrt(1.0 - cosine * cosine);
        let up = [0.6 * sine, 0.8 * sine, cosine];
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let shaft = builder.body("shaft", Solid::principal(m, [j; 3]).unwrap());
        let hinge = Joint::revolute(WORLD.axis([0.0; 3], up), shaft.axis([0.0; 3], up)).in_axes_of_a();
        let hinge = builder.constraint("hinge", hinge);
        let rubs = [
            builder.friction("pin", FrictionPoint::in_hinge(hinge, r), Coulomb::new(mu)),
            builder.friction("shoulder", FrictionPoint::on_shoulder(hinge, shoulder), Coulomb::new(mu)),
        ];
        let held = mu * m * G * (r * sine + shoulder * f64::abs(cosine));
        let moment = Vector3::from(up) * (part * held);
        builder.force("motor", Applied::torque(shaft, move |_| moment));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 2.0).unwrap();
        let end = run.last().unwrap();
        let spin = end.body(shaft).spin.dot(&Vector3::from(up));
        if part < 1.0 {
            assert!(end.sticks() && end.body(shaft).spin == Vector3::zeros(), "{cosine}");
            let sum: f64 = rubs.iter().zip([r, shoulder]).map(|(&rub, r)| r * end.friction(rub).unwrap().force).sum();
            assert!((sum + part * held).abs() < 1e-12 && !end.friction(rubs[0]).unwrap().determined);
        } else {
            assert!((spin - (part - 1.0) * held / j * 2.0).abs() < 1e-11, "{spin}");
            let loads = rubs.map(|rub| end.friction(rub).unwrap().load.abs());
            assert!((loads[0] - m * G * sine).abs() < 1e-10 && (loads[1] - m * G * f64::abs(cosine)).abs() < 1e-10);
        }
    }
}

/// A drawer on two rails, in a scene that is turned, pulled off its middle: the planar drawer with two edges, below and beyond the limit at which it locks itself.
#[test]
fn identity_drawer_on_rails_is_that_with_two_edges() {
    let (length, mu, mass, pull) = (0.4, 0.3, 3.0, 6.0);
    let lock = length / (2.0 * mu);
    let turn = tilted();
    let to = |x: f64, y: f64, z: f64| -> [f64; 3] { (turn * Vector3::new(x, y, z)).into() };
    // The arm of the pull, along y of the guide, and along x.
    for (arm, aside) in [(0.9, false), (0.999, false), (1.001, false), (0.9, true), (1.001, true)] {
        let mut builder = ModelBuilder::new();
        let drawer = builder.body("drawer", Solid::principal(mass, [0.2; 3]).unwrap());
        let [rails, carriage] =
            [WORLD, drawer].map(|body| body.axis([0.0; 3], to(0.0, 0.0, 1.0)).with_x(to(1.0, 0.0, 0.0)));
        let guide = builder.constraint("guide", Joint::prismatic(rails, carriage));
        let pads = FrictionPoint::on_rails(guide, [-0.5 * length, 0.5 * length], 0.7);
        let mut k = 0;
        let pads = pads.map(|pad| {
            k += 1;
            builder.friction(format!("pad {k}"), pad, Coulomb::new(mu))
        });
        let at = if aside { to(arm * lock, 0.0, 0.0) } else { to(0.0, arm * lock, 0.0) };
        let place = drawer.point(at[0], at[1], at[2]);
        builder.force("pull", Applied::force(place, to(0.0, 0.0, pull)));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap();
        let end = run.last().unwrap();
        let loads = pads.map(|pad| end.friction(pad).unwrap().load);
        if arm < 1.0 {
            // As in the plane: N = ±P e/l at the ends, in all, so that a part e/lock of the pull is lost.
            let speed = Vector3::from(to(0.0, 0.0, 1.0)).dot(&end.body(drawer).velocity);
            assert!((speed - pull / mass * (1.0 - arm)).abs() < 1e-12, "{speed} {arm} {aside}");
            let sum: f64 = loads.iter().map(|load| load.abs()).sum();
            assert!((mu * sum - arm * pull).abs() < 1e-11, "{loads:?}");
            let own = if aside { &loads[4..] } else { &loads[..4] };
            assert!((own.iter().map(|load| load.abs()).sum::<f64>() - sum).abs() < 1e-12);
        } else {
            assert!(end.sticks() && end.body(drawer).velocity == Vector3::zeros(), "{arm} {aside}");
        }
    }
}

/// The six pads carry what acts across the rails: forces and moments balance, whatever is applied, and the four have no force that only they feel.
#[test]
fn identity_pads_of_a_carriage_balance_what_is_applied() {
    let (mut random, mut worst) = (Random::new(7), 0.0_f64);
    let turn = tilted();
    for _ in 0..20 {
        let ends = [-0.3 + 0.1 * random.unit(), 0.4 + 0.1 * random.unit()];
        let (gauge, mu, speed) = (0.5 + 0.2 * random.unit(), 0.1, 1.0);
        let to = |x: [f64; 3]| turn * Vector3::from(x);
        let along = to([0.0, 0.0, speed]);
        let mut builder = ModelBuilder::new();
        let body = builder.body("body", Solid::principal(2.0, [0.3; 3]).unwrap().moving(along.x, along.y, along.z));
        let axes = [to([0.0, 0.0, 1.0]), to([1.0, 0.0, 0.0])];
        let [rails, carriage] = [WORLD, body].map(|body| body.axis([0.0; 3], axes[0]).with_x(axes[1]));
        let guide = builder.constraint("guide", Joint::prismatic(rails, carriage));
        let mut k = 0;
        let pads = FrictionPoint::on_rails(guide, ends, gauge).map(|pad| {
            k += 1;
            builder.friction(format!("pad {k}"), pad, Coulomb::new(mu))
        });
        let (place, force): ([f64; 3], [f64; 3]) = (random.numbers(), random.numbers());
        let moment: [f64; 3] = random.numbers();
        let [force, moment, place] = [force, moment, place].map(to);
        builder.force("push", Applied::force(body.point(place.x, place.y, place.z), force.into()));
        builder.force("twist", Applied::torque(body, move |_| moment));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.0).unwrap();
        let at = run.last().unwrap();
        let readings = pads.map(|pad| at.friction(pad).unwrap());
        let (mut left, mut left_moment) = (force, moment + place.cross(&force));
        for (pad, reading) in readings.iter().enumerate() {
            let (end, side) = if pad < 4 { (pad / 2, [-0.5, 0.5][pad % 2] * gauge) } else { (pad - 4, 0.0) };
            let normal = to(if pad < 4 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] });
            let on = normal * reading.load + axes[0] * reading.force;
            assert!((reading.force + mu * reading.load.abs()).abs() < 1e-12);
            left += on;
            left_moment += to([side, 0.0, ends[end]]).cross(&on);
        }
        left -= axes[0] * left.dot(&axes[0]);
        worst = worst.max(left.amax()).max(left_moment.amax());
        // The table on four feet: its diagonals carry the same.
        let [a, b, c, d, ..] = readings.map(|reading| reading.load);
        worst = worst.max((a + d - b - c).abs());
        assert!(a.abs() + b.abs() + c.abs() + d.abs() > 1e-3, "moot");
    }
    println!("pads: {worst:.1e}");
    assert!(worst < 1e-12);
}

/// Bars in rough hinges with shoulders, one on the other, askew: energy is only lost, and what is lost is the work of friction.
#[test]
fn property_rough_hinges_only_take_energy() {
    let (mut random, mut changes, mut uncertain) = (Random::new(11), 0, 0);
    for case in 0..12 {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let (mut seat, mut place, mut rubs) = (WORLD.origin(), Vector3::zeros(), Vec::new());
        for k in 0..3 {
            let arm = Vector3::<f64>::from(random.numbers()) * 0.4;
            let at = place + arm;
            let bar = Solid::principal(1.0 + 0.5 * random.unit(), [0.02, 0.03, 0.04]).unwrap().at(at.x, at.y, at.z);
            let bar = builder.body(format!("bar {k}"), bar);
            let axis: [f64; 3] = random.numbers();
            let [a, b] = [seat, bar.point(-arm.x, -arm.y, -arm.z)];
            let mark = |p: Point<Spatial>| Mark { body: p.body, local: p.local, ..WORLD.axis([0.0; 3], axis) };
            let hinge = builder.constraint(format!("hinge {k}"), Joint::revolute(mark(a), mark(b)).in_axes_of_a());
            let law = Coulomb::new(0.3).holding(0.3 + 0.1 * f64::from(k));
            rubs.push(builder.friction(format!("pin {k}"), FrictionPoint::in_hinge(hinge, 0.05), law));
            rubs.push(builder.friction(format!("shoulder {k}"), FrictionPoint::on_shoulder(hinge, 0.04), law));
            (seat, place) = (bar.point(arm.x, arm.y, arm.z), at + arm);
        }
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-10).every(0.02).run(model.start().project().unwrap(), 3.0);
        let run = run.unwrap_or_else(|error| panic!("case {case}: {error}"));
        let energy = run.column(|at| at.kinetic() + at.potential());
        assert!(energy.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9), "case {case}");
        let lost: f64 = rubs.iter().map(|&rub| run.last().unwrap().work_of_friction(rub)).sum();
        assert!((energy[energy.len() - 1] - energy[0] - lost).abs() < 1e-8 && lost < -1e-3, "case {case}: {lost}");
        (changes, uncertain) = (changes + run.transitions().len(), uncertain + run.counters().uncertain);
    }
    println!("rough hinges: {changes} changes, {uncertain} uncertain");
    assert!(changes > 100, "moot: {changes}");
}

/// Where the certificate says that there is one motion, the list of all has one: hinges and carriages at rest and in motion.
#[test]
fn oracle_certified_hinges_and_carriages_have_one_motion() {
    let mut random = Random::new(5);
    let [mut listed, mut bounded, mut several] = [0; 3];
    for case in 0..600 {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let mu = 0.15 * 10_f64.powf(0.8 * (random.unit() + 1.0));
        let moving = if case % 3 == 0 { 0.0 } else { random.unit() };
        let off: [f64; 3] = random.numbers();
        let axis = Vector3::<f64>::from(random.numbers()).normalize();
        let body = Solid::principal(1.0, [0.1, 0.12, 0.15]).unwrap();
        let own = |body: BodyId<Spatial>| body.axis(off, axis);
        let law = || Coulomb::new(mu);
        let body = if case % 2 == 0 {
            let spin = axis * moving;
            let velocity = spin.cross(&-Vector3::from(off));
            let body = body.spinning(spin.x, spin.y, spin.z).moving(velocity.x, velocity.y, velocity.z);
            let body = builder.body("body", body);
            let hinge = builder.constraint("hinge", Joint::revolute(own(WORLD), own(body)).in_axes_of_a());
            builder.friction("pin", FrictionPoint::in_hinge(hinge, 0.3), law());
            builder.friction("shoulder", FrictionPoint::on_shoulder(hinge, 0.3), law());
            body
        } else {
            let velocity = axis * moving;
            let body = builder.body("body", body.moving(velocity.x, velocity.y, velocity.z));
            let guide = builder.constraint("guide", Joint::prismatic(own(WORLD), own(body)));
            for (k, pad) in FrictionPoint::on_rails(guide, [-0.2, 0.3], 0.4).into_iter().enumerate() {
                builder.friction(format!("pad {k}"), pad, law());
            }
            body
        };
        let [place, force]: [[f64; 3]; 2] = [random.numbers(), random.numbers()];
        builder.force("push", Applied::force(body.point(place[0], place[1], place[2]), force.map(|f| 20.0 * f)));
        let model = builder.build().unwrap();
        let state = model.start().project().unwrap().state;
        let (Ok(list), Ok(certificate)) = (model.branches(&state), model.certificate(&state)) else { continue };
        listed += 1;
        let mut motions: Vec<&Branch> = Vec::new();
        for branch in list.iter().filter(|branch| !branch.starts_below_limit()) {
            let most = branch.acceleration.iter().fold(1.0, |most: f64, a| most.max(a.abs()));
            let same = |other: &&Branch| {
                other.acceleration.iter().zip(&branch.acceleration).all(|(a, b)| (a - b).abs() < 1e-5 * most)
            };
            if !motions.iter().any(same) {
                motions.push(branch);
            }
        }
        several += usize::from(motions.len() > 1);
        if certificate.bound < 1.0 {
            bounded += 1;
            assert!(motions.len() <= 1, "case {case}: {} motions\n{certificate}", motions.len());
        }
    }
    println!("{listed} listed, {bounded} certified, {several} with several motions");
    assert!(listed > 400 && bounded > 100 && several > 10, "moot");
}

/// The builder says why a joint has no such friction.
#[test]
fn property_friction_of_another_joint_is_refused_with_the_reason() {
    let built = |joint: fn(Mark, Mark) -> Joint, rails: bool| {
        let mut builder = ModelBuilder::new();
        let body = builder.body("body", Solid::principal(1.0, [1.0; 3]).unwrap());
        let joint = builder.constraint("joint", joint(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0)));
        if rails {
            let [pad, ..] = FrictionPoint::on_rails(joint, [0.0, 1.0], 1.0);
            builder.friction("pad", pad, Coulomb::new(0.1));
        } else {
            builder.friction("pin", FrictionPoint::in_hinge(joint, 0.1), Coulomb::new(0.1));
        }
        builder.build().map(|_| ())
    };
    for (joint, rails, word) in [
        (Joint::revolute as fn(Mark, Mark) -> Joint, false, "in_axes_of_a"),
        (Joint::cylindrical, false, "in_axes_of_a"),
        (Joint::cylindrical, true, "prismatic"),
    ] {
        let Err(BuildError::BadShape { kind: "friction", what, .. }) = built(joint, rails) else { panic!("{word}") };
        assert!(what.contains(word), "{what}");
    }
    built(|a, b| Joint::revolute(a, b).in_axes_of_a(), false).unwrap();
    built(Joint::prismatic, true).unwrap();
}
