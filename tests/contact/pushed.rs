//! Tables at rest that are pushed with slightly more than friction holds: they start, however slow their slips begin.

use super::common::{G, Random};
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::prelude::*;
use std::f64::consts::TAU;

const MASS: f64 = 2.0;

struct Table {
    feet: Vec<[f64; 2]>,
    /// Of its center above the floor.
    height: f64,
    friction: Coulomb,
}

impl Table {
    /// The table with a horizontal force that acts `beside` its center, at the height of this.
    fn pushed(&self, force: f64, heading: f64, beside: f64) -> (Model, BodyId<Spatial>) {
        let (sin, cos) = heading.sin_cos();
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]).allow_redundant();
        let solid = Solid::principal(MASS, [0.05, 0.06, 0.08]).unwrap().at(0.0, 0.0, self.height);
        let table = builder.body("table", solid);
        builder.force(
            "push",
            Applied::force(table.point(-beside * sin, beside * cos, 0.0), [force * cos, force * sin, 0.0]),
        );
        for (k, [x, y]) in self.feet.iter().enumerate() {
            let pair = PointOn::new(Plane::horizontal(), [*x, *y, -self.height]);
            builder.contact(format!("foot{k}"), Contact::between(WORLD, table, pair), Rigid::rough(self.friction));
        }
        (builder.build().unwrap(), table)
    }
}

fn around(count: usize, turn: f64, radius: impl FnMut() -> f64) -> Vec<[f64; 2]> {
    let angles = (0..count).map(|k| turn + TAU * k as f64 / count as f64);
    angles.zip(std::iter::repeat_with(radius)).map(|(angle, r)| [r * angle.cos(), r * angle.sin()]).collect()
}

/// With feet around its center a table slides without turning, a = (F − μ m g)/m. Held since the directions of slow slips are found where the rows of four feet depend on each other; of random ones at
/// 1.001 of the limit 193 of 200 were refused on four feet, 104 on three.
#[test]
fn known_a_table_starts_just_above_what_friction_holds() {
    let mu = 0.4;
    for (count, held) in [(3, 1.0), (4, 1.0), (6, 1.0), (3, 1.2), (4, 1.2)] {
        let feet = around(count, 0.1, || 0.3);
        let table = Table { feet, height: 0.2, friction: Coulomb::new(mu).holding(held * mu) };
        for over in [1e-6, 1e-4, 1e-3, 1e-2, 0.1] {
            for heading in (0..8).map(|k| 0.3 + TAU / 8.0 * f64::from(k)) {
                let force = (1.0 + over) * held * mu * MASS * G;
                let (model, body) = table.pushed(force, heading, 0.0);
                let told = format!("{count} feet, {over} above {held}, heading {heading}");
                let run = Simulation::new(&model).run(model.placed(), 0.2).unwrap_or_else(|e| panic!("{told}: {e}"));
                let wanted = force / MASS - mu * G;
                let [start, end] = [run.first().unwrap(), run.last().unwrap()];
                let (sin, cos) = heading.sin_cos();
                let a = start.acceleration();
                assert!((a[0] - wanted * cos).hypot(a[1] - wanted * sin) < 1e-9, "{told}: {a:?} for {wanted}");
                let x = end.body(body).origin;
                let gone = 0.5 * wanted * 0.2 * 0.2;
                assert!((x.x - gone * cos).hypot(x.y - gone * sin) < 1e-9, "{told}: {x:?} for {gone}");
                for foot in model.contact_names().map(|name| start.contact(model.contact(name).unwrap())) {
                    assert!(foot.mode == Mode::Forward && foot.normal > 0.0, "{told}: {foot:?}");
                }
            }
        }
    }
}

/// Three feet whose table turns as it starts, not about one of them: it goes on as one that has begun by 1e-8 of the same motion. The force is above that at which it starts by a part of it.
#[test]
fn property_three_feet_start_as_they_would_go_on() {
    let mut random = Random::new(5);
    for scene in 0..10 {
        let feet = around(3, random.between(0.0, TAU), || random.between(0.25, 0.35));
        let (height, mu) = (random.between(0.05, 0.15), random.between(0.1, 0.4));
        let table = Table { feet, height, friction: Coulomb::new(mu) };
        let (heading, beside) = (random.between(0.0, TAU), random.between(-0.03, 0.03));
        let [mut holds, mut starts] = [0.0, 1.1 * mu * MASS * G];
        while starts - holds > 1e-5 * starts {
            let force = 0.5 * (holds + starts);
            let model = table.pushed(force, heading, beside).0;
            let mut state = model.placed();
            model.decide_friction(&mut state).unwrap();
            let now = model.read(&state);
            let rests = model.contact_names().all(|name| now.contact(model.contact(name).unwrap()).mode == Mode::Stick);
            *(if rests { &mut holds } else { &mut starts }) = force;
        }
        for over in [1e-3, 1e-2, 0.1] {
            let (model, body) = table.pushed((1.0 + over) * starts, heading, beside);
            let end = |state: State| {
                let run = Simulation::new(&model).tolerance(1e-10).run(state, 0.1);
                let run = run.unwrap_or_else(|e| panic!("{scene}, {over}: {e}"));
                let at = run.last().unwrap().body(body);
                (at.origin, at.velocity, at.spin)
            };
            let (x, velocity, spin) = end(model.placed());
            let mut begun = model.placed();
            begun.set_velocity(&model, body, [1e-8 * velocity.x, 1e-8 * velocity.y, 0.0]);
            begun.set_spin(&model, body, [0.0, 0.0, 1e-8 * spin.z]);
            let (other, ..) = end(begun);
            let off = (x.x - other.x).hypot(x.y - other.y) / x.x.hypot(x.y);
            assert!(off < 1e-6, "{scene}, {over}: {x:?} and {other:?}");
        }
    }
}
