// Games that were begun in this browser, the last one first, each with a small picture of its board.

import { loadView } from "./board-scripts.js";
import { byId, make } from "./dom.js";
import { longSize } from "./sizes.js";
import * as storage from "./storage.js";

/** The stored matches that have moves and no end, the last one first: `[subject, stored]`. */
export function openMatches(subjects) {
  return subjects
    .map((subject) => [subject, storage.load(`match:${subject.name}`)])
    .filter(([, stored]) => stored?.document && stored.moves > 0 && !stored.isOver)
    .sort(([, one], [, other]) => other.saved - one.saved);
}

export function mountContinue(subjects) {
  show(subjects);
  // Another page may have been played on; a page that the browser kept comes back as it was.
  window.addEventListener("storage", () => show(subjects));
  window.addEventListener("pageshow", (event) => event.persisted && show(subjects));
}

function show(subjects) {
  const section = byId("continue");
  const found = openMatches(subjects);
  section.hidden = found.length === 0;
  section.querySelector("ul").replaceChildren(...found.map(([subject, stored]) => make("li", {}, link(subject, stored))));
}

function link(subject, stored) {
  const { document, moves, unsent } = stored;
  const size = document.size && longSize(document.size, subject);
  const level = document.level?.replace(document.size ?? "", "").trim(); // it begins with the size
  const seconds = document.seconds + (unsent?.seconds ?? 0);
  const words = [size, level, `${moves} ${moves === 1 ? "move" : "moves"}`, seconds >= 1 && clock(seconds)];
  const picture = make("span", { class: "miniature", "aria-hidden": "true" });
  if (subject.has_board_script) drawMiniature(picture, subject, stored);
  const title = make("strong", {}, subject.title);
  const details = make("span", { class: "muted small" }, words.filter(Boolean).join(" · "));
  return make("a", { class: "panel", href: subject.path }, picture, make("span", { class: "words" }, title, details));
}

async function drawMiniature(place, subject, stored) {
  const [view, { makeMiniature }] = await Promise.all([loadView(subject.name), import("./board-view.js")]);
  const { board } = stored.document;
  if (view === null || !board) return;
  try {
    place.replaceChildren(makeMiniature(view, subject.name, board, positionOf(stored, view), ""));
  } catch {
    place.replaceChildren(); // stored by another version of the script
  }
}

/** The stored position, with the moves that were not sent, as far as they are plain moves. */
function positionOf({ document, lines }, view) {
  let { position } = document;
  for (const { line } of lines ?? []) {
    const next = view.apply({ board: document.board, position }, line);
    if (!next) return position;
    position = next;
  }
  return position;
}

function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
