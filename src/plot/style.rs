//! Colors, letters and strokes: the look of all figures in one place.

use super::{panel::Kind, svg::Type};

/// Line colors that differ for every kind of color vision (Okabe and Ito), the strongest first.
pub const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"];
/// How much of its color a map cell shows.
pub const CELL_SHARE: f64 = 0.55;
/// Title of a figure.
pub const TITLE: Type = Type { size: 16.0, color: "#222222", anchor: "start", bold: true };
/// The two axes, and marks.
pub const FRAME: &str = "#8c8c8c";
/// Lines at ticks.
pub const GRID: &str = "#e4e4e4";
/// Lines between decades.
pub const FAINT: &str = "#f2f2f2";
/// A white rim, so that a text on top of lines can be read.
pub const RIM: &str = r##" stroke="#ffffff" stroke-width="3" paint-order="stroke""##;
/// Title of a panel.
pub const HEADING: Type = Type { size: 13.0, color: "#333333", anchor: "start", bold: true };
/// Label of an axis.
pub const LABEL: Type = Type { size: 12.5, color: "#333333", anchor: "middle", bold: false };
/// Numbers at ticks.
pub const SMALL: Type = Type { size: 11.5, color: "#555555", anchor: "middle", bold: false };
/// Names of series.
pub const LEGEND: Type = Type { size: 12.0, color: "#333333", anchor: "start", bold: false };

/// The color of a series.
pub fn color(index: usize) -> &'static str {
    COLORS[index % COLORS.len()]
}

/// SVG attributes of a line.
pub fn stroke_style(kind: &Kind, color: &str) -> String {
    let round = r#"stroke-linejoin="round" stroke-linecap="round""#;
    match kind {
        Kind::Pose(when) => {
            let width = if *when < 1.0 { 1.3 } else { 2.4 };
            let shade = pose_shade(color, *when);
            format!(r#"stroke="{shade}" stroke-width="{width}" {round}"#)
        }
        Kind::Dashed => format!(r#"stroke="{color}" stroke-width="1.6" stroke-dasharray="6 4""#),
        _ => format!(r#"stroke="{color}" stroke-width="1.7" {round}"#),
    }
}

/// The color of a pose: pale at 0, the first, and full at 1, the last.
pub fn pose_shade(color: &str, when: f64) -> String {
    blend(color, 0.2 + 0.8 * when)
}

/// Mixes a color `#rrggbb` with white; `share` 1 keeps it.
pub fn blend(color: &str, share: f64) -> String {
    let part = |k: usize| {
        let full = color.get(k..k + 2).and_then(|h| u8::from_str_radix(h, 16).ok()).unwrap_or(0);
        (255.0 - share.clamp(0.0, 1.0) * (255.0 - f64::from(full))).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", part(1), part(3), part(5))
}
