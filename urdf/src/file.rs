//! Reading the file.

use crate::error::UrdfError;
use crate::inertia::Lump;
use chetaev::nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};
use roxmltree::{Document, Node};
use std::path::Path;

/// A robot as its file describes it.
#[derive(Clone, Debug)]
pub struct Urdf {
    pub(crate) links: Vec<Link>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) floating: bool,
    pub(crate) limits: bool,
    pub(crate) losses: bool,
    pub(crate) mimics: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) name: String,
    /// Mass, center and inertia in the axes of the link.
    pub(crate) lump: Lump,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Fixed,
    Revolute,
    Continuous,
    Prismatic,
    Planar,
    Ball,
    Floating,
}

#[derive(Clone, Debug)]
pub(crate) struct Joint {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) parent: String,
    pub(crate) child: String,
    pub(crate) origin: Isometry3<f64>,
    pub(crate) axis: Vector3<f64>,
    /// Lower and upper, where both are given.
    pub(crate) limits: Option<[f64; 2]>,
    pub(crate) damping: f64,
    pub(crate) friction: f64,
    /// All that it follows.
    pub(crate) mimics: Vec<Mimic>,
    /// Attributes that a model has no place for.
    pub(crate) left_out: Vec<String>,
}

impl Joint {
    /// One that does not move, between links that are still to be named.
    pub(crate) fn fixed(name: String) -> Self {
        Self {
            name,
            kind: Kind::Fixed,
            parent: String::new(),
            child: String::new(),
            origin: Isometry3::identity(),
            axis: Vector3::x(),
            limits: None,
            damping: 0.0,
            friction: 0.0,
            mimics: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// What acts in it and would need a single angle or travel, in words, of what the file is to have.
    pub(crate) fn has_no_place(&self, file: &Urdf) -> impl Iterator<Item = String> {
        let Self { name, damping, friction, .. } = self;
        let what = [
            (file.losses && *damping != 0.0, format!("the damping of `{name}`")),
            (file.losses && *friction != 0.0, format!("the friction of `{name}`")),
            (file.limits && self.limits.is_some(), format!("the limits of `{name}`")),
        ];
        let follows = self.mimics.iter().map(move |it| (file.mimics, format!("that `{name}` follows `{}`", it.joint)));
        let all = what.into_iter().chain(follows).filter(|(is_there, _)| *is_there);
        all.map(|(_, told)| format!("{told}, which has no single angle or travel"))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Mimic {
    pub(crate) joint: String,
    pub(crate) multiplier: f64,
    pub(crate) offset: f64,
}

impl Urdf {
    /// Reads a file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, UrdfError> {
        Self::parse(&text_of(path.as_ref())?)
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, UrdfError> {
        let document = Document::parse(text)?;
        let robot = document.root_element();
        if robot.tag_name().name() != "robot" {
            return Err(wrong(robot, format!("`{}` stands where `robot` is expected", robot.tag_name().name())));
        }
        let named = |tag: &'static str| robot.children().filter(move |it| it.has_tag_name(tag));
        Ok(Self {
            links: named("link").map(link).collect::<Result<_, _>>()?,
            joints: named("joint").map(joint).collect::<Result<_, _>>()?,
            floating: false,
            limits: true,
            losses: true,
            mimics: true,
        })
    }

    /// With a root that is free in space, and not the ground.
    pub fn floating(self) -> Self {
        Self { floating: true, ..self }
    }

    /// Without stops at the limits.
    pub fn without_limits(self) -> Self {
        Self { limits: false, ..self }
    }

    /// Without damping and friction.
    pub fn without_losses(self) -> Self {
        Self { losses: false, ..self }
    }

    /// With every joint free of the others.
    pub fn without_mimics(self) -> Self {
        Self { mimics: false, ..self }
    }
}

/// What stands in a file.
pub(crate) fn text_of(path: &Path) -> Result<String, UrdfError> {
    std::fs::read_to_string(path).map_err(|source| UrdfError::File { path: path.display().to_string(), source })
}

pub(crate) fn wrong(at: Node<'_, '_>, what: String) -> UrdfError {
    UrdfError::Text { line: at.document().text_pos_at(at.range().start).row, what }
}

fn child<'a, 'i>(of: Node<'a, 'i>, tag: &str) -> Option<Node<'a, 'i>> {
    of.children().find(|it| it.has_tag_name(tag))
}

fn text<'a>(of: Node<'a, '_>, attribute: &str) -> Result<&'a str, UrdfError> {
    of.attribute(attribute).ok_or_else(|| wrong(of, format!("`{}` has no `{attribute}`", of.tag_name().name())))
}

fn number(of: Node<'_, '_>, attribute: &str, default: Option<f64>) -> Result<f64, UrdfError> {
    let text = match (of.attribute(attribute), default) {
        (None, Some(default)) => return Ok(default),
        _ => text(of, attribute)?,
    };
    let found = text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    found.ok_or_else(|| wrong(of, format!("`{attribute}` is `{text}`, which is no finite number")))
}

fn vector(of: Node<'_, '_>, attribute: &str, default: [f64; 3]) -> Result<Vector3<f64>, UrdfError> {
    let Some(text) = of.attribute(attribute) else { return Ok(default.into()) };
    let numbers: Option<Vec<f64>> =
        text.split_whitespace().map(|x| x.parse::<f64>().ok().filter(|x| x.is_finite())).collect();
    let vector = numbers.filter(|it| it.len() == 3).map(|it| Vector3::new(it[0], it[1], it[2]));
    vector.ok_or_else(|| wrong(of, format!("`{attribute}` is `{text}`, not three finite numbers")))
}

/// Where something is: `xyz`, and roll, pitch, yaw about the fixed axes x, y, z in turn.
fn origin(of: Node<'_, '_>) -> Result<Isometry3<f64>, UrdfError> {
    let Some(origin) = child(of, "origin") else { return Ok(Isometry3::identity()) };
    let (place, turn) = (vector(origin, "xyz", [0.0; 3])?, vector(origin, "rpy", [0.0; 3])?);
    let turn = Rotation3::from_euler_angles(turn.x, turn.y, turn.z);
    Ok(Isometry3::from_parts(Translation3::from(place), UnitQuaternion::from_rotation_matrix(&turn)))
}

fn link(node: Node<'_, '_>) -> Result<Link, UrdfError> {
    let name = text(node, "name")?.to_owned();
    let Some(inertial) = child(node, "inertial") else { return Ok(Link { name, lump: Lump::none() }) };
    let missing = |tag: &str| wrong(inertial, format!("the `inertial` of the link `{name}` has no `{tag}`"));
    let mass = number(child(inertial, "mass").ok_or_else(|| missing("mass"))?, "value", None)?;
    let tensor = child(inertial, "inertia").ok_or_else(|| missing("inertia"))?;
    let of = |part: &str| number(tensor, part, Some(0.0));
    let (xy, xz, yz) = (of("ixy")?, of("ixz")?, of("iyz")?);
    let tensor = Matrix3::new(of("ixx")?, xy, xz, xy, of("iyy")?, yz, xz, yz, of("izz")?);
    let at = origin(inertial)?;
    Ok(Link { name, lump: Lump::at(mass, tensor, &at) })
}

fn joint(node: Node<'_, '_>) -> Result<Joint, UrdfError> {
    let name = text(node, "name")?.to_owned();
    let kind = match text(node, "type")? {
        "fixed" => Kind::Fixed,
        "revolute" => Kind::Revolute,
        "continuous" => Kind::Continuous,
        "prismatic" => Kind::Prismatic,
        "planar" => Kind::Planar,
        "floating" => Kind::Floating,
        other => {
            let known = "fixed, revolute, continuous, prismatic, planar, floating";
            return Err(wrong(node, format!("the joint `{name}` has the type `{other}`: there are {known}")));
        }
    };
    let end = |tag: &str| {
        let end = child(node, tag).ok_or_else(|| wrong(node, format!("the joint `{name}` has no `{tag}`")))?;
        Ok::<_, UrdfError>(text(end, "link")?.to_owned())
    };
    let axis = child(node, "axis").map_or(Ok(Vector3::x()), |axis| vector(axis, "xyz", [1.0, 0.0, 0.0]))?;
    let moves = !matches!(kind, Kind::Fixed | Kind::Floating);
    let axis = axis.try_normalize(1e-12).or((!moves).then(Vector3::x));
    let axis =
        axis.ok_or_else(|| wrong(node, format!("the axis of the joint `{name}` is zero: give it a direction")))?;
    let (mut limits, mut left_out) = (None, Vec::new());
    if let Some(limit) = child(node, "limit") {
        let [lower, upper] = [number(limit, "lower", Some(0.0))?, number(limit, "upper", Some(0.0))?];
        let bounded = matches!(kind, Kind::Revolute | Kind::Prismatic);
        limits = (lower < upper && kind != Kind::Continuous).then_some([lower, upper]);
        if bounded && lower >= upper {
            left_out.push(format!("limits from {lower} to {upper} of `{name}`, between which nothing is"));
        }
        let others = ["effort", "velocity"].into_iter().filter(|part| limit.attribute(*part).is_some());
        left_out.extend(others.map(|part| format!("the largest {part} of `{name}`")));
    }
    if let Some(limits) =
        limits.take_if(|it| kind == Kind::Revolute && it.iter().any(|x| x.abs() >= std::f64::consts::PI))
    {
        left_out.push(format!("limits of `{name}` beyond half a turn: {limits:?}"));
    }
    let losses = |part: &str| child(node, "dynamics").map_or(Ok(0.0), |it| number(it, part, Some(0.0)));
    let mimic = child(node, "mimic").map(|it| {
        let (multiplier, offset) = (number(it, "multiplier", Some(1.0))?, number(it, "offset", Some(0.0))?);
        Ok::<_, UrdfError>(Mimic { joint: text(it, "joint")?.to_owned(), multiplier, offset })
    });
    Ok(Joint {
        kind,
        parent: end("parent")?,
        child: end("child")?,
        origin: origin(node)?,
        axis,
        limits,
        damping: losses("damping")?,
        friction: losses("friction")?,
        mimics: mimic.transpose()?.into_iter().collect(),
        left_out,
        name,
    })
}
