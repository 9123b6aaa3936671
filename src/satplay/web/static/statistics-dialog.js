// The dialog with the statistics of a puzzle, by level.

import { clockText } from "./clock.js";
import { make } from "./dom.js";
import { ask, makeDialog, openDialog } from "./page.js";
import { keyOf, statisticsOf } from "./statistics.js";
import * as storage from "./storage.js";

/** Adds the tool "statistics" to the page. */
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
