// The end of a game: what was reached, and what can come next.

import { clockText } from "./clock.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { countSolved } from "./statistics.js";

/** Adds the tool "ending" to the page, which shows the end of a game. */
export function mount(page) {
  page.tool("ending", () => show(page));
}

function show(page) {
  const { match, subject } = page;
  const { outcome } = match;
  if (outcome === null) return;
  while (match.tryDepth) match.keepTry();
  page.boardView.element.classList.add("is-finished");
  const isSolved = match.document.solo || outcome.won === true;
  const counted = isSolved ? countSolved(subject.name, match) : null;
  if (page.panel === "ending") return;
  page.openPanel("ending", title(match, outcome), body(page, counted, isSolved), {
    onClose: () => page.boardView.element.classList.remove("is-finished"),
  });
  const words = `${sentenceOf(title(match, outcome))} ${sentenceOf(outcome.because)}`;
  page.note(words, isSolved ? "ok" : "");
  const takeBack = () => {
    if (page.match === match && match.outcome !== null) return;
    page.removeEventListener("change", takeBack);
    page.withdraw(words);
    if (page.panel === "ending") page.closePanel();
  };
  page.addEventListener("change", takeBack);
}

function title(match, outcome) {
  if (match.document.solo) return "Solved!";
  if (outcome.won === null) return "The game is over";
  return outcome.won ? "You win!" : "You lose";
}

function body(page, counted, isSolved) {
  const { match } = page;
  const time = `Time ${clockText(match.seconds)}`;
  const hints = match.hints === 0 ? "no hints" : `${match.hints} ${match.hints === 1 ? "hint" : "hints"}`;
  const lines = [make("p", { class: "result" }, isSolved ? make("span", { class: "tick" }, icon("check")) : "", `${time}, ${hints}.`)];
  if (!match.document.solo) lines.push(make("p", {}, sentenceOf(match.outcome.because))); // of a puzzle it is always the same
  if (match.isShown) lines.push(make("p", { class: "muted" }, "A solution was shown, so this board is not counted."));
  else if (counted?.isRecord) lines.push(make("p", { class: "record" }, "Your best time at this level."));
  else if (counted?.solved > 1 && counted.best !== null) lines.push(make("p", { class: "muted" }, `Best time at this level: ${clockText(counted.best)}.`));
  const next = make("button", { type: "button", class: "primary", onclick: () => nextBoard(page, next) }, match.document.solo ? "Next board" : "Play again");
  const button = (name, label) => make("button", { type: "button", onclick: () => page.run(name) }, label);
  return make("div", { class: "steps" }, lines, make("div", { class: "dialog-buttons" }, next, button("new", match.document.solo ? "Other size or level" : "Another game"), match.document.solo && button("explain", "Explain"), button("statistics", "Statistics")));
}

/** Another board of the same size and level; after a board without them, of the usual ones. */
async function nextBoard(page, button) {
  const { match, subject } = page;
  const level = subject.levels.find((name) => (match.level ?? "").split(/\s+/).includes(name));
  const wish = {};
  const size = match.document.size ?? subject.daily?.size;
  if (size) wish.size = size;
  if (level ?? subject.daily?.difficulty) wish.difficulty = level ?? subject.daily.difficulty;
  const request = match.document.solo ? { new: wish } : { new: size ? { size } : {}, ...sameSeats(match.document) };
  button.disabled = true;
  button.textContent = "Making a board ...";
  try {
    await page.start(request);
    page.boardView.focus();
  } catch (error) {
    page.note(error.message, "bad");
    button.disabled = false;
    button.textContent = "Next board";
  }
}

/** The same seat of the person, and the same player at the other one. */
function sameSeats({ seats, persons: [person, ...others] }) {
  const players = Object.entries(seats).filter(([seat]) => seat !== person).map(([, player]) => player);
  return others.length || players.length !== 1 ? {} : { seats: { seat: person, against: players[0] } };
}

function sentenceOf(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
