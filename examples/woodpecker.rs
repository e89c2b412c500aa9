//! A woodpecker pecks its way down a pole: three freedoms, three contacts that open, stick, slide and strike, and one cycle.
//!
//! The model is in `support/woodpecker.rs`. In a cycle the sleeve's lower edge slips and opens; the upper edge strikes, the beak strikes, the
//! upper edge strikes again and slides; all fly; the lower edge strikes twice, slides down, and sticks while the bird swings back.
//!
//! The cycle closes but for the height. It is found by shooting from a state in flight, through nine changes, and its one multiplier that is neither 0 nor 1
//! says how fast others come near it. The published cycle is that of Newton's law as one problem for the whole impulse (Moreau). Other laws
//! have other cycles: the friction of the beak turns round within the blow.

mod support;

use chetaev::analysis::Shooting;
use chetaev::impact::Restitution;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Impacts};
use std::process::ExitCode;
use support::woodpecker::{PLAY, Woodpecker};
use support::*;

/// When the last flight between the edges began, and the one before.
fn flights(run: &Trajectory) -> Option<[f64; 2]> {
    let opens = |change: &&Transition| change.cause == Cause::Opened && change.name == "upper edge";
    let mut times = run.transitions().iter().filter(opens).map(|change| change.t).rev();
    let last = times.next()?;
    Some([times.next()?, last])
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("woodpecker", "a toy that pecks its way down a pole")
        .default("rtol", "1e-13")
        .choice(
            "law",
            &["published", "newton", "poisson", "energetic"],
            "of impact; published: Newton's, as one problem",
        )
        .parse();
    let law = match args.choice("law") {
        "newton" => Impacts::at_once().law(Restitution::Newton),
        "poisson" => Impacts::at_once().law(Restitution::Poisson),
        "energetic" => Impacts::at_once(),
        _ => Impacts::at_once().law(Restitution::Newton).whole(),
    };
    let toy = Woodpecker::build([0.0, -PLAY, -0.2788], [-0.3411, 0.0, -7.4583], [0.5, 0.0])?;
    let plan = || simulation(&toy.model, &args).impacts(law);
    let read = |at: &Snapshot<'_>| toy.read(at.q(), at.v());

    // From the published state until it has nearly settled; then the cycle through the middle of a flight.
    let settling = plan().keep_dense().run(toy.model.placed(), 4.0)?;
    let [before, last] = flights(&settling).ok_or("it does not fly")?;
    let mut guess = settling.state_at(before + 0.01)?;
    guess.t = 0.0;
    let shooting = Shooting::free(last - before).advancing(["woodpecker.height"]).step(1e-7).tolerance(1e-11);
    let orbit = shooting.run(&toy.model, &plan, &guess)?;
    let run = plan().keep_dense().every(1e-4).run(orbit.state.clone(), orbit.period)?;
    let height = |at: Option<Snapshot<'_>>| at.map_or(f64::NAN, |at| read(&at)[0]);
    let drop = height(run.first()) - height(run.last());

    let mut verdict = Verdict::new("woodpecker");
    verdict.fact("corrections until the cycle closes", orbit.iterations);
    verdict.check("end and beginning differ by", orbit.residual, "<", 1e-9);
    verdict.fact("period (s)", format!("{:.14}", orbit.period));
    verdict.fact("it comes down by (m)", format!("{drop:.15}"));
    // Two are one: along the cycle, and along the pole.
    let mut sizes: Vec<f64> = orbit.multipliers.iter().map(|m| m.re).collect();
    sizes.sort_by(|a, b| (a - 1.0).abs().total_cmp(&(b - 1.0).abs()));
    let off_one = sizes.iter().take(2).map(|m| (m - 1.0).abs()).fold(0.0, f64::max);
    // Differences of runs: the error of a run over the displacement.
    verdict.check("two multipliers from 1", off_one, "<", bound(&args, 1e-4, 1e1));
    let rest = sizes[2..].iter().copied().fold(0.0, |most: f64, m| if m.abs() > most.abs() { m } else { most });
    verdict.fact("the largest of the others", format!("{rest:.9}"));
    // Poisson's cycle repels: shooting finds it although no run settles on it.
    let (relation, name) = if args.choice("law") == "poisson" {
        (">", "its size: the cycle repels")
    } else {
        ("<", "its size: the cycle attracts")
    };
    verdict.check(name, rest.abs(), relation, 1.0);
    verdict.fact("impacts in a cycle", run.impacts().len());
    if args.choice("law") == "published" {
        let known = 0.145_976_065_143_751_83;
        verdict.check("period against 30 digits (s)", (orbit.period - known).abs(), "<", bound(&args, 1e-10, 1e-4));
        let drop = (drop - 0.019_445_379_284_716_527).abs();
        verdict.check("drop against 30 digits (m)", drop, "<", bound(&args, 1e-11, 1e-4));
        let multiplier = (rest + 0.839_155_653_047_661_2).abs();
        verdict.check("multiplier against 30 digits", multiplier, "<", bound(&args, 1e-5, 1e-1));
    }
    verdict.check("balance of energy, impacts included (J)", settling.energy_error(), "<", bound(&args, 1e-13, 1e-6));
    let gap = |at: &Snapshot<'_>| toy.contacts.map(|contact| at.contact(contact).gap).into_iter().fold(1.0, f64::min);
    verdict.check("deepest gap (m)", -settling.smallest(gap), "<", 1e-11);

    let column = |k: usize| run.column(|at| read(at)[k]);
    let mut table = run.times_table();
    for (k, name) in ["y", "phi_M", "phi_S", "y_dot", "phi_M_dot", "phi_S_dot"].into_iter().enumerate() {
        table = table.with(name, column(k));
    }
    table.write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player().title("A woodpecker's cycle: x is the angle of the sleeve").write(args.file("trajectory.html")?)?;
    let t = run.times();
    let mut angles = Panel::history("angle (rad)").line("sleeve", &t, &column(1)).line("bird", &t, &column(2));
    for side in [-PLAY, PLAY] {
        angles = angles.mark_y(side, "");
    }
    Figure::new("A woodpecker's cycle")
        .columns(2)
        .size(1000.0, 760.0)
        .panel(angles)
        .panel(Panel::history("height of the sleeve (mm)").line(
            "",
            &t,
            &column(0).iter().map(|y| 1e3 * y).collect::<Vec<_>>(),
        ))
        .panel(Panel::new("angle (rad)", "rate (rad/s)").title("bird").line("", &column(2), &column(5)))
        .panel(Panel::new("angle (rad)", "rate (rad/s)").title("sleeve").line("", &column(1), &column(4)))
        .save(&args.file("woodpecker.svg")?)?;
    Ok(verdict.finish())
}
