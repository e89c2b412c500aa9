//! What several contacts are given as, and what their impact does.

use super::law::{Friction, Rebound, Restitution};

/// One of several contacts: a normal and its tangents, none to three.
#[derive(Copy, Clone)]
pub(crate) struct Member<'a> {
    pub tangents: usize,
    pub friction: Friction<'a>,
    /// The coefficient of restitution.
    pub e: Rebound<'a>,
}

/// Contacts that are struck together. Rows and rates: each contact's normal, then its tangents.
#[derive(Copy, Clone)]
pub(crate) struct Several<'a> {
    /// G̃ by rows, symmetric, not negative.
    pub response: &'a [f64],
    /// γ⁻ and s⁻.
    pub before: &'a [f64],
    pub contacts: &'a [Member<'a>],
    pub law: Restitution,
}

/// What an impact at several contacts does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Blows {
    /// N and T.
    pub impulses: Vec<f64>,
    /// γ⁺ and s⁺.
    pub after: Vec<f64>,
    /// The part of each N until compression ended.
    pub compression: Vec<f64>,
    /// Energy lost.
    pub lost: f64,
    /// Patterns tried at once, or impacts in turn.
    pub trials: u64,
    /// The part of each coefficient of restitution that was used; below 1 only where contacts jam each other.
    pub part: f64,
}

impl Several<'_> {
    pub fn rows(&self) -> usize {
        self.before.len()
    }

    /// The first row of each contact.
    pub fn normals(&self) -> Vec<usize> {
        let next = |at: &mut usize, contact: &Member<'_>| {
            let normal = *at;
            *at += 1 + contact.tangents;
            Some(normal)
        };
        self.contacts.iter().scan(0, next).collect()
    }

    /// Rates after impulses.
    pub fn after(&self, impulses: &[f64]) -> Vec<f64> {
        let rows = self.response.chunks_exact(self.rows().max(1));
        self.before.iter().zip(rows).map(|(rate, row)| rate + sum(row, impulses)).collect()
    }

    /// Energy lost, as the page of the room derives it.
    pub fn lost(&self, impulses: &[f64], after: &[f64]) -> f64 {
        -0.5 * (sum(impulses, self.before) + sum(impulses, after))
    }
}

pub(super) fn sum(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
