//! Slips of several components: contacts in space, sleeves, balls in their sockets.

use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::prelude::*;

const RADIUS: f64 = 0.1;

/// A ball that slides on a plane until it rolls.
fn ball() -> Family {
    let values = [("mu", 0.3), ("radius", RADIUS), ("vx", 3.0), ("vy", -0.4), ("wx", 20.0), ("wy", -12.0), ("g", 9.81)];
    Family::new(values, |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -p["g"]]);
        let r = p["radius"];
        let ball = Solid::from_inertia(Inertia::sphere(1.0, r)?)?.at(0.0, 0.0, r);
        let ball = builder.body("ball", ball.moving(p["vx"], p["vy"], 0.0).spinning(p["wx"], p["wy"], 3.0));
        let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], r));
        builder.contact("ground", Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(p["mu"])));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

/// Where it is and how fast after `t`, and when it rolls.
fn rolled([mu, r, vx, vy, wx, wy, g]: [f64; 7], t: f64) -> [f64; 7] {
    // v + ω × (−r e_z)
    let slip = [vx - r * wy, vy + r * wx];
    let speed = slip[0].hypot(slip[1]);
    let end = 2.0 * speed / (7.0 * mu * g);
    let x = |v: f64, s: f64| v * t - mu * g * s / speed * end * (t - 0.5 * end);
    let v = |v: f64, s: f64| v - mu * g * s / speed * end;
    // ω' = 5/(2 r) of the force's acceleration, turned.
    let w = |w: f64, s: f64| w + 2.5 / r * mu * g * s / speed * end;
    [x(vx, slip[0]), x(vy, slip[1]), v(vx, slip[0]), v(vy, slip[1]), w(wx, -slip[1]), w(wy, slip[0]), end]
}

#[test]
fn analytic_a_ball_that_slides_until_it_rolls() {
    let family = ball();
    let t_end = 1.0;
    let run = Simulation::new(family.model()).tolerance(std::env::var("RT").unwrap().parse::<f64>().unwrap()).output(Output::Ends);
    let run = run.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), t_end).unwrap();
    println!("{:?}", run.flags());
    let ball = family.model().body::<Spatial>("ball").unwrap();
    let values: [f64; 7] = family.values().try_into().unwrap();
    let rolls = run.transitions()[1].t;
    let mut worst = 0.0_f64;
    for (k, name) in family.names().iter().enumerate() {
        let expected: Vec<f64> = {
            // Complex steps would do; the closed form is smooth.
            let at = |by: f64| {
                let mut values = values;
                values[k] += by;
                rolled(values, t_end)
            };
            let h = 1e-3 * values[k].abs();
            let [a, b, c, d, e, f] = [h, -h, 2.0 * h, -2.0 * h, 3.0 * h, -3.0 * h].map(at);
            (0..7).map(|i| (45.0 * (a[i] - b[i]) - 9.0 * (c[i] - d[i]) + (e[i] - f[i])) / (60.0 * h)).collect()
        };
        let slope = run.sensitivity(name).unwrap();
        let read = |f: fn(&Snapshot<'_>, BodyId<Spatial>) -> f64| *slope.column(|at| f(&at, ball)).last().unwrap();
        let found = [
            read(|at, b| at.body(b).origin[0]),
            read(|at, b| at.body(b).origin[1]),
            read(|at, b| at.body(b).velocity[0]),
            read(|at, b| at.body(b).velocity[1]),
            read(|at, b| at.body(b).spin[0]),
            read(|at, b| at.body(b).spin[1]),
            slope.instant(rolls).unwrap(),
        ];
        let most = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let off = found.iter().zip(&expected).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / most;
        println!("{name}: {off:.1e}  {found:?} {expected:?}");
        worst = worst.max(off);
    }
    println!("a ball that slides until it rolls: {worst:.1e}");
    assert!(worst < 1e-9);
}
