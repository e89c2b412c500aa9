// The player: time, controls, keys, the list of what happened, and what a program can ask of the page.

const FAMILY = getComputedStyle(document.body).fontFamily;
const FONT = { small: `10.5px ${FAMILY}`, label: `12px ${FAMILY}` };

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const SWITCHES = [
  ["reactions", "reactions", "--force"], ["friction", "friction", "--stick"], ["velocities", "velocities", "--velocity"],
  ["traces", "traces", "--trace"], ["springs", "springs", "--soft"], ["centers", "centers", "--steel"], ["names", "names", "--ink"],
];
const PLAY = '<svg width="14" height="14" viewBox="0 0 14 14"><path d="M2.5 1 L13 7 L2.5 13 Z"/></svg>';
const PAUSE = '<svg width="14" height="14" viewBox="0 0 14 14"><path d="M2 1h3.6v12H2zM8.4 1H12v12H8.4z"/></svg>';

const player = {
  playing: false,
  speed: 1,
  loop: true,
  drawn: 0, // frames since the page was opened
  stale: true, // does the picture have to be drawn again?
  before: 0,
  written: 0,

  play() {
    if (film.t >= film.end) this.jump(film.start);
    this.playing = true;
    $("play").innerHTML = PAUSE;
  },
  pause() {
    this.playing = false;
    $("play").innerHTML = PLAY;
    this.stale = true;
    this.written = 0;
  },
  toggle() { this.playing ? this.pause() : this.play(); },

  // All runs to an instant.
  jump(t) { [film, ...others.map((other) => other.film)].forEach((one) => one.seek(t)); },

  seek(t) {
    this.jump(t);
    plots.keepInSight(film.t);
    this.stale = true;
    this.written = 0;
  },

  // Takes another run of the same mechanism, as of other numbers: the time, the view, and what is shown of it stay.
  load(data) {
    if (data.frames === 0 || scene.frames === 0) return note("A run without samples shows nothing.");
    const t = film.t;
    take(data);
    enclose();
    if (view.following && !scene.bodies[view.followed]) menus.follow(null);
    stage.prepare();
    listHappened();
    plots.load();
    menus.plots();
    drawLanes();
    this.seek(t);
  },

  // Everything that the page shows now, by name.
  state() {
    const bodies = scene.bodies.slice(1).map(({ name }, i) => [name, { ...film.poses[i + 1] }]);
    const reactions = scene.joints.map((joint) => [joint.name, film.reaction(joint)]);
    const frictions = scene.frictions.map((point, i) => [point.name, film.friction(point, i)]);
    const contacts = scene.contacts.map((contact, i) => [contact.name, film.contact(contact, i)]);
    const events = happened.map(({ t, text }) => ({ t, text }));
    return {
      t: film.t, playing: this.playing, drawn: this.drawn, frames: scene.frames, events,
      bodies: Object.fromEntries(bodies), reactions: Object.fromEntries(reactions), frictions: Object.fromEntries(frictions),
      contacts: Object.fromEntries(contacts), readings: probe.readings().map(({ title, lines }) => ({ title, lines })),
    };
  },

  frame(now) {
    const passed = Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    if (this.playing && scene.frames > 1) {
      const t = film.t + passed * this.speed;
      if (t > film.end && this.loop) this.jump(film.start);
      else this.jump(t);
      plots.keepInSight(film.t);
      if (t > film.end && !this.loop) this.pause();
      this.stale = true;
    }
    if (this.stale) {
      this.stale = false;
      this.show(now);
    }
    requestAnimationFrame((next) => this.frame(next));
  },

  show(now) {
    stage.draw();
    plots.cursor();
    $("scrub").value = film.t;
    if (!this.playing || now - this.written > 90) {
      this.written = now;
      $("clock").innerHTML = `${clock(film.t)} <small>/ ${clock(film.end)} s</small>`;
      plots.writeValues();
      probe.write();
      markHappened();
    }
    this.drawn++;
    saving.drawn();
  },
};

function redraw() { player.stale = true; }

let digits; // of the clock
const clock = (t) => t.toFixed(digits).replace("-", "−");

// Events, impacts, and changes of friction and of contacts in the order of time.
let happened = [];
const allThatHappened = () => [
  ...scene.events.map(({ t, name, rising }) => ({ t, text: `${name} ${rising ? "↑" : "↓"}`, tint: "--trace" })),
  ...scene.impacts.map(({ t, blows }) => ({
    t, text: `${blows.map(({ contact }) => scene.contacts[contact].name).join(", ")}: struck`, tint: "--force",
  })),
  ...scene.transitions.map(({ t, point, contact, from, to }) => ({
    t, text: `${(scene.frictions[point] ?? scene.contacts[contact]).name}: ${becomes(from, to, point)}`,
    tint: away(to) ? "--soft" : to === 0 ? "--stick" : "--slip",
  })),
].sort((a, b) => a.t - b.t);

function becomes(from, to, point) {
  if (away(to)) return "opens";
  if (point === null) return "closes";
  if (from === to) return "the load changes side";
  if (to === 0) return "sticks";
  return `${from === 0 || away(from) ? "slides" : "reverses,"} ${to > 0 ? "forward" : "backward"}`;
}

function listHappened() {
  digits = Math.min(6, Math.max(2, 4 - Math.ceil(Math.log10((film.end - film.start) || 1))));
  [happened, latest] = [allThatHappened(), null];
  for (const list of ["events", "marks"]) $(list).replaceChildren();
  $("happened").hidden = happened.length + scene.often.length === 0;
  for (const one of happened) {
    const key = element("i");
    key.style.setProperty("--key", `var(${one.tint})`);
    one.button = element("button", { onclick: () => { player.pause(); player.seek(one.t); } },
      element("time", { textContent: `${one.t.toFixed(digits + 2)} s` }), key, one.text);
    $("events").append(element("li", {}, one.button));
  }
  for (const { name, count } of scene.often) {
    $("events").append(element("li", { className: "often", textContent: `${name}: ${count} times, not listed` }));
  }
  Object.assign($("scrub"), { min: film.start, max: film.end });
  const long = film.end - film.start || 1;
  for (const { t, name } of scene.events) {
    const mark = element("i", { title: name });
    mark.style.left = `${(100 * (t - film.start)) / long}%`;
    $("marks").append(mark);
  }
}

let latest = null;
function markHappened() {
  let low = 0;
  let high = happened.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (happened[middle].t <= film.t) low = middle + 1;
    else high = middle;
  }
  const now = happened[low - 1] ?? null;
  if (now === latest) return;
  latest?.button.classList.remove("now");
  now?.button.classList.add("now");
  latest = now;
  // Within its list alone: the page stays where it is.
  const list = $("events");
  const y = now ? now.button.offsetTop - list.offsetTop : 0;
  if (y < list.scrollTop || y > list.scrollTop + list.clientHeight - 24) list.scrollTop = y - 2 * (now?.button.offsetHeight ?? 0);
}

// A strip a friction point: when it sticks, and when it slides.
function drawLanes() {
  const lanes = $("lanes");
  lanes.hidden = scene.frictions.length === 0;
  if (lanes.hidden) return;
  const shown = scene.frictions.slice(0, 6);
  const high = shown.length > 3 ? 4 : 6;
  // They stand above the slider, within the bar.
  $("line").style.setProperty("--lanes", `${shown.length * high}px`);
  lanes.width = Math.round(lanes.clientWidth * (window.devicePixelRatio || 1));
  lanes.height = shown.length * high;
  lanes.style.height = `${shown.length * high}px`;
  const context = lanes.getContext("2d");
  const x = (t) => (lanes.width * (t - film.start)) / (film.end - film.start || 1);
  shown.forEach((point, i) => {
    const changes = film.changes[i];
    changes.forEach(({ t, to }, k) => {
      const end = changes[k + 1]?.t ?? film.end;
      if (away(to)) return;
      context.globalAlpha = to === 0 ? 1 : 0.3;
      context.fillStyle = to === 0 ? ink.stick : ink.slip;
      context.fillRect(x(t), i * high, Math.max(x(end) - x(t), to === 0 ? 1 : 0), high - 1);
    });
  });
  lanes.title = `${shown.map(({ name }) => name).join(", ")}: filled while it sticks`;
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  $("theme").textContent = dark ? "☀" : "☾";
  readTheme();
  plots.redraw();
  plots.cursor();
  drawLanes();
  redraw();
}

function makeControls() {
  for (const [name, text, key] of SWITCHES.filter(([name]) => stage.has(name))) {
    const button = element("button", { textContent: text, onclick: () => stage.toggle(name, button) });
    button.classList.toggle("on", stage.shown[name]);
    button.style.setProperty("--key", `var(${key})`);
    $("switches").append(button);
  }
  $("play").innerHTML = PLAY;
  $("play").onclick = () => player.toggle();
  $("scrub").oninput = () => player.seek(Number($("scrub").value));
  const long = film.end - film.start;
  // In real time if that takes neither too long nor no time.
  player.speed = long > 90 || long < 2 ? SPEEDS.reduce((a, b) => (Math.abs(Math.log(long / b / 15)) < Math.abs(Math.log(long / a / 15)) ? b : a)) : 1;
  const text = (speed) => (speed < 1 ? `1/${Math.round(1 / speed)}` : `${speed}×`);
  for (const speed of SPEEDS) $("speed").append(element("option", { value: speed, textContent: text(speed), selected: speed === player.speed }));
  $("speed").onchange = () => { player.speed = Number($("speed").value); };
  const flip = (id, on, change) => {
    $(id).classList.toggle("on", on);
    $(id).onclick = () => $(id).classList.toggle("on", change());
  };
  flip("loop", player.loop, () => (player.loop = !player.loop));
  $("fit").onclick = () => menus.fit();
  $("theme").onclick = () => setTheme(!document.documentElement.classList.contains("dark"));
  document.addEventListener("keydown", onKey);
}

function onKey(e) {
  if (e.target.matches?.("select, input[type=checkbox]") || e.ctrlKey || e.metaKey || e.altKey) return;
  const one = (film.end - film.start) / (e.shiftKey ? 1000 : 100);
  const next = () => happened.find(({ t }) => t > film.t) ?? { t: film.end };
  const last = () => happened.findLast(({ t }) => t < film.t) ?? { t: film.start };
  const actions = {
    " ": () => player.toggle(), ArrowLeft: () => player.seek(film.t - one), ArrowRight: () => player.seek(film.t + one),
    Home: () => player.seek(film.start), End: () => player.seek(film.end), n: () => player.seek(next().t), p: () => player.seek(last().t),
    f: () => menus.fit(), d: () => $("theme").click(), l: () => $("loop").click(), m: () => $("measure").click(), "?": () => $("help").click(),
    w: () => { const all = Object.keys(FILLINGS); menus.fill(all[(all.indexOf(view.filling) + 1) % all.length]); },
    s: () => saving.as("png"), c: () => saving.as("link"), Escape: letGo,
    ...Object.fromEntries(Object.keys(VIEWS).map((name, i) => [String(i + 1), () => menus.look(name)])),
  };
  const action = actions[e.key] ?? actions[e.key.toLowerCase()];
  if (!action) return;
  e.preventDefault();
  action();
}

function letGo() {
  if ($("keys").open) return $("keys").close();
  for (const menu of document.querySelectorAll("details[open]")) menu.open = false;
  probe.chosen = [];
  menus.measure(false);
}

window.player = player;
if (scene.frames > 0) {
  stage.prepare();
  plots.prepare();
  listHappened();
  makeControls();
  menus.prepare();
  setTheme(window.matchMedia("(prefers-color-scheme: dark)").matches);
  // Observers run after the animation frame and before painting: what waits for the next frame is painted empty in this one.
  new ResizeObserver(() => { view.resize(); drawLanes(); player.show(performance.now()); }).observe(picture);
  view.resize();
  saving.open();
  window.addEventListener("hashchange", () => saving.open());
  requestAnimationFrame((now) => { player.before = now; player.frame(now); });
} else {
  $("clock").textContent = "This run has no samples.";
}
