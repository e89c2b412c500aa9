//! What a family depends on: numbers, and signals of which every knot is one.

use crate::math::{Brief, LookupError, LookupTable, Signal};
use std::ops::Index;
use std::sync::Arc;

/// A parameter of a family: a number with a name, or a signal through knots.
///
/// A pair of a name and a value is one too. For what a signal is good, see [`knots`](Self::knots).
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub(super) name: String,
    /// The times of the knots; none of a number.
    pub(super) times: Option<Arc<[f64]>>,
    pub(super) values: Vec<f64>,
    pub(super) size: Option<f64>,
}

/// What the members beside a family differ in from it: by how much, of which parameter, and of a signal how fast it goes on growing from a time on.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Shift {
    pub(super) parameter: usize,
    pub(super) by: f64,
    pub(super) rate: f64,
}

/// The numbers and signals with which a member of a family is to be built, read by name: `p["mu"]`, `p.signal("push")`.
#[derive(Copy, Clone, Debug)]
pub struct Parameters<'a> {
    pub(super) parameters: &'a [Parameter],
    /// Those of all, one after the other.
    pub(super) values: &'a [f64],
    pub(super) shift: Shift,
}

/// The part φ of one knot in a signal: a hat, one at its own time, zero at those beside it and beyond.
#[derive(Clone, Debug)]
pub(super) struct Hat {
    pub(super) times: Arc<[f64]>,
    pub(super) knot: usize,
}

impl<N: Into<String>> From<(N, f64)> for Parameter {
    fn from((name, value): (N, f64)) -> Self {
        Self::number(name, value)
    }
}

impl Parameter {
    /// A number.
    pub fn number(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), times: None, values: vec![value], size: None }
    }

    /// A signal that is straight between knots, constant before the first and after the last, and each of its values a parameter: those of `push` are called `push[0]`, `push[1]`, … The function of the family gets it
    /// by [`Parameters::signal`].
    ///
    /// Derivatives by all of them cost as much as those by a few numbers, however many there are: a knot acts from the one before it to the one after it, and before and after that its derivative is one of the few
    /// of the motion itself. So a force over time can be found with thousands of knots.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// use chetaev::simulate::Parameter;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let times: Vec<f64> = (0..=500).map(|i| 0.002 * i as f64).collect();
    /// let family = Family::new([Parameter::knots("push", &times, &[1.0; 501])], |p| {
    ///     let mut builder = ModelBuilder::new();
    ///     let cart = builder.body("cart", Particle::new(2.0));
    ///     let guide = GROUND.axis([0.0, 0.0], 0.0);
    ///     builder.constraint("guide", Slot::new(guide, cart.origin()));
    ///     builder.force("push", AppliedAlong::signal(Travel::along(guide, cart.origin()), p.signal("push")));
    ///     let model = builder.build()?;
    ///     let start = model.placed();
    ///     Ok((model, start))
    /// })?;
    /// let cart = family.model().body::<Planar>("cart").ok_or("no cart")?;
    /// let run = Simulation::new(family.model())
    ///     .sensitivities(Sensitivities::to(&family))
    ///     .run(family.start().clone(), 1.0)?;
    /// // x(1) = ∫ (1 − t) u/m dt: of the hat of a knot its width times (1 − t)/m at its time.
    /// let slopes = run.gradient(|at| at.body(cart).origin.x);
    /// assert!((slopes[100] - 0.002 * 0.8 / 2.0).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    pub fn knots(name: impl Into<String>, times: &[f64], values: &[f64]) -> Self {
        Self { name: name.into(), times: Some(times.into()), values: values.to_vec(), size: None }
    }

    /// Says how large changes of it are that matter, where its value does not: differences are taken over parts of it.
    pub fn sized(self, size: f64) -> Self {
        Self { size: Some(size), ..self }
    }

    /// What its values are called.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let knots = self.times.is_some();
        (0..self.values.len()).map(move |k| if knots { format!("{}[{k}]", self.name) } else { self.name.clone() })
    }

    /// With its values, in words.
    pub(super) fn told(&self, values: &[f64]) -> String {
        match (values, &self.times) {
            ([value], None) => format!("{} = {}", self.name, Brief(*value)),
            _ => {
                let [least, most] = [f64::min, f64::max].map(|of| values.iter().copied().reduce(of).unwrap_or(0.0));
                let (count, least, most) = (values.len(), Brief(least), Brief(most));
                format!("{} = {count} values from {least} to {most}", self.name)
            }
        }
    }

    /// Of what differences are parts, with these values.
    pub(super) fn size(&self, values: &[f64]) -> f64 {
        let most = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        self.size.unwrap_or(if most > 0.0 { most } else { 1.0 })
    }

    /// From the first knot to the last.
    pub(super) fn span(&self) -> f64 {
        self.times.as_ref().map_or(0.0, |times| times[times.len() - 1] - times[0])
    }

    /// The signal through its knots, with these values.
    pub(super) fn table(&self, values: &[f64]) -> Result<LookupTable, LookupError> {
        let times = self.times.as_deref().unwrap_or_default();
        let points: Vec<[f64; 2]> = times.iter().zip(values).map(|(t, value)| [*t, *value]).collect();
        LookupTable::linear(&points)
    }
}

impl Parameters<'_> {
    /// The signal of this name.
    ///
    /// # Panics
    /// If there is none: what is a number is read by `p["name"]`.
    #[track_caller]
    pub fn signal(&self, name: &str) -> Signal {
        match self.find(name) {
            Some((index, parameter, values)) if parameter.times.is_some() => {
                // The family has made one of these times already.
                let table = parameter.table(values).unwrap_or_else(|why| panic!("signal `{name}`: {why}"));
                let Shift { by, rate, .. } = self.shift;
                let shifted = self.shift.parameter == index && (by, rate) != (0.0, 0.0);
                let signal = Signal::table(table);
                if shifted { signal + Signal::polynomial([by, rate]) } else { signal }
            }
            Some(_) => panic!("`{name}` is a number, and no signal"),
            None => panic!("there is no parameter `{name}`; there are {}", listed(self.parameters)),
        }
    }

    fn find(&self, name: &str) -> Option<(usize, &Parameter, &[f64])> {
        let mut rest = self.values;
        for (index, parameter) in self.parameters.iter().enumerate() {
            let (own, others) = rest.split_at(parameter.values.len());
            if parameter.name == name {
                return Some((index, parameter, own));
            }
            rest = others;
        }
        None
    }
}

impl Index<&str> for Parameters<'_> {
    type Output = f64;

    /// # Panics
    /// If there is no number of that name.
    #[track_caller]
    fn index(&self, name: &str) -> &f64 {
        let mut rest = self.values;
        for parameter in self.parameters {
            let (own, others) = rest.split_at(parameter.values.len());
            match own {
                [value] if parameter.name == name && parameter.times.is_none() => return value,
                _ if parameter.name == name => panic!("`{name}` is a signal: `p.signal(\"{name}\")`"),
                _ => rest = others,
            }
        }
        panic!("there is no parameter `{name}`; there are {}", listed(self.parameters))
    }
}

/// A name that occurs twice.
pub(super) fn twice<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_owned())
}

/// The names of parameters, in words.
pub(super) fn listed(parameters: &[Parameter]) -> String {
    let each = parameters.iter().map(|parameter| format!("`{}`", parameter.name));
    each.collect::<Vec<_>>().join(", ")
}

impl Hat {
    /// φ and φ' at a time; at a knot those to its right, as of the signal itself.
    pub(super) fn at(&self, t: f64) -> [f64; 2] {
        let (last, after) = (self.times.len() - 1, self.times.partition_point(|knot| *knot <= t));
        if after == 0 || after > last {
            let held = if after == 0 { 0 } else { last };
            return [f64::from(u8::from(self.knot == held)), 0.0];
        }
        let [a, b] = [self.times[after - 1], self.times[after]];
        match self.knot {
            k if k == after - 1 => [(b - t) / (b - a), -1.0 / (b - a)],
            k if k == after => [(t - a) / (b - a), 1.0 / (b - a)],
            _ => [0.0; 2],
        }
    }

    /// From when to when it is not zero.
    pub(super) fn span(&self) -> [f64; 2] {
        let begin = self.knot.checked_sub(1).map_or(f64::NEG_INFINITY, |before| self.times[before]);
        [begin, self.times.get(self.knot + 1).copied().unwrap_or(f64::INFINITY)]
    }
}
