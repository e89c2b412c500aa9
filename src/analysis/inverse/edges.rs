//! One actuator on one freedom at rest: between which forces friction holds it.
//!
//! The forces u and the loads z are affine in the friction τ of the points that the freedom moves, and every limit g_j = s_j τ_j − μ'_j |z_j| ≤ 0, s_j = ±1, leaves out a convex set. Where u is largest all of them are
//! met: were fewer, u would be constant along some line, and to both sides of the place on that line no limit that is met would be exceeded. So
//!
//! ```text
//! (1)  (I4) with τ_j = s_j μ'_j N_j at every point that the freedom moves
//! (2)  ∂u/∂τ = Gᵀ ν, ν ≥ 0        G_ij = ∂g_i/∂τ_j = s_i δ_ij − μ'_i (z_i/|z_i|)·∂z_i/∂τ_j
//! ```
//!
//! for the largest u, and −∂u/∂τ for the least. The signs are first those of the friction against a motion that begins, s_j = ∓ the sign of D_j A, A what the actuator moves; they are all (2) asks for unless the friction of
//! a point loads others more than it holds by itself. A point with ν_j < 0 gives more with the other sign, and gets it: from edge to edge, while u grows. Where no other point gives more it is largest among its neighbors;
//! that no larger one lies beyond is not proved.
//!
//! It is asked where pins hold the freedom together that are too many for `family.rs`, which proves what it says.

use super::InverseError;
use super::balance::{Balance, Column, Found};
use super::goals::dot;
use crate::dynamics::Mode;
use crate::math::{length, max_abs};
use nalgebra::{DMatrix, DVector};

/// A point moves if its slip is more than this part of its terms.
const MOVES: f64 = 1e-9;
/// Part of the largest ν that is rounding, and most edges that are tried.
const ROUNDING: f64 = 1e-9;
const EDGES: usize = 60;

impl Balance<'_> {
    /// Is it one actuator that moves the one freedom there is?
    pub(super) fn is_single(&self) -> bool {
        self.actuators == 1 && self.prescribed.freedoms == 1 && self.reached() == 1
    }

    /// The range of its force.
    pub(super) fn edges(&self) -> Result<[f64; 2], InverseError> {
        let mut edges = [self.edge(-1.0)?, self.edge(1.0)?];
        edges.sort_by(f64::total_cmp);
        Ok(edges)
    }

    /// The least or the largest force with which it stays at rest.
    fn edge(&self, side: f64) -> Result<f64, InverseError> {
        let mut signs = self.against(side);
        let mut found = self.at_limit(&signs)?;
        for _ in 0..EDGES {
            let Some(gains) = self.gains(side, &signs, &found) else { break };
            let rounding = ROUNDING * max_abs(gains.as_slice());
            let moving = signs.iter_mut().filter(|sign| **sign != 0.0);
            let against: Vec<&mut f64> =
                moving.zip(&gains).filter(|(_, gain)| **gain < -rounding).map(|(sign, _)| sign).collect();
            if against.is_empty() {
                break;
            }
            against.into_iter().for_each(|sign| *sign = -*sign);
            match self.at_limit(&signs) {
                Ok(next) if side * next.forces[0] > side * found.forces[0] => found = next,
                _ => break,
            }
        }
        Ok(found.forces[0])
    }

    /// s of each point at rest, against a motion to this side; none of one that does not move.
    fn against(&self, side: f64) -> Vec<f64> {
        let moved = &self.columns[0].answer.acceleration;
        let sign = |column: &Column| {
            let slip = dot(&column.force, moved);
            let terms: f64 = column.force.iter().zip(moved).map(|(d, a)| (d * a).abs()).sum();
            if slip.abs() > MOVES * terms { -(side * slip).signum() } else { 0.0 }
        };
        self.columns[self.actuators..self.unknowns()].iter().map(sign).collect()
    }

    /// (1)
    fn at_limit(&self, signs: &[f64]) -> Result<Found, InverseError> {
        let mut state = self.state.clone();
        let mut at_limit = vec![false; self.model.inner.frictions.len()];
        for (sign, &point) in signs.iter().zip(&self.resting).filter(|(sign, _)| **sign != 0.0) {
            at_limit[point] = true;
            state.modes[self.model.inner.frictions[point].entry] = Mode::sliding(-sign);
        }
        let forces = vec![self.columns[0].force.clone()];
        Self::under(self.model, state, self.goals.clone(), forces, Vec::new(), at_limit)?.solve()
    }

    /// ν of (2), of the points that move; none if G has no inverse.
    fn gains(&self, side: f64, signs: &[f64], found: &Found) -> Option<DVector<f64>> {
        let moving: Vec<usize> = (0..signs.len()).filter(|&j| signs[j] != 0.0).collect();
        // The one freedom stays at rest: E₀ u + Σ E_j τ_j = e.
        let part = |column: usize| self.parts[(0, column)] * self.columns[column].scale;
        let slope = |j: usize| -part(self.actuators + j) / part(0);
        let of = |point: usize, column: usize| self.load_in(point, &self.columns[column].answer.multipliers);
        let matrix = DMatrix::from_fn(moving.len(), moving.len(), |j, i| {
            let (j, i, point) = (moving[j], moving[i], self.resting[moving[i]]);
            let (z, by_u, by_tau) =
                (self.load_in(point, &found.solution.multipliers), of(point, 0), of(point, self.actuators + j));
            let change = [0, 1, 2].map(|k| by_tau[k] + by_u[k] * slope(j));
            let along = dot(&z, &change) / length(&z).max(f64::MIN_POSITIVE);
            let own = if i == j { signs[i] } else { 0.0 };
            own - self.model.inner.frictions[point].law.holding() * along
        });
        matrix.lu().solve(&DVector::from_fn(moving.len(), |j, _| side * slope(moving[j])))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::Inverse;
    use super::*;
    use crate::prelude::*;

    /// Crank, rod and rocker, or two of them one after the other, on rough pins, in positions of any kind.
    fn linkage(seed: u32, pairs: usize) -> (Model, ConstraintId<Revolute>) {
        let mut draw = f64::from(seed) * 0.618_033_988_749;
        let mut within = |least: f64, most: f64| {
            draw = (draw * 1.3 + 0.377_964_473_009).fract();
            least + (most - least) * (draw * 977.0).fract()
        };
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let mut pins = Vec::new();
        let mut base = 0.0;
        let turn = |builder: &mut ModelBuilder, name: &str, from: [f64; 2], to: [f64; 2], mass: f64| {
            let (along, length) = ([to[0] - from[0], to[1] - from[1]], (to[0] - from[0]).hypot(to[1] - from[1]));
            let middle = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
            let rod = RigidBody::rod(mass, length).at(middle[0], middle[1], along[1].atan2(along[0]));
            (builder.body(name, rod), 0.5 * length)
        };
        let to = [within(-1.0, 1.0), within(0.3, 1.0)];
        let (crank, half) = turn(&mut builder, "crank", [0.0; 2], to, within(0.5, 5.0));
        let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.point(-half, 0.0)));
        pins.push(shaft);
        let (mut last, mut at) = (crank.point(half, 0.0), to);
        for k in 0..pairs {
            base += within(0.6, 1.5);
            let end = [base + within(-0.5, 0.5), within(0.3, 1.2)];
            let (rod, half) = turn(&mut builder, &format!("rod {k}"), at, end, within(0.5, 5.0));
            let (rocker, arm) = turn(&mut builder, &format!("rocker {k}"), [base, 0.0], end, within(0.5, 5.0));
            for (name, a, b) in [
                ("A", last, rod.point(-half, 0.0)),
                ("B", rod.point(half, 0.0), rocker.point(arm, 0.0)),
                ("C", GROUND.point(base, 0.0), rocker.point(-arm, 0.0)),
            ] {
                pins.push(builder.constraint(format!("{name} {k}"), Revolute::new(a, b)));
            }
            (last, at) = (rocker.point(arm, 0.0), end);
        }
        for (k, pin) in pins.into_iter().enumerate() {
            let point = FrictionPoint::in_pin(pin, within(0.02, 0.1));
            builder.friction(format!("rub {k}"), point, Coulomb::new(0.4).holding(0.5));
        }
        (builder.build().unwrap(), shaft)
    }

    /// The cones of `family.rs` prove which range four or seven pins leave. Its ends are the edges; against the slips alone, some would lie within it.
    #[test]
    fn identity_edges_are_the_ends_that_cones_prove() {
        let (mut compared, mut missed, mut turned) = (0, 0, 0);
        for seed in 0..300 {
            let (model, shaft) = linkage(seed, if seed % 10 == 0 { 2 } else { 1 });
            let question = Inverse::of(&model).actuator("motor", shaft).motion(shaft, |t| t * 0.0);
            let placed = model.placed();
            let balance = Balance::of_motions(&model, &placed, &question.actuators.along, &question.motions).unwrap();
            let Ok(family) = balance.family(&question.actuators.limits) else { continue };
            let [least, most] = family.ranges[0];
            // What is told of the same question is within all limits.
            assert!(question.at(&placed).is_ok(), "{seed}: {:?}", question.at(&placed));
            let Ok(edges) = balance.edges() else { continue };
            if !(most - least).is_finite() {
                continue;
            }
            let small = 1e-8 * (most - least);
            assert!(edges[0] >= least - small && edges[1] <= most + small, "{seed}: {edges:?} [{least}, {most}]");
            compared += 1;
            missed += usize::from(edges[0] > least + small || edges[1] < most - small);
            let slips = [-1.0, 1.0].map(|side| balance.at_limit(&balance.against(side)).unwrap().forces[0]);
            let inside = |a: f64, b: f64| (a - b).abs() > 1e-6 * (most - least);
            turned += usize::from(inside(slips[0].min(slips[1]), least) || inside(slips[0].max(slips[1]), most));
        }
        println!("{compared} compared, {missed} missed, {turned} with other signs than those of the slips");
        assert!(compared > 150 && turned > 5 && missed * 100 <= compared, "{compared} {turned} {missed}");
    }
}
