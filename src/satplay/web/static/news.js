// What the server says about a move, as the page shows it.

/** Lines of an answer as sentences, without the last one if it says what to do now: the page shows that by itself. */
export function newsOf(lines, { prompt }) {
  const isPrompt = prompt && lines.length && lines.at(-1).endsWith(prompt);
  return (isPrompt ? lines.slice(0, -1) : lines).map((line) => capital(line.trim())).join(" ");
}

/** A text with a capital letter at its beginning, unless that is a name such as c4. */
export const capital = (text) => (/^[a-z]+\b/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** What to do, by the script of the board: before the first move, or, if it has a function for that, at any time. */
export function instructionOf(view, { board, position, moves, outcome }) {
  const { instruction = "" } = view ?? {};
  if (outcome !== null) return "";
  if (typeof instruction === "function") return instruction({ board, position });
  return moves === 0 ? instruction : "";
}
