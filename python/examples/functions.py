"""Functions of your own: a constraint, a force, an event and a controller. All but the controller are traced once and saved with the model."""

import pickle

import numpy as np

import chetaev as ct

builder = ct.ModelBuilder(gravity=[0.0, -9.81])
bead = builder.body("bead", ct.Particle(0.1, at=[1.0, 1.0]))
builder.constraint("wire", ct.Equation.holonomic([bead], [lambda x, y: y - x**2]))
drag = builder.input("drag", 0.0)
builder.force("air", ct.Applied(bead.origin(), force=[ct.Formula(lambda vx, c: -c * vx, c=drag), ct.Formula("-c*vy", c=drag)]))
builder.force("wind", ct.Applied(bead.origin(), force=[lambda t: 0.01 * np.sin(3.0 * t), 0.0]))
model = builder.build()


def brake(at: ct.Snapshot, state: ct.State) -> None:
    """From the third pass through the lowest place on the air is thick."""
    state["drag"] = 0.5 if at.t > 2.0 else 0.0


lowest = ct.Event("lowest", lambda at: at["bead.x"], change=brake)
run = ct.simulate(model, model.start(), 8.0, every=0.01, events=[lowest])
print(f"passes: {', '.join(f'{event.t:.3f}' for event in run.events()[:4])} s")
print(f"drift {run.largest_phi:.0e} m, energy error {run.energy_error:.0e} J")
assert run.largest_phi < 1e-13 and run.energy_error < 1e-8
again: ct.Model = pickle.loads(pickle.dumps(model))
same = ct.simulate(again, again.start(), 1.0).end == ct.simulate(model, model.start(), 1.0).end
print(f"an unpickled model runs the same to the last bit: {same}")
assert same
