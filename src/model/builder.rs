//! Building a model: add, validate, order, analyze.

use super::any_body::AnyBody;
use super::check::{Parts, no_point};
use super::either::{AnyForce, AnyFriction, AnyGap};
use super::entry::{
    BodyEntry, ConstraintEntry, ContactEntry, ForceEntry, FrictionEntry, LoadRows, Part, VariableEntry,
};
use super::gravity::Gravity;
use super::layout::batches;
use super::{Inner, Layout, Model, Names, reads};
use crate::body::Body;
use crate::constraint::{Constraint, Level};
use crate::element::{
    BodyId, ConstraintId, ConstraintRef, ContactId, ForceId, FrictionId, Inside, ModelTag, VariableId,
};
use crate::error::BuildError;
use crate::force::Force;
use crate::friction::{Friction, FrictionLaw, FrictionPlan, KeptLaw};
use crate::hybrid::{Bounce, Gap, Rigid};
use nalgebra::Vector3;
use std::any::Any;
use std::sync::Arc;

/// Collects bodies, constraints and forces, and makes a [`Model`] of them.
///
/// Adding returns a handle; all errors are reported by [`build`](Self::build).
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// builder.force("spring", SpringDamper::torsional(GROUND, rod, 2.0));
/// let model = builder.build()?;
/// assert_eq!(model.coordinate_names(), ["rod.x", "rod.y", "rod.theta"]);
/// assert_eq!(model.rows(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ModelBuilder {
    tag: ModelTag,
    bodies: Vec<BodyEntry>,
    constraints: Vec<ConstraintEntry>,
    forces: Vec<ForceEntry>,
    frictions: Vec<FrictionEntry>,
    contacts: Vec<ContactEntry>,
    variables: Vec<VariableEntry>,
    /// The rows of the friction points; they stand after all constraints.
    tangents: Vec<ConstraintEntry>,
    /// The first thing that could not be added.
    refused: Option<BuildError>,
    gravity: Vector3<f64>,
    redundant: bool,
}

impl Default for ModelBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ModelBuilder {
    /// An empty model: the ground, and no gravity.
    pub fn new() -> Self {
        Self {
            tag: ModelTag::fresh(),
            bodies: Vec::new(),
            constraints: Vec::new(),
            forces: Vec::new(),
            frictions: Vec::new(),
            contacts: Vec::new(),
            variables: Vec::new(),
            tangents: Vec::new(),
            refused: None,
            gravity: Vector3::zeros(),
            redundant: false,
        }
    }

    /// Uniform gravity (m/s²), on every body, as an array of two numbers or of three: `[0.0, -9.81]`, `[0.0, 0.0, -9.81]` (of a vector, `[g.x, g.y, g.z]`). The default is none.
    /// Planar bodies live in the plane z = 0.
    pub fn gravity(&mut self, gravity: impl Into<Gravity>) -> &mut Self {
        self.gravity = gravity.into().0;
        self
    }

    /// Allows constraints that depend on each other, as long as they do not contradict each other.
    ///
    /// The motion is the same as without the superfluous ones, if no friction is loaded by them. Rigid-body mechanics does not determine their reactions;
    /// those of least norm are reported, and [`Snapshot::is_determined`](crate::simulate::Snapshot::is_determined) tells which are determined. Friction under reactions that are
    /// not determined makes a motion that is not determined either: the one of those reactions, which is another in other units of length. Such steps count as
    /// [`uncertain`](crate::simulate::Counters::uncertain).
    pub fn allow_redundant(&mut self) -> &mut Self {
        self.redundant = true;
        self
    }

    /// Adds a body.
    pub fn body<B: Body + 'static>(&mut self, name: impl Into<String>, body: B) -> BodyId<B::Space> {
        self.bodies.push(BodyEntry {
            name: name.into(),
            shape: body.common_shape(),
            spatial: B::Space::SPATIAL,
            body: Box::new(body),
            coordinates: 0..0,
            dofs: 0..0,
            mass: 0..0,
            map: 0..0,
        });
        BodyId::new(self.bodies.len() as u32, self.tag)
    }

    /// Adds a constraint.
    pub fn constraint<C: Constraint + 'static>(&mut self, name: impl Into<String>, constraint: C) -> ConstraintId<C> {
        self.constraints.push(ConstraintEntry::new(name.into(), Arc::new(constraint)));
        ConstraintId::new(self.last_constraint())
    }

    pub(super) fn last_constraint(&self) -> ConstraintRef {
        ConstraintRef { index: self.constraints.len() as u32 - 1, tag: self.tag }
    }

    /// The handle with the type of its element, if that is a `C` and it was added here.
    pub fn typed<C: Constraint + 'static>(&self, constraint: ConstraintRef) -> Option<ConstraintId<C>> {
        self.element(constraint)?.is::<C>().then_some(ConstraintId::new(constraint))
    }

    fn element(&self, constraint: ConstraintRef) -> Option<&dyn Any> {
        let entry = self.constraints.get(constraint.index as usize).filter(|_| self.tag.admits(constraint.tag))?;
        Some(&*entry.typed)
    }

    /// Adds a force.
    pub fn force(&mut self, name: impl Into<String>, force: impl Force + 'static) -> ForceId {
        let (bodies, kind, element) = (force.bodies(), force.energy_kind(), Arc::new(force));
        self.forces.push(ForceEntry::new(name.into(), AnyForce::force(element.clone()), element, (&bodies, kind)));
        self.last_force()
    }

    pub(super) fn last_force(&self) -> ForceId {
        ForceId { index: self.forces.len() as u32 - 1, tag: self.tag }
    }

    /// Adds a friction point with its law: a [`FrictionPoint`](crate::friction::FrictionPoint) in a joint or along a measure, or one of your own.
    pub fn friction(
        &mut self,
        name: impl Into<String>,
        plan: impl FrictionPlan,
        law: impl FrictionLaw + 'static,
    ) -> FrictionId {
        let name = name.into();
        let joint = plan.joint().and_then(|joint| self.element(joint));
        match plan.point(joint) {
            Ok(point) => self.rub(name, point, law),
            Err(what) => {
                self.refused.get_or_insert(no_point(name, what));
            }
        }
        FrictionId { index: self.frictions.len().saturating_sub(1) as u32, tag: self.tag }
    }

    fn rub<F: Friction + 'static>(&mut self, name: String, friction: F, law: impl FrictionLaw + 'static) {
        let element = Arc::new(friction);
        let tangent = ConstraintEntry::new(name, element.clone());
        self.tangent(tangent, Some(AnyFriction::friction(element)), Box::new(law), None);
    }

    fn tangent(
        &mut self,
        tangent: ConstraintEntry,
        element: Option<AnyFriction>,
        law: Box<dyn KeptLaw>,
        contact: Option<usize>,
    ) {
        let (name, load) = (tangent.name.clone(), LoadRows::Given);
        self.tangents.push(tangent);
        self.frictions.push(FrictionEntry {
            name,
            element,
            contact,
            law,
            load,
            entry: 0,
            row: 0,
            tangent: 0..0,
            slide: None,
            work: 0,
        });
    }

    /// Adds a contact that opens and closes by itself: it only pushes, rubs and is struck as its law says.
    ///
    /// ```
    /// use chetaev::contact::EllipseOnLine;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -9.81]);
    /// let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 1.1, 0.0));
    /// let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    /// let floor = builder.contact("floor", Contact::rolling(GROUND, ball, pair), Rigid::rough(Coulomb::new(0.4)).bouncing(0.8));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
    /// // It falls for √(2/g), bounces with 0.8 of its speed.
    /// let blow = &run.impacts()[0];
    /// assert!((blow.t - (2.0_f64 / 9.81).sqrt()).abs() < 1e-12);
    /// assert!((blow.lost - 9.81 * (1.0 - 0.64)).abs() < 1e-9);
    /// assert_eq!(run.last().ok_or("no sample")?.contact(floor).normal, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact<G: Gap + 'static>(&mut self, name: impl Into<String>, gap: G, law: Rigid) -> ContactId {
        let (name, element, index) = (name.into(), Arc::new(gap), self.contacts.len());
        if let Some(what) = element.unfit() {
            self.refused.get_or_insert(BuildError::BadShape { kind: "contact", name: name.clone(), what });
        }
        let whole = ConstraintEntry::of_gap(name.clone(), element.clone());
        let slips = whole.shape.rows().saturating_sub(1);
        let normal = ConstraintRef { index: self.constraints.len() as u32, tag: self.tag };
        let mut friction = None;
        if whole.shape.levels.first() != Some(&Level::Position)
            || whole.shape.levels[1..].iter().any(|&level| level != Level::Velocity)
        {
            let what = "its first row must be a gap, of position level, and all others slip speeds, of velocity level";
            self.refused.get_or_insert(BuildError::BadShape { kind: "contact", name: name.clone(), what });
        } else if let Some(law) = law.friction {
            if slips == 1 || (matches!(slips, 2 | 3) && whole.spatial.iter().all(|&spatial| spatial)) {
                friction = Some(self.frictions.len());
                let tangent =
                    ConstraintEntry::new(name.clone(), element.clone()).with_part(Part::Slips { contact: index });
                self.tangent(tangent, None, law, Some(index));
            } else {
                let what = match slips {
                    0 => "it has no slip speed that friction could oppose: use a smooth law",
                    2 | 3 => "only a contact in space may have several slip speeds: use a smooth law",
                    _ => "it has more slip speeds than two directions and pivoting: use a smooth law",
                };
                self.refused.get_or_insert(BuildError::BadShape { kind: "contact", name: name.clone(), what });
            }
        }
        if let Bounce::Constant(e) = law.bounce
            && !(0.0..=1.0).contains(&e)
        {
            self.refused.get_or_insert(BuildError::BadRestitution { name: name.clone(), value: e });
        }
        let (counts, bounce) = (element.counts(), law.bounce);
        let gap = AnyGap::gap(element);
        self.constraints.push(whole.with_part(Part::Gap { contact: index }));
        let entry = normal.index as usize;
        self.contacts.push(ContactEntry { name, gap, bounce, counts, entry, row: 0, friction, work: 0, normal: 0..0 });
        ContactId { index: index as u32, normal }
    }

    /// Adds several contacts that belong together, each with its own part of the name: `name.left`, `name.right`. See [`Play`](crate::hybrid::Play) and
    /// [`Runner`](crate::hybrid::Runner).
    pub fn contacts<G: Gap + 'static, const N: usize>(
        &mut self,
        name: impl Into<String>,
        parts: [(&str, G); N],
        mut law: impl FnMut() -> Rigid,
    ) -> [ContactId; N] {
        let name = name.into();
        parts.map(|(part, gap)| self.contact(format!("{name}.{part}"), gap, law()))
    }

    /// Adds an input: a number that stays as it is between events, and that events change, or you between two runs. The command of a motor; and just as well what a
    /// controller keeps: an integral, a gear, a latch. It is a part of the [`State`](crate::model::State), saved and resumed with it.
    ///
    /// Forces and belts read it as a [`Signal::input`](crate::math::Signal::input), forces of your own from their [`Ctx`](crate::element::Ctx::variable).
    ///
    /// ```
    /// use chetaev::math::Signal;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(2.0).at(1.0, 0.0));
    /// let guide = GROUND.axis([0.0, 0.0], 0.0);
    /// builder.constraint("guide", Slot::new(guide, cart.origin()));
    /// let push = builder.input("push", 0.0);
    /// builder.force("motor", AppliedAlong::signal(Travel::along(guide, cart.origin()), Signal::input(push)));
    /// let model = builder.build()?;
    /// // A controller: every hundredth of a second it reads the motion and sets the force.
    /// let control = Event::every("control", 0.01).change_with(|at, state| {
    ///     let cart = at.body(cart);
    ///     state.set_variable(push, -8.0 * cart.origin.x - 8.0 * cart.velocity.x);
    ///     Ok(())
    /// });
    /// let run = Simulation::new(&model).event(control).run(model.placed(), 10.0)?;
    /// let end = run.last().ok_or("no sample")?;
    /// assert!(end.body(cart).origin.x.abs() < 1e-6 && end.variable(push).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn input(&mut self, name: impl Into<String>, value: f64) -> VariableId {
        self.add_variable(VariableEntry { name: name.into(), value, rate: None })
    }

    pub(crate) fn add_variable(&mut self, entry: VariableEntry) -> VariableId {
        self.variables.push(entry);
        VariableId { index: self.variables.len() as u32 - 1, tag: self.tag }
    }

    /// How many constraints there are so far, those of contacts among them, and how many friction points.
    #[cfg(feature = "serde")]
    pub(crate) fn counts(&self) -> [usize; 2] {
        [self.constraints.len(), self.frictions.len()]
    }

    /// Validates the structure and orders everything; numbers are checked by [`build`](Self::build).
    pub(crate) fn assemble(mut self) -> Result<Model, BuildError> {
        if let Some(refused) = self.refused.take() {
            return Err(refused);
        }
        let parts = self.parts();
        parts.names()?;
        parts.bodies()?;
        for (friction, tangent) in self.frictions.iter_mut().zip(self.tangents.drain(..)) {
            friction.entry = self.constraints.len();
            self.constraints.push(tangent);
        }
        let parts = self.parts();
        parts.handles()?;
        parts.frictions()?;
        parts.laws()?;
        let plan = Layout::plan(
            &mut self.bodies,
            &mut self.constraints,
            &mut self.forces,
            &mut self.frictions,
            &self.contacts,
        );
        let (mut layout, augmented, sliding) = plan;
        layout.variables = self.variables.len();
        layout.names = Names::of(&self.bodies, &self.constraints, &self.forces, &self.variables);
        layout.place_contacts(&self.bodies, &self.constraints, &mut self.contacts);
        let tag = self.tag;
        reads::resolve_loads(&mut self.frictions, &self.constraints, &self.contacts, tag);
        reads::resolve_forces(&mut self.forces, &self.bodies, &self.constraints);
        let probes = reads::probes(&self.frictions, &self.constraints);
        let systems = sliding.iter().chain([&augmented]).filter(|_| !probes.is_empty());
        let influences = systems.map(|system| system.influence(&probes)).collect();
        let model = Model {
            inner: Arc::new(Inner {
                tag: self.tag,
                made: self.tag,
                bodies: self.bodies,
                batches: batches(&self.constraints, |part| part == Part::Whole),
                gaps: batches(&self.constraints, |part| matches!(part, Part::Gap { .. })),
                constraints: self.constraints,
                forces: self.forces,
                frictions: self.frictions,
                contacts: self.contacts,
                variables: self.variables,
                gravity: self.gravity,
                redundant: self.redundant,
                layout,
                augmented,
                sliding,
                influences,
            }),
        };
        Ok(model)
    }

    fn parts(&self) -> Parts<'_> {
        let Self { tag, gravity, bodies, constraints, forces, frictions, variables, .. } = self;
        Parts { tag, gravity, bodies, constraints, forces, frictions, variables }
    }
}
