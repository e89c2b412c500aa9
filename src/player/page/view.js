// The view: from the world to the canvas. Drag to pan, or to turn what is in space (then pan with shift or another button); zoom by
// the wheel or two fingers. The projection is parallel, so that lengths can be compared.

const picture = document.getElementById("picture");
let ctx = picture.getContext("2d"); // or what takes its place, while a picture is saved
let lowest, highest; // corners of the box in which everything moves

function enclose() {
  const frames = [scene, ...others.map(({ film }) => film.scene)].map(({ frame }) => frame);
  [lowest, highest] = [[0, Math.min], [3, Math.max]].map(([from, pick]) => [0, 1, 2].map((k) => pick(...frames.map((frame) => frame[from + k]))));
}
enclose();
// The usual directions to look from: yaw and pitch. Front is from −y, side from +x, if gravity points along −z.
const VIEWS = { front: [-Math.PI / 2, 0], side: [0, 0], top: [-Math.PI / 2, Math.PI / 2], iso: [-Math.PI / 4, Math.atan(Math.SQRT1_2)] };

const view = {
  width: 0, height: 0,
  scale: 1, // pixels a meter
  at: [0, 0, 0], // the world's point in the middle
  right: [1, 0, 0], up: [0, 1, 0], toward: [0, 0, 1],
  yaw: -0.6, pitch: 0.35, // in space
  followed: null, // nothing, the mechanism (0), or the body in a slot
  filling: "solid", // how bodies are filled: solid, clear, wire
  home: 1, // the scale that shows everything
  unit: 8, // half the width of a symbol, in pixels

  screen(p) {
    const d = add(p, this.at, -1);
    return [this.width / 2 + this.scale * dot(d, this.right), this.height / 2 - this.scale * dot(d, this.up)];
  },
  // A direction on the canvas.
  flat(v) { return [dot(v, this.right), -dot(v, this.up)]; },
  depth(p) { return dot(p, this.toward); },
  // The world's point under a pixel, in the plane through the middle.
  world([x, y]) {
    const across = add(this.at, this.right, (x - this.width / 2) / this.scale);
    return add(across, this.up, (this.height / 2 - y) / this.scale);
  },
  pan(dx, dy) { this.at = add(add(this.at, this.right, -dx / this.scale), this.up, dy / this.scale); },

  get following() { return this.followed !== null; },

  // Looks from the given direction; what is up in the world is up in the picture.
  look(yaw, pitch) {
    [this.yaw, this.pitch] = [yaw, Math.min(Math.max(pitch, -Math.PI / 2 + 1e-6), Math.PI / 2 - 1e-6)];
    const size = Math.hypot(...scene.gravity);
    const up = size > 0 ? scene.gravity.map((g) => -g / size) : [0, 0, 1];
    const aside = Math.abs(up[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
    const first = unit(add(aside, up, -dot(aside, up)));
    const second = cross(up, first);
    const level = add(first.map((x) => x * Math.cos(this.yaw)), second, Math.sin(this.yaw));
    this.toward = add(level.map((x) => x * Math.cos(this.pitch)), up, Math.sin(this.pitch));
    this.right = unit(cross(up, this.toward));
    this.up = cross(this.toward, this.right);
    this.vertical = up;
  },

  // Where the mechanism is now, or the body that is followed: the middle.
  middle() {
    const moving = this.followed > 0 ? [film.poses[this.followed]] : film.poses.slice(1);
    if (moving.length === 0) return [0, 0, 0];
    const side = (k, pick) => pick(...moving.map((p) => p.at[k]));
    return [0, 1, 2].map((k) => (side(k, Math.min) + side(k, Math.max)) / 2);
  },

  // Everything at all times; or, if it travels far, the mechanism as it is now.
  fit() {
    this.home = this.scale = this.fitting();
    if (this.following) return this.track();
    // In the middle of the bodies with their arrows.
    const [left, right, top, bottom] = this.bounds(this.scale);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    this.at = add(this.right.map((r) => (r * x) / this.scale), this.up, -y / this.scale);
    const depth = dot(add(lowest, highest), this.toward) / 2;
    this.at = add(this.at, this.toward, depth);
  },

  // The scale of that: the largest at which bodies and arrows fit. Arrows are as long in pixels at any scale.
  fitting() {
    if (this.following) return Math.min(this.width, this.height) / (1.9 * scene.span);
    let [low, high] = [0, this.bare()];
    if (!(high > 0)) return 0;
    for (let i = 0; i < 40; i++) {
      const scale = (low + high) / 2;
      const [left, right, top, bottom] = this.bounds(scale);
      if (right - left < this.width && bottom - top < this.height) low = scale;
      else high = scale;
    }
    return Math.max(high, this.bare() / 3);
  },

  // Pixels that bodies and arrows take from the world's origin, with some room, and below for the legend: left, right, top, bottom.
  bounds(scale) {
    const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? highest : lowest)[k]));
    const ends = corners.map((at) => ({ at, reach: [0, 0] })).concat(stage.arrows());
    const x = ends.map(({ at, reach }) => scale * dot(at, this.right) + reach[0]);
    const y = ends.map(({ at, reach }) => -scale * dot(at, this.up) + reach[1]);
    return [Math.min(...x) - 12, Math.max(...x) + 12, Math.min(...y) - 12, Math.max(...y) + 32];
  },

  // The largest scale for the bodies alone.
  bare() {
    const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? highest : lowest)[k]));
    const extent = (axis) => Math.max(...corners.map((p) => dot(p, axis))) - Math.min(...corners.map((p) => dot(p, axis)));
    const [wide, high] = [extent(this.right), extent(this.up)];
    const room = 0.07 * Math.max(wide, high) + 0.02 * scene.size;
    return Math.min(this.width / (wide + 2 * room), this.height / (high + 2 * room));
  },

  track() {
    const now = this.middle();
    this.at = this.tracked ? add(add(this.at, now), this.tracked, -1) : now;
    this.tracked = now;
  },

  follow(followed) {
    this.followed = followed;
    this.tracked = null;
    this.fit();
  },

  zoom(factor, at = [this.width / 2, this.height / 2]) {
    const before = this.world(at);
    this.scale = Math.min(Math.max(this.scale * factor, this.home / 50), this.home * 2000);
    this.at = add(add(this.at, before), this.world(at), -1);
  },

  // Takes the size of its element. This clears the canvas: whoever calls it draws anew, in the same frame.
  resize() {
    const box = picture.getBoundingClientRect();
    if (!(box.width > 0 && box.height > 0)) return;
    const ratio = window.devicePixelRatio || 1;
    const before = this.fitting();
    const first = this.width === 0;
    [this.width, this.height] = [box.width, box.height];
    [picture.width, picture.height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (first) return this.fit();
    const grown = this.fitting() / before;
    [this.scale, this.home] = [this.scale * grown, this.home * grown];
  },
};

function unit(v) {
  const size = Math.hypot(...v) || 1;
  return v.map((x) => x / size);
}

if (scene.span > 0 && Math.max(...add(highest, lowest, -1)) > 4 * scene.span) view.followed = 0;
if (scene.spatial) view.look(view.yaw, view.pitch);

const fingers = new Map();
let dragged = 0; // pixels since the press: none, or next to none, is a click
picture.addEventListener("pointerdown", (e) => {
  picture.setPointerCapture(e.pointerId);
  dragged = 0;
  fingers.set(e.pointerId, [e.offsetX, e.offsetY]);
  picture.classList.add("moving");
});
picture.addEventListener("pointermove", (e) => {
  const before = fingers.get(e.pointerId);
  if (!before) return probe.hover([e.offsetX, e.offsetY]);
  const now = [e.offsetX, e.offsetY];
  const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
  dragged += Math.hypot(dx, dy) + 9 * (fingers.size - 1);
  if (fingers.size > 1) {
    const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
    const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    view.zoom(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    view.pan(dx / 2, dy / 2);
  } else if (scene.spatial && e.buttons === 1 && !e.shiftKey) {
    view.look(view.yaw - 0.008 * dx, view.pitch + 0.008 * dy);
  } else {
    view.pan(dx, dy);
  }
  fingers.set(e.pointerId, now);
  redraw();
});
for (const end of ["pointerup", "pointercancel"]) {
  picture.addEventListener(end, (e) => {
    fingers.delete(e.pointerId);
    picture.classList.remove("moving");
  });
}
picture.addEventListener("pointerup", (e) => dragged < 5 && e.button === 0 && probe.click([e.offsetX, e.offsetY]));
picture.addEventListener("pointerleave", () => probe.hover(null));
picture.addEventListener("contextmenu", (e) => scene.spatial && e.preventDefault());
picture.addEventListener("wheel", (e) => {
  e.preventDefault();
  view.zoom(Math.exp(-0.0016 * e.deltaY), [e.offsetX, e.offsetY]);
  redraw();
}, { passive: false });
picture.addEventListener("dblclick", () => menus.fit());
