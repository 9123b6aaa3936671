// The dialog of the settings.

import { byId, make } from "./dom.js";
import { THEMES, makeDialog, openDialog, setTheme, theme } from "./page.js";
import { changeSettings, puzzleOptions, settings } from "./settings.js";

const CHECKING = {
  off: "Off: nothing is marked",
  contradictions: "Contradictions: what no further move can repair",
  all: "All: also entries that no solution has",
};

/** Adds the tool "settings" to the page. */
export function mount(page) {
  page.tool("settings", () => openDialog(dialog(page.subject, page.view?.options ?? [])));
}

function dialog({ name, title }, options) {
  const now = settings();
  const checking = Object.entries(CHECKING).map(([value, label]) =>
    choice("radio", label, now.checking === value, () => changeSettings({ checking: value }), { name: "checking", value }),
  );
  const timer = choice("checkbox", "Show the time", now.timer, (isOn) => changeSettings({ timer: isOn }));
  const own = options.map((option) =>
    choice("checkbox", option.label, Boolean(puzzleOptions(name)[option.name]), (isOn) => {
      const all = settings().options;
      changeSettings({ options: { ...all, [name]: { ...all[name], [option.name]: isOn } } });
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
