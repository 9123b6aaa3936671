// Games that were begun in this browser, the last one first.

import { byId, make } from "./dom.js";
import * as storage from "./storage.js";

/** The stored matches that have moves and no end, the last one first: `[subject, stored]`. */
export function openMatches(subjects) {
  return subjects
    .map((subject) => [subject, storage.load(`match:${subject.name}`)])
    .filter(([, stored]) => stored?.document && stored.moves > 0 && !stored.isOver)
    .sort(([, one], [, other]) => other.saved - one.saved);
}

export function mountContinue(subjects) {
  const section = byId("continue");
  const found = openMatches(subjects);
  section.hidden = found.length === 0;
  section.querySelector("ul").replaceChildren(...found.map(([subject, stored]) => make("li", {}, link(subject, stored))));
}

function link(subject, { document, moves, seconds }) {
  const { size, level } = document;
  const time = clock(document.seconds + seconds);
  const what = [level || size, `${moves} ${moves === 1 ? "move" : "moves"}`, time].filter(Boolean).join(" · ");
  return make("a", { class: "panel", href: subject.path }, make("strong", {}, subject.title), make("span", { class: "muted" }, what));
}

function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
