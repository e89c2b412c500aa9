//! Constrained multibody dynamics for mechanisms whose *forces* matter.
//!
//! You describe bodies, constraints and forces; the library assembles the Lagrange-multiplier equations, integrates them with
//! error control, and reports the motion, every reaction force, every event, and how far the result can be trusted. Units are SI.
//!
//! This page is a compact guide. The [course](guide::course) covers the same ground in sixteen chapters, each with a question, a program and a figure. The
//! equations and their tags are in [`guide::equations`], the symbols in [`guide::notation`], the structure of the code and its reasons in
//! [`guide::design`], measured accuracy in [`guide::accuracy`].
//!
//! # A first mechanism
//!
//! Three nouns: a [`Model`](model::Model) is built once and never changes, a [`State`](model::State) is plain data, a
//! [`Trajectory`](simulate::Trajectory) is the result of a run.
//!
//! ```
//! use chetaev::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, -9.81]); // the default is none
//! let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
//! let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
//! let model = builder.build()?;
//!
//! let start = model.start().project()?;
//! let run = Simulation::new(&model).every(0.01).run(start, 2.0)?;
//! assert!(run.energy_error() < 1e-8);
//! # let _ = pin;
//! # Ok(())
//! # }
//! ```
//!
//! Points are fixed in a body and given in its axes, measured from the center of mass: `rod.point(-0.25, 0.0)` is the rod's left end.
//! [`GROUND`](element::GROUND) is the ground. [Chapter 1](guide::course::pendulum) goes through such a program line by line.
//!
//! # The equation that is solved
//!
//! For all bodies together, with coordinates q and velocities v (for planar bodies v = q'):
//!
//! ```text
//! M(q) v' = h(t, q, v) + Jᵀ λ                                                                         (E1)
//! φ(t, q) = 0,  ψ(t, q, v) = 0        differentiated:  J v' = γ                                       (E2)
//! [M Jᵀ; J 0] (v', −λ) = (h, γ_B)                                                                     (E4)
//! ```
//!
//! | symbol | quantity | read by |
//! |---|---|---|
//! | M | mass matrix, one block per body | [`Body::mass`](body::Body::mass) writes it |
//! | h | applied, gyroscopic and weight forces | bodies and [`Force`](force::Force)s write them |
//! | φ, ψ | residuals of position and of velocity constraints, one row each | [`Workspace::phi`](dynamics::Workspace::phi), [`rate`](dynamics::Workspace::rate) |
//! | J | ∂φ/∂q for a position row, ∂ψ/∂v for a velocity row (the rule of Appell and Chetaev) | [`Workspace::jacobian`](dynamics::Workspace::jacobian) |
//! | γ | what J v' must be so that φ'' = 0 and ψ' = 0; γ_B with Baumgarte's terms | [`Workspace::gamma`](dynamics::Workspace::gamma) |
//! | v', λ | accelerations and multipliers: Jᵀ λ is the force of the constraints | [`Workspace::acceleration`](dynamics::Workspace::acceleration), [`multipliers`](dynamics::Workspace::multipliers) |
//!
//! [`Model::evaluate`](model::Model::evaluate) solves E4 at one state: it is the right-hand side that every run integrates. A pendulum released
//! from the horizontal accelerates with v' = (0, −¾ g, −3g/2l), and its pin carries a quarter of the weight:
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, -9.81]);
//! let rod = builder.body("rod", RigidBody::rod(2.0, 1.0).at(0.5, 0.0, 0.0));
//! builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
//! let model = builder.build()?;
//! let mut workspace = model.workspace();
//! model.evaluate(&mut workspace, &model.placed(), Baumgarte::OFF)?;
//! let [ax, ay, turning] = workspace.acceleration() else { return Err("not one body".into()) };
//! assert!(ax.abs() < 1e-14 && (ay + 0.75 * 9.81).abs() < 1e-14 && (turning + 1.5 * 9.81).abs() < 1e-13);
//! // E1, row by row: M v' − h − Jᵀ λ = 0.
//! let constraint = workspace.jacobian(&model).tr_mul(&chetaev::nalgebra::DVector::from_row_slice(workspace.multipliers()));
//! assert!((2.0 * ay + 2.0 * 9.81 - constraint[1]).abs() < 1e-13 && (constraint[1] - 0.25 * 2.0 * 9.81).abs() < 1e-13);
//! # Ok(())
//! # }
//! ```
//!
//! [`linear::Augmented`] holds the pattern of E4, made once; its factorization eliminates the bodies first and the rows of J after them, in an order
//! with little or no fill, so that a chain of a thousand links costs a thousand times as much as one link. A row that depends on others has a zero pivot and is named. How
//! the constraints are stabilized while E4 is integrated is chosen per run ([`Stabilization`](dynamics::Stabilization)).
//!
//! Every part of it can be your own: each is a trait, or a function.
//!
//! | what | built in | your own |
//! |---|---|---|
//! | bodies | [`RigidBody`](body::RigidBody), in space [`Solid`](body::Solid); [`Particle`](body::Particle) in both | [`Body`](body::Body) |
//! | holonomic constraints | [`constraint`], [`Joint`](constraint::Joint), [`Driver`](constraint::Driver), … | [`Holonomic`](constraint::Holonomic) in [`Auto`](constraint::Auto), or [`Constraint`](constraint::Constraint) by hand |
//! | velocity constraints | [`KnifeEdge`](constraint::KnifeEdge), [`LinearVelocity`](constraint::LinearVelocity) | [`Nonholonomic`](constraint::Nonholonomic) in [`Auto`](constraint::Auto) |
//! | contact and rolling | [`Contact`](constraint::Contact) | curves: [`contact::curve`], surfaces: [`contact::surface`] |
//! | forces | [`SpringDamper`](force::SpringDamper), [`Applied`](force::Applied), [`Bushing`](force::Bushing), … | [`Force`](force::Force) |
//! | friction | [`FrictionPoint`](friction::FrictionPoint) | [`Friction`](friction::Friction) for the tangent and the load, [`FrictionLaw`](friction::FrictionLaw) for the law |
//!
//! The papers, theorems and tableaux behind it are in [`guide::references`].
//!
//! # Reading reactions
//!
//! Every instant of a run is a [`Snapshot`](simulate::Snapshot). The sign convention is the same everywhere: a reaction is the force and moment **on a body**,
//! in world axes; [`reaction`](simulate::Snapshot::reaction) takes the last body of the constraint, [`reaction_on`](simulate::Snapshot::reaction_on)
//! the one you name. A rod at rest pulls down on its pin, so the pin pushes up on the rod:
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! # builder.gravity([0.0, -9.81]);
//! let rod = builder.body("rod", RigidBody::rod(2.0, 1.0).at(0.0, -0.5, -std::f64::consts::FRAC_PI_2));
//! let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
//! let model = builder.build()?;
//! let run = Simulation::new(&model).run(model.start().project()?, 1.0)?;
//! let end = run.last().ok_or("no sample")?;
//! assert!((end.reaction(pin).force.y - 2.0 * 9.81).abs() < 1e-9);
//! assert!((end.reaction_on(pin, GROUND).force.y + 2.0 * 9.81).abs() < 1e-9);
//! # Ok(())
//! # }
//! ```
//!
//! [`Trajectory::write_csv`](simulate::Trajectory::write_csv) writes everything in named columns; [`Trajectory::column`](simulate::Trajectory::column)
//! collects any number over the samples. More in [chapter 2](guide::course::reactions). Files, also of models and states, are the subject of [chapter 14](guide::course::files).
//!
//! # Closing a loop
//!
//! Place the bodies roughly; [`Model::start`](model::Model::start) moves them until every constraint is satisfied, and reports how far it moved them. Coordinates
//! can be held fixed, which also selects the assembly mode. A loop that cannot be closed is an error that names the worst row, the loop, and what
//! was held that stands in the way. Joints can be given angles and rates, and any bodies the value of a measure: [`Start::angle`](dynamics::Start::angle), [`measure`](dynamics::Start::measure).
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
//! let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.4, 0.1, 0.0));
//! let slider = builder.body("slider", Particle::new(1.0).at(0.6, 0.1));
//! builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
//! builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
//! builder.constraint("B", Revolute::new(rod.point(0.25, 0.0), slider.origin()));
//! builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
//! let model = builder.build()?;
//! let start = model.start().set("crank.theta", 0.5).hold("crank.theta").project()?;
//! assert!(start.phi < 1e-12 && start.moved > 0.01);
//! assert_eq!(model.freedoms(&start.state)?.freedoms, 1);
//! # Ok(())
//! # }
//! ```
//!
//! [Chapter 3](guide::course::closed_loop) closes one with a motor.
//!
//! # Forces and drivers
//!
//! Springs, dampers, actuators and drivers act along a [`measure`]: an angle, a travel along a line, a distance. A driver prescribes one as a
//! function of time, written with numbers that carry their derivatives ([`Jet`](math::Jet)); its multiplier is the force or torque that it needs.
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
//! builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
//! let motor = builder.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t| 3.0 * t * t));
//! builder.force("brake", SpringDamper::torsional(GROUND, wheel, 0.0).damping(0.02));
//! # let model = builder.build()?;
//! # let run = Simulation::new(&model).run(model.start().project()?, 1.0)?;
//! let end = run.last().ok_or("no sample")?;
//! // angle = 3 t², so J·6 + 0.02·6 at t = 1
//! assert!((end.multipliers(motor)[0] - (0.01 * 6.0 + 0.02 * 6.0)).abs() < 1e-9);
//! # Ok(())
//! # }
//! ```
//!
//! [Chapter 11](guide::course::forces) sets a driver beside a force that only pushes; [chapter 12](guide::course::control) lets a controller with a clock choose the force.
//!
//! # A constraint of your own
//!
//! Write φ (or ψ, for velocities) once, over any number type. Jacobian and curvature terms follow exactly.
//!
//! ```
//! use chetaev::prelude::*;
//!
//! /// A bead on the parabola y = x².
//! #[derive(Debug)]
//! struct Parabola;
//!
//! impl Holonomic<1, 1> for Parabola {
//!     fn phi<T: RealField + Copy>(&self, _t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
//!         [bead.position.y - bead.position.x * bead.position.x]
//!     }
//!     fn depends_on_time(&self) -> bool {
//!         false
//!     }
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! # builder.gravity([0.0, -9.81]);
//! let bead = builder.body("bead", Particle::new(0.1).at(1.0, 1.0));
//! builder.constraint("wire", Auto::holonomic([bead], Parabola));
//! # let model = builder.build()?;
//! # let run = Simulation::new(&model).run(model.start().project()?, 1.0)?;
//! assert!(run.drift().largest_phi() < 1e-13);
//! # Ok(())
//! # }
//! ```
//!
//! # Functions as data
//!
//! A closure cannot be saved. A [`Formula`](math::Formula) can: it is read from text or traced from a function, and stands for one in constraints
//! ([`Equation`](constraint::Equation)), forces ([`Applied::formula`](force::Applied::formula), [`AppliedAlong::formula`](force::AppliedAlong::formula),
//! [`NonlinearSpring`](force::NonlinearSpring)), friction ([`SlipCurve`](friction::SlipCurve)) and functions of time ([`Signal::formula`](math::Signal::formula)). Where a force has a kink
//! (`abs`, `sign`, `min`, `max`, `if`, a point of a [`LookupTable`](math::LookupTable)), a step ends. See [what formulas cost](guide::formulas).
//!
//! ```
//! use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! # builder.gravity([0.0, -9.81]);
//! let bead = builder.body("bead", Particle::new(0.1).at(1.0, 1.0));
//! let wire = Formula::parse("y - x^2", ["x", "y"])?;
//! builder.constraint("wire", Equation::holonomic([bead], [wire])?);
//! let drag = ["-0.2*vx", "-0.2*vy"].map(|text| Formula::parse(text, ["vx", "vy"]));
//! let [x, y] = drag;
//! builder.force("drag", Applied::formula(bead.origin(), [x?, y?], [Formula::parse("0", ["t"])?])?);
//! # let model = builder.build()?;
//! # let run = Simulation::new(&model).run(model.start().project()?, 1.0)?;
//! assert!(run.drift().largest_phi() < 1e-13 && run.energy_error() < 1e-9);
//! # #[cfg(feature = "serde")]
//! assert!(model.saved().is_ok());
//! # Ok(())
//! # }
//! ```
//!
//! [Chapter 6](guide::course::own_constraint) adds a cord over two pulleys. A body of your own implements [`Body`](body::Body) (the example `own_body`), a force [`Force`](force::Force), a constraint by hand
//! [`Constraint`](constraint::Constraint).
//!
//! # Rolling
//!
//! [`Contact`](constraint::Contact) holds two curves in contact, and lets them roll without slip. Take curves from [`contact::curve`], or write your own. See the chapter on [rolling](guide::course::rolling).
//!
//! ```
//! use chetaev::contact::EllipseOnLine;
//! use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, -9.8]);
//! let disk = builder.body("disk", RigidBody::ellipse(1.0, 1.5, 1.0).at(0.0, 1.0, 0.0).moving(-2.3, 0.0, 2.3));
//! let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.5, 1.0);
//! let contact = builder.constraint("contact", Contact::rolling(GROUND, disk, floor));
//! # let model = builder.build()?;
//! let run = Simulation::new(&model).every(0.01).run(model.start().project()?, 5.0)?;
//! let friction = run.column(|at| (at.multipliers(contact)[1] / at.multipliers(contact)[0]).abs());
//! assert!(friction.iter().all(|needed| *needed < 0.2265)); // the coefficient that a real contact would need
//! # Ok(())
//! # }
//! ```
//!
//! # Friction that sticks
//!
//! A [`FrictionPoint`](friction::FrictionPoint) is a point where two bodies rub: in a slot, in a guide, on a pin, on a belt, loaded by the reaction of that very
//! joint. Sticking is exact; every stick, slip and reversal is located. Where friction does not determine the motion, the run ends with an error, or continues and counts the case
//! ([`Several`](friction::Several)).
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, -9.81]);
//! let block = builder.body("block", Particle::new(2.0).moving(1.0, 0.0));
//! let floor = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
//! let rub = builder.friction("rub", FrictionPoint::in_slot(floor), Coulomb::new(0.2).holding(0.3));
//! # let model = builder.build()?;
//! let run = Simulation::new(&model).run(model.start().project()?, 2.0)?;
//! let stop = &run.transitions()[0];
//! assert!((stop.t - 1.0 / (0.2 * 9.81)).abs() < 1e-10 && stop.to == Mode::Stick);
//! let end = run.last().ok_or("no sample")?;
//! assert_eq!(end.body(block).velocity.x, 0.0); // exactly
//! assert!((end.work_of_friction(rub) + 1.0).abs() < 1e-9);
//! assert!(run.largest_coupling() < 1.0); // one motion at every step
//! # Ok(())
//! # }
//! ```
//!
//! ## The improved trial search
//!
//! Friction that a reaction loads puts |λ| into E1: −μ |z| for a load z = b·λ. The signs S of the loads are unknown, and must be
//! those of the solution. Peng et al. 2009 try signs in the whole equation, one factorization per trial, and begin with those of the last step: the *improved trial
//! method*, [`Search::WarmStarted`](friction::Search::WarmStarted). The default, [`Search::Reduced`](friction::Search::Reduced), takes this further. It factors E4 once, without friction, and
//! carries the trials over to the few loads alone:
//!
//! ```text
//! z = a + C |z|        admissible:  (I − C S) z = a  with  S z ≥ 0                                    (E6, E7)
//! ```
//!
//! - It tries in turn: the present signs; all wrong ones flipped; the first wrong one flipped; all patterns, if there are few. Within a step the signs
//!   are held fixed, so that nothing is searched; the instant at which one changes is located like an event.
//! - **Certificate.** If the spectral radius of |C| is below 1 there is exactly one solution, whatever the forces are; theorems F4 to F6 extend this to
//!   points that stick or start. [`Trajectory::largest_coupling`](simulate::Trajectory::largest_coupling) is the largest bound of a run (below 1: one motion at every step), and
//!   [`Model::certificate`](model::Model::certificate) reports for one state which theorem applies to which points, or why none does.
//! - **Counters.** [`Counters::trials`](simulate::Counters::trials) counts the searches and the patterns tried, and the stage at which each search ended;
//!   [`ambiguous`](simulate::Counters::ambiguous) and [`uncertain`](simulate::Counters::uncertain) count the steps with several motions, or without a certificate.
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A crank drives a slider in a rough slot: at each half turn the slot's force and the slip change their signs.
//! # let mut builder = ModelBuilder::new();
//! let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
//! let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.45, 0.0, 0.0));
//! let slider = builder.body("slider", Particle::new(1.0).at(0.7, 0.0));
//! builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
//! builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
//! builder.constraint("B", Revolute::new(rod.point(0.25, 0.0), slider.origin()));
//! let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
//! builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(0.2));
//! builder.constraint("motor", Driver::new(Angle::between(GROUND, crank), |t| t * 3.0 + 0.3));
//! let model = builder.build()?;
//! let start = model.start().set("crank.theta", 0.3).project()?;
//! let by = |search| Simulation::new(&model).search(search).run(start.clone(), 4.0);
//! let (reduced, in_the_big_matrix) = (by(Search::Reduced)?, by(Search::WarmStarted)?);
//! assert!(reduced.largest_coupling() < 1.0 && reduced.counters().uncertain == 0);
//! assert_eq!(reduced.counters().trials.enumerated, 0); // holding and flipping was enough
//! assert_eq!(reduced.transitions().len(), in_the_big_matrix.transitions().len());
//! assert!(reduced.transitions().len() > 4);
//! # Ok(())
//! # }
//! ```
//!
//! [`Snapshot::friction`](simulate::Snapshot::friction) reads slip, load and force, [`Trajectory::friction_summary`](simulate::Trajectory::friction_summary) gives the time for which a point
//! stuck, [`Model::branches`](model::Model::branches) lists every motion that friction admits at a state. The module [`friction`] and [chapter 4](guide::course::friction)
//! explain it; [`guide::equations`] has the mathematics.
//!
//! # Space
//!
//! Bodies in space are [`Solid`](body::Solid)s: a position, a unit quaternion, six velocities. Joints connect marks (points with axes) of two
//! bodies; [`WORLD`](element::WORLD) is the ground. Drivers, couplers and springs are the same as in the plane, along an
//! [`AxialTravel`](measure::AxialTravel), an [`AxialAngle`](measure::AxialAngle) or a distance.
//!
//! ```
//! use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, 0.0, -9.81]);
//! let top = Solid::from_inertia(Inertia::cylinder(0.5, 0.1, 0.02)?)?;
//! let top = builder.body("top", top.at(0.1, 0.0, 0.0).spinning(0.0, 0.0, 300.0));
//! let tip = builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(-0.1, 0.0, 0.0)));
//! # let model = builder.build()?;
//! let run = Simulation::new(&model).every(0.01).run(model.start().project()?, 1.0)?;
//! let end = run.last().ok_or("no sample")?;
//! let [force, moment] = end.reaction(tip).in_axes(&end.body(top));
//! assert!(force.norm() > 1.0 && moment.norm() < 1e-9); // a ball joint carries no moment
//! assert!(run.energy_error() < 1e-6);
//! # Ok(())
//! # }
//! ```
//!
//! [Chapter 13](guide::course::space) hangs a wheel up by one end of its axle. In space a [`Contact`](constraint::Contact) holds two [surfaces](contact::surface) together, in closed form or by Newton's method, without poles; see the
//! [chapter](guide::rolling). [`Trajectory::trace`](simulate::Trajectory::trace) gives the traces on both bodies and their arc lengths.
//!
//! # Events
//!
//! A guard is any function of a snapshot, reactions included. Its zeros are located; the run records them, stops, or continues from
//! a changed state. [Chapter 7](guide::course::events) releases a constraint where its force vanishes.
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! # builder.gravity([0.0, -9.81]);
//! let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
//! # let model = builder.build()?;
//! let floor = Event::new("floor", |at| at.body(ball).origin.y).falling();
//! let bounce = floor.change(|state| {
//!     let fall = model.read(state).body(ball).velocity;
//!     state.set_velocity(&model, ball, [fall.x, -0.5 * fall.y]);
//! });
//! let run = Simulation::new(&model).event(bounce).run(model.placed(), 1.0)?;
//! assert!((run.events()[0].t - (2.0_f64 / 9.81).sqrt()).abs() < 1e-12);
//! # Ok(())
//! # }
//! ```
//!
//! # Analysis
//!
//! [`analysis`] has equilibria with their margin to slip, linearization with modes and frequency response, Poincaré sections, periodic orbits with
//! their multipliers, Lyapunov exponents with error bars, and parameter studies that use all cores and can be resumed. See
//! [`guide::analysis`]; [chapter 9](guide::course::sweeps) is a first study.
//!
//! # Is the result right?
//!
//! - [`Trajectory::energy_error`](simulate::Trajectory::energy_error): the change of kinetic and potential energy minus all work done.
//! - [`Trajectory::drift`](simulate::Trajectory::drift): the largest violation of every constraint, over all steps.
//! - Run again with a tighter [`tolerance`](simulate::Simulation::tolerance): digits that do not change are right.
//! - [`Model::freedoms`](model::Model::freedoms): freedoms, rank, and rows that depend on each other, by name.
//!
//! [Chapter 8](guide::course::checking) explains which errors each of them detects, and which none does.
//!
//! # Choosing a method and a stabilization
//!
//! The default, DOP853 at 1e-9 with projection, suits smooth mechanisms. [`Method::Dopri5`](ode::Method::Dopri5) and
//! [`Tsit5`](ode::Method::Tsit5) are cheaper at loose tolerances and with many events; stiff springs, bushings and drives want
//! [`Method::Radau5`](ode::Method::Radau5), and a run says where that is so ([`guide::stiff`]). [`Stabilization`](dynamics::Stabilization) is chosen per run.
//!
//! # When something is wrong
//!
//! Every error names the element by the name you gave it, gives the number, and suggests a remedy: [`BuildError`](error::BuildError),
//! [`StartError`](error::StartError), [`RunError`](simulate::RunError). `Display` prints this message, `Debug` the fields; a `main` that returns [`Report`](error::Report) prints the message. The error of a run contains what was computed, in
//! [`partial`](simulate::RunError::partial). [Chapter 15](guide::course::idea) asks eight questions of a new model. [`guide::errors`] shows every error, [`guide::not`] lists the limits of the library, [`guide::comparison`] describes
//! other tools.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod analysis;
pub mod body;
pub mod constraint;
pub mod contact;
pub mod dynamics;
pub mod element;
pub mod error;
pub mod force;
pub mod friction;
pub mod guide;
pub mod hybrid;
pub mod impact;
pub mod linear;
pub mod math;
pub mod measure;
pub mod model;
pub mod ode;
#[cfg(feature = "player")]
pub mod player;
#[cfg(feature = "plot")]
pub mod plot;
pub mod simulate;
pub mod store;

pub use nalgebra;

/// What most programs need, in one `use chetaev::prelude::*`.
pub mod prelude {
    pub use crate::body::{Inertia, MassProperties, Particle, RigidBody, Solid};
    pub use crate::constraint::{
        Auto, Contact, Coupler, Distance, Driver, Equation, Holonomic, Joint, KnifeEdge, LinearVelocity, Nonholonomic,
        PointDriver, PointOnCurve, Pose, Prismatic, Revolute, Screw, Slot, Twist, Weld,
    };
    pub use crate::dynamics::{Baumgarte, Branch, Stabilization};
    pub use crate::element::{
        BodyId, ConstraintId, ConstraintRef, ContactId, EventId, ForceId, FrictionId, GROUND, Mark, Planar, Point,
        Spatial, VariableId, WORLD,
    };
    pub use crate::error::Report;
    pub use crate::force::{Applied, AppliedAlong, Bushing, SpringDamper};
    pub use crate::friction::{Coulomb, Friction, FrictionLaw, FrictionPoint, Load, Search, Several, Stribeck};
    pub use crate::hybrid::{Gap, Rigid};
    pub use crate::math::{Formula, Jet, LookupTable, Signal};
    pub use crate::measure::{Angle, AxialAngle, AxialTravel, Measure, Separation, Travel};
    pub use crate::model::{Mode, Model, ModelBuilder, State};
    pub use crate::ode::Method;
    pub use crate::simulate::{
        Event, EventRecord, Family, Output, Sensitivities, Simulation, Snapshot, Tolerance, Trajectory, Transition,
    };
    /// The functions of numbers that carry derivatives: `sin`, `exp`, `convert` of a plain number.
    pub use nalgebra::{ComplexField, RealField, convert};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
