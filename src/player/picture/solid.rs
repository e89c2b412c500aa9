//! Solids as line drawings: the silhouette, filled, and the edges in front at which the surface bends.
//!
//! Every face in front goes around its edges anticlockwise as it is seen. An edge that is gone through in one direction only is on the silhouette; these form
//! closed ways. One that is gone through in both lies between two faces in front, and is drawn if they make an angle.

use super::pen::{both, line};
use super::stage::Stage;
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// The cosine of the least angle that is an edge.
const BENDS: f64 = 0.8;

impl Stage<'_> {
    pub(super) fn solid(&self, slot: usize, points: &[Vector3<f64>], faces: &[Vec<usize>]) -> String {
        let mut edges = BTreeMap::new();
        for face in faces {
            let around = || face.iter().zip(face.iter().cycle().skip(1));
            let area: Vector3<f64> = around().map(|(&a, &b)| points[a].cross(&points[b])).sum();
            let normal = self.scene.film.turned(slot, &area).normalize();
            if self.view.faces(&normal) {
                edges.extend(around().map(|(&a, &b)| ((a, b), normal)));
            }
        }
        let place = |i: &usize| self.local(slot, &points[*i]);
        // At a pole of a mesh edges have no length.
        let seen = |[p, q]: &[[f64; 2]; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) > 0.5;
        let (mut next, mut bent) = (BTreeMap::new(), String::new());
        for (&(a, b), normal) in &edges {
            match edges.get(&(b, a)) {
                None => {
                    next.insert(a, b);
                }
                Some(other) if a < b && normal.dot(other) < BENDS => {
                    let edge = [place(&a), place(&b)];
                    bent += &if seen(&edge) { line(&edge, false) } else { String::new() };
                }
                Some(_) => {}
            }
        }
        let mut ways = String::new();
        while let Some((first, mut at)) = next.pop_first() {
            let mut way = vec![first];
            while let Some(onward) = next.remove(&at) {
                way.push(at);
                at = onward;
            }
            ways += &line(&way.iter().map(place).collect::<Vec<_>>(), true);
        }
        both(&format!(r#"<path d="{ways}""#)) + &format!(r#"<path class="thin" d="{bent}"/>"#)
    }
}
