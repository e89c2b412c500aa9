// A canvas that writes what is drawn on it as SVG: it takes the place of the real one for a single frame.

class Recorder {
  constructor(real, width, height) {
    Object.assign(this, { real, globalAlpha: 1, lineWidth: 1, lineCap: "butt", lineJoin: "miter", strokeStyle: "#000", fillStyle: "#000", dash: [] });
    this.at = [1, 0, 0, 0]; // cosine, sine, and where the origin is
    this.saved = [];
    // The name of the space that SVG lives in, from the page's own icons.
    this.space = $("play").firstElementChild.namespaceURI;
    this.root = this.made("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  }

  made(name, attributes) {
    const node = document.createElementNS(this.space, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }
  put(name, attributes) { return this.root.appendChild(this.made(name, attributes)); }
  text() { return new XMLSerializer().serializeToString(this.root); }

  point(x, y) {
    const [c, s, u, v] = this.at;
    return [u + c * x - s * y, v + s * x + c * y].map((k) => Number(k.toFixed(2)));
  }
  save() { this.saved.push(this.at); }
  restore() { this.at = this.saved.pop(); }
  translate(x, y) { [this.at[2], this.at[3]] = this.point(x, y); }
  rotate(angle) {
    const [c, s, u, v] = this.at;
    this.at = [c * Math.cos(angle) - s * Math.sin(angle), s * Math.cos(angle) + c * Math.sin(angle), u, v];
  }
  clearRect() {}
  setTransform() {}
  setLineDash(dash) { this.dash = dash; }
  measureText(text) { this.real.font = this.font; return this.real.measureText(text); }

  beginPath() { this.path = ""; }
  moveTo(x, y) { this.path += `M${this.point(x, y)}`; }
  lineTo(x, y) { this.path += `${this.path ? "L" : "M"}${this.point(x, y)}`; }
  closePath() { this.path += "Z"; }
  rect(x, y, w, h) {
    this.moveTo(x, y);
    for (const [u, v] of [[x + w, y], [x + w, y + h], [x, y + h]]) this.lineTo(u, v);
    this.closePath();
  }
  roundRect(x, y, w, h, r) {
    const quarter = Math.PI / 2;
    this.moveTo(x + r, y);
    [[x + w - r, y + r], [x + w - r, y + h - r], [x + r, y + h - r], [x + r, y + r]].forEach(([u, v], i) => this.arc(u, v, r, (i - 1) * quarter, i * quarter));
    this.closePath();
  }
  // In parts of at most a third of a turn.
  arc(x, y, r, from, to, back = false) {
    const whole = 2 * Math.PI;
    let sweep = to - from;
    if (back) sweep = sweep <= -whole ? -whole : -((((-sweep) % whole) + whole) % whole);
    else sweep = sweep >= whole ? whole : ((sweep % whole) + whole) % whole;
    const end = (angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    this.lineTo(...end(from));
    const parts = Math.max(1, Math.ceil(Math.abs(sweep) / 2.1));
    for (let i = 1; i <= parts; i++) this.path += `A${r.toFixed(2)} ${r.toFixed(2)} 0 0 ${back ? 0 : 1} ${this.point(...end(from + (sweep * i) / parts))}`;
  }

  createRadialGradient(x0, y0, r0, x1, y1, r1) {
    const id = `shade${(this.shades = (this.shades ?? 0) + 1)}`;
    const shade = this.put("radialGradient", { id, gradientUnits: "userSpaceOnUse", fx: x0, fy: y0, cx: x1, cy: y1, r: r1 });
    return {
      toString: () => `url(#${id})`,
      addColorStop: (offset, color) => shade.append(this.made("stop", { offset, "stop-color": color })),
    };
  }
  fill() { this.put("path", { d: this.path, fill: String(this.fillStyle), "fill-opacity": this.globalAlpha }); }
  stroke() {
    const dashed = this.dash.length ? { "stroke-dasharray": this.dash.join(" ") } : {};
    this.put("path", {
      d: this.path, fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-opacity": this.globalAlpha,
      "stroke-linecap": this.lineCap, "stroke-linejoin": this.lineJoin, ...dashed,
    });
  }
  fillText(text, x, y) { this.write(text, x, y, { fill: this.fillStyle }); }
  strokeText(text, x, y) {
    this.write(text, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-linejoin": "round" });
  }
  write(text, x, y, paint) {
    const [u, v] = this.point(x, y);
    const anchor = { left: "start", center: "middle", right: "end" }[this.textAlign] ?? "start";
    const node = this.put("text", { x: u, y: v, "text-anchor": anchor, "dominant-baseline": "central", style: `font:${this.font}`, ...paint });
    node.textContent = text;
  }
}
