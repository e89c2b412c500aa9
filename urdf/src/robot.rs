//! The mechanism of a robot: bodies, joints, and what acts in them.

use crate::error::UrdfError;
use crate::file::{Joint as FileJoint, Kind, Urdf};
use crate::inertia::Lump;
use crate::tree::{Group, Tree};
use chetaev::body::{Inertia, Solid};
use chetaev::element::{Point, Spatial};
use chetaev::error::ElementError;
use chetaev::friction::Coulomb;
use chetaev::hybrid::{Rigid, Stop};
use chetaev::nalgebra::{Isometry3, Vector3};
use chetaev::prelude::*;
use std::collections::BTreeMap;

/// What a joint leaves free: an angle or a travel.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Coordinate {
    /// Of a revolute or continuous joint, rad.
    Angle(AxialAngle),
    /// Of a prismatic one, m.
    Travel(AxialTravel),
}

/// `each!(coordinate, measure => …)`: the same with either measure.
macro_rules! each {
    ($coordinate:expr, $measure:ident => $what:expr) => {
        match $coordinate {
            Coordinate::Angle($measure) => $what,
            Coordinate::Travel($measure) => $what,
        }
    };
}

impl Coordinate {
    /// Its value and its rate. An angle is read between −π and π: whole turns are known to what counts them, a spring or a gear, and are read by [`Snapshot::along`].
    pub fn read(&self, at: &Snapshot<'_>) -> Result<[f64; 2], ElementError> {
        each!(self, measure => at.measure(measure).map(|it| [it.value, it.rate]))
    }

    /// Its second derivative.
    pub fn second_rate(&self, at: &Snapshot<'_>) -> Result<f64, ElementError> {
        each!(self, measure => at.second_rate(measure))
    }
}

/// A robot as a mechanism in the making: add to its [`builder`](Self::builder) what the file does not have, and build.
#[derive(Debug)]
pub struct Robot {
    /// With all that the file has; gravity is not set.
    pub builder: ModelBuilder,
    /// Where its bodies are for given values of the joints.
    pub tree: Tree,
    /// What the file has and the model has no place for, in words.
    pub left_out: Vec<String>,
    /// Of each link its body, and where the link's axes are in those of the body (at the center of mass).
    links: BTreeMap<String, (BodyId<Spatial>, Isometry3<f64>)>,
    coordinates: BTreeMap<String, Coordinate>,
    /// Of joints that have no coordinate the type.
    others: BTreeMap<String, Kind>,
}

/// A link on its way: its group, and where it is in the axes of the group's first link.
type Seat = (usize, Isometry3<f64>);

impl Urdf {
    /// The mechanism. A root that is not [floating](Self::floating) is the ground.
    pub fn mechanism(&self) -> Result<Robot, UrdfError> {
        let (order, root) = self.order()?;
        // Which links are one body, and where.
        let mut seats: BTreeMap<&str, Seat> = BTreeMap::from([(root, (0, Isometry3::identity()))]);
        let mut first: Vec<(&str, Option<&FileJoint>)> = vec![(root, None)];
        for joint in &order {
            let (group, place) = seats[joint.parent.as_str()];
            let seat = match joint.kind {
                Kind::Fixed => (group, place * joint.origin),
                _ => {
                    first.push((&joint.child, Some(joint)));
                    (first.len() - 1, Isometry3::identity())
                }
            };
            seats.insert(&joint.child, seat);
        }
        let mut lumps = vec![Lump::none(); first.len()];
        for link in &self.links {
            let (group, place) = seats[link.name.as_str()];
            lumps[group] = lumps[group].and(&link.lump.moved(&place));
        }

        let mut builder = ModelBuilder::new();
        let (mut groups, mut worlds): (Vec<Group>, Vec<Isometry3<f64>>) = (Vec::new(), Vec::new());
        for ((link, joint), lump) in first.iter().zip(&lumps) {
            let parent = joint.map(|joint| {
                let (group, place) = seats[joint.parent.as_str()];
                (group, place * joint.origin)
            });
            let world = parent.map_or_else(Isometry3::identity, |(group, origin)| worlds[group] * origin);
            let is_ground = parent.is_none() && !self.floating;
            let center = if is_ground { Vector3::zeros() } else { lump.center() };
            let body = if is_ground { WORLD } else { builder.body(*link, solid(link, lump, &world)?) };
            let (kind, name, axis) =
                joint.map_or((Kind::Floating, String::new(), Vector3::x()), |it| (it.kind, it.name.clone(), it.axis));
            groups.push(Group { parent, kind, joint: name, axis, body, center });
            worlds.push(world);
        }
        let links = seats.iter().map(|(name, (group, place))| {
            let Group { body, center, .. } = &groups[*group];
            ((*name).to_owned(), (*body, Isometry3::from(-center) * place))
        });
        let mut robot = Robot {
            builder,
            links: links.collect(),
            tree: Tree { groups },
            left_out: Vec::new(),
            coordinates: BTreeMap::new(),
            others: BTreeMap::new(),
        };
        for (_, joint) in first {
            if let Some(joint) = joint {
                robot.join(joint)?;
            }
        }
        for joint in order {
            robot.act(joint, self)?;
        }
        Ok(robot)
    }

    /// The joints, parents before children, and the root.
    fn order(&self) -> Result<(Vec<&FileJoint>, &str), UrdfError> {
        let known = |name: &str| {
            let all = || self.links.iter().map(|link| link.name.as_str()).collect::<Vec<_>>().join(", ");
            let found = self.links.iter().any(|link| link.name == name);
            if found { Ok(()) } else { Err(UrdfError::Unknown { kind: "link", name: name.to_owned(), known: all() }) }
        };
        let mut parents = BTreeMap::new();
        for joint in &self.joints {
            known(&joint.parent)?;
            known(&joint.child)?;
            if let Some(other) = parents.insert(joint.child.as_str(), joint.name.as_str()) {
                let what = format!(
                    "the link `{}` is the child of two joints, `{other}` and `{}`: take one of them out of the file, and close the loop by `Robot::close`",
                    joint.child, joint.name
                );
                return Err(UrdfError::NoTree { what });
            }
        }
        let twice = |names: &[&str], kind: &str| match names.iter().enumerate().find(|(k, it)| names[..*k].contains(it))
        {
            Some((_, name)) => Err(UrdfError::NoTree {
                what: format!("two {kind} are called `{name}`: give one of them another name"),
            }),
            None => Ok(()),
        };
        twice(&self.links.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), "links")?;
        twice(&self.joints.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), "joints")?;
        let roots: Vec<&str> =
            self.links.iter().map(|it| it.name.as_str()).filter(|it| !parents.contains_key(it)).collect();
        let [root] = roots[..] else {
            let what = match roots.is_empty() {
                true => "every link is the child of a joint: take one joint out of the file, and close the loop by `Robot::close`".to_owned(),
                false => format!("several links are no child of a joint: {}; join all but one", roots.join(", ")),
            };
            return Err(UrdfError::NoTree { what });
        };
        let (mut order, mut next) = (Vec::new(), vec![root]);
        while let Some(link) = next.pop() {
            for joint in self.joints.iter().filter(|it| it.parent == link) {
                order.push(joint);
                next.push(&joint.child);
            }
        }
        if order.len() < self.joints.len() {
            let lost = self.joints.iter().find(|it| !order.iter().any(|other| other.name == it.name));
            let name = lost.map_or("", |it| it.name.as_str());
            return Err(UrdfError::NoTree {
                what: format!(
                    "the joint `{name}` is in a circle of joints: take one joint out, and close the loop by `Robot::close`"
                ),
            });
        }
        Ok((order, root))
    }
}

/// The body of a group.
fn solid(link: &str, lump: &Lump, world: &Isometry3<f64>) -> Result<Solid, UrdfError> {
    let inertia = Inertia::new(lump.mass, Vector3::zeros(), lump.central());
    let solid = inertia.and_then(Solid::from_inertia);
    let solid = solid.map_err(|source| UrdfError::Inertia { link: link.to_owned(), source })?;
    let at = world * chetaev::nalgebra::Point3::from(lump.center());
    Ok(solid.turned(world.rotation).at(at.x, at.y, at.z))
}

impl Robot {
    /// The body of a link: the ground of a root, its parent's of a link on a fixed joint.
    pub fn body(&self, link: &str) -> Result<BodyId<Spatial>, UrdfError> {
        Ok(self.link(link)?.0)
    }

    /// A point of a link, in the link's axes.
    pub fn point(&self, link: &str, at: [f64; 3]) -> Result<Point<Spatial>, UrdfError> {
        let (body, place) = self.link(link)?;
        let at = place * chetaev::nalgebra::Point3::from(at);
        Ok(body.point(at.x, at.y, at.z))
    }

    /// A line of a link, in the link's axes, as a mark.
    pub fn axis(&self, link: &str, through: [f64; 3], direction: [f64; 3]) -> Result<Mark, UrdfError> {
        let (body, place) = self.link(link)?;
        let through = place * chetaev::nalgebra::Point3::from(through);
        Ok(body.axis(through.coords, place.rotation * Vector3::from(direction)))
    }

    /// A mark of a link with the axes of a place in it.
    pub(crate) fn mark(&self, link: &str, place: &Isometry3<f64>) -> Result<Mark, UrdfError> {
        let (body, seat) = self.link(link)?;
        let there = seat * place;
        let [x, z] = [Vector3::x(), Vector3::z()].map(|axis| -> [f64; 3] { (there.rotation * axis).into() });
        Ok(body.axis(there.translation.vector, z).with_x(x))
    }

    /// A spring in a joint, which rests at this value.
    pub(crate) fn spring(&mut self, joint: &str, stiffness: f64, rest: f64) -> Result<(), UrdfError> {
        let (coordinate, name) = (self.coordinate(joint)?, format!("{joint} spring"));
        each!(coordinate, measure => self.builder.force(name, SpringDamper::along(measure, stiffness).rest(rest)));
        Ok(())
    }

    /// The angle or the travel of a joint.
    pub fn coordinate(&self, joint: &str) -> Result<Coordinate, UrdfError> {
        if let Some(coordinate) = self.coordinates.get(joint) {
            return Ok(*coordinate);
        }
        if let Some(kind) = self.others.get(joint) {
            let why = format!("it is of the type {}", format!("{kind:?}").to_lowercase());
            return Err(UrdfError::NoCoordinate { joint: joint.to_owned(), why });
        }
        let known = self.coordinates.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        Err(UrdfError::Unknown { kind: "joint", name: joint.to_owned(), known })
    }

    /// Closes a loop: holds a point of one link on a point of another, each in the axes of its link, as a ball in its socket.
    pub fn close(&mut self, name: &str, [a, b]: [(&str, [f64; 3]); 2]) -> Result<ConstraintId<Joint>, UrdfError> {
        let joint = Joint::spherical(self.point(a.0, a.1)?, self.point(b.0, b.1)?);
        Ok(self.builder.constraint(name, joint))
    }

    /// Closes a loop by a hinge: each link, a point on the axis, and its direction, in the axes of the link. In a mechanism whose other axes are parallel to it, three of its rows depend on the
    /// others: close that by [`close_in_plane`](Self::close_in_plane).
    pub fn close_by_hinge(
        &mut self,
        name: &str,
        [a, b]: [(&str, [f64; 3], [f64; 3]); 2],
    ) -> Result<ConstraintId<Joint>, UrdfError> {
        let joint = Joint::revolute(self.axis(a.0, a.1, a.2)?, self.axis(b.0, b.1, b.2)?);
        Ok(self.builder.constraint(name, joint))
    }

    /// Closes a loop of a mechanism that moves in a plane: holds a point of the second link on a line of the first, which is square to the plane. That are two rows, and none depends on the hinges.
    pub fn close_in_plane(
        &mut self,
        name: &str,
        (a, through, direction): (&str, [f64; 3], [f64; 3]),
        (b, at): (&str, [f64; 3]),
    ) -> Result<ConstraintId<Joint>, UrdfError> {
        let joint = Joint::point_on_line(self.axis(a, through, direction)?, self.point(b, at)?);
        Ok(self.builder.constraint(name, joint))
    }

    /// An input of the model by which a motor pushes the joint (N m, N); it has the joint's name.
    pub fn motor(&mut self, joint: &str) -> Result<VariableId, UrdfError> {
        let coordinate = self.coordinate(joint)?;
        let input = self.builder.input(joint, 0.0);
        let (name, law) = (format!("{joint} motor"), Signal::input(input));
        each!(coordinate, measure => self.builder.force(name, AppliedAlong::signal(measure, law)));
        Ok(input)
    }

    fn link(&self, name: &str) -> Result<(BodyId<Spatial>, Isometry3<f64>), UrdfError> {
        self.links.get(name).copied().ok_or_else(|| {
            let known = self.links.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            UrdfError::Unknown { kind: "link", name: name.to_owned(), known }
        })
    }

    /// The joint itself.
    fn join(&mut self, joint: &FileJoint) -> Result<(), UrdfError> {
        // The axes of both marks agree where the joint stands at zero.
        let aside = joint.axis.cross(&Vector3::ith(joint.axis.iamin(), 1.0));
        let (parent, place) = self.link(&joint.parent)?;
        let place = place * joint.origin;
        let mark = |body: BodyId<Spatial>, place: &Isometry3<f64>| {
            let turned = |v: Vector3<f64>| -> [f64; 3] { (place.rotation * v).into() };
            body.axis(place.translation.vector, turned(joint.axis)).with_x(turned(aside))
        };
        let (child, seat) = self.link(&joint.child)?;
        let (a, b) = (mark(parent, &place), mark(child, &seat));
        let coordinate = match joint.kind {
            Kind::Revolute | Kind::Continuous => {
                self.builder.constraint(joint.name.as_str(), Joint::revolute(a, b));
                Coordinate::Angle(AxialAngle::about(a, b))
            }
            Kind::Prismatic => {
                self.builder.constraint(joint.name.as_str(), Joint::prismatic(a, b));
                Coordinate::Travel(AxialTravel::along(a, b.point()))
            }
            Kind::Planar => {
                self.builder.constraint(joint.name.as_str(), Joint::planar(a, b));
                self.others.insert(joint.name.clone(), joint.kind);
                return Ok(());
            }
            Kind::Ball => {
                self.builder.constraint(joint.name.as_str(), Joint::spherical(a.point(), b.point()));
                self.others.insert(joint.name.clone(), joint.kind);
                return Ok(());
            }
            Kind::Floating | Kind::Fixed => {
                self.others.insert(joint.name.clone(), joint.kind);
                return Ok(());
            }
        };
        self.coordinates.insert(joint.name.clone(), coordinate);
        Ok(())
    }

    /// What acts in the joint: limits, losses, another joint that it follows.
    fn act(&mut self, joint: &FileJoint, file: &Urdf) -> Result<(), UrdfError> {
        self.left_out.extend(joint.left_out.iter().cloned());
        if joint.kind == Kind::Fixed {
            self.others.insert(joint.name.clone(), joint.kind);
        }
        let Some(&coordinate) = self.coordinates.get(&joint.name) else {
            // What does not move has nothing to lose.
            let told = joint.has_no_place(file).filter(|_| joint.kind != Kind::Fixed);
            self.left_out.extend(told);
            return Ok(());
        };
        let (name, builder) = (&joint.name, &mut self.builder);
        if let Some([lower, upper]) = joint.limits.filter(|_| file.limits) {
            each!(coordinate, measure => {
                let [lower, upper] = Stop::between(measure, lower, upper);
                builder.contact(format!("{name} lower"), lower, Rigid::smooth());
                builder.contact(format!("{name} upper"), upper, Rigid::smooth());
            });
        }
        for (what, size) in [("damping", joint.damping), ("friction", joint.friction)] {
            // They would drive it.
            let told = format!("the {what} {size} of `{name}`, which is negative");
            self.left_out.extend((file.losses && size < 0.0).then_some(told));
        }
        if file.losses && joint.damping > 0.0 {
            let name = format!("{name} damping");
            each!(coordinate, measure => builder.force(name, SpringDamper::along(measure, 0.0).damping(joint.damping)));
        }
        if file.losses && joint.friction > 0.0 {
            // A moment of friction, or a force, of the size that the file gives: that load, with the coefficient 1.
            let name = format!("{name} friction");
            each!(coordinate, measure => builder.friction(name, FrictionPoint::along(measure, joint.friction), Coulomb::new(1.0)));
        }
        for (k, mimic) in joint.mimics.iter().enumerate().filter(|_| file.mimics) {
            let other = self.coordinate(&mimic.joint)?;
            let number = if k == 0 { String::new() } else { format!(" {}", k + 1) };
            let (name, ratio) = (format!("{name} mimic{number}"), mimic.multiplier);
            each!(coordinate, first => each!(other, second => {
                self.builder.constraint(name, Coupler::new(first, ratio, second).offset(mimic.offset));
            }));
        }
        Ok(())
    }
}
