// Typed moves, with the effect that move_entry.py gives them.  Only cells are read here, `A1 B1 C1`, `erase A1-C1`,
// `no A1 B1`; letters of colours and directions are left to the server.

import { reach } from "./paths.js";

const CELL = "[A-Za-z]{1,3}[0-9]{1,4}";
const NAME = new RegExp(`^${CELL}$`), RUN = new RegExp(`^(${CELL})[-–](${CELL})$`);
const ERASE = ["erase", "rub"], MARK = ["no", "not", "x"];

/** The position after moves with `;` between them; null if one is not read here or not possible. */
export function applyMoves(grid, position, text) {
  const parts = text.split(";").map((part) => part.trim()).filter((part) => part);
  if (!parts.length) return null;
  for (const part of parts) {
    position = applyMove(grid, position, part.replaceAll(",", " ").trim().split(/\s+/));
    if (position === null) return null;
  }
  return position;
}

function applyMove(grid, position, words) {
  const links = new Set(position.links), apart = new Set(position.apart);
  const verb = words[0].toLowerCase();
  if (ERASE.includes(verb)) return eraseCells(grid, links, apart, words.slice(1));
  const isMark = words.length > 1 && verb === markVerb(grid.board);
  const cells = cellsAlong(grid, isMark ? words.slice(1) : words);
  if (cells === null || cells.length < 2) return null;
  const way = cells.slice(1).map((cell, at) => grid.linkBetween(cells[at], cell));
  if (way.includes(undefined)) return null;
  return isMark ? markApart(links, apart, way) : drawLine(grid, links, apart, cells, way);
}

/** The word before cells that are not joined; another one if a colour has this name. */
export function markVerb(board) {
  return MARK.find((word) => !board.labels.some((label) => label.toLowerCase() === word)) ?? null;
}

function inOrder(links, apart) {
  const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
  return { links: sorted(links), apart: sorted(apart) };
}

// -- the cells that words name --------------------------------------------------------------------------------

function cellsAlong(grid, words) {
  const cells = [];
  for (const word of words) {
    const run = RUN.exec(word);
    const [first, last] = run ? [run[1], run[2]] : [word, word];
    if (!NAME.test(first)) return null;
    const [one, other] = [grid.cell(first), grid.cell(last)];
    if (one === null || other === null) return null;
    const before = cells.length ? straight(grid, cells.at(-1), one, false) : [one];
    const after = run ? straight(grid, one, other, true) : [];
    if (before === null || after === null) return null;
    for (const cell of [...before, ...after]) if (cell !== cells.at(-1)) cells.push(cell);
  }
  return cells;
}

// The cells after the first up to the second; a run stays on the board where neighbours may be joined around it.
function straight(grid, first, second, isRun) {
  const row = (cell) => Math.floor(cell / grid.columns), column = (cell) => cell % grid.columns;
  const isAligned = row(first) === row(second) || column(first) === column(second);
  const isBeside = grid.linkBetween(first, second) !== undefined;
  if (first === second || (isBeside && !(isRun && isAligned))) return [second];
  if (!isAligned) return null;
  const step = (second > first ? 1 : -1) * (row(first) === row(second) ? 1 : grid.columns);
  return Array.from({ length: (second - first) / step }, (_, at) => first + (at + 1) * step);
}

// -- drawing --------------------------------------------------------------------------------------------------

/** The nodes of a line: each once, over bridges straight, with dots only at its ends; null if it is not so. */
export function nodesAlong(grid, cells) {
  const nodes = [];
  for (let at = 0; at + 1 < cells.length; at++) {
    const link = grid.linkBetween(cells[at], cells[at + 1]);
    if (link === undefined) return null;
    const from = grid.nodeIn(link, cells[at]);
    if (!nodes.length) nodes.push(from);
    else if (nodes.at(-1) !== from) return null;
    nodes.push(grid.nodeIn(link, cells[at + 1]));
  }
  const inside = nodes.slice(1, -1);
  return new Set(nodes).size < nodes.length || inside.some((node) => grid.colourAt.has(node)) ? null : nodes;
}

// A new line removes the links that would branch from it.  At an end of it one older link may stay, so that both
// become one line: the link that leads to a dot, if the colours fit.
function drawLine(grid, links, apart, cells, way) {
  const nodes = nodesAlong(grid, cells);
  if (nodes === null) return null;
  const dots = nodes.filter((node) => grid.colourAt.has(node));
  const colours = new Set(dots.map((node) => grid.colourAt.get(node)));
  if (colours.size > 1) return null;
  const older = new Set(links);
  for (const link of way) older.delete(link);
  for (const node of [...nodes.slice(1, -1), ...dots]) for (const link of grid.incident[node]) older.delete(link);
  for (const end of [nodes[0], nodes.at(-1)]) keepOneLink(grid, older, colours, end);
  for (const link of way) {
    older.add(link);
    apart.delete(link);
  }
  return inOrder(older, apart);
}

function keepOneLink(grid, older, colours, end) {
  const here = grid.incident[end].filter((link) => older.has(link));
  const beyond = here.map((link) => {
    const rest = new Set(older);
    for (const other of here) if (other !== link) rest.delete(other);
    return reach(grid, rest, end).colours;
  });
  const most = Math.max(0, ...beyond.map((found) => found.size));
  const fits = new Set([...colours, ...beyond.flatMap((found) => [...found])]).size <= 1;
  const stays = fits ? beyond.findIndex((found) => found.size === most) : -1;
  here.forEach((link, at) => at === stays || older.delete(link));
  if (stays >= 0) for (const colour of beyond[stays]) colours.add(colour);
}

// -- marks and erasing ----------------------------------------------------------------------------------------

function markApart(links, apart, way) {
  const areMarked = way.every((link) => apart.has(link));
  for (const link of way) {
    links.delete(link);
    areMarked ? apart.delete(link) : apart.add(link);
  }
  return inOrder(links, apart);
}

function eraseCells(grid, links, apart, words) {
  if (!words.length) return null;
  for (const word of words) {
    const cells = NAME.test(word) || RUN.test(word) ? cellsAlong(grid, [word]) : null;
    if (cells === null) return null;
    for (const link of cells.flatMap((cell) => grid.linksAt(cell))) {
      links.delete(link);
      apart.delete(link);
    }
  }
  return inOrder(links, apart);
}
