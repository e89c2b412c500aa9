//! The planar rigid body.
//!
//! Coordinates q = (x, y, θ): position of the center of mass and angle. With the frame at the center of mass
//! the equations of Newton and Euler are uncoupled and have no quadratic terms:
//!
//! ```text
//! m x'' = F_x      m y'' = F_y      J θ'' = M_C
//! ```
//!
//! J is the moment of inertia *about the center of mass*. To start from another point see
//! [`MassProperties::about_point`].

use crate::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, MassMatrix, MassProperties, Quantity};
use crate::element::{Planar, PlanarFrame};
use crate::error::ElementError;
use nalgebra::Vector2;
use std::f64::consts::TAU;

/// A planar rigid body; its frame sits at the center of mass.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let plate = builder.body("plate", RigidBody::rectangle(3.0, 0.4, 0.3).at(1.0, 2.0, 0.5).moving(0.0, 1.0, 2.0));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let (first, last) = (run.first().ok_or("no sample")?, run.last().ok_or("no sample")?);
/// assert!((first.kinetic() - 0.5 * 3.0 - 0.5 * 3.0 * (0.16 + 0.09) / 12.0 * 4.0).abs() < 1e-12);
/// assert!((last.body(plate).origin.y - 3.0).abs() < 1e-12 && (last.body(plate).angle - 2.5).abs() < 1e-12);
/// // Points are counted from the center of mass, in the body's axes.
/// assert!((last.position(plate.point(0.2, 0.15)) - last.body(plate).origin).norm() > 0.2499);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RigidBody {
    mass: f64,
    inertia: f64,
    q: [f64; 3],
    v: [f64; 3],
    /// For pictures alone; missing in files that were written before it was kept.
    #[cfg_attr(feature = "serde", serde(default))]
    form: Option<Form>,
}

/// What a body was made as, whose corners its moment of inertia does not tell: lengths along x and y.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Form {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
}

impl RigidBody {
    /// A body with the given mass (kg) and moment of inertia about its center of mass (kg m²).
    ///
    /// It is placed at the world's origin, unturned and at rest. Values that are not positive and finite are
    /// refused by name when the model is built.
    pub fn new(mass: f64, inertia: f64) -> Self {
        Self { mass, inertia, q: [0.0; 3], v: [0.0; 3], form: None }
    }

    /// A body with the mass properties of a shape: a polygon, a ring, several parts. Its frame is at the shape's center of mass.
    ///
    /// ```
    /// use chetaev::nalgebra::Point2;
    /// use chetaev::prelude::*;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let corners = [[0.0, 0.0], [0.3, 0.0], [0.0, 0.2]].map(Point2::from);
    /// let plate = MassProperties::polygon(&corners, 7850.0 * 0.004)?; // steel, 4 mm thick
    /// let body = RigidBody::from_shape(plate).at(plate.center.x, plate.center.y, 0.0);
    /// # let _ = body;
    /// # assert!((plate.mass - 0.03 * 31.4).abs() < 1e-12 && (plate.center.x - 0.1).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_shape(shape: MassProperties) -> Self {
        Self::new(shape.mass, shape.inertia)
    }

    /// A slender uniform rod along the body's x axis: J = m l²/12.
    pub fn rod(mass: f64, length: f64) -> Self {
        let length = none_below_zero(length);
        Self::new(mass, mass * length * length / 12.0)
    }

    /// A uniform disk: J = m r²/2.
    pub fn disk(mass: f64, radius: f64) -> Self {
        let radius = none_below_zero(radius);
        Self { form: Some(Form::Ellipse([2.0 * radius; 2])), ..Self::new(mass, mass * radius * radius / 2.0) }
    }

    /// A uniform elliptic disk with semi-axes `a` along x and `b` along y: J = m (a² + b²)/4.
    pub fn ellipse(mass: f64, a: f64, b: f64) -> Self {
        let [a, b] = [a, b].map(none_below_zero);
        Self { form: Some(Form::Ellipse([2.0 * a, 2.0 * b])), ..Self::new(mass, mass * (a * a + b * b) / 4.0) }
    }

    /// A uniform rectangle, `width` along x and `height` along y: J = m (w² + h²)/12.
    pub fn rectangle(mass: f64, width: f64, height: f64) -> Self {
        let [width, height] = [width, height].map(none_below_zero);
        let inertia = mass * (width * width + height * height) / 12.0;
        Self { form: Some(Form::Rectangle([width, height])), ..Self::new(mass, inertia) }
    }

    /// Places the center of mass and the angle.
    pub fn at(mut self, x: f64, y: f64, angle: f64) -> Self {
        self.q = [x, y, angle];
        self
    }

    /// Lays the body between two places: its center of mass in the middle, its x axis from the first to the second, as that of a [rod](Self::rod) between
    /// its ends. Two equal places are refused when the model is built.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let (knee, foot) = ([0.3, 1.0], [0.6, 0.6]);
    /// let mut builder = ModelBuilder::new();
    /// let shin = builder.body("shin", RigidBody::rod(2.0, 0.5).between(knee, foot));
    /// let model = builder.build()?;
    /// let end = model.read(&model.placed()).position(shin.point(0.25, 0.0));
    /// assert!((end - chetaev::nalgebra::Vector2::from(foot)).norm() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(self, from: impl Into<Vector2<f64>>, to: impl Into<Vector2<f64>>) -> Self {
        let (from, to) = (from.into(), to.into());
        let (middle, along) = (0.5 * (from + to), to - from);
        // Between a place and itself there is no direction.
        let angle = if along.x == 0.0 && along.y == 0.0 { f64::NAN } else { along.y.atan2(along.x) };
        self.at(middle.x, middle.y, angle)
    }

    /// Gives the center of mass and the angle a velocity.
    pub fn moving(mut self, vx: f64, vy: f64, spin: f64) -> Self {
        self.v = [vx, vy, spin];
        self
    }
}

/// A length; of one below zero, which is none, no number, so that the model is refused.
fn none_below_zero(length: f64) -> f64 {
    if length >= 0.0 { length } else { f64::NAN }
}

impl Body for RigidBody {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        BodyShape {
            coordinates: vec![
                Coordinate::new("x", "vx", Quantity::Length),
                Coordinate::new("y", "vy", Quantity::Length),
                Coordinate::new("theta", "omega", Quantity::Angle),
            ],
            mass_matrix: MassMatrix::Diagonal,
            constant_mass: true,
            inertia_forces: false,
            frame: FrameMap::Pose,
            mass: self.mass,
            center: Vector2::zeros(),
        }
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
    }

    #[inline]
    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        out.frame(PlanarFrame::new(Vector2::new(q[0], q[1]), q[2], Vector2::new(v[0], v[1]), v[2]));
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[self.mass, self.mass, self.inertia]);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }

    fn outline(&self) -> Vec<[f64; 2]> {
        match self.form {
            None => Vec::new(),
            Some(Form::Rectangle([w, h])) => [[-w, -h], [w, -h], [w, h], [-w, h]].map(|p| p.map(|x| 0.5 * x)).to_vec(),
            Some(Form::Ellipse([w, h])) => {
                let around = (0..48).map(|i| f64::from(i) * TAU / 48.0);
                around.map(|s| [0.5 * w * s.cos(), 0.5 * h * s.sin()]).collect()
            }
        }
    }
}
