// Settings: checking, timer, and the switches of the puzzle; kept in the browser for all boards.

import * as storage from "./storage.js";

const DEFAULTS = { checking: "contradictions", timer: true, options: {} };
const listeners = [];

/** The settings now. */
export const settings = () => ({ ...DEFAULTS, ...storage.load("settings") });

/** Calls a function after each change of a setting. */
export const onSettings = (listener) => listeners.push(listener);

/** Changes some settings. */
export function changeSettings(fields) {
  storage.save("settings", { ...settings(), ...fields });
  for (const listener of listeners) listener();
}

/** The switches of a puzzle that are on. */
export const puzzleOptions = (name) => settings().options[name] ?? {};

export function mount(page) {
  const apply = () => page.boardView.setOptions({ ...puzzleOptions(page.subject.name), checking: settings().checking });
  onSettings(apply);
  page.addEventListener("load", apply);
}
