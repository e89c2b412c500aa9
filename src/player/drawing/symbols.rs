//! What a drawing has besides bodies and elements: which way gravity and the axes point, and arrows around the pins that are driven.

use super::super::picture::{Stage, line};
use super::figures::{head, turn};
use super::labels::Sheet;
use nalgebra::Vector3;

type Pixel = [f64; 2];

/// Of the arrows in the corners, in pixels; and of what they need around them.
const LONG: f64 = 26.0;
const ROOM: f64 = 52.0;
const BORDER: f64 = 8.0;

/// Gravity and the axes, each in the corner that is emptiest.
pub(super) fn corners(stage: &Stage<'_>, sheet: &mut Sheet) -> String {
    let gravity = Vector3::from_iterator(stage.scene.model.gravity().iter().copied().chain([0.0; 3]).take(3));
    let mut drawn = String::new();
    let [x, y] = stage.view.direction(&gravity);
    if x.hypot(y) > 0.0 {
        let [cx, cy] = corner(sheet, [2, 0, 3, 1]);
        let way = [0.5 * LONG * x / x.hypot(y), 0.5 * LONG * y / x.hypot(y)];
        drawn += &small_arrow(sheet, [cx - way[0], cy - way[1]], [cx + way[0], cy + way[1]], "g");
    }
    let [cx, cy] = corner(sheet, [1, 3, 0, 2]);
    let axes = [("x", Vector3::x()), ("y", Vector3::y()), ("z", Vector3::z())];
    let seen = if stage.view.is_flat() { &axes[..2] } else { &axes };
    let ways: Vec<Pixel> =
        seen.iter().map(|axis| stage.view.direction(&axis.1)).map(|p| p.map(|x| x / stage.view.scale)).collect();
    // Their middle in the middle of the corner.
    let middle = [0, 1].map(|k| 0.5 * LONG * ways.iter().map(|way| way[k]).sum::<f64>());
    let start = [cx - middle[0], cy - middle[1]];
    for ((name, _), way) in seen.iter().zip(ways) {
        if way[0].hypot(way[1]) > 0.1 {
            drawn += &small_arrow(sheet, start, [start[0] + LONG * way[0], start[1] + LONG * way[1]], name);
        }
    }
    drawn
}

/// The middle of the emptiest corner, of those in this order: 0 upper left, 1 lower left, 2 upper right, 3 lower right.
fn corner(sheet: &mut Sheet, order: [usize; 4]) -> Pixel {
    let [w, h] = sheet.size();
    let bounds = |i: usize| {
        let low = [[BORDER, w - BORDER - ROOM][i / 2], [BORDER, h - BORDER - ROOM][i % 2]];
        [low, [low[0] + ROOM, low[1] + ROOM]]
    };
    let cost = |i: &usize| sheet.cost(bounds(*i)).round();
    let best = order.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(order[0]);
    let taken @ [low, _] = bounds(best);
    sheet.take(taken);
    [low[0] + 0.5 * ROOM, low[1] + 0.5 * ROOM]
}

/// An arrow in the room that a corner has taken for it.
fn small_arrow(sheet: &mut Sheet, from: Pixel, to: Pixel, name: &str) -> String {
    let long = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-9);
    let beyond = [0, 1].map(|k| to[k] + 8.0 * (to[k] - from[k]) / long);
    sheet.set(name, beyond);
    format!(r#"<path class="mark" d="{}"/>{}"#, line(&[from, to], false), head(from, to, "head")) + "\n"
}

/// Arrows around what is driven to turn.
pub(super) fn drivers(stage: &Stage<'_>, sheet: &mut Sheet) -> String {
    let mut drawn = String::new();
    for (marks, slots) in stage.scene.owners() {
        for mark in marks.iter().filter(|mark| mark.kind == "turn") {
            let (slot, local) = stage.scene.pivot(slots);
            let center = stage.scene.film.path(slot, local)[0];
            let axis = mark.points.first().map_or_else(Vector3::z, |axis| stage.scene.film.turned(mark.body, axis));
            drawn += &(turn(stage, sheet, center, axis, 2.2 * stage.view.unit + 4.0).0 + "\n");
        }
    }
    drawn
}
