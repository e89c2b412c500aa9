//! Bodies that are not balls: a thin disk, a spheroid, and the rattleback.

use super::*;
use chetaev::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, Surfaces};
use chetaev::contact::surface::{Ellipsoid, Placed, Plane, Rim, Surface};
use chetaev::nalgebra::{Matrix3, Rotation3, UnitQuaternion};

/// A surface on the plane of the ground, in closed form or by Newton's method.
fn on_ground<S: Surface + 'static>(args: &Args, surface: S) -> Pair {
    match args.choice("pair") {
        "newton" => Arc::new(Surfaces::new(Plane::horizontal(), surface)),
        _ => Arc::new(OnPlane::new(Plane::horizontal(), surface)),
    }
}

/// A disk or hoop of mass m, its moments k m r² and 2 k m r², in the notation of the published values: heading ψ, lean θ, and
/// ω = w₁ e₁ + w₂ e₂ + w₃ e₃ with e₁ horizontal, e₂ the axis, e₃ from the contact to the center.
struct Disk {
    k: f64,
    radius: f64,
    mass: f64,
    g: f64,
    lean: f64,
    spin: [f64; 3],
}

/// e₁, e₂, e₃.
fn basis(heading: f64, lean: f64) -> [Vector3<f64>; 3] {
    let ((sin, cos), (up, flat)) = (heading.sin_cos(), lean.sin_cos());
    let (e1, e2) = (Vector3::new(cos, sin, 0.0), Vector3::new(-sin * flat, cos * flat, up));
    [e1, e2, e1.cross(&e2)]
}

impl Disk {
    fn roll(&self, args: &Args, span: f64) -> Result<Rolled> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -self.g]);
        let [e1, e2, e3] = basis(0.0, self.lean);
        // Body axes: x along the heading, z along the axis.
        let rotation = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[e1, -e3, e2]));
        let [w1, w2, w3] = self.spin;
        let velocity = (e1 * w1 + e2 * w2 + e3 * w3).cross(&(e3 * self.radius));
        let inertia = self.k * self.mass * self.radius * self.radius;
        let disk = Solid::principal(self.mass, [inertia, inertia, 2.0 * inertia])?
            .at(0.0, self.radius * e3.y, self.radius * e3.z)
            .turned(UnitQuaternion::from_rotation_matrix(&rotation))
            .moving(velocity.x, velocity.y, velocity.z)
            .spinning(w1, -w3, w2);
        let body = builder.body("disk", disk);
        let contact = rolling(&mut builder, WORLD, body, rim_on_ground(args, self.radius));
        roll(args, builder, body, contact, span)
    }
}

fn rim_on_ground(args: &Args, radius: f64) -> Pair {
    match args.choice("pair") {
        "newton" => Arc::new(EdgeOn::new(Plane::horizontal(), Rim::new(radius))),
        _ => Arc::new(RimOnPlane::new(Plane::horizontal(), Rim::new(radius))),
    }
}

/// Lean, and the three parts of the angular velocity.
fn lean_and_spin(at: &Snapshot<'_>, body: BodyId<Spatial>) -> [f64; 4] {
    let frame = at.body(body);
    let axis = frame.turn(Vector3::z());
    let lean = axis.z.clamp(-1.0, 1.0).asin();
    let parts = basis((-axis.x).atan2(axis.y), lean).map(|e| e.dot(&frame.spin));
    [lean, parts[0], parts[1], parts[2]]
}

/// Steady precession, and motions without a closed form.
pub fn disk(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let reference = Table::named("space_disc")?;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.8]);
    let attitude = UnitQuaternion::from_scaled_axis(Vector3::x());
    let lean = 1.0_f64;
    let own = Vector3::new(0.0, 1.682_941_969_615_793, -4.014_904_322_148_247);
    let center = Vector3::new(0.0, 0.5 * lean.cos(), 0.5 * lean.sin());
    let velocity = (attitude * own).cross(&center);
    let disk = Solid::principal(2.0, [0.125, 0.125, 0.25])?.at(center.x, center.y, center.z).turned(attitude);
    let disk = disk.moving(velocity.x, velocity.y, velocity.z).spinning(own.x, own.y, own.z);
    let body = builder.body("disk", disk);
    let contact = rolling(&mut builder, WORLD, body, rim_on_ground(args, 0.5));
    let rolled = roll(args, builder, body, contact, 10.0)?;
    rolled.compare("disk", &reference, args, verdict)?;
    rolled.check("disk", args, verdict);
    steady(args, verdict)?;
    transient(args, "generic", verdict)?;
    transient(args, "rill_coin", verdict)?;
    Ok(rolled)
}

/// The lean stays, the center keeps its circle: all published steady motions.
fn steady(args: &Args, verdict: &mut Verdict) -> Result<()> {
    let published = Table::named("space_disc_steady")?;
    let names =
        ["inertia_factor_k", "r", "lean_from_vertical_deg", "precession_rate", "spin_w2", "w3", "centre_circle_radius"];
    let columns = names.map(|n| published.column(n).unwrap_or_default());
    let mut worst = [0.0_f64; 2];
    for (row, &lean) in columns[2].iter().enumerate() {
        let [k, radius, rate, w2, w3, circle] = [0, 1, 3, 4, 5, 6].map(|c: usize| columns[c][row]);
        let lean = lean.to_radians();
        let disk = Disk { k, radius, mass: 1.0, g: 9.81, lean, spin: [0.0, w2, w3] };
        let rolled = disk.roll(args, std::f64::consts::TAU / rate)?;
        let path: Vec<Vector3<f64>> = rolled.run.samples().map(|at| at.body(rolled.body).origin).collect();
        // The center of the circle is beside the start, at right angles to the velocity.
        let start = rolled.run.first().ok_or("no sample")?.body(rolled.body);
        let side = Vector3::z().cross(&start.velocity) / rate;
        for (at, origin) in rolled.run.samples().zip(&path) {
            let [now, ..] = lean_and_spin(&at, rolled.body);
            worst[0] = worst[0].max((now - lean).abs());
            worst[1] = worst[1].max(((origin - start.origin - side).xy().norm() - circle).abs());
        }
    }
    verdict.check("disk: steady motions, lean (rad)", worst[0], "<", bound(args, 1e-9, 1e-3));
    verdict.check("disk: steady motions, published circles (m)", worst[1], "<", bound(args, 1e-9, 1e-3));
    Ok(())
}

/// A published motion without a closed form.
fn transient(args: &Args, case: &str, verdict: &mut Verdict) -> Result<()> {
    let published = Table::named(&format!("space_disc_{case}"))?;
    let [k, radius, mass, g, lean, span] =
        ["k", "r", "mass", "g", "start theta", "t_end"].map(|n| published.parameter(n).unwrap_or(f64::NAN));
    let words = published.about("start w").ok_or("no start")?;
    let spin: Vec<f64> = words.split_whitespace().map(str::parse).collect::<std::result::Result<_, _>>()?;
    let disk = Disk { k, radius, mass, g, lean, spin: [spin[0], spin[1], spin[2]] };
    let rolled = disk.roll(args, span)?;
    let start = rolled.run.first().ok_or("no sample")?.body(rolled.body).origin;
    let names = ["t", "x", "y", "height", "theta", "w1", "w2", "w3"];
    let columns = names.map(|n| published.column(n).unwrap_or_default());
    let mut off = 0.0_f64;
    for (row, &t) in columns[0].iter().enumerate() {
        let at = rolled.run.sample(rolled.index(t)).ok_or("the run is too short")?;
        let moved = at.body(rolled.body).origin - start;
        let [lean, w1, w2, w3] = lean_and_spin(&at, rolled.body);
        let found = [at.t(), moved.x, moved.y, moved.z + start.z, lean, w1, w2, w3];
        off = found.iter().zip(&columns).fold(off, |most, (value, column)| most.max((value - column[row]).abs()));
    }
    verdict.check(&format!("disk: {case}, off the published values (SI)"), off, "<", bound(args, 1e-8, 1e-1));
    rolled.check(&format!("disk: {case}"), args, verdict);
    Ok(())
}

/// A homogeneous prolate spheroid that rolls and tumbles.
pub fn ellipsoid(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let reference = Table::named("space_spheroid")?;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -reference.parameter("g")?]);
    let body = builder.body("spheroid", known::spheroid(&reference)?);
    let [a, b, c] = known::SPHEROID;
    let contact = rolling(&mut builder, WORLD, body, on_ground(args, Ellipsoid::new(a, b, c)));
    let rolled = roll(args, builder, body, contact, 10.0)?;
    rolled.compare("spheroid", &reference, args, verdict)?;
    rolled.check("spheroid", args, verdict);
    Ok(rolled)
}

/// A rattleback with the data of Kane and Levinson (1982): an ellipsoid 20 × 3 × 2 cm whose center is 1 cm above the center of mass, and
/// principal axes of inertia that are turned against it. Started against its sense it begins to rattle and turns back; the other way it does not.
pub fn rattleback(args: &Args, verdict: &mut Verdict) -> Result<Rolled> {
    let spin = |rate: f64| -> Result<Rolled> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.81]);
        #[rustfmt::skip]
        let inertia = Matrix3::new(
            2e-4, -2e-5, 0.0,
            -2e-5, 1.6e-3, 0.0,
            0.0, 0.0, 1.7e-3,
        );
        let tilt = UnitQuaternion::from_euler_angles(0.5_f64.to_radians(), 0.5_f64.to_radians(), 0.0);
        let stone = Placed::new(Ellipsoid::new(0.2, 0.03, 0.02), [0.0, 0.0, 0.01]);
        let down = tilt.inverse() * -Vector3::z();
        let lowest = stone.facing(down).ok_or("no lowest point")?.position;
        let arm = tilt * lowest;
        let own = Vector3::new(0.0, 0.0, rate);
        let velocity = -(tilt * own).cross(&arm);
        let solid = Solid::new(1.0, inertia)?.at(0.0, 0.0, -arm.z).turned(tilt);
        let solid = solid.moving(velocity.x, velocity.y, velocity.z).spinning(own.x, own.y, own.z);
        let body = builder.body("stone", solid);
        let contact = rolling(&mut builder, WORLD, body, on_ground(args, stone));
        roll_at(2000.0, args, builder, body, contact, 10.0)
    };
    // The first time at which the spin about the vertical has the other sign.
    let turns = |rolled: &Rolled| -> Option<f64> {
        let first = rolled.run.first()?.body(rolled.body).spin.z;
        rolled.run.samples().find(|at| at.body(rolled.body).spin.z * first < 0.0).map(|at| at.t())
    };
    let (against, with) = (spin(-5.0)?, spin(5.0)?);
    let turned = turns(&against);
    verdict.check("rattleback: it turns back at (s)", turned.unwrap_or(f64::NAN), "<", 5.0);
    let backward = against.run.column(|at| at.body(against.body).spin.z).into_iter().fold(0.0, f64::max);
    verdict.check("rattleback: and spins the other way (rad/s)", backward, ">", 4.0);
    verdict.holds("rattleback, other sense: it does not turn back in 10 s", turns(&with).is_none());
    for (name, rolled) in [("rattleback", &against), ("rattleback, other sense", &with)] {
        rolled.check(name, args, verdict);
    }
    Ok(against)
}
