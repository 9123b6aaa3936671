// The box that recognises what is pasted, typed or dropped: it says what it is, and opens it.

import { byId, make } from "./dom.js";
import { icon } from "./icons.js";
import { addressOf, ownLink, recognise, sentenceOf } from "./recognise.js";

const LARGEST_FILE = 20 * 2 ** 20; // bytes
const PAUSE = 300; // milliseconds without a key before a typed text is looked at
const MOST_ROWS = 10;

export function mountOpenBox(subjects) {
  const form = byId("open-box");
  const box = byId("open-text");
  const answer = byId("open-answer");
  const file = byId("open-file");
  const paths = subjects.map((subject) => subject.path);
  let request = new AbortController();
  let timer = 0;

  const show = (kind, ...children) => {
    answer.className = kind;
    answer.replaceChildren(...children);
  };

  /** Says what is in the box; the address that opens it, or null. */
  async function look({ open }) {
    clearTimeout(timer);
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const text = box.value;
    box.removeAttribute("aria-invalid");
    if (text.trim() === "") return show("", ...(open ? ["Paste something first."] : []));
    const link = ownLink(text, paths);
    if (link !== null) return open ? location.assign(link) : show("ok", "A link to a board. ", openLink(link));
    try {
      const found = await recognise(text, { signal });
      if (!found.page) return show("hint", sentenceOf(found), " There is no page for it here; the command line reads it.");
      const address = open || found.kind === "record" || text.length <= 2000 ? await addressOf(text, found) : null;
      if (signal.aborted) return undefined;
      if (open) return location.assign(address);
      return show("ok", icon("check"), make("span", {}, sentenceOf(found)), address ? openLink(address) : "");
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      box.setAttribute("aria-invalid", "true");
      return show("bad", make("span", {}, error.message));
    }
  }

  const openLink = (address) => make("a", { href: address, class: "button" }, "Open it");

  async function take(chosen) {
    if (chosen === undefined) return;
    if (chosen.size > LARGEST_FILE) return void show("bad", `The file ${chosen.name} is too large.`);
    box.value = await chosen.text();
    grow();
    look({ open: false });
  }

  const grow = () => (box.rows = Math.max(1, Math.min(MOST_ROWS, box.value.split("\n").length)));

  box.addEventListener("input", () => {
    grow();
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE, { open: false });
  });
  box.addEventListener("keydown", (event) => {
    // One line is opened by Enter; in a board of several lines Enter is a line break, and Ctrl+Enter opens.
    if (event.key !== "Enter" || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || !(event.shiftKey || box.value.includes("\n"))) {
      event.preventDefault();
      look({ open: true });
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look({ open: true });
  });
  byId("open-file-button").addEventListener("click", () => file.click());
  file.addEventListener("change", () => take(file.files[0]));
  window.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  grow();
  if (box.value !== "") look({ open: false }); // kept by the browser over a reload
}
