//! Studies: threads, shards, a kill, and errors change nothing in the rows of the others.

use chetaev::analysis::{Axis, Results, Shard, Study, StudyError};
use chetaev::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

const POINTS: usize = 24;

/// A pendulum's angle after a second, over its start; the seventh has no right start at all.
fn row(index: usize) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let angle = Axis::new(-3.0, 3.0, POINTS).at(index);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body("bob", Particle::new(1.0).at(angle.sin(), -angle.cos()));
    builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), 1.0));
    let model = builder.build()?;
    let mut start: State = model.start().project()?.into();
    if index == 7 {
        start.set_position(&model, bob, [angle.sin() + 0.5, -angle.cos()]);
    }
    let run = Simulation::new(&model).run(start, 1.0)?;
    let end = model.read(run.end()).body(bob);
    Ok(vec![angle, end.origin.x, end.velocity.y])
}

fn study<'a>() -> Study<'a> {
    Study::new(POINTS, ["angle", "x", "vy"], row).settings("one second")
}

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chetaev-study-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("study.csv")
}

#[test]
fn identity_rows_do_not_depend_on_the_number_of_threads() {
    let serial = study().run().unwrap();
    assert_eq!(serial.rows().len(), POINTS);
    let spread = serial.column("x").unwrap();
    assert!(spread.iter().any(|x| *x > 0.5) && spread.iter().any(|x| *x < -0.5));
    for threads in [2, 5] {
        assert_eq!(study().threads(threads).run().unwrap().rows(), serial.rows());
    }
}

#[test]
fn identity_a_failed_point_is_a_row_with_its_error() {
    let rows = study().run().unwrap();
    let failed: Vec<(usize, &str)> = rows.failed().collect();
    assert!(matches!(failed[..], [(7, why)] if why.contains("rod")), "{failed:?}");
    assert!(rows.column("x").unwrap()[7].is_nan());
    let panics = Study::new(3, ["x"], |i| if i == 1 { panic!("no \"way\",\nno") } else { Ok::<_, String>(vec![1.0]) });
    let path = file("panics");
    let rows = panics.run_in(&path).unwrap();
    assert_eq!(rows.failed().map(|f| f.0).collect::<Vec<_>>(), [1]);
    let read = Results::read_csv(&path).unwrap();
    assert_eq!(read.failed().next().unwrap().1, "panicked: no \"way\", no");
}

#[test]
fn identity_killed_and_resumed_gives_the_same_file() {
    let (whole, killed) = (file("whole"), file("killed"));
    study().run_in(&whole).unwrap();
    let mut left = 9;
    let cancelled = study().threads(2).progress(|_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = cancelled.run_in(&killed);
    assert!(matches!(outcome, Err(StudyError::Cancelled { done, total: POINTS }) if (9..12).contains(&done)));
    // A kill in the middle of a line.
    let text = std::fs::read_to_string(&killed).unwrap();
    std::fs::write(&killed, &text[..text.len() - 7]).unwrap();
    let on_file = Results::read_csv(&killed).unwrap();
    let (before, good) = (on_file.rows().len(), on_file.rows().len() - on_file.failed().count());
    assert!((8..11).contains(&before));
    let computed = Mutex::new(0);
    let counted = Study::new(POINTS, ["angle", "x", "vy"], |i| {
        *computed.lock().unwrap() += 1;
        row(i)
    });
    counted.settings("one second").threads(2).run_in(&killed).unwrap();
    // And some on file that must come out the same.
    assert_eq!(*computed.lock().unwrap(), POINTS - good + good.isqrt() + 2);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&killed).unwrap());
}

#[test]
fn identity_shards_merge_to_the_whole() {
    let whole = study().run().unwrap();
    let parts: Vec<Results> = (1..=3).map(|k| study().shard(Shard::new(k, 3).unwrap()).run().unwrap()).collect();
    assert_eq!(parts.iter().map(|part| part.rows().len()).sum::<usize>(), POINTS);
    assert_eq!(Results::merge(parts.iter().rev().cloned()).unwrap(), whole);
    assert!(matches!(Results::merge(parts[1..].iter().cloned()), Err(StudyError::Parts { .. })));
    let shard: Shard = "2/8".parse().unwrap();
    assert_eq!((shard.to_string().as_str(), shard.file_name("a.csv").as_str()), ("2/8", "a-2-of-8.csv"));
    assert_eq!(shard.file_name("out.d/a"), "out.d/a-2-of-8");
    assert!("0/8".parse::<Shard>().is_err() && "9/8".parse::<Shard>().is_err() && "x".parse::<Shard>().is_err());
}

#[test]
fn property_the_file_of_another_study_is_refused() {
    let path = file("other");
    study().run_in(&path).unwrap();
    let other = study().settings("two seconds").run_in(&path);
    assert!(matches!(other, Err(StudyError::Other { what: "line of settings", .. })), "{other:?}");
}

#[test]
fn identity_a_plane_of_points_is_a_study() {
    let (x, y) = (Axis::new(-1.0, 1.0, 3), Axis::new(0.0, 5.0, 2));
    let row = |i: usize| Ok::<_, String>(x.with(&y, i).to_vec());
    let map = Study::new(x.points() * y.points(), ["x", "y"], row).run().unwrap();
    assert_eq!(map.column("x").unwrap(), [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0]);
    assert_eq!(map.column("y").unwrap(), [0.0, 0.0, 0.0, 5.0, 5.0, 5.0]);
    assert_eq!((Axis::new(3.0, 9.0, 1).values(), map.column("z")), (vec![3.0], None));
    assert_eq!(Axis::new(0.0, 0.3, 4).at(3), 0.3);
}

/// python/tests/test_study.py writes the same rows, and compares with the same file.
#[test]
fn golden_file_of_a_study() {
    let rows =
        [[0.1, -0.0], [1e-5, 1.5e-7], [1e16, 123_456_789.0], [f64::NAN, f64::INFINITY], [0.0; 2], [5e-324, 1e-4]];
    let row = |index: usize| match index {
        4 => Err("without friction it does not stop"),
        _ => Ok(rows[index].to_vec()),
    };
    let file = file("golden");
    let _ = std::fs::remove_file(&file);
    Study::new(6, ["x", "a, b"], row).settings("rtol=1e-9").run_in(&file).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), include_str!("../data/study_rows.csv"));
}
