//! Two bodies that touch: sliding without friction, or rolling without slip.

mod planar;
mod spatial;

pub use planar::Contact;
pub use spatial::SpatialContact;
pub(crate) use spatial::remembered;
