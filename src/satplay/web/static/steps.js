// One logical step in words: the new facts, why they follow, and the links of a chain, which can be chosen.

import { make } from "./dom.js";

/** A text as a sentence: with a capital letter and a full stop. */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:]$/.test(first) ? first : `${first}.`;
}

function listOf(className, sentences) {
  return make("ul", { class: className }, sentences.map((text) => make("li", {}, sentence(text))));
}

/**
 * The elements of a step. `onLink` gets the number of the chosen link of the chain, or -1 if none is chosen any
 * more; a link can be chosen if the board can show what it supposes.
 */
export function stepElements(step, onLink) {
  const parts = [listOf("facts", step.facts)];
  if (step.chain.length > 0) parts.push(chainElement(step.chain, onLink));
  else if (step.reason) parts.push(make("p", { class: "reason" }, sentence(`Because ${step.reason}`)));
  else parts.push(...step.because.map(({ rule, sentence: text }) => make("p", { class: "reason" }, ruleName(rule), sentence(text))));
  const notes = step.notes ?? [];
  const { given } = step;
  if (given.length + notes.length > 0) parts.push(make("h3", {}, notes.length > 0 ? "Follows from" : "Known before"));
  if (given.length > 0) parts.push(listOf("given", given));
  if (notes.length > 0) parts.push(make("ul", { class: "notes" }, notes.map((note) => make("li", {}, noteElements(note)))));
  return parts;
}

/** A fact that a step uses and that was not drawn: in one sentence if it has one reason. */
function noteElements(note) {
  const facts = note.facts.join("; ");
  if (note.chain.length === 0 && note.reason) return sentence(`${facts}, because ${note.reason}`);
  return make("details", {}, make("summary", {}, sentence(facts)), stepElements(note, () => undefined));
}

/** The name of a rule before its sentence. */
export const ruleName = (rule) => [make("span", { class: "rule" }, rule), " "];

/** The elements of a mistake: entries that contradict each other, and the rules that forbid them. */
export function mistakeElements({ given, because }) {
  const opening = given.length === 1 ? "This entry is wrong:" : "These entries contradict each other:";
  const rules = because.map(({ rule, sentence: text }) => make("li", { class: "reason" }, ruleName(rule), sentence(text)));
  return [make("p", {}, opening), listOf("facts", given), make("h3", {}, "Why"), make("ul", {}, rules)];
}

/** The links of a chain, those of a case one list deeper. */
function chainElement(chain, onLink) {
  const lists = [make("ol", { class: "chain" })]; // the list of the chain, and of each open case
  const buttons = [];
  const choose = (number) => {
    const isChosen = buttons[number].getAttribute("aria-pressed") === "true";
    for (const button of buttons) button?.setAttribute("aria-pressed", "false");
    buttons[number].setAttribute("aria-pressed", String(!isChosen));
    onLink(isChosen ? -1 : number);
  };
  chain.forEach(({ text, depth = 0, position }, number) => {
    lists.length = Math.min(lists.length, depth + 1);
    while (lists.length <= depth) {
      const inner = make("ol", {});
      (lists.at(-1).lastElementChild ?? lists.at(-1)).append(inner);
      lists.push(inner);
    }
    const shown = position === null
      ? make("span", {}, text)
      : make("button", { type: "button", "aria-pressed": "false", onclick: () => choose(number) }, text);
    buttons.push(position === null ? null : shown);
    lists[depth].append(make("li", {}, shown));
  });
  return lists[0];
}
