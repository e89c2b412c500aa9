//! What tables, CSV and NPZ say of contacts, by the contact's own name, in the plane and in space.

use super::common::G;
use chetaev::contact::EllipseOnLine;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::prelude::*;

const MU: f64 = 0.1;
const MASS: f64 = 2.0;
const RADIUS: f64 = 0.1;
const DROP: f64 = 0.2;
/// Names that a table and a file have to keep.
const NAMES: [&str; 2] = ["floor, left", "floor"];

/// Two balls over a floor, the first thrown forward onto a rough one without restitution, the second above a smooth one that it never comes to.
fn plane() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    for (k, name) in NAMES.into_iter().enumerate() {
        let height = RADIUS + DROP + 100.0 * k as f64;
        let ball = RigidBody::new(MASS, 0.4 * MASS * RADIUS * RADIUS).at(3.0 * k as f64, height, 0.0);
        let ball = builder.body(format!("ball {k}"), ball.moving(2.0, 0.0, 0.0));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), RADIUS, RADIUS);
        let law = if k == 0 { Rigid::rough(Coulomb::new(MU)) } else { Rigid::smooth() };
        builder.contact(name, Contact::between(GROUND, ball, pair), law);
    }
    builder.build().unwrap()
}

/// The same in space, the first ball thrown aslant.
fn space() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    for (k, name) in NAMES.into_iter().enumerate() {
        let height = RADIUS + DROP + 100.0 * k as f64;
        let solid = Solid::principal(MASS, [0.4 * MASS * RADIUS * RADIUS; 3]).unwrap().at(3.0 * k as f64, 0.0, height);
        let ball = builder.body(format!("ball {k}"), solid.moving(1.2, 1.6, 0.0));
        let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], RADIUS));
        let law = if k == 0 { Rigid::rough(Coulomb::new(MU)) } else { Rigid::smooth() };
        builder.contact(name, Contact::between(WORLD, ball, pair), law);
    }
    builder.build().unwrap()
}

fn runs(model: &Model) -> Trajectory {
    Simulation::new(model).tolerance(1e-12).every(0.01).run(model.placed(), 1.5).unwrap()
}

/// (gap, rate, slip, N, |T|, mode) of the first ball at a time: it falls, slides, rolls.
fn known(t: f64) -> [f64; 6] {
    let lands = (2.0 * DROP / G).sqrt();
    if t < lands {
        return [DROP - 0.5 * G * t * t, -G * t, 0.0, 0.0, 0.0, 4.0];
    }
    // The blow takes μ (1 + 1/κ) times the speed of the fall from the slip, and then friction as much times gravity (κ = 2/5).
    let slip = 2.0 - 3.5 * MU * G * t;
    if slip > 0.0 { [0.0, 0.0, slip, MASS * G, MU * MASS * G, 1.0] } else { [0.0, 0.0, 0.0, MASS * G, 0.0, 0.0] }
}

#[test]
fn analytic_columns_of_contacts() {
    for model in [plane(), space()] {
        let run = runs(&model);
        let table = run.table();
        let read = |name: &str, part: &str| table.column(&format!("{name}.{part}")).unwrap().to_vec();
        let parts = ["gap", "rate", "slip", "normal", "tangential", "mode"];
        let columns = parts.map(|part| read(NAMES[0], part));
        let modes: Vec<f64> = columns[5].iter().copied().fold(Vec::new(), |mut seen, mode| {
            if !seen.contains(&mode) {
                seen.push(mode);
            }
            seen
        });
        assert_eq!(modes, [4.0, 1.0, 0.0], "moot: it does not fall, slide and roll");
        let mut worst = [0.0_f64; 5];
        for (i, t) in run.times().into_iter().enumerate() {
            for (k, known) in known(t).into_iter().enumerate() {
                let found = columns[k][i];
                match k {
                    5 => assert_eq!(found, known, "mode at {t}"),
                    4 => worst[k] = worst[k].max((found.abs() - known).abs()),
                    _ => worst[k] = worst[k].max((found - known).abs()),
                }
            }
            // The other falls, and nothing acts on it.
            let far = parts.map(|part| read(NAMES[1], part)[i]);
            worst[0] = worst[0].max((far[0] - (100.0 + DROP - 0.5 * G * t * t)).abs());
            assert_eq!(far[2..], [0.0, 0.0, 0.0, 4.0]);
        }
        println!("gap, rate, slip, N, T: {worst:?} off");
        assert!(worst.iter().all(|off| *off < 1e-10), "{worst:?}");
    }
}

/// The numbers of an array of a ZIP file that is not compressed.
fn array(zip: &[u8], name: &str) -> Vec<f64> {
    let find = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|window| window == what);
    let two = |at: usize| usize::from(u16::from_le_bytes([zip[at], zip[at + 1]]));
    let named = find(zip, format!("{name}.npy").as_bytes()).unwrap();
    let head = named - 30;
    assert_eq!((&zip[head..head + 4], two(head + 8)), (&b"PK\x03\x04"[..], 0), "{name}");
    let data = &zip[named + two(head + 26) + two(head + 28)..];
    assert_eq!(&data[..6], b"\x93NUMPY");
    let long = if data[6] == 1 { 10 + usize::from(data[8]) + 256 * usize::from(data[9]) } else { 0 };
    let long = if long > 0 { long } else { 12 + u32::from_le_bytes(data[8..12].try_into().unwrap()) as usize };
    let header = String::from_utf8_lossy(&data[..long]).into_owned();
    let (_, shape) = header.split_once("'shape': (").unwrap();
    let shape = shape.split_once(')').unwrap().0;
    let count: usize = shape.split(',').filter_map(|n| n.trim().parse::<usize>().ok()).product();
    if header.contains("'|i1'") {
        return data[long..][..count].iter().map(|&code| f64::from(code as i8)).collect();
    }
    assert!(header.contains("'<f8'"), "{header}");
    data[long..][..8 * count].chunks_exact(8).map(|x| f64::from_le_bytes(x.try_into().unwrap())).collect()
}

#[test]
fn identity_files_of_contacts_say_what_snapshots_do() {
    for model in [plane(), space()] {
        let run = runs(&model);
        // Each is found by its name alone, too.
        for (name, values) in run.table().names().iter().zip(run.table().columns()) {
            let column = run.model().column(name).unwrap();
            let found = run.column(|at| column.at(at));
            assert!(found.iter().map(|x| x.to_bits()).eq(values.iter().map(|x| x.to_bits())), "{name}");
        }
        let (csv, zip) = (run.table().to_csv(), run.arrays().to_bytes().unwrap());
        let head = csv.lines().next().unwrap();
        assert!(head.contains(r#","floor, left.gap","#) && head.ends_with(",floor.mode"), "{head}");
        for (k, name) in NAMES.into_iter().enumerate() {
            let contact = model.contact(name).unwrap();
            type Of = fn(&chetaev::simulate::ContactReading) -> f64;
            let parts: [(&str, &str, Of); 6] = [
                ("gap", "contact_gap", |it| it.gap),
                ("rate", "contact_rate", |it| it.rate),
                ("slip", "contact_slip", |it| it.slip),
                ("normal", "contact_normal", |it| it.normal),
                ("tangential", "contact_tangential", |it| it.tangential),
                ("mode", "contact_modes", |it| it.mode.code().into()),
            ];
            for (part, filed, of) in parts {
                let told = run.column(|at| of(&at.contact(contact)));
                let table = run.table();
                let column = table.column(&format!("{name}.{part}")).unwrap();
                let kept: Vec<f64> = array(&zip, filed).chunks_exact(NAMES.len()).map(|row| row[k]).collect();
                let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert!(told.len() > 100 && bits(&told) == bits(column), "{name}.{part} of the table");
                assert_eq!(bits(&told), bits(&kept), "{filed}");
            }
        }
        // The last column of the text, read back.
        let last = csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap());
        assert_eq!(last.collect::<Vec<_>>(), run.table().column("floor.mode").unwrap());
    }
}
