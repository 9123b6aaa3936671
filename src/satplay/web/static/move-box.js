// The move box: every move as text, and what the server answers to it.

import { byId } from "./dom.js";
import { icon } from "./icons.js";

const MOST_KEPT = 50;

export function mount(page) {
  const box = byId("move-text");
  const answer = byId("move-answer");
  const typed = [];
  let at = 0;
  let isTyped = false;
  byId("move-send").append(icon("send"));

  const show = (text) => {
    answer.textContent = text;
    answer.hidden = text === "";
  };

  byId("move-box").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = box.value.trim();
    if (line === "" || page.match === null) return;
    show("");
    isTyped = true;
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
    const words = detail.lines.map((line) => line.trim()).join(" ");
    const isHere = isTyped && detail.kind === "move";
    if (isHere) show(text);
    if (isHere && page.match.document.solo) page.say(words); // once is enough
    else page.note(words);
    isTyped = false;
  });
  const showHelp = () => {
    const { example, help, prompt } = page.match.document;
    box.placeholder = example || prompt;
    box.setAttribute("aria-description", prompt);
    byId("move-help-lines").textContent = help.join("\n");
    byId("move-help").hidden = help.length === 0;
  };
  page.addEventListener("load", () => {
    show("");
    showHelp();
  });
  page.addEventListener("change", ({ detail }) => {
    if (["sync", "server"].includes(detail.kind)) showHelp();
  });
}
