//! What closes loops, and what ties joints together.

use super::Closing;
use super::element::{Element, quaternion};
use super::read::{Reader, WORLD};
use crate::error::UrdfError;
use crate::file::{Kind, Mimic};
use chetaev::nalgebra::{Isometry3, Translation3};
use roxmltree::Node;

impl Reader<'_> {
    /// What one element of the section closes.
    pub(super) fn equality(&mut self, it: Element<'_, '_>) -> Result<Option<Closing>, UrdfError> {
        let tag = it.node.tag_name().name();
        let name = it.get("name").map_or_else(|| format!("{tag} at line {}", line(it.node)), str::to_owned);
        if it.get("active") == Some("false") {
            self.left_out.push(format!("`{name}`, which is not active"));
            return Ok(None);
        }
        if tag == "joint" {
            return self.follow(it, &name).map(|()| None);
        }
        if !matches!(tag, "connect" | "weld") {
            self.left_out.push(format!("the equality `{name}` of the kind `{tag}`"));
            return Ok(None);
        }
        // Without the moment a weld holds its anchor alone.
        let is_weld = tag == "weld";
        let welds = is_weld && it.some("torquescale")?.is_none_or(|[scale]: [f64; 1]| scale != 0.0);
        if let (Some(a), Some(b)) = (it.get("site1"), it.get("site2")) {
            let site = |name: &str| {
                self.sites.get(name).cloned().ok_or_else(|| {
                    let known = self.sites.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                    UrdfError::Unknown { kind: "site", name: name.to_owned(), known }
                })
            };
            return Ok(Some(Closing { name, welds, ends: [site(a)?, site(b)?] }));
        }
        let of = |which: &str| match it.get(which) {
            Some(body) => Ok(body.to_owned()),
            None if which == "body2" => Ok(WORLD.to_owned()),
            None => Err(it.wrong(format!("`{name}` has no `{which}`"))),
        };
        let [a, b] = [of("body1")?, of("body2")?];
        let place = |body: &str| {
            self.bodies.get(body).copied().ok_or_else(|| {
                let known = self.bodies.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                UrdfError::Unknown { kind: "body", name: body.to_owned(), known }
            })
        };
        // Where the second is in the axes of the first.
        let mut between = place(&a)?.inverse() * place(&b)?;
        let given = it.some::<7>("relpose")?.filter(|_| is_weld);
        if let Some(([x, y, z], turn)) =
            given.and_then(|[x, y, z, rest @ ..]| quaternion(rest).map(|turn| ([x, y, z], turn)))
        {
            between = Isometry3::from_parts(Translation3::new(x, y, z), turn);
        }
        // It is given in the axes of the second body of a weld, and in those of the first otherwise.
        let anchor = Isometry3::from(Translation3::from(it.vector("anchor")?));
        let ends = if is_weld { [between * anchor, anchor] } else { [anchor, between.inverse() * anchor] };
        let [at_a, at_b] = ends;
        Ok(Some(Closing { name, welds, ends: [(a, at_a), (b, at_b)] }))
    }

    /// One joint follows another.
    fn follow(&mut self, it: Element<'_, '_>, name: &str) -> Result<(), UrdfError> {
        // Numbers that are not given are those of the identity.
        let coefficients = it.numbers("polycoef")?.unwrap_or_default();
        let [offset, multiplier] = [(0, 0.0), (1, 1.0)].map(|(k, else_is)| *coefficients.get(k).unwrap_or(&else_is));
        if coefficients.iter().skip(2).any(|c| *c != 0.0) {
            return Err(it.wrong(format!("`{name}` is of a degree above one: make it a `Coupler` of the model")));
        }
        let (Some(first), Some(second)) = (it.get("joint1"), it.get("joint2")) else {
            return Err(it.wrong(format!("`{name}` needs `joint1` and `joint2`: what stands still is welded")));
        };
        let known = || self.joints.iter().map(|joint| joint.name.as_str()).collect::<Vec<_>>().join(", ");
        let Some(k) = self.joints.iter().position(|joint| joint.name == first && joint.kind != Kind::Fixed) else {
            return Err(UrdfError::Unknown { kind: "joint", name: first.to_owned(), known: known() });
        };
        self.joints[k].mimics.push(Mimic { joint: second.to_owned(), multiplier, offset });
        Ok(())
    }
}

fn line(of: Node<'_, '_>) -> u32 {
    of.document().text_pos_at(of.range().start).row
}
