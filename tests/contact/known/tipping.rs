//! What tips and topples: blocks, rods on edges, rods that fall.

use super::{G, changes, feet, floor, near, rough, run, slope, when};
use chetaev::contact::curve::{Circle, Line};
use chetaev::contact::{CornerOnLine, CurvePair, EllipseOnLine};
use chetaev::prelude::*;

/// A block 2 b wide and 2 h high on a slope: stands, slides, tips, or both, by tan α against μ and b/h.
#[test]
fn analytic_four_ways_of_a_block_on_a_slope() {
    let (b, h, m) = (0.1, 0.3, 2.0);
    let inertia = m * (b * b + h * h) / 3.0;
    for (alpha, mu) in [(0.3_f64, 0.5), (0.3, 0.2), (0.4, 0.6), (0.6, 0.34), (0.9, 0.1)] {
        let mut builder = slope(alpha);
        let block = builder.body("block", RigidBody::new(m, inertia).at(0.0, h, 0.0));
        let under = feet(&mut builder, (GROUND, floor()), (block, b, h), || rough(mu));
        let run = run(builder, 1e-3);
        let (sin, cos) = alpha.sin_cos();
        // Which of the four: by the loads that each would need.
        let tips_if_sticking = alpha.tan() > b / h;
        let slides_flat = alpha.tan() > mu && mu <= b / h;
        let ways = match (slides_flat, tips_if_sticking) {
            (true, _) => [G * (sin - mu * cos), 0.0],
            (false, false) => [0.0, 0.0],
            (false, true) => {
                // About the corner that sticks: (I + m (b² + h²)) A = m g (h sin α − b cos α), clockwise.
                let turn = m * G * (h * sin - b * cos) / (inertia + m * (b * b + h * h));
                let (t, n) = (G * sin - h * turn, G * cos + b * turn);
                if t <= mu * n {
                    [h * turn, turn]
                } else {
                    // It slides on the front corner: N = m (g cos α + b A), I A = N (μ h − b).
                    let turn = m * G * cos * (mu * h - b) / (inertia - m * b * (mu * h - b));
                    [G * sin - mu * (G * cos + b * turn), turn]
                }
            }
        };
        let at = run.first().unwrap();
        let acceleration = at.body_acceleration(block);
        near("a", acceleration[0], ways[0], 1e-12);
        near("A", -acceleration[2], ways[1], 1e-12);
        assert_eq!(at.contact(under[0]).mode == Mode::Open, ways[1] > 0.0);
    }
}

/// A rod over the edge of a table, its center d beyond: it turns about the edge until tan ϑ = μ k²/(k² + 3 d²), and only then slips.
#[test]
fn analytic_a_rod_over_the_edge_of_a_table() {
    let (m, length, d) = (0.7, 1.2, 0.15);
    let k2 = length * length / 12.0;
    for mu in [0.2, 0.8] {
        let mut builder = slope(0.0);
        let rod = builder.body("rod", RigidBody::rod(m, length).at(d, 0.0, 0.0));
        // The edge is a corner of the ground, on the lower side of a line of the rod.
        let pair = CornerOnLine::new(rod.axis([0.0, 0.0], std::f64::consts::PI), [0.0, 0.0]);
        let edge = builder.contact("edge", Contact::between(rod, GROUND, pair), rough(mu));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 0.8).unwrap();
        let change = changes(&run, edge)[0];
        assert!(change.from == Mode::Stick && change.to.direction() != 0.0, "{change:?}");
        let state = run.state_at(change.t).unwrap();
        let at = run.read(&state).body(rod);
        near("slips at", -at.angle.tan(), mu * k2 / (k2 + 3.0 * d * d), 1e-11);
        near("turns", at.spin.powi(2), 2.0 * G * d * (-at.angle).sin() / (k2 + d * d), 1e-10);
    }
}

/// A rod falls over on its foot: N = (m g/4)(3 cos ϑ − 1)², T = ¾ m g sin ϑ (3 cos ϑ − 2), until T = μ N, backwards for small μ, else forwards.
#[test]
fn analytic_a_rod_falls_over() {
    let (m, length, first) = (0.9, 1.0, 1e-3_f64);
    for (mu, forwards) in [(0.2, false), (0.3, false), (0.5, true), (1.0, true)] {
        let mut builder = slope(0.0);
        let half = 0.5 * length;
        let angle = std::f64::consts::FRAC_PI_2 - first;
        let rod = builder.body("rod", RigidBody::rod(m, length).at(half * first.sin(), half * first.cos(), angle));
        let pair = CornerOnLine::new(floor(), [-half, 0.0]);
        let foot = builder.contact("foot", Contact::between(GROUND, rod, pair), rough(mu));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 3.0).unwrap();
        let slips = when(&run, foot, if forwards { Mode::Forward } else { Mode::Backward });
        let begins = changes(&run, foot)[0];
        assert_eq!(begins.t, slips, "{begins:?}");
        let state = run.state_at(slips).unwrap();
        let cosine = run.read(&state).body(rod).angle.sin();
        let sine = (1.0 - cosine * cosine).sqrt();
        // With the energy it begins with: ω² = 3 g (cos ϑ₀ − cos ϑ)/L.
        let fallen = 3.0 * G / length * (first.cos() - cosine);
        let turn = 1.5 * G / length * sine;
        let t = m * half * (turn * cosine - fallen * sine);
        let n = m * (G - half * (turn * sine + fallen * cosine));
        near("T = μ N", t.abs() / n, mu, 1e-10);
        assert!((t < 0.0) == forwards, "{t}");
    }
}

/// On a smooth floor its center falls straight, and it comes down flat with ω² = (3 g/L)(1 − …): the foot's way is L/2 sin ϑ.
#[test]
fn analytic_a_rod_falls_on_ice() {
    let (m, length, first) = (0.9, 1.0, 0.1_f64);
    let half = 0.5 * length;
    let mut builder = slope(0.0);
    let angle = std::f64::consts::FRAC_PI_2 - first;
    let rod = builder.body("rod", RigidBody::rod(m, length).at(0.0, half * first.cos(), angle));
    for (name, x) in [("foot", -half), ("top", half)] {
        let pair = CornerOnLine::new(floor(), [x, 0.0]);
        builder.contact(name, Contact::between(GROUND, rod, pair), Rigid::smooth());
    }
    let run = run(builder, 2.0);
    let blow = &run.impacts()[0];
    let top = blow.blows.iter().find(|blow| blow.name == "top").unwrap();
    // ½ m (L²/12 + L²/4) ω² = m g L/2 cos ϑ₀ when it lies flat; the top comes down with ω L.
    let omega = (3.0 * G / length * first.cos()).sqrt();
    near("comes down", -top.closing[0], omega * length, 1e-11);
    let at = run.last().unwrap();
    near("straight", at.body(rod).origin.x, 0.0, 1e-12);
    near("flat", at.body(rod).angle, 0.0, 1e-11);
    near("still", at.body(rod).spin, 0.0, 1e-12);
}

/// A beam on two supports, a load walks out on it: beyond b (1 + M/m) it tips; the loads until then are those of the lever.
#[test]
fn analytic_a_load_walks_out() {
    let ([beam_mass, m], b, speed) = ([10.0, 4.0], 1.0, 0.5);
    let mut builder = slope(0.0);
    let beam = builder.body("beam", RigidBody::new(beam_mass, 8.0));
    let load = builder.body("load", Particle::new(m).moving(speed, 0.0));
    let under = feet(&mut builder, (GROUND, floor()), (beam, b, 0.0), || rough(0.5));
    let top = CornerOnLine::new(beam.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
    builder.contact("load", Contact::between(beam, load, top), Rigid::smooth());
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.5).run(model.placed(), 8.0).unwrap();
    let tips = b * (1.0 + beam_mass / m) / speed;
    near("tips", when(&run, under[0], Mode::Open), tips, 1e-12);
    for at in run.samples().filter(|at| at.t() < tips) {
        let x = speed * at.t();
        let [left, right] = under.map(|foot| at.contact(foot).normal);
        near("left", left, G * (0.5 * beam_mass + 0.5 * m * (1.0 - x / b)), 1e-11);
        near("right", right, G * (0.5 * beam_mass + 0.5 * m * (1.0 + x / b)), 1e-11);
    }
}

/// A board on a round hill, 2 t thick, rocks without slip where R > t, and tips off where R < t: its angle grows as cosh or swings as cos.
#[test]
fn analytic_a_board_on_a_hill() {
    let (m, thick) = (1.0, 0.2);
    for (hill, rocks) in [(1.0, true), (0.1, false)] {
        let inertia = m * (1.0 + 4.0 * thick * thick) / 12.0;
        let first: f64 = if rocks { 0.05 } else { 1e-6 };
        let mut builder = slope(0.0);
        // It has rolled by R ϑ from where it lay.
        let (sin, cos) = first.sin_cos();
        let reach = hill + thick;
        let place = [reach * -sin + hill * first * cos, reach * cos + hill * first * sin];
        let board = builder.body("board", RigidBody::new(m, inertia).at(place[0], place[1], first));
        let line = board.axis([0.0, -thick], std::f64::consts::PI);
        let pair = EllipseOnLine::new(line, hill, hill);
        let hill_contact = builder.contact("hill", Contact::between(board, GROUND, pair), rough(2.0));
        let run = run(builder, 1.0);
        let at = run.last().unwrap();
        // Energy: ½ (I + m t² + m R² ϑ²) ϑ'² + m g ((R + t) cos ϑ + R ϑ sin ϑ) stays.
        let energy = |angle: f64, spin: f64| {
            let mass = inertia + m * (thick * thick + hill * hill * angle * angle);
            0.5 * mass * spin * spin + m * G * (reach * angle.cos() + hill * angle * angle.sin())
        };
        let body = at.body(board);
        near("energy", energy(body.angle, body.spin), energy(first, 0.0), 1e-12);
        assert_eq!(at.contact(hill_contact).mode, Mode::Stick);
        assert!(body.spin.abs() > 1e-6, "it moves");
        if !rocks {
            let rate = (m * G * (thick - hill) / (inertia + m * thick * thick)).sqrt();
            near("grows", body.angle, first * rate.cosh(), 1e-9);
        }
    }
}

/// A wheel whose center of mass is off its middle rolls over: |v|² = ω² (r² + 2 r d cos ϑ + d²), and the energy stays.
#[test]
fn analytic_an_eccentric_wheel_rolls() {
    let (m, r, off, inertia) = (1.0, 0.3, 0.1, 0.02);
    let mut builder = slope(0.0);
    let first: f64 = 0.2;
    let (sin, cos) = first.sin_cos();
    let wheel = RigidBody::new(m, inertia).at(-off * sin, r + off * cos, first);
    let wheel = builder.body("wheel", wheel);
    let pair = CurvePair::inside(Line::new([0.0, 0.0], 0.0), Circle::new([0.0, -off], r));
    let contact = builder.contact("floor", Contact::between(GROUND, wheel, pair), rough(2.0));
    let run = run(builder, 1.1);
    let energy = |angle: f64, spin: f64| {
        // |v|² of the center of mass = ω² (r² + 2 r off cos + off²).
        let v2 = r * r + 2.0 * r * off * angle.cos() + off * off;
        0.5 * (inertia + m * v2) * spin * spin + m * G * off * angle.cos()
    };
    let at = run.last().unwrap();
    let body = at.body(wheel);
    near("energy", energy(body.angle, body.spin), energy(first, 0.0), 1e-12);
    near("rolls", body.origin.x + off * body.angle.sin(), -r * (body.angle - first), 1e-11);
    assert!(at.contact(contact).mode == Mode::Stick && body.angle > 1.0, "{}", body.angle);
}
