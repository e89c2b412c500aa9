//! Forces on the coordinates of a body of one's own: those that deform it.
//!
//! A beam with the shapes φ_i and the coordinates x_i has, by Rayleigh and Ritz, mass and stiffness from integrals over products of φ_i and of φ_i''. The masses are the body's; the
//! stiffness K is this force's, with a damping C if wanted:
//!
//! ```text
//! (1)  Q = −K (x − x₀) − C x'        V = ½ (x − x₀)ᵀ K (x − x₀)        power −x'ᵀ K (x − x₀) − x'ᵀ C x'
//! ```
//!
//! K is symmetric, so that V is its potential. An undamped one is conservative; of one with C the work is integrated.

use super::{EnergyKind, Force};
use crate::element::{BodyId, BodyRef, Ctx, Loads, Planar, Space};
use crate::error::ElementError;
use std::fmt::{self, Debug};
use std::marker::PhantomData;

/// The stiffness, and the damping, of coordinates of a body of one's own.
///
/// A cantilever of two shapes, ξ² and ξ³, with ξ from 0 to 1 along it: EI = 3, ϱA = 2, length 1.
///
/// ```
/// use chetaev::analysis::Linearization;
/// use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
/// use chetaev::element::PlanarFrame;
/// use chetaev::error::ElementError;
/// use chetaev::force::Elastic;
/// use chetaev::nalgebra::Vector2;
/// use chetaev::prelude::*;
///
/// #[derive(Debug)]
/// struct Beam;
///
/// impl Body for Beam {
///     type Space = Planar;
///
///     fn shape(&self) -> BodyShape {
///         let shapes = [("a", "a'"), ("b", "b'")].map(|(x, rate)| Coordinate::new(x, rate, Quantity::Length));
///         BodyShape::new(shapes, FrameMap::General, 0.0).constant_mass().without_inertia_forces()
///     }
///
///     fn placement(&self, q: &mut [f64], v: &mut [f64]) {
///         q.fill(0.0);
///         v.fill(0.0);
///     }
///
///     // The frame is that of its tip.
///     fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
///         let (tip, tilt) = (Vector2::new(1.0, q[0] + q[1]), 2.0 * q[0] + 3.0 * q[1]);
///         out.frame(PlanarFrame::new(tip, tilt, Vector2::new(0.0, v[0] + v[1]), 2.0 * v[0] + 3.0 * v[1]));
///         out.column(0, [0.0, 1.0, 2.0]);
///         out.column(1, [0.0, 1.0, 3.0]);
///         out.bias([0.0; 3]);
///         Ok(())
///     }
///
///     fn mass(&self, _q: &[f64], out: &mut [f64]) {
///         out.copy_from_slice(&[2.0 / 5.0, 2.0 / 6.0, 2.0 / 6.0, 2.0 / 7.0]);
///     }
///
///     fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
///         out.fill(0.0);
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let beam = builder.body("beam", Beam);
/// builder.force("elastic", Elastic::new(beam, [0, 1], [[3.0 * 4.0, 3.0 * 6.0], [3.0 * 6.0, 3.0 * 12.0]]));
/// let model = builder.build()?;
/// let modes = Linearization::about(&model, &model.placed())?.modes()?;
/// // ω² = (612 − √359424) EI/(ϱA l⁴): 3.533² for what is 3.516² of the beam with all its shapes.
/// let least = modes.iter().map(|mode| mode.angular_frequency()).fold(f64::INFINITY, f64::min);
/// assert!((least - ((612.0 - 359424_f64.sqrt()) * 3.0 / 2.0).sqrt()).abs() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound = "", remote = "Self"))]
pub struct Elastic<S: Space = Planar> {
    body: BodyRef,
    coordinates: Vec<usize>,
    /// Rows of K, one after another, and of C.
    stiffness: Vec<f64>,
    damping: Vec<f64>,
    /// x₀.
    rest: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(skip))]
    space: PhantomData<S>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!([S: Space] [] [] Elastic<S>, it => {
    let n = it.coordinates.len();
    let sizes = [&it.stiffness, &it.damping].iter().all(|matrix| matrix.len() == n * n) && it.rest.len() == n;
    require(sizes, || "its matrices have other sizes than its coordinates".to_owned())
        .and(require(is_symmetric(&it.stiffness, n), || "its stiffness is not symmetric".to_owned()))
});

impl<S: Space> Elastic<S> {
    /// The stiffness K of these coordinates of a body, by their place in [`BodyShape::coordinates`](crate::body::BodyShape::coordinates).
    ///
    /// # Panics
    /// If K is not symmetric: it would have no potential.
    #[track_caller]
    pub fn new<const N: usize>(body: BodyId<S>, coordinates: [usize; N], stiffness: [[f64; N]; N]) -> Self {
        let stiffness = stiffness.concat();
        assert!(
            is_symmetric(&stiffness, N),
            "the stiffness of an `Elastic` is not symmetric, {stiffness:?}: it would have no potential"
        );
        let (body, coordinates) = (body.into(), coordinates.to_vec());
        Self { body, coordinates, stiffness, damping: vec![0.0; N * N], rest: vec![0.0; N], space: PhantomData }
    }

    /// Damping that is proportional to the stiffness, C = τ K, with a time τ (s).
    pub fn damped(mut self, time: f64) -> Self {
        self.damping.iter_mut().zip(&self.stiffness).for_each(|(c, k)| *c = time * k);
        self
    }

    /// The coordinates without elastic forces, x₀; zero unless it is said.
    ///
    /// # Panics
    /// If there are not as many as coordinates.
    #[track_caller]
    pub fn rest(self, rest: impl IntoIterator<Item = f64>) -> Self {
        let rest: Vec<f64> = rest.into_iter().collect();
        let (given, n) = (rest.len(), self.coordinates.len());
        assert!(given == n, "the rest of an `Elastic` is one number for each of its {n} coordinates, not {given}");
        Self { rest, ..self }
    }

    fn force(&self, i: usize, at: &Ctx<'_, S>) -> f64 {
        let n = self.coordinates.len();
        let of = |j: usize| {
            let [x, rate] = at.coordinate(j);
            self.stiffness[i * n + j] * (x - self.rest[j]) + self.damping[i * n + j] * rate
        };
        -(0..n).map(of).sum::<f64>()
    }
}

fn is_symmetric(matrix: &[f64], n: usize) -> bool {
    (0..n * n).all(|k| matrix[k] == matrix[k % n * n + k / n])
}

impl<S: Space> Force for Elastic<S> {
    type Space = S;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.body]
    }

    fn coordinates(&self) -> Vec<(BodyRef, usize)> {
        self.coordinates.iter().map(|&k| (self.body, k)).collect()
    }

    fn energy_kind(&self) -> EnergyKind {
        let damped = self.damping.iter().any(|c| *c != 0.0);
        if damped { EnergyKind::Working } else { EnergyKind::Conservative }
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Loads<'_, S>) -> Result<(), ElementError> {
        (0..self.coordinates.len()).for_each(|i| out.on_coordinate(i, self.force(i, &at)));
        Ok(())
    }

    fn potential(&self, at: Ctx<'_, S>) -> Result<f64, ElementError> {
        let n = self.coordinates.len();
        let away: Vec<f64> = (0..n).map(|i| at.coordinate(i)[0] - self.rest[i]).collect();
        Ok(0.5 * (0..n * n).map(|k| away[k / n] * self.stiffness[k] * away[k % n]).sum::<f64>())
    }
}

/// A force on one coordinate of a body, as a function of time, the coordinate and its rate: what drives a shape from within.
///
/// ```
/// use chetaev::force::OnCoordinate;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let ball = builder.body("ball", Particle::new(2.0));
/// // Its second coordinate is y.
/// builder.force("lift", OnCoordinate::new(ball, 1, |t, [_y, rate]| 6.0 * t - 0.0 * rate));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// assert!((run.last().ok_or("no sample")?.body(ball).origin.y - 0.5).abs() < 1e-12);
/// assert!(run.energy_error() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct OnCoordinate<F, S: Space = Planar> {
    body: BodyRef,
    coordinate: usize,
    law: F,
    space: PhantomData<S>,
}

impl<F: Fn(f64, [f64; 2]) -> f64 + Send + Sync, S: Space> OnCoordinate<F, S> {
    /// `law`(t, [x, x']) on a coordinate of a body, by its place in [`BodyShape::coordinates`](crate::body::BodyShape::coordinates).
    pub fn new(body: BodyId<S>, coordinate: usize, law: F) -> Self {
        Self { body: body.into(), coordinate, law, space: PhantomData }
    }
}

impl<F, S: Space> Debug for OnCoordinate<F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnCoordinate").field("coordinate", &self.coordinate).finish_non_exhaustive()
    }
}

impl<F: Fn(f64, [f64; 2]) -> f64 + Send + Sync, S: Space> Force for OnCoordinate<F, S> {
    type Space = S;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.body]
    }

    fn coordinates(&self) -> Vec<(BodyRef, usize)> {
        vec![(self.body, self.coordinate)]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Loads<'_, S>) -> Result<(), ElementError> {
        out.on_coordinate(0, (self.law)(at.t, at.coordinate(0)));
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_, S>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
