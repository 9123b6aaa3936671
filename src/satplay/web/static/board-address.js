// What the part after # in the address of a board page asks for.

import * as storage from "./storage.js";

/** The seed of the board of a day, the same for everybody: the date as a number, such as 20261119. */
export function dailySeed(date = new Date()) {
  return date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** The request for the daily board of a subject. */
export function dailyRequest({ daily }) {
  return { new: { ...daily, seed: dailySeed() } };
}

/** The size and level that were chosen last for a subject. */
export const lastChoice = (name) => storage.load(`new:${name}`, {});

/** The choice of a board of which the address says neither size nor level: the last one, or at first a small and easy one. */
function usualChoice({ name, kind, sizes, levels }) {
  const { size, difficulty } = lastChoice(name);
  if (size || difficulty) return { ...(size && { size }), ...(difficulty && { difficulty }) };
  if (kind !== "puzzle" || sizes.length === 0) return {};
  return { size: sizes[0], ...(levels.includes("easy") && { difficulty: "easy" }) };
}

/**
 * The request of an address: `#b=BOARD`, `#p=POSITION`, `#r=RECORD`, `#first`, `#daily`, `#new=SIZE&level=LEVEL`; `#new`
 * alone asks for the dialog. Null if it asks for nothing.
 */
export function readHash(hash, subject) {
  const text = hash.replace(/^#/, "");
  const given = /^([bpr])=(.*)$/s.exec(text);
  if (given !== null) return { input: decode(given[2]) };
  if (text === "first") return subject.first_board === null ? { new: {} } : { input: subject.first_board };
  if (text === "daily") return dailyRequest(subject);
  if (text === "new") return { dialog: true };
  if (!text.startsWith("new=")) return null;
  const fields = new URLSearchParams(text);
  if (!fields.get("new") && !fields.get("level")) return { new: usualChoice(subject) };
  const wish = {};
  if (fields.get("new")) wish.size = fields.get("new");
  if (fields.get("level")) wish.difficulty = fields.get("level");
  return { new: wish };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
