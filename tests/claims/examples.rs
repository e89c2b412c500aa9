//! The tables of README.md and docs/accuracy.md, as far as examples print them.

use crate::page::{ACCURACY, README, claim, claim_count};
use crate::ran::{Ran, ran};

#[test]
fn claim_double_pendulum() {
    let tight = ran("double_pendulum");
    let [states, forces] = ["angles and rates, all times", "reactions, all times (N)"].map(|name| tight.one(name));
    claim(README, "| double pendulum, 5 s", "1.3e-11", states);
    claim(README, "reactions, N", "2.3e-10", forces);
    claim(ACCURACY, "| double pendulum, 5 s", "1.3e-11", states);
    claim(ACCURACY, "reactions (N), all times", "2.3e-10", forces);
    claim(ACCURACY, "drift of the hinges (m)", "2.8e-16", tight.one("drift of the hinges (m)"));
    let loose = ran("double_pendulum --rtol 1e-6 --method dopri5");
    let end = loose.one("state at t = 5 s against the equations in the angles");
    claim(ACCURACY, "Dormand-Prince at 1e-6 | state at 5 s", "2.3e-4", end);
}

#[test]
fn claim_rolling_ellipse() {
    let first = ran("ellipse_rolling");
    let motion = first.one("x and θ at 20 s against the reference");
    claim(README, "| rolling ellipse, 20 s", "1.2e-12", motion);
    claim(README, "arc lengths of the two traces, m", "2.0e-13", first.one("arc lengths of the two traces apart (m)"));
    claim(ACCURACY, "| rolling ellipse, case 1", "1.2e-12", motion);
    claim(ACCURACY, "| rolling ellipse, case 1", "2.9e-12", first.one("N and T at 20 s against the reference (N)"));
    let pulls = |case: &str| ran(case).one("first pull against 200-bit arithmetic (s)");
    claim(ACCURACY, "first time at which the ideal contact pulls", "1.9e-13", pulls("ellipse_rolling --case 4"));
    claim(ACCURACY, "first time at which the ideal contact pulls", "4.4e-15", pulls("ellipse_rolling --case 5"));
}

#[test]
fn claim_rolling_ellipse_with_gains() {
    let drift = |case: &str| ran(case).one("drift with the paper's gains over that by rule, at as many steps");
    claim_count(ACCURACY, "At the same number of *steps*", "22", drift("ellipse_rolling --case 1"));
    claim_count(ACCURACY, "At the same number of *steps*", "58", drift("ellipse_rolling --case 3"));
    claim_count(ACCURACY, "in cases 4 and 5 180", "180", drift("ellipse_rolling --case 4"));
    claim_count(ACCURACY, "in cases 4 and 5 180", "317", drift("ellipse_rolling --case 5"));
    for (case, with_gains, without) in [("1", "523", "241"), ("3", "507", "234")] {
        let told = ran(&format!("ellipse_rolling --case {case}"));
        let steps = |way: &str| -> f64 {
            let line = told.printed.lines().find(|line| line.trim().starts_with(way)).unwrap();
            line.split_whitespace().rev().nth(1).unwrap().parse().unwrap()
        };
        claim_count(ACCURACY, "gains of 10 make the method take twice the steps", with_gains, steps("gains 10  "));
        claim_count(ACCURACY, "gains of 10 make the method take twice the steps", without, steps("none  "));
    }
}

#[test]
fn claim_rolling_curves() {
    let told = ran("rolling_curves");
    claim(ACCURACY, "| disk in a bowl", "8.0e-15", told.one("disk in a bowl: period (s), from its closed form"));
    let gears = told.one("elliptic gears: angle from its closed form (rad)");
    claim(README, "| elliptic gears", "9.1e-13", gears);
    claim(ACCURACY, "| elliptic gears", "9.1e-13", gears);
}

#[test]
fn claim_rocking() {
    let told = ran("rocking_long");
    claim(ACCURACY, "| rocking ellipse", "6.5e-10", told.one("energy error (J)"));
    claim(ACCURACY, "| rocking ellipse", "8.9e-16", told.one("drift of φ (m)"));
}

#[test]
fn claim_turning_in_space() {
    let top = ran("spinning_top");
    let center = top.one("center of mass against the reference (m)");
    claim(README, "| heavy top, 2 s", "2.7e-14", center);
    claim(ACCURACY, "| heavy top, 2 s", "2.7e-14", center);
    claim(ACCURACY, "| heavy top, 2 s", "9.5e-13", top.one("angular velocity against the reference (rad/s)"));
    let racket = ran("spinning_top --case racket").one("time between, against Jacobi's functions (s)");
    claim(ACCURACY, "| racket turning over", "9.7e-12", racket);
    let gyroscope = ran("gyroscope_gimbal --case steady").one("azimuth against m g d/(C ω) t (rad)");
    claim(ACCURACY, "| gyroscope in gimbals", "1.2e-13", gyroscope);
}

#[test]
fn claim_linkages() {
    let rocker = ran("spatial_four_bar").one("rocker's angle against its closed form (rad)");
    claim(README, "| four-bar linkage in space", "2.7e-15", rocker);
    claim(ACCURACY, "| four-bar linkage in space", "2.7e-15", rocker);
    let work = ran("four_bar").one("work of the motor less change of energy (J)");
    claim(README, "| four-bar linkage, 4 s", "4.1e-13", work);
}

#[test]
fn claim_friction() {
    let case_1 = ran("disk_slider");
    let instants = case_1.one("instants of reversal, stick, load reversal (s)");
    claim(README, "| disk-slider with friction", "1.2e-13", case_1.one("angle of the disk from the reference (rad)"));
    claim(README, "reversals and load reversals, s", "1.2e-13", instants);
    let belt = ran("stick_slip_belt");
    let times =
        belt.one("time of slip, from its closed form (s)").max(belt.one("time of stick, from its closed form (s)"));
    claim(README, "| mass on a belt", "1.2e-13", times);
    let critical = ran("painleve");
    let apart = |kg: &str, known: &str| critical.one(&format!("|critical coefficient, slider of {kg} kg − {known}|"));
    claim(ACCURACY, "Painlevé's rod", "2e-15", apart("0.1", "1.654623152798781").max(apart("1", "4.216370213557839")));
    claim(ACCURACY, "Painlevé's rod", "7e-11", apart("0.000001", "1.3333366666651665"));
}

#[test]
fn claim_contacts_that_open() {
    claim(README, "| bouncing ball", "2.2e-13", ran("bouncing_ball").one("that, from (1) (s)"));
    claim(README, "| rocking block", "1.4e-13", ran("rocking_block").one("instants, from (1) (s)"));
    let crank = ran("clearance_crank");
    claim(README, "| slider-crank with play", "3.5e-12", crank.one("their instants (s)"));
    claim_count(README, "| slider-crank with play", "21", crank.one("impacts compared with the reference"));
}

#[test]
fn claim_small_motions() {
    let told = ran("rolling_disk_stability");
    let ([disk, hoop], [by_disk, by_hoop]) =
        (two(&told, "against (2) (m/s)"), two(&told, "largest multiplier against exp(λT), relative"));
    claim(ACCURACY, "| critical speed of a rolling disk", "5.4e-13", disk);
    claim(ACCURACY, "| critical speed of a rolling disk", "7.4e-14", hoop);
    claim(ACCURACY, "| Floquet multiplier", "2.2e-9", by_disk);
    claim(ACCURACY, "| Floquet multiplier", "5.7e-9", by_hoop);
    let crank = ran("slider_crank_modes");
    claim(ACCURACY, "| eigenvalue of a slider-crank", "6.5e-13", crank.one("against (2) (1/s)"));
    claim(ACCURACY, "| eigenvalue of a slider-crank", "2.7e-12", crank.one("answer to a torque against (2), relative"));
}

#[test]
fn claim_sections() {
    let tumbles = ran("ellipse_portrait").one("error of that against the separatrix (rad/s)");
    claim(ACCURACY, "| speed above which an ellipse tumbles", "1.0e-13", tumbles);
    let section = ran("disk_slider_poincare");
    claim(ACCURACY, "case 2: section point", "1.6e-13", section.one("case 2: points repeat to (rad)"));
    claim(ACCURACY, "case 2: section point", "1.1e-12", section.one("case 2: points repeat to (rad/s)"));
}

/// Of the mean and of the error, all digits are those printed: the run is not chaotic in what it does, only in what it computes.
#[test]
fn claim_exponents_of_the_lorenz_system() {
    let told = ran("lorenz_check");
    let line = |k: usize| -> Vec<f64> {
        let name = format!("exponent {k} (1/s)");
        let line = told.printed.lines().find(|l| l.trim().starts_with(&name)).unwrap();
        let numbers = line.trim()[name.len()..].split('±');
        numbers.map(|n| n.trim().parse().unwrap()).collect()
    };
    let [first, third] = [line(1), line(3)];
    // Means differ by less than their errors, errors by a third of themselves: another order of rounding is another run.
    let near = |[mean, error]: [f64; 2], found: &[f64]| (found[0] - mean).abs() <= error && found[1] <= 1.33 * error;
    assert!(near([0.9072, 0.0015], &first) && near([-14.5739, 0.0014], &third), "{first:?} {third:?}");
    assert!(line(2)[0].abs() <= 0.0004 && line(2)[1] <= 1.33 * 0.0004);
    claim_count(ACCURACY, "| Lorenz system, exponents", "0.9072", first[0]);
    claim_count(ACCURACY, "| Lorenz system, exponents", "−14.5739", third[0]);
}

#[test]
fn claim_pages_that_play() {
    let [case_1, case_2] = ["disk_slider", "disk_slider --case 2"].map(ran);
    claim_count(ACCURACY, "181 kB in case 1", "181", case_1.kilobytes("trajectory.html"));
    claim_count(ACCURACY, "181 kB in case 1", "420", case_2.kilobytes("trajectory.html"));
    claim_count(ACCURACY, "181 kB in case 1", "159", case_2.one("changes of friction"));
}

fn two(told: &Ran, name: &str) -> [f64; 2] {
    told.all(name).try_into().unwrap()
}
