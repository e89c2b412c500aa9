//! Lyapunov exponents: how fast neighboring motions part.
//!
//! Small differences from the motion, k of them, of length 1 and orthogonal to each other, have become d_i after a stretch of length T. These are orthogonalized in order; the lengths that are left
//! give the growths, and the next stretch begins with what is left, of length 1 again (Benettin, Galgani, Giorgilli, Strelcyn 1980):
//!
//! ```text
//! (1)  r_i = |d_i − Σ_{j<i} (d_i·u_j) u_j|,   u_i its direction        (2)  λ_i = (1/nT) Σ ln r_i
//! ```
//!
//! The first k of these are the k largest exponents. Errors: the stretches, after a transient, are cut into B blocks one after another; their means m_b are
//! nearly independent once a block is long against the memory of the motion, and
//!
//! ```text
//! (3)  error(λ) = sqrt( Σ (m_b − λ)² / (B (B − 1)) )
//! ```
//!
//! Of a mechanism d_i are derivatives of the run along its start, through stick, slip and impact (`simulate/sensitivity`): of the steps that it takes, at whatever tolerance. Where a run has none, or one-sided
//! ones, and of equations of one's own, they are differences from neighbors at a distance ε. This costs an error of order ε |λ|, and rounding and step errors of order tolerance/ε; 1e-6 between both is good
//! for runs at 1e-9 and tighter.
//!
//! A direction that the motion swallows altogether (sticking does) has the exponent −∞: what is left of it is rounding, or no more than the curvature of the others, some ε of ε. Such a direction is chosen
//! anew. A direction that only shrinks fast needs stretches in which it shrinks less than that.

mod flow;

use flow::scaled;
pub use flow::{Carried, Equations, Flow, Mechanism, MechanismError};

/// How exponents are estimated.
///
/// ```
/// # use chetaev::analysis::{Lyapunov, Mechanism};
/// # use chetaev::prelude::*;
/// // x'' + 0.6 x' + 25 x = 0: the sum of the exponents is −0.6, and both are the same.
/// # let mut builder = ModelBuilder::new();
/// let mass = builder.body("mass", Particle::new(2.0).at(0.3, 0.0));
/// let guide = GROUND.axis([0.0, 0.0], 0.0);
/// builder.constraint("guide", Slot::new(guide, mass.origin()));
/// builder.force("spring", SpringDamper::guided(guide, mass.origin(), 50.0).damping(1.2));
/// let model = builder.build()?;
/// let mut motion = Mechanism::new(&model, || Simulation::new(&model).tolerance(1e-11));
/// let found = Lyapunov::new(1.0, 100).exponents(2).run(&mut motion, &model.placed())?;
/// assert!((found.values[0] + found.values[1] + 0.6).abs() < 1e-4);
/// assert!((found.values[0] + 0.3).abs() < 0.02); // the mean over 100 s of what swings from 0 to 2 times as much
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[must_use = "exponents are estimated when it is run"]
pub struct Lyapunov {
    stretch: f64,
    stretches: usize,
    transient: usize,
    exponents: usize,
    distance: f64,
    blocks: usize,
}

/// Estimated exponents, the largest first, per unit of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Exponents {
    /// The exponents; −∞ for directions that are swallowed.
    pub values: Vec<f64>,
    /// Standard errors from blocks (3).
    pub errors: Vec<f64>,
    /// Growths ln(r/ε) of each stretch, one list for each exponent.
    pub growths: Vec<Vec<f64>>,
    /// Length of a stretch.
    pub stretch: f64,
    /// Dimension of the phase space: how many exponents there are.
    pub dimension: usize,
    /// Over how many of the stretches that are counted differences came from neighbors.
    pub by_neighbors: usize,
}

impl Lyapunov {
    /// The largest exponent from so many stretches of this length: the period of the drive, or a time in which differences grow little.
    ///
    /// Of a length that is not above zero, and of no stretches at all, exponents are not a number.
    pub fn new(stretch: f64, stretches: usize) -> Self {
        Self { stretch, stretches, transient: stretches / 10, exponents: 1, distance: 1e-6, blocks: 20 }
    }

    /// Stretches that are not counted at first (a tenth of the others, unless said otherwise).
    pub fn transient(self, stretches: usize) -> Self {
        Self { transient: stretches, ..self }
    }

    /// How many exponents, the largest first; no more than the phase space has.
    pub fn exponents(self, exponents: usize) -> Self {
        Self { exponents, ..self }
    }

    /// Distance of the neighbors (1e-6 unless said otherwise), where there are such.
    pub fn distance(self, distance: f64) -> Self {
        Self { distance, ..self }
    }

    /// Number of blocks for the errors (20 unless said otherwise).
    pub fn blocks(self, blocks: usize) -> Self {
        Self { blocks: blocks.max(2), ..self }
    }

    /// Estimates along the motion from `start`.
    pub fn run<F: Flow>(&self, flow: &mut F, start: &F::Point) -> Result<Exponents, F::Error> {
        let dimension = flow.dimension(start)?;
        if self.stretch.is_nan() || self.stretch <= 0.0 {
            let nothing = vec![f64::NAN; self.exponents.min(dimension)];
            let growths = vec![Vec::new(); nothing.len()];
            return Ok(Exponents {
                values: nothing.clone(),
                errors: nothing,
                growths,
                stretch: self.stretch,
                dimension,
                by_neighbors: 0,
            });
        }
        let count = self.exponents.min(dimension);
        let mut base = start.clone();
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let width = flow.difference(start, start).len();
        let mut directions: Vec<Vec<f64>> = Vec::new();
        for _ in 0..count {
            directions.push(self.fresh(flow, &base, &directions, &mut random, width)?);
        }
        let mut growths = vec![Vec::with_capacity(self.stretches); count];
        let mut by_neighbors = 0;
        for stretch in 0..self.transient + self.stretches {
            let counts = stretch >= self.transient;
            let Carried { point, differences, least, neighbors } =
                flow.carry(&base, &directions, self.distance, self.stretch)?;
            base = point;
            by_neighbors += usize::from(counts && neighbors);
            let mut kept: Vec<Vec<f64>> = Vec::with_capacity(count);
            for (difference, growths) in differences.into_iter().zip(&mut growths) {
                let (direction, growth) = reduced(difference, &kept);
                let swallowed = growth < least;
                if counts {
                    growths.push(if swallowed { f64::NEG_INFINITY } else { growth.ln() });
                }
                let next = if swallowed { self.fresh(flow, &base, &kept, &mut random, width)? } else { direction };
                kept.push(next);
            }
            directions = kept;
        }
        let (values, errors) = growths.iter().map(|g| self.mean_and_error(g)).unzip();
        Ok(Exponents { values, errors, growths, stretch: self.stretch, dimension, by_neighbors })
    }

    /// A direction of the tangent space, orthogonal to others.
    fn fresh<F: Flow>(
        &self,
        flow: &mut F,
        base: &F::Point,
        others: &[Vec<f64>],
        random: &mut Random,
        width: usize,
    ) -> Result<Vec<f64>, F::Error> {
        let by: Vec<f64> = (0..width).map(|_| self.distance * random.next()).collect();
        let displaced = flow.displaced(base, &by)?;
        Ok(reduced(scaled(&flow.difference(base, &displaced), 1.0 / self.distance), others).0)
    }

    fn mean_and_error(&self, growths: &[f64]) -> (f64, f64) {
        let mean = |part: &[f64]| part.iter().sum::<f64>() / (part.len() as f64 * self.stretch);
        let value = mean(growths);
        let length = growths.len() / self.blocks;
        if length == 0 || !value.is_finite() {
            return (value, f64::NAN);
        }
        // What does not fill the last block belongs to the transient rather than to an incomplete block.
        let blocks = growths[growths.len() - length * self.blocks..].chunks_exact(length);
        let scatter: f64 = blocks.map(|block| (mean(block) - value).powi(2)).sum();
        let count = self.blocks as f64;
        (value, (scatter / (count * (count - 1.0))).sqrt())
    }
}

impl Exponents {
    /// The largest exponent and its standard error.
    pub fn largest(&self) -> (f64, f64) {
        (self.values.first().copied().unwrap_or(f64::NAN), self.errors.first().copied().unwrap_or(f64::NAN))
    }

    /// The estimate of one exponent after each stretch: time counted, and value.
    pub fn trace(&self, exponent: usize) -> (Vec<f64>, Vec<f64>) {
        let growths = self.growths.get(exponent).map_or(&[][..], Vec::as_slice);
        let times: Vec<f64> = (1..=growths.len()).map(|n| n as f64 * self.stretch).collect();
        let mut sum = 0.0;
        let running = growths.iter().zip(&times).map(|(growth, time)| {
            sum += growth;
            sum / time
        });
        let values = running.collect();
        (times, values)
    }

    /// The Kaplan-Yorke dimension of the attractor, if enough exponents are known.
    ///
    /// With the largest j for which λ_1 + … + λ_j ≥ 0 it is j + (λ_1 + … + λ_j)/|λ_{j+1}|. A drive adds one to it: its time is no state here.
    pub fn kaplan_yorke(&self) -> Option<f64> {
        let mut sum = 0.0;
        for (j, value) in self.values.iter().enumerate() {
            if sum + value < 0.0 {
                return Some(j as f64 + sum / value.abs());
            }
            sum += value;
        }
        None
    }
}

/// What is left of a difference beside others: its direction and its length (1).
fn reduced(mut difference: Vec<f64>, others: &[Vec<f64>]) -> (Vec<f64>, f64) {
    for other in others.iter().chain(others) {
        let along: f64 = difference.iter().zip(other).map(|(d, u)| d * u).sum();
        difference.iter_mut().zip(other).for_each(|(d, u)| *d -= along * u);
    }
    let length = difference.iter().map(|d| d * d).sum::<f64>().sqrt();
    let direction = if length > 0.0 { scaled(&difference, 1.0 / length) } else { difference };
    (direction, length)
}

/// Numbers between −1 and 1 (SplitMix64), always the same ones.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / (u64::MAX as f64 / 2.0) - 1.0
    }
}
