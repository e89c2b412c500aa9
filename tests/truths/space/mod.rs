//! Space: joints, bodies, tops, surfaces in contact.

mod contact;
mod jacobi;
mod joints;
mod oracle_joints;
mod patches;
mod surfaces;
mod tops;
