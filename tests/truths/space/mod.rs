//! Space: joints, bodies, tops.

mod joints;
mod oracle_joints;
