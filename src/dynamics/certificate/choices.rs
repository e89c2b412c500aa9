//! (F4): every choice of rows, by depth-first search. Rows are eliminated on the way down, so that a choice costs little more than its last row.

use super::rank::Rank;
use super::scaled::{MARGIN, Scaled};

/// Most points.
const MOST: usize = 8;
/// Most choices.
const CHOICES: usize = 1000;
/// A determinant below this part of the product of its rows is rounding.
const ZERO: f64 = 1e-12;
/// Corners of the octagon around the unit circle.
const CORNERS: usize = 8;

type Row = [f64; MOST];

#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    /// Rows of all points, those of each point together, and whether each is one of E.
    rows: Vec<(Row, bool)>,
    /// Where each point's rows begin.
    starts: Vec<usize>,
    /// det E of each set of points at rest, by its bits; 0 for dependent ones.
    grams: Vec<f64>,
}

/// A row after elimination, and the column of its pivot.
#[derive(Clone, Copy)]
struct Eliminated {
    row: Row,
    pivot: usize,
}

impl Choices {
    /// (F8) if (F4) holds. `freedoms` is given where rows of E depend on each other.
    pub(super) fn compare(
        &mut self,
        scaled: &Scaled,
        members: &[usize],
        rank: &mut Rank,
        freedoms: Option<usize>,
    ) -> Option<f64> {
        if members.len() > MOST || !self.list(scaled, members) || !self.weigh(scaled, members, rank, freedoms) {
            return None;
        }
        let mut number = 0.0;
        let mut done = [Eliminated { row: [0.0; MOST], pivot: 0 }; MOST];
        self.descend(members.len(), &mut done, 0, (1.0, 1.0, 0), &mut number).then_some(number)
    }

    /// The rows of every point; false if there are too many choices.
    fn list(&mut self, scaled: &Scaled, members: &[usize]) -> bool {
        self.rows.clear();
        self.starts.clear();
        let mut choices: usize = 1;
        for (r, &i) in members.iter().enumerate() {
            let first = self.rows.len();
            self.starts.push(first);
            let mut add = |v: [f64; 2]| {
                let mut row = [0.0; MOST];
                for (entry, &j) in row.iter_mut().zip(members) {
                    let [a, b] = scaled.a[i * scaled.n + j];
                    *entry = v[0] * a + v[1] * b;
                }
                row[r] += 1.0;
                self.rows.push((row, false));
            };
            let parts = members.iter().fold([false; 2], |parts, &j| {
                let a = scaled.a[i * scaled.n + j];
                [parts[0] || a[0] != 0.0, parts[1] || a[1] != 0.0]
            });
            match parts {
                [false, false] => add([0.0; 2]),
                [_, false] => [1.0, -1.0].into_iter().for_each(|v| add([v, 0.0])),
                [_, true] => (0..CORNERS).for_each(|corner| {
                    let half = std::f64::consts::PI / CORNERS as f64;
                    let (sin, cos) = (2.0 * half * corner as f64).sin_cos();
                    add([cos / half.cos(), sin / half.cos()]);
                }),
            }
            if scaled.rests[i] {
                let mut row = [0.0; MOST];
                row.iter_mut().zip(members).for_each(|(entry, &j)| *entry = scaled.e[i * scaled.n + j]);
                self.rows.push((row, true));
            }
            choices = choices.saturating_mul(self.rows.len() - first);
        }
        self.starts.push(self.rows.len());
        choices <= CHOICES
    }

    /// The determinants without friction; false if some set is neither clearly dependent nor clearly independent, or if the split of forces within one changes
    /// a load outside of it.
    fn weigh(&mut self, scaled: &Scaled, members: &[usize], rank: &mut Rank, freedoms: Option<usize>) -> bool {
        self.grams.clear();
        for set in 0..1_usize << members.len() {
            let inside = |r: usize| set >> r & 1 == 1;
            if members.iter().enumerate().any(|(r, &i)| inside(r) && !scaled.rests[i]) {
                self.grams.push(0.0);
                continue;
            }
            rank.find(scaled, members.iter().enumerate().filter(|(r, _)| inside(*r)).map(|(_, &i)| i));
            self.grams.push(rank.determinant());
            if rank.is_doubtful() {
                return false;
            }
            if freedoms.is_some_and(|freedoms| rank.rank() < freedoms) && !rank.is_full() {
                let mut outside = members.iter().enumerate().filter(|(r, _)| !inside(*r)).map(|(_, &i)| i);
                if !outside.all(|i| rank.leaves_alone(scaled, i)) {
                    return false;
                }
            }
        }
        true
    }

    /// All choices of the remaining rows; `so_far` contains the determinant, the product of the rows' sizes, and the points whose row is one of E.
    fn descend(
        &self,
        n: usize,
        done: &mut [Eliminated; MOST],
        level: usize,
        so_far: (f64, f64, usize),
        number: &mut f64,
    ) -> bool {
        let (det, size, set) = so_far;
        if level == n {
            let part = det / self.grams[set];
            *number = number.max(1.0 - part);
            return det > ZERO * size && *number < 1.0 - MARGIN;
        }
        for (row, slips) in &self.rows[self.starts[level]..self.starts[level + 1]] {
            let set = if *slips { set | 1 << level } else { set };
            if self.grams[set] == 0.0 {
                // Rows of E that depend on each other.
                continue;
            }
            let mut row = *row;
            let length = row[..n].iter().map(|x| x.abs()).sum::<f64>();
            for Eliminated { row: above, pivot } in &done[..level] {
                let factor = row[*pivot] / above[*pivot];
                row[..n].iter_mut().zip(above).for_each(|(x, a)| *x -= factor * a);
                row[*pivot] = 0.0;
            }
            let free = |c: &usize| done[..level].iter().all(|above| above.pivot != *c);
            let best = (0..n).filter(free).max_by(|&p, &q| row[p].abs().total_cmp(&row[q].abs()));
            let Some(pivot) = best.filter(|&c| row[c] != 0.0 && row[c].is_finite()) else { return false };
            let exchanged = done[..level].iter().filter(|above| above.pivot > pivot).count() % 2 == 1;
            let det = det * if exchanged { -row[pivot] } else { row[pivot] };
            done[level] = Eliminated { row, pivot };
            if !self.descend(n, done, level + 1, (det, size * length.max(1.0), set), number) {
                return false;
            }
        }
        true
    }
}
