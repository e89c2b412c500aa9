//! Painlevé's rod: it slides on its tip, and has one motion, none, or two.

use chetaev::contact::CornerOnLine;
use chetaev::friction::Several;
use chetaev::prelude::*;
use chetaev::simulate::Cause;

const HALF: f64 = 0.5;
const G: f64 = 9.81;

/// The rod leans by θ and turns at `rate`; its tip slides ahead at 1 m/s.
fn rod(theta: f64, rate: f64, mu: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let (sin, cos) = theta.sin_cos();
    let body = RigidBody::rod(1.0, 2.0 * HALF).at(0.0, HALF * sin, -theta);
    let body = body.moving(1.0 + HALF * sin * rate, HALF * cos * rate, -rate);
    let body = builder.body("rod", body);
    let tip = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [HALF, 0.0]);
    builder.contact("tip", Contact::between(GROUND, body, tip), Rigid::rough(Coulomb::new(mu)));
    builder.build().unwrap()
}

/// The force on the tip of every motion: its gap opens at m p N + b, m p = 1 + 3 cos θ (cos θ − μ sin θ), b = −g + ½ l ω² sin θ.
#[test]
fn external_motions_of_a_rod() {
    let states = [
        (1.0471975511965976, 1.0, 0.3, vec![6.893380946255536]),
        (1.0471975511965976, 1.0, 1.2, vec![49.054552334726026]),
        (1.1071487177940904, 2.0, 1.3323333333333334, vec![6684.288015000877]),
        (1.0995574287564276, 3.0, 1.5, vec![]),
        (1.0995574287564276, 6.0, 1.5, vec![30.837437315983514, 0.0]),
    ];
    for (theta, rate, mu, expected) in states {
        let model = rod(theta, rate, mu);
        let (tip, rub) = (model.contact("tip").unwrap(), model.friction("tip").unwrap());
        let state = model.placed();
        let motions = model.branches(&state).unwrap();
        let forces: Vec<f64> = motions.iter().map(|motion| motion.load(rub)).collect();
        println!("θ = {theta:.4}, ω = {rate}, μ = {mu}: N = {forces:?}, published {expected:?}");
        assert_eq!(forces.len(), expected.len());
        for (force, expected) in forces.iter().zip(&expected) {
            // The third is near the pole: m p = 1.2e-3 is known to 1e-13 of itself.
            assert!((force - expected).abs() <= 3e-13 * expected, "{force} {expected}");
        }
        for motion in &motions {
            let pressed = motion.load(rub) > 0.0;
            assert_eq!(motion.contact(tip), if pressed { Mode::Holding } else { Mode::Open });
            // Entered, the motion goes on as it was listed.
            let mut state = state.clone();
            motion.enter(&mut state);
            let mut ws = model.workspace();
            model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
            assert_eq!(ws.acceleration(), &motion.acceleration[..]);
            // And a run keeps it, beyond the pole as well, and where the tip lifts though it touches.
            let keep = Simulation::new(&model).several(Several::Keep).run(state.clone(), 1e-5).unwrap();
            assert!(keep.end().modes == state.modes && keep.transitions().is_empty(), "{:?}", keep.transitions());
        }
        // A run says so: it goes on with the one motion, is struck without a collision where there is none, and refuses several.
        let run = Simulation::new(&model).run(state, 1e-3);
        assert_eq!(run.is_ok(), expected.len() < 2);
        let jams = |run: &Trajectory| run.transitions().iter().any(|it| matches!(it.cause, Cause::Jammed { .. }));
        assert_eq!(run.as_ref().is_ok_and(jams), expected.is_empty());
        if let Err(error) = run {
            println!("  {error}");
            assert!(error.to_string().contains("tip"));
        }
    }
}
