//! The time: a lane for each friction point, colored by what it does, and a cursor that runs over them.

use super::super::picture::{MARGIN, Stage, round_below, shortened};
use crate::model::Model;
use crate::store::svg::{escape, number};

/// Characters of a friction point's name.
const LONGEST: usize = 16;

/// Room for the legend with the axis of time; each lane needs its own.
const BELOW: f64 = 54.0;
const LANE: f64 = 13.0;

/// The height that the lanes, the axis and the legend take.
pub(super) fn height(model: &Model) -> f64 {
    BELOW + LANE * model.friction_names().count() as f64
}

impl Stage<'_> {
    /// Lanes, the axis of time, the cursor.
    pub(super) fn timeline(&self) -> String {
        let [from, to] = self.clock.span();
        if self.clock.stands() {
            return String::new();
        }
        let names: Vec<String> = self.scene.model.friction_names().map(|name| shortened(name, LONGEST)).collect();
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let names: Vec<String> = names.iter().map(|name| escape(name)).collect();
        let left = MARGIN + if widest > 0 { 6.5 * widest as f64 + 8.0 } else { 0.0 };
        let right = self.view.size[0] - MARGIN - 8.0;
        let place = |t: f64| number(left + (right - left) * (t.clamp(from, to) - from) / (to - from), 1);
        let top = self.view.size[1] - height(self.scene.model) + 4.0;
        let mut drawn = String::new();
        for (point, name) in names.iter().enumerate() {
            let y = top + LANE * (point as f64 + 0.5);
            let [text, middle] = [y + 4.0, y].map(|y| number(y, 1));
            drawn += &format!(r#"<text x="{MARGIN}" y="{text}">{name}</text>"#);
            let mut phases = self.phases(point);
            phases.dedup_by(|later, earlier| later.1 == earlier.1);
            for (i, (begin, class)) in phases.iter().enumerate() {
                let end = phases.get(i + 1).map_or(f64::INFINITY, |next| next.0);
                if end > from && *begin < to {
                    let [x1, x2] = [*begin, end].map(place);
                    drawn += &format!(r#"<g class="{class}"><path class="lane" d="M{x1} {middle}H{x2}"/></g>"#);
                }
            }
        }
        let low = top + LANE * names.len() as f64 + 3.0;
        let base = number(low, 1);
        drawn += &format!(r#"<path class="key" d="M{} {base}H{}"/>"#, number(left, 1), number(right, 1));
        let step = round_below((to - from) / 6.0);
        for k in (from / step - 1e-6).ceil() as i64..=(to / step + 1e-6).floor() as i64 {
            let t = step * k as f64;
            let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
            let [tick, text, x] = [number(low + 3.0, 1), number(low + 14.0, 1), place(t)];
            // The first label has the unit, and does not stand out to the left.
            let first = k == (from / step - 1e-6).ceil() as i64;
            let (unit, anchor) = if first { (" s", "start") } else { ("", "middle") };
            drawn += &format!(
                r#"<path class="key" d="M{x} {base}V{tick}"/><text x="{x}" y="{text}" text-anchor="{anchor}">{t:.decimals$}{unit}</text>"#
            );
        }
        let [x0, x1] = [left, right];
        let cursor: Vec<f64> = self.clock.times.iter().map(|t| x0 + (x1 - x0) * (t - from) / (to - from)).collect();
        let ends = [cursor.first(), cursor.last()].map(|x| x.copied().unwrap_or(x0));
        let moved = self.clock.group("translate", &[&ends, &[0.0, 0.0]], 1);
        drawn + &format!(r#"{moved}<path class="now" d="M0 {}V{}"/></g>"#, number(top - 2.0, 1), number(low + 3.0, 1))
    }
}
