//! Five of the examples' mechanisms, each with a reference that was computed by other means.

use crate::support::disk_slider::{DiskSliderCase, disk_slider};
use crate::support::{Table, known};
use chetaev::contact::EllipseOnLine;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Ellipsoid, Plane};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::FRAC_PI_2;

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Reading = Box<dyn Fn(&Snapshot<'_>) -> f64>;

/// A mechanism, its start, and what is known of its motion.
pub struct Problem {
    pub name: &'static str,
    /// What is compared, in words.
    pub compared: &'static str,
    pub model: Model,
    pub start: State,
    /// The times of the reference.
    pub times: Vec<f64>,
    /// The error that the tightest tolerance must reach.
    pub reach: f64,
    expected: Vec<(Reading, Vec<f64>)>,
}

impl Problem {
    pub fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// The largest difference from the reference.
    pub fn error(&self, run: &Trajectory) -> Result<f64> {
        if run.len() != self.times.len() {
            return Err(format!("{} samples for {} times", run.len(), self.times.len()).into());
        }
        let off = run
            .samples()
            .enumerate()
            .flat_map(|(row, at)| self.expected.iter().map(move |(read, column)| (read(&at) - column[row]).abs()));
        Ok(off.fold(0.0, |most, off| if off > most || off.is_nan() { off } else { most }))
    }
}

pub fn all() -> Result<[Problem; 5]> {
    Ok([double_pendulum()?, rolling_ellipse()?, rough_sliders()?, heavy_top()?, rolling_spheroid()?])
}

/// Readings of a model beside the columns of its reference.
fn compared<const N: usize>(table: &Table, readings: [(&str, Reading); N]) -> Result<Vec<(Reading, Vec<f64>)>> {
    readings.into_iter().map(|(column, read)| Ok((read, table.column(column)?))).collect()
}

fn double_pendulum() -> Result<Problem> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let one = builder.body("1", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let two = builder.body("2", RigidBody::rod(1.0, 1.0).at(1.5, 0.0, 0.0));
    builder.constraint("A", Revolute::new(GROUND.origin(), one.point(-0.5, 0.0)));
    builder.constraint("B", Revolute::new(one.point(0.5, 0.0), two.point(-0.5, 0.0)));
    let model = builder.build()?;
    let table = Table::named("double_pendulum_seed")?;
    Ok(Problem {
        name: "Double pendulum",
        compared: "both angles (rad), 5 s from rest, 200-bit Taylor series",
        start: model.start().project()?.into(),
        model,
        times: table.column("t")?,
        reach: 1e-9,
        expected: compared(
            &table,
            [("phi1", Box::new(move |at| at.body(one).angle)), ("phi2", Box::new(move |at| at.body(two).angle))],
        )?,
    })
}

fn rolling_ellipse() -> Result<Problem> {
    let table = Table::named("ellipse_case1")?;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let disk = RigidBody::ellipse(1.0, 1.5, 1.0).at(0.0, 1.5, FRAC_PI_2).moving(-0.75, 0.0, 0.5);
    let disk = builder.body("disk", disk);
    let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.5, 1.0);
    builder.constraint("contact", Contact::rolling(GROUND, disk, floor));
    let model = builder.build()?;
    Ok(Problem {
        name: "Rolling ellipse",
        compared: "place (m) and angle (rad), 20 s, 200-bit Taylor series",
        start: model.start().project()?.into(),
        model,
        times: table.column("t")?,
        reach: 1e-10,
        expected: compared(
            &table,
            [("x", Box::new(move |at| at.body(disk).origin.x)), ("theta", Box::new(move |at| at.body(disk).angle))],
        )?,
    })
}

fn rough_sliders() -> Result<Problem> {
    let table = Table::named("disk_slider_case1")?;
    let mechanism = disk_slider(&DiskSliderCase::CASE_1)?;
    let disk = mechanism.disk;
    Ok(Problem {
        name: "Disk with two rough sliders",
        compared: "angle of the disk (rad), 10 s, through 48 changes of stick, slip and load to the final rest, 200-bit Taylor series",
        start: mechanism.start()?,
        model: mechanism.model,
        times: table.column("t")?,
        reach: 1e-10,
        expected: compared(&table, [("theta1", Box::new(move |at| at.body(disk).angle))])?,
    })
}

fn heavy_top() -> Result<Problem> {
    let table = Table::named("heavy_top")?;
    let (model, top, _) = known::heavy_top()?;
    let place = |k: usize| -> Reading { Box::new(move |at| at.body(top).origin[k]) };
    Ok(Problem {
        name: "Heavy top",
        compared: "center of mass (m), 2 s at 150 rad/s, a published benchmark",
        start: model.start().project()?.into(),
        model,
        times: table.column("t")?,
        reach: 1e-10,
        expected: compared(&table, [("x", place(0)), ("y", place(1)), ("z", place(2))])?,
    })
}

fn rolling_spheroid() -> Result<Problem> {
    let table = Table::named("space_spheroid")?;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.8]);
    let body = builder.body("spheroid", known::spheroid(&table)?);
    let [a, b, c] = known::SPHEROID;
    let floor = OnPlane::new(Plane::horizontal(), Ellipsoid::new(a, b, c));
    builder.constraint("contact", Contact::rolling(WORLD, body, floor));
    let model = builder.build()?;
    let place = |k: usize| -> Reading { Box::new(move |at| at.body(body).origin[k]) };
    Ok(Problem {
        name: "Rolling spheroid",
        compared: "center of mass (m), 10 s, 200-bit Taylor series",
        start: model.start().project()?.into(),
        model,
        times: table.column("t")?,
        reach: 1e-10,
        expected: compared(&table, [("X", place(0)), ("Y", place(1)), ("Z", place(2))])?,
    })
}
