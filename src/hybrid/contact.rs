//! Two shapes that touch or do not: their pair knows how far they reach and curve.

use super::{Bound, Gap, Sweep};
use crate::constraint::Contact;
use crate::contact::Pair;

impl<P: Pair> Gap for Contact<P> {
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        match bodies {
            [a, b] => self.pair().bound([a, b]),
            _ => Bound::NONE,
        }
    }
}
