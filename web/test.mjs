// The library for the browser, in Node: for each page and for each of its sliders at two places its answers are those of the native library.
//
//     node test.mjs FOLDER ASK       FOLDER as build.sh leaves it, ASK the native program `ask`
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

const BOUND = 1e-9; // of a column's size, or of 1 where it is smaller
// Three times what docs/web.md says: of the disk-slider's run, ms, and of all runs against the native ones.
const MOST = { run: 132, ratio: 6 };
const [folder, native] = process.argv.slice(2);

const begun = performance.now();
const { instance, module } = await WebAssembly.instantiate(readFileSync(`${folder}/chetaev.wasm`), {});
const wants = WebAssembly.Module.imports(module).map(({ name }) => name);
console.log(`instantiated in ${(performance.now() - begun).toFixed(0)} ms, imports: ${wants.length}`);

function ask(text) {
  const it = instance.exports;
  const sent = new TextEncoder().encode(text);
  const at = it.room(sent.length);
  new Uint8Array(it.memory.buffer).set(sent, at);
  const length = it.run();
  return new TextDecoder().decode(new Uint8Array(it.memory.buffer, it.place(), length));
}

// As it is, and each slider at two places.
function cases({ request, sliders }) {
  const plain = { ...request, scene: null };
  const moved = sliders.flatMap(([{ name, target, from, to }]) =>
    [0.3, 0.8].map((part) => ({ ...plain, set: [{ name, target, value: Number((from + part * (to - from)).toPrecision(4)) }] })));
  return [plain, ...moved];
}

function difference(ours, theirs) {
  let most = 0;
  for (const [name, column] of Object.entries(theirs.columns)) {
    const size = Math.max(1, ...column.map((x) => Math.abs(x ?? 0)));
    const other = ours.columns[name];
    if (other?.length !== column.length) return Infinity;
    column.forEach((x, k) => {
      if ((x === null) !== (other[k] === null)) most = Infinity;
      else if (x !== null) most = Math.max(most, Math.abs(x - other[k]) / size);
    });
  }
  return ours.transitions.length === theirs.transitions.length && ours.impacts.length === theirs.impacts.length ? most : Infinity;
}

// An error without its numbers, of which the last digits may differ.
const words = (text) => text?.replace(/-?\d+(\.\d+)?(e-?\d+)?/g, "#");

let failed = wants.length > 0;
const total = { ours: 0, theirs: 0, runs: 0, refused: 0 };
for (const name of readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5))) {
  const texts = cases(JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"))).map((request) => JSON.stringify(request));
  const [one, other] = [performance.now(), spawnSync(native, { input: texts.join("\n"), maxBuffer: 1 << 30 })];
  const two = performance.now();
  const theirs = other.stdout.toString().trim().split("\n").map((line) => JSON.parse(line));
  const ours = texts.map((text) => JSON.parse(ask(text)));
  const three = performance.now();
  [total.theirs, total.ours] = [total.theirs + two - one, total.ours + three - two];
  let most = 0;
  ours.forEach((answer, k) => {
    total.runs++;
    if (answer.Err && words(answer.Err) === words(theirs[k].Err)) {
      total.refused++;
      console.log(`  ${name}, ${texts[k].match(/"set":(.*?),"hold"|$/)[1] ?? ""}: ${answer.Err}`);
      if (k === 0) failed = true;
      return;
    }
    const apart = answer.Ok && theirs[k].Ok ? difference(answer.Ok, theirs[k].Ok) : Infinity;
    if (!(apart < BOUND)) console.log(`  ${JSON.stringify(JSON.parse(texts[k]).set)}: ${apart}, ${answer.Err ?? answer.Ok.transitions.length} and ${theirs[k].Err ?? theirs[k].Ok.transitions.length}`);
    most = Math.max(most, apart);
  });
  failed ||= !(most < BOUND);
  console.log(`${name}: ${texts.length} runs, largest difference ${most.toExponential(1)}`);
}
// What cannot be read, and what is not there, is told in words; and the library goes on.
for (const [text, word] of [["{", "cannot be read"], [`{"model":{"version":2}}`, "missing field"], ["\u0000", "cannot be read"]]) {
  const { Err } = JSON.parse(ask(text));
  if (!Err?.includes(word)) failed = true, console.log(`  ${JSON.stringify(text)}: ${Err} does not say "${word}"`);
}
// The least of many, of the processor: others use the machine too.
const slider = JSON.stringify({ ...JSON.parse(readFileSync(`${folder}/disk_slider.json`, "utf8")).request, scene: null });
const times = Array.from({ length: 25 }, () => {
  const before = process.cpuUsage();
  ask(slider);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
});
const least = Math.min(...times);
console.log(`disk_slider: ${least.toFixed(1)} ms a run`);
if (least > MOST.run) failed = true, console.log(`  more than ${MOST.run} ms`);
if (total.ours > MOST.ratio * total.theirs) failed = true, console.log(`  more than ${MOST.ratio} times`);
console.log(`${total.runs} runs, ${total.refused} refused in the same words; ${(total.ours / 1000).toFixed(2)} s here, ${(total.theirs / 1000).toFixed(2)} s natively: ${(total.ours / total.theirs).toFixed(2)} times`);
console.log(failed ? "FAIL" : "VERDICT: pass");
process.exit(failed ? 1 : 0);
