// Gestures and keys of Hashi as typed moves.
//
// A pointer: {at: island, held, marking: whether gestures mark "no bridge", refused: {way, blockers} after a bridge
// that would cross others}.  `held` is null or one of
//   {kind: "island"}                          arrows and taps build from the island at the pointer
//   {kind: "mark"}                            the next arrow marks that no bridge goes there
//   {kind: "press", from, isRight, before}    a drag from an island; before it, the pointer was `before`

import { islandNear, layoutOf, pointIn, STEPS, wayNear, waysAt } from "./board-layout.js";
import { nextCount } from "./board-moves.js";

const DRAG = 0.45;
const PRESS = { mouse: 0.6, touch: 0.75 };
/** Where an island is pressed, and how far from it a drag gets a direction, in cells. */

const WHERE = { up: "above", down: "below", left: "left of", right: "right of" };

export function start({ board }) {
  return { at: layoutOf(board).list[0]?.name ?? "", held: null, marking: false, refused: null };
}

const react = (pointer, moves = [], note = "", preview = null) => ({ pointer, moves, note, preview });

// -- what is done ----------------------------------------------------------------------------------------------------

/** Build on a way or, if gestures mark, mark it. */
function change(state, pointer, way, isMark) {
  const names = `${way.first.name} ${way.second.name}`;
  if (isMark) return react(pointer, [`no ${names}`]);
  const next = nextCount(state, way);
  if (next.blockers.length === 0) return react(pointer, [`${names} ${next.count}`]);
  const refused = { way: way.name, blockers: next.blockers };
  return react({ ...pointer, refused }, [], `Bridges do not cross: ${inTheWay(next.blockers)} of ${way.name}.`);
}

/** What `change` would draw. */
function preview(state, way, isMark) {
  if (isMark) return { kind: "mark", way: way.name, isAbsent: !state.position.absent.includes(way.name) };
  return { kind: "bridge", way: way.name, ...nextCount(state, way) };
}

function inTheWay(names) {
  if (names.length === 1) return `${names[0]} is in the way`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are in the way`;
}

function toggleDone(pointer, name) {
  return react({ ...pointer, at: name, held: null }, [`done ${name}`]);
}

function hold(pointer, name, note = `${name} is held.`) {
  return react({ ...pointer, at: name, held: { kind: "island" } }, [], note);
}

function letGo(pointer) {
  return react({ ...pointer, held: null }, [], `${pointer.at} is let go.`);
}

const completed = (pointer) => ({ marking: false, ...pointer, refused: null });

// -- mouse and touch -------------------------------------------------------------------------------------------------

export function pointer(state, before, event) {
  const layout = layoutOf(state.board), pointer = completed(before), at = pointIn(event);
  const press = pointer.held?.kind === "press" ? pointer.held : null;
  switch (event.kind) {
    case "down": {
      const island = islandNear(layout, at, PRESS[event.touch ? "touch" : "mouse"]);
      if (island === undefined) return null;
      const held = { kind: "press", from: island.name, isRight: Boolean(event.right), before: press?.before ?? pointer };
      return react({ ...pointer, at: island.name, held });
    }
    case "move": {
      const [way] = press === null ? [] : wayOfDrag(layout, press, at);
      if (press === null) return null;
      return react(pointer, [], "", way ? preview(state, way, press.isRight || pointer.marking) : null);
    }
    case "up": {
      if (press === null) return null;
      const [way, direction] = wayOfDrag(layout, press, at);
      if (direction === null) return react(press.before);
      const after = { ...pointer, held: null };
      if (way === null) return react(after, [], `There is no island ${WHERE[direction]} ${press.from}.`);
      return change(state, after, way, press.isRight || pointer.marking);
    }
    case "tap":
      return tap(state, layout, press === null ? pointer : completed(press.before), event, at);
    case "long":
      return tap(state, layout, press === null ? pointer : completed(press.before), { ...event, right: true }, at);
    case "cancel":
      return press === null ? null : react(press.before);
    default:
      return null;
  }
}

/** The way and the direction of a drag; the direction is null near the island, the way where there is no island. */
function wayOfDrag(layout, press, [x, y]) {
  const island = layout.islands.get(press.from);
  const across = x - island.column - 0.5, down = y - island.row - 0.5;
  const level = [across > 0 ? "right" : "left", Math.abs(across)], upright = [down > 0 ? "down" : "up", Math.abs(down)];
  const [main, other] = level[1] > upright[1] ? [level, upright] : [upright, level];
  if (main[1] < DRAG) return [null, null];
  const ways = new Map(waysAt(layout, island).map(([direction, , way]) => [direction, way]));
  const isOther = !ways.has(main[0]) && ways.has(other[0]) && other[1] >= Math.max(DRAG, main[1] / 2);
  const direction = isOther ? other[0] : main[0];
  return [ways.get(direction) ?? null, direction];
}

function tap(state, layout, pointer, event, at) {
  const island = islandNear(layout, at, 0.5);
  const way = island === undefined ? wayNear(layout, state.position, at) : null;
  if (island !== undefined) {
    return event.right ? toggleDone(pointer, island.name) : tapIsland(state, layout, pointer, island);
  }
  const after = { ...pointer, held: null };
  if (way === null) return pointer.held === null ? null : react(after);
  if (event.right && way.name in state.position.bridges) {
    return react(after, [`erase ${way.first.name} ${way.second.name}`]);
  }
  return change(state, after, way, event.right || pointer.marking);
}

/** The first tap holds an island, one on a neighbour builds; a second tap on the same lets go. */
function tapIsland(state, layout, pointer, island) {
  if (pointer.held?.kind !== "island") return hold(pointer, island.name);
  if (pointer.at === island.name) return letGo(pointer);
  const [, , way] = waysAt(layout, island).find(([, other]) => other.name === pointer.at) ?? [];
  if (way === undefined) {
    return hold(pointer, island.name, `No way joins ${pointer.at} and ${island.name}. ${island.name} is held.`);
  }
  return change(state, { ...pointer, at: island.name, held: null }, way, pointer.marking);
}

// -- keys ------------------------------------------------------------------------------------------------------------

export function keys(state, before, key) {
  const layout = layoutOf(state.board), pointer = completed(before), island = layout.islands.get(pointer.at);
  const kind = pointer.held?.kind;
  if (island === undefined || kind === "press") return null;
  if (key.startsWith("shift-") && key.slice(6) in STEPS) {
    return changeTowards(state, layout, pointer, key.slice(6), pointer.marking);
  }
  if (key in STEPS) {
    if (kind === "mark") return changeTowards(state, layout, { ...pointer, held: null }, key, true);
    if (kind === "island") return changeTowards(state, layout, pointer, key, pointer.marking);
    return react({ ...pointer, at: neighbour(layout, island, key).name });
  }
  switch (key) {
    case "x":
      if (kind === "mark") return react({ ...pointer, held: null });
      return react({ ...pointer, held: { kind: "mark" } }, [], "Arrow: mark that no bridge goes there.");
    case "enter":
      if (kind === "mark") return react({ ...pointer, held: null });
      return kind === "island" ? letGo(pointer) : hold(pointer, pointer.at);
    case "space":
      return toggleDone(pointer, pointer.at);
    case "escape":
      if (kind === "island") return letGo(pointer);
      return kind === "mark" ? react({ ...pointer, held: null }) : null;
    case "backspace": {
      const { bridges, absent, done } = state.position;
      if ([...Object.keys(bridges), ...absent, ...done].some((name) => name.split("-").includes(pointer.at))) {
        return react(pointer, [`erase ${pointer.at}`]);
      }
      return react(pointer, [], `${pointer.at} has no bridges.`);
    }
    default:
      return null;
  }
}

function changeTowards(state, layout, pointer, direction, isMark) {
  const found = waysAt(layout, layout.islands.get(pointer.at)).find(([towards]) => towards === direction);
  if (found === undefined) return react(pointer, [], `There is no island ${WHERE[direction]} ${pointer.at}.`);
  return change(state, pointer, found[2], isMark);
}

/** The next island in a direction: in line, else the nearest within 45 degrees, else the nearest. */
function neighbour(layout, island, key) {
  const [down, across] = STEPS[key];
  let nearest = island, least = [Infinity, Infinity];
  for (const other of layout.list) {
    const [rows, columns] = [other.row - island.row, other.column - island.column];
    const ahead = rows * down + columns * across;
    const aside = Math.abs(rows * across) + Math.abs(columns * down);
    const rank = [aside === 0 ? 0 : aside <= ahead ? 1 : 2, ahead + 2 * aside];
    if (ahead > 0 && (rank[0] < least[0] || (rank[0] === least[0] && rank[1] < least[1]))) {
      [nearest, least] = [other, rank];
    }
  }
  return nearest;
}

// -- buttons ---------------------------------------------------------------------------------------------------------

export function tools(state, before) {
  const pointer = completed(before);
  const run = () => react({ ...pointer, held: null, marking: !pointer.marking });
  return [{ name: "mark", label: "Mark “no bridge”", pressed: pointer.marking, disabled: false, run }];
}

/** The moves that remove all marks. */
export function unmark({ position }) {
  return [...position.absent.map((way) => `no ${way.replace("-", " ")}`), ...position.done.map((name) => `done ${name}`)];
}

export const help = [
  ["Arrows", "go to the next island"],
  ["Shift+arrow", "build or remove bridges"],
  ["Enter", "hold the island, then arrows build; Enter again lets go"],
  ["x, then arrow", "mark that no bridge goes there"],
  ["Space", "mark the island as done"],
  ["Backspace", "remove all bridges and marks of the island"],
];
