// Files that are kept packed: they are unpacked on the way, and their bytes tell how far the start is.
const PACKED = ".packed", TYPES = { wasm: "application/wasm" };
const here = self.location.href, home = new URL(".", here).href, given = self.fetch.bind(self);
// the bytes that the start has had, all that it needs, and how far it is, in hundredths
let had = 0, needed = 0, shown = 0;

/** The list of all files, with the sizes of those of the runtime, and the ruleset that can be asked about first. @type {Promise<{version: string, first: string, sizes: Record<string, number>}>} */
export const list = given("files.json").then((answer) => answer.json());

/** @type {Map<string, Promise<Response>>} what is on its way and has not been asked for */
const coming = new Map();
/** @type {Set<string>} what must be whole before the rest is fetched, which would slow it down */
const leading = new Set();
let follow = () => {};
const followed = new Promise((resolve) => { follow = () => resolve(null); });

/** Fetch the files that the start needs, which will be asked for: those that it needs last after the others. @param {string[]} names @param {string[]} last */
export function ahead(names, last) {
  const url = (name) => new URL(name, here).href;
  names.forEach((name) => leading.add(url(name)));
  names.forEach((name) => coming.set(url(name), unpacked(name)));
  last.forEach((name) => coming.set(url(name), followed.then(() => unpacked(name))));
  // who asks for a file learns that it cannot be had
  coming.forEach((answer) => answer.catch(() => {}));
  list.then(({ sizes }) => { needed = [...names, ...last].reduce((sum, name) => sum + (sizes[name + PACKED] ?? 0), 0); }, () => {});
}

/** Fetch a file, or take the one that is on its way. @param {any} what @param {any} [how] @returns {Promise<Response>} */
export function fetched(what, how) {
  const url = new URL(what.url ?? what, here).href, answer = coming.get(url);
  coming.delete(url);
  return answer ?? unpacked(what, how);
}

/** Fetch a file as it is before it was packed, or any other as it is. @param {any} what @param {any} [how] @returns {Promise<Response>} */
async function unpacked(what, how) {
  const { sizes } = await list;
  const url = new URL(what.url ?? what, here).href, name = url.slice(home.length) + PACKED;
  if (!sizes[name]) return given(what, how);
  const answer = await given(url + PACKED);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const counted = new TransformStream({
    transform(part, to) {
      had += part.length;
      const far = Math.floor(90 * had / needed);
      if (had <= needed && far > shown) postMessage({ part: (shown = far) / 100 });
      to.enqueue(part);
    },
    flush() {
      if (leading.delete(url) && !leading.size) follow();
    },
  // what has come is taken at once, however slowly it is used
  }, undefined, new CountQueuingStrategy({ highWaterMark: Infinity }));
  const body = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": TYPES[url.split(".").pop()] ?? "application/octet-stream" } });
}

// the runtime fetches its parts by itself
self.fetch = fetched;
