//! Jumps of a function of time that does not tell them: a closure with a branch.
//!
//! From one end to the other of a part of length h, a smooth function is off what its derivatives at both ends say by
//!
//! ```text
//! (1)  e₀ = |f_b − f_a − h (f'_a + f'_b)/2 + h² (f''_b − f''_a)/12| ~ h⁵        e₁ = |f'_b − f'_a − h (f''_a + f''_b)/2| ~ h³
//! ```
//!
//! while over a jump e₀ stays, and over one of f' e₁. So those of N parts that are off most are halved, and of the halves the one that is off by more, until h is nothing. What is left is a jump where it is
//! more than rounding of all that was met, and where e is most of it: then the derivatives do not explain it.

use super::law::{Now, TimeLaw};

/// So many parts are looked into.
const WORST: usize = 4;
/// What is left of the largest value where it counts as a jump, and what is nothing in any case; and the part of it that derivatives do not explain.
const LEFT: f64 = 1e-6;
const NOTHING: f64 = 1e-12;
const UNEXPLAINED: f64 = 0.5;
/// The last part, beside the time.
const SHORTEST: f64 = 1e-14;

/// A jump.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Jump {
    /// The last time before it.
    pub(crate) t: f64,
    pub(crate) by: f64,
    /// Of which derivative.
    pub(crate) order: usize,
}

/// The first jump of f that was found within a time of so many parts, or of f' if `orders` is two.
pub(crate) fn jump(law: &dyn TimeLaw, [from, to]: [f64; 2], parts: usize, orders: usize) -> Option<Jump> {
    if parts == 0 || law.tells_its_changes() || !law.variables().is_empty() {
        return None;
    }
    let at = |t: f64| {
        let jet = law.at(Now::at(t));
        (t, [jet.value, jet.first, jet.second])
    };
    let ends: Vec<_> = (0..=parts).map(|i| at(from + (to - from) * (i as f64 / parts as f64))).collect();
    let largest = |order: usize| ends.iter().fold(0.0_f64, |most, (_, x)| most.max(x[order].abs()));
    let sizes = [largest(0), largest(1).max(largest(0) / (to - from))];
    let found = (0..orders).flat_map(|order| {
        let least = NOTHING.max(LEFT * sizes[order]);
        let parts = ends.windows(2).map(|part| [part[0], part[1]]).filter(|part| off(*part, order) > least);
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by(|a, b| off(*b, order).total_cmp(&off(*a, order)));
        parts.into_iter().take(WORST).filter_map(move |mut part| {
            let mut met = sizes[order];
            while part[1].0 - part[0].0 > SHORTEST * (1.0 + part[1].0.abs()) {
                let middle = at(0.5 * (part[0].0 + part[1].0));
                met = met.max(middle.1[order].abs());
                let halves = [[part[0], middle], [middle, part[1]]];
                part = halves[usize::from(off(halves[1], order) > off(halves[0], order))];
            }
            let by = part[1].1[order] - part[0].1[order];
            let jumps = by.abs() > NOTHING.max(LEFT * met) && off(part, order) > UNEXPLAINED * by.abs();
            jumps.then_some(Jump { t: part[0].0, by, order })
        })
    });
    found.min_by(|a, b| a.t.total_cmp(&b.t).then(a.order.cmp(&b.order)))
}

/// (1).
fn off([(t_a, a), (t_b, b)]: [(f64, [f64; 3]); 2], order: usize) -> f64 {
    let h = t_b - t_a;
    let bends = if order == 0 { h * h / 12.0 * (b[2] - a[2]) } else { 0.0 };
    (b[order] - a[order] - 0.5 * h * (a[order + 1] + b[order + 1]) + bends).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Jet;

    #[test]
    fn closed_form_jumps_are_found_and_nothing_else() {
        let jumps = |t: Jet| if t.value < 0.317 { t.sin() } else { t.sin() + 0.3 };
        let found = jump(&jumps, [0.0, 2.0], 1000, 2).unwrap();
        assert!((found.t - 0.317).abs() < 1e-12 && (found.by - 0.3).abs() < 1e-9 && found.order == 0, "{found:?}");
        let bends = |t: Jet| if t.value < 0.317 { t * 0.0 } else { (t - 0.317) * 3.0 };
        let found = jump(&bends, [0.0, 2.0], 1000, 2).unwrap();
        assert!((found.t - 0.317).abs() < 1e-12 && (found.by - 3.0).abs() < 1e-9 && found.order == 1, "{found:?}");
        assert_eq!(jump(&bends, [0.0, 2.0], 1000, 1), None);
        // Its second derivative jumps; a thin bell, a fast sine and a steep rise are smooth, however coarse the parts are.
        let pushed = |t: Jet| if t.value < 0.317 { t * 0.0 } else { (t - 0.317).powi(2) };
        let bell = |t: Jet| (-((t - 0.5) * 1e4).powi(2)).exp();
        let fast = |t: Jet| (t * 1e5).sin();
        let steep = |t: Jet| ((t - 0.5) * 1e7).sin() + t * t * 3.0;
        let laws: [&dyn TimeLaw; 4] = [&pushed, &bell, &fast, &steep];
        laws.iter().for_each(|law| assert_eq!(jump(*law, [0.0, 2.0], 1000, 2), None));
        // Bells at any place of a part, far from zero too; the tail of a step; what is rounding alone; late and fast.
        for center in (0..20).map(|i| 5.0 + 0.00137 * f64::from(i)) {
            for rest in [0.0, 5.0] {
                let bell = move |t: Jet| (-((t - center) * 1e3).powi(2)).exp() + rest;
                assert_eq!(jump(&bell, [0.0, 10.0], 1000, 2), None, "{center} {rest}");
                assert_eq!(jump(&bell, [0.0, 10.0], 20, 2), None, "{center} {rest}");
            }
        }
        let tail = |t: Jet| ((t - 5.0) * 20.0).tanh() * 0.3;
        for span in [[0.0, 4.2], [5.7, 6.7], [5.9, 6.9]] {
            assert_eq!(jump(&tail, span, 1000, 2), None);
        }
        assert_eq!(jump(&|t: Jet| t.sin().powi(2) + t.cos().powi(2), [0.0, 1.0], 1000, 2), None);
        assert_eq!(jump(&|t: Jet| -t.cos() + 1.0, [0.0, 1e-6], 1000, 2), None);
        assert_eq!(jump(&|t: Jet| (t * 1e5).sin(), [0.0, 2000.0], 1000, 2), None);
        assert_eq!(jump(&|t: Jet| (t * 10.0).sin(), [1.7e9, 1.7e9 + 60.0], 1000, 2), None);
    }
}
