//! Elements of the types in the tables, added where it is not known of which one.
//!
//! [`ModelBuilder::constraint`] and the others compile an element where they are called, once for each type. What is written for all of them, such as a binding to another language,
//! would compile the whole library of elements a second time; here they are those of the tables, compiled already.

use super::tables::{SavedConstraint, SavedForce, SavedGap};
use super::with_law::WithLaw;
use crate::element::{ConstraintRef, ContactId, ForceId};
use crate::hybrid::Rigid;
use crate::model::ModelBuilder;
use std::any::Any;

impl ModelBuilder {
    /// Adds a copy of a constraint, if that is of a type which the tables of [`SavedModel`](super::SavedModel) name, as [`constraint`](Self::constraint) does.
    pub fn built_in_constraint(&mut self, name: impl Into<String>, element: &dyn Any) -> Option<ConstraintRef> {
        SavedConstraint::of(element)?.add(name.into(), self);
        Some(self.last_constraint())
    }

    /// Adds a copy of a gap, if that is of a type which the tables of [`SavedModel`](super::SavedModel) name, as [`contact`](Self::contact) does.
    pub fn built_in_contact(&mut self, name: impl Into<String>, gap: &dyn Any, law: Rigid) -> Option<ContactId> {
        let mut adding = WithLaw::new(self, law);
        SavedGap::of(gap)?.add(name.into(), &mut adding);
        adding.added()
    }

    /// Adds a copy of a force, if that is of a type which the tables of [`SavedModel`](super::SavedModel) name, as [`force`](Self::force) does.
    pub fn built_in_force(&mut self, name: impl Into<String>, element: &dyn Any) -> Option<ForceId> {
        SavedForce::of(element)?.add(name.into(), self);
        Some(self.last_force())
    }
}

#[cfg(test)]
mod tests {
    use crate::hybrid::Stop;
    use crate::prelude::*;

    #[test]
    fn identity_an_element_of_the_tables_is_added_as_by_its_type() {
        let make = |by_type: bool| {
            let mut builder = ModelBuilder::new();
            let rod = builder.body("rod", RigidBody::rod(1.0, 0.5));
            let pin = Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0));
            let spring = SpringDamper::along(Angle::between(GROUND, rod), 2.0);
            let stop = Stop::above(Angle::between(GROUND, rod), -1.0);
            if by_type {
                builder.constraint("pin", pin);
                builder.force("spring", spring);
                builder.contact("stop", stop, Rigid::smooth().bouncing(0.5));
            } else {
                let added = builder.built_in_constraint("pin", &pin).unwrap();
                assert!(builder.typed::<Revolute>(added).is_some());
                builder.built_in_force("spring", &spring).unwrap();
                builder.built_in_contact("stop", &stop, Rigid::smooth().bouncing(0.5)).unwrap();
                assert_eq!(builder.built_in_force("none", &pin), None);
            }
            builder.build().unwrap()
        };
        let [one, other] = [true, false].map(|by_type| serde_json::to_string(&make(by_type).saved().unwrap()).unwrap());
        assert_eq!(one, other);
    }
}
