//! A pendulum is swung up by the cart that it hangs on, with the least effort, and the cart's guide rubs.
//!
//! The force u(t) on the cart is a table of N knots, and every knot a parameter of a family: what is asked for is u with
//!
//! ```text
//! (1)  f = ½ ∫ u² dt least,     at the end T:  the rod stands upright, all is at rest, and the cart is where it was
//! ```
//!
//! Derivatives of the end by every knot come along with the run, through the instants at which the cart stops, sticks and turns: its friction depends on what the rod pulls. With c what is missed at the end, A its derivatives by the
//! knots and W the weights of the rule of trapezoids, f = ½ uᵀWu, a step p of sequential quadratic programming is
//!
//! ```text
//! (2)  p = −H (W u − A ν),   (AᵀHA) ν = AᵀHW u − c         so that c + Aᵀp = 0;  H ≈ (∇²(f − ν·c))⁻¹ of Broyden, Fletcher, Goldfarb and Shanno, W⁻¹ at first
//! (3)  f + ρ Σ |c|  falls                                 p is halved until it does
//! (4)  W u = A ν                                          where no change of u that keeps the end is cheaper
//! ```
//!
//! No matrix of N columns is ever factorized, and H begins as the inverse of f's own curvature: the number of steps does not grow with N.
//!
//! The path without friction is found first, from swaying, and begins the one with it.

mod support;

use chetaev::nalgebra::{DMatrix, DVector};
use chetaev::prelude::*;
use chetaev::simulate::Parameter;
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
/// No step of it goes farther: √∫p² dt (N √s).
const FARTHEST: f64 = 5.0;
/// Where so short a part of a step is too long, H is at fault.
const SHORTEST: f64 = 1e-6;
/// By how much the end may be missed, and what may be left of (4), of u.
const MISSED: f64 = 1e-9;
const LEFT: f64 = 1e-6;

/// Cart and rod, pushed by a table of forces, with friction in the guide.
fn swing(forces: &[f64], mu: f64) -> Result<Family, Report> {
    let times: Vec<f64> = (0..forces.len()).map(|k| T * k as f64 / (forces.len() - 1) as f64).collect();
    let force = Parameter::knots("force", &times, forces).sized(FORCE);
    let family = Family::new([force], move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let cart = builder.body("cart", Particle::new(MASSES[1]));
        let rod = builder.body("rod", RigidBody::rod(MASSES[0], L).at(0.0, -0.5 * L, -FRAC_PI_2));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        let slot = builder.constraint("guide", Slot::new(guide, cart.origin()));
        builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.5 * L, 0.0)));
        builder.force("push", AppliedAlong::signal(Travel::along(guide, cart.origin()), p.signal("force")));
        if mu > 0.0 {
            builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
        }
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    });
    Ok(family?)
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
    let mut by = DMatrix::zeros(if slopes { family.values().len() } else { 0 }, off.len());
    if slopes {
        for (number, mut column) in by.column_iter_mut().enumerate() {
            column.copy_from_slice(&run.gradient(|at| missed(at, cart, rod)[number]));
        }
    }
    Ok((DVector::from_column_slice(&off), by, run))
}

/// The weights W of the rule of trapezoids.
fn weights(count: usize) -> DVector<f64> {
    let step = T / (count - 1) as f64;
    DVector::from_fn(count, |k, _| if k == 0 || k + 1 == count { 0.5 * step } else { step })
}

/// ∫ a b dt.
fn integral(a: &DVector<f64>, b: &DVector<f64>) -> f64 {
    a.component_mul(&weights(a.len())).dot(b)
}

/// H after a step s along which the slopes of f − ν·c have changed by y; damped by Powell's rule, so that it stays positive.
fn bend(inverse: &mut DMatrix<f64>, s: &DVector<f64>, y: &DVector<f64>) {
    let (along, own) = (&*inverse * y, y.dot(&(&*inverse * y)));
    let theta = if s.dot(y) < 0.2 * own { 0.8 * own / (own - s.dot(y)) } else { 1.0 };
    let s = s * theta + &along * (1.0 - theta);
    let part = 1.0 / s.dot(y);
    inverse.ger(-part, &s, &along, 1.0);
    inverse.ger(-part, &along, &s, 1.0);
    inverse.ger(part + part * part * own, &s, &s, 1.0);
}

/// (2) and (3), until (4). The family that was found, and how many steps that took.
fn cheapest(begin: Family, plan: impl for<'m> Fn(&'m Model) -> Simulation<'m>) -> Result<(Family, usize), Report> {
    let mut family = begin;
    let weights = weights(family.values().len());
    let apart = weights.map(|weight| 1.0 / weight);
    let (mut inverse, mut fresh) = (DMatrix::from_diagonal(&apart), true);
    let (mut u, mut penalty) = (DVector::from_column_slice(family.values()), 0.0_f64);
    let (mut off, mut by, _) = ends(&family, plan(family.model()), true)?;
    for step in 0..MOST {
        let (slope, bent) = (u.component_mul(&weights), &inverse * &by);
        let ends_by = (by.transpose() * &bent).cholesky().ok_or("the end does not depend on the force")?;
        let nu = ends_by.solve(&(bent.transpose() * &slope - &off));
        let left = &slope - &by * &nu;
        let p = -(&inverse * &left);
        if off.amax() < MISSED && left.component_mul(&apart).dot(&left).sqrt() < LEFT * integral(&u, &u).sqrt() {
            return Ok((family, step));
        }
        // (3), with a tenth of what (2) promises.
        penalty = (1.5 * nu.amax()).max(0.5 * (penalty + 1.5 * nu.amax()));
        let merit = |u: &DVector<f64>, off: &DVector<f64>| 0.5 * integral(u, u) + penalty * off.lp_norm(1);
        let (before, promised) = (merit(&u, &off), slope.dot(&p) - penalty * off.lp_norm(1));
        // Where the end bends away from its derivatives, as much as that is taken back by the least change (Maratos).
        let least = DMatrix::from_diagonal(&apart) * &by;
        let ends_by = (by.transpose() * &least).cholesky().ok_or("the end does not depend on the force")?;
        let back = |missed: &DVector<f64>| -(&least * ends_by.solve(missed));
        let mut part = (FARTHEST / integral(&p, &p).sqrt()).min(1.0);
        let next = loop {
            let next = &u + &p * part;
            let member = family.at(next.as_slice())?;
            let (missed, _, _) = ends(&member, plan(member.model()), false)?;
            let next = &next + back(&(missed - &off * (1.0 - part)));
            let member = family.at(next.as_slice())?;
            let (missed, _, _) = ends(&member, plan(member.model()), false)?;
            if merit(&next, &missed) <= before + 0.1 * part * promised {
                family = member;
                break Some(next);
            }
            if part < SHORTEST {
                break None;
            }
            part *= 0.5;
        };
        let Some(next) = next else {
            // H is of no use here: it begins anew, once.
            if fresh {
                return Err(format!("after {step} steps none goes on: the end is missed by {:e}", off.amax()).into());
            }
            (inverse, fresh) = (DMatrix::from_diagonal(&apart), true);
            continue;
        };
        let (missed, slopes, _) = ends(&family, plan(family.model()), true)?;
        let (moved, turned) = (&next - &u, (next.component_mul(&weights) - &slopes * &nu) - left);
        bend(&mut inverse, &moved, &turned);
        (u, off, by, fresh) = (next, missed, slopes, false);
    }
    Err(format!("no optimum after {MOST} steps: the end is missed by {:e}", off.amax()).into())
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("swing_up", "a pendulum swung up by its cart, with the least effort")
        .default("rtol", "1e-9")
        .number("mu", 0.1, "coefficient of friction in the guide")
        .number("intervals", 500.0, "of the table of forces")
        .parse();
    let mut verdict = Verdict::new("swing_up");
    let (mu, intervals) = (args.number("mu"), args.number("intervals") as usize);
    let known = mu == 0.1 && intervals == 500;
    let step = T / intervals as f64;
    let forces = |family: &Family| DVector::from_column_slice(family.values());
    let effort = |family: &Family| integral(&forces(family), &forces(family));

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

    // (4), with the ν that fits best.
    let roots = weights(rough.values().len()).map(f64::sqrt);
    let (own, worth) =
        (forces(&rough).component_mul(&roots), DMatrix::from_diagonal(&roots.map(|root| 1.0 / root)) * &by);
    let found = worth.clone().svd(true, true).solve(&own, 1e-14)?;
    let left = (&own - &worth * found).norm() / own.norm();
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
