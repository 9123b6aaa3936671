// Try: entries that are kept or dropped together; a Try can contain another one.

import { byId, make } from "./dom.js";
import { icon } from "./icons.js";

export function mount(page) {
  const bar = byId("try-bar");
  const text = make("span", {});
  const button = (name, label, title) =>
    make("button", { type: "button", title, onclick: () => page.run(name) }, icon(name), label);
  bar.append(text, button("keep", "Keep", "Keep the entries (K)"), button("drop", "Drop", "Drop the entries (D)"));

  page.tool("try", () => {
    const { match } = page;
    if (!match.document.solo || match.outcome !== null) return;
    match.startTry();
    page.note(match.tryDepth > 1 ? "A Try within the Try: Keep or Drop ends the inner one." : "Try: what you enter is dashed until you keep or drop it.");
  });
  page.tool("keep", () => {
    if (page.match.tryDepth === 0) return;
    page.match.keepTry();
    page.note("Kept.");
    page.boardView.focus();
  });
  page.tool("drop", () => {
    if (page.match.tryDepth === 0) return;
    page.match.dropTry();
    page.note("Dropped.");
    page.boardView.focus();
  });

  const show = () => {
    const { tryDepth } = page.match;
    bar.hidden = tryDepth === 0;
    text.textContent = tryDepth > 1 ? `Try ${tryDepth}` : "Try";
  };
  page.addEventListener("load", show);
  page.addEventListener("change", show);
}
