//! An element of the file with what its class says: attributes, numbers, places.

use crate::error::UrdfError;
use crate::file::wrong;
use chetaev::nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};
use roxmltree::Node;
use std::collections::BTreeMap;

/// Attributes by the tag of the elements that have them.
pub(super) type Class = BTreeMap<String, BTreeMap<String, String>>;

/// What holds for the whole file.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// Radians in the unit of angles.
    pub(super) angle: f64,
    pub(super) order: String,
    pub(super) limits_by_range: bool,
    /// Of bodies with an `inertial` too, or of none.
    pub(super) from_shapes: Option<bool>,
    /// The first and the last group of the shapes that make masses.
    pub(super) groups: [f64; 2],
    pub(super) classes: BTreeMap<String, Class>,
}

/// An element, and its class.
#[derive(Copy, Clone, Debug)]
pub(super) struct Element<'a, 'i> {
    pub(super) node: Node<'a, 'i>,
    pub(super) compiler: &'a Compiler,
    class: Option<&'a BTreeMap<String, String>>,
}

impl<'a, 'i> Element<'a, 'i> {
    /// An element among what has this class, unless it has one of its own.
    pub(super) fn new(node: Node<'a, 'i>, compiler: &'a Compiler, class: &str) -> Result<Self, UrdfError> {
        let name = node.attribute("class").unwrap_or(class);
        let all = compiler.classes.get(name).ok_or_else(|| wrong(node, format!("there is no class `{name}`")))?;
        // Of what closes loops a class knows one element for all kinds.
        let closes = node.parent().is_some_and(|it| it.has_tag_name("equality"));
        let tag = if closes { "equality" } else { node.tag_name().name() };
        Ok(Self { node, compiler, class: all.get(tag) })
    }

    pub(super) fn wrong(&self, what: String) -> UrdfError {
        wrong(self.node, what)
    }

    pub(super) fn get(&self, attribute: &str) -> Option<&'a str> {
        self.node.attribute(attribute).or_else(|| self.class?.get(attribute).map(String::as_str))
    }

    /// As many numbers as there are.
    pub(super) fn numbers(&self, attribute: &str) -> Result<Option<Vec<f64>>, UrdfError> {
        self.get(attribute).map(|text| numbers(self.node, attribute, text)).transpose()
    }

    /// So many of them.
    pub(super) fn some<const N: usize>(&self, attribute: &str) -> Result<Option<[f64; N]>, UrdfError> {
        let Some(numbers) = self.numbers(attribute)? else { return Ok(None) };
        let found = numbers.len();
        let these = <[f64; N]>::try_from(numbers);
        these.map(Some).map_err(|_| self.wrong(format!("`{attribute}` has {found} numbers, and {N} are needed")))
    }

    pub(super) fn number(&self, attribute: &str) -> Result<f64, UrdfError> {
        Ok(self.some(attribute)?.map_or(0.0, |[x]: [f64; 1]| x))
    }

    pub(super) fn vector(&self, attribute: &str) -> Result<Vector3<f64>, UrdfError> {
        Ok(self.some::<3>(attribute)?.map_or_else(Vector3::zeros, Vector3::from))
    }

    /// `pos`, and the attitude by whichever attribute gives it; or the middle between two points.
    pub(super) fn place(&self) -> Result<Isometry3<f64>, UrdfError> {
        match self.between()? {
            Some((place, _)) => Ok(place),
            None => Ok(Isometry3::from_parts(Translation3::from(self.vector("pos")?), self.attitude()?)),
        }
    }

    /// The middle of `fromto`, with z from the second point to the first, and half the distance.
    pub(super) fn between(&self) -> Result<Option<(Isometry3<f64>, f64)>, UrdfError> {
        let Some([a, b, c, d, e, f]) = self.some("fromto")? else { return Ok(None) };
        let [from, to] = [Vector3::new(a, b, c), Vector3::new(d, e, f)];
        let turn = to_z(self.unit(from - to, "fromto")?);
        Ok(Some((Isometry3::from_parts(Translation3::from(0.5 * (from + to)), turn), 0.5 * (from - to).norm())))
    }

    fn unit(&self, of: Vector3<f64>, what: &str) -> Result<Vector3<f64>, UrdfError> {
        of.try_normalize(1e-12).ok_or_else(|| self.wrong(format!("`{what}` has no direction")))
    }

    /// Which of its forms gives the attitude: that of the element, or else that of its class.
    fn form(&self) -> Result<Option<&'static str>, UrdfError> {
        let own = || FORMS.into_iter().filter(|form| self.node.has_attribute(*form));
        if own().count() > 1 {
            let all = own().map(|form| format!("`{form}`")).collect::<Vec<_>>().join(", ");
            return Err(self.wrong(format!("the attitude is given several times, by {all}: leave one of them")));
        }
        Ok(own().next().or_else(|| FORMS.into_iter().find(|form| self.get(form).is_some())))
    }

    fn attitude(&self) -> Result<UnitQuaternion<f64>, UrdfError> {
        let (angle, form) = (self.compiler.angle, self.form()?);
        let is = |one: &str| form == Some(one);
        if let Some(four) = self.some("quat")?.filter(|_| is("quat")) {
            return quaternion(four).ok_or_else(|| self.wrong("`quat` is zero".into()));
        }
        if let Some([x, y, z, a]) = self.some("axisangle")?.filter(|_| is("axisangle")) {
            let axis = self.unit(Vector3::new(x, y, z), "axisangle")?;
            return Ok(UnitQuaternion::from_scaled_axis(axis * (a * angle)));
        }
        if let Some(angles) = self.some::<3>("euler")?.filter(|_| is("euler")) {
            // Small letters: about the axes as they are turned already.
            return self.compiler.order.chars().zip(angles).try_fold(UnitQuaternion::identity(), |all, (axis, a)| {
                let of = match axis.to_ascii_lowercase() {
                    'x' => Vector3::x(),
                    'y' => Vector3::y(),
                    'z' => Vector3::z(),
                    _ => return Err(self.wrong(format!("`eulerseq` is `{}`", self.compiler.order))),
                };
                let one = UnitQuaternion::from_scaled_axis(of * (a * angle));
                Ok(if axis.is_lowercase() { all * one } else { one * all })
            });
        }
        if let Some([a, b, c, d, e, f]) = self.some("xyaxes")?.filter(|_| is("xyaxes")) {
            let x = self.unit(Vector3::new(a, b, c), "xyaxes")?;
            let y = Vector3::new(d, e, f);
            let y = self.unit(y - x * x.dot(&y), "xyaxes")?;
            let axes = Matrix3::from_columns(&[x, y, x.cross(&y)]);
            return Ok(UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes)));
        }
        if let Some(z) = self.some::<3>("zaxis")?.filter(|_| is("zaxis")) {
            return Ok(to_z(self.unit(z.into(), "zaxis")?));
        }
        Ok(UnitQuaternion::identity())
    }
}

/// Ways to give an attitude.
const FORMS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// The shortest turn that brings z there; about x where it is turned upside down.
fn to_z(z: Vector3<f64>) -> UnitQuaternion<f64> {
    let over = || UnitQuaternion::from_scaled_axis(Vector3::x() * std::f64::consts::PI);
    UnitQuaternion::rotation_between(&Vector3::z(), &z).unwrap_or_else(over)
}

fn numbers(at: Node<'_, '_>, attribute: &str, text: &str) -> Result<Vec<f64>, UrdfError> {
    let numbers: Option<Vec<f64>> =
        text.split_whitespace().map(|x| x.parse::<f64>().ok().filter(|x| x.is_finite())).collect();
    numbers.ok_or_else(|| wrong(at, format!("`{attribute}` is `{text}`, not finite numbers")))
}

/// w, x, y, z; none of zero.
pub(super) fn quaternion([w, x, y, z]: [f64; 4]) -> Option<UnitQuaternion<f64>> {
    UnitQuaternion::try_new(chetaev::nalgebra::Quaternion::new(w, x, y, z), 1e-12)
}

impl Compiler {
    /// What `compiler` and `default` say.
    pub(super) fn of(root: Node<'_, '_>) -> Result<Self, UrdfError> {
        let mut of = Self {
            angle: 1_f64.to_radians(),
            order: "xyz".into(),
            limits_by_range: true,
            from_shapes: None,
            groups: [0.0, 5.0],
            classes: BTreeMap::new(),
        };
        for node in root.children().filter(|it| it.has_tag_name("compiler")) {
            match node.attribute("angle") {
                Some("radian") => of.angle = 1.0,
                Some("degree") | None => {}
                Some(other) => return Err(wrong(node, format!("`angle` is `{other}`: there are degree, radian"))),
            }
            of.order = node.attribute("eulerseq").unwrap_or(&of.order).to_owned();
            of.limits_by_range = node.attribute("autolimits").map_or(of.limits_by_range, |it| it != "false");
            if let Some(text) = node.attribute("inertiagrouprange") {
                let range = <[f64; 2]>::try_from(numbers(node, "inertiagrouprange", text)?);
                of.groups = range.map_err(|_| wrong(node, "`inertiagrouprange` has not two numbers".into()))?;
            }
            of.from_shapes = match node.attribute("inertiafromgeom") {
                Some("true") => Some(true),
                Some("false") => Some(false),
                _ => of.from_shapes,
            };
            let changes = ["boundmass", "boundinertia", "settotalmass", "balanceinertia"];
            if let Some(name) = changes.into_iter().find(|name| node.attribute(*name).is_some()) {
                return Err(wrong(
                    node,
                    format!("`{name}` changes masses, which is not read: save the model as MuJoCo has compiled it"),
                ));
            }
            if node.attribute("coordinate") == Some("global") {
                return Err(wrong(node, "coordinates are `global`, which is not read".into()));
            }
        }
        of.classes.insert("main".into(), Class::new());
        for node in root.children().filter(|it| it.has_tag_name("default")) {
            of.add_class(node, None)?;
        }
        Ok(of)
    }

    fn add_class(&mut self, node: Node<'_, '_>, parent: Option<&str>) -> Result<(), UrdfError> {
        let name = match (node.attribute("class"), parent) {
            (Some(name), _) => name,
            (None, None) => "main",
            (None, Some(_)) => return Err(wrong(node, "a `default` within another has no `class`".into())),
        };
        // A section that comes again goes on.
        let begun = self.classes.get(name).or_else(|| self.classes.get(parent.unwrap_or("main")));
        let mut class = begun.cloned().unwrap_or_default();
        for child in node.children().filter(|it| it.is_element() && !it.has_tag_name("default")) {
            let attributes = class.entry(child.tag_name().name().to_owned()).or_default();
            // An attitude in another form takes the place of the one before.
            if FORMS.into_iter().any(|form| child.has_attribute(form)) {
                FORMS.into_iter().for_each(|form| _ = attributes.remove(form));
            }
            attributes.extend(child.attributes().map(|it| (it.name().to_owned(), it.value().to_owned())));
        }
        self.classes.insert(name.to_owned(), class);
        node.children().filter(|it| it.has_tag_name("default")).try_for_each(|child| self.add_class(child, Some(name)))
    }
}
