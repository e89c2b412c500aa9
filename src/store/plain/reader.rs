//! A type from a tree of values.

use super::misread::name;
use super::{Misread, Plain};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use std::iter::Enumerate;
use std::vec::IntoIter;

impl<'de> Deserializer<'de> for Plain {
    type Error = Misread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        match self {
            Self::Nothing => visitor.visit_unit(),
            Self::Truth(truth) => visitor.visit_bool(truth),
            Self::Whole(n) => visitor.visit_u64(n),
            Self::Negative(n) => visitor.visit_i64(n),
            Self::Number(x) => visitor.visit_f64(x),
            Self::Text(text) => visitor.visit_string(text),
            Self::List(list) => {
                let (count, mut items) = (list.len(), Items(list.into_iter().enumerate()));
                let value = visitor.visit_seq(&mut items)?;
                // An array of three does not take four.
                match items.0.len() {
                    0 => Ok(value),
                    left => Err(Misread::custom(format!("{count} values, expected {}", count - left))),
                }
            }
            Self::Fields(fields) => visitor.visit_map(Fields::of(fields)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        match self {
            Self::Nothing => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
        match self {
            Self::Text(kind) => visitor.visit_enum(kind.into_deserializer()),
            Self::Fields(fields) if fields.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Fields::of(fields)))
            }
            _ => Err(Misread::custom("expected one kind, or one kind with its fields")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items(Enumerate<IntoIter<Plain>>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Misread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misread> {
        let Some((index, item)) = self.0.next() else { return Ok(None) };
        let name = name(&item);
        seed.deserialize(item).map(Some).map_err(|error| error.in_item(index, name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Fields {
    fields: IntoIter<(String, Plain)>,
    next: Option<(String, Plain)>,
}

impl Fields {
    fn of(fields: Vec<(String, Plain)>) -> Self {
        Self { fields: fields.into_iter(), next: None }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Misread;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misread> {
        self.next = self.fields.next();
        let Some((name, _)) = &self.next else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Misread> {
        let (name, value) = self.next.take().ok_or_else(|| Misread::custom("a value without a name"))?;
        seed.deserialize(value).map_err(|error| error.in_field(&name))
    }
}
