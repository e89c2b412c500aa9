//! Every error as a user meets it: provoked through the public interface, read, and written down in docs/errors.md.
//!
//! The page is rendered from the errors themselves; `CHETAEV_WRITE=1 cargo test --test errors` writes it anew.
//! The list of variants is read from the sources, so that a new one cannot be forgotten.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../../examples/support/single_point.rs"]
#[allow(dead_code)]
mod single_point;

use std::fmt::Write;
use std::path::Path;

/// An error that was provoked.
struct Case {
    /// `BuildError::Empty`.
    variant: String,
    text: String,
    /// What the text must say: the user's own name, the number, the remedy.
    says: Vec<&'static str>,
}

/// `case!(BuildError::Empty, outcome, says)`: the error of an outcome that must be that one.
macro_rules! case {
    ($kind:ident :: $variant:ident, $outcome:expr, $says:expr $(,)?) => {{
        let variant = concat!(stringify!($kind), "::", stringify!($variant));
        match $outcome {
            Err(error @ $kind::$variant { .. }) => {
                // The fields, for logs and failed assertions.
                assert!(format!("{error:?}").starts_with(stringify!($variant)), "{error:?}");
                $crate::Case { variant: variant.to_owned(), text: error.to_string(), says: $says.to_vec() }
            }
            Err(other) => panic!("not {variant}: {other}"),
            Ok(_) => panic!("{variant}: nothing was refused where it should say {:?}", $says),
        }
    }};
}

mod analysis;
mod building;
mod control;
mod derivatives;
mod elements;
mod inverse;
mod misuse;
mod reading;
mod running;
mod shapes;
mod stepping;
mod storing;
mod variants;

fn cases() -> Vec<Case> {
    let rooms = [
        building::cases(),
        control::cases(),
        derivatives::cases(),
        running::cases(),
        elements::cases(),
        analysis::cases(),
        inverse::cases(),
        storing::cases(),
        reading::cases(),
        shapes::cases(),
        stepping::cases(),
    ];
    rooms.into_iter().flatten().collect()
}

#[test]
fn identity_main_prints_the_words() {
    use chetaev::prelude::*;
    let main = || -> Result<(), Report> {
        ModelBuilder::new().build()?;
        Ok(())
    };
    let refused = ModelBuilder::new().build().unwrap_err();
    assert_eq!(format!("{:?}", main().unwrap_err()), refused.to_string());
    let main = || -> Result<(), Report> { Ok(None.ok_or("no sample")?) };
    assert_eq!(format!("{:?}", main().unwrap_err()), "no sample");
}

/// Variants without a case, and why.
const NOT_PROVOKED: [(&str, &str); 13] = [
    (
        "InverseError::Ruined",
        "one of 60 000 random questions ends so, beside a singular position, and the last bit of its numbers decides it",
    ),
    (
        "IdentifyError::Apart",
        "chaotic data in too few pieces may end so; those of `chaotic_data_are_fitted_in_pieces` end where no step is better",
    ),
    (
        "IdentifyError::Start",
        "no example is known: a trial whose pieces begin where no state is gets shorter, and the first guess begins where a run has been",
    ),
    (
        "SensitivityError::Lost",
        "no example is known: it is returned if a run goes on from another state than the one that was followed",
    ),
    (
        "EvalError::Unwritten",
        "reported in debug builds only, for a user's own constraint; `property_a_forgotten_row_is_named` provokes it",
    ),
    (
        "FactorError::Dependent",
        "a model reports it as `EvalError::Dependent`, with names; the tests of the room `linear` provoke it",
    ),
    (
        "FactorError::NotPositive",
        "a model reports it as `EvalError::BadMass`, with the name; the tests of the room `linear` provoke it",
    ),
    (
        "FactorError::Singular",
        "a model reports it as `EvalError::NoSigns`, with names; the tests of the room `linear` provoke it",
    ),
    (
        "FactorError::NotFinite",
        "a model reports it as `EvalError::NotFinite`, with the name; the tests of the room `linear` provoke it",
    ),
    (
        "EvalError::NoDecision",
        "feet of tall rough tables that start about one of them meet it: `tests/contact/tables.rs`",
    ),
    (
        "StoreError::Version",
        "reading a file reports it in the error of its format, as `serde_json::Error`, with these words: `tests/file`",
    ),
    (
        "LinearError::NoEigenvalues",
        "no example is known: it is returned if the iteration for eigenvalues does not converge",
    ),
    (
        "OrbitError::NoEigenvalues",
        "no example is known: it is returned if the iteration for eigenvalues does not converge",
    ),
];

#[test]
fn property_every_text_names_the_thing_the_number_and_the_remedy() {
    let mut silent = Vec::new();
    for case in cases() {
        assert!(!case.says.is_empty(), "moot: {} need not say anything", case.variant);
        let unsaid = case.says.iter().filter(|word| !case.text.contains(**word));
        silent.extend(unsaid.map(|word| format!("{} does not say `{word}`: {}", case.variant, case.text)));
        assert!(!case.text.contains("  ") && !case.text.ends_with('.'), "{}: {}", case.variant, case.text);
        assert!(!has_false_plural(&case.text), "{}: {}", case.variant, case.text);
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Is there one of something in the plural, as in `1 points`?
fn has_false_plural(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', ',', ';', ':']).collect();
    words.windows(2).any(|pair| pair[0] == "1" && pair[1].len() > 2 && pair[1].ends_with('s'))
}

#[test]
fn oracle_a_false_plural_is_found() {
    assert!(has_false_plural("a table of 1 points: add some") && !has_false_plural("a pivot of 1 is no point"));
}

#[test]
fn property_every_variant_is_provoked_or_excused() {
    let all = variants::of_sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    assert!(all.contains(&"BuildError::Empty".to_owned()) && all.len() > 60, "moot: {all:?}");
    let provoked: Vec<String> = cases().into_iter().map(|case| case.variant).collect();
    let excused = |variant: &String| NOT_PROVOKED.iter().any(|(name, _)| name == variant);
    let missing: Vec<&String> = all.iter().filter(|v| !provoked.contains(v) && !excused(v)).collect();
    assert!(missing.is_empty(), "neither provoked nor excused: {missing:#?}");
    for (name, _) in NOT_PROVOKED {
        assert!(all.iter().any(|v| v == name) && !provoked.iter().any(|v| v == name), "{name} needs no excuse");
    }
}

#[test]
fn golden_the_page_shows_what_the_library_says() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/errors.md");
    let page = page();
    if std::env::var_os("CHETAEV_WRITE").is_some() {
        std::fs::write(file, &page).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    for (ours, theirs) in page.lines().zip(kept.lines()) {
        assert_eq!(ours, theirs, "docs/errors.md is old: CHETAEV_WRITE=1 cargo test --test errors writes it anew");
    }
    assert_eq!(page.lines().count(), kept.lines().count(), "docs/errors.md is old");
}

fn page() -> String {
    let mut page = String::from(
        "# Errors, with an example of each\n\n\
         Every error names the thing by the name that you gave it, gives the number, and says what to try; `main` prints \
         that text when it returns one. This page is written by the \
         test `errors`, which provokes each of them; numbers are rounded here.\n",
    );
    let mut kind = String::new();
    let mut last = String::new();
    for case in by_kind(cases()) {
        let (room, variant) = case.variant.split_once("::").unwrap();
        if kind != room {
            kind = room.to_owned();
            write!(page, "\n## {room}\n").unwrap();
        }
        if last != case.variant {
            write!(page, "\n**{variant}**\n\n").unwrap();
            last.clone_from(&case.variant);
        } else {
            page.push_str(">\n");
        }
        writeln!(page, "> {}", rounded(&case.text)).unwrap();
        page.push('\n');
        let end = page.trim_end().len();
        page.truncate(end);
        page.push('\n');
    }
    page.push_str("\n## Not provoked\n\n");
    for (name, why) in NOT_PROVOKED {
        writeln!(page, "- `{name}`: {why}.").unwrap();
    }
    page
}

/// All of one kind together, in the order in which the kinds, and within them the variants, come first.
fn by_kind(mut cases: Vec<Case>) -> Vec<Case> {
    let mut seen: Vec<String> = Vec::new();
    for case in &cases {
        let kind = case.variant.split_once("::").unwrap().0;
        for name in [kind, &case.variant] {
            if !seen.iter().any(|known| known == name) {
                seen.push(name.to_owned());
            }
        }
    }
    let place = |name: &str| seen.iter().position(|known| known == name);
    cases.sort_by_key(|case| (place(case.variant.split_once("::").unwrap().0), place(&case.variant)));
    cases
}

#[test]
fn invariant_every_heading_stands_once() {
    let page = page();
    let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
    assert!(headings.len() > 20, "moot: {headings:?}");
    for (k, heading) in headings.iter().enumerate() {
        assert!(!headings[..k].contains(heading), "{heading} stands twice");
    }
}

/// The text with its long numbers in three digits, so that the last bits do not matter; what is below 1e-9 and long is rounding, `~0`.
fn rounded(text: &str) -> String {
    let numeric = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = if numeric(first) && !out.ends_with(char::is_alphanumeric) {
            &rest[..rest.find(|c| !numeric(c)).unwrap_or(rest.len())]
        } else {
            &rest[..first.len_utf8()]
        };
        match word.parse::<f64>() {
            Ok(x) if x != 0.0 && x.abs() < 1e-9 && word.len() > 6 => out.push_str("~0"),
            Ok(x) if x != 0.0 && x.abs() < 1e-4 && word.len() > 6 => write!(out, "{x:.2e}").unwrap(),
            Ok(x) if word.len() > 6 => write!(out, "{}", format!("{x:.2e}").parse::<f64>().unwrap()).unwrap(),
            _ => out.push_str(word),
        }
        rest = &rest[word.len()..];
    }
    out
}
