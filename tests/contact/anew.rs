//! Slips in space that come to their end together with another's and begin anew, as they are pulled more than they are rubbed.

use super::common::{G, Random};
use super::random::spinning_in_space;
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::element::SpatialFrame;
use chetaev::prelude::*;

/// A particle is pulled back by F > f = μ m g: it slows down with (F + f)/m, turns round at t₁, and comes back with (F − f)/m. Another, which nothing pulls, stops a little before or after; where that is
/// nearer than steps resolve, both are decided together. What is left of the first one's slip then is all that it is off.
#[test]
fn analytic_one_stops_as_another_turns_round() {
    let (mu, pull, v, to) = (0.3, 6.0, 1.0, 1.0);
    let rubs = mu * G;
    let turns = v / (pull + rubs);
    let mut most = 0;
    for early in [1e-3, 1e-5, 1e-6, 1e-8, 0.0, -1e-6] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let pulled = builder.body("pulled", Particle::in_space(1.0).moving(v, 0.0, 0.0));
        let force = Applied::new(pulled.origin(), move |_: f64, _: &SpatialFrame| ([-pull, 0.0, 0.0], [0.0; 3]));
        builder.force("pull", force);
        let other = Particle::in_space(1.0).at(0.0, 1.0, 0.0).moving(0.0, rubs * (turns - early), 0.0);
        let other = builder.body("other", other);
        let contacts = [pulled, other].map(|body| {
            let foot = Contact::between(WORLD, body, PointOn::new(Plane::horizontal(), [0.0; 3]));
            builder.contact(format!("{body:?}"), foot, Rigid::rough(Coulomb::new(mu)))
        });
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-6).run(model.placed(), to).unwrap();
        let at = run.last().unwrap();
        let (back, left) = ((pull - rubs) * (to - turns), (pull + rubs) * f64::abs(early));
        let off = at.body(pulled).velocity.x + back;
        let steps = run.counters().steps;
        println!("{early:e} s before: {off:.1e} m/s off, of {left:.1e} left, {steps} steps, {:?}", run.counters());
        most = most.max(steps);
        assert!(off.abs() <= left + 1e-6 && at.body(other).velocity.norm() == 0.0);
        assert_eq!(contacts.map(|contact| at.contact(contact).mode), [Mode::Forward, Mode::Stick]);
    }
    assert!(most <= 20, "{most}");
}

/// What was left of a slip that began anew went back against it, and ended step after step at once: 352 and 153 times.
/// Held since 4d71006.
#[test]
fn regress_a_slip_that_begins_anew_begins_from_rest() {
    for (seed, case, most) in [(3, 692, 300), (3, 804, 100)] {
        let mut random = Random::new(seed);
        let scene = (0..=case).map(|_| spinning_in_space(&mut random)).last().unwrap();
        let start = scene.model.start().project().unwrap();
        let run = Simulation::new(&scene.model).tolerance(scene.tolerance).run(start, 1.5).unwrap();
        let steps = run.counters().steps;
        println!("scene {case} of seed {seed}: {steps} steps, {} impacts", run.impacts().len());
        assert!(steps < most && run.impacts().len() > 10, "{steps}");
    }
}
