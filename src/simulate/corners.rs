//! Kinks of forces and of laws of friction: the places where a table or a formula in a position or a velocity is not smooth.
//!
//! A method keeps its order only where the right-hand side is smooth. What has a kink tells numbers that vanish there; each is watched as a user's guard is, and a step ends where
//! one does.

use super::event::{Action, Direction, Event, Trigger};
use super::result::{Bent, Snapshot};
use crate::dynamics::Workspace;
use crate::model::Model;
use std::cell::RefCell;
use std::rc::Rc;

/// The guards of all kinks, as events that come after `first` others.
pub(super) fn corners<'a>(model: &Model, first: usize) -> Vec<Event<'a>> {
    let inner = &model.inner;
    let forces = inner.forces.iter().enumerate();
    let forces = forces.map(|(i, entry)| (&entry.name, Bent::Force(i), entry.element.kinks()));
    let rubs = inner.frictions.iter().enumerate();
    let rubs = rubs.map(|(i, entry)| (&entry.name, Bent::Friction(i), entry.law.kinks()));
    let bent: Vec<_> = forces.chain(rubs).filter(|(.., kinks)| *kinks > 0).collect();
    if bent.is_empty() {
        return Vec::new();
    }
    let buffers = Rc::new(RefCell::new(model.workspace()));
    let all = bent.into_iter().flat_map(|(name, of, kinks)| (0..kinks).map(move |index| (name, of, index)));
    let corner = |((name, of, index), order): ((&String, Bent, usize), usize)| {
        let buffers: Rc<RefCell<Workspace>> = Rc::clone(&buffers);
        let guard = move |at: &Snapshot<'_>| at.kink(of, index, &mut buffers.borrow_mut());
        let (name, trigger) = (format!("a kink of {name}"), Trigger::Guard(Box::new(guard)));
        Event { name, trigger, direction: Direction::Both, action: Action::Corner, quiet: true, order }
    };
    all.zip(first..).map(corner).collect()
}
