//! Holding the constraints: not at all, Baumgarte with gains of 10 (Yang 2019), gains by rule, projection. Side by side.
//!
//! Then the question that Yang 2019 leaves open: which gains? A sweep of α and √β over three decades on two problems
//! shows where `Stabilization::Auto` stands among all fixed gains.

mod support;

use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use support::*;

/// A model and how long it runs.
struct Problem {
    name: &'static str,
    model: Model,
    t_end: f64,
}

/// Two rods fall from rest (Equations with constraints 2023).
fn double_pendulum() -> Result<Problem, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let one = builder.body("one", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let two = builder.body("two", RigidBody::rod(1.0, 1.0).at(1.5, 0.0, 0.0));
    builder.constraint("A", Revolute::new(GROUND.origin(), one.point(-0.5, 0.0)));
    builder.constraint("B", Revolute::new(one.point(0.5, 0.0), two.point(-0.5, 0.0)));
    Ok(Problem { name: "double pendulum", model: builder.build()?, t_end: 10.0 })
}

/// A slider-crank that coasts against a spring: a closed loop, with a slot.
fn slider_crank() -> Result<Problem, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::disk(2.0, 0.1).moving(0.0, 0.0, 20.0));
    let rod = builder.body("rod", RigidBody::rod(0.5, 0.4).at(0.3, 0.0, 0.0));
    let slider = builder.body("slider", Particle::new(0.5).at(0.5, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.origin()));
    builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.2, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.2, 0.0), slider.origin()));
    builder.constraint("guide", Slot::new(guide, slider.origin()));
    builder.force("spring", SpringDamper::guided(guide, slider.origin(), 100.0).rest(0.4));
    Ok(Problem { name: "slider-crank", model: builder.build()?, t_end: 10.0 })
}

/// What is compared: drift, energy error and work of a run. A run whose steps collapse has none.
#[derive(Copy, Clone)]
struct Outcome {
    drift: f64,
    energy: f64,
    evaluations: f64,
}

fn outcome(problem: &Problem, hold: impl Into<Stabilization>, args: &Args) -> Result<Outcome, Box<dyn Error>> {
    let start = problem.model.start().project()?;
    let plan = simulation(&problem.model, args).stabilization(hold).control(|c| c.max_steps = 200_000);
    Ok(match plan.run(start, problem.t_end) {
        Ok(run) => Outcome {
            drift: run.drift().largest_phi(),
            energy: run.energy_error(),
            evaluations: run.counters().evaluations as f64,
        },
        Err(_) => Outcome { drift: f64::INFINITY, energy: f64::INFINITY, evaluations: f64::INFINITY },
    })
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("stabilisation", "how the constraints are held, and with which gains")
        .default("rtol", "1e-6")
        .default("method", "dopri5")
        .count("points", 13, "of the sweep, along each axis")
        .parse();
    let ways: [(&str, Stabilization); 4] = [
        ("none", Stabilization::None),
        ("gains 10, 25", Baumgarte { alpha: 10.0, beta: 25.0, gamma: 10.0 }.into()),
        ("auto", Baumgarte::auto()),
        ("projection", Stabilization::Projection),
    ];
    let problems = [double_pendulum()?, slider_crank()?];
    let mut verdict = Verdict::new("stabilisation");
    let mut figure = Figure::new("How the constraints are held").columns(2).size(1000.0, 1080.0);
    for problem in &problems {
        let mut drift = Panel::new("time (s)", "largest |φ| so far (m)").title(problem.name).log_y();
        let mut energy = Panel::new("time (s)", "energy error (J)").title(problem.name).log_y();
        for (name, way) in &ways {
            let start = problem.model.start().project()?;
            let run = simulation(&problem.model, &args).stabilization(*way).every(0.02).run(start, problem.t_end)?;
            let table = run.table();
            let mut worst = vec![0.0_f64; run.len()];
            for row in problem.model.row_names() {
                let phi = table.column(&format!("phi.{row}")).unwrap_or_default();
                worst.iter_mut().zip(phi).for_each(|(w, x)| *w = w.max(x.abs()));
            }
            let so_far = worst.iter().scan(1e-18_f64, |most, x| {
                *most = most.max(*x);
                Some(*most)
            });
            let first = run.first().map_or(0.0, |at| at.balance());
            drift = drift.line(name, &run.times(), &so_far.collect::<Vec<f64>>());
            energy = energy.line(name, &run.times(), &run.column(|at| (at.balance() - first).abs().max(1e-16)));
            if problem.name == "double pendulum" && *name == "projection" {
                run.write_csv(args.file("trajectory.csv")?)?;
                run.write_npz(args.file("trajectory.npz")?)?;
                run.player().title("Double pendulum, projected").write(args.file("trajectory.html")?)?;
            }
        }
        figure = figure.panel(drift).panel(energy);
    }
    figure = sweep(&args, &problems, figure, &mut verdict)?;
    figure.save(&args.file("stabilisation.svg")?)?;
    Ok(verdict.finish())
}

/// Fixed gains over three decades each, and where the rule stands among them.
fn sweep(
    args: &Args,
    problems: &[Problem],
    mut figure: Figure,
    verdict: &mut Verdict,
) -> Result<Figure, Box<dyn Error>> {
    let points = args.count("points").max(4);
    let axis: Vec<f64> = (0..points).map(|i| 10.0_f64.powf(3.0 * i as f64 / (points - 1) as f64)).collect();
    let mut csv = String::from("problem,alpha,sqrt_beta,drift,energy_error,evaluations\n");
    for problem in problems {
        let none = outcome(problem, Stabilization::None, args)?;
        let auto = outcome(problem, Baumgarte::auto(), args)?;
        let mut all = Vec::new();
        let mut panel = Panel::new("evaluations", "largest drift (m)").title(problem.name).log_x().log_y();
        for &alpha in &axis {
            for &root in &axis {
                let gains = Baumgarte { alpha, beta: root * root, gamma: root };
                let found = outcome(problem, gains, args)?;
                csv += &format!(
                    "{},{alpha:e},{root:e},{:e},{:e},{}\n",
                    problem.name, found.drift, found.energy, found.evaluations
                );
                all.push(found);
            }
        }
        let finite: Vec<&Outcome> = all.iter().filter(|o| o.drift.is_finite()).collect();
        // Gains that cost at most a tenth more than none: what a user would accept.
        let cheap = |o: &&&Outcome| o.evaluations <= 1.1 * none.evaluations;
        let best = finite.iter().filter(cheap).map(|o| o.drift).fold(f64::INFINITY, f64::min);
        let best_any = finite.iter().map(|o| o.drift).fold(f64::INFINITY, f64::min);
        let beaten = finite.iter().filter(|o| o.drift < auto.drift).count();
        let (work, drift): (Vec<f64>, Vec<f64>) = finite.iter().map(|o| (o.evaluations, o.drift)).unzip();
        panel = panel.points("fixed gains", &work, &drift);
        panel = panel.points("none", &[none.evaluations], &[none.drift]);
        panel = panel.points("auto", &[auto.evaluations], &[auto.drift]);
        figure = figure.panel(panel);
        let name = problem.name;
        verdict.fact(&format!("{name}: drift without any"), format!("{:.2e}", none.drift));
        verdict.fact(&format!("{name}: drift with auto"), format!("{:.2e}", auto.drift));
        verdict.fact(&format!("{name}: best drift of all fixed gains"), format!("{best_any:.2e}"));
        verdict.fact(&format!("{name}: best that costs at most a tenth more"), format!("{best:.2e}"));
        verdict.fact(&format!("{name}: fixed gains that beat auto"), format!("{beaten} of {}", all.len()));
        verdict
            .fact(&format!("{name}: energy error, none and auto"), format!("{:.2e}, {:.2e}", none.energy, auto.energy));
        verdict.check(&format!("{name}: auto's drift over the best that costs no more"), auto.drift / best, "<", 5.0);
        verdict.check(&format!("{name}: auto's drift over none's"), auto.drift / none.drift, "<", 0.05);
        verdict.check(
            &format!("{name}: auto's evaluations over none's"),
            auto.evaluations / none.evaluations,
            "<",
            1.1,
        );
        verdict.check(&format!("{name}: auto's energy error over none's"), auto.energy / none.energy, "<", 2.0);
    }
    std::fs::write(args.file("sweep.csv")?, csv)?;
    Ok(figure)
}
