// The first page: a box that recognises what is pasted, games to continue, and a card with a board for each subject.

import { pageData } from "./dom.js";
import { mountCards } from "./cards.js";
import { mountContinue } from "./continue.js";
import { mountOpenBox } from "./open-box.js";

const { subjects } = pageData();

mountOpenBox(subjects);
mountContinue(subjects);
mountCards(subjects);
