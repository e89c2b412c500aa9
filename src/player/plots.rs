//! The page's plots: the user's own curves, then the standard ones.

use super::channel::{Channels, Kind, peak};
use super::film::Film;
use super::happened::units;
use super::json::Json;
use super::{Player, Plots};
use crate::body::Quantity;
use crate::model::Model;

/// A plot: its title, and for each curve a name and one column, or several whose norm is drawn.
struct Panel {
    title: String,
    log: bool,
    /// Smaller values are nothing but rounding.
    least: f64,
    series: Vec<(String, Vec<usize>)>,
}

/// What reads the film and fills the panels.
struct Plotter<'p> {
    model: &'p Model,
    film: &'p Film,
    channels: &'p mut Channels,
    panels: Vec<Panel>,
}

/// How many times as large as the rest of a curve its spikes may be before 65 000 steps are too few for both.
const COARSE: f64 = 50.0;

/// Sizes below this part of the largest are not worth a curve.
const NOTHING: f64 = 1e-9;

pub(super) fn plots(player: &Player<'_>, film: &Film, channels: &mut Channels) -> Json {
    let mut plotter = Plotter { model: player.run.model(), film, channels, panels: Vec::new() };
    plotter.own(player);
    for plot in &player.plots {
        match plot {
            Plots::Coordinates => plotter.coordinates(),
            Plots::Friction => plotter.friction(),
            Plots::Contacts => plotter.contacts(),
            Plots::Reactions => plotter.reactions(),
            Plots::Energy => plotter.energy(),
            Plots::Drift => plotter.drift(),
        }
    }
    Json::List(plotter.panels.into_iter().filter(|panel| !panel.series.is_empty()).map(Panel::json).collect())
}

impl Plotter<'_> {
    fn add(&mut self, column: &[f64]) -> usize {
        // Steps of the whole range would be too large for what is shown without a spike: for eight frames of ten.
        let mut sorted: Vec<f64> = column.iter().copied().filter(|x| x.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |tenths: usize| sorted.get(sorted.len().saturating_sub(1) * tenths / 10).copied().unwrap_or(0.0);
        let spiky = at(9) > at(1) && at(10) - at(0) > COARSE * (at(9) - at(1));
        let kind = if spiky { Kind::F32 } else { Kind::U16 };
        self.channels.add(kind, column.to_vec())
    }

    /// The components of a vector that are not nothing, at least one.
    fn parts(&mut self, vector: &[Vec<f64>]) -> Vec<usize> {
        let mut shown: Vec<&Vec<f64>> = vector.iter().filter(|c| peak(c) > 0.0).collect();
        if shown.is_empty() {
            shown = vector[..1].iter().collect();
        }
        shown.into_iter().map(|column| self.add(column)).collect()
    }

    fn own(&mut self, player: &Player<'_>) {
        let film = self.film;
        for (curve, values) in player.curves.iter().zip(film.curves()) {
            let channel = if curve.log { self.add(&logarithms(values)) } else { self.add(values) };
            let same = self.panels.iter().position(|panel| panel.title == curve.panel && panel.log == curve.log);
            let at = same.unwrap_or_else(|| {
                self.panels.push(Panel::new(&curve.panel, curve.log));
                self.panels.len() - 1
            });
            self.panels[at].series.push((curve.name.clone(), vec![channel]));
        }
    }

    fn coordinates(&mut self) {
        let (film, names) = (self.film, self.model.coordinate_names());
        let bodies = self.model.inner.bodies.iter();
        let all = bodies.flat_map(|b| &b.shape.coordinates).flat_map(|c| {
            let count = if c.quantity == Quantity::Attitude { 4 } else { 1 };
            std::iter::repeat_n(c.quantity, count)
        });
        let quantities: Vec<Quantity> = all.collect();
        let titles = [
            ("angles (rad)", Quantity::Angle),
            ("positions (m)", Quantity::Length),
            ("attitudes (quaternions)", Quantity::Attitude),
        ];
        for (title, quantity) in titles {
            let mut panel = Panel::new(title, false);
            panel.least = NOTHING * if quantity == Quantity::Length { film.size } else { 1.0 };
            for (k, column) in film.coordinates().iter().enumerate().filter(|(k, _)| quantities[*k] == quantity) {
                panel.series.push((names[k].clone(), vec![self.add(column)]));
            }
            self.panels.push(panel);
        }
    }

    fn friction(&mut self) {
        let film = self.film;
        let titles = ["friction forces (N)", "slip speeds (m/s)", "friction moments (N m)", "slip rates (rad/s)"];
        let mut panels = titles.map(|title| Panel::new(title, false));
        for (i, entry) in self.model.inner.frictions.iter().enumerate() {
            let [slip, force] = [0, 2].map(|k| self.channels.add(Kind::U16, film.friction(i)[k].clone()));
            let first = if units(entry)[0] == "N" { 0 } else { 2 };
            panels[first].series.push((entry.name.clone(), vec![force]));
            panels[first + 1].series.push((entry.name.clone(), vec![slip]));
        }
        self.panels.extend(panels);
    }

    fn contacts(&mut self) {
        let film = self.film;
        let titles = ["gaps (m)", "normal forces of contacts (N)", "gaps of angles (rad)", "moments of stops (N m)"];
        let mut panels = titles.map(|title| Panel::new(title, false));
        (panels[0].least, panels[2].least) = (NOTHING * film.size, NOTHING);
        for k in 0..2 {
            for (i, entry) in self.model.inner.contacts.iter().enumerate() {
                let first = if entry.gap.is_angle() { 2 } else { 0 };
                panels[first + k].series.push((entry.name.clone(), vec![self.add(&film.contact(i)[k])]));
            }
        }
        self.panels.extend(panels);
    }

    fn reactions(&mut self) {
        let film = self.film;
        let (mut forces, mut moments) =
            (Panel::new("reaction forces (N)", false), Panel::new("reaction moments (N m)", false));
        let constraints = &self.model.inner.constraints[..self.model.constraint_count()];
        let size = |i: usize| film.reaction(i)[..3].iter().map(|c| peak(c)).fold(0.0, f64::max);
        let turning = |i: usize| film.reaction(i)[3..6].iter().map(|c| peak(c)).fold(0.0, f64::max);
        let largest = (0..constraints.len()).map(size).fold(0.0, f64::max);
        for (i, name) in constraints.iter().map(|c| c.name.clone()).enumerate() {
            let reaction = film.reaction(i);
            if size(i) > NOTHING * largest {
                forces.series.push((name.clone(), self.parts(&reaction[..3])));
            }
            if turning(i) > NOTHING * largest * film.size {
                moments.series.push((name, self.parts(&reaction[3..6])));
            }
        }
        self.panels.extend([forces, moments]);
    }

    fn energy(&mut self) {
        let film = self.film;
        let mut panel = Panel::new("energy (J)", false);
        for (name, column) in ["kinetic", "potential", "total"].into_iter().zip(film.watched()) {
            panel.series.push((name.into(), vec![self.add(column)]));
        }
        self.panels.push(panel);
    }

    fn drift(&mut self) {
        let film = self.film;
        let mut panel = Panel::new("drift and energy error", true);
        let names = ["energy (J)", "φ (m)", "φ' (m/s)", "ψ (m/s)"];
        for (name, column) in names.into_iter().zip(&film.watched()[3..]).filter(|(_, c)| c.iter().any(|x| *x != 0.0)) {
            panel.series.push((name.into(), vec![self.add(&logarithms(column))]));
        }
        self.panels.push(panel);
    }
}

/// log₁₀ |x|; what is smaller than 1e-18 is drawn there.
fn logarithms(values: &[f64]) -> Vec<f64> {
    values.iter().map(|x| x.abs().max(1e-18).log10()).collect()
}

impl Panel {
    fn new(title: &str, log: bool) -> Self {
        Self { title: title.into(), log, least: 0.0, series: Vec::new() }
    }

    fn json(self) -> Json {
        let series = self.series.into_iter().map(|(name, columns)| {
            Json::Object(vec![("name", name.as_str().into()), ("columns", Json::list(columns))])
        });
        let series = Json::List(series.collect());
        let mut parts = vec![("title", self.title.as_str().into()), ("log", self.log.into()), ("series", series)];
        if self.least > 0.0 {
            parts.push(("least", Json::short(self.least)));
        }
        Json::Object(parts)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn golden_logarithms() {
        assert_eq!(super::logarithms(&[1000.0, -0.01, 0.0]), [3.0, -2.0, -18.0]);
    }
}
