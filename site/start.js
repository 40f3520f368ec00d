// What a ruleset begins with: its forms, and an example with its verdict. The site holds it, so that it need not be asked for.
import { ask } from "./referee.js";
import { id } from "./elements.js";

/** @type {Record<string, Promise<any>>} */
const known = {};

/** Return {forms, verdict, boards}, each a reply, the last two where an example can be laid out. @param {string} name @returns {Promise<any>} */
export function startOf(name) {
  return known[name] ??= given(name).catch(async () => {
    const reply = await ask("start", { ruleset: name });
    return reply.wrong ? { forms: reply } : reply.data;
  });
}

/** Ask again the next time: the house rules of this name are others now. @param {string} name */
export const forget = (name) => void delete known[name];

async function given(name) {
  const option = [...id("ruleset").options].find((one) => one.value === name);
  if (!option || !("started" in option.dataset)) throw new Error(`${name} is asked for`);
  const answer = await fetch(`start/${name}.json`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return (await answer.json()).data;
}
