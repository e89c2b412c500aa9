//! Files of studies that are not what they seem.

use chetaev::analysis::{Results, Shard, Study, StudyError};
use std::ops::ControlFlow;
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chetaev-study-attack-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("study.csv")
}

fn squares<'a>(points: usize) -> Study<'a> {
    Study::new(points, ["x", "square"], move |i| {
        let x = i as f64 / (points - 1) as f64;
        Ok::<_, String>(vec![x, x * x])
    })
}

#[test]
fn refusal_a_study_of_another_number_of_points_is_another_study() {
    let path = file("points");
    squares(5).run_in(&path).unwrap();
    // The same columns and settings; but row 1 lies elsewhere.
    for points in [3, 9] {
        let other = squares(points).run_in(&path);
        assert!(matches!(&other, Err(StudyError::Other { what: "number of points", .. })), "{other:?}");
    }
    assert_eq!(squares(5).run_in(&path).unwrap().column("x").unwrap()[1], 0.25);
}

/// Rows of an older model were read back in silence.
#[test]
fn refusal_rows_of_another_model_are_refused() {
    let path = file("model");
    let twice =
        || Study::new(5, ["x", "square"], |i| Ok::<_, String>(vec![0.25 * i as f64, 2.0 * (0.25 * i as f64).powi(2)]));
    assert_eq!(squares(5).run_in(&path).unwrap().on_file(), 0);
    // The first row is the same in both.
    let told = twice().run_in(&path).unwrap_err().to_string();
    assert!(told.contains("in row 1, `square` is 0.0625 in the file, and 0.125 if it is computed now"), "{told}");
    let kept = twice().unchecked().run_in(&path).unwrap();
    assert_eq!((kept.on_file(), kept.column("square").unwrap()[4]), (5, 1.0));
    assert_eq!(squares(5).run_in(&path).unwrap(), squares(5).run().unwrap());
}

#[test]
fn refusal_rows_of_other_shards_do_not_count() {
    let path = file("shards");
    let [one, two] = [1, 2].map(|k| Shard::new(k, 2).unwrap());
    squares(10).shard(one).run_in(&path).unwrap();
    // Stopped after the first of its five rows: the five of the other shard do not make it whole.
    let stopped = squares(10).shard(two).progress(|_| ControlFlow::Break(())).run_in(&path);
    assert!(matches!(stopped, Err(StudyError::Cancelled { done: 1..=2, total: 5 })), "{stopped:?}");
    let mut seen = Vec::new();
    let whole = squares(10).shard(two).progress(|p| {
        seen.push((p.done, p.total));
        ControlFlow::Continue(())
    });
    let whole = whole.run_in(&path).unwrap();
    assert_eq!(whole.rows().len(), 10);
    assert!(seen.len() >= 3 && seen.ends_with(&[(3, 5), (4, 5), (5, 5)]), "{seen:?}");
}

#[test]
fn refusal_parts_without_their_last_rows_do_not_merge() {
    let part = |k: usize, stop: usize| {
        let path = file(&format!("part{k}{stop}"));
        let study = squares(12).shard(Shard::new(k, 2).unwrap());
        let _ = study
            .progress(|p| if p.done == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .run_in(&path);
        Results::read_csv(path).unwrap()
    };
    assert_eq!(Results::merge([part(1, 6), part(2, 6)]).unwrap().rows().len(), 12);
    let missing = Results::merge([part(1, 6), part(2, 1)]);
    assert!(matches!(&missing, Err(StudyError::Parts { why }) if why.contains("is missing")), "{missing:?}");
}

#[test]
fn refusal_names_and_errors_with_commas_quotes_and_ends_of_lines() {
    let path = file("names");
    let build = || {
        Study::new(4, ["x, y", "say \"z\"", "two\nlines"], |i| match i {
            1 => Err("no, \"no\"\r\nno".to_owned()),
            2 => Err(String::new()),
            _ => Ok(vec![f64::NAN, f64::INFINITY, -0.0]),
        })
        .settings("a\r\nb")
    };
    let whole = build().run_in(&path).unwrap();
    let again = build().run_in(&path).unwrap();
    assert_eq!(again.columns(), ["x, y", "say \"z\"", "two lines"]);
    assert_eq!(again.failed().collect::<Vec<_>>(), [(1, "no, \"no\"  no"), (2, "")]);
    assert_eq!(whole.columns(), again.columns());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.lines().nth(2) == Some("index,\"x, y\",\"say \"\"z\"\"\",two lines,error"), "{text}");
    // Every line has as many cells as the head, so that a spreadsheet finds the error in its column.
    assert!(
        text.contains("\n1,,,,\"no, ") && text.contains("\n2,,,,\"\"\n") && text.contains("\n3,NaN,inf,-0.0,\n"),
        "{text}"
    );
    // A spreadsheet ends lines in its own way.
    std::fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    assert_eq!(Results::read_csv(&path).unwrap().failed().count(), 2);
}

#[test]
fn refusal_files_that_are_no_study() {
    let path = file("broken");
    let whole = "# settings: \n# points: 3\nindex,x,square,error\n0,0.0,0.0,\n1,0.5,0.25,\n2,1.0,1.0,\n";
    std::fs::write(&path, whole).unwrap();
    assert_eq!(squares(3).run_in(&path).unwrap().rows().len(), 3);
    let broken = [
        (1, String::new()),
        (1, whole.replace("# settings", "# sittings")),
        (2, whole.replace("# points: 3", "# points: many")),
        (3, whole.replace("error", "mistake")),
        (4, whole.replace("0,0.0,0.0,", "0,0.0,")),
        (4, whole.replace("0,0.0,0.0,", "0,0.0,zero,")),
        (5, whole.replace("1,0.5", "3,0.5")),
        (5, whole.replace("1,0.5", "-1,0.5")),
        (6, whole.replace("2,1.0", "")),
    ];
    for (expected, text) in broken {
        std::fs::write(&path, &text).unwrap();
        let refused = squares(3).run_in(&path);
        assert!(matches!(&refused, Err(StudyError::Line { line, .. }) if *line == expected), "{text}: {refused:?}");
        // What cannot be read is not written over.
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(matches!(squares(3).run_in(&path), Err(StudyError::File(_))));
}

#[test]
fn property_many_rows() {
    let points = 30_000;
    let mut told = 0;
    let study = Study::new(points, ["x"], |i| if i % 3 == 0 { Err("third") } else { Ok(vec![i as f64]) });
    let rows = study.threads(3).progress(|p| {
        told = p.failed;
        ControlFlow::Continue(())
    });
    let rows = rows.run().unwrap();
    assert_eq!((rows.rows().len(), rows.failed().count(), told), (points, points / 3, points / 3));
    assert!(rows.rows().iter().enumerate().all(|(k, row)| row.index == k));
    assert!(Study::new(0, ["x"], |_| Ok::<_, String>(vec![0.0])).threads(4).run().unwrap().rows().is_empty());
}

/// Held since 3356d26.
#[test]
fn regress_rows_in_the_middle_that_changed_are_seen_and_failed_ones_computed_again() {
    let path = file("stale");
    // Row i is min(i (4 − i), limit): the first and the last are zero under any limit.
    let study =
        |limit: f64| Study::new(5, ["y"], move |i| Ok::<_, String>(vec![(i as f64 * (4 - i) as f64).min(limit)]));
    study(3.0).run_in(&path).unwrap();
    assert!(matches!(study(100.0).run_in(&path), Err(StudyError::Changed { row: 2, .. })));
    let path = file("mended");
    let study = |mended: bool| {
        Study::new(3, ["y"], move |i| if i == 1 && !mended { Err("not yet") } else { Ok(vec![i as f64]) })
    };
    assert_eq!(study(false).run_in(&path).unwrap().failed().count(), 1);
    assert_eq!(study(true).unchecked().run_in(&path).unwrap().failed().count(), 1);
    let rows = study(true).run_in(&path).unwrap();
    assert_eq!((rows.failed().count(), rows.on_file(), rows.column("y").unwrap()), (0, 2, vec![0.0, 1.0, 2.0]));
}

/// Of a row that two parts have, a good one takes the place of a failed one, and two that differ are an error. Mended by 3d68d243.
#[test]
fn regress_a_row_that_two_parts_have() {
    let all = |third: Result<f64, &'static str>| {
        let row = move |i: usize| if i == 3 { third.map(|y| vec![y, 1.0]) } else { Ok(vec![i as f64, f64::NAN]) };
        Study::new(5, ["y", "z"], row).run().unwrap()
    };
    let (good, other, failed) = (all(Ok(9.0)), all(Ok(9.5)), all(Err("not yet")));
    for parts in [[&failed, &good], [&good, &failed], [&good, &good]] {
        assert_eq!(Results::merge(parts.map(Clone::clone)).unwrap().rows()[3], good.rows()[3]);
    }
    assert_eq!(Results::merge([failed.clone(), all(Err("nor now"))]).unwrap().failed().count(), 1);
    let refused = Results::merge([failed, good, other]).unwrap_err();
    let said = refused.to_string();
    assert!(matches!(refused, StudyError::Parts { .. }), "{said}");
    assert!(["row 3", "`y`", "9.0", "9.5"].iter().all(|part| said.contains(part)), "{said}");
}
