//! What is in the file is what the trajectory says; that it looks right is looked at.

use super::super::tests::block_on_belt;
use super::AnimationError;
use crate::body::Solid;
use crate::prelude::*;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

/// A crank that turns, and a block on a belt at 0.1 m/s, held by a spring: it sticks, slides, sticks.
fn model() -> Result<Model, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.4).at(0.2, 0.5, 0.0).moving(0.0, 0.0, 9.0));
    builder.constraint("pin", Revolute::new(GROUND.point(0.0, 0.5), crank.point(-0.2, 0.0)));
    block_on_belt(&mut builder);
    Ok(builder.build()?)
}

/// Numbers of the first animation after a mark.
fn values(svg: &str, after: &str, kind: &str) -> Option<Vec<Vec<f64>>> {
    let (_, rest) = svg.split_once(after)?;
    let (_, rest) = rest.split_once(kind)?;
    let (_, rest) = rest.split_once("values=\"")?;
    let (list, _) = rest.split_once('"')?;
    let numbers = |value: &str| value.split(' ').map(|x| x.parse().ok()).collect();
    list.split(';').map(numbers).collect()
}

#[test]
fn identity_every_frame_is_the_trajectory_at_its_time() -> Outcome {
    let model = model()?;
    let crank = model.body::<Planar>("crank").ok_or("no crank")?;
    let run = Simulation::new(&model).every(0.01).run(model.start().project()?, 4.0)?;
    let svg = run.player().title("a < b").animation().frames_per_second(50.0).between(1.0, 3.0).svg()?;
    let places = values(&svg, "id=\"body1\"", "translate").ok_or("no places")?;
    let angles = values(&svg, "id=\"body1\"", "rotate").ok_or("no angles")?;
    assert_eq!((places.len(), angles.len()), (101, 101));
    // The scale from the first two frames that lie well apart, then all of them.
    let at = |i: usize| run.sample(100 + 2 * i).map(|at| at.body(crank)).ok_or("no sample");
    let scale = (places[10][0] - places[0][0]) / (at(10)?.origin.x - at(0)?.origin.x);
    assert!(scale > 100.0, "moot: {scale} pixels a meter");
    for i in 0..=100 {
        let (frame, first) = (at(i)?, at(0)?);
        let x = places[0][0] + scale * (frame.origin.x - first.origin.x);
        let y = places[0][1] - scale * (frame.origin.y - first.origin.y);
        assert!((places[i][0] - x).abs() < 0.6 && (places[i][1] - y).abs() < 0.6, "{i}: {:?} not {x} {y}", places[i]);
        assert!((angles[i][0] + frame.angle.to_degrees()).abs() < 0.06, "{i}: {:?}", angles[i]);
    }
    // Viewers that do not animate show the first frame.
    let first = format!("<g class=\"c1\" id=\"body1\"><g transform=\"translate({} {})\">", places[0][0], places[0][1]);
    assert!(svg.contains(&first.replace("(0.", "(.").replace(" 0.", " .")), "{first}");
    assert!(svg.contains("<title>a &lt; b</title>") && svg.contains("dur=\"2s\""));
    Ok(())
}

#[test]
fn identity_friction_changes_its_color_at_the_transitions() -> Outcome {
    let model = model()?;
    let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 4.0)?;
    let svg = run.player().animation().svg()?;
    let (_, rest) = svg.split_once("attributeName=\"class\"").ok_or("friction does not change")?;
    let (_, rest) = rest.split_once("keyTimes=\"").ok_or("no times")?;
    let (times, rest) = rest.split_once("\" values=\"").ok_or("no classes")?;
    let (classes, _) = rest.split_once('"').ok_or("no end")?;
    let times: Vec<f64> = times.split(';').map(str::parse).collect::<Result<_, _>>()?;
    let mut expected = vec![0.0];
    let sticks = |mode: Mode| mode.direction() == 0.0;
    expected.extend(run.transitions().iter().filter(|c| sticks(c.from) != sticks(c.to)).map(|c| c.t / 4.0));
    assert!(expected.len() > 2, "moot: it neither sticks nor slides");
    assert_eq!(times.len(), expected.len());
    assert!(times.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-5), "{times:?} not {expected:?}");
    let mode = run.first().map(|at| at.modes.to_vec()).unwrap_or_default();
    let begins = if sticks(mode[mode.len() - 1]) { ["stick", "slip"] } else { ["slip", "stick"] };
    assert!(classes.split(';').zip(begins.iter().cycle()).all(|(a, b)| a == *b), "{classes}");
    Ok(())
}

#[test]
fn property_a_well_formed_document_of_known_size() -> Outcome {
    let model = model()?;
    let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 10.0)?;
    let [slow, fast] = [0.5, 2.0].map(|speed| run.player().animation().speed(speed).svg());
    let (slow, fast) = (slow?, fast?);
    assert!(slow.contains("dur=\"20s\"") && fast.contains("dur=\"5s\""));
    assert!(slow.len() > 2 * fast.len() && slow.len() < 150_000, "{} {}", slow.len(), fast.len());
    for svg in [slow, fast] {
        for tag in ["g", "svg", "defs", "style", "marker", "text", "title"] {
            let [opened, closed] = [format!("<{tag}"), format!("</{tag}>")];
            let opened = svg.split(&opened).skip(1).filter(|rest| rest.starts_with([' ', '>'])).count();
            assert_eq!(opened, svg.matches(&closed).count(), "{tag}");
        }
        for foreign in ["script", "href", "url(h", "NaN", "inf"] {
            assert!(!svg.contains(foreign), "`{foreign}` in the picture");
        }
    }
    Ok(())
}

#[test]
fn invariant_runs_without_motion_and_bodies_in_space() -> Outcome {
    let model = model()?;
    let still = Simulation::new(&model).run(model.start().project()?, 0.0)?.player().animation().svg()?;
    assert!(still.contains("id=\"body1\"") && !still.contains("<animate"));
    let none = Simulation::new(&model).output(Output::Times(Vec::new())).run(model.start().project()?, 0.1)?;
    assert!(none.is_empty() && none.player().animation().svg()?.starts_with("<svg"));

    let mut builder = ModelBuilder::new();
    builder.body("top", Solid::principal(1.0, [0.02, 0.05, 0.06])?);
    let model = builder.build()?;
    let run = Simulation::new(&model).every(0.1).run(model.start().project()?, 1.0)?;
    let error = run.player().animation().svg().err().ok_or("drawn")?;
    assert!(matches!(&error, AnimationError::Space { body } if body == "top"), "{error}");
    Ok(())
}

/// Every tag closed in its order, attributes in quotes, no bare `&`, no control characters: what an XML parser demands.
fn well_formed(svg: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for (i, piece) in svg.split('<').enumerate().skip(1) {
        let (tag, text) = piece.split_once('>').ok_or(format!("tag {i} has no end"))?;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
        } else if !tag.ends_with('/') {
            open.extend(tag.split(' ').next());
        }
        if tag.matches('"').count() % 2 > 0 {
            return Err(format!("quotes in <{tag}>"));
        }
        let bare = |rest: &str| !["amp;", "lt;", "gt;", "quot;", "apos;"].iter().any(|name| rest.starts_with(name));
        if text.split('&').skip(1).any(bare) || piece.contains(|c: char| c < ' ' && c != '\n') {
            return Err(format!("text after <{tag}>: {text}"));
        }
    }
    let foreign =
        ["NaN", "inf\"", "inf ", "--", "\"0s\""].into_iter().find(|word| svg.replace("--", "").contains(word));
    if open.is_empty() && foreign.is_none() { Ok(()) } else { Err(format!("{open:?} left open, {foreign:?}")) }
}

#[test]
fn property_whatever_is_asked_the_picture_is_well_formed_and_of_bounded_size() -> Outcome {
    assert!(
        well_formed("<a><b></a></b>").is_err() && well_formed("<a>x & y</a>").is_err() && well_formed("<a/>").is_ok()
    );
    let model = model()?;
    let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 4.0)?;
    let odd = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-300, 1e300];
    let whole = run.player().animation().svg()?.len();
    for x in odd {
        let asked = [
            run.player().animation().size(x, x),
            run.player().animation().speed(x),
            run.player().animation().frames_per_second(x),
            run.player().animation().between(x, 2.0),
            run.player().animation().between(1.0, x),
            run.player().animation().between(x, x),
            run.player().title("<\"&'\u{0}\u{b}\u{ffff} é 力 🎬>".repeat(40)).animation(),
        ];
        for (k, animation) in asked.into_iter().enumerate() {
            let svg = animation.svg()?;
            well_formed(&svg).map_err(|why| format!("{k} with {x}: {why}"))?;
            assert!(svg.len() < 40 * whole, "{k} with {x}: {} bytes", svg.len());
        }
    }
    let [forth, back] = [[1.0, 3.0], [3.0, 1.0]].map(|[a, b]| run.player().animation().between(a, b).svg());
    assert_eq!(forth?, back?);
    Ok(())
}

/// A pendulum of this length, with its pin there, and rough sliders beside it.
fn odd(length: f64, far: f64, sliders: usize) -> Result<Model, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0 * length]);
    let rod = builder.body("rod <\"&'>", RigidBody::rod(1.0, length).at(far + 0.5 * length, far, 0.0));
    builder.constraint("pin \u{1}", Revolute::new(GROUND.point(far, far), rod.point(-0.5 * length, 0.0)));
    for k in 0..sliders {
        let y = far + length * k as f64 / 8.0;
        let block = builder.body(format!("block {k}"), Particle::new(1.0).at(far, y).moving(length, 0.0));
        let id = builder.constraint(format!("slot {k}"), Slot::new(GROUND.axis([far, y], 0.0), block.origin()));
        builder.friction(
            format!("a long name & <{k}>"),
            FrictionPoint::in_slot(id),
            Coulomb::new(0.01 * (k + 1) as f64),
        );
    }
    Ok(builder.build()?)
}

#[test]
fn property_mechanisms_of_any_size_anywhere_fill_the_picture() -> Outcome {
    for (length, far, sliders) in
        [(1.0, 0.0, 0), (1e-6, 0.0, 1), (1e6, 0.0, 1), (1.0, 1e6, 2), (1e-3, 1e4, 0), (1.0, 0.0, 10)]
    {
        let model = odd(length, far, sliders)?;
        let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 4.0)?;
        let svg = run.player().animation().size(400.0, 150.0).svg()?;
        let what = format!("{length:e} m long, {far:e} m away, {sliders} sliders");
        well_formed(&svg).map_err(|why| format!("{what}: {why}"))?;
        let places = values(&svg, "id=\"body1\"", "translate").ok_or("it stands still")?;
        assert!(
            places.iter().all(|p| (0.0..=400.0).contains(&p[0]) && (0.0..=330.0).contains(&p[1])),
            "{what}: {places:?}"
        );
        let reach = |k: usize| {
            places.iter().map(|p| p[k]).fold(0.0, f64::max) - places.iter().map(|p| p[k]).fold(400.0, f64::min)
        };
        assert!(reach(0) > 5.0 && reach(1) > 2.0, "{what}: moves {} by {} pixels", reach(0), reach(1));
        // Few digits place it: no number of the drawing is large.
        let (_, drawing) = svg.split_once("</style>").ok_or("no style")?;
        let large = drawing
            .split(|c: char| !c.is_ascii_digit())
            .filter(|digits| digits.len() > 5 && !digits.contains("9999"))
            .count();
        assert!(far == 0.0 || large == 0, "{what}: {large} large numbers");
    }
    Ok(())
}
