//! Friction and damping of a mechanism from noisy angles of its disk, by the derivatives of its run.
//!
//! The disk with two sliders of Peng et al. 2009 (case 2, with a damper of 3 N s/m) turns back and forth under a torque; its friction and the loads of it reverse on the way. Its angle is measured at 101 instants, each with an error of 1e-3 rad.
//! From μ = 0.12 and a damper of 1 N s/m a least squares fit finds both, with the ellipse in which they are:
//!
//! ```text
//! (1)  (p − p₀)ᵀ C⁻¹ (p − p₀) ≤ 2 F(2, n − 2)        for 95 of 100 data sets, p₀ being the truth
//! ```
//!
//! F is the 95 % quantile of the F distribution, for C is scaled by the scatter of the readings itself. The fit is repeated with 100 sets of errors.

mod support;

use chetaev::analysis::{Fit, Identification};
use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use support::disk_slider::{DiskSliderCase, disk_slider};
use support::*;

const TRUTH: [f64; 2] = [0.2, 3.0];
const NOISE: f64 = 1e-3;
const UNTIL: f64 = 2.0;
/// 2 F(2, 99) at 95 %.
const WITHIN: f64 = 6.177;

fn family(mu: f64, damping: f64) -> Result<Family, Box<dyn Error>> {
    Ok(Family::new([("mu", mu), ("damping", damping)], |p| {
        let case = DiskSliderCase { mu: p["mu"], damping: p["damping"], ..DiskSliderCase::CASE_2 };
        let mechanism = disk_slider(&case)?;
        let start = mechanism.model.start().hold("disk.theta").project()?.into();
        Ok((mechanism.model, start))
    })?)
}

/// Errors of a normal distribution, the same in every run.
struct Noise(u64);

impl Noise {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let [u, v] = [self.uniform(), self.uniform()];
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }
}

/// The ellipse of (1) around a fit.
fn ellipse(fit: &Fit) -> [Vec<f64>; 2] {
    let [a, b, c] = [(0, 0), (0, 1), (1, 1)].map(|at| fit.covariance[at]);
    // C = L Lᵀ.
    let first = a.sqrt();
    let (across, second) = (b / first, (c - b * b / a).sqrt());
    let angles = (0..=180).map(|k| k as f64 * std::f64::consts::TAU / 180.0);
    let radius = WITHIN.sqrt();
    let place = |angle: f64| {
        let [x, y] = [radius * angle.cos(), radius * angle.sin()];
        [fit.fitted[0].value + first * x, fit.fitted[1].value + across * x + second * y]
    };
    let places: Vec<[f64; 2]> = angles.map(place).collect();
    [0, 1].map(|k| places.iter().map(|place| place[k]).collect())
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("fit_friction", "friction and damping from noisy angles")
        .default("rtol", "1e-9")
        .number("repetitions", 100.0, "how often the errors are drawn")
        .parse();
    let truth = family(TRUTH[0], TRUTH[1])?;
    let disk = truth.model().body::<Planar>("disk").ok_or("no disk")?;
    let exact = simulation(truth.model(), &args).every(0.02).run(truth.start().clone(), UNTIL)?;
    let angles = exact.column(|at| at.body(disk).angle);
    let mut noise = Noise(7);
    let mut measured = || -> Vec<f64> { angles.iter().map(|angle| angle + NOISE * noise.normal()).collect() };
    let fit = |begin: &Family, data: &[f64]| {
        let disk = begin.model().body::<Planar>("disk").ok_or("no disk")?;
        let readings = Identification::new(begin, |model| simulation(model, &args).every(0.02)).until(UNTIL);
        let readings = readings.measured(move |at| at.body(disk).angle, data, NOISE);
        let fitted = readings.within("mu", 0.01..0.29).within("damping", 0.0..20.0).run()?;
        Ok::<Fit, Box<dyn Error>>(fitted)
    };

    let far = family(0.12, 1.0)?;
    let data = measured();
    let first = fit(&far, &data)?;
    println!("{first}\n");
    let mut verdict = Verdict::new("fit_friction");
    verdict.check("changes of friction in the run", exact.transitions().len() as f64, ">", 5.0);
    for (k, name) in ["mu", "damping"].into_iter().enumerate() {
        let off = (first.value(name)? - TRUTH[k]).abs() / first.deviation(name)?;
        verdict.check(&format!("{name} from the truth, in standard deviations"), off, "<", 4.0);
    }
    verdict.check("scatter of the readings, of what was said", (first.scale - 1.0).abs(), "<", 0.3);
    verdict.check("runs with derivatives", first.runs[0] as f64, "<", 20.0);

    let count = args.number("repetitions") as usize;
    let (mut within, mut places) = (0, [Vec::new(), Vec::new()]);
    for _ in 0..count {
        let again = fit(&first.family, &measured())?;
        within += usize::from(again.distance(&TRUTH) <= WITHIN);
        places.iter_mut().zip(&again.fitted).for_each(|(list, fitted)| list.push(fitted.value));
    }
    verdict.fact("repetitions", count);
    let share = 100.0 * within as f64 / count as f64;
    verdict.check("ellipses with the truth in them (%)", share, ">=", 90.0);
    verdict.check("not all of them (%)", share, "<=", 99.0);

    let [x, y] = ellipse(&first);
    let table = exact.times_table().with("angle", angles.clone()).with("measured", data.clone());
    table.write_csv(args.file("readings.csv")?)?;
    let t = exact.times();
    let left: Vec<f64> = data.iter().zip(&angles).map(|(data, angle)| 1e3 * (data - angle)).collect();
    Figure::new("Friction and damping from noisy angles")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("angle (rad)").line("the truth", &t, &angles).points("measured", &t, &data))
        .panel(
            Panel::new("coefficient of friction", "damper (N s/m)")
                .points("repetitions", &places[0], &places[1])
                .line("95 % of the first", &x, &y)
                .points("the truth", &[TRUTH[0]], &[TRUTH[1]]),
        )
        .save(&args.file("fit_friction.svg")?)?;
    verdict.fact("largest error of a reading (1e-3 rad)", left.iter().fold(0.0, |most: f64, x| most.max(x.abs())));
    Ok(verdict.finish())
}
