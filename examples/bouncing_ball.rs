//! A ball that spins is dropped on a floor: it bounces, comes to rest after infinitely many impacts, slides, and rolls.
//!
//! With radius r, inertia κ m r², slip u = v + r ω, γ₁ = √(2 g h) and t₁ = γ₁/g:
//!
//! ```text
//! (1)  impact n at t₁ (1 + 2 Σ_(k<n) eᵏ) with the speed γ₁ eⁿ⁻¹;  at rest at t₁ (1 + e)/(1 − e)
//! (2)  impact n takes μ (1 + 1/κ)(1 + e) γ₁ eⁿ⁻¹ off the slip, if there is that much
//! (3)  slip that outlasts the bounces ends at t = u₀ κ/((1 + κ) μ g), as if the ball had been laid down: whatever its height and e
//! (4)  then v = v₀ − u₀ κ/(1 + κ), whatever e and μ
//! ```
//!
//! (3): the upward momentum is zero at both ends. So the floor's whole normal impulse is m g t, wherever in time it was given, and μ times that is what slows the slip.

mod support;

use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
const RADIUS: f64 = 0.1;
/// Of a disk.
const KAPPA: f64 = 0.5;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("bouncing_ball", "a ball bounces, rests, slides, rolls")
        .default("rtol", "1e-12")
        .cases(&["slides", "strikes"])
        .number("height", 1.0, "m, from which it falls")
        .number("restitution", 0.6, "coefficient of restitution")
        .number("friction", 0.03, "coefficient of friction (case strikes: 0.06)")
        .number("spin", 20.0, "rad/s, at first")
        .number("speed", 1.0, "m/s, forward at first")
        .parse();
    let [height, e, spin, speed] = ["height", "restitution", "spin", "speed"].map(|name| args.number(name));
    let mu = args.number_or("friction", if args.case() == "strikes" { 0.06 } else { 0.03 });

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let body = RigidBody::disk(1.0, RADIUS).at(0.0, RADIUS + height, 0.0).moving(speed, 0.0, spin);
    let ball = builder.body("ball", body);
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), RADIUS, RADIUS);
    let law = Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let floor = builder.contact("floor", Contact::between(GROUND, ball, pair), law);
    let model = builder.build()?;
    save(&model, &args)?;
    let run = simulation(&model, &args).every(0.005).run(model.placed(), 4.0)?;

    let first = (2.0 * G * height).sqrt();
    let slip = speed + RADIUS * spin;
    let (mut time, mut closing, mut left, mut rolls) = (first / G, first, slip, None);
    let mut off = [0.0_f64; 3];
    for impact in run.impacts() {
        for blow in &impact.blows {
            left = (left - mu * (1.0 + 1.0 / KAPPA) * (1.0 + e) * closing).max(0.0);
            // Of an instant so much is known as rounding of the height leaves: its error times the speed, (m).
            off[0] = off[0].max((impact.t - time).abs() * closing);
            off[1] = off[1].max((blow.closing[0] + closing).abs());
            off[2] = off[2].max((blow.slip[1] - left).abs());
        }
        if left == 0.0 {
            rolls = rolls.or(Some([impact.t, time]));
        }
        closing *= e;
        time += 2.0 * closing / G;
    }
    let rest = run.transitions().iter().find_map(|change| match change.cause {
        Cause::Rested { at, error, .. } => Some([at, error]),
        _ => None,
    });
    let [rest, error] = rest.unwrap_or([f64::NAN; 2]);
    let stopped = run.transitions().iter().find(|change| change.to == Mode::Stick).map_or(f64::NAN, |change| change.t);
    let in_impact = rolls.is_some();
    let [stopped, rolls] = rolls.unwrap_or([stopped, slip * KAPPA / ((1.0 + KAPPA) * mu * G)]);

    let mut verdict = Verdict::new("bouncing_ball");
    verdict.check("impacts until it rests", run.impacts().len() as f64, ">=", 10.0);
    verdict.check("instants times speeds, from (1) (m)", off[0], "<", bound(&args, 1e-13, 1e-8));
    verdict.check("speeds before impacts, from (1) (m/s)", off[1], "<", bound(&args, 1e-11, 1e-6));
    verdict.check("slip after impacts, from (2) (m/s)", off[2], "<", bound(&args, 1e-11, 1e-6));
    let accumulate = first / G * (1.0 + e) / (1.0 - e);
    verdict.fact("at rest at (s)", format!("{rest:.9}"));
    verdict.check("that, from (1) (s)", (rest - accumulate).abs(), "<", bound(&args, 1e-11, 1e-6));
    verdict.check("its error, as the run estimates it (s)", error, "<", 1e-8);
    verdict.fact("rolls at (s)", format!("{rolls:.9}{}", if in_impact { ", in an impact" } else { "" }));
    verdict.check("that, from (2) or (3) (s)", (stopped - rolls).abs(), "<", bound(&args, 1e-9, 1e-6));
    if args.case() == "slides" && !args.given("friction") {
        verdict.holds("it slides on after it has come to rest", rolls > rest);
    }
    let last = run.last().ok_or("no sample")?;
    let at = last.body(ball);
    let end = speed - slip * KAPPA / (1.0 + KAPPA);
    verdict.check("final speed, from (4) (m/s)", (at.velocity.x - end).abs(), "<", bound(&args, 1e-10, 1e-6));
    verdict.check("upward speed at rest (m/s)", at.velocity.y.abs(), "<", 1e-15);
    verdict.check("force of the floor less weight (N)", (last.contact(floor).normal - G).abs(), "<", 1e-12);
    let lost: f64 = run.impacts().iter().map(|impact| impact.lost).sum();
    verdict.fact("lost in impacts (J)", format!("{lost:.6}"));
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-11, 1e-6));

    let slips = run.column(|at| at.body(ball).velocity.x + RADIUS * at.body(ball).spin);
    run.times_table()
        .with("x", run.column(|at| at.body(ball).origin.x))
        .with("y", run.column(|at| at.body(ball).origin.y))
        .with("slip", slips.clone())
        .with("N", run.column(|at| at.contact(floor).normal))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.player().title("A ball bounces, slides, rolls").write(args.file("trajectory.html")?)?;
    let (rested, rolling) = ((rest, "rests"), (rolls, "rolls"));
    Figure::new("A ball bounces, rests, slides, rolls")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(
            Panel::history("height of its center (m)").mark_x(rested.0, rested.1).mark_x(rolling.0, rolling.1).curve(
                "",
                &run,
                |at| at.body(ball).origin.y,
            ),
        )
        .panel(Panel::history("slip (m/s)").mark_x(rested.0, rested.1).mark_x(rolling.0, rolling.1).line(
            "",
            &run.times(),
            &slips,
        ))
        .save(&args.file("bouncing_ball.svg")?)?;
    Ok(verdict.finish())
}
