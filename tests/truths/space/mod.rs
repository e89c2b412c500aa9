//! Space: joints, bodies, tops, surfaces in contact.

mod contact;
mod free_pairs;
mod jacobi;
mod joints;
mod models;
mod oracle_joints;
mod patches;
mod rolling;
mod running;
mod rolling_known;
mod surfaces;
mod tops;
