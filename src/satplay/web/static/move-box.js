// The move box: every move as text, and what the server answers to it.

import { byId, make } from "./dom.js";
import { icon } from "./icons.js";
import { capital } from "./news.js";

const MOST_KEPT = 50;

export function mount(page) {
  const box = byId("move-text");
  const answer = byId("move-answer");
  box.setAttribute("aria-describedby", "move-prompt");
  const typed = [];
  let at = 0;
  let isAsked = false; // whether the box asked for the next answer
  byId("move-send").append(icon("send"));
  // Without a script for the board all moves are made here: beside the board, on a phone below it.
  const isTyped = !page.subject.has_board_script;
  if (isTyped) byId("panel").before(byId("move-box"));
  byId("board-page").classList.toggle("is-typed", isTyped);

  const show = (text) => {
    answer.textContent = text;
    answer.hidden = text === "";
  };

  byId("move-box").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = box.value.trim();
    if (line === "" || page.match === null) return;
    show("");
    isAsked = true;
    if (line.toLowerCase() === "help" || line === "?") show(page.match.document.help.join("\n"));
    else if (page.match.move(line) === false) show(byId("message").textContent);
    typed.push(line);
    typed.splice(0, typed.length - MOST_KEPT);
    at = typed.length;
    box.value = "";
  });
  box.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape") page.boardView.focus();
    if (step === undefined || typed.length === 0) return;
    at = Math.max(0, Math.min(typed.length, at + step));
    box.value = typed[at] ?? "";
    event.preventDefault();
  });

  page.addEventListener("answer", ({ detail }) => {
    const text = detail.lines.join("\n");
    if (text === "") return;
    const isHere = isAsked && detail.kind === "move";
    const words = page.withInstruction(detail.lines);
    if (isHere) show(text);
    if (isHere && page.match.document.solo) page.say(words); // once is enough
    else page.note(words);
    isAsked = false;
  });
  const showHelp = () => {
    const { example, help, prompt, solo } = page.match.document;
    box.placeholder = example || (page.match.document.choices?.length ? "or type a move" : "");
    byId("move-prompt").textContent = capital(prompt);
    byId("move-prompt").hidden = prompt === "" || solo; // the example says it
    byId("move-help-lines").textContent = help.join("\n");
    byId("move-help").hidden = help.length === 0;
    showChoices(page);
    byId("move-box").hidden = isTyped && page.match.outcome !== null;
  };
  page.addEventListener("load", () => {
    show("");
    showHelp();
  });
  page.addEventListener("change", ({ detail }) => {
    if (["sync", "server"].includes(detail.kind)) showHelp();
  });
}

/** The moves that can be chosen, as buttons; while the server answers, none. */
function showChoices(page) {
  const place = byId("move-choices");
  const choices = page.match.document.choices ?? [];
  const hadFocus = place.contains(document.activeElement);
  const play = ({ currentTarget }) => {
    if (!page.match.pending) page.match.move(currentTarget.textContent);
  };
  place.replaceChildren(...choices.map((move) => make("button", { type: "button", onclick: play }, move)));
  place.hidden = choices.length === 0;
  if (hadFocus) (place.firstElementChild ?? byId("move-text")).focus();
}
