//! What holds one freedom together lets go at one instant, or not at all: two runs of the study of missed changes (fuzz, `308 missed 373` and `321 missed 377`)
//! in which one of two points let go 1e-12 s before the other, and held again.

use crate::recipe::{Brake, Closer, Held, Link, Push, Recipe, Rough, Spring, Way};
use chetaev::prelude::*;

/// A guide with two rough ends on a link of an arm, which two pushes shake.
fn guide_on_an_arm() -> Recipe {
    Recipe {
        gravity: [7.0924156096112085, -0.844227557175488],
        links: vec![
            Link {
                particle: false,
                mass: 1.8985801010014316,
                inertia: 0.3803041447293694,
                place: [0.5864845712695348, 0.5596688901634408, -2.758090960221722],
                velocity: [0.0, 0.0, 0.0],
                parent: 0,
                held: Held::Pin,
                at: [0.5237371060921964, 0.5501677867553884],
                line: 0.26427962901326074,
                rough: None,
                driven: None,
            },
            Link {
                particle: false,
                mass: 2.692341837254778,
                inertia: 0.15498744777509293,
                place: [0.03234335343901651, 0.3066955088946628, 1.8692772552877583],
                velocity: [0.0, 0.0, 0.0],
                parent: 4,
                held: Held::Pin,
                at: [0.4123402390956953, 0.055060824997523405],
                line: 0.0,
                rough: Some(Rough {
                    mu: 0.49262141480045996,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.18047858580961154,
                }),
                driven: None,
            },
            Link {
                particle: false,
                mass: 1.6483564562467123,
                inertia: 0.23093056342822818,
                place: [0.9877718870823313, -0.07858363730625717, 0.7425867821252998],
                velocity: [0.0, 0.0, 0.0],
                parent: 6,
                held: Held::Guide,
                at: [-0.30868035202635563, -0.086198235035999],
                line: 0.0,
                rough: Some(Rough {
                    mu: 0.1816268282187743,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.06597857819991221,
                }),
                driven: None,
            },
        ],
        closers: vec![Closer {
            ends: [4, 6],
            held: Held::Slot,
            at: [0.1511977062297487, -0.014612551186773626],
            reach: [-0.03601438521217459, -0.13063536327991176],
            line: 0.6404679177403452,
            rough: Some(Rough {
                mu: 0.3706165644256878,
                more: 0.05663762482867523,
                stribeck: 0.9915771011371164,
                viscous: 0.0,
                size: 0.19441817017227078,
            }),
        }],
        brakes: vec![],
        pushes: vec![
            Push {
                body: 5,
                at: [-0.1910604963089253, -0.08749198324796126],
                force: [
                    [-7.883317824800765, 0.0, 3.313911797858657, 0.09707145064172895],
                    [-11.357560961281873, 0.0, 1.365224451985449, -1.1851438335957292],
                ],
                moment: [0.0, 0.0, 0.0, 0.0],
            },
            Push {
                body: 3,
                at: [-0.23688074126621195, 0.22754861885008848],
                force: [
                    [0.7321403122036498, 2.3372718932229644, 10.753170990550291, 2.964731215773714],
                    [3.800552342879044, 3.2324224154207175, 32.00254866464256, -0.9534608899122228],
                ],
                moment: [0.0, 0.0, 0.0, 0.0],
            },
        ],
        springs: vec![Spring {
            ends: [3, 4],
            at: [[0.9788813382876007, -0.8082285261585278], [-0.06456942288827228, -0.06530118984913197]],
            stiffness: 1.75062601507546,
            rest: 0.4320722130872606,
            damping: 1.5514950187497878,
            torsion: 5.428003924949878,
        }],
        span: 5.0,
    }
}

/// A rough pin, and a brake along the same angle.
fn pin_and_brake() -> Recipe {
    Recipe {
        gravity: [0.22015663397407437, 6.760259523281039],
        links: vec![
            Link {
                particle: false,
                mass: 2.6791739950839513,
                inertia: 0.4478803530336905,
                place: [0.5507644794626736, 0.6276566548300107, -1.5840600132550882],
                velocity: [1.5427084083865186, -1.9658530401172452, -0.10917261546608348],
                parent: 0,
                held: Held::Pin,
                at: [-0.008823505937078369, 0.5790475396881153],
                line: 1.4193242121539082,
                rough: Some(Rough {
                    mu: 0.19002351728126654,
                    more: 0.019406475976035554,
                    stribeck: 0.0,
                    viscous: 0.7073255859918336,
                    size: 0.15981009837788374,
                }),
                driven: None,
            },
            Link {
                particle: false,
                mass: 0.31838382382974345,
                inertia: 0.1856848659265348,
                place: [0.4326643671885755, 0.02136569943999911, 2.1631389102102556],
                velocity: [-1.2786740108109873, -1.9828182580260405, -1.016072805223601],
                parent: 0,
                held: Held::Pin,
                at: [-0.36880152249102405, -0.04520357160042299],
                line: -1.8999600488106445,
                rough: Some(Rough {
                    mu: 0.5774472830297184,
                    more: 0.005724228791001913,
                    stribeck: 0.7320228793774706,
                    viscous: 0.17035390060707922,
                    size: 0.07797103478800187,
                }),
                driven: None,
            },
            Link {
                particle: false,
                mass: 1.6344483812535335,
                inertia: 0.43176686595678415,
                place: [0.16279169178488662, -0.988495475786004, -1.5276395588985765],
                velocity: [1.2294345444429746, 1.3706821753513347, 2.5654182662430456],
                parent: 0,
                held: Held::Free,
                at: [0.5873325404212774, 0.5018459631498845],
                line: -0.29032362993959193,
                rough: None,
                driven: None,
            },
            Link {
                particle: true,
                mass: 1.2768872565006073,
                inertia: 0.4033646304786148,
                place: [-0.05248295150403792, -0.2869385358535621, -2.8140936453455208],
                velocity: [-1.3015035602400817, 1.5838936840618456, 0.9765565253635664],
                parent: 1,
                held: Held::Slot,
                at: [0.26349128253866105, 0.43777711970804434],
                line: -2.385334038062193,
                rough: Some(Rough {
                    mu: 0.41906410628449514,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.41403784144033684,
                    size: 0.052833475013624016,
                }),
                driven: None,
            },
        ],
        closers: vec![Closer {
            ends: [3, 0],
            held: Held::Pin,
            at: [0.5725447146322814, -0.03381059646010576],
            reach: [0.9014204330342799, 0.7540856318707236],
            line: 1.1862939036038576,
            rough: Some(Rough {
                mu: 0.2109361339558116,
                more: 0.14854151213487662,
                stribeck: 0.0,
                viscous: 0.555929336005138,
                size: 0.17452241608828442,
            }),
        }],
        brakes: vec![
            Brake {
                ends: [4, 3],
                held: Held::Pin,
                line: 1.4769654609729246,
                load: [6.729663416365361, 0.0, 5.417484874406359, -2.0054812423721446],
                belt: [-0.45342014138899667, 0.0, 2.3756769299111262, 0.0],
                rough: Rough {
                    mu: 0.3602160636049816,
                    more: 0.00266858750363113,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.10802366743471065,
                },
            },
            Brake {
                ends: [7, 5],
                held: Held::Pin,
                line: -2.171362007235714,
                load: [6.412125439421893, 0.0, 14.799278046649, 1.061779901839805],
                belt: [0.0, 0.0, 8.773996342584597, 0.0],
                rough: Rough {
                    mu: 0.43337686684496296,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.10774666819427475,
                },
            },
        ],
        pushes: vec![],
        springs: vec![Spring {
            ends: [1, 5],
            at: [[-0.552367156792348, 0.27849569581326183], [0.13941114783456687, -0.11754837335195145]],
            stiffness: 28.75755516519742,
            rest: 0.4922315990647478,
            damping: 0.8096819005704858,
            torsion: 0.0,
        }],
        span: 2.0,
    }
}

/// Held since 1620b7f.
#[test]
fn regress_what_holds_one_freedom_lets_go_together() {
    for (recipe, method, tolerance, pair) in [
        (guide_on_an_arm(), Method::Tsit5, 1e-5, ["rub 2a", "rub 2b"]),
        (pin_and_brake(), Method::Bs23, 1e-3, ["rub 1", "brake 1"]),
    ] {
        let model = recipe.build(Way::default()).unwrap().model;
        let simulation = Simulation::new(&model).method(method).tolerance(tolerance).output(Output::Ends);
        let run = simulation.run(model.start().project().unwrap(), recipe.span).unwrap();
        let starts = |name: &str| {
            let of = run.transitions().iter().filter(|change| change.name == name && change.from == Mode::Stick);
            of.map(|change| change.t).collect::<Vec<f64>>()
        };
        let [one, other] = pair.map(starts);
        assert!(!one.is_empty() && one == other, "{pair:?}: {one:?} against {other:?}");
        assert_eq!(run.counters().unresolved, 0);
    }
}
