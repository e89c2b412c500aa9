//! The pages as they are described in `web/pages`, with the models that the examples saved: they run, each slider fits its model, and what is wrong is told in words.

use chetaev::simulate::Cause;
use chetaev_web::{Change, Page, Request, RequestError, Target, Trail, ask, reply};
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

type Outcome = Result<(), Box<dyn Error>>;

fn own(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn page(name: &str) -> Result<(Page, Value), Box<dyn Error>> {
    let read = |folder: &str| fs::read(own(&format!("{folder}/{name}.json")));
    Ok((serde_json::from_slice(&read("pages")?)?, serde_json::from_slice(&read("models")?)?))
}

fn names(folder: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut all = Vec::new();
    for file in fs::read_dir(own(folder))? {
        all.push(file?.file_name().to_string_lossy().trim_end_matches(".json").to_owned());
    }
    all.sort();
    Ok(all)
}

/// A request of a page, without its picture, with a slider moved to a part of its way.
fn moved(page: &Page, model: &Value, name: &str, part: f64) -> Option<Request> {
    let slider = page.sliders.iter().find(|slider| slider.name == name)?;
    let value = slider.from + part * (slider.to - slider.from);
    let change = Change { name: name.to_owned(), target: slider.target.clone(), value };
    Some(Request { set: vec![change], scene: None, ..page.request(model.clone()) })
}

#[test]
fn invariant_each_page_runs_and_its_sliders_fit() -> Outcome {
    let all = names("pages")?;
    assert!(all.len() >= 9 && all == names("models")?, "{all:?}");
    for name in all {
        let (page, model) = page(&name)?;
        let called: BTreeSet<&str> = page.sliders.iter().map(|slider| slider.name.as_str()).collect();
        assert!(called.len() == page.sliders.len() && page.sliders.len() >= 3, "{name}: {called:?}");
        let wish: Value = serde_json::from_str(&page.wish(model.clone()).map_err(|error| format!("{name}: {error}"))?)?;
        for slider in wish["sliders"].as_array().ok_or("no sliders")? {
            let [from, to] = ["from", "to"].map(|end| slider[0][end].as_f64().unwrap_or(f64::NAN));
            let value = slider[1].as_f64().ok_or("no value")?;
            assert!(from <= value && value <= to, "{name}: {value} is not from {from} to {to}: {slider}");
        }
        let as_it_is = reply(&page.request(model.clone())).map_err(|error| format!("{name}: {error}"))?;
        let samples = (page.end / page.every).round() as usize + 1;
        assert!(page.columns.iter().all(|column| as_it_is.columns[column].len() >= samples), "{name}");
        assert!(as_it_is.drift < 1e-9 && as_it_is.scene.is_some(), "{name}: drift {}", as_it_is.drift);
        for slider in &page.sliders {
            let request = moved(&page, &model, &slider.name, 0.3).ok_or("no such slider")?;
            let answer = reply(&request).map_err(|error| format!("{name}, {}: {error}", slider.name))?;
            assert!(answer.columns != as_it_is.columns, "{name}: {} changes nothing", slider.name);
        }
    }
    Ok(())
}

/// What is set is what runs: a ball falls for √(2 h/g), and rests after as long times (1 + e)/(1 − e).
#[test]
fn analytic_a_moved_slider_moves_the_mechanism() -> Outcome {
    let (page, model) = page("bouncing_ball")?;
    let of = |name: &str, part: f64| moved(&page, &model, name, part).ok_or("no such slider");
    let mut request = of("height of its center", 0.5)?;
    request.set.extend(of("restitution", 0.5)?.set);
    let [height, e] = [request.set[0].value - 0.1, request.set[1].value];
    let answer = reply(&request)?;
    let first = (2.0 * height / 9.81_f64).sqrt();
    assert!((answer.impacts[0] - first).abs() < 1e-12, "{} and {first}", answer.impacts[0]);
    let rested = answer.transitions.iter().find_map(|change| match change.cause {
        Cause::Rested { at, .. } => Some(at),
        _ => None,
    });
    let (rest, known) = (rested.ok_or("it does not rest")?, first * (1.0 + e) / (1.0 - e));
    assert!((rest - known).abs() < 1e-10, "{rest} instead of {known}");
    Ok(())
}

/// A coordinate of the start is held while the rest follows: both hinges stay closed.
#[test]
fn invariant_a_start_is_made_consistent() -> Outcome {
    let (page, model) = page("double_pendulum")?;
    let request = moved(&page, &model, "first angle", 0.8).ok_or("no such slider")?;
    let answer = reply(&request)?;
    let at_first = |name: &str| answer.columns[name][0].unwrap_or(f64::NAN);
    assert!((at_first("1.theta") - request.set[0].value).abs() < 1e-15 && at_first("2.theta") == 0.0);
    assert!(answer.drift < 1e-12);
    Ok(())
}

#[test]
fn refusal_what_is_wrong_is_told_in_words() -> Outcome {
    let (page, model) = page("four_bar")?;
    let plain = Request { scene: None, ..page.request(model.clone()) };
    let says = |request: &Request, words: &[&str]| {
        let Err(error) = reply(request) else { panic!("nothing was refused where it should say {words:?}") };
        let text = error.to_string();
        assert!(words.iter().all(|word| text.contains(word)), "{words:?} are not all in: {text}");
    };
    let with = |target: Target, value: f64| {
        let set = vec![Change { name: "pin".into(), target, value }];
        Request { set, ..plain.clone() }
    };
    says(&with(Target::Places(vec!["constraints/D/Revolute".into()]), 1.0), &["`pin`", "no `D`", "O, A, B, C, motor"]);
    says(&with(Target::Places(vec!["constraints/C".into()]), 1.0), &["`pin`", "no number"]);
    says(&with(Target::Places(vec!["constraints/C/Revolute/a/local/0".into()]), 3.0), &["C"]);
    says(&with(Target::Places(vec!["bodies/coupler/RigidBody/mass".into()]), -1.0), &["coupler", "mass"]);
    says(&with(Target::Start("crank.phi".into()), 1.0), &["crank.phi", "crank.theta"]);
    says(&Request { columns: vec!["reaction.D.fx".into()], ..plain.clone() }, &["reaction.D.fx"]);
    says(&Request { steps: 10, ..plain.clone() }, &["given up", "10 steps", "of 4 s"]);
    says(&Request { every: 0.0, ..plain.clone() }, &["0"]);
    let mut scene = page.request(model).scene.ok_or("no scene")?;
    scene.trails.push(Trail { body: "wheel".into(), at: [0.0; 3] });
    says(&Request { scene: Some(scene), ..plain.clone() }, &["`wheel`", "crank, coupler, rocker"]);
    assert!(matches!(reply(&Request { model: Value::Null, ..plain }), Err(RequestError::Model(_))));
    for text in ["", "{", "[1]", r#"{"model":{},"end":1,"every":1,"tolerance":1,"steps":1,"more":1}"#] {
        let answer: Value = serde_json::from_str(&ask(text))?;
        assert!(
            answer["Err"].as_str().is_some_and(|words| words.starts_with("the request cannot be read")),
            "{answer}"
        );
    }
    Ok(())
}

#[test]
fn invariant_a_page_stands_by_itself() -> Outcome {
    let (page, model) = page("stick_slip_belt")?;
    let html = Page { about: "a < b & c".into(), ..page }.html(model, "TElCUkFSWQ==")?;
    for once in [
        "id=\"numbers\"",
        "id=\"wish\"",
        "id=\"worker\"",
        "id=\"library\">TElCUkFSWQ==<",
        "id=\"scene\"",
        "a &lt; b &amp; c",
        "</body>",
    ] {
        assert_eq!(html.matches(once).count(), 1, "{once}");
    }
    for foreign in ["http:", "https:", "src=", "href=", "import(", "fetch("] {
        assert!(!html.contains(foreign), "`{foreign}` in the page");
    }
    Ok(())
}
