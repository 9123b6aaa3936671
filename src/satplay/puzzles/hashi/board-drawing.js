// The picture of a Hashi board.  Islands are drawn once and get classes; everything else is in layers, whose parts
// have a key: a part is drawn again only if its key has changed.

import { svg } from "/static/dom.js";
import { columnName } from "/static/cells.js";
import { makeHeadings } from "/static/headings.js";
import { CELL, crosses, layoutOf, MARGIN, middle, size, wayCalled, waysAt } from "./board-layout.js";
import { endsOf } from "./board-moves.js";
import { groupTints, tintPatterns } from "./board-groups.js";

const ISLAND = 0.37 * CELL;
const APART = [0, 0, 7, 6, 5];
/** The distance between parallel bridges, by their number. */

const MOST_LINES = 4, CROSS = 5, ZIGZAG = 2.2, BENT = 0.46 * CELL;

/** Draws the empty board into a <g> and returns its painter. */
export function draw(root, board) {
  const layout = layoutOf(board), patterns = tintPatterns();
  const islands = new Map(layout.list.map((island) => [island.name, drawIsland(island)]));
  const layers = {};
  const layer = (name) => (layers[name] = new Layer(svg("g", { class: name }))).node;
  root.append(
    patterns.node, drawDots(board), layer("groups"), layer("grounds"), layer("guides"), layer("ways"),
    layer("frames"), svg("g", { class: "islands" }, ...islands.values()), layer("rings"), layer("labels"),
    drawHeadings(board));
  const tints = groupTints(patterns);
  return { update: (scene) => update(layout, islands, layers, tints, scene) };
}

class Layer {
  constructor(node) {
    this.node = node;
    this.parts = new Map();
  }

  /** Show these parts: from name to [key, function that draws it]. */
  show(wanted) {
    for (const [name, part] of this.parts) {
      if (wanted.get(name)?.[0] === part.key) continue;
      part.node.remove();
      this.parts.delete(name);
    }
    for (const [name, [key, make]] of wanted) {
      if (this.parts.has(name)) continue;
      const node = make();
      this.node.append(node);
      this.parts.set(name, { key, node });
    }
  }
}

function update(layout, islands, layers, tints, scene) {
  const { position, marks, options, preview } = scene;
  const pointer = scene.pointer ?? { at: "", held: null };
  const shown = preview ?? refusal(position, pointer);
  const wrong = new Set(scene.violations ?? []), ends = endsOf(position);
  layers.groups.show(options?.groups ? tints(layout, position) : new Map());
  layers.grounds.show(groundsOf(layout, marks));
  layers.guides.show(guidesOf(layout, position, pointer, shown));
  layers.ways.show(waysOf(layout, { ...scene, position, preview: shown, wrong }));
  layers.frames.show(framesOf(layout, marks));
  layers.labels.show(labelsOf(layout, position, marks, wrong));
  layers.rings.show(ringsOf(layout, { pointer, preview: shown, marks, wrong, ends }));
  const done = new Set(position.done), isUnchecked = options?.checking === "off";
  for (const island of layout.list) {
    const status = statusOf(island, ends), look = isUnchecked && status === "overfull" ? "open" : status;
    const name = `island ${look}${done.has(island.name) ? " done" : ""}`;
    const node = islands.get(island.name);
    if (node.shownClass !== name) node.setAttribute("class", node.shownClass = name);
  }
}

/** The bridge that was refused last, as a preview, as long as those that it would cross are there. */
function refusal(position, { refused }) {
  if (!refused?.blockers.every((name) => name in position.bridges)) return null;
  return { kind: "bridge", way: refused.way, count: 1, blockers: refused.blockers };
}

/** The number of an island compared with its bridges; one without a number is complete as soon as it has a bridge. */
function statusOf(island, ends) {
  const built = ends.get(island.name) ?? 0;
  if (built < (island.number ?? 1)) return "open";
  return island.number === null || built === island.number ? "complete" : "overfull";
}

// -- the empty board -------------------------------------------------------------------------------------------------

function drawDots({ rows, columns }) {
  const d = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) d.push(`M${middle({ row, column }).join(" ")}h0`);
  }
  return svg("path", { class: "dots", d: d.join("") });
}

function drawHeadings(board) {
  const { width, height } = size(board);
  const across = (y) => Array.from({ length: board.columns }, (_, column) =>
    [middle({ row: 0, column })[0], y, columnName(column), board.columns > 26 ? "long" : ""]);
  const down = (x) => Array.from({ length: board.rows }, (_, row) =>
    [x, middle({ row, column: 0 })[1], String(row + 1), board.rows > 99 ? "long" : ""]);
  const others = [...across(height - MARGIN / 2), ...down(width - MARGIN / 2)];
  return makeHeadings({ width, height, room: MARGIN, above: across(MARGIN / 2), left: down(MARGIN / 2), others });
}

function drawIsland(island) {
  const [x, y] = middle(island);
  const number = island.number === null ? "" : String(island.number);
  return svg("g", { transform: `translate(${x} ${y})` },
    svg("circle", { class: "rim", r: ISLAND }),
    svg("circle", { class: "second", r: ISLAND - 4.5 }),
    number && svg("text", { class: number.length > 1 ? "number long" : "number" }, number),
    svg("path", { class: "tick", d: "M6 11l3 3 6-7" }));
}

// -- ways ------------------------------------------------------------------------------------------------------------

/** Everything that is drawn on ways: bridges, crosses of absent ones, those known to a hint, and those in preview. */
function waysOf(layout, { position, tried, marks, wrong, preview }) {
  const parts = new Map(), absent = new Set(position.absent), bounds = marks?.bounds ?? {};
  const wasAbsent = new Set(tried?.absent ?? []), isNew = new Set(marks?.new ?? []);
  const names = new Set([...Object.keys(position.bridges), ...absent, ...Object.keys(bounds)]);
  if (preview) names.add(preview.way);
  for (const name of names) {
    const way = wayCalled(layout, name);
    if (way === null) continue;
    const built = position.bridges[name] ?? 0;
    const look = {
      built,
      solid: tried ? Math.min(built, tried.bridges[name] ?? 0) : built,
      isAbsent: absent.has(name),
      isTried: Boolean(tried) && absent.has(name) && !wasAbsent.has(name),
      bounds: bounds[name] ?? null,
      isNew: isNew.has(name),
      isWrong: wrong.has(name) || built > layout.board.most,
      isBlocker: preview?.blockers?.includes(name) ?? false,
      preview: preview?.way === name ? preview : null,
    };
    parts.set(name, [JSON.stringify(look), () => drawWay(layout, way, look)]);
  }
  return parts;
}

function drawWay(layout, way, look) {
  const node = svg("g", { class: "way" });
  if (look.preview !== null) node.append(...drawPreview(layout, way, look));
  else {
    if (look.built > 0) node.append(...drawBridges(way, look));
    if (look.isAbsent) node.append(drawCross(way, `cross${look.isTried ? " tried" : ""}${look.isWrong ? " wrong" : ""}`));
    if (look.bounds !== null) node.append(...drawKnown(way, look));
  }
  return node;
}

function drawBridges(way, { built, solid, isWrong, isBlocker }) {
  const lines = way.isLink ? Math.min(built, MOST_LINES) : 1;
  const classes = `bridge${isWrong ? " wrong" : ""}${isBlocker ? " blocker" : ""}`;
  const parts = Array.from({ length: lines }, (_, line) => svg("path", {
    class: line < solid ? classes : `${classes} tried`,
    d: isWrong || !way.isLink ? zigzag(way, aside(way, line, lines)) : straight(way, aside(way, line, lines)),
  }));
  if (built > MOST_LINES || (!way.isLink && built > 1)) parts.push(badge(way, built));
  return parts;
}

/** What is known to a hint and not drawn yet: so many bridges at least, or none. */
function drawKnown(way, { built, isAbsent, bounds: [fewest, most], isNew }) {
  const name = isNew ? "known new" : "known";
  if (most === 0 && !isAbsent) return [drawCross(way, `cross ${name}`)];
  if (built >= fewest) return [];
  return Array.from({ length: fewest }, (_, line) => svg("path", {
    class: `bridge ${name}`,
    d: straight(way, aside(way, line, fewest)),
  }));
}

function drawPreview(layout, way, { preview, built, isAbsent }) {
  if (preview.kind === "mark") {
    return [drawCross(way, preview.isAbsent ? "cross preview" : "cross removal")];
  }
  if (preview.blockers.length > 0) {
    const crossings = preview.blockers.map((name) => drawBlock(way, wayCalled(layout, name)));
    return [svg("path", { class: "bridge refused", d: straight(way, 0) }), ...crossings];
  }
  const lines = Math.min(preview.count || built, MOST_LINES);
  const parts = Array.from({ length: lines }, (_, line) => svg("path", {
    class: preview.count > 0 ? "bridge preview" : "bridge removal",
    d: straight(way, aside(way, line, lines)),
  }));
  return isAbsent && lines === 0 ? [drawCross(way, "cross")] : parts;
}

/** A cross where a bridge would cross another one. */
function drawBlock(way, other) {
  if (other === null || !crosses(way, other)) return null;
  const [level, upright] = way.isLevel ? [way, other] : [other, way];
  const [x, y] = middle({ row: level.first.row, column: upright.first.column });
  const d = `M${x - 7} ${y - 7}l14 14m0-14l-14 14`;
  return svg("g", {}, svg("path", { class: "block halo", d }), svg("path", { class: "block", d }));
}

/** A cross half way, and a stroke on both sides that shows along which way. */
function drawCross(way, name) {
  const [x, y] = halfway(way), stubs = lengthOf(way) < 1.5 * CELL ? "" : way.isLevel ? "M-14 0h5M9 0h5" : "M0-14v5M0 9v5";
  return svg("path", { class: name, transform: `translate(${x} ${y})`, d: `M-${CROSS}-${CROSS}L${CROSS} ${CROSS}M-${CROSS} ${CROSS}L${CROSS}-${CROSS}${stubs}` });
}

function badge(way, count) {
  const [x, y] = halfway(way), [dx, dy] = way.isLink ? [0, 0] : way.isLevel ? [0, BENT] : [BENT, 0];
  return svg("g", { class: "badge", transform: `translate(${x + dx} ${y + dy})` },
    svg("circle", { r: 10 }), svg("text", {}, String(count)));
}

// -- lines -----------------------------------------------------------------------------------------------------------

function aside(way, line, lines) {
  return way.isLink ? (line - (lines - 1) / 2) * APART[lines] : BENT;
}

function halfway({ first, second }) {
  const [x, y] = middle(first), [x2, y2] = middle(second);
  return [(x + x2) / 2, (y + y2) / 2];
}

function lengthOf({ first, second }) {
  return (second.row - first.row + second.column - first.column) * CELL;
}

/** A point of a way: so far along from the first island, so far aside. */
function pointOf(way, along, sideways) {
  const [x, y] = middle(way.first);
  return way.isLevel ? `${x + along} ${y + sideways}` : `${x + sideways} ${y + along}`;
}

function straight(way, sideways) {
  return `M${pointOf(way, 0, sideways)}L${pointOf(way, lengthOf(way), sideways)}`;
}

/** The line of a wrong bridge; it is bent around islands that it passes over. */
function zigzag(way, sideways) {
  const length = lengthOf(way), from = ISLAND, steps = Math.max(2, Math.round((length - 2 * from) / 5));
  const points = [pointOf(way, 0, way.isLink ? sideways : 0)];
  for (let step = 0; step <= steps; step++) {
    const along = from + ((length - 2 * from) * step) / steps;
    points.push(pointOf(way, along, sideways + (step % 2 ? ZIGZAG : -ZIGZAG)));
  }
  return `M${[...points, pointOf(way, length, way.isLink ? sideways : 0)].join("L")}`;
}

function band(way, half, name) {
  const [x, y] = middle(way.first), length = lengthOf(way);
  const [width, height] = way.isLevel ? [length, 2 * half] : [2 * half, length];
  return svg("rect", { class: name, x: way.isLevel ? x : x - half, y: way.isLevel ? y - half : y, width, height });
}

// -- marks -----------------------------------------------------------------------------------------------------------

/** Grounds behind the islands and ways of the reason, and behind the facts that it uses. */
function groundsOf(layout, marks) {
  const parts = new Map();
  for (const kind of ["given", "because"]) {
    for (const name of marks?.[kind] ?? []) {
      const way = wayCalled(layout, name), island = layout.islands.get(name);
      if (island !== undefined) {
        const [cx, cy] = middle(island);
        parts.set(`${kind} ${name}`, [kind, () => svg("circle", { class: `ground ${kind}`, cx, cy, r: ISLAND + 6 })]);
      } else if (way !== null) parts.set(`${kind} ${name}`, [kind, () => drawGround(way, kind)]);
    }
  }
  return parts;
}

/** A filled band; a fact that is used has a line on both sides, too. */
function drawGround(way, kind) {
  const half = kind === "given" ? 13 : 11, edges = [-half, half].map((sideways) => straight(way, sideways)).join("");
  return svg("g", {}, band(way, half, `ground ${kind}`), kind === "given" && svg("path", { class: "edges", d: edges }));
}

/** Dashed frames around new facts. */
function framesOf(layout, marks) {
  const parts = new Map();
  for (const name of marks?.new ?? []) {
    const way = wayCalled(layout, name), island = layout.islands.get(name);
    if (island !== undefined) {
      const [cx, cy] = middle(island);
      parts.set(name, ["", () => svg("circle", { class: "frame", cx, cy, r: ISLAND + 5 })]);
    } else if (way !== null) parts.set(name, ["", () => drawFrame(way)]);
  }
  return parts;
}

function drawFrame(way) {
  const half = 12.5, over = 10, [x, y] = middle(way.first), length = lengthOf(way) + 2 * over;
  const box = way.isLevel
    ? { x: x - over, y: y - half, width: length, height: 2 * half }
    : { x: x - half, y: y - over, width: 2 * half, height: length };
  return svg("g", {}, svg("rect", { class: "frame halo", rx: 6, ...box }), svg("rect", { class: "frame", rx: 6, ...box }));
}

/** Numbers of bridges that lines cannot show, such as "at most one", in a label on the way. */
function labelsOf(layout, position, marks) {
  const parts = new Map(), isNew = new Set(marks?.new ?? []);
  for (const [name, [fewest, most]] of Object.entries(marks?.bounds ?? {})) {
    const way = wayCalled(layout, name);
    if (way === null || fewest === most || most === 0 || fewest === layout.board.most) continue;
    const text = fewest === 0 ? `≤${most}` : most === layout.board.most ? `≥${fewest}` : `${fewest}–${most}`;
    const classes = isNew.has(name) ? "label new" : "label";
    parts.set(name, [text + classes, () => drawLabel(way, text, classes)]);
  }
  return parts;
}

function drawLabel(way, text, classes) {
  const [x, y] = halfway(way), isShort = lengthOf(way) < 1.5 * CELL;
  const [dx, dy] = !isShort ? [0, 0] : way.isLevel ? [0, -0.55 * CELL] : [0.6 * CELL, 0];
  return svg("g", { class: classes, transform: `translate(${x + dx} ${y + dy})` },
    svg("rect", { x: -16, y: -10.5, width: 32, height: 21, rx: 5 }), svg("text", {}, text));
}

// -- the pointer -----------------------------------------------------------------------------------------------------

/** Lines from the held island along its free ways, so that the next step can be seen. */
function guidesOf(layout, position, pointer, preview) {
  const parts = new Map(), { held } = pointer;
  const from = layout.islands.get(held?.kind === "press" ? held.from : pointer.at);
  if (!held || from === undefined || preview) return parts;
  for (const [, , way] of waysAt(layout, from)) {
    if (!(way.name in position.bridges)) {
      parts.set(way.name, [pointer.at, () => svg("path", { class: "guide", d: straight(way, 0) })]);
    }
  }
  return parts;
}

/** Rings around the held island and the other end of a preview, and jagged ones around wrong islands. */
function ringsOf(layout, { pointer, preview, wrong, ends }) {
  const parts = new Map();
  const ring = (kind, island, r) => {
    const [cx, cy] = middle(island);
    parts.set(`${kind} ${island.name}`, ["", () => svg("circle", { class: kind, cx, cy, r })]);
  };
  for (const name of wrong) {
    const island = layout.islands.get(name);
    if (island === undefined || statusOf(island, ends) === "overfull") continue;  // that one has its double ring
    parts.set(`wrong ${name}`, ["", () => drawJagged(island)]);
  }
  const held = pointer.held?.kind === "press" ? pointer.held.from : pointer.held ? pointer.at : "";
  const heldIsland = layout.islands.get(held);
  if (heldIsland !== undefined) ring("held", heldIsland, ISLAND + 4.5);
  if (preview) {
    const { first, second } = wayCalled(layout, preview.way);
    for (const end of [first, second]) if (end !== heldIsland) ring("target", end, ISLAND + 4);
  }
  return parts;
}

function drawJagged(island) {
  const [x, y] = middle(island), teeth = 14;
  const points = Array.from({ length: 2 * teeth }, (_, at) => {
    const angle = (at * Math.PI) / teeth, radius = ISLAND + (at % 2 ? 1.5 : 5);
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return svg("path", { class: "jagged", d: `M${points.join("L")}Z` });
}
