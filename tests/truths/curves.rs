//! Test curves as generic functions, with their first derivative: the oracles of the built-in ones.

use chetaev::contact::curve::{Domain, PlaneCurve};
use chetaev::nalgebra::{RealField, Vector2, convert};
use std::f64::consts::{PI, TAU};

/// A smooth curve of each kind that the library has.
#[derive(Copy, Clone, Debug)]
pub enum Own {
    Line {
        through: [f64; 2],
        angle: f64,
    },
    Circle {
        center: [f64; 2],
        radius: f64,
    },
    Ellipse {
        a: f64,
        b: f64,
    },
    Cycloid {
        radius: f64,
    },
    Cubic([f64; 4]),
    /// By its support function h = m + a₂ cos 2s + b₂ sin 2s + a₃ cos 3s.
    Support([f64; 4]),
}

pub const LINE: Own = Own::Line { through: [0.4, -0.3], angle: 0.8 };
pub const CIRCLE: Own = Own::Circle { center: [0.2, -0.5], radius: 1.7 };
pub const ELLIPSE: Own = Own::Ellipse { a: 1.5, b: 1.0 };
pub const CYCLOID: Own = Own::Cycloid { radius: 0.8 };
pub const CUBIC: Own = Own::Cubic([0.3, -0.2, 0.4, 0.15]);
pub const SUPPORT: Own = Own::Support([1.6, 0.12, -0.05, 0.04]);

impl Own {
    /// c and c'.
    pub fn with_slope<T: RealField + Copy>(&self, s: T) -> [Vector2<T>; 2] {
        let n = convert::<f64, T>;
        match *self {
            Own::Line { through: [x, y], angle } => {
                let e = Vector2::new(n(angle.cos()), n(angle.sin()));
                [Vector2::new(n(x), n(y)) + e * s, e]
            }
            Own::Circle { center: [x, y], radius } => {
                let [c, slope] = Own::Ellipse { a: radius, b: radius }.with_slope(s);
                [c + Vector2::new(n(x), n(y)), slope]
            }
            Own::Ellipse { a, b } => {
                [Vector2::new(n(a) * s.cos(), n(b) * s.sin()), Vector2::new(-n(a) * s.sin(), n(b) * s.cos())]
            }
            Own::Cycloid { radius: r } => {
                [Vector2::new(s + s.sin(), n(1.0) - s.cos()) * n(r), Vector2::new(n(1.0) + s.cos(), s.sin()) * n(r)]
            }
            Own::Cubic([c, d, e, f]) => [
                Vector2::new(s, n(c) + s * (n(d) + s * (n(e) + s * n(f)))),
                Vector2::new(n(1.0), n(d) + s * (n(2.0 * e) + s * n(3.0 * f))),
            ],
            Own::Support([m, a, b, d]) => {
                let (s2, s3) = (s * n(2.0), s * n(3.0));
                let h = n(m) + n(a) * s2.cos() + n(b) * s2.sin() + n(d) * s3.cos();
                let slope = n(-2.0 * a) * s2.sin() + n(2.0 * b) * s2.cos() - n(3.0 * d) * s3.sin();
                let second = n(-4.0 * a) * s2.cos() - n(4.0 * b) * s2.sin() - n(9.0 * d) * s3.cos();
                let (e, f) = (Vector2::new(s.cos(), s.sin()), Vector2::new(-s.sin(), s.cos()));
                [e * h + f * slope, f * (h + second)]
            }
        }
    }
}

impl PlaneCurve for Own {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        self.with_slope(s)[0]
    }

    fn domain(&self) -> Domain {
        match self {
            Own::Line { .. } | Own::Cubic(_) => Domain::Unbounded,
            Own::Cycloid { .. } => Domain::Open { from: -PI, to: PI },
            _ => Domain::Closed { period: TAU },
        }
    }
}
