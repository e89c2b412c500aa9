//! Analyses without an answer.

use crate::Case;
use chetaev::analysis::{
    EquilibriumError, EquilibriumSlopes, Flow, Linearization, Mechanism, Rest, Results, Section, Shooting, Study,
    equilibrium,
};
use chetaev::analysis::{LinearError, MechanismError, OrbitError, SectionError, StudyError, StudyProgress};
use chetaev::prelude::*;
use std::f64::consts::TAU;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// A mass on a spring in a guide, driven in resonance on request, with a friction of nobody's choice.
fn oscillator(driven: bool) -> Model {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0).at(0.3, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    builder.force("spring", SpringDamper::guided(guide, mass.origin(), 16.0));
    if driven {
        builder.force("drive", Applied::new(mass.origin(), |t: f64, _| ([3.0 * (4.0 * t).sin(), 0.0], 0.0)));
    }
    builder.build().unwrap()
}

/// A state that is of no use: a number is missing, or it is off its guide.
fn cut(model: &Model) -> State {
    let mut state = model.placed();
    state.q.pop();
    state
}

fn mass(model: &Model) -> BodyId {
    model.body("mass").unwrap()
}

fn off(model: &Model) -> State {
    let mut state = model.placed();
    state.set_position(model, mass(model), [0.3, 0.5]);
    state
}

/// A mass on a spring of this stiffness to one side, and of four times as much to the other.
fn bent(k: f64) -> Model {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    let pull = LookupTable::linear(&[[-1.0, -k], [0.0, 0.0], [1.0, 4.0 * k]]).unwrap();
    let spring = chetaev::force::NonlinearSpring::table(Travel::along(guide, mass.origin()), pull);
    builder.force("spring", spring);
    builder.build().unwrap()
}

fn equilibria() -> Vec<Case> {
    let find = |add: &dyn Fn(&mut ModelBuilder)| -> Result<(), EquilibriumError> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        add(&mut builder);
        let model = builder.build().unwrap();
        equilibrium(&model, &model.placed(), &Rest::Nearest).map(drop)
    };
    let falls = find(&|m| _ = m.body("ball", Particle::new(1.0)));
    let driven = find(&|m| {
        let wheel = m.body("wheel", RigidBody::disk(2.0, 0.1));
        m.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
        m.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t| t * 2.0));
    });
    let turns_back = find(&|m| {
        let wheel = m.body("wheel", RigidBody::disk(2.0, 0.1).at(0.0, 0.0, 1.0));
        m.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
        m.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t: Jet| (t * 3.0).cos()));
    });
    let apart = find(&|m| {
        let rod = m.body("rod", Particle::new(1.0).at(1.0, 0.0));
        m.constraint("left", Distance::new(GROUND.origin(), rod.origin(), 1.0));
        m.constraint("right", Distance::new(GROUND.point(5.0, 0.0), rod.origin(), 1.0));
    });
    let torn = find(&|m| {
        let bead = m.body("bead", Particle::new(1.0));
        m.force("spring", SpringDamper::between(GROUND.origin(), bead.origin(), 10.0).rest(1.0));
    });
    // A mass on a stop, which is closed, or open and above it on a spring.
    let on_stop = |gravity: f64, closed: bool| -> Result<(), EquilibriumError> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, gravity]);
        let up = GROUND.axis([0.0, 0.0], 0.25 * TAU);
        let mass = builder.body("mass", Particle::new(2.0));
        builder.constraint("slot", Slot::new(up, mass.origin()));
        let height = Travel::along(up, mass.origin());
        if !closed {
            builder.force("spring", SpringDamper::along(height, 40.0).rest(0.25));
        }
        let stop = chetaev::hybrid::Stop::above(height, 0.0);
        let stop = builder.contact("stop", stop, Rigid::smooth());
        let model = builder.build().unwrap();
        let mut state = model.placed();
        match closed {
            true => state.close(stop),
            false => state.set_position(&model, mass, [0.0, 0.5]),
        }
        equilibrium(&model, &state, &Rest::Nearest).map(drop)
    };
    let bent = || {
        let family = Family::new([("k", 10.0)], |p| {
            let model = bent(p["k"]);
            let start = model.placed();
            Ok((model, start))
        });
        EquilibriumSlopes::of(&family.unwrap(), &Rest::Nearest).map(drop)
    };
    // A ball that is pushed with p, a number that must be below a limit, in a guide with friction on request.
    let slopes = |limit: f64, mu: f64, stiff: f64| {
        let family = Family::new([("p", 0.0)], move |p| {
            let mut builder = ModelBuilder::new();
            let ball = builder.body("ball", Particle::new(if p["p"] < limit { 1.0 } else { -1.0 }));
            let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), ball.origin()));
            // With a corner at zero.
            let push = [Signal::constant(if stiff > 0.0 { p["p"].abs() } else { p["p"] }), Signal::constant(-1.0)];
            let way = GROUND.axis([0.0, 0.0], 0.0);
            builder.force("spring", SpringDamper::guided(way, ball.origin(), stiff));
            builder.force("push", Applied::signal(ball.origin(), push, Signal::constant(0.0)));
            if mu > 0.0 {
                builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(mu));
            }
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        });
        EquilibriumSlopes::of(&family.unwrap(), &Rest::Nearest).map(drop)
    };
    vec![
        case!(EquilibriumError::Fold, slopes(9.0, 0.0, 0.0), &["`p`", "fold", "hold that direction"]),
        case!(EquilibriumError::Corner, slopes(9.0, 0.0, 5.0), &["`p`", "corner", "sized"]),
        case!(EquilibriumError::Linear, bent(), &["`spring`", "differ by 30", "smooth there"]),
        case!(EquilibriumError::Pulls, on_stop(10.0, true), &["`stop`", "pull with 20", "State::open"]),
        case!(EquilibriumError::Penetrates, on_stop(-10.0, false), &["`stop`", "0.25 m", "State::close"]),
        case!(EquilibriumError::Held, slopes(9.0, 0.5, 0.0), &["friction holds", "Rest::Center"]),
        case!(EquilibriumError::Family, slopes(1e-9, 0.0, 0.0), &["`ball`", "positive"]),
        case!(EquilibriumError::Start, apart, &["cannot be assembled", "place the bodies closer"]),
        case!(EquilibriumError::Eval, torn, &["`spring`", "place them apart"]),
        case!(EquilibriumError::Driven, driven, &["`wheel.", "2", "state of rest"]),
        case!(EquilibriumError::Moved, turns_back, &["`wheel.omega`", "-9", "state of rest"]),
        case!(EquilibriumError::Stalled, falls, &["`ball.", "accelerates", "start elsewhere"]),
    ]
}

fn orbits() -> Vec<Case> {
    let (free, driven) = (oscillator(false), oscillator(true));
    let plan = || Simulation::new(&free).tolerance(1e-10);
    let shaken = || Simulation::new(&driven).tolerance(1e-10);
    let mass = mass(&free);
    let rising = || Section::rising(move |at| at.body(mass).origin.x).take(50).within(10.0);
    let shoot =
        |name: &str| Shooting::driven(TAU / 4.0).turning([name.to_owned()]).run(&free, &plan, &free.placed()).map(drop);
    let bent = bent(10.0);
    let about_bent = Linearization::about(&bent, &bent.placed()).map(drop);
    let mut linear = Linearization::about(&free, &free.placed()).unwrap();
    vec![
        case!(LinearError::Eval, Linearization::about(&free, &cut(&free)).map(drop), &["`q`", "length 1", "needs 2"]),
        case!(LinearError::Corner, about_bent, &["`spring`", "differ by 30", "smooth there"]),
        case!(
            LinearError::WrongWrench,
            linear.response(1.0, mass, &[1.0]).map(drop),
            &["length 1", "takes 3", "two forces and a moment"],
        ),
        case!(
            LinearError::Resonance,
            linear.response(4.0, mass, &[1.0, 0.0, 0.0]).map(drop),
            &["ω = 4", "add damping"]
        ),
        case!(SectionError::Run, rising().run(&plan, off(&free)).map(drop), &["`guide`", "0.5", "project"]),
        case!(SectionError::TooFew, rising().run(&plan, free.placed()).map(drop), &["50 were asked for", "`within`"]),
        case!(
            OrbitError::Run,
            Shooting::driven(TAU / 4.0).run(&free, &plan, &off(&free)).map(drop),
            &["`guide`", "project"]
        ),
        case!(
            OrbitError::Eval,
            Shooting::driven(1.0).run(&free, &plan, &cut(&free)).map(drop),
            &["`q`", "length 1", "needs 2"],
        ),
        case!(
            SectionError::Period,
            Section::strobed(0.0).run(&plan, free.placed()).map(drop),
            &["cannot be 0 s", "above zero"]
        ),
        case!(
            OrbitError::Period,
            Shooting::driven(-1.0).run(&free, &plan, &free.placed()).map(drop),
            &["-1 s", "above zero"]
        ),
        case!(
            OrbitError::Setting,
            Shooting::free(1.0).tolerance(f64::INFINITY).run(&free, &plan, &free.placed()).map(drop),
            &["tolerance", "inf", "above zero"]
        ),
        case!(
            OrbitError::Drive,
            Shooting::driven(1.5).run(&driven, &shaken, &driven.placed()).map(drop),
            &["1.5 s", "`mass.vx`", "the period of the drive", "all its digits"]
        ),
        case!(OrbitError::UnknownCoordinate, shoot("mass.theta"), &["`mass.theta`", "model.coordinate_names()"]),
        case!(
            OrbitError::NotFound,
            Shooting::driven(TAU / 4.0).run(&driven, &shaken, &driven.placed()).map(drop),
            &["period 1.57", "corrections", "start from a section"],
        ),
        case!(
            MechanismError::Run,
            Mechanism::new(&free, plan).advance(&off(&free), 1.0).map(drop),
            &["`guide`", "project"],
        ),
        case!(
            MechanismError::Eval,
            Mechanism::new(&free, plan).dimension(&cut(&free)),
            &["`q`", "length 1", "needs 2"]
        ),
    ]
}

/// A file in a folder of this test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("chetaev-errors-{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn studies() -> Vec<Case> {
    // Cancelled by its first row, but not before the second is under way: that one is kept too, whatever the threads do.
    let begun = AtomicBool::new(false);
    let row = |i: usize| {
        begun.fetch_or(i == 1, Ordering::SeqCst);
        Ok::<_, String>(vec![0.0])
    };
    let cancel = |_: &StudyProgress| {
        while !begun.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        ControlFlow::Break(())
    };
    let cancelled = Study::new(4, ["x"], row).threads(1).progress(cancel).run().map(drop);
    let study = || Study::new(4, ["x"], |i| Ok::<_, String>(vec![i as f64])).threads(1).settings("one second");
    let nonsense = file("nonsense.csv", "# settings: one second\n# points: 4\nindex,x,error\nzero,1,\n");
    let other = file("other.csv", "# settings: two seconds\n# points: 4\nindex,x,error\n");
    // The page shows its name, and not where tests keep their files.
    let others = study().run_in(&other).map(drop).map_err(|error| match error {
        chetaev::analysis::StudyError::Other { what, found, expected, .. } => {
            chetaev::analysis::StudyError::Other { file: "other.csv".into(), what, found, expected }
        }
        another => another,
    });
    let older = file("older.csv", "# settings: one second\n# points: 4\nindex,x,error\n2,1.5,\n");
    let changed = study().run_in(&older).map(drop).map_err(|error| match error {
        StudyError::Changed { row, column, found, computed, .. } => {
            StudyError::Changed { file: "older.csv".into(), row, column, found, computed }
        }
        another => another,
    });
    // A study within a study, of one file.
    let (shared, second) = (file("shared.csv", "").with_file_name("both.csv"), std::sync::Mutex::new(None));
    let row = |_: usize| {
        *second.lock().unwrap() = study().run_in(&shared).err();
        Ok::<_, String>(vec![0.0])
    };
    Study::new(1, ["x"], row).run_in(&shared).unwrap();
    let busy = match second.into_inner().unwrap() {
        Some(StudyError::Busy { .. }) => {
            Err(StudyError::Busy { file: "study.csv".into(), by: "process 4711 (study 0 of it)".into() })
        }
        other => other.map_or(Ok(()), Err),
    };
    vec![
        case!(
            StudyError::File,
            Results::read_csv("no such folder/study.csv").map(drop),
            &["`no such folder/study.csv` cannot be read", "check its path", "can be resumed"]
        ),
        case!(StudyError::Busy, busy, &["`study.csv`", "process 4711", "a file of its own"]),
        case!(StudyError::Other, others, &["`other.csv`", "two seconds", "one second", "choose another file"]),
        case!(
            StudyError::Changed,
            changed,
            &["`older.csv`", "row 2", "`x` is 1.5 in the file, and 2.0", "`unchecked`"]
        ),
        case!(StudyError::Line, Results::read_csv(nonsense).map(drop), &["line 4", "correct or delete"]),
        case!(StudyError::Cancelled, cancelled, &["2 of 4 rows", "can be resumed"]),
        case!(StudyError::Parts, Results::merge([]).map(drop), &["none is given", "merge all parts"]),
    ]
}

pub fn cases() -> Vec<Case> {
    let mut all = equilibria();
    all.extend(orbits());
    all.extend(studies());
    all
}
