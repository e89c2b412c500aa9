//! Corners and jumps of what acts, just at the state about which it is linearized: refused, and no others.

use chetaev::analysis::{EquilibriumError, EquilibriumSlopes, LinearError, Linearization, Rest};
use chetaev::element::Axis;
use chetaev::force::NonlinearSpring;
use chetaev::friction::SlipCurve;
use chetaev::math::{Formula, Signal};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

fn way() -> Axis {
    GROUND.axis([0.0, 0.0], 0.0)
}

/// A cart of 1 kg on a line, with what the model adds to it.
fn cart(add: impl Fn(&mut ModelBuilder, BodyId)) -> Model {
    let mut builder = ModelBuilder::new();
    let cart = builder.body("cart", Particle::new(1.0));
    builder.constraint("track", Slot::new(way(), cart.origin()));
    add(&mut builder, cart);
    builder.build().unwrap()
}

/// Under a force of `x`, its place, and `v`.
fn under(force: &str) -> Model {
    cart(|builder, cart| {
        let law = Formula::parse(force, ["t", "x", "v"]).unwrap();
        builder.force("pad", AppliedAlong::formula(Travel::along(way(), cart.origin()), law).unwrap());
    })
}

/// On a spring with this pull.
fn on(pull: LookupTable) -> Model {
    cart(|builder, cart| {
        builder.force("spring", NonlinearSpring::table(Travel::along(way(), cart.origin()), pull.clone()));
    })
}

fn frequency(model: &Model, x: f64) -> f64 {
    let mut state = model.placed();
    state.q[0] = x;
    Linearization::about(model, &state).unwrap().eigenvalues().unwrap()[0].im
}

fn refused(model: &Model, state: &State) -> (Vec<String>, f64) {
    match Linearization::about(model, state) {
        Err(LinearError::Corner { elements, off }) => (elements, off),
        other => panic!("{other:?}"),
    }
}

/// A spring that is four times as stiff to one side: half of each swing is of one frequency, half of the other. Held since 4865fba: eigenvalues were ± 5 i, of the mean of both, with the error 0.
#[test]
fn regress_a_spring_with_a_corner_where_it_rests_has_no_linearization() {
    let model = on(LookupTable::linear(&[[-1.0, -10.0], [0.0, 0.0], [1.0, 40.0]]).unwrap());
    let (elements, off) = refused(&model, &model.placed());
    assert!(elements == ["spring"] && (off - 30.0).abs() < 1e-6, "{elements:?} {off}");
    // It comes back after π/√40 + π/√10, however small the swing.
    let back = PI / 40_f64.sqrt() + PI / 10_f64.sqrt();
    assert!((TAU / back - 4.2164).abs() < 1e-4);
    for speed in [1e-2, 1e-5] {
        let mut start = model.placed();
        start.v[0] = speed;
        let end = Simulation::new(&model).tolerance(1e-13).run(start, back).unwrap().end().clone();
        assert!(end.q[0].abs() < 1e-9 * speed && (end.v[0] / speed - 1.0).abs() < 1e-8, "{end:?}");
    }
    // Beside the corner it is that of the side, as near as one can tell.
    for x in [1e-6, 1e-4, 1e-2] {
        let [soft, stiff] = [-x, x].map(|x| frequency(&model, x));
        assert!((soft - 10_f64.sqrt()).abs() < 1e-7 && (stiff - 40_f64.sqrt()).abs() < 1e-7, "{x} {soft} {stiff}");
    }
}

/// Held since 4865fba: means of both sides, and of a jump ± 3.162 i.
#[test]
fn regress_formulas_with_a_corner_or_a_jump_are_refused() {
    for (force, least) in [
        ("-10*x - 30*max(x, 0) - 0.1*v", 29.9),
        ("-10*x - 3*abs(v)", 5.9),
        ("-10*x - sign(x)", 1e3),
        ("-10*x - sign(v)", 1e3),
        ("-10*x - if(x < 0, 0, 5)", 1e3),
        ("-x - 0.01*abs(x)", 0.0199),
    ] {
        let model = under(force);
        let (elements, off) = refused(&model, &model.placed());
        assert!(elements == ["pad"] && off > least, "{force}: {elements:?} {off}");
    }
}

/// What has one slope there, though a number vanishes that may tell a corner.
#[test]
fn analytic_what_goes_straight_on_is_linearized() {
    let straight = on(LookupTable::linear(&[[-1.0, -10.0], [0.0, 0.0], [1.0, 10.0]]).unwrap());
    assert!((frequency(&straight, 0.0) - 10_f64.sqrt()).abs() < 1e-9);
    // A cubic table: its third derivative jumps. The natural one through these points has the slope 25 at zero.
    let cubic = on(LookupTable::cubic(&[[-1.0, -10.0], [0.0, 0.0], [1.0, 40.0]]).unwrap());
    assert!((frequency(&cubic, 0.0) - 5.0).abs() < 1e-9);
    for force in [
        "-10*x - 3*abs(v)*v",
        "-10*x - 7*x*abs(x)",
        "-10*x - 4*max(x, 0)^1.5",
        "-10*x - max(x^2, 0)",
        "-10*x - 5*if(x < 0.01, 0, 1)",
        "-10*x - max(3*x - 3*x, 0)",
    ] {
        let found = frequency(&under(force), 0.0);
        assert!((found - 10_f64.sqrt()).abs() < 1e-3, "{force}: {found}");
    }
    // Across its guide the cart does not move: the number vanishes wherever it is.
    let aside = cart(|builder, cart| {
        builder.force("spring", SpringDamper::guided(way(), cart.origin(), 10.0));
        let law = Formula::parse("-30*max(x, 0)", ["x"]).unwrap();
        let across = Travel::along(GROUND.axis([0.0, 0.0], FRAC_PI_2), cart.origin());
        builder.force("wall", AppliedAlong::formula(across, law).unwrap());
    });
    assert!((frequency(&aside, 0.0) - 10_f64.sqrt()).abs() < 1e-9);
}

/// A coefficient in a straight table: at the speed of a knot the slope jumps; at rest, where it holds, nothing does. Held since 4865fba: it was the mean.
#[test]
fn regress_a_law_of_friction_on_a_knot() {
    let table = LookupTable::linear(&[[0.0, 0.3], [0.5, 0.2], [2.0, 0.5]]).unwrap();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let cart = builder.body("cart", Particle::new(1.0));
    let track = builder.constraint("track", Slot::new(way(), cart.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(track), SlipCurve::table(table, 0.3));
    builder.force("pull", Applied::force(cart.origin(), [2.0, 0.0]));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.set_friction(rub, Mode::Stick);
    assert!(Linearization::about(&model, &state).is_ok());
    let moving = |v: f64| {
        let mut state = model.placed();
        state.v[0] = v;
        state.set_friction(rub, Mode::Forward);
        state
    };
    let (elements, off) = refused(&model, &moving(0.5));
    // From −0.2 to 0.2 per m/s, under a load of 10 N.
    assert!(elements == ["rub"] && (off - 4.0).abs() < 1e-6, "{elements:?} {off}");
    for (v, rate) in [(0.4, 2.0), (0.6, -2.0)] {
        let values = Linearization::about(&model, &moving(v)).unwrap().eigenvalues().unwrap();
        assert!(values.iter().any(|value| (value.re - rate).abs() < 1e-7), "{values:?}");
    }
}

/// Held since 4865fba: a valve that is about to open was half open.
#[test]
fn regress_an_input_on_a_corner_of_its_own() {
    let mut builder = ModelBuilder::new();
    let cart = builder.body("cart", Particle::new(1.0));
    builder.constraint("track", Slot::new(way(), cart.origin()));
    let opened = builder.input("opened", 0.0);
    let law = Formula::parse("2*max(u, 0)", ["u"]).unwrap().given("u", Signal::input(opened));
    builder.force("valve", AppliedAlong::formula(Travel::along(way(), cart.origin()), law).unwrap());
    let model = builder.build().unwrap();
    let mut state = model.placed();
    let outcome = Linearization::about(&model, &state).unwrap().system(&[opened], &[]);
    assert!(matches!(&outcome, Err(LinearError::Corner { elements, .. }) if elements == &["valve"]), "{outcome:?}");
    for (u, b) in [(0.1, 2.0), (-0.1, 0.0)] {
        state.set_variable(opened, u);
        let system = Linearization::about(&model, &state).unwrap().system(&[opened], &[]).unwrap();
        assert!((system.b[1] - b).abs() < 1e-9, "{u}: {}", system.b);
    }
}

/// A cart on a spring with the stiffness 10 below `corner` and 40 above it, that is pushed, and whose damper may have a corner as well.
fn pushed(corner: f64, push: f64, damper: &'static str) -> Family {
    let family = Family::new([("push", push)], move |p| {
        let model = cart(|builder, cart| {
            let travel = Travel::along(way(), cart.origin());
            let at = |x: f64| if x < corner { 10.0 * (x - corner) } else { 40.0 * (x - corner) };
            let table = [-1.0, corner, 1.0].map(|x| [x, at(x) - at(0.0)]);
            builder.force("spring", NonlinearSpring::table(travel, LookupTable::linear(&table).unwrap()));
            builder.force("damper", AppliedAlong::formula(travel, Formula::parse(damper, ["v"]).unwrap()).unwrap());
            builder.force("push", AppliedAlong::signal(travel, Signal::constant(p["push"])));
        });
        let start = model.placed();
        Ok((model, start))
    });
    family.unwrap()
}

/// Held since 4865fba: dx/dF was 0.04, where it is 0.1 to one side and 0.025 to the other.
#[test]
fn regress_an_equilibrium_on_a_corner_has_no_slope() {
    let outcome = EquilibriumSlopes::of(&pushed(0.0, 0.0, "-v"), &Rest::Nearest);
    let Err(EquilibriumError::Linear(LinearError::Corner { elements, off })) = &outcome else { panic!("{outcome:?}") };
    assert!(elements == &["spring"] && (off - 30.0).abs() < 1e-3, "{elements:?} {off}");
    // Beside it there is one.
    for (push, slope) in [(-0.5, 0.1), (0.5, 0.025)] {
        let found = EquilibriumSlopes::of(&pushed(0.0, push, "-v"), &Rest::Nearest).unwrap();
        assert!((found.displacement(0)[0] - slope).abs() < 1e-9, "{push}: {}", found.displacement(0)[0]);
    }
    // A damper has nothing to do with where it rests; it swings there like nothing that is linear.
    let found = EquilibriumSlopes::of(&pushed(0.3, 0.5, "-v - 0.5*abs(v)"), &Rest::Nearest).unwrap();
    assert!((found.displacement(0)[0] - 0.1).abs() < 1e-9);
    let of_corner = |error: &EquilibriumError| matches!(error, EquilibriumError::Linear(LinearError::Corner { .. }));
    assert!(found.eigenvalues().is_err_and(|error| of_corner(&error)));
    assert!(found.modes().is_err_and(|error| of_corner(&error)));
}
