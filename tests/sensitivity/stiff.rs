//! Under the implicit method.

use super::common::{apart, difference};
use chetaev::prelude::*;

/// A slider-crank whose pins are bushings.
fn family() -> Family {
    Family::new([("stiffness", 1e6), ("damping", 200.0), ("moment", 0.01), ("load", 0.5)], |p| {
        let (r, l, phi, omega) = (0.15, 0.4, 0.5_f64, 15.0);
        let pin = [r * phi.cos(), r * phi.sin()];
        let beta = -(pin[1] / l).asin();
        let turn = -pin[0] * omega / (l * beta.cos());
        let (half, along) = (0.5 * l, [-pin[1] * omega, pin[0] * omega]);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let crank = RigidBody::new(1.0, p["moment"]).at(0.0, 0.0, phi).moving(0.0, 0.0, omega);
        let crank = builder.body("crank", crank);
        let rod = RigidBody::rod(0.4, l).at(pin[0] + half * beta.cos(), pin[1] + half * beta.sin(), beta);
        let rod = rod.moving(along[0] - half * beta.sin() * turn, along[1] + half * beta.cos() * turn, turn);
        let rod = builder.body("rod", rod);
        let slider = Particle::new(0.5).at(pin[0] + l * beta.cos(), 0.0).moving(along[0] - l * beta.sin() * turn, 0.0);
        let slider = builder.body("slider", slider);
        builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
        let joints = [
            ("main", GROUND, [0.0, 0.0], crank.origin()),
            ("crank pin", crank, [r, 0.0], rod.point(-half, 0.0)),
            ("piston pin", rod, [half, 0.0], slider.origin()),
        ];
        for (name, a, [x, y], b) in joints {
            for (axis, angle) in [("x", 0.0), ("y", std::f64::consts::FRAC_PI_2)] {
                let spring = SpringDamper::guided(a.axis([x, y], angle), b, p["stiffness"]).damping(p["damping"]);
                builder.force(format!("{name} {axis}"), spring);
            }
        }
        let load = p["load"];
        builder.force("load", Applied::torque(crank, move |t: f64| -load * (3.0 * t).sin()));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

#[test]
fn oracle_a_crank_on_bushings() {
    let (family, t_end) = (family(), 0.5);
    let plan = |family: &Family, rtol: f64| {
        let run = Simulation::new(family.model()).method(Method::Radau5).tolerance(rtol).output(Output::Ends);
        run.run(family.start().clone(), t_end).unwrap()
    };
    let run = Simulation::new(family.model())
        .method(Method::Radau5)
        .tolerance(1e-10)
        .output(Output::Ends)
        .sensitivities(Sensitivities::to(&family))
        .run(family.start().clone(), t_end)
        .unwrap();
    let plain = plan(&family, 1e-10);
    assert!(plain.end() == run.end() && plain.counters() == run.counters());
    let mut worst = 0.0_f64;
    for (k, name) in family.names().iter().enumerate() {
        let known = difference(&family, k, 1e-3 * family.values()[k], |member| {
            let run = Simulation::new(member.model()).tolerance(Tolerance::new(1e-12, 1e-14)).output(Output::Ends);
            run.run(member.start().clone(), t_end).unwrap().end().q.clone()
        });
        let off = apart(run.sensitivity(name).unwrap().end().q, &known);
        println!("crank on bushings, {name}: {off:.1e}, {} steps", run.counters().steps);
        worst = worst.max(off);
    }
    assert!(worst < 3e-7, "{worst:e}");
}
