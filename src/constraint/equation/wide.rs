//! A number with its derivatives along each direction in which one body can move, and the first two along the motion: all that a row of a constraint needs, in one pass.
//!
//! With g the derivatives along the unit twists of one body, and ' along the motion,
//!
//! ```text
//! (1)  f(u):     g = f_u g_u                   first f_u u'                second f_u u'' + f_uu u'²
//! (2)  f(a, b):  g = f_a g_a + f_b g_b         first f_a a' + f_b b'       second f_a a'' + f_b b'' + f_aa a'² + 2 f_ab a' b' + f_bb b'²
//! ```

use crate::math::{Jet, Number};

/// G is an array of as many numbers as a twist has.
#[derive(Copy, Clone, Debug)]
pub(super) struct Wide<G> {
    pub(super) along: Jet,
    pub(super) gradient: G,
}

/// The gradient a p + b q.
#[inline]
fn mixed<G: Copy + AsMut<[f64]> + AsRef<[f64]>>((a, mut p): (f64, G), (b, q): (f64, &G)) -> G {
    p.as_mut().iter_mut().zip(q.as_ref()).for_each(|(p, q)| *p = a * *p + b * q);
    p
}

impl<G: Copy + Default + AsMut<[f64]> + AsRef<[f64]>> Number for Wide<G> {
    #[inline]
    fn constant(value: f64) -> Self {
        Self { along: Jet::constant(value), gradient: G::default() }
    }

    #[inline]
    fn value(&self) -> f64 {
        self.along.value
    }

    #[inline]
    fn plus(&self, b: &Self) -> Self {
        Self { along: self.along + b.along, gradient: mixed((1.0, self.gradient), (1.0, &b.gradient)) }
    }

    #[inline]
    fn minus(&self, b: &Self) -> Self {
        Self { along: self.along - b.along, gradient: mixed((1.0, self.gradient), (-1.0, &b.gradient)) }
    }

    #[inline]
    fn times(&self, b: &Self) -> Self {
        let gradient = mixed((b.value(), self.gradient), (self.value(), &b.gradient));
        Self { along: self.along * b.along, gradient }
    }

    #[inline]
    fn over(&self, b: &Self) -> Self {
        let (along, inverse) = (self.along / b.along, b.value().recip());
        Self { along, gradient: mixed((inverse, self.gradient), (-along.value * inverse, &b.gradient)) }
    }

    /// (1)
    #[inline]
    fn chain(&self, f: [f64; 3]) -> Self {
        let gradient = mixed((f[1], self.gradient), (0.0, &G::default()));
        Self { along: Number::chain(&self.along, f), gradient }
    }

    /// (2)
    fn chain_two(&self, b: &Self, f: (f64, [f64; 2], [f64; 3])) -> Self {
        let (_, [fa, fb], _) = f;
        let gradient = mixed((fa, self.gradient), (fb, &b.gradient));
        Self { along: self.along.chain_two(&b.along, f), gradient }
    }
}
