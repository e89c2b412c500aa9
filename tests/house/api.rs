//! What the crate offers, as text: every exported item with its signature, its public fields, variants and methods.
//!
//! It is read from the sources, whose layout is rustfmt's: an item begins at the margin and ends there, a member begins four blanks from it. An
//! item is exported if its file is a public module all the way from lib.rs, or if such a file names it in a `pub use`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// One line for each item and member, sorted.
pub fn snapshot(src: &Path) -> String {
    let (mut public, mut exported, mut lines) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    open(src, "lib", &mut public);
    for file in &public {
        for item in items(&code(file)).into_iter().filter(|item| item.header.starts_with("pub ")) {
            let words = item.header.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            exported.extend(words.filter(|_| item.header.starts_with("pub use ")).map(str::to_owned));
            exported.insert(item.name);
        }
    }
    let tests = |file: &PathBuf| file.iter().any(|part| part == "tests" || part == "tests.rs");
    for file in super::source::files(src, "rs").into_iter().filter(|file| !tests(file)) {
        let inside = file.strip_prefix(src).unwrap().with_extension("");
        let room = inside.iter().next().unwrap().to_str().unwrap();
        for item in items(&code(&file)) {
            let listed = item.header.starts_with("pub use ") && public.contains(&file);
            if listed || exported.contains(&item.name) {
                let name = &item.name;
                if !item.header.starts_with("impl") || item.header.contains(" for ") {
                    lines.insert(format!("{room}: {}\n", item.header));
                }
                lines.extend(item.members.iter().map(|member| format!("{room}: {name}: {member}\n")));
            }
        }
    }
    lines.into_iter().collect()
}

/// The file of a public module, and those of the public modules in it.
fn open(folder: &Path, name: &str, found: &mut Vec<PathBuf>) {
    let (below, single) = (folder.join(name), folder.join(format!("{name}.rs")));
    let (file, folder) = if single.exists() {
        (single, if name == "lib" { folder.to_owned() } else { below })
    } else {
        (below.join("mod.rs"), below)
    };
    for item in items(&code(&file)) {
        if let Some(inner) = item.header.strip_prefix("pub mod ") {
            open(&folder, inner, found);
        }
    }
    found.push(file);
}

/// A source without comments, and without its tests, which stand at its end.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let end = text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let code = text[..end].lines().filter(|line| !line.trim_start().starts_with("//") && !line.is_empty());
    code.collect::<Vec<_>>().join("\n")
}

struct Item {
    name: String,
    header: String,
    members: Vec<String>,
}

fn items(code: &str) -> Vec<Item> {
    let (mut found, mut lines) = (Vec::new(), Vec::new());
    for line in code.lines() {
        lines.push(line);
        if !line.starts_with(' ') && line.ends_with([';', '}']) {
            found.extend(item(&lines));
            lines.clear();
        }
    }
    found
}

/// An item of these lines; `None` for what is private or hidden, and for what has no name.
fn item(lines: &[&str]) -> Option<Item> {
    let begin = lines.iter().position(|line| line.starts_with("pub ") || line.starts_with("impl"))?;
    if lines[..begin].contains(&"#[doc(hidden)]") {
        return None;
    }
    // The brace of a list of names opens no body.
    let body = (begin..lines.len()).find(|i| lines[*i].ends_with('{') && !lines[begin].starts_with("pub use "));
    let opens = body.unwrap_or(lines.len() - 1);
    let mut header = joined(&lines[begin..=opens]);
    let name = name(&header)?;
    for attribute in lines[..begin].iter().filter(|line| line.starts_with("#[derive(") || **line == "#[non_exhaustive]")
    {
        header = format!("{header} {attribute}");
    }
    let member = |line: &&str| match header.split_whitespace().find(|w| !matches!(*w, "pub" | "unsafe")) {
        Some("enum") => line.starts_with(char::is_uppercase),
        Some("trait") => ["fn ", "type ", "const "].iter().any(|word| line.starts_with(word)),
        _ => line.starts_with("pub "),
    };
    let (mut members, mut at, mut hidden) = (Vec::new(), opens + 1, false);
    while at + 1 < lines.len() {
        let line = lines[at].strip_prefix("    ").filter(|line| !line.starts_with([' ', '}']));
        let from = at;
        at += 1;
        let Some(line) = line else { continue };
        if line.starts_with("#[") {
            hidden |= line == "#[doc(hidden)]";
            continue;
        }
        if member(&line) && !hidden {
            // A variant with fields goes on to its own end.
            let variant = header.contains("enum ");
            let whole = variant || line.starts_with("pub use ");
            let ends = |l: &str| l.ends_with([',', ';', '}']) || l.ends_with('{') && !whole;
            while !(ends(lines[at - 1]) && (at == from + 1 || !lines[at - 1].starts_with("        "))) {
                at += 1;
            }
            members.push(joined(&lines[from..at]));
        }
        hidden = false;
    }
    Some(Item { name, header, members })
}

/// Lines as one, up to the brace that opens a body or the sign that ends a member.
fn joined(lines: &[&str]) -> String {
    let words: Vec<&str> =
        lines.iter().filter(|l| !l.trim_start().starts_with("#[")).flat_map(|l| l.split_whitespace()).collect();
    let text = words.join(" ").replace("( ", "(").replace(", )", ")").replace(",)", ")");
    let text = text.replace("::{ ", "::{").replace(", };", "}");
    text.trim_end_matches(['{', ',', ';', ' ']).trim_end_matches("{}").trim_end().to_owned()
}

/// The name of an item, or the type of an `impl`.
fn name(header: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let word = |text: &str| text.trim_start_matches(|c| !is_name(c)).split(|c| !is_name(c)).next().map(str::to_owned);
    if let Some(rest) = header.strip_prefix("impl") {
        let mut depth = 0;
        let generics = rest.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        });
        let of = if rest.starts_with('<') { &rest[generics? + 1..] } else { rest };
        return word(of.split(" where ").next()?.rsplit(" for ").next()?);
    }
    let kinds = ["struct ", "enum ", "trait ", "fn ", "type ", "const ", "static ", "mod ", "use "];
    kinds.iter().find_map(|kind| word(header.split_once(kind)?.1))
}
