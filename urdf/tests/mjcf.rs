//! Mechanisms from MJCF whose motion has a closed form, and files that are refused. (`bash urdf/mjcf.sh` compares with MuJoCo.)

#![allow(clippy::unwrap_used)]

use chetaev::prelude::*;
use chetaev_urdf::{Mjcf, Robot};

const G: f64 = 9.81;

fn robot(sections: &str) -> Robot {
    Mjcf::parse(&format!("<mujoco>{sections}</mujoco>")).unwrap().mechanism().unwrap()
}

/// Two equal cranks carry a coupler that never turns: (2 J + m r²) θ'' = −(m + m_c) g r sin θ, with J and m_c r/2 of each crank about its pin.
#[test]
fn truth_a_parallelogram_closed_by_connect() {
    let (r, m) = (0.4, 1.5);
    // Each crank is a bar: 1 kg at its middle.
    let bar = r#"<inertial pos="0 0 -0.2" mass="1" diaginertia="0.02 0.02 0.001"/>"#;
    let file = |closing: &str| {
        format!(
            r#"<worldbody>
            <body name="left"><joint name="hinge" axis="0 1 0"/>{bar}
              <body name="coupler" pos="0 0 -0.4"><joint name="knee" axis="0 1 0"/><inertial pos="0.3 0 0" mass="{m}" diaginertia="0.05 0.05 0.05"/>
                <site name="end" pos="0.6 0 0"/></body></body>
            <body name="right" pos="0.6 0 0"><joint name="other" axis="0 1 0"/>{bar}<site name="tip" pos="0 0 -0.4"/></body>
            </worldbody><equality>{closing}</equality>"#
        )
    };
    let exact = |theta: f64| {
        let about = 2.0 * (0.02 + 0.2 * 0.2) + m * r * r;
        -(m * r + 2.0 * 0.2) * G * theta.sin() / about
    };
    for closing in [
        r#"<connect name="loop" body1="coupler" body2="right" anchor="0.6 0 0"/>"#,
        r#"<connect name="loop" site1="end" site2="tip"/>"#,
    ] {
        let mut robot = robot(&file(closing));
        // It moves in a plane, across which the loop is closed once more than needed.
        robot.builder.allow_redundant();
        assert!(robot.left_out.is_empty(), "{:?}", robot.left_out);
        let hinge = robot.coordinate("hinge").unwrap();
        let names: Vec<&str> = robot.tree.joint_names();
        let turn =
            |theta: f64| names.iter().map(|name| if *name == "knee" { -theta } else { theta }).collect::<Vec<_>>();
        let values = turn(0.5);
        let model = robot.builder.build().unwrap();
        let state = robot.tree.state(&model, &values, &[0.0; 3]).unwrap();
        let state: State = model.start_from(state).project().unwrap().into();
        let at = model.read(&state);
        let (value, found) = (hinge.read(&at).unwrap()[0], hinge.second_rate(&at).unwrap());
        println!("{found} {}", exact(value));
        assert!((value - 0.5).abs() < 1e-12 && (found - exact(value)).abs() < 1e-11);
    }
}

/// A weld makes one body of two, wherever they stand; a `joint` equality is a gear.
#[test]
fn truth_welds_and_gears() {
    let body = |name: &str, rest: &str| {
        format!(r#"<body name="{name}" {rest}<inertial pos="0.1 0 0" mass="1" diaginertia="0.02 0.03 0.04"/></body>"#)
    };
    let free = body("free", r#"pos="0.5 0 0" quat="0.8 0 0.6 0"><freejoint name="flies"/>"#);
    let arm = body("arm", r#"><joint name="hinge" axis="0 1 0"/>"#);
    let mut robot = robot(&format!(
        r#"<worldbody>{arm}{free}</worldbody><equality><weld name="glue" body1="arm" body2="free"/></equality>"#
    ));
    robot.builder.gravity([0.0; 3]);
    let hinge = robot.coordinate("hinge").unwrap();
    let push = robot.motor("hinge").unwrap();
    let model = robot.builder.build().unwrap();
    let mut state = robot.tree.state(&model, &[0.0], &[0.0]).unwrap();
    state.set_variable(push, 2.0);
    // About the hinge: 0.03 + 0.1², and the free one's center is at 0.5 + 0.1 cos β, −0.1 sin β, with (cos β/2, sin β/2) = (0.8, 0.6).
    let (sin, cos) = (2.0 * 0.6 * 0.8, 0.8 * 0.8 - 0.6 * 0.6);
    let center = [0.5 + 0.1 * cos, -0.1 * sin];
    let inertia = 0.03 + 0.01 + 0.03 + center.iter().map(|x| x * x).sum::<f64>();
    let found = hinge.second_rate(&model.read(&state)).unwrap();
    assert!((found - 2.0 / inertia).abs() < 1e-11, "{found} {}", 2.0 / inertia);

    // θ₁ = 0.5 + 2 θ₂: with 0.04 about each axis of z, moment 1 on the second.
    let wheel = |name: &str, x: f64| {
        format!(
            r#"<body name="{name}" pos="{x} 0 0"><joint name="turn {name}"/><inertial pos="0 0 0" mass="1" diaginertia="0.02 0.03 0.04"/></body>"#
        )
    };
    let mut robot = self::robot(&format!(
        r#"<worldbody>{}{}</worldbody><equality><joint joint1="turn a" joint2="turn b" polycoef="0.5 2 0 0 0"/></equality>"#,
        wheel("a", 0.0),
        wheel("b", 1.0)
    ));
    let [first, second] = ["turn a", "turn b"].map(|name| robot.coordinate(name).unwrap());
    let push = robot.motor("turn b").unwrap();
    let values: Vec<f64> =
        robot.tree.joint_names().iter().map(|name| if *name == "turn a" { 0.9 } else { 0.2 }).collect();
    let model = robot.builder.build().unwrap();
    let mut state = robot.tree.state(&model, &values, &[0.0; 2]).unwrap();
    state.set_variable(push, 1.0);
    let at = model.read(&state);
    let found = [first, second].map(|it| it.second_rate(&at).unwrap());
    let exact = 1.0 / (0.04 + 4.0 * 0.04);
    assert!((found[1] - exact).abs() < 1e-12 && (found[0] - 2.0 * exact).abs() < 1e-12, "{found:?}");
}

/// A ball that falls, a ball joint, stops, dry friction; and what is left out is told.
#[test]
fn truth_joints_without_a_coordinate_stops_and_losses() {
    let robot = robot(
        r#"<option gravity="0 0 -10" viscosity="1"/><default><joint frictionloss="0.5" armature="0.1"/></default><worldbody>
        <body name="falls" pos="0 0 3"><freejoint/><geom size="0.1"/></body>
        <body name="swings" pos="1 0 0" gravcomp="1"><joint type="ball" armature="0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size="0.05"/></body>
        <body name="slides" pos="2 0 0"><joint name="track" type="slide" axis="1 0 0" range="-0.5 0.25"/><geom size="0.1" mass="2"/></body>
        <geom type="plane" size="1 1 1"/></worldbody><actuator><motor joint="track"/></actuator>"#,
    );
    let told = robot.left_out.join("; ");
    for part in [
        "`actuator`: 1",
        "rotor's inertia of `track`, 0.1",
        "friction of `joint of swings`",
        "contacts between 4 `geom`s",
        "compensation of gravity of `swings`",
        "the viscosity of the medium",
    ] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    let track = robot.coordinate("track").unwrap();
    let falls = robot.body("falls").unwrap();
    let model = robot.builder.build().unwrap();
    assert_eq!(model.contact_names().collect::<Vec<_>>(), ["track lower", "track upper"]);
    let mut state = robot.tree.state(&model, &[0.0], &[1.0]).unwrap();
    // Free of the world: z = 3 − 5 t²; the slide is slowed by 0.5 N: x = t − t²/8, and stands at its stop after 0.25 = t − t²/8.
    state.t = 0.0;
    let run = Simulation::new(&model).tolerance(1e-10).every(0.1).run(state, 0.2).unwrap();
    let end = run.last().unwrap();
    assert!((end.body(falls).origin[2] - (3.0 - 5.0 * 0.04)).abs() < 1e-9);
    assert!((track.read(&end).unwrap()[0] - (0.2 - 0.25 * 0.5 * 0.04)).abs() < 1e-9);
    let run = Simulation::new(&model).tolerance(1e-10).every(0.1).run(run.end().clone(), 1.0).unwrap();
    assert!((track.read(&run.last().unwrap()).unwrap()[0] - 0.25).abs() < 1e-9);
}

#[test]
fn refusal_what_cannot_be_read_by_line_and_name() {
    let body = |inside: &str| format!("<mujoco>\n<worldbody><body name=\"b\">{inside}</body></worldbody>\n</mujoco>");
    let mass = r#"<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>"#;
    let cases = [
        ("<robot/>".to_owned(), "`mujoco` is expected"),
        (body(&format!(r#"{mass}<joint name="x" type="slide"/><joint name="y"/>"#)), "`b` has 2 joints"),
        (body(&format!(r#"{mass}<joint type="screw"/>"#)), "there are hinge, slide, ball, free"),
        (body(&format!(r#"{mass}<joint name="x" ref="10"/>"#)), "`x` does not begin at zero"),
        (body(&format!(r#"{mass}<joint axis="0 0 0"/>"#)), "the axis of `joint of b` is zero"),
        (body(r#"<joint/><geom type="mesh" mesh="m"/>"#), "give the body an `inertial`"),
        (body(r#"<joint/><geom type="box" size="1 1"/>"#), "`box` needs 3 numbers as `size`, and it has 2"),
        (body(r#"<joint/><geom size="1 x"/>"#), "line 2: `size` is `1 x`"),
        (body(r#"<joint/>"#), "the link `b` moves"),
        (body(&format!(r#"<joint class="fast"/>{mass}"#)), "there is no class `fast`"),
        (body(r#"<include file="other.xml"/>"#), "not included"),
        (body(&format!(r#"{mass}<body name="c"><freejoint/>{mass}</body>"#)), "`c` is free, but not in the world"),
        ("<mujoco><compiler settotalmass=\"3\"/></mujoco>".to_owned(), "`settotalmass`"),
        (
            format!(
                "<mujoco><worldbody><body name=\"b\"><joint/>{mass}</body></worldbody><equality><connect body1=\"b\" body2=\"q\" anchor=\"0 0 0\"/></equality></mujoco>"
            ),
            "there is no body `q`: there are b, world",
        ),
        (
            format!(
                "<mujoco><worldbody><body name=\"b\"><joint name=\"j\"/>{mass}</body></worldbody><equality><joint joint1=\"j\" joint2=\"j\" polycoef=\"0 1 1\"/></equality></mujoco>"
            ),
            "degree above one",
        ),
    ];
    for (text, says) in cases {
        let error = Mjcf::parse(&text).and_then(|file| file.mechanism().map(|_| ())).unwrap_err().to_string();
        assert!(error.contains(says), "{says:?} is not in {error:?}");
    }
}
