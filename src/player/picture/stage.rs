//! What all layers of a picture are drawn from.

use super::super::scene::{Mark, Scene};
use super::clock::Clock;
use super::view::View;
use nalgebra::Vector3;

/// What is drawn, when, and how large; the files beside this one draw its layers.
pub(in crate::player) struct Stage<'p> {
    pub(in crate::player) scene: Scene<'p>,
    pub(in crate::player) clock: Clock,
    pub(in crate::player) view: View,
}

impl Stage<'_> {
    /// Pixels of a point fixed in a frame, over the frames.
    pub(in crate::player) fn path(&self, slot: usize, local: Vector3<f64>) -> Vec<[f64; 2]> {
        self.scene.film.path(slot, local).iter().map(|p| self.view.screen(p)).collect()
    }

    /// Between what a spring, a rod, an actuator is drawn, over the frames.
    pub(in crate::player) fn ends(&self, mark: &Mark) -> [Vec<[f64; 2]>; 2] {
        let mut ends = self.scene.spans(mark).map(|end| end.iter().map(|p| self.view.screen(p)).collect::<Vec<_>>());
        if mark.aside != 0.0 {
            let [from, to] = &mut ends;
            for (a, b) in from.iter_mut().zip(to) {
                [*a, *b] = beside(*a, *b, mark.aside * self.view.unit);
            }
        }
        ends
    }

    /// A point fixed in a frame, in pixels from the frame's origin: in axes that the frame's group turns; from aside, where nothing moves, as it is seen.
    pub(super) fn local(&self, slot: usize, p: &Vector3<f64>) -> [f64; 2] {
        if self.view.is_flat() { self.view.direction(p) } else { self.view.direction(&self.scene.film.turned(slot, p)) }
    }

    /// A group that goes along a path, open.
    pub(in crate::player) fn group_at(&self, path: &[[f64; 2]]) -> String {
        let [x, y] = [0, 1].map(|k| path.iter().map(|p| p[k]).collect::<Vec<f64>>());
        self.clock.group("translate", &[&x, &y], 1)
    }
}

/// A line so many pixels on the right of the way from `a` to `b`, as it is seen.
pub(in crate::player) fn beside(a: [f64; 2], b: [f64; 2], side: f64) -> [[f64; 2]; 2] {
    let way = [b[0] - a[0], b[1] - a[1]];
    let long = way[0].hypot(way[1]).max(1e-9);
    let off = [-side * way[1] / long, side * way[0] / long];
    [a, b].map(|p| [p[0] + off[0], p[1] + off[1]])
}

/// At most so many characters of a name.
pub(in crate::player) fn shortened(text: &str, most: usize) -> String {
    let most = most.max(2);
    if text.chars().count() <= most { text.into() } else { text.chars().take(most - 1).chain(['…']).collect() }
}
