//! What a formula costs beside the same function compiled: alone, with derivatives, as a force, as a constraint of one's own, in a step. `--cases` lists them,
//! `--count CASE formula|compiled N` carries one out N times, to be counted by valgrind (docs/scripts/formula.sh).
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::dynamics::Baumgarte;
use chetaev::measure::Reading;
use chetaev::prelude::*;
use criterion::{BenchmarkId, Criterion};
use std::hint::black_box;

const SPRING: &str = "-3*x - 0.1*x^3 - 0.2*v + sin(t)";
const WIRE: &str = "y - x^4/4 + x^2/2";

fn spring(t: f64, x: f64, v: f64) -> f64 {
    -3.0 * x - 0.1 * x.powi(3) - 0.2 * v + t.sin()
}

#[derive(Debug)]
struct Wire;

impl Holonomic<1, 1> for Wire {
    fn phi<T: RealField + Copy>(&self, _t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
        let square = bead.position.x * bead.position.x;
        [bead.position.y - square * square * convert(0.25) + square * convert(0.5)]
    }

    fn depends_on_time(&self) -> bool {
        false
    }
}

#[derive(Debug)]
struct Roll;

impl Nonholonomic<1, 1, Spatial> for Roll {
    fn psi<T: RealField + Copy>(&self, _t: T, [at]: [Pose<T, Spatial>; 1], [moving]: [Twist<T, Spatial>; 1]) -> [T; 1] {
        [moving.velocity.x * at.position.y - moving.spin.z * convert(0.4) - moving.spin.x * moving.velocity.y]
    }
}

fn formula<const N: usize>(text: &str, arguments: [&str; N]) -> Formula {
    Formula::parse(text, arguments).unwrap()
}

fn with_spring(by_formula: bool) -> Model {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0).at(0.5, 0.0).moving(0.1, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    let travel = Travel::along(guide, mass.origin());
    if by_formula {
        builder.force("spring", AppliedAlong::formula(travel, formula(SPRING, ["t", "x", "v"])).unwrap());
    } else {
        builder.force("spring", AppliedAlong::new(travel, |t, at: &Reading| spring(t, at.value, at.rate)));
    }
    builder.build().unwrap()
}

fn with_wire(by_formula: bool) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bead = builder.body("bead", Particle::new(0.2).at(1.5, 0.140625));
    if by_formula {
        builder.constraint("wire", Equation::holonomic([bead], [formula(WIRE, ["x", "y"])]).unwrap());
    } else {
        builder.constraint("wire", Auto::holonomic([bead], Wire));
    }
    builder.build().unwrap()
}

fn with_row(by_formula: bool) -> Model {
    let mut builder = ModelBuilder::new();
    let solid = Solid::from_inertia(Inertia::cuboid(1.0, [0.3, 0.2, 0.5]).unwrap()).unwrap();
    let body = builder.body("block", solid.at(0.4, 0.3, 0.2));
    if by_formula {
        let row = formula("vx*y - 0.4*wz - wx*vy", ["vx", "vy", "y", "wz", "wx"]);
        builder.constraint("row", Equation::nonholonomic([body], [row]).unwrap());
    } else {
        builder.constraint("row", Auto::nonholonomic([body], Roll));
    }
    builder.build().unwrap()
}

type Make = fn(bool) -> Model;
/// Models, each with a formula or with the same function compiled.
const MODELS: [(&str, Make); 3] =
    [("force", with_spring), ("planar constraint", with_wire), ("spatial velocity row", with_row)];

/// One case, carried out so many times; a sum that depends on all.
fn carry_out(case: &str, by_formula: bool, times: u64) -> f64 {
    let at = |k: u64| 0.4 + 1e-6 * k as f64;
    if case == "numbers" {
        let law = formula(SPRING, ["t", "x", "v"]);
        let one = |x: f64| if by_formula { law.at(&[0.3, x, 0.1]) } else { spring(0.3, x, black_box(0.1)) };
        return (0..times).map(|k| one(black_box(at(k)))).sum();
    }
    if case == "jets" {
        let law = formula(SPRING, ["t", "x", "v"]);
        let compiled = |t: Jet, x: Jet, v: Jet| -3.0 * x - 0.1 * x.powi(3) - 0.2 * v + t.sin();
        let one = |x: f64| {
            let [t, x, v] = [Jet::time(0.3), Jet::new(x, 0.1, 0.2), Jet::new(0.1, 0.2, 0.0)];
            if by_formula { law.at(&[t, x, v]) } else { compiled(t, x, v) }
        };
        return (0..times).map(|k| one(black_box(at(k))).second).sum();
    }
    let (name, what) = case.split_once(": ").unwrap();
    let model = MODELS.iter().find(|known| known.0 == name).unwrap().1(by_formula);
    let state = model.placed();
    if what == "step" {
        let run = Simulation::new(&model).fixed_step(1e-3).output(Output::Times(Vec::new()));
        return run.run(state, 1e-3 * times as f64).unwrap().end().q[0];
    }
    let mut ws = model.workspace();
    for _ in 0..times {
        model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap();
    }
    ws.multipliers().iter().sum()
}

fn cases() -> Vec<String> {
    let models = MODELS.iter().flat_map(|(name, _)| ["right-hand side", "step"].map(|what| format!("{name}: {what}")));
    ["numbers", "jets"].map(str::to_owned).into_iter().chain(models).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [flag] if flag == "--cases" => cases().iter().for_each(|case| println!("{case}")),
        [flag, case, kind, times, ..] if flag == "--count" => {
            println!("{}", carry_out(case, kind == "formula", times.parse().unwrap()));
        }
        _ => {
            let mut criterion = Criterion::default().configure_from_args();
            let mut group = criterion.benchmark_group("formula");
            for case in cases() {
                for (kind, by_formula) in [("formula", true), ("compiled", false)] {
                    group.bench_function(BenchmarkId::new(kind, &case), |b| {
                        b.iter(|| carry_out(&case, by_formula, 1000))
                    });
                }
            }
            group.finish();
            criterion.final_summary();
        }
    }
}
