//! What holds one freedom together stops together.

use crate::agree::{Manner, Verdict, compare};
use crate::recipe::{Closer, Held, Link, Push, Recipe, Rough, Spring};
use chetaev::prelude::*;

/// Two sliders of one freedom that slip for 3.2 ms, in one step of DOP853: its stop was that of one of them. The other was asked for its slip beside its largest so far, which was that at the beginning
/// of the step, slid on at rest with all of its friction, and the two started again 30 ms later, which they never do (`chetaev-fuzz 193 139 stiff 138`).
/// Held since ca6de3d8.
#[test]
fn regress_what_slips_in_one_step_stops_together() {
    let recipe = Recipe {
        gravity: [0.0, -9.81],
        links: vec![
            Link {
                particle: false,
                mass: 1.9523548984087145,
                inertia: 0.10154081509440302,
                place: [0.939117953869353, 0.02822050998128689, 1.7412754136816782],
                velocity: [0.0, 0.0, 0.0],
                parent: 0,
                held: Held::Slot,
                at: [-0.06567112143076603, -0.528267682159157],
                line: -0.8425885855909998,
                rough: Some(Rough {
                    mu: 0.14139018501431017,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.1426355309329066,
                    size: 0.09166924080738068,
                }),
                driven: None,
            },
            Link {
                particle: false,
                mass: 2.830031294854374,
                inertia: 0.16611301208672802,
                place: [-0.4259937107788645, 0.9127450757510853, -2.5824302017073317],
                velocity: [0.0, 0.0, 0.0],
                parent: 0,
                held: Held::Pin,
                at: [0.5382094955044113, -0.0026546849987236776],
                line: -1.085924945405385,
                rough: None,
                driven: None,
            },
            Link {
                particle: false,
                mass: 2.877140860676223,
                inertia: 0.36735215270396854,
                place: [-0.16424704528608447, 0.42281077497052033, -2.463587206567419],
                velocity: [0.0, 0.0, 0.0],
                parent: 1,
                held: Held::Pin,
                at: [0.40487339909644493, 0.4878205641447805],
                line: -0.6290106225189724,
                rough: Some(Rough {
                    mu: 0.03578864401002736,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.1922557149496895,
                }),
                driven: None,
            },
            Link {
                particle: false,
                mass: 2.8409663915842236,
                inertia: 0.40586728885862294,
                place: [-0.26954496116343774, 0.3064091628651262, 2.4979464339711415],
                velocity: [0.0, 0.0, 0.0],
                parent: 0,
                held: Held::Slot,
                at: [-0.4083211597281304, 0.07455042186168892],
                line: 1.946757163183051,
                rough: None,
                driven: None,
            },
        ],
        closers: vec![
            Closer {
                ends: [0, 0],
                held: Held::Slot,
                at: [-0.02304223199844324, -0.31757359720441114],
                reach: [0.6771172958887175, -0.5735569506582847],
                line: 2.700673800511815,
                rough: Some(Rough {
                    mu: 0.09160458147171287,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.01889580584528519,
                }),
            },
            Closer {
                ends: [4, 1],
                held: Held::Slot,
                at: [0.5336180363988935, 0.024155537000922545],
                reach: [-0.8816484340510962, 0.8562090856920881],
                line: -0.4052874641522468,
                rough: None,
            },
        ],
        brakes: vec![],
        pushes: vec![
            Push {
                body: 0,
                at: [-0.4653776417188097, 0.3184287141536535],
                force: [
                    [0.0, 0.0, 4.278961665776172, 2.8497206568364657],
                    [0.0, 0.0, 4.83171062640027, -2.3188259360409145],
                ],
                moment: [0.0, 0.0, 0.0, 0.0],
            },
            Push {
                body: 4,
                at: [-0.3251269661361563, 0.46341199897844954],
                force: [
                    [0.0, 4.269208625712414, 1.7309819525285324, -2.847203647471362],
                    [-4.564155526075653, 1.2725079682302272, 3.1470530889672883, -0.9111013885626953],
                ],
                moment: [0.0, 0.0, 0.0, 0.0],
            },
        ],
        springs: vec![
            Spring {
                ends: [5, 4],
                at: [[0.08892431399621459, 0.6650472037553927], [-0.1139507475547612, -0.12226932436343363]],
                stiffness: 22988.53752615176,
                rest: 0.9358193727121589,
                damping: 349.0594404160558,
                torsion: 0.0,
            },
            Spring {
                ends: [3, 0],
                at: [[0.5643315060725451, 0.7208112338676205], [-0.24117802826695037, 0.133185363299072]],
                stiffness: 1576.1193530945345,
                rest: 0.8601522849477683,
                damping: 11.593779084780122,
                torsion: 0.0,
            },
            Spring {
                ends: [5, 3],
                at: [[0.6760524221629274, -0.4084759512397118], [0.08245090446140474, -0.11596078196392762]],
                stiffness: 1287.3914606347225,
                rest: 1.0603287817271116,
                damping: 26.578894472033628,
                torsion: 263.0750910086029,
            },
        ],
        span: 0.3,
    };
    let radau = Manner { set: |simulation| simulation.method(Method::Radau5), most_steps: 40_000, ..Manner::default() };
    match compare(&recipe, &Manner { most_steps: 40_000, ..Manner::default() }, &radau) {
        Verdict::Agree(both) => both.iter().for_each(|ran| assert_eq!(ran.changes.len(), 6)),
        Verdict::Differ(how) | Verdict::Crawls(how) => panic!("{how}"),
        Verdict::Excluded(why) => panic!("not compared: {why}"),
    }
}
