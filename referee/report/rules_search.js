// The search of the pages of rules: the index comes as data in search-data.js, which works from a file too.
"use strict";
(() => {
  let index = null, asked = false;

  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) || [];

  // how many letters must be put in, left out, changed or swapped to make one word of another
  const distance = (one, other) => {
    const rows = [Array.from({ length: other.length + 1 }, (_, n) => n)];
    for (let i = 1; i <= one.length; i++) {
      rows.push([i]);
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1] ? 0 : 1;
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
          rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
        }
      }
    }
    return rows[one.length][other.length];
  };

  // the word of the index that one which it does not have is taken for
  const nearest = (word) => {
    let best = null, least = Math.min(2, word.length / 4);
    for (const one of Object.keys(index.words)) {
      if (Math.abs(one.length - word.length) > least) continue;
      const found = distance(word, one);
      if (found < least || (found === least && best === null)) [best, least] = [one, found];
    }
    return best;
  };

  // the rule that a text cites, and the sheet whose name it is
  const named = (text) => {
    const spoken = wordsOf(text), line = ` ${spoken.join(" ")} `;
    const plain = spoken.filter((one) => !index.fillers.includes(one)).join(" ");
    const key = (row) => wordsOf(row[0]).join(" ");
    const cited = index.entries.filter((row) => row[1].startsWith("rul") && line.includes(` ${key(row)} `));
    const sheet = index.entries.find((row) => row[1] === "sheet" && key(row) === plain);
    return [...cited.sort((one, other) => other[0].length - one[0].length).slice(0, 1), ...(sheet ? [sheet] : [])];
  };

  // each term of a text with what may stand for it, and what that counts
  const groupsOf = (text) => {
    const spoken = wordsOf(text), fillers = new Set(index.fillers), line = ` ${spoken.join(" ")} `;
    let said = [...new Set(spoken)];
    const groups = [];
    for (const [phrase, means] of Object.entries(index.synonyms)) {
      if (!phrase.includes(" ") || !line.includes(` ${phrase} `)) continue;
      groups.push([phrase, ...means]);
      said = said.filter((word) => !phrase.split(" ").includes(word));
    }
    let plain = said.filter((word) => !fillers.has(word));
    if (!plain.length && !groups.length) plain = said;
    for (const word of plain) {
      groups.push([word, ...(Object.hasOwn(index.synonyms, word) ? index.synonyms[word] : [])]);
    }
    return groups;
  };

  const scoresOf = (terms) => {
    const out = new Map();
    const add = (term, counts) => {
      if (!Object.hasOwn(index.words, term)) return;
      const row = index.postings[index.words[term]];
      for (let n = 0; n < row.length; n += 2) out.set(row[n], Math.max(out.get(row[n]) || 0, counts * row[n + 1]));
    };
    terms.forEach((term, n) => add(term, n ? index.synonym : 1));
    if (!out.size) add(nearest(terms[0]), 1);
    return out;
  };

  const find = (text) => {
    const groups = groupsOf(text).map(scoresOf).filter((one) => one.size), sum = new Map(), had = new Map();
    for (const group of groups) {
      for (const [entry, score] of group) {
        sum.set(entry, (sum.get(entry) || 0) + score);
        had.set(entry, (had.get(entry) || 0) + 1);
      }
    }
    const worth = (entry) => sum.get(entry) * (1 + index.whole * (had.get(entry) / groups.length) ** 2);
    const out = new Map(named(text).map((row) => [row[0], row]));
    for (const entry of [...sum.keys()].sort((a, b) => worth(b) - worth(a) || a - b)) {
      const row = index.entries[entry];
      if (!out.has(row[0])) out.set(row[0], row);
      if (out.size === index.most) break;
    }
    return [...out.values()];
  };

  // for a page that shows what is found by itself
  window.refereeFind = (data, text) => {
    index = data;
    return find(text);
  };
  const field = document.getElementById("search"), list = document.getElementById("found");
  if (!list) return;

  const make = (name, text, className) => {
    const out = document.createElement(name);
    out.textContent = text;
    if (className) out.className = className;
    return out;
  };

  const show = () => {
    list.replaceChildren();
    if (index === null || !field.value.trim()) return;
    const rows = find(field.value);
    for (const [id, kind, title, text, place] of rows) {
      const item = make("li", ""), link = make("a", kind === "sheet" ? title : `${id} ${title}`);
      link.href = place;
      const said = text.length > 300 ? `${text.slice(0, 300)} …` : text;
      item.append(link, make("span", ` ${kind}`, "kind"), make("p", said));
      list.append(item);
    }
    if (!rows.length) list.append(make("li", "No rule, ruling, row or sheet has these words."));
  };

  const load = () => {
    if (asked) return;
    asked = true;
    const data = document.createElement("script");
    data.src = "search-data.js";
    data.onload = () => { index = window.refereeIndex; show(); };
    document.head.append(data);
  };
  field.addEventListener("focus", load);
  field.addEventListener("input", () => { load(); show(); });
})();
