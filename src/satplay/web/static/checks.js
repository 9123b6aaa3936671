// Checking: by the button, and while playing, as the setting says.

import { runJob } from "./api.js";
import { onSettings, settings } from "./settings.js";

const CHANGES = new Set(["move", "undo", "redo", "restart", "drop", "server"]); // of the position
const PAUSE = 400; // milliseconds after a move before all entries are checked

export function mount(page) {
  page.tool("check", () => check(page));
  const live = new LiveChecks(page);
  page.addEventListener("load", () => live.show());
  page.addEventListener("change", () => live.show());
  page.addEventListener("outcome", () => live.show());
  onSettings(() => live.show());
}

/** Says whether the board is solved, not finished, or wrong, and marks what is wrong, until the position changes. */
async function check(page) {
  const { match } = page;
  let [shown, isOld] = ["Checking ...", false];
  const note = (text, kind) => page.note((shown = text), kind);
  try {
    note(shown);
    await match.sync();
    match.addEventListener("change", function forget({ detail }) {
      if (!CHANGES.has(detail.kind)) return;
      match.removeEventListener("change", forget);
      isOld = true;
      page.withdraw(shown);
    });
    const found = await runJob("/api/board/check", { record: match.record });
    if (page.match !== match || isOld) return;
    if (found.status === "unknown") {
      note("There was not enough time to check this position.");
      return;
    }
    const kinds = { solved: "ok", wrong: "bad", unfinished: "" };
    note(found.lines.join(" "), kinds[found.status] ?? "");
    if (found.status === "wrong") {
      page.boardView.showMarks(found.marks);
      page.boardView.showWrong([...found.violations.flatMap((one) => one.elements), ...found.wrong]);
    }
  } catch (error) {
    note(error.status === 0 ? "Checks need the server, which cannot be reached." : error.message, "bad");
  }
}

class LiveChecks {
  #timer = 0;
  #abort = new AbortController();

  constructor(page) {
    this.page = page;
  }

  /** Marks what the setting asks for in the position now. */
  show() {
    const { page } = this;
    if (page.match === null) return;
    clearTimeout(this.#timer);
    this.#abort.abort();
    const { checking } = settings();
    const known = checking === "off" ? [] : page.match.violations.flatMap((one) => one.elements);
    page.boardView.showWrong(known);
    if (checking === "all" && page.match.document.solo && page.match.outcome === null && page.match.moves > 0) {
      this.#abort = new AbortController();
      this.#timer = setTimeout(() => this.#ask(known, this.#abort.signal), PAUSE);
    }
  }

  async #ask(known, signal) {
    const { page } = this;
    const { match } = page;
    try {
      await match.sync();
      if (signal.aborted) return;
      const found = await runJob("/api/board/check", { record: match.record, every: true }, { signal });
      if (signal.aborted || page.match !== match) return;
      page.boardView.showWrong([...new Set([...known, ...(found.wrong ?? [])])]);
    } catch {
      // A check while playing is silent: it comes again with the next move.
    }
  }
}
