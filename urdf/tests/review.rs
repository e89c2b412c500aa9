//! What of an MJCF or URDF file was read wrongly or vanished, against closed forms and MuJoCo 4.0.

#![allow(clippy::unwrap_used)]

use chetaev::prelude::*;
use chetaev_urdf::{Mjcf, Robot, Urdf};

/// Without gravity.
fn robot(sections: &str) -> Robot {
    Mjcf::parse(&format!("<mujoco><option gravity=\"0 0 0\"/>{sections}</mujoco>")).unwrap().mechanism().unwrap()
}

/// A wheel about z with 0.04 kg m².
fn wheel(name: &str) -> String {
    format!(
        r#"<body name="{name}"><joint name="turn {name}"/><inertial pos="0 0 0" mass="1" diaginertia="0.02 0.03 0.04"/></body>"#
    )
}

/// The acceleration of each joint of a robot at zero, at rest, under a force or moment 1 on one of them.
fn pushed<const N: usize>(mut robot: Robot, at: &str, joints: [&str; N]) -> [f64; N] {
    let coordinates = joints.map(|name| robot.coordinate(name).unwrap());
    let push = robot.motor(at).unwrap();
    let zeros = vec![0.0; robot.tree.joint_names().len()];
    let model = robot.builder.build().unwrap();
    let mut state = robot.tree.state(&model, &zeros, &zeros).unwrap();
    state.set_variable(push, 1.0);
    let at = model.read(&state);
    coordinates.map(|it| it.second_rate(&at).unwrap())
}

fn close(found: f64, exact: f64) {
    println!("{found} {exact}");
    assert!((found - exact).abs() < 1e-11 * (1.0 + exact.abs()), "{found} {exact}");
}

/// Shapes of the groups 0 and 1 make the mass, 1 kg and 4 kg of 15; without such a shape an `inertial` stays, even where shapes are to overrule it. (MuJoCo 4.0: 5 and 3.)
/// Mended by 7c1b3b4.
#[test]
fn regress_masses_are_of_the_groups_that_the_compiler_names() {
    let geoms = r#"<geom size=".1" mass="1"/><geom size=".1" mass="2" class="seen"/><geom size=".1" mass="4" group="1"/><geom size=".1" mass="8" group="3"/>"#;
    let file = |compiler: &str, inside: &str| {
        robot(&format!(
            r#"<compiler {compiler}/><default><default class="seen"><geom group="2"/></default></default>
            <worldbody><body name="b"><joint name="x" type="slide"/>{inside}</body></worldbody>"#
        ))
    };
    close(pushed(file(r#"inertiagrouprange="0 1""#, geoms), "x", ["x"])[0], 1.0 / 5.0);
    close(pushed(file("", geoms), "x", ["x"])[0], 1.0 / 15.0);
    let inertial = r#"<inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/><geom size=".1" mass="1"/>"#;
    let both = r#"inertiafromgeom="true" inertiagrouprange="1 1""#;
    close(pushed(file(both, inertial), "x", ["x"])[0], 1.0 / 3.0);
    close(pushed(file(r#"inertiafromgeom="true""#, inertial), "x", ["x"])[0], 1.0);
    // A shape whose mass is not known says nothing where it does not count.
    let mesh = format!(r#"{geoms}<geom type="mesh" mesh="m" group="2"/>"#);
    close(pushed(file(r#"inertiagrouprange="0 1""#, &mesh), "x", ["x"])[0], 1.0 / 5.0);
}

/// Two equalities of the same joint are two: 3 · 0.04 θ'' = 1.
/// Mended by 7c1b3b4.
#[test]
fn regress_a_joint_follows_two_others() {
    let wheels = ["a", "b", "c"].map(wheel).concat();
    let robot = robot(&format!(
        r#"<worldbody>{wheels}</worldbody><equality><joint joint1="turn a" joint2="turn b"/><joint joint1="turn a" joint2="turn c"/></equality>"#
    ));
    let found = pushed(robot, "turn b", ["turn a", "turn b", "turn c"]);
    found.iter().for_each(|it| close(*it, 1.0 / 0.12));
}

/// A slide of 2 kg at 0.1 m and 1 m/s, with a spring of 30 N/m, a damper of 4 N s/m and friction of 0.5 N.
/// Mended by 7c1b3b4.
#[test]
fn regress_flags_switch_off_what_they_name() {
    let joint =
        r#"<joint name="x" type="slide" axis="1 0 0" stiffness="30" damping="4" frictionloss="0.5" range="-1 1"/>"#;
    let body = |name: &str, inside: &str| format!(r#"<body name="{name}">{inside}<geom size=".1" mass="2"/></body>"#);
    let bodies = [body("b", joint), body("c", r#"<joint name="y" type="slide"/>"#)].concat();
    // With how many stops, and is the other slide tied to this one?
    let cases = [
        ("", -3.75, 2, true),
        ("spring", -2.25, 2, true),
        ("damper", -1.75, 2, true),
        ("passive", -0.25, 2, true),
        ("frictionloss", -3.5, 2, true),
        ("limit", -3.75, 0, true),
        ("equality", -3.75, 2, false),
        ("constraint", -3.5, 0, false),
    ];
    for (flag, exact, stops, tied) in cases {
        let flag = if flag.is_empty() { String::new() } else { format!(r#"<flag {flag}="disable"/>"#) };
        let robot = robot(&format!(
            r#"<option>{flag}</option><worldbody>{bodies}</worldbody><equality><joint name="tie" joint1="y" joint2="x" polycoef="0 0"/></equality>"#
        ));
        let x = robot.coordinate("x").unwrap();
        let (values, rates): (Vec<f64>, Vec<f64>) =
            robot.tree.joint_names().iter().map(|name| if *name == "x" { (0.1, 1.0) } else { (0.0, 0.0) }).unzip();
        let model = robot.builder.build().unwrap();
        let state = robot.tree.state(&model, &values, &rates).unwrap();
        print!("{flag} ");
        close(x.second_rate(&model.read(&state)).unwrap(), exact);
        assert_eq!(model.contact_names().count(), stops, "{flag}");
        assert_eq!(model.constraint_names().any(|name| name == "y mimic"), tied, "{flag}");
    }
    let told = robot(&format!(r#"<option><flag contact="disable"/></option><worldbody>{bodies}</worldbody>"#));
    assert!(told.left_out.is_empty(), "{:?}", told.left_out);
}

/// What is not given of `polycoef` is 0 1 0 0 0: θ₁ = 0.5 + θ₂.
/// Mended by 7c1b3b4.
#[test]
fn regress_a_gear_of_one_number_has_the_ratio_one() {
    let wheels = ["a", "b"].map(wheel).concat();
    let robot = robot(&format!(
        r#"<worldbody>{wheels}</worldbody><equality><joint joint1="turn a" joint2="turn b" polycoef="0.5"/></equality>"#
    ));
    let found = pushed(robot, "turn b", ["turn a", "turn b"]);
    found.iter().for_each(|it| close(*it, 1.0 / 0.08));
}

/// A box of 3 kg and half sides 0.1, 0.2, 0.3 m, turned about z alone, has 3/3 (0.1² + 0.2²) about z, whatever its class says of its attitude. (As in MuJoCo 4.0, a quaternion of the element wins as well.)
/// Mended by 7c1b3b4.
#[test]
fn regress_the_attitude_of_the_element_wins() {
    let cases = [
        (r#"quat="0.7071 0 0.7071 0""#, r#"euler="0 0 90""#),
        (r#"axisangle="0 1 0 90""#, r#"euler="0 0 90""#),
        (r#"zaxis="1 0 0""#, r#"xyaxes="0 1 0 -1 0 0""#),
        (r#"euler="0 90 0""#, r#"quat="1 0 0 0""#),
        (r#"axisangle="0 1 0 90""#, r#"class="inner""#),
    ];
    for (class, element) in cases {
        let robot = robot(&format!(
            r#"<default><geom type="box" size=".1 .2 .3" mass="3" {class}/><default class="inner"><geom euler="0 0 90"/></default></default>
            <worldbody><body name="b"><joint name="x"/><geom {element}/></body></worldbody>"#
        ));
        close(pushed(robot, "x", ["x"])[0], 1.0 / 0.05);
    }
    let twice = r#"<mujoco><worldbody><body name="b"><joint/><geom size=".1" quat="1 0 0 0" euler="0 0 1"/></body></worldbody></mujoco>"#;
    let error = Mjcf::parse(twice).unwrap_err().to_string();
    assert!(error.contains("`quat`, `euler`"), "{error}");
}

/// A site between two points is in their middle, and its z axis points from the second to the first; a box between two points has its sides as MuJoCo has them.
/// Mended by 7c1b3b4.
#[test]
fn regress_what_stands_between_two_points() {
    let free = r#"<body name="free" pos="0.3 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1e-3 1e-3 1e-3"/><site name="hole" zaxis="-1 0 0"/></body>"#;
    let arm = r#"<body name="arm"><joint name="x"/><inertial pos="0 0 0" mass="1" diaginertia="0.02 0.03 0.04"/><site name="pin" type="capsule" size="0.01" fromto="0 0 0 0.6 0 0"/></body>"#;
    for (kind, inertia) in [("connect", 0.04 + 0.09), ("weld", 0.04 + 0.09 + 1e-3)] {
        let file = robot(&format!(
            r#"<worldbody>{arm}{free}</worldbody><equality><{kind} name="tie" site1="pin" site2="hole"/></equality>"#
        ));
        let model = file.builder.build().unwrap();
        let started = model.start_from(file.tree.state(&model, &[0.0], &[0.0]).unwrap()).project().unwrap();
        println!("{kind}: moved by {}", started.moved);
        assert!(started.moved < 1e-14);
        let file = robot(&format!(
            r#"<worldbody>{arm}{free}</worldbody><equality><{kind} name="tie" site1="pin" site2="hole"/></equality>"#
        ));
        close(pushed(file, "x", ["x"])[0], 1.0 / inertia);
    }
    let file = robot(
        r#"<worldbody><body name="b"><joint name="x" axis="1 0 0"/><geom type="box" size=".1 .02" fromto="0.1 0.2 0.3 0.5 0.7 0.1" mass="1"/></body></worldbody>"#,
    );
    // The mass matrix of MuJoCo 4.0.
    close(pushed(file, "x", ["x"])[0], 1.0 / 0.271_185_185_185_185_14);
}

/// The class `equality` is that of all kinds; a weld that holds no attitude is a ball in its socket at its anchor.
/// Mended by 7c1b3b4.
#[test]
fn regress_classes_of_equalities_and_welds_without_torque() {
    let wheels = ["a", "b"].map(wheel).concat();
    let off = robot(&format!(
        r#"<default><equality active="false"/><joint damping="1"/></default><worldbody>{wheels}</worldbody><equality><joint name="gear" joint1="turn a" joint2="turn b"/>
        <connect name="ball" body1="a" anchor="0 0 0"/><weld name="glue" body1="a"/></equality>"#
    ));
    assert_eq!(off.left_out, ["gear", "ball", "glue"].map(|name| format!("`{name}`, which is not active")));
    close(pushed(off, "turn b", ["turn b"])[0], 1.0 / 0.04);

    // The arm has 0.04 about z, the free body 1 kg and 0.04; its center is 0.2 m from the anchor, which is 0.3 m from the hinge.
    let free = r#"<body name="free" pos="0.5 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="0.02 0.03 0.04"/></body>"#;
    for (torque, exact) in [("0", 0.08 / (0.13 * 0.08 - 0.06 * 0.06)), ("1", 1.0 / (0.04 + 0.04 + 0.25))] {
        let file = robot(&format!(
            r#"<worldbody>{}{free}</worldbody><equality><weld body1="a" body2="free" anchor="-0.2 0 0" torquescale="{torque}"/></equality>"#,
            wheel("a")
        ));
        close(pushed(file, "turn a", ["turn a"])[0], exact);
    }
}

/// What has no place in the model is told, by name.
/// Mended by 7c1b3b4.
#[test]
fn regress_nothing_vanishes() {
    let inertial = r#"<inertial pos="0 0 0" mass="1" diaginertia="0.02 0.03 0.04"/>"#;
    let file = robot(&format!(
        r#"<worldbody><body name="b"><joint name="j" springdamper="0.1 0.5"/>{inertial}</body>
        <body name="c"><joint name="k" type="ball" springdamper="0.1 0.5" damping="1"/>{inertial}</body>
        <body name="d"><joint name="l" damping="-1" frictionloss="-2"/>{inertial}</body></worldbody>
        <equality><joint name="gear" joint1="k" joint2="j"/></equality>"#
    ));
    let told = file.left_out.join("; ");
    println!("{told}");
    for part in [
        "`springdamper` of `j`",
        "`springdamper` of `k`",
        "the damping of `k`",
        "that `k` follows `j`",
        "the damping -1 of `l`",
        "the friction -2 of `l`",
    ] {
        assert!(told.contains(part), "{part} is not in {told}");
    }

    let link = |name: &str| {
        format!(
            r#"<link name="{name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>"#
        )
    };
    let joint = |name: &str, kind: &str, child: &str, rest: &str| {
        format!(r#"<joint name="{name}" type="{kind}"><parent link="base"/><child link="{child}"/>{rest}</joint>"#)
    };
    let rest = r#"<dynamics damping="2" friction="3"/><mimic joint="slides"/><limit lower="-1" upper="1" effort="2"/>"#;
    let text = format!(
        r#"<robot name="it"><link name="base"/>{}{}{}{}{}{}</robot>"#,
        link("a"),
        link("b"),
        link("c"),
        joint("slides", "prismatic", "a", ""),
        joint("glides", "planar", "b", rest),
        joint("flies", "floating", "c", rest),
    );
    let file = Urdf::parse(&text).unwrap();
    let told = file.mechanism().unwrap().left_out.join("; ");
    println!("{told}");
    for name in ["glides", "flies"] {
        for part in ["the damping of", "the friction of", "that", "the limits of", "the largest effort of"] {
            assert!(told.contains(&format!("{part} `{name}`")), "{part} `{name}` is not in {told}");
        }
    }
    let file = file.without_losses().without_mimics().without_limits();
    let told = file.mechanism().unwrap().left_out;
    assert_eq!(told, ["the largest effort of `glides`", "the largest effort of `flies`"]);
}

/// A spring and a gear count the turns with which a state is asked for: −2 · 4 N m, and u₁ − 2 u₂ = 0.
/// Mended by 3398143.
#[test]
fn regress_states_beyond_half_a_turn() {
    let hinge = |stiffness: f64| {
        format!(
            r#"<worldbody><body name="b"><joint name="j" axis="1 2 3" stiffness="{stiffness}" springref="0"/><inertial pos="0 0 0" mass="1" diaginertia="0.04 0.04 0.04"/></body></worldbody>"#
        )
    };
    for angle in [4.0, -4.0, 2.0, 25.0, -100.5] {
        let file = robot(&hinge(2.0));
        let joint = file.coordinate("j").unwrap();
        let model = file.builder.build().unwrap();
        let state = file.tree.state(&model, &[angle], &[3.0]).unwrap();
        let spring = model.force("j spring").unwrap();
        let at = model.read(&state);
        close(at.along(spring).unwrap().force, -2.0 * angle);
        close(at.potential(), angle * angle);
        close(joint.second_rate(&at).unwrap(), -2.0 * angle / 0.04);
        // A start and a run go on from there, whenever they begin.
        let start = model.start_from(state).time(7.0).project().unwrap();
        close(model.read(&start.state).along(spring).unwrap().force, -2.0 * angle);
        let run = Simulation::new(&model).tolerance(1e-11).run(start, 7.5).unwrap();
        let (omega, t) = (50.0_f64.sqrt(), 0.5);
        let exact = angle * (omega * t).cos() + 3.0 / omega * (omega * t).sin();
        let found = run.last().unwrap().along(spring).unwrap().value;
        println!("{found} {exact}");
        assert!((found - exact).abs() < 1e-8 * (1.0 + angle.abs()));
    }
    let file = robot(&hinge(2.0));
    let model = file.builder.build().unwrap();
    let error = file.tree.state(&model, &[1e9], &[0.0]).unwrap_err();
    println!("{error}");
    assert!(error.to_string().contains("`j`"), "{error}");

    let link = |name: &str| {
        format!(
            r#"<link name="{name}"><inertial><mass value="1"/><inertia ixx="0.04" iyy="0.04" izz="0.04"/></inertial></link>"#
        )
    };
    let joint = |name: &str, rest: &str| {
        format!(
            r#"<joint name="{name}" type="continuous"><parent link="base"/><child link="{name} wheel"/><axis xyz="0 0 1"/>{rest}</joint>"#
        )
    };
    let text = format!(
        r#"<robot name="it"><link name="base"/>{}{}{}{}</robot>"#,
        link("u wheel"),
        link("w wheel"),
        joint("u", r#"<mimic joint="w" multiplier="2"/>"#),
        joint("w", "")
    );
    let file = Urdf::parse(&text).unwrap().mechanism().unwrap();
    let values: Vec<f64> = file.tree.joint_names().iter().map(|name| if *name == "u" { 4.0 } else { 2.0 }).collect();
    let model = file.builder.build().unwrap();
    let state = file.tree.state(&model, &values, &[0.0; 2]).unwrap();
    let residual = model.column("phi.u mimic").unwrap().at(&model.read(&state));
    println!("{residual}");
    assert!(residual.abs() < 1e-14);
    let started = model.start_from(state).project().unwrap();
    assert!(started.moved < 1e-14, "{}", started.moved);
}
