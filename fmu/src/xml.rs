//! The file `modelDescription.xml`.

use crate::contents::{Contents, Role};
use crate::units;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The version of the standard.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    Two,
    Three,
}

/// What the description says besides the contents.
pub(crate) struct About<'a> {
    pub(crate) standard: Standard,
    pub(crate) name: &'a str,
    pub(crate) identifier: &'a str,
    pub(crate) description: Option<&'a str>,
    pub(crate) step: Option<f64>,
    pub(crate) stop: Option<f64>,
}

/// The text, with what XML means by other signs taken out.
fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(letter).collect()
}

fn attribute(name: &str, value: Option<impl AsRef<str>>) -> String {
    value.map_or_else(String::new, |value| format!(" {name}=\"{}\"", plain(value.as_ref())))
}

fn number(x: f64) -> String {
    format!("{x:?}")
}

/// What the unit can do, in the words of the standard.
fn abilities(about: &About<'_>) -> String {
    let [states, slopes, rest] = match about.standard {
        Standard::Two => ["FMUstate", "providesDirectionalDerivative", "canInterpolateInputs=\"false\""],
        Standard::Three => ["FMUState", "providesDirectionalDerivatives", "mightReturnEarlyFromDoStep=\"true\""],
    };
    format!(
        "  <CoSimulation modelIdentifier=\"{}\" canHandleVariableCommunicationStepSize=\"true\" canGetAndSet{states}=\"true\" canSerialize{states}=\"true\" \
         {slopes}=\"true\" {rest} canBeInstantiatedOnlyOncePerProcess=\"false\"/>",
        about.identifier
    )
}

/// A variable: in version 2.0 its type, unit and start stand inside.
fn variable(
    standard: Standard,
    [name, role]: [&str; 2],
    reference: usize,
    start: Option<f64>,
    [unit, about]: [Option<&String>; 2],
) -> String {
    let [unit, about] = [attribute("unit", unit), attribute("description", about)];
    let (name, start) = (plain(name), attribute("start", start.map(number)));
    match standard {
        Standard::Two => {
            format!(
                "    <ScalarVariable name=\"{name}\" valueReference=\"{reference}\" {role}{about}><Real{unit}{start}/></ScalarVariable>"
            )
        }
        Standard::Three => {
            format!("    <Float64 name=\"{name}\" valueReference=\"{reference}\" {role}{start}{unit}{about}/>")
        }
    }
}

/// What depends on what: outputs, by their references, or by their places in the list of variables, from 1 on.
fn structure(standard: Standard, outputs: &[usize], mut line: impl FnMut(&str)) {
    match standard {
        Standard::Two => {
            for list in ["Outputs", "InitialUnknowns"].into_iter().filter(|_| !outputs.is_empty()) {
                line(&format!("    <{list}>"));
                // The first variable is the time.
                outputs.iter().for_each(|reference| line(&format!("      <Unknown index=\"{}\"/>", reference + 1)));
                line(&format!("    </{list}>"));
            }
        }
        Standard::Three => {
            for element in ["Output", "InitialUnknown"] {
                outputs.iter().for_each(|reference| line(&format!("    <{element} valueReference=\"{reference}\"/>")));
            }
        }
    }
}

pub(crate) fn description(about: &About<'_>, contents: &Contents) -> String {
    let standard = about.standard;
    let [version, token] = match standard {
        Standard::Two => ["2.0", "guid"],
        Standard::Three => ["3.0", "instantiationToken"],
    };
    let units: BTreeSet<&str> = contents.variables.iter().filter_map(|it| it.unit.as_deref()).chain(["s"]).collect();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    line(&format!(
        "<fmiModelDescription fmiVersion=\"{version}\" modelName=\"{}\" {token}=\"{}\" generationTool=\"chetaev {}\" variableNamingConvention=\"flat\"{}>",
        plain(about.name),
        contents.token,
        env!("CARGO_PKG_VERSION"),
        attribute("description", about.description),
    ));
    line(&abilities(about));
    line("  <UnitDefinitions>");
    for unit in units {
        let base = units::base(unit).map(|base| format!("<BaseUnit {base}/>").replace(" />", "/>"));
        line(&match base {
            Some(base) => format!("    <Unit name=\"{}\">{base}</Unit>", plain(unit)),
            None => format!("    <Unit name=\"{}\"/>", plain(unit)),
        });
    }
    line("  </UnitDefinitions>");
    line("  <LogCategories>");
    line("    <Category name=\"logStatusError\" description=\"Why a call failed\"/>");
    line(
        "    <Category name=\"logEvents\" description=\"Stick, slip, contacts that open and close, impacts, doubts\"/>",
    );
    line("  </LogCategories>");
    line(&format!(
        "  <DefaultExperiment startTime=\"{}\"{} tolerance=\"{}\"{}/>",
        number(contents.start.t),
        attribute("stopTime", about.stop.map(number)),
        number(contents.tolerance),
        attribute("stepSize", about.step.map(number)),
    ));
    line("  <ModelVariables>");
    let seconds = "s".to_owned();
    line(&variable(
        standard,
        ["time", "causality=\"independent\" variability=\"continuous\""],
        0,
        None,
        [Some(&seconds), None],
    ));
    let mut outputs = Vec::new();
    for (k, it) in contents.variables.iter().enumerate() {
        let (role, start) = match it.role {
            Role::Input { start } => ("causality=\"input\" variability=\"continuous\"", Some(start)),
            Role::Parameter { start, .. } | Role::Initial { start, .. } => {
                ("causality=\"parameter\" variability=\"fixed\"", Some(start))
            }
            Role::Output => {
                outputs.push(k + 1);
                ("causality=\"output\" variability=\"continuous\" initial=\"calculated\"", None)
            }
        };
        line(&variable(standard, [&it.name, role], k + 1, start, [it.unit.as_ref(), it.description.as_ref()]));
    }
    line("  </ModelVariables>");
    line("  <ModelStructure>");
    structure(standard, &outputs, &mut line);
    line("  </ModelStructure>");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "</fmiModelDescription>");
    text
}
