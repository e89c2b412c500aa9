//! What a file says, as a tree of values.
//!
//! The elements of a model are some hundred types. Written and read by serde's functions alone, all of them would be compiled once more in each program that loads a model, and for each
//! format. Through a tree they are compiled here, once: the program compiles the tree, and the tree knows the place at which something is wrong.
//!
//! So a model is read from formats that say themselves what stands where (JSON, MessagePack, CBOR), and not from those that only a reader of the same type can follow.

mod misread;
mod reader;
mod writer;

pub(crate) use misread::Misread;
pub(crate) use writer::Writer;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A value of a file. A number may be one that JSON has no word for; fields keep their order, and may come twice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plain {
    Nothing,
    Truth(bool),
    Whole(u64),
    Negative(i64),
    Number(f64),
    Text(String),
    List(Vec<Plain>),
    Fields(Vec<(String, Plain)>),
}

impl Plain {
    fn whole(n: i64) -> Self {
        u64::try_from(n).map_or(Self::Negative(n), Self::Whole)
    }
}

impl Serialize for Plain {
    fn serialize<To: Serializer>(&self, to: To) -> Result<To::Ok, To::Error> {
        match self {
            Self::Nothing => to.serialize_none(),
            Self::Truth(truth) => to.serialize_bool(*truth),
            Self::Whole(n) => to.serialize_u64(*n),
            Self::Negative(n) => to.serialize_i64(*n),
            Self::Number(x) => to.serialize_f64(*x),
            Self::Text(text) => to.serialize_str(text),
            Self::List(list) => to.collect_seq(list),
            Self::Fields(fields) => to.collect_map(fields.iter().map(|(name, value)| (name, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<From: Deserializer<'de>>(from: From) -> Result<Self, From::Error> {
        from.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Plain, E> {
        Ok(Plain::Nothing)
    }

    fn visit_none<E: Error>(self) -> Result<Plain, E> {
        Ok(Plain::Nothing)
    }

    fn visit_some<From: Deserializer<'de>>(self, from: From) -> Result<Plain, From::Error> {
        from.deserialize_any(self)
    }

    fn visit_newtype_struct<From: Deserializer<'de>>(self, from: From) -> Result<Plain, From::Error> {
        from.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Plain, E> {
        Ok(Plain::Truth(truth))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Plain, E> {
        Ok(Plain::Whole(n))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Plain, E> {
        Ok(Plain::whole(n))
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<Plain, E> {
        Ok(Plain::Number(x))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Plain, E> {
        Ok(Plain::Text(text.to_owned()))
    }

    fn visit_seq<From: SeqAccess<'de>>(self, mut from: From) -> Result<Plain, From::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element()? {
            list.push(value);
        }
        Ok(Plain::List(list))
    }

    fn visit_map<From: MapAccess<'de>>(self, mut from: From) -> Result<Plain, From::Error> {
        let mut fields = Vec::new();
        while let Some(field) = from.next_entry()? {
            fields.push(field);
        }
        Ok(Plain::Fields(fields))
    }
}
