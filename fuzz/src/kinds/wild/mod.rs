//! Models of anything: elements of every kind with hostile numbers, names and handles, and functions that fail. They are built, started and run for a moment.

mod plane;
mod shapes;
mod space;

pub use plane::plane;
pub use space::space;

use crate::checks;
use crate::clock::bounded_by;
use crate::dice::Dice;
use crate::hostile::number;
use crate::report::Report;
use chetaev::math::Signal;
use chetaev::prelude::*;

const NAMES: [&str; 18] = [
    "",
    " ",
    "a",
    "a",
    "rod",
    "</script><script>alert(1)</script>",
    "\"",
    "'",
    "`",
    "\n",
    "\u{0}",
    "日本語",
    "\u{202e}x",
    "a,b\"c",
    "x.y",
    "../../etc/passwd",
    "{{scene}}",
    "é\u{301}",
];

/// How hostile a model is: the chances, in a hundred, of a hostile number and of a hostile name.
pub struct Wild<'d> {
    pub dice: &'d mut Dice,
    numbers: f64,
    names: f64,
}

impl<'d> Wild<'d> {
    fn new(dice: &'d mut Dice) -> Self {
        let numbers = dice.pick(&[0.0, 0.0, 1.0, 3.0, 10.0, 40.0]);
        let names = dice.pick(&[0.0, 0.0, 5.0]);
        Self { dice, numbers, names }
    }

    fn any(&mut self) -> f64 {
        if self.dice.chance(self.numbers) { number(self.dice) } else { self.dice.about(1.0) }
    }

    fn list<const N: usize>(&mut self) -> [f64; N] {
        [(); N].map(|()| self.any())
    }

    fn positive(&mut self) -> f64 {
        if self.dice.chance(self.numbers) { number(self.dice) } else { self.dice.between(0.1, 2.0) }
    }

    fn below(&mut self, n: usize) -> usize {
        self.dice.below(n)
    }

    fn chance(&mut self, percent: f64) -> bool {
        self.dice.chance(percent)
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.dice.below(list.len())].clone()
    }

    /// A name, which another element may have too.
    fn name(&mut self, k: usize) -> String {
        if self.dice.chance(self.names) {
            self.pick(&NAMES).to_owned()
        } else if self.dice.chance(30.0) {
            format!("{}{k}", self.pick(&NAMES))
        } else {
            format!("n{k}")
        }
    }

    fn signal(&mut self) -> Signal {
        let signal = match self.below(3) {
            0 => Signal::constant(self.any()),
            1 => Signal::polynomial(self.list::<3>()),
            _ => Signal::polynomial([0.0; 0]),
        };
        if self.chance(50.0) { signal.sine(self.any(), self.any(), self.any()) } else { signal }
    }

    /// A law that is good as often as not.
    fn law(&mut self) -> Coulomb {
        let mu = if self.chance(30.0) { self.dice.between(0.0, 5.0) } else { self.positive() };
        let law = Coulomb::new(mu);
        let law = if self.chance(30.0) { law.holding(mu + self.positive()) } else { law };
        if self.chance(20.0) { law.viscous(self.any()) } else { law }
    }

    /// A function of the time that may be no number, panic, jump, or be slow.
    fn function(&mut self) -> impl Fn(f64) -> f64 + Send + Sync + Copy + use<> {
        let kind = self.below(12);
        move |t| match kind {
            0 => f64::NAN,
            1 => panic!("{}", crate::driver::OURS),
            2 => vec![t; 10_000].iter().sum::<f64>() * 1e-6,
            3 => 1.0 / (t - 0.01),
            4 if t > 0.005 => f64::INFINITY,
            4 => 1.0,
            5 => (1e9 * t).sin() * 1e6,
            _ => t.sin(),
        }
    }

    /// Builds, starts and runs what is not refused.
    fn go(&mut self, builder: ModelBuilder, report: &mut Report) {
        let model = match builder.build() {
            Ok(model) => model,
            Err(error) => {
                checks::words(&error.to_string(), report);
                return report.count("not built");
            }
        };
        report.count("models");
        let Some(state) = self.start(&model, report) else { return };
        if self.chance(30.0) {
            return;
        }
        let stabilization =
            [Stabilization::Projection, Stabilization::Projection, Stabilization::Auto, Stabilization::None];
        let methods = [Method::Dop853, Method::Dopri5, Method::Bs23, Method::Radau5];
        let simulation = Simulation::new(&model)
            .tolerance(self.pick(&[1e-3, 1e-6, 1e-9]))
            .method(self.pick(&methods))
            .stabilization(self.pick(&stabilization))
            .several(self.pick(&[Several::Stop, Several::Keep]))
            .start_tolerance(if self.numbers > 0.0 { 1e-6 } else { 1e-9 });
        let span = self.pick(&[0.0, 1e-3, 0.02, 0.1]);
        let end = state.t + span;
        match bounded_by(simulation, 150, 1.0).run(state, end) {
            Ok(run) => {
                report.count("runs");
                checks::motion(&run, report);
                // Of usual numbers everything is finite.
                if self.numbers == 0.0 {
                    checks::numbers(&run, report);
                }
            }
            Err(error) => {
                checks::words(&error.to_string(), report);
                report.count("stopped");
            }
        }
    }

    fn start(&mut self, model: &Model, report: &mut Report) -> Option<State> {
        let mut start = model.start();
        let names = model.coordinate_names();
        if self.chance(5.0) && !names.is_empty() {
            start = start.hold(&self.pick(&names));
        }
        if self.chance(2.0) {
            start = start.set("nowhere", 1.0).time(self.any());
        }
        match start.project() {
            Ok(start) => {
                let finite = start.state.q.iter().chain(&start.state.v).all(|x| x.is_finite());
                report.demand(finite, || format!("a start that is not finite: {:?}", start.state));
                Some(start.state)
            }
            Err(error) => {
                checks::words(&error.to_string(), report);
                report.count("no start");
                self.chance(20.0).then(|| model.placed())
            }
        }
    }
}
