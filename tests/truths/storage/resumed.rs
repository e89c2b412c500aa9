//! A run that was stopped, written, read and gone on with is the run that just goes on.

use super::again;
use crate::support::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::prelude::*;
use chetaev::simulate::Record;

/// A run stopped at `split`, its state and its model read back, and gone on with, against one that just goes on.
fn resumed(model: &Model, start: State, split: f64, end: f64) -> Trajectory {
    let stop = || Event::new("middle", move |at| at.t() - split).rising();
    let half = Simulation::new(model).event(stop().stop()).run(start, end).unwrap();
    assert!((half.end().t - split).abs() < 1e-9, "moot: it ended at {}", half.end().t);
    let back = again(&model.saved().unwrap()).build().unwrap();
    let on = Simulation::new(model).event(stop()).every(0.01).run(half.end().clone(), end).unwrap();
    let read = Simulation::new(&back).event(stop()).every(0.01).run(again(half.end()), end).unwrap();
    let bits = |run: &Trajectory| -> Vec<u64> {
        run.samples().flat_map(|at| [at.q(), at.v()].concat()).map(f64::to_bits).collect()
    };
    assert_eq!(bits(&on), bits(&read));
    assert_eq!((on.transitions(), on.events(), on.counters()), (read.transitions(), read.events(), read.counters()));
    let record: Record = again(&read.record());
    assert_eq!(bits(&on), bits(&record.of(&back).unwrap()));
    on
}

#[test]
fn identity_a_run_goes_on_in_the_middle_of_sticking_and_of_chaos() {
    let mechanism = disk_slider(&DiskSliderCase::CASE_3B).unwrap();
    let model = &mechanism.model;
    let whole = Simulation::new(model).run(mechanism.start().unwrap(), 12.0).unwrap();
    let rub = mechanism.rubs.unwrap()[0];
    let sticks: Vec<(f64, bool)> =
        whole.samples().map(|at| (at.t(), at.friction(rub).unwrap().mode == Mode::Stick)).collect();
    let within = sticks.windows(2).find(|w| w[0].0 > 5.0 && w[0].1 && w[1].1).expect("moot: it never sticks");
    let middle = 0.5 * (within[0].0 + within[1].0);
    let on = resumed(model, mechanism.start().unwrap(), middle, middle + 3.0);
    assert!(on.first().unwrap().friction(rub).unwrap().mode == Mode::Stick, "moot");
    assert!(on.transitions().len() > 10, "moot");
    // While it slides, in chaos without sticking.
    let chaos = disk_slider(&DiskSliderCase::CASE_3A).unwrap();
    let on = resumed(&chaos.model, chaos.start().unwrap(), 7.3, 10.0);
    assert!(on.transitions().len() > 4, "moot");
}

/// A sleeve on a rough shaft that is pushed to and fro and turned, and a ball in a rough socket that is turned about two axes: both slip in directions that turn, stick, and go on.
fn turning(socket: bool) -> (Model, FrictionId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let solid = Solid::principal(1.7, [0.06, 0.08, 0.09]).unwrap().at(0.0, 0.0, -0.1);
    let body = builder.body("body", solid.moving(if socket { 0.0 } else { 1.0 }, 0.2, 0.0).spinning(2.0, 0.0, 0.0));
    let law = Coulomb::new(0.3).holding(0.35);
    let (rub, sizes) = if socket {
        let ball = builder.constraint("ball", Joint::spherical(WORLD.origin(), body.point(0.0, 0.0, 0.1)));
        (builder.friction("rub", FrictionPoint::in_ball(ball, 0.15), law), [0.4, 0.8, 0.5])
    } else {
        let marks = [WORLD.axis([0.0; 3], [1.0, 0.0, 0.0]), body.axis([0.0, 0.0, 0.1], [1.0, 0.0, 0.0])];
        let sleeve = builder.constraint("sleeve", Joint::cylindrical(marks[0], marks[1]));
        (builder.friction("rub", FrictionPoint::in_cylinder(sleeve, 0.15), law), [6.0, 0.3, 0.2])
    };
    let push = [Signal::constant(0.0).sine(sizes[0], 5.0, 0.4), Signal::constant(0.0), Signal::constant(0.0)];
    let moment = [Signal::constant(0.0).sine(sizes[1], 4.0, 0.0), Signal::constant(0.0).sine(sizes[2], 3.0, 0.2)];
    builder.force(
        "push",
        Applied::signal(body.origin(), push, [moment[0].clone(), moment[1].clone(), Signal::constant(0.0)]),
    );
    (builder.build().unwrap(), rub)
}

#[test]
fn identity_a_sleeve_and_a_socket_go_on_while_they_slip_and_while_they_stick() {
    for socket in [false, true] {
        let (model, rub) = turning(socket);
        let start = || model.start().project().unwrap().state;
        let whole = Simulation::new(&model).every(0.01).run(start(), 8.0).unwrap();
        let sticks: Vec<(f64, bool)> =
            whole.samples().map(|at| (at.t(), at.friction(rub).unwrap().mode == Mode::Stick)).collect();
        let long = |mode: bool| {
            let pairs = sticks.windows(4).find(|w| w[0].0 > 0.5 && w.iter().all(|(_, sticks)| *sticks == mode));
            pairs.map(|w| w[1].0 + 0.0037).unwrap_or_else(|| panic!("moot: socket {socket}, never sticking {mode}"))
        };
        for mode in [true, false] {
            let middle = long(mode);
            let on = resumed(&model, start(), middle, 8.0);
            assert_eq!(on.first().unwrap().friction(rub).unwrap().mode == Mode::Stick, mode, "moot");
            println!("socket {socket}, sticking {mode}: from {middle:.4} s on {} changes", on.transitions().len());
            assert!(on.transitions().len() > 3, "moot");
        }
        // With a fixed step, and before its first change, it is the run in one piece.
        let plan = |from: State, end: f64| Simulation::new(&model).fixed_step(0.0078125).run(from, end).unwrap();
        let (half, whole) = (plan(start(), 0.125), plan(start(), 2.0));
        assert!(half.transitions().is_empty() && !whole.transitions().is_empty(), "moot");
        let on = plan(again(half.end()), 2.0);
        let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&whole.end().q), bits(&on.end().q));
        assert_eq!(bits(&whole.end().v), bits(&on.end().v));
        assert_eq!(whole.transitions(), on.transitions());
    }
}
