// The clauses view: a place on the board to its variables and the clauses that mention them, and back.

import { runJob } from "./api.js";
import { make } from "./dom.js";
import { ruleName, sentence } from "./steps.js";

const OFFLINE = "The clauses need the server, which cannot be reached.";

/** Adds the tool "clauses" to the page. */
export function mount(page) {
  page.tool("clauses", () => new ClausesPanel(page).open());
}

class ClausesPanel {
  constructor(page) {
    this.page = page;
    this.request = {}; // the element or the variable that is shown, and the encoding
    this.summary = make("p", { class: "muted small" });
    this.encodings = make("select", { onchange: () => this.ask({ encoding: this.encodings.value }) });
    this.place = make("input", { class: "mono", autocomplete: "off", spellcheck: "false", placeholder: "B2 or B2-B5" });
    const form = make(
      "form",
      { class: "clauses-form" },
      make("label", { class: "field" }, "Place", this.place),
      make("label", { class: "field" }, "Encoding", this.encodings),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask({ element: this.place.value.trim(), variable: undefined });
    });
    this.list = make("div", { class: "clauses" });
    this.body = make("div", { class: "clauses-view" }, form, this.summary, this.list);
  }

  open() {
    const { page } = this;
    page.openPanel("clauses", "Clauses", this.body, { onClose: () => this.close() });
    page.boardView.pick((element) => {
      this.place.value = element;
      this.ask({ element, variable: undefined });
    });
    this.ask({});
  }

  close() {
    this.abort?.abort();
    this.page.boardView.pick(null);
    this.page.boardView.clear();
  }

  /** Fetches the clauses about an element or a variable; what is not given stays as it is. */
  async ask(changes) {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.request = { ...this.request, ...changes };
    const { element, variable, encoding } = this.request;
    const body = { record: this.page.match.record, encoding };
    if (variable !== undefined) body.variable = variable;
    else if (element) body.element = element;
    try {
      await this.page.match.sync();
      const found = await runJob("/api/board/clauses", { ...body, record: this.page.match.record }, { signal: abort.signal });
      if (!abort.signal.aborted) this.show(found);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.list.replaceChildren(make("p", {}, error.status === 0 ? OFFLINE : error.message));
    }
  }

  show(found) {
    this.encodings.replaceChildren(
      ...found.encodings.map((name) => make("option", { value: name, selected: name === found.encoding }, name)),
    );
    const { element, variable } = this.request;
    const about = variable !== undefined ? `variable ${variable}` : element;
    this.summary.textContent = `The formula has ${found.variable_count} variables and ${found.clause_count} clauses.`;
    if (!about) {
      this.list.replaceChildren(make("p", {}, "Click a place on the board, or type its name, to see its variables and the clauses that mention them."));
      this.page.boardView.clear();
      return;
    }
    const places = [...new Set(found.variables.flatMap((one) => one.elements))];
    this.page.boardView.showMarks({ because: places, given: [], new: [] });
    const more = found.truncated ? [make("p", { class: "muted" }, "There are more clauses; only the first are listed.")] : [];
    this.list.replaceChildren(
      make("h3", {}, `Variables about ${about}`),
      make("ul", { class: "variables" }, found.variables.map((one) => make("li", {}, this.variable(one)))),
      make("h3", {}, `Clauses that mention ${found.variables.length === 1 ? "it" : "them"}`),
      make("ul", { class: "clause-list" }, found.clauses.map((clause) => make("li", {}, this.clause(clause, found)))),
      ...more,
    );
    this.page.say(`${about}: ${found.variables.length} variables, ${found.clauses.length} clauses`);
  }

  variable({ number, atom, elements }) {
    const show = () => this.page.boardView.showMarks({ because: [], given: elements, new: [] });
    const button = make("button", { type: "button", class: "row", onclick: () => this.ask({ variable: number }) }, make("b", { class: "mono" }, String(number)), ` ${atom}`);
    button.addEventListener("pointerenter", show);
    button.addEventListener("focus", show);
    return button;
  }

  /** A clause as words, and the rule instance that it states; choosing it marks its place on the board. */
  clause({ number, literals, words, rule, sentence: text, elements, mentions }) {
    const show = () => this.page.boardView.showMarks({ because: elements, given: elements.length > 0 ? [] : mentions, new: [] });
    const button = make(
      "button",
      { type: "button", class: "row", onclick: show },
      make("span", { class: "clause-head mono" }, make("span", { class: "muted" }, `c${number}`), make("span", {}, `{${literals.join(", ")}}`)),
      make("span", { class: "words" }, words.join(" or ")),
      make("span", { class: "instance" }, rule ? [ruleName(rule), sentence(text)] : "defines a variable"),
    );
    button.addEventListener("pointerenter", show);
    button.addEventListener("focus", show);
    return button;
  }
}
