//! The file `modelDescription.xml`.

use crate::contents::{Contents, Role};
use crate::units;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the description says besides the contents.
pub(crate) struct About<'a> {
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

pub(crate) fn description(about: &About<'_>, contents: &Contents) -> String {
    let number = |x: f64| format!("{x:?}");
    let units: BTreeSet<&str> = contents.variables.iter().filter_map(|it| it.unit.as_deref()).chain(["s"]).collect();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    line(&format!(
        "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"{}\" instantiationToken=\"{}\" generationTool=\"chetaev {}\" variableNamingConvention=\"flat\"{}>",
        plain(about.name),
        contents.token,
        env!("CARGO_PKG_VERSION"),
        attribute("description", about.description),
    ));
    line(&format!(
        "  <CoSimulation modelIdentifier=\"{}\" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" \
         providesDirectionalDerivatives=\"true\" mightReturnEarlyFromDoStep=\"true\" canBeInstantiatedOnlyOncePerProcess=\"false\"/>",
        about.identifier
    ));
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
    line("    <Category name=\"logEvents\" description=\"Stick, slip, contacts that open and close, impacts\"/>");
    line("  </LogCategories>");
    line(&format!(
        "  <DefaultExperiment startTime=\"{}\"{} tolerance=\"{}\"{}/>",
        number(contents.start.t),
        attribute("stopTime", about.stop.map(number)),
        number(contents.tolerance),
        attribute("stepSize", about.step.map(number)),
    ));
    line("  <ModelVariables>");
    line(
        "    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\" unit=\"s\"/>",
    );
    for (k, variable) in contents.variables.iter().enumerate() {
        let start = variable.role.start();
        let role = match &variable.role {
            Role::Input { .. } => format!("causality=\"input\" variability=\"continuous\" start=\"{}\"", number(start)),
            Role::Parameter { .. } | Role::Initial { .. } => {
                format!("causality=\"parameter\" variability=\"fixed\" start=\"{}\"", number(start))
            }
            Role::Output => "causality=\"output\" variability=\"continuous\" initial=\"calculated\"".to_owned(),
        };
        line(&format!(
            "    <Float64 name=\"{}\" valueReference=\"{}\" {role}{}{}/>",
            plain(&variable.name),
            k + 1,
            attribute("unit", variable.unit.as_ref()),
            attribute("description", variable.description.as_ref()),
        ));
    }
    line("  </ModelVariables>");
    line("  <ModelStructure>");
    for element in ["Output", "InitialUnknown"] {
        for (k, _) in contents.variables.iter().enumerate().filter(|(_, it)| it.role == Role::Output) {
            line(&format!("    <{element} valueReference=\"{}\"/>", k + 1));
        }
    }
    line("  </ModelStructure>");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "</fmiModelDescription>");
    text
}
