//! What is read from a file goes through what its constructor sees to.
//!
//! Of a type that [`checked!`] names serde derives reading and writing under `remote = "Self"`, as functions of its own; here they become those of
//! serde, with a check in between. A check looks and changes nothing: what is read back is the same to the last bit.

use nalgebra::Matrix3;

/// `checked!(Circle, it => length("radius", it.radius));`
macro_rules! checked {
    ($type:ident, $it:ident => $check:expr) => {
        crate::store::checked::checked!([] [] [] $type, $it => $check);
    };
    ($type:ident<$parameter:ident>, $it:ident => $check:expr) => {
        crate::store::checked::checked!(
            [$parameter] [$parameter: serde::Serialize] [$parameter: serde::Deserialize<'de>] $type<$parameter>, $it => $check
        );
    };
    // Its parameters, and what they must be to be written and to be read.
    ([$($parameter:tt)*] [$($written:tt)*] [$($read:tt)*] $type:ty, $it:ident => $check:expr) => {
        impl<$($parameter)*> serde::Serialize for $type
        where
            $($written)*
        {
            fn serialize<To: serde::Serializer>(&self, to: To) -> Result<To::Ok, To::Error> {
                // The function of its own, which stands before that of the trait.
                Self::serialize(self, to)
            }
        }

        impl<'de, $($parameter)*> serde::Deserialize<'de> for $type
        where
            $($read)*
        {
            fn deserialize<From: serde::Deserializer<'de>>(from: From) -> Result<Self, From::Error> {
                #[allow(unused_imports)]
                use crate::store::checked::*;
                let $it = Self::deserialize(from)?;
                let outcome: Result<(), String> = $check;
                outcome.map_err(|what| crate::store::checked::refused(stringify!($type), &what))?;
                Ok($it)
            }
        }
    };
}
pub(crate) use checked;

/// `made!(Slot { line, pin } => Ok(Self::new(line, pin)); across, Travel::is_like);`
///
/// Of a type with parts that follow from others only the others are written, and what is read is made of them anew, to the same bits: a file can be edited by hand. A file that
/// holds such a part all the same, as those did that were written until version 0.1, is read if the part follows.
macro_rules! made {
    ($type:ident { $($part:ident),* } => $make:expr; $($derived:ident, $like:expr);*) => {
        crate::store::checked::made!([] [] [] $type [] { $($part),* } => $make; $($derived, $like);*);
    };
    ([$($parameter:tt)*] [$($written:tt)*] [$($read:tt)*] $type:ident [$($given:tt)*] { $($part:ident),* } => $make:expr; $($derived:ident, $like:expr);*) => {
        impl<$($parameter)*> serde::Serialize for $type $($given)*
        where
            $($written)*
        {
            #[allow(non_camel_case_types)]
            fn serialize<To: serde::Serializer>(&self, to: To) -> Result<To::Ok, To::Error> {
                // Each type parameter is the type of the field that has its name.
                #[derive(serde::Serialize)]
                struct $type<'a, $($part),*> {
                    $($part: &'a $part),*
                }
                $type { $($part: &self.$part),* }.serialize(to)
            }
        }

        impl<'de, $($parameter)*> serde::Deserialize<'de> for $type $($given)*
        where
            $($read)*
        {
            #[allow(non_camel_case_types)]
            fn deserialize<From: serde::Deserializer<'de>>(from: From) -> Result<Self, From::Error> {
                #[derive(serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct $type<$($part,)* $($derived),*> {
                    $($part: $part,)*
                    $(#[serde(default = "Option::default")] $derived: Option<$derived>),*
                }
                let $type { $($part,)* $($derived),* } = $type::deserialize(from)?;
                let made: Result<Self, String> = $make;
                let outcome = made.and_then(|made| {
                    $(crate::store::checked::follows(stringify!($derived), $derived, &made.$derived, $like)?;)*
                    Ok(made)
                });
                outcome.map_err(|what| crate::store::checked::refused(stringify!($type), &what))
            }
        }
    };
}
pub(crate) use made;

/// Rounding that a constructor, a few turns, or another machine may leave.
const ROUNDING: f64 = 1e-9;

/// `Ok`, or what is wrong.
pub(crate) fn require(good: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if good { Ok(()) } else { Err(what()) }
}

/// A radius or a semi-axis.
pub(crate) fn length(name: &str, x: f64) -> Result<(), String> {
    require(x >= 0.0 && x.is_finite(), || format!("its {name} is {x}: it must be finite and not negative"))
}

/// A direction.
pub(crate) fn unit(name: &str, direction: &[f64]) -> Result<(), String> {
    let square: f64 = direction.iter().map(|x| x * x).sum();
    require((square - 1.0).abs() <= ROUNDING, || format!("its {name} has the length {}, not 1", square.sqrt()))
}

/// Three right-angled axes, as columns; right-handed.
pub(crate) fn axes(name: &str, columns: &Matrix3<f64>) -> Result<(), String> {
    let off = (columns.tr_mul(columns) - Matrix3::identity()).iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let good = off <= ROUNDING && columns.iter().all(|x| x.is_finite()) && columns.determinant() > 0.0;
    require(good, || format!("its {name} are not three right-angled unit vectors, right-handed"))
}

/// −1 or +1.
pub(crate) fn side(x: f64) -> Result<(), String> {
    require(x.abs() == 1.0, || format!("its side is {x}: it must be 1 or -1"))
}

/// Are two lists the same but for rounding?
pub(crate) fn alike(a: &[f64], b: &[f64]) -> bool {
    let same = |(a, b): (&f64, &f64)| (a - b).abs() <= ROUNDING * (1.0 + a.abs().min(b.abs()));
    a.len() == b.len() && a.iter().zip(b).all(same)
}

pub(crate) fn refused<E: serde::de::Error>(what: &str, why: &str) -> E {
    E::custom(format!("no `{what}` can be like that: {why}"))
}

/// What follows from other numbers of the same element must be finite, and if it stands in the file it must follow from them.
pub(crate) fn follows<T>(name: &str, read: Option<T>, made: &T, like: impl Fn(&T, &T) -> bool) -> Result<(), String> {
    // What is not finite is not even like itself.
    require(like(made, made), || {
        format!("no finite `{name}` follows from its numbers: look for one that is too large")
    })?;
    let good = read.is_none_or(|read| like(&read, made));
    require(good, || {
        format!("its `{name}` does not follow from its other numbers: take it out of the file, and it is found again")
    })
}
