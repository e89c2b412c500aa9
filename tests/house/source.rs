//! What a test needs to know of a source file: its words without comments, its items, its imports, its methods.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every file of these endings below a folder, sorted.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// One `use`: the name that it brings, the path as written, and how many modules within the file stand around it.
pub struct Import {
    pub name: String,
    pub path: Vec<String>,
    pub depth: usize,
}

/// Methods of an `impl Type` without a trait.
pub struct Methods {
    pub of: String,
    pub names: Vec<String>,
}

pub struct Source {
    /// As `dynamics/check.rs`.
    pub file: String,
    /// As `["dynamics", "check"]`.
    pub module: Vec<String>,
    /// Words outside of `use`, comments and tests, each with the number of inner modules around it.
    pub words: Vec<(String, usize)>,
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    pub methods: Vec<Methods>,
    /// Every `fn` within braces: methods, and functions within others.
    pub inner: BTreeSet<String>,
    /// Modules that are declared for tests only.
    pub tests: BTreeSet<String>,
}

impl Source {
    pub fn read(root: &Path, path: &Path) -> Self {
        let file = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_string).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
            module.pop();
        }
        let mut tests = BTreeSet::new();
        let words = without_tests(&words(&fs::read_to_string(path).unwrap()), &mut tests);
        let mut source = Self {
            file,
            module,
            words: Vec::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            methods: Vec::new(),
            inner: BTreeSet::new(),
            tests,
        };
        source.take(&words);
        source
    }

    /// The top folder, or the file itself.
    pub fn room(&self) -> &str {
        self.module.first().map_or("lib", String::as_str)
    }

    fn take(&mut self, words: &[String]) {
        let (mut depth, mut inner_modules, mut at) = (0, Vec::new(), 0);
        while at < words.len() {
            let (word, next) = (words[at].as_str(), words.get(at + 1).map_or("", String::as_str));
            match word {
                "use" => {
                    let before = self.imports.len();
                    at = tree(words, at + 1, &[], &mut self.imports);
                    self.imports[before..].iter_mut().for_each(|i| i.depth = inner_modules.len());
                    continue;
                }
                "mod" if words.get(at + 2).is_some_and(|w| w == "{") => inner_modules.push(depth),
                "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "mod" => {
                    if depth == inner_modules.len() {
                        self.items.insert(next.to_string());
                    } else if word == "fn" {
                        self.inner.insert(next.to_string());
                    }
                }
                "macro_rules" => {
                    self.items.insert(words[at + 2].clone());
                }
                "impl" if depth == inner_modules.len() => self.methods.extend(methods(&words[at..])),
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if inner_modules.last() == Some(&depth) {
                        inner_modules.pop();
                    }
                }
                _ => {}
            }
            self.words.push((word.to_string(), inner_modules.len()));
            at += 1;
        }
        assert_eq!(
            depth, 0,
            "{}: braces that do not close; the reader of this test does not understand the file",
            self.file
        );
    }
}

/// The methods of an `impl` that begins the words, unless it is one of a trait.
fn methods(words: &[String]) -> Option<Methods> {
    let open = words.iter().position(|w| w == "{")?;
    let (mut angle, mut of) = (0, None);
    for pair in words[1..=open].windows(2) {
        match pair[0].as_str() {
            "<" => angle += 1,
            ">" => angle -= 1,
            "for" if angle == 0 => return None,
            "where" => break,
            word if angle == 0 && is_name(word) && pair[1] != "::" => of = of.or(Some(word.to_string())),
            _ => {}
        }
    }
    let (mut depth, mut names) = (0, Vec::new());
    for pair in words[open..].windows(2) {
        match pair[0].as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            "fn" if depth == 1 => names.push(pair[1].clone()),
            _ => {}
        }
    }
    Some(Methods { of: of?, names })
}

/// Reads one tree of a `use` and returns where the words go on.
fn tree(words: &[String], mut at: usize, before: &[String], into: &mut Vec<Import>) -> usize {
    let mut path = before.to_vec();
    let import = |name: &str, path: Vec<String>| Import { name: name.to_string(), path, depth: 0 };
    loop {
        match words[at].as_str() {
            "{" => {
                at += 1;
                while words[at] != "}" {
                    at = tree(words, at, &path, into);
                    at += usize::from(words[at] == ",");
                }
                return at + 1;
            }
            "::" => {}
            "," | "}" | ";" => {
                if path.last().is_some_and(|l| l == "self") {
                    path.pop();
                }
                let name = path.last().unwrap().clone();
                into.push(import(&name, path));
                return at + usize::from(words[at] == ";");
            }
            "as" => {
                into.push(import(&words[at + 1], path));
                return at + 2 + usize::from(words[at + 2] == ";");
            }
            word => path.push(word.to_string()),
        }
        at += 1;
    }
}

pub fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Takes out items under `#[cfg(test)]`, and keeps the names of such modules.
fn without_tests(words: &[String], tests: &mut BTreeSet<String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let close = if words[at] == "#" { closing(words, at + 1) } else { at };
        let attribute = &words[at..=close];
        let has = |word: &str| attribute.iter().any(|w| w == word);
        if !(has("cfg") && has("test") && !has("not")) {
            kept.extend_from_slice(attribute);
            at = close + 1;
            continue;
        }
        at = close + 1;
        while words[at] == "#" {
            at = closing(words, at + 1) + 1;
        }
        let end = (at..words.len()).find(|i| words[*i] == ";" || words[*i] == "{").unwrap();
        if let Some(name) = (at..end).find(|i| words[*i] == "mod").map(|i| &words[i + 1]) {
            tests.insert(name.clone());
        }
        at = 1 + if words[end] == ";" { end } else { closing(words, end) };
        if words.get(at).is_some_and(|w| w == ";") {
            at += 1; // of a `use` with braces
        }
    }
    kept
}

/// Where the bracket at a place closes.
fn closing(words: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate().skip(open) {
        match word.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    panic!("a bracket that does not close")
}

/// The words of a program without comments; of strings only those that are paths (`serde(with = "crate::…")`).
fn words(text: &str) -> Vec<String> {
    let c: Vec<char> = text.chars().collect();
    let get = |i: usize| c.get(i).copied().unwrap_or(' ');
    let named = |ch: char| ch.is_alphanumeric() || ch == '_';
    let (mut found, mut at) = (Vec::new(), 0);
    while at < c.len() {
        if get(at) == '/' && get(at + 1) == '/' {
            at = (at..c.len()).find(|i| c[*i] == '\n').unwrap_or(c.len());
        } else if get(at) == 'r' && (get(at + 1) == '"' || get(at + 1) == '#' && matches!(get(at + 2), '"' | '#')) {
            let hashes = (at + 1..c.len()).take_while(|i| c[*i] == '#').count();
            let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let from = at + 2 + hashes;
            at = (from..c.len()).find(|i| c[*i..].starts_with(&end)).unwrap() + end.len();
        } else if named(get(at)) {
            let end = (at..c.len()).find(|i| !named(c[*i])).unwrap_or(c.len());
            found.push(c[at..end].iter().collect());
            at = end;
        } else if get(at) == '"' {
            let from = at + 1;
            at = from;
            while get(at) != '"' {
                at += 1 + usize::from(get(at) == '\\');
            }
            let inside: String = c[from..at].iter().collect();
            if inside.starts_with("crate::") {
                found.extend(words(&inside));
            }
            at += 1;
        } else if get(at) == '\'' {
            // 'x' and '\n' are characters, 'a a lifetime
            if get(at + 1) == '\\' {
                at = (at + 3..c.len()).find(|i| c[*i] == '\'').unwrap() + 1;
            } else if get(at + 2) == '\'' {
                at += 3;
            } else {
                at = (at + 1..c.len()).find(|i| !named(c[*i])).unwrap();
            }
        } else if get(at) == ':' && get(at + 1) == ':' {
            found.push("::".to_string());
            at += 2;
        } else if get(at) == '-' && get(at + 1) == '>' {
            at += 2; // no angle closes here
        } else {
            if !get(at).is_whitespace() {
                found.push(get(at).to_string());
            }
            at += 1;
        }
    }
    found
}

/// Who uses whom under a folder: (file, other file) with the names.
pub type Uses = BTreeMap<(String, String), BTreeSet<String>>;
