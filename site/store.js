// What a person has laid out, kept in the browser; without a store the page works all the same.

/** @returns {Promise<IDBObjectStore|null>} @param {IDBTransactionMode} mode */
function store(mode) {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("referee", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("kept");
      request.onsuccess = () => resolve(request.result.transaction("kept", mode).objectStore("kept"));
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** Keep a value under a name. @param {string} name @param {any} value */
export async function keep(name, value) {
  (await store("readwrite"))?.put(value, name);
}

/** Return what is kept under a name, undefined if nothing is. @param {string} name @returns {Promise<any>} */
export async function kept(name) {
  const found = (await store("readonly"))?.get(name);
  return found && new Promise((resolve) => {
    found.onsuccess = () => resolve(found.result);
    found.onerror = () => resolve(undefined);
  });
}
