//! A mechanism that once crawled.

use crate::recipe::{Brake, Closer, Held, Link, Push, Recipe, Rough, Spring, Way};
use chetaev::prelude::*;

/// The two ends of a rough guide move as much as each other, and the larger of the two responses changes from one to the other by rounding. What a trend was measured by was that one's
/// own: the guard jumped between two values, and no step could be told (`chetaev-fuzz 9101 1 events 38`: 1984 steps in 10 s, none beyond 1e-7 s).
/// Held since 43f1208.
#[test]
fn regress_the_ends_of_a_guide_take_turns_by_rounding() {
    let recipe = Recipe {
        gravity: [7.301052656871157, 2.9292433812809335],
        links: vec![
            Link {
                particle: false,
                mass: 1.3188355745747005,
                inertia: 0.3579129250726095,
                place: [-0.9033695596931288, -0.5645665667111819, -1.910006684819718],
                velocity: [0.0, 0.0, 0.0],
                parent: 0,
                held: Held::Guide,
                at: [-0.4668338751894481, 0.33365495733927564],
                line: 0.0,
                rough: Some(Rough {
                    mu: 0.27780557658188426,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.12633397656427015,
                }),
                driven: None,
            },
            Link {
                particle: false,
                mass: 1.6658980847905926,
                inertia: 0.03755921404753751,
                place: [0.4833245123756913, 0.4499454221793, 1.522700982792987],
                velocity: [0.0, 0.0, 0.0],
                parent: 5,
                held: Held::Slot,
                at: [0.12064158880844689, 0.04454271571090673],
                line: 0.0,
                rough: Some(Rough {
                    mu: 0.3807143392852788,
                    more: 0.0733342994098538,
                    stribeck: 0.15466110975973732,
                    viscous: 0.4041676321007036,
                    size: 0.18457262098386343,
                }),
                driven: None,
            },
            Link {
                particle: true,
                mass: 2.6176082009088417,
                inertia: 0.2432656668919966,
                place: [0.21410076341023876, -0.5660178027349176, 2.414592144717302],
                velocity: [0.0, 0.0, 0.0],
                parent: 0,
                held: Held::Slot,
                at: [0.592215912666786, -0.0998846324197008],
                line: 0.0,
                rough: Some(Rough {
                    mu: 0.5651471813301124,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.03309979908656689,
                }),
                driven: None,
            },
        ],
        closers: vec![Closer {
            ends: [3, 0],
            held: Held::Rod,
            at: [-0.41165189548121517, -0.1632172038438876],
            reach: [-0.2657899556913701, -0.8829878502129067],
            line: -0.7780102089764709,
            rough: Some(Rough {
                mu: 0.06159797725472316,
                more: 0.0,
                stribeck: 0.0,
                viscous: 0.0803676432122662,
                size: 0.0745970626098417,
            }),
        }],
        brakes: vec![
            Brake {
                ends: [4, 6],
                held: Held::Slot,
                line: 1.696662185331685,
                load: [4.892505610998478, 0.0, 10.504809101731572, -0.14572663965612298],
                belt: [-0.3226544558312685, 0.0, 8.384407346571738, 0.0],
                rough: Rough {
                    mu: 0.0,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.3965032604702907,
                    size: 0.013471258994695466,
                },
            },
            Brake {
                ends: [2, 7],
                held: Held::Slot,
                line: 2.997998701830289,
                load: [4.665522117712129, 0.0, 2.8556129034433817, -1.2643385757299817],
                belt: [0.0, 0.5162694536040765, 4.291209704509753, 0.0],
                rough: Rough {
                    mu: 0.13415301079682468,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.18985628010769642,
                },
            },
        ],
        pushes: vec![Push {
            body: 2,
            at: [0.3848856543626731, 0.07915034969503532],
            force: [
                [-2.6220569681746486, 1.578830398558162, 2.903588141813748, 0.08724752552680037],
                [-1.8972994757192838, 3.5300988636468498, 4.492116021189769, 0.7265905556975314],
            ],
            moment: [0.0, 0.0, 0.0, 0.0],
        }],
        springs: vec![
            Spring {
                ends: [3, 7],
                at: [[-0.46586959476063594, -0.32887772353209144], [-0.126775760915133, -0.12955847906641738]],
                stiffness: 203.89637547765602,
                rest: 0.014514468954795134,
                damping: 0.6246666506890921,
                torsion: 0.0,
            },
            Spring {
                ends: [1, 6],
                at: [[0.7738206454842247, 0.6816902619924459], [-0.012961687320942994, 0.18104719778658618]],
                stiffness: 2.2713813765206994,
                rest: 0.45813417039564064,
                damping: 0.9981189550946652,
                torsion: 0.0,
            },
        ],
        span: 1.0,
    };
    let built = recipe.build(Way::default()).unwrap();
    let start = built.model.start().project().unwrap();
    let simulation = Simulation::new(&built.model).method(Method::Tsit5).tolerance(4.291349912700477e-8);
    let run = simulation.search(Search::Direct).control(|control| control.max_steps = 5000).run(start, recipe.span);
    let run = run.unwrap();
    let sticks = run.transitions().iter().filter(|change| change.to == Mode::Stick).count();
    println!("{} steps, {sticks} times at rest", run.counters().steps);
    assert!(sticks > 0, "moot");
    assert!(run.counters().steps < 1000, "{:?}", run.counters());
}
