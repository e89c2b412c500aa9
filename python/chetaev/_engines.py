"""Where the work items of a study are computed: here, by processes, by an executor, by dask. An engine places, retries and moves items; the rows do not depend on it.

No engine is given all items at once: as many wait as keep it at work, so that a million rows need no more room than a hundred.
"""

from __future__ import annotations

import concurrent.futures as futures
import math
import multiprocessing
import os
import pickle
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Iterable, Iterator

from chetaev._errors import StudyError

if TYPE_CHECKING:
    from chetaev.study import Row, Study

# Items for each worker: one that is computed, one that waits, and some for workers that are quick.
AHEAD = 4
# An item that was there when so many processes died is given up.
DEATHS = 3


def computed(study: Study, items: Iterable[list[int]], processes: int, on: Any) -> Iterator[list[Row]]:
    """The rows of all items, as they come."""
    items = iter(items)
    first = next(items, None)
    if first is None:
        return iter(())
    items = chain([first], items)
    if on is None:
        return map(study.some, items) if processes <= 1 else _on_processes(study, items, processes)
    if isinstance(on, futures.Executor):
        return _on_executor(study, items, on)
    if hasattr(on, "submit") and hasattr(on, "scheduler_info"):
        return _on_dask(study, items, on)
    raise StudyError(f"`on` is {type(on).__name__}: it takes a client of dask or an executor of concurrent.futures; call client.get_executor() of another engine")


def _result(future: Any, item: list[int], again: tuple[type[Exception], ...] = ()) -> list[Row]:
    """The rows of an item, or why there are none; what can be tried `again` is left to the caller."""
    try:
        rows: list[Row] = future.result()
        return rows
    except again:
        raise
    except ImportError as error:
        raise StudyError(
            f"the workers cannot import what row {item[0]} needs: {error}; put the module on their path (dask: client.upload_file), or install it there. Rows in the file are kept"
        ) from error
    except (Exception, futures.CancelledError) as error:
        rows_of = f"row {item[0]}" if len(item) == 1 else f"rows {item[0]} to {item[-1]}"
        raise StudyError(f"the engine gave up {rows_of}: {type(error).__name__}: {error}. Rows in the file are kept, and the study can be resumed") from error


def _on_executor(
    study: Study, items: Iterator[list[int]], pool: futures.Executor, again: tuple[type[Exception], ...] = ()
) -> Iterator[list[Row]]:
    most = AHEAD * int(getattr(pool, "_max_workers", 16))
    waiting = {pool.submit(study.some, item): item for item in islice(items, most)}
    try:
        while waiting:
            done, _ = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
            for future in done:
                rows = _result(future, waiting[future], again)
                del waiting[future]
                waiting.update((pool.submit(study.some, item), item) for item in islice(items, 1))
                yield rows
    finally:
        for future in waiting:
            future.cancel()


def _on_processes(study: Study, items: Iterator[list[int]], processes: int) -> Iterator[list[Row]]:
    """A pool whose process was killed is lost as a whole: another one takes its items again."""
    deaths: dict[int, int] = {}
    out: dict[int, list[int]] = {}

    def watched(items: Iterator[list[int]]) -> Iterator[list[int]]:
        for item in items:
            out[item[0]] = item
            yield item

    again: list[list[int]] = []
    while True:
        left = iter(again)
        source = watched(chain(left, items))
        try:
            with futures.ProcessPoolExecutor(processes, initializer=_end_with_the_driver) as pool:
                for rows in _on_executor(study, source, pool, again=(BrokenProcessPool,)):
                    del out[rows[0].index]
                    yield rows
            return
        except BrokenProcessPool:
            lost = sorted(out.values())
            # Those of the last pool that this one had not been given yet wait on.
            again = [*lost, *left]
            out.clear()
            for item in lost:
                deaths[item[0]] = deaths.get(item[0], 0) + 1
                if deaths[item[0]] >= DEATHS:
                    raise StudyError(
                        f"processes that computed rows {item[0]} to {item[-1]}, among others, died {DEATHS} times: were they killed, or short of memory? Rows in the file are kept"
                    ) from None


def _end_with_the_driver() -> None:
    """In a worker: if its driver is killed, nobody sends it home. What it computes then is on nobody's file."""
    driver = multiprocessing.parent_process()
    if driver is None:
        return
    # A fork server stands between them.
    parent = os.getppid() if multiprocessing.get_start_method() == "forkserver" else driver.pid

    def watch() -> None:
        # Other children of the driver may keep the pipe open by which its death is known: that another process is the parent then tells it as well.
        while driver.is_alive() and os.getppid() == parent:
            driver.join(1.0)
        os._exit(1)

    threading.Thread(target=watch, name="chetaev's watch on its driver", daemon=True).start()


def _on_dask(study: Study, items: Iterator[list[int]], client: Any) -> Iterator[list[Row]]:
    import cloudpickle
    from distributed import as_completed

    # What a worker cannot read of a message it waits for without end. So what it must have is asked for first, and the study comes to it as bytes, whose errors are those of the item.
    try:
        client.run(exec, "import chetaev")
    except ImportError as error:
        raise StudyError(f"a worker has no chetaev: {error}; install it there") from error
    packed: bytes = cloudpickle.dumps(study)
    waiting: dict[Any, list[int]] = {}
    most, asked = 0, -math.inf

    def submit() -> list[Any]:
        nonlocal most, asked
        # Workers may come and go.
        if time.monotonic() > asked + 1.0:
            most, asked = AHEAD * max(1, sum(client.nthreads().values())), time.monotonic()
        count = max(most - len(waiting), 0)
        # Rows depend on more than what dask sees: nothing that it may remember is taken for them.
        new = {client.submit(_unpacked, packed, item, pure=False): item for item in islice(items, count)}
        waiting.update(new)
        return list(new)

    coming = as_completed(submit())
    try:
        for future in coming:
            rows = _result(future, waiting.pop(future))
            for new in submit():
                coming.add(new)
            yield rows
    finally:
        client.cancel(list(waiting))


def _unpacked(packed: bytes, item: list[int]) -> list[Row]:
    study: Study = pickle.loads(packed)
    return study.some(item)
