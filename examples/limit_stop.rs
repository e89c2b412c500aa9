//! Limits of an angle and of a distance: an arm between two stops, and a ball on a rope that goes slack and taut again.
//!
//! The arm is a rod of length l on a pin, θ its angle from the horizontal:
//!
//! ```text
//! (1)  between impacts  θ'² = ω² − (3 g/l)(sin θ − sin θ₁);   at a stop  ω⁺ = −e ω⁻
//! (2)  from a stop back to it: 2 ∫ dθ/θ' up to where θ' = 0
//! ```
//!
//! The ball hangs on a rope of length L and is struck, with the speed v₀ at the lowest place. φ is the angle from the horizontal at which the rope goes slack:
//!
//! ```text
//! (3)  sin φ = (v₀²/(g L) − 2)/3,  v² = g L sin φ             no tension left
//! (4)  4 v cos φ/g later the rope is taut again, at the angle −3φ on the other side: on a parabola |r|² − L² = t³ g (¼ g t − v cos φ)
//! (5)  its blow is m 8 v³ cos³φ/(g L); the speed across the rope stays
//! ```

mod support;

use chetaev::hybrid::Stop;
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::process::ExitCode;
use support::integral::{half_sine, integral};
use support::*;

const G: f64 = 9.81;
const LENGTH: f64 = 0.5;
/// The stops of the arm (rad).
const STOPS: [f64; 2] = [-0.5, 1.2];

/// Instants of the impacts of an arm thrown up from the horizontal, and the rates before them, from (1) and (2).
fn arm_knows(rate: f64, e: f64, count: usize) -> Vec<(f64, f64)> {
    let k = 3.0 * G / LENGTH;
    let time = |from: f64, to: f64, square: &dyn Fn(f64) -> f64| {
        integral(|s| (to - from).abs() / square(from + (to - from) * s).sqrt())
    };
    let (mut t, mut at, mut omega, mut known) = (0.0, 0.0_f64, rate, Vec::new());
    while known.len() < count {
        let square = |theta: f64| omega * omega - k * (theta.sin() - at.sin());
        let next = if omega > 0.0 && square(STOPS[1]) > 0.0 {
            t += time(at, STOPS[1], &square);
            STOPS[1]
        } else if omega > 0.0 {
            // It turns round at the angle `top` and comes back to the stop: with θ = top − (top − θ₁) s² the root cancels.
            let top = (at.sin() + omega * omega / k).asin();
            let back = integral(|s| {
                let below = (top - at) * s * s;
                let halves = 2.0 * (top - 0.5 * below).cos() * half_sine(below);
                2.0 * (top - at).sqrt() / (k * halves).sqrt()
            });
            t += 2.0 * back;
            at
        } else {
            t += time(at, STOPS[0], &square);
            STOPS[0]
        };
        let before = square(next).sqrt().copysign(next - at);
        let before = if next == at { -omega } else { before };
        known.push((t, before));
        (at, omega) = (next, -e * before);
    }
    known
}

/// An arm between two stops.
fn arm(args: &Args, verdict: &mut Verdict) -> Result<(), Report> {
    let (rate, e) = (args.number("rate"), args.number("restitution"));
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let rod = RigidBody::rod(1.0, LENGTH).at(0.5 * LENGTH, 0.0, 0.0).moving(0.0, 0.5 * LENGTH * rate, rate);
    let arm = builder.body("arm", rod);
    builder.constraint("pin", Revolute::new(GROUND.origin(), arm.point(-0.5 * LENGTH, 0.0)));
    let stops = Stop::between(Angle::between(GROUND, arm), STOPS[0], STOPS[1]);
    let mut held = Vec::new();
    for (stop, name) in stops.into_iter().zip(["lower", "upper"]) {
        held.push(builder.contact(name, stop, Rigid::smooth().bouncing(e)));
    }
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.004).run(model.start().project()?, 2.5)?;

    let known = arm_knows(rate, e, run.impacts().len());
    let mut off = [0.0_f64; 2];
    for (impact, (t, before)) in run.impacts().iter().zip(&known) {
        // The rate of the gap is that of the angle at the lower stop, its negative at the upper one. Instants are known as far as rounding of the angle lets them.
        off[0] = off[0].max((impact.t - t).abs() * before.abs());
        off[1] = off[1].max((impact.blows[0].closing[0] + before.abs()).abs());
    }
    verdict.check("impacts of the arm", run.impacts().len() as f64, ">=", 10.0);
    let upper = run.impacts().iter().filter(|impact| impact.names().any(|name| name == "upper")).count();
    verdict.check("of these, at the upper stop", upper as f64, ">=", 1.0);
    verdict.check("instants times rates, from (2) (rad)", off[0], "<", bound(args, 1e-11, 1e-6));
    verdict.check("rates before impacts, from (1) (rad/s)", off[1], "<", bound(args, 1e-11, 1e-5));
    let last = run.last().ok_or("no sample")?;
    verdict
        .holds("it comes to rest", run.transitions().iter().any(|change| matches!(change.cause, Cause::Rested { .. })));
    verdict.check("its rate then (rad/s)", last.body(arm).spin.abs(), "<", 1e-15);
    // The stop's multiplier is a moment: that of the weight about the pin.
    let weight = 0.5 * LENGTH * G * STOPS[0].cos();
    verdict.check("moment of the lower stop (N m)", (last.contact(held[0]).normal - weight).abs(), "<", 1e-10);
    verdict.check("balance of energy of the arm (J)", run.energy_error(), "<", bound(args, 1e-11, 1e-5));
    run.times_table()
        .with("angle", run.column(|at| at.body(arm).angle))
        .with("rate", run.column(|at| at.body(arm).spin))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    let page = run.player().title("An arm between two stops");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("limit_stop_sketch.svg")?)?;
    let stops = Panel::history("angle (rad)").mark_y(STOPS[0], "stop").mark_y(STOPS[1], "stop");
    Figure::new("An arm between two stops")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(stops.curve("", &run, |at| at.body(arm).angle))
        .panel(Panel::history("rate (rad/s)").curve("", &run, |at| at.body(arm).spin))
        .save(&args.file("limit_stop.svg")?)?;
    Ok(())
}

/// A ball on a rope that goes slack.
fn rope(args: &Args, verdict: &mut Verdict) -> Result<(), Report> {
    let (length, mass, speed) = (0.8_f64, 0.4, args.number("speed"));
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let ball = builder.body("ball", Particle::new(mass).at(0.0, -length).moving(speed, 0.0));
    let rope = Stop::below(Separation::between(GROUND.origin(), ball.origin()), length);
    let rope = builder.contact("rope", rope, Rigid::smooth());
    let model = builder.build()?;
    let start = model.placed();
    let run = simulation(&model, args).every(0.004).keep_dense().run(start, 1.6)?;

    let sine = (speed * speed / (G * length) - 2.0) / 3.0;
    let (phi, v) = (sine.asin(), (G * length * sine).sqrt());
    let flight = 4.0 * v * phi.cos() / G;
    let slack =
        run.transitions().iter().find(|change| change.cause == Cause::Opened).ok_or("the rope never went slack")?;
    let at = run.state_at(slack.t)?;
    let height = model.read(&at).body(ball).origin.y / length;
    verdict.check("rope slack: sin φ from (3)", (height - sine).abs(), "<", bound(args, 1e-11, 1e-6));
    let taut = run.impacts().first().ok_or("the rope never was taut again")?;
    verdict.check("time slack, from (4) (s)", (taut.t - slack.t - flight).abs(), "<", bound(args, 1e-10, 1e-5));
    let at = run.state_at(taut.t)?;
    let place = model.read(&at).body(ball).origin / length;
    let known = [(3.0 * phi).cos(), -(3.0 * phi).sin()];
    verdict.check(
        "taut again at −3φ, from (4)",
        (place.x - known[0]).hypot(place.y - known[1]),
        "<",
        bound(args, 1e-10, 1e-5),
    );
    let blow = mass * 8.0 * (v * phi.cos()).powi(3) / (G * length);
    verdict.check("its blow, from (5) (N s)", (taut.blows[0].normal - blow).abs(), "<", bound(args, 1e-10, 1e-5));
    let lost = blow * blow / (2.0 * mass);
    verdict.check("energy lost in it (J)", (taut.lost - lost).abs(), "<", bound(args, 1e-10, 1e-5));
    let longest = run.samples().map(|at| -at.contact(rope).gap).fold(0.0, f64::max);
    verdict.check("longer than the rope (m)", longest, "<", 1e-12);
    verdict.check("balance of energy of the ball (J)", run.energy_error(), "<", bound(args, 1e-11, 1e-5));
    run.times_table()
        .with("x", run.column(|at| at.body(ball).origin.x))
        .with("y", run.column(|at| at.body(ball).origin.y))
        .with("tension", run.column(|at| at.contact(rope).normal))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.player().title("A ball on a rope").trail(ball.origin()).write(args.file("trajectory.html")?)?;
    let [x, y] =
        [f64::cos, f64::sin].map(|f| (0..=120).map(|k| length * f(f64::from(k) * 0.052_36)).collect::<Vec<_>>());
    Figure::new("A rope goes slack and is taut again")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::new("x (m)", "y (m)").equal_aspect().dashed("length of the rope", &x, &y).portrait(
            "ball",
            &run,
            |at| at.body(ball).origin.into(),
        ))
        .panel(Panel::history("tension (N)").curve("", &run, |at| at.contact(rope).normal))
        .save(&args.file("limit_rope.svg")?)?;
    Ok(())
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("limit_stop", "an arm between stops, a ball on a rope")
        .default("rtol", "1e-12")
        .cases(&["arm", "rope"])
        .number("rate", 9.0, "rad/s, of the arm at first")
        .number("restitution", 0.5, "coefficient of restitution of the stops")
        .number("speed", 5.4, "m/s, of the ball at first")
        .parse();
    let mut verdict = Verdict::new("limit_stop");
    match args.case() {
        "rope" => rope(&args, &mut verdict)?,
        _ => arm(&args, &mut verdict)?,
    }
    Ok(verdict.finish())
}
