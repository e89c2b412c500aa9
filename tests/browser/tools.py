"""What one does with a player page beyond playing it: read values, measure, follow, look from a side, plot a column against another, save."""

import math
import time

SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"


def move(chrome, x, y):
    chrome.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    chrome.run(SETTLED)


def pixel(chrome, of):
    """Where a world point is in the window."""
    box, (x, y) = chrome.box("#picture"), chrome.run(f"view.screen({of})")
    return box["x"] + x, box["y"] + y


def number(text):
    """What is written, and half of its last digit."""
    plain = text.split(" ")[0].replace("−", "-").rstrip("°")
    digits, _, power = plain.partition("e")
    return float(plain), 0.51 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


def read_values(chrome, check):
    """A body's values beside the pointer, and in the list after a click."""
    chrome.run("letGo()")
    count = chrome.run("probe.things().length")
    at = pixel(chrome, f"probe.things()[{count - 1}].at")
    box = chrome.box("#picture")
    inside = box["x"] + 4 < at[0] < box["x"] + box["width"] - 4 and box["y"] + 4 < at[1] < box["y"] + box["height"] - 4
    if not inside:
        return
    move(chrome, *at)
    check(chrome.run("!$('tip').hidden && $('tip').textContent.length > 8"), "nothing beside the pointer over a body")
    # One click for each thing at that place; then there are no more of them.
    things = chrome.run(f"probe.find(view.screen(probe.things()[{count - 1}].at)).map(({{ name }}) => name)")
    chrome.press(*at)
    # The list of values may hide the place by now.
    click = f"probe.click(view.screen(probe.things()[{count - 1}].at))"
    for _ in things[1:]:
        chrome.run(click)
    titles = chrome.run("player.state().readings.map(({ title }) => title)")
    check(sorted(titles) == sorted(things) and titles, f"clicked {things}, the list has {titles}")
    body = chrome.run(f"probe.things()[{count - 1}]")
    if body["kind"] == "body":
        written = dict(chrome.run(f"probe.things()[{count - 1}].values()"))
        for k, axis in enumerate("xyz"):
            if axis in written:
                value, half = number(written[axis])
                check(abs(value - body["at"][k]) <= half, f"{axis} of {body['name']}: {written[axis]}, it is {body['at'][k]}")
    chrome.run(click)
    check(chrome.run("player.state().readings.length") == 0, "a click more does not empty the list")


def measure(chrome, check):
    """The distance between two points, against their coordinates, at two times."""
    chrome.run("letGo()")
    chrome.click("#measure")
    picked = chrome.run("""(() => {
      const all = probe.things().map(({ at }) => at).filter((at) => { const [x, y] = view.screen(at); return x > 20 && y > 20 && x < view.width - 20 && y < view.height - 60; });
      return all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b])).find(([a, b]) => apart(view.screen(a), view.screen(b)) > 40) ?? null;
    })()""")
    if picked:
        for at in picked:
            chrome.press(*pixel(chrome, at))
        for t in (0.37, 0.61):
            chrome.run(f"player.seek(film.start + {t} * film.long)")
            points = chrome.run("probe.points.map((place) => film.world(place))")
            lines = dict(chrome.run("player.state().readings[0].lines"))
            value, half = number(lines.get("distance", "nan"))
            far = math.dist(*points)
            check(len(points) == 2 and abs(value - far) <= half, f"measured {lines.get('distance')}, it is {far}")
        chrome.run("player.seek(film.start + 0.37 * film.long)")
    chrome.run("letGo()")
    check(chrome.run("probe.points === null && $('readings').hidden"), "Escape leaves something picked")


def views(chrome, check):
    """A body that is followed stays in the middle; Fit lets it go and shows everything; how bodies are filled; where one looks from."""
    chrome.run("menus.follow(1)")
    for part in (0.1, 0.5, 0.9):
        chrome.run(f"player.seek(film.start + {part} * film.long), stage.draw()")
        off = chrome.run("apart(view.screen(film.poses[1].at), [view.width / 2, view.height / 2])")
        check(off < 1.0, f"the followed body is {off:.1f} pixels from the middle")
    chrome.click("#fit")
    check(chrome.run("!view.following && $('follow').value === ''"), "Fit does not let go what is followed")
    out = chrome.run("[lowest, highest].map((p) => view.screen(p)).filter(([x, y]) => x < -1 || y < -1 || x > view.width + 1 || y > view.height + 1).length")
    check(scene_is_flat(chrome) is False or out == 0, "Fit does not show everything")
    pictures = [chrome.run(f"menus.fill('{kind}'), stage.draw(), picture.toDataURL()") for kind in ("solid", "clear", "wire")]
    check(len(set(pictures)) == 3, "solid, transparent and wireframe look alike")
    chrome.run("menus.fill('solid')")
    if not scene_is_flat(chrome):
        for name, direction in [("front", [0, -1, 0]), ("side", [1, 0, 0]), ("top", [0, 0, 1])]:
            chrome.run(f"menus.look('{name}')")
            toward = chrome.run("scene.gravity[2] < 0 || Math.hypot(...scene.gravity) === 0 ? view.toward : null")
            check(toward is None or math.dist(toward, direction) < 1e-5, f"{name} looks from {toward}")
        chrome.run("menus.look('iso')")


def scene_is_flat(chrome):
    return not chrome.run("scene.spatial")


def plots(chrome, check):
    """The value of a curve under the pointer; a column against another, whose dot is where both curves are; a plot that is hidden."""
    chart = chrome.box(".chart")
    chrome.run("document.querySelector('.chart').scrollIntoView({ block: 'nearest' })")
    chart = chrome.box(".chart")
    move(chrome, chart["x"] + 0.5 * chart["width"], chart["y"] + 0.5 * chart["height"])
    check(chrome.run("!$('tip').hidden"), "no value under the pointer over a plot")
    before = chrome.run("plots.all.length")
    chrome.run("$('portrait').click()")
    check(chrome.run("plots.all.length") == before + 1, "no plot of a column against another")
    inside = chrome.run("""(() => { const p = plots.all[0]; const [x, y] = [p.x(p.against.now()), p.y(p.series[0].now())];
      return x >= EDGE.left && x <= p.width && y >= 0 && y <= p.height; })()""")
    check(inside, "the dot of a portrait is outside of it")
    there = chrome.run("""(() => { const p = plots.all[0]; const k = film.times.length >> 1;
      return Math.abs(p.time({ offsetX: p.x(p.against.values[k]), offsetY: p.y(p.series[0].values[k]) }) - film.times[k]); })()""")
    again = chrome.run("""(() => { const p = plots.all[0]; const k = film.times.length >> 1; const v = p.series[0].values, w = p.against.values;
      return v.some((y, i) => i !== k && y === v[k] && w[i] === w[k]); })()""")
    check(there == 0 or again, f"a click on a portrait leads {there} s beside its frame")
    chrome.run("plots.drop(plots.all[0])")
    count = chrome.run("$('panels').querySelectorAll('input').length")
    chrome.run("$('panels').querySelector('input').click()")
    check(chrome.run("plots.seen.length") == count - 1, "a plot does not go when it is switched off")
    chrome.run("$('panels').querySelector('input').click()")
    most = chrome.run("Math.max(...plots.all.map((plot) => plot.series.filter(({ on }) => on).length - plot.series.filter((one) => one.dash[0] === 3).length))")
    check(most <= chrome.run("MOST") or chrome.run("others.length") > 0, f"{most} curves at once in a plot")


# A curve of 2001 frames over the whole run, of which the 901st is the number.
PLOT = """(value, rest) => {
  const times = Float64Array.from({ length: 2001 }, (_, k) => film.start + (k / 2000) * film.long);
  const mine = Object.assign(Object.create(film), { times, columns: [Float64Array.from(times, (_, k) => (k === 900 ? value : rest * Math.sin(k / 100)))] });
  const plot = new Plot({ title: "made", log: false, least: 1e-9, curves: [new Curve(mine, "made", [0], 0, false)] });
  plots.add(plot);
  const seen = [plot.low_, plot.high_, plot.cut, plot.empty, plot.all_.hidden];
  if (plot.cut) plot.all_.click();
  seen.push(plot.high_);
  plots.drop(plot);
  return seen;
}"""


def ranges(chrome, check):
    """What a plot shows: not a spike alone, not rounding alone, and of nothing it says so."""
    low, high, cut, empty, hidden, whole = chrome.run(f"({PLOT})(1e4, 1)")
    check(cut and not hidden and -2.5 < low < -1 and 1 < high < 2.5, f"a wave beside a spike of 1e4 is shown from {low} to {high}")
    check(whole > 1e4, f"all of it, when asked for, ends at {whole}")
    low, high, cut, *_ = chrome.run(f"({PLOT})(3, 1)")
    check(not cut and high > 3, f"a wave with a peak of 3 is shown from {low} to {high}")
    low, high, *_ = chrome.run(f"({PLOT})(1e-17, 1e-17)")
    check(high - low > 0.1, f"rounding is shown from {low} to {high}")
    check(chrome.run(f"({PLOT})(NaN, NaN)")[3], "a plot without values does not know it")


def struts(chrome, check):
    """What acts along a direction stands along it."""
    off = chrome.run("""Object.values(film.marked).flat().filter(isStrut).map((mark) => {
      const [a, b] = besideOthers(mark);
      const [x, y] = view.flat(turn(film.poses[mark.body].m, mark.points));
      return Math.abs((b[0] - a[0]) * y - (b[1] - a[1]) * x) / Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), 1);
    })""")
    check(max(off, default=0) < 1e-6, f"struts are off their direction by {off}")


def names(chrome, check):
    """No name stands on another where there is room."""
    over = chrome.run("""(() => {
      const [real, boxes] = [label, []];
      label = (text, [x, y], tint, anchor = "left") => { const w = ctx.measureText(text).width; boxes.push([anchor === "left" ? x : x - w, y, w]); };
      try { stage.names(); } finally { label = real; }
      return boxes.filter(([x, y, w], i) => boxes.some(([u, v, z], k) => k < i && Math.abs(y - v) < 12 && x < u + z && u < x + w)).length / Math.max(boxes.length, 1);
    })()""")
    check(over < 0.15, f"{100 * over:.0f} % of the names stand on another")


def save(chrome, check):
    """Frames, film, strip, link: what they are, and that the page is as before."""
    before = chrome.run("film.t")
    check(chrome.run("saving.png().then(({ size, type }) => size > 2000 && type === 'image/png')"), "no PNG")
    check(chrome.run("saving.strip().then(({ size, type }) => size > 2000 && type === 'image/png')"), "no strip of frames")
    drawn = chrome.run("""saving.svg().text().then((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return [root.nodeName, root.querySelectorAll("path").length, root.querySelectorAll("text").length, /NaN|undefined|Infinity/.test(text)];
    })""")
    check(drawn[0] == "svg" and drawn[1] > 5 and drawn[2] > 1 and not drawn[3], f"the SVG is {drawn}")
    check(chrome.run("ctx === picture.getContext('2d') && film.t") == before, "the page is not as before after saving")
    if chrome.run("window.MediaRecorder?.isTypeSupported('video/webm') ?? false"):
        chrome.run("window.mine = player.speed, player.speed = film.long / 1.5")
        head = chrome.run("saving.takeFilm().then((blob) => blob.slice(0, 4).arrayBuffer()).then((bytes) => Array.from(new Uint8Array(bytes)))")
        check(head == [0x1A, 0x45, 0xDF, 0xA3], f"the film begins with {head}")
        chrome.run("player.speed = mine")
    t = chrome.run("film.start + 0.25 * film.long")
    link = chrome.run(f"player.seek({t!r}), saving.link()")
    chrome.run("player.seek(film.start)")
    chrome.run(f"location.hash = {link.split('#')[1]!r}")
    time.sleep(0.1)
    check(chrome.run("film.t") == t, f"the link leads to {chrome.run('film.t')} instead of {t}")


def keys(chrome, check):
    """Every key of the list does something or is explained."""
    chrome.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))")
    check(chrome.run("$('keys').open && $('keys').querySelectorAll('dt').length > 10"), "the keys are not shown")
    for kind in ("keyDown", "keyUp"):
        chrome.ask("Input.dispatchKeyEvent", type=kind, key="Escape", code="Escape", windowsVirtualKeyCode=27)
    check(not chrome.run("$('keys').open"), "Escape leaves the keys open")
    chrome.run("$('keys').close()")


def tools(chrome, check):
    chrome.run("player.pause(), menus.fit(), player.seek(film.start + 0.37 * film.long)")
    chrome.run(SETTLED)
    for part in (read_values, measure, views, struts, names, plots, ranges, save, keys):
        part(chrome, check)
