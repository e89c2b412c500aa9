//! What happened in a run, and what its contacts do, for the page.

use super::channel::{Channels, Kind};
use super::film::Film;
use super::json::Json;
use super::reader::often;
use crate::dynamics::Mode;
use crate::math::Brief;
use crate::model::FrictionEntry;
use crate::simulate::{Blow, EventRecord, Impact, Trajectory, Transition};

/// What a change moved by less than this is not worth a word, m or rad.
const MENDED: f64 = 1e-6;

/// Contacts that open: what they do, columns of gap, normal and tangential force, and which joint and which friction point they are.
pub(super) fn contacts(run: &Trajectory, film: &Film, channels: &mut Channels) -> Json {
    let model = run.model();
    let start = run.first().map(|at| at.modes.to_vec());
    let contact = |(i, entry): (usize, &crate::model::ContactEntry)| {
        let [gap, normal, tangential] = [0, 1, 2].map(|k| channels.add(Kind::U16, film.contact(i)[k].clone()));
        let begins = start.as_ref().map(|modes| model.contact_mode(i, modes)).unwrap_or_default();
        Json::Object(vec![
            ("name", entry.name.as_str().into()),
            ("joint", entry.entry.into()),
            ("point", entry.friction.into()),
            ("begins", mode(begins)),
            ("gap", gap.into()),
            ("normal", normal.into()),
            ("tangential", tangential.into()),
        ])
    };
    Json::List(model.inner.contacts.iter().enumerate().map(contact).collect())
}

/// Of a friction point's force and slip speed.
pub(super) fn units(entry: &FrictionEntry) -> [&'static str; 2] {
    if entry.is_moment() { ["N m", "rad/s"] } else { ["N", "m/s"] }
}

/// Contacts that were struck: when, which, and by which impulse along the normal.
pub(super) fn impacts(run: &Trajectory) -> Json {
    let contact = |name: &str| run.model().contact_names().position(|other| other == name);
    let blow =
        |blow: &Blow| Json::Object(vec![("contact", contact(&blow.name).into()), ("normal", blow.normal.into())]);
    let impact = |impact: &Impact| {
        let blows = impact.blows.iter().map(blow).collect();
        Json::Object(vec![("t", impact.t.into()), ("blows", Json::List(blows))])
    };
    Json::List(run.impacts().iter().map(impact).collect())
}

/// Changes of friction points and of contacts.
pub(super) fn transitions(run: &Trajectory) -> Json {
    let transition = |change: &Transition| {
        Json::Object(vec![
            ("t", change.t.into()),
            ("point", change.point.map(|point| point.index as usize).into()),
            ("contact", change.contact.map(|contact| contact.index as usize).into()),
            ("from", mode(change.from)),
            ("to", mode(change.to)),
        ])
    };
    Json::List(run.transitions().iter().map(transition).collect())
}

/// When a constraint is switched off and on again, in turns. At the start it acts: one that does not is switched off there. Between two samples
/// it is the last event before the change that did it.
pub(super) fn switched(run: &Trajectory, constraint: usize) -> Vec<f64> {
    let acts = |modes: &[Mode]| modes[constraint] != Mode::Released;
    let before = run.events().iter().map(|event| (event.t, true, acts(&event.state.modes)));
    let mut seen: Vec<(f64, bool, bool)> =
        before.chain(run.samples().map(|at| (at.t(), false, acts(at.modes)))).collect();
    // An event is told before what it changes: it comes first of what is at its time.
    seen.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let Some(&(start, ..)) = seen.first() else { return Vec::new() };
    let mut last = (start, true, true);
    let mut times = Vec::new();
    for now in seen {
        if now.2 != last.2 {
            times.push(if last.1 { last.0 } else { now.0 });
        }
        last = now;
    }
    times
}

/// What is listed, and the names of what is not, with how often it happened.
pub(super) fn events(run: &Trajectory) -> [Json; 2] {
    let often = often(run);
    let event = |event: &EventRecord| {
        let rising = event.rising.into();
        let mended = event.mended.as_ref().filter(|mended| mended.moved > MENDED);
        let moved = mended.map(|it| format!(", moved `{}` by {}", it.moved_most, Brief(it.moved)));
        let name = format!("{}{}", event.name, moved.unwrap_or_default());
        Json::Object(vec![("t", event.t.into()), ("name", name.as_str().into()), ("rising", rising)])
    };
    let listed = run.events().iter().filter(|event| !often.contains_key(event.name.as_str())).map(event).collect();
    let often =
        often.iter().map(|(name, count)| Json::Object(vec![("name", (*name).into()), ("count", (*count).into())]));
    [Json::List(listed), Json::List(often.collect())]
}

/// 0 for what sticks or holds, 1 and −1 for what slides, more for what is open or switched off.
pub(super) fn mode(mode: Mode) -> Json {
    f64::from(mode.code()).into()
}
