//! The guards of friction: they are positive until something happens.
//!
//! | what may happen | guards, all of which must stay ≥ 0 |
//! |---|---|
//! | a point slides: it stops | σ s |
//! | a point slides under a reaction z of either sign: the sign changes | S z |
//! | a point slides under a load z of several components, which nearly vanishes | z·d, d the direction of z at the beginning of the step |
//! | a point sticks, load z of one row | μ' S z − τ and μ' S z + τ,   S = sgn z at the beginning of the step |
//! | a point sticks under a given load N | μ' N − τ and μ' N + τ |
//! | a point sticks in a pin | μ'² (λ₁² + λ₂²) − τ² |
//! | what slips in several directions sticks, a contact in space, a ball in its socket | μ'² N² − τ₁² − τ₂², and of three − τ₃² |
//! | it slides: it stops | s·n, n the direction of s at the beginning of the step; where s has only turned across it, it does not |
//! | a contact is closed: it opens | N |
//! | a cluster of one freedom sticks: it starts | − the acceleration with which it would start, in either direction |
//! | a cluster of several freedoms sticks, or of one whose split is known exactly | room within its limits |
//! | a cluster without freedoms is torn | 1, and −1 where a driver moves what it holds |
//!
//! All but the last three are polynomials of quantities that every stage of the method solves anyway (G1). They contain no absolute value and no root, hence no kink. The
//! two guards of a sticking point add up to 2 μ' S z. So one of them becomes negative before the load passes zero, or as it does, and
//! the zero of the limit needs no guard of its own; and where both stay positive, the normal force of a contact that sticks does. Where a pin's load only grazes ‖λ‖ = 0, its guard has a double zero and no cusp.
//!
//! **A load that nearly vanishes.** The size of a pin's load is smooth while the load is not zero, but where z passes zero at a small distance δ with the rate w it is √(δ² + w² t²), which a step that extends across it takes for
//! |w t|. Nothing happens there; a step ends, so that the next ones see how far it bends. That is looked for where the load has turned by more than a right angle in a step and was small within it.
//!
//! A point that sticks does not move, and perhaps nothing else in the error estimate moves either. Then the guards themselves limit the
//! next step, to the length for which their fit is still sure.

use super::fit::{Fit, Nodes};
use super::numbers::Numbers;
use super::smooth::{Kind, Smooth, Watched};
use super::sought::{AtStart, Sought};
use crate::dynamics::{Cluster, Mode};
use crate::math::small::{dot, unit};
use crate::model::{LoadRows, Model};
use crate::ode::Method;
use crate::simulate::event::Direction;

/// The direction of a load at the beginning of a step, if it is across or against it at the end.
fn turned(begin: [f64; 3], end: [f64; 3]) -> Option<[f64; 3]> {
    (dot(&begin, &end) < 0.0).then(|| unit(&begin))
}

/// The guards of all points and clusters in one step, and the fits by which they are screened.
#[derive(Debug)]
pub(in crate::simulate) struct FrictionGuards {
    pub(super) nodes: Nodes,
    /// Fits through the stages alone, and with the further places; each with all nodes, and with those after the beginning.
    pub(super) fits: [[Fit; 2]; 2],
    pub(in crate::simulate) list: Vec<Smooth>,
    /// The guards that have just fired: they are zero.
    pub(in crate::simulate) fired: Vec<Watched>,
    pub(in crate::simulate) clusters: Vec<Cluster>,
    /// The guards of the clusters, with their values at the beginning of the step.
    pub(in crate::simulate) trends: Vec<(Watched, f64)>,
    /// Largest slip speed so far, of each point.
    pub(in crate::simulate) peak: Vec<f64>,
    /// Points that slide and are accelerated against their direction at the beginning of the step.
    pub(in crate::simulate) slowing: Vec<bool>,
    /// When the slip of each point in space was last one that steps resolve.
    pub(in crate::simulate) resolved: Vec<f64>,
    /// Guards that the stages leave in doubt.
    pub(in crate::simulate) suspects: Vec<Sought<Smooth>>,
    pub(super) values: Vec<f64>,
    /// How many guards of each point's limit stay positive: with both of them, N does.
    pub(super) clear: Vec<u8>,
}

impl FrictionGuards {
    pub(in crate::simulate) fn new(model: &Model, method: Method) -> Self {
        let nodes = Nodes::of(method);
        let fits = [false, true].map(|more| {
            let places = nodes.places(method, more);
            let later = places.iter().copied().filter(|x| *x > 0.0).collect();
            [Fit::new(places, nodes.degree), Fit::new(later, nodes.degree)]
        });
        let points = model.inner.frictions.len();
        Self {
            nodes,
            fits,
            list: Vec::with_capacity(3 * points),
            fired: Vec::new(),
            clusters: Vec::new(),
            trends: Vec::new(),
            peak: vec![0.0; points],
            slowing: vec![false; points],
            resolved: vec![f64::NEG_INFINITY; points],
            suspects: Vec::with_capacity(3 * points),
            values: Vec::new(),
            clear: vec![0; points],
        }
    }

    /// Places beyond the stages at which a doubtful step is evaluated.
    pub(in crate::simulate) fn more(&self) -> &'static [f64] {
        self.nodes.more
    }

    /// The guards of a cluster.
    pub(in crate::simulate) fn of_cluster(&self, cluster: usize) -> impl Iterator<Item = Watched> + use<> {
        let Cluster { freedoms, splits, .. } = self.clusters[cluster];
        let torn = (freedoms == 0).then_some(Watched::Torn(cluster));
        let trend = move |direction: f64| (freedoms == 1).then_some(Watched::Trend { cluster, direction });
        let split = (freedoms > 1 || (freedoms == 1 && splits)).then_some(Watched::Split(cluster));
        [torn, trend(1.0), trend(-1.0), split].into_iter().flatten()
    }

    /// Lists the guards of the points for a step that begins with these numbers.
    pub(in crate::simulate) fn list(
        &mut self,
        model: &Model,
        modes: &[Mode],
        signs: &[f64],
        [begin, end]: [&Numbers; 2],
    ) {
        self.list.clear();
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            let mut push = |watched, kind| self.list.push(Smooth { watched, kind });
            let mode = modes[friction.entry];
            if mode == Mode::Stick {
                if self.clusters.iter().any(|c| c.points.contains(&point)) {
                    continue;
                }
                let mu = friction.law.holding();
                let sign = if begin.points[point].load[0] < 0.0 && friction.contact.is_none() { -1.0 } else { 1.0 };
                match friction.load {
                    _ if friction.slide.is_some() => {
                        push(Watched::Limit(point), Kind::Cone { point, mu, of_contact: friction.contact.is_some() })
                    }
                    LoadRows::Length(_) => push(Watched::Limit(point), Kind::Cone { point, mu, of_contact: false }),
                    LoadRows::Rows(_) | LoadRows::Given => {
                        for side in [1.0, -1.0] {
                            push(Watched::Limit(point), Kind::Limit { point, mu, sign, side });
                        }
                    }
                }
            } else if mode.direction() != 0.0 {
                push(Watched::Slip(point), Kind::Slip { point, direction: mode.direction() });
                if matches!(friction.load, LoadRows::Rows(_)) && friction.contact.is_none() {
                    push(Watched::Load(point), Kind::Load { point, sign: signs[point] });
                }
                // From where it has turned it goes on across.
                if matches!(friction.load, LoadRows::Length(_))
                    && !self.fired.contains(&Watched::Turn(point))
                    && let Some(direction) = turned(begin.points[point].load, end.points[point].load)
                {
                    push(Watched::Turn(point), Kind::Turn { point, direction });
                }
            }
        }
        let mut has_pole = false;
        for (contact, entry) in model.inner.contacts.iter().enumerate() {
            let slides =
                entry.friction.is_some_and(|point| modes[model.inner.frictions[point].entry].direction() != 0.0);
            if modes[entry.entry] == Mode::Holding && slides && !std::mem::replace(&mut has_pole, true) {
                let sign = if begin.pole() < 0.0 { -1.0 } else { 1.0 };
                self.list.push(Smooth { watched: Watched::Pole, kind: Kind::Pole { sign } });
            }
            // What contacts in space that stick together carry is theirs together.
            let shared = self.clusters.iter().any(|cluster| cluster.contacts.contains(&contact));
            if modes[entry.entry] == Mode::Holding && !shared {
                let kind = Kind::Lift { contact, point: entry.friction };
                self.list.push(Smooth { watched: Watched::Lift(contact), kind });
            }
        }
    }

    /// Is anything of that kind in the model?
    pub(in crate::simulate) fn is_needed(model: &Model) -> bool {
        !model.inner.frictions.is_empty() || !model.inner.contacts.is_empty()
    }

    /// The value of a guard; where a point has two, the lower one.
    pub(in crate::simulate) fn lowest(&self, watched: Watched, numbers: &Numbers) -> Option<f64> {
        let same = self.list.iter().filter(|smooth| smooth.watched == watched);
        same.map(|smooth| smooth.value(numbers).g).min_by(f64::total_cmp)
    }

    /// The guard of a point's limit, relative to the forces that it compares; infinite for other guards.
    pub(in crate::simulate) fn depth(&self, watched: Watched, numbers: &Numbers) -> f64 {
        let limits = self.list.iter().filter(|smooth| smooth.watched == watched && smooth.rests());
        let values = limits.map(|smooth| smooth.value(numbers)).filter(|value| value.size > 0.0);
        values.map(|value| value.g / value.size).fold(f64::INFINITY, f64::min)
    }

    /// Is it among the numbers that every evaluation solves?
    pub(in crate::simulate) fn is_solved(&self, watched: Watched) -> bool {
        self.list.iter().any(|smooth| smooth.watched == watched)
    }

    pub(super) fn at_start(&self, watched: Watched, g: f64, floor: f64) -> AtStart {
        match watched {
            Watched::Load(_) if self.fired.contains(&watched) => AtStart::Early,
            _ if self.fired.contains(&watched) => AtStart::Fired,
            // A point that has just begun to slide comes from zero, so that its zero at the beginning does not count, even if a change of another
            // point has reversed its acceleration.
            Watched::Slip(point) if g <= floor && !self.slowing[point] => AtStart::Fired,
            _ if g <= floor => AtStart::Zero,
            _ => AtStart::Off(g),
        }
    }

    /// Adds the guards of the clusters, which the stages do not contain, to the suspects.
    pub(in crate::simulate) fn suspect_clusters(&mut self) {
        for &(watched, g) in &self.trends {
            // A guard that is negative from the beginning, by rounding or because no decision was possible, counts after it has been positive.
            let at_start = if g > CLUSTER_ROUNDING {
                AtStart::Off(g)
            } else if self.fired.contains(&watched) {
                AtStart::Fired
            } else {
                AtStart::Zero
            };
            let smooth = !matches!(watched, Watched::Torn(_));
            let guard = Smooth { watched, kind: Kind::Other };
            self.suspects.push(Sought { guard, direction: Direction::Falling, at_start, touches: false, smooth });
        }
    }
}

/// Rounding of a cluster's guard, which is relative to the forces and accelerations at work.
pub(in crate::simulate) const CLUSTER_ROUNDING: f64 = 1e-11;
