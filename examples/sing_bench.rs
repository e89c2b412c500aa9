//! scratch
use chetaev::ode::{Control, Method, Rhs, Stepper};
use chetaev::prelude::*;
use chetaev::simulate::Simulation;

struct Reduced(f64);
impl Rhs for Reduced {
    type Error = std::convert::Infallible;
    fn rhs(&mut self, _: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
        let n = self.0;
        dy[0] = y[1];
        dy[1] = -9.81 * y[0].cos() * ((n + 1.0) / 2.0 + n) / ((n + 1.0) / 3.0 + n);
        Ok(())
    }
}
fn reference(n: usize, t: f64) -> [f64; 2] {
    let mut s = Stepper::new(Method::Dop853, 2, Control::adaptive(1e-14, 1e-14)).unwrap();
    let mut f = Reduced(n as f64);
    s.start(&mut f, 0.0, &[std::f64::consts::FRAC_PI_2, -1.0]).unwrap();
    while s.t() < t {
        s.step(&mut f, t).unwrap();
    }
    [s.y()[0], s.y()[1]]
}
fn rows(n: usize, redundant: bool) -> Model {
    let mut b = ModelBuilder::new();
    b.gravity(0.0, -9.81);
    if redundant {
        b.allow_redundant();
    }
    let up = std::f64::consts::FRAC_PI_2;
    let cranks: Vec<_> = (0..=n)
        .map(|i| b.body(format!("crank{i}"), RigidBody::rod(1.0, 1.0).at(i as f64, 0.5, up).moving(0.5, 0.0, -1.0)))
        .collect();
    for (i, c) in cranks.iter().enumerate() {
        b.constraint(format!("foot{i}"), Revolute::new(GROUND.point(i as f64, 0.0), c.point(-0.5, 0.0)));
    }
    for i in 0..n {
        let rod =
            b.body(format!("rod{i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 1.0, 0.0).moving(1.0, 0.0, 0.0));
        b.constraint(format!("left{i}"), Revolute::new(cranks[i].point(0.5, 0.0), rod.point(-0.5, 0.0)));
        b.constraint(format!("right{i}"), Revolute::new(cranks[i + 1].point(0.5, 0.0), rod.point(0.5, 0.0)));
    }
    b.build().unwrap()
}
fn four(l: [f64; 4], speed: f64, g: f64) -> (Model, chetaev::dynamics::State) {
    let mut b = ModelBuilder::new();
    b.gravity(0.0, -g);
    let [ground, c, r, k] = l;
    // crank at 1.2 rad; B = intersection, upper.
    let th: f64 = 1.2;
    let (ax, ay) = (c * th.cos(), c * th.sin());
    let (dx, dy) = (ground - ax, -ay);
    let d = dx.hypot(dy);
    let a = (r * r - k * k + d * d) / (2.0 * d);
    let h = (r * r - a * a).sqrt();
    let (bx, by) = (ax + a * dx / d - h * dy / d, ay + a * dy / d + h * dx / d);
    let rod = |m: f64, l: f64, x0: f64, y0: f64, x1: f64, y1: f64| {
        RigidBody::rod(m, l).at(0.5 * (x0 + x1), 0.5 * (y0 + y1), (y1 - y0).atan2(x1 - x0))
    };
    let crank = b.body("crank", rod(1.0, c, 0.0, 0.0, ax, ay));
    let coupler = b.body("coupler", rod(1.0, r, ax, ay, bx, by));
    let rocker = b.body("rocker", rod(1.0, k, ground, 0.0, bx, by));
    b.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.5 * c, 0.0)));
    b.constraint("A", Revolute::new(crank.point(0.5 * c, 0.0), coupler.point(-0.5 * r, 0.0)));
    b.constraint("B", Revolute::new(coupler.point(0.5 * r, 0.0), rocker.point(0.5 * k, 0.0)));
    b.constraint("C", Revolute::new(GROUND.point(ground, 0.0), rocker.point(-0.5 * k, 0.0)));
    let m = b.build().unwrap();
    let s = m.start().hold("crank.theta").set_velocity("crank.omega", speed).project().unwrap();
    let st = s.state;
    (m, st)
}
fn report(out: Result<chetaev::simulate::Trajectory, chetaev::simulate::RunError>, want: Option<[f64; 2]>) {
    let (run, failed) = match out {
        Ok(r) => (r, None),
        Err(e) => {
            let t = e.to_string();
            (*e.partial, Some(t))
        }
    };
    let c = run.counters();
    let e = run.energy_error();
    let q = run.end();
    let off = want.map(|w| format!(" off {:.2e} {:.2e}", q.q[2] - w[0], q.v[2] - w[1])).unwrap_or_default();
    println!(
        "{}t {:.4} steps {} rejected {} evals {} energy {e:.2e} angle {:.10}{off}",
        failed.map(|f| format!("STOP {f}\n    ")).unwrap_or("ok ".into()),
        q.t,
        c.steps,
        c.rejected,
        c.evaluations,
        q.q[2]
    );
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let method: Method = a[1].parse().unwrap();
    let tol: f64 = a[2].parse().unwrap();
    let t: f64 = a[3].parse().unwrap();
    let num = |i: usize, d: f64| a.get(i).map_or(d, |x: &String| x.parse().unwrap());
    match a[0].as_str() {
        "rows" => {
            let n = num(4, 1.0) as usize;
            let m = rows(n, num(5, 0.0) > 0.0);
            let want = reference(n, t);
            report(Simulation::new(&m).method(method).tolerance(tol).run(m.placed(), t), Some(want));
        }
        "four" => {
            let l: Vec<f64> = a[4].split(',').map(|x| x.parse().unwrap()).collect();
            let (m, s) = four([l[0], l[1], l[2] + num(5, 0.0), l[3]], num(6, 3.0), num(7, 0.0));
            report(Simulation::new(&m).method(method).tolerance(tol).run(s, t), None);
        }
        "every" => {
            let m = rows(num(4, 1.0) as usize, false);
            report(
                Simulation::new(&m).method(method).tolerance(tol).every(num(5, 0.01)).run(m.placed(), t),
                Some(reference(num(4, 1.0) as usize, t)),
            );
        }
        "fixed" | "baum" | "auto" => {
            let m = rows(num(4, 1.0) as usize, num(5, 0.0) > 0.0);
            let s = Simulation::new(&m).method(method).tolerance(tol);
            let s = match a[0].as_str() {
                "fixed" => s.fixed_step(num(6, 0.01)),
                "baum" => s.stabilization(Baumgarte::critical(0.01)),
                _ => s.stabilization(Stabilization::Auto),
            };
            report(s.run(m.placed(), t), Some(reference(num(4, 1.0) as usize, t)));
        }
        "flat" => {
            // Starts at the flat position, or `off` rad before it, with a speed.
            let mut b = ModelBuilder::new();
            b.gravity(0.0, -9.81);
            if num(6, 0.0) > 0.0 {
                b.allow_redundant();
            }
            let (th, w) = (num(4, 0.0), num(5, -1.0));
            let (c, s) = (th.cos(), th.sin());
            let c0 =
                b.body("crank", RigidBody::rod(1.0, 1.0).at(0.5 * c, 0.5 * s, th).moving(-0.5 * s * w, 0.5 * c * w, w));
            let c1 = b.body(
                "rocker",
                RigidBody::rod(1.0, 1.0).at(1.0 + 0.5 * c, 0.5 * s, th).moving(-0.5 * s * w, 0.5 * c * w, w),
            );
            let rod = b.body("rod", RigidBody::rod(1.0, 1.0).at(c + 0.5, s, 0.0).moving(-s * w, c * w, 0.0));
            b.constraint("O", Revolute::new(GROUND.origin(), c0.point(-0.5, 0.0)));
            b.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), c1.point(-0.5, 0.0)));
            b.constraint("A", Revolute::new(c0.point(0.5, 0.0), rod.point(-0.5, 0.0)));
            b.constraint("B", Revolute::new(c1.point(0.5, 0.0), rod.point(0.5, 0.0)));
            let m = b.build().unwrap();
            match m.start().project() {
                Ok(st) => report(Simulation::new(&m).method(method).tolerance(tol).run(st.state, t), None),
                Err(e) => println!("START {e}"),
            }
            report(Simulation::new(&m).method(method).tolerance(tol).run(m.placed(), t), None);
        }
        "slider" => {
            let mut b = ModelBuilder::new();
            b.gravity(0.0, -num(5, 0.0));
            let w = num(4, 3.0);
            let th: f64 = 1.0;
            let (c, s) = (th.cos(), th.sin());
            let crank = b.body("crank", RigidBody::rod(1.0, 1.0).at(0.5 * c, 0.5 * s, th));
            let rod = b.body("rod", RigidBody::rod(1.0, 1.0).at(1.5 * c, 0.5 * s, -th));
            let slide = b.body("slide", RigidBody::new(1.0, 0.1).at(2.0 * c, 0.0, 0.0));
            b.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.5, 0.0)));
            b.constraint("A", Revolute::new(crank.point(0.5, 0.0), rod.point(-0.5, 0.0)));
            b.constraint("B", Revolute::new(rod.point(0.5, 0.0), slide.origin()));
            b.constraint(
                "P",
                chetaev::constraint::Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), slide.axis([0.0, 0.0], 0.0)),
            );
            let m = b.build().unwrap();
            let st = m.start().hold("crank.theta").set_velocity("crank.omega", w).project().unwrap().state;
            let out = Simulation::new(&m).method(method).tolerance(tol).run(st, t);
            if let Ok(r) = &out {
                println!(
                    "sum {:.2e}",
                    r.largest(|at| {
                        let x = at.body(crank).angle + at.body(rod).angle;
                        (x).abs()
                    })
                );
            }
            report(out, None);
        }
        _ => panic!(),
    }
}
