//! (T3) against differences of whole evaluations.

use super::{Stencil, Tangent, known};
use crate::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use crate::constraint::Driver;
use crate::contact::CornerOnLine;
use crate::dynamics::{Baumgarte, Mode, Query, Signs, State, StateRef, Ways, Workspace};
use crate::element::PlanarFrame;
use crate::error::ElementError;
use crate::force::Elastic;
use crate::prelude::*;
use nalgebra::{Complex, DMatrix, DVector, Vector2};

/// Accelerations at a state near one, with its modes, signs and memory.
fn rates(model: &Model, ws: &mut Workspace, state: &State, [q, v]: [&[f64]; 2], gains: Baumgarte) -> Vec<f64> {
    let at = StateRef { q, v, ..StateRef::of(state) };
    let query = Query::new(at, &state.modes, Signs::Held(&state.signs)).with_gains(gains).with_ways(Ways::OfSlip);
    ws.evaluate(model, &query).unwrap();
    ws.acceleration.clone()
}

/// F over displacements and velocities: by central differences of order 6 of whole evaluations.
fn by_differences(model: &Model, state: &State, gains: Baumgarte) -> DMatrix<f64> {
    let n = model.velocities();
    let mut ws = model.workspace();
    let kinematics = &model.inner.layout.kinematics;
    let mut f = DMatrix::zeros(n, 2 * n);
    for column in 0..2 * n {
        let mut at = |by: f64| {
            let (mut q, mut v) = (state.q.clone(), state.v.clone());
            let mut unit = vec![0.0; n];
            unit[column % n] = 1.0;
            if column < n {
                kinematics.advance(&mut q, &unit, by);
            } else {
                v[column - n] += by;
            }
            DVector::from_vec(rates(model, &mut ws, state, [&q, &v], gains))
        };
        let h = 1e-3;
        let sum = [(1.0, 0.75), (2.0, -0.15), (3.0, 1.0 / 60.0)];
        let slope = sum.into_iter().fold(DVector::zeros(n), |sum, (k, w)| sum + (at(k * h) - at(-k * h)) * (w / h));
        f.set_column(column, &slope);
    }
    f
}

/// The largest of what (T3) leaves of (s − F) x = r, as a part of the terms of F x in its row, for a real s and a complex one.
fn off(model: &Model, state: &State, gains: Baumgarte, stencil: Stencil) -> f64 {
    let (n, coordinates) = (model.velocities(), model.coordinates());
    let f = by_differences(model, state, gains);
    let query = Query::new(StateRef::of(state), &state.modes, Signs::Held(&state.signs)).with_gains(gains);
    let mut tangent = Tangent::of(model).unwrap();
    tangent.linearize(model, &query, stencil, &[]).unwrap();
    let (real, pair) = (40.0, [30.0, 35.0]);
    assert!(tangent.shift(real, pair));
    let kinematics = &model.inner.layout.kinematics;
    let turned = |x: &[f64]| {
        let mut out = vec![0.0; n];
        kinematics.speeds(&state.q, &x[..coordinates], &mut out);
        out
    };
    let some = |k: f64| (0..2 * n).map(|i| (k * (i as f64 + 1.0)).sin()).collect::<Vec<f64>>();
    let full = |r: &[f64]| {
        let mut out = vec![0.0; coordinates];
        kinematics.rates(&state.q, &r[..n], &mut out);
        // Works, variables and impulses follow.
        let others = vec![0.0; state.works.len() + state.variables.len() + state.signs.len()];
        [&out[..], &r[n..], &others].concat()
    };
    let (r, s) = (some(1.3), some(2.1));
    let mut worst = 0.0_f64;
    let mut compare = |shift: Complex<f64>, [xr, xi]: [&[f64]; 2], [r, i]: [&[f64]; 2]| {
        let x = |k: usize| Complex::new(xr[k], xi[k]);
        let q: Vec<Complex<f64>> = turned(xr).into_iter().zip(turned(xi)).map(|(a, b)| Complex::new(a, b)).collect();
        for k in 0..n {
            worst = worst.max((shift * q[k] - x(coordinates + k) - Complex::new(r[k], i[k])).norm());
            let terms: Vec<_> = (0..n).flat_map(|j| [q[j] * f[(k, j)], x(coordinates + j) * f[(k, n + j)]]).collect();
            let (row, size) = (terms.iter().sum::<Complex<f64>>(), terms.iter().map(|x| x.norm()).sum::<f64>());
            let left = shift * x(coordinates + k) - row - Complex::new(r[n + k], i[n + k]);
            worst = worst.max(left.norm() / (1.0 + size));
        }
    };
    let mut x = full(&r);
    tangent.solve(model, &mut x);
    let none = vec![0.0; 2 * n];
    compare(real.into(), [&x, &full(&none)], [&r, &none]);
    let (mut re, mut im) = (full(&r), full(&s));
    tangent.solve_pair(model, &mut re, &mut im);
    compare(Complex::new(pair[0], pair[1]), [&re, &im], [&r, &s]);
    worst
}

/// At the start of a run and on its way, with and without gains; how many of the states have a friction point that sticks, and one that slides.
fn check(what: &str, model: &Model, start: impl Into<State>, [end, most]: [f64; 2]) -> [usize; 2] {
    let run = Simulation::new(model).tolerance(1e-9).keep_dense().run(start, end).unwrap();
    let (mut counts, mut worst) = ([0; 2], [0.0_f64; 2]);
    for k in 0..8 {
        let state = run.state_at(end * (f64::from(k) + 0.37) / 8.0).unwrap();
        counts[0] += usize::from(state.modes.contains(&Mode::Stick));
        counts[1] += usize::from(state.modes.iter().any(|mode| mode.direction() != 0.0));
        for gains in [Baumgarte::OFF, Baumgarte::new(3.0, 20.0, 2.0)] {
            for (worst, stencil) in worst.iter_mut().zip([Stencil::FORWARD, Stencil::EIGHTH]) {
                *worst = worst.max(off(model, &state, gains, stencil));
            }
        }
    }
    println!("{what}: {:.1e} ahead, {:.1e} of order 8; {} stick, {} slide", worst[0], worst[1], counts[0], counts[1]);
    assert!(worst[0] < 2e-7 && worst[1] < most, "{what}: {worst:?}");
    counts
}

#[test]
fn oracle_pins_springs_and_drivers_in_the_plane() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let a = builder.body("a", RigidBody::rod(1.0, 1.0).at(0.4, -0.3, 0.3));
    let b = builder.body("b", RigidBody::rod(1.0, 1.0).at(1.2, -0.3, 0.8));
    let c = builder.body("c", Particle::new(0.5).at(2.0, -1.0).moving(0.0, 2.0));
    builder.constraint("p", Revolute::new(GROUND.origin(), a.point(-0.5, 0.0)));
    builder.constraint("r", Revolute::new(a.point(0.5, 0.0), b.point(-0.5, 0.0)));
    builder.constraint("d", Distance::new(b.point(0.5, 0.1), c.origin(), 1.2));
    builder.constraint("turns", Driver::new(Angle::between(GROUND, a), |t| 0.3 + (3.0 * t).sin()));
    builder.force("s", SpringDamper::between(GROUND.point(2.0, 0.5), b.point(0.5, 0.0), 1e4).damping(10.0).rest(0.3));
    builder.force("t", SpringDamper::torsional(a, b, 1e3).damping(5.0));
    let model = builder.build().unwrap();
    check("pins", &model, model.start().project().unwrap(), [0.7, 1e-7]);
}

#[test]
fn oracle_attitudes_tilted_inertia_and_bushings_in_space() {
    let model = known::bushed_solids(1e4);
    check("space", &model, model.start().project().unwrap(), [0.5, 1e-7]);
}

#[test]
fn oracle_friction_that_slides_and_sticks_under_loads_of_either_sign() {
    let model = known::rough_cart();
    let [sticks, slides] = check("friction", &model, model.start().project().unwrap(), [6.0, 1e-7]);
    assert!(sticks > 0 && slides > 0, "moot");
}

#[test]
fn oracle_a_block_on_its_corners() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::new(1.0, 0.06).at(0.0, 0.4, 0.0).moving(1.0, 0.0, 0.0));
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [x, -0.4]);
        builder.contact(name, Contact::between(GROUND, block, pair), Rigid::rough(Coulomb::new(0.1).viscous(0.2)));
    }
    builder.force("pulls", SpringDamper::between(GROUND.point(0.0, 0.9), block.point(0.0, 0.1), 10.0));
    let model = builder.build().unwrap();
    let [sticks, slides] = check("block", &model, model.placed(), [2.0, 1e-7]);
    assert!(sticks + slides > 0, "moot");
}

#[test]
fn oracle_a_ball_that_slides_and_then_rolls() {
    let model = known::ball_that_slides();
    let [sticks, slides] = check("ball", &model, model.placed(), [1.2, 1e-7]);
    assert!(sticks > 0 && slides > 0, "moot");
}

#[test]
fn oracle_friction_in_hinges_sleeves_and_sockets() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let solid = |x: f64| Solid::from_inertia(Inertia::cuboid(1.0, [1.0, 0.2, 0.1]).unwrap()).unwrap().at(x, 0.0, 0.0);
    let arm = builder.body("arm", solid(0.5).spinning(0.0, 0.0, 2.0));
    let hinge = Joint::revolute(WORLD.mark(0.0, 0.0, 0.0), arm.mark(-0.5, 0.0, 0.0)).in_axes_of_a();
    let hinge = builder.constraint("hinge", hinge);
    let ring = builder.body("ring", solid(0.7).moving(0.5, 1.4, 0.0).spinning(6.0, 0.0, 2.0));
    let along = [1.0, 0.0, 0.0];
    let shaft = Joint::cylindrical(arm.axis([0.0; 3], along), ring.axis([0.0; 3], along));
    let shaft = builder.constraint("shaft", shaft);
    let bob = builder.body("bob", solid(1.2).moving(0.0, 2.4, 0.0).spinning(1.0, 0.0, 2.0));
    let ball = builder.constraint("ball", Joint::spherical(arm.point(0.5, 0.0, 0.0), bob.point(-0.2, 0.0, 0.0)));
    builder.friction("in the hinge", FrictionPoint::in_hinge(hinge, 0.05), Coulomb::new(0.2));
    builder.friction("on its shoulder", FrictionPoint::on_shoulder(hinge, 0.08), Coulomb::new(0.1));
    builder.friction("on the shaft", FrictionPoint::in_cylinder(shaft, 0.05), Stribeck::new(0.2, 0.3, 0.1));
    builder.friction("in the ball", FrictionPoint::in_ball(ball, 0.03), Coulomb::new(0.2).viscous(0.1));
    builder.force("spring", SpringDamper::between(WORLD.point(1.0, 0.0, 1.0), ring.origin(), 80.0));
    let model = builder.build().unwrap();
    let [_, slides] = check("joints in space", &model, model.start().project().unwrap(), [0.6, 1e-7]);
    assert!(slides > 0, "moot");
}

#[test]
fn oracle_a_sleeve_and_a_ball_in_its_socket() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let sleeve = Solid::principal(1.5, [0.02, 0.03, 0.03]).unwrap().moving(0.5, 0.0, 0.0);
    let sleeve = builder.body("sleeve", sleeve);
    let along = [1.0, 0.0, 0.0];
    let shaft = Joint::cylindrical(WORLD.axis([0.0; 3], along), sleeve.axis([0.0; 3], along));
    let shaft = builder.constraint("shaft", shaft);
    let arm = Solid::principal(0.8, [0.02, 0.03, 0.01]).unwrap().at(0.1, 0.2, -0.3).spinning(4.0, 1.0, -3.0);
    let arm = builder.body("arm", arm);
    let ball = builder.constraint("ball", Joint::spherical(sleeve.origin(), arm.point(-0.1, -0.2, 0.3)));
    builder.force("back", SpringDamper::between(WORLD.point(0.2, 0.0, 0.5), sleeve.origin(), 30.0));
    let law = || Stribeck::new(0.2, 0.4, 0.2).viscous(0.3);
    builder.friction("on the shaft", FrictionPoint::in_cylinder(shaft, 0.1), law());
    builder.friction("in the socket", FrictionPoint::in_ball(ball, 0.05), law());
    let model = builder.build().unwrap();
    let [sticks, slides] = check("sleeve and ball", &model, model.start().project().unwrap(), [3.0, 1e-7]);
    assert!(sticks > 0 && slides > 0, "moot");
}

/// A cantilever of two shapes: coordinates of its own, a frame that follows from them.
#[derive(Debug)]
struct Beam;

impl Body for Beam {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        let shapes = [("a", "a'"), ("b", "b'")].map(|(x, rate)| Coordinate::new(x, rate, Quantity::Length));
        BodyShape::new(shapes, FrameMap::General, 0.0)
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&[0.1, 0.05]);
        v.copy_from_slice(&[0.4, -0.2]);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        let (bend, rate) = (q[0] + q[1], v[0] + v[1]);
        let (sin, cos) = bend.sin_cos();
        out.frame(PlanarFrame::new(
            Vector2::new(cos, sin),
            2.0 * q[0] + 3.0 * q[1],
            rate * Vector2::new(-sin, cos),
            2.0 * v[0] + 3.0 * v[1],
        ));
        out.column(0, [-sin, cos, 2.0]);
        out.column(1, [-sin, cos, 3.0]);
        out.bias([-rate * rate * cos, -rate * rate * sin, 0.0]);
        Ok(())
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[0.4 + q[0] * q[0], 0.33, 0.33, 0.29 + q[1] * q[1]]);
    }

    /// Some force that is quadratic in the velocities.
    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[-q[0] * v[0] * v[0], -q[1] * v[1] * v[1]]);
    }
}

#[test]
fn oracle_a_body_with_coordinates_of_its_own() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let beam = builder.body("beam", Beam);
    builder.force("elastic", Elastic::new(beam, [0, 1], [[120.0, 180.0], [180.0, 360.0]]));
    let rod = builder.body("rod", RigidBody::rod(0.2, 0.5).at(1.2, 0.0, 0.2));
    builder.constraint("pin", Revolute::new(beam.point(0.1, 0.0), rod.point(-0.25, 0.0)));
    builder.force("spring", SpringDamper::between(GROUND.point(1.5, 0.5), beam.point(0.0, 0.1), 50.0).damping(1.0));
    let model = builder.build().unwrap();
    check("own body", &model, model.start().project().unwrap(), [0.5, 1e-7]);
}

/// A spring on a coordinate of a body that it does not list, not defined beyond 0.1 m.
#[derive(Debug)]
struct OneSided(crate::element::BodyRef);

impl crate::force::Force for OneSided {
    type Space = Planar;

    fn bodies(&self) -> Vec<crate::element::BodyRef> {
        Vec::new()
    }

    fn coordinates(&self) -> Vec<(crate::element::BodyRef, usize)> {
        vec![(self.0, 0)]
    }

    fn energy_kind(&self) -> crate::force::EnergyKind {
        crate::force::EnergyKind::Working
    }

    fn eval(&self, at: crate::element::Ctx<'_>, out: &mut crate::element::Loads<'_>) -> Result<(), ElementError> {
        let [x, _] = at.coordinate(0);
        if x > 0.1 {
            return Err(ElementError::Singular { what: "beyond its end" });
        }
        out.on_coordinate(0, -70.0 * x - 500.0 * x * x);
        Ok(())
    }

    fn potential(&self, _at: crate::element::Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}

/// At its end it is asked on the other side, and what the spring beside it leaves is counted once, whichever stands first.
/// Held since 642e7f8.
#[test]
fn regress_a_force_on_one_side_beside_another() {
    for first in [true, false] {
        let mut builder = ModelBuilder::new();
        let cart = builder.body("cart", RigidBody::new(2.0, 0.5).at(0.1, 0.0, 0.0));
        let own = |builder: &mut ModelBuilder| builder.force("own", OneSided(cart.into()));
        if first {
            own(&mut builder);
        }
        builder.force("spring", SpringDamper::between(GROUND.point(1.0, 0.0), cart.origin(), 1e4).rest(0.5));
        if !first {
            own(&mut builder);
        }
        let model = builder.build().unwrap();
        let state = model.placed();
        let mut tangent = Tangent::of(&model).unwrap();
        let query = Query::new(StateRef::of(&state), &state.modes, Signs::Held(&state.signs));
        for _ in 0..2 {
            tangent.linearize(&model, &query, Stencil::FORWARD, &[]).unwrap();
            assert!(tangent.shift(10.0, [8.0, 9.0]));
            // s² x + k/m x = r_v for r_q = 0: both springs together.
            let mut x = vec![0.0; model.coordinates() + model.velocities() + state.works.len()];
            x[3] = 1.0;
            tangent.solve(&model, &mut x);
            let stiffness = (1.0 / x[0] - 100.0) * 2.0;
            assert!((stiffness - (1e4 + 70.0 + 1000.0 * 0.1)).abs() < 1e-2, "{first}: {stiffness}");
        }
    }
}
