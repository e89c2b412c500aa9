//! Homogeneous balls: on a plane, on a slope, in a bowl, on a turntable.

use super::*;
use chetaev::constraint::Driver;
use chetaev::contact::spatial::{OnPlane, Spheres, Surfaces};
use chetaev::contact::surface::{Hollow, Plane, Sphere};
use std::f64::consts::TAU;

/// A ball on a plane of body a, in closed form or by Newton's method.
fn on_plane(args: &Args, radius: f64) -> Pair {
    let (plane, sphere) = (Plane::horizontal(), Sphere::new([0.0; 3], radius));
    match args.choice("pair") {
        "newton" => Arc::new(Surfaces::new(plane, sphere)),
        _ => Arc::new(OnPlane::new(plane, sphere)),
    }
}

/// Spin about the vertical changes nothing: X = (R ω₂ t, −R ω₁ t, R).
pub fn plane(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let reference = Table::named("space_ball_plane")?;
    let [mass, g, radius] = [2.0, 9.8, 0.3];
    let spin = [1.1, -0.7, 2.5];
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -g]);
    let velocity = [radius * spin[1], -radius * spin[0]];
    let body = ball(mass, radius)?.at(0.0, 0.0, radius).moving(velocity[0], velocity[1], 0.0);
    let body = builder.body("ball", body.spinning(spin[0], spin[1], spin[2]));
    let contact = rolling(&mut builder, WORLD, body, on_plane(args, radius));
    let rolled = roll(args, builder, body, contact, 10.0)?;
    let straight = |at: &Snapshot<'_>| {
        let expected = Vector3::new(velocity[0] * at.t(), velocity[1] * at.t(), radius);
        (at.body(body).origin - expected).norm()
    };
    let off = rolled.run.column(straight).into_iter().fold(0.0, f64::max);
    verdict.check("ball on a plane: off its straight line (m)", off, "<", bound(args, 1e-11, 1e-4));
    rolled.compare("ball on a plane", &reference, args, verdict)?;
    rolled.check("ball on a plane", args, verdict);
    Ok(rolled)
}

/// X = v₀ t + ½ (5/7) g sin α t² down the slope, uniform across it, whatever the spin.
pub fn incline(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let reference = Table::named("space_ball_incline")?;
    let [mass, g, radius, slope] = ["m", "g", "R", "alpha"].map(|n| reference.parameter(n).unwrap_or(f64::NAN));
    let ([vx, vy], spin) = ([-0.6, 0.4], 3.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([g * slope.sin(), 0.0, -g * slope.cos()]);
    let body = ball(mass, radius)?.at(0.0, 0.0, radius).moving(vx, vy, 0.0).spinning(-vy / radius, vx / radius, spin);
    let body = builder.body("ball", body);
    let contact = rolling(&mut builder, WORLD, body, on_plane(args, radius));
    let rolled = roll(args, builder, body, contact, 3.0)?;
    let acceleration = 5.0 / 7.0 * g * slope.sin();
    let off = |at: &Snapshot<'_>| {
        let t = at.t();
        let expected = Vector3::new(vx * t + 0.5 * acceleration * t * t, vy * t, radius);
        (at.body(body).origin - expected).norm()
    };
    let off = rolled.run.column(off).into_iter().fold(0.0, f64::max);
    verdict.check("ball on a slope: off 5/7 g sin α (m)", off, "<", bound(args, 1e-10, 1e-4));
    rolled.compare("ball on a slope", &reference, args, verdict)?;
    rolled.check("ball on a slope", args, verdict);
    Ok(rolled)
}

/// A plane oscillation has the period of a pendulum of length 7/5 (ρ − r).
pub fn bowl(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let reference = Table::named("space_ball_bowl")?;
    let [mass, g, big, small] = ["m", "g", "rho", "r"].map(|n| reference.parameter(n).unwrap_or(f64::NAN));
    let amplitude = 0.1_f64;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -g]);
    let reach = big - small;
    let body = builder.body("ball", ball(mass, small)?.at(reach * amplitude.sin(), 0.0, -reach * amplitude.cos()));
    let spheres = [big, small].map(|radius| Sphere::new([0.0; 3], radius));
    let pair: Pair = match args.choice("pair") {
        "newton" => Arc::new(Surfaces::new(Hollow(spheres[0]), spheres[1])),
        _ => Arc::new(Spheres::inside(spheres[0], spheres[1])),
    };
    let contact = rolling(&mut builder, WORLD, body, pair);
    let rolled = roll(args, builder, body, contact, 5.0)?;
    let (mut a, mut b) = (1.0, (0.5 * amplitude).cos());
    while f64::abs(a - b) > 1e-15 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let period = TAU * (1.4 * reach / g).sqrt() / a;
    // At the bottom after two periods and a quarter, where it is fastest.
    let model = rolled.run.model();
    let again = simulation(model, args).run(model.start().project()?, 2.25 * period)?;
    let last = again.last().ok_or("no sample")?.body(body).origin;
    verdict.check("ball in a bowl: off the bottom after 9/4 periods (m)", last.x.abs(), "<", bound(args, 1e-10, 1e-4));
    rolled.compare("ball in a bowl", &reference, args, verdict)?;
    rolled.check("ball in a bowl", args, verdict);
    Ok(rolled)
}

/// The ball, the table that is driven at a constant rate, and where the ball starts.
struct Turntable {
    rate: f64,
    radius: f64,
    mass: f64,
    g: f64,
    at: [f64; 2],
    velocity: [f64; 2],
    pivot: f64,
}

impl Turntable {
    fn roll(&self, args: &Args, span: f64) -> Result<Rolled> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -self.g]);
        let rate = self.rate;
        let table = builder.body("table", Solid::principal(5.0, [0.5, 0.5, 1.0])?.spinning(0.0, 0.0, rate));
        let ([x, y], [vx, vy], r) = (self.at, self.velocity, self.radius);
        // v = Ω z×X at the contact, plus ω × R z.
        let [wx, wy] = [-(vy - rate * x) / r, (vx + rate * y) / r];
        let body = ball(self.mass, r)?.at(x, y, r).moving(vx, vy, 0.0).spinning(wx, wy, self.pivot);
        let body = builder.body("ball", body);
        let (fixed, turning) = (WORLD.mark(0.0, 0.0, 0.0), table.mark(0.0, 0.0, 0.0));
        builder.constraint("bearing", Joint::revolute(fixed, turning));
        builder.constraint("motor", Driver::new(AxialAngle::about(fixed, turning), move |t| rate * t));
        let contact = rolling(&mut builder, table, body, on_plane(args, r));
        roll(args, builder, body, contact, span)
    }
}

/// The center goes round a circle at 2/7 of the table's rate: X = c + (X₀ − c) turned by 2/7 Ω t, c = X₀ + k×v₀/(2/7 Ω).
pub fn turntable(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let reference = Table::named("space_ball_turntable")?;
    let [mass, g, radius, rate] = ["m", "g", "R", "Omega"].map(|n| reference.parameter(n).unwrap_or(f64::NAN));
    let setting = Turntable { rate, radius, mass, g, at: [0.3, 0.1], velocity: [0.2, 0.5], pivot: 1.5 };
    let rolled = setting.roll(args, 10.0)?;
    let nu = 2.0 / 7.0 * rate;
    let ([x, y], [vx, vy]) = (setting.at, setting.velocity);
    let center = [x - vy / nu, y + vx / nu];
    let circle = |at: &Snapshot<'_>| {
        let (sin, cos) = (nu * at.t()).sin_cos();
        let arm = [x - center[0], y - center[1]];
        let expected = [center[0] + cos * arm[0] - sin * arm[1], center[1] + sin * arm[0] + cos * arm[1]];
        let origin = at.body(rolled.body).origin;
        (origin.x - expected[0]).hypot(origin.y - expected[1])
    };
    let off = rolled.run.column(circle).into_iter().fold(0.0, f64::max);
    verdict.check("turntable: off the circle at 2/7 of its rate (m)", off, "<", bound(args, 1e-10, 1e-4));
    rolled.compare("turntable", &reference, args, verdict)?;
    rolled.check("turntable", args, verdict);

    let published = Table::named("space_turntable")?;
    let [mass, g, radius, rate] = ["m", "g", "r", "Omega"].map(|n| published.parameter(n).unwrap_or(f64::NAN));
    let setting = Turntable { rate, radius, mass, g, at: [0.3, 0.0], velocity: [0.05, -0.2], pivot: 0.7 };
    let other = setting.roll(args, 20.0)?;
    let columns = ["t", "x", "y", "vx", "vy"].map(|n| published.column(n).unwrap_or_default());
    let mut off = 0.0_f64;
    for (row, t) in columns[0].iter().enumerate() {
        let frame = other.run.sample(other.index(*t)).ok_or("the run is too short")?.body(other.body);
        let found = [frame.origin.x, frame.origin.y, frame.velocity.x, frame.velocity.y];
        off = found.iter().zip(&columns[1..]).fold(off, |most, (value, column)| most.max((value - column[row]).abs()));
    }
    verdict.check("turntable: off the published values (SI)", off, "<", bound(args, 1e-9, 1e-3));
    Ok(rolled)
}
