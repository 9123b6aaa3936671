// A new board by size and level, with progress; the board of the day; the first board.

import { dailyRequest, lastChoice } from "./board-address.js";
import { make } from "./dom.js";
import { makeDialog, openDialog } from "./page.js";
import { longSize } from "./sizes.js";
import * as storage from "./storage.js";

const ANY = "";
const SECONDS = 60; // for a board: a person who waits can cancel
const SIZE = "size"; // of a game an option among others: those that say the same are for sizes that are not in the list

export function mount(page) {
  const opener = new NewDialog(page);
  page.tool("new", () => opener.open());
}

class NewDialog {
  constructor(page) {
    this.page = page;
  }

  open() {
    const { subject } = this.page;
    this.abort = new AbortController();
    this.error = make("p", { class: "message", role: "alert" });
    this.progress = make("p", { class: "muted progress" });
    this.form = make("form", { class: "new-form", novalidate: true }, this.#fields(), this.error, this.progress);
    this.go = make("button", { type: "submit", class: "primary" }, subject.kind === "puzzle" ? "New board" : "New game");
    this.cancel = make("button", { type: "button", onclick: () => this.#stop() }, "Cancel");
    this.others = make("div", { class: "dialog-buttons" }, this.go, this.cancel, this.#shortcuts());
    this.form.append(this.others);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start(this.#request());
    });
    this.dialog = makeDialog(subject.kind === "puzzle" ? "New board" : "New game", this.form);
    this.dialog.addEventListener("close", () => {
      this.abort.abort();
      this.dialog.remove();
    });
    this.#wait(false);
    openDialog(this.dialog);
  }

  // -- the form --------------------------------------------------------------------------------------------

  #fields() {
    const row = make("div", { class: "new-row" }, this.#choices());
    const details = this.#moreOptions();
    this.size?.addEventListener("change", () => (details.open ||= this.size.value === ANY));
    return [row, details];
  }

  /** Size, level, seat and opponent. */
  #choices() {
    const { subject } = this.page;
    const last = lastChoice(subject.name);
    const rows = [];
    if (subject.sizes.length) {
      const sizes = subject.sizes.map((size) => [size, longSize(size, subject)]);
      if (subject.options.some(({ name }) => name === SIZE)) sizes.push([ANY, "Another one"]);
      this.size = select(sizes, last.size ?? subject.daily?.size ?? subject.sizes[Math.min(1, subject.sizes.length - 1)]);
      rows.push(make("label", { class: "field" }, "Size", this.size));
      if (Object.keys(subject.size_words).length) rows.at(-1).classList.add("is-wide");
    }
    if (subject.levels.length) {
      const levels = [[ANY, "Any"], ...subject.levels.map((level) => [level, level])];
      this.level = select(levels, last.difficulty ?? subject.daily?.difficulty ?? subject.levels[0]);
      rows.push(make("label", { class: "field" }, "Level", this.level));
    }
    if (subject.seats?.length > 1) {
      this.seat = select(subject.seats.map((seat) => [seat.name, seat.title ?? seat.name]), last.seat ?? subject.seats[0].name);
      rows.push(make("label", { class: "field" }, "You play", this.seat));
    }
    if (subject.strengths?.length) {
      this.strength = select(subject.strengths.map((name) => [name, name]), last.strength ?? "normal");
      rows.push(make("label", { class: "field" }, "Opponent", this.strength));
    }
    return rows;
  }

  #moreOptions() {
    const { subject } = this.page;
    const isAsked = ({ name }) => name === SIZE && subject.sizes.length > 0; // above
    this.options = subject.options.filter((option) => !isAsked(option)).map((option) => [option, optionInput(option)]);
    this.seed = make("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: 18, placeholder: "chosen at random" });
    const more = [
      ...this.options.map(([{ takes, help, name }, input]) =>
        takes === null
          ? make("label", { class: "choice" }, input, optionWords(name, help))
          : make("label", { class: "field" }, optionWords(name, help), input),
      ),
      make("label", { class: "field" }, optionWords("seed", "the same number gives the same board again"), this.seed),
    ];
    for (const [{ name }, input] of this.options) {
      if (name in subject.size_words) input.addEventListener("input", () => (this.size.value = ANY)); // they say the size
    }
    return make("details", {}, make("summary", {}, "More options"), make("div", { class: "new-more" }, more));
  }

  #shortcuts() {
    const { page } = this;
    const { subject } = page;
    const link = (label, request) => make("button", { type: "button", class: "quick", onclick: () => this.#start(request) }, label);
    const quick = [];
    if (subject.daily) quick.push(link("Daily board", dailyRequest(subject)));
    if (subject.first_board) quick.push(link(subject.kind === "puzzle" ? "First board" : "First game", { input: subject.first_board }));
    return quick;
  }

  #request() {
    const wish = this.page.subject.kind === "puzzle" ? { seconds: SECONDS } : {};
    const seats = {};
    if (this.size?.value) wish.size = this.size.value;
    if (this.level?.value) wish.difficulty = this.level.value;
    if (this.seat) seats.seat = this.seat.value;
    if (this.strength) seats.strength = this.strength.value;
    storage.save(`new:${this.page.subject.name}`, { size: this.size?.value, difficulty: this.level?.value, ...seats });
    const options = {};
    for (const [{ name, takes }, input] of this.options) {
      if (takes === null) {
        if (input.checked) options[name] = "yes";
      } else if (input.value.trim() !== "") options[name] = input.value.trim();
    }
    if (Object.keys(options).length) wish.options = options;
    if (/^[0-9]+$/.test(this.seed.value.trim())) wish.seed = Number(this.seed.value.trim());
    return { new: wish, ...(Object.keys(seats).length ? { seats } : {}) };
  }

  // -- generating --------------------------------------------------------------------------------------------

  async #start(request) {
    const { page } = this;
    this.abort = new AbortController();
    this.error.textContent = "";
    this.#wait(true);
    const onProgress = ({ seconds }) => {
      if (seconds >= 1) this.progress.textContent = `Making a board with exactly one solution: ${Math.round(seconds)} s ...`;
    };
    try {
      const hasBegun = await page.start(request, { onProgress, signal: this.abort.signal });
      this.dialog.close();
      if (hasBegun) page.boardView.focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.error.textContent = error.status === 0 ? "New boards come from the server, which cannot be reached." : error.message;
      this.error.className = "message bad";
    } finally {
      this.#wait(false);
    }
  }

  #stop() {
    if (!this.isWaiting) {
      this.dialog.close();
      return;
    }
    this.abort.abort();
    this.#wait(false);
    this.page.say("Cancelled.");
  }

  #wait(isWaiting) {
    this.isWaiting = isWaiting;
    this.progress.textContent = isWaiting ? "Making a board ..." : "";
    this.go.disabled = isWaiting;
    for (const button of this.others.querySelectorAll(".quick")) button.hidden = isWaiting;
    this.cancel.hidden = !isWaiting;
  }
}

function select(entries, chosen) {
  const made = make("select", {}, entries.map(([value, label]) => make("option", { value }, label)));
  made.value = chosen;
  if (made.selectedIndex < 0) made.selectedIndex = 0;
  return made;
}

const optionWords = (name, help) => make("span", {}, make("b", {}, name), " ", make("span", { class: "muted" }, help));

/** The field of an option: `takes` is null for a switch, `a|b` for one of some values, otherwise a placeholder. */
function optionInput({ takes, name }) {
  if (takes === null) return make("input", { type: "checkbox", name });
  if (takes.includes("|")) return select([["", "default"], ...takes.split("|").map((one) => [one, one])], "");
  return make("input", { type: "text", name, placeholder: takes, maxlength: 100 });
}
