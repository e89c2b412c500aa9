//! Constraints of one type are written in one loop: each has its own place, wherever it stands among others, and one that refuses stops none behind it.

use chetaev::constraint::{Constraint, ConstraintShape, Level};
use chetaev::dynamics::Baumgarte;
use chetaev::element::{Ctx, Rows};
use chetaev::error::{ElementError, EvalError};
use chetaev::model::Mode;
use chetaev::prelude::*;

/// Keeps a body at a height, if it can.
#[derive(Debug)]
struct Height(BodyId, f64, bool);

impl Constraint for Height {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 1, [self.0.into()])
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        if self.2 {
            return Err(ElementError::Refused("it is out of order".to_owned()));
        }
        out.position(0, at.body(0).origin.y - self.1, at.body(0).velocity.y, 0.0);
        out.jacobian(0, 0, [0.0, 1.0, 0.0]);
        Ok(())
    }
}

/// Bodies at heights 1 to 4, held at 0.1 to 0.4; between these constraints stand pins. The second refuses.
fn model() -> Model {
    let mut builder = ModelBuilder::new();
    for i in 1..=4 {
        let body = builder.body(format!("body {i}"), RigidBody::rod(1.0, 1.0).at(0.0, i as f64, 0.0));
        builder.constraint(format!("level {i}"), Height(body, 0.1 * i as f64, i == 2));
        let other = builder.body(format!("other {i}"), RigidBody::disk(1.0, 1.0).at(7.0, 0.0, 0.3));
        builder.constraint(format!("pin {i}"), Revolute::new(GROUND.point(0.0, i as f64), other.origin()));
    }
    builder.build().unwrap()
}

#[test]
fn identity_each_of_a_batch_has_its_place_and_one_that_is_off_stops_none() {
    let model = model();
    let (mut ws, mut state) = (model.workspace(), model.placed());
    // A level and a pin in turn: rows 0, 1 to 2, 3, 4 to 5, …
    state.modes[2] = Mode::Released;
    model.residuals(&mut ws, &state).unwrap();
    for i in 1..=4 {
        let (row, height) = (3 * (i - 1), i as f64);
        if i == 2 {
            assert!(ws.phi()[row].is_nan());
        } else {
            assert_eq!(ws.phi()[row], height - 0.1 * height);
        }
        assert_eq!(ws.phi()[row + 1..row + 3], [7.0, -height]);
    }
}

#[test]
fn refusal_of_one_of_a_batch_is_by_its_name() {
    let model = model();
    let (mut ws, state) = (model.workspace(), model.placed());
    match model.evaluate(&mut ws, &state, Baumgarte::OFF) {
        Err(EvalError::Element { name, .. }) => assert_eq!(name, "level 2"),
        other => panic!("{other:?}"),
    }
}
