//! A gyroscope in two gimbals, each held by two bearings: closed loops of bodies. A weight makes it precess.
//!
//! The outer gimbal turns about the vertical z, the inner one about the horizontal y of the outer, the rotor about x of the inner. Each axle has a
//! bearing that fixes its point at one end (spherical) and one that lets it slide at the other (a point on a line): five rows together, none
//! too many, so that every bearing's force is determined.
//!
//! With the rotor's axis horizontal, its moment C and total spin ω_x about it, and a weight m at the distance d along it, the moment m g d
//! about y turns the angular momentum C ω_x with the rate
//!
//! ```text
//! φ' = m g d/(C ω_x)
//! ```
//!
//! exactly, if it precesses at that rate from the beginning (`--case steady`). Let go at rest (`--case dropped`), it nods about this motion.
//! No bearing can turn the whole about the vertical: its momentum about z stays.

mod support;

use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::player::Shape;
use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("gyroscope_gimbal", "a gyroscope in two gimbals")
        .default("rtol", "1e-12")
        .cases(&["dropped", "steady"])
        .number("spin", 300.0, "rad/s, of the rotor")
        .number("weight", 0.1, "kg")
        .number("arm", 0.08, "m, of the weight along the rotor's axis")
        .parse();
    let (spin, weight, arm) = (args.number("spin"), args.number("weight"), args.number("arm"));
    let along = 4e-4;
    let rate = weight * G * arm / (along * spin);
    let turning = if args.case() == "steady" { rate } else { 0.0 };

    let solids = [
        Solid::principal(0.3, [1.5e-3, 8e-4, 8e-4])?.spinning(0.0, 0.0, turning),
        Solid::principal(0.2, [4e-4, 4e-4, 7e-4])?.spinning(0.0, 0.0, turning),
        Solid::principal(0.5, [along, 2.4e-4, 2.4e-4])?.spinning(spin, 0.0, turning),
    ];
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let outer = builder.body("outer", solids[0].clone());
    let inner = builder.body("inner", solids[1].clone());
    let rotor = builder.body("rotor", solids[2].clone());
    let load = builder.body("load", Particle::in_space(weight).at(arm, 0.0, 0.0).moving(0.0, turning * arm, 0.0));
    let mut axle = |name: &str, holder: BodyId<Spatial>, held: BodyId<Spatial>, half: [f64; 3]| {
        let [x, y, z] = half;
        let far = holder.axis(half, half);
        [
            builder.constraint(
                format!("{name} fixed"),
                Joint::spherical(holder.point(-x, -y, -z), held.point(-x, -y, -z)),
            ),
            builder.constraint(format!("{name} sliding"), Joint::point_on_line(far, held.point(x, y, z))),
        ]
    };
    let bearings = [
        axle("outer", WORLD, outer, [0.0, 0.0, 0.12]),
        axle("inner", outer, inner, [0.0, 0.10, 0.0]),
        axle("rotor", inner, rotor, [0.08, 0.0, 0.0]),
    ];
    builder.constraint("hook", Joint::spherical(inner.point(arm, 0.0, 0.0), load.origin()));
    let model = builder.build()?;
    save(&model, &args)?;
    let start = model.start().project()?;
    let freedoms = model.freedoms(&start.state)?.freedoms;
    let run = simulation(&model, &args).every(0.002).run(start, 3.0)?;

    // The rotor's axis, as azimuth (counted on) and elevation.
    let t = run.times();
    let axis = |at: &Snapshot<'_>| at.position(inner.point(1.0, 0.0, 0.0));
    let mut azimuth = run.column(|at| axis(at).y.atan2(axis(at).x));
    for i in 1..azimuth.len() {
        azimuth[i] += std::f64::consts::TAU * ((azimuth[i - 1] - azimuth[i]) / std::f64::consts::TAU).round();
    }
    let elevation = run.column(|at| axis(at).z.asin());
    let force = bearings.map(|ends| run.column(|at| at.reaction(ends[0]).force.norm()));
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let quarter = |axis| UnitQuaternion::from_axis_angle(&axis, std::f64::consts::FRAC_PI_2);
    let page = run
        .player()
        .title("A gyroscope in two gimbals")
        .shape(outer, Shape::ring(0.12).turned(quarter(Vector3::x_axis())))
        .shape(outer, Shape::ring(0.12).turned(quarter(Vector3::y_axis())))
        .shape(inner, Shape::ring(0.1))
        .shape(rotor, Shape::cylinder(0.055, 0.02).turned(quarter(Vector3::y_axis())))
        .shape(rotor, Shape::rod([-0.08, 0.0, 0.0], [0.08, 0.0, 0.0]))
        .shape(load, Shape::sphere(0.01))
        .trail(load.origin());
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("gyroscope_gimbal_sketch.svg")?)?;
    let mut panel = Panel::new("time (s)", "force in the fixed bearing (N)");
    for (name, force) in ["outer", "inner", "rotor"].iter().zip(&force) {
        panel = panel.line(name, &t, force);
    }
    Figure::new("A gyroscope in two gimbals")
        .columns(2)
        .size(1000.0, 720.0)
        .panel(Panel::new("time (s)", "azimuth of the rotor's axis (rad)").line("", &t, &azimuth))
        .panel(Panel::new("time (s)", "elevation (rad)").line("", &t, &elevation))
        .panel(Panel::new("azimuth (rad)", "elevation (rad)").title("path of the axis").line("", &azimuth, &elevation))
        .panel(panel)
        .save(&args.file("gyroscope_gimbal.svg")?)?;

    let last = run.last().ok_or("no sample")?;
    let masses = [(outer, 0.3), (inner, 0.2), (rotor, 0.5), (load, weight)];
    // All of the mass hangs on the outer gimbal's two bearings: their forces are its weight and what accelerates it.
    let held = last.reaction(bearings[0][0]).force + last.reaction(bearings[0][1]).force;
    let push = |(body, mass): (BodyId<Spatial>, f64)| {
        let [x, y, z, ..] = last.body_acceleration(body);
        mass * Vector3::new(x, y, z + G)
    };
    let pull: Vector3<f64> = masses.into_iter().map(push).sum();
    let momentum = run.column(|at| {
        let moving = masses.iter().map(|(body, mass)| {
            let frame = at.body(*body);
            mass * frame.origin.cross(&frame.velocity).z
        });
        let turning = [outer, inner, rotor].into_iter().zip(&solids).map(|(body, solid)| {
            let frame = at.body(body);
            frame.turn(solid.inertia() * frame.turn_back(frame.spin)).z
        });
        moving.sum::<f64>() + turning.sum::<f64>()
    });
    let turned: Vec<f64> = momentum.iter().map(|now| now - momentum[0]).collect();
    let most = |values: &[f64]| values.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let mut verdict = Verdict::new("gyroscope_gimbal");
    verdict.check("freedoms", freedoms as f64, "==", 3.0);
    verdict.check("bearings of the outer gimbal against all accelerations (N)", (held - pull).amax(), "<", 1e-9);
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-9, 1e-2));
    verdict.check("change of the momentum about the vertical (N m s)", most(&turned), "<", bound(&args, 1e-12, 1e-4));
    verdict.check("drift of the bearings (m)", run.drift().largest_phi(), "<", 1e-13);
    if turning == 0.0 {
        let mean = azimuth[azimuth.len() - 1] / last.t();
        verdict.check("mean precession, relative to m g d/(C ω)", (mean / rate - 1.0).abs(), "<", 0.02);
        verdict.check("it nods down by (rad)", most(&elevation), ">", 1e-3);
    } else {
        let off: Vec<f64> = azimuth.iter().zip(&t).map(|(angle, t)| angle - rate * t).collect();
        verdict.check("azimuth against m g d/(C ω) t (rad)", most(&off), "<", bound(&args, 1e-9, 1e-2));
        verdict.check("elevation (rad)", most(&elevation), "<", bound(&args, 1e-9, 1e-2));
        let carried = last.reaction(bearings[0][0]).force.z;
        verdict.check(
            "the lower bearing less all weight (N)",
            (carried - (1.0 + weight) * G).abs(),
            "<",
            bound(&args, 1e-8, 1.0),
        );
    }
    verdict.fact("precession (rad/s)", rate);
    Ok(verdict.finish())
}
