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
        Ok(Self { node, compiler, class: all.get(node.tag_name().name()) })
    }

    pub(super) fn wrong(&self, what: String) -> UrdfError {
        wrong(self.node, what)
    }

    pub(super) fn get(&self, attribute: &str) -> Option<&'a str> {
        self.node.attribute(attribute).or_else(|| self.class?.get(attribute).map(String::as_str))
    }

    /// As many numbers as there are.
    pub(super) fn numbers(&self, attribute: &str) -> Result<Option<Vec<f64>>, UrdfError> {
        let Some(text) = self.get(attribute) else { return Ok(None) };
        let numbers: Option<Vec<f64>> =
            text.split_whitespace().map(|x| x.parse::<f64>().ok().filter(|x| x.is_finite())).collect();
        numbers.map(Some).ok_or_else(|| self.wrong(format!("`{attribute}` is `{text}`, not finite numbers")))
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

    /// `pos`, and the attitude by whichever attribute gives it.
    pub(super) fn place(&self) -> Result<Isometry3<f64>, UrdfError> {
        Ok(Isometry3::from_parts(Translation3::from(self.vector("pos")?), self.attitude()?))
    }

    fn attitude(&self) -> Result<UnitQuaternion<f64>, UrdfError> {
        let unit = |v: Vector3<f64>, what: &str| {
            v.try_normalize(1e-12).ok_or_else(|| self.wrong(format!("`{what}` has no direction")))
        };
        let angle = self.compiler.angle;
        if let Some([w, x, y, z]) = self.some("quat")? {
            return quaternion([w, x, y, z]).ok_or_else(|| self.wrong("`quat` is zero".into()));
        }
        if let Some([x, y, z, a]) = self.some("axisangle")? {
            return Ok(UnitQuaternion::from_scaled_axis(unit(Vector3::new(x, y, z), "axisangle")? * (a * angle)));
        }
        if let Some(angles) = self.some::<3>("euler")? {
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
        if let Some([a, b, c, d, e, f]) = self.some("xyaxes")? {
            let x = unit(Vector3::new(a, b, c), "xyaxes")?;
            let y = Vector3::new(d, e, f);
            let y = unit(y - x * x.dot(&y), "xyaxes")?;
            let axes = Matrix3::from_columns(&[x, y, x.cross(&y)]);
            return Ok(UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes)));
        }
        if let Some(z) = self.some::<3>("zaxis")? {
            let z = unit(z.into(), "zaxis")?;
            // Where it is turned upside down any axis across will do.
            let over = UnitQuaternion::from_scaled_axis(Vector3::x() * std::f64::consts::PI);
            return Ok(UnitQuaternion::rotation_between(&Vector3::z(), &z).unwrap_or(over));
        }
        Ok(UnitQuaternion::identity())
    }
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
            classes: BTreeMap::new(),
        };
        for node in root.children().filter(|it| it.has_tag_name("compiler")) {
            match node.attribute("angle") {
                Some("radian") => of.angle = 1.0,
                Some("degree") | None => {}
                Some(other) => return Err(wrong(node, format!("`angle` is `{other}`: there are degree, radian"))),
            }
            of.order = node.attribute("eulerseq").unwrap_or(&of.order).to_owned();
            of.limits_by_range = node.attribute("autolimits") != Some("false");
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
            attributes.extend(child.attributes().map(|it| (it.name().to_owned(), it.value().to_owned())));
        }
        self.classes.insert(name.to_owned(), class);
        node.children().filter(|it| it.has_tag_name("default")).try_for_each(|child| self.add_class(child, Some(name)))
    }
}
