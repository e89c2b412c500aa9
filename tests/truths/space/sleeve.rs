//! Friction of a sleeve on its shaft: against a hinge, against friction along a line, and against closed forms of both together.

use chetaev::element::SpatialFrame;
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;
use chetaev::simulate::Cause;

const G: f64 = 9.81;
const M: f64 = 1.7;
/// About the shaft.
const J: f64 = 0.06;
const R: f64 = 0.15;

/// A turn that is in no way special.
fn tilted() -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(Vector3::new(0.4, -1.1, 0.7))
}

fn to(x: f64, y: f64, z: f64) -> [f64; 3] {
    (tilted() * Vector3::new(x, y, z)).into()
}

/// Weights, and a sleeve on a shaft along x of a scene that is turned, its center of mass off by `off`, with these velocities along and about the shaft.
struct Shaft {
    builder: ModelBuilder,
    sleeve: BodyId<Spatial>,
    marks: [Mark; 2],
    joint: ConstraintId<Joint>,
}

fn shaft(down: [f64; 3], off: f64, [along, about]: [f64; 2], joint: fn(Mark, Mark) -> Joint) -> Shaft {
    let mut builder = ModelBuilder::new();
    builder.gravity(to(down[0], down[1], down[2]));
    let place = to(0.0, 0.0, off);
    let v = to(along, -off * about, 0.0);
    let solid = Solid::principal(M, [J, 0.08, 0.09]).unwrap().at(place[0], place[1], place[2]).turned(tilted());
    let solid = solid.moving(v[0], v[1], v[2]).spinning(about, 0.0, 0.0);
    let sleeve = builder.body("sleeve", solid);
    let axis = to(1.0, 0.0, 0.0);
    let marks = [WORLD.axis([0.0; 3], axis), sleeve.axis([0.0, 0.0, -off], [1.0, 0.0, 0.0])];
    let joint = builder.constraint("shaft", joint(marks[0], marks[1]));
    Shaft { builder, sleeve, marks, joint }
}

/// Slips along and around at an instant.
fn slips(at: &Snapshot<'_>, sleeve: BodyId<Spatial>) -> [f64; 2] {
    let (body, axis) = (at.body(sleeve), Vector3::from(to(1.0, 0.0, 0.0)));
    [body.velocity.dot(&axis), R * body.spin.dot(&axis)]
}

/// A sleeve that only turns, out of balance: the hinge of the same radius, to its rest.
#[test]
fn identity_a_sleeve_that_turns_is_a_hinge() {
    let law = Coulomb::new(0.3).holding(0.35);
    let run = |in_hinge: bool| {
        let joint = if in_hinge { |a, b| Joint::revolute(a, b).in_axes_of_a() } else { Joint::cylindrical };
        let Shaft { mut builder, sleeve, joint, .. } = shaft([0.0, 2.0, -G], 0.4, [0.0, 3.0], joint);
        let rub = match in_hinge {
            true => builder.friction("rub", FrictionPoint::in_hinge(joint, R), law),
            false => builder.friction("rub", FrictionPoint::in_cylinder(joint, R), law),
        };
        let model = builder.build().unwrap();
        let run =
            Simulation::new(&model).tolerance(1e-12).every(0.05).run(model.start().project().unwrap(), 6.0).unwrap();
        let told = run.samples().flat_map(|at| {
            let reading = at.friction(rub).unwrap();
            let place = at.body(sleeve).origin;
            [place.x, place.y, place.z, reading.load, reading.slip.abs(), reading.force.abs()]
        });
        let changes = run.transitions().iter().filter(|change| [change.from, change.to].contains(&Mode::Stick));
        let changes: Vec<f64> = changes.map(|change| change.t).collect();
        (told.collect::<Vec<f64>>(), changes, run.energy_error())
    };
    let [hinge, sleeve] = [run(true), run(false)];
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    let [told, changes] = [apart(&hinge.0, &sleeve.0), apart(&hinge.1, &sleeve.1)];
    println!("{} changes, told {told:.1e}, changes {changes:.1e}, energy {:.1e}", sleeve.1.len(), sleeve.2);
    assert!(sleeve.1.len() == hinge.1.len() && !sleeve.1.is_empty(), "{:?} {:?}", hinge.1, sleeve.1);
    assert!(told < 1e-10 && changes < 1e-10 && sleeve.2 < 1e-10);
}

/// A sleeve that is pulled to and fro along its shaft: friction along a line under the same load.
#[test]
fn identity_a_sleeve_that_slides_rubs_along_a_line() {
    let law = || Coulomb::new(0.3).holding(0.4).viscous(0.2);
    let run = |alone: bool| {
        let Shaft { mut builder, sleeve, marks, joint } = shaft([0.0, 0.0, -G], 0.0, [0.5, 0.0], Joint::cylindrical);
        let pull = Vector3::from(to(1.0, 0.0, 0.0));
        builder.force(
            "pull",
            Applied::new(sleeve.origin(), move |t: f64, _: &SpatialFrame| (pull * 8.0 * (3.0 * t).sin(), [0.0; 3])),
        );
        let rub = match alone {
            true => {
                let line = AxialTravel::along(marks[0], marks[1].point());
                builder.friction("rub", FrictionPoint::along(line, M * G), law())
            }
            false => builder.friction("rub", FrictionPoint::in_cylinder(joint, R), law()),
        };
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).every(0.05).run(model.placed(), 8.0).unwrap();
        let told = run.samples().flat_map(|at| [slips(&at, sleeve)[0], at.friction(rub).unwrap().force.abs()]);
        let changes: Vec<(f64, bool)> =
            run.transitions().iter().map(|change| (change.t, change.to == Mode::Stick)).collect();
        (told.collect::<Vec<f64>>(), changes)
    };
    let [line, sleeve] = [run(true), run(false)];
    let told = line.0.iter().zip(&sleeve.0).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    assert_eq!(line.1.len(), sleeve.1.len());
    let changes = line.1.iter().zip(&sleeve.1).map(|(a, b)| if a.1 == b.1 { (a.0 - b.0).abs() } else { f64::NAN });
    let changes = changes.fold(0.0, |most: f64, apart| if apart < most { most } else { apart });
    println!("{} changes {changes:.1e} s, told {told:.1e}", line.1.len());
    assert!(line.1.len() > 5 && changes < 1e-10 && told < 1e-10);
}

/// A shaft that turns with rΩ = c: of the slope's pull m g sin β friction holds μ N u'/√(u'² + c²). With w = u'/c on a level shaft √(1 + w²) + ln(w/(1 + √(1 + w²))) falls by μ g/c a second:
/// the sleeve creeps for ever. On a slope below the cone it goes on with w = q/√(1 − q²), q = tan β/μ.
#[test]
fn analytic_a_shaft_that_turns_makes_sliding_viscous() {
    let (mu, c) = (0.4, 2.0);
    for slope in [0.0, 0.25] {
        let Shaft { mut builder, sleeve, marks, joint } =
            shaft([slope * G, 0.0, -G], 0.0, [1.5, c / R], Joint::cylindrical);
        builder.friction("rub", FrictionPoint::in_cylinder(joint, R), Coulomb::new(mu));
        builder.constraint("motor", Driver::new(AxialAngle::about(marks[0], marks[1]), move |t| t * (c / R)));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model)
            .tolerance(1e-12)
            .every(0.1)
            .run(model.start().project().unwrap(), if slope == 0.0 { 8.0 } else { 20.0 })
            .unwrap();
        assert!(run.transitions().is_empty(), "{:?}", run.transitions());
        let w = run.column(|at| slips(at, sleeve)[0] / c);
        let worst = if slope == 0.0 {
            let clock = |w: f64| w.hypot(1.0) + (w / (1.0 + w.hypot(1.0))).ln();
            let off = |(k, x): (usize, &f64)| (clock(*x) - clock(w[0]) + mu * G / c * 0.1 * k as f64).abs();
            w.iter().enumerate().take_while(|(_, w)| **w > 1e-6).map(off).fold(0.0, f64::max)
        } else {
            let q = slope / mu;
            (w[w.len() - 1] - q / (1.0 - q * q).sqrt()).abs()
        };
        println!(
            "slope {slope}: w from {} to {:e}, off by {worst:.1e}, energy {:.1e}",
            w[0],
            w[w.len() - 1],
            run.energy_error()
        );
        assert!(worst < 1e-6 && run.energy_error() < 1e-9);
    }
}

/// On a slope below its cone a sleeve stays, to the bit; a moment that alone would be held as well sets it off with that, and then along both.
#[test]
fn analytic_a_sleeve_on_a_slope_sticks_within_one_cone() {
    let (mu, slope) = (0.4, 0.3);
    let weight = M * G;
    // What is left of the cone for a moment.
    let left = R * weight * f64::sqrt(mu * mu - slope * slope);
    for part in [0.0, 0.999999, 1.000001, 1.4] {
        let Shaft { mut builder, sleeve, joint, .. } = shaft([slope * G, 0.0, -G], 0.0, [0.0; 2], Joint::cylindrical);
        let rub = builder.friction("rub", FrictionPoint::in_cylinder(joint, R), Coulomb::new(mu));
        let moment = to(part * left, 0.0, 0.0);
        builder.force("moment", Applied::new(sleeve.origin(), move |_, _: &SpatialFrame| ([0.0; 3], moment)));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 3.0).unwrap();
        let end = run.last().unwrap();
        let (reading, [along, around]) = (end.friction(rub).unwrap(), slips(&end, sleeve));
        if part < 1.0 {
            assert!(
                end.sticks()
                    && end.body(sleeve).velocity == Vector3::zeros()
                    && end.body(sleeve).spin == Vector3::zeros()
            );
            let force = f64::hypot(slope * weight, part * left / R);
            println!("{part}: holds {} of {}", reading.force, mu * weight);
            assert!((reading.force - force).abs() < 1e-12 && (reading.load - weight).abs() < 1e-12);
        } else {
            // All forces are constant, and so is the direction: m u'' = m g slope − μ m g d₁, J θ'' = M − μ m g r d₂, along d = (u', r θ')/‖s‖.
            let rates = |angle: f64| {
                let [d1, d2] = [angle.cos(), angle.sin()];
                let a = [slope * G - mu * G * d1, R / J * (part * left - mu * weight * R * d2)];
                (a, a[0] * d2 - a[1] * d1)
            };
            let mut ends = [0.0, 0.5 * std::f64::consts::PI];
            for _ in 0..60 {
                let middle = 0.5 * (ends[0] + ends[1]);
                ends[usize::from(rates(middle).1 > 0.0)] = middle;
            }
            let (a, _) = rates(ends[0]);
            let off = (along - 3.0 * a[0]).abs().max((around - 3.0 * a[1]).abs());
            println!("{part}: slides with {along}, {around}; off by {off:.1e}");
            assert!(off < 1e-11 && a[0] > 0.0 && a[1] > 0.0);
        }
    }
}

/// A force and a moment that grow: the sleeve breaks loose when √(F² + (M/r)²) reaches μ' N, whatever their ratio, and its energy is theirs less that of friction.
#[test]
fn analytic_a_ramp_of_force_and_moment_breaks_it_loose() {
    let weight = M * G;
    for angle in [0.0, 0.3, 1.1, std::f64::consts::FRAC_PI_2, 2.5, -2.0] {
        let Shaft { mut builder, sleeve, joint, .. } = shaft([0.0, 0.0, -G], 0.0, [0.0; 2], Joint::cylindrical);
        builder.friction("rub", FrictionPoint::in_cylinder(joint, R), Coulomb::new(0.3).holding(0.45));
        let (sin, cos) = f64::sin_cos(angle);
        let [force, moment] = [to(2.0 * cos, 0.0, 0.0), to(2.0 * R * sin, 0.0, 0.0)].map(Vector3::from);
        let push = move |t: f64, _: &SpatialFrame| (<[f64; 3]>::from(force * t), <[f64; 3]>::from(moment * t));
        builder.force("ramp", Applied::new(sleeve.origin(), push));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 5.0).unwrap();
        let starts = &run.transitions()[0];
        let off = (starts.t - 0.45 * weight / 2.0).abs();
        let [along, around] = slips(&run.last().unwrap(), sleeve);
        println!("{angle}: {off:.1e} s, then {along} and {around}, energy {:.1e}", run.energy_error());
        assert!(starts.cause == Cause::Started && run.transitions().len() == 1 && off < 1e-10);
        assert!(along * cos >= -1e-12 && around * sin >= -1e-12 && run.energy_error() < 1e-9);
    }
}

/// m s₁' = −μ m g s₁/‖s‖ and (J/r²) s₂' = −μ m g s₂/‖s‖: s₂ = C s₁^κ with κ = m r²/J, and dt = −‖s‖/(μ g s₁) ds₁. It is the same in a mirror, and with methods of fixed steps.
#[test]
fn analytic_a_sleeve_slides_and_turns_to_its_rest() {
    let (mu, kappa) = (0.25, M * R * R / J);
    let start = [1.2, 2.0];
    let plan = |signs: [f64; 2]| {
        let velocities = [signs[0] * start[0], signs[1] * start[1] / R];
        let Shaft { mut builder, sleeve, joint, .. } = shaft([0.0, 0.0, -G], 0.0, velocities, Joint::cylindrical);
        builder.friction("rub", FrictionPoint::in_cylinder(joint, R), Coulomb::new(mu));
        (builder.build().unwrap(), sleeve)
    };
    let (model, sleeve) = plan([1.0, 1.0]);
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.placed(), 2.0).unwrap();
    let c = start[1] / start[0].powf(kappa);
    let on_curve = |at: &Snapshot<'_>| {
        let [s1, s2] = slips(at, sleeve);
        if s1 > 0.0 { (s2 - c * s1.powf(kappa)).abs() } else { 0.0 }
    };
    let curve = run.column(on_curve).into_iter().fold(0.0, f64::max);
    // Simpson's rule in x, s₁ = x⁴: smooth enough at the end.
    let rate = |x: f64| {
        let s1 = x.powi(4);
        if x == 0.0 { 0.0 } else { s1.hypot(c * s1.powf(kappa)) / (mu * G * s1) * 4.0 * x.powi(3) }
    };
    let (n, end) = (4000, start[0].powf(0.25));
    let h = end / n as f64;
    let stop: f64 = (0..n)
        .map(|k| h / 6.0 * (rate(k as f64 * h) + 4.0 * rate((k as f64 + 0.5) * h) + rate((k as f64 + 1.0) * h)))
        .sum();
    let found = run.transitions()[0].t;
    println!("curve {curve:.1e}, stop {found} off by {:.1e}, energy {:.1e}", (found - stop).abs(), run.energy_error());
    assert!(run.transitions().len() == 1 && run.last().unwrap().sticks());
    assert!(curve < 1e-9 && (found - stop).abs() < 1e-8 && run.energy_error() < 1e-10);
    for signs in [[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
        let (model, mirrored) = plan(signs);
        let other = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.placed(), 2.0).unwrap();
        let pairs = run.samples().zip(other.samples());
        let apart = pairs.map(|(a, b)| {
            let [a, b] = [slips(&a, sleeve), slips(&b, mirrored)];
            (a[0] - signs[0] * b[0]).abs().max((a[1] - signs[1] * b[1]).abs())
        });
        let apart = apart.fold(0.0, f64::max);
        println!("{signs:?}: {apart:.1e}, {:.1e} s", (other.transitions()[0].t - found).abs());
        assert!(apart < 1e-9 && (other.transitions()[0].t - found).abs() < 1e-9);
    }
    for (name, simulation, within) in [
        ("rk4", Simulation::new(&model).method(Method::Rk4).fixed_step(2.5e-4), 1e-5),
        ("dopri5", Simulation::new(&model).method(Method::Dopri5).fixed_step(2.5e-4), 1e-5),
    ] {
        let run = simulation.run(model.placed(), 2.0).unwrap();
        let off = (run.transitions()[0].t - found).abs();
        println!("{name}: {off:.1e} s");
        assert!(off < within && run.last().unwrap().sticks(), "{name}");
    }
}
