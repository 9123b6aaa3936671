// Statistics of a puzzle, by level: solved boards, times, hints. They are stored in this browser only.

import { clockText } from "./clock.js";
import { make } from "./dom.js";
import { ask, makeDialog, openDialog } from "./page.js";
import * as storage from "./storage.js";

const keyOf = (name) => `statistics:${name}`;

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
  const seconds = Math.round(match.seconds);
  row.solved += 1;
  row.seconds += seconds;
  row.hints += match.hints;
  row.unaided += match.hints === 0 ? 1 : 0;
  const isRecord = match.hints === 0 && (row.best === null || seconds < row.best);
  if (isRecord) row.best = seconds;
  storage.save(keyOf(name), { ...all, [level]: row });
  return { best: row.best, isRecord: isRecord && row.solved > 1, solved: row.solved };
}

export function mount(page) {
  page.tool("statistics", () => openDialog(dialog(page.subject)));
}

function dialog(subject) {
  const rows = Object.entries(statisticsOf(subject.name));
  const head = ["Level", "Solved", "Without hints", "Best time", "Average", "Hints"];
  const cells = ([level, row]) => [
    make("th", { scope: "row" }, level),
    ...[row.solved, row.unaided, row.best === null ? "–" : clockText(row.best), clockText(row.seconds / row.solved), row.hints].map((text) => make("td", {}, String(text))),
  ];
  const table = make(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": "Statistics by level" },
    make("table", { class: "statistics" }, make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, rows.map((row) => make("tr", {}, cells(row))))),
  );
  const forget = make("button", { type: "button", onclick: () => erase(subject, made) }, "Erase");
  const content = rows.length
    ? [table, make("p", { class: "muted small" }, "Best times are of boards solved without hints. These numbers are stored in this browser only."), make("div", { class: "dialog-buttons" }, forget)]
    : [make("p", {}, "Nothing yet: solve a board, and it is counted here, in this browser only.")];
  const made = makeDialog(`${subject.title}: statistics`, content);
  made.addEventListener("close", () => made.remove());
  return made;
}

async function erase(subject, made) {
  const answer = await ask("Erase the statistics?", `All numbers of ${subject.title} in this browser.`, { erase: "Erase", keep: "Keep" });
  if (answer !== "erase") return;
  storage.remove(keyOf(subject.name));
  made.close();
}
