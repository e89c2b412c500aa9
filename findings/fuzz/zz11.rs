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
use chetaev::contact::CornerOnLine;
use chetaev::impact::Restitution;
use chetaev::simulate::Impacts;
fn model(w: f64, h: f64, m: f64, mu: f64, e: f64, swap: bool, th: f64, om: f64, vx: f64) -> (Model, BodyId) {
    let mut b=ModelBuilder::new(); b.gravity([0.0,-9.81]); let l=GROUND.axis([0.0,0.0],0.0);
    // foot r stands at (w,0) of the floor, the box is turned by th about it (l is lifted: th<0), falls with om>0
    let (s,c)=th.sin_cos(); // r corner at local (w,-h)
    let (rx,ry)=(c*w+s*h, s*w-c*h); let (x,y)=(-rx,-ry); let _=rx;
    // velocity of center such that foot r has velocity (vx,0): v = vx + om x (center - r)
    let (dx,dy)=(x-0.0-(0.0), y); let _=(dx,dy);
    let (cx,cy)=(-rx,-ry); let vcx=vx-om*cy; let vcy=om*cx;
    let bx=b.body("box", RigidBody::rectangle(m,2.0*w,2.0*h).at(x,y,th).moving(vcx,vcy,om));
    let mut f=[("l",-w),("r",w)]; if swap {f.reverse();}
    for (n,x) in f { b.contact(n, Contact::between(GROUND,bx,CornerOnLine::new(l,[x,-h])), Rigid::rough(Coulomb::new(mu).holding(1.4*mu)).bouncing(e)); }
    (b.build().unwrap(), bx)
}
fn main() {
    let mut r=R(5); let mut nb=0; let mut tot=0; let mut cmpd=0;
    for k in 0..110 { let (w,h,m,mu,e)=(r.r(0.2,0.5),r.r(0.05,0.2),r.r(0.5,2.0),r.r(0.1,0.5),r.r(0.0,0.6)); let (th,om,vx)=(-r.r(0.005,0.05), r.r(0.2,2.0), r.r(-0.4,0.4));
        for law in [Restitution::Energetic, Restitution::Newton, Restitution::Poisson] { let mut outs: Vec<(f64,f64,f64,f64)>=vec![]; let mut desc=vec![];
        for i in 0..12 { let d=1.0+(i/2) as f64*3e-16; let (md,_)=model(w,h,m,mu,e,i%2==1,th,om*d,vx*d);
            let mut n=0; let run=match Simulation::new(&md).tolerance(1e-11).impacts(Impacts::at_once().law(law)).event(Event::new("hit", |at: &Snapshot| at.body(md.body::<Planar>("box").unwrap()).angle-0.5*th).rising()).run(md.placed(),0.1) {Ok(r)=>r,Err(er)=>{ if i==0 {println!("{k} {law:?} {er}");} continue}};
            if let Some(im)=run.impacts().iter().find(|im| im.blows.len()>=1 && im.blows.iter().any(|b| b.name=="l")) { n+=1; let st=run.transitions().len(); let _=st; let b=im.blows.iter().find(|b| b.name=="l").unwrap(); let rr=im.blows.iter().find(|b| b.name=="r"); outs.push((b.slip[1], b.closing[1], rr.map_or(0.0,|b| b.closing[1]), b.normal)); desc.push(format!("{} {:?}", im.t, im.blows.iter().map(|b| (b.name.as_str(),b.closing,b.normal,b.tangential,b.slip)).collect::<Vec<_>>())); } let _=n; }
        tot+=1; if outs.len()>1 { cmpd+=1; let s=|f: &dyn Fn(&(f64,f64,f64,f64))->f64| { let v: Vec<f64>=outs.iter().map(f).collect(); v.iter().fold(f64::MIN,|a,b| a.max(*b))-v.iter().fold(f64::MAX,|a,b| a.min(*b)) }; let sp=s(&|o| o.0).max(s(&|o| o.1)).max(s(&|o| o.2)); if sp>1e-7 { nb+=1; if nb<12 { println!("SPREAD {k} {law:?} {sp:e} par {:?}", (w,h,m,mu,e,th,om,vx)); for d in desc.iter().take(6) { println!("    {d}"); } } } }
    } } println!("{nb} of {tot}, compared {cmpd}");
}
