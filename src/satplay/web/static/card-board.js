// A small board on a card of the first page, with undo, a word on what is wrong, and on how it ends.
// It is not stored: a game in progress on the page of the puzzle stays as it is.

import { loadView } from "./board-scripts.js";
import { BoardView } from "./board-view.js";
import { newBoard } from "./cards.js";
import { make, setAttribute } from "./dom.js";
import { icon } from "./icons.js";
import { Match } from "./match.js";
import { say } from "./page.js";

/** Draws the first board of a subject on its card and lets it be played. */
export async function mountCardBoard(card, subject) {
  const view = await loadView(subject.name);
  if (view === null) return;
  const match = Match.create({ subject: subject.name, view, document: firstMatch(subject), isStored: false });
  const [place, message, tools] = [".card-board", ".card-message", ".card-tools"].map((name) => card.querySelector(name));
  const element = make("div", { class: "board-place" });
  const note = (text) => {
    message.textContent = text;
    say(text);
  };
  const label = () => `First board of ${subject.title}`;
  const boardView = new BoardView(element, { say, note, label });
  place.replaceChildren(element);
  boardView.mount(match, view);
  const play = { subject, view, match, boardView, message, note };
  const showTools = mountTools(tools, play);
  match.addEventListener("change", ({ detail }) => {
    showTools();
    showState(play, detail.kind);
  });
  match.addEventListener("note", ({ detail }) => note(detail.text));
  match.addEventListener("outcome", () => showEnd(play));
  element.addEventListener("keydown", (event) => takeKey(event, match));
  showState(play, "load");
}

/** The match before its first move; the server makes a record of it with the first answer. */
function firstMatch({ name, title, first_board: text, start }) {
  const nothing = { moves: 0, undone: 0, hints: 0, shown: false, seconds: 0, replies: [] };
  const unknown = { outcome: null, violations: [], level: null, size: null, picture: null };
  return { subject: name, title, record: text, solo: true, ...start, ...nothing, ...unknown };
}

// -- tools -----------------------------------------------------------------------------------------------

/** Undo, start again, and the same position on the page of the puzzle; they appear with the first move. */
function mountTools(place, { subject, match }) {
  const { title } = subject;
  const button = (name, label, run) => {
    const attributes = { type: "button", class: "icon-button", "aria-label": `${label}: ${title}`, title: label, onclick: run };
    return make("button", attributes, icon(name));
  };
  const undo = button("undo", "Undo", () => match.undo());
  const restart = button("restart", "Start again", () => match.restart());
  const open = make("a", { class: "button icon-button", "aria-label": `Open this position of ${title} on its page`, title: "Open it larger" }, icon("larger"));
  place.replaceChildren(undo, restart, open);
  const show = () => {
    place.hidden = match.moves + match.undoneCount === 0;
    for (const each of [undo, restart]) setAttribute(each, "aria-disabled", match.moves === 0 ? "true" : null);
    setAttribute(open, "href", `${subject.path}#r=${encodeURIComponent(match.record)}`);
  };
  match.addEventListener("status", show);
  show();
  return show;
}

function takeKey(event, match) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) match.redo();
  else match.undo();
}

// -- words -----------------------------------------------------------------------------------------------

/** What to do at first, what is wrong on the way. */
function showState({ view, match, boardView, message, note }, kind) {
  const wrong = match.outcome === null ? match.violations : [];
  boardView.showWrong(wrong.flatMap((one) => one.elements));
  if (match.outcome !== null) return;
  message.classList.toggle("bad", wrong.length > 0);
  message.classList.remove("ok");
  if (wrong.length === 0) message.textContent = match.moves === 0 ? (view.instruction ?? "") : "";
  else if (kind === "sync" || kind === "server") note(wrong[0].law);
}

function showEnd({ subject, match, message }) {
  const { path, sizes } = subject;
  if (!match.outcome.won) return;
  const address = newBoard(path, { size: sizes?.[1] });
  message.classList.remove("bad");
  message.classList.add("ok");
  message.replaceChildren(icon("check"), make("span", {}, "Solved, well done. "), make("a", { href: address }, "The next board"));
  say("Solved, well done.");
}
