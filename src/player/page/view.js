// The view: from the world to the canvas and back. Pan by dragging, zoom by the wheel or two fingers.

const picture = document.getElementById("picture");
const ctx = picture.getContext("2d");

const view = {
  width: 1, height: 1,
  scale: 1, // pixels a meter
  x: 0, y: 0, // the world's point in the middle
  following: false,
  home: 1, // the scale that shows everything
  unit: 8, // half the width of a symbol, in pixels

  screen([x, y]) {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 - (y - this.y) * this.scale];
  },
  world([x, y]) {
    return [this.x + (x - this.width / 2) / this.scale, this.y - (y - this.height / 2) / this.scale];
  },

  // Where the mechanism is now: the middle of its bodies.
  middle() {
    const moving = film.poses.slice(1);
    if (moving.length === 0) return [0, 0];
    const side = (key, pick) => pick(...moving.map((p) => p[key]));
    return ["x", "y"].map((key) => (side(key, Math.min) + side(key, Math.max)) / 2);
  },

  // Everything at all times; or, if it travels far, the mechanism as it is now.
  fit() {
    const [left, bottom, right, top] = scene.frame;
    const [wide, high] = [right - left, top - bottom];
    if (this.following) {
      this.scale = Math.min(this.width, this.height) / (1.9 * scene.span);
      this.track();
    } else {
      const room = 0.07 * Math.max(wide, high) + 0.02 * scene.size;
      this.scale = Math.min(this.width / (wide + 2 * room), this.height / (high + 2 * room));
      [this.x, this.y] = [(left + right) / 2, (bottom + top) / 2];
    }
    this.home = this.scale;
  },

  track() {
    const now = this.middle();
    const before = this.tracked ?? now;
    if (this.tracked) [this.x, this.y] = [this.x + now[0] - before[0], this.y + now[1] - before[1]];
    else [this.x, this.y] = now;
    this.tracked = now;
  },

  follow(on) {
    this.following = on;
    this.tracked = null;
    this.fit();
  },

  zoom(factor, at = [this.width / 2, this.height / 2]) {
    const [x, y] = this.world(at);
    this.scale = Math.min(Math.max(this.scale * factor, this.home / 50), this.home * 2000);
    const [nx, ny] = this.world(at);
    this.x += x - nx;
    this.y += y - ny;
  },

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const box = picture.getBoundingClientRect();
    const first = this.width === 1;
    const grown = Math.min(box.width / this.width, box.height / this.height);
    [this.width, this.height] = [box.width, box.height];
    [picture.width, picture.height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (first) this.fit();
    else [this.scale, this.home] = [this.scale * grown, this.home * grown];
  },
};

view.following = scene.span > 0 && Math.max(scene.frame[2] - scene.frame[0], scene.frame[3] - scene.frame[1]) > 4 * scene.span;

const fingers = new Map();
picture.addEventListener("pointerdown", (e) => {
  picture.setPointerCapture(e.pointerId);
  fingers.set(e.pointerId, [e.offsetX, e.offsetY]);
  picture.classList.add("moving");
});
picture.addEventListener("pointermove", (e) => {
  const before = fingers.get(e.pointerId);
  if (!before) return;
  const now = [e.offsetX, e.offsetY];
  if (fingers.size === 1) {
    view.x -= (now[0] - before[0]) / view.scale;
    view.y += (now[1] - before[1]) / view.scale;
  } else {
    const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
    const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    view.zoom(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
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
picture.addEventListener("wheel", (e) => {
  e.preventDefault();
  view.zoom(Math.exp(-0.0016 * e.deltaY), [e.offsetX, e.offsetY]);
  redraw();
}, { passive: false });
picture.addEventListener("dblclick", () => { view.tracked = null; view.fit(); redraw(); });
