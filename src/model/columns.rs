//! The names of the columns of a run, each of which must name one number.

use super::Model;
use std::collections::HashSet;

/// What is told of a contact, after its name.
pub(crate) const OF_CONTACT: [&str; 6] = ["gap", "rate", "slip", "normal", "tangential", "mode"];
pub(crate) const OF_WRENCH: [&str; 6] = ["fx", "fy", "fz", "mx", "my", "mz"];
pub(crate) const OF_MEASURE: [&str; 5] = ["value", "rate", "force", "elastic", "dissipated"];
pub(crate) const OF_FRICTION: [&str; 3] = ["slip", "load", "force"];

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
        let mut seen = HashSet::new();
        let mut names = self.table_names().into_iter();
        names.find(|name| self.is_special(name) || !seen.insert(name.clone()))
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
