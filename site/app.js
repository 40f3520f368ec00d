// The page: it opens a ruleset and a link, asks in words, opens house rules, and works offline.
import { ask, watch } from "./referee.js";
import { card, refusal, share } from "./card.js";
import { id, make, notice, say } from "./elements.js";
import * as games from "./history.js";
import * as orders from "./orders.js";
import { find } from "./book.js";
import { reveal, show } from "./questions.js";
import { forget, startOf } from "./start.js";
import { packed, unpacked } from "./links.js";
import { keep, kept } from "./store.js";
import { linkOf, linksHold, on, open, table } from "./table.js";

const choice = id("ruleset");
/** @type {string|null} the link that was laid out last */
let arrived = null;
/** whether what a link says is being laid out */
let arriving = false;
/** how often the table has changed, and after how many changes the verdict came that the address holds */
let changes = 0, ruled = -1;

watch(({ part, failed }) => {
  if (failed) id("stage").textContent = `The referee cannot start: ${failed}`;
  else id("progress").value = part;
  if (part === 1) {
    id("stage").textContent = "Ready. Nothing you write leaves this device.";
    id("progress").hidden = true;
    document.body.dataset.ready = "yes";
    if ("serviceWorker" in navigator) setTimeout(keepFiles, 1000);
  }
});

/** Lay out what a link says: a ruleset, and a situation on one line, with a question or without. */
async function linked() {
  const [head, ...rest] = location.hash.slice(1).split("/"), [first, query = ""] = head.split("?");
  if (!first) return false;
  const own = first === "house-rules";
  if (own && !(await houseOf(rest.shift() ?? ""))) return false;
  const name = own ? choice.value : first;
  const options = Object.fromEntries([...new URLSearchParams(query)].map(([option, value]) => [option, value === "true" || (value === "false" ? false : value)]));
  if (![...choice.options].some((one) => one.value === name)) return false;
  choice.value = name;
  let line = rest.join("/");
  try { line = decodeURIComponent(line); } catch { /* it is taken as it stands */ }
  if (!line) {
    if (!own) await example(name);
    return true;
  }
  const extra = Object.keys(options).length ? { options } : {};
  const answer = await ask("verdict", { ruleset: name, question: line, ...extra });
  const laid = answer.wrong ? await ask("situation", { ruleset: name, line }) : answer;
  if (laid.wrong) {
    await open(name);
    reveal([answer]);
    return true;
  }
  await open(name, { ...laid.data.state, options });
  if (!answer.wrong) reveal([answer]);
  return true;
}

/** Open a ruleset with its example. @param {string} name */
async function example(name) {
  const { verdict, boards } = await startOf(name);
  await open(name, verdict?.data.state, boards);
  if (verdict) show([verdict]);
}

/** Open a ruleset with what lay on its table before, or with its example. @param {string} name */
async function before(name) {
  const laid = await kept(`table of ${name}`);
  await (laid && !(await isExample(laid)) ? open(name, laid) : example(name));
}

/** Return whether a situation is the one that its ruleset begins with. @param {any} situation */
async function isExample(situation) {
  const { verdict } = await startOf(situation.ruleset);
  return JSON.stringify(situation) === JSON.stringify({ format: 1, ruleset: situation.ruleset, ...verdict?.data.state });
}

async function words(event) {
  event.preventDefault();
  const text = id("words").value.trim();
  if (!text) return;
  const ruleset = choice.value, { situation, options } = table();
  const extra = Object.keys(options).length ? { options } : {};
  // what is asked may be about what lies on the table
  const there = laysOut(situation) ? await ask("verdict", { state: situation, question: text }) : null;
  const alone = there && !there.wrong && names(there.data.question) ? there : await ask("verdict", { ruleset, question: text, ...extra });
  const reply = alone.wrong && there && !there.wrong ? there : alone;
  show([]);
  const link = `${location.origin}${location.pathname}${linkOf(reply.wrong ? text : reply.data.echo)}`;
  id("answers").replaceChildren(reply.wrong ? refusal(ruleset, reply.data) : card(ruleset, reply.data, link),
    ...(reply.wrong || reply === there || !laysOut(reply.data.state) ? [] : [make("button", { type: "button", onclick: () => layOut(ruleset, reply) }, "Lay it out on the board")]));
  say(reply.wrong ? reply.data.error[0].message : reply.data.card.verdict[0][0]);
}

/** Lay out what a verdict is about, with the verdict. @param {string} ruleset @param {any} reply */
async function layOut(ruleset, reply) {
  await open(ruleset, reply.data.state);
  reveal([reply]);
}

/** Return whether a question names a piece that lies on the table. @param {any} question */
const names = (question) => Object.values(question ?? {}).flat().some((value) => table().pieces.some((piece) => piece.id === value));

const laysOut = (state) => Object.keys(state ?? {}).length > 2;

async function search() {
  const text = id("words").value.trim();
  if (!text) return;
  const known = await find(choice.value, text);
  const { found, error } = known ? { found: known } : (await ask("rules", { ruleset: choice.value, search: text })).data;
  id("answers").replaceChildren(refusal(choice.value, { found, error }));
  say(found?.length ? `${found.length} found, first ${found[0].id} ${found[0].title}` : "Nothing found.");
}

/** Open house rules from files, all of one ruleset. @param {FileList} files */
async function house(files) {
  await rulesFrom(Object.fromEntries(await Promise.all([...files].map(async (file) => [file.name, await file.text()]))));
}

/** Open the house rules that a link holds. @param {string} held */
async function houseOf(held) {
  try {
    await rulesFrom(await unpacked(held));
    return true;
  } catch {
    notice("This link to house rules is damaged.");
    return false;
  }
}

/** Open house rules by the names of their files. @param {Record<string, string>} texts */
async function rulesFrom(texts) {
  const manifest = Object.entries(texts).find(([name]) => name.startsWith("manifest"))?.[1] ?? "";
  const name = /^ruleset:\s*([\w-]+)/m.exec(manifest)?.[1];
  if (!name) return void id("house-wrong").replaceChildren(make("p", { class: "card refused" }, "House rules need their manifest.yaml, with the name of the ruleset."));
  const reply = await ask("overlay", { name, files: texts });
  id("house-wrong").replaceChildren(...(reply.wrong ? [refusal(name, reply.data)] : []));
  if (reply.wrong) return;
  forget(name);
  if (![...choice.options].some((one) => one.value === name)) choice.append(make("option", { value: name }, `${reply.data.title} (house rules)`));
  choice.value = name;
  id("house-counts").textContent = `${reply.data.title} counts for this table.`;
  const held = await packed(texts);
  linksHold(name, held);
  id("house-link").href = `#house-rules/${held}`;
  id("house-shared").hidden = false;
  await open(name);
}

async function remember(situation) {
  const touched = !arriving, mine = ++changes;
  await keep("table", situation);
  await keep(`table of ${situation.ruleset}`, situation);
  // a verdict comes first
  await new Promise((then) => setTimeout(then, 300));
  if (table().situation !== situation) return;
  const reply = await ask("line", { state: situation });
  const place = linkOf(reply.wrong ? "" : reply.data.line);
  id("link").href = place;
  // a verdict about it came first
  if (!touched || reply.wrong || ruled === mine || document.getElementById(location.hash.slice(1) || "-")) return;
  // the address follows the table
  history.replaceState(null, "", place);
  arrived = location.hash;
}

/** Let the address hold the verdict that stands, for a reload and the way back. @param {any} data */
function addressed(data) {
  // what is asked without the table is no link to it
  if (!data.question || arriving || document.getElementById(location.hash.slice(1) || "-")) return;
  history.replaceState(null, "", linkOf(data.echo));
  arrived = location.hash;
  ruled = changes;
}

async function begin() {
  orders.begin();
  games.begin();
  id("link").onclick = (event) => {
    event.preventDefault();
    void share(table().ruleset, event.target.href);
  };
  id("close-rule").onclick = () => id("rule").close();
  id("ask").addEventListener("submit", words);
  id("search").onclick = search;
  id("house").onchange = async (event) => {
    await house(event.target.files);
    // so that the same files, changed, can be opened again
    event.target.value = "";
  };
  choice.onchange = () => {
    id("answers").replaceChildren();
    history.pushState(null, "", `#${choice.value}`);
    arrived = location.hash;
    return lays(() => before(choice.value));
  };
  addEventListener("hashchange", arrive);
  on("changed", remember);
  on("answered", addressed);
  await arrive();
}

/** Lay out what the link says, or what lay here before, or an example; a link to a part of the page changes nothing. */
async function arrive() {
  const to = location.hash;
  if (to === arrived || (to && document.getElementById(to.slice(1)))) return;
  arrived = to;
  await lays(async () => {
    if (await linked()) return;
    const last = await kept("table");
    if ([...choice.options].some((one) => one.value === last?.ruleset)) choice.value = last.ruleset;
    await before(choice.value);
  });
}

/** Lay something out that the address says already. @param {() => Promise<void>} then */
async function lays(then) {
  arriving = true;
  try {
    await then();
  } finally {
    arriving = false;
  }
}

// all files are kept once the referee rules, so that this does not slow its start
function keepFiles() {
  navigator.serviceWorker.register("sw.js").then((registered) => {
    registered.addEventListener("updatefound", () => {
      const coming = registered.installing;
      coming?.addEventListener("statechange", () => {
        if (coming.state === "installed" && navigator.serviceWorker.controller) id("newer").hidden = false;
      });
    });
  }).catch(() => { /* without it, the page needs the network */ });
}

// what is printed is unfolded
addEventListener("beforeprint", () => document.querySelectorAll("#verdicts details, #answers details").forEach((one) => one.setAttribute("open", "")));

void begin();
