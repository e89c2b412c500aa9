//! The compared works: mechanisms, starts, and what is read of them at which times.

#[path = "../../examples/support/bushing_crank.rs"]
mod crank;

use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_6};

type Read = Box<dyn Fn(&Snapshot<'_>) -> Vec<f64>>;

pub struct Work {
    pub name: String,
    pub model: Model,
    pub start: State,
    pub times: Vec<f64>,
    pub read: Read,
    pub methods: Vec<Method>,
}

impl Work {
    fn new(name: impl Into<String>, model: Model, every: f64, count: usize, read: Read) -> Self {
        let start = model.start().project().unwrap().into();
        let times = (1..=count).map(|k| k as f64 * every).collect();
        Self { name: name.into(), model, start, times, read, methods: vec![Method::Dop853, Method::Dopri5] }
    }

    pub fn end(&self) -> f64 {
        self.times[self.times.len() - 1]
    }
}

/// W1 and W2: rods of 1 kg and 1 m in series from the ground, let go when they lie along x. Read: angles of the
/// rods 0, 1, 3, 7 and 15: those that are farther out hardly turn in that time.
fn chain(name: &str, n: usize, every: f64, count: usize) -> Work {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let (mut end, mut rods) = (GROUND.origin(), Vec::new());
    for i in 0..n {
        let rod = builder.body(format!("{i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        builder.constraint(format!("{i}"), Revolute::new(end, rod.point(-0.5, 0.0)));
        end = rod.point(0.5, 0.0);
        rods.push(rod);
    }
    let shown: Vec<_> = [0, 1, 3, 7, 15].iter().filter_map(|i| rods.get(*i).copied()).collect();
    let read: Read = Box::new(move |at| shown.iter().map(|rod| at.body(*rod).angle).collect());
    Work::new(name, builder.build().unwrap(), every, count, read)
}

/// W3 and W3F: a disk drives two rods, whose ends slide in slots at 45° and 135° on springs, without or with friction; a torque sin(π t/6) acts. Read: the disk's angle.
fn disk_slider(name: &str, mu: f64) -> Work {
    let (radius, length, theta) = (0.1_f64, 0.2_f64, 0.4_f64);
    let mut builder = ModelBuilder::new();
    let disk = builder.body("disk", RigidBody::disk(3.0, radius).at(0.0, 0.0, theta));
    builder.constraint("pin", Revolute::new(GROUND.origin(), disk.origin()));
    for i in 0..2 {
        let turned = FRAC_PI_2 * f64::from(i);
        let slot = FRAC_PI_4 + turned;
        let lean = -(radius * (theta - FRAC_PI_4).sin() / length).asin();
        let far = radius * (theta - FRAC_PI_4).cos() + length * lean.cos();
        let [rim, tip] = [(radius, theta + turned), (far, slot)].map(|(r, angle)| [r * angle.cos(), r * angle.sin()]);
        let rod = RigidBody::rod(1.0, length).at(0.5 * (rim[0] + tip[0]), 0.5 * (rim[1] + tip[1]), slot + lean);
        let rod = builder.body(format!("rod {i}"), rod);
        let slider = builder.body(format!("slider {i}"), Particle::new(3.0).at(tip[0], tip[1]));
        let line = GROUND.axis([0.0, 0.0], slot);
        let on_rim = disk.point(radius * turned.cos(), radius * turned.sin());
        builder.constraint(format!("rim {i}"), Revolute::new(on_rim, rod.point(-0.5 * length, 0.0)));
        builder.constraint(format!("tip {i}"), Revolute::new(rod.point(0.5 * length, 0.0), slider.origin()));
        let guide = builder.constraint(format!("slot {i}"), Slot::new(line, slider.origin()));
        let spring = SpringDamper::guided(line, slider.origin(), 750.0).rest(0.2).damping(0.01);
        builder.force(format!("spring {i}"), spring);
        if mu > 0.0 {
            builder.friction(format!("rub {i}"), FrictionPoint::in_slot(guide), Coulomb::new(mu));
        }
    }
    let motor = Signal::default().sine(1.0, FRAC_PI_6, 0.0);
    builder.force("motor", Applied::signal(disk.origin(), Default::default(), motor));
    Work::new(name, builder.build().unwrap(), 1.0, 10, Box::new(move |at| vec![at.body(disk).angle]))
}

/// W4: a slider-crank with bushings (k = 1e7 N/m, c = 1e4 N s/m) for its three pins, at 15 rad/s. Read: angles of crank and rod, the slider's way.
fn bushing_crank() -> Work {
    let crank = crank::build(Some([1e7, 1e4])).unwrap();
    let model = crank.model.clone();
    let work = Work::new("W4", model, 0.25, 4, Box::new(move |at| crank.read(at).to_vec()));
    Work { methods: vec![Method::Radau5], ..work }
}

/// The centers of bodies in space.
fn centers(bodies: Vec<BodyId<Spatial>>) -> Read {
    Box::new(move |at| bodies.iter().flat_map(|body| <[f64; 3]>::from(at.body(*body).origin)).collect())
}

/// W5: eight bars in space in series by ball joints, let go along x; all of them turn as one about the first joint. Read: their centers.
fn bars() -> Work {
    let spin = [1.0, 0.5, 2.0];
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let (mut end, mut bars) = (WORLD.origin(), Vec::new());
    for i in 0..8 {
        let x = f64::from(i) + 0.5;
        let bar = Solid::from_inertia(Inertia::cuboid(1.0, [1.0, 0.2, 0.1]).unwrap()).unwrap().at(x, 0.0, 0.0);
        let bar = bar.moving(0.0, spin[2] * x, -spin[1] * x).spinning(spin[0], spin[1], spin[2]);
        let bar = builder.body(format!("{i}"), bar);
        builder.constraint(format!("{i}"), Joint::spherical(end, bar.point(-0.5, 0.0, 0.0)));
        end = bar.point(0.5, 0.0, 0.0);
        bars.push(bar);
    }
    Work::new("W5", builder.build().unwrap(), 0.5, 2, centers(bars))
}

/// W6: Bricard's loop of six hinges along the edges of a cube (IFToMM's benchmark): five rods of 1 kg and 1 m, whose hinges let them move only because
/// they stand as they do. One of thirty rows would follow from the others, which is refused unless `allow_redundant`
/// is called: the last hinge may slide instead, and the loop holds it. Read: the rods' centers.
fn bricard() -> Work {
    let corners: [[f64; 3]; 6] =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [1.0, -1.0, 1.0], [0.0, -1.0, 1.0], [0.0, 0.0, 1.0]];
    let axes = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81, 0.0]);
    let (mut end, mut rods) = (WORLD.axis(corners[0], axes[0]), Vec::new());
    for (i, pair) in corners.windows(2).enumerate() {
        let middle: [f64; 3] = std::array::from_fn(|k| 0.5 * (pair[0][k] + pair[1][k]));
        let half = |j: usize| std::array::from_fn(|k| pair[j][k] - middle[k]);
        let sides = std::array::from_fn(|k| if pair[0][k] == pair[1][k] { 0.1 } else { 1.0 });
        let rod = Solid::from_inertia(Inertia::cuboid(1.0, sides).unwrap()).unwrap();
        let rod = builder.body(format!("rod {i}"), rod.at(middle[0], middle[1], middle[2]));
        builder.constraint(format!("hinge {i}"), Joint::revolute(end, rod.axis(half(0), axes[i % 3])));
        end = rod.axis(half(1), axes[(i + 1) % 3]);
        rods.push(rod);
    }
    builder.constraint("hinge 5", Joint::cylindrical(end, WORLD.axis(corners[5], axes[2])));
    Work::new("W6", builder.build().unwrap(), 0.5, 4, centers(rods))
}

pub fn all() -> Vec<Work> {
    vec![
        chain("W1", 2, 1.0, 5),
        chain("W2-4", 4, 1.0, 1),
        chain("W2-64", 64, 1.0, 1),
        chain("W2-1024", 1024, 1.0, 1),
        disk_slider("W3", 0.0),
        disk_slider("W3F", 0.2),
        bushing_crank(),
        bars(),
        bricard(),
    ]
}
