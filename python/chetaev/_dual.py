"""NumPy's functions of numbers that carry derivatives: of one, of two, and of arrays of them, element by element."""

from __future__ import annotations

import operator
from typing import Any, Callable

import numpy as np

from chetaev import _chetaev

# Those of one number are methods of a `Dual`, under NumPy's names.
_METHODS = {"sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "exp", "log", "sqrt"}
_PAIRS = {"hypot", "arctan2"}
_OPERATORS: dict[str, Callable[..., Any]] = {
    "negative": operator.neg, "positive": operator.pos, "absolute": abs, "fabs": abs, "square": lambda x: x * x, "reciprocal": lambda x: 1.0 / x,
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv, "true_divide": operator.truediv, "power": operator.pow,
    "float_power": operator.pow, "less": operator.lt, "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge, "equal": operator.eq,
    "not_equal": operator.ne, "minimum": lambda x, y: x if x <= y else y, "maximum": lambda x, y: x if x >= y else y,
    "sign": lambda x: float(np.sign(x.value)),
}  # fmt: skip
_OPERATORS["fmin"], _OPERATORS["fmax"] = _OPERATORS["minimum"], _OPERATORS["maximum"]


def _plain(x: Any) -> Any:
    """A number of NumPy's as one of Python's, which leaves it to the other operand what to do."""
    return x.item() if isinstance(x, np.generic) else x


def _one(name: str, inputs: tuple[Any, ...]) -> Any:
    inputs = tuple(map(_plain, inputs))
    if name in _METHODS:
        return getattr(inputs[0], name)()
    if name in _PAIRS:
        a, b = inputs
        # A number without derivatives becomes one whose derivatives are zero.
        return getattr(a if isinstance(a, _chetaev.Dual) else 0.0 * b + a, name)(b)
    if name in _OPERATORS:
        return _OPERATORS[name](*inputs)
    known = ", ".join(sorted({*_METHODS, *_PAIRS, *_OPERATORS}))
    raise TypeError(f"numpy.{name} is not known of numbers with derivatives; there are {known}; `x.value` is the number alone")


def ufunc(function: Any, method: str, inputs: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """What `Dual.__array_ufunc__` does."""
    name: str = function.__name__
    if method != "__call__" or keywords:
        raise TypeError(f"numpy.{name} of numbers with derivatives is called with numbers alone")
    if not any(getattr(x, "ndim", 0) for x in inputs):
        return _one(name, inputs)
    each = np.frompyfunc(lambda *one: function(*one) if not any(isinstance(x, _chetaev.Dual) for x in one) else _one(name, one), len(inputs), 1)
    return each(*(np.asarray(x, dtype=object) if not isinstance(x, _chetaev.Dual) else _held(x) for x in inputs))


def _held(x: Any) -> Any:
    """In an array of no dimensions, so that NumPy does not ask it again."""
    held = np.empty((), dtype=object)
    held[()] = x
    return held
