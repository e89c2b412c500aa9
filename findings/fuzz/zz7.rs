//! Hunt.
use chetaev::prelude::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ops::ControlFlow;
type E = Box<dyn std::error::Error>;
fn trial(name: &str, f: impl FnOnce() -> Result<(), E>) {
    let t0 = std::time::Instant::now();
    let r = catch_unwind(AssertUnwindSafe(f));
    let dt = t0.elapsed().as_secs_f64();
    match r { Ok(Ok(())) => println!("== {name} done {dt:.2}s"), Ok(Err(e)) => println!("== {name} ERR {e} ({dt:.2}s)"), Err(_) => println!("== {name} PANIC") }
}
fn sim<'a>(m: &'a Model) -> Simulation<'a> {
    let t0 = std::time::Instant::now();
    Simulation::new(m).progress(move |_| if t0.elapsed().as_secs_f64() > 20.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}
fn show(run: &Trajectory) {
    for c in run.transitions() { println!("   t={:.12} {} {:?}->{:?} {:?}", c.t, c.name, c.from, c.to, c.cause); }
    for e in run.events() { println!("   event {:.12} {}", e.t, e.name); }
    let c = run.counters();
    println!("   end t={} q={:?} v={:?} steps={} amb={} unc={} unres={} flags={:?} eerr={:e}", run.end().t, run.end().q, run.end().v, c.steps, c.ambiguous, c.uncertain, c.unresolved, run.flags(), run.energy_error());
}
/// B on A on the ground: both limits 5 N at rest, 3 N in motion, pushed by F on B.
fn two(swap: bool, f: f64) -> Model {
    let mut b = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let [a, c] = ["a", "c"].map(|n| { let x = b.body(n, RigidBody::new(1.0, 1.0)); b.constraint(format!("g{n}"), Prismatic::new(line, x.axis([0.0,0.0],0.0))); x });
    let law = Coulomb::new(0.3).holding(0.5);
    let ra = FrictionPoint::along(Travel::along(line, a.origin()), 10.0);
    let rc = FrictionPoint::along(Travel::along(a.axis([0.0,0.0],0.0), c.origin()), 10.0);
    if swap { b.friction("c on a", rc, law); b.friction("a on ground", ra, law); } else { b.friction("a on ground", ra, law); b.friction("c on a", rc, law); }
    let u = b.input("u", f);
    b.force("push", AppliedAlong::signal(Travel::along(line, c.origin()), Signal::input(u)));
    b.build().unwrap()
}
fn main() {
    for f in [5.1, 6.0, 4.9] { for swap in [false,true] { let m=two(swap,f); let st=m.start().project().unwrap().state;
        println!("F={f} swap={swap}: branches {:?}", m.branches(&st).map(|b| b.iter().map(|b| format!("{:?}", b)).collect::<Vec<_>>()));
        println!("   certificate {:?}", m.certificate(&st));
        match sim(&m).run(st,1.0) { Ok(r)=>{ println!("   coupling {}", r.largest_coupling()); show(&r) }, Err(e)=>println!("   ERR {e}") } } }
    // with a clock: F jumps from 0 to 5.1 at 0.5
    for swap in [false,true] { let m=two(swap,0.0); let u=m.variable("u").unwrap(); let st=m.start().project().unwrap().state;
        match sim(&m).event(Event::at("e",[0.5]).change(|s| s.set_variable(u,5.1))).run(st,1.5) { Ok(r)=>{ println!("clock swap {swap} coupling {}", r.largest_coupling()); show(&r) }, Err(e)=>println!("   ERR {e}") } }
}
