//! The kinds of cases. Each draws a model and what is done with it, and says what is wrong.

mod agree;
mod brute;
mod clocks;
mod contacts;
mod events;
mod far;
mod files;
mod fork;
mod formulas;
mod inverse;
mod joints;
mod many;
mod missed;
mod names;
mod numbers;
mod rough;
mod same;
mod smooth;
mod states;
mod wild;

pub use missed::Missed;

use crate::dice::Dice;
use crate::report::Report;

/// A case of a kind: its random numbers, and where it reports.
pub type Kind = fn(&mut Dice, &mut Report);

/// All kinds that take turns, by name.
pub const KINDS: [(&str, Kind); 39] = [
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
    // Elements of every kind, and what nobody would write.
    ("wild", wild::plane),
    ("wild-space", wild::space),
    ("far", far::far),
    ("joints", joints::joints),
    ("models", files::models),
    ("saved-states", files::saved_states),
    ("records", files::records),
    ("names", names::names),
    // Another way to the same.
    ("smooth", smooth::smooth),
    ("reversed", smooth::reversed),
    ("moved", agree::moved),
    ("carried", agree::carried),
    ("permuted", agree::permuted),
    ("in-space", agree::in_space),
    ("gains", agree::gains),
    ("methods", agree::methods),
    ("stiff", agree::stiff),
    ("brute", brute::brute),
    ("clocks", clocks::clocks),
    ("clocks-resumed", clocks::clocks_resumed),
    ("formulas", formulas::formulas),
    ("inverse", inverse::inverse),
    // Contacts that open.
    ("thrown", contacts::thrown),
    ("thrown-in-space", contacts::thrown_in_space),
    ("struck", contacts::struck),
    ("touching", contacts::mechanisms_that_touch),
    ("contacts-resumed", contacts::contacts_resumed),
];

/// The study of missed changes, which runs when it is asked for.
pub const STUDY: (&str, Kind) = ("missed", missed::missed);
