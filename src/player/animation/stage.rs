//! What all layers of the picture are drawn from.

use super::super::scene::Scene;
use super::clock::Clock;
use super::view::View;

/// What is drawn, when, and how large; the files beside this one draw its layers.
pub(super) struct Stage<'p, 'a> {
    pub(super) scene: Scene<'p, 'a>,
    pub(super) clock: Clock,
    pub(super) view: View,
    pub(super) reactions: bool,
}

/// At most so many characters of a name.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let most = most.max(2);
    if text.chars().count() <= most { text.into() } else { text.chars().take(most - 1).chain(['…']).collect() }
}
