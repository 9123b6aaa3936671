// Checking while playing, as the setting says.

import { runJob } from "./api.js";
import { onSettings, settings } from "./settings.js";

const PAUSE = 400; // milliseconds after a move before all entries are checked

export function mount(page) {
  const live = new LiveChecks(page);
  page.addEventListener("load", () => live.show());
  page.addEventListener("change", () => live.show());
  page.addEventListener("outcome", () => live.show());
  onSettings(() => live.show());
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
