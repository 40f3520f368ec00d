// The history of a game: states from a folder, one after another, each on its board.
import { ask } from "./referee.js";
import { refusal } from "./card.js";
import { id, make, say } from "./elements.js";

/** @type {{name: string, text: string}[]} the states, the first one first */
let states = [];
let now = 0;

/** Take the states among some files, in the order of their names. @param {FileList} files */
async function take(files) {
  const named = [...files].filter((file) => /state( \(\d+\))?\.(ya?ml|json)$/.test(file.name)).sort((a, b) => pathOf(a).localeCompare(pathOf(b), "en", { numeric: true }));
  states = await Promise.all(named.map(async (file) => ({ name: pathOf(file), text: `${await file.text()}\n` })));
  id("history-steps").hidden = !states.length;
  if (states.length) return show(0);
  id("history").replaceChildren(make("p", {}, "There is no state among these files: their names end with state.yaml or state.json."));
}

/** @param {any} file */
const pathOf = (file) => file.webkitRelativePath || file.name;

/** Show the boards of a state, and what it awaits. @param {number} place */
async function show(place) {
  now = Math.min(Math.max(place, 0), states.length - 1);
  const { name, text } = states[now];
  const reply = await ask("show", { state: text, form: "list" });
  const read = reply.wrong ? null : await ask("show", { state: text, form: "state" });
  const drawn = read && !read.wrong ? await ask("draw", { state: read.data }) : null;
  if (states[now].name !== name) return;
  id("history-title").textContent = `${now + 1} of ${states.length}: ${name}`;
  id("history-first").disabled = id("history-before").disabled = now === 0;
  id("history-after").disabled = id("history-last").disabled = now === states.length - 1;
  const boards = Object.values(drawn && !drawn.wrong ? drawn.data.boards : {}).map((board) => {
    const frame = make("div", { class: "board", role: "img", "aria-label": board.title });
    frame.innerHTML = board.svg;
    return frame;
  });
  id("history").replaceChildren(...boards, reply.wrong ? refusal("", reply.data) : make("pre", {}, reply.text));
  say(`${name} is shown.`);
}

/** Make the part of the page work. */
export function begin() {
  for (const name of ["history-folder", "history-files"]) id(name).onchange = (event) => take(event.target.files);
  id("history-first").onclick = () => show(0);
  id("history-before").onclick = () => show(now - 1);
  id("history-after").onclick = () => show(now + 1);
  id("history-last").onclick = () => show(states.length - 1);
  id("history-take").onclick = () => { id("state").value = states[now]?.text ?? ""; id("state").scrollIntoView(); };
}
