// Reading values off the picture: what lies under the pointer, what was clicked, and distances and angles between picked points.

const NEAR = 13; // pixels

const probe = {
  chosen: [], // what was clicked: its values stay in a list
  points: null, // places that are measured between, while measuring is on
  under: null, // what lies under the pointer

  // Everything with a place of its own: joints, friction points, centers of bodies.
  things() {
    const joints = scene.joints.filter((joint) => !film.isOff(joint) && !isOpen(joint));
    return [
      ...scene.frictions.map((rub, i) => ({ name: rub.name, kind: "friction", at: film.reaction(rub).at, values: () => rubbing(rub, i) })),
      ...joints.map((joint) => ({ name: joint.name, kind: "joint", at: film.reaction(joint).at, values: () => bearing(joint) })),
      ...scene.bodies.slice(1).map((body, i) => ({
        name: body.name, kind: "body", slot: i + 1, at: film.world([i + 1, ...body.center]), values: () => moving(body, i + 1),
      })),
    ];
  },

  // What is near, the nearest first; else the body whose outline holds the pixel: the last in the list is drawn on top.
  find(pixel) {
    const things = this.things();
    const near = things.map((thing) => [apart(view.screen(thing.at), pixel), thing]).filter(([d]) => d < NEAR);
    if (near.length > 0) return near.sort((a, b) => a[0] - b[0]).map(([, thing]) => thing);
    return [things.findLast(({ slot }) => slot && covers(slot, pixel))].filter(Boolean);
  },

  hover(pixel) {
    const found = pixel && this.find(pixel)[0];
    picture.style.cursor = this.points ? "crosshair" : found ? "pointer" : "";
    if (found) showTip(found.name, found.values(), picture.getBoundingClientRect(), pixel);
    else hideTip();
    if (found?.name !== this.under?.name) redraw();
    this.under = found ?? null;
  },

  click(pixel) {
    if (this.points) this.pick(pixel);
    else {
      // Several at one place are taken one after another, and then all dropped.
      const found = this.find(pixel);
      const next = found.find((one) => !this.has(one));
      if (next) this.chosen.push({ name: next.name, kind: next.kind });
      else this.chosen = this.chosen.filter((one) => !found.some((other) => same(one, other)));
    }
    this.write();
    redraw();
  },

  has(thing) { return this.chosen.some((one) => same(one, thing)); },

  measure(on) {
    this.points = on ? [] : null;
    this.write();
    redraw();
  },

  // A point that belongs to something, if one is near; else, in the plane, the point under the pointer on its body.
  pick(pixel) {
    const place = this.corner(pixel) ?? (scene.spatial ? null : film.placeOf(scene.bodies.findLastIndex((_, slot) => slot === 0 || covers(slot, pixel)), view.world(pixel)));
    if (!place) return;
    if (this.points.length === 3) this.points = [];
    this.points.push(place);
  },

  corner(pixel) {
    const places = scene.bodies.flatMap((body, slot) => [
      ...(slot > 0 ? [[slot, ...body.center]] : []),
      ...body.shapes.flatMap(corners).map((p) => [slot, ...p]),
    ]);
    places.push(...Object.values(film.marked).flat().flatMap((mark) => (isStrut(mark) ? mark.places.slice(1) : mark.places)), ...scene.trails);
    places.push(...scene.joints.filter((joint) => !isOpen(joint)).map((joint) => film.placeOf(joint.slots.at(-1) ?? 0, film.reaction(joint).at)));
    const near = places.map((place) => [apart(onScreen(place), pixel), place]).filter(([d]) => d < NEAR);
    return near.length ? near.reduce((a, b) => (b[0] < a[0] ? b : a))[1] : null;
  },

  // Distance, its parts along the axes and the angle to x; with a third point the angle at the second.
  measured() {
    const points = this.points.map((place) => film.world(place));
    if (points.length < 2) return [["", points.length ? "pick the second point" : "pick two points, or three for an angle"]];
    const axes = scene.spatial ? ["Δx", "Δy", "Δz"] : ["Δx", "Δy"];
    const way = add(points[1], points[0], -1);
    const lines = [["distance", `${shown(Math.hypot(...way))} m`], ...axes.map((name, k) => [name, `${shown(way[k])} m`])];
    if (!scene.spatial) lines.push(["angle to x", degrees(Math.atan2(way[1], way[0]))]);
    if (points.length === 3) {
      const other = add(points[2], points[1], -1);
      const back = way.map((x) => -x);
      lines.push(["angle at the second", degrees(Math.atan2(Math.hypot(...cross(back, other)), dot(back, other)))]);
    }
    return lines;
  },

  // What is read now: a title and lines of each.
  readings() {
    const things = this.things();
    const of = ({ name, kind }) => things.find((thing) => same(thing, { name, kind }))?.values() ?? [["", "not there now"]];
    const all = this.chosen.map((one) => ({ title: one.name, lines: of(one), drop: () => { this.chosen.splice(this.chosen.indexOf(one), 1); } }));
    if (this.points) all.unshift({ title: "measured", lines: this.measured(), drop: () => menus.measure(false) });
    return all;
  },

  write() {
    const list = $("readings");
    if (list.hidden && !this.points && this.chosen.length === 0) return;
    const all = this.readings();
    list.hidden = all.length === 0;
    list.replaceChildren(...all.map(({ title, lines, drop }) => element("div", {},
      element("h2", { textContent: title }, element("button", { textContent: "×", title: "Close", onclick: () => { drop(); this.write(); redraw(); } })),
      ...lines.map(([name, value]) => element("p", {}, element("span", { textContent: name }), value)))));
  },

  draw() {
    const marked = this.chosen.concat(this.under ?? []);
    for (const thing of marked.length ? this.things() : []) {
      if (!marked.some((one) => same(one, thing))) continue;
      disk(view.screen(thing.at), view.unit + 4);
      stroke(ink.accent, 1.6);
    }
    if (!this.points) return;
    const pixels = this.points.map(onScreen);
    trace(pixels);
    stroke(ink.accent, 1.6, [5, 4]);
    pixels.forEach((p) => { disk(p, 4); ctx.fillStyle = ink.accent; ctx.fill(); });
    if (pixels.length === 2) label(this.measured()[0][1], [0, 1].map((k) => (pixels[0][k] + pixels[1][k]) / 2 + (k ? -12 : 8)), ink.accent);
    if (pixels.length === 3) label(this.measured().at(-1)[1], [pixels[1][0] + 10, pixels[1][1] - 12], ink.accent);
  },
};

const same = (a, b) => a.name === b.name && a.kind === b.kind;
const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
const degrees = (angle) => `${shown((180 * angle) / Math.PI)}°`;

function corners(shape) {
  if (shape.disk) return [[shape.disk[0], shape.disk[1], 0]];
  if (shape.ball) return [shape.ball.slice(0, 3)];
  const points = triples(shape.bar ?? shape.outline ?? shape.mesh ?? shape.path ?? shape.dot ?? []);
  return points.length > 40 ? [] : points;
}

// Does a body's picture hold this pixel?
function covers(slot, pixel) {
  const on = (p) => onScreen([slot, ...p]);
  const holds = (points) => points.reduce((odd, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return (y > pixel[1]) !== (v > pixel[1]) && pixel[0] < x + ((pixel[1] - y) / (v - y)) * (u - x) ? !odd : odd;
  }, false);
  return scene.bodies[slot].shapes.some((shape) => {
    if (shape.bar) {
      const [a, b] = triples(shape.bar).map(on);
      const way = [b[0] - a[0], b[1] - a[1]];
      const part = Math.min(Math.max(((pixel[0] - a[0]) * way[0] + (pixel[1] - a[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2 || 1), 0), 1);
      return apart([a[0] + part * way[0], a[1] + part * way[1]], pixel) < view.unit;
    }
    if (shape.disk || shape.ball) {
      const [x, y, z, r] = shape.ball ?? [shape.disk[0], shape.disk[1], 0, shape.disk[2]];
      return apart(on([x, y, z]), pixel) < r * view.scale;
    }
    if (shape.mesh) {
      const points = triples(shape.mesh).map(on);
      return shape.faces.some((face) => holds(face.map((i) => points[i])));
    }
    return shape.outline && shape.closed ? holds(triples(shape.outline).map(on)) : false;
  }) || film.marks("surface").some((mark) => mark.body === slot && mark.closed && holds(triples(mark.points).map(on)));
}

// The lines that tell of a body, a joint, a friction point.
function moving(body, slot) {
  const { at, v, w, angle, m } = film.poses[slot];
  const center = add(at, turn(m, body.center));
  const speed = Math.hypot(...add(v, cross(w, turn(m, body.center))));
  const place = ["x", "y", "z"].slice(0, scene.spatial ? 3 : 2).map((name, k) => [name, `${shown(center[k])} m`]);
  const turned = body.pose.length === 3 ? [["angle", degrees(angle)], ["spin", `${shown(w[2])} rad/s`]] : [["spin", `${shown(Math.hypot(...w))} rad/s`]];
  return [...place, ["speed", `${shown(speed)} m/s`], ...turned];
}

function bearing(joint) {
  const { force, moment } = film.reaction(joint);
  const names = ["Fx", "Fy", "Fz"].slice(0, scene.spatial ? 3 : 2);
  const lines = [["force", `${shown(Math.hypot(...force))} N`], ...names.map((name, k) => [name, `${shown(force[k])} N`])];
  if (joint.moment) lines.push(["moment", `${shown(scene.spatial ? Math.hypot(...moment) : moment[2])} N m`]);
  const i = scene.contacts.findIndex((contact) => scene.joints[contact.joint] === joint);
  if (i >= 0) lines.push(["gap", `${shown(film.contact(scene.contacts[i], i).gap)} m`]);
  return lines;
}

function rubbing(rub, i) {
  const { mode, slip, load, size } = film.friction(rub, i);
  const does = away(mode) ? "open" : mode === 0 ? "sticks" : mode > 0 ? "slides forward" : "slides backward";
  const [force, speed] = rub.units;
  return [["", does], ["slip", `${shown(slip)} ${speed}`], [force === "N" ? "force" : "moment", `${shown(size)} ${force}`], ["load", `${shown(load)} ${force}`]];
}

// A small box beside the pointer.
function showTip(title, lines, { left, top }, [x, y]) {
  const tip = $("tip");
  tip.replaceChildren(element("b", { textContent: title }), ...lines.map(([name, value]) => element("p", {}, element("span", { textContent: name }), value)));
  tip.hidden = false;
  const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
  tip.style.left = `${Math.min(left + x + 16, document.documentElement.clientWidth - wide - 6)}px`;
  tip.style.top = `${top + y + 16 + high > window.innerHeight ? top + y - high - 8 : top + y + 16}px`;
}

function hideTip() { $("tip").hidden = true; }
