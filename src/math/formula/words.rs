//! The words of a formula's text, and how a place in it is told.

use super::error::FormulaError;
use super::op::{BINARY, UNARY};

#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Word<'t> {
    Number(f64),
    Name(&'t str),
    /// One of `+ - * / ^ ( ) , ; =`.
    Sign(char),
    /// A comparison: of `a` and `b`, is it of what is below the other, and does it include that they are equal?
    Compare {
        less: bool,
        equal: bool,
    },
    End,
}

/// A text that is read from left to right.
#[derive(Copy, Clone, Debug)]
pub(super) struct Words<'t> {
    text: &'t str,
    /// Where the next word begins, in bytes.
    next: usize,
}

/// How much of a long text is told on either side of a place.
const AROUND: usize = 24;

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, next: 0 }
    }

    /// The next word and where it begins, in bytes.
    pub(super) fn word(&mut self) -> Result<(Word<'t>, usize), FormulaError> {
        let rest = self.text[self.next..].trim_start();
        let at = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok((Word::End, at)) };
        let (word, length) = match first {
            '0'..='9' | '.' => self.number(rest, at)?,
            '<' | '>' => {
                let equal = rest[1..].starts_with('=');
                (Word::Compare { less: first == '<', equal }, 1 + usize::from(equal))
            }
            '+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' | ';' | '=' => (Word::Sign(first), 1),
            _ if begins_name(first) => {
                let length = rest.find(|c| !within_name(c)).unwrap_or(rest.len());
                (Word::Name(&rest[..length]), length)
            }
            _ => return Err(self.expected(at, "a number, a name or a sign", format!("`{first}`"))),
        };
        self.next = at + length;
        Ok((word, at))
    }

    fn number(&self, rest: &'t str, at: usize) -> Result<(Word<'t>, usize), FormulaError> {
        let digits = |from: usize| rest[from..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| from + n);
        let mut end = digits(0);
        if rest[end..].starts_with('.') {
            end = digits(end + 1);
        }
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
            end = digits(end + 1 + sign);
        }
        match rest[..end].parse::<f64>() {
            Ok(value) if value.is_finite() => Ok((Word::Number(value), end)),
            _ => Err(self.expected(at, "a number that can be represented", format!("`{}`", &rest[..end]))),
        }
    }

    /// The column of a place, and what of the text stands around it.
    pub(super) fn place(&self, at: usize) -> (usize, String) {
        let column = self.text[..at].chars().count();
        let count = self.text.chars().count();
        let (from, to) = (column.saturating_sub(AROUND), (column + AROUND).min(count));
        let shown: String =
            self.text.chars().skip(from).take(to - from).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let [before, after] = [from > 0, to < count].map(|more| if more { "…" } else { "" });
        (column + 1, format!("{before}{shown}{after}"))
    }

    pub(super) fn expected(&self, at: usize, expected: &'static str, found: String) -> FormulaError {
        let (column, text) = self.place(at);
        FormulaError::Expected { column, text, expected, found }
    }
}

fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn within_name(c: char) -> bool {
    begins_name(c) || c.is_numeric() || c == '.'
}

/// Why nothing can have this name, if so.
pub(super) fn flaw(name: &str) -> Option<&'static str> {
    let is_function = UNARY.iter().map(|f| f.0).chain(BINARY.iter().map(|f| f.0)).any(|known| known == name);
    match name {
        "pi" | "if" => Some("formulas have a function or a constant of this name"),
        _ if is_function => Some("formulas have a function or a constant of this name"),
        _ if !name.chars().all(within_name) => Some("a name consists of letters, digits, dots and underscores"),
        _ if !name.starts_with(begins_name) => Some("a name begins with a letter"),
        _ => None,
    }
}

/// Why no argument can have this name, if so.
pub(super) fn flaw_of_argument(name: &str) -> Option<&'static str> {
    flaw(name).or_else(|| name.starts_with('_').then_some("a name begins with a letter"))
}
