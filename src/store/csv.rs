//! Texts as cells of a CSV file (RFC 4180).

use std::borrow::Cow;

/// The text as a cell: in quotes, its own quotes doubled, if it would not be one cell otherwise.
pub(crate) fn cell(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_cells() {
        let golden = [
            ("disk.x", "disk.x"),
            ("", ""),
            ("a, b", "\"a, b\""),
            ("a \"b\"", "\"a \"\"b\"\"\""),
            ("a\nb", "\"a\nb\""),
        ];
        for (text, expected) in golden {
            assert_eq!(cell(text), expected);
        }
    }
}
