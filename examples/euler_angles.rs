//! A body of your own in space: the rigid body in Euler angles, as textbooks have it, beside the library's with its quaternion.
//!
//! Angles a, b, c about z, the new x and the new z: R = R_z(a) R_x(b) R_z(c). With α = (a, b, c) and the inertia tensor I in body axes:
//!
//! ```text
//! Ω = E α'        E = [sin b sin c, cos c, 0; sin b cos c, −sin c, 0; cos b, 0, 1]
//! EᵀI E α'' = Eᵀ (M − I E' α' − Ω × I Ω)
//! ```
//!
//! The frame's twist is (v, Ω) = T (r', α'), with E in T and E' α' in b. At sin b = 0 the first and the third axis are one: E has no
//! inverse. The body refuses there, and tells by `side` when a step jumped over; the run says so. The quaternion has no such place.

mod support;

use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::element::SpatialFrame;
use chetaev::error::ElementError;
use chetaev::nalgebra::{Matrix3, Matrix6, UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
const ARM: f64 = 0.3;

/// A rigid body whose attitude is three Euler angles.
#[derive(Clone, Debug)]
struct EulerBody {
    mass: f64,
    inertia: Matrix3<f64>,
    q: [f64; 6],
    v: [f64; 6],
}

/// E, and E' at the given rates.
fn rates(angles: &[f64], by: &[f64]) -> [Matrix3<f64>; 2] {
    let ((sb, cb), (sc, cc)) = (angles[1].sin_cos(), angles[2].sin_cos());
    let (db, dc) = (by[1], by[2]);
    #[rustfmt::skip]
    let pair = [
        Matrix3::new(sb * sc, cc, 0.0, sb * cc, -sc, 0.0, cb, 0.0, 1.0),
        Matrix3::new(
            cb * sc * db + sb * cc * dc, -sc * dc, 0.0,
            cb * cc * db - sb * sc * dc, -cc * dc, 0.0,
            -sb * db, 0.0, 0.0,
        ),
    ];
    pair
}

fn attitude(angles: &[f64]) -> UnitQuaternion<f64> {
    let (z, x) = (Vector3::z_axis(), Vector3::x_axis());
    let about_z = |angle| UnitQuaternion::from_axis_angle(&z, angle);
    about_z(angles[0]) * UnitQuaternion::from_axis_angle(&x, angles[1]) * about_z(angles[2])
}

impl Body for EulerBody {
    type Space = Spatial;

    fn shape(&self) -> BodyShape<Spatial> {
        let length = |name, velocity| Coordinate::new(name, velocity, Quantity::Length);
        let angle = |name, velocity| Coordinate::new(name, velocity, Quantity::Angle);
        BodyShape::new(
            [
                length("x", "vx"),
                length("y", "vy"),
                length("z", "vz"),
                angle("a", "va"),
                angle("b", "vb"),
                angle("c", "vc"),
            ],
            FrameMap::General,
            self.mass,
        )
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, Spatial>) -> Result<(), ElementError> {
        if q[4].sin().abs() < 1e-5 {
            return Err(ElementError::Singular {
                what: "sin b = 0: the first and the third Euler angle turn about one axis; use a quaternion, or other angles",
            });
        }
        let [e, change] = rates(&q[3..], &v[3..]);
        let turning = Vector3::new(v[3], v[4], v[5]);
        let turn = attitude(&q[3..]);
        let (place, velocity) = (Vector3::new(q[0], q[1], q[2]), Vector3::new(v[0], v[1], v[2]));
        out.frame(SpatialFrame::new(place, turn, velocity, turn * (e * turning)));
        for j in 0..3 {
            out.column(j, std::array::from_fn(|i| f64::from(i == j)));
            out.column(3 + j, std::array::from_fn(|i| if i < 3 { 0.0 } else { e[(i - 3, j)] }));
        }
        let bias = change * turning;
        out.bias([0.0, 0.0, 0.0, bias.x, bias.y, bias.z]);
        Ok(())
    }

    fn side(&self, q: &[f64]) -> f64 {
        q[4].sin()
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        let [e, _] = rates(&q[3..], &[0.0; 3]);
        let mut mass = Matrix6::from_diagonal_element(self.mass);
        mass.fixed_view_mut::<3, 3>(3, 3).copy_from(&(e.transpose() * self.inertia * e));
        out.copy_from_slice(mass.as_slice());
    }

    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        let [e, change] = rates(&q[3..], &v[3..]);
        let turning = Vector3::new(v[3], v[4], v[5]);
        let spin = e * turning;
        let moment = e.tr_mul(&(self.inertia * (change * turning) + spin.cross(&(self.inertia * spin))));
        out.copy_from_slice(&[0.0, 0.0, 0.0, -moment.x, -moment.y, -moment.z]);
    }
}

/// The same top twice, its tip on the ground: center of mass, and force at the tip.
fn top<B: Body<Space = Spatial> + 'static>(body: B, file: &str, args: &Args) -> Result<[Vec<f64>; 4], Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let top = builder.body("top", body);
    let tip = builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(0.0, 0.0, -ARM)));
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.0025).run(model.start().project()?, 3.0)?;
    run.write_csv(args.file(file)?)?;
    let place = |at: &Snapshot<'_>| at.body(top).origin;
    Ok([
        run.column(|at| place(at).x),
        run.column(|at| place(at).y),
        run.column(|at| place(at).z),
        run.column(|at| at.reaction(tip).force.z),
    ])
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("euler_angles", "a rigid body in Euler angles").default("rtol", "1e-12").parse();
    let (mass, moments) = (0.7, [0.012, 0.015, 0.008]);
    let inertia = Matrix3::from_diagonal(&moments.into());
    let (angles, spins) = ([0.0, 0.9, 0.3], [0.4, -0.2, 90.0]);
    let turn = attitude(&angles);
    let arm = turn * Vector3::new(0.0, 0.0, ARM);
    let spin = rates(&angles, &[0.0; 3])[0] * Vector3::from(spins);
    let velocity = (turn * spin).cross(&arm);
    let own = EulerBody {
        mass,
        inertia,
        q: [arm.x, arm.y, arm.z, angles[0], angles[1], angles[2]],
        v: [velocity.x, velocity.y, velocity.z, spins[0], spins[1], spins[2]],
    };
    let solid = Solid::principal(mass, moments)?
        .at(arm.x, arm.y, arm.z)
        .turned(turn)
        .moving(velocity.x, velocity.y, velocity.z)
        .spinning(spin.x, spin.y, spin.z);
    let (angled, whole) = (top(own.clone(), "trajectory.csv", &args)?, top(solid, "quaternion.csv", &args)?);
    let apart = |k: usize| angled[k].iter().zip(&whole[k]).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));

    let t: Vec<f64> = (0..angled[0].len()).map(|k| 0.0025 * k as f64).collect();
    let names = ["in Euler angles", "with a quaternion"];
    let above = Panel::new("x (m)", "y (m)").title("center of mass, from above").equal_aspect();
    let above = above.line(names[0], &angled[0], &angled[1]).dashed(names[1], &whole[0], &whole[1]);
    let force = Panel::history("force at the tip, upward (N)").x_range(0.0, 1.0).line(names[0], &t, &angled[3]);
    Figure::new("The same top twice")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(above)
        .panel(force.dashed(names[1], &t, &whole[3]))
        .save(&args.file("euler_angles.svg")?)?;

    // Upright, where all three angles are zero.
    let mut builder = ModelBuilder::new();
    builder.body("upright", EulerBody { q: [0.0; 6], v: [0.0; 6], ..own.clone() });
    let model = builder.build()?;
    let told = model.start().project().err().map(|error| error.to_string()).unwrap_or_default();

    // Turning freely about the line of nodes, where no step has a reason to be short.
    let mut builder = ModelBuilder::new();
    builder.body("leaper", EulerBody { q: [0.0, 0.0, 0.0, 0.0, 0.5, 0.0], v: [0.0, 0.0, 0.0, 0.0, -1.0, 0.0], ..own });
    let model = builder.build()?;
    let leaps = simulation(&model, &args).run(model.start().project()?, 1.0);
    let leap = leaps.err().map(|error| error.to_string()).unwrap_or_default();

    let mut verdict = Verdict::new("euler_angles");
    verdict.check(
        "center of mass against the quaternion (m)",
        (0..3).map(apart).fold(0.0, f64::max),
        "<",
        bound(&args, 1e-9, 1e-3),
    );
    verdict.check("force at the tip against the quaternion (N)", apart(3), "<", bound(&args, 1e-6, 1.0));
    verdict.holds("the singularity is told by name", told.contains("upright") && told.contains("sin b = 0"));
    verdict.holds("no step jumps over it", leap.contains("leaper") && leap.contains("singular"));
    Ok(verdict.finish())
}
