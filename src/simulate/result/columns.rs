//! Columns that are chosen by name.

use super::contacts::CONTACT;
use super::{Acting, AlongError, FrictionReading, Snapshot, Table, Trajectory};
use crate::body::Quantity;
use crate::element::{ModelTag, Spatial};
use crate::measure::Action;
use crate::model::columns::{OF_FRICTION, OF_MEASURE, OF_WRENCH};
use crate::model::{LoadRows, Model};
use std::fmt::{self, Debug};
use thiserror::Error;

/// A column that there is not.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("there is no column `{name}`: {}{}", expected(name, known), besides(name, known))]
#[non_exhaustive]
pub struct UnknownColumn {
    /// What was asked for.
    pub name: String,
    /// What there is of that kind.
    pub known: Vec<String>,
}

fn expected(name: &str, known: &[String]) -> String {
    if let Some(meant) = meant(name, known) {
        format!("it is named `{meant}`")
    } else if known.is_empty() {
        "nothing of this kind is in the model".into()
    } else {
        format!("there are {}", known.join(", "))
    }
}

/// The column whose name lacked its kind.
fn meant<'k>(name: &str, known: &'k [String]) -> Option<&'k String> {
    let [one] = known else { return None };
    one.strip_suffix(name).is_some_and(|kind| KINDS.iter().any(|it| kind.strip_suffix('.') == Some(it))).then_some(one)
}

/// Where a name is of no kind, the kinds that a table of everything does not have.
fn besides(name: &str, known: &[String]) -> &'static str {
    let kind = name.split('.').next().unwrap_or_default();
    if meant(name, known).is_some() || KINDS.contains(&kind) {
        ""
    } else {
        "; and `reaction.joint.fx`, `along.name.value`, `friction.point.force` with their parts: see `Trajectory::columns`"
    }
}

const KINDS: [&str; 3] = ["reaction", "along", "friction"];

/// A part of a reading.
type Part<R> = fn(&R) -> f64;
type Read = Box<dyn Fn(&Snapshot<'_>) -> f64 + Send + Sync>;
/// Its unit, where the model tells it.
type Unit = Option<&'static str>;

/// A number that can be read at every instant of a motion, found by its name once: [`Model::column`].
pub struct Column {
    tag: ModelTag,
    read: Read,
    unit: Unit,
}

impl Column {
    /// The number at this instant. What cannot be evaluated is not a number.
    ///
    /// # Panics
    /// If the instant is one of another model.
    #[track_caller]
    pub fn at(&self, instant: &Snapshot<'_>) -> f64 {
        assert!(
            instant.model.inner.admits(self.tag),
            "the column is one of another model: ask the model of this instant for it"
        );
        (self.read)(instant)
    }

    /// Its unit, such as `m/s2` or `N.m`; `1` of what has none. What a variable is only its user knows; multipliers, residuals, and what acts along a measure, have the units of their element.
    /// ```
    /// use chetaev::hybrid::Stop;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let arm = builder.body("arm", RigidBody::rod(1.0, 1.0));
    /// builder.contact("stop", Stop::below(Angle::between(GROUND, arm), 0.5), Rigid::smooth());
    /// let model = builder.build()?;
    /// assert_eq!(model.column("arm.omega")?.unit(), Some("rad/s"));
    /// assert_eq!(model.column("stop.normal")?.unit(), Some("N.m")); // that of a stop in a guide: N
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unit(&self) -> Option<&'static str> {
        self.unit
    }
}

impl Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").finish_non_exhaustive()
    }
}

/// Each in the order of its names.
const ALONG: [Part<Action>; 5] = [|it| it.value, |it| it.rate, |it| it.force, |it| it.elastic, |it| it.dissipated];
const FRICTION: [Part<FrictionReading>; 3] = [|it| it.slip, |it| it.load, |it| it.force];

fn named<'a, R>(names: &[&str], parts: &'a [Part<R>], wanted: &str) -> Option<&'a Part<R>> {
    names.iter().zip(parts).find(|(name, _)| **name == wanted).map(|(_, part)| part)
}

impl Trajectory {
    /// A table of the columns with these names, in this order: those of [`table`](Self::table), and besides
    ///
    /// | column | what |
    /// |---|---|
    /// | `reaction.joint.fx` … `.mz` | force and moment of a constraint on its last body, in world axes, at its point |
    /// | `along.name.value`, `.rate`, `.force`, `.elastic`, `.dissipated` | of a spring, an actuator, a driver, a rod, a joint: [`Snapshot::along`] |
    /// | `friction.point.slip`, `.load`, `.force` | of a friction point |
    ///
    /// What cannot be evaluated is not a number. A measure of your own, or any other number, follows by [`Table::with`] and [`column`](Self::column).
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -9.81]);
    /// let rod = builder.body("rod", RigidBody::rod(1.0, 2.0).at(1.0, 0.0, 0.0));
    /// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-1.0, 0.0)));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).every(0.1).run(model.placed(), 1.0)?;
    /// let table = run.columns(&["t", "rod.theta", "reaction.pin.fy"])?;
    /// // A rod let go from the horizontal hangs on its pin with a quarter of its weight.
    /// assert!((table.column("reaction.pin.fy").ok_or("no column")?[0] - 0.25 * 9.81).abs() < 1e-12);
    /// assert!(run.columns(&["reaction.bolt.fy"]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn columns(&self, names: &[&str]) -> Result<Table, UnknownColumn> {
        let mut table = Table::default();
        for name in names {
            let column = self.model().column(name)?;
            table = table.with(*name, self.column(|at| column.at(at)));
        }
        Ok(table)
    }
}

impl Model {
    /// What the column of this name reads, of those that [`Trajectory::columns`] knows: looked for once, read at any instant.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -9.81]);
    /// let rod = builder.body("rod", RigidBody::rod(1.0, 2.0).at(1.0, 0.0, 0.0));
    /// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-1.0, 0.0)));
    /// let model = builder.build()?;
    /// let (up, turn) = (model.column("reaction.pin.fy")?, model.column("rod.theta")?);
    /// let state = model.placed();
    /// let now = model.read(&state);
    /// assert!((up.at(&now) - 0.25 * 9.81).abs() < 1e-12 && turn.at(&now) == 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn column(&self, name: &str) -> Result<Column, UnknownColumn> {
        let (read, unit) = match special(self, name) {
            Ok(Some(found)) => found,
            other => plain(self, name).ok_or_else(|| {
                // It may be the name of an element and a part, without what is read of it.
                let whole = KINDS.map(|kind| format!("{kind}.{name}"));
                if let Some(meant) = whole.into_iter().find(|name| matches!(special(self, name), Ok(Some(_)))) {
                    return UnknownColumn { name: name.to_owned(), known: vec![meant] };
                }
                let known = other.err().map_or_else(|| self.table_names(), |error| error.known);
                UnknownColumn { name: name.to_owned(), known }
            })?,
        };
        Ok(Column { tag: self.inner.tag, read, unit })
    }
}

/// A column of the table of everything, by its place in it.
fn plain(model: &Model, name: &str) -> Option<(Read, Unit)> {
    let mut place = model.table_names().iter().position(|it| it == name)?;
    let (n, m) = (model.velocities(), model.rows());
    // Columns stand in groups; the place within the group, if it is in the next one.
    let mut within = |size: usize| {
        let found = (place < size).then_some(place);
        place = place.wrapping_sub(size);
        found
    };
    if within(1).is_some() {
        return Some((Box::new(|at| at.t()), Some("s")));
    }
    if let Some(i) = within(model.coordinates()) {
        return Some((Box::new(move |at| at.q()[i]), unit_of(model, 0, i)));
    }
    if let Some(i) = within(n) {
        return Some((Box::new(move |at| at.v()[i]), unit_of(model, 1, i)));
    }
    if let Some(i) = within(n) {
        return Some((Box::new(move |at| at.solution().acceleration[i]), unit_of(model, 2, i)));
    }
    if let Some(i) = within(m) {
        return Some((Box::new(move |at| at.solution().multipliers[i]), None));
    }
    if let Some(i) = within(m) {
        return Some((Box::new(move |at| at.solution().phi[i]), None));
    }
    if let Some(i) = within(m) {
        return Some((Box::new(move |at| at.solution().rate[i]), None));
    }
    if let Some(i) = within(m) {
        return Some((Box::new(move |at| at.solution().second[i]), None));
    }
    if let Some(i) = within(3) {
        let read: Read = match i {
            0 => Box::new(|at| at.kinetic()),
            1 => Box::new(|at| at.potential()),
            _ => Box::new(|at| at.balance()),
        };
        return Some((read, Some("J")));
    }
    if let Some(i) = within(model.work_names().len()) {
        return Some((Box::new(move |at| at.works[i]), Some("J")));
    }
    if let Some(i) = within(model.variable_names().len()) {
        return Some((Box::new(move |at| at.variables[i]), None));
    }
    let parts = CONTACT.len() + 1;
    let i = within(parts * model.contact_names().len())?;
    let contact = model.contact(model.contact_names().nth(i / parts)?)?;
    let units = match model.contact_entry(contact).gap.is_angle() {
        true => ["rad", "rad/s", "rad/s", "N.m", "N.m"],
        false => ["m", "m/s", "m/s", "N", "N"],
    };
    Some(match CONTACT.get(i % parts) {
        Some((_, of)) => (Box::new(move |at| of(&at.contact(contact))), Some(units[i % parts])),
        None => (Box::new(move |at| at.contact(contact).mode.code().into()), Some("1")),
    })
}

/// The unit of a coordinate, or of its derivative of first or second order.
fn unit_of(model: &Model, derivative: usize, place: usize) -> Unit {
    let all = model.inner.bodies.iter().flat_map(|body| &body.shape.coordinates);
    let mut each = all.flat_map(|coordinate| {
        let (units, count) = match coordinate.quantity {
            Quantity::Length => (["m", "m/s", "m/s2"], 1),
            Quantity::Angle => (["rad", "rad/s", "rad/s2"], 1),
            Quantity::Attitude => (["1", "rad/s", "rad/s2"], if derivative == 0 { 4 } else { 3 }),
        };
        std::iter::repeat_n(units[derivative], count)
    });
    each.nth(place)
}

/// A column that tables of everything do not have; none of another name.
fn special(model: &Model, name: &str) -> Result<Option<(Read, Unit)>, UnknownColumn> {
    let Some((kind, rest)) = name.split_once('.') else { return Ok(None) };
    let (element, part) = rest.rsplit_once('.').unwrap_or((rest, ""));
    let joints = || model.inner.constraints[..model.constraint_count()].iter().map(|entry| entry.name.clone());
    let unknown = |elements: Vec<String>, parts: &[&str]| {
        let one =
            |element: &String| parts.iter().map(move |part| format!("{kind}.{element}.{part}")).collect::<Vec<_>>();
        Err(UnknownColumn { name: name.to_owned(), known: elements.iter().flat_map(one).collect() })
    };
    match kind {
        "reaction" => match (model.constraint(element), OF_WRENCH.iter().position(|it| *it == part)) {
            (Some(joint), Some(k)) => {
                let read: Read = Box::new(move |at| {
                    let wrench = at.reaction_in::<Spatial>(joint);
                    if k < 3 { wrench.force[k] } else { wrench.moment[k - 3] }
                });
                Ok(Some((read, Some(if k < 3 { "N" } else { "N.m" }))))
            }
            _ => unknown(joints().collect(), &OF_WRENCH),
        },
        "along" => {
            // Whether something acts along a measure it says at an instant, whichever.
            let placed = model.placed();
            let at = model.read(&placed);
            let measured = |acting: &Acting| !matches!(at.along(*acting), Err(AlongError::NoMeasure { .. }));
            let acting = model.force(element).map(Acting::from);
            let acting = acting.or_else(|| model.constraint(element).map(Acting::from)).filter(measured);
            match (acting, named(&OF_MEASURE, &ALONG, part)) {
                (Some(acting), Some(of)) => {
                    let read: Read = Box::new(move |at| at.along(acting).map_or(f64::NAN, |action| of(&action)));
                    Ok(Some((read, None)))
                }
                _ => {
                    let forces = model.inner.forces.iter().map(|entry| entry.name.clone());
                    let forces = forces.filter(|name| model.force(name).is_some_and(|it| measured(&it.into())));
                    let joints = joints().filter(|name| model.constraint(name).is_some_and(|it| measured(&it.into())));
                    unknown(forces.chain(joints).collect(), &OF_MEASURE)
                }
            }
        }
        "friction" => match (model.friction(element), OF_FRICTION.iter().position(|it| *it == part)) {
            (Some(point), Some(k)) => {
                let (of, entry) = (FRICTION[k], model.friction_entry(point));
                let read: Read = Box::new(move |at| at.friction(point).map_or(f64::NAN, |reading| of(&reading)));
                let units = match (entry.is_moment(), &entry.load) {
                    (false, _) => [Some("m/s"), Some("N"), Some("N")],
                    (true, LoadRows::Given) => [Some("rad/s"), Some("N.m"), Some("N.m")],
                    // Of multipliers: those of its constraint.
                    (true, _) => [Some("rad/s"), None, Some("N.m")],
                };
                Ok(Some((read, units[k])))
            }
            _ => unknown(model.friction_names().map(String::from).collect(), &OF_FRICTION),
        },
        _ => Ok(None),
    }
}
