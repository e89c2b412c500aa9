//! The general velocity constraint that is linear in the velocities, with coefficients of time.
//!
//! ```text
//! ψ = Σ_k c_k(t)·V_k − c₀(t)      J_k = c_k      γ = c₀' − Σ_k c_k'·V_k
//! ```
//!
//! V_k = (v_x, v_y, ω) is the twist of the k-th body. Coefficients that depend on positions make a constraint of your
//! own: see [`Nonholonomic`](crate::constraint::Nonholonomic). λ is the generalized force along ψ; the k-th body receives c_k λ.

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{BodyId, BodyRef, Changes, Ctx, Moving, Planar, PlanarFrame, Rows, RowsOf};
use crate::error::ElementError;
use crate::math::{AnyLaw, Jet, Now, Real, Signal, TimeLaw};
use nalgebra::Vector2;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// Σ c·twist = c₀, with coefficients that may depend on time.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([9.81 * 0.3_f64.sin(), 0.0]);
/// let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
/// // It rolls: v_x + r ω = 0.
/// let roll = LinearVelocity::homogeneous().term(wheel, [1.0, 0.0, 0.1]);
/// let ground = builder.constraint("ground", roll);
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// // A disk rolls with two thirds of the acceleration; a third of the force along the slope is friction.
/// assert!((end.body(wheel).velocity.x - 2.0 / 3.0 * 9.81 * 0.3_f64.sin()).abs() < 1e-9);
/// assert!((end.multipliers(ground)[0] + 2.0 * 9.81 * 0.3_f64.sin() / 3.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct LinearVelocity {
    bodies: Vec<BodyRef>,
    terms: Vec<Coefficients>,
    right: AnyLaw,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(LinearVelocity, it => require(it.bodies.len() == it.terms.len(), || {
    format!("it has {} bodies and {} terms", it.bodies.len(), it.terms.len())
}));

#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Coefficients {
    Signals([Signal; 3]),
    #[cfg_attr(feature = "serde", serde(skip))]
    Law(Arc<dyn Fn(Jet) -> [Jet; 3] + Send + Sync>),
}

impl LinearVelocity {
    /// Nothing yet on the left, `right`(t) on the right.
    pub fn equal_to(right: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        Self { bodies: Vec::new(), terms: Vec::new(), right: AnyLaw::Law(Arc::new(right)) }
    }

    /// Nothing yet on the left, a right side that is plain data: a model with it can be saved.
    pub fn equal_to_signal(right: Signal) -> Self {
        Self { bodies: Vec::new(), terms: Vec::new(), right: AnyLaw::Signal(right) }
    }

    /// Nothing yet on the left, zero on the right.
    pub fn homogeneous() -> Self {
        Self::equal_to_signal(Signal::constant(0.0))
    }

    /// Adds constant coefficients of (v_x, v_y, ω) of a body.
    pub fn term(self, body: BodyId<Planar>, coefficients: [f64; 3]) -> Self {
        self.term_signal(body, coefficients.map(Signal::constant))
    }

    /// Adds coefficients that depend on time, as plain data: a model with them can be saved.
    pub fn term_signal(self, body: BodyId<Planar>, coefficients: [Signal; 3]) -> Self {
        self.with(body, Coefficients::Signals(coefficients))
    }

    /// Adds coefficients that depend on time.
    pub fn term_of_time(
        self,
        body: BodyId<Planar>,
        coefficients: impl Fn(Jet) -> [Jet; 3] + Send + Sync + 'static,
    ) -> Self {
        self.with(body, Coefficients::Law(Arc::new(coefficients)))
    }

    /// Is it plain data, without a function of the user's?
    #[cfg(feature = "serde")]
    pub(crate) fn is_plain(&self) -> bool {
        let closure = |term: &Coefficients| matches!(term, Coefficients::Law(_));
        self.right.is_plain() && !self.terms.iter().any(closure)
    }

    fn write<'f, T: Real + 'f>(
        &self,
        bodies: impl Fn(usize) -> &'f PlanarFrame<T>,
        now: Now<'_>,
        out: &mut impl RowsOf<T>,
    ) {
        let right = self.right.law().at(now);
        let (mut psi, mut gamma) = (T::from(-right.value), T::from(right.first));
        for (k, term) in self.terms.iter().enumerate() {
            let c = match term {
                Coefficients::Signals([x, y, turn]) => [x.at(now), y.at(now), turn.at(now)],
                Coefficients::Law(law) => law(now.time()),
            };
            let body = bodies(k);
            let twist = [body.velocity.x, body.velocity.y, body.spin];
            for (coefficient, rate) in c.iter().zip(twist) {
                psi += rate * coefficient.value;
                gamma -= rate * coefficient.first;
            }
            out.columns(0, k, [c.map(|c| T::from(c.value))]);
        }
        // Of a velocity no φ is kept.
        out.positions(0, [T::zero()], [psi], [gamma]);
    }

    fn with(mut self, body: BodyId<Planar>, term: Coefficients) -> Self {
        self.bodies.push(body.into());
        self.terms.push(term);
        self
    }
}

impl Debug for LinearVelocity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinearVelocity").field("bodies", &self.bodies).finish_non_exhaustive()
    }
}

impl Constraint for LinearVelocity {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 1, self.bodies.iter().copied()).working(true)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        self.write(|k| at.body(k), at.now(), out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_>, out: &mut Changes<'_>) -> bool {
        self.write(|k| at.body(k), at.now, out);
        true
    }

    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        let terms = self.terms.iter().filter_map(|term| match term {
            Coefficients::Signals(signals) => Some(signals),
            Coefficients::Law(_) => None,
        });
        let laws = terms.flatten().map(|signal| signal as &dyn TimeLaw).chain([self.right.law()]);
        laws.map(|law| (Level::Velocity, law)).collect()
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        at.body(k).origin
    }
}
