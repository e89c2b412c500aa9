//! Arrows: the force of every constraint, and friction in the color of stick or slip.
//!
//! An arrow is as long as a sixth of the picture where the force is in its upper range (95 of 100 frames are below), and never longer than
//! 1.5 times that. Friction often holds far more than it ever brakes: its scale lies between the two.

use super::super::film::Film;
use super::super::picture::{MARGIN, Stage, View, circle, line, round_below};
use crate::dynamics::Mode;
use crate::store::svg::{number, place};
use nalgebra::Vector3;

/// How far the head stands out beyond the end of the shaft.
const HEAD: f64 = 7.0;
/// How much longer than `long` an arrow gets before it is cut.
const LONGEST: f64 = 1.5;
/// An arrow shorter than this is not shown.
const LEAST: f64 = 3.0;

/// The heads of arrows.
pub(super) const HEADS: &str = concat!(
    r#"<defs><marker id="force" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="8" refX="2" refY="4" orient="auto">"#,
    r#"<path d="M0 0L9 4L0 8z" style="fill:var(--force)"/></marker>"#,
    r#"<marker id="slip" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" refX="3" refY="5" orient="auto">"#,
    r#"<path d="M0 0L10 5L0 10z" style="fill:var(--slip)"/></marker>"#,
    r#"<marker id="stick" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" refX="3" refY="5" orient="auto">"#,
    r#"<path d="M0 0L10 5L0 10z" style="fill:var(--stick)"/></marker></defs>"#,
);

impl Stage<'_> {
    /// Reactions, then friction above them.
    pub(super) fn forces(&self, shown: bool) -> String {
        let [reactions, friction] = self.scales();
        let mut layers = Vec::new();
        let count = if shown { self.scene.constraints().len() } else { 0 };
        for index in 0..count {
            let columns = self.scene.film.reaction(index);
            layers.push(self.arrow(&Film::points(columns), columns, reactions, "force", ""));
        }
        for point in 0..self.scene.model.friction_names().count() {
            let ring = circle([0.0, 0.0], 0.7 * self.view.unit) + r#" class="ring"/>"#;
            let [class, animate] = self.clock.steps("class", &self.phases(point));
            let columns = &self.scene.film.friction(point)[3..];
            let drawn = self.arrow(&self.scene.rubs_at(point), columns, friction, "rub", &ring);
            layers.push(format!("<g {class}>{animate}{drawn}</g>"));
        }
        layers.push(self.legend(if shown { reactions } else { 0.0 }, friction));
        layers.join("\n")
    }

    /// Pixels a newton: of reactions, and of friction.
    fn scales(&self) -> [f64; 2] {
        let film = &self.scene.film;
        let sizes = |all: Vec<&[Vec<f64>]>| {
            let of =
                |columns: &[Vec<f64>]| columns[0].iter().zip(&columns[1]).map(|(x, y)| x.hypot(*y)).collect::<Vec<_>>();
            let mut sizes: Vec<f64> = all.into_iter().flat_map(of).filter(|size| *size > 0.0).collect();
            sizes.sort_by(f64::total_cmp);
            sizes
        };
        let part = |sizes: &[f64], share: f64| sizes.get((share * (sizes.len().max(1) - 1) as f64) as usize).copied();
        let per = |size: Option<f64>| size.filter(|size| *size > 1e-300).map_or(0.0, |size| long(&self.view) / size);
        let all = sizes((0..self.scene.constraints().len()).map(|c| film.reaction(c)).collect());
        let rubbing = sizes((0..self.scene.model.friction_names().count()).map(|p| &film.friction(p)[3..]).collect());
        let reactions = per(part(&all, 0.95));
        let between = part(&rubbing, 0.2).zip(part(&rubbing, 0.95)).map(|(low, high)| (low * high).sqrt());
        [reactions, per(between).max(reactions)]
    }

    /// A force at its point, which may carry a mark.
    fn arrow(&self, at: &[Vector3<f64>], columns: &[Vec<f64>], scale: f64, class: &str, mark: &str) -> String {
        let path: Vec<[f64; 2]> = at.iter().map(|p| self.view.screen(p)).collect();
        let most = LONGEST * long(&self.view);
        let pixels = |(x, y): (&f64, &f64)| {
            let (x, y) = (scale * x, -scale * y);
            let length = x.hypot(y);
            // The shaft ends before the tip, and keeps its direction however short.
            let shaft = (length.min(most) - HEAD).max(0.5);
            if length > LEAST { [x * shaft / length, y * shaft / length, length] } else { [0.0, 0.0, 0.0] }
        };
        let ends: Vec<[f64; 3]> = columns[0].iter().zip(&columns[1]).map(pixels).collect();
        let shown = |i: usize| if ends[i][2] > 0.0 { "visible" } else { "hidden" };
        let steps: Vec<(f64, &str)> = self.clock.times.iter().enumerate().map(|(i, t)| (*t, shown(i))).collect();
        let mut drawn = String::new();
        if steps.iter().any(|step| step.1 == "visible") {
            let [x, y] = [0, 1].map(|k| ends.iter().map(|end| end[k]).collect::<Vec<f64>>());
            let [x2, x] = self.clock.attribute("x2", &x, 1);
            let [y2, y] = self.clock.attribute("y2", &y, 1);
            let [first, seen] = self.clock.steps("visibility", &steps);
            let first = if first.contains("hidden") || !seen.is_empty() { first + " " } else { String::new() };
            drawn = format!(r#"<line class="{class}" {first}{x2} {y2}>{x}{y}{seen}</line>"#);
        }
        if drawn.is_empty() && mark.is_empty() {
            return drawn;
        }
        format!("{}{drawn}{mark}</g>", self.group_at(&path))
    }

    /// When a friction point sticks and when it slides, or its contact is open: the class from an instant on.
    pub(super) fn phases(&self, point: usize) -> Vec<(f64, &'static str)> {
        let entry = self.scene.model.inner.frictions.get(point);
        let Some((run, entry)) = self.scene.run.zip(entry) else { return Vec::new() };
        let class = |mode: Mode| match mode {
            Mode::Open | Mode::Released => "open",
            mode if mode.direction() == 0.0 => "stick",
            _ => "slip",
        };
        let begins = run.first().and_then(|at| at.modes.get(entry.entry).copied()).unwrap_or_default();
        let start = (f64::NEG_INFINITY, class(begins));
        let changes = run.transitions().iter().filter(|change| change.name == entry.name);
        [start].into_iter().chain(changes.map(|change| (change.t, class(change.to)))).collect()
    }

    /// How long a meter is, and how long a newton.
    fn legend(&self, reactions: f64, friction: f64) -> String {
        let y = self.view.size[1] - 16.0;
        let mut x = MARGIN;
        let mut drawn = String::new();
        let mut entry = |length: f64, text: &str, draw: &dyn Fn(f64, f64) -> String| {
            let at = place([x + length + 8.0, y + 4.0], 1);
            drawn += &format!(r#"{}<text {at}>{text}</text>"#, draw(x, length));
            x += length + 8.0 + 6.5 * text.chars().count() as f64 + 22.0;
        };
        let arrow = |class: &'static str, group: &'static str| {
            move |x: f64, length: f64| {
                let end = number((length - HEAD).max(0.5), 1);
                format!(
                    r#"<g class="{group}" transform="translate({} {y})"><line class="{class}" x2="{end}"/></g>"#,
                    number(x, 1)
                )
            }
        };
        let meters = round_below(110.0 / self.view.scale);
        entry(meters * self.view.scale, &format!("{} m", shown(meters)), &|x, length| {
            let d = line(&[[x, y - 4.0], [x, y], [x + length, y], [x + length, y - 4.0]], false);
            format!(r#"<path class="key" d="{d}"/>"#)
        });
        if reactions > 0.0 {
            let force = round_below(80.0 / reactions);
            entry(force * reactions, &format!("{} N", shown(force)), &arrow("force", "now"));
        }
        if self.scene.model.friction_names().next().is_some() {
            if friction > 0.0 {
                let force = round_below(80.0 / friction);
                entry(force * friction, &format!("friction, {} N", shown(force)), &arrow("rub", "slip"));
            }
            for class in ["slip", "stick"] {
                let ring = move |x: f64, _: f64| {
                    let ring = circle([x + 5.0, y], 5.0);
                    format!(r#"<g class="{class}">{ring} class="ring"/></g>"#)
                };
                entry(10.0, if class == "slip" { "slides" } else { "sticks" }, &ring);
            }
        }
        drawn
    }
}

/// The length of an arrow that counts as long.
fn long(view: &View) -> f64 {
    view.size[0].min(view.size[1]) / 6.0
}

/// An amount of a legend.
fn shown(x: f64) -> String {
    if (1e-3..1e5).contains(&x) { format!("{}", (x * 1e6).round() / 1e6) } else { format!("{x:.0e}") }
}
