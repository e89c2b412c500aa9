//! The page as a whole: that it stands by itself, keeps to the trajectory, and stays small. What it draws is looked at by tests/browser.

use super::film::Film;
use crate::body::Solid;
use crate::constraint::Joint;
use crate::hybrid::Stop;
use crate::prelude::*;
use nalgebra::Vector3;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

/// A block on a belt at 0.1 m/s, held by a spring: it sticks, slides, sticks.
pub(super) fn block_on_belt(builder: &mut ModelBuilder) {
    builder.gravity([0.0, -10.0]);
    let block = builder.body("block", Particle::new(1.0));
    let id = builder.constraint("table", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    let law = Coulomb::new(0.3).holding(0.5);
    builder.friction("belt", FrictionPoint::in_slot(id).on_belt(|_| Jet::from(0.1)), law);
    builder.force("spring", SpringDamper::guided(GROUND.axis([0.0, 0.0], 0.0), block.origin(), 40.0));
}

fn stick_slip() -> Result<Model, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    block_on_belt(&mut builder);
    Ok(builder.build()?)
}

#[test]
fn invariant_the_page_stands_by_itself() -> Outcome {
    let model = stick_slip()?;
    let run = Simulation::new(&model).every(0.02).keep_dense().run(model.start().project()?, 3.0)?;
    assert!(run.transitions().len() > 2, "moot: nothing sticks and slides");
    let page = run.player().title("a <b> & {{scene}}").to_html()?;
    assert!(page.contains("<h1>a &lt;b&gt; &amp; &#123;"));
    let (_, after) = page.split_once("id=\"scene\">").ok_or("no data")?;
    let (data, script) = after.split_once("</script>").ok_or("no end of the data")?;
    assert!(data.contains("\"transitions\":[{\"t\":") && data.contains("\"name\":\"belt\""));
    // No address, nothing loaded, no mark left over.
    let around = page.replace(data, "");
    for foreign in ["http:", "https:", "src=", "href=", "import(", "fetch(", "{{"] {
        assert!(!around.contains(foreign), "`{foreign}` in the page");
    }
    assert!(script.contains("window.player"));
    Ok(())
}

/// What `player.load` takes in a page is what stands in one, and is refused where a page is.
#[test]
fn identity_the_scene_of_a_page_is_the_one_to_load() -> Outcome {
    let (model, other) = (stick_slip()?, stick_slip()?);
    let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 1.0)?;
    let player = run.player().title("a </script> b");
    let (scene, page) = (player.to_json()?, player.to_html()?);
    assert!(page.contains(&format!("id=\"scene\">{scene}</script>")) && scene.len() > 1000, "{} bytes", scene.len());
    let foreign: BodyId = other.body("block").ok_or("no block")?;
    assert!(run.player().trail(foreign.origin()).to_json().is_err());
    Ok(())
}

/// The value of cubics with rates through the kept frames.
fn cubic(times: &[f64], x: &[f64], v: &[f64], t: f64) -> f64 {
    let k = times.partition_point(|frame| *frame <= t).clamp(1, times.len() - 1) - 1;
    let (h, s) = (times[k + 1] - times[k], (t - times[k]) / (times[k + 1] - times[k]));
    let (from, step) = (x[k], x[k + 1] - x[k]);
    from + s * step + s * (1.0 - s) * ((1.0 - s) * (h * v[k] - step) - s * (h * v[k + 1] - step))
}

#[test]
fn property_few_frames_tell_what_all_samples_do() -> Outcome {
    let model = stick_slip()?;
    let block = model.body::<Planar>("block").ok_or("no block")?;
    let run = Simulation::new(&model).every(0.002).keep_dense().run(model.start().project()?, 6.0)?;
    let player = run.player();
    let film = Film::of(&player);
    assert!(film.times.len() < run.len() / 3, "moot: {} frames of {} samples", film.times.len(), run.len());
    let [pose, rates] = film.pose(0);
    let size = run.column(|at| at.body(block).origin.x).iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for at in run.samples() {
        let (x, t) = (at.body(block).origin.x, at.t());
        let drawn = cubic(&film.times, &pose[0], &rates[0], t);
        assert!((drawn - x).abs() < 1e-3 * size, "at {t}: {drawn} instead of {x}");
    }
    // Both sides of each change are frames, so that the force jumps there and nowhere else.
    for change in run.transitions() {
        assert!(film.times.contains(&change.t) && film.times.contains(&change.t.next_up()), "{}", change.t);
    }
    Ok(())
}

#[test]
fn refusal_an_empty_and_a_short_run_make_a_page() -> Outcome {
    let model = stick_slip()?;
    let at_rest = Simulation::new(&model).run(model.start().project()?, 0.0)?;
    assert!(at_rest.player().to_html()?.len() > 10_000);
    let none = Simulation::new(&model).output(Output::Times(Vec::new())).run(model.start().project()?, 0.1)?;
    assert!(none.is_empty() && none.player().to_html()?.contains("\"frames\":0"));
    Ok(())
}

#[test]
fn property_a_point_of_a_tumbling_body_is_drawn_where_it_is() -> Outcome {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let solid = Solid::principal(1.0, [0.02, 0.05, 0.06])?.at(0.0, 0.3, 0.0).spinning(3.0, 8.0, 0.5);
    let body = builder.body("body", solid);
    let tip = builder.constraint("tip", Joint::spherical(WORLD.origin(), body.point(0.0, -0.3, 0.0)));
    let model = builder.build()?;
    let run = Simulation::new(&model).every(0.002).run(model.start().project()?, 3.0)?;
    let player = run.player().trail(body.point(0.1, 0.0, 0.0));
    let film = Film::of(&player);
    assert!(film.times.len() < run.len(), "moot: nothing was left out");
    let (path, seen) = (film.path(1, Vector3::new(0.1, 0.0, 0.0)), film.seen_from(1, &film.path(0, Vector3::x())));
    let kept = run.samples().filter(|at| film.times.contains(&at.t()));
    for (i, at) in kept.enumerate() {
        let (expected, force) = (at.position(body.point(0.1, 0.0, 0.0)), at.reaction(tip).force);
        assert!((path[i] - expected).norm() < 1e-12, "{}", at.t());
        assert!((at.body(body).point(seen[i]) - Vector3::x()).norm() < 1e-12);
        assert_eq!([0, 1, 2].map(|k| film.reaction(0)[k][i]), [force.x, force.y, force.z]);
    }
    // The quaternion never jumps to its opposite.
    let [pose, _] = film.pose(0);
    let along = |i: usize| pose[3..].iter().map(|q| q[i] * q[i - 1]).sum::<f64>();
    assert!((1..film.times.len()).all(|i| along(i) > 0.0));
    let page = player.to_html()?;
    assert!(page.contains("\"spatial\":true") && page.contains("\"mesh\":["));
    Ok(())
}

#[test]
fn analytic_the_error_of_the_energy_begins_at_zero() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    builder.body("ball", Particle::new(2.0).at(0.0, 3.0));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).every(0.1).run(model.placed(), 1.0).unwrap();
    assert!(run.first().unwrap().balance() > 50.0, "moot");
    let player = run.player();
    let film = super::film::Film::of(&player);
    let error = &film.watched()[super::layout::AT_SAMPLES];
    assert!(error[0] == 0.0 && error.iter().all(|x| *x < 1e-9), "{error:?}");
}

/// Two balls over a floor: one on a rough contact that bounces, spins and rolls, one on a smooth contact that bounces.
fn bouncing() -> Result<Model, Box<dyn Error>> {
    use crate::contact::EllipseOnLine;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    for (name, x, law) in [("rough", 0.0, Rigid::rough(Coulomb::new(0.1))), ("smooth", 1.0, Rigid::smooth())] {
        let ball =
            builder.body(format!("{name} ball"), RigidBody::disk(1.0, 0.1).at(x, 0.5, 0.0).moving(0.5, 0.0, 5.0));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
        builder.contact(name, Contact::between(GROUND, ball, pair), law.bouncing(0.5));
    }
    Ok(builder.build()?)
}

#[test]
fn identity_the_page_says_of_contacts_what_the_run_does() -> Outcome {
    let model = bouncing()?;
    let run = Simulation::new(&model).every(0.01).keep_dense().run(model.placed(), 4.0)?;
    let causes: Vec<Mode> = run.transitions().iter().map(|change| change.to).collect();
    let rolls = causes.contains(&Mode::Stick) && causes.contains(&Mode::Holding);
    assert!(run.impacts().len() > 10 && rolls, "moot: {} impacts, {causes:?}", run.impacts().len());
    let player = run.player();
    let film = Film::of(&player);
    let mut compared = 0;
    for at in run.samples() {
        let Some(k) = film.times.iter().position(|t| *t == at.t()) else { continue };
        for (i, name) in model.contact_names().enumerate() {
            let told = at.contact(model.contact(name).ok_or("no contact")?);
            let shown: Vec<f64> = film.contact(i).iter().map(|column| column[k]).collect();
            assert_eq!(shown, [told.gap, told.normal, told.tangential], "{name} at {}", at.t());
            compared += 1;
        }
    }
    assert!(compared > 40, "moot: {compared}");

    let scene = data_of(&player.to_html()?)?;
    let names: Vec<&str> = model.contact_names().collect();
    let list = |key: &str| scene[key].as_array().cloned().unwrap_or_default();
    assert_eq!(list("contacts").len(), names.len());
    for (contact, name) in list("contacts").iter().zip(&names) {
        assert_eq!((contact["name"].as_str(), contact["begins"].as_i64()), (Some(*name), Some(4)));
        let joint = contact["joint"].as_u64().ok_or("no joint")? as usize;
        assert_eq!(list("joints")[joint]["name"].as_str(), Some(*name));
        let point = contact["point"].as_u64().map(|point| list("frictions")[point as usize]["name"].clone());
        assert_eq!(point.as_ref().and_then(|name| name.as_str()), (*name == "rough").then_some("rough"));
        for part in ["gap", "normal", "tangential"] {
            assert!(contact[part].as_u64().is_some_and(|column| (column as usize) < list("channels").len()), "{part}");
        }
    }
    // What is struck flashes: when, which, and how hard.
    assert_eq!(list("impacts").len(), run.impacts().len());
    for (shown, impact) in list("impacts").iter().zip(run.impacts()) {
        assert_eq!(shown["t"].as_f64(), Some(impact.t));
        let blow = &shown["blows"][0];
        assert_eq!(blow["contact"].as_u64().map(|i| names[i as usize]), impact.names().next());
        assert_eq!(blow["normal"].as_f64(), Some(impact.blows[0].normal));
    }
    for (shown, change) in list("transitions").iter().zip(run.transitions()) {
        assert_eq!(shown["contact"].as_u64().map(|i| names[i as usize]), Some(&*change.name));
        assert_eq!(shown["to"].as_i64(), Some(change.to.code().into()));
        assert_eq!(shown["point"].is_null(), change.name == "smooth");
    }
    let plots: Vec<_> =
        list("plots").iter().map(|plot| plot["title"].as_str().unwrap_or_default().to_owned()).collect();
    assert!(
        ["gaps (m)", "normal forces of contacts (N)"].iter().all(|title| plots.iter().any(|t| t == title)),
        "{plots:?}"
    );
    // In the picture that moves by itself its lane begins open.
    let svg = player.animation().svg()?;
    assert!(svg.contains("values=\"open;slip;stick\"") || svg.contains("values=\"open;stick"), "no open contact");
    Ok(())
}

/// What the page reads.
fn data_of(page: &str) -> Result<serde_json::Value, Box<dyn Error>> {
    let (_, data) = page.split_once("id=\"scene\">").ok_or("no data")?;
    Ok(serde_json::from_str(data.split_once("</script>").ok_or("no end")?.0)?)
}

fn numbers(list: &serde_json::Value) -> Vec<f64> {
    list.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect()
}

/// A plate on a pin off its center, which is braked by a moment and pushed by an actuator, and throws a ball from a rope.
fn thrower(length: f64) -> Result<(Model, ConstraintId<Distance>), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let plate = builder.body("plate", RigidBody::rectangle(2.0, 0.8, 0.3).at(0.2, 0.0, 0.0).moving(0.0, 0.6, 3.0));
    builder.constraint("pin", Revolute::new(GROUND.point(0.05, 0.1), plate.point(-0.15, 0.1)));
    let ball = builder.body("ball", Particle::new(0.2).at(0.55, -length).moving(0.2, 1.8));
    let rope = builder.constraint("rope", Distance::new(plate.point(0.35, 0.0), ball.origin(), length));
    builder.friction("brake", FrictionPoint::along(Angle::between(GROUND, plate), 0.3), Coulomb::new(0.5));
    let push = Separation::between(GROUND.point(-0.6, 0.5), plate.point(0.2, 0.1));
    builder.force("ram", AppliedAlong::signal(push, crate::math::Signal::constant(2.0)));
    Ok((builder.build()?, rope))
}

fn thrown(length: f64) -> Result<Trajectory, Box<dyn Error>> {
    let (model, rope) = thrower(length)?;
    let go = Event::new("go", |at| at.t() - 0.4).change(move |state| state.release(rope));
    Ok(Simulation::new(&model).every(0.03).event(go).run(model.start().project()?, 1.0)?)
}

/// The sling of issue 16: it was drawn after it had let go.
/// Held since 39c7d09.
#[test]
fn regress_what_is_let_go_is_not_drawn_any_more() -> Outcome {
    let run = thrown(0.5)?;
    let scene = data_of(&run.player().to_html()?)?;
    let joint = |name: &str| scene["joints"].as_array().and_then(|all| all.iter().find(|one| one["name"] == name));
    let went = run.events()[0].t;
    assert!((went - 0.4).abs() < 1e-9 && run.samples().all(|at| at.t() != went), "moot: {went} is a sample");
    assert_eq!(joint("rope").map(|one| numbers(&one["off"])), Some(vec![went]));
    assert_eq!(joint("pin").map(|one| numbers(&one["off"])), Some(vec![]));
    let moving = run.player().animation().svg()?;
    assert!(moving.contains("values=\"visible;hidden\""), "the rope stays in the moving picture");

    // Switched off from the start, and on again.
    let (model, rope) = thrower(0.5)?;
    let mut start = model.start().project()?.state;
    start.release(rope);
    let run = Simulation::new(&model).every(0.03).run(start, 0.1)?;
    let scene = data_of(&run.player().to_html()?)?;
    assert_eq!(numbers(&scene["joints"][1]["off"]), [0.0]);
    Ok(())
}

/// A controller by the clock made a page of 13 000 lines and marks, which took 0.2 s a frame.
#[test]
fn invariant_what_happens_often_is_counted_and_not_listed() -> Outcome {
    let (model, _) = thrower(0.5)?;
    let looks = Event::every("looks", 1e-3);
    let rare = Event::every("rare", 2e-3);
    let run = Simulation::new(&model).every(0.1).event(looks).event(rare).run(model.start().project()?, 1.0)?;
    assert_eq!(run.events().len(), 1500);
    let scene = data_of(&run.player().to_html()?)?;
    assert_eq!(scene["often"], serde_json::json!([{ "name": "looks", "count": 1000 }]));
    let listed = scene["events"].as_array().ok_or("no events")?;
    assert!(listed.len() == 500 && listed.iter().all(|event| event["name"] == "rare"), "{}", listed.len());
    // Nor has it frames of its own.
    let looks = Event::every("looks", 1e-3);
    let run = Simulation::new(&model).every(0.1).event(looks).run(model.start().project()?, 1.0)?;
    let frames = data_of(&run.player().to_html()?)?["frames"].as_u64().ok_or("no number")?;
    assert!(frames < 300, "{frames} frames");
    Ok(())
}

/// Rectangles were triangles through their joints and their center, actuators were springs.
/// Held since 39c7d09.
#[test]
fn regress_a_rectangle_and_an_actuator_look_like_themselves() -> Outcome {
    let scene = data_of(&thrown(0.5)?.player().to_html()?)?;
    let outline = &scene["bodies"][1]["shapes"][0];
    let corners = [-0.4, -0.15, 0.0, 0.4, -0.15, 0.0, 0.4, 0.15, 0.0, -0.4, 0.15, 0.0];
    assert_eq!((&numbers(&outline["outline"])[..], &outline["closed"]), (&corners[..], &true.into()));
    assert_eq!(scene["bodies"][1]["shapes"].as_array().map(Vec::len), Some(1), "all joints are within");
    assert_eq!(scene["forces"][0]["marks"][0]["kind"], "actuator");

    // A joint outside of it is held by a bar.
    let mut builder = ModelBuilder::new();
    let oval = builder.body("oval", RigidBody::ellipse(1.0, 0.2, 0.1).at(0.0, 0.0, 0.0));
    builder.constraint("far", Revolute::new(GROUND.point(0.5, 0.0), oval.point(0.5, 0.0)));
    let model = builder.build()?;
    let run = Simulation::new(&model).every(0.1).run(model.start().project()?, 0.2)?;
    let shapes = data_of(&run.player().to_html()?)?["bodies"][1]["shapes"].clone();
    assert_eq!(numbers(&shapes[0]["bar"]), [0.0, 0.0, 0.0, 0.5, 0.0, 0.0]);
    assert_eq!(shapes[1]["outline"].as_array().map(Vec::len), Some(3 * 48));
    Ok(())
}

/// The gap of a stop along an angle was written in meters, and its moment in newtons.
/// Mended by 6ef0dde.
#[test]
fn regress_stops_of_an_angle_have_plots_of_their_own() -> Outcome {
    let mut builder = ModelBuilder::new();
    let arm = builder.body("arm", RigidBody::rod(1.0, 1.0).moving(0.0, 0.0, 1.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), arm.origin()));
    builder.force("motor", Applied::moment(arm, 0.4));
    builder.contact("end", Stop::below(Angle::between(GROUND, arm), 0.5), Rigid::smooth());
    let model = builder.build()?;
    let run = Simulation::new(&model).every(0.1).run(model.start().project()?, 1.0)?;
    let scene = data_of(&run.player().to_html()?)?;
    let titles: Vec<&str> =
        scene["plots"].as_array().ok_or("no plots")?.iter().filter_map(|plot| plot["title"].as_str()).collect();
    assert!(titles.contains(&"gaps of angles (rad)") && titles.contains(&"moments of stops (N m)"), "{titles:?}");
    assert!(!titles.contains(&"gaps (m)"), "{titles:?}");
    Ok(())
}

/// Friction of an angle was written in newtons, at the center of mass.
/// Held since 39c7d09.
#[test]
fn regress_friction_along_an_angle_is_a_moment_at_its_pin() -> Outcome {
    let run = thrown(0.5)?;
    let scene = data_of(&run.player().to_html()?)?;
    let brake = &scene["frictions"][0];
    assert_eq!(brake["units"], serde_json::json!(["N m", "rad/s"]));
    assert_eq!(brake["at"], scene["joints"][0]["at"], "not at the pin");
    let titles: Vec<&str> =
        scene["plots"].as_array().ok_or("no plots")?.iter().filter_map(|plot| plot["title"].as_str()).collect();
    assert!(titles.contains(&"friction moments (N m)") && titles.contains(&"slip rates (rad/s)"), "{titles:?}");
    assert!(!titles.contains(&"friction forces (N)"), "{titles:?}");
    // Along a travel it is a force, at the point that travels, not at the center.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::rectangle(1.0, 0.4, 0.2).at(0.0, 0.1, 0.0).moving(1.0, 0.0, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Prismatic::new(line, block.axis([0.0, -0.1], 0.0)));
    builder.friction("sole", FrictionPoint::along(Travel::along(line, block.point(0.1, -0.1)), 3.0), Coulomb::new(0.1));
    let model = builder.build()?;
    let run = Simulation::new(&model).every(0.1).run(model.start().project()?, 0.5)?;
    let sole = data_of(&run.player().to_html()?)?["frictions"][0].clone();
    assert_eq!(sole["units"], serde_json::json!(["N", "m/s"]));
    assert_eq!(numbers(&sole["at"]), [1.0, 0.1, -0.1, 0.0]);
    Ok(())
}

#[test]
fn identity_a_run_over_another_is_its_own_page_within() -> Outcome {
    let (short, long) = (thrown(0.5)?, thrown(0.6)?);
    let scene = data_of(&short.player().over("longer", long.player()).to_html()?)?;
    let mut alone = data_of(&short.player().to_html()?)?;
    assert_eq!(scene["others"][0]["name"], "longer");
    assert_eq!(scene["others"][0]["scene"], data_of(&long.player().to_html()?)?);
    assert_ne!(scene["others"][0]["scene"]["channels"], scene["channels"], "moot");
    // The first is as it is by itself.
    alone["others"] = scene["others"].clone();
    assert_eq!(scene, alone);
    Ok(())
}
