//! Constraints of the user's own, differentiated automatically.
//!
//! The user writes φ(t, poses) or ψ(t, poses, twists) once, generic over the number type. Forward differentiation gives everything else exactly,
//! to round-off (E2). With x the numbers of a pose, V a twist, and x', x'' the rates of x while V stays as it is:
//!
//! ```text
//! φ(t, x):     seed x = (x, x', x''), t = (t, 1, 0) to second order:     value φ, first order φ', second order −γ
//!              seed x with its rate along each unit twist, first order:  the columns of J
//! ψ(t, x, V):  seed x = (x, x'), V = (V, 0), t = (t, 1):                 value ψ, first order −γ
//!              seed each V to first order:                               the columns of J = ∂ψ/∂V
//! ```
//!
//! In the plane x = (x, y, θ), V = x' and x'' = 0. In space x = (O, Q), V = (v, Ω), and along a constant V (S2) gives Q' = ½ Q ⊗ Ω and
//! Q'' = ½ Q' ⊗ Ω = −¼ |Ω|² Q.
//!
//! Where it is asked how these change along a direction, all seeds carry that too (`seeded.rs`): the same calls, in numbers of more parts.
//!
//! ψ may be nonlinear in the velocities; J = ∂ψ/∂V is then the rule of Appell and Chetaev. One evaluation costs 3B + 1 calls of the function for B
//! bodies of the plane, 6B + 1 in space.

mod poses;
mod seeded;

pub use poses::{Pose, Poses, Twist};

use super::{Constraint, ConstraintShape, Level};
use crate::element::{BodyId, BodyRef, Changes, Ctx, Moving, Planar, Rows, RowsOf};
use crate::error::ElementError;
use nalgebra::RealField;
use num_dual::Dual64;
use poses::Motion;
use seeded::Seeded;
use std::array::from_fn;
use std::fmt::Debug;
use std::marker::PhantomData;

/// After how many seconds it is looked whether a function that is to be none of time changes with it, and that many meters and radians beside where its bodies are.
const HIDES_AT: [f64; 3] = [0.0, 0.37, 1.9];
const ASIDE: f64 = 1e-3;

/// A holonomic constraint of the user's own: M rows on B bodies of the space S.
pub trait Holonomic<const B: usize, const M: usize, S: Poses = Planar>: Send + Sync + Debug {
    /// φ(t, poses), zero where the constraint holds.
    fn phi<T: RealField + Copy>(&self, t: T, at: [Pose<T, S>; B]) -> [T; M];

    /// Does φ depend on time explicitly? Then its force does work. A model in which this is false, and φ changes with time all the same, is refused.
    fn depends_on_time(&self) -> bool;
}

/// A velocity constraint of the user's own, linear in the velocities or not: M rows on B bodies of the space S.
pub trait Nonholonomic<const B: usize, const M: usize, S: Poses = Planar>: Send + Sync + Debug {
    /// ψ(t, poses, twists), zero where the constraint holds.
    fn psi<T: RealField + Copy>(&self, t: T, at: [Pose<T, S>; B], moving: [Twist<T, S>; B]) -> [T; M];
}

/// Makes a [`Constraint`] of a user's [`Holonomic`] or [`Nonholonomic`] function.
///
/// ```
/// use chetaev::prelude::*;
///
/// /// A bead on the parabola y = x²/2.
/// #[derive(Debug)]
/// struct Parabola;
///
/// impl Holonomic<1, 1> for Parabola {
///     fn phi<T: RealField + Copy>(&self, _t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
///         [bead.position.y - convert::<_, T>(0.5) * bead.position.x * bead.position.x]
///     }
///
///     fn depends_on_time(&self) -> bool {
///         false
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bead = builder.body("bead", Particle::new(1.0).at(1.0, 0.5));
/// let wire = builder.constraint("wire", Auto::holonomic([bead], Parabola));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.start().project()?, 2.0)?;
/// let (least, drift) = (run.smallest(|at| at.body(bead).origin.x), run.drift_of(wire));
/// assert!(least < -0.9 && drift < 1e-12, "{least} {drift:e}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Auto<F, L, S, const B: usize, const M: usize> {
    bodies: [BodyRef; B],
    function: F,
    kind: PhantomData<fn() -> (L, S)>,
}

/// Marks an [`Auto`] over positions.
#[derive(Copy, Clone, Debug)]
pub struct OnPositions;

/// Marks an [`Auto`] over velocities.
#[derive(Copy, Clone, Debug)]
pub struct OnVelocities;

impl<F: Holonomic<B, M, S>, S: Poses, const B: usize, const M: usize> Auto<F, OnPositions, S, B, M> {
    /// The holonomic constraint φ = 0 on these bodies.
    pub fn holonomic(bodies: [BodyId<S>; B], phi: F) -> Self {
        Self { bodies: bodies.map(Into::into), function: phi, kind: PhantomData }
    }
}

impl<F: Nonholonomic<B, M, S>, S: Poses, const B: usize, const M: usize> Auto<F, OnVelocities, S, B, M> {
    /// The velocity constraint ψ = 0 on these bodies.
    pub fn nonholonomic(bodies: [BodyId<S>; B], psi: F) -> Self {
        Self { bodies: bodies.map(Into::into), function: psi, kind: PhantomData }
    }
}

impl<F: Holonomic<B, M, S>, S: Poses, const B: usize, const M: usize> Constraint for Auto<F, OnPositions, S, B, M> {
    type Space = S;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, M, self.bodies).working(self.function.depends_on_time())
    }

    fn hides_time(&self, at: Ctx<'_, S>) -> bool {
        // Where its bodies are, and beside it: what time is multiplied by may vanish at one of them.
        let asks = |aside: f64| {
            let poses: [_; B] = from_fn(|k| {
                let x = S::numbers(at.body(k)).x;
                S::pose(|i| Dual64::from_re(x[i] + aside * (1.0 + i as f64 + 0.3 * k as f64)))
            });
            HIDES_AT.iter().any(|t| {
                let rows = self.function.phi(Dual64::new(at.t + t, 1.0), poses);
                rows.iter().any(|row| row.eps.is_finite() && row.eps != 0.0)
            })
        };
        !self.function.depends_on_time() && [0.0, ASIDE].into_iter().any(asks)
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Rows<'_, S>) -> Result<(), ElementError> {
        self.write_positions(at.t, from_fn(|k| S::numbers(at.body(k))), out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, S>, out: &mut Changes<'_, S>) -> bool {
        moving(at).is_none_or(|motions| self.write_positions(at.now.t, motions, out))
    }
}

impl<F: Nonholonomic<B, M, S>, S: Poses, const B: usize, const M: usize> Constraint for Auto<F, OnVelocities, S, B, M> {
    type Space = S;

    fn shape(&self) -> ConstraintShape {
        // A ψ that is not homogeneous in v can do work, and nothing tells whether this one is.
        ConstraintShape::new(Level::Velocity, M, self.bodies).working(true)
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Rows<'_, S>) -> Result<(), ElementError> {
        self.write_velocities(at.t, from_fn(|k| S::numbers(at.body(k))), out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, S>, out: &mut Changes<'_, S>) -> bool {
        moving(at).is_none_or(|motions| self.write_velocities(at.now.t, motions, out))
    }
}

/// The bodies' numbers with how they change; none before they are anywhere: a function of the user's is not asked there.
fn moving<S: Poses, const B: usize>(at: Moving<'_, S>) -> Option<[Motion<Dual64, S, S::Row>; B]> {
    let motions: [Motion<Dual64, S, S::Row>; B] = from_fn(|k| S::moved_numbers(at.body(k)));
    motions.iter().all(|motion| motion.x[0].re.is_finite()).then_some(motions)
}

impl<F: Holonomic<B, M, S>, S: Poses, const B: usize, const M: usize> Auto<F, OnPositions, S, B, M> {
    fn write_positions<T: Seeded, V: Twisting<T>>(
        &self,
        t: f64,
        motions: [Motion<T, S, V>; B],
        out: &mut impl RowsOf<T, V>,
    ) -> bool {
        let (t, still) = (T::from(t), T::zero());
        let moving = motions.each_ref().map(|motion| {
            let [rate, second] = motion.rates();
            S::pose(|i| motion.x[i].twice(rate[i], second[i]))
        });
        for (i, row) in self.function.phi(t.twice(T::one(), still), moving).into_iter().enumerate() {
            let [phi, rate, second] = T::of_twice(row);
            out.positions(i, [phi], [rate], [-second]);
        }
        let here = motions.each_ref().map(|motion| S::pose(|i| motion.x[i].once(still)));
        for (k, motion) in motions.iter().enumerate() {
            let column = |unit: V| {
                let (mut seeded, rate) = (here, S::rates(&motion.x, unit.as_ref()));
                seeded[k] = S::pose(|i| motion.x[i].once(rate[i]));
                self.function.phi(t.once(still), seeded)
            };
            write_columns((k, motion.twist), column, out);
        }
        true
    }
}

impl<F: Nonholonomic<B, M, S>, S: Poses, const B: usize, const M: usize> Auto<F, OnVelocities, S, B, M> {
    fn write_velocities<T: Seeded, V: Twisting<T>>(
        &self,
        t: f64,
        motions: [Motion<T, S, V>; B],
        out: &mut impl RowsOf<T, V>,
    ) -> bool {
        let (t, still) = (T::from(t), T::zero());
        let twists = motions.each_ref().map(|motion| S::moving(|i| motion.twist.as_ref()[i].once(still)));
        let moving = motions.each_ref().map(|motion| {
            let rate = S::rates(&motion.x, motion.twist.as_ref());
            S::pose(|i| motion.x[i].once(rate[i]))
        });
        for (i, row) in self.function.psi(t.once(T::one()), moving, twists).into_iter().enumerate() {
            let [psi, rate] = T::of_once(row);
            // Of a velocity no φ is kept.
            out.positions(i, [still], [psi], [-rate]);
        }
        let here = motions.each_ref().map(|motion| S::pose(|i| motion.x[i].once(still)));
        for (k, motion) in motions.iter().enumerate() {
            let column = |unit: V| {
                let mut seeded = twists;
                seeded[k] = S::moving(|i| motion.twist.as_ref()[i].once(unit.as_ref()[i]));
                self.function.psi(t.once(still), here, seeded)
            };
            write_columns((k, motion.twist), column, out);
        }
        true
    }
}

/// The columns of J for the `k`-th body, each from what the function answers to a unit twist, which is made of any other.
fn write_columns<T: Seeded, V: Twisting<T>, const M: usize>(
    (k, mut none): (usize, V),
    column: impl Fn(V) -> [T::Once; M],
    out: &mut impl RowsOf<T, V>,
) {
    none.as_mut().fill(T::zero());
    let mut rows = [none; M];
    for c in 0..none.as_ref().len() {
        let mut unit = none;
        unit.as_mut()[c] = T::one();
        for (row, value) in rows.iter_mut().zip(column(unit)) {
            let [_, along] = T::of_once(value);
            row.as_mut()[c] = along;
        }
    }
    for (i, row) in rows.into_iter().enumerate() {
        out.columns(i, k, [row]);
    }
}

/// A twist, or a row of J, in numbers T.
trait Twisting<T>: Copy + AsRef<[T]> + AsMut<[T]> {}

impl<T, V: Copy + AsRef<[T]> + AsMut<[T]>> Twisting<T> for V {}
