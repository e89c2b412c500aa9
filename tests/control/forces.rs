//! Forces at hand: what acts along a measure, its second derivative, and columns that are chosen by name.

use chetaev::constraint::Constraint;
use chetaev::prelude::*;
use chetaev::simulate::AlongError;

/// A crank that a motor drives, a damped spring from its end to the ground, a rod to a block that rubs in a slot; all of it in motion.
fn driven() -> (Trajectory, [ForceId; 2], ConstraintId<Distance>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::rod(2.0, 0.4).at(0.2, 0.0, 0.0).moving(0.0, 0.6, 3.0));
    let block = builder.body("block", Particle::new(1.5).at(1.2, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), crank.point(-0.2, 0.0)));
    let end = crank.point(0.2, 0.0);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let slot = builder.constraint("slot", Slot::new(line, block.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.1));
    let rod = builder.constraint("rod", Distance::new(end, block.origin(), 0.8));
    let strut = SpringDamper::between(GROUND.point(0.0, 1.0), end, 30.0).rest(0.7).damping(2.0);
    let strut = builder.force("strut", strut);
    let motor = builder.force("motor", AppliedAlong::new(Angle::between(GROUND, crank), |t, _: &_| 1.0 + t));
    builder.force("wind", Applied::force(block.origin(), [0.3, 0.0]));
    let model = builder.build().unwrap();
    let start = model.start().keep("crank.omega").project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.05).keep_dense().run(start, 1.0).unwrap();
    (run, [strut, motor], rod)
}

/// The parts of a strut against its formula and against the load on the body; a motor against its law; a rod against its reaction.
#[test]
fn oracle_what_acts_along_a_measure_is_what_loads_the_bodies() {
    let (run, [strut, motor], rod) = driven();
    let model = run.model();
    let crank = model.body::<Planar>("crank").unwrap();
    let (mut rates, mut worst) = (0.0_f64, 0.0_f64);
    for at in run.samples() {
        let it = at.along(strut).unwrap();
        let (foot, end) = (at.position(GROUND.point(0.0, 1.0)), at.position(crank.point(0.2, 0.0)));
        let along = (end - foot).normalize();
        let load = at.load(strut, crank).unwrap().force;
        let turned = at.along(motor).unwrap();
        let push = at.along(rod).unwrap();
        let offs = [
            it.value - (end - foot).norm(),
            it.rate - at.velocity(crank.point(0.2, 0.0)).dot(&along),
            it.elastic + 30.0 * (it.value - 0.7),
            it.dissipated + 2.0 * it.rate,
            it.force - load.dot(&along),
            turned.force - (1.0 + at.t()),
            turned.rate - at.body(crank).spin,
            push.value - 0.8,
            push.force.abs() - at.reaction(rod).force.norm(),
        ];
        worst = offs.into_iter().fold(worst, |most, off| most.max(off.abs()));
        rates = rates.max(it.rate.abs());
        assert_eq!(it.force, it.elastic + it.dissipated);
    }
    println!("along measures: {worst:.1e} off, rates up to {rates:.2} m/s");
    assert!(worst < 1e-12 && rates > 0.3, "moot, or wrong");
    let at = run.last().unwrap();
    let wind = model.force("wind").unwrap();
    let told = at.along(wind).unwrap_err();
    assert!(matches!(&told, AlongError::NoMeasure { name, .. } if name == "wind"), "{told}");
    // What joints leave free, along which they push with nothing.
    let [pin, slot] = ["pin", "slot"].map(|name| at.along(model.constraint(name).unwrap()).unwrap());
    let (crank, block) = (at.body(crank), at.body(model.body::<Planar>("block").unwrap()));
    assert_eq!([pin.value, pin.rate, pin.force], [crank.angle, crank.spin, 0.0]);
    assert_eq!([slot.value, slot.rate, slot.force], [block.origin.x, block.velocity.x, 0.0]);
    assert_eq!(run.columns(&["along.pin.value"]).unwrap().columns()[0].last(), Some(&pin.value));
}

/// u'' of three kinds of measures against the rate of u' along the run.
#[test]
fn oracle_second_rates_of_measures_are_slopes_of_their_rates() {
    let (run, ..) = driven();
    let model = run.model();
    let [crank, block] = ["crank", "block"].map(|name| model.body::<Planar>(name).unwrap());
    let far = Separation::between(GROUND.point(0.3, 0.9), block.origin());
    let line = crank.axis([0.1, 0.0], 0.4);
    let travel = Travel::along(line, block.origin());
    let pin = model.typed::<Revolute>(model.constraint("pin").unwrap()).unwrap();
    let angle = model.element(pin).angle().unwrap();
    let mut largest = [0.0_f64; 3];
    for k in 1..9 {
        let (t, h) = (0.1 * f64::from(k) + 0.013, 1e-3);
        // A difference of fourth order of u', from states of the dense solution.
        let rates = |t: f64| {
            let state = run.state_at(t).unwrap();
            let at = run.read(&state);
            [at.measure(&far).unwrap().rate, at.measure(&travel).unwrap().rate, at.measure(&angle).unwrap().rate]
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|n| rates(t + n * h));
        let state = run.state_at(t).unwrap();
        let at = run.read(&state);
        let found = [at.second_rate(&far), at.second_rate(&travel), at.second_rate(&angle)].map(Result::unwrap);
        for i in 0..3 {
            let slope = (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h);
            assert!((found[i] - slope).abs() < 1e-6 * (1.0 + slope.abs()), "measure {i} at {t}: {} {slope}", found[i]);
            largest[i] = largest[i].max(found[i].abs());
        }
    }
    println!("second rates up to {largest:?}");
    assert!(largest.iter().all(|most| *most > 0.5), "moot");
}

#[test]
fn identity_columns_by_name_are_what_is_read_by_handle() {
    let (run, [strut, _], rod) = driven();
    let names = ["t", "block.x", "reaction.rod.fx", "reaction.pin.fy", "along.strut.dissipated", "along.rod.force"];
    let names = [&names[..], &["friction.rub.slip", "friction.rub.force", "work.motor", "lambda.slot"]].concat();
    let table = run.columns(&names).unwrap();
    assert_eq!(table.names(), names);
    let model = run.model();
    let rub = model.friction("rub").unwrap();
    let motor = model.force("motor").unwrap();
    let [pin, slot] = ["pin", "slot"].map(|name| model.constraint(name).unwrap());
    let block = model.body::<Planar>("block").unwrap();
    for (k, at) in run.samples().enumerate() {
        let friction = at.friction(rub).unwrap();
        let expected = [
            at.t(),
            at.body(block).origin.x,
            at.reaction(rod).force.x,
            at.reaction_in::<Planar>(pin).force.y,
            at.along(strut).unwrap().dissipated,
            at.multipliers(rod)[0],
            friction.slip,
            friction.force,
            at.work(motor).unwrap(),
            at.multipliers(slot)[0],
        ];
        for (column, expected) in table.columns().iter().zip(expected) {
            assert_eq!(column[k], expected);
        }
    }
    let moves = table.column("friction.rub.slip").unwrap().iter().any(|slip| slip.abs() > 0.1);
    assert!(moves, "moot");
}

/// Each column of the table of everything, found by its name alone: the same bits. (A model with contacts: tests/contact/columns.rs.)
#[test]
fn identity_every_column_of_everything_is_read_by_its_name() {
    let (run, ..) = driven();
    let table = run.table();
    assert!(table.names().len() > 30, "moot: {:?}", table.names());
    for (name, values) in table.names().iter().zip(table.columns()) {
        let column = run.model().column(name).unwrap();
        let bits = |x: &f64| x.to_bits();
        let found = run.column(|at| column.at(at));
        assert!(found.iter().map(bits).eq(values.iter().map(bits)), "{name}");
    }
    assert_eq!(format!("{:?}", run.model().column("t").unwrap()), "Column { .. }");
}

#[test]
#[should_panic(expected = "the column is one of another model")]
fn refusal_a_column_of_another_model() {
    let [(run, ..), (other, ..)] = [driven(), driven()];
    let column = other.model().column("t").unwrap();
    let _ = run.column(|at| column.at(at));
}

#[test]
fn property_columns_that_there_are_not_say_what_there_is() {
    let (run, ..) = driven();
    for (wrong, told) in [
        ("reaction.bolt.fx", "reaction.pin.fx"),
        ("reaction.pin.force", "reaction.pin.fx"),
        ("along.wind.force", "along.strut.force"),
        ("friction.brake.slip", "friction.rub.slip"),
        ("block.z", "block.x"),
    ] {
        let refused = run.columns(&["t", wrong]).unwrap_err();
        println!("{refused}");
        assert!(refused.name == wrong && refused.to_string().contains(told), "{refused}");
        assert!(!refused.known.contains(&wrong.to_owned()));
    }
}

/// A spring from a table with a damper from another: the parts are what the tables say.
#[test]
fn identity_the_parts_of_a_spring_from_tables() {
    let (pulls, resists) = (vec![[-1.0, -30.0], [0.1, 1.0], [1.2, 55.0]], vec![[-2.0, -8.0], [0.0, 0.0], [2.0, 5.0]]);
    let (pull, resist) = (LookupTable::linear(&pulls).unwrap(), LookupTable::linear(&resists).unwrap());
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0).at(0.4, 0.0).moving(-0.7, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    let spring = chetaev::force::NonlinearSpring::table(travel, pull.clone()).damper(resist.clone());
    let spring = builder.force("spring", spring);
    let model = builder.build().unwrap();
    let state = model.placed();
    let at = model.read(&state);
    let it = at.along(spring).unwrap();
    assert_eq!((it.value, it.rate), (0.4, -0.7));
    assert_eq!((it.elastic, it.dissipated), (-pull.value(0.4), -resist.value(-0.7)));
    assert!(it.elastic < 0.0 && it.dissipated > 0.0, "moot");
    assert!((it.force - at.load(spring, mass).unwrap().force.x).abs() < 1e-14);
}
