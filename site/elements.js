// Elements of the page: every text is text, never markup.

/** @param {string} id @returns {any} */
export const id = (id) => document.getElementById(id);

/** Make an element. @param {string} tag @param {Record<string, any>} attributes @param {...(Node|string)} inner @returns {any} */
export function make(tag, attributes = {}, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(...inner);
  return made;
}

/** Return by what a person knows an element: its label, else its text. @param {any} element */
const known = (element) => `${element.labels?.[0]?.firstChild?.textContent ?? ""}|${element.dataset.name ?? element.textContent}`;

/** Fill a place with other elements; who was in one of them is in the one that took its place. @param {any} place @param {...(Node|string)} inner */
export function refill(place, ...inner) {
  const held = place.contains(document.activeElement) ? known(document.activeElement) : null;
  place.replaceChildren(...inner);
  if (held !== null) [...place.querySelectorAll("button, input, select, textarea, summary")].find((one) => known(one) === held)?.focus({ preventScroll: true });
}

/** Say what stands on the page to a screen reader. @param {string} text */
export function say(text) {
  id("said").textContent = text;
}

/** Show a short message to everybody, for a while. @param {string} text */
export function notice(text) {
  const place = id("notice");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, 8000);
}

let hiding = 0;

// who goes on has read it
addEventListener("pointerdown", () => { id("notice").hidden = true; });

/** Save a text as a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
