//! The certificate of a contact in space that sticks and has its bodies for itself: a ball on a floor.
//!
//! Of `form.rs` nothing is left for it but the question whether what friction holds moves its normal rate. Of the normal n and each tangent t, as the sum of `standing.rs`,
//!
//! ```text
//! (1)  |G̃_nt| ≤ ε √(G̃_nn G̃_tt),   G̃_rs = Σ_b J_rb M_b⁻¹ J_sbᵀ
//! ```
//!
//! and where that holds the number is 1 − S = 0; where not, nothing is proved. Both rows are read where they stand.

use super::form::Form;
use super::responses::ALONE;
use crate::dynamics::{Mode, Workspace};
use crate::model::{FrictionEntry, Model};

/// Most tangents that a contact has.
const MOST: usize = 3;

impl Form {
    /// The friction of the island's only contact, if that sticks in space, all of its tangents are kept and nothing else holds its bodies.
    pub(super) fn is_alone(&self, model: &Model) -> Option<usize> {
        let [closed] = self.closed[..] else { return None };
        let tangents = closed.friction.map(|point| &model.inner.frictions[point]).filter(|f| f.slide.is_some())?;
        let all = self.kept.len() == 1 + tangents.rows().len();
        if self.free && closed.mode == Mode::Stick && all { closed.friction } else { None }
    }
}

impl Workspace {
    /// (1).
    pub(super) fn is_apart_alone(&self, model: &Model, friction: &FrictionEntry) -> bool {
        let inner = &*model.inner;
        let Some(contact) = friction.contact.map(|contact| &inner.contacts[contact]) else { return false };
        let [normal, tangents] = [contact.entry, friction.entry].map(|entry| &inner.constraints[entry]);
        let (mut own, mut apart, mut each) = (0.0, [0.0; MOST], [0.0; MOST]);
        let parts = normal.places.iter().zip(&tangents.places);
        for (&body, (normal, tangents)) in normal.held.iter().zip(parts) {
            let (normal, tangents) = (&self.blocks[normal.clone()], &self.blocks[tangents.clone()]);
            let masses = &self.mass[inner.bodies[body].mass.clone()];
            own += over(normal, normal, masses);
            for (tangent, (apart, each)) in tangents.chunks_exact(masses.len()).zip(apart.iter_mut().zip(&mut each)) {
                *apart += over(normal, tangent, masses);
                *each += over(tangent, tangent, masses);
            }
        }
        own > 0.0
            && own.is_finite()
            && apart.iter().zip(each).all(|(g, own_of_t)| g * g <= ALONE * ALONE * own * own_of_t)
    }
}

/// J_r M⁻¹ J_sᵀ of one body, whose masses are plain; most are those of a body in space.
#[inline(always)]
fn over(r: &[f64], s: &[f64], masses: &[f64]) -> f64 {
    let of = |r: &[f64], s: &[f64], masses: &[f64]| r.iter().zip(s).zip(masses).map(|((r, s), m)| r * s / m).sum();
    match (<&[f64; 6]>::try_from(r), <&[f64; 6]>::try_from(s), <&[f64; 6]>::try_from(masses)) {
        (Ok(r), Ok(s), Ok(masses)) => of(r, s, masses),
        _ => of(r, s, masses),
    }
}
