//! The names of the columns of a run, each of which must name one number.

use super::Model;
use std::collections::HashSet;

/// What is told of a contact, after its name.
pub(crate) const OF_CONTACT: [&str; 6] = ["gap", "rate", "slip", "normal", "tangential", "mode"];
pub(crate) const OF_WRENCH: [&str; 6] = ["fx", "fy", "fz", "mx", "my", "mz"];
pub(crate) const OF_MEASURE: [&str; 5] = ["value", "rate", "force", "elastic", "dissipated"];
pub(crate) const OF_FRICTION: [&str; 3] = ["slip", "load", "force"];

/// With which columns begin.
const WORDS: [&str; 13] = [
    "t",
    "kinetic",
    "potential",
    "balance",
    "acc",
    "lambda",
    "phi",
    "phi_dot",
    "phi_ddot",
    "work",
    "reaction",
    "along",
    "friction",
];

impl Model {
    /// Names of the columns of a table of everything.
    pub(crate) fn table_names(&self) -> Vec<String> {
        let mut names: Vec<String> = vec!["t".into()];
        names.extend(self.coordinate_names());
        names.extend(self.velocity_names());
        names.extend(self.velocity_names().iter().map(|name| format!("acc.{name}")));
        for what in ["lambda", "phi", "phi_dot", "phi_ddot"] {
            names.extend(self.row_names().iter().map(|row| format!("{what}.{row}")));
        }
        names.extend(["kinetic", "potential", "balance"].map(String::from));
        names.extend(self.work_names().iter().map(|name| format!("work.{name}")));
        names.extend(self.variable_names().map(String::from));
        names.extend(self.contact_names().flat_map(|name| OF_CONTACT.iter().map(move |part| format!("{name}.{part}"))));
        names
    }

    /// A name that two columns have, those that are asked for besides the table among them: the second could not be read.
    pub(crate) fn shared_column(&self) -> Option<String> {
        if self.names_are_plain() {
            return None;
        }
        let mut seen = HashSet::new();
        let mut names = self.table_names().into_iter();
        names.find(|name| self.is_special(name) || !seen.insert(name.clone()))
    }

    /// Are all names such that no two columns can have one? A column is made of names, points and words of its own: where no name has a point, a bracket, or is such a word, only what has one name in two lists may meet.
    fn names_are_plain(&self) -> bool {
        let inner = &*self.inner;
        let elements = inner.constraints.iter().map(|it| &it.name).chain(inner.forces.iter().map(|it| &it.name));
        let others = inner.bodies.iter().map(|it| &it.name).chain(inner.variables.iter().map(|it| &it.name));
        let plain = |name: &String| {
            !name.bytes().any(|byte| matches!(byte, b'.' | b'[' | b'(')) && !WORDS.contains(&name.as_str())
        };
        // Works of forces may meet those of drivers and of friction; what is told of a contact, a coordinate of a body.
        let working: HashSet<_> = inner.forces.iter().filter(|it| it.work.is_some()).map(|it| &it.name).collect();
        let rubs = inner.frictions.iter().map(|it| &it.name);
        let drives = inner.constraints.iter().filter(|it| it.work.is_some()).map(|it| &it.name);
        let bodies: HashSet<_> =
            inner.bodies.iter().filter(|_| !inner.contacts.is_empty()).map(|it| &it.name).collect();
        let apart = !rubs.chain(drives).any(|name| working.contains(name))
            && !inner.contacts.iter().any(|it| bodies.contains(&it.name));
        apart && elements.chain(others).all(plain)
    }

    /// Is it the name of a column that is read of an element: `reaction.pin.fx`?
    fn is_special(&self, name: &str) -> bool {
        let Some((kind, rest)) = name.split_once('.') else { return false };
        let Some((element, part)) = rest.rsplit_once('.') else { return false };
        match kind {
            "reaction" => OF_WRENCH.contains(&part) && self.constraint(element).is_some(),
            "along" => {
                OF_MEASURE.contains(&part) && (self.force(element).is_some() || self.constraint(element).is_some())
            }
            "friction" => OF_FRICTION.contains(&part) && self.friction(element).is_some(),
            _ => false,
        }
    }
}
