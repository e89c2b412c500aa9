"""What the Python peers share: numbers of the works, CPU timing, and the printing of rows."""
import json, math, os, sys, time
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
G = 9.807
CHAINS = {"W1": (2, 1.0, 5), "W2-4": (4, 1.0, 1), "W2-64": (64, 1.0, 1), "W2-1024": (1024, 1.0, 1)}  # rods, every (s), so many times
R, L, MU, THETA = 0.1, 0.2, 0.2, 0.4  # W3: disk and rod (m), friction, angle at the start
SPIN = (1.0, 0.5, 2.0)  # W5
CUBE = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]  # W6
HINGES = [(0, 1, 0), (0, 0, 1), (1, 0, 0)]
QUICK = "--quick" in sys.argv
ONLY = sys.argv[sys.argv.index("--works") + 1].split(",") if "--works" in sys.argv else None


def wanted(work):
    return ONLY is None or work in ONLY


def shown(n):
    """The rods whose angles are compared."""
    return [i for i in (0, 1, 3, 7, 15) if i < n]


def arms():
    """W3: for each arm the slot's direction, the place on the rim, the rod's angle, the slider's way and place."""
    lean = -math.asin(R * math.sin(THETA - math.pi / 4) / L)
    far = R * math.cos(THETA - math.pi / 4) + L * math.cos(lean)
    for i in range(2):
        slot, rim = math.pi / 4 * (1 + 2 * i), THETA + math.pi / 2 * i
        yield slot, (R * math.cos(rim), R * math.sin(rim)), slot + lean, far, (far * math.cos(slot), far * math.sin(slot))


def crank():
    """W4: radius, rod, then places and velocities of crank, rod (x, y, angle) and slider."""
    r, l, phi, w = 0.15, 0.4, 0.5, 15.0
    x, y = r * math.cos(phi), r * math.sin(phi)
    b = -math.asin(y / l)
    turn, h = -x * w / (l * math.cos(b)), l / 2
    q = [0, 0, phi, x + h * math.cos(b), y + h * math.sin(b), b, x + l * math.cos(b)]
    v = [0, 0, w, -y * w - h * math.sin(b) * turn, x * w + h * math.cos(b) * turn, turn, -y * w - l * math.sin(b) * turn]
    return r, l, q, v


def rows(code, work, settings, every, count, make, run, steps=None, slow=(), **more):
    """For each setting the least CPU seconds of run(make(setting), every, count), which gives values and, if it counts them, steps. `slow` ones are not quick."""
    if not wanted(work):
        return
    for setting in settings:
        if QUICK and setting in slow:
            continue
        name = setting if isinstance(setting, str) else " ".join(str(x) for x in setting)
        try:
            least, spent, lots = math.inf, 0.0, 0
            while lots == 0 or spent < 0.1 and lots < 20:
                model = make(setting)
                start = time.process_time()
                values, taken = run(model, every, count)
                took = time.process_time() - start
                least, spent, lots = min(least, took), spent + took, lots + 1
            taken = taken or steps and steps(setting)
            print(json.dumps(dict(code=code, work=work, setting=name, cpu_s=least, steps=taken, values=[float(x) for x in values], **more)), flush=True)
        except Exception as told:
            print(f"{code} {work}, {name}: {' '.join(str(told).split())[:200]}", file=sys.stderr, flush=True)
