//! A slider-crank whose three pins are bushings: springs of stiffness k and dampers c along two axes each, and what becomes of them as k grows.
//!
//! ```text
//! (1)  the force of a bushing tends to that of the pin: their difference is in proportion to 1/k, once what rang at the start has died as e^(−k t/c)
//! (2)  an explicit method takes steps of a few m/c, however loose its tolerance; the implicit one steps of the motion
//! ```
//!
//! With k = 1e7 N/m and c = 1e4 N s/m the forces of the bushings change within 1e-5 s, the mechanism within 1e-2 s.

mod support;

use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

/// Crank and rod (m), rate at the start (rad/s).
const R: f64 = 0.15;
const L: f64 = 0.4;
const OMEGA: f64 = 15.0;
const SPAN: f64 = 1.0;

struct Crank {
    model: Model,
    crank: BodyId,
    rod: BodyId,
    slider: BodyId,
    /// The main bearing: a pin, or the two springs of its bushing.
    pin: Option<ConstraintId<Revolute>>,
    springs: Vec<ForceId>,
}

/// With pins, or with bushings of the given stiffness and damping.
fn build(bushing: Option<[f64; 2]>) -> Result<Crank, Report> {
    let phi = 0.5_f64;
    let pin = [R * phi.cos(), R * phi.sin()];
    let beta = -(pin[1] / L).asin();
    let turn = -pin[0] * OMEGA / (L * beta.cos());
    let (half, along) = (0.5 * L, [-pin[1] * OMEGA, pin[0] * OMEGA]);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::new(1.0, 0.01).at(0.0, 0.0, phi).moving(0.0, 0.0, OMEGA));
    let rod = RigidBody::rod(0.4, L).at(pin[0] + half * beta.cos(), pin[1] + half * beta.sin(), beta);
    let rod = rod.moving(along[0] - half * beta.sin() * turn, along[1] + half * beta.cos() * turn, turn);
    let rod = builder.body("rod", rod);
    let slider = Particle::new(0.5).at(pin[0] + L * beta.cos(), 0.0).moving(along[0] - L * beta.sin() * turn, 0.0);
    let slider = builder.body("slider", slider);
    builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    let joints = [
        ("main", GROUND, [0.0, 0.0], crank.origin()),
        ("crank pin", crank, [R, 0.0], rod.point(-half, 0.0)),
        ("piston pin", rod, [half, 0.0], slider.origin()),
    ];
    let (mut pins, mut springs) = (Vec::new(), Vec::new());
    for (name, a, [x, y], b) in joints {
        let Some([k, c]) = bushing else {
            pins.push(builder.constraint(name, Revolute::new(a.point(x, y), b)));
            continue;
        };
        for (axis, angle) in [("x", 0.0), ("y", std::f64::consts::FRAC_PI_2)] {
            let spring = SpringDamper::guided(a.axis([x, y], angle), b, k).damping(c);
            springs.push(builder.force(format!("{name} {axis}"), spring));
        }
    }
    builder.force("load", Applied::torque(crank, |t: f64| -0.5 * (3.0 * t).sin()));
    springs.truncate(2);
    Ok(Crank { model: builder.build()?, crank, rod, slider, pin: pins.first().copied(), springs })
}

impl Crank {
    /// The force in the main bearing.
    fn force(&self, at: &Snapshot<'_>) -> Result<f64, Report> {
        match (self.pin, &self.springs[..]) {
            (Some(pin), _) => Ok(at.reaction(pin).force.norm()),
            (None, [x, y]) => Ok(at.along(*x)?.force.hypot(at.along(*y)?.force)),
            _ => Err("a main bearing has a pin or two springs".into()),
        }
    }

    /// The place at the end: angles and the slider's way.
    fn place(&self, run: &Trajectory) -> Result<[f64; 3], Report> {
        let at = run.last().ok_or("no sample")?;
        Ok([at.body(self.crank).angle, at.body(self.rod).angle, at.body(self.slider).origin.x])
    }
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("bushing_crank", "a slider-crank with bushings for its pins: Radau IIA and DOP853")
        .default("rtol", "1e-9")
        .default("method", "radau5")
        .number("stiffness", 1e7, "N/m, of the bushings")
        .number("damping", 1e4, "N s/m, of the bushings")
        .parse();
    let mut verdict = Verdict::new("bushing_crank");
    let (k, c) = (args.number("stiffness"), args.number("damping"));
    let known = args.fixed_step().is_none() && args.method() == "radau5" && [k, c] == [1e7, 1e4];

    // Work and precision.
    let soft = build(Some([k, c]))?;
    let plan = |method, rtol| Simulation::new(&soft.model).method(method).tolerance(rtol);
    let reference = soft.place(&plan(Method::Radau5, 1e-11).run(soft.model.placed(), SPAN)?)?;
    let (mut steps, mut errors) = (Vec::new(), Vec::new());
    for rtol in [1e-5, 1e-6, 1e-7, 1e-8, 1e-9] {
        let run = plan(Method::Radau5, rtol).run(soft.model.placed(), SPAN)?;
        let error = apart(soft.place(&run)?, reference);
        verdict.fact(&format!("radau5 at {rtol:e}"), format!("{} steps, error {error:.1e}", run.counters().steps));
        steps.push(run.counters().steps as f64);
        errors.push(error);
    }
    let explicit = plan(Method::Dop853, 1e-4).run(soft.model.placed(), 0.1)?;
    let count = explicit.counters().steps as f64 * SPAN / 0.1;
    verdict.fact("dop853 at 1e-4, of a tenth of the time", format!("{} steps", explicit.counters().steps));
    if known {
        verdict.check("steps of radau5 at 1e-7", steps[2], "<=", 800.0);
        verdict.check("its error (rad, m)", errors[2], "<", 2e-7);
        verdict.check("steps of radau5 at 1e-9", steps[4], "<=", 3300.0);
        verdict.check("its error (rad, m)", errors[4], "<", 4e-10);
        verdict.check("steps of dop853 at 1e-4", count, ">", 20_000.0);
        verdict.holds("dop853 tells that it is stiff", explicit.stiffness().is_some());
    }

    // (1)
    let rigid = build(None)?;
    let pins = Simulation::new(&rigid.model).tolerance(1e-11).run(rigid.model.start().project()?, SPAN)?;
    let pin = rigid.force(&pins.last().ok_or("no sample")?)?;
    let stiffnesses = [1e6, 1e7, 1e8, 1e9];
    let mut off = Vec::new();
    for stiffness in stiffnesses {
        let set = build(Some([stiffness, c]))?;
        let run = Simulation::new(&set.model).method(Method::Radau5).tolerance(1e-11).run(set.model.placed(), SPAN)?;
        off.push((set.force(&run.last().ok_or("no sample")?)? / pin - 1.0).abs());
    }
    verdict.fact("force in the main bearing, with pins (N)", format!("{pin:.6}"));
    for (stiffness, off) in stiffnesses.iter().zip(&off) {
        verdict.fact(&format!("with bushings of {stiffness:e} N/m, off by a part of"), format!("{off:.2e}"));
    }
    if known {
        verdict.close("what ten times the stiffness leaves of that", off[2] / off[1], 0.1, 0.03);
        verdict.close("again", off[3] / off[2], 0.1, 0.03);
    }

    let run = simulation(&soft.model, &args).every(0.002).run(soft.model.placed(), SPAN)?;
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-5, 1e-3));
    run.times_table()
        .with("angle", run.column(|at| at.body(soft.crank).angle))
        .with("slider", run.column(|at| at.body(soft.slider).origin.x))
        .with("main", run.column(|at| soft.force(at).unwrap_or(f64::NAN)))
        .write_csv(args.file("trajectory.csv")?)?;
    let page = run.player().title("A slider-crank with bushings");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("bushing_crank_sketch.svg")?)?;
    Figure::new("A slider-crank with bushings for its pins")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::new("steps", "error (rad, m)").log_x().log_y().line("radau5", &steps, &errors))
        .panel(Panel::new("stiffness (N/m)", "force: part off").log_x().log_y().line("", &stiffnesses, &off))
        .save(&args.file("bushing_crank.svg")?)?;
    Ok(verdict.finish())
}
