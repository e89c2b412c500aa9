//! Andrews' squeezing mechanism: seven bodies, ten pins, one freedom; within 0.03 s its crank reaches 1140 rad/s.
//!
//! A standard test of multibody codes (Schiehlen 1990; Hairer & Wanner, Solving ODEs II, section VII.7), here in the bodies' own
//! coordinates: 21 of them, held by 20 rows. The reference was recomputed in 13 digits; the file commonly quoted gives the
//! state 1e-12 s too late.

mod support;

use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::FRAC_PI_2;
use std::process::ExitCode;
use support::*;

/// Mass (kg), inertia about the center of mass (kg m²), and the angle at the start (rad).
const BODIES: [(f64, f64); 7] = [
    (0.04325, 2.194e-6),
    (0.00365, 4.41e-7),
    (0.02373, 5.255e-6),
    (0.00706, 5.667e-7),
    (0.0705, 1.169e-5),
    (0.00706, 5.667e-7),
    (0.05498, 1.912e-5),
];

/// Pins: body (0 is the ground) and point, body and point. Points are counted from the center of mass.
const PINS: [(usize, [f64; 2], usize, [f64; 2]); 10] = [
    (0, [0.0, 0.0], 1, [-0.00092, 0.0]),
    (1, [0.00608, 0.0], 2, [0.0115, 0.0]),
    (0, [-0.03635, 0.03273], 3, [-0.01043, 0.01874]),
    (2, [-0.0165, 0.0], 3, [-0.01043, -0.01626]),
    (2, [-0.0165, 0.0], 4, [0.01421, 0.0]),
    (0, [-0.06934, -0.00227], 5, [-0.02308, -0.00916]),
    (4, [-0.00579, 0.0], 5, [0.01692, -0.00916]),
    (2, [-0.0165, 0.0], 6, [0.01421, 0.0]),
    (0, [-0.06934, -0.00227], 7, [-0.01228, 0.00449]),
    (6, [-0.00579, 0.0], 7, [0.02772, 0.00449]),
];

/// β, Θ, γ, Φ, δ, Ω, ε at the start; the bodies' angles are sums of them.
const START: [f64; 7] = [
    -0.061_713_890_014_276_45,
    0.0,
    0.455_279_819_163_070_4,
    0.222_668_390_165_885_88,
    0.487_364_979_543_842_56,
    -0.222_668_390_165_885_88,
    1.230_547_444_549_821_2,
];
const NAMES: [&str; 7] = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"];

fn body_angles([beta, theta, gamma, phi, delta, omega, epsilon]: [f64; 7]) -> [f64; 7] {
    [beta, beta + theta, gamma, phi + delta - FRAC_PI_2, delta, omega + epsilon, epsilon - FRAC_PI_2]
}

fn mechanism_angles([k1, k2, k3, k4, k5, k6, k7]: [f64; 7]) -> [f64; 7] {
    let epsilon = k7 + FRAC_PI_2;
    [k1, k2 - k1, k3, k4 - k5 + FRAC_PI_2, k5, k6 - epsilon, epsilon]
}

fn build() -> Result<(Model, [BodyId; 7]), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    let angles = body_angles(START);
    let bodies: [BodyId; 7] = std::array::from_fn(|i| {
        builder.body(format!("K{}", i + 1), RigidBody::new(BODIES[i].0, BODIES[i].1).at(0.0, 0.0, angles[i]))
    });
    let at = |body: usize, [x, y]: [f64; 2]| if body == 0 { GROUND.point(x, y) } else { bodies[body - 1].point(x, y) };
    for (i, (a, p, b, q)) in PINS.into_iter().enumerate() {
        builder.constraint(format!("pin {}", i + 1), Revolute::new(at(a, p), at(b, q)));
    }
    builder.force("torque", Applied::torque(bodies[0], |_| 0.033));
    let spring = SpringDamper::between(GROUND.point(0.014, 0.072), bodies[2].point(0.00957, 0.00074), 4530.0);
    builder.force("spring", spring.rest(0.07785));
    Ok((builder.build()?, bodies))
}

/// β … ε of an instant.
fn read(at: &Snapshot<'_>, bodies: &[BodyId; 7]) -> [f64; 7] {
    mechanism_angles(bodies.map(|body| at.body(body).angle))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("andrews", "Andrews' squeezing mechanism").default("rtol", "1e-12").parse();
    let (model, bodies) = build()?;
    // The seven angles are given; the pins say where the centers of mass are.
    let angles = (1..=7).map(|i| format!("K{i}.theta"));
    let start = angles.fold(model.start(), |start, name| start.hold(&name)).project()?;
    let reference = Table::named("andrews")?;
    let expected = reference.column("recomputed")?;
    let error = |at: &Snapshot<'_>| {
        let found = read(at, &bodies);
        found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).collect::<Vec<f64>>()
    };

    let run = simulation(&model, &args).every(1e-4).run(start.clone(), 0.03)?;
    let end = run.last().ok_or("no sample")?;
    let t: Vec<f64> = run.times();
    let mut panel = Panel::new("time (s)", "angle (rad), reduced by whole turns");
    let mut table = run.times_table();
    for (k, name) in NAMES.into_iter().enumerate() {
        let angle = run.column(|at| read(at, &bodies)[k]);
        let reduced: Vec<f64> = angle.iter().map(|a| a.sin().atan2(a.cos())).collect();
        if k != 0 && k != 1 {
            panel = panel.line(name, &t, &reduced);
        }
        table = table.with(name, angle);
    }
    for row in model.row_names() {
        table = table
            .with(format!("lambda.{row}"), run.table().column(&format!("lambda.{row}")).unwrap_or_default().to_vec());
    }
    table.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("Andrews' squeezer");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("andrews_sketch.svg")?)?;

    // Work and precision: the largest error of the seven angles against the number of evaluations.
    let mut precision = Panel::new("evaluations", "largest error of the angles (rad)").log_x().log_y();
    let mut csv = String::from("method,setting,evaluations,error\n");
    for (k, method) in Method::ALL.into_iter().enumerate() {
        let settings: Vec<f64> = match method {
            Method::Euler => vec![1e-6, 2.5e-7],
            Method::Rk4 => vec![4e-5, 2e-5, 1e-5, 5e-6],
            _ => (4..=12).step_by(2).map(|k| 10.0_f64.powi(-k)).collect(),
        };
        let (mut work, mut errors) = (Vec::new(), Vec::new());
        for setting in settings {
            let plan = Simulation::new(&model).method(method).output(Output::Ends);
            let plan = if method.is_adaptive() { plan.tolerance(setting) } else { plan.fixed_step(setting) };
            let done = plan.run(start.clone(), 0.03)?;
            let worst = done.last().map_or(f64::NAN, |at| error(&at).into_iter().fold(0.0, f64::max));
            work.push(done.counters().evaluations as f64);
            errors.push(worst);
            csv += &format!("{method},{setting:e},{},{worst:.3e}\n", done.counters().evaluations);
        }
        precision = precision.line(&method.to_string(), &work, &errors).color(k).points("", &work, &errors).color(k);
    }
    print!("{csv}");
    std::fs::write(args.file("work_precision.csv")?, csv)?;
    Figure::new("Andrews' squeezing mechanism")
        .columns(2)
        .size(1000.0, 400.0)
        .panel(panel)
        .panel(precision)
        .save(&args.file("andrews.svg")?)?;

    let mut verdict = Verdict::new("andrews");
    for ((name, error), expected) in NAMES.iter().zip(error(&end)).zip(&expected) {
        verdict.check(&format!("relative error of {name}"), error / expected.abs(), "<", bound(&args, 1e-8, 1e-2));
    }
    verdict.check("drift of the pins (m)", run.drift().largest_phi(), "<", 1e-13);
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-9, 1e-4));
    Ok(verdict.finish())
}
