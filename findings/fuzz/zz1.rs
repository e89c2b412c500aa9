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

    t!("ctl_input_break", {
        let mut b = ModelBuilder::new(); b.gravity([0.0, -10.0]);
        let block = b.body("b", Particle::new(1.0));
        let line = GROUND.axis([0.0,0.0],0.0);
        let s = b.constraint("s", Slot::new(line, block.origin()));
        let u = b.input("u", 0.0);
        b.force("f", AppliedAlong::signal(Travel::along(line, block.origin()), Signal::input(u)));
        let r = b.friction("rub", FrictionPoint::in_slot(s), Coulomb::new(0.2).holding(0.3));
        let m = b.build()?;
        let vals = [0.0, 2.9, -2.9, 3.1, -3.1, 0.0, 3.0, 2.0];
        let mk = |from: State, to: f64| -> Result<Trajectory, E> {
            let ev = Event::every("tick", 0.1).quiet().change_with(|at, st| { let k = (at.t()/0.1).round() as usize; st.set_variable(u, vals[k.min(7)]); Ok(()) });
            Ok(sim(&m).tolerance(1e-11).every(0.05).event(ev).run(from, to)?) };
        let run = mk(m.start().project()?.into(), 1.5)?; show(&run);
        for a in run.samples() { print!("   [{:.2} u={} f={:.3} v={:.3}]", a.t(), a.variable(u), a.friction(r)?.force, a.v()[0]); } println!();
        println!("   works {:?}", run.end().works);
        // closed: 0.3 start with 3.1-2=1.1 ->0.4 v=0.11; then -3.1-2=-5.1: stop 0.4+0.11/5.1; then -3.1 beyond 3: back with -1.1 till 0.5; then +2 until stop; 
        // pieces
        let mut st: State = m.start().project()?.into();
        for to in [0.05,0.1,0.15,0.3,0.35,0.4,0.41,0.4215,0.43,0.5,0.52,0.6,0.7,1.0,1.5] { let r2 = mk(st, to)?; let txt = serde_json::to_string(r2.end())?; st = serde_json::from_str(&txt)?; }
        println!("   pieces end {:?} {:?} works {:?}", st.q, st.v, st.works);
    });
    t!("ctl_load_input", {
        let mut b = ModelBuilder::new();
        let block = b.body("b", Particle::new(1.0));
        let line = GROUND.axis([0.0,0.0],0.0);
        b.constraint("s", Slot::new(line, block.origin()));
        let n = b.input("n", 10.0);
        b.force("f", AppliedAlong::new(Travel::along(line, block.origin()), |_,_| 1.0));
        b.friction("rub", FrictionPoint::along_under_signal(Travel::along(line, block.origin()), Signal::input(n)), Coulomb::new(0.3));
        let m = b.build()?;
        let ev = Event::at("drop", [0.3]).change(|s| s.set_variable(n, 0.0));
        let ev2 = Event::at("press", [0.6]).change(|s| s.set_variable(n, -10.0));
        let run = sim(&m).event(ev).event(ev2).run(m.start().project()?, 2.0)?; show(&run);
        println!("   right: slides at 0.3, v=.3 at .6, stops .6+.3/2=.75, x=.045+.0225=.0675");
    });
    t!("two_slots_vs_guide", {
        let run = |two: bool, swap: bool| -> Result<Trajectory, E> {
            let mut b = ModelBuilder::new(); b.gravity([0.0, -9.81]);
            let line = GROUND.axis([0.0,0.0],0.1);
            let (s,c) = 0.1f64.sin_cos();
            let cart = b.body("cart", RigidBody::new(2.0,0.3).at(0.0,0.0,0.1).moving(c,s,0.0));
            let pull = Signal::constant(3.0).sine(18.0, 4.0, 0.0);
            let (la, lb) = (Coulomb::new(0.2).holding(0.25), Coulomb::new(0.3).holding(0.35));
            if two {
                let (x,y) = if swap {("B","A")} else {("A","B")};
                let mk = |b: &mut ModelBuilder, nm: &str| { let x = if nm=="A" {-0.2} else {0.3}; let k = b.constraint(nm, Slot::new(line, cart.point(x,0.0))); b.friction(format!("rub {nm}"), FrictionPoint::in_slot(k), if nm=="A" {la} else {lb}); };
                mk(&mut b, x); mk(&mut b, y);
            } else {
                let g = b.constraint("g", Prismatic::new(line, cart.axis([0.0,0.0],0.0)));
                let [l,r] = FrictionPoint::in_guide(g, [-0.2,0.3]);
                b.friction("rub A", l, la); b.friction("rub B", r, lb);
            }
            b.force("pull", Applied::signal(cart.point(0.05,0.4), [pull, Signal::default()], Signal::default()));
            let m = b.build()?;
            Ok(sim(&m).tolerance(1e-11).run(m.start().project()?, 6.0)?) };
        show(&run(false,false)?); show(&run(true,false)?); show(&run(true,true)?);
    });
    t!("jaws", {
        // block A between ground and B; B pressed by a jaw (ground): chain: ground-A (10N), A-B (20N), B-jaw(10 N)
        let mut b = ModelBuilder::new();
        let line = GROUND.axis([0.0,0.0],0.0);
        let a = b.body("a", RigidBody::new(1.0,1.0)); let bb = b.body("bb", RigidBody::new(2.0,1.0));
        b.constraint("sa", Prismatic::new(line, a.axis([0.0,0.0],0.0)));
        b.constraint("sb", Prismatic::new(line, bb.axis([0.0,0.0],0.0)));
        b.friction("ga", FrictionPoint::along(Travel::along(line, a.origin()), 10.0), Coulomb::new(0.3));
        b.friction("ab", FrictionPoint::along(Travel::along(a.axis([0.0,0.0],0.0), bb.origin()), 20.0), Coulomb::new(0.3));
        b.friction("gb", FrictionPoint::along(Travel::along(line, bb.origin()), 10.0), Coulomb::new(0.3));
        b.force("f", AppliedAlong::new(Travel::along(line, a.origin()), |t,_| 12.0*t));
        let m = b.build()?;
        let run = sim(&m).tolerance(1e-11).run(m.start().project()?, 3.0)?; show(&run);
        println!("   right: both slide at 12 t = 6 -> t=0.5; a together (12t-6)/3; ab carries 12t-3-(12t-6)/3=8t-1 > 6 at t=.875");
    });
    for eps in [1e-2,1e-3,1e-4,1e-5,1e-6,1e-8] { t!("short_slip", {
        let mut b = ModelBuilder::new();
        let line = GROUND.axis([0.0,0.0],0.0);
        let a = b.body("a", Particle::new(1.0));
        b.constraint("sa", Slot::new(line, a.origin()));
        b.friction("r", FrictionPoint::along(Travel::along(line, a.origin()), 10.0), Coulomb::new(0.3));
        b.force("f", AppliedAlong::new(Travel::along(line, a.origin()), move |t,_| 3.0*(1.0+eps)*t.sin()));
        let m = b.build()?;
        let run = sim(&m).run(m.start().project()?, 100.0)?;
        // slip: sin t1 = 1/(1+eps); stops when 3(1+eps)(cos t1 - cos t) = 3 (t-t1)
        let t1 = (1.0/(1.0+eps) as f64).asin(); let mut t = t1+2.0*(1.5707963-t1)*1.5;
        for _ in 0..200 { let f=(1.0+eps)*(t1.cos()-t.cos())-(t-t1); let d=(1.0+eps)*t.sin()-1.0; t-=f/d; }
        let x = 3.0*(1.0+eps)*((t-t1)*t1.cos() - (t.sin()-t1.sin())) - 1.5*(t-t1).powi(2);
        let tr: Vec<f64> = run.transitions().iter().map(|c| c.t).collect();
        println!("   eps={eps:e} n={} (32 halves -> 64), first {:?} right {:?}, steps {}", tr.len(), &tr[..tr.len().min(2)], (t1,t), run.counters().steps);
        let mut worst=0.0f64; for (k,c) in tr.chunks(2).enumerate() { let o=k as f64*std::f64::consts::PI; worst=worst.max((c[0]-o-t1).abs()).max((c.get(1).unwrap_or(&f64::NAN)-o-t).abs()); }
        println!("   worst {worst:e}; net x {:?} one slip {x:e}", run.end().q);
    }); }
    t!("same_stop", {
        let mut b = ModelBuilder::new(); b.gravity([0.0,-10.0]);
        let line = GROUND.axis([0.0,0.0],0.0);
        let mut ids=vec![];
        for k in 0..3 { let a = b.body(format!("a{k}"), Particle::new(1.0+k as f64).at(k as f64,0.0).moving(1.0,0.0));
            let s=b.constraint(format!("s{k}"), Slot::new(line,a.origin())); b.friction(format!("r{k}"), FrictionPoint::in_slot(s), Coulomb::new(0.25)); ids.push(a);}
        b.force("spring", SpringDamper::between(ids[0].origin(), ids[1].origin(), 100.0).rest(1.0));
        b.force("spring2", SpringDamper::between(ids[1].origin(), ids[2].origin(), 100.0).rest(1.0));
        let m=b.build()?; let run = sim(&m).run(m.start().project()?, 2.0)?; show(&run); println!("   right stop at 0.4");
    });
    t!("same_stop_stacked", {
        // B on A: A on ground friction .1, A-B friction .3 : both with same velocity -> stop together at once
        let mut b = ModelBuilder::new(); b.gravity([0.0,-10.0]);
        let line = GROUND.axis([0.0,0.0],0.0);
        let a = b.body("a", RigidBody::new(1.0,1.0).moving(1.0,0.0,0.0)); let c = b.body("c", RigidBody::new(2.0,1.0).at(0.0,0.5,0.0).moving(1.0,0.0,0.0));
        let g=b.constraint("ga", Prismatic::new(line,a.axis([0.0,0.0],0.0))); let h=b.constraint("h", Prismatic::new(a.axis([0.0,0.5],0.0), c.axis([0.0,0.0],0.0)));
        for (k,f) in FrictionPoint::in_guide(g,[-1.0,1.0]).into_iter().enumerate() { b.friction(format!("g{k}"), f, Coulomb::new(0.1)); }
        for (k,f) in FrictionPoint::in_guide(h,[-0.5,0.5]).into_iter().enumerate() { b.friction(format!("h{k}"), f, Coulomb::new(0.3)); }
        let m=b.build()?; let run = sim(&m).run(m.start().project()?, 2.0)?; show(&run); println!("   right stop at 1.0 x=.5");
    });
}
