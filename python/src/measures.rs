//! Measures: what drivers, springs, couplers, stops and friction act along.

use crate::class::elements;
use crate::handles::{AnyPoint, Axis, BodyId, Mark, Point, Points, SpatialPoint};
use chetaev::element::Spatial;
use chetaev::prelude as c;
use pyo3::prelude::*;

/// A number that two bodies have between them: an angle, a travel, a distance.
#[pyclass(subclass, frozen, module = "chetaev")]
pub struct Measure {
    pub kind: MeasureOf,
}

#[derive(Clone)]
pub enum MeasureOf {
    Angle(c::Angle),
    Travel(c::Travel),
    Separation(c::Separation),
    AxialAngle(c::AxialAngle),
    AxialTravel(c::AxialTravel),
    SpatialSeparation(c::Separation<Spatial>),
}

/// Does the same for whichever measure there is.
macro_rules! along {
    ($measure:expr, $m:ident => $do:expr) => {
        match $measure {
            $crate::measures::MeasureOf::Angle($m) => $do,
            $crate::measures::MeasureOf::Travel($m) => $do,
            $crate::measures::MeasureOf::Separation($m) => $do,
            $crate::measures::MeasureOf::AxialAngle($m) => $do,
            $crate::measures::MeasureOf::AxialTravel($m) => $do,
            $crate::measures::MeasureOf::SpatialSeparation($m) => $do,
        }
    };
}
pub(crate) use along;

impl MeasureOf {
    pub fn separation(a: AnyPoint, b: AnyPoint) -> PyResult<Self> {
        Ok(match Points::of(a, b)? {
            Points::Planar(a, b) => Self::Separation(c::Separation::between(a, b)),
            Points::Spatial(a, b) => Self::SpatialSeparation(c::Separation::between(a, b)),
        })
    }
}

fn of(kind: MeasureOf) -> Measure {
    Measure { kind }
}

elements! {
    /// The angle by which one body of the plane is turned from another.
    Angle: Measure {
        /// The angle from a to b.
        between(a: BodyId, b: BodyId) => of(MeasureOf::Angle(c::Angle::between(a.id, b.id)));
    }
    /// The abscissa of a point along a line, or its height above it.
    Travel: Measure {
        /// The abscissa of the point along the line.
        along(line: Axis, point: Point) => of(MeasureOf::Travel(c::Travel::along(line.line, point.at)));
        /// Its height on the left of the line.
        across(line: Axis, point: Point) => of(MeasureOf::Travel(c::Travel::across(line.line, point.at)));
    }
    /// The distance of two points, in the plane or in space.
    Separation: Measure {
        /// Of these two points.
        between(a: AnyPoint, b: AnyPoint) => of(MeasureOf::separation(a, b)?);
    }
    /// The angle by which a mark is turned about the z axis of another.
    AxialAngle: Measure {
        /// From a to b, about the z axis of a.
        about(a: Mark, b: Mark) => of(MeasureOf::AxialAngle(c::AxialAngle::about(a.mark, b.mark)));
    }
    /// The abscissa of a point along the z axis of a mark.
    AxialTravel: Measure {
        /// Along the z axis of the mark.
        along(axis: Mark, point: SpatialPoint) => of(MeasureOf::AxialTravel(c::AxialTravel::along(axis.mark, point.at)));
    }
}
