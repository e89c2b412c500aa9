//! What makes contacts cheap must not show: gap and slips are one block of rows, and open contacts are passed by.

use super::common::G;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Ellipsoid, Plane};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;

/// Numbers that look random, in (−1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() + 1.0) * 0.5 * n as f64) as usize % n
    }
}

/// Contacts of all kinds: rough and smooth, of rigid bodies, of a particle, in space, and friction in a slot beside them.
fn yard() -> (Model, Vec<ContactId>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let rough = || Rigid::rough(Coulomb::new(0.3));
    let wheel = EllipseOnLine::new(line, 0.3, 0.2);
    let mut contacts = Vec::new();
    let mut last = GROUND.point(-1.0, 0.3);
    for (i, law) in [rough(), Rigid::smooth(), rough()].into_iter().enumerate() {
        let body = builder.body(format!("wheel {i}"), RigidBody::new(1.0, 0.1).at(i as f64, 0.3, 0.1 * i as f64));
        contacts.push(builder.contact(format!("floor {i}"), Contact::between(GROUND, body, wheel), law));
        builder.constraint(format!("rod {i}"), Distance::new(last, body.origin(), 1.0));
        last = body.origin();
    }
    let bead = builder.body("bead", Particle::new(0.3).at(4.0, 0.1));
    let corner = CornerOnLine::new(line, [0.0, 0.0]);
    contacts.push(builder.contact("bead on", Contact::between(GROUND, bead, corner), rough()));
    let slider = builder.body("slider", Particle::new(0.5).at(5.0, 1.0));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 1.0], 0.0), slider.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.2));
    let stone = builder.body("stone", Solid::principal(1.0, [0.1, 0.11, 0.12]).unwrap().at(0.0, 0.0, 0.3));
    let pair = OnPlane::new(Plane::horizontal(), Ellipsoid::new(0.5, 0.4, 0.3));
    contacts.push(builder.contact("stone on", Contact::between(WORLD, stone, pair), rough()));
    (builder.build().unwrap(), contacts)
}

/// Gap and slips of a contact are rows that follow each other, and their J in the whole is that of the ideal contact.
#[test]
fn identity_a_contacts_rows_are_those_of_the_ideal_one() {
    let build = |ideal: bool| {
        let mut builder = ModelBuilder::new();
        let body = builder.body("wheel", RigidBody::new(1.0, 0.1).at(0.0, 0.25, 0.4).moving(0.3, -0.1, 0.7));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.3, 0.2);
        if ideal {
            builder.constraint("floor", Contact::rolling(GROUND, body, pair));
        } else {
            builder.contact("floor", Contact::between(GROUND, body, pair), Rigid::rough(Coulomb::new(0.5)));
        }
        builder.constraint("rod", Distance::new(GROUND.point(0.0, 2.0), body.origin(), 1.5));
        builder.build().unwrap()
    };
    let [ideal, real] = [true, false].map(build);
    assert_eq!(real.row_names(), ["floor", "floor.slip", "rod"]);
    let [one, other] = [&ideal, &real].map(|model| {
        let (mut state, mut ws) = (model.placed(), model.workspace());
        let rubs = state.modes.len() - 1;
        if rubs == 2 {
            state.modes[0] = Mode::Holding;
            state.modes[rubs] = Mode::Stick;
        }
        model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
        let numbers = [ws.multipliers(), ws.acceleration(), ws.phi(), ws.rate(), ws.gamma()].concat();
        (ws.jacobian(model), numbers)
    });
    assert_eq!(one, other);
}

/// A workspace that has seen other modes and other places gives what a new one does, to the bit.
#[test]
fn property_a_workspace_has_no_past() {
    let (model, contacts) = yard();
    let (mut random, mut used) = (Random(5), model.workspace());
    let mut state = model.placed();
    let (mut solved, mut open, mut again) = (0, 0, 0);
    for i in 0..600 {
        if i == 0 || random.below(3) == 0 {
            for &contact in &contacts {
                state.open(contact);
                if random.below(2) == 0 {
                    continue;
                }
                state.close(contact);
            }
            let first = state.modes.len() - model.friction_names().len();
            for mode in &mut state.modes[first..] {
                if *mode != Mode::Released {
                    *mode = [Mode::Stick, Mode::Forward][random.below(2)];
                }
            }
        } else {
            again += 1;
        }
        state.q.iter_mut().zip(model.placed().q).for_each(|(q, at)| *q = at + 0.02 * random.next());
        state.v.iter_mut().for_each(|v| *v = random.next());
        let mut fresh = model.workspace();
        let [one, other] = [&mut used, &mut fresh].map(|ws| {
            let outcome = model.evaluate(ws, &state, Baumgarte::critical(0.3)).map_err(|error| error.to_string());
            let numbers = [ws.acceleration(), ws.multipliers(), ws.phi(), ws.rate(), ws.gamma(), ws.normal_loads()];
            let bits: Vec<u64> = numbers.concat().iter().map(|x| x.to_bits()).collect();
            (outcome.clone(), outcome.is_ok().then(|| (bits, ws.jacobian(&model))))
        });
        solved += usize::from(one.0.is_ok());
        open += state.modes.iter().filter(|mode| **mode == Mode::Open).count();
        assert_eq!(one.0, other.0);
        if let (Some((one, a)), Some((other, b))) = (one.1, other.1) {
            assert!(one == other, "{one:?}\n{other:?}");
            assert_eq!(a, b);
        }
    }
    println!("{solved} of 600 solved, {again} with the modes of the one before, {open} open contacts");
    assert!(solved > 550 && again > 300 && open > 1000, "moot: {solved} {again} {open}");
}
