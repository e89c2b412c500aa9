//! What is cited is listed, and the papers are cited by their authors.

use crate::page::read;
use std::path::Path;

const KEYS: [&str; 5] =
    ["Yang 2019", "Peng et al. 2009", "Zhao et al. 2016", "Equations with constraints 2023", "Peng and Wang"];

/// All texts below a folder of the project.
fn texts(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "md") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn identity_papers_are_cited_by_their_authors_and_listed() {
    let list = read("docs/references.md");
    let mut found = vec![("README.md".to_owned(), read("README.md"))];
    for folder in ["src", "docs", "examples", "tests", "benches"] {
        texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let own = Path::new("claims").join("references.rs");
    found.retain(|(name, _)| !name.ends_with("references.md") && !name.ends_with(own.to_str().unwrap()));
    for key in KEYS {
        assert!(list.contains(&format!("\n**{key}")), "{key} is not in docs/references.md");
        assert!(found.iter().any(|(_, text)| text.contains(key)), "{key} is cited nowhere");
    }
    for (name, text) in &found {
        assert!(!text.to_lowercase().contains("paper 00"), "{name} cites a paper by a number");
    }
}
