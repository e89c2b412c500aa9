//! A pendulum is swung up by the cart that it hangs on, with the least effort, and the cart's guide rubs.
//!
//! The force u(t) on the cart is a table of N knots, and every knot a parameter of a family: what is asked for is u with
//!
//! ```text
//! (1)  f = ½ ∫ u² dt least,     at the end T:  the rod stands upright, all is at rest, and the cart is where it was
//! ```
//!
//! Derivatives of the end by every knot come along with the run, through the instants at which the cart stops, sticks and turns: its friction depends on what the rod pulls. `swing/cheapest.rs` has the optimizer, a page; the number
//! of its steps does not grow with N. Without friction the least effort is known from Pontryagin's equations (`swing/pontryagin.rs`), in which no knot occurs: the table's is above it by some 1/N².
//!
//! The path without friction is found first, from swaying, and begins the one with it; that of a few knots begins that of many.

mod support;
mod swing;

use chetaev::nalgebra::{DMatrix, DVector};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};
use std::process::ExitCode;
use support::*;
use swing::cheapest::cheapest;
use swing::{T, bodies, ends, finer, integral, pontryagin, swing, weights};

/// What is found with so many intervals begins what is found with more.
const COARSE: usize = 32;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("swing_up", "a pendulum swung up by its cart, with the least effort")
        .default("rtol", "1e-9")
        .number("mu", 0.1, "coefficient of friction in the guide")
        .number("intervals", 500.0, "of the table of forces")
        .parse();
    let mut verdict = Verdict::new("swing_up");
    let (mu, intervals) = (args.number("mu"), args.number("intervals") as usize);
    let known = mu == 0.1 && intervals == 500;
    let step = T / intervals as f64;
    let forces = |family: &Family| DVector::from_column_slice(family.values());
    let effort = |family: &Family| integral(&forces(family), &forces(family));

    // Swaying, until the rod has learned it; then with more and more friction.
    let few = intervals.min(COARSE);
    let begin: Vec<f64> = (0..=few).map(|k| 8.0 * (2.0 * PI * k as f64 / few as f64).sin()).collect();
    let least = |forces: &[f64], mu: f64| cheapest(swing(forces, mu)?, |model| simulation(model, &args));
    let (mut smooth, learned) = least(&begin, 0.0)?;
    let (mut rough, mut rubbed) = (smooth.clone(), 0);
    for part in if mu > 0.0 { vec![0.25, 0.5, 0.75, 1.0] } else { Vec::new() } {
        let (found, steps) = least(rough.values(), part * mu)?;
        (rough, rubbed) = (found, rubbed + steps);
    }
    let mut more = [0, 0];
    if intervals > few {
        (smooth, more[0]) = least(&finer(smooth.values(), intervals)?, 0.0)?;
        (rough, more[1]) = least(&finer(rough.values(), intervals)?, mu)?;
    }
    for (what, steps, more) in [("without", learned, more[0]), ("with", rubbed, more[1])] {
        let told = format!("{steps} over {few} intervals, {more} more over {intervals}");
        verdict.fact(&format!("steps {what} friction"), told);
    }

    let (cart, rod) = bodies(rough.model())?;
    let (off, by, run) = ends(&rough, simulation(rough.model(), &args).every(0.01), true)?;
    let known_effort = pontryagin::effort(&pontryagin::GUESS).ok_or("Pontryagin's equations were not solved")?;
    verdict.fact("effort without friction (N² s)", format!("{:.3}", effort(&smooth)));
    verdict.fact("with it (N² s)", format!("{:.3}", effort(&rough)));
    verdict.fact("changes of friction on the way", format!("{}", run.transitions().len()));
    let above = (effort(&smooth) / known_effort - 1.0) * (intervals * intervals) as f64;
    verdict.check("N² times the part that it is above Pontryagin's without", above, "<", 30.0);
    verdict.check("and it is above", above, ">", 10.0);
    verdict.check("end missed by (m, rad, m/s, rad/s)", off.amax(), "<", 1e-8);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-6, 1e-3));

    // (4), with the ν that fits best.
    let roots = weights(rough.values().len()).map(f64::sqrt);
    let (own, worth) =
        (forces(&rough).component_mul(&roots), DMatrix::from_diagonal(&roots.map(|root| 1.0 / root)) * &by);
    let found = worth.clone().svd(true, true).solve(&own, 1e-14)?;
    let left = (&own - &worth * found).norm() / own.norm();
    verdict.check("force that is not worth its end, as a part", left, "<", if known { 6e-7 } else { 1e-5 });
    verdict.check("flags", run.flags().len() as f64, "==", 0.0);
    if known {
        verdict.close("effort that friction costs, as a part", effort(&rough) / effort(&smooth) - 1.0, 0.1137, 1e-4);
    }

    let knots: Vec<f64> = (0..=intervals).map(|k| k as f64 * step).collect();
    let page = run.player().title("A pendulum that is swung up");
    page.write(args.file("trajectory.html")?)?;
    Figure::new("A pendulum that is swung up with the least effort")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::new("time (s)", "force on the cart (N)").line("without friction", &knots, smooth.values()).line(
            "with friction",
            &knots,
            rough.values(),
        ))
        .panel(
            Panel::new("time (s)", "rod (rad), cart (m)")
                .line("rod", &run.times(), &run.column(|at| at.body(rod).angle + FRAC_PI_2))
                .line("cart", &run.times(), &run.column(|at| at.body(cart).origin.x)),
        )
        .save(&args.file("swing_up.svg")?)?;
    Ok(verdict.finish())
}
