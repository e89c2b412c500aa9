// The mechanism at the time of the film: ground, guides, springs, bodies, joints, traces, arrows, scales.

const stage = {
  shown: { reactions: true, friction: true, velocities: false, traces: true, springs: true, centers: true, names: false },
  strength: 1,
  forceScale: 0, // parts of the longest arrow a newton
  frictionScale: 0,
  momentScale: 0, // parts of a turn a newton meter
  speedScale: 0, // parts of the longest arrow a meter per second
  hardest: 0, // normal impulse of the hardest blow, N s

  prepare() {
    this.scales();
    this.trails = scene.trails.map((place) => ({ place, path: film.times.length ? pathOf(place) : [] }));
    this.hardest = scene.impacts.flatMap(({ blows }) => blows).reduce((most, { normal }) => Math.max(most, normal), 1e-300);
    this.contacts = scene.joints.filter((joint) => joint.marks.some(({ kind }) => kind === "surface" || kind === "touch") && joint.at.length === 3);
  },

  // Is there anything of this kind to show?
  has(name) {
    if (name === "friction") return scene.frictions.length > 0;
    if (name === "centers") return !scene.spatial;
    if (name === "springs") return ["spring", "actuator"].some((kind) => film.marked[kind]);
    if (name === "traces") return this.trails.length + this.contacts.length > 0;
    return true;
  },

  toggle(name, button) {
    this.shown[name] = !this.shown[name];
    button.classList.toggle("on", this.shown[name]);
    redraw();
  },

  // Arrows are as long as a sixth of the picture where the force is in its upper range (95 of 100 instants are below).
  scales() {
    const some = Array.from({ length: 400 }, (_, i) => film.frame(film.start + ((i + 0.5) / 400) * (film.end - film.start)));
    const sizes = (owners, read) => owners.flatMap((owner) => some.map((k) => read(owner, k))).filter((x) => x > 0).sort((a, b) => a - b);
    const part = (sorted, share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    const per = (most) => (most > 0 ? 1 / most : 0);
    const col = film.columns;
    const norm = (columns, k) => Math.hypot(...columns.map((c) => col[c][k]));
    const force = (j, k) => norm(j.force, k);
    const turning = scene.joints.concat(scene.frictions).filter((j) => j.moment !== null);
    const moments = sizes(turning, (j, k) => norm(j.moment, k));
    const speeds = sizes(scene.bodies.filter((b) => b.pose), (b, k) => norm(b.twist.slice(0, scene.spatial ? 3 : 2), k));
    [this.forceScale, this.momentScale, this.speedScale] = [per(part(sizes(scene.joints, force), 0.95)), per(part(moments, 1)), per(part(speeds, 0.95))];
    // Friction often holds far more than it ever brakes: a scale between the two, not above that of the reactions.
    const rubbing = sizes(scene.frictions, force);
    this.frictionScale = Math.max(this.forceScale, per(Math.sqrt(part(rubbing, 0.2) * part(rubbing, 0.95))));
  },

  // Where arrows begin, and how far they reach in pixels, at some frames.
  arrows() {
    const some = new Set(Array.from({ length: 60 }, (_, i) => film.frame(film.start + ((i + 0.5) / 60) * (film.end - film.start))));
    const long = this.long();
    const arrow = (joint, scale, k) => {
      const at = joint.at.length === 4 ? film.worldAt(k, joint.at) : joint.at.map((c) => film.columns[c][k]);
      const reach = view.flat(joint.force.map((c) => film.columns[c][k])).map((x) => x * scale * long);
      const size = Math.hypot(...reach);
      return { at, reach: reach.map((x) => x * Math.min(1, (1.2 * long) / (size || 1))) };
    };
    const kinds = [[scene.joints, this.forceScale], [scene.frictions, this.frictionScale]];
    const all = kinds.flatMap(([owners, scale]) => owners.flatMap((owner) => [...some].map((k) => arrow(owner, scale, k))));
    return all.filter(({ at, reach }) => [...at, ...reach].every(Number.isFinite));
  },

  long() { return (this.strength * Math.min(view.width, view.height)) / 6; },

  draw() {
    if (view.following) view.track();
    view.unit = Math.min(Math.max(0.022 * scene.symbols * view.scale, 2.5), 13);
    ctx.clearRect(0, 0, view.width, view.height);
    if (scene.frames === 0) return;
    if (scene.spatial) floor();
    else grid();
    this.ground();
    if (this.shown.traces) this.paths();
    if (this.shown.traces && !scene.spatial) contactTraces(this.contacts);
    for (const other of others) drawnAs(other.film, () => this.ghost());
    this.mechanism();
    this.rails((body) => body > 0 && !scene.spatial);
    if (this.shown.traces && scene.spatial) contactTraces(this.contacts);
    if (this.shown.centers && !scene.spatial) this.centers();
    this.pins();
    if (this.shown.velocities) this.velocities();
    if (this.shown.reactions) this.reactions();
    if (this.shown.friction) this.friction();
    flashes();
    if (this.shown.names) this.names();
    probe.draw();
    legend();
  },

  // Springs, bodies and rods, of this run or another.
  mechanism() {
    // The struts of a moving body stand in front of it.
    const inFront = (mark) => isStrut(mark) && mark.body > 0 && !scene.spatial;
    const springs = (which) => {
      for (const mark of this.shown.springs ? film.marks("spring").filter(which) : []) spring(...besideOthers(mark));
      for (const mark of this.shown.springs ? film.marks("actuator").filter(which) : []) actuator(...besideOthers(mark));
    };
    springs((mark) => !inFront(mark));
    this.bodies();
    springs(inFront);
    for (const mark of film.marks("rod")) {
      trace(besideOthers(mark));
      stroke(ink.steel, 2.2);
    }
  },

  // Another run: its lines alone, in gray.
  ghost() {
    const mine = [view.filling, ink.steel];
    [view.filling, ink.steel, view.ghostly] = ["wire", ink.soft, true];
    this.mechanism();
    [view.filling, ink.steel, view.ghostly] = [...mine, false];
  },

  // Everything that is fixed in the ground, and guides wherever they are.
  ground() {
    for (const shape of scene.bodies[0].shapes) this.parts(shape, 0).forEach(({ paint }) => paint());
    this.rails((body) => body === 0 || scene.spatial);
    for (const mark of film.marks("wire")) {
      trace(triples(mark.points).map((p) => onScreen([mark.body, ...p])), mark.closed);
      stroke(mark.body === 0 ? ink.ground : color(mark.body), 2.4);
    }
    for (const mark of film.marks("surface").filter((mark) => mark.body === 0)) {
      const points = triples(mark.points).map((p) => onScreen([0, ...p]));
      if (mark.closed) points.push(points[0]);
      hatch(points, Math.max(view.unit, 5));
    }
  },

  // In the plane those of a moving body lie on it.
  rails(which) {
    for (const mark of film.marks("guide").filter(({ body }) => which(body))) {
      guide(...triples(mark.points).map((p) => onScreen([mark.body, ...p])), mark.body === 0 ? ink.ground : color(mark.body));
    }
  },

  // In space the parts farther away come first.
  bodies() {
    const parts = scene.bodies.flatMap((body, slot) => (slot > 0 ? this.body(body, slot) : []));
    if (scene.spatial) parts.sort((a, b) => a.depth - b.depth);
    for (const { paint } of parts) paint();
  },

  body(body, slot) {
    const surfaces = film.marks("surface").filter((mark) => mark.body === slot && (body.shapes.length === 0 || !mark.closed));
    const outlines = surfaces.map((mark) => this.outline(triples(mark.points), mark.closed, slot, mark.closed && area(triples(mark.points)) > 0));
    return outlines.concat(body.shapes.flatMap((shape) => this.parts(shape, slot)));
  },

  // What a shape consists of: how near each part is, and how it is painted.
  parts(shape, slot) {
    const tint = color(slot);
    const at = (p) => film.world([slot, ...p]);
    const near = (p) => view.depth(at(p));
    if (shape.bar) {
      const ends = triples(shape.bar);
      const [a, b] = ends.map((p) => view.screen(at(p)));
      const wide = Math.min(0.85 * view.unit, 0.22 * Math.hypot(b[0] - a[0], b[1] - a[1]) + 1);
      return [{ depth: (near(ends[0]) + near(ends[1])) / 2, paint: () => bar(a, b, scene.spatial ? 0.7 * wide : wide, tint) }];
    }
    if (shape.path) return wire(triples(shape.path).map(at), shape.closed, tint);
    if (shape.mesh) return faces(triples(shape.mesh).map(at), shape.faces, tint);
    if (shape.ball) {
      const [x, y, z, r] = shape.ball;
      return [{ depth: near([x, y, z]), paint: () => ball(at([x, y, z]), film.poses[slot].m, r, tint) }];
    }
    if (shape.outline) return [this.outline(triples(shape.outline), shape.closed, slot, shape.closed)];
    if (shape.dot) {
      const paint = () => {
        disk(view.screen(at(shape.dot)), 0.95 * view.unit);
        fill(tint, 0.55);
        stroke(tint, 1.8);
      };
      return [{ depth: near(shape.dot), paint }];
    }
    const [x, y, size] = shape.disk ?? shape.block;
    return [{ depth: near([x, y, 0]), paint: () => (shape.disk ? this.disk(x, y, size, slot) : this.block(x, y, size, slot)) }];
  },

  disk(x, y, r, slot) {
    const tint = color(slot);
    const rim = Array.from({ length: 72 }, (_, i) => [x + r * Math.cos((i * Math.PI) / 36), y + r * Math.sin((i * Math.PI) / 36), 0]);
    trace(rim.map((p) => onScreen([slot, ...p])), true);
    fill(tint, 0.25);
    stroke(tint, 1.8);
    trace([onScreen([slot, x, y, 0]), onScreen([slot, x + r, y, 0])]);
    stroke(tint, 1.1);
  },

  block(x, y, angle, slot) {
    const rail = film.marks("guide").find((mark) => mark.places[0][0] === slot);
    let turned = angle + film.poses[slot].angle;
    if (rail) {
      const [a, b] = triples(rail.points).map((p) => film.world([rail.body, ...p]));
      turned = Math.atan2(b[1] - a[1], b[0] - a[0]);
    }
    block(onScreen([slot, x, y, 0]), -turned, color(slot));
  },

  outline(points, closed, slot, filled) {
    const tint = color(slot);
    const world = points.map((p) => film.world([slot, ...p]));
    const depth = world.reduce((sum, p) => sum + view.depth(p), 0) / world.length;
    const paint = () => {
      ctx.lineJoin = "round";
      trace(world.map((p) => view.screen(p)), closed);
      if (filled) fill(tint, 0.25);
      stroke(tint, 1.8);
    };
    return { depth, paint };
  },

  pins() {
    for (const mark of film.marks("pin")) {
      const grounded = mark.places.some(([slot]) => slot === 0);
      pin(onScreen(mark.places[1]), grounded && !scene.spatial);
    }
    for (const mark of film.marks("hinge")) hinge(onScreen(mark.places[1]), view.flat(turn(film.poses[mark.body].m, mark.points)));
    for (const mark of film.marks("weld")) weld(onScreen(mark.places[1]));
    for (const mark of film.marks("guide").concat(film.marks("wire"))) {
      const [slot] = mark.places[0];
      const small = scene.bodies[slot].shapes.some((shape) => shape.dot || shape.block);
      if (!small) pin(onScreen(mark.places[0]), false);
    }
  },

  // Not of a body that its symbol would hide.
  centers() {
    scene.bodies.forEach((body, slot) => {
      body.reach ??= Math.max(...body.shapes.flatMap(extremes).map((p) => Math.hypot(...add(p, body.center, -1))), body.shapes.length ? 0 : Infinity);
      if (slot > 0 && body.turns && body.reach * view.scale > 2 * view.unit) center(onScreen([slot, ...body.center]), film.poses[slot].angle);
    });
  },

  // The whole way faint, the last part of it strong.
  paths() {
    const recent = film.t - 0.06 * (film.end - film.start);
    for (const { place, path } of this.trails) {
      const tint = color(place[0]);
      ctx.globalAlpha = 0.32;
      trace(path.map((p) => view.screen(p)));
      stroke(tint, 1.2);
      ctx.globalAlpha = 1;
      const points = [];
      for (let k = film.frame(recent) + 1; k <= film.k; k++) points.push(view.screen(path[k]));
      points.push(onScreen(place));
      trace(points);
      stroke(tint, 2.2);
      disk(points[points.length - 1], 3);
      ctx.fillStyle = tint;
      ctx.fill();
    }
  },

  velocities() {
    const size = 0.7 * this.long() * this.speedScale;
    scene.bodies.forEach((body, slot) => {
      if (slot === 0) return;
      const { m, v, w } = film.poses[slot];
      const velocity = add(v, cross(w, turn(m, body.center)));
      arrow(onScreen([slot, ...body.center]), view.flat(velocity).map((x) => x * size), ink.velocity);
    });
  },

  reactions() {
    const size = this.long() * this.forceScale;
    for (const joint of scene.joints.filter((joint) => !film.isOff(joint))) {
      const { at, force, moment } = film.reaction(joint);
      const point = view.screen(at);
      this.moment(point, moment, ink.force);
      arrow(point, view.flat(force).map((x) => x * size), ink.force);
    }
  },

  // In the plane an arc; in space an arrow with two heads, along which it turns as a right-handed screw does.
  moment(point, moment, tint) {
    const size = this.momentScale;
    if (scene.spatial) arrow(point, view.flat(moment).map((x) => 0.7 * this.long() * size * x), tint, 2.2, true);
    else turning(point, this.strength * size * moment[2], tint);
  },

  // A ring that is filled while the point sticks, and the force in the same color.
  friction() {
    const size = this.long() * this.frictionScale;
    scene.frictions.forEach((rub, i) => {
      const { at, force, moment, mode } = film.friction(rub, i);
      if (away(mode)) return;
      const [tint, point] = [mode === 0 ? ink.stick : ink.slip, view.screen(at)];
      this.moment(point, moment, tint);
      arrow(point, view.flat(force).map((x) => x * size), tint, 3.4);
      disk(point, 0.7 * view.unit);
      ctx.fillStyle = mode === 0 ? tint : ink.sheet;
      ctx.fill();
      stroke(tint, 2.2);
    });
  },

  // Each where no other stands, if there is room near by.
  names() {
    const taken = [];
    const write = (text, [x, y], tint, side) => {
      ctx.font = FONT.label;
      const [wide, u] = [ctx.measureText(text).width, view.unit];
      const tries = [1, 2.2, 3.4].flatMap((far) => [[1, side], [1, -side], [-1, side], [-1, -side]].map(([h, v]) => [h, h * (1.3 * u + 1), v * (1.4 * u + 14 * (far - 1))]));
      const boxes = tries.map(([h, dx, dy]) => [x + dx - (h < 0 ? wide : 0), y + dy - 7, wide, h]);
      const free = ([left, top]) => taken.every(([l, t, w]) => left > l + w + 3 || left + wide + 3 < l || Math.abs(top - t) > 13);
      const [left, top, , h] = boxes.find(free) ?? boxes[0];
      taken.push([left, top, wide]);
      label(text, [h < 0 ? left + wide : left, top + 7], tint, h < 0 ? "right" : "left");
    };
    scene.bodies.slice(1).forEach((body, i) => write(body.name, onScreen([i + 1, ...body.center]), ink.ink, -1));
    for (const joint of scene.joints) write(joint.name, view.screen(film.reaction(joint).at), ink.soft, 1);
  },
};

const onScreen = (place) => view.screen(film.world(place));

// Between what a spring, a rod, an actuator is drawn: beside the line through its two places where others are drawn between the same ones.
function besideOthers(mark) {
  const [from, to] = mark.places.map((place) => film.world(place));
  const along = turn(film.poses[mark.body].m, mark.points);
  // A strut stands along its direction, wherever its end is across it.
  const [a, b] = [isStrut(mark) ? add(to, along, -dot(add(to, from, -1), along)) : from, to].map((p) => view.screen(p));
  if (!mark.aside) return [a, b];
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const side = (mark.aside * view.unit) / Math.max(Math.hypot(x, y), 1e-9);
  return [a, b].map((p) => [p[0] - side * y, p[1] + side * x]);
}

const isStrut = ({ kind, points }) => (kind === "spring" || kind === "actuator") && points.length > 0;

// Points of a shape that go farthest.
function extremes(shape) {
  if (shape.disk) return [[shape.disk[0] + shape.disk[2], shape.disk[1], 0]];
  return triples(shape.bar ?? shape.outline ?? shape.mesh ?? shape.path ?? []);
}

function triples(flat) {
  const points = [];
  for (let i = 0; i < flat.length; i += 3) points.push([flat[i], flat[i + 1], flat[i + 2]]);
  return points;
}

function area(points) {
  const last = points[points.length - 1];
  return points.reduce((sum, p, i) => {
    const q = i ? points[i - 1] : last;
    return sum + q[0] * p[1] - p[0] * q[1];
  }, 0);
}

function pathOf(place) {
  return Array.from(film.times, (_, k) => film.worldAt(k, place));
}
