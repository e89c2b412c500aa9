"""Many runs of one kind. Row i is made from i alone, so that they may be computed in any order, by any number of processes, and again after a kill.

The file has the form of the library's own (`analysis::Results::write_csv`): rows are appended as they come, and put in order at the end. One process writes.
"""

from __future__ import annotations

import concurrent.futures as futures
import csv
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence

if TYPE_CHECKING:
    import pandas

File = str | Path


@dataclass(frozen=True)
class Row:
    """One point: its index, and its numbers or why there are none."""

    index: int
    values: tuple[float, ...] | None
    error: str = ""


@dataclass(frozen=True)
class Study:
    """`row(index)` gives the numbers of one point, of so many `points`; `settings` is whatever else they depend on, for the file.

    For processes `row` must be a function of a module.
    """

    points: int
    columns: Sequence[str]
    row: Callable[[int], Sequence[float]]
    settings: str = ""

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

    def run(self, file: File | None = None, *, processes: int = 1, on: futures.Executor | None = None, size: int = 1) -> Results:
        """Computes what is not in the file yet: here, by so many processes, or `on` any executor of concurrent.futures, in work items of `size` rows."""
        results = Results.read(file, self) if file is not None and os.path.exists(file) else Results(self)
        todo = [index for index in range(self.points) if index not in results.rows]
        items = [todo[k : k + size] for k in range(0, len(todo), size)]
        if file is None:
            for rows in self._done(items, processes, on):
                results.add(rows)
            return results
        results.write(file)
        with open(file, "a", encoding="utf-8") as journal:
            for rows in self._done(items, processes, on):
                journal.writelines(results.line(row) for row in results.add(rows))
                journal.flush()
        results.write(file)
        return results

    def _done(self, items: list[list[int]], processes: int, on: futures.Executor | None) -> Iterator[list[Row]]:
        if on is not None:
            for done in futures.as_completed([on.submit(self.some, item) for item in items]):
                yield done.result()
        elif processes > 1:
            with futures.ProcessPoolExecutor(processes) as pool:
                yield from self._done(items, 1, pool)
        else:
            yield from map(self.some, items)


@dataclass
class Results:
    """The rows of a study, by their indices."""

    study: Study
    rows: dict[int, Row] = field(default_factory=dict)

    def add(self, rows: list[Row]) -> list[Row]:
        """Those that were not there yet: a row that was computed twice is the same."""
        new = [row for row in rows if row.index not in self.rows]
        self.rows.update((row.index, row) for row in new)
        return new

    def column(self, name: str) -> list[float]:
        """A column in the order of the indices; NaN where a row failed."""
        k = list(self.study.columns).index(name)
        return [row.values[k] if row.values is not None else float("nan") for row in self._sorted()]

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
        cells = [repr(x) for x in row.values] if row.values is not None else [""] * len(self.study.columns)
        error = '"' + row.error.replace('"', '""') + '"' if row.values is None else ""
        return ",".join([str(row.index), *cells, error]) + "\n"

    def write(self, file: File) -> None:
        """Writes all rows in order; what stood in the file stays until all of the new is written."""
        part = f"{file}.part"
        with open(part, "w", encoding="utf-8") as beside:
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
                raise ValueError(f"`{file}` is of another study: it says `{found}`, and not `{expected}`; choose another file, or delete it")
        for cells in csv.reader(whole[3:]):
            index, *numbers, error = cells
            values = tuple(float(x) for x in numbers) if not error and (not numbers or any(numbers)) else None
            results.add([Row(int(index), values, error)])
        return results

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas.DataFrame, with their errors."""
        import pandas

        rows = self._sorted()
        frame = pandas.DataFrame({name: self.column(name) for name in self.study.columns}, index=pandas.Index([row.index for row in rows], name="index"))
        frame["error"] = [row.error for row in rows]
        return frame


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text
