// The cards of the first page: what a puzzle is, its first board to be played at once, and ways to more boards.
// The scripts of the boards are loaded when a card comes near the visible part of the page.

import { byId, make } from "./dom.js";
import { icon } from "./icons.js";
import { shortSize } from "./sizes.js";

const NEAR = "300px"; // from the visible part, when the board of a card is loaded

export function mountCards(subjects) {
  const withBoard = subjects.filter((subject) => subject.has_board_script && subject.start);
  const others = subjects.filter((subject) => !withBoard.includes(subject));
  byId("cards").replaceChildren(...withBoard.map(playableCard));
  byId("small-cards").replaceChildren(...others.map(smallCard));
  byId("games").hidden = others.length === 0;
  watch(withBoard);
}

// -- cards with a board ----------------------------------------------------------------------------------

function playableCard(subject) {
  const { name, title, kind, path, summary } = subject;
  const card = make(
    "li",
    { class: "panel card", id: `card-${name}`, "data-subject": name, "data-kind": kind },
    make("h3", {}, make("a", { href: path }, title)),
    make("p", { class: "aim" }, summary),
    make("div", { class: "card-board" }, !isStartedAtOnce(subject) && invitation(subject, () => load(card, subject, { focus: true }))),
    make("div", { class: "card-bar" }, make("p", { class: "card-message" }), make("div", { class: "card-tools", hidden: true })),
    make("div", { class: "card-actions" }, actions(subject)),
    choices(subject),
  );
  return card;
}

const isStartedAtOnce = ({ kind, first_board: board }) => kind === "puzzle" && Boolean(board);

/** A game begins when the person wants it: the server plays along. Before, its board is a picture. */
function invitation({ title }, start) {
  const button = make("button", { type: "button", class: "primary", "aria-label": `Play here: ${title}` }, "Play here");
  const begin = () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    start();
  };
  button.addEventListener("click", begin);
  return make("div", { class: "invitation" }, make("div", { class: "preview", "aria-hidden": "true", onclick: begin }), button);
}

function actions({ path, daily, title }) {
  const play = make("a", { class: "button primary", href: newBoard(path), "aria-label": `Play a new ${title} board` }, icon("play"), "Play");
  if (!daily) return [play];
  const today = { class: "button", href: `${path}#daily`, "aria-label": `Daily board of ${title}` };
  return [play, make("a", today, "Daily board")];
}

/** The address of a new board, as board-address.js reads it. */
export function newBoard(path, { size = "", level = "" } = {}) {
  return `${path}#new=${encodeURIComponent(size)}${level && `&level=${encodeURIComponent(level)}`}`;
}

/** Sizes and levels, each a link to a new board. */
function choices({ path, title, sizes, levels, size_words: named = {} }) {
  const row = (heading, what, names) =>
    names.length > 1 && [
      make("h4", {}, heading),
      make("ul", { class: "chips", "aria-label": `${heading} of ${title}` }, names.map((name) => make("li", {}, chip(path, what, name)))),
    ];
  const words = Object.values(named);
  const rows = [row(words.length ? `Size: ${words.join(" × ")}` : "Size", "size", sizes ?? []), row("Level", "level", levels ?? [])].filter(Boolean);
  return rows.length > 0 && make("details", { class: "choices" }, make("summary", {}, levels?.length > 1 ? "Size and level" : "Size"), rows);
}

function chip(path, what, name) {
  return make("a", { href: newBoard(path, { [what]: name }) }, what === "size" ? shortSize(name) : name);
}

async function load(card, subject, options) {
  const { mountCardBoard } = await import("./card-board.js");
  await mountCardBoard(card, subject, options);
}

/** Draws a game behind the button that begins it: its script is loaded when it begins. */
async function loadPreview(card, { picture }) {
  const { makePicture } = await import("./board-view.js");
  if (picture) card.querySelector(".preview").replaceChildren(makePicture(picture, ""));
}

/** Loads the boards of the cards that come near. */
function watch(subjects) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const subject = subjects.find(({ name }) => name === target.dataset.subject);
        (isStartedAtOnce(subject) ? load : loadPreview)(target, subject);
      }
    },
    { rootMargin: NEAR },
  );
  for (const { name } of subjects) observer.observe(byId(`card-${name}`));
}

// -- cards without a board -------------------------------------------------------------------------------

function smallCard(subject) {
  const { name, title, path, summary } = subject;
  const link = make("a", { href: path }, title);
  return make("li", { class: "panel small-card", id: `card-${name}` }, make("h3", {}, link), make("p", { class: "aim" }, summary));
}
