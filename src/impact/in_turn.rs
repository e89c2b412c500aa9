//! Several contacts, struck one after the other: each time one contact that closes goes through Routh's process alone.
//!
//! The result can depend on which comes first, and there is no end to it in general: so it is worked out in both orders, and the larger of the differences told. It is right
//! for balls in a row, where waves take their time from contact to contact, and for contacts that do not feel each other.

use super::law::ImpactError;
use super::process::{Rates, Response};
use super::routh::strike;
use super::several::{Blows, Several};
use std::array::from_fn;

/// Impacts of one sequence at most.
const MOST: u64 = 100_000;
/// Part of the largest rate at which a contact closes no more.
const CLOSED: f64 = 1e-13;

/// Both orders of an impact in turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InTurn {
    /// Of the contacts that close the first is struck.
    pub forward: Blows,
    /// Of the contacts that close the last is struck.
    pub backward: Blows,
    /// Largest difference of their rates, in proportion to the largest rate before.
    pub differs: f64,
}

/// An impact at several contacts, one after the other, in both orders.
pub(crate) fn in_turn(several: &Several<'_>) -> Result<InTurn, ImpactError> {
    let largest = several.before.iter().fold(0.0, |most: f64, rate| most.max(rate.abs()));
    let (forward, backward) = (sequence(several, false, largest)?, sequence(several, true, largest)?);
    let pairs = forward.after.iter().zip(&backward.after);
    let apart = pairs.fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    let differs = if largest > 0.0 { apart / largest } else { 0.0 };
    Ok(InTurn { forward, backward, differs })
}

fn sequence(several: &Several<'_>, backward: bool, largest: f64) -> Result<Blows, ImpactError> {
    let normals = several.normals();
    let rows = several.rows();
    let mut after = several.before.to_vec();
    let (mut impulses, mut compression, mut trials) = (vec![0.0; rows], vec![0.0; normals.len()], 0);
    loop {
        let mut contacts = 0..normals.len();
        let closes = |i: &usize| after[normals[*i]] < -CLOSED * largest;
        let next = if backward { contacts.rfind(closes) } else { contacts.find(closes) };
        let Some(contact) = next else { break };
        if trials == MOST {
            return Err(ImpactError::Endless { impacts: trials });
        }
        trials += 1;
        let (blow, squeezed) = match several.contacts[contact].tangents {
            0 => alone::<0>(several, &after, contact, normals[contact]),
            1 => alone::<1>(several, &after, contact, normals[contact]),
            2 => alone::<2>(several, &after, contact, normals[contact]),
            _ => alone::<3>(several, &after, contact, normals[contact]),
        }?;
        compression[contact] += squeezed;
        for (k, p) in blow.iter().enumerate() {
            impulses[normals[contact] + k] += p;
        }
        after = several.after(&impulses);
        // What its law says to the bit: rates that are zero stay zero, instead of being struck again.
        if blow[0] > 0.0 && after[normals[contact]].abs() < CLOSED * largest {
            after[normals[contact]] = 0.0;
        }
    }
    let lost = several.lost(&impulses, &after);
    Ok(Blows { impulses, after, compression, lost, trials, part: 1.0 })
}

/// Impulses of one contact, and how much of the normal one is compression.
fn alone<const K: usize>(
    several: &Several<'_>,
    rates: &[f64],
    contact: usize,
    at: usize,
) -> Result<(Vec<f64>, f64), ImpactError> {
    let rows = several.rows();
    let block: Vec<f64> = (at..=at + K).flat_map(|row| several.response[row * rows + at..][..=K].to_vec()).collect();
    let before = Rates { gap: rates[at], slip: from_fn(|k| rates[at + 1 + k]) };
    let member = several.contacts[contact];
    let response = Response::<K>::from_rows(&block);
    let blow = member.e.at(before.gap).and_then(|e| strike(&response, &before, member.friction, several.law, e));
    let blow = blow.map_err(|error| error.at(contact))?;
    Ok((std::iter::once(blow.normal).chain(blow.tangential).collect(), blow.compression))
}
