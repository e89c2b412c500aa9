//! A page and a test say the same number: `claim` finds it on the page and holds what was measured against it.
//!
//! Other tests include this file by its path. `complete.rs` reads their calls, so that each begins with the page and two string literals.

// No test uses all of it.
#![allow(dead_code)]

pub const README: &str = "README.md";
pub const ACCURACY: &str = "docs/accuracy.md";
pub const ANALYSIS: &str = "docs/analysis.md";
pub const ROLLING: &str = "docs/rolling.md";
pub const TOLERANCES: &str = "docs/tolerances.md";

/// By how much what is measured may exceed an error that is printed. Rounding errors differ that much between processors.
const FACTOR: f64 = 3.0;
/// By which part a count, an order or a ratio may differ from the one printed.
const PART: f64 = 0.02;

/// The error `printed` on the page, in the one line that contains `row`, is at least a third of the one measured.
#[track_caller]
pub fn claim(page: &str, row: &str, printed: &str, measured: f64) {
    find(page, row, printed);
    println!("{page}, {row}: {measured:.1e}, printed {printed}");
    at_most(measured, number(printed));
}

/// The count, order or ratio `printed` on the page, in the one line that contains `row`, is the one measured, within 2 %.
#[track_caller]
pub fn claim_count(page: &str, row: &str, printed: &str, measured: f64) {
    find(page, row, printed);
    println!("{page}, {row}: {measured}, printed {printed}");
    same_count(measured, number(printed));
}

/// NaN is at most nothing.
#[track_caller]
pub fn at_most(measured: f64, printed: f64) {
    assert!(measured <= FACTOR * printed, "measured {measured:.1e}, printed {printed:.1e}");
}

#[track_caller]
pub fn same_count(measured: f64, printed: f64) {
    assert!((measured - printed).abs() <= PART * printed.abs(), "measured {measured}, printed {printed}");
}

pub fn read(page: &str) -> String {
    std::fs::read_to_string(format!("{}/{page}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A number as pages print it: with spaces between thousands, and a minus of its own.
pub fn number(printed: &str) -> f64 {
    let plain: String = printed.replace('−', "-").chars().filter(|c| !c.is_whitespace()).collect();
    plain.parse().unwrap_or_else(|_| panic!("'{printed}' is no number"))
}

/// Does the number stand in the line, not as a part of another one?
pub fn shows(line: &str, printed: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '−' || c == '-';
    line.match_indices(printed).any(|(at, _)| {
        let after = &line[at + printed.len()..];
        let goes_on =
            after.starts_with(part) || (after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()));
        !line[..at].ends_with(|c| part(c) || c == '.') && !goes_on
    })
}

#[track_caller]
fn find(page: &str, row: &str, printed: &str) {
    let text = read(page);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(row)).collect();
    let [line] = lines[..] else { panic!("'{row}' is in {} lines of {page}, not in one", lines.len()) };
    assert!(shows(line, printed), "{page} does not show {printed} in the line\n{line}");
}
