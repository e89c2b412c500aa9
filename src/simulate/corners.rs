//! Kinks of forces: the places where a table or a formula in a position or a velocity is not smooth.
//!
//! A method keeps its order only where the right-hand side is smooth. What has a kink tells numbers that vanish there; each is watched as a user's guard is, and a step ends where
//! one does.

use super::event::{Action, Direction, Event, Trigger};
use super::result::Snapshot;
use crate::model::Model;

/// The guards of all kinks, as events that come after `first` others.
pub(super) fn corners<'a>(model: &Model, first: usize) -> Vec<Event<'a>> {
    let all = model.inner.forces.iter().enumerate().flat_map(|(force, entry)| {
        (0..entry.element.kinks()).map(move |index| (format!("a kink of {}", entry.name), force, index))
    });
    all.zip(first..).map(|((name, force, index), order)| corner(name, (force, index), order)).collect()
}

fn corner<'a>(name: String, (force, index): (usize, usize), order: usize) -> Event<'a> {
    let trigger = Trigger::Guard(Box::new(move |at: &Snapshot<'_>| at.kink(force, index)));
    Event { name, trigger, direction: Direction::Both, action: Action::Corner, quiet: true, order }
}
