// The table: a board to lay pieces on, and the questions that can be tapped on it. It knows no rule and no game.
import { ask } from "./referee.js";
import { card, refusal } from "./card.js";
import { id, make, notice, say } from "./elements.js";
import { fieldsOf, form } from "./fields.js";

/** @type {any} what can be filled in, by the ruleset that is open */
let about = null;
/** @type {any} the situation: a document without a question */
let situation = null;
let ruleset = "";
/** @type {Record<string, any>} options that differ from the ruleset's own */
let options = {};
let chosen = null;
let fresh = null;
let drawing = 0;
let changed = (_) => {};

const shape = () => about.forms.find((one) => (one.whole ? situation[one.items] : situation[one.key])) ?? about.forms[0];
const inside = (one = shape()) => (one.whole ? situation : situation[one.key]);
const pieces = () => (shape().items ? (inside()[shape().items] ??= []) : []);

/** Open a ruleset, or a situation of it. @param {string} name @param {any} [given] */
export async function open(name, given) {
  if (name !== ruleset || !about) {
    const reply = await ask("forms", { ruleset: name });
    if (reply.wrong) return void id("verdicts").replaceChildren(refusal(name, reply.data));
    [about, ruleset, options, situation] = [reply.data, name, {}, null];
    chosen = fresh = null;
    id("counts").textContent = "";
    id("verdicts").replaceChildren();
    drawOptions();
    id("words").placeholder = about.example;
    id("left-out").textContent = about.left_out.length ? `These questions need the installed program: ${about.left_out.join(", ")}.` : "";
  }
  const boards = Object.entries(about.forms).flatMap(([, one]) => Object.entries(one.blanks).map(([board, blank]) => ({ board, blank })));
  const select = id("blank");
  select.replaceChildren(...boards.map(({ board }) => make("option", { value: board }, board)));
  for (const one of about.forms.filter((one) => !Object.keys(one.blanks).length && one.schema && !one.items)) {
    select.append(make("option", { value: `form ${one.key}` }, one.key));
  }
  select.onchange = () => lay(blankOf(select.value));
  select.parentElement.hidden = select.options.length < 2;
  if (given) {
    const board = boards.find(({ blank }) => Object.entries(blank).every(([key, one]) => given[key] && Object.entries(one).every(([field, value]) => Array.isArray(value) || given[key][field] === value)));
    if (board) select.value = board.board;
  }
  const first = select.options[0]?.value;
  if (given ?? first) await lay(given ?? blankOf(first));
  id("table").hidden = !(given ?? first);
  id("no-table").hidden = Boolean(given ?? first);
}

function blankOf(value) {
  if (value.startsWith("form ")) return { [value.slice(5)]: {} };
  return about.forms.map((one) => one.blanks[value]).find(Boolean);
}

/** Lay out a situation. @param {any} given */
async function lay(given) {
  situation = { format: 1, ruleset, ...structuredClone(given) };
  if (Object.keys(options).length) situation.options = { ...options };
  delete situation.ask;
  chosen = fresh = null;
  id("verdicts").replaceChildren();
  await draw();
}

async function draw() {
  const now = ++drawing;
  drawPieces();
  drawQuestions();
  changed(situation);
  if (!shape().items) {
    const one = shape();
    id("further").open = true;
    id("board").replaceChildren(form(one.schema, inside(one), (value) => { situation[one.key] = value; changed(situation); drawQuestions(); },
      { first: fieldsOf(one.schema).map((field) => field.name) }));
    return;
  }
  const reply = await ask("draw", { state: situation });
  if (now !== drawing) return;
  if (reply.wrong) return void id("verdicts").replaceChildren(refusal(ruleset, reply.data));
  const frames = Object.values(reply.data.boards).map((board) => {
    const frame = make("div", { class: "board", role: "img", "aria-label": board.title });
    frame.innerHTML = board.svg;
    frame.addEventListener("click", tapped);
    return frame;
  });
  id("board").replaceChildren(...frames);
  mark();
}

function mark(places = []) {
  for (const element of id("board").querySelectorAll("[data-names], [data-at]")) {
    const names = (element.dataset.names ?? "").split(" ");
    element.classList.toggle("chosen", chosen !== null && names.includes(chosen));
    element.classList.toggle("reached", element.matches("polygon") && names.some((name) => places.includes(name)));
  }
}

/** Return the field of a piece that says where it stands, by a place of the board. @param {string} place */
const placeField = (place) => fieldsOf(shape().entry).find((field) => field.enum?.some((one) => String(one) === place));

function tapped(event) {
  const element = event.target.closest("[data-names], [data-at]");
  if (!element) return;
  const names = [...(element.dataset.names ?? "").split(" "), ...(element.dataset.at ?? "").split(" ")].filter(Boolean);
  const piece = pieces().find((one) => names.includes(one.id));
  if (piece) return void tapPiece(piece.id);
  for (const name of names) {
    const field = placeField(name);
    if (field) return void tapPlace(field, field.enum.find((one) => String(one) === name));
  }
}

function tapPiece(name) {
  if (chosen !== null && chosen !== name) return void pair(chosen, name);
  chosen = chosen === name ? null : name;
  fresh = null;
  drawPieces();
  drawQuestions();
  mark();
}

function tapPlace(field, place) {
  const piece = pieces().find((one) => one.id === chosen);
  if (piece) {
    piece[field.name] = place;
    return void draw();
  }
  fresh = { ...(fresh ?? lastOf()), [field.name]: place };
  drawPieces();
  id("editor").querySelector("input, select")?.focus();
}

/** What a new piece begins with: all that the last one needs, but for its name and its kind. */
function lastOf() {
  const last = pieces().at(-1);
  const kept = fieldsOf(shape().entry).filter((field) => field.needed && !["id", shape().named_by].includes(field.name) && field.enum);
  return last ? Object.fromEntries(kept.map((field) => [field.name, last[field.name]])) : {};
}

/** Return the counts of a piece, which begin at nothing. @param {any} one */
const counts = (one) => fieldsOf(one.entry).filter((field) => field.default === 0).map((field) => field.name);

function drawPieces() {
  const one = shape();
  id("pieces").replaceChildren(...pieces().map((piece) => make("button", {
    type: "button", "aria-pressed": String(piece.id === chosen), onclick: () => tapPiece(piece.id),
  }, piece.id, make("small", {}, ` ${one.item.map((name) => piece[name]).filter((value) => value != null && value !== piece.id).join(" ")}`))));
  const editor = id("editor");
  editor.replaceChildren();
  if (!one.items) return;
  const piece = pieces().find((given) => given.id === chosen);
  if (piece) {
    editor.append(make("h3", {}, piece.id), form(one.entry, piece, () => draw(), { hide: ["id"], first: [...one.item, ...counts(one)] }),
      make("button", { type: "button", onclick: () => remove(piece) }, "Take away"));
    return;
  }
  if (!fresh) {
    editor.append(make("p", { class: "hint" }, pieces().length
      ? "Tap a piece, then another one: the verdict. Tap a place to lay another piece."
      : "Tap a place to lay the first piece."),
      make("button", { type: "button", onclick: () => { fresh = lastOf(); drawPieces(); } }, "New piece"));
    return;
  }
  editor.append(make("h3", {}, "New piece"),
    form(one.entry, fresh, () => {}, { hide: one.named_by ? ["id"] : [], first: [...one.item] }),
    make("button", { type: "button", class: "main", onclick: add }, "Lay it"),
    make("button", { type: "button", onclick: () => { fresh = null; drawPieces(); } }, "Cancel"));
}

function add() {
  const one = shape();
  const missing = fieldsOf(one.entry).find((field) => field.needed && field.name !== "id" && fresh[field.name] === undefined);
  if (missing) return void notice(`Say the ${missing.name.replaceAll("_", " ")} first.`);
  const kind = String(fresh[one.named_by] ?? "piece");
  const taken = new Set(pieces().map((piece) => piece.id));
  let name = fresh.id ?? kind;
  for (let number = 2; taken.has(name); number++) name = `${kind}-${number}`;
  pieces().push({ id: name, ...fresh });
  fresh = null;
  void draw();
}

function remove(piece) {
  const list = pieces();
  list.splice(list.indexOf(piece), 1);
  chosen = null;
  void draw();
}

// ---- questions

const asked = () => Object.entries(about.questions).filter(([, one]) => one.alone || one.about.includes("") || one.about.includes(shape().key));

/** Return the fields of a question beside its verb that it cannot do without. @param {any} one @param {string} verb */
const needed = (one, verb) => fieldsOf(one.schema).filter((field) => field.needed && field.name !== verb);

/** Ask all that can be asked of two pieces, those that are allowed first. @param {string} one @param {string} other */
async function pair(one, other) {
  const some = asked().flatMap(([verb, given]) => {
    const second = Object.keys(given.pieces).find((name) => name !== verb && !fieldsOf(given.schema).find((field) => field.name === name && field.type === "array"));
    const free = needed(given, verb).filter((field) => field.name !== second);
    return given.pieces[verb] && second && !free.length ? [{ [verb]: one, [second]: other }] : [];
  });
  const replies = await Promise.all(some.map((question) => verdict(question)));
  const read = replies.filter((reply) => !reply.wrong).sort((a, b) => rank(a) - rank(b));
  show(read.length ? read : replies.length ? replies : [{ wrong: true, data: { error: [{ message: "nothing is asked of two pieces here" }] } }]);
}

// a ruling first, then what is no ruling, then what is not allowed
const rank = ({ data: { answer } }) => (answer?.allowed === true ? 0 : answer?.allowed === false ? 2 : 1);

/** @param {any} question */
const verdict = (question) => ask("verdict", { state: situation, question });

function show(replies) {
  const link = (data) => `${location.origin}${location.pathname}#${ruleset}/${encodeURIComponent(data.echo)}`;
  const [first, ...others] = replies.map((reply) => (reply.wrong ? refusal(ruleset, reply.data) : card(ruleset, reply.data, link(reply.data))));
  id("verdicts").replaceChildren(first, ...(others.length ? [make("details", {}, make("summary", {}, `${others.length} other questions about these two`), ...others)] : []));
  mark(replies.flatMap((reply) => (reply.wrong ? [] : placesIn(reply.data.answer))));
  say(replies[0].wrong ? replies[0].data.error[0].message : replies[0].data.card.verdict[0][0]);
}

/** Yield the texts of an answer, of which some are places. */
function placesIn(value) {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(placesIn);
  return value && typeof value === "object" ? Object.values(value).flatMap(placesIn) : [];
}

function drawQuestions() {
  if (!about || !situation) return;
  const quick = [];
  for (const [verb, one] of asked()) {
    if (chosen !== null && one.pieces[verb] && !needed(one, verb).length) {
      quick.push(make("button", { type: "button", title: one.tells, onclick: async () => show([await verdict({ [verb]: chosen })]) }, verb));
    }
  }
  id("quick").replaceChildren(...quick);
  const select = id("verb"), before = select.value;
  select.replaceChildren(...asked().map(([verb, one]) => make("option", { value: verb }, `${verb}: ${one.tells}`)));
  if (asked().some(([verb]) => verb === before)) select.value = before;
  select.onchange = drawQuestion;
  drawQuestion();
}

function drawQuestion() {
  const verb = id("verb").value, one = about.questions[verb];
  if (!one) return void id("question").replaceChildren();
  const first = fieldsOf(one.schema).find((field) => field.name === verb);
  const question = {};
  if (first?.type === "boolean") question[verb] = true;
  else if (chosen !== null && one.pieces[verb]) question[verb] = chosen;
  const names = Object.fromEntries(Object.keys(one.pieces).map((name) => [name, pieces().map((piece) => piece.id)]));
  id("question").replaceChildren(
    form(one.schema, question, () => {}, { names, first: [verb, ...Object.keys(one.pieces)], hide: first?.type === "boolean" ? [verb] : [] }),
    make("button", { type: "button", class: "main", onclick: async () => {
      const { [verb]: head, ...rest } = question;
      show([await (one.alone ? ask("verdict", { ruleset, question: { [verb]: head ?? true, ...rest }, ...(Object.keys(options).length ? { options } : {}) }) : verdict({ [verb]: head ?? true, ...rest }))]);
    } }, "Ask"));
}

function drawOptions() {
  id("options").replaceChildren(...Object.entries(about.options).map(([name, one]) => make("label", { class: "option" },
    make("span", {}, `${one.question} `, make("small", {}, one.ruling)),
    make("select", { "data-option": name, onchange: (event) => {
      const value = event.target.value;
      if (value === String(one.default)) delete options[name];
      else options[name] = value === "true" ? true : value === "false" ? false : value;
      if (situation) {
        if (Object.keys(options).length) situation.options = { ...options };
        else delete situation.options;
        void draw();
      }
      id("counts").textContent = Object.keys(options).length ? `${Object.keys(options).length} options differ from the ruleset: ${Object.keys(options).join(", ")}.` : "";
    } }, ...Object.entries(one.choices).map(([value, meaning]) => make("option", { value, selected: value === String(one.default) }, `${value}: ${meaning}`))))));
}

/** Call a function with the situation after each change. @param {(situation: any) => void} then */
export function watchTable(then) {
  changed = then;
}

/** Return the situation that lies on the table. */
export const laidOut = () => situation;

/** Show replies where verdicts stand. @param {any[]} replies */
export const showVerdicts = (replies) => show(replies);

/** Return the ruleset that is open, and its options. */
export const opened = () => ({ ruleset, options });
