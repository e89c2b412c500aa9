//! How coordinates follow from velocities: q' = v, and for attitudes Q' = ½ Q ⊗ Ω.
//!
//! Coordinates with q' = v that stand together are one run: a planar model is a single one.

use crate::body::{BodyShape, Quantity};
use crate::element::{Spatial, quaternion_rate, turn_between, turn_quaternion};

/// Where coordinates and velocities that belong together stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinematics {
    runs: Vec<Run>,
    /// Place of each quaternion in q, and of its Ω in v.
    attitudes: Vec<[usize; 2]>,
}

#[derive(Clone, Debug)]
struct Run {
    q: usize,
    v: usize,
    len: usize,
}

/// A quaternion whose norm is off by less than this is left alone.
const UNIT: f64 = 1e-13;

impl Kinematics {
    /// Adds the coordinates of one more body, which begin at `q` and `v`.
    pub(crate) fn add(&mut self, shape: &BodyShape<Spatial>, mut q: usize, mut v: usize) {
        for coordinate in &shape.coordinates {
            if coordinate.quantity == Quantity::Attitude {
                self.attitudes.push([q, v]);
                (q, v) = (q + 4, v + 3);
                continue;
            }
            match self.runs.last_mut().filter(|run| run.q + run.len == q && run.v + run.len == v) {
                Some(run) => run.len += 1,
                None => self.runs.push(Run { q, v, len: 1 }),
            }
            (q, v) = (q + 1, v + 1);
        }
    }

    /// q'.
    pub(crate) fn rates(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        for run in &self.runs {
            out[run.q..run.q + run.len].copy_from_slice(&v[run.v..run.v + run.len]);
        }
        for &[at, spin] in &self.attitudes {
            out[at..at + 4].copy_from_slice(&quaternion_rate(quaternion(q, at), vector(v, spin)));
        }
    }

    /// v from q', the inverse of [`rates`](Self::rates); of a quaternion of any norm what turns it counts.
    pub(crate) fn speeds(&self, q: &[f64], rates: &[f64], out: &mut [f64]) {
        for run in &self.runs {
            out[run.v..run.v + run.len].copy_from_slice(&rates[run.q..run.q + run.len]);
        }
        for &[at, spin] in &self.attitudes {
            let ([w, x, y, z], [a, b, c, d]) = (quaternion(q, at), quaternion(rates, at));
            let twice = 2.0 / (w * w + x * x + y * y + z * z);
            let turn = [w * b - x * a - y * d + z * c, w * c - y * a - z * b + x * d, w * d - z * a - x * c + y * b];
            out[spin..spin + 3].copy_from_slice(&turn.map(|t| twice * t));
        }
    }

    /// The derivative of [`rates`](Self::rates) where q changes by `dq` and v by `dv`: q' is linear in each of them.
    pub(crate) fn vary_rates(&self, [q, v]: [&[f64]; 2], [dq, dv]: [&[f64]; 2], out: &mut [f64]) {
        self.rates(q, dv, out);
        for &[at, spin] in &self.attitudes {
            let turning = quaternion_rate(quaternion(dq, at), vector(v, spin));
            out[at..at + 4].iter_mut().zip(turning).for_each(|(out, x)| *out += x);
        }
    }

    /// Adds to a change of q one that is counted along velocities, and takes out of it what stretches a quaternion: (Y8) δQ ← (1 − Q Qᵀ) δQ.
    pub(crate) fn add_change(&self, q: &[f64], by: &[f64], dq: &mut [f64]) {
        for run in &self.runs {
            let by = &by[run.v..run.v + run.len];
            dq[run.q..run.q + run.len].iter_mut().zip(by).for_each(|(dq, by)| *dq += by);
        }
        for &[at, spin] in &self.attitudes {
            let (own, turned) = (quaternion(q, at), quaternion_rate(quaternion(q, at), vector(by, spin)));
            let change = &mut dq[at..at + 4];
            change.iter_mut().zip(turned).for_each(|(dq, x)| *dq += x);
            let along: f64 = own.iter().zip(&*change).map(|(q, dq)| q * dq).sum();
            change.iter_mut().zip(own).for_each(|(dq, q)| *dq -= along * q);
        }
    }

    /// Moves q by `factor` times a small displacement, which has a number for each velocity.
    pub(crate) fn advance(&self, q: &mut [f64], by: &[f64], factor: f64) {
        for run in &self.runs {
            let by = &by[run.v..run.v + run.len];
            q[run.q..run.q + run.len].iter_mut().zip(by).for_each(|(q, d)| *q += factor * d);
        }
        for &[at, spin] in &self.attitudes {
            let turned = turn_quaternion(quaternion(q, at), vector(by, spin).map(|d| factor * d));
            q[at..at + 4].copy_from_slice(&turned);
        }
    }

    /// The displacement, with a number for each velocity, by which [`advance`](Self::advance) leads from one place to another.
    pub(crate) fn difference(&self, from: &[f64], to: &[f64], out: &mut [f64]) {
        for run in &self.runs {
            let (a, b) = (&from[run.q..run.q + run.len], &to[run.q..run.q + run.len]);
            out[run.v..run.v + run.len].iter_mut().zip(a.iter().zip(b)).for_each(|(d, (a, b))| *d = b - a);
        }
        for &[at, spin] in &self.attitudes {
            out[spin..spin + 3].copy_from_slice(&turn_between(quaternion(from, at), quaternion(to, at)));
        }
    }

    /// Adds ω × δω to the angular part of `out`, for each attitude: from axes of the body to axes that do not take part in its spin.
    pub(crate) fn add_spin(&self, v: &[f64], by: &[f64], out: &mut [f64]) {
        for &[_, spin] in &self.attitudes {
            let [[a, b, c], [x, y, z]] = [vector(v, spin), vector(by, spin)];
            let cross = [b * z - c * y, c * x - a * z, a * y - b * x];
            out[spin..spin + 3].iter_mut().zip(cross).for_each(|(out, d)| *out += d);
        }
    }

    /// Makes every quaternion a unit one; says whether anything changed. The motion does not depend on it.
    pub(crate) fn normalize(&self, q: &mut [f64]) -> bool {
        let mut changed = false;
        for &[at, _] in &self.attitudes {
            let square = quaternion(q, at).map(|x| x * x).iter().sum::<f64>();
            if (square - 1.0).abs() > UNIT {
                let (mut factor, q) = (1.0 / square.sqrt(), &mut q[at..at + 4]);
                if !square.is_normal() {
                    // Its numbers are so large, or so small, that their squares are not: first it is made of the size one.
                    let size = q.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
                    q.iter_mut().for_each(|x| *x /= size);
                    factor = 1.0 / q.iter().map(|x| *x * *x).sum::<f64>().sqrt();
                }
                q.iter_mut().for_each(|x| *x *= factor);
                changed = true;
            }
        }
        changed
    }

    /// The velocities that belong to the coordinate with this index: one, or the three of an attitude.
    pub(crate) fn velocities_of(&self, coordinate: usize) -> std::ops::Range<usize> {
        let run = self.runs.iter().find(|run| (run.q..run.q + run.len).contains(&coordinate));
        let attitude = self.attitudes.iter().find(|[at, _]| (*at..at + 4).contains(&coordinate));
        match (run, attitude) {
            (Some(run), _) => run.v + coordinate - run.q..run.v + coordinate - run.q + 1,
            (None, Some([_, spin])) => *spin..spin + 3,
            (None, None) => 0..0,
        }
    }
}

fn quaternion(q: &[f64], at: usize) -> [f64; 4] {
    [q[at], q[at + 1], q[at + 2], q[at + 3]]
}

fn vector(v: &[f64], at: usize) -> [f64; 3] {
    [v[at], v[at + 1], v[at + 2]]
}
