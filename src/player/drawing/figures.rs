//! Angles, lengths, forces: what a page speaks of, drawn into the mechanism.

use super::super::picture::{Stage, beside, circle, line};
use super::super::scene::Scene;
use super::error::DrawingError;
use super::labels::{Sheet, Wish};
use crate::element::BodyRef;
use nalgebra::{Unit, UnitQuaternion, Vector3};
use std::f64::consts::TAU;

type Pixel = [f64; 2];

/// Lengths in pixels: of an arrow, of its head, and of an arc's radius at most.
const LONG: f64 = 46.0;
const HEAD: f64 = 8.0;
const RADIUS: f64 = 38.0;
/// How far a line of measure may stand off.
const OFF: [f64; 6] = [18.0, -18.0, 30.0, -30.0, 44.0, -44.0];
/// Points along a curve.
const POINTS: usize = 24;

/// What is drawn at the places of a note.
#[derive(Copy, Clone, Debug)]
pub(super) enum Figure {
    Point,
    Length,
    Angle,
    /// In this direction.
    Arrow(Vector3<f64>),
    /// About this axis.
    Turn(Vector3<f64>),
    Line,
}

/// A figure with its name, at places in bodies, or, once they are known, at points of the world.
#[derive(Clone, Debug)]
pub(super) struct Note<P = (BodyRef, Vector3<f64>)> {
    pub(super) name: String,
    pub(super) figure: Figure,
    pub(super) places: Vec<P>,
}

impl Note {
    /// The same at points of the world, if it can be drawn.
    pub(super) fn placed(&self, scene: &Scene<'_>) -> Result<Note<Vector3<f64>>, DrawingError> {
        let world = |(body, local): &(BodyRef, Vector3<f64>)| scene.film.path(scene.slot(*body), *local);
        let places: Vec<Vector3<f64>> = self.places.iter().flat_map(world).collect();
        let apart = |k: usize| (places[k] - places[0]).norm() > 0.0;
        let finite = places.iter().all(|p| p.iter().all(|x| x.is_finite()));
        let reason = match self.figure {
            _ if !finite => Some("a point of it is not finite; look for a NaN or a division by zero"),
            Figure::Length if !apart(1) => Some("its two points coincide; give two that are apart"),
            Figure::Angle if !(apart(1) && apart(2)) => {
                Some("a side of the angle has no length; give points away from its vertex")
            }
            Figure::Arrow(v) | Figure::Turn(v) if !(v.norm() > 0.0 && v.norm().is_finite()) => {
                Some("it has no direction; give one that is finite and not zero")
            }
            Figure::Line if places.len() < 2 => Some("a line needs two points; give one more"),
            _ => None,
        };
        match reason {
            Some(reason) => Err(DrawingError::Mark { name: self.name.clone(), reason }),
            None => Ok(Note { name: self.name.clone(), figure: self.figure, places }),
        }
    }
}

impl Note<Vector3<f64>> {
    /// Must the picture show its places? Those of an angle only give directions.
    pub(super) fn is_seen(&self) -> bool {
        !matches!(self.figure, Figure::Angle)
    }

    /// Draws it, and says where its name may stand.
    pub(super) fn draw(&self, stage: &Stage<'_>, sheet: &mut Sheet) -> (String, Wish) {
        let pixels: Vec<Pixel> = self.places.iter().map(|p| stage.view.screen(p)).collect();
        let (drawn, anchors, gap) = match self.figure {
            Figure::Point => (circle(pixels[0], 2.5) + r#" class="head"/>"#, vec![pixels[0]], 5.0),
            Figure::Length => length(sheet, pixels[0], pixels[1]),
            Figure::Angle => self.angle(stage, sheet),
            Figure::Arrow(direction) => arrow(sheet, pixels[0], stage.view.direction(&direction)),
            Figure::Turn(axis) => {
                let radius = 2.2 * stage.view.unit + 6.0;
                turn(stage, sheet, self.places[0], axis, radius)
            }
            Figure::Line => {
                sheet.avoid(&pixels);
                let middles = pixels.windows(2).map(|pair| between(pair[0], pair[1])).collect();
                (format!(r#"<path class="cord" d="{}"/>"#, line(&pixels, false)), middles, 4.0)
            }
        };
        (drawn + "\n", Wish { text: self.name.clone(), class: "sign", anchors, gap })
    }

    /// An arc from one side to the other, and its sides as far as it goes.
    fn angle(&self, stage: &Stage<'_>, sheet: &mut Sheet) -> (String, Vec<Pixel>, f64) {
        let [vertex, from, to] = [self.places[0], self.places[1], self.places[2]];
        let sides = [from - vertex, to - vertex];
        let reach = sides.map(|side| {
            let [x, y] = stage.view.direction(&side);
            x.hypot(y)
        });
        // Of the second side, which is part of the mechanism, no more than there is.
        let radius = RADIUS.min(0.7 * reach[1]).max(12.0) / stage.view.scale;
        let [first, second] = sides.map(|side| side.normalize());
        let across = (second - first * first.dot(&second)).try_normalize(1e-9).unwrap_or_else(Vector3::zeros);
        let opening = first.cross(&second).norm().atan2(first.dot(&second));
        let at = |s: f64| stage.view.screen(&(vertex + radius * (s.cos() * first + s.sin() * across)));
        let arc: Vec<Pixel> = (0..=POINTS).map(|i| at(opening * i as f64 / POINTS as f64)).collect();
        let [start, side, other] =
            [vertex, vertex + 1.3 * radius * first, vertex + 1.3 * radius * second].map(|p| stage.view.screen(&p));
        sheet.avoid(&arc);
        sheet.avoid(&[start, side]);
        let sides = line(&[start, side], false) + &line(&[start, other], false);
        let drawn = format!(r#"<path class="far" d="{sides}"/>"#) + &bent(&arc, ["mark", "head"]);
        (drawn, vec![at(0.5 * opening), at(0.3 * opening)], 4.0)
    }
}

/// A line of measure beside two points, where it crosses least.
fn length(sheet: &mut Sheet, a: Pixel, b: Pixel) -> (String, Vec<Pixel>, f64) {
    let covered = |off: f64| -> f64 {
        let line = beside(a, b, off);
        let dots = (0..=POINTS).map(|i| i as f64 / POINTS as f64);
        let near = |s: f64| {
            let [x, y] = [0, 1].map(|k| line[0][k] + s * (line[1][k] - line[0][k]));
            sheet.cost([[x - 4.0, y - 4.0], [x + 4.0, y + 4.0]])
        };
        dots.map(near).sum::<f64>().round() + 0.1 * off.abs()
    };
    let off = OFF.into_iter().min_by(|a, b| covered(*a).total_cmp(&covered(*b))).unwrap_or(OFF[0]);
    let (line_of, end) = (beside(a, b, off), beside(a, b, off + 5.0 * off.signum()));
    let [from, to] = [line_of[0], line_of[1]];
    let start = beside(a, b, 4.0 * off.signum());
    sheet.avoid(&line_of);
    sheet.avoid(&[start[0], end[0]]);
    sheet.avoid(&[start[1], end[1]]);
    let aside = line(&[start[0], end[0]], false) + &line(&[start[1], end[1]], false);
    let drawn = format!(
        r#"<path class="far" d="{aside}"/><path class="mark" d="{}"/>{}{}"#,
        line(&line_of, false),
        head(to, from, "head"),
        head(from, to, "head")
    );
    (drawn, vec![between(from, to)], 4.0)
}

/// A straight arrow that begins at a point.
pub(super) fn arrow(sheet: &mut Sheet, at: Pixel, [x, y]: Pixel) -> (String, Vec<Pixel>, f64) {
    let seen = x.hypot(y).max(1e-300);
    let end = [at[0] + LONG * x / seen, at[1] + LONG * y / seen];
    let neck = [end[0] - 0.7 * HEAD * x / seen, end[1] - 0.7 * HEAD * y / seen];
    sheet.avoid(&[at, end]);
    let drawn = format!(r#"<path class="push" d="{}"/>{}"#, line(&[at, neck], false), head(at, end, "tip"));
    (drawn, vec![end, between(at, end)], 4.0)
}

/// Three quarters of a turn around a point, anticlockwise about an axis.
pub(super) fn turn(
    stage: &Stage<'_>,
    sheet: &mut Sheet,
    center: Vector3<f64>,
    axis: Vector3<f64>,
    radius: f64,
) -> (String, Vec<Pixel>, f64) {
    let axis = Unit::new_normalize(axis);
    // Begins below on the right, as far as the axis lets it.
    let aside = Vector3::new(0.8, -0.6, 0.0);
    let aside = (aside - axis.dot(&aside) * axis.into_inner()).try_normalize(1e-6).unwrap_or_else(Vector3::x);
    let arm = radius / stage.view.scale * aside;
    let at = |i: usize| {
        let turned = UnitQuaternion::from_axis_angle(&axis, 0.72 * TAU * i as f64 / POINTS as f64) * arm;
        stage.view.screen(&(center + turned))
    };
    let arc: Vec<Pixel> = (0..=POINTS).map(at).collect();
    sheet.avoid(&arc);
    (bent(&arc, ["push", "tip"]), [2, 1, 3, 4].map(|k| arc[k * POINTS / 4]).to_vec(), 4.0)
}

/// An arrow along an arc, which ends where its head begins.
fn bent(arc: &[Pixel], [class, tip]: [&str; 2]) -> String {
    let end = arc[arc.len() - 1];
    let long = |p: &Pixel| (end[0] - p[0]).hypot(end[1] - p[1]);
    let neck = arc.iter().rposition(|p| long(p) >= HEAD).unwrap_or(0);
    format!(
        r#"<path class="{class}" d="{}"/>{}"#,
        line(&arc[..arc.len().min(neck + 2)], false),
        head(arc[neck], end, tip)
    )
}

/// The head of an arrow that comes from `from` and ends at `to`.
pub(super) fn head(from: Pixel, to: Pixel, class: &str) -> String {
    let back = beside(to, from, 0.32 * HEAD);
    let other = beside(to, from, -0.32 * HEAD);
    let long = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-9);
    let neck = [0, 1].map(|k| HEAD * (from[k] - to[k]) / long);
    let corner = |p: Pixel| [p[0] + neck[0], p[1] + neck[1]];
    format!(r#"<path class="{class}" d="{}"/>"#, line(&[to, corner(back[0]), corner(other[0])], true))
}

fn between(a: Pixel, b: Pixel) -> Pixel {
    [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
}
