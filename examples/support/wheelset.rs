//! A wheelset of two spherical treads of radius R on two round rails of radius ρ, the centers of its treads at ±d on the axle, those of the rails at ±e; L = R + ρ.
//!
//! With sin δ = (e − d)/L and t = tan δ the constraints give the roll φ = t y/d and, to second order, the height −t d (ψ² + φ²)/2 − y²/(2 L cos³ δ). The radii of rolling are r₀ ± λ y,
//! r₀ = R cos δ, λ = R t (1/L + sin δ/d), the contacts at ±b, b = d + R sin δ. Slips: w₁ = ∓(b ψ' + V λ y/r₀), w₂ = ((b/d) y' − V ψ)/cos δ at both. By virtual work, with what spins about the axle in
//! ½ I_a (θ' + ψ' φ)², the place y across the track and the turn ψ about the vertical obey
//!
//! ```text
//! (1)  m₁ y'' + (c₁/V) y' + k₁ y − g V ψ' − h₁ ψ = 0,   m₁ = m + I t²/d²,   c₁ = 2 f₂₂ b²/(d cos δ)²,   k₁ = k_y − m g (t³/d + 1/(L cos³ δ)),   h₁ = 2 f₂₂ b/(d cos² δ)
//!      m₂ ψ'' + (c₂/V) ψ' + k₂ ψ + g V y' + h₂ y = 0,   m₂ = I,             c₂ = 2 f₁₁ b²,            k₂ = k_ψ − m g t d,                      h₂ = 2 f₁₁ b λ/r₀
//!      g = I_a t/(r₀ d)
//! (2)  det = m₁m₂ s⁴ + a₃ s³ + a₂ s² + a₁ s + a₀,   a₃ = (m₁c₂ + m₂c₁)/V,   a₂ = m₁k₂ + m₂k₁ + c₁c₂/V² + g²V²,   a₁ = (c₁k₂ + c₂k₁)/V + g V (h₁ + h₂),   a₀ = k₁k₂ + h₁h₂
//! (3)  it begins to hunt at s = iω:   ω² = a₁/a₃,   m₁m₂ ω⁴ − a₂ ω² + a₀ = 0
//! (4)  without masses and stiffnesses:   c₁ y'/V = h₁ ψ,  c₂ ψ'/V = −h₂ y:   a sine of the length  2π V √(c₁c₂/(V² h₁h₂)) = 2π b √(r₀/(λ d))          after Klingel
//! ```

use chetaev::contact::spatial::Surfaces;
use chetaev::contact::surface::{Cylinder, Placed, Sphere};
use chetaev::element::SpatialFrame;
use chetaev::force::{Creep, CreepLaw, Kalker};
use chetaev::nalgebra::{Complex, Matrix4, Rotation3, Vector3};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, PI};

const G: f64 = 9.81;

/// In SI units; the suspension is a spring across the track and one about the vertical, and the coefficients of creep along and across hold at a load.
#[derive(Copy, Clone)]
pub struct Wheelset {
    pub mass: f64,
    /// Moments of inertia across the axle, and about it.
    pub moments: [f64; 2],
    pub tread: f64,
    pub rail: f64,
    pub d: f64,
    pub e: f64,
    pub springs: [f64; 2],
    pub creep: [f64; 2],
    pub load: f64,
}

pub const SET: Wheelset = Wheelset {
    mass: 1200.0,
    moments: [700.0, 80.0],
    tread: 0.46,
    rail: 0.3,
    d: 0.72,
    e: 0.75,
    springs: [2e5, 3e5],
    creep: [9e6, 8e6],
    load: 5e3,
};

/// The numbers of (1): of y, and of ψ.
#[derive(Copy, Clone, Debug)]
pub struct Small {
    pub speed: f64,
    pub m: [f64; 2],
    pub c: [f64; 2],
    pub k: [f64; 2],
    pub h: [f64; 2],
    pub g: f64,
}

impl Small {
    /// Of (y, ψ, y', ψ').
    pub fn matrix(&self) -> Matrix4<f64> {
        let Self { speed, m, c, k, h, g } = self;
        let turn = g * speed;
        #[rustfmt::skip]
        let a = Matrix4::new(
            0.0, 0.0, 1.0, 0.0,
            0.0, 0.0, 0.0, 1.0,
            -k[0] / m[0], h[0] / m[0], -c[0] / speed / m[0], turn / m[0],
            -h[1] / m[1], -k[1] / m[1], -turn / m[1], -c[1] / speed / m[1],
        );
        a
    }

    /// ω² of (3), and how far its second equation is from zero: negative where the wheelset is stable.
    fn border(&self) -> [f64; 2] {
        let Self { speed, m, c, k, h, g } = self;
        let a3 = (m[0] * c[1] + m[1] * c[0]) / speed;
        let a2 = m[0] * k[1] + m[1] * k[0] + c[0] * c[1] / (speed * speed) + (g * speed).powi(2);
        let a1 = (c[0] * k[1] + c[1] * k[0]) / speed + g * speed * (h[0] + h[1]);
        let square = a1 / a3;
        [square, m[0] * m[1] * square * square - a2 * square + k[0] * k[1] + h[0] * h[1]]
    }
}

impl Wheelset {
    /// sin δ, cos δ, and the height of the axle.
    fn angle(&self) -> [f64; 3] {
        let long = self.tread + self.rail;
        let s = (self.e - self.d) / long;
        let c = f64::sqrt(1.0 - s * s);
        [s, c, long * c]
    }

    /// k₁ and k₂ without a suspension: what the weight does.
    fn weight(&self) -> [f64; 2] {
        let ([s, c, _], long) = (self.angle(), self.tread + self.rail);
        let t = s / c;
        [-self.mass * G * (t.powi(3) / self.d + 1.0 / (long * c.powi(3))), -self.mass * G * t * self.d]
    }

    /// r₀, b and λ.
    fn rolls(&self) -> [f64; 3] {
        let [s, c, _] = self.angle();
        let conicity = self.tread * s / c * (1.0 / (self.tread + self.rail) + s / self.d);
        [self.tread * c, self.d + self.tread * s, conicity]
    }

    /// (1) at a speed.
    pub fn small(&self, speed: f64) -> Small {
        let ([s, c, _], d, [r, b, conicity]) = (self.angle(), self.d, self.rolls());
        let t = s / c;
        // Coefficients as the patch has them under half of the weight.
        let hertz = (self.mass * G / (2.0 * c) / self.load).powf(2.0 / 3.0);
        let [f11, f22] = self.creep.map(|f| f * hertz);
        let ([across, about], weight) = (self.moments, self.weight());
        Small {
            speed,
            m: [self.mass + across * t * t / (d * d), across],
            c: [2.0 * f22 * (b / (c * d)).powi(2), 2.0 * f11 * b * b],
            k: [self.springs[0] + weight[0], self.springs[1] + weight[1]],
            h: [2.0 * f22 * b / (c * c * d), 2.0 * f11 * b * conicity / r],
            g: about * t / (r * d),
        }
    }

    /// A suspension that balances the weight and no more: k₁ = k₂ = 0.
    pub fn balanced(&self) -> Self {
        Self { springs: self.weight().map(|k| -k), ..*self }
    }

    /// (3): the speed at which it begins to hunt, and ω.
    pub fn hunting(&self) -> Result<[f64; 2], Box<dyn Error>> {
        let (mut low, mut high) = (1.0, 1000.0);
        let grows = |speed: f64| self.small(speed).border()[1] > 0.0;
        if grows(low) || !grows(high) {
            return Err(format!("it does not begin to hunt between {low} m/s and {high} m/s").into());
        }
        while high - low > 1e-14 * high {
            let middle = 0.5 * (low + high);
            *if grows(middle) { &mut high } else { &mut low } = middle;
        }
        Ok([low, self.small(low).border()[0].sqrt()])
    }

    /// (4).
    pub fn wavelength(&self) -> f64 {
        let [r, b, conicity] = self.rolls();
        2.0 * PI * b * (r / (conicity * self.d)).sqrt()
    }

    pub fn model(&self, law: impl CreepLaw + Clone + 'static) -> Result<Model, Box<dyn Error>> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let ([across, about], [_, _, height]) = (self.moments, self.angle());
        let set = Solid::principal(self.mass, [across, about, across])?.at(0.0, 0.0, height);
        let set = builder.body("set", set);
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let along = Rotation3::from_axis_angle(&Vector3::y_axis(), FRAC_PI_2);
            let rail = Placed::new(Cylinder::new(self.rail), [0.0, side * self.e, 0.0]).turned(along);
            let tread = Sphere::new([0.0, side * self.d, 0.0], self.tread);
            let low = [0.0, side * self.d, -self.tread];
            let pair = Surfaces::new(rail, tread).near([0.0, side * self.e, self.rail], low);
            let contact = builder.constraint(name, Contact::sliding(WORLD, set, pair.clone()));
            builder.force(format!("creep {name}"), Creep::new(WORLD, set, pair, contact, law.clone()));
        }
        let [ky, kt] = self.springs;
        let suspension = move |_: f64, at: &SpatialFrame| {
            let axle = at.turn(Vector3::y());
            (Vector3::new(0.0, -ky * at.origin.y, 0.0), Vector3::new(0.0, 0.0, kt * axle.x.atan2(axle.y)))
        };
        builder.force("suspension", Applied::new(set.origin(), suspension));
        Ok(builder.build()?)
    }

    /// It rolls on along the track without slip.
    pub fn rolling(&self, model: &Model, speed: f64) -> Result<State, Box<dyn Error>> {
        self.moving(model, [speed, 0.0])
    }

    /// The same, and it is pushed to one side.
    pub fn pushed(&self, model: &Model, speed: f64, aside: f64) -> Result<State, Box<dyn Error>> {
        Ok(model.start_from(self.moving(model, [speed, aside])?).project()?.into())
    }

    fn moving(&self, model: &Model, [speed, aside]: [f64; 2]) -> Result<State, Box<dyn Error>> {
        let set = model.body::<Spatial>("set").ok_or("the model has no wheelset")?;
        let mut state = model.placed();
        state.set_velocity(model, set, [speed, aside, 0.0]);
        state.set_spin(model, set, [0.0, speed / self.rolls()[0], 0.0]);
        Ok(state)
    }

    pub fn law(&self) -> Kalker {
        Kalker::new(self.creep[0], self.creep[1], 0.0, 0.0).at_load(self.load)
    }
}

/// The largest real part of what swings: that it rolls on, and where along the track it is, are zeros.
pub fn growth(values: &[Complex<f64>]) -> f64 {
    values.iter().filter(|value| value.im > 1.0).fold(f64::NEG_INFINITY, |most, value| most.max(value.re))
}
