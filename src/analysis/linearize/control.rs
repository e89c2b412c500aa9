//! What a linearization is to a controller: inputs that push it, outputs that are read of it.
//!
//! ```text
//! (1)  z' = A z + B u,   y − y₀ = C z + D u        u: inputs less their values at x₀;  y: any numbers that a snapshot tells
//! ```
//!
//! B has the columns (0, Vᵀ ∂f/∂u, ∂c'/∂u); the rows of C are derivatives of the outputs along the chart, and D is what an output takes directly from an input, as a reaction does.
//!
//! The coordinates z belong to the chart. With as many independent outputs as there are coordinates, s = y − y₀ = C z is a state in coordinates of one's own choice:
//!
//! ```text
//! (2)  s' = C A C⁻¹ s + C B u        (D = 0)
//! ```
//!
//! A controller by the clock holds u over an interval T. From one instant to the next, exactly:
//!
//! ```text
//! (3)  z⁺ = Φ z + Γ u,     [Φ Γ; 0 1] = exp([A B; 0 0] T)
//! ```

use super::best::best;
use super::small::STEPS;
use super::{LinearError, Linearization, NEAR, slopes};
use crate::analysis::corner::corner;
use crate::analysis::equilibrium::balanced;
use crate::element::VariableId;
use crate::error::EvalError;
use crate::simulate::Snapshot;
#[cfg(feature = "files")]
use crate::store::Arrays;
use nalgebra::{DMatrix, DVector};

/// A linear system with inputs and outputs: z' = A z + B u, y = C z + D u, all counted from the state of the linearization.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinearSystem {
    /// How the state changes by itself.
    pub a: DMatrix<f64>,
    /// How inputs push it.
    pub b: DMatrix<f64>,
    /// How outputs show it.
    pub c: DMatrix<f64>,
    /// What outputs take directly from inputs.
    pub d: DMatrix<f64>,
    /// The outputs at the state of the linearization.
    pub outputs: Vec<f64>,
    error: f64,
}

impl Linearization<'_> {
    /// The system with these inputs of the model, and with outputs that are read from a snapshot.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::math::Signal;
    /// use chetaev::prelude::*;
    /// // A cart of 2 kg that a motor pushes: x'' = u/2.
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(2.0));
    /// let guide = GROUND.axis([0.0, 0.0], 0.0);
    /// builder.constraint("guide", Slot::new(guide, cart.origin()));
    /// let push = builder.input("push", 0.0);
    /// builder.force("motor", AppliedAlong::signal(Travel::along(guide, cart.origin()), Signal::input(push)));
    /// let model = builder.build()?;
    /// let system = Linearization::about(&model, &model.placed())?
    ///     .system(&[push], &[&|at| at.body(cart).origin.x, &|at| at.body(cart).velocity.x])?
    ///     .in_outputs()?;
    /// let near = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
    /// assert!(near(system.a[(0, 1)], 1.0) && near(system.a[(1, 1)], 0.0) && near(system.b[1], 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn system(
        &mut self,
        inputs: &[VariableId],
        outputs: &[&dyn Fn(&Snapshot<'_>) -> f64],
    ) -> Result<LinearSystem, LinearError> {
        let size = self.chart.dimension();
        // As small as the mechanism.
        let place = (self.small.step / STEPS[STEPS.len() - 1]).min(1.0);
        let mut error = self.small.error();
        let chart = &mut self.chart;
        let (model, base) = (chart.model, chart.base.clone());
        let read = |state: &crate::dynamics::State| {
            let at = Snapshot::as_it_stands(model, state);
            let values: Vec<f64> = outputs.iter().map(|output| output(&at)).collect();
            match values.iter().position(|value| !value.is_finite()) {
                Some(index) => {
                    let (name, what) = (index.to_string(), "the number that it reads".into());
                    Err(EvalError::NotFinite { kind: "output", name, what, t: state.t })
                }
                None => Ok(values),
            }
        };
        let (n, p, f) = (model.velocities(), chart.positions.ncols(), chart.velocities.ncols());
        let mut b = DMatrix::zeros(size, inputs.len());
        let mut d = DMatrix::zeros(outputs.len(), inputs.len());
        for (column, &input) in inputs.iter().enumerate() {
            let mut state = base.clone();
            let value = base.variable(input);
            let (slope, errors) = best(value.abs().max(1.0), |x| {
                state.set_variable(input, value + x);
                Ok::<_, EvalError>([slopes(chart, &state)?, read(&state)?].concat())
            })?;
            error = errors.into_iter().fold(error, f64::max);
            // An input may stand on a corner of its own, as that of a valve that is about to open.
            if model.has_kinks() {
                let (reach, none) = (NEAR * value.abs().max(1.0), balanced(model, &mut chart.ws, &base));
                let along = |x: f64| {
                    state.set_variable(input, value + x);
                    let f = slopes(chart, &state)?;
                    Ok((state.clone(), f))
                };
                if let Some(corner) = corner(model, reach, [0.0, none], along)? {
                    return Err(LinearError::at(corner));
                }
            }
            let (accelerations, rest) = slope.split_at(n);
            let (rates, direct) = rest.split_at(size - p - f);
            let pushed = chart.velocities.tr_mul(&DVector::from_column_slice(accelerations));
            b.view_mut((p, column), (f, 1)).copy_from(&pushed);
            b.view_mut((p + f, column), (rates.len(), 1)).copy_from_slice(rates);
            d.column_mut(column).copy_from_slice(direct);
        }
        let mut c = DMatrix::zeros(outputs.len(), size);
        for direction in 0..size {
            let mut z = vec![0.0; size];
            let (slope, errors) = best(place, |x| {
                z[direction] = x;
                read(&chart.state(&z)?)
            })?;
            error = errors.into_iter().fold(error, f64::max);
            c.column_mut(direction).copy_from_slice(&slope);
        }
        Ok(LinearSystem { a: self.small.matrix.clone(), b, c, d, outputs: read(&base)?, error })
    }
}

impl LinearSystem {
    /// Largest difference in the entries of A, B, C and D between formulas of order 8 and 6, or between steps where none of these is short enough: what they are accurate to, or better. Each entry of B, C and D is
    /// differenced over the step that tells it best. After [`in_outputs`](Self::in_outputs) it is the most that can have become of it.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::math::Formula;
    /// use chetaev::prelude::*;
    /// // A valve that saturates beyond ± 1e-4.
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(1.0));
    /// let guide = GROUND.axis([0.0, 0.0], 0.0);
    /// builder.constraint("guide", Slot::new(guide, cart.origin()));
    /// let opened = builder.input("opened", 0.0);
    /// let law = Formula::parse("tanh(1e4*u)", ["u"])?.given("u", Signal::input(opened));
    /// builder.force("valve", AppliedAlong::signal(Travel::along(guide, cart.origin()), Signal::formula(law)?));
    /// let model = builder.build()?;
    /// let system = Linearization::about(&model, &model.placed())?.system(&[opened], &[])?;
    /// assert!((system.b[1] - 1e4).abs() < 1e-6 && system.error() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn error(&self) -> f64 {
        self.error
    }

    /// Φ and Γ of (3), `z⁺ = Φ z + Γ u`, exact: one interval (s) in which the inputs are held, as [`Event::every`](crate::simulate::Event::every) does.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::prelude::*;
    /// // A mass of 2 kg under a force that is held for half a second: x = u t²/(2 m), v = u t/m.
    /// let mut builder = ModelBuilder::new();
    /// let mass = builder.body("mass", Particle::new(2.0));
    /// let way = GROUND.axis([0.0, 0.0], 0.0);
    /// builder.constraint("guide", Slot::new(way, mass.origin()));
    /// let force = builder.input("force", 0.0);
    /// builder.force("push", AppliedAlong::signal(Travel::along(way, mass.origin()), Signal::input(force)));
    /// let model = builder.build()?;
    /// let system = Linearization::about(&model, &model.placed())?
    ///     .system(&[force], &[&|at| at.body(mass).origin.x, &|at| at.body(mass).velocity.x])?
    ///     .in_outputs()?;
    /// let [phi, gamma] = system.held(0.5);
    /// assert!((phi[(0, 1)] - 0.5).abs() < 1e-12 && (gamma[0] - 0.0625).abs() < 1e-12 && (gamma[1] - 0.25).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn held(&self, interval: f64) -> [DMatrix<f64>; 2] {
        let (n, inputs) = self.b.shape();
        let mut whole = DMatrix::zeros(n + inputs, n + inputs);
        whole.view_mut((0, 0), (n, n)).copy_from(&self.a);
        whole.view_mut((0, n), (n, inputs)).copy_from(&self.b);
        let over = (whole * interval).exp();
        [over.view((0, 0), (n, n)).into_owned(), over.view((0, n), (n, inputs)).into_owned()]
    }

    /// The system as arrays of an `.npz` file, `a`, `b`, `c`, `d`, `outputs`, for a program that designs controllers: `control.ss(f["a"], f["b"], f["c"], f["d"])`.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let mass = builder.body("mass", Particle::new(2.0));
    /// let way = GROUND.axis([0.0, 0.0], 0.0);
    /// builder.constraint("guide", Slot::new(way, mass.origin()));
    /// let model = builder.build()?;
    /// let system = Linearization::about(&model, &model.placed())?.system(&[], &[&|at| at.body(mass).velocity.x])?;
    /// let archive = system.arrays();
    /// // archive.write("system.npz")?
    /// let bytes = archive.to_bytes()?;
    /// let holds = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    /// assert!(holds(b"a.npy") && holds(b"outputs.npy") && holds(b"(2, 2,)") && holds(b"(2, 0,)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "files")]
    pub fn arrays(&self) -> Arrays {
        let Self { a, b, c, d, outputs, .. } = self;
        [("a", a), ("b", b), ("c", c), ("d", d)]
            .into_iter()
            .fold(Arrays::new(), |arrays, (name, matrix)| {
                // By rows.
                arrays.numbers(name, &[matrix.nrows(), matrix.ncols()], matrix.transpose().as_slice())
            })
            .numbers("outputs", &[outputs.len()], outputs)
    }

    /// This system in its outputs as coordinates, if these are as many as the state has and independent of one another: then C is the unit matrix.
    pub fn in_outputs(&self) -> Result<Self, LinearError> {
        let Self { a, b, c, d, outputs, error } = self;
        let (got, needs) = (c.nrows(), c.ncols());
        let direct = d.amax();
        let inverse = (got == needs && direct == 0.0).then(|| c.clone().try_inverse()).flatten();
        let inverse = inverse.filter(|inverse| inverse.amax() * c.amax() < MOST_SKEW);
        let Some(inverse) = inverse else { return Err(LinearError::NotCoordinates { got, needs, direct }) };
        // Of δ(C A C⁻¹) and δ(C B), each entry of A, B and C being off by as much.
        let (off, own) = (DMatrix::from_element(needs, needs, *error), c * a * &inverse);
        let into = (&off * (a * &inverse).abs() + (c.abs() + own.abs()) * &off * inverse.abs()).amax();
        let pushed = (&off * b.abs()).amax() + (c.abs() * &off).amax();
        Ok(Self {
            error: error.max(into).max(pushed),
            a: own,
            b: c * b,
            c: DMatrix::identity(got, got),
            d: d.clone(),
            outputs: outputs.clone(),
        })
    }
}

/// Outputs whose matrix and its inverse are larger together depend on each other, as far as can be told.
const MOST_SKEW: f64 = 1e12;
