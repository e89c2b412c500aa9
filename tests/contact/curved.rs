//! Curved walls and ropes, against invariants and closed forms.

use super::common::G;
use chetaev::contact::curve::{Circle, Ellipse, Polynomial};
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::{Height, HeightField};
use chetaev::contact::{Circles, CornerOnCurve, CornerOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

/// In an elliptic billiard the product of the angular momenta about the foci stays (Joachimsthal).
#[test]
fn external_an_elliptic_billiard() {
    let (a, b) = (1.5, 1.0);
    for (at, v) in [([0.2, 0.3], [1.0, 0.7]), ([0.0, 0.9], [0.3, 1.0]), ([1.2, 0.0], [0.1, 1.0])] {
        let mut builder = ModelBuilder::new();
        let particle = builder.body("particle", Particle::new(1.0).at(at[0], at[1]).moving(v[0], v[1]));
        let pair = CornerOnCurve::inside(Ellipse::new(a, b), [0.0, 0.0]);
        let wall = builder.contact("wall", Contact::between(GROUND, particle, pair), Rigid::smooth().bouncing(1.0));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).every(0.05).run(model.placed(), 40.0).unwrap();
        let focus = f64::sqrt(a * a - b * b);
        let product = |at: &Snapshot<'_>| {
            let it = at.body(particle);
            let about = |x: f64| (it.origin.x - x) * it.velocity.y - it.origin.y * it.velocity.x;
            about(focus) * about(-focus)
        };
        let first = product(&run.first().unwrap());
        let worst = run.largest(|at| (product(at) - first).abs());
        println!("{} impacts, {worst:.1e}", run.impacts().len());
        assert!(run.impacts().len() > 15 && worst < 1e-10, "{worst:e}");
        let deepest = run.samples().map(|at| at.contact(wall).gap).filter(|gap| !gap.is_nan()).fold(0.0, f64::min);
        assert!(deepest > -1e-11, "{deepest:e}");
    }
}

/// A round billiard in four ways: a circle in a circle, a corner in a curve, a rope, a stop of the distance; all chords are equal.
#[test]
fn analytic_a_round_billiard_in_three_ways() {
    let (radius, at, v) = (2.0, [0.5, 0.0], [0.6, 1.1]);
    for way in 0..3 {
        let mut builder = ModelBuilder::new();
        let particle = builder.body("particle", Particle::new(1.0).at(at[0], at[1]).moving(v[0], v[1]));
        let law = Rigid::smooth().bouncing(1.0);
        match way {
            0 => {
                let pair = Circles::inside(([0.0, 0.0], radius), ([0.0, 0.0], 0.0));
                builder.contact("wall", Contact::between(GROUND, particle, pair), law)
            }
            1 => {
                let pair = CornerOnCurve::inside(Circle::new([0.0, 0.0], radius), [0.0, 0.0]);
                builder.contact("wall", Contact::between(GROUND, particle, pair), law)
            }
            _ => builder.contact(
                "wall",
                Stop::below(Separation::between(GROUND.origin(), particle.origin()), radius),
                law,
            ),
        };
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 60.0).unwrap();
        // Distance of the path from the center, and half a chord.
        let speed = f64::hypot(v[0], v[1]);
        let aside = (at[0] * v[1] - at[1] * v[0]) / speed;
        let half = (radius * radius - aside * aside).sqrt();
        let along = (at[0] * v[0] + at[1] * v[1]) / speed;
        let worst = (run.impacts().iter().enumerate())
            .map(|(n, impact)| (impact.t - ((2 * n + 1) as f64 * half - along) / speed).abs())
            .fold(0.0, f64::max);
        println!("way {way}: {} impacts, {worst:.1e} s", run.impacts().len());
        assert!(run.impacts().len() >= 18 && worst < 1e-11, "way {way}: {worst:e}");
    }
}

/// A mass on a rope that is too slow for the top leaves its circle at sin α = (v₀² − 2 g L)/(3 g L) and comes back to it at −3 α.
#[test]
fn analytic_a_rope_goes_slack_and_taut() {
    let length = 0.8;
    for part in [2.5, 3.0, 4.0, 4.8] {
        let v0 = f64::sqrt(part * G * length);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let mass = builder.body("mass", Particle::new(0.4).at(0.0, -length).moving(v0, 0.0));
        let stop = Stop::below(Separation::between(GROUND.origin(), mass.origin()), length);
        let rope = builder.contact("rope", stop, Rigid::smooth());
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 2.0).unwrap();
        let sine = (part - 2.0) / 3.0;
        let left = run.transitions().iter().find(|change| change.to == Mode::Open).unwrap();
        assert_eq!(left.contact, Some(rope));
        let state = run.state_at(left.t).unwrap();
        let place = model.read(&state).body(mass).origin;
        assert!((place.y / length - sine).abs() < 1e-11, "{part}: {}", place.y / length - sine);
        let back = run.state_at(run.impacts()[0].t).unwrap();
        let place = model.read(&back).body(mass).origin;
        let alpha = f64::asin(sine);
        let [x, y] = [(-3.0 * alpha).cos(), (-3.0 * alpha).sin()];
        assert!(
            (place.x / length - x).abs() < 1e-10 && (place.y / length - y).abs() < 1e-10,
            "{part}: {place} {x} {y}"
        );
    }
}

/// The same rope with an ideal rod that is let go and held by hand.
#[test]
fn property_a_rope_is_a_rod_let_go_by_hand() {
    let (length, v0) = (0.8, 5.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let mass = builder.body("mass", Particle::new(0.4).at(0.0, -length).moving(v0, 0.0));
    let rod = builder.constraint("rod", Distance::new(GROUND.origin(), mass.origin(), length));
    let model = builder.build().unwrap();
    let simulation = || Simulation::new(&model).tolerance(1e-12);
    let pull = Event::new("slack", move |at| at.multipliers(rod)[0]).stop();
    let first = simulation().event(pull).run(model.placed(), 2.0).unwrap();
    let mut state = first.end().clone();
    assert!(state.t < 1.9);
    state.release(rod);
    let taut = Event::new("taut", move |at| at.body(mass).origin.norm() - length).rising().stop();
    let second = simulation().event(taut).run(state, 2.0).unwrap();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let other = builder.body("mass", Particle::new(0.4).at(0.0, -length).moving(v0, 0.0));
    builder.contact("rope", Stop::below(Separation::between(GROUND.origin(), other.origin()), length), Rigid::smooth());
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 2.0).unwrap();
    let left = run.transitions().iter().find(|change| change.to == Mode::Open).unwrap().t;
    println!("{:.1e} s, {:.1e} s", left - first.end().t, run.impacts()[0].t - second.end().t);
    assert!((left - first.end().t).abs() < 1e-10 && (run.impacts()[0].t - second.end().t).abs() < 1e-10);
}

/// On the hill y = −x²/2p a particle stays if v² < g p at its top, flies if v² > g p, and at v² = g p its flight is the hill: N is zero all the way.
#[test]
fn analytic_a_hill_that_is_a_parabola() {
    let p = 0.7;
    for part in [0.25, 0.9, 0.999_999, 1.0, 1.000_001, 1.5] {
        let v = f64::sqrt(part * G * p);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let particle = builder.body("particle", Particle::new(1.3).moving(v, 0.0));
        let pair = CornerOnCurve::inside(Polynomial::new([0.0, 0.0, -0.5 / p]), [0.0, 0.0]);
        let hill = builder.contact("hill", Contact::between(GROUND, particle, pair), Rigid::smooth());
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).every(0.02).run(model.placed(), 0.8).unwrap();
        let at = run.last().unwrap();
        let reading = at.contact(hill);
        let place = at.body(particle).origin;
        println!(
            "{part}: {:?} after {} changes, {} impacts",
            reading.mode,
            run.transitions().len(),
            run.impacts().len()
        );
        if part < 1.0 {
            assert_eq!(reading.mode, Mode::Holding);
            // N = m (g − v²/p)/(1 + x²/p²)^{3/2}.
            let worst = run.largest(|at| {
                let s = at.body(particle).origin.x / p;
                (at.contact(hill).normal - 1.3 * G * (1.0 - part) / (1.0 + s * s).powf(1.5)).abs()
            });
            assert!(worst < 1e-9, "{worst:e}");
        } else {
            assert!((place.x - 0.8 * v).abs() < 1e-9 && (place.y + 0.5 * G * 0.64).abs() < 1e-9, "{place}");
        }
        assert!(run.samples().all(|at| at.contact(hill).gap > -1e-11 && at.contact(hill).normal >= -1e-11));
    }
}

/// With friction on a round hill: with u = v², du/dθ = 2 R (g sin θ − μ N/m), N/m = g cos θ − u/R, in closed form until N = 0.
#[test]
fn analytic_a_rough_sphere_is_left() {
    let (radius, v, mu) = (1.3, 1.9, 0.3);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let particle = builder.body("particle", Particle::new(0.2).at(0.0, radius).moving(v, 0.0));
    let pair = Circles::outside(([0.0, 0.0], radius), ([0.0, 0.0], 0.0));
    let sphere = builder.contact("sphere", Contact::between(GROUND, particle, pair), Rigid::rough(Coulomb::new(mu)));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 3.0).unwrap();
    let change = run.transitions().iter().find(|change| change.to == Mode::Open).unwrap();
    assert_eq!(change.contact, Some(sphere));
    let state = run.state_at(change.t).unwrap();
    let place = model.read(&state).body(particle);
    // u' = 2 g R (sin θ − μ cos θ) + 2 μ u:  u = A cos θ + B sin θ + C e^(2 μ θ).
    let (g2, m2) = (2.0 * G * radius, 2.0 * mu);
    // −A sin θ + B cos θ = g2 (sin θ − μ cos θ) + m2 (A cos θ + B sin θ):  −A = g2 + m2 B, B = −g2 μ + m2 A.
    let b = (-g2 * mu - m2 * g2) / (1.0 + m2 * m2);
    let a = -g2 - m2 * b;
    let theta = f64::atan2(place.origin.x, place.origin.y);
    let u = a * theta.cos() + b * theta.sin() + (v * v - a) * (m2 * theta).exp();
    println!("leaves at {theta}: {:.1e}, {:.1e}", u - G * radius * theta.cos(), u - place.velocity.norm_squared());
    assert!((u - G * radius * theta.cos()).abs() < 1e-9 && (u - place.velocity.norm_squared()).abs() < 1e-9);
}

/// A particle in a round bowl slides as a pendulum: second formulation by a rod; and in a corner on a curve of a moving body.
#[test]
fn property_a_bowl_is_a_pendulum() {
    let place = |way: usize| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let cart = builder.body("cart", RigidBody::new(2.0, 1.0));
        builder.constraint("rail", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), cart.axis([0.0, 0.0], 0.0)));
        let (sin, cos) = 1.2_f64.sin_cos();
        let particle = builder.body("particle", Particle::new(0.4).at(sin, -cos));
        match way {
            0 => _ = builder.constraint("rod", Distance::new(cart.origin(), particle.origin(), 1.0)),
            1 => {
                let pair = Circles::inside(([0.0, 0.0], 1.0), ([0.0, 0.0], 0.0));
                builder.contact("bowl", Contact::between(cart, particle, pair), Rigid::smooth());
            }
            2 => {
                let pair = CornerOnCurve::inside(Circle::new([0.0, 0.0], 1.0), [0.0, 0.0]);
                builder.contact("bowl", Contact::between(cart, particle, pair), Rigid::smooth());
            }
            _ => {
                let stop = Stop::below(Separation::between(cart.origin(), particle.origin()), 1.0);
                builder.contact("bowl", stop, Rigid::smooth());
            }
        }
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 3.0).unwrap();
        assert!(run.impacts().is_empty());
        let at = run.last().unwrap();
        [at.body(particle).origin.x, at.body(particle).origin.y, at.body(cart).origin.x]
    };
    let rod = place(0);
    for way in 1..4 {
        let worst = place(way).iter().zip(rod).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-10, "way {way}: {worst:e}");
    }
}

/// The ladder on a smooth floor leaves the smooth wall where its top has fallen to two thirds.
#[test]
fn analytic_a_ladder_leaves_its_wall() {
    let (m, half) = (3.0, 1.25);
    for first in [0.2_f64, 0.5, 0.8] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        // The foot at the right: the body's x axis goes from top to foot.
        let (x, y) = (half * first.sin(), half * first.cos());
        let angle = -f64::atan2(y, x);
        let ladder = builder.body("ladder", RigidBody::rod(m, 2.0 * half).at(x, y, angle));
        let floor = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [half, 0.0]);
        let wall = CornerOnLine::new(GROUND.axis([0.0, 0.0], -std::f64::consts::FRAC_PI_2), [-half, 0.0]);
        let floor = builder.contact("floor", Contact::between(GROUND, ladder, floor), Rigid::smooth());
        let wall = builder.contact("wall", Contact::between(GROUND, ladder, wall), Rigid::smooth());
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 2.0);
        let run = run.unwrap_or_else(|failed| panic!("{failed}"));
        let left = run.transitions().iter().find(|change| change.to == Mode::Open).unwrap();
        assert_eq!(left.contact, Some(wall));
        let state = run.state_at(left.t).unwrap();
        let height = model.read(&state).body(ladder).origin.y;
        println!("from {first}: {:.1e}", height / y - 2.0 / 3.0);
        assert!((height / y - 2.0 / 3.0).abs() < 1e-11);
        let _ = floor;
    }
}

/// z = cos(3 x)/5: the centers of curvature of its valleys are below its hills by little more than the hills are high.
#[derive(Debug)]
struct Waves;

impl Waves {
    fn height(x: f64) -> f64 {
        0.2 * (3.0 * x).cos()
    }
}

impl Height for Waves {
    fn at<T: RealField + Copy>(&self, x: T, _: T) -> T {
        (x * convert(3.0)).cos() * convert(0.2)
    }
}

/// A particle is thrown over waves in space, beyond the centers of curvature of their valleys, and hits the first that is in its way: φ(t) = z(t) − cos(3 x(t))/5 = 0. Mended by 83c7fd4: where Newton's
/// method went astray between two hills, an open contact ended the run.
#[test]
fn regress_a_particle_flies_over_waves() {
    let mut worst = 0.0_f64;
    for speed in [0.5, 2.0, 3.5, -3.5, 6.0, 15.0] {
        for height in [0.5, 1.0, 3.0] {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, 0.0, -G]);
            let grain = builder.body("grain", Particle::in_space(0.3).at(0.1, 0.0, height).moving(speed, 0.0, 0.0));
            let ground = Contact::between(WORLD, grain, PointOn::new(HeightField(Waves), [0.0; 3]));
            builder.contact("ground", ground, Rigid::smooth());
            let model = builder.build().unwrap();
            let above = |t: f64| height - 0.5 * G * t * t - Waves::height(0.1 + speed * t);
            let first = (1..).map(|k| f64::from(k) * 1e-4).find(|t| above(*t) <= 0.0).unwrap();
            let (mut low, mut high) = (first - 1e-4, first);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if above(middle) > 0.0 { low = middle } else { high = middle }
            }
            let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), first + 1e-3).unwrap();
            worst = worst.max((run.impacts()[0].t - low).abs());
        }
    }
    println!("hits at {worst:.1e} s");
    assert!(worst < 1e-12);
}
