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
use chetaev::analysis::Inverse;
// slider-crank with friction in slot, pins, brake; actuators: torque on crank, force on slider
struct S { m: Model, crank: BodyId, slider: BodyId, u: [VariableId;2], line: chetaev::prelude::ConstraintId<Slot> }
fn make(r: &mut R, kind: usize) -> Result<(S, State), E> {
    let mut b=ModelBuilder::new(); b.gravity([0.0,-9.81]);
    let th=r.r(-3.0,3.0); let l1=r.r(0.1,0.3); let l2=r.r(0.35,0.7);
    let crank=b.body("crank", RigidBody::rod(r.r(0.5,2.0), 2.0*l1).at(l1*th.cos(), l1*th.sin(), th)); 
    let (ax,ay)=(2.0*l1*th.cos(),2.0*l1*th.sin()); let l2=l2+l1; let be=-(ay/l2).asin();
    let rod=b.body("rod", RigidBody::rod(r.r(0.5,2.0), l2).at(ax+0.5*l2*be.cos(), ay+0.5*l2*be.sin(), be));
    let slider=b.body("slider", Particle::new(r.r(0.5,3.0)).at(ax+l2*be.cos(), 0.0));
    let p0=b.constraint("O", Revolute::new(GROUND.origin(), crank.point(-l1,0.0)));
    let p1=b.constraint("A", Revolute::new(crank.point(l1,0.0), rod.point(-0.5*l2,0.0)));
    let p2=b.constraint("B", Revolute::new(rod.point(0.5*l2,0.0), slider.origin()));
    let ax0=GROUND.axis([0.0,0.0],0.0);
    let g=b.constraint("guide", Slot::new(ax0, slider.origin()));
    let mu=|r: &mut R| { let k=r.r(0.05,0.35); Coulomb::new(k).holding(k*r.r(1.0,1.5)) };
    b.friction("slot", FrictionPoint::in_slot(g), mu(r));
    if kind>=1 { b.friction("brake", FrictionPoint::along(Angle::between(GROUND,crank), r.r(0.5,3.0)), mu(r)); }
    if kind>=2 { for (n,p) in [("O",p0),("A",p1),("B",p2)] { if r.p(0.7) { b.friction(format!("pin {n}"), FrictionPoint::in_pin(p, r.r(0.01,0.04)), mu(r)); } } }
    let u0=b.input("u0",0.0); let u1=b.input("u1",0.0);
    b.force("m0", AppliedAlong::signal(Angle::between(GROUND,crank), Signal::input(u0)));
    b.force("m1", AppliedAlong::signal(Travel::along(ax0,slider.origin()), Signal::input(u1)));
    b.force("load", Applied::force(slider.origin(), [r.r(-10.0,10.0), r.r(-10.0,10.0)]));
    let m=b.build()?; let st=m.start().hold("crank.theta").project()?.state;
    Ok((S{m,crank,slider,u:[u0,u1],line:g}, st))
}
fn holds(s:&S, st:&State, f:[f64;2]) -> Result<bool,E> { let mut x=st.clone(); x.set_variable(s.u[0],f[0]); x.set_variable(s.u[1],f[1]); s.m.decide_friction(&mut x)?; let at=s.m.read(&x); let a=at.body_acceleration(s.crank)[2]; Ok(a.abs()<1e-9) }
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    for seed in a[0]..a[1] { let mut r=R(seed*31+7); for _ in 0..9 {r.n();} let kind=(seed%3) as usize; trial(&format!("inv {seed} kind {kind}"), || {
        let (s,st)=make(&mut r,kind)?; let ang=Angle::between(GROUND,s.crank); let tr=Travel::along(GROUND.axis([0.0,0.0],0.0), s.slider.origin());
        let _=s.line;
        // one actuator at rest
        for (k,name) in ["m0","m1"].iter().enumerate() {
            let q=Inverse::of(&s.m); let q=if k==0 {q.actuator(name,ang)} else {q.actuator(name,tr)};
            let f=match q.motion(ang, |t| t*0.0+0.0).at(&st) {Ok(f)=>f,Err(e)=>{println!("  {name} rest: {e}");continue}};
            let [lo,hi]=f.range(name)?; let w=(hi-lo).abs().max(1e-3)+1e-6*(lo.abs()+hi.abs()); let mk=|u:f64| { let mut v=[0.0;2]; v[k]=u; v };
            let t=[lo-1e-3*w,lo+1e-3*w,0.5*(lo+hi),hi-1e-3*w,hi+1e-3*w].map(|u| holds(&s,&st,mk(u)).map_err(|e| e.to_string()));
            let got: Vec<_>=t.iter().map(|x| x.clone().unwrap_or(false)).collect();
            if t.iter().any(|x| x.is_err()) || got!=[false,true,true,true,false] { println!("  RANGE {name} [{lo},{hi}] holds {t:?}"); for k in 0..12 { let e=(10.0f64).powi(-k)*w; print!(" {:?}/{:?}/{:?}", -k, holds(&s,&st,mk(lo+e)).ok(), holds(&s,&st,mk(hi-e)).ok()); } println!(); }
            let le=f.least(name)?; let ex=0.0f64.clamp(lo,hi); if kind<2 && (le-ex).abs()>1e-9*(1.0+ex.abs()) { println!("  LEAST {name} {le} vs {ex}"); }
            // read
            let at=f.read()?; if at.body_acceleration(s.crank)[2].abs()>1e-7 { println!("  READ accel {}", at.body_acceleration(s.crank)[2]); }
            // compare moving: at state with speed, force vs run driver
        }
        // two actuators at rest
        { let q=Inverse::of(&s.m).actuator("m0",ang).actuator("m1",tr).limit("m1",-5.0,8.0);
          match q.motion(ang, |t| t*0.0).at(&st) { Err(e)=>println!("  two: {e}"), Ok(f)=>{ let (r0,r1)=(f.range("m0")?, f.range("m1")?);
            if !(r0[0].is_finite()&&r0[1].is_finite()&&r1[0].is_finite()&&r1[1].is_finite()) { println!("  TWO infinite {r0:?} {r1:?} least {:?}", f.least("m0")); } let mut seen=[f64::MAX,f64::MIN,f64::MAX,f64::MIN]; let mut best=f64::MAX;
            let n=24; for i in 0..=n { for j in 0..=n { let u0=r0[0]-0.1*(r0[1]-r0[0])+1.2*(r0[1]-r0[0])*i as f64/n as f64; let u1=-5.0+13.0*j as f64/n as f64; if holds(&s,&st,[u0,u1]).map_err(|e| format!("GRID {u0} {u1} {r0:?} {r1:?} {e}"))? { seen=[seen[0].min(u0),seen[1].max(u0),seen[2].min(u1),seen[3].max(u1)]; best=best.min(u0*u0+u1*u1); } } }
            if seen[0]<r0[0]-1e-7||seen[1]>r0[1]+1e-7||seen[2]<r1[0]-1e-7||seen[3]>r1[1]+1e-7 { println!("  TWO outside: seen {seen:?} ranges {r0:?} {r1:?}"); }
            let (w0,w1)=(r0[1]-r0[0],r1[1]-r1[0]); if (seen[0]-r0[0])>0.12*w0||(r0[1]-seen[1])>0.12*w0||(seen[2]-r1[0])>0.12*w1||(r1[1]-seen[3])>0.12*w1 { println!("  TWO far inside: seen {seen:?} ranges {r0:?} {r1:?}"); }
            let l=[f.least("m0")?,f.least("m1")?]; let c=l[0]*l[0]+l[1]*l[1]; if c>best+1e-9 { println!("  TWO least {l:?} cost {c} grid best {best}"); } if !holds(&s,&st,l)? { let l2=[l[0]*(1.0-1e-7),l[1]*(1.0-1e-7)]; let l3=[l[0]*(1.0+1e-7),l[1]*(1.0+1e-7)]; if !holds(&s,&st,l2)? && !holds(&s,&st,l3)? { println!("  TWO least does not hold {l:?}"); } } } } }
        // moving: inverse vs driver model acceleration
        { let om=r.r(-3.0,3.0); let al=r.r(-10.0,10.0); let mut x=s.m.start_from(st.clone()).hold("crank.theta").rate(ang,om).project().map_err(|e| format!("PROJ {e}"))?.state; s.m.decide_friction(&mut x).map_err(|e| format!("DEC {e} {x:?}"))?;
          match Inverse::of(&s.m).actuator("m0",ang).motion(ang, move |t| t*om+t*t*0.5*al).at(&x) { Err(e)=>println!("  moving {e}"), Ok(f)=>{ let u=f.force("m0")?; let mut y=x.clone(); y.set_variable(s.u[0],u); s.m.decide_friction(&mut y).map_err(|e| format!("DECY {u} {e}"))?; let a=s.m.read(&y).body_acceleration(s.crank)[2]; if (a-al).abs()>1e-7*(1.0+al.abs()) { println!("  MOVING u {u} accel {a} wanted {al}"); } } } }
        Ok(()) }); }
}
