//! What the corrections of Newton's iteration tell, each measured in the norm of the errors.
//!
//! Its rate is told by two of them together:
//!
//! ```text
//! (K2b)  ϑ_k = (‖ΔZ_k‖ / ‖ΔZ_{k−2}‖)^½,  k ≥ 3,     ϑ_2 = ‖ΔZ_2‖ / ‖ΔZ_1‖, which tells success but no failure
//!        ‖ΔZ_k‖ ϑ_k/(1 − ϑ_k)                       what the corrections to come would sum up to
//! ```
//!
//! One iteration may grow what the next makes small. Where a stiff spring turns with its body by Δθ, F being kept, an error δ across the spring becomes a force k Δθ δ; the next iteration takes that away, and leaves of δ the part
//! k Δθ² h²/m. So with a crank on bushings the first two corrections are as large as each other however short the step, the third is a hundredth, and the iteration's spectral radius 0.02 to 0.2. Who gives up at the second takes three
//! times the steps; and of a beam of 3333 rods, where stiff bending turns with its rods, half of all steps.
//!
//! It stops where what is left is below [`ENOUGH`] of the tolerance, whatever that is. Where rounding, or the number of iterations, ends it before, [`GOOD`] will do, and that what was left had come to so little before corrections
//! became [`NOISE`]: at 1e-9 rounding moves a belt on a spring of 1e8 N/m by a hundredth of the tolerance and more.

/// The method's own error is often a hundredth of its estimate, and what iterations leave adds up from step to step: with 0.02 a crank with bushings is 1.1e-5 off at 1e-6, with this 6e-8, for a sixth more work.
const ENOUGH: f64 = 2e-4;
const GOOD: f64 = 0.02;
const NOISE: f64 = 0.1;
/// Of a fixed step, whose error nobody asks for, both are by this smaller.
const FIXED: f64 = 1e-6;
/// Of one that a right-hand side measures by itself (derivatives of a run), by this: at 1e-6, where 2e-8 is left, those of a crank with bushings are off by 1.5e-7; with this by 1e-9. What is left there is rounding of stiff forces.
const MEASURED: f64 = 1e-8;
/// Most iterations; and of a step that is measured so and cannot be shortened.
const MOST: i32 = 10;
const MOST_MEASURED: i32 = 100;
/// The second correction is this much larger than the first at most.
const GROWS: f64 = 10.0;
/// What converges no faster does not.
const SLOW: f64 = 0.99;

/// What becomes of the iteration.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Found,
    Lost,
    More,
}

/// The corrections so far.
#[derive(Clone, Debug)]
pub(super) struct Convergence {
    enough: f64,
    good: f64,
    noise: f64,
    most: i32,
    /// The least that was left.
    least: f64,
    /// The last correction, and the two before it.
    sizes: [f64; 3],
    count: i32,
    /// ϑ of (K2b); none after one correction.
    pub(super) rate: Option<f64>,
}

impl Convergence {
    /// With a step that is fixed or not; `rounding` is the least that can be asked for.
    pub(super) fn new(fixed: bool, rounding: f64) -> Self {
        Self::within(if fixed { FIXED } else { 1.0 }, rounding, MOST)
    }

    /// Of corrections that the right-hand side measures as parts of what they correct.
    pub(super) fn measured(rounding: f64) -> Self {
        Self::within(MEASURED, rounding, MOST_MEASURED)
    }

    fn within(part: f64, rounding: f64, most: i32) -> Self {
        let [enough, good, noise] = [ENOUGH, GOOD, NOISE].map(|left| (part * left).max(rounding));
        Self { enough, good, noise, most, least: f64::INFINITY, sizes: [0.0; 3], count: 0, rate: None }
    }

    /// What one more correction tells.
    pub(super) fn judge(&mut self, size: f64) -> Told {
        self.count += 1;
        self.sizes = [size, self.sizes[0], self.sizes[1]];
        let [_, before, first] = self.sizes;
        if !size.is_finite() {
            self.rate = Some(f64::INFINITY);
            return Told::Lost;
        }
        if self.count == 1 {
            // One that changes nothing need not be asked again.
            return if size <= self.enough { Told::Found } else { Told::More };
        }
        let rate = if self.count == 2 { size / before } else { (size / first).sqrt() };
        self.rate = Some(rate);
        let left = if rate < SLOW { rate / (1.0 - rate) * size } else { f64::INFINITY };
        self.least = self.least.min(left);
        let hopeless = match self.count {
            2 => rate >= GROWS,
            count if count >= self.most => true,
            count => rate >= SLOW || left * rate.powi(self.most - 1 - count) > self.good,
        };
        if left <= self.enough {
            Told::Found
        } else if !hopeless {
            Told::More
        } else if size <= self.good || self.least <= self.good && size <= self.noise {
            Told::Found
        } else {
            Told::Lost
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Convergence, Told};

    fn told(sizes: &[f64]) -> (usize, Told) {
        let mut convergence = Convergence::new(false, 0.0);
        let mut last = Told::More;
        let asked = sizes.iter().take_while(|&&size| {
            let goes_on = last == Told::More;
            if goes_on {
                last = convergence.judge(size);
            }
            goes_on
        });
        (asked.count(), last)
    }

    #[test]
    fn identity_two_corrections_tell_the_rate() {
        // As it was measured with a crank on bushings: the second is no smaller than the first.
        assert_eq!(told(&[1.38, 1.41, 1.7e-2, 1e-3, 1.3e-5, 1e-8]), (4, Told::Found));
        // It diverges; it stands still, above and below what is good.
        assert_eq!(told(&[1.0, 12.0]), (2, Told::Lost));
        assert_eq!(told(&[1.0, 2.0, 4.0]), (3, Told::Lost));
        assert_eq!(told(&[1.0, 1.0, 1.0]), (3, Told::Lost));
        assert_eq!(told(&[1.0, 0.019, 0.019, 0.019]), (4, Told::Found));
        // What was left is good, and then there is rounding alone; or there is more than that.
        assert_eq!(told(&[5.0, 0.06, 0.05, 0.06]), (4, Told::Found));
        assert_eq!(told(&[1.0, 0.1, 5.0, 9.0]), (3, Told::Lost));
        // Slow, and too slow.
        assert_eq!(told(&[1.0, 0.3, 0.09, 0.027, 0.0081, 0.00243, 7.3e-4, 2.2e-4]), (8, Told::Found));
        assert_eq!(told(&[1.0, 0.9, 0.81, 0.73]).1, Told::Lost);
        assert_eq!(told(&[1e-4]), (1, Told::Found));
        assert_eq!(told(&[f64::NAN]), (1, Told::Lost));
    }
}
