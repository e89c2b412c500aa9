//! What unit impulses at contacts do, as numbers: `response.rs` solves for them.

use crate::math::length;

/// Part of what two rows do to themselves by which one moves the other, if it is more than rounding.
pub(super) const ALONE: f64 = 1e-12;

/// One impulse: the contact, and along its normal or which of its tangents.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Impulse {
    pub(crate) contact: usize,
    pub(crate) tangential: bool,
    /// Which of its tangents, of a contact in space.
    pub(crate) which: usize,
}

/// G̃ of some contacts at a place, and what each unit impulse does to the velocities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Responses {
    pub(crate) impulses: Vec<Impulse>,
    /// Row by row.
    pub(crate) matrix: Vec<f64>,
    /// (γ, s) before.
    pub(crate) rates: Vec<f64>,
    /// Unit impulse by unit impulse.
    pub(super) velocities: Vec<f64>,
    /// Constraints that do work, by their places in `works`, and what each of them does by each unit impulse, impulse by impulse: Λᵀ d.
    pub(super) works: Vec<usize>,
    pub(super) drives: Vec<f64>,
}

impl Responses {
    /// The energy that is lost by each of these impulses, with its contact.
    pub(crate) fn lost<'a>(&'a self, sizes: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        let rates = self.rates.iter().zip(self.after(sizes));
        let lost = sizes.iter().zip(rates).map(|(p, (before, after))| -0.5 * p * (before + after));
        self.impulses.iter().map(|impulse| impulse.contact).zip(lost)
    }

    /// Pᵀ G̃ P, twice the energy that these impulses give to what is at rest.
    pub(crate) fn energy(&self, sizes: &[f64]) -> f64 {
        let row = |i: usize| sizes.iter().enumerate().map(|(j, p)| self.entry(i, j) * p).sum::<f64>();
        sizes.iter().enumerate().map(|(i, p)| p * row(i)).sum()
    }

    /// The works that drivers do by these impulses, with their places in `works`.
    pub(crate) fn driven<'a>(&'a self, sizes: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        let of = move |k: usize| self.drives.iter().skip(k).step_by(self.works.len()).zip(sizes);
        self.works.iter().enumerate().map(move |(k, work)| (*work, of(k).map(|(unit, p)| unit * p).sum()))
    }

    /// v⁺ − v⁻ of these impulses.
    pub(crate) fn change(&self, sizes: &[f64]) -> Vec<f64> {
        let mut change = vec![0.0; self.velocities.len() / self.impulses.len().max(1)];
        for (column, size) in self.velocities.chunks_exact(change.len().max(1)).zip(sizes) {
            change.iter_mut().zip(column).for_each(|(v, x)| *v += size * x);
        }
        change
    }

    /// (γ, s) after these impulses.
    pub(crate) fn after(&self, sizes: &[f64]) -> Vec<f64> {
        let n = self.impulses.len();
        (0..n).map(|i| self.rates[i] + (0..n).map(|j| self.entry(i, j) * sizes[j]).sum::<f64>()).collect()
    }

    /// The speed with which a contact closes.
    pub(crate) fn closing_speed(&self, contact: usize) -> f64 {
        let normal = self.impulses.iter().position(|i| i.contact == contact && !i.tangential);
        normal.map_or(0.0, |i| (-self.rates[i]).max(0.0))
    }

    /// The largest speed with which one closes.
    pub(crate) fn fastest_closing(&self) -> f64 {
        self.impulses.iter().fold(0.0, |most: f64, i| most.max(self.closing_speed(i.contact)))
    }

    /// A contact's part of (γ, s) or of impulses, along its tangents.
    pub(crate) fn tangential<'x>(&self, contact: usize, of: &'x [f64]) -> &'x [f64] {
        let first = self.impulses.iter().position(|i| i.contact == contact).map_or(of.len(), |normal| normal + 1);
        &of[first..first + self.tangents(contact)]
    }

    /// G̃ between a normal row and the direction in which its contact slides, and the speed: in the plane the direction is given, in space, where it is zero, it is that of the slip.
    pub(crate) fn along_slip(&self, normal: usize, direction: f64) -> [f64; 2] {
        let slip = self.tangential(self.impulses[normal].contact, &self.rates);
        let speed = length(slip);
        let d = |s: &f64| if direction == 0.0 { s / speed.max(f64::MIN_POSITIVE) } else { direction };
        [slip.iter().enumerate().map(|(k, s)| d(s) * self.entry(normal, normal + 1 + k)).sum(), speed]
    }

    /// Does friction at the contact with this normal row leave all normal rates alone?
    pub(crate) fn is_apart(&self, normal: usize) -> bool {
        let mut tangents = normal + 1..=normal + self.tangents(self.impulses[normal].contact);
        let normals = || (0..self.impulses.len()).filter(|&i| !self.impulses[i].tangential);
        let none = |i: usize, j: usize| self.entry(i, j).abs() <= ALONE * (self.entry(i, i) * self.entry(j, j)).sqrt();
        tangents.all(|j| normals().all(|i| none(i, j)))
    }

    /// How many tangents a contact has.
    pub(crate) fn tangents(&self, contact: usize) -> usize {
        self.impulses.iter().filter(|i| i.contact == contact && i.tangential).count()
    }

    /// The contacts that an impulse at one of them reaches, from one to the next: by more than the part `rounding` of what they do to themselves.
    fn coupled_to(&self, contact: usize, rounding: f64) -> Vec<usize> {
        let n = self.impulses.len();
        let mut group = vec![contact];
        let mut next = 0;
        while next < group.len() {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let [here, there] = [i, j].map(|k| self.impulses[k].contact);
                let own = (self.entry(i, i) * self.entry(j, j)).sqrt();
                if here == group[next] && !group.contains(&there) && self.entry(i, j).abs() > rounding * own {
                    group.push(there);
                }
            }
            next += 1;
        }
        group.sort_unstable();
        group
    }

    /// What is left where an impulse at one contact is all that happens: the contacts that it reaches, from one to the next.
    pub(crate) fn around(self, contact: usize, rounding: f64) -> Self {
        let group = self.coupled_to(contact, rounding);
        let kept: Vec<usize> = (0..self.rates.len()).filter(|&i| group.contains(&self.impulses[i].contact)).collect();
        let pairs = kept.iter().flat_map(|&i| kept.iter().map(move |&j| (i, j)));
        let of = |all: &[f64]| -> Vec<f64> {
            let each = all.len() / self.impulses.len().max(1);
            kept.iter().flat_map(|&i| all[i * each..(i + 1) * each].iter().copied()).collect()
        };
        Self {
            impulses: kept.iter().map(|&i| self.impulses[i]).collect(),
            matrix: pairs.map(|(i, j)| self.entry(i, j)).collect(),
            rates: kept.iter().map(|&i| self.rates[i]).collect(),
            velocities: of(&self.velocities),
            drives: of(&self.drives),
            works: self.works,
        }
    }

    /// Its contacts.
    pub(crate) fn contacts(&self) -> Vec<usize> {
        self.impulses.iter().filter(|i| !i.tangential).map(|i| i.contact).collect()
    }

    /// Entry of G̃.
    pub(crate) fn entry(&self, i: usize, j: usize) -> f64 {
        self.matrix[i * self.impulses.len() + j]
    }
}
