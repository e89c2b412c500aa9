//! Planar runs with fixed steps have the same bits on every machine whose doubles are those of IEEE 754.
//!
//! Additions, products, quotients and square roots are rounded in one way only, Rust neither reorders nor fuses them, and sine and cosine of
//! angles are the crate's own (`math/sincos.rs`). What such a run still takes from the platform's mathematical library is exact (`hypot` with a
//! zero) or steers nothing (a power that proposes a step): with a library preloaded that moves every result of sin, cos, sincos, exp, log, pow,
//! hypot and their like by one unit in the last place, these hashes stay. Checked on x86-64; elsewhere it follows.
//! A change of these hashes is no error by itself: it says that some rounding has changed, and that figures may have, by their last digit.
//! (Where steps are chosen by error, logarithms and powers of the library decide them; such runs have no hash.)

use chetaev::prelude::*;

/// FNV-1a over the bits of t, q, v and the multipliers at all samples.
fn hash(run: &Trajectory, rows: &[ConstraintRef]) -> u64 {
    let numbers = run.samples().flat_map(|at| {
        let multipliers: Vec<f64> = rows.iter().flat_map(|row| at.multipliers(*row)).collect();
        [&[at.t()], at.q(), at.v(), &multipliers].concat()
    });
    let bytes = numbers.flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn golden_bits_of_a_smooth_run() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let one = builder.body("one", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let two = builder.body("two", RigidBody::rod(0.7, 0.8).at(1.4, 0.0, 0.0));
    let pins = [
        builder.constraint("A", Revolute::new(GROUND.origin(), one.point(-0.5, 0.0))),
        builder.constraint("B", Revolute::new(one.point(0.5, 0.0), two.point(-0.4, 0.0))),
    ];
    let model = builder.build().unwrap();
    let run = |method, hold| {
        let plan = Simulation::new(&model).method(method).fixed_step(0.005).stabilization(hold).every(0.1);
        plan.run(model.placed(), 5.0).unwrap()
    };
    let projected = run(Method::Dop853, Stabilization::Projection);
    assert_eq!(format!("{:016x}", hash(&projected, &pins.map(ConstraintRef::from))), "104ccdd3aeec230d");
    assert_eq!(
        format!("{:016x}", hash(&run(Method::Rk4, Stabilization::Auto), &pins.map(ConstraintRef::from))),
        "fc446bfaace66be1"
    );
}

#[test]
fn golden_bits_of_a_run_that_sticks_and_slips() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(2.0).at(0.1, 0.0));
    let rod = builder.body("rod", RigidBody::rod(0.5, 0.6).at(0.4, 0.0, 0.0));
    let floor = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    let pin = builder.constraint("pin", Revolute::new(block.origin(), rod.point(-0.3, 0.0)));
    builder.force("spring", SpringDamper::between(GROUND.point(-1.0, 0.0), block.origin(), 60.0).rest(1.0));
    let rub =
        builder.friction("rub", FrictionPoint::in_slot(floor).on_belt(|_| 0.3.into()), Coulomb::new(0.2).holding(0.3));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).fixed_step(0.01).every(0.1).run(model.start().project().unwrap(), 5.0).unwrap();
    assert!(
        run.transitions().len() > 4 && run.friction_summary(rub).stuck_fraction > 0.1,
        "moot: {}",
        run.transitions().len()
    );
    assert_eq!(format!("{:016x}", hash(&run, &[floor.into(), pin.into()])), "84f189a2c920008b");
}
