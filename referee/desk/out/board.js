"use strict";
// The boards of the page: zoom, taps, and what is drawn over them. It knows no game and no order.
const boards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  // the least size of a label on a phone and on a wide screen, in pixels
  const READABLE = matchMedia("(max-width: 63.99em)").matches ? 11 : 8;
  const STEP = 1.4, MOST = 6;
  // a board whose labels are smaller than this does not open whole
  const SMALL = 7;

  const drawn = [...document.querySelectorAll("#boards [data-names], #boards [data-at]")];
  const words = (text) => (text || "").split(" ").filter(Boolean);
  const bearing = new Map();
  for (const element of drawn) {
    for (const name of words(element.dataset.names)) bearing.set(name, [...(bearing.get(name) || []), element]);
  }
  const pictures = [...document.querySelectorAll("#boards .board > svg")];
  for (const svg of pictures) svg.append(make("g", { class: "marks" }));

  function make(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, typeof value === "number" ? value.toFixed(1) : value);
    return made;
  }

  const elements = (name) => bearing.get(name) || [];
  const layer = (svg) => svg.querySelector(".marks");

  function middle(element) {
    const box = element.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // ---- zoom: the frame of a board scrolls, and opens where its player's pieces can be read

  function zoom(own) {
    for (const svg of pictures) {
      const frame = svg.parentElement, natural = svg.viewBox.baseVal.width;
      const smallest = Math.min(...[...svg.querySelectorAll("text")].map((text) => Number(text.getAttribute("font-size"))));
      const whole = () => Math.min(frame.clientWidth, natural);
      const size = (wide, [x, y] = centre()) => {
        const width = Math.max(whole(), Math.min(wide, MOST * natural));
        svg.style.maxWidth = "none";
        svg.style.width = `${width}px`;
        const scale = width / natural;
        frame.scrollTo(x * scale - frame.clientWidth / 2, y * scale - frame.clientHeight / 2);
      };
      const centre = () => {
        const scale = svg.getBoundingClientRect().width / natural;
        return [(frame.scrollLeft + frame.clientWidth / 2) / scale, (frame.scrollTop + frame.clientHeight / 2) / scale];
      };
      const readable = () => size(Number.isFinite(smallest) ? (natural * READABLE) / smallest : 0, home());
      const small = (smallest * whole()) / natural < SMALL;
      // the middle of the own pieces that lie close together
      const home = () => {
        const places = own.flatMap(elements).filter((one) => one.ownerSVGElement === svg).map(middle);
        if (!places.length) return [natural / 2, svg.viewBox.baseVal.height / 2];
        const near = ([x, y]) => places.reduce((sum, [x1, y1]) => sum + Math.hypot(x - x1, y - y1), 0);
        return places.reduce((best, one) => (near(one) < near(best) ? one : best));
      };
      const act = (text, label, then) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: text, ariaLabel: label, onclick: then });
        return button;
      };
      const bar = document.createElement("p");
      bar.className = "zoom";
      const now = () => svg.getBoundingClientRect().width;
      bar.append(act("−", "Smaller", () => size(now() / STEP)), act("+", "Larger", () => size(now() * STEP)),
        act("Whole", "Show the whole board", () => size(0)), act("Read", "Show the labels in a size to read", readable));
      frame.before(bar);
      if (small) readable();
    }
  }

  // ---- what is drawn over a board

  function clear() {
    for (const svg of pictures) layer(svg).replaceChildren();
  }

  // a piece that is chosen is in sight
  function reveal(name) {
    for (const element of elements(name).slice(0, 1)) {
      const frame = element.ownerSVGElement.parentElement, inner = element.getBoundingClientRect(), outer = frame.getBoundingClientRect();
      if (inner.left < outer.left || inner.right > outer.right) frame.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
      if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    }
  }

  function mark(name, kind) {
    for (const element of elements(name)) {
      const outline = (element.matches("polygon") ? element : element.querySelector("rect"))?.cloneNode(false);
      if (!outline) continue;
      for (const attribute of ["fill", "stroke", "stroke-width", "data-names", "data-at", "opacity"]) outline.removeAttribute(attribute);
      outline.setAttribute("class", kind);
      layer(element.ownerSVGElement).append(outline);
    }
  }

  // a piece where a line puts it: a copy of its counter, or a plate with its name if it is not on the board yet
  function plan(name, targets, colour) {
    const from = elements(name)[0];
    const to = targets.flatMap(elements).find((element) => !from || element.ownerSVGElement === from.ownerSVGElement);
    if (!to) return;
    const svg = to.ownerSVGElement, [x, y] = middle(to);
    if (!from) return void layer(svg).append(plate(name, x, y, colour));
    const [x1, y1] = middle(from);
    layer(svg).append(make("line", { x1, y1, x2: x, y2: y }));
    if (!from.matches("g")) return void layer(svg).append(make("circle", { cx: x, cy: y, r: 6 }));
    const copy = from.cloneNode(true);
    for (const attribute of ["data-names", "data-at"]) copy.removeAttribute(attribute);
    copy.setAttribute("class", "planned");
    copy.setAttribute("transform", `translate(${(x - x1).toFixed(1)} ${(y - y1).toFixed(1)})`);
    layer(svg).append(copy);
  }

  function plate(name, x, y, colour) {
    const wide = 3.2 * name.length + 6, group = make("g", { class: "planned" });
    const text = make("text", { x, y: y + 3.6, "text-anchor": "middle", "font-size": "10", "font-weight": "bold", fill: "#fdfcf8" });
    text.textContent = name;
    group.append(make("rect", { x: x - wide, y: y - 8, width: 2 * wide, height: 16, rx: "3", fill: colour }), text);
    return group;
  }

  // ---- boards with measures: poses are {x, y, facing} in paces, facing clockwise from straight up

  const measured = pictures.find((svg) => svg.dataset.paces);
  const scale = () => measured.dataset.paces.split(" ").map(Number);

  function point({ x, y }) {
    const [each, left, high] = scale();
    return [(x - left) / each, (high - y) / each];
  }

  // where a piece goes by the poses of a path, the first of which is where it stands, if it does
  function course(name, poses, reaches = {}) {
    if (!measured || !poses.length) return;
    const [first, last] = [poses[0], poses.at(-1)], [each] = scale();
    const [cx, cy] = point(first);
    const circles = new Map();
    for (const [ground, paces] of Object.entries(reaches)) circles.set(paces, [...(circles.get(paces) || []), ground.replaceAll("_", " ")]);
    for (const [paces, grounds] of circles) {
      const r = paces / each, label = `${grounds.join(", ")} ${paces}`;
      const text = make("text", { x: cx, y: cy - r - 3, "text-anchor": "middle", "font-size": "11", class: "reach" });
      text.textContent = label;
      layer(measured).append(make("circle", { cx, cy, r, class: "reach" }), text);
    }
    for (const [at, pose] of poses.entries()) {
      if (!at) continue;
      const [x1, y1] = point(poses[at - 1]), [x2, y2] = point(pose);
      layer(measured).append(make("line", { x1, y1, x2, y2 }));
    }
    const base = elements(name).find((element) => element.matches("polygon") && element.ownerSVGElement === measured);
    const [x, y] = point(last);
    if (base && poses.length > 1) {
      const copy = base.cloneNode(false);
      copy.removeAttribute("data-names");
      copy.setAttribute("class", "planned");
      copy.setAttribute("transform", `translate(${(x - cx).toFixed(1)} ${(y - cy).toFixed(1)}) rotate(${(last.facing - first.facing).toFixed(1)} ${cx.toFixed(1)} ${cy.toFixed(1)})`);
      layer(measured).append(copy);
    }
    const turn = (last.facing * Math.PI) / 180;
    layer(measured).append(make("circle", { cx: x, cy: y, r: 4 }),
      make("line", { x1: x, y1: y, x2: x + 14 * Math.sin(turn), y2: y - 14 * Math.cos(turn) }));
  }

  // ---- taps

  function tapped(then) {
    for (const svg of pictures) {
      svg.addEventListener("click", (event) => {
        const element = event.target.closest("[data-names], [data-at]");
        const title = event.target.closest("polygon, g")?.querySelector(":scope > title")?.textContent ?? "";
        let spot = null;
        if (svg === measured) {
          const [each, left, high] = scale();
          const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
          spot = { x: Math.round(at.x * each + left), y: Math.round(high - at.y * each) };
        }
        then({ names: words(element?.dataset.names), places: words(element?.dataset.at), title, spot });
      });
    }
  }

  return { zoom, reveal, clear, mark, plan, course, tapped, shows: (name) => bearing.has(name) };
})();
