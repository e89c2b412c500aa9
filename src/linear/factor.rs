//! The numeric factorization: masses, then columns of S from left to right.
//!
//! A row that is switched off has nothing but an entry of D. A column of such rows is *idle*: it gives nothing to others and takes nothing from them,
//!
//! ```text
//! Z_j = 0,  D_j > 0   ⇒   L_jj = 1,  W_j = D_j⁻¹,  Y_ij = 0 for all i below it,  Y_jk = 0 in all columns k before it       (A17)
//! ```
//!
//! so that it is passed by, here and in a solve: what is switched off costs next to nothing. Its zeros are written once, as long as the same columns are idle.
//!
//! A column of which no row is kept gives nothing to a solve either, whatever stands below it,
//!
//! ```text
//! W_j = 0   ⇒   g_j = 0,  λ_j = g_j                                                                  (A18)
//! ```
//!
//! and solves pass it by: of many feet of one body, three of which are kept, n rows then cost 3 n and not n².

use super::dependent::{Dependent, Doubt, SUSPECT, ZERO};
use super::error::FactorError;
use super::numbers::{Found, Numbers, Sides, side};
use super::program::{Column, Known, MassMatrix, Touch, sized};
use super::schur::{Bodies, Right, Schur};
use super::system::System;

impl System {
    /// Every buffer that this system needs.
    pub fn numbers(&self) -> Numbers {
        let layout = &self.layout;
        let (n, m) = (layout.dofs(), layout.rows());
        Numbers {
            mass: vec![f64::NAN; layout.mass_len()],
            lasting: false,
            inverse: vec![0.0; n],
            lower: vec![0.0; if layout.shapes.contains(&MassMatrix::Dense) { layout.mass_len() } else { 0 }],
            first: vec![0; layout.shapes.len()],
            z: vec![0.0; if self.dense.is_empty() { 0 } else { layout.jacobian_len() }],
            values: vec![0.0; self.values],
            closeness: 1.0,
            zero: ZERO,
            found: Found::new(m),
            idle: vec![false; m],
            working: Vec::with_capacity(self.columns.len()),
            alone: Vec::with_capacity(m),
            kept: Vec::with_capacity(self.columns.len()),
            left_out: Vec::with_capacity(m),
            settled: false,
            switched: 0,
            force: vec![0.0; n],
            gamma: vec![0.0; m],
            aside: [vec![0.0; n], vec![0.0; m]],
        }
    }

    /// Factors K for the masses, the Jacobian and D (over rows; ≥ 0). Where no right-hand side is to be taken along, zeros are.
    pub fn factor(&self, sides: Sides<'_>, on_dependent: Dependent<'_>, num: &mut Numbers) -> Result<(), FactorError> {
        let mut aside = std::mem::take(&mut num.aside);
        let [force, rows] = &mut aside;
        force.fill(0.0);
        rows.fill(0.0);
        let factored = self.factor_forward(sides, on_dependent, num, force, rows);
        num.aside = aside;
        factored
    }

    /// The same, and a right-hand side goes along, as far as [`forward`](Self::forward) takes it: what a column reads and what it has found serve for both.
    pub fn factor_forward(
        &self,
        Sides { mass, jac, diag, switched, lasting, .. }: Sides<'_>,
        on_dependent: Dependent<'_>,
        num: &mut Numbers,
        force: &mut [f64],
        rows: &mut [f64],
    ) -> Result<(), FactorError> {
        num.found.clear();
        num.closeness = 1.0;
        if !(std::mem::replace(&mut num.lasting, false) && lasting) {
            for block in &self.masses {
                self.factor_mass(block, mass, num)?;
            }
        }
        num.lasting = lasting;
        let known = std::mem::replace(&mut num.switched, 0) == switched && switched != 0;
        let same = known || self.find_idle(jac, diag, on_dependent, num);
        debug_assert!(
            self.columns.iter().all(|c| num.idle[c.row as usize] == self.is_idle(c, jac, diag, on_dependent)),
            "other rows are switched off than those of the number {switched}"
        );
        let settled = std::mem::replace(&mut num.settled, false) && same;
        if !num.z.is_empty() {
            let mut z = std::mem::take(&mut num.z);
            self.transform_dense(jac, num, &mut z);
            num.z = z;
        }
        self.masses_forward(num, force);
        let side = side(jac, &num.z);
        let bodies = Bodies { left: side, right: side, inverse: &num.inverse };
        let mut s = Schur {
            diag,
            idle: &num.idle,
            idles: !num.alone.is_empty(),
            settled,
            values: &mut num.values,
            scale: &mut num.found.scale,
            closeness: &mut num.closeness,
            suspect: SUSPECT.max(2.0 * num.zero),
            right: Right { force, rows },
            doubt: Doubt {
                system: self,
                on_dependent,
                zero: num.zero,
                dropped: &mut num.found.dropped,
                force: &mut num.force,
                gamma: &mut num.gamma,
            },
        };
        if s.idles && !(known && settled) {
            self.columns.iter().filter(|column| s.idle[column.row as usize]).for_each(|column| s.idle_column(column));
        }
        s.forward_alone(&num.alone);
        let mut rest = &(if s.idles { &num.working } else { &self.columns })[..];
        while let Some(column) = rest.first() {
            let alike = sized!(column, s.columns(rest, &bodies))?;
            rest = &rest[alike..];
        }
        self.pass_by_dropped(num);
        if let Dependent::Without(_) = on_dependent {
            self.solve_null_vectors(jac, num);
        }
        (num.settled, num.switched) = (!num.alone.is_empty(), switched);
        Ok(())
    }

    /// Finds the columns of (A18).
    #[inline]
    fn pass_by_dropped(&self, num: &mut Numbers) {
        num.kept.clear();
        num.left_out.clear();
        if num.found.dropped.is_empty() {
            return;
        }
        let Numbers { found, working, alone, kept, left_out, .. } = num;
        for column in if alone.is_empty() { &self.columns } else { &*working } {
            let rows = column.row..column.row + column.rows;
            match rows.clone().all(|row| found.dropped.contains(&(row as usize))) {
                true => left_out.extend(rows),
                false => kept.push(*column),
            }
        }
    }

    /// Finds the columns of (A17); says whether they are the same as before.
    fn find_idle(&self, jac: &[f64], diag: &[f64], on_dependent: Dependent<'_>, num: &mut Numbers) -> bool {
        if num.alone.is_empty() && diag.iter().all(|d| *d == 0.0) {
            return true;
        }
        let mut same = true;
        num.working.clear();
        num.alone.clear();
        for column in &self.columns {
            let off = self.is_idle(column, jac, diag, on_dependent);
            for mark in &mut num.idle[column.row as usize..][..column.rows as usize] {
                same &= *mark == off;
                *mark = off;
            }
            match off {
                true => num.alone.extend((0..column.rows).map(|r| [column.row + r, column.start + r])),
                false => num.working.push(*column),
            }
        }
        same
    }

    fn is_idle(&self, column: &Column, jac: &[f64], diag: &[f64], on_dependent: Dependent<'_>) -> bool {
        let (row, m) = (column.row as usize, column.rows as usize);
        let alone = |touch: &Touch| jac[touch.jac as usize..][..m * touch.width.len()].iter().all(|j| *j == 0.0);
        diag[row..row + m].iter().all(|d| *d > 0.0)
            && column.touches.of(&self.touches).iter().all(alone)
            && !(row..row + m).any(|row| on_dependent.leaves_out(row))
    }
}
