// The book of a ruleset: its search, and the text of a rule, which need no Python.
import { make } from "./elements.js";

/** @type {Record<string, Promise<any>>} */
const indices = {};

/** Run a script of the book. @param {string} source @returns {Promise<void>} */
const run = (source) => new Promise((resolve, reject) => {
  document.head.append(make("script", { src: source, onload: () => resolve(), onerror: () => reject(new Error(source)) }));
});

async function loaded(name) {
  if (!("refereeFind" in window)) await run(`book/${name}/search.js`);
  await run(`book/${name}/search-data.js`);
  return window["refereeIndex"];
}

/** Return the index of a ruleset, null for one without a book. @param {string} name @returns {Promise<any>} */
async function indexOf(name) {
  const known = [...document.querySelectorAll("#book-part [data-book]")].some((one) => one.getAttribute("data-book") === name);
  return known ? indices[name] ??= loaded(name) : null;
}

/** Return what a text finds in a book, best first; null where there is none. @param {string} name @param {string} text */
export async function find(name, text) {
  const index = await indexOf(name);
  return index && window["refereeFind"](index, text).map(([id, kind, title, text]) => ({ id, kind, title, text }));
}

/** Return a rule of a book as text; null where it has none. @param {string} name @param {string} cite */
export async function ruleOf(name, cite) {
  const row = (await indexOf(name))?.entries.find(([id]) => id === cite);
  return row ? `${cite} ${row[2]}\n\n${row[3]}` : null;
}
