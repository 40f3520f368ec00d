// The referee in a Python of the browser. It is asked by messages {id, call, given}; replies are {id, reply}.
import { ahead, fetched, list } from "./packed.js";
import { drop, saved, save } from "./snapshot.js";

// all that the start needs is on its way before any of it is used
ahead(["runtime/pyodide.asm.mjs", "runtime/libraries.tar", "runtime/python_stdlib.zip", "runtime/pyodide.asm.wasm"], ["runtime/packages.tar"]);
const runtime = Promise.all([import("./runtime/pyodide.mjs"), script("pyodide.asm.mjs")]);

// what the first verdict takes is there before the rest: these calls, about the ruleset that comes first
const HOME = "/referee", EARLY = ["verdict", "draw", "line", "situation"];
// the rest of a package of the library lies beside its beginning
const WHOLE = `
import gc, importlib, sys
gc.enable()
for module in list(sys.modules.values()):
    begun, *more = [*getattr(module, "__path__", ()), ""]
    if ".zip/" in begun and more == [""]:
        module.__path__.append("${HOME}/" + begun.partition(".zip/")[2])
importlib.invalidate_caches()
`;
let python = null, referee = null, module = null, room = 0;
/** @type {Promise<void>|null} when all files are there */
let later = null;

/** Import a script of the runtime that is packed; where a host forbids that, as it lies there. @param {string} name */
async function script(name) {
  const text = await (await fetched(`runtime/${name}`)).blob();
  return import(URL.createObjectURL(new Blob([text], { type: "text/javascript" }))).catch(() => import(`./runtime/${name}`));
}

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
    // no packages of a site are there to be looked for
    args: ["-S"],
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
  if (!snapshot) {
    unpack(await packages);
    // what is imported is not thrown away: looking through it for garbage only takes time
    python.runPython(`import gc, sys; gc.disable(); sys.path.insert(0, "${HOME}")`);
  }
  referee = python.pyimport("referee.site.browser");
  referee.whole = false;
  postMessage({ part: 1 });
  later = (async () => {
    // a snapshot has what it has imported, and no files
    if (snapshot) unpack(await packages);
    unpack(await bytes("runtime/later.tar"));
    python.runPython(WHOLE);
    referee.whole = true;
  })();
  later.catch(() => { /* who needs the rest learns that */ });
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

/** Return the reply to a call, now if what is there is enough for it. @param {string} call @param {any} given */
async function answered(call, given) {
  const asked = JSON.stringify({ call, given });
  const { first } = await list;
  if (!EARLY.includes(call) || (given.ruleset ?? given.state?.ruleset) !== first) await later;
  try {
    return referee.reply(asked);
  } catch (error) {
    if (referee.whole) throw error;
    await later;
    return referee.reply(asked);
  }
}

self.onmessage = async ({ data: { id, call, given } }) => {
  await ready;
  if (referee === null) return;
  try {
    postMessage({ id, reply: JSON.parse(await answered(call, given)) });
  } catch (error) {
    postMessage({ id, reply: { data: { error: [{ message: String(error) }] }, text: String(error), wrong: true } });
  }
  if (call === "overlay") unsaved = null;
  if (unsaved) setTimeout(keep, 400);
};
