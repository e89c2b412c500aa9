//! Every buffer of an evaluation, made once. After this no evaluation allocates, but where rows that depend on others are left out, and at the
//! first one of a [`Search`] that puts signs into the big matrix of a model whose loads are few.

use super::certificate::parts::Mobility;
use super::contact::{Certifying, ContactRows, Standing};
use super::friction::buffers::{FrictionBuffers, Trials};
use super::live::{Live, is_held};
use super::room::{Reacting, Reads};
use super::{Held, Mode, StateRef, Touching};
use crate::element::{Frames, Wrenches};
use crate::error::{ElementError, EvalError};
use crate::friction::{Coupling, Search};
use crate::linear::Numeric;
use crate::model::{FrictionEntry, LoadRows, Model};
use nalgebra::{DMatrix, Vector2, Vector3};

/// Buffers and last results of the evaluation of one model.
///
/// Make one per thread with [`Model::workspace`]; the model itself is shared.
// A field for each quantity of an evaluation, under its own name and in the order in which they are found: grouping them would lengthen every equation.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(crate) frames: Frames,
    /// Patterns of friction that were listed, all together.
    pub(super) listed: usize,
    /// A body that refused to be placed, and why.
    pub(crate) refused: Option<(usize, ElementError)>,
    /// Frame maps T of the bodies that have a general one, and their b (E9).
    pub(crate) maps: Vec<f64>,
    pub(crate) map_bias: Vec<[f64; 6]>,
    pub(crate) mass: Vec<f64>,
    /// Blocks of the Jacobian: the augmented system's, then scratch.
    pub(crate) blocks: Vec<f64>,
    pub(crate) phi: Vec<f64>,
    pub(crate) rate: Vec<f64>,
    pub(crate) gamma: Vec<f64>,
    /// Wrench on each frame, the ground's first.
    pub(crate) wrenches: Wrenches,
    pub(crate) weights: Wrenches,
    pub(crate) acceleration: Vec<f64>,
    pub(crate) multipliers: Vec<f64>,
    pub(crate) powers: Vec<f64>,
    pub(crate) memory: Vec<f64>,
    /// Copy of the blocks with rows and columns switched off, and the diagonal that stands in for the rows.
    pub(crate) masked: Vec<f64>,
    /// The masses without what couples a held coordinate to a free one.
    pub(super) masked_mass: Vec<f64>,
    /// Is anything masked at all? Otherwise masses and D are those above.
    pub(super) masks: bool,
    /// Are these all masses?
    pub(super) masses_whole: bool,
    pub(super) masked_diagonal: Vec<f64>,
    /// D: 1 for rows that are switched off.
    pub(crate) diagonal: Vec<f64>,
    /// The default search for signs.
    pub(crate) search: Search,
    /// Modes of the last question.
    modes: Vec<Mode>,
    /// Rows of constraints that are switched off.
    pub(crate) released: Vec<bool>,
    pub(crate) any_released: bool,
    pub(super) live: Live,
    /// Rows that others stand for, left out of what is solved for the motion; none but in a run whose rows stay redundant.
    pub(crate) spare: Vec<usize>,
    /// Normal rows of the contacts, kept while they are open; and room to write one.
    pub(super) normals: Vec<f64>,
    pub(super) contact_rows: ContactRows,
    pub(super) standing: Standing,
    pub(super) certifying: Certifying,
    /// Does any friction point stick? It chooses the augmented system.
    pub(crate) sticking: bool,
    /// Numbers of the system without the tangents of friction, and of the whole.
    pub(crate) numerics: Vec<Numeric>,
    pub(crate) friction: FrictionBuffers,
    /// What forces read and push beside frames.
    pub(super) reads: Reads,
    pub(super) reacting: Option<Box<Reacting>>,
    /// What the certificate needs; made when it is first asked for.
    pub(super) mobility: Option<Box<Mobility>>,
    /// Friction forces of the points that slide.
    pub(crate) tangent_forces: Vec<f64>,
    pub(crate) evaluations: u64,
    pub(crate) factorizations: u64,
}

impl Model {
    /// Buffers for evaluating this model.
    pub fn workspace(&self) -> Workspace {
        let (inner, layout) = (&*self.inner, &self.inner.layout);
        let mut ws = Workspace {
            frames: Frames::new(inner.bodies.len(), layout.solids),
            listed: 0,
            refused: None,
            maps: vec![0.0; layout.maps],
            map_bias: vec![[0.0; 6]; inner.bodies.len()],
            mass: vec![0.0; inner.augmented.mass_len()],
            blocks: vec![0.0; layout.blocks],
            phi: vec![0.0; layout.rows],
            rate: vec![0.0; layout.rows],
            gamma: vec![0.0; layout.rows],
            wrenches: Wrenches::new(inner.bodies.len(), layout.solids),
            weights: Wrenches::new(inner.bodies.len(), layout.solids),
            acceleration: vec![0.0; layout.velocities],
            multipliers: vec![0.0; layout.rows],
            powers: vec![0.0; layout.works],
            memory: vec![0.0; layout.memory],
            masked: vec![0.0; inner.augmented.jacobian_len()],
            masked_mass: vec![0.0; inner.augmented.mass_len()],
            masks: true,
            masses_whole: false,
            diagonal: vec![0.0; layout.rows],
            masked_diagonal: vec![0.0; layout.rows],
            search: Search::default(),
            modes: Vec::with_capacity(inner.constraints.len()),
            released: vec![false; layout.rows],
            any_released: false,
            live: Live::with_room(self),
            spare: Vec::new(),
            normals: vec![0.0; layout.normals],
            contact_rows: ContactRows::of(self),
            standing: Standing::default(),
            certifying: Certifying::default(),
            sticking: false,
            numerics: match &inner.sliding {
                Some(sliding) => vec![sliding.numeric(), inner.augmented.numeric()],
                None => vec![inner.augmented.numeric()],
            },
            friction: FrictionBuffers::new(self),
            reads: Reads::new(self),
            reacting: Reacting::of(self),
            mobility: None,
            tangent_forces: vec![0.0; inner.frictions.len()],
            evaluations: 0,
            factorizations: 0,
        };
        let (mut q, mut v) = (Vec::new(), Vec::new());
        for (body, entry) in inner.bodies.iter().enumerate() {
            // Masses that never change are asked for here and nowhere else; weights at the frame's origin likewise.
            q.resize(entry.coordinates.len(), 0.0);
            v.resize(entry.dofs.len(), 0.0);
            entry.body.placement(&mut q, &mut v);
            entry.body.mass(&q, &mut ws.mass[entry.mass.clone()]);
            let weight = entry.shape.mass * inner.gravity;
            if entry.spatial {
                ws.weights.spatial[body + 1] = [weight.x, weight.y, weight.z, 0.0, 0.0, 0.0];
            } else {
                ws.weights.planar[body + 1] = [weight.x, weight.y, 0.0];
            }
        }
        ws
    }
}

impl Workspace {
    /// Switches constraints and the tangents of friction on and off.
    #[inline(always)]
    pub(super) fn set_modes(&mut self, model: &Model, modes: &[Mode]) {
        if self.modes != modes {
            self.set_other_modes(model, modes);
        }
    }

    #[inline(never)]
    fn set_other_modes(&mut self, model: &Model, modes: &[Mode]) {
        self.modes.clear();
        self.modes.extend_from_slice(modes);
        for (entry, &mode) in model.inner.constraints.iter().zip(modes) {
            self.released[entry.rows.clone()].fill(!mode.holds());
        }
        let mut slides = false;
        self.sticking = false;
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            // What nothing loads does not rub, whatever its mode.
            let loaded = friction.load.rows().all(|row| !self.released[row]);
            let mode = if loaded { modes[friction.entry] } else { Mode::Released };
            self.released[friction.rows()].fill(mode != Mode::Stick);
            self.friction.sigma[point] = mode.direction();
            self.sticking |= mode == Mode::Stick;
            slides |= mode != Mode::Stick;
        }
        // Tangents that slide matter only in the system that has tangents at all.
        let off = |mode: &Mode| !mode.holds();
        self.any_released = modes[..model.constraint_count()].iter().any(off) || (self.sticking && slides);
        self.diagonal.iter_mut().zip(&self.released).for_each(|(d, &off)| *d = f64::from(off));
        self.live.choose(model, modes, &self.released, self.sticking);
        let has_sign = |(point, friction): (usize, &FrictionEntry)| {
            let one_sided = friction.contact.is_some() && friction.slide.is_none();
            (!one_sided && !is_held(friction, modes)).then_some(point)
        };
        self.friction.signed.clear();
        self.friction.signed.extend(model.inner.frictions.iter().enumerate().filter_map(has_sign));
    }

    /// Are these the modes of the last question?
    pub(super) fn has_modes(&self, modes: &[Mode]) -> bool {
        self.modes == modes
    }

    /// φ, φ', γ and J of every constraint at a place, those of the modes switched on (E2).
    pub(crate) fn read(&mut self, model: &Model, at: StateRef<'_>, modes: &[Mode]) -> Result<(), EvalError> {
        self.read_touching(model, at, modes, Touching::None)
    }

    /// The same, with those open contacts that are marked: others are not looked at.
    #[inline(always)]
    pub(crate) fn read_touching(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        touching: Touching<'_>,
    ) -> Result<(), EvalError> {
        self.set_modes(model, modes);
        self.place(model, at.q, at.v);
        self.constrain(model, at.now(), at.memory, touching)
    }

    /// Chooses how the signs of loads are searched by [`Model::evaluate`].
    pub fn searching(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// The numbers of the system that is solved now.
    pub(crate) fn numeric(&mut self) -> &mut Numeric {
        &mut self.numerics[usize::from(self.sticking)]
    }

    /// The number of what is switched off, if that is what the modes say and nothing else.
    pub(super) fn switched(&self) -> u64 {
        if self.spare.is_empty() { self.live.number } else { 0 }
    }

    /// Load N of each friction point at the last evaluation.
    pub fn normal_loads(&self) -> &[f64] {
        &self.friction.normal
    }

    /// Friction points that are not those of open contacts: those with one tangent whose load is a contact's, with the row of their load and their own; those that stick in contacts in
    /// space; and all others.
    pub(crate) fn live_points(&self) -> (&[[usize; 3]], &[Held], &[usize]) {
        (&self.live.plain, &self.live.held, &self.live.various)
    }

    /// Closed contacts without friction, each with its row.
    pub(crate) fn live_smooth(&self) -> &[[usize; 2]] {
        &self.live.smooth
    }

    /// The forces of the points that stick, of several components their sum.
    pub(crate) fn holding_forces(&self) -> impl Iterator<Item = (usize, f64)> {
        self.live.sticking.iter().map(|&[point, row, count]| match count {
            1 => (point, self.multipliers[row]),
            2 => (point, self.multipliers[row] + self.multipliers[row + 1]),
            _ => (point, self.multipliers[row..row + count].iter().sum()),
        })
    }

    /// All friction points and the directions in which they slide, 0 of those that do not.
    pub(crate) fn sliding<'m>(&self, model: &'m Model) -> impl Iterator<Item = (&'m FrictionEntry, f64)> {
        model.inner.frictions.iter().zip(self.friction.sigma.iter().copied())
    }

    /// A number that changes with the modes.
    pub(crate) fn modes_number(&self) -> u64 {
        self.live.number
    }

    /// Signs of the loads and angles of those of pins, as the last evaluation found them.
    pub(crate) fn found_signs(&self) -> &[f64] {
        &self.friction.found
    }

    /// Which loads were negative at the last evaluation, a bit for each: friction takes loads by their size, and has a kink where one changes its sign.
    pub(crate) fn negative_loads(&self, model: &Model) -> u64 {
        let rows = |friction: &FrictionEntry| matches!(friction.load, LoadRows::Rows(_));
        let points = model.inner.frictions.iter().enumerate().filter(|(_, friction)| rows(friction));
        let negative = points.filter(|(_, friction)| friction.load.of(&self.multipliers)[0] < 0.0);
        negative.fold(0, |pattern, (point, _)| pattern ^ (1 << (point % 64)))
    }

    /// How strongly the loads depended on themselves at the last evaluation, and what the search took.
    pub fn coupling(&self) -> Coupling {
        self.friction.coupling
    }

    /// What all searches took since the workspace was made.
    pub fn trials(&self) -> Trials {
        self.friction.trials
    }

    /// The frame of each body (E9), and mass and map of those that change.
    ///
    /// A body that refuses is found by the pass over the constraints, which comes next.
    #[inline(always)]
    pub(crate) fn place(&mut self, model: &Model, q: &[f64], v: &[f64]) {
        let inner = &*model.inner;
        self.refused = None;
        for run in &inner.layout.poses {
            run.place(q, v, &mut self.frames);
        }
        for &body in &inner.layout.placed {
            if let Err(why) = self.place_body(model, body, q, v) {
                self.refused.get_or_insert((body, why));
            }
        }
        for &i in &inner.layout.changing_masses {
            let entry = &inner.bodies[i];
            entry.body.mass(&q[entry.coordinates.clone()], &mut self.mass[entry.mass.clone()]);
        }
    }

    /// Adds the moment of a body's weight about its frame's origin, where the center of mass is elsewhere.
    pub(crate) fn add_weight_moment(&mut self, body: usize, spatial: bool, center: Vector3<f64>) {
        if spatial {
            let (frame, wrench) = (&self.frames.spatial[body + 1], &mut self.wrenches.spatial[body + 1]);
            let weight = Vector3::new(wrench[0], wrench[1], wrench[2]);
            let moment = center.cross(&frame.turn_back(weight));
            wrench[3..].copy_from_slice(moment.as_slice());
        } else {
            let [x, y, _] = self.weights.planar[body + 1];
            let moment = self.frames.planar[body + 1].turn(center.xy()).perp(&Vector2::new(x, y));
            self.wrenches.planar[body + 1][2] = moment;
        }
    }

    /// Accelerations v' of the last evaluation.
    pub fn acceleration(&self) -> &[f64] {
        &self.acceleration
    }

    /// Multipliers λ of the last evaluation.
    pub fn multipliers(&self) -> &[f64] {
        &self.multipliers
    }

    /// φ of each row at the last evaluation (zero for velocity rows).
    pub fn phi(&self) -> &[f64] {
        &self.phi
    }

    /// φ' (or ψ) of each row at the last evaluation.
    pub fn rate(&self) -> &[f64] {
        &self.rate
    }

    /// γ of each row at the last evaluation, without stabilization: J v' = γ.
    pub fn gamma(&self) -> &[f64] {
        &self.gamma
    }

    /// J of the last evaluation, in coordinates: a row for each multiplier, a column for each velocity.
    ///
    /// Made for reading and checking: inside, only the blocks of the bodies that a constraint holds are kept.
    ///
    /// # Panics
    /// If the workspace belongs to another model of other sizes.
    pub fn jacobian(&self, model: &Model) -> DMatrix<f64> {
        let inner = &*model.inner;
        let mut dense = DMatrix::zeros(model.rows(), model.velocities());
        for entry in &inner.constraints {
            for (&body, place) in entry.held.iter().zip(&entry.places) {
                let dofs = inner.bodies[body].dofs.clone();
                let block = &self.blocks[place.clone()];
                for (row, values) in entry.rows.clone().zip(block.chunks_exact(dofs.len())) {
                    for (column, &value) in dofs.clone().zip(values) {
                        dense[(row, column)] = value;
                    }
                }
            }
        }
        dense
    }

    /// How often the right-hand side, and how often a factorization, was computed.
    pub fn counters(&self) -> (u64, u64) {
        (self.evaluations, self.factorizations)
    }
}
