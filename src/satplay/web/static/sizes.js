// Sizes of boards, such as 5x5, as people write them.

/** `5 × 5`. */
export const shortSize = (size) => String(size).replace(/^(\d+)x(\d+)/, "$1 × $2");

/** `5 × 5`, or `4 places, 6 symbols` if a subject counts something else than columns and rows. */
export function longSize(size, { size_words: named = {} }) {
  const words = Object.values(named);
  const numbers = String(size).split("x");
  if (words.length !== numbers.length) return shortSize(size);
  return numbers.map((number, at) => `${number} ${words[at]}`).join(", ");
}
