//! The end of every example: what was checked, by how much it holds, and one word.
//!
//! ```text
//!   drift of the joints (m)       3.1e-14  <  1.0e-12   ok
//!   energy error (J)              2.2e-09  <  1.0e-10   FAIL
//!   steps                             412
//! VERDICT: fail (1 of 2 checks)
//! ```

use std::{fmt::Display, process::ExitCode};

/// Collects checks and facts.
pub struct Verdict {
    title: String,
    lines: Vec<Line>,
}

struct Line {
    name: String,
    value: String,
    /// Relation and bound; nothing for a mere fact.
    bound: Option<(String, String)>,
    holds: bool,
}

impl Verdict {
    /// Nothing checked yet, which does not count as a pass.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), lines: Vec::new() }
    }

    /// A number against a bound; the relation is `<`, `<=`, `>`, `>=` or `==`.
    /// NaN fulfils none of them, and neither does anything fulfil another relation.
    pub fn check(&mut self, name: &str, value: f64, relation: &str, bound: f64) -> &mut Self {
        let holds = match relation {
            "<" => value < bound,
            "<=" => value <= bound,
            ">" => value > bound,
            ">=" => value >= bound,
            "==" => value == bound,
            _ => false,
        };
        self.add(name, number(value), Some((relation.to_owned(), number(bound))), holds)
    }

    /// A number against the expected one: their difference is checked and shown.
    pub fn close(&mut self, name: &str, value: f64, expected: f64, tolerance: f64) -> &mut Self {
        self.check(&format!("|{name} − {expected}|"), (value - expected).abs(), "<", tolerance)
    }

    /// A statement that must be true.
    pub fn holds(&mut self, name: &str, truth: bool) -> &mut Self {
        let shown = if truth { "yes" } else { "no" };
        self.add(name, shown.to_owned(), Some(("is".to_owned(), "yes".to_owned())), truth)
    }

    /// Something worth printing that has no bound.
    pub fn fact(&mut self, name: &str, value: impl Display) -> &mut Self {
        self.add(name, value.to_string(), None, true)
    }

    /// Whether everything checked so far holds, and anything was checked.
    pub fn passes(&self) -> bool {
        self.lines.iter().any(|l| l.bound.is_some()) && self.lines.iter().all(|l| l.holds)
    }

    /// The table and the verdict.
    pub fn table(&self) -> String {
        let width = |part: fn(&Line) -> usize| self.lines.iter().map(part).max().unwrap_or(0);
        let name_width = width(|l| l.name.chars().count());
        let value_width = width(|l| l.value.chars().count());
        let bound_width = width(|l| l.bound.as_ref().map_or(0, |b| b.1.chars().count()));
        let mut out = format!("{}\n", self.title);
        for line in &self.lines {
            let start = format!("  {:<name_width$}  {:>value_width$}", line.name, line.value);
            out += &match &line.bound {
                Some((relation, bound)) => {
                    let word = if line.holds { "ok" } else { "FAIL" };
                    format!("{start}  {relation:<2}  {bound:>bound_width$}  {word}\n")
                }
                None => format!("{start}\n"),
            };
        }
        let checks = self.lines.iter().filter(|l| l.bound.is_some()).count();
        let failed = self.lines.iter().filter(|l| !l.holds).count();
        out + &match (self.passes(), checks) {
            (true, _) => "VERDICT: pass\n".to_owned(),
            (false, 0) => "VERDICT: fail (nothing was checked)\n".to_owned(),
            (false, _) => format!("VERDICT: fail ({failed} of {checks} checks)\n"),
        }
    }

    /// Prints the table; the exit code of the example, 0 or 1.
    pub fn finish(&self) -> ExitCode {
        print!("{}", self.table());
        if self.passes() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn add(&mut self, name: &str, value: String, bound: Option<(String, String)>, holds: bool) -> &mut Self {
        self.lines.push(Line { name: name.to_owned(), value, bound, holds });
        self
    }
}

/// Whole numbers of ordinary size as they are, all else with two significant digits.
fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e6 {
        format!("{value}")
    } else if (0.01..1e4).contains(&value.abs()) {
        format!("{value:.4}")
    } else {
        format!("{value:.1e}")
    }
}
