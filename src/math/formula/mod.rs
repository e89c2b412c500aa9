//! Functions as data: what is computed of a few numbers, to be evaluated with any number type, written to a file and read again.
//!
//! A formula is a list of operations, each once, of which each reads results of earlier ones. It is made of a [text](Formula::parse) or by calling a function
//! [once](Formula::trace) with numbers that are not known yet. What it computes is the same to the last bit as what the same operations compute in Rust, before and after
//! it was saved.

mod error;
mod graph;
mod number;
mod op;
mod parse;
mod steps;
mod tape;
mod trace;
mod words;
mod write;

pub use error::FormulaError;
pub use number::Number;
pub use trace::Traced;

use graph::{Graph, Node};
use op::{Binary, Unary};
use std::cell::RefCell;
use std::fmt::{self, Debug, Display, Formatter};
use tape::Tape;

/// A function of a few numbers as plain data: what holds one can be saved.
///
/// A text knows `+ - * / ^`, brackets, `pi`, the functions `sin cos tan asin acos atan sinh cosh tanh exp ln sqrt abs sign` of one number, `atan2 hypot min max` of two,
/// `if(a < b, yes, no)`, and definitions that are used later, `r = hypot(x, y); r^3 - r`. Angles are in radians.
///
/// ```
/// use chetaev::math::{Formula, Jet};
/// let wire = Formula::parse("y - x^2", ["x", "y"])?;
/// assert_eq!(wire.at(&[3.0, 10.0]), 1.0);
/// // The same function, traced.
/// assert_eq!(wire, Formula::trace(["x", "y"], |[x, y]| y - x.powi(2))?);
/// // With derivatives: along x = 3 t, y = t at t = 1.
/// let along = wire.at(&[Jet::new(3.0, 3.0, 0.0), Jet::time(1.0)]);
/// assert_eq!((along.value, along.first, along.second), (-8.0, -17.0, -18.0));
/// // What cannot be read is told with its place.
/// let error = Formula::parse("y - * x", ["x", "y"]).unwrap_err();
/// assert!(error.to_string().starts_with("column 5 of the formula `y - * x`"));
/// # Ok::<(), chetaev::math::FormulaError>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written", into = "Written"))]
pub struct Formula {
    arguments: Vec<String>,
    /// Each after those that it reads; the last is the result.
    nodes: Vec<Node>,
    tape: Tape,
}

impl Formula {
    /// The function that a text says, of the arguments with these names, in this order.
    pub fn parse<A: Into<String>>(text: &str, arguments: impl IntoIterator<Item = A>) -> Result<Self, FormulaError> {
        let arguments = named(arguments)?;
        let (graph, root) = parse::parse(text, &arguments)?;
        Self::of(arguments, &graph, root)
    }

    /// The function that `function` computes when it is called once, with numbers that are not known yet.
    pub fn trace<A: Into<String>, const N: usize>(
        arguments: [A; N],
        function: impl for<'g> FnOnce([Traced<'g>; N]) -> Traced<'g>,
    ) -> Result<Self, FormulaError> {
        let arguments = named(arguments)?;
        let graph = RefCell::default();
        let root = function(std::array::from_fn(|index| Traced::argument(&graph, index))).node();
        let graph: RefCell<Graph> = graph;
        Self::of(arguments, &graph.borrow(), root)
    }

    fn of(arguments: Vec<String>, graph: &Graph, root: u32) -> Result<Self, FormulaError> {
        let nodes = graph.nodes_of(root);
        let infinite = nodes.iter().find_map(|node| match node {
            Node::Constant(bits) => Some(f64::from_bits(*bits)).filter(|value| !value.is_finite()),
            _ => None,
        });
        if let Some(value) = infinite {
            return Err(FormulaError::NotFinite { value });
        }
        let tape = Tape::new(&nodes, arguments.len())?;
        Ok(Self { arguments, nodes, tape })
    }

    /// Its value there, in the number type of the arguments.
    ///
    /// # Panics
    ///
    /// If these are not as many numbers as it has arguments.
    #[inline]
    #[track_caller]
    pub fn at<T: Number>(&self, arguments: &[T]) -> T {
        let (given, names) = (arguments.len(), &self.arguments);
        assert!(
            given == names.len(),
            "the formula needs a number for each of its arguments, {names:?}, not {given} numbers"
        );
        self.tape.run(arguments)
    }

    /// The names of its arguments, in their order.
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = &str> {
        self.arguments.iter().map(String::as_str)
    }

    /// Does it depend on this argument?
    pub fn reads(&self, argument: &str) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Argument(k) if self.arguments[*k as usize] == argument))
    }

    /// How many operations it has.
    pub fn operations(&self) -> usize {
        self.nodes.iter().filter(|node| !node.reads().is_empty()).count()
    }

    /// Functions of the same arguments: where one of them vanishes this one has a kink, or jumps. Those of `abs`, `sign`, `min`, `max` and `if`.
    ///
    /// ```
    /// use chetaev::math::Formula;
    /// let stop = Formula::parse("if(x > 1, 500*(x - 1), 0) + 2*x", ["x"])?;
    /// assert_eq!(stop.kinks()?, [Formula::parse("x - 1", ["x"])?]);
    /// # Ok::<(), chetaev::math::FormulaError>(())
    /// ```
    pub fn kinks(&self) -> Result<Vec<Self>, FormulaError> {
        let mut graph = Graph::of(&self.nodes);
        let mut guards: Vec<u32> = Vec::new();
        for node in &self.nodes {
            let guard = match *node {
                Node::Unary(Unary::Abs | Unary::Sign, a) => a,
                Node::Binary(Binary::Min | Binary::Max, [a, b]) => graph.difference(a, b),
                Node::Choice([guard, ..]) => guard,
                _ => continue,
            };
            if !guards.contains(&guard) {
                guards.push(guard);
            }
        }
        guards.into_iter().map(|guard| Self::of(self.arguments.clone(), &graph, guard)).collect()
    }
}

fn named<A: Into<String>>(arguments: impl IntoIterator<Item = A>) -> Result<Vec<String>, FormulaError> {
    let arguments: Vec<String> = arguments.into_iter().map(Into::into).collect();
    for (index, name) in arguments.iter().enumerate() {
        let twice = arguments[..index].contains(name).then_some("another argument has this name");
        if let Some(why) = words::flaw_of_argument(name).or(twice) {
            return Err(FormulaError::Name { name: name.clone(), why });
        }
    }
    Ok(arguments)
}

/// The text, which is read back as the same operations.
impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write::text(&self.nodes, &self.arguments, f)
    }
}

impl Debug for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Formula({}: {self})", self.arguments.join(", "))
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.arguments == other.arguments && self.nodes == other.nodes
    }
}

/// A formula in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    arguments: Vec<String>,
    text: String,
}

#[cfg(feature = "serde")]
impl From<Formula> for Written {
    fn from(formula: Formula) -> Self {
        Self { text: formula.to_string(), arguments: formula.arguments }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Formula {
    type Error = FormulaError;

    fn try_from(Written { arguments, text }: Written) -> Result<Self, FormulaError> {
        Self::parse(&text, arguments)
    }
}

#[cfg(test)]
mod tests;
