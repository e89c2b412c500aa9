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
    let only: Option<String> = std::env::args().nth(1);
    let want = |n: &str| only.as_ref().is_none_or(|o| n.starts_with(o.as_str()));
    macro_rules! t { ($n:expr, $b:block) => { if want($n) { trial($n, || { $b; #[allow(unreachable_code)] Ok(()) }); } } }

    macro_rules! drv { ($n:expr, $law:expr, $t0:expr, $te:expr) => { t!($n, {
        let mut b = ModelBuilder::new();
        let a = b.body("a", RigidBody::new(2.0,1.0));
        let line = GROUND.axis([0.0,0.0],0.0);
        b.constraint("p", Prismatic::new(line, a.axis([0.0,0.0],0.0)));
        let law = $law;
        let d = b.constraint("d", Driver::new(Travel::along(line,a.origin()), law));
        let m = b.build()?;
        let st = m.start().time($t0).project()?;
        println!("   start q={:?} v={:?}", st.state.q, st.state.v);
        let run = sim(&m).run(st, $te)?; show(&run);
        let e = run.last().unwrap(); println!("   law at end {:?} mult {:?} work {:?}", law(Jet::time($te)), e.multipliers(d), e.work_of_constraint(d));
    }); } }
    drv!("drv_corner", |t: Jet| if t.value<0.5 {t*1.0} else {t*2.0-0.5}, 0.0, 1.0);
    drv!("drv_jump", |t: Jet| if t.value<0.5 {t*1.0} else {t*1.0+0.1}, 0.0, 1.0);
    drv!("drv_jump_bump", |t: Jet| if t.value>0.5 && t.value<0.5001 {t*1.0+0.1} else {t*1.0}, 0.0, 1.0);
    drv!("drv_jump_small", |t: Jet| if t.value<0.5 {t*1.0} else {t*1.0+1e-7}, 0.0, 1.0);
    drv!("drv_jump_tiny", |t: Jet| if t.value<0.5 {t*1.0} else {t*1.0+1e-10}, 0.0, 1.0);
    drv!("drv_corner_small", |t: Jet| if t.value<0.5 {t*1.0} else {t*(1.0+1e-6)-0.5e-6}, 0.0, 1.0);
    drv!("drv_acc_jump", |t: Jet| if t.value<0.5 {t*t} else {t-0.25}, 0.0, 1.0);
    drv!("drv_acc_jump2", |t: Jet| if t.value<0.30001 {t*t} else if t.value < 0.30002 { (t-0.30001)*(t-0.30001)*(-3.0) + t*0.60002 - 0.30001*0.30001 } else {let tau=0.00001; t*(0.60002-6.0*tau) - 0.30001*0.30001 +3.0*tau*tau + 6.0*tau*0.30001 }, 0.0, 1.0);
    drv!("drv_abs_sin", |t: Jet| t.sin().abs(), 0.1, 10.0);
    drv!("drv_saw", |t: Jet| { let k=(t.value/0.1).floor(); t-0.1*k }, 0.0, 1.0);
    drv!("drv_jump_at_start", |t: Jet| if t.value<=0.0 {t*1.0} else {t*2.0+0.5}, 0.0, 1.0);
    drv!("drv_corner_at_start", |t: Jet| if t.value<=0.0 {t*1.0} else {t*2.0}, 0.0, 1.0);
    drv!("drv_jump_at_end", |t: Jet| if t.value<1.0 {t*1.0} else {t*2.0+0.5}, 0.0, 1.0);
    drv!("drv_const_jet", |t: Jet| Jet::constant(t.value*t.value), 0.0, 1.0);
    drv!("drv_wrong_second", |t: Jet| Jet::new(t.value*t.value, 2.0*t.value, 0.0), 0.0, 1.0);
    drv!("drv_wrong_first", |t: Jet| Jet::new(t.value*t.value, 1.0*t.value, 2.0), 0.0, 1.0);
    drv!("drv_sqrt", |t: Jet| t.sqrt(), 0.0, 1.0);
    drv!("drv_powf15", |t: Jet| t.powf(1.5), 0.0, 1.0);
    drv!("drv_powf25", |t: Jet| t.powf(2.5), 0.0, 1.0);
    drv!("drv_nan", |t: Jet| if t.value<0.5 {t*1.0} else {t*f64::NAN}, 0.0, 1.0);
    drv!("drv_fast", |t: Jet| (t*1e4).sin()*1e-3, 0.0, 1.0);
    drv!("drv_late_t", |t: Jet| (t*3.0).sin(), 1e6, 1e6+1.0);
    drv!("drv_step_smooth", |t: Jet| { let x=(t-0.5)*1e4; x.tanh()*0.1 }, 0.0, 1.0);
    // table signals
    for (n,sig) in [("linear", Signal::table(LookupTable::linear(&[[0.0,0.0],[0.5,1.0],[1.0,0.0]]).unwrap())), ("cubic", Signal::table(LookupTable::cubic(&[[0.0,0.0],[0.5,1.0],[1.0,0.0]]).unwrap())),
       ("ramp", Signal::ramp([0.2,0.4],[0.0,1.0])), ("smooth", Signal::smooth_step([0.2,0.4],[0.0,1.0])), ("trap", Signal::trapezoid([0.1,0.2,0.3,0.4],1.0)),
       ("smooth0", Signal::smooth_step([0.0,1e-6],[0.0,1e-3])), ("ramp_at0", Signal::ramp([-1.0,0.0],[0.0,1.0])), ("ramp_end", Signal::ramp([1.0,2.0],[0.0,1.0]))] {
      t!("sig", { println!("   {n}");
        let mut b = ModelBuilder::new();
        let a = b.body("a", RigidBody::new(2.0,1.0));
        let line = GROUND.axis([0.0,0.0],0.0);
        b.constraint("p", Prismatic::new(line, a.axis([0.0,0.0],0.0)));
        let d = b.constraint("d", Driver::signal(Travel::along(line,a.origin()), sig.clone()));
        let m = b.build()?;
        let run = sim(&m).run(m.start().project()?, 1.0)?; show(&run);
        let e = run.last().unwrap(); println!("   val {:?} mult {:?} work {:?}", sig.value(1.0), e.multipliers(d), e.work_of_constraint(d));
      }); }
    // tray with block sticking, acceleration jumps
    for (k,aj) in [1.9,2.1].into_iter().enumerate() { t!("tray", { println!("   {k}");
        let mut b = ModelBuilder::new(); b.gravity([0.0,-10.0]);
        let tray = b.body("tray", RigidBody::new(2.0,1.0)); let bl = b.body("bl", Particle::new(1.0));
        let line = GROUND.axis([0.0,0.0],0.0);
        b.constraint("p", Prismatic::new(line, tray.axis([0.0,0.0],0.0)));
        let d = b.constraint("d", Driver::new(Travel::along(line,tray.origin()), move |t: Jet| { let w=0.03; let (x,v)=(0.5*0.25,0.5); let _=w;
            if t.value<0.5 {t*t*0.5} else if t.value<0.53 { let s=t-0.5; s*s*(0.5*aj)+s*v+x } else { let s=t-0.53; s*(v+aj*0.03)+(x+v*0.03+0.5*aj*0.0009) } }));
        let sl = b.constraint("sl", Slot::new(tray.axis([0.0,0.0],0.0), bl.origin()));
        b.friction("rub", FrictionPoint::in_slot(sl), Coulomb::new(0.2));
        let m = b.build()?;
        let run = sim(&m).run(m.start().project()?, 2.0)?; show(&run);
        let ee = run.last().unwrap(); println!("   works {:?} work of d {:?} kin {}", run.end().works, ee.work_of_constraint(d), ee.kinetic());
        println!("   right for 2.1: slips at .5 and stops at 0.53+0.003/2=.5315");
    }); }
    // two gears in series with friction in pins; belt via coupler; driver torque
    t!("gears", {
        let mut b = ModelBuilder::new(); b.gravity([0.0,-10.0]);
        let mut w=vec![]; let mut p=vec![];
        for (k,(r,x)) in [(0.2,0.0),(0.1,0.3),(0.3,0.7)].into_iter().enumerate() {
            let d=b.body(format!("w{k}"), RigidBody::disk(1.0+k as f64, r).at(x,0.0,0.0)); let q=b.constraint(format!("p{k}"), Revolute::new(GROUND.point(x,0.0), d.origin()));
            b.friction(format!("r{k}"), FrictionPoint::in_pin(q,0.01), Coulomb::new(0.3)); w.push(d); p.push(q); }
        let an=|k:usize| Angle::between(GROUND,w[k]);
        b.constraint("c01", Coupler::new(an(1), -2.0, an(0))); b.constraint("c12", Coupler::new(an(2), -1.0/3.0, an(1)));
        let dr=b.constraint("drive", Driver::new(an(0), |t| t*t*1.5));
        let m=b.build()?; let run=sim(&m).run(m.start().project()?, 2.0)?; show(&run);
        let e=run.last().unwrap();
        let j=[0.5*1.0*0.04,0.5*2.0*0.01,0.5*3.0*0.09]; let g=[1.0,-2.0,2.0/3.0];
        let mut tq=0.0; for k in 0..3 { tq+=j[k]*3.0*g[k]*g[k]; tq+=0.3*0.01*10.0*(1.0+k as f64)*(g[k] as f64).abs(); }
        println!("   torque {:?} right {tq}; works {:?} sum {} kin {}", e.multipliers(dr), run.end().works, run.end().works.iter().sum::<f64>(), e.kinetic());
    });
    t!("gear_chain_breakaway", {
        // torque ramp on wheel 0; breakaway at sum of friction torques * ratio
        let mut b = ModelBuilder::new(); b.gravity([0.0,-10.0]);
        let mut w=vec![];
        for (k,(r,x)) in [(0.2,0.0),(0.1,0.3),(0.3,0.7)].into_iter().enumerate() {
            let d=b.body(format!("w{k}"), RigidBody::disk(1.0+k as f64, r).at(x,0.0,0.0)); let q=b.constraint(format!("p{k}"), Revolute::new(GROUND.point(x,0.0), d.origin()));
            b.friction(format!("r{k}"), FrictionPoint::in_pin(q,0.01), Coulomb::new(0.3)); w.push(d); }
        let an=|k:usize| Angle::between(GROUND,w[k]);
        b.constraint("c01", Coupler::new(an(1), -2.0, an(0))); b.constraint("c12", Coupler::new(an(2), -1.0/3.0, an(1)));
        b.force("t", Applied::torque(w[0], |t| 0.1*t));
        let m=b.build()?; let run=sim(&m).run(m.start().project()?, 3.0)?; show(&run);
        println!("   right {}", (0.03+2.0*0.06+0.09*2.0/3.0)/0.1);
        for k in 0..3 { println!("   range at 1.0 {:?}", { let s=sim(&m).run(m.start().project()?, 1.0)?; let st=s.end().clone(); let r=m.read(&st).friction_range(m.friction(&format!("r{k}")).unwrap())?; r }); }
    });
}
