"""Makes refs/*.json by independent means, and tells how far this crate at 1e-13 is from them: `python refs.py LINES`, the lines of `ours --reference`.

All by SciPy's DOP853 at 1e-13. W1, W2: angles, the forces between rods from one band matrix. W3: the disk's angle alone, rods and sliders in closed form; W3F
with each stop, slip and change of a force's sign located. W4: plain forces of springs and dampers, in the axes of one body as here, or along the world's (W4-world, as
Exudyn has them). W5, W6: Pinocchio's articulated bodies; W6 is closed by the last hinge's rows, solved for in the sense of least squares.
"""
from common import *
import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp
from scipy.linalg import solve_banded
from scipy.optimize import brentq

TIGHT = dict(method="DOP853", rtol=1e-13, atol=1e-13)
HERE = os.path.dirname(os.path.abspath(__file__))


def chain(n, every, count):
    """λᵢ acts on rod i at its start, −λᵢ₊₁ at its end; n = (−s, c), Q = 3 n nᵀ:
    (1 + Qᵢ + 1 + Qᵢ₋₁) λᵢ + (Qᵢ − 1) λᵢ₊₁ + (Qᵢ₋₁ − 1) λᵢ₋₁ = −(wᵢ² uᵢ + wᵢ₋₁² uᵢ₋₁)/2, and φᵢ'' = −6 nᵢ·(λᵢ + λᵢ₊₁)."""
    def rates(t, y):
        a, w = y[:n], y[n:]
        s, c = np.sin(a), np.cos(a)
        q = 3 * np.array([[s * s, -s * c], [-s * c, c * c]])
        one = np.eye(2)[:, :, None]
        diag, off = q + one, (q - one)[:, :, :-1]
        diag[:, :, 1:] += (q + one)[:, :, :-1]
        out = 0.5 * w * w * np.array([c, s])
        right = -out
        right[:, 1:] -= out[:, :-1]
        right[1, 0] += G
        bands = np.zeros((7, 2 * n))
        for i in range(2):
            for j in range(2):
                bands[3 + i - j, j::2] = diag[i, j]
                bands[1 + i - j, j + 2::2] = off[i, j]
                bands[5 + i - j, j:2 * n - 2:2] = off[i, j]
        f = solve_banded((3, 3), bands, right.T.ravel()).reshape(n, 2).T
        f[:, :-1] += f[:, 1:].copy()
        return np.concatenate([w, 6 * (s * f[0] - c * f[1])])
    end = solve_ivp(rates, (0, every * count), np.zeros(2 * n), t_eval=every * np.arange(1, count + 1), **TIGHT)
    return end.y[shown(n)].T.ravel()


class Disk:
    """Both arms in their slots' axes: al = θ − 45°, rod's lean b: L sin b = −R sin al. Lists are values and derivatives by al; friction −MU |N| s acts on a slider."""
    def __init__(self, theta):
        al = theta - math.pi / 4
        self.sa, self.ca = math.sin(al), math.cos(al)
        self.sb = -R * self.sa / L
        self.cb = math.sqrt(1 - self.sb**2)
        sa, ca, sb, cb, h = self.sa, self.ca, self.sb, self.cb, L / 2
        b1 = -R * ca / (L * cb)
        b2 = (R * sa / L + sb * b1 * b1) / cb
        self.b = [0, b1, b2]
        self.d = [R * ca + L * cb, -R * sa - L * sb * b1, -R * ca - L * (cb * b1 * b1 + sb * b2)]
        self.x = [0, -R * sa - h * sb * b1, -R * ca - h * (cb * b1 * b1 + sb * b2)]
        self.y = [0, R * ca + h * cb * b1, -R * sa + h * (-sb * b1 * b1 + cb * b2)]

    def moved(self, t, w, a, s, mu, sign):
        """What is missing at the disk if a were its acceleration, and the slot's force N, whose sign is held."""
        b, x, y, d = [v[1] * a + v[2] * w * w for v in (self.b, self.x, self.y, self.d)]
        turn = (L * L / 12 * b + L / 2 * (self.cb * y - self.sb * x)) / L
        fx = -3 * d - 750 * (self.d[0] - 0.2) - 0.01 * self.d[1] * w
        n = (turn + self.sb * fx) / (self.cb + mu * s * sign * self.sb)
        fx -= mu * s * sign * n
        return 1.5 * R * R * a - math.sin(math.pi / 6 * t) - 2 * R * (self.ca * (n - y) - self.sa * (fx - x)), n

    def free(self, t, w, s, mu, sign):
        """The acceleration, and N with it: both sides are linear."""
        r0, n0 = self.moved(t, w, 0.0, s, mu, sign)
        r1, n1 = self.moved(t, w, 1.0, s, mu, sign)
        a = r0 / (r0 - r1)
        return a, n0 + a * (n1 - n0)

    def spare(self, t):
        """At rest the rods push along themselves: what friction can hold, less what it must."""
        push = -math.sin(math.pi / 6 * t) / (2 * R * (self.ca * self.sb - self.sa * self.cb))
        return MU * abs(push * self.sb) - abs(push * self.cb + 750 * (self.d[0] - 0.2))


def smooth():
    run = solve_ivp(lambda t, y: [y[1], Disk(y[0]).free(t, y[1], 0, 0.0, 1)[0]], (0, 10), [THETA, 0], t_eval=range(1, 11), **TIGHT)
    return run.y[0]


def motion(t, theta):
    """How the sliders begin to move: the direction and the sign of N that agree with themselves a little later."""
    disk = Disk(theta)
    for s in (1, -1):
        for sign in (1, -1):
            a, n = disk.free(t + 1e-5, 0.0, s, MU, sign)
            if a * disk.d[1] * s > 0 and n * sign > 0:
                return s, sign
    raise RuntimeError(f"no motion at {t}")


def rough():
    t, theta, w, values, changes, going = 0.0, THETA, 0.0, {}, 0, None
    whole = [float(k) for k in range(1, 11)]
    while t < 10:
        if going is None and Disk(theta).spare(t) > 0:
            end = t
            while end < 10 and Disk(theta).spare(end + 1e-3) > 0:
                end += 1e-3
            end = min(10.0, brentq(Disk(theta).spare, end, end + 1e-3, xtol=1e-15) if end < 10 else 10.0)
            values |= {k: theta for k in whole if t < k <= end}
            t, w, changes = end, 0.0, changes + 1
            if t >= 10:
                break
        s, sign = going or motion(t, theta)
        side = 1 if Disk(theta).d[1] > 0 else -1
        rates = lambda t, y: [y[1], Disk(y[0]).free(t, y[1], s, MU, sign)[0]]
        stop = lambda t, y: y[1]
        turn = lambda t, y: Disk(y[0]).free(t, y[1], s, MU, sign)[1]
        across = lambda t, y: Disk(y[0]).d[1]
        for event, down in ((stop, s * side), (turn, sign), (across, side)):
            event.terminal, event.direction = True, -down
        run = solve_ivp(rates, (t, 10), [theta, w], events=[stop, turn, across], dense_output=True, max_step=0.01, **TIGHT)
        values |= {k: run.sol(k)[0] for k in whole if t < k <= run.t[-1]}
        t, (theta, w), changes = run.t[-1], run.y[:, -1], changes + 1
        assert not len(run.t_events[2]), "a slider passes the disk's line: not worked out here"
        going = (s, -sign) if len(run.t_events[1]) else None
        w = 0.0 if going is None else w
    print(f"W3F: {changes} pieces")
    return np.array([values[k] for k in whole])


def bushings(own_axes):
    r, l, q0, v0 = crank()
    mass = np.array([1, 1, 0.01, 0.4, 0.4, 0.4 * l * l / 12, 0.5])
    cross = lambda a, f: a[0] * f[1] - a[1] * f[0]
    left = lambda a: np.array([-a[1], a[0]])

    def rates(t, y):
        q, v = y[:7], y[7:]
        f = np.array([0, -9.81, -0.5 * math.sin(3 * t), 0, -0.4 * 9.81, 0, 0.0])
        out = lambda a: np.array([math.cos(a), math.sin(a)])
        ground = (np.zeros(2), np.zeros(2), 0.0, 0.0, None)
        wheel, rod = [(q[i:i + 2], v[i:i + 2], q[i + 2], v[i + 2], i) for i in (0, 3)]
        slider = (np.array([q[6], 0]), np.array([v[6], 0]), 0.0, 0.0, 6)
        for (pa, va, aa, wa, a), x, (pb, vb, ab, wb, b), z in ((ground, 0, wheel, 0), (wheel, r, rod, -l / 2), (rod, l / 2, slider, 0)):
            at_a, at_b = x * out(aa), z * out(ab)
            d = pb + at_b - pa - at_a
            if own_axes:  # force at b; the rate is that of the way seen from a
                at_a = at_a + d
            force = 1e7 * d + 1e4 * (vb + wb * left(at_b) - va - wa * left(at_a))
            if a is not None:
                f[a:a + 2] += force
                f[a + 2] += cross(at_a, force)
            if b == 6:
                f[6] -= force[0]
            else:
                f[b:b + 2] -= force
                f[b + 2] -= cross(at_b, force)
        return np.concatenate([v, f / mass])
    # Stability keeps the steps so short that 1e-9 gives all the digits; at 1e-13 rounding would cost twelve times as many.
    run = solve_ivp(rates, (0, 1), np.concatenate([q0, v0]), t_eval=[0.25, 0.5, 0.75, 1.0], method="DOP853", rtol=1e-9, atol=1e-9)
    return run.y[[2, 5, 6]].T.ravel()


def tree(joints, places, levers, moments, gravity):
    model, parent = pin.Model(), 0
    model.gravity.linear = np.array(gravity, float)
    for i, (joint, place, lever, moment) in enumerate(zip(joints, places, levers, moments)):
        parent = model.addJoint(parent, joint, pin.SE3(np.eye(3), np.array(place, float)), f"{i}")
        model.appendBodyToJoint(parent, pin.Inertia(1, np.array(lever, float), np.diag(moment)), pin.SE3.Identity())
    return model


def centers(model, data, q):
    pin.forwardKinematics(model, data, q)
    return np.concatenate([data.oMi[j].act(model.inertias[j].lever) for j in range(1, model.njoints)])


def bars():
    model = tree([pin.JointModelSpherical()] * 8, [[1.0 * (i > 0), 0, 0] for i in range(8)], [[0.5, 0, 0]] * 8, [np.array([0.05, 1.01, 1.04]) / 12] * 8, [0, 0, -9.81])
    data = model.createData()

    def rates(t, y):
        q, v = y[:32].reshape(8, 4), y[32:]
        w, u = v.reshape(8, 3), q[:, :3]
        turned = 0.5 * np.concatenate([q[:, 3:] * w + np.cross(u, w), -np.sum(u * w, axis=1)[:, None]], axis=1)
        unit = (q / np.linalg.norm(q, axis=1)[:, None]).ravel()
        return np.concatenate([turned.ravel(), pin.aba(model, data, unit, v, np.zeros(24))])
    start = np.concatenate([np.tile([0, 0, 0, 1.0], 8), SPIN, np.zeros(21)])
    run = solve_ivp(rates, (0, 1), start, t_eval=[0.5, 1.0], **TIGHT)
    return np.concatenate([centers(model, data, pin.normalize(model, y[:32])) for y in run.y.T])


def bricard():
    steps = np.diff(np.array(CUBE, float), axis=0)
    joints = [pin.JointModelRevoluteUnaligned(np.array(HINGES[i % 3], float)) for i in range(5)]
    places = np.vstack([np.zeros(3), steps[:4]])
    model = tree(joints, places, steps / 2, np.where(steps == 0, 1.01, 0.02) / 12, [0, -9.81, 0])
    last = model.addFrame(pin.Frame("last", 5, pin.SE3(np.eye(3), steps[4]), pin.FrameType.OP_FRAME))
    data, axes = model.createData(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    held = [0, 1, 2, 4, 5]  # its place, and turns about y and z

    def rates(t, y):
        q, v = y[:5], y[5:]
        pin.forwardKinematics(model, data, q, v, np.zeros(5))
        gamma = pin.getFrameClassicalAcceleration(model, data, last, axes).vector[held]
        rows_ = pin.computeFrameJacobian(model, data, q, last, axes)[held]
        whole = np.block([[pin.crba(model, data, q), rows_.T], [rows_, np.zeros((5, 5))]])
        whole[:5, :5] = np.triu(whole[:5, :5]) + np.triu(whole[:5, :5], 1).T
        right = np.concatenate([-pin.nonLinearEffects(model, data, q, v), -gamma])
        return np.concatenate([v, np.linalg.lstsq(whole, right, rcond=1e-9)[0][:5]])
    run = solve_ivp(rates, (0, 2), np.zeros(10), t_eval=[0.5, 1.0, 1.5, 2.0], **TIGHT)
    return np.concatenate([centers(model, data, y[:5]) for y in run.y.T])


if __name__ == "__main__":
    ours = {line["work"]: np.array(line["values"]) for line in map(json.loads, open(sys.argv[1]))}
    works = {name: (lambda size=size: chain(*size)) for name, size in CHAINS.items()}
    works |= {"W3": smooth, "W3F": rough, "W4": lambda: bushings(True), "W4-world": lambda: bushings(False), "W5": bars, "W6": bricard}
    for name, make in works.items():
        if not wanted(name):
            continue
        values = make()
        apart = float(np.abs(values - ours[name]).max()) if name in ours else None
        print(f"{name}: {len(values)} values, apart from ours {apart}", flush=True)
        with open(os.path.join(HERE, "refs", f"{name}.json"), "w") as file:
            json.dump(dict(work=name, apart=apart, values=[float(f"{x:.15e}") for x in values]), file)
            file.write("\n")
