"""What is taken for what, for readers and type checkers."""

from __future__ import annotations

from typing import Any, Callable, Sequence, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from chetaev import _chetaev

Array: TypeAlias = NDArray[np.float64]
# A name, or a handle that has one.
Named: TypeAlias = Union[
    str, "_chetaev.BodyId", "_chetaev.SpatialBodyId", "_chetaev.ConstraintId", "_chetaev.ForceId", "_chetaev.FrictionId", "_chetaev.ContactId", "_chetaev.VariableId"
]  # fmt: skip
AnyPoint: TypeAlias = Union["_chetaev.Point", "_chetaev.SpatialPoint"]
AnyBody: TypeAlias = Union["_chetaev.BodyId", "_chetaev.SpatialBodyId"]
AnyPair: TypeAlias = Union["_chetaev.Pair", "_chetaev.SpatialPair"]
# A constraint of a builder: only its handle will do.
OfBuilder: TypeAlias = "_chetaev.ConstraintId"
# A number, a function of time, an input; where the motion may be read as well, a function of that.
SignalLike: TypeAlias = Union[float, str, Callable[..., Any], "_chetaev.Formula", "_chetaev.Signal", "_chetaev.VariableId"]
FormulaLike: TypeAlias = SignalLike
Moment: TypeAlias = Union[SignalLike, Sequence[SignalLike]]
Damper: TypeAlias = Union[FormulaLike, "_chetaev.LookupTable"]
Load: TypeAlias = Union[SignalLike, "tuple[_chetaev.ConstraintId, Sequence[int]]"]
# A number with derivatives, or without.
Dualized: TypeAlias = Union[float, "_chetaev.Dual"]
# A number that is read of a motion: a column's name, a formula of columns, a function `lambda at: at["disk.x"]`.
Reading: TypeAlias = Union[str, Callable[[Any], Any]]
