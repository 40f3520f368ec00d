// The questions about what lies on the table: those that are tapped, and every other one in a form.
import { ask } from "./referee.js";
import { card, refusal } from "./card.js";
import { id, make, notice, refill, say } from "./elements.js";
import { fieldsOf, form, sound, titled, words } from "./fields.js";
import { asked, choose, isAbout, isPlace, linkOf, mark, needed, ofTwo, on, table, takeTaps, tell } from "./table.js";

/** Ask all that can be asked of two pieces, those that are allowed first. @param {string} one @param {string} other */
async function pair(one, other) {
  const some = ofTwo().map(([verb, second]) => ({ [verb]: one, [second]: other }));
  // where nothing is asked of two, the other one is meant
  if (!some.length) return choose(other);
  const replies = await Promise.all(some.map((question) => verdict(question)));
  const read = replies.filter((reply) => !reply.wrong).sort((a, b) => rank(a) - rank(b));
  reveal(read.length ? read : replies);
}

/** Ask all that can be asked of a piece and a place; where nothing can, lay it there. @param {string} name @param {any} place @param {() => void} lay */
async function placed(name, place, lay) {
  const some = asked().flatMap(([verb, one]) => {
    const to = placeOf(one, verb);
    return one.pieces[verb] && to && isAbout(one) && needed(one, verb).every((field) => field.name === to) ? [{ one, asks: { [verb]: name, [to]: place } }] : [];
  });
  const replies = await Promise.all(some.map(async (question) => ({ ...question, reply: await verdict(question.asks) })));
  // what fits comes first, then what the position lacks something for
  const order = ({ reply }) => (reply.wrong ? 2.5 : rank(reply));
  const [first] = replies.filter(({ reply }) => !reply.wrong || missingIn(reply)).sort((a, b) => order(a) - order(b));
  if (!first) return void lay();
  const button = make("button", { type: "button", onclick: () => { show([]); lay(); } }, `Lay ${name} at ${place}`);
  await askNow(first.one, first.asks, null, make("p", { class: "actions" }, button));
}

// what is allowed first, then what has no such answer, then what is not allowed, first what fits where the two stand; what only tells of the board is last
const rank = ({ data: { answer, question, fits } }) => (answer?.allowed === true ? 0 : answer?.allowed === false ? (fits ? 2 : 3) : typeof answer?.[Object.keys(question ?? {})[0]] === "boolean" ? 4 : 1);

/** @param {any} question */
const verdict = (question) => ask("verdict", { state: table().situation, question });

/** Show verdicts to a person who has asked, who need not look for them. @param {any[]} replies @param {Node|null} [lead] */
export function reveal(replies, lead = null) {
  id("answers").replaceChildren();
  show(replies, false, lead);
  if (!replies[0].wrong) tell("answered", replies[0].data);
  const card = id("verdicts").firstElementChild, { top, height } = card.getBoundingClientRect();
  // what does not fit is read from its beginning
  card.scrollIntoView({ block: top < 0 || height > innerHeight ? "start" : "nearest" });
}

/** @type {{of: any, questions: any[], lead: Node|null}} what the verdicts that stand answer, the situation they are about, and what stands above them */
let standing = { of: null, questions: [], lead: null };

/** Show verdicts, the first one open, and mark the places in them; none clear the page. @param {any[]} replies @param {boolean} [repeated] whether they answer what stood before @param {Node|null} [lead] */
export function show(replies, repeated = false, lead = null) {
  if (!repeated) standing = { lead, of: table().situation, questions: replies.flatMap((reply) => (reply.wrong || !reply.data.question ? [] : [reply.data.question])) };
  const { ruleset } = table();
  const link = (data) => `${location.origin}${location.pathname}${linkOf(data.echo)}`;
  const [first, ...cards] = replies.map((reply) => (reply.wrong ? refusal(ruleset, reply.data) : card(ruleset, reply.data, link(reply.data))));
  const verbs = replies.slice(1).map((reply) => words(Object.keys(reply.data.question ?? {})[0] ?? ""));
  const others = cards.flatMap((one, place) => (verbs[place] ? [make("h3", {}, verbs[place]), one] : [one]));
  // where nothing that fits is allowed, nobody knows which of the answers was meant
  const open = replies.length > 1 && rank(replies[0]) > 2;
  refill(id("verdicts"), ...(first && standing.lead ? [standing.lead] : []), ...(first ? [first] : []), ...(verbs.some(Boolean) ? [make("details", { open }, make("summary", {}, `Other answers: ${verbs.filter(Boolean).join(", ")}`), ...others)] : []));
  id("verdicts").scrollTop = 0;
  mark(replies.flatMap((reply) => (reply.wrong ? [] : placesIn(reply.data.answer))));
  if (first) say(replies[0].wrong ? replies[0].data.error[0].message : replies[0].data.card.verdict[0][0]);
}

/** Yield the texts of an answer, of which some are places. */
function placesIn(value) {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(placesIn);
  return value && typeof value === "object" ? Object.entries(value).flat().flatMap(placesIn) : [];
}

/** what the questions that stand are about; who fills them in keeps them while only numbers of pieces change */
let drawn = "";

function drawQuestions() {
  const { about, situation, chosen, pieces, ruleset, shape } = table();
  if (!about || !situation) return;
  const rest = { ...situation, ...(shape.items ? { [shape.whole ? shape.items : shape.key]: pieces.map((piece) => piece.id) } : {}) };
  const now = JSON.stringify([ruleset, chosen, rest]);
  if (now === drawn) return;
  drawn = now;
  takeTaps(null);
  const quick = [];
  for (const [verb, one] of asked()) {
    if (chosen === null || !one.pieces[verb] || !isAbout(one) || needed(one, verb).some((field) => !field.enum)) continue;
    const asks = { [verb]: chosen }, choices = [...choicesOf(one, verb), ...numbersOf(one, verb)];
    const then = (aim) => make("button", { type: "button", title: one.tells, onclick: (event) => { if (sound(event.target.closest("fieldset") ?? event.target)) void askNow(one, asks, aim); } }, words(verb));
    quick.push(choices.length ? make("fieldset", {}, make("legend", {}, words(verb)), byChoice(one, verb, asks, choices, then)) : placeOf(one, verb) ? byChoice(one, verb, asks, choices, then) : then(null));
  }
  refill(id("quick"), ...quick);
  const select = id("verb"), before = select.value;
  const [here, alone] = [true, false].map((about) => asked().filter(([, one]) => isAbout(one) === about).map(([verb, one]) => make("option", { value: verb }, `${words(verb)}: ${one.tells}`)));
  select.replaceChildren(...here, ...(alone.length ? [make("optgroup", { label: "Not about this table" }, ...alone)] : []));
  if (asked().some(([verb]) => verb === before)) select.value = before;
  else openMapping(select);
  select.onchange = drawQuestion;
  drawQuestion();
}

/** Return the field of a question for a place that is asked about. @param {any} one @param {string} verb */
const placeOf = (one, verb) => fieldsOf(one.schema).find((field) => field.name !== verb && isPlace(field))?.name;

/** Return the field that an answer lacks, if it lacks one. @param {any} reply @returns {string|undefined} */
function missingIn(reply) {
  const why = reply.wrong ? reply.data.error : reply.data.answer.because;
  return /^'(\w+)' is missing/.exec(why?.[0]?.message ?? "")?.[1];
}

/** Ask a question as it stands; where it lacks something, say what, or let a tap say whom it is for. @param {any} one @param {any} asks @param {((missing: string) => void) | null} aim @param {Node|null} [lead] what stands above the verdict */
async function askNow(one, asks, aim, lead = null) {
  const reply = await verdict(asks), missing = missingIn(reply);
  if (aim && fieldsOf(one.schema).some((field) => field.name === missing)) return aim(missing);
  reveal([reply], lead);
  const { shape, situation, redraw } = table(), whole = fieldsOf(shape.schema);
  if (!whole.some((field) => field.name === missing)) return;
  // what the position lacks is asked for where that is said
  id("verdicts").querySelector(".card > p").after(form(shape.schema, shape.whole ? situation : situation[shape.key], () => { redraw(); void askNow(one, asks, aim, lead); }, { first: [missing], hide: whole.map((field) => field.name).filter((name) => name !== missing) }));
}

/** Return the fields of a question in which one of some words is chosen, none of which is a piece or a place. @param {any} one @param {string} verb */
const choicesOf = (one, verb) => fieldsOf(one.schema).filter((field) => field.enum && field.name !== verb && !one.pieces[field.name] && !isPlace(field)).map((field) => field.name);

/** Return the fields of a question for a number that its example gives, as the roll of a die. @param {any} one @param {string} verb */
const numbersOf = (one, verb) => fieldsOf(one.schema).filter((field) => field.type === "integer" && field.name !== verb && one.example.split(" ").includes(field.name)).map((field) => field.name);

/** Return what a field of a type is called. @param {any} schema @param {string} name */
const nameOf = (schema, name) => titled(fieldsOf(schema).find((field) => field.name === name) ?? { name });

/** Make the choices of a question about the chosen piece; with one made, a tap says whom or which place it is for.
 * @param {any} one @param {string} verb @param {any} asks @param {string[]} choices @param {(aim: (missing: string) => void) => any} button makes what asks it at once */
function byChoice(one, verb, asks, choices, button) {
  const second = Object.keys(one.pieces).find((name) => name !== verb) ?? placeOf(one, verb);
  const hint = make("p", { class: "hint", hidden: true }, "Now tap the piece or the place that it is for. ",
    make("button", { type: "button", onclick: () => choose(null) }, "Done"));
  const others = fieldsOf(one.schema).map((field) => field.name).filter((name) => !choices.includes(name));
  const changed = () => {
    // a verdict about another choice
    show([]);
    if (!second) return;
    aim(choices.some((name) => asks[name] !== undefined));
  };
  const aim = (now) => {
    hint.hidden = !now;
    takeTaps(now ? async (name) => reveal([await verdict({ ...asks, [second]: name })]) : null);
  };
  const own = make("div", {}, form(one.schema, asks, changed, { hide: others, first: choices }));
  const lacks = (missing) => {
    if (missing === second) return aim(true);
    notice(`Choose the ${nameOf(one.schema, missing)} first.`);
    // what only some choices need is asked for once it is missed
    if (others.splice(0, others.length, ...others.filter((name) => name !== missing)).includes(missing)) own.replaceChildren(form(one.schema, asks, changed, { hide: others, first: [...choices, missing] }));
  };
  const made = button(lacks);
  // what may be is listed first; a tap asks about one of it
  if (!choices.length) made.addEventListener("click", () => aim(true));
  return make("div", {}, own, made, hint);
}

/** Unfold the question that says something for each of several names, as a command for each battalion. @param {any} select */
function openMapping(select) {
  const main = asked().find(([verb, one]) => !one.alone && fieldsOf(one.schema).find((field) => field.name === verb)?.type === "object");
  id("further").firstElementChild.textContent = main ? `${main[0][0].toUpperCase()}${words(main[0]).slice(1)}, and other questions` : "Other questions";
  if (!main || !groups().length) return;
  select.value = main[0];
  id("further").open = true;
}

/** Offer what may be ordered for each of some names, beside the field in which its order is written. @param {any} place */
async function offerOrders(place) {
  const { situation } = table(), reply = await ask("legal", { state: situation });
  if (reply.wrong || table().situation !== situation) return;
  const named = groups();
  for (const box of place.querySelectorAll("fieldset input[data-name]")) {
    // a row is of whom it names first
    const rows = reply.data.legal.filter((row) => Object.values(row).find((one) => named.includes(one)) === box.dataset.name);
    const numbered = new Set(rows.filter((row) => Object.values(row).some((one) => typeof one === "number")).map((row) => Object.values(row)[0]));
    const select = make("select", { "aria-label": `Order for ${box.dataset.name}` }, make("option", { value: "" }, "choose…"), ...rows.map((row) => make("option", { value: Object.values(row)[0] }, words(String(Object.values(row)[0])))));
    const number = make("input", { type: "number", min: 1, max: 99, value: 1, "aria-label": `Number for ${box.dataset.name}` });
    number.hidden = true;
    const write = () => {
      number.hidden = !numbered.has(select.value);
      box.value = select.value && `${select.value}${number.hidden ? "" : ` ${number.value}`}`;
      box.dispatchEvent(new Event("change"));
    };
    select.onchange = number.oninput = write;
    box.parentElement.after(make("span", { class: "offer" }, select, number));
  }
}

/** Return the ids of what pieces belong to, as the battalions of units. */
function groups() {
  const { situation, pieces } = table(), named = new Set(pieces.flatMap((piece) => Object.values(piece)));
  const others = Object.values(situation).filter((list) => Array.isArray(list) && list !== pieces);
  return others.map((list) => list.map((one) => one?.id)).filter((ids) => ids.some((one) => one !== undefined && named.has(one))).flat();
}

function drawQuestion() {
  const { about, chosen, pieces, ruleset, options } = table();
  const verb = id("verb").value, one = about.questions[verb];
  if (!one) return void id("question").replaceChildren();
  const first = fieldsOf(one.schema).find((field) => field.name === verb);
  const question = {};
  if (first?.type === "boolean") question[verb] = true;
  else if (first?.enum?.length === 1) question[verb] = first.enum[0];
  else if (chosen !== null && one.pieces[verb]) question[verb] = chosen;
  const names = Object.fromEntries(Object.keys(one.pieces).map((name) => [name, pieces.map((piece) => piece.id)]));
  if (first?.type === "object" && groups().length) names[verb] = groups();
  for (const field of fieldsOf(one.schema)) {
    const known = (table().situation[one.lists[field.name]] ?? []).map((listed) => listed.id).filter(Boolean);
    // a field with names of its own, as the Spells of a cast, is about those
    if (!field.enum && known.length) names[field.name] = known;
  }
  refill(id("question"),
    ...(one.example ? [make("p", { class: "hint" }, `For example: ${one.example}`)] : []),
    form(one.schema, question, () => {}, { names, first: [verb, ...Object.keys(one.pieces), ...one.example.split(" ")], hide: first?.type === "boolean" || first?.enum?.length === 1 ? [verb] : [] }),
    make("button", { type: "button", class: "main", onclick: async () => {
      const { [verb]: head, ...rest } = question;
      if (head === undefined && first?.type !== "boolean" && first?.needed) {
        // what stands there answers another question
        show([]);
        return void notice(`Choose the ${titled(first)} first.`);
      }
      if (!sound(id("question"))) return;
      const asks = { [verb]: head ?? true, ...rest }, there = isAbout(one) ? await verdict(asks) : null;
      // what needs no table, and names nothing on it, may be about another one
      const other = one.alone && there?.wrong && !pieces.some((piece) => piece.id === head);
      reveal([there && !other ? there : await ask("verdict", { ruleset, question: asks, ...(Object.keys(options).length ? { options } : {}) })]);
    } }, "Ask"));
  if (first?.type === "object" && names[verb]?.length) void offerOrders(id("question"));
}

/** Ask again after each change what the verdicts answer, or all that can be asked of a situation without pieces. */
async function again() {
  const { shape, situation } = table();
  if (!shape) return;
  const flags = () => asked().filter(([verb, one]) => !one.alone && !needed(one, verb).length && plainFlag(one, verb)).map(([verb]) => ({ [verb]: true }));
  const now = ++asking, questions = !shape.items ? flags() : standing.of === situation ? standing.questions : [];
  const replies = await Promise.all(questions.map((question) => verdict(question)));
  if (now !== asking || table().situation !== situation) return;
  const read = replies.filter((reply) => !reply.wrong).sort((a, b) => rank(a) - rank(b));
  // what has just made an answer impossible is said, and what is wrong beside what has not been filled in yet
  const wrong = replies.filter((reply) => id("verdicts").children.length || reply.data.error?.some((one) => !one.message.includes("is missing")));
  show(read.length ? read : wrong.slice(0, 1), true);
}

let asking = 0;

/** @param {any} one @param {string} verb */
const plainFlag = (one, verb) => fieldsOf(one.schema).find((field) => field.name === verb)?.type === "boolean";

// what is not understood has no verdict
document.addEventListener("wrong", () => id("verdicts").replaceChildren());
on("changed", drawQuestions);
on("changed", again);
on("chose", drawQuestions);
on("paired", pair);
on("placed", placed);
