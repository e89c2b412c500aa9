//! What a run tells of its contacts: impacts, and readings at an instant.

use super::Snapshot;
use crate::dynamics::{Mode, Responses};
use crate::element::{ContactId, Ctx};
use crate::model::{FrictionEntry, Model};
use nalgebra::Vector3;

/// An impact: contacts that closed with speed.
///
/// ```
/// use chetaev::contact::CornerOnLine;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let puck = builder.body("puck", RigidBody::disk(2.0, 0.1).at(0.0, 1.0, 0.0).moving(0.0, -4.0, 0.0));
/// let floor = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
/// builder.contact("floor", Contact::between(GROUND, puck, floor), Rigid::smooth().bouncing(0.5));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let impact = &run.impacts()[0];
/// assert!((impact.t - 0.25).abs() < 1e-12 && (impact.lost - 12.0).abs() < 1e-9); // ½ m v² (1 − e²)
/// let blow = &impact.blows[0];
/// assert!(blow.name == "floor" && (blow.normal - 12.0).abs() < 1e-9 && (blow.closing[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Impact {
    /// When.
    pub t: f64,
    /// What each contact that took part felt.
    pub blows: Vec<Blow>,
    /// Energy that is lost at the contacts. What a driver that is hit does is its own work, and no part of this.
    pub lost: f64,
}

/// What one contact felt of an impact.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Blow {
    /// Its name.
    pub name: String,
    /// Rate of its gap before and after; negative while it closes.
    pub closing: [f64; 2],
    /// Slip speed before and after, in space its size, with pivoting as the friction counts it; zero of a contact without friction.
    pub slip: [f64; 2],
    /// Impulse along the normal, on the second body.
    pub normal: f64,
    /// Impulse along the tangent, on the second body; in space its size, with pivoting as the friction counts it.
    pub tangential: f64,
}

impl Impact {
    pub(in crate::simulate) fn new(
        model: &Model,
        t: f64,
        responses: &Responses,
        impulses: &[f64],
        after: &[f64],
        lost: f64,
    ) -> Self {
        let mut blows: Vec<Blow> = Vec::new();
        for (i, impulse) in responses.impulses.iter().enumerate() {
            let rates = [responses.rates[i], after[i]];
            match blows.last_mut().filter(|_| impulse.tangential) {
                Some(blow) if impulse.which > 0 => {
                    // In space: sizes.
                    let sizes = [0, 1].map(|k| blow.slip[k].hypot(rates[k]));
                    (blow.slip, blow.tangential) = (sizes, blow.tangential.hypot(impulses[i]));
                }
                Some(blow) => (blow.slip, blow.tangential) = (rates, impulses[i]),
                None => blows.push(Blow {
                    name: model.inner.contacts[impulse.contact].name.clone(),
                    closing: rates,
                    slip: [0.0; 2],
                    normal: impulses[i],
                    tangential: 0.0,
                }),
            }
        }
        Self { t, blows, lost }
    }

    /// Names of the contacts that took part.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.blows.iter().map(|blow| blow.name.as_str())
    }
}

/// A contact at an instant: see [`Snapshot::contact`].
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactReading {
    /// `Open`, or `Stick`, `Forward`, `Backward` of a rough contact that is closed, `Holding` of a smooth one.
    pub mode: Mode,
    /// φ.
    pub gap: f64,
    /// φ', negative while it closes.
    pub rate: f64,
    /// Slip speed, in space its size: ‖(s₁, s₂, ρ n·Δω)‖ with [pivoting](crate::constraint::Contact::pivoting).
    pub slip: f64,
    /// N, on the second body.
    pub normal: f64,
    /// T, on the second body; in space its size: ‖(T₁, T₂, M/ρ)‖ with pivoting.
    pub tangential: f64,
}

/// One number of a reading.
type Of = fn(&ContactReading) -> f64;
/// What tables show of a contact, besides its mode.
pub(super) const CONTACT: [(&str, Of); 5] = [
    ("gap", |it| it.gap),
    ("rate", |it| it.rate),
    ("slip", |it| it.slip),
    ("normal", |it| it.normal),
    ("tangential", |it| it.tangential),
];

impl Snapshot<'_> {
    /// Gap, slip and forces of a contact. Far from where it can touch its gap need not be defined: then it is not a number.
    #[track_caller]
    pub fn contact(&self, contact: ContactId) -> ContactReading {
        let entry = self.model.contact_entry(contact);
        let solution = self.solution();
        let mode = self.model.contact_mode(contact.index as usize, &self.decided());
        let known = [solution.phi[entry.row], solution.rate[entry.row]];
        let [gap, rate] = if mode == Mode::Open && known[0].is_nan() { self.gap_of(contact) } else { known };
        let friction = self.rubbing(contact);
        let read = |values: &[f64]| friction.map_or(0.0, |friction| friction.read(values));
        ContactReading {
            mode,
            gap,
            rate,
            slip: read(&solution.rate),
            normal: solution.multipliers[entry.row],
            tangential: read(&solution.multipliers),
        }
    }

    /// The friction force of a contact on its second body, as a vector in world axes; in the plane z is zero.
    #[track_caller]
    pub fn friction_force(&self, contact: ContactId) -> Vector3<f64> {
        self.across(contact, &self.solution().multipliers)
    }

    /// The moment of friction about the normal of a contact that resists [pivoting](crate::constraint::Contact::pivoting), on its second body, in world axes; zero of others.
    #[track_caller]
    pub fn pivoting_moment(&self, contact: ContactId) -> Vector3<f64> {
        let pivots = |friction: &&FrictionEntry| friction.rows().len() == 3;
        let entry = self.rubbing(contact).filter(pivots).map(|friction| &self.model.inner.constraints[friction.entry]);
        // That of the force along the tangents is none about the place where it acts.
        entry.map_or(Vector3::zeros(), |entry| self.drawn_wrench(entry).moment)
    }

    /// The friction of a contact that is closed.
    #[track_caller]
    fn rubbing(&self, contact: ContactId) -> Option<&FrictionEntry> {
        let point = self.model.contact_entry(contact).friction;
        let point = point.filter(|_| self.model.contact_mode(contact.index as usize, &self.decided()) != Mode::Open);
        point.map(|point| &self.model.inner.frictions[point])
    }

    /// The velocity with which the second body of a contact slips over the first, as a vector in world axes; zero of one that is open or smooth.
    #[track_caller]
    pub fn slip_velocity(&self, contact: ContactId) -> Vector3<f64> {
        self.across(contact, &self.solution().rate)
    }

    /// What stands in the rows of a contact's friction, as a vector.
    #[track_caller]
    fn across(&self, contact: ContactId, values: &[f64]) -> Vector3<f64> {
        let Some(friction) = self.rubbing(contact) else { return Vector3::zeros() };
        let entry = &self.model.inner.constraints[friction.entry];
        let frames = self.frames();
        let at = Ctx::new(self.now(), &frames, &entry.slots, &self.memory[entry.memory.clone()]);
        let (written, outcome) = entry.write(at);
        let last = entry.slots.len() - 1;
        let [x, y, z, ..] = match outcome {
            Ok(()) => written.transposed(last, entry.spatial[last], &values[friction.rows()]),
            Err(_) => [f64::NAN; 6],
        };
        // A twist of the plane has two components, and then its spin.
        Vector3::new(x, y, if entry.spatial[last] { z } else { 0.0 })
    }

    /// All contacts, in the order of declaration.
    pub(super) fn contacts(&self) -> impl Iterator<Item = ContactReading> {
        (0..self.model.inner.contacts.len()).map(|index| self.contact(self.model.contact_at(index)))
    }

    fn gap_of(&self, contact: ContactId) -> [f64; 2] {
        let mut ws = self.model.workspace();
        ws.contact_gap(self.model, contact.index as usize, self.query().at).unwrap_or([f64::NAN; 2])
    }
}
