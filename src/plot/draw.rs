//! One panel onto the sheet: heading and legend, grid, series, ticks, axis labels.

use super::{
    axis::{Scale, Tick, power_of_ten},
    image,
    legend::legend,
    panel::{Kind, Mark, Panel, Series},
    simplify::{self, Pixel},
    style::{self, CELL_SHARE, FAINT, FRAME, GRID, HEADING, LABEL, RIM, SMALL, blend, stroke_style},
    svg::{Svg, Type},
};
use crate::store::svg::{escape, text_width};

/// Pixels between ticks, about.
const X_APART: f64 = 85.0;
const Y_APART: f64 = 36.0;

/// The data area in pixels, and the scales that fill it.
struct Axes {
    corner: Pixel,
    size: Pixel,
    x: Scale,
    y: Scale,
}

impl Axes {
    fn pixel(&self, point: [f64; 2]) -> Option<Pixel> {
        let (u, v) = (self.x.place(point[0])?, self.y.place(point[1])?);
        Some(self.at(u, v))
    }

    fn at(&self, u: f64, v: f64) -> Pixel {
        [self.corner[0] + u * self.size[0], self.corner[1] + (1.0 - v) * self.size[1]]
    }

    /// Lengthens the shorter axis until one unit is as long in x as in y.
    fn equalize(&mut self) {
        let unit = (self.x.span() / self.size[0]).max(self.y.span() / self.size[1]);
        self.x = self.x.widened(unit * self.size[0]);
        self.y = self.y.widened(unit * self.size[1]);
    }
}

/// Room to the left of the data area: the widest tick label and the axis label.
pub fn indent(panel: &Panel, height: f64) -> f64 {
    let (ticks, _) = panel.scale(1).ticks(wanted(height, Y_APART));
    let widest = ticks.iter().map(|t| text_width(&t.label, SMALL.size)).fold(16.0, f64::max);
    widest + if panel.labels[1].is_empty() { 10.0 } else { 30.0 }
}

/// Draws a panel into the rectangle; no series gets more than `limit` vertices.
pub fn panel(panel: &Panel, svg: &mut Svg, corner: Pixel, size: Pixel, indent: f64, limit: usize) {
    let [left, mut top] = corner;
    top += svg.heading([left, top + 11.0], &panel.title, HEADING, size[0]);
    top += legend(panel, svg, [left, top], size[0]) + 8.0;

    let below = if panel.labels[0].is_empty() { 20.0 } else { 40.0 };
    let height = (corner[1] + size[1] - below - top).max(20.0);
    let mut axes = Axes {
        corner: [left + indent, top],
        size: [(size[0] - indent - 10.0).max(20.0), height],
        x: panel.scale(0),
        y: panel.scale(1),
    };
    if panel.equal {
        axes.equalize();
    }

    let (x_ticks, x_power) = axes.x.ticks(wanted(axes.size[0], X_APART));
    let (y_ticks, y_power) = axes.y.ticks(wanted(height, Y_APART));
    grid(svg, &axes, &x_ticks, &y_ticks);
    svg.clip(axes.corner, axes.size);
    let is_map = panel.series.iter().any(|s| matches!(s.kind, Kind::Cells));
    let draw_series = |svg: &mut Svg| panel.series.iter().for_each(|s| series(svg, &axes, s, limit));
    // Marks stand behind lines, which they explain, but before a map, which would hide them.
    if is_map {
        draw_series(svg);
    }
    for mark in &panel.marks {
        mark_line(svg, &axes, mark);
    }
    if !is_map {
        draw_series(svg);
    }
    for mark in &panel.marks {
        mark_label(svg, &axes, mark, panel);
    }
    if panel.cut().is_some() {
        cut_ends(svg, &axes, panel);
    }
    if !panel.series.iter().flat_map(|s| &s.points).any(|&p| axes.pixel(p).is_some()) {
        svg.text(axes.at(0.5, 0.5), "no values", SMALL);
    }
    svg.unclip();
    for s in panel.series.iter().filter(|s| matches!(s.kind, Kind::Points)) {
        dots(svg, &axes, s, limit);
    }
    ticks(svg, &axes, &x_ticks, &y_ticks);

    let [x, y] = axes.corner;
    let [w, h] = axes.size;
    let end = Type { anchor: "end", ..SMALL };
    let start = Type { anchor: "start", ..SMALL };
    if y_power != 0 {
        svg.markup([x + 4.0, y + 11.0], &format!("×{}", power_of_ten(y_power)), start, "");
    }
    if x_power != 0 {
        svg.markup([x + w, y + h + 32.0], &format!("×{}", power_of_ten(x_power)), end, "");
    }
    svg.text([x + 0.5 * w, y + h + 34.0], &panel.labels[0], LABEL);
    svg.text_upward([left + 11.0, y + 0.5 * h], &panel.labels[1], LABEL);
}

fn wanted(length: f64, apart: f64) -> usize {
    ((length / apart) as usize).max(2)
}

fn grid(svg: &mut Svg, axes: &Axes, x_ticks: &[Tick], y_ticks: &[Tick]) {
    for u in axes.x.minor() {
        svg.stroke(axes.at(u, 0.0), axes.at(u, 1.0), FAINT, 0.8);
    }
    for v in axes.y.minor() {
        svg.stroke(axes.at(0.0, v), axes.at(1.0, v), FAINT, 0.8);
    }
    for t in x_ticks {
        svg.stroke(axes.at(t.at, 0.0), axes.at(t.at, 1.0), GRID, 0.9);
    }
    for t in y_ticks {
        svg.stroke(axes.at(0.0, t.at), axes.at(1.0, t.at), GRID, 0.9);
    }
}

fn ticks(svg: &mut Svg, axes: &Axes, x_ticks: &[Tick], y_ticks: &[Tick]) {
    let [x, y] = axes.corner;
    let base = y + axes.size[1];
    svg.stroke([x, base], [x + axes.size[0], base], FRAME, 1.0);
    svg.stroke([x, y], [x, base], FRAME, 1.0);
    for t in x_ticks {
        let [at, _] = axes.at(t.at, 0.0);
        svg.stroke([at, base], [at, base + 4.0], FRAME, 1.0);
        svg.markup([at, base + 16.5], &t.label, SMALL, "");
    }
    let end = Type { anchor: "end", ..SMALL };
    for t in y_ticks {
        let [_, at] = axes.at(0.0, t.at);
        svg.stroke([x - 4.0, at], [x, at], FRAME, 1.0);
        svg.markup([x - 7.0, at + 4.0], &t.label, end, "");
    }
}

/// Both ends of a mark, if it lies within the axes.
fn mark_ends(axes: &Axes, mark: &Mark) -> Option<[Pixel; 2]> {
    let scale = if mark.axis == 0 { &axes.x } else { &axes.y };
    let u = scale.place(mark.value).filter(|u| (0.0..=1.0).contains(u))?;
    Some(match mark.axis {
        0 => [axes.at(u, 0.0), axes.at(u, 1.0)],
        _ => [axes.at(0.0, u), axes.at(1.0, u)],
    })
}

fn mark_line(svg: &mut Svg, axes: &Axes, mark: &Mark) {
    if let Some(ends) = mark_ends(axes, mark) {
        let style = format!(r#"stroke="{FRAME}" stroke-width="1" stroke-dasharray="2 3""#);
        svg.path(&ends, &style, false);
    }
}

/// Room that the label of a mark needs above it, in pixels.
const ABOVE_A_MARK: f64 = 14.0;

fn mark_label(svg: &mut Svg, axes: &Axes, mark: &Mark, panel: &Panel) {
    let Some([[left, _], [x, y]]) = mark_ends(axes, mark).filter(|_| !mark.label.is_empty()) else {
        return;
    };
    let (at, anchor) = match mark.axis {
        0 => ([x + 4.0, y + 11.0], "start"),
        _ => {
            // Above the line or below it, at its end or at its beginning: the first of these where no curve passes, of those for which there is room.
            let wide = text_width(&escape(&mark.label), SMALL.size);
            let places = [
                ([x - 6.0, y - 4.0], "end"),
                ([x - 6.0, y + 11.0], "end"),
                ([left + 6.0, y - 4.0], "start"),
                ([left + 6.0, y + 11.0], "start"),
            ];
            let room = |([_, low], _): &(Pixel, &str)| {
                low - axes.corner[1] > ABOVE_A_MARK - 4.0 && *low < axes.corner[1] + axes.size[1]
            };
            let crossed = |([x, y], anchor): &(Pixel, &'static str)| {
                let from = if *anchor == "end" { x - wide } else { *x };
                passes(axes, panel, [from, y - 9.0], [from + wide, y + 2.0])
            };
            let fits = || places.into_iter().filter(room);
            fits().find(|place| !crossed(place)).or_else(|| fits().next()).unwrap_or(places[1])
        }
    };
    svg.markup(at, &escape(&mark.label), Type { anchor, ..SMALL }, RIM);
}

/// Does a curve pass through this rectangle?
fn passes(axes: &Axes, panel: &Panel, low: Pixel, high: Pixel) -> bool {
    let lines = panel.series.iter().filter(|s| !matches!(s.kind, Kind::Cells | Kind::Cloud));
    lines.into_iter().any(|s| {
        let pixels: Vec<Option<Pixel>> = s.points.iter().map(|&p| axes.pixel(p)).collect();
        pixels.windows(2).any(|pair| {
            let [Some(a), Some(b)] = [pair[0], pair[1]] else { return false };
            // In steps of less than the height of a letter.
            let steps = ((b[0] - a[0]).hypot(b[1] - a[1]) / 4.0).ceil().clamp(1.0, 1e4);
            (0..=steps as usize).any(|k| {
                let p = [0, 1].map(|i| a[i] + (b[i] - a[i]) * k as f64 / steps);
                (0..2).all(|i| (low[i]..high[i]).contains(&p[i]))
            })
        })
    })
}

/// How far the values go that the axis does not show, where they leave it.
fn cut_ends(svg: &mut Svg, axes: &Axes, panel: &Panel) {
    let all = || panel.series.iter().flat_map(|s| &s.points).copied().filter(|p| p[1].is_finite());
    let ends = [all().max_by(|a, b| a[1].total_cmp(&b[1])), all().min_by(|a, b| a[1].total_cmp(&b[1]))];
    for [x, y] in ends.into_iter().flatten() {
        let Some((u, v)) = axes.x.place(x).zip(axes.y.place(y)).filter(|(_, v)| !(0.0..=1.0).contains(v)) else {
            continue;
        };
        let (arrow, below) = if v > 1.0 { ("▲", 11.0) } else { ("▼", -5.0) };
        let [at, end] = axes.at(u, v.clamp(0.0, 1.0));
        // Beside the line, on the side where there is room.
        let (anchor, aside) = if u > 0.7 { ("end", -5.0) } else { ("start", 5.0) };
        let text = format!("{arrow} {}", written(y));
        svg.markup([at + aside, end + below], &escape(&text), Type { anchor, ..SMALL }, RIM);
    }
}

/// Dots, whole on the frame too, which would cut them in two.
fn dots(svg: &mut Svg, axes: &Axes, series: &Series, limit: usize) {
    let [x, y] = axes.corner;
    let inside = |p: &Pixel| {
        (x - 0.1..=x + axes.size[0] + 0.1).contains(&p[0]) && (y - 0.1..=y + axes.size[1] + 0.1).contains(&p[1])
    };
    let visible: Vec<Pixel> = series.points.iter().filter_map(|&p| axes.pixel(p)).filter(inside).collect();
    // Few points are large, many are small.
    let diameter = (5.0 * (100.0 / visible.len().max(1) as f64).sqrt()).clamp(1.6, 5.0);
    svg.dots(&simplify::cloud(&visible, limit), diameter, style::color(series.color));
}

fn series(svg: &mut Svg, axes: &Axes, series: &Series, limit: usize) {
    let color = style::color(series.color);
    match series.kind {
        // Over all lines, see `dots`.
        Kind::Points => {}
        Kind::Cloud => {
            let visible: Vec<Pixel> = series.points.iter().filter_map(|&p| axes.pixel(p)).collect();
            svg.image(axes.corner, axes.size, &image::cloud(&visible, axes.corner, axes.size, color));
        }
        Kind::Cells => {
            let corners: Vec<Pixel> = series.points.iter().filter_map(|&p| axes.pixel(p)).collect();
            let (pairs, _) = corners.as_chunks();
            let blocks: Vec<_> = pairs.iter().map(|[a, b]| [[a[0], b[1]], [b[0], a[1]]]).collect();
            svg.blocks(&blocks, &blend(color, CELL_SHARE));
        }
        _ => {
            let style = stroke_style(&series.kind, color);
            let pixels: Vec<Option<Pixel>> = series.points.iter().map(|&p| axes.pixel(p)).collect();
            for run in pixels.chunk_by(|a, b| a.is_some() == b.is_some()) {
                let run: Vec<Pixel> = run.iter().flatten().copied().collect();
                // The share of the whole limit; a point between two gaps stays visible as a dot.
                let share = (limit * run.len()).div_ceil(pixels.len());
                match run[..] {
                    [alone] => svg.dots(&[alone], 2.0, color),
                    _ => svg.path(&simplify::line(&run, share), &style, false),
                }
            }
        }
    }
}

/// A value for people, in three digits.
fn written(x: f64) -> String {
    let rounded: f64 = format!("{x:.2e}").parse().unwrap_or(x);
    let text = if (1e-3..1e5).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") };
    text.replace('-', "−")
}
