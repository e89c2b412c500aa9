//! How the rods get up: a force found beforehand, and gains that keep the machine on the way that this force takes it.
//!
//! The force is a cubic spline through knots every 0.1 s, which were found by shooting: random knots were improved by the method of Gauss and Newton until the
//! rods stand at its end. Nothing of that way is stored but the knots: the machine runs along it, and is linearized on it.
//!
//! On that way the outputs s = (x, a, b, rates) change by themselves, s' = F(s, u). F is read from the machine as outputs are, rates being velocities and
//! accelerations, so that with the chart z of the linearization
//!
//! ```text
//! (1)  δs = C z     δs' = C' z + D' u     A = C' C⁻¹     B = D'
//! ```
//!
//! holds at rest and in motion.

use super::regulator::Sampled;
use super::{INTERVAL, MOST, Machine, Outputs};
use crate::support::{Args, simulation};
use chetaev::analysis::Linearization;
use chetaev::math::LookupError;
use chetaev::nalgebra::{DMatrix, RowVector6, Vector6};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::TAU;

/// The force every 0.1 s (N); zero before and after.
#[rustfmt::skip]
const KNOTS: [f64; 29] = [
    -17.39, -3.104, 1.001, 9.892, 6.305, 8.981, 5.349, 11.987, 8.464, -0.34, 0.563, 0.435, -10.533, -8.324, -4.683,
    -2.343, -3.559, 4.722, -6.746, -8.683, -16.252, -7.646, 18.145, 17.038, -6.45, -21.515, -4.632, 5.81, 23.507,
];
const APART: f64 = 0.1;
/// Each linearization serves for so many instants.
const SHARED: usize = 10;
/// Where the rods stand: both have turned once, clockwise.
pub const UPRIGHT: Outputs = [0.0, -TAU, -TAU, 0.0, 0.0, 0.0];

/// The force found beforehand, in the middle of the k-th interval, and for how many intervals it is given.
pub struct Found {
    table: LookupTable,
    pub count: usize,
}

impl Found {
    pub fn new() -> Result<Self, LookupError> {
        let values = [0.0].into_iter().chain(KNOTS).chain([0.0]);
        let knots: Vec<[f64; 2]> = values.enumerate().map(|(k, force)| [k as f64 * APART, force]).collect();
        let count = ((knots.len() - 1) as f64 * APART / INTERVAL).round() as usize;
        Ok(Self { table: LookupTable::clamped(&knots, [0.0, 0.0])?, count })
    }

    pub fn force(&self, k: usize) -> f64 {
        self.table.value((k as f64 + 0.5) * INTERVAL)
    }
}

/// The number of an instant.
pub fn number(t: f64) -> usize {
    (t / INTERVAL).round() as usize
}

/// The linear system about a state, from (1).
pub fn linear(machine: &Machine, state: &State) -> Result<(DMatrix<f64>, DMatrix<f64>), Box<dyn Error>> {
    let number =
        |i: usize| move |at: &Snapshot<'_>| if i < 6 { machine.outputs(at)[i] } else { machine.rates(at)[i - 6] };
    let numbers: Vec<_> = (0..12).map(number).collect();
    let read: Vec<&dyn Fn(&Snapshot<'_>) -> f64> = numbers.iter().map(|read| read as _).collect();
    let system = Linearization::about(&machine.model, state)?.system(&[machine.push], &read)?;
    let inverse = system.c.rows(0, 6).into_owned().try_inverse().ok_or("outputs that are no coordinates")?;
    Ok((system.c.rows(6, 6) * inverse, system.d.rows(6, 6).into_owned()))
}

/// What the controller knows: where the machine should be at each instant, the force there, and what a deviation asks for.
pub struct Plan {
    way: Vec<(Outputs, f64, RowVector6<f64>)>,
    pub hold: RowVector6<f64>,
}

impl Plan {
    /// From the run under the force found beforehand, and the system at the end.
    pub fn new(machine: &Machine, args: &Args, standing: &Sampled) -> Result<Self, Box<dyn Error>> {
        let found = Found::new()?;
        let mut simulation = simulation(&machine.model, args);
        let clock = simulation.watch(Event::every("force", INTERVAL).change_with(|at, state| {
            state.set_variable(machine.push, found.force(number(at.t())));
            Ok(())
        }));
        let run = simulation.output(Output::Ends).run(machine.model.placed(), found.count as f64 * INTERVAL)?;
        let last = standing.for_ever().ok_or("the equation of the regulator has no solution")?;
        let (mut next, mut system, mut way) = (last, *standing, Vec::new());
        let instants: Vec<_> = run.events_of(clock).enumerate().collect();
        for (k, instant) in instants.into_iter().rev() {
            let mut state = instant.state.clone();
            state.set_variable(machine.push, found.force(k));
            if k % SHARED == SHARED / 2 {
                let (a, b) = linear(machine, &state)?;
                system = Sampled::new(&a, &b);
            }
            let (gain, least) = system.gain(&next);
            next = least;
            way.push((machine.outputs(&machine.model.read(&state)), found.force(k), gain));
        }
        way.reverse();
        Ok(Self { way, hold: standing.gain(&last).0 })
    }

    /// The force at an instant.
    pub fn force(&self, k: usize, outputs: &Outputs) -> f64 {
        let (wanted, force, gain) = self.way.get(k).copied().unwrap_or((UPRIGHT, 0.0, self.hold));
        let off = Vector6::from(*outputs) - Vector6::from(wanted);
        (force - (gain * off)[0]).clamp(-MOST, MOST)
    }
}
