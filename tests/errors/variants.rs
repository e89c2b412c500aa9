//! The variants of every public error, read from the sources.

use std::path::Path;

/// `BuildError::Empty` and so on, of all `pub enum`s whose name ends in `Error` or `Failure`.
pub fn of_sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(of_sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            of_text(&std::fs::read_to_string(&path).unwrap(), &mut found);
        }
    }
    found
}

fn of_text(text: &str, found: &mut Vec<String>) {
    let mut kind = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("pub enum ") {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            kind = (name.ends_with("Error") || name.ends_with("Failure")).then_some(name);
        } else if line == "}" {
            kind = None;
        } else if let (Some(kind), Some(rest)) = (&kind, line.strip_prefix("    ")) {
            // A variant stands at the first indent and begins with a capital.
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            if name.starts_with(char::is_uppercase) {
                found.push(format!("{kind}::{name}"));
            }
        }
    }
}
