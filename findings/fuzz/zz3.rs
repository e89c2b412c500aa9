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
const CL: [f64;12] = [0.0,2.0,-3.0,5.0,-5.0,1.0,4.0,-1.0,0.0,6.0,-2.0,3.0];
struct Made { m: Model, lims: Vec<(FrictionId,f64,f64)>, bodies: Vec<BodyId>, inp: Option<VariableId>, inq: Option<VariableId> }
fn make(seed: u64, order: bool) -> Result<Made, E> {
    let mut r = R(seed*7919+13); for _ in 0..10 { r.n(); }
    let n = 2 + r.k(3);
    let mut b = ModelBuilder::new();
    let grav = r.p(0.5);
    if grav { b.gravity([0.0,-9.81]); }
    let line = GROUND.axis([0.0,0.0],0.0);
    // draw all
    let masses: Vec<f64> = (0..n).map(|_| (r.r(-1.0,1.5)).exp()).collect();
    let v0: Vec<f64> = (0..n).map(|_| if r.p(0.5) {0.0} else {(r.r(-1.5,1.5)*4.0).round()/4.0}).collect();
    let same = r.p(0.3);
    let drive0 = r.p(0.3);
    let mut idx: Vec<usize> = (0..n).collect(); if order { idx.reverse(); }
    let mut bodies = vec![None; n];
    for &k in &idx { bodies[k] = Some(b.body(format!("b{k}"), RigidBody::new(masses[k],1.0).at(0.0,0.0,0.0).moving(if drive0 {0.0} else if same {v0[0]} else {v0[k]},0.0,0.0))); }
    let bodies: Vec<BodyId> = bodies.into_iter().map(|x| x.unwrap()).collect();
    let mut guides = vec![];
    for &k in &idx { guides.push((k, b.constraint(format!("g{k}"), Prismatic::new(line, bodies[k].axis([0.0,0.0],0.0))))); }
    guides.sort_by_key(|g| g.0);
    let mut lims = vec![];
    // friction pairs
    let np = n + r.k(n+1);
    let mut specs = vec![];
    for e in 0..np { let i = r.k(n); let j = r.k(n+1); let mk = r.r(0.1,0.5); let ms = if r.p(0.5) {mk} else {mk*r.r(1.0,1.6)}; let nn = (r.r(2.0,20.0)*2.0).round()/2.0; let kind = r.k(4); specs.push((e,i,j,mk,ms,nn,kind)); }
    if order { specs.reverse(); }
    for (e,i,j,mk,ms,nn,kind) in specs {
        let law = Coulomb::new(mk).holding(ms);
        if i==j || j==n {
            if grav && kind==0 { let [l,_] = FrictionPoint::in_guide(guides[i].1,[-1.0,1.5]); lims.push((b.friction(format!("r{e}"), l, law), mk, ms)); continue; }
            let m = Travel::along(line, bodies[i].origin());
            let f = if kind==1 { b.friction(format!("r{e}"), FrictionPoint::along_under_signal(m, Signal::constant(nn).sine(nn*1.2, 2.0, 0.3)), law) } else { b.friction(format!("r{e}"), FrictionPoint::along(m, nn), law) };
            lims.push((f,mk,ms));
        } else {
            let m = Travel::along(bodies[i].axis([0.0,0.0],0.0), bodies[j].origin());
            lims.push((b.friction(format!("r{e}"), FrictionPoint::along(m, nn), law),mk,ms));
        }
    }
    // couplers
    let free = n - usize::from(drive0);
    if free >= 3 && r.p(0.4) { let ratio = (r.r(-3.0,3.0)*2.0).round()/2.0+0.25; let (i,j)=(n-1,n-2);
        b.constraint("gear", Coupler::new(Travel::along(line,bodies[i].origin()), if same&&!drive0 {1.0} else {ratio}, Travel::along(line,bodies[j].origin()))); }
    if drive0 { let (a,w)=(r.r(0.1,0.5), r.r(1.0,5.0)); b.constraint("drv", Driver::new(Travel::along(line,bodies[0].origin()), move |t: Jet| (t*w).cos()*(-a)+a)); }
    for e in 0..r.k(3) { let i=r.k(n); let j=r.k(n+1); let k=r.r(5.0,200.0); let c=r.r(0.0,2.0);
        if i==j || j==n { b.force(format!("s{e}"), SpringDamper::guided(line,bodies[i].origin(),k).damping(c)); } else { b.force(format!("s{e}"), SpringDamper::along(Travel::along(bodies[i].axis([0.0,0.0],0.0), bodies[j].origin()),k).damping(c)); } }
    let fi=r.k(n); let (a,w,p)=(r.r(0.0,15.0), r.r(0.5,8.0), r.r(0.0,3.0));
    b.force("push", AppliedAlong::signal(Travel::along(line,bodies[fi].origin()), Signal::default().sine(a,w,p)));
    let inp = if r.p(0.6) { let u=b.input("u",0.0); b.force("ctl", AppliedAlong::signal(Travel::along(line,bodies[n-1].origin()), Signal::input(u))); Some(u) } else {None};
    let inq = if r.p(0.4) { let u=b.input("q",3.0); let m=Travel::along(line, bodies[n-1].origin()); let f=b.friction("brake", FrictionPoint::along_under_signal(m, Signal::input(u)), Coulomb::new(0.4)); lims.push((f,0.4,0.4)); Some(u) } else {None};
    Ok(Made{m:b.build()?, lims, bodies, inp, inq})
}
fn go(d: &Made, st: State, to: f64, tol: f64, meth: Method, every: Option<f64>) -> Result<Trajectory, E> {
    let (u,q)=(d.inp,d.inq);
    let mut s = sim(&d.m).tolerance(tol).method(meth);
    if let Some(u)=u { s=s.event(Event::every("c", 0.25).quiet().change_with(move |at,st| { st.set_variable(u, CL[((at.t()/0.25).round() as usize)%12]); Ok(()) })); }
    if let Some(q)=q { s=s.event(Event::every("c2", 0.5).quiet().change_with(move |at,st| { st.set_variable(q, CL[((at.t()/0.5).round() as usize)%12]*3.0); Ok(()) })); }
    if let Some(e)=every { s=s.every(e); }
    Ok(s.run(st,to)?)
}
fn check(d: &Made, run: &Trajectory) -> Vec<String> {
    let mut bad=vec![];
    for at in run.samples() {
        for &(f,mk,ms) in &d.lims { let x=match at.friction(f) {Ok(x)=>x, Err(e)=>{bad.push(format!("read {e}"));continue}};
            let n=x.load.abs();
            match x.mode { Mode::Stick => { if x.force.abs()>ms*n+1e-7 { bad.push(format!("t={} stick force {} > {} det={}", at.t(), x.force, ms*n, x.determined)); } if x.slip.abs()>1e-9 { bad.push(format!("t={} stick slip {}", at.t(), x.slip)); } }
              Mode::Forward|Mode::Backward => { let s=x.mode.direction(); if (x.force+s*mk*n).abs()>1e-7 { bad.push(format!("t={} slide force {} vs {}", at.t(), x.force, -s*mk*n)); } if x.slip*s < -1e-9 { bad.push(format!("t={} slip {} mode {:?}", at.t(), x.slip, x.mode)); } }
              m => bad.push(format!("mode {m:?}")) } }
    }
    bad
}
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let (from,to)=(a[0],a[1]); let verbose = a.len()>2;
    for seed in from..to { trial(&format!("seed {seed}"), || {
        let d = make(seed,false)?; let te=3.0;
        let st: State = match d.m.start().project() { Ok(s)=>s.into(), Err(e)=>{println!("  start {e}"); return Ok(())} };
        let run = match go(&d,st.clone(),te,1e-9,Method::Dop853,Some(0.003)) { Ok(r)=>r, Err(e)=>{ println!("  seed {seed} run: {e}"); if verbose { println!("{}", format!("{:?}", st)); println!("{:?}", serde_json::to_string_pretty(&d.m.saved().map_err(|e| e.to_string())?).map(|s| s.chars().take(12000).collect::<String>())); } return Ok(()) } };
        if verbose { show(&run); }
        let bad=check(&d,&run); for x in bad.iter().take(4) { println!("  BAD {x}"); } if bad.len()>4 { println!("   ... {}", bad.len()); }
        let kin=run.largest(|a| a.kinetic()); if run.energy_error()>1e-6*(1.0+kin) { println!("  ENERGY {:e}", run.energy_error()); }
        // sum of works
        let e0=run.first().unwrap().kinetic(); let e1=run.last().unwrap().kinetic(); let w: f64=run.end().works.iter().sum();
        if (e1-e0-w).abs()>1e-6*(1.0+kin) { println!("  WORKS {:e}", e1-e0-w); }
        let run2=go(&d,st.clone(),te,1e-11,Method::Dopri5,None);
        let d3=make(seed,true)?; let st3: State=d3.m.start().project()?.into();
        let run3=go(&d3,st3,te,1e-10,Method::Dop853,None); if verbose { if let Ok(r)=&run3 { println!("--- order"); show(r); } if let Ok(r)=&run2 { println!("--- fine"); show(r);} }
        if verbose { println!("{:?}", d.m.friction_names().collect::<Vec<_>>()); println!("{}", serde_json::to_string(&st).unwrap()); for f in d.m.friction_names() { println!("{f} {:?}", d.m.read(&st).friction(d.m.friction(f).unwrap())); } }
        let mut s=st.clone(); let mut rr=R(seed+5); let mut t=0.0; let mut fail=None; let mut ntr=0;
        while t<te { t+=rr.r(0.0,0.4); if rr.p(0.3) { if let Some(c)=run.transitions().iter().find(|c| c.t>s.t) { t=c.t; } } if rr.p(0.2) { t=(t/0.25).ceil()*0.25; } if t>te {t=te;} if t<=s.t {continue;} match go(&d,s.clone(),t,1e-9,Method::Dop853,None) { Ok(x)=>{ ntr+=x.transitions().len(); if verbose { println!("   piece {} -> {}", s.t, t); show(&x); } s=serde_json::from_str(&serde_json::to_string(x.end())?)?; }, Err(e)=>{fail=Some(e.to_string()); break;} } }
        let base=&run;
        let cmp=|name:&str, q:&dyn Fn(usize)->[f64;2], n:Option<usize>| { let mut w=0.0f64; for (k,b) in d.bodies.iter().enumerate() { let f=base.last().unwrap().body(*b); let [x,v]=q(k); w=w.max((f.origin.x-x).abs()).max((f.velocity.x-v).abs()); }
            if !(w<1e-6) || n.is_some_and(|n| n!=base.transitions().len()) { println!("  DIFF {name} seed {seed}: {w:e} transitions {} vs {:?}", base.transitions().len(), n); } };
        match &run2 { Ok(r)=>cmp("fine", &|k| { let f=r.last().unwrap().body(d.bodies[k]); [f.origin.x,f.velocity.x] }, Some(r.transitions().len())), Err(e)=>println!("  fine ERR {e}") }
        match &run3 { Ok(r)=>cmp("order", &|k| { let f=r.last().unwrap().body(d3.bodies[k]); [f.origin.x,f.velocity.x] }, Some(r.transitions().len())), Err(e)=>println!("  order ERR {e}") }
        if let Some(e)=fail { println!("  pieces ERR {e}"); } else { cmp("pieces", &|k| { let r=d.m.read(&s); let f=r.body(d.bodies[k]); [f.origin.x,f.velocity.x] }, None); let wdiff=s.works.iter().zip(&run.end().works).map(|(a,b)| (a-b).abs()).fold(0.0,f64::max); if wdiff>1e-5 { println!("  PIECES works {wdiff:e} ntr {ntr}"); } }
        Ok(()) }); }
}
