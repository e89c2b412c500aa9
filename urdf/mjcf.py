"""Mechanisms from MJCF against MuJoCo, by the program in examples/aba.rs: accelerations of the joints, at random states and efforts. `bash urdf/mjcf.sh` calls this."""

import os
import subprocess
import sys
import tempfile

import mujoco
import numpy as np

STATES = 20
AT_MOST = 3.6e-13

MODELS = {
    "inertials": """<mujoco><compiler angle="radian"/><option gravity="0.3 -0.2 -9.81"/><worldbody>
      <body name="a" pos="0.1 0.2 0.3" quat="0.9 0.1 -0.3 0.2"><inertial pos="0.05 0 0.1" mass="1.3" fullinertia="0.03 0.04 0.05 0.002 -0.001 0.003" />
        <joint name="first" axis="1 2 3" pos="0.1 0.2 0"/>
        <body name="b" pos="0.3 0 0.1" axisangle="1 1 0 0.7"><inertial pos="0 0.1 0" quat="0.5 0.5 -0.5 0.5" mass="0.8" diaginertia="0.01 0.02 0.025"/>
          <joint name="second" type="slide" axis="0 1 1" stiffness="30" springref="0.2" damping="2"/>
          <body name="c" pos="0 0.2 0.2"><inertial pos="0 0 0" mass="0.5" diaginertia="0.01 0.01 0.01"/>
            <body name="d" pos="0.1 0.1 0" zaxis="1 0 1"><joint name="third" axis="0 1 0" pos="0 0 -0.1" damping="0.3" stiffness="4" springref="0.5"/>
              <inertial pos="0 0 0.1" mass="0.3" diaginertia="0.002 0.002 0.001"/></body></body></body></body>
    </worldbody></mujoco>""",
    "shapes": """<mujoco><worldbody>
      <body name="a" euler="10 20 30"><joint name="first" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0.3 0.1 -0.2" size="0.05"/><geom type="box" size="0.1 0.05 0.02" pos="0.2 0 0" euler="0 45 10" mass="0.7"/>
        <body name="b" pos="0.3 0.1 -0.2" xyaxes="1 1 0 0 0 1"><joint name="second" axis="1 0 0" pos="0 0.1 0"/>
          <geom type="cylinder" size="0.06 0.2" density="700" zaxis="0 1 1"/><geom type="ellipsoid" size="0.1 0.2 0.05" pos="0.1 0 0"/>
          <body name="c" pos="0 0 0.4"><joint name="third" type="slide" axis="1 1 1"/><geom size="0.1"/><geom type="box" fromto="0 0 0 0 0.4 0" size="0.03 0.02 1"/></body></body></body>
    </worldbody></mujoco>""",
    "classes and frames": """<mujoco><compiler angle="degree" eulerseq="ZYX"/>
      <default class="main"><joint damping="0.2" axis="0 1 0"/></default>
      <default><geom density="500"/>
        <default class="heavy"><geom density="4000" type="cylinder" size="0.05 0.1"/><joint axis="1 0 0"/><default class="heavier"><geom density="8000"/></default></default></default>
      <worldbody><frame pos="0 0 1" euler="20 30 40"><body name="a" childclass="heavy"><joint name="first"/><geom/>
          <frame pos="0 0.1 0.2" euler="0 0 90"><geom class="heavier"/><body name="b" pos="0.2 0 0"><joint name="second" damping="0"/><geom class="main" size="0.1"/></body></frame></body></frame>
        <body name="c" pos="1 0 0"><joint name="third"/><geom type="capsule" size="0.05 0.2"/></body></worldbody></mujoco>""",
    "groups, attitudes and boxes between points": """<mujoco><compiler angle="degree" inertiagrouprange="0 1"/>
      <default><geom quat="0.8 0.6 0 0"/><default class="seen"><geom group="2"/></default><default class="turned"><geom axisangle="1 2 3 50"/><default class="more"><geom zaxis="1 0 2"/></default></default></default>
      <worldbody><body name="a"><joint name="first" axis="1 2 0"/><geom type="box" size="0.1 0.02" fromto="0.1 0.2 0.3 0.5 0.7 0.1"/><geom class="seen" size="0.3"/>
          <geom type="box" size="0.1 0.05 0.02" pos="0.2 0 0" euler="0 45 10" group="1"/>
          <body name="b" pos="0.3 0.1 -0.2"><joint name="second" axis="0 1 1"/><geom type="ellipsoid" size="0.1 0.2 0.05" class="turned"/><geom type="box" size="0.1 0.2 0.05" class="more" pos="0.1 0 0"/>
            <geom type="box" size="0.1 0.03 0.05" class="turned" quat="0.9 0.1 0.3 0.2"/><body name="c" pos="0 0.2 0.2"><joint name="third" type="slide" axis="0 1 0"/><geom type="box" size="0.03 0.08" fromto="0 0 0.1 0.2 -0.1 0.4" group="1"/></body></body></body></worldbody>
    </mujoco>""",
    "springs in degrees": """<mujoco><compiler eulerseq="xzy"/><worldbody>
      <body name="a" euler="30 -20 60"><joint name="first" axis="0 0 1" stiffness="5" springref="40"/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0.1 0"/>
        <body name="b" pos="0.2 0.3 0.1" axisangle="0 1 1 75"><joint name="second" axis="1 0 1" stiffness="2" springref="-15"/><geom type="ellipsoid" size="0.1 0.05 0.2"/></body></body>
    </worldbody></mujoco>""",
}

# Public files, where their package is installed (`pip install gymnasium`).
try:
    import gymnasium
except ImportError:
    print("gymnasium is not installed: its pendulums are not compared")
else:
    for name in ("inverted_pendulum", "inverted_double_pendulum"):
        with open(os.path.join(os.path.dirname(gymnasium.__file__), "envs/mujoco/assets", name + ".xml")) as file:
            MODELS[name] = file.read()

worst = 0.0
for name, text in MODELS.items():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "it.xml")
        with open(file, "w") as out:
            out.write(text)
        model = mujoco.MjModel.from_xml_path(file)
        # The rotors' inertia is left out here, and said to be.
        model.dof_armature[:] = 0.0
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT
        data = mujoco.MjData(model)
        joints = [model.joint(k).name for k in range(model.njnt)]
        rng = np.random.default_rng(7)
        n = len(joints)
        states = rng.uniform(-1.5, 1.5, (STATES, 3, n))
        program = subprocess.Popen([sys.argv[1], file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        order = None
        lines = []
        # Our joints may come in another order, which the first line tells.
        names = subprocess.run([sys.argv[1], file], input="", capture_output=True, text=True, check=True).stdout.split()
        assert sorted(names) == sorted(joints), (names, joints)
        order = [joints.index(joint) for joint in names]
        for q, v, effort in states:
            lines.append(" ".join(repr(float(x)) for part in (q, v, effort) for x in part[order]))
        out, _ = program.communicate("\n".join(lines) + "\n")
        ours = np.array([[float(x) for x in line.split()] for line in out.splitlines()[1:]])
        assert ours.shape == (STATES, n), out
        off = 0.0
        for (q, v, effort), found in zip(states, ours):
            data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, v, effort
            mujoco.mj_forward(model, data)
            off = max(off, np.abs(data.qacc[order] - found).max() / np.abs(data.qacc).max())
        print(f"{name}: {n} joints, {STATES} states: accelerations off by {off:.1e} of the largest")
        worst = max(worst, off)
print("VERDICT:", "pass" if worst <= AT_MOST else "fail")
sys.exit(int(worst > AT_MOST))
