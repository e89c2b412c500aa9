//! A pattern of a phase by Lemke's path: it exists, and is found, where an enumeration would be too long.
//!
//! With directions u_j all around in the tangents of a contact, its friction Σ β_j u_j, β ≥ 0, and λ the speed at which it slides, (1) of `pattern.rs` becomes
//!
//! ```text
//! (1)  0 ≤ N − b ⟂ γ − c ≥ 0,     0 ≤ β_j ⟂ u_j·s + λ ≥ 0,     0 ≤ λ ⟂ μN − Σ β_j ≥ 0
//! ```
//!
//! a linear complementarity problem (Stewart and Trinkle 1996). In the plane, u = ±1, it is the same problem; with two tangents the cone becomes a pyramid,
//! and the pattern a first one. Its matrix is copositive: P·G̃P + μΣλN ≥ 0. For c = 0 the path ends in a solution, because on a ray P is an impulse that moves nothing, with
//! N·γ + T·s = 0 (Anitescu and Potra 1997). For c > 0 (Newton's law) contacts that jam each other have none.

use super::pattern::{Contact, Hold, Phase, Solution};
use super::several::sum;
use crate::linear::complementarity::pivots;
use crate::math::small::{dot, norm};
use std::array::from_fn;

/// Part of the unit of rates at which λ is zero.
const REST: f64 = 1e-10;

/// A variable of (1): an impulse along a row or direction of a contact, or its λ.
enum Variable<'a> {
    Normal(&'a Contact),
    Along(&'a Contact, [f64; 3]),
    Speed(&'a Contact),
}

/// A solution of (1), and its pattern.
pub(super) fn by_path(phase: &Phase) -> Option<(Vec<Hold>, Solution)> {
    let mut variables = Vec::new();
    let rows = phase.rates.len();
    let mut given = vec![0.0; rows];
    for contact in &phase.contacts {
        given[contact.at] = contact.given;
        variables.push(Variable::Normal(contact));
        if contact.tangents > 0 {
            variables.extend(around(contact.tangents).into_iter().map(|u| Variable::Along(contact, u)));
            variables.push(Variable::Speed(contact));
        }
    }
    // What an impulse of one, or a λ of one, adds to the left and the right side of a line of (1).
    let responses: Vec<Vec<f64>> = variables.iter().map(|of| phase.response_to(&of.impulse(rows))).collect();
    let entry = |i: usize, j: usize| match (&variables[i], &variables[j]) {
        (Variable::Speed(a), Variable::Normal(b)) if a.at == b.at => a.sliding,
        (Variable::Speed(a), Variable::Along(b, _)) if a.at == b.at => -1.0,
        (Variable::Along(a, _), Variable::Speed(b)) if a.at == b.at => 1.0,
        (of, _) => sum(&of.impulse(rows), &responses[j]),
    };
    let size = variables.len();
    let matrix: Vec<f64> = (0..size * size).map(|k| entry(k / size, k % size)).collect();
    let (base, unit) = (phase.after(&given), phase.unit());
    let constant = variables.iter().map(|of| match of {
        Variable::Normal(contact) => base[contact.at] - contact.wanted,
        Variable::Along(contact, u) => dot(&contact.tangent(&base), u),
        Variable::Speed(contact) => contact.sliding * contact.given,
    });
    let constant: Vec<f64> = constant.map(|c| c / unit).collect();
    let found = pivots(&matrix, &constant)?;

    let mut impulses = given;
    for (of, x) in variables.iter().zip(&found) {
        impulses.iter_mut().zip(of.impulse(rows)).for_each(|(p, part)| *p += unit * x * part);
    }
    let after = phase.after(&impulses);
    let value = |at: usize, speed: bool| {
        let of = |v: &Variable<'_>| match v {
            Variable::Normal(contact) => !speed && contact.at == at,
            Variable::Speed(contact) => speed && contact.at == at,
            Variable::Along(..) => false,
        };
        variables.iter().position(of).map_or(0.0, |k| found[k])
    };
    let hold = |contact: &Contact| {
        let slip = contact.tangent(&after);
        let slides = value(contact.at, true) > REST && norm(&slip) > 0.0;
        let pressed = value(contact.at, false) > 0.0;
        Hold { pressed, slides: slides.then(|| slip.map(|s| s / norm(&slip))) }
    };
    let pattern = phase.contacts.iter().map(hold).collect();
    Some((pattern, Solution { impulses, rates: after }))
}

impl Variable<'_> {
    fn impulse(&self, rows: usize) -> Vec<f64> {
        let mut impulse = vec![0.0; rows];
        match self {
            Variable::Normal(contact) => impulse[contact.at] = 1.0,
            Variable::Along(contact, u) => {
                impulse[contact.at + 1..=contact.at + contact.tangents].copy_from_slice(&u[..contact.tangents]);
            }
            Variable::Speed(_) => {}
        }
        impulse
    }
}

/// Directions all around: with each its opposite.
fn around(tangents: usize) -> Vec<[f64; 3]> {
    // All of −1, 0, 1 in each component, without zero.
    let cube = 1..3_usize.pow(3);
    let all = cube
        .map(|k| from_fn(|i| ((k / 3_usize.pow(i as u32)) % 3) as f64).map(|x: f64| if x == 2.0 { -1.0 } else { x }));
    all.filter(|u| u[tangents..].iter().all(|x| *x == 0.0)).map(|u| u.map(|x| x / norm(&u))).collect()
}
