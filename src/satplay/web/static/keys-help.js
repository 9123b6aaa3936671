// The keys of the page around a board, and keys as words with each key in an element of its own.

import { make } from "./dom.js";

/** Keys and their meaning. Single keys work while the board has the focus. */
export const SHELL_KEYS = [
  ["U, Ctrl+Z", "undo"],
  ["R, Ctrl+Y, Ctrl+Shift+Z", "redo"],
  ["H", "hint: where to look, then what and why"],
  ["E", "explain the solution step by step"],
  ["C", "check the board"],
  ["T", "begin a Try"],
  ["K", "keep the entries of the Try"],
  ["D", "drop the entries of the Try"],
  ["N", "new board"],
  ["O", "open a board or a link"],
  ["M", "go to the move box"],
  ["+, -", "zoom in, zoom out"],
  ["?", "these keys"],
  ["Escape", "close what is open; end a gesture; clear the marks of a hint"],
];

const BETWEEN = /(, then |, or |, |; | or | to | then | and )/;
const PLUS = /((?<=\w) ?\+ ?(?=\w))/;

/** `Ctrl+Z or Backspace` with each key in an element of its own; keys that are pressed together stay on one line. */
export function keyNames(text) {
  const key = (part, at) => (at % 2 ? part : make("kbd", {}, part));
  const chord = (part, at) => (at % 2 ? part : make("span", { class: "chord" }, part.split(PLUS).map(key)));
  return text.split(BETWEEN).map(chord);
}

/** A table of keys and their meaning. */
export function keyTable(rows, label) {
  const cells = ([keys, meaning]) => make("tr", {}, make("th", { scope: "row" }, keyNames(keys)), make("td", {}, meaning));
  return make("table", { class: "keys", "aria-label": label }, make("tbody", {}, rows.map(cells)));
}
