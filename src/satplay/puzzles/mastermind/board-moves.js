// Positions of Mastermind and typed moves.  Only the server knows what a move leads to: until it answers, the move is
// shown with `pending`, the row that waits for an answer.

/** The position before the first move: it is the breaker's turn if the program has set a code. */
export function empty() {
  return { guesses: [], turn: "guess", asked: null, code: null, secret: "hidden" };
}

/** The position after a typed move as far as the page knows it; null if only the server does. */
export function apply({ board, position }, move) {
  const [word, ...more] = move.trim().split(/\s+/);
  const isVerb = ["guess", "set", "answer", "keep"].includes(word.toLowerCase());
  if (!position.turn || (isVerb && word.toLowerCase() !== position.turn)) return null;
  const rest = isVerb ? more : [word, ...more];
  if (position.turn === "answer") return answered(board, position, rest);
  const row = rest.join("");
  const isRow = [...row].length === board.length && [...row].every((symbol) => board.symbols.includes(symbol));
  if (!isRow || (position.turn === "set" && !isAllowed(board, row))) return null;
  if (position.turn === "set") return { ...position, turn: "", code: row, secret: "set" };
  return { ...position, turn: "", pending: row };
}

/** Whether a code may be set: no symbol twice if that is forbidden. */
export const isAllowed = (board, row) => board.repeats || new Set(row).size === [...row].length;

function answered(board, position, words) {
  const numbers = words.map(Number);
  if (words.length !== (board.whites ? 2 : 1) || !words.every((word) => /^[0-9]+$/.test(word))) return null;
  const [black, white = null] = numbers;
  if (!isPossible(board, black, white ?? 0)) return null;
  return { ...position, turn: "", asked: null, guesses: [...position.guesses, [position.asked, black, white]] };
}

/** Whether an answer can be given at all: if all but one are in their place, the last cannot be elsewhere. */
export function isPossible({ length }, black, white) {
  return black >= 0 && white >= 0 && black + white <= length && !(black === length - 1 && white === 1);
}
