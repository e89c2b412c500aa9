"""Made by python/stubs.sh: not to be edited."""

from _typeshed import SupportsGetItem, SupportsLenAndGetItem
from chetaev._types import AnyBody, AnyPair, AnyPoint, Array, Damper, Dualized, FormulaLike, Load, Moment, Named, OfBuilder, Reading, SignalLike
from chetaev._records import Action, Blow, Branch, ContactReading, Contacts, DeadCenter, Equilibrium, EventRecord, Exponents, Fitted, Freedoms, FrictionReading, FrictionSummary, Frictions, Impact, ModeShape, Orbit, OrbitBranch, OrbitPoint, PlanarFrame, SpatialFrame, Transition, Wrench, Wrenches
from os import PathLike
from typing import Any, Callable, Mapping, Sequence, SupportsFloat, SupportsIndex, final
from typing_extensions import disjoint_base
import pandas
import numpy as np
from numpy.typing import NDArray

@final
class Angle(Measure):
    """
    The angle by which one body of the plane is turned from another.
    """
    @staticmethod
    def between(a: BodyId, b: BodyId) -> Angle:
        """
        The angle from a to b.
        """

@final
class Applied(Force):
    """
    A force at a point and a moment about it, in world axes: numbers, functions of time, or formulas of `t`, `x`, `y`, `angle`, `vx`, `vy`, `spin` of its body
    (in space `x`, `y`, `z`, `qw`, `qx`, `qy`, `qz`, `vx`, `vy`, `vz`, `wx`, `wy`, `wz`, the last three in the body's own axes).
    """
    def __new__(cls, /, point: AnyPoint, *, force: SupportsGetItem[int, SignalLike] | None = None, moment: Moment | None = None) -> Applied: ...
    @staticmethod
    def torque(body: BodyId, torque: SignalLike) -> Applied:
        """
        A moment on a body of the plane.
        """

@final
class AppliedAlong(Force):
    """
    A force or a torque along a measure: a number, a function of time, or a formula of `t`, the value `x` and the rate `v`.
    """
    def __new__(cls, /, measure: Measure, law: SignalLike) -> AppliedAlong: ...

@final
class AxialAngle(Measure):
    """
    The angle by which a mark is turned about the z axis of another.
    """
    @staticmethod
    def about(a: Mark, b: Mark) -> AxialAngle:
        """
        From a to b, about the z axis of a.
        """

@final
class AxialTravel(Measure):
    """
    The abscissa of a point along the z axis of a mark.
    """
    @staticmethod
    def along(axis: Mark, point: SpatialPoint) -> AxialTravel:
        """
        Along the z axis of the mark.
        """

@final
class Axis:
    """
    A directed line fixed in a body of the plane.
    """
    def at(self, /, abscissa: SupportsFloat | SupportsIndex) -> Point:
        """
        The point at this abscissa.
        """

@final
class BodyId:
    """
    A body of the plane, or `GROUND`.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def axis(self, /, through: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], angle: SupportsFloat | SupportsIndex) -> Axis:
        """
        The directed line through a point, at an angle from the body's x axis.
        """
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """
    def origin(self, /) -> Point:
        """
        The center of mass.
        """
    def point(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex) -> Point:
        """
        The point with these coordinates in the body's axes, from its center of mass.
        """

@final
class Bushing(Force):
    """
    A rubber joint between marks in space: stiffness, and `damping` (none if it is not told), along the axes of a and about them, three numbers each.
    """
    def __new__(cls, /, a: Mark, b: Mark, along: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], about: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], *, damping: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> Bushing: ...

@final
class Circle(Curve):
    """
    A circle.
    """
    def __new__(cls, /, center: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], radius: SupportsFloat | SupportsIndex) -> Circle: ...

@final
class Circles(Pair):
    """
    Two circles, each `([x, y], radius)`, with its center in the axes of its body.
    """
    @staticmethod
    def inside(a: tuple[SupportsLenAndGetItem[SupportsFloat | SupportsIndex], SupportsFloat | SupportsIndex], b: tuple[SupportsLenAndGetItem[SupportsFloat | SupportsIndex], SupportsFloat | SupportsIndex]) -> Circles:
        """
        b inside a.
        """
    @staticmethod
    def outside(a: tuple[SupportsLenAndGetItem[SupportsFloat | SupportsIndex], SupportsFloat | SupportsIndex], b: tuple[SupportsLenAndGetItem[SupportsFloat | SupportsIndex], SupportsFloat | SupportsIndex]) -> Circles:
        """
        b outside of a.
        """

@final
class Cone(Surface):
    """
    A cone about the z axis, its tip at the origin.
    """
    def __new__(cls, /, half_angle: SupportsFloat | SupportsIndex) -> Cone: ...

@disjoint_base
class Constraint:
    """
    What holds bodies together. A `Contact` or a `Stop` can also be added as a contact that opens.
    """

@final
class ConstraintId:
    """
    A constraint.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """

@final
class Contact(Constraint):
    """
    Two shapes that touch. `on_belt` is the speed with which the surface of a runs, in space along `belt_along`.

    `sliding` and `rolling` are held, as constraints; what opens and closes is `between`.
    """
    @staticmethod
    def between(a: AnyBody, b: AnyBody, pair: AnyPair, *, on_belt: SignalLike | None = None, belt_along: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, pivoting: SupportsFloat | SupportsIndex | None = None) -> Contact:
        """
        Opens and closes: for `ModelBuilder.contact`. In space `pivoting` is the radius with which its friction resists pivoting.
        """
    @staticmethod
    def rolling(a: AnyBody, b: AnyBody, pair: AnyPair, *, on_belt: SignalLike | None = None, belt_along: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Contact:
        """
        Without slip; in space they may pivot. Added as a contact that opens it is as `between`, and its law must be rough.
        """
    @staticmethod
    def rolling_by_arcs(a: BodyId, b: BodyId, pair: Pair) -> Contact:
        """
        Without slip, by equal arc lengths, in the plane.
        """
    @staticmethod
    def sliding(a: AnyBody, b: AnyBody, pair: AnyPair, *, on_belt: SignalLike | None = None, belt_along: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Contact:
        """
        Without friction.
        """
    @staticmethod
    def without_pivoting(a: SpatialBodyId, b: SpatialBodyId, pair: SpatialPair) -> Contact:
        """
        Without slip and without pivoting, in space.
        """

@final
class ContactId:
    """
    A contact that opens.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """

@final
class Continuation:
    """
    Periodic orbits along a parameter of a family, from its present value: what they become, where they lose their stability, and what begins there.

    `plan` is a `Simulation` of `family.model`; `shooting` says what an orbit is. It goes `to` a value of the parameter, or all the way `within` a range; by steps of about `step`,
    `most` of them.
    """
    def __new__(cls, /, family: Family, parameter: str, plan: Simulation, shooting: Shooting, *, to: SupportsFloat | SupportsIndex | None = None, within: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex] | None = None, step: SupportsFloat | SupportsIndex | None = None, most: SupportsIndex | None = None) -> Continuation: ...
    def doubled(self, /, turn: Turn) -> "OrbitBranch":
        """
        The branch of orbits of twice the period that begins at a turn of the kind "doubling".
        """
    def run(self, /, guess: State) -> "OrbitBranch":
        """
        The branch through the orbit near a state.
        """

@final
class CornerOnCurve(Pair):
    """
    A corner of b, `[x, y]` in the axes of b from its center of mass, on a curve of a.
    """
    @staticmethod
    def inside(curve: Curve, corner: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> CornerOnCurve:
        """
        On the left of the curve: inside an anticlockwise closed one, above a graph.
        """
    @staticmethod
    def outside(curve: Curve, corner: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> CornerOnCurve:
        """
        On its right: outside of an anticlockwise closed one.
        """

@final
class CornerOnLine(Pair):
    """
    A corner of b, `[x, y]` in the axes of b from its center of mass, on a line of a; `reversed`, on its other side.
    """
    def __new__(cls, /, line: Axis, corner: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], *, reversed: bool = False) -> CornerOnLine: ...

@final
class Coulomb(FrictionLaw):
    """
    Coulomb's law with a coefficient of sliding and one of holding (the same if it is not told), and with viscous friction (N s/m) beside it.
    """
    def __new__(cls, /, mu: SupportsFloat | SupportsIndex, *, holding: SupportsFloat | SupportsIndex | None = None, viscous: SupportsFloat | SupportsIndex = 0.0) -> Coulomb: ...

@final
class Coupler(Constraint):
    """
    One measure in a fixed ratio to another: first = ratio · second + offset. A `formula` of x, or a `table`, of the second one is added.
    """
    def __new__(cls, /, first: Measure, ratio: SupportsFloat | SupportsIndex, second: Measure, *, offset: SupportsFloat | SupportsIndex = 0.0, formula: FormulaLike | None = None, table: LookupTable | None = None) -> Coupler: ...

@final
class Creep(Force):
    """
    A wheel on a rail that creeps by Kalker's law with these coefficients, under the load of a constraint. `along` is the direction of rolling in the axes of a.
    """
    def __new__(cls, /, a: SpatialBodyId, b: SpatialBodyId, pair: SpatialPair, load: OfBuilder, coefficients: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], *, along: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, at_load: SupportsFloat | SupportsIndex | None = None, limited: SupportsFloat | SupportsIndex | None = None) -> Creep: ...

@disjoint_base
class Curve:
    """
    A curve in the axes of a body of the plane.
    """

@final
class CurvePair(Pair):
    """
    Any two curves, near these parameters at first.
    """
    @staticmethod
    def inside(a: Curve, b: Curve, *, near: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> CurvePair:
        """
        b on the left of a: inside an anticlockwise closed curve, above a line that runs to the right.
        """
    @staticmethod
    def outside(a: Curve, b: Curve, *, near: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> CurvePair:
        """
        b on the right of a: outside of an anticlockwise closed curve, a cam and its roller.
        """

@final
class Cycloid(Curve):
    """
    A cycloid of a rolling circle.
    """
    def __new__(cls, /, radius: SupportsFloat | SupportsIndex) -> Cycloid: ...

@final
class Cylinder(Surface):
    """
    A cylinder about the z axis.
    """
    def __new__(cls, /, radius: SupportsFloat | SupportsIndex) -> Cylinder: ...

@final
class Distance(Constraint):
    """
    Two points at a distance, in the plane or in space.
    """
    def __new__(cls, /, a: AnyPoint, b: AnyPoint, length: SupportsFloat | SupportsIndex) -> Distance: ...

@final
class Driver(Constraint):
    """
    A measure as a given function of time; its multiplier is the force or the torque that this needs.
    """
    def __new__(cls, /, measure: Measure, law: SignalLike) -> Driver: ...

@final
class Dual:
    """
    A number with its derivatives, as a function is called with under `derivatives="dual"`. It may be compared; `value` is the number alone, for looking something up.
    """
    def __abs__(self, /) -> Dual: ...
    def __add__(self, other: object, /) -> Dual: ...
    def __array_ufunc__(self, /, function: Any, method: str, *inputs: "Any", **keywords: "Any") -> Any:
        """
        What NumPy's functions do, of which it may be the second number.
        """
    def __bool__(self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __float__(self, /) -> float:
        """
        Its derivatives would be lost.
        """
    def __ge__(self, other: object, /) -> bool: ...
    def __gt__(self, other: object, /) -> bool: ...
    def __le__(self, other: object, /) -> bool: ...
    def __lt__(self, other: object, /) -> bool: ...
    def __mul__(self, other: object, /) -> Dual: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __neg__(self, /) -> Dual: ...
    def __pos__(self, /) -> Dual: ...
    def __pow__(self, exponent: object, modulo: object = None, /) -> Dual: ...
    def __radd__(self, other: object, /) -> Dual: ...
    def __repr__(self, /) -> str: ...
    def __rmul__(self, other: object, /) -> Dual: ...
    def __rpow__(self, base: object, modulo: object = None, /) -> Dual: ...
    def __rsub__(self, other: object, /) -> Dual: ...
    def __rtruediv__(self, other: object, /) -> Dual: ...
    def __sub__(self, other: object, /) -> Dual: ...
    def __truediv__(self, other: object, /) -> Dual: ...
    def arccos(self, /) -> Dual:
        """
        What `numpy.arccos` calls.
        """
    def arcsin(self, /) -> Dual:
        """
        What `numpy.arcsin` calls.
        """
    def arctan(self, /) -> Dual:
        """
        What `numpy.arctan` calls.
        """
    def arctan2(self, /, other: Dualized) -> Dual:
        """
        What `numpy.arctan2` calls.
        """
    def cos(self, /) -> Dual:
        """
        What `numpy.cos` calls.
        """
    def cosh(self, /) -> Dual:
        """
        What `numpy.cosh` calls.
        """
    def exp(self, /) -> Dual:
        """
        What `numpy.exp` calls.
        """
    def hypot(self, /, other: Dualized) -> Dual:
        """
        What `numpy.hypot` calls.
        """
    def log(self, /) -> Dual:
        """
        What `numpy.log` calls.
        """
    def sin(self, /) -> Dual:
        """
        What `numpy.sin` calls.
        """
    def sinh(self, /) -> Dual:
        """
        What `numpy.sinh` calls.
        """
    def sqrt(self, /) -> Dual:
        """
        What `numpy.sqrt` calls.
        """
    def tan(self, /) -> Dual:
        """
        What `numpy.tan` calls.
        """
    def tanh(self, /) -> Dual:
        """
        What `numpy.tanh` calls.
        """
    @property
    def value(self, /) -> float:
        """
        The number alone.
        """

@final
class EdgeOn(SpatialPair):
    """
    A round edge of b on a surface of a, near a point of the surface and an angle of the edge at first.
    """
    def __new__(cls, /, surface: Surface, rim: Rim, *, near: tuple[SupportsLenAndGetItem[SupportsFloat | SupportsIndex], SupportsFloat | SupportsIndex] | None = None) -> EdgeOn: ...

@final
class Elastic(Force):
    """
    Stiffness between coordinates of a body, by their numbers in it; `damped` is its damping as a time.
    """
    def __new__(cls, /, body: AnyBody, coordinates: SupportsGetItem[int, SupportsIndex], stiffness: SupportsGetItem[int, SupportsGetItem[int, SupportsFloat | SupportsIndex]], *, rest: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None, damped: SupportsFloat | SupportsIndex | None = None) -> Elastic: ...

@final
class Ellipse(Curve):
    """
    An ellipse about the origin.
    """
    def __new__(cls, /, a: SupportsFloat | SupportsIndex, b: SupportsFloat | SupportsIndex) -> Ellipse: ...

@final
class EllipseOnLine(Pair):
    """
    An ellipse of b, about its origin, on a line of a.
    """
    def __new__(cls, /, line: Axis, a: SupportsFloat | SupportsIndex, b: SupportsFloat | SupportsIndex) -> EllipseOnLine: ...

@final
class Ellipsoid(Surface):
    """
    An ellipsoid about the origin.
    """
    def __new__(cls, /, a: SupportsFloat | SupportsIndex, b: SupportsFloat | SupportsIndex, c: SupportsFloat | SupportsIndex) -> Ellipsoid: ...

@final
class Equation(Constraint):
    """
    Formulas that are zero, one for each row, of the poses or of the velocities of bodies.

    Their arguments are `t` and `x`, `y`, `angle`, `vx`, `vy`, `spin` of one body of the plane; of several `x1`, `y1`, …, `x2`, …; in space `x`, `y`, `z`, `qw`, `qx`, `qy`, `qz`,
    `vx`, `vy`, `vz` (in world axes), `wx`, `wy`, `wz` (the spin, in the body's own axes). A function that cannot be traced, for it asks which number is larger or looks something up, is called at every evaluation under
    `derivatives="dual"`, with numbers that carry derivatives: slower, and such a model cannot be saved.
    """
    @staticmethod
    def holonomic(bodies: SupportsGetItem[int, AnyBody], rows: SupportsGetItem[int, FormulaLike], *, derivatives: str = "traced") -> Equation:
        """
        On positions.
        """
    @staticmethod
    def nonholonomic(bodies: SupportsGetItem[int, AnyBody], rows: SupportsGetItem[int, FormulaLike], *, derivatives: str = "traced") -> Equation:
        """
        On velocities, linear in them or not.
        """

@final
class EquilibriumSlopes:
    """
    An equilibrium of a family, near its start, and how it moves with each parameter. No other equilibrium is searched for.

    Friction must not hold it where it was put: `rest="center"` is where friction is not needed, `rest={"rub": 1.0}` where it is about to slide.
    """
    def __new__(cls, /, family: Family, *, rest: "str | Mapping[Named, float] | None" = None) -> EquilibriumSlopes: ...
    def displacement(self, /, parameter: str) -> Array:
        """
        How everything is displaced by a unit of a parameter, in the manner of velocities.
        """
    def eigenvalues(self, /) -> "tuple[NDArray[np.complex128], NDArray[np.complex128]]":
        """
        The eigenvalues about it, and a row of derivatives by all parameters for each: not numbers where another one is so near that they cannot be told apart.
        """
    def equilibrium(self, /) -> "Equilibrium":
        """
        The equilibrium.
        """
    def modes(self, /) -> "tuple[list[ModeShape], NDArray[np.complex128]]":
        """
        The modes about it, and how the amplitudes of their displacements change with all parameters, that which is 1 staying 1: by mode, parameter and displacement.
        """
    @property
    def names(self, /) -> list[str]:
        """
        The names of the parameters.
        """
    def reading(self, /, reading: Reading) -> Array:
        """
        The derivatives of a column, or of what a text or a function reads, by all parameters.
        """

@final
class Event:
    """
    Something that is watched in a run, and what happens where it passes zero.

    The guard is a text, a function or a formula of names of the motion: `"ball.y - 0.1"`, `lambda at: at["ball.y"] - 0.1`; reactions and friction may be asked for,
    `at["reaction.pin.fy"]`. `direction` is `"rising"` or `"falling"`. The event is recorded, and `stop`s the run, ends a step there (`corner`), or `change`s the state:
    `change(at, state)` reads the instant before and changes the state.

    A guard that passes zero at the very end of a run is an event of this run, and none of a run that goes on from there. What happens by the clock (`every`, `at`) is none at the end: it is one of the run that
    goes on.
    """
    def __new__(cls, /, name: str, guard: Reading, *, direction: str | None = None, stop: bool = False, corner: bool = False, quiet: bool = False, change: "Callable[[Snapshot, State], None] | None" = None) -> Event: ...
    @staticmethod
    def at(name: str, times: SupportsGetItem[int, SupportsFloat | SupportsIndex], *, stop: bool = False, corner: bool = False, quiet: bool = False, change: "Callable[[Snapshot, State], None] | None" = None) -> Event:
        """
        At these times, as far as they are within the run, of which the end is not.
        """
    @staticmethod
    def every(name: str, interval: SupportsFloat | SupportsIndex, *, stop: bool = False, corner: bool = False, quiet: bool = False, change: "Callable[[Snapshot, State], None] | None" = None) -> Event:
        """
        At every whole multiple of an interval, 0 included if the run starts there: the clock of a controller. (Samples, of `every` of a run, are counted from its start instead.) Not at the end of the run.
        """

@final
class Family:
    """
    A mechanism as a function of numbers with names: `build(p)` makes model and start of `p["mu"]`, `p["length"]`, anew at each call. `p["push"]` of a parameter `Knots(times, values)` is a signal, and its knots are
    called `push[0]`, `push[1]`, …

    It is called for the values given, and for some beside them: what it returns may differ in numbers alone, not in bodies, rows or names. `sizes` says how large changes of
    a parameter are that matter, where its value does not.
    """
    def __new__(cls, /, parameters: "Mapping[str, float | Knots]", build: "Callable[[dict[str, Any]], tuple[Model, State]]", *, sizes: "Mapping[str, float] | None" = None) -> Family: ...
    def __repr__(self, /) -> str: ...
    def at(self, /, values: "Mapping[str, float | Sequence[float] | Array]") -> Family:
        """
        The same family at other values; parameters that are not told stay as they are. A signal is told by the values of all its knots, or knot by knot: `{"push[3]": 1.0}`.
        """
    @property
    def model(self, /) -> Model:
        """
        The model at these values.
        """
    @property
    def names(self, /) -> list[str]:
        """
        The names of the parameters.
        """
    @property
    def start(self, /) -> State:
        """
        Its start.
        """
    @property
    def values(self, /) -> list[float]:
        """
        Their values.
        """

@final
class Fit:
    """
    What was fitted: `fit["mu"]` is a value, `fit.deviation("mu")` its standard deviation. Printed it tells all.
    """
    def __getitem__(self, name: str, /) -> float: ...
    def __str__(self, /) -> str: ...
    @property
    def chi_squared(self, /) -> float:
        """
        χ²: the sum of the squared misfits, in standard deviations.
        """
    def correlation(self, /, first: str, second: str) -> float:
        """
        How two parameters are correlated, between −1 and 1.
        """
    @property
    def covariance(self, /) -> Array:
        """
        The covariance of the parameters, in their order, with the scatter that was found: that of the deviations as they were said, times `scale`².
        """
    @property
    def covariance_as_said(self, /) -> Array:
        """
        The covariance if the readings have the standard deviations that were said, whatever the misfit is: `covariance` / `scale`².
        """
    def deviation(self, /, name: str) -> float:
        """
        The standard deviation of a parameter; zero of one at its bound. It is that of the scatter that was found: what follows from the deviations of the readings as they were said,
        times `scale` (as long as there are more readings than parameters). `fit.covariance_as_said` goes by what was said alone.
        """
    @property
    def family(self, /) -> Family:
        """
        The family at the values found.
        """
    def fitted(self, /) -> "list[Fitted]":
        """
        Name, value, deviation of each parameter, and whether a bound holds it.
        """
    def flags(self, /) -> list[tuple[float, str]]:
        """
        Where the derivatives that deviations and correlations are made of are one-sided or uncertain, at the values found: when, and why.
        """
    @property
    def runs(self, /) -> list[int]:
        """
        Runs with derivatives, and without.
        """
    @property
    def scale(self, /) -> float:
        """
        What the standard deviations of the readings have to be multiplied by to explain the misfit: 1 if the model is right and so are they. Deviations and covariance of the parameters
        contain it. Not a number of as many readings as parameters.
        """
    @property
    def starts(self, /) -> list[State]:
        """
        The states at which the pieces begin, all but the first, of an identification that was cut.
        """

@final
class Fmu:
    """
    A co-simulation unit (FMU) of a model: `Fmu(model, "crank").input("torque", "N.m").output("crank.theta").write("crank.fmu")`.

    `fmi` is the version of the standard, 3 or 2. `hold` are coordinates that stay where parameters change the start; `step` and `stop` are proposed to importing programs.
    """
    def __new__(cls, /, model: Model, name: str = "mechanism", *, fmi: SupportsIndex = 3, about: str | None = None, start: State | None = None, hold: SupportsGetItem[int, str] | None = None, method: str | None = None, tolerance: SupportsFloat | SupportsIndex | None = None, max_step: SupportsFloat | SupportsIndex | None = None, step: SupportsFloat | SupportsIndex | None = None, stop: SupportsFloat | SupportsIndex | None = None) -> Fmu: ...
    def description(self, /) -> str:
        """
        The text of its `modelDescription.xml`.
        """
    def initial(self, /, name: str, of: str, *, unit: str | None = None, description: str | None = None) -> Fmu:
        """
        A coordinate of the start, "disk.theta", or a velocity, "disk.omega", as a parameter. What else must move with it does.
        """
    def input(self, /, name: str, unit: str, *, description: str | None = None) -> Fmu:
        """
        An input of the model, by its name, with its unit ("N.m", "1"). It is held over a step.
        """
    def output(self, /, column: str, *, unit: str | None = None, description: str | None = None) -> Fmu:
        """
        A column, by its name: see `Trajectory.columns`.
        """
    def parameter(self, /, name: str, places: "str | Sequence[str] | Mapping[str, float]", *, unit: str | None = None, description: str | None = None) -> Fmu:
        """
        Numbers of the model file that can be set before the start, by where they stand: "frictions/rub/law/Coulomb/sliding". Of several all are set, each to the parameter times its factor.
        """
    def write(self, /, path: str | PathLike[str], *, library: "str | PathLike[str] | Mapping[str, str | PathLike[str]] | None" = None) -> None:
        """
        Writes the unit. `library` is the built library that goes into it, for this platform or by platforms; if none is given, the one beside this package.

        It is the same for all models: `cargo build --release -p chetaev-fmu` makes it, once.
        """

@disjoint_base
class Force:
    """
    A force.
    """

@final
class ForceId:
    """
    A force.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """

@final
class Formula:
    """
    A function of numbers with names, as data: of a text, or of a Python function that is called once with numbers that are not known yet.

    `Formula("y - x^2")` and `Formula(lambda x, y: y - x**2)` are the same. The arguments of a function are its parameters; those of a text are the names in it, unless
    `arguments` tells them. Further arguments may be given by signals: `Formula("k*x", k=ct.Signal.input(stiffness))`.
    """
    def __call__(self, /, *numbers: "float") -> float:
        """
        Its value at these numbers, one for each argument.
        """
    def __new__(cls, /, source: "str | Callable[..., Any] | Formula | float", arguments: SupportsGetItem[int, str] | None = None, **given: "SignalLike") -> Formula: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def arguments(self, /) -> list[str]:
        """
        The names of its arguments.
        """

@final
class FrictionId:
    """
    A friction point.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """

@disjoint_base
class FrictionLaw:
    """
    How the friction between two surfaces depends on their slip.
    """

@final
class FrictionPoint:
    """
    A place where two bodies rub: in a joint of the model, loaded by its reaction, or along a measure. `on_belt` is the speed with which its surface runs.
    """
    @staticmethod
    def along(measure: Measure, normal: Load, *, on_belt: SignalLike | None = None) -> FrictionPoint:
        """
        Along a measure under a given load: a number, a function of time, or rows of a constraint, the root of whose squares it is.

        Along an angle the slip is an angular velocity (rad/s) and friction a moment (N m), so that the load, of which the coefficient is taken, is the normal force
        times the radius at which it rubs (N m). Along a travel or a distance slip is in m/s, load and friction in N.
        """
    @staticmethod
    def in_ball(socket: OfBuilder, radius: SupportsFloat | SupportsIndex) -> FrictionPoint:
        """
        In a ball joint in space, of the given radius.
        """
    @staticmethod
    def in_cylinder(sleeve: OfBuilder, radius: SupportsFloat | SupportsIndex) -> FrictionPoint:
        """
        In a sleeve in space, a cylindrical joint, of the given radius.
        """
    @staticmethod
    def in_guide(guide: OfBuilder, ends: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> tuple[FrictionPoint, FrictionPoint]:
        """
        The two ends of a guide of finite length, by their abscissas.
        """
    @staticmethod
    def in_hinge(hinge: OfBuilder, radius: SupportsFloat | SupportsIndex, *, on_belt: SignalLike | None = None) -> FrictionPoint:
        """
        The circumference of a hinge in space, made with `in_axes_of_a=True`, under what it carries across its axis; slip (m/s) and friction (N) are those on the circumference.
        """
    @staticmethod
    def in_pin(pin: OfBuilder, radius: SupportsFloat | SupportsIndex, *, on_belt: SignalLike | None = None) -> FrictionPoint:
        """
        A pin of the given radius, loaded by the force in the joint. It rubs on its circumference: slip (m/s), load and friction (N) are told there, and the moment about the pin is friction times radius.
        """
    @staticmethod
    def in_slot(slot: OfBuilder, *, on_belt: SignalLike | None = None) -> FrictionPoint:
        """
        The pin of a slot, loaded by the slot's reaction.
        """
    @staticmethod
    def on_rails(guide: OfBuilder, ends: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], gauge: SupportsFloat | SupportsIndex) -> list[FrictionPoint]:
        """
        The six pads of a carriage on two rails, a prismatic joint in space.
        """
    @staticmethod
    def on_shoulder(hinge: OfBuilder, radius: SupportsFloat | SupportsIndex, *, on_belt: SignalLike | None = None) -> FrictionPoint:
        """
        The shoulder of a hinge in space, made with `in_axes_of_a=True`, under what it carries along its axis; slip (m/s) and friction (N) are those at this radius.
        """

@final
class Hollow(Surface):
    """
    The inside of a surface.
    """
    def __new__(cls, /, surface: Surface) -> Hollow: ...

@final
class Identification:
    """
    The parameters of a family that fit measurements best, and how well these determine them.

    `plan` is a `Simulation` of `family.model`, whose settings the runs have, until `until`. `measured` are (reading, data, standard deviation): a column or a function of columns,
    a number at every sample, and one deviation for all of them: an array of deviations is not
    taken, but reading and data can be divided alike by what it is at each time, `(lambda at: at["rod.theta"] / (1 + at["t"]), angles / (1 + times), 1e-3)`. `instants` are (function of the run that lists times as they stand there, data, standard deviation). `within` has bounds by name.
    `cut_at` are times at which the runs are cut, for data over a long time or of a chaotic motion: each piece begins at a state that is found as well, and at the end they join.
    """
    def __new__(cls, /, family: Family, plan: Simulation, until: SupportsFloat | SupportsIndex, *, measured: "Sequence[tuple[Reading, Sequence[float] | Array, float]] | None" = None, instants: "Sequence[tuple[Callable[[Trajectory], Sequence[float]], Sequence[float], float]] | None" = None, within: "Mapping[str, tuple[float, float]] | None" = None, cut_at: "Sequence[float] | Array | None" = None) -> Identification: ...
    def run(self, /) -> Fit:
        """
        Looks for the best parameters.
        """

@final
class Inertia:
    """
    Mass, center and moments of inertia of a shape in space.
    """
    @property
    def center(self, /) -> list[float]:
        """
        Its center of mass, in the axes in which it was described.
        """
    @staticmethod
    def compose(parts: SupportsGetItem[int, Inertia]) -> Inertia:
        """
        Several shapes as one.
        """
    @staticmethod
    def cone(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex, height: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A cone along z, its tip above; the origin is its center of mass, a quarter of the height above the base.
        """
    @staticmethod
    def cuboid(mass: SupportsFloat | SupportsIndex, edges: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Inertia:
        """
        A block with these edges along x, y, z.
        """
    @staticmethod
    def cylinder(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex, length: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A cylinder, its axis along z.
        """
    @staticmethod
    def disk(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A thin disk, normal to z.
        """
    @staticmethod
    def ellipsoid(mass: SupportsFloat | SupportsIndex, half_axes: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Inertia:
        """
        An ellipsoid with these semi-axes along x, y, z.
        """
    @staticmethod
    def hollow_sphere(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A thin spherical shell.
        """
    @property
    def mass(self, /) -> float:
        """
        Its mass (kg).
        """
    def moved(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex, z: SupportsFloat | SupportsIndex) -> Inertia:
        """
        The same shape, moved along its axes.
        """
    @staticmethod
    def point(mass: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A mass at a point.
        """
    @staticmethod
    def ring(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex, wire: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A ring about z, of this radius to the middle of its wire; with a wire of radius 0 a hoop.
        """
    @staticmethod
    def rod(mass: SupportsFloat | SupportsIndex, length: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A thin rod along its z axis, its middle at the origin: a part of a body, for nothing of it resists a turn about z.
        """
    @staticmethod
    def sphere(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex) -> Inertia:
        """
        A ball.
        """
    @property
    def tensor(self, /) -> Array:
        """
        Its tensor of inertia about the center of mass (kg m²).
        """
    def turned(self, /, quaternion: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Inertia:
        """
        The same shape, turned by a quaternion (w, x, y, z) about the origin of its axes.
        """

@final
class Inverse:
    """
    Which forces make a motion: `actuators` are forces of unknown size along measures, by name; `motions` are pairs of a measure and the function of time that it follows.

    `limits` are the least and the largest force of an actuator by name, `weights` how much a force counts where the least ones are looked for.
    """
    def __new__(cls, /, model: Model, actuators: "Mapping[str, Measure]", motions: "Sequence[tuple[Measure, SignalLike]] | None" = None, *, limits: "Mapping[str, tuple[float, float]] | None" = None, weights: "Mapping[str, float] | None" = None) -> Inverse: ...
    def accelerated(self, /, state: State, accelerations: "Sequence[float] | Array") -> Inverted:
        """
        The forces at a state under which all velocities change as given.
        """
    def at(self, /, state: State) -> Inverted:
        """
        The forces at a state, whose positions and velocities are taken as they are.
        """
    def over(self, /, guess: State, times: "Sequence[float] | Array") -> list[Inverted]:
        """
        The forces at these times, each position found from the one before: all freedoms must be prescribed.
        """

@final
class Inverted:
    """
    Forces of actuators at an instant. They are in the order of the question where several make the motion: `range` says between what, `least` which are the smallest.
    """
    def force(self, /, actuator: str) -> float:
        """
        The force (or moment) of an actuator, if there is one and no other.
        """
    @property
    def is_determined(self, /) -> bool:
        """
        Is there one force for each actuator?
        """
    def least(self, /, actuator: str) -> float:
        """
        Its force among the least ones that make the motion.
        """
    def range(self, /, actuator: str) -> list[float]:
        """
        The least and the largest force of an actuator, the others giving what is missing: infinite where nothing limits it.
        """
    @property
    def reach(self, /) -> float:
        """
        How well the actuators reach what they are to move: 1 where each pushes along its own motion, 0 where they cannot move it.
        """
    def read(self, /) -> Snapshot:
        """
        Everything else at this instant under the least forces: reactions, friction, accelerations.
        """
    @property
    def state(self, /) -> State:
        """
        The state, its friction points decided.
        """
    @property
    def t(self, /) -> float:
        """
        Time (s).
        """

@final
class Joint(Constraint):
    """
    Joints in space, between marks. With `in_axes_of_a` reactions are told in the axes of the mark on a.
    """
    @staticmethod
    def cylindrical(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        A shaft in a sleeve: it turns about the z axis and slides along it.
        """
    @staticmethod
    def parallel(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        The z axes parallel.
        """
    @staticmethod
    def planar(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        A plate on a plane, whose normal is the z axis.
        """
    @staticmethod
    def point_on_line(line: Mark, point: SpatialPoint, *, in_axes_of_a: bool = False) -> Joint:
        """
        A point on the z axis of a mark.
        """
    @staticmethod
    def point_on_plane(plane: Mark, point: SpatialPoint, *, in_axes_of_a: bool = False) -> Joint:
        """
        A point on the plane of a mark, whose normal is its z axis.
        """
    @staticmethod
    def prismatic(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        A guide along the z axes.
        """
    @staticmethod
    def revolute(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        A hinge about the z axes.
        """
    @staticmethod
    def spherical(a: SpatialPoint, b: SpatialPoint) -> Joint:
        """
        A point on a point.
        """
    @staticmethod
    def universal(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        A cross: the z axes meet at a right angle.
        """
    @staticmethod
    def weld(a: Mark, b: Mark, *, in_axes_of_a: bool = False) -> Joint:
        """
        Fixed.
        """

@final
class KnifeEdge(Constraint):
    """
    The point of an edge moves on a body along its direction only, not across it: a skate, a wheel that does not skid.
    """
    def __new__(cls, /, on: BodyId, edge: Axis) -> KnifeEdge: ...

@final
class Knots:
    """
    A signal that is straight between knots, constant before the first and after the last, as a parameter of a family: each knot is one.
    """
    def __new__(cls, /, times: "Sequence[float] | Array", values: "Sequence[float] | Array") -> Knots: ...

@final
class Line(Curve):
    """
    A straight line through a point at an angle, its material on the right.
    """
    def __new__(cls, /, through: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], angle: SupportsFloat | SupportsIndex) -> Line: ...

@final
class LinearSystem:
    """
    A linear system with inputs and outputs: x' = A x + B u, y = C x + D u, about the `outputs` at rest.
    """
    @property
    def a(self, /) -> Array:
        """
        The matrix a.
        """
    @property
    def b(self, /) -> Array:
        """
        The matrix b.
        """
    @property
    def c(self, /) -> Array:
        """
        The matrix c.
        """
    @property
    def d(self, /) -> Array:
        """
        The matrix d.
        """
    def held(self, /, interval: SupportsFloat | SupportsIndex) -> tuple[Array, Array]:
        """
        A and B of steps of this length, the inputs held meanwhile: x₊ = A x + B u.
        """
    def in_outputs(self, /) -> LinearSystem:
        """
        The same system with its outputs for the state, where these determine it.
        """
    @property
    def outputs(self, /) -> Array:
        """
        The outputs at the state itself.
        """

@final
class LinearVelocity(Constraint):
    """
    A sum of coefficients times (vx, vy, spin) of bodies of the plane; zero, or `equal_to` a function of time.
    """
    def __new__(cls, /, terms: SupportsGetItem[int, tuple[BodyId, SupportsLenAndGetItem[SignalLike]]], *, equal_to: SignalLike | None = None) -> LinearVelocity: ...

@final
class Linearization:
    """
    A model linearized about a state, in coordinates of its freedoms: x' = A x.
    """
    @staticmethod
    def about(model: Model, state: State) -> Linearization:
        """
        About a state, which should be an equilibrium.
        """
    def conditions(self, /) -> list[float]:
        """
        By how much each eigenvalue moves at most with a change of the matrix.
        """
    @property
    def eigenvalues(self, /) -> list[complex]:
        """
        Its eigenvalues.
        """
    @property
    def error(self, /) -> float:
        """
        What the matrix is accurate to, or better.
        """
    def errors(self, /) -> list[float]:
        """
        How far each eigenvalue may be off.
        """
    @property
    def freedoms(self, /) -> tuple[int, int]:
        """
        Freedoms of position and of velocity.
        """
    @property
    def matrix(self, /) -> Array:
        """
        The matrix A of x' = A x.
        """
    def modes(self, /) -> "list[ModeShape]":
        """
        Its modes: eigenvalue, frequency, damping, and the motion of all coordinates and velocities.
        """
    def oscillations(self, /) -> "list[ModeShape]":
        """
        Those that oscillate, one of each pair, the slowest first.
        """
    @property
    def residual(self, /) -> float:
        """
        The largest acceleration at the state itself: zero at an equilibrium and in a steady motion.
        """
    def response(self, /, omegas: "Sequence[float] | Array", body: Named, wrench: "Sequence[float]") -> "NDArray[np.complex128]":
        """
        How far all parts move under a force and moment cos ωt on a body (three numbers in the plane, six in space), in the order of the velocities, a row for each ω.
        """
    def system(self, /, inputs: SupportsGetItem[int, Named], outputs: SupportsGetItem[int, Reading]) -> LinearSystem:
        """
        x' = A x + B u, y = C x + D u: with these inputs of the model, and what these outputs read, columns or functions of them.
        """

@final
class LookupTable:
    """
    A function that goes through points.
    """
    def __call__(self, /, x: SupportsFloat | SupportsIndex) -> float:
        """
        Its value there.
        """
    @staticmethod
    def clamped(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]], slopes: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> LookupTable:
        """
        A cubic spline with these slopes at its ends.
        """
    @staticmethod
    def cubic(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> LookupTable:
        """
        A cubic spline.
        """
    @staticmethod
    def linear(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> LookupTable:
        """
        Straight between the points.
        """
    @staticmethod
    def linear_periodic(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> LookupTable:
        """
        Straight between the points, and again from the last one on.
        """
    @staticmethod
    def periodic(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> LookupTable:
        """
        A cubic spline that goes on as it began.
        """

@final
class Mark:
    """
    A point with axes fixed in a body in space.
    """
    def moved(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex, z: SupportsFloat | SupportsIndex) -> Mark:
        """
        The same axes elsewhere, moved along themselves.
        """
    def point(self, /) -> SpatialPoint:
        """
        Its point.
        """
    def turned(self, /, quaternion: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Mark:
        """
        Its axes turned by a quaternion (w, x, y, z) about themselves.
        """
    def with_x(self, /, direction: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Mark:
        """
        Its x axis as near to this direction of the body as its z axis allows.
        """

@final
class MassProperties:
    """
    Mass, center and moment of inertia of a shape in the plane.
    """
    @property
    def center(self, /) -> tuple[float, float]:
        """
        Its center of mass.
        """
    @staticmethod
    def combine(parts: SupportsGetItem[int, MassProperties]) -> MassProperties:
        """
        Several shapes as one.
        """
    @staticmethod
    def disk(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        A disk.
        """
    @staticmethod
    def ellipse(mass: SupportsFloat | SupportsIndex, a: SupportsFloat | SupportsIndex, b: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        An ellipse with these semi-axes.
        """
    @property
    def inertia(self, /) -> float:
        """
        Its moment of inertia about its center of mass (kg m²).
        """
    @property
    def mass(self, /) -> float:
        """
        Its mass (kg).
        """
    @staticmethod
    def point(mass: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        A mass at a point.
        """
    @staticmethod
    def polygon(vertices: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]], density_per_area: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        A polygon of a mass per area.
        """
    @staticmethod
    def rectangle(mass: SupportsFloat | SupportsIndex, width: SupportsFloat | SupportsIndex, height: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        A rectangle.
        """
    @staticmethod
    def ring(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        A thin ring.
        """
    @staticmethod
    def rod(mass: SupportsFloat | SupportsIndex, length: SupportsFloat | SupportsIndex) -> MassProperties:
        """
        A thin rod along its x axis.
        """
    def shifted(self, /, by: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> MassProperties:
        """
        The same shape elsewhere.
        """

@disjoint_base
class Measure:
    """
    A number that two bodies have between them: an angle, a travel, a distance.
    """

@final
class Model:
    """
    A mechanism: built once, never changed, shared by all runs.
    """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def body(self, /, name: str) -> "Any":
        """
        The body of this name, as its handle: of a model that was read from a file too.
        """
    @property
    def body_names(self, /) -> list[str]:
        """
        Names of the bodies.
        """
    def branches(self, /, state: State) -> "list[Branch]":
        """
        Every motion that friction admits at a state.
        """
    def certificate(self, /, state: State) -> "tuple[float, list[tuple[list[str], float, str | None]]]":
        """
        The bound of the certificate at a state (below 1 friction admits one motion only), and which theorem says it of which points.
        """
    def constraint(self, /, name: str) -> ConstraintId:
        """
        The constraint of this name, as its handle.
        """
    @property
    def constraint_names(self, /) -> list[str]:
        """
        Names of the constraints.
        """
    def contact(self, /, name: str) -> ContactId:
        """
        The contact of this name.
        """
    @property
    def contact_names(self, /) -> list[str]:
        """
        Names of the contacts that open.
        """
    @property
    def coordinate_names(self, /) -> list[str]:
        """
        Names of the coordinates q.
        """
    def decide_friction(self, /, state: State) -> None:
        """
        Decides for every friction point of a state, which it changes, whether it sticks or slides, and where to. A run does so by itself when it starts.
        """
    def force(self, /, name: str) -> ForceId:
        """
        The force of this name.
        """
    @property
    def force_names(self, /) -> list[str]:
        """
        Names of the forces.
        """
    def freedoms(self, /, state: State) -> "Freedoms":
        """
        Freedoms at a state, and rows that depend on each other.
        """
    def friction(self, /, name: str) -> FrictionId:
        """
        The friction point of this name.
        """
    @property
    def friction_names(self, /) -> list[str]:
        """
        Names of the friction points.
        """
    @staticmethod
    def from_json(text: str) -> Model:
        """
        A model of what `to_json` has written.
        """
    @property
    def gravity(self, /) -> list[float]:
        """
        Gravity (m/s²).
        """
    @staticmethod
    def load(path: str | PathLike[str]) -> Model:
        """
        Reads a model from a file.
        """
    def placed(self, /) -> State:
        """
        Where the bodies were placed; no constraint is looked at.
        """
    def read(self, /, state: State) -> Snapshot:
        """
        What can be read at a state.
        """
    @property
    def row_names(self, /) -> list[str]:
        """
        Names of the rows of the constraints.
        """
    def save(self, /, path: str | PathLike[str]) -> None:
        """
        Writes the model into a file.
        """
    def start(self, /, values: "Mapping[str, float] | None" = None, *, hold: SupportsGetItem[int, str] | None = None, keep: SupportsGetItem[int, str] | None = None, t: SupportsFloat | SupportsIndex | None = None, guess: State | None = None, measures: SupportsGetItem[int, tuple[Measure, SupportsFloat | SupportsIndex]] | None = None, rates: SupportsGetItem[int, tuple[Measure, SupportsFloat | SupportsIndex]] | None = None, hold_measures: SupportsGetItem[int, Measure] | None = None) -> Started:
        """
        A start that satisfies every constraint: `values` of coordinates and velocities by name, coordinates to `hold` and velocities to `keep` as they are, and
        values and rates of measures, and `hold_measures` to hold as they are. From the bodies' places, or from the state `guess`.
        """
    def to_json(self, /) -> str:
        """
        The model as JSON.
        """
    def variable(self, /, name: str) -> VariableId:
        """
        The input, or other variable, of this name.
        """
    @property
    def variable_names(self, /) -> list[str]:
        """
        Names of the inputs.
        """
    @property
    def velocity_names(self, /) -> list[str]:
        """
        Names of the velocities v.
        """

@final
class ModelBuilder:
    """
    A model in the making: bodies, and what acts on them, each with a name. `gravity` has two components in the plane, three in space.
    """
    def __new__(cls, /, *, gravity: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None, allow_redundant: bool = False) -> ModelBuilder: ...
    def body(self, /, name: str, body: "RigidBody | Particle | Solid") -> Any:
        """
        Adds a RigidBody, a Solid or a Particle; gives its handle.
        """
    def build(self, /) -> Model:
        """
        The model. The builder is used up.
        """
    def constraint(self, /, name: str, constraint: Constraint) -> ConstraintId:
        """
        Adds a constraint.
        """
    def contact(self, /, name: str, gap: Constraint, law: Rigid) -> ContactId:
        """
        Adds a contact that opens and closes by itself: a `Contact.between` or a `Stop`, with its law.
        """
    def contacts(self, /, name: str, parts: SupportsGetItem[int, tuple[str, Constraint]], law: Rigid) -> list[ContactId]:
        """
        Adds contacts that belong together, of `Play` or `Runner`, each with its own part of the name.
        """
    def force(self, /, name: str, force: Force) -> ForceId:
        """
        Adds a force.
        """
    def friction(self, /, name: str, point: FrictionPoint, law: FrictionLaw) -> FrictionId:
        """
        Adds a friction point with its law.
        """
    def input(self, /, name: str, value: SupportsFloat | SupportsIndex) -> VariableId:
        """
        Adds an input: a number of the state that stays as it is until an event or the user changes it.
        """
    def variable(self, /, name: str, value: SupportsFloat | SupportsIndex, rate: Reading) -> VariableId:
        """
        Adds a number of the state that changes with a rate: a text or a function of the motion, of the number itself as well: `lambda at: -at["heat"] + at["disk.omega"]**2`.
        """

@final
class NonlinearSpring(Force):
    """
    A spring along a measure whose force is no straight line, with a damper of its own: a table or a formula of the rate `v`.
    """
    @staticmethod
    def energy(measure: Measure, energy: FormulaLike, *, damper: Damper | None = None) -> NonlinearSpring:
        """
        By its energy, a formula of the value `x`.
        """
    @staticmethod
    def none(measure: Measure, *, damper: Damper | None = None) -> NonlinearSpring:
        """
        No spring: a damper alone.
        """
    @staticmethod
    def table(measure: Measure, pull: LookupTable, *, damper: Damper | None = None) -> NonlinearSpring:
        """
        By a table of its pull over the value.
        """

@final
class OnPlane(SpatialPair):
    """
    A surface of b on a plane of a.
    """
    def __new__(cls, /, plane: Surface, surface: Surface) -> OnPlane: ...

@disjoint_base
class Pair:
    """
    Shapes of two bodies of the plane that touch.
    """

@final
class Particle:
    """
    A mass at a point, at rest at the origin of the plane if nothing else is told; with three coordinates in space.
    """
    def __new__(cls, /, mass: SupportsFloat | SupportsIndex, *, at: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None, moving: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None) -> Particle: ...
    @staticmethod
    def in_space(mass: SupportsFloat | SupportsIndex, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Particle:
        """
        A mass at a point in space.
        """

@final
class PlacedCurve(Curve):
    """
    A curve elsewhere in its body (in Rust `contact::curve::Placed`).
    """
    def __new__(cls, /, curve: Curve, origin: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], angle: SupportsFloat | SupportsIndex) -> PlacedCurve: ...

@final
class PlacedSurface(Surface):
    """
    A surface elsewhere in its body, `turned` by a quaternion (w, x, y, z) (in Rust `contact::surface::Placed`).
    """
    def __new__(cls, /, surface: Surface, center: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], *, turned: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> PlacedSurface: ...

@final
class Plane(Surface):
    """
    A plane through a point, with its normal outward.
    """
    def __new__(cls, /, point: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], normal: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Plane: ...
    @staticmethod
    def horizontal() -> Plane:
        """
        z = 0.
        """

@final
class Play:
    """
    A slot of a width: what moves in it has play.
    """
    @staticmethod
    def between(axis: Axis, width: SupportsFloat | SupportsIndex) -> Play:
        """
        Between two lines along an axis.
        """
    def block(self, /, b: BodyId, size: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> list[tuple[str, Constraint]]:
        """
        A block of b, by length and height: `left.back`, `left.front`, `right.back`, `right.front`.
        """
    def point(self, /, b: BodyId, point: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> list[tuple[str, Constraint]]:
        """
        A point of b, `[x, y]` in its axes: `left`, `right`.
        """

@final
class Point:
    """
    A point fixed in a body of the plane.
    """

@final
class PointDriver(Constraint):
    """
    A point of the plane along a given path.
    """
    def __new__(cls, /, point: Point, path: SupportsLenAndGetItem[SignalLike]) -> PointDriver: ...

@final
class PointOn(SpatialPair):
    """
    A point of b, `[x, y, z]` in the axes of b from its center of mass, on a surface of a.
    """
    def __new__(cls, /, surface: Surface, point: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> PointOn: ...

@final
class PointOnCurve(Constraint):
    """
    A point on a curve of a body, near the parameter `near` at first.
    """
    def __new__(cls, /, body: BodyId, curve: Curve, point: Point, *, near: SupportsFloat | SupportsIndex | None = None) -> PointOnCurve: ...

@final
class Polynomial(Curve):
    """
    y = c₀ + c₁ x + c₂ x² + …, all of it or `between` two abscissas.
    """
    def __new__(cls, /, coefficients: SupportsGetItem[int, SupportsFloat | SupportsIndex], *, between: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Polynomial: ...

@final
class Position:
    """
    A position of a mechanism, at a value of its driver.
    """
    def ratio(self, /, of: Measure) -> list[float]:
        """
        A measure, and its first and second derivative by the driver.
        """
    @property
    def state(self, /) -> State:
        """
        The state; its velocities are those of a driver that moves with the speed 1.
        """
    @property
    def value(self, /) -> float:
        """
        The driver's value.
        """

@final
class Prismatic(Constraint):
    """
    b on a line of a, unturned: the line of b lies on that of a.
    """
    def __new__(cls, /, a: Axis, b: Axis) -> Prismatic: ...

@final
class Revolute(Constraint):
    """
    A point of b on a point of a. λ is the force on b in world axes.
    """
    def __new__(cls, /, a: Point, b: Point) -> Revolute: ...

@final
class Rigid:
    """
    The law of a contact that opens: smooth or rough, plastic or bouncing.
    """
    @staticmethod
    def rough(law: FrictionLaw, *, bouncing: SupportsFloat | SupportsIndex = 0.0, bouncing_by: FormulaLike | None = None) -> Rigid:
        """
        With friction.
        """
    @staticmethod
    def smooth(*, bouncing: SupportsFloat | SupportsIndex = 0.0, bouncing_by: FormulaLike | None = None) -> Rigid:
        """
        Without friction. `bouncing` is the coefficient of restitution, `bouncing_by` a formula for it of the closing speed `speed`.
        """

@final
class RigidBody:
    """
    A rigid body in the plane.

    `at` is (x, y, angle), `moving` (vx, vy, spin); what is not told is zero. `between` two points instead lays its x axis along them, its center half way.
    """
    def __new__(cls, /, mass: SupportsFloat | SupportsIndex, inertia: SupportsFloat | SupportsIndex, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> RigidBody: ...
    @staticmethod
    def disk(mass: SupportsFloat | SupportsIndex, radius: SupportsFloat | SupportsIndex, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> RigidBody:
        """
        A disk.
        """
    @staticmethod
    def ellipse(mass: SupportsFloat | SupportsIndex, a: SupportsFloat | SupportsIndex, b: SupportsFloat | SupportsIndex, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> RigidBody:
        """
        An ellipse with these semi-axes.
        """
    @staticmethod
    def from_shape(shape: MassProperties, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> RigidBody:
        """
        Of a shape's mass and moment of inertia, about its center of mass.
        """
    @staticmethod
    def rectangle(mass: SupportsFloat | SupportsIndex, width: SupportsFloat | SupportsIndex, height: SupportsFloat | SupportsIndex, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> RigidBody:
        """
        A rectangle.
        """
    @staticmethod
    def rod(mass: SupportsFloat | SupportsIndex, length: SupportsFloat | SupportsIndex, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> RigidBody:
        """
        A thin rod along its x axis.
        """

@final
class Rim:
    """
    A round edge of a body in space.
    """
    def __new__(cls, /, radius: SupportsFloat | SupportsIndex) -> Rim:
        """
        About the z axis, in the plane z = 0.
        """
    @staticmethod
    def around(center: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], axis: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], radius: SupportsFloat | SupportsIndex) -> Rim:
        """
        About an axis through a center.
        """

@final
class RimOnPlane(SpatialPair):
    """
    A round edge of b on a plane of a.
    """
    def __new__(cls, /, plane: Surface, rim: Rim) -> RimOnPlane: ...

@final
class Runner:
    """
    A guide with one side.
    """
    @staticmethod
    def along(axis: Axis) -> Runner:
        """
        On the left of an axis.
        """
    def block(self, /, b: BodyId, size: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> list[tuple[str, Constraint]]:
        """
        A block of b, by length and height: `back`, `front`.
        """

@final
class Screw(Constraint):
    """
    A screw along the z axes, which advances by `pitch` with each turn.
    """
    def __new__(cls, /, a: Mark, b: Mark, pitch: SupportsFloat | SupportsIndex, *, offset: SupportsFloat | SupportsIndex = 0.0) -> Screw: ...

@final
class Section:
    """
    Where a motion passes a surface, or at every whole period: states one after the other.
    """
    @staticmethod
    def falling(surface: "Reading", *, skip: SupportsIndex = 0, take: SupportsIndex = 100, within: SupportsFloat | SupportsIndex | None = None) -> Section:
        """
        Where it is passed from above.
        """
    @staticmethod
    def rising(surface: "Reading", *, skip: SupportsIndex = 0, take: SupportsIndex = 100, within: SupportsFloat | SupportsIndex | None = None) -> Section:
        """
        Where the surface, a guard as of an `Event`, is passed from below.
        """
    def run(self, /, simulation: Simulation, start: State) -> list[State]:
        """
        The states of a run from a start, after `skip` of them as many as it shall `take`; an error if `within` so many seconds there are fewer.
        """
    @staticmethod
    def strobed(period: "float", *, skip: SupportsIndex = 0, take: SupportsIndex = 100, within: SupportsFloat | SupportsIndex | None = None) -> Section:
        """
        At every whole period.
        """

@final
class Sensitivities:
    """
    Which derivatives a run carries: by every parameter of a family, and by coordinates or velocities of the start (`starts`); with `works` also of works, of forces, friction and drivers, which takes longer. `strict` ends a run where one is uncertain.
    """
    def __new__(cls, /, family: Family | None = None, *, starts: SupportsGetItem[int, str] | None = None, works: bool = False, strict: bool = False) -> Sensitivities: ...

@final
class Sensitivity:
    """
    The derivative of a run in one direction. `run.sensitivity("mu")["disk.theta"]` is that of a column.
    """
    def __getitem__(self, name: str, /) -> Array:
        """
        The derivative of a column at the samples. What has a corner there is not a number, and neither are works, unless the run was to follow them.
        """
    def at_end(self, /, reading: Reading) -> float:
        """
        The same at the end of the run.
        """
    def column(self, /, reading: Reading) -> Array:
        """
        The derivative of what a text or a function reads, `lambda at: at["disk.x"]**2`, at the samples.
        """
    def instant(self, /, t: SupportsFloat | SupportsIndex) -> float | None:
        """
        The derivative of the instant at which something happened, found by its time: of a transition, an event, an impact. None of what happens by the clock.
        """
    @property
    def q(self, /) -> Array:
        """
        Derivatives of the coordinates, a row for each sample.
        """
    @property
    def v(self, /) -> Array:
        """
        Derivatives of the velocities.
        """

@final
class Separation(Measure):
    """
    The distance of two points, in the plane or in space.
    """
    @staticmethod
    def between(a: AnyPoint, b: AnyPoint) -> Separation:
        """
        Of these two points.
        """

@final
class Shooting:
    """
    A periodic orbit by shooting: of a period that drives the model, or of a free one near the given.

    `turning` coordinates come back by whole turns, `advancing` ones do not come back.
    """
    @staticmethod
    def driven(period: SupportsFloat | SupportsIndex, *, turning: SupportsGetItem[int, str] | None = None, advancing: SupportsGetItem[int, str] | None = None, tolerance: SupportsFloat | SupportsIndex | None = None, step: SupportsFloat | SupportsIndex | None = None) -> Shooting:
        """
        Of a model that is driven with this period.
        """
    @staticmethod
    def free(period: SupportsFloat | SupportsIndex, *, turning: SupportsGetItem[int, str] | None = None, advancing: SupportsGetItem[int, str] | None = None, tolerance: SupportsFloat | SupportsIndex | None = None, step: SupportsFloat | SupportsIndex | None = None) -> Shooting:
        """
        Of a model without a clock, whose period is near this.
        """
    def run(self, /, simulation: Simulation, guess: State) -> "Orbit":
        """
        The orbit near a state: its state, period, multipliers.
        """

@final
class Signal:
    """
    A function of time as data.
    """
    def __call__(self, /, t: SupportsFloat | SupportsIndex) -> float:
        """
        Its value at a time.
        """
    def __new__(cls, /, law: SignalLike) -> Signal:
        """
        A number, a text, a function of `t` or a formula as a signal.
        """
    @staticmethod
    def constant(value: SupportsFloat | SupportsIndex) -> Signal:
        """
        The same at all times.
        """
    @staticmethod
    def formula(formula: FormulaLike) -> Signal:
        """
        A formula of `t`, and of what is given to it.
        """
    @staticmethod
    def input(variable: VariableId) -> Signal:
        """
        What an input of the model is at the time.
        """
    @staticmethod
    def polynomial(coefficients: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> Signal:
        """
        c₀ + c₁ t + c₂ t² + …
        """
    @staticmethod
    def ramp(times: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], values: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Signal:
        """
        From one value to another between two times, evenly.
        """
    def sine(self, /, amplitude: SupportsFloat | SupportsIndex, omega: SupportsFloat | SupportsIndex, phase: SupportsFloat | SupportsIndex) -> Signal:
        """
        This one and amplitude · sin(omega t + phase).
        """
    @staticmethod
    def smooth_step(times: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], values: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Signal:
        """
        From one value to another between two times, without a kink.
        """
    @staticmethod
    def table(table: LookupTable) -> Signal:
        """
        A table over time.
        """
    @staticmethod
    def trapezoid(times: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], height: SupportsFloat | SupportsIndex) -> Signal:
        """
        Zero, up between the first two times, down between the last two.
        """

@final
class Simulation:
    """
    How a model is run. Its keywords are the methods of Rust's `Simulation`:

    - `method`: "dop853", "dopri5", "tsit5", "radau5", "rk4", "bs23", "euler"; the last and "rk4" with a `fixed_step` (s), without control of the error. `tolerance`: relative, or a dict of `relative`,
      `length`, `angle`, `velocity`, `spin`, `variable`, `work`. Without `max_step` (s) steps are as long as the tolerances allow.
    - Samples are taken `every` so many seconds, counted from the start of the run, at `times`, or by `output` at "steps" or at both "ends"; the end is one, unless `times` leaves it out. `keep_dense` keeps
      the motion between them too, for `run.state_at(t)`.
    - `events`, and at how many places of a step at least their guards are looked at (`guard_checks`); `mend_at_most`: how far (m, rad) a coordinate may be moved where an event's change leaves constraints violated, 1e-3 if
      nothing is said. `zeno`: more than so many events within so many seconds end the run, (100, 1e-6) if nothing is said.
    - `stabilization` of the constraints: "projection", "auto", "none", or Baumgarte's gains (alpha, beta, gamma). `start_tolerance`: by how much the start may violate them.
    - `impacts`: "at_once", "in_turn", "whole"; `restitution`: "energetic", "poisson", "newton". `rest`: with which tolerance infinitely many impacts are brought to their end, `inf` for never.
    - `search` for the signs of the loads of friction: "reduced", "direct", "warm_started", "exhaustive"; where friction admits `several` motions: "stop", "keep".
    - `sensitivities`: derivatives that the run carries, of a `Family` or of `Sensitivities`. `progress(t, t_end, steps)` is called now and then, and ends the run with `False`.
    """
    def __new__(cls, /, model: Model, *, method: str = "dop853", tolerance: "float | Mapping[str, float] | None" = None, every: SupportsFloat | SupportsIndex | None = None, times: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None, output: str = "steps", fixed_step: SupportsFloat | SupportsIndex | None = None, max_step: SupportsFloat | SupportsIndex | None = None, stabilization: "str | tuple[float, float, float] | None" = None, events: SupportsGetItem[int, Event] | None = None, keep_dense: bool = False, guard_checks: SupportsIndex = 4, start_tolerance: SupportsFloat | SupportsIndex = 1e-6, zeno: tuple[SupportsIndex, SupportsFloat | SupportsIndex] | None = None, rest: SupportsFloat | SupportsIndex = 1e-9, search: str = "reduced", several: str = "stop", impacts: str = "at_once", restitution: str = "energetic", mend_at_most: SupportsFloat | SupportsIndex | None = None, sensitivities: "Family | Sensitivities | None" = None, progress: "Callable[[float, float, int], bool | None] | None" = None) -> Simulation: ...
    def run(self, /, start: State, t_end: SupportsFloat | SupportsIndex) -> Trajectory:
        """
        Runs from a state until the time `t_end`, which is no duration: a run from `run.end` counts on. With `t_end=inf` it runs until an event with `stop=True`. The interpreter is free meanwhile, and Ctrl-C ends the run: the KeyboardInterrupt has what was computed as `partial`.
        """

@final
class SlipCurve(FrictionLaw):
    """
    A coefficient as a table, or a formula of `v`, over the slip speed.
    """
    @staticmethod
    def formula(sliding: FormulaLike, holding: SupportsFloat | SupportsIndex, *, viscous: SupportsFloat | SupportsIndex = 0.0) -> SlipCurve:
        """
        By a formula of the slip speed `v`.
        """
    @staticmethod
    def table(sliding: LookupTable, holding: SupportsFloat | SupportsIndex, *, viscous: SupportsFloat | SupportsIndex = 0.0) -> SlipCurve:
        """
        By a table over the slip speed.
        """

@final
class Slot(Constraint):
    """
    A point of b on a line of a.
    """
    def __new__(cls, /, line: Axis, pin: Point) -> Slot: ...

@final
class SmoothedFriction(Force):
    """
    Friction as a smooth function of the slip speed, which creeps instead of sticking: for comparison.
    """
    @staticmethod
    def along(measure: Measure, mu: SupportsFloat | SupportsIndex, normal: SupportsFloat | SupportsIndex, width: SupportsFloat | SupportsIndex) -> SmoothedFriction:
        """
        Along a measure, under a given load.
        """

@final
class Snapshot:
    """
    An instant of a motion: `at["disk.theta"]`, reactions, friction.
    """
    def __getitem__(self, name: str, /) -> float: ...
    @property
    def acceleration(self, /) -> Array:
        """
        Accelerations, in the order of the velocities: of bodies in space as they are, the last three are the rates of the spin in the body's own axes.
        """
    def along(self, /, element: Named) -> "Action":
        """
        What a spring, a damper, an actuator, a driver or a rod does along its measure: its length or angle, the rate of that, and its force.
        """
    def axis_angle(self, /, body: Named) -> "tuple[Array, float]":
        """
        The axis about which a body in space is turned, and by how much, between 0 and π (rad); of one that is not turned the axis is zero.
        """
    def body(self, /, body: Named) -> "PlanarFrame | SpatialFrame":
        """
        Where a body is, how it is turned, and how it moves, all in world axes.
        """
    def contact(self, /, contact: Named) -> "ContactReading":
        """
        A contact that opens.
        """
    @property
    def energy(self, /) -> float:
        """
        Kinetic and potential energy together (J).
        """
    def friction(self, /, point: Named) -> "FrictionReading":
        """
        A friction point.
        """
    def friction_force(self, /, contact: Named) -> Array:
        """
        The friction force of a contact on its second body, in world axes. Its `reaction` is the normal force alone.
        """
    def friction_on(self, /, point: Named, body: Named) -> "Wrench":
        """
        The friction force of a point on one of the bodies that rub.
        """
    def friction_range(self, /, point: Named) -> list[float]:
        """
        The least and the largest force that a friction point can have, the others sharing the rest: the same number twice unless it sticks together with others.
        """
    def measure(self, /, measure: Measure) -> tuple[float, float]:
        """
        A measure: its value and its rate.
        """
    def mode(self, /, constraint: Named) -> str:
        """
        What a constraint, a friction point or a contact does.
        """
    def multipliers(self, /, constraint: Named) -> Array:
        """
        Multipliers of a constraint.
        """
    def position(self, /, point: AnyPoint) -> list[float]:
        """
        Where a point of a body is.
        """
    def reaction(self, /, constraint: Named, *, on: Named | None = None) -> "Wrench":
        """
        The reaction of a constraint on its last body, or `on` another one, without friction.
        """
    def roll_pitch_yaw(self, /, body: Named) -> list[float]:
        """
        Roll, pitch and yaw of a body in space (rad): turned by the roll about the world's x axis, then by the pitch about y, then by the yaw about z.
        """
    def rotation(self, /, body: Named) -> Array:
        """
        The rotation matrix of a body in space, from its axes to those of the world: its columns are the body's axes.
        """
    def second_rate(self, /, measure: Measure) -> float:
        """
        The second rate of a measure: the rate of its rate.
        """
    def slip_velocity(self, /, contact: Named) -> Array:
        """
        The velocity with which the second body of a contact slips over the first, in world axes.
        """
    @property
    def state(self, /) -> State:
        """
        The state, as a copy.
        """
    @property
    def t(self, /) -> float:
        """
        Time (s).
        """
    def velocity(self, /, point: AnyPoint) -> list[float]:
        """
        The velocity of a point of a body.
        """
    def work(self, /, force: Named) -> float | None:
        """
        The work that a force has done since the start of the run (J); none of one that has a potential and nothing else.
        """

@final
class Solid:
    """
    A rigid body in space.

    `at` is its center of mass, `turned` its attitude as a quaternion (w, x, y, z), `moving` its velocity, `spinning` its spin in its own axes; at first it stands at the origin, unturned and
    at rest. `between` two points instead lays its z axis along them, its center half way: as rods, cylinders and disks have theirs.
    """
    def __new__(cls, /, mass: SupportsFloat | SupportsIndex, inertia: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]], *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None, turned: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, spinning: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Solid:
        """
        By the tensor of inertia about its center of mass, in its own axes (kg m²).
        """
    @staticmethod
    def from_inertia(inertia: Inertia, *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None, turned: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, spinning: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Solid:
        """
        Of a shape: its frame is at the shape's center of mass, its axes are the shape's.
        """
    @staticmethod
    def principal(mass: SupportsFloat | SupportsIndex, moments: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], *, at: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, between: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None, turned: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, moving: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None, spinning: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] | None = None) -> Solid:
        """
        By its principal moments of inertia, about its own axes.
        """

@final
class SpatialBodyId:
    """
    A body in space, or `WORLD`.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def axis(self, /, through: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], direction: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> Mark:
        """
        A point with axes, whose z axis has this direction in the body's axes.
        """
    def mark(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex, z: SupportsFloat | SupportsIndex) -> Mark:
        """
        A point with the axes of the body.
        """
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """
    def origin(self, /) -> SpatialPoint:
        """
        The center of mass.
        """
    def point(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex, z: SupportsFloat | SupportsIndex) -> SpatialPoint:
        """
        The point with these coordinates in the body's axes, from its center of mass.
        """

@disjoint_base
class SpatialPair:
    """
    Shapes of two bodies in space that touch.
    """

@final
class SpatialPoint:
    """
    A point fixed in a body in space.
    """

@final
class Sphere(Surface):
    """
    A sphere.
    """
    def __new__(cls, /, center: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], radius: SupportsFloat | SupportsIndex) -> Sphere: ...

@final
class Spheres(SpatialPair):
    """
    Two spheres.
    """
    @staticmethod
    def inside(a: Surface, b: Surface) -> Spheres:
        """
        b inside a.
        """
    @staticmethod
    def outside(a: Surface, b: Surface) -> Spheres:
        """
        b outside of a.
        """

@final
class Spline(Curve):
    """
    A smooth curve through points.
    """
    @staticmethod
    def between(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]], directions: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> Spline:
        """
        The same, in these directions at its ends.
        """
    @staticmethod
    def closed(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> Spline:
        """
        Closed.
        """
    @staticmethod
    def open(points: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> Spline:
        """
        From the first to the last one.
        """

@final
class SpringDamper(Force):
    """
    A spring with a damper.
    """
    @staticmethod
    def along(measure: Measure, stiffness: SupportsFloat | SupportsIndex, *, rest: SupportsFloat | SupportsIndex = 0.0, damping: SupportsFloat | SupportsIndex = 0.0) -> SpringDamper:
        """
        Along a measure.
        """
    @staticmethod
    def between(a: AnyPoint, b: AnyPoint, stiffness: SupportsFloat | SupportsIndex, *, rest: SupportsFloat | SupportsIndex = 0.0, damping: SupportsFloat | SupportsIndex = 0.0) -> SpringDamper:
        """
        Between two points, in the plane or in space.
        """
    @staticmethod
    def guided(line: Axis, point: Point, stiffness: SupportsFloat | SupportsIndex, *, rest: SupportsFloat | SupportsIndex = 0.0, damping: SupportsFloat | SupportsIndex = 0.0) -> SpringDamper:
        """
        Along a line, on a point that moves on it.
        """
    @staticmethod
    def torsional(a: BodyId, b: BodyId, stiffness: SupportsFloat | SupportsIndex, *, rest: SupportsFloat | SupportsIndex = 0.0, damping: SupportsFloat | SupportsIndex = 0.0) -> SpringDamper:
        """
        On the angle between two bodies of the plane.
        """

@final
class SpringToPath(Force):
    """
    A spring from a point to a place that moves on a given path. Its pull may be a `table`, or the slope of an `energy`, of the length.
    """
    def __new__(cls, /, path: SupportsGetItem[int, SignalLike], point: AnyPoint, stiffness: SupportsFloat | SupportsIndex, *, rest: SupportsFloat | SupportsIndex = 0.0, damping: SupportsFloat | SupportsIndex = 0.0, energy: FormulaLike | None = None, table: LookupTable | None = None, damper: Damper | None = None) -> SpringToPath: ...

@final
class Started(State):
    """
    A state that satisfies every constraint, and how far it is from what was asked for.
    """
    @property
    def changed(self, /) -> list[tuple[str, float, float]]:
        """
        Every coordinate and velocity that is not what was asked for, but for rounding: name, from, to.
        """
    @property
    def moved(self, /) -> tuple[float, str]:
        """
        The largest change of a coordinate, and which.
        """
    @property
    def phi(self, /) -> float:
        """
        The largest violation of a constraint of positions.
        """
    @property
    def rate(self, /) -> float:
        """
        The largest violation on the level of velocities.
        """
    @property
    def sped(self, /) -> tuple[float, str]:
        """
        The largest change of a velocity, and which.
        """

@disjoint_base
class State:
    """
    All that a run needs to go on: time, coordinates, velocities, modes, inputs. `state["disk.theta"]` is read and set by name.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getitem__(self, name: str, /) -> float: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __setitem__(self, name: str, value: SupportsFloat | SupportsIndex, /) -> None: ...
    def close(self, /, contact: Named) -> None:
        """
        Closes a contact.
        """
    def copy(self, /) -> State:
        """
        A copy.
        """
    @staticmethod
    def from_json(text: str) -> State:
        """
        A state of what `to_json` has written; `of(model)` tells it the names.
        """
    def hold(self, /, constraint: Named) -> None:
        """
        Lets a constraint act again that `release` has switched off. The state must satisfy it: in an event's `change` a run brings it there, if it is near: examples/geneva.py is a Geneva drive. (What keeps a coordinate
        where it is while a start is looked for is `model.start(…, hold=["crank.theta"])`.)
        """
    @property
    def modes(self, /) -> list[str]:
        """
        Modes of constraints and friction points, in the order of the model.
        """
    def of(self, /, model: Model) -> State:
        """
        A copy that knows the names of a model.
        """
    def open(self, /, contact: Named) -> None:
        """
        Opens a contact.
        """
    @property
    def q(self, /) -> Array:
        """
        Coordinates, as a copy.
        """
    @q.setter
    def q(self, /, q: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> None: ...
    def release(self, /, constraint: Named) -> None:
        """
        Switches a constraint off: it has no force until `hold` lets it act again. Of what is switched off at first this is told of the start: `start.release("catch")`.
        """
    def set_angle(self, /, body: Named, angle: SupportsFloat | SupportsIndex) -> None:
        """
        Turns a body of the plane to an angle.
        """
    def set_attitude(self, /, body: Named, quaternion: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> None:
        """
        Turns a body in space to an attitude, a quaternion (w, x, y, z).
        """
    def set_friction(self, /, point: Named, mode: str) -> None:
        """
        Says of a friction point whether it is to "stick", to slide "forward" or "backward", or is "undecided". A run decides anew when it starts; an analysis takes it as it is.
        """
    def set_position(self, /, body: Named, place: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> None:
        """
        Places a body's center of mass.
        """
    def set_variable(self, /, variable: Named, value: SupportsFloat | SupportsIndex) -> None:
        """
        Sets an input.
        """
    def set_velocity(self, /, body: Named, velocity: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> None:
        """
        Gives a body's center of mass a velocity.
        """
    @property
    def t(self, /) -> float:
        """
        Time (s).
        """
    @t.setter
    def t(self, /, t: SupportsFloat | SupportsIndex) -> None: ...
    def to_json(self, /) -> str:
        """
        The state as JSON.
        """
    @property
    def v(self, /) -> Array:
        """
        Velocities, as a copy.
        """
    @v.setter
    def v(self, /, v: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> None: ...

@final
class Stop(Constraint):
    """
    A limit of a measure: a contact that opens, or a constraint that holds the measure there.
    """
    @staticmethod
    def above(measure: Measure, least: SupportsFloat | SupportsIndex) -> Stop:
        """
        The measure stays above.
        """
    @staticmethod
    def below(measure: Measure, most: SupportsFloat | SupportsIndex) -> Stop:
        """
        The measure stays below.
        """

@final
class Stribeck(FrictionLaw):
    """
    Stribeck's law: at the slip speed u the coefficient is `fast` + (`rest` − `fast`) exp(−(u/`speed`)²), so that at u = `speed` 37 % of the difference are left; `rest` is that of holding too.

    `viscous` (N s/m) times u is added to the force, whatever the load.
    """
    def __new__(cls, /, fast: SupportsFloat | SupportsIndex, rest: SupportsFloat | SupportsIndex, speed: SupportsFloat | SupportsIndex, *, viscous: SupportsFloat | SupportsIndex = 0.0) -> Stribeck: ...

@final
class Support(Curve):
    """
    A closed convex curve by the distance of its tangents from the origin.
    """
    @staticmethod
    def fourier(mean: SupportsFloat | SupportsIndex, harmonics: SupportsGetItem[int, SupportsLenAndGetItem[SupportsFloat | SupportsIndex]]) -> Support:
        """
        A mean, and cosine and sine of each harmonic.
        """

@disjoint_base
class Surface:
    """
    A surface in the axes of a body in space.
    """

@final
class Surfaces(SpatialPair):
    """
    Any two surfaces, b on the outside of a, near these points of both at first.
    """
    def __new__(cls, /, a: Surface, b: Surface, *, near: SupportsLenAndGetItem[SupportsLenAndGetItem[SupportsFloat | SupportsIndex]] | None = None) -> Surfaces: ...

@final
class Sweep:
    """
    A mechanism led through the range of a driver, which is any measure: positions, ratios of velocities, dead centers.
    """
    def __new__(cls, /, model: Model, driver: Measure) -> Sweep: ...
    def dead_centers(self, /, guess: State, of: Measure, step: SupportsFloat | SupportsIndex) -> "list[DeadCenter]":
        """
        Where `of` turns back on the way once around, found with steps of about this length.
        """
    def through(self, /, guess: State, values: "Sequence[float] | Array") -> list[Position]:
        """
        The positions at these values of the driver, each found from the one before.
        """

@final
class Torus(Surface):
    """
    A torus about the z axis.
    """
    def __new__(cls, /, ring: SupportsFloat | SupportsIndex, tube: SupportsFloat | SupportsIndex) -> Torus: ...

@final
class Trajectory:
    """
    The result of a run: a mapping of columns by name (`run["disk.theta"]`), and what happened.
    """
    def __array__(self, /, *_how: "Any", **_more: "Any") -> "Any":
        """
        Refused: it would be the names alone.
        """
    def __contains__(self, name: Any, /) -> bool:
        """
        Can it be asked for?
        """
    def __getitem__(self, name: str, /) -> Array:
        """
        A column by name.
        """
    def __iter__(self, /) -> Any: ...
    def __len__(self, /) -> int:
        """
        How many columns the whole table has; samples are as many as `run.t`.
        """
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str:
        """
        The page in a frame, for notebooks.
        """
    def animation(self, /, path: str | PathLike[str]) -> None:
        """
        A moving picture of a motion in the plane, as SVG.
        """
    def axis_angle(self, /, body: Named) -> "tuple[Array, Array]":
        """
        About which axis a body in space is turned at the samples, three columns, and by how much, between 0 and π (rad); of one that is not turned the axis is zero.
        """
    def before(self, /, t: SupportsFloat | SupportsIndex) -> State:
        """
        The state at any time as it is reached, of a run with `keep_dense`: at an impact, or at an event that changes the state, the one before it.
        """
    def contact(self, /, contact: Named) -> "Contacts":
        """
        A contact that opens at the samples: `mode`, `gap`, `rate`, `slip`, `normal`, `tangential`.
        """
    @property
    def counters(self, /) -> dict[str, int]:
        """
        How much was computed.
        """
    def drift_of(self, /, constraint: Named) -> float:
        """
        The largest violation of a constraint.
        """
    @property
    def end(self, /) -> State:
        """
        The state at the end: a run goes on from there.
        """
    @property
    def energy_error(self, /) -> float:
        """
        The largest change of the column `balance`, the energy less the work of all that has no potential: an error of the integration (J).
        """
    def events(self, /) -> "list[EventRecord]":
        """
        Every event that was recorded, with the state there.
        """
    def flags(self, /) -> list[tuple[float, str]]:
        """
        Where the derivatives of the run are one-sided or uncertain: when, and why.
        """
    def friction(self, /, point: Named) -> "Frictions":
        """
        A friction point at the samples: `mode`, `slip`, `load`, `force`.
        """
    def friction_force(self, /, contact: Named) -> Array:
        """
        The friction force of a contact on its second body at the samples, in world axes: three columns. Its `reaction` is the normal force alone.
        """
    def friction_summary(self, /, point: Named) -> "FrictionSummary":
        """
        What a friction point did altogether.
        """
    @staticmethod
    def from_json(text: str, model: Model) -> Trajectory:
        """
        A run of what `to_json` has written, and its model.
        """
    def get(self, /, name: "str", default: "Any" = None) -> "Any":
        """
        A column by name, or `default` if there is none of this name.
        """
    def gradient(self, /, reading: Reading) -> Array:
        """
        The derivatives of what a text or a function reads at the end of the run, in all directions: of a family in the order of its `values`, then by the start. By all knots of signals at the price of a few.
        """
    def gradients(self, /, reading: Reading) -> Array:
        """
        The same at the samples, a row for each.
        """
    def html(self, /, *, title: str | None = None, most_frames: SupportsIndex | None = None) -> str:
        """
        That page as a text.
        """
    def impacts(self, /) -> "list[Impact]":
        """
        Every impact.
        """
    def items(self, /) -> list[tuple[str, Array]]:
        """
        The columns of the whole table with their names: `dict(run)`, `pandas.DataFrame(dict(run))`.
        """
    def keys(self, /) -> list[str]:
        """
        Names of the columns of the whole table. `reaction.joint.fx`, `friction.point.slip` and `along.force.value` can be asked for as well.
        """
    @property
    def kinetic(self, /) -> Array:
        """
        Kinetic energy at the samples (J).
        """
    @property
    def largest_coupling(self, /) -> float:
        """
        The largest bound of the coupling of friction: below 1 there was one motion at every step.
        """
    @property
    def largest_phi(self, /) -> float:
        """
        The largest violation of a constraint of positions at any step.
        """
    @property
    def largest_psi(self, /) -> float:
        """
        The largest violation of a constraint of velocities.
        """
    def last(self, /) -> Snapshot:
        """
        The last sample.
        """
    @property
    def model(self, /) -> Model:
        """
        The model that was run.
        """
    def multipliers(self, /, constraint: Named) -> Array:
        """
        Multipliers of a constraint at the samples.
        """
    def player(self, /, path: str | PathLike[str], *, title: str | None = None, most_frames: SupportsIndex | None = None) -> None:
        """
        Writes the page that plays the motion in a browser.
        """
    def plot(self, /, *columns: "str", ax: "Any" = None) -> "Any":
        """
        Draws columns over time with matplotlib, transitions as faint lines; gives the axes.
        """
    @property
    def potential(self, /) -> Array:
        """
        Potential energy at the samples (J).
        """
    @property
    def q(self, /) -> Array:
        """
        Coordinates, a row for each sample; their names are `model.coordinate_names`.
        """
    def reaction(self, /, constraint: Named, *, on: Named | None = None) -> "Wrenches":
        """
        The reaction of a constraint on its last body, or `on` another one, without friction, at the samples: `force`, `moment` and `point` with three columns each.
        """
    def roll_pitch_yaw(self, /, body: Named) -> Array:
        """
        Roll, pitch and yaw of a body in space at the samples (rad), three columns: turned by the roll about the world's x axis, then by the pitch about y, then by the yaw about z.
        """
    def rotation(self, /, body: Named) -> Array:
        """
        The rotation matrices of a body in space at the samples, from its axes to those of the world, of the shape (n, 3, 3): `r[k] @ p` is in world axes what p is in the body's.
        """
    def sample(self, /, index: SupportsIndex) -> Snapshot:
        """
        A sample; counted from the end if negative.
        """
    def samples(self, /) -> list[Snapshot]:
        """
        All samples.
        """
    def sensitivity(self, /, name: str) -> Sensitivity:
        """
        The derivative of the run by a parameter of its family, or by a coordinate of its start: of `Simulation(..., sensitivities=...)`.
        """
    def slip_velocity(self, /, contact: Named) -> Array:
        """
        The velocity with which the second body of a contact slips over the first at the samples, in world axes: three columns.
        """
    def state_at(self, /, t: SupportsFloat | SupportsIndex) -> State:
        """
        The state at any time, of a run with `keep_dense`.
        """
    @property
    def stiffness(self, /) -> tuple[int, float] | None:
        """
        How many steps were held small by stiffness, and its rate (1/s); none if the method is implicit.
        """
    @property
    def t(self, /) -> Array:
        """
        Times of the samples.
        """
    def to_csv(self, /) -> str:
        """
        The whole table as a text of comma-separated values.
        """
    def to_json(self, /) -> str:
        """
        The run as JSON, without its model and its derivatives: a run that was read back refuses to tell these.
        """
    def to_pandas(self, /, *columns: "str") -> "pandas.DataFrame":
        """
        Columns, or all, as a pandas.DataFrame over time.
        """
    def transitions(self, /) -> "list[Transition]":
        """
        Every change of a friction point or of a contact.
        """
    @property
    def v(self, /) -> Array:
        """
        Velocities, a row for each sample.
        """
    def values(self, /) -> list[Array]:
        """
        The columns of the whole table.
        """
    def write_csv(self, /, path: str | PathLike[str]) -> None:
        """
        Writes the whole table as CSV.
        """
    def write_npz(self, /, path: str | PathLike[str]) -> None:
        """
        Writes everything as arrays of NumPy.
        """

@final
class Travel(Measure):
    """
    The abscissa of a point along a line, or its height above it.
    """
    @staticmethod
    def across(line: Axis, point: Point) -> Travel:
        """
        Its height on the left of the line.
        """
    @staticmethod
    def along(line: Axis, point: Point) -> Travel:
        """
        The abscissa of the point along the line.
        """

@final
class Turn:
    """
    Something that happens on a branch of orbits.
    """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def after(self, /) -> int:
        """
        It is between this point of the branch and the next one.
        """
    @property
    def kind(self, /) -> str:
        """
        What: "fold", "doubling", "torus", "crossing", "path".
        """
    def orbit(self, /) -> "Orbit":
        """
        The orbit there.
        """
    @property
    def unstable(self, /) -> list[int]:
        """
        How many multipliers are larger than one before it, and after.
        """
    @property
    def value(self, /) -> float:
        """
        The parameter there.
        """

@final
class VariableId:
    """
    An input, or another variable of the model.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        Its name in the model.
        """

@final
class Weld(Constraint):
    """
    b fixed to a: the line of b lies on that of a, point on point.
    """
    def __new__(cls, /, a: Axis, b: Axis) -> Weld: ...

def equilibrium(model: Model, guess: State, *, rest: "str | Mapping[Named, float] | None" = None) -> "Equilibrium":
    """
    An equilibrium near a state: the state, the largest acceleration that is left, and the margin to slip, where friction holds it: 0 with friction at its limit, 1 without any.

    Of the many that friction admits `rest` says which: "nearest", if nothing is said, is the guess itself where friction holds it, and else, as "center", where friction is not needed, in the middle of all, and not on
    their edge, which may be nearer to the guess; or `{"rub": 1.0}`, where these points are about to slide, each in the
    given direction.
    """

def lyapunov(simulation: Simulation, start: State, stretch: SupportsFloat | SupportsIndex, stretches: SupportsIndex, *, exponents: SupportsIndex = 1, transient: SupportsIndex | None = None, blocks: SupportsIndex | None = None, distance: SupportsFloat | SupportsIndex | None = None) -> "Exponents":
    """
    Lyapunov exponents, the largest first, and their errors, of `stretches` of so many seconds. The error is that of means over `blocks`; neighbors, which take the place of derivatives where a run has none, are `distance` apart.
    """

def simulate(model: Model, start: State, t_end: float, *, method: str = "dop853", tolerance: "float | Mapping[str, float] | None" = None, every: SupportsFloat | SupportsIndex | None = None, times: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None, output: str = "steps", fixed_step: SupportsFloat | SupportsIndex | None = None, max_step: SupportsFloat | SupportsIndex | None = None, stabilization: "str | tuple[float, float, float] | None" = None, events: SupportsGetItem[int, Event] | None = None, keep_dense: bool = False, guard_checks: SupportsIndex = 4, start_tolerance: SupportsFloat | SupportsIndex = 1e-6, zeno: tuple[SupportsIndex, SupportsFloat | SupportsIndex] | None = None, rest: SupportsFloat | SupportsIndex = 1e-9, search: str = "reduced", several: str = "stop", impacts: str = "at_once", restitution: str = "energetic", mend_at_most: SupportsFloat | SupportsIndex | None = None, sensitivities: "Family | Sensitivities | None" = None, progress: "Callable[[float, float, int], bool | None] | None" = None) -> Trajectory:
    """
    `Simulation(model, **keywords).run(start, t_end)`.
    """


GROUND: BodyId
WORLD: SpatialBodyId
__version__: str

class ChetaevError(Exception): ...

class BuildError(ChetaevError):
    """
    A model that cannot be built, or a body that cannot be.
    """

class StartError(ChetaevError):
    """
    A start that cannot be made to satisfy the constraints.
    """

class EvalError(ChetaevError):
    """
    What cannot be evaluated at a state.
    """

class RunError(ChetaevError):
    """
    A run that failed: `kind` of the failure, time `t`, and `partial`, the trajectory so far.
    """
    kind: str
    t: float
    partial: Trajectory

class FormulaError(ChetaevError):
    """
    A formula that cannot be read, or not be used where it was given.
    """

class LookupError(ChetaevError):
    """
    A table whose points do not make a function.
    """

class CurveError(ChetaevError):
    """
    Points that do not make a curve.
    """

class StoreError(ChetaevError):
    """
    What cannot be written or read.
    """

class EquilibriumError(ChetaevError):
    """
    No equilibrium.
    """

class LinearError(ChetaevError):
    """
    What cannot be linearized.
    """

class SectionError(ChetaevError):
    """
    A Poincaré section that has too few points.
    """

class OrbitError(ChetaevError):
    """
    A periodic orbit that was not found.
    """

class ContinuationError(ChetaevError):
    """
    A branch of orbits that cannot be followed.
    """

class FamilyError(ChetaevError):
    """
    A family, or a member of it, that cannot be made. What its function raised is the cause.
    """

class SensitivityError(ChetaevError):
    """
    A derivative that the run does not carry.
    """

class IdentifyError(ChetaevError):
    """
    Parameters that cannot be fitted.
    """

class InverseError(ChetaevError):
    """
    Forces that cannot be told.
    """

class FmuError(ChetaevError):
    """
    A unit that cannot be written, or a variable that it cannot have.
    """

class SweepError(ChetaevError):
    """
    A mechanism that cannot be led through its positions.
    """
