"use strict";
// The data and its reading: columns over frames, and the state between two of them.
// Frames are named by slot: 0 is the ground, 1 the first body. A place is [slot, x, y, z] in the axes of that frame.
// A planar body lies in the plane z = 0; its pose is x, y, angle. In space a pose is x, y, z and a quaternion w, x, y, z.

const $ = (id) => document.getElementById(id);

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function bytes(text) {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
}

// What a column's numbers at the frames may be off by.
function grain(data) {
  return (data?.step ?? 0) / 2;
}

// Nothing touches there: it is open, or switched off.
const away = (mode) => Math.abs(mode) > 1;

const LINKS = ["pin", "hinge", "weld", "rod"];

class Film {
  constructor(scene) {
    this.scene = scene;
    this.columns = scene.channels.map((data) => this.column(data));
    this.times = this.columns[scene.time];
    this.t = 0;
    this.k = 0; // the frame at or before t
    this.s = 0; // the part of the way to the next one
    this.h = 1; // seconds from the one to the next
    // Of every frame at t, see poseOf.
    this.poses = scene.bodies.map(() => ({ ...poseOf([0, 0, 0]), v: [0, 0, 0], w: [0, 0, 0], spin: 0 }));
    this.marked = {};
    for (const owner of scene.joints.concat(scene.forces)) {
      for (const mark of owner.marks) (this.marked[mark.kind] ??= []).push({ ...mark, owner });
    }
    // What each friction point, and each contact, does from when on, beginning with the start.
    const courses = (owners, of) => owners.map(({ begins }, i) => [
      { t: this.times[0], to: begins },
      ...scene.transitions.filter((change) => change[of] === i),
    ]);
    this.changes = courses(scene.frictions, "point");
    this.touches = courses(scene.contacts, "contact");
    if (scene.frames > 0) this.seek(this.start);
  }

  column(data) {
    if (data === null || typeof data === "number") return new Float64Array(this.scene.frames).fill(data ?? NaN);
    if (data.f64) return new Float64Array(bytes(data.f64));
    if (data.f32) return Float64Array.from(new Float32Array(bytes(data.f32)), (x) => data.at + x);
    return Float64Array.from(new Uint16Array(bytes(data.u16)), (k) => (k === 65535 ? NaN : data.lo + k * data.step));
  }

  get start() { return this.times[0]; }
  get end() { return this.times[this.times.length - 1]; }
  get long() { return this.end - this.start || 1; }

  seek(t) {
    const times = this.times;
    this.t = Math.min(Math.max(t, this.start), this.end);
    this.k = this.frame(this.t);
    this.h = times[this.k + 1] - times[this.k];
    this.s = this.h > 0 ? (this.t - times[this.k]) / this.h : 0;
    this.scene.bodies.forEach((body, slot) => this.pose(body, this.poses[slot]));
  }

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
  }

  // A column at t, by a straight line.
  value(c) {
    const x = this.columns[c];
    const from = x[this.k];
    return this.s > 0 ? from + this.s * (x[this.k + 1] - from) : from;
  }

  // A position at t, by the cubic with the rates at both frames.
  smooth(c, rate) {
    const [x, v, k, s, h] = [this.columns[c], this.columns[rate], this.k, this.s, this.h];
    if (s === 0) return x[k];
    const step = x[k + 1] - x[k];
    return x[k] + s * step + s * (1 - s) * ((1 - s) * (h * v[k] - step) - s * (h * v[k + 1] - step));
  }

  pose(body, into) {
    if (!body.pose) return;
    const place = body.pose.map((c, i) => this.smooth(c, body.twist[i]));
    const rates = body.twist.map((c) => this.value(c));
    Object.assign(into, poseOf(place));
    [into.v, into.w] = [rates.slice(0, 3), [0, 0, 0]];
    if (place.length === 3) {
      into.v[2] = 0;
      into.w[2] = into.spin = rates[2];
    } else {
      into.w = spinOf(place.slice(3), rates.slice(3));
    }
  }

  // World position of a place at t, and the place of a world position.
  world([slot, ...local]) {
    const p = this.poses[slot];
    return add(p.at, turn(p.m, local));
  }
  placeOf(slot, point) {
    const p = this.poses[slot];
    return [slot, ...turnBack(p.m, add(point, p.at, -1))];
  }

  // World position of a place, and its position seen from another slot, at any frame.
  poseAt(k, slot) {
    return slot === 0 ? this.poses[0] : poseOf(this.scene.bodies[slot].pose.map((c) => this.columns[c][k]));
  }
  worldAt(k, [slot, ...local]) {
    const p = this.poseAt(k, slot);
    return add(p.at, turn(p.m, local));
  }
  seenAt(k, slot, point) {
    const p = this.poseAt(k, slot);
    return turnBack(p.m, add(point, p.at, -1));
  }

  // Marks of a kind. What is switched off now holds nothing together, and is not drawn; rails and surfaces stay on their bodies.
  marks(kind) { return (this.marked[kind] ?? []).filter(({ owner }) => !LINKS.includes(kind) || !this.isOff(owner)); }
  isOff({ off }) { return (off ?? []).filter((t) => t < this.t || t === this.start).length % 2 === 1; }

  // Where a joint's force acts, and the force and moment on the body it is reported for.
  reaction(joint) {
    const at = joint.at.length === 4 ? this.world(joint.at) : joint.at.map((c) => this.value(c));
    const force = joint.force.map((c) => this.value(c));
    return { at, force, moment: joint.moment === null ? [0, 0, 0] : joint.moment.map((c) => this.value(c)) };
  }

  // The same of a friction point, and whether it sticks (0) or slides, and where to.
  friction(point, i) {
    const [slip, load, size] = [point.slip, point.load, point.size].map((c) => this.value(c));
    return { ...this.reaction(point), mode: this.mode(i), slip, load, size };
  }

  // Of a contact that opens.
  contact({ gap, normal, tangential }, i) {
    const [phi, N, T] = [gap, normal, tangential].map((c) => this.value(c));
    return { mode: this.modeOf(this.scene.contacts, this.touches, i), gap: phi, normal: N, tangential: T };
  }

  mode(i) { return this.modeOf(this.scene.frictions, this.changes, i); }

  modeOf(owners, changes, i) { return changes[i].findLast(({ t }) => t <= this.t)?.to ?? owners[i].begins; }

  // Blows within a time before t, with their age as a part of it.
  blows(time) {
    const last = this.scene.impacts.filter(({ t }) => t <= this.t && this.t - t < time);
    return last.flatMap(({ t, blows }) => blows.map((blow) => ({ ...blow, t, age: (this.t - t) / time })));
  }
}

// The run that the page is about, and those that are drawn over it. While one of these is drawn, `scene` and `film` are its own.
let scene, film, others;

function take(data) {
  [scene, film] = [data, new Film(data)];
  others = data.others.map(({ name, scene }) => ({ name, film: new Film(scene) }));
}
take(JSON.parse(document.getElementById("scene").textContent));

function drawnAs(other, draw) {
  const mine = film;
  [film, scene] = [other, other.scene];
  draw();
  [film, scene] = [mine, mine.scene];
}

// Position, rotation matrix (by rows) and angle or quaternion.
function poseOf(place) {
  if (place.length === 3) {
    const [x, y, angle] = place;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x, y, angle, at: [x, y, 0], m: [cos, -sin, 0, sin, cos, 0, 0, 0, 1] };
  }
  const [x, y, z, ...raw] = place;
  const norm = Math.hypot(...raw);
  const quaternion = raw.map((q) => q / norm);
  const [a, b, c, d] = quaternion;
  return {
    x, y, z, quaternion, at: [x, y, z], angle: 0,
    m: [
      a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),
      2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b),
      2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d,
    ],
  };
}

// Angular velocity in the world: twice the vector part of Q' times the conjugate of Q.
function spinOf([w, x, y, z], [dw, dx, dy, dz]) {
  return [
    2 * (dx * w - dw * x - dy * z + dz * y), 2 * (dy * w - dw * y - dz * x + dx * z), 2 * (dz * w - dw * z - dx * y + dy * x),
  ];
}

function add(a, b, factor = 1) { return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]]; }
function dot(a, b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
function cross(a, b) { return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; }
function turn(m, p) { return [dot(m, p), m[3] * p[0] + m[4] * p[1] + m[5] * p[2], m[6] * p[0] + m[7] * p[1] + m[8] * p[2]]; }
function turnBack(m, p) {
  return [m[0] * p[0] + m[3] * p[1] + m[6] * p[2], m[1] * p[0] + m[4] * p[1] + m[7] * p[2], m[2] * p[0] + m[5] * p[1] + m[8] * p[2]];
}

// A number for people: four digits, fewer if it is only known to `error` (the last digit may be off by two), and a power of ten where it
// must be.
function shown(x, error = 0) {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  const known = error > 0 ? Math.floor(0.302 - Math.log10(error)) : 99; // decimals
  if (size !== 0 && size < 0.5 * 10 ** -known) return "0";
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) {
    const digits = Math.min(Math.max(Math.floor(Math.log10(size)) + known, 0), 2);
    return x.toExponential(digits).replaceAll("-", "−").replace("e+", "e");
  }
  const digits = Math.min(size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3, known);
  const whole = 10 ** Math.max(-digits, 0); // beyond tens, if need be
  return (digits < 0 ? whole * Math.round(x / whole) : x).toFixed(Math.max(digits, 0)).replace("-", "−");
}

// A round number (1, 2 or 5 times a power of ten) that is not above x.
function round(x) {
  const decade = 10 ** Math.floor(Math.log10(x));
  return decade * (x >= 5 * decade ? 5 : x >= 2 * decade ? 2 : 1);
}
