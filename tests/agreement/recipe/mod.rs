//! Rough mechanisms as plain numbers: what fails can be shrunk, disturbed, declared in another order, or built in space.
//!
//! Bodies hang on the ground or on an earlier body by a pin, a slot, a guide, or not at all; further rods, slots and pins close
//! loops. Joints hold where the bodies are placed, but for those on the line of a particle. Two programs read this file: the tests beside it, and the package `fuzz`.

mod built;
mod frame;
mod planar;
mod spatial;
mod variants;

pub use built::Built;
pub use frame::Frame;

use chetaev::error::BuildError;
use chetaev::math::Signal;
use chetaev::prelude::*;
use planar::Plane;
use spatial::Room;

/// How two bodies are held, or along what they rub.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Held {
    /// Not at all.
    Free,
    /// A pin; as a tangent, the angle.
    Pin,
    /// A point of the second on a line of the first; as a tangent, the travel along it.
    Slot,
    /// A line of the second on a line of the first.
    Guide,
    /// A rod between two points.
    Rod,
    /// A frame of the second in a frame of the first.
    Weld,
    /// The two angles from the ground in a ratio.
    Gear,
    /// A blade of the second that cuts into the first.
    Blade,
}

/// The law and the size of a rough place.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rough {
    /// Coefficient while sliding.
    pub mu: f64,
    /// By how much the one at rest is larger.
    pub more: f64,
    /// Speed over which a law of Stribeck falls; zero for Coulomb's.
    pub stribeck: f64,
    pub viscous: f64,
    /// Radius of a pin, half the length of a guide.
    pub size: f64,
}

/// A body and the joint by which it hangs on an earlier one.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub particle: bool,
    pub mass: f64,
    pub inertia: f64,
    pub place: [f64; 3],
    pub velocity: [f64; 3],
    /// Which body before it, counted from the ground and wrapped around.
    pub parent: usize,
    pub held: Held,
    /// The joint's point from the body's center, in world axes.
    pub at: [f64; 2],
    /// Direction of a slot or a guide.
    pub line: f64,
    pub rough: Option<Rough>,
    /// Coefficients of a motor at the joint: amplitude, frequency.
    pub driven: Option<[f64; 2]>,
}

/// A further joint between two bodies, or a body and the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Closer {
    pub ends: [usize; 2],
    pub held: Held,
    pub at: [f64; 2],
    /// The other end of a rod, from the first; of a gear, the first number is the ratio.
    pub reach: [f64; 2],
    pub line: f64,
    pub rough: Option<Rough>,
}

/// A constant and one sine: amplitude, frequency, phase.
pub type Wave = [f64; 4];

/// Friction under a load that is given: along an angle or along a line, on a belt if that has a speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Brake {
    pub ends: [usize; 2],
    pub held: Held,
    pub line: f64,
    pub load: Wave,
    pub belt: Wave,
    pub rough: Rough,
}

/// A force and a moment on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    pub body: usize,
    pub at: [f64; 2],
    pub force: [Wave; 2],
    pub moment: Wave,
}

/// A spring between two points, and one about their bodies' angle.
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    pub ends: [usize; 2],
    pub at: [[f64; 2]; 2],
    pub stiffness: f64,
    pub rest: f64,
    pub damping: f64,
    pub torsion: f64,
}

/// A mechanism in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    pub gravity: [f64; 2],
    pub links: Vec<Link>,
    pub closers: Vec<Closer>,
    pub brakes: Vec<Brake>,
    pub pushes: Vec<Push>,
    pub springs: Vec<Spring>,
    /// For how long it runs.
    pub span: f64,
}

/// How a recipe is made a model.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// In space, on bodies that stay in the plane z = 0.
    pub space: bool,
    /// Orders of declaration of bodies, constraints and friction points: zero for the one in the lists.
    pub orders: [u64; 3],
    /// Where the whole scene stands.
    pub frame: Frame,
}

/// A point of a body, and the direction of a line through it, both in the body's axes.
#[derive(Copy, Clone, Debug)]
pub struct Spot {
    body: Option<usize>,
    local: [f64; 2],
    line: f64,
}

/// What makes the elements: the plane or space.
trait Stage {
    fn body(&mut self, index: usize, link: &Link);
    /// A rod has the length `size`, a gear this ratio.
    fn hold(&mut self, name: String, held: Held, ends: [Spot; 2], size: f64) -> Option<ConstraintRef>;
    fn drive(&mut self, name: String, held: Held, ends: [Spot; 2], law: Signal);
    fn rub(&mut self, name: String, held: Held, id: ConstraintRef, ends: [Spot; 2], rough: &Rough);
    fn brake(&mut self, name: String, held: Held, ends: [Spot; 2], under: [Signal; 2], rough: &Rough);
    fn push(&mut self, name: String, at: Spot, force: [Signal; 2], moment: Signal);
    /// The torsional spring is relaxed at the angle between the bodies where they are placed.
    fn spring(&mut self, name: String, ends: [Spot; 2], spring: &Spring, angle: f64);
    fn finish(self) -> Result<Model, BuildError>;
}

fn signal([constant, amplitude, omega, phase]: Wave) -> Signal {
    let constant = Signal::constant(constant);
    if amplitude == 0.0 { constant } else { constant.sine(amplitude, omega, phase) }
}

impl Recipe {
    /// The model.
    pub fn build(&self, way: Way) -> Result<Built, BuildError> {
        let placed = self.placed(&way.frame);
        let model = if way.space {
            placed.make(way, Room::new(&placed, &way.frame))?
        } else {
            placed.make(way, Plane::new(&placed))?
        };
        let turns = self.links.iter().map(|link| !link.particle).collect();
        Ok(Built { model, way, turns })
    }

    /// The bodies of two ends, different ones; `None` is the ground.
    fn pair(&self, ends: [usize; 2]) -> [Option<usize>; 2] {
        let n = self.links.len();
        let b = ends[1] % n;
        let a = match ends[0] % (n + 1) {
            0 => None,
            a if a - 1 == b => None,
            a => Some(a - 1),
        };
        [a, Some(b)]
    }

    /// What a body hangs on: the ground, or a rigid body before it.
    fn parent(&self, index: usize) -> Option<usize> {
        let wanted = self.links[index].parent % (index + 1);
        (0..wanted).rev().find(|&body| !self.links[body].particle)
    }

    fn turns(&self, body: Option<usize>) -> bool {
        body.is_none_or(|body| !self.links[body].particle)
    }

    /// A world point, with a direction, as one of a body. A particle has only its own.
    fn spot(&self, body: Option<usize>, [x, y]: [f64; 2], line: f64) -> Spot {
        let Some(index) = body else {
            return Spot { body, local: [x, y], line };
        };
        let link = &self.links[index];
        if link.particle {
            return Spot { body, local: [0.0; 2], line };
        }
        let ([dx, dy], (sin, cos)) = ([x - link.place[0], y - link.place[1]], link.place[2].sin_cos());
        Spot { body, local: [cos * dx + sin * dy, cos * dy - sin * dx], line: line - link.place[2] }
    }

    /// The same world point on two bodies: that of the second if it is a particle.
    fn ends(&self, bodies: [Option<usize>; 2], from: usize, at: [f64; 2], line: f64) -> [Spot; 2] {
        let link = &self.links[from];
        let offset = if link.particle { [0.0; 2] } else { at };
        let point = [link.place[0] + offset[0], link.place[1] + offset[1]];
        bodies.map(|body| self.spot(body, point, line))
    }

    /// A pin turns two rigid bodies; a guide, a weld and a blade hold the angle of one, a gear two that are not the ground. Between others it is a slot.
    fn fitting(&self, held: Held, bodies: [Option<usize>; 2]) -> Held {
        let rigid = bodies.iter().all(|&body| self.turns(body));
        match held {
            Held::Guide | Held::Weld | Held::Blade if !rigid => Held::Slot,
            Held::Gear if !rigid || bodies[0].is_none() => Held::Slot,
            held => held,
        }
    }

    fn make<S: Stage>(&self, way: Way, mut stage: S) -> Result<Model, BuildError> {
        for index in order(self.links.len(), way.orders[0]) {
            stage.body(index, &self.links[index]);
        }
        let joints = self.links.len();
        let mut rough = Vec::new();
        for k in order(joints + self.closers.len(), way.orders[1]) {
            let (name, held, bodies, from, at, line, law) = if k < joints {
                let link = &self.links[k];
                (format!("{k}"), link.held, [self.parent(k), Some(k)], k, link.at, link.line, &link.rough)
            } else {
                let closer = &self.closers[k - joints];
                let (bodies, name) = (self.pair(closer.ends), format!("closer {}", k - joints));
                let held = if closer.held == Held::Guide { Held::Slot } else { closer.held };
                (name, held, bodies, bodies[1].unwrap_or(0), closer.at, closer.line, &closer.rough)
            };
            let held = self.fitting(held, bodies);
            let mut ends = self.ends(bodies, from, at, line);
            let mut size = 0.0;
            if k >= joints {
                let (link, reach) = (&self.links[from], self.closers[k - joints].reach);
                if held == Held::Rod {
                    ends[0] = self.rod_end(bodies[0], ends[1], link, reach);
                    let [[xa, ya], [xb, yb]] = ends.map(|end| self.world(end));
                    size = (xb - xa).hypot(yb - ya);
                } else if held == Held::Gear {
                    size = reach[0];
                }
            }
            let Some(id) = stage.hold(format!("joint {name}"), held, ends, size) else { continue };
            if k < joints
                && let Some([amplitude, omega]) = self.links[k].driven
            {
                stage.drive(format!("motor {name}"), held, ends, self.law(held, bodies, amplitude, omega));
            }
            let turning = held != Held::Pin || bodies.iter().all(|&body| self.turns(body));
            if let Some(law) = law
                && turning
                && matches!(held, Held::Pin | Held::Slot | Held::Guide)
            {
                rough.push((k, name, held, id, ends, law));
            }
        }
        rough.sort_by_key(|place| place.0);
        let places = rough.len();
        for k in order(places + self.brakes.len(), way.orders[2]) {
            if k < places {
                let (_, name, held, id, ends, law) = &rough[k];
                stage.rub(format!("rub {name}"), *held, *id, *ends, law);
                continue;
            }
            let brake = &self.brakes[k - places];
            let bodies = self.pair(brake.ends);
            let turning = brake.held == Held::Pin && bodies.iter().all(|&body| self.turns(body));
            let held = if turning { Held::Pin } else { Held::Slot };
            let ends = self.ends(bodies, bodies[1].unwrap_or(0), [0.0; 2], brake.line);
            stage.brake(
                format!("brake {}", k - places),
                held,
                ends,
                [signal(brake.load), signal(brake.belt)],
                &brake.rough,
            );
        }
        for (k, push) in self.pushes.iter().enumerate() {
            let body = push.body % joints;
            let [_, end] = self.ends([None, Some(body)], body, push.at, 0.0);
            let moment = if self.links[body].particle { Signal::constant(0.0) } else { signal(push.moment) };
            stage.push(format!("push {k}"), end, way.frame.turned(push.force.map(signal)), moment);
        }
        for (k, spring) in self.springs.iter().enumerate() {
            let bodies = self.pair(spring.ends);
            let from = bodies[1].unwrap_or(0);
            let [_, b] = self.ends(bodies, from, spring.at[1], 0.0);
            let place = self.links[from].place;
            let [up_x, up_y] = way.frame.vector([0.0, 0.5]);
            let far = [place[0] + spring.at[0][0] + up_x, place[1] + spring.at[0][1] + up_y];
            let a = self.spot(bodies[0], far, 0.0);
            let turning = bodies.iter().all(|&body| self.turns(body));
            let torsion = if turning { spring.torsion } else { 0.0 };
            let angle = self.angle(bodies[1]) - self.angle(bodies[0]);
            stage.spring(format!("spring {k}"), [a, b], &Spring { torsion, ..spring.clone() }, angle);
        }
        stage.finish()
    }

    /// Where a motor stands at the start, and what it does from there.
    fn law(&self, held: Held, bodies: [Option<usize>; 2], amplitude: f64, omega: f64) -> Signal {
        let from = if held == Held::Pin { self.angle(bodies[1]) - self.angle(bodies[0]) } else { 0.0 };
        Signal::constant(from).sine(amplitude, omega, 0.0)
    }

    fn angle(&self, body: Option<usize>) -> f64 {
        // A particle turns with nothing.
        body.map(|body| &self.links[body]).filter(|link| !link.particle).map_or(0.0, |link| link.place[2])
    }

    fn rod_end(&self, body: Option<usize>, b: Spot, link: &Link, reach: [f64; 2]) -> Spot {
        let [x, y] = self.world(b);
        let [dx, dy] = long(reach, link);
        self.spot(body, [x + dx, y + dy], 0.0)
    }

    /// Where a spot is at the start.
    fn world(&self, spot: Spot) -> [f64; 2] {
        let Some(link) = spot.body.map(|body| &self.links[body]) else { return spot.local };
        let (sin, cos) = if link.particle { (0.0, 1.0) } else { link.place[2].sin_cos() };
        let [x, y] = spot.local;
        [link.place[0] + cos * x - sin * y, link.place[1] + sin * x + cos * y]
    }
}

/// A rod has a length.
fn long(reach: [f64; 2], link: &Link) -> [f64; 2] {
    if reach[0].hypot(reach[1]) < 0.1 { [0.3 + link.place[2].abs() * 0.01, 0.2] } else { reach }
}

/// The numbers below `n` in an order that a seed gives; zero leaves them.
fn order(n: usize, seed: u64) -> Vec<usize> {
    let mut list: Vec<usize> = (0..n).collect();
    let mut state = seed;
    for k in (1..n).rev().filter(|_| seed != 0) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list.swap(k, (state >> 33) as usize % (k + 1));
    }
    list
}
