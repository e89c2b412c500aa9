//! The text of SVG: what figures and moving pictures are written with.

use std::fmt::Write;

/// At most so many decimals, without trailing zeros; a value that is not finite is 0.
pub(crate) fn number(x: f64, decimals: usize) -> String {
    if !x.is_finite() {
        return "0".into();
    }
    let text = format!("{x:.decimals$}");
    let short = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match short {
        "-0" => "0".into(),
        short => short.replacen("0.", ".", usize::from(short.starts_with("0.") || short.starts_with("-0."))),
    }
}

/// The tag that opens a document of this size in pixels; `more` are further attributes.
pub(crate) fn document([width, height]: [f64; 2], more: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" {more}>"#
    )
}

/// The attributes that place a text.
pub(crate) fn place([x, y]: [f64; 2], decimals: usize) -> String {
    format!(r#"x="{}" y="{}""#, number(x, decimals), number(y, decimals))
}

/// The attributes of a rectangle or a picture, from its upper left corner.
pub(crate) fn rectangle(corner: [f64; 2], [width, height]: [f64; 2], decimals: usize) -> String {
    let [width, height] = [width, height].map(|x| number(x, decimals));
    format!(r#"{} width="{width}" height="{height}""#, place(corner, decimals))
}

/// A polyline as the attribute `d` of a path, in pixels.
pub(crate) fn polyline(points: &[[f64; 2]], decimals: usize, closed: bool) -> String {
    let mut d = String::new();
    for (k, [x, y]) in points.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(d, "{}{} {}", if k == 0 { "M" } else { "L" }, number(*x, decimals), number(*y, decimals));
    }
    if closed { d + "z" } else { d }
}

/// Text of the user's as content or attribute. XML has no way to write most control characters.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

/// About how wide a text is: no font is at hand, so three widths of letters. Markup counts not.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let mut in_markup = false;
    let mut width = 0.0;
    for c in text.chars() {
        match c {
            '<' => in_markup = true,
            '>' => in_markup = false,
            _ if in_markup => {}
            ' ' | '.' | ',' | ':' | ';' | '|' | '(' | ')' | 'i' | 'j' | 'l' | 't' | 'f' | 'r' => {
                width += 0.3;
            }
            'm' | 'w' | 'M' | 'W' => width += 0.85,
            _ => width += 0.57,
        }
    }
    width * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_numbers() {
        let shown = [0.0, -0.04, 0.25, -0.25, 10.0, 12.04, -3.0, f64::NAN].map(|x| number(x, 1));
        assert_eq!(shown, ["0", "0", ".2", "-.2", "10", "12", "-3", "0"]);
        assert_eq!([number(100.0, 0), number(-0.4, 0)], ["100", "0"]);
    }

    #[test]
    fn golden_texts() {
        assert_eq!(escape("a<b & 'c'\u{1}\u{ffff}"), "a&lt;b &amp; &apos;c&apos;\u{fffd}\u{fffd}");
        assert_eq!(polyline(&[[0.0, 1.5], [2.0, 0.25]], 2, true), "M0 1.5L2 .25z");
        assert_eq!(rectangle([0.5, 2.0], [3.0, 4.26], 1), r#"x=".5" y="2" width="3" height="4.3""#);
    }
}
