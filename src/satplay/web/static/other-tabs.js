// One match in several tabs: each follows the tab that was played in last, so that none of them overwrites another.

import { matchKey } from "./match.js";
import { same } from "./history.js";
import * as storage from "./storage.js";

export function mount(page) {
  const key = matchKey(page.subject.name);

  function follow() {
    const { match } = page;
    const stored = storage.load(key);
    // A tab with moves that were not answered yet stores the match again.
    if (!stored?.document || match === null || stored.lines.length || match.pending) return;
    const isHere = stored.document.record === match.record && same(stored.tries, match.history.tries);
    if (!isHere && page.restore()) page.note("Continued from another tab.");
  }

  window.addEventListener("storage", (event) => storage.isKey(event.key, key) && follow());
  // A page that the browser kept while others were visited.
  window.addEventListener("pageshow", (event) => event.persisted && follow());
}
