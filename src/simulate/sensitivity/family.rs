//! Families: a model and its start as a function of parameters.

use super::parameter::{Parameter, Parameters, Shift, listed, twice};
use crate::element::ModelTag;
use crate::error::EvalError;
use crate::math::LookupError;
use crate::model::{Model, State};
use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

type Built = Result<(Model, State), Box<dyn Error + Send + Sync>>;
type Build = dyn Fn(&Parameters<'_>) -> Built + Send + Sync;

/// A mechanism as a function of numbers with names, and of signals whose knots are such numbers ([`Parameter`]): p ↦ (model, start).
///
/// The function is any of yours: it builds the model, and projects its start. It is called for the values given, and, where derivatives are asked for, for some beside them: what it returns may differ in
/// numbers alone, and not in bodies, rows, names or friction points. Handles of [`model`](Self::model) read all of them.
///
/// ```
/// use chetaev::prelude::*;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let family = Family::new([("length", 1.0), ("mass", 2.0)], |p| {
///     let mut builder = ModelBuilder::new();
///     builder.gravity([0.0, -9.81]);
///     let rod = builder.body("rod", RigidBody::rod(p["mass"], p["length"]).at(0.5 * p["length"], 0.0, 0.0));
///     builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * p["length"], 0.0)));
///     let model = builder.build()?;
///     let start = model.start().hold("rod.theta").project()?.into();
///     Ok((model, start))
/// })?;
/// assert_eq!(family.names(), ["length", "mass"]);
/// assert_eq!(family.at(&[3.0, 2.0])?.start().q[0], 1.5);
/// let error = family.at(&[1.0, -2.0]).unwrap_err().to_string();
/// assert!(error.starts_with("with length = 1, mass = -2 the model cannot be built"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Family {
    parameters: Vec<Parameter>,
    /// Those of all values, knots included.
    names: Vec<String>,
    values: Vec<f64>,
    build: Arc<Build>,
    model: Model,
    start: State,
}

/// Why a family, or a member of it, cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// No parameters were named.
    #[error("a family without parameters: name at least one number that its models depend on")]
    None,
    /// Two have one name.
    #[error("two parameters are called `{name}`: name them differently")]
    Twice {
        /// The name.
        name: String,
    },
    /// A signal through knots that make none.
    #[error("signal `{name}` has no shape: {why}")]
    Knots {
        /// The signal.
        name: String,
        /// Why.
        why: LookupError,
    },
    /// A signal with another number of values than of times.
    #[error("signal `{name}`: times: {times}, values: {values}; give one value for each time")]
    KnotCount {
        /// The signal.
        name: String,
        /// How many times it has.
        times: usize,
        /// How many values.
        values: usize,
    },
    /// One is called what none is.
    #[error("there is no parameter `{name}`; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A number that is none.
    #[error("parameter `{name}` is {value}: give it a finite number")]
    NotFinite {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
    },
    /// More or fewer values than parameters.
    #[error("values: {got}, parameters: {needs}; give one value for each")]
    Count {
        /// How many were given.
        got: usize,
        /// How many there are.
        needs: usize,
    },
    /// The function has failed.
    #[error("with {values} the model cannot be built: {why}")]
    Unbuilt {
        /// The parameters.
        values: String,
        /// What the function said.
        why: String,
    },
    /// A member is another mechanism.
    #[error(
        "with {values} the model has {got}, with {base} it has {needs}: a parameter may change numbers, not the mechanism"
    )]
    Layout {
        /// The parameters of the member.
        values: String,
        /// What it has.
        got: String,
        /// The parameters of the family.
        base: String,
        /// What the family's model has.
        needs: String,
    },
    /// The function keeps the model to itself.
    #[error(
        "the function of the family keeps a clone of a model that it returns: it must build a new one for each call"
    )]
    Kept,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family").field("names", &self.names).field("values", &self.values).finish_non_exhaustive()
    }
}

impl Family {
    /// The family of a function, at the given values of its parameters.
    pub fn new<P: Into<Parameter>>(
        parameters: impl IntoIterator<Item = P>,
        build: impl Fn(&Parameters<'_>) -> Built + Send + Sync + 'static,
    ) -> Result<Self, FamilyError> {
        let parameters: Vec<Parameter> = parameters.into_iter().map(Into::into).collect();
        if parameters.is_empty() {
            return Err(FamilyError::None);
        }
        for parameter in &parameters {
            check(parameter)?;
        }
        let names: Vec<String> = parameters.iter().flat_map(Parameter::names).collect();
        let values: Vec<f64> = parameters.iter().flat_map(|parameter| parameter.values.iter().copied()).collect();
        let whole = twice(parameters.iter().map(|own| &*own.name));
        if let Some(name) = whole.or_else(|| twice(names.iter().map(|own| &**own))) {
            return Err(FamilyError::Twice { name });
        }
        check_finite(&names, &values)?;
        let build: Arc<Build> = Arc::new(build);
        let (model, start) = built(&*build, &parameters, &values, Shift::default())?;
        Ok(Self { parameters, names, values, build, model, start })
    }

    /// Says how large changes of a parameter are that matter, where its value does not: differences are taken over parts of it. All knots of a signal have one size.
    pub fn sized(mut self, name: &str, size: f64) -> Result<Self, FamilyError> {
        let unknown = || FamilyError::Unknown { name: name.to_owned(), known: listed(&self.parameters) };
        let index = self.parameters.iter().position(|own| own.name == name).ok_or_else(unknown)?;
        self.parameters[index].size = Some(size);
        check(&self.parameters[index])?;
        Ok(self)
    }

    /// The same family at other values: of all numbers and knots, in the order of [`names`](Self::names).
    pub fn at(&self, values: &[f64]) -> Result<Self, FamilyError> {
        let (model, start) = self.member(values)?;
        Ok(Self { values: values.to_vec(), model, start, ..self.clone() })
    }

    /// The model at the present values.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Its start.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The names of the parameters; those of a signal's knots are `push[0]`, `push[1]`, …
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Their present values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The place of a parameter among all values.
    pub(crate) fn index(&self, name: &str) -> Result<usize, FamilyError> {
        let unknown = || FamilyError::Unknown { name: name.to_owned(), known: listed(&self.parameters) };
        self.names.iter().position(|own| own == name).ok_or_else(unknown)
    }

    /// Its parameters with their values, in words.
    pub(crate) fn told(&self) -> String {
        told(&self.parameters, &self.values)
    }

    /// Of what differences of a value are parts.
    pub(crate) fn size(&self, index: usize) -> f64 {
        let own = self.parameters().position(|(_, values)| values.contains(&index));
        own.map_or(1.0, |parameter| self.size_of(parameter))
    }

    /// The same of all values of a parameter.
    pub(super) fn size_of(&self, parameter: usize) -> f64 {
        self.parameters().nth(parameter).map_or(1.0, |(own, values)| own.size(&self.values[values]))
    }

    /// The parameters, as they were given, each with the places of its values.
    pub(super) fn parameters(&self) -> impl Iterator<Item = (&Parameter, Range<usize>)> {
        let ends = self.parameters.iter().scan(0, |end, parameter| {
            *end += parameter.values.len();
            Some(*end)
        });
        self.parameters.iter().zip(ends).map(|(parameter, end)| (parameter, end - parameter.values.len()..end))
    }

    /// The family of one of its parameters alone, with other starts, which are told the family's own.
    pub(crate) fn starting(
        &self,
        index: usize,
        value: f64,
        start: impl Fn(&Model, &State) -> Result<State, EvalError> + Send + Sync + 'static,
    ) -> Result<Self, FamilyError> {
        let whole = self.clone();
        let mut family = Self::new([(self.names[index].clone(), value)], move |p| {
            let mut values = whole.values.clone();
            values[index] = p.values[0];
            let (model, own) = whole.member(&values)?;
            let start = start(&model, &own)?;
            Ok((model, start))
        })?;
        family.parameters[0].size = Some(self.size(index));
        Ok(family)
    }

    /// The same family with another start.
    pub(crate) fn beginning(
        &self,
        start: impl Fn(&Model) -> Result<State, EvalError> + Send + Sync + 'static,
    ) -> Result<Self, FamilyError> {
        let (whole, mut parameters) = (self.clone(), self.parameters.clone());
        let places: Vec<_> = self.parameters().map(|(_, places)| places).collect();
        for (parameter, places) in parameters.iter_mut().zip(places) {
            parameter.values.copy_from_slice(&self.values[places]);
        }
        Self::new(parameters, move |p| {
            let (model, _) = whole.alike(p.values, p.shift)?;
            let start = start(&model)?;
            Ok((model, start))
        })
    }

    /// The values of a number, a knot, or all knots of a signal.
    pub(crate) fn places(&self, name: &str) -> Result<Range<usize>, FamilyError> {
        let whole = self.parameters().find(|(own, _)| own.name == name).map(|(_, places)| places);
        whole.map_or_else(|| self.index(name).map(|index| index..index + 1), Ok)
    }

    /// Model and start at other values: of the same layout, and read by the same handles.
    pub(crate) fn member(&self, values: &[f64]) -> Result<(Model, State), FamilyError> {
        if values.len() != self.names.len() {
            return Err(FamilyError::Count { got: values.len(), needs: self.names.len() });
        }
        check_finite(&self.names, values)?;
        self.alike(values, Shift::default())
    }

    /// The same beside the family.
    pub(super) fn beside(&self, shift: Shift) -> Result<(Model, State), FamilyError> {
        let mut values = self.values.clone();
        if let Some((_, range)) = self.parameters().nth(shift.parameter).filter(|(own, _)| own.times.is_none()) {
            values[range.start] += shift.by;
        }
        self.alike(&values, shift)
    }

    /// The member of a signal that is the same near a time, so much after the start, and otherwise not.
    pub(super) fn elsewhere(&self, parameter: usize, by: f64, later: f64) -> Result<(Model, State), FamilyError> {
        let (mut values, t) = (self.values.clone(), self.start.t + later);
        if let Some((own, range)) = self.parameters().nth(parameter) {
            let times = own.times.as_deref().unwrap_or_default();
            let after = times.partition_point(|knot| *knot <= t);
            let near = after.saturating_sub(1)..=after;
            let far = range.clone().filter(|k| !near.contains(&(k - range.start)));
            far.for_each(|k| values[k] += by * (1.0 + (k as f64).sin()));
        }
        self.alike(&values, Shift::default())
    }

    fn alike(&self, values: &[f64], shift: Shift) -> Result<(Model, State), FamilyError> {
        let (mut model, start) = built(&*self.build, &self.parameters, values, shift)?;
        let tag: ModelTag = self.model.inner.tag;
        Arc::get_mut(&mut model.inner).ok_or(FamilyError::Kept)?.tag = tag;
        let layouts = [layout(&self.model, &self.start), layout(&model, &start)];
        if let Some(i) = (0..layouts[0].len()).find(|&i| layouts[0][i] != layouts[1][i]) {
            let [needs, got] = layouts.map(|layout| layout[i].clone());
            let (base, values) = (self.told(), told(&self.parameters, values));
            return Err(FamilyError::Layout { values, got, base, needs });
        }
        Ok((model, start))
    }
}

/// Is a parameter one?
fn check(parameter: &Parameter) -> Result<(), FamilyError> {
    let name = || parameter.name.clone();
    if let Some(size) = parameter.size.filter(|size| !(size.is_finite() && *size > 0.0)) {
        return Err(FamilyError::NotFinite { name: name(), value: size });
    }
    let Some(times) = &parameter.times else { return Ok(()) };
    let (times, values) = (times.len(), parameter.values.len());
    if times != values {
        return Err(FamilyError::KnotCount { name: name(), times, values });
    }
    parameter.table(&parameter.values).map_err(|why| FamilyError::Knots { name: name(), why })?;
    Ok(())
}

fn check_finite(names: &[String], values: &[f64]) -> Result<(), FamilyError> {
    match names.iter().zip(values).find(|(_, value)| !value.is_finite()) {
        Some((name, &value)) => Err(FamilyError::NotFinite { name: name.clone(), value }),
        None => Ok(()),
    }
}

fn built(build: &Build, parameters: &[Parameter], values: &[f64], shift: Shift) -> Result<(Model, State), FamilyError> {
    let (model, mut start) = build(&Parameters { parameters, values, shift })
        .map_err(|why| FamilyError::Unbuilt { values: told(parameters, values), why: why.to_string() })?;
    // As a run takes it.
    if model.check_state(&start).is_ok() {
        model.inner.layout.kinematics.normalize(&mut start.q);
    }
    Ok((model, start))
}

/// Parameters with their values.
fn told(parameters: &[Parameter], values: &[f64]) -> String {
    let mut rest = values;
    let each = parameters.iter().map(|parameter| {
        let (own, others) = rest.split_at(parameter.values.len());
        rest = others;
        parameter.told(own)
    });
    each.collect::<Vec<_>>().join(", ")
}

/// What all members have in common, in words.
fn layout(model: &Model, start: &State) -> Vec<String> {
    let inner = &*model.inner;
    let layout = &inner.layout;
    let list = |kind: &str, names: Vec<&str>| format!("the {kind} {}", names.join(", "));
    vec![
        list("bodies", inner.bodies.iter().map(|body| &*body.name).collect()),
        list("constraints", inner.constraints.iter().map(|entry| &*entry.name).collect()),
        list("forces", inner.forces.iter().map(|force| &*force.name).collect()),
        list("friction points", inner.frictions.iter().map(|point| &*point.name).collect()),
        list("contacts", inner.contacts.iter().map(|contact| &*contact.name).collect()),
        list("variables", inner.variables.iter().map(|variable| &*variable.name).collect()),
        format!("{} coordinates", layout.coordinates),
        format!("{} velocities", layout.velocities),
        format!("{} rows", layout.rows),
        format!("{} works", layout.works),
        format!("{} warm starts", layout.memory),
        format!("{} blocks", layout.blocks),
        format!("a start at {} s", start.t),
        format!("a start with the modes {:?}", start.modes),
    ]
}
