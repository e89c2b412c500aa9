//! From the file to links, joints, and what closes loops.

use super::element::{Compiler, Element};
use super::flags::Flags;
use super::shape;
use super::{Mjcf, Spring};
use crate::error::UrdfError;
use crate::file::{Joint, Kind, Link, Urdf, wrong};
use crate::inertia::Lump;
use chetaev::nalgebra::{Isometry3, Matrix3, Translation3, Vector3};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::f64::consts::PI;

pub(super) const WORLD: &str = "world";
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
pub(super) struct Reader<'a> {
    compiler: &'a Compiler,
    links: Vec<Link>,
    pub(super) joints: Vec<Joint>,
    springs: Vec<Spring>,
    pub(super) left_out: Vec<String>,
    /// Shapes that MuJoCo lets collide.
    solids: usize,
    /// Where bodies are when all joints are at zero, and sites in the axes of their bodies.
    pub(super) bodies: BTreeMap<String, Isometry3<f64>>,
    pub(super) sites: BTreeMap<String, (String, Isometry3<f64>)>,
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
    let flags = Flags::of(root);
    let mut closings = Vec::new();
    let equalities = named("equality").filter(|_| flags.equality).flat_map(|it| it.children());
    for node in equalities.filter(Node::is_element) {
        closings.extend(reader.equality(Element::new(node, &compiler, "main")?)?);
    }
    let mut gravity = [0.0, 0.0, -9.81];
    for option in named("option") {
        let it = Element::new(option, &compiler, "main")?;
        gravity = it.some("gravity")?.unwrap_or(gravity);
        for medium in ["density", "viscosity"] {
            let some = it.number(medium)? != 0.0;
            reader.left_out.extend(some.then(|| format!("the {medium} of the medium")));
        }
    }
    if !flags.gravity {
        gravity = [0.0; 3];
    }
    if reader.solids > 1 && flags.contacts {
        reader.left_out.push(format!("contacts between {} `geom`s", reader.solids));
    }
    let known = |node: &Node<'_, '_>| KNOWN.iter().any(|tag| node.has_tag_name(*tag));
    for section in root.children().filter(|it| it.is_element() && !known(it)) {
        let count = section.children().filter(Node::is_element).count();
        let tag = section.tag_name().name();
        reader.left_out.extend((count > 0).then(|| format!("`{tag}`: {count} elements")));
    }
    let Reader { links, mut joints, mut springs, left_out, .. } = reader;
    flags.switch_off(&mut joints, &mut springs);
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
                "geom" if inside.body != WORLD && self.by_shapes(node) && shape::counts(&it)? => {
                    shapes.push(shape::lump(&it)?.moved(offset));
                }
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
        let of_shapes = shapes.iter().fold(Lump::none(), |all, one| all.and(one));
        // Shapes that weigh nothing overrule nothing.
        let inertial = inertial.filter(|_| self.compiler.from_shapes != Some(true) || of_shapes.mass == 0.0);
        self.links[index].lump = match inertial {
            Some(inertial) => self.inertial(Element::new(inertial, self.compiler, class)?)?,
            None => of_shapes,
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
        if it.some::<2>("springdamper")?.is_some_and(|[time, ratio]| time > 0.0 && ratio > 0.0) {
            left_out.push(format!("the `springdamper` of `{name}`, which is of the inertia that MuJoCo compiles"));
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
}
