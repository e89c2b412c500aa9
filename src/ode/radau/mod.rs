//! Radau IIA of order 5, for stiff equations: three implicit stages, all of them solved together.
//!
//! ```text
//! (K1)  Z_i = h Σ_j a_ij f(t0 + c_j h, y0 + Z_j),     y1 = y0 + Z_3,     c = ((4 − √6)/10, (4 + √6)/10, 1)
//! ```
//!
//! It has order 5 and stage order 3, is L-stable and stiffly accurate (Hairer & Wanner, Solving ODEs II, sections IV.5 and IV.8). With A⁻¹ = T Λ T⁻¹
//! (K7), W = T⁻¹ Z and F ≈ ∂f/∂y the simplified Newton iteration is one real system and one of twice its size:
//!
//! ```text
//! (K2)  (γ̂/h − F) ΔW₁ = R₁,     [α̂/h − F   −β̂/h; β̂/h   α̂/h − F] (ΔW₂, ΔW₃) = (R₂, R₃),     R = T⁻¹ f(y0 + Z) − (Λ/h) W
//! (K3)  e = (γ̂/h − F)⁻¹ (f(y0) + (e₁ Z₁ + e₂ Z₂ + e₃ Z₃)/h)                                the error, of order 3
//! ```
//!
//! (K3) vanishes for polynomials of degree 3. The inverse filters it: without that a stiff part would be seen h |λ| times too large. An error above 1 is estimated
//! once more with f(y0 + e) after a start or a refused step, when y0 may be off the slow solution; and where the right-hand side solves by itself, after any step with an F that is kept, and then with an F made at y0. An old one
//! has turned away from what is stiff, and lets k Δθ δ of it through (`convergence.rs`): that is no error of the step, and does not go with it. Of a beam of 3333 rods it was so in half of all steps, each of which was halved, and halved
//! again, until F was made anew.
//!
//! F is made of differences, one evaluation for each component that the right-hand side depends on. It is kept as long as the iteration converges fast, and the
//! factors as long as h stays. That the iteration converges does not tell that F is right: where F is stiff and f no more, it makes nearly nothing of what is left, and (K3) as well. So an F that is kept is
//! asked first, in the direction in which the solution goes, by one evaluation:
//!
//! ```text
//! (K2a)  ρ = ‖(γ̂/h − F)⁻¹ (∂f/∂y y' − F y')‖ / ‖y'‖        how much of an error along y' an iteration would leave
//! ```
//!
//! and made anew where ρ is above [`ASKED`]. A mechanism is not asked: its corners are located, and end steps. Newton's iteration starts from the last step's polynomial, carried on. It stops at a part of the tolerance, whatever that is: to
//! ask for more at tight tolerances asks for less than rounding leaves.
//!
//! The polynomial is the dense output as well, in the nested form of [`DenseStep`](super::DenseStep):
//!
//! ```text
//! (K4)  u(θ) = y0 + θ (r₁ + (1−θ)(r₂ + θ r₃)),   r₁ = y1 − y0,   q_i = (Z_i − c_i Z_3)/(c_i (1−c_i)),   r₃ = (q₂ − q₁)/(c₂ − c₁),   r₂ = q₁ − c₁ r₃
//! ```
//!
//! Not Hermite's: the slope at the end has an error h λ times that of the state.

pub(super) mod beginning;
mod convergence;
mod matrix;
pub(super) mod numbers;

use self::beginning::Beginning;
use self::convergence::{Convergence, Told};
use self::matrix::Matrix;
use self::numbers::{ERROR, NODES, basis, shifts};
use super::Rhs;
use super::evaluate::{Failure, StepCounters, evaluate, finite};
use nalgebra::Matrix3;

/// Newton's iteration stops where it corrects no more than so many units in the last place, at the latest.
const ROUNDING: f64 = 10.0 * f64::EPSILON;
/// How many steps after one that was cut short begin with an F of their own.
const AFTER_A_CUT: u8 = 3;
/// An F that is kept is made anew where (K2a) is above this.
const ASKED: f64 = 0.1;
/// F is kept for the next step where each iteration left less than this of the error before it.
const FAST: f64 = 0.03;
/// And for no more steps than these where the right-hand side solves by itself, so that a new F is cheap.
const KEPT: u8 = 8;

/// The method's own buffers, and what it keeps from step to step.
// Stages in both bases, the matrix, and the memory of Newton's iteration: a step needs all of them.
#[derive(Clone, Debug)]
pub(super) struct Radau {
    matrix: Matrix,
    basis: [Matrix3<f64>; 2],
    /// Z, W and R: three rows each.
    z: [Vec<f64>; 3],
    w: [Vec<f64>; 3],
    r: [Vec<f64>; 3],
    stage: Vec<f64>,
    /// Is the step given?
    fixed: bool,
    /// (K3).
    error: Vec<f64>,
    /// r₁, r₂ and r₃ of (K4) of the last attempt whose stages were found, which predicts the next; with its beginning and its size.
    polynomial: [Vec<f64>; 3],
    past: Option<(f64, f64)>,
    /// What an iteration left of the error before it.
    rate: f64,
    /// Is F to be made anew, and was it made at the beginning of this step?
    renew: bool,
    here: bool,
    /// Was an F that is kept asked whether it is right?
    asked: bool,
    /// For so many steps more it is made anew, and in so many it was kept.
    fresh: u8,
    kept: u8,
    /// May y0 be off the slow solution?
    careful: bool,
}

impl Radau {
    pub(super) fn new(dim: usize, fixed: bool) -> Self {
        let zeros = || vec![0.0; dim];
        let three = || [zeros(), zeros(), zeros()];
        Self {
            matrix: Matrix::new(dim),
            basis: basis(),
            z: three(),
            w: three(),
            r: three(),
            stage: zeros(),
            fixed,
            error: zeros(),
            polynomial: three(),
            past: None,
            rate: 1.0,
            renew: true,
            here: false,
            asked: false,
            fresh: 0,
            kept: 0,
            careful: true,
        }
    }

    /// Nothing is known: a start.
    pub(super) fn forget(&mut self) {
        (self.past, self.renew, self.rate) = (None, true, 1.0);
    }

    /// The step ends where something was located. What was stiff may be gone beyond, and with its F Newton's corrections and the error's filter would both make small of what is left, so that nothing would tell. So F
    /// is made anew there, and in the steps after: at a corner differences may still see what is behind.
    pub(super) fn note_cut(&mut self) {
        self.fresh = AFTER_A_CUT;
    }

    /// A step begins where the last one ended.
    pub(super) fn begin(&mut self) {
        self.renew |= self.rate > FAST || self.fresh > 0;
        self.fresh = self.fresh.saturating_sub(1);
        self.kept = self.kept.saturating_add(1);
        (self.here, self.asked) = (false, false);
        self.careful = self.past.is_none();
    }

    /// (K3) of the last attempt.
    pub(super) fn error(&self) -> &[f64] {
        &self.error
    }

    /// r₂ and r₃ of the last attempt.
    pub(super) fn bend(&self) -> &[Vec<f64>] {
        &self.polynomial[1..]
    }

    /// The stages of a step to `t_end`, its end `y1`, and its error; `slopes` are those at the stages.
    pub(super) fn attempt<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        t_end: f64,
        (slopes, y1): (&mut [f64], &mut [f64]),
        counters: &mut StepCounters,
    ) -> Result<(), Failure<R::Error>> {
        let h = t_end - from.t;
        self.renew |= self.kept >= KEPT && rhs.linearized().is_some();
        loop {
            if !self.renew && !std::mem::replace(&mut self.asked, true) {
                let left = self.matrix.ask(rhs, from, (&mut self.stage, &mut self.error), counters)?;
                self.renew = left.is_some_and(|left| left.is_nan() || left > ASKED);
            }
            if self.renew {
                self.matrix.renew(rhs, from, &mut self.stage, counters)?;
                (self.renew, self.here, self.kept) = (false, true, 0);
            }
            let found = self.matrix.factor(rhs, shifts(h), counters);
            self.predict(from.t, h);
            if found && self.iterate(rhs, from, t_end, slopes, counters)? {
                break;
            }
            counters.newton_failures += 1;
            if self.here {
                (self.past, self.careful) = (None, true);
                return Err(Failure::NoConvergence { t: from.t, h, rate: self.rate });
            }
            self.renew = true;
        }
        for ((y1, y0), z) in y1.iter_mut().zip(from.y).zip(&self.z[2]) {
            *y1 = y0 + z;
        }
        finite(t_end, y1)?;
        self.keep_polynomial(from.t, h);
        self.estimate(rhs, from, h, y1, counters)
    }

    /// A step along the slope at its beginning, so short that this is all there is: over a jump, where there are no stages to be found.
    pub(super) fn go_straight<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        t_end: f64,
        (slopes, y1): (&mut [f64], &mut [f64]),
        counters: &mut StepCounters,
    ) -> Result<(), Failure<R::Error>> {
        let h = t_end - from.t;
        rhs.iterate();
        for (c, slope) in NODES.into_iter().zip(slopes.chunks_exact_mut(y1.len())) {
            for ((stage, y0), f0) in y1.iter_mut().zip(from.y).zip(from.slope) {
                *stage = y0 + c * h * f0;
            }
            evaluate(rhs, (from.t + c * h).min(from.latest), y1, slope, counters)?;
        }
        // The last stage is the end.
        let [reach, bend, twist] = &mut self.polynomial;
        reach.iter_mut().zip(from.slope).for_each(|(reach, f0)| *reach = h * f0);
        bend.fill(0.0);
        twist.fill(0.0);
        // What is beyond goes on otherwise.
        self.forget();
        Ok(())
    }

    /// Z from the polynomial of the last attempt, as it goes on from t0; from nothing if there is none.
    fn predict(&mut self, t0: f64, h: f64) {
        let Some((t, size)) = self.past else {
            self.z.iter_mut().for_each(|z| z.fill(0.0));
            return;
        };
        let weights = |x: f64| [x, x * (1.0 - x), x * x * (1.0 - x)];
        let begin = weights((t0 - t) / size);
        for (z, c) in self.z.iter_mut().zip(NODES) {
            let place = weights((t0 + c * h - t) / size);
            let [a, b, c] = std::array::from_fn(|k| place[k] - begin[k]);
            let [r1, r2, r3] = &self.polynomial;
            for (i, z) in z.iter_mut().enumerate() {
                *z = a * r1[i] + b * r2[i] + c * r3[i];
            }
        }
    }

    /// Newton's iteration (K2): true if it came to its end. The stages are evaluated once an iteration, and the last time where less than the tolerance is left.
    fn iterate<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        t_end: f64,
        slopes: &mut [f64],
        counters: &mut StepCounters,
    ) -> Result<bool, Failure<R::Error>> {
        let (dim, h) = (from.y.len(), t_end - from.t);
        let [forth, back] = self.basis;
        turn(&back, &self.z, &mut self.w);
        let mut convergence = match own_size(rhs, from.y, from, &self.z[2], h) {
            Some(size) => Convergence::measured(ROUNDING * size),
            None => Convergence::new(self.fixed, ROUNDING * from.scale.norm(from.y, from.y, from.y)),
        };
        loop {
            counters.iterations += 1;
            rhs.iterate();
            for ((z, c), slope) in self.z.iter().zip(NODES).zip(slopes.chunks_exact_mut(dim)) {
                for ((stage, y0), z) in self.stage.iter_mut().zip(from.y).zip(z) {
                    *stage = y0 + z;
                }
                // No stage is later than the end, not even by rounding.
                evaluate(rhs, (from.t + c * h).min(from.latest), &self.stage, slope, counters)?;
            }
            self.residual(h, &back, slopes);
            let [r1, r2, r3] = &mut self.r;
            self.matrix.solve(rhs, r1);
            self.matrix.solve_pair(rhs, r2, r3);
            for (w, r) in self.w.iter_mut().zip(&self.r) {
                w.iter_mut().zip(r).for_each(|(w, r)| *w += r);
            }
            let told = convergence.judge(self.correct(rhs, &forth, from, h));
            // A first correction that changes nothing says nothing against F.
            self.rate = convergence.rate.unwrap_or(self.rate.min(FAST));
            match told {
                Told::More => {}
                told => return Ok(told == Told::Found),
            }
        }
    }

    /// R of (K2).
    fn residual(&mut self, h: f64, back: &Matrix3<f64>, slopes: &[f64]) {
        let dim = self.stage.len();
        let [gamma, alpha, beta] = shifts(h);
        for i in 0..dim {
            let f = [slopes[i], slopes[dim + i], slopes[2 * dim + i]];
            let [w1, w2, w3] = self.w.each_ref().map(|w| w[i]);
            let held = [gamma * w1, alpha * w2 - beta * w3, beta * w2 + alpha * w3];
            for (k, r) in self.r.iter_mut().enumerate() {
                r[i] = back[(k, 0)] * f[0] + back[(k, 1)] * f[1] + back[(k, 2)] * f[2] - held[k];
            }
        }
    }

    /// Z = T W; by how much that moved the stages, in the norm of the errors or as the right-hand side measures it.
    fn correct<R: Rhs>(&mut self, rhs: &mut R, forth: &Matrix3<f64>, from: &Beginning<'_>, h: f64) -> f64 {
        // R is ΔW, and its image the change of Z.
        turn(forth, &self.w, &mut self.z);
        let mut sum = 0.0;
        for k in 0..3 {
            let [r1, r2, r3] = &self.r;
            for (i, moved) in self.stage.iter_mut().enumerate() {
                *moved = forth[(k, 0)] * r1[i] + forth[(k, 1)] * r2[i] + forth[(k, 2)] * r3[i];
            }
            let own = own_size(rhs, &self.stage, from, &self.z[k], h);
            let norm = own.unwrap_or_else(|| from.scale.norm(&self.stage, from.y, from.y));
            sum += norm * norm;
        }
        (sum / 3.0).sqrt()
    }

    /// (K4).
    fn keep_polynomial(&mut self, t0: f64, h: f64) {
        let [c1, c2, _] = NODES;
        let [z1, z2, z3] = &self.z;
        let [reach, bend, twist] = &mut self.polynomial;
        reach.copy_from_slice(z3);
        for i in 0..z1.len() {
            let q = |z: f64, c: f64| (z - c * z3[i]) / (c * (1.0 - c));
            let (q1, q2) = (q(z1[i], c1), q(z2[i], c2));
            twist[i] = (q2 - q1) / (c2 - c1);
            bend[i] = q1 - c1 * twist[i];
        }
        self.past = Some((t0, h));
    }

    /// (K3).
    fn estimate<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        h: f64,
        y1: &[f64],
        counters: &mut StepCounters,
    ) -> Result<(), Failure<R::Error>> {
        // A NaN is refused by who asks for the error.
        let refused = |this: &Self| from.scale.norm(&this.error, from.y, y1) > 1.0;
        // What is tried again from here was refused, or ends elsewhere.
        let careful = std::mem::replace(&mut self.careful, true);
        let old = !self.here && rhs.linearized().is_some();
        self.filter(rhs, from.slope, h);
        if (careful || old) && refused(self) {
            self.filter_again(rhs, from, h, counters)?;
        }
        if old && refused(self) {
            self.matrix.renew(rhs, from, &mut self.stage, counters)?;
            // What was told of the convergence was told of the old one.
            (self.here, self.kept, self.rate) = (true, 0, self.rate.min(FAST));
            if !self.matrix.factor(rhs, shifts(h), counters) {
                return Ok(());
            }
            self.filter(rhs, from.slope, h);
            if careful && refused(self) {
                self.filter_again(rhs, from, h, counters)?;
            }
        }
        Ok(())
    }

    /// (K3) with f(y0 + e).
    fn filter_again<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        h: f64,
        counters: &mut StepCounters,
    ) -> Result<(), Failure<R::Error>> {
        for ((stage, y0), e) in self.stage.iter_mut().zip(from.y).zip(&self.error) {
            *stage = y0 + e;
        }
        let mut slope = std::mem::take(&mut self.r[0]);
        let asked = evaluate(rhs, from.t, &self.stage, &mut slope, counters);
        self.filter(rhs, &slope, h);
        self.r[0] = slope;
        asked
    }

    /// (K3), with this slope at the beginning.
    fn filter<R: Rhs>(&mut self, rhs: &mut R, slope: &[f64], h: f64) {
        for (i, (error, slope)) in self.error.iter_mut().zip(slope).enumerate() {
            *error = slope + self.z.iter().zip(ERROR).map(|(z, e)| e * z[i]).sum::<f64>() / h;
        }
        self.matrix.solve(rhs, &mut self.error);
    }
}

/// The size of a correction, if the right-hand side measures it.
fn own_size<R: Rhs>(rhs: &mut R, correction: &[f64], from: &Beginning<'_>, z: &[f64], h: f64) -> Option<f64> {
    rhs.linearized().and_then(|rhs| rhs.measure(correction, from.y, z, h))
}

/// to = B from, component by component.
fn turn(b: &Matrix3<f64>, from: &[Vec<f64>; 3], to: &mut [Vec<f64>; 3]) {
    for (k, to) in to.iter_mut().enumerate() {
        for (i, to) in to.iter_mut().enumerate() {
            *to = b[(k, 0)] * from[0][i] + b[(k, 1)] * from[1][i] + b[(k, 2)] * from[2][i];
        }
    }
}
