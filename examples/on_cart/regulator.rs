//! The linear quadratic regulator of a force that is held over an interval h.
//!
//! The system s' = A s + B u with u held is, from one instant to the next,
//!
//! ```text
//! (1)  s⁺ = Φ s + Γ u,     [Φ Γ; 0 1] = exp([A B; 0 0] h)
//! ```
//!
//! The least Σ (sᵀ Q s + R u²) h from a state s on is sᵀ P s, and u = −K s takes it, with Q and R here those of an interval:
//!
//! ```text
//! (2)  K = (R + Γᵀ P Γ)⁻¹ Γᵀ P Φ          P = Q + Φᵀ P⁺ (Φ − Γ K),   P⁺ that of the next instant
//! ```
//!
//! For ever P⁺ = P. It is found by doubling: one step goes over twice as many intervals as the one before (Anderson 1978),
//!
//! ```text
//! (3)  A ← A W A     G ← G + A W G Aᵀ     H ← H + Aᵀ H W A     W = (1 + G H)⁻¹          from A = Φ, G = Γ R⁻¹ Γᵀ, H = Q;   H → P
//! ```

use super::{INTERVAL, Outputs};
use chetaev::nalgebra::{DMatrix, Matrix6, RowVector6, Vector6};

/// Weights of x, a, b and their rates, and of the force.
const WEIGHTS: Outputs = [40.0, 60.0, 60.0, 4.0, 1.0, 1.0];
const EFFORT: f64 = 0.02;

/// (1).
#[derive(Copy, Clone)]
pub struct Sampled {
    pub phi: Matrix6<f64>,
    pub gamma: Vector6<f64>,
}

impl Sampled {
    pub fn new(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Self {
        let mut both = DMatrix::zeros(7, 7);
        both.view_mut((0, 0), (6, 6)).copy_from(a);
        both.view_mut((0, 6), (6, 1)).copy_from(b);
        let held = (both * INTERVAL).exp();
        Self { phi: held.fixed_view::<6, 6>(0, 0).into(), gamma: held.fixed_view::<6, 1>(0, 6).into() }
    }

    fn weights() -> (Matrix6<f64>, f64) {
        (Matrix6::from_diagonal(&Vector6::from(WEIGHTS)) * INTERVAL, EFFORT * INTERVAL)
    }

    /// (2): the gain here and the P of this instant, from that of the next.
    pub fn gain(&self, next: &Matrix6<f64>) -> (RowVector6<f64>, Matrix6<f64>) {
        let (weight, effort) = Self::weights();
        let Self { phi, gamma } = self;
        let pushed = gamma.transpose() * next;
        let gain = pushed * phi / (effort + (pushed * gamma)[0]);
        let least = weight + phi.transpose() * next * (phi - gamma * gain);
        (gain, 0.5 * (least + least.transpose()))
    }

    /// (3).
    pub fn for_ever(&self) -> Option<Matrix6<f64>> {
        let (weight, effort) = Self::weights();
        let (mut a, mut g, mut h) = (self.phi, self.gamma * self.gamma.transpose() / effort, weight);
        for _ in 0..60 {
            let w = (Matrix6::identity() + g * h).try_inverse()?;
            let more = a.transpose() * h * w * a;
            g += a * w * g * a.transpose();
            a = a * w * a;
            h += more;
            if more.amax() <= f64::EPSILON * h.amax() {
                return Some(h);
            }
        }
        None
    }
}
