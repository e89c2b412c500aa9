//! Random recipes that shrink: fewer bodies, less friction, rounder numbers.

use super::recipe::{Brake, Closer, Held, Link, Push, Recipe, Rough, Spring, Wave};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

fn rough() -> impl Strategy<Value = Rough> {
    (
        0.02..0.6,
        prop_oneof![2 => Just(0.0), 1 => 0.0..0.2],
        weighted(0.2, 0.05..1.0),
        weighted(0.2, 0.0..1.0),
        0.01..0.2,
    )
        .prop_map(|(mu, more, stribeck, viscous, size)| Rough {
            mu,
            more,
            stribeck: if more > 0.0 { stribeck.unwrap_or(0.0) } else { 0.0 },
            viscous: viscous.unwrap_or(0.0),
            size,
        })
}

fn link() -> impl Strategy<Value = Link> {
    let body = (any::<bool>(), 0.3..3.0, 0.02..0.5, [-1.0..1.0, -1.0..1.0, -3.0..3.0]);
    let held = select(vec![Held::Slot, Held::Pin, Held::Guide, Held::Free]);
    let joint = ([-2.0..2.0, -2.0..2.0, -4.0..4.0], 0..8_usize, held, [-0.6..0.6, -0.6..0.6], -3.0..3.0);
    (body, joint, weighted(0.8, rough()), any::<bool>()).prop_map(
        |((particle, mass, inertia, place), (velocity, parent, held, at, line), rough, moving)| Link {
            particle,
            mass,
            inertia,
            place,
            velocity: if moving { velocity } else { [0.0; 3] },
            parent,
            held,
            at,
            line,
            rough,
            driven: None,
        },
    )
}

fn closer() -> impl Strategy<Value = Closer> {
    let held = select(vec![Held::Slot, Held::Rod, Held::Pin]);
    let points = ([-0.6..0.6, -0.6..0.6], [-1.0..1.0, -1.0..1.0], -3.0..3.0);
    ([0..8_usize, 0..8_usize], held, points, weighted(0.7, rough()))
        .prop_map(|(ends, held, (at, reach, line), rough)| Closer { ends, held, at, reach, line, rough })
}

fn wave(size: f64) -> impl Strategy<Value = Wave> {
    (-size..size, prop_oneof![1 => Just(0.0), 2 => 0.0..1.5 * size], 0.5..12.0, -3.0..3.0)
        .prop_map(|(constant, amplitude, omega, phase)| [constant, amplitude, omega, phase])
}

fn brake() -> impl Strategy<Value = Brake> {
    let under = (0.2..8.0, prop_oneof![1 => Just(0.0), 1 => 0.0..1.0], 0.5..12.0, -3.0..3.0);
    let belt = prop_oneof![2 => Just(0.0), 1 => -1.0..1.0];
    ([0..8_usize, 0..8_usize], select(vec![Held::Slot, Held::Pin]), -3.0..3.0, under, belt, rough()).prop_map(
        |(ends, held, line, (load, part, omega, phase), belt, rough)| Brake {
            ends,
            held,
            line,
            load: [load, part * load, omega, phase],
            belt: [belt, 0.0, 1.0, 0.0],
            rough,
        },
    )
}

fn push() -> impl Strategy<Value = Push> {
    (0..8_usize, [-0.5..0.5, -0.5..0.5], [wave(8.0), wave(8.0)], wave(1.0)).prop_map(|(body, at, force, moment)| Push {
        body,
        at,
        force,
        moment,
    })
}

fn spring() -> impl Strategy<Value = Spring> {
    let points = [[-1.0..1.0, -1.0..1.0], [-0.3..0.3, -0.3..0.3]];
    ([0..8_usize, 0..8_usize], points, 1.0..300.0, 0.0..1.0, 0.0..2.0, 0.0..10.0).prop_map(
        |(ends, at, stiffness, rest, damping, torsion)| Spring { ends, at, stiffness, rest, damping, torsion },
    )
}

/// A rough mechanism of up to three bodies and two closing joints.
///
/// Gravity never vanishes: the sign of a load that is nothing is rounding's.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let gravity = prop_oneof![3 => Just([0.0, -9.81]), 1 => Just([4.0, 2.0])];
    let things = (vec(link(), 1..4), vec(closer(), 0..3), vec(brake(), 0..3), vec(push(), 0..3), vec(spring(), 0..3));
    (gravity, things, 0.3..2.0).prop_map(|(gravity, (links, closers, brakes, pushes, springs), span)| Recipe {
        gravity,
        links,
        closers,
        brakes,
        pushes,
        springs,
        span,
    })
}
