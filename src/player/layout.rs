//! What stands where in a row of numbers: written by the reader, read by the film.

/// Numbers of a constraint in a row: the reaction's force, moment and point.
pub(super) const REACTION: usize = 9;
/// Numbers of a friction point: slip speed, load, force along its tangent; then the force's vector, moment and point.
pub(super) const FRICTION: usize = 3 + REACTION;
/// Numbers of a contact that opens: gap, normal and tangential force.
pub(super) const CONTACT: usize = 3;
/// Kinetic, potential and total energy, the error of the balance, |φ|, |φ'|, |ψ|.
pub(super) const WATCHED: usize = 7;
/// The first of those that are read at samples alone.
pub(super) const AT_SAMPLES: usize = 3;

/// Layout of a row.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Where each body's numbers begin; then where those of the constraints do.
    pub(super) bodies: Vec<usize>,
    pub(super) constraints: usize,
    pub(super) frictions: usize,
    pub(super) contacts: usize,
    pub(super) coordinates: usize,
    pub(super) curves: usize,
}

impl Layout {
    pub(super) fn reactions(&self) -> usize {
        self.bodies.last().copied().unwrap_or(0)
    }

    pub(super) fn rubbing(&self) -> usize {
        self.reactions() + REACTION * self.constraints
    }

    pub(super) fn touching(&self) -> usize {
        self.rubbing() + FRICTION * self.frictions
    }

    pub(super) fn watched(&self) -> usize {
        self.touching() + CONTACT * self.contacts + self.coordinates
    }

    pub(super) fn width(&self) -> usize {
        self.watched() + WATCHED + self.curves
    }

    pub(super) fn bodies(&self) -> usize {
        self.bodies.len() - 1
    }
}
