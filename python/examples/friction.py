"""A stick-slip drawer: a block on a belt, held by a spring, sticks and slips (as the example `stick_slip_belt` in Rust)."""

from math import isclose

import chetaev as ct

mass, stiffness, speed, weight = 1.0, 10.0, 0.2, 9.81

builder = ct.ModelBuilder(gravity=[0.0, -weight])
block = builder.body("block", ct.Particle(mass, at=[0.0, 0.0]))
line = ct.GROUND.axis([0.0, 0.0], 0.0)
floor = builder.constraint("floor", ct.Slot(line, block.origin()))
builder.force("spring", ct.SpringDamper.guided(line, block.origin(), stiffness))
builder.friction("belt", ct.FrictionPoint.in_slot(floor, on_belt=speed), ct.Coulomb(0.2, holding=0.3))
model = builder.build()

run = ct.simulate(model, model.start({"block.vx": speed}), 10.0, every=0.01)
for it in run.transitions()[:4]:
    print(f"t = {it.t:.6f} s   {it.from_:>8} -> {it.to}")
# It sticks until the spring pulls as much as friction holds: k v t = 0.3 m g.
first = run.transitions()[0]
assert first.from_ == "stick" and isclose(first.t, 0.3 * mass * weight / (stiffness * speed), rel_tol=1e-9)
summary = run.friction_summary("belt")
print(f"it stuck for {100 * summary.stuck_fraction:.1f} % of the time, {summary.sticks} times")
print(f"one motion at every step: {run.largest_coupling < 1.0}")
