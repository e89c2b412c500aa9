//! What stands in one pair of axes.

use super::axis::Scale;
use crate::math::spike;
use crate::simulate::{Snapshot, Trajectory};

/// A pair of axes and what is drawn in them.
#[derive(Clone, Debug, Default)]
#[must_use = "a panel is drawn by the figure that it is given to"]
pub struct Panel {
    pub(super) title: String,
    pub(super) labels: [String; 2],
    pub(super) log: [bool; 2],
    pub(super) range: [Option<(f64, f64)>; 2],
    pub(super) equal: bool,
    pub(super) marks: Vec<Mark>,
    pub(super) series: Vec<Series>,
}

/// A thin reference line across the panel at a value of one axis (0: x, 1: y).
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub axis: usize,
    pub value: f64,
    pub label: String,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub label: String,
    pub kind: Kind,
    /// Index into the palette.
    pub color: usize,
    pub points: Vec<[f64; 2]>,
}

/// How a series is drawn.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Line,
    Dashed,
    Points,
    /// Points too many for dots: a picture of their density.
    Cloud,
    /// One pose out of many; 0 for the first, 1 for the last.
    Pose(f64),
    /// Rectangles of a map, each given by two corners.
    Cells,
}

impl Series {
    /// A line on which x never falls.
    fn is_history(&self) -> bool {
        let is_line = matches!(self.kind, Kind::Line | Kind::Dashed);
        is_line && self.points.windows(2).all(|w| w[0][0] <= w[1][0] || w[0][0].is_nan() || w[1][0].is_nan())
    }
}

impl Panel {
    /// Linear axes with these labels (quantity and unit, as in `t (s)`); empty for none.
    pub fn new(x_label: &str, y_label: &str) -> Self {
        Self { labels: [x_label.to_owned(), y_label.to_owned()], ..Self::default() }
    }

    /// A line above the axes.
    pub fn title(mut self, title: &str) -> Self {
        self.title = title.to_owned();
        self
    }

    /// Logarithmic x.
    pub fn log_x(mut self) -> Self {
        self.log[0] = true;
        self
    }

    /// Logarithmic y.
    pub fn log_y(mut self) -> Self {
        self.log[1] = true;
        self
    }

    /// One unit of x is drawn as long as one of y, as geometry needs it.
    pub fn equal_aspect(mut self) -> Self {
        self.equal = true;
        self
    }

    /// Shows x from `from` to `to` only.
    pub fn x_range(mut self, from: f64, to: f64) -> Self {
        self.range[0] = Some((from, to));
        self
    }

    /// Shows y from `from` to `to` only.
    pub fn y_range(mut self, from: f64, to: f64) -> Self {
        self.range[1] = Some((from, to));
        self
    }

    /// A line through the points; an empty label keeps it out of the legend.
    pub fn line(self, label: &str, x: &[f64], y: &[f64]) -> Self {
        self.add(label, Kind::Line, x, y)
    }

    /// A dashed line, for a reference or a second method.
    pub fn dashed(self, label: &str, x: &[f64], y: &[f64]) -> Self {
        self.add(label, Kind::Dashed, x, y)
    }

    /// Dots.
    pub fn points(self, label: &str, x: &[f64], y: &[f64]) -> Self {
        self.add(label, Kind::Points, x, y)
    }

    /// Any number of points, as a picture in four shades of their density: a bifurcation diagram, a strange attractor.
    pub fn cloud(self, label: &str, x: &[f64], y: &[f64]) -> Self {
        self.add(label, Kind::Cloud, x, y)
    }

    /// An axis of time, and a quantity with its unit.
    pub fn history(y_label: &str) -> Self {
        Self::new("time (s)", y_label)
    }

    /// A number of a run over time.
    pub fn curve(self, label: &str, run: &Trajectory, value: impl Fn(&Snapshot<'_>) -> f64) -> Self {
        self.line(label, &run.times(), &run.column(value))
    }

    /// Two numbers of a run against each other.
    pub fn portrait(self, label: &str, run: &Trajectory, point: impl Fn(&Snapshot<'_>) -> [f64; 2]) -> Self {
        let [x, y] = [0, 1].map(|k| run.column(|at| point(at)[k]));
        self.line(label, &x, &y)
    }

    /// Gives the series added last the palette color `index` (see [`super::COLORS`]).
    pub fn color(mut self, index: usize) -> Self {
        if let Some(last) = self.series.last_mut() {
            last.color = index;
        }
        self
    }

    /// A mechanism or a body in many positions, from pale (first) to full color (last): each pose
    /// is a polyline, in the order of time. The label, as in `t = 0 to 5 s`, gets a graded bar.
    pub fn overlay(mut self, label: &str, poses: &[Vec<[f64; 2]>]) -> Self {
        let color = self.next_color();
        let last = (poses.len().max(2) - 1) as f64;
        for (k, pose) in poses.iter().enumerate() {
            self.series.push(Series {
                label: if k + 1 == poses.len() { label.to_owned() } else { String::new() },
                kind: Kind::Pose(if poses.len() == 1 { 1.0 } else { k as f64 / last }),
                color,
                points: pose.clone(),
            });
        }
        self
    }

    /// A map: cell (i, j) about (`x[i]`, `y[j]`), which must be evenly spaced, has the class
    /// `class[j * x.len() + i]`, an index into `names`; other classes stay white.
    pub fn map(mut self, names: &[&str], x: &[f64], y: &[f64], class: &[usize]) -> Self {
        let half = |v: &[f64]| match v {
            [a, b, ..] => 0.5 * (b - a),
            _ => 0.5,
        };
        let (dx, dy) = (half(x), half(y));
        for (color, name) in names.iter().enumerate() {
            let mut points = Vec::new();
            for (row, &y) in class.chunks(x.len().max(1)).zip(y) {
                // Neighbors of one class in a row become one rectangle.
                for run in x.iter().zip(row).collect::<Vec<_>>().chunk_by(|a, b| a.1 == b.1) {
                    if let [(first, c), ..] = run
                        && let [.., (last, _)] = run
                        && **c == color
                    {
                        points.extend([[**first - dx, y - dy], [**last + dx, y + dy]]);
                    }
                }
            }
            let label = (*name).to_owned();
            self.series.push(Series { label, kind: Kind::Cells, color, points });
        }
        self
    }

    /// A thin line at a value of x, such as the time of an event.
    pub fn mark_x(mut self, value: f64, label: &str) -> Self {
        self.marks.push(Mark { axis: 0, value, label: label.to_owned() });
        self
    }

    /// A thin line at a value of y, such as a bound.
    pub fn mark_y(mut self, value: f64, label: &str) -> Self {
        self.marks.push(Mark { axis: 1, value, label: label.to_owned() });
        self
    }

    /// Number of points of each series.
    pub(super) fn series_sizes(&self) -> impl Iterator<Item = usize> {
        self.series.iter().filter(|s| !matches!(s.kind, Kind::Cloud)).map(|s| s.points.len())
    }

    /// Range of one axis (0: x, 1: y): what was asked for, or all data. Marks do not widen x.
    pub(super) fn scale(&self, axis: usize) -> Scale {
        if let Some((from, to)) = self.range[axis] {
            return Scale::given(from, to, self.log[axis]);
        }
        let is_map = self.series.iter().any(|s| matches!(s.kind, Kind::Cells));
        // A time history fills the width; dots, closed curves and pieces of a path keep clear of the frame.
        let is_history = self.fills_the_width();
        let pad = match axis {
            _ if is_map => 0.0,
            _ if self.equal => 0.05,
            0 if is_history && !self.log[0] => 0.0,
            0 => 0.025,
            _ => 0.06,
        };
        // A point counts only if it can be drawn, else a gap in y would still stretch x.
        let drawable = |p: &&[f64; 2]| (0..2).all(|k| p[k].is_finite() && !(self.log[k] && p[k] <= 0.0));
        if let Some((lo, hi)) = self.cut().filter(|_| axis == 1) {
            return Scale::fit([lo, hi].into_iter(), false, pad);
        }
        let data = self.series.iter().flat_map(|s| &s.points).filter(drawable).map(|p| p[axis]);
        let marks = self.marks.iter().filter(|m| m.axis == 1 && axis == 1).map(|m| m.value);
        Scale::fit(data.chain(marks), self.log[axis], pad)
    }

    /// Is there a history, and does each go over a third of all x at least?
    fn fills_the_width(&self) -> bool {
        let spread = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
            let finite = points.map(|p| p[0]).filter(|x| x.is_finite());
            let (lo, hi) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (x.min(lo), x.max(hi)));
            hi - lo
        };
        let all = spread(&mut self.series.iter().flat_map(|s| &s.points));
        let mut histories = self.series.iter().filter(|s| s.is_history()).peekable();
        histories.peek().is_some() && histories.all(|s| spread(&mut s.points.iter()) * 3.0 > all)
    }

    /// What y shows of histories of which a few values would flatten the rest.
    pub(super) fn cut(&self) -> Option<(f64, f64)> {
        let free =
            self.range[1].is_none() && !self.log[1] && !self.equal && !self.marks.iter().any(|mark| mark.axis == 1);
        let values = || self.series.iter().flat_map(|s| &s.points).map(|p| p[1]);
        (free && self.series.iter().all(Series::is_history)).then(|| spike::middle(values())).flatten()
    }

    fn next_color(&self) -> usize {
        self.series.last().map_or(0, |s| s.color + 1)
    }

    fn add(mut self, label: &str, kind: Kind, x: &[f64], y: &[f64]) -> Self {
        let color = self.next_color();
        let points = x.iter().zip(y).map(|(&x, &y)| [x, y]).collect();
        self.series.push(Series { label: label.to_owned(), kind, color, points });
        self
    }
}
