//! What moving pictures and drawings share: bodies, joints and springs as SVG, in one look.

mod clock;
mod marks;
mod parts;
mod pen;
mod solid;
mod stage;
mod view;

pub(super) use clock::Clock;
pub(super) use pen::{circle, line};
pub(super) use stage::{Stage, beside, shortened};
pub(super) use view::{MARGIN, View, flat, round_below};

/// Colors and strokes.
pub(super) const LOOK: &str = include_str!("look.css");
