//! A load that passes through infinity.

use crate::agree::Manner;
use crate::recipe::{Brake, Closer, Held, Link, Push, Recipe, Rough, Way};
use chetaev::simulate::RunFailure;

/// A driven crank whose pin slides in a rough slot: its load has a pole at t = 0.0636 s, which was taken for a reversal, and the run went on to its end. Its friction gave 3.5e5 J (`chetaev-fuzz 162 1 space 13`).
/// (At smaller tolerances a step that comes as near as 3e10 N finds a second motion first, and the run ends with the two.)
/// Held since 99859f55.
#[test]
fn regress_no_run_goes_on_beyond_a_load_without_bound() {
    let recipe = Recipe {
        gravity: [4.140198126956028, -1.9834687305644838],
        links: vec![
            Link {
                particle: true,
                mass: 2.293016810045204,
                inertia: 0.21764218055456536,
                place: [0.39414459551433856, -0.6633185191944535, -2.8607700678755608],
                velocity: [-1.8561282064876892, 0.28967469171332505, -3.2735333566215257],
                parent: 0,
                held: Held::Slot,
                at: [0.40583798995259246, 0.44124226471145456],
                line: 0.0,
                rough: None,
                driven: None,
            },
            Link {
                particle: false,
                mass: 0.6234400327161678,
                inertia: 0.2044257916240508,
                place: [0.6786297448012308, -0.7341738702404002, 0.5776770963128048],
                velocity: [-1.791962456216448, -1.8418768505202916, -3.6918335301872958],
                parent: 6,
                held: Held::Pin,
                at: [0.1949127962683267, -0.3751634588367201],
                line: 0.0,
                rough: None,
                driven: Some([0.10295003366652732, 3.4650998807041398]),
            },
            Link {
                particle: true,
                mass: 2.6763830080964026,
                inertia: 0.46050622361222043,
                place: [0.8409781319223677, -0.03748053292873754, 2.0956980785885566],
                velocity: [1.90948389458138, -1.4886975497987347, -2.3777220620186084],
                parent: 0,
                held: Held::Slot,
                at: [0.5814175111221739, -0.19466721271197274],
                line: 0.0,
                rough: Some(Rough {
                    mu: 0.5833560761166645,
                    more: 0.0,
                    stribeck: 0.0,
                    viscous: 0.0,
                    size: 0.09400460902409662,
                }),
                driven: None,
            },
        ],
        closers: vec![Closer {
            ends: [6, 0],
            held: Held::Slot,
            at: [-0.2574562872375789, 0.3381087773890066],
            reach: [0.5066778779598642, 0.3684348551461989],
            line: -2.8272605512551205,
            rough: Some(Rough {
                mu: 0.3502010760791569,
                more: 0.0,
                stribeck: 0.0,
                viscous: 0.0,
                size: 0.11277572726722034,
            }),
        }],
        brakes: vec![Brake {
            ends: [7, 2],
            held: Held::Pin,
            line: -1.7447983170479446,
            load: [3.9423819938550504, 1.3673840089458027, 13.225540415461607, 2.5993403652491844],
            belt: [0.0, 0.877786438986868, 4.496714796006977, 0.0],
            rough: Rough {
                mu: 0.4499917292507577,
                more: 0.1751320246621149,
                stribeck: 0.38721089225713473,
                viscous: 0.0,
                size: 0.039870379403939844,
            },
        }],
        pushes: vec![
            Push {
                body: 1,
                at: [0.18924643552259268, 0.26131748173181324],
                force: [
                    [0.0, 6.7058509985029096, 11.562945018636306, 0.7150164431578023],
                    [0.0, 0.0, 26.16438374751204, -0.032595466237707704],
                ],
                moment: [0.0, 0.0, 0.0, 0.0],
            },
            Push {
                body: 4,
                at: [-0.20825619176362176, 0.393125272236417],
                force: [
                    [0.23013070541195735, 0.0, 8.578045093535804, -1.9607075330274717],
                    [0.0, 0.0, 5.869704834946076, 2.046619418456677],
                ],
                moment: [0.0, 0.0, 0.0, 0.0],
            },
        ],
        springs: Vec::new(),
        span: 0.3,
    };
    let way =
        Way { space: true, orders: [4583935709506845736, 12097794470078246462, 4532425072055090226], ..Way::default() };
    let manner = Manner { way, tolerance: 1.6686536957981973e-6, ..Manner::default() };
    let error = manner.run(&recipe).unwrap().err().unwrap();
    let RunFailure::Jams { points, t } = &error.failure else { panic!("{error}") };
    assert!(points[..] == ["rub closer 0"] && (*t - 0.063_648_5).abs() < 1e-7, "{error}");
    assert!(error.partial.transitions().is_empty() && error.partial.end().t < *t);
}
