// Opens a board that is pasted, dropped or in a file: here, or on the page of its puzzle.

import { make } from "./dom.js";
import { makeDialog, openDialog } from "./page.js";
import { addressOf, ownLink, recognise, sentenceOf, solvingAddress } from "./recognise.js";

const LARGEST_FILE = 20 * 2 ** 20; // bytes

export function mount(page) {
  page.tool("open", () => open(page));
}

function open(page) {
  const text = make("textarea", { rows: 8, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const answer = make("p", { class: "message", role: "status" });
  const file = make("input", { type: "file", hidden: true, tabindex: -1, "aria-label": "File with a board" });
  const form = make(
    "form",
    { class: "open-form" },
    make("label", { class: "field" }, "A board in any format, a link, or a saved game", text),
    answer,
    make(
      "div",
      { class: "dialog-buttons" },
      make("button", { type: "submit", class: "primary" }, "Open"),
      make("button", { type: "button", onclick: () => file.click() }, "File"),
      file,
    ),
  );
  const dialog = makeDialog("Open a board", form);
  const show = (words, kind) => {
    answer.textContent = words;
    answer.className = `message ${kind}`;
  };
  const take = async (chosen) => {
    if (chosen === undefined) return;
    if (chosen.size > LARGEST_FILE) return void show(`The file ${chosen.name} is too large.`, "bad");
    text.value = await chosen.text();
    form.requestSubmit();
  };
  file.addEventListener("change", () => take(file.files[0]));
  dialog.addEventListener("dragover", (event) => event.preventDefault());
  dialog.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (text.value.trim() === "") return void show("Paste something first.", "bad");
    const link = ownLink(text.value);
    if (link !== null) {
      dialog.close(); // the address may be this page's own
      return void location.assign(link);
    }
    try {
      const found = await recognise(text.value);
      if (found.kind === "unknown") return void show(sentenceOf(found), "bad");
      const solving = found.page ? null : solvingAddress(found.text, found);
      if (solving !== null) return void location.assign(solving);
      if (!found.page) return void show(`${sentenceOf(found)} There is no page for it here; the command line reads it.`, "hint");
      if (found.subject !== page.subject.name) return void location.assign(await addressOf(found.text, found));
      const hasBegun = await page.start({ input: found.text });
      dialog.close();
      if (hasBegun) page.boardView.focus();
    } catch (error) {
      show(error.message, "bad");
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  openDialog(dialog);
}
