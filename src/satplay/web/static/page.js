// What every page has: theme, announcements and dialogs.

import { icon } from "./icons.js";
import { byId, make } from "./dom.js";
import * as storage from "./storage.js";

export const THEMES = { system: "As the system", light: "Light", dark: "Dark" };

/** The chosen theme: system, light or dark. */
export const theme = () => (storage.load("theme") in THEMES ? storage.load("theme") : "system");

/** Chooses a theme for all pages. */
export function setTheme(name) {
  storage.save("theme", name);
  showTheme();
}

function showTheme() {
  const chosen = theme();
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

// -- announcements ----------------------------------------------------------------------------------

function region(id, attributes) {
  const found = byId(id);
  if (found !== null) return found;
  const made = make("div", { id, ...attributes });
  document.body.append(made);
  return made;
}

/** Announces a text to screen readers. The same text twice is announced twice. */
export function say(text) {
  const live = region("live", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  if (text) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/** Shows a text for a few seconds above everything, and announces it. */
export function toast(text) {
  const box = region("toast", { "aria-hidden": "true" });
  box.textContent = text;
  box.classList.add("is-shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("is-shown"), Math.max(3000, text.length * 70));
  say(text);
}

// -- dialogs ----------------------------------------------------------------------------------------

/** Opens a `<dialog>`; Escape, its close button and a click beside it close it, and the focus returns. */
export function openDialog(dialog) {
  if (!dialog.isConnected) document.body.append(dialog);
  if (dialog.open) return dialog;
  const before = document.activeElement;
  let isBeside = false;
  const beside = (event) => event.target === dialog && !contains(dialog.getBoundingClientRect(), event);
  const onDown = (event) => (isBeside = beside(event));
  const onClick = (event) => {
    if (isBeside && beside(event)) dialog.close();
  };
  dialog.addEventListener("pointerdown", onDown);
  dialog.addEventListener("click", onClick);
  dialog.addEventListener(
    "close",
    () => {
      dialog.removeEventListener("pointerdown", onDown);
      dialog.removeEventListener("click", onClick);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    { once: true },
  );
  dialog.showModal();
  return dialog;
}

function contains(box, { clientX, clientY }) {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

let dialogCount = 0;

/** A dialog with a title, a close button and contents. */
export function makeDialog(title, ...children) {
  const id = `dialog-${++dialogCount}`;
  const close = make("button", { type: "button", class: "icon-button", "aria-label": "Close" }, icon("close"));
  const head = make("header", { class: "dialog-head" }, make("h2", { id }, title), close);
  const dialog = make("dialog", { "aria-labelledby": id }, head, make("div", { class: "dialog-body" }, children));
  close.addEventListener("click", () => dialog.close());
  return dialog;
}

/** Asks a question; the answer is the key of the chosen button, or null if the dialog was closed. */
export function ask(title, text, answers) {
  return new Promise((resolve) => {
    const buttons = Object.entries(answers).map(([key, label], number) =>
      make("button", { type: "button", class: number === 0 ? "primary" : "", onclick: () => dialog.close(key) }, label),
    );
    const dialog = makeDialog(title, make("p", {}, text), make("div", { class: "dialog-buttons" }, buttons));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue in answers ? dialog.returnValue : null);
    });
    openDialog(dialog);
    buttons[0].focus();
  });
}

// -- start ------------------------------------------------------------------------------------------

showTheme();
window.addEventListener("storage", showTheme);
