// Hashi on the page: the functions that the page asks for, see contracts/browser.py.  A state is {board, position};
//
// board     {rows, columns, most, loops, islands: {"A1": 3, "C1": null}}; null is an island with any number of bridges
// position  {bridges: {"A1-C1": 2}, absent: ["A1-A3"], done: ["E4"]}
//
// The islands and ways are in board-layout.js, the moves in board-moves.js, gestures and keys in board-entry.js, the
// picture in board-drawing.js.

import { blockers, layoutOf, wayCalled, waysAt } from "./board-layout.js";
import { endsOf } from "./board-moves.js";

export { boxOf, size } from "./board-layout.js";
export { apply, empty } from "./board-moves.js";
export { help, keys, pointer, start, tools, unmark } from "./board-entry.js";
export { draw } from "./board-drawing.js";

export const instruction = "Drag from an island to its neighbour: one bridge; again: two; again: none.";
export const options = [{ name: "groups", label: "Tint connected islands" }];

export function elements(board) {
  return layoutOf(board).list.map((island) => island.name);
}

/** `A1, island 3, has 3; down A7: 2 bridges` */
export function describe({ board, position }, element) {
  const layout = layoutOf(board), island = layout.islands.get(element);
  if (island === undefined) {
    const way = wayCalled(layout, element);
    return way === null ? element : `${element}: ${describeWay(layout, position, way)}`;
  }
  const number = island.number === null ? "without a number" : island.number;
  const ways = waysAt(layout, island)
    .map(([direction, other, way]) => `; ${direction} ${other.name}: ${describeWay(layout, position, way)}`);
  const done = position.done.includes(element) ? ", marked as done" : "";
  return `${element}, island ${number}, has ${endsOf(position).get(element) ?? 0}${done}${ways.join("")}`;
}

function describeWay(layout, position, way) {
  const built = position.bridges[way.name];
  if (built !== undefined) return `${built} bridge${built === 1 ? "" : "s"}`;
  if (position.absent.includes(way.name)) return "marked “no bridge”";
  const [blocker] = blockers(layout, position, way);
  return blocker === undefined ? "no bridge yet" : `blocked by ${blocker.name}`;
}
