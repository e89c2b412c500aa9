//! Constraints whose functions are called at every evaluation, with numbers that carry derivatives: for what cannot be traced.
//!
//! One call for all rows gives what they need. With x the numbers of poses, V the twists, and x', x'' the rates of x while V stays as it is, each number carries
//!
//! ```text
//! φ(t, x):     x (x', x'') along the motion, t (1, 0), and the slopes ∂x/∂V_c of each unit twist:   φ, φ', −γ, and J
//! ψ(t, x, V):  x' along the motion, t 1, and V the slopes 1 of its own:                             ψ, −γ, and J = ∂ψ/∂V
//! ```

use crate::dual::{Dual, Operand};
use crate::errors::words_of;
use chetaev::constraint::{Constraint, ConstraintShape, Level, Poses};
use chetaev::element::{BodyId, BodyRef, Ctx, Rows};
use chetaev::error::ElementError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::marker::PhantomData;
use std::sync::Arc;

/// A function, and which of the numbers it is called with.
#[derive(Debug)]
struct Function {
    call: Py<PyAny>,
    reads: Vec<usize>,
}

/// Rows that are functions of the user's, on bodies of the space S.
#[derive(Debug)]
pub struct Called<S> {
    bodies: Vec<BodyRef>,
    rows: Arc<Vec<Function>>,
    holonomic: bool,
    space: PhantomData<fn() -> S>,
}

impl<S> Clone for Called<S> {
    fn clone(&self) -> Self {
        Self { bodies: self.bodies.clone(), rows: self.rows.clone(), holonomic: self.holonomic, space: PhantomData }
    }
}

const PLANAR: [[&str; 3]; 2] = [["x", "y", "angle"], ["vx", "vy", "spin"]];
const POSE: [&str; 7] = ["x", "y", "z", "qw", "qx", "qy", "qz"];
const TWIST: [&str; 6] = ["vx", "vy", "vz", "wx", "wy", "wz"];

/// Names of the numbers of a body, of its pose and of its twist: those of `Equation`.
fn names<S: Poses>() -> [&'static [&'static str]; 2] {
    if S::SPATIAL { [&POSE, &TWIST] } else { [&PLANAR[0], &PLANAR[1]] }
}

impl<S: Poses> Called<S> {
    pub fn new(py: Python<'_>, bodies: Vec<BodyId<S>>, rows: Vec<Py<PyAny>>, holonomic: bool) -> PyResult<Self> {
        let [pose, twist] = names::<S>();
        let mut known = vec!["t".to_owned()];
        for k in 1..=bodies.len() {
            let end = if bodies.len() > 1 { k.to_string() } else { String::new() };
            known.extend(pose.iter().map(|name| format!("{name}{end}")));
            known.extend(twist.iter().filter(|_| !holonomic).map(|name| format!("{name}{end}")));
        }
        let parameters = py.import("chetaev._trace")?.getattr("parameters")?;
        let function = |call: Py<PyAny>| {
            if !call.bind(py).is_callable() {
                return Err(PyTypeError::new_err("with derivatives=\"dual\" each row is a function"));
            }
            let read = |name: String| {
                known.iter().position(|it| *it == name).ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "the function has an argument `{name}`; there are {}",
                        known.join(", ")
                    ))
                })
            };
            let reads =
                parameters.call1((&call,))?.extract::<Vec<String>>()?.into_iter().map(read).collect::<PyResult<_>>()?;
            Ok(Function { call, reads })
        };
        let rows = Arc::new(rows.into_iter().map(function).collect::<PyResult<Vec<_>>>()?);
        Ok(Self { bodies: bodies.into_iter().map(Into::into).collect(), rows, holonomic, space: PhantomData })
    }

    /// All numbers that a function may be called with.
    fn numbers(&self, at: Ctx<'_, S>) -> Vec<Dual> {
        let width = S::REST.as_ref().len();
        let none = vec![0.0; width * self.bodies.len()];
        let mut all = vec![Dual { value: at.t, along: [1.0, 0.0], slopes: none.clone() }];
        let [pose, _] = names::<S>();
        for k in 0..self.bodies.len() {
            let motion = S::numbers(at.body(k));
            let [rate, second] = motion.rates();
            let first = all.len();
            for i in 0..pose.len() {
                let along = [rate[i], if self.holonomic { second[i] } else { 0.0 }];
                all.push(Dual { value: motion.x[i], along, slopes: none.clone() });
            }
            for c in 0..width {
                let place = k * width + c;
                if self.holonomic {
                    let mut unit = S::REST;
                    unit.as_mut()[c] = 1.0;
                    let slope = S::rates(&motion.x, unit.as_ref());
                    for i in 0..pose.len() {
                        all[first + i].slopes[place] = slope[i];
                    }
                } else {
                    let mut slopes = none.clone();
                    slopes[place] = 1.0;
                    all.push(Dual { value: motion.twist.as_ref()[c], along: [0.0; 2], slopes });
                }
            }
        }
        all
    }
}

impl<S: Poses> Constraint for Called<S> {
    type Space = S;

    fn shape(&self) -> ConstraintShape {
        let level = if self.holonomic { Level::Position } else { Level::Velocity };
        // Of velocities, as those of `Auto`: nothing tells whether they do work.
        let works = !self.holonomic || self.rows.iter().any(|row| row.reads.contains(&0));
        ConstraintShape::new(level, self.rows.len(), self.bodies.iter().copied()).working(works)
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Rows<'_, S>) -> Result<(), ElementError> {
        let (all, width) = (self.numbers(at), S::REST.as_ref().len());
        let found = Python::attach(|py| {
            let call = |row: &Function| -> PyResult<Dual> {
                let given = PyTuple::new(py, row.reads.iter().map(|k| all[*k].clone()))?;
                Ok(row.call.bind(py).call1(given)?.extract::<Operand>()?.dual(all[0].slopes.len()))
            };
            self.rows
                .iter()
                .map(call)
                .collect::<PyResult<Vec<_>>>()
                .map_err(|error| ElementError::Refused(words_of(py, &error)))
        })?;
        for (i, row) in found.into_iter().enumerate() {
            let [rate, second] = row.along;
            if self.holonomic {
                out.position(i, row.value, rate, -second);
            } else {
                out.velocity(i, row.value, -rate);
            }
            for k in 0..self.bodies.len() {
                let mut slopes = S::REST;
                slopes.as_mut().copy_from_slice(&row.slopes[k * width..(k + 1) * width]);
                out.jacobian(i, k, slopes);
            }
        }
        Ok(())
    }
}
