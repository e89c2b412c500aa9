//! Names that mean something to a browser: a page has as many tags with them as with harmless ones of the same length.

use crate::dice::Dice;
use crate::report::Report;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

const NAMES: [&str; 15] = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>",
    "{{scene}}",
    "{{script}}",
    "{{style}}",
    "{{title}}",
    "</title><script>alert(1)</script>",
    "<!--<script>",
    "]]><script>",
    "\u{2028}alert(1)",
    "'-alert(1)-'",
    "\\u003c/script>",
    "&lt;script&gt;",
    "\n\r\t\u{0}",
];

/// A page, a moving picture, a sketch and a figure of a small model.
fn pictures(names: &[String]) -> Option<[(&'static str, String); 4]> {
    let name = |k: usize| names[k].clone();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body(name(0), RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let bead = builder.body(name(1), Particle::new(0.5).at(0.7, 0.0).moving(0.5, 0.0));
    builder.constraint(name(2), Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let slot = builder.constraint(name(3), Slot::new(rod.axis([0.0, 0.0], 0.0), bead.origin()));
    builder.friction(name(4), FrictionPoint::in_slot(slot), Coulomb::new(0.3));
    builder.force(name(5), SpringDamper::between(GROUND.point(0.5, 1.0), bead.origin(), 20.0));
    let model = builder.build().ok()?;
    let event = Event::new(name(6), move |at| at.body(rod).angle + 0.2);
    let start = model.start().project().ok()?;
    let run = Simulation::new(&model).tolerance(1e-6).event(event).run(start, 1.0).ok()?;
    let player = || run.player().title(name(7)).plot(name(8), name(9), |at| at.t());
    let sketch = model.drawing(run.end()).title(name(7)).svg().ok()?;
    let panel = Panel::new(&names[8], &names[9]).title(&names[7]).line(&names[0], &[0.0, 1.0], &[0.0, 1.0]);
    let panel = panel.map(&[&names[1], &names[2]], &[0.0, 1.0], &[0.0, 1.0], &[0, 1]).mark_x(0.5, &names[3]);
    let figure = Figure::new(&names[7]).panel(panel).svg();
    let page = player().to_html().ok()?;
    Some([("page", page), ("animation", player().animation().svg().ok()?), ("sketch", sketch), ("figure", figure)])
}

pub fn names(dice: &mut Dice, report: &mut Report) {
    let hostile: Vec<String> = (0..10).map(|k| format!("{}{k}", dice.pick(&NAMES))).collect();
    let harmless = |name: &String| "x".repeat(name.chars().count().saturating_sub(1));
    let harmless: Vec<String> = hostile.iter().enumerate().map(|(k, name)| format!("{}{k}", harmless(name))).collect();
    let (Some(ours), Some(theirs)) = (pictures(&hostile), pictures(&harmless)) else {
        return report.fault(format!("no pictures with the names {hostile:?}"));
    };
    for ((what, one), (_, other)) in ours.iter().zip(&theirs) {
        report.count("compared");
        let tags = |text: &str| {
            let lower = text.to_lowercase();
            let counted = ["<", "<script", "</script", "<img", "<svg", "<!--"].map(|tag| lower.matches(tag).count());
            // Where a name stands, and whether a line leads to it, follows from how wide it is.
            if *what == "sketch" { [0, counted[1], counted[2], counted[3], counted[4], counted[5]] } else { counted }
        };
        report.demand(tags(one) == tags(other), || {
            format!("{what}: {:?} tags with {hostile:?}, {:?} with harmless names", tags(one), tags(other))
        });
    }
}
