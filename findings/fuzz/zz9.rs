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
use chetaev::hybrid::Stop;
use chetaev::contact::CornerOnLine;
use chetaev::analysis::Study;
fn main() {
    let only: Option<String> = std::env::args().nth(1);
    let want = |n: &str| only.as_ref().is_none_or(|o| n.starts_with(o.as_str()));
    macro_rules! t { ($n:expr, $b:block) => { if want($n) { trial($n, || { $b; #[allow(unreachable_code)] Ok(()) }); } } }
    t!("start_rate", {
        for g in [0,1,2,3] { let mut b=ModelBuilder::new(); if g!=3 {b.gravity([0.0,-9.81]);}
        let rod=b.body("rod", RigidBody::rod(1.0,1.0).at(0.5,0.0,0.0)); let p=b.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5,0.0)));
        if g==1 { b.friction("f", FrictionPoint::in_pin(p,0.01), Coulomb::new(0.1)); }
        let m=b.build()?; let an=Angle::between(GROUND,rod);
        let st=m.start().hold("rod.theta").project()?.state;
        println!("  hold+rate {:?}", m.start_from(st.clone()).hold("rod.theta").rate(an,2.0).project().map(|s| s.state.v).map_err(|e| e.to_string()));
        println!("  rate {:?}", m.start_from(st.clone()).rate(an,2.0).project().map(|s| s.state.v).map_err(|e| e.to_string()));
        println!("  rate fresh {:?}", m.start().rate(an,2.0).project().map(|s| s.state.v).map_err(|e| e.to_string()));
        println!("  rate pin {:?}", m.start().rate(p,2.0).project().map(|s| s.state.v).map_err(|e| e.to_string())); }
    });
    t!("limits_mu0", { for mu in [0.0, 1e-300, 1e-12, 1e3, 1e12, 1e300] { let mut b=ModelBuilder::new(); b.gravity([0.0,-10.0]); let a=b.body("a", Particle::new(1.0).moving(1.0,0.0)); let l=GROUND.axis([0.0,0.0],0.0); let s=b.constraint("s",Slot::new(l,a.origin())); b.friction("f",FrictionPoint::in_slot(s),Coulomb::new(mu)); b.force("p", AppliedAlong::new(Travel::along(l,a.origin()), |t: f64,_| (3.0*t).sin()));
        match b.build() { Ok(m)=> match sim(&m).run(m.start().project()?,2.0) { Ok(r)=>{println!(" mu {mu:e}"); show(&r)},Err(e)=>println!("  mu {mu:e} {e}")}, Err(e)=>println!("  mu {mu:e} build {e}") } } });
    t!("zero_load", { // no gravity: load 0: free
        let mut b=ModelBuilder::new(); let a=b.body("a", Particle::new(1.0)); let l=GROUND.axis([0.0,0.0],0.0); let s=b.constraint("s",Slot::new(l,a.origin())); let f=b.friction("f",FrictionPoint::in_slot(s),Coulomb::new(0.5)); b.force("p", Applied::new(a.origin(), |t: f64,_: &_| ([1.0, if t>1.0 {-(t-1.0)*10.0} else {0.0}],0.0)));
        let m=b.build()?; let r=sim(&m).run(m.start().project()?,1.2)?; show(&r); println!("   {:?} right x=.5*1+... v=1+.2-5*.5*.04=", r.last().unwrap().friction(f)); });
    t!("nobody", { let b=ModelBuilder::new(); match b.build() { Ok(m)=> { println!("  built"); match sim(&m).run(m.placed(),1.0) {Ok(r)=>show(&r),Err(e)=>println!("  {e}")} println!("  {:?}", m.start().project().map(|s| s.state)); }, Err(e)=>println!("  {e}") } });
    t!("nobody_input", { let mut b=ModelBuilder::new(); let u=b.input("u",0.0); match b.build() { Ok(m)=> { match sim(&m).event(Event::every("c",0.1).change(move |s| {let x=s.variable(u); s.set_variable(u,x+1.0)})).every(0.25).run(m.placed(),1.0) {Ok(r)=>{show(&r); println!("{} {:?}", r.end().variable(u), r.times());},Err(e)=>println!("  {e}")} }, Err(e)=>println!("  {e}") } });
    t!("free_body", { let mut b=ModelBuilder::new(); b.body("a", RigidBody::new(1.0,1.0).moving(1.0,2.0,1e4)); let m=b.build()?; let r=sim(&m).run(m.placed(),1e4)?; show(&r); });
    t!("times", { let mut b=ModelBuilder::new(); let a=b.body("a", Particle::new(1.0).moving(1.0,0.0)); let m=b.build()?;
        for (n,o,t0,te) in [("every .1 from 0.05", Output::Every(0.1), 0.05, 1.05),("every .1", Output::Every(0.1),0.0,1.0),("every .3", Output::Every(0.3),0.0,1.0),("every .1 1e6",Output::Every(0.1),1e6,1e6+1.0),("times dup", Output::Times(vec![0.5,0.5]),0.0,1.0),("times empty", Output::Times(vec![]),0.0,1.0),("times ends", Output::Times(vec![0.0,1.0]),0.0,1.0),("te=t0", Output::Every(0.1),0.5,0.5),("te<t0",Output::Every(0.1),0.5,0.2),("nan",Output::Steps,0.0,f64::NAN),("inf",Output::Ends,0.0,f64::INFINITY),("neg t", Output::Every(0.25),-1.0,1.0),("times inf", Output::Times(vec![0.5,f64::INFINITY]),0.0,1.0)] {
            let ev=Event::every("tick",0.2); 
            match sim(&m).output(o).event(ev).run(m.placed().at(t0),te) { Ok(r)=>println!("  {n}: {:?} x={} n={} ev {:?}", r.times().iter().take(12).collect::<Vec<_>>(), r.end().q[0], r.len(), r.events().iter().map(|e| e.t).collect::<Vec<_>>()), Err(e)=>println!("  {n}: {e}") } }
        let _=a; });
    t!("clock_at", { let mut b=ModelBuilder::new(); b.body("a", Particle::new(1.0).moving(1.0,0.0)); let m=b.build()?; for ts in [vec![0.5,0.5,0.2],vec![0.0,1.0],vec![f64::NAN],vec![-1.0,2.0],vec![f64::INFINITY], vec![0.3,0.3+1e-17,0.3+1e-16, 0.30000000000000004]] { match sim(&m).event(Event::at("e",ts.clone())).run(m.placed(),1.0) {Ok(r)=>println!("  {ts:?} -> {:?}", r.events().iter().map(|e| e.t).collect::<Vec<_>>()),Err(e)=>println!("  {ts:?} {e}")} }
       for iv in [0.0,-1.0,f64::NAN,f64::INFINITY,1e-18,2.0] { match sim(&m).event(Event::every("e",iv)).run(m.placed(),1.0) {Ok(r)=>println!("  {iv:?} -> {:?}", r.events().iter().map(|e| e.t).collect::<Vec<_>>()),Err(e)=>println!("  {iv:?} {e}")} } });
    t!("two_events_one_instant", { // guard event & clock & change at the same instant: x=t-0.5 and clock .5
        let mut b=ModelBuilder::new(); let a=b.body("a", Particle::new(1.0).moving(1.0,0.0)); let u=b.input("u",1.0); let m=b.build()?;
        for o in 0..2 { let g=Event::new("g", |at: &Snapshot| at.body(a).origin.x-0.5).change(move |s| {let x=s.variable(u); s.set_variable(u,x*10.0)}); let c=Event::at("c",[0.5]).change(move |s| {let x=s.variable(u); s.set_variable(u,x+1.0)});
          let s=sim(&m); let s=if o==0 {s.event(g).event(c)} else {s.event(c).event(g)}; let r=s.run(m.placed(),1.0)?; println!("  order {o}: u={} events {:?}", r.end().variable(u), r.events().iter().map(|e| (e.t,e.name.clone())).collect::<Vec<_>>()); } });
    // works, impacts
    t!("impact_energy", { let mut b=ModelBuilder::new(); b.gravity([0.0,-9.81]); let rod=b.body("rod", RigidBody::new(1.3,0.2).at(0.0,0.8,0.4).moving(1.5,0.0,-2.0)); let l=GROUND.axis([0.0,0.0],0.0);
        for (n,x) in [("l",-0.4),("r",0.4)] { b.contact(n, Contact::between(GROUND,rod,CornerOnLine::new(l,[x,-0.1])), Rigid::rough(Coulomb::new(0.3)).bouncing(0.5)); }
        let sp=b.force("sp", SpringDamper::between(GROUND.point(0.0,1.0), rod.point(0.1,0.1), 3.0).rest(0.2).damping(0.2));
        let m=b.build()?; let r=sim(&m).tolerance(1e-11).every(0.01).run(m.start().project()?,3.0)?; let lost: f64=r.impacts().iter().map(|i| i.lost).sum();
        let (f,e)=(r.first().unwrap(),r.last().unwrap()); let w: f64=r.end().works.iter().sum();
        println!("  names {:?} works {:?}", m.work_names(), r.end().works); println!("  dK+dVg {} works {w} lost {lost} resid {:e} spring {:?} eerr {:e} impacts {}", e.kinetic()-f.kinetic()+1.3*9.81*(e.body(rod).origin.y-f.body(rod).origin.y), e.kinetic()-f.kinetic()+1.3*9.81*(e.body(rod).origin.y-f.body(rod).origin.y)-w+lost, e.work(sp), r.energy_error(), r.impacts().len());
        // resume at impacts
        let mut worst=0.0f64; for k in [0usize,1,2,3,5,8,13] { if let Some(i)=r.impacts().get(k) { for d in [-1e-12,0.0,1e-14,1e-12] { let h=sim(&m).tolerance(1e-11).run(m.start().project()?,i.t+d)?; let st: State=serde_json::from_str(&serde_json::to_string(h.end())?)?; let g=sim(&m).tolerance(1e-11).run(st,3.0)?; let w=(0..3).map(|c| (g.end().q[c]-r.end().q[c]).abs()).fold(0.0,f64::max); worst=worst.max(w); if w>1e-7 || h.impacts().len()+g.impacts().len()!=r.impacts().len() { println!("   k {k} d {d:e} t {} diff {w:e} impacts {}+{} vs {}", i.t, h.impacts().len(), g.impacts().len(), r.impacts().len()); } } } } println!("  resume worst {worst:e}"); 
        show(&r) });
    t!("zeno_resume", { for d in [0.5,0.9,0.99,0.999,0.9999,0.99999,0.999999,1.0,1.0000001] { let mut b=ModelBuilder::new(); b.gravity([0.0,-10.0]); let a=b.body("a", RigidBody::new(1.0,1.0).at(0.0,0.2,0.0).moving(0.3,0.0,0.0)); let l=GROUND.axis([0.0,0.0],0.0); let s=Stop::above(Travel::across(l,a.origin()),0.0); let c=b.contact("c", s, Rigid::smooth().bouncing(0.7)); let m=b.build()?;
        let tr=(0.04f64).sqrt()*(1.7/0.3); let w=sim(&m).run(m.placed(),2.0)?; let h=sim(&m).run(m.placed(),tr*d)?; let st: State=serde_json::from_str(&serde_json::to_string(h.end())?)?; let g=sim(&m).run(st,2.0)?; let all: Vec<_>=h.transitions().iter().chain(g.transitions()).map(|c| (c.t,c.to)).collect();
        println!("  d {d}: impacts {}+{} vs {}; rest {:?} whole {:?} right {tr}; end {:?} vs {:?} lost {} {:?}", h.impacts().len(), g.impacts().len(), w.impacts().len(), all, w.transitions().iter().map(|c| (c.t,c.to)).collect::<Vec<_>>(), g.end().q, w.end().q, h.impacts().iter().chain(g.impacts()).map(|i| i.lost).sum::<f64>(), g.last().unwrap().contact(c).normal); } });
    t!("units_small", { for sc in [1e-6,1e-3,1.0,1e3,1e6] { let mut b=ModelBuilder::new(); b.gravity([0.0,-9.81*sc]); let r=b.body("rod", RigidBody::rod(1.0,sc).at(0.5*sc,0.0,0.0)); let p=b.constraint("p",Revolute::new(GROUND.origin(), r.point(-0.5*sc,0.0))); b.friction("f",FrictionPoint::in_pin(p,0.05*sc),Coulomb::new(0.2)); let m=b.build()?; match sim(&m).run(m.start().project()?,3.0) {Ok(r)=>println!("  {sc:e} {:?} {:?} n={} steps {}", r.end().q[2], r.transitions().first().map(|c| c.t), r.transitions().len(), r.counters().steps),Err(e)=>println!("  {sc:e} {e}")} } });
    t!("mass_ratio", { for ra in [1e-9,1e-6,1e-3,1.0,1e3,1e6,1e9,1e12] { let mut b=ModelBuilder::new(); b.gravity([0.0,-9.81]); let l=GROUND.axis([0.0,0.0],0.0); let a=b.body("a", Particle::new(ra).moving(1.0,0.0)); let c=b.body("c", Particle::new(1.0).at(0.0,0.0).moving(1.0,0.0)); let s=b.constraint("s",Slot::new(l,a.origin())); let s2=b.constraint("s2",Slot::new(l,c.origin())); b.friction("f",FrictionPoint::in_slot(s),Coulomb::new(0.2).holding(0.3)); b.friction("f2",FrictionPoint::in_slot(s2),Coulomb::new(0.1).holding(0.3)); let m=b.build()?; match sim(&m).run(m.start().project()?,3.0) {Ok(r)=>println!("  {ra:e} {:?} {:?} right {:?}", r.end().q, r.transitions().iter().map(|c| c.t).collect::<Vec<_>>(), (1.0/1.962,1.0/0.981,0.5/1.962,0.5/0.981)),Err(e)=>println!("  {ra:e} {e}")} } });
    t!("study", { let s=Study::new(5, ["a","b"], |i| -> Result<Vec<f64>,String> { if i==2 {Err("no, \"really\"\nnewline,comma".into())} else if i==3 { Ok(vec![f64::NAN, f64::INFINITY]) } else { Ok(vec![i as f64, 0.1*i as f64]) } }).settings("x=1").threads(2); let f="/tmp/zz_study.csv"; let _=std::fs::remove_file(f); let r=s.run_in(f)?; println!("  {:?} failed {:?} col {:?}", r.rows().len(), r.failed().collect::<Vec<_>>(), r.column("b")); print!("{}", std::fs::read_to_string(f)?);
        let again=chetaev::analysis::Results::read_csv(f)?; println!("  {:?} {:?}", again.failed().collect::<Vec<_>>(), again.column("a"));
        let r2=Study::new(5, ["a","b"], |i| -> Result<Vec<f64>,String> { Ok(vec![i as f64,0.0]) }).settings("x=1").run_in(f); println!("  again {:?}", r2.map(|r| (r.column("b"), r.failed().count())).map_err(|e| e.to_string()));
        let r2=Study::new(5, ["a"], |i| -> Result<Vec<f64>,String> { Ok(vec![i as f64,0.0]) }).run(); println!("  wrong len {:?}", r2.map(|r| (r.column("a"), r.failed().map(|x| x.1.to_string()).collect::<Vec<_>>())).map_err(|e| e.to_string()));
        let r2=Study::new(3, ["a"], |i| -> Result<Vec<f64>,String> { if i==1 {panic!("oh")} Ok(vec![i as f64]) }).threads(2).run(); println!("  panic {:?}", r2.map(|r| (r.column("a"), r.failed().map(|x| x.1.to_string()).collect::<Vec<_>>())).map_err(|e| e.to_string()));
    });
}
