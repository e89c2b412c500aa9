//! A body that stands on two floors which move apart: what would hold it on both contradicts itself, and it sticks to one of them, or to none.
//!
//! It stands with N₀ on the ground and N₁ on a plate that is driven along it. Its center of mass is in the plane of its feet, where friction acts, so that N₀ and N₁ are those of statics
//! whatever rubs. The plate rubs it with μ N₁, which the ground holds if N₁ < N₀. If not, it is carried,
//!
//! ```text
//! (1)  with the plate, if that has p ≤ a;   else with  a = μ (N₁ − N₀)/m
//! ```

use super::common::{G, check_impacts};
use chetaev::contact::CornerOnLine;
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::prelude::*;

const M: f64 = 2.0;
const MU: f64 = 0.3;

/// Its feet are x[0] behind and x[1] ahead of its center, of which height and speed are given; in space two feet stand on the ground, side by side. The plate moves by the law along (cos, sin) of an angle.
struct Stands {
    x: [f64; 2],
    height: f64,
    speed: f64,
    angle: Option<f64>,
}

/// What is read of it, in either space: place and velocity, and the contacts on the ground and on the plate.
struct Told {
    run: Trajectory,
    place: Place,
    feet: Vec<ContactId>,
    drive: ConstraintRef,
}

type Place = fn(&Snapshot<'_>) -> [f64; 4];
type Built = (ModelBuilder, Vec<ContactId>, ConstraintRef, Place);

impl Stands {
    fn run(&self, law: impl Fn(Jet) -> Jet + Send + Sync + 'static, to: f64) -> Told {
        let (builder, feet, drive, place) = match self.angle {
            None => self.in_plane(law),
            Some(angle) => self.in_space(angle, law),
        };
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).output(Output::Steps).run(start, to).unwrap();
        check_impacts(&run, MU);
        println!("energy {:.1e} J, {:?}", run.energy_error(), run.counters());
        assert!(run.energy_error() < 1e-10);
        Told { run, place, feet, drive }
    }

    fn in_plane(&self, law: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Built {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let body = RigidBody::new(M, 0.1).at(0.0, self.height, 0.0).moving(0.0, self.speed, 0.0);
        let body = builder.body("body", body);
        let plate = builder.body("plate", RigidBody::new(1.0, 1.0));
        builder.constraint("guide", Prismatic::new(line, plate.axis([0.0, 0.0], 0.0)));
        let drive = builder.constraint("drive", Driver::new(Travel::along(line, plate.origin()), law));
        let rough = || Rigid::rough(Coulomb::new(MU));
        let behind = Contact::between(GROUND, body, CornerOnLine::new(line, [-self.x[0], 0.0]));
        let ahead = Contact::between(plate, body, CornerOnLine::new(plate.axis([0.0, 0.0], 0.0), [self.x[1], 0.0]));
        let feet =
            vec![builder.contact("on the ground", behind, rough()), builder.contact("on the plate", ahead, rough())];
        (builder, feet, drive.into(), |at| {
            let body = at.body(at.model().body::<Planar>("body").unwrap());
            [body.origin.x, body.origin.y, body.velocity.x, body.velocity.y]
        })
    }

    fn in_space(&self, angle: f64, law: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Built {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let body = Solid::principal(M, [0.1; 3]).unwrap().at(0.0, 0.0, self.height).moving(0.0, 0.0, self.speed);
        let body = builder.body("body", body);
        let plate = builder.body("plate", Solid::principal(1.0, [1.0; 3]).unwrap());
        let along = [angle.cos(), angle.sin(), 0.0];
        let guide = WORLD.axis([0.0; 3], along);
        builder.constraint("guide", Joint::prismatic(guide, plate.axis([0.0; 3], along)));
        let drive = builder.constraint("drive", Driver::new(AxialTravel::along(guide, plate.origin()), law));
        let rough = || Rigid::rough(Coulomb::new(MU));
        let foot = |x, y| PointOn::new(Plane::horizontal(), [x, y, 0.0]);
        let feet = [("left", -1.0), ("right", 1.0)];
        let mut feet = feet
            .map(|(name, y)| builder.contact(name, Contact::between(WORLD, body, foot(-self.x[0], y)), rough()))
            .to_vec();
        feet.push(builder.contact("on the plate", Contact::between(plate, body, foot(self.x[1], 0.0)), rough()));
        (builder, feet, drive.into(), |at| {
            let body = at.body(at.model().body::<Spatial>("body").unwrap());
            [body.origin.x, body.origin.z, body.velocity.x, body.velocity.z]
        })
    }

    /// N₀ and N₁.
    fn loads(&self) -> [f64; 2] {
        let [a, b] = self.x;
        [b, a].map(|x| M * G * x / (a + b))
    }
}

const SPACES: [Option<f64>; 2] = [None, Some(0.0)];
const LIGHT: [f64; 2] = [0.3, 0.6];
const HEAVY: [f64; 2] = [0.6, 0.3];

/// From rest the plate has x = p t²/2: at the start no slip, and feet that would move apart.
#[test]
fn analytic_a_plate_is_pulled_from_under_one_foot() {
    for angle in SPACES {
        for (x, p) in [(LIGHT, 4.0), (LIGHT, 0.01), (HEAVY, 4.0), (HEAVY, 0.5)] {
            let stands = Stands { x, height: 0.0, speed: 0.0, angle };
            let told = stands.run(move |t| t * t * (0.5 * p), 1.0);
            let [on_ground, on_plate] = stands.loads();
            let a = f64::max(0.0, MU * (on_plate - on_ground) / M).min(p);
            let at = told.run.last().unwrap();
            let [place, height, velocity, falls] = (told.place)(&at);
            println!("{angle:?} {p}: {:.1e} m, {:.1e} m/s", place - 0.5 * a, velocity - a);
            assert!((place - 0.5 * a).abs() < 1e-13 && (velocity - a).abs() < 1e-13);
            assert!(height.abs() < 1e-14 && falls.abs() < 1e-14);
            let modes: Vec<Mode> = told.feet.iter().map(|&foot| at.contact(foot).mode).collect();
            let (last, first) = modes.split_last().unwrap();
            assert!(first.iter().all(|mode| (*mode == Mode::Stick) == (a == 0.0)), "{modes:?}");
            assert_eq!(*last == Mode::Stick, a == p, "{modes:?}");
            let rubs = at.contact(*told.feet.last().unwrap());
            assert!((rubs.normal - on_plate).abs() < 1e-12);
        }
    }
}

/// The plate swings by A (1 − cos ωt): at each k π/ω its foot has no slip and cannot stick. What stands on the ground is not moved, and the plate works against μ N₁ along all of its way.
#[test]
fn analytic_a_swinging_plate_under_one_foot() {
    let (far, omega, to) = (0.05, 9.0, 2.0);
    for angle in [None, Some(0.0), Some(0.7), Some(std::f64::consts::FRAC_PI_2)] {
        let stands = Stands { x: LIGHT, height: 0.0, speed: 0.0, angle };
        let told = stands.run(move |t| (t * omega).cos() * -far + far, to);
        let [_, on_plate] = stands.loads();
        let plate = *told.feet.last().unwrap();
        for at in told.run.samples() {
            assert!((told.place)(&at).iter().all(|x| x.abs() < 1e-15), "{:?}", (told.place)(&at));
            let reading = at.contact(plate);
            assert!(
                reading.mode != Mode::Stick && (reading.tangential.abs() - MU * on_plate).abs() < 1e-11,
                "{reading:?}"
            );
        }
        let passes = (to * omega / std::f64::consts::PI) as usize;
        if angle.is_none() {
            let turns: Vec<f64> = told.run.transitions().iter().filter(|c| c.t > 0.0).map(|c| c.t).collect();
            assert_eq!(turns.len(), passes);
            let off = |(k, t): (usize, &f64)| (t - (k + 1) as f64 * std::f64::consts::PI / omega).abs();
            let worst = turns.iter().enumerate().map(off).fold(0.0, f64::max);
            println!("instants {worst:.1e} s");
            assert!(worst < 1e-13);
        }
        let left = far * (1.0 - (to * omega).cos() * if passes.is_multiple_of(2) { 1.0 } else { -1.0 });
        let (way, speed) = (2.0 * far * passes as f64 + left, far * omega * (to * omega).sin());
        let work = told.run.last().unwrap().work_of_constraint(told.drive).unwrap();
        let off = work - MU * on_plate * way - 0.5 * speed * speed;
        println!("{angle:?}: work of the drive {work} J, {off:.1e} off");
        assert!(off.abs() < 1e-11 && passes == 5);
    }
}

/// Dropped onto both: at the instant at which the plate turns round neither foot slips after the blow, and they would move apart; at another the plate drags.
#[test]
fn analytic_a_body_falls_onto_two_floors() {
    let (far, v) = (0.05, 2.0);
    for angle in SPACES {
        for x in [LIGHT, HEAVY] {
            for turns in [3.0, 3.3, 4.0, 4.5] {
                let lands = 0.2;
                let omega = turns * std::f64::consts::PI / lands;
                let stands = Stands { x, height: v * lands + 0.5 * G * lands * lands, speed: -v, angle };
                let told = stands.run(move |t| (t * omega).cos() * -far + far, lands + 1e-9);
                let [on_ground, on_plate] = stands.loads();
                let hits = v + G * lands;
                let drags = far * omega * (turns * std::f64::consts::PI).sin();
                let gains =
                    f64::max(0.0, MU * (on_plate - on_ground) / (M * G) * hits).min(drags.abs()) * drags.signum();
                let [_, _, velocity, falls] = (told.place)(&told.run.last().unwrap());
                println!("{angle:?} {x:?} {turns}: {velocity} {gains}");
                assert!((velocity - gains).abs() < 1e-7 && falls.abs() < 1e-14);
            }
        }
    }
}
