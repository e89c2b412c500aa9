"""Only one process at a time writes the file of a study. The lock is the one that the library takes (`analysis/study/lock.rs`): of the operating system, on `study.csv.lock`,
and it ends with its process. A process that this one forks has the same open file, and would hold the lock after it: a forked child lets go of it at once."""

from __future__ import annotations

import os
from types import TracebackType
from typing import TextIO

from chetaev._errors import StudyError

try:
    import fcntl
except ImportError:  # no such locks: there the user must see to it
    fcntl = None  # type: ignore[assignment]


# The lock files that are open here.
_held: set[TextIO] = set()


def _let_go() -> None:
    # The lock is that of the open file, which the parent has as well: closing it here does not unlock it there.
    while _held:
        _held.pop().close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class Lock:
    """Held within a `with`."""

    def __init__(self, file: str) -> None:
        self.file, self.path = file, f"{file}.lock"

    def __enter__(self) -> Lock:
        while True:
            self.held = open(self.path, "a+", encoding="utf-8")
            _held.add(self.held)
            if fcntl is None:
                return self
            try:
                fcntl.flock(self.held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.held.seek(0)
                by = self.held.read() or "another process"
                self._close()
                raise StudyError(f"`{self.file}` is being written by {by}: wait until that has ended, or give each study a file of its own") from None
            # Whoever held it before may have removed it after it was opened here: then it locks nothing.
            try:
                if os.stat(self.path).st_ino == os.fstat(self.held.fileno()).st_ino:
                    break
            except FileNotFoundError:
                pass
            self._close()
        self.held.truncate(0)
        self.held.write(f"process {os.getpid()}")
        self.held.flush()
        return self

    def _close(self) -> None:
        _held.discard(self.held)
        self.held.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.held.closed:  # in a child that was forked meanwhile: the lock is its parent's
            return
        # While it is still held, so that it is not another's.
        try:
            os.remove(self.path)
        except FileNotFoundError:
            pass
        self._close()
