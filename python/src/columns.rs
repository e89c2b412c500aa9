//! Numbers of a motion by their names, as the columns of a table have them: what guards of events, states and snapshots are asked for.

use crate::errors::unknown;
use crate::handles::Name;
use crate::model::find;
use chetaev::element::Spatial;
use chetaev::prelude as c;
use chetaev::simulate::{ContactReading, FrictionReading};
use pyo3::prelude::*;

/// A number of a motion.
#[derive(Clone)]
pub enum Column {
    Time,
    Coordinate(usize),
    Velocity(usize),
    Variable(c::VariableId),
    Kinetic,
    Potential,
    Multiplier(c::ConstraintRef, usize),
    Reaction(c::ConstraintRef, usize),
    Friction(c::FrictionId, fn(&FrictionReading) -> f64),
    Contact(c::ContactId, fn(&ContactReading) -> f64),
}

const WRENCH: [&str; 6] = ["fx", "fy", "fz", "mx", "my", "mz"];

fn of_friction(part: &str) -> Option<fn(&FrictionReading) -> f64> {
    Some(match part {
        "slip" => |it| it.slip,
        "load" => |it| it.load,
        "force" => |it| it.force,
        _ => return None,
    })
}

fn of_contact(part: &str) -> Option<fn(&ContactReading) -> f64> {
    Some(match part {
        "gap" => |it| it.gap,
        "rate" => |it| it.rate,
        "slip" => |it| it.slip,
        "normal" => |it| it.normal,
        "tangential" => |it| it.tangential,
        _ => return None,
    })
}

/// A number of the state itself.
pub fn of_state(model: &c::Model, name: &str) -> Option<Column> {
    let place = |names: Vec<String>| names.iter().position(|it| it == name);
    (place(model.coordinate_names()).map(Column::Coordinate))
        .or_else(|| place(model.velocity_names()).map(Column::Velocity))
        .or_else(|| model.variable(name).map(Column::Variable))
}

/// Any number: `t`, those of the state, `kinetic`, `potential`, `lambda.row`, `reaction.joint.fx`, `friction.point.slip`, `contact.gap`.
pub fn of(model: &c::Model, name: &str) -> PyResult<Column> {
    if let Some(column) = of_state(model, name) {
        return Ok(column);
    }
    let named = |name: &str| Name(name.to_owned());
    match name {
        "t" => return Ok(Column::Time),
        "kinetic" => return Ok(Column::Kinetic),
        "potential" => return Ok(Column::Potential),
        _ => {}
    }
    let (kind, rest) = name.split_once('.').unwrap_or((name, ""));
    let (element, part) = rest.rsplit_once('.').unwrap_or((rest, ""));
    match kind {
        "lambda" => {
            let (joint, row) = rest.strip_suffix(']').and_then(|it| it.rsplit_once('[')).unwrap_or((rest, "0"));
            let id = find::constraint(model, &named(joint))?;
            let rows = model.row_range(id).len();
            match row.parse() {
                Ok(row) if row < rows => return Ok(Column::Multiplier(id, row)),
                _ => return Err(unknown("row", rest, model.row_names())),
            }
        }
        "reaction" => {
            let id = find::constraint(model, &named(element))?;
            let part = WRENCH.iter().position(|it| *it == part).ok_or_else(|| unknown("component", part, WRENCH))?;
            return Ok(Column::Reaction(id, part));
        }
        "friction" => {
            let id = find::friction(model, &named(element))?;
            let part = of_friction(part)
                .ok_or_else(|| unknown("number of a friction point", part, ["slip", "load", "force"]))?;
            return Ok(Column::Friction(id, part));
        }
        _ => {}
    }
    if let Some((contact, part)) = name.rsplit_once('.')
        && let (Some(id), Some(part)) = (model.contact(contact), of_contact(part))
    {
        return Ok(Column::Contact(id, part));
    }
    let known = ["t", "kinetic", "potential"]
        .map(String::from)
        .into_iter()
        .chain(model.coordinate_names())
        .chain(model.velocity_names());
    let known = known.chain(model.variable_names().map(String::from));
    let kinds = ["lambda.ROW", "reaction.JOINT.fx", "friction.POINT.slip", "CONTACT.gap"].map(String::from);
    Err(unknown("column", name, known.chain(kinds)))
}

impl Column {
    pub fn at(&self, at: &c::Snapshot<'_>) -> f64 {
        match self {
            Self::Time => at.t(),
            Self::Coordinate(k) => at.q()[*k],
            Self::Velocity(k) => at.v()[*k],
            Self::Variable(id) => at.variable(*id),
            Self::Kinetic => at.kinetic(),
            Self::Potential => at.potential(),
            Self::Multiplier(id, row) => at.multipliers(*id)[*row],
            Self::Reaction(id, k) => {
                let wrench = at.reaction_in::<Spatial>(*id);
                if *k < 3 { wrench.force[*k] } else { wrench.moment[*k - 3] }
            }
            Self::Friction(id, part) => at.friction(*id).map_or(f64::NAN, |it| part(&it)),
            Self::Contact(id, part) => part(&at.contact(*id)),
        }
    }
}
