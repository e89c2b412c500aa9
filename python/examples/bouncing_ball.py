"""A ball that bounces and comes to rest after infinitely many impacts, against the closed form."""

from math import sqrt

import chetaev as ct

gravity, e, height = 9.81, 0.8, 1.0
builder = ct.ModelBuilder(gravity=[0.0, -gravity])
ball = builder.body("ball", ct.RigidBody.disk(1.0, 0.1, at=[0.0, height + 0.1, 0.0]))
pair = ct.EllipseOnLine(ct.GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1)
builder.contact("floor", ct.Contact.between(ct.GROUND, ball, pair), ct.Rigid.rough(ct.Coulomb(0.4), bouncing=e))
model = builder.build()

run = ct.simulate(model, model.placed(), 5.0, every=0.01)
fall = sqrt(2.0 * height / gravity)
for k, impact in enumerate(run.impacts()[:3]):
    exact = fall * (1.0 + 2.0 * sum(e**j for j in range(1, k + 1)))
    print(f"impact at {impact.t:.6f} s, {abs(impact.t - exact):.0e} s from the closed form; {impact.lost:.3f} J lost")
    assert abs(impact.t - exact) < 1e-10
end = run.last().contact("floor")
print(f"at rest: {end.mode}, carried by {end.normal:.2f} N")
