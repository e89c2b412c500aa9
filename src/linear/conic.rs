//! Linear functions on small products of cones: least f·x with s = h − G x ∈ L, L being the cone ‖T‖ ≤ N in each block.
//!
//! The method goes through the interior of the cones, with the scaling of Nesterov and Todd and the predictor of Mehrotra. It keeps s inside and
//! exact, and z ∈ L on its way to Gᵀz + f = 0; each step solves
//!
//! ```text
//! (1)  λ = W⁻¹ s = W z,    λ∘(W Δz + W⁻¹ Δs) = right,    GΔx + Δs = 0,    Gᵀ(z + Δz) + f = 0
//! ```
//!
//! by an orthogonal factorization of W⁻¹G.

use super::columns::Columns;
use super::kernel::dot;
use crate::math::length;
use std::ops::Range;

/// Steps at most; a dozen is usual.
const STEPS: usize = 60;
/// By how much an iterate may be worse than the best.
const WORSE: f64 = 1e3;
/// Part of the way to the border of the cones.
const NEARLY: f64 = 0.995;

/// What is to be least.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) g: Columns,
    pub(super) h: Vec<f64>,
    pub(super) f: Vec<f64>,
    pub(super) blocks: Vec<Range<usize>>,
}

impl Program {
    /// No block yet, and zeros.
    pub(super) fn reset(&mut self, rows: usize, unknowns: usize) {
        self.g.reset(rows, unknowns);
        for (to, len) in [(&mut self.h, rows), (&mut self.f, unknowns)] {
            to.clear();
            to.resize(len, 0.0);
        }
        self.blocks.clear();
    }

    /// Gᵀz + f.
    pub(super) fn off<'a>(&'a self, z: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.g.across(z).zip(&self.f).map(|(g, f)| g + f)
    }

    /// h − G x.
    fn slack(&self, x: &[f64], s: &mut Vec<f64>) {
        s.clear();
        s.resize(self.h.len(), 0.0);
        self.g.add_to(s, x);
        s.iter_mut().zip(&self.h).for_each(|(s, h)| *s = h - *s);
    }

    /// Is it inside of all cones?
    fn holds(&self, v: &[f64]) -> bool {
        self.blocks.iter().all(|block| inside(&v[block.clone()]) > 0.0)
    }

    /// The mean of s∘z.
    fn gap(&self, s: &[f64], z: &[f64]) -> f64 {
        dot(s, z) / self.blocks.len() as f64
    }
}

/// The way there, in buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// Where it begins, inside of all cones, and where it ends.
    pub(super) x: Vec<f64>,
    /// z at the best place, with Gᵀz + f as near to zero as it could be made.
    pub(super) best: Vec<f64>,
    s: Vec<f64>,
    z: Vec<f64>,
    exact: Vec<f64>,
    next: [Vec<f64>; 3],
    here: Central,
}

impl Way {
    pub(super) fn go(&mut self, program: &Program) {
        let Self { x, best, s, z, exact, next, here } = self;
        program.slack(x, s);
        // Central with s: s∘z is the same multiple of one in each block.
        z.clone_from(s);
        for block in &program.blocks {
            let own = &mut z[block.clone()];
            let inverse = 1.0 / determinant(own);
            own[0] *= inverse;
            own[1..].iter_mut().for_each(|z| *z *= -inverse);
        }
        best.clone_from(z);
        let mut least = f64::INFINITY;
        for _ in 0..STEPS {
            if here.set(program, s, z).is_none() {
                break;
            }
            here.exact(program, z, exact);
            let merit = program.gap(s, z) + program.off(exact).map(|r| r * r).sum::<f64>().sqrt();
            if merit < least {
                least = merit;
                best.clone_from(exact);
            }
            // In the end rounding makes it worse.
            let worse = merit >= WORSE * least;
            if worse || merit.is_nan() {
                break;
            }
            let step = here.step(program, s, z);
            let [x_next, s_next, z_next] = next;
            for (to, from, along) in [(&mut *x_next, &*x, &here.dx), (&mut *z_next, &*z, &here.dz)] {
                to.clear();
                to.extend(from.iter().zip(along).map(|(from, d)| from + step * d));
            }
            program.slack(x_next, s_next);
            if !(program.holds(s_next) && program.holds(z_next)) {
                break;
            }
            std::mem::swap(x, x_next);
            std::mem::swap(s, s_next);
            std::mem::swap(z, z_next);
        }
    }
}

/// (1) at one s and z: W of each block, W⁻¹G = QR, and the step.
#[derive(Clone, Debug, Default)]
struct Central {
    scaling: Scaling,
    q: Columns,
    r: Columns,
    lambda: Vec<f64>,
    off: Vec<f64>,
    right: Vec<f64>,
    target: Vec<f64>,
    dx: Vec<f64>,
    /// W⁻¹Δs, and W Δz.
    ds: Vec<f64>,
    dz: Vec<f64>,
}

impl Central {
    fn set(&mut self, program: &Program, s: &[f64], z: &[f64]) -> Option<()> {
        self.scaling.set(&program.blocks, s, z)?;
        self.q.copy_from(&program.g);
        self.q.iter_mut().for_each(|column| self.scaling.apply(&program.blocks, column, true));
        self.q.orthogonalize(&mut self.r)
    }

    /// z with what is left of Gᵀz + f taken away, if it stays within the cones.
    fn exact(&mut self, program: &Program, z: &[f64], exact: &mut Vec<f64>) {
        let Self { scaling, q, r, off, ds, .. } = self;
        exact.clear();
        exact.extend_from_slice(z);
        for _ in 0..2 {
            off.clear();
            off.extend(program.off(exact));
            r.solve_across(off);
            ds.clear();
            ds.resize(z.len(), 0.0);
            q.add_to(ds, off);
            scaling.apply(&program.blocks, ds, true);
            exact.iter_mut().zip(&*ds).for_each(|(z, d)| *z -= d);
        }
        if !program.holds(exact) {
            exact.copy_from_slice(z);
        }
    }

    /// Δx, W⁻¹Δs and WΔz for λ∘(their sum) = λ∘target.
    fn solve(&mut self, program: &Program) {
        let Self { scaling, q, r, off, right, target, dx, ds, dz, .. } = self;
        right.clear();
        right.extend_from_slice(off);
        r.solve_across(right);
        dx.clear();
        dx.extend(q.across(target).zip(right).map(|(q, right)| -(q + *right)));
        r.solve(dx);
        ds.clear();
        ds.resize(program.h.len(), 0.0);
        program.g.add_to(ds, dx);
        scaling.apply(&program.blocks, ds, true);
        ds.iter_mut().for_each(|s| *s = -*s);
        dz.clear();
        dz.extend(target.iter().zip(ds).map(|(p, s)| p - *s));
    }

    /// How far one can go along W⁻¹Δs and WΔz.
    fn reach(&self, program: &Program) -> f64 {
        let of = |b: &Range<usize>, d: &[f64]| reach(&self.lambda[b.clone()], &d[b.clone()]);
        program.blocks.iter().fold(f64::INFINITY, |end, b| end.min(of(b, &self.ds)).min(of(b, &self.dz)))
    }

    /// Makes Δx and Δz, and tells how much of them is taken.
    fn step(&mut self, program: &Program, s: &[f64], z: &[f64]) -> f64 {
        self.off.clear();
        self.off.extend(program.off(z));
        self.lambda.clear();
        self.lambda.extend_from_slice(z);
        self.scaling.apply(&program.blocks, &mut self.lambda, false);
        self.target.clear();
        self.target.extend(self.lambda.iter().map(|x| -x));
        self.solve(program);
        let centering = (1.0 - self.reach(program).min(1.0)).powi(3) * program.gap(s, z);
        for block in program.blocks.iter().cloned() {
            let [own, lambda] = [&mut self.target[block.clone()], &mut self.lambda[block.clone()]];
            product(&self.ds[block.clone()], &self.dz[block], own);
            own.iter_mut().for_each(|x| *x = -*x);
            own[0] += centering;
            divide(own, lambda);
            own.iter_mut().zip(lambda).for_each(|(x, lambda)| *x -= *lambda);
        }
        self.solve(program);
        let step = (NEARLY * self.reach(program)).min(1.0);
        self.scaling.apply(&program.blocks, &mut self.dz, true);
        step
    }
}

/// W of each block: symmetric, with W z = W⁻¹ s.
#[derive(Clone, Debug, Default)]
struct Scaling {
    w: Vec<f64>,
    sizes: Vec<f64>,
}

impl Scaling {
    /// None if rounding ruins it.
    fn set(&mut self, blocks: &[Range<usize>], s: &[f64], z: &[f64]) -> Option<()> {
        self.w.clear();
        self.sizes.clear();
        for (s, z) in blocks.iter().map(|block| (&s[block.clone()], &z[block.clone()])) {
            let [a, b] = [determinant(s).sqrt(), determinant(z).sqrt()];
            let root = (0.5 * (1.0 + dot(s, z) / (a * b))).sqrt();
            let sign = |i: usize| if i == 0 { 1.0 } else { -1.0 };
            self.w.extend((0..s.len()).map(|i| 0.5 * (s[i] / a + sign(i) * z[i] / b) / root));
            self.sizes.push((a / b).sqrt());
        }
        let finite = self.w.iter().all(|w| w.is_finite());
        (finite && self.sizes.iter().all(|size| *size > 0.0 && size.is_finite())).then_some(())
    }

    /// W v or W⁻¹ v.
    fn apply(&self, blocks: &[Range<usize>], v: &mut [f64], inverse: bool) {
        for (block, size) in blocks.iter().zip(&self.sizes) {
            let (w, v) = (&self.w[block.clone()], &mut v[block.clone()]);
            let (size, sign) = if inverse { (1.0 / size, -1.0) } else { (*size, 1.0) };
            let across = sign * dot(&w[1..], &v[1..]);
            let along = (v[0] + across / (1.0 + w[0])) * sign;
            v[0] = size * (w[0] * v[0] + across);
            v[1..].iter_mut().zip(&w[1..]).for_each(|(v, w)| *v = size * (*v + along * w));
        }
    }
}

/// N − ‖T‖.
pub(super) fn inside(block: &[f64]) -> f64 {
    block[0] - length(&block[1..])
}

/// v₀² − ‖v₁‖², without cancellation.
fn determinant(v: &[f64]) -> f64 {
    let n = length(&v[1..]);
    (v[0] - n) * (v[0] + n)
}

/// a∘b.
fn product(a: &[f64], b: &[f64], to: &mut [f64]) {
    to[0] = dot(a, b);
    (1..a.len()).for_each(|i| to[i] = a[0] * b[i] + b[0] * a[i]);
}

/// The x with a∘x = b, in place of b.
fn divide(b: &mut [f64], a: &[f64]) {
    let first = (a[0] * b[0] - dot(&a[1..], &b[1..])) / determinant(a);
    b[0] = first;
    b[1..].iter_mut().zip(&a[1..]).for_each(|(b, a1)| *b = (*b - first * a1) / a[0]);
}

/// How far v + α d stays in the cone.
fn reach(v: &[f64], d: &[f64]) -> f64 {
    let cross: f64 = v[0] * d[0] - dot(&v[1..], &d[1..]);
    let (a, c) = (determinant(d), determinant(v));
    let root = cross * cross - a * c;
    let ends = if root < 0.0 {
        f64::INFINITY
    } else {
        // The least positive root of a α² + 2 cross α + c.
        let q = -(cross + root.sqrt().copysign(cross));
        [q / a, c / q].into_iter().filter(|end| *end > 0.0).fold(f64::INFINITY, f64::min)
    };
    if d[0] < 0.0 { ends.min(-v[0] / d[0]) } else { ends }
}
