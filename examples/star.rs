//! One disk, N rods, N sliders in rough slots: how cost and trials grow with the number of friction points.

mod support;

use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use support::star::Star;
use support::*;

/// What it takes to find the loads from signs that are all wrong at first.
struct Cost {
    build: f64,
    cold: u64,
    warm: u64,
    each: f64,
}

fn measure(count: usize, mu: f64, search: Search) -> Result<Cost, Box<dyn Error>> {
    let begun = Instant::now();
    let star = Star::build(&Star::even(count, mu), 0.4, 2.0)?;
    let build = begun.elapsed().as_secs_f64();
    let mut state = star.start()?;
    let mut ws = star.model.workspace().searching(search);
    star.model.decide_friction(&mut state)?;
    // Signs of the loads at random at first, then as they were found.
    let mut random = 1_u64;
    for sign in &mut state.signs {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *sign = if random >> 63 == 1 { -1.0 } else { 1.0 };
    }
    star.model.evaluate(&mut ws, &state, Baumgarte::OFF)?;
    let cold = ws.coupling().trials;
    star.model.decide_friction(&mut state)?;
    let rounds = (200_000 / (count * count.min(16)).max(1)).clamp(1, 2000);
    let begun = Instant::now();
    for _ in 0..rounds {
        star.model.evaluate(&mut ws, &state, Baumgarte::OFF)?;
    }
    let each = begun.elapsed().as_secs_f64() / rounds as f64;
    Ok(Cost { build, cold, warm: ws.coupling().trials, each })
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("star", "how the search grows with the number of friction points")
        .count("sliders", 10_000, "largest number of sliders")
        .number("mu", 0.3, "coefficient of friction")
        .parse();
    let (most, mu) = (args.count("sliders"), args.number("mu"));
    let mut verdict = Verdict::new("star");
    let sizes: Vec<usize> = [2, 4, 8, 12, 32, 128, 1024, 10_000].into_iter().filter(|n| *n <= most).collect();
    println!(
        "{:>8} {:>12} {:>8} {:>8} {:>14} {:>14} {:>16}",
        "sliders", "build (s)", "cold", "warm", "µs/evaluation", "µs/slider", "exhaustive (µs)"
    );
    let (mut trials, mut per_slider, mut exhaustive) = ([Vec::new(), Vec::new()], Vec::new(), Vec::new());
    for &count in &sizes {
        let cost = measure(count, mu, Search::Reduced)?;
        let all = if count <= 12 { Some(measure(count, mu, Search::Exhaustive)?) } else { None };
        let shown = all.as_ref().map_or("-".to_owned(), |all| format!("{:.1}", 1e6 * all.each));
        let each = 1e6 * cost.each;
        println!(
            "{count:>8} {:>12.4} {:>8} {:>8} {each:>14.2} {:>14.3} {shown:>16}",
            cost.build,
            cost.cold,
            cost.warm,
            each / count as f64
        );
        [cost.cold, cost.warm].iter().zip(&mut trials).for_each(|(found, all)| all.push(*found as f64));
        per_slider.push(each / count as f64);
        exhaustive.extend(all.map(|all| (count as f64, 1e6 * all.each, all.cold as f64)));
    }
    verdict.check(
        "trials at any size, from random signs",
        trials.iter().flatten().fold(0.0, |most: f64, n| most.max(*n)),
        "<=",
        4.0,
    );
    verdict.fact(
        "cost per slider, largest to 32 (µs)",
        per_slider.iter().skip(4).map(|c| format!("{c:.2} ")).collect::<String>(),
    );

    let n: Vec<f64> = sizes.iter().map(|n| *n as f64).collect();
    let total: Vec<f64> = n.iter().zip(&per_slider).map(|(n, each)| n * each).collect();
    let tried: Vec<f64> = exhaustive.iter().map(|of| of.0).collect();
    let cost: Vec<f64> = exhaustive.iter().map(|of| of.1).collect();
    let patterns: Vec<f64> = exhaustive.iter().map(|of| of.2).collect();
    // Counts are the same on every machine, and stand in the documents; times are this machine's.
    Figure::new("A star of sliders in rough slots: patterns of signs tried until all loads fit")
        .size(760.0, 420.0)
        .panel(
            Panel::new("sliders", "patterns tried in one evaluation")
                .log_x()
                .log_y()
                .line("from random signs", &n, &trials[0])
                .line("from the signs before", &n, &trials[1])
                .line("all patterns in order", &tried, &patterns),
        )
        .save(&args.file("star.svg")?)?;
    Figure::new("A star of sliders in rough slots: time of one evaluation")
        .panel(
            Panel::new("sliders", "time of one evaluation (µs)")
                .log_x()
                .log_y()
                .line("from the signs before", &n, &total)
                .line("all patterns in order", &tried, &cost),
        )
        .save(&args.file("star_times.svg")?)?;
    Ok(verdict.finish())
}
