//! Friction against trajectories that were computed in minimal coordinates by other means (`tests/data/`).

use crate::mechanisms::apart;
use crate::page::{ACCURACY, claim};
use crate::support::disk_slider::*;
use crate::support::instants::Instants;
use crate::support::reference::Table;
use crate::support::single_point::*;
use chetaev::prelude::*;

/// Runs a model with outputs at the instants of a reference, one in `every` of which the table has.
fn run(model: &Model, start: State, table: &Table, tolerance: f64) -> Trajectory {
    let times = table.column("t").unwrap();
    let end = *times.last().unwrap();
    Simulation::new(model).tolerance(tolerance).output(Output::Times(times)).run(start, end).unwrap()
}

fn disk_slider_run(name: &str, case: &DiskSliderCase) -> (DiskSlider, Trajectory, Table) {
    let mechanism = disk_slider(case).unwrap();
    let table = Table::named(name).unwrap();
    let run = run(&mechanism.model, mechanism.start().unwrap(), &table, 1e-13);
    (mechanism, run, table)
}

/// Largest difference of a column, where the reference has a value.
fn column_apart(run: &Trajectory, table: &Table, name: &str, value: impl Fn(&Snapshot<'_>) -> f64) -> f64 {
    let worst = apart(&run.column(value), &table.column(name).unwrap());
    println!("  {name} {worst:.1e}");
    worst
}

fn instants_apart(run: &Trajectory, name: &str) -> f64 {
    let theirs = Instants::of_reference(&Table::named(&format!("{name}_events")).unwrap()).unwrap();
    let worst = Instants::of_run(run).apart(&theirs, f64::INFINITY);
    println!("  {} instants {worst:.1e}", theirs.len());
    worst
}

/// The largest differences from a reference.
struct Apart {
    angle: f64,
    /// Of all columns of the motion, rates and accelerations among them.
    motion: f64,
    forces: f64,
    energy: f64,
    instants: f64,
}

fn disk_slider_against(name: &str, case: &DiskSliderCase) -> Apart {
    println!("{name}");
    let (m, run, table) = disk_slider_run(name, case);
    let angle = column_apart(&run, &table, "theta1", |at| at.body(m.disk).angle);
    let travel = |at: &Snapshot<'_>, k: usize| at.measure(&m.travels[k]).unwrap();
    let motion = angle
        .max(column_apart(&run, &table, "theta1dot", |at| at.body(m.disk).spin))
        .max(column_apart(&run, &table, "s1", |at| travel(at, 0).value))
        .max(column_apart(&run, &table, "s2dot", |at| travel(at, 1).rate));
    let mut forces =
        column_apart(&run, &table, "N1", |at| m.slot_force(at, 0))
            .max(column_apart(&run, &table, "N2", |at| m.slot_force(at, 1)));
    if let Some(rubs) = m.rubs {
        forces = forces
            .max(column_apart(&run, &table, "F1", |at| at.friction(rubs[0]).unwrap().force))
            .max(column_apart(&run, &table, "F2", |at| at.friction(rubs[1]).unwrap().force));
    }
    println!("  energy {:.1e} {:?}", run.energy_error(), run.counters());
    let instants = if m.rubs.is_some() { instants_apart(&run, name) } else { 0.0 };
    Apart { angle, motion, forces, energy: run.energy_error(), instants }
}

#[test]
fn external_disk_slider_smooth() {
    let off = disk_slider_against("disk_slider_smooth", &DiskSliderCase::SMOOTH);
    assert!(off.motion < 1e-12 && off.forces < 2e-12 && off.energy < 1e-12);
}

#[test]
fn external_disk_slider_case_1() {
    let off = disk_slider_against("disk_slider_case1", &DiskSliderCase::CASE_1);
    claim(ACCURACY, "| disk-slider, case 1, 10 s", "1.9e-14", off.angle);
    claim(ACCURACY, "| its 48 reversals", "6.2e-14", off.instants);
    claim(ACCURACY, "| loads and friction forces", "3.3e-13", off.forces);
    assert!(off.motion < 1e-12 && off.energy < 1e-12);
}

#[test]
fn external_disk_slider_case_2() {
    let off = disk_slider_against("disk_slider_case2", &DiskSliderCase::CASE_2);
    claim(ACCURACY, "| case 2, 20 s, 118 instants", "1.2e-11", off.angle);
    claim(ACCURACY, "| case 2, 20 s, 118 instants", "1.3e-12", off.instants);
    assert!(off.motion < 3e-10 && off.forces < 1e-9 && off.energy < 1e-11);
}

fn single_point_against(name: &str, m: &SinglePoint, turning: &str, sliding: &str) -> Apart {
    println!("{name}");
    let table = Table::named(name).unwrap();
    let run = run(&m.model, m.start().unwrap(), &table, 1e-13);
    let angle = column_apart(&run, &table, turning, |at| m.angle(at)[0]);
    let mut motion = angle;
    for (k, suffix) in ["", "dot", "ddot"].into_iter().enumerate() {
        motion = motion.max(column_apart(&run, &table, &format!("{turning}{suffix}"), |at| m.angle(at)[k]));
        motion = motion.max(column_apart(&run, &table, &format!("{sliding}{suffix}"), |at| m.slide(at)[k]));
    }
    let rub = |at: &Snapshot<'_>| at.friction(m.rub).unwrap();
    let forces = column_apart(&run, &table, "N", |at| rub(at).load)
        .max(column_apart(&run, &table, "F", |at| rub(at).force))
        .max(column_apart(&run, &table, "stuck", |at| f64::from(u8::from(at.sticks()))));
    println!("  energy {:.1e} {:?}", run.energy_error(), run.counters());
    let off = Apart { angle, motion, forces, energy: run.energy_error(), instants: instants_apart(&run, name) };
    assert!(off.motion < 2e-10 && off.forces < 2e-11 && off.energy < 1e-12, "{name}");
    off
}

#[test]
fn external_crank_rundown() {
    let off = single_point_against("crank_rundown", &Crank::RUNDOWN.build().unwrap(), "theta", "s");
    claim(ACCURACY, "| crank that runs down", "1.2e-12", off.angle);
    claim(ACCURACY, "| crank that runs down", "2.2e-13", off.instants);
}

#[test]
fn external_crank_stickslip() {
    let off = single_point_against("crank_stickslip", &Crank::STICKSLIP.build().unwrap(), "theta", "s");
    assert!(off.angle < 1e-13 && off.instants < 1e-13);
}

#[test]
fn external_rod_stickslip() {
    let off = single_point_against("rod_stickslip", &Rod::STICKSLIP.build().unwrap(), "phi", "x");
    claim(ACCURACY, "| rod that sticks and slips", "9.1e-14", off.angle);
    claim(ACCURACY, "| rod that sticks and slips", "8.5e-14", off.instants);
}

#[test]
fn external_shared_forces_stay_within_the_intervals_of_the_reference() {
    // While it rests, each slider's own interval and the load at its ends, from the reference's checkpoints.
    let (m, run, _) = disk_slider_run("disk_slider_case1", &DiskSliderCase::CASE_1);
    let at = run.samples().find(|at| (at.t() - 9.0).abs() < 1e-9).unwrap();
    let intervals =
        [[-0.422_317_924_248_294, 0.337_901_074_672_080_7], [-0.443_844_081_174_482_9, 0.351_780_855_549_963_7]];
    let loads = [[-1.407_726_414_140_313, -1.126_336_915_573_602], [1.479_480_270_581_61, 1.172_602_851_833_212]];
    for (k, rub) in m.rubs.unwrap().into_iter().enumerate() {
        let reading = at.friction(rub).unwrap();
        let [lo, hi] = at.friction_range(rub).unwrap();
        println!("slider {k}: {} in [{lo}, {hi}] of {:?}, load {}", reading.force, intervals[k], reading.load);
        assert!(!reading.determined && reading.mode == Mode::Stick);
        // What both can do together is less than what each could do alone.
        assert!(
            intervals[k][0] - 1e-12 <= lo && lo < reading.force && reading.force < hi && hi <= intervals[k][1] + 1e-12
        );
        let [a, b] = loads[k];
        assert!(a.min(b) < reading.load && reading.load < a.max(b));
        assert!(reading.force.abs() < 0.3 * reading.load.abs());
    }
    // Where the other's limit does not bind first, the end is that of the point's own interval.
    let [b, d] = m.rubs.unwrap().map(|rub| at.friction_range(rub).unwrap());
    let apart = (b[1] - intervals[0][1]).abs().max((d[0] - intervals[1][0]).abs());
    claim(ACCURACY, "| ranges of the shared forces at rest", "6e-15", apart);
    assert!(b[1] - b[0] > 0.01 && d[1] - d[0] > 0.01);
}
