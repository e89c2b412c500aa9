// What the picture is measured by: a grid or a floor, and the key of all arrows.

function grid() {
  const step = round(90 / view.scale);
  const [left, top] = view.world([0, 0]);
  const [right, bottom] = view.world([view.width, view.height]);
  ctx.beginPath();
  for (let i = Math.ceil(left / step); i * step < right; i++) {
    const [x] = view.screen([i * step, 0, 0]);
    ctx.moveTo(Math.round(x) + 0.5, 0);
    ctx.lineTo(Math.round(x) + 0.5, view.height);
  }
  for (let i = Math.ceil(bottom / step); i * step < top; i++) {
    const [, y] = view.screen([0, i * step, 0]);
    ctx.moveTo(0, Math.round(y) + 0.5);
    ctx.lineTo(view.width, Math.round(y) + 0.5);
  }
  stroke(ink.grid, 1);
}

// In space: a plane below everything, and the world's axes.
function floor() {
  const up = view.vertical;
  const k = [0, 1, 2].reduce((a, b) => (Math.abs(up[b]) > Math.abs(up[a]) ? b : a));
  const [i, j] = [0, 1, 2].filter((axis) => axis !== k);
  const level = (up[k] > 0 ? lowest : highest)[k];
  const step = round(0.25 * scene.size + 60 / view.scale);
  const [from, to] = [(axis) => Math.floor(lowest[axis] / step - 1), (axis) => Math.ceil(highest[axis] / step + 1)];
  const at = (a, b) => {
    const p = [0, 0, 0];
    [p[i], p[j], p[k]] = [a * step, b * step, level];
    return view.screen(p);
  };
  ctx.beginPath();
  const line = (a, b) => { ctx.moveTo(...a); ctx.lineTo(...b); };
  for (let n = from(i); n <= to(i); n++) line(at(n, from(j)), at(n, to(j)));
  for (let n = from(j); n <= to(j); n++) line(at(from(i), n), at(to(i), n));
  stroke(ink.faint, 1);
  const corner = [view.width - 54, view.height - 50];
  ["x", "y", "z"].forEach((name, axis) => {
    const [dx, dy] = view.flat([0, 1, 2].map((l) => (l === axis ? 30 : 0)));
    trace([corner, [corner[0] + dx, corner[1] + dy]]);
    stroke(ink.soft, 1.4);
    label(name, [corner[0] + 1.3 * dx, corner[1] + 1.3 * dy], ink.soft, "center");
  });
}

// How long a meter is, and how long an arrow of each kind; in as many lines as the picture's width needs.
function legend() {
  const keys = [];
  const entry = (length, text, draw) => keys.push({ length, text, draw });
  const amountOf = (size, pixels) => {
    const amount = round(pixels / size);
    return [amount, amount >= 1e5 || amount < 1e-3 ? amount.toExponential(0).replace("-", "−").replace("e+", "e") : String(amount)];
  };
  const meters = round(110 / view.scale);
  entry(meters * view.scale, `${shown(meters).replace(/\.?0+$/, "")} m`, (x, y, length) => {
    trace([[x, y - 4], [x, y], [x + length, y], [x + length, y - 4]]);
    stroke(ink.soft, 1.4);
  });
  const scaled = (on, scale, text, tint, width, twice) => {
    const size = stage.long() * scale;
    if (!on || !(size > 0)) return;
    const [amount, written] = amountOf(size, 60);
    entry(amount * size, text(written), (x, y, length) => arrow([x, y], [length, 0], tint, width, twice));
  };
  const { reactions, friction, velocities } = stage.shown;
  const rubs = friction && stage.has("friction");
  scaled(reactions, stage.forceScale, (n) => `reaction ${n} N`, ink.force);
  if (rubs && scene.frictions.some(({ units }) => units[0] === "N")) {
    scaled(true, stage.frictionScale, (n) => `friction ${n} N, slides`, ink.slip, 3.4);
  }
  if (rubs) entry(9, "sticks", (x, y) => { disk([x + 4, y], 4.5); ctx.fillStyle = ink.stick; ctx.fill(); });
  if ((reactions || rubs) && stage.momentScale > 0) {
    if (scene.spatial) scaled(true, 0.7 * stage.momentScale, (n) => `moment ${n} N m`, ink.force, 2.2, true);
    else {
      const [amount, written] = amountOf(stage.strength * stage.momentScale, 0.8);
      entry(20, `moment ${written} N m`, (x, y) => turning([x + 10, y], stage.strength * stage.momentScale * amount, ink.force, 8));
    }
  }
  scaled(velocities, 0.7 * stage.speedScale, (n) => `${n} m/s`, ink.velocity);
  others.forEach(({ name }) => entry(14, name, (x, y) => { trace([[x, y], [x + 14, y]]); stroke(ink.soft, 1.6); }));

  const room = view.width - 18 - (scene.spatial ? 90 : 10);
  ctx.font = FONT.label;
  const lines = [[]];
  let x = 18;
  for (const key of keys) {
    const wide = key.length + 8 + ctx.measureText(key.text).width;
    if (x + wide > room && x > 18) {
      lines.push([]);
      x = 18;
    }
    lines.at(-1).push({ ...key, x });
    x += wide + 20;
  }
  lines.forEach((line, i) => line.forEach(({ x, length, text, draw }) => {
    const y = view.height - 18 - 20 * (lines.length - 1 - i);
    draw(x, y, length);
    label(text, [x + length + 8, y]);
  }));
}
