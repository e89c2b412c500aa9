//! Friction points that can be written: every measure under every built-in law.

use crate::element::Spatial;
use crate::friction::{Coulomb, Friction, FrictionPoint, Stribeck};
use crate::measure::{Angle, Measure, Separation, Travel};
use crate::measure::{AxialAngle, AxialTravel};
use crate::model::ModelBuilder;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A friction point and its law.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlainFriction {
    rub: PlainRub,
    law: PlainLaw,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum PlainRub {
    Along(FrictionPoint<Travel>),
    Around(FrictionPoint<Angle>),
    Between(FrictionPoint<Separation>),
    AxialAlong(FrictionPoint<AxialTravel>),
    AxialAround(FrictionPoint<AxialAngle>),
    SpatialBetween(FrictionPoint<Separation<Spatial>>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum PlainLaw {
    Coulomb(Coulomb),
    Stribeck(Stribeck),
}

impl PlainFriction {
    pub(crate) fn of(rub: &dyn Any, law: &dyn Any) -> Option<Self> {
        fn plain<M: Measure + Clone + 'static>(rub: &dyn Any) -> Option<FrictionPoint<M>> {
            rub.downcast_ref::<FrictionPoint<M>>().filter(|rub| rub.is_plain()).cloned()
        }
        let rub = (plain(rub).map(PlainRub::Along))
            .or_else(|| plain(rub).map(PlainRub::Around))
            .or_else(|| plain(rub).map(PlainRub::Between))
            .or_else(|| plain(rub).map(PlainRub::AxialAlong))
            .or_else(|| plain(rub).map(PlainRub::AxialAround))
            .or_else(|| plain(rub).map(PlainRub::SpatialBetween))?;
        let coulomb = law.downcast_ref().cloned().map(PlainLaw::Coulomb);
        let law = coulomb.or_else(|| law.downcast_ref().cloned().map(PlainLaw::Stribeck))?;
        Some(Self { rub, law })
    }

    pub(super) fn add(self, name: String, builder: &mut ModelBuilder) {
        let Self { rub, law } = self;
        match rub {
            PlainRub::Along(rub) => law.add(name, rub, builder),
            PlainRub::Around(rub) => law.add(name, rub, builder),
            PlainRub::Between(rub) => law.add(name, rub, builder),
            PlainRub::AxialAlong(rub) => law.add(name, rub, builder),
            PlainRub::AxialAround(rub) => law.add(name, rub, builder),
            PlainRub::SpatialBetween(rub) => law.add(name, rub, builder),
        }
    }
}

impl PlainLaw {
    fn add(self, name: String, rub: impl Friction + 'static, builder: &mut ModelBuilder) {
        match self {
            Self::Coulomb(law) => builder.friction(name, rub, law),
            Self::Stribeck(law) => builder.friction(name, rub, law),
        };
    }
}
