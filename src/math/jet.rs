//! Numbers that carry their first two derivatives by time.
//!
//! ```text
//! (1)  (f g)'' = f'' g + 2 f' g' + f g''
//! (2)  (f/g)'  = (f' g − f g')/g²       (f/g)'' = f''/g − (f g'' + 2 f' g')/g² + 2 f g'²/g³
//! (3)  h(f)'   = h'(f) f'               h(f)''  = h'(f) f'' + h''(f) f'²
//! ```

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A number with its first and second derivative by time.
///
/// The laws of drivers, belts and paths are written with it, in the usual arithmetic, plain numbers on either side:
///
/// ```
/// use chetaev::math::Jet;
///
/// let law = |t: Jet| 0.3 * (2.0 * t).sin() + t.powi(2) / 4.0;
/// let at = law(Jet::time(0.5));
/// assert_eq!(at.value, 0.3 * 1.0_f64.sin() + 0.0625);
/// assert!((at.first - (0.6 * 1.0_f64.cos() + 0.25)).abs() < 1e-15);
/// assert!((at.second - (0.5 - 1.2 * 1.0_f64.sin())).abs() < 1e-15);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Jet {
    /// The number.
    pub value: f64,
    /// Its first derivative.
    pub first: f64,
    /// Its second derivative.
    pub second: f64,
}

impl Jet {
    /// A number with these derivatives.
    pub const fn new(value: f64, first: f64, second: f64) -> Self {
        Self { value, first, second }
    }

    /// The time itself: (t, 1, 0).
    pub const fn time(t: f64) -> Self {
        Self::new(t, 1.0, 0.0)
    }

    /// A number that never changes; `0.5.into()` is one as well.
    pub const fn constant(value: f64) -> Self {
        Self::new(value, 0.0, 0.0)
    }

    /// h(self) by the chain rule, for a function that is missing here: h, h' and h'' at `self.value`.
    pub fn chain(self, h: f64, first: f64, second: f64) -> Self {
        Self::new(h, self.first * first, self.second * first + self.first * self.first * second)
    }

    /// 1/x.
    pub fn recip(self) -> Self {
        1.0 / self
    }

    /// A whole power.
    pub fn powi(self, n: i32) -> Self {
        // A factor of zero stands for its power: x⁻¹ is not defined at zero, and 0·x⁻¹ is nothing.
        let term = |factor: f64, power: i32| if factor == 0.0 { 0.0 } else { factor * self.value.powi(power) };
        let k = f64::from(n);
        self.chain(self.value.powi(n), term(k, n.saturating_sub(1)), term(k * (k - 1.0), n.saturating_sub(2)))
    }

    /// Any power of what is positive.
    pub fn powf(self, n: f64) -> Self {
        let term = |factor: f64, power: f64| if factor == 0.0 { 0.0 } else { factor * self.value.powf(power) };
        self.chain(self.value.powf(n), term(n, n - 1.0), term(n * (n - 1.0), n - 2.0))
    }

    /// √x.
    pub fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        let first = 0.5 / root;
        self.chain(root, first, -0.5 * first / self.value)
    }

    /// eˣ.
    pub fn exp(self) -> Self {
        let e = self.value.exp();
        self.chain(e, e, e)
    }

    /// The natural logarithm.
    pub fn ln(self) -> Self {
        let inverse = 1.0 / self.value;
        self.chain(self.value.ln(), inverse, -inverse * inverse)
    }

    /// Sine and cosine.
    pub fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.chain(sin, cos, -sin), self.chain(cos, -sin, -cos))
    }

    /// The sine.
    pub fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// The cosine.
    pub fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// The tangent.
    pub fn tan(self) -> Self {
        let tan = self.value.tan();
        let first = 1.0 + tan * tan;
        self.chain(tan, first, 2.0 * tan * first)
    }

    /// The angle whose sine it is.
    pub fn asin(self) -> Self {
        let first = ((1.0 - self.value) * (1.0 + self.value)).sqrt().recip();
        self.chain(self.value.asin(), first, self.value * first * first * first)
    }

    /// The angle whose cosine it is.
    pub fn acos(self) -> Self {
        std::f64::consts::FRAC_PI_2 - self.asin()
    }

    /// The angle whose tangent it is.
    pub fn atan(self) -> Self {
        let first = 1.0 / (1.0 + self.value * self.value);
        self.chain(self.value.atan(), first, -2.0 * self.value * first * first)
    }

    /// The hyperbolic sine.
    pub fn sinh(self) -> Self {
        let (sinh, cosh) = (self.value.sinh(), self.value.cosh());
        self.chain(sinh, cosh, sinh)
    }

    /// The hyperbolic cosine.
    pub fn cosh(self) -> Self {
        let (sinh, cosh) = (self.value.sinh(), self.value.cosh());
        self.chain(cosh, sinh, cosh)
    }

    /// The hyperbolic tangent: a step that is smooth.
    pub fn tanh(self) -> Self {
        let tanh = self.value.tanh();
        let first = 1.0 - tanh * tanh;
        self.chain(tanh, first, -2.0 * tanh * first)
    }

    /// The absolute value; at zero, what is right of it.
    pub fn abs(self) -> Self {
        if self.value < 0.0 { -self } else { self }
    }
}

impl From<f64> for Jet {
    fn from(value: f64) -> Self {
        Self::constant(value)
    }
}

impl Neg for Jet {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.value, -self.first, -self.second)
    }
}

impl Add for Jet {
    type Output = Self;

    fn add(self, b: Self) -> Self {
        Self::new(self.value + b.value, self.first + b.first, self.second + b.second)
    }
}

impl Sub for Jet {
    type Output = Self;

    fn sub(self, b: Self) -> Self {
        Self::new(self.value - b.value, self.first - b.first, self.second - b.second)
    }
}

impl Mul for Jet {
    type Output = Self;

    /// (1)
    fn mul(self, b: Self) -> Self {
        let mixed = self.first * b.first;
        Self::new(
            self.value * b.value,
            b.first * self.value + self.first * b.value,
            b.second * self.value + mixed + mixed + self.second * b.value,
        )
    }
}

impl Div for Jet {
    type Output = Self;

    /// (2), from f = q g: q' = (f' − q g')/g and q'' = (f'' − 2 q' g' − q g'')/g.
    fn div(self, b: Self) -> Self {
        let value = self.value / b.value;
        let first = (self.first - value * b.first) / b.value;
        Self::new(value, first, (self.second - 2.0 * first * b.first - value * b.second) / b.value)
    }
}

macro_rules! with_plain_numbers {
    ($($trait:ident $method:ident $assign:ident $assigning:ident),*) => {$(
        impl $trait<f64> for Jet {
            type Output = Self;

            fn $method(self, b: f64) -> Self {
                self.$method(Self::constant(b))
            }
        }

        impl $trait<Jet> for f64 {
            type Output = Jet;

            fn $method(self, b: Jet) -> Jet {
                Jet::constant(self).$method(b)
            }
        }

        impl<T> $assign<T> for Jet
        where
            Self: $trait<T, Output = Self>,
        {
            fn $assigning(&mut self, b: T) {
                *self = (*self).$method(b);
            }
        }
    )*};
}

with_plain_numbers!(
    Add add AddAssign add_assign,
    Sub sub SubAssign sub_assign,
    Mul mul MulAssign mul_assign,
    Div div DivAssign div_assign
);

impl Sum for Jet {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Jet;
    use num_dual::{Dual2_64, DualNum};

    fn near(jet: Jet, dual: Dual2_64, what: &str) {
        for (a, b) in [(jet.value, dual.re), (jet.first, dual.v1), (jet.second, dual.v2)] {
            assert!((a - b).abs() <= 4e-15 * (1.0 + b.abs()), "{what}: {jet:?} {dual:?}");
        }
    }

    #[test]
    fn oracle_every_function_against_another_implementation() {
        type Pair = (&'static str, fn(Jet) -> Jet, fn(Dual2_64) -> Dual2_64);
        let pairs: [Pair; 20] = [
            ("recip", Jet::recip, |x| x.recip()),
            ("powi 3", |x| x.powi(3), |x| x.powi(3)),
            ("powi -2", |x| x.powi(-2), |x| x.powi(-2)),
            ("powf", |x| x.powf(1.7), |x| x.powf(1.7)),
            ("sqrt", Jet::sqrt, |x| x.sqrt()),
            ("exp", Jet::exp, |x| x.exp()),
            ("ln", Jet::ln, |x| x.ln()),
            ("sin", Jet::sin, |x| x.sin()),
            ("cos", Jet::cos, |x| x.cos()),
            ("tan", Jet::tan, |x| x.tan()),
            ("asin", Jet::asin, |x| x.asin()),
            ("acos", Jet::acos, |x| x.acos()),
            ("atan", Jet::atan, |x| x.atan()),
            ("sinh", Jet::sinh, |x| x.sinh()),
            ("cosh", Jet::cosh, |x| x.cosh()),
            ("tanh", Jet::tanh, |x| x.tanh()),
            ("negative", |x| (-x).abs() - x * 2.0, |x| x - x * 2.0),
            ("left", |x| 2.0 * x + (3.0 - x) / (1.5 / x), |x| x * 2.0 + (-x + 3.0) / (x.recip() * 1.5)),
            ("quotient", |x| x.sin() / (x * x + 0.5), |x| x.sin() / (x * x + 0.5)),
            ("product", |x| x.exp() * x.cos() - x / 3.0, |x| x.exp() * x.cos() - x / 3.0),
        ];
        for (value, first, second) in [(0.3, 1.0, 0.0), (0.7, -1.3, 0.4), (0.05, 2.0, -3.0)] {
            for (what, ours, theirs) in pairs {
                near(ours(Jet::new(value, first, second)), theirs(Dual2_64::new(value, first, second)), what);
            }
        }
    }

    #[test]
    fn identity_powers_of_zero_have_finite_derivatives() {
        let t = Jet::time(0.0);
        assert_eq!([0, 1, 2, 3].map(|n| t.powi(n)), [Jet::constant(1.0), t, Jet::new(0.0, 0.0, 2.0), Jet::default()]);
        assert_eq!((t.powf(2.0), t.powf(1.0)), (t.powi(2), t));
        let mut sum: Jet = [t, 1.0.into()].into_iter().sum();
        sum *= 3.0;
        sum -= t;
        assert_eq!(sum, Jet::new(3.0, 2.0, 0.0));
    }
}
