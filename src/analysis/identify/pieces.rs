//! The runs of a fit, in pieces: what they read, and how that depends on what is unknown.
//!
//! The first piece begins where the family does, the others at states that are unknown too, each in a chart of `manifold.rs` around what was guessed. So a reading has derivatives by the parameters, and by the start of its piece alone.

use super::error::IdentifyError;
use super::joints::{Piece, Runs, chart, coordinate_sizes, settled};
use super::least_squares::{Linear, Problem};
use super::measured::{Measured, Plan, What};
use crate::analysis::manifold::Chart;
use crate::model::{Model, State};
use crate::simulate::{Family, Flag, Output, Sensitivities};
use nalgebra::{DMatrix, DVector};
use std::cell::OnceCell;
use std::ops::Range;

/// A piece: from when to when it goes, when it is read (as the plan says, if nothing else is said), and how many samples come before.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) due: Option<Vec<f64>>,
    pub(super) before: usize,
}

/// A member of the family, and where its pieces begin, all but the first.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) family: Family,
    pub(super) nodes: Vec<State>,
    /// Where its derivatives are one-sided or uncertain, once they were asked for.
    pub(super) flags: Vec<Flag>,
}

/// Pieces of a fit: all of them, with the parameters unknown; or one alone, with its start.
pub(super) struct Pieces<'p, 'a> {
    pub(super) plan: &'p Plan<'a>,
    pub(super) measured: &'p [Measured<'a>],
    pub(super) spans: &'p [Span],
    pub(super) which: Range<usize>,
    /// Those of the parameters, if they are unknown.
    pub(super) sizes: &'p [f64],
    /// How far things go in a piece, as it was at first: what does not join is measured by one ruler.
    pub(super) reach: OnceCell<[f64; 3]>,
}

impl<'a> Pieces<'_, 'a> {
    /// One piece alone, whose start is unknown.
    fn alone(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Is the start of a piece unknown?
    fn is_free(&self, piece: usize) -> bool {
        piece > self.which.start || self.alone()
    }

    /// Runs a piece from a start; with derivatives along directions of that, and by the parameters of a family.
    fn run(
        &self,
        span: &Span,
        (model, start): (&Model, &State),
        along: Option<(Option<&Family>, &[Vec<f64>])>,
    ) -> Result<Piece, IdentifyError> {
        let (mut plan, mut early) = ((self.plan)(model), 0);
        if let Some(due) = &span.due {
            // Derivatives are asked for where it begins, too.
            early = usize::from(due.first() != Some(&span.from));
            plan = plan.output(Output::Times([&[span.from][..early], due].concat()));
        }
        if let Some((family, directions)) = along {
            let mut asked = family.map_or_else(Sensitivities::default, Sensitivities::to);
            for (k, direction) in directions.iter().enumerate() {
                asked = asked.and_along(&format!("direction {k} of a start"), direction);
            }
            plan = plan.sensitivities(asked);
        }
        let run = plan.in_pieces().run(start.clone(), span.to)?;
        if span.due.is_some() && run.end().t != span.to {
            return Err(IdentifyError::Stopped { t: run.end().t, to: span.to });
        }
        let (mut readings, mut slopes) = (Vec::new(), Vec::new());
        for measured in self.measured {
            let (read, by) = match &measured.what {
                What::Samples(reading) if along.is_some() => (run.column(reading), run.gradients(reading)),
                What::Samples(reading) => (run.column(reading), Vec::new()),
                // How many come before this piece is not known.
                What::Instants(_) if self.alone() => (Vec::new(), Vec::new()),
                What::Instants(read) => {
                    let times = read(&run);
                    let asked = if along.is_some() { &times[..] } else { &[] };
                    let slopes = asked.iter().map(|t| run.instant_slopes(*t).ok_or(IdentifyError::NoInstant { t: *t }));
                    let slopes = slopes.map(|slopes| Ok(slopes?.to_vec())).collect::<Result<_, IdentifyError>>()?;
                    (times, slopes)
                }
            };
            let early = if matches!(measured.what, What::Samples(_)) { early } else { 0 };
            readings.push(read.into_iter().skip(early).collect());
            slopes.push(by.into_iter().skip(early).collect());
        }
        Ok(Piece { readings, slopes, run })
    }

    /// Runs all pieces, one after the other.
    fn runs<'m>(&self, model: &'m Model, point: &mut Point, slopes: bool) -> Result<Runs<'m>, IdentifyError> {
        let mut runs = Runs { pieces: Vec::<Piece>::new(), charts: Vec::new(), starts: Vec::new() };
        for index in self.which.clone() {
            if let Some(before) = runs.pieces.last() {
                point.nodes[index - 1] = settled(model, &point.nodes[index - 1], before.run.end())?;
            }
            let node = index.checked_sub(1).map(|node| point.nodes[node].clone());
            let family = match (&node, slopes && !self.alone()) {
                (_, false) => None,
                (None, true) => Some(point.family.clone()),
                (Some(node), true) => {
                    let node = node.clone();
                    Some(point.family.beginning(move |model| settled(model, &node, &node))?)
                }
            };
            // As it is projected there, to the bit.
            let own = family.as_ref().map(|family| family.start().clone());
            let start = own.or(node).unwrap_or_else(|| point.family.start().clone());
            let mut directions = Vec::new();
            if self.is_free(index) {
                // The chart in which it is moved afterwards.
                point.nodes[index - 1] = start.clone();
                let mut chart = chart(model, &start)?;
                if slopes {
                    directions = chart.directions()?.0;
                }
                runs.charts.push(chart);
            }
            // The model of the very family whose members are beside it.
            let model = family.as_ref().map_or(model, Family::model);
            let along = slopes.then_some((family.as_ref(), &directions[..]));
            runs.pieces.push(self.run(&self.spans[index], (model, &start), along)?);
            runs.starts.push(start);
        }
        Ok(runs)
    }

    /// (f − y)/σ, one measurement after the other.
    fn residuals(&self, pieces: &[Piece]) -> Result<DVector<f64>, IdentifyError> {
        let mut residuals = Vec::new();
        for (k, measured) in self.measured.iter().enumerate() {
            let read: Vec<f64> = pieces.iter().flat_map(|piece| piece.readings[k].iter().copied()).collect();
            let (what, data) = match measured.what {
                What::Samples(_) if self.alone() => {
                    let before = self.spans[self.which.start].before;
                    ("samples", measured.data.get(before..before + read.len()).unwrap_or_default())
                }
                What::Instants(_) if self.alone() => continue,
                What::Samples(_) => ("samples", &measured.data[..]),
                What::Instants(_) => ("instants", &measured.data[..]),
            };
            if read.len() != data.len() {
                return Err(IdentifyError::Count { what, got: read.len(), needs: data.len() });
            }
            if let Some(reading) = read.iter().position(|x| !x.is_finite()) {
                return Err(IdentifyError::NoNumber { what, measurement: k + 1, reading: reading + 1 });
            }
            residuals.extend(read.iter().zip(data).map(|(f, y)| (f - y) / measured.sigma));
        }
        Ok(DVector::from_vec(residuals))
    }

    fn reach(&self, runs: &Runs<'_>) -> [f64; 3] {
        *self.reach.get_or_init(|| runs.reach())
    }

    /// What does not join; of a piece alone nothing.
    fn gaps(&self, runs: &Runs<'_>) -> DVector<f64> {
        if self.alone() { DVector::zeros(0) } else { runs.gaps(self.reach(runs)) }
    }

    /// Where the charts of the pieces have their columns among all unknowns, and how many unknowns there are.
    fn columns(&self, charts: &[Chart<'_>]) -> (Vec<Range<usize>>, usize) {
        let mut end = self.sizes.len();
        let ranges = charts.iter().map(|chart| {
            end += chart.dimension();
            end - chart.dimension()..end
        });
        (ranges.collect(), end)
    }
}

impl Problem for Pieces<'_, '_> {
    type Point = Point;

    fn values<'p>(&self, point: &'p Point) -> &'p [f64] {
        if self.alone() { &[] } else { point.family.values() }
    }

    fn level(&self, point: &mut Point) -> Result<[DVector<f64>; 2], IdentifyError> {
        let model = point.family.model().clone();
        let runs = self.runs(&model, point, false)?;
        Ok([self.residuals(&runs.pieces)?, self.gaps(&runs)])
    }

    fn moved(&self, point: &Point, values: &[f64], change: &[f64]) -> Result<Point, IdentifyError> {
        let (_, mut rest) = change.split_at(self.sizes.len());
        let family = if self.alone() { point.family.clone() } else { point.family.at(values)? };
        let mut nodes = point.nodes.clone();
        for index in self.which.clone().filter(|&piece| self.is_free(piece)) {
            let node = &mut nodes[index - 1];
            let mut chart = chart(point.family.model(), node)?;
            let (by, others) = rest.split_at(chart.dimension());
            *node = chart.state(by)?;
            rest = others;
        }
        for node in &mut nodes {
            *node = settled(family.model(), node, node)?;
        }
        Ok(Point { family, nodes, flags: Vec::new() })
    }

    fn linear(&self, point: &mut Point) -> Result<Linear, IdentifyError> {
        let model = point.family.model().clone();
        let runs = self.runs(&model, point, true)?;
        point.flags = runs.pieces.iter().flat_map(|piece| piece.run.flags().iter().cloned()).collect();
        let (residuals, gaps, reach) = (self.residuals(&runs.pieces)?, self.gaps(&runs), self.reach(&runs));
        let (columns, count) = self.columns(&runs.charts);
        let parameters = self.sizes.len();
        // A start that is known has no columns.
        let first = usize::from(!self.alone());
        let columns_of = |piece: usize| piece.checked_sub(first).map_or(0..0, |chart| columns[chart].clone());
        let mut slopes = DMatrix::zeros(residuals.len(), count);
        let mut row = 0;
        for (k, measured) in self.measured.iter().enumerate() {
            for (index, piece) in runs.pieces.iter().enumerate() {
                for slope in &piece.slopes[k] {
                    for (column, x) in (0..parameters).chain(columns_of(index)).zip(slope) {
                        slopes[(row, column)] = x / measured.sigma;
                    }
                    row += 1;
                }
            }
        }
        if let Some(k) = (0..count).find(|&k| slopes.column(k).iter().any(|x| !x.is_finite())) {
            let name = point.family.names().get(k).filter(|_| k < parameters);
            return Err(IdentifyError::NotFinite { name: name.map_or("the start of a piece", |name| name).to_owned() });
        }
        let mut sizes = DVector::zeros(count);
        sizes.rows_mut(0, parameters).copy_from_slice(self.sizes);
        for (chart, own) in runs.charts.iter().zip(&columns) {
            sizes.rows_mut(own.start, own.len()).copy_from(&coordinate_sizes(chart, reach));
        }
        let mut gap_slopes = DMatrix::zeros(gaps.len(), count);
        if !self.alone() {
            runs.add_gap_slopes(&mut gap_slopes, parameters, &columns, reach);
        }
        Ok(Linear { residuals, gaps, slopes, gap_slopes, sizes })
    }
}
