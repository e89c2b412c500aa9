//! Tags of equations: (A6), (E5 to E7) of the whole crate, (1) of one file.

use std::collections::BTreeSet;

/// The comments of a source text; the second: does the line stand in a fenced block, where a derivation defines its tags?
pub fn comments(text: &str) -> Vec<(&str, bool)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in text.lines() {
        let Some((_, comment)) = line.split_once("//") else { continue };
        let comment = comment.trim_start_matches(['/', '!']);
        if comment.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        found.push((comment, fenced));
    }
    found
}

/// What stands in parentheses without others in them, and where these open.
fn parenthesized(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.match_indices('(').filter_map(move |(at, _)| {
        let inside = &line[at + 1..];
        let end = inside.find(['(', ')'])?;
        inside[end..].starts_with(')').then(|| (at, &inside[..end]))
    })
}

/// A6 as its letter, its number and whether it is primed.
fn parse(word: &str) -> Option<(char, u32, bool)> {
    let letter = word.chars().next().filter(char::is_ascii_uppercase)?;
    let (number, primed) = word[1..].strip_suffix('\'').map_or((&word[1..], false), |number| (number, true));
    let plain = number.len() <= 2 && number.chars().all(|c| c.is_ascii_digit());
    number.parse().ok().filter(|_| plain).map(|number| (letter, number, primed))
}

fn name((letter, number, primed): (char, u32, bool)) -> String {
    format!("{letter}{number}{}", if primed { "'" } else { "" })
}

/// The tags among words: "E5 to E7" are three.
fn expand(words: &[&str]) -> BTreeSet<String> {
    let tags: Vec<_> = words.iter().map(|word| parse(word)).collect();
    let mut found: BTreeSet<String> = tags.iter().flatten().copied().map(name).collect();
    for (pair, words) in tags.windows(3).zip(words.windows(3)) {
        if let ([Some(first), _, Some(last)], "to") = (pair, words[1]) {
            found.extend((first.1..=last.1).map(|number| name((first.0, number, false))));
        }
    }
    found
}

fn split(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

/// Tags in a text of any form.
pub fn mentioned(text: &str) -> BTreeSet<String> {
    expand(&split(text))
}

/// Tags that a line cites in parentheses in which nothing else stands.
pub fn cited(line: &str) -> BTreeSet<String> {
    let only_tags = |inside: &&str| split(inside).iter().all(|w| parse(w).is_some() || matches!(*w, "to" | "and"));
    parenthesized(line).map(|(_, inside)| inside).filter(only_tags).flat_map(mentioned).collect()
}

/// Numbers that a line cites alone in parentheses, as (3); those behind a letter or digit are arguments, as in f(0).
pub fn numbers(line: &str) -> BTreeSet<u32> {
    let free = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "_'₁₂₃".contains(c));
    let number = |(at, inside): (usize, &str)| inside.parse().ok().filter(|n| *n < 20 && free(at));
    parenthesized(line).filter_map(number).collect()
}

/// Numbers that a line defines: in a fenced block, or as an item of a numbered list.
pub fn defined(line: &str, fenced: bool) -> BTreeSet<u32> {
    let item = line.trim_start().split_once(". ").and_then(|(number, _)| number.parse().ok());
    if fenced { numbers(line) } else { item.into_iter().collect() }
}
