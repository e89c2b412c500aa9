//! Numbers that are not known yet: what a function is called with once, to find out what it computes.

use super::graph::Graph;
use super::op::{Binary, Unary};
use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number that is not known yet, in the usual arithmetic, plain numbers on either side.
///
/// It cannot be compared: a function that decides by the value of its arguments is written with [`positive`](Self::positive), [`min`](Self::min), [`max`](Self::max) and [`abs`](Self::abs).
#[derive(Copy, Clone, Debug)]
pub struct Traced<'g> {
    graph: &'g RefCell<Graph>,
    node: u32,
}

impl<'g> Traced<'g> {
    pub(super) fn argument(graph: &'g RefCell<Graph>, index: usize) -> Self {
        let node = graph.borrow_mut().argument(index as u32);
        Self { graph, node }
    }

    pub(super) fn node(self) -> u32 {
        self.node
    }

    fn unary(self, op: Unary) -> Self {
        let node = self.graph.borrow_mut().unary(op, self.node);
        Self { node, ..self }
    }

    fn binary(self, op: Binary, b: Self) -> Self {
        let node = self.graph.borrow_mut().binary(op, self.node, b.node);
        Self { node, ..self }
    }

    /// A plain number beside it.
    pub fn constant(self, value: f64) -> Self {
        let node = self.graph.borrow_mut().constant(value);
        Self { node, ..self }
    }

    /// A whole power.
    pub fn powi(self, n: i32) -> Self {
        self.powf(f64::from(n))
    }

    /// A power whose exponent is known.
    pub fn powf(self, n: f64) -> Self {
        self.pow(self.constant(n))
    }

    /// A power.
    pub fn pow(self, exponent: Self) -> Self {
        self.binary(Binary::Power, exponent)
    }

    /// The angle of the point (`x`, self).
    pub fn atan2(self, x: Self) -> Self {
        self.binary(Binary::Atan2, x)
    }

    /// √(self² + b²).
    pub fn hypot(self, b: Self) -> Self {
        self.binary(Binary::Hypot, b)
    }

    /// The smaller one.
    pub fn min(self, b: Self) -> Self {
        self.binary(Binary::Min, b)
    }

    /// The larger one.
    pub fn max(self, b: Self) -> Self {
        self.binary(Binary::Max, b)
    }

    /// `yes` where it is above zero, else `no`.
    pub fn positive(self, yes: Self, no: Self) -> Self {
        let node = self.graph.borrow_mut().choice(self.node, yes.node, no.node);
        Self { node, ..self }
    }
}

macro_rules! functions {
    ($($name:ident $op:ident $what:literal),* $(,)?) => {
        impl Traced<'_> {
            $(#[doc = $what] pub fn $name(self) -> Self { self.unary(Unary::$op) })*
        }
    };
}

functions!(
    sin Sin "The sine.", cos Cos "The cosine.", tan Tan "The tangent.",
    asin Asin "The angle whose sine it is.", acos Acos "The angle whose cosine it is.", atan Atan "The angle whose tangent it is.",
    sinh Sinh "The hyperbolic sine.", cosh Cosh "The hyperbolic cosine.", tanh Tanh "The hyperbolic tangent.",
    exp Exp "eˣ.", ln Ln "The natural logarithm.", sqrt Sqrt "√x.",
    abs Abs "The absolute value.", signum Sign "−1, 0 or 1.",
);

impl Neg for Traced<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.unary(Unary::Negative)
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $op:ident),*) => {$(
        impl<'g> $trait for Traced<'g> {
            type Output = Self;

            fn $method(self, b: Self) -> Self {
                self.binary(Binary::$op, b)
            }
        }

        impl<'g> $trait<f64> for Traced<'g> {
            type Output = Self;

            fn $method(self, b: f64) -> Self {
                self.binary(Binary::$op, self.constant(b))
            }
        }

        impl<'g> $trait<Traced<'g>> for f64 {
            type Output = Traced<'g>;

            fn $method(self, b: Traced<'g>) -> Traced<'g> {
                b.constant(self).binary(Binary::$op, b)
            }
        }
    )*};
}

arithmetic!(Add add Add, Sub sub Subtract, Mul mul Multiply, Div div Divide);
