//! How often is the decided motion one that starts below a limit, while another does not? (rows of blocks under given loads, undecided starts)
use chetaev::prelude::*;
struct R(u64);
impl R { fn n(&mut self)->u64 { self.0^=self.0<<13; self.0^=self.0>>7; self.0^=self.0<<17; self.0.wrapping_mul(0x2545F4914F6CDD1D) } fn u(&mut self)->f64 { (self.n()>>11) as f64/(1u64<<53) as f64 } fn r(&mut self,a:f64,b:f64)->f64 { a+(b-a)*self.u() } fn k(&mut self,n:usize)->usize { ((self.n()>>33) as usize)%n } }
fn main() {
    let (mut bad, mut n, mut none, mut one)=(0,0,0,0); let mut r=R(991);
    for seed in 0..250 { let nb=2+r.k(2); let mut b=ModelBuilder::new(); let line=GROUND.axis([0.0,0.0],0.0);
        let bs: Vec<BodyId>=(0..nb).map(|k| { let x=b.body(format!("b{k}"), RigidBody::new(r.r(0.3,3.0),1.0)); b.constraint(format!("g{k}"), Prismatic::new(line,x.axis([0.0,0.0],0.0))); x }).collect();
        let np=2+r.k(4); for e in 0..np { let (i,j)=(r.k(nb),r.k(nb+1)); let law={let k=r.r(0.1,0.5); Coulomb::new(k).holding(k*r.r(1.0,1.8))}; let nn=r.r(2.0,20.0);
            let m=if i==j||j==nb { Travel::along(line,bs[i].origin()) } else { Travel::along(bs[i].axis([0.0,0.0],0.0),bs[j].origin()) }; b.friction(format!("r{e}"), FrictionPoint::along(m,nn), law); }
        for k in 0..nb { let f=r.r(-12.0,12.0); b.force(format!("f{k}"), Applied::force(bs[k].origin(), [f,0.0])); }
        let m=b.build().unwrap(); let mut st=m.placed(); n+=1;
        let br=m.branches(&st).unwrap(); if let Err(e)=m.decide_friction(&mut st) { none+=1; println!("{seed} {e}"); continue }
        let a=m.read(&st).acceleration();
        let same=|x: &chetaev::dynamics::Branch| x.acceleration.iter().zip(&a).all(|(p,q)| (p-q).abs()<1e-8);
        let mine: Vec<_>=br.iter().filter(|x| same(x)).collect(); let good: Vec<_>=br.iter().filter(|x| !x.starts_below_limit()).collect();
        if mine.is_empty() { println!("{seed} decided motion not listed; {} listed", br.len()); continue }
        if good.len()==1 { one+=1; } if mine.iter().all(|x| x.starts_below_limit()) && !good.is_empty() { bad+=1; if bad<4 { println!("{seed} decided a {:?}; listed {:?}", a.iter().step_by(3).collect::<Vec<_>>(), br.iter().map(|x| (x.acceleration.iter().step_by(3).copied().collect::<Vec<_>>(), x.starts_below_limit())).collect::<Vec<_>>()); } }
    }
    println!("{bad} of {n} decided below a limit though one at its limits is listed ({one} have exactly one); {none} undecided");
}
