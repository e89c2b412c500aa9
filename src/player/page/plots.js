// The plots beside the picture: curves drawn once, a cursor at every frame. Click or drag moves the time, the wheel zooms it.

const SERIES = ["#4f83e8", "#e0608a", "#18a999", "#d99a2b", "#9b6be0", "#6aab3c", "#3aa6dd", "#b5835a", "#c94f3d", "#7a8699"];
const EDGE = { left: 46, right: 10, top: 6, bottom: 18 };

const plots = {
  all: [],
  from: 0, // the time that is shown
  to: 1,
  long: 1, // of the run

  prepare() {
    this.load();
    new ResizeObserver(() => this.all.forEach((plot) => plot.resize())).observe($("plots"));
  },

  // All plots of the run; of those that were there before, what was chosen stays: which are hidden, which of their curves, portraits, and the part of time if it is not the whole.
  load() {
    const { from, to, all: before } = this;
    const part = before.length > 0 && to - from < 0.999999 * this.long;
    this.long = film.end - film.start;
    [this.from, this.to] = part ? [Math.max(from, film.start), Math.min(to, film.end)] : [film.start, film.end];
    if (!(this.to > this.from)) [this.from, this.to] = [film.start, film.end];
    this.all = scene.plots.map((data) => new Plot(data));
    this.all.unshift(...before.map((plot) => plot.again(this.all)).filter(Boolean));
    $("plots").replaceChildren(...this.all.map((plot) => plot.panel));
    // At first they are drawn when they are laid out.
    for (const plot of before.length > 0 ? this.all : []) {
      const like = before.find((other) => other.data.title === plot.data.title && other.log === plot.log);
      if (like) plot.shownAs(like);
      plot.resize();
    }
  },

  add(plot) {
    this.all.unshift(plot);
    $("plots").prepend(plot.panel);
    plot.resize();
  },

  drop(plot) {
    this.all = this.all.filter((other) => other !== plot);
    plot.panel.remove();
  },

  // Those of the run, without what was added of them.
  get own() { return this.all.filter((plot) => !(plot instanceof Portrait)); },
  // Those that are not hidden.
  get seen() { return this.all.filter(({ panel }) => !panel.hidden); },
  redraw() { this.seen.forEach((plot) => plot.drawCurves()); },
  cursor() { this.seen.forEach((plot) => plot.drawCursor()); },
  writeValues() { this.seen.forEach((plot) => plot.writeValues()); },

  // The shown part of time, `factor` times as long, with the instant t where it was.
  zoom(factor, t) {
    const [start, end] = [film.start, film.end];
    const long = Math.min(Math.max((this.to - this.from) * factor, (end - start) * 1e-6), end - start);
    const part = (t - this.from) / (this.to - this.from);
    this.from = Math.min(Math.max(t - part * long, start), end - long);
    this.to = this.from + long;
    this.redraw();
    this.cursor();
  },

  // Turns a page if the cursor has left the shown part.
  keepInSight(t) {
    if (t >= this.from && t <= this.to) return;
    const long = this.to - this.from;
    this.from = Math.min(Math.max(t - 0.05 * long, film.start), film.end - long);
    this.to = this.from + long;
    this.redraw();
  },
};

// The curves of a panel: those of this run, and of other runs the same ones, dashed.
function curvesOf(data) {
  const of = (from, { name, columns }, i, run) => new Curve(from, run ? `${name} (${run})` : name, columns, i, run !== null);
  const own = data.series.map((one, i) => of(film, one, i, null));
  const theirs = others.flatMap((other) => {
    const same = other.film.scene.plots.find(({ title, log }) => title === data.title && log === data.log);
    return (same?.series ?? []).map((one, i) => of(other.film, one, i, other.name));
  });
  return own.concat(theirs);
}

class Curve {
  constructor(from, name, columns, i, dashed) {
    const { scene } = from;
    Object.assign(this, { film: from, name, columns, times: from.times, on: true, tint: SERIES[i % SERIES.length] });
    this.dash = dashed ? [3, 3] : i < SERIES.length ? [] : [7, 3];
    this.grain = Math.hypot(...columns.map((c) => grain(scene.channels[c])));
    this.coarse = 0; // what it may be off by between two frames
    this.values = columns.length === 1 ? from.columns[columns[0]] : Float64Array.from(from.times, (_, k) => Math.hypot(...columns.map((c) => from.columns[c][k])));
    const spread = (c) => from.columns[c].reduce((most, x) => Math.max(most, x), -Infinity) - from.columns[c].reduce((least, x) => Math.min(least, x), Infinity);
    this.spread = Math.hypot(...columns.map(spread));
  }

  now() { return this.columns.length === 1 ? this.film.value(this.columns[0]) : Math.hypot(...this.columns.map((c) => this.film.value(c))); }

  at(t) {
    const k = Math.min(this.film.frame(t), this.times.length - 2);
    if (k < 0) return this.values[0];
    const s = (t - this.times[k]) / (this.times[k + 1] - this.times[k]);
    return s > 0 ? this.values[k] + s * (this.values[k + 1] - this.values[k]) : this.values[k];
  }
}

const MOST = 8; // curves of a panel that are shown without being asked for

class Plot {
  constructor(data) {
    this.data = data;
    this.log = data.log;
    this.series = data.curves ?? curvesOf(data);
    const spreads = this.series.map(({ spread }) => spread);
    this.series.forEach((one) => { one.coarse = one.film.scene.unseen * Math.max(one.spread, 0.2 * Math.max(...spreads)); });
    this.panel = element("div", { className: "panel" });
    const keys = element("div", { className: "keys" }, ...this.series.map((one) => this.key(one)));
    const head = element("div", { className: "head" }, element("span", { className: "name", textContent: data.title }));
    this.chart = element("div", { className: "chart" });
    [this.curves, this.line] = ["curves", "cursor"].map(() => this.chart.appendChild(element("canvas")).getContext("2d"));
    this.panel.append(head, keys, this.chart);
    this.head = head;
    const whole = () => {
      this.whole = !this.whole;
      this.drawCurves();
      this.drawCursor();
    };
    this.all_ = element("button", { className: "all", hidden: true, title: "A few values are far beyond the rest", onclick: whole });
    head.append(this.all_);
    if (this.series.length > MOST) this.choose();
    this.listen();
  }

  // Of many curves the widest, until all are asked for.
  choose() {
    const least = this.series.map(({ spread }) => spread).sort((a, b) => b - a)[MOST - 1];
    let left = MOST;
    for (const one of this.series) {
      this.turn(one, one.spread >= least && left-- > 0);
      one.button.style.order = one.on ? 0 : 1;
    }
    const button = element("button", { className: "all", textContent: `all ${this.series.length}` });
    button.onclick = () => {
      const on = !this.series.every((one) => one.on);
      this.series.forEach((one) => this.turn(one, on));
      button.textContent = on ? "none" : `all ${this.series.length}`;
      this.drawCurves();
      this.drawCursor();
    };
    this.head.append(button);
  }

  // What stands in its place when another run is shown, with that run's plots; the plots of the run itself are made anew.
  again() { return null; }

  // As another one is: hidden, its curves on or off, cut or whole.
  shownAs(other) {
    this.panel.hidden = other.panel.hidden;
    this.whole = other.whole;
    for (const one of this.series) {
      const like = other.series.find(({ name }) => name === one.name);
      if (like) this.turn(one, like.on);
    }
  }

  turn(one, on) {
    one.on = on;
    one.button.classList.toggle("off", !on);
  }

  // A curve's name with its value now; a click hides the curve.
  key(one) {
    one.value = element("b");
    const button = element("button", { className: "key", title: one.name }, one.name, one.value);
    one.button = button;
    button.style.setProperty("--key", one.tint);
    button.classList.toggle("dashed", one.dash.length > 0);
    button.onclick = () => {
      this.turn(one, !one.on);
      this.drawCurves();
      this.drawCursor();
    };
    return button;
  }

  listen() {
    const time = (e) => this.time(e);
    this.chart.addEventListener("pointerdown", (e) => {
      this.chart.setPointerCapture(e.pointerId);
      player.seek(time(e));
    });
    this.chart.addEventListener("pointermove", (e) => (e.buttons ? player.seek(time(e)) : this.hover(e)));
    this.chart.addEventListener("pointerleave", hideTip);
    this.chart.addEventListener("dblclick", () => plots.zoom(Infinity, film.t));
    this.chart.addEventListener("wheel", (e) => {
      if (e.ctrlKey || e.altKey || e.shiftKey || plots.to - plots.from < film.end - film.start || e.deltaY < 0) {
        e.preventDefault();
        plots.zoom(Math.exp(0.002 * (e.deltaY || e.deltaX)), time(e));
      }
    }, { passive: false });
  }

  // The instant under the pointer.
  time(e) { return plots.from + ((e.offsetX - EDGE.left) / this.wide) * (plots.to - plots.from); }

  // The value of the nearest curve under the pointer.
  hover(e) {
    const t = Math.min(Math.max(this.time(e), film.start), film.end);
    const far = (one) => Math.abs(this.y(one.at(t)) - e.offsetY);
    const near = this.series.filter((one) => one.on && !Number.isNaN(one.at(t))).reduce((a, b) => (a && far(a) <= far(b) ? a : b), null);
    if (!near) return hideTip();
    const value = near.at(t);
    const error = Math.max(near.grain, near.coarse);
    showTip(near.name || this.data.title, [["value", this.log ? shown(10 ** value) : shown(value, error)], ["at", `${clock(t)} s`]],
      this.chart.getBoundingClientRect(), [e.offsetX, e.offsetY]);
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.chart.getBoundingClientRect();
    for (const context of [this.curves, this.line]) {
      [context.canvas.width, context.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    [this.width, this.height] = [width, height];
    if (!width) return;
    [this.wide, this.high] = [width - EDGE.left - EDGE.right, height - EDGE.top - EDGE.bottom];
    this.drawCurves();
    this.drawCursor();
  }

  x(t) { return EDGE.left + ((t - plots.from) / (plots.to - plots.from || 1)) * this.wide; }
  y(value) { return EDGE.top + ((this.high_ - value) / (this.high_ - this.low_)) * this.high; }

  // Lowest and highest shown value, with a margin; a curve that does not change stands in the middle.
  range() {
    let [low, high] = [Infinity, -Infinity];
    for (const one of this.series) {
      const { values, on } = one;
      const [first, last] = this.part(one);
      for (let k = first; on && k <= last; k++) {
        if (values[k] < low) low = values[k];
        if (values[k] > high) high = values[k];
      }
    }
    this.empty = low > high;
    if (this.empty) [low, high] = [0, 1];
    this.ends = [low, high];
    [low, high] = this.middle(low, high);
    let size = Math.max(Math.abs(low), Math.abs(high));
    // What is nothing but rounding is a straight line.
    if (size < (this.data.least ?? 0)) [low, high, size] = [0, 0, 0];
    const least = this.log ? 1 : size > 0 ? 1e-6 * size : 1;
    const margin = high - low < least ? (this.log ? 0.5 : 0.05 * size || 0.5) : 0.06 * (high - low);
    [this.low_, this.high_] = [low - margin, high + margin];
  }

  // Without the few values that would flatten the rest: if all are spread over more than eight times the width of what 98 of 100 instants show, what
  // these show and half of that beyond, unless all is asked for. A figure does the same.
  middle(low, high) {
    this.cut = false;
    if (this.log || this.whole) return [low, high];
    const instants = Array.from({ length: 400 }, (_, i) => plots.from + ((i + 0.5) / 400) * (plots.to - plots.from));
    const values = this.series.filter(({ on }) => on).flatMap((one) => instants.map((t) => one.at(t))).filter(Number.isFinite).sort((a, b) => a - b);
    const few = Math.floor(values.length / 100);
    const [from, to] = [values[few], values.at(-1 - few)];
    const wide = to - from;
    if (!(wide > 1e-4 * (high - low) && wide > (this.data.least ?? 0) && high - low > 8 * wide)) return [low, high];
    this.cut = true;
    return [Math.max(low, from - wide / 2), Math.min(high, to + wide / 2)];
  }

  // How far the values go that are not shown.
  drawCut(c) {
    this.all_.hidden = !this.cut && !this.whole;
    this.all_.textContent = this.whole ? "cut" : "whole";
    if (!this.cut) return;
    c.font = FONT.small;
    c.textAlign = "left";
    c.fillStyle = ink.ink;
    const [low, high] = this.ends;
    if (high > this.high_) c.fillText(`▲ ${shown(high)}`, EDGE.left + 4, EDGE.top + 8);
    if (low < this.low_) c.fillText(`▼ ${shown(low)}`, EDGE.left + 4, EDGE.top + this.high - 4);
  }

  drawCurves() {
    if (!this.width) return;
    const c = this.curves;
    this.range();
    c.clearRect(0, 0, this.width, this.height);
    this.axes(c);
    c.save();
    c.beginPath();
    c.rect(EDGE.left, 0, this.wide, this.height - EDGE.bottom + 1);
    c.clip();
    c.lineWidth = 1.4;
    c.lineJoin = "round";
    for (const one of this.series.filter(({ on }) => on)) {
      c.strokeStyle = one.tint;
      c.setLineDash(one.dash);
      this.curve(c, one, ...this.part(one));
    }
    c.restore();
    this.drawCut(c);
    if (!this.empty) return;
    c.textAlign = "center";
    c.fillStyle = ink.soft;
    c.fillText("no values", EDGE.left + this.wide / 2, EDGE.top + this.high / 2);
  }

  // The frames of a curve that are in sight.
  part({ film, times }) { return [film.frame(plots.from), Math.min(film.frame(plots.to) + 1, times.length - 1)]; }

  // Of each column of pixels the first, lowest, highest and last value: nothing that can be seen is lost.
  curve(c, { values, times }, first, last) {
    c.beginPath();
    let pen = false;
    for (let k = first; k <= last; k++) {
      if (Number.isNaN(values[k])) { pen = false; continue; }
      const x = this.x(times[k]);
      if (pen) c.lineTo(x, this.y(values[k]));
      else c.moveTo(x, this.y(values[k]));
      pen = true;
      let [low, high, end] = [k, k, k];
      while (end < last && this.x(times[end + 1]) < Math.floor(x) + 1 && !Number.isNaN(values[end + 1])) {
        end++;
        if (values[end] < values[low]) low = end;
        if (values[end] > values[high]) high = end;
      }
      if (end > k + 3) {
        for (const i of [low, high, end].sort((a, b) => a - b)) c.lineTo(this.x(times[i]), this.y(values[i]));
        k = end;
      }
    }
    c.stroke();
  }

  axes(c) {
    c.font = FONT.small;
    c.fillStyle = ink.soft;
    c.strokeStyle = ink.faint;
    c.lineWidth = 1;
    c.beginPath();
    c.textAlign = "right";
    c.textBaseline = "middle";
    for (const [value, text] of this.ticks()) {
      const y = Math.round(this.y(value)) + 0.5;
      c.moveTo(EDGE.left, y);
      c.lineTo(EDGE.left + this.wide, y);
      c.fillText(text, EDGE.left - 5, y);
    }
    c.textAlign = "center";
    c.textBaseline = "alphabetic";
    const [from, to, name] = this.across();
    const room = c.measureText(name).width;
    for (const [t, text] of ticks(from, to, Math.max(2, this.wide / 70))) {
      const x = Math.round(this.x(t)) + 0.5;
      c.moveTo(x, EDGE.top);
      c.lineTo(x, EDGE.top + this.high);
      const half = c.measureText(text).width / 2;
      if (x + half < this.width - room - 6) c.fillText(text, Math.max(x, half + 1), this.height - 5);
    }
    c.textAlign = "right";
    c.fillText(name, this.width - 1, this.height - 5);
    c.stroke();
  }

  // What runs across: from where to where, and its name with the unit.
  across() { return [plots.from, plots.to, "t (s)"]; }

  ticks() {
    if (!this.log) return ticks(this.low_, this.high_, this.high / 18);
    const step = Math.max(1, Math.ceil((this.high_ - this.low_) / (this.high / 24)));
    const decades = [];
    for (let d = Math.ceil(this.low_ / step) * step; d <= this.high_; d += step) decades.push([d, `1e${d}`.replace("-", "−")]);
    return decades;
  }

  drawCursor() {
    if (!this.width) return;
    const c = this.line;
    c.clearRect(0, 0, this.width, this.height);
    const x = this.x(film.t);
    if (x < EDGE.left - 1 || x > EDGE.left + this.wide + 1) return;
    c.strokeStyle = ink.accent;
    c.lineWidth = 1.2;
    c.beginPath();
    c.moveTo(x, EDGE.top);
    c.lineTo(x, EDGE.top + this.high);
    c.stroke();
    for (const one of this.series.filter(({ on }) => on)) {
      const value = one.now();
      if (Number.isNaN(value)) continue;
      c.beginPath();
      c.arc(x, this.y(value), 2.6, 0, 2 * Math.PI);
      c.fillStyle = one.tint;
      c.fill();
    }
  }

  writeValues() {
    // What is nothing beside the plot is written as zero.
    const nothing = Math.max(this.data.least ?? 0, 1e-9 * Math.max(Math.abs(this.low_), Math.abs(this.high_)));
    for (const one of this.series) {
      // While it plays, of shown curves alone: the names of 300 bodies take the browser 40 ms to set anew.
      if (player.playing && !one.on) {
        if (one.value.textContent) one.value.textContent = "";
        continue;
      }
      const value = one.now();
      const error = film.s > 0 ? Math.max(one.grain, one.coarse) : one.grain;
      one.value.textContent = this.log ? shown(10 ** value) : shown(Math.abs(value) < nothing ? 0 : value, error);
    }
  }
}

// Round numbers from low to high, about so many, with as many digits as tell them apart.
function ticks(low, high, about) {
  const least = (high - low) / Math.max(about, 1);
  const decade = 10 ** Math.floor(Math.log10(least));
  const step = decade * ([1, 2, 5].find((f) => f * decade >= least) ?? 10);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const size = Math.max(Math.abs(low), Math.abs(high));
  const text = (x) => (size >= 1e5 || size < 1e-3 ? x.toExponential(Math.max(0, Math.min(3, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step))))) : x.toFixed(digits));
  const marks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
    marks.push([i * step, i === 0 ? "0" : text(i * step).replaceAll("-", "−").replace("e+", "e")]);
  }
  return marks;
}
