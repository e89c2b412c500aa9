"""Many runs of one kind. Row i is made from i alone, so that they may be computed in any order, on any engine, and again after a kill.

The file is the library's own (`analysis::Results::write_csv`), byte for byte: rows are appended as they come, and put in order at the end. One process writes.
"""

from __future__ import annotations

import csv
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence

from chetaev import _engines
from chetaev._lock import Lock
from chetaev._errors import StudyError as StudyError

if TYPE_CHECKING:
    import pandas
    import xarray

File = str | Path
Shard = tuple[int, int]
WHOLE: Shard = (1, 1)


@dataclass(frozen=True)
class Row:
    """One point: its index, and its numbers or why there are none."""

    index: int
    values: tuple[float, ...] | None
    error: str = ""


@dataclass(frozen=True)
class Study:
    """`row(index)` gives the numbers of one point, of so many `points`; `settings` is whatever else they depend on, for the file.

    For other processes and machines `row` must be a function of a module that they can import.
    """

    points: int
    columns: Sequence[str]
    row: Callable[[int], Sequence[float]]
    settings: str = ""

    def __post_init__(self) -> None:
        if self.points < 0:
            raise StudyError(f"a study has {self.points} points: it takes none or more")
        names = [*self.columns, "error", "index"]
        if isinstance(self.columns, str) or len({*names}) < len(names):
            raise StudyError(f"the columns of a study have a name each, none of them twice, \"index\" or \"error\": {self.columns!r}")
        # As the library writes them: a line.
        object.__setattr__(self, "settings", self.settings.replace("\n", " ").replace("\r", " "))

    def one(self, index: int) -> Row:
        """A row; an error of it is a row with its words."""
        try:
            values = tuple(float(x) for x in self.row(index))
        except Exception as error:
            return Row(index, None, " ".join(f"{type(error).__name__}: {error}".split()))
        if len(values) != len(self.columns):
            return Row(index, None, f"{len(values)} numbers for {len(self.columns)} columns")
        return Row(index, values)

    def some(self, indices: Sequence[int]) -> list[Row]:
        """A work item: indices in, rows out."""
        return [self.one(index) for index in indices]

    def run(
        self,
        file: File | None = None,
        *,
        processes: int = 1,
        on: Any = None,
        size: int = 1,
        shard: Shard = WHOLE,
        checked: bool = True,
        progress: Callable[[int, int], object] | None = None,
    ) -> Results:
        """Computes what is not in the file yet, in work items of `size` rows: here, by so many `processes`, or `on` a client of dask or any executor of
        concurrent.futures.

        `shard=(2, 8)` is the second of eight machines: it takes every eighth row, and a file of its own beside `file`; `merge` joins them. Rows that failed are computed again.
        Of the rows on file some are computed again, and must be the same to the bit, unless `checked=False`. `progress(done, total)` is told after each item.
        """
        if size < 1:
            raise StudyError(f"a work item of {size} rows: it takes at least one")
        number, count = shard
        if not 1 <= number <= count:
            raise StudyError(f"({number}, {count}) is no shard: (2, 8) is the second of eight")
        mine = range(number - 1, self.points, count)
        if file is None:
            results = Results(self)
            self._complete(results, mine, (processes, on, size), progress, lambda lines: None)
            return results
        path = shard_file(file, shard)
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with Lock(path):
            results = Results.read(path, self) if os.path.exists(path) else Results(self)
            results.forget_failed(shard)
            if checked:
                self._check(results, path, (processes, on))
            results.write(path)
            with open(path, "a", encoding="utf-8", newline="\n") as journal:

                def keep(lines: list[str]) -> None:
                    journal.writelines(lines)
                    journal.flush()

                self._complete(results, mine, (processes, on, size), progress, keep)
            results.write(path)
        return results

    def merge(self, file: File, count: int) -> Results:
        """Joins the files of `count` shards into `file`. No row may be missing."""
        results = Results(self)
        for number in range(1, count + 1):
            results.add(Results.read(shard_file(file, (number, count)), self).rows.values())
        missing = next((index for index in range(self.points) if index not in results.rows), None)
        if missing is not None:
            number = missing % count + 1
            raise StudyError(f"row {missing} is missing: it is one of shard ({number}, {count}), `{shard_file(file, (number, count))}`; let it end, then merge")
        results.write(file)
        return results

    def _complete(
        self,
        results: Results,
        mine: range,
        how: tuple[int, Any, int],
        progress: Callable[[int, int], object] | None,
        keep: Callable[[list[str]], None],
    ) -> None:
        processes, on, size = how
        todo = [index for index in mine if index not in results.rows]
        items = (todo[k : k + size] for k in range(0, len(todo), size))
        done = len(mine) - len(todo)
        for rows in _engines.computed(self, items, processes, on):
            keep([results.line(row) for row in results.add(rows)])
            done += len(rows)
            if progress is not None:
                progress(done, len(mine))
        missing = [index for index in todo if index not in results.rows]
        if missing:
            raise StudyError(f"row {missing[0]} and {len(missing) - 1} others have not come back from the engine; rows in the file are kept, and the study can be resumed")

    def _check(self, found: Results, file: File, how: tuple[int, Any]) -> None:
        """Are the rows on file those that this program computes? The first, the last and some between."""
        known = sorted(found.rows)
        parts = math.isqrt(len(known)) + 1
        looked_at = dict.fromkeys(known[k * (len(known) - 1) // parts] for k in range(parts + 1)) if known else {}
        for rows in _engines.computed(self, ([index] for index in looked_at), *how):
            for row in rows:
                there = found.rows[row.index]
                if found.line(there) != found.line(row):
                    raise StudyError(
                        f"`{file}` holds the rows of another program: row {row.index} is `{found.line(there).strip()}` in the file, and "
                        f"`{found.line(row).strip()}` if it is computed now; choose another file, delete it, or keep its rows with checked=False"
                    )


@dataclass
class Results:
    """The rows of a study, by their indices."""

    study: Study
    rows: dict[int, Row] = field(default_factory=dict)

    def add(self, rows: Iterable[Row]) -> list[Row]:
        """Those that were not there yet: a row that was computed twice is the same."""
        new = [row for row in rows if row.index not in self.rows]
        self.rows.update((row.index, row) for row in new)
        return new

    def forget_failed(self, shard: Shard = WHOLE) -> None:
        """Rows of a shard that failed are to be computed again."""
        number, count = shard
        self.rows = {k: row for k, row in self.rows.items() if row.values is not None or k % count != number - 1}

    def column(self, name: str) -> list[float]:
        """A column in the order of the indices; NaN where a row failed."""
        if name not in self.study.columns:
            raise KeyError(f"there is no column `{name}`; there are: {', '.join(self.study.columns)}")
        k = list(self.study.columns).index(name)
        return [row.values[k] if row.values is not None else math.nan for row in self._sorted()]

    def failed(self) -> list[tuple[int, str]]:
        """Indices and errors of the rows that failed."""
        return [(row.index, row.error) for row in self._sorted() if row.values is None]

    def _sorted(self) -> list[Row]:
        return [self.rows[index] for index in sorted(self.rows)]

    def _head(self) -> list[str]:
        names = ",".join(_cell(name) for name in ["index", *self.study.columns, "error"])
        return [f"# settings: {self.study.settings}", f"# points: {self.study.points}", names]

    def line(self, row: Row) -> str:
        """A row as it stands in the file."""
        cells = [_number(x) for x in row.values] if row.values is not None else [""] * len(self.study.columns)
        error = '"' + row.error.replace('"', '""') + '"' if row.values is None else ""
        return ",".join([str(row.index), *cells, error]) + "\n"

    def write(self, file: File) -> None:
        """Writes all rows in order; what stood in the file stays until all of the new is written."""
        part = f"{file}.part"
        with open(part, "w", encoding="utf-8", newline="\n") as beside:
            beside.writelines(line + "\n" for line in self._head())
            beside.writelines(self.line(row) for row in self._sorted())
        os.replace(part, file)

    @classmethod
    def read(cls, file: File, study: Study) -> Results:
        """The rows that a file has of this very study; a last line that was cut short does not count."""
        with open(file, encoding="utf-8", newline="") as lines:
            text = lines.read()
        whole = text[: text.rfind("\n") + 1].splitlines()
        results = cls(study)
        for found, expected in zip([*whole[:3], "", "", ""], results._head()):
            if found != expected:
                raise StudyError(f"`{file}` is of another study: it says `{found}`, and not `{expected}`; choose another file, or delete it")
        for number, cells in enumerate(csv.reader(whole[3:]), 4):
            try:
                index, *numbers, error = cells
                values = tuple(float(x) for x in numbers) if not error and (not numbers or any(numbers)) else None
                row = Row(int(index), values, error)
            except ValueError as why:
                raise StudyError(f"line {number} of `{file}` is not a row: {why}; correct or delete the line") from None
            if len(numbers) != len(study.columns) or not 0 <= row.index < study.points:
                raise StudyError(f"line {number} of `{file}` is not a row of {study.points} points and {len(study.columns)} columns; correct or delete the line")
            results.add([row])
        return results

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas.DataFrame, with their errors."""
        import pandas

        rows = self._sorted()
        frame = pandas.DataFrame({name: self.column(name) for name in self.study.columns}, index=pandas.Index([row.index for row in rows], name="index"))
        frame["error"] = [row.error for row in rows]
        return frame

    def to_parquet(self, file: File) -> None:
        """Writes the rows as a Parquet file, which is small and read by everything, a column alone as well. The settings stand in its metadata. Needs pyarrow."""
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.Table.from_pandas(self.to_pandas())
        settings = {b"settings": self.study.settings.encode(), b"points": str(self.study.points).encode()}
        pyarrow.parquet.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), **settings}), file)

    def to_xarray(self, axes: Mapping[str, Sequence[float]]) -> xarray.Dataset:
        """The rows of a study over several parameters as an xarray.Dataset: the values of each parameter by its name, the one that runs first in front. NaN where there is no row."""
        import numpy
        import xarray

        shape = [len(values) for values in axes.values()]
        if math.prod(shape) != self.study.points:
            raise StudyError(f"{' x '.join(map(str, shape))} values for {self.study.points} points: name all parameters, the one that runs first in front")
        dims = list(axes)[::-1]
        data = {}
        for k, name in enumerate(self.study.columns):
            cells = numpy.full(self.study.points, math.nan)
            for row in self.rows.values():
                if row.values is not None:
                    cells[row.index] = row.values[k]
            # A column may have the name of its parameter.
            data[name if name not in axes else f"{name}_of_row"] = (dims, cells.reshape(shape[::-1]))
        return xarray.Dataset(data, coords={name: list(values) for name, values in axes.items()}, attrs={"settings": self.study.settings})


def shard_file(file: File, shard: Shard) -> str:
    """The file of a shard: `diagram.csv` gives `diagram-2-of-8.csv`."""
    number, count = shard
    if count == 1:
        return str(file)
    folder, name = os.path.split(file)
    stem, dot, ending = name.rpartition(".")
    own = f"{stem}-{number}-of-{count}.{ending}" if dot else f"{name}-{number}-of-{count}"
    return os.path.join(folder, own)


def _number(x: float) -> str:
    """As the library writes it: as many digits as it takes to read the same number back."""
    if math.isnan(x):
        return "NaN"
    digits, e, exponent = repr(x).partition("e")
    return f"{digits}e{int(exponent)}" if e else digits


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text
