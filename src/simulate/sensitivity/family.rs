//! Families: a model and its start as a function of parameters.

use crate::element::ModelTag;
use crate::error::EvalError;
use crate::math::Brief;
use crate::model::{Model, State};
use std::error::Error;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;
use thiserror::Error;

type Built = Result<(Model, State), Box<dyn Error + Send + Sync>>;
type Build = dyn Fn(&Parameters<'_>) -> Built + Send + Sync;

/// A mechanism as a function of numbers with names: p ↦ (model, start).
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
    names: Vec<String>,
    values: Vec<f64>,
    sizes: Vec<Option<f64>>,
    build: Arc<Build>,
    model: Model,
    start: State,
}

/// The numbers with which a member of a family is to be built, read by name: `p["mu"]`.
#[derive(Copy, Clone, Debug)]
pub struct Parameters<'a> {
    names: &'a [String],
    values: &'a [f64],
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

impl Index<&str> for Parameters<'_> {
    type Output = f64;

    /// # Panics
    /// If there is no parameter of that name.
    #[track_caller]
    fn index(&self, name: &str) -> &f64 {
        match self.names.iter().position(|own| own == name) {
            Some(i) => &self.values[i],
            None => panic!("there is no parameter `{name}`; there are {}", listed(self.names)),
        }
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family").field("names", &self.names).field("values", &self.values).finish_non_exhaustive()
    }
}

impl Family {
    /// The family of a function, at the given values of its parameters.
    pub fn new<N: Into<String>>(
        parameters: impl IntoIterator<Item = (N, f64)>,
        build: impl Fn(&Parameters<'_>) -> Built + Send + Sync + 'static,
    ) -> Result<Self, FamilyError> {
        let (names, values): (Vec<String>, Vec<f64>) = parameters.into_iter().map(|(n, x)| (n.into(), x)).unzip();
        if names.is_empty() {
            return Err(FamilyError::None);
        }
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(FamilyError::Twice { name: name.clone() });
        }
        check_finite(&names, &values)?;
        let build: Arc<Build> = Arc::new(build);
        let (model, start) = built(&*build, &names, &values)?;
        Ok(Self { sizes: vec![None; names.len()], names, values, build, model, start })
    }

    /// Says how large changes of a parameter are that matter, where its value does not: differences are taken over parts of it.
    pub fn sized(mut self, name: &str, size: f64) -> Result<Self, FamilyError> {
        let index = self.index(name)?;
        if !(size.is_finite() && size > 0.0) {
            return Err(FamilyError::NotFinite { name: name.to_owned(), value: size });
        }
        self.sizes[index] = Some(size);
        Ok(self)
    }

    /// The same family at other values.
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

    /// The names of the parameters.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Their present values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The place of a parameter.
    pub(crate) fn index(&self, name: &str) -> Result<usize, FamilyError> {
        let unknown = || FamilyError::Unknown { name: name.to_owned(), known: listed(&self.names) };
        self.names.iter().position(|own| own == name).ok_or_else(unknown)
    }

    /// Of what differences of a parameter are parts.
    pub(crate) fn size(&self, index: usize) -> f64 {
        let value = self.values[index].abs();
        self.sizes[index].unwrap_or(if value > 0.0 { value } else { 1.0 })
    }

    /// The family of one of its parameters alone, with other starts.
    pub(crate) fn starting(
        &self,
        index: usize,
        value: f64,
        start: impl Fn(&Model) -> Result<State, EvalError> + Send + Sync + 'static,
    ) -> Result<Self, FamilyError> {
        let whole = self.clone();
        let mut family = Self::new([(self.names[index].clone(), value)], move |p| {
            let mut values = whole.values.clone();
            values[index] = p.values[0];
            let (model, _) = whole.member(&values)?;
            let start = start(&model)?;
            Ok((model, start))
        })?;
        family.sizes[0] = Some(self.size(index));
        Ok(family)
    }

    /// Model and start at other values: of the same layout, and read by the same handles.
    pub(crate) fn member(&self, values: &[f64]) -> Result<(Model, State), FamilyError> {
        if values.len() != self.names.len() {
            return Err(FamilyError::Count { got: values.len(), needs: self.names.len() });
        }
        check_finite(&self.names, values)?;
        let (mut model, start) = built(&*self.build, &self.names, values)?;
        let tag: ModelTag = self.model.inner.tag;
        Arc::get_mut(&mut model.inner).ok_or(FamilyError::Kept)?.tag = tag;
        let layouts = [layout(&self.model, &self.start), layout(&model, &start)];
        if let Some(i) = (0..layouts[0].len()).find(|&i| layouts[0][i] != layouts[1][i]) {
            let [needs, got] = layouts.map(|layout| layout[i].clone());
            let [base, values] = [&self.values[..], values].map(|values| told(&self.names, values));
            return Err(FamilyError::Layout { values, got, base, needs });
        }
        Ok((model, start))
    }
}

fn check_finite(names: &[String], values: &[f64]) -> Result<(), FamilyError> {
    match names.iter().zip(values).find(|(_, value)| !value.is_finite()) {
        Some((name, &value)) => Err(FamilyError::NotFinite { name: name.clone(), value }),
        None => Ok(()),
    }
}

fn built(build: &Build, names: &[String], values: &[f64]) -> Result<(Model, State), FamilyError> {
    build(&Parameters { names, values })
        .map_err(|why| FamilyError::Unbuilt { values: told(names, values), why: why.to_string() })
}

/// Parameters with their values.
fn told(names: &[String], values: &[f64]) -> String {
    let each = names.iter().zip(values).map(|(name, value)| format!("{name} = {}", Brief(*value)));
    each.collect::<Vec<_>>().join(", ")
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
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
