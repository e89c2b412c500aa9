//! What a page says of mechanisms that are easily drawn wrong: struts along a direction, drivers, disks beside lines, slots that are left, contacts that are let go.

use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use serde_json::Value;
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, SQRT_2, TAU};

type Outcome = Result<(), Box<dyn Error>>;

/// What the page's script reads.
fn data(run: &Trajectory) -> Result<Value, Box<dyn Error>> {
    scene_of(&run.player().to_html()?)
}

fn scene_of(page: &str) -> Result<Value, Box<dyn Error>> {
    let (_, data) = page.split_once("id=\"scene\">").ok_or("no data")?;
    Ok(serde_json::from_str(data.split_once("</script>").ok_or("no end")?.0)?)
}

fn named<'v>(list: &'v Value, name: &str) -> &'v Value {
    list.as_array().into_iter().flatten().find(|one| one["name"] == name).unwrap_or(&Value::Null)
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

fn near(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

/// A column of the page: how many of its numbers are none, and the largest of the others.
fn column(scene: &Value, index: &Value) -> Option<(usize, f64)> {
    let channel = &scene["channels"][index.as_u64()? as usize];
    let (lo, step) = (channel["lo"].as_f64()?, channel["step"].as_f64()?);
    let bits: Vec<u32> = channel["u16"].as_str()?.bytes().filter_map(sextet).collect();
    let bytes: Vec<u16> = bits.chunks(4).flat_map(three).collect();
    let codes: Vec<u16> = bytes.chunks_exact(2).map(|pair| pair[0] | (pair[1] << 8)).collect();
    let known = codes.iter().filter(|code| **code != u16::MAX).map(|code| lo + f64::from(*code) * step);
    Some((codes.iter().filter(|code| **code == u16::MAX).count(), known.fold(f64::NEG_INFINITY, f64::max)))
}

/// Bytes of four letters of base64, or of the few that are left.
fn three(four: &[u32]) -> Vec<u16> {
    let sum = (0..4).fold(0, |sum, k| (sum << 6) | four.get(k).copied().unwrap_or(0));
    [16, 8, 0].iter().take(four.len() - 1).map(|shift| ((sum >> shift) & 255) as u16).collect()
}

fn sextet(letter: u8) -> Option<u32> {
    let letters = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain([b'+', b'/']);
    letters.zip(0..).find(|(other, _)| *other == letter).map(|(_, k)| k)
}

/// A carriage rolls past a spring that pulls it up, and is pulled ahead; a box on a spring whose length passes zero.
#[test]
fn analytic_a_strut_stands_along_its_direction() -> Outcome {
    let mut b = ModelBuilder::new();
    b.gravity([0.0, -9.81]);
    let car = b.body("car", RigidBody::rectangle(10.0, 1.0, 0.4).at(0.0, 0.0, 0.0).moving(2.0, 0.0, 0.0));
    b.constraint("road", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), car.axis([0.0, 0.0], 0.0)));
    let down = GROUND.axis([0.0, 2.0], -FRAC_PI_2);
    b.force("hanger", SpringDamper::guided(down, car.point(0.3, 0.2), 100.0).rest(1.0));
    let ahead = Travel::along(GROUND.axis([-2.0, 0.5], 0.0), car.point(-0.5, 0.0));
    b.force("pull", AppliedAlong::signal(ahead, Signal::constant(1.0)));
    let rider = b.body("rider", RigidBody::rectangle(1.0, 0.2, 0.2).at(0.0, 0.3, 0.0).moving(2.0, 1.0, 0.0));
    let up = car.axis([0.0, 0.3], FRAC_PI_2);
    b.constraint("post", Prismatic::new(up, rider.axis([0.0, 0.0], FRAC_PI_2)));
    b.force("seat", SpringDamper::guided(up, rider.origin(), 400.0));
    let model = b.build()?;
    let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 1.5)?;
    let scene = data(&run)?;
    let mark = |name: &str| &named(&scene["forces"], name)["marks"][0];
    // Where it begins, with the direction, which the page's script takes.
    let hanger = mark("hanger");
    assert_eq!((&hanger["kind"], numbers(&hanger["places"][0])), (&"spring".into(), vec![0.0, 0.0, 2.0, 0.0]));
    assert!(near(&numbers(&hanger["points"]), &[0.0, -1.0, 0.0]), "{hanger}");
    assert!(mark("pull")["kind"] == "actuator" && near(&numbers(&mark("pull")["points"]), &[1.0, 0.0, 0.0]));
    // Its travel passes zero: it begins below all of it.
    let lowest = run.column(|at| at.body(rider).origin.y - 0.3).into_iter().fold(0.0, f64::min);
    let begins = numbers(&mark("seat")["places"][0]);
    assert!(lowest < -0.01 && begins[2] - 0.3 < lowest - 0.1, "{lowest}, {begins:?}");
    // In the picture that moves by itself the hanger hangs straight down all the time, although the car has gone 3 m.
    let svg = run.player().animation().svg()?;
    let turned: Vec<&str> = svg.match_indices("class=\"spring\"").map(|(at, _)| turn_before(&svg[..at])).collect();
    assert!(turned.len() == 2 && turned.iter().all(|turn| turn.contains("90)")), "{turned:?}");
    Ok(())
}

/// The last rotation before a place, with what moves it.
fn turn_before(svg: &str) -> &str {
    let from = svg.rfind("rotate").unwrap_or(0);
    let rest = &svg[from..];
    rest.split_once("scale").map_or(rest, |(turn, _)| turn)
}

#[test]
fn invariant_what_drives_acts_where_it_is_drawn() -> Outcome {
    let mut b = ModelBuilder::new();
    b.gravity([0.0, -9.81]);
    let arm = b.body("arm", RigidBody::rod(4.0, 1.0).at(0.5, 0.0, 0.0));
    b.constraint("pin", Revolute::new(GROUND.origin(), arm.point(-0.5, 0.0)));
    b.constraint("motor", Driver::new(Angle::between(GROUND, arm), |t| t));
    let slide = b.body("slide", RigidBody::rectangle(2.0, 0.3, 0.2).at(1.6, 0.0, 0.0));
    b.constraint("rail", Prismatic::new(GROUND.axis([1.6, 0.0], 0.0), slide.axis([0.0, 0.0], 0.0)));
    let feed = Travel::along(GROUND.axis([1.0, 0.0], 0.0), slide.point(0.15, 0.1));
    b.constraint("feed", Driver::new(feed, |t| (t * 2.0).sin() * 0.3 + 0.75));
    let model = b.build()?;
    let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 1.0)?;
    let scene = data(&run)?;
    let joint = |name: &str| named(&scene["joints"], name);
    assert_eq!(numbers(&joint("motor")["at"]), [1.0, -0.5, 0.0, 0.0]);
    assert!(joint("motor")["moment"].is_array());
    // A force along its line, and so no moment about the point on it.
    assert!(near(&numbers(&joint("feed")["at"]), &[2.0, 0.15, 0.1, 0.0]) && joint("feed")["moment"].is_null());
    Ok(())
}

/// A flat follower on a cam, a bead on a table that is a disk, a floor without any form.
fn cam() -> Result<Trajectory, Box<dyn Error>> {
    let mut b = ModelBuilder::new();
    b.gravity([0.0, -9.81]);
    let cam = b.body("cam", RigidBody::disk(2.0, 0.2).at(0.0, 0.08, 0.0));
    b.constraint("shaft", Revolute::new(GROUND.origin(), cam.point(0.0, -0.08)));
    b.constraint("motor", Driver::new(Angle::between(GROUND, cam), |t| t * TAU));
    let follower = b.body("follower", RigidBody::rectangle(1.0, 0.3, 0.1).at(0.0, 0.33, 0.0));
    let up = [GROUND, follower].map(|body| body.axis([0.0, 0.0], FRAC_PI_2));
    b.constraint("guide", Prismatic::new(up[0], up[1]));
    let flat = EllipseOnLine::new(follower.axis([0.0, -0.05], PI), 0.2, 0.2);
    let touch = b.contact("face", Contact::between(follower, cam, flat), Rigid::smooth().bouncing(0.2));
    let table = b.body("table", RigidBody::disk(1.0, 0.15).at(0.8, 0.3, 0.0));
    b.constraint("table pin", Revolute::new(GROUND.point(0.8, 0.3), table.origin()));
    let floor = b.body("floor", RigidBody::new(1.0, 1.0).at(0.0, -1.0, 0.0));
    b.constraint("bed", Weld::new(GROUND.axis([0.0, -1.0], 0.0), floor.axis([0.0, 0.0], 0.0)));
    for (name, on, x, y) in [("on table", table, 0.8, 0.15), ("on floor", floor, 0.0, 0.0)] {
        let height = if y > 0.0 { 0.55 } else { -0.9 };
        let bead = b.body(format!("bead {name}"), RigidBody::disk(0.1, 0.05).at(x, height, 0.0));
        let line = EllipseOnLine::new(on.axis([0.0, y], 0.0), 0.05, 0.05);
        b.contact(name, Contact::between(on, bead, line), Rigid::smooth().bouncing(0.5));
    }
    let model = b.build()?;
    let go = Event::new("let go", |at| at.t() - 0.7).change(move |state| state.release(touch));
    Ok(Simulation::new(&model).every(0.01).event(go).run(model.start().project()?, 1.2)?)
}

#[test]
fn invariant_a_body_beside_a_contact_line_is_drawn() -> Outcome {
    let scene = data(&cam()?)?;
    let shapes = |name: &str| &named(&scene["bodies"], name)["shapes"];
    assert_eq!(shapes("follower")[0]["outline"].as_array().map(Vec::len), Some(12));
    assert!(near(&numbers(&shapes("table")[0]["disk"]), &[0.0, 0.0, 0.15]), "{}", shapes("table"));
    // The cam's surface is its picture; a floor that is nothing but its line stays a line.
    assert!([shapes("cam"), shapes("floor")].iter().all(|all| all.as_array().is_some_and(Vec::is_empty)));
    let line = |name: &str, slot: u64| {
        let mut marks = named(&scene["joints"], name)["marks"].as_array().into_iter().flatten();
        let points = numbers(&marks.find(|mark| mark["body"] == slot)?["points"]);
        Some((points[0] - points[points.len() - 3]).abs())
    };
    // The cam's touch goes from −0.08 m to 0.08 m.
    let long = line("face", 2).ok_or("no line")?;
    assert!((0.2..0.5).contains(&long), "the follower's line is {long} m long");
    assert!(line("on floor", 4).is_some_and(|long| long > 2.0), "the floor is cut");
    Ok(())
}

/// After it has been let go the gap of a contact went on, negative, and flattened the others.
#[test]
fn invariant_a_contact_that_was_let_go_has_no_gap() -> Outcome {
    let run = cam()?;
    let scene = data(&run)?;
    let gaps = named(&scene["contacts"], "face")["gap"].clone();
    let (none, largest) = column(&scene, &gaps).ok_or("no column")?;
    assert!(none > 10 && (0.0..0.2).contains(&largest), "{none} without a gap, {largest}");
    let (none, _) = column(&scene, &named(&scene["contacts"], "on table")["gap"]).ok_or("no column")?;
    assert_eq!(none, 0);
    // Rounding alone is a straight line: below so many meters.
    let plot = scene["plots"].as_array().into_iter().flatten().find(|plot| plot["title"] == "gaps (m)");
    let least = plot.and_then(|plot| plot["least"].as_f64()).ok_or("no least")?;
    assert!((1e-10..1e-8).contains(&least), "{least}");
    Ok(())
}

/// A Geneva drive: its slots were as long as the pin goes around them, and a crank with a pin beyond its disk was a bar.
#[test]
fn invariant_a_slot_is_as_long_as_its_pin_slides_in_it() -> Outcome {
    let mut b = ModelBuilder::new();
    let crank = b.body("crank", RigidBody::disk(1.0, 0.07).at(0.0, 0.0, -FRAC_PI_2));
    let wheel = b.body("wheel", RigidBody::disk(1.0, 0.1).at(0.1 * SQRT_2, 0.0, 0.0));
    b.constraint("O", Revolute::new(GROUND.origin(), crank.origin()));
    b.constraint("C", Revolute::new(GROUND.point(0.1 * SQRT_2, 0.0), wheel.origin()));
    b.constraint("motor", Driver::new(Angle::between(GROUND, crank), |t| t * TAU - FRAC_PI_2));
    let slot = |b: &mut ModelBuilder, name: &str, angle: f64| {
        b.constraint(name, Slot::new(wheel.axis([0.0, 0.0], angle), crank.point(0.1, 0.0)))
    };
    let slots = [slot(&mut b, "even", FRAC_PI_4), slot(&mut b, "odd", -FRAC_PI_4)];
    let lock = b.constraint("lock", Equation::holonomic([wheel], [Formula::parse("sin(2*angle)", ["angle"])?])?);
    let model = b.build()?;
    let mut guess = model.placed();
    slots.iter().for_each(|slot| guess.release(*slot));
    let inside = move |at: &Snapshot<'_>| at.body(crank).angle.cos() - FRAC_PI_4.cos();
    let enters = Event::new("enters", inside).rising().change(move |state| {
        state.release(lock);
        state.hold(slots[0]);
    });
    let leaves = Event::new("leaves", inside).falling().change(move |state| {
        state.release(slots[0]);
        state.hold(lock);
    });
    let plan = Simulation::new(&model).every(0.005).event(enters).event(leaves);
    let scene = data(&plan.run(model.start_from(guess).project()?, 0.6)?)?;
    let rails = numbers(&named(&scene["joints"], "even")["marks"][0]["points"]);
    let far = |k: usize| rails[3 * k].hypot(rails[3 * k + 1]);
    // From 0.1 m, where the pin comes in, to 0.1 (√2 − 1) m, and a little beyond.
    assert!((far(0) - far(1)).abs() < 0.1 && far(0).max(far(1)) < 0.13, "{rails:?}");
    let shapes = &named(&scene["bodies"], "crank")["shapes"];
    assert!(near(&numbers(&shapes[0]["bar"]), &[0.0, 0.0, 0.0, 0.1, 0.0, 0.0]), "{shapes}");
    assert!(near(
        &numbers(&shapes.as_array().and_then(|all| all.last()).ok_or("no shape")?["disk"]),
        &[0.0, 0.0, 0.07]
    ));
    Ok(())
}

/// A stone flies far from its sling, whose pins grew with that; one value far beyond the rest made the rest a straight line.
#[test]
fn invariant_what_goes_far_does_not_drown_the_rest() -> Outcome {
    let mut b = ModelBuilder::new();
    let arm = b.body("arm", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    b.constraint("pin", Revolute::new(GROUND.origin(), arm.point(-0.5, 0.0)));
    b.body("stone", Particle::new(0.1).at(1.0, 0.0).moving(20.0, 0.0));
    let model = b.build()?;
    let run = Simulation::new(&model).every(0.001).run(model.start().project()?, 2.0)?;
    let spike = |at: &Snapshot<'_>| if (at.t() - 1.0).abs() < 2e-3 { 1e3 } else { (60.0 * at.t()).sin() };
    let page = run.player().plot("force (N)", "wave", spike).to_html()?;
    let scene = scene_of(&page)?;
    let [span, symbols] = ["span", "symbols"].map(|key| scene[key].as_f64().unwrap_or(f64::NAN));
    assert!((40.0..45.0).contains(&span) && (3.0..8.0).contains(&symbols), "{span}, {symbols}");
    // More frames than the spike takes, and steps finer than 1e3 / 65 000.
    let wave = &scene["plots"][0]["series"][0]["columns"][0];
    let column = &scene["channels"][wave.as_u64().ok_or("no column")? as usize];
    assert!(column["f32"].is_string(), "steps of the spike");
    let without = scene_of(&run.player().to_html()?)?;
    let more = |scene: &Value| scene["frames"].as_u64().unwrap_or(0);
    assert!(more(&scene) > more(&without) + 100, "{} frames, {} without the wave", more(&scene), more(&without));
    Ok(())
}

/// The sizes that docs/player.md tells, within a factor of three, are those of a chain that falls for two seconds.
#[test]
fn invariant_pages_are_as_large_as_is_told() -> Outcome {
    let told = include_str!("../../docs/player.md");
    for count in [3, 30] {
        let mut b = ModelBuilder::new();
        b.gravity([0.0, -9.81]);
        let (mut last, long) = (GROUND.origin(), 6.0 / f64::from(count));
        for i in 0..count {
            let at = (f64::from(i) + 0.5) * long;
            let link = b.body(format!("link {i}"), RigidBody::rod(0.1, long).at(at, 0.0, 0.0));
            b.constraint(format!("pin {i}"), Revolute::new(last, link.point(-0.5 * long, 0.0)));
            last = link.point(0.5 * long, 0.0);
        }
        let model = b.build()?;
        let run = Simulation::new(&model).tolerance(1e-5).every(0.02).run(model.start().project()?, 2.0)?;
        let size = run.player().to_html()?.len() as f64 / 1000.0;
        println!("{count} bodies: {size:.0} kB");
        let (_, after) = told.split_once(&format!("{count} bodies has ")).ok_or("not told")?;
        let number: f64 = after.split(' ').next().ok_or("no number")?.parse()?;
        assert!((number / 3.0..number * 3.0).contains(&size), "{count} bodies: {size} kB, {number} are told");
    }
    Ok(())
}
