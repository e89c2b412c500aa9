"""Opens the player pages of the examples in a headless Chromium, uses them as one would, and compares what they show with the runs.

    pages.py CHROMIUM FOLDER [FOLDER ...]      each with trajectory.html and trajectory.npz

Of each page: it loads without a complaint, plays, is scrubbed by dragging, jumps when a line of its list is clicked; and at many times
the state that it shows equals the trajectory's, to what an eye sees (of a folder without trajectory.npz this is left out). Frames per
second are counted by the page's own animation frames. In windows of several sizes, light and dark, and after each resize, no frame
shows an empty stage, and nothing is wider than the window. Then what else can be done with it: see tools.py.
"""

import collections
import math
import os
import struct
import sys
import time
import zipfile

from chrome import Chrome
from tools import SETTLED, tools

LEAST_RATE = 55.0  # frames per second
MOST_WORK = 1000.0 / 60.0  # ms of the page's thread for a frame
LARGEST = 1_000_000  # bytes
OFTEN = 500  # events of a name that are counted and not listed, if there are more
SIZES = [(1440, 900), (1300, 900), (700, 900), (1400, 1000), (390, 844), (768, 1024), (1000, 620), (1920, 1080), (2560, 1440), (1440, 900)]
LEAST_DRAWN = 150  # pixels that are neither sheet nor grid
MOTION = 1.0 / 2000.0  # of the picture's size: what is drawn, against what is
FORCE = 1.0 / 100.0  # of the largest force of its kind


def read(path):
    """The arrays of an .npz file, by name, as flat lists, with their shapes."""
    kinds = {"<f8": ("d", 8), "|i1": ("b", 1)}
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None, "a checksum is wrong"
        for name in archive.namelist():
            data = archive.read(name)
            assert data[:6] == b"\x93NUMPY"
            before = 10 if data[6] == 1 else 12
            length = int.from_bytes(data[8:before], "little")
            header = eval(data[before:before + length], {})
            body, kind = data[before + length:], header["descr"]
            if kind.startswith("<U"):
                size = 4 * int(kind[2:])
                values = [body[i:i + size].decode("utf-32-le").rstrip("\0") for i in range(0, len(body), size)]
            else:
                letter, size = kinds[kind]
                values = list(struct.unpack(f"<{len(body) // size}{letter}", body))
            arrays[name.removesuffix(".npy")] = values, header["shape"]
    return arrays


class Run:
    """A trajectory as it was written."""

    def __init__(self, path):
        arrays = read(path)
        self.t = arrays["t"][0]
        self.columns = {}
        for what, names in [("q", "q_names"), ("multipliers", "row_names"), ("phi_dot", "row_names"), ("modes", "mode_names")]:
            values, names = arrays[what][0], arrays[names][0]
            for k, name in enumerate(names):
                self.columns[what, name] = values[k::len(names)]
        # A contact's rows are its own; the friction in it is named after it.
        for what, name in list(self.columns):
            if name.endswith(".slip"):
                self.columns[what, name.removesuffix(".slip")] = self.columns[what, name]
        self.names = arrays["q_names"][0]
        modes = arrays["transition_modes"][0]
        self.transitions = list(zip(arrays["transition_t"][0], arrays["transition_names"][0], modes[1::2]))
        events = list(zip(arrays["event_t"][0], arrays["event_names"][0]))
        counts = collections.Counter(name for _, name in events)
        self.events = [event for event in events if counts[event[1]] <= OFTEN]
        self.impacts = [(t,) for t in arrays["impact_t"][0]]


def largest(values):
    return max((abs(x) for x in values), default=0.0)


class Check:
    """Notes what fails, and goes on."""

    def __init__(self, name):
        self.name, self.failed = name, 0

    def __call__(self, truth, what):
        if not truth:
            self.failed += 1
            print(f"  FAIL {self.name}: {what}")


def compare(chrome, run, check):
    """The page at samples of the run."""
    count = min(60, len(run.t))
    size = chrome.run("scene.size")
    picked = sorted({(k * (len(run.t) - 1)) // max(count - 1, 1) for k in range(count)})
    near = [t for t, *_ in run.transitions + run.events + run.impacts]
    worst = {"motion": 0.0, "force": 0.0, "slip": 0.0}
    for k in picked:
        t = run.t[k]
        state = chrome.run(f"player.seek({t!r}), player.state()")
        check(state["t"] == t, f"time {state['t']} instead of {t}")
        for name in run.names:
            body, coordinate = name.rsplit(".", 1)
            key, scale = {"x": ("x", size), "y": ("y", size), "theta": ("angle", 1.0)}.get(coordinate, (None, 1))
            if key and {f"{body}.x", f"{body}.y"} <= set(run.names):
                worst["motion"] = max(worst["motion"], abs(state["bodies"][body][key] - run.columns["q", name][k]) / scale)
        for body in {name.rsplit(".", 1)[0] for name in run.names if name.endswith(".qw")}:
            q = [run.columns["q", f"{body}.{part}"][k] for part in ("qw", "qx", "qy", "qz")]
            # The same attitude either way round.
            along = sum(a * b / math.hypot(*q) for a, b in zip(q, state["bodies"][body]["quaternion"]))
            worst["motion"] = max(worst["motion"], 2.0 * math.sqrt(max(0.0, 2.0 * (1.0 - abs(along)))))
            z = abs(state["bodies"][body]["z"] - run.columns["q", f"{body}.z"][k]) / size
            worst["motion"] = max(worst["motion"], z)
        for name, shown in state["frictions"].items():
            force, slip = run.columns["multipliers", name], run.columns["phi_dot", name]
            if min((abs(t - at) for at in near), default=1.0) > 1e-9:
                mode = run.columns["modes", name][k]
                # Of a contact that is open its friction is told so.
                check(shown["mode"] == mode or min(abs(shown["mode"]), abs(mode)) > 1, f"{name} at {t}: mode {shown['mode']} instead of {mode}")
            worst["force"] = max(worst["force"], abs(shown["size"] - force[k]) / (largest(force) or 1.0))
            worst["slip"] = max(worst["slip"], abs(shown["slip"] - slip[k]) / (largest(slip) or 1.0))
    check(worst["motion"] < MOTION, f"motion off by {worst['motion']:.2e}")
    check(worst["force"] < FORCE, f"friction off by {worst['force']:.2e}")
    check(worst["slip"] < FORCE, f"slip off by {worst['slip']:.2e}")
    return len(picked), worst


def use(chrome, run, check, start, end):
    """Play, pause, scrub, click."""
    chrome.run(f"player.pause(), player.seek({start!r})")
    chrome.click("#play")
    time.sleep(0.5)
    # What else runs on the machine can only slow it down: the best of a few.
    rate, work = 0.0, math.inf
    for _ in range(4):
        before, busy = chrome.run("[player.drawn, performance.now()]"), chrome.busy()
        time.sleep(3.0)
        after, busy = chrome.run("[player.drawn, performance.now()]"), chrome.busy() - busy
        rate = max(rate, 1000.0 * (after[0] - before[0]) / (after[1] - before[1]))
        work = min(work, 1000.0 * busy / max(1, after[0] - before[0]))
        if rate >= LEAST_RATE:
            break
    check(rate >= LEAST_RATE, f"{rate:.1f} frames per second")
    check(work <= MOST_WORK, f"a frame takes the page {work:.1f} ms")
    state = chrome.run("player.state()")
    check(state["playing"] and start < state["t"] <= end, f"it does not play: t = {state['t']}")
    chrome.click("#play")
    here = chrome.run("player.state().t")
    time.sleep(0.2)
    check(chrome.run("player.state().t") == here, "it does not pause")

    line = chrome.box("#scrub")
    y = line["y"] + line["height"] / 2
    chrome.press(line["x"] + 0.2 * line["width"], y, line["x"] + 0.6 * line["width"])
    part = (chrome.run("player.state().t") - start) / (end - start)
    check(abs(part - 0.6) < 0.02, f"scrubbed to {part:.3f} of the run instead of 0.6")

    listed = chrome.run("player.state().events")
    expected = sorted(t for t, *_ in run.events + run.transitions + run.impacts) if run else [one["t"] for one in listed]
    check([one["t"] for one in listed] == expected, f"{len(listed)} in the list, {len(expected)} happened")
    if expected:
        k = len(expected) // 2
        chrome.run(f"document.querySelectorAll('#events button')[{k}].scrollIntoView({{block: 'nearest'}})")
        chrome.click(f"#events li:nth-child({k + 1}) button")
        check(chrome.run("player.state().t") == expected[k], "a click on the list does not lead to its time")
    # What friction does from each transition on.
    for t, name, to in run.transitions if run else []:
        last = [change for change in run.transitions if change[:2] == (t, name)][-1]
        if to == last[2]:
            mode = chrome.run(f"player.seek({t!r}), (player.state().contacts[{name!r}] ?? player.state().frictions[{name!r}]).mode")
            check(mode == to, f"{name} at its transition at {t}: {mode} instead of {to}")
    return rate, work


# Counts in every frame in which the stage has a new size what is on it, after the page's own observer and before it is painted.
WATCH = """document.addEventListener("DOMContentLoaded", () => {
  window.seen = [];
  window.drawnPixels = () => {
    const data = ctx.getImageData(0, 0, picture.width, picture.height).data;
    const plain = ["--grid", "--faint"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    const known = plain.map((text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16)));
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 200 && !known.some((c) => c.every((x, k) => Math.abs(x - data[i + k]) < 4))) count++;
    }
    return count;
  };
  new ResizeObserver(() => seen.push(drawnPixels())).observe(picture);
})"""


def sizes(chrome, check, folder):
    """The stage in windows of several sizes."""
    chrome.run("player.pause(), view.fit(), redraw()")
    scale = chrome.run("view.scale")
    for dark in (False, True):
        chrome.run(f"setTheme({str(dark).lower()})")
        for width, height in SIZES:
            chrome.run("seen.length = 0")
            chrome.resize(width, height)
            chrome.run(SETTLED)
            what = f"in a {'dark' if dark else 'light'} window of {width} x {height}"
            seen = chrome.run("seen.concat(drawnPixels())")
            check(min(seen) >= LEAST_DRAWN, f"an empty stage {what}: {seen} pixels drawn")
            wide = chrome.run("document.documentElement.scrollWidth")
            check(wide <= width, f"the page is {wide} pixels wide {what}")
            above, clock = chrome.run("""(() => { const of = (e) => e.getBoundingClientRect();
                return [$("lanes").hidden ? 0 : of(document.querySelector("footer")).top - of($("lanes")).top, of($("clock")).height]; })()""")
            check(above <= 0, f"the lanes stand {above} pixels above the bar {what}")
            check(clock < 30, f"the clock takes {clock} pixels {what}")
            if (width, height) == (700, 900):
                chrome.picture(os.path.join(folder, f"narrow_{'dark' if dark else 'light'}.png"))
    grown = chrome.run("view.scale") / scale
    check(abs(grown - 1.0) < 1e-9, f"after resizing forth and back the scale is {grown} of what it was")


# How numbers are written, with an error or without.
WRITTEN = [("0", "0.000"), ("1.23456", "1.235"), ("-12.3456", "−12.35"), ("123.456", "123.5"), ("3.11e-4", "3.11e−4"), ("-2.5e7", "−2.50e7"),
           ("1.23456, 0.01", "1.23"), ("1.23456, 0.004", "1.23"), ("23.456, 2", "23"), ("1234, 20", "1230"), ("3.11e-4, 7e-4", "0"),
           ("3.11e-4, 2e-5", "3.1e−4"), ("-0.004, 0.01", "0"), ("0, 0.01", "0.00"), ("1.234e-6, 1e-9", "1.23e−6"), ("NaN, 1", "–")]


def numbers(chrome, run, check):
    """What is written beside the curves of friction, at frames and between them, is what the run says to all its digits but two of the last."""
    for arguments, text in WRITTEN:
        check(chrome.run(f"shown({arguments})") == text, f"shown({arguments}) is {chrome.run(f'shown({arguments})')}, not {text}")
    for panel, what in [("friction forces (N)", "multipliers"), ("slip speeds (m/s)", "phi_dot")] if run else []:
        names = chrome.run(f"plots.all.find((plot) => plot.panel.querySelector('.name').textContent === {panel!r})?.series.map((s) => s.name) ?? []")
        for name in names:
            column = run.columns[what, name]
            for k in range(0, len(run.t), max(1, len(run.t) // 40)):
                text = chrome.run(f"player.seek({run.t[k]!r}), plots.writeValues(), "
                                  f"plots.all.flatMap((plot) => plot.panel.querySelector('.name').textContent === {panel!r} ? plot.series : [])"
                                  f".find((s) => s.name === {name!r}).value.textContent")
                if any(abs(t - run.t[k]) < 1e-9 for t, *_ in run.transitions + run.events + run.impacts):
                    continue
                plain = text.replace("−", "-")
                digits, _, power = plain.partition("e")
                unit = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
                if text == "0":
                    unit = largest(column) * 1e-3
                elif "." not in digits and digits.endswith("0"):
                    unit *= 10.0 ** (len(digits) - len(digits.rstrip("0")))
                check(abs(float(plain) - column[k]) <= 2.5 * unit, f"{name} at {run.t[k]}: {text} is written, {column[k]} is true")


def look(chrome, folder, middle):
    """Screenshots, light and dark."""
    for dark in (False, True):
        chrome.run(f"setTheme({str(dark).lower()}), player.seek({middle!r})")
        time.sleep(0.3)
        chrome.picture(os.path.join(folder, "dark.png" if dark else "light.png"))


def page(program, folder):
    name = os.path.basename(os.path.normpath(folder))
    html = os.path.abspath(os.path.join(folder, "trajectory.html"))
    arrays = os.path.join(folder, "trajectory.npz")
    check, run = Check(name), Run(arrays) if os.path.exists(arrays) else None
    check(os.path.getsize(html) < LARGEST, f"{os.path.getsize(html)} bytes")
    chrome = Chrome(program)
    try:
        chrome.before_each_page(WATCH)
        chrome.open(f"file://{html}")
        chrome.run(SETTLED)
        check(min(chrome.run("seen"), default=0) >= LEAST_DRAWN, "the stage is empty in the first frame")
        chrome.run("setTheme(false)")
        start, end = chrome.run("[film.start, film.end]")
        chrome.run(f"player.seek({start + 0.37 * (end - start)!r})")
        sizes(chrome, check, folder)
        rate, work = use(chrome, run, check, start, end)
        tools(chrome, check)
        count, worst = compare(chrome, run, check) if run else (0, {})
        numbers(chrome, run, check)
        look(chrome, folder, start + 0.37 * (end - start))
        for complaint in chrome.complaints:
            check(False, complaint)
        frames, happened = chrome.run("[scene.frames, happened.length]")
    finally:
        chrome.close()
    compared = "; ".join([f"at {count} times"] + [f"{what} off by {off:.1e}" for what, off in worst.items()]) if run else "not compared"
    print(f"{name}: {os.path.getsize(html) // 1000} kB, {frames} frames, {rate:.1f} frames per second, {work:.1f} ms each; {compared}; "
          f"{happened} in its list: {'FAIL' if check.failed else 'pass'}")
    return check.failed


if __name__ == "__main__":
    failed = sum(page(sys.argv[1], folder) for folder in sys.argv[2:])
    sys.exit(1 if failed else 0)
