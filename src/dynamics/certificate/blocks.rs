//! The components of (F7), ordered so that each depends only on itself and on those before it (Tarjan's algorithm, without recursion).

use super::scaled::Scaled;

/// An entry below this part of the largest in its row is rounding.
const NONE: f64 = 1e-13;
const NEW: usize = usize::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// Points in the order of their components.
    order: Vec<usize>,
    starts: Vec<usize>,
    /// The order in which a point was first visited, and the earliest that it reaches; `NEW` before.
    met: Vec<usize>,
    low: Vec<usize>,
    closed: Vec<bool>,
    open: Vec<usize>,
    /// The stack of the search: a point and its next neighbor.
    path: Vec<(usize, usize)>,
    largest: Vec<f64>,
}

impl Blocks {
    pub(super) fn find(&mut self, scaled: &Scaled) {
        let n = scaled.n;
        self.order.clear();
        self.starts.clear();
        self.met.clear();
        self.met.resize(n, NEW);
        self.low.clear();
        self.low.resize(n, NEW);
        self.closed.clear();
        self.closed.resize(n, false);
        self.largest.clear();
        self.largest.extend((0..n).map(|i| (0..n).fold(0.0, |most: f64, j| most.max(scaled.size(i, j)))));
        let mut clock = 0;
        for root in 0..n {
            if self.met[root] == NEW {
                self.go_down(scaled, root, &mut clock);
            }
        }
        self.starts.push(n);
    }

    fn go_down(&mut self, scaled: &Scaled, root: usize, clock: &mut usize) {
        self.enter(root, clock);
        while let Some(&(i, next)) = self.path.last() {
            let reads = |j: usize| {
                let slips = scaled.rests[i] && scaled.e[i * scaled.n + j].abs() > NONE;
                j != i && (slips || scaled.size(i, j) > NONE * self.largest[i])
            };
            match (next..scaled.n).find(|&j| reads(j)) {
                Some(j) => {
                    if let Some(last) = self.path.last_mut() {
                        last.1 = j + 1;
                    }
                    if self.met[j] == NEW {
                        self.enter(j, clock);
                    } else if !self.closed[j] {
                        self.low[i] = self.low[i].min(self.met[j]);
                    }
                }
                None => self.leave(i),
            }
        }
    }

    fn enter(&mut self, i: usize, clock: &mut usize) {
        (self.met[i], self.low[i]) = (*clock, *clock);
        *clock += 1;
        self.open.push(i);
        self.path.push((i, 0));
    }

    fn leave(&mut self, i: usize) {
        self.path.pop();
        if let Some(&(above, _)) = self.path.last() {
            self.low[above] = self.low[above].min(self.low[i]);
        }
        if self.low[i] < self.met[i] {
            return;
        }
        self.starts.push(self.order.len());
        while let Some(j) = self.open.pop() {
            self.closed[j] = true;
            self.order.push(j);
            if j == i {
                break;
            }
        }
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Where the points of a component begin in the order, and how many there are.
    pub(super) fn span(&self, block: usize) -> (usize, usize) {
        (self.starts[block], self.starts[block + 1] - self.starts[block])
    }

    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The points outside of a span.
    pub(super) fn others(&self, start: usize, len: usize) -> impl Iterator<Item = usize> + '_ {
        self.order[..start].iter().chain(&self.order[start + len..]).copied()
    }
}
