"""Studies: rows by index, processes, a file that survives."""

import pickle

import pytest

import chetaev as ct

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
    assert resumed.rows == whole.rows and file.read_text() == "".join(lines) and computed == [3, 4, 5, 6, 7]
    with pytest.raises(ValueError, match="is of another study: it says `# settings: rtol=1e-9`"):
        ct.Study(8, study.columns, brake, "rtol=1e-6").run(file)
