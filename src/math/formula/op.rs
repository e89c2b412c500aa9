//! The operations of a formula: their names, values and derivatives.
//!
//! ```text
//! (1)  f(u):     f' along any direction is f_u u', and f'' = f_u u'' + f_uu u'²
//! (2)  f(a, b):  f' = f_a a' + f_b b', and f'' = f_a a'' + f_b b'' + f_aa a'² + 2 f_ab a' b' + f_bb b'²
//! ```
//!
//! Where a factor is zero its term is nothing, also where what it multiplies is infinite: x² has the second derivative 2 at zero, and not 2·0⁰ by luck.

/// A function of one number. An exponent that is known belongs to the function: xⁿ has derivatives at zero and left of it where eⁿˡⁿˣ has none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unary {
    Negative,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Ln,
    Sqrt,
    Abs,
    Sign,
    /// A whole power.
    Whole(i32),
    /// Any other power; the bits of its exponent.
    Real(u64),
}

/// A function of two numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Atan2,
    Hypot,
    Min,
    Max,
}

/// Functions of one number, as a text calls them.
pub(super) const UNARY: [(&str, Unary); 14] = [
    ("sin", Unary::Sin),
    ("cos", Unary::Cos),
    ("tan", Unary::Tan),
    ("asin", Unary::Asin),
    ("acos", Unary::Acos),
    ("atan", Unary::Atan),
    ("sinh", Unary::Sinh),
    ("cosh", Unary::Cosh),
    ("tanh", Unary::Tanh),
    ("exp", Unary::Exp),
    ("ln", Unary::Ln),
    ("sqrt", Unary::Sqrt),
    ("abs", Unary::Abs),
    ("sign", Unary::Sign),
];

/// Functions of two numbers, as a text calls them.
pub(super) const BINARY: [(&str, Binary); 4] =
    [("atan2", Binary::Atan2), ("hypot", Binary::Hypot), ("min", Binary::Min), ("max", Binary::Max)];

/// Exponents beyond this are not multiplied out.
const LARGEST_WHOLE: f64 = 1024.0;

impl Unary {
    /// The power with this exponent.
    pub(super) fn power(exponent: f64) -> Self {
        if exponent.fract() == 0.0 && exponent.abs() <= LARGEST_WHOLE {
            Self::Whole(exponent as i32)
        } else {
            Self::Real(exponent.to_bits())
        }
    }

    #[inline]
    pub(super) fn value(self, x: f64) -> f64 {
        match self {
            Self::Negative => -x,
            Self::Sin => x.sin(),
            Self::Cos => x.cos(),
            Self::Tan => x.tan(),
            Self::Asin => x.asin(),
            Self::Acos => x.acos(),
            Self::Atan => x.atan(),
            Self::Sinh => x.sinh(),
            Self::Cosh => x.cosh(),
            Self::Tanh => x.tanh(),
            Self::Exp => x.exp(),
            Self::Ln => x.ln(),
            Self::Sqrt => x.sqrt(),
            Self::Abs => x.abs(),
            Self::Sign => sign(x),
            Self::Whole(2) => x * x,
            Self::Whole(3) => x * x * x,
            Self::Whole(n) => x.powi(n),
            Self::Real(bits) => x.powf(f64::from_bits(bits)),
        }
    }

    /// f, f_u and f_uu.
    #[inline]
    pub(super) fn jet(self, x: f64) -> [f64; 3] {
        let f = self.value(x);
        let [first, second] = match self {
            Self::Negative => [-1.0, 0.0],
            Self::Sin => [x.cos(), -f],
            Self::Cos => [-x.sin(), -f],
            Self::Tan => bent(1.0 + f * f, 2.0 * f),
            Self::Asin => arc(x, 1.0),
            Self::Acos => arc(x, -1.0),
            Self::Atan => {
                let first = 1.0 / (1.0 + x * x);
                bent(first, -2.0 * x * first)
            }
            Self::Sinh => [x.cosh(), f],
            Self::Cosh => [x.sinh(), f],
            Self::Tanh => bent(1.0 - f * f, -2.0 * f),
            Self::Exp => [f, f],
            Self::Ln => bent(1.0 / x, -1.0 / x),
            Self::Sqrt => bent(0.5 / f, -0.5 / x),
            Self::Abs => [sign(x), 0.0],
            Self::Sign => [0.0; 2],
            Self::Whole(n) => {
                let k = f64::from(n);
                [times(k, || x.powi(n - 1)), times(k * (k - 1.0), || x.powi(n - 2))]
            }
            Self::Real(bits) => {
                let k = f64::from_bits(bits);
                [times(k, || x.powf(k - 1.0)), times(k * (k - 1.0), || x.powf(k - 2.0))]
            }
        };
        [f, first, second]
    }
}

impl Binary {
    /// Of all but the four that numbers have themselves, and of min and max, which choose.
    #[inline]
    pub(super) fn value(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Power => a.powf(b),
            Self::Atan2 => a.atan2(b),
            Self::Hypot => a.hypot(b),
            Self::Min => {
                if a <= b {
                    a
                } else if a > b {
                    b
                } else {
                    f64::NAN
                }
            }
            Self::Max => {
                if a >= b {
                    a
                } else if a < b {
                    b
                } else {
                    f64::NAN
                }
            }
        }
    }

    /// f, [f_a, f_b] and [f_aa, f_ab, f_bb] of those that are neither arithmetic nor a choice.
    #[inline]
    pub(super) fn jet(self, a: f64, b: f64) -> (f64, [f64; 2], [f64; 3]) {
        let f = self.value(a, b);
        match self {
            Self::Atan2 => {
                let square = a * a + b * b;
                let (u, v) = (a / square, b / square);
                (f, [v, -u], [-2.0 * u * v, (u - v) * (u + v), 2.0 * u * v])
            }
            Self::Hypot => {
                let (u, v) = (a / f, b / f);
                (f, [u, v], [v * v / f, -u * v / f, u * u / f])
            }
            _ => {
                // aᵇ: where it vanishes, so do its derivatives by the exponent.
                let below = a.powf(b - 1.0);
                let log = if f == 0.0 { 0.0 } else { a.ln() };
                let by_base = times(b, || below);
                let bend = times(b * (b - 1.0), || a.powf(b - 2.0));
                (f, [by_base, f * log], [bend, below + by_base * log, f * log * log])
            }
        }
    }
}

/// −1, 0 or 1.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// f_u and f_uu = f_u · (ln f_u)'.
fn bent(first: f64, rate: f64) -> [f64; 2] {
    [first, first * rate]
}

/// Of the arcs of sine and cosine.
fn arc(x: f64, sign: f64) -> [f64; 2] {
    let first = ((1.0 - x) * (1.0 + x)).sqrt().recip();
    [sign * first, sign * x * first * first * first]
}

fn times(factor: f64, of: impl Fn() -> f64) -> f64 {
    if factor == 0.0 { 0.0 } else { factor * of() }
}
