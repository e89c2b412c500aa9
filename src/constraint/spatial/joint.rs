//! Joints between two bodies in space: how a mark of b may slide against a mark of a, and how it may turn.
//! Each mark has a point P and axes x, y, z. With D = P_b − O_a the arm from the origin of a's frame to the point of b, ρ_b its arm
//! in b, and w = v_P − v_a − ω_a×D, its velocity as seen from a:
//! ```text
//! (J1)  a direction e of a:  φ = e·(P_b − P_a)      φ' = e·w      J_b = (e, ρ_b×e)      J_a = −(e, D×e)
//!                            γ = −e·(ω_b×(ω_b×ρ_b) − ω_a×(ω_a×D) − 2 ω_a×w)
//! (J2)  three directions:    φ = P_b − P_a, in world axes; the rows of (J1) with e fixed in the world and D replaced by ρ_a
//! (J3)  e of a, f of b:      φ = e·f                φ' = ω·(f×e)  J_b = (0, f×e)        J_a = −(0, f×e)
//!                            γ = −e·(ω×(ω×f) − (ω_a×ω_b)×f),      ω = ω_b − ω_a
//! ```
//! (J1) is differentiated in a's axes: centripetal terms of both, and Coriolis' between them. In (J3) f turns with ω as seen from a, and the
//! derivative of ω as seen from a is ω_b' − ω_a' − ω_a×ω_b.

use super::between::{Between, lift};
use super::{Slide, Turn};
use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Changes, Ctx, Mark, Moving, Point, Rows, RowsOf, Sketch, Spatial, SpatialFrame, Spot, unfit};
use crate::error::ElementError;
use crate::math::Real;
use crate::measure::{AxialAngle, AxialTravel, Measure};
use nalgebra::Vector3;
use std::sync::Arc;

/// A joint between a mark of one body and a mark of another.
///
/// A mark is a point P with axes x, y, z; the rows of a joint are of three kinds: (J1) a direction e of a, φ = e·(P_b − P_a); (J2) three directions of the world, φ = P_b − P_a;
/// (J3) a direction e of a and one of b, φ = e·f.
/// A joint is one way to slide and one way to turn:
///
/// | | turns freely | z_a ⟂ z_b | z_a ∥ z_b | unturned |
/// |---|---|---|---|---|
/// | P_b on P_a: (J2), or (J1) with x_a, y_a, z_a | spherical | universal | revolute | weld |
/// | P_b on the line z_a: (J1) with x_a, y_a | point on line | | cylindrical | prismatic |
/// | P_b in the plane across z_a: (J1) with z_a | point on plane | | planar | |
/// | P_b anywhere | | | parallel | |
///
/// z_a ⟂ z_b is one row (J3); z_a ∥ z_b are two, x_a ⟂ z_b and y_a ⟂ z_b; unturned adds y_a ⟂ x_b.
///
/// λ of (J2) is the force on b in world axes, of (J1) the force on b along e; −λ of (J3) is the moment on b about e×f.
/// Singular: where (J3) is met the other way round (z_b = −z_a, or x_b = −x_a) its rows are as good as where they should be. An
/// unturned b that is placed nearer to there is refused, because it would be assembled upside down. A joint about an axis takes either.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -9.81]);
/// let door = Solid::from_inertia(Inertia::cuboid(20.0, [0.8, 0.04, 2.0])?)?.at(0.4, 0.0, 0.0).spinning(0.0, 0.0, 1.0);
/// let door = builder.body("door", door.moving(0.0, 0.4, 0.0));
/// let up = [0.0, 0.0, 1.0];
/// let hinge = Joint::revolute(WORLD.axis([0.0; 3], up), door.axis([-0.4, 0.0, 0.0], up));
/// let hinge = builder.constraint("hinge", hinge);
/// let model = builder.build()?;
/// assert_eq!(model.freedoms(&model.placed())?.freedoms, 1);
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// // It turns on at 1 rad/s; the hinge carries its weight, in world axes, and pulls it towards the axis.
/// let [x, y, z, ..] = end.multipliers(hinge)[..] else { return Err("not five rows".into()) };
/// assert!((z - 20.0 * 9.81).abs() < 1e-9 && (x.hypot(y) - 20.0 * 0.4).abs() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Joint {
    a: Mark,
    b: Mark,
    slide: Slide,
    turn: Turn,
}

impl Joint {
    /// Any combination of a way to slide and a way to turn.
    pub fn new(a: Mark, b: Mark, slide: Slide, turn: Turn) -> Self {
        Self { a, b, slide, turn }
    }

    /// A ball joint: the points coincide. The multipliers are the force on b, in world axes.
    pub fn spherical(a: Point<Spatial>, b: Point<Spatial>) -> Self {
        Self::new(Mark::plain(a), Mark::plain(b), Slide::Fixed, Turn::Free)
    }

    /// A hinge about the z axes of both marks: the points coincide, the axes too.
    pub fn revolute(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Fixed, Turn::Axis)
    }

    /// A guide: b slides along a's z axis and does not turn.
    pub fn prismatic(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Line, Turn::Fixed)
    }

    /// A sleeve on a shaft: b slides along a's z axis and turns about it.
    pub fn cylindrical(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Line, Turn::Axis)
    }

    /// A Cardan joint: a cross with one pin along a's z axis, the other along b's, at right angles to it. [`AxialTravel`](crate::measure::AxialTravel) has a leg that stands on one.
    pub fn universal(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Fixed, Turn::Cross)
    }

    /// A plate on a table: b's point stays in the plane of a's x and y axes, and b turns about its normal z.
    pub fn planar(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Plane, Turn::Axis)
    }

    /// A rigid connection: the marks coincide.
    pub fn weld(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Fixed, Turn::Fixed)
    }

    /// A point of b slides along a's z axis.
    pub fn point_on_line(line: Mark, point: Point<Spatial>) -> Self {
        Self::new(line, Mark::plain(point), Slide::Line, Turn::Free)
    }

    /// A point of b stays in the plane of a's x and y axes. The multiplier is the force on b along a's z.
    pub fn point_on_plane(plane: Mark, point: Point<Spatial>) -> Self {
        Self::new(plane, Mark::plain(point), Slide::Plane, Turn::Free)
    }

    /// Two axes stay parallel, wherever they are.
    pub fn parallel(a: Mark, b: Mark) -> Self {
        Self::new(a, b, Slide::Free, Turn::Axis)
    }

    /// The same joint with what holds its point along a's axes, not the world's: where the points coincide, λ is the force on b along x, y and z of a.
    ///
    /// The motion is the same. [Friction in a hinge](crate::friction::FrictionPoint::in_hinge) needs to know which force is across the axis, and which along it.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, 0.0, -9.81]);
    /// let wheel = builder.body("wheel", Solid::principal(2.0, [0.1; 3])?);
    /// let inclined = [0.0, 0.6, 0.8];
    /// let axle = Joint::revolute(WORLD.axis([0.0; 3], inclined), wheel.axis([0.0; 3], inclined)).in_axes_of_a();
    /// let axle = builder.constraint("axle", axle);
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
    /// // Of the weight of 19.62 N the axle carries 0.8 along its axis, and 0.6 across it.
    /// let [x, y, z, ..] = run.last().ok_or("no sample")?.multipliers(axle)[..] else { return Err("not five rows".into()) };
    /// assert!((z - 0.8 * 19.62).abs() < 1e-12 && (x.hypot(y) - 0.6 * 19.62).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_axes_of_a(self) -> Self {
        let slide = if self.slide == Slide::Fixed { Slide::Seat } else { self.slide };
        Self { slide, ..self }
    }

    /// How it slides and turns.
    pub(crate) fn freedom(&self) -> (Slide, Turn) {
        (self.slide, self.turn)
    }

    /// The two marks.
    pub fn marks(&self) -> [Mark; 2] {
        [self.a, self.b]
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        let slide = match self.slide {
            Slide::Fixed | Slide::Seat => 3,
            Slide::Line => 2,
            Slide::Plane => 1,
            Slide::Free => 0,
        };
        let turn = match self.turn {
            Turn::Free => 0,
            Turn::Cross => 1,
            Turn::Axis => 2,
            Turn::Fixed => 3,
        };
        slide + turn
    }

    /// One that has no axes.
    #[inline(always)]
    fn is_ball(&self) -> bool {
        (self.slide, self.turn) == (Slide::Fixed, Turn::Free)
    }

    #[inline(always)]
    fn between<'f, T: Real>(&self, [a, b]: [&'f SpatialFrame<T>; 2]) -> Between<'f, T> {
        Between { a, b, points: [self.a.local, self.b.local] }
    }

    /// Writes its rows from `i` on; the next row is returned.
    pub(super) fn write<T: Real>(
        &self,
        mut i: usize,
        [a, b]: [&SpatialFrame<T>; 2],
        out: &mut impl RowsOf<T, [T; 6]>,
    ) -> Result<usize, ElementError> {
        let pair = self.between([a, b]);
        let ([x, y, z], [x_b, _, z_b]) = (self.a.columns(), self.b.columns());
        match self.slide {
            Slide::Fixed => i = pair.pin(i, out),
            Slide::Seat => {
                let path = pair.path();
                [x, y, z].into_iter().zip(i..).for_each(|(e, row)| pair.guide(row, pair.direction(e), &path, out));
                i += 3;
            }
            Slide::Line => {
                let path = pair.path();
                pair.guide(i, pair.direction(x), &path, out);
                pair.guide(i + 1, pair.direction(y), &path, out);
                i += 2;
            }
            Slide::Plane => {
                pair.guide(i, pair.direction(z), &pair.path(), out);
                i += 1;
            }
            Slide::Free => {}
        }
        match self.turn {
            Turn::Free => {}
            Turn::Cross => {
                pair.across(i, pair.direction(z), &pair.against(z_b), out);
                i += 1;
            }
            Turn::Axis => {
                let z_b = pair.against(z_b);
                pair.across(i, pair.direction(x), &z_b, out);
                pair.across(i + 1, pair.direction(y), &z_b, out);
                i += 2;
            }
            Turn::Fixed => {
                let (y, z_b, x_b) = (pair.direction(y), pair.against(z_b), pair.against(x_b));
                pair.across(i, pair.direction(x), &z_b, out);
                pair.across(i + 1, y, &z_b, out);
                pair.across(i + 2, y, &x_b, out);
                if z_b.in_a.dot(&lift(z)).re() < 0.0 || x_b.in_a.dot(&lift(x)).re() < 0.0 {
                    return Err(ElementError::Singular {
                        what: "the axes of an unturned joint are nearer to opposite than to equal, and would be assembled upside down: \
                               turn the body, or its mark",
                    });
                }
                i += 3;
            }
        }
        Ok(i)
    }
}

impl Constraint for Joint {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, self.rows(), [self.a.body, self.b.body])
    }

    fn flaw(&self) -> Option<&'static str> {
        unfit([&self.a, &self.b])
    }

    #[inline]
    fn sizes(&self) -> Option<[usize; 2]> {
        self.is_ball().then_some([3, 2])
    }

    #[inline]
    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let [a, b] = [at.body(0), at.body(1)];
        match self.is_ball() {
            true => Ok(self.between([a, b]).pin(0, out)).map(|_| ()),
            false => self.write(0, [a, b], out).map(|_| ()),
        }
    }

    fn vary(&self, at: Moving<'_, Spatial>, out: &mut Changes<'_, Spatial>) -> bool {
        // One that is upside down is refused where it is evaluated.
        let _ = self.write(0, [at.body(0), at.body(1)], out);
        true
    }

    /// (J2) and (J3) do; (J1) has the arm to where b is.
    fn turns_only(&self) -> bool {
        matches!(self.slide, Slide::Fixed | Slide::Free)
    }

    /// The point of b, at which its force acts on both bodies.
    fn point(&self, at: Ctx<'_, Spatial>, _k: usize) -> Vector3<f64> {
        at.body(1).point(self.b.local)
    }

    fn angle(&self) -> Option<Arc<dyn Measure<Space = Spatial>>> {
        let [a, b] = [self.a, self.b];
        (self.turn == Turn::Axis).then(|| Arc::new(AxialAngle::about(a, b)) as _)
    }

    fn travel(&self) -> Option<Arc<dyn Measure<Space = Spatial>>> {
        let [a, b] = [self.a, self.b];
        (self.slide == Slide::Line).then(|| Arc::new(AxialTravel::along(a, b.point())) as _)
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        let spots @ [through, rider] = [Spot::in_space(0, self.a.local), Spot::in_space(1, self.b.local)];
        let axis = self.a.axes.column(2).into_owned();
        match (self.slide, self.turn) {
            (Slide::Fixed | Slide::Seat, Turn::Fixed) => vec![Sketch::Weld(spots)],
            (Slide::Fixed | Slide::Seat, Turn::Axis) => vec![Sketch::Hinge { spots, axis }],
            (Slide::Fixed | Slide::Seat, _) => vec![Sketch::Pin(spots)],
            (Slide::Line, _) => vec![Sketch::Guide { through, direction: axis, rider }],
            _ => Vec::new(),
        }
    }
}
