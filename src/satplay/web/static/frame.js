// What the frame of every page does: the connection, and the choice of the theme in the footer.

import { byId, make } from "./dom.js";
import { watchConnection } from "./offline.js";
import { THEMES, setTheme, theme } from "./page.js";

const choice = byId("theme");
choice.append(...Object.entries(THEMES).map(([value, label]) => make("option", { value }, label)));
choice.value = theme();
choice.addEventListener("change", () => setTheme(choice.value));
choice.addEventListener("focus", () => (choice.value = theme())); // it may be chosen elsewhere, too
choice.closest("label").hidden = false;

watchConnection();
