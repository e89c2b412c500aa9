//! Many points that are at rest at once, with what drives them.

use crate::common::Random;
use chetaev::prelude::*;

/// Bodies in a row on one line, of which the first is driven with a given acceleration from rest, and what rubs between them and on the ground, under given loads.
struct Row {
    masses: Vec<f64>,
    driven: f64,
    pushes: Vec<f64>,
    /// Between which (the ground is the last), and with how much.
    rubs: Vec<([usize; 2], f64)>,
}

impl Row {
    fn draw(random: &mut Random) -> Self {
        let mut part = || 0.5 + 0.5 * random.unit();
        let n = 3 + (2.0 * part()) as usize;
        let masses = (0..n).map(|_| 0.5 + 2.0 * part()).collect();
        let pushes = (0..n).map(|k| if k == 0 { 0.0 } else { 16.0 * part() - 8.0 }).collect();
        let rub = |_| [(n as f64 * part()) as usize, ((n + 1) as f64 * part()) as usize];
        let pairs: Vec<[usize; 2]> = (0..13).map(rub).filter(|[i, j]| i != j).collect();
        let rubs = pairs.into_iter().map(|pair| (pair, 8.0 * part())).collect();
        Self { masses, driven: 8.0 * part() - 4.0, pushes, rubs }
    }

    /// The accelerations that are found, with μ' = `more` μ.
    fn accelerations(&self, more: f64) -> Vec<f64> {
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let (n, half) = (self.masses.len(), 0.5 * self.driven);
        let mut bodies = Vec::new();
        for (k, mass) in self.masses.iter().enumerate() {
            let body = builder.body(format!("body {k}"), RigidBody::new(*mass, 1.0));
            builder.constraint(format!("guide {k}"), Prismatic::new(line, body.axis([0.0, 0.0], 0.0)));
            builder.force(format!("push {k}"), Applied::force(body.origin(), [self.pushes[k], 0.0]));
            bodies.push(body);
        }
        builder.constraint("driver", Driver::new(Travel::along(line, bodies[0].origin()), move |t| t * t * half));
        for (k, ([i, j], limit)) in self.rubs.iter().enumerate() {
            let on = if *j == n { line } else { bodies[*j].axis([0.0, 0.0], 0.0) };
            let rub = FrictionPoint::along(Travel::along(on, bodies[*i].origin()), 10.0);
            builder.friction(format!("rub {k}"), rub, Coulomb::new(0.1 * limit).holding(0.1 * more * limit));
        }
        let model = builder.build().unwrap();
        let mut state = model.placed();
        model.decide_friction(&mut state).unwrap();
        model.read(&state).acceleration().iter().step_by(3).copied().collect()
    }

    /// Σ ½ m a² − f a + Σ F |a_i − a_j|: where loads are given, and all is at rest, the motion makes it least (Gauss), and there is one.
    fn least(&self, a: &[f64]) -> f64 {
        let at = |k: usize| a.get(k).copied().unwrap_or(0.0);
        let moved = self.masses.iter().zip(&self.pushes).zip(a).map(|((m, f), a)| 0.5 * m * a * a - f * a);
        moved.sum::<f64>() + self.rubs.iter().map(|([i, j], limit)| limit * (at(*i) - at(*j)).abs()).sum::<f64>()
    }
}

/// Held since fe6e7cac: what contradicted the driver and what was beyond its limit undid one another, and where more than seven points are at rest that was the end: "friction this strong jams".
#[test]
fn regress_a_driven_row_starts_as_gauss_says() {
    let mut random = Random::new(2026);
    for case in 0..150 {
        let row = Row::draw(&mut random);
        let a = row.accelerations(1.0);
        assert!((a[0] - row.driven).abs() < 1e-12);
        let least = row.least(&a);
        for _ in 0..200 {
            let size = 10_f64.powf(2.5 * random.unit() - 2.5);
            let other: Vec<f64> =
                a.iter().enumerate().map(|(k, a)| if k == 0 { *a } else { a + size * random.unit() }).collect();
            assert!(row.least(&other) >= least - 1e-10, "{case}: {a:?}, {other:?}");
        }
        // With more of it at rest there is a motion as well.
        row.accelerations(1.3);
    }
}
