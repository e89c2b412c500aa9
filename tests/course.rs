//! The course in docs/course: each page shows its program as it is, leads on, and quotes errors as they are told.
//!
//! That each page also shows what its program prints is checked where the programs run, by `.ci/run`. After a change of a program,
//! `CHETAEV_WRITE=1 cargo test --release --test course` takes it over into its page.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use chetaev::analysis::{Linearization, Study};
use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use std::error::Error;
use std::fs::read_to_string;

/// The chapters in order: their pages are docs/course/1-pendulum.md and so on, their programs examples/course/1_pendulum.rs.
const CHAPTERS: [&str; 16] = [
    "pendulum",
    "reactions",
    "loop",
    "friction",
    "rolling",
    "constraint",
    "events",
    "checking",
    "sweeps",
    "contact",
    "forces",
    "control",
    "space",
    "files",
    "idea",
    "derivatives",
];
/// Lines of a program, at most: of the first ten, which teach the language, and of the others, which use it.
const LINES: [usize; 2] = [59, 79];
/// Bytes of a figure and of a sketch, at most.
const BYTES: u64 = 60_000;
const SKETCH: u64 = 9_000;

fn path(chapter: usize) -> String {
    format!("docs/course/{}-{}.md", chapter + 1, CHAPTERS[chapter])
}

fn page(chapter: usize) -> String {
    read_to_string(path(chapter)).unwrap()
}

/// What stands in the first fenced block of a language.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("```{language}")).unwrap();
    rest.split_once('\n').unwrap().1.split_once("```").unwrap().0
}

#[test]
fn identity_each_page_shows_its_program() {
    let manifest = read_to_string("Cargo.toml").unwrap();
    for (k, name) in CHAPTERS.iter().enumerate() {
        let file = format!("examples/course/{}_{name}.rs", k + 1);
        let program = read_to_string(&file).unwrap();
        if std::env::var_os("CHETAEV_WRITE").is_some() {
            let mended = page(k).replacen(block(&page(k), "rust"), &program, 1);
            std::fs::write(path(k), mended).unwrap();
        }
        assert_eq!(block(&page(k), "rust"), program, "{file} and its page differ");
        assert!(program.lines().count() <= LINES[usize::from(k >= 10)], "{file} is too long");
        assert!(program.starts_with(&format!("//! Chapter {}: ", k + 1)));
        assert!(
            manifest.contains(&format!("name = \"course_{name}\"\npath = \"{file}\"\n")),
            "{file} is not an example"
        );
    }
}

#[test]
fn identity_pages_lead_on_and_have_their_figures() {
    let contents = read_to_string("docs/course/README.md").unwrap();
    for (k, name) in CHAPTERS.iter().enumerate() {
        let (file, figure) = (format!("{}-{name}.md", k + 1), format!("../figures/course_{name}.svg"));
        assert!(contents.contains(&format!("]({file})")) && contents.contains(&figure), "contents without {file}");
        assert!(page(k).contains(&format!("]({figure})")), "{file} without its figure");
        let bytes = std::fs::metadata(format!("docs/course/{figure}")).unwrap().len();
        assert!(bytes < BYTES, "{figure} has {bytes} bytes");
        // Each opens with a sketch of its mechanism that says what is to be seen.
        let sketch = format!("../figures/course_{name}_sketch.svg");
        let opening = page(k).split("\n\n").nth(2).unwrap().to_owned();
        assert!(opening.starts_with("![Sketch: ") && opening.ends_with(&format!("]({sketch})")), "{file}: {opening}");
        let bytes = std::fs::metadata(format!("docs/course/{sketch}")).unwrap().len();
        assert!((1_000..SKETCH).contains(&bytes), "{sketch} has {bytes} bytes");
        if let Some(next) = CHAPTERS.get(k + 1) {
            assert!(page(k).ends_with(&format!("[next]: {}-{next}.md\n", k + 2)), "{file} does not lead on");
        }
    }
}

/// On the crate's page the pictures stand as HTML, which an empty line would end, and a sketch in a block of its own: it begins with a title, and would be taken for text.
#[test]
fn identity_the_crate_shows_every_chapter_with_its_pictures() {
    let guide = read_to_string("src/guide.rs").unwrap();
    let sketch = r#"#[doc = include_str!(concat!("../docs/figures/course_", $page, "_sketch.svg"))]"#;
    assert!(guide.contains(&format!("#[doc = \"<div>\"]\n            {sketch}\n            #[doc = \"</div>\"]\n")));
    for (k, name) in CHAPTERS.iter().enumerate() {
        assert!(guide.contains(&format!(", {}, \"{name}\", ", k + 1)), "no chapter {}", k + 1);
        for picture in ["", "_sketch"].map(|kind| format!("docs/figures/course_{name}{kind}.svg")) {
            let empty = read_to_string(&picture).unwrap().lines().position(|line| line.trim().is_empty());
            assert_eq!(empty, None, "{picture} has an empty line");
        }
    }
}

#[test]
fn golden_errors_are_quoted_as_they_are_told() {
    for (k, told) in provoked().into_iter().enumerate() {
        let told = told.expect_err("nothing went wrong").to_string();
        assert!(page(k).contains(&format!("\n> {told}\n")), "chapter {} does not say\n> {told}", k + 1);
    }
}

type Outcome = Result<(), Box<dyn Error>>;

/// What each chapter says that would go wrong.
fn provoked() -> [Outcome; 16] {
    [
        placed_wrongly(),
        second_pin(),
        too_short(),
        coefficients(),
        spinning_in_place(),
        at_the_pulley(),
        bounces(),
        no_tolerance(),
        negative(),
        inside(),
        ramp(),
        one_output(),
        two_balls(),
        closure(),
        both_held(),
        never_asked_for(),
    ]
}

fn never_asked_for() -> Outcome {
    let family = Family::new([("mu", 0.3), ("speed", 2.0)], |p| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(2.0).moving(p["speed"], 0.0));
        let track = builder.constraint("track", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        builder.friction("rub", FrictionPoint::in_slot(track), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })?;
    let plan = Simulation::new(family.model()).sensitivities(Sensitivities::to(&family));
    plan.run(family.start().clone(), 1.0)?.sensitivity("mu_rest")?;
    Ok(())
}

/// A rod of 1 m whose left end should be at the origin, with its center at `x`.
fn rod_at(x: f64) -> (ModelBuilder, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(x, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    (builder, rod)
}

fn placed_wrongly() -> Outcome {
    let model = rod_at(0.6).0.build()?;
    Simulation::new(&model).run(model.placed(), 1.0)?;
    Ok(())
}

fn second_pin() -> Outcome {
    let (mut builder, rod) = rod_at(0.5);
    builder.constraint("second pin", Revolute::new(GROUND.point(1.0, 0.0), rod.point(0.5, 0.0)));
    builder.build()?.start().project()?;
    Ok(())
}

fn too_short() -> Outcome {
    let mut builder = ModelBuilder::new();
    let a = builder.body("crank", RigidBody::rod(1.0, 0.1).at(0.05, 0.0, 0.0));
    let b = builder.body("rod", RigidBody::rod(0.5, 0.25).at(0.2, 0.05, -0.2));
    let c = builder.body("piston", Particle::new(2.0).at(0.3, 0.0));
    builder.constraint("O", Revolute::new(GROUND.origin(), a.point(-0.05, 0.0)));
    builder.constraint("A", Revolute::new(a.point(0.05, 0.0), b.point(-0.125, 0.0)));
    builder.constraint("B", Revolute::new(b.point(0.125, 0.0), c.origin()));
    builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.4], 0.0), c.origin()));
    builder.build()?.start().project()?;
    Ok(())
}

fn coefficients() -> Outcome {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(2.0));
    let track = builder.constraint("track", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    builder.friction("rub", FrictionPoint::in_slot(track), Coulomb::new(0.5).holding(0.3));
    builder.build()?;
    Ok(())
}

fn spinning_in_place() -> Outcome {
    let mut builder = ModelBuilder::new();
    let disk = builder.body("disk", RigidBody::ellipse(1.0, 0.3, 0.2).at(0.0, 0.2, 0.0).moving(0.0, 0.0, -6.0));
    let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.3, 0.2);
    builder.constraint("floor", Contact::rolling(GROUND, disk, floor));
    builder.build()?.start().hold("disk.x").hold("disk.theta").project()?;
    Ok(())
}

/// The part of a cord between one pulley at the origin and its body.
#[derive(Debug)]
struct Cord;

impl Holonomic<1, 1> for Cord {
    fn phi<T: RealField + Copy>(&self, _t: T, [end]: [Pose<T>; 1]) -> [T; 1] {
        [(end.position.x.powi(2) + end.position.y.powi(2)).sqrt()]
    }

    fn depends_on_time(&self) -> bool {
        false
    }
}

fn at_the_pulley() -> Outcome {
    let mut builder = ModelBuilder::new();
    let swing = builder.body("swing", Particle::new(1.0));
    builder.constraint("cord", Auto::holonomic([swing], Cord));
    builder.build()?.start().project()?;
    Ok(())
}

fn bounces() -> Outcome {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", Particle::new(0.1).at(0.0, 1.0));
    let model = builder.build()?;
    let lands = Event::new("lands", |at| at.body(ball).origin.y).falling().change(|state| {
        let fall = model.read(state).body(ball).velocity;
        state.set_velocity(&model, ball, [fall.x, -0.5 * fall.y]);
    });
    Simulation::new(&model).event(lands).run(model.start().project()?, 5.0)?;
    Ok(())
}

fn no_tolerance() -> Outcome {
    let model = rod_at(0.5).0.build()?;
    Simulation::new(&model).method(Method::Rk4).tolerance(1e-9).run(model.start().project()?, 1.0)?;
    Ok(())
}

fn negative() -> Outcome {
    let row = |_| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(1.0));
        let floor = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        builder.friction("rub", FrictionPoint::in_slot(floor), Coulomb::new(-0.1));
        builder.build().map(|_| vec![0.0])
    };
    let results = Study::new(1, ["amplitude"], row).run()?;
    results.failed().next().map_or(Ok(()), |(_, told)| Err(told.into()))
}

fn inside() -> Outcome {
    let mut builder = ModelBuilder::new();
    let ball = builder.body("ball", RigidBody::disk(0.5, 0.1).at(0.0, 0.09, 0.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::smooth());
    let model = builder.build()?;
    Simulation::new(&model).run(model.placed(), 1.0)?;
    Ok(())
}

fn ramp() -> Outcome {
    let mut builder = ModelBuilder::new();
    let (body, rail) = (builder.body("carriage", Particle::new(2.0)), GROUND.axis([0.0, 0.0], 0.0));
    builder.constraint("rail", Slot::new(rail, body.origin()));
    let law = Signal::ramp([0.2, 1.0], [0.0, 0.25]);
    builder.constraint("motor", Driver::signal(Travel::along(rail, body.origin()), law));
    builder.build()?;
    Ok(())
}

fn one_output() -> Outcome {
    let (mut builder, rod) = rod_at(0.5);
    let torque = builder.input("torque", 0.0);
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, rod), Signal::input(torque)));
    let model = builder.build()?;
    Linearization::about(&model, &model.placed())?.system(&[torque], &[&|at| at.body(rod).angle])?.in_outputs()?;
    Ok(())
}

fn two_balls() -> Outcome {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", Solid::from_inertia(Inertia::cylinder(2.0, 0.25, 0.1)?)?.at(0.15, 0.0, 0.0));
    builder.constraint("hook", Joint::spherical(WORLD.origin(), wheel.point(-0.15, 0.0, 0.0)));
    builder.constraint("second hook", Joint::spherical(WORLD.point(0.3, 0.0, 0.0), wheel.point(0.15, 0.0, 0.0)));
    builder.build()?.start().project()?;
    Ok(())
}

fn closure() -> Outcome {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0));
    let slot = builder.constraint("line", Slot::new(GROUND.axis([0.0, 0.0], 0.0), mass.origin()));
    builder.friction("belt", FrictionPoint::in_slot(slot).on_belt(|_| 0.1.into()), Coulomb::new(0.2));
    builder.build()?.saved()?;
    Ok(())
}

fn both_held() -> Outcome {
    let [a, b, c, d] = [0.04, 0.2, 0.08, 0.2];
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(0.2, a).at(0.0, 0.5 * a, 1.5));
    let coupler = builder.body("coupler", RigidBody::rod(0.3, b).at(0.5 * d, a, 0.2));
    let rocker = builder.body("rocker", RigidBody::rod(0.4, c).at(d, 0.5 * c, 1.5));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.5 * a, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.5 * a, 0.0), coupler.point(-0.5 * b, 0.0)));
    builder.constraint("B", Revolute::new(coupler.point(0.5 * b, 0.0), rocker.point(0.5 * c, 0.0)));
    builder.constraint("C", Revolute::new(GROUND.point(d, 0.0), rocker.point(-0.5 * c, 0.0)));
    builder.build()?.start().set("crank.theta", 1.0).hold("crank.theta").hold("rocker.theta").project()?;
    Ok(())
}
