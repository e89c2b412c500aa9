//! Against closed forms.

use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;

const G: f64 = 9.8;

/// Where a ball is at a time, dropped from a height, with the coefficient e: height, speed and the instants of its bounces.
fn bounced(height: f64, e: f64, t: f64) -> (f64, f64, Vec<f64>) {
    let (mut at, mut up) = ((2.0 * height / G).sqrt(), e * (2.0 * height * G).sqrt());
    let mut instants = vec![at];
    while at + 2.0 * up / G < t {
        at += 2.0 * up / G;
        up *= e;
        instants.push(at);
    }
    (up * (t - at) - 0.5 * G * (t - at).powi(2), up - G * (t - at), instants)
}

/// Derivatives of the same, with respect to the height and to e.
fn slopes(height: f64, e: f64, t: f64) -> [Vec<f64>; 2] {
    let all = |height: f64, e: f64| {
        let (y, v, instants) = bounced(height, e, t);
        [vec![y, v], instants].concat()
    };
    // Polynomials but for a root: of order 8 that is exact.
    let weights = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
    let difference = |h: f64, at: &dyn Fn(f64) -> Vec<f64>| {
        let mut sum = vec![0.0; at(0.0).len()];
        for (k, weight) in weights.iter().enumerate() {
            let (up, down) = (at((k + 1) as f64 * h), at(-((k + 1) as f64) * h));
            sum.iter_mut().zip(up.iter().zip(down)).for_each(|(sum, (up, down))| *sum += weight / h * (up - down));
        }
        sum
    };
    [difference(2e-3, &|x| all(height + x, e)), difference(2e-3, &|x| all(height, e + x))]
}

const HEIGHT: f64 = 1.0;
const E: f64 = 0.8;

fn compare(run: &Trajectory, ball: BodyId, instants: &[f64]) -> f64 {
    let mut worst = 0.0_f64;
    for (name, known) in ["height", "e"].into_iter().zip(slopes(HEIGHT, E, 2.0)) {
        let slope = run.sensitivity(name).unwrap();
        let mut found = vec![slope.at_end(|at| at.body(ball).origin.y), slope.at_end(|at| at.body(ball).velocity.y)];
        found.extend(instants.iter().map(|t| slope.instant(*t).unwrap()));
        for (found, known) in found.iter().zip(&known) {
            worst = worst.max((found - known).abs() / (1.0 + known.abs()));
        }
        assert_eq!(found.len(), known.len());
    }
    // All at once, of a family that has no signals.
    let [height, e] = ["height", "e"].map(|name| run.sensitivity(name).unwrap().at_end(|at| at.body(ball).origin.y));
    assert_eq!(run.gradient(|at| at.body(ball).origin.y), [height, e]);
    worst
}

/// The coefficient is an input of the model, which the event reads.
#[test]
fn analytic_a_ball_that_bounces_by_an_event() {
    let family = Family::new([("height", HEIGHT), ("e", E)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        builder.body("ball", Particle::new(1.0).at(0.0, p["height"]));
        builder.input("e", p["e"]);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let ball = family.model().body::<Planar>("ball").unwrap();
    let e = family.model().variable("e").unwrap();
    let bounce = Event::new("floor", move |at| at.body(ball).origin.y).falling().change_with(move |at, state| {
        state.v[1] *= -at.variable(e);
        Ok(())
    });
    let run = Simulation::new(family.model())
        .tolerance(1e-12)
        .output(Output::Ends)
        .event(bounce)
        .sensitivities(Sensitivities::to(&family))
        .run(family.start().clone(), 2.0)
        .unwrap();
    let instants: Vec<f64> = run.events().iter().map(|event| event.t).collect();
    let worst = compare(&run, ball, &instants);
    println!("bounces by an event: {worst:.1e}, {} of them", instants.len());
    assert!(instants.len() == 3 && worst < 6e-13, "{worst:e}");
}

#[test]
fn analytic_a_ball_that_bounces_on_a_contact() {
    let family = Family::new([("height", HEIGHT), ("e", E)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, p["height"] + 0.1, 0.0));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
        builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::smooth().bouncing(p["e"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let ball = family.model().body::<Planar>("ball").unwrap();
    let run = super::common::followed(&family, 1e-12, 2.0);
    let instants: Vec<f64> = run.impacts().iter().map(|impact| impact.t).collect();
    let worst = compare(&run, ball, &instants);
    println!("bounces on a contact: {worst:.1e}, {} of them", instants.len());
    assert!(instants.len() == 3 && worst < 6e-13, "{worst:e}");
}

/// A disk thrown forward slides through its bounces: each takes μ (1 + e) of the speed with which it closes off its way, and gives spin.
#[test]
fn analytic_a_ball_that_slides_as_it_bounces() {
    let (mu, speed) = (0.1, 8.0);
    let family = Family::new([("mu", mu), ("e", E)], move |p| {
        super::common::thrown_disk(G, HEIGHT, [speed, 0.0], [p["mu"], p["e"]])
    })
    .unwrap();
    // x after 2 s, and ω: bounce k closes with γ eᵏ.
    let place = |mu: f64, e: f64| {
        let (_, _, instants) = bounced(HEIGHT, e, 2.0);
        let gamma = (2.0 * HEIGHT * G).sqrt();
        let lost = |k: usize| mu * (1.0 + e) * gamma * e.powi(k as i32);
        let x = (0..3).map(|k| lost(k) * (2.0 - instants[k])).sum::<f64>();
        [speed * 2.0 - x, -(0..3).map(lost).sum::<f64>() * 2.0 / 0.1]
    };
    let ball = family.model().body::<Planar>("disk").unwrap();
    let run = super::common::followed(&family, 1e-12, 2.0);
    let mut worst = 0.0_f64;
    for (k, name) in ["mu", "e"].into_iter().enumerate() {
        let slope = run.sensitivity(name).unwrap();
        let found = [slope.at_end(|at| at.body(ball).origin.x), slope.at_end(|at| at.body(ball).spin)];
        let at = |h: f64| if k == 0 { place(mu + h, E) } else { place(mu, E + h) };
        for (i, found) in found.iter().enumerate() {
            let h = 1e-3;
            let known = (8.0 * (at(h)[i] - at(-h)[i]) - (at(2.0 * h)[i] - at(-2.0 * h)[i])) / (12.0 * h);
            worst = worst.max((found - known).abs() / (1.0 + known.abs()));
        }
    }
    println!("a disk that slides as it bounces: {worst:.1e}");
    assert!(run.impacts().len() == 3 && worst < 3.6e-11, "{worst:e}");
}

/// μ' > μ: a block on a belt that runs sticks until its spring pulls with μ' N, then slides to where it sticks again. From its first release on, closed forms.
#[test]
fn analytic_a_block_that_tears_loose() {
    let (mass, k, load, belt) = (2.0, 50.0, 20.0, 0.1);
    let family = Family::new([("mu", 0.2), ("mu at rest", 0.3)], move |p| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(mass).at(0.0, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, block.origin()));
        let pull = move |t: f64, _: &_| ([k * belt * t, 0.0], 0.0);
        builder.force("spring", SpringDamper::guided(guide, block.origin(), k));
        builder.force("pull", Applied::new(block.origin(), pull));
        let law = Coulomb::new(p["mu"]).holding(p["mu at rest"]);
        builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), load), law);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let block = family.model().body::<Planar>("block").unwrap();
    let run = super::common::followed(&family, 1e-12, 2.0);
    // It is pulled by k (belt t − x): loose at τ = μ' N/(k belt), then m x'' = k (belt t − x) − μ N.
    let omega = f64::sqrt(k / mass);
    let place = |mu: f64, rest: f64, t: f64| {
        let tau = rest * load / (k * belt);
        let (s, jump) = (t - tau, (rest - mu) * load / k);
        let x = belt * s + jump - belt / omega * (omega * s).sin() - jump * (omega * s).cos();
        let v = belt - belt * (omega * s).cos() + jump * omega * (omega * s).sin();
        [x, v, tau]
    };
    let loose = run.transitions()[0].t;
    let t = 1.5;
    assert!(t < run.transitions().get(1).map_or(2.0, |change| change.t), "moot: it has stopped by then");
    let run = super::common::followed(&family, 1e-12, t);
    assert_eq!(run.transitions()[0].t, loose);
    let mut worst = 0.0_f64;
    for (i, name) in ["mu", "mu at rest"].into_iter().enumerate() {
        let slope = run.sensitivity(name).unwrap();
        let read = [
            slope.at_end(|at| at.body(block).origin.x),
            slope.at_end(|at| at.body(block).velocity.x),
            slope.instant(loose).unwrap(),
        ];
        let at = |h: f64| if i == 0 { place(0.2 + h, 0.3, t) } else { place(0.2, 0.3 + h, t) };
        for (k, read) in read.iter().enumerate() {
            let h = 1e-4;
            let known = (8.0 * (at(h)[k] - at(-h)[k]) - (at(2.0 * h)[k] - at(-2.0 * h)[k])) / (12.0 * h);
            worst = worst.max((read - known).abs() / (1.0 + known.abs()));
        }
    }
    println!("a block that tears loose: {worst:.1e}");
    assert!(worst < 9e-12, "{worst:e}");
}

/// Energies depend on masses by themselves, and reactions too.
#[test]
fn analytic_what_is_read_depends_on_the_parameter_as_well() {
    let family = Family::new([("mass", 2.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let stone = builder.body("stone", Particle::new(p["mass"]).moving(3.0, 0.0));
        builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), stone.origin()));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let guide = family.model().constraint("guide").unwrap();
    let run = super::common::followed(&family, 1e-9, 1.0);
    let slope = run.sensitivity("mass").unwrap();
    let [kinetic, reaction] = [slope.at_end(|at| at.kinetic()), slope.at_end(|at| at.multipliers(guide)[0].abs())];
    assert!((kinetic - 4.5).abs() < 1e-11 && (reaction - G).abs() < 1e-11, "{kinetic} {reaction}");
    assert!(slope.end().q.iter().chain(slope.end().v).all(|x| *x == 0.0), "the motion does not depend on it");
}

/// A and B rub on the ground and on each other: three points that hold two freedoms. Pulled with c t, A starts at c T = `under` + `between`, and B stays.
#[test]
fn analytic_points_that_hold_several_freedoms() {
    let [under, between, rate, mass] = [2.0, 0.5, 1.3, 1.7];
    let family = Family::new([("under", under), ("between", between), ("rate", rate), ("mass", mass)], |p| {
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let [a, b] = [("A", p["mass"]), ("B", 1.0)].map(|(name, mass)| {
            let body = builder.body(name, Particle::new(mass));
            builder.constraint(format!("line of {name}"), Slot::new(line, body.origin()));
            body
        });
        let rub = |measure: Travel, limit: f64| FrictionPoint::along(measure, limit);
        builder.friction("under A", rub(Travel::along(line, a.origin()), p["under"]), Coulomb::new(1.0));
        builder.friction("under B", rub(Travel::along(line, b.origin()), 1.0), Coulomb::new(1.0));
        let on_each_other = Travel::along(a.axis([0.0, 0.0], 0.0), b.origin());
        builder.friction("between", rub(on_each_other, p["between"]), Coulomb::new(1.0));
        let pull = [Signal::polynomial([0.0, p["rate"]]), Signal::default()];
        builder.force("pull", Applied::signal(a.origin(), pull, Signal::default()));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let a = family.model().body::<Planar>("A").unwrap();
    let (first, end) = ((under + between) / rate, 4.0);
    let run = Simulation::new(family.model()).tolerance(1e-12).output(Output::Ends);
    let run = run.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), end).unwrap();
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    // m v = c (t − T)²/2.
    let left = end - first;
    let of_limit = -left / mass;
    let known = [
        ("under", 1.0 / rate, of_limit),
        ("between", 1.0 / rate, of_limit),
        ("rate", -first / rate, 0.5 * left * left / mass + left * first / mass),
        ("mass", 0.0, -0.5 * rate * left * left / (mass * mass)),
    ];
    let starts = run.transitions().iter().find(|change| change.t > 0.0).unwrap();
    let mut worst = (starts.t - first).abs();
    for (name, instant, speed) in known {
        let slope = run.sensitivity(name).unwrap();
        let found = [slope.instant(starts.t).unwrap(), slope.at_end(|at| at.body(a).velocity.x)];
        worst =
            found.iter().zip([instant, speed]).fold(worst, |worst, (found, known)| worst.max((found - known).abs()));
    }
    println!("three points that hold two freedoms: derivatives of the start off by {worst:.0e}");
    assert!(worst < 3e-9, "{worst}");
}

/// A plate on four points of equal limits L, at a on both axes, each rubbing across its arm. A push F = c t at the lever b ≥ a starts it at F = 4 a L/(a + b): two slide one way, the others another.
#[test]
fn analytic_a_plate_that_four_points_hold() {
    let [arm, lever, limit, rate] = [0.5, 1.0, 2.0, 0.7];
    let family = Family::new([("arm", arm), ("lever", lever), ("limit", limit), ("rate", rate)], |p| {
        let mut builder = ModelBuilder::new();
        let plate = builder.body("plate", RigidBody::new(3.0, 0.4));
        let [x, y] = [0.0, std::f64::consts::FRAC_PI_2].map(|angle| GROUND.axis([0.0, 0.0], angle));
        let a = p["arm"];
        for (name, line, point) in [("n", x, [0.0, a]), ("s", x, [0.0, -a]), ("e", y, [a, 0.0]), ("w", y, [-a, 0.0])] {
            let travel = Travel::along(line, plate.point(point[0], point[1]));
            builder.friction(name, FrictionPoint::along(travel, p["limit"]), Coulomb::new(1.0));
        }
        let pull = [Signal::polynomial([0.0, p["rate"]]), Signal::default()];
        builder.force("pull", Applied::signal(plate.point(0.0, -p["lever"]), pull, Signal::default()));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let run = Simulation::new(family.model()).tolerance(1e-12).output(Output::Ends);
    let run = run.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 4.2).unwrap();
    let starts = run.transitions().iter().find(|change| change.t > 0.0).unwrap().t;
    let known = 4.0 * arm * limit / (arm + lever) / rate;
    let mut worst = (starts - known).abs();
    let slopes = [
        ("arm", known / arm - known / (arm + lever)),
        ("lever", -known / (arm + lever)),
        ("limit", known / limit),
        ("rate", -known / rate),
    ];
    for (name, slope) in slopes {
        worst = worst.max((run.sensitivity(name).unwrap().instant(starts).unwrap() - slope).abs());
    }
    println!("a plate that four points hold: derivatives of its start off by {worst:.0e}");
    assert!(worst < 1.4e-8, "{worst}");
}

/// A block on a spring under a force c t, held by two points: c T = k x₀ + L₁ + L₂. From there m x'' + k (x − x₀) = c (t − T).
#[test]
fn analytic_along_a_start_that_two_points_hold() {
    let (stiffness, rate, mass, at) = (40.0, 3.0, 1.5, 0.02);
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let block = builder.body("block", Particle::new(mass).at(at, 0.0));
    builder.constraint("guide", Slot::new(line, block.origin()));
    builder.force("spring", SpringDamper::guided(line, block.origin(), stiffness));
    let push = [Signal::polynomial([0.0, rate]), Signal::default()];
    builder.force("push", Applied::signal(block.origin(), push, Signal::default()));
    let rubs = [("one", 1.0), ("other", 0.7)].map(|(name, limit)| {
        let point = FrictionPoint::along(Travel::along(line, block.origin()), limit);
        builder.friction(name, point, Coulomb::new(1.0))
    });
    let model = builder.build().unwrap();
    let rests = Simulation::new(&model).run(model.placed(), 0.1).unwrap().end().clone();
    assert!(rubs.iter().all(|&rub| model.read(&rests).friction(rub).unwrap().mode == Mode::Stick));
    let run = Simulation::new(&model).tolerance(1e-12).output(Output::Ends);
    let run = run.sensitivities(Sensitivities::to_start("block.x")).run(rests, 1.2).unwrap();
    let slope = run.sensitivity("block.x").unwrap();
    let starts = run.transitions().iter().find(|change| change.t > 0.2).unwrap().t;
    // With ω² = k/m: x − x₀ = (c/k)(s − sin(ω s)/ω), s = t − T, and T moves by k/c.
    let omega = (stiffness / mass).sqrt();
    let known = 1.0 - (1.0 - (omega * (1.2 - starts)).cos());
    let off = [
        starts - (stiffness * at + 1.7) / rate,
        slope.instant(starts).unwrap() - stiffness / rate,
        slope.at_end(|at| at.body(block).origin.x) - known,
    ];
    println!("along a start that two points hold: off by {off:?}");
    assert!(off.iter().all(|off| off.abs() < 1e-9), "{off:?}");
}

/// A pendulum on a cart that friction holds: what is named of it is held, and the cart stays where it is, whether one point holds it or two.
#[test]
fn property_along_a_start_on_a_cart_that_rests() {
    for points in [1, 2] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let cart = builder.body("cart", Particle::new(3.0));
        builder.constraint("guide", Slot::new(line, cart.origin()));
        let rod = RigidBody::rod(0.4, 0.5).at(0.2, -0.15, -0.6435011087932844);
        let rod = builder.body("rod", rod);
        builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.25, 0.0)));
        for k in 0..points {
            let rub = FrictionPoint::along(Travel::along(line, cart.origin()), 8.0);
            builder.friction(format!("rub {k}"), rub, Coulomb::new(1.0));
        }
        let model = builder.build().unwrap();
        let later = Simulation::new(&model).run(model.start().project().unwrap(), 0.05).unwrap().end().clone();
        for (name, index) in [("rod.omega", 0), ("rod.vx", 1)] {
            let run = Simulation::new(&model).sensitivities(Sensitivities::to_start(name));
            let run = run.run(later.clone(), 0.05).unwrap();
            let column = run.sensitivity(name).unwrap().column(|at| at.body(rod).velocity.x)[0];
            let spins = run.sensitivity(name).unwrap().column(|at| at.body(rod).spin)[0];
            let held = [spins, column][index];
            assert!((held - 1.0).abs() < 1e-9, "{points} points, {name}: {held}");
            // v = l ω across the rod, about a cart that rests.
            let across = -0.25 * model.read(&later).body(rod).angle.sin();
            assert!((column - across * spins).abs() < 1e-9, "{points} points, {name}: {column}, {spins}");
        }
    }
}
