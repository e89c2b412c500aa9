//! What the crate must get right, one module per kind of truth. A test's name begins with its kind.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod batches;
mod bodies;
#[allow(dead_code)]
#[path = "../../examples/bundled/mod.rs"]
mod bundled;
mod common;
mod coordinates;
mod counts;
mod curves;
mod graze;
mod guards;
mod mechanisms;
mod newton_euler;
#[path = "../../examples/support/mod.rs"]
mod support;
use support::reference;
#[path = "../claims/page.rs"]
mod page;

mod events;
mod events_crowded;
mod events_meet;
mod events_rest;
mod external;
mod files;
mod friction_branches;
mod friction_certificate;
mod friction_closed;
mod friction_decisions;
mod friction_external;
mod friction_known;
mod friction_loose;
mod friction_many;
mod friction_places;
mod friction_pole;
mod friction_runs;
mod friction_search;
mod friction_split;
mod friction_tear;
mod friction_trays;
mod friction_turns;
mod onsets;
mod order;
mod own_method;
mod works;

mod oracle_constraints;
mod oracle_contact;
mod oracle_curves;
mod oracle_frames;
mod oracle_gaps;
mod oracle_measures;
mod oracle_on_curve;
mod property_motion;
mod property_refusals;
mod property_threads;
mod published_stiff;
mod runs_edges;
mod same_bits;
mod singular;
mod space;
mod start;
mod start_far;
mod states;
mod states_foreign;
mod stiff;
mod storage;
