// Files that the server makes, texts for the clipboard, and the style of the dialogs that need them.

import { ApiError, runJob } from "./api.js";
import { make } from "./dom.js";

const KEPT = 60000; // milliseconds for the browser to save a file
const NOT_IN_TIME = "There was not enough time. Try a smaller or easier board.";

/** Lets the server make a file and saves it; its name, and the data of the last progress event. Aborting cancels it. */
export async function download(path, body, { onProgress, signal } = {}) {
  let last = null;
  const note = (data) => {
    last = data;
    onProgress?.(data);
  };
  const made = await runJob(path, body, { onProgress: note, signal });
  if (typeof made?.file !== "string") throw new ApiError(200, { kind: "Unknown", message: NOT_IN_TIME });
  save(made.file, made.name);
  return { ...made, last };
}

function save(href, name) {
  const link = make("a", { href, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), KEPT); // nothing if the server keeps the file
}

/**
 * Copies the text of a field. Without permission, or on a page without encryption, the browser forbids that: then the
 * text is selected, and false means that the person copies it.
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** The paper that is common where the browser's language is spoken. */
export const usualPaper = () => (/^en-(US|CA)$/.test(navigator.language) ? "letter" : "a4");

/** Says whether a text was copied. */
export const copyWords = (isCopied, what) => (isCopied ? `${what} copied.` : `${what} selected: copy it with Ctrl+C.`);

const styles = new Map();

/** Loads a style that most visits do not need; it is there when the promise is kept. */
export function loadStyle(path) {
  if (!styles.has(path)) {
    const loaded = new Promise((resolve) => {
      const link = make("link", { rel: "stylesheet", href: path, onload: () => resolve(), onerror: () => resolve() });
      document.head.append(link);
    });
    styles.set(path, loaded);
  }
  return styles.get(path);
}

export const DIALOG_STYLE = "/static/dialogs.css";

/** A choice of values with their labels. */
export function select(entries, chosen, attributes = {}) {
  const made = make("select", attributes, entries.map(([value, label]) => make("option", { value }, label)));
  made.value = chosen;
  if (made.selectedIndex < 0) made.selectedIndex = 0;
  return made;
}
