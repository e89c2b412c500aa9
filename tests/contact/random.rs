//! Bodies at random: nothing passes through anything, no energy is gained, impulses keep to their cones.

use super::common::{Random, check_impacts};
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::prelude::*;

struct Scene {
    model: Model,
    bodies: usize,
    contacts: Vec<ContactId>,
    mu: f64,
    tolerance: f64,
}

/// Ellipses and rods that spin over a floor, between walls, and round bodies that meet each other.
fn spinning(random: &mut Random) -> Scene {
    let mut builder = ModelBuilder::new();
    builder.gravity([random.unit(), random.between(-12.0, 0.0)]);
    let line = GROUND.axis([0.0, 0.0], 0.3 * random.unit());
    let (mu, e) = (random.between(0.0, 0.9), random.between(0.0, 0.95));
    let law = || Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let count = 1 + (random.between(0.0, 3.0) as usize);
    let mut contacts = Vec::new();
    let mut bodies: Vec<BodyId> = Vec::new();
    for i in 0..count {
        let body = RigidBody::new(random.between(0.3, 3.0), random.between(0.02, 0.3));
        let body = body.at(2.5 * i as f64, random.between(2.5, 3.0), 3.0 * random.unit());
        let body = body.moving(2.0 * random.unit(), 3.0 * random.unit(), 30.0 * random.unit());
        let body = builder.body(format!("body{i}"), body);
        if random.unit() < 0.0 {
            let pair = EllipseOnLine::new(line, random.between(0.02, 0.8), random.between(0.02, 0.8));
            contacts.push(builder.contact(format!("oval{i}"), Contact::between(GROUND, body, pair), law()));
        } else {
            for (k, corner) in [[-0.6, 0.0], [0.7, 0.1], [0.0, 0.3]].into_iter().enumerate() {
                let pair = CornerOnLine::new(line, corner);
                contacts.push(builder.contact(format!("corner{i}{k}"), Contact::between(GROUND, body, pair), law()));
            }
        }
        for (j, &other) in bodies.iter().enumerate() {
            let pair = Circles::outside(([0.1 * random.unit(), 0.0], 0.4), ([0.0, 0.1 * random.unit()], 0.4));
            contacts.push(builder.contact(format!("meet{j}{i}"), Contact::between(other, body, pair), law()));
        }
        bodies.push(body);
    }
    let tolerance = 10.0_f64.powf(random.between(-10.0, -4.0));
    Scene { model: builder.build().unwrap(), bodies: count, contacts, mu, tolerance }
}

/// Runs a scene; how many impacts there were, or what is wrong.
fn nothing_passes_in(scene: &Scene) -> Result<usize, String> {
    let simulation = Simulation::new(&scene.model).tolerance(scene.tolerance).output(Output::Steps).keep_dense();
    let run = simulation.run(scene.model.placed(), 1.5).map_err(|failed| failed.to_string())?;
    let impacts = check_impacts(&run, scene.mu);
    let deep = |at: Snapshot<'_>, what: &str| {
        for &contact in &scene.contacts {
            let reading = at.contact(contact);
            let resolution = 1e-11 * 5.0;
            // A closed one is projected to rounding at its steps, and drifts with the tolerance between them.
            let allowed = if reading.mode == Mode::Open {
                resolution + 1e-5 * scene.tolerance
            } else {
                resolution + 100.0 * scene.tolerance
            };
            if reading.gap < -allowed {
                return Err(format!("{what} at {}: {reading:?}", at.t()));
            }
        }
        Ok(())
    };
    run.samples().try_for_each(|at| deep(at, "sample"))?;
    for k in 0..600 {
        let state = run.state_at(1.5 * f64::from(k) / 600.0).unwrap();
        deep(run.read(&state), "dense")?;
    }
    // Nothing but what friction, impacts and gravity do to it.
    let first = run.first().unwrap().balance();
    let drift = run.largest(|at| (at.balance() - first).abs()) / (1.0 + run.first().unwrap().kinetic());
    if drift < 1e-9 + 1e4 * scene.tolerance { Ok(impacts) } else { Err(format!("balance off by {drift:e}")) }
}

/// How many bodies and impacts there were in all scenes, and how many scenes are wrong.
fn nothing_passes(seed: u64, cases: usize) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut totals = [0; 3];
    for case in 0..cases {
        let scene = spinning(&mut random);
        totals[0] += scene.bodies;
        match nothing_passes_in(&scene) {
            Ok(impacts) => totals[1] += impacts,
            Err(why) => {
                println!("case {case} (seed {seed}), tolerance {:e}: {why}", scene.tolerance);
                totals[2] += 1;
            }
        }
        if (case + 1).is_multiple_of(1000) {
            println!("{} scenes, {} bodies, {} impacts, {} wrong", case + 1, totals[0], totals[1], totals[2]);
        }
    }
    totals
}

#[test]
fn property_nothing_passes() {
    let [bodies, impacts, wrong] = nothing_passes(1, 300);
    println!("{bodies} bodies, {impacts} impacts, {wrong} scenes wrong");
    assert!(bodies > 500 && impacts > 1000 && wrong == 0, "{bodies} {impacts} {wrong}");
}

#[test]
#[ignore = "an hour"]
fn property_nothing_passes_for_long() {
    let [bodies, impacts, wrong] = nothing_passes(2, 52_000);
    println!("{bodies} bodies, {impacts} impacts, {wrong} scenes wrong");
    assert!(bodies >= 100_000 && wrong == 0);
}

/// One to six contacts that close at one instant, between bodies that may be jointed to each other.
fn struck(random: &mut Random) -> Scene {
    let mut builder = ModelBuilder::new();
    let count = 1 + random.between(0.0, 3.0) as u32;
    let (mu, e) = (random.between(0.0, 1.5), random.between(0.0, 1.0));
    let (jointed, early) = (random.unit() < 0.3, 0.01);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let (vx, vy) = (2.0 * random.unit(), -random.between(0.2, 3.0));
    let mut contacts = Vec::new();
    let mut before: Option<(BodyId, [f64; 2])> = None;
    for i in 0..count {
        let feet = 1 + usize::from(random.unit() < 0.5);
        let spin = if feet == 1 && !jointed { 4.0 * random.unit() } else { 0.0 };
        let corners = [-1.0, 1.0].map(|side| [side * random.between(0.1, 0.4), -random.between(0.1, 0.5)]);
        let corners = [corners[0], [corners[1][0], corners[0][1]]];
        // All corners come to the line at the same instant: bodies are put back by their velocities.
        let place = [f64::from(i) - vx * early, -corners[0][1] - vy * early];
        let (sin, cos) = (-spin * early).sin_cos();
        let down = corners[0][1] - (sin * corners[0][0] + cos * corners[0][1]);
        let body = RigidBody::new(random.between(0.2, 3.0), random.between(0.01, 0.4));
        let body = body.at(place[0], place[1] + down.max(0.0), -spin * early).moving(vx, vy, spin);
        let body = builder.body(format!("b{i}"), body);
        if let Some((other, there)) = before.filter(|_| jointed) {
            let length = f64::hypot(place[0] - there[0], place[1] - there[1]);
            builder.constraint(format!("link{i}"), Distance::new(other.origin(), body.origin(), length));
        }
        before = Some((body, place));
        for (k, corner) in corners.into_iter().take(feet).enumerate() {
            let contact = Contact::between(GROUND, body, CornerOnLine::new(line, corner));
            contacts.push(builder.contact(format!("c{i}{k}"), contact, Rigid::rough(Coulomb::new(mu)).bouncing(e)));
        }
    }
    Scene { model: builder.build().unwrap(), bodies: count as usize, contacts, mu, tolerance: 1e-10 }
}

fn no_energy_is_gained(seed: u64, cases: usize) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut totals = [0; 3];
    for case in 0..cases {
        let scene = struck(&mut random);
        let start = match scene.model.start().project() {
            Ok(start) => start,
            Err(_) => continue,
        };
        match Simulation::new(&scene.model).tolerance(scene.tolerance).run(start, 0.3) {
            Ok(run) => {
                totals[0] += check_impacts(&run, scene.mu);
                totals[2] += run.impacts().iter().filter(|impact| impact.blows.len() > 1).count();
            }
            Err(failed) => {
                println!("case {case} (seed {seed}, {} contacts): {failed}", scene.contacts.len());
                totals[1] += 1;
            }
        }
    }
    totals
}

#[test]
fn property_no_energy_is_gained() {
    let [impacts, failed, several] = no_energy_is_gained(4, 1000);
    println!("{impacts} impacts, {several} at several contacts, {failed} runs refused");
    assert!(impacts > 1000 && several > 200 && failed == 0);
}

#[test]
#[ignore = "minutes"]
fn property_no_energy_is_gained_for_long() {
    let [impacts, failed, several] = no_energy_is_gained(5, 80_000);
    println!("{impacts} impacts, {several} at several contacts, {failed} runs refused");
    assert!(impacts > 100_000 && failed == 0);
}
