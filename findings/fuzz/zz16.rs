//! x
use chetaev::prelude::*;
fn main() {
    // pairs: list of (i,j) with j==9 ground
    let cases: Vec<(&str, usize, Vec<(usize,usize)>)> = vec![("8 on driven", 1, vec![(0,9);8]), ("block on tray, 7 below", 2, { let mut v=vec![(0,9);7]; v.push((0,1)); v}), ("8 between tray and block",2,vec![(0,1);8]), ("4 below 4 above", 2, { let mut v=vec![(0,9);4]; v.extend([(0,1);4]); v}), ("block between tray and ground 4+4",2,{ let mut v=vec![(0,1);4]; v.extend([(1,9);4]); v}), ("2 blocks 4+4",3,{ let mut v=vec![(0,1);4]; v.extend([(0,2);4]); v}), ("chain 4+4",3,{ let mut v=vec![(0,1);4]; v.extend([(1,2);4]); v}), ("chain 2 ground 6",3,{ let mut v=vec![(0,1),(1,2)]; v.extend([(2,9);6]); v}),("9 blocks", 9, (1..9).map(|k| (0,k)).collect()), ("train of 8", 9, (1..9).map(|k| (k-1,k)).collect()), ("train of 6", 7, (1..7).map(|k| (k-1,k)).collect())];
    for (name,nb,pairs) in cases { for acc in [0.5,2.0,4.0,8.0,16.0,40.0] { let mut b=ModelBuilder::new(); let line=GROUND.axis([0.0,0.0],0.0);
        let bs: Vec<BodyId>=(0..nb).map(|k| { let x=b.body(format!("b{k}"), RigidBody::new(1.0,1.0)); b.constraint(format!("g{k}"), Prismatic::new(line,x.axis([0.0,0.0],0.0))); x }).collect();
        b.constraint("drv", Driver::new(Travel::along(line,bs[0].origin()), move |t: Jet| t*t*0.5*acc));
        for (e,(i,j)) in pairs.iter().enumerate() { let m=if *j==9 { Travel::along(line,bs[*i].origin()) } else { Travel::along(bs[*i].axis([0.0,0.0],0.0),bs[*j].origin()) }; b.friction(format!("r{e}"), FrictionPoint::along(m,5.0), Coulomb::new(0.2)); }
        let m=b.build().unwrap(); let mut st=m.placed(); let r=m.decide_friction(&mut st); println!("{name} acc {acc}: {}", match r { Ok(())=>format!("{:?}", m.read(&st).acceleration().iter().step_by(3).map(|x| (x*1e3).round()/1e3).collect::<Vec<_>>()), Err(e)=>e.to_string().chars().take(60).collect() }); } }
}
