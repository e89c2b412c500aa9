//! Full disks, folders that are none, kills, two processes on one file: an error that names the file, and nothing lost.
//!
//! Also as root, who may write anywhere: so the folders here lie below files, or are gone; and a disk that is full is the device `/dev/full`, or
//! a limit on the size of files that a child of this process sets itself.

use chetaev::analysis::{Results, Study, StudyError};
use chetaev::player::AnimationError;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use chetaev::store::FileError;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("chetaev-hostile-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run() -> Trajectory {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let model = builder.build().unwrap();
    Simulation::new(&model).every(0.01).run(model.start().project().unwrap(), 1.0).unwrap()
}

type Write = Box<dyn Fn(&Path) -> io::Result<()>>;

/// All that writes a file.
fn writers() -> Vec<(&'static str, Write)> {
    fn of(write: impl Fn(&Trajectory, &Path) -> io::Result<()> + 'static) -> Write {
        let run = run();
        Box::new(move |path| write(&run, path))
    }
    let animation = |run: &Trajectory, path: &Path| match run.player().animation().write(path) {
        Ok(()) => Ok(()),
        Err(AnimationError::File(error)) => Err(error),
        Err(other) => panic!("{other}"),
    };
    let figure = |_: &Trajectory, path: &Path| {
        let panel = Panel::new("t", "x").line("a", &[0.0, 1.0], &[0.0, 1.0]);
        Figure::new("figure").panel(panel).save(path)
    };
    let study = |_: &Trajectory, path: &Path| squares(3).run().unwrap().write_csv(path);
    vec![
        ("CSV", of(|run, path| run.write_csv(path))),
        ("transitions", of(|run, path| run.write_transitions(path))),
        ("table", of(|run, path| run.table().write_csv(path))),
        ("NPY", of(|run, path| run.table().write_npy(path))),
        ("NPZ", of(|run, path| run.write_npz(path))),
        ("page", of(|run, path| run.player().write(path))),
        ("animation", of(animation)),
        ("figure", of(figure)),
        ("results", of(study)),
    ]
}

/// The typed error within, which must name the path.
fn told(what: &str, path: &Path, outcome: io::Result<()>) -> ErrorKind {
    let error = outcome.expect_err(what);
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<FileError>());
    let inner = inner.unwrap_or_else(|| panic!("{what}: {error:?} does not say which file"));
    assert_eq!((inner.path.as_path(), inner.done), (path, "written"), "{what}");
    assert!(error.to_string().contains(&path.display().to_string()), "{what}: {error}");
    assert_eq!(error.kind(), inner.source.kind());
    error.kind()
}

#[test]
fn property_every_writer_names_a_path_that_cannot_be_written() {
    let folder = folder("paths");
    let file = folder.join("file");
    fs::write(&file, "mine").unwrap();
    for (what, write) in writers() {
        // Below a file; a folder itself; a name that is none.
        told(what, &file.join("below.csv"), write(&file.join("below.csv")));
        told(what, &file.join("far/below.csv"), write(&file.join("far/below.csv")));
        told(what, &folder, write(&folder));
        let long = folder.join("x".repeat(300));
        told(what, &long, write(&long));
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine", "{what}");
        // What is missing is made.
        let deep = folder.join(what).join("a/b/out");
        write(&deep).unwrap();
        let first = fs::read(&deep).unwrap();
        assert!(first.len() > 10, "{what}");
        // Over an old file, through a link, and without anything left beside it.
        fs::write(&deep, "old").unwrap();
        write(&deep).unwrap();
        assert_eq!(fs::read(&deep).unwrap().len(), first.len(), "{what}");
        assert_eq!(fs::read_dir(deep.parent().unwrap()).unwrap().count(), 1, "{what}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn property_a_device_and_a_link_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder("links");
    let (target, link) = (folder.join("target"), folder.join("link"));
    fs::write(&target, "old").unwrap();
    symlink(&target, &link).unwrap();
    let dangling = folder.join("dangling");
    symlink(folder.join("not yet"), &dangling).unwrap();
    for (what, write) in writers() {
        write(&link).unwrap();
        assert!(link.is_symlink() && fs::read(&target).unwrap().len() > 10, "{what}");
        write(&dangling).unwrap();
        assert!(dangling.is_symlink() && folder.join("not yet").is_file(), "{what}");
    }
    let full = Path::new("/dev/full");
    if !full.exists() {
        println!("skipped: there is no /dev/full here");
        return;
    }
    for (what, write) in writers() {
        assert_eq!(told(what, full, write(full)), ErrorKind::StorageFull, "{what}");
        assert!(fs::metadata(full).unwrap().file_type().is_char_device(), "{what} has replaced the device");
    }
    // A study wants a file: from a device it would read for ever.
    let refused = squares(3).run_in(full).unwrap_err();
    assert!(matches!(&refused, StudyError::File(_)) && refused.to_string().contains("/dev/full"), "{refused}");
    fs::remove_dir_all(folder).unwrap();
}

fn squares<'a>(points: usize) -> Study<'a> {
    // Lines that are long enough to fill a disk.
    Study::new(points, ["x", "y", "z"], |i| {
        Ok::<_, String>([1.0, 1.1, 1.2].map(|k| k * (i as f64 + 0.3).sqrt()).to_vec())
    })
}

#[test]
fn property_a_study_names_a_path_that_cannot_be_written() {
    let folder = folder("study");
    let file = folder.join("file");
    fs::write(&file, "mine").unwrap();
    for path in [file.join("below.csv"), folder.clone(), folder.join("x".repeat(300))] {
        let refused = squares(5).run_in(&path).unwrap_err();
        assert!(matches!(refused, StudyError::File(_)), "{refused}");
        assert!(refused.to_string().contains(&path.display().to_string()), "{refused}");
    }
    // A file of something else is refused, and stays.
    assert!(matches!(squares(5).run_in(&file), Err(StudyError::Line { line: 1, .. })));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    // The folder goes while the study runs.
    let deep = folder.join("deep");
    let path = deep.join("study.csv");
    let gone = Study::new(5, ["x"], |i| {
        if i == 2 {
            fs::remove_dir_all(&deep).map_err(|error| error.to_string())?;
        }
        Ok::<_, String>(vec![i as f64])
    });
    let outcome = gone.run_in(&path);
    // The journal is open still: its rows go nowhere, but the end is written with its folder.
    assert_eq!(outcome.unwrap().rows().len(), 5);
    assert_eq!(Results::read_csv(&path).unwrap().rows().len(), 5);
    fs::remove_dir_all(folder).unwrap();
}

/// Held since aed5ba5.
#[test]
fn regress_two_studies_do_not_write_one_file() {
    let folder = folder("two");
    let path = folder.join("study.csv");
    let inner = Study::new(4, ["x"], |i| {
        let second = Study::new(4, ["x"], |i| Ok::<_, String>(vec![i as f64])).run_in(&path);
        match second {
            Err(StudyError::Busy { file, by }) if i == 2 => Err(format!("{file} by {by}")),
            Err(StudyError::Busy { .. }) => Ok(vec![i as f64]),
            other => panic!("{other:?}"),
        }
    });
    let results = inner.run_in(&path).unwrap();
    let failed: Vec<(usize, &str)> = results.failed().collect();
    let names = |why: &str| why.contains("study.csv") && why.contains(&format!("process {}", std::process::id()));
    assert!(matches!(failed[..], [(2, why)] if names(why)), "{failed:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "the lock is gone with its study");
    fs::remove_dir_all(folder).unwrap();
}

/// Where a child of this test works, if this process is one.
const CHILD: &str = "CHETAEV_CHILD";
const POINTS: usize = 400;

/// Not a test: what the children of the tests below do.
#[test]
fn property_child_of_other_tests() {
    let Some(path) = env::var_os(CHILD) else { return };
    let path = PathBuf::from(path);
    let outcome = squares(POINTS)
        .progress(|at| {
            println!("row {}", at.done);
            std::thread::sleep(std::time::Duration::from_micros(200));
            std::ops::ControlFlow::Continue(())
        })
        .run_in(&path);
    println!(
        "outcome: {}",
        outcome.map_or_else(|error| error.to_string(), |rows| format!("{} rows", rows.rows().len()))
    );
    let beside = path.with_file_name("run.csv");
    println!("run: {}", run().write_csv(&beside).map_or_else(|error| error.to_string(), |()| "written".to_owned()));
}

/// This test binary again, with that one test, by a shell that may set limits first.
fn child(path: &Path, first: &str) -> Option<Child> {
    let me = env::current_exe().unwrap();
    let script = format!("{first} exec \"$0\" --exact folders::property_child_of_other_tests --nocapture");
    let child = Command::new("sh").arg("-c").arg(script).arg(me).env(CHILD, path).stdout(Stdio::piped()).spawn();
    child.map_err(|error| println!("skipped: no shell here: {error}")).ok()
}

fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok)
}

#[test]
fn identity_a_study_that_was_killed_is_resumed_at_once() {
    let folder = folder("killed");
    let (path, whole) = (folder.join("study.csv"), folder.join("whole.csv"));
    squares(POINTS).run_in(&whole).unwrap();
    let Some(mut child) = child(&path, "") else { return };
    let mut told = lines(&mut child);
    assert!(told.any(|line| line.contains("row 20")), "the child did not get far");
    // While it runs, nobody else may write the file.
    let busy = squares(POINTS).run_in(&path);
    assert!(matches!(&busy, Err(StudyError::Busy { by, .. }) if by.contains("process")), "{busy:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    let before = Results::read_csv(&path).unwrap().rows().len();
    assert!((19..POINTS).contains(&before), "moot: {before}");
    squares(POINTS).run_in(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "its lock is gone, too");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn property_on_a_full_disk_an_old_file_stays_and_a_study_goes_on_later() {
    let folder = folder("full");
    let (path, whole, old) = (folder.join("study.csv"), folder.join("whole.csv"), folder.join("run.csv"));
    squares(POINTS).run_in(&whole).unwrap();
    fs::write(&old, "old").unwrap();
    // Files of 4 blocks at most (of 512 or 1024 bytes), and an error instead of a signal.
    let Some(mut child) = child(&path, "trap '' XFSZ; ulimit -f 4 || exit 9;") else { return };
    let told: Vec<String> = lines(&mut child).collect();
    if child.wait().unwrap().code() == Some(9) {
        println!("skipped: the shell cannot limit the size of files");
        return;
    }
    let said = |what: &str| told.iter().find(|line| line.contains(what)).cloned().unwrap_or_default();
    let (study, run) = (said("outcome: "), said("run: "));
    assert!(study.contains("study.csv` cannot be written") && study.contains("can be resumed"), "{told:?}");
    assert!(run.contains("run.csv` cannot be written") && run.contains("make room"), "{run}");
    assert_eq!(fs::read_to_string(&old).unwrap(), "old", "the old file is lost");
    let kept = Results::read_csv(&path).unwrap().rows().len();
    assert!((10..POINTS).contains(&kept), "moot: {kept}");
    squares(POINTS).run_in(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing is left beside the files");
    fs::remove_dir_all(folder).unwrap();
}
