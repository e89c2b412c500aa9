//! Phase portrait of the rolling ellipse: it rocks, or it tumbles, and the curve between has a closed form.
//!
//! Rolling without slip on a horizontal line leaves one freedom, θ. With h(θ) = √(a² sin²θ + b² cos²θ) and I(θ) = m ((a² + b²)/4 + h² + h'²),
//!
//! ```text
//! (1)  E = ½ I θ'² + m g h                         (2)  separatrix: ½ I θ'² = m g (a − h)
//! (3)  at rest on the short axis ω² = m g h''(0)/I(0), on the long axis λ² = −m g h''(π/2)/I(π/2)
//! ```
//!
//! The runs know nothing of this: three coordinates, a contact and a velocity row. Eigenvalues come from their linearization, whose phase space has
//! three dimensions: two displacements (rolling on is one), one velocity.

mod support;

use chetaev::analysis::{Linearization, Rest, Section, equilibrium};
use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, PI};
use std::process::ExitCode;
use support::*;

const MASS: f64 = 1.0;
const GRAVITY: f64 = 9.8;
const A: f64 = 1.5;
const B: f64 = 1.0;

/// h and h'.
fn height(theta: f64) -> [f64; 2] {
    let (sin, cos) = theta.sin_cos();
    let h = (A * A * sin * sin + B * B * cos * cos).sqrt();
    [h, (A * A - B * B) * sin * cos / h]
}

fn inertia(theta: f64) -> f64 {
    let [h, slope] = height(theta);
    MASS * (0.25 * (A * A + B * B) + h * h + slope * slope)
}

/// (2): θ' on the separatrix.
fn separatrix(theta: f64) -> f64 {
    (2.0 * MASS * GRAVITY * (A - height(theta)[0]) / inertia(theta)).sqrt()
}

fn build() -> Result<(Model, BodyId), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -GRAVITY]);
    let disk = builder.body("disk", RigidBody::ellipse(MASS, A, B).at(0.0, B, 0.0));
    let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), A, B);
    builder.constraint("contact", Contact::rolling(GROUND, disk, floor));
    Ok((builder.build()?, disk))
}

fn start(model: &Model, theta: f64, rate: f64) -> Result<State, Box<dyn Error>> {
    let guess = model.start().set("disk.theta", theta).set("disk.y", height(theta)[0]).hold("disk.theta");
    Ok(guess.set_velocity("disk.omega", rate).project()?.into())
}

fn main() -> Result<ExitCode, Report> {
    let args =
        Cli::new("ellipse_portrait", "rocking and tumbling of a rolling ellipse").default("rtol", "1e-11").parse();
    let (model, disk) = build()?;
    let mut verdict = Verdict::new("ellipse_portrait");
    let mut panel = Panel::new("angle (rad)", "angular velocity (rad/s)").x_range(-PI, PI);
    let edge = separatrix(0.0);

    // Rocking and tumbling motions, each to be found on its side of the separatrix at all times.
    let mut wrong = 0;
    for part in [0.25, 0.5, 0.75, 0.95, 1.05, 1.2, 1.4] {
        let run = simulation(&model, &args).every(0.02).run(start(&model, 0.0, part * edge)?, 8.0)?;
        let [theta, rate] = [run.column(|at| at.body(disk).angle), run.column(|at| at.body(disk).spin)];
        let rocks = |theta: f64, rate: f64| rate.abs() < separatrix(theta) && theta.abs() < FRAC_PI_2;
        wrong += theta.iter().zip(&rate).filter(|(t, r)| rocks(**t, **r) != (part < 1.0)).count();
        for sign in if part < 1.0 { &[1.0][..] } else { &[1.0, -1.0] } {
            // Drawn from −π to π: a turn is cut where it leaves.
            let folded: Vec<f64> = theta.iter().map(|t| sign * (t - 2.0 * PI * (t / (2.0 * PI)).round())).collect();
            let cut = |k: usize| k > 0 && (folded[k] - folded[k - 1]).abs() > PI;
            let rate: Vec<f64> =
                rate.iter().enumerate().map(|(k, r)| if cut(k) { f64::NAN } else { sign * r }).collect();
            // One label for each kind.
            let (label, color) = if part < 1.0 { ("rocks", 0) } else { ("tumbles", 1) };
            let first = [0.25, 1.05].contains(&part) && *sign > 0.0;
            panel = panel.line(if first { label } else { "" }, &folded, &rate).color(color);
        }
    }
    let angles: Vec<f64> = (0..=400).map(|k| -PI + 2.0 * PI * f64::from(k) / 400.0).collect();
    let upper: Vec<f64> = angles.iter().map(|&theta| separatrix(theta)).collect();
    let lower: Vec<f64> = upper.iter().map(|rate| -rate).collect();
    panel = panel.dashed("separatrix", &angles, &upper).color(2).dashed("", &angles, &lower).color(2);
    Figure::new("Rolling ellipse").panel(panel).save(&args.file("ellipse_portrait.svg")?)?;
    verdict.check("samples on the wrong side of the separatrix", f64::from(wrong as u32), "==", 0.0);

    // How fast must it be on the short axis to tumble? By bisection on runs, against (2).
    let tumbles = |rate: f64| -> Result<bool, Box<dyn Error>> {
        let over = Event::new("over", |at: &Snapshot<'_>| at.body(disk).angle - 1.6).rising().stop();
        let back = Event::new("back", |at: &Snapshot<'_>| at.body(disk).spin).falling().stop();
        let plan = simulation(&model, &args).output(Output::Ends).event(over).event(back);
        Ok(plan.run(start(&model, 0.0, rate)?, 30.0)?.events().iter().any(|e| e.name == "over"))
    };
    let (mut rocking, mut tumbling) = (2.0, 3.0);
    for _ in 0..40 {
        let middle = 0.5 * (rocking + tumbling);
        if tumbles(middle)? { tumbling = middle } else { rocking = middle }
    }
    verdict.fact("it tumbles above (rad/s)", format!("{tumbling:.10}"));
    verdict.check(
        "error of that against the separatrix (rad/s)",
        (tumbling - edge).abs(),
        "<",
        bound(&args, 1e-8, 1e-3),
    );
    verdict.close("separatrix on the short axis (rad/s)", edge, 2.325_273_435_904_72, 1e-13);

    // One rocking motion: its period against the reference, from two passages.
    let plan = || simulation(&model, &args);
    let passages = Section::rising(|at| at.body(disk).angle).take(2).run(&plan, start(&model, 0.0, 2.3)?)?;
    let period = passages[1].t - passages[0].t;
    verdict.check("period of case 3 (s)", (period - 7.300_532_052_058_994).abs(), "<", bound(&args, 1e-8, 1e-2));

    // Small motions about rest on either axis.
    for (name, theta, guess) in [("short", 0.0, 0.2), ("long", FRAC_PI_2, 1.4)] {
        let rest = equilibrium(&model, &start(&model, guess, 0.0)?, &Rest::Nearest)?;
        let angle = model.read(&rest.state).body(disk).angle;
        verdict.check(&format!("rest on the {name} axis (rad)"), (angle - theta).abs(), "<", 1e-12);
        let linear = Linearization::about(&model, &rest.state)?;
        let [h, _] = height(theta);
        let curvature = (A * A - B * B) * (2.0 * theta).cos() / h;
        let expected = -MASS * GRAVITY * curvature / inertia(theta);
        let squares: Vec<f64> = linear.eigenvalues()?.iter().map(|value| (value * value).re).collect();
        let nearest = squares.iter().map(|square| (square - expected).abs()).fold(f64::INFINITY, f64::min);
        verdict.fact(&format!("λ² on the {name} axis (1/s²)"), format!("{expected:.6}"));
        verdict.check("  eigenvalues against it (1/s²)", nearest, "<", 1e-9);
        verdict.check("  dimensions of the phase space", squares.len() as f64, "==", 3.0);
    }
    Ok(verdict.finish())
}
