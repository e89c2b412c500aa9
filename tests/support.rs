//! The examples' own tools: figures that no input can break, a verdict that can fail, options that
//! refuse what they do not know.

#[path = "../examples/support/mod.rs"]
mod support;

use support::{Cli, Figure, Panel, Table, Verdict, cli::Stop};

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn cli() -> Cli {
    Cli::new("demo", "a demo").cases(&["seed", "other"]).number("phi2", -0.5, "rad").count("n", 4, "")
}

fn refused(line: &str) -> String {
    match cli().try_parse(words(line)) {
        Err(Stop::Wrong(text)) => text,
        Err(Stop::Help(_)) => panic!("help for '{line}'"),
        Ok(_) => panic!("'{line}' was accepted"),
    }
}

/// The vertices of all paths in a document.
fn vertices(svg: &str) -> usize {
    svg.lines().filter(|l| l.starts_with("<path")).map(|l| l.matches(['M', 'L']).count()).sum()
}

#[test]
fn refusal_options_are_read_in_both_spellings() {
    let args = cli().try_parse(words("--phi2 -1.5 --case=other --method rk4 --step 0.01"));
    let Ok(args) = args else { panic!("refused") };
    assert_eq!(args.number("phi2"), -1.5);
    assert_eq!((args.case(), args.method(), args.fixed_step()), ("other", "rk4", Some(0.01)));
    assert!(args.given("case") && !args.given("rtol"));
    assert_eq!((args.number_or("phi2", 9.0), args.number_or("rtol", 9.0)), (-1.5, 9.0));
    assert_eq!(args.count("n"), 4);
}

#[test]
fn refusal_unknown_options_and_values_are_refused_with_a_list() {
    for line in ["--rtoll 1e-3", "rtol", "--rtol", "--rtol 0", "--rtol nan", "--method ode45"] {
        assert!(refused(line).contains("euler|rk4|bs23|dopri5|tsit5|radau5|dop853"), "{line}");
    }
    assert!(refused("--case third").contains("not one of seed, other"));
    assert!(refused("--n 1.5").contains("not a whole number"));
    assert!(matches!(cli().try_parse(words("--help")), Err(Stop::Help(t)) if t.contains("--phi2")));
}

#[test]
fn refusal_a_verdict_fails_on_nan_on_nothing_and_on_one_bad_check() {
    assert!(!Verdict::new("empty").fact("steps", 3).passes());
    assert!(Verdict::new("good").check("error", 1e-9, "<", 1e-8).passes());
    assert!(!Verdict::new("nan").check("error", f64::NAN, "<", 1e-8).passes());
    assert!(!Verdict::new("relation").check("error", 1.0, "~", 1.0).passes());
    let mut mixed = Verdict::new("mixed");
    mixed.check("error", 1.0, "<", 2.0).close("rest", 1.0, 1.1, 1e-3).holds("stuck", true);
    assert!(!mixed.passes());
    assert!(mixed.table().ends_with("VERDICT: fail (1 of 3 checks)\n"), "{}", mixed.table());
}

#[test]
fn refusal_no_data_can_break_a_figure() {
    let nan = f64::NAN;
    let hard: [&[f64]; 8] = [
        &[],
        &[nan],
        &[3.0; 4],
        &[0.0; 4],
        &[nan, 1.0, nan, 2.0],
        &[f64::INFINITY, -1.0, 1e300, -1e300],
        &[-1.0, 0.0, 1e-300, 5e-324],
        &[1.0, 1.0 + 2e-16, 1.0, 7.0],
    ];
    for x in hard {
        for y in hard {
            let panel = || Panel::new("x", "y").line("l", x, y).points("p", x, y).mark_x(nan, "").mark_y(0.0, "");
            let svg = Figure::new("")
                .columns(3)
                .panel(panel())
                .panel(panel().log_x().log_y())
                .panel(panel().equal_aspect().x_range(2.0, 2.0).map(&["a"], x, y, &[0, 1, 0]))
                .svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{x:?} {y:?}");
        }
    }
    Figure::new("no panel").size(0.0, -5.0).columns(0).svg();
}

#[test]
fn refusal_text_is_escaped() {
    let svg = Figure::new("<a & 'b'>").panel(Panel::new("\"x\"", "").line("1 < 2", &[1.0], &[1.0])).svg();
    assert!(svg.contains("&lt;a &amp; &apos;b&apos;&gt;") && svg.contains("&quot;x&quot;"));
    assert!(svg.contains("1 &lt; 2") && !svg.contains("1 < 2"));
}

#[test]
fn invariant_long_series_stay_small_and_keep_their_extremes() {
    let n = 200_000;
    let t: Vec<f64> = (0..n).map(|k| k as f64 / 1e3).collect();
    let mut y: Vec<f64> = t.iter().map(|t| (731.0 * t).sin() * (t / 17.0).cos()).collect();
    y[n / 3] = 4.0; // one sample that must not be lost
    let spiral: Vec<f64> = t.iter().map(|t| t * (3.0 * t).cos()).collect();
    let svg = Figure::new("")
        .panel(Panel::new("", "").line("", &t, &y).y_range(-4.0, 4.0))
        .panel(Panel::new("", "").line("", &spiral, &y).points("", &y, &spiral))
        .svg();
    assert!(svg.len() < 300_000, "{} bytes", svg.len());
    assert!(vertices(&svg) > 3_000, "{} vertices: thinned too much", vertices(&svg));
    // The data area begins 22 pixels below the upper edge, and nothing else reaches it.
    let lines = svg.lines().filter(|l| l.starts_with("<path") && l.len() > 5_000);
    assert_eq!(lines.map(|l| l.matches(" 22L").count()).next(), Some(1), "the spike was lost");
}

#[test]
fn refusal_reference_tables_name_what_is_missing() {
    let table = Table::parse("# m: 1.5\n# source: a book: page 3\nt,kind,N\n0,stick,\n1,slip,2.5\n");
    let Ok(table) = table else { panic!("refused") };
    assert_eq!((table.len(), table.names().len()), (2, 3));
    assert_eq!(table.parameter("m").ok(), Some(1.5));
    assert_eq!(table.about("source"), Some("a book: page 3"));
    let loads = table.column("N").unwrap_or_default();
    assert!(loads[0].is_nan() && loads[1] == 2.5);
    assert_eq!(table.text("kind").ok(), Some(vec!["stick", "slip"]));
    let message = |e: Option<support::reference::TableError>| e.map(|e| e.to_string()).unwrap_or_default();
    assert!(message(table.column("M").err()).contains("there are: t, kind, N"));
    assert!(message(table.column("kind").err()).contains("'stick' is no number"));
    assert!(message(Table::parse("a,b\n1\n").err()).contains("line 2 has 1 cells instead of 2"));
}
