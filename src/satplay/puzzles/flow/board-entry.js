// Gestures and keys of Flow as typed moves.
//
// A pointer: {at: cell, held, marking: whether gestures mark borders}.  `held` is null or one of
//   {kind: "line", by: "drag", "tap" or "keys", line, before}   a line in hand, see held-line.js
//   {kind: "borders", links, isMark, before}                    a drag that marks the borders it crosses
//   {kind: "mark"}                                              the next arrow marks a border
// A drag also has its last point, x and y; before it, or before the line was taken up, the pointer was `before`.

import { gridOf } from "./grid.js";
import { layoutOf } from "./geometry.js";
import { markVerb } from "./moves.js";
import { drawnIn } from "./paths.js";
import { colourOf, putDown, refusal, shorten, step, takeUp, towards } from "./held-line.js";
import { nearestBorder, nextCell, placesBetween } from "./pointing.js";

const TAP_DETOUR = 6;
const SLANTED = ["home", "pageup", "end", "pagedown"];

export function start({ board }) {
  const grid = gridOf(board), first = Math.min(...board.dots.flat());
  const free = [...Array(grid.count).keys()].find((cell) => !grid.holes.has(cell)) ?? 0;
  return { at: grid.name(Number.isFinite(first) ? first : free), held: null, marking: false };
}

const completed = (pointer) => ({ marking: false, ...pointer });
const react = (pointer, moves = [], note = "", preview = null) => ({ pointer, moves, note, preview });

// -- a line in hand --------------------------------------------------------------------------------------------------

/** The reaction that goes on holding a line and shows it. */
function hold(grid, pointer, held, note = "") {
  const { line } = held, { position, lost } = putDown(grid, line), head = line.path.at(-1);
  const preview = { kind: "line", from: line.position, position, lost };
  return react({ ...pointer, at: grid.name(head), held }, [], note, preview);
}

/** The reaction that puts a line down; a tapped line stays in hand until it joins its dots. */
function drop(grid, pointer, { line, by, before }) {
  const { moves, position, isJoined } = putDown(grid, line), head = line.path.at(-1);
  const at = grid.name(head), note = isJoined ? `${nameOf(grid, line)} is joined.` : "";
  if (by !== "tap" || isJoined || !moves.length) return react({ ...pointer, at, held: null }, moves, note);
  const held = { kind: "line", by, line: { ...takeUp(grid, position, head), position: null }, before };
  return react({ ...pointer, at, held }, moves, note);
}

/** The line in hand; taken up again if moves were made since, null if there is none. */
function heldLine(grid, state, pointer) {
  const { held } = pointer;
  if (held?.kind !== "line" || held.by === "drag") return null;
  if (held.line.position === state.position) return held;
  return held.by === "tap" ? { ...held, line: takeUp(grid, state.position, grid.cell(pointer.at)) } : null;
}

function nameOf(grid, line) {
  const colour = colourOf(grid, line);
  return colour === null ? "The line" : grid.board.labels[colour];
}

function take(grid, state, pointer, cell, by) {
  const line = takeUp(grid, state.position, cell), name = grid.name(cell);
  const what = colourOf(grid, line) === null ? name : `${nameOf(grid, line)} at ${name}`;
  return hold(grid, pointer, { kind: "line", by, line, before: { ...pointer, held: null } }, `${what} is held.`);
}

// -- mouse and touch -------------------------------------------------------------------------------------------------

export function pointer(state, before, event) {
  const grid = gridOf(state.board), pointer = completed(before);
  switch (event.kind) {
    case "down":
      return press(grid, state, pointer, event);
    case "move":
    case "up":
      return drag(grid, state, pointer, event);
    case "tap":
      return event.right || pointer.marking ? markBorder(grid, state, pointer, event) : tap(grid, state, pointer, event);
    case "long":
      return markBorder(grid, state, pointer, event);
    case "cancel":
      return pointer.held?.before ? react(pointer.held.before) : null;
    default:
      return null;
  }
}

function press(grid, state, pointer, { x, y, right }) {
  const place = layoutOf(grid).placeAt(x, y), before = { ...pointer, held: null };
  if (place === null) return null;
  const at = grid.name(place.cell), from = { x, y, before };
  if (right || pointer.marking) return react({ ...pointer, at, held: { kind: "borders", links: [], isMark: null, ...from } });
  return hold(grid, pointer, { kind: "line", by: "drag", line: takeUp(grid, state.position, place.cell), ...from });
}

function drag(grid, state, pointer, { kind, x, y, points }) {
  const { held } = pointer;
  if (held?.x === undefined) return null;
  const after = [...points, [x, y]].reduce((now, [toX, toY]) => {
    const places = placesBetween(layoutOf(grid), now.x, now.y, toX, toY);
    const next = held.kind === "line" ? drawAlong(grid, now, places) : markAlong(grid, state, now, places);
    return { ...next, x: toX, y: toY };
  }, held);
  if (held.kind === "borders") return markBorders(grid, state, pointer, after, kind === "up");
  return kind === "up" ? drop(grid, pointer, after) : hold(grid, pointer, after);
}

function drawAlong(grid, held, places) {
  return { ...held, line: places.reduce((line, place) => towards(grid, line, place), held.line) };
}

/** Taps: a dot or a line, then the cells that the line goes to. */
function tap(grid, state, pointer, { x, y }) {
  const layout = layoutOf(grid), place = layout.placeAt(x, y), held = heldLine(grid, state, pointer);
  if (place === null) return null;
  const { cell } = place;
  if (held === null) return take(grid, state, pointer, cell, "tap");
  if (held.by === "keys") return { ...take(grid, state, pointer, cell, "tap"), moves: putDown(grid, held.line).moves };
  const head = held.line.path.at(-1), isBeside = grid.linkBetween(head, cell) !== undefined;
  if (cell === head) return react({ ...pointer, held: null }, [], `${grid.name(cell)} is let go.`);
  const piece = drawnIn(grid, state.position).pieceAt.get(cell);
  const isTaken = grid.colourAt.has(cell) || piece !== undefined;
  const isLoose = held.line.old.length < 2 && !grid.colourAt.has(head);
  if (!isBeside && isLoose) return take(grid, state, pointer, cell, "tap");
  const line = towards(grid, held.line, layout.placeOf(cell, layout.placeOf(head)), { slack: TAP_DETOUR, mayCross: false });
  const colour = colourOf(grid, line), isOwn = colour === grid.colourAt.get(cell) || piece?.colours.has(colour);
  if (line === held.line || (isTaken && !isBeside && !isOwn)) {
    if (isTaken) return take(grid, state, pointer, cell, "tap");
    const note = isBeside ? refusal(grid, line, cell) : `No short free way leads from ${grid.name(head)} to ${grid.name(cell)}.`;
    return hold(grid, pointer, held, note);
  }
  return drop(grid, pointer, { ...held, line });
}

// -- marks on borders ------------------------------------------------------------------------------------------------

const namesOf = (grid, link) => grid.cells[link].map((cell) => grid.name(cell)).join(" ");

function toggle(grid, pointer, links) {
  const verb = markVerb(grid.board);
  if (verb === null) return react(pointer, [], "On this board all words for marks are names of colours.");
  return react(pointer, links.map((link) => `${verb} ${namesOf(grid, link)}`));
}

function markBorder(grid, state, pointer, { x, y }) {
  const found = nearestBorder(grid, x, y);
  if (found === null) return null;
  const after = { ...pointer, at: grid.name(found.cell), held: null };
  return found.link === null ? react(after, [], `${after.at} has no border to a neighbour.`) : toggle(grid, after, [found.link]);
}

/** A drag marks all borders that it crosses, or removes the marks if the first one has one. */
function markAlong(grid, state, held, places) {
  const apart = new Set(state.position.apart);
  let { links, isMark, last = layoutOf(grid).placeAt(held.x, held.y)?.cell } = held;
  for (const { cell } of places) {
    const link = grid.linkBetween(last, cell);
    last = cell;
    if (link === undefined || links.includes(link)) continue;
    isMark ??= !apart.has(link);
    if (apart.has(link) !== isMark) links = [...links, link];
  }
  return { ...held, links, isMark, last };
}

function markBorders(grid, state, pointer, held, isUp) {
  const after = { ...pointer, at: held.last === undefined ? pointer.at : grid.name(held.last), held };
  if (isUp) return toggle(grid, { ...after, held: null }, held.links);
  return react(after, [], "", { kind: "marks", from: state.position, links: held.links, isMark: held.isMark });
}

// -- keys ------------------------------------------------------------------------------------------------------------

export function keys(state, before, key) {
  const grid = gridOf(state.board), pointer = completed(before);
  if (pointer.held?.by === "drag" || pointer.held?.kind === "borders") return null;
  const held = heldLine(grid, state, pointer), isMarking = pointer.held?.kind === "mark";
  const cell = grid.cell(pointer.at), free = { ...pointer, held: null };
  if (["up", "right", "down", "left"].includes(key) || (state.board.hexagonal && SLANTED.includes(key))) {
    const to = nextCell(grid, cell, key, held === null && !isMarking);
    if (to === null) return react(pointer, [], held || isMarking ? `The board ends at ${pointer.at}.` : "", previewOf(grid, held));
    if (held !== null) return draw(grid, pointer, { ...held, by: "keys" }, to);
    if (!isMarking) return react({ ...free, at: grid.name(to) });
    const link = grid.linkBetween(cell, to);
    return link === undefined ? react(free, [], `${pointer.at} and ${grid.name(to)} cannot be joined anyway.`) : toggle(grid, free, [link]);
  }
  switch (key) {
    case "enter":
    case "space":
      if (isMarking) return react(free);
      return held === null ? take(grid, state, pointer, cell, "keys") : letGo(grid, pointer, held);
    case "escape":
      if (held !== null) return react({ ...held.before, held: null }, [], `${nameOf(grid, held.line)} is let go.`);
      return isMarking ? react(free) : null;
    case "backspace":
      return held === null ? shortenAt(grid, state, free, cell) : shortenHeld(grid, state, pointer, held);
    case "x":
      if (isMarking) return react(free);
      return expectMark(held === null ? react(pointer) : drop(grid, pointer, { ...held, by: "keys" }));
    default:
      return null;
  }
}

function expectMark({ pointer, moves }) {
  return react({ ...pointer, held: { kind: "mark" } }, moves, "Arrow: mark that no line goes there.");
}

const previewOf = (grid, held) => (held === null ? null : hold(grid, {}, held).preview);

function letGo(grid, pointer, held) {
  const reaction = drop(grid, pointer, { ...held, by: "keys" });
  return reaction.moves.length ? reaction : { ...reaction, note: `${nameOf(grid, held.line)} is let go.` };
}

function draw(grid, pointer, held, to) {
  const line = step(grid, held.line, to);
  if (line === null) return hold(grid, pointer, held, refusal(grid, held.line, to));
  const isLonger = line.path.length > held.line.path.length;
  return isLonger && putDown(grid, line).isJoined ? drop(grid, pointer, { ...held, line }) : hold(grid, pointer, { ...held, line });
}

function shortenHeld(grid, state, pointer, held) {
  const { path } = held.line;
  if (path.length === 1) return letGo(grid, pointer, held);
  return hold(grid, pointer, { ...held, by: "keys", line: { ...held.line, path: path.slice(0, -1) } });
}

function shortenAt(grid, state, pointer, cell) {
  const { moves, at } = shorten(grid, state.position, cell);
  return react({ ...pointer, at: grid.name(at) }, moves, moves.length ? "" : `There is no line in ${grid.name(cell)}.`);
}

// -- buttons ---------------------------------------------------------------------------------------------------------

export const options = [{ name: "letters", label: "Letters in all cells of a line" }];

export function tools(state, before) {
  const pointer = completed(before);
  const run = () => react({ ...pointer, held: null, marking: !pointer.marking });
  const isPossible = markVerb(state.board) !== null;
  return [{ name: "mark", label: "Mark “nothing here”", pressed: pointer.marking, disabled: !isPossible, run }];
}

/** The moves that remove all marks: one for each row of borders. */
export function unmark({ board, position }) {
  const grid = gridOf(board), verb = markVerb(board);
  if (verb === null || !position.apart.length) return [];
  const { pieces } = drawnIn(grid, { links: position.apart });
  return pieces.flatMap((piece) => piece.trails).map((trail) => `${verb} ${trail.map((node) => grid.name(grid.cellOf[node])).join(" ")}`);
}

export const help = [
  ["Arrows", "move; with a line in hand, draw"],
  ["Enter, Space", "take up the line of a dot or cell; put it down"],
  ["Backspace", "shorten the line"],
  ["X, then arrow", "mark that no line goes there"],
  ["Escape", "let the line go without a change"],
  ["Home, End, Page Up, Page Down", "slanted steps on hexagons"],
];
