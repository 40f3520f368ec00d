// The referee in a Python of the browser. It is asked by messages {id, call, given}; replies are {id, reply}.
import { ahead, fetched, list } from "./packed.js";
import { drop, saved, save } from "./snapshot.js";

// all that the start needs is on its way before any of it is used
ahead(["runtime/libraries.tar", "runtime/pyodide.asm.wasm", "runtime/python_stdlib.zip", "runtime/packages.tar"]);
const runtime = Promise.all([import("./runtime/pyodide.mjs"), import("./runtime/pyodide.asm.mjs")]);

const HOME = "/referee";
let python = null, reply = null, module = null, room = 0;

/** Put the files of a tar archive into the file system of Python, and return their paths. @param {Uint8Array} bytes */
function unpack(bytes) {
  const text = new TextDecoder(), made = new Set(), paths = [];
  const field = (at, size) => text.decode(bytes.subarray(at, at + size)).split("\0")[0];
  for (let at = 0, size = 0; bytes[at]; at += 512 + 512 * Math.ceil(size / 512)) {
    size = parseInt(field(at + 124, 12), 8);
    const path = `${HOME}/${[field(at + 345, 155), field(at, 100)].filter(Boolean).join("/")}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) module.FS.mkdirTree(folder);
    made.add(folder);
    module.FS.writeFile(path, bytes.subarray(at + 512, at + 512 + size), { canOwn: true });
    paths.push(path);
  }
  return paths;
}

/** Start Python, from a snapshot of its memory if there is one. @param {Uint8Array|null} snapshot */
async function started(snapshot) {
  const bytes = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer());
  const libraries = bytes("runtime/libraries.tar"), packages = bytes("runtime/packages.tar");
  const [{ loadPyodide }, { default: createModule }] = await runtime;
  python = await loadPyodide({
    indexURL: new URL("runtime/", self.location.href).href,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
    createPyodideModule: async (settings) => {
      const compiled = await libraries;
      settings.preRun.push((made) => { module = made; });
      // before Python begins, so that they lie where a snapshot has them
      settings.onRuntimeInitialized = () => {
        room = module.HEAP8.length;
        unpack(compiled).forEach((path) => module.loadDynamicLibrary(path, { nodelete: true }));
      };
      return createModule(settings);
    },
  });
  unpack(await packages);
  if (!snapshot) python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  reply = python.pyimport("referee.site.browser").reply;
  postMessage({ part: 1 });
}

async function begun() {
  const { version } = await list;
  const snapshot = await saved(version);
  try {
    await started(snapshot);
  } catch (error) {
    if (!snapshot) throw error;
    await drop();
    await started(null);
  }
  return snapshot ? null : version;
}

let unsaved = null;
const ready = begun().then((version) => { unsaved = version; }, (error) => postMessage({ failed: String(error) }));

/** Keep the memory as it is after the first reply, so that the next visit begins there. */
function keep() {
  const version = unsaved;
  unsaved = null;
  // a memory that has grown would have to be grown again before it comes back
  if (version && module.HEAP8.length === room) save(version, python.makeMemorySnapshot());
}

self.onmessage = async ({ data: { id, call, given } }) => {
  await ready;
  if (reply === null) return;
  try {
    postMessage({ id, reply: JSON.parse(reply(JSON.stringify({ call, given }))) });
  } catch (error) {
    postMessage({ id, reply: { data: { error: [{ message: String(error) }] }, text: String(error), wrong: true } });
  }
  if (call === "overlay") unsaved = null;
  if (unsaved) setTimeout(keep, 400);
};
