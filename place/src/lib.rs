//! Places in a model file: `frictions/rub/law/Coulomb/sliding`. A unit's parameters ([`chetaev-fmu`](../chetaev_fmu/index.html)) and a live page's sliders are lists of them.
//!
//! A place begins with the list and the name of an element in it, and goes on with the fields of the element as docs/model-file.md tells them; a number of a list is named
//! by its index, from 0. A `/` within a name is written `~1`, and a `~` is written `~0`, as in JSON pointers.
//!
//! ```
//! use chetaev::prelude::*;
//! use chetaev_place::Place;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! builder.body("disk", RigidBody::disk(2.0, 0.1));
//! let mut file = serde_json::to_value(builder.build()?.saved()?)?;
//! // Mass and moment of inertia of a disk of 0.1 m, by the mass.
//! let mass: [Place; 2] = ["bodies/disk/RigidBody/mass".into(), ("bodies/disk/RigidBody/inertia", 0.005).into()];
//! for place in &mass {
//!     place.agrees("mass", &mut file, 2.0)?;
//!     place.set("mass", &mut file, 3.0)?;
//! }
//! assert_eq!(file["bodies"][0]["element"]["RigidBody"]["inertia"], 0.015);
//! let typo = Place::from("bodies/disc/RigidBody/mass").get("mass", &mut file).unwrap_err();
//! assert_eq!(typo.to_string(), "`mass`: there is no `disc` in `bodies/disc/RigidBody/mass`: there are disk");
//! # Ok(())
//! # }
//! ```

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Why a number cannot be found or set.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// A place that the model file does not have.
    #[error("`{name}`: there is no `{part}` in `{place}`: there are {known}")]
    Unknown {
        /// The parameter.
        name: String,
        /// The place.
        place: String,
        /// The first part of it that is not there.
        part: String,
        /// What there is.
        known: String,
    },
    /// A place at which no number stands.
    #[error("`{name}`: at `{place}` stands no number but {found}: go on to one of its numbers")]
    NoNumber {
        /// The parameter.
        name: String,
        /// The place.
        place: String,
        /// What stands there.
        found: String,
    },
    /// Several places of one parameter that do not follow from one value.
    #[error(
        "`{name}`: at `{place}` stands {found}, where {expected} would follow from the first place: give this place another factor, or the model another number"
    )]
    Uneven {
        /// The parameter.
        name: String,
        /// The place.
        place: String,
        /// What stands there.
        found: f64,
        /// What would follow.
        expected: f64,
    },
}

/// A number of the model file that a parameter sets: where it stands, and by which factor it is larger than the parameter.
///
/// ```
/// use chetaev_place::Place;
/// let moments: [Place; 2] = ["bodies/disk/RigidBody/mass".into(), ("bodies/disk/RigidBody/inertia", 0.005).into()];
/// # let _ = moments;
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    path: String,
    factor: f64,
}

impl From<&str> for Place {
    fn from(path: &str) -> Self {
        (path, 1.0).into()
    }
}

impl From<(&str, f64)> for Place {
    fn from((path, factor): (&str, f64)) -> Self {
        Self { path: path.to_owned(), factor }
    }
}

/// What of a body says only where a run starts: `bodies/name/kind/` and one of these.
const STARTS: [&str; 4] = ["q", "v", "position", "velocity"];

impl Place {
    /// Where it stands.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Does the number there say only where a run starts? A start that is given as a state does not ask for it.
    #[must_use]
    pub fn is_of_start(&self) -> bool {
        let parts: Vec<String> = self.parts().collect();
        match parts.first().map(String::as_str) {
            Some("variables") => true,
            Some("bodies") => parts.get(3).is_some_and(|part| STARTS.contains(&part.as_str())),
            _ => false,
        }
    }

    /// The number there, as the parameter counts it.
    ///
    /// # Errors
    /// A place that the file does not have, or at which no number stands; so of the others.
    pub fn get(&self, name: &str, model: &mut Value) -> Result<f64, PlaceError> {
        Ok(self.number(name, model)?.0 / self.factor)
    }

    /// Does the number there follow from this value of the parameter?
    ///
    /// # Errors
    /// [`PlaceError::Uneven`] if it does not.
    pub fn agrees(&self, name: &str, model: &mut Value, value: f64) -> Result<(), PlaceError> {
        // A constructor may have rounded on its way.
        const ROUNDING: f64 = 1e-12;
        let (found, expected) = (self.number(name, model)?.0, value * self.factor);
        if (found - expected).abs() <= ROUNDING * expected.abs() {
            return Ok(());
        }
        Err(PlaceError::Uneven { name: name.to_owned(), place: self.path.clone(), found, expected })
    }

    /// Writes the number that follows from this value of the parameter.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn set(&self, name: &str, model: &mut Value, value: f64) -> Result<(), PlaceError> {
        *self.number(name, model)?.1 = (value * self.factor).into();
        Ok(())
    }

    fn parts(&self) -> impl Iterator<Item = String> {
        self.path.split('/').map(|part| part.replace("~1", "/").replace("~0", "~"))
    }

    fn number<'v>(&self, name: &str, model: &'v mut Value) -> Result<(f64, &'v mut Value), PlaceError> {
        let (name, place) = (name.to_owned(), self.path.clone());
        let mut at = model;
        for part in self.parts() {
            let known = known(at);
            let Some(next) = step(at, &part) else { return Err(PlaceError::Unknown { name, place, part, known }) };
            at = next;
        }
        match at.as_f64() {
            Some(number) => Ok((number, at)),
            None => Err(PlaceError::NoNumber { name, place, found: known(at) }),
        }
    }
}

/// From a list to an element by its name, and there to what it is; from a list of numbers to one by its index; to a field by its name.
fn step<'v>(at: &'v mut Value, part: &str) -> Option<&'v mut Value> {
    match at {
        Value::Object(fields) => fields.get_mut(part),
        Value::Array(all) => {
            if all.iter().any(|it| it.get("name").is_some()) {
                return all
                    .iter_mut()
                    .find(|it| it.get("name").and_then(Value::as_str) == Some(part))?
                    .get_mut("element");
            }
            all.get_mut(part.parse::<usize>().ok()?)
        }
        _ => None,
    }
}

/// What one can go on to.
fn known(at: &Value) -> String {
    let all = match at {
        Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>(),
        Value::Array(all) if all.is_empty() => vec!["no elements".to_owned()],
        Value::Array(all) if all.iter().any(|it| it.get("name").is_some()) => {
            all.iter().filter_map(|it| it["name"].as_str()).map(str::to_owned).collect()
        }
        Value::Array(all) => vec![format!("the indices 0 to {}", all.len() - 1)],
        other => vec![other.to_string()],
    };
    all.join(", ")
}
