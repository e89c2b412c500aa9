//! A four-bar linkage in space: a crank about z drives a rocker about x, through a coupler with a ball at one end and a cross at the other.
//!
//! The ball A runs on a circle of radius a about z, the cross B on one of radius c about the line through P along x. The coupler's
//! length ties the rocker's angle φ to the crank's θ, whatever the coupler turns:
//!
//! ```text
//! |B − A|² = L²,  B = P + c (0, cos φ, sin φ),  d = P − A:     2 c (d_y cos φ + d_z sin φ) = L² − c² − |d|²
//! ```
//!
//! A motor turns the crank. With two balls the coupler could spin about its own axis; the cross takes that from it.

mod support;

use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("spatial_four_bar", "a driven four-bar linkage in space")
        .default("rtol", "1e-12")
        .number("crank", 0.25, "m")
        .number("coupler", 1.1, "m")
        .number("rocker", 0.6, "m")
        .number("speed", 6.0, "rad/s, of the crank at its final speed")
        .parse();
    let (crank, coupler, rocker) = (args.number("crank"), args.number("coupler"), args.number("rocker"));
    let speed = args.number("speed");
    let foot = Vector3::new(0.5, 0.8, -0.1);
    let circle = |angle: f64| Vector3::new(crank * angle.cos(), crank * angle.sin(), 0.0);
    // The upper of the two ways to close the loop.
    let closed = |theta: f64| {
        let d = foot - circle(theta);
        let right = (coupler * coupler - rocker * rocker - d.norm_squared()) / (2.0 * rocker);
        d.z.atan2(d.y) + (right / d.y.hypot(d.z)).acos()
    };

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let bar = |length: f64| Solid::from_inertia(Inertia::cuboid(2.0 * length, [length, 0.04, 0.03])?);
    let [z, x] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    let a = builder.body("crank", bar(crank)?.at(0.5 * crank, 0.0, 0.0));
    let phi = closed(0.0);
    let arm = Vector3::new(0.0, phi.cos(), phi.sin());
    let (ball, cross) = (circle(0.0), foot + rocker * arm);
    let between = |from: Vector3<f64>| UnitQuaternion::rotation_between(&Vector3::x(), &from).unwrap_or_default();
    let middle = 0.5 * (ball + cross);
    let b = bar(coupler)?.at(middle.x, middle.y, middle.z).turned(between(cross - ball));
    let b = builder.body("coupler", b);
    let middle = foot + 0.5 * rocker * arm;
    let upright = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), phi - std::f64::consts::FRAC_PI_2);
    // The rocker's own z axis points from its foot to the cross.
    let c = Solid::from_inertia(Inertia::cuboid(2.0 * rocker, [0.04, 0.03, rocker])?)?;
    let c = builder.body("rocker", c.at(middle.x, middle.y, middle.z).turned(upright));
    let shaft = [WORLD.axis([0.0; 3], z).with_x(x), a.axis([-0.5 * crank, 0.0, 0.0], z).with_x(x)];
    let hinge = [WORLD.axis(foot, x), c.axis([0.0, 0.0, -0.5 * rocker], x)];
    let crossed = [c.axis([0.0, 0.0, 0.5 * rocker], z), b.axis([0.5 * coupler, 0.0, 0.0], [0.0, 1.0, 0.0])];
    let joints = [
        builder.constraint("shaft", Joint::revolute(shaft[0], shaft[1])),
        builder.constraint("ball", Joint::spherical(a.point(0.5 * crank, 0.0, 0.0), b.point(-0.5 * coupler, 0.0, 0.0))),
        builder.constraint("cross", Joint::universal(crossed[0], crossed[1])),
        builder.constraint("hinge", Joint::revolute(hinge[0], hinge[1])),
    ];
    // The crank runs up smoothly: angle = speed (t − (1 − e^(−2t))/2).
    let law = move |t: Jet| speed * (0.5 * (-2.0 * t).exp() + t - 0.5);
    let motor = builder.constraint("motor", Driver::new(AxialAngle::about(shaft[0], shaft[1]), law));
    let model = builder.build()?;
    let start = model.start().hold("crank.qw").project()?;
    let moved = format!("{} by {:.3}", start.moved_most, start.moved);
    let run = simulation(&model, &args).every(0.005).run(start, 4.0)?;
    let freedoms = model.freedoms(run.end())?.freedoms;

    let t = run.times();
    let theta: Vec<f64> = t.iter().map(|t| speed * (t - 0.5 * (1.0 - (-2.0 * t).exp()))).collect();
    let tip = |at: &Snapshot<'_>| at.position(crossed[0].point()) - foot;
    let angle = run.column(|at| tip(at).z.atan2(tip(at).y));
    let error = angle.iter().zip(&theta).fold(0.0, |most: f64, (phi, theta)| {
        most.max(UnitQuaternion::from_axis_angle(&Vector3::x_axis(), phi - closed(*theta)).angle())
    });
    let torque = run.column(|at| at.multipliers(motor)[0]);
    let forces = joints.map(|joint| run.column(|at| at.reaction(joint).force.norm()));
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("A driven four-bar linkage in space").trail(b.origin());
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("spatial_four_bar_sketch.svg")?)?;
    let path = [run.column(|at| at.body(b).origin.x), run.column(|at| at.body(b).origin.y)];
    let mut panel = Panel::new("time (s)", "force in the joint (N)");
    for (name, force) in ["shaft", "ball", "cross", "hinge"].iter().zip(&forces) {
        panel = panel.line(name, &t, force);
    }
    Figure::new("A driven four-bar linkage in space")
        .columns(2)
        .size(1000.0, 720.0)
        .panel(Panel::new("time (s)", "angle of the rocker (rad)").line("", &t, &angle))
        .panel(
            Panel::new("x (m)", "y (m)")
                .title("path of the coupler's center, from above")
                .equal_aspect()
                .line("", &path[0], &path[1]),
        )
        .panel(Panel::new("time (s)", "torque of the motor (N m)").line("", &t, &torque))
        .panel(panel)
        .save(&args.file("spatial_four_bar.svg")?)?;

    let (first, last) = (run.first().ok_or("no sample")?, run.last().ok_or("no sample")?);
    let work = last.work_of_constraint(motor).unwrap_or(f64::NAN);
    // The coupler weighs on both of its ends, and nothing turns it about the ball but its own weight and inertia.
    let [ax, ay, az, ..] = last.body_acceleration(b);
    let ends = last.reaction_on(joints[1], b).force + last.reaction_on(joints[2], b).force;
    let newton = ends - 2.0 * coupler * Vector3::new(ax, ay, az + 9.81);
    let mut verdict = Verdict::new("spatial_four_bar");
    verdict.fact("start moved most", moved);
    verdict.check("freedoms with the motor", freedoms as f64, "==", 0.0);
    verdict.check("rocker's angle against its closed form (rad)", error, "<", bound(&args, 1e-9, 1e-3));
    let balance = (work - last.energy() + first.energy()).abs();
    verdict.check("work of the motor less change of energy (J)", balance, "<", bound(&args, 1e-9, 1e-2));
    verdict.check("Newton's equation of the coupler (N)", newton.amax(), "<", 1e-9);
    verdict.check("drift of the joints (m)", run.drift().largest_phi(), "<", 1e-13);
    verdict.fact("work of the motor (J)", work);
    Ok(verdict.finish())
}
