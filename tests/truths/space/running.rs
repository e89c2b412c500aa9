//! Runs in space: the order of every method, all ways to hold constraints, dense output, events, constraints of a user's own.

use super::joints::solid;
use crate::mechanisms::apart;
use chetaev::constraint::Auto;
use chetaev::constraint::{Nonholonomic, Pose, Twist};
use chetaev::force::{Applied, Bushing};
use chetaev::nalgebra::{RealField, Vector3, convert};
use chetaev::prelude::*;

/// A tilted body on a ball joint, a second one hinged to it.
fn tumbler() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 1.0, -9.81]);
    let one = builder.body("one", solid(1.0).at(0.0, 0.0, -0.6).spinning(1.0, 2.0, 3.0));
    let two = builder.body("two", solid(0.7).at(0.0, 0.0, -1.7).spinning(-1.0, 0.5, 1.0));
    builder.constraint("ball", Joint::spherical(WORLD.origin(), one.point(0.0, 0.0, 0.6)));
    let axis = [0.3, 1.0, 0.2];
    let [a, b] = [one.axis([0.0, 0.0, -0.6], axis), two.axis([0.0, 0.0, 0.5], axis)];
    builder.constraint("hinge", Joint::revolute(a, b));
    builder.build().unwrap()
}

fn end_of(model: &Model, plan: Simulation<'_>, t: f64) -> Vec<f64> {
    let end = plan.run(model.start().project().unwrap(), t).unwrap().end().clone();
    [end.q, end.v].concat()
}

/// Methods keep their orders where q' is not v, with positions projected along turns.
#[test]
fn order_of_methods_in_space() {
    let model = tumbler();
    let t = 0.5;
    let exact = end_of(&model, Simulation::new(&model).tolerance(1e-13), t);
    for (method, order, steps) in
        [(Method::Rk4, 4.0, 64), (Method::Dopri5, 5.0, 32), (Method::Tsit5, 5.0, 32), (Method::Dop853, 8.0, 4)]
    {
        let error = |steps: usize| {
            let plan = Simulation::new(&model).method(method).fixed_step(t / steps as f64);
            apart(&end_of(&model, plan, t), &exact)
        };
        let (coarse, fine) = (error(steps), error(2 * steps));
        let measured = (coarse / fine).log2();
        println!("{method:?}: {coarse:.1e}, {fine:.1e}: order {measured:.2}");
        assert!((measured - order).abs() < 0.5, "{method:?}: {measured}");
    }
}

#[test]
fn property_every_way_to_hold_the_constraints() {
    let model = tumbler();
    let exact = end_of(&model, Simulation::new(&model).tolerance(1e-13), 3.0);
    let ways = [Stabilization::None, Stabilization::Auto, Stabilization::Projection, Baumgarte::critical(0.05).into()];
    let drift = ways.map(|way| {
        let plan = Simulation::new(&model).method(Method::Dopri5).tolerance(1e-7).stabilization(way);
        let run = plan.run(model.start().project().unwrap(), 3.0).unwrap();
        let error = apart(&[run.end().q.clone(), run.end().v.clone()].concat(), &exact);
        println!("{way:?}: error {error:.1e}, drift {:.1e}", run.drift().largest_phi());
        assert!(error < 1e-4, "{way:?}");
        for body in ["one", "two"] {
            let at = model.coordinate_range(model.body::<Spatial>(body).unwrap());
            let norm: f64 = run.end().q[at][3..].iter().map(|x| x * x).sum();
            assert!((norm - 1.0).abs() < 1e-12, "{way:?}");
        }
        run.drift().largest_phi()
    });
    assert!(drift[0] > 1e-8, "moot: nothing drifts");
    assert!(drift[1] < 0.1 * drift[0] && drift[2] < 1e-13 && drift[3] < 0.1 * drift[0]);
}

/// The dense solution and located events; a run that goes on from its end.
#[test]
fn identity_dense_output_and_events() {
    let model = tumbler();
    let two = model.body::<Spatial>("two").unwrap();
    let start = || model.start().project().unwrap();
    let crossing = Event::new("crossing", |at| at.body(two).spin.x);
    let run = Simulation::new(&model).tolerance(1e-12).keep_dense().event(crossing).run(start(), 2.0).unwrap();
    assert!(!run.events().is_empty(), "moot");
    for event in run.events() {
        let there = Simulation::new(&model).tolerance(1e-12).run(start(), event.t).unwrap();
        assert!(apart(&there.end().q, &event.state.q) < 1e-8);
        let state = run.state_at(event.t).unwrap();
        assert!(apart(&state.q, &event.state.q) < 1e-8);
        assert!((state.q[3..7].iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-14);
        assert!(run.read(&state).body(two).spin.x.abs() < 1e-8);
    }
    let half = Simulation::new(&model).tolerance(1e-12).run(start(), 1.0).unwrap();
    let whole = Simulation::new(&model).tolerance(1e-12).run(half.end().clone(), 2.0).unwrap();
    assert!(apart(&whole.end().q, &run.end().q) < 1e-9);
}

/// A ball's velocity constraint as a user writes it: its lowest point rests. ω = R Ω.
#[derive(Debug)]
struct Rolling;

impl Nonholonomic<1, 2, Spatial> for Rolling {
    fn psi<T: RealField + Copy>(
        &self,
        _t: T,
        [ball]: [Pose<T, Spatial>; 1],
        [moving]: [Twist<T, Spatial>; 1],
    ) -> [T; 2] {
        let spin = ball.attitude * moving.spin;
        let low = moving.velocity + spin.cross(&Vector3::new(T::zero(), T::zero(), convert(-0.5)));
        [low.x, low.y]
    }
}

/// It rolls down a slope with 5/7 g sin α, whatever its spin; the friction that it needs is 2/7 m g sin α.
#[test]
fn analytic_ball_on_a_slope_with_a_constraint_of_ones_own() {
    let alpha = 0.3_f64;
    let mut builder = ModelBuilder::new();
    builder.gravity([9.81 * alpha.sin(), 0.0, -9.81 * alpha.cos()]);
    let ball = Solid::from_inertia(Inertia::sphere(2.0, 0.5).unwrap()).unwrap();
    let ball = builder.body("ball", ball.at(0.0, 0.0, 0.5).moving(0.0, 0.7, 0.0).spinning(-1.4, 0.0, 5.0));
    builder.constraint("floor", Joint::point_on_plane(WORLD.mark(0.0, 0.0, 0.5), ball.origin()));
    let rolling = builder.constraint("rolling", Auto::nonholonomic([ball], Rolling));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.1).run(model.start().project().unwrap(), 2.0).unwrap();
    let along = 5.0 / 7.0 * 9.81 * alpha.sin();
    for at in run.samples() {
        let (t, place) = (at.t(), at.body(ball).origin);
        assert!((place - Vector3::new(0.5 * along * t * t, 0.7 * t, 0.5)).amax() < 1e-9);
        assert!((at.body(ball).spin.z - 5.0).abs() < 1e-10);
        let needed = at.reaction(rolling).force;
        assert!((needed.x + 2.0 / 7.0 * 2.0 * 9.81 * alpha.sin()).abs() < 1e-8, "{needed}");
    }
    assert!(run.drift().largest_psi() < 1e-12 && run.energy_error() < 1e-9);
}

/// What is damped and what is driven: the balance of energy closes with the works, and a load is what was asked for.
#[test]
fn invariant_energy_with_dampers_and_motors_in_space() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let arm = builder.body("arm", solid(1.0).at(0.6, 0.0, 0.0));
    let [shaft, hub] = [WORLD.axis([0.0; 3], [0.0, 0.0, 1.0]), arm.axis([-0.6, 0.0, 0.0], [0.0, 0.0, 1.0])];
    builder.constraint("shaft", Joint::revolute(shaft, hub));
    let motor = builder.constraint("motor", Driver::new(AxialAngle::about(shaft, hub), |t| t * t * 2.0));
    let load = builder.body("load", solid(0.5).at(1.2, 0.0, 0.0));
    let (here, there) = (arm.mark(0.6, 0.0, 0.0), load.mark(0.0, 0.0, 0.0));
    let bushing =
        Bushing::new(here, there, [300.0, 500.0, 200.0], [4.0, 7.0, 9.0]).damping([1.0, 2.0, 1.0], [0.1, 0.2, 0.3]);
    let bushing = builder.force("bushing", bushing);
    let push = builder.force("push", Applied::force(load.point(0.0, 0.1, 0.0), [0.0, 0.0, 3.0]));
    builder.force("turn", Applied::torque(load, |t| [0.1 * t, 0.0, 0.2]));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).run(model.start().project().unwrap(), 3.0).unwrap();
    let last = run.last().unwrap();
    println!("energy {:.1e}, motor {:?} J", run.energy_error(), last.work_of_constraint(motor));
    assert!(last.work_of_constraint(motor).unwrap() > 1.0 && last.work(bushing).unwrap() < -0.01, "moot");
    assert!(run.energy_error() < 1e-8);
    let at_point = last.load(push, load).unwrap().about(last.position(load.point(0.0, 0.1, 0.0)));
    assert!((at_point.force - Vector3::new(0.0, 0.0, 3.0)).amax() < 1e-14 && at_point.moment.amax() < 1e-14);
    // What the bushing does to one body it does to the other the other way round.
    let place = last.position(load.origin());
    let [one, two] = [last.load(bushing, arm).unwrap().about(place), last.load(bushing, load).unwrap().about(place)];
    assert!(
        two.force.norm() > 0.1 && (one.force + two.force).amax() < 1e-12 && (one.moment + two.moment).amax() < 1e-12
    );
}
