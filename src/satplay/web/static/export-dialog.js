// Exports the board, the position or the solution: pictures, print, texts in every format, saved games, booklets.

import { runJob } from "./api.js";
import { bookletSection } from "./booklet-form.js";
import { make } from "./dom.js";
import { DIALOG_STYLE, copyField, copyWords, download, loadStyle, select, usualPaper } from "./download.js";
import { icon } from "./icons.js";
import { makeDialog, openDialog } from "./page.js";

const PARTS = { board: "Board", position: "My position", solution: "Solution" };
const PICTURES = { svg: "SVG", png: "PNG", pdf: "PDF" };
const ROWS = 12;

/** Adds the tool "export" to the page. */
export function mount(page) {
  const dialog = new ExportDialog(page);
  page.tool("export", () => dialog.open());
}

class ExportDialog {
  constructor(page) {
    this.page = page;
    this.part = "board";
    this.format = null;
  }

  async open() {
    this.abort = new AbortController();
    this.texts = new Map(); // by part
    this.isRunning = false;
    this.answer = make("p", { class: "message", role: "status" });
    this.dialog = makeDialog("Export", this.#parts(), this.answer, this.#pictures(), this.#textSection(), this.#savedGame(), this.#booklet());
    this.dialog.classList.add("export-dialog");
    this.dialog.addEventListener("close", () => {
      this.abort.abort();
      this.booklet?.cancel();
      this.dialog.remove();
    });
    await loadStyle(DIALOG_STYLE);
    openDialog(this.dialog);
    this.#loadTexts();
  }

  // -- contents ----------------------------------------------------------------------------------------------

  #parts() {
    const isPuzzle = this.page.match.document.solo;
    const names = Object.keys(PARTS).filter((name) => isPuzzle || name !== "solution");
    if (!names.includes(this.part)) this.part = "board";
    const radio = (name) =>
      make(
        "label",
        { class: "choice" },
        make("input", { type: "radio", name: "export-part", value: name, checked: name === this.part, onchange: () => this.#choose(name) }),
        PARTS[name],
      );
    return make("fieldset", {}, make("legend", {}, "What to export"), make("div", { class: "export-part" }, names.map(radio)));
  }

  #pictures() {
    const button = ([form, label]) =>
      make("button", { type: "button", "data-form": form, onclick: () => this.#save(form, label) }, icon("export"), label);
    const print = make("button", { type: "button", "data-form": "print", onclick: () => this.#print() }, icon("print"), "Print");
    return section("Picture", make("div", { class: "dialog-buttons" }, Object.entries(PICTURES).map(button), print));
  }

  #textSection() {
    this.formats = select([], "", { id: "export-format", onchange: () => this.#showText() });
    this.text = make("textarea", { class: "export-text", id: "export-text", readonly: true, rows: 4, spellcheck: "false", "aria-label": "Text in this format" });
    this.note = make("p", { class: "muted", role: "status" });
    const copy = make("button", { type: "button", "data-form": "copy", onclick: () => this.#copy() }, icon("copy"), "Copy");
    const file = make("button", { type: "button", "data-form": "text", onclick: () => this.#save(this.formats.value, this.formats.value) }, icon("export"), "Save");
    this.textParts = [make("div", { class: "export-row" }, make("label", { class: "field" }, "Format", this.formats), copy, file), this.text];
    return section("Text", this.note, this.textParts);
  }

  #savedGame() {
    const button = make("button", { type: "button", "data-form": "record", onclick: () => this.#save("record", "of the game") }, icon("export"), "Save the game");
    const note = make("p", { class: "small" }, "With your moves. ", make("code", {}, "satplay play FILE"), " continues it in a terminal.");
    return section("Saved game", make("div", { class: "export-row" }, button), note);
  }

  #booklet() {
    if (!this.page.match.document.solo) return null;
    this.booklet = bookletSection(this.page);
    return this.booklet.element;
  }

  // -- texts -------------------------------------------------------------------------------------------------

  #choose(part) {
    this.part = part;
    this.#say("");
    this.#loadTexts();
  }

  async #loadTexts() {
    const { page, part } = this;
    if (!this.texts.has(part)) {
      this.#showNote(part === "solution" ? "Solving ..." : "Writing ...");
      try {
        const found = await this.#ask("/api/export/formats", { what: part });
        this.texts.set(part, { texts: found[part] ?? [], note: found.note ?? "There was not enough time." });
        if (part === "solution" && found[part]?.length) page.match.countHint({ isSolution: true });
      } catch (error) {
        if (error.name !== "AbortError") this.#showNote(wordsOf(error));
        return;
      }
    }
    if (part !== this.part) return;
    const { texts, note } = this.texts.get(part);
    if (texts.length === 0) return void this.#showNote(note);
    this.#showNote("");
    const chosen = this.format;
    this.formats.replaceChildren(...texts.map(({ format }) => make("option", { value: format }, format)));
    if (texts.some(({ format }) => format === chosen)) this.formats.value = chosen;
    this.#showText(false);
  }

  #showText(isChosen = true) {
    if (isChosen) this.format = this.formats.value;
    const { texts } = this.texts.get(this.part);
    const { text } = texts.find(({ format }) => format === this.formats.value);
    this.text.value = text;
    this.text.rows = Math.max(2, Math.min(ROWS, text.trimEnd().split("\n").length));
    this.text.scrollTop = 0;
  }

  /** What stands in the place of the text; nothing if there is one. */
  #showNote(words) {
    this.note.textContent = words;
    this.note.hidden = words === "";
    for (const one of this.textParts) one.hidden = words !== "";
  }

  async #copy() {
    this.#say(copyWords(await copyField(this.text), "Text"), "ok");
  }

  // -- files -------------------------------------------------------------------------------------------------

  async #ask(path, body) {
    const { match } = this.page;
    await match.sync();
    return runJob(path, { record: match.record, ...body }, { signal: this.abort.signal });
  }

  async #save(form, label) {
    if (this.isRunning) return;
    this.isRunning = true;
    this.#say(`Making the file ${label} ...`);
    try {
      const { match } = this.page;
      await match.sync();
      const body = { record: match.record, what: this.part, form, paper: usualPaper() };
      const { name } = await download("/api/export", body, { signal: this.abort.signal });
      if (this.part === "solution" && form !== "record") match.countHint({ isSolution: true });
      this.#say(`Saved: ${name}`, "ok");
    } catch (error) {
      if (error.name !== "AbortError") this.#say(wordsOf(error), "bad");
    } finally {
      this.isRunning = false;
    }
  }

  /** Prints the page with the chosen part on its board. */
  async #print() {
    const { page } = this;
    const { view, match } = page;
    try {
      let position = null;
      if (view !== null && this.part === "board") position = view.empty(match.board);
      if (view !== null && this.part === "solution") {
        this.#say("Solving ...");
        const found = await this.#ask("/api/board/show", {});
        if (!found.position) return void this.#say(found.lines?.join(" ") || "There was not enough time.", "bad");
        match.countHint({ isSolution: true });
        position = found.position;
      }
      this.dialog.close();
      if (position !== null) page.boardView.show({ position });
      await new Promise(requestAnimationFrame); // in which it is painted
      window.print();
      if (position !== null) page.boardView.clear();
    } catch (error) {
      if (error.name !== "AbortError") this.#say(wordsOf(error), "bad");
    }
  }

  #say(text, kind = "") {
    this.answer.textContent = text;
    this.answer.className = `message ${kind}`;
  }
}

function section(title, ...children) {
  return make("section", { class: "export-section" }, make("h3", {}, title), children);
}

const wordsOf = (error) => (error.status === 0 ? "Files are made by the server, which cannot be reached." : error.message);
