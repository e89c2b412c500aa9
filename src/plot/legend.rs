//! The legend stands above the axes, never on the data.

use super::{
    panel::{Kind, Panel},
    simplify::Pixel,
    style::{self, CELL_SHARE, LEGEND, blend, pose_shade, stroke_style},
    svg::Svg,
};
use crate::store::svg::{escape, text_width};

/// Draws the legend, wrapped to the width; returns its height (0 without labels).
pub fn legend(panel: &Panel, svg: &mut Svg, corner: Pixel, width: f64) -> f64 {
    let (mut x, mut y) = (corner[0], corner[1]);
    let mut height = 0.0;
    for s in panel.series.iter().filter(|s| !s.label.is_empty()) {
        let color = style::color(s.color);
        let key = if matches!(s.kind, Kind::Pose(_)) { 48.0 } else { 22.0 };
        let advance = key + 6.0 + text_width(&escape(&s.label), LEGEND.size) + 18.0;
        if x > corner[0] && x + advance - 18.0 > corner[0] + width {
            (x, y) = (corner[0], y + 18.0);
        }
        let middle = y + 8.0;
        match s.kind {
            Kind::Points | Kind::Cloud => svg.dots(&[[x + 0.5 * key, middle]], 6.0, color),
            Kind::Cells => {
                svg.blocks(&[[[x, middle - 5.0], [x + key, middle + 6.0]]], &blend(color, CELL_SHARE));
            }
            Kind::Pose(_) => (0..8).for_each(|k| {
                let x = x + 6.0 * f64::from(k);
                let block = [[x, middle - 3.0], [x + 6.0, middle + 3.0]];
                svg.blocks(&[block], &pose_shade(color, f64::from(k) / 7.0));
            }),
            _ => {
                let style = stroke_style(&s.kind, color);
                svg.path(&[[x + 1.0, middle], [x + key - 1.0, middle]], &style, false);
            }
        }
        svg.text([x + key + 6.0, middle + 4.0], &s.label, LEGEND);
        x += advance;
        height = y - corner[1] + 18.0;
    }
    height
}
