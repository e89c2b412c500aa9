//! Mass and inertia of a `geom`.

use super::element::Element;
use crate::error::UrdfError;
use crate::inertia::Lump;
use chetaev::nalgebra::{Matrix3, Vector3};
use std::f64::consts::PI;

/// kg/m³ where nothing else is said.
const DENSITY: f64 = 1000.0;

/// Is it among those that make masses?
pub(super) fn counts(geom: &Element<'_, '_>) -> Result<bool, UrdfError> {
    let ([first, last], group) = (geom.compiler.groups, geom.number("group")?);
    Ok((first..=last).contains(&group))
}

/// What a solid body of this shape adds, in the axes of what it belongs to.
pub(super) fn lump(geom: &Element<'_, '_>) -> Result<Lump, UrdfError> {
    let kind = geom.get("type").unwrap_or("sphere");
    if matches!(kind, "plane" | "hfield") || geom.get("mass").is_some_and(|mass| mass.trim() == "0") {
        return Ok(Lump::none());
    }
    if geom.get("shellinertia") == Some("true") {
        return Err(geom.wrong("`shellinertia` is not read: give the body an `inertial`".into()));
    }
    let size = geom.numbers("size")?.unwrap_or_default();
    let need = |k: usize| {
        let why = || geom.wrong(format!("a `{kind}` needs {} numbers as `size`, and it has {}", k + 1, size.len()));
        size.get(k).copied().filter(|x| *x > 0.0).ok_or_else(why)
    };
    let half = geom.between()?.map(|(_, half)| half);
    let length = |k: usize| half.map_or_else(|| need(k), Ok);
    // Between two points a shape is as thick as it is wide.
    let across = |k: usize| if half.is_some() { need(0) } else { need(k) };
    // Volume, and the tensor of a unit mass.
    let (volume, tensor) = match kind {
        "sphere" => {
            let r = need(0)?;
            (4.0 / 3.0 * PI * r.powi(3), Vector3::repeat(0.4 * r * r))
        }
        "ellipsoid" => {
            let [a, b, c] = [need(0)?, across(1)?, length(2)?];
            (4.0 / 3.0 * PI * a * b * c, 0.2 * Vector3::new(b * b + c * c, a * a + c * c, a * a + b * b))
        }
        "box" => {
            let [a, b, c] = [need(0)?, across(1)?, length(2)?];
            (8.0 * a * b * c, Vector3::new(b * b + c * c, a * a + c * c, a * a + b * b) / 3.0)
        }
        "cylinder" => {
            let [r, h] = [need(0)?, length(1)?];
            let wide = r * r / 4.0 + h * h / 3.0;
            (2.0 * PI * r * r * h, Vector3::new(wide, wide, 0.5 * r * r))
        }
        "capsule" => {
            let [r, h] = [need(0)?, length(1)?];
            // The cylinder, and both halves of a ball at its ends.
            let [middle, ends] = [2.0 * PI * r * r * h, 4.0 / 3.0 * PI * r.powi(3)];
            let wide = middle * (r * r / 4.0 + h * h / 3.0) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
            let along = middle * 0.5 * r * r + ends * 0.4 * r * r;
            (middle + ends, Vector3::new(wide, wide, along) / (middle + ends))
        }
        other => {
            let what = format!("the mass of a `{other}` is not read: give the body an `inertial`, as MuJoCo writes it");
            return Err(geom.wrong(what));
        }
    };
    let density = geom.some("density")?.map_or(DENSITY, |[x]: [f64; 1]| x);
    let mass = geom.some("mass")?.map_or(density * volume, |[x]: [f64; 1]| x);
    Ok(Lump::at(mass, Matrix3::from_diagonal(&(mass * tensor)), &geom.place()?))
}
