//! The numbers of which a formula can be a function: plain ones, and those that carry derivatives.
//!
//! A number says how it is added, multiplied and divided, and how the chain rule goes through it, (1) for one number and (2) for two:
//!
//! ```text
//! (1)  f(u):     value f, first f_u u', second f_u u'' + f_uu u'²
//! (2)  f(a, b):  first f_a a' + f_b b', second f_a a'' + f_b b'' + f_aa a'² + 2 f_ab a' b' + f_bb b'²
//! ```

use super::op::{Binary, Unary};
use crate::math::Jet;
use num_dual::{Dual2_64, Dual64};

/// A number of which a [`Formula`](super::Formula) can be a function: `f64`, a [`Jet`], or a number of `num-dual` with one direction.
pub trait Number: Copy {
    /// A number without derivatives.
    fn constant(value: f64) -> Self;

    /// It without its derivatives.
    fn value(&self) -> f64;

    /// The sum.
    fn plus(&self, b: &Self) -> Self;

    /// The difference.
    fn minus(&self, b: &Self) -> Self;

    /// The product.
    fn times(&self, b: &Self) -> Self;

    /// The quotient.
    fn over(&self, b: &Self) -> Self;

    /// It times a number without derivatives.
    #[inline]
    fn scaled(&self, factor: f64) -> Self {
        self.times(&Self::constant(factor))
    }

    /// Its sum with a number without derivatives.
    #[inline]
    fn shifted(&self, by: f64) -> Self {
        self.plus(&Self::constant(by))
    }

    /// f of it, from f and its first two derivatives there.
    fn chain(&self, f: [f64; 3]) -> Self;

    /// f of it and of `b`, from f, [f_a, f_b] and [f_aa, f_ab, f_bb] there.
    fn chain_two(&self, b: &Self, f: (f64, [f64; 2], [f64; 3])) -> Self;

    /// Does it carry no derivatives, so that none need be computed?
    #[doc(hidden)]
    const PLAIN: bool = false;
}

#[inline]
pub(super) fn unary<T: Number>(op: Unary, a: &T) -> T {
    if T::PLAIN { T::constant(op.value(a.value())) } else { a.chain(op.jet(a.value())) }
}

#[inline]
pub(super) fn binary<T: Number>(op: Binary, a: &T, b: &T) -> T {
    match op {
        Binary::Add => a.plus(b),
        Binary::Subtract => a.minus(b),
        Binary::Multiply => a.times(b),
        Binary::Divide => a.over(b),
        Binary::Min => choose(b.value() - a.value(), a, b),
        Binary::Max => choose(a.value() - b.value(), a, b),
        _ if T::PLAIN => T::constant(op.value(a.value(), b.value())),
        _ => a.chain_two(b, op.jet(a.value(), b.value())),
    }
}

/// `a` where the guard is above zero, else `b`; of a guard that is no number, none.
#[inline]
pub(super) fn choose<T: Number>(guard: f64, a: &T, b: &T) -> T {
    if guard > 0.0 {
        *a
    } else if guard <= 0.0 {
        *b
    } else {
        T::constant(f64::NAN)
    }
}

impl Number for f64 {
    const PLAIN: bool = true;

    #[inline]
    fn constant(value: f64) -> Self {
        value
    }

    #[inline]
    fn value(&self) -> f64 {
        *self
    }

    #[inline]
    fn plus(&self, b: &Self) -> Self {
        self + b
    }

    #[inline]
    fn minus(&self, b: &Self) -> Self {
        self - b
    }

    #[inline]
    fn times(&self, b: &Self) -> Self {
        self * b
    }

    #[inline]
    fn over(&self, b: &Self) -> Self {
        self / b
    }

    fn chain(&self, [f, ..]: [f64; 3]) -> Self {
        f
    }

    fn chain_two(&self, _b: &Self, (f, ..): (f64, [f64; 2], [f64; 3])) -> Self {
        f
    }
}

impl Number for Jet {
    #[inline]
    fn constant(value: f64) -> Self {
        Self::constant(value)
    }

    #[inline]
    fn value(&self) -> f64 {
        self.value
    }

    #[inline]
    fn plus(&self, b: &Self) -> Self {
        *self + *b
    }

    #[inline]
    fn minus(&self, b: &Self) -> Self {
        *self - *b
    }

    #[inline]
    fn times(&self, b: &Self) -> Self {
        *self * *b
    }

    #[inline]
    fn over(&self, b: &Self) -> Self {
        *self / *b
    }

    #[inline]
    fn scaled(&self, factor: f64) -> Self {
        Self::new(self.value * factor, self.first * factor, self.second * factor)
    }

    #[inline]
    fn shifted(&self, by: f64) -> Self {
        Self { value: self.value + by, ..*self }
    }

    /// (1)
    fn chain(&self, [f, first, second]: [f64; 3]) -> Self {
        (*self).chain(f, first, second)
    }

    /// (2)
    fn chain_two(&self, b: &Self, (f, [fa, fb], [faa, fab, fbb]): (f64, [f64; 2], [f64; 3])) -> Self {
        let (p, q) = (self.first, b.first);
        let bend = faa * p * p + 2.0 * fab * p * q + fbb * q * q;
        Self::new(f, fa * p + fb * q, fa * self.second + fb * b.second + bend)
    }
}

/// A number of another library, by way of a jet: it has the arithmetic itself.
macro_rules! foreign {
    ($type:ty, $jet:expr, $back:expr) => {
        impl Number for $type {
            fn constant(value: f64) -> Self {
                Self::from_re(value)
            }

            #[inline]
            fn value(&self) -> f64 {
                self.re
            }

            #[inline]
            fn plus(&self, b: &Self) -> Self {
                *self + *b
            }

            #[inline]
            fn minus(&self, b: &Self) -> Self {
                *self - *b
            }

            #[inline]
            fn times(&self, b: &Self) -> Self {
                *self * *b
            }

            #[inline]
            fn over(&self, b: &Self) -> Self {
                *self / *b
            }

            fn chain(&self, f: [f64; 3]) -> Self {
                $back(Number::chain(&$jet(self), f))
            }

            fn chain_two(&self, b: &Self, f: (f64, [f64; 2], [f64; 3])) -> Self {
                $back(Number::chain_two(&$jet(self), &$jet(b), f))
            }
        }
    };
}

foreign!(Dual64, |x: &Dual64| Jet::new(x.re, x.eps, 0.0), |x: Jet| Dual64::new(x.value, x.first));
foreign!(Dual2_64, |x: &Dual2_64| Jet::new(x.re, x.v1, x.v2), |x: Jet| Dual2_64::new(x.value, x.first, x.second));
