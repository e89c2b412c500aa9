//! The right-hand side of bodies, constraints and forces alone: nothing rubs, opens, is switched off or spare, and nothing is asked besides.
//!
//! What is left out here of the passes of `evaluate.rs` would have nothing to do. That is decided once for each choice of modes, instead of by each pass at each stage: of a small mechanism's
//! instructions a tenth went into such questions. The passes that are left, and their order, are the same, and so are the bits (`tests`).

use super::diagnose::element;
use super::evaluate::finite;
use super::{Baumgarte, Query, Rest, StateRef, Touching, Workspace};
use crate::error::EvalError;
use crate::linear::{Dependent, Sides};
use crate::model::Model;

impl Query<'_> {
    /// Is it the motion as it is, with nothing besides?
    #[inline(always)]
    fn is_bare(&self) -> bool {
        let alone = self.push.is_empty() && self.correction.is_empty() && self.probe.is_none();
        alone && matches!((self.touching, self.rest), (Touching::None, Rest::Free)) && self.gains == Baumgarte::OFF
    }
}

impl Workspace {
    /// Does [`evaluate_bare`](Self::evaluate_bare) answer this question?
    #[inline(always)]
    pub(super) fn is_bare(&self, query: &Query<'_>) -> bool {
        self.live.bare && self.has_modes(query.modes) && self.spare.is_empty() && query.is_bare()
    }

    /// v' and λ: (E1) to (E4).
    pub(super) fn evaluate_bare(&mut self, model: &Model, at: &StateRef<'_>) -> Result<(), EvalError> {
        let inner = &*model.inner;
        self.place(model, at.q, at.v);
        if let Some((body, why)) = self.refused.take() {
            return Err(element("body", &inner.bodies[body].name, at.t, why));
        }
        if !at.memory.is_empty() {
            self.memory.copy_from_slice(at.memory);
        }
        self.write_batches(model, at.now(), at.memory)?;
        if cfg!(debug_assertions) {
            self.check_written(model)?;
        }
        for gather in &inner.layout.gathers {
            self.gather(model, gather);
        }
        self.load(model, *at, None)?;
        self.aim_without_gains();
        self.factorizations += 1;
        let (system, numeric) = (&inner.augmented, &mut self.numerics[0]);
        let (switched, lasting) = (self.live.number, inner.layout.changing_masses.is_empty());
        let blocks = &self.blocks[..system.jacobian_len()];
        let sides = Sides { switched, lasting, ..Sides::symmetric(&self.mass, blocks, &self.diagonal) };
        let (force, rows) = (&mut self.acceleration[..], &mut self.multipliers[..]);
        if let Err(error) = system.factor_forward(sides, Dependent::Refuse, numeric, force, rows) {
            return Err(self.factor_error(model, at.t, error));
        }
        system.backward(blocks, numeric, force, rows);
        if inner.layout.working_constraints {
            self.constraint_powers(model);
        }
        match finite(&self.acceleration) && finite(&self.multipliers) {
            true => Ok(()),
            false => Err(self.diagnose(model, at.now())),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dynamics::Query;
    use crate::friction::Search;
    use crate::hybrid::Stop;
    use crate::math::Signal;
    use crate::prelude::*;

    /// A driven crank with a slider on a spring, and a stone that flies.
    fn crank(opens: bool) -> Model {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let crank = builder.body("crank", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
        let rod = builder.body("rod", RigidBody::rod(0.7, 2.0).at(2.0, 0.0, 0.0));
        let slider = builder.body("slider", Particle::new(2.0).at(3.0, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("A", Revolute::new(GROUND.origin(), crank.point(-0.5, 0.0)));
        builder.constraint("B", Revolute::new(crank.point(0.5, 0.0), rod.point(-1.0, 0.0)));
        builder.constraint("C", Revolute::new(rod.point(1.0, 0.0), slider.origin()));
        builder.constraint("slot", Slot::new(line, slider.origin()));
        builder.constraint(
            "motor",
            Driver::signal(Angle::between(GROUND, crank), Signal::constant(0.2).sine(0.7, 2.0, 0.1)),
        );
        builder.force("spring", SpringDamper::guided(line, slider.origin(), 40.0).damping(0.3));
        builder.body("stone", Solid::principal(1.0, [0.1, 0.2, 0.25]).unwrap().at(0.0, 0.0, 1.0));
        if opens {
            builder.contact("stop", Stop::below(Travel::along(line, slider.origin()), -9.0), Rigid::smooth());
        }
        builder.build().unwrap()
    }

    #[test]
    fn property_the_bits_are_those_of_all_passes() {
        let model = crank(false);
        let zeros = vec![0.0; model.rows()];
        let (mut bare, mut whole) = (model.workspace(), model.workspace());
        for i in 0..40 {
            let mut state = model.placed();
            state.t = 0.1 * f64::from(i);
            let beside = |k: usize, i: i32| ((3 * k + 7) as f64 * f64::from(i + 1)).sin();
            state.q.iter_mut().enumerate().for_each(|(k, q)| *q += 0.3 * beside(k, i));
            state.v.iter_mut().enumerate().for_each(|(k, v)| *v += 2.0 * beside(k + 50, i));
            let query = Query::of(&state, Search::default());
            assert!(i == 0 || bare.is_bare(&query), "moot: the whole way is taken");
            let corrected = query.with_correction(&zeros);
            assert!(!whole.is_bare(&corrected), "moot: it is compared with itself");
            bare.evaluate(&model, &Query::of(&state, Search::default())).unwrap();
            whole.evaluate(&model, &corrected).unwrap();
            let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(bare.acceleration()), bits(whole.acceleration()));
            assert_eq!(bits(bare.multipliers()), bits(whole.multipliers()));
            assert_eq!(bits(&bare.powers), bits(&whole.powers));
            assert_eq!(bare.numeric().closeness().to_bits(), whole.numeric().closeness().to_bits());
            assert_eq!(bare.counters(), whole.counters());
        }
    }

    #[test]
    fn what_may_open_is_not_bare() {
        let model = crank(true);
        let (mut ws, state) = (model.workspace(), model.placed());
        for _ in 0..2 {
            assert!(!ws.is_bare(&Query::of(&state, Search::default())));
            ws.evaluate(&model, &Query::of(&state, Search::default())).unwrap();
        }
    }
}
