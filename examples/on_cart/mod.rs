//! The machine of `double_pendulum_on_cart`: its numbers, its model, and its equations in the fewest coordinates.
//!
//! x is the place of the cart, a and b are the angles of the lower and the upper rod from the upright, anticlockwise. A force u pushes the cart, a force p
//! the tip of the upper rod, both along x. With A = (m₁/2 + m₂) l, B = m₂ l/2, C = m₂ l²/2, Lagrange's equations of the second kind are
//!
//! ```text
//! (1)  (M + m₁ + m₂) x'' − A cos a a'' − B cos b b'' = u + p − A sin a a'² − B sin b b'²
//!      −A cos a x'' + (m₁/3 + m₂) l² a'' + C cos(a−b) b'' = A g sin a − C sin(a−b) b'² − p l cos a
//!      −B cos b x'' + C cos(a−b) a'' + m₂ l²/3 b'' = B g sin b + C sin(a−b) a'² − p l cos b
//! ```

pub mod regulator;
pub mod swing;

use chetaev::nalgebra::{Matrix3, Vector3};
use chetaev::ode::{Control, Rhs, Stepper};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::FRAC_PI_2;

/// Masses of the cart and of the rods (kg), length of a rod (m).
const CART: f64 = 1.0;
const RODS: [f64; 2] = [0.3, 0.3];
pub const LENGTH: f64 = 0.5;
const G: f64 = 9.81;
/// What the motor can push (N).
pub const MOST: f64 = 40.0;
/// The interval of the controller (s).
pub const INTERVAL: f64 = 1e-3;

/// x, a, b and their rates.
pub type Outputs = [f64; 6];

/// The mechanism, and what is needed of it by handle.
pub struct Machine {
    pub model: Model,
    pub cart: BodyId,
    pub rods: [BodyId; 2],
    /// The force of the motor, held by the controller.
    pub push: VariableId,
    /// The force at the tip.
    pub gust: VariableId,
}

impl Machine {
    /// Hanging at rest.
    pub fn build() -> Result<Self, Box<dyn Error>> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let cart = builder.body("cart", RigidBody::rectangle(CART, 0.2, 0.1));
        let rod = |i: usize| RigidBody::rod(RODS[i], LENGTH).at(0.0, -(0.5 + i as f64) * LENGTH, -FRAC_PI_2);
        let (lower, upper) = (builder.body("lower rod", rod(0)), builder.body("upper rod", rod(1)));
        let (foot, tip) = ([-0.5 * LENGTH, 0.0], [0.5 * LENGTH, 0.0]);
        let rail = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("rail", Prismatic::new(rail, cart.axis([0.0, 0.0], 0.0)));
        builder.constraint("hip", Revolute::new(cart.origin(), lower.point(foot[0], foot[1])));
        builder.constraint("knee", Revolute::new(lower.point(tip[0], tip[1]), upper.point(foot[0], foot[1])));
        let (push, gust) = (builder.input("push", 0.0), builder.input("gust", 0.0));
        let along = |point| Travel::along(rail, point);
        builder.force("motor", AppliedAlong::signal(along(cart.origin()), Signal::input(push)));
        builder.force("wind", AppliedAlong::signal(along(upper.point(tip[0], tip[1])), Signal::input(gust)));
        Ok(Self { model: builder.build()?, cart, rods: [lower, upper], push, gust })
    }

    /// What the sensors read.
    pub fn outputs(&self, at: &Snapshot<'_>) -> Outputs {
        let cart = at.body(self.cart);
        let [a, b] = self.rods.map(|rod| at.body(rod));
        [cart.origin.x, a.angle - FRAC_PI_2, b.angle - FRAC_PI_2, cart.velocity.x, a.spin, b.spin]
    }

    /// The rates of the outputs, as the mechanism has them.
    pub fn rates(&self, at: &Snapshot<'_>) -> Outputs {
        let [_, _, _, x, a, b] = self.outputs(at);
        let [lower, upper] = self.rods.map(|rod| at.body_acceleration(rod)[2]);
        [x, a, b, at.body_acceleration(self.cart)[0], lower, upper]
    }

    /// The state that has these outputs.
    pub fn state(&self, [x, a, b, dx, da, db]: Outputs) -> Result<State, Box<dyn Error>> {
        let held = [("cart.x", x), ("lower rod.theta", a + FRAC_PI_2), ("upper rod.theta", b + FRAC_PI_2)];
        let rates = [("cart.vx", dx), ("lower rod.omega", da), ("upper rod.omega", db)];
        let start = held.into_iter().fold(self.model.start(), |start, (name, value)| start.set(name, value).hold(name));
        let start = rates.into_iter().fold(start, |start, (name, value)| start.set_velocity(name, value));
        Ok(start.project()?.state)
    }
}

/// (1), under forces that are held.
struct Minimal {
    forces: [f64; 2],
}

impl Rhs for Minimal {
    type Error = std::fmt::Error;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
        let &[_, a, b, dx, da, db] = y else { return Err(std::fmt::Error) };
        let ([m1, m2], l, [u, p]) = (RODS, LENGTH, self.forces);
        let (first, second, coupled) = ((0.5 * m1 + m2) * l, 0.5 * m2 * l, 0.5 * m2 * l * l);
        let ((sin_a, cos_a), (sin_b, cos_b), (sin, cos)) = (a.sin_cos(), b.sin_cos(), (a - b).sin_cos());
        #[rustfmt::skip]
        let masses = Matrix3::new(
            CART + m1 + m2, -first * cos_a, -second * cos_b,
            -first * cos_a, (m1 / 3.0 + m2) * l * l, coupled * cos,
            -second * cos_b, coupled * cos, m2 * l * l / 3.0,
        );
        let forces = Vector3::new(
            u + p - first * sin_a * da * da - second * sin_b * db * db,
            first * G * sin_a - coupled * sin * db * db - p * l * cos_a,
            second * G * sin_b + coupled * sin * da * da - p * l * cos_b,
        );
        let accelerations = masses.try_inverse().ok_or(std::fmt::Error)? * forces;
        dy.copy_from_slice(&[dx, da, db, accelerations.x, accelerations.y, accelerations.z]);
        Ok(())
    }
}

/// The outputs at every instant of the controller, from (1), under forces that are chosen at each: `forces`(k, outputs).
pub fn minimal(
    start: Outputs,
    count: usize,
    forces: impl Fn(usize, &Outputs) -> [f64; 2],
) -> Result<Vec<Outputs>, Box<dyn Error>> {
    let mut stepper = Stepper::new(Method::Dop853, 6, Control::adaptive(1e-13, 1e-13))?;
    let (mut y, mut all) = (start, vec![start]);
    for k in 0..count {
        let mut equations = Minimal { forces: forces(k, &y) };
        stepper.start(&mut equations, 0.0, &y)?;
        while stepper.t() < INTERVAL {
            stepper.step(&mut equations, INTERVAL)?;
        }
        y.copy_from_slice(stepper.y());
        all.push(y);
    }
    Ok(all)
}
