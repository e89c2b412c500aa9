//! Bodies at random: nothing passes through anything, no energy is gained, impulses keep to their cones.

use super::common::{Random, campaign, check_impacts, solid};
use super::passing::{Scene, nothing_passes, nothing_passes_in_some};
use chetaev::contact::spatial::{OnPlane, PointOn, Spheres};
use chetaev::contact::surface::{Ellipsoid, Plane, Sphere};
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

/// Ellipses and rods that spin over a floor, between walls, and round bodies that meet each other.
pub fn spinning(random: &mut Random) -> Scene {
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
    Scene { model: builder.build().unwrap(), bodies: count, contacts, mu, tolerance, drift: 1e-5 }
}

/// The same in space: ellipsoids, balls and tripods over a floor, balls about their middles that meet.
pub fn spinning_in_space(random: &mut Random) -> Scene {
    let mut builder = ModelBuilder::new();
    builder.gravity([random.unit(), random.unit(), random.between(-12.0, 0.0)]);
    let floor = Plane::new([0.0; 3], [0.2 * random.unit(), 0.2 * random.unit(), 1.0]);
    let (mu, e) = (random.between(0.0, 0.9), random.between(0.0, 0.95));
    let law = || Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let count = 1 + (random.between(0.0, 3.0) as usize);
    let mut contacts = Vec::new();
    let mut bodies: Vec<BodyId<Spatial>> = Vec::new();
    for i in 0..count {
        let [vx, vy, vz] = random.numbers();
        let [wx, wy, wz] = random.numbers::<3>().map(|w| 15.0 * w);
        let body = solid(random).at(1.5 * i as f64, 0.3 * random.unit(), random.between(2.0, 2.5));
        let body = body.turned(UnitQuaternion::from_scaled_axis(Vector3::from(random.numbers::<3>())));
        let body = body.moving(2.0 * vx, vy, 3.0 * vz).spinning(wx, wy, wz);
        let body = builder.body(format!("body{i}"), body);
        match random.between(0.0, 3.0) as usize {
            0 => {
                let ball = Sphere::new([0.1 * random.unit(), 0.0, 0.1], random.between(0.2, 0.5));
                let contact = Contact::between(WORLD, body, OnPlane::new(floor, ball));
                contacts.push(builder.contact(format!("ball{i}"), contact, law()));
            }
            1 => {
                let [a, b, c] = [(); 3].map(|()| random.between(0.2, 0.7));
                let contact = Contact::between(WORLD, body, OnPlane::new(floor, Ellipsoid::new(a, b, c)));
                contacts.push(builder.contact(format!("egg{i}"), contact, law()));
            }
            _ => {
                let feet = PointOn::each(&floor, [[-0.6, 0.0, 0.0], [0.5, 0.3, 0.1], [0.2, -0.4, -0.3]]);
                // Three rough feet that stick hold some freedoms together, which is refused.
                for (k, foot) in feet.into_iter().enumerate() {
                    let law = if k == 0 { law() } else { Rigid::smooth().bouncing(e) };
                    contacts.push(builder.contact(format!("foot{i}{k}"), Contact::between(WORLD, body, foot), law));
                }
            }
        }
        for (j, &other) in bodies.iter().enumerate() {
            let middle = Sphere::new([0.1 * random.unit(), 0.0, 0.0], 0.4);
            let pair = Spheres::outside(middle, Sphere::new([0.0, 0.1 * random.unit(), 0.0], 0.4));
            contacts.push(builder.contact(format!("meet{j}{i}"), Contact::between(other, body, pair), law()));
        }
        bodies.push(body);
    }
    let tolerance = 10.0_f64.powf(random.between(-10.0, -4.0));
    Scene { model: builder.build().unwrap(), bodies: count, contacts, mu, tolerance, drift: 1e-5 }
}

#[test]
fn property_nothing_passes() {
    for (scene, cases) in [(spinning as fn(&mut Random) -> Scene, 300), (spinning_in_space, 60)] {
        let totals = nothing_passes(1, cases, scene);
        println!("{totals}");
        assert!(
            totals.bodies > cases
                && totals.impacts > 3 * cases
                && totals.several + totals.crowded + totals.faults() == 0
        );
    }
}

#[test]
#[ignore = "half an hour"]
fn property_nothing_passes_for_long() {
    let (seed, scenes) = campaign(2, 52_000);
    let totals = nothing_passes(seed, scenes, spinning);
    println!("{totals}");
    // Refused: what jams together and has no motion after the impact that this is either (docs/not.md).
    assert!(totals.bodies > 19 * scenes / 10 && totals.refused <= scenes / 5000 && totals.wrong == 0);
}

#[test]
#[ignore = "half an hour"]
fn property_nothing_passes_in_space_for_long() {
    let (seed, scenes) = campaign(3, 10_000);
    let totals = nothing_passes(seed, scenes, spinning_in_space);
    println!("{totals}");
    assert!(totals.bodies > 18 * scenes / 10 && totals.faults() == 0);
}

/// One to six contacts that close at one instant, between bodies that may be jointed to each other.
pub fn struck(random: &mut Random) -> Scene {
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
    Scene { model: builder.build().unwrap(), bodies: count as usize, contacts, mu, tolerance: 1e-10, drift: 1e-5 }
}

/// The same in space: balls, and bodies on one to three feet.
pub fn struck_in_space(random: &mut Random) -> Scene {
    let mut builder = ModelBuilder::new();
    let count = 1 + random.between(0.0, 3.0) as u32;
    let (mu, e) = (random.between(0.0, 1.5), random.between(0.0, 1.0));
    let (jointed, early) = (random.unit() < 0.0, 0.01);
    let law = || Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let velocity = Vector3::new(2.0 * random.unit(), 2.0 * random.unit(), -random.between(0.2, 3.0));
    let mut contacts = Vec::new();
    let mut before: Option<(BodyId<Spatial>, Vector3<f64>)> = None;
    for i in 0..count {
        let depth = random.between(0.1, 0.5);
        let round = random.unit() < 0.0;
        let feet = if round { 0 } else { 1 + random.between(0.0, if count < 3 { 3.0 } else { 2.0 }) as usize };
        // What is round, or turns about one foot, has the same moment about every axis: it comes down as it was put back.
        let (alone, m) = (feet < 2 && !jointed, random.between(0.3, 3.0));
        let body = if alone { Solid::principal(m, [0.1 * m; 3]).unwrap() } else { solid(random) };
        let spin = if alone { 4.0 * Vector3::from(random.numbers::<3>()) } else { Vector3::zeros() };
        let turn = UnitQuaternion::from_scaled_axis(-early * spin);
        let corner = Vector3::new(0.4 * random.unit(), 0.4 * random.unit(), -depth);
        // Nothing is inside of the floor before.
        let down = (corner - turn * corner).z.max(0.0);
        let place = Vector3::new(f64::from(i), 0.5 * random.unit(), depth + down) - early * velocity;
        let body = body.at(place.x, place.y, place.z).turned(turn);
        let body = body.moving(velocity.x, velocity.y, velocity.z).spinning(spin.x, spin.y, spin.z);
        let body = builder.body(format!("b{i}"), body);
        if let Some((other, there)) = before.filter(|_| jointed) {
            let length = (place - there).norm();
            builder.constraint(format!("link{i}"), Distance::new(other.origin(), body.origin(), length));
        }
        before = Some((body, place));
        if round {
            let contact =
                Contact::between(WORLD, body, OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], depth)));
            contacts.push(builder.contact(format!("c{i}"), contact, law()));
        }
        for k in 0..feet {
            let [x, y] = random.numbers().map(|x| 0.4 * x);
            let foot = if k == 0 { corner.into() } else { [x, y, -depth] };
            let contact = Contact::between(WORLD, body, PointOn::new(Plane::horizontal(), foot));
            contacts.push(builder.contact(format!("c{i}{k}"), contact, law()));
        }
    }
    Scene { model: builder.build().unwrap(), bodies: count as usize, contacts, mu, tolerance: 1e-10, drift: 1e-5 }
}

fn no_energy_is_gained(seed: u64, cases: usize, scene: fn(&mut Random) -> Scene) -> [usize; 3] {
    no_energy_is_gained_in_some(seed, cases, scene, |_| true)
}

/// Draws so many scenes, and runs some: impacts, runs refused, impacts at several contacts.
fn no_energy_is_gained_in_some(
    seed: u64,
    cases: usize,
    scene: fn(&mut Random) -> Scene,
    some: impl Fn(usize) -> bool,
) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut totals = [0; 3];
    for case in 0..cases {
        let scene = scene(&mut random);
        let start = match scene.model.start().project() {
            Ok(start) if some(case) => start,
            _ => continue,
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
    for (scene, cases) in [(struck as fn(&mut Random) -> Scene, 1000), (struck_in_space, 300)] {
        let [impacts, failed, several] = no_energy_is_gained(4, cases, scene);
        println!("{impacts} impacts, {several} at several contacts, {failed} runs refused");
        assert!(impacts > cases && several > cases / 5 && failed == 0);
    }
}

#[test]
#[ignore = "minutes"]
fn property_no_energy_is_gained_for_long() {
    let (seed, scenes) = campaign(5, 80_000);
    let [impacts, failed, several] = no_energy_is_gained(seed, scenes, struck);
    println!("{impacts} impacts, {several} at several contacts, {failed} runs refused");
    assert!(impacts > scenes && failed == 0);
}

#[test]
#[ignore = "minutes"]
fn property_no_energy_is_gained_in_space_for_long() {
    let (seed, scenes) = campaign(6, 80_000);
    let [impacts, failed, several] = no_energy_is_gained(seed, scenes, struck_in_space);
    println!("{impacts} impacts, {several} at several contacts, {failed} runs refused");
    assert!(impacts > scenes && failed == 0);
}

/// A foot in space that is pulled more than it is rubbed: it slows down, turns and slides on, but was taken for one that ends, and began anew against its own slip. Its steps came no further.
/// Held since ba2c837.
#[test]
fn regress_a_slip_that_is_pulled_more_than_rubbed_goes_on() {
    let totals = nothing_passes_in_some(3, 3_416, spinning_in_space, |case| case == 3415);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 100 && totals.crowded + totals.several + totals.faults() == 0);
}

/// A slip in space below what steps resolve, but with 20 ms to go: the end of a step of 2 ms was moved there along its slope, past the instant at which its contact opened, which was told to pull with 0.16 N.
/// Held since 8bd6a1f.
#[test]
fn regress_a_slow_slip_does_not_end_at_once() {
    let totals = nothing_passes_in_some(3, 562, spinning_in_space, |case| case == 561);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 10 && totals.crowded + totals.several + totals.faults() == 0);
}

/// Low hops whose end on the method's own solution is far back from where the dense output has it, and was left below zero by 1e-9 m and 9e-12 m; and a slip that ended past the closing of
/// another foot, 4e-12 m deep.
/// Held since 2b006d3.
#[test]
fn regress_hops_end_at_zero() {
    let totals = nothing_passes_in_some(3, 1_403, spinning_in_space, |case| [701, 1255, 1402].contains(&case));
    println!("{totals}");
    assert!(totals.scenes == 3 && totals.impacts > 50 && totals.crowded + totals.several + totals.faults() == 0);
}

/// Feet that are so near to each other that sweeps from contact to contact hardly come further, whose pattern they know long before; and feet whose rows depend on each other, the
/// singular values of which were wrong. Their impacts were refused.
/// Held since 9569101.
#[test]
fn regress_impacts_of_near_feet() {
    let only = [1234, 4368, 5285, 10_634, 14_341, 15_719, 18_927, 19_408, 20_965];
    let [impacts, failed, several] =
        no_energy_is_gained_in_some(6, 20_966, struck_in_space, |case| only.contains(&case));
    println!("{impacts} impacts, {several} at several contacts, {failed} runs refused");
    assert!(several >= only.len() && failed == 0);
}

/// Scenes of the long campaign that ended with `NoDecision` although they have a motion: four and five contacts that come to rest together.
/// Held since 599b551.
#[test]
fn regress_scenes_that_were_refused() {
    let only = |case: usize| [430, 4414, 7597].contains(&case);
    let totals = nothing_passes_in_some(2, 7_598, spinning, only);
    println!("{totals}");
    assert!(totals.scenes == 3 && totals.several + totals.crowded + totals.faults() == 0);
}

/// A contact that began to slide 2e-9 s late, with 6e-8 of its limit too much until then: the step that was to end at the limit ended just before it, and the
/// decision there was to stick.
/// Held since 1620b7f.
#[test]
fn regress_a_limit_is_met_to_rounding() {
    let totals = nothing_passes_in_some(2, 5_676, spinning, |case| case == 5675);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 0 && totals.faults() == 0);
}

/// Scenes of the long campaign whose contacts jam only together: with these they ended in `NoDecision`.
/// Held since 87dd7db.
#[test]
fn regress_scenes_that_jam_together() {
    let totals = nothing_passes_in_some(2, 25_760, spinning, |case| [20_258, 25_759].contains(&case));
    println!("{totals}");
    assert!(totals.scenes == 2 && totals.impacts > 0 && totals.crowded + totals.several + totals.faults() == 0);
}

/// A body on two corners that is struck by another, the impulses of which depend on each other: friction was beyond its cone by 5e-12 of the largest impulse.
/// Held since 0846ab5.
#[test]
fn regress_friction_of_dependent_impulses_keeps_to_its_cone() {
    let totals = nothing_passes_in_some(2, 32_762, spinning, |case| case == 32_761);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 0 && totals.crowded + totals.several + totals.faults() == 0);
}

/// Two bodies that nearly rest, struck at 1e-9 of their slips: the path to a pattern ends where rounding leaves it, and the one pattern that fits was not among those that were tried.
/// Held since 3f4c0e2. And hundreds of hops that hardly rise, each of which ended a thousandth of the resolution deeper than the one before: in the end more than a run promises.
/// Held since e25a8dc. There were 600 impacts before what friction does between low hops no longer kept them from being the end; now there are 128.
#[test]
fn regress_a_soft_impact_has_its_pattern_and_low_hops_do_not_sink() {
    let totals = nothing_passes_in_some(2, 41_391, spinning, |case| case == 41_390);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 100 && totals.faults() == 0);
}

/// A foot that slides at 4e-5 m/s in the one direction that another foot of its body leaves it, 5e-5 beyond its cone if it sticks: no search began in that direction, and the impact was refused.
/// Held since ef5a6e8.
#[test]
fn regress_a_foot_slides_where_another_lets_it() {
    // Scene 66061 of the long campaign.
    let [impacts, failed, several] = no_energy_is_gained(9_618_160_043_280_364_250, 1, struck_in_space);
    assert!(impacts > 0 && several > 0 && failed == 0);
}

/// A foot of a body that others hold, of which A without them said that its slip of 4e-7 m/s ended where it turned: it began anew across its slip, and a contact beside it pulled with 2.2 N.
/// Held since cf1d8ef.
#[test]
fn regress_a_slip_ends_by_what_it_answers_to_its_friction() {
    // Scene 1011 of seed 7.
    let totals = nothing_passes(861_123_872_400_862_576, 1, spinning_in_space);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 50 && totals.crowded + totals.several + totals.faults() == 0);
}

/// A foot comes to rest from hops with 7.6e-10 m/s left of its slip, and starts in a direction against that. Its slip went its own way at once, with its friction to the wrong side: 2600 steps of 1.6e-15 s,
/// each of which was taken for the slip's end.
/// Held since 10cc671.
#[test]
fn regress_a_start_against_what_is_left_of_a_slip() {
    // Scene 876 of seed 8.
    let seed = 13_449_401_698_062_206_067;
    let totals = nothing_passes(seed, 1, spinning_in_space);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 50 && totals.crowded + totals.several + totals.faults() == 0);
    let scene = spinning_in_space(&mut Random::new(seed));
    let start = scene.model.start().project().unwrap();
    let run = Simulation::new(&scene.model).tolerance(scene.tolerance).run(start, 1.5).unwrap();
    let steps = run.counters().steps;
    println!("{steps} steps");
    assert!(steps < 800, "{steps}");
}

/// Three bodies that come to rest on each other: what was told of them pulled with 4.5 N at a contact, as if it held from both sides.
/// Held since 0846ab5.
#[test]
fn regress_contacts_at_rest_push() {
    let totals = nothing_passes_in_some(2, 40_527, spinning, |case| case == 40_526);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 0 && totals.crowded + totals.several + totals.faults() == 0);
}

/// After an impact a foot was 6.8e-10 m above the floor and hardly moved: it was closed from there, as one is at a start, and another pushed 9.1e-11 m deep. A slip whose direction had settled was followed
/// through an impact in more than 20 000 steps. And what the check itself took for wrong: a force where the slip that it goes against is about to end, and so known to 1e-8 of its angle; and a contact that
/// has just opened, as near to the floor on the dense output as one that is closed. In the last, 1e-11 s before a slip ends, its direction left several motions, of which none lasted.
/// Held since 1e4d99f.
#[test]
fn regress_scenes_that_were_wrong_in_space() {
    for (seed, last) in [(34, 269), (35, 1176), (35, 1505), (3, 3447), (71, 7792), (71, 28113), (71, 30475)] {
        let totals = nothing_passes_in_some(seed, last + 1, spinning_in_space, |case| case == last);
        println!("{totals}");
        assert!(totals.scenes == 1 && totals.impacts > 0 && totals.crowded + totals.several + totals.faults() == 0);
    }
    let [struck, refused, _] = no_energy_is_gained_in_some(37, 1680, struck_in_space, |case| case == 1679);
    assert!(struck > 0 && refused == 0);
}

/// Four contacts that rest, one of them at its limit: four points at rest and four contacts were counted as eight choices, too many to be tried, and the run was refused.
/// Held since 1e4d99f.
#[test]
fn regress_four_contacts_at_rest_are_tried() {
    let totals = nothing_passes_in_some(72, 6514, spinning, |case| case == 6513);
    println!("{totals}");
    assert!(totals.scenes == 1 && totals.impacts > 100 && totals.crowded + totals.several + totals.faults() == 0);
}

/// Where there are several motions a run keeps each that a state has entered, and two of them are proved: some refused to be kept, and were left at once for another.
/// Held since 1e4d99f.
#[test]
fn regress_motions_that_could_not_be_entered() {
    let totals = nothing_passes_in_some(35, 701, spinning_in_space, |case| case == 700);
    println!("{totals}");
    assert!(totals.several == 1 && totals.faults() == 0);
}
