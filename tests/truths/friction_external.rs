//! Friction against reference trajectories in minimal coordinates.

use super::reference::Table;
use crate::papers::*;
use chetaev::prelude::*;

fn table(name: &str) -> Table {
    Table::read(std::path::Path::new(&format!("tests/data/{name}.csv"))).unwrap()
}

fn run(case: DiskSliderCase, t_end: f64, tolerance: f64) -> (DiskSlider, Trajectory) {
    let mechanism = disk_slider(&case).unwrap();
    let start = mechanism.start().unwrap();
    let run = Simulation::new(&mechanism.model)
        .tolerance(Tolerance::new(tolerance, tolerance))
        .every(0.01)
        .run(start, t_end)
        .unwrap();
    (mechanism, run)
}

#[test]
fn external_case_1() {
    let (m, run) = run(DiskSliderCase::CASE_1, 10.0, 1e-12);
    let table = table("disk_slider_case1");
    for e in run.transitions() {
        println!("{:.15} {} {:?} {:?} {:e} {}", e.t, e.name, e.from, e.to, e.slip, e.load);
    }
    let (t, theta) = (table.column("t").unwrap(), table.column("theta1").unwrap());
    let mut worst: f64 = 0.0;
    for (t, theta) in t.iter().zip(&theta) {
        let at = run.sample((t * 100.0).round() as usize).unwrap();
        worst = worst.max((at.body(m.disk).angle - theta).abs());
    }
    println!("{worst:e} {:?}", run.counters());
    println!(
        "energy {:e} drift {:e} {:?}",
        run.energy_error(),
        run.drift().largest_phi(),
        run.rubbed(m.rubs.unwrap()[0])
    );
}
