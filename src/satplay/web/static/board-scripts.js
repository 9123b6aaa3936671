// The scripts and styles that the folders of puzzles and games bring, loaded when a page needs them.

import { make } from "./dom.js";

const loaded = new Map();

/** The board script of a subject, with its style; null if it cannot be loaded. */
export function loadView(name) {
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}

async function load(name) {
  try {
    const [view] = await Promise.all([import(`/subjects/${name}/board.js`), loadStyle(`/subjects/${name}/board.css`)]);
    return view;
  } catch {
    loaded.delete(name);
    return null;
  }
}

/** Resolves when the style is there, or is known to be missing: a board without colours can still be played. */
function loadStyle(path) {
  return new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href: path });
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
