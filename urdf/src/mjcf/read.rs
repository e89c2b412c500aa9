//! From the file to links, joints, and what closes loops.

use super::element::{Compiler, Element, quaternion};
use super::shape;
use super::{Closing, Mjcf, Spring};
use crate::error::UrdfError;
use crate::file::{Joint, Kind, Link, Mimic, Urdf, wrong};
use crate::inertia::Lump;
use chetaev::nalgebra::{Isometry3, Matrix3, Translation3, Vector3};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::f64::consts::PI;

const WORLD: &str = "world";
/// Sections that are read, or say nothing of the motion.
const KNOWN: [&str; 13] = [
    "compiler",
    "option",
    "default",
    "worldbody",
    "equality",
    "asset",
    "visual",
    "statistic",
    "size",
    "custom",
    "keyframe",
    "extension",
    "sensor",
];

/// What has been read.
struct Reader<'a> {
    compiler: &'a Compiler,
    links: Vec<Link>,
    joints: Vec<Joint>,
    springs: Vec<Spring>,
    left_out: Vec<String>,
    /// Shapes that MuJoCo lets collide.
    solids: usize,
    /// Where bodies are when all joints are at zero, and sites in the axes of their bodies.
    bodies: BTreeMap<String, Isometry3<f64>>,
    sites: BTreeMap<String, (String, Isometry3<f64>)>,
}

/// The body in which something is read, where, and its class.
#[derive(Copy, Clone)]
struct Inside<'a> {
    body: &'a str,
    class: &'a str,
}

pub(super) fn file(text: &str) -> Result<Mjcf, UrdfError> {
    let document = Document::parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "mujoco" {
        return Err(wrong(root, format!("`{}` stands where `mujoco` is expected", root.tag_name().name())));
    }
    if let Some(include) = document.descendants().find(|it| it.has_tag_name("include")) {
        return Err(wrong(include, "other files are not included: save the model as MuJoCo has compiled it".into()));
    }
    let compiler = Compiler::of(root)?;
    let mut reader = Reader {
        compiler: &compiler,
        links: vec![Link { name: WORLD.into(), lump: Lump::none() }],
        joints: Vec::new(),
        springs: Vec::new(),
        left_out: Vec::new(),
        solids: 0,
        bodies: BTreeMap::from([(WORLD.to_owned(), Isometry3::identity())]),
        sites: BTreeMap::new(),
    };
    let named = |tag: &'static str| root.children().filter(move |it| it.has_tag_name(tag));
    for world in named("worldbody") {
        reader.children(world, Inside { body: WORLD, class: "main" }, &Isometry3::identity(), &mut Vec::new())?;
    }
    let mut closings = Vec::new();
    for node in named("equality").flat_map(|it| it.children()).filter(Node::is_element) {
        closings.extend(reader.equality(Element::new(node, &compiler, "main")?)?);
    }
    let mut gravity = [0.0, 0.0, -9.81];
    for option in named("option") {
        let it = Element::new(option, &compiler, "main")?;
        gravity = it.some("gravity")?.unwrap_or(gravity);
        let flags = option.children().filter(|it| it.has_tag_name("flag"));
        if flags.clone().any(|flag| flag.attribute("gravity") == Some("disable")) {
            gravity = [0.0; 3];
        }
        for medium in ["density", "viscosity"] {
            let some = it.number(medium)? != 0.0;
            reader.left_out.extend(some.then(|| format!("the {medium} of the medium")));
        }
    }
    if reader.solids > 1 {
        reader.left_out.push(format!("contacts between {} `geom`s", reader.solids));
    }
    let known = |node: &Node<'_, '_>| KNOWN.iter().any(|tag| node.has_tag_name(*tag));
    for section in root.children().filter(|it| it.is_element() && !known(it)) {
        let count = section.children().filter(Node::is_element).count();
        let tag = section.tag_name().name();
        reader.left_out.extend((count > 0).then(|| format!("`{tag}`: {count} elements")));
    }
    let Reader { links, joints, springs, left_out, .. } = reader;
    let tree = Urdf { links, joints, floating: false, limits: true, losses: true, mimics: true };
    Ok(Mjcf { tree, gravity, springs, closings, left_out })
}

impl<'a> Reader<'a> {
    /// What a body, or a frame in it, holds: bodies and sites; shapes are told to the body.
    fn children(
        &mut self,
        node: Node<'a, '_>,
        inside: Inside<'_>,
        offset: &Isometry3<f64>,
        shapes: &mut Vec<Lump>,
    ) -> Result<(), UrdfError> {
        for child in node.children().filter(Node::is_element) {
            let it = Element::new(child, self.compiler, inside.class)?;
            if child.has_tag_name("geom") {
                let collides = |with: &str| it.get(with).is_none_or(|bits| bits.trim() != "0");
                self.solids += usize::from(collides("contype") || collides("conaffinity"));
            }
            match child.tag_name().name() {
                "body" => self.body(it, inside, offset)?,
                "frame" => {
                    let class = child.attribute("childclass").unwrap_or(inside.class);
                    if let Some(joint) =
                        child.children().find(|it| it.has_tag_name("joint") || it.has_tag_name("freejoint"))
                    {
                        return Err(wrong(joint, "a joint in a `frame` is not read: put it into the body".into()));
                    }
                    let place = it.place()?;
                    self.children(child, Inside { class, ..inside }, &(offset * place), shapes)?;
                }
                "geom" if inside.body != WORLD && self.by_shapes(node) => shapes.push(shape::lump(&it)?.moved(offset)),
                "site" => {
                    let place = offset * it.place()?;
                    let name = it.get("name").unwrap_or_default().to_owned();
                    self.sites.insert(name, (inside.body.to_owned(), place));
                }
                "composite" | "flexcomp" | "replicate" | "attach" => {
                    let tag = child.tag_name().name();
                    return Err(wrong(child, format!("`{tag}` is not read: save the model as MuJoCo has compiled it")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn body(&mut self, it: Element<'a, '_>, inside: Inside<'_>, offset: &Isometry3<f64>) -> Result<(), UrdfError> {
        let node = it.node;
        let name = it.get("name").map_or_else(|| format!("body {}", self.bodies.len()), str::to_owned);
        let class = node.attribute("childclass").unwrap_or(inside.class);
        if node.attribute("mocap") == Some("true") {
            self.left_out.push(format!("the motion of `{name}`, which stands still (`mocap`)"));
        }
        if it.number("gravcomp")? != 0.0 {
            self.left_out.push(format!("the compensation of gravity of `{name}`"));
        }
        let here = offset * it.place()?;
        let world = self.bodies[inside.body] * here;
        if self.bodies.insert(name.clone(), world).is_some() {
            return Err(wrong(node, format!("two bodies are called `{name}`: give one of them another name")));
        }
        let joints: Vec<Node<'_, '_>> =
            node.children().filter(|it| it.has_tag_name("joint") || it.has_tag_name("freejoint")).collect();
        let joint = match joints[..] {
            [] => None,
            [joint] => Some(self.joint(Element::new(joint, self.compiler, class)?, &name, inside.body)?),
            [_, second, ..] => {
                let what = format!("`{name}` has {} joints: give each a body of its own, with a mass", joints.len());
                return Err(wrong(second, what));
            }
        };
        let index = self.links.len();
        self.links.push(Link { name: name.clone(), lump: Lump::none() });
        self.connect(joint, (inside.body, &name), here);
        let mut shapes = Vec::new();
        self.children(node, Inside { body: &name, class }, &Isometry3::identity(), &mut shapes)?;
        let inertial = node.children().find(|it| it.has_tag_name("inertial"));
        let inertial = inertial.filter(|_| self.compiler.from_shapes != Some(true));
        self.links[index].lump = match inertial {
            Some(inertial) => self.inertial(Element::new(inertial, self.compiler, class)?)?,
            None => shapes.iter().fold(Lump::none(), |all, one| all.and(one)),
        };
        Ok(())
    }

    /// Do the shapes of a body, or of a frame in it, make its mass? Only where they are needed: that of a mesh is not known.
    fn by_shapes(&self, node: Node<'_, '_>) -> bool {
        self.compiler.from_shapes.unwrap_or_else(|| {
            let body = node.ancestors().find(|it| it.has_tag_name("body"));
            body.is_some_and(|body| !body.children().any(|it| it.has_tag_name("inertial")))
        })
    }

    fn inertial(&self, it: Element<'_, '_>) -> Result<Lump, UrdfError> {
        let Some([mass]) = it.some("mass")? else { return Err(it.wrong("`inertial` has no `mass`".into())) };
        let tensor = match (it.some::<6>("fullinertia")?, it.some::<3>("diaginertia")?) {
            (Some([xx, yy, zz, xy, xz, yz]), _) => Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
            (None, Some(diagonal)) => Matrix3::from_diagonal(&diagonal.into()),
            (None, None) => return Err(it.wrong("`inertial` has no `diaginertia` and no `fullinertia`".into())),
        };
        Ok(Lump::at(mass, tensor, &it.place()?))
    }

    /// A joint, its child being where the joint is, with the axes of the body; and that place in the axes of the body.
    fn joint(&mut self, it: Element<'_, '_>, body: &str, parent: &str) -> Result<(Joint, Vector3<f64>), UrdfError> {
        let free = it.node.has_tag_name("freejoint");
        let kind = match it.get("type").filter(|_| !free).unwrap_or(if free { "free" } else { "hinge" }) {
            "hinge" => Kind::Revolute,
            "slide" => Kind::Prismatic,
            "ball" => Kind::Ball,
            "free" if parent == WORLD => Kind::Floating,
            "free" => return Err(it.wrong(format!("`{body}` is free, but not in the world"))),
            other => return Err(it.wrong(format!("there is no joint `{other}`: there are hinge, slide, ball, free"))),
        };
        let name = it.get("name").map_or_else(|| format!("joint of {body}"), str::to_owned);
        let axis = it.some("axis")?.map_or_else(Vector3::z, Vector3::from);
        let axis = axis.try_normalize(1e-12).ok_or_else(|| it.wrong(format!("the axis of `{name}` is zero")))?;
        if it.number("ref")? != 0.0 {
            let what = format!("`{name}` does not begin at zero (`ref`): turn the body instead");
            return Err(it.wrong(what));
        }
        let unit = if kind == Kind::Revolute { self.compiler.angle } else { 1.0 };
        let (moves, mut left_out) = (matches!(kind, Kind::Revolute | Kind::Prismatic), Vec::new());
        let range = it.some::<2>("range")?.map(|range| range.map(|x| x * unit));
        let limited = match it.get("limited") {
            Some("true") => true,
            Some("false") => false,
            _ => self.compiler.limits_by_range && range.is_some(),
        };
        let mut limits = range.filter(|[lower, upper]| limited && moves && lower < upper);
        if let Some(beyond) = limits.take_if(|it| kind == Kind::Revolute && it.iter().any(|x| x.abs() >= PI)) {
            left_out.push(format!("limits of `{name}` beyond half a turn: {beyond:?}"));
        }
        if limited && !moves && range.is_some() {
            left_out.push(format!("the limits of `{name}`, which is no hinge and no slide"));
        }
        let [armature, stiffness] = [it.number("armature")?, it.number("stiffness")?];
        if armature != 0.0 {
            left_out.push(format!("the rotor's inertia of `{name}`, {armature}"));
        }
        if stiffness != 0.0 {
            match moves {
                true => {
                    self.springs.push(Spring { joint: name.clone(), stiffness, rest: unit * it.number("springref")? })
                }
                false => left_out.push(format!("the spring of `{name}`, which is no hinge and no slide")),
            }
        }
        let [damping, friction] = [it.number("damping")?, it.number("frictionloss")?];
        if !moves && (damping != 0.0 || friction != 0.0) {
            left_out.push(format!("damping and friction of `{name}`, which is no hinge and no slide"));
        }
        let place = if kind == Kind::Floating { Vector3::zeros() } else { it.vector("pos")? };
        Ok((Joint { kind, axis, limits, damping, friction, left_out, ..Joint::fixed(name) }, place))
    }

    /// Puts a joint between two bodies, or nothing that moves. Where it is not at the origin of the body, a link of its own stands there.
    fn connect(&mut self, joint: Option<(Joint, Vector3<f64>)>, (parent, child): (&str, &str), here: Isometry3<f64>) {
        let fixed = |parent: &str, child: &str, origin: Isometry3<f64>| {
            let [parent, child] = [parent, child].map(str::to_owned);
            Joint { parent, origin, child: child.clone(), ..Joint::fixed(format!("seat of {child}")) }
        };
        let Some((mut joint, place)) = joint else {
            self.joints.push(fixed(parent, child, here));
            return;
        };
        let there = Isometry3::from(Translation3::from(place));
        joint.parent = parent.to_owned();
        joint.origin = here * there;
        if place == Vector3::zeros() {
            joint.child = child.to_owned();
        } else {
            joint.child = format!("joint of {child}");
            self.links.push(Link { name: joint.child.clone(), lump: Lump::none() });
            self.joints.push(fixed(&joint.child, child, there.inverse()));
        }
        self.joints.push(joint);
    }

    fn equality(&mut self, it: Element<'_, '_>) -> Result<Option<Closing>, UrdfError> {
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
        let welds = tag == "weld";
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
        let given = it.some::<7>("relpose")?.filter(|_| welds);
        if let Some(([x, y, z], turn)) =
            given.and_then(|[x, y, z, rest @ ..]| quaternion(rest).map(|turn| ([x, y, z], turn)))
        {
            between = Isometry3::from_parts(Translation3::new(x, y, z), turn);
        }
        let anchor = if welds { between } else { Isometry3::from(Translation3::from(it.vector("anchor")?)) };
        Ok(Some(Closing { name, welds, ends: [(a, anchor), (b, between.inverse() * anchor)] }))
    }

    /// One joint follows another.
    fn follow(&mut self, it: Element<'_, '_>, name: &str) -> Result<(), UrdfError> {
        let coefficients = it.numbers("polycoef")?.unwrap_or_else(|| vec![0.0, 1.0]);
        let [offset, multiplier] = [0, 1].map(|k| coefficients.get(k).copied().unwrap_or(0.0));
        if coefficients.iter().skip(2).any(|c| *c != 0.0) {
            return Err(it.wrong(format!("`{name}` is of a degree above one: make it a `Coupler` of the model")));
        }
        let (Some(first), Some(second)) = (it.get("joint1"), it.get("joint2")) else {
            return Err(it.wrong(format!("`{name}` needs `joint1` and `joint2`: what stands still is welded")));
        };
        let known = || self.joints.iter().map(|joint| joint.name.as_str()).collect::<Vec<_>>().join(", ");
        let Some(k) = self.joints.iter().position(|joint| joint.name == first) else {
            return Err(UrdfError::Unknown { kind: "joint", name: first.to_owned(), known: known() });
        };
        self.joints[k].mimic = Some(Mimic { joint: second.to_owned(), multiplier, offset });
        Ok(())
    }
}

fn line(of: Node<'_, '_>) -> u32 {
    of.document().text_pos_at(of.range().start).row
}
