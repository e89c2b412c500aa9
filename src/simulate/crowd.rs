//! Changes of friction that come so close to one another that a run would never end.

use super::failure::RunFailure;
use super::result::Transition;
use super::running::Run;
use super::watch::Watched;
use std::collections::HashMap;

/// How many times as many changes of which nothing comes may crowd.
const OF_NOTHING: usize = 100;

impl Run<'_, '_> {
    /// Do changes come so close to one another that the run would never end? Those of which nothing comes count as well, but less: steps that come closer and closer
    /// to the end of a motion that dies out smoothly have many.
    pub(super) fn check_crowded_changes(&mut self, fired: &[Watched]) -> Result<(), RunFailure> {
        let ((most, window), t) = (self.plan.zeno, self.drive.t());
        let (since, count) = self.crowd;
        self.crowd = if t - since <= window { (since, count + 1) } else { (t, 1) };
        // Where nothing comes of a change and no time passes either, the run gets nowhere.
        let transitions = &self.trajectory.transitions;
        let (last, there, stood) = self.nowhere;
        self.nowhere = (t, transitions.len(), if (last, there) == (t, transitions.len()) { stood + 1 } else { 0 });
        let recent = transitions.len() - transitions.partition_point(|change| t - change.t > window);
        let recent = if recent > most { crowding(&transitions[transitions.len() - recent..]) } else { recent };
        if recent <= most && self.crowd.1 <= most.saturating_mul(OF_NOTHING) && self.nowhere.2 <= most {
            return Ok(());
        }
        let event = fired.first().map_or_else(String::new, |watched| self.name_of(*watched));
        let count = recent.max(self.crowd.1);
        Err(RunFailure::Zeno { event, count, window, t })
    }
}

/// How many of some changes follow on one another: many points may change at one instant. The instants or, where no time passes between them, the changes of the point or the contact that has the most.
fn crowding(changes: &[Transition]) -> usize {
    let instants = 1 + changes.windows(2).filter(|pair| pair[1].t > pair[0].t).count();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    changes.iter().for_each(|change| *counts.entry(&change.name).or_default() += 1);
    counts.into_values().fold(instants, usize::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::Mode;
    use crate::simulate::result::Cause;

    /// Six pads that start and stop together at three instants, one that does so at eighteen, and one that does so eighteen times at one.
    #[test]
    fn property_what_changes_together_is_no_crowd() {
        let change = |t: f64, pad: usize| Transition {
            t,
            point: None,
            contact: None,
            name: format!("pad {pad}"),
            from: Mode::Stick,
            to: Mode::Forward,
            slip: 0.0,
            load: 1.0,
            cause: Cause::Decided,
        };
        let together: Vec<_> = (0..18).map(|k| change(f64::from(k / 6), k as usize % 6)).collect();
        let in_turn: Vec<_> = (0..18).map(|k| change(f64::from(k), k as usize % 6)).collect();
        let at_once: Vec<_> = (0..18).map(|_| change(1.0, 0)).collect();
        assert_eq!([together, in_turn, at_once].map(|changes| crowding(&changes)), [3, 18, 18]);
    }
}
