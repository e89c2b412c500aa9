//! Numbers that nobody would enter, and somebody does.

use crate::dice::Dice;
use crate::recipe::{Recipe, Rough};

const NUMBERS: [f64; 24] = [
    0.0,
    -0.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    1e-308,
    1e-162,
    1e-30,
    1e-16,
    1e16,
    1e30,
    1e154,
    -1e154,
    1e200,
    1e300,
    -1.0,
    -1e-9,
    1e9,
    1e-9,
    1.0,
];

pub fn number(dice: &mut Dice) -> f64 {
    match dice.below(4) {
        0 => f64::from_bits(dice.next()),
        1 => 10_f64.powf(dice.about(30.0)),
        _ => dice.pick(&NUMBERS),
    }
}

fn of_rough(rough: &mut Rough) -> [&mut f64; 5] {
    [&mut rough.mu, &mut rough.more, &mut rough.stribeck, &mut rough.viscous, &mut rough.size]
}

/// Every number of a recipe.
pub fn numbers(recipe: &mut Recipe) -> Vec<&mut f64> {
    let mut all: Vec<&mut f64> = recipe.gravity.iter_mut().collect();
    for link in &mut recipe.links {
        all.extend([&mut link.mass, &mut link.inertia, &mut link.line]);
        all.extend(link.place.iter_mut().chain(&mut link.velocity).chain(&mut link.at));
        all.extend(link.rough.iter_mut().flat_map(of_rough));
        all.extend(link.driven.iter_mut().flatten());
    }
    for closer in &mut recipe.closers {
        all.extend(closer.at.iter_mut().chain(&mut closer.reach).chain([&mut closer.line]));
        all.extend(closer.rough.iter_mut().flat_map(of_rough));
    }
    for brake in &mut recipe.brakes {
        all.extend(brake.load.iter_mut().chain(&mut brake.belt).chain([&mut brake.line]));
        all.extend(of_rough(&mut brake.rough));
    }
    for push in &mut recipe.pushes {
        all.extend(push.at.iter_mut().chain(push.force.iter_mut().flatten()).chain(&mut push.moment));
    }
    for spring in &mut recipe.springs {
        all.extend(spring.at.iter_mut().flatten());
        all.extend([&mut spring.stiffness, &mut spring.rest, &mut spring.damping, &mut spring.torsion]);
    }
    all
}
