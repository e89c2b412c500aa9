//! Options on the command line of an example.
//!
//! Every example has `--out`, `--rtol`, `--method`, `--step` and `--help`; it may declare cases
//! (`--case NAME`), numbers and choices of its own, each with a default. Anything else on the line
//! is an error that lists what there is, and exits with 2.

use std::{fmt::Write as _, process};

use super::args::Args;

/// Names of the integrators: the fixed-step ones first.
pub const METHODS: [&str; 7] = ["euler", "rk4", "bs23", "dopri5", "tsit5", "radau5", "dop853"];
/// Those of [`METHODS`] that take `--step` instead of `--rtol`.
pub const FIXED_STEP: [&str; 2] = ["euler", "rk4"];

/// What an example accepts.
pub struct Cli {
    name: &'static str,
    about: &'static str,
    options: Vec<Opt>,
}

/// An option and its value: the default, until the command line gives another.
pub struct Opt {
    pub(super) name: &'static str,
    pub(super) value: String,
    pub(super) given: bool,
    kind: Kind,
    help: String,
}

#[derive(Clone)]
enum Kind {
    Path,
    Number,
    Positive,
    Count,
    Choice(Vec<&'static str>),
    Text,
}

/// Why an example stops before it has begun.
#[derive(Debug)]
pub enum Stop {
    /// `--help`: the text to print.
    Help(String),
    /// A wrong option or value: what is wrong, and what there is instead.
    Wrong(String),
}

impl Cli {
    /// The common options, with rtol 1e-10, `dop853`, and step 1e-3.
    pub fn new(name: &'static str, about: &'static str) -> Self {
        let cli = Self { name, about, options: Vec::new() };
        cli.with("out", &format!("target/examples-out/{name}"), Kind::Path, "folder for results")
            .with("rtol", "1e-10", Kind::Positive, "relative tolerance (methods with error control)")
            .with("method", "dop853", Kind::Choice(METHODS.to_vec()), "integrator")
            .with("step", "1e-3", Kind::Positive, "s, step of the methods without error control")
    }

    /// Another default for one of the options declared so far.
    pub fn default(mut self, name: &'static str, value: &str) -> Self {
        let known = self.options.iter_mut().find(|o| o.name == name);
        debug_assert!(known.is_some(), "no option --{name} to give a default");
        if let Some(option) = known {
            option.value = value.to_owned();
        }
        self
    }

    /// Declares `--case`; the first name is the default.
    pub fn cases(self, names: &[&'static str]) -> Self {
        self.choice("case", names, "which problem")
    }

    /// Declares a number, with its unit and meaning as help.
    pub fn number(self, name: &'static str, default: f64, help: &str) -> Self {
        self.with(name, &default.to_string(), Kind::Number, help)
    }

    /// Declares a whole number that is not negative.
    pub fn count(self, name: &'static str, default: usize, help: &str) -> Self {
        self.with(name, &default.to_string(), Kind::Count, help)
    }

    /// Declares a choice; the first name is the default.
    pub fn choice(self, name: &'static str, names: &[&'static str], help: &str) -> Self {
        let first = names.first().copied().unwrap_or_default();
        self.with(name, first, Kind::Choice(names.to_vec()), help)
    }

    /// Declares a word that the example reads by itself.
    pub fn text(self, name: &'static str, default: &str, help: &str) -> Self {
        self.with(name, default, Kind::Text, help)
    }

    /// Reads the command line. Ends the program after `--help` (0) or a mistake (2).
    pub fn parse(self) -> Args {
        match self.try_parse(std::env::args().skip(1)) {
            Ok(args) => args,
            Err(Stop::Help(text)) => {
                print!("{text}");
                process::exit(0)
            }
            Err(Stop::Wrong(text)) => {
                eprint!("{text}");
                process::exit(2)
            }
        }
    }

    /// Reads words: `--name value` or `--name=value`.
    ///
    /// # Errors
    /// [`Stop`]: help was asked for, or something is wrong.
    pub fn try_parse(mut self, words: impl IntoIterator<Item = String>) -> Result<Args, Stop> {
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--help" || word == "-h" {
                return Err(Stop::Help(self.help()));
            }
            let (name, inline) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            let found = name.strip_prefix("--").and_then(|name| self.position(name));
            let Some(k) = found else {
                return Err(self.wrong(&format!("there is no option '{name}'")));
            };
            let Some(value) = inline.or_else(|| words.next()) else {
                return Err(self.wrong(&format!("{name} needs a value")));
            };
            if let Err(reason) = self.options[k].kind.accepts(&value) {
                return Err(self.wrong(&format!("{name} {value}: {reason}")));
            }
            self.options[k].value = value;
            self.options[k].given = true;
        }
        Ok(Args::new(self.options))
    }

    fn with(mut self, name: &'static str, value: &str, kind: Kind, help: &str) -> Self {
        debug_assert!(self.position(name).is_none(), "--{name} is declared twice");
        let (value, help) = (value.to_owned(), help.to_owned());
        self.options.push(Opt { name, value, given: false, kind, help });
        self
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|o| o.name == name)
    }

    fn wrong(&self, what: &str) -> Stop {
        Stop::Wrong(format!("{}: {what}\n\n{}", self.name, self.list()))
    }

    fn help(&self) -> String {
        let (name, about) = (self.name, self.about);
        format!("{name}: {about}\n\ncargo run --release --example {name} -- [OPTIONS]\n\n{}", self.list())
    }

    fn list(&self) -> String {
        let heads: Vec<String> =
            self.options.iter().map(|o| format!("--{} {}", o.name, o.kind.placeholder())).collect();
        let width = heads.iter().map(|h| h.len()).filter(|&w| w < 32).max().unwrap_or(0);
        let mut text = "options (with their defaults):\n".to_owned();
        for (option, head) in self.options.iter().zip(&heads) {
            let _ = writeln!(text, "  {head:<width$}  {} [{}]", option.help, option.value);
        }
        let _ = writeln!(text, "  {:<width$}  this text", "--help");
        text
    }
}

impl Kind {
    fn placeholder(&self) -> String {
        match self {
            Self::Path => "DIR".to_owned(),
            Self::Number | Self::Positive => "X".to_owned(),
            Self::Count => "N".to_owned(),
            Self::Choice(names) => names.join("|"),
            Self::Text => "TEXT".to_owned(),
        }
    }

    fn accepts(&self, value: &str) -> Result<(), String> {
        let number = value.parse::<f64>().ok().filter(|x| x.is_finite());
        match self {
            Self::Path if value.is_empty() => Err("not a folder".to_owned()),
            Self::Number if number.is_none() => Err("not a number".to_owned()),
            Self::Positive if number.is_none_or(|x| x <= 0.0) => Err("not above zero".to_owned()),
            Self::Count if value.parse::<usize>().is_err() => Err("not a whole number".to_owned()),
            Self::Choice(names) if !names.contains(&value) => Err(format!("not one of {}", names.join(", "))),
            _ => Ok(()),
        }
    }
}
