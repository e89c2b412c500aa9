"""A pole on a cart is held up by a sampled controller, whose gains are those of the linearized model (Ackermann's formula)."""

from math import pi

import numpy as np

import chetaev as ct

interval = 0.02
builder = ct.ModelBuilder(gravity=[0.0, -9.81])
cart = builder.body("cart", ct.Particle(1.0))
pole = builder.body("pole", ct.RigidBody.rod(0.2, 1.0, at=[0.0, 0.5, pi / 2]))
builder.constraint("rail", ct.Slot(ct.GROUND.axis([0.0, 0.0], 0.0), cart.origin()))
builder.constraint("pin", ct.Revolute(cart.origin(), pole.point(-0.5, 0.0)))
push = builder.input("push", 0.0)
builder.force("motor", ct.Applied(cart.origin(), force=[push, 0.0]))
model = builder.build()

upright = model.placed()
system = ct.Linearization.about(model, upright).system([push], ["cart.x", lambda at: at["pole.theta"] - pi / 2, "cart.vx", "pole.omega"])
a, b = system.in_outputs().held(interval)
wanted = [a - np.exp(-rate * interval) * np.eye(4) for rate in (2.0, 2.5, 3.0, 3.5)]
reach = np.hstack([np.linalg.matrix_power(a, k) @ b for k in range(4)])
gains = np.linalg.solve(reach.T, np.eye(4)[3]) @ np.linalg.multi_dot(wanted)


def control(at: ct.Snapshot, state: ct.State) -> None:
    state["push"] = -float(gains @ [at["cart.x"], at["pole.theta"] - pi / 2, at["cart.vx"], at["pole.omega"]])


start = model.start({"pole.theta": pi / 2 + 0.1}, hold=["pole.theta", "cart.x"])
run = ct.simulate(model, start, 6.0, every=interval, events=[ct.Event.every("control", interval, change=control, quiet=True)])
print(f"from 0.1 rad to {abs(run['pole.theta'][-1] - pi / 2):.0e} rad, the cart at most {np.max(np.abs(run['cart.x'])):.2f} m away")
assert abs(run["pole.theta"][-1] - pi / 2) < 1e-4 and abs(run["cart.x"][-1]) < 1e-3
