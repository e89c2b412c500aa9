//! Was a decision the only possible one? Island by island: what contacts join is judged by itself (`contact/islands.rs`), and one motion of the whole is one of each.

use super::verdict::{Judgment, Verdict};
use crate::dynamics::contact::Certifying;
use crate::dynamics::{Mode, Query, Touching, Workspace};
use crate::error::EvalError;
use crate::model::Model;

impl Verdict {
    /// Of two parts of a mechanism.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Several(list), _) | (_, Self::Several(list)) => Self::Several(list),
            (Self::One, Self::One) => Self::One,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
        }
    }
}

impl Workspace {
    /// Was the decision the only possible one? `query.modes` are the modes before it (points that are `Stick` or `Undecided` were at rest, and of those
    /// that are `Undecided` it is not known whether they stuck before), `decided` the modes after it. Where there is no certificate, up to `most` patterns are tried.
    ///
    /// After a step both are the same. The workspace is left evaluated at other modes.
    pub(crate) fn judge(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        decided: &[Mode],
        most: usize,
    ) -> Result<Judgment, EvalError> {
        let mut room = std::mem::take(&mut self.certifying);
        room.closed.clear();
        room.closed.extend(model.mark_closed(query.modes));
        let outcome = match room.closed.contains(&true) {
            true => self.judge_islands(model, query, decided, most, &mut room),
            false => self.judge_joints(model, query, decided, most),
        };
        self.certifying = room;
        outcome
    }

    /// The islands that have closed contacts, one by one, and then all others together. Of all that are not certified `most` patterns are tried.
    fn judge_islands(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        decided: &[Mode],
        mut most: usize,
        room: &mut Certifying,
    ) -> Result<Judgment, EvalError> {
        self.certify_contacts(model, query, room)?;
        let certain = |number: &f64| *number < 1.0;
        let known = room.numbers.iter().copied().filter(certain);
        let mut judged = Judgment { number: known.fold(0.0, f64::max), verdict: Verdict::One };
        let numbers = std::mem::take(&mut room.numbers);
        // What is one motion with each pattern may be another one with the next.
        let together = std::mem::take(&mut room.rest_together);
        let open = (0..numbers.len()).filter(|&island| !certain(&numbers[island]) || together[island]).map(Some);
        let elsewhere = room.islands.rubs_elsewhere().then_some(None);
        for island in open.chain(elsewhere) {
            let Certifying { islands, masked, marks, closed, .. } = &mut *room;
            marks.resize(closed.len(), false);
            islands.mark(marks, island);
            for (masked, modes) in masked.iter_mut().zip([query.modes, decided]) {
                masked.clear();
                masked.extend_from_slice(modes);
                islands.mask(model, masked, island);
            }
            let [from, to] = &*masked;
            // What is closed may open.
            let alone = query.with_modes(from).with_touching(Touching::Those(marks));
            let Judgment { number, mut verdict } = match island {
                None => self.judge_joints(model, &alone, to, most)?,
                Some(island) => {
                    let verdict = self.compare_few(model, &alone, to, most)?;
                    Judgment { number: numbers[island], verdict }
                }
            };
            most = most.saturating_sub(self.tried(model, from));
            if let Verdict::Several(list) = &mut verdict {
                let left_out = |entry: usize| from[entry] != query.modes[entry];
                list.iter_mut()
                    .try_for_each(|branch| self.complete(model, &query.with_modes(decided), branch, left_out))?;
            }
            judged = Judgment { number: judged.number.max(number), verdict: judged.verdict.and(verdict) };
        }
        (room.numbers, room.rest_together) = (numbers, together);
        Ok(judged)
    }
}
