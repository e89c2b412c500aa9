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
    let (m,u,bx,_c)=make(146,false).unwrap(); let st: State=m.start().project().unwrap().into();
    let s=serde_json::to_value(m.saved().unwrap()).unwrap(); println!("{}", s["contacts"]); println!("{}", s["bodies"][0]);
    let h=go(&m,u,st.clone(),0.24,1e-9,Method::Dop853).unwrap(); println!("state {:?} {:?} {:?} signs {:?}", h.end().q, h.end().v, h.end().modes, h.end().signs);

    let pr=|x: &Trajectory| for i in x.impacts().iter().filter(|i| i.t>0.24&&i.t<0.25) { println!("     {:.13} lost {:.9} {:?}", i.t, i.lost, i.blows.iter().map(|b| (b.name.as_str(),b.closing,b.normal,b.tangential,b.slip)).collect::<Vec<_>>()); };
    for p in [0.0,0.1,0.19,0.1949,0.2,0.214,0.2153,0.21536,0.22,0.23,0.24,0.2455] { let h=if p==0.0 {st.clone()} else {go(&m,u,st.clone(),p,1e-9,Method::Dop853).unwrap().end().clone()}; println!("pause {p} v {:?}", h.v); pr(&go(&m,u,h,0.25,1e-9,Method::Dop853).unwrap()); }
    println!("to 2"); pr(&go(&m,u,st.clone(),2.0,1e-9,Method::Dop853).unwrap());
    let mut r=R(3); println!("perturbed starts"); for k in 0..10 { let mut s=st.clone(); for v in s.v.iter_mut().take(3) { *v*=1.0+(k as f64)*1e-14*r.r(-1.0,1.0); } match go(&m,u,s,0.25,1e-9,Method::Dop853) {Ok(x)=>pr(&x),Err(e)=>println!("{e}")} }
    for tol in [1e-7,1e-8,3e-9,1e-10,1e-11,1e-12] { println!("tol {tol}"); match go(&m,u,st.clone(),0.25,tol,Method::Dop853) {Ok(x)=>pr(&x),Err(e)=>println!("{e}")} }
    let _=bx;
}
