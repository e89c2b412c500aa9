//! Names of coordinates and velocities, put together only where they are read: of a long chain they are many, and a start asks for one.

use super::Model;
use std::fmt;

/// `body.coordinate`, in its parts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Spelled<'m> {
    body: &'m str,
    name: &'m str,
    /// Which number of an attitude it is.
    letter: &'static str,
}

impl Spelled<'_> {
    pub(crate) fn is(self, wanted: &str) -> bool {
        let own = wanted.strip_prefix(self.body).and_then(|rest| rest.strip_prefix('.'));
        own.and_then(|own| own.strip_prefix(self.name)) == Some(self.letter)
    }
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { body, name, letter } = self;
        write!(f, "{body}.{name}{letter}")
    }
}

impl Model {
    /// Of all coordinates, in the order of q.
    pub(crate) fn spelled_coordinates(&self) -> impl Iterator<Item = Spelled<'_>> {
        self.spelled(0)
    }

    /// Of all velocities, in the order of v.
    pub(crate) fn spelled_velocities(&self) -> impl Iterator<Item = Spelled<'_>> {
        self.spelled(1)
    }

    /// The name of a coordinate.
    pub(crate) fn coordinate_name(&self, index: usize) -> String {
        told(self.spelled_coordinates(), index)
    }

    /// The name of a velocity.
    pub(crate) fn velocity_name(&self, index: usize) -> String {
        told(self.spelled_velocities(), index)
    }

    /// The largest of numbers of velocities, and whose it is.
    pub(crate) fn largest_of_velocities(&self, numbers: &[f64]) -> Option<(f64, Spelled<'_>)> {
        numbers.iter().copied().zip(self.spelled_velocities()).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))
    }

    fn spelled(&self, level: usize) -> impl Iterator<Item = Spelled<'_>> {
        let each = self.inner.bodies.iter().flat_map(|body| body.shape.coordinates.iter().map(move |own| (body, own)));
        each.flat_map(move |(body, own)| {
            let (name, letters) = own.letters(level);
            letters.iter().map(|letter| Spelled { body: &body.name, name, letter })
        })
    }
}

fn told<'m>(mut names: impl Iterator<Item = Spelled<'m>>, index: usize) -> String {
    names.nth(index).map(|name| name.to_string()).unwrap_or_default()
}
