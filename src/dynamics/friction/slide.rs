//! What is known of the slip of a contact in space; `turning.rs` has the equations.

/// Where a contact in space slides to, at the last evaluation.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Slide {
    /// d, in the tangents of the contact.
    pub(crate) d: [f64; 2],
    /// The tangents in world axes.
    pub(super) axes: [[f64; 3]; 2],
    /// s·n, or ‖s‖ outside of a step.
    pub(crate) ahead: f64,
    /// ‖s‖; infinite where that is what rounding leaves of a slip.
    pub(super) speed: f64,
    /// Was d found from the forces?
    pub(crate) starts: bool,
}

impl Slide {
    pub(super) fn angle(&self) -> f64 {
        self.d[1].atan2(self.d[0])
    }

    /// d in world axes.
    pub(crate) fn direction(&self) -> [f64; 3] {
        let [x, y] = self.d;
        std::array::from_fn(|i| x * self.axes[0][i] + y * self.axes[1][i])
    }

    pub(super) fn turn_to(&mut self, angle: f64) {
        self.d = [angle.cos(), angle.sin()];
    }

    pub(super) fn in_axes(&self, way: [f64; 3]) -> [f64; 2] {
        self.axes.map(|axis| axis.iter().zip(way).map(|(a, w)| a * w).sum())
    }
}

/// A slip in space: what goes across the direction with which it was evaluated, its size, the rate at which it turns into that, and when it ends as things are.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Slipping {
    pub(crate) across: f64,
    pub(crate) speed: f64,
    pub(crate) rate: f64,
    pub(crate) left: f64,
}

/// A contact that slides slowly, by what its friction does: the equations are in `turning.rs`.
pub(super) struct Sliding {
    /// a under the friction force T.
    pub(super) slope: [f64; 2],
    pub(super) force: [f64; 2],
    /// A.
    pub(super) answer: [[f64; 2]; 2],
    /// N under T, and b.
    pub(super) load: f64,
    pub(super) load_answer: [f64; 2],
    /// ‖s‖ ω.
    pub(super) turning: f64,
}

/// Rounding of accelerations, relative to those at work.
pub(super) const ROUNDING: f64 = 1e-13;
/// Angles between which solutions are looked for.
const ANGLES: usize = 64;
/// Halvings of their brackets.
const HALVINGS: usize = 60;

impl Sliding {
    /// Does the direction with which it was evaluated last, to rounding? Of one that hardly moves there is no more to be known: a foot beside one that sticks moves along one line, whatever its
    /// friction, and where it is only about to move any direction does.
    pub(super) fn lasts(&self, angle: f64) -> bool {
        let d = [angle.cos(), angle.sin()];
        let held: [f64; 2] = std::array::from_fn(|i| dot(self.answer[i], self.force));
        let none = ROUNDING * (norm(self.slope) + norm(held));
        (d[0] * self.slope[1] - d[1] * self.slope[0] - self.turning).abs() <= none && dot(self.slope, d) >= -none
    }

    /// The angle of the direction that lasts: of those with e·a = ‖s‖ ω, with a changing from one side of d to the other, the one along which it is largest.
    pub(super) fn direction(&self) -> Option<f64> {
        let force = self.force[0].hypot(self.force[1]);
        if force == 0.0 {
            return (self.slope != [0.0; 2]).then(|| self.slope[1].atan2(self.slope[0]));
        }
        let mu = force / self.load;
        let loaded = dot(self.load_answer, self.force);
        let without: [f64; 2] = std::array::from_fn(|i| self.slope[i] - dot(self.answer[i], self.force));
        // Acceleration across and along the direction.
        let at = |angle: f64| {
            let d = [angle.cos(), angle.sin()];
            let load = (self.load - loaded) / (1.0 + mu * dot(self.load_answer, d));
            let a: [f64; 2] = std::array::from_fn(|i| without[i] - mu * load * dot(self.answer[i], d));
            [d[0] * a[1] - d[1] * a[0] - self.turning, dot(a, d)]
        };
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / ANGLES as f64;
        let mut best: Option<[f64; 2]> = None;
        for k in 0..ANGLES {
            let [mut low, mut high] = [angle(k), angle(k + 1)];
            // Towards the direction from both sides: it lasts.
            if !(at(low)[0] >= 0.0 && at(high)[0] < 0.0) {
                continue;
            }
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                if at(middle)[0] >= 0.0 { low = middle } else { high = middle }
            }
            let along = at(low)[1];
            if best.is_none_or(|[_, most]| along > most) {
                best = Some([low, along]);
            }
        }
        best.map(|[angle, _]| angle)
    }
}

fn norm(a: [f64; 2]) -> f64 {
    a[0].hypot(a[1])
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
