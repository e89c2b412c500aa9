//! Runs and instants that cannot say what they are asked for.

use crate::Case;
use chetaev::prelude::*;
use chetaev::simulate::{AlongError, NoState};

pub fn cases() -> Vec<Case> {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0).at(1.0, 0.0));
    let strut = builder.force("strut", SpringDamper::between(GROUND.origin(), bead.origin(), 10.0).rest(1.0));
    let wind = builder.force("wind", Applied::force(bead.origin(), [1.0, 0.0]));
    let model = builder.build().unwrap();
    let [kept, sampled] = [true, false].map(|kept| {
        let plan = Simulation::new(&model);
        let plan = if kept { plan.keep_dense() } else { plan };
        plan.run(model.placed(), 0.5).unwrap()
    });
    let mut gone = model.placed();
    gone.set_position(&model, bead, [0.0, 0.0]);
    let gone = model.read(&gone).along(strut).map(drop);
    vec![
        case!(NoState::NotKept, sampled.state_at(0.2).map(drop), &["keep_dense()"]),
        case!(NoState::Outside, kept.state_at(0.75).map(drop), &["t = 0.75", "from 0 s to 0.5 s"]),
        case!(
            AlongError::NoMeasure,
            model.read(&model.placed()).along(wind).map(drop),
            &["`wind`", "load(force, body)"]
        ),
        case!(AlongError::Element, gone, &["`strut`", "place them apart"]),
    ]
}
