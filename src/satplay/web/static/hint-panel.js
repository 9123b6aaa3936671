// A hint in stages: where to look, then what follows there and why, then the move itself.

import { runJob } from "./api.js";
import { make } from "./dom.js";
import { mistakeElements, sentence, stepElements } from "./steps.js";

const TITLES = {
  step: "Hint",
  mistake: "There is a mistake",
  solved: "Solved",
  open: "Nothing more is forced",
  unsolvable: "No solution",
  unknown: "No hint",
  advice: "Hint",
};
const OFFLINE = "Hints need the server, which cannot be reached.";

/** Adds the tool "hint" to the page. */
export function mount(page) {
  page.tool("hint", () => new HintPanel(page).open());
}

/** The elements of the board that a text names, by names with a number: others are ordinary words too. */
function mentioned({ view, match }, text) {
  if (view === null || match.board === null) return [];
  return view.elements(match.board).filter((name) => /[0-9]/.test(name) && new RegExp(`\\b${name}\\b`).test(text));
}

const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

class HintPanel {
  constructor(page) {
    this.page = page;
    this.abort = new AbortController();
    this.body = make("div", { class: "steps" });
    this.onChange = ({ detail }) => {
      if (detail?.kind !== "sync") page.closePanel();
    };
  }

  async open() {
    const { page } = this;
    page.openPanel("hint", "Hint", this.body, { onClose: () => this.close() });
    await this.ask();
  }

  /** Asks the server; of a game between seats `topic` is another kind of hint, and `asked` counts those before. */
  async ask(topic = "", asked = 0) {
    const { page } = this;
    const { match } = page;
    this.show([make("p", { class: "muted" }, "Looking for the next step ...")], []);
    try {
      await match.sync();
      const { record } = match;
      const request = match.document.solo ? { record } : { record, topic, asked };
      const hint = await runJob("/api/board/hint", request, { signal: this.abort.signal });
      if (this.abort.signal.aborted) return;
      match.addEventListener("change", this.onChange);
      this.hint = hint;
      if (hint.kind === "advice") {
        match.takeHint(record, hint);
        this.showAdvice(topic);
        return;
      }
      match.countHint?.();
      this.showPlace();
    } catch (error) {
      if (error.name === "AbortError") return;
      const text = error.status === 0 ? OFFLINE : error.message;
      this.show([make("p", {}, text)], []);
      page.say(text);
    }
  }

  close() {
    this.abort.abort();
    this.page.match.removeEventListener("change", this.onChange);
    this.page.boardView.clear();
  }

  /** The first stage: where to look. What is no step and no mistake is told at once. */
  showPlace() {
    const { hint, page } = this;
    this.setTitle();
    if (hint.kind !== "step" && hint.kind !== "mistake") {
      this.show(hint.lines.map((line) => make("p", {}, sentence(line))), []);
      page.say(hint.lines.join(" "));
      return;
    }
    if (!hint.where) {
      this.showStep();
      return;
    }
    const place = sentence(hint.where);
    const opening = hint.kind === "mistake" ? [make("p", {}, "What is entered cannot be completed.")] : [];
    const more = hint.kind === "mistake" ? "Show the mistake" : "Show the step";
    this.show([...opening, make("p", { class: "place" }, place)], [[more, () => this.showStep(), true]]);
    page.boardView.showMarks(hint.where_marks);
    page.say(`${hint.kind === "mistake" ? "There is a mistake. " : ""}${place}`);
  }

  /** The second stage: what follows and why, with the links of a chain. */
  showStep() {
    const { hint, page } = this;
    const whole = () => page.boardView.show({ position: hint.position, marks: hint.marks });
    if (hint.kind === "mistake") {
      this.show(mistakeElements(hint), []);
      page.boardView.showMarks(hint.marks);
      page.say(hint.lines.join(" "));
      return;
    }
    const onLink = (number) => {
      const link = hint.chain[number];
      if (link === undefined) whole();
      else page.boardView.show({ position: link.position, marks: link.marks });
    };
    const actions = hint.move === null ? [] : [["Do it", () => this.follow(), true]];
    this.show(stepElements(hint, onLink), actions);
    whole();
    page.say(hint.lines.join(" "));
  }

  /** The third stage: the move, and the next hint at hand. */
  follow() {
    const { hint, page } = this;
    page.closePanel();
    page.match.move(hint.move);
    page.boardView.focus();
  }

  /** In a game between seats: what the hint is about, then what it says, then more, another kind, or its move. */
  showAdvice(topic) {
    const { hint, page } = this;
    this.setTitle();
    const [first, ...reasons] = hint.lines.map((line) => sentence(line.trim()));
    const places = mentioned(page, reasons.join(" "));
    const tell = () => {
      this.show([make("p", { class: "place" }, first ?? ""), ...reasons.map((line) => make("p", { class: "reason" }, line))], this.#actions(topic));
      page.boardView.showMarks({ because: places });
      page.say([first, ...reasons].join(" "));
    };
    if (places.length === 0) {
      tell();
      return;
    }
    const where = sentence(`Look at ${listed(places)}`);
    this.show([make("p", { class: "place" }, where)], [["Show what follows", tell, true]]);
    page.boardView.showMarks({ because: places });
    page.say(where);
  }

  #actions(topic) {
    const { hint, page } = this;
    const topics = (page.match.document.hint_topics ?? []).filter((name) => name !== topic);
    return [
      ...(hint.move && !hint.more ? [[`Play it: ${hint.move}`, () => this.follow(), true]] : []),
      ...(hint.more ? [["Next hint", () => this.ask(topic, hint.asked), true]] : []),
      ...topics.map((name) => [`Hint: ${name}`, () => this.ask(name, hint.asked), false]),
    ];
  }

  setTitle() {
    this.page.setPanelTitle?.(TITLES[this.hint.kind] ?? TITLES.unknown);
  }

  show(content, actions) {
    const buttons = actions.map(([label, onclick, isPrimary]) =>
      make("button", { type: "button", class: isPrimary ? "primary" : "", onclick }, label),
    );
    this.body.replaceChildren(...content, make("div", { class: "dialog-buttons" }, buttons));
    if (this.body.contains(document.activeElement) || document.activeElement === document.body) buttons[0]?.focus({ preventScroll: true });
    this.body.parentElement?.parentElement?.scrollTo(0, 0);
  }
}
