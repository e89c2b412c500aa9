//! A pendulum is swung up by the cart that it hangs on, with the least effort, and the cart's guide rubs.
//!
//! The force u(t) on the cart is a table of N knots, and every knot a parameter of a family: what is asked for is u with
//!
//! ```text
//! (1)  Σ u² least,     at the end T:  the rod stands upright, all is at rest, and the cart is where it was
//! ```
//!
//! Derivatives of the end by every knot come along with the run, through the instants at which the cart stops, sticks and turns: its friction depends on what the rod pulls. With c what is missed at the end, A its derivatives by the
//! knots and f = ½ Σ u², a step p of sequential quadratic programming solves
//!
//! ```text
//! (2)  [B  A; Aᵀ 0] (p, −ν) = (−∇f, −c)         B: of Broyden, Fletcher, Goldfarb and Shanno, damped by Powell, for the curvature of f − ν·c
//! (3)  f + ρ Σ |c|  falls                       p is halved until it does
//! (4)  u = A ν                                  where no change of u that keeps the end is cheaper
//! ```
//!
//! The path without friction is found first, from swaying, and begins the one with it.

mod support;

use chetaev::math::{LookupTable, Signal};
use chetaev::nalgebra::{DMatrix, DVector};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};
use std::process::ExitCode;
use support::*;

const T: f64 = 2.0;
/// Length of the rod (m), its mass and the cart's (kg).
const L: f64 = 1.0;
const MASSES: [f64; 2] = [0.3, 1.0];
/// N: a force of zero has no size of its own.
const FORCE: f64 = 10.0;
/// (2) is solved so many times at most.
const MOST: usize = 200;
/// No step of it goes farther (N).
const FARTHEST: f64 = 20.0;
/// Where so short a part of a step is too long, B is at fault.
const SHORTEST: f64 = 1e-6;
/// By how much the end may be missed, and what may be left of (4), of u.
const MISSED: f64 = 1e-9;
const LEFT: f64 = 1e-6;

/// Cart and rod, pushed by a table of forces, with friction in the guide.
fn swing(forces: &[f64], mu: f64) -> Result<Family, Report> {
    let names: Vec<String> = (0..forces.len()).map(|k| format!("u{k}")).collect();
    let asked: Vec<(String, f64)> = names.iter().cloned().zip(forces.iter().copied()).collect();
    let step = T / (forces.len() - 1) as f64;
    let family = Family::new(asked, move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let cart = builder.body("cart", Particle::new(MASSES[1]));
        let rod = builder.body("rod", RigidBody::rod(MASSES[0], L).at(0.0, -0.5 * L, -FRAC_PI_2));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        let slot = builder.constraint("guide", Slot::new(guide, cart.origin()));
        builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.5 * L, 0.0)));
        let knots: Vec<[f64; 2]> =
            names.iter().enumerate().map(|(k, name)| [k as f64 * step, p[name.as_str()]]).collect();
        let push = Signal::table(LookupTable::linear(&knots)?);
        builder.force("push", AppliedAlong::signal(Travel::along(guide, cart.origin()), push));
        if mu > 0.0 {
            builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
        }
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    });
    let mut family = family?;
    for name in family.names().to_vec() {
        family = family.sized(&name, FORCE)?;
    }
    Ok(family)
}

/// What should be zero at the end: cart, rod from upright, and their speeds.
fn missed(at: &Snapshot<'_>, cart: BodyId, rod: BodyId) -> [f64; 4] {
    let (cart, rod) = (at.body(cart), at.body(rod));
    [cart.origin.x, rod.angle - FRAC_PI_2, cart.velocity.x, rod.spin]
}

fn bodies(model: &Model) -> Result<(BodyId, BodyId), Report> {
    Ok((model.body("cart").ok_or("no cart")?, model.body("rod").ok_or("no rod")?))
}

/// What is missed at the end of a run, and its derivatives by all knots, if they were asked for.
fn ends(
    family: &Family,
    plan: Simulation<'_>,
    slopes: bool,
) -> Result<(DVector<f64>, DMatrix<f64>, Trajectory), Report> {
    let (cart, rod) = bodies(family.model())?;
    let plan = if slopes { plan.sensitivities(Sensitivities::to(family)) } else { plan };
    let run = plan.run(family.start().clone(), T)?;
    let off = missed(&run.last().ok_or("no sample")?, cart, rod);
    let names = if slopes { family.names() } else { &[] };
    let mut by = DMatrix::zeros(names.len(), off.len());
    for (k, name) in names.iter().enumerate() {
        let slope = run.sensitivity(name)?;
        (0..off.len()).for_each(|number| by[(k, number)] = slope.at_end(|at| missed(at, cart, rod)[number]));
    }
    Ok((DVector::from_column_slice(&off), by, run))
}

/// (2) and (3), until (4). The family that was found, and how many steps that took.
fn cheapest(begin: Family, plan: impl for<'m> Fn(&'m Model) -> Simulation<'m>) -> Result<(Family, usize), Report> {
    let (mut family, size) = (begin, 4);
    let count = family.values().len();
    let mut curvature = DMatrix::<f64>::identity(count, count);
    let (mut u, mut penalty) = (DVector::from_column_slice(family.values()), 0.0_f64);
    let (mut off, mut by, _) = ends(&family, plan(family.model()), true)?;
    for step in 0..MOST {
        let mut matrix = DMatrix::zeros(count + size, count + size);
        matrix.view_mut((0, 0), (count, count)).copy_from(&curvature);
        matrix.view_mut((0, count), (count, size)).copy_from(&by);
        matrix.view_mut((count, 0), (size, count)).copy_from(&by.transpose());
        let mut side = DVector::zeros(count + size);
        side.rows_mut(0, count).copy_from(&-&u);
        side.rows_mut(count, size).copy_from(&-&off);
        let solution = matrix.lu().solve(&side).ok_or("the end does not depend on the force")?;
        let (p, nu) = (solution.rows(0, count).clone_owned(), -solution.rows(count, size));
        if off.amax() < MISSED && (&u - &by * &nu).norm() < LEFT * u.norm() {
            return Ok((family, step));
        }
        // (3), with a tenth of what (2) promises.
        penalty = (1.5 * nu.amax()).max(0.5 * (penalty + 1.5 * nu.amax()));
        let merit = |u: &DVector<f64>, off: &DVector<f64>| 0.5 * u.norm_squared() + penalty * off.lp_norm(1);
        let (before, slope) = (merit(&u, &off), u.dot(&p) - penalty * off.lp_norm(1));
        // Where the end bends away from its derivatives, as much as that is taken back by the least change (Maratos).
        let back = |missed: &DVector<f64>| by.clone().transpose().svd(true, true).solve(&-missed, 1e-12);
        let mut part = (FARTHEST / p.norm()).min(1.0);
        let next = loop {
            let next = &u + &p * part;
            let member = family.at(next.as_slice())?;
            let (missed, _, _) = ends(&member, plan(member.model()), false)?;
            let next = &next + back(&(missed - &off * (1.0 - part)))?;
            let member = family.at(next.as_slice())?;
            let (missed, _, _) = ends(&member, plan(member.model()), false)?;
            if merit(&next, &missed) <= before + 0.1 * part * slope {
                family = member;
                break Some(next);
            }
            if part < SHORTEST {
                break None;
            }
            part *= 0.5;
        };
        let Some(next) = next else {
            // B is of no use here: it begins anew, once.
            if curvature.is_identity(0.0) {
                return Err(format!("after {step} steps none goes on: the end is missed by {:e}", off.amax()).into());
            }
            curvature.fill_with_identity();
            continue;
        };
        let (missed, slopes, _) = ends(&family, plan(family.model()), true)?;
        let (moved, turned) = (&next - &u, (&next - &slopes * &nu) - (&u - &by * &nu));
        let (bent, along) = (&curvature * &moved, moved.dot(&(&curvature * &moved)));
        // Powell: B stays positive.
        let theta = if moved.dot(&turned) < 0.2 * along { 0.8 * along / (along - moved.dot(&turned)) } else { 1.0 };
        let turned = turned * theta + &bent * (1.0 - theta);
        curvature += &turned * turned.transpose() / moved.dot(&turned) - &bent * bent.transpose() / along;
        (u, off, by) = (next, missed, slopes);
    }
    Err(format!("no optimum after {MOST} steps: the end is missed by {:e}", off.amax()).into())
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("swing_up", "a pendulum swung up by its cart, with the least effort")
        .default("rtol", "1e-9")
        .number("mu", 0.1, "coefficient of friction in the guide")
        .number("intervals", 32.0, "of the table of forces")
        .parse();
    let mut verdict = Verdict::new("swing_up");
    let (mu, intervals) = (args.number("mu"), args.number("intervals") as usize);
    let known = mu == 0.1 && intervals == 32;
    let step = T / intervals as f64;
    let effort = |family: &Family| family.values().iter().map(|u| u * u).sum::<f64>() * step;

    // Swaying, until the rod has learned it.
    let begin: Vec<f64> = (0..=intervals).map(|k| 8.0 * (2.0 * PI * k as f64 / intervals as f64).sin()).collect();
    let (smooth, steps) = cheapest(swing(&begin, 0.0)?, |model| simulation(model, &args))?;
    verdict.fact("without friction: steps", format!("{steps}"));
    let (mut rough, mut steps) = (smooth.clone(), 0);
    for part in if mu > 0.0 { vec![0.25, 0.5, 0.75, 1.0] } else { Vec::new() } {
        let (found, taken) = cheapest(swing(rough.values(), part * mu)?, |model| simulation(model, &args))?;
        (rough, steps) = (found, steps + taken);
    }
    verdict.fact("with friction: steps", format!("{steps}"));

    let (cart, rod) = bodies(rough.model())?;
    let (off, by, run) = ends(&rough, simulation(rough.model(), &args).every(0.01), true)?;
    verdict.fact("effort without friction (N² s)", format!("{:.3}", effort(&smooth)));
    verdict.fact("with it (N² s)", format!("{:.3}", effort(&rough)));
    verdict.fact("changes of friction on the way", format!("{}", run.transitions().len()));
    verdict.check("end missed by (m, rad, m/s, rad/s)", off.amax(), "<", 1e-8);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-6, 1e-3));

    // (4)
    let forces = DVector::from_column_slice(rough.values());
    let found = by.clone().svd(true, true).solve(&forces, 1e-14)?;
    let left = (&forces - &by * found).norm() / forces.norm();
    verdict.check("force that is not worth its end, as a part", left, "<", 1e-5);
    verdict.check("flags", run.flags().len() as f64, "==", 0.0);
    if known {
        verdict.close("effort that friction costs, as a part", effort(&rough) / effort(&smooth) - 1.0, 0.1144, 1e-3);
    }

    let knots: Vec<f64> = (0..=intervals).map(|k| k as f64 * step).collect();
    let page = run.player().title("A pendulum that is swung up");
    page.write(args.file("trajectory.html")?)?;
    Figure::new("A pendulum that is swung up with the least effort")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::new("time (s)", "force on the cart (N)").line("without friction", &knots, smooth.values()).line(
            "with friction",
            &knots,
            rough.values(),
        ))
        .panel(
            Panel::new("time (s)", "rod (rad), cart (m)")
                .line("rod", &run.times(), &run.column(|at| at.body(rod).angle + FRAC_PI_2))
                .line("cart", &run.times(), &run.column(|at| at.body(cart).origin.x)),
        )
        .save(&args.file("swing_up.svg")?)?;
    Ok(verdict.finish())
}
