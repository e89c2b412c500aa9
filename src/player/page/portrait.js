// A column against another, as in a phase portrait: the way of a point, which is now where the large dot is. A click moves the time to the nearest frame.

class Portrait extends Plot {
  // Of two curves of one run.
  constructor(x, y) {
    // With the unit, which stands in the title of its panel.
    const name = ({ plot: { data }, curve }) => (curve.name ? `${curve.name} ${data.title.match(/\(.*\)$/)?.[0] ?? ""}`.trim() : data.title);
    const along = new Curve(y.curve.film, "", y.curve.columns, 0, false);
    super({ title: `${name(y)} against ${name(x)}`, log: y.plot.log, least: y.plot.data.least, curves: [along] });
    Object.assign(this, { against: x.curve, name: name(x), from: [x, y].map(({ plot, curve }) => [plot.data.title, curve.name]) });
    this.panel.classList.add("portrait");
    this.head.append(element("button", { className: "all", textContent: "×", title: "Close", onclick: () => plots.drop(this) }));
  }

  // Of the same two curves in another run's plots, if they are there.
  again(all) {
    const both = this.from.map(([title, name]) => all.flatMap((plot) => plot.series.map((curve) => ({ plot, curve }))).find(({ plot, curve }) => plot.data.title === title && curve.name === name));
    return both.every(Boolean) ? new Portrait(...both) : null;
  }

  across() { return [this.left, this.right, this.name]; }
  part({ times }) { return [0, times.length - 1]; }
  x(value) { return EDGE.left + ((value - this.left) / (this.right - this.left)) * this.wide; }

  range() {
    super.range();
    const values = this.against.values.filter(Number.isFinite);
    const [low, high] = [Math.min, Math.max].map((pick) => values.reduce((a, b) => pick(a, b), values[0] ?? 0));
    const margin = high > low ? 0.05 * (high - low) : 0.5 * Math.abs(high) || 0.5;
    [this.left, this.right] = [low - margin, high + margin];
  }

  curve(c, { values }) {
    c.beginPath();
    values.forEach((y, k) => c.lineTo(this.x(this.against.values[k]), this.y(y)));
    c.stroke();
  }

  drawCursor() {
    if (!this.width) return;
    const c = this.line;
    c.clearRect(0, 0, this.width, this.height);
    c.beginPath();
    c.arc(this.x(this.against.now()), this.y(this.series[0].now()), 4, 0, 2 * Math.PI);
    c.fillStyle = ink.accent;
    c.fill();
  }

  // The time of the nearest frame.
  time({ offsetX, offsetY }) {
    const { values, times } = this.series[0];
    const far = (k) => Math.hypot(this.x(this.against.values[k]) - offsetX, this.y(values[k]) - offsetY);
    let best = 0;
    for (let k = 1; k < values.length; k++) if (far(k) < far(best)) best = k;
    return times[best];
  }
}
