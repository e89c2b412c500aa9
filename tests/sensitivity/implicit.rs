//! Derivatives of runs by Radau IIA.

use super::common::{apart, block, difference, ends, slopes};
use chetaev::prelude::*;

#[path = "../../examples/support/bushing_crank.rs"]
mod crank;

fn plan(family: &Family, method: Method, rtol: f64) -> Simulation<'_> {
    Simulation::new(family.model()).method(method).tolerance(rtol).output(Output::Ends)
}

fn followed(family: &Family, method: Method, rtol: f64, t_end: f64) -> Trajectory {
    let plan = plan(family, method, rtol).sensitivities(Sensitivities::to(family));
    plan.run(family.start().clone(), t_end).unwrap()
}

/// Where nothing is stiff, two methods find one derivative: through sticks and releases.
#[test]
fn agreement_of_two_methods() {
    let family = block();
    let implicit = followed(&family, Method::Radau5, 1e-11, 6.0);
    let explicit = followed(&family, Method::Dop853, 1e-12, 6.0);
    println!("block: {} steps, {:?}", implicit.counters().steps, implicit.flags());
    assert_eq!(implicit.transitions().len(), explicit.transitions().len());
    assert!(implicit.transitions().len() >= 8, "moot");
    for name in family.names() {
        let off = apart(&slopes(&implicit, name), &slopes(&explicit, name));
        println!("block by {name}: {off:.1e}");
        assert!(off < 3e-8, "{name}: {off:e}");
    }
}

/// The slider-crank on bushings, as a function of their compliance and of the time c/k.
fn bushings([compliance, decay]: [f64; 2]) -> Family {
    Family::new([("compliance", compliance), ("decay", decay)], |p| {
        let k = p["compliance"].recip();
        let set = crank::build(Some([k, k * p["decay"]])).map_err(|error| error.to_string())?;
        let start = set.model.placed();
        Ok((set.model, start))
    })
    .unwrap()
}

/// An explicit method can follow the bushings for a while: those of the example, and softer ones for longer.
#[test]
fn agreement_of_two_methods_on_bushings() {
    // What is left by each parameter; and what is stiff at the start makes derivatives by c/k start as a high power of time, which is flagged.
    let cases =
        [(1e-5, 0.2, 1e-9, [1e-8, 4e-8]), (1e-5, 0.2, 1e-11, [1e-10, 9e-10]), (1e-7, 0.05, 1e-9, [3e-8, 1.7e-6])];
    for (compliance, t_end, rtol, bounds) in cases {
        let family = bushings([compliance, 1e-3]);
        let explicit = followed(&family, Method::Dop853, 1e-12, t_end);
        let implicit = followed(&family, Method::Radau5, rtol, t_end);
        let [many, few] = [&explicit, &implicit].map(|run| run.counters().steps);
        println!("bushings of {compliance:e} m/N: {many} and {few} steps, {:?}", implicit.flags());
        assert!(implicit.flags().is_empty());
        for (name, bound) in family.names().iter().zip(bounds) {
            let off = apart(&slopes(&implicit, name), &slopes(&explicit, name));
            println!("at {rtol:e}, by {name}: {off:.1e}");
            assert!(off < bound, "{name}: {off:e}");
        }
    }
}

/// Steps of the motion, not of the bushings. (What the runs leave of the motion is 2e-7 of their differences: two methods agree to 1e-8, above.)
#[test]
fn oracle_bushing_crank() {
    let family = bushings([1e-7, 1e-3]);
    let run = followed(&family, Method::Radau5, 1e-9, 0.3);
    let plain = |member: &Family| ends(&plan(member, Method::Radau5, 1e-11).run(member.start().clone(), 0.3).unwrap());
    let same = plan(&family, Method::Radau5, 1e-9).run(family.start().clone(), 0.3).unwrap();
    assert!(ends(&same) == ends(&run) && same.counters() == run.counters(), "derivatives change the run");
    let known = difference(&family, 0, 1e-8, plain);
    let off = apart(&slopes(&run, "compliance"), &known);
    println!("crank with bushings, {} steps: {off:.1e}", run.counters().steps);
    assert!(off < 7e-7, "{off:e}");
}
