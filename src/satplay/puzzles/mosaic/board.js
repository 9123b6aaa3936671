// Mosaic on the page: shade cells.  Copy this file to write the board of another puzzle; CONTRIBUTING.md lists
// the functions that the page expects.
//
// board     {height, width, clues: {"B1": 2}, given: {"C1": false}, connected}, from browser.py
// position  {shaded: ["A1", ...]}, in reading order
// held      while a drag paints: {paint: true to shade, false to clear, cells: [names], x, y: the last point}

import { svg } from "/static/dom.js";
import { cellAt, cellName, columnName } from "/static/cells.js";

const CELL = 40, HEADING = 24, EDGE = 6;
const ARROWS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

// -- the picture ---------------------------------------------------------------------------------------------

export function size(board) {
  return { width: HEADING + CELL * board.width + EDGE, height: HEADING + CELL * board.height + EDGE, cell: CELL };
}

export function boxOf(board, element) {
  const [row, column] = cellAt(element);
  return { x: HEADING + CELL * column, y: HEADING + CELL * row, width: CELL, height: CELL };
}

export function elements(board) {
  const columns = Array.from({ length: board.width }, (_, column) => column);
  return Array.from({ length: board.height }, (_, row) => columns.map((column) => cellName(row, column))).flat();
}

export function draw(root, board) {
  const groups = new Map(elements(board).map((name) => [name, drawCell(board, name)]));
  root.append(...drawHeadings(board), ...groups.values());
  return { update: (scene) => update(board, groups, scene) };
}

// Everything that a cell can show is drawn once; board.css hides what its classes do not ask for.
function drawCell(board, name) {
  const { x, y } = boxOf(board, name);
  const middle = { x: CELL / 2, y: CELL / 2 };
  const square = (inset) => ({ x: inset, y: inset, width: CELL - 2 * inset, height: CELL - 2 * inset });
  const group = svg("g", { class: "cell", transform: `translate(${x} ${y})` },
    svg("rect", { class: "ground", ...square(0) }),
    svg("rect", { class: "shade", ...square(1.5), rx: 2 }),
    svg("path", { class: "underline", d: "M9 31h22" }),
    svg("rect", { class: "frame", ...square(3.5), rx: 4 }));
  if (name in board.given) group.append(svg("circle", { class: "given-mark", cx: middle.x, cy: middle.y, r: 4 }));
  if (name in board.clues) group.append(svg("text", { class: "clue", ...middle }, String(board.clues[name])));
  group.append(name in board.clues
    ? svg("path", { class: "error", d: "M20 4a16 16 0 1 1-.01 0M20 7.5a12.5 12.5 0 1 1-.01 0" })  // a double ring
    : svg("path", { class: "error", d: "M11 11l18 18M29 11l-18 18" }));
  return group;
}

function drawHeadings(board) {
  const name = (text, x, y) => svg("text", { class: "heading", x, y }, text);
  const at = (number) => HEADING + CELL * (number + 0.5);
  return [
    ...Array.from({ length: board.width }, (_, i) => name(columnName(i), at(i), HEADING / 2 + 2)),
    ...Array.from({ length: board.height }, (_, i) => name(String(i + 1), HEADING / 2, at(i))),
  ];
}

function update(board, groups, { position, marks, violations, tried, preview }) {
  const shown = new Set((preview ? paint(board, position, preview) : position).shaded);
  const before = new Set((tried ?? position).shaded);
  const sets = {
    shaded: shown,
    painted: new Set(preview?.cells),
    wrong: new Set(violations),
    because: new Set(marks?.because),
    counted: new Set(marks?.counted),
    known: new Set(marks?.given),
    new: new Set(marks?.new),
  };
  for (const [name, group] of groups) {
    let look = "cell";
    for (const key in sets) if (sets[key].has(name)) look += ` ${key}`;
    if (tried && before.has(name) !== shown.has(name)) look += " tried";
    if (name in board.clues && count(board, shown, name) === board.clues[name]) look += " finished";
    if (group.getAttribute("class") !== look) group.setAttribute("class", look);
  }
}

// -- positions and moves -------------------------------------------------------------------------------------

export function empty(board) {
  return inOrder(board, new Set(Object.keys(board.given).filter((name) => board.given[name])));
}

export function apply({ board, position }, move) {
  if (move.trim().toLowerCase() === "clear") return empty(board);
  for (const part of move.split(";").filter((text) => text.trim())) {
    const words = part.replaceAll(",", " ").trim().split(/\s+/);
    const erase = ["erase", "rub"].includes(words[0].toLowerCase());
    const cells = words.slice(erase ? 1 : 0).map((word) => cellOf(board, word));
    if (!cells.length || cells.includes(null)) return null;
    position = paint(board, position, { paint: !erase, cells });
  }
  return position;
}

function paint(board, position, { paint: shade, cells }) {
  const shaded = new Set(position.shaded);
  for (const name of cells) shade ? shaded.add(name) : shaded.delete(name);
  return inOrder(board, shaded);
}

function inOrder(board, shaded) {
  return { shaded: elements(board).filter((name) => shaded.has(name)) };
}

// The name of the cell that a typed word means; null if there is none.
function cellOf(board, word) {
  const cell = cellAt(word);
  return cell && isInside(board, ...cell) ? cellName(...cell) : null;
}

function isInside(board, row, column) {
  return row >= 0 && row < board.height && column >= 0 && column < board.width;
}

function around(board, name) {
  const [row, column] = cellAt(name);
  const near = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((across) => [row + down, column + across]));
  return near.filter((cell) => isInside(board, ...cell)).map((cell) => cellName(...cell));
}

function count(board, shaded, name) {
  return around(board, name).filter((near) => shaded.has(near)).length;
}

// -- mouse and touch: a tap changes a cell, a drag paints all cells on its way with the value of the first ----

export function start() {
  return { at: "A1", held: null };
}

export function pointer(state, pointer, { kind, x, y, points = [], right }) {
  const held = pointer.held;
  const at = cellUnder(state.board, x, y);
  const here = { at: at ?? pointer.at, held: null };
  if (kind === "cancel") return held && { pointer: here, moves: [], note: "", preview: null };
  if (kind === "tap") return at && change(state, here, [at], !right && !isShaded(state, at));
  if (kind === "long") return at && change(state, here, [at], false);
  if (kind === "down") {
    if (!at) return null;
    const drag = { paint: !right && !isShaded(state, at), cells: [at], x, y };
    return { pointer: { at, held: drag }, moves: [], note: "", preview: drag };
  }
  if (!held) return null;
  const cells = new Set(held.cells);
  let last = held;
  for (const [toX, toY] of [...points, [x, y]]) {
    for (const cell of cellsBetween(state.board, last.x, last.y, toX, toY)) cells.add(cell);
    last = { x: toX, y: toY };
  }
  const drag = { paint: held.paint, cells: [...cells].filter((name) => !(name in state.board.given)), x, y };
  if (kind === "up") return change(state, here, drag.cells, drag.paint);
  return { pointer: { at: here.at, held: drag }, moves: [], note: "", preview: drag };
}

function cellUnder(board, x, y) {
  const row = Math.floor((y - HEADING) / CELL), column = Math.floor((x - HEADING) / CELL);
  return isInside(board, row, column) ? cellName(row, column) : null;
}

// A fast drag skips cells: they are filled in.
function cellsBetween(board, x, y, toX, toY) {
  const steps = Math.ceil((4 * Math.hypot(toX - x, toY - y)) / CELL) || 1;
  const at = (step) => cellUnder(board, x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps);
  return Array.from({ length: steps }, (_, step) => at(step + 1)).filter((name) => name);
}

// -- keys ----------------------------------------------------------------------------------------------------

export const instruction = "Tap a cell to shade it, or drag over several.";
export const help = [["Arrows", "move"], ["Space, Enter", "shade or clear"], ["X, Backspace", "clear"]];

export function keys(state, pointer, key) {
  const at = pointer.at;
  if (key in ARROWS) {
    const [row, column] = cellAt(at).map((number, i) => number + ARROWS[key][i]);
    const next = isInside(state.board, row, column) ? cellName(row, column) : at;
    return { pointer: { at: next, held: null }, moves: [], note: "", preview: null };
  }
  if (key === "enter" || key === "space") return change(state, pointer, [at], !isShaded(state, at));
  if (key === "backspace" || key === "x") return change(state, pointer, [at], false);
  return null;
}

function isShaded(state, name) {
  return state.position.shaded.includes(name);
}

// The reaction that shades or clears those of the cells which are not so yet, by one move.
function change(state, pointer, cells, shade) {
  const reaction = { pointer, moves: [], note: "", preview: null };
  const free = cells.filter((name) => !(name in state.board.given));
  if (!free.length) return { ...reaction, note: cells.length ? `${cells[0]} is given.` : "" };
  const changed = free.filter((name) => isShaded(state, name) !== shade);
  if (changed.length) reaction.moves.push(`${shade ? "" : "erase "}${changed.join(" ")}`);
  return reaction;
}

// -- words ---------------------------------------------------------------------------------------------------

export function describe({ board, position }, element) {
  const shaded = new Set(position.shaded);
  const words = [element, shaded.has(element) ? "shaded" : "not shaded"];
  if (element in board.given) words.push("given");
  if (element in board.clues) words.push(`clue ${board.clues[element]}: ${count(board, shaded, element)} shaded around it`);
  return words.join(", ");
}
