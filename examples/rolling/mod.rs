//! What the cases of `spatial_rolling` share: a rolling body, the checks that hold for all of them, and how a motion is held
//! against a reference.

pub mod balls;
pub mod others;

use crate::support::*;
use chetaev::contact::spatial::SpatialPair;
use chetaev::nalgebra::{Quaternion, Vector3};
use chetaev::prelude::*;
use chetaev::simulate::{SpatialTrace, SpatialTracePoint, Table as Columns};
use std::error::Error;
use std::sync::Arc;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;
pub type Pair = Arc<dyn SpatialPair>;
pub type Touching = ConstraintId<Contact<Pair, Spatial>>;

/// Samples per second: enough for the lengths of the traces of all but the rattleback.
const RATE: f64 = 400.0;
/// Rows of a table at most.
const ROWS: usize = 1000;

/// A body that rolled on another, and its traces.
pub struct Rolled {
    pub run: Trajectory,
    pub body: BodyId<Spatial>,
    pub contact: Touching,
    pub trace: SpatialTrace,
    rate: f64,
}

/// Runs a model with one contact in it, with [`RATE`] samples per second.
pub fn roll(args: &Args, builder: ModelBuilder, body: BodyId<Spatial>, contact: Touching, span: f64) -> Result<Rolled> {
    roll_at(RATE, args, builder, body, contact, span)
}

/// The same with any number of samples per second.
pub fn roll_at(
    rate: f64,
    args: &Args,
    builder: ModelBuilder,
    body: BodyId<Spatial>,
    contact: Touching,
    span: f64,
) -> Result<Rolled> {
    let model = builder.build()?;
    let run = simulation(&model, args).every(1.0 / rate).run(model.start().project()?, span)?;
    let trace = run.trace(contact)?;
    Ok(Rolled { run, body, contact, trace, rate })
}

/// A homogeneous ball.
pub fn ball(mass: f64, radius: f64) -> Result<Solid> {
    Ok(Solid::from_inertia(Inertia::sphere(mass, radius)?)?)
}

/// Adds a rolling contact.
pub fn rolling(
    builder: &mut ModelBuilder,
    a: BodyId<Spatial>,
    b: BodyId<Spatial>,
    pair: impl SpatialPair + 'static,
) -> Touching {
    let pair: Pair = Arc::new(pair);
    builder.constraint("contact", Contact::rolling(a, b, pair))
}

impl Rolled {
    /// The number of the sample at a time.
    pub fn index(&self, t: f64) -> usize {
        (t * self.rate).round() as usize
    }

    /// Energy, arc lengths and drift: what every case must keep.
    pub fn check(&self, name: &str, args: &Args, verdict: &mut Verdict) {
        verdict.check(&format!("{name}: energy error (J)"), self.run.energy_error(), "<", bound(args, 1e-10, 1e-2));
        verdict.check(&format!("{name}: arc lengths apart (m)"), self.trace.arcs_apart(), "<", bound(args, 1e-9, 1e-3));
        verdict.check(&format!("{name}: it rolled (m)"), self.trace.length(), ">", 0.01);
        verdict.check(&format!("{name}: gap (m)"), self.run.drift().largest_phi(), "<", bound(args, 1e-12, 1e-6));
        verdict.check(&format!("{name}: slip (m/s)"), self.run.drift().largest_psi(), "<", bound(args, 1e-12, 1e-6));
    }

    /// The largest difference from a reference, over all of its rows and columns, and where it is.
    pub fn against(&self, reference: &Table) -> Result<(f64, String)> {
        let times = reference.column("t")?;
        let columns: Vec<(&str, Vec<f64>)> =
            reference.names().iter().map(|n| Ok((n.as_str(), reference.column(n)?))).collect::<Result<_>>()?;
        let mut worst = (0.0, String::new());
        for (row, &t) in times.iter().enumerate() {
            let index = self.index(t);
            let (at, point) = (self.run.sample(index).ok_or("the run is too short")?, &self.trace.points[index]);
            if (at.t() - t).abs() > 1e-12 {
                return Err(format!("no sample at t = {t}").into());
            }
            let expected = |name: &str| columns.iter().find(|(n, _)| *n == name).map_or(f64::NAN, |(_, c)| c[row]);
            let attitude = ["qw", "qx", "qy", "qz"].map(expected);
            for (name, column) in &columns {
                let value = self.value(name, &at, point, attitude).ok_or_else(|| format!("column {name}?"))?;
                let off = (value - column[row]).abs();
                // NaN is the worst of all.
                if off.is_nan() || off > worst.0 {
                    worst = (off, format!("{name} at t = {t}"));
                }
            }
        }
        Ok(worst)
    }

    /// Holds it against a reference, in the verdict.
    pub fn compare(&self, name: &str, reference: &Table, args: &Args, verdict: &mut Verdict) -> Result<()> {
        let (off, place) = self.against(reference)?;
        verdict.check(&format!("{name}: off the reference, all columns (SI)"), off, "<", bound(args, 1e-8, 1e-1));
        verdict.fact(&format!("{name}: the largest is"), place);
        Ok(())
    }

    /// A quantity by the name that the references give it. `attitude` chooses between a quaternion and its opposite.
    fn value(&self, name: &str, at: &Snapshot<'_>, point: &SpatialTracePoint, attitude: [f64; 4]) -> Option<f64> {
        let frame = at.body(self.body);
        let own = frame.turn_back(frame.spin);
        let force = at.reaction(self.contact).force;
        let q: &Quaternion<f64> = frame.attitude.quaternion();
        let q = [q.w, q.i, q.j, q.k];
        let sign = if q.iter().zip(attitude).map(|(x, y)| x * y).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        let normal = point.normal.dot(&force);
        let groups: [(&[&str], Vector3<f64>); 7] = [
            (&["X", "Y", "Z"], frame.origin),
            (&["vx", "vy", "vz"], frame.velocity),
            (&["wx", "wy", "wz"], frame.spin),
            (&["w1", "w2", "w3"], own),
            (&["contact_x", "contact_y", "contact_z"], point.point),
            (&["r1", "r2", "r3"], point.on[1]),
            (&["Fx", "Fy", "Fz"], force),
        ];
        for (names, vector) in groups {
            if let Some(i) = names.iter().position(|n| *n == name) {
                return Some(vector[i]);
            }
        }
        if let Some(i) = ["qw", "qx", "qy", "qz"].iter().position(|n| *n == name) {
            return Some(sign * q[i]);
        }
        match name {
            "t" => Some(at.t()),
            "N" => Some(normal),
            "T_abs" => Some((force - point.normal * normal).norm()),
            "arc_length" => Some(point.arcs[0]),
            _ => None,
        }
    }

    /// All of it as a table: the names of the references, then both arc lengths; not every sample if there are many.
    pub fn table(&self) -> Columns {
        let names = "X Y Z qw qx qy qz vx vy vz w1 w2 w3 contact_x contact_y contact_z r1 r2 r3 Fx Fy Fz N T_abs";
        let step = self.trace.points.len().div_ceil(ROWS);
        let column = |of: &dyn Fn(&Snapshot<'_>, &SpatialTracePoint) -> f64| -> Vec<f64> {
            self.run.samples().zip(&self.trace.points).step_by(step).map(|(at, point)| of(&at, point)).collect()
        };
        let mut table = Columns::of("t", column(&|at, _| at.t()));
        for name in names.split(' ') {
            let value = |at: &Snapshot<'_>, p: &SpatialTracePoint| self.value(name, at, p, [1.0, 0.0, 0.0, 0.0]);
            table = table.with(name, column(&|at, p| value(at, p).unwrap_or(f64::NAN)));
        }
        table.with("arc_a", column(&|_, p| p.arcs[0])).with("arc_b", column(&|_, p| p.arcs[1]))
    }

    /// Both traces as a table of their own, with as many rows.
    pub fn traces(&self) -> Columns {
        let step = self.trace.points.len().div_ceil(ROWS);
        SpatialTrace { points: self.trace.points.iter().step_by(step).copied().collect() }.table()
    }

    /// Two coordinates of a path, for a figure.
    pub fn path(&self, of: impl Fn(&SpatialTracePoint) -> [f64; 2]) -> (Vec<f64>, Vec<f64>) {
        self.trace.points.iter().map(|p| of(p).into()).unzip()
    }
}
