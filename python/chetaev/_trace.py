"""What a function computes, found out by calling it once with numbers that are not known yet.

A traced number writes down what is done with it; the list is a text that the library reads (`r = hypot(x, y); r^3 - r`), with every intermediate result defined
once. Constants are written so that they read back to the last bit.
"""

from __future__ import annotations

import inspect
import math
import re
from typing import Any, Callable, NoReturn, Sequence

_WORDS = set("pi if sin cos tan asin acos atan sinh cosh tanh exp ln sqrt abs sign atan2 hypot min max".split())
# A number, whose exponent is no name; or a name, which may have dots.
_TOKEN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|(?P<name>[^\W\d][\w.]*)\s*(?P<defined>=)?")

# NumPy's names and the library's.
_UNARY = {
    "negative": "-", "positive": "+", "sin": "sin", "cos": "cos", "tan": "tan", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "exp": "exp", "log": "ln", "sqrt": "sqrt", "absolute": "abs", "fabs": "abs", "sign": "sign",
}  # fmt: skip
_BINARY = {"arctan2": "atan2", "hypot": "hypot", "minimum": "min", "maximum": "max", "fmin": "min", "fmax": "max"}
_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "power": "^", "float_power": "^"}
_COMPARISONS = {"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">="}


class _Graph:
    """The definitions so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.known: dict[str, str] = {}

    def define(self, text: str) -> Traced:
        if text not in self.known:
            self.known[text] = f"_{len(self.lines)}"
            self.lines.append(f"{self.known[text]} = {text}")
        return Traced(self, self.known[text])

    def word(self, value: Any) -> str:
        """A number, or one that is traced, as it stands in the text."""
        if isinstance(value, Traced):
            return value._name
        number = float(value)
        if not math.isfinite(number):
            raise ValueError(f"a formula cannot hold the number {number}")
        return f"({number!r})" if number < 0.0 or math.copysign(1.0, number) < 0.0 else repr(number)


def _numpy(function: Any, arguments: Any, keywords: Any) -> Any:
    """What NumPy does by other ways than its universal functions."""
    name = function.__name__
    if name == "where" and len(arguments) == 3:
        return where(*arguments)
    if name == "clip":
        told = {**dict(zip(("a", "a_min", "a_max"), arguments)), **keywords}
        x, least, most = told["a"], told.get("a_min", told.get("min")), told.get("a_max", told.get("max"))
        traced: Traced = next(it for it in (x, least, most) if isinstance(it, Traced))
        x = x if least is None else traced._call("max", x, least)
        return x if most is None else traced._call("min", x, most)
    raise TypeError(f"numpy.{name} cannot be traced; there are {_known()}")


def _known() -> str:
    names = sorted({*_UNARY, *_BINARY, *_SIGNS, "square", "reciprocal", "clip"})
    return f"numpy's {', '.join(names)}; and chetaev.where(x > 0.0, yes, no), which numpy.where is as well"


class Comparison:
    """What a comparison of traced numbers gives: for `where` alone."""

    def __init__(self, graph: _Graph, text: str) -> None:
        self._graph, self._text = graph, text

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        return _numpy(function, arguments, keywords)

    def __bool__(self) -> NoReturn:
        raise TypeError("a traced function may not ask which number is larger, for it is called once, before the numbers are known: use chetaev.where, numpy.minimum, numpy.maximum, numpy.clip")


class Traced:
    """A number that is not known yet."""

    def __init__(self, graph: _Graph, name: str) -> None:
        self._graph, self._name = graph, name

    def _sign(self, sign: str, a: Any, b: Any) -> Traced:
        return self._graph.define(f"{self._graph.word(a)} {sign} {self._graph.word(b)}")

    def _call(self, function: str, *arguments: Any) -> Traced:
        return self._graph.define(f"{function}({', '.join(map(self._graph.word, arguments))})")

    def __add__(self, other: Any) -> Traced:
        return self._sign("+", self, other)

    def __radd__(self, other: Any) -> Traced:
        return self._sign("+", other, self)

    def __sub__(self, other: Any) -> Traced:
        return self._sign("-", self, other)

    def __rsub__(self, other: Any) -> Traced:
        return self._sign("-", other, self)

    def __mul__(self, other: Any) -> Traced:
        return self._sign("*", self, other)

    def __rmul__(self, other: Any) -> Traced:
        return self._sign("*", other, self)

    def __truediv__(self, other: Any) -> Traced:
        return self._sign("/", self, other)

    def __rtruediv__(self, other: Any) -> Traced:
        return self._sign("/", other, self)

    def __pow__(self, other: Any) -> Traced:
        return self._sign("^", self, other)

    def __rpow__(self, other: Any) -> Traced:
        return self._sign("^", other, self)

    def __neg__(self) -> Traced:
        return self._graph.define(f"-{self._name}")

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self._call("abs", self)

    def _compare(self, sign: str, a: Any, b: Any) -> Comparison:
        return Comparison(self._graph, f"{self._graph.word(a)} {sign} {self._graph.word(b)}")

    def __lt__(self, other: Any) -> Comparison:
        return self._compare("<", self, other)

    def __le__(self, other: Any) -> Comparison:
        return self._compare("<=", self, other)

    def __gt__(self, other: Any) -> Comparison:
        return self._compare(">", self, other)

    def __ge__(self, other: Any) -> Comparison:
        return self._compare(">=", self, other)

    def __eq__(self, other: object) -> Any:
        raise TypeError("a traced function may not ask whether numbers are equal, for they are not known yet")

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:
        raise TypeError("a traced function may not ask whether a number is zero, for it is called once, before the numbers are known: use chetaev.where")

    def __float__(self) -> NoReturn:
        raise TypeError("a traced number is not known yet: use NumPy's functions (numpy.sin), not those of `math`, and no float(...)")

    __int__ = __index__ = __float__

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        name = function.__name__
        if method != "__call__" or keywords or any(getattr(x, "ndim", 0) for x in inputs):
            raise TypeError(f"numpy.{name} cannot be traced on arrays: write the formula for single numbers")
        if name in ("negative", "positive"):
            return -self if name == "negative" else self
        if name in _UNARY:
            return self._call(_UNARY[name], *inputs)
        if name in _BINARY:
            return self._call(_BINARY[name], *inputs)
        if name in _SIGNS:
            return self._sign(_SIGNS[name], *inputs)
        if name in _COMPARISONS:
            return self._compare(_COMPARISONS[name], *inputs)
        if name == "square":
            return self * self
        if name == "reciprocal":
            return 1.0 / self
        raise TypeError(f"numpy.{name} cannot be traced; there are {_known()}")

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        return _numpy(function, arguments, keywords)


def where(condition: Any, yes: Any, no: Any) -> Any:
    """`yes` where the comparison holds, else `no`; of traced numbers and of plain ones."""
    if not isinstance(condition, Comparison):
        return yes if condition else no
    word = condition._graph.word
    return condition._graph.define(f"if({condition._text}, {word(yes)}, {word(no)})")


def arguments_of(text: str) -> list[str]:
    """The names in a text that are neither the library's words nor defined in it, in their order."""
    names, defined = [], set()
    for found in _TOKEN.finditer(text):
        name = found["name"]
        if found["defined"]:
            defined.add(name)
        elif name and name not in _WORDS and name not in defined and name not in names:
            names.append(name)
    return names


def text(source: str | float | Callable[..., Any], arguments: Sequence[str] | None) -> tuple[str, list[str]]:
    """A formula's text and its arguments."""
    if isinstance(source, str):
        return source, list(arguments) if arguments is not None else arguments_of(source)
    if not callable(source):
        return _Graph().word(source), list(arguments or [])
    names = list(arguments) if arguments is not None else parameters(source)
    graph = _Graph()
    result = graph.word(source(*(Traced(graph, name) for name in names)))
    return "; ".join([*graph.lines, result]), names


def parameters(function: Callable[..., Any]) -> list[str]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    if any(it.kind not in kinds for it in parameters):
        raise TypeError("the arguments of a formula are the parameters of its function, which must have names: no *args; or tell them by Formula(function, arguments)")
    return [it.name for it in parameters if it.default is inspect.Parameter.empty]


class _Columns:
    """The numbers of a motion by name; those that are asked for become arguments."""

    def __init__(self, graph: _Graph) -> None:
        self._graph, self.names = graph, list[str]()

    def __getitem__(self, name: str) -> Traced:
        if name not in self.names:
            self.names.append(name)
        return Traced(self._graph, f"a{self.names.index(name)}")

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"a function that is traced has no `at.{name}`: it reads columns, at[\"rod.x\"], at[\"reaction.pin.fy\"] (run.keys() names them). Where a point is follows from the columns of its body, "
            'at["rod.x"] + 0.5 * numpy.cos(at["rod.theta"]); a measure is the column "along.name.value" of a force along it, which may be zero: builder.force("name", AppliedAlong(measure, 0.0)). '
            "What happens at an event, `change(at, state)`, is called, and may read all"
        )


def guard(source: str | Callable[[Any], Any]) -> tuple[str, list[str], list[str]]:
    """A guard's text, its arguments, and the columns that they stand for."""
    if isinstance(source, str):
        names = arguments_of(source)
        return source, names, names
    if not callable(source):
        raise TypeError("a guard is a text or a function: \"ball.y\", lambda at: at[\"ball.y\"]")
    graph = _Graph()
    columns = _Columns(graph)
    result = graph.word(source(columns))
    return "; ".join([*graph.lines, result]), [f"a{k}" for k in range(len(columns.names))], columns.names
