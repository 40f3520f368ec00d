// The referee in a Python of the browser. It is asked by messages {id, call, given}; replies are {id, reply}.
import { loadPyodide } from "./runtime/pyodide.mjs";

const HOME = "/referee";
let reply = null;

/** Fetch a file, and say how many bytes have come. @param {string} name @param {(bytes: number) => void} told */
async function fetched(name, told) {
  const answer = await fetch(name);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const parts = [], reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    told(value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function started() {
  const { sizes } = await (await fetch("files.json")).json();
  const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let had = 0;
  const told = (bytes) => postMessage({ part: Math.min((had += bytes) / whole, 0.95) });
  const packages = fetched("runtime/packages.zip", told);
  // the runtime fetches these by itself; they come from the cache then
  const parts = ["runtime/pyodide.asm.wasm", "runtime/python_stdlib.zip"].map((name) => fetched(name, told));
  await Promise.all(parts);
  const python = await loadPyodide({ indexURL: new URL("runtime/", self.location.href).href });
  python.unpackArchive((await packages).buffer, "zip", { extractDir: HOME });
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  reply = python.pyimport("referee.site.browser").reply;
  postMessage({ part: 1 });
}

const ready = started().catch((error) => postMessage({ failed: String(error) }));

self.onmessage = async ({ data: { id, call, given } }) => {
  await ready;
  if (reply === null) return;
  try {
    postMessage({ id, reply: JSON.parse(reply(JSON.stringify({ call, given }))) });
  } catch (error) {
    postMessage({ id, reply: { data: { error: [{ message: String(error) }] }, text: String(error), wrong: true } });
  }
};
