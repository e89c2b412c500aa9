//! An element and its name. What is wrong with an element that is read is told with its name.

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

#[derive(Clone, Debug, Serialize)]
pub(super) struct Named<T> {
    pub(super) name: String,
    pub(super) element: T,
}

const FIELDS: &[&str] = &["name", "element"];

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<From: Deserializer<'de>>(from: From) -> Result<Self, From::Error> {
        from.deserialize_struct("Named", FIELDS, Reader(PhantomData))
    }
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = Named<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name and an element")
    }

    fn visit_seq<From: SeqAccess<'de>>(self, mut from: From) -> Result<Named<T>, From::Error> {
        let name: String = from.next_element()?.ok_or_else(|| Error::invalid_length(0, &self))?;
        let element = from.next_element().map_err(|error| of(&name, error))?;
        let element = element.ok_or_else(|| Error::invalid_length(1, &self))?;
        Ok(Named { name, element })
    }

    fn visit_map<From: MapAccess<'de>>(self, mut from: From) -> Result<Named<T>, From::Error> {
        let (mut name, mut element): (Option<String>, Option<T>) = (None, None);
        while let Some(key) = from.next_key::<String>()? {
            match key.as_str() {
                "name" if name.is_none() => name = Some(from.next_value()?),
                "element" if element.is_none() => {
                    let called = name.as_deref().unwrap_or("an element without a name before it");
                    element = Some(from.next_value().map_err(|error| of(called, error))?);
                }
                "name" => return Err(Error::duplicate_field("name")),
                "element" => return Err(Error::duplicate_field("element")),
                other => return Err(Error::unknown_field(other, FIELDS)),
            }
        }
        let name = name.ok_or_else(|| Error::missing_field("name"))?;
        Ok(Named { name, element: element.ok_or_else(|| Error::missing_field("element"))? })
    }
}

fn of<E: Error>(name: &str, error: E) -> E {
    E::custom(format!("`{name}`: {error}"))
}
