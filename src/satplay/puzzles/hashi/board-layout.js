// The islands of a Hashi board, the ways between them, and what is at a point.
//
// An island: {name, row, column, number, index, near: {up, right, down, left: island or undefined}}.
// A way: {name, first, second, isLevel, isLink}; the first island is the first in reading order, and `isLink` says
// whether there is no island between them.

import { cellAt } from "/static/cells.js";

export const STEPS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

export const CELL = 40, MARGIN = 26;
/** Units of the picture: the side of a cell, and the room for headings on all sides. */

export function size({ rows, columns }) {
  return { width: columns * CELL + 2 * MARGIN, height: rows * CELL + 2 * MARGIN, cell: CELL };
}

/** The middle of an island's cell. */
export function middle({ row, column }) {
  return [MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL];
}

/** The box around an island, or around the islands of a way and all between them. */
export function boxOf(board, element) {
  const ends = element.split("-").map((name) => cellAt(name));
  const [top, left] = ends[0], [bottom, right] = ends.at(-1);
  const [x, y] = [MARGIN + left * CELL, MARGIN + top * CELL];
  return { x, y, width: (right - left + 1) * CELL, height: (bottom - top + 1) * CELL };
}

const layouts = new WeakMap();

/** The layout of a board: {board, islands: by name in reading order, list, at(row, column), ways: by name}. */
export function layoutOf(board) {
  if (!layouts.has(board)) layouts.set(board, makeLayout(board));
  return layouts.get(board);
}

function makeLayout(board) {
  const list = Object.entries(board.islands).map(([name, number]) => {
    const [row, column] = cellAt(name);
    return { name, row, column, number, near: {} };
  });
  const cell = (row, column) => row * board.columns + column;
  list.sort((one, other) => cell(one.row, one.column) - cell(other.row, other.column));
  const cells = new Map(), ways = new Map(), above = [], before = [];
  list.forEach((island, index) => {
    island.index = index;
    cells.set(cell(island.row, island.column), island);
    join(ways, before[island.row], island, "right", "left");
    join(ways, above[island.column], island, "down", "up");
    before[island.row] = above[island.column] = island;
  });
  const at = (row, column) => column >= 0 && column < board.columns ? cells.get(cell(row, column)) : undefined;
  return { board, list, islands: new Map(list.map((island) => [island.name, island])), at, ways };
}

function join(ways, first, second, there, back) {
  if (first === undefined) return;
  first.near[there] = second;
  second.near[back] = first;
  const way = makeWay(first, second);
  ways.set(way.name, { ...way, isLink: true });
}

function makeWay(first, second) {
  return { name: `${first.name}-${second.name}`, first, second, isLevel: first.row === second.row, isLink: false };
}

/** The way between two islands in one line, in any order; null if they are not in one line. */
export function wayBetween(layout, one, other) {
  if (one === other || (one.row !== other.row && one.column !== other.column)) return null;
  const [first, second] = one.index < other.index ? [one, other] : [other, one];
  return layout.ways.get(`${first.name}-${second.name}`) ?? makeWay(first, second);
}

/** The way with this name; null if it is not the name of a way. */
export function wayCalled(layout, name) {
  const known = layout.ways.get(name);
  if (known !== undefined) return known;
  const [one, other] = name.split("-").map((end) => layout.islands.get(end));
  return one === undefined || other === undefined ? null : wayBetween(layout, one, other);
}

/** The ways at an island in the order up, right, down, left: [direction, island, way]. */
export function waysAt(layout, island) {
  return Object.keys(STEPS).filter((direction) => island.near[direction] !== undefined)
    .map((direction) => [direction, island.near[direction], wayBetween(layout, island, island.near[direction])]);
}

export function crosses(one, other) {
  if (one.isLevel === other.isLevel) return false;
  const [level, upright] = one.isLevel ? [one, other] : [other, one];
  return upright.first.row < level.first.row && level.first.row < upright.second.row
    && level.first.column < upright.first.column && upright.first.column < level.second.column;
}

/** The ways with bridges that cross a way, in the order of the position. */
export function blockers(layout, position, way) {
  return Object.keys(position.bridges).map((name) => wayCalled(layout, name)).filter((other) => crosses(way, other));
}

// -- points, in cells: the middle of A1 is (0.5, 0.5) ----------------------------------------------------------------

export function pointIn({ x, y }) {
  return [(x - MARGIN) / CELL, (y - MARGIN) / CELL];
}

/** The nearest island whose middle is at most `reach` cells away in both directions; undefined if there is none. */
export function islandNear(layout, [x, y], reach) {
  const around = (value) => [Math.floor(value), Math.floor(value) - 1, Math.floor(value) + 1];
  const found = around(y).flatMap((row) => around(x).map((column) => layout.at(row, column)))
    .filter((island) => island !== undefined)
    .map((island) => [Math.abs(x - island.column - 0.5), Math.abs(y - island.row - 0.5), island])
    .filter(([across, down]) => across <= reach && down <= reach);
  found.sort((one, other) => Math.hypot(one[0], one[1]) - Math.hypot(other[0], other[1]));
  return found[0]?.[2];
}

/**
 * The way through the cell of a point. Where two ways cross, one with bridges comes first, then one that is free,
 * then the one whose line is nearer to the point.
 */
export function wayNear(layout, position, [x, y]) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const { rows, columns } = layout.board;
  if (row < 0 || column < 0 || row >= rows || column >= columns) return null;
  const found = [through(layout, row, column, "left", "right"), through(layout, row, column, "up", "down")]
    .filter((way) => way !== null);
  const rank = (way) => [
    way.name in position.bridges ? 0 : 1,
    blockers(layout, position, way).length,
    Math.abs(way.isLevel ? y - row - 0.5 : x - column - 0.5),
  ];
  if (found.length === 2 && before(rank(found[1]), rank(found[0]))) found.reverse();
  return found[0] ?? null;
}

function before(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at] < other[at];
}

function through(layout, row, column, back, there) {
  const [first, second] = [back, there].map((direction) => {
    const [down, across] = STEPS[direction];
    let [y, x] = [row + down, column + across];
    while (y >= 0 && x >= 0 && y < layout.board.rows && x < layout.board.columns) {
      const island = layout.at(y, x);
      if (island !== undefined) return island;
      [y, x] = [y + down, x + across];
    }
    return undefined;
  });
  return first === undefined || second === undefined ? null : wayBetween(layout, first, second);
}
