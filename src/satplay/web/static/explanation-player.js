// The explanation player: all steps to the solution beside the board, from the start or from the player's position.

import { runJob } from "./api.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { sentence, stepElements } from "./steps.js";

const OFFLINE = "Explanations need the server, which cannot be reached.";
const PLAY_MS = 2500;

/** Adds the tool "explain" to the page. */
export function mount(page) {
  page.tool("explain", () => new ExplanationPlayer(page).open());
}

class ExplanationPlayer {
  constructor(page) {
    this.page = page;
    this.steps = [];
    this.end = null; // the result, when all steps are known
    this.at = 0; // the number of steps that the board shows
    this.timer = 0;
    this.build();
  }

  build() {
    const button = (name, label, act) =>
      make("button", { type: "button", class: "icon-button", "aria-label": label, title: label, "data-step": name, onclick: act }, icon(name));
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.count = make("p", { class: "step-count", "aria-live": "off" });
    this.text = make("div", { class: "steps" });
    this.playButton = button("play", "Play the steps", () => this.togglePlay());
    this.controls = make(
      "div",
      { class: "player-controls" },
      button("first", "First", () => this.go(0)),
      button("back", "Previous step", () => this.go(this.at - 1)),
      this.playButton,
      button("next", "Next step", () => this.go(this.at + 1)),
      button("last", "Last", () => this.go(this.steps.length + 1)),
    );
    const radio = (value, label) =>
      make("label", { class: "choice" }, make("input", { type: "radio", name: "explain-from", value, checked: value === this.from, onchange: () => this.restart(value) }), label);
    this.from = this.page.match.moves > 0 ? "here" : "start";
    this.fromBox = make("fieldset", { class: "explain-from" }, make("legend", { class: "visually-hidden" }, "Explain"), radio("here", "From here"), radio("start", "From the start"));
    this.body = make("div", { class: "player" }, this.fromBox, this.controls, this.slider, this.count, this.text);
    this.body.addEventListener("keydown", (event) => this.onKey(event));
  }

  open() {
    this.page.openPanel("explain", "Explanation", this.body, { onClose: () => this.close() });
    this.restart(this.from);
  }

  close() {
    this.stop();
    this.abort?.abort();
    this.page.boardView.clear();
  }

  async restart(from) {
    this.abort?.abort();
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    this.from = from;
    this.steps = [];
    this.end = null;
    this.at = 0;
    this.error = "";
    this.show();
    try {
      await this.page.match.sync();
      const onProgress = (step) => {
        if (abort.signal.aborted || step.number === undefined) return;
        this.steps.push(step);
        this.slider.max = String(this.steps.length);
        if (this.steps.length === 1 && this.at === 0) this.go(1);
        else this.showCount();
      };
      const end = await runJob("/api/board/explain", { record: this.page.match.record, from }, { onProgress, signal: abort.signal });
      if (abort.signal.aborted) return;
      this.end = end;
      this.slider.max = String(this.steps.length + 1);
      if (this.steps.length === 0) this.go(1);
      else this.showCount();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.error = error.status === 0 ? OFFLINE : error.message;
      this.show();
      this.page.say(this.error);
    }
  }

  /** Shows the board after a number of steps; one more than there are is the end. */
  go(number) {
    const most = this.steps.length + (this.end === null ? 0 : 1);
    this.at = Math.max(0, Math.min(number, most));
    this.show();
    if (this.at >= most && this.end !== null) this.stop();
  }

  show() {
    this.slider.value = String(this.at);
    this.showCount();
    const step = this.steps[this.at - 1];
    if (this.error) this.text.replaceChildren(make("p", {}, this.error));
    else if (step !== undefined) this.showStep(step);
    else if (this.end !== null && this.at > 0) this.showEnd();
    else this.showStart();
  }

  showStart() {
    const text = this.steps.length === 0 && this.end === null ? "Looking for the first step ..." : "The next button shows the first step.";
    this.text.replaceChildren(make("p", { class: "muted" }, text));
    if (this.from === "start" && this.page.view?.empty) {
      this.page.boardView.show({ position: this.page.view.empty(this.page.match.board), marks: null });
    } else this.page.boardView.clear();
  }

  showStep(step) {
    const whole = () => this.page.boardView.show({ position: step.position, marks: step.marks });
    const onLink = (number) => {
      const link = step.chain[number];
      if (link === undefined) whole();
      else this.page.boardView.show({ position: link.position, marks: link.marks });
    };
    this.text.replaceChildren(...stepElements(step, onLink));
    whole();
    this.page.say(sentence(step.facts.join("; ")));
  }

  showEnd() {
    const { end } = this;
    this.text.replaceChildren(...end.lines.map((line) => make("p", {}, sentence(line))));
    const position = end.solution ?? end.alternatives?.[0] ?? this.steps.at(-1)?.position;
    if (position) this.page.boardView.show({ position, marks: null });
    this.page.say(end.lines.join(" "));
  }

  showCount() {
    const number = this.steps.length;
    const cost = this.steps[this.at - 1]?.cost;
    const of = this.end === null ? `${number} found so far` : `of ${number}`;
    if (this.at > 0 && this.at <= number) this.count.textContent = `Step ${this.at} ${of}${cost === undefined ? "" : `, cost ${cost}`}`;
    else if (this.at > number && this.end !== null) this.count.textContent = this.end.summary || `${number} steps`;
    else this.count.textContent = this.end === null ? `${number} steps found so far` : `${number} steps`;
    const most = number + (this.end === null ? 0 : 1);
    for (const button of this.controls.querySelectorAll("[data-step=first], [data-step=back]")) button.setAttribute("aria-disabled", String(this.at === 0));
    for (const button of this.controls.querySelectorAll("[data-step=next], [data-step=last]")) button.setAttribute("aria-disabled", String(this.at >= most));
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
  }

  togglePlay() {
    if (this.timer) {
      this.stop();
      return;
    }
    this.timer = setInterval(() => this.go(this.at + 1), PLAY_MS);
    this.setPlaying("pause", "Pause");
    this.go(this.at + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.setPlaying("play", "Play the steps");
  }

  setPlaying(name, label) {
    this.playButton.replaceChildren(icon(name));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length + 1 };
    if (!(event.key in moves)) return;
    this.go(moves[event.key]);
    event.preventDefault();
  }
}
