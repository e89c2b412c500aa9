//! The pattern of (T3), and where everything that is written stands in it.

use crate::body::Quantity;
use crate::linear::coupled::Coupled;
use crate::model::{Model, Part};
use std::collections::HashMap;
use std::ops::Range;

/// For the system with the tangents of friction, or without them. Its nodes are the bodies, then the constraints.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) coupled: Coupled,
    /// Where the block of each body stands.
    pub(super) bodies: Vec<usize>,
    pub(super) held: Vec<Held>,
    pub(super) pushes: Vec<Push>,
    /// Each row of the system with its unknown, ascending.
    pub(super) rows: Vec<(usize, usize)>,
    /// Each friction point with the unknown of each of its rows, where they are in the system.
    pub(super) tangents: Vec<(usize, usize)>,
    pub(super) elements: Vec<Element>,
    /// For each body the elements that touch it.
    pub(super) touches: Vec<Vec<Touch>>,
    /// How many numbers all elements leave, and how many the masses of one body are at most.
    pub(super) outputs: usize,
    pub(super) masses: usize,
    /// For each velocity.
    pub(super) moves: Vec<Move>,
}

/// J of one constraint for one of its bodies: where it is, its first row and the body's first velocity, and where it and its transposed go.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) block: Range<usize>,
    pub(super) row: usize,
    pub(super) dof: usize,
    pub(super) rows: usize,
    pub(super) width: usize,
    pub(super) jacobian: usize,
    pub(super) push: usize,
}

/// What one row of a load does to one body of a friction point: a column of A.
#[derive(Clone, Debug)]
pub(super) struct Push {
    pub(super) point: usize,
    pub(super) component: usize,
    pub(super) factor: f64,
    pub(super) tangent: Range<usize>,
    pub(super) to: usize,
    pub(super) stride: usize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A body's own: weight, inertia forces, masses that change.
    Body(usize),
    Constraint(usize),
    Force(usize),
}

/// What leaves something of (T1).
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) kind: Kind,
    /// The bodies on which it acts, in the order in which it leaves forces on them; what it leaves of its own rows follows.
    pub(super) bodies: Vec<usize>,
    /// Entries of constraints with it, each with the friction point whose slip it is, and whether it has rows in the system.
    pub(super) parts: Vec<ConstraintPart>,
    /// Which of all gathers carry over its columns.
    pub(super) gathers: Range<usize>,
    pub(super) base: Range<usize>,
    /// Does it depend on turns alone? Its residuals, which gains read, depend on places too.
    pub(super) turns_only: bool,
}

#[derive(Copy, Clone, Debug)]
pub(super) struct ConstraintPart {
    pub(super) entry: usize,
    pub(super) point: Option<usize>,
    pub(super) node: Option<usize>,
}

/// An element that touches a body, and where the block of each node on which it acts stands, with the size of that node.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) element: usize,
    pub(super) blocks: Vec<[usize; 2]>,
}

/// What a velocity moves: a coordinate, or a quaternion, which it turns about one of the body's axes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Length(usize),
    Angle(usize),
    About(usize, usize),
}

impl Plan {
    pub(super) fn new(model: &Model, sticking: bool) -> Self {
        let inner = &*model.inner;
        let bodies = inner.bodies.len();
        let used = if sticking { inner.constraints.len() } else { model.constraint_count() };
        let in_system = |entry: usize| entry < used && (sticking || !inner.constraints[entry].part.is_slips());
        let node = |entry: usize| in_system(entry).then_some(bodies + entry);
        let mut sizes: Vec<usize> = inner.bodies.iter().map(|body| body.dofs.len()).collect();
        sizes.extend(inner.constraints[..used].iter().enumerate().map(|(i, entry)| match in_system(i) {
            true => entry.rows.len(),
            false => 0,
        }));
        let elements = elements(model, node);
        let nodes = |element: &Element| -> Vec<usize> {
            element.bodies.iter().copied().chain(element.parts.iter().filter_map(|part| part.node)).collect()
        };
        let mut cliques: Vec<Vec<usize>> = elements.iter().map(nodes).collect();
        let loads = loads(model);
        for (load, friction) in loads.iter().map(|load| (load, &inner.frictions[load.0])) {
            let held = inner.constraints[friction.entry].held.iter();
            let row = node(inner.layout.entry_of_row[load.1] as usize);
            cliques.extend(held.flat_map(|&body| row.map(|row| vec![body, row])));
        }
        let waits = |node: usize| if node < bodies { &[][..] } else { &inner.constraints[node - bodies].held[..] };
        let coupled = Coupled::new(&sizes, cliques.iter().map(|clique| &clique[..]), waits);
        let at = |row: usize, column: usize| coupled.block(row, column).unwrap_or_default();
        let (mut rows, mut tangents, mut held, mut pushes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (index, entry) in inner.constraints[..used].iter().enumerate() {
            let Some(node) = node(index) else { continue };
            rows.extend(entry.rows.clone().zip(coupled.first(node)..));
            held.extend(entry.held.iter().zip(&entry.places).map(|(&body, block)| Held {
                block: block.clone(),
                row: entry.rows.start,
                dof: inner.bodies[body].dofs.start,
                rows: entry.rows.len(),
                width: inner.bodies[body].dofs.len(),
                jacobian: at(node, body),
                push: at(body, node),
            }));
        }
        for (point, friction) in inner.frictions.iter().enumerate() {
            let unknowns = node(friction.entry).into_iter().flat_map(|node| coupled.first(node)..);
            tangents.extend(friction.rows().zip(unknowns).map(|(_, unknown)| (point, unknown)));
        }
        rows.sort_unstable();
        for &(point, row, component, factor) in &loads {
            let loading = inner.layout.entry_of_row[row] as usize;
            let Some(node) = node(loading) else { continue };
            let (friction, entry) = (&inner.frictions[point], &inner.constraints[loading]);
            let mut from = friction.tangent.start;
            for &body in &inner.constraints[friction.entry].held {
                let tangent = from..from + inner.bodies[body].dofs.len();
                from = tangent.end;
                let to = at(body, node) + row - entry.rows.start;
                pushes.push(Push { point, component, factor, tangent, to, stride: entry.rows.len() });
            }
        }
        let mut touches = vec![Vec::new(); bodies];
        for (index, element) in elements.iter().enumerate() {
            let nodes = nodes(element);
            for &body in &element.bodies {
                let blocks = nodes.iter().map(|&node| [at(node, body), sizes[node]]).collect();
                touches[body].push(Touch { element: index, blocks });
            }
        }
        Self {
            bodies: (0..bodies).map(|body| at(body, body)).collect(),
            held,
            pushes,
            rows,
            tangents,
            outputs: elements.last().map_or(0, |element| element.base.end),
            elements,
            touches,
            masses: inner.bodies.iter().map(|body| body.mass.len()).max().unwrap_or(0),
            moves: moves(model),
            coupled,
        }
    }

    /// The largest rate of an angle.
    pub(super) fn fastest_turn(&self, v: &[f64]) -> f64 {
        let turns = self.moves.iter().zip(v).filter(|(moves, _)| !matches!(moves, Move::Length(_)));
        turns.fold(0.0, |most, (_, rate)| most.max(rate.abs()))
    }

    /// How large a direction is, beside what it moves: lengths by what they are, or the size of the model if that is more, angles by a radian or more, their rates likewise.
    pub(super) fn size(&self, length: f64, [q, v]: [&[f64]; 2], [dq, dv]: [&[f64]; 2]) -> f64 {
        let mut most = 0.0_f64;
        for (dof, moves) in self.moves.iter().enumerate() {
            let (least, coordinate) = match *moves {
                Move::Length(at) => (length, dq[at].abs() / length.max(q[at].abs())),
                Move::Angle(at) => (1.0, dq[at].abs() / q[at].abs().max(1.0)),
                Move::About(at, _) => (1.0, dq[at..at + 4].iter().fold(0.0, |most: f64, x| most.max(2.0 * x.abs()))),
            };
            most = most.max(coordinate).max(dv[dof].abs() / least.max(v[dof].abs()));
        }
        most
    }
}

/// All elements, with places for what they leave.
fn elements(model: &Model, node: impl Fn(usize) -> Option<usize>) -> Vec<Element> {
    let inner = &*model.inner;
    let points: HashMap<usize, usize> = inner.frictions.iter().enumerate().map(|(i, f)| (f.entry, i)).collect();
    let part = |entry: usize| ConstraintPart { entry, point: points.get(&entry).copied(), node: node(entry) };
    let mut gathers: HashMap<usize, Range<usize>> = HashMap::new();
    for (i, gather) in inner.layout.gathers.iter().enumerate() {
        gathers.entry(gather.row).or_insert(i..i).end = i + 1;
    }
    let mut elements = Vec::new();
    let mut end = 0;
    let mut add = |kind: Kind, bodies: Vec<usize>, parts: Vec<ConstraintPart>, gathers: Range<usize>| {
        let rows = parts.iter().filter(|part| part.node.is_some()).map(|part| inner.constraints[part.entry].rows.len());
        let count = bodies.iter().map(|&body| inner.bodies[body].dofs.len()).sum::<usize>() + rows.sum::<usize>();
        let turns_only = match kind {
            Kind::Body(_) => false,
            // How friction rubs may depend on more.
            Kind::Constraint(entry) => {
                parts.iter().all(|part| part.point.is_none()) && inner.constraints[entry].element.turns_only()
            }
            Kind::Force(force) => {
                inner.forces[force].coordinates.is_empty() && inner.forces[force].element.turns_only()
            }
        };
        elements.push(Element { kind, bodies, parts, gathers, base: end..end + count, turns_only });
        end += count;
    };
    for &body in &inner.layout.varying {
        add(Kind::Body(body), vec![body], Vec::new(), 0..0);
    }
    for (index, entry) in inner.constraints.iter().enumerate().filter(|(_, entry)| !entry.part.is_slips()) {
        let slips = match entry.part {
            Part::Gap { contact } => inner.contacts[contact].friction.map(|point| inner.frictions[point].entry),
            Part::Whole | Part::Slips { .. } => None,
        };
        let parts = std::iter::once(index).chain(slips).map(&part).collect();
        let gathers = gathers.get(&entry.written.start).cloned().unwrap_or(0..0);
        add(Kind::Constraint(index), entry.held.clone(), parts, gathers);
    }
    for (index, force) in inner.forces.iter().enumerate() {
        let mut bodies = Vec::new();
        let slots = force.slots.iter().filter_map(|&slot| (slot as usize).checked_sub(1));
        let of_rate = |rate: usize| inner.bodies.iter().position(|body| body.dofs.contains(&rate));
        let pushed = force.coordinates.iter().filter_map(|&[_, rate]| of_rate(rate));
        for body in slots.chain(pushed) {
            if !bodies.contains(&body) {
                bodies.push(body);
            }
        }
        add(Kind::Force(index), bodies, Vec::new(), 0..0);
    }
    elements
}

/// Each row of each load: the friction point, the row, the component of the load and the row's factor there.
fn loads(model: &Model) -> Vec<(usize, usize, usize, f64)> {
    let frictions = model.inner.frictions.iter().enumerate();
    let parts = |(point, load): (usize, Vec<(usize, usize, f64)>)| {
        load.into_iter().map(move |(row, component, factor)| (point, row, component, factor))
    };
    frictions.map(|(point, friction)| (point, friction.load.parts())).flat_map(parts).collect()
}

/// The size of the model: the largest of the lengths among its coordinates where it was placed, and of its radii of gyration; 1 if it has neither.
pub(super) fn length(model: &Model, masses: &[f64]) -> f64 {
    let (placed, moves, mut largest) = (model.placed(), moves(model), 0.0_f64);
    for body in &model.inner.bodies {
        let [mut mass, mut moment] = [0.0_f64; 2];
        for (dof, &m) in body.dofs.clone().zip(body.diagonal(masses)) {
            match moves[dof] {
                Move::Length(at) => {
                    largest = largest.max(placed.q[at].abs());
                    mass = mass.max(m);
                }
                Move::Angle(_) | Move::About(..) => moment = moment.max(m),
            }
        }
        if mass > 0.0 && (moment / mass).is_finite() {
            largest = largest.max((moment / mass).sqrt());
        }
    }
    if largest > 0.0 { largest } else { 1.0 }
}

fn moves(model: &Model) -> Vec<Move> {
    let (mut moves, mut at) = (Vec::with_capacity(model.velocities()), 0);
    for coordinate in model.inner.bodies.iter().flat_map(|body| &body.shape.coordinates) {
        match coordinate.quantity {
            Quantity::Length => moves.push(Move::Length(at)),
            Quantity::Angle => moves.push(Move::Angle(at)),
            Quantity::Attitude => moves.extend((0..3).map(|axis| Move::About(at, axis))),
        }
        at += if coordinate.quantity == Quantity::Attitude { 4 } else { 1 };
    }
    moves
}
