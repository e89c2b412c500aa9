//! Mechanisms from MJCF, the format of MuJoCo: bodies, joints, what closes loops.

mod element;
mod equality;
mod flags;
mod read;
mod shape;

use crate::error::UrdfError;
use crate::file::{Urdf, text_of};
use crate::robot::Robot;
use chetaev::nalgebra::Isometry3;
use chetaev::prelude::*;
use std::path::Path;

/// A mechanism as an MJCF file describes it.
///
/// | in the file | in the model |
/// |---|---|
/// | `body` with `inertial`, or with `geom`s (sphere, ellipsoid, box, cylinder, capsule) | a [`Solid`](chetaev::body::Solid); the link of its name has its axes. `world` is the ground |
/// | `body` without a joint | one body with its parent |
/// | `joint` of type `hinge`, `slide`, `ball`, `free`, `freejoint`; one for each body | a [`Joint`] with the joint's name, or none |
/// | `range`; `damping`, `frictionloss`; `stiffness`, `springref` | stops `joint lower`, `joint upper`; `joint damping`, `joint friction`; a spring `joint spring` |
/// | `equality`: `connect`, `weld`, `joint` (of degree one) | a ball in its socket, a weld (without `torquescale` a ball too), a [`Coupler`](chetaev::constraint::Coupler), which hold exactly |
/// | `option`: `gravity`; `flag` | gravity; what it disables of gravity, springs, dampers, friction, stops and equalities is not there |
/// | `default`, `compiler`: `angle`, `eulerseq`, `autolimits`, `inertiafromgeom`, `inertiagrouprange`; `frame` | as MuJoCo reads them |
///
/// What a model has no place for is in [`Robot::left_out`]: actuators, tendons, contacts, rotors' inertia (`armature`), `springdamper`. A link `joint of …` beside a body has the body's axes at the place of its joint, if that is elsewhere.
///
/// A loop of a mechanism that moves in a plane is closed by more rows than it needs: let the [builder](Robot::builder) [allow](ModelBuilder::allow_redundant) that.
///
/// ```
/// use chetaev::prelude::*;
/// use chetaev_urdf::Mjcf;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // A ball of 1 kg on a rod without mass.
/// let text = r#"<mujoco><option gravity="0 0 -9.81"/><worldbody>
///   <body name="bob" pos="0 0 -0.5">
///     <joint name="hinge" axis="0 1 0" pos="0 0 0.5"/>
///     <geom size="0.1" mass="1"/>
///   </body>
/// </worldbody></mujoco>"#;
/// let robot = Mjcf::parse(text)?.mechanism()?;
/// let hinge = robot.coordinate("hinge")?;
/// let model = robot.builder.build()?;
/// let state = robot.tree.state(&model, &[0.3], &[0.0])?;
/// let acceleration = hinge.second_rate(&model.read(&state))?;
/// assert!((acceleration + 0.5 * 9.81 * 0.3_f64.sin() / (0.25 + 0.4 * 0.01)).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Mjcf {
    tree: Urdf,
    gravity: [f64; 3],
    springs: Vec<Spring>,
    closings: Vec<Closing>,
    left_out: Vec<String>,
}

#[derive(Clone, Debug)]
struct Spring {
    joint: String,
    stiffness: f64,
    rest: f64,
}

/// What closes a loop: places in the axes of two bodies that are one.
#[derive(Clone, Debug)]
struct Closing {
    name: String,
    welds: bool,
    ends: [(String, Isometry3<f64>); 2],
}

impl Mjcf {
    /// Reads a file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, UrdfError> {
        Self::parse(&text_of(path.as_ref())?)
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, UrdfError> {
        read::file(text)
    }

    /// Without stops at the limits.
    pub fn without_limits(self) -> Self {
        Self { tree: self.tree.without_limits(), ..self }
    }

    /// Without damping and friction.
    pub fn without_losses(self) -> Self {
        Self { tree: self.tree.without_losses(), ..self }
    }

    /// The mechanism.
    pub fn mechanism(&self) -> Result<Robot, UrdfError> {
        let mut robot = self.tree.mechanism()?;
        robot.builder.gravity(self.gravity);
        robot.left_out.extend(self.left_out.iter().cloned());
        for Spring { joint, stiffness, rest } in &self.springs {
            robot.spring(joint, *stiffness, *rest)?;
        }
        for Closing { name, welds, ends: [a, b] } in &self.closings {
            let [a, b] = [robot.mark(&a.0, &a.1)?, robot.mark(&b.0, &b.1)?];
            let joint = if *welds { Joint::weld(a, b) } else { Joint::spherical(a.point(), b.point()) };
            robot.builder.constraint(name.as_str(), joint);
        }
        Ok(robot)
    }
}
