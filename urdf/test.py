"""Robots of the package `example-robot-data` against Pinocchio: accelerations by its articulated-body algorithm, and its mass matrix, at random states. `bash urdf/test.sh` calls this."""

import glob
import os
import subprocess
import sys

import numpy as np
import pinocchio as pin

PROGRAM = sys.argv[1]
ROBOTS = ["panda_description/urdf/panda.urdf", "ur_description/urdf/ur5_robot.urdf", "kinova_description/robots/kinova.urdf", "xarm_description/urdf/xarm7.urdf",
          "allegro_hand_description/urdf/allegro_right_hand.urdf", "z1_description/urdf/z1.urdf"]
# Three times what urdf/src/lib.rs tells: of accelerations, of the mass matrix.
MOST, MOST_MASS = 1.1e-13, 1.5e-12
STATES = 20

folder = next(iter(glob.glob(os.path.join(sys.prefix, "lib", "python3*", "site-packages", "cmeel.prefix", "share", "example-robot-data", "robots"))), None)
if folder is None:
    sys.exit("FAIL: the package example-robot-data is not there: pip install example-robot-data")
random = np.random.default_rng(1)
failed = False
for robot in ROBOTS:
    path = os.path.join(folder, robot)
    name = os.path.basename(path)
    if not os.path.exists(path):
        print(f"{name}: not in this version of the package")
        continue
    model = pin.buildModelFromUrdf(path)
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    data = model.createData()
    states = [(random.uniform(-1.0, 1.0, model.nv), random.uniform(-1.0, 1.0, model.nv), random.uniform(-5.0, 5.0, model.nv)) for _ in range(STATES)]
    head = subprocess.run([PROGRAM, path], input="", capture_output=True, text=True)
    if head.returncode != 0:
        print(f"{name}: {head.stderr.strip()}")
        failed = True
        continue
    # Where each of our joints stands in Pinocchio's velocities.
    names = head.stdout.split()
    places = [model.joints[model.getJointId(joint)].idx_v for joint in names]
    assert len(names) == model.nv, (names, list(model.names))
    lines = []
    for q, v, tau in states:
        for effort in (tau, 0.0 * tau):
            lines.append(" ".join(repr(float(x)) for x in np.concatenate([q[places], v[places], effort[places]])))
    found = subprocess.run([PROGRAM, path], input="\n".join(lines), capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    found = np.array([[float(x) for x in line.split()] for line in found])
    worst, worst_mass = 0.0, 0.0
    for k, (q, v, tau) in enumerate(states):
        whole = pin.neutral(model)
        for joint in model.joints[1:]:
            i, j = joint.idx_q, joint.idx_v
            if joint.nq == 2:
                whole[i : i + 2] = np.cos(q[j]), np.sin(q[j])
            else:
                whole[i] = q[j]
        pushed, free = np.zeros(model.nv), np.zeros(model.nv)
        pushed[places], free[places] = found[2 * k], found[2 * k + 1]
        expected = pin.aba(model, data, whole, v, tau)
        worst = max(worst, np.abs(pushed - expected).max() / np.abs(expected).max())
        mass = pin.crba(model, data, whole)
        mass = np.triu(mass) + np.triu(mass, 1).T
        worst_mass = max(worst_mass, np.abs(mass @ (pushed - free) - tau).max() / np.abs(tau).max())
    good = worst < MOST and worst_mass < MOST_MASS
    failed |= not good
    print(f"{name}: {model.nv} joints, {STATES} states: accelerations {worst:.1e}, mass matrix {worst_mass:.1e}, relative{'' if good else '  FAIL'}")
print("VERDICT:", "fail" if failed else "pass")
sys.exit(1 if failed else 0)
