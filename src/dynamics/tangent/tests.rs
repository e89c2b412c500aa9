//! (T3) against differences of whole evaluations.

use super::Tangent;
use crate::dynamics::{Baumgarte, Query, Signs, State, StateRef, Ways, Workspace};
use crate::prelude::*;
use nalgebra::{Complex, DMatrix, DVector};

/// Accelerations at a state near one, with its modes, signs and memory.
fn rates(model: &Model, ws: &mut Workspace, state: &State, [q, v]: [&[f64]; 2], gains: Baumgarte) -> Vec<f64> {
    let at = StateRef { q, v, ..StateRef::of(state) };
    let query = Query::new(at, &state.modes, Signs::Held(&state.signs)).with_gains(gains).with_ways(Ways::OfSlip);
    ws.evaluate(model, &query).unwrap();
    ws.acceleration.clone()
}

/// F over displacements and velocities: by central differences of order 6 of whole evaluations.
fn by_differences(model: &Model, state: &State, gains: Baumgarte) -> DMatrix<f64> {
    let n = model.velocities();
    let mut ws = model.workspace();
    let kinematics = &model.inner.layout.kinematics;
    let mut f = DMatrix::zeros(n, 2 * n);
    for column in 0..2 * n {
        let mut at = |by: f64| {
            let (mut q, mut v) = (state.q.clone(), state.v.clone());
            let mut unit = vec![0.0; n];
            unit[column % n] = 1.0;
            if column < n {
                kinematics.advance(&mut q, &unit, by);
            } else {
                v[column - n] += by;
            }
            DVector::from_vec(rates(model, &mut ws, state, [&q, &v], gains))
        };
        let h = 1e-3;
        let sum = [(1.0, 0.75), (2.0, -0.15), (3.0, 1.0 / 60.0)];
        let slope = sum.into_iter().fold(DVector::zeros(n), |sum, (k, w)| sum + (at(k * h) - at(-k * h)) * (w / h));
        f.set_column(column, &slope);
    }
    f
}

/// The largest of what (T3) leaves of (s − F) x = r, beside the largest of r, for a real s and a complex one.
fn off(model: &Model, state: &State, gains: Baumgarte) -> f64 {
    let (n, coordinates) = (model.velocities(), model.coordinates());
    let f = by_differences(model, state, gains);
    let query = Query::new(StateRef::of(state), &state.modes, Signs::Held(&state.signs)).with_gains(gains);
    let mut tangent = Tangent::of(model).unwrap();
    tangent.linearize(model, &query, &[]).unwrap();
    let (real, pair) = (40.0, [30.0, 35.0]);
    assert!(tangent.shift(real, pair));
    let kinematics = &model.inner.layout.kinematics;
    let turned = |x: &[f64]| {
        let mut out = vec![0.0; n];
        kinematics.speeds(&state.q, &x[..coordinates], &mut out);
        out
    };
    let some = |k: f64| (0..2 * n).map(|i| (k * (i as f64 + 1.0)).sin()).collect::<Vec<f64>>();
    let full = |r: &[f64]| {
        let mut out = vec![0.0; coordinates];
        kinematics.rates(&state.q, &r[..n], &mut out);
        [&out[..], &r[n..]].concat()
    };
    let (r, s) = (some(1.3), some(2.1));
    let mut worst = 0.0_f64;
    let mut compare = |shift: Complex<f64>, [xr, xi]: [&[f64]; 2], [r, i]: [&[f64]; 2]| {
        let x = |k: usize| Complex::new(xr[k], xi[k]);
        let q: Vec<Complex<f64>> = turned(xr).into_iter().zip(turned(xi)).map(|(a, b)| Complex::new(a, b)).collect();
        for k in 0..n {
            worst = worst.max((shift * q[k] - x(coordinates + k) - Complex::new(r[k], i[k])).norm());
            let row = (0..n).map(|j| q[j] * f[(k, j)] + x(coordinates + j) * f[(k, n + j)]).sum::<Complex<f64>>();
            let left = shift * x(coordinates + k) - row - Complex::new(r[n + k], i[n + k]);
            worst = worst.max(left.norm() / (1.0 + row.norm()));
        }
    };
    let mut x = full(&r);
    tangent.solve(model, &mut x);
    let none = vec![0.0; 2 * n];
    compare(real.into(), [&x, &full(&none)], [&r, &none]);
    let (mut re, mut im) = (full(&r), full(&s));
    tangent.solve_pair(model, &mut re, &mut im);
    compare(Complex::new(pair[0], pair[1]), [&re, &im], [&r, &s]);
    worst
}

#[test]
fn oracle_pins_springs_and_inertia_in_the_plane() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let a = builder.body("a", RigidBody::rod(1.0, 1.0).at(0.4, -0.3, 0.3).moving(0.0, 0.0, 1.5));
    let b = builder.body("b", RigidBody::rod(1.0, 1.0).at(1.2, -0.3, 0.8));
    builder.constraint("p", Revolute::new(GROUND.origin(), a.point(-0.5, 0.0)));
    builder.constraint("r", Revolute::new(a.point(0.5, 0.0), b.point(-0.5, 0.0)));
    builder.force("s", SpringDamper::between(GROUND.point(2.0, 0.5), b.point(0.5, 0.0), 1e4).damping(10.0).rest(0.3));
    let model = builder.build().unwrap();
    let state: State = model.start().project().unwrap().into();
    for gains in [Baumgarte::OFF, Baumgarte::new(3.0, 20.0, 2.0)] {
        let off = off(&model, &state, gains);
        println!("{off:e}");
        assert!(off < 1e-6, "{off:e}");
    }
}
