// What a pasted text is, and the address of the page that opens it.

import { post } from "./api.js";
import * as storage from "./storage.js";

/** Characters of a board that travels in the link. */
export const LONGEST_LINK = 2000;

/** The key under which a text waits for the API page. */
export const API_INPUT = "api:input";

/**
 * The address on this server that a link leads to, if it is a link of a satplay server: `/NAME#b=...` or `/s/SLUG`.
 * A link to another server is opened here if it holds the whole board. `paths` are those of the pages, if they are known.
 */
export function ownLink(text, paths = null) {
  let link;
  try {
    link = new URL(text.trim());
  } catch {
    return null;
  }
  const isHere = link.origin === location.origin;
  const holdsBoard = /^#[brp]=/.test(link.hash);
  if (isHere && /^\/s\/[a-z0-9]+$/.test(link.pathname)) return link.pathname;
  const isPage = paths === null ? holdsBoard && /^\/[a-z-]+$/.test(link.pathname) : paths.includes(link.pathname);
  return isPage && (isHere || holdsBoard) ? link.pathname + link.hash : null;
}

/**
 * What a text is, as the server says it: `{kind, subject, format, title, size, page}`; of a text that it does not know
 * `{kind: "unknown", message}`.
 */
export const recognise = (text, options) => post("/api/recognise", { input: text }, options);

/** The address that opens a text which was recognised. */
export async function addressOf(text, { kind, page }) {
  if (kind === "record") return `${page}#r=${encodeURIComponent(text)}`;
  if (text.length <= LONGEST_LINK) return `${page}#b=${encodeURIComponent(text)}`;
  const { slug } = await post("/api/share", { input: text });
  return `/s/${slug}`;
}

/** The address that solves what has no board, such as a formula; null if there is none. The text waits in the storage. */
export function solvingAddress(text, { kind, subject }) {
  const isSolved = kind === "board" || kind === "formula";
  return isSolved && storage.save(API_INPUT, text) ? `/api#solve_${subject.replaceAll("-", "_")}` : null;
}

/** What was recognised, or why nothing was, as a sentence. */
export function sentenceOf({ kind, message, title, size, format, count }) {
  if (kind === "unknown") return `${message[0].toUpperCase()}${message.slice(1)}.`;
  if (kind === "formula") return size ? `A formula: ${size}.` : "A formula.";
  const what = { record: "a saved game", position: "a position", solution: "a solution" }[kind] ?? "a board";
  const details = [size && String(size).replace("x", " by "), format && kind !== "record" && `format ${format}`].filter(Boolean);
  const many = count > 1 ? ` ${count} boards; the first one is opened.` : "";
  return `${title}: ${[what, ...details].join(", ")}.${many}`;
}
