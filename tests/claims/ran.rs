//! Examples, run as they are built, and the numbers of their verdicts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The examples that print what pages print.
const EXAMPLES: [&str; 23] = [
    "andrews",
    "bouncing_ball",
    "clearance_crank",
    "disk_slider",
    "disk_slider_poincare",
    "double_pendulum",
    "ellipse_portrait",
    "ellipse_rolling",
    "four_bar",
    "gyroscope_gimbal",
    "lorenz_check",
    "painleve",
    "rocking_block",
    "rocking_long",
    "rolling_curves",
    "rolling_disk_stability",
    "slider_crank_modes",
    "spatial_four_bar",
    "spatial_rolling",
    "spinning_top",
    "stabilisation",
    "stick_slip_belt",
    "tolerances",
];

/// What an example printed, and the folder that it wrote to.
pub struct Ran {
    pub printed: String,
    pub folder: PathBuf,
}

impl Ran {
    /// The numbers of the verdict's lines with this name, in their order.
    pub fn all(&self, name: &str) -> Vec<f64> {
        let value = |line: &str| {
            let rest = line.trim().strip_prefix(name)?.strip_prefix("  ")?;
            rest.split_whitespace().next()?.parse().ok()
        };
        self.printed.lines().filter_map(value).collect()
    }

    /// The number of the one line with this name.
    #[track_caller]
    pub fn one(&self, name: &str) -> f64 {
        match self.all(name)[..] {
            [value] => value,
            ref found => panic!("'{name}': {} numbers in\n{}", found.len(), self.printed),
        }
    }

    pub fn kilobytes(&self, file: &str) -> f64 {
        (std::fs::metadata(self.folder.join(file)).unwrap().len() / 1000) as f64
    }
}

/// Runs an example with options: `ran("ellipse_rolling --case 4")`.
#[track_caller]
pub fn ran(command: &str) -> Ran {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    assert!(EXAMPLES.contains(&name), "{name} is not built: add it to EXAMPLES");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(command.replace(' ', "_"));
    let told = Command::new(built().join(name)).args(words).arg("--out").arg(&folder).output().unwrap();
    let printed = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{command}\n{printed}{}", String::from_utf8_lossy(&told.stderr));
    Ran { printed, folder }
}

/// The folder of the examples, which are built in the profile of this test. `cargo test` has done so already: then this is a glance.
fn built() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        // target/PROFILE/deps/claims-…
        let test = std::env::current_exe().unwrap();
        let profile = test.parent().and_then(Path::parent).unwrap();
        let name = match profile.file_name().unwrap().to_str().unwrap() {
            "debug" => "dev",
            other => other,
        };
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--profile", name, "--target-dir"]).arg(profile.parent().unwrap());
        cargo.args(EXAMPLES.into_iter().flat_map(|example| ["--example", example]));
        assert!(cargo.status().unwrap().success(), "the examples are not built");
        profile.join("examples")
    })
}
