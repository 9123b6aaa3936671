// Marks in the picture of a Flow board: what a step follows from, what it uses and what is new, and what is wrong.
//
// Each kind has its own shape: cells of the reason are filled and framed, what is used is underlined, what is new is in a
// dashed frame, what is wrong in a jagged one.

import { setAttribute, svg } from "/static/dom.js";
import { STEP, line } from "./geometry.js";

const CROSS = 0.13 * STEP, FRAME = 0.29 * STEP, TOOTH = 2.4, LETTER = 13;

/** Crosses on the borders that links lead over. */
export function crossesAt(layout, links) {
  return links.flatMap((link) => layout.borders(...layout.grid.cells[link]))
    .map(([x, y]) => `M${x - CROSS} ${y - CROSS}l${2 * CROSS} ${2 * CROSS}m0-${2 * CROSS}l-${2 * CROSS} ${2 * CROSS}`).join("");
}

/** The layers of all marks: below the lines, and above. */
export function drawMarks(grid, layout) {
  const path = (name) => svg("path", { class: name });
  const because = path("because"), bad = path("wrong-ground"), band = path("used-band");
  const above = {
    reason: path("reason"), used: path("used"), known: path("cross known"), fresh: path("cross fresh"),
    halo: path("new halo"), frame: path("new"), wrongHalo: path("wrong halo"), wrong: path("wrong"), letters: svg("g", { class: "facts" }),
  };
  const below = { because, bad, band };
  let shown = null;
  const update = ({ marks, violations }) => {
    const key = JSON.stringify([marks, violations]);
    if (key === shown) return;
    shown = key;
    show(grid, layout, { ...below, ...above }, marks ?? {}, violations ?? []);
  };
  const group = (name, parts) => svg("g", { class: name }, Object.values(parts));
  return { below: group("marks-below", below), above: group("marks-above", above), update };
}

function show(grid, layout, parts, marks, violations) {
  const cellsOf = (names) => names.map((name) => grid.cell(name)).filter((cell) => cell !== null && !grid.holes.has(cell));
  const linksOf = (names) => names.map((name) => linkCalled(grid, name)).filter((link) => link !== undefined);
  const { because = [], given = [], apart = [], letters = [] } = marks, fresh = marks.new ?? [];
  const outlines = (names, inset) => cellsOf(names).map((cell) => line(layout.outline(cell, inset), true)).join("");
  const isApart = new Set(linksOf(apart)), joined = (links) => links.filter((link) => !isApart.has(link));
  const [used, added, wrong] = [linksOf(given), linksOf(fresh), linksOf(violations)];
  const data = {
    because: outlines(because, 0.5),
    reason: outlines(because, 2),
    bad: outlines(violations, 0.5),
    band: joined(used).map((link) => stepsOf(layout, link)).join(""),
    used: used.filter((link) => isApart.has(link)).map((link) => underCross(layout, link)).join("") + cellsOf(given).map((cell) => underline(layout, cell)).join(""),
    known: crossesAt(layout, used.filter((link) => isApart.has(link))),
    fresh: crossesAt(layout, added.filter((link) => isApart.has(link))),
    frame: added.map((link) => frameOf(layout, link, isApart.has(link))).join("") + outlines(fresh, 4.5),
    wrong: cellsOf(violations).map((cell) => jagged(layout.outline(cell, 1.5), true)).join("")
      + wrong.flatMap((link) => layout.steps(...grid.cells[link])).map((points) => jagged(points, false)).join(""),
  };
  for (const [name, value] of Object.entries({ ...data, halo: data.frame, wrongHalo: data.wrong })) setAttribute(parts[name], "d", value);
  parts.letters.replaceChildren(...drawLetters(grid, layout, letters));
}

function linkCalled(grid, name) {
  const [one, other] = name.split("-").map((part) => grid.cell(part));
  return other === undefined ? undefined : grid.linkBetween(one, other);
}

const stepsOf = (layout, link) => layout.steps(...layout.grid.cells[link]).map((points) => line(points)).join("");

function underline(layout, cell) {
  const [x, y] = layout.centre(cell);
  return `M${x - 13} ${y + 15}h26`;
}

function underCross(layout, link) {
  return layout.borders(...layout.grid.cells[link]).map(([x, y]) => `M${x - 8} ${y + 9.5}h16`).join("");
}

/** A frame around a step, or around the cross between two cells that are not joined. */
function frameOf(layout, link, isApart) {
  const cells = layout.grid.cells[link];
  const parts = isApart ? layout.borders(...cells).map((point) => [point, point]) : layout.steps(...cells);
  return parts.map(([[x, y], [toX, toY]]) => {
    const length = Math.hypot(toX - x, toY - y) || 1, half = isApart ? 0.24 * STEP : FRAME;
    const [along, aside] = isApart ? [[half, 0], [0, half]] : [[((toX - x) / length) * half, ((toY - y) / length) * half], [(-(toY - y) / length) * half, ((toX - x) / length) * half]];
    const corner = (at, way, side) => [at[0] + way * along[0] + side * aside[0], at[1] + way * along[1] + side * aside[1]];
    return line([corner([x, y], -1, -1), corner([toX, toY], 1, -1), corner([toX, toY], 1, 1), corner([x, y], -1, 1)], true);
  }).join("");
}

/** A line with teeth along points. */
function jagged(points, isClosed) {
  const ends = isClosed ? [...points, points[0]] : points, teeth = [];
  for (let at = 0; at + 1 < ends.length; at++) {
    const [[x, y], [toX, toY]] = [ends[at], ends[at + 1]];
    const length = Math.hypot(toX - x, toY - y), count = 2 * Math.max(2, Math.round(length / 9));
    for (let tooth = 0; tooth < count; tooth++) {
      const part = tooth / count, out = tooth % 2 ? TOOTH : isClosed ? 0 : -TOOTH;
      teeth.push([x + part * (toX - x) - (out * (toY - y)) / length, y + part * (toY - y) + (out * (toX - x)) / length]);
    }
  }
  return line(isClosed ? teeth : [...teeth, ends.at(-1)], isClosed);
}

/** The letters of colours that cells have, or with a bar have not, beside the middle of each cell. */
function drawLetters(grid, layout, letters) {
  const counts = new Map();
  return letters.map(([name, label, isTrue, kind]) => {
    const cell = grid.cell(name), place = counts.get(cell) ?? 0;
    counts.set(cell, place + 1);
    const [middle, top] = layout.centre(cell);
    const x = middle + (place % 2 ? 0.27 : -0.27) * STEP, y = top - 0.28 * STEP + 0.28 * STEP * Math.floor(place / 2);
    return svg("g", { class: kind === "new" ? "fact fact-new" : "fact" },
      svg("text", { x, y, "font-size": LETTER }, label),
      !isTrue && svg("path", { class: "bar", d: `M${x - 6} ${y + 5}l12-10` }));
  });
}
