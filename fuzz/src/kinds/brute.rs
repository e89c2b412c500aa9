//! All combinations of sticking, slipping and signs by brute force, out of dense equations, against the decision, the list of motions and the certificate.
//!
//! Which points stick (s = 0) or slide (s = ±1), and which loads pull (ε = ±1), is tried in every combination; each is one linear system
//!
//! ```text
//! (F2)  M a − Jᵀ λ − D_sᵀ f + Σ s_i μ_i ε_i z_i D_iᵀ = h,     J a = γ,     D_s a = γ_s,     z = S λ
//! ```
//!
//! and is a motion if its loads have their signs, what sticks is within its limit, and what starts goes its way.

use super::rough::begin;
use crate::checks::different;
use crate::dice::Dice;
use crate::random::{Menu, recipe};
use crate::recipe::{Built, Held, Recipe, Way};
use crate::report::Report;
use chetaev::dynamics::Baumgarte;
use chetaev::nalgebra::{DMatrix, DVector};
use chetaev::prelude::*;

/// Most friction points: 6⁴ systems.
const POINTS: usize = 4;
/// A motion that fits, or does not fit, by less than this is too close to call.
const CLOSE: f64 = 1e-7;

struct Dense {
    mass: Vec<f64>,
    /// Applied forces.
    h: DVector<f64>,
    j: DMatrix<f64>,
    gamma: DVector<f64>,
    /// Tangents, their γ, and their slip.
    d: DMatrix<f64>,
    dg: DVector<f64>,
    slip: Vec<f64>,
    /// The row that loads each point.
    load: Vec<usize>,
    mu: Vec<f64>,
    /// Of what sticks.
    most: Vec<f64>,
}

/// One combination, by which margin it fits, and its accelerations.
struct Motion {
    margin: f64,
    a: DVector<f64>,
}

impl Dense {
    /// One combination; nothing where its system is singular.
    fn one(&self, mode: &[f64], sign: &[f64], rest: &[bool]) -> Option<Motion> {
        let (n, m, k) = (self.mass.len(), self.j.nrows(), self.mu.len());
        let stuck: Vec<usize> = (0..k).filter(|&i| mode[i] == 0.0).collect();
        let size = n + m + stuck.len();
        let (mut matrix, mut right) = (DMatrix::zeros(size, size), DVector::zeros(size));
        for i in 0..n {
            matrix[(i, i)] = self.mass[i];
        }
        let rows = self.j.row_iter().chain(stuck.iter().map(|&p| self.d.row(p)));
        for (r, row) in rows.enumerate() {
            matrix.view_mut((n + r, 0), (1, n)).copy_from(&row);
            matrix.view_mut((0, n + r), (n, 1)).copy_from(&-row.transpose());
        }
        right.rows_mut(0, n).copy_from(&self.h);
        right.rows_mut(n, m).copy_from(&self.gamma);
        for (s, &p) in stuck.iter().enumerate() {
            right[n + m + s] = self.dg[p];
        }
        for p in 0..k {
            let mut column = matrix.view_mut((0, n + self.load[p]), (n, 1));
            column += mode[p] * self.mu[p] * sign[p] * self.d.row(p).transpose();
        }
        let x = matrix.clone().full_piv_lu().solve(&right)?;
        if (&matrix * &x - &right).amax() > 1e-8 * right.amax().max(1.0) || x.amax() > 1e9 {
            return None;
        }
        let (a, lambda) = (x.rows(0, n).into_owned(), x.rows(n, m).into_owned());
        let most = lambda.amax().max(1.0);
        let mut margin = f64::INFINITY;
        for p in 0..k {
            let z = lambda[self.load[p]];
            if mode[p] != 0.0 {
                if self.mu[p] > 0.0 {
                    margin = margin.min(sign[p] * z / most);
                }
                if rest[p] {
                    let pulled = (self.d.row(p) * &a)[0] - self.dg[p];
                    margin = margin.min(mode[p] * pulled / a.amax().max(1.0));
                }
            }
        }
        for (s, &p) in stuck.iter().enumerate() {
            margin = margin.min((self.most[p] * lambda[self.load[p]].abs() - x[n + m + s].abs()) / most);
        }
        Some(Motion { margin, a })
    }

    /// All motions that fit; nothing where one is too close to call.
    fn all(&self, rest: &[bool]) -> Option<Vec<Motion>> {
        let k = self.mu.len();
        let mut found = Vec::new();
        for code in 0..6_usize.pow(k as u32) {
            let digits: Vec<usize> = (0..k).map(|i| code / 6_usize.pow(i as u32) % 6).collect();
            let mode: Vec<f64> = digits.iter().map(|digit| [0.0, 1.0, -1.0][digit / 2]).collect();
            let sign: Vec<f64> = digits.iter().map(|digit| [1.0, -1.0][digit % 2]).collect();
            // What slides goes on in its direction; what sticks, or does not rub, has no sign.
            let signed = |i: usize| mode[i] != 0.0 && self.mu[i] > 0.0 || sign[i] > 0.0;
            let fits = |i: usize| signed(i) && (rest[i] || mode[i] * self.slip[i] > 0.0);
            if !(0..k).all(fits) {
                continue;
            }
            let motion = self.one(&mode, &sign, rest)?;
            if motion.margin.abs() < CLOSE {
                return None;
            }
            if motion.margin > 0.0 {
                found.push(motion);
            }
        }
        Some(found)
    }
}

/// Friction in slots only, by Coulomb's law; now and then what sticks holds more.
fn draw(dice: &mut Dice) -> Recipe {
    let at_rest = if dice.chance(70.0) { 100.0 } else { 0.0 };
    let mu = dice.pick(&[0.5, 1.5, 5.0]);
    let more = if dice.chance(70.0) { 0.0 } else { 60.0 };
    let mut recipe = recipe(dice, Menu { mu, more, at_rest, brakes: 0, ..Menu::ROUGH });
    recipe.brakes.clear();
    for link in &mut recipe.links {
        if dice.chance(50.0) {
            link.held = Held::Slot;
        }
        (link.rough, link.driven) = (link.rough.filter(|_| link.held == Held::Slot), None);
    }
    for closer in &mut recipe.closers {
        closer.rough = closer.rough.filter(|_| closer.held == Held::Slot);
    }
    let links = recipe.links.iter_mut().map(|link| &mut link.rough);
    let all = links.chain(recipe.closers.iter_mut().map(|closer| &mut closer.rough));
    all.filter(|rough| rough.is_some()).skip(POINTS).for_each(|rough| *rough = None);
    let links = recipe.links.iter_mut().filter_map(|link| link.rough.as_mut());
    links.chain(recipe.closers.iter_mut().filter_map(|closer| closer.rough.as_mut())).for_each(|rough| {
        (rough.viscous, rough.stribeck) = (0.0, 0.0);
    });
    recipe
}

/// The equations at a state, made of the bodies alone, and of the rows.
fn dense(recipe: &Recipe, built: &Built, state: &State) -> Option<Dense> {
    let mut bare = recipe.clone().without_friction();
    bare.closers.clear();
    bare.links.iter_mut().for_each(|link| link.held = Held::Free);
    let free = bare.build(Way::default()).ok()?.model;
    let mut there = free.placed().at(state.t);
    (there.q, there.v) = (state.q.clone(), state.v.clone());
    let mut ws = free.workspace();
    free.evaluate(&mut ws, &there, Baumgarte::OFF).ok()?;
    let coordinates = recipe.links.iter().flat_map(|link| {
        let all = [link.mass, link.mass, link.inertia];
        all.into_iter().take(if link.particle { 2 } else { 3 })
    });
    let mass: Vec<f64> = coordinates.collect();
    let h = DVector::from_iterator(mass.len(), mass.iter().zip(ws.acceleration()).map(|(m, a)| m * a));
    let model = &built.model;
    let mut sticking = state.clone();
    let first = sticking.modes.len() - sticking.signs.len();
    sticking.modes[first..].fill(Mode::Stick);
    let mut ws = model.workspace();
    model.residuals(&mut ws, &sticking).ok()?;
    let rows = ws.jacobian(model);
    let names: Vec<&str> = model.friction_names().collect();
    let m = rows.nrows() - names.len();
    let rough = |name: &&str| {
        let number = |text: &str| text.parse::<usize>().ok();
        let (rough, joint) = match name.strip_prefix("rub closer ") {
            Some(k) => (recipe.closers.get(number(k)?)?.rough?, format!("joint closer {k}")),
            None => {
                let k = name.strip_prefix("rub ")?;
                (recipe.links.get(number(k)?)?.rough?, format!("joint {k}"))
            }
        };
        Some(([rough.mu, rough.mu + rough.more], model.row_range(model.constraint(&joint)?).start))
    };
    let rough: Option<Vec<([f64; 2], usize)>> = names.iter().map(rough).collect();
    let (laws, load): (Vec<[f64; 2]>, Vec<usize>) = rough?.into_iter().unzip();
    Some(Dense {
        mass,
        h,
        j: rows.rows(0, m).into_owned(),
        gamma: DVector::from_column_slice(&ws.gamma()[..m]),
        d: rows.rows(m, names.len()).into_owned(),
        dg: DVector::from_column_slice(&ws.gamma()[m..]),
        slip: ws.rate()[m..].to_vec(),
        load,
        mu: laws.iter().map(|law| law[0]).collect(),
        most: laws.iter().map(|law| law[1]).collect(),
    })
}

fn same(a: &[f64], b: &DVector<f64>) -> bool {
    let size = b.amax().max(1.0);
    a.iter().zip(b.iter()).all(|(a, b)| (a - b).abs() < 1e-6 * size)
}

pub fn brute(dice: &mut Dice, report: &mut Report) {
    let recipe = draw(dice);
    let Some((built, state)) = begin(&recipe, Way::default(), report) else { return };
    let model = &built.model;
    if model.friction_names().len() == 0 {
        return report.count("smooth");
    }
    let Some(dense) = dense(&recipe, &built, &state) else { return report.count("no equations") };
    let speed = state.v.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    if dense.slip.iter().any(|s| s.abs() < 1e-5 * speed && s.abs() > 1e-12 * speed) {
        return report.count("hardly at rest");
    }
    let rest: Vec<bool> = dense.slip.iter().map(|s| s.abs() <= 1e-9 * speed).collect();
    let Some(theirs) = dense.all(&rest) else { return report.count("too close to call") };
    report.count(&format!("{} motions{}", theirs.len(), if rest.contains(&true) { ", at rest" } else { "" }));
    listed(model, &state, &theirs, report);
    let several = theirs.iter().any(|motion| !same(motion.a.as_slice(), &theirs[0].a));
    decided(model, &state, &theirs, several && !rest.contains(&true), report);
    // The certificate of a run that begins here.
    match Simulation::new(model).max_step(1e-6).run(state, 3e-6) {
        Ok(run) => {
            report.demand(!theirs.is_empty(), || "a run goes on where no motion fits".into());
            report.demand(run.largest_coupling() >= 1.0 || !several, || {
                format!("certified ({:.3}) where {} motions fit", run.largest_coupling(), theirs.len())
            });
        }
        Err(error) => {
            crate::checks::words(&error.to_string(), report);
            report.count(&format!("stopped: {}", crate::checks::word(&error.failure)));
        }
    }
}

/// The list of motions is that of brute force.
fn listed(model: &Model, state: &State, theirs: &[Motion], report: &mut Report) {
    match model.branches(state) {
        Ok(ours) => {
            let other = |motion: &Motion| !ours.iter().any(|branch| same(&branch.acceleration, &motion.a));
            if ours.len() != theirs.len() {
                let margins: Vec<f64> = theirs.iter().map(|motion| motion.margin).collect();
                report.fault(format!(
                    "{} motions are listed ({} different), {} found by brute force, with margins {margins:?}",
                    ours.len(),
                    different(&ours).len(),
                    theirs.len()
                ));
            } else if theirs.iter().any(other) {
                report.fault("other motions are listed than brute force finds");
            }
        }
        Err(error) => {
            crate::checks::words(&error.to_string(), report);
            report.count("no list");
        }
    }
}

/// The decision is for one of the motions, and says that there are several.
fn decided(model: &Model, state: &State, theirs: &[Motion], several: bool, report: &mut Report) {
    let mut settled = state.clone();
    if let Err(error) = model.decide_friction(&mut settled) {
        report.demand(theirs.is_empty(), || format!("no decision ({error}), where {} motions fit", theirs.len()));
        return;
    }
    let mut ws = model.workspace();
    if model.evaluate(&mut ws, &settled, Baumgarte::OFF).is_err() {
        return report.count("not evaluated");
    }
    report.demand(theirs.iter().any(|motion| same(ws.acceleration(), &motion.a)), || {
        format!("the decision is for a motion that is none of {}", theirs.len())
    });
    report.demand(!several || !ws.coupling().is_certain(), || {
        format!("coupling {} is certain, where {} motions fit", ws.coupling().bound, theirs.len())
    });
}
