//! Changes of friction on top of each other: a stop that turns a point which has hardly begun to slide, a load that goes on with neither sign.

use chetaev::prelude::*;

const SEARCHES: [Search; 4] = [Search::Reduced, Search::Direct, Search::WarmStarted, Search::Exhaustive];

/// A sled of 1 kg on a rail (10 N at rest and in motion), a block of 1 kg that slides on the sled and drags it along with 5 N, and a push of
/// (4 + t) N. At t = 1 s the sled starts, and `late` after that the block, which has lost 5 m/s in each second, stands on it: together they are
/// accelerated by (5 − 10)/2 = −2.5 m/s². The sled has `late`²/2 m/s then, which is gone at once, and stands.
fn sled_and_block(late: f64) -> Model {
    let mut builder = ModelBuilder::new();
    let sled = builder.body("sled", RigidBody::new(1.0, 1.0));
    let block = builder.body("block", Particle::new(1.0).moving(5.0 * (1.0 + late), 0.0));
    let [rail, top] = [GROUND.axis([0.0, 0.0], 0.0), sled.axis([0.0, 0.0], 0.0)];
    builder.constraint("rail", Prismatic::new(rail, top));
    builder.constraint("top", Slot::new(top, block.origin()));
    let under = FrictionPoint::along(Travel::along(rail, sled.origin()), 10.0);
    builder.friction("under", under, Coulomb::new(1.0));
    let between = FrictionPoint::along(Travel::along(top, block.origin()), 10.0);
    builder.friction("between", between, Coulomb::new(0.5));
    builder.force("push", Applied::new(sled.origin(), |t, _| ([4.0 + t, 0.0], 0.0)));
    builder.build().unwrap()
}

/// Mended by 8072348: the slip that was within rounding of zero was taken for one that has just begun, and looked at a thousandth of the next step
/// later: the sled went back by then, at 6.6e-6 m/s, with friction that pushed it along.
#[test]
fn regress_a_point_that_has_hardly_begun_to_slide_is_turned_by_anothers_stop() {
    for late in [1e-5, 1e-6, 1e-7, 1e-8] {
        let model = sled_and_block(late);
        let start = model.start().project().unwrap();
        for method in [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23] {
            let run = Simulation::new(&model).method(method).run(start.clone(), 1.5);
            let run = run.unwrap_or_else(|e| panic!("{late:e} {method}: {e}"));
            let told = run.transitions().iter().map(|c| (c.name.as_str(), c.to)).collect::<Vec<_>>();
            let known = [("under", Mode::Forward), ("between", Mode::Stick), ("under", Mode::Stick)];
            // The two of them stop at one instant where 1e-14 m/s is rounding.
            assert!(told == known || told == [known[0], known[2], known[1]], "{late:e} {method}: {told:?}");
            for (change, t) in run.transitions().iter().zip([1.0, 1.0 + late, 1.0 + late]) {
                let (early, slip) = ((change.t - t).abs(), change.slip);
                assert!(early < 0.1 * late * late + 1e-14 && slip > -1e-13, "{late:e} {method}: {early:e} {slip:e}");
            }
            let back = run.column(|at| -at.v()[0]).into_iter().fold(0.0, f64::max);
            assert!(back < 1e-13 && run.end().q[0].abs() < late.powi(3), "{late:e} {method}: {back:e}");
        }
    }
}

/// Mended by 8072348: the load went on with the sign that does not fit, until it was found on the wrong side.
///
/// A block of weight W = 10 N in two level slots, its feet 1 m above and below its center of mass and 1 m apart, slides at 100 m/s with μ = 1 under a
/// torque T. Of the loads z₁ + z₂ = W, and about the center of mass
///
/// ```text
/// z₁ − |z₁| + |z₂| = m,   m = W/2 + T
/// ```
///
/// On the left stands z₁ + W below 0, W − z₁ up to W, z₁ − W beyond: with m between 0 and W there are three motions, elsewhere one. Where m comes from
/// below, z₁ = m − W rises to zero at m = W and can neither go on nor come back: it jumps to 2W. From above it jumps from W to −W at m = 0.
#[test]
fn regress_a_load_that_goes_on_with_neither_sign_jumps_to_where_the_motion_is() {
    let weight = 10.0;
    for (from, to, jumps) in [(-0.5, 1.5, "high"), (1.5, -0.5, "low")] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -weight]);
        let block = builder.body("block", RigidBody::new(1.0, 0.1).moving(100.0, 0.0, 0.0));
        let feet = [("high", -0.5, 1.0), ("low", 0.5, -1.0)].map(|(name, x, y)| {
            let slot = builder.constraint(name, Slot::new(GROUND.axis([0.0, y], 0.0), block.point(x, y)));
            builder.friction(name, FrictionPoint::in_slot(slot), Coulomb::new(1.0))
        });
        let part = move |t: f64| from + (to - from) * t;
        builder.force("twist", Applied::torque(block, move |t| weight * (part(t) - 0.5)));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        for (search, tolerance) in SEARCHES.into_iter().flat_map(|search| [(search, 1e-9), (search, 1e-3)]) {
            let case = format!("{jumps} {search:?} {tolerance:e}");
            let plan = Simulation::new(&model).search(search).tolerance(tolerance).several(Several::Keep).every(0.01);
            let run = plan.run(start.clone(), 1.0).unwrap();
            let told = run.transitions().iter().map(|c| (c.name.as_str(), c.from, c.to)).collect::<Vec<_>>();
            assert_eq!(told, [(jumps, Mode::Forward, Mode::Forward)], "{case}");
            assert!((run.transitions()[0].t - 0.75).abs() < 1e-12, "{case}: {:?}", run.transitions());
            for at in run.samples().filter(|at| (at.t() - 0.75).abs() > 1e-9) {
                let (m, after) = (weight * part(at.t()), at.t() > 0.75);
                // Beyond W where it has come from above and not jumped yet, or the other way round.
                let known = if after == (to > from) { m + weight } else { m - weight };
                let loads = feet.map(|foot| at.friction(foot).unwrap().load);
                let off = (loads[0] - known).abs().max((loads[1] - weight + known).abs());
                assert!(off < 1e-9, "{case} at {}: {loads:?} {known}", at.t());
            }
            // v' = −|z₁| − |z₂| N/kg: 3W − 2m before, 1 + 2m after; m is linear in t. By symmetry the other way round is the same.
            let known = 100.0 - weight * (0.75 * (3.0 - 2.0 * 0.25) + 0.25 * (1.0 + 2.0 * 1.25));
            assert!((run.end().v[0] - known).abs() < 1e-9, "{case}: {} {known}", run.end().v[0]);
        }
    }
}
