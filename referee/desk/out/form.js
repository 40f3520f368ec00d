// The order form. It offers the rows of `legal` that the page holds and writes the lines to mail; it decides nothing.
(() => {
  const id = (name) => document.getElementById(name);
  const data = JSON.parse(id("data").textContent);
  const rows = data.rows.map((row, number) => ({ ...row, number, verb: Object.keys(row.row)[0], told: row.row.told || {} }));
  for (const row of rows) {
    row.pieces ||= [];
    row.names ||= [];
    row.choices ||= [];
  }
  const MOST_SHOWN = 60;
  const KEY = `orders ${data.game} ${data.step} ${data.player}`;
  const touch = matchMedia("(max-width: 63.99em)");

  // the lines of the mail, and a draft of them that outlives the page, where the browser keeps one
  let lines = [];
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(kept)) lines = kept.filter((line) => typeof line === "string");
  } catch { /* there is no draft */ }

  function keep() {
    try {
      if (lines.length) localStorage.setItem(KEY, JSON.stringify(lines));
      else localStorage.removeItem(KEY);
    } catch { /* the page works without a draft */ }
  }

  function make(tag, attributes = {}, ...inner) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value != null) made.setAttribute(name, value);
    }
    made.append(...inner);
    return made;
  }

  function say(text) {
    const said = id("said");
    said.textContent = text;
    // on a phone it passes over the top of the page, each time anew
    said.style.animation = "none";
    void said.offsetHeight;
    said.style.animation = "";
  }

  // ---- groups: the pieces that act, and the verbs of orders without a piece

  const groups = new Map();
  for (const row of rows) {
    for (const name of row.pieces.length ? row.pieces : [null]) {
      const key = name === null ? `verb ${row.verb}` : `piece ${name}`;
      if (!groups.has(key)) groups.set(key, { key, name, title: name ?? row.verb, rows: [] });
      groups.get(key).rows.push(row);
    }
  }
  let open = null;
  // the choice of the order that is open into which a point tapped on the board goes
  let placing = null;

  function drawChips() {
    const chosen = new Set(lines);
    const pieces = [], others = [];
    for (const group of groups.values()) {
      const due = group.rows.some((row) => row.told.must);
      const given = group.rows.some((row) => chosen.has(row.line));
      const marks = [];
      if (due) marks.push(make("small", { class: "must" }, " must"));
      if (given) marks.push(make("small", {}, " ✓"));
      const single = group.name === null && group.rows.length === 1 && !group.rows[0].choices.length;
      if (single) {
        const row = group.rows[0];
        others.push(make("button", { type: "button", "aria-pressed": String(chosen.has(row.line)), "data-line": row.line,
          onclick: () => toggle(row.line) }, row.line, ...marks));
      } else {
        const place = group.name !== null && data.places[group.name];
        const where = place ? [make("small", {}, ` · ${place}`)] : [];
        const count = make("small", { "aria-label": `${group.rows.length} orders` }, ` (${group.rows.length})`);
        (group.name === null ? others : pieces).push(make("button", { type: "button", "data-group": group.key,
          "aria-expanded": String(open?.key === group.key), "aria-controls": "panel",
          onclick: () => (open?.key === group.key ? close(true) : show(group, true)) }, group.title, ...where, count, ...marks));
      }
    }
    for (const line of data.later) {
      others.push(make("button", { type: "button", "aria-pressed": String(chosen.has(line)), "data-line": line,
        onclick: () => toggle(line) }, line, make("small", {}, " (later)")));
    }
    id("pieces").replaceChildren(...pieces);
    id("others").replaceChildren(...others);
  }

  // ---- the panel: what a piece may do

  function show(group, focus, sheet = false) {
    open = group;
    placing = null;
    id("panel-title").textContent = group.title;
    const verbs = new Map();
    for (const row of group.rows) verbs.set(row.verb, [...(verbs.get(row.verb) || []), row]);
    const parts = [];
    for (const [verb, some] of verbs) {
      if (verbs.size > 1) parts.push(make("h4", {}, verb));
      const headings = new Map();
      for (const row of some) headings.set(row.under || "", [...(headings.get(row.under || "") || []), row]);
      for (const [heading, those] of headings) {
        if (heading) parts.push(make("h5", {}, heading));
        parts.push(...drawRows(those, headOf(those, group)));
      }
    }
    if (!parts.length) parts.push(make("p", {}, "Nothing fits."));
    id("choices").replaceChildren(...parts);
    id("panel").hidden = false;
    id("panel").classList.toggle("sheet", sheet && touch.matches);
    drawChips();
    drawMarks();
    if (group.name !== null) boards.reveal(group.name);
    if (focus) id("panel").focus({ preventScroll: sheet && touch.matches });
  }

  // what every line of some begins with, but for the last word before they differ, need not be read again and again
  function headOf(some, group) {
    if (group.name === null || some.length < 2) return "";
    const words = some.map((row) => row.line.split(" "));
    const alike = words[0].findIndex((word, at) => words.some((other) => other[at] !== word));
    return alike > 2 ? `${words[0].slice(0, alike - 1).join(" ")} ` : "";
  }

  const short = (line, head) => (head && line.startsWith(head) ? line.slice(head.length) : line);

  function drawRows(some, head, all = false) {
    const shown = all ? some : some.slice(0, MOST_SHOWN);
    const out = [];
    let chips = null;
    for (const row of shown) {
      // plain rows are small buttons beside each other
      if (!row.note && !row.choices.length && !row.told.must) {
        if (!chips) out.push((chips = make("div", { class: "chips" })));
        chips.append(button(row, head));
      } else {
        chips = null;
        out.push(drawRow(row, head));
      }
    }
    if (shown.length < some.length) {
      const more = make("button", { type: "button", onclick: () => more.replaceWith(...drawRows(some, head, true)) },
        `Show all ${some.length}`);
      out.push(more);
    }
    return out;
  }

  function button(row, head, line = () => row.line) {
    return make("button", { type: "button", "aria-pressed": String(lines.includes(row.line)), "aria-label": row.line,
      "data-line": row.line, onclick: () => toggle(line()) }, short(row.line, head));
  }

  function drawRow(row, head) {
    const choices = row.choices.map((choice) => drawChoice(row, choice));
    const line = () => choices.reduce((said, choice) => choice(said), [...parts(row)]).map((part) => part[1]).join(" ");
    const add = button(row, head, line);
    const made = make("div", { class: "row" }, add);
    const notes = [row.told.must ? "must" : "", row.note || ""].filter(Boolean).join("; ");
    if (notes) made.append(make("small", {}, notes));
    if (choices.length) {
      const more = make("details", { class: "vary" }, make("summary", {}, "or with …"));
      more.append(...choices.map((choice) => choice.element));
      const rewrite = () => {
        for (const choice of choices) choice.tie?.(choices);
        add.dataset.line = line();
        add.textContent = short(line(), head);
        add.setAttribute("aria-label", line());
        add.setAttribute("aria-pressed", String(lines.includes(line())));
        drawMarks();
      };
      for (const kind of ["change", "input"]) more.addEventListener(kind, rewrite);
      rewrite();
      made.append(more);
      const placed = choices.find((choice) => choice.place);
      if (placed) {
        more.open = true;
        placing ??= placed;
        made.addEventListener("focusin", () => { placing = placed; drawMarks(); });
      }
    }
    return made;
  }

  // a line as its fields: what can be chosen is apart, all else is kept as it is
  function parts(row) {
    let found = [["", row.line]];
    for (const choice of row.choices.filter((one) => one.given)) {
      found = found.flatMap(([field, text]) => {
        const at = field ? -1 : ` ${text} `.indexOf(` ${choice.given} `);
        if (at < 0) return [[field, text]];
        const cut = [["", text.slice(0, at).trim()], [choice.field, choice.given], ["", text.slice(at + choice.given.length).trim()]];
        return cut.filter((part) => part[1]);
      });
    }
    return found;
  }

  // a field of numbers, such as the poses of a path: x and y are those of a point tapped on the board
  function drawNumbers(row, choice, put) {
    const several = Array.isArray(choice.value);
    const poses = structuredClone(several ? choice.value : [choice.value]);
    const first = structuredClone(poses[0]);
    let changed = false;
    const element = make("fieldset", { class: "numbers" });
    const told = () => element.dispatchEvent(new Event("change", { bubbles: true }));
    // where a piece stands begins its course; one that comes onto the board has only its place
    const course = () => [...(boards.shows(row.pieces[0]) ? [first] : []), ...poses];
    const paces = () => course().reduce((sum, { x, y }, at, all) => sum + (at ? Math.hypot(x - all[at - 1].x, y - all[at - 1].y) : 0), 0);

    function draw() {
      const inputs = (inner, name) => Object.entries(inner).map(([key, one]) => {
        if (typeof one === "object" && one !== null) return make("span", {}, `${key} `, ...inputs(one, `${name} ${key}`));
        if (typeof one !== "number") return make("span", {}, `${key} ${one} `);
        const input = make("input", { type: "number", step: "any", value: String(one), "aria-label": `${name} ${key}` });
        input.addEventListener("input", () => {
          if (!Number.isFinite(input.valueAsNumber)) return;
          inner[key] = input.valueAsNumber;
          changed = true;
        });
        return make("label", {}, `${key} `, input);
      });
      const rows = poses.map((pose, at) => make("div", {}, ...inputs(pose, several ? `${choice.field} ${at + 1}` : choice.field)));
      const more = make("button", { type: "button", onclick: () => { poses.push(structuredClone(poses.at(-1))); changed = true; draw(); told(); } }, "Add a point");
      const less = make("button", { type: "button", disabled: poses.length < 2, onclick: () => { poses.pop(); changed = true; draw(); told(); } }, "Remove the last");
      const long = isPose(poses[0]) && boards.shows(row.pieces[0])
        ? [make("p", { class: "small" }, `${Math.round(paces())} paces in straight lines; turning costs more.`)] : [];
      element.replaceChildren(make("legend", {}, choice.field), ...rows, ...(several ? [more, " ", less] : []), ...long);
    }

    draw();
    element.addEventListener("change", (event) => { if (event.target !== element) { draw(); told(); } });
    const place = isPose(poses[0]) && ((spot) => {
      Object.assign(poses.at(-1), spot);
      changed = true;
      draw();
      told();
      return `x ${spot.x}, y ${spot.y}: ${Math.round(paces())} paces in straight lines. Add the order, or tap elsewhere.`;
    });
    const written = () => (choice.given.includes("{") ? JSON.stringify(several ? poses : poses[0])
      : poses.map((pose) => Object.entries(pose).map(([key, one]) => `${key} ${one}`).join(" ")).join(", "));
    return Object.assign((found) => (changed ? put(found, `${choice.field} ${written()}`) : found),
      { element, place, course, piece: row.pieces[0], reaches: row.told.allowance });
  }

  function drawNumber(choice, put) {
    const input = make("input", { type: "number", min: String(choice.value), value: String(choice.value), inputmode: "numeric" });
    const element = make("label", { class: "numbers" }, `${choice.field} `, input);
    return Object.assign((found) => (input.value ? put(found, `${choice.field} ${Number(input.value)}`) : found), { element });
  }

  const isPose = (value) => ["x", "y", "facing"].every((key) => typeof value?.[key] === "number");

  function drawChoice(row, choice) {
    const put = (found, text) => {
      const without = found.map((part) => (part[0] === choice.field ? [part[0], text] : part)).filter((part) => part[1]);
      return text && !found.some((part) => part[0] === choice.field) ? [...found, [choice.field, text]] : without;
    };
    if (typeof choice.value === "number") return drawNumber(choice, put);
    if (choice.value !== undefined) return drawNumbers(row, choice, put);
    const many = choice.most > 1;
    const boxes = choice.words.map((word, at) => (many ? make("input", { type: "checkbox", value: String(at) })
      : make("option", { value: String(at) }, choice.texts[at])));
    const select = many ? null : make("select", {}, make("option", { value: "" }, choice.given || "–"), ...boxes);
    const chosen = () => boxes.flatMap((box, at) => ((many ? box.checked : select.value === box.value) ? [at] : []));
    const element = many
      ? make("fieldset", {}, make("legend", {}, `${choice.field}, at most ${choice.most}`),
        ...boxes.map((box, at) => make("label", {}, box, ` ${choice.words[at]}`)))
      : make("label", {}, `${choice.field} `, select, " ");
    // what goes together with the other choices of this order stays within reach
    const tie = (all) => {
      const other = (field) => all.find((one) => one.field === field && one.chosen)?.chosen().map((at) => at.word) ?? [];
      const off = Boolean(choice.needs) && other(choice.needs).length !== 1;
      const without = choice.apart ? other(choice.apart) : [];
      if (select) select.disabled = off;
      if (select && (off || without.includes(choice.words[Number(select.value || -1)]))) select.value = "";
      if (many && off) for (const box of boxes) box.checked = false;
      const full = many && chosen().length >= choice.most;
      boxes.forEach((box, at) => (box.disabled = without.includes(choice.words[at]) || (many && (off || (full && !box.checked)))));
    };
    return Object.assign((found) => {
      const at = chosen();
      if (!at.length) return found;
      return put(found, at.length === 1 ? choice.texts[at[0]] : `${choice.field} ${at.map((one) => choice.words[one]).join(" ")}`);
    }, { element, tie, field: choice.field, chosen: () => chosen().map((at) => ({ word: choice.words[at] })) });
  }

  function close(focus) {
    const key = open?.key;
    open = placing = null;
    id("panel").hidden = true;
    drawChips();
    drawMarks();
    if (focus) document.querySelector(`[data-group="${CSS.escape(key ?? "")}"]`)?.focus();
  }

  // ---- the lines

  // one place for a piece, and one piece for a place: the newer line of a piece counts, the second for a place does not
  function toggle(line) {
    const at = lines.indexOf(line);
    if (at >= 0) {
      lines.splice(at, 1);
      return changed(`Removed: ${line}`);
    }
    const row = rowOf(line);
    const standing = lines.map((one) => [one, rowOf(one)]).filter(([, one]) => row?.stands && one?.stands);
    const taken = standing.find(([, one]) => one.stands === row.stands && one.pieces[0] !== row.pieces[0]);
    if (taken) return say(`${row.stands} is taken by your line: ${taken[0]}`);
    const old = standing.find(([, one]) => one.pieces[0] === row.pieces[0])?.[0];
    if (old === undefined) lines.push(line);
    else lines.splice(lines.indexOf(old), 1, line);
    changed(`${old === undefined ? "Added" : `Instead of ${old}`}: ${line}. ${count()} to mail.`);
  }

  const rowOf = (line) => rows.find((row) => row.line === line)
    ?? rows.find((row) => row.stands && line.startsWith(`${row.verb} ${row.pieces[0]} `) && ` ${line} `.includes(` ${row.stands} `));

  const count = () => (lines.length === 1 ? "1 line" : `${lines.length} lines`);

  function changed(said) {
    drawLines();
    refresh();
    say(said);
  }

  // all but the fields in which somebody may be writing
  function refresh() {
    keep();
    const active = document.activeElement;
    const held = active?.dataset?.line !== undefined ? `[data-line="${CSS.escape(active.dataset.line)}"]`
      : active?.dataset?.group !== undefined ? `[data-group="${CSS.escape(active.dataset.group)}"]` : null;
    const chips = active?.closest?.(".chips")?.id;
    drawChips();
    for (const one of id("choices").querySelectorAll("[data-line]")) {
      one.setAttribute("aria-pressed", String(lines.includes(one.dataset.line)));
    }
    if (held && chips && !document.contains(active)) id(chips).querySelector(held)?.focus();
    drawMarks();
    drawMail();
  }

  function drawLines(focus = null) {
    const act = (at, name, sign, able, then) => make("button", { type: "button", "aria-label": `${name} line ${at + 1}`,
      "data-act": `${name} ${at}`, disabled: !able, onclick: then }, sign);
    id("lines").replaceChildren(...lines.map((line, at) => make("li", {},
      make("input", { "aria-label": `Line ${at + 1}`, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
        value: line, oninput: (event) => { lines[at] = event.target.value; refresh(); },
        onchange: (event) => { if (!event.target.value.trim()) remove(at); } }),
      act(at, "Move up", "↑", at > 0, () => move(at, at - 1, "Move up")),
      act(at, "Move down", "↓", at < lines.length - 1, () => move(at, at + 1, "Move down")),
      act(at, "Remove", "×", true, () => remove(at)))));
    id("none").hidden = lines.length > 0;
    if (focus) id("lines").querySelector(`[data-act="${CSS.escape(focus)}"]`)?.focus();
  }

  function move(from, to, name) {
    const [line] = lines.splice(from, 1);
    lines.splice(to, 0, line);
    changed(`Line ${to + 1}: ${line}`);
    const again = id("lines").querySelector(`[data-act="${name} ${to}"]`);
    (again?.disabled ? id("lines").children[to]?.querySelector("input") : again)?.focus();
  }

  function remove(at) {
    const [line] = lines.splice(at, 1);
    changed(`Removed: ${line}`);
    (id("lines").children[Math.min(at, lines.length - 1)]?.querySelector("input") ?? id("own")).focus();
  }

  // ---- the mail

  function body() {
    const word = id("word")?.value.trim();
    return [...(word ? [`word ${word}`] : []), ...lines.map((line) => line.trim()).filter(Boolean)];
  }

  function drawMail() {
    const text = body();
    id("mail").textContent = text.join("\n") || " ";
    const to = encodeURIComponent(data.to).replaceAll("%40", "@");
    const link = `mailto:${to}?subject=${encodeURIComponent(data.tag)}&body=${encodeURIComponent(text.join("\r\n") + "\r\n")}`;
    id("send").href = link;
    id("long").hidden = link.length < 1900;
    id("copy").disabled = id("clear").disabled = !text.length;
    // a link that leads nowhere is no link
    id("send").hidden = !text.length;
  }

  async function copy() {
    const text = body().join("\n") + "\n";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(id("mail"));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      let done = false;
      try { done = document.execCommand("copy"); } catch { /* the lines stay selected */ }
      if (!done) return say("The lines are selected: copy them with your browser.");
    }
    say(`Copied: ${count()}. Mail them with the subject ${data.tag}.`);
  }

  // ---- the board

  const POSE = /x (-?[\d.]+) y (-?[\d.]+) facing (-?[\d.]+)/g;

  function drawMarks() {
    boards.clear();
    if (open === null || open.name === null && !open.rows.some((row) => row.names.some(boards.shows))) {
      for (const group of groups.values()) if (group.name !== null) boards.mark(group.name, "can");
    } else {
      const targets = new Set(open.rows.flatMap((row) => row.names));
      for (const name of targets) if (name !== open.name) boards.mark(name, "target");
      if (open.name !== null) boards.mark(open.name, "chosen");
    }
    if (placing) boards.course(placing.piece, placing.course(), placing.reaches);
    for (const line of lines) drawLine(line);
  }

  // what a line does, as far as it is an order that is offered
  function drawLine(line) {
    const row = rowOf(line) ?? rows.find((one) => one.choices.some((choice) => isPose([choice.value].flat()[0]))
      && line.startsWith(`${one.verb} ${one.pieces[0]} `));
    if (!row) return;
    const poses = [...line.matchAll(POSE)].map((found) => ({ x: Number(found[1]), y: Number(found[2]), facing: Number(found[3]) }));
    const piece = row.pieces[0];
    const stands = row.choices.map((choice) => [choice.value].flat()[0]).find(isPose);
    if (poses.length) return boards.course(piece, boards.shows(piece) ? [stands, ...poses] : poses);
    if (row.names.length) boards.plan(piece, row.names.filter((name) => !row.pieces.includes(name)), data.colour);
  }

  function tapped({ names, places, title, spot }) {
    if (open !== null) {
      // first the counter itself, then the place where it lies
      for (const some of [names, places]) {
        const fits = open.rows.filter((row) => row.names.some((name) => some.includes(name) && name !== open.name));
        if (fits.length === 1 && !fits[0].choices.length) return toggle(fits[0].line);
        if (fits.length) {
          const said = open.name === null ? some.join(" ") : `${open.name}: ${some.join(" ")}`;
          return show({ ...open, title: said, rows: fits }, false, true);
        }
      }
    }
    const acting = names.filter((name) => groups.has(`piece ${name}`));
    if (placing && spot && acting.every((name) => name === open.name)) return say(placing.place(spot));
    if (acting.length === 1) return show(groups.get(`piece ${acting[0]}`), false, true);
    for (const some of [acting, names, places]) {
      const fits = rows.filter((row) => row.names.some((name) => some.includes(name)) || row.pieces.some((name) => some.includes(name)));
      if (fits.length) return show({ key: "board", name: null, title: some.join(" "), rows: fits }, false, true);
    }
    if (open !== null) close(false);
    if (title || names.length) say(`${title || [...names, ...places].join(" ")}: nothing to order.`);
  }

  boards.tapped(tapped);

  // ---- rules: their summaries on hover, focus or tap

  const box = id("rule");
  let pinned = null;

  function showRule(link) {
    const number = link.getAttribute("href").slice("#rule-".length);
    box.replaceChildren(make("b", {}, id(`rule-${number}`).textContent), make("br"), id(`said-${number}`).textContent);
    box.hidden = false;
    const at = link.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8));
    const above = at.bottom + box.offsetHeight + 8 > innerHeight && at.top > box.offsetHeight + 8;
    box.style.left = `${left + scrollX}px`;
    box.style.top = `${scrollY + (above ? at.top - box.offsetHeight - 6 : at.bottom + 6)}px`;
  }

  function hideRule() {
    box.hidden = true;
    pinned = null;
  }

  for (const link of document.querySelectorAll("a.cite")) {
    link.addEventListener("mouseenter", () => showRule(link));
    link.addEventListener("mouseleave", () => { if (pinned !== link) hideRule(); });
    link.addEventListener("focus", () => showRule(link));
    link.addEventListener("blur", hideRule);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (pinned === link) return hideRule();
      showRule(link);
      pinned = link;
    });
  }
  document.addEventListener("click", (event) => { if (!event.target.closest("a.cite, #rule")) hideRule(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!box.hidden) hideRule();
    else if (open !== null) close(true);
  });

  // ---- the beginning

  id("close").addEventListener("click", () => close(true));
  id("copy").addEventListener("click", copy);
  id("clear").addEventListener("click", () => { lines = []; changed("All lines removed."); });
  id("word")?.addEventListener("input", drawMail);
  id("add").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = id("own").value.trim();
    if (!line) return;
    id("own").value = "";
    lines.push(line);
    changed(`Added: ${line}. ${count()} to mail.`);
  });
  id("find").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return close(false);
    const fits = rows.filter((row) => words.every((word) => `${row.line} ${row.note || ""} ${row.under || ""}`.toLowerCase().includes(word)));
    show({ key: "find", name: null, title: `${fits.length} with “${event.target.value.trim()}”`, rows: fits }, false);
    say(id("panel-title").textContent);
  });
  if (data.together) id("others").after(make("p", {}, make("button", { type: "button", onclick: () => toggle("no orders") }, "no orders")));
  for (const name of ["all", "cited"]) if (id(name)) id(name).open = false;
  id("how").hidden = id("find").parentElement.hidden = !rows.length;
  id("form").hidden = false;
  boards.zoom(data.own);
  drawLines();
  refresh();
})();
