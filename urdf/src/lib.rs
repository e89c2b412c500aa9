//! Robots from URDF files, and mechanisms from MJCF files ([`Mjcf`]), as mechanisms of [`chetaev`].
//!
//! URDF describes trees only. Loops are closed here, by the names of links: [`Robot::close`].
//!
//! | in the file | in the model |
//! |---|---|
//! | `link` with `inertial` | a [`Solid`](chetaev::body::Solid) at its center of mass, with the axes of the link; the root is the ground, unless it is [`floating`](Urdf::floating) |
//! | `joint` of type `fixed` | one body with its parent |
//! | `revolute`, `continuous`, `prismatic`, `floating`, `planar` | a [`Joint`](chetaev::constraint::Joint) with the joint's name, or none |
//! | `limit`: `lower`, `upper` | stops `joint lower`, `joint upper`: contacts without restitution |
//! | `dynamics`: `damping`, `friction` | a damper `joint damping`; friction `joint friction` of that size, that sticks |
//! | `mimic` | a [`Coupler`](chetaev::constraint::Coupler) `joint mimic` |
//!
//! What a model has no place for is in [`Robot::left_out`]: efforts and largest velocities, limits of an angle beyond half a turn, and what acts in joints that are planar or floating. Shapes are not looked at.
//!
//! ```
//! use chetaev::prelude::*;
//! use chetaev_urdf::Urdf;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A rod of 1 kg and 1 m that hangs on a hinge.
//! let text = r#"<robot name="pendulum">
//!   <link name="base"/>
//!   <link name="rod"><inertial>
//!     <origin xyz="0 0 -0.5"/><mass value="1"/>
//!     <inertia ixx="0.08333333333333333" iyy="0.08333333333333333" izz="1e-4" ixy="0" ixz="0" iyz="0"/>
//!   </inertial></link>
//!   <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
//! </robot>"#;
//! let mut robot = Urdf::parse(text)?.mechanism()?;
//! robot.builder.gravity([0.0, 0.0, -9.81]);
//! let hinge = robot.coordinate("hinge")?;
//! let model = robot.builder.build()?;
//! let state = robot.tree.state(&model, &[0.3], &[0.0])?;
//! // 3/2 g/l sin θ, back to where it hangs.
//! let acceleration = hinge.second_rate(&model.read(&state))?;
//! assert!((acceleration + 1.5 * 9.81 * 0.3_f64.sin()).abs() < 1e-12);
//! # Ok(())
//! # }
//! ```

//!
//! # Accuracy
//!
//! `bash urdf/test.sh` compares the accelerations of the joints and the mass matrix with those of Pinocchio, for six robots of the package `example-robot-data` (Panda, UR5, Kinova, xArm7, Allegro hand, Z1) at 20
//! random states each, under gravity and random efforts. The largest relative differences are 3.6e-14 and 4.8e-13. A double pendulum with a mass on a fixed joint, motors, friction, damping, stops and
//! mimics, and a four-bar linkage closed by name agree with their closed forms (`cargo test -p chetaev-urdf`).
//!
//! `bash urdf/mjcf.sh` compares accelerations with those of MuJoCo 4.0, for four mechanisms in MJCF with every way to say where and how heavy something is, and for the pendulums of `gymnasium`, at 20 random states
//! each: the largest relative difference is 1.2e-13. A parallelogram closed by `connect`, a weld, a gear, stops and friction agree with their closed forms.

mod error;
mod file;
mod inertia;
mod mjcf;
mod robot;
mod tree;

pub use error::UrdfError;
pub use file::Urdf;
pub use mjcf::Mjcf;
pub use robot::{Coordinate, Robot};
pub use tree::Tree;
