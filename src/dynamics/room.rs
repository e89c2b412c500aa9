//! Room for what forces read beside frames, and for what they push beside them; `reads.rs` and `reacting.rs` use it.

use crate::element::Wrenches;
use crate::linear::dense::Lu;
use crate::model::{ForceEntry, Model};

/// Room for what forces read and push.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// Of each force its coordinates and their rates, and the reactions that it reads; and of one its forces on coordinates.
    pub(super) seen: Vec<Vec<[f64; 2]>>,
    pub(super) told: Vec<Vec<f64>>,
    pub(super) pushes: Vec<f64>,
    /// The sum of all forces on coordinates; empty where no force acts on coordinates.
    pub(super) on_coordinates: Vec<f64>,
    /// The multipliers that are read, at each row.
    pub(super) reactions: Vec<f64>,
}

impl Reads {
    pub(super) fn new(model: &Model) -> Self {
        let inner = &*model.inner;
        let most = |of: fn(&ForceEntry) -> usize| inner.forces.iter().map(of).max().unwrap_or(0);
        let coordinates = most(|force| force.coordinates.len());
        let reads = most(|force| force.reads.len());
        Self {
            seen: inner.forces.iter().map(|force| vec![[0.0; 2]; force.coordinates.len()]).collect(),
            told: inner.forces.iter().map(|force| vec![0.0; force.reads.len()]).collect(),
            pushes: Vec::with_capacity(coordinates),
            on_coordinates: vec![0.0; if coordinates > 0 { model.velocities() } else { 0 }],
            reactions: vec![0.0; if reads > 0 { model.rows() } else { 0 }],
        }
    }

    /// What a force read last.
    pub(super) fn of(&self, force: usize) -> (&[[f64; 2]], &[f64]) {
        (&self.seen[force], &self.told[force])
    }
}

/// Room for the equation of `reacting.rs`.
#[derive(Clone, Debug)]
pub(super) struct Reacting {
    /// The forces, and each row that they read, once.
    pub(super) forces: Vec<usize>,
    pub(super) rows: Vec<usize>,
    pub(super) wrenches: Wrenches,
    /// h, γ and the forces of friction before these forces.
    pub(super) before: [Vec<f64>; 3],
    /// r, G(r) − r, 1 − ∂G/∂r, and G(r + δ) − r.
    pub(super) r: Vec<f64>,
    pub(super) off: Vec<f64>,
    pub(super) beside: Vec<f64>,
    pub(super) matrix: Lu,
    pub(super) slopes: Vec<f64>,
}

impl Reacting {
    /// None where no force reads reactions.
    pub(super) fn of(model: &Model) -> Option<Box<Self>> {
        let inner = &*model.inner;
        let forces: Vec<usize> = (0..inner.forces.len()).filter(|&i| !inner.forces[i].reads.is_empty()).collect();
        let mut rows: Vec<usize> = forces.iter().flat_map(|&i| inner.forces[i].reads.clone()).collect();
        rows.sort_unstable();
        rows.dedup();
        let n = rows.len();
        let room = Self {
            forces,
            wrenches: Wrenches::new(inner.bodies.len(), inner.layout.solids),
            before: [const { Vec::new() }; 3],
            r: vec![0.0; n],
            off: vec![0.0; n],
            beside: vec![0.0; n],
            matrix: Lu::new(n),
            slopes: vec![0.0; n * n],
            rows,
        };
        (n > 0).then(|| Box::new(room))
    }
}
