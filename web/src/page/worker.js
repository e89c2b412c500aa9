// The library in a thread of its own: a text is asked, a text is the answer.
let made;
onmessage = async ({ data }) => {
  if (data.library) {
    made = WebAssembly.instantiate(data.library, {});
    return;
  }
  try {
    const { exports: it } = await made;
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
