//! Space: joints, bodies, tops.

mod free_pairs;
mod jacobi;
mod joints;
mod models;
mod oracle_joints;
mod tops;
