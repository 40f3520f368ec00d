// Orders: check and adjudicate a state with its orders, with dice typed in or dice for show.
import { ask } from "./referee.js";
import { refusal } from "./card.js";
import { id, make, save } from "./elements.js";
import { table } from "./table.js";

let next = null;

/** Read the texts of the form; an empty one is left out. */
function given() {
  const dice = id("dice").value.trim();
  return { state: `${id("state").value}\n`, orders: `${id("orders").value}\n`, ...(dice ? { dice: diceOf(dice) } : {}) };
}

/** Return dice by event, from lines `event: 6 5 4`. @param {string} text */
function diceOf(text) {
  return Object.fromEntries(text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
    const [event, values] = [line.slice(0, line.lastIndexOf(":")).trim(), line.slice(line.lastIndexOf(":") + 1)];
    return [event, values.split(/[\s,]+/).filter(Boolean).map(Number)];
  }));
}

function told(reply) {
  id("done").replaceChildren(reply.wrong ? refusal(table().ruleset, reply.data) : make("pre", {}, reply.text));
}

/** Offer what can be done with an adjudication, nothing without one. @param {any} done */
function offer(done) {
  next = done;
  for (const name of ["save-state", "save-trace", "go-on"]) id(name).hidden = !done;
}

async function check() {
  offer(null);
  told(await ask("check", given()));
}

async function adjudicate() {
  const show = id("for-show").checked;
  const secret = show ? { secret: [...crypto.getRandomValues(new Uint8Array(32))].map((one) => one.toString(16).padStart(2, "0")).join("") } : {};
  const reply = await ask("adjudicate", { ...given(), ...secret });
  told(reply);
  offer(reply.wrong || !reply.data.state ? null : reply.data);
  if (next && show) id("done").prepend(make("p", { class: "assumed" }, "These dice are for show: nobody can verify them."));
}

const yaml = (value) => new Blob([JSON.stringify(value, null, 1)], { type: "application/json" });

/** Make the form work. */
export function begin() {
  id("check").onclick = check;
  id("adjudicate").onclick = adjudicate;
  const named = (what) => [next.state.game, String(next.state.step).padStart(3, "0"), what, "json"].filter(Boolean).join(".");
  id("save-state").onclick = () => save(named("state"), yaml(next.state));
  id("save-trace").onclick = () => save(named("trace"), yaml(next.trace));
  id("go-on").onclick = () => {
    id("state").value = JSON.stringify(next.state, null, 1);
    id("orders").value = "";
    offer(null);
  };
  id("from-table").onclick = () => { id("state").value = JSON.stringify(table().situation ?? {}, null, 1); };
  for (const name of ["state", "orders"]) {
    const area = id(name);
    area.addEventListener("dragover", (event) => event.preventDefault());
    area.addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (file) area.value = await file.text();
    });
    id(`${name}-file`).onchange = async (event) => { area.value = await event.target.files[0].text(); };
  }
}
