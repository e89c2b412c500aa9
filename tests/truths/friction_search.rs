//! The searches for the signs of the loads, against enumeration and against the papers' own big matrix.

use crate::common::Random;
use crate::support::star::{Arm, MASSES, Star};
use chetaev::error::EvalError;
use chetaev::prelude::*;
use nalgebra::{DMatrix, DVector};
use std::f64::consts::PI;

/// A mechanism with friction in slots, and what the dense system needs to know of it.
struct Rough {
    model: Model,
    state: State,
    rubs: Vec<FrictionId>,
    mu: Vec<f64>,
    /// Row of each slot's multiplier.
    slots: Vec<usize>,
    mass: Vec<f64>,
}

/// Coefficients from mild to absurd.
fn coefficient(random: &mut Random) -> f64 {
    10_f64.powf(1.25 * random.unit() - 0.25)
}

/// One disk with arms: one freedom, loads that all depend on each other.
fn star(random: &mut Random, count: usize) -> Rough {
    let arm = |_| Arm { hinge: PI * random.unit(), slot: PI * random.unit(), mu: coefficient(random) };
    let arms: Vec<Arm> = (0..count).map(arm).collect();
    let star = Star::build(&arms, random.unit(), 5.0 * random.unit()).unwrap();
    let state = star.start().unwrap();
    let inertia = |m: f64, r: f64| [m, m, m * r];
    let mut mass = inertia(MASSES[0], 0.5 * 0.01).to_vec();
    for _ in &arms {
        mass.extend(inertia(MASSES[1], 0.04 / 12.0));
        mass.extend([MASSES[2]; 2]);
    }
    let slots = (0..count).map(|k| 2 + 5 * k + 4).collect();
    Rough { model: star.model, state, rubs: star.rubs, mu: arms.iter().map(|a| a.mu).collect(), slots, mass }
}

/// A chain of hinged rods, each with a bead that slides on it: two freedoms for each.
fn chain(random: &mut Random, count: usize) -> Rough {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let (mut tip, mut end, mut swing) = (GROUND.origin(), [0.0, 0.0], [0.0, 0.0]);
    let (mut mass, mut mu, mut slots, mut rubs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for k in 0..count {
        let (angle, spin, place, slide) =
            (PI * random.unit(), 5.0 * random.unit(), 0.4 * random.unit(), 3.0 * random.unit());
        let (sin, cos) = angle.sin_cos();
        let at = |arm: f64| {
            ([end[0] + arm * cos, end[1] + arm * sin], [swing[0] - arm * sin * spin, swing[1] + arm * cos * spin])
        };
        let ([x, y], [vx, vy]) = at(0.5);
        let rod = builder.body(format!("rod {k}"), RigidBody::rod(1.0, 1.0).at(x, y, angle).moving(vx, vy, spin));
        let ([x, y], [vx, vy]) = at(0.5 + place);
        let bead = Particle::new(0.3).at(x, y).moving(vx + slide * cos, vy + slide * sin);
        let bead = builder.body(format!("bead {k}"), bead);
        builder.constraint(format!("hinge {k}"), Revolute::new(tip, rod.point(-0.5, 0.0)));
        let id = builder.constraint(format!("slot {k}"), Slot::new(rod.axis([0.0, 0.0], 0.0), bead.origin()));
        mu.push(coefficient(random));
        rubs.push(builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(mu[k])));
        mass.extend([1.0, 1.0, 1.0 / 12.0, 0.3, 0.3]);
        slots.push(3 * k + 2);
        (end, swing) = at(1.0);
        tip = rod.point(0.5, 0.0);
    }
    let model = builder.build().unwrap();
    let state = model.placed();
    Rough { model, state, rubs, mu, slots, mass }
}

impl Rough {
    fn random(random: &mut Random) -> Self {
        let count = 1 + (4.999 * (random.unit() + 1.0)) as usize;
        if random.unit() < 0.0 { star(random, count) } else { chain(random, count) }
    }

    /// Loads of every admissible pattern, from the dense system with the friction columns in it (the paper's equation 8).
    fn enumerate(&self) -> Vec<Vec<f64>> {
        let (n, count) = (self.mass.len(), self.rubs.len());
        let mut ws = self.model.workspace();
        let mut state = self.state.clone();
        // With every point stuck the tangents are rows like the others; that some depend on others does not matter for reading them.
        state.modes[self.state.modes.len() - count..].fill(Mode::Stick);
        match self.model.evaluate(&mut ws, &state, Baumgarte::OFF) {
            Ok(()) | Err(EvalError::Dependent { .. }) => {}
            Err(error) => panic!("{error}"),
        }
        let (all, gamma, rate) = (ws.jacobian(&self.model), ws.gamma().to_vec(), ws.rate().to_vec());
        let rows = all.nrows() - count;
        let applied = self.applied();
        (0..1_u32 << count)
            .filter_map(|pattern| {
                let mut k = DMatrix::zeros(n + rows, n + rows);
                (0..n).for_each(|i| k[(i, i)] = self.mass[i]);
                k.view_mut((0, n), (n, rows)).copy_from(&(-all.rows(0, rows).transpose()));
                k.view_mut((n, 0), (rows, n)).copy_from(&all.rows(0, rows));
                for point in 0..count {
                    let sign = if pattern >> point & 1 == 1 { -1.0 } else { 1.0 };
                    let push = rate[rows + point].signum() * self.mu[point] * sign;
                    (0..n).for_each(|i| k[(i, n + self.slots[point])] += push * all[(rows + point, i)]);
                }
                let mut rhs = DVector::zeros(n + rows);
                rhs.rows_mut(0, n).copy_from(&applied);
                (0..rows).for_each(|r| rhs[n + r] = gamma[r]);
                let x = k.full_piv_lu().solve(&rhs)?;
                let loads: Vec<f64> = self.slots.iter().map(|row| x[n + row]).collect();
                let fits = |(point, z): (usize, &f64)| (pattern >> point & 1 == 1) == (*z < 0.0);
                loads.iter().enumerate().all(fits).then_some(loads)
            })
            .collect()
    }

    /// Applied forces: with every constraint switched off, masses times accelerations.
    fn applied(&self) -> DVector<f64> {
        let mut state = self.state.clone();
        let constraints = state.modes.len() - self.rubs.len();
        state.modes[..constraints].fill(Mode::Released);
        state.modes[constraints..].fill(Mode::Forward);
        let mut ws = self.model.workspace();
        self.model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
        DVector::from_iterator(self.mass.len(), self.mass.iter().zip(ws.acceleration()).map(|(m, a)| m * a))
    }
}

/// Loads of a list of branches, in the order of the points.
fn loads(rough: &Rough, branches: &[Branch]) -> Vec<Vec<f64>> {
    branches.iter().map(|branch| rough.rubs.iter().map(|rub| branch.load(*rub)).collect()).collect()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    let size = b.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6 * size)
}

#[test]
fn oracle_branches_are_those_of_the_big_matrix() {
    let mut random = Random::new(11);
    let mut counts = [0; 4];
    for case in 0..600 {
        let rough = Rough::random(&mut random);
        if rough.rubs.len() > 6 {
            continue;
        }
        let theirs = rough.enumerate();
        let ours = loads(&rough, &rough.model.branches(&rough.state).unwrap());
        assert_eq!(ours.len(), theirs.len(), "case {case}: {ours:?} {theirs:?}");
        assert!(theirs.iter().all(|t| ours.iter().any(|o| close(o, t))), "case {case}: {ours:?} {theirs:?}");
        counts[ours.len().min(3)] += 1;
    }
    println!("states with 0, 1, 2, more motions: {counts:?}");
    assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
}

#[test]
fn property_every_search_finds_what_enumeration_finds() {
    every_search(4_000);
}

/// The same with more states: a minute.
#[test]
#[ignore = "long: run by docs/scripts/studies.sh"]
fn property_every_search_long() {
    every_search(100_000);
}

fn every_search(states: usize) {
    let mut random = Random::new(7);
    let [mut unique, mut none, mut several, mut certified] = [0; 4];
    for case in 0..states {
        let mut rough = Rough::random(&mut random);
        let branches = loads(&rough, &rough.model.branches(&rough.state).unwrap());
        match branches.len() {
            0 => none += 1,
            1 => unique += 1,
            _ => several += 1,
        }
        let _ = rough.model.decide_friction(&mut rough.state);
        rough.state.signs.iter_mut().for_each(|sign| *sign = random.unit().signum());
        for search in [Search::Reduced, Search::Direct, Search::WarmStarted, Search::Exhaustive] {
            let mut ws = rough.model.workspace().searching(search);
            let outcome = rough.model.evaluate(&mut ws, &rough.state, Baumgarte::OFF);
            assert_eq!(outcome.is_ok(), !branches.is_empty(), "case {case} {search:?} {outcome:?}");
            if outcome.is_ok() {
                let sizes = |b: &Vec<f64>| b.iter().map(|z| z.abs()).collect::<Vec<_>>();
                let found = branches.iter().any(|b| close(ws.normal_loads(), &sizes(b)));
                assert!(found, "case {case} {search:?}: {:?} {branches:?}", ws.normal_loads());
            }
            let certain = ws.coupling().is_certain();
            assert!(!certain || branches.len() == 1, "case {case} {search:?}: certified wrongly");
            certified += usize::from(certain && search == Search::Reduced);
        }
    }
    println!("none {none}, unique {unique}, several {several}, certified {certified}");
    assert!([none, several, unique, certified].iter().all(|count| *count > states / 20));
}

/// The decision at rest, against the list of everything that fits.
#[test]
fn property_decisions_at_rest_are_among_all_that_fit() {
    let mut random = Random::new(23);
    let [mut one, mut others, mut stuck, mut started] = [0; 4];
    for case in 0..1500 {
        let count = 1 + (1.999 * (random.unit() + 1.0)) as usize;
        let mut rough = if case % 2 == 0 { star(&mut random, count) } else { chain(&mut random, count) };
        rough.state.v.fill(0.0);
        let branches = rough.model.branches(&rough.state).unwrap();
        let mut state = rough.state.clone();
        let settled = rough.model.decide_friction(&mut state);
        assert_eq!(settled.is_ok(), !branches.is_empty(), "case {case}: {settled:?}, {} fit", branches.len());
        one += usize::from(branches.len() == 1);
        others += usize::from(branches.len() != 1);
        if settled.is_err() {
            continue;
        }
        let mut ws = rough.model.workspace();
        rough.model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
        let size = ws.acceleration().iter().fold(1.0, |most: f64, a| most.max(a.abs()));
        let near = |branch: &Branch| {
            branch.acceleration.iter().zip(ws.acceleration()).all(|(a, b)| (a - b).abs() < 1e-7 * size)
        };
        assert!(branches.iter().any(near), "case {case}");
        let constraints = state.modes.len() - rough.rubs.len();
        let holds = state.modes[constraints..].iter().all(|mode| *mode == Mode::Stick);
        stuck += usize::from(holds);
        started += usize::from(!holds);
    }
    println!("one motion {one}, none or several {others}; all stuck {stuck}, something starts {started}");
    assert!(one > 800 && others > 20 && stuck > 100 && started > 100);
}

/// The coupling of loads is linear in the coefficients: twice the friction, twice the coupling.
#[test]
fn property_the_coupling_grows_with_the_coefficients() {
    let mut random = Random::new(31);
    let mut strong = 0;
    for _ in 0..200 {
        let [alpha, floor, slope, mass, speed] = random.numbers();
        let bound = |factor: f64| {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -9.81]);
            let wedge = builder.body("wedge", RigidBody::new(1.1 + mass, 1.0).moving(speed, 0.0, 0.0));
            let line = GROUND.axis([0.0, 0.0], 0.0);
            let id = builder.constraint("floor", Prismatic::new(line, wedge.axis([0.0, 0.0], 0.0)));
            let under = FrictionPoint::loaded(Travel::along(line, wedge.origin()), Load::row(id, 0));
            builder.friction("under", under, Coulomb::new(factor * (1.0 + floor)));
            let block = builder.body("block", Particle::new(2.0).moving(speed + 0.5 * alpha.cos(), 0.5 * alpha.sin()));
            let id = builder.constraint("slope", Slot::new(wedge.axis([0.0, 0.0], alpha), block.origin()));
            builder.friction("on slope", FrictionPoint::in_slot(id), Coulomb::new(factor * (1.0 + slope)));
            let model = builder.build().unwrap();
            let mut state = model.placed();
            model.decide_friction(&mut state).ok()?;
            let mut ws = model.workspace();
            model.evaluate(&mut ws, &state, Baumgarte::OFF).ok()?;
            Some((ws.coupling().norm, ws.coupling().bound))
        };
        let (Some(one), Some(two)) = (bound(1.0), bound(2.0)) else { continue };
        assert!((two.0 - 2.0 * one.0).abs() < 1e-9 * two.0);
        if one.0 >= 1.0 {
            strong += 1;
            assert!((two.1 - 2.0 * one.1).abs() < 1e-3 * two.1, "{one:?} {two:?}");
        }
    }
    assert!(strong > 50, "moot: {strong}");
}
