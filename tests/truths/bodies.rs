//! One and the same rigid body (mass m, inertia J about its center of mass) in several coordinates.
//!
//! ```text
//! Polar      q = (r, α, β)      center of mass at r (cos α, sin α), angle θ = α + β
//!            T = ½ m (r'² + r² α'²) + ½ J (α' + β')²: the mass matrix is dense and changes
//! Radial     q = (r, α, θ)      the same with θ itself: diagonal, and changes
//! Rotor      q = (x, y, θ, ψ)   with a free rotor J_r at the center of mass, turned by ψ in the body:
//!            T = ½ m (x'² + y'²) + ½ J θ'² + ½ J_r (θ' + ψ')²: dense and constant, one more coordinate than the frame
//! Eccentric  q = (x, y, θ)      of a point that is not the center of mass (arm c): dense, changes, the map is the identity
//! ```

use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity, RigidBody};
use chetaev::element::{BodyId, Planar, PlanarFrame};
use chetaev::error::ElementError;
use chetaev::model::ModelBuilder;
use chetaev::nalgebra::Vector2;

const MASS: f64 = 1.7;
const INERTIA: f64 = 0.6;
const ROTOR: f64 = 0.45;
const CENTER: [f64; 2] = [0.3, -0.5];

#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Kind {
    Rigid,
    Polar,
    Radial,
    Rotor,
    Eccentric,
}

impl Kind {
    pub const ALL: [Self; 5] = [Self::Rigid, Self::Polar, Self::Radial, Self::Rotor, Self::Eccentric];

    pub fn add(self, builder: &mut ModelBuilder, name: &str) -> BodyId {
        match self {
            Kind::Rigid => builder.body(name, RigidBody::new(MASS, INERTIA).at(1.0, 0.5, 0.0)),
            kind => builder.body(name, Other(kind)),
        }
    }

    /// The center of mass, in the frame's axes.
    pub fn center(self) -> [f64; 2] {
        if self == Kind::Eccentric { CENTER } else { [0.0; 2] }
    }

    /// Coordinates and velocities, from pose and twist of the center of mass.
    pub fn coordinates(self, pose: &[f64], twist: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let ([x, y, angle], [vx, vy, spin]) = ([pose[0], pose[1], pose[2]], [twist[0], twist[1], twist[2]]);
        match self {
            Kind::Rigid => (pose.to_vec(), twist.to_vec()),
            Kind::Polar | Kind::Radial => {
                let (r, alpha) = (x.hypot(y), y.atan2(x));
                let (dr, dalpha) = ((x * vx + y * vy) / r, (x * vy - y * vx) / (r * r));
                let lag = if self == Kind::Polar { (alpha, dalpha) } else { (0.0, 0.0) };
                (vec![r, alpha, angle - lag.0], vec![dr, dalpha, spin - lag.1])
            }
            Kind::Rotor => (vec![x, y, angle, 0.8], vec![vx, vy, spin, -1.4]),
            Kind::Eccentric => {
                let c = arm(angle);
                (vec![x - c.x, y - c.y, angle], vec![vx + spin * c.y, vy - spin * c.x, spin])
            }
        }
    }

    /// (a_x, a_y, ω') of the center of mass, from the second derivatives of the coordinates.
    pub fn acceleration(self, q: &[f64], v: &[f64], a: &[f64]) -> [f64; 3] {
        match self {
            Kind::Rigid | Kind::Rotor => [a[0], a[1], a[2]],
            Kind::Polar | Kind::Radial => {
                let (sin, cos) = q[1].sin_cos();
                let radial = a[0] - q[0] * v[1] * v[1];
                let around = q[0] * a[1] + 2.0 * v[0] * v[1];
                let turn = if self == Kind::Polar { a[1] + a[2] } else { a[2] };
                [radial * cos - around * sin, radial * sin + around * cos, turn]
            }
            Kind::Eccentric => {
                let c = arm(q[2]);
                [a[0] - a[2] * c.y - v[2] * v[2] * c.x, a[1] + a[2] * c.x - v[2] * v[2] * c.y, a[2]]
            }
        }
    }
}

/// The arm of the center of mass of the eccentric body, in world axes.
fn arm(angle: f64) -> Vector2<f64> {
    let (sin, cos) = angle.sin_cos();
    Vector2::new(cos * CENTER[0] - sin * CENTER[1], sin * CENTER[0] + cos * CENTER[1])
}

#[derive(Debug)]
struct Other(Kind);

impl Body for Other {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        let (length, angle) = (Quantity::Length, Quantity::Angle);
        let mut coordinates = match self.0 {
            Kind::Polar | Kind::Radial => {
                vec![Coordinate::new("r", "vr", length), Coordinate::new("alpha", "va", angle)]
            }
            _ => vec![Coordinate::new("x", "vx", length), Coordinate::new("y", "vy", length)],
        };
        coordinates.push(Coordinate::new("theta", "omega", angle));
        if self.0 == Kind::Rotor {
            coordinates.push(Coordinate::new("psi", "vpsi", angle));
        }
        let frame = if self.0 == Kind::Eccentric { FrameMap::Pose } else { FrameMap::General };
        let shape = BodyShape::new(coordinates, frame, MASS).center(self.0.center().into());
        match self.0 {
            Kind::Radial => shape.diagonal(),
            Kind::Rotor => shape.constant_mass().without_inertia_forces(),
            _ => shape,
        }
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        let (q0, v0) = self.0.coordinates(&[1.0, 0.5, 0.0], &[0.0; 3]);
        q.copy_from_slice(&q0);
        v.copy_from_slice(&v0);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        match self.0 {
            Kind::Polar | Kind::Radial => {
                let relative = if self.0 == Kind::Polar { 1.0 } else { 0.0 };
                let (sin, cos) = q[1].sin_cos();
                let (along, across) = (Vector2::new(cos, sin), Vector2::new(-sin, cos));
                let spin = v[2] + relative * v[1];
                let velocity = v[0] * along + q[0] * v[1] * across;
                out.frame(PlanarFrame::new(q[0] * along, q[2] + relative * q[1], velocity, spin));
                out.column(0, [cos, sin, 0.0]);
                out.column(1, [-q[0] * sin, q[0] * cos, relative]);
                out.column(2, [0.0, 0.0, 1.0]);
                let bias = 2.0 * v[0] * v[1] * across - q[0] * v[1] * v[1] * along;
                out.bias([bias.x, bias.y, 0.0]);
            }
            _ => {
                out.frame(PlanarFrame::new(Vector2::new(q[0], q[1]), q[2], Vector2::new(v[0], v[1]), v[2]));
                for j in 0..3 {
                    out.column(j, std::array::from_fn(|i| if i == j { 1.0 } else { 0.0 }));
                }
            }
        }
        Ok(())
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        let (m, j) = (MASS, INERTIA);
        match self.0 {
            Kind::Radial => out.copy_from_slice(&[m, m * q[0] * q[0], j]),
            Kind::Polar => {
                out.copy_from_slice(&[m, 0.0, 0.0, 0.0, m * q[0] * q[0] + j, j, 0.0, j, j]);
            }
            Kind::Rotor => {
                out.fill(0.0);
                for (i, value) in [(0, m), (5, m), (10, j + ROTOR), (11, ROTOR), (14, ROTOR), (15, ROTOR)] {
                    out[i] = value;
                }
            }
            _ => {
                let c = m * arm(q[2]);
                let about = j + m * (CENTER[0] * CENTER[0] + CENTER[1] * CENTER[1]);
                out.copy_from_slice(&[m, 0.0, -c.y, 0.0, m, c.x, -c.y, c.x, about]);
            }
        }
    }

    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        match self.0 {
            Kind::Polar | Kind::Radial => {
                out.copy_from_slice(&[MASS * q[0] * v[1] * v[1], -2.0 * MASS * q[0] * v[0] * v[1], 0.0]);
            }
            _ => {
                let c = MASS * v[2] * v[2] * arm(q[2]);
                out.copy_from_slice(&[c.x, c.y, 0.0]);
            }
        }
    }
}
