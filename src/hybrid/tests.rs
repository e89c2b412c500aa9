//! Closings against dense sampling: bodies that spin over floors and each other, with the rows of the contacts themselves and real steps.

mod known;
mod planar;
mod spatial;

use super::closing::{Closing, Found, Search, first_closing, passes};
use super::glance::glance;
use super::sweep::{Nodes, sweep};
use super::{Bound, Gap, Sweep};
use crate::body::FrameMap;
use crate::element::{Ctx, Frames, Rows, Space};
use crate::error::ElementError;
use crate::ode::{Control, DenseStep, Method, Rhs, Stepper};
use std::cell::RefCell;
use std::convert::Infallible;
use std::marker::PhantomData;

/// Reproducible random numbers (the generator SplitMix64).
struct Random(u64);

impl Random {
    /// Uniform in [from, to).
    fn between(&mut self, from: f64, to: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        from + (to - from) * ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn numbers<const N: usize>(&mut self, size: f64) -> [f64; N] {
        std::array::from_fn(|_| self.between(-size, size))
    }
}

/// A space in which bodies fly.
trait Flies: Space {
    /// How many coordinates a body has, and how many of them and of velocities together.
    const SIZES: [usize; 2];
    /// How a body moves on its own.
    fn slope(t: f64, y: &[f64], drag: f64, dy: &mut [f64]);
    /// Its frame at coordinates with these rates.
    fn flying(q: &[f64], rates: &[f64]) -> Self::Frame;
    /// Turns its velocities round.
    fn reverse(y: &mut [f64], rates: &[f64]);
}

/// A contact between two bodies that fly, the first of which may be the ground.
struct Flight<S: Flies> {
    contact: Box<dyn Gap<Space = S>>,
    start: Vec<f64>,
    fixed: bool,
    drag: f64,
    /// Where the contact was when it was last looked at.
    memory: RefCell<Vec<f64>>,
}

impl<S: Flies> Flight<S> {
    fn new(contact: Box<dyn Gap<Space = S>>, bodies: [Vec<f64>; 2], fixed: bool, drag: f64) -> Self {
        let memory = RefCell::new(contact.shape().memory);
        Self { contact, start: bodies.concat(), fixed, drag, memory }
    }

    /// φ and φ' along the polynomial of the coordinates.
    fn gap(&self, dense: &DenseStep<'_>, t: f64) -> Result<[f64; 2], ElementError> {
        let mut frames = Frames::new(2, S::SPATIAL);
        let [coordinates, size] = S::SIZES;
        for k in 0..2 {
            let q: Vec<f64> = (0..coordinates).map(|i| dense.component(size * k + i, t)).collect();
            let rates: Vec<f64> = (0..coordinates).map(|i| dense.component_derivative(size * k + i, t)).collect();
            *S::frame_mut(&mut frames, k + 1) = S::flying(&q, &rates);
        }
        let mut memory = self.memory.borrow_mut();
        let last = memory.clone();
        let [mut phi, mut rate, mut gamma] = [[0.0; 4]; 3];
        let mut jacobian = [0.0; 48];
        let out = &mut Rows {
            jacobian: &mut jacobian,
            blocks: &[0, 24],
            phi: &mut phi,
            rate: &mut rate,
            gamma: &mut gamma,
            memory: &mut memory[..],
            space: PhantomData,
        };
        self.contact.eval(Ctx::new(crate::math::Now::at(t), &frames, &[1, 2], &last), out)?;
        Ok([phi[0], rate[0]])
    }

    fn bound(&self, dense: &DenseStep<'_>, window: [f64; 2]) -> Bound {
        let of = |k: usize| sweep(dense, window, S::SIZES[1] * k, (FrameMap::Pose, S::SPATIAL), &mut Nodes::default());
        self.contact.bound(&[if self.fixed { Sweep::REST } else { of(0) }, of(1)])
    }

    /// The same from the stages alone.
    fn glance(&self, stepper: &Stepper) -> Bound {
        let ([coordinates, size], h) = (S::SIZES, stepper.t() - stepper.t_prev());
        let of = |k: usize| {
            let (q, v) = stepper.y_prev()[size * k..][..size].split_at(coordinates);
            let rates = stepper.slopes().map(|slope| &slope[size * k + coordinates..size * (k + 1)]);
            glance(h, [q, v], rates, (FrameMap::Pose, S::SPATIAL))
        };
        self.contact.bound(&[if self.fixed { Sweep::REST } else { of(0) }, of(1)])
    }
}

impl<S: Flies> Rhs for &Flight<S> {
    type Error = Infallible;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        let size = S::SIZES[1];
        for (k, (y, dy)) in y.chunks_exact(size).zip(dy.chunks_exact_mut(size)).enumerate() {
            if k == 0 && self.fixed { dy.fill(0.0) } else { S::slope(t, y, self.drag, dy) }
        }
        Ok(())
    }
}

/// What the flights have shown.
#[derive(Debug, Default)]
struct Tally {
    steps: u32,
    gaps: u32,
    dismissed: u32,
    closings: u32,
    bounced: u32,
    wrong_bounds: u32,
    missed: u32,
    unproved: u32,
    lost: u32,
    deepest: f64,
    /// The largest |φ'|/V and −φ''/A, and of bounds from the stages alone.
    tightest: [f64; 4],
    /// Steps that are passed by for what the stages tell, and those in which something closed all the same.
    passed: u32,
    passed_wrongly: u32,
}

const RESOLUTION: f64 = 1e-12;
const END: f64 = 2.0;

/// Flies until the end or a closing right after a closing; after each closing back the way it came. Every step is sampled.
fn fly<S: Flies>(flight: &Flight<S>, tolerance: f64, samples: usize, tally: &mut Tally) {
    let mut rhs = flight;
    let mut stepper =
        Stepper::new(Method::Dop853, flight.start.len(), Control::adaptive(tolerance, tolerance)).unwrap();
    stepper.start(&mut rhs, 0.0, &flight.start).unwrap();
    let (mut leaving, mut bounces) = (false, 0);
    while stepper.t() < END && bounces < 3 {
        stepper.step(&mut rhs, END).unwrap();
        let glanced = flight.glance(&stepper);
        stepper.prepare_dense(&mut rhs).unwrap();
        let dense = stepper.dense();
        let window = [stepper.t_prev(), stepper.t()];
        let bound = flight.bound(&dense, window);
        let search = Search { window, resolution: RESOLUTION, leaving, looks: 8 };
        let before = flight.memory.borrow().clone();
        let Ok(found) = first_closing(|t| flight.gap(&dense, t), bound, search) else {
            tally.lost += 1;
            return;
        };
        let at_start = flight.gap(&dense, window[0]).unwrap();
        let passed = passes(at_start, glanced, window[1] - window[0], RESOLUTION);
        tally.passed += u32::from(passed);
        tally.passed_wrongly += u32::from(passed && (found.closing.is_some() || found.leaving));
        flight.memory.replace(before);
        tally.steps += 1;
        tally.gaps += found.evaluations;
        tally.dismissed += u32::from(found.evaluations == 1);
        tally.unproved += u32::from(!found.proved);
        if !sample(flight, &dense, search, ([bound, glanced], &found), samples, tally) {
            return;
        }
        leaving = found.leaving;
        let Some(Closing { t, gap, rate }) = found.closing else { continue };
        assert!(rate < 0.0);
        tally.closings += 1;
        tally.deepest = tally.deepest.max(gap.abs());
        let [coordinates, size] = S::SIZES;
        let mut y = vec![0.0; flight.start.len()];
        dense.value(t, &mut y);
        for (k, y) in y.chunks_exact_mut(size).enumerate() {
            let rates: Vec<f64> = (0..coordinates).map(|i| dense.component_derivative(size * k + i, t)).collect();
            S::reverse(y, &rates);
        }
        (leaving, bounces) = (true, bounces + 1);
        tally.bounced += u32::from(bounces > 1);
        stepper.start(&mut rhs, t, &y).unwrap();
    }
}

/// Compares a step with samples of it, as far as the closing; false if something is wrong.
fn sample<S: Flies>(
    flight: &Flight<S>,
    dense: &DenseStep<'_>,
    search: Search,
    ([bound, glanced], found): ([Bound; 2], &Found),
    samples: usize,
    tally: &mut Tally,
) -> bool {
    let [from, to] = search.window;
    let end = found.closing.map_or(to, |c| c.t);
    let step = (to - from) / samples as f64;
    let mut before = None;
    for t in (0..=samples).map(|k| (from + step * k as f64).min(to)).take_while(|t| *t <= end) {
        let Ok([phi, rate]) = flight.gap(dense, t) else {
            tally.lost += 1;
            return false;
        };
        if t < end && phi < -2.0 * RESOLUTION {
            tally.missed += 1;
            println!("below zero at {t} by {phi:e} before {:?}", found.closing);
            return false;
        }
        let slope = rate * (1.0 - bound.hollow * phi);
        let bend = before.map_or(0.0, |last: f64| (last - slope) / step);
        before = Some(slope);
        let seen = [rate.abs() / bound.rate, bend / bound.bend, rate.abs() / glanced.rate, bend / glanced.bend];
        tally.tightest = std::array::from_fn(|i| tally.tightest[i].max(seen[i]));
        if rate.abs() > bound.rate * (1.0 + 1e-9) + 1e-9 || bend > bound.bend * (1.0 + 1e-9) + 1e-7 {
            tally.wrong_bounds += 1;
            println!("{bound:?} at {t}: {rate}, {bend}");
            return false;
        }
    }
    true
}

/// Flights of every kind at every tolerance; what they must show.
fn campaign<S: Flies>(kinds: &[&str], flights: usize, samples: usize, make: impl Fn(usize, &mut Random) -> Flight<S>) {
    for (kind, name) in kinds.iter().enumerate() {
        for tolerance in [1e-4_f64, 1e-6, 1e-10] {
            let mut random = Random(kind as u64 * 1000 + tolerance.log10().abs() as u64);
            let mut tally = Tally::default();
            for _ in 0..flights {
                fly(&make(kind, &mut random), tolerance, samples, &mut tally);
            }
            println!(
                "{name}, {tolerance:e}: {} steps, {} closings, {} after a bounce; {:.1} gaps a step, {} dismissed by one; deepest {:.1e}, |φ'|/V to {:.2}, −φ''/A to {:.2}; {} unproved; {} passed by, |φ'|/V to {:.2}, −φ''/A to {:.2} there",
                tally.steps,
                tally.closings,
                tally.bounced,
                f64::from(tally.gaps) / f64::from(tally.steps),
                tally.dismissed,
                tally.deepest,
                tally.tightest[0],
                tally.tightest[1],
                tally.unproved,
                tally.passed,
                tally.tightest[2],
                tally.tightest[3]
            );
            assert!(tally.closings as usize > flights / 8, "moot: {tally:?}");
            let wrong = [tally.missed, tally.wrong_bounds, tally.lost, tally.passed_wrongly];
            assert_eq!(wrong, [0; 4], "{tally:?}");
            // A rim has V alone: where it leaves slowly beside V the search gives up, and says so.
            let given_up = if name.starts_with("rim") { tally.steps / 100 } else { 0 };
            assert!(tally.unproved <= given_up, "{tally:?}");
            assert!(tally.deepest < 1e-13, "{tally:?}");
        }
    }
}
