//! scratch
use chetaev::ode::Method;
use chetaev::prelude::*;
use chetaev::simulate::Simulation;
fn chain(n: usize) -> Model {
    let mut b = ModelBuilder::new();
    b.gravity(0.0, -9.81);
    let mut end = GROUND.origin();
    for i in 0..n {
        let link = b.body(format!("link {i}"), RigidBody::rod(1.0, 0.2).at(0.2 * i as f64 + 0.1, 0.0, 0.0));
        b.constraint(format!("hinge {i}"), Revolute::new(end, link.point(-0.1, 0.0)));
        end = link.point(0.1, 0.0);
    }
    b.build().unwrap()
}
fn four(crank: f64) -> Model {
    let mut b = ModelBuilder::new();
    b.gravity(0.0, -9.81);
    let bar = |l: f64| RigidBody::rod(2.0 * l, l);
    let a = b.body("crank", bar(crank).at(0.5 * crank, 0.0, 0.0));
    let c = b.body("coupler", bar(0.9).at(0.6, 0.3, 0.6));
    let d = b.body("rocker", bar(0.7).at(0.9, 0.3, 1.8));
    b.constraint("O", Revolute::new(GROUND.origin(), a.point(-0.5 * crank, 0.0)));
    b.constraint("A", Revolute::new(a.point(0.5 * crank, 0.0), c.point(-0.45, 0.0)));
    b.constraint("B", Revolute::new(c.point(0.45, 0.0), d.point(0.35, 0.0)));
    b.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), d.point(-0.35, 0.0)));
    b.build().unwrap()
}
fn main() {
    let only: Option<String> = std::env::args().nth(1);
    let mut t0 = std::time::Instant::now();
    let mut show = |name: String, m: &Model, s: chetaev::dynamics::State, t: f64| {
        for method in [Method::Dop853, Method::Dopri5, Method::Tsit5] {
            for tol in [1e-3, 1e-6, 1e-9, 1e-12] {
                if only.as_ref().is_some_and(|o| *o != format!("{name}{method}{tol:e}")) { continue; }
                let r = Simulation::new(m).method(method).tolerance(tol).output(Output::Ends).run(s.clone(), t);
                let r = match r { Ok(r) => r, Err(e) => { println!("{name} {method} {tol:e} ERR {e}"); continue } };
                let c = r.counters();
                println!("{name} {method} {tol:e} steps {} rejected {} evals {} fact {} proj {} time {:.4}", c.steps, c.rejected, c.evaluations, c.factorizations, c.projections, t0.elapsed().as_secs_f64());
                t0 = std::time::Instant::now();
            }
        }
    };
    let m = chain(20);
    show("chain20".into(), &m, m.placed(), 2.0);
    let m = chain(2);
    show("chain2".into(), &m, m.placed(), 20.0);
    for crank in [0.3, 0.5, 0.59, 0.5999] {
        let m = four(crank);
        let s = m.start().hold("crank.theta").set_velocity("crank.omega", 8.0).project().unwrap().state;
        show(format!("four{crank}"), &m, s, 10.0);
    }
}
