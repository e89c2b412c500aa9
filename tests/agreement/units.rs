//! The unit of force is nobody's business.

use super::agree::{Manner, Ran, Verdict};
use super::judge::for_all;
use super::recipe::{Held, Link, Push, Recipe, Rough, Spring};
use chetaev::prelude::*;

/// The same mechanism with all masses, forces and loads times `factor`: it moves in the same way.
fn heavier(recipe: &Recipe, factor: f64) -> Recipe {
    let mut other = recipe.clone();
    let rough = other.links.iter_mut().filter_map(|link| link.rough.as_mut());
    let rough = rough.chain(other.closers.iter_mut().filter_map(|closer| closer.rough.as_mut()));
    rough.chain(other.brakes.iter_mut().map(|brake| &mut brake.rough)).for_each(|rough| rough.viscous *= factor);
    for link in &mut other.links {
        link.mass *= factor;
        link.inertia *= factor;
    }
    let loads = other.brakes.iter_mut().map(|brake| &mut brake.load);
    let forces = other.pushes.iter_mut().flat_map(|push| push.force.iter_mut().chain([&mut push.moment]));
    for wave in loads.chain(forces) {
        wave[0] *= factor;
        wave[1] *= factor;
    }
    for spring in &mut other.springs {
        spring.stiffness *= factor;
        spring.damping *= factor;
        spring.torsion *= factor;
    }
    other
}

/// All masses, forces and loads 2¹⁰ or 2⁻²⁰ times as large: every number of the motion is the same, to the last bit.
#[test]
fn identity_the_unit_of_force_changes_nothing() {
    for factor in [2_f64.powi(10), 2_f64.powi(-20)] {
        for_all("unit of force", |recipe| {
            let [here, there] = [1.0, factor].map(|factor| Manner::default().run(&heavier(recipe, factor)));
            match (here, there) {
                (Some(Ok(a)), Some(Ok(b))) if told(&a) == told(&b) => Verdict::Agree(Box::new([a, b])),
                (Some(Ok(a)), Some(Ok(b))) => Verdict::Differ(format!("{:?} {:?}", told(&a), told(&b))),
                (None, None) => Verdict::Excluded("no start"),
                (Some(Err(_)), Some(Err(_))) => Verdict::Excluded("both stop"),
                _ => Verdict::Differ("only one stops".to_owned()),
            }
        });
    }
}

/// Loads that pass zero close to one another, in newtons and in micronewtons.
/// Held since 08463dc.
#[test]
fn regress_a_load_that_passes_zero_does_so_in_any_unit() {
    let free = Link {
        particle: false,
        mass: 0.494_868_086_885_874_75,
        inertia: 0.457_847_404_642_615_25,
        place: [0.961_362_356_545_431, 0.877_178_332_951_815_2, 0.0],
        velocity: [0.0; 3],
        parent: 0,
        held: Held::Free,
        at: [0.0; 2],
        line: 0.0,
        rough: None,
        driven: None,
    };
    let rough =
        Rough { mu: 0.163_889_075_229_661_92, more: 0.0, stribeck: 0.0, viscous: 0.719_844_603_123_176_4, size: 0.01 };
    let sliding = Link {
        mass: 1.209_916_970_961_590_7,
        inertia: 0.136_102_389_150_656_7,
        place: [-0.534_170_624_881_406_5, 0.978_742_464_972_111_8, 0.0],
        parent: 1,
        held: Held::Slot,
        at: [0.356_861_339_602_973_6, -0.080_876_598_687_577_49],
        line: 1.840_774_696_081_932_4,
        rough: Some(rough),
        ..free.clone()
    };
    let constant = |x: f64| [x, 0.0, 0.5, 0.0];
    let wave = [-3.456_944_649_547_218, 0.790_174_068_827_991_9, 4.524_207_187_926_05, -2.172_350_183_318_289];
    let turning = [0.733_049_974_303_017_3, 0.931_801_695_136_825, 4.904_865_203_826_936, -2.957_548_606_975_300_1];
    let recipe = Recipe {
        gravity: [0.0, -9.81],
        links: vec![free, sliding],
        closers: Vec::new(),
        brakes: Vec::new(),
        pushes: vec![
            Push {
                body: 6,
                at: [0.114_329_828_537_896_86, -0.144_047_538_449_824_07],
                force: [wave, constant(0.413_140_405_172_535_1)],
                moment: turning,
            },
            Push {
                body: 6,
                at: [-0.167_646_241_952_909_06, 0.0],
                force: [constant(0.273_351_700_083_010_4), constant(-0.298_804_760_578_640_7)],
                moment: constant(-0.442_913_910_068_421_23),
            },
        ],
        springs: vec![Spring {
            ends: [2, 1],
            at: [
                [-0.368_914_788_507_512_1, -0.027_550_395_843_752_275],
                [0.192_853_788_717_666_6, -0.190_047_496_449_633_84],
            ],
            stiffness: 149.233_360_040_768_84,
            rest: 0.354_387_521_640_004_9,
            damping: 0.226_422_775_538_483_2,
            torsion: 2.311_678_743_662_088,
        }],
        span: 1.662_641_899_094_152_5,
    };
    let [here, there] = [1.0, 2_f64.powi(-20)].map(|factor| {
        let ran = Manner::default().run(&heavier(&recipe, factor)).unwrap().unwrap();
        told(&ran)
    });
    assert_eq!(here, there);
}

type Told = (Vec<f64>, Vec<f64>, u64, Vec<(String, Mode, Mode, f64)>);

fn told(ran: &Ran) -> Told {
    let changes = ran.changes.iter().map(|c| (c.name.clone(), c.from, c.to, c.t)).collect();
    (ran.run.end().q.clone(), ran.run.end().v.clone(), ran.run.counters().steps, changes)
}
