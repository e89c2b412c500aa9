"""The disk with two sliders over two parameters, friction at rest and the torque's frequency: a bifurcation diagram of ten thousand rows, on the workers of dask.

python diagram_on_dask.py --mus 100 --omegas 100 --size 20 diagram.csv     # all of it, on the cores of this machine
python diagram_on_dask.py --scheduler tcp://head:8786 ... diagram.csv      # on a cluster

Without dask, or with --here, this process computes. Killed, it goes on from the file when it is called again.
"""

import argparse
import contextlib
import math
import tempfile
from pathlib import Path
from typing import Any, Iterator

import chetaev as ct
from disk_slider import disk_slider

SKIP, TAKE, RTOL = 10, 5, 1e-8  # periods that are left out, periods that are looked at


class Plane:
    """Friction at rest from 0.02 to 0.6, which runs first, and the torque's frequency from 0.5 Hz to 2 Hz."""

    def __init__(self, mus: int, omegas: int) -> None:
        self.mus = [0.02 + 0.58 * k / max(mus - 1, 1) for k in range(mus)]
        self.omegas = [math.pi * (1.0 + 3.0 * k / max(omegas - 1, 1)) for k in range(omegas)]

    def row(self, index: int) -> list[float]:
        """How long the first slider sticks, as a part of the time, and the disk's angle once a period."""
        mu, omega = self.mus[index % len(self.mus)], self.omegas[index // len(self.mus)]
        model = disk_slider(mu=0.8 * mu, holding=mu, omega=omega)
        period = math.tau / omega
        settled = ct.simulate(model, model.start(hold=["disk.theta"]), SKIP * period, output="ends", tolerance=RTOL).end
        run = ct.simulate(model, settled, (SKIP + TAKE) * period, every=period, tolerance=RTOL)
        return [run.friction_summary("rub B").stuck_fraction, *(float(x) % math.tau for x in run["disk.theta"][1 : TAKE + 1])]

    def study(self) -> ct.Study:
        columns = ["stuck", *(f"theta_{k}" for k in range(1, TAKE + 1))]
        settings = f"mus={len(self.mus)} omegas={len(self.omegas)} skip={SKIP} take={TAKE} rtol={RTOL}"
        return ct.Study(len(self.mus) * len(self.omegas), columns, self.row, settings)


@contextlib.contextmanager
def client(scheduler: str | None) -> Iterator[Any]:
    """A client of dask: of a cluster that is there, or of one worker for each core here."""
    from distributed import Client, LocalCluster

    if scheduler:
        with Client(scheduler) as there:
            yield there
    else:
        with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as there:
            yield there


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--mus", type=int, default=3)
    parser.add_argument("--omegas", type=int, default=2)
    parser.add_argument("--size", type=int, default=2, help="rows in a work item")
    parser.add_argument("--scheduler", help="address of a scheduler of dask")
    parser.add_argument("--here", action="store_true", help="compute in this process")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        file = given.file or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "diagram.csv"
        try:
            on = None if given.here else stack.enter_context(client(given.scheduler))
        except ImportError:
            print("dask is not installed: this process computes")
            on = None
        plane = Plane(given.mus, given.omegas)
        results = plane.study().run(file, on=on, size=given.size)
    stuck = results.column("stuck")
    print(f"{len(results.rows)} rows, {len(results.failed())} errors, the slider sticks for {100 * min(stuck):.0f} % to {100 * max(stuck):.0f} % of the time")
    # One of ten thousand: the disk turns back next to a dead center, and the run tells two motions.
    for index, error in results.failed():
        print(f"row {index}: {error}")
    assert len(results.rows) == given.mus * given.omegas


if __name__ == "__main__":
    main()
