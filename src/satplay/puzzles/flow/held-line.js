// The line in hand: taken up at a cell, continued, shortened, and put down as typed moves.
//
// A line: {position, old, taken, path}; `path` are its cells, from a dot if it has one. `old` are the cells of the line
// that was taken up at its cell number `taken`, from 1, in that position.

import { STEP, layoutOf } from "./geometry.js";
import { applyMoves, markVerb, nodesAlong } from "./moves.js";
import { drawnIn, isFinished, lineThrough } from "./paths.js";

const CROSSING = 2, MARKED = 3, ASIDE = 0.02;
/** What a way costs besides its steps: through another line, over a mark, and far from the straight way. */

const isSame = (one, other) => one.length === other.length && one.every((value, at) => value === other[at]);
const isSamePosition = (one, other) => isSame(one.links, other.links) && isSame(one.apart, other.apart);
const isPlain = (line) => isSame(line.path, line.old.slice(0, line.taken));

/** The line through a cell, from its dot up to there; of a finished line the longer part. A dot begins a new line. */
export function takeUp(grid, position, cell, chosen = null) {
  const { links } = drawnIn(grid, position);
  const used = grid.nodesOf(cell).find((node) => grid.incident[node].some((link) => links.has(link)));
  const node = chosen ?? used ?? cell;
  const nodes = lineThrough(grid, links, node);
  if (nodes === null) return { position, old: [cell], taken: 1, path: [cell] };
  const at = nodes.indexOf(node), last = nodes.length - 1;
  const [first, second] = [nodes[0], nodes[last]].map((end) => grid.colourAt.has(end));
  if (first && second && (at === 0 || at === last) ? at === last : first === second ? 2 * at < last : second) nodes.reverse();
  const old = nodes.map((one) => grid.cellOf[one]), taken = nodes.indexOf(node) + 1;
  return { position, old, taken, path: old.slice(0, taken) };
}

/** The number of the colour of a line; null if it has none. */
export function colourOf(grid, { path }) {
  return grid.colourAt.get(path[0]) ?? grid.colourAt.get(path.at(-1)) ?? null;
}

/** Whether a line ends at the second dot of its colour. */
const isComplete = (grid, { path }) => path.length > 1 && grid.colourAt.has(path.at(-1)) && grid.colourAt.has(path[0]);

// -- drawing on ------------------------------------------------------------------------------------------------------

/** The line continued to a neighbour, or shortened to one of its cells; null if that is not possible. */
export function step(grid, line, cell) {
  const { path } = line;
  const back = path.lastIndexOf(cell);
  if (back >= 0 && (!grid.bridges.has(cell) || cell === path.at(-1) || cell === path.at(-2))) {
    return { ...line, path: path.slice(0, back + 1) };
  }
  const longer = { ...line, path: [...path, cell] };
  if (isAllowed(grid, longer.path)) return longer;
  const other = onBridge(grid, line, cell);
  return other !== null && isAllowed(grid, [...other.path, cell]) ? { ...other, path: [...other.path, cell] } : null;
}

function isAllowed(grid, path) {
  const colours = new Set([path[0], path.at(-1)].map((cell) => grid.colourAt.get(cell)).filter((colour) => colour !== undefined));
  return colours.size <= 1 && nodesAlong(grid, path) !== null;
}

/** On a bridge that was just taken up, the line over it in the direction of a neighbour. */
function onBridge(grid, line, cell) {
  const head = line.path.at(-1), link = grid.linkBetween(head, cell);
  return grid.bridges.has(head) && link !== undefined && isPlain(line) ? takeUp(grid, line.position, head, grid.nodeIn(link, head)) : null;
}

/** Why a line cannot be continued to the next cell. */
export function refusal(grid, { path }, cell) {
  const head = path.at(-1), names = `${grid.name(head)} and ${grid.name(cell)}`;
  if (grid.holes.has(cell)) return `There is no cell ${grid.name(cell)}.`;
  if (grid.linkBetween(head, cell) === undefined) return `A wall separates ${names}.`;
  if (path.length > 1 && grid.colourAt.has(head)) return `The line ends at the dot ${grid.name(head)}.`;
  if (grid.colourAt.has(cell)) return `${grid.name(cell)} is a dot of another letter: ${grid.board.labels[grid.colourAt.get(cell)]}.`;
  return grid.bridges.has(head) ? `The bridge ${grid.name(head)} is crossed straight.` : "The line would meet itself.";
}

/**
 * The line drawn towards a place: one step, or the shortest way if cells between were skipped, at most `slack` steps
 * longer than without obstacles. The same line if there is no such way.
 */
export function towards(grid, line, place, { slack = 2, mayCross = true } = {}) {
  const head = line.path.at(-1);
  if (place.cell === head) return line;
  const next = step(grid, line, place.cell);
  if (next !== null) return next;
  if (isComplete(grid, line) || grid.linkBetween(head, place.cell) !== undefined) return line;
  const way = findWay(grid, line, place, slack, mayCross);
  const path = way === null ? line.path : [...line.path, ...way];
  return isAllowed(grid, path) ? { ...line, path } : line;
}

/** The cells of the cheapest way from the head of a line to a place; null if there is none of that length. */
function findWay(grid, line, place, slack, mayCross) {
  const layout = layoutOf(grid), head = line.path.at(-1);
  const from = layout.placeOf(head, place), distance = layout.distance(from, place);
  const colour = colourOf(grid, line), goal = grid.colourAt.get(place.cell);
  if (distance < 2 || (goal !== undefined && colour !== null && goal !== colour)) return null;
  const known = nodesAlong(grid, line.path);
  const starts = known?.length ? [known.at(-1)] : grid.nodesOf(head);
  const closed = new Set(known ?? []), { links, pieceAt } = drawnIn(grid, line.position);
  const own = new Set(line.old), apart = new Set(line.position.apart);
  const isTaken = (node) => pieceAt.has(node) && !own.has(grid.cellOf[node]);
  const aside = awayFrom(layout, from, place);
  const open = starts.map((node) => ({ node, cost: 0, steps: 0, before: null }));
  while (open.length) {
    const least = open.reduce((best, one, at) => (one.cost < open[best].cost ? at : best), 0);
    const [here] = open.splice(least, 1);
    if (grid.cellOf[here.node] === place.cell) return cellsTo(grid, here);
    if (here.before !== null && closed.has(here.node)) continue;
    closed.add(here.node);
    if (here.steps === distance + slack) continue;
    for (const link of grid.incident[here.node]) {
      const node = grid.across(link, here.node), cell = grid.cellOf[node];
      if (closed.has(node) || (cell !== place.cell && (grid.colourAt.has(node) || (!mayCross && isTaken(node))))) continue;
      const extra = (isTaken(node) ? CROSSING : 0) + (apart.has(link) && !links.has(link) ? MARKED : 0);
      open.push({ node, cost: here.cost + 1 + extra + ASIDE * aside(cell), steps: here.steps + 1, before: here });
    }
  }
  return null;
}

function cellsTo(grid, end) {
  const cells = [];
  for (let at = end; at.before !== null; at = at.before) cells.unshift(grid.cellOf[at.node]);
  return cells;
}

/** How far a cell is from the straight way between two places, in steps. */
function awayFrom(layout, from, to) {
  const [x, y] = layout.centreAt(from.row, from.column), [toX, toY] = layout.centreAt(to.row, to.column);
  const [across, down] = [toX - x, toY - y], length = Math.hypot(across, down) * STEP;
  return (cell) => {
    const place = layout.placeOf(cell, to), [cellX, cellY] = layout.centreAt(place.row, place.column);
    return Math.abs(across * (cellY - y) - down * (cellX - x)) / length;
  };
}

// -- putting down ----------------------------------------------------------------------------------------------------

/**
 * What putting a line down does: {moves, position, lost, isJoined}. `lost` are the links of other lines that it
 * removes; of a line that is cut, the part without a dot is erased.
 */
export function putDown(grid, line) {
  const { position, old, path } = line;
  if (isPlain(line)) return { moves: [], position, lost: [], isJoined: false };
  const differs = old.findIndex((cell, at) => path[at] !== cell), common = differs < 0 ? old.length : differs;
  const change = { moves: [], position };
  if (common < old.length) remove(grid, change, old.slice(common - 1), true);
  if (path.length > common) make(grid, change, path.slice(common - 1).map((cell) => grid.name(cell)).join(" "));
  for (const piece of leftovers(grid, position, change.position, path)) {
    for (const trail of piece.trails) remove(grid, change, trail.map((node) => grid.cellOf[node]), false);
  }
  if (isSamePosition(change.position, position)) return { moves: [], position, lost: [], isJoined: false };
  const links = new Set(change.position.links), own = new Set(linksAlong(grid, old));
  const lost = position.links.filter((link) => !links.has(link) && !own.has(link));
  return { ...change, lost, isJoined: isFinished(grid, pieceAlong(grid, change.position, path)) };
}

/** The piece that the last step of a path belongs to. */
function pieceAlong(grid, position, path) {
  const nodes = nodesAlong(grid, path.slice(-2));
  return nodes?.length ? drawnIn(grid, position).pieceAt.get(nodes[0]) : undefined;
}

/** Pieces that belonged to a line with a dot, and have none any more. */
function leftovers(grid, before, after, path) {
  const { pieceAt } = drawnIn(grid, before), own = new Set(path);
  return drawnIn(grid, after).pieces.filter((piece) => piece.colours.size === 0
    && piece.nodes.some((node) => pieceAt.get(node)?.colours.size) && !piece.nodes.some((node) => own.has(grid.cellOf[node])));
}

const linksAlong = (grid, cells) => cells.slice(1).map((cell, at) => grid.linkBetween(cells[at], cell));

function make(grid, change, ...moves) {
  const position = applyMoves(grid, change.position, moves.join("; "));
  if (position === null) return;
  change.position = position;
  change.moves.push(...moves);
}

/**
 * Removes the links along cells; `keepsFirst` if the first cell belongs to what stays. Erasing cells says it best, but
 * must not touch other lines and marks there: then the links are marked as absent and the marks removed again.
 */
function remove(grid, change, cells, keepsFirst) {
  const gone = new Set(linksAlong(grid, cells));
  const wanted = change.position.links.filter((link) => !gone.has(link));
  const erase = `erase ${cells.slice(keepsFirst ? 1 : 0).map((cell) => grid.name(cell)).join(" ")}`;
  const after = applyMoves(grid, change.position, erase), verb = markVerb(grid.board);
  const isClean = after !== null && isSame(after.links, wanted) && isSame(after.apart, change.position.apart);
  const toggle = `${verb} ${cells.map((cell) => grid.name(cell)).join(" ")}`;
  if (isClean || verb === null) make(grid, change, erase);
  else make(grid, change, toggle, toggle);
}

/** The moves that shorten the line through a cell so that it ends before the cell, and where it then ends. */
export function shorten(grid, position, cell) {
  const line = takeUp(grid, position, cell), change = { moves: [], position };
  if (line.old.length > 1) {
    const from = Math.max(line.taken - 2, 0);
    remove(grid, change, line.old.slice(from), true);
    return { moves: change.moves, at: line.old[from] };
  }
  make(grid, change, `erase ${grid.name(cell)}`);
  return { moves: isSamePosition(change.position, position) ? [] : change.moves, at: cell };
}
