// Mastermind on the page: the functions that the page asks for, see contracts/browser.py.  A state is {board, position};
//
// board     {length, symbols: "RGBYOP", pegs: [[ground, ink], ...] of each symbol, repeats, whites, tries}
// position  {guesses: [["RGBY", 2, 1], ...], turn: "set", "guess", "answer" or "", asked, code, secret}, from browser.py
//
// Places and sizes are in board-layout.js, positions in board-moves.js, gestures and keys in board-entry.js, the picture
// in board-drawing.js.  The code is not here while it is hidden, so the server answers every guess.

import { entryOf, missing, wordsOf } from "./board-entry.js";

export { boxOf, elements, size } from "./board-layout.js";
export { apply, empty } from "./board-moves.js";
export { help, keys, kept, pointer, start, tools } from "./board-entry.js";
export { draw } from "./board-drawing.js";

/** What to do in the first turn of each kind. */
export function instruction({ board, position }) {
  const { turn, guesses } = position;
  if (turn === "set") return "Tap symbols to set a code, or keep one in mind. Then the engine guesses it.";
  if (guesses.length > 0) return "";
  if (turn === "answer") return `How many ${board.whites ? "black and white pegs" : "black pegs"} does its guess get? Count with + and −, then Answer.`;
  return turn === "guess" ? "Tap symbols to guess the code." : "";
}

/** The words of a screen reader: `guess 2: R G B Y, 2 black, 1 white`. */
export function describe(state, element, pointer = { at: "", held: null }) {
  const { board, position } = state;
  const [kind, which] = element.split(" ");
  const { draft } = entryOf(state, pointer);
  switch (kind) {
    case "guess":
      return describeGuess(position, Number(which));
    case "code":
      return `code, place ${which}: ${position.code === null ? hiddenWords(position) : [...position.code][which - 1]}`;
    case "symbol":
      return `symbol ${which}`;
    case "black":
    case "white":
      return position.turn === "answer" ? `${draft[kind === "black" ? 0 : 1]} ${kind}, for the guess ${[...position.asked].join(" ")}` : `${kind} pegs`;
    case "peg":
      return `${position.turn === "set" ? "code" : `guess ${position.guesses.length + 1} of ${board.tries}`}, place ${which}: ${draft[which - 1] ?? "empty"}`;
    default:
      return missing(state, pointer) || "complete: Enter makes the move";
  }
}

const hiddenWords = ({ secret }) => ({ open: "not set yet", kept: "kept in mind" })[secret] ?? "hidden";

function describeGuess({ guesses, asked, pending }, number) {
  const made = guesses[number - 1];
  if (made !== undefined) return `guess ${number}: ${[...made[0]].join(" ")}, ${wordsOf([made[1], made[2]])}`;
  const open = number === guesses.length + 1 ? (pending ?? asked) : null;
  return `guess ${number}: ${open ? `${[...open].join(" ")}, not answered yet` : "not made yet"}`;
}
