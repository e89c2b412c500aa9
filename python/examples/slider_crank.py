"""A slider-crank through its turn: positions and their derivatives by the crank's angle, dead centers, and the torque that turns it evenly."""

import numpy as np

import chetaev as ct

r, length, omega = 0.1, 0.25, 10.0
builder = ct.ModelBuilder()
crank = builder.body("crank", ct.RigidBody.rod(1.0, r, at=[0.5 * r, 0.0, 0.0]))
rod = builder.body("rod", ct.RigidBody.rod(1.0, length, at=[r + 0.5 * length, 0.0, 0.0]))
slider = builder.body("slider", ct.Particle(2.0, at=[r + length, 0.0]))
builder.constraint("shaft", ct.Revolute(ct.GROUND.origin(), crank.point(-0.5 * r, 0.0)))
builder.constraint("A", ct.Revolute(crank.point(0.5 * r, 0.0), rod.point(-0.5 * length, 0.0)))
builder.constraint("B", ct.Revolute(rod.point(0.5 * length, 0.0), slider.origin()))
line = ct.GROUND.axis([0.0, 0.0], 0.0)
builder.constraint("guide", ct.Slot(line, slider.origin()))
model = builder.build()

angle, travel = ct.Angle.between(ct.GROUND, crank), ct.Travel.along(line, slider.origin())
sweep, start = ct.Sweep(model, angle), model.placed()
places = sweep.through(start, [0.0, 0.5, 1.0, 1.5, 2.0])
motor = ct.Inverse(model, {"motor": angle}, [(angle, lambda t: omega * t)])
torques = motor.over(start, [place.value / omega for place in places])


def energy(value: float) -> float:
    """Kinetic energy at the speed 1 of the crank."""
    return model.read(sweep.through(start, [value])[0].state).energy


for place, torque in zip(places, torques):
    x, first, _ = place.ratio(travel)
    exact = r * np.cos(place.value) + np.sqrt(length**2 - (r * np.sin(place.value)) ** 2)
    # Nothing but the motor does work: M = dT/dθ.
    balance = omega**2 * (energy(place.value + 1e-4) - energy(place.value - 1e-4)) / 2e-4
    print(f"crank at {place.value:.1f} rad: slider at {x:.4f} m, dx/dθ {first:+.4f} m, torque {torque.force('motor'):+.4f} N m")
    assert abs(x - exact) < 1e-12 and abs(torque.force("motor") - balance) < 1e-6
dead = sweep.dead_centers(model.start({"crank.theta": 1.0}), travel, 0.05)
print("it turns back at", ", ".join(f"{it.value:.4f} m" for it in sorted(dead, key=lambda it: it.value)))
