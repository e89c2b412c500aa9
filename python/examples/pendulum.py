"""The first program of the README: a rod on a pin, and the force in the pin."""

import numpy as np

import chetaev as ct

builder = ct.ModelBuilder(gravity=[0.0, -9.81])
rod = builder.body("rod", ct.RigidBody.rod(1.0, 1.0, at=[0.5, 0.0, 0.0]))
pin = builder.constraint("pin", ct.Revolute(ct.GROUND.origin(), rod.point(-0.5, 0.0)))
model = builder.build()

run = ct.simulate(model, model.start(), 1.0, every=0.25)
force = np.linalg.norm(run.reaction(pin).force, axis=1)
for t, angle, size in zip(run.t, np.degrees(run["rod.theta"]), force):
    print(f"t = {t:.2f} s   angle {angle:7.2f}°   force in the pin {size:5.2f} N")
print(f"drift below 1e-13 m: {run.largest_phi < 1e-13}")
print(f"energy error below 1e-8 J: {run.energy_error < 1e-8}")
