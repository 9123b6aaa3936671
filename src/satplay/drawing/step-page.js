// The page of an explanation: one view for the board, one for each step, one for the end.
// Sentences come from boards and files: they are only ever put into the page as text.
"use strict";

const data = JSON.parse(document.getElementById("steps").textContent);
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
let current = 0;
let link = -1; // the sentence of the chain that the picture shows; -1: the whole step

/** Every picture as numbers of shapes: each is coded as changes of the one before it. */
function decode(changes) {
  const pictures = [];
  let before = [];
  for (const coded of changes) {
    const shapes = [];
    for (let at = 0; at < coded.length; at++) {
      if (coded[at] >= 0) {
        shapes.push(coded[at]);
        continue;
      }
      const start = -1 - coded[at];
      for (let place = start; place < start + coded[at + 1]; place++) shapes.push(before[place]);
      at++;
    }
    pictures.push(shapes);
    before = shapes;
  }
  return pictures;
}

const pictures = decode(data.changes);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function draw(number) {
  const [width, height] = data.sizes[number];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", data.names[number]);
  for (const shape of pictures[number]) {
    for (const [tag, attributes, text] of data.shapes[shape]) {
      const element = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.textContent = text;
      svg.append(element);
    }
  }
  return svg;
}

function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function listOf(className, sentences) {
  return make("ul", { class: className }, ...sentences.map((text) => make("li", {}, sentence(text))));
}

/** The sentences of a chain, those of a case one list deeper; those with a picture can be chosen. */
function chainOf(view) {
  const lists = [make("ol", { class: "chain" })]; // the list of the chain, and of each open case
  view.chain.forEach(({ text, picture, depth = 0 }, number) => {
    lists.length = Math.min(lists.length, depth + 1);
    while (lists.length <= depth) {
      const inner = make("ol", {});
      lists[lists.length - 1].lastElementChild.append(inner);
      lists.push(inner);
    }
    const chosen = { type: "button", "aria-pressed": String(number === link) };
    const choose = () => showLink(number === link ? -1 : number);
    const shown = picture === null ? make("span", {}, text) : make("button", { ...chosen, onclick: choose }, text);
    lists[depth].append(make("li", {}, shown));
  });
  return lists[0];
}

function textOf(view) {
  const parts = [make("h2", {}, view.cost === undefined ? view.title : `${view.title}, cost ${view.cost}`)];
  if (view.facts && view.facts.length) parts.push(listOf("facts", view.facts));
  if (view.chain && view.chain.length) parts.push(chainOf(view));
  else for (const reason of view.reason || []) parts.push(make("p", { class: "reason" }, reason));
  if (view.given && view.given.length) parts.push(make("h2", {}, "Known before"), listOf("given", view.given));
  for (const line of view.text || []) parts.push(make("p", {}, sentence(line)));
  if (current === 0) parts.push(make("p", {}, "The next button shows the first step."));
  return parts;
}

function show(number) {
  if (number !== current) link = -1;
  current = Math.max(0, Math.min(number, data.views.length - 1));
  const view = data.views[current];
  const chosen = link >= 0 ? [view.chain[link].picture] : view.pictures;
  byId("pictures").replaceChildren(...chosen.map(draw));
  byId("text").replaceChildren(...textOf(view));
  const steps = data.views.length - 2;
  const isStep = current > 0 && current <= steps;
  byId("where").textContent = isStep ? `Step ${current} of ${steps}` : view.title;
  byId("legend").hidden = !isStep;
  const slider = byId("slider");
  slider.value = String(current);
  slider.setAttribute("aria-valuetext", byId("where").textContent);
  for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", String(current === 0));
  for (const id of ["next", "last"]) byId(id).setAttribute("aria-disabled", String(current === data.views.length - 1));
  const address = `#${current}`;
  if (location.hash !== address) history.replaceState(null, "", address);
}

function showLink(number) {
  const { chain } = data.views[current];
  if (!chain || !chain.some(({ picture }) => picture !== null)) return;
  link = Math.max(-1, Math.min(number, chain.length - 1));
  const had = document.activeElement && document.activeElement.closest(".chain");
  show(current);
  if (had && link >= 0) document.querySelectorAll(".chain button")[link].focus();
}

const KEYS = {
  ArrowLeft: () => show(current - 1),
  ArrowRight: () => show(current + 1),
  Home: () => show(0),
  End: () => show(data.views.length - 1),
};
const CHAIN_KEYS = { ArrowUp: () => showLink(link - 1), ArrowDown: () => showLink(link + 1) };

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { chain } = data.views[current];
  const act = KEYS[event.key] || (chain && chain.length ? CHAIN_KEYS[event.key] : undefined);
  if (act === undefined) return;
  act();
  event.preventDefault();
}

function goToAddress() {
  const number = Number(location.hash.slice(1));
  show(Number.isInteger(number) ? number : 0);
}

byId("slider").max = String(data.views.length - 1);
byId("first").addEventListener("click", () => show(0));
byId("back").addEventListener("click", () => show(current - 1));
byId("next").addEventListener("click", () => show(current + 1));
byId("last").addEventListener("click", () => show(data.views.length - 1));
byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", goToAddress);
goToAddress();
