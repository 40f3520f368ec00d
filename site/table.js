// The table: a board to lay pieces on. It knows no rule and no game.
import { ask } from "./referee.js";
import { faultOf, pathsAreRead, refusal } from "./card.js";
import { id, make, notice, refill } from "./elements.js";
import { fieldsOf, form, plain, sound, titled, words } from "./fields.js";
import { startOf } from "./start.js";

/** @type {any} what the ruleset that is open began with */
let begun = null;
/** @type {any} what can be filled in, by the ruleset that is open */
let about = null;
/** @type {any} the situation: a document without a question */
let situation = null;
let ruleset = "";
/** @type {Record<string, any>} options that differ from the ruleset's own */
let options = {};
let chosen = null;
let fresh = null;
/** @type {string|null} the list of the situation that the new one goes to, if it is no piece */
let into = null;
let drawing = 0;
/** @type {any} the situation whose boards are drawn */
let shown = null;
/** whether the fields of the whole position are unfolded */
let whole = false;
/** @type {((name: string) => void)|null} where taps go while a question waits for them */
let taker = null;
/** @typedef {"changed"|"chose"|"paired"|"placed"|"answered"} Moment */
/** @type {Record<Moment, Function[]>} who is called, and when */
const called = { changed: [], chose: [], paired: [], placed: [], answered: [] };

/** Call a function when the situation has changed, a piece is chosen, two are tapped, a place for one is, or a verdict is given. @param {Moment} when @param {Function} then */
export const on = (when, then) => void called[when].push(then);
/** Let the next taps on pieces and places go to a function, or lay out again. @param {((name: string) => void)|null} then */
export function takeTaps(then) {
  taker = then;
  if (about && situation) tip();
}
/** @type {{name: string, held: string}} house rules that are open, and what a link holds of them */
let house = { name: "", held: "" };
/** Let links to a ruleset hold its house rules. @param {string} name @param {string} held */
export const linksHold = (name, held) => { house = { name, held }; };
/** Return the link to a line about the ruleset that is open, with its house rules and the options that differ. @param {string} line */
export const linkOf = (line) => `#${house.name === ruleset ? "house-rules" : ruleset}${Object.keys(options).length ? `?${new URLSearchParams(options)}` : ""}/${house.name === ruleset ? `${house.held}/` : ""}${encodeURIComponent(line)}`;
/** Call those who wait for a moment. @param {Moment} when @param {...any} what */
export const tell = (when, ...what) => called[when].forEach((then) => then(...what));

/** Return what lies on the table, and what can be filled in. */
export const table = () => ({ ruleset, about, situation, options, chosen, redraw: draw, shape: about && situation && shape(), pieces: about && situation ? pieces() : [] });

const shape = () => about.forms.find((one) => (one.whole ? situation[one.items] : situation[one.key])) ?? about.forms[0];
const inside = (one = shape()) => (one.whole ? situation : situation[one.key]);
const pieces = () => (shape().items ? (inside()[shape().items] ??= []) : []);

/** Open a ruleset with its example, or a situation of it. @param {string} name @param {any} [given] @param {any} [drawn] */
export async function open(name, given, drawn) {
  const start = await startOf(name);
  if (start !== begun) {
    if (start.forms.wrong) return void id("verdicts").replaceChildren(refusal(name, start.forms.data));
    [begun, about, ruleset, options, situation] = [start, start.forms.data, name, {}, null];
    chosen = fresh = null;
    drawOptions();
    id("words").placeholder = about.example;
    id("orders").placeholder = `{format: 1, ruleset: ${name}, player: NAME, orders: [ORDER, ORDER]}`;
    id("left-out").textContent = about.left_out.length ? `These questions need the installed program: ${about.left_out.join(", ")}.` : "";
  }
  if (given?.options) {
    options = { ...given.options };
    drawOptions();
  }
  const boards = Object.entries(about.forms).flatMap(([, one]) => Object.entries(one.blanks).map(([board, blank]) => ({ board, blank })));
  const select = id("blank");
  select.replaceChildren(...boards.map(({ board }) => make("option", { value: board }, board)));
  for (const one of about.forms.filter((one) => !Object.keys(one.blanks).length && one.schema && !one.items)) {
    select.append(make("option", { value: `form ${one.key}` }, one.key));
  }
  select.onchange = () => {
    // the way back leads to what lies here now
    history.pushState(null, "", location.href);
    void lay(blankOf(select.value));
  };
  id("clear").onclick = select.onchange;
  select.parentElement.hidden = select.options.length < 2;
  id("boards").hidden = !select.options.length;
  if (given) {
    const board = boards.find(({ blank }) => Object.entries(blank).every(([key, one]) => given[key] && Object.entries(one).every(([field, value]) => typeof value === "object" || given[key][field] === value)));
    if (board) select.value = board.board;
  }
  const first = select.options[0]?.value;
  if (given ?? first) await lay(given ?? blankOf(first), drawn);
  id("table").hidden = !(given ?? first);
  id("table").classList.toggle("form", Boolean(given ?? first) && !shape().items);
  id("no-table").hidden = Boolean(given ?? first);
}

function blankOf(value) {
  if (value.startsWith("form ")) return { [value.slice(5)]: {} };
  return about.forms.map((one) => one.blanks[value]).find(Boolean);
}

/** Lay out a situation, whose boards may be drawn already. @param {any} given @param {any} [drawn] */
async function lay(given, drawn) {
  situation = { format: 1, ruleset, ...structuredClone(given) };
  if (Object.keys(options).length) situation.options = { ...options };
  else delete situation.options;
  delete situation.ask;
  chosen = fresh = into = null;
  for (const place of ["verdicts", "answers"]) id(place).replaceChildren();
  const { key, items } = shape(), blank = blankOf(id("blank").value);
  // some games have no table without a piece
  id("clear").textContent = (shape().whole ? blank : blank?.[key])?.[items]?.length ? "Begin again" : "Clear the board";
  await draw(drawn);
}

/** Draw what has changed; return why it cannot be. @param {any} [drawn] @returns {Promise<string>} */
async function draw(drawn) {
  const now = ++drawing;
  drawPieces();
  tell("changed", situation);
  if (!shape().items) {
    id("told").textContent = "";
    const one = shape(), laid = situation;
    // what is filled in late belongs to what was laid out then
    id("board").replaceChildren(form(one.schema, inside(one), (value) => { if (situation !== laid) return; situation[one.key] = value; tell("changed", situation); },
      { told: true, live: true, first: fieldsOf(one.schema).map((field) => field.name) }));
    return "";
  }
  const reply = drawn ?? await ask("draw", { state: situation });
  if (now !== drawing) return "";
  if (reply.wrong) {
    const wrong = faultOf(reply.data.error[0]).join(" ");
    id("verdicts").replaceChildren(refusal(ruleset, reply.data));
    // who fills in a field may be far from there
    notice(wrong);
    return wrong;
  }
  const frames = Object.entries(reply.data.boards).map(([name, board]) => {
    const frame = make("div", { class: "board", "data-board": name, role: "group", "aria-label": board.title });
    frame.innerHTML = board.svg;
    // a picture has nothing in it to tap
    frame.firstElementChild.removeAttribute("role");
    frame.addEventListener("click", tapped);
    frame.addEventListener("pointerdown", grasp);
    frame.addEventListener("pointerup", drop);
    frame.addEventListener("keydown", step);
    placesOf(frame).forEach((place, number) => {
      for (const [name, value] of Object.entries({ tabindex: number ? -1 : 0, role: "button", "aria-label": spoken(place) })) place.setAttribute(name, String(value));
    });
    return frame;
  });
  const legend = Object.values(reply.data.boards).flatMap((board) => board.legend);
  // a person goes on where they look
  const seen = [...id("board").querySelectorAll(".board")].map((one) => [one.scrollLeft, one.scrollTop]);
  /** @type {any} */
  const focused = document.activeElement, held = id("board").contains(focused) ? focused.dataset.names : null;
  id("board").replaceChildren(...frames, keys(Object.values(reply.data.boards)));
  id("told").textContent = legend.join("; ");
  if (frames.some((one) => one.scrollWidth > one.clientWidth + 8)) frames.at(-1).after(make("p", { class: "hint" }, "The board is wider than the screen: move it sideways."));
  if (seen.length === frames.length && shown === situation) frames.forEach((one, place) => one.scrollTo(...seen[place]));
  if (held) placesOf(id("board")).find((one) => one.dataset.names === held)?.focus({ preventScroll: true });
  shown = situation;
  mark();
  return "";
}

/** Return the places of a board, or of all boards. @param {any} within @returns {any[]} */
const placesOf = (within) => [...within.querySelectorAll("polygon[data-names]")];

/** Return a place as it is read aloud: its names, and who stands there. @param {any} place */
function spoken(place) {
  const names = place.dataset.names.split(" ");
  const there = pieces().filter((piece) => names.some((name) => placeField(name) && String(piece[placeField(name).name]) === name));
  return [names.join(" "), ...there.map((piece) => piece.id)].join(", ");
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Go from place to place by the arrow keys, and tap one by Enter. @param {any} event */
function step(event) {
  const way = WAYS[event.key], from = event.target;
  if (!from.matches("polygon") || !(way || ["Enter", " "].includes(event.key))) return;
  event.preventDefault();
  if (!way) return void tapped(event);
  const middle = (one) => { const { left, top, width, height } = one.getBoundingClientRect(); return [left + width / 2, top + height / 2]; };
  const [x, y] = middle(from);
  const ahead = placesOf(event.currentTarget).map((one) => {
    const [right, down] = [middle(one)[0] - x, middle(one)[1] - y], along = right * way[0] + down * way[1];
    return { one, along, far: along + 2 * Math.abs(right * way[1] + down * way[0]) };
  }).filter(({ along }) => along > 1).sort((a, b) => a.far - b.far);
  if (!ahead.length) return;
  from.setAttribute("tabindex", "-1");
  ahead[0].one.setAttribute("tabindex", "0");
  ahead[0].one.focus();
}

/** Return what is drawn on some boards and what it means. @param {any[]} boards */
function keys(boards) {
  return make("p", { class: "hint keys" }, ...boards.flatMap((board) => board.keys).map(([sample, told]) => {
    const shown = make("span", {});
    shown.innerHTML = sample;
    shown.append(` ${told}`);
    return shown;
  }));
}

/** Mark the chosen piece, and places. @param {string[]} [places] */
export function mark(places = []) {
  const piece = situation && pieces().find((one) => one.id === chosen), owners = piece ? Object.keys(shape().lists).map((field) => piece[field]) : [];
  for (const element of id("board").querySelectorAll("[data-names], [data-at]")) {
    const names = (element.dataset.names ?? "").split(" ");
    element.classList.toggle("chosen", chosen !== null && names.some((name) => name === chosen || owners.includes(name)));
    element.classList.toggle("taken", element.matches("polygon") && fresh !== null && names.some((name) => Object.values(fresh).map(String).includes(name)));
    element.classList.toggle("reached", element.matches("polygon") && names.some((name) => places.includes(name)));
  }
}

/** Return whether a field names a place of the board. @param {any} field */
export const isPlace = (field) => fieldsOf(shape().entry).some((one) => one.name !== "id" && one.enum && String(one.enum) === String(field.enum));

/** Return whether a field is a square of a grid, by its column and row. @param {any} field */
const isSquare = (field) => field.type === "array" && field.minItems === 2 && field.maxItems === 2;

/** Return the field of a piece that says where it stands, by a place of the board. @param {string} place */
const placeField = (place) => fieldsOf(shape().entry).find((field) => field.enum?.some((one) => String(one) === place) || (isSquare(field) && /^-?\d+,-?\d+$/.test(place)));

/** Return a place of the board as a field has it. @param {any} field @param {string} place */
const placeIn = (field, place) => (isSquare(field) ? place.split(",").map(Number) : field.enum.find((one) => String(one) === place));

function tapped(event) {
  const element = event.target.closest("[data-names], [data-at]");
  if (!element) return;
  const names = [...(element.dataset.names ?? "").split(" "), ...(element.dataset.at ?? "").split(" ")].filter(Boolean);
  const lists = Object.keys(shape().lists), piece = pieces().find((one) => names.includes(one.id)) ?? pieces().find((one) => lists.some((field) => names.includes(one[field])));
  if (piece) return void tapPiece(piece.id);
  if (taker) return void taker(names.find(placeField) ?? names[0]);
  // on another board stands what a piece belongs to, as a battalion
  if (shape().board && element.closest(".board").dataset.board !== shape().board) return void tapOther(names);
  for (const name of names) {
    const field = placeField(name);
    if (!field) continue;
    // a counter is smaller than its place, which is tapped for it where pieces are not laid on each other
    const there = pieces().filter((one) => String(one[field.name]) === name);
    if (there.length === 1 && (chosen === null || pairs())) return void tapPiece(there[0].id);
    return void tapPlace(field, placeIn(field, name), event.dragged);
  }
}

/** Move what the chosen piece belongs to, as its battalion, to a place of another board. @param {string[]} names */
function tapOther(names) {
  const piece = pieces().find((one) => one.id === chosen);
  for (const [field, key] of Object.entries(shape().lists)) {
    const owner = situation[key]?.find((one) => piece && one.id === piece[field]), square = owner && fieldsOf(shape().schema, entryOf(key)).find(isSquare);
    if (!square) continue;
    const before = owner[square.name];
    return void tried(() => { owner[square.name] = placeIn(square, names[0]); }, () => { owner[square.name] = before; });
  }
}

/** @type {string|null} the piece that is being dragged */
let grasped = null;

/** Return the piece that stands where a pointer is. @param {any} event */
function pieceAt(event) {
  /** @type {any} */
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-names], [data-at]");
  const names = [...(element?.dataset.names ?? "").split(" "), ...(element?.dataset.at ?? "").split(" ")];
  return { element, piece: pieces().find((one) => names.includes(one.id)) };
}

function grasp(event) {
  grasped = pieceAt(event).piece?.id ?? null;
}

/** Move a piece that is dragged to a place, or ask about it and another one. */
function drop(event) {
  const name = grasped, { element, piece } = pieceAt(event);
  grasped = null;
  if (name === null || !element || piece?.id === name) return;
  chosen = name;
  // a click follows only where the pointer was pressed
  tapped({ target: element, dragged: true });
}

function tapPiece(name) {
  if (taker) return taker(name);
  if (chosen !== null && chosen !== name && pairs()) return tell("paired", chosen, name);
  choose(chosen === name ? null : name);
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && chosen !== null && !document.querySelector("dialog[open]")) choose(null); });

/** Choose a piece, or none. @param {string|null} name */
export function choose(name) {
  chosen = name;
  fresh = into = taker = null;
  drawPieces();
  tell("chose");
  mark();
}

/** Ask about a place for the chosen piece, which lies there at once if it is dragged, or begin a new one there. */
function tapPlace(field, place, dragged = false) {
  const piece = pieces().find((one) => one.id === chosen);
  if (piece) {
    const before = piece[field.name], lay = async () => {
      await tried(() => { piece[field.name] = place; }, () => { piece[field.name] = before; });
      // who uses the keyboard goes on from there
      placesOf(id("board")).find((one) => one.dataset.names.split(" ").includes(String(place)))?.focus({ preventScroll: true });
    };
    return dragged ? void lay() : tell("placed", piece.id, place, lay);
  }
  fresh = { ...(fresh ?? blank()), [field.name]: place };
  drawPieces();
  mark();
  id("editor").querySelector("input, select")?.focus();
}

/** What a new piece begins with: of each choice that it needs, as its side, the first that no piece has; which of several is meant nobody knows. */
function blank() {
  const known = listed(), choices = (field) => known[field.name] ?? field.enum;
  const needed = fieldsOf(shape().entry).filter((field) => field.needed && !["id", shape().named_by].includes(field.name) && choices(field)?.length <= pieces().length + 2);
  const free = (field) => choices(field).find((value) => !pieces().some((one) => one[field.name] === value));
  return Object.fromEntries(needed.map((field) => [field.name, free(field)]).filter(([, value]) => value !== undefined));
}

/** Return the names that the situation has for fields of a piece, as those of the battalions. @returns {Record<string, string[]>} */
const listed = () => Object.fromEntries(Object.entries(shape().lists).map(([field, key]) => [field, (situation[key] ?? []).map((one) => one.id)]).filter(([, names]) => names.length));

/** Return a place in the situation as a person knows it: a piece by its name. @param {string} path */
function read(path) {
  if (!about || !situation) return path;
  const { key, items } = shape(), inner = path.replace(/^state\.?/, "").replace(new RegExp(`^${key}\\.?`), "");
  return inner.replace(new RegExp(`^${items}\\[(\\d+)\\]\\.?`), (_, place) => `${pieces()[Number(place) - 1]?.id ?? items} `).replaceAll("_", " ").trim();
}

pathsAreRead(read);

/** Return the counts of a piece, which begin at nothing. @param {any} one */
const counts = (one) => fieldsOf(one.entry).filter((field) => field.default === 0).map((field) => field.name);

function drawPieces() {
  const one = shape();
  refill(id("pieces"), ...pieces().map((piece) => make("button", {
    type: "button", "data-name": piece.id, "aria-pressed": String(piece.id === chosen), onclick: () => tapPiece(piece.id),
  }, piece.id, make("small", {}, ` ${one.item.map((name) => piece[name]).filter((value) => value != null && value !== piece.id).join(" ")}`))));
  refill(id("laid"), ...laid(one));
  tip();
  refill(id("editor"), ...(one.items ? editing(one) : []));
}

/** Return a button for each Spell or effect that lies on the table, which takes it away. @param {any} one */
function laid(one) {
  return one.whole ? [] : Object.entries(one.lists).flatMap(([word, key]) => (inside()[key] ?? []).map((entry, place, list) => {
    const at = Object.entries(entry).filter(([field, value]) => ![word, "id"].includes(field) && typeof value === "string").map(([, value]) => value)[0] ?? "";
    return make("button", { type: "button", title: `Take ${entry[word]} away`, onclick: () => tried(() => list.splice(place, 1), () => list.splice(place, 0, entry)) }, `${entry[word]} `, make("small", {}, `${at} ✕`));
  }));
}

/** Say what taps do now. */
function tip() {
  id("tip").textContent = shape().items && !fresh ? (taker ? ["Tap the piece or the place that it is for."] : tips(shape())).join(" ") : "";
}

/** Return what taps do now. @param {any} one @returns {string[]} */
function tips(one) {
  const lays = fieldsOf(one.entry).some((field) => isSquare(field) || (field.name !== "id" && field.enum && one.item.includes(field.name) && field.name !== one.named_by));
  if (chosen !== null) return [`${chosen}:`, ...(pairs() && pieces().length > 1 ? ["tap another piece for a verdict on the two;"] : []), ...(lays ? ["tap a place to ask about it or to lay it there;"] : []), "tap it again when you are done."];
  if (!pieces().length) return [lays ? "Tap a place to lay the first piece." : "Lay a piece."];
  return [pairs() ? "Tap a piece, then another one, for a verdict on the two." : "Tap a piece to ask about it.", ...(lays ? ["Tap a place to lay another piece."] : [])];
}

/** Return what can be filled in of the chosen piece, of a new one or of the whole position. @param {any} one */
function editing(one) {
  const piece = pieces().find((given) => given.id === chosen);
  if (piece) {
    const kind = piece[one.named_by];
    return [make("h3", {}, piece.id), form(one.entry, piece, () => { rename(piece, kind); void draw(); }, { told: true, names: listed(), hide: ["id"], first: [...one.item, ...counts(one)] }),
      make("button", { type: "button", onclick: () => { remove(piece); void draw(); } }, "Take away"), ...others(piece)];
  }
  if (!fresh) {
    // a number for each player is asked of those who have a piece
    const players = [...new Set(pieces().map((piece) => piece.player).filter(Boolean))];
    const counted = players.length ? fieldsOf(one.schema).filter((field) => field.type === "object" && field.additionalProperties?.type === "integer").map((field) => field.name) : [];
    const head = form(one.schema, inside(one), () => draw(), { told: true, first: counted, names: Object.fromEntries(counted.map((name) => [name, players])), hide: [one.items, ...(one.whole ? one.frame : []), ...Object.keys(Object.values(one.blanks)[0]?.[one.key] ?? {})] });
    return [make("button", { type: "button", onclick: () => { fresh = blank(); drawPieces(); id("editor").querySelector("input, select")?.focus(); } }, `New ${noun(one)}`),
      make("details", { open: whole, ontoggle: (event) => { whole = event.target.open; } }, make("summary", {}, "The whole position"), head)];
  }
  const root = into === null ? one.entry : one.schema, entry = into === null ? undefined : entryOf(into);
  const head = make("h3", {}), titles = () => { head.textContent = [`New ${into === null ? noun(one) : into.replace(/s$/, "")}`, ...Object.keys(blank()).map((name) => into === null && fresh?.[name]).filter(Boolean)].join(": "); };
  titles();
  const filled = form(root, fresh, titles, { told: true, names: into === null ? listed() : {}, hide: ["id"], shape: entry, first: [...one.item, ...counts(one), ...(entry ? fieldsOf(one.schema, entry).map((field) => field.name) : [])] });
  const buttons = make("p", { class: "actions" }, make("button", { type: "button", class: "main", onclick: add }, "Lay it"),
    make("button", { type: "button", onclick: () => { fresh = into = null; drawPieces(); mark(); } }, "Cancel"),
    ...(into === null ? others(fresh) : []));
  // Enter lays it, with what has just been written
  filled.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches("input")) { event.preventDefault(); event.target.blur(); void add(); } });
  // what is seldom filled in comes after
  (filled.querySelector(".fields") ?? filled).after(buttons);
  return [head, ...(filled.children.length ? [filled] : [filled, buttons])];
}

/** Return what an entry of a list of the situation holds. @param {string} list */
const entryOf = (list) => plain(fieldsOf(shape().schema).find((field) => field.name === list).items, shape().schema);

/** Return buttons for what else may lie on the place of a piece, as a Spell. @param {any} there */
function others(there) {
  const held = fieldsOf(shape().entry).find((field) => field.enum && there[field.name] !== undefined && isPlace(field) && !shape().item.slice(0, -1).includes(field.name));
  if (!held) return [];
  const root = shape().schema, within = (field) => plain(field.items ?? {}, root).properties ?? {};
  // a list of other pieces, as those that are slain, holds none that lie here
  const lists = fieldsOf(root).filter((field) => !within(field)[shape().named_by] && String(plain(within(field)[held.name] ?? {}, root).enum) === String(held.enum));
  return lists.map((list) => make("button", { type: "button", onclick: () => {
    chosen = null;
    into = list.name;
    fresh = { [held.name]: there[held.name] };
    drawPieces();
    mark();
    id("editor").querySelector("input, select")?.focus();
  } }, `${/^[aeiou]/.test(list.name) ? "An" : "A"} ${list.name.replace(/s$/, "")} ${there === fresh ? "instead" : "here"}`));
}

/** Return what one of the pieces is called, as a legion. @param {any} one */
const noun = (one) => one.items.replace(/s$/, "");

async function add() {
  if (!sound(id("editor"))) return;
  const one = shape(), given = fresh, list = into;
  const missing = (list === null ? fieldsOf(one.entry) : fieldsOf(one.schema, entryOf(list))).find((field) => field.needed && field.name !== "id" && given[field.name] === undefined);
  if (missing) return void notice(`Choose the ${titled(missing)} first.`);
  const lain = list === null ? pieces() : (inside()[list] ??= []);
  const piece = list === null ? { id: given[one.named_by] === undefined ? numbered(String(given[one.item.at(-1)] ?? noun(one))) : free(String(given[one.named_by])), ...given } : { ...given };
  fresh = into = null;
  if (await tried(() => lain.push(piece), () => lain.splice(lain.indexOf(piece), 1))) {
    // where it may stand is tapped next
    if (list === null && ![...id("board").querySelectorAll("[data-names]")].some((shown) => shown.dataset.names.split(" ").includes(piece.id))) choose(piece.id);
    id("board").scrollIntoView({ block: "nearest" });
  } else {
    [fresh, into] = [given, list];
    drawPieces();
    mark();
  }
}

/** Change what lies on the table, and change it back where that cannot be; return whether it could. @param {() => void} change @param {() => void} back */
async function tried(change, back) {
  change();
  const wrong = await draw();
  if (!wrong) return true;
  back();
  await draw();
  return false;
}

/** Return whether a question is about what is laid out; one about nothing by name is about the first of the forms. @param {any} one */
export const isAbout = (one) => one.about.some((key) => key === shape().key || (key === "" && shape() === about.forms[0]));

/** Return the questions that can be asked of what is laid out, by their verbs. @returns {[string, any][]} */
export const asked = () => Object.entries(about.questions).filter(([verb, one]) => (one.alone || isAbout(one)) && !fieldsOf(one.schema).find((field) => field.name === verb)?.not);

/** Return the fields of a question beside its verb that it cannot do without. @param {any} one @param {string} verb */
export const needed = (one, verb) => fieldsOf(one.schema).filter((field) => field.needed && field.name !== verb);

/** Return the questions that need nothing but two pieces, each with the field of the second one. @returns {[string, string][]} */
export const ofTwo = () => asked().flatMap(([verb, one]) => {
  const second = Object.keys(one.pieces).find((name) => name !== verb && !fieldsOf(one.schema).find((field) => field.name === name && field.type === "array"));
  return one.pieces[verb] && second && needed(one, verb).every((field) => field.name === second) ? [[verb, second]] : [];
});

/** Return whether something is asked of two pieces here. */
const pairs = () => ofTwo().length > 0;

/** Name a piece after its new kind, if it has the name of its kind and nothing else names it. @param {any} piece @param {string} kind */
function rename(piece, kind) {
  const by = shape().named_by, now = piece[by];
  const uses = JSON.stringify(situation, (key, value) => (key === by ? undefined : value)).split(JSON.stringify(piece.id)).length - 1;
  if (!now || now === kind || uses > 1 || piece.id.replace(/-\d+$/, "") !== kind) return;
  piece.id = free(now);
  chosen = piece.id;
}

/** Return a name for a piece of a kind that no other one has. @param {string} kind */
function free(kind) {
  const taken = new Set(pieces().map((piece) => piece.id));
  let name = kind;
  for (let number = 2; taken.has(name); number++) name = `${kind}-${number}`;
  return name;
}

/** Return a name for a piece of something, as the second unit of a battalion. @param {string} owner */
function numbered(owner) {
  let number = 1;
  while (pieces().some((piece) => piece.id === `${owner}.${number}`)) number++;
  return `${owner}.${number}`;
}

function remove(piece) {
  const list = pieces();
  list.splice(list.indexOf(piece), 1);
  chosen = null;
}

function drawOptions() {
  id("counts").textContent = Object.keys(options).length ? `${Object.keys(options).length} options differ from the ruleset: ${Object.keys(options).join(", ")}.` : "";
  refill(id("options"), ...Object.entries(about.options).map(([name, one]) => make("label", { class: "option" },
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
      drawOptions();
    } }, ...Object.entries(one.choices).map(([value, meaning]) => make("option", { value, title: value, selected: value === String(options[name] ?? one.default) }, meaning))))));
  findOptions();
}

/** Show the options that have all words of a search. */
function findOptions() {
  const wanted = id("option-words").value.toLowerCase().split(/\s+/);
  for (const one of id("options").children) one.hidden = !wanted.every((word) => one.textContent.toLowerCase().includes(word));
}

id("option-words").addEventListener("input", findOptions);
