//! A constraint of your own: a bead on a wire y = f(x), written once, without a derivative, or given as a text: `--wire "0.3*x^2 + 0.1*cos(5*x)"`, and pushed along x by
//! `--force "-0.2*vx"`.

mod support;

use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

/// The wire y = x⁴/4 − x²/2: two hollows with a hump between them.
#[derive(Debug)]
struct Wire;

impl Holonomic<1, 1> for Wire {
    fn phi<T: RealField + Copy>(&self, _t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
        let square = bead.position.x * bead.position.x;
        [bead.position.y - square * square * convert(0.25) + square * convert(0.5)]
    }

    fn depends_on_time(&self) -> bool {
        false
    }
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("own_constraint", "a bead on a wire of one's own shape")
        .default("rtol", "1e-12")
        .text("wire", "x^4/4 - x^2/2", "the height of the wire, m, as a formula of x")
        .text("force", "0", "N, along x, a formula of t, x and vx")
        .parse();
    let height = Formula::parse(args.choice("wire"), ["x"])?;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bead = builder.body("bead", Particle::new(0.2).at(1.5, 0.1));
    let wire: ConstraintRef = if args.given("wire") {
        let phi = Formula::parse(&format!("y - ({})", args.choice("wire")), ["x", "y"])?;
        builder.constraint("wire", Equation::holonomic([bead], [phi])?).into()
    } else {
        builder.constraint("wire", Auto::holonomic([bead], Wire)).into()
    };
    let force = Formula::parse(args.choice("force"), ["t", "x", "vx"])?;
    let none = || Formula::parse("0", ["t"]);
    if args.given("force") {
        builder.force("push", Applied::formula(bead.origin(), [force, none()?], [none()?])?);
    }
    let model = builder.build()?;
    let start = model.start().hold("bead.x").project()?;
    let run = simulation(&model, &args).every(0.01).run(start, 10.0)?;
    let (x, y) = (run.column(|at| at.body(bead).origin.x), run.column(|at| at.body(bead).origin.y));
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player().title("A bead on a wire").trail(bead.origin()).write(args.file("trajectory.html")?)?;
    Figure::new("A bead on a wire")
        .columns(2)
        .size(900.0, 340.0)
        .panel(Panel::new("x (m)", "y (m)").equal_aspect().line("", &x, &y))
        .panel(Panel::new("x (m)", "vx (m/s)").line("", &x, &run.column(|at| at.body(bead).velocity.x)))
        .save(&args.file("own_constraint.svg")?)?;

    // From rest at x = 1.5 the bead, if nothing pushes it, just clears the hump at 0 and turns where the wire is as high again; the wire pushes along its normal.
    let leftmost = x.iter().fold(1.5, |least: f64, x| least.min(*x));
    let turn = height.at(&[leftmost]) - height.at(&[1.5]);
    let along = |at: &Snapshot<'_>| {
        let slope = height.at(&[Jet::time(at.body(bead).origin.x)]).first;
        let force = at.reaction_in::<Planar>(wire).force;
        (force.x + force.y * slope).abs()
    };
    let mut verdict = Verdict::new("own_constraint");
    if !args.given("wire") && !args.given("force") {
        verdict.check("leftmost x (m)", (leftmost + 1.5).abs(), "<", 1e-3);
    }
    if !args.given("force") {
        verdict.check("height of the turn (m)", turn.abs(), "<", 2e-3);
    }
    verdict.check("force along the wire (N)", run.column(along).into_iter().fold(0.0, f64::max), "<", 1e-12);
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-10, 1e-3));
    verdict.check("drift from the wire (m)", run.drift().largest_phi(), "<", 1e-13);
    Ok(verdict.finish())
}
