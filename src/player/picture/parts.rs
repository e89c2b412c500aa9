//! Bodies: each is a group that is moved, with one in it that is turned; what is fixed in a body stands there, in its axes.

use super::super::scene::{Mark, turns};
use super::super::shape::{Part, Shape};
use super::pen::{both, circle, line};
use super::stage::Stage;
use crate::store::svg::{number, rectangle};
use nalgebra::{Vector2, Vector3};
use std::f64::consts::TAU;

/// Corners of what is round and is seen from aside.
const ROUND: usize = 48;

impl Stage<'_> {
    /// The ground, springs, and the bodies in the order of the model.
    pub(in crate::player) fn bodies(&self) -> String {
        let count = self.scene.shapes.len();
        let mut layers = vec![self.riding(0, &self.content(0)), self.springs()];
        layers.extend((1..count).map(|slot| self.riding(slot, &self.content(slot))));
        layers.push(self.rods());
        layers.push(self.riding(0, &(self.traces(0) + &self.pins(0))));
        layers.join("\n")
    }

    /// What is drawn in the axes of a frame, in the frame's group.
    fn riding(&self, slot: usize, content: &str) -> String {
        if content.is_empty() {
            return String::new();
        }
        let origins = self.path(slot, Vector3::zeros());
        let moved = self.group_at(&origins);
        if slot == 0 {
            return format!(r#"<g class="c0">{moved}{content}</g></g>"#);
        }
        let color = 1 + (slot - 1) % 8;
        if !self.view.is_flat() {
            return format!(r#"<g class="c{color}" id="body{slot}">{moved}{content}</g></g>"#);
        }
        let degrees: Vec<f64> = self.scene.film.pose(slot - 1)[0][2].iter().map(|angle| -angle.to_degrees()).collect();
        let turned = self.clock.group("rotate", &[&degrees], 1);
        format!(r#"<g class="c{color}" id="body{slot}">{moved}{turned}{content}</g></g></g>"#)
    }

    pub(super) fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.scene.marks.iter().flatten()
    }

    fn content(&self, slot: usize) -> String {
        let mut content = String::new();
        let shapes = &self.scene.shapes[slot];
        for mark in self.marks().filter(|mark| mark.body == slot) {
            content += &match mark.kind {
                "guide" if slot == 0 => self.guide(mark),
                "wire" => format!(r#"<path class="line" d="{}"/>"#, self.outline(slot, &mark.points, mark.closed)),
                "surface" if slot == 0 => self.hatched(slot, &mark.points, mark.closed),
                "surface" if shapes.is_empty() || !mark.closed => {
                    self.area(slot, &mark.points, mark.closed && anticlockwise(&mark.points))
                }
                _ => String::new(),
            };
        }
        for shape in shapes {
            content += &self.part(slot, shape);
        }
        // Rails of a moving body lie on it.
        let rails = self.marks().filter(|mark| mark.body == slot && mark.kind == "guide" && slot > 0);
        content += &rails.map(|mark| self.guide(mark)).collect::<String>();
        if let Some(entry) = slot.checked_sub(1).map(|body| &self.scene.model.inner.bodies[body]) {
            if turns(entry, shapes) && self.view.is_flat() {
                content += &self.center(&entry.shape.center);
            }
            content += &self.traces(slot);
            content += &self.pins(slot);
        }
        content
    }

    pub(super) fn outline(&self, slot: usize, points: &[Vector3<f64>], closed: bool) -> String {
        let pixels: Vec<[f64; 2]> = points.iter().map(|p| self.local(slot, p)).collect();
        line(&pixels, closed)
    }

    fn area(&self, slot: usize, points: &[Vector3<f64>], filled: bool) -> String {
        let d = self.outline(slot, points, filled);
        if filled { both(&format!(r#"<path d="{d}""#)) } else { format!(r#"<path class="line" d="{d}"/>"#) }
    }

    fn part(&self, slot: usize, shape: &Shape) -> String {
        let unit = self.view.unit;
        match &shape.0 {
            Part::Bar(ends) => self.bar(ends.map(|p| self.local(slot, &p))),
            Part::Disk(center, radius) if !self.view.is_flat() => {
                let rim = (0..ROUND).map(|i| TAU * i as f64 / ROUND as f64);
                let points: Vec<_> =
                    rim.map(|s| (center + *radius * Vector2::new(s.cos(), s.sin())).push(0.0)).collect();
                self.area(slot, &points, true)
            }
            Part::Disk(center, radius) => {
                let [x, y] = self.local(slot, &center.push(0.0));
                let r = self.view.scale * radius;
                let spoke = line(&[[x, y], [x + r, y]], false);
                both(&circle([x, y], r)) + &format!(r#"<path class="thin" d="{spoke}"/>"#)
            }
            Part::Outline(points, closed) => {
                let points: Vec<Vector3<f64>> = points.iter().map(|p| p.push(0.0)).collect();
                self.area(slot, &points, *closed)
            }
            Part::Block(center, angle) => self.block(slot, *center, *angle),
            Part::Dot(center) => both(&circle(self.local(slot, center), 0.95 * unit)),
            // A round solid is a disk from here; other parts are for bodies in space.
            Part::Ball(center, radius) => both(&circle(self.local(slot, center), self.view.scale * radius)),
            Part::Path(points, closed) => {
                format!(r#"<path class="line" d="{}"/>"#, self.outline(slot, points, *closed))
            }
            Part::Mesh(points, faces) if !self.view.is_flat() => self.solid(slot, points, faces),
            Part::Mesh(..) => String::new(),
        }
    }

    /// A bar with round ends.
    fn bar(&self, [a, b]: [[f64; 2]; 2]) -> String {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy).max(1e-9);
        let wide = (0.85 * self.view.unit).min(0.22 * length + 1.0);
        let (nx, ny) = (-wide * dy / length, wide * dx / length);
        let corner =
            |p: [f64; 2], side: f64| format!("{} {}", number(p[0] + side * nx, 1), number(p[1] + side * ny, 1));
        let r = number(wide, 1);
        let [from, to, back, start] = [corner(a, 1.0), corner(b, 1.0), corner(b, -1.0), corner(a, -1.0)];
        both(&format!(r#"<path d="M{from}L{to}A{r} {r} 0 0 0 {back}L{start}A{r} {r} 0 0 0 {from}z""#))
    }

    /// A slider: along its guide, if it has one.
    fn block(&self, slot: usize, center: Vector2<f64>, angle: f64) -> String {
        let rides = |mark: &&Mark| mark.kind == "guide" && mark.places.iter().any(|place| place.0 == slot);
        let film = &self.scene.film;
        let along = |mark: &Mark| {
            let [a, b] = [0, 1].map(|k| self.path(mark.body, mark.points[k]));
            let own = if slot > 0 && self.view.is_flat() { film.pose(slot - 1)[0][2].as_slice() } else { &[] };
            let seen = |(i, (a, b)): (usize, (&[f64; 2], &[f64; 2]))| {
                own.get(i).copied().unwrap_or(0.0).to_degrees() - (a[1] - b[1]).atan2(b[0] - a[0]).to_degrees()
            };
            a.iter().zip(&b).enumerate().map(seen).collect::<Vec<f64>>()
        };
        let turned = self.marks().find(rides).map_or_else(|| vec![-angle.to_degrees(); film.times.len()], along);
        let ([x, y], u) = (self.local(slot, &center.push(0.0)), self.view.unit);
        let place = rectangle([-1.9 * u, -1.15 * u], [3.8 * u, 2.3 * u], 1);
        let rect = format!(r#"<rect {place} rx="{}""#, number(0.35 * u, 1));
        let at = format!(r#"<g transform="translate({} {})">"#, number(x, 1), number(y, 1));
        format!("{at}{}{}</g></g>", self.clock.group("rotate", &[&turned], 1), both(&rect))
    }
}

/// A curve around its material, not around a hole.
fn anticlockwise(points: &[Vector3<f64>]) -> bool {
    let around = points.iter().zip(points.iter().cycle().skip(1));
    around.map(|(p, q)| p.x * q.y - q.x * p.y).sum::<f64>() > 0.0
}
