//! Hats begin and end: which columns the follower carries (`book.rs`).

use super::book::{Place, kinds, orthonormal};
use super::follow::Follower;
use super::members::Way;
use super::stage::Stage;
use super::start::Begun;
use crate::simulate::drive::Drive;
use crate::simulate::failure::RunFailure;
use std::iter::repeat_n;
use std::ops::Range;

impl Follower {
    /// Lets hats end, and begin, before the step from one time to another.
    pub(super) fn turn_over(&mut self, drive: &Drive<'_>, [from, to]: [f64; 2]) -> Result<(), RunFailure> {
        let ended = self.book.ended(from);
        if ended.is_empty() && self.book.begins(to).is_none() {
            return Ok(());
        }
        self.y.copy_from_slice(self.stepper.y());
        let columns = self.core.ways.len();
        self.end(&ended);
        self.begin_hats(from, to);
        if self.core.ways.len() > columns {
            return self.step_from(drive, from);
        }
        let mut stage = Stage { core: &mut self.core, motion: &drive.motion };
        Ok(self.stepper.replace_beginning(&mut stage, &self.y)?)
    }

    /// Puts hats that begin before a time into columns, with S of the start: that is zero of those that begin after it.
    pub(super) fn begin_hats(&mut self, t: f64, before: f64) {
        while let Some(k) = self.book.begins(before) {
            self.book.ahead.pop_front();
            let way = self.book.ways[k].clone();
            let start = way.start.clone();
            let column = self.put(way, t, &start);
            self.book.places[k] = Place::Column(column);
            self.book.acting.push(k);
        }
    }

    /// (Y17).
    fn end(&mut self, ended: &[usize]) {
        if ended.is_empty() {
            return;
        }
        let old = std::mem::take(&mut self.book.basis);
        let columns: Vec<usize> = old.iter().copied().chain(ended.iter().map(|&k| self.column_of(k))).collect();
        let all: Vec<Vec<f64>> = columns.iter().map(|&j| self.whole(j)).collect();
        let (basis, parts) = orthonormal(&all, &self.kinds());
        let combined = |c: &[f64]| -> Vec<f64> {
            (0..basis.len()).map(|i| c.iter().zip(&parts).map(|(c, part)| c * part[i]).sum()).collect()
        };
        for place in &mut self.book.places {
            if let Place::Sum(c) = place {
                *c = combined(c);
            }
        }
        for (&k, part) in ended.iter().zip(&parts[old.len()..]) {
            let nothing = part.iter().all(|c| *c == 0.0);
            self.book.places[k] = if nothing { Place::Zero } else { Place::Sum(part.clone()) };
            self.book.acting.retain(|other| *other != k);
        }
        for j in columns {
            self.clear(j);
        }
        let name = self.book.ways[ended[0]].signal().unwrap_or_default().to_owned();
        let (t, numbers) = (self.stepper.t(), self.core.part());
        for whole in basis {
            let (start, begun) = whole.split_at(numbers);
            let column = self.put(Way::along(&name, &[]), t, start);
            for (to, from) in self.core.begun[column].iter_mut().zip(begun.as_chunks::<4>().0) {
                *to = Begun { t: from[0], d: [from[1], from[2], from[3]] };
            }
            self.coarse.began[column] = self.coarse.run_began;
            self.book.basis.push(column);
        }
    }

    fn column_of(&self, way: usize) -> usize {
        match self.book.places[way] {
            Place::Column(j) => j,
            Place::Zero | Place::Sum(_) => unreachable!("what acts has a column"),
        }
    }

    /// X of a column.
    fn whole(&self, column: usize) -> Vec<f64> {
        let (base, part) = (self.core.base, self.core.part());
        let begun = self.core.begun[column].iter().flat_map(|begun| [begun.t, begun.d[0], begun.d[1], begun.d[2]]);
        self.y[base + column * part..][..part].iter().copied().chain(begun).collect()
    }

    /// The numbers of one kind in X: places, velocities, variables, works, and each of what begins.
    fn kinds(&self) -> Vec<Range<usize>> {
        let starts = 4 * self.core.begun.first().map_or(0, Vec::len);
        kinds(self.core.sizes.into_iter().chain(repeat_n(1, starts)))
    }

    /// Empties a column.
    fn clear(&mut self, column: usize) {
        let (base, part) = (self.core.base, self.core.part());
        self.core.ways[column] = Way::along("", &[]);
        self.core.begun[column].fill(Begun::default());
        self.y[base + column * part..][..part].fill(0.0);
        self.book.empty.push(column);
    }

    /// Follows a way in an empty column, or in one more.
    fn put(&mut self, way: Way, t: f64, start: &[f64]) -> usize {
        let (base, part) = (self.core.base, self.core.part());
        let column = self.book.empty.pop().unwrap_or_else(|| {
            self.y.resize(self.y.len() + part, 0.0);
            self.coarse.add();
            self.core.add()
        });
        self.coarse.noise[column] = way.noise;
        self.core.ways[column] = way;
        self.core.steps[column] = 0.0;
        let tail = &mut self.y[base + column * part..][..part];
        tail[..start.len()].copy_from_slice(start);
        self.coarse.begin(column, t, tail, self.core.sizes);
        column
    }
}
