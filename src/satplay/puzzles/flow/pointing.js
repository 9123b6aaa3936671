// From points and keys to cells: the places along a drag, the border next to a point, the next cell in a direction.

import { STEP, layoutOf } from "./geometry.js";

const SURE = 0.42 * STEP;
/** A drag reaches a cell when it comes this close to its centre, so that a shaking hand at a border changes nothing. */

const WAYS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
const SLANTED = { home: [-1, -1], pageup: [-1, 1], end: [1, -1], pagedown: [1, 1] };

/** The places on the straight way between two points, each once in a row. */
export function placesBetween(layout, x, y, toX, toY) {
  const places = [], steps = Math.max(1, Math.ceil((6 * Math.hypot(toX - x, toY - y)) / STEP));
  for (let at = 1; at <= steps; at++) {
    const point = [x + ((toX - x) * at) / steps, y + ((toY - y) * at) / steps];
    const place = layout.placeAt(...point), last = places.at(-1);
    const isNew = place !== null && !(last?.row === place.row && last?.column === place.column);
    if (isNew && isSure(layout, place, point)) places.push(place);
  }
  return places;
}

/** Whether a point is near the centre of its cell; beyond the edge of the board only the way along the edge counts. */
function isSure(layout, place, [x, y]) {
  const { margin, across, down, hexagonal, grid } = layout;
  const within = (value, size) => (grid.board.warp ? value : Math.min(Math.max(value, margin + STEP / 3), margin + size - STEP / 3));
  const [centreX, centreY] = layout.centreAt(place.row, place.column);
  const [dx, dy] = [within(x, across) - centreX, within(y, down) - centreY];
  return hexagonal ? Math.hypot(dx, dy) < 1.1 * SURE : Math.max(Math.abs(dx), Math.abs(dy)) < SURE;
}

/** The cell at a point and its link over the nearest border, {cell, link}; link is null if no neighbour is there. */
export function nearestBorder(grid, x, y) {
  const layout = layoutOf(grid), place = layout.placeAt(x, y);
  if (place === null) return null;
  const { cell } = place, [ownX, ownY] = layout.centre(cell), [hereX, hereY] = layout.centreAt(place.row, place.column);
  const away = (link) => {
    const [one, other] = grid.cells[link], at = layout.borders(one, other);
    const [borderX, borderY] = at.length === 1 ? at[0] : at[one === cell ? 0 : 1];
    return Math.hypot(borderX - ownX - x + hereX, borderY - ownY - y + hereY);
  };
  const ranked = grid.linksAt(cell).map((link) => [away(link), link]).sort(([one], [other]) => one - other);
  return { cell, link: ranked[0]?.[1] ?? null };
}

/** The next cell in the direction of a key, over holes if asked; null at the edge of the board. */
export function nextCell(grid, cell, key, isOverHoles) {
  const way = WAYS[key] ?? SLANTED[key];
  let next = cell;
  do {
    const isLow = (next % grid.columns) % 2 === 0;
    const down = key in WAYS ? way[0] : way[0] > 0 ? (isLow ? 1 : 0) : isLow ? 0 : -1;
    next = grid.beside(next, [down, way[1]]);
  } while (isOverHoles && next !== null && next !== cell && grid.holes.has(next));
  return next === cell ? null : next;
}

/** The cell at a point, or the two cells of a border that is very near. */
export function elementAt(grid, x, y) {
  const layout = layoutOf(grid), found = nearestBorder(grid, x, y);
  if (found === null) return null;
  const { cell, link } = found, [centreX, centreY] = layout.centre(cell);
  if (link === null || Math.max(Math.abs(x - centreX), Math.abs(y - centreY)) < 0.34 * STEP) return grid.name(cell);
  return linkName(grid, link);
}

/** The name of a link: its cells, the first in reading order in front. */
export function linkName(grid, link) {
  return [...grid.cells[link]].sort((one, other) => one - other).map((cell) => grid.name(cell)).join("-");
}
