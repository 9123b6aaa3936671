// A booklet of new boards for printing, as a part of the dialog Export.

import { make } from "./dom.js";
import { download, select, usualPaper } from "./download.js";
import { lastChoice } from "./board-address.js";
import { say } from "./page.js";

const COUNTS = { least: 1, most: 60, first: 12 };
const PAPERS = [["a4", "A4"], ["letter", "Letter"]];
const ANY = "";

/** The section and the function that cancels what is under way. */
export function bookletSection(page) {
  const form = new BookletForm(page);
  const note = make("p", { class: "small" }, "New boards, several on a page, with their solutions at the end.");
  const element = make("details", { class: "export-section" }, make("summary", {}, "Booklet for printing"), note, form.element);
  return { element, cancel: () => form.cancel() };
}

class BookletForm {
  constructor(page) {
    this.page = page;
    const { subject } = page;
    const last = lastChoice(subject.name);
    const size = page.match.document.size ?? last.size;
    const sizes = [...new Set([...subject.sizes, size].filter(Boolean))].map((one) => [one, one.replace("x", " by ")]);
    const levels = [[ANY, "Any"], ...subject.levels.map((one) => [one, one])];
    const level = subject.levels.find((one) => (page.match.level ?? "").split(" ").includes(one));
    const { least, most, first } = COUNTS;
    this.count = make("input", { type: "number", min: least, max: most, step: 1, value: first, required: true, inputmode: "numeric", name: "count" });
    this.size = select(sizes, size, { name: "size" });
    this.level = select(levels, level ?? last.difficulty ?? ANY, { name: "level" });
    this.paper = select(PAPERS, usualPaper(), { name: "paper" });
    this.title = make("input", { type: "text", maxlength: 100, placeholder: subject.title, name: "title" });
    this.go = make("button", { type: "submit", class: "primary" }, "Make the booklet");
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.cancel() }, "Cancel");
    this.bar = make("progress", { max: 1, value: 0, "aria-label": "Progress of the booklet" });
    this.state = make("p", { class: "small" });
    this.progress = make("div", { class: "booklet-progress", hidden: true }, this.bar, this.state);
    this.answer = make("p", { class: "message", role: "status" });
    const field = (label, input, isShown = true) => isShown && make("label", { class: "field" }, label, input);
    this.element = make(
      "form",
      { class: "booklet-form" },
      make(
        "div",
        { class: "booklet-fields" },
        field(`Boards (${least} to ${most})`, this.count),
        field("Size", this.size, sizes.length > 0),
        field("Level", this.level, levels.length > 1),
        field("Paper", this.paper),
      ),
      field("Title", this.title),
      this.progress,
      this.answer,
      make("div", { class: "dialog-buttons" }, this.go, this.stop),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make();
    });
  }

  cancel() {
    this.abort?.abort();
  }

  async #make() {
    this.abort = new AbortController();
    this.#run(true);
    this.#say("");
    try {
      const options = { signal: this.abort.signal, onProgress: (data) => this.#show(data) };
      const { name, last } = await download("/api/booklet", this.#request(), options);
      if (last?.stopped) this.#say(`Saved: ${name}. Only ${last.boards} of ${last.of} boards could be made in time.`, "hint");
      else this.#say(`Saved: ${name}`, "ok");
    } catch (error) {
      if (error.name === "AbortError") this.#say("Cancelled.");
      else this.#say(error.status === 0 ? "Booklets are made by the server, which cannot be reached." : error.message, "bad");
    } finally {
      this.#run(false);
    }
  }

  #request() {
    const body = { subject: this.page.subject.name, count: Number(this.count.value), paper: this.paper.value };
    if (this.size.value) body.size = this.size.value;
    if (this.level.value) body.difficulty = this.level.value;
    if (this.title.value.trim()) body.title = this.title.value.trim();
    return body;
  }

  /** Boards are most of the work, pages the rest. */
  #show({ boards, of, page, pages }) {
    const part = page === undefined ? 0.8 * (boards / of) : 0.8 + 0.2 * (page / pages);
    this.bar.value = part;
    const words = page === undefined ? `${boards} of ${of} boards` : `page ${page} of ${pages}`;
    this.state.textContent = words;
    if (page === undefined && boards > 0 && boards % 5 === 0) say(words);
  }

  #run(isRunning) {
    const hadFocus = this.element.contains(document.activeElement);
    this.bar.value = 0;
    this.state.textContent = isRunning ? "Waiting ..." : "";
    this.progress.hidden = !isRunning;
    this.go.hidden = isRunning;
    this.stop.hidden = !isRunning;
    if (hadFocus) (isRunning ? this.stop : this.go).focus();
  }

  #say(text, kind = "") {
    this.answer.textContent = text;
    this.answer.className = `message ${kind}`;
  }
}
