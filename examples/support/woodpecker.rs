//! The woodpecker that pecks its way down a pole: a sleeve with play on the pole, a bird on a spring at the sleeve.
//!
//! Freedoms: the height y of the sleeve, the small angles φ_M of the sleeve and φ_S of the bird. With m = m_M + m_S, the height
//! y_c = y + (m_S/m)(l_M φ_M + l_G φ_S) of the center of mass, and ν = m_M m_S/m,
//!
//! ```text
//! 2 T = m y_c'² + (J_M + ν l_M²) φ_M'² + 2 ν l_M l_G φ_M' φ_S' + (J_S + ν l_G²) φ_S'²        U = m g y_c + ½ c (φ_M − φ_S)²
//! beak    φ = l_M + l_G − l_S − r₀ − h_S φ_S       s = y' + l_M φ_M' + (l_G − l_S) φ_S'
//! edges   φ = r_M − r₀ ± h_M φ_M                   s = y' + r_M φ_M'
//! ```
//!
//! One body of its own carries all of it, in the coordinates (φ_M, y_c, φ_S). These are the pose of its frame, in which contacts and forces are
//! written: its x stands for φ_M. Data: Glocker 1995; Leine, Glocker, van Campen 2003.

use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::constraint::{Constraint, ConstraintShape, Level};
use chetaev::element::{Ctx, PlanarFrame, Rows};
use chetaev::error::{BuildError, ElementError};
use chetaev::hybrid::{Bound, Gap, Sweep};
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;

const MASSES: [f64; 2] = [0.0003, 0.0045];
const INERTIAS: [f64; 2] = [5e-9, 7e-7];
const SPRING: f64 = 0.0056;
const POLE: f64 = 0.0025;
const SLEEVE: [f64; 2] = [0.0031, 0.0058];
const LEVERS: [f64; 2] = [0.01, 0.015];
const BEAK: [f64; 2] = [0.02, 0.0201];
const MU: f64 = 0.3;

/// At which the sleeve stands against its lower edge (−) or its upper one (+).
pub const PLAY: f64 = (SLEEVE[0] - POLE) / SLEEVE[1];
/// m_S/m.
const SHARE: f64 = MASSES[1] / (MASSES[0] + MASSES[1]);

#[derive(Debug)]
struct Bird {
    q: [f64; 3],
    v: [f64; 3],
}

impl Body for Bird {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        let coordinates = [
            Coordinate::new("sleeve", "sleeve_rate", Quantity::Angle),
            Coordinate::new("height", "speed", Quantity::Length),
            Coordinate::new("bird", "bird_rate", Quantity::Angle),
        ];
        BodyShape::new(coordinates, FrameMap::Pose, MASSES[0] + MASSES[1]).constant_mass().without_inertia_forces()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        out.frame(PlanarFrame::new(Vector2::new(q[0], q[1]), q[2], Vector2::new(v[0], v[1]), v[2]));
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        let ([l_m, l_g], reduced) = (LEVERS, MASSES[0] * SHARE);
        let [sleeve, both, bird] =
            [INERTIAS[0] + reduced * l_m * l_m, reduced * l_m * l_g, INERTIAS[1] + reduced * l_g * l_g];
        out.copy_from_slice(&[sleeve, 0.0, both, 0.0, MASSES[0] + MASSES[1], 0.0, both, 0.0, bird]);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}

/// A gap φ = φ₀ + n·(φ_M, φ_S), along which s = y' + t·(φ_M', φ_S') slips.
#[derive(Debug)]
struct AtPole {
    body: BodyId,
    wide: f64,
    normal: [f64; 2],
    tangent: [f64; 2],
}

impl Constraint for AtPole {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::mixed([Level::Position, Level::Velocity], [self.body.into()])
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let (frame, [n_m, n_s], [t_m, t_s]) = (at.body(0), self.normal, self.tangent);
        let gap = self.wide + n_m * frame.origin.x + n_s * frame.angle;
        out.position(0, gap, n_m * frame.velocity.x + n_s * frame.spin, 0.0);
        out.jacobian(0, 0, [n_m, 0.0, n_s]);
        // y in place of y_c.
        let [t_m, t_s] = [t_m - SHARE * LEVERS[0], t_s - SHARE * LEVERS[1]];
        out.velocity(1, frame.velocity.y + t_m * frame.velocity.x + t_s * frame.spin, 0.0);
        out.jacobian(1, 0, [t_m, 1.0, t_s]);
        Ok(())
    }
}

impl Gap for AtPole {
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        let [n_m, n_s] = self.normal.map(f64::abs);
        let most = |sleeve: f64, bird: f64| n_m * sleeve + n_s * bird;
        let it = &bodies[0];
        Bound::new(most(it.velocity.most(), it.spin.most()), most(it.acceleration.most(), it.turning.most()))
    }
}

pub struct Woodpecker {
    pub model: Model,
    /// The beak, the sleeve's edges that stand at φ_M = −[`PLAY`] and at +[`PLAY`].
    pub contacts: [ContactId; 3],
}

impl Woodpecker {
    /// Placed with y, φ_M, φ_S and their rates; coefficients of restitution of the beak and of both edges.
    pub fn build(
        [y, sleeve, bird]: [f64; 3],
        [speed, sleeve_rate, bird_rate]: [f64; 3],
        e: [f64; 2],
    ) -> Result<Self, BuildError> {
        let center = |y: f64, sleeve: f64, bird: f64| y + SHARE * (LEVERS[0] * sleeve + LEVERS[1] * bird);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let body = builder.body(
            "woodpecker",
            Bird {
                q: [sleeve, center(y, sleeve, bird), bird],
                v: [sleeve_rate, center(speed, sleeve_rate, bird_rate), bird_rate],
            },
        );
        let twist = |_, frame: &PlanarFrame| {
            let moment = SPRING * (frame.origin.x - frame.angle);
            ([-moment, 0.0], moment)
        };
        builder.force("spring", Applied::new(body.origin(), twist));
        let ([r_m, h_m], [l_m, l_g], [h_s, l_s]) = (SLEEVE, LEVERS, BEAK);
        let beak = AtPole { body, wide: l_m + l_g - l_s - POLE, normal: [0.0, -h_s], tangent: [l_m, l_g - l_s] };
        let edge = |side: f64| AtPole { body, wide: r_m - POLE, normal: [side * h_m, 0.0], tangent: [r_m, 0.0] };
        let rough = |e: f64| Rigid::rough(Coulomb::new(MU)).bouncing(e);
        let contacts = [
            builder.contact("beak", beak, rough(e[0])),
            builder.contact("lower edge", edge(1.0), rough(e[1])),
            builder.contact("upper edge", edge(-1.0), rough(e[1])),
        ];
        Ok(Self { model: builder.build()?, contacts })
    }

    /// y, φ_M, φ_S and their rates.
    pub fn read(&self, q: &[f64], v: &[f64]) -> [f64; 6] {
        let [y, speed] = [q, v].map(|x| x[1] - SHARE * (LEVERS[0] * x[0] + LEVERS[1] * x[2]));
        [y, q[0], q[2], speed, v[0], v[2]]
    }
}
