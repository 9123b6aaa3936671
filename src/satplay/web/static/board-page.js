// The page of a puzzle or game: it brings together the match, the board, the tools, and the panels beside the board.

import { get, runJob } from "./api.js";
import { BoardView } from "./board-view.js";
import { byId, make, pageData } from "./dom.js";
import { firstDocument } from "./first-match.js";
import { same } from "./history.js";
import { icon } from "./icons.js";
import { Match } from "./match.js";
import { instructionOf, newsOf } from "./news.js";
import { ask, say } from "./page.js";
import { longSize } from "./sizes.js";
import { waitFor } from "./waiting.js";

import * as tools from "./board-tools.js";
import * as checks from "./checks.js";
import * as clock from "./clock.js";
import * as moveBox from "./move-box.js";
import * as otherTabs from "./other-tabs.js";
import * as rules from "./rules-panel.js";
import * as settings from "./settings.js";
import * as trying from "./try-bar.js";

/** What is loaded when it is needed for the first time; each exports `mount(page)`, which adds the tool of that name. */
const LATER = {
  check: "./check-tool.js",
  hint: "./hint-panel.js",
  explain: "./explanation-player.js",
  clauses: "./clauses-panel.js",
  share: "./share-dialog.js",
  export: "./export-dialog.js",
  new: "./new-dialog.js",
  open: "./open-dialog.js",
  settings: "./settings-dialog.js",
  statistics: "./statistics-dialog.js",
  ending: "./ending.js",
};
/** Seconds in which most matches begin: the answer to the request is compressed, the events of a job are not. */
const QUICK = 0.3;
/** Changes after which a message about what happened before would mislead. */
const OUTDATING = ["move", "undo", "redo", "restart"];
const FROM_START = [tools, settings, checks, clock, moveBox, rules, trying, otherTabs];

/** Events: `load` when the match is another one, `change` when its position or history changed. */
class BoardPage extends EventTarget {
  #panel = null;
  #greeting = "";
  #actions = new Map();
  #mounted = new Map(); // what was loaded later, by its path

  constructor({ subject, shared }) {
    super();
    this.subject = subject;
    this.shared = shared;
    this.view = null;
    this.match = null;
    this.say = say;
    this.boardView = new BoardView(byId("board"), {
      say,
      note: (text) => this.note(text),
      frame: byId("board-page"),
      label: (match) => `${subject.title}, ${match.level ?? match.document.size ?? "board"}`,
    });
    byId("title").textContent = subject.title;
    byId("panel-close").append(icon("close"));
    byId("panel-close").addEventListener("click", () => this.closePanel());
    byId("panel").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.closePanel();
      this.boardView.focus();
    });
  }

  /** Loads the script of the puzzle and the game: of the address, in the browser's storage, or the first board. */
  async begin() {
    const { subject } = this;
    if (subject.has_board_script) this.view = await import(`/subjects/${subject.name}/board.js`);
    for (const module of FROM_START) module.mount(this);
    const setInert = (inert) => ["tools", "more-tools", "move-box"].forEach((id) => (byId(id).inert = inert));
    setInert(true); // there is nothing yet that they could work on
    this.addEventListener("load", () => setInert(false), { once: true });
    for (const [name, path] of Object.entries(LATER)) this.tool(name, () => this.#runLater(name, path));
    this.restore();
    try {
      const request = await this.#requested();
      if (request !== null) await this.start(request);
      else if (this.match === null) await this.start(this.firstBoard);
    } catch (error) {
      if (this.match === null) await this.start(this.firstBoard).catch(() => this.#startHere());
      this.#noteError(error);
    }
    setInert(false); // without a connection New can be tried again
    const follow = () => this.#requested().then((request) => request && this.start(request)).catch((error) => this.#noteError(error));
    window.addEventListener("hashchange", follow);
    follow(); // the address may have changed meanwhile
    this.addEventListener("outcome", () => this.match.outcome && this.run("ending"));
    window.addEventListener("pagehide", () => this.match?.save());
  }

  #noteError(error) {
    if (error.name !== "AbortError") this.note(error.message, "bad");
  }

  /** Shows the match that the browser stores; false if there is none. */
  restore() {
    const stored = Match.restore({ subject: this.subject.name, view: this.view });
    if (stored !== null) this.#take(stored);
    return stored !== null;
  }

  /** Begins the first board without the server. */
  #startHere() {
    const document = this.view === null ? null : firstDocument(this.subject);
    if (document !== null) this.load(document);
  }

  /** The request for the board of a first visit. */
  get firstBoard() {
    const { first_board: input } = this.subject;
    return input === null || input === undefined ? { new: {} } : { input };
  }

  /** What the address asks for; null if it asks for nothing. The address then is that of the page alone. */
  async #requested() {
    if (location.hash === "" && this.shared === null) return null;
    const { readHash } = await import("./board-address.js");
    const request = readHash(location.hash, this.subject);
    const slug = this.shared;
    if (request === null && slug === null) return null;
    this.shared = null;
    if (request?.dialog) queueMicrotask(() => this.run("new"));
    history.replaceState(null, "", this.subject.path);
    if (request !== null) return request.dialog ? null : request;
    const { text } = await get(`/api/share/${encodeURIComponent(slug)}`);
    return { input: text };
  }

  // -- the match ---------------------------------------------------------------------------------------

  /**
   * Begins another match: `{input}` or `{new}`, as POST /api/play takes it. A game in progress is not lost without a
   * question. False if the person keeps it.
   */
  async start(request, options = {}) {
    const run = (more) => runJob(`/api/play/${this.subject.name}`, request, { wait: QUICK, ...more });
    const what = request.input !== undefined ? "Opening the board" : this.subject.kind === "puzzle" ? "Making a board" : "Beginning a game";
    const asked = options.onProgress ? run(options) : waitFor(this, what, run);
    const document = await asked.catch((error) => {
      throw rareBoard(request, error) ?? error;
    });
    if (typeof document?.record !== "string") throw new Error("No such board was found in time. Try another level, “Any”, or a smaller size.");
    const { match } = this;
    if (match?.isInProgress) {
      if (document.board !== null && same(document.board, match.board) && document.moves === 0) {
        const isSame = request.input === undefined || same(document.position, match.position) || isEmpty(this.view, document);
        if (isSame) {
          this.note("This is the board that you are playing.");
          return true;
        }
      }
      const [text, open] = document.solo ? ["Opening another board ends it.", "Open the other board"] : ["A new game ends it.", "Begin the new game"];
      const answer = await ask("A game is in progress", text, { open, keep: "Keep my game" });
      if (answer !== "open") return false;
    }
    this.load(document);
    return true;
  }

  /** Shows the match of a document, instead of the one before. */
  load(document) {
    this.#take(Match.create({ subject: this.subject.name, view: this.view, document }));
    this.match.save();
  }

  #take(match) {
    this.closePanel();
    this.match?.close();
    this.match = match;
    this.boardView.mount(match, this.view);
    match.addEventListener("change", ({ detail }) => {
      if (match.document.solo && OUTDATING.includes(detail.kind)) this.note("");
      else if (detail.kind === "move") this.withdraw(this.#greeting);
      this.dispatchEvent(new CustomEvent("change", { detail }));
    });
    match.addEventListener("note", ({ detail }) => this.note(detail.text));
    match.addEventListener("status", ({ detail }) => this.dispatchEvent(new CustomEvent("status", { detail })));
    match.addEventListener("answer", ({ detail }) => this.dispatchEvent(new CustomEvent("answer", { detail })));
    match.addEventListener("outcome", () => this.dispatchEvent(new Event("outcome")));
    this.showTitle();
    const { greeting } = match.document;
    this.#greeting = this.withInstruction(greeting);
    this.note(this.#greeting, greeting.length ? "" : "muted", { isSaid: greeting.length > 0 });
    this.dispatchEvent(new Event("load"));
  }

  showTitle() {
    const { subject, match } = this;
    byId("title").textContent = subject.title;
    const { level, size, persons, solo } = match.document;
    const hasWords = Object.keys(subject.size_words).length > 0;
    const seat = !solo && persons.length === 1 && `you are ${persons[0]}`;
    byId("about").textContent = [hasWords && size ? longSize(size, subject) : (level ?? size), seat].filter(Boolean).join(" · ");
  }

  /** Lines of the server about what has happened, and what to do now. */
  withInstruction(lines) {
    const { match, view } = this;
    return [newsOf(lines, match.document), instructionOf(view, match)].filter(Boolean).join(" ");
  }

  // -- messages, tools, panels ---------------------------------------------------------------------------

  /** Shows and announces a sentence about what happened; `kind` is ok, bad, hint or nothing. */
  note(text, kind = "", { isSaid = true } = {}) {
    const line = byId("message");
    line.textContent = text ?? "";
    line.className = `message ${kind}`;
    if (text && isSaid) say(text);
  }

  /** Takes a message back, unless another one has replaced it. */
  withdraw(text) {
    if (byId("message").textContent === text) this.note("");
  }

  /** What the button of that name does. */
  tool(name, run) {
    this.#actions.set(name, run);
  }

  /** Does what the button of that name does. */
  run(name) {
    this.#actions.get(name)?.();
  }

  async #runLater(name, path) {
    try {
      await this.#mountOnce(path);
    } catch {
      this.#mounted.delete(path);
      this.note("This cannot be loaded without the server.", "bad");
      return;
    }
    this.run(name);
  }

  #mountOnce(path) {
    if (!this.#mounted.has(path)) this.#mounted.set(path, import(path).then((module) => module.mount(this)));
    return this.#mounted.get(path);
  }

  /** Shows contents in the panel beside the board; pressing the button of an open panel closes it. */
  openPanel(id, title, body, { onClose } = {}) {
    this.closePanel();
    this.#panel = { id, onClose };
    this.setPanelTitle(title);
    byId("panel-body").replaceChildren(body);
    byId("panel").hidden = false;
    byId("panel").dataset.panel = id;
    byId("board-page").classList.add("has-panel");
    this.dispatchEvent(new Event("panel"));
    byId("panel").focus({ preventScroll: true });
    const isOverPage = getComputedStyle(byId("panel")).position === "fixed"; // then the board must be in sight
    byId(isOverPage ? "board-frame" : "panel").scrollIntoView({ block: "nearest" });
  }

  /** The name of the open panel; null if there is none. */
  get panel() {
    return this.#panel?.id ?? null;
  }

  setPanelTitle(title) {
    byId("panel-title").textContent = title;
  }

  closePanel() {
    if (this.#panel === null) return;
    const { onClose } = this.#panel;
    const hadFocus = byId("panel").contains(document.activeElement);
    this.#panel = null;
    byId("panel").hidden = true;
    byId("panel-body").replaceChildren();
    byId("board-page").classList.remove("has-panel");
    onClose?.();
    this.dispatchEvent(new Event("panel"));
    if (hadFocus) this.boardView.focus();
  }

  /** Adds an element to the messages, for instance a link; it goes with the next message. */
  noteWith(text, kind, ...children) {
    this.note(text, kind);
    byId("message").append(" ", ...children.map((child) => (typeof child === "string" ? make("span", {}, child) : child)));
  }
}

/** The error of a generator that has found no board of a size and level, in words for a player; null if it is another one. */
function rareBoard({ new: wish }, { fields }) {
  if (!wish?.size || !wish.difficulty || !fields?.found?.startsWith(`${wish.size} ${wish.difficulty}`)) return null;
  return new Error(`No ${wish.difficulty} board of ${wish.size} was found: there are few, or none. Try again, or another level or size.`);
}

/** Whether a document has the position in which its board begins. */
function isEmpty(view, { board, position }) {
  return view !== null && same(view.empty(board), position);
}

new BoardPage(pageData()).begin();
