// What the page says while a board that the address or a button asks for is made or opened, with a button to cancel.

import { byId, make } from "./dom.js";

const PAUSE = 300; // milliseconds before anything is said: most boards are there at once

/** The result of `run({signal, onProgress})`; an AbortError if the person cancels it. */
export async function waitFor(page, what, run) {
  const abort = new AbortController();
  const words = make("span", {}, `${what} ...`);
  const cancel = make("button", { type: "button", onclick: () => abort.abort() }, "Cancel");
  const onProgress = ({ seconds }) => {
    if (seconds >= 1) words.textContent = `${what}: ${Math.round(seconds)} s ...`;
  };
  const show = () => {
    byId("message").className = "message";
    byId("message").replaceChildren(words, cancel);
    page.say(`${what} ...`);
  };
  const timer = setTimeout(show, PAUSE);
  try {
    return await run({ signal: abort.signal, onProgress });
  } finally {
    clearTimeout(timer);
    if (words.isConnected) page.note("");
  }
}
