//! Bodies on several rough feet in space: a box on its four corners, a tripod; against closed forms.

use super::common::G;
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::element::SpatialFrame;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Transition};

/// A homogeneous box of 2 kg on its feet at the corners of its lower side.
struct Feet {
    half: [f64; 3],
    mu: f64,
    /// The angle of the floor, and the direction of its line of fall in it.
    slope: f64,
    heading: f64,
}

const M: f64 = 2.0;

impl Feet {
    fn flat(half: [f64; 3], mu: f64) -> Self {
        Self { half, mu, slope: 0.0, heading: 0.0 }
    }

    fn on(
        &self,
        place: impl Fn(Solid) -> Solid,
        change: impl FnOnce(&mut ModelBuilder, BodyId<Spatial>),
    ) -> (Model, BodyId<Spatial>, Vec<ContactId>) {
        let [x, y, z] = self.half;
        self.at([[x, y, -z], [-x, y, -z], [-x, -y, -z], [x, -y, -z]].to_vec(), place, change)
    }

    fn at(
        &self,
        feet: Vec<[f64; 3]>,
        place: impl Fn(Solid) -> Solid,
        change: impl FnOnce(&mut ModelBuilder, BodyId<Spatial>),
    ) -> (Model, BodyId<Spatial>, Vec<ContactId>) {
        let mut builder = ModelBuilder::new();
        let (sin, cos) = self.slope.sin_cos();
        builder.gravity([G * sin * self.heading.cos(), G * sin * self.heading.sin(), -G * cos]);
        if feet.len() > 3 {
            // Of four normal forces in one plane one is not determined.
            builder.allow_redundant();
        }
        let inertia = Inertia::cuboid(M, self.half.map(|half| 2.0 * half)).unwrap();
        let solid = Solid::from_inertia(inertia).unwrap().at(0.0, 0.0, self.half[2]);
        let body = builder.body("box", place(solid));
        change(&mut builder, body);
        let feet = PointOn::each(&Plane::horizontal(), feet).into_iter().enumerate().map(|(k, pair)| {
            let law = Rigid::rough(Coulomb::new(self.mu));
            builder.contact(format!("foot{k}"), Contact::between(WORLD, body, pair), law)
        });
        let feet = feet.collect();
        (builder.build().unwrap(), body, feet)
    }
}

fn still(solid: Solid) -> Solid {
    solid
}

/// Modes of all feet.
fn modes(at: &Snapshot<'_>, feet: &[ContactId]) -> Vec<Mode> {
    feet.iter().map(|&foot| at.contact(foot).mode).collect()
}

/// What changes after the start.
fn changes(run: &Trajectory) -> Vec<Transition> {
    run.transitions().iter().filter(|change| change.t > 0.0).cloned().collect()
}

/// Every foot within its cone and pushing; the sum of the normal forces.
fn carried(at: &Snapshot<'_>, feet: &[ContactId], mu: f64) -> f64 {
    let mut sum = 0.0;
    for &foot in feet {
        let reading = at.contact(foot);
        if reading.mode == Mode::Open {
            continue;
        }
        assert!(reading.normal > -1e-9 && reading.tangential <= mu * reading.normal + 1e-9, "{reading:?}");
        sum += reading.normal;
    }
    sum
}

/// A box on a floor rests, for a second and exactly, and says that rigid bodies do not tell what each foot carries.
#[test]
fn analytic_a_box_rests_on_four_feet() {
    let (model, body, feet) = Feet::flat([0.2, 0.3, 0.1], 0.5).on(still, |_, _| {});
    let run = Simulation::new(&model).tolerance(1e-10).run(model.placed(), 1.0).unwrap();
    let at = run.last().unwrap();
    assert_eq!(modes(&at, &feet), [Mode::Stick; 4]);
    assert!((carried(&at, &feet, 0.5) - M * G).abs() < 1e-11);
    assert!(
        feet.iter().all(|&foot| (at.contact(foot).normal - 0.25 * M * G).abs() < 1e-9),
        "{:?}",
        at.contact(feet[0])
    );
    assert!(!at.is_determined(feet[0]).unwrap());
    let [first, last] = [run.first().unwrap().body(body), at.body(body)];
    assert!(first.origin == last.origin && last.velocity.norm() == 0.0 && last.spin.norm() == 0.0);
    println!("{:?}", run.counters());
    assert!(run.counters().steps < 20 && changes(&run).is_empty());
}

/// On a slope a box rests, slides or tips, as tan α against μ, b/h and their inequalities says; with the acceleration of each.
#[test]
fn analytic_a_box_on_a_slope_rests_slides_or_tips() {
    let mut seen = [0; 3];
    for (half, mu, slope) in [
        ([0.2, 0.3, 0.1], 0.5_f64, 0.4_f64),
        ([0.2, 0.3, 0.1], 0.5, 0.6),
        ([0.2, 0.3, 0.1], 0.3, 0.2914),
        ([0.2, 0.3, 0.1], 0.3, 0.2915),
        ([0.1, 0.15, 0.4], 0.9, 0.2),
        ([0.1, 0.15, 0.4], 0.9, 0.3),
        ([0.1, 0.15, 0.4], 0.9, 0.2449),
        ([0.1, 0.15, 0.4], 0.9, 0.2451),
        ([0.1, 0.15, 0.1], 0.6, 0.7),
    ] {
        let (model, body, feet) = Feet { half, mu, slope, heading: 0.0 }.on(still, |_, _| {});
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 1e-3).unwrap();
        let (at, [b, _, h]) = (run.first().unwrap(), half);
        let tan = slope.tan();
        carried(&at, &feet, mu);
        let found = modes(&at, &feet);
        let last = run.last().unwrap().body(body);
        if tan <= mu && tan <= b / h {
            assert_eq!(found, [Mode::Stick; 4]);
            assert!(last.velocity.norm() == 0.0);
            seen[0] += 1;
        } else if tan > mu && mu <= b / h {
            assert_eq!(found, [Mode::Forward; 4], "{slope}");
            let slides = G * (slope.sin() - mu * slope.cos()) * 1e-3;
            assert!(
                (last.velocity.x - slides).abs() < 1e-14 && last.spin.norm() < 1e-13,
                "{} {slides}",
                last.velocity.x
            );
            seen[1] += 1;
        } else {
            // About the two feet below.
            assert_eq!(found, [Mode::Stick, Mode::Open, Mode::Open, Mode::Stick], "{slope}");
            let about = M * (4.0 / 3.0) * (b * b + h * h);
            let tips = M * G * (h * slope.sin() - b * slope.cos()) / about;
            println!("tips with {tips}: {:e}", last.spin.y / 1e-3 - tips);
            assert!((last.spin.y / 1e-3 - tips).abs() < 1e-5 * tips.max(1.0), "{} {tips}", last.spin.y);
            seen[2] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 1), "moot: {seen:?}");
}

/// A slope in any direction: across a corner the least forces that balance would pull at a foot, and others do not.
#[test]
fn analytic_a_box_on_a_slope_that_falls_to_a_corner() {
    let half = [0.1, 0.15, 0.4];
    for (heading, slope) in [(0.98_f64, 0.29_f64), (0.98, 0.15), (0.5, 0.2)] {
        let (model, _, feet) = Feet { half, mu: 0.9, slope, heading }.on(still, |_, _| {});
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 0.1).unwrap();
        let at = run.last().unwrap();
        // Where the line of the weight meets the floor, in parts of the half sides.
        let [x, y] = [heading.cos() / half[0], heading.sin() / half[1]].map(|part| half[2] * slope.tan() * part);
        assert!(x < 1.0 && y < 1.0, "moot: {x} {y}");
        println!("{x} + {y}: {:?}", feet.iter().map(|&foot| at.contact(foot).normal).collect::<Vec<_>>());
        assert_eq!(modes(&at, &feet), [Mode::Stick; 4]);
        assert!((carried(&at, &feet, 0.9) - M * G * slope.cos()).abs() < 1e-10);
    }
}

/// Thrown along a floor without turning it slides v²/(2μg), in any direction, and rests.
#[test]
fn analytic_a_box_slides_to_a_stop() {
    let (mu, half) = (0.3, [0.2, 0.3, 0.05]);
    for v in [[2.0, 0.0], [1.0, 0.7], [-0.3, 1.4]] {
        let (model, body, feet) = Feet::flat(half, mu).on(|solid| solid.moving(v[0], v[1], 0.0), |_, _| {});
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 1.5).unwrap();
        let size = v[0].hypot(v[1]);
        let stops = size / (mu * G);
        let at = run.last().unwrap();
        let times: Vec<f64> = changes(&run).iter().map(|change| change.t).collect();
        let end = at.body(body);
        let far = [0, 1].map(|k| end.origin[k] - v[k] * 0.5 * stops);
        println!("{:.1e} s, {far:?} m, spin {:.1e}, {:?}", times[0] - stops, end.spin.z, run.counters());
        assert!(times.len() == 4 && times.iter().all(|t| (t - stops).abs() < 1e-13), "{times:?}");
        assert_eq!(modes(&at, &feet), [Mode::Stick; 4]);
        assert!(far.iter().all(|off| off.abs() < 1e-12) && end.velocity.norm() == 0.0 && end.spin.norm() == 0.0);
        assert!(run.energy_error() < 1e-11);
    }
}

/// Spun about the vertical through its center it stops after I ω/(μ m g r), r the distance of the feet.
#[test]
fn analytic_a_box_spins_to_a_stop() {
    let (mu, half, omega) = (0.3, [0.2, 0.3, 0.05], 5.0);
    let (model, body, feet) = Feet::flat(half, mu).on(|solid| solid.spinning(0.0, 0.0, omega), |_, _| {});
    let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 1.0).unwrap();
    let r = half[0].hypot(half[1]);
    let about = M / 3.0 * r * r;
    let stops = about * omega / (mu * M * G * r);
    let at = run.last().unwrap();
    let times: Vec<f64> = changes(&run).iter().map(|change| change.t - stops).collect();
    println!("{times:?}, {:?}", run.counters());
    assert!(stops < 0.9 && times.len() == 4 && times.iter().all(|t| t.abs() < 1e-11), "{times:?}");
    assert_eq!(modes(&at, &feet), [Mode::Stick; 4]);
    assert!(at.body(body).spin.norm() == 0.0 && at.body(body).origin.xy().norm() < 1e-11);
}

/// A pull through the center that grows: all feet stick until it is μ m g, then the box slides.
#[test]
fn analytic_a_growing_pull_moves_a_box() {
    let (mu, half, rate) = (0.3, [0.2, 0.3, 0.05], 10.0);
    let direction = [0.6, 0.8];
    let (model, body, feet) = Feet::flat(half, mu).on(still, |builder, body| {
        let pull = move |t: f64, _: &SpatialFrame| ([rate * t * direction[0], rate * t * direction[1], 0.0], [0.0; 3]);
        // At the height of the feet: nothing tips.
        builder.force("pull", Applied::new(body.point(0.0, 0.0, -half[2]), pull));
    });
    let starts = mu * M * G / rate;
    let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), starts + 0.5).unwrap();
    let changes: Vec<(f64, Cause)> = changes(&run).iter().map(|change| (change.t - starts, change.cause)).collect();
    println!("{changes:?} {:?}", run.counters());
    assert!(changes.len() == 4 && changes.iter().all(|(t, _)| t.abs() < 1e-11), "{changes:?}");
    let at = run.last().unwrap();
    assert_eq!(modes(&at, &feet), [Mode::Forward; 4]);
    // m s'' = rate (t − t₀).
    let far = rate * 0.5_f64.powi(3) / 6.0 / M;
    let end = at.body(body);
    let off = (end.origin.x - direction[0] * far).hypot(end.origin.y - direction[1] * far);
    println!("off {off:.1e}, spin {:.1e}", end.spin.z);
    assert!(off < 1e-10 && end.spin.norm() < 1e-10);
}

/// A push at the height of the center that grows: a tall box tips about the edge ahead when m g b = F h.
#[test]
fn analytic_a_growing_push_tips_a_box() {
    let (mu, half, rate) = (0.9, [0.1, 0.15, 0.4], 10.0);
    let (model, body, feet) = Feet::flat(half, mu).on(still, |builder, body| {
        builder.force(
            "push",
            Applied::new(body.origin(), move |t: f64, _: &SpatialFrame| ([rate * t, 0.0, 0.0], [0.0; 3])),
        );
    });
    let tips = M * G * half[0] / half[2] / rate;
    let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), tips + 0.05).unwrap();
    let changes: Vec<(f64, Mode)> = changes(&run).iter().map(|change| (change.t - tips, change.to)).collect();
    println!("{changes:?}");
    assert!(changes.len() == 2 && changes.iter().all(|(t, to)| t.abs() < 1e-11 && *to == Mode::Open), "{changes:?}");
    let at = run.last().unwrap();
    assert_eq!(modes(&at, &feet), [Mode::Stick, Mode::Open, Mode::Open, Mode::Stick]);
    assert!(at.body(body).spin.y > 0.0);
}

/// Dropped flat it lands on all feet and rests.
#[test]
fn analytic_a_dropped_box_rests() {
    let half = [0.2, 0.3, 0.1];
    let (model, body, feet) =
        Feet::flat(half, 0.5).on(|solid| solid.at(0.0, 0.0, 0.3).moving(0.1, 0.05, 0.0), |_, _| {});
    let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 1.0).unwrap();
    let at = run.last().unwrap();
    println!("{:?}", run.transitions().iter().map(|c| (c.t, c.to)).collect::<Vec<_>>());
    assert_eq!(modes(&at, &feet), [Mode::Stick; 4]);
    assert!((run.impacts()[0].t - (2.0 * 0.2 / G).sqrt()).abs() < 1e-12 && at.body(body).velocity.norm() == 0.0);
}

/// A tripod on a slope: its three normal forces follow from the place of its center.
#[test]
fn analytic_a_tripod_on_a_slope() {
    let (slope, mu, h) = (0.3_f64, 0.5, 0.1);
    let feet = vec![[0.2, 0.0, -h], [-0.1, 0.2, -h], [-0.1, -0.2, -h]];
    let (model, _, ids) = Feet { half: [0.2, 0.2, h], mu, slope, heading: 0.0 }.at(feet.clone(), still, |_, _| {});
    let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 0.5).unwrap();
    let at = run.last().unwrap();
    assert_eq!(modes(&at, &ids), [Mode::Stick; 3]);
    // The weight meets the floor at x = h tan α: N₀ 0.3 = N (0.1 + x).
    let normal = M * G * slope.cos();
    let first = normal * (0.1 + h * slope.tan()) / 0.3;
    let expected = [first, 0.5 * (normal - first), 0.5 * (normal - first)];
    for (foot, exact) in ids.iter().zip(expected) {
        assert!((at.contact(*foot).normal - exact).abs() < 1e-11, "{:?} {exact}", at.contact(*foot));
    }
    carried(&at, &ids, mu);
}

/// A torque about the vertical that grows: it turns from μ m g r on, r the distance of the feet, about its center.
#[test]
fn analytic_a_growing_torque_turns_a_box() {
    let (mu, half, rate) = (0.3, [0.2, 0.3, 0.05], 10.0);
    let (model, body, feet) = Feet::flat(half, mu).on(still, |builder, body| {
        let torque = move |t: f64, _: &SpatialFrame| ([0.0; 3], [0.0, 0.0, rate * t]);
        builder.force("torque", Applied::new(body.origin(), torque));
    });
    let r = half[0].hypot(half[1]);
    let (starts, about) = (mu * M * G * r / rate, M / 3.0 * r * r);
    let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), starts + 0.2).unwrap();
    let found: Vec<(f64, Mode)> = changes(&run).iter().map(|change| (change.t - starts, change.to)).collect();
    println!("{found:?} {:?}", run.counters());
    assert!(found.len() == 4 && found.iter().all(|(t, to)| t.abs() < 1e-11 && *to == Mode::Forward), "{found:?}");
    let at = run.last().unwrap();
    let spin = rate * 0.2_f64.powi(2) / 2.0 / about;
    let [off, away] = [at.body(body).spin.z - spin, at.body(body).origin.xy().norm()];
    println!("spin {spin}: {off:.1e}, away {away:.1e}");
    assert_eq!(modes(&at, &feet), [Mode::Forward; 4]);
    assert!(off.abs() < 1e-9 && away < 1e-9);
}

/// Feet in the plane of the center carry the same whatever they do: the plane motion of a body that slides on four points, by Runge and Kutta's method.
#[test]
fn oracle_a_box_slides_and_turns() {
    let (mu, half, [v, w]) = (0.3, [0.2, 0.3, 0.05], [1.0, 4.0]);
    let [a, b, _] = half;
    let corners = [[a, b], [-a, b], [-a, -b], [a, -b]];
    let feet = corners.map(|[x, y]| [x, y, 0.0]).to_vec();
    let place = |solid: Solid| solid.at(0.0, 0.0, 0.0).moving(v, 0.3, 0.0).spinning(0.0, 0.0, w);
    let (model, body, ids) = Feet::flat(half, mu).at(feet, place, |_, _| {});
    // (x, y, θ, v, w, ω)
    let slope = |y: &[f64; 6]| {
        let (sin, cos) = y[2].sin_cos();
        let mut out = [y[3], y[4], y[5], 0.0, 0.0, 0.0];
        for [p, q] in corners {
            let r = [cos * p - sin * q, sin * p + cos * q];
            let s = [y[3] - y[5] * r[1], y[4] + y[5] * r[0]];
            let size = s[0].hypot(s[1]);
            let f = [-0.25 * mu * G * s[0] / size, -0.25 * mu * G * s[1] / size];
            out[3] += f[0];
            out[4] += f[1];
            out[5] += 3.0 / (a * a + b * b) * (r[0] * f[1] - r[1] * f[0]);
        }
        out
    };
    let (end, steps) = (0.2, 2000);
    let mut y = [0.0, 0.0, 0.0, v, 0.3, w];
    for _ in 0..steps {
        let h = end / f64::from(steps);
        let plus = |k: &[f64; 6], h: f64| -> [f64; 6] { std::array::from_fn(|i| y[i] + h * k[i]) };
        let k1 = slope(&y);
        let k2 = slope(&plus(&k1, 0.5 * h));
        let k3 = slope(&plus(&k2, 0.5 * h));
        let k4 = slope(&plus(&k3, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    let run = Simulation::new(&model).tolerance(1e-11).keep_dense().run(model.placed(), 1.0).unwrap();
    let at = run.read(&run.state_at(end).unwrap()).body(body);
    let found = [at.origin.x, at.origin.y, at.velocity.x, at.velocity.y, at.spin.z];
    let off = found.iter().zip([y[0], y[1], y[3], y[4], y[5]]).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    let stops: Vec<(f64, Mode)> = changes(&run).iter().map(|change| (change.t, change.to)).collect();
    let last = run.last().unwrap();
    println!("{y:?}: {off:.1e}, {stops:?} {:?}", run.counters());
    assert!(y[5] > 0.3 && y[3] > 0.1, "moot: {y:?}");
    assert!(off < 1e-10, "{off:e}");
    assert_eq!(modes(&last, &ids), [Mode::Stick; 4]);
    assert!(last.body(body).velocity.norm() == 0.0 && run.energy_error() < 1e-10);
}
