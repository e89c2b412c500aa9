//! Random states, and the comparison of one constraint written twice.

#[path = "random.rs"]
#[allow(dead_code)]
mod random;

pub use random::Random;

use chetaev::body::{Particle, RigidBody};
use chetaev::constraint::Constraint;
use chetaev::dynamics::{Baumgarte, Workspace};
use chetaev::element::{BodyId, GROUND, Planar, Space};
use chetaev::error::EvalError;
use chetaev::model::State;
use chetaev::model::{Model, ModelBuilder};

impl Random {
    /// A state with every number at random; angles stay within one radian of zero.
    pub fn state(&mut self, model: &Model) -> State {
        let mut state = model.placed();
        state.t = 2.0 * self.unit();
        for (q, name) in state.q.iter_mut().zip(model.coordinate_names()) {
            *q = self.unit() * if name.ends_with("theta") { 1.0 } else { 2.0 };
        }
        state.v.iter_mut().for_each(|v| *v = 2.0 * self.unit());
        state
    }
}

/// The largest difference between two lists of numbers, relative to 1 + the largest of them.
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let size = a.iter().chain(b).fold(0.0, |most: f64, x| most.max(x.abs()));
    a.iter().zip(b).fold(0.0, |most: f64, (a, b)| if (a - b).is_nan() { f64::NAN } else { most.max((a - b).abs()) })
        / (1.0 + size)
}

/// Evaluates everything; rows that depend on each other are no obstacle to reading them.
pub fn evaluate(model: &Model, ws: &mut Workspace, state: &State) {
    evaluated(model, ws, state, false);
}

/// The same; false where an element refuses the state, if it may.
fn evaluated(model: &Model, ws: &mut Workspace, state: &State, may_refuse: bool) -> bool {
    match model.evaluate(ws, state, Baumgarte::OFF) {
        Ok(()) | Err(EvalError::Dependent { .. }) => true,
        Err(EvalError::Element { .. }) if may_refuse => false,
        Err(error) => panic!("{error}"),
    }
}

/// What a comparison has seen: the worst difference in φ, φ', γ, J, and the largest values of γ and of φ'.
#[derive(Debug, Default)]
pub struct Seen {
    pub difference: f64,
    pub gamma: f64,
    pub rate: f64,
}

impl Seen {
    pub fn note(&mut self, (a, a_model): (&Workspace, &Model), (b, b_model): (&Workspace, &Model)) {
        let pairs = [(a.phi(), b.phi()), (a.rate(), b.rate()), (a.gamma(), b.gamma())];
        let jacobians = (a.jacobian(a_model), b.jacobian(b_model));
        let pairs = pairs.into_iter().chain([(jacobians.0.as_slice(), jacobians.1.as_slice())]);
        for (x, y) in pairs {
            let d = difference(x, y);
            self.difference = if d.is_nan() { f64::INFINITY } else { self.difference.max(d) };
        }
        let largest = |values: &[f64]| values.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        self.gamma = self.gamma.max(largest(b.gamma()));
        self.rate = self.rate.max(largest(b.rate()));
    }

    /// Agreement to round-off, of rows that were really at work.
    pub fn assert_agrees(&self, what: &str) {
        println!("{what}: difference {:.1e}; γ up to {:.1}, φ' up to {:.1}", self.difference, self.gamma, self.rate);
        assert!(self.rate > 1.0, "moot: the rows of {what} hardly move");
        assert!(self.difference <= 1e-12, "{what}: the two differ by {:e}", self.difference);
    }

    /// The same, of rows whose curvature terms do not vanish.
    pub fn assert_agrees_and_curves(&self, what: &str) {
        assert!(self.gamma > 1.0, "moot: γ of {what} vanishes");
        self.assert_agrees(what);
    }
}

pub const STATES: usize = 100;

/// The bodies of one space between which a constraint is compared.
pub trait Between: Space {
    /// May a constraint refuse a state at random? Joints in space do, where they would be assembled upside down.
    const MAY_REFUSE: bool;
    fn ground() -> BodyId<Self>;
    fn bystander(builder: &mut ModelBuilder);
    fn rigid(builder: &mut ModelBuilder, name: String, mass: f64) -> BodyId<Self>;
    fn particle(builder: &mut ModelBuilder, name: String) -> BodyId<Self>;
}

impl Between for Planar {
    const MAY_REFUSE: bool = false;

    fn ground() -> BodyId {
        GROUND
    }

    fn bystander(builder: &mut ModelBuilder) {
        builder.body("bystander", RigidBody::new(1.0, 1.0));
    }

    fn rigid(builder: &mut ModelBuilder, name: String, mass: f64) -> BodyId {
        builder.body(name, RigidBody::new(mass, 0.5))
    }

    fn particle(builder: &mut ModelBuilder, name: String) -> BodyId {
        builder.body(name, Particle::new(1.0))
    }
}

/// The same constraint twice, in the plane: see [`compare_in`].
pub fn compare<const N: usize, A: Constraint + 'static, B: Constraint + 'static>(
    first: impl Fn([BodyId; N]) -> A,
    second: impl Fn([BodyId; N]) -> B,
) -> Seen {
    compare_in::<Planar, N, A, B>(first, second)
}

/// The same constraint twice, at random states, between rigid bodies; then with each body in turn the ground or a particle.
pub fn compare_in<S: Between, const N: usize, A: Constraint + 'static, B: Constraint + 'static>(
    first: impl Fn([BodyId<S>; N]) -> A,
    second: impl Fn([BodyId<S>; N]) -> B,
) -> Seen {
    let mut seen = Seen::default();
    let mut random = Random::new(N as u64);
    let mut compared = 0;
    let changes = std::iter::once(None).chain((0..2 * N).map(|i| Some((i / 2, i % 2 == 0))));
    for change in changes {
        let model = |add: &dyn Fn(&mut ModelBuilder, [BodyId<S>; N])| {
            let mut builder = ModelBuilder::new();
            S::bystander(&mut builder);
            let bodies = std::array::from_fn(|k| match change {
                Some((index, true)) if index == k => S::ground(),
                Some((index, false)) if index == k => S::particle(&mut builder, format!("body {k}")),
                _ => S::rigid(&mut builder, format!("body {k}"), 1.0 + k as f64),
            });
            add(&mut builder, bodies);
            builder.build()
        };
        let built = model(&|builder, bodies| {
            builder.constraint("built in", first(bodies));
        });
        let Ok(built) = built else {
            // A constraint on one body alone, which is the ground now: it has nothing to hold.
            assert_eq!(N, 1);
            continue;
        };
        let own = model(&|builder, bodies| {
            builder.constraint("own", second(bodies));
        })
        .unwrap();
        let (mut a, mut b) = (built.workspace(), own.workspace());
        for _ in 0..STATES {
            let state = random.state(&built);
            if !evaluated(&built, &mut a, &state, S::MAY_REFUSE) {
                continue;
            }
            compared += 1;
            // Whether a force does work may be known of the one and not of the other.
            let mut same = own.placed().at(state.t);
            (same.q, same.v) = (state.q, state.v);
            evaluate(&own, &mut b, &same);
            seen.note((&a, &built), (&b, &own));
        }
    }
    assert!(compared >= STATES / 2, "moot: only {compared} states");
    seen
}
