//! The works of `docs/comparison.md` by this crate: one JSON line for each row, that is a work by a method at a tolerance. `run.sh` runs the others beside it.
//!
//! A row is {code, work, setting, cpu_s, steps, values}; values are the compared coordinates at the compared times, one after the other.
//! `race.py` holds them against `refs/`. Options: `--works W1,W2-64` (all), `--reference` (each once, at 1e-13).
#![allow(missing_docs, clippy::unwrap_used)]

mod works;

use chetaev::prelude::*;
use std::time::{Duration, Instant};
use works::Work;

/// CPU time of this thread in seconds: Linux counts it when the thread is put to sleep; elsewhere it is the clock on the wall.
fn cpu(since: Instant) -> f64 {
    std::thread::sleep(Duration::from_micros(1));
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ran = told.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok());
    ran.filter(|ns| *ns > 0.0).map_or(since.elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}

/// The least CPU seconds of one run: of five lots, each of so many runs that it takes 10 ms or more, beside which to read the clock is nothing.
fn least(mut run: impl FnMut()) -> f64 {
    let since = Instant::now();
    let mut lot = |runs: u32| {
        let start = cpu(since);
        (0..runs).for_each(|_| run());
        cpu(since) - start
    };
    let mut runs = 1;
    let mut first = lot(runs);
    while first < 0.01 {
        runs *= 2;
        first = lot(runs);
    }
    let lots = if first > 0.1 { 0 } else { 4 };
    (0..lots).fold(first, |least, _| least.min(lot(runs))) / f64::from(runs)
}

fn row(work: &Work, method: Method, tolerance: f64, timed: bool) {
    let run = || {
        let plan = Simulation::new(&work.model).method(method).tolerance(tolerance);
        plan.output(Output::Times(work.times.clone())).run(work.start.clone(), work.end())
    };
    let done = match run() {
        Ok(done) => done,
        Err(told) => return eprintln!("chetaev {}, {method} at {tolerance:e}: {told}", work.name),
    };
    let time = if timed { least(|| drop(run())) } else { 0.0 };
    let read = |t: &f64| {
        let found = done.samples().find(|at| (at.t() - t).abs() < 1e-12);
        (work.read)(&found.unwrap())
    };
    let values: Vec<f64> = work.times.iter().flat_map(read).collect();
    println!(
        "{{\"code\":\"chetaev\",\"work\":\"{}\",\"setting\":\"{method} at {tolerance:e}\",\"cpu_s\":{time:e},\"steps\":{},\"values\":{values:?}}}",
        work.name,
        done.counters().steps,
    );
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let after = |option: &str| args.iter().position(|arg| arg == option).and_then(|at| args.get(at + 1));
    let only = after("--works").map(|list| list.split(',').collect::<Vec<_>>());
    for work in works::all() {
        if only.as_ref().is_some_and(|only| !only.contains(&work.name.as_str())) {
            continue;
        }
        if args.iter().any(|arg| arg == "--reference") {
            row(&work, Method::Dop853, 1e-13, false);
            continue;
        }
        for &method in &work.methods {
            // Of the orders 5 and 8 each where it is the better one.
            let digits = if method == Method::Dopri5 { 2..=7 } else { 3..=12 };
            digits.for_each(|digits| row(&work, method, 10f64.powi(-digits), true));
        }
    }
}
