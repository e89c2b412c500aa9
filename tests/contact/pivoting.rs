//! Friction that resists pivoting as well (H16): closed forms of what spins on its pole, slides and spins, is held, starts, is struck.
//!
//! With s = (s₁, s₂, ρ ω) a body that slides and pivots while N = m g obeys s' = −μ m g A s/‖s‖, A the response of the slip; where A is diagonal with a along the slip and b about the normal
//!
//! ```text
//! (1)  w = C u^κ,   κ = b/a        u the slip, w = ρ ω;   the clock:  dt = −√(u² + w²)/(μ m g a u) du
//! ```

use super::common::G;
use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::element::SpatialFrame;
use chetaev::error::BuildError;
use chetaev::prelude::*;
use chetaev::simulate::Cause;

const M: f64 = 1.3;

/// A body on a point under its center of mass: nothing tips it, and its moment of inertia about the normal is given.
fn puck(
    [mu, rho, about]: [f64; 3],
    [v, spin]: [[f64; 2]; 2],
    push: impl Fn(f64) -> ([f64; 3], [f64; 3]) + Send + Sync + 'static,
) -> (Model, BodyId<Spatial>, ContactId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let solid = Solid::principal(M, [about, about, about]).unwrap();
    let body = builder.body("puck", solid.moving(v[0], v[1], 0.0).spinning(0.0, 0.0, spin[0]));
    let pair = PointOn::new(Plane::horizontal(), [0.0; 3]);
    let law = Rigid::rough(Coulomb::new(mu));
    let floor = builder.contact("floor", Contact::between(WORLD, body, pair).pivoting(rho), law);
    builder.force("push", Applied::new(body.origin(), move |t: f64, _: &SpatialFrame| push(t)));
    (builder.build().unwrap(), body, floor)
}

fn free(_: f64) -> ([f64; 3], [f64; 3]) {
    ([0.0; 3], [0.0; 3])
}

/// A ball that pivots.
fn ball(
    mu: f64,
    [r, rho]: [f64; 2],
    height: f64,
    e: f64,
    [v, w]: [[f64; 3]; 2],
) -> (Model, BodyId<Spatial>, ContactId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let solid = Solid::from_inertia(Inertia::sphere(M, r).unwrap()).unwrap();
    let solid = solid.at(0.0, 0.0, r + height).moving(v[0], v[1], v[2]).spinning(w[0], w[1], w[2]);
    let ball = builder.body("ball", solid);
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], r));
    let law = Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let floor = builder.contact("floor", Contact::between(WORLD, ball, pair).pivoting(rho), law);
    (builder.build().unwrap(), ball, floor)
}

fn stops(run: &Trajectory) -> f64 {
    let stops: Vec<_> = run.transitions().iter().filter(|change| change.cause == Cause::Stopped).collect();
    assert!(stops.len() == 1 && stops[0].to == Mode::Stick, "{:?}", run.transitions());
    stops[0].t
}

/// ∫ √(1 + C² u^(2κ−2)) du from 0, for κ = ½, 1 and 2.
fn clock(c: f64, kappa: f64, u: f64) -> f64 {
    match kappa {
        0.5 => (u * (u + c * c)).sqrt() + c * c * (u.sqrt() / c).asinh(),
        1.0 => u * c.hypot(1.0),
        2.0 => 0.5 * u * (c * u).hypot(1.0) + 0.5 * (c * u).asinh() / c,
        _ => f64::NAN,
    }
}

/// ω' = −μ m g ρ/I; what spins on its pole stops at I ω₀/(μ m g ρ), and the moment is μ N ρ until then. Without pivoting it spins without end.
#[test]
fn analytic_a_ball_spins_down_on_its_pole() {
    let (mu, r) = (0.3, 0.1);
    for (rho, w) in [(0.004, 5.0), (0.02, -30.0), (0.1, 200.0)] {
        let (model, body, floor) = ball(mu, [r, rho], 0.0, 0.0, [[0.0; 3], [0.0, 0.0, w]]);
        let end = 0.4 * r * r * w.abs() / (mu * G * rho);
        let run = Simulation::new(&model).tolerance(1e-12).every(end / 20.0).run(model.placed(), 1.25 * end).unwrap();
        let mut worst = [0.0_f64; 3];
        for at in run.samples() {
            let left = w * (1.0 - at.t() / end).max(0.0);
            let moment = if at.t() < end { -mu * M * G * rho * w.signum() } else { 0.0 };
            worst[0] = worst[0].max((at.body(body).spin.z - left).abs() / w.abs());
            let told = at.pivoting_moment(floor);
            // At the stop itself it is either.
            if (at.t() / end - 1.0).abs() > 1e-9 {
                worst[1] = worst[1].max((told.z - moment).abs() + told.x.abs() + told.y.abs());
            }
            worst[2] = worst[2].max(at.body(body).velocity.norm() + at.friction_force(floor).norm());
        }
        let off = stops(&run) / end - 1.0;
        println!(
            "ρ {rho}, {w} rad/s: stops {off:.1e}, spin {:.1e}, moment {:.1e} N m, across {:.1e}",
            worst[0], worst[1], worst[2]
        );
        assert!(off.abs() < 1e-14 && worst[0] < 1e-13 && worst[1] < 1e-13 && worst[2] == 0.0, "{worst:?}");
        assert!(run.energy_error() < 1e-12 && run.last().unwrap().body(body).spin.z.abs() < 1e-14 * w.abs());
    }
    let (model, body, _) = puck([mu, 0.05, 0.01], [[0.0; 2], [7.0, 0.0]], free);
    let rough = Simulation::new(&model).run(model.placed(), 0.01).unwrap();
    assert!(rough.last().unwrap().body(body).spin.z < 6.9, "moot");
}

/// (1) of a puck, with b/a = m ρ²/I: what slides and pivots comes to an end as one.
#[test]
fn analytic_a_puck_slides_and_pivots() {
    let (mu, rho) = (0.25, 0.08);
    for (kappa, v, spin) in [(1.0, 2.0, 30.0), (2.0, 1.5, 10.0), (2.0, 0.3, -40.0), (0.5, 1.0, 12.0), (0.5, 2.0, -3.0)]
    {
        let heading = 0.7_f64;
        let start = [[v * heading.cos(), v * heading.sin()], [spin, 0.0]];
        let (model, body, floor) = puck([mu, rho, M * rho * rho / kappa], start, free);
        let c = rho * spin.abs() / v.powf(kappa);
        let end = clock(c, kappa, v) / (mu * G);
        let run = Simulation::new(&model).tolerance(1e-12).every(end / 50.0).run(model.placed(), 1.1 * end).unwrap();
        let mut worst = [0.0_f64; 3];
        for at in run.samples().filter(|at| at.t() < 0.98 * end) {
            let (u, w) = (at.body(body).velocity.norm(), rho * at.body(body).spin.z.abs());
            worst[0] = worst[0].max((w - c * u.powf(kappa)).abs() / (rho * spin.abs()));
            worst[1] = worst[1].max((at.t() + clock(c, kappa, u) / (mu * G) - end).abs() / end);
            let (force, moment) = (at.friction_force(floor).norm(), at.pivoting_moment(floor).norm());
            worst[2] = worst[2].max((force.hypot(moment / rho) / (mu * M * G) - 1.0).abs());
            assert!((at.contact(floor).tangential / (mu * M * G) - 1.0).abs() < 1e-13);
            assert!((at.contact(floor).slip - u.hypot(w)).abs() < 1e-14 * (v + w));
        }
        let off = stops(&run) / end - 1.0;
        println!("κ {kappa}: stops {off:.1e}, ratio {:.1e}, clock {:.1e}, cone {:.1e}", worst[0], worst[1], worst[2]);
        assert!(off.abs() < 1e-11 && worst[0] < 1e-11 && worst[1] < 1e-11 && worst[2] < 1e-13, "{off:e} {worst:?}");
        let last = run.last().unwrap().body(body);
        assert!(last.velocity.norm() < 1e-14 && last.spin.norm() < 1e-13 && run.energy_error() < 1e-12, "{last:?}");
    }
}

/// A ball that slides and pivots, κ = 5ρ²/(7r²) = ½: (1) with a = 7/(2m). When all has ended it rolls with v₀ − 2u₀/7.
#[test]
fn analytic_a_ball_slides_and_pivots_then_rolls() {
    let (mu, r) = (0.2, 0.1);
    let rho = r * 0.7_f64.sqrt();
    for (v, w) in [([3.0, 0.0, 0.0], [20.0, -10.0, 14.0]), ([0.5, -0.7, 0.0], [3.0, 9.0, -60.0])] {
        let (model, body, floor) = ball(mu, [r, rho], 0.0, 0.0, [v, w]);
        let u = [v[0] - r * w[1], v[1] + r * w[0]];
        let size = u[0].hypot(u[1]);
        let c = rho * f64::abs(w[2]) / size.sqrt();
        let end = clock(c, 0.5, size) / (3.5 * mu * G);
        let run = Simulation::new(&model).tolerance(1e-12).every(end / 30.0).run(model.placed(), 1.2 * end).unwrap();
        let off = stops(&run) / end - 1.0;
        let last = run.last().unwrap();
        let rolls = (0..2).map(|k| (last.body(body).velocity[k] - (v[k] - 2.0 * u[k] / 7.0)).abs()).fold(0.0, f64::max);
        println!("stops {off:.1e}, rolls {rolls:.1e} m/s, energy {:.1e}", run.energy_error());
        assert!(off.abs() < 1e-11 && rolls < 1e-11 && run.energy_error() < 1e-11);
        assert!(last.contact(floor).mode == Mode::Stick && last.body(body).spin.z.abs() < 1e-12, "moot");
    }
}

/// A ball that rolls and pivots: its path is straight, while its pivoting ends as on the pole.
#[test]
fn analytic_a_ball_rolls_and_pivots() {
    let (mu, r, rho, v, w) = (0.3, 0.1, 0.01, 1.2, 25.0);
    let (model, body, floor) = ball(mu, [r, rho], 0.0, 0.0, [[v, 0.0, 0.0], [0.0, v / r, w]]);
    let end = 0.4 * r * r * w / (mu * G * rho);
    let run = Simulation::new(&model).tolerance(1e-12).every(0.1).run(model.placed(), 1.5 * end).unwrap();
    let off = stops(&run) / end - 1.0;
    let worst = run.column(|at| {
        let body = at.body(body);
        (body.origin.x - v * at.t()).abs() + body.origin.y.abs() + (body.spin.y - v / r).abs() * r
    });
    let worst = worst.into_iter().fold(0.0, f64::max);
    println!("stops {off:.1e}, off its path {worst:.1e}");
    assert!(off.abs() < 1e-12 && worst < 1e-11 && run.last().unwrap().contact(floor).mode == Mode::Stick);
}

/// Below the limit a moment is held, to the bit; where it grows the body starts at I ω' = M − μ m g ρ. With a force besides both share the limit: √(F² + (M/ρ)²) = μ m g.
#[test]
fn analytic_a_moment_is_held_then_starts() {
    let (mu, rho) = (0.4, 0.03);
    let most = mu * M * G;
    let held = |part: f64| {
        // On a shaft, so that it does not tip: nothing is left that could move.
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]).allow_redundant();
        let body = builder.body("puck", Solid::principal(M, [0.002; 3]).unwrap());
        builder.constraint("shaft", Joint::cylindrical(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0)));
        let foot = Contact::between(WORLD, body, PointOn::new(Plane::horizontal(), [0.0; 3])).pivoting(rho);
        let floor = builder.contact("floor", foot, Rigid::rough(Coulomb::new(mu)));
        let torque = move |t: f64, _: &SpatialFrame| ([0.0; 3], [0.0, 0.0, part * most * rho * t.sin()]);
        builder.force("push", Applied::new(body.origin(), torque));
        (builder.build().unwrap(), body, floor)
    };
    let (model, body, floor) = held(0.999);
    let run = Simulation::new(&model).every(0.1).run(model.placed(), 8.0).unwrap();
    let pressed = run.column(|at| at.contact(floor).tangential / most);
    assert!(
        pressed.iter().fold(0.0_f64, |most, x| most.max(*x)) > 0.99
            && run.transitions().iter().all(|change| change.to == Mode::Stick),
        "moot"
    );
    let last = run.last().unwrap().body(body);
    assert!(last.spin.norm() == 0.0 && last.velocity.norm() == 0.0 && last.origin.norm() == 0.0, "{last:?}");
    let (model, ..) = held(1.001);
    let run = Simulation::new(&model).run(model.placed(), 8.0).unwrap();
    assert!(run.transitions().iter().any(|change| change.cause == Cause::Started));

    for (along, turning, kappa) in [(0.0, 1.0, 3.0), (0.8, 0.6, 1.0), (0.3, -0.9, 1.0), (1.0, 0.0, 0.2)] {
        let push = move |t: f64| ([0.0, most * along * t, 0.0], [0.0, 0.0, most * rho * turning * t]);
        let (model, body, _) = puck([mu, rho, M * rho * rho / kappa], [[0.0; 2]; 2], push);
        let size = f64::hypot(along, turning);
        let (starts, span) = (1.0 / size, 0.5);
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), starts + span).unwrap();
        let start = run.transitions().iter().find(|change| change.cause == Cause::Started).unwrap();
        // Along one direction from then on: m s' = most (size t − 1), or with I/ρ² for m.
        let s = most * size * span * span / (2.0 * M) * if along == 0.0 { kappa } else { 1.0 };
        let last = run.last().unwrap().body(body);
        let off = [last.velocity.y - s * along / size, rho * last.spin.z - s * turning / size].map(f64::abs);
        println!("({along}, {turning}): starts {:.1e}, {off:?}", start.t - starts);
        assert!((start.t - starts).abs() < 1e-13 && off[0] < 1e-11 && off[1] < 1e-11, "{off:?}");
    }
}

/// What starts under a force and a moment where its mass resists them differently: the direction turns. Against s_σ = ‖s‖ g F(t) − f g s, t_σ = ‖s‖, which is smooth.
#[test]
fn oracle_a_start_that_turns_towards_pivoting() {
    let (mu, rho, kappa, along, turning) = (0.4, 0.03, 4.0, 0.8, 0.6);
    let most = mu * M * G;
    let push = move |t: f64| ([most * along * t, 0.0, 0.0], [0.0, 0.0, most * rho * turning * t]);
    let (model, body, _) = puck([mu, rho, M * rho * rho / kappa], [[0.0; 2]; 2], push);
    let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 1.5).unwrap();
    let found = run.last().unwrap().body(body);
    let [g, force] = [[1.0 / M, kappa / M], [most * along, most * turning]];
    let slope = |[t, s, w]: [f64; 3]| {
        let size = s.hypot(w);
        [size, size * g[0] * force[0] * t - most * g[0] * s, size * g[1] * force[1] * t - most * g[1] * w]
    };
    let plus = |y: [f64; 3], k: [f64; 3], h: f64| -> [f64; 3] { std::array::from_fn(|i| y[i] + h * k[i]) };
    // A little after t = 1, where ‖s‖ = ½ α τ², α = f/Σ d²/g.
    let after = |tau: f64, h: f64| {
        let alpha = most / (along * along / g[0] + turning * turning / g[1]);
        let mut y = [1.0 + tau, 0.5 * alpha * tau * tau * along, 0.5 * alpha * tau * tau * turning];
        loop {
            let k1 = slope(y);
            let k2 = slope(plus(y, k1, 0.5 * h));
            let k3 = slope(plus(y, k2, 0.5 * h));
            let k4 = slope(plus(y, k3, h));
            let next: [f64; 3] = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
            if next[0] > 1.5 {
                // The rest in t, by one step of the same method.
                let by_t = |y: [f64; 3]| slope(y).map(|k| k / slope(y)[0]);
                let h = 1.5 - y[0];
                let k1 = by_t(y);
                let k2 = by_t(plus(y, k1, 0.5 * h));
                let k3 = by_t(plus(y, k2, 0.5 * h));
                let k4 = by_t(plus(y, k3, h));
                return [1, 2].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
            }
            y = next;
        }
    };
    let (fine, coarse) = (after(1e-5, 1e-3), after(2e-5, 2e-3));
    let apart = [0, 1].map(|i| (fine[i] - coarse[i]).abs());
    let off = [found.velocity.x - fine[0], rho * found.spin.z - fine[1]].map(f64::abs);
    let turned = (rho * found.spin.z).atan2(found.velocity.x) - f64::atan2(turning, along);
    println!("turned by {turned:.3}, off {off:?}, the reference {apart:?}");
    assert!(turned.abs() > 0.1, "moot: {turned}");
    assert!(off.iter().zip(apart).all(|(off, apart)| *off < 1e-10 + 2.0 * apart), "{off:?} {apart:?}");
}

/// A ball that spins about the vertical is struck: with the impulse for the time, (1) with κ = ½, and the spin on its pole alone.
#[test]
fn analytic_a_blow_takes_from_pivoting() {
    let (r, e, fall) = (0.1, 0.6, 0.02);
    let speed = f64::sqrt(2.0 * G * fall);
    let impulse = (1.0 + e) * M * speed;
    let rho = r * 0.7_f64.sqrt();
    let mut ends = [0, 0];
    for (mu, v, w) in [(0.05, 1.0, 8.0), (0.2, 1.0, -30.0), (0.8, 0.4, 3.0), (0.1, 0.0, 20.0), (0.9, 0.0, -3.0)] {
        let (model, body, _) = ball(mu, [r, rho], fall, e, [[v, 0.0, 0.0], [0.0, 0.0, w]]);
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 0.1).unwrap();
        let after = run.read(&run.state_at(run.impacts()[0].t).unwrap()).body(body);
        let u = after.velocity.x - r * after.spin.y;
        let left = rho * after.spin.z.abs();
        let turned = rho * f64::abs(w);
        if v == 0.0 {
            // w falls by μ ρ² P/I.
            let expected = (turned - mu * 1.75 / M * impulse).max(0.0);
            assert!((left - expected).abs() < 1e-13, "{left} {expected}");
            ends[usize::from(expected > 0.0)] += 1;
            continue;
        }
        let c = turned / v.sqrt();
        let spent = clock(c, 0.5, v) - 3.5 * mu / M * impulse;
        ends[usize::from(spent > 0.0)] += 1;
        let off = match spent > 0.0 {
            true => (clock(c, 0.5, u) - spent).abs() + (left - c * u.sqrt()).abs(),
            false => u.abs() + left,
        };
        println!("μ {mu}: u {u:.4}, w {left:.4}, off {off:.1e}, energy {:.1e}", run.energy_error());
        assert!(off < 1e-12 && run.energy_error() < 1e-12, "{off:e}");
    }
    assert!(ends[0] > 1 && ends[1] > 1, "moot: {ends:?}");
}

/// Feet on a circle that pivot each: about the center each slips by R ω and pivots by ρ ω, and so they hold Σ μ N √(R² + ρ²).
#[test]
fn analytic_feet_on_a_circle_that_pivot() {
    let (mu, rho, radius, about) = (0.3, 0.05, 0.12, 0.02);
    for feet in [3, 4] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        if feet > 3 {
            builder.allow_redundant();
        }
        let body = builder.body("table", Solid::principal(M, [0.013, 0.012, about]).unwrap());
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / feet as f64 + 0.3;
        let at: Vec<_> = (0..feet).map(|k| [radius * angle(k).cos(), radius * angle(k).sin(), 0.0]).collect();
        for (k, pair) in PointOn::each(&Plane::horizontal(), at).into_iter().enumerate() {
            let foot = Contact::between(WORLD, body, pair).pivoting(rho);
            builder.contact(format!("foot{k}"), foot, Rigid::rough(Coulomb::new(mu)));
        }
        let most = mu * M * G * radius.hypot(rho);
        builder.force(
            "motor",
            Applied::new(body.origin(), move |t: f64, _: &SpatialFrame| ([0.0; 3], [0.0, 0.0, most * t])),
        );
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 1.5).unwrap();
        let start = run.transitions().iter().find(|change| change.cause == Cause::Started).unwrap();
        let spin = run.last().unwrap().body(body).spin.z;
        let expected = most * 0.125 / about;
        println!("{feet} feet: starts {:.1e}, {:.1e} rad/s of {expected:.3}", start.t - 1.0, spin - expected);
        assert!((start.t - 1.0).abs() < 1e-9 && (spin - expected).abs() < 1e-8 * expected, "{start:?} {spin}");
    }
}

/// A radius that is none, and resistance without one, are refused; a contact without pivoting has no moment.
#[test]
fn refusal_radii_that_make_no_sense() {
    type OnPlane = Contact<PointOn<Plane>, Spatial>;
    let of = |change: &dyn Fn(OnPlane) -> OnPlane,
              form: fn(BodyId<Spatial>, BodyId<Spatial>, PointOn<Plane>) -> OnPlane| {
        let mut builder = ModelBuilder::new();
        let body = builder.body("puck", Solid::principal(M, [0.1; 3]).unwrap());
        let contact = change(form(WORLD, body, PointOn::new(Plane::horizontal(), [0.0; 3])));
        builder.contact("floor", contact, Rigid::rough(Coulomb::new(0.3)));
        builder.build().err()
    };
    for radius in [0.0, -0.1, f64::NAN, f64::INFINITY] {
        let error = of(&|contact| contact.pivoting(radius), Contact::between);
        assert!(
            matches!(&error, Some(BuildError::BadShape { name, what, .. }) if name == "floor" && what.contains("radius")),
            "{error:?}"
        );
    }
    let error = of(&|contact| contact, Contact::without_pivoting);
    assert!(
        matches!(&error, Some(BuildError::BadShape { what, .. }) if what.contains("pivoting(radius)")),
        "{error:?}"
    );
    let error = of(&|contact| contact.pivoting(0.1), Contact::sliding);
    assert!(matches!(&error, Some(BuildError::BadShape { what, .. }) if what.contains("without slips")), "{error:?}");
    assert!(of(&|contact| contact.pivoting(0.1), Contact::between).is_none());
}
