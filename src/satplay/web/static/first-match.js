// The match on the first board of a puzzle, before its first move, from what the page knows: no server is asked for it.

/** The document of the match; null if the subject has no first board, or is a game. The server answers a record with the first move. */
export function firstDocument({ name, title, kind, rules, first_board: text, start }) {
  if (kind !== "puzzle" || !text || !start) return null;
  const nothing = { moves: 0, undone: 0, hints: 0, shown: false, seconds: 0, replies: [], greeting: [] };
  const unknown = { outcome: null, violations: [], level: null, size: null, picture: null };
  const words = { rules, all_rules: [], help: [], prompt: "", example: "" };
  return { subject: name, title, record: text, solo: true, ...start, ...nothing, ...unknown, ...words };
}
