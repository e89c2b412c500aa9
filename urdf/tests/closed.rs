//! Robots whose motion has a closed form, and files that are refused.

#![allow(clippy::unwrap_used)]

use chetaev::nalgebra::Matrix2;
use chetaev::prelude::*;
use chetaev_urdf::{Robot, Urdf, UrdfError};

const G: f64 = 9.81;

fn link(name: &str, mass: f64, at: &str, inertia: f64) -> String {
    format!(
        r#"<link name="{name}"><inertial><origin xyz="{at}" rpy="0.3 0.2 0.1"/><mass value="{mass}"/>
        <inertia ixx="{inertia}" iyy="{inertia}" izz="{inertia}"/></inertial></link>"#
    )
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, rest: &str) -> String {
    format!(r#"<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{rest}</joint>"#)
}

fn robot(parts: &[String]) -> String {
    format!(r#"<?xml version="1.0"?><robot name="it"><link name="base"/>{}</robot>"#, parts.concat())
}

fn mechanism(parts: &[String]) -> Robot {
    let mut robot = Urdf::parse(&robot(parts)).unwrap().mechanism().unwrap();
    robot.builder.gravity([0.0, 0.0, -G]);
    robot
}

/// Two links, of which the second carries a mass on a fixed joint: M(q) a + h(q, v) = g(q), with the lengths and masses of the double pendulum of textbooks.
#[test]
fn truth_a_double_pendulum_with_a_mass_on_a_fixed_joint() {
    let (l, m) = ([0.7, 0.4], [1.3, 0.6]);
    let axis = r#"<axis xyz="0 -2 0"/>"#;
    let parts = [
        link("upper", m[0], "0 0 -0.7", 0.02),
        link("lower", 0.2, "0 0 -0.4", 0.01),
        link("bob", 0.4, "0.1 0 0", 0.03),
        joint("shoulder", "continuous", "base", "upper", axis),
        joint("elbow", "revolute", "upper", "lower", &format!(r#"<origin xyz="0 0 -0.7"/>{axis}"#)),
        // It stands turned, and still its center is at the end of the lower link.
        joint("grip", "fixed", "lower", "bob", r#"<origin xyz="0 -0.1 -0.4" rpy="0 0 1.5707963267948966"/>"#),
    ];
    let robot = mechanism(&parts);
    assert_eq!(robot.tree.joint_names(), ["shoulder", "elbow"]);
    assert!(robot.left_out.is_empty(), "{:?}", robot.left_out);
    let coordinates = ["shoulder", "elbow"].map(|name| robot.coordinate(name).unwrap());
    let model = robot.builder.build().unwrap();
    assert_eq!(model.body_names().collect::<Vec<_>>(), ["upper", "lower"]);
    let (q, v) = ([0.4, -0.7], [1.1, -0.6]);
    let state = robot.tree.state(&model, &q, &v).unwrap();
    let at = model.read(&state);
    for (coordinate, (q, v)) in coordinates.iter().zip(q.into_iter().zip(v)) {
        let [value, rate] = coordinate.read(&at).unwrap();
        assert!((value - q).abs() < 1e-14 && (rate - v).abs() < 1e-14, "{value} {rate}");
    }
    // Absolute angles from the vertical: a = q1, b = q1 + q2; with c = cos(a − b), s = sin(a − b):
    //   ((m1 + m2) l1² + J1) a'' + m2 l1 l2 c b'' = −m2 l1 l2 s b'² − (m1 + m2) g l1 sin a
    //   m2 l1 l2 c a'' + (m2 l2² + J2) b'' = m2 l1 l2 s a'² − m2 g l2 sin b
    let (a, b, da, db) = (q[0], q[0] + q[1], v[0], v[0] + v[1]);
    let (s, c) = (a - b).sin_cos();
    let (both, k) = (m[0] + m[1], m[1] * l[0] * l[1]);
    let inertia = [0.02, 0.01 + 0.03];
    let mass = Matrix2::new(both * l[0] * l[0] + inertia[0], k * c, k * c, m[1] * l[1] * l[1] + inertia[1]);
    let right = [-k * s * db * db - both * G * l[0] * a.sin(), k * s * da * da - m[1] * G * l[1] * b.sin()];
    let found = mass.lu().solve(&chetaev::nalgebra::Vector2::from(right)).unwrap();
    let expected = [found[0], found[1] - found[0]];
    for (coordinate, expected) in coordinates.iter().zip(expected) {
        let found = coordinate.second_rate(&at).unwrap();
        assert!((found - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{found} {expected}");
    }
}

/// A cart that a motor pushes, with friction and damping, up to a stop; a second one follows it at half the travel.
#[test]
fn truth_motors_losses_stops_and_mimics() {
    let cart = |name: &str, rest: &str| joint(name, "prismatic", "base", &format!("{name} cart"), rest);
    let parts = [
        link("x cart", 2.0, "0 0 0", 0.1),
        link("y cart", 4.0, "0 0 0", 0.1),
        cart(
            "x",
            r#"<axis xyz="1 0 0"/><limit lower="-1" upper="0.5" effort="7" velocity="3"/><dynamics friction="1.5"/>"#,
        ),
        cart("y", r#"<axis xyz="0 1 0"/><dynamics damping="0.8"/><mimic joint="x" multiplier="0.5" offset="0.1"/>"#),
    ];
    let mut robot = mechanism(&parts);
    assert_eq!(robot.left_out, ["the largest effort of `x`", "the largest velocity of `x`"]);
    let push = robot.motor("x").unwrap();
    let [x, y] = ["x", "y"].map(|name| robot.coordinate(name).unwrap());
    let model = robot.builder.build().unwrap();
    let start = robot.tree.state(&model, &[0.0, 0.1], &[0.2, 0.1]).unwrap();
    let mut start: State = model.start_from(start).project().unwrap().into();
    start.set_variable(push, 5.0);
    // (m + M/4) x'' = 5 − 1.5 − 0.8/4 x': with k = 0.2/3 and u = 3.5/0.2, x' = u + (0.2 − u) exp(−k t).
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).run(start, 2.0).unwrap();
    let (k, u) = (0.2 / 3.0, 3.5 / 0.2);
    let mut compared = 0;
    for at in run.samples().take_while(|at| x.read(at).unwrap()[0] < 0.499) {
        let [x, rate] = x.read(&at).unwrap();
        let expected = u + (0.2 - u) * (-k * at.t()).exp();
        assert!((rate - expected).abs() < 1e-9, "{rate} {expected} at {}", at.t());
        assert!((y.read(&at).unwrap()[0] - (0.5 * x + 0.1)).abs() < 1e-12);
        compared += 1;
    }
    assert!(compared > 3, "moot");
    let last = run.last().unwrap();
    let [at, rate] = x.read(&last).unwrap();
    assert!((at - 0.5).abs() < 1e-9 && rate.abs() < 1e-9, "it stands at {at} with {rate}");
}

/// A four-bar linkage, whose loop the file cannot have: one freedom is left, and the rocker follows Freudenstein's equation.
#[test]
fn truth_a_loop_that_is_closed_by_name() {
    let axis = r#"<axis xyz="0 1 0"/>"#;
    let at = |x: f64| format!(r#"<origin xyz="{x} 0 0"/>{axis}"#);
    // Crank 0.1, coupler 0.4, rocker 0.3, ground 0.35; links lie along x at zero.
    let parts = [
        link("crank", 0.2, "0.05 0 0", 0.001),
        link("coupler", 0.5, "0.2 0 0", 0.01),
        link("rocker", 0.4, "0.15 0 0", 0.005),
        joint("A", "continuous", "base", "crank", axis),
        joint("B", "continuous", "crank", "coupler", &at(0.1)),
        joint("D", "continuous", "base", "rocker", &at(0.35)),
    ];
    let mut robot = mechanism(&parts);
    robot.close_in_plane("C", ("coupler", [0.4, 0.0, 0.0], [0.0, 1.0, 0.0]), ("rocker", [0.3, 0.0, 0.0])).unwrap();
    let coordinates = ["A", "B", "D"].map(|name| robot.coordinate(name).unwrap());
    let model = robot.builder.build().unwrap();
    let guess = robot.tree.state(&model, &[-0.6, -0.3, -1.4], &[0.0; 3]).unwrap();
    let crank = robot.tree.joint_names().iter().position(|name| *name == "A");
    assert_eq!(crank, Some(0));
    let chetaev_urdf::Coordinate::Angle(turn) = coordinates[0] else { panic!("no angle") };
    let start = model.start_from(guess).measure(turn, -0.6).project().unwrap();
    assert_eq!(model.freedoms(&start.state).unwrap().freedoms, 1);
    let run = Simulation::new(&model).tolerance(1e-11).every(0.05).run(start, 1.0).unwrap();
    let mut moved = 0.0_f64;
    for sample in run.samples() {
        let [a, _, d] = coordinates.each_ref().map(|it| it.read(&sample).unwrap()[0]);
        // |B − C| = 0.4, about y: a positive angle turns x toward −z.
        let (b, c) = ([0.1 * a.cos(), -0.1 * a.sin()], [0.35 + 0.3 * d.cos(), -0.3 * d.sin()]);
        assert!(((b[0] - c[0]).hypot(b[1] - c[1]) - 0.4).abs() < 1e-9);
        moved = moved.max((a + 0.6).abs());
    }
    assert!(moved > 0.3 && run.energy_error() < 1e-8, "moot: {moved}");
}

#[test]
fn refusal_files_by_line_and_name() {
    let rod = link("rod", 1.0, "0 0 0", 0.1);
    let pin = joint("pin", "continuous", "base", "rod", "");
    let cases: [(String, &[&str]); 12] = [
        ("<robot".into(), &["no XML"]),
        ("<model/>".into(), &["line 1", "`model`", "`robot`"]),
        (robot(&[rod.clone(), pin.replace("continuous", "hinge")]), &["`pin`", "`hinge`", "revolute"]),
        (robot(&[rod.clone(), pin.replace("\"base\"", "\"ground\"")]), &["link `ground`", "base, rod"]),
        (robot(&[rod.replace("value=\"1\"", "value=\"a\""), pin.clone()]), &["`value`", "`a`", "no finite number"]),
        (robot(&[rod.replace("0 0 0", "0 0"), pin.clone()]), &["`xyz`", "`0 0`", "three"]),
        (robot(&[rod.replace("value=\"1\"", "value=\"0\""), pin.clone()]), &["`rod`", "mass is 0"]),
        (robot(&[r#"<link name="rod"/>"#.into(), pin.clone()]), &["`rod`", "mass is 0"]),
        (robot(std::slice::from_ref(&rod)), &["base, rod", "join all but one"]),
        (
            robot(&[rod.clone(), pin.clone(), joint("other", "fixed", "base", "rod", "")]),
            &["`rod`", "`pin`", "`other`", "Robot::close"],
        ),
        (robot(&[rod.clone(), rod.clone(), pin.clone()]), &["two links", "`rod`"]),
        (
            robot(&[rod.clone(), joint("pin", "continuous", "base", "rod", r#"<axis xyz="0 0 0"/>"#)]),
            &["`pin`", "axis", "zero"],
        ),
    ];
    for (text, says) in cases {
        let error = Urdf::parse(&text).and_then(|it| it.mechanism()).err();
        let Some(error) = error else { panic!("nothing was refused where it should say {says:?}") };
        let text = error.to_string();
        assert!(says.iter().all(|word| text.contains(word)), "{says:?} are not all in: {text}");
    }
    let robot = mechanism(&[rod, pin]);
    assert!(matches!(robot.coordinate("pins"), Err(UrdfError::Unknown { .. })));
    assert!(robot.body("rod").is_ok() && robot.body("bar").is_err());
    let model = robot.builder.build().unwrap();
    assert!(robot.tree.state(&model, &[], &[]).unwrap_err().to_string().contains("0 numbers"));
}
