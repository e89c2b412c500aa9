//! A formula as a text that is read back as the same operations.
//!
//! What is used more than once is defined first, `_1 = x*x; _1*_1`: written out in full, a formula of n operations can have 2ⁿ. Numbers are written with as many digits
//! as it takes to read them back to the last bit.

use super::graph::Node;
use super::op::{BINARY, Binary, UNARY, Unary};
use std::borrow::Cow;
use std::fmt::{self, Formatter};

/// How tightly a text binds: a sum, a product, a sign, a power, a value.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const POWER: u8 = 4;
const VALUE: u8 = 5;

/// What is still to be written: a node that must bind at least so tightly, or words.
enum Piece {
    Node(u32, u8),
    Words(Cow<'static, str>),
}

/// Writes the nodes, of which the last is the result.
pub(super) fn text(nodes: &[Node], arguments: &[String], f: &mut Formatter<'_>) -> fmt::Result {
    let mut uses = vec![0_usize; nodes.len()];
    nodes.iter().flat_map(Node::reads).for_each(|&read| uses[read as usize] += 1);
    let mut names: Vec<Option<usize>> = vec![None; nodes.len()];
    let shared = (0..nodes.len()).filter(|&at| uses[at] > 1 && !nodes[at].reads().is_empty());
    for (at, name) in shared.zip(1..) {
        write!(f, "_{name} = ")?;
        write_one(nodes, arguments, &names, at, f)?;
        f.write_str("; ")?;
        names[at] = Some(name);
    }
    write_one(nodes, arguments, &names, nodes.len() - 1, f)
}

fn write_one(
    nodes: &[Node],
    arguments: &[String],
    names: &[Option<usize>],
    root: usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let mut open = vec![Piece::Node(root as u32, SUM)];
    while let Some(piece) = open.pop() {
        match piece {
            Piece::Words(words) => f.write_str(&words)?,
            Piece::Node(at, least) => match names[at as usize] {
                Some(name) => write!(f, "_{name}")?,
                None => {
                    let (binds, mut pieces) = pieces(nodes[at as usize], arguments);
                    if binds < least {
                        pieces.insert(0, words("("));
                        pieces.push(words(")"));
                    }
                    open.extend(pieces.into_iter().rev());
                }
            },
        }
    }
    Ok(())
}

fn words(words: impl Into<Cow<'static, str>>) -> Piece {
    Piece::Words(words.into())
}

/// How tightly a node binds, and what is written of it.
fn pieces(node: Node, arguments: &[String]) -> (u8, Vec<Piece>) {
    use Piece::Node as Of;
    match node {
        Node::Constant(bits) => {
            let value = f64::from_bits(bits);
            (if value.is_sign_negative() { SIGN } else { VALUE }, vec![words(format!("{value:?}"))])
        }
        Node::Argument(k) => (VALUE, vec![words(arguments[k as usize].clone())]),
        Node::Unary(Unary::Negative, a) => (SIGN, vec![words("-"), Of(a, SIGN)]),
        Node::Unary(Unary::Whole(n), a) => (POWER, vec![Of(a, VALUE), words(format!("^{n}"))]),
        Node::Unary(Unary::Real(bits), a) => (POWER, vec![Of(a, VALUE), words(format!("^{:?}", f64::from_bits(bits)))]),
        Node::Unary(op, a) => {
            let name = UNARY.iter().find(|known| known.1 == op).map_or("", |known| known.0);
            (VALUE, vec![words(name), words("("), Of(a, SUM), words(")")])
        }
        Node::Binary(op, [a, b]) => {
            let infix = |binds: u8, sign: &'static str| (binds, vec![Of(a, binds), words(sign), Of(b, binds + 1)]);
            match op {
                Binary::Add => infix(SUM, " + "),
                Binary::Subtract => infix(SUM, " - "),
                Binary::Multiply => infix(PRODUCT, "*"),
                Binary::Divide => infix(PRODUCT, "/"),
                Binary::Power => (POWER, vec![Of(a, VALUE), words("^"), Of(b, SIGN)]),
                _ => {
                    let name = BINARY.iter().find(|known| known.1 == op).map_or("", |known| known.0);
                    (VALUE, vec![words(name), words("("), Of(a, SUM), words(", "), Of(b, SUM), words(")")])
                }
            }
        }
        Node::Choice([guard, yes, no]) => {
            let parts =
                [words("if("), Of(guard, SUM), words(" > 0, "), Of(yes, SUM), words(", "), Of(no, SUM), words(")")];
            (VALUE, parts.into())
        }
    }
}
