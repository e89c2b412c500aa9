//! The page's script as it is sent: without comments, indents, and spaces that separate nothing. Its files stay as people read them.
//!
//! What stands between quotes, and in templates with all that they contain, is copied as it is. A space goes if a sign stands beside it; a line ends where
//! a statement may end by that. Two equal signs that would become another one (`+ +`, `- -`), or a mark of the page (`{ {`), keep their space.

use std::iter::Peekable;
use std::str::Chars;

/// Signs beside which no space is needed.
const SIGNS: &str = "{}()[];,:?=<>*&|!+-/%";
/// Signs after which no statement ends.
const OPEN: &str = "{([,;";

pub(super) fn compact(script: &str) -> String {
    let mut chars = script.chars().peekable();
    let mut out = String::with_capacity(script.len());
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' => quoted(c, &mut chars, &mut out),
            '`' => template(&mut chars, &mut out),
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|c| *c != '\n').is_some() {},
            c if c.is_whitespace() => space(c, &mut chars, &mut out),
            c => out.push(c),
        }
    }
    out
}

/// A run of spaces and line ends, and of comments between them.
fn space(first: char, chars: &mut Peekable<Chars<'_>>, out: &mut String) {
    let mut ends = first == '\n';
    loop {
        if let Some(c) = chars.next_if(|c| c.is_whitespace()) {
            ends |= c == '\n';
        } else if chars.peek() == Some(&'/') && chars.clone().nth(1) == Some('/') {
            while chars.next_if(|c| *c != '\n').is_some() {}
        } else {
            break;
        }
    }
    let (Some(before), Some(&after)) = (out.chars().next_back(), chars.peek()) else { return };
    let same = before == after && "+-{".contains(after);
    match ends {
        true if !OPEN.contains(before) => out.push('\n'),
        false if same || !(SIGNS.contains(before) || SIGNS.contains(after)) => out.push(' '),
        _ if same => out.push(' '),
        _ => {}
    }
}

/// Up to the closing quote.
fn quoted(quote: char, chars: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push(quote);
    while let Some(c) = chars.next() {
        out.push(c);
        match c {
            '\\' => out.extend(chars.next()),
            c if c == quote => return,
            _ => {}
        }
    }
}

/// A template to its end, with the code in it, which may hold other texts.
fn template(chars: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push('`');
    while let Some(c) = chars.next() {
        out.push(c);
        match c {
            '\\' => out.extend(chars.next()),
            '`' => return,
            '$' if chars.next_if_eq(&'{').is_some() => inner(chars, out),
            _ => {}
        }
    }
}

/// The code in a template, to its closing brace.
fn inner(chars: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push('{');
    let mut depth = 1;
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' => quoted(c, chars, out),
            '`' => template(chars, out),
            c => out.push(c),
        }
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn golden_what_separates_nothing_goes() {
        let script = concat!(
            "// A comment.\n",
            "function f(a, b) {\n",
            "  // Another.\n",
            "  const text = \"// no comment,  \\\" two  spaces\"; // a third\n",
            "  return a + +b - -a + `a  ${text ? `${a }  // ${ b }` : \"}  \"} b  `;\n",
            "}\n\n",
            "const x = ({ {y: 1} }), z = x\n",
            "f(z)\n",
        );
        let expected = concat!(
            "function f(a,b){const text=\"// no comment,  \\\" two  spaces\";",
            "return a+ +b- -a+`a  ${text ? `${a }  // ${ b }` : \"}  \"} b  `;}\n",
            "const x=({ {y:1}}),z=x\nf(z)",
        );
        assert_eq!(compact(script), expected);
    }
}
