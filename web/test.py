"""The live pages in a real browser, from their files: each slider is moved, and the numbers are those of the native library.

    test.py CHROMIUM FOLDER ASK [PAGE ...]      FOLDER as build.sh leaves it, ASK the native program `ask`

Leaves pictures in FOLDER/seen: of each page 1600 and 390 pixels wide, light and dark.
"""

import json
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "browser"))
from chrome import Chrome  # noqa: E402

BOUND = 1e-9  # of a column's size, or of 1 where it is smaller
FIRST = 1.0  # s until the first picture
PATIENCE = 60.0
CLOCK = """(() => {
  const look = () => {
    if (window.player?.drawn > 0) window.firstPicture ??= performance.now();
    if (document.getElementById("said")?.textContent.includes(" here")) window.firstRun = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
SIZES = {"wide": (1600, 900), "narrow": (390, 844)}

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"  FAIL: {what}")


def wait(chrome, script):
    until = time.time() + PATIENCE
    while not chrome.run(script):
        if time.time() > until:
            raise RuntimeError(f"after {PATIENCE:.0f} s still not: {script}")
        time.sleep(0.02)


def words(text):
    """Without numbers, of which the last digits may differ."""
    return re.sub(r"-?\d+(\.\d+)?(e-?\d+)?", "#", text)


def native(ask, text):
    return json.loads(subprocess.run([ask], input=text, capture_output=True, text=True, check=True).stdout)


def apart(ours, theirs):
    most = 0.0
    for name, column in theirs["columns"].items():
        other = ours["columns"].get(name, [])
        if len(other) != len(column) or any((a is None) != (b is None) for a, b in zip(column, other)):
            return float("inf")
        size = max([1.0] + [abs(x) for x in column if x is not None])
        most = max([most] + [abs(a - b) / size for a, b in zip(column, other) if a is not None])
    same = all(len(ours[what]) == len(theirs[what]) for what in ("transitions", "impacts"))
    return most if same else float("inf")


def held(chrome, ask, what):
    """What the page was told, against what the native library says to the same request."""
    ours, theirs = chrome.run("live.answer"), native(ask, chrome.run("live.sent"))
    if "Err" in theirs:
        check(words(ours.get("Err", "")) == words(theirs["Err"]), f"{what}: {ours.get('Err', 'no error')}, natively {theirs['Err']}")
        check(chrome.run("$('said').textContent") == ours.get("Err"), f"{what}: the error is not shown")
        return 0.0
    check("Ok" in ours, f"{what}: {ours.get('Err')}")
    most = apart(ours["Ok"], theirs["Ok"]) if "Ok" in ours else float("inf")
    check(most < BOUND, f"{what}: {most:.1e}")
    return most


SETTLED = "!live.busy && !live.wished && !player.stale"


def move(chrome, k, value, kind="range"):
    """A slider, or the number beside it, as a hand does."""
    runs = chrome.run("live.runs")
    chrome.run(f"(() => {{ const input = document.querySelectorAll('.slider')[{k}].querySelector('input[type={kind}]');"
               f"input.value = {json.dumps(value)}; input.dispatchEvent(new Event('input')); }})()")
    wait(chrome, f"live.runs > {runs} && {SETTLED}")


def page(chrome, ask, folder, name):
    chrome.resize(*SIZES["wide"])
    # The least of up to three times: others use the machine too.
    opened = []
    while not opened or (opened[0][0] >= FIRST and len(opened) < 3):
        chrome.open(f"file://{folder}/{name}.html")
        wait(chrome, f"window.firstRun && live.runs > 0 && {SETTLED}")
        opened = sorted([*opened, [chrome.run(f"window.{when}") / 1000.0 for when in ("firstPicture", "firstRun")]])
    first, run = opened[0]
    check(first < FIRST, f"{name}: the first picture after {first:.2f} s")
    most = held(chrome, ask, name)
    # Time and view stay, and the data changes.
    chrome.run("player.pause(), player.seek(0.4 * film.end), view.zoom(1.7), view.pan(20, 10), redraw()")
    wait(chrome, SETTLED)
    stays = "[film.t, view.scale, ...view.at, view.yaw].map((x) => x.toPrecision(9)).join()"
    before, scene = chrome.run(stays), chrome.run("JSON.stringify(scene.channels)")
    sliders = chrome.run("live.sliders.map(({ from, to }) => [from, to])")
    for k, (low, high) in enumerate(sliders):
        for part in (0.23, 0.66):
            move(chrome, k, low + part * (high - low))
            most = max(most, held(chrome, ask, f"{name}, slider {k} at {part}"))
        check(chrome.run("JSON.stringify(scene.channels)") != scene, f"{name}: slider {k} changes nothing that is shown")
        chrome.run("$('reset').click()")
        wait(chrome, SETTLED)
        check(chrome.run(stays) == before, f"{name}, slider {k}: time or view went from {before} to {chrome.run(stays)}")
        check(chrome.run("JSON.stringify(scene.channels)") == scene, f"{name}: reset is not what it was")
    # Many wishes at once: the last one is granted, most of the others never run.
    runs = chrome.run("live.runs")
    chrome.run("(() => { const input = document.querySelector('.slider input[type=range]');"
               "for (let i = 1; i <= 30; i++) { input.value = Number(input.min) + (0.3 + 0.01 * i) * (input.max - input.min); input.dispatchEvent(new Event('input')); } })()")
    wait(chrome, f"live.runs > {runs} && {SETTLED}")
    told = json.loads(chrome.run("live.sent"))["set"][0]["value"]
    check(told == chrome.run("live.sliders[0].value"), f"{name}: the last wish is {told}")
    check(chrome.run("live.runs") - runs <= 3, f"{name}: {chrome.run('live.runs') - runs} runs for 30 wishes at once")
    most = max(most, held(chrome, ask, f"{name}, the last of many"))
    # No number, and again one.
    chrome.run("(() => { const input = document.querySelector('.slider input[type=number]'); input.value = ''; input.dispatchEvent(new Event('input')); })()")
    check(chrome.run("$('said').classList.contains('wrong') && $('said').textContent.endsWith('write a number.')"), f"{name}: an empty number is not refused")
    chrome.run("$('reset').click()")
    wait(chrome, f"{SETTLED} && !$('said').classList.contains('wrong')")
    check(chrome.complaints == [], f"{name}: {chrome.complaints}")
    print(f"{name}: first picture after {first:.2f} s, first run here after {run:.2f} s ({chrome.run('$(`said`).textContent')}), largest difference {most:.1e}")


def errors(chrome, ask, folder):
    """What the library refuses is told in its words, the old picture stays, pale, and it goes on afterwards."""
    chrome.open(f"file://{folder}/four_bar.html")
    wait(chrome, f"live.runs > 0 && {SETTLED}")
    for k, value in ((1, 3.0), (3, -1.0)):
        move(chrome, k, value, "number")
        held(chrome, ask, f"four_bar, slider {k} at {value}")
        said = chrome.run("$('said').textContent")
        check(chrome.run("$('said').classList.contains('wrong') && $('stage').classList.contains('old')"), f"{value} is not refused: {said}")
        print(f"four_bar, slider {k} at {value}: {said}")
        chrome.picture(f"{folder}/seen/error_{k}.png")
        chrome.run("$('reset').click()")
        wait(chrome, SETTLED)
        check(chrome.run("!$('said').classList.contains('wrong') && !$('stage').classList.contains('old')"), "it does not go on after an error")


def chosen(chrome, folder):
    """What was chosen of the plots stays when the numbers change: a portrait, a hidden plot, a hidden curve, a part of the time."""
    chrome.open(f"file://{folder}/double_pendulum.html")
    wait(chrome, f"live.runs > 0 && {SETTLED}")
    chrome.run("player.pause(), $('portrait').click(), $('panels').querySelectorAll('input')[1].click(), plots.all[1].series[0].button.click(), plots.zoom(0.5, 2.0)")
    state = ("[plots.all.map((plot) => [plot.constructor.name, plot.data.title, plot.panel.hidden, plot.series.map(({ on }) => on)]), plots.from, plots.to,"
             "[...$('panels').querySelectorAll('input')].map((box) => box.checked), document.querySelectorAll('#plots > .panel').length]")
    before, values = chrome.run(state), chrome.run("plots.all[0].series[0].values.join()")
    check(before[0][0][0] == "Portrait" and before[0][1][3][0] is False and any(hidden for _, _, hidden, _ in before[0]), f"moot: {before}")
    move(chrome, 0, 0.7)
    check(chrome.run(state) == before, f"of the plots {before} became {chrome.run(state)}")
    check(chrome.run("plots.all[0].series[0].values.join()") != values, "the portrait is of the run before")
    check(chrome.complaints == [], f"plots: {chrome.complaints}")
    print("plots: what was chosen stays")


def pictures(chrome, folder, names):
    for theme in ("light", "dark"):
        chrome.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        for size, (width, height) in SIZES.items():
            chrome.resize(width, height)
            for name in names:
                chrome.open(f"file://{folder}/{name}.html")
                if name == "gallery":
                    time.sleep(2.5)
                else:
                    wait(chrome, f"live.runs > 0 && {SETTLED}")
                    chrome.run("player.pause(), player.seek(0.6 * film.end)")
                    time.sleep(0.3)
                wide = chrome.run("document.documentElement.scrollWidth")
                check(wide <= width, f"{name}, {theme}, {width} px: the page is {wide} px wide")
                chrome.picture(f"{folder}/seen/{name}_{size}_{theme}.png")


def inside(chrome):
    """What the gallery's frame shows: its heading, and what is said of the run."""
    frame = chrome.ask("Page.getFrameTree")["frameTree"].get("childFrames", [{}])[0].get("frame", {}).get("id")
    if frame is None:
        return ["", ""]
    script = "[document.querySelector('h1')?.textContent ?? '', document.getElementById('said')?.textContent ?? '']"
    try:
        world = chrome.ask("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
        return chrome.ask("Runtime.evaluate", expression=script, contextId=world, returnByValue=True)["result"]["value"]
    except RuntimeError:  # The frame has gone to another page meanwhile.
        return ["", ""]


def gallery(chrome, folder, names):
    chrome.resize(*SIZES["wide"])
    chrome.open(f"file://{folder}/gallery.html")
    cards = chrome.run("[...document.querySelectorAll('nav a')].map((a) => [a.getAttribute('href'), a.querySelector('b').textContent, a.querySelector('img').naturalWidth])")
    check(sorted(f"{name}.html" for name in names) == sorted(card[0] for card in cards), f"the gallery lists {cards}")
    check(all(wide > 0 for _, _, wide in cards), f"a picture of the gallery is not there: {cards}")
    for k, (file, title, _) in enumerate(cards):
        chrome.run(f"document.querySelectorAll('nav a')[{k}].click()")
        until = time.time() + PATIENCE
        while not (inside(chrome)[0] == title and " here" in inside(chrome)[1]):
            if time.time() > until:
                check(False, f"the gallery does not run {file}: {inside(chrome)}")
                break
            time.sleep(0.05)
    chrome.resize(*SIZES["narrow"])
    chrome.open(f"file://{folder}/gallery.html")
    check(chrome.run("getComputedStyle(document.querySelector('iframe')).display") == "none", "a frame on a narrow screen")
    chrome.run("document.querySelectorAll('nav a')[1].click()")
    time.sleep(1.0)  # A script that waits while the page changes is an error.
    wait(chrome, "window.live?.runs > 0 || document.getElementById('said')?.textContent.includes(' here')")
    check(chrome.complaints == [], f"gallery: {chrome.complaints}")
    print(f"gallery: {len(cards)} pages, each runs in it and by itself")


def main():
    browser, folder, ask, *asked = sys.argv[1:]
    folder = os.path.abspath(folder)
    names = sorted(file[:-5] for file in os.listdir(folder) if file.endswith(".json"))
    os.makedirs(f"{folder}/seen", exist_ok=True)
    chrome = Chrome(browser, *SIZES["wide"])
    try:
        chrome.before_each_page(CLOCK)
        for name in asked or names:
            page(chrome, ask, folder, name)
        if not asked:
            errors(chrome, ask, folder)
            chosen(chrome, folder)
            gallery(chrome, folder, names)
        pictures(chrome, folder, [*(asked or names), "gallery"])
    finally:
        chrome.close()
    print(f"FAIL: {len(failures)}" if failures else "VERDICT: pass")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
