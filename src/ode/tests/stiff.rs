//! Stiff equations with published solutions (Hairer & Wanner, Solving ODEs II; Mazzia & Magherini, Test Set for IVP Solvers), and the orders where stiff parts decide.

use super::{Control, Method, Stepper, System};
use crate::ode::{Linearized, Rhs, StepCounters};
use nalgebra::Complex;
use std::convert::Infallible;

type Slope = fn(f64, &[f64], &mut [f64]);

fn run(f: Slope, start: &[f64], end: f64, rtol: f64, atol: f64) -> (Vec<f64>, StepCounters) {
    let mut rhs = System(f);
    let mut stepper = Stepper::new(Method::Radau5, start.len(), Control::adaptive(rtol, atol)).unwrap();
    stepper.start(&mut rhs, 0.0, start).unwrap();
    while stepper.t() < end {
        stepper.step(&mut rhs, end).unwrap();
    }
    (stepper.y().to_vec(), stepper.counters())
}

/// The largest error, relative to the size of each component.
fn error(found: &[f64], known: &[f64]) -> f64 {
    found.iter().zip(known).map(|(a, b)| ((a - b) / b).abs()).fold(0.0, f64::max)
}

fn van_der_pol(_t: f64, y: &[f64], dy: &mut [f64]) {
    dy.copy_from_slice(&[y[1], ((1.0 - y[0] * y[0]) * y[1] - y[0]) / 1e-6]);
}

fn robertson(_t: f64, y: &[f64], dy: &mut [f64]) {
    let (slow, fast, back) = (0.04 * y[0], 3e7 * y[1] * y[1], 1e4 * y[1] * y[2]);
    dy.copy_from_slice(&[back - slow, slow - back - fast, fast]);
}

fn hires(_t: f64, y: &[f64], dy: &mut [f64]) {
    let meet = 280.0 * y[5] * y[7];
    dy.copy_from_slice(&[
        -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007,
        1.71 * y[0] - 8.75 * y[1],
        -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4],
        8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3],
        -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6],
        -meet + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6],
        meet - 1.81 * y[6],
        -meet + 1.81 * y[6],
    ]);
}

fn ring_modulator(t: f64, y: &[f64], dy: &mut [f64]) {
    let (one, two) = (0.5 * (2e3 * std::f64::consts::PI * t).sin(), 2.0 * (2e4 * std::f64::consts::PI * t).sin());
    let diode = |u: f64| 40.672_864_02e-9 * ((17.749_333_2 * u).exp() - 1.0);
    let q1 = diode(y[2] - y[4] - y[6] - two);
    let q2 = diode(-y[3] + y[5] - y[6] - two);
    let q3 = diode(y[3] + y[4] + y[6] + two);
    let q4 = diode(-y[2] - y[5] + y[6] + two);
    let (c, cs, cp, lh, ls) = (1.6e-8, 2e-12, 1e-8, 4.45, 5e-4);
    dy.copy_from_slice(&[
        (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / 25e3) / c,
        (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / 25e3) / c,
        (y[9] - q1 + q4) / cs,
        (-y[10] + q2 - q3) / cs,
        (y[11] + q1 - q3) / cs,
        (-y[12] - q2 + q4) / cs,
        (-y[6] / 50.0 + q1 + q2 - q3 - q4) / cp,
        -y[0] / lh,
        -y[1] / lh,
        (0.5 * y[0] - y[2] - 17.3 * y[9]) / ls,
        (-0.5 * y[0] + y[3] - 17.3 * y[10]) / ls,
        (0.5 * y[1] - y[4] - 17.3 * y[11]) / ls,
        (-0.5 * y[1] + y[5] - 17.3 * y[12]) / ls,
        (-y[0] + one - 86.3 * y[13]) / 0.002,
        (-y[1] - 636.3 * y[14]) / 0.002,
    ]);
}

/// Van der Pol's equation that brings its own Jacobian, or solves its own linearized equations.
struct Own {
    columns: bool,
    /// F row by row, and the shifts.
    f: [f64; 4],
    shifts: [f64; 3],
    asked: [u32; 2],
}

impl Rhs for Own {
    type Error = Infallible;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        van_der_pol(t, y, dy);
        Ok(())
    }

    fn jacobian(&mut self, _t: f64, y: &[f64], columns: &mut [f64]) -> Result<bool, Infallible> {
        let [a, b, c, d] = slopes(y);
        columns.copy_from_slice(&[a, c, b, d]);
        self.asked[0] += 1;
        Ok(true)
    }

    fn linearized(&mut self) -> Option<&mut dyn Linearized<Error = Infallible>> {
        if self.columns { None } else { Some(self) }
    }
}

/// F of van der Pol's equation, row by row.
fn slopes(y: &[f64]) -> [f64; 4] {
    [0.0, 1.0, 1e6 * (-2.0 * y[0] * y[1]) - 1e6, 1e6 * (1.0 - y[0] * y[0])]
}

impl Linearized for Own {
    type Error = Infallible;

    fn linearize(&mut self, _t: f64, y: &[f64], _slope: &[f64]) -> Result<(), Infallible> {
        self.f = slopes(y);
        self.asked[1] += 1;
        Ok(())
    }

    fn shift(&mut self, real: f64, pair: [f64; 2]) -> bool {
        self.shifts = [real, pair[0], pair[1]];
        true
    }

    fn solve(&mut self, r: &mut [f64]) {
        let mut none = [0.0; 2];
        let shifts = self.shifts;
        self.shifts = [shifts[0], shifts[0], 0.0];
        self.solve_pair(r, &mut none);
        self.shifts = shifts;
    }

    fn solve_pair(&mut self, re: &mut [f64], im: &mut [f64]) {
        let ([_, alpha, beta], [a, b, c, d]) = (self.shifts, self.f);
        let s = Complex::new(alpha, beta);
        let (r0, r1) = (Complex::new(re[0], im[0]), Complex::new(re[1], im[1]));
        let (k, l) = (s - a, s - d);
        let determinant = k * l - Complex::from(b * c);
        for (i, x) in [(l * r0 + r1 * b) / determinant, (r0 * c + k * r1) / determinant].into_iter().enumerate() {
            (re[i], im[i]) = (x.re, x.im);
        }
    }
}

#[test]
fn identity_a_jacobian_of_ones_own_gives_the_same_run() {
    let go = |columns: bool| {
        let mut rhs = Own { columns, f: [0.0; 4], shifts: [0.0; 3], asked: [0; 2] };
        let mut stepper = Stepper::new(Method::Radau5, 2, Control::adaptive(1e-7, 1e-9)).unwrap();
        stepper.start(&mut rhs, 0.0, &[2.0, 0.0]).unwrap();
        while stepper.t() < 2.0 {
            stepper.step(&mut rhs, 2.0).unwrap();
        }
        assert!(rhs.asked[usize::from(!columns)] > 100 && rhs.asked[usize::from(columns)] == 0);
        (stepper.y().to_vec(), stepper.counters())
    };
    let (by_differences, counted) = run(van_der_pol, &[2.0, 0.0], 2.0, 1e-7, 1e-9);
    for columns in [true, false] {
        let (found, own) = go(columns);
        println!("{:.1e}, {} and {} steps", error(&found, &by_differences), own.accepted, counted.accepted);
        assert!(error(&found, &by_differences) < 1e-8 && own.accepted.abs_diff(counted.accepted) < 60);
        assert!(own.evaluations < counted.evaluations);
    }
}

#[test]
fn external_published_stiff_equations() {
    // Name, equations, start, end, tolerances, published solution, error and steps that were measured.
    type Case<'a> = (&'a str, Slope, &'a [f64], f64, (f64, f64), &'a [f64], (f64, u64));
    let cases: [Case<'_>; 5] = [
        (
            "van der Pol, 1e-6",
            van_der_pol,
            &[2.0, 0.0],
            2.0,
            (1e-7, 1e-9),
            &[1.706_167_732_170_469, -0.892_809_701_024_812_5],
            (2.2e-10, 1576),
        ),
        (
            "Robertson to 40",
            robertson,
            &[1.0, 0.0, 0.0],
            40.0,
            (1e-7, 1e-13),
            &[0.715_827_068_719_394, 9.185_534_764_557_338e-6, 0.284_163_745_745_841_3],
            (2.3e-11, 173),
        ),
        (
            "Robertson to 1e11",
            robertson,
            &[1.0, 0.0, 0.0],
            1e11,
            (1e-7, 1e-17),
            &[2.083_340_149_701_255e-8, 8.333_360_770_334_713e-14, 0.999_999_979_166_505],
            (4.2e-10, 980),
        ),
        (
            "HIRES",
            hires,
            &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0057],
            321.8122,
            (1e-8, 1e-12),
            &[
                7.371_312_573_325_668e-4,
                1.442_485_726_316_185e-4,
                5.888_729_740_967_575e-5,
                1.175_651_343_283_149e-3,
                2.386_356_198_831_331e-3,
                6.238_968_252_742_796e-3,
                2.849_998_395_185_769e-3,
                2.850_001_604_814_231e-3,
            ],
            (1.1e-9, 623),
        ),
        (
            "ring modulator",
            ring_modulator,
            &[0.0; 15],
            1e-3,
            (1e-4, 1e-11),
            &[
                -2.339_057_358_486_745e-2,
                -7.367_485_485_540_825e-3,
                0.258_295_670_929_116_9,
                -0.406_446_572_128_345,
                -0.403_945_566_514_979_4,
                0.260_796_676_542_294_3,
                0.110_676_186_126_997_5,
                2.939_904_342_435_596e-7,
                -2.840_029_933_642_329e-8,
                7.267_198_267_264_553e-4,
                7.929_487_196_960_84e-4,
                -7.255_283_495_698_965e-4,
                -7.941_401_968_526_521e-4,
                7.088_495_416_976_114e-5,
                2.390_059_075_236_57e-5,
            ],
            (1.9e-3, 64_117),
        ),
    ];
    let outcomes = cases.map(|(name, f, start, end, (rtol, atol), known, measured)| {
        let (y, counted) = run(f, start, end, rtol, atol);
        println!("{name}: error {:.1e}, {counted:?}", error(&y, known));
        (name, error(&y, known), counted, measured)
    });
    for (name, found, counted, measured) in outcomes {
        let steps = counted.accepted;
        assert!(found < 3.0 * measured.0 && 3.0 * found > measured.0, "{name}: {found:e}");
        assert!(steps < 2 * measured.1 && 2 * steps > measured.1, "{name}: {steps} steps");
        // Factors and Jacobians are kept where they serve.
        assert!(counted.jacobians < counted.accepted && counted.iterations < 4 * counted.accepted, "{name}");
    }
}

/// y' = −λ (y − φ) + φ': the solution φ is smooth, however large λ is (Prothero and Robinson).
#[test]
fn order_where_the_solution_is_stiff() {
    for lambda in [10.0, 1e5, 1e7] {
        let error = |n: u32| {
            let mut rhs = System(move |t: f64, y: &[f64], dy: &mut [f64]| dy[0] = -lambda * (y[0] - t.sin()) + t.cos());
            let mut stepper = Stepper::new(Method::Radau5, 1, Control::fixed(2.0 / f64::from(n))).unwrap();
            stepper.start(&mut rhs, 0.0, &[0.0]).unwrap();
            let (mut end, mut inside): (f64, f64) = (0.0, 0.0);
            while stepper.t() < 2.0 {
                stepper.step(&mut rhs, 2.0).unwrap();
                stepper.prepare_dense(&mut rhs).unwrap();
                end = end.max((stepper.y()[0] - stepper.t().sin()).abs());
                for k in 1..8 {
                    let t = stepper.t_prev() + f64::from(k) / 8.0 * (stepper.t() - stepper.t_prev());
                    inside = inside.max((stepper.interpolate_component(0, t) - t.sin()).abs());
                }
            }
            [end, inside]
        };
        let (coarse, fine) = (error(8), error(16));
        let orders = [0, 1].map(|k| (coarse[k] / fine[k]).log2());
        println!(
            "λ = {lambda:e}: at the ends {:.2e}, order {:.2}; between them {:.2e}, order {:.2}",
            coarse[0], orders[0], coarse[1], orders[1]
        );
        // Stiff parts have the order of the stages, with errors as small as 1/λ; the dense output keeps its order.
        let stiff = lambda > 100.0;
        assert!((orders[0] - if stiff { 3.0 } else { 4.8 }).abs() < 0.1, "{orders:?}");
        assert!((orders[1] - 4.0).abs() < 0.15, "{orders:?}");
        assert!(!stiff || coarse[0] < 3e-4 / lambda, "{coarse:?}");
    }
}

/// A ball of 1 kg against a hard wall that is left again: k x within, nothing without.
struct Wall {
    k: f64,
}

impl Rhs for Wall {
    type Error = std::convert::Infallible;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
        (dy[0], dy[1]) = (y[1], if y[0] < 0.0 { -self.k * y[0] } else { 0.0 });
        Ok(())
    }
}

/// Held since a117643: a plain right-hand side tells no corner, and beyond it the flight was stepped with the wall's matrix, up to 4e5 tolerances off. What is left is what the step over the corner is off.
#[test]
fn regress_a_flight_after_a_hard_wall() {
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    let (mut worst, mut evaluations) = (0.0_f64, 0);
    for _ in 0..300 {
        let (k, tolerance) = (10_f64.powf(5.0 + 8.0 * random()), 10_f64.powf(-5.0 - 4.0 * random()));
        let (away, speed) = (random(), 0.4 + 2.0 * random());
        let mut stepper = Stepper::new(Method::Radau5, 2, Control::adaptive(tolerance, tolerance)).unwrap();
        let mut wall = Wall { k };
        stepper.start(&mut wall, 0.0, &[away, -speed]).unwrap();
        while stepper.t() < 3.0 {
            stepper.step(&mut wall, 3.0).unwrap();
        }
        let off = stepper.y()[0] - speed * (3.0 - std::f64::consts::PI / k.sqrt()) + away;
        worst = worst.max(off.abs() / tolerance);
        evaluations += stepper.counters().evaluations;
    }
    println!("at most {worst:.0} tolerances off, {evaluations} evaluations");
    assert!(worst < 3e3);
}

#[test]
fn property_what_rests_needs_one_matrix() {
    struct Still;
    impl Rhs for Still {
        type Error = std::convert::Infallible;

        fn rhs(&mut self, _t: f64, _y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
            dy.fill(0.0);
            Ok(())
        }
    }
    let mut stepper = Stepper::new(Method::Radau5, 3, Control::adaptive(1e-8, 1e-8)).unwrap();
    stepper.start(&mut Still, 0.0, &[1.0, 2.0, 3.0]).unwrap();
    while stepper.t() < 1e9 {
        stepper.step(&mut Still, 1e9).unwrap();
    }
    assert!(stepper.counters().jacobians == 1 && stepper.counters().accepted < 30);
}
