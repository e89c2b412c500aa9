//! Strokes, in tenths of a pixel.

use crate::store::svg::{number, polyline};

/// A polyline as the attribute `d`.
pub(in crate::player) fn line(points: &[[f64; 2]], closed: bool) -> String {
    polyline(points, 1, closed)
}

/// A circle; its class and its end follow.
pub(in crate::player) fn circle([x, y]: [f64; 2], r: f64) -> String {
    let [x, y, r] = [x, y, r].map(|x| number(x, 1));
    format!(r#"<circle cx="{x}" cy="{y}" r="{r}""#)
}

/// An element over its own shadow in the color of the sheet, so that what lies below does not shine through.
pub(super) fn both(element: &str) -> String {
    format!(r#"{element} class="under"/>{element} class="body"/>"#)
}
