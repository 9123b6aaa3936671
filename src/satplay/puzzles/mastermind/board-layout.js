// Where everything is on the board of Mastermind, in units of the picture.
//
// From the top: the code, the rows of guesses with their answers, and the tray with what the next move is made of:
// the palette of symbols, or the numbers of an answer.  The row that is filled in keeps its size; if there are more than
// MOST_LARGE rows, the others are lower.

export const STEP = 44; // between two pegs, and the height of a row
export const EDGE = 8;
const NUMBER = 42; // left of the pegs
const PIN = 14; // between two pegs of an answer
const COUNT = 26; // of a number beside them
const ROOM = 10; // between the pegs and their answer
const CODE = 56; // the height of the code
const GAP = 12; // between rows and tray
const MOST_SHOWN = 12; // rows that are all there from the beginning
const MOST_LARGE = 9; // rows of the height of a peg in the palette; more are lower
const LOWEST = 27; // of a row
const MOST_IN_LINE = 8; // symbols of a line of the palette, so that each is 44 pixels wide on a phone; wide boards have more
const MOST_WIDE = 66; // of a symbol of the palette
const MOST_HIGH = 66;
const PHONE = 8.1; // the width of a board on a phone is as many targets of a finger

/** Whether moves fill in pegs: those of a guess or of the code. */
export const fillsPegs = (position) => position.turn === "guess" || position.turn === "set";

/** The number of rows: all guesses that are possible, or if these are many, some more than were made. */
function rowCount(board, { guesses }) {
  return board.tries <= MOST_SHOWN ? board.tries : Math.max(10, Math.min(board.tries, guesses.length + 2));
}

const known = new WeakMap();

/** The measures of a board that no move changes. */
function measures(board) {
  if (!known.has(board)) known.set(board, measure(board));
  return known.get(board);
}

function measure({ length, symbols, whites }) {
  const pinColumns = Math.ceil(length / 2);
  const answer = EDGE + NUMBER + length * STEP + ROOM; // where answers begin
  const counts = answer + pinColumns * PIN + 8;
  const button = Math.max(counts + (whites ? 2 : 1) * COUNT - answer, 72);
  const width = Math.max(answer + button + EDGE, 300);
  const count = [...symbols].length;
  const most = width > 12 * STEP ? Math.floor(width / 60) : MOST_IN_LINE;
  const columns = Math.ceil(count / Math.ceil(count / most));
  const high = Math.max(50, Math.min(MOST_HIGH, width / PHONE));
  const wide = Math.min(MOST_WIDE, (width - 2 * EDGE) / columns);
  return { width, answer, counts, button, pinColumns, columns, wide, high, count };
}

/** The layout in a position: `rows` with {top, height} of each, `current` the number of the row that is filled in, or -1. */
export function layoutOf(board, position) {
  const found = measures(board);
  const number = rowCount(board, position);
  const isOpen = position.turn === "guess" || position.turn === "answer" || Boolean(position.pending);
  const current = isOpen && position.turn !== "set" && position.guesses.length < number ? position.guesses.length : -1;
  const low = number <= MOST_LARGE ? STEP : Math.max(LOWEST, Math.min(STEP, (MOST_LARGE * STEP) / number));
  const rows = [];
  let top = EDGE + CODE;
  for (let at = 0; at < number; at++) {
    const height = at === current ? STEP : low;
    rows.push({ top, height });
    top += height;
  }
  const tray = top + GAP;
  const lines = Math.ceil(found.count / found.columns);
  const height = tray + Math.max(lines, 1) * found.high + EDGE;
  return { ...found, rows, current, tray, height };
}

export function size(board, position) {
  const { width, height } = layoutOf(board, position ?? { guesses: [], turn: "guess" });
  return { width, height, cell: STEP };
}

/** The middle of a place of the code or of a row. */
export const pegX = (at) => EDGE + NUMBER + (at + 0.5) * STEP;
export const codeY = EDGE + STEP / 2;

/** The columns of the numbers of black and white pegs. */
export const countX = (layout, which) => layout.counts + (which + 0.5) * COUNT;

/** The middle of a peg of an answer, in two lines. */
export function pinAt(layout, at) {
  const line = Math.floor(at / layout.pinColumns);
  return [layout.answer + ((at % layout.pinColumns) + 0.5) * PIN, (line - 0.5) * PIN];
}

/** The middle of the row that is filled in: of a guess, or of the code. */
export function entryY(layout, position) {
  const row = layout.rows[layout.current];
  return position.turn === "set" || row === undefined ? codeY : row.top + row.height / 2;
}

// -- elements ------------------------------------------------------------------------------------------------

/** `guess 1` ..., `peg 1` ... of the row that is filled in, `symbol R` ..., `black` and `white` of an answer, `done`. */
export function elements(board) {
  const count = (name, number) => Array.from({ length: number }, (_, at) => `${name} ${at + 1}`);
  return [
    ...count("code", board.length),
    ...count("guess", board.tries),
    ...count("peg", board.length),
    ...[...board.symbols].map((symbol) => `symbol ${symbol}`),
    "black",
    ...(board.whites ? ["white"] : []),
    "done",
  ];
}

const boxAround = (x, y, wide, high) => ({ x: x - wide / 2, y: y - high / 2, width: wide, height: high });

export function boxOf(board, element, position) {
  const layout = layoutOf(board, position);
  const [kind, which] = element.split(" ");
  const middle = entryY(layout, position);
  switch (kind) {
    case "code":
      return boxAround(pegX(which - 1), codeY, STEP, STEP);
    case "guess": {
      const { top, height } = layout.rows[Math.min(which, layout.rows.length) - 1];
      return { x: EDGE / 2, y: top, width: layout.width - EDGE, height };
    }
    case "peg":
      return boxAround(pegX(which - 1), middle, STEP, STEP);
    case "symbol":
      return symbolBox(layout, [...board.symbols].indexOf(which));
    case "black":
    case "white":
      return stepperBox(board, layout, kind);
    default:
      return { x: layout.answer - 4, y: middle - 18, width: layout.button + 4, height: 36 };
  }
}

function symbolBox(layout, at) {
  const line = Math.floor(at / layout.columns);
  const inLine = Math.min(layout.columns, layout.count - line * layout.columns);
  const left = (layout.width - inLine * layout.wide) / 2;
  const x = left + (at % layout.columns) * layout.wide;
  return { x, y: layout.tray + line * layout.high, width: layout.wide, height: layout.high };
}

/** A stepper: a button for less, the number, a button for more. */
function stepperBox(board, layout, kind) {
  const wide = Math.min(176, layout.width / 2 - EDGE);
  const middle = layout.width / 2;
  const x = !board.whites ? middle - wide / 2 : kind === "black" ? middle - wide - 4 : middle + 4;
  return { x, y: layout.tray, width: wide, height: Math.min(layout.high, 54) };
}

/** The parts of a stepper: its buttons and the number between them. */
export function stepperParts({ x, y, width, height }) {
  const side = Math.min(height, width * 0.32);
  const part = (left) => ({ x: left, y, width: side, height });
  return { less: part(x), more: part(x + width - side), middle: x + width / 2 };
}

/** Whether a point is in a box. */
export const isInside = (box, x, y) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The element under a point that a move is made with; null if there is none. `part` is "less" or "more" of a stepper. */
export function elementUnder({ board, position }, x, y) {
  const names = elements(board).filter((name) => !/^(guess|code) /.test(name) && isShown(position, name));
  for (const name of names) {
    const box = boxOf(board, name, position);
    if (!isInside(box, x, y)) continue;
    if (name !== "black" && name !== "white") return { name };
    const { less, more } = stepperParts(box);
    return { name, part: isInside(less, x, y) ? "less" : isInside(more, x, y) ? "more" : "" };
  }
  return null;
}

/** Whether a part of the move to make is there in this turn. */
export function isShown(position, name) {
  if (/^(peg|symbol) /.test(name)) return fillsPegs(position);
  if (name === "black" || name === "white") return position.turn === "answer";
  return position.turn !== "";
}

/** The peg of an earlier guess under a point: {row, at}; null if there is none. */
export function pastPegUnder({ board, position }, x, y) {
  const { rows } = layoutOf(board, position);
  const row = rows.findIndex(({ top, height }) => y >= top && y < top + height);
  const at = Math.floor((x - pegX(0)) / STEP + 0.5);
  return row >= 0 && row < position.guesses.length && at >= 0 && at < board.length ? { row, at } : null;
}
