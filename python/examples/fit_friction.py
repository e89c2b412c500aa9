"""Friction of a block on a belt from noisy readings of its place, and how well they tell it."""

import numpy as np

import chetaev as ct


def build(p: dict[str, float]) -> tuple[ct.Model, ct.State]:
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    block = builder.body("block", ct.Particle(1.0))
    line = ct.GROUND.axis([0.0, 0.0], 0.0)
    floor = builder.constraint("floor", ct.Slot(line, block.origin()))
    builder.force("spring", ct.SpringDamper.guided(line, block.origin(), 10.0))
    builder.friction("belt", ct.FrictionPoint.in_slot(floor, on_belt=0.2), ct.Coulomb(p["sliding"], holding=p["holding"]))
    model = builder.build()
    return model, model.start({"block.vx": 0.2})


truth = {"sliding": 0.2, "holding": 0.3}
real = ct.Family(truth, build)
measured = ct.simulate(real.model, real.start, 8.0, every=0.05)["block.x"]
measured = measured + 1e-3 * np.random.default_rng(1).standard_normal(len(measured))

guess = real.at({"sliding": 0.21, "holding": 0.29})
fit = ct.Identification(guess, ct.Simulation(guess.model, every=0.05), 8.0, measured=[("block.x", measured, 1e-3)]).run()
print(fit)
for name, value in truth.items():
    assert abs(fit[name] - value) < 4.0 * fit.deviation(name) < 0.01
