// The picture of a Flow board: what never changes is drawn once, and each colour has one path for its lines and one for
// the cells that they fill, whose data change with the position. board.css says what the classes look like.

import { setAttribute, svg } from "/static/dom.js";
import { columnName } from "/static/cells.js";
import { makeHeadings } from "/static/headings.js";
import { DOWN, gridOf } from "./grid.js";
import { STEP, layoutOf, line } from "./geometry.js";
import { drawnIn, isFinished } from "./paths.js";
import { colourOf } from "./held-line.js";
import { crossesAt, drawMarks } from "./board-marks.js";

const DOT = 0.36 * STEP, LETTER = 19, SMALL = 11, COLOURS = 20;
const OVER = 0.42 * STEP;
/** Half the length of the piece of a vertical line that hides the line below it on a bridge; see `.over` in board.css. */

export function draw(root, board) {
  const grid = gridOf(board), layout = layoutOf(grid);
  const tints = board.dots.map((_, colour) => svg("path", { class: "tint", fill: paint(board, colour) }));
  const lines = [...board.dots.keys(), null].map((colour) => new Line(board, colour));
  const dots = board.dots.map((pair, colour) => drawDots(layout, pair, colour));
  const overs = svg("g", { class: "overs" }), letters = svg("g", { class: "letters" });
  const lost = svg("path", { class: "lost" }), grip = svg("circle", { class: "grip", r: 0.62 * STEP });
  const crosses = ["cross", "cross tried", "cross preview", "cross removal"].map((name) => svg("path", { class: name }));
  const marks = drawMarks(grid, layout);
  root.append(
    ...drawGround(grid, layout), svg("g", { class: "tints" }, tints), marks.below, drawBridges(grid, layout),
    lost, svg("g", { class: "lines" }, lines.map((one) => one.node)), overs, drawWalls(grid, layout), grip,
    svg("g", { class: "dots" }, dots), letters, ...crosses, marks.above, drawHeadings(grid, layout));
  const parts = { board, grid, layout, tints, lines, dots, overs, letters, lost, grip, crosses, shown: {} };
  return {
    update: (scene) => {
      update(parts, scene);
      marks.update(scene);
    },
  };
}

const paint = (board, colour) => board.palette[colour % COLOURS][0];

// -- what never changes ----------------------------------------------------------------------------------------------

function drawGround(grid, layout) {
  const { margin, border, across, down } = layout;
  const cells = [...Array(grid.count).keys()], top = margin - border;
  const outlines = (some, inset) => some.map((cell) => line(layout.outline(cell, inset), true)).join("");
  const holes = cells.filter((cell) => grid.holes.has(cell));
  const around = grid.cells.filter(([one, other]) => layout.steps(one, other).length === 2);
  return [
    svg("rect", { class: "frame-ground", x: top, y: top, width: across + 2 * border, height: down + 2 * border, rx: 7 }),
    svg("path", { class: "cells", d: outlines(cells.filter((cell) => !grid.holes.has(cell)), 0) }),
    svg("path", { class: "hole", d: outlines(holes, 0.5) }),
    svg("path", { class: "hole-lines", d: holes.map((cell) => hatch(layout, cell)).join("") }),
    svg("path", { class: "door", d: around.flatMap((pair) => layout.doors(...pair)).map((points) => line(points)).join("") }),
  ];
}

function hatch(layout, cell) {
  const [x, y] = layout.centre(cell), half = 0.28 * STEP;
  return [-half, 0, half].map((at) => {
    const reach = half - Math.abs(at) / 2;
    return line([[x + at / 2 - reach, y + at / 2 + reach], [x + at / 2 + reach, y + at / 2 - reach]]);
  }).join("");
}

function drawHeadings({ rows, columns }, layout) {
  const room = layout.margin - layout.border, { width, height } = layout;
  const above = Array.from({ length: columns }, (_, column) => [layout.centreAt(0, column)[0], room / 2, columnName(column)]);
  const left = Array.from({ length: rows }, (_, row) => [room / 2, layout.centreAt(row, 0)[1], String(row + 1)]);
  return makeHeadings({ width, height, room, above, left });
}

/** Two ways, the vertical one above: it hides the other one at the crossing. */
function drawBridges(grid, layout) {
  const half = STEP / 2 - 1, wide = 0.3 * STEP;
  return svg("g", { class: "bridges" }, [...grid.bridges].map((cell) => {
    const [x, y] = layout.centre(cell);
    const way = (across, down) => svg("rect", { class: "way", x: x - across, y: y - down, width: 2 * across, height: 2 * down });
    const rails = (points) => svg("path", { class: "rail", d: points.map(([from, to]) => line([from, to])).join("") });
    return [
      way(half, wide), rails([-wide, wide].map((at) => [[x - half, y + at], [x + half, y + at]])),
      way(wide, half), rails([-wide, wide].map((at) => [[x + at, y - half], [x + at, y + half]])),
    ];
  }));
}

function drawWalls(grid, layout) {
  const pairs = [...grid.walls].flatMap(([cell, beyond]) => beyond.filter((other) => cell < other).map((other) => [cell, other]));
  const sides = pairs.flatMap(([one, other]) => layout.sides(one, other));
  return svg("path", { class: "wall", d: sides.map((points) => line(points)).join("") });
}

function drawDots(layout, pair, colour) {
  const { board } = layout.grid, label = board.labels[colour], [fill, ink] = board.palette[colour % COLOURS];
  const size = Math.min(LETTER, (1.9 * DOT) / Math.max([...label].length, 1));
  return svg("g", { class: "dot" }, pair.map((cell) => {
    const [x, y] = layout.centre(cell), at = { cx: x, cy: y };
    return [
      svg("circle", { class: "rim", r: DOT + 3, ...at }),
      svg("circle", { class: "disc", r: DOT, fill, ...at }),
      bandOf(colour) && svg("circle", { class: `band ${bandOf(colour)}`, r: DOT - 2, ...at }),
      svg("text", { class: "letter", x, y, fill: ink, "font-size": size }, label),
    ];
  }));
}

/** The stripes of colours that are used again, from the 21st on. */
function bandOf(colour) {
  return colour < COLOURS ? null : `band-${(Math.floor(colour / COLOURS) - 1) % 3}`;
}

// -- lines -----------------------------------------------------------------------------------------------------------

/** All lines of one colour, or those without one. */
class Line {
  constructor(board, colour) {
    const stroke = colour === null ? null : paint(board, colour), band = colour === null ? null : bandOf(colour);
    this.path = (name) => svg("path", { class: name, stroke });
    Object.assign(this, { casing: svg("path", { class: "casing" }), solid: this.path("solid"), tried: this.path("tried") });
    this.band = band && svg("path", { class: `band ${band}` });
    this.node = svg("g", { class: colour === null ? "line loose" : "line" }, this.casing, this.solid, this.tried, this.band);
  }

  show(solid, tried, isDone) {
    const all = solid + tried;
    setAttribute(this.casing, "d", all);
    setAttribute(this.solid, "d", solid);
    setAttribute(this.tried, "d", tried);
    if (this.band) setAttribute(this.band, "d", all);
    this.node.classList.toggle("finished", isDone);
  }
}

function update(parts, scene) {
  const { board, grid, layout, shown } = parts, { position: given, tried, options } = scene;
  const preview = scene.preview?.from === given ? scene.preview : null;
  const position = preview?.position ?? given;
  const isDifferent = shown.position !== position || shown.tried !== tried || shown.letters !== Boolean(options?.letters);
  if (isDifferent) {
    Object.assign(shown, { position, tried, letters: Boolean(options?.letters) });
    showLines(parts, position, tried);
    showLetters(parts, position, shown.letters);
  }
  setAttribute(parts.lost, "d", (preview?.lost ?? []).map((link) => stepOf(layout, link)).join(""));
  showCrosses(grid, layout, parts.crosses, position, tried, preview);
  showGrip(board, grid, layout, parts.grip, scene.pointer?.held);
}

function showLines(parts, position, tried) {
  const { board, grid, layout } = parts, { pieces } = drawnIn(grid, position);
  const before = tried ? new Set(tried.links) : null;
  const table = Array.from({ length: board.dots.length + 1 }, () => ({ solid: "", tried: "", tint: "", isDone: false }));
  for (const piece of pieces) {
    const colour = piece.colours.size === 1 ? [...piece.colours][0] : board.dots.length, row = table[colour];
    for (const trail of piece.trails) traceTrail(grid, layout, trail, before, row);
    row.tint += piece.nodes.map((node) => (grid.bridges.has(grid.cellOf[node]) ? "" : layout.cellPath(grid.cellOf[node]))).join("");
    row.isDone ||= isFinished(grid, piece);
  }
  table.forEach(({ solid, tried: dashed, tint, isDone }, colour) => {
    parts.lines[colour].show(solid, dashed, isDone);
    if (colour === board.dots.length) return;
    setAttribute(parts.tints[colour], "d", tint);
    parts.tints[colour].classList.toggle("finished", isDone);
    parts.dots[colour].classList.toggle("finished", isDone);
  });
  showOvers(parts, position, before);
}

/** Adds a trail to the path data of solid and of dashed lines. */
function traceTrail(grid, layout, trail, before, row) {
  let last = null; // where the pen is: kind and cell
  for (let at = 0; at + 1 < trail.length; at++) {
    const [one, other] = [grid.cellOf[trail[at]], grid.cellOf[trail[at + 1]]];
    const link = grid.linkBetween(one, other), kind = before !== null && !before.has(link) ? "tried" : "solid";
    const ways = layout.steps(one, other);
    if (ways.length === 1) {
      row[kind] += last === kind ? `L${layout.centreText(other)}` : `M${layout.centreText(one)}L${layout.centreText(other)}`;
      last = kind;
    } else {
      row[kind] += ways.map((points) => line(points)).join("");
      last = null;
    }
  }
}

const stepOf = (layout, link) => layout.steps(...layout.grid.cells[link]).map((points) => line(points)).join("");

/** On a bridge the vertical line once more, above the horizontal one. */
function showOvers({ board, grid, layout, overs, lines }, position, before) {
  if (!grid.bridges.size) return;
  const { links, pieceAt } = drawnIn(grid, position);
  overs.replaceChildren(...[...grid.bridges].map((cell) => {
    const node = grid.nodeDown[cell], used = grid.incident[node].filter((link) => links.has(link) && grid.axes[link] === DOWN);
    if (!used.length) return "";
    const [x, y] = layout.centre(cell), piece = pieceAt.get(node);
    const colour = piece.colours.size === 1 ? [...piece.colours][0] : null;
    const isAbove = (link) => layout.steps(...grid.cells[link]).flat().some(([, at]) => at < y - 1 && at > y - 1.5 * STEP);
    const [from, to = y] = new Set(used.map((link) => (isAbove(link) ? y - OVER : y + OVER)));
    const data = line([[x, from], [x, to]]);
    const copy = new Line(board, colour), isDashed = before !== null && used.some((link) => !before.has(link));
    copy.show(isDashed ? "" : data, isDashed ? data : "", lines[colour ?? board.dots.length].node.classList.contains("finished"));
    copy.node.classList.add("over");
    copy.node.prepend(svg("path", { class: "gap", d: data }));
    return copy.node;
  }));
}

function showLetters({ board, grid, layout, letters }, position, isOn) {
  if (!isOn && !letters.hasChildNodes()) return;
  const { pieces } = drawnIn(grid, position), coloured = isOn ? pieces.filter((piece) => piece.colours.size === 1) : [];
  letters.replaceChildren(...coloured.flatMap((piece) => {
    const [colour] = piece.colours, fill = board.palette[colour % COLOURS][1];
    return piece.nodes.filter((node) => !grid.colourAt.has(node)).map((node) => {
      const [x, y] = layout.centre(grid.cellOf[node]);
      return svg("text", { class: "letter small", x, y, fill, "font-size": SMALL }, board.labels[colour]);
    });
  }));
}

// -- marks and the pointer -------------------------------------------------------------------------------------------

function showCrosses(grid, layout, crosses, position, tried, preview) {
  const changed = new Set(preview?.kind === "marks" ? preview.links : []), isMark = preview?.isMark;
  const before = new Set(tried ? tried.apart : position.apart), stays = position.apart.filter((link) => !changed.has(link));
  const groups = [
    stays.filter((link) => before.has(link)), stays.filter((link) => !before.has(link)),
    isMark ? [...changed] : [], isMark === false ? [...changed] : [],
  ];
  groups.forEach((links, at) => setAttribute(crosses[at], "d", crossesAt(layout, links)));
}

function showGrip(board, grid, layout, grip, held) {
  setAttribute(grip, "visibility", held?.kind === "line" ? null : "hidden");
  if (held?.kind !== "line") return;
  const [cx, cy] = layout.centre(held.line.path.at(-1)), colour = colourOf(grid, held.line);
  for (const [name, value] of Object.entries({ cx, cy, fill: colour === null ? null : paint(board, colour) })) setAttribute(grip, name, value);
}
