"""What a frame of a player's page costs each thread of the browser, drawing in software included, from Chromium's own trace.

    frames.py CHROMIUM FOLDER [FOLDER ...]      each with trajectory.html

Threads work side by side, so that 60 frames a second need no thread to take more than 16.7 ms. Times are of the processor: what else runs on the machine makes frames fewer, and is not in them.
"""

import collections
import os
import sys
import time

from chrome import Chrome

CATEGORIES = ["toplevel", "devtools.timeline", "cc", "viz", "gpu"]
SECONDS = 6.0
LEAST = 0.05  # ms, of what is printed


class Traced(Chrome):
    """A browser that keeps what its trace tells."""

    def __init__(self, program):
        self.slices, self.done = [], False
        super().__init__(program)

    def message(self):
        message = super().message()
        if message.get("method") == "Tracing.dataCollected":
            self.slices += message["params"]["value"]
        self.done |= message.get("method") == "Tracing.tracingComplete"
        return message

    def of_browser(self, method, **params):
        """Asks the browser, not the page."""
        session, self.session = self.session, None
        self.ask(method, **params)
        self.session = session


def threads(slices):
    """Processor time (ms) of each thread in its outermost slices, by its name."""
    names = {(s["pid"], s["tid"]): s["args"]["name"] for s in slices if s["ph"] == "M" and s["name"] == "thread_name"}
    of = collections.defaultdict(list)
    for one in slices:
        if one["ph"] == "X":
            of[one["pid"], one["tid"]].append(one)
    total = collections.Counter()
    for thread, parts in of.items():
        end = -1
        for one in sorted(parts, key=lambda one: (one["ts"], -one.get("dur", 0))):
            if one["ts"] >= end:
                end = one["ts"] + one.get("dur", 0)
                total[f"{names.get(thread, '?')} {thread[1]}"] += one.get("tdur", 0) / 1000.0
    return total


def page(program, folder):
    chrome = Traced(program)
    try:
        chrome.open(f"file://{os.path.abspath(os.path.join(folder, 'trajectory.html'))}")
        chrome.run("player.pause(), player.seek(film.start), player.play()")
        time.sleep(1.0)
        chrome.of_browser("Tracing.start", transferMode="ReportEvents", traceConfig={"includedCategories": CATEGORIES})
        first = chrome.run("player.drawn")
        time.sleep(SECONDS)
        frames = chrome.run("player.drawn") - first
        chrome.of_browser("Tracing.end")
        while not chrome.done:
            chrome.message()
    finally:
        chrome.close()
    costs = [(time / frames, name.rsplit(" ", 1)[0]) for name, time in threads(chrome.slices).most_common()]
    told = ", ".join(f"{name} {cost:.1f} ms" for cost, name in costs if cost > LEAST)
    print(f"{os.path.basename(os.path.normpath(folder))}: {frames / SECONDS:.1f} frames per second; a frame takes {told}")


if __name__ == "__main__":
    for folder in sys.argv[2:]:
        page(sys.argv[1], folder)
