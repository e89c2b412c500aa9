//! Which names a drawing has, and where each may stand: bodies, then elements. What rubs in a joint is named with it.

use super::super::picture::Stage;
use super::super::scene::{Mark, Scene};
use super::figures::Note;
use super::labels::Wish;
use super::obstacles::{outlines, pixel, places};
use nalgebra::Vector3;

type Pixel = [f64; 2];

/// Places to try along a curve.
const TRIED: usize = 9;

/// An element: what it is called, and its marks.
struct Named<'s> {
    names: Vec<&'s str>,
    marks: &'s [Mark],
    slots: &'s [u32],
}

/// Names of bodies and of elements that are seen.
pub(super) fn wishes(stage: &Stage<'_>, notes: &[Note<Vector3<f64>>]) -> Vec<Wish> {
    let free = |name: &str| notes.iter().all(|note| note.name != name);
    let scene = &stage.scene;
    let bodies = scene.model.inner.bodies.iter().enumerate().filter(|(_, entry)| free(&entry.name));
    let body = |(i, entry): (usize, &crate::model::BodyEntry)| Wish {
        text: entry.name.clone(),
        class: "name",
        anchors: on_body(stage, i + 1, entry.shape.center),
        gap: 5.0,
    };
    let element = |named: Named<'_>| {
        let anchors = on_element(stage, &named);
        let gap = 0.9 * stage.view.unit + 3.0;
        (!anchors.is_empty()).then(|| Wish { text: named.names.join(", "), class: "part", anchors, gap })
    };
    bodies.map(body).chain(elements(stage, notes).into_iter().filter_map(element)).collect()
}

/// Names of elements that have no picture.
pub(super) fn without_picture(stage: &Stage<'_>, notes: &[Note<Vector3<f64>>]) -> Vec<String> {
    let unseen = elements(stage, notes).into_iter().filter(|named| on_element(stage, named).is_empty());
    unseen.flat_map(|named| named.names.into_iter().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Takes away the picture of an element that a note stands for.
pub(super) fn without_noted(scene: &mut Scene<'_>, noted: impl Fn(&str) -> bool) {
    let (model, count) = (scene.model, scene.constraints().len());
    let constraints = model.inner.constraints[..count].iter().map(|entry| &entry.name);
    let names = constraints.chain(model.inner.forces.iter().map(|entry| &entry.name));
    scene.marks.iter_mut().zip(names).filter(|(_, name)| noted(name)).for_each(|(marks, _)| marks.clear());
    scene.set_aside();
}

/// Every constraint with the friction in it, and every force, but for those that a note stands for.
fn elements<'s>(stage: &'s Stage<'_>, notes: &[Note<Vector3<f64>>]) -> Vec<Named<'s>> {
    let (scene, inner) = (&stage.scene, &stage.scene.model.inner);
    let free = |name: &&str| notes.iter().all(|note| note.name != *name);
    let mut found = Vec::new();
    for (i, entry) in scene.constraints().iter().enumerate() {
        let rubs = inner.frictions.iter().filter(|rub| loaded_by(stage, rub.entry, i));
        let mut names: Vec<&str> =
            std::iter::once(entry.name.as_str()).chain(rubs.map(|rub| rub.name.as_str())).collect();
        names.dedup();
        names.retain(free);
        found.push(Named { names, marks: &scene.marks[i], slots: &entry.slots });
    }
    for (entry, marks) in inner.forces.iter().zip(&scene.marks[scene.constraints().len()..]) {
        let names = [entry.name.as_str()].into_iter().filter(free).collect();
        found.push(Named { names, marks, slots: &entry.slots });
    }
    found.retain(|named| !named.names.is_empty());
    found
}

/// Is this friction's tangent between the bodies of this constraint, and of no earlier one?
fn loaded_by(stage: &Stage<'_>, tangent: usize, constraint: usize) -> bool {
    let bodies = &stage.scene.model.inner.constraints[tangent].slots;
    let joins = |slots: &[u32]| bodies.iter().all(|slot| slots.contains(slot));
    stage.scene.constraints().iter().position(|entry| joins(&entry.slots)) == Some(constraint)
}

/// The center of mass, then along the outline.
fn on_body(stage: &Stage<'_>, slot: usize, center: Vector3<f64>) -> Vec<Pixel> {
    let mut anchors = vec![pixel(stage, slot, center)];
    for outline in outlines(stage, slot) {
        anchors.extend(along(&outline));
    }
    anchors
}

fn on_element(stage: &Stage<'_>, named: &Named<'_>) -> Vec<Pixel> {
    let mut anchors = Vec::new();
    for mark in named.marks {
        let places = places(stage, mark);
        let points: Vec<Pixel> = mark.points.iter().map(|p| pixel(stage, mark.body, *p)).collect();
        match mark.kind {
            "pin" | "hinge" | "weld" => anchors.extend(places.into_iter().take(1)),
            "turn" => {
                let (slot, local) = stage.scene.pivot(named.slots);
                anchors.push(pixel(stage, slot, local));
            }
            "rod" | "spring" | "actuator" => anchors.extend(along(&places)),
            "touch" => {}
            _ => anchors.extend(along(&points)),
        }
    }
    let [w, h] = stage.view.size;
    anchors.retain(|[x, y]| (0.0..=w).contains(x) && (0.0..=h).contains(y));
    anchors
}

/// Points along a way of points, those in the middle first.
fn along(way: &[Pixel]) -> Vec<Pixel> {
    let lengths: Vec<f64> =
        way.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).collect();
    let whole: f64 = lengths.iter().sum();
    let at = |part: f64| {
        let mut left = part * whole;
        for (pair, length) in way.windows(2).zip(&lengths) {
            if left <= *length && *length > 0.0 {
                return [0, 1].map(|k| pair[0][k] + left / length * (pair[1][k] - pair[0][k]));
            }
            left -= length;
        }
        way.last().copied().unwrap_or_default()
    };
    let parts = (1..=TRIED).map(|i| if i % 2 == 0 { 0.5 + 0.05 * i as f64 } else { 0.5 - 0.05 * (i - 1) as f64 });
    if way.is_empty() { Vec::new() } else { parts.map(at).collect() }
}
