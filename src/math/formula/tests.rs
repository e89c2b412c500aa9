//! Formulas against the same operations in Rust, against the derivatives of another library and differences, and against themselves, written and read.

use super::{Formula, FormulaError, Number};
use crate::math::Jet;
use num_dual::{Dual2_64, DualNum};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// An expression of x and y, as a tree: what a formula is compared with.
#[derive(Clone, Debug)]
enum Tree {
    X,
    Y,
    Number(f64),
    Of(&'static str, Box<Tree>),
    Power(Box<Tree>, i32),
    Two(&'static str, Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// With a bracket wherever one can be.
    fn text(&self) -> String {
        match self {
            Self::X => "x".into(),
            Self::Y => "y".into(),
            Self::Number(value) => format!("({value:?})"),
            Self::Of("-", a) => format!("(-{})", a.text()),
            Self::Of(name, a) => format!("{name}({})", a.text()),
            Self::Power(a, n) => format!("({}^{n})", a.text()),
            Self::Two(name @ ("+" | "-" | "*" | "/"), a, b) => format!("({} {name} {})", a.text(), b.text()),
            Self::Two(name, a, b) => format!("{name}({}, {})", a.text(), b.text()),
            Self::If(a, b, c) => format!("if({} < {}, {}, {})", a.text(), b.text(), c.text(), a.text()),
        }
    }

    /// What Rust and another library make of it.
    fn at<T: DualNum<Primitive = f64> + Copy + PartialOrd>(&self, x: T, y: T) -> T {
        match self {
            Self::X => x,
            Self::Y => y,
            Self::Number(value) => T::from(*value),
            Self::Of(name, a) => {
                let a = a.at(x, y);
                match *name {
                    "-" => -a,
                    "sin" => a.sin(),
                    "cos" => a.cos(),
                    "atan" => a.atan(),
                    "exp" => a.exp(),
                    "sqrt" => a.sqrt(),
                    "ln" => a.ln(),
                    _ => a.abs(),
                }
            }
            // Two factors are what is compiled for a square.
            Self::Power(a, 2) => {
                let a = a.at(x, y);
                a * a
            }
            Self::Power(a, n) => a.at(x, y).powi(*n),
            Self::Two(name, a, b) => {
                let (a, b) = (a.at(x, y), b.at(x, y));
                match *name {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    "atan2" => a.atan2(b),
                    // What is no number is not hidden by a choice, as Rust's would hide it.
                    _ if a.re().is_nan() || b.re().is_nan() => a + b,
                    "min" => {
                        if a < b {
                            a
                        } else {
                            b
                        }
                    }
                    _ => {
                        if a > b {
                            a
                        } else {
                            b
                        }
                    }
                }
            }
            Self::If(a, b, c) => {
                let (a, b) = (a.at(x, y), b.at(x, y));
                match a.re().is_nan() || b.re().is_nan() {
                    true => a + b,
                    false => {
                        if a < b {
                            c.at(x, y)
                        } else {
                            a
                        }
                    }
                }
            }
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![Just(Tree::X), Just(Tree::Y), (-3.0..3.0).prop_map(Tree::Number)];
    leaf.prop_recursive(6, 60, 3, |inner| {
        let boxed = inner.prop_map(Box::new).boxed();
        let functions = prop::sample::select(vec!["-", "sin", "cos", "atan", "exp", "sqrt", "ln", "abs"]);
        let operations = prop::sample::select(vec!["+", "-", "*", "/", "atan2", "min", "max"]);
        prop_oneof![
            3 => (operations, boxed.clone(), boxed.clone()).prop_map(|(name, a, b)| Tree::Two(name, a, b)),
            2 => (functions, boxed.clone()).prop_map(|(name, a)| Tree::Of(name, a)),
            1 => (boxed.clone(), -3..5).prop_map(|(a, n)| Tree::Power(a, n)),
            1 => (boxed.clone(), boxed.clone(), boxed).prop_map(|(a, b, c)| Tree::If(a, b, c)),
        ]
    })
}

fn of_xy(text: &str) -> Formula {
    Formula::parse(text, ["x", "y"]).unwrap()
}

fn near(a: f64, b: f64, scale: f64) -> bool {
    (a - b).abs() <= 1e-10 * (1.0 + scale)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// The bits of the same operations in Rust; the text of a formula is that formula; derivatives are those of num-dual, where it finds any.
    #[test]
    fn oracle_random_formulas(tree in trees(), x in -2.0..2.0_f64, y in -2.0..2.0_f64) {
        let formula = of_xy(&tree.text());
        let (value, expected) = (formula.at(&[x, y]), tree.at(x, y));
        prop_assert!(value.to_bits() == expected.to_bits() || value.is_nan() && expected.is_nan() || value == expected, "{value} {expected}: {formula}");
        let again = of_xy(&formula.to_string());
        prop_assert_eq!(&again, &formula);
        prop_assert_eq!(again.at(&[x, y]).to_bits(), value.to_bits());
        let seeds = [(x, 1.0, 0.3), (y, -0.7, 0.2)];
        let jet = formula.at(&seeds.map(|(a, b, c)| Jet::new(a, b, c)));
        let dual = formula.at(&seeds.map(|(a, b, c)| Dual2_64::new(a, b, c)));
        let [p, q] = seeds.map(|(a, b, c)| Dual2_64::new(a, b, c));
        let expected = tree.at(p, q);
        // On a kink itself the two libraries' rounding decides for different sides.
        let apart = formula.kinks().unwrap().iter().all(|guard| guard.at(&[x, y]).abs() > 1e-9);
        if apart && [expected.re, expected.v1, expected.v2].iter().all(|x| x.abs() < 1e6) {
            let scale = expected.v1.abs().max(expected.v2.abs()).max(expected.re.abs());
            for (ours, theirs) in [(jet.value, expected.re), (jet.first, expected.v1), (jet.second, expected.v2), (dual.v1, expected.v1), (dual.v2, expected.v2)] {
                prop_assert!(near(ours, theirs, scale * scale), "{ours} {theirs}: {formula} at {x}, {y}");
            }
        }
    }
}

/// Random trees must not be mostly nothing.
#[test]
fn property_random_formulas_are_not_moot() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut finite, mut operations) = (0, 0);
    for _ in 0..500 {
        let tree = trees().new_tree(&mut runner).unwrap().current();
        let formula = of_xy(&tree.text());
        operations += formula.operations();
        finite += usize::from(formula.at(&[Jet::new(0.7, 1.0, 0.0), Jet::new(-0.4, 0.5, 0.0)]).second.is_finite());
    }
    assert!(finite > 250 && operations > 1000, "{finite} of 500 finite, {operations} operations");
}

/// Each function with its derivatives by central differences of its own first ones.
#[test]
fn oracle_every_function_against_differences() {
    let mut texts: Vec<String> = super::op::UNARY.iter().map(|(name, _)| format!("{name}(x)")).collect();
    texts.extend(super::op::BINARY.iter().map(|(name, _)| format!("{name}(x, 0.3 + 2*y)")));
    texts.extend(
        ["x^y", "x^3", "x^-2", "x^2.5", "y^x", "x/y", "x*y - x", "acos(y*x)", "if(x > y, x*x, y^3)"].map(str::to_owned),
    );
    for text in texts {
        let formula = of_xy(&text);
        let at = |s: f64| {
            formula.at(&[Jet::new(0.4 + 0.3 * s + 0.2 * s * s, 0.3 + 0.4 * s, 0.4), Jet::new(0.9 - 0.2 * s, -0.2, 0.0)])
        };
        let (h, here) = (1e-4, at(0.0));
        let [before, after] = [-h, h].map(at);
        let first = (after.value - before.value) / (2.0 * h);
        let second = (after.first - before.first) / (2.0 * h);
        assert!(
            (here.first - first).abs() < 1e-7 && (here.second - second).abs() < 1e-6,
            "{text}: {here:?}, {first}, {second}"
        );
    }
}

/// Each mistake, its column, and a word of what is said.
#[test]
fn golden_mistakes_are_told_with_their_place() {
    let mistakes = [
        ("", 1, "the end"),
        ("x +", 4, "the end"),
        ("y - * x", 5, "`*`"),
        ("x y", 3, "an operation"),
        ("2x", 2, "an operation"),
        ("(x + y", 1, "not closed"),
        ("x + (y*(x", 8, "not closed"),
        ("x + y)", 6, "`)`"),
        ("sin x", 5, "the bracket of a function"),
        ("sin(x, y)", 1, "needs 1 argument, and is given 2"),
        ("atan2(x)", 1, "needs 2 arguments, and is given 1"),
        ("x*hypot(x, y, 2)", 3, "needs 2 arguments, and is given 3"),
        ("(x, y)", 3, "`,`"),
        ("x + z^2", 5, "`z` is unknown"),
        ("x # y", 3, "`#`"),
        ("1e999*x", 1, "`1e999`"),
        ("1.2.3", 4, "the number 0.3"),
        ("2e*x", 1, "`2e`"),
        ("x < y", 3, "only an `if` compares"),
        ("if(x, 1, 2)", 5, "a comparison, as in `if(x < 0, 1, 2)`, found `,`"),
        ("if(x < y < 1, 1, 2)", 10, "only an `if` compares"),
        ("if(x < y, 1)", 1, "needs 3 arguments, and is given 2"),
        ("x; y", 2, "the end"),
        ("a = x*x", 8, "`;`"),
        ("a = x; a = y; a", 8, "not defined yet"),
        ("θ + ω", 1, "`θ` is unknown"),
    ];
    for (text, column, words) in mistakes {
        let error = Formula::parse(text, ["x", "y"]).unwrap_err().to_string();
        println!("{error}");
        assert!(
            error.starts_with(&format!("column {column} of the formula `{text}`")) && error.contains(words),
            "{text}: {error}"
        );
    }
    let long = format!("{}# x", "x + ".repeat(1000));
    let error = Formula::parse(&long, ["x"]).unwrap_err().to_string();
    assert!(error.starts_with("column 4001 of the formula `…") && error.len() < 140, "{error}");
    for (names, word) in [
        (["x", "x"], "another argument"),
        (["x", "sin"], "of this name"),
        (["x", "2y"], "begins"),
        (["x", "_1"], "begins"),
        (["x", "a b"], "letters"),
    ] {
        assert!(Formula::parse("x", names).unwrap_err().to_string().contains(word));
    }
    assert!(Formula::parse("pi = 3; pi", ["x"]).unwrap_err().to_string().contains("`pi`"));
    assert_eq!(
        Formula::trace(["x"], |[x]| x * f64::INFINITY).unwrap_err(),
        FormulaError::NotFinite { value: f64::INFINITY }
    );
}

/// Brackets and signs, as deep as memory goes; and back.
#[test]
fn invariant_depth_costs_no_stack() {
    let deep = 100_000;
    let [opened, closed] = ["(", ")"].map(|bracket| bracket.repeat(deep));
    assert_eq!(of_xy(&format!("{opened}x{closed}")).at(&[2.0, 0.0]), 2.0);
    let added = of_xy(&format!("{opened}x{}", " + 1)".repeat(deep)));
    assert_eq!(added.at(&[2.0, 0.0]), 2.0 + deep as f64);
    let right = of_xy(&format!("{}x{closed}", "y - (".repeat(deep)));
    assert_eq!((right.at(&[2.0, 0.5]), right.operations()), (2.0, deep));
    let signs = of_xy(&format!("{}x", "-".repeat(deep)));
    assert_eq!(signs.at(&[2.0, 0.0]), 2.0);
    let sines = of_xy(&format!("{}x{closed}", "sin(".repeat(deep)));
    for formula in [added, right, signs, sines] {
        assert_eq!(of_xy(&formula.to_string()), formula);
    }
    // Shared results: 2ⁿ terms written out, n operations here.
    let doubled = Formula::trace(["x"], |[x]| (0..deep).fold(x, |sum, _| (sum + sum) * 0.5)).unwrap();
    assert_eq!((doubled.at(&[0.3]), doubled.operations()), (0.3, 2 * deep));
    assert_eq!(Formula::parse(&doubled.to_string(), ["x"]).unwrap(), doubled);
    // Whichever side is deep, few numbers are held at once, and those that are factors stand in their steps; of the others that functions read, too many.
    let sines: Vec<String> = (1..6000).map(|k| format!("sin({k}*x)")).collect();
    assert!(of_xy(&sines.join(" + ")).at(&[0.1, 0.0]).is_finite());
    let terms: Vec<String> = (1..6000).map(|k| format!("hypot({k}, x)")).collect();
    let error = of_xy_error(&terms.join(" + "));
    assert!(error.contains("numbers at once"), "{error}");
    assert!(of_xy(&terms[..4000].join(" + ")).at(&[0.1, 0.0]).is_finite());
}

fn of_xy_error(text: &str) -> String {
    Formula::parse(text, ["x", "y"]).unwrap_err().to_string()
}

/// What is not a number stays one: no choice hides it, and no constant is made of it.
#[test]
fn refusal_what_is_no_number_is_not_hidden() {
    for text in ["min(x, y)", "max(x, y)", "min(y, x)", "if(x > 0, 1, 2)", "abs(x)", "sign(x)", "0*x", "x^0.5"] {
        assert!(of_xy(text).at(&[f64::NAN, 1.0]).is_nan(), "{text}");
        let jet = of_xy(text).at(&[Jet::new(f64::NAN, 1.0, 0.0), Jet::time(1.0)]);
        assert!(jet.value.is_nan(), "{text}");
    }
    let pole = of_xy("1/0 + x");
    assert_eq!((pole.at(&[1.0, 0.0]), pole.operations(), pole.to_string().as_str()), (f64::INFINITY, 2, "1.0/0.0 + x"));
}

/// Constants are carried out, and what is the same is computed once.
#[test]
fn analytic_operations_are_few() {
    let formula = of_xy("2*3 + (x + y)^2 - sin(pi/6)*(x + y)*(x + y)");
    assert_eq!(formula.operations(), 6);
    assert_eq!(of_xy("3*4 - 2^-1").operations(), 0);
    assert_eq!(of_xy("r = x + y; r*r"), Formula::trace(["x", "y"], |[x, y]| (x + y) * (x + y)).unwrap());
    assert_eq!(of_xy("-x^2").at(&[3.0, 0.0]), -9.0);
    assert_eq!(
        [of_xy("2^3^2"), of_xy("2^-x"), of_xy("8 - 4 - 2"), of_xy("8/4/2"), of_xy("-2^2*3")].map(|f| f.at(&[1.0, 0.0])),
        [512.0, 0.5, 2.0, 1.0, -12.0]
    );
    let compared = ["x < y", "x <= y", "x > y", "x >= y"].map(|c| of_xy(&format!("if({c}, 1, 0)")));
    let of = |x: f64, y: f64| compared.each_ref().map(|f| f.at(&[x, y]));
    assert_eq!(
        [of(1.0, 2.0), of(2.0, 2.0), of(3.0, 2.0)],
        [[1.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]
    );
}

/// Powers of zero have the derivatives that they have.
#[test]
fn identity_powers_at_zero() {
    let at = |text: &str| {
        let jet = of_xy(text).at(&[Jet::time(0.0), Jet::constant(2.0)]);
        [jet.value, jet.first, jet.second]
    };
    assert_eq!(
        [at("x^0"), at("x^1"), at("x^2"), at("x^3"), at("x^y")],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.0; 3], [0.0, 0.0, 2.0]]
    );
    assert_eq!(at("x^2.5"), [0.0; 3]);
    let number: f64 = Number::value(&of_xy("x").at(&[Jet::time(0.5), Jet::constant(0.0)]));
    assert_eq!(number, 0.5);
}

#[cfg(feature = "serde")]
#[test]
fn identity_read_back_from_a_file() {
    let formula = of_xy("k = 0.1 + 1e-300; atan2(y, x)^3/k - if(x <= 0, hypot(x, y), -3)");
    let text = serde_json::to_string(&formula).unwrap();
    assert!(text.contains(r#""arguments":["x","y"]"#), "{text}");
    assert_eq!(serde_json::from_str::<Formula>(&text).unwrap(), formula);
    let broken = text.replace("atan2(y", "atan3(y");
    assert!(serde_json::from_str::<Formula>(&broken).unwrap_err().to_string().contains("`atan3` is unknown"));
}
