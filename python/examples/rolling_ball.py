"""A ball on a rough plane in space slides at first, then rolls with 5/7 of its speed."""

import chetaev as ct

radius, mu, speed = 0.1, 0.3, 2.0
builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
ball = builder.body("ball", ct.Solid.from_inertia(ct.Inertia.sphere(1.0, radius), at=[0.0, 0.0, radius], moving=[speed, 0.0, 0.0]))
pair = ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], radius))
builder.contact("floor", ct.Contact.between(ct.WORLD, ball, pair), ct.Rigid.rough(ct.Coulomb(mu)))
model = builder.build()

run = ct.simulate(model, model.placed(), 1.0, every=0.01)
rolls = run.transitions()[-1].t
exact = 2.0 * speed / (7.0 * mu * 9.81)
print(f"it rolls from {rolls:.6f} s on, {abs(rolls - exact):.0e} s from the closed form, with {run.end['ball.vx']:.6f} m/s")
assert abs(rolls - exact) < 1e-9 and abs(run.end["ball.vx"] - speed * 5.0 / 7.0) < 1e-8
