//! Transitions: in the order of time, each beginning where the one before has ended, and counted right.

use crate::report::Report;
use chetaev::prelude::*;

/// `start` is when the run began, which need not be a sample.
pub fn transitions(run: &Trajectory, start: f64, report: &mut Report) {
    let model = run.model();
    let all = run.transitions();
    report.demand(all.windows(2).all(|two| two[0].t <= two[1].t), || "transitions are not in the order of time".into());
    let end = run.end().t;
    if let Some(outside) = all.iter().find(|change| !(change.t >= start && change.t <= end)) {
        report.fault(format!("`{}` changes at t = {}, outside of the run {start} to {end}", outside.name, outside.t));
    }
    let modes = &run.end().modes;
    let first = modes.len() - model.friction_names().len();
    for (point, name) in model.friction_names().enumerate() {
        let Some(id) = model.friction(name) else { continue };
        let own: Vec<&Transition> = all.iter().filter(|change| change.name == name).collect();
        if let Some(two) = own.windows(2).find(|two| two[0].to != two[1].from) {
            report.fault(format!(
                "`{name}` is {:?} from t = {} on, and leaves {:?} at t = {}",
                two[0].to, two[0].t, two[1].from, two[1].t
            ));
        }
        let (last, now) = (own.last().map(|change| change.to), modes[first + point]);
        report.demand(last.is_none_or(|last| last == now), || format!("`{name}` ends {now:?} after {last:?}"));
        let begins = own.first().map_or(now, |change| change.from);
        let read = run.first().filter(|at| at.t() == start).and_then(|at| Some(at.friction(id).ok()?.mode));
        // A run that is refused at its start ends before anything was decided.
        report.demand(read.is_none_or(|read| read == begins || begins == Mode::Undecided), || {
            format!("`{name}` begins {read:?}, and its first transition leaves {begins:?}")
        });
        let summary = run.friction_summary(id);
        let sticks = own.iter().filter(|change| change.from != change.to && change.to == Mode::Stick).count() as u64;
        report.demand(summary.sticks == sticks, || {
            format!("`{name}` came to stick {sticks} times by its transitions, {} times by its counter", summary.sticks)
        });
        let reversals = own.iter().filter(|change| change.from == change.to).count() as u64;
        report.demand((reversals..=own.len() as u64).contains(&summary.load_reversals), || {
            format!(
                "`{name}`: {reversals} load reversals by its transitions, {} by its counter",
                summary.load_reversals
            )
        });
        // How long it stuck.
        let (mut mode, mut since, mut stuck) = (begins, start, 0.0);
        for (t, to) in own.iter().map(|change| (change.t, change.to)).chain([(end, now)]) {
            stuck += if mode == Mode::Stick { t - since } else { 0.0 };
            (mode, since) = (to, t);
        }
        report.demand((stuck - summary.stuck).abs() <= 1e-9 * (1.0 + end - start), || {
            format!("`{name}` stuck for {stuck} s by its transitions, {} s by its counter", summary.stuck)
        });
    }
}
