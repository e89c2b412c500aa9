//! A JSON writer of a screenful: values are built as a tree and written once.

use std::fmt::{self, Display, Write as _};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    pub(super) fn list<T: Into<Json>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    /// A number of a drawing: six digits are more than a screen shows, counted from the meter in what is far away.
    pub(super) fn short(x: f64) -> Self {
        let digits = 5 + if x.abs() > 10.0 { x.abs().log10().min(11.0) as usize } else { 0 };
        Self::Number(format!("{x:.digits$e}").parse().unwrap_or(x))
    }

    /// A place in the world, to which sizes far smaller than its distance belong.
    pub(super) fn exact(x: f64) -> Self {
        Self::Number(format!("{x:.11e}").parse().unwrap_or(x))
    }

    /// Numbers of a drawing.
    pub(super) fn drawn(numbers: impl IntoIterator<Item = f64>) -> Self {
        Self::List(numbers.into_iter().map(Self::short).collect())
    }
}

impl From<f64> for Json {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Number(value as f64)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::Text(value.into())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) if x.is_finite() => write!(f, "{}", shortest(*x)),
            Self::Null | Self::Number(_) => f.write_str("null"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::Text(text) => quoted(text, f),
            Self::List(items) => {
                f.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
                }
                f.write_char(']')
            }
            Self::Object(entries) => {
                f.write_char('{')?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}\"{key}\":{value}", if i == 0 { "" } else { "," })?;
                }
                f.write_char('}')
            }
        }
    }
}

/// The shortest text that reads back as the same number; whole numbers without a point.
fn shortest(x: f64) -> String {
    if x == x.trunc() && x.abs() < 1e15 { format!("{x:.0}") } else { format!("{x:?}") }
}

/// `<` is escaped too: the text stands inside a page, where `</script>` would end it.
fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            c if c < ' ' || c == '<' || c == '\u{2028}' || c == '\u{2029}' => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_json() {
        let value = Json::Object(vec![
            ("name", "a \"b\" \\ </script>\n é".into()),
            ("numbers", Json::list([1.0, -0.5, 1e300, 5e-324, f64::NAN])),
            ("drawn", Json::drawn([1.0 / 3.0, 0.0, 1e-7])),
            ("none", None::<f64>.into()),
            ("yes", true.into()),
        ]);
        let expected = concat!(
            r#"{"name":"a \"b\" \\ \u003c/script>\u000a é","numbers":[1,-0.5,1e300,5e-324,null],"#,
            r#""drawn":[0.333333,0,1e-7],"none":null,"yes":true}"#
        );
        assert_eq!(value.to_string(), expected);
    }
}
