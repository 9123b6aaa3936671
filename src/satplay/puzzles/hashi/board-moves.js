// Positions of Hashi and the typed moves that change them, as move_entry.py reads them.
//
// A position: {bridges: {"A1-C1": 2}, absent: ["A1-A3"], done: ["E4"]}, all in the order of their islands.

import { blockers, layoutOf, wayBetween, wayCalled } from "./board-layout.js";

const MOVE = /^(?:(erase|no|done) )?([A-Z]{1,3}[0-9]+)(?:[ -]([A-Z]{1,3}[0-9]+))?(?: ([0-9]{1,2}))?$/;

export function empty() {
  return { bridges: {}, absent: [], done: [] };
}

/** The position after the typed moves of one line; null if one of them is refused or of another kind. */
export function apply({ board, position }, line) {
  const layout = layoutOf(board);
  const moves = line.split(";").map((move) => move.trim()).filter((move) => move !== "");
  if (moves.length === 0) return null;
  return moves.reduce((after, move) => after && applyMove(layout, after, move), position);
}

function applyMove(layout, position, move) {
  const [, verb, ...words] = MOVE.exec(move) ?? [null, null, ""];
  const [start, end] = words.map((name) => layout.islands.get(name));
  const [, endName, count] = words;
  if (start === undefined || (endName !== undefined && end === undefined)) return null;
  if (verb === undefined) return end === undefined ? null : build(layout, position, wayBetween(layout, start, end), count);
  if (count !== undefined) return null;
  if (verb === "done") return toggleDone(layout, position, words.filter((name) => name !== undefined));
  if (verb === "erase" && end === undefined) {
    const left = without(layout, position, (way) => way.first === start || way.second === start);
    return { ...left, done: position.done.filter((name) => name !== start.name) };
  }
  const way = end === undefined ? null : wayBetween(layout, start, end);
  if (way === null) return null;
  if (verb === "erase") return without(layout, position, (other) => other.name === way.name);
  return way.isLink ? mark(layout, position, way) : null;
}

function build(layout, position, way, typed) {
  if (way === null) return null;
  const built = position.bridges[way.name] ?? 0;
  const wanted = typed === undefined ? (built < layout.board.most ? built + 1 : 0) : Number(typed);
  if (wanted > layout.board.most) return null;
  if (wanted > built && (!way.isLink || blockers(layout, position, way).length > 0)) return null;
  const bridges = { ...position.bridges, [way.name]: wanted };
  if (wanted === 0) delete bridges[way.name];
  return {
    ...position,
    bridges: wanted > 0 && built === 0 ? inOrder(layout, bridges) : bridges,
    absent: position.absent.filter((name) => !(name in bridges)),
  };
}

function inOrder(layout, bridges) {
  const names = sorted(layout, Object.keys(bridges));
  return Object.fromEntries(names.map((name) => [name, bridges[name]]));
}

function sorted(layout, names) {
  const ways = names.map((name) => wayCalled(layout, name));
  ways.sort((one, other) => one.first.index - other.first.index || one.second.index - other.second.index);
  return ways.map((way) => way.name);
}

/** Mark that no bridge joins two islands, or remove the mark if it is there. */
function mark(layout, position, way) {
  const bridges = { ...position.bridges };
  delete bridges[way.name];
  const others = position.absent.filter((name) => name !== way.name);
  const isMarked = others.length < position.absent.length;
  return { ...position, bridges, absent: isMarked ? others : sorted(layout, [...others, way.name]) };
}

/** Mark islands as done, or remove the marks if all are marked. */
function toggleDone(layout, position, names) {
  const others = position.done.filter((name) => !names.includes(name));
  const done = names.every((name) => position.done.includes(name)) ? others : [...others, ...new Set(names)];
  const index = (name) => layout.islands.get(name).index;
  return { ...position, done: done.sort((one, other) => index(one) - index(other)) };
}

function without(layout, position, isGone) {
  const stays = (name) => !isGone(wayCalled(layout, name));
  return {
    ...position,
    bridges: Object.fromEntries(Object.entries(position.bridges).filter(([name]) => stays(name))),
    absent: position.absent.filter(stays),
  };
}

// -- what a gesture means --------------------------------------------------------------------------------------------

/** The next number of bridges on a way, after the largest one none; `blockers` are in the way of one more. */
export function nextCount({ board, position }, way) {
  const built = position.bridges[way.name] ?? 0;
  if (built >= board.most) return { count: 0, blockers: [] };
  const found = blockers(layoutOf(board), position, way);
  // Bridges that cross already, in a position that was opened, can only be removed.
  if (found.length > 0 && built > 0) return { count: 0, blockers: [] };
  return { count: built + 1, blockers: found.map((other) => other.name) };
}

/** The number of bridges at each island. */
export function endsOf(position) {
  const ends = new Map();
  for (const [name, count] of Object.entries(position.bridges)) {
    for (const end of name.split("-")) ends.set(end, (ends.get(end) ?? 0) + count);
  }
  return ends;
}
