//! The house: rooms in floors, no circles of files; equation tags and numbers in prose that are those of the code.

#![allow(clippy::unwrap_used)]

mod api;
mod graph;
mod source;
mod tags;

use graph::{House, circles};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The rooms from bottom to top, as in docs/design.md. A room uses those before it.
const FLOORS: [&str; 21] = [
    "math",
    "error",
    "store",
    "ode",
    "linear",
    "impact",
    "element",
    "measure",
    "body",
    "contact",
    "force",
    "constraint",
    "friction",
    "hybrid",
    "model",
    "dynamics",
    "simulate",
    "plot",
    "player",
    "analysis",
    "guide",
];

fn src() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

#[test]
fn no_circle_of_files() {
    let uses = House::read(src()).uses(&FLOORS);
    let edges: BTreeSet<(&str, &str)> = uses.keys().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    let mut told = String::new();
    for (together, circle) in circles(&edges) {
        writeln!(told, "{} files: {together:?}", together.len()).unwrap();
        for pair in circle.windows(2) {
            let names = &uses[&(pair[0].to_string(), pair[1].to_string())];
            writeln!(told, "    {} -> {} for {names:?}", pair[0], pair[1]).unwrap();
        }
    }
    assert!(told.is_empty(), "circles of files:\n{told}");
}

#[test]
fn rooms_use_only_rooms_below() {
    let house = House::read(src());
    let (uses, rooms) = (house.uses(&FLOORS), house.rooms());
    let floor = |room: &str| FLOORS.iter().position(|f| *f == room);
    let unknown: Vec<&String> = rooms.values().filter(|room| *room != "lib" && floor(room).is_none()).collect();
    assert!(unknown.is_empty(), "rooms without a floor: {unknown:?}");
    let mut told = String::new();
    for ((from, to), names) in &uses {
        if floor(&rooms[from]) < floor(&rooms[to]) {
            writeln!(told, "    {from} -> {to} for {names:?}").unwrap();
        }
    }
    assert!(told.is_empty(), "uses upwards:\n{told}");
}

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A tag that a comment cites, (A6), is in docs/equations.md or defined in that file's own derivation; one of the document is used.
#[test]
fn tags_of_equations_are_defined_and_used() {
    let document = tags::mentioned(&text("docs/equations.md"));
    let (mut used, mut defined, mut told) = (BTreeSet::new(), BTreeSet::new(), String::new());
    for path in source::files(src(), "rs") {
        let code = std::fs::read_to_string(&path).unwrap();
        let comments = tags::comments(&code);
        let in_blocks = comments.iter().filter(|(_, fenced)| *fenced);
        let own: BTreeSet<String> = in_blocks.flat_map(|(line, _)| tags::mentioned(line)).collect();
        for (line, _) in &comments {
            used.extend(tags::mentioned(line));
            for tag in tags::cited(line).difference(&document).filter(|tag| !own.contains(*tag)) {
                writeln!(told, "    ({tag}) in {} is defined nowhere:{line}", path.display()).unwrap();
            }
        }
        defined.extend(own);
    }
    for tag in document.difference(&used) {
        writeln!(told, "    {tag} of docs/equations.md is used nowhere").unwrap();
    }
    assert!(told.is_empty() && defined.len() > 50, "{} tags, of which\n{told}", defined.len());
}

/// An equation that a file cites by a number alone, (3), is one of that file: in a block, or an item of a numbered list.
#[test]
fn numbers_of_equations_are_those_of_the_file() {
    let mut told = String::new();
    for path in source::files(src(), "rs") {
        let code = std::fs::read_to_string(&path).unwrap();
        let comments = tags::comments(&code);
        let own: BTreeSet<u32> = comments.iter().flat_map(|(line, fenced)| tags::defined(line, *fenced)).collect();
        for (line, _) in &comments {
            for number in tags::numbers(line).difference(&own) {
                writeln!(told, "    ({number}) in {} is not one of its equations:{line}", path.display()).unwrap();
            }
        }
    }
    assert!(told.is_empty(), "citations:\n{told}");
}

/// A change of the interface is seen where it is reviewed: as a change of this file. `CHETAEV_WRITE=1 cargo test --test house` writes it anew.
#[test]
fn golden_the_interface_is_the_one_on_file() {
    let (now, path) = (api::snapshot(src()), "tests/house/api.txt");
    assert!(now.lines().count() > 500 && now.contains("pub fn spherical("), "moot: {now}");
    if std::env::var_os("CHETAEV_WRITE").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), &now).unwrap();
    }
    let filed = text(path);
    let [filed, now]: [BTreeSet<&str>; 2] = [filed.lines().collect(), now.lines().collect()];
    let (gone, new) = (filed.difference(&now), now.difference(&filed));
    let told: Vec<String> = gone.map(|l| format!("- {l}")).chain(new.map(|l| format!("+ {l}"))).collect();
    assert!(
        told.is_empty(),
        "the interface has changed (CHETAEV_WRITE=1 cargo test --test house takes it over):\n{}",
        told.join("\n")
    );
}

/// The value of a constant, or what follows any other beginning, as it stands in a source.
fn value(path: &str, beginning: &str) -> f64 {
    let code = text(path);
    let after = code.split_once(beginning).unwrap_or_else(|| panic!("{path} has no `{beginning}`")).1;
    let number = after.trim_start_matches([' ', '=']);
    let end = number.find(|c: char| !(c.is_alphanumeric() || "._-".contains(c))).unwrap();
    number[..end].replace('_', "").parse().unwrap_or_else(|_| panic!("{path}: `{beginning}` is no number"))
}

/// Numbers that prose quotes are those of the code.
#[test]
fn numbers_in_prose_are_those_of_the_code() {
    let listed = value("src/linear/absolute.rs", "pub const ENUMERABLE: usize");
    assert!(text("src/dynamics/friction/entries.rs").contains("const CROSSOVER: usize = ENUMERABLE;"));
    let resting = value("src/dynamics/friction/branches.rs", "const RESTING: usize");
    assert_eq!(resting, value("src/dynamics/friction/decide.rs", "const ENUMERABLE: usize"));
    let exhaustible = value("src/dynamics/friction/mod.rs", "const EXHAUSTIBLE: usize");
    let places = value("src/simulate/watch/locate.rs", "const FINEST: usize") + 1.0;
    let (most, choices) = (
        value("src/dynamics/certificate/choices.rs", "const MOST: usize"),
        value("src/dynamics/certificate/choices.rs", "const CHOICES: usize"),
    );
    let radians = value("src/simulate/first_change.rs", "const RADIANS: f64");
    let [dopri, tsit] = ["Dopri5", "Tsit5"]
        .map(|method| value("src/simulate/watch/fit.rs", &format!("Method::{method} => Self {{ degree: 3, stages:")));
    let (crowd, listing) = (value("src/simulate/fire.rs", "const CROWDED: (usize, f64) = ("), "docs/errors.md");
    let manifest = text("Cargo.toml");
    let rust = manifest.split("rust-version = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let quotes = [
        ("docs/design.md", format!("up to {listed} points, with signs in the big matrix beyond")),
        (listing, format!("at most {resting} at rest; {listed} sliding, {exhaustible} with `Search::Exhaustive`")),
        ("docs/equations.md", format!("5, 9, 17, {places} Chebyshev-Lobatto places")),
        ("docs/equations.md", format!("If {places} places do not resolve a smooth guard")),
        ("docs/equations.md", format!("more than {most} points that depend on each other, or {choices} choices")),
        ("docs/equations.md", format!("by more than {radians} rad in a step")),
        ("docs/equations.md", format!("{dopri} and {tsit} for the stages of Dopri5 and Tsit5 alone")),
        ("docs/course/7-events.md", format!("fired {} times within 1e-9 s", crowd + 1.0)),
        ("README.md", format!("Rust ({rust} or later)")),
    ];
    for (document, words) in quotes {
        assert!(text(document).contains(&words), "{document} does not say, as the code does: {words}");
    }
}

/// Fields of a struct at most, unless a plain comment above it says why there are more.
const FIELDS: usize = 12;

#[test]
fn structs_with_many_fields_say_why() {
    let (mut many, mut told) = (0, String::new());
    for path in source::files(src(), "rs").iter().filter(|path| !path.to_string_lossy().contains("tests")) {
        let code = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = code.lines().collect();
        let opens = |line: &&str| {
            line.split(' ').any(|word| word == "struct") && line.ends_with('{') && !line.starts_with(['/', ' '])
        };
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| opens(line)) {
            // A field stands at the first indent, and so do its attributes and comments.
            let body =
                lines[i + 1..].iter().take_while(|line| **line != "}").filter_map(|line| line.strip_prefix("    "));
            let fields = body.filter(|line| !line.starts_with(['/', '#', ' ', ')']) && line.contains(": ")).count();
            let above = lines[..i].iter().rev().take_while(|line| line.starts_with(['/', '#', ')', ' ']));
            let explained = above.into_iter().any(|line| line.starts_with("// "));
            if fields > FIELDS {
                many += 1;
                if !explained {
                    writeln!(told, "    {} has {fields} fields: {line}", path.display()).unwrap();
                }
            }
        }
    }
    assert!(many > 10, "moot: {many}");
    assert!(told.is_empty(), "without a reason:\n{told}");
}

/// A test of a fault that was there once names the commit since which it is mended.
#[test]
fn regressions_name_their_commit() {
    let (mut count, mut told) = (0, String::new());
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for path in [src(), tests.as_path()].iter().flat_map(|folder| source::files(folder, "rs")) {
        let code = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = code.lines().map(str::trim).collect();
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("fn regress_")) {
            let mut above = lines[..i].iter().rev().take_while(|line| line.starts_with(['/', '#']));
            let is_commit = |word: &str| word.len() >= 7 && word.chars().all(|c| c.is_ascii_hexdigit());
            count += 1;
            if !above.any(|line| line.split(|c: char| !c.is_ascii_alphanumeric()).any(is_commit)) {
                writeln!(told, "    {}: {line}", path.display()).unwrap();
            }
        }
    }
    assert!(count > 50, "moot: {count}");
    assert!(told.is_empty(), "without a commit:\n{told}");
}

/// The gallery shows every example once, with a picture that is there and its command; README leads to it, and to the page of the player.
#[test]
fn identity_the_gallery_has_every_example_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join(".ci").exists() {
        return; // A package has no gallery.
    }
    let named = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let sources = entries.filter(|path| path.extension().is_some_and(|end| end == "rs"));
        sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    };
    // 1_pendulum.rs is the example course_pendulum.
    let course = named("examples/course").into_iter().map(|name| format!("course_{}", name.split_once('_').unwrap().1));
    let expected: BTreeSet<String> = named("examples").into_iter().chain(course).collect();
    assert!(expected.len() > 40, "moot: {expected:?}");
    let gallery = text("docs/gallery.md");
    let rows: Vec<&str> = gallery.lines().filter(|line| line.starts_with("| [")).collect();
    let example = |row: &&str| row.split_once("--example ").unwrap().1.split_once('`').unwrap().0.to_owned();
    assert_eq!(rows.iter().map(example).collect::<BTreeSet<String>>(), expected);
    assert_eq!(rows.len(), expected.len(), "an example is there twice");
    for row in rows {
        let name = example(&row);
        let picture = row.split_once("src=\"").unwrap().1.split_once('"').unwrap().0;
        let sketch = format!("figures/{name}_sketch.svg");
        let drawn = root.join("docs").join(&sketch).exists();
        assert_eq!(picture, if drawn { sketch } else { format!("figures/{name}.svg") }, "{name}");
        assert!(
            row.contains(&format!("](figures/{name}.svg)"))
                && root.join("docs/figures").join(format!("{name}.svg")).exists()
        );
    }
    let readme = text("README.md");
    assert!(readme.contains("](docs/gallery.md)") && readme.contains("](docs/player.md)"));
}
