"""What engines cost: rows that take nothing, and items of a given length, on two processes and two workers of dask. Part of `bash python/engines.sh`."""

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import chetaev as ct

WORKERS = 2
# Three times what stands in docs/clusters.md: ms a row that takes nothing, and what items of 0.05, 0.2 and 0.5 s take more.
MOST_MS = {"this process": [0.08, 0.06], "2 processes": [2.4, 0.3], "dask, 2 workers": [17.0, 1.0]}
MOST_OVER = {"2 processes": [0.06, 0.04, 0.04], "dask, 2 workers": [0.12, 0.06, 0.05]}


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
            ms = [seconds(study, size, on) for size in [1, 20]]
            print(f"| {name} | {ms[0]:.3f} | {ms[1]:.3f} |")
            assert all(x < most for x, most in zip(ms, MOST_MS[name])), f"{name}: {ms}"
        print("\n| more than the rows take | items of 0.05 s | of 0.2 s | of 0.5 s |\n|---|---|---|---|")
        for name, on in list(engines.items())[1:]:
            over = []
            for size in [1, 4, 10]:
                study = ct.Study(200, ["x"], asleep)
                over.append(min(seconds(study, size, on) for _ in range(2)) / (study.points * 0.05 / WORKERS) - 1.0)
            print(f"| {name} | " + " | ".join(f"{100.0 * x:.1f} %" for x in over) + " |")
            assert all(x < most for x, most in zip(over, MOST_OVER[name])), f"{name}: {over}"
    print(f"\nload of this machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
