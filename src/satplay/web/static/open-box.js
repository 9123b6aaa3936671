// The box that recognises what is pasted, typed or dropped: it says what it is, and opens it.

import { byId, make } from "./dom.js";
import { icon } from "./icons.js";

const LARGEST_FILE = 20 * 2 ** 20; // bytes
const PAUSE = 300; // milliseconds without a key before a typed text is looked at
const MOST_ROWS = 10;
const ICONS = { ok: "check", hint: "help", bad: "close" };
const TYPED_IN = "input, textarea, select, [contenteditable]";

export function mountOpenBox(subjects) {
  const form = byId("open-box");
  const box = byId("open-text");
  const answer = byId("open-answer");
  const paths = subjects.map((subject) => subject.path);
  let request = new AbortController();
  let timer = 0;

  const show = (kind, ...children) => {
    answer.className = kind;
    answer.replaceChildren(...children.filter((child) => child !== null));
  };

  /** Says what is in the box, with a link that opens it; `open` follows the link at once, `focus` goes to it. */
  async function look({ open = false, focus = false }) {
    clearTimeout(timer);
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const text = box.value;
    box.removeAttribute("aria-invalid");
    if (text.trim() === "") return show("", ...(open ? ["Paste something first."] : []));
    try {
      const { kind, sentence, address } = await find(text, paths, { open, signal });
      if (signal.aborted) return undefined;
      if (open && address) return location.assign(address);
      const opener = openerOf(address);
      if (kind === "bad") box.setAttribute("aria-invalid", "true");
      show(kind, icon(ICONS[kind]), make("span", {}, sentence), opener);
      if (focus && opener) opener.focus();
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return undefined;
      show("bad", icon(ICONS.bad), make("span", {}, error.message));
    }
    return undefined;
  }

  function put(text) {
    box.value = text;
    grow();
    look({ focus: true });
    form.scrollIntoView({ block: "nearest" });
  }

  async function putFile(file) {
    if (file === undefined) return;
    if (file.size > LARGEST_FILE) show("bad", icon(ICONS.bad), make("span", {}, `The file ${file.name} is too large.`));
    else put(await file.text());
  }

  const grow = () => (box.rows = Math.max(1, Math.min(MOST_ROWS, box.value.split("\n").length)));

  box.addEventListener("input", () => {
    grow();
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE, {});
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
  const file = byId("open-file");
  byId("open-file-button").addEventListener("click", () => file.click());
  file.addEventListener("change", () => putFile(file.files[0]));
  takePasted(put, putFile);
  takeDropped(form, put, putFile);
  grow();
  if (box.value !== "") look({}); // kept by the browser over a reload
}

/**
 * What a text is: the kind of the message, a sentence, and the address that opens it; null if nothing does. The address
 * of a long text is not known (undefined) before it is opened, because the server keeps the text then.
 */
async function find(pasted, paths, { open, signal }) {
  const { LONGEST_LINK, addressOf, ownLink, recognise, sentenceOf, solvingAddress } = await import("./recognise.js");
  const link = ownLink(pasted, paths);
  if (link !== null) return { kind: "ok", sentence: "A link to a board.", address: link };
  const found = await recognise(pasted, { signal });
  const { text } = found;
  const sentence = sentenceOf(found);
  if (found.kind === "unknown") return { kind: "bad", sentence, address: null };
  if (found.page) {
    const isShort = text.length <= LONGEST_LINK || found.kind === "record";
    return { kind: "ok", sentence, address: open || isShort ? await addressOf(text, found) : undefined };
  }
  const solving = solvingAddress(text, found);
  if (solving !== null) return { kind: "ok", sentence, address: solving };
  return { kind: "hint", sentence: `${sentence} There is no page for it here; the command line reads it.`, address: null };
}

function openerOf(address) {
  if (address === null) return null;
  if (address === undefined) return make("button", { type: "submit", class: "primary" }, "Open it");
  return make("a", { href: address, class: "button primary" }, address.startsWith("/api") ? "Solve it" : "Open it");
}

// -- the whole page --------------------------------------------------------------------------------------

/** Ctrl+V anywhere on the page pastes into the box, except where the person writes. */
function takePasted(put, putFile) {
  document.addEventListener("paste", (event) => {
    const data = event.clipboardData;
    const isWriting = event.target instanceof Element && event.target.closest(TYPED_IN) !== null;
    if (data === null || (isWriting && data.files.length === 0)) return;
    const text = data.getData("text/plain");
    if (text === "" && data.files.length === 0) return;
    event.preventDefault();
    if (text === "") putFile(data.files[0]);
    else put(text);
  });
}

/** A file or a text that is dropped anywhere on the page. */
function takeDropped(form, put, putFile) {
  const takes = ({ dataTransfer }) => dataTransfer !== null && ["Files", "text/plain"].some((kind) => dataTransfer.types.includes(kind));
  const isWriting = ({ target }) => target instanceof Element && target.closest(TYPED_IN) !== null;
  window.addEventListener("dragover", (event) => {
    if (!takes(event) || (isWriting(event) && !event.dataTransfer.types.includes("Files"))) return;
    event.preventDefault();
    form.classList.add("is-target");
  });
  window.addEventListener("dragleave", (event) => event.relatedTarget === null && form.classList.remove("is-target"));
  window.addEventListener("drop", (event) => {
    form.classList.remove("is-target");
    if (!takes(event)) return;
    const [file] = event.dataTransfer.files;
    if (file === undefined && isWriting(event)) return;
    event.preventDefault();
    if (file !== undefined) putFile(file);
    else put(event.dataTransfer.getData("text/plain"));
  });
}
