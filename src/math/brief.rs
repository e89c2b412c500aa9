//! Numbers in the text of an error: six digits, without a tail of zeros.

use std::fmt;

/// Shows a number as a reader would write it: `0.9`, `-9.81`, `1e-6`, `1.50025e8`.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Brief(pub(crate) f64);

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded to six digits first: what is left then has a short form of its own.
        let Ok(x) = format!("{:.5e}", self.0).parse::<f64>() else { return write!(f, "{}", self.0) };
        if x == 0.0 {
            f.write_str("0")
        } else if (1e-3..1e6).contains(&x.abs()) || !x.is_finite() {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Brief;

    #[test]
    fn identity_numbers_read_as_one_writes_them() {
        let read = |x: f64| Brief(x).to_string();
        let shown =
            [0.9, -9.81, 1e-6, 150_025_000.0, 1.0 / 3.0, 999_999.9, 0.001, -0.0, 2.0f64.sqrt() * 1e-9].map(read);
        assert_eq!(shown, ["0.9", "-9.81", "1e-6", "1.50025e8", "0.333333", "1e6", "0.001", "0", "1.41421e-9"]);
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(read), ["NaN", "inf", "-inf"]);
    }
}
