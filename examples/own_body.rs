//! A body of your own: a plate with a rotor inside, one body with four coordinates.
//!
//! Plate (m, J about its center) and rotor (J_r, on the plate's center, its mass in m). Coordinates x, y, θ and the rotor's angle
//! ρ against the plate. With T = ½ m (x'² + y'²) + ½ J θ'² + ½ J_r (θ' + ρ')²:
//!
//! ```text
//! M = diag(m, m) ⊕ [J + J_r, J_r; J_r, J_r]        no inertia forces        frame: x, y, θ
//! ```
//!
//! The same thing is built a second time from two rigid bodies and a pin; both must move alike.

mod support;

use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::element::PlanarFrame;
use chetaev::error::ElementError;
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

#[derive(Debug)]
struct Gyrostat {
    mass: f64,
    plate: f64,
    rotor: f64,
    spin: f64,
}

impl Body for Gyrostat {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        BodyShape::new(
            [
                Coordinate::new("x", "vx", Quantity::Length),
                Coordinate::new("y", "vy", Quantity::Length),
                Coordinate::new("theta", "omega", Quantity::Angle),
                Coordinate::new("rho", "rotor", Quantity::Angle),
            ],
            FrameMap::General,
            self.mass,
        )
        .constant_mass()
        .without_inertia_forces()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&[0.5, 0.0, 0.0, 0.0]);
        v.copy_from_slice(&[0.0, 0.0, 0.0, self.spin]);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        out.frame(PlanarFrame::new(Vector2::new(q[0], q[1]), q[2], Vector2::new(v[0], v[1]), v[2]));
        for (j, twist) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]].into_iter().enumerate() {
            out.column(j, twist);
        }
        out.bias([0.0; 3]);
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        let (m, both, r) = (self.mass, self.plate + self.rotor, self.rotor);
        out.copy_from_slice(&[m, 0., 0., 0., 0., m, 0., 0., 0., 0., both, r, 0., 0., r, r]);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("own_body", "a pendulum with a rotor inside").default("rtol", "1e-12").parse();
    let body = Gyrostat { mass: 2.0, plate: 0.1, rotor: 0.05, spin: 40.0 };
    // A brake between plate and rotor would act on ρ; here the rotor turns freely and keeps its momentum.
    let mut one = ModelBuilder::new();
    one.gravity([0.0, -9.81]);
    let gyrostat = one.body("gyrostat", body);
    let pin = one.constraint("pin", Revolute::new(GROUND.origin(), gyrostat.point(-0.5, 0.0)));
    let one = one.build()?;
    let run = simulation(&one, &args).every(0.01).run(one.start().project()?, 5.0)?;

    let mut two = ModelBuilder::new();
    two.gravity([0.0, -9.81]);
    let plate = two.body("plate", RigidBody::new(1.5, 0.1).at(0.5, 0.0, 0.0));
    let rotor = two.body("rotor", RigidBody::new(0.5, 0.05).at(0.5, 0.0, 0.0).moving(0.0, 0.0, 40.0));
    let same = two.constraint("pin", Revolute::new(GROUND.origin(), plate.point(-0.5, 0.0)));
    two.constraint("axle", Revolute::new(plate.origin(), rotor.origin()));
    let two = two.build()?;
    let built = simulation(&two, &args).every(0.01).run(two.start().project()?, 5.0)?;

    let angle = [run.column(|at| at.body(gyrostat).angle), built.column(|at| at.body(plate).angle)];
    let force = [run.column(|at| at.reaction(pin).force.y), built.column(|at| at.reaction(same).force.y)];
    let apart = |pair: &[Vec<f64>; 2]| pair[0].iter().zip(&pair[1]).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player().title("A pendulum with a rotor inside").write(args.file("trajectory.html")?)?;
    let t = run.times();
    let both = |panel: Panel, [one, two]: &[Vec<f64>; 2]| {
        panel.line("one body with a rotor inside", &t, one).dashed("plate and rotor, two bodies", &t, two)
    };
    Figure::new("A pendulum with a rotor inside")
        .columns(2)
        .size(1000.0, 380.0)
        .panel(both(Panel::history("angle (rad)"), &angle))
        .panel(both(Panel::history("force in the pin, upward (N)"), &force))
        .save(&args.file("own_body.svg")?)?;
    // A coordinate of its own has no place in a frame.
    let own = one.velocity_range(gyrostat);
    let spin = run.last().map_or(f64::NAN, |at| at.v()[own][2..].iter().sum());
    let mut verdict = Verdict::new("own_body");
    verdict.check("angle against the two bodies (rad)", apart(&angle), "<", bound(&args, 1e-10, 1e-2));
    verdict.check("pin's force against the two bodies (N)", apart(&force), "<", bound(&args, 1e-8, 1.0));
    verdict.check("change of the rotor's spin (rad/s)", (spin - 40.0).abs(), "<", bound(&args, 1e-9, 1e-2));
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-10, 1e-2));
    Ok(verdict.finish())
}
