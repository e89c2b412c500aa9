//! Where each friction point enters the big matrix (E6'), and the numbers of that matrix.

use crate::linear::Unsymmetric;
use crate::linear::absolute::ENUMERABLE;
use crate::model::Model;
use std::ops::Range;

/// With more loads than this, signs go into the matrix by default.
///
/// On a disk with n arms, each with friction, an evaluation with one trial took (ns per arm; `benches/linear_friction.rs`)
///
/// | n | 2 | 8 | 16 | 24 | 32 and more |
/// |---|---|---|---|---|---|
/// | reduced | 480 | 649 | 842 | | |
/// | matrix | 531 | 558 | 884 | 869 | 861 |
///
/// but a second trial is nearly free in the reduced method and costs 285 ns (n = 2) to 770 ns (n = 32) per arm here, and only the reduced
/// one gives ‖C‖ and all solutions, which can be listed up to 16 points: so long it is taken.
pub(in crate::dynamics) const CROSSOVER: usize = ENUMERABLE;

/// Everything that the method needs beside the smooth system.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Matrix {
    /// Where each point's columns enter; none if one of them lies outside of the pattern.
    pub(in crate::dynamics) entries: Option<Entries>,
    /// Jᵀ + A, laid out like J.
    pub(in crate::dynamics) push: Vec<f64>,
    /// Numbers of the system without the tangents of friction, and of the whole.
    pub(in crate::dynamics) numbers: [Option<Unsymmetric>; 2],
    pub(in crate::dynamics) force: Vec<f64>,
    pub(in crate::dynamics) rows: Vec<f64>,
}

#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Entries {
    pub(in crate::dynamics) list: Vec<Entry>,
    /// Those of each point.
    pub(in crate::dynamics) of_point: Vec<Range<usize>>,
}

/// One body's part of D in the place of one row of J.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Entry {
    pub(in crate::dynamics) to: usize,
    pub(in crate::dynamics) from: Range<usize>,
    /// Which component of the load the row belongs to, and its factor there.
    pub(in crate::dynamics) component: usize,
    pub(in crate::dynamics) factor: f64,
}

impl Entries {
    fn new(model: &Model) -> Option<Self> {
        let inner = &*model.inner;
        let (mut list, mut of_point) = (Vec::new(), Vec::with_capacity(inner.frictions.len()));
        for friction in &inner.frictions {
            let start = list.len();
            for (row, component, factor) in friction.load.parts() {
                let constraint = model.constraint_of_row(row);
                let mut from = friction.tangent.start;
                for &body in &inner.constraints[friction.entry].held {
                    let k = constraint.held.iter().position(|&b| b == body)?;
                    let n = inner.bodies[body].dofs.len();
                    let to = constraint.places[k].start + (row - constraint.rows.start) * n;
                    list.push(Entry { to, from: from..from + n, component, factor });
                    from += n;
                }
            }
            of_point.push(start..list.len());
        }
        Some(Self { list, of_point })
    }
}

impl Matrix {
    pub(in crate::dynamics) fn new(model: &Model) -> Self {
        Self {
            entries: Entries::new(model),
            push: vec![0.0; model.inner.augmented.jacobian_len()],
            numbers: [None, None],
            force: vec![0.0; model.velocities()],
            rows: vec![0.0; model.rows()],
        }
    }

    /// With the numbers of both systems, for a model that needs them sooner or later.
    pub(in crate::dynamics) fn both(model: &Model) -> Self {
        let numbers = [false, true].map(|sticking| Some(model.system(sticking).unsymmetric()));
        Self { numbers, ..Self::new(model) }
    }
}
