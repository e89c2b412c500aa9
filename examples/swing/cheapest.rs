//! Sequential quadratic programming, with the derivatives of runs.
//!
//! With c what is missed at the end, A its derivatives by the knots and W the weights of the rule of trapezoids, f = ½ ∫ u² dt = ½ uᵀWu, a step p is
//!
//! ```text
//! (2)  p = −H (W u − A ν),   (AᵀHA) ν = AᵀHW u − c         so that c + Aᵀp = 0;  H ≈ (∇²(f − ν·c))⁻¹ of Broyden, Fletcher, Goldfarb and Shanno, W⁻¹ at first
//! (3)  f + ρ Σ |c|  falls                                 p is halved until it does
//! (4)  W u = A ν                                          where no change of u that keeps the end is cheaper
//! ```
//!
//! No matrix of N columns is ever factorized, and H begins as the inverse of f's own curvature: the number of steps does not grow with N.

use super::{ends, integral, weights};
use chetaev::nalgebra::{DMatrix, DVector};
use chetaev::prelude::*;

/// (2) is solved so many times at most.
const MOST: usize = 200;
/// No step of it goes farther: √∫p² dt (N √s).
const FARTHEST: f64 = 5.0;
/// Where so short a part of a step is too long, H is at fault.
const SHORTEST: f64 = 1e-6;
/// By how much the end may be missed, and what may be left of (4), of u.
const MISSED: f64 = 1e-9;
const LEFT: f64 = 1e-6;

/// H after a step s along which the slopes of f − ν·c have changed by y; damped by Powell's rule, so that it stays positive.
fn bend(inverse: &mut DMatrix<f64>, s: &DVector<f64>, y: &DVector<f64>) {
    let along = &*inverse * y;
    let own = y.dot(&along);
    let theta = if s.dot(y) < 0.2 * own { 0.8 * own / (own - s.dot(y)) } else { 1.0 };
    let s = s * theta + &along * (1.0 - theta);
    let part = 1.0 / s.dot(y);
    inverse.ger(-part, &s, &along, 1.0);
    inverse.ger(-part, &along, &s, 1.0);
    inverse.ger(part + part * part * own, &s, &s, 1.0);
}

/// (2) and (3), until (4). The family that was found, and how many steps that took.
pub fn cheapest(begin: Family, plan: impl for<'m> Fn(&'m Model) -> Simulation<'m>) -> Result<(Family, usize), Report> {
    let mut family = begin;
    let weights = weights(family.values().len());
    let apart = weights.map(|weight| 1.0 / weight);
    let (mut inverse, mut fresh) = (DMatrix::from_diagonal(&apart), true);
    let (mut u, mut penalty) = (DVector::from_column_slice(family.values()), 0.0_f64);
    let (mut off, mut by, _) = ends(&family, plan(family.model()), true)?;
    for step in 0..MOST {
        let (slope, bent) = (u.component_mul(&weights), &inverse * &by);
        let ends_by = (by.transpose() * &bent).cholesky().ok_or("the end does not depend on the force")?;
        let nu = ends_by.solve(&(bent.transpose() * &slope - &off));
        let left = &slope - &by * &nu;
        let p = -(&inverse * &left);
        if off.amax() < MISSED && left.component_mul(&apart).dot(&left).sqrt() < LEFT * integral(&u, &u).sqrt() {
            return Ok((family, step));
        }
        // (3), with a tenth of what (2) promises.
        penalty = (1.5 * nu.amax()).max(0.5 * (penalty + 1.5 * nu.amax()));
        let merit = |u: &DVector<f64>, off: &DVector<f64>| 0.5 * integral(u, u) + penalty * off.lp_norm(1);
        let (before, promised) = (merit(&u, &off), slope.dot(&p) - penalty * off.lp_norm(1));
        // Where the end bends away from its derivatives, as much as that is taken back by the least change (Maratos).
        let least = DMatrix::from_diagonal(&apart) * &by;
        let ends_by = (by.transpose() * &least).cholesky().ok_or("the end does not depend on the force")?;
        let back = |missed: &DVector<f64>| -(&least * ends_by.solve(missed));
        let mut part = (FARTHEST / integral(&p, &p).sqrt()).min(1.0);
        let next = loop {
            let next = &u + &p * part;
            let member = family.at(next.as_slice())?;
            let (missed, _, _) = ends(&member, plan(member.model()), false)?;
            let next = &next + back(&(missed - &off * (1.0 - part)));
            let member = family.at(next.as_slice())?;
            let (missed, _, _) = ends(&member, plan(member.model()), false)?;
            if merit(&next, &missed) <= before + 0.1 * part * promised {
                family = member;
                break Some(next);
            }
            if part < SHORTEST {
                break None;
            }
            part *= 0.5;
        };
        let Some(next) = next else {
            // H is of no use here: it begins anew, once.
            if fresh {
                return Err(format!("after {step} steps none goes on: the end is missed by {:e}", off.amax()).into());
            }
            (inverse, fresh) = (DMatrix::from_diagonal(&apart), true);
            continue;
        };
        let (missed, slopes, _) = ends(&family, plan(family.model()), true)?;
        let (moved, turned) = (&next - &u, (next.component_mul(&weights) - &slopes * &nu) - left);
        bend(&mut inverse, &moved, &turned);
        (u, off, by, fresh) = (next, missed, slopes, false);
    }
    Err(format!("no optimum after {MOST} steps: the end is missed by {:e}", off.amax()).into())
}
