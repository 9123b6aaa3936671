// Statistics of a puzzle, by level: solved boards, times, hints. They are stored in this browser only.

import * as storage from "./storage.js";

/** The key under which the statistics of a subject are stored. */
export const keyOf = (name) => `statistics:${name}`;

/** The statistics of a subject: a table from level to {solved, seconds, best, hints, unaided}. */
export const statisticsOf = (name) => storage.load(keyOf(name), {});

/**
 * Counts a solved board once: {best, isRecord} of its level; null if it does not count. A board whose solution was
 * shown does not count, and a board with hints has no best time.
 */
export function countSolved(name, match) {
  if (match.isCounted || match.isShown) return null;
  match.isCounted = true;
  match.save();
  const all = statisticsOf(name);
  const level = match.level ?? match.document.size ?? "other boards";
  const row = { solved: 0, seconds: 0, best: null, hints: 0, unaided: 0, ...all[level] };
  const seconds = Math.floor(match.seconds);
  row.solved += 1;
  row.seconds += seconds;
  row.hints += match.hints;
  row.unaided += match.hints === 0 ? 1 : 0;
  const isRecord = match.hints === 0 && (row.best === null || seconds < row.best);
  if (isRecord) row.best = seconds;
  storage.save(keyOf(name), { ...all, [level]: row });
  return { best: row.best, isRecord: isRecord && row.solved > 1, solved: row.solved };
}
