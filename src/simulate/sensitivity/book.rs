//! Many parameters, few columns: which S is followed, and what the others are.
//!
//! The knots u_k of a signal u(t) = Σ φ_k(t) u_k enter the equations of motion one after the other, each through its hat φ_k alone. With A = ∂R/∂u and B = ∂R/∂u' of (Y1), which two shifts of the whole signal tell,
//! by a constant and by t − t₀,
//!
//! ```text
//! (Y15)  δR_k = φ_k ∂R/∂u + φ'_k ∂R/∂u',    ∂R/∂u = R_1,  ∂R/∂u' = R_(t−t₀) − (t − t₀) R_1
//! ```
//!
//! Before its hat begins S_k is zero. After it has ended S_k obeys the equations of a direction of the state: steps, projections and changes (Y4) to (Y14) act on it linearly, and on the beginnings of slips in space with it.
//! So with X = (S, δt₀, δd₀) of a few columns
//!
//! ```text
//! (Y16)  X_k(t) = Σ_j X_j(t) c_jk,   c constant
//! ```
//!
//! and only the columns j are followed: at most as many as the motion has directions, and the hats that act just now. Whenever hats end, the columns are made orthonormal anew, those that ended among them,
//!
//! ```text
//! (Y17)  [X  X_ended] = Q C,   X ← Q,   c ← C c        numbers of one kind beside the largest of them
//! ```
//!
//! What is left of a column when the others have been taken out, below 1e-11 of it, is the rounding of differences; so the columns become fewer where a freedom sticks. The derivatives of all instants are the same combinations of
//! those of the columns.
//!
//! All knots cost what these columns cost, and one c each: a run gives its derivatives by thousands, at every sample, without going backward.

use super::members::Way;
use crate::math::max_abs_skip_nan;
use std::collections::VecDeque;
use std::ops::Range;

/// What is left of a column when it is nothing but rounding: on the disk with two sliders directions leave a tenth or more, and rounding below 1e-11.
const NOTHING: f64 = 1e-11;

/// Where the S of a way is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Its hat has not begun, or it never did anything.
    Zero,
    Column(usize),
    /// c of (Y16).
    Sum(Vec<f64>),
}

/// All ways, and the columns that are followed.
#[derive(Clone, Debug)]
pub(super) struct Book {
    pub(super) ways: Vec<Way>,
    pub(super) places: Vec<Place>,
    /// Those whose hats have not begun, by when they do, and those whose hats act.
    pub(super) ahead: VecDeque<usize>,
    pub(super) acting: Vec<usize>,
    /// The columns of (Y16), and those with nothing in them.
    pub(super) basis: Vec<usize>,
    pub(super) empty: Vec<usize>,
}

impl Book {
    /// Of a run that begins now. Ways without hats have the columns in their order.
    pub(super) fn new(ways: Vec<Way>, t: f64) -> Self {
        let (mut places, mut ahead, mut columns) = (Vec::with_capacity(ways.len()), Vec::new(), 0);
        for (k, way) in ways.iter().enumerate() {
            places.push(match way.span() {
                Some([_, end]) => {
                    ahead.extend((end > t).then_some(k));
                    Place::Zero
                }
                None => Place::Column(columns),
            });
            columns += usize::from(way.span().is_none());
        }
        let begin = |k: &usize| ways[*k].span().map_or(t, |[begin, _]| begin);
        ahead.sort_by(|a, b| begin(a).total_cmp(&begin(b)));
        let (acting, basis, empty) = (Vec::new(), Vec::new(), Vec::new());
        Self { ways, places, ahead: ahead.into(), acting, basis, empty }
    }

    /// The ways of the columns with which a run begins.
    pub(super) fn first(&self) -> Vec<Way> {
        self.ways.iter().filter(|way| way.span().is_none()).cloned().collect()
    }

    /// Of all ways what the columns have `part` numbers each of.
    pub(super) fn all(&self, columns: &[f64], part: usize) -> Vec<f64> {
        let mut all = vec![0.0; self.ways.len() * part];
        for (to, place) in all.chunks_exact_mut(part.max(1)).zip(&self.places) {
            let column = |j: usize| &columns[j * part..(j + 1) * part];
            match place {
                Place::Zero => {}
                Place::Column(j) => to.copy_from_slice(column(*j)),
                Place::Sum(c) => {
                    for (j, c) in self.basis.iter().zip(c) {
                        to.iter_mut().zip(column(*j)).for_each(|(to, x)| *to += c * x);
                    }
                }
            }
        }
        all
    }

    /// The acting ways whose hats have ended by then.
    pub(super) fn ended(&self, t: f64) -> Vec<usize> {
        let over = |k: &&usize| self.ways[**k].span().is_some_and(|[_, end]| end <= t);
        self.acting.iter().filter(over).copied().collect()
    }

    /// The next way whose hat begins before then.
    pub(super) fn begins(&self, t: f64) -> Option<usize> {
        let next = *self.ahead.front()?;
        self.ways[next].span().filter(|[begin, _]| *begin < t).map(|_| next)
    }
}

/// The places of numbers of one kind, of which each has so many, one after the other.
pub(in crate::simulate) fn kinds(sizes: impl IntoIterator<Item = usize>) -> Vec<Range<usize>> {
    let ends = sizes.into_iter().scan(0, |end, size| Some((std::mem::replace(end, *end + size), *end)));
    ends.map(|(from, to)| from..to).collect()
}

/// The size that counts for each number of columns: the largest of its kind.
fn weights(columns: &[Vec<f64>], kinds: &[Range<usize>]) -> Vec<f64> {
    let mut weights = vec![1.0; columns.first().map_or(0, Vec::len)];
    for kind in kinds {
        let sizes = columns.iter().map(|column| max_abs_skip_nan(&column[kind.clone()]));
        let most = sizes.fold(0.0, f64::max);
        weights[kind.clone()].fill(if most > 0.0 { most } else { 1.0 });
    }
    weights
}

/// (Y17): Q, and for each column its part of each of them.
pub(in crate::simulate) fn orthonormal(columns: &[Vec<f64>], kinds: &[Range<usize>]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    if columns.is_empty() {
        return Default::default();
    }
    let weights = weights(columns, kinds);
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let mut left: Vec<Vec<f64>> =
        columns.iter().map(|column| column.iter().zip(&weights).map(|(x, weight)| x / weight).collect()).collect();
    let norms: Vec<f64> = left.iter().map(|column| dot(column, column).sqrt()).collect();
    for (column, norm) in left.iter_mut().zip(&norms).filter(|(_, norm)| **norm > 0.0) {
        column.iter_mut().for_each(|x| *x /= norm);
    }
    let (mut basis, mut parts) = (Vec::<Vec<f64>>::new(), vec![Vec::new(); columns.len()]);
    loop {
        let sizes = left.iter().map(|column| dot(column, column).sqrt()).enumerate();
        let Some((pivot, size)) = sizes.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if size.is_nan() || size <= NOTHING {
            break;
        }
        let mut q: Vec<f64> = left[pivot].iter().map(|x| x / size).collect();
        for other in &basis {
            let along = dot(other, &q);
            q.iter_mut().zip(other).for_each(|(q, other)| *q -= along * other);
        }
        let size = dot(&q, &q).sqrt();
        q.iter_mut().for_each(|x| *x /= size);
        for ((column, parts), norm) in left.iter_mut().zip(&mut parts).zip(&norms) {
            let along = dot(&q, column);
            column.iter_mut().zip(&q).for_each(|(x, q)| *x -= along * q);
            parts.push(along * norm);
        }
        basis.push(q);
    }
    for q in &mut basis {
        q.iter_mut().zip(&weights).for_each(|(x, weight)| *x *= weight);
    }
    (basis, parts)
}

#[cfg(test)]
mod tests {
    use super::orthonormal;

    /// Columns of rank 2 in five numbers, one of them rounding: two are found, and each column is their sum.
    #[test]
    fn columns_are_sums_of_as_few_as_there_are() {
        let some = |i: usize| (1.0 + 2.3 * i as f64).sin();
        let of = |a: f64, b: f64| -> Vec<f64> {
            (0..5).map(|i| if i == 4 { 1e-17 * some(i) * a } else { a * some(i) + b * some(i + 7) }).collect()
        };
        let columns = vec![of(1.0, 2.0), of(-3e-6, 1e-6), vec![0.0; 5], of(1.0, 2.0 + 1e-9), of(4e3, 0.0)];
        let (basis, parts) = orthonormal(&columns, &[0..2, 2..5]);
        assert_eq!(basis.len(), 2);
        for (column, parts) in columns.iter().zip(&parts) {
            let most = column.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            for (i, x) in column.iter().enumerate() {
                let sum: f64 = basis.iter().zip(parts).map(|(q, c)| c * q[i]).sum();
                assert!((sum - x).abs() <= 1e-15 * most, "{sum} {x}");
            }
        }
        assert!(
            orthonormal(&[], &[0..1, 1..2]).0.is_empty() && orthonormal(&[vec![0.0; 3]], &[0..1, 1..3]).0.is_empty()
        );
    }
}
