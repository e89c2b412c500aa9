//! Two hinged rods fall from rest (Equations with constraints 2023): every reaction, against a reference computed by other means.
//!
//! ```text
//!       A------------> x
//!         ##    ) φ₁
//!           ###
//!              ###
//!        m₁, l₁   ##
//!                   #B------------
//!                    #
//!                     #   ) φ₂
//!                     #
//!                     #
//!                      #
//!              m₂, l₂  #
//!                       #
//!                       #
//! ```
//!
//! A is a pin on the ground, B one between the rods; weight acts downward. R₁ is the force of rod 1 on the ground at A, R₂ that of rod 2 on rod 1 at B.
//!
//! The case `asymmetric` has no stored reference. It is held against a right-hand side in the two angles alone, Lagrange's
//! equations of the second kind. With aᵢ = lᵢ/2 and φ from the x axis:
//!
//! ```text
//! A = m₁ a₁² + J₁ + m₂ l₁²,  B = m₂ l₁ a₂,  D = m₂ a₂² + J₂
//! A φ₁'' + B cos(φ₁−φ₂) φ₂'' = −B sin(φ₁−φ₂) φ₂'² − (m₁ a₁ + m₂ l₁) g cos φ₁
//! B cos(φ₁−φ₂) φ₁'' + D φ₂'' =  B sin(φ₁−φ₂) φ₁'² − m₂ a₂ g cos φ₂
//! ```

mod support;

use chetaev::ode::{Control, Rhs, Stepper};
use chetaev::prelude::*;
use std::convert::Infallible;
use std::error::Error;
use std::process::ExitCode;
use support::*;

/// Masses, lengths, gravity, and the start (φ₁, φ₂, φ₁', φ₂').
struct Rods {
    m: [f64; 2],
    l: [f64; 2],
    g: f64,
    start: [f64; 4],
}

/// A model, its two rods and its two hinges.
type Built = (Model, [BodyId; 2], [ConstraintId<Revolute>; 2]);

impl Rhs for Rods {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        let ([m1, m2], [l1, l2]) = (self.m, self.l);
        let (a1, a2) = (0.5 * l1, 0.5 * l2);
        let (a, b, d) = (m1 * l1 * l1 / 3.0 + m2 * l1 * l1, m2 * l1 * a2, m2 * l2 * l2 / 3.0);
        let (sin, cos) = (y[0] - y[1]).sin_cos();
        let f1 = -b * sin * y[3] * y[3] - (m1 * a1 + m2 * l1) * self.g * y[0].cos();
        let f2 = b * sin * y[2] * y[2] - m2 * a2 * self.g * y[1].cos();
        let det = a * d - b * b * cos * cos;
        dy.copy_from_slice(&[y[2], y[3], (d * f1 - b * cos * f2) / det, (a * f2 - b * cos * f1) / det]);
        Ok(())
    }
}

impl Rods {
    fn new(args: &Args) -> Self {
        let one = |name: &str, asymmetric: f64, seed: f64| {
            args.number_or(name, if args.case() == "seed" { seed } else { asymmetric })
        };
        Self {
            m: [one("m1", 1.3, 1.0), one("m2", 0.7, 1.0)],
            l: [one("l1", 0.8, 1.0), one("l2", 1.2, 1.0)],
            g: args.number("g"),
            start: [one("phi1", 0.3, 0.0), one("phi2", -0.5, 0.0), one("w1", 0.4, 0.0), one("w2", -0.2, 0.0)],
        }
    }

    fn model(&self) -> Result<Built, Box<dyn Error>> {
        let [p1, p2, w1, w2] = self.start;
        let along = |angle: f64, r: f64| [r * angle.cos(), r * angle.sin()];
        let (c1, hinge, arm) = (along(p1, 0.5 * self.l[0]), along(p1, self.l[0]), along(p2, 0.5 * self.l[1]));
        let velocity = |arm: [f64; 2], w: f64| [-w * arm[1], w * arm[0]];
        let (v1, vh, v2) = (velocity(c1, w1), velocity(hinge, w1), velocity(arm, w2));
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -self.g]);
        let rod = |i: usize| RigidBody::rod(self.m[i], self.l[i]);
        let one = builder.body("1", rod(0).at(c1[0], c1[1], p1).moving(v1[0], v1[1], w1));
        let two = rod(1).at(hinge[0] + arm[0], hinge[1] + arm[1], p2).moving(vh[0] + v2[0], vh[1] + v2[1], w2);
        let two = builder.body("2", two);
        let a = builder.constraint("A", Revolute::new(GROUND.origin(), one.point(-0.5 * self.l[0], 0.0)));
        let hinge = Revolute::new(one.point(0.5 * self.l[0], 0.0), two.point(-0.5 * self.l[1], 0.0));
        let b = builder.constraint("B", hinge);
        Ok((builder.build()?, [one, two], [a, b]))
    }

    /// φ₁, φ₂, φ₁', φ₂' at `t_end`, from the equations in the angles.
    fn angles_at(mut self, t_end: f64) -> Result<Vec<f64>, Box<dyn Error>> {
        let mut stepper = Stepper::new(Method::Dop853, 4, Control::adaptive(1e-14, 1e-14))?;
        let start = self.start;
        stepper.start(&mut self, 0.0, &start)?;
        while stepper.t() < t_end {
            stepper.step(&mut self, t_end)?;
        }
        Ok(stepper.y().to_vec())
    }
}

fn main() -> Result<ExitCode, Report> {
    let mut cli = Cli::new("double_pendulum", "two hinged rods fall from rest")
        .default("rtol", "1e-13")
        .cases(&["seed", "asymmetric"])
        .number("g", 9.807, "m/s², downward");
    for (name, help) in [("m1", "kg"), ("m2", "kg"), ("l1", "m"), ("l2", "m")] {
        cli = cli.number(name, 1.0, help);
    }
    for (name, help) in [("phi1", "rad, from the x axis"), ("phi2", "rad"), ("w1", "rad/s"), ("w2", "rad/s")] {
        cli = cli.number(name, 0.0, help);
    }
    let args = cli.parse();
    let rods = Rods::new(&args);
    let (model, bodies, hinges) = rods.model()?;
    save(&model, &args)?;
    let run = simulation(&model, &args).every(0.02).run(model.start().project()?, 5.0)?;

    // R1: by rod 1 on the ground. R2: by rod 2 on rod 1. Both are what the hinge does to its first body.
    let reaction = |at: &Snapshot<'_>, i: usize| match i {
        0 => at.reaction_on(hinges[0], GROUND).force,
        _ => at.reaction_on(hinges[1], bodies[0]).force,
    };
    let mut table = run.times_table();
    for (i, body) in bodies.into_iter().enumerate() {
        for (k, name) in ["x", "y", "phi", "vx", "vy", "w"].into_iter().enumerate() {
            table = table.with(format!("{name}{}", i + 1), run.column(|at| at.body(body).to_array()[k]));
        }
    }
    for i in 0..2 {
        table = table.with(format!("R{}x", i + 1), run.column(|at| reaction(at, i).x));
        table = table.with(format!("R{}y", i + 1), run.column(|at| reaction(at, i).y));
    }
    let table = table.with("energy", run.column(|at| at.energy()));
    table.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("Double pendulum");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("double_pendulum_sketch.svg")?)?;
    figures(&args, &run, &table, bodies, &rods)?;

    let mut verdict = Verdict::new("double_pendulum");
    let column = |name: &str| table.column(name).unwrap_or_default();
    let last = |name: &str| column(name).last().copied().unwrap_or(f64::NAN);
    let end = ["phi1", "phi2", "w1", "w2"].map(last);
    let given = ["m1", "m2", "l1", "l2", "phi1", "phi2", "w1", "w2", "g"].iter().any(|name| args.given(name));
    let oracle = rods.angles_at(5.0)?;
    let error = end.iter().zip(&oracle).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    verdict.check("state at t = 5 s against the equations in the angles", error, "<", bound(&args, 1e-9, 1e-3));
    if args.case() == "seed" && !given {
        let reference = Table::named("double_pendulum_seed")?;
        let worst = |names: &[&str]| -> Result<f64, Box<dyn Error>> {
            let mut most = 0.0_f64;
            for name in names {
                let theirs = reference.column(name)?;
                most = column(name).iter().zip(theirs).fold(most, |m, (a, b)| m.max((a - b).abs()));
            }
            Ok(most)
        };
        let (states, forces) = (["phi1", "phi2", "w1", "w2"], ["R1x", "R1y", "R2x", "R2y"]);
        verdict.check("angles and rates, all times", worst(&states)?, "<", bound(&args, 1e-9, 1e-2));
        verdict.check("reactions, all times (N)", worst(&forces)?, "<", bound(&args, 1e-8, 1e-1));
    }
    verdict.check("drift of the hinges (m)", run.drift().largest_phi(), "<", 1e-13);
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-10, 1e-2));
    let counters = run.counters();
    verdict.fact("steps", counters.steps).fact("evaluations", counters.evaluations);
    Ok(verdict.finish())
}

fn figures(
    args: &Args,
    run: &Trajectory,
    table: &chetaev::simulate::Table,
    bodies: [BodyId; 2],
    rods: &Rods,
) -> Result<(), Box<dyn Error>> {
    let t = run.times();
    let column = |name: &str| table.column(name).unwrap_or_default().to_vec();
    let degrees = |name: &str| column(name).iter().map(|x| x.to_degrees()).collect::<Vec<f64>>();
    let poses: Vec<Vec<[f64; 2]>> = run
        .samples()
        .filter(|at| at.t() < 1.2)
        .step_by(3)
        .map(|at| {
            let tip = |i: usize, x: f64| at.position(bodies[i].point(x * rods.l[i], 0.0)).into();
            vec![[0.0, 0.0], tip(0, 0.5), tip(1, 0.5)]
        })
        .collect();
    let time = "time (s)";
    Figure::new("Two rods fall from rest")
        .columns(2)
        .size(1000.0, 760.0)
        .panel(Panel::new("x (m)", "y (m)").title("the first 1.2 s").equal_aspect().overlay("", &poses))
        .panel(Panel::new(time, "angle (°)").line("rod 1", &t, &degrees("phi1")).line("rod 2", &t, &degrees("phi2")))
        .panel(Panel::new(time, "angular velocity (rad/s)").line("rod 1", &t, &column("w1")).line(
            "rod 2",
            &t,
            &column("w2"),
        ))
        .panel(
            Panel::new(time, "reaction (N)")
                .line("R1x", &t, &column("R1x"))
                .line("R1y", &t, &column("R1y"))
                .line("R2x", &t, &column("R2x"))
                .line("R2y", &t, &column("R2y")),
        )
        .save(&args.file("double_pendulum.svg")?)?;
    Ok(())
}
