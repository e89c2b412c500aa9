//! Whole runs agree: one mechanism, run in two manners that must not matter, makes the same changes of friction and ends in the same state.
//!
//! How near is near, and what is not compared, is derived in `agree.rs`. The mechanisms are random, and shrink.

#![allow(clippy::unwrap_used)]

mod agree;
mod compare;
mod crawl;
mod foreseen;
mod judge;
mod poles;
mod recipe;
mod stops;
mod strategy;
mod together;
mod units;

use agree::{Manner, compare};
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;
use judge::for_all;
use recipe::{Frame, Way};

fn with(set: fn(Simulation<'_>) -> Simulation<'_>) -> Manner {
    Manner { set, ..Manner::default() }
}

#[test]
fn property_a_run_does_not_depend_on_the_warm_started_search() {
    for_all("warm started", |recipe| compare(recipe, &Manner::default(), &with(|s| s.search(Search::WarmStarted))));
}

#[test]
fn property_a_run_does_not_depend_on_the_exhaustive_search() {
    for_all("exhaustive", |recipe| compare(recipe, &Manner::default(), &with(|s| s.search(Search::Exhaustive))));
}

#[test]
fn property_a_run_does_not_depend_on_the_direct_search() {
    for_all("direct", |recipe| compare(recipe, &Manner::default(), &with(|s| s.search(Search::Direct))));
}

#[test]
fn property_a_run_does_not_depend_on_the_method_dopri5() {
    for_all("dopri5", |recipe| compare(recipe, &Manner::default(), &with(|s| s.method(Method::Dopri5))));
}

#[test]
fn property_a_run_does_not_depend_on_the_method_tsit5() {
    for_all("tsit5", |recipe| compare(recipe, &Manner::default(), &with(|s| s.method(Method::Tsit5))));
}

#[test]
fn property_a_run_does_not_depend_on_the_method_radau5() {
    for_all("radau5", |recipe| compare(recipe, &Manner::default(), &with(|s| s.method(Method::Radau5))));
}

/// The third order at a tolerance that it can hold.
#[test]
fn property_a_run_does_not_depend_on_the_method_bs23() {
    let loose = || Manner { tolerance: 1e-5, ..with(|s| s.method(Method::Bs23)) };
    for_all("bs23", |recipe| compare(recipe, &Manner::default(), &loose()));
}

#[test]
fn property_a_run_does_not_depend_on_automatic_gains() {
    for_all("auto", |recipe| compare(recipe, &Manner::default(), &with(|s| s.stabilization(Stabilization::Auto))));
}

#[test]
fn property_a_run_does_not_depend_on_fixed_gains() {
    let fixed = || with(|s| s.stabilization(Baumgarte::critical(0.05)));
    for_all("baumgarte", |recipe| compare(recipe, &Manner::default(), &fixed()));
}

#[test]
fn property_a_run_does_not_depend_on_drift() {
    for_all("none", |recipe| compare(recipe, &Manner::default(), &with(|s| s.stabilization(Stabilization::None))));
}

#[test]
fn property_a_run_does_not_depend_on_the_order_of_declaration() {
    for orders in [[3, 0, 0], [0, 3, 0], [0, 0, 3], [5, 7, 9]] {
        let other = || Manner { way: Way { orders, ..Way::default() }, ..Manner::default() };
        for_all(&format!("orders {orders:?}"), |recipe| compare(recipe, &Manner::default(), &other()));
    }
}

#[test]
fn property_a_plane_mechanism_moves_in_space_as_in_the_plane() {
    let space = || Manner { way: Way { space: true, ..Way::default() }, ..Manner::default() };
    for_all("space", |recipe| compare(&recipe.clone().for_space(), &Manner::default(), &space()));
}

#[test]
fn property_a_run_does_not_depend_on_how_its_plane_stands_in_space() {
    let way = Way { space: true, frame: Frame { tilt: [0.7, -1.1, 0.4], ..Frame::default() }, ..Way::default() };
    for_all("tilted", |recipe| {
        compare(&recipe.clone().for_space(), &Manner::default(), &Manner { way, ..Manner::default() })
    });
}

#[test]
fn property_a_run_does_not_depend_on_where_it_stands() {
    let way = Way { frame: Frame { turn: 2.1, shift: [3.0, -4.0], ..Frame::default() }, ..Way::default() };
    for_all("moved", |recipe| compare(recipe, &Manner::default(), &Manner { way, ..Manner::default() }));
}

#[test]
fn property_a_run_does_not_depend_on_a_steady_velocity() {
    let way = Way { frame: Frame { speed: [2.3, -1.7], ..Frame::default() }, ..Way::default() };
    let manner = || Manner { way, ..Manner::default() };
    for_all("carried", |recipe| compare(&recipe.clone().afloat(), &Manner::default(), &manner()));
}

#[test]
fn property_a_run_that_is_saved_and_resumed_is_the_run_in_one() {
    let resumed = || Manner { pause: Some(0.437), ..Manner::default() };
    for_all("resumed", |recipe| compare(recipe, &Manner::default(), &resumed()));
}

/// What a step does not look at: short steps look everywhere.
#[test]
fn property_a_run_misses_nothing_that_short_steps_see() {
    let short = || with(|s| s.max_step(1e-3));
    for_all("short steps", |recipe| compare(recipe, &Manner::default(), &short()));
}
