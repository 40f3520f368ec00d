// The page's side of the worker: a question is a promise of its reply.

/** @typedef {{data: any, text: string, wrong: boolean}} Reply */

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
const watching = new Set();
let last = 0;

worker.onmessage = ({ data }) => {
  if ("id" in data) {
    waiting.get(data.id)?.(data.reply);
    waiting.delete(data.id);
  } else {
    for (const told of watching) told(data);
  }
};

/** Ask the referee. @param {string} call @param {object} given @returns {Promise<Reply>} */
export function ask(call, given) {
  return new Promise((resolve) => {
    waiting.set(++last, resolve);
    worker.postMessage({ id: last, call, given });
  });
}

/** Be told how far the start is: {part: 0 to 1} or {failed: why}. @param {(told: any) => void} told */
export function watch(told) {
  watching.add(told);
}
