// What can be taken along: a frame as PNG or SVG, a film or a strip of frames, a link to an instant.

const saving = {
  film: null, // the recorder of a film that is being taken

  // The picture on its sheet, w pixels wide if that is said.
  sheet(width = picture.width) {
    const size = width / picture.width;
    const canvas = element("canvas", { width, height: Math.round(picture.height * size) });
    this.copy(canvas, [0, 0, canvas.width, canvas.height]);
    return canvas;
  },

  copy(canvas, [x, y, w, h]) {
    const c = canvas.getContext("2d");
    c.fillStyle = ink.sheet;
    c.fillRect(x, y, w, h);
    c.drawImage(picture, x, y, w, h);
    const high = Math.max(11, Math.round(h / 45));
    c.font = `${high}px ${FAMILY}`;
    c.fillStyle = ink.soft;
    c.fillText(`t = ${clock(film.t)} s`, x + high, y + 2 * high);
  },

  png() { return new Promise((done) => this.sheet().toBlob(done)); },

  svg() {
    const real = ctx;
    ctx = new Recorder(real, view.width, view.height);
    ctx.put("rect", { width: "100%", height: "100%", fill: ink.sheet });
    stage.draw();
    label(`t = ${clock(film.t)} s`, [14, 18]);
    const text = ctx.text();
    ctx = real;
    return new Blob([text], { type: "image/svg+xml" });
  },

  // Twelve frames, evenly spaced from the first instant to the last.
  strip() {
    const [t, columns, rows] = [film.t, 4, 3];
    const [w, h] = [Math.round(1920 / columns), Math.round((1920 / columns) * (picture.height / picture.width))];
    const canvas = element("canvas", { width: columns * w, height: rows * h });
    for (let i = 0; i < columns * rows; i++) {
      player.jump(film.start + (i / (columns * rows - 1)) * (film.end - film.start));
      stage.draw();
      this.copy(canvas, [(i % columns) * w, Math.floor(i / columns) * h, w, h]);
    }
    player.seek(t);
    return new Promise((done) => canvas.toBlob(done));
  },

  // From the first instant to the last, at the speed that is set; none if the browser cannot.
  takeFilm() {
    const reel = this.sheet();
    const type = ["video/webm;codecs=vp9", "video/webm"].find((kind) => window.MediaRecorder?.isTypeSupported(kind));
    if (!type || !reel.captureStream) return null;
    const parts = [];
    const recorder = new MediaRecorder(reel.captureStream(60), { mimeType: type, videoBitsPerSecond: 8e6 });
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const taken = new Promise((done) => { recorder.onstop = () => done(new Blob(parts, { type: "video/webm" })); });
    const looped = player.loop;
    player.loop = false;
    player.seek(film.start);
    this.film = { reel, recorder, end: () => { this.film = null; player.loop = looped; recorder.stop(); player.pause(); } };
    recorder.start();
    player.play();
    return taken;
  },

  // After every frame that is drawn.
  drawn() {
    if (!this.film) return;
    const { reel, end } = this.film;
    this.copy(reel, [0, 0, reel.width, reel.height]);
    if (!player.playing) end();
  },

  link() {
    const follow = view.following ? `&follow=${view.followed}` : "";
    const look = scene.spatial ? `&look=${view.yaw.toFixed(4)},${view.pitch.toFixed(4)}` : "";
    return `${location.href.split("#")[0]}#t=${film.t}${follow}${look}`;
  },

  // Goes where the page's address says.
  open() {
    const said = new URLSearchParams(location.hash.slice(1));
    if (said.has("look") && scene.spatial) view.look(...said.get("look").split(",").map(Number));
    if (said.has("follow") && scene.bodies[said.get("follow")]) menus.follow(Number(said.get("follow")));
    if (said.has("t") && Number.isFinite(Number(said.get("t")))) player.seek(Number(said.get("t")));
  },

  async as(kind) {
    const name = document.title.replace(/[^\p{L}\p{N}]+/gu, "_");
    if (this.film) return this.film.end();
    if (kind === "link") return this.copyLink();
    const blob = await (kind === "film" ? this.takeFilm() ?? this.strip() : this[kind]());
    const ending = { "image/png": "png", "image/svg+xml": "svg", "video/webm": "webm" }[blob.type];
    const address = URL.createObjectURL(blob);
    element("a", { href: address, download: `${name}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  },

  async copyLink() {
    const link = this.link();
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      note("The link is in the clipboard.");
    } catch {
      window.prompt("The link to this instant:", link);
    }
  },
};

// A line that goes away by itself.
function note(text) {
  $("note").textContent = text;
  $("note").hidden = false;
  setTimeout(() => { $("note").hidden = true; }, 2500);
}
