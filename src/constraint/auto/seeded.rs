//! Numbers that a function of the user's is asked with: plain ones with derivatives along the motion, and the same with how all of that changes along a direction δ.
//!
//! ```text
//! (1)  once   x + x' ε₁                        and  (x + δx ε₂) + (x' + δx' ε₂) ε₁
//! (2)  twice  x + x' ε + ½ x'' ε²              and  (x + δx ε₃) + (x' + δx' ε₃)(ε₁ + ε₂) + (x'' + δx'' ε₃) ε₁ ε₂
//! ```
//!
//! with ε_i² = 0: along ε₁ + ε₂, which are both the motion, the part of ε₁ ε₂ is the second derivative.

use crate::math::Real;
use nalgebra::RealField;
use num_dual::{Dual2_64, Dual64, HyperDual64, HyperHyperDual64};

/// A number that may carry how it changes, with its derivatives along the motion.
pub(super) trait Seeded: Real {
    /// With the first one.
    type Once: RealField + Copy;
    /// With the first two.
    type Twice: RealField + Copy;

    fn once(self, rate: Self) -> Self::Once;

    fn twice(self, rate: Self, second: Self) -> Self::Twice;

    /// The number and its derivative.
    fn of_once(number: Self::Once) -> [Self; 2];

    /// The number and its derivatives.
    fn of_twice(number: Self::Twice) -> [Self; 3];
}

impl Seeded for f64 {
    type Once = Dual64;
    type Twice = Dual2_64;

    #[inline]
    fn once(self, rate: f64) -> Dual64 {
        Dual64::new(self, rate)
    }

    #[inline]
    fn twice(self, rate: f64, second: f64) -> Dual2_64 {
        Dual2_64::new(self, rate, second)
    }

    #[inline]
    fn of_once(number: Dual64) -> [f64; 2] {
        [number.re, number.eps]
    }

    #[inline]
    fn of_twice(number: Dual2_64) -> [f64; 3] {
        [number.re, number.v1, number.v2]
    }
}

impl Seeded for Dual64 {
    type Once = HyperDual64;
    type Twice = HyperHyperDual64;

    fn once(self, rate: Self) -> HyperDual64 {
        HyperDual64::new(self.re, rate.re, self.eps, rate.eps)
    }

    fn twice(self, rate: Self, second: Self) -> HyperHyperDual64 {
        let [value, rate, second] = [self, rate, second].map(|x| [x.re, x.eps]);
        HyperHyperDual64::new(value[0], rate[0], rate[0], value[1], second[0], rate[1], rate[1], second[1])
    }

    fn of_once(number: HyperDual64) -> [Self; 2] {
        [Self::new(number.re, number.eps2), Self::new(number.eps1, number.eps1eps2)]
    }

    fn of_twice(number: HyperHyperDual64) -> [Self; 3] {
        let HyperHyperDual64 { re, eps1, eps3, eps1eps2, eps1eps3, eps1eps2eps3, .. } = number;
        [Self::new(re, eps3), Self::new(eps1, eps1eps3), Self::new(eps1eps2, eps1eps2eps3)]
    }
}
