//! Friction points that can be written: every measure under every built-in law.

use crate::element::Spatial;
use crate::friction::{Coulomb, Friction, FrictionPoint, Sleeve, SlipCurve, Socket, Stribeck};
use crate::hybrid::Rigid;
use crate::measure::{Angle, Measure, Separation, Travel};
use crate::measure::{AxialAngle, AxialTravel};
use crate::model::ModelBuilder;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A friction point and its law.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedFriction {
    rub: SavedRub,
    law: SavedLaw,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum SavedRub {
    Along(FrictionPoint<Travel>),
    Around(FrictionPoint<Angle>),
    Between(FrictionPoint<Separation>),
    AxialAlong(FrictionPoint<AxialTravel>),
    AxialAround(FrictionPoint<AxialAngle>),
    SpatialBetween(FrictionPoint<Separation<Spatial>>),
    InCylinder(Sleeve),
    InBall(Socket),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum SavedLaw {
    Coulomb(Coulomb),
    Stribeck(Stribeck),
    Curve(Box<SlipCurve>),
}

impl SavedFriction {
    pub(crate) fn of(rub: &dyn Any, law: &dyn Any) -> Option<Self> {
        fn saved<M: Measure + Clone + 'static>(rub: &dyn Any) -> Option<FrictionPoint<M>> {
            rub.downcast_ref::<FrictionPoint<M>>().filter(|rub| rub.is_plain()).cloned()
        }
        let rub = (saved(rub).map(SavedRub::Along))
            .or_else(|| saved(rub).map(SavedRub::Around))
            .or_else(|| saved(rub).map(SavedRub::Between))
            .or_else(|| saved(rub).map(SavedRub::AxialAlong))
            .or_else(|| saved(rub).map(SavedRub::AxialAround))
            .or_else(|| saved(rub).map(SavedRub::SpatialBetween))
            .or_else(|| rub.downcast_ref().copied().map(SavedRub::InCylinder))
            .or_else(|| rub.downcast_ref().copied().map(SavedRub::InBall))?;
        Some(Self { rub, law: SavedLaw::of(law)? })
    }

    pub(super) fn add(self, name: String, builder: &mut ModelBuilder) {
        let Self { rub, law } = self;
        match rub {
            SavedRub::Along(rub) => law.add(name, rub, builder),
            SavedRub::Around(rub) => law.add(name, rub, builder),
            SavedRub::Between(rub) => law.add(name, rub, builder),
            SavedRub::AxialAlong(rub) => law.add(name, rub, builder),
            SavedRub::AxialAround(rub) => law.add(name, rub, builder),
            SavedRub::SpatialBetween(rub) => law.add(name, rub, builder),
            SavedRub::InCylinder(rub) => law.add(name, rub, builder),
            SavedRub::InBall(rub) => law.add(name, rub, builder),
        }
    }
}

impl SavedLaw {
    pub(super) fn of(law: &dyn Any) -> Option<Self> {
        let coulomb = law.downcast_ref().cloned().map(Self::Coulomb);
        let curve = || law.downcast_ref::<SlipCurve>().map(|law| Self::Curve(Box::new(law.clone())));
        coulomb.or_else(|| law.downcast_ref().cloned().map(Self::Stribeck)).or_else(curve)
    }

    /// The law of a contact with this friction.
    pub(super) fn rough(self) -> Rigid {
        match self {
            Self::Coulomb(law) => Rigid::rough(law),
            Self::Stribeck(law) => Rigid::rough(law),
            Self::Curve(law) => Rigid::rough(*law),
        }
    }

    fn add(self, name: String, rub: impl Friction + 'static, builder: &mut ModelBuilder) {
        match self {
            Self::Coulomb(law) => builder.friction(name, rub, law),
            Self::Stribeck(law) => builder.friction(name, rub, law),
            Self::Curve(law) => builder.friction(name, rub, *law),
        };
    }
}
