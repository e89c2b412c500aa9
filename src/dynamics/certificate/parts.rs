//! The friction points, grouped by the parts of the mechanism that constraints join, with the buffers of the certificate.

use super::{Certifier, Points};
use crate::model::Model;

/// The friction points of one part.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Part {
    /// All of them, and those that count now.
    pub(in crate::dynamics) all: Vec<usize>,
    pub(in crate::dynamics) present: Vec<usize>,
    pub(in crate::dynamics) points: Points,
}

/// Buffers of the certificate; made when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Mobility {
    pub(in crate::dynamics) parts: Vec<Part>,
    pub(in crate::dynamics) certifier: Certifier,
    pub(in crate::dynamics) force: Vec<f64>,
    pub(in crate::dynamics) rows: Vec<f64>,
    /// The input of the last number, and that number.
    pub(in crate::dynamics) known: Vec<f64>,
    pub(in crate::dynamics) number: f64,
    /// Points at rest that no force along their tangent can move.
    pub(in crate::dynamics) immovable: Vec<usize>,
}

impl Mobility {
    pub(in crate::dynamics) fn new(model: &Model) -> Self {
        let inner = &*model.inner;
        let islands = &inner.layout.islands;
        let mut joined: Vec<usize> = (0..islands.len() + inner.frictions.len()).collect();
        let root = |joined: &[usize], mut i: usize| {
            while joined[i] != i {
                i = joined[i];
            }
            i
        };
        for (point, friction) in inner.frictions.iter().enumerate() {
            // A tangent and its load can be in different parts.
            let loads = friction.load.rows().flat_map(|row| &model.constraint_of_row(row).held);
            for &body in inner.constraints[friction.entry].held.iter().chain(loads) {
                let (a, b) = (root(&joined, islands.len() + point), root(&joined, islands[body]));
                joined[a] = b;
            }
        }
        let mut parts: Vec<(usize, Part)> = Vec::new();
        for point in 0..inner.frictions.len() {
            let island = root(&joined, islands.len() + point);
            match parts.iter_mut().find(|(other, _)| *other == island) {
                Some((_, part)) => part.all.push(point),
                None => parts.push((island, Part { all: vec![point], ..Part::default() })),
            }
        }
        Self {
            parts: parts.into_iter().map(|(_, part)| part).collect(),
            force: vec![0.0; model.velocities()],
            rows: vec![0.0; model.rows()],
            number: f64::NAN,
            ..Self::default()
        }
    }
}
