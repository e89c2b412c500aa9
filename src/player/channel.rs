//! Columns of numbers as short text: base64 of little-endian integers or floats, each column once.
//!
//! | kind | what | error |
//! |---|---|---|
//! | a number | a column that never changes | none |
//! | `f64` | times | none |
//! | `f32` | positions and angles, which may be zoomed into: differences from `at`, the middle | 3e-8 of the range |
//! | `u16` | all else: lo + k step, k = 0 … 65534; 65535 is "not a number" | half a step, 8e-6 of the range; none at zero |

use super::json::Json;
use crate::store::base64;

/// How a column is kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    F64,
    F32,
    U16,
}

/// All columns of a page.
#[derive(Debug, Default)]
pub(super) struct Channels {
    columns: Vec<(Kind, Vec<f64>)>,
}

impl Channels {
    /// The index of a column; the same numbers are kept once, in the finest way that is asked for.
    pub(super) fn add(&mut self, kind: Kind, values: Vec<f64>) -> usize {
        let same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits());
        let known = self.columns.iter().position(|(k, column)| *k != Kind::F64 && same(column, &values));
        if let Some(finer) = known.and_then(|k| self.columns.get_mut(k)).filter(|_| kind == Kind::F32) {
            finer.0 = kind;
        }
        known.unwrap_or_else(|| {
            self.columns.push((kind, values));
            self.columns.len() - 1
        })
    }

    pub(super) fn json(&self) -> Json {
        Json::list(self.columns.iter().map(|(kind, values)| encode(*kind, values)))
    }
}

fn encode(kind: Kind, values: &[f64]) -> Json {
    let first = values.first().copied().unwrap_or(f64::NAN);
    if values.iter().all(|x| x.to_bits() == first.to_bits()) {
        return first.into();
    }
    let text = |name, bytes: Vec<u8>| (name, Json::Text(base64(&bytes)));
    match kind {
        Kind::F64 => Json::Object(vec![text("f64", values.iter().flat_map(|x| x.to_le_bytes()).collect())]),
        Kind::F32 => {
            // What is far away moves as finely as what is near.
            let (lo, hi) = range(values);
            let middle = f64::from((0.5 * lo + 0.5 * hi) as f32);
            let bytes = values.iter().flat_map(|x| ((x - middle) as f32).to_le_bytes()).collect();
            Json::Object(vec![("at", middle.into()), text("f32", bytes)])
        }
        Kind::U16 => {
            let (lo, step, codes) = steps(values);
            let bytes = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
            Json::Object(vec![("lo", lo.into()), ("step", step.into()), text("u16", bytes)])
        }
    }
}

/// Values as lo + k step: lo, the step, and every k.
fn steps(values: &[f64]) -> (f64, f64, Vec<u16>) {
    let (lo, hi) = range(values);
    // The difference first: of two numbers that differ in their last digits alone the parts differ by chance.
    let wide = if (hi - lo).is_finite() { (hi - lo) / 65533.0 } else { hi / 65533.0 - lo / 65533.0 };
    let step = if wide > 0.0 { wide } else { 1.0 };
    // A force that vanishes is nothing, not a part of a step: zero is one of the steps; for that one is spare.
    let lo = if lo < 0.0 && hi > 0.0 { (lo / step).round() * step } else { lo };
    let place = |x: &f64| if x.is_finite() { ((x - lo) / step).round().min(65534.0) as u16 } else { u16::MAX };
    (lo, step, values.iter().map(place).collect())
}

/// Smallest and largest finite value; zeros if there is none.
pub(super) fn range(values: &[f64]) -> (f64, f64) {
    let finite = values.iter().filter(|x| x.is_finite());
    let (lo, hi) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (x.min(lo), x.max(hi)));
    if lo <= hi { (lo, hi) } else { (0.0, 0.0) }
}

/// The largest size of a finite value.
pub(super) fn peak(values: &[f64]) -> f64 {
    let (lo, hi) = range(values);
    hi.max(-lo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_columns() {
        assert_eq!(encode(Kind::F32, &[2.5, 2.5]).to_string(), "2.5");
        assert_eq!(encode(Kind::F32, &[1.0, -2.0]).to_string(), r#"{"at":-0.5,"f32":"AADAPwAAwL8="}"#);
        let steps = encode(Kind::U16, &[-1.0, f64::NAN, 65532.0, 0.4]).to_string();
        assert_eq!(steps, r#"{"lo":-1,"step":1,"u16":"AAD///3/AQA="}"#);
    }

    #[test]
    fn property_what_is_far_away_moves_as_finely_as_what_is_near() {
        // A micrometer in a path of a meter, at the origin and a thousand kilometers away.
        for far in [0.0, 1e6] {
            let text = encode(Kind::F32, &[far, far + 1e-6, far + 1.0]).to_string();
            let (at, codes) = text.split_once(",\"f32\":\"").unwrap();
            let at: f64 = at.trim_start_matches("{\"at\":").parse().unwrap();
            assert!((at - far - 0.5).abs() < 0.1, "{text}");
            let expected = [far - at, far + 1e-6 - at, far + 1.0 - at].map(|x| (x as f32).to_le_bytes()).concat();
            assert_eq!(codes.trim_end_matches("\"}"), base64(&expected));
            assert_ne!(expected[..4], expected[4..8], "moot");
        }
    }

    #[test]
    fn golden_numbers_are_rounded_to_the_nearest_step() {
        let steps = encode(Kind::U16, &[0.0, 65533.0, 0.6]).to_string();
        assert_eq!(steps, r#"{"lo":0,"step":1,"u16":"AAD9/wEA"}"#);
    }

    #[test]
    fn property_zero_is_kept_exactly_and_the_rest_to_half_a_step() {
        let values: Vec<f64> = (0..400).map(|i| 23.4 * f64::from(i).sin() + 1.7).chain([0.0, 23.4 + 1.7]).collect();
        let (lo, hi) = range(&values);
        let (low, step, codes) = steps(&values);
        assert_ne!((0.0 - lo) / (hi - lo) * 65533.0 % 1.0, 0.0, "moot");
        assert_eq!(low + f64::from(codes[400]) * step, 0.0);
        for (x, code) in values.iter().zip(codes) {
            assert!(code < u16::MAX && (low + f64::from(code) * step - x).abs() <= 0.5001 * step, "{x} as {code}");
        }
    }

    /// Mended by 2a2481b.
    #[test]
    fn regress_a_curve_that_changes_in_its_last_digits_has_no_gaps() {
        for base in [0.994_f64, -16.35, 5436.0, 1e-300] {
            let mut values = vec![base];
            for _ in 0..40 {
                values.push(values.last().copied().unwrap_or(base).next_up());
            }
            let (lo, step, codes) = steps(&values);
            assert!(codes.iter().all(|code| *code < u16::MAX), "a gap near {base}");
            let worst =
                values.iter().zip(&codes).map(|(x, c)| (lo + f64::from(*c) * step - x).abs()).fold(0.0, f64::max);
            assert!(worst <= 2.0 * (values[1] - values[0]).abs(), "{worst:e} off near {base}");
        }
    }

    #[test]
    fn property_the_widest_range_has_a_step() {
        let text = encode(Kind::U16, &[-1e308, 1e308, 0.0]).to_string();
        assert!(!text.contains("null"), "{text}");
    }

    #[test]
    fn invariant_the_same_column_is_kept_once() {
        let mut channels = Channels::default();
        let first = channels.add(Kind::F32, vec![1.0, 2.0]);
        assert_ne!(channels.add(Kind::F32, vec![1.0, 3.0]), first);
        assert_eq!(channels.add(Kind::U16, vec![1.0, 2.0]), first);
    }
}
