// The library in a thread of its own: a text is asked, a text is the answer.
let exports; // of the library, once it is there

// It comes as text, and goes back ready to run, so that another worker need not make it again.
async function open(library) {
  let module = library;
  if (typeof library === "string") {
    const packed = Uint8Array.from(atob(library), (c) => c.charCodeAt(0));
    const parts = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    module = await WebAssembly.compile(await new Response(parts).arrayBuffer());
    postMessage({ library: module });
  }
  return (await WebAssembly.instantiate(module, {})).exports;
}

onmessage = async ({ data }) => {
  if (data.library) {
    exports = open(data.library);
    return;
  }
  try {
    const it = await exports;
    const begun = performance.now();
    const sent = new TextEncoder().encode(data.request);
    const at = it.room(sent.length); // may move the memory: its view is made after it
    new Uint8Array(it.memory.buffer).set(sent, at);
    const length = it.run();
    const text = new TextDecoder().decode(new Uint8Array(it.memory.buffer, it.place(), length));
    postMessage({ text, ms: performance.now() - begun });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
