//! Space: joints, bodies, tops.

mod jacobi;
mod joints;
mod oracle_joints;
mod tops;
