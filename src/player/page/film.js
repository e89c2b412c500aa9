"use strict";
// The data and its reading: columns over frames, and the state between two of them.
// Frames are named by slot: 0 is the ground, 1 the first body. A place is [slot, x, y] in the axes of that frame.

const scene = JSON.parse(document.getElementById("scene").textContent);

function bytes(text) {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
}

function column(data) {
  if (data === null || typeof data === "number") return new Float64Array(scene.frames).fill(data ?? NaN);
  if (data.f64) return new Float64Array(bytes(data.f64));
  if (data.f32) return new Float32Array(bytes(data.f32));
  return Float64Array.from(new Uint16Array(bytes(data.u16)), (k) => (k === 65535 ? NaN : data.lo + k * data.step));
}

const film = {
  columns: scene.channels.map(column),
  t: 0,
  k: 0, // the frame at or before t
  s: 0, // the part of the way to the next one
  h: 1, // seconds from the one to the next
  poses: [], // of every frame at t: x, y, angle, cos, sin, vx, vy, spin

  get start() { return this.times[0]; },
  get end() { return this.times[this.times.length - 1]; },

  seek(t) {
    const times = this.times;
    this.t = Math.min(Math.max(t, this.start), this.end);
    this.k = this.frame(this.t);
    this.h = times[this.k + 1] - times[this.k];
    this.s = this.h > 0 ? (this.t - times[this.k]) / this.h : 0;
    scene.bodies.forEach((body, slot) => this.pose(body, this.poses[slot]));
  },

  // The last frame that is not after t.
  frame(t) {
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  },

  // A column at t, by a straight line.
  value(c) {
    const x = this.columns[c];
    const from = x[this.k];
    return this.s > 0 ? from + this.s * (x[this.k + 1] - from) : from;
  },

  // A position at t, by the cubic with the rates at both frames.
  smooth(c, rate) {
    const [x, v, k, s, h] = [this.columns[c], this.columns[rate], this.k, this.s, this.h];
    if (s === 0) return x[k];
    const step = x[k + 1] - x[k];
    return x[k] + s * step + s * (1 - s) * ((1 - s) * (h * v[k] - step) - s * (h * v[k + 1] - step));
  },

  pose(body, into) {
    if (!body.pose) return;
    [into.x, into.y, into.angle] = body.pose.map((c, i) => this.smooth(c, body.twist[i]));
    [into.vx, into.vy, into.spin] = body.twist.map((c) => this.value(c));
    into.cos = Math.cos(into.angle);
    into.sin = Math.sin(into.angle);
  },

  // World position of a place at t.
  world([slot, x, y]) {
    const p = this.poses[slot];
    return [p.x + p.cos * x - p.sin * y, p.y + p.sin * x + p.cos * y];
  },

  // World position of a place, and its position seen from another slot, at any frame.
  worldAt(k, [slot, x, y]) {
    if (slot === 0) return [x, y];
    const [a, b, angle] = scene.bodies[slot].pose.map((c) => this.columns[c][k]);
    return [a + Math.cos(angle) * x - Math.sin(angle) * y, b + Math.sin(angle) * x + Math.cos(angle) * y];
  },
  seenAt(k, slot, [x, y]) {
    if (slot === 0) return [x, y];
    const [a, b, angle] = scene.bodies[slot].pose.map((c) => this.columns[c][k]);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [cos * (x - a) + sin * (y - b), cos * (y - b) - sin * (x - a)];
  },

  // Where a joint's force acts, and the force and moment on the body it is reported for.
  reaction(joint) {
    const at = joint.at.length === 3 ? this.world(joint.at) : joint.at.map((c) => this.value(c));
    const force = joint.force.map((c) => this.value(c));
    return { at, force, moment: joint.moment === null ? 0 : this.value(joint.moment) };
  },

  // The same of a friction point, and whether it sticks (0) or slides, and where to.
  friction(point, i) {
    const [slip, load, size] = [point.slip, point.load, point.size].map((c) => this.value(c));
    return { ...this.reaction(point), mode: this.mode(i), slip, load, size };
  },

  mode(i) {
    return this.changes[i].findLast(({ t }) => t <= this.t)?.to ?? scene.frictions[i].begins;
  },
};

film.times = film.columns[scene.time];
// What each friction point does from when on, beginning with the start.
film.changes = scene.frictions.map(({ begins }, i) => [
  { t: film.times[0], to: begins },
  ...scene.transitions.filter(({ point }) => point === i),
]);
film.poses = scene.bodies.map(() => ({ x: 0, y: 0, angle: 0, cos: 1, sin: 0, vx: 0, vy: 0, spin: 0 }));
if (scene.frames > 0) film.seek(film.start);

// A number for people: four digits, and a power of ten where it must be.
function shown(x) {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return x.toExponential(2).replace("-", "−").replace("e-", "e−").replace("e+", "e");
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return x.toFixed(digits).replace("-", "−");
}

// A round number (1, 2 or 5 times a power of ten) that is not above x.
function round(x) {
  const decade = 10 ** Math.floor(Math.log10(x));
  return decade * (x >= 5 * decade ? 5 : x >= 2 * decade ? 2 : 1);
}
