//! A and E of (F1) at a place, and the certificate's number there.
//!
//! One factorization of the system without friction rows, then one solve for each point: the unit force D_jᵀ along its tangent gives the loads A_ij and
//! the slip accelerations E_ij of all others. Parts of the mechanism that no constraint joins do not influence each other: one solve applies the unit force of one point in each
//! part, and every part has matrices of its own.
//!
//! A and E depend on the rows, the masses and the modes only. These are compared with those of the last call, and nothing is computed if they are the same.

use super::Judged;
use super::parts::Mobility;
use crate::dynamics::diagnose::taking_part;
use crate::dynamics::{Mode, StateRef, Workspace};
use crate::error::EvalError;
use crate::linear::Dependent;
use crate::model::{FrictionEntry, LoadRows, Model};

/// The points of a component, and what was proved of it.
pub(in crate::dynamics) type JudgedBlock = (Vec<usize>, Judged);

impl Workspace {
    /// The number of (F8) at a place, for points that stick or slide according to the modes. If it is below 1, there is certainly exactly one motion,
    /// whatever the forces are; it is infinite where that could not be proved.
    ///
    /// Points that are `Undecided` count as at rest. The residuals are left evaluated there; accelerations and multipliers are not changed.
    pub(crate) fn certify(&mut self, model: &Model, at: StateRef<'_>, modes: &[Mode]) -> Result<f64, EvalError> {
        let mut mobility = self.mobility.take().unwrap_or_else(|| Box::new(Mobility::new(model)));
        let outcome = self.read(model, at, modes).and_then(|()| {
            self.keep_held(model);
            if self.list(model, modes, &mut mobility) {
                mobility.number = f64::NAN;
                mobility.number = self.prove(model, at.t, &mut mobility, None)?;
            }
            Ok(mobility.number)
        });
        self.mobility = Some(mobility);
        outcome
    }

    /// The points at rest that no force along their tangent can move, according to the last certificate.
    pub(in crate::dynamics) fn immovable(&self) -> &[usize] {
        self.mobility.as_ref().map_or(&[], |mobility| &mobility.immovable)
    }

    /// Certifies, and lists each component of points that depend on each other: its points and what was proved.
    pub(in crate::dynamics) fn certify_parts(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
    ) -> Result<(f64, Vec<JudgedBlock>), EvalError> {
        let (mut mobility, mut parts) = (Mobility::new(model), Vec::new());
        self.read(model, at, modes)?;
        self.keep_held(model);
        self.list(model, modes, &mut mobility);
        let number = self.prove(model, at.t, &mut mobility, Some(&mut parts))?;
        Ok((number, parts))
    }

    /// Lists the points that count; true if anything has changed since the last time.
    fn list(&self, model: &Model, modes: &[Mode], mobility: &mut Mobility) -> bool {
        let (inner, known) = (&*model.inner, &mut mobility.known);
        let mut place = 0;
        let mut changed = mobility.number.is_nan();
        let mut note = |value: f64| {
            match known.get_mut(place) {
                Some(old) if *old == value => {}
                Some(old) => (*old, changed) = (value, true),
                None => {
                    known.push(value);
                    changed = true;
                }
            }
            place += 1;
        };
        for part in &mut mobility.parts {
            part.present.clear();
            part.points.clear();
            for &point in &part.all {
                let friction = &inner.frictions[point];
                let Some((mu, rests)) = self.counts(friction, modes[friction.entry]) else {
                    note(-1.0);
                    continue;
                };
                note(mu);
                note(f64::from(rests));
                part.present.push(point);
                part.points.mu.push(mu);
                part.points.rests.push(rests);
            }
        }
        let system = model.system(false);
        let numbers = self.blocks[..system.jacobian_len()].iter().chain(&self.friction.tangents).chain(&self.mass);
        numbers.for_each(|&value| note(value));
        self.released[..system.rows()].iter().for_each(|&off| note(f64::from(off)));
        changed
    }

    /// The coefficient of a point whose friction is to be found, and whether it rests.
    fn counts(&self, friction: &FrictionEntry, mode: Mode) -> Option<(f64, bool)> {
        let law = &friction.law;
        let off = friction.load.rows().count() > 0 && friction.load.rows().all(|row| self.released[row]);
        let (mu, rests) = match mode {
            _ if off => return None,
            Mode::Released => return None,
            Mode::Stick | Mode::Undecided => (law.holding(), true),
            // Its force is known.
            _ if friction.load == LoadRows::Given => return None,
            _ => (law.sliding(mode.direction() * self.along_slide(friction, &self.rate)), false),
        };
        (mu != 0.0).then_some((mu.abs(), rests))
    }

    fn prove(
        &mut self,
        model: &Model,
        t: f64,
        mobility: &mut Mobility,
        mut judged_blocks: Option<&mut Vec<JudgedBlock>>,
    ) -> Result<f64, EvalError> {
        let most = mobility.parts.iter().map(|part| part.present.len()).max().unwrap_or(0);
        if most == 0 {
            mobility.immovable.clear();
            return Ok(0.0);
        }
        let splits = self.push_all(model, t, mobility, most)?;
        let mut number: f64 = 0.0;
        let Mobility { parts, certifier, .. } = mobility;
        for part in parts.iter().filter(|part| !part.present.is_empty()) {
            // While something sticks, a load that redundant constraints share is not determined; and no theorem knows a slip in several directions.
            let several = part.present.iter().any(|&point| model.inner.frictions[point].slips_in_joint());
            let unknown = several || (splits && part.points.rests.contains(&true));
            let proved = certifier.certify(&part.points);
            number = number.max(if unknown { f64::INFINITY } else { proved });
            let Some(list) = &mut judged_blocks else { continue };
            list.extend(certifier.judged().iter().map(|block| {
                let members = certifier.members(block).iter().map(|&k| part.present[k]).collect();
                let judged = if unknown { Judged { number: f64::INFINITY, theorem: None, ..*block } } else { *block };
                (members, judged)
            }));
        }
        Ok(number)
    }

    /// Applies the unit forces of one point after the other, those of all parts at the same time. True if redundant constraints leave a load undetermined.
    fn push_all(&mut self, model: &Model, t: f64, mobility: &mut Mobility, most: usize) -> Result<bool, EvalError> {
        let inner = &*model.inner;
        let splits = self.factor_smooth(model, t)?;
        let system = model.system(false);
        let Mobility { parts, force, rows, immovable, .. } = mobility;
        for part in parts.iter_mut() {
            let n = part.present.len();
            part.points.a.resize(n * n, [0.0; 2]);
            part.points.e.resize(n * n, 0.0);
            // D M⁻¹ Dᵀ with the diagonal of M: the size of E_ii's rounding.
            part.points.free.extend(part.present.iter().map(|&point| self.free_response(model, point)));
        }
        for k in 0..most {
            force.fill(0.0);
            rows.fill(0.0);
            for part in parts.iter() {
                if let Some(&point) = part.present.get(k) {
                    self.friction.force_along(model, &inner.frictions[point], 1.0, force);
                }
            }
            let rows = &mut rows[..system.rows()];
            system.solve(&self.blocks[..system.jacobian_len()], &mut self.numerics[0], force, rows);
            if !self.numerics[0].dropped().is_empty() {
                system.choose(&mut self.numerics[0], &[], rows);
            }
            for part in parts.iter_mut().filter(|part| k < part.present.len()) {
                let n = part.present.len();
                for (i, &point) in part.present.iter().enumerate() {
                    let friction = &inner.frictions[point];
                    let [x, y, _] = friction.load.of(rows);
                    part.points.a[i * n + k] = [x, y];
                    part.points.e[i * n + k] = self.along_tangent(model, friction, force);
                }
            }
        }
        immovable.clear();
        for part in parts.iter() {
            let stays = |&(i, _): &(usize, &usize)| part.points.rests[i] && !part.points.moves(i);
            immovable.extend(part.present.iter().enumerate().filter(stays).map(|(_, point)| point));
        }
        Ok(splits)
    }

    /// Factors the system without friction rows, with the rows that were read last. True if redundant constraints take part in a load.
    fn factor_smooth(&mut self, model: &Model, t: f64) -> Result<bool, EvalError> {
        self.factorizations += 1;
        let (inner, system) = (&*model.inner, model.system(false));
        let policy = if inner.redundant { Dependent::Drop } else { Dependent::Refuse };
        let (blocks, diagonal) = (&self.blocks[..system.jacobian_len()], &self.diagonal[..system.rows()]);
        system
            .factor(&self.mass, blocks, diagonal, policy, &mut self.numerics[0])
            .map_err(|error| self.factor_error(model, t, error))?;
        if self.numerics[0].dropped().is_empty() {
            return Ok(false);
        }
        let loads = |row: usize| inner.frictions.iter().any(|friction| friction.load.rows().any(|load| load == row));
        let null = system.null_vectors(&mut self.numerics[0]);
        Ok(null.chunks_exact(system.rows()).any(|z| taking_part(z).any(loads)))
    }
}
