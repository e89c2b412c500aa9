//! Every number with an exponent that a page prints is claimed by a test. A bare power of ten (`1e-6`) is a setting or a bound, not a result.

use crate::page::{ACCURACY, ANALYSIS, README, ROLLING, read, shows};
use std::path::Path;

/// Sections that `tables.rs` compares row by row.
const WHOLE: [(&str, &str); 2] =
    [(ACCURACY, "## Work and precision: Andrews' mechanism"), (ACCURACY, "## Holding the constraints")];

/// A claim in a test: page, row and number.
type Claim = (String, String, String);

/// The calls of `claim` and `claim_count` in a source: the name of the page, then two literals.
fn claims_in(source: &str, found: &mut Vec<Claim>) {
    for (at, _) in source.match_indices("claim(").chain(source.match_indices("claim_count(")) {
        let call = source[at..].split_once('(').unwrap().1;
        let Some((page, rest)) = call.split_once(',') else { continue };
        let page = match page.trim().rsplit("::").next().unwrap() {
            "README" => README,
            "ACCURACY" => ACCURACY,
            "ANALYSIS" => ANALYSIS,
            "ROLLING" => ROLLING,
            _ => continue,
        };
        let mut literals = rest.split('"').skip(1).step_by(2).map(str::to_owned);
        if let (true, Some(row), Some(printed)) = (rest.trim().starts_with('"'), literals.next(), literals.next()) {
            found.push((page.to_owned(), row, printed));
        }
    }
}

fn claims() -> Vec<Claim> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                claims_in(&std::fs::read_to_string(path).unwrap(), &mut found);
            }
        }
    }
    found
}

/// The numbers d.de±d of a line, but for powers of ten.
fn results(line: &str) -> Vec<&str> {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+');
    let words = line.split(|c: char| !part(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.split_once('e').is_some_and(|(m, e)| m != "1" && !m.is_empty() && !e.is_empty())).collect()
}

/// The lines of a page outside programs, each with its section.
fn lines(text: &str) -> Vec<(String, &str)> {
    let (mut section, mut inside) = (String::new(), false);
    let mut found = Vec::new();
    for line in text.lines() {
        inside ^= line.starts_with("```");
        if line.starts_with("## ") {
            section = line.to_owned();
        }
        if !inside {
            found.push((section.clone(), line));
        }
    }
    found
}

#[test]
fn identity_every_printed_result_is_claimed() {
    let claims = claims();
    assert!(claims.len() > 80, "{} claims found", claims.len());
    let mut unclaimed = Vec::new();
    let mut seen = 0;
    for page in [README, ACCURACY, ANALYSIS, ROLLING] {
        for (section, line) in lines(&read(page)) {
            if WHOLE.contains(&(page, section.as_str())) {
                continue;
            }
            for printed in results(line) {
                seen += 1;
                let is_claimed = |(p, row, number): &Claim| p == page && line.contains(row) && number == printed;
                if !claims.iter().any(is_claimed) {
                    unclaimed.push(format!("{page}: {printed} in {line}"));
                }
            }
        }
    }
    assert!(seen > 70, "{seen} numbers found");
    assert!(unclaimed.is_empty(), "no test claims\n{}", unclaimed.join("\n"));
}

#[test]
fn golden_how_numbers_are_read() {
    assert_eq!(results("| at 1e-6 | 1.5e-13 (6e-12) 1e-5 | `e-7` | 2.0e-3. |"), ["1.5e-13", "6e-12", "2.0e-3"]);
    assert!(shows("| 1.5e-13 |", "1.5e-13") && shows("3 of 2.5.", "2.5"));
    assert!(!shows("| 11.5e-13 |", "1.5e-13") && !shows("| 1.5e-13 |", "1.5e-1") && !shows("| 2.55 |", "2.5"));
}
