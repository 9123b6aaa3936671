// The picture of Mastermind: a board with rows of pegs.  Every peg has a colour and a sign.

import { svg } from "/static/dom.js";
import { entryOf, missing, nextPlace } from "./board-entry.js";
import {
  boxOf, codeY, countX, EDGE, elements, entryY, fillsPegs, isShown, layoutOf, pegX, pinAt, STEP, stepperParts,
} from "./board-layout.js";

const RADIUS = 17;
const PIN = 5.2;
const SMALLEST_SIGN = 16.5; // so that signs of low rows can be read on a phone
const NUMBER = 14; // size of the numbers of rows
const LARGEST_NUMBER = 17;
const PHONE_TEXT = 31.5; // a board on a phone is as wide as so many of its smallest letters
const NEXT_ROW = 0.35; // seconds between rows that appear together
const BUTTONS = { guess: "Guess", set: "Set", answer: "Answer" };

/** Draws into an element; each part is built again only if it has changed. */
export function draw(root, board) {
  const parts = new Map();
  const part = (name) => {
    if (!parts.has(name)) {
      const group = svg("g", { class: name.split(" ")[0] });
      parts.set(name, { group, key: null });
      root.append(group);
    }
    return parts.get(name);
  };
  const paint = (name, key, build) => {
    const one = part(name);
    const text = JSON.stringify(key);
    if (one.key === text) return;
    one.key = text;
    one.group.replaceChildren(...build().flat(Infinity).filter(Boolean));
  };
  for (const name of ["ground", "code", "marks-below", "rows", "entry", "tray", "marks", "ghost"]) part(name);
  const seen = { guesses: null };
  return { update: (scene) => update(board, paint, seen, scene) };
}

function update(board, paint, seen, { position, pointer, marks, violations, preview }) {
  const state = { board, position };
  const layout = layoutOf(board, position);
  const { guesses, turn } = position;
  const height = layout.height;
  const fresh = seen.guesses === null ? guesses.length : Math.min(seen.guesses, guesses.length);
  seen.guesses = guesses.length;
  paint("ground", [height, layout.current, guesses.length], () => ground(board, layout, guesses));
  paint("code", [position.code, position.secret, turn === "set"], () => code(board, layout, position));
  paint("rows", [guesses, height, layout.current], () => guesses.map((guess, at) => row(board, layout, guess, at, fresh)));
  const { draft, isChosen, armed } = entryOf(state, pointer);
  const next = fillsPegs(position) && pointer.at !== "" ? nextPlace(state, pointer) : -1;
  const from = preview?.from ?? null;
  const over = preview?.over ?? null;
  const entry = [position, draft, next, isChosen, from, over];
  paint("entry", entry, () => entryRow(state, layout, { draft, next, isChosen, from, over, pointer }));
  const tray = [turn, height, turn === "answer" ? draft : null, armed?.symbol ?? null, pointer.at];
  paint("tray", tray, () => trayOf(state, layout, pointer, armed?.symbol ?? null));
  for (const name of ["marks-below", "marks"]) paint(name, [marks, violations, height, layout.current], () => drawMarks(state, marks, violations, name === "marks"));
  paint("ghost", preview, () => (preview === null || preview === undefined ? [] : [peg(board, preview.symbol, preview.x, preview.y, RADIUS + 3, "lifted")]));
}

// -- pegs ----------------------------------------------------------------------------------------------------

/** A peg: its colour, a gloss, its sign. */
function peg(board, symbol, x, y, radius = RADIUS, look = "") {
  const [ground, ink] = board.pegs[[...board.symbols].indexOf(symbol)];
  const gloss = `M${x - 0.62 * radius} ${y - 0.3 * radius}A${0.7 * radius} ${0.7 * radius} 0 0 1 ${x + 0.1 * radius} ${y - 0.7 * radius}`;
  return svg("g", { class: `peg ${look}` },
    svg("circle", { cx: x, cy: y, r: radius, fill: ground }),
    svg("path", { class: "gloss", d: gloss }),
    svg("text", { x, y: y + 0.5, fill: ink, "font-size": Math.max(SMALLEST_SIGN, 1.15 * radius) }, symbol));
}

const hole = (x, y, look = "") => svg("circle", { class: `hole ${look}`, cx: x, cy: y, r: 5 });

function pin(x, y, kind, radius = PIN) {
  return svg("circle", { class: `pin ${kind}`, cx: x, cy: y, r: kind === "none" ? 1.8 : radius });
}

/** The pegs of an answer, and their numbers; a guess without an answer has dots only. */
function answer(board, layout, [, black, white], y, height) {
  const shrink = Math.min(1, height / 32);
  const pins = Array.from({ length: board.length }, (_, at) => {
    const [x, dy] = pinAt(layout, at);
    const kind = at < black ? "black" : at < black + (white ?? 0) ? "white" : "none";
    return pin(x, y + dy * shrink, kind, PIN * Math.max(0.85, shrink));
  });
  const numbers = [black, ...(board.whites ? [white] : [])];
  return [pins, numbers.map((number, which) => svg("text", { class: "count", x: countX(layout, which), y: y + 0.5 }, String(number ?? "?")))];
}

// -- the board -----------------------------------------------------------------------------------------------

/** The panels of code and rows, the numbers of the rows, and holes where no guess is yet. */
function ground(board, layout, guesses) {
  const { rows, width } = layout;
  const [first, last] = [rows[0], rows.at(-1)];
  const panel = (y, height) => svg("rect", { class: "panel-ground", x: EDGE / 2, y, width: width - EDGE, height, rx: 10 });
  const parts = [panel(first.top - 2, last.top + last.height - first.top + 4)];
  rows.forEach(({ top, height }, at) => {
    const y = top + height / 2;
    const isMade = at < guesses.length;
    if (at > 0) parts.push(svg("path", { class: "line", d: `M${EDGE} ${top}H${width - EDGE}` }));
    if (at === layout.current) parts.push(svg("rect", { class: "current", x: EDGE / 2 + 1, y: top, width: width - EDGE - 2, height, rx: 8 }));
    if (!isMade) parts.push(rowNumber(layout, at, y, at === layout.current ? "now" : ""));
    if (!isMade && at !== layout.current) for (let place = 0; place < board.length; place++) parts.push(hole(pegX(place), y));
  });
  return parts;
}

const rowNumber = ({ width }, at, y, look = "") =>
  svg("text", { class: `number ${look}`, x: pegX(-0.5) - 9, y: y + 0.5, "font-size": Math.max(NUMBER, Math.min(LARGEST_NUMBER, width / PHONE_TEXT)) }, String(at + 1));

/** The code above the rows: hidden, open, or being set. */
function code(board, layout, { code: text, secret, turn }) {
  const { width } = layout;
  const look = text === null ? "shield" : "shield open";
  const parts = [svg("rect", { class: look, x: EDGE / 2, y: EDGE / 2, width: width - EDGE, height: STEP + EDGE, rx: 10 })];
  parts.push(lock(pegX(-0.5) - 18, codeY, text !== null));
  if (turn === "set") return parts;
  const sign = secret === "kept" ? "…" : "?";
  for (let at = 0; at < board.length; at++) {
    if (text === null) parts.push(svg("text", { class: "hidden-sign", x: pegX(at), y: codeY }, sign));
    else parts.push(peg(board, [...text][at], pegX(at), codeY));
  }
  parts.push(pin(countX(layout, 0), codeY, "black", 6.5), board.whites && pin(countX(layout, 1), codeY, "white", 6.5));
  return parts;
}

/** A lock, which is open when the code is. */
function lock(x, y, isOpen) {
  const shackle = isOpen ? `M${x - 5} ${y - 1}v-6a5 5 0 0 1 10 0` : `M${x - 5} ${y - 1}v-4a5 5 0 0 1 10 0v4`;
  return svg("g", { class: "lock" }, svg("path", { class: "shackle", d: shackle }), svg("rect", { x: x - 8, y: y - 1, width: 16, height: 11, rx: 2.5 }));
}

function row(board, layout, guess, at, fresh) {
  const { top, height } = layout.rows[at];
  const y = top + height / 2;
  const radius = Math.min(RADIUS, 0.46 * height);
  const isFound = guess[1] === board.length;
  const pegs = [...guess[0]].map((symbol, place) => peg(board, symbol, pegX(place), y, radius));
  const group = svg("g", { class: `row${isFound ? " found" : ""}${at >= fresh ? " fresh" : ""}` },
    isFound && svg("rect", { class: "found-ground", x: EDGE / 2 + 1, y: top + 1, width: layout.width - EDGE - 2, height: height - 2, rx: 8 }),
    rowNumber(layout, at, y), pegs, answer(board, layout, guess, y, height));
  if (at >= fresh) group.style.setProperty("--delay", `${(at - fresh) * NEXT_ROW}s`);
  return group;
}

// -- the row that is filled in -------------------------------------------------------------------------------

function entryRow(state, layout, { draft, next, isChosen, from, over, pointer }) {
  const { board, position } = state;
  const y = entryY(layout, position);
  if (position.pending) return [[...position.pending].map((symbol, at) => peg(board, symbol, pegX(at), y)), waiting(layout, y)];
  if (position.turn === "answer") {
    const asked = [...position.asked].map((symbol, at) => peg(board, symbol, pegX(at), y));
    return [asked, button(state, layout, pointer)];
  }
  if (!fillsPegs(position)) return [];
  const places = draft.map((symbol, at) => {
    const isNext = at === next;
    const look = `place${isNext ? " next" : ""}${isNext && isChosen ? " chosen" : ""}${at === over ? " over" : ""}`;
    const ring = svg("circle", { class: look, cx: pegX(at), cy: y, r: RADIUS + 2 });
    return [ring, symbol === null ? null : peg(board, symbol, pegX(at), y, RADIUS - 0.5, at === from ? "away" : "")];
  });
  return [places, button(state, layout, pointer)];
}

/** The button at the end of the row; it is filled when the move is complete. */
function button(state, layout, pointer) {
  const { turn } = state.position;
  const box = boxOf(state.board, "done", state.position);
  const isReady = missing(state, pointer) === "";
  return svg("g", { class: `done${isReady ? " ready" : ""}` },
    svg("rect", { ...box, rx: 9 }),
    svg("text", { x: box.x + box.width / 2, y: box.y + box.height / 2 + 0.5 }, BUTTONS[turn]));
}

const waiting = (layout, y) => svg("g", { class: "waiting" }, [0, 1, 2].map((at) => svg("circle", { cx: layout.answer + 8 + at * 14, cy: y, r: 3.2 })));

// -- the tray ------------------------------------------------------------------------------------------------

function trayOf(state, layout, pointer, armed) {
  const { board, position } = state;
  if (position.turn === "answer") return [stepper(state, pointer, "black", 0), board.whites && stepper(state, pointer, "white", 1)];
  const look = fillsPegs(position) ? "" : "idle";
  return [svg("g", { class: `palette ${look}` }, [...board.symbols].map((symbol) => {
    const { x, y, width, height } = boxOf(board, `symbol ${symbol}`, position);
    const isArmed = symbol === armed;
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const radius = Math.min(width, height) * 0.41;
    return [
      svg("rect", { class: "touch", x, y, width, height }),
      isArmed && svg("circle", { class: "armed", cx: middleX, cy: middleY, r: radius + 3 }),
      peg(board, symbol, middleX, middleY, radius),
    ];
  }))];
}

function stepper(state, pointer, name, which) {
  const box = boxOf(state.board, name, state.position);
  const { less, more, middle } = stepperParts(box);
  const y = box.y + box.height / 2;
  const count = entryOf(state, pointer).draft[which];
  const sign = (part, d) => svg("path", { class: "sign", d, transform: `translate(${part.x + part.width / 2} ${part.y + part.height / 2})` });
  return svg("g", { class: `stepper${pointer.at === name ? " now" : ""}` },
    svg("rect", { class: "inside", ...box, rx: 10 }),
    svg("rect", { class: `key${count === 0 ? " off" : ""}`, ...less, rx: 10 }), sign(less, "M-7 0h14"),
    svg("rect", { class: `key${count === state.board.length ? " off" : ""}`, ...more, rx: 10 }), sign(more, "M-7 0h14M0-7v14"),
    svg("rect", { class: "frame", ...box, rx: 10 }),
    pin(middle - 15, y, name, 8),
    svg("text", { class: "amount", x: middle + 11, y: y + 0.5 }, String(count)));
}

// -- marks ---------------------------------------------------------------------------------------------------

/** What a hint is about: grounds below the pegs, or frames, by shape: a line for a reason, dashes for something new. */
function drawMarks({ board, position }, marks, violations, isFrame) {
  const known = new Set(elements(board));
  const kinds = isFrame ? { because: marks?.because, given: marks?.given, new: marks?.new, wrong: violations } : { because: marks?.because };
  return Object.entries(kinds).flatMap(([kind, names]) =>
    (names ?? []).filter((name) => known.has(name) && isMarked(position, name)).map((name) => {
      const { x, y, width, height } = boxOf(board, name, position);
      return svg("rect", { class: `${isFrame ? "mark" : "mark-ground"} ${kind}`, x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 8 });
    }));
}

const isMarked = (position, name) => /^(guess|code) /.test(name) || isShown(position, name);
