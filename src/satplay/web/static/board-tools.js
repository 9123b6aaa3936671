// The buttons of the board page and their keys. Single keys act only while the board has the focus.

import { byId, make } from "./dom.js";
import { icon } from "./icons.js";
import { ask } from "./page.js";
import { runJob } from "./api.js";

/** Name, label, key; those of the first list stay in sight on a phone. */
const MAIN = [
  ["undo", "Undo", "u"],
  ["redo", "Redo", "r"],
  ["try", "Try", "t"],
  ["check", "Check", "c"],
  ["hint", "Hint", "h"],
];
const MORE = [
  ["new", "New", "n"],
  ["open", "Open", "o"],
  ["share", "Share", ""],
  ["export", "Export", ""],
  ["explain", "Explain", "e"],
  ["clauses", "Clauses", ""],
  ["clear-marks", "Clear marks", ""],
  ["restart", "Start again", ""],
  ["solve", "Solution", ""],
  ["statistics", "Statistics", ""],
  ["settings", "Settings", ""],
];
const REPEATS = ["undo", "redo"]; // while the button is held
const FIRST_REPEAT = 450;
const NEXT_REPEAT = 90;
const LARGE_CELL = 40; // pixels; a board of such cells needs no buttons to zoom

export function mount(page) {
  const buttons = new Map();
  const place = (list) => list.map(([name, label, key]) => {
    const made = button(page, name, label, key);
    buttons.set(name, made);
    return made;
  });
  const more = make(
    "button",
    { type: "button", class: "tool more", "aria-expanded": "false", "aria-controls": "more-tools", onclick: () => showMore(!isMoreShown()) },
    icon("menu"),
    make("span", {}, "More"),
  );
  byId("tools").append(...place(MAIN), more);
  byId("more-tools").append(...place(MORE));

  const isMoreShown = () => byId("more-tools").classList.contains("is-open");
  function showMore(isShown) {
    byId("more-tools").classList.toggle("is-open", isShown);
    more.setAttribute("aria-expanded", String(isShown));
  }
  byId("more-tools").addEventListener("click", () => showMore(false));
  document.addEventListener("pointerdown", (event) => {
    if (isMoreShown() && !byId("more-tools").contains(event.target) && !more.contains(event.target)) showMore(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isMoreShown()) return;
    showMore(false);
    more.focus();
  });

  page.tool("undo", () => page.match.undo());
  page.tool("redo", () => page.match.redo());
  page.tool("restart", () => page.match.restart());
  page.tool("clear-marks", () => clearMarks(page));
  page.tool("solve", () => showSolution(page));
  mountKeys(page);
  mountZoom(page);

  const refresh = () => showState(page, buttons);
  for (const event of ["load", "change", "outcome", "panel"]) page.addEventListener(event, refresh);
  page.addEventListener("load", () => showPuzzleTools(page));
  page.boardView.addEventListener("pointer", () => showPuzzleTools(page));
  page.addEventListener("change", () => showPuzzleTools(page));
}

function button(page, name, label, key) {
  const title = key ? `${label} (${key.toUpperCase()})` : label;
  const made = make("button", { type: "button", class: "tool", "data-tool": name, title }, icon(name), make("span", {}, label));
  if (REPEATS.includes(name)) holdToRepeat(made, () => page.run(name));
  else {
    made.addEventListener("click", () => {
      if (made.getAttribute("aria-disabled") === "true" || page.match === null) return;
      if (page.panel === name) page.closePanel();
      else page.run(name);
    });
  }
  return made;
}

/** A click acts once; holding the button repeats it. */
function holdToRepeat(made, act) {
  let timer = 0;
  let hasRepeated = false;
  const stop = () => clearTimeout(timer);
  const repeat = () => {
    hasRepeated = true;
    if (made.getAttribute("aria-disabled") === "true") return;
    act();
    timer = setTimeout(repeat, NEXT_REPEAT);
  };
  made.addEventListener("pointerdown", () => {
    hasRepeated = false;
    stop();
    timer = setTimeout(repeat, FIRST_REPEAT);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) made.addEventListener(name, stop);
  made.addEventListener("contextmenu", (event) => event.preventDefault());
  made.addEventListener("click", () => {
    if (!hasRepeated && made.getAttribute("aria-disabled") !== "true") act();
    hasRepeated = false;
  });
}

/** What can be pressed now. */
function showState(page, buttons) {
  const { match, view } = page;
  const disable = (name, isDisabled) => buttons.get(name).setAttribute("aria-disabled", String(isDisabled));
  disable("undo", match.moves === 0);
  disable("redo", match.undoneCount === 0);
  disable("try", match.outcome !== null || !match.document.solo);
  disable("restart", match.moves === 0);
  disable("clear-marks", marksOf(page).length === 0);
  buttons.get("try").setAttribute("aria-pressed", String(match.tryDepth > 0));
  const { solo } = match.document;
  for (const name of ["explain", "clauses", "clear-marks", "try", "check", "solve"]) buttons.get(name).hidden = !solo || (name === "clear-marks" && view?.unmark === undefined);
  buttons.get("clauses").hidden ||= view === null;
  for (const [name, made] of buttons) {
    if (["hint", "explain", "clauses"].includes(name)) made.setAttribute("aria-expanded", String(page.panel === name));
  }
}

// -- keys ------------------------------------------------------------------------------------------------

const KEYS = Object.fromEntries([...MAIN, ...MORE].filter(([, , key]) => key).map(([name, , key]) => [key, name]));

function mountKeys(page) {
  const isField = (element) => element.matches("input, textarea, select, [contenteditable]");
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || document.querySelector("dialog[open]") || page.match === null) return;
    if ((event.ctrlKey || event.metaKey) && !isField(event.target)) {
      const key = event.key.toLowerCase();
      if (key === "z") page.run(event.shiftKey ? "redo" : "undo");
      else if (key === "y") page.run("redo");
      else return;
      event.preventDefault();
    }
  });
  // The board takes the keys of its puzzle first, and stops those.
  page.boardView.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== page.boardView.element) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "m") byId("move-text").focus();
    else if (key === "?") location.assign(`/help#keys-${page.subject.name}`);
    else if (key === "k" && page.match.tryDepth) page.run("keep");
    else if (key === "d" && page.match.tryDepth) page.run("drop");
    else if (key === "Escape" && page.panel !== null) page.closePanel();
    else if (key in KEYS) page.run(KEYS[key]);
    else return;
    event.preventDefault();
  });
}

function mountZoom(page) {
  const { boardView } = page;
  const make1 = (name, label, act) => make("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: act }, icon(name));
  const inside = make1("zoom-in", "Zoom in (+)", () => boardView.zoomIn());
  const outside = make1("zoom-out", "Zoom out (-)", () => boardView.zoomOut());
  byId("zoom").append(outside, inside);
  const show = () => {
    const { viewport } = boardView;
    outside.setAttribute("aria-disabled", String(!viewport?.isZoomed));
    byId("zoom").hidden = !viewport || (!viewport.isZoomed && viewport.size.cell * viewport.fit >= LARGE_CELL);
  };
  for (const [event, isWhole] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(event, () => boardView.viewport?.showWhole(isWhole));
  }
  boardView.addEventListener("zoom", show);
  page.addEventListener("load", show);
}

// -- buttons of the puzzle -------------------------------------------------------------------------------

function showPuzzleTools(page) {
  const { boardView, view } = page;
  const box = byId("puzzle-tools");
  const found = view?.tools?.(boardView.state, boardView.pointer) ?? [];
  const names = found.map((tool) => tool.name).join();
  box.hidden = found.length === 0;
  if (box.dataset.names !== names) {
    box.dataset.names = names;
    box.replaceChildren(...found.map(({ name }) => make("button", { type: "button", "data-puzzle-tool": name, onclick: () => runPuzzleTool(page, name) })));
  }
  found.forEach((tool, at) => {
    const made = box.children[at];
    if (made.textContent !== tool.label) made.textContent = tool.label;
    made.disabled = Boolean(tool.disabled);
    if (tool.pressed === undefined || tool.pressed === null) made.removeAttribute("aria-pressed");
    else made.setAttribute("aria-pressed", String(tool.pressed));
  });
}

function runPuzzleTool(page, name) {
  const tool = page.view.tools(page.boardView.state, page.boardView.pointer).find((one) => one.name === name);
  if (tool) page.boardView.run(tool);
}

const marksOf = ({ view, match }) => (view?.unmark && match.position ? view.unmark({ board: match.board, position: match.position }) : []);

/** Removes the player's marks, by one move. */
function clearMarks(page) {
  const moves = marksOf(page);
  if (moves.length) page.match.move(moves.join("; "));
  else page.note("There are no marks.");
}

// -- the solution ----------------------------------------------------------------------------------------

/** Shows a solution after a question; the position stays. */
async function showSolution(page) {
  const { match } = page;
  if (match.outcome === null) {
    const answer = await ask("Show the solution?", "The board then does not count in your statistics. A hint shows only the next step.", {
      hint: "Give me a hint",
      show: "Show the solution",
    });
    if (answer === "hint") page.run("hint");
    if (answer !== "show") return;
  }
  try {
    page.note("Solving ...");
    await match.sync();
    const found = await runJob("/api/board/show", { record: match.record });
    if (page.match !== match) return;
    match.countHint({ isSolution: true });
    if (found.position) page.boardView.show({ position: found.position });
    if (found.position) page.note("This is a solution. Your next move goes back to your position.");
    else page.note(found.lines?.join(" ") || "There was not enough time to solve this board.");
  } catch (error) {
    page.note(error.message, "bad");
  }
}
