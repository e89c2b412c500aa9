//! A tree of values from a type: a kind with fields is one field, whose value has them.

use super::{Misread, Plain};
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Writes a tree.
pub(crate) struct Writer;

/// What is being written: the kind, if it is one, and what it holds so far.
pub(crate) struct Within<T> {
    kind: Option<&'static str>,
    held: Vec<T>,
}

type List = Within<Plain>;
/// A field whose value is still to come holds nothing.
type Fields = Within<(String, Plain)>;

impl<T> Within<T> {
    fn new(kind: Option<&'static str>, length: usize) -> Self {
        Self { kind, held: Vec::with_capacity(length) }
    }

    fn end(self, whole: fn(Vec<T>) -> Plain) -> Result<Plain, Misread> {
        Ok(within(self.kind, whole(self.held)))
    }
}

fn within(kind: Option<&'static str>, value: Plain) -> Plain {
    match kind {
        Some(kind) => Plain::Fields(vec![(kind.to_owned(), value)]),
        None => value,
    }
}

impl List {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Misread> {
        self.held.push(value.serialize(Writer)?);
        Ok(())
    }
}

impl Fields {
    fn insert<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Misread> {
        self.held.push((name.to_owned(), value.serialize(Writer)?));
        Ok(())
    }
}

/// Values of one kind, by the function that writes each.
macro_rules! values {
    ($($write:ident($type:ty) = $make:expr;)*) => {
        $(fn $write(self, value: $type) -> Result<Plain, Misread> {
            Ok($make(value))
        })*
    };
}

impl Serializer for Writer {
    type Ok = Plain;
    type Error = Misread;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    values! {
        serialize_bool(bool) = Plain::Truth;
        serialize_u8(u8) = |n| Plain::Whole(u64::from(n));
        serialize_u16(u16) = |n| Plain::Whole(u64::from(n));
        serialize_u32(u32) = |n| Plain::Whole(u64::from(n));
        serialize_u64(u64) = Plain::Whole;
        serialize_i8(i8) = |n| Plain::whole(i64::from(n));
        serialize_i16(i16) = |n| Plain::whole(i64::from(n));
        serialize_i32(i32) = |n| Plain::whole(i64::from(n));
        serialize_i64(i64) = Plain::whole;
        serialize_f32(f32) = |x| Plain::Number(f64::from(x));
        serialize_f64(f64) = Plain::Number;
        serialize_char(char) = |c: char| Plain::Text(c.to_string());
        serialize_str(&str) = |text: &str| Plain::Text(text.to_owned());
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Plain, Misread> {
        Err(Misread::custom("bytes are no value of a model"))
    }

    fn serialize_none(self) -> Result<Plain, Misread> {
        Ok(Plain::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Plain, Misread> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Plain, Misread> {
        Ok(Plain::Nothing)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Plain, Misread> {
        Ok(Plain::Nothing)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, kind: &'static str) -> Result<Plain, Misread> {
        Ok(Plain::Text(kind.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Plain, Misread> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
        value: &T,
    ) -> Result<Plain, Misread> {
        Ok(within(Some(kind), value.serialize(self)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List, Misread> {
        Ok(Within::new(None, length.unwrap_or(0)))
    }

    fn serialize_tuple(self, length: usize) -> Result<List, Misread> {
        Ok(Within::new(None, length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<List, Misread> {
        Ok(Within::new(None, length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
        length: usize,
    ) -> Result<List, Misread> {
        Ok(Within::new(Some(kind), length))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Fields, Misread> {
        Ok(Within::new(None, length.unwrap_or(0)))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Fields, Misread> {
        Ok(Within::new(None, length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
        length: usize,
    ) -> Result<Fields, Misread> {
        Ok(Within::new(Some(kind), length))
    }
}

/// Lists and fields, under all names that serde has for them.
macro_rules! held {
    ($($trait:ident: $of:ty, $whole:path, $write:ident($($name:ident: $type:ty)?) = $do:ident;)*) => {
        $(impl $trait for $of {
            type Ok = Plain;
            type Error = Misread;

            fn $write<T: Serialize + ?Sized>(&mut self, $($name: $type,)? value: &T) -> Result<(), Misread> {
                self.$do($($name,)? value)
            }

            fn end(self) -> Result<Plain, Misread> {
                Within::end(self, $whole)
            }
        })*
    };
}

held! {
    SerializeSeq: List, Plain::List, serialize_element() = push;
    SerializeTuple: List, Plain::List, serialize_element() = push;
    SerializeTupleStruct: List, Plain::List, serialize_field() = push;
    SerializeTupleVariant: List, Plain::List, serialize_field() = push;
    SerializeStruct: Fields, Plain::Fields, serialize_field(name: &'static str) = insert;
    SerializeStructVariant: Fields, Plain::Fields, serialize_field(name: &'static str) = insert;
}

impl SerializeMap for Fields {
    type Ok = Plain;
    type Error = Misread;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Misread> {
        match name.serialize(Writer)? {
            Plain::Text(name) => self.held.push((name, Plain::Nothing)),
            _ => return Err(Misread::custom("the names of fields are texts")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Misread> {
        if let Some((_, held)) = self.held.last_mut() {
            *held = value.serialize(Writer)?;
        }
        Ok(())
    }

    fn end(self) -> Result<Plain, Misread> {
        Within::end(self, Plain::Fields)
    }
}
