//! A box stands (slides) on one foot and is struck at the other. Where static friction is above kinetic the complementarity problem of the impact has two solutions (stick under mu' or slide
//! under mu), and which one is found depends on the sign of the last bit of the standing foot's closing speed (-2.8e-17 or 0), of the slip after compression (5e-17), and on the order in
//! which contacts are listed - which at_once.rs says it does not. Seen: slip after the blow 0 or -3.39e-3 m/s (orders swapped, same start), -0.0553 or -0.0634 m/s (same start, 1e-14
//! perturbed; the run then ended 2.8e-3 m elsewhere at 1e-9 than at 1e-11). 25 of 600 boxes x laws. No counter or flag tells it.
//! Cause: src/impact/pattern.rs `closes` and `direction` compare with an exact zero. MENDED (rounding); that there are two solutions is still told nowhere.
use chetaev::contact::CornerOnLine;
use chetaev::prelude::*;
use chetaev::simulate::Impacts;
use chetaev::impact::Restitution;

fn slip(swap: bool, [w, h, m, mu, e, th, om, vx]: [f64; 8], law: Restitution, nudge: f64) -> [f64; 3] {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let floor = GROUND.axis([0.0, 0.0], 0.0);
    let (s, c) = th.sin_cos();
    let (x, y) = (-(c * w + s * h), -(s * w - c * h)); // its right foot is at the origin
    let (om, vx) = (om * nudge, vx * nudge);
    let body = RigidBody::rectangle(m, 2.0 * w, 2.0 * h).at(x, y, th).moving(vx - om * y, om * x, om);
    let body = builder.body("box", body);
    let mut feet = [("l", -w), ("r", w)];
    if swap {
        feet.reverse();
    }
    for (name, x) in feet {
        let foot = Contact::between(GROUND, body, CornerOnLine::new(floor, [x, -h]));
        builder.contact(name, foot, Rigid::rough(Coulomb::new(mu).holding(1.4 * mu)).bouncing(e));
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).impacts(Impacts::at_once().law(law)).run(model.placed(), 0.05).unwrap();
    let blow = |name| run.impacts()[0].blows.iter().find(|blow| blow.name == name).unwrap().clone();
    [blow("l").slip[1], blow("l").closing[1], blow("r").closing[1]]
}

#[test]
fn an_impact_does_not_depend_on_the_order_of_feet_or_on_rounding() {
    let first = [0.46589377792282144, 0.16182367028985878, 1.060116346232809, 0.28371018371040957, 0.2880601961340999, -0.049667978155729764, 0.8214377621395963, 0.09195777459962473];
    let second = [0.37881950788868723, 0.1282491766153526, 1.6964210741708863, 0.1162256956503963, 0.39394197632593553, -0.015312484223206732, 1.6874864981406592, 0.18545011466189953];
    for (case, law) in [(first, Restitution::Energetic), (second, Restitution::Newton)] {
        let one = slip(false, case, law, 1.0);
        for (swap, bits) in [(true, 0), (false, 1), (true, 1), (false, 2), (true, 2), (false, 3), (true, 3)] {
            let other = slip(swap, case, law, 1.0 + 3e-16 * f64::from(bits));
            let off = one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-9, "{law:?} {swap} {bits}: {one:?} {other:?}");
        }
    }
}
