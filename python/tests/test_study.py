"""Studies: rows by index, processes, a file that survives."""

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import chetaev as ct

DATA = Path(__file__).parents[2] / "tests" / "data"
MUS = [0.1 * k for k in range(8)]


def brake(index):
    """Where a block that rubs comes to rest, and when."""
    if index == 0:
        raise ValueError("without friction it does not stop")
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    block = builder.body("block", ct.Particle(2.0, moving=[1.0, 0.0]))
    floor = builder.constraint("floor", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), block.origin()))
    builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(MUS[index]))
    model = builder.build()
    run = ct.simulate(model, model.start(), 3.0)
    return [run.end["block.x"], run.transitions()[0].t]


study = ct.Study(len(MUS), ["way", "time"], brake, settings="rtol=1e-9")


def test_rows():
    results = study.run()
    assert results.failed() == [(0, "ValueError: without friction it does not stop")]
    for index in range(1, 8):
        assert results.column("way")[index] == pytest.approx(0.5 / (MUS[index] * 9.81), abs=1e-9)
        assert results.column("time")[index] == pytest.approx(1.0 / (MUS[index] * 9.81), abs=1e-9)
    assert list(results.to_pandas().columns) == ["way", "time", "error"]


def test_processes_compute_the_same_bits(tmp_path):
    here, there = study.run(), study.run(tmp_path / "study.csv", processes=2, size=3)
    assert here.rows == there.rows
    assert pickle.loads(pickle.dumps(study)) == study


def test_a_study_resumes(tmp_path):
    file = tmp_path / "study.csv"
    whole = study.run(file)
    lines = file.read_text().splitlines(keepends=True)
    assert lines[:3] == ["# settings: rtol=1e-9\n", "# points: 8\n", "index,way,time,error\n"]
    file.write_text("".join(lines[:6]) + lines[8][:5])  # killed
    computed = []
    resumed = ct.Study(8, study.columns, lambda index: computed.append(index) or brake(index), study.settings).run(file)
    assert resumed.rows == whole.rows and file.read_text() == "".join(lines)
    # Those on file must come out the same; the row that failed is tried again.
    assert computed == [1, 2, 0, 3, 4, 5, 6, 7]
    with pytest.raises(ct.StudyError, match="is of another study: it says `# settings: rtol=1e-9`"):
        ct.Study(8, study.columns, brake, "rtol=1e-6").run(file)
    other = ct.Study(8, study.columns, lambda index: [2.0 * x for x in brake(index)], study.settings)
    with pytest.raises(ct.StudyError, match="holds the rows of another program: row 1 is"):
        other.run(file)
    assert len(other.run(file, checked=False).rows) == 8 and file.read_text() == "".join(lines)


def test_shards_are_merged_into_the_same_file(tmp_path):
    whole, file = tmp_path / "whole.csv", tmp_path / "parts.csv"
    study.run(whole)
    study.run(file, shard=(1, 3))
    study.run(file, shard=(3, 3), size=2)
    with pytest.raises(ct.StudyError, match=r"row 1 is missing|No such file"):
        (tmp_path / "parts-2-of-3.csv").write_text("".join(whole.read_text().splitlines(keepends=True)[:3]))
        study.merge(file, 3)
    (tmp_path / "parts-2-of-3.csv").unlink()
    assert len(study.run(file, shard=(2, 3)).rows) == 3
    assert study.merge(file, 3).rows == study.run().rows and file.read_bytes() == whole.read_bytes()
    for name, part in [("./diagram", "./diagram-1-of-3"), ("out.d/diagram", "out.d/diagram-1-of-3"), ("a.b/c.d.csv", "a.b/c.d-1-of-3.csv")]:
        assert ct.shard_file(name, (1, 3)) == part
    with pytest.raises(ct.StudyError, match=r"\(0, 3\) is no shard"):
        study.run(file, shard=(0, 3))
    with pytest.raises(ct.StudyError, match="a work item of 0 rows"):
        study.run(size=0)


def test_the_file_is_the_librarys(tmp_path):
    """tests/analysis/study.rs writes the same rows, and compares with the same file."""
    rows = [[0.1, -0.0], [1e-5, 1.5e-7], [1e16, 123456789.0], [float("nan"), float("inf")], None, [5e-324, 1e-4]]
    made = ct.Study(6, ["x", "a, b"], lambda index: rows[index] or brake(0), settings="rtol=1e-9")
    made.run(tmp_path / "rows.csv")
    golden = (DATA / "study_rows.csv").read_bytes()
    assert (tmp_path / "rows.csv").read_bytes() == golden.replace(b'"without friction it does not stop"', b'"ValueError: without friction it does not stop"')
    (tmp_path / "read.csv").write_bytes(golden)
    results = ct.Results.read(tmp_path / "read.csv", made)
    results.write(tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == golden


def test_two_cannot_write_one_file(tmp_path):
    file = tmp_path / "study.csv"

    def inner(index):
        if index == 3:
            study.run(file)
        return [0.0, 0.0]

    [(index, error)] = ct.Study(8, study.columns, inner, study.settings).run(file).failed()
    assert index == 3 and "is being written by process" in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["study.csv"]


def test_lines_that_are_no_rows_are_named(tmp_path):
    file = tmp_path / "study.csv"
    study.run(file)
    text = file.read_text()
    for broken, said in [("3,0.1,0.2,\n", ""), ("x,0.1,0.2,\n", "line 12 of .* is not a row"), ("99,0.1,0.2,\n", "of 8 points"), ("3,0.1,\n", "2 columns")]:
        file.write_text(text + broken)
        if said:
            with pytest.raises(ct.StudyError, match=said):
                study.run(file)
        else:
            study.run(file)


def deadly(index):
    """Kills its process the first time that row 5 is computed."""
    import os
    from pathlib import Path

    mark = Path(os.environ["CHETAEV_DEADLY"])
    if index == 5 and not mark.exists():
        mark.touch()
        os._exit(9)
    return [float(index)]


def twice_deadly(index):
    """Kills its process the first two times that row 0 is computed."""
    import os
    from pathlib import Path

    if index == 0:
        for mark in [Path(os.environ["CHETAEV_DEADLY"] + end) for end in "ab"]:
            if not mark.exists():
                mark.touch()
                os._exit(9)
    return [float(index)]


def always_deadly(index):
    import os

    os._exit(9)


def test_a_killed_process_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("CHETAEV_DEADLY", str(tmp_path / "killed"))
    told = []
    results = ct.Study(40, ["x"], deadly).run(tmp_path / "rows.csv", processes=2, size=3, progress=lambda done, total: told.append((done, total)))
    assert (tmp_path / "killed").exists() and results.column("x") == [float(k) for k in range(40)]
    assert told[-1] == (40, 40) and told == sorted(told)
    for k in range(10):
        # A second pool that breaks before it was given all that the first one had lost.
        monkeypatch.setenv("CHETAEV_DEADLY", str(tmp_path / f"twice{k}"))
        assert len(ct.Study(60, ["x"], twice_deadly).run(processes=2).rows) == 60
    with pytest.raises(ct.StudyError, match="died 3 times"):
        ct.Study(4, ["x"], always_deadly).run(processes=2)


def slow(index):
    time.sleep(0.2)
    return [float(index)]


DRIVER = """
import sys
import test_study
import chetaev as ct

ct.Study(40, ["x"], test_study.slow).run(sys.argv[1], processes=3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signals")
@pytest.mark.parametrize("killed_by", ["SIGKILL", "SIGTERM"])
def test_a_killed_driver_loses_nothing(tmp_path, killed_by):
    file = tmp_path / "rows.csv"
    # Its workers have its output too: that is at its end when all of them are gone.
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(file)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=Path(__file__).parent)
    until = time.monotonic() + 60.0
    while time.monotonic() < until and driver.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 6):
        time.sleep(0.01)
    assert driver.poll() is None
    driver.send_signal(getattr(signal, killed_by))
    assert driver.wait() != 0
    # At once: nobody holds the file any more.
    kept = file.read_text().splitlines()[3:]
    results = ct.Study(40, ["x"], slow).run(file, processes=8, size=5)
    assert results.column("x") == [float(k) for k in range(40)] and len(kept) >= 3
    assert not Path(f"{file}.lock").exists()
    said, _ = driver.communicate(timeout=20.0)
    assert b"Traceback" not in said, said.decode()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_process_does_not_hold_the_file(tmp_path):
    from chetaev._lock import Lock

    file = str(tmp_path / "rows.csv")
    done, wait = os.pipe()
    lives, begun = os.pipe()
    lock = Lock(file).__enter__()
    child = os.fork()
    if child == 0:
        os.close(wait)
        os.write(begun, b"!")
        os.read(done, 1)
        os._exit(0)
    assert os.read(lives, 1) == b"!"
    with pytest.raises(ct.StudyError, match=f"is being written by process {os.getpid()}"), Lock(file):
        pass
    # As a kill ends it: nothing is removed.
    lock._close()
    try:
        with Lock(file):
            assert os.path.exists(f"{file}.lock")
    finally:
        os.close(wait)
        os.waitpid(child, 0)
        for end in (done, lives, begun):
            os.close(end)


def test_an_executor_is_not_given_all_at_once():
    import concurrent.futures as futures
    import threading

    class Pool(futures.ThreadPoolExecutor):
        waiting, most = 0, 0
        lock = threading.Lock()

        def submit(self, *args):
            with self.lock:
                Pool.waiting += 1
                Pool.most = max(Pool.most, Pool.waiting)
            future = super().submit(*args)
            future.add_done_callback(lambda _: self.count())
            return future

        def count(self):
            with self.lock:
                Pool.waiting -= 1

    with Pool(2) as pool:
        results = ct.Study(500, ["x"], lambda index: [float(index)]).run(on=pool, size=1)
    assert len(results.rows) == 500 and 2 <= Pool.most <= 9
    with futures.ProcessPoolExecutor(1) as pool, pytest.raises(ct.StudyError, match=r"the engine gave up row \d: BrokenProcessPool"):
        ct.Study(4, ["x"], always_deadly).run(on=pool)
    with pytest.raises(ct.StudyError, match="`on` is str: it takes"):
        study.run(on="dask")
