//! The rigid body in space.
//!
//! | symbol | quantity | in code |
//! |---|---|---|
//! | x, y, z | center of mass, in world axes | the first coordinates |
//! | Q | attitude, as a unit quaternion w, x, y, z that turns body axes to world axes | the last four coordinates |
//! | v | velocity of the center of mass, in world axes | the first velocities |
//! | Ω | angular velocity, in body axes | the last three velocities |
//! | I | inertia tensor about the center of mass, in body axes: a constant | `inertia` |
//!
//! With the frame at the center of mass Newton's and Euler's equations are uncoupled. From (R I Ω)' = R M, with M the moment about the
//! center of mass in body axes, and R' = R [Ω]×:
//!
//! ```text
//! (R1)  m v' = F        (R2)  I Ω' = M − Ω × I Ω
//! ```
//!
//! −Ω × I Ω is the gyroscopic moment. It has no power, Ω·(Ω × I Ω) = 0. It vanishes for a body whose three principal moments are equal,
//! and is not asked for then. If the body's axes are principal ones, I and the mass matrix are diagonal; if not, the matrix is full,
//! and a chain of such bodies takes about twice the time. [`Inertia::principal`] tells the principal axes.

use super::inertia::{TIE, moments_of};
use crate::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Inertia, InertiaError, MassMatrix, Quantity};
use crate::element::{Spatial, SpatialFrame};
use crate::error::ElementError;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// A rigid body in space; its frame sits at the center of mass.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let brick = Solid::principal(1.0, [1.0, 2.0, 3.0])?.spinning(0.0, 1.0, 1e-3);
/// let brick = builder.body("brick", brick);
/// let model = builder.build()?;
/// let run = Simulation::new(&model).every(0.1).run(model.placed(), 40.0)?;
/// // About the middle axis it does not stay: it turns over, and energy is as it was.
/// assert!(run.smallest(|at| at.body(brick).turn_back(at.body(brick).spin).y) < -0.99);
/// assert!(run.energy_error() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Solid {
    mass: f64,
    inertia: Matrix3<f64>,
    q: [f64; 7],
    v: [f64; 6],
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Solid, it => it.check());

impl Solid {
    /// A body with the given mass (kg) and inertia tensor about its center of mass, in its own axes (kg m²).
    ///
    /// It is placed at the world's origin, unturned and at rest. A tensor that no body can have is refused.
    pub fn new(mass: f64, inertia: Matrix3<f64>) -> Result<Self, InertiaError> {
        Self::from_inertia(Inertia::new(mass, Vector3::zeros(), inertia)?)
    }

    /// A body whose axes are its principal axes of inertia, with these moments.
    pub fn principal(mass: f64, moments: [f64; 3]) -> Result<Self, InertiaError> {
        Self::new(mass, Matrix3::from_diagonal(&Vector3::from(moments)))
    }

    /// A body with the mass properties of a shape. Its frame is at the shape's center of mass, its axes are the shape's.
    pub fn from_inertia(inertia: Inertia) -> Result<Self, InertiaError> {
        let moments = moments_of(&inertia.tensor());
        if moments[0] <= TIE * moments[2] {
            return Err(InertiaError::OnOneLine { moments });
        }
        let q = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        Ok(Self { mass: inertia.mass(), inertia: inertia.tensor(), q, v: [0.0; 6] })
    }

    /// Places the center of mass.
    pub fn at(mut self, x: f64, y: f64, z: f64) -> Self {
        self.q[..3].copy_from_slice(&[x, y, z]);
        self
    }

    /// Turns the body: `attitude` turns body axes to world axes.
    pub fn turned(mut self, attitude: UnitQuaternion<f64>) -> Self {
        self.q[3..].copy_from_slice(&[attitude.w, attitude.i, attitude.j, attitude.k]);
        self
    }

    /// Lays the body between two places: its center of mass in the middle, its z axis from the first to the second, as that of a
    /// [cylinder](Inertia::cylinder) between its ends, turned the short way round. Two equal places are refused when the model is built.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let (foot, end) = ([1.0, 0.0, 0.0], [0.4, 0.0, 0.8]);
    /// let mut builder = ModelBuilder::new();
    /// let leg = builder.body("leg", Solid::from_inertia(Inertia::cylinder(2.0, 0.02, 1.0)?)?.between(foot, end));
    /// let model = builder.build()?;
    /// let there = model.read(&model.placed()).position(leg.point(0.0, 0.0, 0.5));
    /// assert!((there - chetaev::nalgebra::Vector3::from(end)).norm() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(self, from: impl Into<Vector3<f64>>, to: impl Into<Vector3<f64>>) -> Self {
        let (from, to) = (from.into(), to.into());
        let middle = 0.5 * (from + to);
        // From z to −z every way is as short.
        let turn = UnitQuaternion::rotation_between(&Vector3::z(), &(to - from));
        let turn = turn.unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI));
        // Between a place and itself there is no direction.
        let [x, y, z] = if from == to { [f64::NAN; 3] } else { middle.into() };
        self.at(x, y, z).turned(turn)
    }

    /// Gives the center of mass a velocity, in world axes.
    pub fn moving(mut self, vx: f64, vy: f64, vz: f64) -> Self {
        self.v[..3].copy_from_slice(&[vx, vy, vz]);
        self
    }

    /// Gives it an angular velocity, in body axes.
    pub fn spinning(mut self, wx: f64, wy: f64, wz: f64) -> Self {
        self.v[3..].copy_from_slice(&[wx, wy, wz]);
        self
    }

    /// Mass, kg.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Inertia tensor about the center of mass, in body axes, kg m².
    pub fn inertia(&self) -> Matrix3<f64> {
        self.inertia
    }

    /// Where it was placed, and how it moves there.
    pub fn frame(&self) -> SpatialFrame {
        SpatialFrame::from_coordinates(&self.q, &self.v)
    }

    /// Is it a body that the constructors make?
    #[cfg(feature = "serde")]
    fn check(&self) -> Result<(), String> {
        use crate::store::checked::{require, unit};
        Self::new(self.mass, self.inertia).map_err(|error| error.to_string())?;
        require(self.q.iter().chain(&self.v).all(|x| x.is_finite()), || {
            "its place or velocity is not finite".to_owned()
        })?;
        unit("attitude", &self.q[3..])
    }

    fn is_principal(&self) -> bool {
        let i = &self.inertia;
        i[(1, 0)] == 0.0 && i[(2, 0)] == 0.0 && i[(2, 1)] == 0.0
    }

    fn is_round(&self) -> bool {
        let i = &self.inertia;
        let same = |a: f64, b: f64| (a - b).abs() <= TIE * a;
        self.is_principal() && same(i[(0, 0)], i[(1, 1)]) && same(i[(0, 0)], i[(2, 2)])
    }
}

impl Body for Solid {
    type Space = Spatial;

    fn shape(&self) -> BodyShape<Spatial> {
        BodyShape {
            coordinates: vec![
                Coordinate::new("x", "vx", Quantity::Length),
                Coordinate::new("y", "vy", Quantity::Length),
                Coordinate::new("z", "vz", Quantity::Length),
                Coordinate::attitude(),
            ],
            mass_matrix: if self.is_principal() { MassMatrix::Diagonal } else { MassMatrix::Dense },
            constant_mass: true,
            inertia_forces: !self.is_round(),
            frame: FrameMap::Pose,
            mass: self.mass,
            center: Vector3::zeros(),
        }
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, Spatial>) -> Result<(), ElementError> {
        if let (Some(q), Some(v)) = (q.first_chunk(), v.first_chunk()) {
            out.frame(SpatialFrame::from_coordinates(q, v));
        }
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        let (m, i) = (self.mass, &self.inertia);
        if self.is_principal() {
            out.copy_from_slice(&[m, m, m, i[(0, 0)], i[(1, 1)], i[(2, 2)]]);
            return;
        }
        out.fill(0.0);
        for k in 0..3 {
            out[7 * k] = m;
            for l in 0..3 {
                out[6 * (k + 3) + l + 3] = i[(k, l)];
            }
        }
    }

    /// (R2).
    fn bias(&self, _q: &[f64], v: &[f64], out: &mut [f64]) {
        let spin = Vector3::new(v[3], v[4], v[5]);
        let moment = (self.inertia * spin).cross(&spin);
        out.copy_from_slice(&[0.0, 0.0, 0.0, moment.x, moment.y, moment.z]);
    }

    /// −δΩ × I Ω − Ω × I δΩ.
    fn vary_bias(&self, v: &[f64], dv: &[f64], out: &mut [f64]) -> bool {
        let [spin, change] = [v, dv].map(|v| Vector3::new(v[3], v[4], v[5]));
        let moment = (self.inertia * spin).cross(&change) + (self.inertia * change).cross(&spin);
        out[3..].iter_mut().zip(&moment).for_each(|(out, x)| *out += x);
        true
    }
}
