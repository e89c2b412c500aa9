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
use chetaev::hybrid::Stop;
use chetaev::contact::CornerOnLine;
const CL: [f64;12] = [0.0,2.0,-3.0,5.0,-5.0,1.0,4.0,-1.0,0.0,6.0,-2.0,3.0];
fn make(seed: u64, mir: bool) -> Result<(Model, VariableId, BodyId, BodyId), E> {
    let mut r=R(seed*7717+3); for _ in 0..10 { r.n(); }
    let sg=if mir {-1.0} else {1.0};
    let mut b=ModelBuilder::new(); b.gravity([0.0,-9.81]);
    let l=GROUND.axis([0.0,0.0],0.0);
    let (w,h)=(r.r(0.2,0.5), r.r(0.05,0.2));
    let bx=b.body("box", RigidBody::rectangle(r.r(0.5,2.0), 2.0*w, 2.0*h).at(0.0, h+if r.p(0.5) {0.0} else {r.r(0.0,0.1)}, 0.0).moving(sg*r.r(-1.0,1.0),0.0,0.0));
    let mu=r.r(0.1,0.5); let ms=mu*r.r(1.0,1.5); let e=if r.p(0.5) {0.0} else {r.r(0.1,0.6)};
    let mut ends=[("l",-w),("r",w)]; if mir { ends.reverse(); }
    for (n,x) in ends { b.contact(n, Contact::between(GROUND,bx,CornerOnLine::new(l,[x,-h])), Rigid::rough(Coulomb::new(mu).holding(ms)).bouncing(e)); }
    // a cart between two stops in a rough slot, tied to the box by a spring
    let c=b.body("cart", Particle::new(r.r(0.5,2.0)).at(sg*0.0, 1.0).moving(sg*r.r(-1.0,1.0),0.0));
    let up=GROUND.axis([0.0,1.0],0.0);
    let s=b.constraint("slot", Slot::new(up,c.origin()));
    let mc=r.r(0.1,0.4); b.friction("rub", FrictionPoint::in_slot(s), Coulomb::new(mc).holding(mc*1.3));
    let (lo,hi)=(-r.r(0.1,0.3), r.r(0.1,0.3)); let e2=r.r(0.0,0.7);
    let [s1,s2]=Stop::between(Travel::along(up,c.origin()), if mir {-hi} else {lo}, if mir {-lo} else {hi});
    b.contact("stop1", s1, Rigid::smooth().bouncing(e2)); b.contact("stop2", s2, Rigid::smooth().bouncing(e2));
    b.force("spring", SpringDamper::between(c.origin(), bx.point(0.0,h), r.r(5.0,40.0)).rest(0.9).damping(r.r(0.0,1.0)));
    let u=b.input("u",0.0); b.force("ctl", AppliedAlong::signal(Travel::along(l,c.origin()), Signal::input(u)*(sg*r.r(0.5,3.0))));
    b.force("push", AppliedAlong::signal(Travel::along(l,bx.origin()), Signal::default().sine(sg*r.r(0.0,8.0), r.r(1.0,6.0), r.r(0.0,3.0))));
    Ok((b.build()?,u,bx,c))
}
fn go(m:&Model,u:VariableId,st:State,to:f64,tol:f64,meth:Method)->Result<Trajectory,E> { Ok(sim(m).tolerance(tol).method(meth).event(Event::every("c",0.25).quiet().change_with(move |at,s| { s.set_variable(u, CL[((at.t()/0.25).round() as usize)%12]); Ok(()) })).run(st,to)?) }
fn main() {
    let a: Vec<u64>=std::env::args().skip(1).map(|x| x.parse().unwrap()).collect(); let verbose=a.len()>2; let te=2.0;
    for seed in a[0]..a[1] { trial(&format!("seed {seed}"), || {
        let (m,u,bx,c)=make(seed,false)?; let st: State=m.start().project()?.into();
        let run=match go(&m,u,st.clone(),te,1e-9,Method::Dop853) {Ok(r)=>r,Err(e)=>{println!("  run {seed} {e}");return Ok(())}};
        if verbose { show(&run); for i in run.impacts() { println!("   IMP {:.12} {:?}", i.t, i.blows.iter().map(|b| (b.name.clone(), b.closing, b.normal, b.tangential, b.slip)).collect::<Vec<_>>()); } }
        if run.energy_error()>1e-6 { println!("  ENERGY {:e}", run.energy_error()); }
        let dk=run.last().unwrap().kinetic()-run.first().unwrap().kinetic(); let g=-9.81*0.0; let _=g;
        let pot=|a:&Snapshot| a.energy()-a.kinetic(); let _=pot;
        let _=dk;
        let cmp=|n:&str, x:[f64;4], k: usize| { let f=run.last().unwrap(); let y=[f.body(bx).origin.x,f.body(bx).origin.y,f.body(bx).angle,f.body(c).origin.x]; let w=(0..4).map(|i| (x[i]-y[i]).abs()).fold(0.0,f64::max); if !(w<1e-5) { println!("  DIFF {n} seed {seed} {w:e} tr {} vs {k}; impacts {} unc {} amb {}", run.transitions().len(), run.impacts().len(), run.counters().uncertain, run.counters().ambiguous); } };
        let rd=|m:&Model,s:&State,sg:f64| { let f=m.read(s); let (bx,c): (BodyId,BodyId)=(m.body("box").unwrap(), m.body("cart").unwrap()); [sg*f.body(bx).origin.x,f.body(bx).origin.y,sg*f.body(bx).angle,sg*f.body(c).origin.x] };
        match go(&m,u,st.clone(),te,1e-11,Method::Dopri5) {Ok(r)=>{cmp("fine",rd(&m,r.end(),1.0),r.transitions().len()); if verbose {show(&r); for i in r.impacts() { println!("   IMP {:.12} {:?}", i.t, i.blows.iter().map(|b| (b.name.clone(), b.closing, b.normal, b.tangential, b.slip)).collect::<Vec<_>>()); }} },Err(e)=>println!("  fine {seed} {e}")}
        let (m2,u2,_,_)=make(seed,true)?; match go(&m2,u2,m2.start().project()?.into(),te,1e-10,Method::Dop853) {Ok(r)=>{cmp("mirror",rd(&m2,r.end(),-1.0),r.transitions().len());if verbose {show(&r);}},Err(e)=>println!("  mirror {seed} {e}")}
        let mut s=st.clone(); let mut rr=R(seed+5); let mut t; let (mut nt,mut ni)=(0,0); let mut lost=0.0;
        while s.t<te { t=s.t+rr.r(0.0,0.3); if rr.p(0.3) { if let Some(c)=run.transitions().iter().find(|c| c.t>s.t) { t=c.t; } } if rr.p(0.3) { if let Some(c)=run.impacts().iter().find(|c| c.t>s.t) { t=c.t; } } if rr.p(0.2) { t=(t/0.25).ceil()*0.25; } if t>te {t=te;} if t<=s.t {continue;}
            match go(&m,u,s.clone(),t,1e-9,Method::Dop853) {Ok(x)=>{ nt+=x.transitions().len(); ni+=x.impacts().len(); lost+=x.impacts().iter().map(|i| i.lost).sum::<f64>(); if verbose {println!("  piece {} {}",s.t,t); show(&x);} s=serde_json::from_str(&serde_json::to_string(x.end())?)?; },Err(e)=>{println!("  pieces {seed} {e}"); return Ok(())}} }
        cmp("pieces", rd(&m,&s,1.0), nt); let l0: f64=run.impacts().iter().map(|i| i.lost).sum(); if (lost-l0).abs()>1e-6 { println!("  LOST {lost} vs {l0} impacts {ni} vs {}", run.impacts().len()); }
        Ok(()) }); }
}
