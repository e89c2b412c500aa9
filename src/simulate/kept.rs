//! The stages of an attempt as they were evaluated, factors included, kept for those who take the step once more (`sensitivity/follow.rs`).
//!
//! A step that is followed is made of the same stages, bit for bit: what was solved at them need not be solved again. So the run evaluates each stage in a workspace of its own, one after the other of as
//! many as the method has stages. The workspace that stands in the run is always that of the last evaluation, and what counts over a run goes along from one to the next.
//!
//! It is not so where an evaluation begins with what the last one has left, which the next workspace does not have: of contacts, of what slides in several directions, of elements that remember, of forces that read reactions.

use crate::dynamics::Workspace;
use crate::model::Model;
use crate::ode::Method;

/// An evaluation, with its time, coordinates and velocities.
#[derive(Debug)]
struct Evaluation {
    // In a box, so that it is exchanged without being moved.
    ws: Box<Workspace>,
    t: f64,
    qv: Vec<f64>,
}

impl Evaluation {
    fn stand_at(&mut self, t: f64, qv: &[f64]) {
        self.t = t;
        self.qv.clear();
        self.qv.extend_from_slice(qv);
    }
}

/// Those of the attempt under way.
#[derive(Debug, Default)]
pub(super) struct Kept {
    list: Vec<Evaluation>,
    /// How many of them are kept; and is the last evaluation the next one, and does it still stand in the run?
    count: usize,
    stands: bool,
    /// Do evaluations belong to an attempt?
    open: bool,
    /// Is the last one that of the end, which is only lent?
    lent: bool,
}

impl Kept {
    /// For the stages of a method; nothing is kept where evaluations are not independent of each other.
    pub(super) fn of(model: &Model, method: Method) -> Self {
        let inner = &*model.inner;
        let alone = inner.contacts.is_empty()
            && inner.layout.slides == 0
            && inner.layout.memory == 0
            && inner.variables.is_empty()
            && !model.reacts();
        // The first slope is the last step's end, and there is the end.
        let stages = if alone && !method.is_implicit() { method.times().len() } else { 0 };
        let evaluation = |_| Evaluation { ws: Box::new(model.workspace()), t: f64::NAN, qv: Vec::new() };
        Self { list: (0..stages).map(evaluation).collect(), ..Self::default() }
    }

    /// An attempt begins: nothing is kept of the last one.
    pub(super) fn begin(&mut self) {
        (self.count, self.stands, self.open) = (0, false, true);
    }

    /// The stages are complete: what comes now would write over the last one.
    pub(super) fn end(&mut self, ws: &mut Box<Workspace>) {
        self.put_away(ws);
        self.open = false;
    }

    /// Puts the last evaluation away, and another workspace in its place.
    #[inline]
    pub(super) fn put_away(&mut self, ws: &mut Box<Workspace>) {
        if std::mem::take(&mut self.stands) {
            let kept = &mut self.list[self.count];
            std::mem::swap(ws, &mut kept.ws);
            ws.go_on_from(&kept.ws);
            self.count += 1;
        }
    }

    /// The workspace of the run was evaluated here.
    #[inline]
    pub(super) fn note(&mut self, t: f64, qv: &[f64]) {
        if self.open && self.count + 1 < self.list.len() {
            self.list[self.count].stand_at(t, qv);
            self.stands = true;
        }
    }

    /// Lends the evaluation of the end, which stands in the run, to those who follow.
    pub(super) fn lend(&mut self, ws: &mut Box<Workspace>, t: f64, qv: &[f64]) {
        if let Some(last) = self.list.get_mut(self.count) {
            last.stand_at(t, qv);
            (self.stands, self.lent) = (true, true);
            self.put_away(ws);
        }
    }

    /// Puts back what was lent, or what has come in its place: a workspace of the same modes. Is it still the evaluation of the end?
    pub(super) fn take_back(&mut self, ws: &mut Box<Workspace>) -> bool {
        if !std::mem::take(&mut self.lent) {
            return true;
        }
        self.count -= 1;
        let last = &mut self.list[self.count];
        std::mem::swap(ws, &mut last.ws);
        ws.go_on_from(&last.ws);
        !last.t.is_nan()
    }

    /// The evaluation at this state, if it is kept; it may be exchanged for another workspace, once.
    pub(super) fn evaluated_at(&mut self, t: f64, [q, v]: [&[f64]; 2]) -> Option<&mut Box<Workspace>> {
        let same = |kept: &&mut Evaluation| kept.t == t && kept.qv[..q.len()] == *q && kept.qv[q.len()..] == *v;
        let found = self.list[..self.count].iter_mut().find(same)?;
        found.t = f64::NAN;
        Some(&mut found.ws)
    }
}
