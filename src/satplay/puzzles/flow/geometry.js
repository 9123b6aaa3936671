// Where cells and steps are in the picture, and which cell is at a point; see geometry.py.

export const STEP = 40;
const HEADING = 20, EDGE = 5, DOOR = 18;
const SIDE = STEP / Math.sqrt(3);

/** How far beyond a joined border a step is visible, from the centre of a cell. */
const THROUGH = STEP / 2 + DOOR - 4;

/** The middle of a point and another one, or another part of the way. */
export const between = ([x, y], [toX, toY], part = 0.5) => [x + part * (toX - x), y + part * (toY - y)];

export class Layout {
  constructor(grid) {
    this.grid = grid;
    this.hexagonal = grid.board.hexagonal;
    this.border = EDGE + (grid.board.warp ? DOOR : 0);
    this.margin = HEADING + this.border;
    const low = this.hexagonal && grid.columns > 1 ? 0.5 : 0;
    this.across = this.hexagonal ? (1.5 * grid.columns + 0.5) * SIDE : grid.columns * STEP;
    this.down = (grid.rows + low) * STEP;
    this.width = this.margin + this.across + this.border + EDGE;
    this.height = this.margin + this.down + this.border + EDGE;
    this.side = this.hexagonal ? SIDE : STEP;
  }

  /** The centre of a cell. */
  centre(cell) {
    return this.centreAt(Math.floor(cell / this.grid.columns), cell % this.grid.columns);
  }

  centreAt(row, column) {
    if (!this.hexagonal) return [this.margin + (column + 0.5) * STEP, this.margin + (row + 0.5) * STEP];
    const low = this.grid.columns > 1 && column % 2 === 0 ? 0.5 : 0;
    return [this.margin + (1.5 * column + 1) * SIDE, this.margin + (row + 0.5 + low) * STEP];
  }

  /** The centre of a cell as path data. */
  centreText(cell) {
    this.texts ??= Array.from({ length: this.grid.count }, (_, one) => line([this.centre(one)]).slice(1));
    return this.texts[cell];
  }

  /** The outline of a cell as path data. */
  cellPath(cell) {
    this.paths ??= Array.from({ length: this.grid.count }, (_, one) => line(this.outline(one, 0.5), true));
    return this.paths[cell];
  }

  /** The corners of a cell, moved towards its centre. */
  outline(cell, inset = 0) {
    const [x, y] = this.centre(cell);
    if (!this.hexagonal) {
      const half = STEP / 2 - inset;
      return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
    }
    const radius = SIDE - inset * 1.155;
    const turn = (at) => [x + radius * Math.cos((at * Math.PI) / 3), y + radius * Math.sin((at * Math.PI) / 3)];
    return [0, 1, 2, 3, 4, 5].map(turn);
  }

  /** The pieces of a step between two cells: two where it leads through a joined border. */
  steps(one, other) {
    const here = this.centre(one), there = this.centre(other);
    const across = there[0] - here[0], down = there[1] - here[1];
    const length = Math.hypot(across, down);
    if (length < 1.5 * STEP) return [[here, there]];
    const out = [(-across / length) * THROUGH, (-down / length) * THROUGH];
    return [[here, [here[0] + out[0], here[1] + out[1]]], [[there[0] - out[0], there[1] - out[1]], there]];
  }

  /** The part of each piece of a step through a joined border that is outside of its cell. */
  doors(one, other) {
    const part = STEP / 2 / THROUGH, [[here, out], [back, there]] = this.steps(one, other);
    return [[between(here, out, part), out], [between(there, back, part), back]];
  }

  /** The middles of the border between two neighbours: two if it is a joined border. */
  borders(one, other) {
    const parts = this.steps(one, other);
    if (parts.length === 1) return [between(...parts[0])];
    return [between(parts[0][0], parts[0][1], STEP / 2 / THROUGH), between(parts[1][1], parts[1][0], STEP / 2 / THROUGH)];
  }

  /** The ends of the common side of two neighbours, shortened by a part. */
  sides(one, other, part = 1) {
    return this.borders(one, other).map(([x, y], at) => {
      const [from, to] = this.steps(one, other)[at];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const half = (part * this.side) / 2 / length;
      const across = (to[1] - from[1]) * half, down = (from[0] - to[0]) * half;
      return [[x - across, y - down], [x + across, y + down]];
    });
  }

  /**
   * The place at a point, {row, column, cell}; null outside the board.  Behind a joined border there is one more
   * row or column, of the cells on the other side; at other borders a point nearby belongs to the cell there.
   */
  placeAt(x, y) {
    const { rows, columns, board } = this.grid;
    let [row, column] = this.hexagonal ? this.hexagonAt(x, y) : [(y - this.margin) / STEP, (x - this.margin) / STEP].map(Math.floor);
    if (row < -1 || column < -1 || row > rows || column > columns) return null;
    if (!board.warp) {
      row = Math.min(Math.max(row, 0), rows - 1);
      column = Math.min(Math.max(column, 0), columns - 1);
    }
    const cell = ((row + rows) % rows) * columns + ((column + columns) % columns);
    return this.grid.holes.has(cell) ? null : { row, column, cell };
  }

  // The nearest centre is in one of the three columns around the point.
  hexagonAt(x, y) {
    const about = Math.round(((x - this.margin) / SIDE - 1) / 1.5);
    let best = null;
    for (const column of [about - 1, about, about + 1]) {
      const top = this.centreAt(0, column + (column < 0 ? 2 : 0))[1];
      const row = Math.round((y - top) / STEP);
      const away = Math.hypot(x - (this.margin + (1.5 * column + 1) * SIDE), y - (top + row * STEP));
      if (best === null || away < best.away) best = { away, row, column };
    }
    return [best.row, best.column];
  }

  /** The number of steps between two places on a board without walls. */
  distance(one, other) {
    if (!this.hexagonal) return Math.abs(one.row - other.row) + Math.abs(one.column - other.column);
    const slanted = ({ row, column }) => row - Math.floor((column + 1) / 2);
    const across = one.column - other.column, down = slanted(one) - slanted(other);
    return Math.max(Math.abs(across), Math.abs(down), Math.abs(across + down));
  }

  /** The place of a cell, on a board with joined borders the one nearest to another place. */
  placeOf(cell, near = null) {
    const { rows, columns, board } = this.grid;
    const row = Math.floor(cell / columns), column = cell % columns;
    if (!board.warp || near === null) return { row, column, cell };
    const nearest = (at, count, goal) => at + count * Math.round((goal - at) / count);
    return { row: nearest(row, rows, near.row), column: nearest(column, columns, near.column), cell };
  }
}

const layouts = new WeakMap();

/** The layout of a grid, which is made once. */
export function layoutOf(grid) {
  if (!layouts.has(grid)) layouts.set(grid, new Layout(grid));
  return layouts.get(grid);
}

/** Path data of straight lines through points. */
export function line(points, closed = false) {
  const at = ([x, y]) => `${+x.toFixed(2)} ${+y.toFixed(2)}`;
  return `M${points.map(at).join("L")}${closed ? "Z" : ""}`;
}
