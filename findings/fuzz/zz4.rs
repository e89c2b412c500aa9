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
struct R(u64);
#[allow(dead_code)]
impl R { fn n(&mut self)->u64 { self.0^=self.0<<13; self.0^=self.0>>7; self.0^=self.0<<17; self.0.wrapping_mul(0x2545F4914F6CDD1D) }
 fn u(&mut self)->f64 { (self.n()>>11) as f64/(1u64<<53) as f64 } fn r(&mut self,a:f64,b:f64)->f64 { a+(b-a)*self.u() } fn k(&mut self,n:usize)->usize { ((self.n()>>33) as usize)%n } fn p(&mut self,p:f64)->bool { self.u()<p } }
fn build(m: f64, v: f64, mu: f64, k: f64, x0: f64, push: f64) -> (Model, FrictionId) {
    let mut b = ModelBuilder::new(); b.gravity([0.0,-9.81]);
    let a = b.body("a", Particle::new(m).at(x0,0.0).moving(v,0.0));
    let line = GROUND.axis([0.0,0.0],0.0);
    let s = b.constraint("s", Slot::new(line, a.origin()));
    b.force("k", SpringDamper::guided(line, a.origin(), k).damping(0.1));
    b.force("push", Applied::force(a.origin(), [push,0.0]));
    let f = b.friction("rub", FrictionPoint::in_slot(s), Coulomb::new(mu).holding(1.4*mu));
    (b.build().unwrap(), f)
}
fn main() {
    let mut r=R(77); let mut nbad=0; let mut n=0; let mut shown=0;
    for i in [45,46,80,82,108,123,130,180,185,201,221,231,254] {
        let (m,v,mu,k,x0,p)=(r.r(0.5,3.0), r.r(-2.0,2.0), r.r(0.1,0.5), r.r(0.0,100.0), r.r(-0.1,0.1), r.r(-2.0,2.0));
        let (md,_)=build(m,v,mu,k,x0,p);
        let st: State=match md.start().project() {Ok(s)=>s.into(),Err(e)=>{println!("{e}");continue}};
        let run=match sim(&md).run(st.clone(),2.0) {Ok(r)=>r,Err(e)=>{println!("whole {i}: {e}");continue}};
        for c in run.transitions().iter() { for d in [-1e-12,-1e-13,-2e-14,0.0,2e-14,1e-13,1e-12,1e-10] {
            let t=c.t+d; if t<=0.0||t>=2.0 {continue}
            let mid=t*r.r(0.05,0.95); let h0=match sim(&md).run(st.clone(),mid) {Ok(r)=>r,Err(e)=>{println!("h0 {i} {e}");continue}}; let h=match sim(&md).run(h0.end().clone(),t) {Ok(r)=>r,Err(e)=>{println!("half {i} {e}");continue}};
            let g=match sim(&md).run(h.end().clone(),2.0) {Ok(r)=>r,Err(e)=>{println!("rest {i} {e}");continue}};
            n+=1; let w=(g.end().q[0]-run.end().q[0]).abs().max((g.end().v[0]-run.end().v[0]).abs());
            if w>1e-6 { nbad+=1; if shown<25 { shown+=1; println!("BAD {i} d={d:e} at {:?}->{:?} t={} v={:e} modes={:?} diff {w:e} eerr {:e} par {:?}", c.from,c.to,t,h.end().v[0],h.end().modes, g.energy_error(), (m,v,mu,k,x0,p)); for c in g.transitions().iter().take(3) { println!("     {} {:?}->{:?} {:?}", c.t,c.from,c.to,c.cause); } } }
        } }
    }
    println!("bad {nbad} of {n}");
}
