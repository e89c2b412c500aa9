//! Tables that one example prints as a whole: each row of the page against the row of the example.

use crate::page::{ACCURACY, TOLERANCES, at_most, number, read, same_count};
use crate::ran::ran;

/// The cells of the rows below a heading of a page, without the head of the table.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let text = read(page);
    let (_, below) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no '{heading}' in {page}"));
    let section = below.split("\n## ").next().unwrap();
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    section.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect()
}

#[test]
fn claim_work_and_precision_of_andrews() {
    let told = ran("andrews");
    let worst = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"]
        .into_iter()
        .fold(0.0, |most: f64, angle| most.max(told.one(&format!("relative error of {angle}"))));
    crate::page::claim(crate::page::README, "| Andrews' squeezing mechanism", "1.9e-14", worst);
    crate::page::claim(ACCURACY, "| Andrews' mechanism, 0.03 s", "1.9e-14", worst);

    let mut method = String::new();
    let page = rows(ACCURACY, "## Work and precision: Andrews' mechanism");
    assert_eq!(page.len(), 10);
    for row in page {
        let [name, setting, evaluations, error] = &row[..] else { panic!("{row:?}") };
        if !name.is_empty() {
            method = match name.as_str() {
                "Euler" => "euler",
                "Bogacki-Shampine" => "bs23",
                "classical" => "rk4",
                "Dormand-Prince" => "dopri5",
                "Tsitouras" => "tsit5",
                "DOP853" => "dop853",
                other => panic!("{other} is no method"),
            }
            .to_owned();
        }
        let start = format!("{method},{},", setting.trim_start_matches("h = "));
        let line = told.printed.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no {start}"));
        let found: Vec<f64> = line[start.len()..].split(',').map(number).collect();
        println!("{row:?}: {found:?}");
        same_count(found[0], number(evaluations));
        at_most(found[1], number(error));
    }
}

#[test]
fn claim_gains_and_drift() {
    let told = ran("stabilisation");
    let page = rows(ACCURACY, "## Holding the constraints");
    assert_eq!(page.len(), 5);
    for (row, name) in page.iter().zip([
        "drift without any",
        "best that costs at most a tenth more",
        "drift with auto",
        "auto's evaluations over none's",
        "auto's energy error over none's",
    ]) {
        let is_count = name.ends_with("none's");
        for (printed, mechanism) in row[1..].iter().zip(["double pendulum", "slider-crank"]) {
            let found = told.one(&format!("{mechanism}: {name}"));
            println!("{mechanism}, {name}: {found}, printed {printed}");
            // What is bad without stabilization must also be as bad as it is printed.
            if is_count || name == "drift without any" {
                assert!((found / number(printed) - 1.0).abs() < 0.03, "{name}");
            } else {
                at_most(found, number(printed));
            }
        }
    }
    let best = |mechanism: &str| told.one(&format!("{mechanism}: best drift of all fixed gains"));
    crate::page::claim(ACCURACY, "Fixed gains that cost many times as much", "5e-10", best("double pendulum"));
    crate::page::claim(ACCURACY, "Fixed gains that cost many times as much", "5e-11", best("slider-crank"));
}

/// The example writes the page: words equal, numbers as near as a claim asks for.
#[test]
fn claim_page_of_tolerances() {
    let told = ran("tolerances");
    let (made, shown) = (std::fs::read_to_string(told.folder.join("tolerances.md")).unwrap(), read(TOLERANCES));
    assert_eq!(made.lines().count(), shown.lines().count());
    let mut rows = 0;
    for (made, shown) in made.lines().zip(shown.lines()) {
        let cells = |line: &str| -> Vec<f64> { line.split('|').filter_map(|cell| cell.trim().parse().ok()).collect() };
        let (found, printed) = (cells(made), cells(shown));
        if found.is_empty() {
            assert_eq!(made, shown, "docs/scripts/tolerances.sh makes the page anew");
            continue;
        }
        println!("{made}");
        rows += 1;
        assert!(found.len() == 10 && printed.len() == 10 && found[0] == printed[0], "{shown}");
        for (found, printed) in found[1..].chunks_exact(3).zip(printed[1..].chunks_exact(3)) {
            at_most(found[0], printed[0]);
            at_most(found[1], printed[1]);
            same_count(found[2], printed[2]);
        }
    }
    assert_eq!(rows, 5 * 11);
}
