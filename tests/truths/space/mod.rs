//! Space: joints, bodies, tops, surfaces in contact.

mod balance;
mod contact;
mod creep;
mod free_pairs;
mod friction;
mod jacobi;
mod joints;
mod models;
mod oracle_joints;
mod own_body;
mod patches;
mod rolling;
mod rolling_edges;
mod rolling_known;
mod running;
mod sleeve;
mod slips;
mod slow_slips;
mod socket;
mod surfaces;
mod tops;
