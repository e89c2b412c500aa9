"""What engines cost: rows that take nothing, and items of a given length, on two processes and two workers of dask. Part of `bash python/engines.sh`."""

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import chetaev as ct

WORKERS = 2
MOST = 0.03  # of the time that the items themselves take, at 0.2 s an item


def nothing(index: int) -> list[float]:
    return [float(index)]


def asleep(index: int) -> list[float]:
    """A row of 0.05 s that needs no core, so that what is measured is the engine and not the machine's load."""
    time.sleep(0.05)
    return [float(index)]


def seconds(study: ct.Study, size: int, on: dict) -> float:
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        results = study.run(Path(folder) / "rows.csv", size=size, **on)
        took = time.perf_counter() - began
    assert len(results.rows) == study.points and not results.failed()
    return took


def main() -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        engines = {"this process": {}, f"{WORKERS} processes": {"processes": WORKERS}, f"dask, {WORKERS} workers": {"on": client}}
        print("| ms a row that takes nothing | items of 1 | of 20 |\n|---|---|---|")
        for name, on in engines.items():
            study = ct.Study(1000, ["x"], nothing)
            seconds(study, 20, on)
            print(f"| {name} | {seconds(study, 1, on):.3f} | {seconds(study, 20, on):.3f} |")
        print("\n| more than the rows take | items of 0.05 s | of 0.2 s | of 0.5 s |\n|---|---|---|---|")
        for name, on in list(engines.items())[1:]:
            over = []
            for size in [1, 4, 10]:
                study = ct.Study(200, ["x"], asleep)
                over.append(min(seconds(study, size, on) for _ in range(2)) / (study.points * 0.05 / WORKERS) - 1.0)
            print(f"| {name} | " + " | ".join(f"{100.0 * x:.1f} %" for x in over) + " |")
            assert over[1] < 3 * MOST, f"{name}: {over}"
    print(f"\nload of this machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
