"""Runs the programs by turns and prints time at equal error: `race.py [--quick] [--works W1,W4] ROUNDS NAME=COMMAND…`, chetaev's first.

Of each row the least CPU time of all rounds counts. Its error is the largest difference of its values from those of `refs/`, and not told finer than twice what those are
apart from this crate's own at 1e-13: beyond, nobody knows who is wrong. For a row of a peer our cheapest one is taken
whose error is not larger; shown for each work and peer is the pair that is best for the peer, of all its rows with an error below 1e-2 (beyond, the motion is another one).
"""
from common import *
import shlex, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"W1": "W1, double pendulum, 5 s", "W2-4": "W2, chain of 4 rods, 1 s", "W2-64": "W2, of 64", "W2-1024": "W2, of 1024", "W3": "W3, disk-slider, 10 s",
         "W3F": "W3F, with friction", "W4": "W4, bushing crank, 1 s", "W5": "W5, 8 bars by balls, 1 s", "W6": "W6, Bricard's loop, 2 s"}


def reference(name):
    with open(os.path.join(HERE, "refs", f"{name}.json")) as file:
        told = json.load(file)
    return told["values"], 2 * (told["apart"] or 0.0)


def race(rounds, programs):
    found = {}
    works = [name for name in NAMES if wanted(name) and not (QUICK and name == "W2-1024")]
    for turn in range(rounds):
        for work in works:
            for name, command in programs:
                options = ["--works", work] + ["--quick"] * QUICK
                told = subprocess.run(command + options, stdout=subprocess.PIPE, stderr=None if turn == 0 else subprocess.DEVNULL, text=True)
                for line in told.stdout.splitlines():
                    row = json.loads(line)
                    expected, known = reference(row.pop("reference", work))
                    row["error"] = max(known, *(abs(a - b) for a, b in zip(expected, row.pop("values"), strict=True)))
                    key = (work, row["code"], row["setting"])
                    row["cpu_s"] = min(row["cpu_s"], found.get(key, row)["cpu_s"])
                    found[key] = row
            with open(os.path.join(os.environ.get("PEERS_OUT", "."), "rows.jsonl"), "w") as file:
                file.writelines(json.dumps(row) + "\n" for row in found.values())
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
    return list(found.values())


def ms(seconds):
    return f"{1e3 * seconds:.3g}" if seconds < 1 else f"{1e3 * seconds:.0f}"


def table(rows):
    print("| work | beside | its setting | its ms | its error | our setting | our ms | our error | ours / its time |\n|---|---|---|---|---|---|---|---|---|")
    for work, name in NAMES.items():
        here = [row for row in rows if row["work"] == work]
        ours = [row for row in here if row["code"] == "chetaev"]
        for code in sorted({row["code"] for row in here} - {"chetaev"}):
            pairs = []
            for row in (row for row in here if row["code"] == code and row["error"] < 1e-2):
                good = min((our for our in ours if our["error"] <= row["error"]), key=lambda our: our["cpu_s"], default=None)
                pairs.append((good["cpu_s"] / row["cpu_s"] if good else float("inf"), row, good))
            if not pairs:
                print(f"| {name} | {code} | no row with an error below 1e-2 | | | | | | |")
                continue
            ratio, row, our = max(pairs, key=lambda pair: pair[0])
            last = f"{our['setting']} | {ms(our['cpu_s'])} | {our['error']:.1e} | {ratio:.2g}" if our else "none is as exact | | | "
            print(f"| {name} | {code} | {row['setting']} | {ms(row['cpu_s'])} | {row['error']:.1e} | {last} |")


if __name__ == "__main__":
    given = [arg.split("=", 1) for arg in sys.argv[1:] if "=" in arg]
    counts = [int(arg) for arg in sys.argv[1:] if arg.isdigit()]
    table(race(counts[0], [(name, shlex.split(command)) for name, command in given]))
