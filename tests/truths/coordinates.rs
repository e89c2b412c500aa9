//! Forces on the coordinates of a body of one's own: a beam by Rayleigh and Ritz, clamped to the ground, with two shapes.
//!
//! Shapes ξ² and ξ³, ξ = x/l: the integrals of products of them and of their second derivatives give
//!
//! ```text
//! M = ϱA l (1/5 1/6; 1/6 1/7)      K = EI/l³ (4 6; 6 12)      det(K − ω² M) = 0:  ω² = (612 ± √359424) EI/(ϱA l⁴)
//! ```
//!
//! What is loaded at its tip bends like the exact beam, F l³/(3 EI) and F l²/(2 EI): its line is a cubic.

use chetaev::analysis::Linearization;
use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::element::PlanarFrame;
use chetaev::error::{BuildError, ElementError};
use chetaev::force::{Elastic, OnCoordinate};
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;

const LENGTH: f64 = 1.3;
const LINEAR: f64 = 2.4;
const STIFF: f64 = 50.0;

#[derive(Debug)]
struct Beam {
    bent: [f64; 2],
}

impl Body for Beam {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        let shapes = [("a", "a'"), ("b", "b'")].map(|(x, rate)| Coordinate::new(x, rate, Quantity::Length));
        BodyShape::new(shapes, FrameMap::General, 0.0).constant_mass().without_inertia_forces()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.bent);
        v.fill(0.0);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        let (tip, tilt) = (Vector2::new(LENGTH, q[0] + q[1]), (2.0 * q[0] + 3.0 * q[1]) / LENGTH);
        let spin = (2.0 * v[0] + 3.0 * v[1]) / LENGTH;
        out.frame(PlanarFrame::new(tip, tilt, Vector2::new(0.0, v[0] + v[1]), spin));
        out.column(0, [0.0, 1.0, 2.0 / LENGTH]);
        out.column(1, [0.0, 1.0, 3.0 / LENGTH]);
        out.bias([0.0; 3]);
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        let m = LINEAR * LENGTH;
        out.copy_from_slice(&[m / 5.0, m / 6.0, m / 6.0, m / 7.0]);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}

fn stiffness() -> [[f64; 2]; 2] {
    let k = STIFF / LENGTH.powi(3);
    [[4.0 * k, 6.0 * k], [6.0 * k, 12.0 * k]]
}

fn beam(bent: [f64; 2], also: impl FnOnce(&mut ModelBuilder, BodyId, Elastic)) -> Model {
    let mut builder = ModelBuilder::new();
    let beam = builder.body("beam", Beam { bent });
    also(&mut builder, beam, Elastic::new(beam, [0, 1], stiffness()));
    builder.build().unwrap()
}

#[test]
fn analytic_frequencies_of_a_beam_with_two_shapes() {
    let model = beam([0.0; 2], |builder, _, elastic| {
        builder.force("elastic", elastic);
    });
    let modes = Linearization::about(&model, &model.placed()).unwrap().modes().unwrap();
    let mut found: Vec<f64> = modes.iter().map(|mode| mode.angular_frequency()).collect();
    found.sort_by(f64::total_cmp);
    found.dedup_by(|a, b| (*a - *b).abs() < 1e-6 * *b);
    let unit = STIFF / (LINEAR * LENGTH.powi(4));
    let exact = [-1.0, 1.0].map(|sign| ((612.0 + sign * 359424_f64.sqrt()) * unit).sqrt());
    println!("beam: {found:?} for {exact:?}");
    assert!(found.len() == 2 && found.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-8 * b), "{found:?} {exact:?}");
}

#[test]
fn analytic_beam_carries_a_load_at_its_tip_like_the_exact_one() {
    // A mass hangs at the tip, in a pin: the reaction is that of the body's own coordinates. It is damped until it rests.
    let (mass, g) = (0.7, 9.81);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let beam = builder.body("beam", Beam { bent: [0.0; 2] });
    let elastic = builder.force("elastic", Elastic::new(beam, [0, 1], stiffness()).damped(0.05));
    let weight = builder.body("weight", Particle::new(mass).at(LENGTH, 0.0));
    let line = GROUND.axis([LENGTH, 0.0], std::f64::consts::FRAC_PI_2);
    builder.constraint("line", Slot::new(line, weight.origin()));
    let tie = Coupler::new(Travel::along(line, weight.origin()), 1.0, Travel::along(line, beam.origin()));
    let tie = builder.constraint("tie", tie);
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 60.0).unwrap();
    let end = run.last().unwrap();
    let (sag, tilt) = (mass * g * LENGTH.powi(3) / (3.0 * STIFF), mass * g * LENGTH.powi(2) / (2.0 * STIFF));
    let tip = end.body(beam);
    println!("tip: {:.1e} m, {:.1e} rad off", tip.origin.y + sag, tip.angle + tilt);
    assert!((tip.origin.y + sag).abs() < 1e-9 && (tip.angle + tilt).abs() < 1e-9);
    assert!((end.multipliers(tie)[0].abs() - mass * g).abs() < 1e-7);
    // Half of what the weight has lost is in the beam, the other half is damped.
    let work = end.work(elastic).unwrap();
    assert!((work + mass * g * sag).abs() < 1e-9 && run.energy_error() < 1e-9, "{work}");
    assert!((end.potential() - (0.5 - 1.0) * mass * g * sag).abs() < 1e-9);
}

#[test]
fn identity_energy_of_a_beam_that_is_driven_from_within() {
    let free = beam([0.02, -0.01], |builder, _, elastic| {
        builder.force("elastic", elastic);
    });
    let run = Simulation::new(&free).tolerance(1e-12).every(0.01).run(free.placed(), 5.0).unwrap();
    let energies = run.column(|at| at.kinetic() + at.potential());
    let [k, _] = stiffness();
    let first = 0.5 * (k[0] * 4e-4 - 2.0 * k[1] * 2e-4 + 3.0 * k[0] * 1e-4);
    assert!(energies.iter().all(|energy| (energy - first).abs() < 1e-10 * first), "{first} {energies:?}");
    assert!(run.column(|at| at.kinetic()).iter().any(|kinetic| *kinetic > 0.5 * first), "moot");
    let mut driver = None;
    let driven = beam([0.0; 2], |builder, beam, elastic| {
        builder.force("elastic", elastic.rest([0.01, 0.0]));
        driver = Some(builder.force("drive", OnCoordinate::new(beam, 1, |t, [_, rate]| (3.0 * t).sin() - 0.2 * rate)));
    });
    let run = Simulation::new(&driven).tolerance(1e-12).run(driven.placed(), 5.0).unwrap();
    let end = run.last().unwrap();
    let gained = end.energy() - driven.read(&driven.placed()).energy();
    let work = end.work(driver.unwrap()).unwrap();
    println!("driven: {work:.6} J, balance {:.1e}", run.energy_error());
    assert!((gained - work).abs() < 1e-10 && work.abs() > 1e-3 && run.energy_error() < 1e-10);
}

#[test]
fn property_coordinates_that_are_not_there_are_refused() {
    let built = |act: fn(&mut ModelBuilder)| {
        let mut builder = ModelBuilder::new();
        act(&mut builder);
        let Err(BuildError::BadShape { kind: "force", name, what }) = builder.build().map(|_| ()) else { panic!() };
        (name, what)
    };
    let (name, what) = built(|builder| {
        let stone = builder.body("stone", Particle::new(1.0));
        builder.force("third", OnCoordinate::new(stone, 2, |_, _| 1.0));
    });
    assert!(name == "third" && what.contains("does not have"), "{what}");
    let (name, what) = built(|builder| {
        let stone = builder.body("stone", Solid::principal(1.0, [1.0; 3]).unwrap());
        builder.force("turn", OnCoordinate::new(stone, 3, |_, _| 1.0));
    });
    assert!(name == "turn" && what.contains("attitude"), "{what}");
    let (name, what) = built(|builder| {
        builder.body("stone", Particle::new(1.0));
        builder.force("none", OnCoordinate::new(GROUND, 0, |_, _| 1.0));
    });
    assert!(name == "none" && what.contains("ground"), "{what}");
}

/// A force that is no number is told by its name.
#[test]
fn property_a_force_on_a_coordinate_that_is_no_number_is_named() {
    let mut builder = ModelBuilder::new();
    let beam = builder.body("beam", Beam { bent: [0.0; 2] });
    builder.force("elastic", Elastic::new(beam, [0, 1], stiffness()));
    builder.force("broken", OnCoordinate::new(beam, 0, |_, [x, _]| (x - 1.0).sqrt()));
    let error = builder.build().unwrap_err();
    assert!(matches!(&error, BuildError::NotFinite { kind: "force", name, .. } if name == "broken"), "{error}");
}
