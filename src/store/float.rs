//! Serializes NaN as `null`, because JSON cannot represent it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

fn some(x: f64) -> Option<f64> {
    (!x.is_nan()).then_some(x)
}

fn back(x: Option<f64>) -> f64 {
    x.unwrap_or(f64::NAN)
}

/// One of them.
pub(crate) mod number {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(x: &f64, to: S) -> Result<S::Ok, S::Error> {
        some(*x).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Option::deserialize(from).map(back)
    }
}

/// A number that may be infinite, which JSON cannot represent either.
pub(crate) mod bound {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(x: &f64, to: S) -> Result<S::Ok, S::Error> {
        x.is_finite().then_some(*x).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Option::deserialize(from).map(|x| x.unwrap_or(f64::INFINITY))
    }
}

/// Two.
pub(crate) mod pair {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(x: &[f64; 2], to: S) -> Result<S::Ok, S::Error> {
        x.map(some).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[f64; 2], D::Error> {
        <[Option<f64>; 2]>::deserialize(from).map(|x| x.map(back))
    }
}

/// Many.
pub(crate) mod numbers {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(x: &[f64], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(x.iter().map(|x| some(*x)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().map(back).collect())
    }
}
