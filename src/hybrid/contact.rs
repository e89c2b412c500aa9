//! Two shapes that touch or do not: their pair knows how far they reach and curve.

use super::{Bound, Gap, Sweep};
use crate::constraint::Contact;
use crate::contact::Pair;
use crate::contact::spatial::SpatialPair;
use crate::element::Spatial;

impl<P: Pair> Gap for Contact<P> {
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        match bodies {
            [a, b] => self.pair().bound([a, b]),
            _ => Bound::NONE,
        }
    }

    fn counts(&self) -> bool {
        !self.pair().single()
    }
}

impl<P: SpatialPair> Gap for Contact<P, Spatial> {
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        match bodies {
            [a, b] => self.pair().bound([a, b]),
            _ => Bound::NONE,
        }
    }

    fn counts(&self) -> bool {
        !self.pair().single()
    }

    fn unfit(&self) -> Option<&'static str> {
        self.flaw_of_pivoting()
    }
}
