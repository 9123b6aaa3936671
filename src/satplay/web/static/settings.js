// Settings: checking, timer, theme, and the switches of the puzzle; kept in the browser for all boards.

import { byId, make } from "./dom.js";
import { THEMES, makeDialog, openDialog, setTheme, theme } from "./page.js";
import * as storage from "./storage.js";

const DEFAULTS = { checking: "contradictions", timer: true, options: {} };
const CHECKING = {
  off: "Off: nothing is marked",
  contradictions: "Contradictions: what no further move can repair",
  all: "All: also entries that no solution has",
};
const listeners = [];

/** The settings now. */
export const settings = () => ({ ...DEFAULTS, ...storage.load("settings") });

/** Calls a function after each change of a setting. */
export const onSettings = (listener) => listeners.push(listener);

function change(fields) {
  storage.save("settings", { ...settings(), ...fields });
  for (const listener of listeners) listener();
}

/** The switches of a puzzle that are on. */
export const puzzleOptions = (name) => settings().options[name] ?? {};

export function mount(page) {
  const { subject, view, boardView } = page;
  const apply = () => boardView.setOptions(puzzleOptions(subject.name));
  onSettings(apply);
  page.addEventListener("load", apply);
  page.tool("settings", () => openDialog(dialog(subject, view?.options ?? [])));
}

function dialog({ name, title }, options) {
  const now = settings();
  const checking = Object.entries(CHECKING).map(([value, label]) =>
    choice("radio", label, now.checking === value, () => change({ checking: value }), { name: "checking", value }),
  );
  const timer = choice("checkbox", "Show the time", now.timer, (isOn) => change({ timer: isOn }));
  const own = options.map((option) =>
    choice("checkbox", option.label, Boolean(puzzleOptions(name)[option.name]), (isOn) => {
      const all = settings().options;
      change({ options: { ...all, [name]: { ...all[name], [option.name]: isOn } } });
    }, { "data-option": option.name }),
  );
  const themes = make("select", { onchange: () => setTheme(themes.value) }, Object.entries(THEMES).map(([value, label]) => make("option", { value, selected: value === theme() }, label)));
  const made = makeDialog(
    "Settings",
    make("fieldset", {}, make("legend", {}, "Checking while you play"), checking),
    own.length ? make("fieldset", {}, make("legend", {}, title), own) : null,
    make("fieldset", {}, make("legend", {}, "Page"), timer, make("label", { class: "field" }, "Theme", themes)),
  );
  made.addEventListener("close", () => {
    made.remove();
    const footer = byId("theme");
    if (footer) footer.value = theme();
  });
  return made;
}

function choice(type, label, isOn, onChange, more = {}) {
  const input = make("input", { type, checked: isOn, ...more });
  input.addEventListener("change", () => onChange(input.checked));
  return make("label", { class: "choice" }, input, label);
}
