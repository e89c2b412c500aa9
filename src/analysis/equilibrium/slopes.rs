//! How an equilibrium moves with the parameters of a family.
//!
//! With p the equilibrium is where r(p, a) = Vᵀ f(c_p(a), v = 0) = 0. V and the chart c are those of the equilibrium at hand, q₀, and c_p(a) is c(a) put onto the constraints of the
//! member p, which may have moved. By the theorem of implicit functions
//!
//! ```text
//! (4)  dq/dp = ∂c_p/∂p + P da/dp,     R da/dp = −∂r/∂p,     R as in (2)
//! ```
//!
//! That V turns with p makes no difference: f is zero at the equilibrium. Where R is singular and ∂r/∂p has a part in what it does not reach, the equilibrium is at a fold or does not exist beyond, and there is no derivative.
//!
//! The derivative of anything that can be read is that along any way through the members which begins like (4),
//!
//! ```text
//! (5)  dg/dp = d/dx g(p + x, c_{p+x}(x dq/dp))
//! ```
//!
//! by differences over x that take no search. Central differences do not see a corner at x = 0, but what lies to both sides of it does. Eigenvalues are read like that too, and with them their eigenvectors, the largest part of each being held: each from the nearest one, if no other is so near that it could be mistaken for it.

use super::balanced::balanced;
use super::error::EquilibriumError;
use super::search::{acceleration, displaced, residual_and_slope};
use super::{Equilibrium, Rest, equilibrium, held};
use crate::analysis::corner::corner_of_chart;
use crate::analysis::difference::{better, derivative};
use crate::analysis::linearize::{LinearError, Linearization, ModeShape};
use crate::analysis::manifold::{Chart, Sticks, difference, project};
use crate::dynamics::{Mode, State, Tangent};
use crate::linear::svd::Svd;
use crate::math::max_abs;
use crate::model::Model;
use crate::simulate::{Family, Snapshot};
use nalgebra::{Complex, DVector};

/// Parts of a parameter's size over which differences are tried; the best is taken.
const STEPS: [f64; 4] = [3e-2, 8e-3, 2e-3, 5e-4];
/// A singular value of R below this part of the largest leads nowhere, and a part of ∂r/∂p there, relative to all of it, is none.
const NOWHERE: f64 = 1e-9;
/// At a corner the slopes to both sides differ as much over the last step as over the one before, where they are smooth by the steps' ratio: by more than this part of them, and over a step by more than that part of what is read.
const CORNER: f64 = 1e-4;
const ROUNDING: f64 = 1e-9;
/// Within this displacement (m, rad) a corner of a force is one of R, whose differences are taken over a quarter of it.
const BESIDE: f64 = 2.4e-5;
/// Eigenvalues that are nearer than so many times what one of them moves within a step may be mistaken for each other.
const APART: f64 = 4.0;

/// An equilibrium of a family's model, with its derivatives by the parameters.
///
/// ```
/// # use chetaev::analysis::{EquilibriumSlopes, Rest};
/// # use chetaev::prelude::*;
/// // A mass hangs on a spring: y = −m g/k, ω = √(k/m).
/// let family = Family::new([("m", 2.0), ("k", 50.0)], |p| {
///     let mut builder = ModelBuilder::new();
///     builder.gravity([0.0, -10.0]);
///     let bob = builder.body("bob", Particle::new(p["m"]).at(0.0, -0.1));
///     let line = Travel::along(GROUND.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2), bob.origin());
///     builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2), bob.origin()));
///     builder.force("spring", SpringDamper::along(line, p["k"]));
///     let model = builder.build()?;
///     let start = model.placed();
///     Ok((model, start))
/// })?;
/// let found = EquilibriumSlopes::of(&family, &Rest::Nearest)?;
/// let slopes = found.reading(|at| at.q()[1])?;
/// assert!((slopes[0] + 10.0 / 50.0).abs() < 1e-10 && (slopes[1] - 20.0 / 2500.0).abs() < 1e-10);
/// let omega = &found.eigenvalues()?[0];
/// let by_k = omega.slopes[1].ok_or("not alone")?;
/// assert!((omega.value.im - 5.0).abs() < 1e-9 && (by_k.im - 5.0 / 100.0).abs() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct EquilibriumSlopes {
    /// The equilibrium.
    pub equilibrium: Equilibrium,
    family: Family,
    /// (4), a displacement for each parameter.
    moves: Vec<Vec<f64>>,
}

/// An eigenvalue about an equilibrium, with its derivatives by all parameters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EigenvalueSlopes {
    /// The eigenvalue, 1/s.
    pub value: Complex<f64>,
    /// None where another one is so near that they cannot be told apart over a step of the parameter, as where two meet. Steps are parts of its value, or of the size that [`Family::sized`] gives it: a smaller one tells nearer ones apart.
    pub slopes: Vec<Option<Complex<f64>>>,
}

/// A mode about an equilibrium, with its derivatives by all parameters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModeSlopes {
    /// The mode.
    pub shape: ModeShape,
    /// None where another eigenvalue is so near that they cannot be told apart, as for [`EigenvalueSlopes::slopes`].
    pub slopes: Vec<Option<ShapeSlope>>,
}

/// The derivative of a mode by a parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeSlope {
    /// That of its eigenvalue.
    pub eigenvalue: Complex<f64>,
    /// Those of the amplitudes of all displacements: of the one that is 1 it is zero.
    pub q: Vec<Complex<f64>>,
    /// Those of the amplitudes of all velocities.
    pub v: Vec<Complex<f64>>,
}

/// Numbers of an eigenvalue, and their derivatives by all parameters.
type Followed = (Vec<Complex<f64>>, Vec<Option<Vec<Complex<f64>>>>);

impl EquilibriumSlopes {
    /// The equilibrium near the start of a family, and how it moves.
    ///
    /// # Errors
    /// What a search for the equilibrium can fail with; a state that friction holds where it was put, whose place no parameter moves; a fold; a corner or a jump of a force where it rests, of what depends on
    /// a parameter, or, of eigenvalues and modes, of what acts in motion ([`LinearError::Corner`]).
    pub fn of(family: &Family, rest: &Rest) -> Result<Self, EquilibriumError> {
        let (model, points) = (family.model(), family.model().constraint_count());
        let found = equilibrium(model, family.start(), rest)?;
        let mut free = found.state.clone();
        match rest {
            Rest::Edge(_) => {}
            Rest::Nearest
                if !model.inner.frictions.is_empty() && found.iterations == 0 && held(model, &free)?.is_some() =>
            {
                return Err(EquilibriumError::Held { margin: found.margin.unwrap_or_default() });
            }
            _ => free.modes[points..].fill(Mode::Undecided),
        }
        let mut chart = Chart::new(model, &free, Sticks::Hold)?;
        let none = balanced(model, &mut chart.ws, &free);
        let (_, slope) = residual_and_slope(&mut chart, &mut Tangent::of(model))?;
        let sizes = [max_abs(slope.as_slice()), none];
        let p = chart.positions.ncols();
        let cornered = corner_of_chart(&mut chart, p, BESIDE, sizes, |chart, a| {
            let there = displaced(chart, a)?;
            let r = acceleration(model, &mut chart.ws, &there)?;
            Ok((there, r))
        })?;
        if let Some(corner) = cornered {
            return Err(EquilibriumError::Linear(LinearError::at(corner)));
        }
        let (svd, n) = (Svd::of(slope), model.velocities());
        let mut of =
            Self { equilibrium: found, family: family.clone(), moves: vec![vec![0.0; n]; family.names().len()] };
        for index in 0..of.moves.len() {
            let all = of.smooth(index, |x| {
                let (member, state) = of.along(&free, index, x)?;
                let r = DVector::from_vec(acceleration(&member, &mut member.workspace(), &state)?);
                let r = chart.velocities.tr_mul(&r);
                Ok([&difference(model, &free, &state)[..n], r.as_slice()].concat())
            })?;
            let (carried, r) = all.split_at(n);
            let rounding = none / family.size(index);
            let a = of.answer(&svd, &DVector::from_column_slice(r), index, rounding)?;
            let moved = DVector::from_column_slice(carried) + &chart.positions * a;
            of.moves[index].copy_from_slice(moved.as_slice());
        }
        Ok(of)
    }

    /// da/dp of (4).
    fn answer(
        &self,
        svd: &Svd,
        r: &DVector<f64>,
        index: usize,
        rounding: f64,
    ) -> Result<DVector<f64>, EquilibriumError> {
        let (most, mut led) = (svd.most(), svd.u.tr_mul(r));
        let none = NOWHERE * most;
        led.iter_mut().zip(&svd.values).filter(|(_, value)| **value <= none).for_each(|(part, _)| *part = 0.0);
        // What is less than the accelerations that an equilibrium may have itself is rounding of a parameter that does not matter.
        if (r - &svd.u * led).norm() > NOWHERE * r.norm() + rounding {
            let stiffness = svd.values.iter().copied().fold(most, f64::min);
            return Err(EquilibriumError::Fold { parameter: self.family.names()[index].clone(), stiffness, most });
        }
        Ok(-svd.solve(r, none))
    }

    /// The member at p + x, and `from` on the way of (5) there.
    fn along(&self, from: &State, index: usize, x: f64) -> Result<(Model, State), EquilibriumError> {
        let mut values = self.family.values().to_vec();
        values[index] += x;
        let (member, begun) = self.family.member(&values)?;
        let mut state = from.clone();
        // Inputs are what the family makes of them.
        let inputs = begun.variables.iter().zip(&self.family.start().variables);
        state.variables.iter_mut().zip(inputs).for_each(|(x, (now, was))| *x += now - was);
        member.inner.layout.kinematics.advance(&mut state.q, &self.moves[index], x);
        project(&member, &mut member.workspace(), &mut state)?;
        state.v.fill(0.0);
        Ok((member, state))
    }

    /// The names of the parameters.
    pub fn names(&self) -> &[String] {
        self.family.names()
    }

    /// The displacement of everything for a unit of a parameter, in the manner of velocities: dq/dp as q' goes with v.
    ///
    /// # Panics
    /// If there is no parameter of that number.
    #[track_caller]
    pub fn displacement(&self, parameter: usize) -> &[f64] {
        &self.moves[parameter]
    }

    /// The derivatives of a reading by all parameters: of a place, a reaction, a length.
    pub fn reading(&self, read: impl Fn(&Snapshot<'_>) -> f64) -> Result<Vec<f64>, EquilibriumError> {
        let of = |index: usize| {
            let slope = self.smooth(index, |x| {
                let (member, state) = self.along(&self.equilibrium.state, index, x)?;
                Ok(vec![read(&Snapshot::as_it_stands(&member, &state))])
            })?;
            Ok(slope[0])
        };
        (0..self.moves.len()).map(of).collect()
    }

    /// The eigenvalues about the equilibrium, in the order of [`Linearization::eigenvalues`].
    pub fn eigenvalues(&self) -> Result<Vec<EigenvalueSlopes>, EquilibriumError> {
        let all = self.follow(|about| Ok(about.eigenvalues()?.into_iter().map(|value| vec![value]).collect()))?;
        let of = |(one, slopes): Followed| EigenvalueSlopes {
            value: one[0],
            slopes: slopes.into_iter().map(|slope| slope.map(|slope| slope[0])).collect(),
        };
        Ok(all.into_iter().map(of).collect())
    }

    /// The modes about the equilibrium, in the order of [`Linearization::modes`].
    ///
    /// What is 1 in a shape stays 1: the derivatives of the others are relative to it.
    pub fn modes(&self) -> Result<Vec<ModeSlopes>, EquilibriumError> {
        let n = self.family.model().velocities();
        let shapes = Linearization::about(self.family.model(), &self.equilibrium.state)?.modes()?;
        let all = self.follow(|about| {
            let one = |mode: ModeShape| [vec![mode.eigenvalue], mode.q, mode.v].concat();
            Ok(about.modes()?.into_iter().map(one).collect())
        })?;
        let slope = |all: Vec<Complex<f64>>| {
            let (q, v) = all[1..].split_at(n);
            ShapeSlope { eigenvalue: all[0], q: q.to_vec(), v: v.to_vec() }
        };
        let of = |(shape, (_, slopes)): (ModeShape, Followed)| ModeSlopes {
            shape,
            slopes: slopes.into_iter().map(|all| all.map(slope)).collect(),
        };
        Ok(shapes.into_iter().zip(all).map(of).collect())
    }

    /// Follows numbers of each eigenvalue, of which it is the first itself and the others an eigenvector, whose largest part is held: they and their derivatives, none where another eigenvalue is so
    /// near that they cannot be told apart.
    fn follow(
        &self,
        read: impl Fn(&Linearization<'_>) -> Result<Vec<Vec<Complex<f64>>>, LinearError>,
    ) -> Result<Vec<Followed>, EquilibriumError> {
        let state = &self.equilibrium.state;
        let here = read(&Linearization::about(self.family.model(), state)?)?;
        let displaced = |one: &[Complex<f64>]| one.len().div_ceil(2);
        let most = |one: &[Complex<f64>]| (1..one.len()).max_by(|&i, &k| one[i].norm().total_cmp(&one[k].norm()));
        // Of displacements, unless there are none.
        let held = |one: &Vec<Complex<f64>>| {
            most(&one[..displaced(one)]).filter(|&k| one[k].norm() > 1e-12).or_else(|| most(one))
        };
        let held: Vec<Option<usize>> = here.iter().map(held).collect();
        let gap = |(k, one): (usize, &Vec<Complex<f64>>)| {
            let others = here.iter().enumerate().filter(|(other, _)| *other != k);
            others.map(|(_, other)| (other[0] - one[0]).norm()).fold(f64::INFINITY, f64::min)
        };
        let gaps: Vec<f64> = here.iter().enumerate().map(gap).collect();
        let mut all: Vec<Followed> = here.iter().map(|one| (one.clone(), Vec::new())).collect();
        for index in 0..self.moves.len() {
            let size = self.family.size(index);
            let (slopes, _) = best(size, |x| {
                let (member, state) = self.along(state, index, x)?;
                let there = read(&Linearization::about(&member, &state)?)?;
                let mut flat = Vec::new();
                for (one, held) in here.iter().zip(&held) {
                    let distance = |other: &Vec<Complex<f64>>| (other[0] - one[0]).norm();
                    let near = there.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(one);
                    let unit = held.map_or(Complex::new(1.0, 0.0), |k| near[k] / one[k]);
                    let scaled = near[1..].iter().map(|part| part / unit);
                    flat.extend(std::iter::once(near[0]).chain(scaled).flat_map(|part| [part.re, part.im]));
                }
                Ok::<_, EquilibriumError>(flat)
            })?;
            let mut left = &slopes[..];
            for ((one, its), gap) in all.iter_mut().zip(&gaps) {
                let (own, others) = left.split_at(2 * one.len());
                left = others;
                let slope: Vec<_> = own.chunks_exact(2).map(|part| Complex::new(part[0], part[1])).collect();
                its.push((*gap > APART * 4.0 * STEPS[0] * size * slope[0].norm()).then_some(slope));
            }
        }
        Ok(all)
    }

    /// The derivative by a parameter of what is smooth in it.
    fn smooth(
        &self,
        index: usize,
        mut read: impl FnMut(f64) -> Result<Vec<f64>, EquilibriumError>,
    ) -> Result<Vec<f64>, EquilibriumError> {
        let size = self.family.size(index);
        let (slopes, off) = best(size, &mut read)?;
        let here = read(0.0)?;
        let mut bend = |part: f64| {
            let (ahead, behind) = (read(part * size)?, read(-part * size)?);
            let sides = ahead.iter().zip(&behind).zip(&here).map(|((a, b), c)| (a + b - 2.0 * c).abs());
            Ok::<_, EquilibriumError>(sides.fold(0.0, f64::max) / (part * size))
        };
        let [far, near] = [bend(STEPS[2])?, bend(STEPS[3])?];
        let off = if near > 0.5 * far { off.max(near) } else { off };
        if off > CORNER * max_abs(&slopes) + ROUNDING * max_abs(&here).max(1.0) / (STEPS[3] * size) {
            return Err(EquilibriumError::Corner { parameter: self.family.names()[index].clone(), off });
        }
        Ok(slopes)
    }
}

/// The derivative at zero by the steps that tell it best, and by how much its formulas differ.
fn best<E>(size: f64, mut f: impl FnMut(f64) -> Result<Vec<f64>, E>) -> Result<(Vec<f64>, f64), E> {
    let first = derivative(&mut f, STEPS[0] * size);
    STEPS[1..].iter().fold(first, |best, part| better(best, derivative(&mut f, part * size)))
}
