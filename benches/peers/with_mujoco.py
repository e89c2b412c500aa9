"""MuJoCo: least coordinates by its classical Runge-Kutta method, the most exact of its integrators where nothing has friction.

Loops are closed by soft `connect`: solref at its stiffest (twice the step), solimp hard, the solver's tolerance 1e-12. Friction with a load that follows the joint's
force is not among its elements: `frictionloss` of the slides is set before each step from the force of the step before, by `implicitfast`, since Runge-Kutta
was the less exact one there. Left out: W2-1024 (models end at a depth of 1024), W4 (no bushing; as forces of the user's it is explicit).
"""
from common import *
import mujoco
import numpy as np

HARD = "0.9999 0.9999 0.001"


def head(h, method, gravity):
    return (f'<mujoco><compiler angle="radian" balanceinertia="false" autolimits="true"/><option gravity="{gravity}" timestep="{h}" integrator="{method}" '
            'iterations="100" tolerance="1e-12"><flag contact="disable"/></option><size memory="1G"/><worldbody>')


def lump(mass, place, inertia):
    return f'<inertial pos="{place}" mass="{mass}" diaginertia="{inertia}"/>'


def three(xs):
    return " ".join(repr(float(x)) for x in xs)


def steps_of(every, count):
    return lambda setting: round(every * count / setting[1])


def advance(read):
    """Runs by pieces, without a loop in Python."""
    def run(model, every, count):
        m, d = model
        values = []
        for _ in range(count):
            mujoco.mj_step(m, d, nstep=round(every / m.opt.timestep))
            mujoco.mj_kinematics(m, d)
            values += list(read(d))
        return values, None
    return run


def built(text):
    m = mujoco.MjModel.from_xml_string(text)
    return m, mujoco.MjData(m)


def chain(n):
    def make(setting):
        text = head(setting[1], setting[0], f"0 {-G} 0")
        for i in range(n):
            text += f'<body pos="{1 if i else 0} 0 0"><joint type="hinge" axis="0 0 1"/>' + lump(1, "0.5 0 0", three([1 / 12] * 3))
        return built(text + "</body>" * n + "</worldbody></mujoco>")
    return make


def disk_slider(setting):
    method, h = setting[:2]
    text = head(h, method, "0 0 0")
    text += f'<body euler="0 0 {THETA}"><joint name="disk" type="hinge" axis="0 0 1"/>' + lump(3, "0 0 0", three([1.5 * R * R] * 3))
    loops = ""
    for i, (slot, rim, angle, far, tip) in enumerate(arms()):
        turned = math.pi / 2 * i
        text += (f'<body name="rod{i}" pos="{R * math.cos(turned)} {R * math.sin(turned)} 0" euler="0 0 {angle - THETA}"><joint type="hinge" axis="0 0 1"/>'
                 + lump(1, f"{L / 2} 0 0", three([L * L / 12] * 3)) + "</body>")
    text += "</body>"
    dry = 'frictionloss="1e-9"' if len(setting) > 2 else ""
    for i, (slot, rim, angle, far, tip) in enumerate(arms()):
        text += (f'<body name="slider{i}" pos="{tip[0]} {tip[1]} 0"><joint type="slide" axis="{math.cos(slot)} {math.sin(slot)} 0" stiffness="750" '
                 f'springref="{0.2 - far}" damping="0.01" {dry}/>' + lump(3, "0 0 0", "1e-3 1e-3 1e-3") + "</body>")
        loops += f'<connect body1="slider{i}" body2="rod{i}" anchor="0 0 0" solref="{2 * h} 1" solimp="{HARD}"/>'
    m, d = built(text + f'</worldbody><equality>{loops}</equality><actuator><motor joint="disk"/></actuator></mujoco>')
    if dry:
        m.dof_solref[3:5] = [2 * h, 1]
        m.dof_solimp[3:5, :3] = [0.9999, 0.9999, 0.001]
    return m, d


def smooth(model, every, count):
    ctrl = model[1].ctrl

    def torque(m, d):  # at each stage of the method
        ctrl[0] = math.sin(math.pi / 6 * d.time)
    mujoco.set_mjcb_control(torque)
    try:
        return advance(lambda d: [d.qpos[0] + THETA])(model, every, count)
    finally:
        mujoco.set_mjcb_control(None)


def rough(model, every, count):
    m, d = model
    h, values = m.opt.timestep, []
    per = round(every / h)
    step, ctrl, loss, root = mujoco.mj_step, d.ctrl, m.dof_frictionloss, math.sqrt(0.5)
    for i in range(per * count):
        ctrl[0] = math.sin(math.pi / 6 * h * (i + 0.5))
        if i:
            f = d.efc_force  # the two loops' forces, in the world's axes
            loss[3] = MU * root * abs(f[1] - f[0]) + 1e-9
            loss[4] = MU * root * abs(f[3] + f[4]) + 1e-9
        step(m, d)
        if (i + 1) % per == 0:
            values.append(d.qpos[0] + THETA)
    return values, None


def bars(setting):
    text = head(setting[1], setting[0], "0 0 -9.81")
    for i in range(8):
        text += f'<body pos="{1 if i else 0} 0 0"><joint type="ball"/>' + lump(1, "0.5 0 0", three([0.05 / 12, 1.01 / 12, 1.04 / 12]))
    m, d = built(text + "</body>" * 8 + "</worldbody></mujoco>")
    d.qvel[:3] = SPIN
    return m, d


def bricard(setting):
    h, last = setting[1], np.zeros(3)
    text = head(h, setting[0], "0 -9.81 0")
    for i in range(5):
        step = np.subtract(CUBE[i + 1], CUBE[i])
        text += (f'<body name="rod{i}" pos="{three(np.subtract(CUBE[i], last))}"><joint type="hinge" axis="{three(HINGES[i % 3])}"/>'
                 + lump(1, three(step / 2), three(np.where(step == 0, 1.01, 0.02) / 12)))
        last = CUBE[i]
    loops = "".join(f'<connect body1="rod4" anchor="{three(step + [x, 0, 0])}" solref="{2 * h} 1" solimp="{HARD}"/>' for x in (0, 0.5))
    return built(text + "</body>" * 5 + f"</worldbody><equality>{loops}</equality></mujoco>")


if __name__ == "__main__":
    hs = [("RK4", h) for h in (2e-2, 1e-2, 5e-3, 1e-3, 2e-4)]
    for work in ("W1", "W2-4", "W2-64"):
        n, every, count = CHAINS[work]
        settings, slow = (hs[:4], hs[3:4]) if n > 4 else (hs, ())
        rows("mujoco", work, settings, every, count, chain(n), advance(lambda d: np.cumsum(d.qpos)[shown(len(d.qpos))]), steps_of(every, count), slow)
    rows("mujoco", "W3", hs[2:], 1.0, 10, disk_slider, smooth, steps_of(1.0, 10), hs[4:])
    dry = [("implicitfast", h, "frictionloss from the last step") for h in (1e-3, 1e-4, 1e-5)]
    rows("mujoco", "W3F", dry, 1.0, 10, disk_slider, rough, steps_of(1.0, 10), dry[2:])
    rows("mujoco", "W5", hs, 0.5, 2, bars, advance(lambda d: d.xipos[1:].ravel()), steps_of(0.5, 2))
    rows("mujoco", "W6", hs, 0.5, 4, bricard, advance(lambda d: d.xipos[1:].ravel()), steps_of(0.5, 4))
