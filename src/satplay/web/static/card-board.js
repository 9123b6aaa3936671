// A small board on a card of the first page, with undo, a word on what is wrong, and on how it ends.
// It is not stored: a game in progress on the page of the puzzle stays as it is.

import { runJob } from "./api.js";
import { loadView } from "./board-scripts.js";
import { BoardView } from "./board-view.js";
import { newBoard } from "./cards.js";
import { make, setAttribute } from "./dom.js";
import { firstDocument } from "./first-match.js";
import { icon } from "./icons.js";
import { Match } from "./match.js";
import { instructionOf, newsOf } from "./news.js";
import { say } from "./page.js";

/** Draws the first board of a subject on its card, or begins a game, and lets it be played. */
export async function mountCardBoard(card, subject, { focus = false } = {}) {
  const [place, message, tools] = [".card-board", ".card-message", ".card-tools"].map((name) => card.querySelector(name));
  const note = (text) => {
    message.textContent = text;
    say(text);
  };
  try {
    const [view, document] = await Promise.all([loadView(subject.name), firstMatch(subject)]);
    if (view === null) return;
    const match = Match.create({ subject: subject.name, view, document, isStored: false });
    const element = make("div", { class: "board-place" });
    const label = () => `First board of ${subject.title}`;
    const boardView = new BoardView(element, { say, note, label, prefix: `part-${subject.name}` });
    place.replaceChildren(element);
    boardView.mount(match, view);
    mountPlay({ subject, view, match, boardView, element, message, tools, note });
    if (focus) boardView.focus();
  } catch (error) {
    note(error.message);
    card.querySelector(".invitation button")?.removeAttribute("aria-disabled");
  }
}

function mountPlay(play) {
  const { match, element, note } = play;
  const showTools = mountTools(play);
  match.addEventListener("change", ({ detail }) => {
    showTools();
    showState(play, detail.kind);
  });
  match.addEventListener("note", ({ detail }) => note(detail.text));
  match.addEventListener("answer", ({ detail }) => !match.document.solo && note([newsOf(detail.lines, match.document), instructionOf(play.view, match)].filter(Boolean).join(" ")));
  match.addEventListener("outcome", () => showEnd(play));
  element.addEventListener("keydown", (event) => takeKey(event, match));
  showState(play, "load");
}

/** The match before its first move: a game begins on the server. */
async function firstMatch(subject) {
  const request = subject.first_board ? { input: subject.first_board } : { new: {} };
  return firstDocument(subject) ?? runJob(`/api/play/${subject.name}`, request, { wait: 2 });
}

// -- tools -----------------------------------------------------------------------------------------------

/** Undo, start again, and the same position on the page of the puzzle; they appear with the first move. */
function mountTools({ subject, match, tools: place }) {
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
  if (wrong.length > 0) {
    if (kind === "sync" || kind === "server") note(wrong[0].law);
  } else if (match.document.solo || match.moves === 0) {
    message.textContent = instructionOf(view, match);
  }
}

function showEnd({ subject, match, message }) {
  const { won, because } = match.outcome;
  const words = won === true ? "Solved, well done." : `${because}.`;
  const address = newBoard(subject.path, won && match.document.solo ? { size: subject.sizes[1] } : {});
  message.classList.remove("bad");
  message.classList.toggle("ok", won === true);
  message.replaceChildren(...(won ? [icon("check")] : []), make("span", {}, `${words} `), make("a", { href: address }, "The next board"));
  say(words);
}
