//! What changes in a picture that moves, as the animations of SVG.
//!
//! All of them last as long, begin together and repeat, so that nothing ever falls out of step. A track has one value a frame, evenly
//! spaced and joined by straight lines; that nothing is thinned keeps the file the same where another processor rounds otherwise.
//! Numbers that never change are written once, and cost nothing. What jumps (stick, slip) has its own instants instead.

use crate::store::svg::number;
use std::fmt::Write;

/// Frames in all: what takes longer has fewer a second.
const MOST: f64 = 3000.0;

/// Instants of the frames, and how long the picture takes to show them.
#[derive(Clone, Debug)]
pub(in crate::player) struct Clock {
    /// Of the run, s.
    pub(in crate::player) times: Vec<f64>,
    /// Of the viewer, s.
    seconds: f64,
}

impl Clock {
    /// Frames from `from` to `to`, shown at `speed`, as many a second.
    pub(in crate::player) fn new(from: f64, to: f64, speed: f64, per_second: f64) -> Self {
        let seconds = (to - from) / speed;
        let count = (seconds * per_second).round().clamp(1.0, MOST) as usize;
        let times = (0..=count).map(|i| from + (to - from) * i as f64 / count as f64).collect();
        Self { times, seconds }
    }

    /// A single instant.
    pub(in crate::player) fn still(t: f64) -> Self {
        Self { times: vec![t], seconds: 0.0 }
    }

    /// A picture that stands still.
    pub(in crate::player) fn stands(&self) -> bool {
        self.seconds <= 0.0
    }

    /// `from` and `to`.
    pub(in crate::player) fn span(&self) -> [f64; 2] {
        [self.times.first(), self.times.last()].map(|t| t.copied().unwrap_or(0.0))
    }

    fn timing(&self) -> String {
        format!(r#"dur="{}s" repeatCount="indefinite""#, number(self.seconds.max(0.001), 3))
    }

    /// An attribute: its first value, and an animation if it ever changes.
    pub(in crate::player) fn attribute(&self, name: &str, track: &[f64], decimals: usize) -> [String; 2] {
        let (first, values) = self.values(&[track], decimals);
        let more = values.map(|v| format!(r#"<animate attributeName="{name}" {} values="{v}"/>"#, self.timing()));
        [format!(r#"{name}="{first}""#), more.unwrap_or_default()]
    }

    /// The dashes of a line.
    pub(in crate::player) fn dashes(&self, tracks: &[&[f64]]) -> [String; 2] {
        let (first, values) = self.values(tracks, 1);
        let animate = |v| format!(r#"<animate attributeName="stroke-dasharray" {} values="{v}"/>"#, self.timing());
        [format!(r#"stroke-dasharray="{first}""#), values.map(animate).unwrap_or_default()]
    }

    /// A group that is moved, turned or scaled (`kind` as SVG says it), open: the content and `</g>` follow.
    pub(in crate::player) fn group(&self, kind: &str, tracks: &[&[f64]], decimals: usize) -> String {
        let (first, values) = self.values(tracks, decimals);
        let animate = |v| {
            let timing = self.timing();
            format!(r#"<animateTransform attributeName="transform" type="{kind}" {timing} values="{v}"/>"#)
        };
        format!(r#"<g transform="{kind}({first})">{}"#, values.map(animate).unwrap_or_default())
    }

    /// An attribute that is a text, from instants of the run on; the first holds from the beginning.
    pub(in crate::player) fn steps(&self, name: &str, steps: &[(f64, &str)]) -> [String; 2] {
        let [from, to] = self.span();
        let mut shown: Vec<(f64, &str)> = Vec::new();
        for &(t, text) in steps.iter().filter(|(t, _)| *t < to) {
            let part = ((t - from) / (to - from)).max(0.0);
            if part == 0.0 {
                shown.clear();
            }
            if shown.last().is_none_or(|last| last.1 != text) {
                shown.push((part, text));
            }
        }
        let first = shown.first().map_or("", |step| step.1);
        if shown.len() < 2 {
            return [format!(r#"{name}="{first}""#), String::new()];
        }
        let values = shown.iter().map(|step| step.1).collect::<Vec<_>>().join(";");
        let places = shown.iter().map(|step| number(step.0, 5)).collect::<Vec<_>>().join(";");
        let timing = self.timing();
        let animate = format!(
            r#"<animate attributeName="{name}" {timing} calcMode="discrete" keyTimes="{places}" values="{values}"/>"#
        );
        [format!(r#"{name}="{first}""#), animate]
    }

    /// The first value, and all of them if they are not the same.
    fn values(&self, tracks: &[&[f64]], decimals: usize) -> (String, Option<String>) {
        let frames = tracks.first().map_or(0, |track| track.len());
        let mut values: Vec<String> = Vec::with_capacity(frames);
        for i in 0..frames {
            let mut value = String::new();
            for (k, track) in tracks.iter().enumerate() {
                let _ = write!(value, "{}{}", if k > 0 { " " } else { "" }, number(track[i], decimals));
            }
            values.push(value);
        }
        let first = values.first().cloned().unwrap_or_else(|| "0".into());
        let changes = !self.stands() && values.iter().any(|value| *value != first);
        (first, changes.then(|| values.join(";")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_animations() {
        let clock = Clock::new(1.0, 3.0, 2.0, 2.0);
        assert_eq!(clock.times, [1.0, 2.0, 3.0]);
        assert_eq!(clock.attribute("x2", &[5.0, 5.0, 5.04], 1), [r#"x2="5""#, ""]);
        let [first, more] = clock.attribute("x2", &[5.0, 6.5, 5.0], 1);
        assert_eq!(first, r#"x2="5""#);
        assert_eq!(more, r#"<animate attributeName="x2" dur="1s" repeatCount="indefinite" values="5;6.5;5"/>"#);
        // What was before the beginning counts only by its end; what never changes is not animated.
        let [first, more] = clock.steps("class", &[(0.0, "a"), (0.5, "b"), (2.5, "c"), (3.5, "d")]);
        assert_eq!(first, r#"class="b""#);
        assert!(more.contains(r#"keyTimes="0;.75" values="b;c""#), "{more}");
        assert_eq!(clock.steps("class", &[(0.0, "a"), (2.0, "a")])[1], "");
    }
}
