// The moves of a match and the positions between them, as far as this page knows them.

const RECORD_MARK = "===";

/** Whether two JSON values are equal; the order of keys does not matter. */
export function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && same(one[key], other[key]));
}

/** The typed moves of a record, and those that were taken back, the next one to redo first. */
export function movesOf(record) {
  const parts = { moves: [], redo: [] };
  let part = null;
  for (const line of record.split("\n")) {
    if (line.startsWith(RECORD_MARK)) part = parts[line.slice(3, -3).trim()] ?? null;
    else if (part !== null && line.trim() !== "") part.push(line.trim());
  }
  return [parts.moves, parts.redo];
}

/** As many moves as the persons of a game between seats have made, and have taken back; their texts are not shown. */
const turnsOf = ({ moves, undone }) => [Array(moves).fill(null), Array(undone).fill(null)];

/**
 * A step is `{line, position, outcome, violations}`: the typed move, and what is known of the state after it. A
 * position that is null is known to the server only; an outcome that is undefined is not known yet.
 */
export class History {
  /** `apply(board, position, line)` is the position after a typed move; null if the page cannot tell. */
  constructor(apply) {
    this.apply = apply;
    this.steps = [{ line: null, position: null }];
    this.at = 0;
    this.tries = []; // the number of moves when each open Try began
  }

  /** The step that led here. */
  get now() {
    return this.steps[this.at];
  }

  get undone() {
    return this.steps.length - 1 - this.at;
  }

  /** Puts a move after the moves up to here; those that were taken back are gone. */
  push(line, position) {
    this.steps.length = this.at + 1;
    this.steps.push({ line, position });
    this.at += 1;
  }

  /** Goes to another number of moves. Before the beginning of a Try that Try ends. */
  goTo(at) {
    this.at = at;
    while (this.tries.length && this.tries.at(-1) > at) this.tries.pop();
  }

  /** Takes over what the server says. `first` is the position before the first move, as far as the page knows. */
  load(document, first, isSolo) {
    const [moves, redo] = isSolo ? movesOf(document.record) : turnsOf(document);
    const known = { line: moves.at(-1) ?? null, position: document.position };
    Object.assign(known, { outcome: document.outcome, violations: document.violations });
    const before = this.steps;
    this.steps = [{ line: null, position: isSolo ? first : null }];
    let isOld = isSolo && same(before[0].position, first);
    for (const line of [...moves, ...redo]) {
      const { position } = this.steps.at(-1);
      const old = before[this.steps.length];
      isOld = isOld && old !== undefined && old.line === line && old.position !== null;
      if (isOld) this.steps.push(old);
      else this.steps.push({ line, position: position && this.apply(document.board, position, line) });
    }
    if (!same(this.steps[moves.length].position, document.position)) {
      // The page folds to something else, for instance because the match began with a position: only this is known.
      for (const step of this.steps) step.position = null;
    }
    this.steps[moves.length] = known;
    this.goTo(moves.length);
  }
}
