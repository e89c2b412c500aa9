//! A cart on a slope that runs against a stop: the stop as a stiff spring with a damper, and as a limit with a coefficient of restitution.
//!
//! While they touch m x'' = −(k x + c x'), and the stop lets go where its force has vanished, which is before x = 0. With ω₀ = √(k/m) and ζ = c/(2 √(k m))
//!
//! ```text
//! (1)  it lets go at  √(1 − ζ²) ω₀ t = π − 2 asin ζ,   with e = exp(−ζ (π − 2 asin ζ)/√(1 − ζ²)) times the speed
//! (2)  pressed by F it rests F/k behind the stop, which it comes to as e^(−ζ ω₀ t)
//! (3)  the limit with that e is what becomes of it as k grows with ζ held: the difference is in proportion to the time of a blow, 1/√k
//! ```
//!
//! A method with explicit stages has to follow ω₀ for as long as the cart rests on the spring; the implicit one takes steps of what is left to move.

mod support;

use chetaev::hybrid::Stop;
use chetaev::math::Formula;
use chetaev::prelude::*;
use std::f64::consts::PI;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const SLOPE: f64 = 0.3;
/// From where it starts to the stop (m).
const WAY: f64 = 0.5;
const SPAN: f64 = 20.0;

struct Cart {
    model: Model,
    cart: BodyId,
}

/// With a stop of stiffness k and damping c, or with a limit of the given restitution.
fn build(stop: Result<[f64; 2], f64>) -> Result<Cart, Report> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let line = GROUND.axis([0.0, 0.0], -SLOPE);
    let cart = builder.body("cart", RigidBody::new(MASS, 0.1).at(-WAY * SLOPE.cos(), WAY * SLOPE.sin(), -SLOPE));
    builder.constraint("rails", Prismatic::new(line, cart.axis([0.0, 0.0], 0.0)));
    let travel = Travel::along(line, cart.origin());
    match stop {
        Ok([k, c]) => {
            let force = format!("-if(0 < x, max(0, {k:?}*x + {c:?}*v), 0)");
            builder.force("stop", AppliedAlong::formula(travel, Formula::parse(&force, ["t", "x", "v"])?)?);
        }
        Err(e) => {
            builder.contact("stop", Stop::below(travel, 0.0), Rigid::smooth().bouncing(e));
        }
    }
    Ok(Cart { model: builder.build()?, cart })
}

impl Cart {
    /// How far it is along the rails, from the stop on.
    fn place(&self, at: &Snapshot<'_>) -> f64 {
        let [x, y] = at.body(self.cart).origin.into();
        x * SLOPE.cos() - y * SLOPE.sin()
    }

    fn run(&self, method: Method, rtol: f64, end: f64) -> Result<Trajectory, Report> {
        Ok(Simulation::new(&self.model).method(method).tolerance(rtol).every(0.01).run(self.model.placed(), end)?)
    }
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("penalty_stop", "a cart against a stop: a stiff spring with a damper, and a limit")
        .default("rtol", "1e-9")
        .default("method", "radau5")
        .number("stiffness", 1e8, "N/m, of the stop")
        .number("part", 0.2, "of the critical damping, ζ")
        .parse();
    let mut verdict = Verdict::new("penalty_stop");
    let (k, zeta) = (args.number("stiffness"), args.number("part"));
    let known = args.fixed_step().is_none() && [k, zeta] == [1e8, 0.2] && args.rtol() <= 1e-9;
    let damping = |k: f64| 2.0 * zeta * (k * MASS).sqrt();
    let root = (1.0 - zeta * zeta).sqrt();
    let angle = PI - 2.0 * zeta.asin();
    let e = (-zeta * angle / root).exp();

    // (1): the first blow.
    let closing = (2.0 * G * SLOPE.sin() * WAY).sqrt();
    let arrives = closing / (G * SLOPE.sin());
    let set = build(Ok([k, damping(k)]))?;
    let blow = angle / (root * (k / MASS).sqrt());
    let after = set.run(args.method().parse()?, args.rtol(), arrives + 1.5 * blow)?;
    let left = after.last().ok_or("no sample")?.body(set.cart).velocity.norm();
    verdict.fact("restitution by (1)", format!("{e:.6}"));
    verdict.fact("time of a blow (s)", format!("{blow:.3e}"));
    // Gravity acts during the blow as well: it changes the speed by g sin α times that.
    verdict.close("restitution of the first blow", left / closing, e, G * SLOPE.sin() * blow / closing);

    // (2): both methods until it rests.
    let method: Method = args.method().parse()?;
    let run = set.run(method, args.rtol(), SPAN)?;
    let at = run.last().ok_or("no sample")?;
    verdict.close("rests behind the stop (m)", set.place(&at), MASS * G * SLOPE.sin() / k, 1e-12);
    verdict.fact("steps", run.counters().steps);
    let explicit = set.run(Method::Dop853, args.rtol(), SPAN)?;
    verdict.fact("steps of dop853", explicit.counters().steps);
    if known {
        verdict.holds("dop853 tells that it is stiff", explicit.stiffness().is_some());
        verdict.check("steps of radau5", run.counters().steps as f64, "<", 3500.0);
        verdict.check("steps of dop853", explicit.counters().steps as f64, ">", 10_000.0);
    }

    // (3): while it still bounces.
    let limit = build(Err(e))?;
    let hard = limit.run(Method::Dop853, 1e-11, SPAN)?;
    let middle = 1.4 * arrives;
    let place =
        |set: &Cart, run: &Trajectory| -> Result<f64, Report> { Ok(set.place(&run.last().ok_or("no sample")?)) };
    let known_place = place(&limit, &limit.run(Method::Dop853, 1e-11, middle)?)?;
    let stiffnesses = [1e4, 1e5, 1e6, 1e7, 1e8];
    let mut off = Vec::new();
    for stiffness in stiffnesses {
        let set = build(Ok([stiffness, damping(stiffness)]))?;
        let run = set.run(method, args.rtol(), middle)?;
        off.push((place(&set, &run)? - known_place).abs());
        verdict.fact(&format!("{stiffness:e} N/m: from the limit (m)"), format!("{:.2e}", off[off.len() - 1]));
    }
    if known {
        verdict.close("what a hundred times the stiffness leaves of that", off[4] / off[2], 0.1, 0.01);
    }
    verdict.fact("blows on the limit until it rests", hard.impacts().len());

    // A soft one, to be seen.
    let soft = build(Ok([stiffnesses[0], damping(stiffnesses[0])]))?;
    let (spring, hard) = (soft.run(method, args.rtol(), 4.0)?, limit.run(Method::Dop853, 1e-11, 4.0)?);
    spring
        .times_table()
        .with("spring", spring.column(|at| soft.place(at)))
        .with("limit", hard.column(|at| limit.place(at)))
        .write_csv(args.file("trajectory.csv")?)?;
    spring.player().title("A cart against a stiff stop").write(args.file("trajectory.html")?)?;
    Figure::new("A cart against a stop: a spring with a damper, and a limit")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("from the stop (m)").curve("limit", &hard, |at| limit.place(at)).curve(
            "spring of 10⁴ N/m",
            &spring,
            |at| soft.place(at),
        ))
        .panel(Panel::new("stiffness (N/m)", "from the limit (m)").log_x().log_y().line("", &stiffnesses, &off))
        .save(&args.file("penalty_stop.svg")?)?;
    Ok(verdict.finish())
}
