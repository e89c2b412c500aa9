//! Every pattern of signs of z = a + C |z|, where flipping signs has found none (`absolute.rs`).
//!
//! Loads that no chain of entries of C joins know nothing of each other: each such *group* is searched by itself, so that the cost is that of the largest one.
//!
//! Within a group unknowns are taken out one after the other. With its sign s = ±1, and |z_i| = s z_i,
//!
//! ```text
//! z_i = (a_i + Σ_{l≠i} c_il |z_l|) s/(s − c_ii)                                                       (V5)
//! c'_jl = c_jl + c_ji c_il/(s − c_ii),   a'_j = a_j + c_ji a_i/(s − c_ii)                             (V6)
//! ```
//!
//! leaves an equation of the same kind in the others. The 2ᵏ patterns of k unknowns are the leaves of a tree, in which the way down to all of them costs about six
//! operations a leaf instead of the k³/3 of a factorization; (V5) then gives the z on the way up. What (V6) blows up, near s = c_ii, is
//! factored pattern by pattern below there, and so is what seems to fit: it is the factorization that says so.

use super::absolute::{Absolute, ENUMERABLE, ROUNDING};
use crate::math::max_abs_skip_nan;

/// Entries may grow by so much on the way down.
const GROWTH: f64 = 1e6;
/// Part of the largest |z| by which a sign may be violated on the way up: the rounding that has grown.
const LOOSE: f64 = 1e-6;

/// Buffers of a search through all patterns.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    /// The group of each unknown, by the least unknown in it; and those of the group that is searched.
    group_of: Vec<usize>,
    members: Vec<usize>,
    /// a and C of that group, and (V6) of its first i + 1 unknowns, C' | a', for every i.
    a: Vec<f64>,
    c: Vec<f64>,
    levels: Vec<f64>,
    signs: Vec<f64>,
    z: Vec<f64>,
}

/// One group while it is searched.
struct Group<'a> {
    a: &'a [f64],
    c: &'a [f64],
    /// Unknowns with only one sign, 1; and is their z free all the same?
    fixed: &'a [bool],
    free: bool,
    levels: &'a mut [f64],
    /// Largest entry that (V6) may leave, and below which part of this a sign does not count.
    most: f64,
    scale: f64,
    trials: u64,
}

/// Where the numbers of the first i + 1 unknowns begin, and how many they are: Σ_{m<i} (m + 1)(m + 2).
fn place(i: usize) -> (usize, usize) {
    (i * (i + 1) * (i + 2) / 3, (i + 1) * (i + 2))
}

impl Patterns {
    /// Runs through the patterns of every group by itself, beginning with the one in `signs`, until one is admissible, and leaves the signs there; false if a group has none or is
    /// larger than [`ENUMERABLE`]. Unknowns of which `fixed` is true have the sign 1, whatever their z is. Besides: how many patterns that were.
    pub fn enumerate(
        &mut self,
        system: &mut Absolute,
        a: &[f64],
        c: &[f64],
        fixed: &[bool],
        signs: &mut [f64],
    ) -> (bool, u64) {
        let mut trials = 0;
        let found = self.each_group(a, c, (fixed, true), |group, members, own, z| {
            own.iter_mut().zip(members).for_each(|(own, &i)| *own = signs[i]);
            let found = group.fits(system, own, z) || group.descend(system, (own.len(), true), [own, z], &mut |_| true);
            own.iter().zip(members).for_each(|(own, &i)| signs[i] = *own);
            trials += group.trials;
            found
        });
        (found, trials)
    }

    /// Every admissible pattern, each group running through its own while those before it stand: empty if one has none or is larger than [`ENUMERABLE`]. Where `fixed` is true z has to be positive.
    pub fn all(&mut self, system: &mut Absolute, a: &[f64], c: &[f64], fixed: &[bool]) -> Vec<Vec<f64>> {
        let mut list = vec![vec![1.0; a.len()]];
        let complete = self.each_group(a, c, (fixed, false), |group, members, own, z| {
            let mut found = Vec::new();
            group.descend(system, (own.len(), true), [own, z], &mut |own: &[f64]| {
                found.push(own.to_vec());
                false
            });
            let with = |one: &[f64], own: &[f64]| {
                let mut one = one.to_vec();
                members.iter().zip(own).for_each(|(&i, own)| one[i] = *own);
                one
            };
            list = found.iter().flat_map(|own| list.iter().map(|one| with(one, own)).collect::<Vec<_>>()).collect();
            !list.is_empty()
        });
        if complete { list } else { Vec::new() }
    }

    /// Asks about every group in turn until the answer is no: its system, its unknowns, and room for their signs and z.
    fn each_group(
        &mut self,
        a: &[f64],
        c: &[f64],
        (fixed, free): (&[bool], bool),
        mut ask: impl FnMut(&mut Group<'_>, &[usize], &mut [f64], &mut [f64]) -> bool,
    ) -> bool {
        let n = a.len();
        let Self { group_of, members, a: own_a, c: own_c, levels, signs, z } = self;
        gather_groups(c, n, group_of);
        let scale = max_abs_skip_nan(a);
        let mut own_fixed = [false; ENUMERABLE];
        (0..n).filter(|&first| group_of[first] == first).all(|first| {
            members.clear();
            members.extend((first..n).filter(|&i| group_of[i] == first));
            let k = members.len();
            if k > ENUMERABLE {
                return false;
            }
            own_fixed.iter_mut().zip(&*members).for_each(|(own, &i)| *own = fixed[i]);
            own_a.clear();
            own_a.extend(members.iter().map(|&i| a[i]));
            own_c.clear();
            own_c.extend(members.iter().flat_map(|&i| members.iter().map(move |&j| c[i * n + j])));
            levels.resize(place(k).0, 0.0);
            let (_, top) = levels.split_at_mut(place(k - 1).0);
            for (i, row) in top.chunks_exact_mut(k + 1).enumerate() {
                row[..k].copy_from_slice(&own_c[i * k..(i + 1) * k]);
                row[k] = own_a[i];
            }
            signs.clear();
            signs.resize(k, 1.0);
            z.resize(k, 0.0);
            let most = GROWTH * max_abs_skip_nan(top).max(1.0);
            let fixed = &own_fixed[..k];
            let mut group = Group { a: own_a, c: own_c, fixed, free, levels, most, scale, trials: 0 };
            ask(&mut group, members, signs, z)
        })
    }
}

/// The group of each unknown: that of the least one which a chain of entries of C joins to it.
fn gather_groups(c: &[f64], n: usize, group_of: &mut Vec<usize>) {
    group_of.clear();
    group_of.extend(0..n);
    for i in 0..n {
        for j in 0..i {
            let (here, there) = (group_of[i], group_of[j]);
            if here != there && (c[i * n + j] != 0.0 || c[j * n + i] != 0.0) {
                let (least, other) = (here.min(there), here.max(there));
                group_of.iter_mut().filter(|group| **group == other).for_each(|group| *group = least);
            }
        }
    }
}

impl Group<'_> {
    /// Chooses the signs of the first `left` unknowns, those behind them standing; true as soon as one that fits was found good. Where (V6) does not lead on, `known` is false and every pattern is
    /// factored.
    fn descend(
        &mut self,
        system: &mut Absolute,
        (left, known): (usize, bool),
        [signs, z]: [&mut [f64]; 2],
        good: &mut dyn FnMut(&[f64]) -> bool,
    ) -> bool {
        let Some(i) = left.checked_sub(1) else {
            self.trials += 1;
            return (!known || self.rise(signs, z)) && self.fits(system, signs, z) && good(signs);
        };
        [1.0, -1.0].into_iter().take(if self.fixed[i] { 1 } else { 2 }).any(|s| {
            signs[i] = s;
            let known = known && self.take_out(i, s);
            self.descend(system, (i, known), [&mut *signs, &mut *z], good)
        })
    }

    /// (V6) for unknown i with sign s; false if something has grown too much.
    fn take_out(&mut self, i: usize, s: f64) -> bool {
        let (at, len) = place(i);
        let (below, here) = self.levels.split_at_mut(at);
        let (others, own) = here[..len].split_at(i * (i + 2));
        let d = s - own[i];
        let Some(next) = i.checked_sub(1) else { return d != 0.0 };
        let below = &mut below[place(next).0..];
        let mut within = true;
        for (to, row) in below.chunks_exact_mut(i + 1).zip(others.chunks_exact(i + 2)) {
            let times = row[i] / d;
            for (l, to) in to.iter_mut().enumerate() {
                // a stands behind the column that goes.
                let from = if l == i { i + 1 } else { l };
                *to = row[from] + times * own[from];
                // What is no number is not.
                within &= to.abs() <= self.most;
            }
        }
        within
    }

    /// (V5) from the first unknown to the last; false if some sign is violated for sure.
    fn rise(&self, signs: &[f64], z: &mut [f64]) -> bool {
        let mut most = self.scale;
        for i in 0..signs.len() {
            let (at, len) = place(i);
            let own = &self.levels[at..at + len][i * (i + 2)..];
            let sum: f64 = own[i + 1] + (0..i).map(|l| own[l] * signs[l] * z[l]).sum::<f64>();
            z[i] = sum * signs[i] / (signs[i] - own[i]);
            most = most.max(z[i].abs());
        }
        self.signs_are(signs, z, LOOSE * most)
    }

    /// Is this pattern admissible, by a factorization of its own?
    fn fits(&self, system: &mut Absolute, signs: &[f64], z: &mut [f64]) -> bool {
        system.trial(self.a, self.c, signs, z)
            && self.signs_are(signs, z, ROUNDING * self.scale.max(max_abs_skip_nan(z)))
    }

    fn signs_are(&self, signs: &[f64], z: &[f64], bound: f64) -> bool {
        signs.iter().zip(z).zip(self.fixed).all(|((s, z), fixed)| (self.free && *fixed) || s * z >= -bound)
    }
}
