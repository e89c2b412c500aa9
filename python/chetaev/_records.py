"""What is read of a run, as tuples with names: a list of one kind is a table, `pandas.DataFrame(run.transitions())`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chetaev._chetaev import State, Turn


class Transition(NamedTuple):
    """A change of a friction point or of a contact. `from_` is its mode before (`from` is a word of Python)."""

    t: float
    name: str
    from_: str
    to: str
    slip: float
    load: float
    cause: str


class Blow(NamedTuple):
    """What one contact took in an impact; speeds before and after."""

    name: str
    normal: float
    tangential: float
    closing: tuple[float, float]
    slip: tuple[float, float]


class Impact(NamedTuple):
    """Contacts that were struck at one instant, and the energy that was lost."""

    t: float
    lost: float
    blows: list[Blow]


class FrictionSummary(NamedTuple):
    """What a friction point did in a run: for how long it stuck, how often, and how often its load reversed."""

    stuck: float
    stuck_fraction: float
    load_reversals: int
    sticks: int


class Freedoms(NamedTuple):
    """Freedoms of velocity and of position, rows and their rank, and sets of rows that depend on each other."""

    freedoms: int
    position_freedoms: int
    rank: int
    rows: int
    velocities: int
    dependent: list[list[tuple[str, float]]]


class Wrench(NamedTuple):
    """Force and moment on a body, in world axes, about a point."""

    force: tuple[float, float, float]
    moment: tuple[float, float, float]
    point: tuple[float, float, float]


class FrictionReading(NamedTuple):
    """A friction point at an instant."""

    mode: str
    slip: float
    load: float
    force: float
    determined: bool


class ContactReading(NamedTuple):
    """A contact at an instant."""

    mode: str
    gap: float
    rate: float
    slip: float
    normal: float
    tangential: float


class ModeShape(NamedTuple):
    """A mode of a linearized model."""

    eigenvalue: complex
    angular_frequency: float
    damping_ratio: float
    q: NDArray[np.complex128]
    v: NDArray[np.complex128]
    residual: float


class Branch(NamedTuple):
    """One motion that friction admits: the modes of the friction points by name, and accelerations."""

    modes: dict[str, str]
    acceleration: NDArray[np.float64]


class Action(NamedTuple):
    """What acts along a measure: its value, its rate, and the force along it, of a spring its elastic and its dissipated part."""

    value: float
    rate: float
    force: float
    elastic: float
    dissipated: float


class PlanarFrame(NamedTuple):
    """Where a body of the plane is, its angle (rad, not wrapped), its velocity and its spin (rad/s)."""

    origin: tuple[float, float]
    angle: float
    velocity: tuple[float, float]
    spin: float


class SpatialFrame(NamedTuple):
    """Where a body in space is, its attitude as a quaternion (w, x, y, z) and as a matrix from its axes to those of the world; its velocity, and its spin (rad/s) in world axes."""

    origin: tuple[float, float, float]
    attitude: tuple[float, float, float, float]
    rotation: NDArray[np.float64]
    velocity: tuple[float, float, float]
    spin: tuple[float, float, float]


class Wrenches(NamedTuple):
    """Force and moment on a body at the samples of a run, in world axes, about a point: three columns each."""

    force: NDArray[np.float64]
    moment: NDArray[np.float64]
    point: NDArray[np.float64]


class Frictions(NamedTuple):
    """A friction point at the samples of a run."""

    mode: list[str]
    slip: NDArray[np.float64]
    load: NDArray[np.float64]
    force: NDArray[np.float64]


class Contacts(NamedTuple):
    """A contact at the samples of a run."""

    mode: list[str]
    gap: NDArray[np.float64]
    rate: NDArray[np.float64]
    slip: NDArray[np.float64]
    normal: NDArray[np.float64]
    tangential: NDArray[np.float64]


class EventRecord(NamedTuple):
    """An event that was recorded, and the state there."""

    t: float
    name: str
    rising: bool
    state: State


class Equilibrium(NamedTuple):
    """An equilibrium; its margin to slip where friction holds it: 0 with friction at its limit, 1 without any."""

    state: State
    margin: float | None
    residual: float
    iterations: int


class Orbit(NamedTuple):
    """A periodic orbit, its Floquet multipliers, and the exponent of the largest of them (1/s). `flags`: where its derivatives are one-sided or uncertain; `differences`:
    why its multipliers come from differences of runs, if they do."""

    state: State
    period: float
    multipliers: NDArray[np.complex128]
    exponent: float
    residual: float
    iterations: int
    flags: list[tuple[float, str]]
    differences: str | None


class OrbitPoint(NamedTuple):
    """An orbit of a branch: the parameter, how many of its multipliers are larger than one, and what changes on its way."""

    value: float
    orbit: Orbit
    unstable: int
    changes: list[str]


class OrbitBranch(NamedTuple):
    """Orbits along a parameter, what happens on the way, and why it ends: "range", "most", or "lost at ..."."""

    points: list[OrbitPoint]
    turns: list[Turn]
    end: str


class Exponents(NamedTuple):
    """Lyapunov exponents (1/s), their errors, the dimension of the phase space, that of Kaplan and Yorke, and the growth in each stretch (s). `by_neighbors` counts stretches without derivatives."""

    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    dimension: int
    kaplan_yorke: float | None
    growths: NDArray[np.float64]
    stretch: float
    by_neighbors: int


class Fitted(NamedTuple):
    """A fitted parameter, its standard deviation, and whether a bound holds it."""

    name: str
    value: float
    deviation: float
    bound: bool


class DeadCenter(NamedTuple):
    """Where a measure turns back: the state, the measure and the driver there."""

    state: State
    value: float
    driver: float
