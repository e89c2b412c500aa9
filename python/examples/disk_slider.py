"""The mechanism of the README: a disk on a pin drives two sliders in rough slots (docs/figures, tests/data/disk_slider_case2.csv)."""

from math import atan2, cos, pi, sin, sqrt, tau

import chetaev as ct


def disk_slider(mu: float = 0.2, holding: float = 0.3, torque: float = 1.0, omega: float = tau, damping: float = 0.01) -> ct.Model:
    builder = ct.ModelBuilder(gravity=[0.0, -9.8])
    theta, radius, length = 0.4, 0.1, 0.2
    disk = builder.body("disk", ct.RigidBody.disk(3.0, radius, at=[0.0, 0.0, theta]))
    builder.constraint("O", ct.Revolute(ct.GROUND.origin(), disk.origin()))
    for rod_name, end, side, direction in [("AB", "B", 1.0, pi / 4), ("CD", "D", -1.0, 3 * pi / 4)]:
        line = ct.GROUND.axis([0.0, 0.0], direction)
        rim = (side * radius * cos(theta), side * radius * sin(theta))
        along = rim[0] * cos(direction) + rim[1] * sin(direction)
        across = rim[0] * sin(direction) - rim[1] * cos(direction)
        s = along + sqrt(length * length - across * across)
        tip = (s * cos(direction), s * sin(direction))
        angle = atan2(tip[1] - rim[1], tip[0] - rim[0])
        rod = builder.body(rod_name, ct.RigidBody.rod(1.0, length, at=[0.5 * (rim[0] + tip[0]), 0.5 * (rim[1] + tip[1]), angle]))
        slider = builder.body(end, ct.Particle(3.0, at=list(tip)))
        builder.constraint(rod_name[0], ct.Revolute(disk.point(side * radius, 0.0), rod.point(-0.5 * length, 0.0)))
        builder.constraint(end, ct.Revolute(rod.point(0.5 * length, 0.0), slider.origin()))
        slot = builder.constraint(f"slot {end}", ct.Slot(line, slider.origin()))
        builder.force(f"spring {end}", ct.SpringDamper.guided(line, slider.origin(), 750.0, rest=0.2, damping=damping))
        if holding > 0.0:
            builder.friction(f"rub {end}", ct.FrictionPoint.in_slot(slot), ct.Coulomb(mu, holding=holding))
    if torque:
        builder.force("motor", ct.Applied.torque(disk, ct.Signal.constant(0.0).sine(torque, omega, 0.0)))
    return builder.build()


if __name__ == "__main__":
    model = disk_slider()
    run = ct.simulate(model, model.start(hold=["disk.theta"]), 5.0, every=0.01)
    print(f"{len(run.transitions())} changes of friction in 5 s, energy error {run.energy_error:.0e} J")
    assert run.energy_error < 1e-7
