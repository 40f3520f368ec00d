// A form from a JSON Schema: what can be filled in, and nothing that the types do not have.
import { make } from "./elements.js";

// a longer list is searched, not unfolded; that of a fieldset, which has no room to search in, may be longer
const MANY = 8, MANY_WITHIN = 60;
let number = 0;

/** Return a schema without references and without its null. @param {any} schema @param {any} root @returns {any} */
export function plain(schema, root) {
  // the title of a type is its name in the program
  if (schema.$ref) return { ...plain(root.$defs[schema.$ref.split("/").pop()], root), title: schema.title };
  const some = schema.anyOf?.filter((one) => one.type !== "null").map((one) => plain(one, root));
  if (!some?.length) return schema;
  const list = some.find((one) => one.type === "array"), named = some.filter((one) => one.enum);
  // one or several
  if (list && some.some((one) => one.type === list.items?.type)) return { ...list, one: true, title: schema.title, default: schema.default };
  return { ...(named[0] ?? some[0]), ...(named.length > 1 ? { enum: [...new Set(named.flatMap((one) => one.enum))] } : {}), title: schema.title, default: schema.default };
}

/** Return the shape of a field; what can only be true is a flag. @param {any} shape */
const flag = (shape) => (String(shape.enum) === "true" ? { ...shape, type: "boolean" } : shape);

/** Return the fields of an object, the needed ones first. @param {any} root @param {any} [shape] */
export function fieldsOf(root, shape = plain(root, root)) {
  const needed = new Set(shape.required ?? []);
  const fields = Object.entries(shape.properties ?? {}).map(([name, one]) => ({ name, needed: needed.has(name), ...flag(plain(one, root)) }));
  return fields.sort((a, b) => Number(b.needed) - Number(a.needed));
}

/** Return whether all that is filled in below a place is known there; the first that is not says so. @param {any} place */
export const sound = (place) => [...place.querySelectorAll("input")].every((box) => box.reportValidity());

/** Return a name as it is read. @param {string} name */
export const words = (name) => name.replaceAll("_", " ");

/** Return what a field is called: by its title, if its name says too little. @param {any} field */
export const titled = (field) => field.title ?? words(field.name);

/** Return what a type says of its fields, their names in bold. @param {string} text */
const saidOf = (text) => text.split("\n\n").map((part) => make("p", { class: "hint" }, ...part.split("`").map((one, place) => (place % 2 ? make("b", {}, words(one)) : one))));

/** Make the input of a field, null for one that cannot be filled in here.
 * @param {any} field @param {any} value @param {(value: any) => void} changed @param {{root: any, names?: string[], within?: boolean, live?: boolean}} about */
function input(field, value, changed, about) {
  const label = titled(field);
  if (field.type === "boolean") {
    const box = make("input", { type: "checkbox", checked: value === true, onchange: () => changed(box.checked ? true : undefined) });
    return make("label", { class: "flag" }, box, label);
  }
  const choices = about.names && field.enum ? [...new Set([...about.names, ...field.enum])] : field.enum ?? about.names;
  if (choices && !["object", "array"].includes(field.type) && choices.length <= (about.within ? MANY_WITHIN : MANY)) {
    const select = make("select", { onchange: () => changed(select.value === "" ? undefined : typed(select.value, field)) });
    if (!field.needed || value === undefined) select.append(make("option", { value: "" }, "—"));
    for (const one of choices) select.append(make("option", { value: String(one), selected: one === value }, words(String(one))));
    return make("label", {}, label, select);
  }
  const items = field.items && plain(field.items, about.root);
  if (field.not || (items && !["string", "integer", undefined].includes(items.type))) return null;
  if (field.type === "object") return mapping(field, label, value ?? {}, changed, choices ?? plain(field.propertyNames ?? {}, about.root).enum ?? []);
  const known = choices ?? items?.enum;
  const list = known && make("datalist", { id: `list-${++number}` }, ...suggested(known).map((one) => make("option", { value: one })));
  const numeric = field.type === "integer" || field.type === "number";
  const box = make("input", {
    type: numeric ? "number" : known ? "search" : "text", list: list?.id, min: field.minimum, max: field.maximum,
    value: Array.isArray(value) ? value.join(", ") : value ?? "", autocomplete: "off", autocapitalize: "none",
    placeholder: items ? "a, b, c" : field.default ?? "", onfocus: () => box.select(), oninput: () => {
      box.setCustomValidity("");
      if (about.live && numeric) box.dispatchEvent(new Event("change"));
    },
    onchange: () => {
      const given = box.value.trim() === "" ? undefined : typed(box.value.trim(), { ...field, items });
      // what was written in short is seen in full
      if (typeof given === "string") box.value = given;
      // what may name a piece may name more than the list has, as a place
      const allowed = about.names ? undefined : (items ?? field).enum, strange = [given].flat().find((one) => one !== undefined && allowed && !allowed.includes(one));
      box.setCustomValidity(strange !== undefined ? `'${strange}' is not one of those in the list of ${label}` : "");
      if (box.reportValidity()) changed(field.one && given?.length === 1 ? given[0] : given);
      else box.dispatchEvent(new CustomEvent("wrong", { bubbles: true }));
    },
  });
  // a list grows by what is chosen
  const more = items && known && make("select", { "aria-label": `Add to ${label}`, onchange: () => {
    box.value = [...box.value.split(",").map((one) => one.trim()).filter(Boolean), more.value].join(", ");
    more.value = "";
    box.dispatchEvent(new Event("change"));
  } }, make("option", { value: "" }, "add…"), ...known.map((one) => make("option", { value: one }, words(String(one)))));
  return make("label", {}, label, box, ...(list ? [list] : []), ...(more ? [more] : []));
}

/** Return names to choose from, without those that may stand for a shorter one: a counter by its number, a name as it is printed. @param {any[]} known */
const suggested = (known) => known.filter((one) => [String(one).replace(/-\d+$/, ""), String(one).toLowerCase().replace(/\s+/g, "-")].every((other) => other === String(one) || !known.includes(other)));

/** Make the input of words by name, for each of some names or a line each; null where they are more than words.
 * @param {any} field @param {string} label @param {any} value @param {(value: any) => void} changed @param {string[]} names */
function mapping(field, label, value, changed, names) {
  const type = field.additionalProperties?.type;
  if (type !== "string" && type !== "integer") return null;
  if (names.length) {
    const said = { ...value };
    return make("fieldset", { class: "fields" }, make("legend", {}, label), ...names.map((name) => make("label", {}, name, make("input", { type: type === "integer" ? "number" : "text", "data-name": name, value: value[name] ?? "", autocomplete: "off", autocapitalize: "none", onchange: (event) => {
      said[name] = event.target.value.trim();
      const rows = Object.entries(said).filter(([, one]) => one).map(([name, one]) => [name, typed(one, { type })]);
      changed(rows.length ? Object.fromEntries(rows) : undefined);
    } }))));
  }
  const box = make("textarea", { rows: 3, spellcheck: "false", placeholder: type === "integer" ? "name: 100" : "name: words", onchange: () => {
    const rows = box.value.split("\n").map((line) => line.split(/:(.*)/).slice(0, 2).map((word) => word.trim())).filter(([name, said]) => name && said).map(([name, said]) => [name, typed(said, { type })]);
    changed(rows.length ? Object.fromEntries(rows) : undefined);
  } });
  box.value = Object.entries(value).map(([name, one]) => `${name}: ${one}`).join("\n");
  return make("label", { class: "wide" }, label, box);
}

// so many of one name, as "2 ogres"
const COUNTED = /^(\d{1,2})\s+(?=[^\d\s])(.*)$/;

/** Return the entries of a list that some words stand for. @param {string} text @param {any} items @returns {any[]} */
function several(text, items) {
  const [, count, name] = COUNTED.exec(text) ?? [];
  if (!count || !items.enum) return [typed(text, items)];
  const one = typed(name, items), single = typed(name.replace(/s$/, ""), items);
  return Array(Number(count)).fill(items.enum.includes(one) ? one : single);
}

/** Return a written value as the type of its field has it. @param {string} text @param {any} field */
function typed(text, field) {
  if (field.type === "array") return text.split(text.includes(",") || COUNTED.test(text) ? "," : /\s+/).map((one) => one.trim()).filter(Boolean).flatMap((one) => several(one, field.items ?? {}));
  const known = field.enum?.find((one) => String(one).toLowerCase() === text.toLowerCase().replace(/\s+/g, "-"));
  if (known !== undefined) return known;
  const begun = suggested(field.enum ?? []).filter((one) => String(one).startsWith(text.toLowerCase().replace(/\s+/g, "-")));
  if (begun.length === 1) return begun[0];
  if (field.type === "string" && !field.enum?.some((one) => typeof one === "number")) return text;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Make the fields of each entry of a list, as the Spells in effect; an entry counts once it has what it cannot do without.
 * @param {any} root @param {any} field @param {any} entry @param {any[]} list @param {(value: any) => void} changed */
function entries(root, field, entry, list, changed) {
  const needed = fieldsOf(root, entry).filter((one) => one.needed).map((one) => one.name), rows = list.map((one) => ({ ...one }));
  const tell = () => {
    const whole = rows.filter((row) => needed.every((name) => row[name] !== undefined));
    changed(whole.length ? whole : undefined);
  };
  const place = make("details", { open: rows.length > 0 });
  const draw = () => place.replaceChildren(make("summary", {}, `${titled(field)} (${rows.length})`), ...rows.map((row) => make("fieldset", {},
    form(root, row, tell, { shape: entry, first: fieldsOf(root, entry).map((one) => one.name) }), make("button", { type: "button", onclick: () => { rows.splice(rows.indexOf(row), 1); draw(); tell(); } }, "Take away"))),
  make("button", { type: "button", onclick: () => { rows.push({}); draw(); } }, "Add"));
  draw();
  return place;
}

/** Make the fields of an object; `changed` is called with the whole value after each change. Below those that are seldom needed stands what they are.
 * @param {any} root @param {any} value @param {(value: any) => void} changed
 * @param {{hide?: string[], names?: Record<string, string[]>, first?: string[], shape?: any, told?: boolean, live?: boolean}} [how] `live` follows each digit @returns {any} */
export function form(root, value, changed, how = {}) {
  const main = make("div", { class: "fields" }), more = make("details", { class: "more" }, make("summary", {}, "more"));
  for (const field of fieldsOf(root, how.shape)) {
    if (how.hide?.includes(field.name)) continue;
    const set = (given) => {
      if (given === undefined) delete value[field.name];
      else value[field.name] = given;
      // what is drawn again finds a person where the Tab key has led them
      setTimeout(() => changed(value));
    };
    const inner = field.type === "object" && field.properties && field, entry = field.items && plain(field.items, root);
    const made = entry?.properties && !field.not ? entries(root, field, entry, value[field.name] ?? [], set) : inner
      ? make("fieldset", {}, make("legend", {}, titled(field)),
        form(root, value[field.name] ?? {}, set, { live: how.live, shape: inner, first: fieldsOf(root, inner).filter((one) => one.maximum).map((one) => one.name) }))
      : input(field, value[field.name], set, { root, names: how.names?.[field.name], within: Boolean(how.shape), live: how.live });
    const place = field.needed || how.first?.includes(field.name) ? main : more;
    if (made) place.append(made);
    // what counts is seen
    if (place === more && value[field.name] !== undefined && value[field.name] !== null) more.setAttribute("open", "");
  }
  const told = how.told ? saidOf((how.shape ?? plain(root, root)).description ?? "") : [];
  if (more.children.length > 1) more.append(...told);
  // what is all that there is need not be unfolded
  if (!main.children.length) return make("div", { class: "more" }, ...[...more.children].slice(1));
  return make("div", {}, ...(more.children.length > 1 ? [main, more] : [...told, main]));
}
