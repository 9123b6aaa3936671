// Flow on the page: the functions that the page asks for, see contracts/browser.py.
//
// board     {rows, columns, dots: [[cell, cell]], labels, palette: [[colour, ink]], holes, bridges, walls, warp, hexagonal,
//           fill, touch}; cells are numbers, row by row
// position  {links: [numbers], apart: [numbers]}: the links that are drawn, and those marked as absent; see grid.js
//
// The graph is in grid.js, what is drawn in paths.js, moves in moves.js and held-line.js, gestures and keys in
// board-entry.js and pointing.js, the picture in geometry.js, board-drawing.js and board-marks.js.

import { STEP, layoutOf } from "./geometry.js";
import { gridOf } from "./grid.js";
import { applyMoves } from "./moves.js";
import { elementAt as elementNear } from "./pointing.js";

export { help, keys, options, pointer, start, tools, unmark } from "./board-entry.js";
export { describe } from "./board-words.js";
export { draw } from "./board-drawing.js";

export const instruction = "Drag from a dot to the other dot of its colour.";

export function size(board) {
  const { width, height } = layoutOf(gridOf(board));
  return { width, height, cell: STEP };
}

/** All cells that are no holes. */
export function elements(board) {
  const grid = gridOf(board);
  return Array.from({ length: grid.count }, (_, cell) => cell).filter((cell) => !grid.holes.has(cell)).map((cell) => grid.name(cell));
}

/** The box around a cell, or around two neighbours; of those that a joined border separates the first. */
export function boxOf(board, element) {
  const grid = gridOf(board), layout = layoutOf(grid), cells = element.split("-").map((name) => grid.cell(name));
  const isAround = cells.length > 1 && layout.steps(...cells).length > 1;
  const points = (isAround ? cells.slice(0, 1) : cells).flatMap((cell) => layout.outline(cell));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)], [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The cell at a point, or the two neighbours if it is on their border. */
export function elementAt({ board }, x, y) {
  return elementNear(gridOf(board), x, y);
}

export function empty() {
  return { links: [], apart: [] };
}

export function apply({ board, position }, move) {
  return applyMoves(gridOf(board), position, move);
}
