//! Where everything stands: fixed when the model is built, and never changed.
//!
//! A constraint writes one block of twist columns per slot. For a rigid body this block *is* the block of the augmented
//! system, and it is written in place. For the ground it goes to a scratch place that nobody reads. For a body whose
//! coordinates are not its frame's, and for a body that takes two slots of one constraint, it goes to a scratch place
//! of its own, and a [`Gather`] carries it over (E9).

use super::entry::{BodyEntry, ConstraintEntry, ContactEntry, ForceEntry, FrictionEntry, SlideEntry};
use super::kinematics::Kinematics;
use crate::body::{FrameMap, MassMatrix};
use crate::constraint::Level;
use crate::linear::{Augmented, Group};

/// Sizes, and the blocks that have to be carried over. Each is counted once, where the model is built, and read in many rooms: a plain list, without parts of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) coordinates: usize,
    pub(crate) velocities: usize,
    pub(crate) kinematics: Kinematics,
    /// Does any body live in space?
    pub(crate) solids: bool,
    pub(crate) rows: usize,
    pub(crate) memory: usize,
    /// Where the memory of forces begins, after that of constraints.
    pub(crate) force_memory: usize,
    pub(crate) works: usize,
    /// Does any constraint do work?
    pub(crate) working_constraints: bool,
    pub(crate) maps: usize,
    /// Length of the buffer of tangents that are kept while they are switched off.
    pub(crate) tangents: usize,
    /// How many friction points have several tangents, and the length of the buffer of these.
    pub(crate) slides: usize,
    pub(crate) several: usize,
    /// Length of the buffer of normals that are kept while their contacts are open.
    pub(crate) normals: usize,
    /// Length of the buffer of blocks: the augmented system's, then scratch.
    pub(crate) blocks: usize,
    pub(crate) gathers: Vec<Gather>,
    /// For each body the number of its island: bodies that constraints or friction tie together.
    pub(crate) islands: Vec<usize>,
    /// Which rows restrict positions.
    pub(crate) position_rows: Vec<bool>,
    /// Bodies whose mass, frame map or inertia forces change: those that need more than a frame.
    pub(crate) varying: Vec<usize>,
}

/// A block of twist columns that has to be carried over to coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Gather {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) row: usize,
    pub(crate) rows: usize,
    /// Index into the bodies (not the frames).
    pub(crate) body: usize,
    /// Add to the block, because another slot of the same body was there before?
    pub(crate) add: bool,
}

impl Layout {
    /// q, v and works of a first-order state, in which they follow one another.
    pub(crate) fn split<'y>(&self, y: &'y [f64]) -> (&'y [f64], &'y [f64], &'y [f64]) {
        let (q, rest) = y.split_at(self.coordinates);
        let (v, rest) = rest.split_at(self.velocities);
        (q, v, &rest[..self.works])
    }

    /// Gives every element its place, and orders the augmented system: with the tangents of friction, and without them.
    pub(crate) fn plan(
        bodies: &mut [BodyEntry],
        constraints: &mut [ConstraintEntry],
        forces: &mut [ForceEntry],
        frictions: &mut [FrictionEntry],
    ) -> (Self, Augmented, Option<Augmented>) {
        let mut layout = Self::default();
        layout.place_bodies(bodies);
        for constraint in constraints.iter_mut() {
            constraint.held = held(&constraint.slots);
        }
        let groups: Vec<Group<'_>> =
            constraints.iter().map(|c| Group { rows: c.shape.rows(), bodies: &c.held }).collect();
        let sizes: Vec<(usize, MassMatrix)> = bodies.iter().map(|b| (b.dofs.len(), b.shape.mass_matrix)).collect();
        let augmented = Augmented::new(&sizes, &groups);
        let constraint_count = groups.len() - frictions.len();
        let sliding = (!frictions.is_empty()).then(|| Augmented::new(&sizes, &groups[..constraint_count]));
        for (i, body) in bodies.iter_mut().enumerate() {
            body.mass = augmented.mass_range(i);
        }
        layout.place_constraints(bodies, constraints, &augmented);
        layout.islands = islands(bodies.len(), constraints);
        layout.force_memory = layout.memory;
        for force in forces.iter_mut() {
            let first = layout.memory;
            layout.memory += force.element.memory().len();
            force.memory = first..layout.memory;
            force.work = force.work.map(|_| layout.next_work());
        }
        for constraint in constraints[..constraint_count].iter_mut().filter(|c| c.shape.does_work) {
            constraint.work = Some(layout.next_work());
            layout.working_constraints = true;
        }
        for friction in frictions {
            friction.work = layout.next_work();
            let tangent = &constraints[friction.entry];
            friction.row = tangent.rows.start;
            let length = tangent.held.iter().map(|&b| bodies[b].dofs.len()).sum::<usize>();
            friction.tangent = layout.tangents..layout.tangents + length;
            layout.tangents += length;
            let tangents = tangent.rows.len();
            if tangents > 1 {
                let kept = layout.several..layout.several + tangents * length;
                layout.several = kept.end;
                friction.slide = Some(SlideEntry { index: layout.slides, tangents, kept });
                layout.slides += 1;
            }
        }
        (layout, augmented, sliding)
    }

    /// Where the normals of contacts are kept.
    pub(crate) fn place_contacts(
        &mut self,
        bodies: &[BodyEntry],
        constraints: &mut [ConstraintEntry],
        frictions: &[FrictionEntry],
        contacts: &mut [ContactEntry],
    ) {
        for contact in contacts {
            let entry = &constraints[contact.entry];
            let length = entry.held.iter().map(|&b| bodies[b].dofs.len()).sum::<usize>();
            contact.row = entry.rows.start;
            contact.work = self.next_work();
            contact.normal = self.normals..self.normals + length;
            self.normals += length;
            // One element writes both, and remembers once.
            let memory = entry.memory.clone();
            if let Some(point) = contact.friction {
                constraints[frictions[point].entry].memory = memory;
            }
        }
    }

    fn next_work(&mut self) -> usize {
        self.works += 1;
        self.works - 1
    }

    fn place_bodies(&mut self, bodies: &mut [BodyEntry]) {
        for (i, body) in bodies.iter_mut().enumerate() {
            let [coordinates, n] = body.shape.sizes();
            self.kinematics.add(&body.shape, self.coordinates, self.velocities);
            self.solids |= body.spatial;
            body.coordinates = self.coordinates..self.coordinates + coordinates;
            body.dofs = self.velocities..self.velocities + n;
            (self.coordinates, self.velocities) = (self.coordinates + coordinates, self.velocities + n);
            let map = if body.shape.frame == FrameMap::General { body.width() * n } else { 0 };
            body.map = self.maps..self.maps + map;
            self.maps += map;
            if body.shape.frame == FrameMap::General || !body.shape.constant_mass || body.shape.inertia_forces {
                self.varying.push(i);
            }
        }
    }

    fn place_constraints(&mut self, bodies: &[BodyEntry], constraints: &mut [ConstraintEntry], system: &Augmented) {
        self.blocks = system.jacobian_len();
        let ground = self.blocks;
        let widest = if self.solids { 6 } else { 3 };
        self.blocks += widest * constraints.iter().map(|c| c.shape.rows()).max().unwrap_or(0);
        for (group, constraint) in constraints.iter_mut().enumerate() {
            let rows = constraint.shape.rows();
            constraint.rows = self.rows..self.rows + rows;
            let memory = constraint.shape.memory.len();
            constraint.memory = self.memory..self.memory + memory;
            self.memory += memory;
            self.position_rows.extend(constraint.shape.levels.iter().map(|&level| level == Level::Position));
            let mut met = vec![false; constraint.held.len()];
            constraint.blocks = Vec::with_capacity(constraint.slots.len());
            for &slot in &constraint.slots {
                let Some(body) = (slot as usize).checked_sub(1) else {
                    constraint.blocks.push(ground as u32);
                    continue;
                };
                let k = constraint.held.iter().position(|&b| b == body).unwrap_or_default();
                let to = system.jacobian_range(group, k).start;
                let repeats = constraint.slots.iter().filter(|&&s| s == slot).count() > 1;
                if bodies[body].shape.frame == FrameMap::Pose && !repeats {
                    constraint.blocks.push(to as u32);
                    continue;
                }
                constraint.blocks.push(self.blocks as u32);
                self.gathers.push(Gather { from: self.blocks, to, row: self.rows, rows, body, add: met[k] });
                self.blocks += bodies[body].width() * rows;
                met[k] = true;
            }
            self.rows += rows;
        }
    }
}

/// The bodies among the slots that can move, each once.
fn held(slots: &[u32]) -> Vec<usize> {
    let mut held = Vec::new();
    for body in slots.iter().filter_map(|&slot| (slot as usize).checked_sub(1)) {
        if !held.contains(&body) {
            held.push(body);
        }
    }
    held
}

/// Numbers of the islands that constraints tie together, one for each body.
fn islands(bodies: usize, constraints: &[ConstraintEntry]) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..bodies).collect();
    fn root(parent: &mut [usize], mut body: usize) -> usize {
        while parent[body] != body {
            parent[body] = parent[parent[body]];
            body = parent[body];
        }
        body
    }
    for constraint in constraints {
        if let Some((&first, others)) = constraint.held.split_first() {
            for &other in others {
                let (a, b) = (root(&mut parent, first), root(&mut parent, other));
                parent[b] = a;
            }
        }
    }
    (0..bodies).map(|body| root(&mut parent, body)).collect()
}
