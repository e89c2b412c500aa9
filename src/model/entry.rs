//! What the model keeps of each element: the element itself, its name, and where its numbers stand.

use super::any_body::AnyBody;
use super::batch::{self, Batch};
use super::either::{AnyConstraint, AnyForce, AnyFriction, AnyGap};
use crate::body::BodyShape;
use crate::constraint::{Constraint, ConstraintShape};
use crate::element::{BodyRef, Spatial};
use crate::force::EnergyKind;
use crate::friction::KeptLaw;
use crate::hybrid::Bounce;
use crate::math::length;
use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::Range;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct BodyEntry {
    pub(crate) name: String,
    pub(crate) body: Box<dyn AnyBody>,
    /// Its shape, in the terms of space.
    pub(crate) shape: BodyShape<Spatial>,
    /// Does it live in space?
    pub(crate) spatial: bool,
    /// Its part of q.
    pub(crate) coordinates: Range<usize>,
    /// Its part of v.
    pub(crate) dofs: Range<usize>,
    /// Its part of the mass buffer.
    pub(crate) mass: Range<usize>,
    /// Its part of the buffer of maps T; empty unless the map is general.
    pub(crate) map: Range<usize>,
}

impl BodyEntry {
    /// The diagonal of its mass matrix.
    pub(crate) fn diagonal<'m>(&self, masses: &'m [f64]) -> impl Iterator<Item = &'m f64> + use<'m> {
        let (n, mass) = (self.dofs.len(), &masses[self.mass.clone()]);
        mass.iter().step_by(if mass.len() == n { 1 } else { n + 1 })
    }

    /// Is its mass known as a diagonal?
    pub(crate) fn is_diagonal(&self) -> bool {
        self.mass.len() == self.dofs.len()
    }

    /// How many numbers its twist has.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        if self.spatial { 6 } else { 3 }
    }
}

/// A number of the user's own.
#[derive(Clone)]
pub(crate) struct VariableEntry {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// How fast it changes; of an input, none. What it reads is known where instants are read, in a room above, which keeps its own type here.
    pub(crate) rate: Option<Arc<dyn Any + Send + Sync>>,
}

impl Debug for VariableEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VariableEntry").field("name", &self.name).field("value", &self.value).finish_non_exhaustive()
    }
}

// What the builder asked of the element, and where the layout has put it: an evaluation reads nearly all of it for each constraint.
#[derive(Debug)]
pub(crate) struct ConstraintEntry {
    pub(crate) name: String,
    pub(crate) element: AnyConstraint,
    /// The element by its own type, and what makes a batch for that type.
    pub(crate) typed: Arc<dyn Any + Send + Sync>,
    pub(super) batch: fn() -> Box<dyn Batch>,
    pub(crate) shape: ConstraintShape,
    pub(crate) rows: Range<usize>,
    /// The rows that its element writes: those of a contact's gap and slips together.
    pub(crate) written: Range<usize>,
    /// Has it more rows than are asked for? Those of a smooth contact's slips.
    pub(crate) surplus: bool,
    /// Index of the frame of each slot.
    pub(crate) slots: Vec<u32>,
    /// Does it take the body in each slot for one in space?
    pub(crate) spatial: Vec<bool>,
    /// The bodies that it can move, each once: the blocks of the augmented system.
    pub(crate) held: Vec<usize>,
    /// For each of them where J of these rows stands.
    pub(crate) places: Vec<Range<usize>>,
    /// Where each slot's block of twist columns is written.
    pub(crate) blocks: Vec<u32>,
    pub(crate) memory: Range<usize>,
    /// Its place among the integrated works.
    pub(crate) work: Option<usize>,
    pub(crate) part: Part,
}

/// Which rows of its element an entry has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All.
    Whole,
    /// The gap of a contact that opens, the first one.
    Gap { contact: usize },
    /// The slips of a contact that opens, all others: they are written with its gap.
    Slips { contact: usize },
}

impl ConstraintEntry {
    /// One of a contact that opens.
    pub(super) fn of_gap<C: Constraint + 'static>(name: String, typed: Arc<C>) -> Self {
        Self { batch: batch::closed::<C>, ..Self::new(name, typed) }
    }

    /// An entry that has no place yet.
    pub(crate) fn new<C: Constraint + 'static>(name: String, typed: Arc<C>) -> Self {
        Self::of(name, AnyConstraint::constraint(typed.clone()), typed, batch::empty::<C>)
    }

    // Compiled once, and not for each type.
    fn of(
        name: String,
        element: AnyConstraint,
        typed: Arc<dyn Any + Send + Sync>,
        batch: fn() -> Box<dyn Batch>,
    ) -> Self {
        let shape = element.shape();
        let slots: Vec<u32> = shape.bodies.iter().map(|b| b.index).collect();
        let spatial = (0..slots.len()).map(|k| element.is_spatial(k)).collect();
        Self {
            name,
            element,
            typed,
            batch,
            shape,
            rows: 0..0,
            written: 0..0,
            surplus: false,
            slots,
            spatial,
            held: Vec::new(),
            places: Vec::new(),
            blocks: Vec::new(),
            memory: 0..0,
            work: None,
            part: Part::Whole,
        }
    }

    /// How many rows its element has: of a contact also those that are other entries', or nobody's.
    pub(crate) fn rows_of_element(&self) -> usize {
        if self.part == Part::Whole { self.shape.rows() } else { self.element.shape().rows() }
    }

    /// Some of the rows of this entry's element.
    pub(crate) fn with_part(mut self, part: Part) -> Self {
        self.part = part;
        self.shape.levels = self.shape.levels[self.part.rows(self.shape.rows())].to_vec();
        if part.is_slips() {
            self.shape.memory.clear();
        }
        self
    }
}

impl Part {
    /// Its rows among those of an element that has so many.
    pub(crate) fn rows(self, all: usize) -> Range<usize> {
        match self {
            Self::Whole => 0..all,
            Self::Gap { .. } => 0..1,
            Self::Slips { .. } => 1..all,
        }
    }

    /// The contact whose rows they are; none of other elements.
    pub(crate) fn contact(self) -> Option<usize> {
        match self {
            Self::Whole => None,
            Self::Gap { contact } | Self::Slips { contact } => Some(contact),
        }
    }

    pub(crate) fn is_slips(self) -> bool {
        matches!(self, Self::Slips { .. })
    }
}

#[derive(Debug)]
pub(crate) struct ForceEntry {
    pub(crate) name: String,
    pub(crate) element: AnyForce,
    /// The element by its own type.
    pub(crate) typed: Arc<dyn Any + Send + Sync>,
    pub(crate) slots: Vec<u32>,
    pub(crate) memory: Range<usize>,
    /// Its place among the integrated works; none if its potential tells all.
    pub(crate) work: Option<usize>,
    /// The places in q and in v of the coordinates that it reads and pushes.
    pub(crate) coordinates: Vec<[usize; 2]>,
    /// The rows whose multipliers it reads.
    pub(crate) reads: Vec<usize>,
}

impl ForceEntry {
    /// An entry that has no place yet.
    pub(super) fn new(
        name: String,
        element: AnyForce,
        typed: Arc<dyn Any + Send + Sync>,
        (bodies, kind): (&[BodyRef], EnergyKind),
    ) -> Self {
        Self {
            name,
            element,
            typed,
            slots: bodies.iter().map(|body| body.index).collect(),
            memory: 0..0,
            work: (kind == EnergyKind::Working).then_some(0),
            coordinates: Vec::new(),
            reads: Vec::new(),
        }
    }
}

/// A friction point. Its tangent row is one of the constraint entries, after those of all constraints.
#[derive(Debug)]
pub(crate) struct FrictionEntry {
    pub(crate) name: String,
    /// None of a contact's: it has no load of its own.
    pub(crate) element: Option<AnyFriction>,
    /// Whose friction it is, of a contact that opens: it only pushes.
    pub(crate) contact: Option<usize>,
    pub(crate) law: Box<dyn KeptLaw>,
    pub(crate) load: LoadRows,
    /// Index of its tangent among the constraint entries.
    pub(crate) entry: usize,
    /// Its row among the multipliers; the first of several, of a contact in space.
    pub(crate) row: usize,
    /// Where D is kept while the row is switched off, in coordinates of the bodies that it holds, one after another.
    pub(crate) tangent: Range<usize>,
    /// Of a contact in space, which slides in a direction that turns.
    pub(crate) slide: Option<SlideEntry>,
    pub(crate) work: usize,
}

impl FrictionEntry {
    /// Does it rub by a moment, not by a force?
    pub(crate) fn is_moment(&self) -> bool {
        self.element.as_ref().is_some_and(AnyFriction::is_moment)
    }
}

/// What a friction point with several tangents has besides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SlideEntry {
    /// Which of them it is.
    pub(crate) index: usize,
    /// How many: two, and with pivoting three.
    pub(crate) tangents: usize,
    /// Where they are kept, each as a whole before the next: D is made of them.
    pub(crate) kept: Range<usize>,
}

impl FrictionEntry {
    /// Its rows among the multipliers.
    pub(crate) fn rows(&self) -> Range<usize> {
        self.row..self.row + self.slide.as_ref().map_or(1, |slide| slide.tangents)
    }

    /// What a state keeps of it at first: the sign of its load, or an angle.
    pub(crate) fn first_sign(&self) -> f64 {
        if self.load.is_length() || self.slide.is_some() { 0.0 } else { 1.0 }
    }

    /// Does the state keep the direction of its load? That of one that slides in a direction that turns is found each time, from that without friction.
    pub(crate) fn keeps_load(&self) -> bool {
        self.load.is_length() && self.slide.is_none()
    }

    /// Does it slip in several directions, without being a contact's?
    pub(crate) fn slips_in_joint(&self) -> bool {
        self.slide.is_some() && self.contact.is_none()
    }

    /// The numbers of its rows, of whatever count.
    pub(crate) fn parts(&self, values: &[f64]) -> [f64; 3] {
        let mut parts = [0.0; 3];
        parts.iter_mut().zip(&values[self.rows()]).for_each(|(part, value)| *part = *value);
        parts
    }

    /// The direction of the numbers of its first two rows.
    pub(crate) fn angle_of(&self, values: &[f64]) -> f64 {
        values[self.row + 1].atan2(values[self.row])
    }

    /// A slip or a force as it is told: with its sign, in space its size.
    pub(crate) fn read(&self, values: &[f64]) -> f64 {
        if self.slide.is_some() { self.size_of(values) } else { values[self.row] }
    }

    /// The derivative of that, from the derivatives of the components.
    pub(crate) fn rate_of_size(&self, values: &[f64], rates: &[f64]) -> f64 {
        let size = self.size_of(values);
        let along = || self.rows().map(|row| values[row] / size * rates[row]).sum();
        match self.slide {
            None => rates[self.row],
            Some(_) if size > 0.0 => along(),
            Some(_) => self.size_of(rates),
        }
    }

    /// The size of a slip or a force, of one component or more.
    pub(crate) fn size_of(&self, values: &[f64]) -> f64 {
        match self.slide {
            Some(_) => length(&values[self.rows()]),
            None => values[self.row].abs(),
        }
    }
}

/// A contact that opens and closes.
#[derive(Debug)]
pub(crate) struct ContactEntry {
    pub(crate) name: String,
    pub(crate) gap: AnyGap,
    pub(crate) bounce: Bounce,
    /// Does it count while it is open?
    pub(crate) counts: bool,
    /// Index of its normal among the constraint entries.
    pub(crate) entry: usize,
    /// Its row among the multipliers.
    pub(crate) row: usize,
    /// Index of its friction point; none if it is smooth.
    pub(crate) friction: Option<usize>,
    /// The place of what impacts take, among the works.
    pub(crate) work: usize,
    /// Where its normal row is kept while it is open, in coordinates of the bodies that it holds, one after another.
    pub(crate) normal: Range<usize>,
}

/// A friction point's load, in rows of the whole model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LoadRows {
    Rows(Vec<(usize, f64)>),
    /// Its length counts: two components or three.
    Length(Vec<usize>),
    Given,
}

impl LoadRows {
    /// Is it a load of several components, that of a pin?
    pub(crate) fn is_length(&self) -> bool {
        matches!(self, Self::Length(_))
    }

    /// How many components it has; none if it is given.
    pub(crate) fn components(&self) -> usize {
        match self {
            Self::Rows(_) => 1,
            Self::Length(rows) => rows.len(),
            Self::Given => 0,
        }
    }

    /// The rows that it reads.
    pub(crate) fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        let (list, pair): (&[(usize, f64)], &[usize]) = match self {
            Self::Rows(rows) => (rows, &[]),
            Self::Length(rows) => (&[], rows),
            Self::Given => (&[], &[]),
        };
        list.iter().map(|r| r.0).chain(pair.iter().copied())
    }

    /// Each row, with the component to which it belongs and its factor there.
    pub(crate) fn parts(&self) -> Vec<(usize, usize, f64)> {
        match self {
            Self::Rows(rows) => rows.iter().map(|&(row, factor)| (row, 0, factor)).collect(),
            Self::Length(rows) => rows.iter().enumerate().map(|(component, &row)| (row, component, 1.0)).collect(),
            Self::Given => Vec::new(),
        }
    }

    /// The load's components in a vector of multipliers.
    #[inline]
    pub(crate) fn of(&self, multipliers: &[f64]) -> [f64; 3] {
        let mut load = [0.0; 3];
        match self {
            Self::Rows(rows) => load[0] = rows.iter().map(|&(row, factor)| factor * multipliers[row]).sum(),
            Self::Length(rows) => load.iter_mut().zip(rows).for_each(|(z, &row)| *z = multipliers[row]),
            Self::Given => {}
        }
        load
    }
}
