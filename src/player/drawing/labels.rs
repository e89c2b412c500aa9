//! Where names stand.
//!
//! A name is a box beside its anchor, in one of eight directions, at one of a few distances. Of all these places it takes the one that costs least: what the box covers of lines
//! (three times their length in it), of names that stand already (five times the area), what stands out of the sheet, and how far away it is. Costs are whole tenths of a pixel, so that another processor's last bit
//! moves nothing. A name that had to go far away is joined to its anchor by a line.

use super::super::picture::line;
use crate::store::svg::{escape, place, text_width};

type Pixel = [f64; 2];

/// Unit vectors in the order in which they are tried.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
const AROUND: [Pixel; 8] = [
    [DIAGONAL, -DIAGONAL],
    [1.0, 0.0],
    [0.0, -1.0],
    [-DIAGONAL, -DIAGONAL],
    [DIAGONAL, DIAGONAL],
    [-1.0, 0.0],
    [0.0, 1.0],
    [-DIAGONAL, DIAGONAL],
];
/// How far beyond the nearest place, in pixels.
const FARTHER: [f64; 6] = [0.0, 5.0, 12.0, 22.0, 36.0, 54.0];
/// From here on a line leads to the name.
const LED: f64 = 20.0;
/// Air around a name.
const AIR: f64 = 2.0;
/// How near to the border of the sheet a name may come.
const BORDER: f64 = 5.0;

/// A name that wants a place.
pub(super) struct Wish {
    pub(super) text: String,
    /// `name` of a body, `part` of an element, `sign` of a symbol.
    pub(super) class: &'static str,
    /// Any of these will do, the first one best.
    pub(super) anchors: Vec<Pixel>,
    /// Distance from the anchor.
    pub(super) gap: f64,
}

/// The picture as names see it.
pub(super) struct Sheet {
    size: Pixel,
    lines: Vec<[Pixel; 2]>,
    taken: Vec<[Pixel; 2]>,
    written: String,
}

impl Sheet {
    pub(super) fn new(size: Pixel, lines: Vec<[Pixel; 2]>) -> Self {
        Self { size, lines, taken: Vec::new(), written: String::new() }
    }

    pub(super) fn size(&self) -> Pixel {
        self.size
    }

    /// Something that names keep clear of.
    pub(super) fn avoid(&mut self, points: &[Pixel]) {
        self.lines.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
    }

    /// A rectangle that nothing else may have.
    pub(super) fn take(&mut self, bounds: [Pixel; 2]) {
        self.taken.push(bounds);
    }

    /// What a box covers.
    pub(super) fn cost(&self, bounds: [Pixel; 2]) -> f64 {
        let [low, high] = bounds;
        let covered: f64 = self.lines.iter().map(|&segment| inside(segment, bounds)).sum();
        let shared = |other: &[Pixel; 2]| {
            (0..2).map(|k| (high[k].min(other[1][k]) - low[k].max(other[0][k])).max(0.0)).product::<f64>()
        };
        let names: f64 = self.taken.iter().map(shared).sum();
        let beyond = |k: usize| (BORDER - low[k]).max(0.0) + (high[k] - self.size[k] + BORDER).max(0.0);
        3.0 * covered + 5.0 * names + 100.0 * (beyond(0) + beyond(1))
    }

    /// How much of names a line covers.
    fn crossed(&self, line: [Pixel; 2]) -> f64 {
        self.taken.iter().map(|&bounds| 4.0 * inside(line, bounds)).sum()
    }

    /// Writes a name where it costs least.
    pub(super) fn place(&mut self, wish: Wish) {
        let size = [text_width(&wish.text, height(wish.class)), height(wish.class)];
        let mut best: Option<(i64, [Pixel; 2], Pixel, f64)> = None;
        for (k, &anchor) in wish.anchors.iter().enumerate() {
            for farther in FARTHER {
                for (turn, direction) in AROUND.iter().enumerate() {
                    let middle = |j: usize| {
                        let side = if direction[j] == 0.0 { 0.0 } else { direction[j].signum() };
                        anchor[j] + direction[j] * (wish.gap + farther) + 0.5 * side * size[j]
                    };
                    let center = [middle(0), middle(1)];
                    let bounds = [-0.5, 0.5].map(|s| [0, 1].map(|j| center[j] + s * (size[j] + 2.0 * AIR)));
                    let led = if farther > LED { self.crossed(leader(anchor, bounds)) } else { 0.0 };
                    let cost = self.cost(bounds) + led + 0.5 * farther + 0.2 * turn as f64 + k.min(2) as f64;
                    let cost = (10.0 * cost).round() as i64;
                    if best.as_ref().is_none_or(|known| cost < known.0) {
                        best = Some((cost, bounds, anchor, farther));
                    }
                }
            }
        }
        let Some((_, bounds, anchor, farther)) = best else { return };
        if farther > LED {
            let led = leader(anchor, bounds);
            self.written += &format!(r#"<path class="mark" d="{}"/>"#, line(&led, false));
            self.avoid(&led);
        }
        let over = if self.cost(bounds) > 0.0 { " over" } else { "" };
        self.write(&wish.text, &format!("{}{over}", wish.class), bounds);
        self.take(bounds);
    }

    /// Writes a symbol with its middle here.
    pub(super) fn set(&mut self, text: &str, middle: Pixel) {
        self.write(text, "sign", [middle, middle]);
    }

    /// A line at the lower border: names of what has no picture.
    pub(super) fn below(&mut self, names: &str) {
        if !names.is_empty() {
            let text = &format!("not drawn: {names}");
            let size = [text_width(text, height("part")), height("part")];
            let corner = [0.5 * (self.size[0] - size[0]), self.size[1] - BORDER - 3.0 - size[1]];
            self.write(text, "part over", [corner, [corner[0] + size[0], corner[1] + size[1]]]);
        }
    }

    fn write(&mut self, text: &str, class: &str, [low, high]: [Pixel; 2]) {
        let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]) + 4.3];
        let (at, text) = (place(middle, 1), escape(text));
        self.written += &format!(r#"<text class="{class}" {at} text-anchor="middle">{text}</text>"#);
        self.written.push('\n');
    }

    /// The names that have been written.
    pub(super) fn text(self) -> String {
        self.written
    }
}

/// The height of a class of letters.
fn height(class: &str) -> f64 {
    if class == "sign" { 15.0 } else { 12.0 }
}

/// From an anchor to the nearest point of a box.
fn leader(anchor: Pixel, [low, high]: [Pixel; 2]) -> [Pixel; 2] {
    [anchor, [0, 1].map(|k| anchor[k].clamp(low[k], high[k]))]
}

/// The length of a segment within a box.
fn inside([a, b]: [Pixel; 2], [low, high]: [Pixel; 2]) -> f64 {
    let way = [b[0] - a[0], b[1] - a[1]];
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for k in 0..2 {
        if way[k].abs() < 1e-12 {
            if a[k] < low[k] || a[k] > high[k] {
                return 0.0;
            }
            continue;
        }
        let [s, t] = [(low[k] - a[k]) / way[k], (high[k] - a[k]) / way[k]];
        (from, to) = (from.max(s.min(t)), to.min(s.max(t)));
    }
    (to - from).max(0.0) * way[0].hypot(way[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analytic_lengths_within_a_box() {
        let bounds = [[0.0, 0.0], [4.0, 3.0]];
        let lengths = [
            ([[-1.0, 1.0], [9.0, 1.0]], 4.0),
            ([[0.0, 0.0], [4.0, 3.0]], 5.0),
            ([[2.0, 2.0], [2.0, 9.0]], 1.0),
            ([[5.0, -1.0], [5.0, 9.0]], 0.0),
            ([[-1.0, 3.0], [1.0, 5.0]], 0.0),
        ];
        for (segment, known) in lengths {
            assert!((inside(segment, bounds) - known).abs() < 1e-12, "{segment:?}");
        }
    }

    #[test]
    fn property_names_at_one_point_lie_neither_on_each_other_nor_on_lines() {
        let mut sheet = Sheet::new([400.0, 300.0], vec![[[0.0, 150.0], [400.0, 150.0]]]);
        // Four diagonals, above and below: there is no seventh place without a line to cross.
        for k in 0..6 {
            sheet.place(Wish { text: format!("name {k}"), class: "name", anchors: vec![[200.0, 150.0]], gap: 4.0 });
        }
        let boxes = sheet.taken.clone();
        assert_eq!(boxes.len(), 6, "moot");
        for (k, bounds) in boxes.iter().enumerate() {
            sheet.taken = boxes.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, other)| *other).collect();
            assert_eq!(sheet.cost(*bounds), 0.0, "name {k} lies on something");
        }
    }
}
