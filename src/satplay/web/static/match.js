// The player's match. Moves take effect at once, by the `apply` of the puzzle's script, and are sent to the server in
// order; the record that the server answers is the match. What the server says about a position wins.

import { ApiError, runJob } from "./api.js";
import { History, same } from "./history.js";
import * as storage from "./storage.js";

const MAX_LINES = 200; // of one request
const FIRST_PAUSE = 500; // milliseconds before a request is repeated; doubled up to LONGEST_PAUSE
const LONGEST_PAUSE = 8000;
const MAX_FAULTS = 3; // answers with a fault of the server, after which the moves are refused
const VERSION = 1;
const COMMAND = /^(undo|redo|restart)(?:\s+([0-9]{1,6}))?$/i;

const nothing = () => ({ seconds: 0, hints: 0, shown: false });

/** The key under which the match of a subject is stored. */
export const matchKey = (subject) => `match:${subject}`;

/**
 * Events: `change` {kind, line} when the position, the history or a Try changed (kinds: move, undo, redo, restart,
 * try, keep, drop, load, sync after an answer that says what the page did, server after another one); `answer` {line, lines, changed} for each typed line that the server answered; `note`
 * {text} why nothing happened; `status` when `online` or `pending` changed; `outcome` when the end became known.
 */
export class Match extends EventTarget {
  #queue = []; // lines the server has not answered: {line, position, at, length} with what is expected after each
  #isSending = false;
  #wake = null; // ends the pause before a request is repeated
  #unsent = nothing(); // time, hints and a shown solution that the record does not hold yet
  #savePlanned = false;
  #isClosed = false;
  #status = "";

  static create({ subject, view, document, isStored = true }) {
    const match = new Match(subject, view, isStored);
    match.load(document);
    return match;
  }

  /** The stored match of a subject, with the moves that were not sent; null if there is none. */
  static restore({ subject, view, stored = storage.load(matchKey(subject)) }) {
    if (stored?.version !== VERSION || typeof stored.document?.record !== "string") return null;
    const match = new Match(subject, view, true);
    match.#savePlanned = true; // it is stored already: other tabs would be told of a change
    match.#restore(stored);
    match.#savePlanned = false;
    return match;
  }

  constructor(subject, view, isStored) {
    super();
    this.subject = subject;
    this.view = view;
    this.isStored = isStored;
    this.online = true;
    this.isCounted = false; // whether the end is in the statistics
    this.history = new History((board, position, line) => this.#apply(board, position, line));
    this.wakeUp = () => this.#wake?.();
    window.addEventListener("online", this.wakeUp);
  }

  // -- what is known ---------------------------------------------------------------------------------

  get board() {
    return this.document.board;
  }

  /** The position shown: the last one known, if the server has yet to say what a line leads to. */
  get position() {
    return this.history.now.position ?? this.document.position;
  }

  /** The record that the server answered last; `sync()` waits until it holds all moves. */
  get record() {
    return this.document.record;
  }

  get moves() {
    return this.history.at;
  }

  get undoneCount() {
    return this.history.undone;
  }

  /** The number of lines that the server has not answered. */
  get pending() {
    return this.#queue.length;
  }

  get level() {
    return this.document.level;
  }

  get outcome() {
    return this.history.now.outcome ?? null;
  }

  /** Rules that are broken for good in this position; while the server is asked, those before. */
  get violations() {
    return this.history.now.violations ?? (this.online ? (this.document.violations ?? []) : []);
  }

  get hints() {
    return this.document.hints + this.#unsent.hints;
  }

  get seconds() {
    return this.document.seconds + this.#unsent.seconds;
  }

  /** Whether a solution was shown. */
  get isShown() {
    return this.document.shown || this.#unsent.shown;
  }

  get tryDepth() {
    return this.history.tries.length;
  }

  /** The position before the first open Try; null if there is none. */
  get tried() {
    const { tries, steps } = this.history;
    return tries.length ? steps[tries[0]].position : null;
  }

  /** Whether there are moves and no end: a game that must not be lost. */
  get isInProgress() {
    return this.history.steps.length > 1 && this.outcome === null;
  }

  // -- moves -----------------------------------------------------------------------------------------

  /** Makes a typed move, or does what `undo`, `redo 3` or `restart` mean. */
  move(line) {
    const text = line.trim();
    const command = COMMAND.exec(text);
    if (command !== null) return this[command[1].toLowerCase()](Number(command[2] ?? 1));
    if (text === "") return false;
    if (this.outcome !== null) return this.#note("This board is finished. Undo goes back, New opens another one.");
    const position = this.#isKnown ? this.#apply(this.board, this.position, text) : null;
    if (position !== null && same(position, this.position)) return this.#note("That changes nothing.");
    if (position !== null) this.history.push(text, position);
    return this.#add(text, position !== null, "move");
  }

  undo(count = 1) {
    return this.#goBy(-count, "undo");
  }

  redo(count = 1) {
    return this.#goBy(count, "redo");
  }

  /** Takes all moves back; redo brings them back. */
  restart() {
    return this.#goBy(-this.moves, "restart");
  }

  #goBy(count, command) {
    const { history } = this;
    const at = Math.max(0, Math.min(history.at + count, history.steps.length - 1));
    const number = Math.abs(at - history.at);
    const write = (times) => (command === "restart" || times <= 1 ? command : `${command} ${times}`);
    if (!this.#isKnown) return this.#add(write(Math.abs(count)), false, command);
    if (number === 0) return this.#note(`There is nothing to ${command === "redo" ? "redo" : "undo"}.`);
    const isKnown = this.document.solo && history.steps[at].position !== null;
    const changed = command === "redo" ? history.steps[at].line : history.now.line;
    if (isKnown) history.goTo(at);
    return this.#add(write(number), isKnown, command, changed);
  }

  #apply(board, position, line) {
    if (this.view === null || board === null || position === null) return null;
    try {
      return this.view.apply({ board, position }, line) ?? null;
    } catch (error) {
      console.error(error);
      return null;
    }
  }

  /** Whether the position shown is the one after all lines. */
  get #isKnown() {
    return this.history.now.position !== null && this.#queue.every((entry) => entry.position !== null);
  }

  // -- Try -------------------------------------------------------------------------------------------

  /** Begins a Try: what is drawn from now on is kept or dropped together. Within a Try it begins another one. */
  startTry() {
    this.history.tries.push(this.moves);
    this.#changed("try");
  }

  /** Ends the last Try; its moves stay. */
  keepTry() {
    if (this.history.tries.pop() !== undefined) this.#changed("keep");
  }

  /** Ends the last Try; its moves are taken back. */
  dropTry() {
    const at = this.history.tries.pop();
    if (at === undefined) return;
    if (at < this.moves) this.#goBy(at - this.moves, "undo");
    this.#changed("drop");
  }

  // -- the server ------------------------------------------------------------------------------------

  /** Takes over a match document, and forgets the match before. */
  load(document) {
    this.#queue = [];
    this.#unsent = nothing();
    this.isCounted = document.outcome !== null;
    this.document = document;
    this.history = new History(this.history.apply);
    this.#loadHistory();
    this.#changed("load");
  }

  #loadHistory() {
    const { board, solo } = this.document;
    const first = this.view !== null && board !== null && solo ? this.view.empty(board) : null;
    this.history.load(this.document, first, solo);
  }

  #add(line, isKnown, kind, changed = line) {
    const { history } = this;
    const position = isKnown ? history.now.position : null;
    this.#queue.push({ line, kind, position, at: history.at, length: history.steps.length });
    this.#changed(kind, changed);
    this.#send();
    return true;
  }

  /** Waits until the record holds all moves; an ApiError if the server cannot be reached. */
  async sync() {
    if (!this.online) this.wakeUp();
    while (this.pending) {
      await new Promise((resolve) => this.addEventListener("status", resolve, { once: true }));
      if (!this.online) {
        throw new ApiError(0, { kind: "NoConnection", message: "The server cannot be reached; your moves are kept." });
      }
    }
    return this.record;
  }

  /** Sends the lines that the server has not answered. */
  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let pause = FIRST_PAUSE, faults = 0; this.#queue.length && !this.#isClosed; ) {
      const sent = this.#queue.slice(0, MAX_LINES);
      const extra = { ...this.#unsent, seconds: Math.round(this.#unsent.seconds * 1000) / 1000 };
      const lines = sent.map((entry) => entry.line);
      try {
        const { record } = this;
        const document = await runJob(`/api/play/${this.subject}`, { input: record, lines, ...extra }, { wait: 2 });
        if (this.#isClosed || record !== this.record || this.#queue[0] !== sent[0]) continue; // another match was loaded
        this.online = true;
        [pause, faults] = [FIRST_PAUSE, 0];
        this.#unsent.seconds = Math.max(0, this.#unsent.seconds - extra.seconds);
        this.#unsent.hints -= extra.hints;
        this.#unsent.shown = false;
        this.#accept(document, sent);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        faults += error.isTemporary ? 0 : 1;
        if (error.isTemporary || (error.status >= 500 && faults < MAX_FAULTS)) {
          this.online = false;
          this.#emit("status", { online: false, pending: this.pending });
          await this.#pause(pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        } else {
          this.#refuse(error);
        }
      }
    }
    this.#isSending = false;
    this.#showStatus();
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #accept(document, sent) {
    const expected = sent.at(-1);
    const { history } = this;
    this.#queue = this.#queue.slice(sent.length);
    this.document = document;
    const isExpected =
      document.solo &&
      expected.position !== null &&
      document.moves === expected.at &&
      document.moves + document.undone === expected.length - 1 &&
      same(document.position, expected.position);
    if (isExpected) {
      const step = history.steps[expected.at];
      if (step?.position === expected.position) {
        Object.assign(step, { outcome: document.outcome, violations: document.violations });
      }
    } else {
      const tries = [...history.tries];
      this.#loadHistory();
      this.#repeatQueue(tries);
    }
    this.#changed(isExpected ? "sync" : "server");
    for (const [number, reply] of (document.replies ?? []).entries()) {
      this.#emit("answer", { ...reply, kind: sent[number]?.kind });
    }
    if (this.outcome !== null && this.#queue.length === 0) this.#emit("outcome", {});
  }

  /** Applies the lines that the server has yet to answer to what it answered last. */
  #repeatQueue(tries) {
    const lines = this.#queue;
    this.#queue = [];
    for (const { line, kind } of lines) {
      const { history } = this;
      let isKnown = this.#isKnown;
      const command = COMMAND.exec(line);
      if (isKnown && command !== null) {
        const back = command[1] === "restart" ? history.at : Number(command[2] ?? 1);
        const wanted = command[1] === "redo" ? history.at + back : history.at - back;
        const at = Math.max(0, Math.min(wanted, history.steps.length - 1));
        isKnown = this.document.solo && history.steps[at].position !== null;
        if (isKnown) history.goTo(at);
      } else if (isKnown) {
        const position = this.#apply(this.board, this.position, line);
        isKnown = position !== null;
        if (isKnown && !same(position, this.position)) history.push(line, position);
      }
      const position = isKnown ? history.now.position : null;
      this.#queue.push({ line, kind, position, at: history.at, length: history.steps.length });
    }
    this.history.tries = tries.filter((at) => at <= this.moves);
  }

  /** The server does not take the lines: back to what it answered last. */
  #refuse(error) {
    this.#queue = [];
    this.#loadHistory();
    this.#changed("server");
    this.#note(error.message);
  }

  // -- time, hints, storage ----------------------------------------------------------------------------

  /** Counts thinking time. */
  addSeconds(seconds) {
    if (this.outcome === null) this.#unsent.seconds += seconds;
  }

  /** Counts a hint; `isSolution`: not a hint but a solution was shown. */
  countHint({ isSolution = false } = {}) {
    if (this.outcome !== null) return;
    if (isSolution) this.#unsent.shown = true;
    else this.#unsent.hints += 1;
    this.#planSave();
  }

  /** Takes over the record of a hint that the server counts itself: `{record, hints}`, as long as nothing was played since. */
  takeHint(asked, { record, hints }) {
    if (this.record !== asked || this.pending) return;
    this.document = { ...this.document, record, hints };
    this.#planSave();
  }

  /** What is stored after each change. */
  toStored() {
    const { document, isCounted, moves } = this;
    const lines = this.#queue.map(({ line, kind }) => ({ line, kind }));
    const { tries } = this.history;
    const isOver = this.outcome !== null;
    return { version: VERSION, document, lines, tries, unsent: this.#unsent, isCounted, saved: Date.now(), moves, isOver };
  }

  #restore({ document, lines, tries, unsent, isCounted }) {
    this.load(document);
    this.#queue = lines;
    this.#repeatQueue(tries);
    this.#unsent = { ...nothing(), ...unsent };
    this.isCounted = isCounted;
    this.#changed("load");
    this.#send();
  }

  /** Stores the match now. */
  save() {
    this.#savePlanned = false;
    if (this.isStored && !this.#isClosed) storage.save(matchKey(this.subject), this.toStored());
  }

  /** The match is not continued here: nothing more is stored or sent. */
  close() {
    if (this.#savePlanned) this.save();
    this.#isClosed = true;
    window.removeEventListener("online", this.wakeUp);
    this.wakeUp();
  }

  #changed(kind, line = "") {
    this.#emit("change", { kind, line });
    this.#showStatus();
    this.#planSave();
  }

  /** Stores the match after the event at hand, once. */
  #planSave() {
    if (this.#savePlanned) return;
    this.#savePlanned = true;
    setTimeout(() => this.#savePlanned && this.save());
  }

  #showStatus() {
    const status = `${this.online} ${this.pending}`;
    if (status !== this.#status) this.#emit("status", { online: this.online, pending: this.pending });
    this.#status = status;
  }

  #note(text) {
    this.#emit("note", { text });
    return false;
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
