//! Bodies that roll without slip in space (Zhao et al. 2016), each against a reference, a closed form or an invariant.
//!
//! | case | known |
//! |---|---|
//! | `ball_plane` | spin about the vertical changes nothing: uniform motion; the reference |
//! | `ball_incline` | 5/7 g sin α; the reference |
//! | `ball_bowl` | the period of a pendulum of length 7/5 (ρ − r); the reference |
//! | `turntable` | a circle at 2/7 of the table's rate; the reference, and published values |
//! | `disk` | steady precession, and published motions; the reference |
//! | `ellipsoid` | the reference |
//! | `rattleback` | it turns back, in one sense only; energy, equal arcs |
//!
//! References were computed in minimal coordinates in 200-bit arithmetic. All their columns are compared: pose, velocities, contact
//! point, force and arc length. `--pair newton` finds the contacts by Newton's method instead of in closed form.

mod rolling;
mod support;

use chetaev::error::Report;
use chetaev::player::{Player, Shape};
use rolling::{Result, Rolled, balls, others};
use std::process::ExitCode;
use support::*;

type Case = fn(&Args, &mut Verdict) -> Result<Rolled>;

const CASES: [(&str, Case); 7] = [
    ("ball_plane", balls::plane),
    ("ball_incline", balls::incline),
    ("ball_bowl", balls::bowl),
    ("turntable", balls::turntable),
    ("disk", others::disk),
    ("ellipsoid", others::ellipsoid),
    ("rattleback", others::rattleback),
];

/// Both traces of one motion: on the body that carries it, seen from above, and on the rolling one, in its axes.
fn panels(name: &str, rolled: &Rolled, figure: Figure) -> Figure {
    let (x, y) = rolled.path(|p| [p.on[0].x, p.on[0].y]);
    // Seen along the axis that shows most.
    let flat = matches!(name, "disk" | "rattleback");
    let (u, v) = rolled.path(|p| [p.on[1].x, if flat { p.on[1].y } else { p.on[1].z }]);
    let axes = if flat { ["body x (m)", "body y (m)"] } else { ["body x (m)", "body z (m)"] };
    let ground = if name == "turntable" { ["x of the table (m)", "y of the table (m)"] } else { ["x (m)", "y (m)"] };
    let title = name.replace('_', " ");
    figure
        .panel(Panel::new(ground[0], ground[1]).title(&format!("{title}: trace below")).equal_aspect().line("", &x, &y))
        .panel(Panel::new(axes[0], axes[1]).title(&format!("{title}: trace on it")).equal_aspect().line("", &u, &v))
}

/// A page on which it rolls, with its trace.
fn look<'a>(name: &str, rolled: &'a Rolled) -> Player<'a> {
    let player = rolled.run.player().title(name.replace('_', " "));
    match name {
        "ellipsoid" => player.shape(rolled.body, Shape::ellipsoid([0.2, 0.2, 0.35])),
        "rattleback" => player.shape(rolled.body, Shape::ellipsoid([0.2, 0.03, 0.02]).shifted([0.0, 0.0, 0.01])),
        _ => player,
    }
}

fn main() -> std::result::Result<ExitCode, Report> {
    let names: Vec<&str> = std::iter::once("all").chain(CASES.iter().map(|(name, _)| *name)).collect();
    let args = Cli::new("spatial_rolling", "bodies that roll without slip in space")
        .cases(&names)
        .choice("pair", &["closed", "newton"], "how contacts are found")
        .default("rtol", "1e-13")
        .parse();
    let mut verdict = Verdict::new("spatial_rolling");
    let mut figure = Figure::new("Traces of bodies that roll").columns(4).size(1250.0, 1200.0);
    for (name, case) in CASES.iter().filter(|(name, _)| args.case() == "all" || args.case() == *name) {
        let rolled = case(&args, &mut verdict)?;
        let file = |what: &str| if args.case() == "all" { format!("{name}_{what}") } else { what.to_owned() };
        rolled.table().write_csv(args.file(&file("trajectory.csv"))?)?;
        rolled.traces().write_csv(args.file(&file("traces.csv"))?)?;
        // Of all cases one is the example's own page.
        let own = if *name == "ellipsoid" { "trajectory".to_owned() } else { file("trajectory") };
        rolled.run.write_npz(args.file(&format!("{own}.npz"))?)?;
        let page = look(name, &rolled);
        page.write(args.file(&format!("{own}.html"))?)?;
        if *name == "ellipsoid" {
            let at = rolled.run.last().ok_or("no sample")?.body(rolled.body).origin;
            let plane = Shape::rectangle(0.9, 0.9).moved(at.x, at.y);
            page.drawing(rolled.run.end())
                .shape(chetaev::element::GROUND, plane)
                .write(args.file("spatial_rolling_sketch.svg")?)?;
        }
        figure = panels(name, &rolled, figure);
        if *name == "rattleback" {
            let spin = rolled.run.column(|at| at.body(rolled.body).spin.z);
            let panel = Panel::new("time (s)", "spin about the vertical (rad/s)").title("rattleback: it turns back");
            figure = figure.panel(panel.line("", &rolled.run.times(), &spin));
        }
    }
    figure.save(&args.file("spatial_rolling.svg")?)?;
    Ok(verdict.finish())
}
