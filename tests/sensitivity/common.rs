//! What several files of these tests use.

use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use std::error::Error;

/// What a family is made of.
pub type Member = Result<(Model, State), Box<dyn Error + Send + Sync>>;

/// A block on a spring that sticks by itself again and again, under a load that is given.
pub fn block() -> Family {
    Family::new([("mass", 1.0), ("spring", 100.0), ("mu", 0.2), ("mu at rest", 0.4)], |p| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(p["mass"]).at(0.01, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, block.origin()));
        builder.force("spring", SpringDamper::guided(guide, block.origin(), p["spring"]));
        builder.force("push", Applied::new(block.origin(), |t: f64, _: &_| ([6.0 * (3.0 * t).sin(), 0.0], 0.0)));
        let law = Coulomb::new(p["mu"]).holding(p["mu at rest"]);
        builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 10.0), law);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

/// A cart that is pulled along a guide of finite length, on whose two ends it rubs: each carries a part of the guide's force and moment.
pub fn cart_in_its_guide() -> Family {
    Family::new([("end", 0.3), ("height", 0.4), ("mu", 0.3)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let line = GROUND.axis([0.0, 0.0], 0.1);
        let cart = builder.body("cart", RigidBody::new(2.0, 0.3).at(0.0, 0.0, 0.1).moving(0.995, 0.0998, 0.0));
        let guide = builder.constraint("guide", Prismatic::new(line, cart.axis([0.0, 0.0], 0.0)));
        let pull = Signal::constant(3.0).sine(8.0, 4.0, 0.0);
        builder.force(
            "pull",
            Applied::signal(cart.point(0.05, p["height"]), [pull, Signal::default()], Signal::default()),
        );
        let [left, right] = FrictionPoint::in_guide(guide, [-0.2, p["end"]]);
        builder.friction("left", left, Coulomb::new(0.2).holding(0.25));
        builder.friction("right", right, Coulomb::new(p["mu"]).viscous(0.3));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap()
}

/// The central difference of order 4 of what runs of the members of a family give, over ±h and ±2h of one parameter.
pub fn difference(family: &Family, index: usize, h: f64, run: impl Fn(&Family) -> Vec<f64>) -> Vec<f64> {
    let at = |by: f64| {
        let mut values = family.values().to_vec();
        values[index] += by;
        run(&family.at(&values).unwrap())
    };
    let (near, far) = ([at(h), at(-h)], [at(2.0 * h), at(-2.0 * h)]);
    let slope = |i: usize| (8.0 * (near[0][i] - near[1][i]) - (far[0][i] - far[1][i])) / (12.0 * h);
    (0..near[0].len()).map(slope).collect()
}

/// A family's run with all its derivatives.
pub fn followed(family: &Family, rtol: f64, t_end: f64) -> Trajectory {
    let plan = Simulation::new(family.model()).tolerance(rtol).output(Output::Ends);
    plan.sensitivities(Sensitivities::to(family)).run(family.start().clone(), t_end).unwrap()
}

/// The coordinates and velocities at the end, and the instants of all transitions.
pub fn ends(run: &Trajectory) -> Vec<f64> {
    let instants = run.transitions().iter().map(|change| change.t);
    run.end().q.iter().chain(&run.end().v).copied().chain(instants).collect()
}

/// The derivatives of the same.
pub fn slopes(run: &Trajectory, name: &str) -> Vec<f64> {
    let slope = run.sensitivity(name).unwrap();
    let instants = run.transitions().iter().map(|change| slope.instant(change.t).unwrap());
    slope.end().q.iter().chain(slope.end().v).copied().chain(instants).collect()
}

/// The largest difference, beside the largest number.
pub fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let most = b.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    a.iter().zip(b).fold(0.0, |apart: f64, (a, b)| apart.max((a - b).abs())) / most.max(f64::MIN_POSITIVE)
}

/// A disk of radius 0.1 m, thrown forward from so far above a rough floor, on which it bounces.
pub fn thrown_disk(g: f64, height: f64, [speed, spin]: [f64; 2], [mu, e]: [f64; 2]) -> Member {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, height + 0.1, 0.0).moving(speed, 0.0, spin));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    let law = Rigid::rough(Coulomb::new(mu)).bouncing(e);
    builder.contact("floor", Contact::between(GROUND, disk, pair), law);
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// Numbers between 0 and 1, of a linear generator.
pub struct Numbers(pub u64);

impl Numbers {
    /// Of the seed in `CHETAEV_SEED`.
    pub fn of_the_run() -> Self {
        Self(std::env::var("CHETAEV_SEED").map_or(5, |seed| seed.parse().unwrap()))
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    pub fn next(&mut self) -> f64 {
        (self.word() >> 33) as f64 / 2.0_f64.powi(31)
    }

    /// To the last bit.
    pub fn finely(&mut self) -> f64 {
        (self.word() >> 11) as f64 / 2.0_f64.powi(53)
    }
}
