// The memory of a Python that has started, kept by this browser for its next visit. All works without it.
const PLACE = "snapshot-of-referee";
// opening it takes longer than learning the version
const opened = (async () => caches.open(PLACE))();

// another engine lays out its memory in another way
const key = (version) => `snapshot/${version}/${encodeURIComponent(navigator.userAgent)}`;

/** Return the snapshot of a version, null if there is none. @param {string} version @returns {Promise<Uint8Array|null>} */
export async function saved(version) {
  try {
    const answer = await (await opened).match(key(version));
    return answer ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Keep a snapshot in place of those before. @param {string} version @param {Uint8Array} bytes */
export async function save(version, bytes) {
  try {
    await drop();
    await (await caches.open(PLACE)).put(key(version), new Response(new Blob([bytes])));
  } catch { /* no room, or none allowed */ }
}

/** Forget what is kept. */
export const drop = () => caches.delete(PLACE);
