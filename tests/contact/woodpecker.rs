//! The woodpecker toy against a reference by matrix exponentials with 30 digits, under Newton's law as one problem.

#[path = "../../examples/support/woodpecker.rs"]
mod toy;

use crate::page::{ACCURACY, claim};
use chetaev::impact::Restitution;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Impacts};
use toy::{PLAY, Woodpecker};

fn run(toy: &Woodpecker, until: f64) -> Trajectory {
    let law = Impacts::at_once().law(Restitution::Newton).whole();
    Simulation::new(&toy.model).tolerance(1e-13).keep_dense().impacts(law).run(toy.model.placed(), until).unwrap()
}

/// What happens after the start, in the order of time: changes of contacts, and impacts by the contact that closes.
fn story(run: &Trajectory) -> Vec<(f64, String)> {
    let mut all = Vec::new();
    for impact in run.impacts() {
        let struck = impact.blows.iter().find(|blow| blow.closing[0] < -1e-9).unwrap();
        all.push((impact.t, format!("{} struck", struck.name)));
    }
    for change in run.transitions().iter().filter(|change| change.t > 0.0) {
        let what = match (change.cause, change.to) {
            (Cause::Struck { .. }, _) => continue,
            (_, Mode::Open) => "opens",
            (_, Mode::Stick) => "sticks",
            _ => "slips",
        };
        all.push((change.t, format!("{} {what}", change.name)));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

#[test]
fn external_a_woodpecker_from_its_published_state() {
    let toy = Woodpecker::build([0.0, -PLAY, -0.2788], [-0.3411, 0.0, -7.4583], [0.5, 0.0]).unwrap();
    let run = run(&toy, 0.081);
    let expected = [
        (
            0.021636314053299525,
            "lower edge sticks",
            [-0.0044039470884396385, -PLAY, -0.4692715932402008, 0.0, 0.0, -10.512588921796766],
        ),
        (
            0.0612139312479648,
            "lower edge slips",
            [-0.0044039470884396385, -PLAY, -0.20513534924352575, 0.0, 0.0, 17.608414497683523],
        ),
        (
            0.06702339814452425,
            "lower edge opens",
            [-0.004459260183148372, -PLAY, -PLAY, -0.02853803404262782, 0.0, 17.451365919905303],
        ),
        (
            0.07787799228972794,
            "upper edge struck",
            [-0.007014561221814786, PLAY, 0.06663408987832366, -0.1217762302252881, 0.0, 16.72727669032372],
        ),
        (
            0.08098880541864924,
            "beak struck",
            [
                -0.00732615914332388,
                0.08921878409889263,
                0.12,
                -0.0929175312674527,
                22.882464626417033,
                -8.465717893071206,
            ],
        ),
    ];
    let story = story(&run);
    assert_eq!(story.len(), expected.len(), "{story:?}");
    let mut worst = [0.0_f64; 2];
    for ((t, what), (time, name, state)) in story.iter().zip(expected) {
        assert_eq!(what, name);
        // At the instant itself the state is the one before an impact.
        let at = run.state_at(t.next_up()).unwrap();
        let found = toy.read(&at.q, &at.v);
        let apart = found.iter().zip(state).map(|(x, y)| (x - y).abs() / (1e-3 + y.abs()));
        let apart = apart.fold(0.0, f64::max);
        println!("{what}: {:.1e} s, {apart:.1e} of the state", t - time);
        worst = [worst[0].max((t - time).abs()), worst[1].max(apart)];
    }
    claim(ACCURACY, "| woodpecker, five events", "8.0e-17", worst[0]);
    assert!(worst[1] < 1e-9, "{worst:?}");
    assert!(run.energy_error() < 1e-15);
    let deepest =
        |at: &Snapshot<'_>| toy.contacts.map(|contact| at.contact(contact).gap).into_iter().fold(1.0, f64::min);
    assert!(run.smallest(deepest) > -1e-15);
}

#[test]
fn external_the_cycle_of_a_woodpecker() {
    let toy =
        Woodpecker::build([0.0, -PLAY, -0.2788], [-0.33947862235526305, 0.0, -7.462094642627983], [0.5, 0.0]).unwrap();
    let run = run(&toy, 0.4);
    let story = story(&run);
    let slips: Vec<usize> = (0..story.len()).filter(|&i| story[i].1 == "lower edge slips").collect();
    // From one slip of the lower edge to the next.
    let cycle = [
        (0.005820757234809802, "lower edge opens"),
        (0.016709825280643503, "upper edge struck"),
        (0.019811178939636433, "beak struck"),
        (0.020390700477988667, "upper edge struck"),
        (0.022245391272032778, "upper edge opens"),
        (0.05753380196015821, "lower edge struck"),
        (0.06026253599142089, "lower edge struck"),
        (0.10638265814428989, "lower edge sticks"),
        (0.14597606514375183, "lower edge slips"),
    ];
    assert_eq!(slips.len(), 3, "{story:?}");
    for from in slips.windows(2).map(|pair| pair[0]) {
        let mut worst = 0.0_f64;
        for ((t, what), (time, name)) in story[from + 1..].iter().zip(cycle) {
            assert_eq!(what, name);
            worst = worst.max((t - story[from].0 - time).abs());
        }
        let height = |i: usize| {
            let at = run.state_at(story[i].0).unwrap();
            toy.read(&at.q, &at.v)[0]
        };
        let drop = height(from) - height(from + cycle.len()) - 0.019445379284716527;
        println!("a cycle: {worst:.1e} s, drop {drop:.1e} m");
        assert!(worst < 1e-11 && drop.abs() < 1e-12, "{worst:e} {drop:e}");
    }
}
