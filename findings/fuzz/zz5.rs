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
fn main() {
    for kind in 0..4 { for push in [0.0, 1.0,-1.0, 2.9,-2.9] { for e in [1e-7,1e-8,1e-9,1e-10,1e-11,1e-12,1e-13,3e-14,1e-14,1e-15] { for sg in [1.0,-1.0] { for old in [Mode::Undecided, Mode::Forward, Mode::Backward, Mode::Stick] {
        let v=sg*e;
        let mut b=ModelBuilder::new(); let line=GROUND.axis([0.0,0.0],0.0);
        let mut bs=vec![]; for k in 0..3 { let a=b.body(format!("b{k}"), RigidBody::new(1.0,1.0).moving(if k==0 {v} else {0.0},0.0,0.0)); b.constraint(format!("g{k}"), Prismatic::new(line,a.axis([0.0,0.0],0.0))); bs.push(a); }
        let mut fr=vec![];
        let tr=Travel::along(line,bs[0].origin());
        match kind { 0 => { fr.push(b.friction("r0", FrictionPoint::along(tr,10.0), Coulomb::new(0.3))); }
          1 => { for k in 0..2 { fr.push(b.friction(format!("r{k}"), FrictionPoint::along(tr,5.0), Coulomb::new(0.3))); } }
          2 => { for k in 1..3 { fr.push(b.friction(format!("r{k}"), FrictionPoint::along(Travel::along(bs[k].axis([0.0,0.0],0.0),bs[0].origin()),5.0), Coulomb::new(0.3))); b.friction(format!("h{k}"), FrictionPoint::along(Travel::along(line,bs[k].origin()),50.0), Coulomb::new(0.3)); } }
          _ => { b.force("s", SpringDamper::guided(line,bs[0].origin(),5.0)); fr.push(b.friction("r0", FrictionPoint::along(tr,10.0), Coulomb::new(0.3))); } }
        b.force("p", Applied::force(bs[0].origin(), [push,0.0]));
        let m=b.build().unwrap();
        let mut st: State=m.placed();
        for &f in &fr { st.set_friction(f, old); }
        for meth in [Method::Dop853, Method::Dopri5, Method::Radau5] {
        match sim(&m).method(meth).run(st.clone(), 1.0) { Ok(r)=>{ let x=r.end().q[0]; if x.abs()>2.0*e+1e-15 { println!("BAD kind {kind} push {push} v {v:e} old {old:?}: x={x:e} v={:e} eerr {:e} tr {:?} {:?}", r.end().v[0], r.energy_error(), r.transitions().iter().map(|c| format!("{:e} {:?}->{:?} {:?}",c.t,c.from,c.to,c.cause)).collect::<Vec<_>>(), meth); } }, Err(er)=>println!("ERR kind {kind} push {push} v {v:e} {old:?} {er}") } }
    }}}}}
}
