//! What is held stays where it is, also where the mass matrix couples it to what moves; and the rest moves as little as it can.

use super::Random;
use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::element::PlanarFrame;
use chetaev::error::ElementError;
use chetaev::nalgebra::{DMatrix, DVector, Matrix3, Rotation3, UnitQuaternion, Vector2, Vector3};
use chetaev::prelude::*;

/// A rigid body by a point at `arm` from its center of mass: its mass matrix is full, and turns with it.
#[derive(Debug)]
struct OffCenter {
    arm: f64,
    q: [f64; 3],
}

impl Body for OffCenter {
    type Space = chetaev::element::Planar;

    fn shape(&self) -> BodyShape {
        BodyShape::new(
            [
                Coordinate::new("x", "vx", Quantity::Length),
                Coordinate::new("y", "vy", Quantity::Length),
                Coordinate::new("theta", "omega", Quantity::Angle),
            ],
            FrameMap::Pose,
            2.0,
        )
        .center(Vector2::new(self.arm, 0.0))
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.fill(0.0);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        out.frame(PlanarFrame::new(Vector2::new(q[0], q[1]), q[2], Vector2::new(v[0], v[1]), v[2]));
        Ok(())
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        let (s, c) = (2.0 * self.arm * q[2].sin(), 2.0 * self.arm * q[2].cos());
        out.copy_from_slice(&[2.0, 0.0, -s, 0.0, 2.0, c, -s, c, 0.3 + 2.0 * self.arm * self.arm]);
    }

    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        let pull = 2.0 * self.arm * v[2] * v[2];
        out.copy_from_slice(&[pull * q[2].cos(), pull * q[2].sin(), 0.0]);
    }
}

/// Two such bodies in a row, the second one's end wanted elsewhere.
fn arms(random: &mut Random) -> Model {
    let mut builder = ModelBuilder::new();
    let [a, b, c, d, e, f] = random.numbers();
    let near = builder.body("near", OffCenter { arm: 0.4, q: [0.1 * a, 0.1 * b, 0.6 + 0.3 * c] });
    let far = builder.body("far", OffCenter { arm: -0.3, q: [1.0 + 0.1 * d, 0.5 + 0.1 * e, 0.2 + 0.3 * f] });
    builder.constraint("middle", Revolute::new(near.point(1.0, 0.0), far.origin()));
    builder.constraint("end", Prismatic::new(GROUND.axis([0.0, 0.6], 0.0), far.axis([0.8, 0.0], 0.0)));
    builder.build().unwrap()
}

/// A solid whose axes are far from principal ones, with one of its points on a sphere around the origin, and a second one on its own.
fn tilted(random: &mut Random) -> Model {
    let mut builder = ModelBuilder::new();
    let turn = Rotation3::from_euler_angles(0.5, 0.9, -0.4);
    let inertia = turn.matrix() * Matrix3::from_diagonal(&Vector3::new(0.2, 0.9, 1.0)) * turn.matrix().transpose();
    let [a, b, c, x, y, z] = random.numbers();
    let attitude = UnitQuaternion::from_euler_angles(a, b, c);
    let solid = Solid::new(1.5, inertia).unwrap().turned(attitude).at(0.2 * x, 0.2 * y, 0.2 * z);
    let stone = builder.body("stone", solid.clone());
    let other = builder.body("other", solid.at(0.4 + 0.1 * z, 0.6 + 0.1 * x, 0.5));
    builder.constraint("tip", Joint::spherical(stone.point(0.3, 0.5, 0.2), other.point(-0.2, -0.3, 0.1)));
    builder.constraint("rod", Distance::new(WORLD.point(0.0, 0.0, 1.0), other.point(0.5, 0.0, 0.0), 1.0));
    builder.build().unwrap()
}

type Make = fn(&mut Random) -> Model;

const CASES: [(Make, &[&str]); 6] = [
    (arms, &["near.theta"]),
    (arms, &["far.x"]),
    (arms, &["near.x", "far.theta"]),
    (tilted, &["stone.qx"]),
    (tilted, &["stone.x", "stone.y", "other.qw"]),
    (tilted, &["other.z"]),
];

/// The velocities that belong to coordinates that are held; an attitude as a whole.
fn held(model: &Model, names: &[&str]) -> Vec<bool> {
    let velocities = model.velocity_names();
    let is_held = |velocity: &String| {
        names.iter().any(|name| {
            let (body, coordinate) = name.split_once('.').unwrap();
            let own = match coordinate {
                "theta" => vec!["omega"],
                "x" | "y" | "z" => vec![["vx", "vy", "vz"][usize::from(coordinate.as_bytes()[0] - b'x')]],
                _ => vec!["wx", "wy", "wz"],
            };
            own.iter().any(|own| *velocity == format!("{body}.{own}"))
        })
    };
    velocities.iter().map(is_held).collect()
}

/// Mended by 61e4b7c.
#[test]
fn regress_what_is_held_stays_beside_a_full_mass_matrix() {
    let mut random = Random::new(31);
    let mut moved = 0;
    for (make, names) in CASES {
        for _ in 0..20 {
            let model = make(&mut random);
            let mut guess = model.placed();
            guess.v.iter_mut().for_each(|v| *v = random.unit());
            let start = names.iter().fold(model.start_from(guess.clone()), |start, name| start.hold(name));
            let Ok(start) = start.project() else { continue };
            let coordinates = model.coordinate_names();
            for name in names {
                let whole = |other: &&usize| {
                    let (of, is) = (name.split_once(".q"), coordinates[**other].split_once(".q"));
                    coordinates[**other] == *name || (of.is_some() && of.map(|q| q.0) == is.map(|q| q.0))
                };
                for i in (0..coordinates.len()).collect::<Vec<_>>().iter().filter(whole) {
                    let apart = (start.state.q[*i] - guess.q[*i]).abs();
                    assert!(apart <= 1e-15, "{names:?} held, `{}` moved by {apart:e}", coordinates[*i]);
                }
            }
            for (i, _) in held(&model, names).iter().enumerate().filter(|(_, held)| **held) {
                assert_eq!(start.state.v[i], guess.v[i], "{names:?} held: {}", model.velocity_names()[i]);
            }
            moved += usize::from(start.moved > 1e-3 && start.sped > 1e-3 && start.phi < 1e-10);
        }
    }
    println!("{moved} of 120 starts");
    assert!(moved > 80, "moot: {moved}");
}

/// The velocities as the whole system of the free ones gives them, solved densely: M_ff δ + J_fᵀ μ = 0, J_f δ = −ψ.
#[test]
fn oracle_what_is_free_changes_least_in_the_metric_of_its_masses() {
    let mut random = Random::new(32);
    let mut compared = 0;
    for (make, names) in CASES {
        for _ in 0..10 {
            let model = make(&mut random);
            let start = names.iter().fold(model.start(), |start, name| start.hold(name));
            let Ok(start) = start.project() else { continue };
            // From here on the positions stay, and the velocities are wrong.
            let mut guess = start.state;
            guess.v.iter_mut().for_each(|v| *v = random.unit());
            // Their masses are the same.
            let again = names.iter().fold(model.start_from(guess.clone()), |start, name| start.hold(name));
            let Ok(again) = again.project() else { continue };
            let mut ws = model.workspace();
            model.residuals(&mut ws, &guess).unwrap();
            let free: Vec<usize> =
                held(&model, names).iter().enumerate().filter(|(_, held)| !**held).map(|(i, _)| i).collect();
            let (jacobian, mass) = (ws.jacobian(&model), masses(&model, &again.state));
            let (n, m) = (free.len(), model.rows());
            let mut system = DMatrix::zeros(n + m, n + m);
            for (i, &fi) in free.iter().enumerate() {
                for (j, &fj) in free.iter().enumerate() {
                    system[(i, j)] = mass[(fi, fj)];
                }
                for row in 0..m {
                    system[(n + row, i)] = jacobian[(row, fi)];
                    system[(i, n + row)] = jacobian[(row, fi)];
                }
            }
            let mut right = DVector::zeros(n + m);
            right.rows_mut(n, m).copy_from_slice(&ws.rate().iter().map(|rate| -rate).collect::<Vec<_>>());
            let Some(solved) = system.lu().solve(&right).filter(|x| x.amax() < 1e3) else { continue };
            for (i, &fi) in free.iter().enumerate() {
                let change = again.state.v[fi] - guess.v[fi];
                let apart = (change - solved[i]).abs();
                assert!(apart < 1e-10, "{names:?}: `{}` is off by {apart:e}", model.velocity_names()[fi]);
            }
            compared += 1;
        }
    }
    assert!(compared > 40, "moot: {compared}");
}

/// M, entry by entry, from the kinetic energy: M_ij = T(e_i + e_j) − T(e_i) − T(e_j).
fn masses(model: &Model, at: &State) -> DMatrix<f64> {
    let n = model.velocities();
    let run = Simulation::new(model).run(at.clone(), at.t).unwrap();
    let energy = |which: &[usize]| {
        let mut state = at.clone();
        state.v.fill(0.0);
        which.iter().for_each(|&i| state.v[i] += 1.0);
        run.read(&state).kinetic()
    };
    DMatrix::from_fn(n, n, |i, j| energy(&[i, j]) - energy(&[i]) - energy(&[j]))
}
