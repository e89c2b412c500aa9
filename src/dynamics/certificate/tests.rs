//! The theorems against enumeration on plain matrices: more of them than mechanisms have, and clusters of every kind.

use super::rank::Rank;
use super::{Certifier, Points, Scaled, Theorem};
use crate::linear::polytope::Polytope;
use nalgebra::{DMatrix, DVector};

struct Random(u64);

impl Random {
    /// In −1..1.
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn chance(&mut self, part: f64) -> bool {
        self.unit() < 2.0 * part - 1.0
    }

    fn below(&mut self, n: usize) -> usize {
        (0.5 * (self.unit() + 1.0) * n as f64) as usize % n
    }
}

/// (F1) with its right-hand sides.
struct System {
    w: DMatrix<f64>,
    e: DMatrix<f64>,
    a: DMatrix<f64>,
    mu: Vec<f64>,
    rests: Vec<bool>,
    slides: Vec<f64>,
    loads: DVector<f64>,
    slips: DVector<f64>,
}

const CLOSE: f64 = 1e-7;

impl System {
    fn random(random: &mut Random, most: usize) -> Self {
        let n = 1 + random.below(most);
        let f = if random.chance(0.4) { n } else { 1 + random.below(n) };
        let mut w = DMatrix::from_fn(n, f, |_, _| random.unit());
        for i in 0..n {
            match random.below(12) {
                // A cluster of two: the same direction, or two that belong together as a guide's.
                0 | 1 if i > 0 => {
                    let (row, c) = (w.row(i - 1).into_owned(), random.unit());
                    w.set_row(i, &(row * if random.chance(0.5) { 1.0 } else { c }));
                }
                2 if i > 1 => {
                    let row = w.row(i - 1) * random.unit() + w.row(i - 2) * random.unit();
                    w.set_row(i, &row);
                }
                // It cannot move.
                3 if random.chance(0.5) => w.row_mut(i).fill(0.0),
                // Nor with the others.
                4 | 5 => (0..f).filter(|k| k % 2 == i % 2).for_each(|k| w[(i, k)] = 0.0),
                _ => {}
            }
        }
        let e = &w * w.transpose();
        let scale = 10_f64.powf(0.7 * random.unit() - 0.3);
        let mut a = DMatrix::from_fn(n, n, |_, _| scale * random.unit());
        for i in 0..n {
            // A load that answers to motions only, one that answers to none.
            if random.chance(0.35) {
                let answer = DVector::from_fn(f, |_, _| scale * random.unit());
                a.set_row(i, &(&w * answer).transpose());
            } else if random.chance(0.1) {
                a.row_mut(i).fill(0.0);
            }
        }
        let push = DVector::from_fn(f, |_, _| 3.0 * random.unit());
        let mut slips = &w * push;
        if random.chance(0.1) {
            slips[random.below(n)] += random.unit();
        }
        Self {
            mu: (0..n).map(|_| 10_f64.powf(0.8 * random.unit() - 0.4)).collect(),
            rests: (0..n).map(|_| random.chance(0.7)).collect(),
            slides: (0..n).map(|_| random.unit().signum()).collect(),
            loads: DVector::from_fn(n, |_, _| 2.0 * random.unit()),
            slips,
            w,
            e,
            a,
        }
    }

    fn points(&self) -> Points {
        let n = self.mu.len();
        let at = |k: usize| (k / n, k % n);
        Points {
            mu: self.mu.clone(),
            rests: self.rests.clone(),
            a: (0..n * n).map(|k| [self.a[at(k)], 0.0]).collect(),
            e: (0..n * n).map(|k| self.e[at(k)]).collect(),
            free: (0..n).map(|i| self.e[(i, i)].max(0.1)).collect(),
        }
    }

    /// The motions u = Wᵀ x of all solutions, each once; none if one of them is too close to call.
    fn motions(&self) -> Option<Vec<DVector<f64>>> {
        let n = self.mu.len();
        let mut found: Vec<DVector<f64>> = Vec::new();
        let modes = |i: usize| if self.rests[i] { 3 } else { 1 };
        let count: usize = (0..n).map(modes).product();
        for pattern in 0..1_usize << n {
            let sign = |i: usize| if pattern >> i & 1 == 1 { -1.0 } else { 1.0 };
            for mut code in 0..count {
                let mut slides = self.slides.clone();
                for (i, slides) in slides.iter_mut().enumerate() {
                    if self.rests[i] {
                        *slides = [0.0, 1.0, -1.0][code % 3];
                    }
                    code /= modes(i);
                }
                for u in self.solve(sign, &slides)? {
                    if found.iter().all(|v| (v - &u).amax() > 1e-5 * (1.0 + u.amax())) {
                        found.push(u);
                    }
                }
            }
        }
        Some(found)
    }

    /// Motions with given directions (0: sticks) and signs of loads: the two ends where there are many.
    fn solve(&self, sign: impl Fn(usize) -> f64, slides: &[f64]) -> Option<Vec<DVector<f64>>> {
        let n = self.mu.len();
        let (mut m, mut b) = (DMatrix::zeros(n, n), DVector::zeros(n));
        for i in 0..n {
            if slides[i] == 0.0 {
                m.set_row(i, &self.e.row(i));
                b[i] = self.slips[i];
            } else {
                let c = slides[i] * self.mu[i] * sign(i);
                m.set_row(i, &(self.a.row(i) * c));
                m[(i, i)] += 1.0;
                b[i] = c * self.loads[i];
            }
        }
        let svd = m.clone().svd(true, true);
        let largest = svd.singular_values[0];
        if svd.singular_values.iter().any(|s| (1e-11..1e-6).contains(&(s / largest))) {
            return None;
        }
        let x = svd.solve(&b, 1e-8 * largest).ok()?;
        if (&m * &x - &b).amax() > 1e-8 * (1.0 + b.amax()) {
            return Some(Vec::new());
        }
        let turned = svd.v_t?;
        let null: Vec<DVector<f64>> =
            (0..n).filter(|&k| svd.singular_values[k] <= 1e-8 * largest).map(|k| turned.row(k).transpose()).collect();
        let mut set = Polytope::new(null.len());
        let mut least = f64::INFINITY;
        let mut at_least = |value: f64, row: DVector<f64>| {
            // value + row·(null c) ≥ 0
            let slope: Vec<f64> = null.iter().map(|v| -row.dot(v)).collect();
            least = least.min(value);
            set.below(&slope, value);
        };
        for i in 0..n {
            let (z, row) = (self.loads[i] - (self.a.row(i) * &x)[0], -self.a.row(i).transpose());
            at_least(sign(i) * z, &row * sign(i));
            if slides[i] == 0.0 {
                for side in [1.0, -1.0] {
                    let mut along = &row * (self.mu[i] * sign(i));
                    along[i] -= side;
                    at_least(self.mu[i] * sign(i) * z - side * x[i], along);
                }
            } else if self.rests[i] && self.e[(i, i)] > 0.0 {
                let alpha = self.slips[i] - (self.e.row(i) * &x)[0];
                at_least(slides[i] * alpha, self.e.row(i).transpose() * -slides[i]);
            } else if self.rests[i] && slides[i] * self.slips[i] < -1e-9 {
                return Some(Vec::new());
            }
        }
        let u = self.w.transpose() * &x;
        if null.is_empty() {
            return if least.abs() < CLOSE { None } else { Some(if least > 0.0 { vec![u] } else { Vec::new() }) };
        }
        let violation = set.violation(1.0)?;
        if violation.size.abs() < CLOSE {
            return None;
        } else if violation.size > 0.0 {
            return Some(Vec::new());
        }
        let point: DVector<f64> = null.iter().zip(&violation.point).fold(x.clone(), |x, (v, c)| x + v * *c);
        let mut ends = vec![self.w.transpose() * point];
        for k in 0..self.w.ncols() {
            let along: Vec<f64> = null.iter().map(|v| self.w.column(k).dot(v)).collect();
            if let Some([low, high]) = set.range(&along, 1.0)
                && high - low > 1e-5
            {
                let mut other = ends[0].clone();
                other[k] += 1.0 + other.amax();
                ends.push(other);
            }
        }
        Some(ends)
    }
}

/// States, those with one motion, those certified, and by which theorem.
fn compare(seed: u64, states: usize, most: usize) {
    let mut random = Random(seed);
    let mut certifier = Certifier::default();
    let [mut called, mut one, mut yes, mut clusters] = [0; 4];
    let mut by = [0; 3];
    for case in 0..states {
        let system = System::random(&mut random, most);
        let number = certifier.certify(&system.points());
        let Some(motions) = system.motions() else { continue };
        called += 1;
        one += usize::from(motions.len() == 1);
        if number < 1.0 {
            let n = system.mu.len();
            let what = (&system.a, &system.w, &system.mu, &system.rests);
            assert_eq!(motions.len(), 1, "case {case}, number {number}: {motions:?} {what:?} {:?}", certifier.judged());
            yes += 1;
            let rest: Vec<usize> = (0..n).filter(|&i| system.rests[i]).collect();
            let e = DMatrix::from_fn(rest.len(), rest.len(), |i, j| system.e[(rest[i], rest[j])]);
            clusters += usize::from(!rest.is_empty() && e.rank(1e-9) < rest.len());
            for block in certifier.judged() {
                match block.theorem {
                    Some(Theorem::Scaling) => by[0] += 1,
                    Some(Theorem::OneFreedom) => by[1] += 1,
                    Some(Theorem::Determinants) => by[2] += 1,
                    None => panic!("a yes without a proof"),
                }
            }
        }
    }
    println!(
        "{called} systems of {states}, {one} with one motion, {yes} certified, {clusters} of them with clusters; components by scaling, one freedom, determinants: {by:?}"
    );
    assert!(one > called / 4 && yes > one / 3 && clusters > called / 40 && by.iter().all(|&count| count > 5));
}

#[test]
fn oracle_certified_systems_have_one_motion() {
    compare(0x9E37_79B9_7F4A_7C15, 2_000, 3);
    compare(0x2545_F491_4F6C_DD1D, 200, 4);
}

/// More systems and more points: some minutes.
#[test]
#[ignore = "long: run by docs/scripts/studies.sh"]
fn oracle_certified_systems_have_one_motion_long() {
    compare(0xD1B5_4A32_D192_ED03, 60_000, 3);
    compare(0x8CB9_2BA7_2F3D_8DD7, 12_000, 4);
    compare(0x5851_F42D_4C95_7F2D, 600, 5);
}

/// One point at rest, A = a, μ: T1 is exact there (three motions fit as soon as μ a > 1).
#[test]
fn analytic_one_point_is_certified_up_to_the_limit() {
    let mut certifier = Certifier::default();
    for (mu, certain) in [(0.5, true), (0.999_999, true), (1.0, false), (1.000_001, false), (3.0, false)] {
        for a in [1.0, -1.0] {
            for rests in [true, false] {
                let points =
                    Points { mu: vec![mu], rests: vec![rests], a: vec![[a, 0.0]], e: vec![0.3], free: vec![1.0] };
                let number = certifier.certify(&points);
                assert_eq!(number < 1.0, certain, "{mu}: {number}");
                assert!(!certain || (number - mu).abs() < 1e-12);
            }
        }
    }
}

/// Forty points that hold one freedom; K has equal entries k, so that h = 1/(1 − 40 k): certified up to 40 k = ½.
#[test]
fn analytic_many_points_of_one_freedom() {
    let n: usize = 40;
    let mut certifier = Certifier::default();
    for (part, certain) in [(0.1, true), (0.49, true), (0.51, false), (2.0, false)] {
        let points = Points {
            mu: vec![0.5; n],
            rests: vec![true; n],
            a: vec![[2.0 * part / n as f64, 0.0]; n * n],
            e: vec![2.0; n * n],
            free: vec![2.0; n],
        };
        let number = certifier.certify(&points);
        assert_eq!(number < 1.0, certain, "{part}: {number}");
        assert!(!certain || (number - part / (1.0 - part)).abs() < 1e-4, "{number}");
    }
}

/// det E is the square of the volume that the directions span; a direction within the plane of two others adds no rank.
#[test]
fn analytic_rank_and_volume() {
    let w =
        DMatrix::from_row_slice(5, 3, &[1.0, 0.2, 0.1, 0.3, 1.0, -0.4, 0.5, 0.6, 1.0, 1.3, 1.2, -0.3, -0.2, 0.1, 0.7]);
    let e = &w * w.transpose();
    let mut scaled = Scaled::default();
    scaled.fill(&Points {
        mu: vec![1.0; 5],
        rests: vec![true; 5],
        a: vec![[0.0; 2]; 25],
        e: e.as_slice().to_vec(),
        free: (0..5).map(|i| e[(i, i)]).collect(),
    });
    let mut rank = Rank::default();
    for (points, known) in
        [(vec![0, 1, 2], 3), (vec![2, 1, 4], 3), (vec![4, 0, 1, 2], 3), (vec![0, 1, 3], 2), (vec![3, 4, 1, 0], 3)]
    {
        rank.find(&scaled, points.iter().copied());
        assert_eq!(rank.rank(), known, "{points:?}");
        let unit = |i: usize| w.row(points[i]).normalize();
        let volume = if points.len() == 3 { DMatrix::from_fn(3, 3, |i, j| unit(i)[j]).determinant() } else { 0.0 };
        assert!((rank.determinant() - volume * volume).abs() < 1e-12, "{points:?}: {}", rank.determinant());
    }
}

/// A point at rest that nothing can move is certified like one that slides; one of which that is hardly known is not.
#[test]
fn analytic_what_cannot_move_is_certified() {
    let mut certifier = Certifier::default();
    for (part, certain) in [(0.0, true), (1e-13, true), (1e-10, false), (1e-6, true)] {
        for i in 0..2 {
            let mut points = Points {
                mu: vec![0.5; 2],
                rests: vec![true; 2],
                a: vec![[0.4, 0.0]; 4],
                e: vec![1.0, 0.0, 0.0, 1.0],
                free: vec![1.0; 2],
            };
            points.e[3 * i] = part;
            // What moves nothing may not load anything either.
            points.a[i] = [0.0; 2];
            points.a[2 + i] = [0.0; 2];
            assert_eq!(certifier.certify(&points) < 1.0, certain, "{part}");
            assert!(points.moves(1 - i) && points.moves(i) == (part > 1e-12));
        }
    }
}

/// Points that do not reach each other are decided one by one, however many they are; one bad one among them is found.
#[test]
fn analytic_components_are_decided_alone() {
    let n = 30;
    let mut certifier = Certifier::default();
    let diagonal = |value: f64| (0..n * n).map(|k| if k / n == k % n { value } else { 0.0 }).collect::<Vec<_>>();
    let mut points = Points {
        mu: vec![0.9; n],
        rests: (0..n).map(|i| i % 2 == 0).collect(),
        a: diagonal(1.0).iter().map(|&a| [a, 0.0]).collect(),
        e: diagonal(1.0),
        free: vec![1.0; n],
    };
    // A chain that only reads downwards changes nothing.
    (1..n).for_each(|i| points.a[i * n + i - 1] = [7.0, 0.0]);
    assert!((certifier.certify(&points) - 0.9).abs() < 1e-12);
    assert_eq!(certifier.judged().len(), n);
    points.mu[17] = 1.1;
    assert!(certifier.certify(&points).is_infinite());
    let bad: Vec<_> = certifier.judged().iter().filter(|block| block.theorem.is_none()).collect();
    assert!(bad.len() == 1 && certifier.members(bad[0]) == [17]);
}
