"""Studies on dask, with workers and drivers killed; Parquet and xarray; the notebooks. `bash python/engines.sh` installs what they need."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import chetaev as ct
from diagram_on_dask import Plane

PYTHON = Path(__file__).parents[1]
MUS, OMEGAS = 10, 6


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The diagram as one process computes it. Without dask most of what compares with it is skipped: then it is not computed either."""
    pytest.importorskip("distributed", reason="needs dask[distributed]: bash python/engines.sh")
    file = tmp_path_factory.mktemp("whole") / "diagram.csv"
    Plane(MUS, OMEGAS).study().run(file)
    return file.read_bytes()


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed", reason="needs dask[distributed]: bash python/engines.sh")
    # Each worker has what this process can import.
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        yield client


def test_a_killed_worker_loses_nothing(client, whole, tmp_path):
    killed = []

    def kill(done, total):
        if done >= total // 2 and not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    file = tmp_path / "diagram.csv"
    results = Plane(MUS, OMEGAS).study().run(file, on=client, size=3, progress=kill)
    assert len(killed) == 1 and results.failed() == []
    assert file.read_bytes() == whole


def test_a_killed_driver_goes_on(whole, tmp_path):
    pytest.importorskip("distributed", reason="needs dask[distributed]: bash python/engines.sh")
    file = tmp_path / "diagram.csv"
    command = [sys.executable, PYTHON / "examples" / "diagram_on_dask.py", file, "--mus", str(MUS), "--omegas", str(OMEGAS), "--size", "3"]
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + 120.0
    while time.monotonic() < until and first.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 12):
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = file.read_bytes().count(b"\n") - 3
    assert 0 < before < MUS * OMEGAS, f"moot: killed after {before} rows"
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == whole
    print(f"the driver was killed after {before} of {MUS * OMEGAS} rows")


def test_what_workers_cannot_do_is_said(client, tmp_path):
    # An error of a row is a row, on dask as well.
    study = ct.Study(3, ["x"], lambda index: [1.0 / index], "")
    assert study.run(on=client).failed() == [(0, "ZeroDivisionError: float division by zero")]

    module = tmp_path / "not_on_the_workers.py"
    module.write_text("def row(index):\n    return [float(index)]\n")
    sys.path.insert(0, str(tmp_path))
    try:
        import not_on_the_workers  # type: ignore[import-not-found]

        with pytest.raises(ct.StudyError, match="cannot import what row [012] needs.*client.upload_file"):
            ct.Study(3, ["x"], not_on_the_workers.row).run(on=client)
    finally:
        sys.path.remove(str(tmp_path))


def test_a_worker_that_always_dies_ends_the_study(client):
    def deadly(index):
        os._exit(9)

    with pytest.raises(ct.StudyError, match="the engine gave up rows 0 to 1: KilledWorker"):
        ct.Study(2, ["x"], deadly).run(on=client, size=2)


def test_any_executor(client, whole, tmp_path):
    # Threads: the interpreter is free during a run. The executor of a client of dask is one like any other.
    import concurrent.futures as futures

    for k, pool in enumerate([futures.ThreadPoolExecutor(2), client.get_executor()]):
        with pool:
            Plane(MUS, OMEGAS).study().run(tmp_path / f"{k}.csv", on=pool, size=5)
        assert (tmp_path / f"{k}.csv").read_bytes() == whole


def test_parquet_and_xarray(whole, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow: bash python/engines.sh")
    pytest.importorskip("xarray", reason="needs xarray: bash python/engines.sh")
    (tmp_path / "diagram.csv").write_bytes(whole)
    plane = Plane(MUS, OMEGAS)
    results = ct.Results.read(tmp_path / "diagram.csv", plane.study())
    results.to_parquet(tmp_path / "diagram.parquet")
    table = parquet.read_table(tmp_path / "diagram.parquet", columns=["theta_1"])
    assert table["theta_1"].to_pylist() == results.column("theta_1")
    assert table.schema.metadata[b"settings"].decode() == plane.study().settings
    data = results.to_xarray({"mu": plane.mus, "omega": plane.omegas})
    assert dict(data.sizes) == {"omega": OMEGAS, "mu": MUS}
    index = 2 * MUS + 7
    assert float(data["stuck"].isel(mu=7, omega=2)) == results.rows[index].values[0]
    assert float(data["stuck"].sel(mu=plane.mus[7], omega=plane.omegas[2])) == results.rows[index].values[0]
    del results.rows[index]
    assert bool(results.to_xarray({"mu": plane.mus, "omega": plane.omegas})["stuck"].isel(mu=7, omega=2).isnull())
    with pytest.raises(ct.StudyError, match="10 values for 60 points"):
        results.to_xarray({"mu": plane.mus})


@pytest.mark.parametrize("name", sorted(path.name for path in (PYTHON / "notebooks").glob("*.ipynb")))
def test_notebook(name):
    nbformat = pytest.importorskip("nbformat", reason="needs nbclient and ipykernel: bash python/engines.sh")
    nbclient = pytest.importorskip("nbclient", reason="needs nbclient and ipykernel: bash python/engines.sh")
    if "dask" in name:
        pytest.importorskip("distributed", reason="needs dask[distributed]: bash python/engines.sh")
    source = (PYTHON / "notebooks" / name).read_text(encoding="utf-8")
    assert all(not cell.get("outputs") for cell in json.loads(source)["cells"]), "outputs are not kept: clear them"
    notebook = nbformat.reads(source, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(PYTHON / "notebooks")}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not any(output.output_type == "error" for output in shown)
    if name.startswith("1"):
        # The player stands in the notebook.
        assert any("<iframe" in output.get("data", {}).get("text/html", "") for output in shown)
