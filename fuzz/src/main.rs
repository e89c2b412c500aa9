//! Random and hostile models against the library: no panic, no hang, nothing wrong in silence.
//!
//! ```text
//! cargo run --release -p chetaev-fuzz -- SEED SECONDS|COUNT [KIND [INDEX]]
//! ```
//!
//! All kinds, which `kinds/mod.rs` lists, take turns. `60s` runs for a minute, `600` runs 600 cases. Each fault is one line, `FAULT SEED KIND INDEX: what is wrong`: the same seed, kind and index
//! make the same case again, and print its numbers. The kind `missed` is the study of missed changes; it prints a table. The exit code is 1 if there is a fault.
//! `FUZZ_THREADS` is the number of threads, 2 unless said otherwise.

mod checks;
mod clock;
mod dice;
mod driver;
mod hostile;
mod kinds;
mod mutate;
mod random;
mod report;
mod shared;

use shared::{agree, common, compare, passing, recipe, scenes, workshop};

use driver::{Campaign, Length};
use kinds::{KINDS, Missed, STUDY};
use std::process::ExitCode;

const USAGE: &str =
    "usage: chetaev-fuzz SEED SECONDS|COUNT [KIND [INDEX]], such as: 1 60s, or: 1 200 rough, or: 1 1 rough 17";

fn read(words: &[String]) -> Option<Campaign> {
    let seed = words.first()?.parse().ok()?;
    let length = words.get(1)?;
    let length = match length.strip_suffix('s') {
        Some(seconds) => Length::Seconds(seconds.parse().ok()?),
        None => Length::Cases(length.parse().ok()?),
    };
    let kind = match words.get(2) {
        Some(word) => Some(*KINDS.iter().chain([&STUDY]).find(|(name, _)| name == word)?),
        None => None,
    };
    let index = match words.get(3) {
        Some(index) => Some(index.parse().ok()?),
        None => None,
    };
    let threads = std::env::var("FUZZ_THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    Some(Campaign { seed, length, kind, index, threads })
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(campaign) = read(&words) else {
        let kinds: Vec<&str> = KINDS.iter().chain([&STUDY]).map(|(name, _)| *name).collect();
        eprintln!("{USAGE}\nkinds: {}", kinds.join(", "));
        return ExitCode::from(2);
    };
    let outcome = campaign.run();
    for (kind, counts) in &outcome.counts {
        if kind == STUDY.0 {
            println!("{}", Missed::table(counts));
        }
        let listed = counts.iter().filter(|(what, _)| !what.contains('|'));
        let listed: Vec<String> = listed.map(|(what, n)| format!("{what} {n}")).collect();
        println!("{kind}: {}", listed.join("; "));
    }
    println!("seed {}: {} cases in {:.0} s, {} faults", campaign.seed, outcome.cases, outcome.seconds, outcome.faults);
    ExitCode::from(u8::from(outcome.faults > 0))
}
