//! Places in a model file: `frictions/rub/law/Coulomb/sliding`.
//!
//! A place begins with the list and the name of an element in it, and goes on with the fields of the element as docs/model-file.md tells them; a number of a list is named
//! by its index, from 0. A `/` within a name is written `~1`, and a `~` is written `~0`, as in JSON pointers.

use crate::error::FmuError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A number of the model file that a parameter sets: where it stands, and by which factor it is larger than the parameter.
///
/// ```
/// use chetaev_fmu::Place;
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
    /// The number there, as the parameter counts it.
    pub(crate) fn get(&self, name: &str, model: &mut Value) -> Result<f64, FmuError> {
        Ok(self.number(name, model)?.0 / self.factor)
    }

    /// Does the number there follow from this value of the parameter?
    pub(crate) fn agrees(&self, name: &str, model: &mut Value, value: f64) -> Result<(), FmuError> {
        // A constructor may have rounded on its way.
        const ROUNDING: f64 = 1e-12;
        let (found, expected) = (self.number(name, model)?.0, value * self.factor);
        if (found - expected).abs() <= ROUNDING * expected.abs() {
            return Ok(());
        }
        Err(FmuError::Uneven { name: name.to_owned(), place: self.path.clone(), found, expected })
    }

    /// Writes the number that follows from this value of the parameter.
    pub(crate) fn set(&self, name: &str, model: &mut Value, value: f64) -> Result<(), FmuError> {
        *self.number(name, model)?.1 = (value * self.factor).into();
        Ok(())
    }

    fn number<'v>(&self, name: &str, model: &'v mut Value) -> Result<(f64, &'v mut Value), FmuError> {
        let (name, place) = (name.to_owned(), self.path.clone());
        let mut at = model;
        let parts: Vec<String> = self.path.split('/').map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
        let starts = match parts.first().map(String::as_str) {
            Some("variables") => true,
            Some("bodies") => parts.get(3).is_some_and(|part| STARTS.contains(&part.as_str())),
            _ => false,
        };
        if starts {
            return Err(FmuError::Ineffective { name, place });
        }
        for part in parts {
            let known = known(at);
            let Some(next) = step(at, &part) else { return Err(FmuError::Place { name, place, part, known }) };
            at = next;
        }
        match at.as_f64() {
            Some(number) => Ok((number, at)),
            None => Err(FmuError::NoNumber { name, place, found: known(at) }),
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
