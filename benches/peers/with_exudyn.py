"""Exudyn: redundant coordinates by its implicit methods of order 2 (it has no explicit one for constraints), trees of hinges also in least coordinates.

Generalized-alpha of index 3 with a spectral radius of 0.9 and the trapezoidal rule of index 2, modified Newton iterations, tolerances as they come. Dense
factors up to 13 coordinates, sparse ones beyond; full pivoting where rows depend on each other (W6), as its manual says. KinematicTree (RK4, and Dormand-Prince with
control of the error) costs n³. Left out: RK4 for W2-1024. W3F: no friction in its joints follows their force; a spring with a user's function in Python is its way.
"""
from common import *
import contextlib, io, warnings
warnings.simplefilter("ignore")
import numpy as np
import exudyn as exu
from exudyn.utilities import *
from exudyn.robotics import Robot, RobotBase, RobotLink, RobotTool

exu.SetWriteToConsole(False)
T, LS, VALUES = exu.DynamicSolverType, exu.LinearSolverType, exu.OutputVariableType
METHODS = {"generalized-alpha": T.GeneralizedAlpha, "trapezoidal": T.TrapezoidalIndex2, "RK4": T.RK44, "DOPRI5": T.DOPRI5}


def settings(setting, span, solver):
    method, size = setting[:2]
    s = exu.SimulationSettings()
    ti = s.timeIntegration
    h = 0.05 if method == "DOPRI5" else size
    ti.numberOfSteps, ti.verboseMode = max(1, round(span / h)), 0
    ti.generalizedAlpha.spectralRadius = setting[2] if len(setting) > 2 else 0.9
    ti.generalizedAlpha.useIndex2Constraints = ti.generalizedAlpha.useNewmark = method == "trapezoidal"
    ti.newton.useModifiedNewton = True
    ti.explicit.computeEndOfStepAccelerations = False
    ti.automaticStepSize = method == "DOPRI5"
    if method == "DOPRI5":
        ti.absoluteTolerance = ti.relativeTolerance = size
    s.solutionSettings.writeSolutionToFile = False
    s.linearSolver.solverType = solver
    s.linearSolver.ignoreSingularJacobian = solver == LS.EigenDense
    return s


def advance(model, every, count):
    """In pieces, each from the state at which the one before ended."""
    mbs, setting, solver, read = model
    s, values, taken = settings(setting, every, solver), [], 0
    for i in range(count):
        s.timeIntegration.startTime, s.timeIntegration.endTime = every * i, every * (i + 1)
        with contextlib.redirect_stdout(io.StringIO()):
            if not mbs.SolveDynamic(s, solverType=METHODS[setting[0]], storeSolver=True):
                raise RuntimeError("its solver gave up")
        taken += int(mbs.sys["dynamicSolver"].it.currentStepIndex)
        mbs.systemData.SetSystemState(mbs.systemData.GetSystemState(configuration=exu.ConfigurationType.Current), configuration=exu.ConfigurationType.Initial)
        values += list(read())
    return values, taken


def system():
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    KEPT[:] = [container]
    return mbs, mbs.AddObject(ObjectGround())


KEPT = []


def mark(mbs, body, place):
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=list(place)))


def flat(mbs, mass, inertia, q, v=(0, 0, 0)):
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=list(q), initialVelocities=list(v)))
    return node, mbs.AddObject(ObjectRigidBody2D(physicsMass=mass, physicsInertia=inertia, nodeNumber=node))


def chain(n, solver):
    def make(setting):
        mbs, ground = system()
        before = mark(mbs, ground, [0, 0, 0])
        for i in range(n):
            _, rod = flat(mbs, 1, 1 / 12, [i + 0.5, 0, 0])
            mbs.AddObject(ObjectJointRevolute2D(markerNumbers=[before, mark(mbs, rod, [-0.5, 0, 0])]))
            before = mark(mbs, rod, [0.5, 0, 0])
            mbs.AddLoad(LoadMassProportional(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=rod)), loadVector=[0, -G, 0]))
        mbs.Assemble()
        return mbs, setting, solver, lambda: mbs.systemData.GetODE2Coordinates()[2::3][shown(n)]
    return make


def tree(n):
    def make(setting):
        mbs, _ = system()
        robot = Robot(gravity=[0, -G, 0], base=RobotBase(), tool=RobotTool(), referenceConfiguration=[])
        for i in range(n):
            robot.AddLink(RobotLink(mass=1, COM=[0.5, 0, 0], inertia=np.diag([1e-3, 1 / 12, 1 / 12]), jointType="Rz", preHT=HTtranslate([1.0 if i else 0.0, 0, 0])))
        robot.CreateKinematicTree(mbs)
        mbs.Assemble()
        return mbs, setting, LS.EXUdense, lambda: np.cumsum(mbs.systemData.GetODE2Coordinates())[shown(n)]
    return make


def disk_slider(setting):
    """Thirteen coordinates and twelve rows; a fourth entry is v0, with friction MU |N| v / sqrt(v² + v0²)."""
    mbs, ground = system()
    origin = mark(mbs, ground, [0, 0, 0])
    node, disk = flat(mbs, 3, 1.5 * R * R, [0, 0, THETA])
    mbs.AddObject(ObjectJointRevolute2D(markerNumbers=[origin, mark(mbs, disk, [0, 0, 0])]))

    def torque(mbs, t, load):
        return load * exu.symbolic.sin(math.pi / 6 * t)
    load = mbs.AddLoad(LoadCoordinate(markerNumber=mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=2)), load=1, loadUserFunction=torque))
    compiled = CreateSymbolicUserFunction(mbs, torque, "loadUserFunction", load)
    mbs.SetLoadParameter(load, "loadUserFunction", compiled)
    KEPT.append(compiled)
    for i, (slot, rim, angle, far, tip) in enumerate(arms()):
        _, rod = flat(mbs, 1, L * L / 12, [0.5 * (rim[0] + tip[0]), 0.5 * (rim[1] + tip[1]), angle])
        end = mbs.AddNode(NodePoint2D(referenceCoordinates=list(tip)))
        slider = mark(mbs, mbs.AddObject(ObjectMassPoint2D(physicsMass=3, nodeNumber=end)), [0, 0, 0])
        turned = math.pi / 2 * i
        mbs.AddObject(ObjectJointRevolute2D(markerNumbers=[mark(mbs, disk, [R * math.cos(turned), R * math.sin(turned), 0]), mark(mbs, rod, [-L / 2, 0, 0])]))
        mbs.AddObject(ObjectJointRevolute2D(markerNumbers=[mark(mbs, rod, [L / 2, 0, 0]), slider]))
        fixed = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround(referenceCoordinates=[0, 0, 0]))))
        mbs.AddObject(ObjectConnectorCoordinateVector(markerNumbers=[fixed, mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=end))], scalingMarker0=[],
                      scalingMarker1=np.array([[-math.sin(slot), math.cos(slot)]]), offset=[0.0]))
        rub = 0
        if len(setting) > 3:
            at, v0 = 6 + 5 * i, setting[3]  # where the slot's force is among the multipliers

            def rub(mbs, t, item, dl, dl_t, k, d, f, at=at):
                return k * dl + d * dl_t + MU * abs(mbs.systemData.GetAECoordinates()[at]) * dl_t / math.sqrt(dl_t * dl_t + v0 * v0)
        mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[origin, slider], referenceLength=0.2, stiffness=750, damping=0.01, springForceUserFunction=rub))
    mbs.Assemble()
    return mbs, setting, LS.EXUdense, lambda: [mbs.systemData.GetODE2Coordinates()[2] + THETA]


def bushings(setting):
    """Its CartesianSpringDamper acts along the world's axes, ours along those of one body: apart by 1e-6, so that each has its own reference."""
    mbs, ground = system()
    r, l, q, v = crank()
    turner, wheel = flat(mbs, 1, 0.01, q[0:3], v[0:3])
    rod_node, rod = flat(mbs, 0.4, 0.4 * l * l / 12, q[3:6], v[3:6])
    end = mbs.AddNode(NodePoint2D(referenceCoordinates=[q[6], 0], initialVelocities=[v[6], 0]))
    slider = mbs.AddObject(MassPoint2D(physicsMass=0.5, nodeNumber=end))
    for a, p, b, s in ((ground, 0, wheel, 0), (wheel, r, rod, -l / 2), (rod, l / 2, slider, 0)):
        mbs.AddObject(CartesianSpringDamper(markerNumbers=[mark(mbs, a, [p, 0, 0]), mark(mbs, b, [s, 0, 0])], stiffness=[1e7] * 3, damping=[1e4] * 3))
    for body, mass in ((wheel, 1.0), (rod, 0.4)):
        mbs.AddLoad(Force(markerNumber=mark(mbs, body, [0, 0, 0]), loadVector=[0, -mass * 9.81, 0]))

    def torque(mbs, t, load):
        return load * exu.symbolic.sin(3 * t)
    load = mbs.AddLoad(LoadCoordinate(markerNumber=mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=turner, coordinate=2)), load=-0.5, loadUserFunction=torque))
    compiled = CreateSymbolicUserFunction(mbs, torque, "loadUserFunction", load)
    mbs.SetLoadParameter(load, "loadUserFunction", compiled)
    KEPT.append(compiled)
    fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=end, coordinate=1))]))
    mbs.Assemble()
    found = lambda: mbs.systemData.GetODE2Coordinates()
    return mbs, setting, LS.EXUdense, lambda: [found()[2] + q[2], found()[5] + q[5], found()[6] + q[6]]


def solid(mbs, place, moments, v=(0, 0, 0), w=(0, 0, 0)):
    made = mbs.CreateRigidBody(inertia=RigidBodyInertia(mass=1, inertiaTensor=np.diag(moments)), referencePosition=list(place), initialVelocity=list(v),
                               initialAngularVelocity=list(w), nodeType=exu.NodeType.RotationEulerParameters, returnDict=True)
    return made["nodeNumber"], made["bodyNumber"]


def weigh(mbs, body, gravity):
    mbs.AddLoad(LoadMassProportional(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=body)), loadVector=gravity))


def centers(mbs, nodes):
    return lambda: np.concatenate([mbs.GetNodeOutput(node, VALUES.Position) for node in nodes])


def bars(setting):
    mbs, ground = system()
    before, nodes = mark(mbs, ground, [0, 0, 0]), []
    for i in range(8):
        place = [i + 0.5, 0, 0]
        node, bar = solid(mbs, place, [0.05 / 12, 1.01 / 12, 1.04 / 12], np.cross(SPIN, place), SPIN)
        weigh(mbs, bar, [0, 0, -9.81])
        mbs.AddObject(SphericalJoint(markerNumbers=[before, mark(mbs, bar, [-0.5, 0, 0])]))
        before = mark(mbs, bar, [0.5, 0, 0])
        nodes.append(node)
    mbs.Assemble()
    return mbs, setting, LS.EigenSparse, centers(mbs, nodes)


def bricard(setting):
    mbs, ground = system()
    rods, nodes = [ground], []
    for i in range(5):
        step = np.subtract(CUBE[i + 1], CUBE[i])
        node, rod = solid(mbs, np.add(CUBE[i], step / 2), np.where(step == 0, 1.01, 0.02) / 12)
        weigh(mbs, rod, [0, -9.81, 0])
        rods.append(rod)
        nodes.append(node)
    for i, (a, b) in enumerate(zip(rods, rods[1:] + [ground])):
        mbs.CreateRevoluteJoint(bodyNumbers=[a, b], position=list(map(float, CUBE[i])), axis=list(map(float, HINGES[i % 3])), useGlobalFrame=True)
    mbs.Assemble()
    return mbs, setting, LS.EigenDense, centers(mbs, nodes)


if __name__ == "__main__":
    implicit = lambda *hs: [(method, h) for h in hs for method in ("generalized-alpha", "trapezoidal")]
    fine = implicit(2e-5)
    for work in ("W1", "W2-4", "W2-64"):
        n, every, count = CHAINS[work]
        hs = implicit(1e-2, 1e-3, 1e-4) if n < 64 else implicit(1e-2, 1e-3)
        rows("exudyn", work, hs, every, count, chain(n, LS.EXUdense if n < 4 else LS.EigenSparse), advance, slow=implicit(1e-4))
        explicit = [("RK4", h) for h in (1e-2, 1e-3, 1e-4)] + [("DOPRI5", tol) for tol in (1e-6, 1e-8, 1e-10, 1e-12)]
        rows("exudyn", work, explicit if n < 64 else explicit[:1], every, count, tree(n), advance)
    rows("exudyn", "W2-1024", implicit(1e-2, 1e-3), 1.0, 1, chain(1024, LS.EigenSparse), advance, slow=implicit(1e-3))
    rows("exudyn", "W3", implicit(1e-3, 1e-4), 1.0, 10, disk_slider, advance, slow=implicit(1e-4))
    rows("exudyn", "W3F", [("generalized-alpha", h, 0.9, v0) for h, v0 in ((1e-3, 1e-2), (1e-3, 1e-3), (1e-4, 1e-4))], 1.0, 10, disk_slider, advance,
         slow=[("generalized-alpha", 1e-4, 0.9, 1e-4)])
    rows("exudyn", "W4", [("generalized-alpha", h, rho) for h in (1e-3, 1e-4, 2e-5, 5e-6) for rho in (0.8, 0.5)], 0.25, 4, bushings, advance,
         slow=[("generalized-alpha", 5e-6, rho) for rho in (0.8, 0.5)], reference="W4-world")
    rows("exudyn", "W5", implicit(1e-2, 1e-3, 1e-4), 0.5, 2, bars, advance, slow=implicit(1e-4))
    rows("exudyn", "W6", implicit(1e-2, 1e-3, 1e-4), 0.5, 4, bricard, advance, slow=implicit(1e-4))
