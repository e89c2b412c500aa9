//! Why there is no answer to an inverse question.

use crate::error::{EvalError, StartError, quoted};
use crate::math::Brief;
use thiserror::Error;

/// Why no forces were found.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InverseError {
    /// What was asked for is not there, or a position could not be reached.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A state could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// There is no such actuator.
    #[error("there is no actuator `{name}`; there are: {}", quoted(known))]
    UnknownActuator {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// An actuator that is not described as it should be.
    #[error("actuator `{actuator}`: {what}")]
    BadActuator {
        /// Its name.
        actuator: String,
        /// What is wrong.
        what: &'static str,
    },
    /// Motions that contradict each other, or the constraints.
    #[error(
        "at t = {t}: {motion} cannot be accelerated as prescribed: constraints and the other motions leave it off by {}; prescribe as many motions as the mechanism has freedoms, of measures that can move there",
        Brief(*left), t = Brief(*t)
    )]
    Contradicting {
        /// What is prescribed.
        motion: String,
        /// The acceleration that is left.
        left: f64,
        /// When.
        t: f64,
    },
    /// More freedoms than motions, where only positions in time are known.
    #[error(
        "at t = {t}: `{velocity}` is left to itself (freedoms: {freedoms}, prescribed: {prescribed}); prescribe it too, or ask at a state that you have (`Inverse::at`)",
        t = Brief(*t)
    )]
    Free {
        /// Freedoms of the mechanism.
        freedoms: usize,
        /// How many are prescribed.
        prescribed: usize,
        /// A velocity that nothing prescribes.
        velocity: String,
        /// When.
        t: f64,
    },
    /// Actuators that cannot do it.
    #[error(
        "at t = {t}: the actuators cannot make {motion}: an acceleration of {} is left (freedoms prescribed: {prescribed}, moved by the actuators themselves: {reached}; what they move by the friction that they load is not counted); add an actuator that moves the rest",
        Brief(*left), t = Brief(*t)
    )]
    Unmade {
        /// What is prescribed.
        motion: String,
        /// The acceleration that is left.
        left: f64,
        /// How many of the prescribed freedoms the actuators move.
        reached: usize,
        /// How many are prescribed.
        prescribed: usize,
        /// When.
        t: f64,
    },
    /// A friction point that is to stay at rest, and cannot.
    #[error(
        "at t = {t}: `{point}` would have to hold with {}, and holds {} at most: the prescribed rest needs an actuator there",
        Brief(*force), Brief(*most), t = Brief(*t)
    )]
    Slips {
        /// The friction point.
        point: String,
        /// The force that it would need.
        force: f64,
        /// Its limit.
        most: f64,
        /// When.
        t: f64,
    },
    /// A friction point at rest, of which the prescribed motion does not say whether it stays there.
    #[error("at t = {t}: `{point}` is at rest, and the prescribed motion does not say whether it sticks: {why}", t = Brief(*t))]
    AtRest {
        /// The friction point.
        point: String,
        /// Why.
        why: &'static str,
        /// When.
        t: f64,
    },
    /// Loads of pins whose directions are too many to be settled.
    #[error(
        "at t = {t}: the forces of the actuators between which friction holds were not found after {cones} divisions of the directions of the loads, the last one that of pin `{point}`; prescribe so that fewer pins stay at rest together, or take the friction of some out",
        t = Brief(*t)
    )]
    Pin {
        /// The friction point.
        point: String,
        /// How often directions were divided.
        cones: usize,
        /// When.
        t: f64,
    },
    /// A contact that the prescribed motion would pull.
    #[error(
        "at t = {t}: `{contact}` would have to pull with {}: it opens in this motion; open it (`State::open`), or prescribe another",
        Brief(*force), t = Brief(*t)
    )]
    Pulls {
        /// The contact.
        contact: String,
        /// The force, as a positive number.
        force: f64,
        /// When.
        t: f64,
    },
    /// Friction that several forces of the actuators fit.
    #[error(
        "at t = {t}: {count} solutions fit the same motion, each with different loads of {}: strong friction does not determine the forces of the actuators",
        quoted(points), t = Brief(*t)
    )]
    Several {
        /// The friction points with loads.
        points: Vec<String>,
        /// How many there are.
        count: usize,
        /// When.
        t: f64,
    },
    /// A force that is asked for as a number, and is not determined.
    #[error(
        "at t = {t}: the force of `{actuator}` is not determined: anything from {} to {} makes the same motion; ask for its range (`Inverted::range`)",
        Brief(*lower), Brief(*upper), t = Brief(*t)
    )]
    Undetermined {
        /// The actuator.
        actuator: String,
        /// The smallest force.
        lower: f64,
        /// The largest one.
        upper: f64,
        /// When.
        t: f64,
    },
    /// A range that rounding has ruined.
    #[error(
        "at t = {t}: the range of the force of `{actuator}` came out as {} to {}, beyond its own limits of {} and {}: rounding has ruined the search, as beside a singular position; move the mechanism a little, or give wider limits",
        Brief(*lower), Brief(*upper), Brief(*least), Brief(*most), t = Brief(*t)
    )]
    Ruined {
        /// The actuator.
        actuator: String,
        /// The smallest force that was found.
        lower: f64,
        /// The largest one.
        upper: f64,
        /// Its limits.
        least: f64,
        /// The larger one.
        most: f64,
        /// When.
        t: f64,
    },
    /// Limits of actuators that leave no forces.
    #[error("at t = {t}: no forces within the limits of the actuators make the motion{}", if *friction { " (or friction holds too little)" } else { "" }, t = Brief(*t))]
    BeyondLimits {
        /// Does friction at rest take part?
        friction: bool,
        /// When.
        t: f64,
    },
    /// Positions that do not follow each other.
    #[error(
        "between t = {from} and t = {to}: `{coordinate}` jumps by {}, however short the step: the prescribed motion passes a singular position, or ends there",
        Brief(*jump), from = Brief(*from), to = Brief(*to)
    )]
    Jump {
        /// The coordinate.
        coordinate: String,
        /// By how much.
        jump: f64,
        /// Before.
        from: f64,
        /// After.
        to: f64,
    },
}
