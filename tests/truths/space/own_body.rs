//! A body of a user's own with an attitude among its coordinates: a satellite with a rotor inside, beside the same thing built of two bodies.
//!
//! Coordinates x, y, z, ρ, and the attitude; velocities v, ρ', Ω. With the rotor's moment C about its axis e (through the common center of
//! mass), and I of both together, ρ locked:
//!
//! ```text
//! T = ½ m v² + ½ Ω·I Ω + C ρ' e·Ω + ½ C ρ'²        I Ω' + C e ρ'' = M − Ω×(I Ω + C ρ' e)        C (e·Ω' + ρ'') = 0
//! ```

use crate::mechanisms::apart;
use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::element::SpatialFrame;
use chetaev::error::{BuildError, ElementError};
use chetaev::nalgebra::{Matrix3, UnitQuaternion, Vector3};
use chetaev::prelude::*;

const MASS: f64 = 3.0;
const ROTOR: f64 = 0.4;
/// Moment of the rotor about its axis, and across it.
const SPUN: [f64; 2] = [0.05, 0.03];
const SHELL: [f64; 3] = [0.2, 0.3, 0.25];

#[derive(Debug)]
struct Satellite {
    spin: [f64; 3],
    rotor: f64,
}

impl Satellite {
    fn tensor() -> Matrix3<f64> {
        Matrix3::from_diagonal(&(Vector3::from(SHELL) + Vector3::new(SPUN[1], SPUN[1], SPUN[0])))
    }
}

impl Body for Satellite {
    type Space = Spatial;

    fn shape(&self) -> BodyShape<Spatial> {
        let length = |name, velocity| Coordinate::new(name, velocity, Quantity::Length);
        BodyShape::new(
            [
                length("x", "vx"),
                length("y", "vy"),
                length("z", "vz"),
                Coordinate::new("rho", "rotor", Quantity::Angle),
                Coordinate::attitude(),
            ],
            FrameMap::General,
            MASS + ROTOR,
        )
        .constant_mass()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        v.copy_from_slice(&[0.0, 0.0, 0.0, self.rotor, self.spin[0], self.spin[1], self.spin[2]]);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, Spatial>) -> Result<(), ElementError> {
        let pose = [q[0], q[1], q[2], q[4], q[5], q[6], q[7]];
        out.frame(SpatialFrame::from_coordinates(&pose, &[v[0], v[1], v[2], v[4], v[5], v[6]]));
        for j in 0..3 {
            out.column(j, std::array::from_fn(|i| f64::from(i == j)));
            out.column(4 + j, std::array::from_fn(|i| f64::from(i == 3 + j)));
        }
        out.column(3, [0.0; 6]);
        out.bias([0.0; 6]);
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        let tensor = Self::tensor();
        out.fill(0.0);
        (0..3).for_each(|i| out[8 * i] = MASS + ROTOR);
        for (i, value) in [(24, SPUN[0]), (27, SPUN[0]), (45, SPUN[0])] {
            out[i] = value;
        }
        (0..3).for_each(|i| out[8 * (4 + i)] = tensor[(i, i)]);
    }

    fn bias(&self, _q: &[f64], v: &[f64], out: &mut [f64]) {
        let spin = Vector3::new(v[4], v[5], v[6]);
        let momentum = Self::tensor() * spin + SPUN[0] * v[3] * Vector3::z();
        let moment = momentum.cross(&spin);
        out.copy_from_slice(&[0.0, 0.0, 0.0, 0.0, moment.x, moment.y, moment.z]);
    }
}

#[test]
fn identity_a_satellite_with_a_rotor_of_ones_own() {
    let (spin, rotor) = ([0.3, -0.5, 0.2], 40.0);
    let hung = |builder: &mut ModelBuilder, body: BodyId<Spatial>| {
        builder.gravity([0.0, 0.0, -9.81]);
        builder.constraint("ball", Joint::spherical(WORLD.point(0.2, 0.1, 0.6), body.point(0.2, 0.1, 0.6)))
    };
    let mut one = ModelBuilder::new();
    let satellite = one.body("satellite", Satellite { spin, rotor });
    let ball = hung(&mut one, satellite);
    let one = one.build().unwrap();
    assert_eq!((one.coordinates(), one.velocities()), (8, 7));
    let [spun, across] = SPUN;

    let mut two = ModelBuilder::new();
    let shell = Solid::principal(MASS, SHELL).unwrap().spinning(spin[0], spin[1], spin[2]);
    let shell = two.body("shell", shell);
    let wheel = Solid::principal(ROTOR, [across, across, spun]).unwrap();
    let wheel = two.body("wheel", wheel.spinning(spin[0], spin[1], spin[2] + rotor));
    let [axle, hub] = [shell.mark(0.0, 0.0, 0.0), wheel.mark(0.0, 0.0, 0.0)];
    two.constraint("axle", Joint::revolute(axle, hub));
    let same = hung(&mut two, shell);
    let two = two.build().unwrap();

    let run = |model: &Model| {
        let start = model.start().project().unwrap();
        Simulation::new(model).tolerance(1e-12).every(0.05).run(start, 3.0).unwrap()
    };
    let (own, built) = (run(&one), run(&two));
    for k in 0..3 {
        let place = [own.column(|at| at.body(satellite).origin[k]), built.column(|at| at.body(shell).origin[k])];
        let spin = [own.column(|at| at.body(satellite).spin[k]), built.column(|at| at.body(shell).spin[k])];
        let force = [own.column(|at| at.reaction(ball).force[k]), built.column(|at| at.reaction(same).force[k])];
        let rate = [
            own.column(|at| at.body_acceleration(satellite)[3 + k]),
            built.column(|at| at.body_acceleration(shell)[3 + k]),
        ];
        for (what, pair, bound) in
            [("place", place, 1e-9), ("spin", spin, 1e-8), ("force", force, 1e-6), ("acceleration", rate, 1e-6)]
        {
            assert!(apart(&pair[0], &pair[1]) < bound, "{what}: {:e}", apart(&pair[0], &pair[1]));
        }
    }
    let moved = own.column(|at| at.body(satellite).origin.x);
    assert!(apart(&moved, &vec![moved[0]; moved.len()]) > 0.05, "moot");
    assert!(own.energy_error() < 1e-9);
}

/// Joints that nobody can mean are refused when the model is built, or when it starts.
#[test]
fn property_marks_and_joints_that_cannot_be_are_refused() {
    let build = |joint: fn(BodyId<Spatial>) -> Joint, turned: f64| {
        let mut builder = ModelBuilder::new();
        let attitude = UnitQuaternion::from_scaled_axis(Vector3::new(turned, 0.0, 0.0));
        let body = builder.body("body", Solid::principal(1.0, [1.0; 3]).unwrap().turned(attitude));
        builder.constraint("joint", joint(body));
        builder.build()
    };
    let no_axis = build(|body| Joint::revolute(WORLD.axis([0.0; 3], [0.0; 3]), body.mark(0.0, 0.0, 0.0)), 0.0);
    assert!(matches!(no_axis, Err(BuildError::BadShape { kind: "constraint", .. })), "{no_axis:?}");
    let over = build(|body| Joint::weld(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0)), 3.0).unwrap();
    let told = over.start().project().unwrap_err().to_string();
    assert!(told.contains("joint") && told.contains("upside down"), "{told}");
    // About z its z axes agree, and only x tells.
    let mut builder = ModelBuilder::new();
    let about_z = UnitQuaternion::from_scaled_axis(Vector3::new(0.0, 0.0, 3.0));
    let body = builder.body("body", Solid::principal(1.0, [1.0; 3]).unwrap().turned(about_z));
    builder.constraint("joint", Joint::weld(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0)));
    let told = builder.build().unwrap().start().project().unwrap_err().to_string();
    assert!(told.contains("upside down"), "{told}");
    let aside = WORLD.axis([0.0; 3], [0.0, 0.6, 0.8]).with_x([1.0, 0.3, 0.2]).axes;
    assert!(aside.column(0).dot(&Vector3::new(1.0, 0.3, 0.2)) > 0.9 && (aside.determinant() - 1.0).abs() < 1e-15);
    let under = build(|body| Joint::weld(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0)), 1.0).unwrap();
    let state: State = under.start().project().unwrap().into();
    assert!(apart(&state.q[3..], &[1.0, 0.0, 0.0, 0.0]) < 1e-12);
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", Solid::principal(1.0, [1.0; 3]).unwrap().at(f64::NAN, 0.0, 0.0));
    let _ = body;
    assert!(builder.build().unwrap_err().to_string().contains("placement `x`"));
}
