// What a pasted text is, and the address of the page that opens it.

import { post } from "./api.js";
import * as storage from "./storage.js";

/** Characters of a board that travels in the link. */
export const LONGEST_LINK = 2000;

const LONGEST_TIDIED = 20_000; // characters of a text that is tried again in other readings

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
 * `{kind: "unknown", message}`. `text` is what was recognised: a board may be indented, quoted, or a part of a link.
 */
export async function recognise(pasted, options) {
  const text = withoutIndent(pasted.replace(/^\ufeff/, ""));
  const found = await post("/api/recognise", { input: text }, options);
  if (found.kind !== "unknown" || text.length > LONGEST_TIDIED) return { ...found, text };
  for (const other of readings(text)) {
    const again = await post("/api/recognise", { input: other }, options);
    if (again.kind !== "unknown") return { ...again, text: other };
  }
  return { ...found, text };
}

/** A text without the blanks that all its lines begin with, unless there are others: blanks can be cells. */
function withoutIndent(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.some((line) => /\s/.test(line)) ? text : lines.join("\n");
}

/** What a text that is not known can mean. */
function readings(text) {
  const lines = text.split(/\r?\n/);
  const inner = lines.filter((line) => !/^\s*(```|~~~)/.test(line)).map((line) => line.replace(/^\s*>\s?/, ""));
  const plain = withoutIndent(inner.join("\n"));
  const isSpaced = inner.every((line) => /^\s*(\S( \S)*)?\s*$/.test(line)); // 4 . 2 . .
  const part = /^\s*https?:\/\/\S+?#(\S+)\s*$/.exec(text)?.[1]; // a game ID behind the address of a page
  const found = [plain, isSpaced && plain.replaceAll(" ", ""), part && decoded(part)];
  return new Set(found.filter((other) => other && other !== text));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
