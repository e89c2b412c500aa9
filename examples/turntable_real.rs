//! A ball on a real turntable, which is turned by a known angle and stands again: the ball rolls, is torn off, slides, and in the end lies still, elsewhere.
//!
//! With k = 2/7, u = v + r ω × (−z) − Ω z × x the slip of the lowest point over the table, F the force there, and x, v read as complex numbers:
//!
//! ```text
//! (1)  m v' = F,  2/5 m r² ω' = −r z × F    ⇒    v − 2/5 r z × ω  does not change, whether the ball rolls or slides: from rest it stays zero
//! (2)  rolling from rest,  x' = i k Ω x:  it stays on its circle, |x| = R, and turns by k times the angle of the table
//! (3)  which takes the force  |F| = m k R √(Ω'² + k² Ω⁴):  it is torn off where that first is μ m g
//! (4)  rolling on a table that stands asks  v = −r z × ω  besides (1):  v = 0, whatever happened before
//! ```

mod support;

use chetaev::constraint::Driver;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use nalgebra::Vector3;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
const RADIUS: f64 = 0.1;
const MASS: f64 = 1.5;
/// Until the table stands, and the end of the run.
const TURNS: f64 = 6.0;
const SPAN: f64 = 10.0;
const K: f64 = 2.0 / 7.0;

/// The first zero of a function that rises from below, in a bracket found on a grid.
fn first_zero(f: impl Fn(f64) -> f64, end: f64) -> Option<f64> {
    let step = end / 1000.0;
    let k = (0..1000).find(|&k| f(step * f64::from(k + 1)) > 0.0)?;
    let (mut low, mut high) = (step * f64::from(k), step * f64::from(k + 1));
    while high - low > 4.0 * f64::EPSILON * high {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 { high = middle } else { low = middle }
    }
    Some(0.5 * (low + high))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("turntable_real", "a ball on a turntable is torn off, slides, and lies still in the end")
        .default("rtol", "1e-12")
        .number("friction", 0.05, "coefficient of friction")
        .number("angle", 16.0, "rad, by which the table is turned in 6 s")
        .number("place", 0.5, "m, of the ball from the axis")
        .parse();
    let [mu, angle, place] = ["friction", "angle", "place"].map(|name| args.number(name));
    let turned = Signal::smooth_step([0.0, TURNS], [0.0, angle]);

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let ball = Solid::from_inertia(Inertia::sphere(MASS, RADIUS)?)?;
    let ball = builder.body("ball", ball.at(place, 0.0, RADIUS));
    let table = builder.body("table", Solid::principal(5.0, [0.5, 0.5, 1.0])?);
    let (fixed, turning) = (WORLD.mark(0.0, 0.0, 0.0), table.mark(0.0, 0.0, 0.0));
    builder.constraint("bearing", Joint::revolute(fixed, turning));
    builder.constraint("motor", Driver::signal(AxialAngle::about(fixed, turning), turned.clone()));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], RADIUS));
    let contact = builder.contact("table top", Contact::between(table, ball, pair), Rigid::rough(Coulomb::new(mu)));
    let model = builder.build()?;
    let run = simulation(&model, &args).every(SPAN / 500.0).run(model.placed(), SPAN)?;

    // (3), with the first two derivatives of the polynomial of degree five.
    let asked = |t: f64| {
        let (x, all) = (t / TURNS, angle / TURNS);
        let (rate, second) =
            (all * 30.0 * (x * (1.0 - x)).powi(2), all / TURNS * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x));
        K * place * second.hypot(K * rate * rate) - mu * G
    };
    let torn = first_zero(asked, TURNS);
    let change = |cause: Cause| run.transitions().iter().find(move |change| change.cause == cause).map(|c| c.t);
    let (slides, rolls) = (change(Cause::Started), change(Cause::Stopped));
    let place_of = |now: &Snapshot<'_>| now.body(ball).origin;
    // (1), (2), the cone.
    let bound_to = run.column(|now| {
        let (v, w) = (now.body(ball).velocity, now.body(ball).spin);
        (v - 0.4 * RADIUS * Vector3::z().cross(&w)).norm()
    });
    let off_circle = run.column(|now| {
        let (sin, cos) = (K * turned.value(now.t())).sin_cos();
        let at = place_of(now);
        if now.t() < torn.unwrap_or(SPAN) { (at.x - place * cos).hypot(at.y - place * sin) } else { 0.0 }
    });
    let beyond = run.column(|now| now.contact(contact).tangential.abs() / (mu * now.contact(contact).normal) - 1.0);
    let most = |values: &[f64]| values.iter().fold(f64::NEG_INFINITY, |most: f64, x| most.max(*x));
    let last = run.last().ok_or("no sample")?;

    let mut verdict = Verdict::new("turntable_real");
    match (torn, slides) {
        (Some(torn), Some(slides)) => {
            verdict.fact("torn off at (s)", format!("{slides:.12}"));
            verdict.check("that, from (3) (s)", (slides - torn).abs(), "<", bound(&args, 1e-11, 1e-6));
            verdict.fact("lies still from (s)", rolls.map_or("never".into(), |t| format!("{t:.9}")));
        }
        (None, None) => {
            verdict.fact("torn off", "never");
        }
        (torn, slides) => {
            verdict.holds(&format!("torn off at {slides:?} s, from (3) {torn:?} s"), false);
        }
    }
    verdict.check("off the circle of (2), rolling (m)", most(&off_circle), "<", bound(&args, 1e-11, 1e-6));
    verdict.check("what does not change, (1) (m/s)", most(&bound_to), "<", bound(&args, 1e-11, 1e-6));
    verdict.check("friction beyond its cone, as a part", most(&beyond), "<", 1e-12);
    verdict.holds("it rolls at the end", last.contact(contact).mode == Mode::Stick);
    verdict.check("velocity at the end, (4) (m/s)", last.body(ball).velocity.norm(), "<", bound(&args, 1e-11, 1e-6));
    verdict.fact("distance from the axis at the end (m)", format!("{:.9}", place_of(&last).x.hypot(place_of(&last).y)));
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-11, 1e-6));

    run.times_table()
        .with("x", run.column(|at| place_of(at).x))
        .with("y", run.column(|at| place_of(at).y))
        .with("slip", run.column(|at| at.contact(contact).slip))
        .with("friction", run.column(|at| at.contact(contact).tangential))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.player().title("A ball on a turntable that turns and stands again").write(args.file("trajectory.html")?)?;
    let (times, slip) = (run.times(), run.column(|at| at.contact(contact).slip));
    let friction = run.column(|at| at.contact(contact).tangential.abs());
    let mut force = Panel::history("friction (N)").line("", &times, &friction).mark_y(mu * MASS * G, "μ m g");
    if let Some(torn) = torn {
        force = force.mark_x(torn, "torn off");
    }
    Figure::new("A ball on a turntable that turns and stands again")
        .columns(3)
        .size(1200.0, 420.0)
        .panel(Panel::new("x (m)", "y (m)").equal_aspect().line(
            "",
            &run.column(|at| place_of(at).x),
            &run.column(|at| place_of(at).y),
        ))
        .panel(Panel::history("slip (m/s)").line("", &times, &slip))
        .panel(force)
        .save(&args.file("turntable_real.svg")?)?;
    Ok(verdict.finish())
}
