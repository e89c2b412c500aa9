//! Which file uses which, by paths and by methods, and the circles among them.

use super::source::{Source, Uses, files, is_name};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// The sources of the crate without its tests.
pub struct House {
    sources: Vec<Source>,
    modules: BTreeMap<Vec<String>, usize>,
}

/// What a path leads to.
enum Found {
    Module,
    Item(usize),
}

impl House {
    pub fn read(root: &Path) -> Self {
        let mut sources: Vec<Source> = files(root, "rs").iter().map(|path| Source::read(root, path)).collect();
        let mut tests = BTreeSet::new();
        for source in &sources {
            tests.extend(source.tests.iter().map(|name| [&source.module[..], std::slice::from_ref(name)].concat()));
        }
        sources.retain(|source| !tests.iter().any(|test| source.module.starts_with(test)));
        let modules = sources.iter().enumerate().map(|(i, s)| (s.module.clone(), i)).collect();
        Self { sources, modules }
    }

    pub fn rooms(&self) -> BTreeMap<String, String> {
        self.sources.iter().map(|s| (s.file.clone(), s.room().to_string())).collect()
    }

    /// A path as written in a file, at a number of modules within it. `None`: not of this crate.
    fn find(&self, from: usize, path: &[String], depth: usize, guard: usize) -> Option<Found> {
        let module = &self.sources[from].module;
        let (mut at, mut rest) = (from, path);
        match path.first()?.as_str() {
            "crate" => (at, rest) = (self.modules[&Vec::new()], &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                let up = path.iter().take_while(|p| *p == "super").count();
                let above = &module[..module.len() - up.saturating_sub(depth)];
                (at, rest) = (self.modules[above], &path[up..]);
            }
            first => {
                let known = self.child(from, first).is_some()
                    || self.sources[from].imports.iter().any(|i| i.name == first && i.path[0] != first);
                if !known {
                    return None;
                }
            }
        }
        for (taken, name) in rest.iter().enumerate() {
            if let Some(child) = self.child(at, name) {
                at = child;
                continue;
            }
            let source = &self.sources[at];
            let import = source.imports.iter().find(|i| i.name == *name);
            return match import {
                Some(import) if !source.items.contains(name) && guard > 0 => {
                    let onward = [&import.path[..], &rest[taken + 1..]].concat();
                    self.find(at, &onward, import.depth, guard - 1)
                }
                _ => Some(Found::Item(at)),
            };
        }
        Some(Found::Module)
    }

    fn child(&self, of: usize, name: &str) -> Option<usize> {
        self.modules.get(&[&self.sources[of].module[..], &[name.to_string()]].concat()).copied()
    }

    /// Who uses whom. `floors` from bottom to top tell which of several methods of one name a file can mean.
    pub fn uses(&self, floors: &[&str]) -> Uses {
        let mut uses = Uses::new();
        for (from, source) in self.sources.iter().enumerate() {
            if source.room() == "lib" {
                continue; // the table of contents stands above everything
            }
            let mut add = |to: usize, name: &str| {
                if to != from {
                    let pair = (source.file.clone(), self.sources[to].file.clone());
                    uses.entry(pair).or_default().insert(name.to_string());
                }
            };
            for import in &source.imports {
                let Some(Found::Item(to)) = self.find(from, &import.path, import.depth, 9) else { continue };
                // a parent that hands on what its children define does not use it
                let below = self.sources[to].module.starts_with(&source.module);
                if !below || source.words.windows(2).any(|w| w[0].0 != "mod" && w[1].0 == import.name) {
                    add(to, &import.name);
                }
            }
            for (path, depth) in paths(source) {
                if let Some(Found::Item(to)) = self.find(from, &path, depth, 9) {
                    add(to, path.last().unwrap());
                }
            }
            for (name, to) in self.calls(source, floors) {
                add(to, &format!(".{name}()"));
            }
        }
        uses
    }

    /// Calls of methods that a room other than that of their type defines.
    fn calls(&self, source: &Source, floors: &[&str]) -> Vec<(String, usize)> {
        let floor = |s: &Source| floors.iter().position(|f| *f == s.room());
        let called: BTreeSet<&str> = source
            .words
            .windows(3)
            .filter(|w| matches!(w[0].0.as_str(), "." | "::") && matches!(w[2].0.as_str(), "(" | "::"))
            .map(|w| w[1].0.as_str())
            .collect();
        let mut found = Vec::new();
        for (owner, other) in self.sources.iter().enumerate() {
            for methods in &other.methods {
                let of = self.find(owner, std::slice::from_ref(&methods.of), 0, 9);
                if !matches!(of, Some(Found::Item(of)) if self.sources[of].room() != other.room()) {
                    continue;
                }
                for name in methods.names.iter().filter(|name| called.contains(name.as_str())) {
                    let meant_below = self
                        .sources
                        .iter()
                        .any(|s| s.file != other.file && s.inner.contains(name) && floor(s) <= floor(source));
                    if !meant_below {
                        found.push((name.clone(), owner));
                    }
                }
            }
        }
        found
    }
}

/// Paths within the text: `crate::a::b`, `super::c`, `child::d`.
fn paths(source: &Source) -> Vec<(Vec<String>, usize)> {
    let (words, mut found, mut at) = (&source.words, Vec::new(), 0);
    while at + 1 < words.len() {
        let begins = is_name(&words[at].0) && words[at + 1].0 == "::" && (at == 0 || words[at - 1].0 != "::");
        let (mut path, depth) = (vec![words[at].0.clone()], words[at].1);
        at += 1;
        while begins && at + 1 < words.len() && words[at].0 == "::" && is_name(&words[at + 1].0) {
            path.push(words[at + 1].0.clone());
            at += 2;
        }
        if path.len() > 1 {
            found.push((path, depth));
        }
    }
    found
}

/// The circles among nodes: one shortest for each set of nodes that all reach each other.
pub fn circles<'a>(edges: &BTreeSet<(&'a str, &'a str)>) -> Vec<(BTreeSet<&'a str>, Vec<&'a str>)> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    edges.iter().for_each(|(from, to)| next.entry(from).or_default().push(to));
    let way = |from: &'a str| -> BTreeMap<&'a str, &'a str> {
        let (mut came, mut queue) = (BTreeMap::new(), VecDeque::from([from]));
        while let Some(node) = queue.pop_front() {
            for to in next.get(node).into_iter().flatten() {
                if !came.contains_key(to) {
                    came.insert(*to, node);
                    queue.push_back(to);
                }
            }
        }
        came
    };
    let ways: BTreeMap<&str, BTreeMap<&str, &str>> = next.keys().map(|node| (*node, way(node))).collect();
    let mut found: Vec<(BTreeSet<&str>, Vec<&str>)> = Vec::new();
    for (node, came) in ways.iter().filter(|(node, came)| came.contains_key(*node)) {
        let mut circle = vec![*node, came[node]];
        while circle[circle.len() - 1] != *node {
            circle.push(came[circle[circle.len() - 1]]);
        }
        circle.reverse();
        match found.iter_mut().find(|(together, _)| together.contains(node)) {
            Some((_, shortest)) if circle.len() < shortest.len() => *shortest = circle,
            Some(_) => {}
            None => {
                let back = |other: &&&str| ways.get(**other).is_some_and(|came| came.contains_key(node));
                found.push((came.keys().filter(back).copied().collect(), circle));
            }
        }
    }
    found
}
