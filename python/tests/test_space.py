"""Space, contacts that open in both spaces, and what the references say of them."""

from math import cos, pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest

import chetaev as ct

DATA = Path(__file__).parents[2] / "tests/data"


def reference(name):
    """A table of tests/data by its columns."""
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return dict(zip(lines[0].split(","), np.loadtxt(lines[1:], delimiter=",", unpack=True)))


def test_a_bouncing_ball_in_closed_form():
    """From 1 m with e = 0.8: every blow, what it loses, and when they have come to an end."""
    g, e = 9.81, 0.8
    builder = ct.ModelBuilder(gravity=[0.0, -g])
    ball = builder.body("ball", ct.RigidBody.disk(1.0, 0.1, at=[0.0, 1.1, 0.0]))
    pair = ct.EllipseOnLine(ct.GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1)
    floor = builder.contact("floor", ct.Contact.between(ct.GROUND, ball, pair), ct.Rigid.rough(ct.Coulomb(0.4), bouncing=e))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 6.0, every=0.1)
    fall = sqrt(2.0 / g)
    times = np.array([it.t for it in run.impacts()])
    for k in range(6):
        assert abs(times[k] - fall * (1.0 + 2.0 * sum(e**j for j in range(1, k + 1)))) < 1e-10
        assert abs(run.impacts()[k].lost - g * e ** (2 * k) * (1.0 - e * e)) < 1e-9
    assert run.impacts()[0].blows[0].name == "floor" and abs(run.impacts()[0].blows[0].closing[0] + sqrt(2.0 * g)) < 1e-9
    # At rest after infinitely many, at √(2h/g) (1 + e)/(1 − e).
    rest = [it.cause for it in run.transitions() if it.cause.startswith("Rested")]
    at = float(rest[0].split("at: ")[1].split(",")[0])
    assert len(rest) == 1 and abs(at - fall * (1.0 + e) / (1.0 - e)) < 1e-9
    assert abs(run.last().contact(floor).normal - g) < 1e-9 and run.last().mode("floor") == run.last().mode(floor) == "stick"
    assert abs(run["floor.gap"][0] - 1.0) < 1e-12 and run.contact("floor").mode[0] == "open"
    again = ct.Model.from_json(model.to_json())
    assert ct.simulate(again, again.placed(), 6.0, every=0.1).end == run.end


def test_restitution_that_depends_on_the_speed():
    builder = ct.ModelBuilder(gravity=[0.0, -10.0])
    ball = builder.body("ball", ct.Particle(1.0, at=[0.0, 0.2]))
    stop = ct.Stop.above(ct.Travel.across(ct.GROUND.axis([0.0, 0.0], 0.0), ball.origin()), 0.0)
    builder.contact("floor", stop, ct.Rigid.smooth(bouncing_by=lambda speed: 0.5 / (1.0 + speed)))
    model = builder.build()
    blow = ct.simulate(model, model.placed(), 0.25).impacts()[0].blows[0]
    assert abs(blow.closing[0] + 2.0) < 1e-12 and abs(blow.closing[1] - 2.0 * 0.5 / 3.0) < 1e-12
    with pytest.raises(ct.StoreError, match="floor"):
        model.to_json()


def test_play_and_runner():
    builder = ct.ModelBuilder(gravity=[0.0, -9.81])
    slider = builder.body("slider", ct.RigidBody(1.0, 0.01))
    guide = ct.Play.between(ct.GROUND.axis([0.0, 0.0], 0.0), 0.1)
    builder.contacts("guide", guide.block(slider, [0.3, 0.098]), ct.Rigid.rough(ct.Coulomb(0.1)))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 0.1)
    assert [blow.name for blow in run.impacts()[0].blows] == ["guide.right.back", "guide.right.front"]


def test_a_ball_rolls_down_an_incline():
    table = reference("space_ball_incline.csv")
    radius, mass, slope = 0.1, 1.5, 0.35
    builder = ct.ModelBuilder(gravity=[9.8 * sin(slope), 0.0, -9.8 * cos(slope)])
    ball = ct.Solid.from_inertia(ct.Inertia.sphere(mass, radius), at=[0.0, 0.0, radius], moving=[-0.6, 0.4, 0.0], spinning=[-4.0, -6.0, 3.0])
    ball = builder.body("ball", ball)
    pair = ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], radius))
    builder.constraint("plane", ct.Contact.rolling(ct.WORLD, ball, pair))
    model = builder.build()
    run = ct.simulate(model, model.start(), table["t"][-1], times=table["t"], tolerance=1e-12)
    for column, known in [("ball.x", "X"), ("ball.y", "Y"), ("ball.vx", "vx")]:
        np.testing.assert_allclose(run[column], table[known], atol=1e-9)
    force = run.reaction("plane").force
    np.testing.assert_allclose(force[:, 2], table["N"], atol=1e-8)
    np.testing.assert_allclose(force[:, 0], table["Fx"], atol=1e-8)
    again = ct.Model.from_json(model.to_json())
    assert ct.simulate(again, again.start(), 1.0).end == ct.simulate(model, model.start(), 1.0).end


def test_a_heavy_top():
    table = reference("heavy_top.csv")
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    top = ct.Solid.principal(15.0, [0.234375, 0.46875, 0.234375], at=[0.0, 1.0, 0.0], spinning=[0.0, 150.0, -4.61538])
    top = builder.body("top", top)
    builder.constraint("tip", ct.Joint.spherical(ct.WORLD.origin(), top.point(0.0, -1.0, 0.0)))
    model = builder.build()
    run = ct.simulate(model, model.start(keep=["top.wx", "top.wy", "top.wz"]), 2.0, times=table["t"], tolerance=1e-13)
    for column, known in [("top.x", "x"), ("top.y", "y"), ("top.z", "z"), ("top.wx", "wx")]:
        np.testing.assert_allclose(run[column], table[known], atol=1e-6)
    assert np.abs(run.reaction("tip").moment).max() < 1e-6 * np.abs(run.reaction("tip").force).max()


def test_friction_of_a_hinge_in_space_stops_it():
    """An inclined shaft: 0.6 of its weight is across the axis, 0.8 rests on the shoulder."""
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    axis = [0.0, 0.6, 0.8]
    shaft = builder.body("shaft", ct.Solid.principal(2.0, [0.1, 0.1, 0.1], spinning=[0.0, 6.0, 8.0]))
    axle = ct.Joint.revolute(ct.WORLD.axis([0.0, 0.0, 0.0], axis), shaft.axis([0.0, 0.0, 0.0], axis), in_axes_of_a=True)
    axle = builder.constraint("axle", axle)
    builder.friction("pin", ct.FrictionPoint.in_hinge(axle, 0.02), ct.Coulomb(0.1))
    builder.friction("shoulder", ct.FrictionPoint.on_shoulder(axle, 0.03), ct.Coulomb(0.1))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 100.0, output="ends")
    stop = 0.1 * 10.0 / (0.1 * 2.0 * 9.81 * (0.6 * 0.02 + 0.8 * 0.03))
    assert abs(run.transitions()[0].t - stop) < 1e-9 * stop


def test_rails():
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    slide = builder.body("slide", ct.Solid.principal(3.0, [0.1, 0.1, 0.1], moving=[1.0, 0.0, 0.0]))
    rails, carriage = (it.axis([0.0, 0.0, 0.0], [1.0, 0.0, 0.0]).with_x([0.0, 1.0, 0.0]) for it in (ct.WORLD, slide))
    guide = builder.constraint("guide", ct.Joint.prismatic(rails, carriage))
    for k, pad in enumerate(ct.FrictionPoint.on_rails(guide, [-0.2, 0.2], 0.3)):
        builder.friction(f"pad {k}", pad, ct.Coulomb(0.1))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 2.0)
    assert abs(run.transitions()[0].t - 1.0 / (0.1 * 9.81)) < 1e-9


def test_a_ball_that_slides_then_rolls():
    """With μ on a plane: it rolls after 2 v/(7 μ g), then with 5/7 of its speed."""
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    ball = builder.body("ball", ct.Solid.from_inertia(ct.Inertia.sphere(1.0, 0.1), at=[0.0, 0.0, 0.1], moving=[2.0, 0.0, 0.0]))
    pair = ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], 0.1))
    builder.contact("floor", ct.Contact.between(ct.WORLD, ball, pair), ct.Rigid.rough(ct.Coulomb(0.3)))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 1.0)
    rolls = [it.t for it in run.transitions() if it.to in ("stick", "holding")]
    assert abs(rolls[-1] - 2.0 * 2.0 / (7.0 * 0.3 * 9.81)) < 1e-9 and abs(run.end["ball.vx"] - 2.0 * 5.0 / 7.0) < 1e-8


def test_joints_of_space():
    """Each joint leaves as many freedoms as it should; of forces in space, each is built, run and saved."""
    mark = lambda body: body.mark(0.0, 0.0, 0.0)
    origin = lambda body: body.origin()
    joints = {
        "spherical": (3, origin, origin), "revolute": (1, mark, mark), "prismatic": (1, mark, mark), "cylindrical": (2, mark, mark), "planar": (3, mark, mark),
        "weld": (0, mark, mark), "point_on_line": (4, mark, origin), "point_on_plane": (5, mark, origin), "parallel": (4, mark, mark),
    }  # fmt: skip
    for name, (freedoms, a, b) in joints.items():
        builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
        body = builder.body("body", ct.Solid.principal(1.0, [0.1, 0.2, 0.25]))
        builder.constraint("joint", getattr(ct.Joint, name)(a(ct.WORLD), b(body)))
        axis, angle = ct.AxialTravel.along(mark(ct.WORLD), body.origin()), ct.AxialAngle.about(mark(ct.WORLD), mark(body))
        builder.force("spring", ct.SpringDamper.between(ct.WORLD.point(0.0, 0.0, 1.0), body.point(0.1, 0.0, 0.0), 10.0, rest=0.5))
        builder.force("push", ct.Applied(body.origin(), force=[0.1, lambda vy: -0.1 * vy, "0.1*sin(t)"]))
        builder.force("hold", ct.Applied(body.origin(), moment=[0.1, 0.0, lambda wz: -0.1 * wz]))
        builder.force("motor", ct.AppliedAlong(axis, lambda x, v: -x - v))
        builder.force("bushing", ct.Bushing(mark(ct.WORLD), mark(body), [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], damping=[[0.1] * 3, [0.1] * 3]))
        builder.force("path", ct.SpringToPath([0.0, "0.1*t", 0.1], body.origin(), 3.0))
        if name in ("revolute", "cylindrical"):
            builder.force("twist", ct.AppliedAlong(angle, 0.1))
        model = builder.build()
        assert model.freedoms(model.start()).freedoms == freedoms
        run = ct.simulate(model, model.start(), 0.2)
        assert run.energy_error < 1e-7 and run.largest_phi < 1e-9
        again = ct.Model.from_json(model.to_json())
        assert ct.simulate(again, again.start(), 0.2).end == run.end


def test_pairs_in_both_spaces():
    """Every pair of shapes is taken, stands where it should, and is saved."""
    line, circle = ct.Line([0.0, 0.0], 0.0), ct.Circle([0.0, 0.0], 0.1)
    planar = [
        ct.EllipseOnLine(ct.GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1), ct.Circles.outside(([0.0, -1.0], 1.0), ([0.0, 0.0], 0.1)), ct.Circles.inside(([0.0, 1.0], 1.0), ([0.0, 0.0], 0.1)),
        ct.CornerOnLine(ct.GROUND.axis([0.0, 0.1], 0.0), [0.0, 0.0]), ct.CurvePair.inside(line, circle), ct.CurvePair.inside(ct.PlacedCurve(line, [0.0, 0.0], 0.0), ct.Ellipse(0.1, 0.1)),
        ct.CornerOnCurve.inside(ct.Polynomial([0.1, 0.0, 0.5], between=[-1.0, 1.0]), [0.0, 0.0]),
    ]  # fmt: skip
    plane, sphere = ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], 0.1)
    spatial = [
        ct.OnPlane(plane, sphere), ct.Spheres.outside(ct.Sphere([0.0, 0.0, -1.0], 1.0), sphere), ct.Spheres.inside(ct.Sphere([0.0, 0.0, 1.0], 1.0), sphere),
        ct.Surfaces(ct.PlacedSurface(ct.Ellipsoid(1.0, 1.1, 1.0), [0.0, 0.0, -1.0]), sphere), ct.PointOn(ct.Plane([0.0, 0.0, 0.1], [0.0, 0.0, 1.0]), [0.0, 0.0, 0.0]),
        ct.RimOnPlane(plane, ct.Rim.around([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.1)),
    ]  # fmt: skip
    for ground, pairs, body in [(ct.GROUND, planar, ct.RigidBody(1.0, 0.1, at=[0.0, 0.1, 0.0])), (ct.WORLD, spatial, ct.Solid.principal(1.0, [0.1, 0.1, 0.1], at=[0.0, 0.0, 0.1]))]:
        for pair in pairs:
            builder = ct.ModelBuilder()
            b = builder.body("b", body)
            builder.contact("touch", ct.Contact.between(ground, b, pair), ct.Rigid.smooth())
            model = builder.build()
            assert abs(model.read(model.placed()).contact("touch").gap) < 1e-9
            ct.Model.from_json(model.to_json())


def test_equations_in_space():
    builder = ct.ModelBuilder(gravity=[0.0, 0.0, -9.81])
    bead = builder.body("bead", ct.Particle.in_space(0.1, at=[1.0, 0.0, 1.0], moving=[0.0, 1.0, 0.0]))
    builder.constraint("bowl", ct.Equation.holonomic([bead], [lambda x, y, z: z - x**2 - y**2]))
    model = builder.build()
    run = ct.simulate(model, model.start(), 3.0, every=0.1, tolerance=1e-11)
    assert run.largest_phi < 1e-12 and run.energy_error < 1e-9
    spin = run["bead.x"] * run["bead.vy"] - run["bead.y"] * run["bead.vx"]
    np.testing.assert_allclose(spin, spin[0], atol=1e-9)
    traced, told = ct.Formula(lambda x, y, z: z - x**2 - y**2), ct.Formula("z - x^2 - y^2", ["x", "y", "z"])
    assert str(traced) == str(told) and traced(1.0, 2.0, 3.0) == -2.0
    assert pi == ct.Formula("pi")()


def test_attitudes_as_matrices_and_angles():
    """Each against its definition: a top turned by a quaternion, then spinning about its own axes."""
    builder = ct.ModelBuilder()
    q = np.array([0.8, 0.1, -0.3, 0.5])
    q /= np.linalg.norm(q)
    top = builder.body("top", ct.Solid.principal(1.0, [1.0, 2.0, 2.5], at=[1.0, 2.0, 3.0], turned=list(q), spinning=[0.3, -2.0, 1.0]))
    builder.body("flat", ct.RigidBody.disk(1.0, 1.0))
    model = builder.build()
    run = ct.simulate(model, model.placed(), 2.0, every=0.1)
    r, angles, (axes, turns) = run.rotation(top), run.roll_pitch_yaw("top"), run.axis_angle("top")
    n = len(run.t)
    assert r.shape == (n, 3, 3) and angles.shape == (n, 3) and axes.shape == (n, 3) and turns.shape == (n,)

    def about(axis, angle):
        """Rodrigues."""
        x, y, z = axis
        k = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        return np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k

    for k, at in enumerate(run.samples()):
        # The matrix takes the body's axes to the world's.
        point = np.array(at.position(top.point(0.3, 0.4, 0.5))) - at.position(top.origin())
        np.testing.assert_allclose(r[k] @ [0.3, 0.4, 0.5], point, atol=1e-14)
        roll, pitch, yaw = angles[k]
        np.testing.assert_allclose(about([0, 0, 1], yaw) @ about([0, 1, 0], pitch) @ about([1, 0, 0], roll), r[k], atol=1e-14)
        np.testing.assert_allclose(about(axes[k], turns[k]), r[k], atol=1e-14)
        frame = at.body("top")
        np.testing.assert_array_equal(frame.rotation, r[k])
        np.testing.assert_array_equal(at.rotation(top), r[k])
        np.testing.assert_array_equal(at.roll_pitch_yaw(top), angles[k])
        axis, turn = at.axis_angle("top")
        assert list(axis) == list(axes[k]) and turn == turns[k] and 0.0 <= turn <= np.pi
        # Columns have the spin in the body's axes, a frame in the world's.
        own = np.array([at[f"top.w{x}"] for x in "xyz"])
        np.testing.assert_allclose(r[k] @ own, frame.spin, atol=1e-14)
        assert frame.origin == tuple(at[f"top.{x}"] for x in "xyz") and frame.velocity == tuple(at[f"top.v{x}"] for x in "xyz")
        np.testing.assert_allclose(np.abs(np.dot(frame.attitude, [at[f"top.q{x}"] for x in "wxyz"])), 1.0, atol=1e-9)
    np.testing.assert_allclose(r[0] @ [0.3, -2.0, 1.0], run.sample(0).body(top).spin, atol=1e-14)
    assert abs(run["top.wx"][0] - 0.3) < 1e-15
    with pytest.raises(KeyError, match="`flat` is a body of the plane"):
        run.rotation("flat")
    unturned = model.placed()
    unturned.set_attitude("top", [1.0, 0.0, 0.0, 0.0])
    axis, turn = model.read(unturned).axis_angle("top")
    assert list(axis) == [0.0, 0.0, 0.0] and turn == 0.0


def test_spins_in_formulas_are_in_the_bodys_axes():
    """A body turned by 90° about z that spins about its own x axis, which is the world's y."""
    builder = ct.ModelBuilder()
    half = np.sqrt(0.5)
    body = builder.body("body", ct.Solid.principal(1.0, [1.0, 1.0, 1.0], turned=[half, 0.0, 0.0, half], spinning=[1.0, 0.0, 0.0]))
    builder.force("told", ct.Applied(body.origin(), force=["wx", "wy", "wz"]))
    builder.constraint("kept", ct.Equation.nonholonomic([body], ["wx - 1"]))
    model = builder.build()
    at = model.read(model.start())
    np.testing.assert_allclose(at.acceleration[:3], [1.0, 0.0, 0.0], atol=1e-14)
    np.testing.assert_allclose(at.body(body).spin, [0.0, 1.0, 0.0], atol=1e-14)
    assert at.state == model.start() and at["body.wx"] == 1.0


def test_shapes_stand_as_their_help_says():
    """Axes, middles and moments of all shapes in space, by their formulas; `between` lays the z axis."""
    m, r, h = 2.0, 0.3, 0.9
    moments = {
        "rod": (ct.Inertia.rod(m, h), [m * h * h / 12, m * h * h / 12, 0.0], "along its z axis"),
        "disk": (ct.Inertia.disk(m, r), [m * r * r / 4, m * r * r / 4, m * r * r / 2], "normal to z"),
        "ring": (ct.Inertia.ring(m, r, 0.0), [m * r * r / 2, m * r * r / 2, m * r * r], "about z"),
        "cylinder": (ct.Inertia.cylinder(m, r, h), [m * (3 * r * r + h * h) / 12] * 2 + [m * r * r / 2], "along z"),
        "cone": (ct.Inertia.cone(m, r, h), [3 * m * (r * r / 20 + h * h / 80)] * 2 + [3 * m * r * r / 10], "a quarter of the height above the base"),
        "cuboid": (ct.Inertia.cuboid(m, [0.1, 0.2, 0.4]), [m * (a * a + b * b) / 12 for a, b in [(0.2, 0.4), (0.1, 0.4), (0.1, 0.2)]], "along x, y, z"),
        "sphere": (ct.Inertia.sphere(m, r), [2 * m * r * r / 5] * 3, "ball"),
        "hollow_sphere": (ct.Inertia.hollow_sphere(m, r), [2 * m * r * r / 3] * 3, "shell"),
        "ellipsoid": (ct.Inertia.ellipsoid(m, [0.1, 0.2, 0.4]), [m * (a * a + b * b) / 5 for a, b in [(0.2, 0.4), (0.1, 0.4), (0.1, 0.2)]], "along x, y, z"),
        "point": (ct.Inertia.point(m), [0.0] * 3, "point"),
    }
    for name, (shape, own, said) in moments.items():
        np.testing.assert_allclose(shape.tensor, np.diag(own), atol=1e-15, err_msg=name)
        assert list(shape.center) == [0.0, 0.0, 0.0] and shape.mass == m and said in getattr(ct.Inertia, name).__doc__
    moved = ct.Inertia.point(m).moved(0.1, 0.2, 0.3)
    np.testing.assert_allclose(moved.center, [0.1, 0.2, 0.3], atol=1e-16)
    # By 90° about x, about the origin: z goes to −y.
    half = np.sqrt(0.5)
    np.testing.assert_allclose(moved.turned([half, half, 0.0, 0.0]).center, [0.1, -0.3, 0.2], atol=1e-15)
    np.testing.assert_allclose(ct.Inertia.rod(m, h).turned([half, half, 0.0, 0.0]).tensor, np.diag([m * h * h / 12, 0.0, m * h * h / 12]), atol=1e-15)
    builder = ct.ModelBuilder()
    foot, end = [1.0, 0.0, 0.0], [0.4, 0.0, 0.8]
    leg = builder.body("leg", ct.Solid.from_inertia(ct.Inertia.cylinder(m, 0.02, 1.0), between=[foot, end], moving=[1.0, 0.0, 0.0]))
    bead = builder.body("bead", ct.Particle(1.0, moving=[0.0, 0.0, 1.0]))
    model = builder.build()
    at = model.read(model.placed())
    np.testing.assert_allclose(at.position(leg.point(0.0, 0.0, 0.5)), end, atol=1e-15)
    np.testing.assert_allclose(at.position(leg.point(0.0, 0.0, -0.5)), foot, atol=1e-15)
    assert at.velocity(leg.origin()) == [1.0, 0.0, 0.0] and at.velocity(bead.origin()) == [0.0, 0.0, 1.0]
    assert "lays its z axis along them" in " ".join(ct.Solid.__doc__.split())


def test_friction_is_read_as_a_vector_and_at_a_start():
    """A ball that slides up a slope is braked by mu N against its slip; what is read at the start is what the run has there."""
    slope, mu = 0.2, 0.3
    builder = ct.ModelBuilder(gravity=[9.81 * np.sin(slope), 0.0, -9.81 * np.cos(slope)])
    ball = builder.body("ball", ct.Solid.from_inertia(ct.Inertia.sphere(2.0, 0.1), at=[0.0, 0.0, 0.1], moving=[-1.0, 1.0, 0.0]))
    touch = ct.Contact.between(ct.WORLD, ball, ct.OnPlane(ct.Plane.horizontal(), ct.Sphere([0.0, 0.0, 0.0], 0.1)))
    floor = builder.contact("floor", touch, ct.Rigid.rough(ct.Coulomb(mu)))
    model = builder.build()
    state = model.start()
    known = mu * 2.0 * 9.81 * np.cos(slope) * np.array([1.0, -1.0, 0.0]) / np.sqrt(2.0)
    at, run = model.read(state), ct.simulate(model, state, 0.01)
    assert np.allclose(at.friction_force(floor), known, rtol=1e-12, atol=1e-12) and np.allclose(at.slip_velocity("floor"), [-1.0, 1.0, 0.0], atol=1e-12)
    assert np.allclose(run.friction_force("floor")[0], known, rtol=1e-12, atol=1e-12) and run.slip_velocity(floor).shape == (len(run.t), 3)
    assert np.allclose(at.acceleration, run.sample(0).acceleration, rtol=1e-12, atol=1e-12) and run.reaction("floor").force[0, 0] == 0.0
