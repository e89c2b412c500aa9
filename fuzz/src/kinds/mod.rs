//! The kinds of cases. Each draws a model and what is done with it, and says what is wrong.

mod events;
mod fork;
mod many;
mod missed;
mod numbers;
mod rough;
mod same;
mod states;

pub use missed::Missed;

use crate::dice::Dice;
use crate::report::Report;

/// A case of a kind: its random numbers, and where it reports.
pub type Kind = fn(&mut Dice, &mut Report);

/// All kinds that take turns, by name.
pub const KINDS: [(&str, Kind); 12] = [
    ("rough", rough::rough),
    ("strong", rough::strong),
    ("space", rough::space),
    ("alone", rough::alone),
    ("many", many::many),
    ("events", events::events),
    ("numbers", numbers::numbers),
    ("settings", numbers::settings),
    ("searches", same::searches),
    ("resumed", same::resumed),
    ("outputs", same::outputs),
    ("states", states::states),
];

/// The study of missed changes, which runs when it is asked for.
pub const STUDY: (&str, Kind) = ("missed", missed::missed);
