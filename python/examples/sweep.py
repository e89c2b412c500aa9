"""A study on two processes: how far a block slides, over the coefficient of friction. Rows are kept in a file; a killed study goes on there."""

import tempfile
from pathlib import Path

import chetaev as ct


def way(index: int) -> list[float]:
    mu = 0.1 + 0.01 * index
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    block = builder.body("block", ct.Particle(2.0, moving=[1.0, 0.0]))
    floor = builder.constraint("floor", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), block.origin()))
    builder.friction("rub", ct.FrictionPoint.in_slot(floor), ct.Coulomb(mu))
    model = builder.build()
    return [mu, ct.simulate(model, model.start(), 2.0, output="ends").end["block.x"]]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        results = ct.Study(40, ["mu", "way"], way).run(Path(folder) / "way.csv", processes=2, size=5)
    error = max(abs(x - 0.5 / (mu * 9.81)) for mu, x in zip(results.column("mu"), results.column("way")))
    print(f"{len(results.rows)} rows, {error:.0e} m from the closed form")
    assert error < 1e-9
