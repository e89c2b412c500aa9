//! A motion that is led from time to time: a jump is refused, a fast motion is not taken for one.

use chetaev::analysis::{Inverse, InverseError};
use chetaev::prelude::*;

/// A block of 2 kg on a smooth guide, and the measure along it.
fn block() -> (Model, Travel) {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(2.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, block.origin()));
    (builder.build().unwrap(), Travel::along(guide, block.origin()))
}

/// x = v t, and from t = 0.37 on a step s further. One stride of 1 s across it is refused where |s| > 0.2 |v| + 0.02 |v + s|, and so are all its parts.
#[test]
fn analytic_a_jump_is_told_where_it_is_more_than_a_part_of_the_stride() {
    let (model, along) = block();
    let (mut told, mut taken) = (0, 0);
    for speed in [0.0, 1.5, -1.5] {
        for step in [0.0, 0.25, -0.25, 1e-5, -1e-5, 0.3, -0.3, 0.35, -0.35] {
            let law = move |t: Jet| if t.value < 0.37 { t * speed } else { t * speed + step };
            let question = Inverse::of(&model).actuator("push", along).motion(along, law);
            let found = question.over(&model.placed(), [0.0, 1.0]).map(drop);
            let bound: f64 = 0.2 * f64::abs(speed) + 0.02 * f64::abs(speed + step);
            if step.abs() <= bound {
                taken += 1;
                assert_eq!(found, Ok(()), "{step} m at {speed} m/s");
                continue;
            }
            told += 1;
            let Err(InverseError::Jump { coordinate, jump, from, to }) = found else { panic!("{step} at {speed}") };
            assert_eq!((coordinate.as_str(), from, to), ("block.vx", 0.0, 1.0));
            assert!((jump - step).abs() < 1e-9, "{jump} for {step}");
        }
    }
    println!("{told} jumps are told, {taken} are too small for the stride");
    assert!(told > 10 && taken > 10, "moot: {told}, {taken}");
}

/// Oscillations, many of them between two times of which one asks: steps are halved, and the forces are m x''.
#[test]
fn analytic_a_fast_motion_is_no_jump() {
    let (model, along) = block();
    let law = |t: Jet| (t * 40.0).sin() * 0.3;
    let question = Inverse::of(&model).actuator("push", along).motion(along, law);
    let found = question.over(&model.placed(), [0.0, 1.0, 1.01]).unwrap();
    for (one, t) in found.iter().zip([0.0_f64, 1.0, 1.01]) {
        let expected = -2.0 * 0.3 * 1600.0 * (40.0 * t).sin();
        assert!((one.force("push").unwrap() - expected).abs() < 1e-9 * 960.0);
    }
}
