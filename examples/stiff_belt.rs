//! A mass on a belt that a stiff spring drives: it sticks, breaks loose, slips, sticks again; and what becomes of the instants as the drive stiffens.
//!
//! The mass m hangs on a spring s to the wall and is rubbed by the belt, which the drive k, c pulls on at w. It holds up to F, and slips under μ F. With a belt that does move at w, and ω = √(s/m),
//!
//! ```text
//! (1)  breaks loose at s x = F;   slips for  τ,  ω τ = 2π − 2 atan(F (1 − μ)/(s w/ω))
//! (2)  holds again at s x = F − 2 (1 − μ) F, and so for 2 (1 − μ) F/(s w):   both in turn for ever
//! ```
//!
//! With the drive's spring the belt gives way by what it pulls with,
//!
//! ```text
//! (3)  the first time comes by  F/(k w) − c/(k (k + s)) s later,  and what follows tends to (1), (2) as 1/k
//! ```
//!
//! The belt rings at √(k/m_b) and is damped within m_b/c; the mass moves within seconds. Friction decides on forces, and those of the drive are k times a place: places must be better than the tolerance.

mod support;

use chetaev::prelude::*;
use std::f64::consts::PI;
use std::process::ExitCode;
use support::*;

/// Speed of the drive (m/s), its damping (N s/m); spring (N/m), mass (kg), what holds (N), and the part of it that rubs.
const W: f64 = 0.2;
const C: f64 = 1e4;
const SPRING: f64 = 1.0;
const MASS: f64 = 1.0;
const HOLDS: f64 = 1.0;
const RUBS: f64 = 0.5;
const SPAN: f64 = 30.0;

struct Belt {
    model: Model,
    belt: BodyId,
    mass: BodyId,
    rub: FrictionId,
}

fn build(k: f64) -> Result<Belt, Report> {
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let belt = builder.body("belt", RigidBody::new(0.2, 0.01).moving(W, 0.0, 0.0));
    builder.constraint("way", Prismatic::new(line, belt.axis([0.0, 0.0], 0.0)));
    // The drive's end is at w t: k (w t − x) + c (w − x').
    builder.force("drive", SpringDamper::guided(line, belt.origin(), k).damping(C));
    let pull = Signal::ramp([0.0, 100.0], [C * W, C * W + k * W * 100.0]);
    builder.force("motion of the drive", AppliedAlong::signal(Travel::along(line, belt.origin()), pull));
    let mass = builder.body("mass", Particle::new(MASS).moving(W, 0.0));
    builder.constraint("line", Slot::new(line, mass.origin()));
    builder.force("spring", SpringDamper::along(Travel::along(line, mass.origin()), SPRING));
    let slip = Travel::along(belt.axis([0.0, 0.0], 0.0), mass.origin());
    let law = Coulomb::new(RUBS * HOLDS).holding(HOLDS);
    let rub = builder.friction("rub", FrictionPoint::along(slip, 1.0), law);
    Ok(Belt { model: builder.build()?, belt, mass, rub })
}

/// (1) and (2).
fn instants() -> Vec<f64> {
    let omega = (SPRING / MASS).sqrt();
    let slips = (2.0 * PI - 2.0 * (HOLDS * (1.0 - RUBS) * omega / (SPRING * W)).atan()) / omega;
    let holds = 2.0 * (1.0 - RUBS) * HOLDS / (SPRING * W);
    let (mut t, mut all) = (HOLDS / (SPRING * W), Vec::new());
    while t < SPAN {
        all.extend([t, t + slips]);
        t += slips + holds;
    }
    all.retain(|t| *t < SPAN);
    all
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("stiff_belt", "a mass on a belt that a stiff spring drives")
        .default("rtol", "1e-7")
        .default("method", "radau5")
        .number("stiffness", 1e8, "N/m, of the drive")
        .parse();
    let mut verdict = Verdict::new("stiff_belt");
    let k = args.number("stiffness");
    let known = args.fixed_step().is_none() && args.method() == "radau5" && k == 1e8 && args.rtol() <= 1e-7;
    let method: Method = args.method().parse()?;
    let run_of = |set: &Belt, rtol| -> Result<Trajectory, Report> {
        let plan = Simulation::new(&set.model).method(method).tolerance(rtol).every(0.02);
        Ok(plan.run(set.model.start().project()?, SPAN)?)
    };
    let expected = instants();

    let set = build(k)?;
    let run = run_of(&set, args.rtol())?;
    let later = HOLDS / (k * W) - C / (k * (k + SPRING));
    let first = run.transitions().first().ok_or("it never breaks loose")?.t;
    verdict.check(
        "breaks loose first, from (3) (s)",
        (first - expected[0] - later).abs(),
        "<",
        bound(&args, 2e-7, 1e-3),
    );
    verdict.holds("as many changes as (1) and (2)", run.transitions().len() == expected.len());
    verdict.fact("steps", run.counters().steps);
    verdict.fact("linearizations", run.counters().jacobians);
    // While it holds, nothing creeps.
    let creeps = run.transitions()[1..].chunks(2).flat_map(|stuck| {
        let end = stuck.get(1).map_or(SPAN, |next| next.t);
        let within = run.samples().filter(move |at| at.t() > stuck[0].t && at.t() < end);
        within.map(|at| (at.body(set.mass).velocity.x - at.body(set.belt).velocity.x).abs())
    });
    verdict.check("slip while it holds (m/s)", creeps.fold(0.0, f64::max), "<=", 0.0);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-6, 1e-2));
    if known {
        verdict.check("steps of radau5", run.counters().steps as f64, "<", 500.0);
    }

    // How the instants tend to (1), (2).
    let stiffnesses = [1e3, 1e4, 1e5, 1e6];
    let mut off = Vec::new();
    for stiffness in stiffnesses {
        let run = run_of(&build(stiffness)?, 1e-9)?;
        let apart = run.transitions().iter().zip(&expected).map(|(change, t)| (change.t - t).abs());
        off.push(apart.fold(0.0, f64::max));
        verdict.fact(&format!("{stiffness:e} N/m: instants off by (s)"), format!("{:.2e}", off[off.len() - 1]));
    }
    verdict.close("what ten times the stiffness leaves of that", off[3] / off[2], 0.1, 0.02);

    let soft = build(1e5)?;
    let plan = Simulation::new(&soft.model).tolerance(args.rtol());
    let explicit = plan.run(soft.model.start().project()?, 1.0)?;
    verdict.fact("steps of dop853 with 1e5 N/m, for 1 s", explicit.counters().steps);
    let speed = |body: BodyId| move |at: &Snapshot<'_>| at.body(body).velocity.x;
    run.times_table()
        .with("x", run.column(|at| at.body(set.mass).origin.x))
        .with("speed", run.column(speed(set.mass)))
        .with("friction", run.column(|at| at.friction(set.rub).map_or(f64::NAN, |rub| rub.force)))
        .write_csv(args.file("trajectory.csv")?)?;
    run.player().title("A mass on a belt with a stiff drive").write(args.file("trajectory.html")?)?;
    Figure::new("A mass on a belt that a stiff spring drives")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("speed (m/s)").curve("mass", &run, speed(set.mass)).curve("belt", &run, speed(set.belt)))
        .panel(Panel::new("stiffness (N/m)", "instants off (s)").log_x().log_y().line("", &stiffnesses, &off))
        .save(&args.file("stiff_belt.svg")?)?;
    Ok(verdict.finish())
}
