"""Drake: continuous plants in least coordinates by its Runge-Kutta methods of order 3 and 5, with fixed steps and with its control of the error.

Left out: loops (W3, W3F, W6) are in its discrete mode alone, of order 1; its error in W3 was 0.2 rad with steps of 1 ms. W4: its bushing acts
halfway between two frames, which are other equations.
"""
from common import *
import numpy as np
from pydrake.all import (BallRpyJoint, FixedOffsetFrame, MultibodyPlant, ResetIntegratorFromFlags, RevoluteJoint, RigidTransform, RotationalInertia,
                         Simulator, SpatialInertia)


def serial(n, gravity, moments, joint):
    plant = MultibodyPlant(time_step=0.0)
    plant.mutable_gravity_field().set_gravity_vector(gravity)
    inertia = SpatialInertia.MakeFromCentralInertia(1, [0.5, 0, 0], RotationalInertia(*moments))
    before, links, joints = plant.world_body(), [], []
    for i in range(n):
        link = plant.AddRigidBody(f"link {i}", inertia)
        end = plant.AddFrame(FixedOffsetFrame(f"end {i}", before.body_frame(), RigidTransform([1 if i else 0, 0, 0])))
        joints.append(plant.AddJoint(joint(f"joint {i}", end, link.body_frame())))
        before = link
        links.append(link)
    plant.Finalize()
    return plant, links, joints


def simulator(plant, setting):
    method, how, size = setting
    sim = Simulator(plant)
    ResetIntegratorFromFlags(sim, method, size if how == "h" else 0.1)
    sim.get_mutable_integrator().set_fixed_step_mode(how == "h")
    if how == "tol":
        sim.get_mutable_integrator().set_target_accuracy(size)
    return sim


def advance(model, every, count):
    sim, read = model
    values = []
    for i in range(count):
        sim.AdvanceTo(every * (i + 1))
        values += list(read(sim.get_context()))
    return values, sim.get_integrator().get_num_steps_taken()


def chain(n):
    def make(setting):
        plant, _, _ = serial(n, [0, -G, 0], [1 / 12] * 3, lambda name, a, b: RevoluteJoint(name, a, b, [0, 0, 1]))
        sim = simulator(plant, setting)
        sim.Initialize()
        return sim, lambda context: np.cumsum(plant.GetPositions(context))[shown(n)]
    return make


def bars(setting):
    plant, links, joints = serial(8, [0, 0, -9.81], [0.05 / 12, 1.01 / 12, 1.04 / 12], BallRpyJoint)
    sim = simulator(plant, setting)
    joints[0].set_angular_velocity(sim.get_mutable_context(), SPIN)
    sim.Initialize()
    return sim, lambda context: np.concatenate([plant.EvalBodyPoseInWorld(context, link) @ np.array([0.5, 0, 0]) for link in links])


if __name__ == "__main__":
    settings = [("runge_kutta3", "h", 1e-3), ("runge_kutta5", "h", 1e-2), ("runge_kutta5", "h", 1e-3), ("runge_kutta5", "tol", 1e-5), ("runge_kutta5", "tol", 1e-8),
                ("runge_kutta5", "tol", 1e-11)]
    for work, (n, every, count) in CHAINS.items():
        rows("drake", work, settings[1:2] if n > 64 else settings, every, count, chain(n), advance, slow=settings if n > 64 else ())
    rows("drake", "W5", settings, 0.5, 2, bars, advance)
