//! What is drawn, as straight lines in pixels: names stand where none of them is.

use super::super::guess::hull;
use super::super::picture::{Stage, beside};
use super::super::scene::{Mark, turns};
use super::super::shape::{Part, Shape};
use nalgebra::{Vector2, Vector3};
use std::f64::consts::TAU;

type Pixel = [f64; 2];

/// Corners of what is round.
const ROUND: usize = 24;
/// Lines of a curve at most.
const FEW: usize = 60;

/// Everything that bodies and elements draw.
pub(super) fn lines(stage: &Stage<'_>) -> Vec<[Pixel; 2]> {
    let mut found = Vec::new();
    for (slot, shapes) in stage.scene.shapes.iter().enumerate() {
        outlines(stage, slot).iter().for_each(|outline| add(&mut found, outline));
        let entry = slot.checked_sub(1).map(|body| &stage.scene.model.inner.bodies[body]);
        if let Some(entry) = entry.filter(|entry| turns(entry, shapes)) {
            add(&mut found, &ring(pixel(stage, slot, entry.shape.center), 0.62 * stage.view.unit));
        }
    }
    for mark in stage.scene.marks.iter().flatten() {
        symbol(stage, mark).iter().for_each(|outline| add(&mut found, outline));
    }
    found
}

fn add(found: &mut Vec<[Pixel; 2]>, outline: &[Pixel]) {
    found.extend(outline.windows(2).map(|pair| [pair[0], pair[1]]));
}

/// Where a point fixed in a frame is.
pub(super) fn pixel(stage: &Stage<'_>, slot: usize, local: Vector3<f64>) -> Pixel {
    stage.path(slot, local).first().copied().unwrap_or_default()
}

/// The shapes of a frame as ways of points.
pub(super) fn outlines(stage: &Stage<'_>, slot: usize) -> Vec<Vec<Pixel>> {
    stage.scene.shapes[slot].iter().flat_map(|shape| outline(stage, slot, shape)).collect()
}

fn outline(stage: &Stage<'_>, slot: usize, Shape(part): &Shape) -> Vec<Vec<Pixel>> {
    let unit = stage.view.unit;
    let at = |p: &Vector3<f64>| pixel(stage, slot, *p);
    let all = |points: &[Vector3<f64>], closed: bool| vec![way(points.iter().map(at).collect(), closed)];
    match part {
        Part::Bar(ends) => {
            let [a, b] = ends.map(|p| at(&p));
            vec![beside(a, b, 0.85 * unit).into(), beside(a, b, -0.85 * unit).into()]
        }
        Part::Disk(center, radius) => {
            let rim = (0..ROUND).map(|i| TAU * i as f64 / ROUND as f64);
            let rim = rim.map(|s| (center + *radius * Vector2::new(s.cos(), s.sin())).push(0.0));
            all(&rim.collect::<Vec<_>>(), true)
        }
        Part::Outline(points, closed) => all(&points.iter().map(|p| p.push(0.0)).collect::<Vec<_>>(), *closed),
        Part::Block(center, _) => vec![ring(at(&center.push(0.0)), 2.0 * unit)],
        Part::Dot(center) => vec![ring(at(center), 0.95 * unit)],
        Part::Ball(center, radius) => vec![ring(at(center), radius * stage.view.scale)],
        Part::Path(points, closed) => all(points, *closed),
        Part::Mesh(points, _) => {
            let around = hull(points.iter().map(|p| at(p).into()).collect());
            vec![way(around.into_iter().map(Into::into).collect(), true)]
        }
    }
}

/// Where an element is drawn.
pub(super) fn places(stage: &Stage<'_>, mark: &Mark) -> Vec<Pixel> {
    if mark.aside != 0.0 || mark.direction().is_some() {
        return stage.ends(mark).into_iter().filter_map(|end| end.first().copied()).collect();
    }
    mark.places.iter().map(|&(slot, local)| pixel(stage, slot, local)).collect()
}

/// The symbol of an element.
fn symbol(stage: &Stage<'_>, mark: &Mark) -> Vec<Vec<Pixel>> {
    let unit = stage.view.unit;
    let places = places(stage, mark);
    let points = || mark.points.iter().map(|p| pixel(stage, mark.body, *p)).collect::<Vec<_>>();
    match (mark.kind, &places[..]) {
        ("pin" | "hinge" | "weld", [at, ..]) => {
            let mut drawn = vec![ring(*at, 0.75 * unit)];
            if mark.kind == "pin" && mark.places.iter().any(|place| place.0 == 0) {
                let [x, y] = *at;
                let (left, right, low) = (x - 1.9 * unit, x + 1.9 * unit, y + 2.0 * unit);
                let hatched = [[left, low], [right, low], [right, low + 0.6 * unit], [left, low + 0.6 * unit]];
                drawn.extend([vec![[x, y], [left, low]], vec![[x, y], [right, low]], way(hatched.into(), true)]);
            }
            drawn
        }
        ("rod", [a, b]) => vec![vec![*a, *b]],
        ("spring" | "actuator", [a, b]) => {
            vec![vec![*a, *b], beside(*a, *b, 0.9 * unit).into(), beside(*a, *b, -0.9 * unit).into()]
        }
        ("guide", _) => match points()[..] {
            [a, b] => {
                let side = 1.15 * unit + 2.0;
                vec![vec![a, b], beside(a, b, side).into(), beside(a, b, -side).into()]
            }
            _ => Vec::new(),
        },
        ("surface", _) if mark.body == 0 => {
            // The strokes stand on the left of the way in the world, where y is up.
            let edge = way(points(), mark.closed);
            let depth = 0.7 * unit.max(9.0);
            let strokes = edge.windows(2).map(|pair| beside(pair[0], pair[1], -depth).to_vec()).collect::<Vec<_>>();
            std::iter::once(edge.clone()).chain(strokes).collect()
        }
        ("wire" | "surface", _) => vec![way(points(), mark.closed)],
        _ => Vec::new(),
    }
}

/// A way of few points.
fn way(mut points: Vec<Pixel>, closed: bool) -> Vec<Pixel> {
    if closed {
        points.extend(points.first().copied());
    }
    let every = 1 + points.len() / FEW;
    let last = points.last().copied().filter(|_| every > 1);
    points.into_iter().step_by(every).chain(last).collect()
}

fn ring([x, y]: Pixel, radius: f64) -> Vec<Pixel> {
    let corner = |i: usize| TAU * i as f64 / ROUND as f64;
    (0..=ROUND).map(corner).map(|s| [x + radius * s.cos(), y + radius * s.sin()]).collect()
}
