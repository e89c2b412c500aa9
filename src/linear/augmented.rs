//! The interface of the augmented system, with or without split bodies: the only file that deals with both.

use super::dependent::Dependent;
use super::error::FactorError;
use super::influence::{Influence, Probe};
use super::layout::{Group, Layout};
use super::null::choose;
use super::numbers::{Found, Numbers, Sides, UnsymmetricNumbers};
use super::program::MassMatrix;
use super::reach::{Between, Halfway};
use super::split::{Extended, HEAVY, Split, Welded, heavy};
use super::system::System;
use std::ops::Range;

/// The augmented system's pattern and all symbolic work; see the [module](super) for the equations.
///
/// Immutable: the numbers live in the caller's slices and in a [`Numeric`].
///
/// A mass of 2 kg on a rod from the origin, at (0.6, −0.8) and at rest, under its weight:
///
/// ```
/// use chetaev::linear::{Augmented, Dependent, Group, MassMatrix};
/// let system = Augmented::new(&[(2, MassMatrix::Diagonal)], &[Group { rows: 1, bodies: &[0] }]);
/// let (mass, jac, diag) = ([2.0, 2.0], [0.6, -0.8], [0.0]);
/// let mut numeric = system.numeric();
/// system.factor(&mass, &jac, &diag, Dependent::Refuse, &mut numeric)?;
/// let (mut force, mut rows) = ([0.0, -20.0], [0.0]); // h and γ
/// system.solve(&jac, &mut numeric, &mut force, &mut rows);
/// assert!((rows[0] + 16.0).abs() < 1e-12); // λ: the rod pulls with 16 N
/// assert!((force[0] + 4.8).abs() < 1e-12 && (force[1] + 3.6).abs() < 1e-12); // v', along the circle
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Augmented {
    /// What is solved: with welds, if bodies are split.
    pub(super) core: System,
    pub(super) split: Option<Split>,
}

/// The numbers of a factorization, and room to work in. Made once; nothing here grows afterwards, except for null
/// vectors when rows are dropped.
#[derive(Clone, Debug)]
pub struct Numeric {
    core: Numbers,
    welded: Option<Box<Welded>>,
    /// Null vectors that are yet to be chosen by.
    left: Vec<f64>,
}

/// The numbers of an unsymmetric factorization, made once.
#[derive(Clone, Debug)]
pub(crate) struct Unsymmetric {
    core: UnsymmetricNumbers,
    extended: Option<Box<Extended>>,
}

impl Augmented {
    /// Works out the pattern for bodies of (size, shape) and groups of rows. Everything that does not depend on numbers
    /// is done here.
    ///
    /// # Panics
    /// If a group names a body that is not there, or a system needs more than 2³² values.
    pub fn new(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>]) -> Self {
        Self::splitting(bodies, groups, HEAVY)
    }

    /// Bodies that hold more than `most` rows are split.
    pub(super) fn splitting(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>], most: usize) -> Self {
        Self::plan(bodies, groups, groups, most)
    }

    /// This system with only the first rows of each group, at least one. The others keep their places in all vectors, and are neither read nor written.
    pub(crate) fn leading(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>], rows: &[usize]) -> Self {
        Self::leading_splitting(bodies, groups, rows, HEAVY)
    }

    pub(super) fn leading_splitting(
        bodies: &[(usize, MassMatrix)],
        groups: &[Group<'_>],
        rows: &[usize],
        most: usize,
    ) -> Self {
        let used: Vec<_> = groups.iter().zip(rows).map(|(group, &rows)| Group { rows, ..*group }).collect();
        Self::plan(bodies, groups, &used, most)
    }

    fn plan(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>], used: &[Group<'_>], most: usize) -> Self {
        let layout = Layout::new(bodies, groups, used);
        let heavy = heavy(&layout, used, most);
        if heavy.contains(&true) {
            let (core, split) = Split::new(layout, bodies, [groups, used], &heavy);
            return Self { core, split: Some(split) };
        }
        Self { core: System::new(layout, used), split: None }
    }

    /// Where the caller's numbers stand.
    #[inline(always)]
    fn layout(&self) -> &Layout {
        self.split.as_ref().map_or(&self.core.layout, |split| &split.caller)
    }

    /// Length of the vector of mass blocks.
    pub fn mass_len(&self) -> usize {
        self.layout().mass_len()
    }

    /// Length of the vector of Jacobian blocks.
    #[inline(always)]
    pub fn jacobian_len(&self) -> usize {
        self.layout().jacobian_len()
    }

    /// Number of rows of J.
    #[inline(always)]
    pub fn rows(&self) -> usize {
        self.layout().rows()
    }

    /// Number of velocities: columns of J.
    pub fn dofs(&self) -> usize {
        self.layout().dofs()
    }

    /// Where a body writes its mass: n entries of a diagonal, or n × n row-major.
    pub fn mass_range(&self, body: usize) -> Range<usize> {
        self.layout().mass_range(body)
    }

    /// Where a group writes its k-th block: rows × n, row-major. The blocks of a group follow each other.
    pub fn jacobian_range(&self, group: usize, k: usize) -> Range<usize> {
        self.layout().jacobian_range(group, k)
    }

    /// A group's place in vectors over rows: the order of declaration.
    pub fn row_range(&self, group: usize) -> Range<usize> {
        self.layout().row_range(group)
    }

    /// A body's place in vectors over velocities: the order of declaration.
    pub fn dof_range(&self, body: usize) -> Range<usize> {
        self.layout().dof_range(body)
    }

    /// Every buffer that a factorization needs.
    pub fn numeric(&self) -> Numeric {
        let welded = self.split.as_ref().map(|split| Box::new(split.welded(&self.core)));
        Numeric { core: self.core.numbers(), welded, left: Vec::new() }
    }

    /// Factors K for the masses, the Jacobian and D (over rows; ≥ 0).
    pub fn factor(
        &self,
        mass: &[f64],
        jac: &[f64],
        diag: &[f64],
        on_dependent: Dependent<'_>,
        num: &mut Numeric,
    ) -> Result<(), FactorError> {
        self.factor_sides(Sides::symmetric(mass, jac, diag), on_dependent, num)
    }

    /// The same, for a caller who may know what is switched off; P = J.
    pub(crate) fn factor_sides(
        &self,
        sides: Sides<'_>,
        on_dependent: Dependent<'_>,
        num: &mut Numeric,
    ) -> Result<(), FactorError> {
        match (&self.split, &mut num.welded) {
            (Some(split), Some(welded)) => split.factor(&self.core, sides, on_dependent, &mut num.core, welded),
            _ => self.core.factor(sides, on_dependent, &mut num.core),
        }
    }

    /// The same, and a right-hand side goes along: it ends where [`forward`](Self::forward) ends, to be taken on by [`backward`](Self::backward).
    #[inline(always)]
    pub(crate) fn factor_forward(
        &self,
        sides: Sides<'_>,
        on_dependent: Dependent<'_>,
        num: &mut Numeric,
        force: &mut [f64],
        rows: &mut [f64],
    ) -> Result<(), FactorError> {
        if num.welded.is_some() {
            self.factor_sides(sides, on_dependent, num)?;
            self.forward(sides.jac, num, force, rows);
            return Ok(());
        }
        self.core.factor_forward(sides, on_dependent, &mut num.core, force, rows)
    }

    /// Solves M v' = h + Jᵀλ, J v' + D λ = γ in place: `force` brings h and takes v', `rows` brings γ and takes λ.
    ///
    /// A dropped row has λ = 0, whatever its γ.
    pub fn solve(&self, jac: &[f64], num: &mut Numeric, force: &mut [f64], rows: &mut [f64]) {
        self.forward(jac, num, force, rows);
        self.backward(jac, num, force, rows);
    }

    /// The first half of [`solve`](Self::solve). What it leaves in `force` and `rows` is for the second half only; in between, nothing but
    /// [`Influence::push`] may change it.
    #[inline]
    pub(crate) fn forward(&self, jac: &[f64], num: &mut Numeric, force: &mut [f64], rows: &mut [f64]) {
        match &mut num.welded {
            Some(welded) => welded.forward(&self.core, &num.core, force, &rows[..self.rows()]),
            None => self.core.forward(jac, &num.core, force, rows),
        }
    }

    /// The second half of [`solve`](Self::solve).
    #[inline(always)]
    pub(crate) fn backward(&self, jac: &[f64], num: &mut Numeric, force: &mut [f64], rows: &mut [f64]) {
        match &mut num.welded {
            Some(welded) => welded.backward(&self.core, &num.core, force, &mut rows[..self.rows()]),
            None => self.core.backward(jac, &num.core, force, rows),
        }
    }

    /// A solve between its halves, to be read by [`Influence::reach`].
    pub(crate) fn halfway<'a>(&'a self, jac: &'a [f64], num: &'a Numeric, rows: &'a [f64]) -> Halfway<'a> {
        let (jac, rows) = num.welded.as_ref().map_or((jac, rows), |w| (&*w.extended.jac, &*w.extended.rows));
        Halfway { system: &self.core, jac, numbers: &num.core, rows }
    }

    /// Residual of (A10): `force` brings h and takes h + Pᵀλ − M v', `rows` brings γ and takes γ − J v' − D λ.
    pub(crate) fn residual(&self, sides: Sides<'_>, v: &[f64], lambda: &[f64], force: &mut [f64], rows: &mut [f64]) {
        self.layout().residual(sides, v, lambda, force, rows);
    }

    /// For each dropped row r the vector z over all rows with z_r = 1 and Jᵀz = 0, one after the other.
    ///
    /// They are worked out when first asked for after a factorization; that takes memory for them only if rows were dropped.
    pub fn null_vectors<'n>(&self, num: &'n mut Numeric) -> &'n [f64] {
        match &mut num.welded {
            Some(welded) => welded.null_vectors(&self.core, &mut num.core),
            None => self.core.null_vectors(&mut num.core),
        }
    }

    /// Turns multipliers into others that give the same motion: those of (A16).
    pub(crate) fn choose(&self, num: &mut Numeric, first: &[usize], lambda: &mut [f64]) {
        let mut left = std::mem::take(&mut num.left);
        left.clear();
        left.extend_from_slice(self.null_vectors(num));
        choose(&mut left, self.rows(), first, lambda);
        num.left = left;
    }

    /// Rows that were better left out than those that were, by (A14), into `left`; `true` if they are others.
    pub(crate) fn exchange(&self, num: &mut Numeric, left: &mut Vec<usize>) -> bool {
        self.null_vectors(num);
        num.found().exchange(left)
    }

    /// The row kept with the smallest pivot beside S_rr, to be handed to [`leaning`](Self::leaning). Where a body is split, it may be one that the
    /// caller does not know.
    pub(crate) fn weakest(&self, num: &Numeric) -> Option<usize> {
        self.core.weakest(&num.core)
    }

    /// z with Lᵀ z = e_r, over the caller's rows: what is left of row r beside the rows before it is Jᵀz.
    pub(crate) fn leaning(&self, num: &Numeric, row: usize, z: &mut [f64]) {
        self.core.leaning(&num.core, row, z);
    }

    /// Each component of a force over the root of its entry on the diagonal of M.
    pub(crate) fn weigh(&self, mass: &[f64], force: &mut [f64]) {
        self.layout().weigh(mass, force);
    }

    /// Plans the influence of every probe on every load. Memory and time grow with the square of the number of probes.
    ///
    /// A force on any piece of a split body is a force on the body.
    ///
    /// # Panics
    /// If a probe names a row or a body that is not there, or has no load or more than two.
    pub(crate) fn influence(&self, probes: &[Probe]) -> Influence {
        self.core.influence(probes)
    }

    /// Every buffer that an unsymmetric factorization needs.
    pub(crate) fn unsymmetric(&self) -> Unsymmetric {
        let extended = self.split.as_ref().map(|_| Box::new(Extended::new(&self.core.layout, true)));
        Unsymmetric { core: self.core.unsymmetric_numbers(), extended }
    }

    /// Factors K of (A10). No row is dropped: a row that depends on others is refused like a pattern without solution.
    pub(crate) fn factor_unsymmetric(&self, sides: Sides<'_>, num: &mut Unsymmetric) -> Result<(), FactorError> {
        match (&self.split, &mut num.extended) {
            (Some(split), Some(extended)) => split.factor_unsymmetric(&self.core, sides, &mut num.core, extended),
            _ => self.core.factor_unsymmetric(sides, &mut num.core),
        }
    }

    /// Solves (A10) in place: `force` brings h and takes v', `rows` brings γ and takes λ.
    pub(crate) fn solve_unsymmetric(
        &self,
        sides: Sides<'_>,
        num: &mut Unsymmetric,
        force: &mut [f64],
        rows: &mut [f64],
    ) {
        match &mut num.extended {
            Some(extended) => extended.solve_unsymmetric(&self.core, &mut num.core, force, rows),
            None => self.core.solve_unsymmetric(sides, &mut num.core, force, rows),
        }
    }
}

impl Numeric {
    /// What the caller sees of the rows.
    fn found(&self) -> &Found {
        self.welded.as_ref().map_or(&self.core.found, |welded| &welded.found)
    }

    /// j M⁻¹ jᵀ of a row: the acceleration along it per unit of its multiplier alone.
    pub fn scale(&self, row: usize) -> f64 {
        self.found().scale[row]
    }

    /// Rows left out of the last factorization, in the order in which they were found.
    pub fn dropped(&self) -> &[usize] {
        &self.found().dropped
    }

    /// Largest S_rr/pivot of the rows kept by the last factorization: one over the square of the smallest sine of (A5).
    pub fn closeness(&self) -> f64 {
        self.core.closeness
    }

    /// From now on a pivot counts as zero at this part of S_rr; `None`: as (A5) has it.
    pub(crate) fn set_zero(&mut self, part: Option<f64>) {
        self.core.zero = part.unwrap_or(super::dependent::ZERO);
    }

    /// The number of what is switched off is that of another caller from now on.
    pub(crate) fn forget_switched(&mut self) {
        self.core.switched = 0;
    }

    /// What the forward half of a solve left, to be changed by [`Influence::push`].
    pub(crate) fn between<'a>(&'a mut self, force: &'a mut [f64], rows: &'a mut [f64]) -> Between<'a> {
        match &mut self.welded {
            Some(welded) => Between { force: &mut welded.extended.force, rows: &mut welded.extended.rows },
            None => Between { force, rows },
        }
    }
}

#[cfg(test)]
impl Numeric {
    /// How many rows were passed by in the last factorization: (A17).
    pub fn idle(&self) -> usize {
        self.core.alone.len()
    }
}

#[cfg(test)]
impl Unsymmetric {
    /// The smallest pivot, as a part of its scale, of the last factorization.
    pub fn least_pivot(&self) -> f64 {
        self.core.least
    }
}
