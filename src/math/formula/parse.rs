//! A text as a formula.
//!
//! ```text
//! formula    = { name "=" sum ";" } sum                  a definition may be used in what follows it
//! sum        = product { ("+" | "-") product }
//! product    = power { ("*" | "/") power }
//! power      = ("+" | "-") power | value [ "^" power ]   −x² is −(x²); x^y^z is x^(y^z)
//! value      = number | name | "(" sum ")" | function "(" sum { "," sum } ")"
//!            | "if" "(" sum ("<" | "<=" | ">" | ">=") sum "," sum "," sum ")"
//! ```
//!
//! What waits for its right side stands on a list, not on the stack of the machine: brackets may be as deep as memory goes.

use super::error::FormulaError;
use super::graph::Graph;
use super::op::{BINARY, Binary, UNARY, Unary};
use super::words::{Word, Words, flaw};
use std::collections::HashMap;

/// What waits for its right side, or for its end.
#[derive(Copy, Clone, Debug)]
enum Waiting<'t> {
    Binary(Binary),
    Negative,
    Bracket(Bracket<'t>),
}

/// An open bracket.
#[derive(Copy, Clone, Debug)]
struct Bracket<'t> {
    /// The function that is called; empty of a bracket alone.
    name: &'t str,
    /// Where it stands, in bytes.
    at: usize,
    /// How many of its arguments are complete.
    complete: usize,
    /// Of an `if`, whether it asks for less, and whether equality counts.
    compare: Option<[bool; 2]>,
}

/// How tightly an operation binds: what waits and binds at least as tightly as what comes is carried out first.
fn binds(op: Binary) -> u8 {
    match op {
        Binary::Add | Binary::Subtract => 1,
        Binary::Multiply | Binary::Divide => 2,
        _ => POWER_BINDS,
    }
}

/// A sign binds between a product and a power.
const SIGN_BINDS: u8 = 3;
const POWER_BINDS: u8 = 4;

struct Parser<'t> {
    words: Words<'t>,
    graph: Graph,
    /// Names, and what they stand for.
    names: HashMap<&'t str, u32>,
    values: Vec<u32>,
    waiting: Vec<Waiting<'t>>,
}

/// The nodes of a text, and the one that is its value.
pub(super) fn parse(text: &str, arguments: &[String]) -> Result<(Graph, u32), FormulaError> {
    let mut graph = Graph::default();
    let names = arguments.iter().zip(0..).map(|(name, index)| (name.as_str(), graph.argument(index))).collect();
    Parser { words: Words::new(text), graph, names, values: Vec::new(), waiting: Vec::new() }.formula()
}

impl<'t> Parser<'t> {
    fn formula(mut self) -> Result<(Graph, u32), FormulaError> {
        loop {
            let defines = self.definition()?;
            let ((end, at), value) = (self.sum()?, self.pop());
            match (defines, end) {
                (None, Word::End) => return Ok((self.graph, value)),
                (Some(name), Word::Sign(_)) => {
                    self.names.insert(name, value);
                }
                (None, _) => return Err(self.words.expected(at, "the end", told(end))),
                (Some(_), _) => return Err(self.words.expected(at, "`;` and the formula itself", told(end))),
            }
        }
    }

    /// The name that the next statement defines, if it does.
    fn definition(&mut self) -> Result<Option<&'t str>, FormulaError> {
        let mut ahead = self.words;
        let (Word::Name(name), at) = ahead.word()? else { return Ok(None) };
        if ahead.word().ok().is_none_or(|(word, _)| word != Word::Sign('=')) {
            return Ok(None);
        }
        if self.names.contains_key(name) {
            return Err(self.words.expected(at, "a name that is not defined yet", format!("`{name}`")));
        }
        if let Some(why) = flaw(name) {
            return Err(FormulaError::Name { name: name.to_owned(), why });
        }
        self.words = ahead;
        Ok(Some(name))
    }

    /// Reads a sum; what ends it, and where.
    fn sum(&mut self) -> Result<(Word<'t>, usize), FormulaError> {
        loop {
            if !self.operand()? {
                continue;
            }
            loop {
                let (word, at) = self.words.word()?;
                match word {
                    Word::Sign(sign @ ('+' | '-' | '*' | '/' | '^')) => self.operation(sign),
                    Word::Compare { less, equal } => self.compare([less, equal], at)?,
                    Word::Sign(',') => self.end_argument(word, at)?,
                    Word::Sign(')') => {
                        self.end_argument(word, at)?;
                        self.close();
                        continue;
                    }
                    Word::End | Word::Sign(';') => {
                        self.carry_out(0);
                        return match self.waiting.last() {
                            Some(&Waiting::Bracket(Bracket { at, .. })) => {
                                let (column, text) = self.words.place(at);
                                Err(FormulaError::Open { column, text })
                            }
                            _ => Ok((word, at)),
                        };
                    }
                    _ => return Err(self.words.expected(at, "an operation", told(word))),
                }
                break;
            }
        }
    }

    /// Reads what begins a value; is it complete?
    fn operand(&mut self) -> Result<bool, FormulaError> {
        let (word, at) = self.words.word()?;
        let bracket = |name| Waiting::Bracket(Bracket { name, at, complete: 0, compare: None });
        match word {
            Word::Number(value) => self.values.push(self.graph.constant(value)),
            Word::Name(name) => {
                if is_function(name) {
                    let (next, place) = self.words.word()?;
                    if next != Word::Sign('(') {
                        return Err(self.words.expected(place, "the bracket of a function", told(next)));
                    }
                    self.waiting.push(bracket(name));
                    return Ok(false);
                }
                let value = self.named(name, at)?;
                self.values.push(value);
            }
            Word::Sign('(') => self.waiting.push(bracket("")),
            Word::Sign('-') => self.waiting.push(Waiting::Negative),
            Word::Sign('+') => {}
            _ => return Err(self.words.expected(at, "a number, a name or a bracket", told(word))),
        }
        Ok(matches!(word, Word::Number(_) | Word::Name(_)))
    }

    fn named(&mut self, name: &str, at: usize) -> Result<u32, FormulaError> {
        if name == "pi" {
            return Ok(self.graph.constant(std::f64::consts::PI));
        }
        if let Some(value) = self.names.get(name) {
            return Ok(*value);
        }
        let (column, text) = self.words.place(at);
        let functions = UNARY.iter().map(|f| f.0).chain(BINARY.iter().map(|f| f.0)).chain(["if", "pi"]);
        let mut known: Vec<&str> = self.names.keys().copied().collect();
        known.sort_unstable();
        known.extend(functions);
        Err(FormulaError::Unknown { column, text, name: name.to_owned(), known: known.join(", ") })
    }

    fn operation(&mut self, sign: char) {
        let op = match sign {
            '+' => Binary::Add,
            '-' => Binary::Subtract,
            '*' => Binary::Multiply,
            '/' => Binary::Divide,
            _ => Binary::Power,
        };
        // Of powers the right one is first.
        self.carry_out(binds(op) + u8::from(op == Binary::Power));
        self.waiting.push(Waiting::Binary(op));
    }

    /// Carries out what waits and binds at least as tightly, back to the last open bracket.
    fn carry_out(&mut self, least: u8) {
        while let Some(&top) = self.waiting.last() {
            match top {
                Waiting::Binary(op) if binds(op) >= least => {
                    let (b, a) = (self.pop(), self.pop());
                    self.values.push(self.graph.binary(op, a, b));
                }
                Waiting::Negative if SIGN_BINDS >= least => {
                    let a = self.pop();
                    self.values.push(self.graph.unary(Unary::Negative, a));
                }
                _ => return,
            }
            self.waiting.pop();
        }
    }

    fn compare(&mut self, comparison: [bool; 2], at: usize) -> Result<(), FormulaError> {
        self.carry_out(0);
        match self.waiting.last_mut() {
            Some(Waiting::Bracket(Bracket { name: "if", complete: 0, compare: compare @ None, .. })) => {
                *compare = Some(comparison);
                Ok(())
            }
            _ => Err(self.words.expected(
                at,
                "an operation (only an `if` compares, and once)",
                "a comparison".to_owned(),
            )),
        }
    }

    /// An argument of a function ends, or what stands in a bracket.
    fn end_argument(&mut self, word: Word<'t>, at: usize) -> Result<(), FormulaError> {
        self.carry_out(0);
        let Some(Waiting::Bracket(bracket)) = self.waiting.last_mut() else {
            return Err(self.words.expected(at, "an operation or the end", told(word)));
        };
        bracket.complete += 1;
        let Bracket { name, complete, compare, at: start } = *bracket;
        let closes = word == Word::Sign(')');
        if name.is_empty() && !closes {
            return Err(self.words.expected(at, "an operation or `)`", told(word)));
        }
        let needs = arguments(name);
        if complete > needs || (closes && complete < needs) {
            let (column, text) = self.words.place(start);
            return Err(FormulaError::Arguments {
                column,
                text,
                name: name.to_owned(),
                needs,
                found: complete + usize::from(!closes),
            });
        }
        if name == "if" && complete == 1 {
            let Some([less, equal]) = compare else {
                return Err(self.words.expected(at, "a comparison, as in `if(x < 0, 1, 2)`", told(word)));
            };
            // a < b where b − a > 0, and a ≤ b where not a − b > 0.
            let (b, a) = (self.pop(), self.pop());
            let guard = if less == equal { self.graph.difference(a, b) } else { self.graph.difference(b, a) };
            self.values.push(guard);
        }
        Ok(())
    }

    /// A bracket closes, with as many arguments as it needs.
    fn close(&mut self) {
        let Some(Waiting::Bracket(Bracket { name, compare, .. })) = self.waiting.pop() else { return };
        let unary = UNARY.iter().find(|known| known.0 == name);
        let binary = BINARY.iter().find(|known| known.0 == name);
        if let Some((_, op)) = unary {
            let a = self.pop();
            self.values.push(self.graph.unary(*op, a));
        } else if let Some((_, op)) = binary {
            let (b, a) = (self.pop(), self.pop());
            self.values.push(self.graph.binary(*op, a, b));
        } else if let Some([_, equal]) = compare {
            let (no, yes, guard) = (self.pop(), self.pop(), self.pop());
            let [yes, no] = if equal { [no, yes] } else { [yes, no] };
            self.values.push(self.graph.choice(guard, yes, no));
        }
    }

    /// The last value: whatever waits has its left side.
    fn pop(&mut self) -> u32 {
        self.values.pop().unwrap_or_default()
    }
}

fn is_function(name: &str) -> bool {
    arguments(name) > 1 || UNARY.iter().any(|known| known.0 == name)
}

/// How many arguments a function takes; a bracket alone holds one value.
fn arguments(name: &str) -> usize {
    match name {
        "if" => 3,
        _ if BINARY.iter().any(|known| known.0 == name) => 2,
        _ => 1,
    }
}

/// A word as an error tells it.
fn told(word: Word<'_>) -> String {
    match word {
        Word::Number(value) => format!("the number {value}"),
        Word::Name(name) => format!("`{name}`"),
        Word::Sign(sign) => format!("`{sign}`"),
        Word::Compare { .. } => "a comparison".to_owned(),
        Word::End => "the end".to_owned(),
    }
}
