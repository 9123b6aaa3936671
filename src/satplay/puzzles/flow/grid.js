// The graph of a board, as grid.py makes it: cells, nodes and links have the same numbers there.
//
// A node is a cell, or the vertical way over a bridge.  A link joins two nodes; a position names links.

import { cellAt, cellName } from "/static/cells.js";

export const ACROSS = 0, DOWN = 1, SLANTED = 2;

const grids = new WeakMap();

/** The grid of a board, which is made once. */
export function gridOf(board) {
  if (!grids.has(board)) grids.set(board, new Grid(board));
  return grids.get(board);
}

class Grid {
  constructor(board) {
    this.board = board;
    this.rows = board.rows;
    this.columns = board.columns;
    this.count = board.rows * board.columns;
    this.holes = new Set(board.holes);
    this.bridges = new Set(board.bridges);
    this.colourAt = new Map(board.dots.flatMap((pair, colour) => pair.map((cell) => [cell, colour])));
    this.cellOf = [...Array(this.count).keys(), ...board.bridges];
    this.nodeDown = [...Array(this.count).keys()];
    board.bridges.forEach((cell, at) => (this.nodeDown[cell] = this.count + at));
    this.cells = [];
    this.ends = [];
    this.axes = [];
    this.incident = this.cellOf.map(() => []);
    this.between = new Map();
    this.walls = new Map();
    const walls = new Set(board.walls.map(([one, other]) => one * this.count + other));
    for (const [one, other, axis] of neighbours(board)) {
      const isWalled = walls.has(Math.min(one, other) * this.count + Math.max(one, other));
      if (this.holes.has(one) || this.holes.has(other)) continue;
      if (isWalled) this.addWall(one, other);
      else this.addLink(one, other, axis);
    }
  }

  addWall(one, other) {
    for (const [cell, beyond] of [[one, other], [other, one]]) this.walls.set(cell, [...(this.walls.get(cell) ?? []), beyond]);
  }

  addLink(one, other, axis) {
    const link = this.cells.push([one, other]) - 1;
    const ends = axis === DOWN ? [this.nodeDown[one], this.nodeDown[other]] : [one, other];
    this.ends.push(ends);
    this.axes.push(axis);
    this.between.set(one * this.count + other, link).set(other * this.count + one, link);
    for (const node of ends) this.incident[node].push(link);
  }

  /** The link between two cells; undefined if they are not neighbours. */
  linkBetween(one, other) {
    return this.between.get(one * this.count + other);
  }

  /** The node of a link in one of its cells. */
  nodeIn(link, cell) {
    return this.ends[link][this.cells[link][0] === cell ? 0 : 1];
  }

  /** The other end of a link. */
  across(link, node) {
    const [one, other] = this.ends[link];
    return one === node ? other : one;
  }

  /** The nodes of a cell: two on a bridge. */
  nodesOf(cell) {
    return this.bridges.has(cell) ? [cell, this.nodeDown[cell]] : [cell];
  }

  /** All links at a cell. */
  linksAt(cell) {
    return this.nodesOf(cell).flatMap((node) => this.incident[node]);
  }

  name(cell) {
    return cellName(Math.floor(cell / this.columns), cell % this.columns);
  }

  /** The cell of that name; null if it is not on the board. */
  cell(name) {
    const place = cellAt(name);
    return place !== null && place[0] < this.rows && place[1] < this.columns ? place[0] * this.columns + place[1] : null;
  }

  /** The next cell in a direction, [down, across]; null at the border. */
  beside(cell, [down, across]) {
    let row = Math.floor(cell / this.columns) + down, column = (cell % this.columns) + across;
    if (this.board.warp) {
      row = (row + this.rows) % this.rows;
      column = (column + this.columns) % this.columns;
    }
    const isInside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return isInside ? row * this.columns + column : null;
  }
}

// All pairs of neighbouring cells with the direction between them, in the order of grid.py.
function* neighbours({ rows, columns, warp, hexagonal }) {
  const at = (row, column) => row * columns + column;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column + 1 < columns; column++) yield [at(row, column), at(row, column + 1), ACROSS];
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column < columns; column++) yield [at(row, column), at(row + 1, column), DOWN];
  if (warp && columns > 2)
    for (let row = 0; row < rows; row++) yield [at(row, columns - 1), at(row, 0), ACROSS];
  if (warp && rows > 2)
    for (let column = 0; column < columns; column++) yield [at(rows - 1, column), at(0, column), DOWN];
  if (!hexagonal) return;
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column += 2) yield [at(row, column), at(row + 1, column + 1), SLANTED];
  for (let row = 1; row < rows; row++)
    for (let column = 1; column + 1 < columns; column += 2) yield [at(row, column), at(row - 1, column + 1), SLANTED];
}
