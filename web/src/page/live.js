// The sliders and the library. It runs in a worker; of all that is wished for during a run, the last is run next.

// Milliseconds after which a run is given up for another wish.
const PATIENCE = 1500;

const live = {
  ...JSON.parse($("wish").textContent),
  runs: 0, // that were answered
  sent: null, // the last request, as text
  answer: null, // to it: { Ok } or { Err }
  busy: false,
  wished: false, // is there another wish since the last request?
  library: $("library").textContent, // as text, until the first worker has made it ready

  hire() {
    this.worker?.terminate();
    this.worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
    this.worker.onmessage = ({ data }) => {
      if (data.library) this.library = data.library;
      else this.take(data);
    };
    this.worker.postMessage({ library: this.library });
    this.busy = false;
  },

  // A run with the numbers as they are now.
  wish() {
    this.wished = true;
    if (!this.worker) return;
    if (!this.busy) return this.ask();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // A library that is still being made ready is not begun again.
      if (!this.busy || !this.wished || typeof this.library === "string") return;
      this.hire();
      this.ask();
    }, Math.max(0, this.begun + PATIENCE - performance.now()));
  },

  ask() {
    [this.wished, this.busy, this.begun] = [false, true, performance.now()];
    const changed = this.sliders.filter((slider) => slider.value !== slider.first);
    const wrong = changed.find(({ value }) => !Number.isFinite(value));
    if (wrong) {
      this.busy = false;
      return this.say(`${wrong.name}: write a number.`, true);
    }
    const set = changed.map(({ name, target, value }) => ({ name, target, value }));
    this.sent = JSON.stringify({ ...this.request, set });
    this.worker.postMessage({ request: this.sent });
    setTimeout(() => this.busy && this.say("It runs …", false), 300);
  },

  take({ text, ms, failed }) {
    this.busy = false;
    // A trap leaves the library in no state to go on.
    if (failed) this.hire();
    this.answer = failed ? { Err: `The library does not run in this browser, or broke off, which is a fault of its own: ${failed}` } : JSON.parse(text);
    const { Ok: ok, Err: wrong } = this.answer;
    if (ok) player.load(ok.scene);
    this.runs++;
    this.say(wrong ?? told(ok, ms), wrong !== undefined);
    if (this.wished) this.ask();
  },

  // What came of it. What is still shown after an error is of other numbers, and pale.
  say(text, wrong) {
    $("said").textContent = text;
    $("said").classList.toggle("wrong", wrong);
    $("stage").classList.toggle("old", wrong);
  },

  // The sliders, each with its number, which may also be written, and be beyond the slider's ends.
  prepare() {
    this.sliders = this.sliders.map(([slider, value]) => ({ ...slider, value, first: value }));
    for (const slider of this.sliders) {
      const number = element("input", { type: "number", step: "any", ariaLabel: slider.name });
      const range = element("input", { type: "range", min: slider.from, max: slider.to, step: "any", ariaLabel: slider.name });
      slider.show = () => {
        range.value = slider.value;
        number.value = Number(slider.value.toPrecision(5));
      };
      const to = (value, write) => {
        slider.value = value;
        write();
        this.wish();
      };
      range.oninput = () => to(Number(Number(range.value).toPrecision(4)), () => { number.value = slider.value; });
      number.oninput = () => to(number.value === "" ? NaN : Number(number.value), () => { range.value = slider.value; });
      slider.show();
      $("sliders").append(element("div", { className: "slider" }, element("b", { textContent: slider.name }), number, element("i", { textContent: slider.unit }), range));
    }
    $("reset").onclick = () => {
      for (const slider of this.sliders) {
        slider.value = slider.first;
        slider.show();
      }
      this.wish();
    };
    // The player's keys are not those of a slider.
    $("numbers").addEventListener("keydown", (e) => e.stopPropagation());
  },
};

const size = (x) => (x === 0 ? "0" : shown(x));

function told({ transitions, impacts, evaluations, energy_error, drift }, ms) {
  const parts = [`${ms.toFixed(0)} ms here`, `${evaluations} evaluations`, `energy error ${size(energy_error)} J`, `drift ${size(drift)}`];
  if (transitions.length) parts.push(`${transitions.length} changes of friction or contact`);
  if (impacts.length) parts.push(`${impacts.length} impacts`);
  return parts.join(" · ");
}

live.prepare();
// After the first picture, which does not need it.
requestAnimationFrame(() => setTimeout(() => {
  live.hire();
  live.wish();
}));
if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
