// How a move of Mastermind is put together: by taps, drags and keys.  The server gets it when it is complete.
//
// A pointer: {at: element, held}; `held` is null or what was put together so far:
//   of        the turn that it belongs to; it is dropped in any other
//   draft     a symbol or null for each place; of an answer the numbers of black and white pegs
//   isChosen  whether the place `at` was chosen, so that the next symbol goes there even if it holds one
//   armed     {symbol, at, before} after a tap on a symbol that went to the place `at`: a tap on another place moves it
//   drag      {name, part, symbol, from} while something is dragged; `from` is its place in the draft, or null

import { elementUnder, entryY, fillsPegs, layoutOf, pastPegUnder, pegX, STEP } from "./board-layout.js";
import { isAllowed, isPossible } from "./board-moves.js";

const react = (pointer, more = {}) => ({ pointer, moves: [], note: "", preview: null, ...more });
const numberOf = (name) => Number(name.split(" ")[1]) - 1;
const turnKey = ({ turn, guesses }) => `${turn} ${guesses.length}`;

export function start(state) {
  const { turn, guesses } = state.position;
  if (fillsPegs(state.position)) return { at: "peg 1", held: null };
  return { at: turn === "answer" ? "black" : `guess ${Math.max(1, guesses.length)}`, held: null };
}

/** The pointer after the position has changed: what was put together stays if it is still the same turn. */
export function kept(state, pointer) {
  const held = pointer.held?.of === turnKey(state.position) ? { ...pointer.held, drag: null } : null;
  const isThere = held !== null || (/^guess /.test(pointer.at) && state.position.turn === "");
  return { at: isThere ? pointer.at : start(state).at, held };
}

/** What was put together so far. */
export function entryOf(state, pointer) {
  const { board, position } = state;
  if (pointer.held?.of === turnKey(position)) return pointer.held;
  const draft = position.turn === "answer" ? (board.whites ? [0, 0] : [0]) : Array(board.length).fill(null);
  return { of: turnKey(position), draft, isChosen: false, armed: null, drag: null };
}

/** The number of the place where the next symbol goes: the chosen one, else the next that is empty; -1 if all are full. */
export function nextPlace(state, pointer) {
  const { draft, isChosen } = entryOf(state, pointer);
  const at = /^peg /.test(pointer.at) ? numberOf(pointer.at) : 0;
  return isChosen || draft[at] === null ? at : emptyAfter(draft, at);
}

/** The first empty place after one, or from the beginning; -1 if there is none. */
function emptyAfter(draft, at) {
  const after = draft.indexOf(null, at + 1);
  return after >= 0 ? after : draft.indexOf(null);
}

const pegName = (at) => `peg ${at + 1}`;

/** The reaction that changes what is put together, and goes to a place; -1 stays. */
function edit(state, pointer, changes, at = -1, more = {}) {
  const held = { ...entryOf(state, pointer), isChosen: false, armed: null, drag: null, ...changes };
  return react({ at: at < 0 ? pointer.at : pegName(at), held }, more);
}

const withSymbol = (draft, at, symbol) => draft.map((old, place) => (place === at ? symbol : old));

// -- pegs ----------------------------------------------------------------------------------------------------

/** Puts a symbol at a place and goes on to the next empty one. */
function put(state, pointer, at, symbol, changes = {}) {
  const draft = withSymbol(entryOf(state, pointer).draft, at, symbol);
  const next = emptyAfter(draft, at);
  return edit(state, pointer, { draft, ...changes }, next < 0 ? at : next, { say: `${symbol} at place ${at + 1}` });
}

/** A tap on a symbol: it goes to the next place; if all are full, to the place that is tapped next. */
function takeSymbol(state, pointer, symbol) {
  const at = nextPlace(state, pointer);
  if (at < 0) return edit(state, pointer, { armed: { symbol, at: -1, before: null } }, -1, { say: `${symbol} is taken up; choose a place` });
  const before = entryOf(state, pointer).draft[at];
  return put(state, pointer, at, symbol, { armed: { symbol, at, before } });
}

/** A tap on a place: a symbol that was tapped just before goes there; otherwise the place is chosen. */
function takePlace(state, pointer, at) {
  const { draft, armed, isChosen } = entryOf(state, pointer);
  if (armed !== null && armed.at === at) return edit(state, pointer, {});
  if (armed !== null && (armed.at < 0 || armed.before !== null || draft[at] === null)) {
    const back = armed.at < 0 ? draft : withSymbol(draft, armed.at, armed.before);
    return put(state, { ...pointer, held: { ...entryOf(state, pointer), draft: back } }, at, armed.symbol);
  }
  if (isChosen && pointer.at === pegName(at) && draft[at] !== null) return clear(state, pointer, at);
  return edit(state, pointer, { isChosen: true }, at, { say: `place ${at + 1}: ${draft[at] ?? "empty"}` });
}

function clear(state, pointer, at) {
  const { draft } = entryOf(state, pointer);
  return edit(state, pointer, { draft: withSymbol(draft, at, null) }, at, { say: `place ${at + 1}: empty` });
}

/** Fills the places that are empty; `symbols` has one for each place. */
function fillRest(state, pointer, symbols) {
  const { draft } = entryOf(state, pointer);
  if (symbols.every((symbol) => symbol === null)) return edit(state, pointer, {}, -1, { note: "Choose a symbol first." });
  const filled = draft.map((symbol, at) => symbol ?? symbols[at]);
  return edit(state, pointer, { draft: filled }, -1, { say: `filled: ${filled.join(" ")}` });
}

const everywhere = ({ board }, symbol) => Array(board.length).fill(symbol ?? null);

/** A symbol for all empty places, after a long press on a place: the one taken up, else the one there or before it. */
function symbolAt(state, pointer, at) {
  const { draft, armed } = entryOf(state, pointer);
  const filled = draft.slice(0, at + 1).filter((symbol) => symbol !== null);
  return armed?.symbol ?? draft[at] ?? filled.at(-1) ?? draft.find((symbol) => symbol !== null) ?? null;
}

/** What is dragged is dropped: on a place, where two pegs change places, or beside, which takes a peg away. */
function drop(state, pointer, x, y) {
  const { draft, drag } = entryOf(state, pointer);
  const at = placeNear(state, x, y);
  if (at === null) return drag.from === null ? edit(state, pointer, {}) : clear(state, pointer, drag.from);
  if (drag.from === null) return put(state, pointer, at, drag.symbol);
  const swapped = withSymbol(withSymbol(draft, drag.from, draft[at]), at, drag.symbol);
  return edit(state, pointer, { draft: swapped }, at, { say: `${drag.symbol} at place ${at + 1}` });
}

function placeNear({ board, position }, x, y) {
  const at = Math.floor((x - pegX(0)) / STEP + 0.5);
  const isNear = Math.abs(y - entryY(layoutOf(board, position), position)) < 0.9 * STEP;
  return isNear && at >= 0 && at < board.length ? at : null;
}

// -- answers -------------------------------------------------------------------------------------------------

/** Sets the number of black (0) or white (1) pegs; the other one gives way where both are too many. */
function setCount(state, pointer, which, count) {
  const { length } = state.board;
  const draft = [...entryOf(state, pointer).draft];
  draft[which] = Math.max(0, Math.min(length, count));
  const other = 1 - which;
  if (draft.length === 2) draft[other] = Math.min(draft[other], length - draft[which]);
  const name = which === 0 ? "black" : "white";
  const reaction = edit(state, pointer, { draft }, -1, { say: `${draft[which]} ${name}` });
  return { ...reaction, pointer: { ...reaction.pointer, at: name } };
}

function step(state, pointer, name, by) {
  const which = name === "black" ? 0 : 1;
  return setCount(state, pointer, which, entryOf(state, pointer).draft[which] + by);
}

// -- the move ------------------------------------------------------------------------------------------------

/** Why the move cannot be made yet; empty if it can. */
export function missing(state, pointer) {
  const { board, position } = state;
  const { draft } = entryOf(state, pointer);
  if (position.turn === "answer") {
    const isRight = isPossible(board, draft[0], draft[1] ?? 0);
    return isRight ? "" : `No code gives ${draft[0]} black and ${draft[1]} white: the last peg can only be in its place or nowhere.`;
  }
  const empty = draft.filter((symbol) => symbol === null).length;
  if (empty) return `${empty} ${empty === 1 ? "peg is" : "pegs are"} still missing.`;
  return position.turn === "set" && !isAllowed(board, draft.join("")) ? "No symbol may occur twice in the code." : "";
}

function submit(state, pointer) {
  const { turn } = state.position;
  const { draft } = entryOf(state, pointer);
  const note = missing(state, pointer);
  if (note) return edit(state, pointer, {}, turn === "answer" ? -1 : draft.indexOf(null), { note });
  const at = turn === "answer" ? "black" : "peg 1";
  // The verb keeps a code such as "keep" or "undo" from being read as a command.
  return react({ at, held: entryOf(state, pointer) }, { moves: [`${turn} ${draft.join(turn === "answer" ? " " : "")}`] });
}

/** A code at random, to be set. */
function drawCode({ board }) {
  const left = [...board.symbols];
  return Array.from({ length: board.length }, () => {
    const at = Math.floor(Math.random() * left.length);
    return board.repeats ? left[at] : left.splice(at, 1)[0];
  });
}

const LABELS = { guess: "Guess", set: "Set this code", answer: "Answer" };

/** The buttons below the board. */
export function tools(state, pointer) {
  const { turn } = state.position;
  if (turn === "") return [];
  const { draft, armed } = entryOf(state, pointer);
  const done = { name: "done", label: LABELS[turn], disabled: missing(state, pointer) !== "", run: () => submit(state, pointer) };
  if (turn === "answer") return [{ ...done, label: `Answer: ${wordsOf(draft)}` }];
  const symbol = armed?.symbol ?? symbolAt(state, pointer, Math.max(0, nextPlace(state, pointer)));
  const isEmpty = draft.every((one) => one === null);
  const rest = { name: "rest", label: symbol === null ? "Fill the rest" : `Fill the rest with ${symbol}`, disabled: symbol === null || !draft.includes(null) };
  const more = [
    { ...rest, run: () => fillRest(state, pointer, everywhere(state, symbol)) },
    { name: "clear", label: "Clear", disabled: isEmpty, run: () => edit(state, pointer, { draft: draft.map(() => null) }, 0) },
  ];
  if (turn === "guess") return [done, ...more];
  const random = () => edit(state, pointer, { draft: drawCode(state) }, 0);
  const keep = { name: "keep-in-mind", label: "Keep it in mind", run: () => react({ ...start(state) }, { moves: ["keep"] }) };
  return [done, keep, { name: "random", label: "Random code", run: random }, ...more];
}

export const wordsOf = ([black, white]) => (white === undefined || white === null ? `${black} black` : `${black} black, ${white} white`);

// -- mouse and touch -----------------------------------------------------------------------------------------

export function pointer(state, before, { kind, x, y, right, shift }) {
  const { drag } = entryOf(state, before);
  const found = elementUnder(state, x, y);
  switch (kind) {
    case "tap":
      return tap(state, before, found, { right, isLong: shift, x, y });
    case "long":
      return tap(state, before, found, { right: false, isLong: true, x, y });
    case "down":
      return pickUp(state, before, found, x, y);
    case "move": {
      if (!drag?.symbol) return null;
      return react(before, { preview: { symbol: drag.symbol, from: drag.from, over: placeNear(state, x, y), x, y } });
    }
    case "up":
      if (!drag) return null;
      // A finger that slips within one element taps it.
      if (found !== null && found.name === drag.name && found.part === drag.part) return tap(state, before, found, { right, isLong: false, x, y });
      return drag.symbol ? drop(state, before, x, y) : edit(state, before, {});
    default:
      return drag ? edit(state, before, {}) : null;
  }
}

function tap(state, before, found, { right, isLong, x, y }) {
  if (found === null) {
    const past = isLong && fillsPegs(state.position) ? pastPegUnder(state, x, y) : null;
    return past && fillRest(state, before, [...state.position.guesses[past.row][0]]);
  }
  const [kind, which] = found.name.split(" ");
  if (kind === "done") return submit(state, before);
  if (kind === "black" || kind === "white") {
    if (found.part === "") return react({ ...before, at: kind });
    return step(state, before, kind, found.part === "more" ? 1 : -1);
  }
  if (kind === "symbol") return isLong ? fillRest(state, before, everywhere(state, which)) : takeSymbol(state, before, which);
  const at = Number(which) - 1;
  if (right) return clear(state, before, at);
  return isLong ? fillRest(state, before, everywhere(state, symbolAt(state, before, at))) : takePlace(state, before, at);
}

/** A drag takes a symbol from the palette, a peg from its place, or a copy of a peg of an earlier guess. */
function pickUp(state, before, found, x, y) {
  const hold = (drag) => react({ ...before, held: { ...entryOf(state, before), drag } });
  if (found === null) {
    const past = fillsPegs(state.position) ? pastPegUnder(state, x, y) : null;
    return past && hold({ name: "", symbol: [...state.position.guesses[past.row][0]][past.at], from: null });
  }
  const [kind, which] = found.name.split(" ");
  if (kind === "symbol") return hold({ ...found, symbol: which, from: null });
  const symbol = kind === "peg" ? entryOf(state, before).draft[which - 1] : null;
  return hold({ ...found, symbol, from: symbol === null ? null : which - 1 });
}

// -- keys ----------------------------------------------------------------------------------------------------

export const help = [
  ["The sign of a symbol", "put it at this place, and go on"],
  ["Left, Right", "move between places, or between black and white"],
  ["Up, Down, Space", "the next symbol, or one peg more or less"],
  ["Shift+Right", "fill the rest with the symbol here"],
  ["Enter", "make the guess, set the code, or answer"],
  ["Backspace", "take one peg away"],
  ["Escape", "take all pegs away"],
  ["Page Up, Page Down", "read earlier guesses"],
  ["Long press, Shift+click", "on a place or symbol: fill the rest"],
];

export function keys(state, pointer, key) {
  const { turn } = state.position;
  if (key === "pageup" || key === "pagedown") return read(state, pointer, key === "pageup" ? -1 : 1);
  if (/^guess /.test(pointer.at)) {
    if (turn === "") return key === "up" || key === "down" ? read(state, pointer, key === "up" ? -1 : 1) : null;
    return keys(state, { ...pointer, at: start(state).at }, key);
  }
  if (turn === "") return null;
  if (key === "enter") return submit(state, pointer);
  return turn === "answer" ? answerKey(state, pointer, key) : pegKey(state, pointer, key);
}

/** Goes to an earlier or later guess, and from the last one back to the move to make. */
function read(state, pointer, by) {
  const { guesses, turn } = state.position;
  const at = /^guess /.test(pointer.at) ? numberOf(pointer.at) : guesses.length;
  const next = at + by;
  if (next < 0 || guesses.length === 0) return react(pointer);
  if (next < guesses.length) return react({ ...pointer, at: `guess ${next + 1}` });
  return react(turn === "" ? pointer : { ...pointer, at: start(state).at });
}

function answerKey(state, pointer, key) {
  const isWhite = pointer.at === "white";
  const name = isWhite ? "white" : "black";
  if (key === "left" || (key === "right" && state.board.whites)) return react({ ...pointer, at: key === "left" ? "black" : "white" });
  if (key === "up" || key === "space") return step(state, pointer, name, 1);
  if (key === "down") return step(state, pointer, name, -1);
  if (key === "backspace") return setCount(state, pointer, isWhite ? 1 : 0, 0);
  return /^[0-9]$/.test(key) ? setCount(state, pointer, isWhite ? 1 : 0, Number(key)) : null;
}

function pegKey(state, pointer, key) {
  const { draft } = entryOf(state, pointer);
  const last = draft.length - 1;
  const at = /^peg /.test(pointer.at) ? numberOf(pointer.at) : 0;
  const move = (to) => edit(state, pointer, { isChosen: true }, Math.max(0, Math.min(last, to)));
  const symbol = symbolOf(state.board, key);
  if (symbol !== null) {
    const next = Math.min(last, at + 1); // typing goes from place to place, over those that are full
    const isChosen = next > at && draft[next] !== null;
    const { say } = put(state, pointer, at, symbol);
    return edit(state, pointer, { draft: withSymbol(draft, at, symbol), isChosen }, next, { say });
  }
  switch (key) {
    case "left":
      return move(at - 1);
    case "right":
      return move(at + 1);
    case "home":
      return move(0);
    case "end":
      return move(last);
    case "up":
    case "space":
    case "down":
      return cycle(state, pointer, at, key === "down" ? -1 : 1);
    case "shift-right":
      return fillRest(state, pointer, everywhere(state, symbolAt(state, pointer, at)));
    case "backspace":
      return clear(state, pointer, draft[at] === null ? Math.max(0, at - 1) : at);
    case "escape":
      return draft.some((one) => one !== null) ? edit(state, pointer, { draft: draft.map(() => null) }, 0, { say: "all places are empty" }) : null;
    default:
      return null;
  }
}

/** The next symbol at a place, in the order of the palette. */
function cycle(state, pointer, at, by) {
  const symbols = [...state.board.symbols];
  const { draft } = entryOf(state, pointer);
  const old = draft[at] === null ? (by > 0 ? -1 : symbols.length) : symbols.indexOf(draft[at]);
  const symbol = symbols[(old + by + symbols.length) % symbols.length];
  return edit(state, pointer, { draft: withSymbol(draft, at, symbol), isChosen: true }, at, { say: `${symbol} at place ${at + 1}` });
}

/** The symbol of a key; case matters only where two symbols differ in nothing else. */
function symbolOf({ symbols }, key) {
  if (key.length !== 1) return null;
  if (symbols.includes(key)) return key;
  const alike = [...symbols].filter((symbol) => symbol.toLowerCase() === key.toLowerCase());
  return alike.length === 1 ? alike[0] : null;
}
