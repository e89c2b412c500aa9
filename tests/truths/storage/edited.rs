//! Files edited by hand: what follows from other numbers is not written, and is found again; where an older file holds it, it must follow.

use super::said;
use chetaev::contact::curve::Spline;
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use serde_json::{Map, Value, json};

/// A disk in a slot, one on a guide, a welded one, one on a rod, one on a closed curve; `slope` is the angle of the lines, `x` a number in each of them.
fn yard(slope: f64, x: f64) -> Model {
    let mut builder = ModelBuilder::new();
    let ground = GROUND.axis([x, 0.2], slope);
    let mut body = |name: &str| builder.body(name, RigidBody::disk(1.0, 0.1).at(0.9, 0.3, 0.1));
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(&mut body);
    builder.constraint("slot", Slot::new(ground, a.point(0.05, 0.0)));
    builder.constraint("guide", Prismatic::new(ground, b.axis([0.0, 0.02], 0.0)));
    builder.constraint("weld", Weld::new(ground, c.axis([0.0, 0.02], 0.0)));
    builder.constraint("rod", Distance::new(GROUND.point(x, 0.2), d.origin(), 0.7));
    let round = Spline::closed(&[[x, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]).unwrap();
    builder.constraint("rail", PointOnCurve::new(GROUND, round, e.origin()).near(0.3));
    builder.build().unwrap()
}

fn read(text: &str) -> Result<Model, String> {
    let saved = serde_json::from_str::<SavedModel>(text).map_err(|error| error.to_string())?;
    saved.build().map_err(|error| error.to_string())
}

/// A line that is turned in the text is the line of every row that follows from it, to the last bit.
#[test]
fn identity_a_line_turned_in_the_file_turns_what_follows() {
    let text = |model: &Model| serde_json::to_string(&model.saved().unwrap()).unwrap();
    let (before, turned) = (yard(0.25, 1.5), yard(0.375, 1.25));
    let file = text(&before);
    for derived in ["across", "knots", "bends", "between", "direction"] {
        assert!(!file.contains(derived), "`{derived}` follows from other numbers: {file}");
    }
    let edited = file.replace("0.25", "0.375").replace("1.5", "1.25");
    assert_eq!(edited, text(&turned));
    let (read, at) = (read(&edited).unwrap(), turned.placed());
    let found = said(&read, &at);
    assert_eq!(found, said(&turned, &at));
    assert!(found.0.len() > 50 && found != said(&before, &at), "moot: {}", found.1);
}

/// A screw is its marks, its pitch and its offset: the rows of another pitch follow from the one number.
#[test]
fn identity_a_pitch_changed_in_the_file_changes_the_rows() {
    let screw = |pitch: f64| {
        let mut builder = ModelBuilder::new();
        let nut = Solid::principal(1.0, [0.1, 0.1, 0.2]).unwrap().at(0.5, 0.0, 0.7).spinning(0.0, 0.0, 3.0);
        let nut = builder.body("nut", nut);
        let up = [0.0, 0.0, 1.0];
        let thread = Screw::new(WORLD.axis([0.5, 0.0, 0.0], up), nut.axis([0.0; 3], up), pitch).offset(0.625);
        builder.constraint("thread", thread);
        builder.build().unwrap()
    };
    let text = |model: &Model| serde_json::to_string(&model.saved().unwrap()).unwrap();
    let (before, other) = (screw(0.25), screw(0.375));
    let edited = text(&before).replace("0.25", "0.375");
    assert_eq!(edited, text(&other));
    let at = other.placed();
    let found = said(&read(&edited).unwrap(), &at);
    assert_eq!(found, said(&other, &at));
    assert!(found != said(&before, &at), "moot: {}", found.1);
}

/// What was written until 0.1 held these parts: it is read, unless the file was edited so that they do not follow any more.
#[test]
fn golden_an_older_file_is_read_where_what_follows_does_follow() {
    let model = yard(0.25, 1.5);
    let mut file = serde_json::to_value(model.saved().unwrap()).unwrap();
    let (sin, cos) = 0.25_f64.sin_cos();
    let point = |x: f64, y: f64, body: u32| json!({ "body": body, "local": [x, y] });
    let across = |body: u32, point: [f64; 2]| json!({ "bodies": [0, body], "through": [1.5, 0.2], "direction": [-sin, cos], "point": point });
    let older = [
        ("Slot", "across", across(1, [0.05, 0.0])),
        ("Prismatic", "across", across(2, [0.0, 0.02])),
        ("Weld", "pin", json!({ "a": point(1.5, 0.2, 0), "b": point(0.0, 0.02, 3) })),
        ("Distance", "between", json!({ "bodies": [0, 4], "points": [[1.5, 0.2], [0.0, 0.0]] })),
    ];
    for (k, (kind, part, value)) in older.iter().enumerate() {
        let (name, element) = element(&mut file, k);
        assert!(name.starts_with(kind), "{name}");
        assert!(element.insert((*part).to_owned(), value.clone()).is_none(), "{kind} holds `{part}`");
    }
    let at = model.placed();
    assert_eq!(said(&read(&file.to_string()).unwrap(), &at), said(&model, &at));
    for (k, (kind, part, value)) in older.iter().enumerate() {
        let mut other = file.clone();
        element(&mut other, k).1.insert((*part).to_owned(), json!(turned(value)));
        let refused = read(&other.to_string()).unwrap_err();
        let says = [
            format!("no `{kind}` can be like that"),
            format!("`{part}` does not follow"),
            "take it out of the file".to_owned(),
        ];
        assert!(says.iter().all(|words| refused.contains(words)), "{refused}");
    }
}

/// The k-th constraint of a file: its kind, and its fields.
fn element(file: &mut Value, k: usize) -> (String, &mut Map<String, Value>) {
    let named = file["constraints"][k].as_object_mut().unwrap();
    let element = named.values_mut().find(|value| value.is_object()).unwrap().as_object_mut().unwrap();
    let (kind, fields) = element.iter_mut().next().unwrap();
    (kind.clone(), fields.as_object_mut().unwrap())
}

/// The same with each number that is not whole moved a little; directions stay unit vectors.
fn turned(value: &Value) -> Value {
    match value {
        Value::Number(x) if x.is_f64() => json!(x.as_f64().unwrap() + 1e-3),
        Value::Array(all) => all.iter().map(turned).collect(),
        Value::Object(all) => {
            let kept = |name: &str, value: &Value| if name == "direction" { value.clone() } else { turned(value) };
            all.iter().map(|(name, value)| (name.clone(), kept(name, value))).collect()
        }
        other => other.clone(),
    }
}

/// A friction point has its joint's line as its own: turned in the file with the joint's it is read, alone it is refused. (It was read, and rubbed along the old line.)
#[test]
fn refusal_friction_along_another_line_than_its_joint() {
    let rough = |slope: f64| {
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.5, 0.25], slope);
        let mut body = |name: &str| builder.body(name, RigidBody::disk(1.0, 0.1).at(0.9, 0.3, 0.1));
        let (a, b) = (body("a"), body("b"));
        let slot = builder.constraint("slot", Slot::new(line, a.point(0.05, 0.0)));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.2));
        let guide = builder.constraint("guide", Prismatic::new(line, b.axis([0.0, 0.02], 0.1)));
        for (k, end) in FrictionPoint::in_guide(guide, [-0.1, 0.2]).into_iter().enumerate() {
            builder.friction(format!("end {k}"), end, Coulomb::new(0.2));
        }
        serde_json::to_value(builder.build().unwrap().saved().unwrap()).unwrap()
    };
    let (file, turned) = (rough(0.25), rough(0.375));
    read(&file.to_string()).unwrap();
    let with = |parts: &[(&str, usize)]| {
        let mut file = file.clone();
        parts.iter().for_each(|&(part, k)| file[part][k] = turned[part][k].clone());
        read(&file.to_string())
    };
    with(&[("constraints", 0), ("frictions", 0)]).unwrap();
    for (part, friction) in
        [(("constraints", 0), "`rub`"), (("constraints", 1), "`end 0`"), (("frictions", 2), "`end 1`")]
    {
        let error = with(&[part]).unwrap_err();
        assert!(error.contains(friction) && error.contains("turn both"), "{error}");
    }
    let mut rails = ModelBuilder::new();
    let [ground, slide] = [WORLD, rails.body("slide", Solid::principal(3.0, [0.1; 3]).unwrap())];
    let [rail, carriage] = [ground, slide].map(|body| body.axis([0.0; 3], [1.0, 0.0, 0.0]).with_x([0.0, 1.0, 0.0]));
    let guide = rails.constraint("guide", Joint::prismatic(rail, carriage));
    for (k, pad) in FrictionPoint::on_rails(guide, [-0.2, 0.2], 0.3).into_iter().enumerate() {
        rails.friction(format!("pad {k}"), pad, Coulomb::new(0.1));
    }
    let mut file = serde_json::to_value(rails.build().unwrap().saved().unwrap()).unwrap();
    read(&file.to_string()).unwrap();
    let text = file["constraints"][0].to_string();
    file["constraints"][0] =
        serde_json::from_str(&text.replacen("\"local\":[0.0,0.0", "\"local\":[0.0,0.125", 1)).unwrap();
    let error = read(&file.to_string()).unwrap_err();
    assert!(error.contains("`pad 0`") && error.contains("turn both"), "{error}");
}
