//! The model: bodies, constraints and forces, validated, ordered and analyzed once, then immutable.

mod any_body;
mod batch;
mod builder;
mod check;
pub(crate) mod columns;
mod either;
mod entry;
mod gravity;
mod handles;
mod kinematics;
mod layout;
mod names;
mod poses;
mod reads;
pub(crate) mod same;
#[cfg(feature = "serde")]
mod saved;
mod spelled;
mod state;
mod succession;

pub(crate) use batch::{Batch, Reading, Writing};
pub use builder::ModelBuilder;
pub(crate) use entry::{
    BodyEntry, ConstraintEntry, ContactEntry, ForceEntry, FrictionEntry, LoadRows, Part, VariableEntry,
};
pub use gravity::Gravity;
pub(crate) use kinematics::Kinematics;
pub(crate) use layout::{FirstOrder, Gather, Layout};
pub(crate) use names::Names;
#[cfg(feature = "serde")]
pub use saved::SavedModel;
pub(crate) use spelled::Spelled;
pub use state::{Mode, State};
pub(crate) use succession::Past;
pub use succession::Succession;

use crate::constraint::Level;
use crate::element::ModelTag;
use crate::error::EvalError;
use crate::linear::{Augmented, Influence};
use crate::math::{Jump, TimeLaw, hides_its_rate, jump};
use nalgebra::Vector3;
use std::f64::consts::TAU;
use std::sync::Arc;

/// What is so near to a whole turn is one.
const WHOLE: f64 = 1e-9;

/// A mechanism: immutable, `Send + Sync`, and cheap to clone (clones share everything).
///
/// What takes a handle, here and where results are read, panics if the handle belongs to another model; the panic names the line of the caller.
///
/// ```
/// # use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let rod = builder.body("rod", RigidBody::rod(1.0, 2.0).at(1.0, 0.0, 0.0));
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-1.0, 0.0)));
/// let model = builder.build()?;
/// assert_eq!((model.coordinates(), model.rows()), (3, 2));
/// assert_eq!(model.coordinate_names(), ["rod.x", "rod.y", "rod.theta"]);
/// assert_eq!(model.body("rod"), Some(rod));
/// assert_eq!(model.freedoms(&model.placed())?.freedoms, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) inner: Arc<Inner>,
}

// One list for each kind of element, and what was planned for all of them.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) tag: ModelTag,
    /// The tag of the builder, which the functions of the model's own have: that of a member of a family is the family's besides.
    pub(crate) made: ModelTag,
    pub(crate) bodies: Vec<BodyEntry>,
    pub(crate) constraints: Vec<ConstraintEntry>,
    /// All constraints but contacts that open, by their types; and these, with their slips.
    pub(crate) batches: Vec<Box<dyn Batch>>,
    pub(crate) gaps: Vec<Box<dyn Batch>>,
    pub(crate) forces: Vec<ForceEntry>,
    pub(crate) frictions: Vec<FrictionEntry>,
    pub(crate) contacts: Vec<ContactEntry>,
    pub(crate) variables: Vec<VariableEntry>,
    pub(crate) gravity: Vector3<f64>,
    pub(crate) redundant: bool,
    pub(crate) layout: Layout,
    /// The augmented system with every row.
    pub(crate) augmented: Augmented,
    /// The augmented system without the tangents of friction, for as long as nothing sticks; its rows and blocks stand where they do in the whole.
    pub(crate) sliding: Option<Augmented>,
    /// How friction forces change the loads, in the system without tangents and in the whole; none without friction or with very
    /// many points.
    pub(crate) influences: Vec<Influence>,
}

impl Inner {
    /// Does a handle of that tag belong to it?
    pub(crate) fn admits(&self, tag: ModelTag) -> bool {
        self.tag.admits(tag) || self.made.admits(tag)
    }

    /// Whose the work at that place is.
    pub(crate) fn worker(&self, work: usize) -> Option<&str> {
        let force = self.forces.iter().find(|it| it.work == Some(work)).map(|it| &*it.name);
        let constraint = || self.constraints.iter().find(|it| it.work == Some(work)).map(|it| &*it.name);
        let friction = || self.frictions.iter().find(|it| it.work == work).map(|it| &*it.name);
        force.or_else(constraint).or_else(friction)
    }

    /// Does a number that was kept belong to a handle of its own?
    pub(crate) fn admits_number(&self, number: u32) -> bool {
        self.tag.admits_number(number) || self.made.admits_number(number)
    }
}

impl Model {
    /// Number of coordinates q.
    pub fn coordinates(&self) -> usize {
        self.inner.layout.coordinates
    }

    /// Number of velocities v.
    pub fn velocities(&self) -> usize {
        self.inner.layout.velocities
    }

    /// Number of rows: of all constraints, a contact's normal being followed by its slips, then one for the tangent of each friction point of joints.
    pub fn rows(&self) -> usize {
        self.inner.layout.rows
    }

    /// Names of the coordinates, as `body.coordinate`, in the order of q.
    pub fn coordinate_names(&self) -> Vec<String> {
        self.spelled_coordinates().map(|name| name.to_string()).collect()
    }

    /// Names of the velocities, as `body.velocity`, in the order of v.
    pub fn velocity_names(&self) -> Vec<String> {
        self.spelled_velocities().map(|name| name.to_string()).collect()
    }

    /// Names of the rows, as `constraint` or `constraint[i]`, in the order of the multipliers.
    pub fn row_names(&self) -> Vec<String> {
        (0..self.rows()).map(|row| self.row_name(row)).collect()
    }

    /// Names of the forces and constraints whose work is integrated, in the order of a state's works.
    pub fn work_names(&self) -> Vec<String> {
        let forces = self.inner.forces.iter().filter(|f| f.work.is_some()).map(|f| f.name.clone());
        let constraints = self.inner.constraints.iter().filter(|c| c.work.is_some()).map(|c| c.name.clone());
        // What carries along, as a contact on a belt, may work beside its friction.
        let works = |name: &str| self.inner.constraints.iter().any(|c| c.work.is_some() && c.name == name);
        let slip = |name: &str| if works(name) { format!("{name}.slip") } else { name.to_owned() };
        let frictions = self.inner.frictions.iter().map(|f| slip(&f.name));
        let impacts = self.inner.contacts.iter().map(|c| format!("{} (impacts)", c.name));
        forces.chain(constraints).chain(frictions).chain(impacts).collect()
    }

    /// Names of the constraints, contacts that open among them, in the order of declaration.
    pub fn constraint_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.constraints[..self.constraint_count()].iter().map(|c| c.name.as_str())
    }

    /// Names of the forces, in the order of declaration.
    pub fn force_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.forces.iter().map(|f| f.name.as_str())
    }

    /// Names of the friction points, in the order of declaration.
    pub fn friction_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.frictions.iter().map(|f| f.name.as_str())
    }

    /// Names of the contacts, in the order of declaration.
    pub fn contact_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.contacts.iter().map(|c| c.name.as_str())
    }

    /// Names of the variables, in the order of declaration.
    pub fn variable_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.variables.iter().map(|v| v.name.as_str())
    }

    /// Every function of time that elements are given.
    pub(crate) fn time_laws(&self) -> impl Iterator<Item = &dyn TimeLaw> {
        let constraints = self.inner.constraints.iter().flat_map(|entry| entry.element.time_laws());
        let forces = self.inner.forces.iter().flat_map(|entry| entry.element.time_laws());
        constraints.map(|(_, law)| law).chain(forces)
    }

    /// What is prescribed must say how it changes within a time.
    pub(crate) fn check_rates(&self, span: [f64; 2]) -> Result<(), EvalError> {
        let hides = |(_, law): &(Level, &dyn TimeLaw)| hides_its_rate(*law, span);
        let mut constraints = self.inner.constraints.iter();
        match constraints.find(|entry| entry.element.time_laws().iter().any(hides)) {
            Some(entry) => Err(EvalError::NoRate { name: format!("`{}`", entry.name) }),
            None => Ok(()),
        }
    }

    /// The first jump, within a time, of what prescribes a motion: a position needs a rate without jumps, a velocity a value without. (What rubs may be carried past with a jump.)
    pub(crate) fn first_jump(&self, span: [f64; 2], parts: usize) -> Option<(f64, EvalError)> {
        let prescribing = self.inner.constraints[..self.constraint_count()].iter();
        let laws = prescribing
            .filter(|entry| entry.part == Part::Whole)
            .flat_map(|entry| entry.element.time_laws().into_iter().map(move |(level, law)| (entry, level, law)));
        let jumps = laws.filter_map(|(entry, level, law)| {
            let (orders, what) = match level {
                Level::Position => (2, ["position", "velocity"]),
                Level::Velocity => (1, ["velocity", "acceleration"]),
            };
            let Jump { t, by, order } = jump(law, span, parts, orders)?;
            // An angle in space is known up to whole turns.
            let turns = entry.spatial.contains(&true) && (by / TAU - (by / TAU).round()).abs() < WHOLE;
            (order > 0 || !turns).then(|| (t, EvalError::Jumps { name: entry.name.clone(), t, what: what[order], by }))
        });
        jumps.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The largest angular frequency that any element is given, rad/s.
    pub(crate) fn fastest(&self) -> f64 {
        self.time_laws().map(TimeLaw::fastest).fold(0.0, f64::max)
    }

    /// The first time after `t` at which a derivative of any function of time jumps.
    pub(crate) fn next_kink(&self, t: f64) -> Option<f64> {
        self.time_laws().filter_map(|law| law.next_kink(t)).reduce(f64::min)
    }

    /// Is there a force, or a law of friction, that has a kink?
    pub(crate) fn has_kinks(&self) -> bool {
        let Inner { forces, frictions, .. } = &*self.inner;
        forces.iter().any(|entry| entry.element.kinks() > 0) || frictions.iter().any(|entry| entry.law.kinks() > 0)
    }

    /// Number of constraints; the entries after them are tangents of friction.
    pub(crate) fn constraint_count(&self) -> usize {
        self.inner.constraints.len() - self.inner.frictions.len()
    }

    /// The augmented system to be solved: without the tangents of friction if nothing sticks.
    #[inline(always)]
    pub(crate) fn system(&self, sticking: bool) -> &Augmented {
        match &self.inner.sliding {
            Some(sliding) if !sticking => sliding,
            _ => &self.inner.augmented,
        }
    }

    /// The influence of friction forces on loads in that system.
    pub(crate) fn influence(&self, sticking: bool) -> Option<&Influence> {
        self.inner.influences.get(usize::from(sticking))
    }

    pub(crate) fn row_name(&self, row: usize) -> String {
        let entry = self.constraint_of_row(row);
        // A contact and its friction have one name, and a joint and its friction may.
        let rubs = self.entry_of_row(row) >= self.constraint_count();
        let slip = entry.part.is_slips() || rubs && self.constraint(&entry.name).is_some();
        let slip = if slip { ".slip" } else { "" };
        match entry.shape.rows() {
            1 => format!("{}{slip}", entry.name),
            _ => format!("{}{slip}[{}]", entry.name, row - entry.rows.start),
        }
    }

    pub(crate) fn constraint_of_row(&self, row: usize) -> &ConstraintEntry {
        &self.inner.constraints[self.entry_of_row(row)]
    }

    /// Its index.
    pub(crate) fn entry_of_row(&self, row: usize) -> usize {
        self.inner.layout.entry_of_row[row] as usize
    }

    /// Is a row the tangent of a friction point?
    pub(crate) fn is_tangent(&self, row: usize) -> bool {
        self.inner.layout.tangent_rows.binary_search(&row).is_ok()
    }

    /// Names of the bodies, in the order of declaration.
    pub fn body_names(&self) -> impl Iterator<Item = &str> {
        self.inner.bodies.iter().map(|b| b.name.as_str())
    }

    /// The uniform gravity of the model (zero unless it was set); the plane is the plane z = 0.
    pub fn gravity(&self) -> Vector3<f64> {
        self.inner.gravity
    }

    /// Is it allowed that constraints depend on each other?
    pub fn allows_redundant(&self) -> bool {
        self.inner.redundant
    }

    /// Is the body in this slot one of space? (The ground is in both.)
    pub(crate) fn in_space(&self, slot: u32) -> bool {
        (slot as usize).checked_sub(1).is_some_and(|body| self.inner.bodies[body].spatial)
    }

    /// How many numbers the twist in a slot has (of the ground, as few as can be).
    pub(crate) fn twist_width(&self, slot: u32) -> usize {
        if self.in_space(slot) { 6 } else { 3 }
    }
}
