// The marks of a drawing, in pixels: what a pin, a guide, a spring, an arrow look like.

const ink = {}; // colors of the theme
const BODIES = ["#4f83e8", "#18a999", "#9b6be0", "#d99a2b", "#e0608a", "#6aab3c", "#3aa6dd", "#b5835a"];

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["sheet", "ink", "soft", "faint", "grid", "ground", "steel", "force", "velocity", "trace", "stick", "slip", "accent"]) {
    ink[name] = style.getPropertyValue(`--${name}`).trim();
  }
}

const color = (slot) => (view.ghostly ? ink.soft : slot === 0 ? ink.ground : BODIES[(slot - 1) % BODIES.length]);

function trace(points, closed = false) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  if (closed) ctx.closePath();
}

function stroke(style, width, dash = []) {
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}

// Filled over the sheet, so that what lies below does not shine through, then tinted.
function fill(tint, share) {
  if (view.filling === "wire") return;
  if (view.filling === "solid") {
    ctx.globalAlpha = 0.82;
    ctx.fillStyle = ink.sheet;
    ctx.fill();
  }
  ctx.globalAlpha = share;
  ctx.fillStyle = tint;
  ctx.fill();
  ctx.globalAlpha = 1;
}

function disk([x, y], radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

// A bar with round ends.
function bar(a, b, width, tint) {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  ctx.beginPath();
  ctx.arc(a[0], a[1], width, angle + Math.PI / 2, angle - Math.PI / 2);
  ctx.arc(b[0], b[1], width, angle - Math.PI / 2, angle + Math.PI / 2);
  ctx.closePath();
  fill(tint, 0.3);
  stroke(tint, 1.8);
}

function block([x, y], angle, tint) {
  const u = view.unit;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.roundRect(-1.9 * u, -1.15 * u, 3.8 * u, 2.3 * u, 0.35 * u);
  fill(tint, 0.4);
  stroke(tint, 1.8);
  ctx.restore();
}

function pin(p, fixed) {
  const r = 0.52 * view.unit;
  if (fixed) support(p);
  disk(p, r);
  ctx.fillStyle = ink.sheet;
  ctx.fill();
  stroke(ink.steel, 1.7);
}

// A pin that is fixed in the ground stands on a hatched foot.
function support([x, y]) {
  const u = view.unit;
  trace([[x, y], [x - 1.3 * u, y + 2 * u], [x + 1.3 * u, y + 2 * u]], true);
  fill(ink.ground, 0.25);
  stroke(ink.ground, 1.4);
  hatch([[x + 1.9 * u, y + 2 * u], [x - 1.9 * u, y + 2 * u]], 0.75 * u);
}

function weld([x, y]) {
  const r = 0.75 * view.unit;
  ctx.beginPath();
  ctx.rect(x - r, y - r, 2 * r, 2 * r);
  fill(ink.steel, 0.5);
  stroke(ink.steel, 1.5);
}

// An edge with short strokes on its left (in the world, where y is up): there is the material.
function hatch(points, depth) {
  trace(points);
  stroke(ink.ground, 1.6);
  ctx.beginPath();
  const apart = Math.max(0.8 * depth, 4);
  let rest = apart / 2;
  for (let i = 1; i < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) continue;
    const [tx, ty] = [(x1 - x0) / length, (y1 - y0) / length];
    // Only what can be seen of a line that goes on and on.
    const [from, to] = visible([x0, y0], [tx, ty], length);
    let along = rest;
    if (along < from) along += Math.ceil((from - along) / apart) * apart;
    for (; along < Math.min(length, to); along += apart) {
      const [x, y] = [x0 + along * tx, y0 + along * ty];
      ctx.moveTo(x, y);
      ctx.lineTo(x + depth * (0.7 * tx + 0.7 * ty), y + depth * (0.7 * ty - 0.7 * tx));
    }
    rest = apart - ((length - rest) % apart);
  }
  stroke(ink.ground, 1);
}

// The part of a ray that may lie in the picture, as two lengths.
function visible([x, y], [tx, ty], length) {
  const middle = (view.width / 2 - x) * tx + (view.height / 2 - y) * ty;
  const reach = view.width + view.height;
  return [Math.max(0, middle - reach), Math.min(length, middle + reach)];
}

// A guide: two rails beside what slides between them.
function guide(a, b, tint) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const side = 1.15 * view.unit + 2;
  const [nx, ny] = [(-side * (b[1] - a[1])) / length, (side * (b[0] - a[0])) / length];
  for (const sign of [-1, 1]) {
    trace([[a[0] + sign * nx, a[1] + sign * ny], [b[0] + sign * nx, b[1] + sign * ny]]);
    stroke(tint, 1.5);
  }
  trace([a, b]);
  stroke(tint, 0.8, [8, 4, 2, 4]);
}

function spring(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 2) return;
  const [tx, ty] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const wide = 0.9 * view.unit;
  const end = Math.min(0.12 * length, 1.5 * view.unit);
  const turns = 11;
  const at = (along, across) => [a[0] + along * tx - across * ty, a[1] + along * ty + across * tx];
  const points = [a, at(end, 0)];
  for (let i = 0; i < 2 * turns; i++) {
    points.push(at(end + ((i + 0.5) / (2 * turns)) * (length - 2 * end), i % 2 ? -wide : wide));
  }
  points.push(at(length - end, 0), b);
  trace(points);
  ctx.lineJoin = "round";
  stroke(ink.soft, 1.3);
}

// An actuator: a rod that comes out of a cylinder.
function actuator(a, b) {
  const wide = 0.55 * view.unit;
  const middle = [0, 1].map((k) => a[k] + 0.55 * (b[k] - a[k]));
  trace([middle, b]);
  stroke(ink.steel, 2.2);
  bar(a, middle, wide, ink.steel);
}

// An arrow; one that would be far longer than the picture allows, or leave it, is cut, and has two heads.
function arrow([x, y], [dx, dy], tint, width = 2.2, twice = false) {
  const whole = Math.hypot(dx, dy);
  if (!(whole > 2)) return;
  const length = Math.min(whole, 2.2 * stage.long(), inside([x, y], [dx / whole, dy / whole]));
  if (!(length > 2)) return;
  const [tx, ty] = [dx / whole, dy / whole];
  const head = Math.min(9, 0.6 * length);
  const at = (along, across) => [x + along * tx - across * ty, y + along * ty + across * tx];
  ctx.lineCap = "round";
  trace([[x, y], at(length - 0.8 * head, 0)]);
  stroke(ink.sheet, width + 2.5);
  trace([[x, y], at(length - 0.8 * head, 0)]);
  stroke(tint, width);
  ctx.lineCap = "butt";
  for (const tip of whole > length || twice ? [length, length - 0.8 * head] : [length]) {
    trace([at(tip, 0), at(tip - head, 0.42 * head), at(tip - head, -0.42 * head)], true);
    ctx.fillStyle = tint;
    ctx.fill();
  }
}

// How far it is from a pixel along a direction to the edge of the picture; from outside no limit.
function inside(from, direction) {
  const edge = [view.width - 4, view.height - 4];
  if (from.some((x, k) => x < 4 || x > edge[k])) return Infinity;
  return Math.min(...direction.map((d, k) => (d > 0 ? (edge[k] - from[k]) / d : d < 0 ? (4 - from[k]) / d : Infinity)));
}

// A moment: an arc around its point, as long as the moment is large; anticlockwise if positive.
function turning([x, y], size, tint, r = 2.4 * view.unit) {
  const part = Math.min(Math.abs(size), 1) * 1.6 * Math.PI;
  if (!(part > 0.06)) return;
  const sense = Math.sign(size);
  const [from, to] = [-Math.PI / 2, -Math.PI / 2 - sense * part];
  ctx.beginPath();
  ctx.arc(x, y, r, from, to, sense > 0);
  stroke(tint, 2.2);
  const tip = [x + r * Math.cos(to), y + r * Math.sin(to)];
  const way = [sense * Math.sin(to), -sense * Math.cos(to)];
  trace([
    [tip[0] + 6 * way[0], tip[1] + 6 * way[1]],
    [tip[0] - 3 * way[1], tip[1] + 3 * way[0]],
    [tip[0] + 3 * way[1], tip[1] - 3 * way[0]],
  ], true);
  ctx.fillStyle = tint;
  ctx.fill();
}

// The center of mass: a disk in quarters, which shows how the body turns.
function center([x, y], angle) {
  const r = 0.62 * view.unit;
  disk([x, y], r);
  ctx.fillStyle = ink.sheet;
  ctx.fill();
  ctx.fillStyle = ink.steel;
  for (const quarter of [0, 1]) {
    const from = -angle + quarter * Math.PI;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.arc(x, y, r, from, from + Math.PI / 2);
    ctx.fill();
  }
  disk([x, y], r);
  stroke(ink.steel, 1.1);
}

function label(text, [x, y], tint = ink.soft, anchor = "left") {
  ctx.font = FONT.label;
  ctx.textAlign = anchor;
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.sheet;
  ctx.lineWidth = 3.5;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = tint;
  ctx.fillText(text, x, y);
}

// A hinge in space: a pin along its axis.
function hinge([x, y], [dx, dy]) {
  const arm = 1.7 * view.unit;
  trace([[x - arm * dx, y - arm * dy], [x + arm * dx, y + arm * dy]]);
  ctx.lineCap = "round";
  stroke(ink.steel, 0.75 * view.unit);
  stroke(ink.sheet, 0.4 * view.unit);
  ctx.lineCap = "butt";
  disk([x, y], 0.3 * view.unit);
  ctx.fillStyle = ink.steel;
  ctx.fill();
}

// Two colors #rrggbb in one.
function mix(a, b, share) {
  const part = (text, k) => parseInt(text.slice(2 * k + 1, 2 * k + 3), 16);
  return `rgb(${[0, 1, 2].map((k) => Math.round(part(a, k) + share * (part(b, k) - part(a, k)))).join(" ")})`;
}

// Light falls from above the viewer's left shoulder: how bright a surface with this normal is.
function brightness(normal) {
  const light = add(add(view.toward, view.up, 0.8), view.right, -0.5);
  return Math.max(0, dot(unit(light), normal));
}

// The faces of a solid that look this way.
function faces(points, lists, tint) {
  const seen = [];
  for (const list of lists) {
    const corners = list.map((i) => points[i]);
    let normal = [0, 0, 0];
    corners.forEach((p, i) => { normal = add(normal, cross(add(p, corners[0], -1), add(corners[(i + 1) % corners.length], corners[0], -1))); });
    normal = unit(normal);
    const front = dot(normal, view.toward) > 0;
    if (!front && view.filling === "solid") continue;
    const depth = corners.reduce((sum, p) => sum + view.depth(p), 0) / corners.length;
    const tone = mix(ink.sheet, tint, 0.75 - 0.45 * brightness(normal));
    const edge = lists.length < 10 || list.length > 4 ? mix(ink.sheet, tint, 0.95) : tone;
    const paint = () => {
      trace(corners.map((p) => view.screen(p)), true);
      ctx.fillStyle = tone;
      ctx.globalAlpha = view.filling === "clear" ? 0.3 : 1;
      if (view.filling !== "wire") ctx.fill();
      ctx.lineJoin = "round";
      stroke(view.filling === "solid" ? edge : tint, view.filling === "solid" ? 1 : 0.7);
      ctx.globalAlpha = 1;
    };
    seen.push({ depth, paint });
  }
  return seen;
}

// A thin ring or wire, in pieces, each of which is near or far.
function wire(points, closed, tint) {
  const ends = points.slice(1).concat(closed ? [points[0]] : []);
  return ends.map((b, i) => {
    const paint = () => {
      trace([view.screen(points[i]), view.screen(b)]);
      ctx.lineCap = "round";
      stroke(tint, 0.5 * view.unit + 1);
      ctx.lineCap = "butt";
    };
    return { depth: (view.depth(points[i]) + view.depth(b)) / 2, paint };
  });
}

// A sphere with three great circles, which show how it turns.
function ball(center, m, radius, tint) {
  const [x, y] = view.screen(center);
  const r = radius * view.scale;
  const shine = ctx.createRadialGradient(x - 0.35 * r, y - 0.45 * r, 0.1 * r, x, y, r);
  shine.addColorStop(0, mix(ink.sheet, tint, 0.2));
  shine.addColorStop(1, mix(ink.sheet, tint, 0.62));
  disk([x, y], r);
  ctx.fillStyle = shine;
  ctx.globalAlpha = view.filling === "clear" ? 0.4 : 1;
  if (view.filling !== "wire") ctx.fill();
  ctx.globalAlpha = 1;
  stroke(tint, 1.4);
  for (const k of [0, 1, 2]) {
    const [a, b] = [0, 1, 2].filter((axis) => axis !== k).map((axis) => [m[axis], m[3 + axis], m[6 + axis]]);
    ctx.beginPath();
    let pen = false;
    for (let i = 0; i <= 48; i++) {
      const [c, s] = [radius * Math.cos((i * Math.PI) / 24), radius * Math.sin((i * Math.PI) / 24)];
      const arm = add(a.map((x) => c * x), b, s);
      const front = dot(arm, view.toward) > 0;
      const [px, py] = view.screen(add(center, arm));
      if (front && pen) ctx.lineTo(px, py);
      else if (front) ctx.moveTo(px, py);
      pen = front;
    }
    stroke(tint, k === 2 ? 1.6 : 0.8);
  }
}
