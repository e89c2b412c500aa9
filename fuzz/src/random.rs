//! Random rough mechanisms, and random settings of runs.

use crate::dice::Dice;
use crate::recipe::{Brake, Closer, Held, Link, Push, Recipe, Rough, Spring, Wave};
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;

/// What a mechanism may be made of.
#[derive(Copy, Clone, Debug)]
pub struct Menu {
    pub bodies: usize,
    /// Largest coefficient of friction.
    pub mu: f64,
    /// Chance, in a hundred, that coefficients at rest are larger than while sliding.
    pub more: f64,
    /// Chance that nothing moves at the start.
    pub at_rest: f64,
    pub closers: usize,
    pub brakes: usize,
}

impl Menu {
    /// Friction as in workshops: the motion is nearly always the only one.
    pub const ROUGH: Self = Self { bodies: 4, mu: 0.6, more: 40.0, at_rest: 40.0, closers: 2, brakes: 2 };
    /// Friction so strong that there can be several motions, or none.
    pub const STRONG: Self = Self { mu: 3.0, ..Self::ROUGH };
}

pub fn recipe(dice: &mut Dice, menu: Menu) -> Recipe {
    let n = 1 + dice.below(menu.bodies);
    let at_rest = dice.chance(menu.at_rest);
    let gravity = if dice.chance(75.0) { [0.0, -9.81] } else { [dice.about(10.0), dice.about(10.0)] };
    let mut recipe = Recipe {
        gravity,
        links: (0..n).map(|_| link(dice, menu, at_rest)).collect(),
        closers: (0..dice.below(menu.closers + 1)).map(|_| closer(dice, menu)).collect(),
        brakes: (0..dice.below(menu.brakes + 1)).map(|_| brake(dice, menu)).collect(),
        pushes: (0..dice.below(3)).map(|_| push(dice)).collect(),
        springs: (0..dice.below(3)).map(|_| spring(dice)).collect(),
        span: dice.pick(&[0.3, 1.0, 2.0, 5.0]),
    };
    // Something has to rub.
    if recipe.brakes.is_empty() && !recipe.links.iter().any(|link| link.rough.is_some()) {
        recipe.links[0].held = Held::Slot;
        recipe.links[0].rough = Some(rough(dice, menu));
    }
    recipe
}

/// Makes welds of some joints, and adds gears and blades.
pub fn more(dice: &mut Dice, recipe: &mut Recipe) {
    for link in &mut recipe.links {
        if link.driven.is_none() && dice.chance(15.0) {
            link.held = Held::Weld;
        }
    }
    for _ in 0..1 + dice.below(2) {
        recipe.closers.push(Closer {
            held: dice.pick(&[Held::Gear, Held::Blade]),
            reach: [dice.pick(&[-1.0, -0.5, 2.0, 1.0, 0.3]), 0.0],
            rough: None,
            ..closer(dice, Menu::ROUGH)
        });
    }
}

fn rough(dice: &mut Dice, menu: Menu) -> Rough {
    let mu = if dice.chance(5.0) { 0.0 } else { dice.between(0.02, menu.mu) };
    let more = if dice.chance(menu.more) { dice.between(0.0, 0.4 * menu.mu) } else { 0.0 };
    Rough {
        mu,
        more,
        stribeck: if more > 0.0 && dice.chance(30.0) { dice.between(0.05, 1.0) } else { 0.0 },
        viscous: if dice.chance(25.0) { dice.between(0.0, 1.0) } else { 0.0 },
        size: dice.between(0.01, 0.2),
    }
}

fn maybe_rough(dice: &mut Dice, menu: Menu, percent: f64) -> Option<Rough> {
    dice.chance(percent).then(|| rough(dice, menu))
}

fn link(dice: &mut Dice, menu: Menu, at_rest: bool) -> Link {
    let speed = if at_rest { 0.0 } else { 2.0 };
    let held = dice.pick(&[Held::Pin, Held::Pin, Held::Slot, Held::Slot, Held::Guide, Held::Free]);
    Link {
        particle: dice.chance(30.0),
        mass: dice.between(0.3, 3.0),
        inertia: dice.between(0.02, 0.5),
        place: [dice.about(1.0), dice.about(1.0), dice.about(3.0)],
        velocity: [dice.about(speed), dice.about(speed), dice.about(2.0 * speed)],
        parent: if dice.chance(50.0) { 0 } else { dice.below(8) },
        held,
        at: [dice.about(0.6), dice.about(0.6)],
        line: if dice.chance(40.0) { 0.0 } else { dice.about(3.0) },
        rough: maybe_rough(dice, menu, 75.0),
        driven: (dice.chance(4.0) && matches!(held, Held::Pin | Held::Slot))
            .then(|| [dice.between(0.1, 1.0), dice.between(0.5, 8.0)]),
    }
}

fn closer(dice: &mut Dice, menu: Menu) -> Closer {
    Closer {
        ends: [dice.below(8), dice.below(8)],
        held: dice.pick(&[Held::Rod, Held::Slot, Held::Slot, Held::Pin]),
        at: [dice.about(0.6), dice.about(0.6)],
        reach: [dice.about(1.0), dice.about(1.0)],
        line: dice.about(3.0),
        rough: maybe_rough(dice, menu, 70.0),
    }
}

fn brake(dice: &mut Dice, menu: Menu) -> Brake {
    let load = dice.between(0.2, 8.0);
    let belt = if dice.chance(40.0) { dice.about(1.0) } else { 0.0 };
    Brake {
        ends: [dice.below(8), dice.below(8)],
        held: dice.pick(&[Held::Pin, Held::Slot]),
        line: dice.about(3.0),
        load: [
            load,
            if dice.chance(40.0) { load * dice.part() } else { 0.0 },
            dice.between(0.5, 20.0),
            dice.about(3.0),
        ],
        belt: [belt, if dice.chance(20.0) { dice.part() } else { 0.0 }, dice.between(0.5, 10.0), 0.0],
        rough: rough(dice, menu),
    }
}

fn wave(dice: &mut Dice, size: f64) -> Wave {
    let constant = if dice.chance(50.0) { dice.about(size) } else { 0.0 };
    let amplitude = if dice.chance(70.0) { dice.between(0.0, 1.5 * size) } else { 0.0 };
    let omega = if dice.chance(80.0) { dice.between(0.5, 12.0) } else { dice.between(12.0, 80.0) };
    [constant, amplitude, omega, dice.about(3.0)]
}

pub fn push(dice: &mut Dice) -> Push {
    let size = dice.pick(&[0.5, 5.0, 15.0]);
    Push {
        body: dice.below(8),
        at: [dice.about(0.5), dice.about(0.5)],
        force: [wave(dice, size), wave(dice, size)],
        moment: if dice.chance(40.0) { wave(dice, 0.3 * size) } else { [0.0; 4] },
    }
}

pub fn spring(dice: &mut Dice) -> Spring {
    Spring {
        ends: [dice.below(8), dice.below(8)],
        at: [[dice.about(1.0), dice.about(1.0)], [dice.about(0.3), dice.about(0.3)]],
        stiffness: 10_f64.powf(dice.between(0.0, 3.0)),
        rest: dice.between(0.0, 1.0),
        damping: if dice.chance(50.0) { dice.between(0.0, 2.0) } else { 0.0 },
        torsion: if dice.chance(40.0) { dice.between(0.0, 10.0) } else { 0.0 },
    }
}

/// How a run is made.
#[derive(Clone, Debug)]
pub struct Settings {
    pub method: Method,
    pub tolerance: f64,
    pub stabilization: Stabilization,
    pub search: Search,
    pub output: Output,
}

impl Settings {
    pub fn random(dice: &mut Dice, span: f64) -> Self {
        let methods = [Method::Dop853, Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23, Method::Radau5];
        let method = dice.pick(&methods);
        let tightest = match method {
            Method::Bs23 => 6.0,
            Method::Radau5 => 10.0,
            _ => 11.0,
        };
        let stabilization = match dice.below(6) {
            0 => Stabilization::None,
            1 => Stabilization::Auto,
            2 => Baumgarte::critical(dice.between(0.02, 0.2)).into(),
            _ => Stabilization::Projection,
        };
        let output = match dice.below(5) {
            0 => Output::Ends,
            1 => Output::Every(span * dice.between(0.002, 0.3)),
            2 => Output::Times((0..5).map(|k| span * (f64::from(k) + dice.part()) / 5.0).collect()),
            _ => Output::Steps,
        };
        Self {
            method,
            tolerance: 10_f64.powf(-dice.between(2.0, tightest)),
            stabilization,
            search: dice.pick(&[
                Search::Reduced,
                Search::Reduced,
                Search::Direct,
                Search::WarmStarted,
                Search::Exhaustive,
            ]),
            output,
        }
    }

    /// The same with everything by default but the tolerance.
    pub fn plain(tolerance: f64) -> Self {
        Self {
            method: Method::Dop853,
            tolerance,
            stabilization: Stabilization::Projection,
            search: Search::Reduced,
            output: Output::Steps,
        }
    }

    pub fn simulation<'m>(&self, model: &'m Model) -> Simulation<'m> {
        Simulation::new(model)
            .method(self.method)
            .tolerance(self.tolerance)
            .stabilization(self.stabilization)
            .search(self.search)
            .output(self.output.clone())
    }
}
