//! Recipes that are made of others.

use super::{Held, Recipe};

impl Recipe {
    /// The same with slots instead of guides, whose two ends cannot be loaded in space, and of welds and blades, which bodies that are kept in a plane have not.
    pub fn for_space(mut self) -> Self {
        let none = [Held::Guide, Held::Weld, Held::Blade];
        let slots = |held: &mut Held| *held = if none.contains(held) { Held::Slot } else { *held };
        self.links.iter_mut().for_each(|link| slots(&mut link.held));
        self.closers.iter_mut().for_each(|closer| slots(&mut closer.held));
        self
    }

    /// Masses, coefficients and forces changed by up to this part of themselves.
    pub fn disturbed(&self, part: f64, seed: u64) -> Self {
        let mut state = seed;
        let mut factor = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            1.0 + part * ((state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
        };
        let mut other = self.clone();
        other.gravity.iter_mut().for_each(|g| *g *= factor());
        for link in &mut other.links {
            link.mass *= factor();
            link.inertia *= factor();
            link.rough.iter_mut().for_each(|rough| rough.mu *= factor());
        }
        for closer in &mut other.closers {
            closer.rough.iter_mut().for_each(|rough| rough.mu *= factor());
        }
        for brake in &mut other.brakes {
            brake.rough.mu *= factor();
        }
        for push in &mut other.pushes {
            push.force.iter_mut().chain([&mut push.moment]).for_each(|wave| {
                let f = factor();
                wave[0] *= f;
                wave[1] *= f;
            });
        }
        for spring in &mut other.springs {
            spring.stiffness *= factor();
        }
        other
    }

    /// Do all joints hold where the bodies are placed? A line of a particle goes through it, wherever the other body's point is.
    #[allow(dead_code, reason = "asked by the fuzzing, which shares this file")]
    pub fn holds(&self) -> bool {
        let on_bodies = |ends| self.turns(self.pair(ends)[0]);
        self.closers.iter().all(|closer| closer.held == Held::Rod || on_bodies(closer.ends))
    }

    /// The same with nothing that stands on the ground or is fastened to it.
    pub fn afloat(mut self) -> Self {
        let hangs: Vec<bool> = (0..self.links.len()).map(|index| self.parent(index).is_some()).collect();
        for (link, _) in self.links.iter_mut().zip(hangs).filter(|(_, hangs)| !hangs) {
            (link.held, link.driven) = (Held::Free, None);
        }
        let whole = self.clone();
        let floats = |ends: [usize; 2]| whole.pair(ends)[0].is_some();
        self.closers.retain(|closer| floats(closer.ends));
        self.brakes.retain(|brake| floats(brake.ends));
        self.springs.retain(|spring| floats(spring.ends));
        self
    }

    /// The same with nothing that rubs.
    #[allow(dead_code, reason = "asked by the fuzzing, which shares this file")]
    pub fn without_friction(mut self) -> Self {
        self.brakes.clear();
        self.closers.iter_mut().for_each(|closer| closer.rough = None);
        self.links.iter_mut().for_each(|link| link.rough = None);
        self
    }

    /// The same without friction and damping, and without forces and motors that follow the time: what it does, it does backward too.
    #[allow(dead_code, reason = "asked by the fuzzing, which shares this file")]
    pub fn conservative(self) -> Self {
        let mut other = self.without_friction();
        other.pushes.clear();
        other.springs.iter_mut().for_each(|spring| spring.damping = 0.0);
        other.links.iter_mut().for_each(|link| link.driven = None);
        other
    }
}
