//! Figures from runs, and dense clouds. (What no input may break is tested with the examples' tools.)

use super::{Figure, Panel, axis};
use crate::prelude::*;
use std::error::Error;

/// The logistic map's diagram: 600 parameters with 1000 points each.
fn logistic() -> (Vec<f64>, Vec<f64>) {
    let parameters = (0..600).map(|i| 2.8 + 1.2 * f64::from(i) / 599.0);
    let orbit = |r: f64| {
        let mut x = 0.4;
        (0..1200).filter_map(move |k| {
            x = r * x * (1.0 - x);
            (k >= 200).then_some((r, x))
        })
    };
    parameters.flat_map(orbit).unzip()
}

#[test]
fn property_a_cloud_of_any_size_is_one_small_picture() {
    let (r, x) = logistic();
    assert_eq!(r.len(), 600_000);
    let svg = Figure::new("Logistic map").panel(Panel::new("r", "x").cloud("", &r, &x)).svg();
    assert!(svg.len() < 300_000, "{} bytes", svg.len());
    assert!(svg.contains("<image") && svg.contains("href=\"data:image/png;base64,iVBORw0KGgo"));
    // None of its points is a vertex, so that lines beside it keep all of theirs.
    let line: Vec<f64> = (0..5000).map(f64::from).collect();
    let wave: Vec<f64> = line.iter().map(|t| t.sin()).collect();
    let both = |panel: Panel| Figure::new("").panel(panel.line("", &line, &wave)).svg().matches('L').count();
    assert!(
        both(Panel::new("", "").cloud("", &r, &x).x_range(0.0, 5000.0).y_range(-1.0, 1.0))
            >= both(Panel::new("", "").x_range(0.0, 5000.0).y_range(-1.0, 1.0))
    );
    // Nothing to show is no picture of nothing.
    let empty = Figure::new("").panel(Panel::new("r", "x").cloud("", &[f64::NAN], &[1.0])).svg();
    assert!(empty.ends_with("</svg>\n"));
}

#[test]
fn identity_curves_of_a_run_are_lines_of_its_columns() -> Result<(), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", Particle::new(1.0).moving(1.0, 2.0));
    let model = builder.build()?;
    let run = Simulation::new(&model).every(0.1).run(model.placed(), 1.0)?;
    let (x, y) = (run.column(|at| at.body(ball).origin.x), run.column(|at| at.body(ball).origin.y));
    let figure = |panel: Panel| Figure::new("").panel(panel).svg();
    assert_eq!(
        figure(Panel::history("y (m)").curve("a", &run, |at| at.body(ball).origin.y)),
        figure(Panel::new("time (s)", "y (m)").line("a", &run.times(), &y)),
    );
    assert_eq!(
        figure(Panel::new("", "").portrait("", &run, |at| at.body(ball).origin.into())),
        figure(Panel::new("", "").line("", &x, &y)),
    );
    assert!(figure(Panel::new("", "").line("", &x, &y)).contains('L'), "moot");
    Ok(())
}

#[test]
fn property_an_axis_has_three_ticks_at_least() {
    for (lo, hi) in [(-1.3, 1.3), (-0.09, 0.09), (-3.0, 0.9), (0.2, 9.4), (-1e-7, 1.9e-7), (4.1e6, 4.3e6)] {
        for wanted in [1, 2, 3, 8] {
            let (ticks, _) = axis::Scale::given(lo, hi, false).ticks(wanted);
            assert!(ticks.len() >= 3 && ticks.len() <= 2 * wanted.max(3), "{lo} to {hi}: {}", ticks.len());
            assert!(ticks.iter().all(|t| (-1e-6..=1.0 + 1e-6).contains(&t.at)));
        }
    }
}

/// A wave of height 1 with a spike of 1000 was a straight line.
/// Held since 9f91681.
#[test]
fn regress_one_spike_does_not_flatten_the_rest() {
    let t: Vec<f64> = (0..1000).map(|i| 0.01 * f64::from(i)).collect();
    let wave = |spike: f64| -> Vec<f64> { t.iter().map(|t| if *t == 5.0 { spike } else { t.sin() }).collect() };
    let high = |panel: &Panel| panel.scale(1).place(1.0).zip(panel.scale(1).place(-1.0)).map_or(0.0, |(a, b)| a - b);
    let panel = |y: &[f64]| Panel::history("force (N)").line("", &t, y);
    let (with, without) = (panel(&wave(1000.0)), panel(&wave(1.5)));
    assert!(high(&with) > 0.4, "{} of the panel", high(&with));
    assert!(high(&without) > 0.7 && without.cut().is_none());
    assert!(Figure::new("").panel(with).svg().contains("▲ 1000"));
    assert!(Figure::new("").panel(panel(&wave(-2.346e7))).svg().contains("▼ −2.35e7"));
    assert!(!Figure::new("").panel(without).svg().contains('▲'));
    // Where all but the spike are one number, the spike is what there is to see; and what is asked for is shown.
    let flat: Vec<f64> = t.iter().map(|t| if *t == 5.0 { 1.0 } else { 0.0 }).collect();
    assert!(panel(&flat).cut().is_none() && panel(&wave(1000.0)).y_range(-1.0, 1000.0).cut().is_none());
}

/// Held since 9f91681.
#[test]
fn regress_a_panel_with_nothing_to_show_says_so() {
    let told = |y: f64| Figure::new("").panel(Panel::history("y (m)").line("y", &[0.0, 1.0], &[y, y])).svg();
    assert!(told(f64::NAN).contains("no values") && !told(1.0).contains("no values"));
    assert!(Figure::new("").panel(Panel::history("y (m)")).svg().contains("no values"));
}

/// A long title ran out of the sheet, a dot on the frame was cut in two, pieces of a path lay on the frame, a mark's label on a curve.
#[test]
fn invariant_nothing_leaves_the_sheet_or_hides_another() {
    let (x, rising) = ([0.0, 1.0], [0.0, 1.0]);
    let lines = |title: &str| Figure::new(title).size(400.0, 300.0).svg().matches("font-weight=\"600\"").count();
    assert_eq!([lines(""), lines("A title"), lines(&"A title of < many words ".repeat(4))], [0, 1, 3]);

    let svg = Figure::new("").panel(Panel::history("y").line("", &x, &rising).points("", &x, &rising)).svg();
    assert!(svg.find("</g>") < svg.find("h0M"), "the dots are clipped");

    let pieces = Panel::new("x", "y").line("", &[0.0, 0.2], &rising).line("", &[0.8, 1.0], &rising);
    assert!(pieces.scale(0).place(0.0).is_some_and(|u| u > 0.01));
    assert_eq!(Panel::history("y").line("", &x, &rising).scale(0).place(0.0), Some(0.0));

    // At its end the mark's label would lie on the curve.
    let left = |y: [f64; 2]| {
        let svg = Figure::new("").panel(Panel::history("y").line("", &x, &y).mark_y(0.5, "bound")).svg();
        !svg.lines().any(|line| line.contains("bound") && line.contains("text-anchor=\"end\""))
    };
    assert!(left([0.0, 0.52]) && !left([0.52, 0.0]));
}
