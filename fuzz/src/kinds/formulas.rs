//! Functions as data against the same functions in Rust: their values to the bit, derivatives, what is written and read back, and the motion they make.

use crate::clock::bounded;
use crate::dice::Dice;
use crate::report::Report;
use chetaev::measure::Reading;
use chetaev::prelude::*;
use std::fmt::{self, Display, Formatter};

/// A smooth function of three numbers, of usual size wherever they are.
#[derive(Clone, Debug)]
enum Term {
    Number(f64),
    Argument(usize),
    Sum(Box<[Term; 2]>),
    Difference(Box<[Term; 2]>),
    Product(Box<[Term; 2]>),
    /// a/(1 + b²)
    Part(Box<[Term; 2]>),
    Sine(Box<Term>),
    Cosine(Box<Term>),
    /// exp(sin a)
    Growth(Box<Term>),
    /// √(1 + a²)
    Root(Box<Term>),
    Arc(Box<Term>),
    Square(Box<Term>),
}

const NAMES: [&str; 3] = ["t", "x", "v"];

impl Term {
    fn draw(dice: &mut Dice, depth: usize) -> Self {
        let kind = if depth == 0 { dice.below(2) } else { 1 + dice.below(11) };
        let one = |dice: &mut Dice| Box::new(Self::draw(dice, depth - 1));
        let two = |dice: &mut Dice| Box::new([Self::draw(dice, depth - 1), Self::draw(dice, depth - 1)]);
        match kind {
            0 => Self::Number(dice.pick(&[0.5, 2.0, -1.0, 0.3, 1e-3, 3.0, 0.0, 1.0])),
            1 => Self::Argument(dice.below(3)),
            2 => Self::Sum(two(dice)),
            3 => Self::Difference(two(dice)),
            4 => Self::Product(two(dice)),
            5 => Self::Part(two(dice)),
            6 => Self::Sine(one(dice)),
            7 => Self::Cosine(one(dice)),
            8 => Self::Growth(one(dice)),
            9 => Self::Root(one(dice)),
            10 => Self::Arc(one(dice)),
            _ => Self::Square(one(dice)),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) if *x < 0.0 => write!(f, "({x:?})"),
            Self::Number(x) => write!(f, "{x:?}"),
            Self::Argument(k) => f.write_str(NAMES[*k]),
            Self::Sum(two) => write!(f, "({} + {})", two[0], two[1]),
            Self::Difference(two) => write!(f, "({} - {})", two[0], two[1]),
            Self::Product(two) => write!(f, "({}*{})", two[0], two[1]),
            Self::Part(two) => write!(f, "({0}/(1 + {1}*{1}))", two[0], two[1]),
            Self::Sine(one) => write!(f, "sin({one})"),
            Self::Cosine(one) => write!(f, "cos({one})"),
            Self::Growth(one) => write!(f, "exp(sin({one}))"),
            Self::Root(one) => write!(f, "sqrt(1 + {one}*{one})"),
            Self::Arc(one) => write!(f, "atan({one})"),
            Self::Square(one) => write!(f, "({one})^2"),
        }
    }
}

/// The same function of plain numbers, or of numbers with derivatives.
macro_rules! value {
    ($name:ident($number:ty) by $constant:expr $(, $($generic:tt)+)?) => {
        fn $name$(<$($generic)+>)?(term: &Term, at: [$number; 3]) -> $number {
            let value = |term: &Term| $name(term, at);
            match term {
                Term::Number(x) => $constant(*x),
                Term::Argument(k) => at[*k],
                Term::Sum(two) => value(&two[0]) + value(&two[1]),
                Term::Difference(two) => value(&two[0]) - value(&two[1]),
                Term::Product(two) => value(&two[0]) * value(&two[1]),
                Term::Part(two) => value(&two[0]) / ($constant(1.0) + value(&two[1]) * value(&two[1])),
                Term::Sine(one) => value(one).sin(),
                Term::Cosine(one) => value(one).cos(),
                Term::Growth(one) => value(one).sin().exp(),
                Term::Root(one) => ($constant(1.0) + value(one) * value(one)).sqrt(),
                Term::Arc(one) => value(one).atan(),
                Term::Square(one) => value(one).powi(2),
            }
        }
    };
}

value!(plain(f64) by f64::from);
value!(along(Jet) by Jet::constant);
value!(any(T) by convert::<f64, T>, T: RealField + Copy);

pub fn formulas(dice: &mut Dice, report: &mut Report) {
    let depth = 1 + dice.below(5);
    let term = Term::draw(dice, depth);
    let text = term.to_string();
    report.note(&text);
    let formula = match Formula::parse(&text, NAMES) {
        Ok(formula) => formula,
        Err(error) => return report.fault(format!("`{text}` is not read: {error}")),
    };
    let again = [
        Formula::parse(&formula.to_string(), NAMES).ok(),
        serde_json::to_string(&formula).ok().and_then(|text| serde_json::from_str(&text).ok()),
    ];
    for _ in 0..8 {
        let at = [(); 3].map(|()| dice.about(3.0));
        let ours = plain(&term, at);
        for copy in again.iter().map(Option::as_ref).chain([Some(&formula)]) {
            let theirs = copy.map(|formula| formula.at(&at));
            let same = theirs.is_some_and(|theirs| theirs.to_bits() == ours.to_bits());
            report.demand(same, || format!("`{text}` at {at:?} is {theirs:?}, and {ours:?} in Rust"));
        }
        let jets = at.map(|x| Jet::new(x, dice.about(1.0), dice.about(1.0)));
        let (ours, theirs) = (along(&term, jets), formula.at(&jets));
        let parts = [(ours.value, theirs.value), (ours.first, theirs.first), (ours.second, theirs.second)];
        let off = parts.iter().any(|(a, b)| (a - b).abs() > 1e-12 * (1.0 + a.abs()));
        report.demand(!off, || format!("`{text}` at {jets:?} is {theirs:?}, and {ours:?} in Rust"));
    }
    report.count("functions");
    moved(&term, report);
}

/// The function with x and v for arguments that are not known where only the time is, or only a place.
fn only(term: &Term, argument: usize) -> Term {
    let two = |two: &[Term; 2]| Box::new([only(&two[0], argument), only(&two[1], argument)]);
    let one = |one: &Term| Box::new(only(one, argument));
    match term {
        Term::Number(x) => Term::Number(*x),
        Term::Argument(_) => Term::Argument(argument),
        Term::Sum(it) => Term::Sum(two(it)),
        Term::Difference(it) => Term::Difference(two(it)),
        Term::Product(it) => Term::Product(two(it)),
        Term::Part(it) => Term::Part(two(it)),
        Term::Sine(it) => Term::Sine(one(it)),
        Term::Cosine(it) => Term::Cosine(one(it)),
        Term::Growth(it) => Term::Growth(one(it)),
        Term::Root(it) => Term::Root(one(it)),
        Term::Arc(it) => Term::Arc(one(it)),
        Term::Square(it) => Term::Square(one(it)),
    }
}

/// A bead on the wire y = 0.3 atan f(x).
#[derive(Debug)]
struct Wire(Term);

impl Holonomic<1, 1> for Wire {
    fn phi<T: RealField + Copy>(&self, _t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
        let [x, y] = [bead.position.x, bead.position.y];
        [y - convert::<_, T>(0.3) * any(&self.0, [x; 3]).atan()]
    }

    fn depends_on_time(&self) -> bool {
        false
    }
}

/// A bead on a wire and a crank with a rod: the function of the place is the wire, that of the time drives the crank, and the rod feels it as a force.
fn build(term: &Term, as_data: bool) -> Option<Model> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let (timed, placed) = (only(term, 0), only(term, 1));
    let bead = builder.body("bead", Particle::new(1.0).at(0.0, 0.3 * plain(&placed, [0.0; 3]).atan()));
    let angle = 0.3 * plain(&timed, [0.0; 3]).atan();
    let (sin, cos) = angle.sin_cos();
    let crank = builder.body("crank", RigidBody::rod(1.0, 1.0).at(0.0, 0.0, angle));
    let rod = builder.body("rod", RigidBody::rod(0.5, 0.8).at(0.5 * cos + 0.4, 0.5 * sin, 0.0));
    builder.constraint("axle", Revolute::new(GROUND.origin(), crank.origin()));
    builder.constraint("pin", Revolute::new(crank.point(0.5, 0.0), rod.point(-0.4, 0.0)));
    let [turn, bend] = [Angle::between(GROUND, crank), Angle::between(crank, rod)];
    if as_data {
        let force = Formula::parse(&format!("5*atan({term})"), NAMES).ok()?;
        builder.force("force", AppliedAlong::formula(bend, force).ok()?);
        let law = Formula::parse(&format!("0.3*atan({timed})"), ["t"]).ok()?;
        builder.constraint("motor", Driver::signal(turn, Signal::formula(law).ok()?));
        let wire = Formula::parse(&format!("y - 0.3*atan({placed})"), ["x", "y"]).ok()?;
        builder.constraint("wire", Equation::holonomic([bead], [wire]).ok()?);
    } else {
        let felt = term.clone();
        let felt = move |t: f64, at: &Reading<Planar>| 5.0 * plain(&felt, [t, at.value, at.rate]).atan();
        builder.force("force", AppliedAlong::new(bend, felt));
        builder.constraint("motor", Driver::new(turn, move |t: Jet| along(&timed, [t; 3]).atan() * 0.3));
        builder.constraint("wire", Auto::holonomic([bead], Wire(placed)));
    }
    builder.build().ok()
}

/// The motion by formulas is the motion by functions.
fn moved(term: &Term, report: &mut Report) {
    let run = |as_data| {
        let model = build(term, as_data)?;
        let start = model.start().project().ok()?;
        let run = bounded(Simulation::new(&model).tolerance(1e-9)).run(start, 0.5);
        Some(run.map(|run| run.end().clone()).map_err(|error| error.to_string()))
    };
    match (run(true), run(false)) {
        (Some(Ok(one)), Some(Ok(other))) => {
            let pairs = one.q.iter().chain(&one.v).zip(other.q.iter().chain(&other.v));
            let apart = pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs() / (1.0 + a.abs())));
            report.count("motions");
            report
                .demand(apart <= 1e-6, || format!("by formulas it ends {apart:.1e} apart from by functions: `{term}`"));
        }
        (Some(Err(_)), Some(Err(_))) => report.count("both stop"),
        (one, other) => report.fault(format!("`{term}`: by formulas {one:?}, by functions {other:?}")),
    }
}
