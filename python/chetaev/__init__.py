"""Constrained multibody dynamics for mechanisms whose forces matter. Names are those of the Rust library; `python/README.md` is the guide."""

from collections.abc import Mapping as _Mapping

from chetaev import _chetaev
from chetaev._chetaev import *  # noqa: F403
from chetaev._chetaev import __version__ as __version__
from chetaev._records import Action as Action, PlanarFrame as PlanarFrame, SpatialFrame as SpatialFrame
from chetaev._records import Blow as Blow, Branch as Branch, ContactReading as ContactReading, Contacts as Contacts, EventRecord as EventRecord
from chetaev._records import DeadCenter as DeadCenter, Equilibrium as Equilibrium, Exponents as Exponents, Fitted as Fitted
from chetaev._records import Orbit as Orbit, OrbitBranch as OrbitBranch, OrbitPoint as OrbitPoint
from chetaev._records import Freedoms as Freedoms, FrictionReading as FrictionReading, Frictions as Frictions, FrictionSummary as FrictionSummary, Impact as Impact
from chetaev._records import ModeShape as ModeShape, Transition as Transition, Wrench as Wrench, Wrenches as Wrenches
from chetaev._trace import where as where
from chetaev.study import Results as Results, Row as Row, Study as Study, StudyError as StudyError, shard_file as shard_file

# A run is a mapping of columns by name.
_Mapping.register(_chetaev.Trajectory)
