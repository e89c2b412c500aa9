//! What runs cost, to the last step: a change of any of these numbers is meant, or a fault.
//!
//! `CHETAEV_WRITE=1 cargo test --release --test truths golden_counts` writes the numbers of this version into this file; say in the commit why
//! they changed. They are those of x86-64: where sines differ in their last bit, a step at the edge of its tolerance may be taken or not.

use crate::bundled;
use crate::support::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::prelude::*;
use std::fmt::Write;

const COUNTS: &str = "
                                             steps rejected  retaken    evals    looks  factors projects   trials  changes
Double pendulum              dop853 1e-9       222       27        0     2963        0     3188      444        0        0
Double pendulum              dopri5 1e-6       191       30        0     1519        0     1878      547        0        0
Rolling ellipse              dop853 1e-9       237       33        0     3209        0     3686      474        0        0
Rolling ellipse              dopri5 1e-6       197       19        0     1495        0     2163      665        0        0
Disk with two rough sliders  dop853 1e-9       252        0       48     3901      626     5266      696     4059       64
Disk with two rough sliders  dopri5 1e-6       301        0       48     2589      944     4409      896     2786       64
Heavy top                    dop853 1e-9       698        0        0     8378        0     9079     1396        0        0
Heavy top                    dopri5 1e-6      1250       95        0     9322        0    11626     3551        0        0
Rolling spheroid             dop853 1e-9       314       33        0     4133        0     4764      628        0        0
Rolling spheroid             dopri5 1e-6       323        9        0     2317        0     3386     1066        0        0
Disk-slider, smooth          dop853 1e-9        59        0        0      710        0      772      118        0        0
Disk-slider, smooth          dopri5 1e-6        59        5        0      445        0      552      163        0        0
Disk-slider, 2               dop853 1e-9        97        0       11     1364      116     1707      238     1418       13
Disk-slider, 2               dopri5 1e-6        94        1       11      776      173     1229      288      830       13
Disk-slider, 3b              dop853 1e-9        85        0       10     1201      145     1599      210     1214       12
Disk-slider, 3b              dopri5 1e-6        83        2       10      694      188     1181      259      720       12
";

/// One line: the mechanism, how it is run, and what was counted.
fn line(name: &str, plan: Simulation<'_>, how: &str, start: State, end: f64, table: &mut String) {
    let run = plan.output(Output::Ends).run(start, end).unwrap();
    let c = run.counters();
    let counted = [c.steps, c.rejected, c.retaken, c.evaluations, c.guard_evaluations, c.factorizations, c.projections];
    write!(table, "{name:<28} {how:<12}").unwrap();
    counted.iter().for_each(|n| write!(table, " {n:>8}").unwrap());
    writeln!(table, " {:>8} {:>8}", c.trials.trials, run.transitions().len()).unwrap();
}

fn ways(model: &Model) -> [(Simulation<'_>, &'static str); 2] {
    let plan = || Simulation::new(model);
    [(plan().tolerance(1e-9), "dop853 1e-9"), (plan().method(Method::Dopri5).tolerance(1e-6), "dopri5 1e-6")]
}

fn counts() -> String {
    let mut table = format!("\n{:<41}", "");
    for head in ["steps", "rejected", "retaken", "evals", "looks", "factors", "projects", "trials", "changes"] {
        write!(table, " {head:>8}").unwrap();
    }
    table.push('\n');
    for problem in bundled::all().unwrap() {
        for (plan, how) in ways(&problem.model) {
            line(problem.name, plan, how, problem.start.clone(), problem.end(), &mut table);
        }
    }
    let sliders = [("smooth", DiskSliderCase::SMOOTH), ("2", DiskSliderCase::CASE_2), ("3b", DiskSliderCase::CASE_3B)];
    for (name, case) in sliders {
        let m = disk_slider(&case).unwrap();
        for (plan, how) in ways(&m.model) {
            line(&format!("Disk-slider, {name}"), plan, how, m.start().unwrap(), 2.0, &mut table);
        }
    }
    table
}

#[test]
fn golden_counts() {
    let found = counts();
    if std::env::var_os("CHETAEV_WRITE").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/truths/counts.rs");
        let source = std::fs::read_to_string(file).unwrap();
        let (before, rest) = source.split_once("COUNTS: &str = \"\n").unwrap();
        let (_, after) = rest.split_once("\";\n").unwrap();
        std::fs::write(file, format!("{before}COUNTS: &str = \"{found}\";\n{after}")).unwrap();
        return;
    }
    assert_eq!(found, COUNTS, "\n{found}\nanother cost than written down: see the head of tests/truths/counts.rs");
}
