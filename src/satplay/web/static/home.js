// The first page: a box that recognises what is pasted, games to continue, and a card with a board for each subject.

import { pageData } from "./dom.js";
import { mountCards } from "./cards.js";
import { mountOpenBox } from "./open-box.js";
import * as storage from "./storage.js";

const { subjects } = pageData();

mountOpenBox(subjects);
mountCards(subjects);
mountGames();

/** Games to continue; on a first visit there are none, until another page begins one. */
async function mountGames() {
  if (storage.keys("match:").length > 0) (await import("./continue.js")).mountContinue(subjects);
  else window.addEventListener("storage", mountGames, { once: true });
}
