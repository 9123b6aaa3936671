// The rules beside the board: three lines, a small solved board, and every rule by name.

import { makeMiniature } from "./board-view.js";
import { byId, make } from "./dom.js";

export function mount(page) {
  const { subject, view } = page;
  const example = subject.example;
  if (view !== null && example) {
    byId("rules-picture").append(makeMiniature(view, subject.name, example.board, example.position, "A solved board"));
  }
  const show = (rules) => byId("rules-lines").replaceChildren(...rules.map((line) => make("li", {}, line)));
  show(subject.rules);
  byId("all-rules").hidden = true;
  page.addEventListener("load", () => {
    const { rules, all_rules: all } = page.match.document;
    show(rules);
    byId("all-rules-lines").replaceChildren(...all.map((line) => ruleItem(line)));
    byId("all-rules").hidden = all.length === 0;
  });
}

/** `NUMBER: The number of ...` with the name of the rule in front. */
function ruleItem(line) {
  const found = /^([A-Z][A-Z0-9_-]*): (.*)$/s.exec(line);
  return found === null ? make("li", {}, line) : make("li", {}, make("span", { class: "rule" }, found[1]), ` ${found[2]}`);
}
