//! Models as plain data.
//!
//! A built model holds elements behind traits, and each by its own type beside it: one that is built in is found among the tables and can be
//! written. An element that is not (the user's own, or one that holds a closure) cannot be written, and is named.

mod built_in;
mod contact;
mod friction;
mod tables;
mod with_law;

use contact::SavedContact;
use friction::SavedFriction;
use tables::{SavedBody, SavedConstraint, SavedForce};

use super::{ConstraintEntry, ForceEntry, FrictionEntry, Model, ModelBuilder, Part};
use crate::store::StoreError;
use crate::store::plain::{Misread, Plain, Writer};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of the format in which models are written. What its fields mean is told in docs/model-file.md, and held by the test `file`.
const VERSION: u32 = 3;

/// A model of built-in elements as plain data, to be written with any format of serde that says itself what stands where: JSON, MessagePack, CBOR, and not postcard.
///
/// What each field of a file means is told in `docs/model-file.md` of the repository. A file of another version is refused, with the words of [`StoreError::Version`].
///
/// Bodies are counted from 1 in the order of the list; 0 is the ground. A format must keep numbers to the last bit: of `serde_json`, enable
/// the feature `float_roundtrip`.
///
/// ```
/// use chetaev::math::Signal;
/// use chetaev::prelude::*;
/// use chetaev::model::SavedModel;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
/// builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, rod), Signal::constant(0.1).sine(0.2, 5.0, 0.0)));
/// let model = builder.build()?;
/// let text = serde_json::to_string(&model.saved()?)?;
///
/// let again = serde_json::from_str::<SavedModel>(&text)?.build()?;
/// let run = |model: &Model| Simulation::new(model).run(model.start().project()?, 1.0).map_err(Box::<dyn std::error::Error>::from);
/// assert_eq!(run(&model)?.end(), run(&again)?.end()); // to the last bit
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct SavedModel {
    // It stands first, so that it is looked at before what another version may have brought.
    #[serde(deserialize_with = "known")]
    version: u32,
    gravity: [f64; 3],
    redundant: bool,
    bodies: Vec<Named<SavedBody>>,
    constraints: Vec<Named<SavedConstraint>>,
    forces: Vec<Named<SavedForce>>,
    frictions: Vec<Named<SavedFriction>>,
    contacts: Vec<Named<SavedContact>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variables: Vec<Named<f64>>,
}

/// An element and its name, with which what is wrong with it is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named<T> {
    name: String,
    element: T,
}

/// The version, if it is the one that is read here.
fn known<'de, From: Deserializer<'de>>(from: From) -> Result<u32, From::Error> {
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        found => Err(From::Error::custom(StoreError::Version { found, known: VERSION })),
    }
}

impl Serialize for SavedModel {
    fn serialize<To: Serializer>(&self, to: To) -> Result<To::Ok, To::Error> {
        self.written().map_err(serde::ser::Error::custom)?.serialize(to)
    }
}

impl<'de> Deserialize<'de> for SavedModel {
    fn deserialize<From: Deserializer<'de>>(from: From) -> Result<Self, From::Error> {
        Self::read(Plain::deserialize(from)?).map_err(|error| {
            From::Error::custom(format!(
                "the model cannot be read (docs/model-file.md tells every field of version {VERSION}): {error}"
            ))
        })
    }
}

// The functions of its own, not those of the traits: compiled here, for all formats.
impl SavedModel {
    fn written(&self) -> Result<Plain, Misread> {
        Self::serialize(self, Writer)
    }

    fn read(from: Plain) -> Result<Self, Misread> {
        Self::deserialize(from)
    }
}

impl Model {
    /// The model as plain data.
    ///
    /// An element of the user's own, or one that holds a closure, is an error that names it; a [`Signal`](crate::math::Signal) is the function of time that
    /// can be written.
    pub fn saved(&self) -> Result<SavedModel, StoreError> {
        let inner = &self.inner;
        let constraints = inner.constraints.iter().filter(|entry| entry.part == Part::Whole);
        let constraints = constraints.take(self.constraint_count() - inner.contacts.len());
        let frictions = inner.frictions.iter().filter(|friction| friction.contact.is_none());
        let friction = |e: &FrictionEntry| SavedFriction::of(&*inner.constraints[e.entry].typed, &*e.law);
        Ok(SavedModel {
            version: VERSION,
            gravity: inner.gravity.into(),
            redundant: inner.redundant,
            bodies: named("body", inner.bodies.iter().map(|e| (&e.name, SavedBody::of(&*e.body))))?,
            constraints: named("constraint", constraints.map(|e| (&e.name, constraint(e))))?,
            forces: named("force", inner.forces.iter().map(|e| (&e.name, force(e))))?,
            frictions: named("friction", frictions.map(|e| (&e.name, friction(e))))?,
            contacts: named("contact", inner.contacts.iter().map(|e| (&e.name, SavedContact::of(self, e))))?,
            // A rate is a function of the user's own.
            variables: named(
                "variable",
                inner.variables.iter().map(|e| (&e.name, e.rate.is_none().then_some(e.value))),
            )?,
        })
    }
}

/// An element with shapes says itself what it is with built-in ones.
fn constraint(entry: &ConstraintEntry) -> Option<SavedConstraint> {
    SavedConstraint::of(&*entry.typed).or_else(|| SavedConstraint::of(&*entry.element.saved()?))
}

fn force(entry: &ForceEntry) -> Option<SavedForce> {
    SavedForce::of(&*entry.typed).or_else(|| SavedForce::of(&*entry.element.saved()?))
}

fn named<'a, T>(
    kind: &'static str,
    entries: impl Iterator<Item = (&'a String, Option<T>)>,
) -> Result<Vec<Named<T>>, StoreError> {
    let one = |(name, saved): (&String, Option<T>)| match saved {
        Some(element) => Ok(Named { name: name.clone(), element }),
        None => Err(StoreError::NotPlain { kind, name: name.clone() }),
    };
    entries.map(one).collect()
}

impl SavedModel {
    /// A builder with all elements again.
    pub(crate) fn builder(self) -> Result<ModelBuilder, StoreError> {
        let mut builder = ModelBuilder::new();
        let [x, y, z] = self.gravity;
        builder.gravity([x, y, z]);
        if self.redundant {
            builder.allow_redundant();
        }
        for Named { name, element: value } in self.variables {
            builder.input(name, value);
        }
        self.bodies.into_iter().for_each(|Named { name, element }| element.add(name, &mut builder));
        let (mut constraints, mut frictions) = (self.constraints.into_iter(), self.frictions.into_iter());
        for Named { name, element } in self.contacts {
            while builder.counts()[0] < element.constraints_before
                && let Some(Named { name, element }) = constraints.next()
            {
                element.add(name, &mut builder);
            }
            while builder.counts()[1] < element.frictions_before
                && let Some(Named { name, element }) = frictions.next()
            {
                element.add(name, &mut builder);
            }
            element.add(name, &mut builder);
        }
        constraints.for_each(|Named { name, element }| element.add(name, &mut builder));
        frictions.for_each(|Named { name, element }| element.add(name, &mut builder));
        self.forces.into_iter().for_each(|Named { name, element }| element.add(name, &mut builder));
        Ok(builder)
    }
}
