//! Joints and springs, and the ways of points: symbols a few `unit`s large, in pixels.

use super::super::film::Film;
use super::super::happened;
use super::super::scene::Mark;
use super::pen::{circle, line};
use super::stage::Stage;
use crate::store::svg::{number, rectangle};
use nalgebra::Vector3;

/// Corners of a spring between its ends.
const TURNS: usize = 22;
/// Part of the time that the strong end of a trail or a trace shows.
const LATE: f64 = 0.05;
/// Strokes of a hatched line at most: more than fit into any picture.
const MOST_STROKES: f64 = 10_000.0;

impl Stage<'_> {
    /// Pins and welds between this frame and those before it: the body that is drawn last holds them, so that nothing hides them. Pins in
    /// the ground come after all bodies, on their feet.
    pub(super) fn pins(&self, slot: usize) -> String {
        let mut content = String::new();
        for mark in self.marks() {
            let grounded = mark.places.iter().find(|place| place.0 == 0 && mark.kind == "pin");
            let holder = grounded.or_else(|| mark.places.iter().max_by_key(|place| place.0));
            let Some(place) = holder.filter(|place| place.0 == slot) else {
                continue;
            };
            let at = self.local(slot, &place.1);
            let small = || self.scene.shapes[slot].iter().any(|shape| shape.is_small());
            content += &match mark.kind {
                "pin" | "hinge" => self.pin(at),
                "guide" | "wire" if !small() => self.pin(at),
                "weld" => self.weld(at),
                _ => String::new(),
            };
        }
        if slot == 0 {
            content = self.supports() + &content;
        }
        content
    }

    fn pin(&self, at: [f64; 2]) -> String {
        circle(at, 0.52 * self.view.unit) + r#" class="pin"/>"#
    }

    fn weld(&self, [x, y]: [f64; 2]) -> String {
        let r = 0.75 * self.view.unit;
        format!(r#"<rect class="weld" {}/>"#, rectangle([x - r, y - r], [2.0 * r; 2], 1))
    }

    /// The center of mass: two quarters of a disk, which show how the body turns.
    pub(super) fn center(&self, center: &Vector3<f64>) -> String {
        let ([x, y], r) = (self.view.direction(center), 0.62 * self.view.unit);
        let [cx, cy, left, right, top, low, r] = [x, y, x - r, x + r, y - r, y + r, r].map(|x| number(x, 1));
        let quarters =
            format!("M{cx} {cy}H{right}A{r} {r} 0 0 0 {cx} {top}zM{cx} {cy}H{left}A{r} {r} 0 0 0 {cx} {low}z");
        circle([x, y], 0.62 * self.view.unit)
            + r#" class="pin"/>"#
            + &format!(r#"<path class="center" d="{quarters}"/>"#)
    }

    /// Pins in the ground stand on a hatched foot.
    fn supports(&self) -> String {
        let u = self.view.unit;
        let foot = |mark: &Mark| {
            let [x, y] = self.local(0, &mark.places.iter().find(|place| place.0 == 0)?.1);
            let legs = line(&[[x, y], [x - 1.3 * u, y + 2.0 * u], [x + 1.3 * u, y + 2.0 * u]], true);
            let edge = self.hatch(0, &[[x + 1.9 * u, y + 2.0 * u], [x - 1.9 * u, y + 2.0 * u]], 0.75 * u);
            Some(format!(r#"<path class="under" d="{legs}"/><path class="line" d="{legs}"/>{edge}"#))
        };
        self.marks().filter(|mark| mark.kind == "pin").filter_map(foot).collect()
    }

    /// Two rails beside what slides between them.
    pub(super) fn guide(&self, mark: &Mark) -> String {
        let [a, b] = [0, 1].map(|k| self.local(mark.body, &mark.points[k]));
        let length = (b[0] - a[0]).hypot(b[1] - a[1]).max(1e-9);
        let side = 1.15 * self.view.unit + 2.0;
        let (nx, ny) = (-side * (b[1] - a[1]) / length, side * (b[0] - a[0]) / length);
        let rail = |s: f64| line(&[[a[0] + s * nx, a[1] + s * ny], [b[0] + s * nx, b[1] + s * ny]], false);
        let rails = format!("{}{}", rail(1.0), rail(-1.0));
        format!(r#"<path class="thin" d="{rails}"/><path class="axis" d="{}"/>"#, line(&[a, b], false))
    }

    /// An edge of the ground.
    pub(super) fn hatched(&self, slot: usize, points: &[Vector3<f64>], closed: bool) -> String {
        let mut pixels: Vec<[f64; 2]> = points.iter().map(|p| self.local(slot, p)).collect();
        if closed {
            pixels.extend(pixels.first().copied());
        }
        self.hatch(slot, &pixels, self.view.unit.max(9.0))
    }

    /// A line with short strokes on its left in the world, where y is up: there is the material.
    fn hatch(&self, slot: usize, points: &[[f64; 2]], depth: f64) -> String {
        let apart = (0.8 * depth).max(4.0);
        let (mut strokes, mut rest) = (String::new(), 0.5 * apart);
        for pair in points.windows(2) {
            let [[x0, y0], [x1, y1]] = [pair[0], pair[1]];
            let length = (x1 - x0).hypot(y1 - y0);
            if !(1e-9..1e15).contains(&length) {
                continue;
            }
            let (tx, ty) = ((x1 - x0) / length, (y1 - y0) / length);
            let stroked = format!("l{} {}", number(0.7 * depth * (tx + ty), 1), number(0.7 * depth * (ty - tx), 1));
            let mut along = rest;
            // A line may go far beyond the picture.
            let reach = self.view.size[0] + self.view.size[1];
            let near = -(x0 * tx + y0 * ty);
            if along < near - reach {
                along += ((near - reach - along) / apart).ceil() * apart;
            }
            // Counted: far away, where numbers are wider apart than strokes, `along` would not grow.
            let count = ((length.min(near + reach) - along) / apart).ceil().min(MOST_STROKES);
            for stroke in 0..count as usize {
                let along = along + stroke as f64 * apart;
                let (x, y) = (x0 + along * tx, y0 + along * ty);
                if slot == 0 && !self.shows([x, y], depth) {
                    continue;
                }
                strokes += &format!("M{} {}{stroked}", number(x, 1), number(y, 1));
            }
            rest = apart - (length - rest).rem_euclid(apart);
        }
        format!(r#"<path class="line" d="{}"/><path class="thin" d="{strokes}"/>"#, line(points, false))
    }

    /// Is this point of the ground in the picture, or nearly?
    fn shows(&self, p: [f64; 2], nearly: f64) -> bool {
        let [low, high] = self.view.window();
        (0..2).all(|k| (low[k] - nearly..high[k] + nearly).contains(&p[k]))
    }

    /// Springs: a zigzag of length 1, scaled.
    pub(super) fn springs(&self) -> String {
        let spring = |mark: &Mark| {
            self.between(mark, |lengths| {
                let (wide, mean) = (0.9 * self.view.unit, lengths.iter().sum::<f64>() / lengths.len().max(1) as f64);
                let end = (1.5 * self.view.unit / mean.max(1e-9)).min(0.12);
                let corner = |i: usize| {
                    let along = end + (i as f64 + 0.5) / TURNS as f64 * (1.0 - 2.0 * end);
                    format!("L{} {}", number(along, 3), number(if i.is_multiple_of(2) { wide } else { -wide }, 1))
                };
                let corners: String = (0..TURNS).map(corner).collect();
                let [near, far] = [end, 1.0 - end].map(|x| number(x, 3));
                let scaled = self.clock.group("scale", &[lengths, &vec![1.0; lengths.len()]], 1);
                format!(r#"{scaled}<path class="spring" d="M0 0H{near}{corners}L{far} 0H1"/></g>"#)
            })
        };
        self.marks().filter(|mark| mark.kind == "spring").map(spring).collect()
    }

    /// Rods without mass, while they hold, and actuators: a rod that comes out of a thicker one.
    pub(super) fn rods(&self) -> String {
        let line = |mark: &Mark, class: &str, part: f64, shown: &[(f64, &str)]| {
            self.between(mark, |lengths| {
                let lengths: Vec<f64> = lengths.iter().map(|length| part * length).collect();
                let [first, animate] = self.clock.attribute("x2", &lengths, 1);
                if shown.len() < 2 {
                    return format!(r#"<line class="{class}" {first}>{animate}</line>"#);
                }
                let [seen, switch] = self.clock.steps("visibility", shown);
                format!(r#"<line class="{class}" {seen} {first}>{animate}{switch}</line>"#)
            })
        };
        let mut drawn = String::new();
        for (owner, marks) in self.scene.marks.iter().enumerate() {
            for mark in marks {
                drawn += &match mark.kind {
                    "rod" => line(mark, "rod", 1.0, &self.held(owner)),
                    "actuator" => line(mark, "rod", 1.0, &[]) + &line(mark, "cylinder", 0.55, &[]),
                    _ => String::new(),
                };
            }
        }
        drawn
    }

    /// When a constraint is seen, and when it is not, since it is switched off.
    fn held(&self, constraint: usize) -> Vec<(f64, &'static str)> {
        // A force is never switched off.
        let known = constraint < self.scene.constraints().len();
        let run = self.scene.run.filter(|_| known);
        let switched = run.map_or_else(Vec::new, |run| happened::switched(run, constraint));
        let turns = switched.into_iter().zip(["hidden", "visible"].into_iter().cycle());
        [(f64::NEG_INFINITY, "visible")].into_iter().chain(turns).collect()
    }

    /// Something drawn along x, from one place toward another, given the distances.
    fn between(&self, mark: &Mark, draw: impl Fn(&[f64]) -> String) -> String {
        let [from, to] = self.ends(mark);
        let gap = |(a, b): (&[f64; 2], &[f64; 2])| [b[0] - a[0], b[1] - a[1]];
        let gaps: Vec<[f64; 2]> = from.iter().zip(&to).map(gap).collect();
        let lengths: Vec<f64> = gaps.iter().map(|[x, y]| x.hypot(*y)).collect();
        let mut degrees: Vec<f64> = gaps.iter().map(|[x, y]| y.atan2(*x).to_degrees()).collect();
        // Never the long way around between two frames.
        for i in 1..degrees.len() {
            degrees[i] -= 360.0 * ((degrees[i] - degrees[i - 1]) / 360.0).round();
        }
        let (moved, turned) = (self.group_at(&from), self.clock.group("rotate", &[&degrees], 1));
        format!("{moved}{turned}{}</g></g>", draw(&lengths))
    }

    /// Trails in the ground; and on each body of a contact, what it has touched lately.
    pub(super) fn traces(&self, slot: usize) -> String {
        let mut content = String::new();
        if slot == 0 {
            for (body, local) in &self.scene.look.trails {
                let path = self.scene.film.path(self.scene.slot(*body), *local);
                let color = 1 + (self.scene.slot(*body).max(1) - 1) % 8;
                let d = self.outline(0, &path, false);
                content +=
                    &format!(r#"<g class="c{color}"><path class="trail" d="{d}"/>{}</g>"#, self.late(&path, "late"));
            }
        }
        for (index, entry) in self.scene.constraints().iter().enumerate() {
            let touches = self.scene.marks[index].iter().any(|mark| mark.kind == "surface" || mark.kind == "touch");
            if touches && entry.slots.iter().any(|&on| on as usize == slot) {
                let world = Film::points(self.scene.film.reaction(index));
                content += &self.late(&self.scene.film.seen_from(slot, &world), "trace");
            }
        }
        content
    }

    /// The last part of a way: a dash that runs along it.
    fn late(&self, path: &[Vector3<f64>], class: &str) -> String {
        let pixels: Vec<[f64; 2]> = path.iter().map(|p| self.view.direction(p)).collect();
        let mut gone = vec![0.0];
        for pair in pixels.windows(2) {
            let step = (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
            gone.push(gone.last().copied().unwrap_or(0.0) + step);
        }
        let whole = gone.last().copied().unwrap_or(0.0);
        let behind = (LATE * pixels.len() as f64).ceil() as usize;
        if pixels.is_empty() || whole < 1.0 {
            return String::new();
        }
        let from: Vec<f64> = (0..gone.len()).map(|i| gone[i.saturating_sub(behind)]).collect();
        // Never nothing: at the beginning a dot.
        let long: Vec<f64> = gone.iter().zip(&from).map(|(to, from)| (to - from).max(0.1)).collect();
        let (nothing, beyond) = (vec![0.0; gone.len()], vec![whole.ceil(); gone.len()]);
        let [first, animate] = self.clock.dashes(&[&nothing, &from, &long, &beyond]);
        format!(r#"<path class="{class}" d="{}" {first}>{animate}</path>"#, line(&pixels, false))
    }
}
