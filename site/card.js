// A verdict: its sentences, its numbers, its rules, the other reading, and what can be done with it.
import { id, make, notice, save } from "./elements.js";
import { ruleOf } from "./book.js";
import { ask } from "./referee.js";
import { words } from "./fields.js";

/** Return a button that opens the text of a rule. @param {string} ruleset @param {string} cite */
function rule(ruleset, cite) {
  const open = async () => {
    const known = "ready" in document.body.dataset ? null : await ruleOf(ruleset, cite);
    const reply = known === null ? await ask("rules", { ruleset, cite }) : null;
    const shown = reply?.data.rules?.flatMap((one) => inFull(ruleset, one)) ?? [make("p", {}, known ?? reply.text)];
    id("rule-text").replaceChildren(...shown);
    if (!id("rule").open) id("rule").showModal();
    id("rule").scrollTo(0, 0);
  };
  return make("button", { type: "button", class: "cite", onclick: open }, cite);
}

/** Return a rule or a ruling in full, with the rulings about it, each of which opens. @param {string} ruleset @param {any} one */
function inFull(ruleset, one) {
  const list = (items) => (items.length ? [make("ul", {}, ...items.map((item) => make("li", {}, item)))] : []);
  const choices = Object.entries(one.choices ?? {}).map(([name, said]) => `${name}: ${said}${name === String(one.default) ? " (the default)" : ""}`);
  const rows = one.rows.map((row) => row.words).filter(Boolean);
  return [make("h3", {}, `${one.id} ${one.title}`), make("p", {}, one.summary), ...list(choices), ...(one.why ? [make("p", {}, one.why)] : []),
    ...list(rows), ...one.errata.map((other) => make("p", {}, `${other.id}: ${other.question} ${other.answer}`)), ...one.rulings.map((other) => make("p", {}, rule(ruleset, other.id), ` ${other.question}`))];
}

/** Return citations, each of which opens its rule. @param {string} ruleset @param {string} cites */
function cited(ruleset, cites) {
  const out = make("span", { class: "cites" });
  for (const cite of cites.replace(/^by ruling /, "").split(/, |; by ruling /).filter(Boolean)) {
    out.append(" ", rule(ruleset, cite));
  }
  return out;
}

// a longer line is folded
const LONG = 250;

/** Return the element of an answer. @param {string} ruleset @param {any} data @param {string} link */
export function card(ruleset, data, link) {
  const { card } = data;
  const out = make("article", { class: "card" });
  for (const [text, cites] of card.verdict) out.append(make("p", { class: "verdict" }, text, cited(ruleset, cites)));
  for (const text of card.told) out.append(told(text));
  for (const [choice, text] of card.others) out.append(make("p", { class: "other" }, make("b", {}, "By another ruling: "), text, cited(ruleset, choice.split(", ")[0]), make("small", {}, ` ${choice.split(", ").slice(1).join(", ").replaceAll("_", " ")}`)));
  if (data.reasons.length) out.append(make("details", {}, make("summary", {}, "Reasons"), ...data.reasons.flatMap((one) => reason(ruleset, one))));
  if (card.rules.length) {
    out.append(make("details", {}, make("summary", {}, "Rules"),
      ...card.rules.map(([cite, text]) => make("p", {}, cited(ruleset, cite), " ", text))));
  }
  if (data.notes?.length) out.append(make("details", {}, make("summary", {}, "Notes"), ...data.notes.map((one) => make("p", {}, one))));
  const options = Object.entries(data.state?.options ?? {});
  if (data.house) out.append(make("p", { class: "assumed" }, `By house rules: ${data.house}`));
  if (options.length) out.append(make("p", { class: "assumed" }, `With options of this table: ${options.map(([name, value]) => `${name} ${value}`).join("; ")}`));
  if (card.assumed) out.append(make("p", { class: "assumed" }, `Assumed: ${card.assumed}`));
  const echo = make("p", { class: "echo" }, data.echo);
  out.append(data.echo.length < LONG ? echo : make("details", {}, make("summary", {}, "As one line"), echo), actions(data, link));
  return out;
}

// how an entry of a ledger changes its number
const CHANGES = { add: (n, first) => (first || n < 0 ? `${n}` : `+${n}`), set: (n) => `= ${n}`, times: (n) => `× ${n}`, halve_down: () => "halved", halve_up: () => "halved, up", at_least: (n) => `≥ ${n}`, at_most: (n) => `≤ ${n}` };

/** Return a number and the list that it is made of, each entry with its rules. @param {string} ruleset @param {any} told */
function reason(ruleset, told) {
  const rows = told.entries.map(({ op, value, why, cite }, place) => make("li", {}, make("b", {}, CHANGES[op](value, !place)), ` ${why}`, ...cite.flatMap((one) => [" ", rule(ruleset, one)])));
  return [make("p", { class: "total" }, `${told.quantity}: `, make("b", {}, String(told.total))), make("ul", { class: "ledger" }, ...rows)];
}

/** Return a sentence, with a bar where it begins with a chance. @param {string} text */
function told(text) {
  const chance = /^([\d.]+) %: /.exec(text)?.[1];
  return chance ? make("p", { class: "chance" }, make("meter", { min: 0, max: 100, value: chance, "aria-hidden": "true" }), text) : make("p", {}, text);
}

/** Pass a link on, by what the device has for it. @param {string} text @param {string} link */
export async function share(text, link) {
  if (navigator.share) await navigator.share({ title: "referee", text, url: link }).catch(() => {});
  else if (navigator.clipboard) {
    await navigator.clipboard.writeText(link);
    notice("The link is copied.");
  } else notice(link);
}

/** @param {any} data @param {string} link */
function actions(data, link) {
  const svg = async () => new Blob([(await ask("picture", data.given)).data.svg], { type: "image/svg+xml" });
  const code = async () => {
    const reply = await ask("code", { link });
    if (reply.wrong) return void notice(reply.data.error[0].message);
    const picture = make("div", { role: "img", "aria-label": "A QR code of the link to this verdict" });
    picture.innerHTML = reply.data.svg;
    id("rule-text").replaceChildren(picture);
    id("rule").showModal();
  };
  return make("p", { class: "actions" },
    make("button", { type: "button", onclick: () => share(data.card.verdict[0][0], link) }, "Share"),
    make("button", { type: "button", onclick: code }, "QR code"),
    make("button", { type: "button", onclick: async () => save("verdict.svg", await svg()) }, "SVG"),
    make("button", { type: "button", onclick: async () => save("verdict.png", await png(await svg())) }, "PNG"));
}

/** Draw an SVG as PNG, twice as large. @param {Blob} svg @returns {Promise<Blob>} */
async function png(svg) {
  const image = new Image(), address = URL.createObjectURL(svg);
  image.src = address;
  await image.decode();
  const canvas = make("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @type {(path: string) => string} */
let readPath = (path) => path;
/** Let a function say a place in a document as a person knows it. @param {(path: string) => string} read */
export const pathsAreRead = (read) => { readPath = read; };

/** Return where something is wrong, as a person knows the place, and what; the first may be empty. @param {any} one @returns {[string, string]} */
export function faultOf(one) {
  // a question in words is one thing
  const place = [one.path && one.path !== "question" && readPath(one.path), one.line && `${one.line}:${one.column}`, one.where].filter(Boolean).join(" ");
  // what has no line is a field that a person fills in, not one that they write
  return [place && `${place}:`, one.line ? one.message : words(one.message)];
}

/** Return the element of what is wrong, with the rules that may help. @param {string} ruleset @param {any} data */
export function refusal(ruleset, data) {
  const out = make("article", { class: "card refused" });
  for (const one of data.error ?? []) {
    const [place, message] = faultOf(one);
    out.append(make("p", {}, place && make("b", {}, `${place} `), message));
  }
  if (data.found?.length) out.append(make("p", { class: "verdict" }, "Rules that may answer it"));
  for (const one of data.found ?? []) {
    const title = one.title === one.id ? "" : ` ${one.title}${/[.?!]$/.test(one.title) ? "" : "."}`;
    out.append(make("p", {}, rule(ruleset, one.id), `${title} ${one.text}`));
  }
  if (data.found && !data.found.length) out.append(make("p", {}, "No rule, ruling, row or sheet has these words."));
  if (data.line) out.append(make("p", { class: "echo" }, `As one line: ${data.line}`));
  return out;
}
