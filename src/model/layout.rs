//! Where everything stands: fixed when the model is built, and never changed.
//!
//! A constraint writes one block of twist columns per slot. For a rigid body this block *is* the block of the augmented
//! system, and it is written in place. For the ground it goes to a scratch place that nobody reads. For a body whose
//! coordinates are not its frame's, and for a body that takes two slots of one constraint, it goes to a scratch place
//! of its own, and a [`Gather`] carries it over (E9).
//!
//! A contact that opens is two entries, its gap and its slips, which are written together: rows and blocks of the slips follow those of the gap, so that both are one group
//! of the augmented system with the tangents of friction. In the system without them the group has its first row alone, at the same place.

use super::batch::{Batch, Taken};
use super::entry::{BodyEntry, ConstraintEntry, ContactEntry, ForceEntry, FrictionEntry, Part, SlideEntry};
use super::kinematics::Kinematics;
use super::names::Names;
use super::poses::Poses;
use crate::body::{FrameMap, MassMatrix};
use crate::constraint::Level;
use crate::linear::{Augmented, Group};
use nalgebra::Vector3;

/// Sizes, and the blocks that have to be carried over.
// Each is counted once, where the model is built, and read in many rooms: a plain list, without parts of its own.
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
    /// How many variables of the user's own there are.
    pub(crate) variables: usize,
    /// Under which names the numbers of a state stand.
    pub(crate) names: Names,
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
    /// Bodies whose coordinates are their poses, in runs, and all others.
    pub(crate) poses: Vec<Poses>,
    pub(crate) placed: Vec<usize>,
    /// Bodies on which more acts than a wrench on a pose.
    pub(crate) others: Vec<usize>,
    /// For each body the number of its island: bodies that constraints or friction tie together.
    pub(crate) islands: Vec<usize>,
    /// Which rows restrict positions.
    pub(crate) position_rows: Vec<bool>,
    /// For each row the index of its entry.
    pub(crate) entry_of_row: Vec<u32>,
    /// The rows of tangents of friction, ascending.
    pub(crate) tangent_rows: Vec<usize>,
    /// Bodies whose mass, frame map or inertia forces change: those that need more than a frame.
    pub(crate) varying: Vec<usize>,
    /// Those of them whose mass changes.
    pub(crate) changing_masses: Vec<usize>,
    /// Those of them whose weight has a moment about their frame's origin.
    pub(crate) off_center: Vec<usize>,
}

/// The parts of a first-order state, in which they follow one another; the impulses of friction come after them.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FirstOrder<'y> {
    pub(crate) q: &'y [f64],
    pub(crate) v: &'y [f64],
    pub(crate) works: &'y [f64],
    pub(crate) variables: &'y [f64],
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
    /// The parts of a first-order state.
    pub(crate) fn split<'y>(&self, y: &'y [f64]) -> FirstOrder<'y> {
        let (q, rest) = y.split_at(self.coordinates);
        let (v, rest) = rest.split_at(self.velocities);
        let (works, rest) = rest.split_at(self.works);
        FirstOrder { q, v, works, variables: &rest[..self.variables] }
    }

    /// q and v of a first-order state, to be changed, and its variables.
    pub(crate) fn split_mut<'y>(&self, y: &'y mut [f64]) -> ([&'y mut [f64]; 2], &'y [f64]) {
        let (q, rest) = y.split_at_mut(self.coordinates);
        let (v, rest) = rest.split_at_mut(self.velocities);
        ([q, v], &rest[self.works..self.works + self.variables])
    }

    /// Gives every element its place, and orders the augmented system: with the tangents of friction, and without them.
    pub(crate) fn plan(
        bodies: &mut [BodyEntry],
        constraints: &mut [ConstraintEntry],
        forces: &mut [ForceEntry],
        frictions: &mut [FrictionEntry],
        contacts: &[ContactEntry],
    ) -> (Self, Augmented, Option<Augmented>) {
        let mut layout = Self::default();
        layout.place_bodies(bodies);
        for constraint in constraints.iter_mut() {
            constraint.held = held(&constraint.slots);
        }
        let constraint_count = constraints.len() - frictions.len();
        let slips: Vec<Option<usize>> = (0..constraints.len())
            .map(|i| match constraints[i].part {
                Part::Gap { contact } => contacts[contact].friction.map(|point| frictions[point].entry),
                Part::Whole | Part::Slips { .. } => None,
            })
            .collect();
        // What is a group, and its rows: all, and those that are no tangents.
        let own: Vec<usize> = (0..constraints.len()).filter(|&i| !constraints[i].part.is_slips()).collect();
        let rows = |i: usize| constraints[i].shape.rows();
        let all = |&i: &usize| Group { rows: rows(i) + slips[i].map_or(0, rows), bodies: &constraints[i].held };
        let groups: Vec<Group<'_>> = own.iter().map(all).collect();
        let leading: Vec<usize> = own.iter().filter(|&&i| i < constraint_count).map(|&i| rows(i)).collect();
        let sizes: Vec<(usize, MassMatrix)> = bodies.iter().map(|b| (b.dofs.len(), b.shape.mass_matrix)).collect();
        let augmented = Augmented::new(&sizes, &groups);
        let sliding = (!frictions.is_empty()).then(|| Augmented::leading(&sizes, &groups[..leading.len()], &leading));
        for (i, body) in bodies.iter_mut().enumerate() {
            body.mass = augmented.mass_range(i);
        }
        layout.place_constraints(bodies, constraints, &augmented, &slips);
        let is_tangent = |row: &usize| layout.entry_of_row[*row] as usize >= constraint_count;
        layout.tangent_rows = (0..layout.rows).filter(is_tangent).collect();
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
        constraints: &[ConstraintEntry],
        contacts: &mut [ContactEntry],
    ) {
        for contact in contacts {
            let entry = &constraints[contact.entry];
            let length = entry.held.iter().map(|&b| bodies[b].dofs.len()).sum::<usize>();
            contact.row = entry.rows.start;
            contact.work = self.next_work();
            contact.normal = self.normals..self.normals + length;
            self.normals += length;
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
            let posed = self.note_pose(i, body);
            if !posed || body.shape.inertia_forces {
                self.others.push(i);
            }
            if !body.shape.constant_mass {
                self.changing_masses.push(i);
            }
            if body.shape.frame == FrameMap::General || !body.shape.constant_mass || body.shape.inertia_forces {
                self.varying.push(i);
                if body.shape.center != Vector3::zeros() {
                    self.off_center.push(i);
                }
            }
        }
    }

    /// Adds a body to the runs of poses, if its coordinates are its pose.
    fn note_pose(&mut self, index: usize, body: &BodyEntry) -> bool {
        let posed =
            body.shape.frame == FrameMap::Pose && body.shape.sizes() == if body.spatial { [7, 6] } else { [3, 3] };
        if !posed {
            self.placed.push(index);
            return false;
        }
        let alone = !body.shape.inertia_forces;
        let (q, v) = (body.coordinates.start, body.dofs.start);
        match self.poses.last_mut() {
            Some(run) if run.body + run.count == index && [run.spatial, run.alone] == [body.spatial, alone] => {
                run.count += 1;
            }
            _ => self.poses.push(Poses { spatial: body.spatial, alone, body: index, count: 1, q, v }),
        }
        true
    }

    fn place_constraints(
        &mut self,
        bodies: &[BodyEntry],
        constraints: &mut [ConstraintEntry],
        system: &Augmented,
        slips: &[Option<usize>],
    ) {
        self.blocks = system.jacobian_len();
        let ground = self.blocks;
        let widest = if self.solids { 6 } else { 3 };
        self.blocks += widest * constraints.iter().map(ConstraintEntry::rows_of_element).max().unwrap_or(0);
        let mut group = 0;
        for (index, &slips) in slips.iter().enumerate() {
            if constraints[index].part.is_slips() {
                continue;
            }
            let tail = slips.map_or(0, |slips| constraints[slips].shape.rows());
            let constraint = &mut constraints[index];
            let (own, element) = (constraint.shape.rows(), constraint.rows_of_element());
            let (first, rows) = (self.rows, own + tail);
            constraint.rows = first..first + own;
            (constraint.written, constraint.surplus) = (first..first + rows, rows < element);
            let memory = constraint.shape.memory.len();
            constraint.memory = self.memory..self.memory + memory;
            self.memory += memory;
            let mut met = vec![false; constraint.held.len()];
            for &slot in &constraint.slots {
                let Some(body) = (slot as usize).checked_sub(1) else {
                    constraint.blocks.push(ground as u32);
                    continue;
                };
                let k = constraint.held.iter().position(|&b| b == body).unwrap_or_default();
                let to = system.jacobian_range(group, k).start;
                let repeats = constraint.slots.iter().filter(|&&s| s == slot).count() > 1;
                if bodies[body].shape.frame == FrameMap::Pose && !repeats && !constraint.surplus {
                    constraint.blocks.push(to as u32);
                    continue;
                }
                constraint.blocks.push(self.blocks as u32);
                self.gathers.push(Gather { from: self.blocks, to, row: first, rows, body, add: met[k] });
                self.blocks += bodies[body].width() * element;
                met[k] = true;
            }
            let places = (0..constraint.held.len()).map(|k| system.jacobian_range(group, k).start);
            let sizes = constraint.held.iter().map(|&body| bodies[body].dofs.len());
            let starts: Vec<(usize, usize)> = places.zip(sizes).collect();
            let part = |from: usize, rows: usize| {
                let of_body = |&(start, n): &(usize, usize)| start + n * from..start + n * (from + rows);
                starts.iter().map(of_body).collect()
            };
            constraint.places = part(0, own);
            self.note_rows(constraint, index);
            if let Some(slips) = slips {
                let (blocks, memory) = (constraint.blocks.clone(), constraint.memory.clone());
                let entry = &mut constraints[slips];
                let behind = |(block, &spatial): (u32, &bool)| block + if spatial { 6 } else { 3 } * own as u32;
                entry.blocks = blocks.into_iter().zip(&entry.spatial).map(behind).collect();
                // One element writes both, and remembers once.
                (entry.memory, entry.rows) = (memory, first + own..first + rows);
                (entry.written, entry.places) = (entry.rows.clone(), part(own, tail));
                self.note_rows(entry, slips);
            }
            self.rows += rows;
            group += 1;
        }
    }

    fn note_rows(&mut self, entry: &ConstraintEntry, index: usize) {
        self.position_rows.extend(entry.shape.levels.iter().map(|&level| level == Level::Position));
        self.entry_of_row.extend(entry.rows.clone().map(|_| index as u32));
    }
}

/// Those constraints by their types that are of such a part, and write no more rows than there are places.
pub(super) fn batches(constraints: &[ConstraintEntry], of: impl Fn(Part) -> bool) -> Vec<Box<dyn Batch>> {
    let mut batches: Vec<Box<dyn Batch>> = Vec::new();
    for (entry, it) in constraints.iter().enumerate().filter(|(_, it)| of(it.part) && !it.surplus) {
        let (rows, memory) = (it.written.clone(), it.memory.clone());
        let one = Taken { entry, element: &it.typed, rows, slots: &it.slots, blocks: &it.blocks, memory };
        if !batches.iter_mut().rev().any(|batch| batch.take(&one)) {
            let mut batch = (it.batch)();
            batch.take(&one);
            batches.push(batch);
        }
    }
    batches
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
