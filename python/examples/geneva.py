"""A Geneva drive: constraints that events switch off and on. The pin of a crank enters a slot of a wheel and turns it by a quarter, then a lock holds the wheel."""

import numpy as np

import chetaev as ct

SIDE = 0.1 * np.sqrt(2.0)

builder = ct.ModelBuilder()
crank = builder.body("crank", ct.RigidBody.disk(1.0, 0.1, at=[0.0, 0.0, -np.pi / 2]))
wheel = builder.body("wheel", ct.RigidBody.disk(1.0, 0.1, at=[SIDE, 0.0, 0.0]))
builder.constraint("O", ct.Revolute(ct.GROUND.origin(), crank.origin()))
builder.constraint("C", ct.Revolute(ct.GROUND.point(SIDE, 0.0), wheel.origin()))
builder.constraint("motor", ct.Driver(ct.Angle.between(ct.GROUND, crank), lambda t: 2.0 * np.pi * t - np.pi / 2))
# Four slots are two lines through the center; the lock holds at each quarter.
slots = [
    builder.constraint(name, ct.Slot(wheel.axis([0.0, 0.0], angle), crank.point(0.1, 0.0)))
    for name, angle in [("even", np.pi / 4), ("odd", -np.pi / 4)]
]
lock = builder.constraint("lock", ct.Equation.holonomic([wheel], ["sin(2*angle)"]))
model = builder.build()


def enter(at: ct.Snapshot, state: ct.State) -> None:
    """Pin and slot meet along the slot, so that nothing is struck."""
    state.release(lock)
    state.hold(slots[round(at["wheel.theta"] / (np.pi / 2)) % 2])


def leave(at: ct.Snapshot, state: ct.State) -> None:
    for slot in slots:
        state.release(slot)
    state.hold(lock)


# At first the pin is in no slot.
guess = model.placed()
for slot in slots:
    guess.release(slot)
inside = "cos(crank.theta) - cos(pi/4)"
events = [ct.Event("enters", inside, direction="rising", change=enter), ct.Event("leaves", inside, direction="falling", change=leave)]
run = ct.simulate(model, model.start(guess=guess), 3.0, every=0.125, events=events)
fastest = np.max(-run["wheel.omega"])
print(f"after three turns the wheel has made {-run.end['wheel.theta'] / (np.pi / 2):.6f} quarters")
print(f"in the middle of a slot it turns {fastest / (2.0 * np.pi):.6f} times as fast as the crank: 1/(√2 − 1) = {1.0 / (np.sqrt(2.0) - 1.0):.6f}")
assert abs(run.end["wheel.theta"] + 3.0 * np.pi / 2) < 1e-9 and abs(fastest * (np.sqrt(2.0) - 1.0) - 2.0 * np.pi) < 1e-6
