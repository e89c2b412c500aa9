//! Directions of loads, divided into cones in which their length is bounded by lines.
//!
//! A load z of d components (1 of a slot, 2 of a pin, 3 of a ball) that lies in the cone of d unit vectors g is a sum of them, and its length at most the sum of the parts:
//!
//! ```text
//! (C1)  z = Σ c_k g_k, c ≥ 0        g·z ≤ |z| ≤ h·z = Σ c_k        for any unit vector g
//! ```
//!
//! h·z is the smallest concave function above |z| there: it is |z| on the vectors themselves. Between two of them at an angle 2 α it is too large by 1/cos α at most, so that the bounds close quadratically as
//! cones are halved. At first there are d + 1 of them, over the faces of a regular simplex: of a line its two sides, of a plane three sectors.

use crate::math::length;
use crate::math::small::{cross, dot, plus, unit};

/// A cone; that of all directions has no vectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Cone {
    sides: Vec<[f64; 3]>,
}

/// Part of an angle that is too small to be cut off.
const CUT: f64 = 1e-2;

/// Between two unit vectors, without loss where they are close.
fn angle(a: [f64; 3], b: [f64; 3]) -> f64 {
    2.0 * (0.5 * length(&[0, 1, 2].map(|k| a[k] - b[k]))).min(1.0).asin()
}

impl Cone {
    /// The side of a line.
    pub(super) fn of_sign(sign: f64) -> Self {
        Self { sides: vec![[sign, 0.0, 0.0]] }
    }

    /// Its unit vectors.
    pub(super) fn sides(&self) -> &[[f64; 3]] {
        &self.sides
    }

    /// The widest angle between its vectors.
    pub(super) fn width(&self) -> f64 {
        if self.sides.is_empty() { f64::INFINITY } else { self.widest().0 }
    }

    fn widest(&self) -> (f64, [usize; 2]) {
        let sides = &self.sides;
        let pairs = (0..sides.len()).flat_map(|i| (0..i).map(move |j| [i, j]));
        let angles = pairs.map(|[i, j]| (angle(sides[i], sides[j]), [i, j]));
        angles.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, [0; 2]))
    }

    /// What has the sign of c_k of (C1) as a product with z. Differences of the vectors are exact where these are close.
    pub(super) fn parts(&self) -> Vec<[f64; 3]> {
        match self.sides[..] {
            [a] => vec![a],
            [a, b] => {
                let turned = cross(&a, &plus(&b, -1.0, &a))[2].signum();
                vec![[turned * b[1], -turned * b[0], 0.0], [-turned * a[1], turned * a[0], 0.0]]
            }
            [a, b, c] => {
                let part = |own: [f64; 3], other: [f64; 3], last: [f64; 3]| {
                    let across = cross(&other, &plus(&last, -1.0, &other));
                    let inward = dot(&across, &plus(&own, -1.0, &other));
                    across.map(|x| x * inward.signum())
                };
                vec![part(a, b, c), part(b, c, a), part(c, a, b)]
            }
            _ => Vec::new(),
        }
    }

    /// h of (C1): it is 1 on each of the vectors.
    pub(super) fn above(&self) -> [f64; 3] {
        match self.sides[..] {
            [a] => a,
            [a, b] => [0, 1, 2].map(|k| (a[k] + b[k]) / (1.0 + dot(&a, &b))),
            [a, b, c] => {
                let normal = cross(&plus(&b, -1.0, &a), &plus(&c, -1.0, &a));
                normal.map(|x| x / dot(&normal, &a))
            }
            _ => [0.0; 3],
        }
    }

    /// Divides it for a load of some components: where the load is, if it lies well inside, else in half.
    pub(super) fn divide(&self, components: usize, load: [f64; 3]) -> Vec<Self> {
        if self.sides.is_empty() {
            let corners = simplex(components);
            let without =
                |k: usize| corners.iter().enumerate().filter(move |(i, _)| *i != k).map(|(_, corner)| *corner);
            return (0..corners.len()).map(|k| Self { sides: without(k).collect() }).collect();
        }
        let (width, [i, j]) = self.widest();
        // A load of zero has no direction, and is nowhere inside.
        let (a, b, at) = (self.sides[i], self.sides[j], unit(&load));
        let inside =
            self.sides.len() == 2 && angle(a, at).min(angle(b, at)) > CUT * width && dot(&self.above(), &at) > 0.0;
        let between = unit(&[0, 1, 2].map(|k| a[k] + b[k]));
        let new = if inside && angle(between, at) < 0.5 * width { at } else { between };
        let with = |k: usize| {
            let mut half = self.clone();
            half.sides[k] = new;
            half
        };
        vec![with(i), with(j)]
    }
}

/// Corners of a regular simplex around zero.
fn simplex(components: usize) -> Vec<[f64; 3]> {
    let (half, corner) = (0.75_f64.sqrt(), 3.0_f64.sqrt().recip());
    match components {
        1 => vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
        2 => vec![[1.0, 0.0, 0.0], [-0.5, half, 0.0], [-0.5, -half, 0.0]],
        _ => [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]]
            .map(|signs: [f64; 3]| signs.map(|sign| sign * corner))
            .to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two vectors at an angle of 1e-7: of the one the bound is 1, not 1 + 1e-9 as a matrix that is nearly singular has it. Mended by 91087340.
    #[test]
    fn regress_a_narrow_cone_has_an_exact_bound() {
        let at = |angle: f64| [angle.cos(), angle.sin(), 0.0];
        let [a, b] = [at(1.0), at(1.0 + 1e-7)];
        let flat = Cone { sides: vec![a, b] };
        let c = unit(&[0, 1, 2].map(|k| a[k] + if k == 2 { 1e-7 } else { 0.0 }));
        let solid = Cone { sides: vec![a, b, c] };
        for (cone, bound) in [(&flat, 1e-15), (&solid, 1e-14)] {
            for side in &cone.sides {
                let above = dot(&cone.above(), side);
                assert!((above - 1.0).abs() < bound, "{:e}", above - 1.0);
            }
            let middle = cone.sides.iter().fold([0.0; 3], |sum, side| [0, 1, 2].map(|k| sum[k] + side[k]));
            assert!(cone.parts().iter().all(|part| dot(part, &middle) > 0.0), "the middle is inside");
            for (k, part) in cone.parts().iter().enumerate() {
                let outside = [0, 1, 2].map(|i| middle[i] - 1.001 * 3.0 * cone.sides[k][i]);
                assert!(dot(part, &outside) < 0.0, "beyond the side across from vector {k}");
            }
        }
    }

    #[test]
    fn property_cones_cover_all_directions_and_bound_lengths() {
        for components in [1, 2, 3] {
            let mut cones = Cone::default().divide(components, [0.0; 3]);
            assert_eq!(cones.len(), components + 1);
            for level in 0..6 {
                let mut most: f64 = 0.0;
                for k in 0..500 {
                    let (f, g) = (f64::from(k) * 0.618_034, f64::from(k) / 250.0 - 0.998);
                    let across = (1.0 - g * g).max(0.0).sqrt();
                    let turn = std::f64::consts::TAU * f;
                    let z = match components {
                        1 => [g, 0.0, 0.0],
                        2 => [turn.cos(), turn.sin(), 0.0],
                        _ => [across * turn.cos(), across * turn.sin(), g],
                    };
                    let holds = |cone: &&Cone| cone.parts().iter().all(|part| dot(part, &z) >= -1e-12);
                    let cone = cones.iter().find(holds).unwrap_or_else(|| panic!("{z:?} is in no cone"));
                    let (size, above) = (length(&z), dot(&cone.above(), &z));
                    assert!(above >= size * (1.0 - 1e-12), "{above} below {size}");
                    most = most.max(above / size - 1.0);
                }
                // 1/cos α − 1 of three sectors, halved level by level.
                let alpha = std::f64::consts::FRAC_PI_3 * 0.5_f64.powi(level);
                let bound = [1e-15, 1.0 / alpha.cos() - 1.0, 2.0][components - 1];
                assert!(most <= bound * (1.0 + 1e-9), "{components} components, level {level}: {most}");
                assert!(components != 2 || most > 0.9 * bound, "moot: {most} of {bound}");
                let halves = |cone: &Cone| match components {
                    1 => vec![cone.clone()],
                    _ => cone.divide(components, [0.0; 3]),
                };
                cones = cones.iter().flat_map(halves).collect();
            }
        }
    }
}
