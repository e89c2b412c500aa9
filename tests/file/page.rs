//! Every kind and every field that the reader knows is told in docs/model-file.md, and every kind stands in the file of this version.
//!
//! What the reader knows it says itself: of a field that it does not know, and of a kind that it does not know, it lists those that it does.

use super::kept;
use chetaev::model::SavedModel;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What the reader expects where `odd` stands: the names after "expected one of", or "expected".
fn expected(file: &Value, odd: &str) -> Option<Vec<String>> {
    let error = serde_json::from_value::<SavedModel>(file.clone()).err()?.to_string();
    let rest = error.split_once(&format!("`{odd}`, expected "))?.1;
    Some(rest.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

const ODD: &str = "no such thing";

/// The value at a path of keys and indices.
fn at<'v>(file: &'v mut Value, path: &[String]) -> &'v mut Value {
    path.iter().fold(file, |value, key| match value {
        Value::Array(all) => &mut all[key.parse::<usize>().unwrap()],
        other => &mut other[key.as_str()],
    })
}

/// All paths of a file, each to a value within it.
fn paths(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    found.push(path.clone());
    let mut below = |key: String, value: &Value, path: &mut Vec<String>| {
        path.push(key);
        paths(value, path, found);
        path.pop();
    };
    match value {
        Value::Array(all) => all.iter().enumerate().for_each(|(k, value)| below(k.to_string(), value, path)),
        Value::Object(all) => all.iter().for_each(|(key, value)| below(key.clone(), value, path)),
        _ => {}
    }
}

/// The file with this instead of what stands at a path.
fn with(file: &Value, path: &[String], value: Value) -> Value {
    let mut file = file.clone();
    *at(&mut file, path) = value;
    file
}

/// The shape of an object: the path to it, without the indices of lists and with kinds and fields.
fn kind(path: &[String]) -> String {
    path.iter().filter(|key| key.parse::<usize>().is_err()).cloned().collect::<Vec<_>>().join("/")
}

type Names = BTreeSet<String>;

/// By where they stand: kinds, and those of them that are in the file. And all fields.
fn known(file: &Value) -> (BTreeMap<String, (Names, Names)>, Names) {
    let (mut all, mut found) = (Vec::new(), BTreeMap::<String, (Names, Names)>::new());
    paths(file, &mut Vec::new(), &mut all);
    let mut fields = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut whole = file.clone();
    for path in all {
        let value = at(&mut whole, &path).clone();
        let shape = format!(
            "{} {}",
            kind(&path),
            value.as_object().map_or_else(String::new, |it| it.keys().cloned().collect())
        );
        // One of each shape is enough, but of kinds each one that is there counts.
        let name = match &value {
            Value::Object(it) if it.len() == 1 => it.keys().next().cloned(),
            Value::String(name) => Some(name.clone()),
            _ => None,
        };
        if let Some((kinds, there)) = found.get_mut(&kind(&path))
            && let Some(name) = &name
            && kinds.contains(name)
        {
            there.insert(name.clone());
            continue;
        }
        if !seen.insert(shape) {
            continue;
        }
        if let Value::Object(it) = &value {
            let mut odd = it.clone();
            odd.insert(ODD.to_owned(), Value::Null);
            fields.extend(expected(&with(file, &path, Value::Object(odd)), ODD).unwrap_or_default());
        }
        if let Some(name) = name {
            // A kind with numbers in it is an object of one field, and one without is its name.
            let odd = [Value::String(ODD.into()), Value::Object(Map::from_iter([(ODD.to_owned(), Value::Null)]))];
            for odd in odd {
                if let Some(kinds) = expected(&with(file, &path, odd), ODD).filter(|kinds| kinds.contains(&name)) {
                    let (all, there) = found.entry(kind(&path)).or_default();
                    all.extend(kinds);
                    there.insert(name.clone());
                }
            }
        }
    }
    (found, fields)
}

#[test]
fn property_every_kind_and_field_is_on_the_page_and_every_kind_in_the_file() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/model-file.md")).unwrap_or_default();
    let file: Value = serde_json::from_str(&kept()).unwrap();
    let (kinds, fields) = known(&file);
    let all: BTreeSet<&String> = kinds.values().flat_map(|(all, _)| all).collect();
    let there: BTreeSet<&String> = kinds.values().flat_map(|(_, there)| there).collect();
    println!("{} kinds at {} places, {} fields: {fields:?}", all.len(), kinds.len(), fields.len());
    for (place, (all, there)) in &kinds {
        println!("{place}: {all:?}, of which {} are in the file", there.len());
    }
    assert!(all.len() > 90 && fields.len() > 60, "moot: {all:?} {fields:?}");
    let told = |name: &&String| page.contains(&format!("`{name}`"));
    let untold: Vec<&String> = all.iter().copied().chain(&fields).filter(|name| !told(name)).collect();
    assert!(untold.is_empty(), "docs/model-file.md does not tell of {untold:?}");
    // A load of three rows is for a slip in several directions, which no point in a file has: a ball in its socket names its joint instead.
    let missing: Vec<&&String> = all.difference(&there).filter(|name| **name != "Triple").collect();
    assert!(missing.is_empty(), "kinds that are not in tests/file/model_v3.json: {missing:?}");
}
